"""真 WebSocket，对面是只有 OneBot v11 适配器的 NoneBot（另一个进程）。"""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Awaitable, Callable

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from plugins.room.dialect import FLAVOURS
from plugins.room.harness import open_room
from tests.room.application import ROOT

StartEchoBot = Callable[..., Awaitable[asyncio.subprocess.Process]]
GROUP = 700001
SECOND = 10002


async def test_nonebot_works_with_every_flavour_and_format(
    start_echo_bot: StartEchoBot, free_port: int
) -> None:
    await start_echo_bot()
    url = f"ws://127.0.0.1:{free_port}/onebot/v11/ws"
    for number, flavour in enumerate(FLAVOURS):
        async with open_room(
            url,
            flavour=flavour,
            message_format="string" if number % 2 else "array",
            id_format="string" if number > 1 else "int",
        ) as room:
            await room.group().says("阿蓝", "说好[1]&,")
            assert (await room.next_group_message()).shown == "@阿蓝 好[1]&,", flavour
            await room.private("阿蓝").says("说悄悄")
            assert (await room.next_private_message("阿蓝")).shown == "悄悄", flavour
            # 引用机器人的话：适配器会用 get_msg 取原文。
            quoted = room.sent[0].message_id
            await room.group().says(
                "阿蓝",
                [
                    {"type": "reply", "data": {"id": str(quoted)}},
                    {"type": "text", "data": {"text": "说引用"}},
                ],
            )
            assert (await room.next_group_message()).shown == "@阿蓝 引用", flavour
            room.world.mute(GROUP, SECOND, 60)
            notice = await room.next_group_message()
            assert notice.shown == "GroupBanNoticeEvent notice.group_ban.ban", flavour
            room.world.set_card(GROUP, SECOND, "蓝")
            assert (await room.next_group_message()).shown.startswith("NoticeEvent"), flavour


async def test_reply_to_a_temp_session_silently_carries_the_group(
    start_echo_bot: StartEchoBot, free_port: int
) -> None:
    # bot.send(event) 照抄事件里的 group_id；NapCat 的临时会话事件恰好带着它。
    await start_echo_bot()
    async with open_room(f"ws://127.0.0.1:{free_port}/onebot/v11/ws", friends=False) as room:
        stranger = room.private("阿蓝")
        await stranger.says("说底牌")
        assert (await stranger.next_message()).carried_group_id == GROUP
        await stranger.says("私下底牌")
        answered = await stranger.next_message()
        assert (answered.carried_group_id, answered.temp_group_id) == (None, GROUP)
        # 会话开着时关掉临时会话：带着群号的那一句就落进了群里，人人看见。
        room.faults.holding = True
        await stranger.says("说底牌")
        await stranger.says("私下底牌")
        room.world.group(GROUP).temp_allowed = False
        room.connection.release()
        leaked = await room.next_group_message()
        assert leaked.leaked and leaked.seen_by(10003)
        await room.settled()
        assert [failure.action for failure in room.failures] == ["send_private_msg"]


async def test_reconnects_after_the_bot_is_killed(start_echo_bot: StartEchoBot, free_port: int) -> None:
    process = await start_echo_bot()
    async with open_room(f"ws://127.0.0.1:{free_port}/onebot/v11/ws") as room:
        gone = asyncio.Event()
        room.connection.on_link(lambda connected: None if connected else gone.set())
        process.kill()
        await process.wait()
        await asyncio.wait_for(gone.wait(), 5)
        await start_echo_bot()
        await room.connection.wait_connected(10)
        await room.group().says("小红", "说活了")
        assert (await room.next_group_message()).shown == "@小红 活了"


async def test_plugin_opens_the_room_and_serves_the_terminal(
    start_echo_bot: StartEchoBot, free_port: int
) -> None:
    await start_echo_bot("--room")
    url = f"ws://127.0.0.1:{free_port}/room/ws"
    for origin in ("https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as caught:
            async with connect(url, additional_headers={"Origin": origin}, proxy=None):
                pass
        assert caught.value.response.status_code == 403
    lines = ":成员\n说你好 @阿蓝\n@2! 说秘密\n@老黄\n说我是老黄\n:禁言 2\n@2 说不了\n:乱来\n:退出\n没人执行\n"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    terminal = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "plugins.room.terminal",
        "--url",
        url,
        "--pace",
        "0.2",
        cwd=ROOT,
        env=environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    output, _ = await asyncio.wait_for(terminal.communicate(lines.encode()), 20)
    shown = output.decode().splitlines()
    assert terminal.returncode == 0
    assert any("@2" in line and "阿蓝" in line and "成员" in line for line in shown)
    group_line = shown.index("【群】试玩群 @1 小红")
    assert shown[group_line + 1] == "  说你好 @阿蓝"
    answer_line = shown.index("【群】试玩群 群桌")
    assert shown[answer_line + 1] == "  @小红 你好"
    whisper_line = shown.index("【私聊】@2 阿蓝 → 机器人")
    assert shown[whisper_line + 1] == "  说秘密"
    private_line = shown.index("【私聊】群桌 → @2 阿蓝")
    assert shown[private_line + 1] == "  秘密"
    assert "【群】试玩群 @3 老黄" in shown
    assert "—— 阿蓝 被禁言 60 秒 ——" in shown
    assert any(line.startswith("✗ 做不到：正被禁言") for line in shown)
    assert any("没有命令「:乱来」" in line for line in shown)
    assert "> 没人执行" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="要有伪终端")
async def test_terminal_with_a_person_at_the_keyboard(start_echo_bot: StartEchoBot, free_port: int) -> None:
    import pty

    await start_echo_bot("--room")
    master, slave = pty.openpty()
    terminal = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "plugins.room.terminal",
        "--url",
        f"ws://127.0.0.1:{free_port}/room/ws",
        "--as",
        "阿蓝",
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    screen = bytearray()
    changed = asyncio.Event()
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            screen.extend(os.read(master, 65536))
        except OSError:
            loop.remove_reader(master)
        changed.set()

    async def until(words: str) -> None:
        async with asyncio.timeout(10):
            while words not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.decode(errors="ignore")):
                changed.clear()
                await changed.wait()

    loop.add_reader(master, read)
    try:
        await until("以后由 阿蓝 说")
        os.write(master, "!说秘密\r".encode())
        await until("群桌 → @2 阿蓝")
        await until("  秘密")
        os.write(master, ":退出\r".encode())
        assert await asyncio.wait_for(terminal.wait(), 10) == 0
    finally:
        loop.remove_reader(master)
        os.close(master)


@pytest.mark.parametrize(
    ("settings", "opens"),
    [({"ONEBOT_ACCESS_TOKEN": "t"}, False), ({"ONEBOT_ACCESS_TOKEN": "t", "ROOM": "on"}, True)],
)
async def test_room_opens_beside_a_real_account_only_when_asked(
    start_echo_bot: StartEchoBot, free_port: int, settings: dict[str, str], opens: bool
) -> None:
    process = await start_echo_bot("--room", **settings)
    url = f"ws://127.0.0.1:{free_port}/room/ws"
    if not opens:
        with pytest.raises(InvalidStatus):
            async with connect(url, proxy=None):
                pass
        return
    assert process.stdout is not None
    invitation = await asyncio.wait_for(process.stdout.readline(), 5)
    assert "python -m plugins.room.terminal" in invitation.decode()
    async with connect(url, proxy=None) as socket, asyncio.timeout(5):
        # 带着令牌连上了机器人自己。
        while msgspec.json.decode(await socket.recv()) != {"show": "link", "connected": True}:
            pass
