"""几种坐法：真人带电脑、同一班人同时坐几桌。"""

from __future__ import annotations

import asyncio

from benchmarks.bot_process import BotProcess
from plugins.room.harness import open_room

from .conftest import members, new_world
from .ledger import check_moves, check_result, check_secrets, find_ledger
from .people import SHORT, Party


async def test_three_people_play_with_a_computer(bot: BotProcess) -> None:
    world = new_world()
    async with open_room(bot.url, world=world) as room:
        group = room.group().group_id
        party = Party(room, group, members(world, group)[:3])
        await party.sit_down(SHORT, filling="1 普通")
        await party.play()
        ledger = await find_ledger(bot.database, group)
        assert [seat.computer for seat in ledger.seats] == ["", "", "", "普通"]
        moves = [row for row in ledger.stored.actions if row.seat == 3]
        assert moves and all(row.by == "computer" for row in moves)
        # 电脑走在同一句回话里，群里从来不必等它。
        assert not any("等 🟩电脑" in message.text or "轮到 🟩电脑" in message.text for message in room.sent)
        check_moves(ledger, party)
        check_result(ledger, party)
        check_secrets(room, [ledger])


async def test_the_same_people_sit_at_three_tables_at_once(bot: BotProcess) -> None:
    world = new_world()
    first = next(iter(world.groups))
    users = members(world, first)[:2]
    for more in (1, 2):
        world.add_group(first + more, f"试玩群{more + 1}", users)
    async with open_room(bot.url, world=world) as room:
        parties = [Party(room, first + more, users, several=True) for more in range(3)]
        for party in parties:
            await party.sit_down(SHORT)
        await asyncio.gather(*(party.play() for party in parties))
        ledgers = [await find_ledger(bot.database, party.group_id) for party in parties]
        assert len({ledger.stored.record.seed for ledger in ledgers}) == 3
        for party, ledger in zip(parties, ledgers, strict=True):
            check_moves(ledger, party)
            check_result(ledger, party)
        check_secrets(room, ledgers)


async def test_a_private_word_goes_to_the_table_that_asks(bot: BotProcess) -> None:
    world = new_world()
    here = next(iter(world.groups))
    there = here + 1
    users = members(world, here)[:2]
    world.add_group(there, "另一个群", users)
    async with open_room(bot.url, world=world) as room:
        parties = [Party(room, group, users) for group in (here, there)]
        for party in parties:
            await party.sit_down(SHORT)
        me = room.private(users[0])
        me.pending()
        # 两桌都在问他选角色：裸号归先问的那桌，回话写明是哪一桌。
        replies = await me.talk("1")
        assert {message.group_id for message in replies if message.group_id} == {here}
        assert all(message.text.startswith(f"〔群 {here}〕") for message in me.pending())
        # 写明群号，就是那一桌。
        replies = await me.talk(f"群 {there} 手牌")
        assert [message.text.split("\n")[0] for message in replies] == [f"〔群 {there}〕"]
        # 头一桌答过了，再一个号归第二桌。
        replies = await me.talk("2")
        assert {message.group_id for message in replies if message.group_id} == {there}
        # 两桌都不在问他：请他写明。
        replies = await me.talk("状态")
        assert len(replies) == 1 and f"群 {here}" in replies[0].text and f"群 {there}" in replies[0].text
