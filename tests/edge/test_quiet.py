"""快的消息事件与适配器自带的读出来一样。"""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nonebot.adapters.onebot.v11 import GroupMessageEvent, MessageEvent, PrivateMessageEvent
from nonebot.adapters.onebot.v11.exception import NoLogException
from pydantic import ValidationError

from plugins.gamemaster.quiet import QuietGroupMessageEvent, QuietPrivateMessageEvent
from plugins.room.dialect import FLAVOURS, Dialect
from plugins.room.layout import small_world

SEGMENTS = st.lists(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["text", "at", "face", "reply", "image", "未知"]),
            "data": st.dictionaries(
                st.sampled_from(["text", "qq", "id"]), st.text() | st.integers(), max_size=2
            ),
        }
    ),
    max_size=4,
)


def compared(slow: type[MessageEvent], quick: type[MessageEvent], event: dict[str, Any]) -> None:
    """两种读法：要么一样，要么都拒绝。"""
    try:
        expected = slow.model_validate(copy.deepcopy(event))
    except ValidationError:
        with pytest.raises(ValidationError):
            quick.model_validate(copy.deepcopy(event))
        return
    found = quick.model_validate(copy.deepcopy(event))
    assert found.model_dump() == expected.model_dump()
    assert list(found.message) == list(expected.message)
    assert list(found.original_message) == list(expected.original_message)
    assert found.model_extra == expected.model_extra


def group_event(message: Any) -> dict[str, Any]:
    world = small_world()
    event = Dialect().event(world.message_event(world.say(700001, 10001, "一")))
    return {**event, "message": message}


@given(SEGMENTS)
def test_any_segments_read_the_same(segments: list[dict[str, Any]]) -> None:
    compared(GroupMessageEvent, QuietGroupMessageEvent, group_event(segments))


@pytest.mark.parametrize(
    "message",
    [
        "[CQ:at,qq=1] 你好",
        {"type": "text", "data": {"text": "一"}},
        [{"type": "text"}],
        [{"type": "text", "data": {"text": "一"}, "extra": 1}],
        [{"type": 5, "data": {}}],
        [{"type": "text", "data": None}],
        ["一"],
        5,
        None,
        [],
    ],
)
def test_irregular_messages_are_left_to_the_adapter(message: Any) -> None:
    compared(GroupMessageEvent, QuietGroupMessageEvent, group_event(message))


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("message_format", ["array", "string"])
def test_private_events_of_every_implementation_read_the_same(flavour: Any, message_format: Any) -> None:
    world = small_world(friends=False)
    event = Dialect(flavour, message_format).event(world.message_event(world.whisper(10001, "手牌")))
    compared(PrivateMessageEvent, QuietPrivateMessageEvent, event)


def test_changing_the_message_leaves_the_original_alone() -> None:
    event = QuietGroupMessageEvent.model_validate(group_event([{"type": "text", "data": {"text": " 一"}}]))
    event.message[0].data["text"] = "改了"
    event.message.clear()
    assert event.original_message.extract_plain_text() == " 一"


def test_they_leave_no_line_in_the_log() -> None:
    with pytest.raises(NoLogException):
        QuietGroupMessageEvent.model_validate(group_event("一")).get_log_string()
