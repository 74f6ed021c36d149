"""OneBot v11 的动作：能做的做成，不能做的按四家协议端的样子失败。"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from plugins.room.actions import ACTION_NAMES, Actions, Call, Outcome
from plugins.room.dialect import FLAVOURS, Dialect, Flavour
from plugins.room.layout import small_world
from plugins.room.segments import at, text
from plugins.room.trouble import RoomError, Trouble
from plugins.room.world import World

GROUP = 700001
OWNER, SECOND, THIRD, FOURTH = 10001, 10002, 10003, 10004
BOT = 10000


class Bench:
    """一个世界和一家协议端，直接叫动作。"""

    def __init__(self, flavour: Flavour = "napcat", **dialect: Any) -> None:
        self.world: World = small_world()
        self.actions = Actions(self.world, Dialect(flavour, **dialect))
        self.outcomes: list[Outcome] = []
        self.actions.on_outcome(self.outcomes.append)

    def call(self, action: str, echo: object = "e", **parameters: Any) -> dict[str, Any]:
        """经 JSON 走一遭，如同线上。"""
        request = msgspec.json.encode({"action": action, "params": parameters, "echo": echo})
        reply = self.actions.perform(msgspec.json.decode(request, type=Call))
        return msgspec.json.decode(msgspec.json.encode(reply))

    def ok(self, action: str, **parameters: Any) -> Any:
        reply = self.call(action, **parameters)
        assert (reply["status"], reply["retcode"]) == ("ok", 0), reply
        return reply["data"]

    def trouble(self, action: str, **parameters: Any) -> Trouble:
        reply = self.call(action, **parameters)
        assert reply["status"] == "failed" and reply["data"] is None, reply
        error = self.outcomes[-1].error
        assert error is not None
        assert reply["retcode"] == self.actions.dialect.retcode(error.trouble)
        return error.trouble


@pytest.fixture
def bench() -> Bench:
    return Bench()


def lead_bot(bench: Bench, role: str) -> None:
    bench.world.group(GROUP).members[BOT].role = role  # type: ignore[assignment]


# 发送 ------------------------------------------------------------------------


@pytest.mark.parametrize("group_id", [GROUP, str(GROUP)])
@pytest.mark.parametrize(
    "message",
    ["[CQ:at,qq=10002] 到你了&#91;1&#93;", [at(SECOND), text(" 到你了[1]")],
     [{"type": "at", "data": {"qq": SECOND}}, {"type": "text", "data": {"text": " 到你了[1]"}}]],
)  # fmt: skip
def test_group_send_takes_both_formats_and_both_kinds_of_ids(
    bench: Bench, group_id: int | str, message: object
) -> None:
    data = bench.ok("send_group_msg", group_id=group_id, message=message)
    said = bench.world.message(data["message_id"])
    assert said.segments == [at(SECOND), text(" 到你了[1]")]
    assert said.shown == "@阿蓝 到你了[1]"
    assert (said.group_id, said.peer_id, said.leaked) == (GROUP, None, False)
    assert bench.outcomes[-1].said is said


def test_auto_escape_as_boolean_or_word(bench: Bench) -> None:
    for value in (True, "true"):
        data = bench.ok("send_group_msg", group_id=GROUP, message="[CQ:at,qq=1]", auto_escape=value)
        assert bench.world.message(data["message_id"]).text == "[CQ:at,qq=1]"
    data = bench.ok("send_group_msg", group_id=GROUP, message="[CQ:at,qq=1]", auto_escape="false")
    assert bench.world.message(data["message_id"]).segments == [at(1)]


def test_private_send_records_target_and_carried_group(bench: Bench) -> None:
    plain = bench.ok("send_private_msg", user_id=SECOND, message="手牌")
    said = bench.world.message(plain["message_id"])
    assert (said.group_id, said.peer_id, said.carried_group_id) == (None, SECOND, None)
    assert said.visible_to == (BOT, SECOND)
    carrying = bench.ok("send_private_msg", user_id=SECOND, group_id=GROUP, message="手牌")
    assert bench.world.message(carrying["message_id"]).carried_group_id == GROUP
    assert bench.world.message(carrying["message_id"]).temp_group_id is None


def test_send_msg_without_type_prefers_the_group(bench: Bench) -> None:
    data = bench.ok("send_msg", user_id=SECOND, group_id=GROUP, message="x")
    assert bench.world.message(data["message_id"]).group_id == GROUP
    data = bench.ok("send_msg", user_id=SECOND, message="x")
    assert bench.world.message(data["message_id"]).peer_id == SECOND
    data = bench.ok("send_msg", message_type="private", user_id=SECOND, group_id=GROUP, message="x")
    assert bench.world.message(data["message_id"]).is_private


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_only_napcat_posts_a_failed_temp_session_in_the_group(flavour: Flavour) -> None:
    bench = Bench(flavour)
    bench.world.unfriend(SECOND)
    bench.world.group(GROUP).temp_allowed = False
    reply = bench.call("send_private_msg", user_id=SECOND, group_id=GROUP, message="你的底牌是黑桃3")
    if flavour == "napcat":
        said = bench.world.message(reply["data"]["message_id"])
        assert said.leaked
        assert (said.group_id, said.peer_id, said.carried_group_id) == (GROUP, SECOND, GROUP)
        assert said.seen_by(THIRD)
    else:
        assert reply["status"] == "failed"
        assert bench.world.messages == []


def test_napcat_without_group_id_fails_instead_of_leaking(bench: Bench) -> None:
    bench.world.unfriend(SECOND)
    assert bench.trouble("send_private_msg", user_id=SECOND, message="底牌") is Trouble.NOT_FRIEND
    assert bench.world.messages == []


def test_napcat_leaks_when_it_cannot_look_up_the_stranger(bench: Bench) -> None:
    bench.world.unfriend(SECOND)
    bench.world.people[SECOND].hidden = True
    data = bench.ok("send_private_msg", user_id=SECOND, group_id=GROUP, message="底牌")
    assert bench.world.message(data["message_id"]).leaked
    assert bench.trouble("send_private_msg", user_id=SECOND, message="底牌") is Trouble.UNKNOWN_USER


def test_temp_session_works_while_the_group_allows_it(bench: Bench) -> None:
    bench.world.unfriend(SECOND)
    data = bench.ok("send_private_msg", user_id=SECOND, group_id=GROUP, message="x")
    assert bench.world.message(data["message_id"]).temp_group_id == GROUP
    bench.world.whisper(SECOND, "在")
    assert bench.world.message(
        bench.ok("send_private_msg", user_id=SECOND, message="x")["message_id"]
    ).is_private


def test_what_stops_a_send(bench: Bench) -> None:
    assert bench.trouble("send_group_msg", group_id=GROUP) is Trouble.BAD_PARAMETER
    assert bench.trouble("send_group_msg", message="x") is Trouble.BAD_PARAMETER
    assert bench.trouble("send_group_msg", group_id=GROUP, message="") is Trouble.EMPTY_MESSAGE
    assert bench.trouble("send_group_msg", group_id=GROUP, message=[]) is Trouble.EMPTY_MESSAGE
    assert bench.trouble("send_group_msg", group_id=GROUP, message=[{"type": "?"}]) is Trouble.EMPTY_MESSAGE
    assert bench.trouble("send_group_msg", group_id=GROUP, message=7) is Trouble.BAD_PARAMETER
    assert bench.trouble("send_group_msg", group_id=1, message="x") is Trouble.NOT_IN_GROUP
    assert bench.trouble("send_private_msg", user_id=99999, message="x") is Trouble.UNKNOWN_USER
    assert bench.trouble("send_private_msg", user_id="abc", message="x") is Trouble.BAD_PARAMETER
    bench.world.mute(GROUP, BOT, 60)
    assert bench.trouble("send_group_msg", group_id=GROUP, message="x") is Trouble.MUTED
    bench.world.go_offline()
    assert bench.trouble("send_private_msg", user_id=SECOND, message="x") is Trouble.OFFLINE
    assert bench.world.messages == []


def test_forward_messages_keep_their_nodes(bench: Bench) -> None:
    said = bench.world.say(GROUP, SECOND, "原话")
    nodes = [
        {"type": "node", "data": {"id": str(said.message_id)}},
        {"type": "node", "data": {"user_id": 1, "nickname": "某", "content": "[CQ:face,id=1]字"}},
    ]
    for action, target in (
        ("send_group_forward_msg", {"group_id": GROUP}),
        ("send_private_forward_msg", {"user_id": SECOND}),
        ("send_forward_msg", {"group_id": GROUP}),
        ("send_forward_msg", {"user_id": SECOND}),
    ):
        data = bench.ok(action, messages=nodes, **target)
        stored = bench.ok("get_forward_msg", id=data["forward_id"])["messages"]
        assert [node["data"]["nickname"] for node in stored] == ["阿蓝", "某"]
        assert stored[1]["data"]["content"] == [{"type": "face", "data": {"id": "1"}}, text("字")]
    data = bench.ok("send_group_msg", group_id=GROUP, message=nodes)
    assert bench.world.message(data["message_id"]).shown == "[聊天记录]"
    assert bench.trouble("get_forward_msg", id="没有") is Trouble.MESSAGE_NOT_FOUND
    assert bench.trouble("send_group_forward_msg", group_id=GROUP, messages=[]) is Trouble.BAD_PARAMETER


# 查询 ------------------------------------------------------------------------


def test_get_msg_returns_the_message_in_the_chosen_format() -> None:
    for message_format, expected in (("array", [text("a[b")]), ("string", "a&#91;b")):
        bench = Bench(message_format=message_format)
        said = bench.world.say(GROUP, SECOND, "a[b")
        data = bench.ok("get_msg", message_id=str(said.message_id))
        assert data["message"] == expected
        assert data["sender"]["user_id"] == SECOND
        assert (data["message_type"], data["group_id"], data["time"]) == ("group", GROUP, said.sent_at)
        assert isinstance(data["real_id"], int)
        assert bench.trouble("get_msg", message_id=1) is Trouble.MESSAGE_NOT_FOUND


def test_account_and_list_queries(bench: Bench) -> None:
    assert bench.ok("get_login_info") == {"user_id": BOT, "nickname": "群桌"}
    assert bench.ok("get_status") == {"online": True, "good": True}
    assert bench.ok("get_version_info")["protocol_version"] == "v11"
    assert bench.ok("can_send_image") == bench.ok("can_send_record") == {"yes": True}
    assert bench.ok("get_stranger_info", user_id=str(SECOND))["nickname"] == "阿蓝"
    assert [friend["user_id"] for friend in bench.ok("get_friend_list")] == [OWNER, SECOND, THIRD, FOURTH]
    assert bench.ok("get_group_list") == [bench.ok("get_group_info", group_id=GROUP)]
    assert bench.ok("get_group_info", group_id=GROUP)["member_count"] == 5
    assert bench.trouble("get_group_info", group_id=5) is Trouble.NOT_IN_GROUP
    members = bench.ok("get_group_member_list", group_id=GROUP)
    assert [member["role"] for member in members] == ["owner", "member", "member", "member", "member"]
    assert bench.ok("get_group_member_info", group_id=GROUP, user_id=SECOND) == members[1]
    assert bench.trouble("get_group_member_info", group_id=GROUP, user_id=5) is Trouble.NOT_MEMBER
    assert bench.ok("get_group_honor_info", group_id=GROUP, type="all")["group_id"] == GROUP
    assert bench.ok("get_cookies") == {"cookies": ""}
    assert bench.ok("get_csrf_token") == {"token": 0}
    assert bench.ok("get_credentials") == {"cookies": "", "csrf_token": 0}
    assert bench.ok("clean_cache") is None
    assert bench.ok("send_like", user_id=SECOND, times=1) is None


def test_string_ids_in_answers() -> None:
    bench = Bench(id_format="string")
    assert bench.ok("get_login_info")["user_id"] == str(BOT)
    assert bench.ok("get_group_member_info", group_id=GROUP, user_id=SECOND)["user_id"] == str(SECOND)
    message_id = bench.ok("send_group_msg", group_id=str(GROUP), message="x")["message_id"]
    assert isinstance(message_id, str)
    assert bench.ok("get_msg", message_id=message_id)["sender"]["user_id"] == str(BOT)


def test_history_and_media_queries(bench: Bench) -> None:
    for n in range(5):
        bench.world.say(GROUP, SECOND, str(n))
    recent = bench.ok("get_group_msg_history", group_id=GROUP, count=2)["messages"]
    assert [event["raw_message"] for event in recent] == ["3", "4"]
    bench.ok("send_group_msg", group_id=GROUP, message="[CQ:image,file=abc.png]")
    assert bench.ok("get_image", file="abc.png") == {"file": "abc.png"}
    assert bench.trouble("get_image", file="别的") is Trouble.MESSAGE_NOT_FOUND
    assert bench.trouble("get_record", file="abc.png") is Trouble.MESSAGE_NOT_FOUND


# 群管理 -----------------------------------------------------------------------


def test_group_management_needs_rank(bench: Bench) -> None:
    for action, parameters in (
        ("set_group_kick", {"user_id": SECOND}),
        ("set_group_ban", {"user_id": SECOND}),
        ("set_group_whole_ban", {}),
        ("set_group_admin", {"user_id": SECOND}),
        ("set_group_card", {"user_id": SECOND, "card": "x"}),
        ("set_group_name", {"group_name": "x"}),
        ("set_group_special_title", {"user_id": SECOND, "special_title": "x"}),
    ):
        assert bench.trouble(action, group_id=GROUP, **parameters) is Trouble.NO_PERMISSION, action
    lead_bot(bench, "admin")
    assert bench.trouble("set_group_kick", group_id=GROUP, user_id=OWNER) is Trouble.NO_PERMISSION
    assert bench.trouble("set_group_admin", group_id=GROUP, user_id=SECOND) is Trouble.NO_PERMISSION


def test_group_management_takes_effect(bench: Bench) -> None:
    group = bench.world.group(GROUP)
    group.members[OWNER].role = "member"
    lead_bot(bench, "owner")
    bench.ok("set_group_ban", group_id=GROUP, user_id=SECOND, duration="60")
    assert group.members[SECOND].muted_until > bench.world.now()
    bench.ok("set_group_ban", group_id=GROUP, user_id=SECOND, duration=0)
    assert group.members[SECOND].muted_until == 0
    bench.ok("set_group_whole_ban", group_id=GROUP)
    assert group.whole_muted
    bench.ok("set_group_whole_ban", group_id=GROUP, enable="false")
    assert not group.whole_muted
    bench.ok("set_group_admin", group_id=GROUP, user_id=SECOND)
    assert group.members[SECOND].role == "admin"
    bench.ok("set_group_admin", group_id=GROUP, user_id=SECOND, enable=False)
    assert group.members[SECOND].role == "member"
    bench.ok("set_group_card", group_id=GROUP, user_id=SECOND, card="蓝")
    assert group.members[SECOND].shown_name == "蓝"
    bench.ok("set_group_card", group_id=GROUP, user_id=BOT, card="主持人")
    assert group.members[BOT].shown_name == "主持人"
    bench.ok("set_group_name", group_id=GROUP, group_name="新名")
    assert group.name == "新名"
    bench.ok("set_group_special_title", group_id=GROUP, user_id=SECOND, special_title="冠军")
    assert bench.ok("get_group_member_info", group_id=GROUP, user_id=SECOND)["title"] == "冠军"
    bench.ok("set_group_anonymous", group_id=GROUP)
    assert bench.trouble("set_group_anonymous_ban", group_id=GROUP, flag="f") is Trouble.FLAG_NOT_FOUND
    bench.ok("set_group_kick", group_id=GROUP, user_id=SECOND)
    assert SECOND not in group.members
    assert bench.trouble("set_group_leave", group_id=GROUP) is Trouble.NO_PERMISSION
    bench.ok("set_group_leave", group_id=GROUP, is_dismiss=True)
    assert GROUP not in bench.world.groups


def test_member_bot_leaves(bench: Bench) -> None:
    bench.ok("set_group_leave", group_id=GROUP)
    assert BOT not in bench.world.group(GROUP).members
    assert bench.ok("get_group_list") == []


def test_delete_msg_and_requests(bench: Bench) -> None:
    message_id = bench.ok("send_group_msg", group_id=GROUP, message="x")["message_id"]
    bench.ok("delete_msg", message_id=str(message_id))
    assert bench.trouble("delete_msg", message_id=message_id) is Trouble.MESSAGE_NOT_FOUND
    theirs = bench.world.say(GROUP, OWNER, "x")
    assert bench.trouble("delete_msg", message_id=theirs.message_id) is Trouble.NO_PERMISSION
    bench.world.unfriend(SECOND)
    flag = bench.world.request_friend(SECOND).flag
    bench.ok("set_friend_add_request", flag=flag, approve="true")
    assert SECOND in bench.world.friends
    bench.world.add_group(700002, "别群", [OWNER], with_bot=False)
    flag = bench.world.invite(700002, OWNER).flag
    assert bench.trouble("set_group_add_request", flag=flag, sub_type="add") is Trouble.FLAG_NOT_FOUND
    bench.ok("set_group_add_request", flag=flag, sub_type="invite", approve=True)
    assert BOT in bench.world.group(700002).members
    assert bench.trouble("set_friend_add_request", flag="没有") is Trouble.FLAG_NOT_FOUND


def test_quick_operation(bench: Bench) -> None:
    lead_bot(bench, "owner")
    said = bench.world.say(GROUP, SECOND, "吵")
    context = bench.world.message_event(said)
    operation = {"reply": "安静", "delete": True, "ban": True, "ban_duration": 60}
    bench.ok(".handle_quick_operation", context=context, operation=operation)
    assert bench.world.messages[-1].shown == "@阿蓝 安静"
    assert said not in bench.world.messages
    assert bench.world.member(GROUP, SECOND).muted_until > 0
    private = bench.world.message_event(bench.world.whisper(THIRD, "嗨"))
    bench.ok(".handle_quick_operation", context=private, operation={"reply": "嗨"})
    assert bench.world.messages[-1].peer_id == THIRD
    bench.ok(".handle_quick_operation", context=context, operation={"kick": True})
    assert SECOND not in bench.world.group(GROUP).members
    assert bench.trouble(".handle_quick_operation", context=1, operation={}) is Trouble.BAD_PARAMETER


def test_suffixes(bench: Bench) -> None:
    reply = bench.call("send_group_msg_async", group_id=GROUP, message="x")
    assert (reply["status"], reply["retcode"], reply["data"], reply["echo"]) == ("async", 1, None, "e")
    assert bench.world.messages[-1].text == "x"
    bench.ok("send_group_msg_rate_limited", group_id=GROUP, message="y")
    assert bench.world.messages[-1].text == "y"
    assert Actions.is_send("send_msg_async")
    assert not Actions.is_send("get_msg")


def test_every_standard_action_is_known(bench: Bench) -> None:
    for action in ACTION_NAMES:
        reply = bench.call(action)
        assert reply["retcode"] != 1404, action
        assert reply["status"] in ("ok", "failed")
    assert bench.trouble("没有这个动作") is Trouble.UNKNOWN_ACTION


def test_restart_runs_the_hook() -> None:
    restarted: list[bool] = []
    actions = Actions(small_world(), Dialect(), restart=lambda: restarted.append(True))
    actions.perform(Call("set_restart"))
    assert restarted == [True]


# 注入的失败与回包的样子 ---------------------------------------------------------


def test_injected_failure_before_and_after_delivery(bench: Bench) -> None:
    call = Call("send_group_msg", {"group_id": GROUP, "message": "x"})
    reply = bench.actions.perform(call, instead=RoomError(Trouble.TIMEOUT))
    assert reply["retcode"] == 1200
    assert bench.world.messages == []
    reply = bench.actions.perform(call, instead=RoomError(Trouble.TIMEOUT), after=True)
    assert reply["retcode"] == 1200
    assert len(bench.world.messages) == 1


EXPECTED_FAILURES: dict[Flavour, dict[str, Any]] = {
    "napcat": {
        "keys": {"status", "retcode", "data", "message", "wording", "echo", "stream"},
        "muted": 1200,
        "parameter": 1400,
        "unknown": 1404,
    },
    "llonebot": {
        "keys": {"status", "retcode", "data", "message", "wording", "echo"},
        "muted": 1200,
        "parameter": 1400,
        "unknown": 1404,
    },
    "lagrange": {
        "keys": {"status", "retcode", "data", "echo"},
        "muted": 120,
        "parameter": 200,
        "unknown": 404,
    },
    "go-cqhttp": {
        "keys": {"status", "retcode", "data", "msg", "message", "wording", "echo"},
        "muted": 100,
        "parameter": 100,
        "unknown": 1404,
    },
}


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_failures_have_the_shape_of_each_implementation(flavour: Flavour) -> None:
    expected = EXPECTED_FAILURES[flavour]
    bench = Bench(flavour)
    bench.world.mute(GROUP, BOT, 60)
    muted = bench.call("send_group_msg", group_id=GROUP, message="x")
    parameter = bench.call("send_group_msg", message="x")
    unknown = bench.call("no_such_action")
    for reply, code in ((muted, "muted"), (parameter, "parameter"), (unknown, "unknown")):
        assert set(reply) == expected["keys"]
        assert reply["status"] == "failed"
        assert reply["retcode"] == expected[code]
        assert reply["data"] is None
        assert reply["echo"] == "e"
    if flavour == "napcat":
        assert '"result": 120' in muted["message"] and muted["wording"] == muted["message"]
        assert "group_id" in parameter["message"]
    elif flavour == "llonebot":
        assert muted["message"].startswith("Error: ") and muted["wording"] == muted["message"]
    elif flavour == "go-cqhttp":
        assert (muted["msg"], muted["wording"]) == ("SEND_MSG_API_ERROR", "请参考 go-cqhttp 端输出")
        assert unknown["msg"] == "API_NOT_FOUND"


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("trouble", list(Trouble))
def test_every_trouble_is_worded_by_every_implementation(flavour: Flavour, trouble: Trouble) -> None:
    reply = Dialect(flavour).failed(RoomError(trouble, "细节"), group_id=GROUP)
    assert reply["status"] == "failed"
    assert reply["retcode"] != 0
    words = str(reply.get("message", ""))
    assert "{detail}" not in words and "{group}" not in words


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize(
    "echo",
    [
        b'"1"',
        b"7",
        b"1.50",
        b"true",
        b'{"seq": 3}',
        b"[1, [2]]",
        b'"\\u4f60"',
        b"123456789012345678901234567890",
    ],
)
def test_echo_comes_back_byte_for_byte(flavour: Flavour, echo: bytes) -> None:
    bench = Bench(flavour)
    for action in (b"get_status", b"no_such_action"):
        request = b'{"action":"' + action + b'","echo":' + echo + b"}"
        reply = msgspec.json.encode(bench.actions.perform(msgspec.json.decode(request, type=Call)))
        assert b'"echo":' + echo in reply


@pytest.mark.parametrize(
    ("flavour", "absent", "null"),
    [("napcat", None, None), ("llonebot", "missing", "missing"), ("lagrange", None, None),
     ("go-cqhttp", "missing", None)],
)  # fmt: skip
def test_absent_and_null_echo(flavour: Flavour, absent: str | None, null: str | None) -> None:
    bench = Bench(flavour)
    for request, expected in (
        (b'{"action":"get_status"}', absent),
        (b'{"action":"get_status","echo":null}', null),
    ):
        reply = msgspec.json.decode(
            msgspec.json.encode(bench.actions.perform(msgspec.json.decode(request, type=Call)))
        )
        assert reply.get("echo", "missing") == expected


def test_success_shapes() -> None:
    shapes = {flavour: set(Bench(flavour).call("get_status")) for flavour in FLAVOURS}
    assert shapes == {
        "napcat": {"status", "retcode", "data", "message", "wording", "echo", "stream"},
        "llonebot": {"status", "retcode", "data", "message", "wording", "echo"},
        "lagrange": {"status", "retcode", "data", "echo"},
        "go-cqhttp": {"status", "retcode", "data", "message", "echo"},
    }


# 事件的样子 -------------------------------------------------------------------


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_temp_session_event_of_each_implementation(flavour: Flavour) -> None:
    world = small_world(friends=False)
    event = Dialect(flavour).event(world.message_event(world.whisper(SECOND, "x")))
    assert event["sub_type"] == "group"
    assert event.get("temp_source", 0) == 0
    if flavour == "napcat":
        assert event["group_id"] == GROUP
    else:
        assert "group_id" not in event
        assert event["sender"]["group_id"] == GROUP


@pytest.mark.parametrize(
    ("flavour", "notice_type", "sub_type"),
    [("napcat", "group_decrease", "disband"), ("llonebot", "group_dismiss", None),
     ("lagrange", "group_decrease", "disband"), ("go-cqhttp", "group_decrease", "kick_me")],
)  # fmt: skip
def test_dissolved_group_event(flavour: Flavour, notice_type: str, sub_type: str | None) -> None:
    world = small_world()
    events: list[dict[str, Any]] = []
    world.on_event(events.append)
    world.dissolve(GROUP)
    event = Dialect(flavour).event(events[0])
    assert (event["notice_type"], event.get("sub_type")) == (notice_type, sub_type)
    assert events[0]["sub_type"] == "disband"


def test_event_formats_leave_the_canonical_event_alone() -> None:
    world = small_world()
    canonical = world.message_event(world.say(GROUP, SECOND, "[x]"))
    before = msgspec.json.encode(canonical)
    event = Dialect("napcat", "string", "string").event(canonical)
    assert event["message"] == event["raw_message"] == "&#91;x&#93;"
    assert event["message_format"] == "string"
    assert (event["user_id"], event["group_id"], event["self_id"]) == (str(SECOND), str(GROUP), str(BOT))
    assert event["sender"]["user_id"] == str(SECOND)
    assert isinstance(event["message_id"], str)
    assert event["real_seq"] == "1"
    assert msgspec.json.encode(canonical) == before
    assert Dialect().event(canonical)["message"] == [text("[x]")]


def test_connection_headers_of_each_implementation() -> None:
    assert Dialect("go-cqhttp").authorization("t") == "Token t"
    assert Dialect("go-cqhttp").user_agent.startswith("CQHttp/")
    for flavour in ("napcat", "llonebot", "lagrange"):
        assert Dialect(flavour).authorization("t") == "Bearer t"
        assert Dialect(flavour).user_agent == "OneBot/11"
