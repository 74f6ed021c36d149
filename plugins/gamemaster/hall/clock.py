"""时间的来源。大厅只从这里看钟、睡觉，测试换上自己拨得动的钟。"""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta, timezone
from typing import Protocol

BEIJING = timezone(timedelta(hours=8))
"""QQ 群里说的日期。"""


class Clock(Protocol):
    """一只钟。"""

    def now(self) -> float:
        """Unix 秒，写进日志用；系统校时时会跳。"""
        ...

    def elapsed(self) -> float:
        """只增不减的秒数，计时用；起点随意。"""
        ...

    async def sleep(self, seconds: float) -> None:
        """睡 `seconds` 秒。"""
        ...


class SystemClock:
    """真的钟。"""

    def now(self) -> float:
        return time.time()

    def elapsed(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
