"""大厅与外界之间的消息：进来的话与通知，出去的话。大厅不认识 NoneBot，只认识这些。"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["owner", "admin", "member"]


@dataclass(frozen=True, slots=True)
class Incoming:
    """一个人说的一句话。"""

    bot: str
    """收到它的机器人账号。"""
    group: str | None
    """群号；私聊为 `None`。"""
    user: str
    """说话的人。所有号码在大厅里都是十进制字符串。"""
    name: str
    """群名片或昵称，原样。"""
    role: Role
    """在群里的身份；私聊时为 `member`。"""
    text: str
    """文字；@ 某人的段写成 ` @号码 `，其他非文字段略去。未折叠。"""
    message: str
    """消息编号，去重用；同一机器人内唯一。"""
    superuser: bool = False
    """是配置里的超级用户。"""
    addressed: bool = False
    """@ 了机器人或回复了机器人。"""
    source: str | None = None
    """临时会话来自的群；好友私聊为 `None`。"""


@dataclass(frozen=True, slots=True)
class Text:
    """出去的一条文字消息。"""

    text: str
    """正文，已分好行。"""
    mentions: tuple[str, ...] = ()
    """放在正文前 @ 的人（群消息才有）。"""


class Outlet(Protocol):
    """出口：按目标排队发送，不阻塞大厅。"""

    def say(self, bot: str, group: str, message: Text) -> Awaitable[bool]:
        """发到群里；返回的 awaitable 给出最终是否送达（可以不等）。"""
        ...

    def whisper(self, bot: str, user: str, message: Text) -> Awaitable[bool]:
        """私聊 `user`；永远不带群号。返回的 awaitable 给出最终是否送达（可以不等）。"""
        ...

    async def befriended(self, bot: str, user: str) -> bool:
        """`user` 是否是机器人的好友；查不到当作否。"""
        ...
