"""终端与网页共用的台面：一行字怎样读，令怎样办，什么显示给谁，谁连得进来。"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from pydantic import ValidationError

from plugins.room.config import Config, room_is_on
from plugins.room.connection import Connection
from plugins.room.control import answer, is_local
from plugins.room.layout import small_world
from plugins.room.orders import COMMANDS, Order, parse_line
from plugins.room.segments import at, text
from plugins.room.stage import Stage

GROUP = 700001
OWNER, SECOND, THIRD = 10001, 10002, 10003
BOT = 10000


class Sight:
    """一个台面和它显示过的东西；没有机器人连着。"""

    def __init__(self) -> None:
        self.world = small_world()
        self.connection = Connection(self.world, "ws://127.0.0.1:9/")
        self.stage = Stage(self.world, self.connection, GROUP)
        self.shows: list[dict[str, Any]] = []
        self.stage.on_show(self.shows.append)

    def line(self, line: str, speaker: str = "1") -> list[dict[str, Any]]:
        return answer(self.stage, msgspec.json.encode({"line": line, "speaker": speaker}).decode())

    @property
    def notices(self) -> list[str]:
        return [show["text"] for show in self.shows if show["show"] == "notice"]


@pytest.fixture
async def sight() -> Sight:
    return Sight()


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("移动 1", Order("say", text="移动 1")),
        ("  ", Order("nothing")),
        ("@2 移动 1", Order("say", "2", "移动 1")),
        ("＠2 移动 1", Order("say", "2", "移动 1")),
        ("@2! 手牌", Order("whisper", "2", "手牌")),
        ("@2！手牌", Order("whisper", "2", "手牌")),
        ("@阿蓝 说 @小红", Order("say", "阿蓝", "说 @小红")),
        ("@2", Order("switch", "2")),
        ("!手牌", Order("whisper", text="手牌")),
        ("！手牌", Order("whisper", text="手牌")),
        (":禁言 2 30", Order("command", text="禁言", arguments=("2", "30"))),
        ("：成员", Order("command", text="成员")),
        ("\\@2 原样", Order("say", text="@2 原样")),
        ("\\", Order("nothing")),
    ],
)
def test_reading_a_line(line: str, order: Order) -> None:
    assert parse_line(line) == order


@pytest.mark.parametrize("line", ["!", "@2!", "@", ":", ":没有", "@ 空"])
def test_unreadable_lines_say_what_to_type(line: str) -> None:
    order = parse_line(line)
    assert order.kind == "wrong"
    assert "例如" in order.text or ":帮助" in order.text


def test_speaking_shows_group_and_private_apart(sight: Sight) -> None:
    sight.line("大家好")
    sight.line("@2! 手牌")
    sight.world.bot_whisper(SECOND, [text("第一行\n第二行")])
    group, private, answered = (show for show in sight.shows if show["show"] == "message")
    assert (group["where"], group["speaker"], group["number"], group["from_bot"]) == (
        "group",
        "小红",
        1,
        False,
    )
    assert (private["where"], private["speaker"], private["peer"]) == ("private", "阿蓝", "阿蓝")
    assert (answered["where"], answered["peer_number"], answered["from_bot"]) == ("private", 2, True)
    assert answered["text"] == "第一行\n第二行"
    assert [show["text"] for show in sight.stage.recent_shows()] == ["大家好", "手牌", "第一行\n第二行"]


def test_leak_is_pointed_out(sight: Sight) -> None:
    sight.world.bot_say(GROUP, [text("底牌")], meant_for=SECOND)
    assert sight.shows[-1]["leaked"]
    assert sight.shows[-1]["peer"] == "阿蓝"


def test_mentions_become_segments(sight: Sight) -> None:
    sight.world.set_card(GROUP, THIRD, "老黄牛")
    sight.line("出牌 @阿蓝 和@老黄牛, @谁@群桌")
    assert sight.world.messages[-1].segments == [
        text("出牌 "),
        at(SECOND),
        text(" 和"),
        at(THIRD),
        text(", @谁"),
        at(BOT),
    ]


def test_nobody_hears_while_the_bot_is_away(sight: Sight) -> None:
    (show,) = sight.line("在吗")
    assert "没连着" in show["text"]


def test_switching_and_unknown_people(sight: Sight) -> None:
    assert sight.line("@阿蓝") == [{"show": "switch", "speaker": str(SECOND), "name": "阿蓝"}]
    assert sight.line("@3号") == [{"show": "switch", "speaker": str(THIRD), "name": "老黄"}]
    (show,) = sight.line("@99")
    assert show["show"] == "error" and ":成员" in show["text"]
    (show,) = sight.line("@机器人 你好")
    assert show["show"] == "error"


def test_commands_change_the_world(sight: Sight) -> None:
    group = sight.world.group(GROUP)
    sight.line(":加人 小新")
    sight.line(":陌生人 路人")
    newcomer, stranger = sight.stage.find("5"), sight.stage.find("路人")
    assert newcomer in sight.world.friends and stranger not in sight.world.friends
    assert newcomer in group.members and stranger in group.members
    sight.line(":管理 2")
    assert group.members[SECOND].role == "admin"
    sight.line(":撤管 2")
    assert group.members[SECOND].role == "member"
    sight.line(":改名 2 蓝方")
    assert group.members[SECOND].card == "蓝方"
    sight.line(":禁言")
    assert group.members[BOT].muted_until > sight.world.now()
    sight.line(":解禁")
    assert group.members[BOT].muted_until == 0
    sight.line(":禁言 90秒")
    assert group.members[BOT].muted_until > sight.world.now() + 80
    sight.line(":禁言 2 30")
    assert sight.world.now() + 25 < group.members[SECOND].muted_until < sight.world.now() + 35
    sight.line(":全员禁言")
    assert group.whole_muted
    sight.line(":全员禁言 关")
    assert not group.whole_muted
    sight.line(":删好友 2")
    assert SECOND not in sight.world.friends
    sight.line(":申请好友 2")
    assert len(sight.world.requests) == 1
    sight.line(":好友 2")
    assert SECOND in sight.world.friends
    sight.line(":临时会话 关")
    assert not group.temp_allowed
    sight.line(":踢 机器人")
    assert BOT not in group.members
    sight.line(":拉回")
    assert BOT in group.members
    sight.line(":退群 路人")
    assert stranger not in group.members
    sight.line(":戳")
    sight.line(":离线")
    assert not sight.world.online
    sight.line(":上线")
    assert sight.world.online
    said = sight.world.say(GROUP, OWNER, "说错")
    sight.line(":撤回")
    assert said not in sight.world.messages
    sight.line(":解散")
    assert GROUP not in sight.world.groups
    assert sight.line(":成员")[0]["members"][0]["here"] is False
    assert sight.line("还在吗")[0]["show"] == "error"
    for words in ("小新 进了群", "阿蓝 成为管理员", "群桌 被禁言 60 秒", "群桌 被踢出群", "群解散了"):
        assert words in sight.notices


async def test_fault_commands_turn_the_switches(sight: Sight) -> None:
    faults = sight.connection.faults
    sight.line(":慢 2")
    assert faults.reply_delay == 2
    sight.line(":失败 2 阿蓝")
    assert faults.strike({"user_id": THIRD}) is None
    assert faults.strike({"user_id": SECOND}) is not None
    sight.line(":扣留")
    assert faults.holding
    sight.line(":放行")
    assert (faults.holding, faults.reply_delay) == (False, 0)
    assert faults.strike({"user_id": SECOND}) is None
    sight.line(":断线 3")
    assert any("3 秒后重连" in notice for notice in sight.notices)
    sight.world.say(GROUP, OWNER, "再来一遍")
    sight.line(":重送")
    assert sight.connection.lost == 2


@pytest.mark.parametrize(
    "line",
    [":加人", ":加人 小红", ":踢", ":踢 1", ":管理 没有", ":慢 abc", ":断线 -1", ":退群 没有", ":临时会话"],
)
def test_impossible_commands_are_explained(sight: Sight, line: str) -> None:
    before = list(sight.world.group(GROUP).members)
    (show,) = sight.line(line)
    assert show["show"] == "error" and show["text"].startswith("做不到")
    assert list(sight.world.group(GROUP).members) == before


async def test_every_command_in_the_help_is_implemented(sight: Sight) -> None:
    (help_show,) = sight.line(":帮助")
    usages = [row[0] for row in help_show["rows"]]
    assert all(command.usage in usages for command in COMMANDS.values())
    for name in COMMANDS.keys() - {"退出"}:
        for show in Sight().line(f":{name}"):
            assert "没有命令" not in show.get("text", "")


@pytest.mark.parametrize("frame", ["", "{}", "[]", '{"line":5}', "不是 JSON"])
def test_broken_frames_are_answered(sight: Sight, frame: str) -> None:
    (show,) = answer(sight.stage, frame)
    assert show["show"] == "error"


def test_overlong_line_is_refused(sight: Sight) -> None:
    (show,) = sight.line("长" * 4001)
    assert show["show"] == "error"
    assert sight.world.messages == []


@pytest.mark.parametrize(
    ("client", "headers", "allowed"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {"host": "[::1]:8080"}, True),
        ("127.0.0.1", {"host": "localhost:8080", "origin": "http://localhost:8080"}, True),
        ("127.0.0.1", {"host": "127.0.0.1:8080", "origin": "http://127.0.0.1:8080"}, True),
        ("192.168.1.5", {}, False),
        (None, {}, False),
        ("testclient", {}, False),
        ("127.0.0.1", {"origin": "https://evil.example"}, False),
        ("127.0.0.1", {"origin": "null"}, False),
        ("127.0.0.1", {"host": "evil.example:8080"}, False),
    ],
)
def test_only_this_machine_may_enter(client: str | None, headers: dict[str, str], allowed: bool) -> None:
    assert is_local(client, headers) is allowed


class Settings:
    """NoneBot 全局设置的样子。"""

    def __init__(self, **values: object) -> None:
        self.__dict__.update(values)


@pytest.mark.parametrize(
    ("room", "settings", "on"),
    [
        ("auto", {}, True),
        ("auto", {"onebot_access_token": ""}, True),
        ("auto", {"onebot_access_token": "t"}, False),
        ("auto", {"onebot_ws_urls": {"ws://x"}}, False),
        ("on", {"onebot_access_token": "t"}, True),
        (True, {"onebot_access_token": "t"}, True),
        (1, {"onebot_access_token": "t"}, True),
        ("True", {"onebot_access_token": "t"}, True),
        ("off", {}, False),
        (False, {}, False),
        (" OFF ", {}, False),
    ],
)
def test_when_the_room_is_on(room: object, settings: dict[str, object], on: bool) -> None:
    assert room_is_on(Config.model_validate({"room": room}), Settings(**settings)) is on


def test_settings_are_documented_and_checked() -> None:
    assert all(field.description for field in Config.model_fields.values())
    for bad in ({"room": "maybe"}, {"room_seats": 0}, {"room_flavour": "icqq"}, {"room_group_id": -1}):
        with pytest.raises(ValidationError):
            Config.model_validate(bad)
