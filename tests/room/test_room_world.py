"""QQ 世界：谁能说、谁看得见、发生的事变成什么事件。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from plugins.room.layout import share_groups, small_world
from plugins.room.segments import at, text
from plugins.room.trouble import RoomError, Trouble
from plugins.room.world import Message, World

GROUP = 700001
OWNER, SECOND, THIRD, FOURTH = 10001, 10002, 10003, 10004
BOT = 10000


class Clock:
    """拨得动的钟。"""

    def __init__(self) -> None:
        self.moment = 1_700_000_000.0

    def __call__(self) -> float:
        return self.moment


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(clock: Clock) -> World:
    return small_world(now=clock)


@pytest.fixture
def events(world: World) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    world.on_event(heard.append)
    return heard


def trouble_of(act: Callable[[], object]) -> Trouble:
    with pytest.raises(RoomError) as caught:
        act()
    return caught.value.trouble


def test_group_message_event_has_every_standard_field(world: World, events: list[dict[str, Any]]) -> None:
    said = world.say(GROUP, OWNER, [at(BOT), text(" 开[桌]")])
    (event,) = events
    assert event["post_type"] == "message"
    assert event["message_type"] == "group"
    assert event["sub_type"] == "normal"
    assert event["self_id"] == BOT
    assert event["time"] == 1_700_000_000
    assert event["group_id"] == GROUP
    assert event["user_id"] == OWNER
    assert event["message_id"] == said.message_id
    assert event["raw_message"] == f"[CQ:at,qq={BOT}] 开&#91;桌&#93;"
    assert event["message"] == [at(BOT), text(" 开[桌]")]
    assert event["sender"]["role"] == "owner"
    assert event["sender"]["nickname"] == "小红"
    assert event["anonymous"] is None
    assert said.shown == "@群桌 开[桌]"
    assert said.visible_to == (OWNER, SECOND, THIRD, FOURTH, BOT)


def test_friend_whisper_is_seen_by_the_two_only(world: World, events: list[dict[str, Any]]) -> None:
    said = world.whisper(SECOND, "手牌")
    assert events[0]["message_type"] == "private"
    assert events[0]["sub_type"] == "friend"
    assert "group_id" not in events[0]
    assert said.seen_by(SECOND) and said.seen_by(BOT)
    assert not said.seen_by(OWNER)


def test_stranger_whispers_through_a_group(world: World, events: list[dict[str, Any]]) -> None:
    world.unfriend(SECOND)
    world.whisper(SECOND, "在吗")
    assert events[0]["sub_type"] == "group"
    assert events[0]["temp_source"] == GROUP
    world.group(GROUP).temp_allowed = False
    assert trouble_of(lambda: world.whisper(SECOND, "在吗")) is Trouble.NOT_FRIEND
    assert trouble_of(lambda: world.whisper(SECOND, "在吗", via_group=GROUP)) is Trouble.TEMP_SESSION_REFUSED


def test_ids_and_sequences_grow_and_do_not_restart_low(clock: Clock) -> None:
    world = small_world(now=clock)
    first, second = world.say(GROUP, OWNER, "1"), world.say(GROUP, OWNER, "2")
    private = world.whisper(OWNER, "3")
    assert (second.message_id, private.message_id) == (first.message_id + 1, first.message_id + 2)
    assert (first.sequence, second.sequence, private.sequence) == (1, 2, 1)
    clock.moment += 60
    assert small_world(now=clock).say(GROUP, OWNER, "x").message_id > private.message_id


def test_muted_people_cannot_speak_until_time_is_up(
    world: World, clock: Clock, events: list[dict[str, Any]]
) -> None:
    world.mute(GROUP, SECOND, 60)
    assert events[-1]["notice_type"] == "group_ban"
    assert (events[-1]["sub_type"], events[-1]["duration"], events[-1]["operator_id"]) == ("ban", 60, OWNER)
    assert trouble_of(lambda: world.say(GROUP, SECOND, "x")) is Trouble.MUTED
    clock.moment += 61
    world.say(GROUP, SECOND, "x")
    world.mute(GROUP, SECOND, 60)
    world.mute(GROUP, SECOND, 0)
    assert events[-1]["sub_type"] == "lift_ban"
    world.say(GROUP, SECOND, "x")


def test_muted_bot_cannot_speak_in_that_group_but_whispers(world: World) -> None:
    world.mute(GROUP, BOT, 60)
    assert trouble_of(lambda: world.bot_say(GROUP, [text("x")])) is Trouble.MUTED
    world.bot_whisper(SECOND, [text("x")])


def test_whole_mute_spares_owner_and_admins(world: World, events: list[dict[str, Any]]) -> None:
    world.promote(GROUP, SECOND)
    world.mute_all(GROUP)
    assert (events[-1]["user_id"], events[-1]["duration"]) == (0, -1)
    world.say(GROUP, OWNER, "x")
    world.say(GROUP, SECOND, "x")
    assert trouble_of(lambda: world.say(GROUP, THIRD, "x")) is Trouble.MUTED
    assert trouble_of(lambda: world.bot_say(GROUP, [text("x")])) is Trouble.MUTED
    world.mute_all(GROUP, False)
    assert events[-1]["sub_type"] == "lift_ban"
    world.bot_say(GROUP, [text("x")])


def test_who_may_mute_and_kick_whom(world: World) -> None:
    world.promote(GROUP, SECOND)
    assert trouble_of(lambda: world.kick(GROUP, SECOND, OWNER)) is Trouble.NO_PERMISSION
    assert trouble_of(lambda: world.kick(GROUP, THIRD, FOURTH)) is Trouble.NO_PERMISSION
    assert trouble_of(lambda: world.mute(GROUP, OWNER, 5, operator_id=SECOND)) is Trouble.NO_PERMISSION
    world.kick(GROUP, SECOND, THIRD)
    world.mute(GROUP, FOURTH, 5, operator_id=SECOND)
    assert THIRD not in world.group(GROUP).members


def test_join_leave_kick_events(world: World, events: list[dict[str, Any]]) -> None:
    world.add_person(20000, "新来的")
    world.join(GROUP, 20000)
    assert (events[-1]["notice_type"], events[-1]["sub_type"]) == ("group_increase", "approve")
    assert world.say(GROUP, 20000, "大家好").seen_by(20000)
    world.leave(GROUP, 20000)
    assert (events[-1]["notice_type"], events[-1]["sub_type"]) == ("group_decrease", "leave")
    assert trouble_of(lambda: world.say(GROUP, 20000, "x")) is Trouble.NOT_MEMBER
    assert not world.say(GROUP, OWNER, "走了").seen_by(20000)
    world.kick(GROUP, OWNER, SECOND)
    assert (events[-1]["sub_type"], events[-1]["operator_id"]) == ("kick", OWNER)


def test_kicked_bot_hears_of_it_and_then_nothing(world: World, events: list[dict[str, Any]]) -> None:
    world.kick(GROUP, OWNER, BOT)
    assert events[-1]["sub_type"] == "kick_me"
    heard = len(events)
    world.say(GROUP, OWNER, "清静了")
    world.mute(GROUP, SECOND, 60)
    assert len(events) == heard
    assert trouble_of(lambda: world.bot_say(GROUP, [text("x")])) is Trouble.NOT_IN_GROUP
    world.join(GROUP, BOT, sub_type="invite", operator_id=OWNER)
    assert (events[-1]["user_id"], events[-1]["sub_type"]) == (BOT, "invite")
    world.bot_say(GROUP, [text("我回来了")])


def test_owner_leaving_dissolves_the_group(world: World, events: list[dict[str, Any]]) -> None:
    world.leave(GROUP, OWNER)
    assert events[-1]["sub_type"] == "disband"
    assert trouble_of(lambda: world.bot_say(GROUP, [text("x")])) is Trouble.NOT_IN_GROUP


def test_admin_card_poke_friend_events(world: World, events: list[dict[str, Any]]) -> None:
    world.promote(GROUP, SECOND)
    assert (events[-1]["notice_type"], events[-1]["sub_type"]) == ("group_admin", "set")
    world.promote(GROUP, SECOND)
    assert len(events) == 1
    world.promote(GROUP, SECOND, admin=False)
    assert events[-1]["sub_type"] == "unset"
    world.set_card(GROUP, SECOND, "蓝方")
    assert (events[-1]["card_old"], events[-1]["card_new"]) == ("", "蓝方")
    assert world.say(GROUP, SECOND, "x").sender_name == "蓝方"
    world.poke(SECOND, group_id=GROUP)
    assert (events[-1]["notice_type"], events[-1]["sub_type"], events[-1]["target_id"]) == (
        "notify",
        "poke",
        BOT,
    )
    world.unfriend(THIRD)
    world.befriend(THIRD)
    assert (events[-1]["notice_type"], events[-1]["user_id"]) == ("friend_add", THIRD)


def test_requests_take_effect_when_approved_once(world: World, events: list[dict[str, Any]]) -> None:
    world.unfriend(SECOND)
    request = world.request_friend(SECOND, "一起玩")
    assert (events[-1]["request_type"], events[-1]["comment"]) == ("friend", "一起玩")
    assert trouble_of(lambda: world.bot_answer(request.flag, True, kinds=("add",))) is Trouble.FLAG_NOT_FOUND
    world.bot_answer(request.flag, True, kinds=("friend",))
    assert SECOND in world.friends
    assert events[-1]["notice_type"] == "friend_add"
    assert (
        trouble_of(lambda: world.bot_answer(request.flag, True, kinds=("friend",))) is Trouble.FLAG_NOT_FOUND
    )


def test_invited_bot_joins_when_it_accepts(world: World, events: list[dict[str, Any]]) -> None:
    world.add_group(700002, "别的群", [OWNER, SECOND], with_bot=False)
    invitation = world.invite(700002, OWNER)
    assert (events[-1]["request_type"], events[-1]["sub_type"]) == ("group", "invite")
    world.bot_answer(invitation.flag, False, kinds=("invite",))
    assert BOT not in world.group(700002).members
    world.bot_answer(world.invite(700002, OWNER).flag, True, kinds=("invite",))
    assert BOT in world.group(700002).members
    application = world.request_join(700002, THIRD)
    world.bot_answer(application.flag, True, kinds=("add", "invite"))
    assert THIRD in world.group(700002).members


def test_recall_rules(world: World, clock: Clock, events: list[dict[str, Any]]) -> None:
    mine = world.say(GROUP, SECOND, "说错了")
    assert trouble_of(lambda: world.recall(THIRD, mine.message_id)) is Trouble.NO_PERMISSION
    world.recall(SECOND, mine.message_id)
    assert (events[-1]["notice_type"], events[-1]["operator_id"]) == ("group_recall", SECOND)
    assert trouble_of(lambda: world.message(mine.message_id)) is Trouble.MESSAGE_NOT_FOUND
    old = world.say(GROUP, SECOND, "旧话")
    clock.moment += 121
    assert trouble_of(lambda: world.recall(SECOND, old.message_id)) is Trouble.NO_PERMISSION
    world.recall(OWNER, old.message_id)
    private = world.whisper(SECOND, "x")
    world.recall(SECOND, private.message_id)
    assert events[-1]["notice_type"] == "friend_recall"


def test_bot_reaches_friends_and_opened_temp_sessions_only(world: World) -> None:
    assert world.bot_whisper(SECOND, [text("x")]).temp_group_id is None
    world.unfriend(SECOND)
    assert trouble_of(lambda: world.bot_whisper(SECOND, [text("x")])) is Trouble.NOT_FRIEND
    through = world.bot_whisper(SECOND, [text("x")], carried_group_id=GROUP)
    assert (through.temp_group_id, through.carried_group_id) == (GROUP, GROUP)
    world.whisper(SECOND, "我先开口")
    assert world.bot_whisper(SECOND, [text("x")]).temp_group_id == GROUP
    world.group(GROUP).temp_allowed = False
    assert trouble_of(lambda: world.bot_whisper(SECOND, [text("x")])) is Trouble.TEMP_SESSION_REFUSED
    assert trouble_of(lambda: world.bot_whisper(99999, [text("x")])) is Trouble.UNKNOWN_USER


def test_offline_bot_hears_nothing_but_the_goodbye(world: World, events: list[dict[str, Any]]) -> None:
    world.go_offline("被顶号")
    assert (events[-1]["notice_type"], events[-1]["message"]) == ("bot_offline", "被顶号")
    world.say(GROUP, OWNER, "x")
    assert len(events) == 1
    world.go_online()
    world.say(GROUP, OWNER, "x")
    assert len(events) == 2


def test_self_messages_are_reported_only_when_asked(world: World, events: list[dict[str, Any]]) -> None:
    world.bot_say(GROUP, [text("x")])
    assert events == []
    world.report_self = True
    world.bot_say(GROUP, [text("x")])
    world.bot_whisper(SECOND, [text("x")])
    assert [event["post_type"] for event in events] == ["message_sent"] * 2
    assert events[1]["target_id"] == SECOND


def test_history_is_bounded(clock: Clock) -> None:
    world = small_world(now=clock, history=3)
    said = [world.say(GROUP, OWNER, str(n)) for n in range(5)]
    assert [message.text for message in world.messages] == ["2", "3", "4"]
    assert trouble_of(lambda: world.message(said[0].message_id)) is Trouble.MESSAGE_NOT_FOUND


def test_unsubscribing_stops_both_streams(world: World) -> None:
    messages: list[Message] = []
    events: list[dict[str, Any]] = []
    stop_messages, stop_events = world.on_message(messages.append), world.on_event(events.append)
    world.say(GROUP, OWNER, "x")
    for stop in (stop_messages, stop_events, stop_messages):
        stop()
    world.say(GROUP, OWNER, "y")
    assert (len(messages), len(events)) == (1, 1)


def test_empty_words_are_refused(world: World) -> None:
    assert trouble_of(lambda: world.say(GROUP, OWNER, "")) is Trouble.EMPTY_MESSAGE
    assert trouble_of(lambda: world.bot_say(GROUP, [])) is Trouble.EMPTY_MESSAGE


def test_small_world_keeps_groups_apart() -> None:
    world = small_world(groups=3, seats=10, friends=False)
    assert len(world.groups) == 3
    members = [set(group.members) - {BOT} for group in world.groups.values()]
    assert len(set.union(*members)) == 30
    names = [person.nickname for person in world.people.values()]
    assert len(set(names)) == len(names)
    assert world.friends == set()
    assert [next(iter(group.members.values())).role for group in world.groups.values()] == ["owner"] * 3


def test_two_bots_in_one_group_hear_the_same_words(clock: Clock) -> None:
    first, second = small_world(now=clock), small_world(now=clock, self_id=9999, nickname="二号机")
    share_groups(first, second)
    heard: dict[int, list[dict[str, Any]]] = {BOT: [], 9999: []}
    first.on_event(heard[BOT].append)
    second.on_event(heard[9999].append)
    first.say(GROUP, OWNER, "开桌")
    first.bot_say(GROUP, [text("一号答")])
    second.bot_say(GROUP, [text("二号答")])
    first.whisper(OWNER, "只给一号")
    assert [event["raw_message"] for event in heard[BOT]] == ["开桌", "二号答", "只给一号"]
    assert [event["raw_message"] for event in heard[9999]] == ["开桌", "一号答"]
    assert heard[BOT][0]["message_seq"] == heard[9999][0]["message_seq"]
    assert heard[BOT][1]["user_id"] == 9999
