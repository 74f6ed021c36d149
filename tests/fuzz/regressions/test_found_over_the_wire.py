"""全程乱聊找到过的毛病。"""

from __future__ import annotations

from pathlib import Path

from benchmarks.bot_process import BotProcess
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
