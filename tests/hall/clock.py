"""测试自己拨的钟。"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from heapq import heappop, heappush


class HandClock:
    """不自己走的钟；`advance` 才走，走到哪只闹钟就先等大厅办完。"""

    def __init__(self) -> None:
        self.at = 1_700_000_000.0
        self.sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self.serial = 0

    def now(self) -> float:
        return self.at

    def elapsed(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.serial += 1
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self.sleepers, (self.at + seconds, self.serial, future))
        await future

    async def advance(self, seconds: float, settle: Callable[[], Awaitable[None]]) -> None:
        """往前拨 `seconds` 秒。"""
        target = self.at + seconds
        await self._breathe(settle)
        while self.sleepers and self.sleepers[0][0] <= target:
            at, _, future = heappop(self.sleepers)
            if future.done():
                continue
            self.at = max(self.at, at)
            future.set_result(None)
            await self._breathe(settle)
        self.at = target
        await self._breathe(settle)

    async def _breathe(self, settle: Callable[[], Awaitable[None]]) -> None:
        # 闹钟的任务要转几圈才轮到桌子的队列。
        for _ in range(5):
            await asyncio.sleep(0)
        await settle()
