"""通知、请求、上下线：大厅听到什么，机器人答复什么。"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from plugins.room.dialect import FLAVOURS, Flavour
from plugins.room.harness import Room, open_room
from plugins.room.trouble import Trouble
from tests.edge.conftest import Bench

GROUP = 700001
ME = "10000"
G = str(GROUP)
FIRST, SECOND, THIRD = 10001, 10002, 10003

StartBench = Callable[..., Awaitable[Bench]]


@pytest.fixture
def lane() -> bool:
    """与消息怎样分发无关，只走一条路。"""
    return False


async def told(bench: Bench, room: Room) -> list[tuple[str, ...]]:
    """安静以后，大厅听到的通知（上线不算）。"""
    await room.settled(0.1)
    return [each for each in bench.host.told if each[0] != "bot_online"]


@pytest.mark.parametrize("id_format", ["int", "string"])
async def test_leaving_and_being_kicked_are_told_with_who_did_it(bench: Bench, id_format: str) -> None:
    async with open_room(bench.url, id_format=id_format) as room:  # type: ignore[arg-type]
        room.world.leave(GROUP, SECOND)
        room.world.kick(GROUP, FIRST, THIRD)
        found = await told(bench, room)
    assert found == [
        ("member_left", ME, G, str(SECOND), str(SECOND)),
        ("member_left", ME, G, str(THIRD), str(FIRST)),
    ]


async def test_being_kicked_ourselves_is_the_group_being_gone(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.kick(GROUP, FIRST, int(ME))
        assert await told(bench, room) == [("group_gone", ME, G)]


@pytest.mark.parametrize("flavour", FLAVOURS)
async def test_a_dissolved_group_is_gone_however_it_is_reported(bench: Bench, flavour: Flavour) -> None:
    async with open_room(bench.url, flavour=flavour) as room:
        room.world.dissolve(GROUP)
        assert await told(bench, room) == [("group_gone", ME, G)]


async def test_a_new_card_renames_and_an_empty_one_does_not(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.set_card(GROUP, SECOND, "蓝队长")
        room.world.set_card(GROUP, SECOND, "")
        assert await told(bench, room) == [("member_renamed", ME, G, str(SECOND), "蓝队长")]


async def test_a_new_friend_is_told_and_known_at_once(bench: Bench) -> None:
    async with open_room(bench.url, friends=False) as room:
        assert not await bench.outbox.befriended(ME, str(SECOND))
        room.world.befriend(SECOND)
        assert await told(bench, room) == [("friend_added", ME, str(SECOND))]
        assert await bench.outbox.befriended(ME, str(SECOND))
        assert not await bench.outbox.befriended(ME, str(THIRD))


async def test_a_mute_is_told_and_its_lifting(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.mute(GROUP, int(ME), 600)
        room.world.mute(GROUP, int(ME), 1200)
        room.world.mute(GROUP, SECOND, 600)
        room.world.mute(GROUP, int(ME), 0)
        assert await told(bench, room) == [("muted", ME, G), ("unmuted", ME, G)]


async def test_a_mute_that_runs_out_is_noticed_without_a_notice(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.mute(GROUP, int(ME), 1)
        await bench.host.until(lambda: ("unmuted", ME, G) in bench.host.told)
        assert await told(bench, room) == [("muted", ME, G), ("unmuted", ME, G)]


async def test_muting_everybody_silences_a_plain_member(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.mute_all(GROUP)
        assert await told(bench, room) == [("muted", ME, G)]
        room.world.mute_all(GROUP, False)
        assert await told(bench, room) == [("muted", ME, G), ("unmuted", ME, G)]


async def test_muting_everybody_does_not_touch_an_admin(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.promote(GROUP, int(ME))
        room.world.mute_all(GROUP)
        assert await told(bench, room) == []


async def test_becoming_admin_ends_the_general_mute(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.mute_all(GROUP)
        await room.settled(0.1)
        room.world.promote(GROUP, int(ME))
        assert await told(bench, room) == [("muted", ME, G), ("unmuted", ME, G)]


async def test_both_mutes_must_end(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.mute_all(GROUP)
        await room.settled(0.1)
        room.world.mute(GROUP, int(ME), 600)
        room.world.mute_all(GROUP, False)
        assert await told(bench, room) == [("muted", ME, G)]
        room.world.mute(GROUP, int(ME), 0)
        assert await told(bench, room) == [("muted", ME, G), ("unmuted", ME, G)]


async def test_a_refused_send_tells_of_a_mute_nobody_reported(bench: Bench) -> None:
    from plugins.gamemaster.hall.messages import Text

    async with open_room(bench.url) as room:
        room.world.groups[GROUP].members[int(ME)].muted_until = room.world.now() + 600
        assert not await bench.outbox.say(ME, G, Text("轮到你了"))
        assert await told(bench, room) == [("muted", ME, G)]
        assert any(outcome.error and outcome.error.trouble is Trouble.MUTED for outcome in room.outcomes)


async def test_every_refused_send_tells_of_a_known_mute_again(bench: Bench) -> None:
    """一桌可能是禁言以后才开的：前一次的通知它没有赶上。"""
    from plugins.gamemaster.hall.messages import Text

    async with open_room(bench.url) as room:
        room.world.mute(GROUP, int(ME), 600)
        assert await told(bench, room) == [("muted", ME, G)]
        assert not await bench.outbox.say(ME, G, Text("等人开局"))
        assert await told(bench, room) == [("muted", ME, G), ("muted", ME, G)]


async def test_a_friend_request_is_approved(bench: Bench) -> None:
    async with open_room(bench.url, friends=False) as room:
        room.world.request_friend(SECOND)
        await room.settled(0.1)
        assert SECOND in room.world.friends


async def test_a_friend_request_is_left_alone_when_set_so(start_bench: StartBench) -> None:
    bench = await start_bench(approve_friends=False)
    async with open_room(bench.url, friends=False) as room:
        request = room.world.request_friend(SECOND)
        await room.settled(0.1)
        assert not request.answered


@pytest.mark.parametrize(
    ("who", "allowed", "joined"),
    [
        (THIRD, "superusers", True),
        (SECOND, "superusers", False),
        (SECOND, "everyone", True),
        (THIRD, "nobody", False),
    ],
)
async def test_invitations_follow_the_setting(
    start_bench: StartBench, who: int, allowed: str, joined: bool
) -> None:
    bench = await start_bench(superusers={f"onebot:{THIRD}"}, group_invitations=allowed)
    async with open_room(bench.url) as room:
        room.world.add_group(700002, "另一个群", [who], with_bot=False)
        request = room.world.invite(700002, who)
        await room.settled(0.1)
        assert request.answered
        assert (int(ME) in room.world.groups[700002].members) == joined


async def test_connecting_and_dropping_is_told(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.connection.drop()
        await bench.host.until(lambda: bench.host.told.count(("bot_online", ME)) == 2)
        assert bench.host.told == [("bot_online", ME), ("bot_offline", ME), ("bot_online", ME)]


async def test_an_account_going_offline_behind_a_living_line_is_told_once(bench: Bench) -> None:
    async with open_room(bench.url, heartbeat=0.05) as room:
        room.world.go_offline()
        await bench.host.until(lambda: ("bot_offline", ME) in bench.host.told)
        await room.settled(0.2)
        assert bench.host.told == [("bot_online", ME), ("bot_offline", ME)]
        room.world.go_online()
        await bench.host.until(lambda: bench.host.told[-1] == ("bot_online", ME))
        room.connection.drop()
        await bench.host.until(lambda: bench.host.told[-1] == ("bot_offline", ME))


async def test_notices_with_missing_fields_are_survived(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        base = {"time": int(room.world.now()), "self_id": int(ME), "post_type": "notice"}
        for extra in (
            {"notice_type": "group_increase", "group_id": GROUP, "user_id": 5},
            {"notice_type": "group_decrease", "group_id": GROUP, "user_id": SECOND},
            {"notice_type": "group_ban", "group_id": GROUP},
            {"notice_type": "group_card", "group_id": GROUP, "user_id": SECOND},
            {"notice_type": "friend_add"},
            {"notice_type": "没见过的"},
            {},
        ):
            room.connection.deliver_raw({**base, **extra})
        await room.group().says(FIRST, "状态")
        await bench.host.until(lambda: bench.host.texts == ["状态"])
        assert ("member_left", ME, G, str(SECOND), str(SECOND)) in bench.host.told
