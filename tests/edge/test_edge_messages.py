"""OneBot 的消息怎样变成大厅听到的话；一切都走真的 WebSocket。"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from plugins.room.dialect import FLAVOURS, Flavour
from plugins.room.harness import Room, open_room
from plugins.room.layout import small_world
from tests.edge.conftest import Bench

GROUP = 700001
ME = 10000
FIRST, SECOND, THIRD = 10001, 10002, 10003

StartBench = Callable[..., Awaitable[Bench]]


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "data": {"text": words}}


def at(user: int | str) -> dict[str, Any]:
    return {"type": "at", "data": {"qq": str(user)}}


async def heard(bench: Bench, room: Room, count: int = 1) -> None:
    """等到大厅听到 `count` 句；再等到线上安静，确信没有更多。"""
    await bench.host.until(lambda: len(bench.host.heard) >= count)
    await room.settled(0.05)
    assert len(bench.host.heard) == count


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("message_format", ["array", "string"])
@pytest.mark.parametrize("id_format", ["int", "string"])
async def test_a_group_line_reads_the_same_from_every_implementation(
    bench: Bench, flavour: Flavour, message_format: Any, id_format: Any
) -> None:
    async with open_room(
        bench.url, flavour=flavour, message_format=message_format, id_format=id_format
    ) as room:
        said = await room.group().says(
            "阿蓝", [text("出牌 [1]&,"), at(FIRST), {"type": "face", "data": {"id": "1"}}, text("快点")]
        )
        await heard(bench, room)
    incoming = bench.host.heard[0]
    assert incoming.bot == str(ME)
    assert incoming.group == str(GROUP)
    assert incoming.user == str(SECOND)
    assert incoming.name == "阿蓝"
    assert incoming.role == "member"
    assert incoming.text == f"出牌 [1]&, @{FIRST} 快点"
    assert incoming.message == str(said.message_id)
    assert not incoming.superuser
    assert not incoming.addressed
    assert incoming.source is None


async def test_roles_cards_and_superusers_come_along(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.promote(GROUP, SECOND)
        room.world.set_card(GROUP, SECOND, "蓝队长")
        for who in (FIRST, SECOND, THIRD):
            await room.group().says(who, "状态")
        await heard(bench, room, 3)
    assert [each.role for each in bench.host.heard] == ["owner", "admin", "member"]
    assert [each.superuser for each in bench.host.heard] == [False, False, True]
    assert bench.host.heard[1].name == "蓝队长"


@pytest.mark.parametrize(
    "segments",
    [
        [at(ME), text(" 状态")],
        [text("状态 "), at(ME)],
        [text("状"), at(ME), text("态")],
        [at(ME), at(ME), text("状态")],
    ],
)
async def test_an_at_to_the_bot_is_addressed_and_leaves_no_number(
    bench: Bench, segments: list[dict[str, Any]]
) -> None:
    async with open_room(bench.url) as room:
        await room.group().says(SECOND, segments)
        await heard(bench, room)
    assert bench.host.heard[0].addressed
    assert str(ME) not in bench.host.heard[0].text
    assert "".join(bench.host.heard[0].text.split()) == "状态"


async def test_an_at_to_everybody_says_nothing(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        await room.group().says(FIRST, [at("all"), text("开始")])
        await heard(bench, room)
    assert bench.host.heard[0].text.strip() == "开始"
    assert not bench.host.heard[0].addressed


async def test_a_reply_to_the_bot_is_addressed_and_one_to_a_player_is_not(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        mine = room.world.bot_say(GROUP, [text("轮到你了")])
        theirs = await room.group().says(FIRST, "我先想想")
        for number, said in enumerate((mine, theirs)):
            reply = {"type": "reply", "data": {"id": str(said.message_id)}}
            await room.group().says(SECOND, [reply, text(f"移动 {number}")])
        await heard(bench, room, 3)
    found = {each.text: each.addressed for each in bench.host.heard}
    assert found == {"我先想想": False, "移动 0": True, "移动 1": False}


async def test_a_private_line_from_a_friend_has_no_group(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        await room.private("阿蓝").says("手牌")
        await heard(bench, room)
    assert bench.host.heard[0].group is None
    assert bench.host.heard[0].source is None
    assert bench.host.heard[0].role == "member"


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("id_format", ["int", "string"])
async def test_a_temporary_session_knows_its_group_where_the_implementation_says_it(
    bench: Bench, flavour: Flavour, id_format: Any
) -> None:
    async with open_room(bench.url, friends=False, flavour=flavour, id_format=id_format) as room:
        await room.private("阿蓝").says("手牌")
        await heard(bench, room)
    assert bench.host.heard[0].group is None
    assert bench.host.heard[0].source == str(GROUP)


async def test_a_duplicate_delivery_is_heard_once(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.faults.duplicate = -1
        said = await room.group().says("阿蓝", "掷骰")
        await room.private("阿蓝").says("手牌")
        await heard(bench, room, 2)
        room.connection.redeliver(said)
        await room.settled(0.05)
        assert len(bench.host.heard) == 2
        room.connection.drop()
        await room.connection.wait_connected()
        room.connection.redeliver(said)
        await room.settled(0.1)
    assert len(bench.host.heard) == 2


async def test_the_same_sequence_under_a_new_number_is_the_same_message(bench: Bench) -> None:
    async with open_room(bench.url, flavour="napcat") as room:
        said = await room.group().says("阿蓝", "掷骰")
        await heard(bench, room)
        event = room.connection.dialect.event(room.world.message_event(said))
        room.connection.deliver_raw({**event, "message_id": event["message_id"] + 999})
        await room.settled(0.1)
    assert len(bench.host.heard) == 1


async def test_a_message_that_failed_may_be_delivered_again(bench: Bench) -> None:
    bench.host.failing = 1
    async with open_room(bench.url) as room:
        said = await room.group().says("阿蓝", "掷骰")
        await room.settled(0.1)
        assert bench.host.heard == []
        room.connection.redeliver(said)
        await heard(bench, room)


async def test_old_events_are_ignored_and_slightly_late_ones_are_not(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.faults.event_age = 121
        await room.group().says("阿蓝", "太旧")
        room.faults.event_age = 100
        await room.group().says("阿蓝", "还行")
        await heard(bench, room)
    assert bench.host.texts == ["还行"]


async def test_ignoring_old_events_is_said_in_the_log_once_in_a_while(bench: Bench) -> None:
    """本机的钟错了，每句话都显得旧：日志里要看得出为什么不应声，又不能一句一行。"""
    from nonebot.log import logger

    lines: list[str] = []
    sink = logger.add(lambda message: lines.append(str(message)), level="WARNING")
    try:
        async with open_room(bench.url) as room:
            room.faults.event_age = 121
            for words in ("太旧", "也太旧", "还是太旧"):
                await room.group().says("阿蓝", words)
            room.faults.event_age = 0
            await room.group().says("阿蓝", "新的")
            await heard(bench, room)
    finally:
        logger.remove(sink)
    assert len([line for line in lines if "当作积压的没有理" in line]) == 1


@pytest.mark.parametrize("wrong_by", [-86400.0, 3600.0])
async def test_a_wrong_clock_on_the_other_side_is_allowed_for(bench: Bench, wrong_by: float) -> None:
    import time

    world = small_world(now=lambda: time.time() + wrong_by)
    async with open_room(bench.url, world=world) as room:
        await room.group().says("阿蓝", "掷骰")
        await heard(bench, room)
        room.faults.event_age = 121
        await room.group().says("阿蓝", "太旧")
        await room.settled(0.1)
    assert bench.host.texts == ["掷骰"]


async def test_own_messages_are_ignored(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.world.report_self = True
        room.world.bot_say(GROUP, [text("状态")])
        event = room.connection.dialect.event(room.world.message_event(await room.group().says(FIRST, "一")))
        room.connection.deliver_raw({**event, "user_id": ME, "message_id": 5, "real_seq": "77"})
        await heard(bench, room)
    assert bench.host.texts == ["一"]


async def test_anonymous_members_and_self_temp_sessions_are_ignored(bench: Bench) -> None:
    async with open_room(bench.url, flavour="go-cqhttp") as room:
        said = await room.group().says(FIRST, "一")
        group = room.connection.dialect.event(room.world.message_event(said))
        anonymous = {"id": 1, "name": "大力鬼王", "flag": "f"}
        room.connection.deliver_raw(
            {**group, "sub_type": "anonymous", "anonymous": anonymous, "user_id": 80000000, "message_id": 6}
        )
        whisper = room.connection.dialect.event(
            room.world.message_event(await room.private(FIRST).says("二"))
        )
        room.connection.deliver_raw({**whisper, "sub_type": "group_self", "message_id": 7})
        room.connection.deliver_raw({**whisper, "sub_type": "other", "message_id": 8})
        await heard(bench, room, 3)
    assert bench.host.texts == ["一", "二", "二"]


async def test_characters_that_cannot_be_stored_are_cleaned(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        event = room.connection.dialect.event(room.world.message_event(await room.group().says(FIRST, "一")))
        await heard(bench, room)
        raw = {**event, "message_id": 9, "real_seq": "78", "message": [text("掷@骰#")]}
        import json

        frame = json.dumps(raw).replace("@", "\\ud83c").replace("#", "\\u0000")
        room.connection._post(frame.encode())
        await heard(bench, room, 2)
    assert bench.host.heard[1].text == "掷\ufffd骰"


async def test_a_very_long_line_is_cut(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        await room.group().says(FIRST, "长" * 5000)
        await heard(bench, room)
    assert bench.host.texts == ["长" * 2000]


async def test_lines_keep_their_order(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        for number in range(100):
            await room.group().says(FIRST, str(number))
        await heard(bench, room, 100)
    assert bench.host.texts == [str(number) for number in range(100)]


async def test_two_of_our_bots_in_one_group_answer_once(start_bench: StartBench) -> None:
    bench = await start_bench()
    async with (
        open_room(bench.url, world=small_world(self_id=10000)) as first,
        open_room(bench.url, world=small_world(self_id=20000)) as second,
    ):
        await first.group().says(FIRST, "一")
        await heard(bench, first)
        await second.group().says(FIRST, "二")
        await second.settled(0.1)
        assert bench.host.texts == ["一"]
        # 当值的下线以后，另一个接过去；它回来也不再抢。
        first.connection.drop(down=0.6)
        await bench.host.until(lambda: ("bot_offline", "10000") in bench.host.told)
        await second.group().says(FIRST, "三")
        await heard(bench, second, 2)
        await first.connection.wait_connected()
        await first.settled(0.1)
        await first.group().says(FIRST, "四")
        await second.group().says(FIRST, "五")
        await heard(bench, second, 3)
    assert [(each.bot, each.text) for each in bench.host.heard] == [
        ("10000", "一"),
        ("20000", "三"),
        ("20000", "五"),
    ]


async def test_the_account_holding_the_table_answers_even_if_it_hears_last(start_bench: StartBench) -> None:
    bench = await start_bench()
    bench.host.holders[str(GROUP)] = "20000"
    async with (
        open_room(bench.url, world=small_world(self_id=10000)) as first,
        open_room(bench.url, world=small_world(self_id=20000)) as second,
    ):
        await first.group().says(FIRST, "一")
        await first.settled(0.1)
        await second.group().says(FIRST, "二")
        await heard(bench, second)
    assert bench.host.texts == ["二"]


async def test_another_of_our_bots_is_not_a_player(start_bench: StartBench) -> None:
    bench = await start_bench()
    async with (
        open_room(bench.url, world=small_world(self_id=10000)) as first,
        open_room(bench.url, world=small_world(self_id=20000)) as second,
    ):
        first.world.add_person(20000, "另一个我")
        first.world.join(GROUP, 20000)
        await first.group().says(20000, "新游戏")
        await first.group().says(FIRST, "一")
        await heard(bench, first)
        await second.settled(0.05)
    assert bench.host.texts == ["一"]


async def test_chat_that_concerns_nobody_is_not_handled(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        await room.group().says(FIRST, "闲聊两句")
        await room.group().says(FIRST, "掷骰")
        await heard(bench, room)
    assert bench.host.texts == ["掷骰"]
