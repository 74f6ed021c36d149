"""故障开关：让模拟的协议端慢、错、丢、重、迟，可复现。"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .trouble import RoomError, Trouble


@dataclass(slots=True)
class SendFault:
    """一条「发送会失败」的规定。

    属性:
        trouble: 失败的样子，决定回包的 `retcode` 与文字。
        user_id: 只对发给此人的私聊；`None` 不限。
        group_id: 只对发往此群的消息；`None` 不限。
        remaining: 还剩几次；`None` 一直有效。
        probability: 每次失败的概率，0–1。
        delivered: 消息其实送到了，只是回包说失败（NapCat 的超时常如此）。
        silent: 根本不回包，让机器人等到自己的超时。
        hits: 已发作的次数。
    """

    trouble: Trouble
    user_id: int | None = None
    group_id: int | None = None
    remaining: int | None = None
    probability: float = 1.0
    delivered: bool = False
    silent: bool = False
    hits: int = 0

    def stop(self) -> None:
        """不再发作。"""
        self.remaining = 0


class Faults:
    """一条连接上的故障开关，随时可改。

    参数:
        seed: 概率故障的随机种子。

    属性:
        reply_delay: 发消息的动作先等这么久（秒）再执行并回包；0 为立即。
        event_delay: 事件晚这么久（秒）才送到机器人，时间戳不变。
        event_age: 事件的 `time` 往回拨这么多秒，好像是断线期间积压的。
        duplicate: 接下来这么多个事件各送两遍；-1 为一直如此。
        holding: 为真时事件扣住不送，`Connection.release` 时按序送出。
    """

    def __init__(self, seed: int = 0) -> None:
        self.reply_delay = 0.0
        self.event_delay = 0.0
        self.event_age = 0.0
        self.duplicate = 0
        self.holding = False
        self._random = random.Random(seed)
        self._send_faults: list[SendFault] = []

    def fail_sends(
        self,
        *,
        trouble: Trouble = Trouble.TIMEOUT,
        user_id: int | None = None,
        group_id: int | None = None,
        times: int | None = None,
        probability: float = 1.0,
        delivered: bool = False,
        silent: bool = False,
    ) -> SendFault:
        """让发送失败。各参数见 `SendFault`；返回值的 `stop()` 撤去它。

        参数:
            times: 失败几次后恢复；`None` 一直失败。
        """
        fault = SendFault(trouble, user_id, group_id, times, probability, delivered, silent)
        self._send_faults.append(fault)
        return fault

    def clear(self) -> None:
        """撤去全部故障（扣住的事件仍须 `Connection.release`）。"""
        self.reply_delay = self.event_delay = self.event_age = 0.0
        self.duplicate = 0
        self._send_faults.clear()

    def strike(self, parameters: dict[str, Any]) -> SendFault | None:
        """这次发送该不该失败；该则返回那条规定并记一次。"""
        if not self._send_faults:
            return None
        user_id, group_id = _target(parameters)
        for fault in self._send_faults:
            if fault.remaining == 0:
                continue
            if fault.user_id is not None and fault.user_id != user_id:
                continue
            if fault.group_id is not None and fault.group_id != group_id:
                continue
            if fault.probability < 1.0 and self._random.random() >= fault.probability:
                continue
            if fault.remaining is not None:
                fault.remaining -= 1
            fault.hits += 1
            return fault
        return None

    def error_of(self, fault: SendFault) -> RoomError:
        """这条规定对应的失败。"""
        return RoomError(fault.trouble, "注入的故障")

    def take_duplicate(self) -> bool:
        """下一个事件要不要送两遍；要则记掉一次。"""
        if self.duplicate == 0:
            return False
        if self.duplicate > 0:
            self.duplicate -= 1
        return True


def _target(parameters: dict[str, Any]) -> tuple[int | None, int | None]:
    """发送动作的目标：私聊的人，或群。"""
    user_id = _number(parameters.get("user_id"))
    group_id = _number(parameters.get("group_id"))
    kind = parameters.get("message_type")
    if kind == "private" or (kind is None and group_id is None):
        return user_id, None
    if kind == "group" or user_id is None:
        return None, group_id
    return user_id, group_id


def _number(value: object) -> int | None:
    text = str(value)
    return int(text) if text.isdecimal() else None
