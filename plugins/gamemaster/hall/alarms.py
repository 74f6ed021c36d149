"""闹钟：全大厅共用一个堆和一个任务，换一次限时不必新建任务。"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from heapq import heapify, heappop, heappush

from .clock import Clock

log = logging.getLogger(__name__)


class Alarm:
    """一只闹钟；`cancel` 以后不会再响。"""

    __slots__ = ("alarms", "at", "ring")

    def __init__(self, alarms: Alarms, at: float, ring: Callable[[], object]) -> None:
        self.alarms = alarms
        self.at = at
        self.ring: Callable[[], object] | None = ring

    def cancel(self) -> None:
        """取消；响过或取消过的再取消无妨。"""
        if self.ring is not None:
            self.ring = None
            self.alarms.cancelled += 1


class Alarms:
    """全部闹钟。"""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.heap: list[tuple[float, int, Alarm]] = []
        self.serial = 0
        self.cancelled = 0
        self.runner: asyncio.Task[None] | None = None
        self.waking = float("inf")

    def set(self, seconds: float, ring: Callable[[], object]) -> Alarm:
        """`seconds` 秒后调用 `ring`（不许等待；要做事就交给桌子的队列）。"""
        alarm = Alarm(self, self.clock.elapsed() + seconds, ring)
        self.serial += 1
        heappush(self.heap, (alarm.at, self.serial, alarm))
        if self.cancelled > 64 and self.cancelled * 2 > len(self.heap):
            # 取消的只在堆里作记号；每句话都换一次限时，不清会越积越多。
            self.heap = [entry for entry in self.heap if entry[2].ring is not None]
            heapify(self.heap)
            self.cancelled = 0
        if self.runner is None or alarm.at < self.waking:
            self._restart()
        return alarm

    def close(self) -> None:
        """全部取消。"""
        self.heap.clear()
        self.cancelled = 0
        if self.runner is not None:
            self.runner.cancel()
            self.runner = None

    def _restart(self) -> None:
        if self.runner is not None:
            self.runner.cancel()
        self.waking = self.heap[0][0]
        self.runner = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self.heap:
            at, _, alarm = self.heap[0]
            if alarm.ring is None:
                heappop(self.heap)
                self.cancelled = max(0, self.cancelled - 1)
                continue
            delay = at - self.clock.elapsed()
            if delay > 0:
                self.waking = at
                await self.clock.sleep(delay)
                continue
            heappop(self.heap)
            ring, alarm.ring = alarm.ring, None
            try:
                ring()
            except Exception:
                log.exception("闹钟出错")
        self.runner = None
        self.waking = float("inf")
