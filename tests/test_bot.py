"""`bot.py`：不配置也能跑，不安全就不跑，跑不了说得清。"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

import bot
from benchmarks.bot_process import QUICK, BotProcess
from plugins.room.harness import open_room
from plugins.room.layout import small_world

Start = Callable[..., BotProcess]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Start]:
    made: list[BotProcess] = []

    def build(
        name: str = "一", environment: dict[str, str] | None = None, port: int | None = None
    ) -> BotProcess:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        process = BotProcess(folder, environment=environment, port=port)
        made.append(process)
        return process

    yield build
    for process in made:
        await process.kill()


async def refusal(process: BotProcess) -> str:
    """启动不了的那一句。"""
    with pytest.raises(RuntimeError):
        await process.start()
    assert process.process is not None
    assert process.process.returncode == 2
    printed = process.printed()
    assert "Traceback" not in printed
    lines = [line for line in printed.splitlines() if "群桌没有启动" in line]
    assert len(lines) == 1, printed
    return lines[0]


async def test_it_runs_with_nothing_configured_and_answers(make: Start) -> None:
    process = make()
    await process.start()
    async with open_room(process.url, world=small_world(self_id=20000)) as room:
        replies = await room.group().talk("小红", "帮助")
        assert replies
        assert all(reply.group_id == 700001 for reply in replies)
        await room.private("小红").says("帮助")
        assert (await room.private("小红").next_message()).is_private
    printed = process.printed()
    assert "python -m plugins.room.terminal" in printed
    await process.stop()
    assert "Application shutdown complete" in process.printed()
    assert "Traceback" not in process.printed()
    assert process.database.exists()


async def test_messages_leave_no_line_in_the_log(make: Start) -> None:
    process = make(environment={**QUICK, "LOG_LEVEL": "INFO"})
    await process.start()
    async with open_room(process.url) as room:
        await room.group().talk("小红", "帮助")
        before = process.printed()
        for _ in range(5):
            await room.group().talk("小红", "今天吃什么", quiet=0.05)
            await room.group().talk("小红", "帮助", quiet=0.05)
        assert process.printed() == before


async def test_debugging_shows_messages_again(make: Start) -> None:
    process = make(environment={**QUICK, "LOG_LEVEL": "DEBUG"})
    await process.start()
    async with open_room(process.url) as room:
        await room.group().talk("小红", "今天吃什么")
        assert "今天吃什么" in process.printed()


async def test_listening_wider_without_a_token_is_refused(make: Start) -> None:
    assert "ONEBOT_ACCESS_TOKEN" in await refusal(make(environment={"HOST": "0.0.0.0"}))
    assert "ONEBOT_ACCESS_TOKEN" in await refusal(make("二", {"HOST": "::", "ONEBOT_ACCESS_TOKEN": ""}))


async def test_a_token_in_the_environment_is_demanded_of_the_other_side(make: Start) -> None:
    process = make(environment={**QUICK, "ONEBOT_ACCESS_TOKEN": "12345"})
    await process.start()
    with pytest.raises(TimeoutError):
        async with open_room(process.url, connect_timeout=0.5):
            pass
    async with open_room(process.url, token="12345") as room:
        assert await room.group().talk("小红", "帮助")


async def test_a_token_that_cannot_travel_in_a_header_is_refused(make: Start) -> None:
    assert "只能用英文字母" in await refusal(make(environment={"ONEBOT_ACCESS_TOKEN": "只有你知道"}))


async def test_superusers_written_as_numbers_are_explained(make: Start) -> None:
    wanted = 'SUPERUSERS=["123456"]'
    assert wanted in await refusal(make(environment={"SUPERUSERS": "[12345]"}))
    assert wanted in await refusal(make("二", {"SUPERUSERS": "12345"}))


async def test_a_busy_port_is_said_plainly(make: Start) -> None:
    with socket.socket() as occupant:
        occupant.bind(("127.0.0.1", 0))
        occupant.listen()
        port = occupant.getsockname()[1]
        process = make(port=port)
        process.environment["PORT"] = str(port)
        # 端口有人应声，所以不能靠应声判断起没起来：直接等它退出。
        await process.start()
        assert process.process is not None
        assert await process.process.wait() == 2
    assert f"127.0.0.1:{port} 用不了" in process.printed()
    assert "Traceback" not in process.printed()


async def test_a_second_bot_on_the_same_database_is_refused(make: Start) -> None:
    first = make()
    await first.start()
    second = make("二", {"QUNZHUO_DATABASE": str(first.database)})
    assert "正被另一个群桌进程使用" in await refusal(second)


async def test_a_setting_out_of_range_is_named(make: Start) -> None:
    assert "QUNZHUO_VOTE_SECONDS=1 " in await refusal(make(environment={"QUNZHUO_VOTE_SECONDS": "1"}))


async def test_a_misspelt_setting_is_warned_about(make: Start) -> None:
    process = make(environment={**QUICK, "QUNZHUO_DATABSE": "x"})
    await process.start()
    assert "QUNZHUO_DATABSE" in process.printed()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_addresses_need_no_token(host: str) -> None:
    assert bot.is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.com", ""])
def test_other_addresses_do(host: str) -> None:
    assert not bot.is_loopback(host)
