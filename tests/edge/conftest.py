"""入口与出口测试的公共夹具。"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from plugins.gamemaster.config import Settings
from plugins.gamemaster.edge import Edge
from plugins.gamemaster.outbox import Outbox
from tests.edge.server import Listener, call, serving


class Bench:
    """入口、出口接在一个只听不玩的大厅上，开着真服务器。"""

    def __init__(self, settings: Settings, superusers: set[str]) -> None:
        self.host = Listener()
        self.outbox = Outbox(settings, call, lambda bot, group: self.edge.send_refused(bot, group))
        self.edge = Edge(settings, self.host, self.outbox, self.host.holders.get, superusers)
        self.url = ""


@pytest.fixture(params=[False, True], ids=["dispatched", "lane"])
def lane(request: pytest.FixtureRequest) -> bool:
    """消息走不走快车道；两条路的结果要一样。"""
    return request.param


@pytest.fixture
async def start_bench(lane: bool) -> AsyncIterator[Callable[..., Awaitable[Bench]]]:
    """`await start_bench(superusers={…}, 设置=值…)` 开一套；默认不限速。"""
    async with AsyncExitStack() as stack:

        async def start(superusers: set[str] | None = None, **changes: Any) -> Bench:
            settings = Settings(**{"send_interval": 0, "send_rate": 0, "send_backoff": 0.01, **changes})
            bench = Bench(settings, superusers or set())
            bench.url = await stack.enter_async_context(serving(bench.edge, lane))
            stack.push_async_callback(bench.edge.close)
            stack.push_async_callback(bench.outbox.close, 0.5)
            return bench

        yield start


@pytest.fixture
async def bench(start_bench: Callable[..., Awaitable[Bench]]) -> Bench:
    """默认设置的一套。"""
    return await start_bench(superusers={"10003"})
