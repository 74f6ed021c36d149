"""各家 OneBot v11 协议端的写法：同一件事，回包、错误、事件各不相同。

这里照着四家协议端对外可见的行为写（回包键、`retcode`、连接头），让机器人在测试里就遇见线上会遇见的样子：

- NapCat：动作内出错 `retcode` 1200，参数不对 1400，`message` 与 `wording` 同文，另有 `stream` 键；
  https://github.com/NapNeko/NapCatQQ
- LLOneBot：同上，但出错的文字是 JavaScript 的错误串，没有 `echo` 时不写该键；
  https://github.com/LLOneBot/LLOneBot
- Lagrange：只有 `status` `retcode` `data` `echo` 四键，没有任何文字；被禁言 `retcode` 120；
  https://github.com/LagrangeDev/Lagrange.Core
- go-cqhttp：一律 `retcode` 100，用 `msg`（英文代号）与 `wording`（中文）说明，令牌头是 `Token …`。
  https://github.com/Mrs4s/go-cqhttp

回包的键、1200/1400/1404/100/120/110/103 等码、NapCat 与 LLOneBot 的解散群、临时会话事件有出处；另两家的这些事件，内核结果 16、299、-1，LLOneBot 私聊
失败的文字，Lagrange 对查询失败的码，以及各家版本号，是按同类情形拟的。机器人与测试都不该依赖错误的具体文字。
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from .trouble import RoomError, Trouble
from .world import Event

Flavour = Literal["napcat", "llonebot", "lagrange", "go-cqhttp"]
MessageFormat = Literal["array", "string"]
IdFormat = Literal["int", "string"]

FLAVOURS: tuple[Flavour, ...] = ("napcat", "llonebot", "lagrange", "go-cqhttp")

_ID_KEYS = (
    "self_id",
    "user_id",
    "group_id",
    "operator_id",
    "target_id",
    "message_id",
)

NO_ECHO = msgspec.Raw(b"")
"""请求里没有 `echo` 键。"""


def _kernel_failure(result: int, words: str) -> str:
    """NapCat 把 QQ 内核的发送结果整个塞进错误文字里。"""
    return (
        "EventChecker Failed: NTEvent serviceAndMethod:NodeIKernelMsgService/sendMsg "
        "ListenerName:NodeIKernelMsgListener/onMsgInfoListUpdate EventRet:\n"
        f'{{\n    "result": {result},\n    "errMsg": "{words}"\n}}\n'
    )


_KERNEL_TIMEOUT = (
    "Timeout: NTEvent serviceAndMethod:NodeIKernelMsgService/sendMsg "
    'ListenerName:NodeIKernelMsgListener/onMsgInfoListUpdate EventRet:\n{\n    "result": 0,\n    "errMsg": ""\n}\n'
)

# 原因 → 错误文字。{detail} 为参数名、号码等。
_NAPCAT: Mapping[Trouble, str] = {
    Trouble.BAD_PARAMETER: "Key: {detail}, Message: Expected required property",
    Trouble.UNKNOWN_ACTION: "不支持的Api {detail}",
    Trouble.EMPTY_MESSAGE: "消息体无法解析, 请检查是否发送了不支持的消息类型",
    Trouble.UNKNOWN_USER: "无法获取用户信息",
    Trouble.NOT_FRIEND: _kernel_failure(16, "发送失败，请先添加对方为好友。"),
    Trouble.TEMP_SESSION_REFUSED: _kernel_failure(103, "对方不接收临时会话消息。"),
    Trouble.NOT_IN_GROUP: _kernel_failure(110, "发送失败，你已被移出该群，请重新加群。"),
    Trouble.NOT_MEMBER: "群({group})成员{detail}不存在",
    Trouble.MUTED: _kernel_failure(120, "发送失败，你已被禁言。"),
    Trouble.NO_PERMISSION: "权限不足",
    Trouble.MESSAGE_NOT_FOUND: "消息不存在",
    Trouble.FLAG_NOT_FOUND: "未找到对应请求 {detail}",
    Trouble.TIMEOUT: _KERNEL_TIMEOUT,
    Trouble.RISK_CONTROL: _kernel_failure(299, "消息发送失败，请稍后再试。"),
    Trouble.OFFLINE: _kernel_failure(-1, "账号已离线"),
}

_LLONEBOT: Mapping[Trouble, str] = {
    Trouble.BAD_PARAMETER: "缺少参数 {detail}",
    Trouble.UNKNOWN_ACTION: "不支持的api {detail}",
    Trouble.EMPTY_MESSAGE: "Error: 消息体无法解析，请检查是否发送了不支持的消息类型",
    Trouble.UNKNOWN_USER: "Error: 无法获取用户信息",
    Trouble.NOT_FRIEND: "Error: 发送失败，对方不是好友",
    Trouble.TEMP_SESSION_REFUSED: "Error: 发送失败，对方不接收临时会话",
    Trouble.NOT_IN_GROUP: "Error: 发送失败，不在该群",
    Trouble.NOT_MEMBER: "Error: 群成员{detail}不存在",
    Trouble.MUTED: "Error: 当前处于被禁言状态",
    Trouble.NO_PERMISSION: "Error: 权限不足",
    Trouble.MESSAGE_NOT_FOUND: "Error: 消息{detail}不存在",
    Trouble.FLAG_NOT_FOUND: "Error: 未找到请求 {detail}",
    Trouble.TIMEOUT: "Error: 发送超时",
    Trouble.RISK_CONTROL: "Error: 发送失败，消息被拦截",
    Trouble.OFFLINE: "Error: 账号已离线",
}

_LAGRANGE: Mapping[Trouble, int] = {
    Trouble.BAD_PARAMETER: 200,
    Trouble.UNKNOWN_ACTION: 404,
    Trouble.EMPTY_MESSAGE: 200,
    Trouble.UNKNOWN_USER: 200,
    Trouble.NOT_FRIEND: 16,
    Trouble.TEMP_SESSION_REFUSED: 103,
    Trouble.NOT_IN_GROUP: 110,
    Trouble.NOT_MEMBER: -1,
    Trouble.MUTED: 120,
    Trouble.NO_PERMISSION: -1,
    Trouble.MESSAGE_NOT_FOUND: 200,
    Trouble.FLAG_NOT_FOUND: 200,
    Trouble.TIMEOUT: 200,
    Trouble.RISK_CONTROL: 299,
    Trouble.OFFLINE: 200,
}

_GO_CQHTTP: Mapping[Trouble, tuple[str, str]] = {
    Trouble.BAD_PARAMETER: ("PARAM_ERROR", "参数错误: {detail}"),
    Trouble.UNKNOWN_ACTION: ("API_NOT_FOUND", "API不存在"),
    Trouble.EMPTY_MESSAGE: ("EMPTY_MSG_ERROR", "消息为空"),
    Trouble.UNKNOWN_USER: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.NOT_FRIEND: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.TEMP_SESSION_REFUSED: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.NOT_IN_GROUP: ("GROUP_NOT_FOUND", "群聊不存在"),
    Trouble.NOT_MEMBER: ("MEMBER_NOT_FOUND", "群员不存在"),
    Trouble.MUTED: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.NO_PERMISSION: ("PERMISSION_DENIED", "权限不足"),
    Trouble.MESSAGE_NOT_FOUND: ("MESSAGE_NOT_FOUND", "消息不存在"),
    Trouble.FLAG_NOT_FOUND: ("FLAG_NOT_FOUND", "FLAG不存在"),
    Trouble.TIMEOUT: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.RISK_CONTROL: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
    Trouble.OFFLINE: ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出"),
}


@dataclass(frozen=True, slots=True)
class Dialect:
    """一家协议端的写法。

    属性:
        flavour: 哪一家。
        message_format: 上报消息的写法，数组或 CQ 码字符串（收动作时两种都认）。
        id_format: 上报号码用整数还是字符串（收动作时两种都认）。
    """

    flavour: Flavour = "napcat"
    message_format: MessageFormat = "array"
    id_format: IdFormat = "int"

    @property
    def user_agent(self) -> str:
        """连接时的 `User-Agent`。"""
        return "CQHttp/4.15.0" if self.flavour == "go-cqhttp" else "OneBot/11"

    def authorization(self, token: str) -> str:
        """连接时的 `Authorization`；go-cqhttp 的方案名与众不同。"""
        return f"Token {token}" if self.flavour == "go-cqhttp" else f"Bearer {token}"

    @property
    def private_send_may_land_in_group(self) -> bool:
        """带 `group_id` 的私聊发不出去时，是否改发到群里（NapCat 如此）。"""
        return self.flavour == "napcat"

    @property
    def version(self) -> dict[str, str]:
        """`get_version_info` 的返回。"""
        names = {
            "napcat": ("NapCat.Onebot", "4.8.95"),
            "llonebot": ("LLOneBot", "5.6.0"),
            "lagrange": ("Lagrange.OneBot", "0.0.3"),
            "go-cqhttp": ("go-cqhttp", "v1.2.0"),
        }
        name, version = names[self.flavour]
        return {"app_name": name, "app_version": version, "protocol_version": "v11"}

    # 回包 ------------------------------------------------------------------

    def ok(self, data: Any, echo: msgspec.Raw = NO_ECHO) -> dict[str, Any]:
        """成功的回包。`echo` 原样（逐字节）放回。"""
        reply: dict[str, Any] = {"status": "ok", "retcode": 0, "data": data}
        if self.flavour in ("napcat", "llonebot"):
            reply["message"] = ""
            reply["wording"] = ""
        elif self.flavour == "go-cqhttp":
            reply["message"] = ""
        return self._echoed(reply, echo)

    def accepted(self, echo: msgspec.Raw = NO_ECHO) -> dict[str, Any]:
        """`_async` 动作的回包：已受理，结果不知。"""
        return self._echoed({"status": "async", "retcode": 1, "data": None}, echo)

    def failed(
        self, error: RoomError, echo: msgspec.Raw = NO_ECHO, *, group_id: int | None = None
    ) -> dict[str, Any]:
        """失败的回包。

        参数:
            group_id: 动作涉及的群，部分错误文字里有它。
        """
        trouble = error.trouble
        reply: dict[str, Any] = {"status": "failed", "retcode": self.retcode(trouble), "data": None}
        if self.flavour == "napcat":
            words = _fill(_NAPCAT[trouble], error.detail, group_id)
            reply["message"] = words
            reply["wording"] = words
        elif self.flavour == "llonebot":
            words = _fill(_LLONEBOT[trouble], error.detail, group_id)
            reply["message"] = words
            reply["wording"] = words
        elif self.flavour == "go-cqhttp":
            code, words = _GO_CQHTTP[trouble]
            words = _fill(words, error.detail, group_id)
            reply["msg"] = code
            reply["message"] = words
            reply["wording"] = words
        return self._echoed(reply, echo)

    def retcode(self, trouble: Trouble) -> int:
        """失败回包的 `retcode`。"""
        if self.flavour == "lagrange":
            return _LAGRANGE[trouble]
        if trouble is Trouble.UNKNOWN_ACTION:
            return 1404
        if self.flavour == "go-cqhttp":
            return 100
        return 1400 if trouble is Trouble.BAD_PARAMETER else 1200

    def _echoed(self, reply: dict[str, Any], echo: msgspec.Raw) -> dict[str, Any]:
        present = bytes(echo)
        if self.flavour in ("napcat", "lagrange"):
            reply["echo"] = echo if present else None
        elif self.flavour == "llonebot":
            if present and present != b"null":
                reply["echo"] = echo
        elif present:
            reply["echo"] = echo
        if self.flavour == "napcat":
            reply["stream"] = "normal-action"
        return reply

    # 事件 ------------------------------------------------------------------

    def event(self, event: Event) -> Event:
        """规范事件 → 这家协议端线上的写法。不改动原事件。"""
        kind = event["post_type"]
        if kind in ("message", "message_sent"):
            shaped = self._message_event(event)
        elif kind == "notice" and event["notice_type"] == "group_decrease":
            shaped = self._group_decrease(event)
        else:
            shaped = dict(event)
        if self.id_format == "string":
            _stringify_ids(shaped)
        return shaped

    def stored_message(self, event: Event) -> dict[str, Any]:
        """`get_msg` 的返回，由该消息的规范事件改写。"""
        shaped = self._message_event(event)
        kept = {
            name: shaped[name]
            for name in (
                "time",
                "message_type",
                "message_id",
                "sender",
                "message",
                "raw_message",
                "user_id",
                "group_id",
                "message_seq",
            )
            if name in shaped
        }
        kept["real_id"] = shaped["message_seq"] if self.flavour != "napcat" else shaped["message_id"]
        if self.id_format == "string":
            _stringify_ids(kept)
        return kept

    def _message_event(self, event: Event) -> Event:
        shaped = dict(event)
        if self.message_format == "string":
            shaped["message"] = event["raw_message"]
        if self.flavour in ("napcat", "llonebot"):
            shaped["message_format"] = self.message_format
            shaped["real_id"] = shaped["message_id"]
            shaped["real_seq"] = str(shaped["message_seq"])
            shaped.pop("anonymous", None)
        if "temp_source" in event:
            group_id = event["temp_source"]
            shaped["temp_source"] = 0  # 0 表示来自群聊，是来源的种类，不是群号。
            if self.flavour == "napcat":
                # 顶层带着群号：照抄事件字段回话的框架会把它一起发回来。
                shaped["group_id"] = group_id
            else:
                shaped["sender"] = {**event["sender"], "group_id": group_id}
            if self.flavour == "lagrange":
                del shaped["temp_source"]
        return shaped

    def _group_decrease(self, event: Event) -> Event:
        shaped = dict(event)
        if event["sub_type"] != "disband":
            return shaped
        if self.flavour == "llonebot":
            del shaped["sub_type"]
            shaped["notice_type"] = "group_dismiss"
            shaped["user_id"] = shaped.pop("operator_id")
        elif self.flavour == "go-cqhttp":
            shaped["sub_type"] = "kick_me"
        return shaped


def _fill(words: str, detail: str, group_id: int | None) -> str:
    return words.replace("{detail}", detail).replace("{group}", str(group_id or ""))


def _stringify_ids(shaped: dict[str, Any]) -> None:
    for name in _ID_KEYS:
        value = shaped.get(name)
        if isinstance(value, int):
            shaped[name] = str(value)
    sender = shaped.get("sender")
    if isinstance(sender, dict):
        sender = dict(sender)
        for name in ("user_id", "group_id"):
            if isinstance(sender.get(name), int):
                sender[name] = str(sender[name])
        shaped["sender"] = sender
