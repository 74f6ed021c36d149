"""进程里的一台真 NoneBot：真的 uvicorn、真的适配器、真的 WebSocket，每个测试接一套自己的入口。"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import nonebot
import uvicorn
from nonebot.adapters import Bot, Event
from nonebot.drivers.fastapi import Driver
from nonebot.message import event_preprocessor

from plugins.gamemaster.edge import Edge
from plugins.gamemaster.hall.messages import Incoming
from plugins.gamemaster.lane import LaneAdapter
from plugins.gamemaster.plugging import call

_serving: list[Edge] = []
"""正在测的入口；NoneBot 的钩子只能登记一次，转交给它。"""


def driver() -> Driver:
    """装好适配器的驱动器，整个测试进程只有一个。"""
    try:
        found = nonebot.get_driver()
    except ValueError:
        nonebot.init(driver="~fastapi", log_level="WARNING", api_timeout=5.0)
        found = nonebot.get_driver()
        found.register_adapter(LaneAdapter)

        @found.on_bot_connect
        async def connected(bot: Bot) -> None:
            for edge in _serving:
                await edge.connected(bot)

        @found.on_bot_disconnect
        async def disconnected(bot: Bot) -> None:
            for edge in _serving:
                await edge.disconnected(bot)

        @event_preprocessor
        async def preprocess(bot: Bot, event: Event) -> None:
            for edge in _serving:
                await edge.preprocess(bot, event)

    assert isinstance(found, Driver)
    return found


@asynccontextmanager
async def serving(edge: Edge, lane: bool = False) -> AsyncIterator[str]:
    """开着服务器，`edge` 接在上面；给出反向 WebSocket 的地址。`lane` 为真时消息走快车道。"""
    LaneAdapter.listener = edge.overhear if lane else None
    config = uvicorn.Config(
        driver().server_app,
        host="127.0.0.1",
        port=0,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    _serving.append(edge)
    task = asyncio.create_task(server.serve())
    try:
        while not server.started:
            await asyncio.sleep(0.005)
            if task.done():
                task.result()
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"ws://127.0.0.1:{port}/onebot/v11/ws"
    finally:
        server.should_exit = True
        await task
        _serving.remove(edge)


@dataclass
class Listener:
    """只听不玩的大厅：记下入口交来的一切。`taken` 决定接不接；`failing` 时处理就抛异常。"""

    heard: list[Incoming] = field(default_factory=list)
    told: list[tuple[Any, ...]] = field(default_factory=list)
    taken: bool = True
    failing: int = 0
    breaking: bool = False
    holders: dict[str, str] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, reached: Callable[[], bool]) -> None:
        """等到 `reached()` 为真，至多五秒。"""
        async with asyncio.timeout(5):
            while not reached():
                self.changed.clear()
                await self.changed.wait()

    def tell(self, *what: Any) -> None:
        self.told.append(what)
        self.changed.set()

    def concerned(self, incoming: Incoming) -> bool:
        if self.breaking:
            raise RuntimeError("大厅坏了")
        return not incoming.text.startswith("闲聊")

    async def handle(self, incoming: Incoming) -> bool:
        if self.failing:
            self.failing -= 1
            raise RuntimeError("处理不了")
        self.heard.append(incoming)
        self.changed.set()
        return self.taken

    async def member_left(self, bot: str, group: str, user: str, operator: str) -> None:
        self.tell("member_left", bot, group, user, operator)

    async def member_renamed(self, bot: str, group: str, user: str, name: str) -> None:
        self.tell("member_renamed", bot, group, user, name)

    async def group_gone(self, bot: str, group: str) -> None:
        self.tell("group_gone", bot, group)

    async def muted(self, bot: str, group: str, until: float | None) -> None:
        self.tell("muted", bot, group)

    async def unmuted(self, bot: str, group: str) -> None:
        self.tell("unmuted", bot, group)

    async def friend_added(self, bot: str, user: str) -> None:
        self.tell("friend_added", bot, user)

    async def bot_online(self, bot: str) -> None:
        self.tell("bot_online", bot)

    async def bot_offline(self, bot: str) -> None:
        self.tell("bot_offline", bot)

    @property
    def texts(self) -> list[str]:
        return [incoming.text for incoming in self.heard]


__all__ = ["Listener", "call", "driver", "serving"]
