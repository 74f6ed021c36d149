"""一桌一个队列：一桌的话、闹钟与通知排着队一件件办，桌与桌互不等待。"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

Job = Callable[[], Awaitable[bool]]


class Actor:
    """先来先办的队列。有活时才有任务，办完就没了。"""

    __slots__ = ("busy", "failed", "idle", "jobs", "worker")

    def __init__(
        self, failed: Callable[[Exception], Awaitable[None]], idle: Callable[[], object] = lambda: None
    ) -> None:
        """`failed` 处理一件活里漏出来的异常；`idle` 在全部办完时调用。"""
        self.jobs: deque[tuple[Job, asyncio.Future[bool]]] = deque()
        self.worker: asyncio.Task[None] | None = None
        self.failed = failed
        self.idle = idle
        self.busy = False

    def __len__(self) -> int:
        return len(self.jobs)

    def submit(self, job: Job) -> asyncio.Future[bool]:
        """排一件活；返回的 future 给出它的结果，出了异常的当作 `True`（已经处理过）。"""
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.jobs.append((job, future))
        if self.worker is None:
            self.worker = asyncio.get_running_loop().create_task(self._work())
        return future

    async def settled(self) -> None:
        """等到队列空了。"""
        while self.worker is not None:
            await asyncio.wait({self.worker})

    async def _work(self) -> None:
        try:
            while self.jobs:
                job, future = self.jobs.popleft()
                result = True
                try:
                    result = await job()
                except Exception as error:
                    try:
                        await self.failed(error)
                    except Exception:
                        log.exception("处理异常时又出了异常")
                finally:
                    if not future.done():
                        future.set_result(result)
        finally:
            self.worker = None
            for _, future in self.jobs:
                if not future.done():
                    future.set_result(True)
            self.jobs.clear()
            self.idle()
