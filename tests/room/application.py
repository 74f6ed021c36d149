"""房间对面「不是我们写的」应用端：原封不动的 aiocqhttp。"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from aiocqhttp import CQHttp, Event

ROOT = Path(__file__).parents[2]
"""项目根目录。"""


class Application:
    """一个原封不动的 aiocqhttp 应用端，收到的事件都记下。"""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.url = f"ws://127.0.0.1:{port}/ws"
        self.bot = CQHttp("room-test", access_token=token, api_timeout_sec=5)
        self.events: list[dict[str, Any]] = []
        for kind in ("message", "notice", "request", "meta_event", "message_sent"):
            self.bot.on(kind)(self._record)

    async def _record(self, event: Event) -> None:
        self.events.append(dict(event))

    async def until(self, wanted: Callable[[dict[str, Any]], bool], count: int = 1) -> list[dict[str, Any]]:
        """等到收齐这么多个符合的事件。"""
        async with asyncio.timeout(5):
            while True:
                found = [event for event in self.events if wanted(event)]
                if len(found) >= count:
                    return found
                await asyncio.sleep(0.005)
