"""一整局落叶长跑，三条跑道，中途两次 SIGKILL；换着协议端的写法。"""

from __future__ import annotations

from pathlib import Path

from benchmarks.bot_process import QUICK, BotProcess
from plugins.room.dialect import Dialect
from plugins.room.harness import Room, open_room

from .ledger import check_moves, check_result, check_secrets, read_ledger
from .people import Party

RESUMED = "我重启了，对局接着来"


async def raised_again(process: BotProcess, room: Room, party: Party, dialect: Dialect) -> list[str]:
    """再起一个进程，协议端换一种写法连回来；返回恢复时群里的话。"""
    room.connection.dialect = dialect
    room.connection.actions.dialect = dialect
    party.public = ""
    before = len(room.sent)
    await process.start()
    await room.connection.wait_connected(20)
    await room.settled(0.3, 20)
    return [message.text for message in room.sent[before:] if message.group_id == party.group_id]


async def test_a_group_plays_three_tracks_through_two_kills(tmp_path: Path) -> None:
    process = BotProcess(tmp_path, environment=QUICK)
    await process.start()
    try:
        async with open_room(process.url, message_format="array", id_format="int") as room:
            group = room.group().group_id
            party = Party(room, group, range(10001, 10005))
            await party.sit_down()

            # 四人同时换牌，答了两人。
            await party.play(lambda: [what for _, what in party.awaited()] == ["换牌"] * 2)
            answered = {person.user for person in party.people} - {each.user for each, _ in party.awaited()}
            await process.kill()
            told = await raised_again(process, room, party, Dialect("llonebot", "string", "string"))
            assert len(told) == 1 and told[0].startswith(RESUMED)
            left = {person.user for person, _ in party.awaited()}
            assert len(left) == 2 and not left & answered, "答过的人又被问了一遍"

            # 一轮里第二个人出牌，刚打出的一句还没有回音。
            order = 0

            def second_turn() -> bool:
                nonlocal order
                awaited = party.awaited()
                if [what for _, what in awaited] != ["出牌"]:
                    order = 0
                elif party.said and party.said[-1].message.text == "结束":
                    order += 1
                    return order >= 2 and "移动 " in awaited[0][0].prompt
                return False

            await party.play(second_turn)
            assert not party.over
            person, _ = party.awaited()[0]
            unanswered = await party.drop_a_line(person, "移动 1")
            await process.kill()
            person.done.clear()
            told = await raised_again(process, room, party, Dialect("lagrange", "array", "string"))
            assert len(told) == 1 and told[0].startswith(RESUMED)
            # 协议端重连以后把同一句再送一遍：进过日志就不再算。
            room.connection.redeliver(unanswered)
            await room.settled(0.2)

            await party.play()
            announced = [message for message in room.sent if RESUMED in message.text]
            assert len(announced) == 2
            for track in ("1/3", "2/3", "3/3"):
                assert any(f"【第 {track} 道】" in message.text for message in room.sent)
            await process.stop()
            assert "Traceback" not in process.printed() and "[ERROR]" not in process.printed()
            ledger = await read_ledger(process.database, 1)
            check_moves(ledger, party)
            check_result(ledger, party)
            check_secrets(room, [ledger])
            spoken = [each.message for each in party.said]
            assert any(message.group_id is None for message in spoken), "没有人在私聊里打过"
            assert any(message.group_id is not None for message in spoken)
    finally:
        await process.kill()
