"""线上会出的岔子：断线、重送、迟到、禁言、踢人、解散、私聊不通。"""

from __future__ import annotations

from benchmarks.bot_process import BotProcess
from plugins.room.harness import GroupLine, Room, open_room
from plugins.room.world import Message, World

from .conftest import members, new_world
from .ledger import check_moves, check_result, check_secrets, find_ledger
from .people import SHORT, Party


def spoken_in(group: GroupLine, messages: list[Message]) -> list[str]:
    """其中在这个群里说的。"""
    return [message.text for message in messages if message.group_id == group.group_id]


def table(room: Room, world: World, seats: int = 2) -> tuple[GroupLine, Party]:
    group = room.group()
    return group, Party(room, group.group_id, members(world, group.group_id)[:seats])


async def test_dropped_lines_duplicates_and_late_events(bot: BotProcess) -> None:
    world = new_world(seats=2)
    async with open_room(bot.url, world=world) as room:
        group, party = table(room, world)
        await party.sit_down(SHORT)
        # 每条事件都送两遍。
        room.faults.duplicate = -1
        for count in range(60):
            if party.over:
                break
            await party.step()
            if count % 5 == 4:
                room.connection.drop()
                await room.connection.wait_connected(20)
                # 重连以后，断线前的那句又来一遍。
                room.connection.redeliver(party.said[-1].message)
        else:
            await party.play()
        assert room.connection.connects > 1
        # 很快就回来的，不必宣布。
        assert not any("掉线" in message.text or "重启" in message.text for message in room.sent)
        ledger = await find_ledger(bot.database, group.group_id)
        check_moves(ledger, party)
        check_result(ledger, party)
        check_secrets(room, [ledger])


async def test_a_line_that_arrives_minutes_late_is_not_a_move(bot: BotProcess) -> None:
    world = new_world(seats=2)
    async with open_room(bot.url, world=world) as room:
        group, party = table(room, world)
        await party.sit_down("跑道=SLFGE")
        person, what = party.awaited()[0]
        assert what == "掷骰"
        room.faults.event_age = 300
        assert await group.talk(person.user, "掷骰") == []
        room.faults.event_age = 0
        assert party.awaited()[0][0] is person
        await party.say(person, "掷骰")
        assert person not in [each for each, _ in party.awaited()]


async def test_a_muted_bot_is_quiet_until_unmuted(bot: BotProcess) -> None:
    world = new_world(seats=2)
    async with open_room(bot.url, world=world) as room:
        group, party = table(room, world)
        await party.sit_down(SHORT)
        await party.play(lambda: [what for _, what in party.awaited()] == ["出牌"])
        person, _ = party.awaited()[0]
        world.mute(group.group_id, world.self_id, 600)
        await room.settled()
        told = await group.talk(person.user, "状态")
        assert spoken_in(group, told) == []
        assert not room.failures, "被禁言还硬发"
        told = await room.during(lambda: world.mute(group.group_id, world.self_id, 0))
        said = spoken_in(group, told)
        assert len(said) == 1 and f"轮到 🟥{person.name}" in said[0].replace("🟧", "🟥")
        await party.play()
        check_result(await find_ledger(bot.database, group.group_id), party)


async def test_a_kicked_member_is_replaced_and_comes_back(bot: BotProcess) -> None:
    world = new_world(seats=3)
    async with open_room(bot.url, world=world) as room:
        group, party = table(room, world, 3)
        await party.sit_down(SHORT)
        owner, kicked = party.people[0], party.people[1]
        told = await room.during(lambda: world.kick(group.group_id, owner.user, kicked.user))
        (said,) = spoken_in(group, told)
        assert f"🟧{kicked.name} 离开了群，由电脑接手；回群后打「加入」可以坐回来。" in said
        assert kicked not in [person for person, _ in party.awaited()]
        gone = len(room.sent)
        # 他不在的时候照样往下走，电脑替他答。
        await party.play(lambda: [what for _, what in party.awaited()] == ["换牌"])
        assert not any(message.peer_id == kicked.user for message in room.sent[gone:])
        world.join(group.group_id, kicked.user)
        await party.say(kicked, "加入")
        assert any(f"🟧{kicked.name} 回来了，坐回 2 号。" in message.text for message in room.sent[-5:])
        await party.play()
        ledger = await find_ledger(bot.database, group.group_id)
        check_result(ledger, party)
        check_secrets(room, [ledger])
        by = {row.by for row in ledger.stored.actions if row.seat == 1 and row.kind == "answer"}
        assert by == {"computer", "player"}


async def test_a_dissolved_group_suspends_the_table(bot: BotProcess) -> None:
    world = new_world(seats=2)
    async with open_room(bot.url, world=world) as room:
        group, party = table(room, world)
        await party.sit_down(SHORT)
        told = await room.during(lambda: world.dissolve(group.group_id))
        assert {message.peer_id for message in told} == {person.user for person in party.people}
        assert all(message.text.startswith("落叶长跑挂起了：") for message in told)
        assert not room.failures, "群没了还往里发"


async def test_whoever_cannot_be_reached_is_named_and_told_what_to_do(bot: BotProcess) -> None:
    world = new_world(seats=2)
    group_id = next(iter(world.groups))
    host, shy = members(world, group_id)
    world.unfriend(shy)
    world.groups[group_id].temp_allowed = False
    name = world.people[shy].nickname
    async with open_room(bot.url, world=world) as room:
        group = room.group()
        await group.talk(host, f"新游戏 落叶长跑 {SHORT}")
        (said,) = spoken_in(group, await group.talk(shy, "加入"))
        assert f"{name} 坐下了，但私聊送不到。" in said
        assert f"2. {name}（私聊未通）" in said
        assert "私聊未通的人：请先加我好友，再私聊我「在」。" in said
        (said,) = spoken_in(group, await group.talk(host, "开始"))
        assert f"还不能开：{name} 的私聊送不到" in said and "请先加我好友" in said
        assert [part for part in room.sent[-1].segments if part["type"] == "at"], "没有 @ 他"
        # 照说的做：加好友（自动同意），再私聊一句「在」。
        await room.during(lambda: world.request_friend(shy))
        assert shy in world.friends
        told = await room.private(shy).talk("在")
        assert any(message.peer_id == shy for message in told) or any(
            f"{name} 的私聊通了" in message.text for message in room.sent
        )
        party = Party(room, group_id, [host, shy])
        await party.say(party.people[0], "开始")
        assert party.awaited()
        assert not any(message.leaked for message in room.sent)
        assert not any(message.carried_group_id for message in room.sent)
