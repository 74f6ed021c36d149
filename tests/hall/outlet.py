"""测试用的出口：只记下说了什么；可以让某人的私聊送不到。"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from plugins.gamemaster.hall import Text


@dataclass
class Sent:
    """出去的一条。"""

    bot: str
    group: str | None
    user: str | None
    text: Text


@dataclass
class NotingOutlet:
    """记下出去的每一条。"""

    sent: list[Sent] = field(default_factory=list)
    deaf: set[str] = field(default_factory=set)
    """私聊送不到的人。"""
    slow: set[str] = field(default_factory=set)
    """私聊迟迟没有回音的人。"""
    hanging: list[tuple[str, asyncio.Future[bool]]] = field(default_factory=list)

    def say(self, bot: str, group: str, message: Text) -> asyncio.Future[bool]:
        self.sent.append(Sent(bot, group, None, message))
        return self._result(True)

    def whisper(self, bot: str, user: str, message: Text) -> asyncio.Future[bool]:
        if user in self.slow:
            future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            self.hanging.append((user, future))
            self.sent.append(Sent(bot, None, user, message))
            return future
        delivered = user not in self.deaf
        if delivered:
            self.sent.append(Sent(bot, None, user, message))
        return self._result(delivered)

    async def befriended(self, bot: str, user: str) -> bool:
        return user not in self.deaf

    def _result(self, value: bool) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        future.set_result(value)
        return future
