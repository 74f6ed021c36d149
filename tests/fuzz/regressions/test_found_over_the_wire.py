"""全程乱聊找到过的毛病。"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from benchmarks.bot_process import BotProcess
from plugins.gamemaster.config import Settings
from plugins.gamemaster.hall import Text
from plugins.gamemaster.outbox import Outbox
from plugins.room.harness import open_room
from tests.fuzz.wire import ENVIRONMENT


async def test_an_account_that_hears_again_speaks_again_without_heartbeats(tmp_path: Path) -> None:
    bot = BotProcess(tmp_path, environment=ENVIRONMENT)
    await bot.start()
    try:
        async with open_room(bot.url, heartbeat=0) as room:
            group = room.group()
            await group.says("小红", "新游戏 落叶长跑")
            await group.next_message()
            room.world.go_offline()
            await room.settled(0.2)
            room.world.go_online()
            await group.says("小红", "状态")
            assert "等人开局" in (await group.next_message()).text
    finally:
        await bot.kill()


async def test_a_reply_on_its_way_is_still_awaited_when_the_account_goes_offline() -> None:
    called = asyncio.Event()
    reply: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def call(bot: str, action: str, parameters: dict[str, Any]) -> None:
        called.set()
        await reply

    outbox = Outbox(Settings(send_interval=0, send_rate=0), call)
    outbox.connected("1")
    sending = asyncio.ensure_future(outbox.say("1", "2", Text("话")))
    await called.wait()
    outbox.suspended("1")
    await asyncio.sleep(0)
    # 适配器这时把回音交给它；已经取消的就会抛 InvalidStateError，断掉连接。
    reply.set_result(None)
    assert await sending
    await outbox.close()
