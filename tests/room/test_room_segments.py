"""CQ 码与消息段数组：转义、互换、容错。规范见 onebot-11/message。"""

from __future__ import annotations

from typing import Any

import pytest
from aiocqhttp import Message as CQMessage
from hypothesis import given
from hypothesis import strategies as st
from nonebot.adapters.onebot.v11 import Message as NoneBotMessage

from plugins.room.segments import (
    at,
    escape,
    from_cq_string,
    image,
    normalize,
    plain_text,
    reply,
    text,
    to_cq_string,
    unescape,
)

parameter_names = st.text(alphabet="abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_.-", min_size=1, max_size=6)
tricky_text = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="&[],=#;amp4391CQ:", max_size=30),
    st.sampled_from(["&amp;", "&#91;", "&amp;#91;", "[CQ:at,qq=1]", "[CQ:", "]", ",", "a\nb"]),
)
other_segments = st.builds(
    lambda kind, data: {"type": kind, "data": data},
    st.sampled_from(["at", "face", "image", "shake", "reply", "x-y.z"]),
    st.dictionaries(parameter_names, tricky_text, max_size=3),
)
text_segments = tricky_text.filter(bool).map(text)


@st.composite
def messages(draw: st.DrawFn) -> list[dict[str, Any]]:
    """规整的消息：正文段非空、不相邻。"""
    segments: list[dict[str, Any]] = []
    for segment in draw(st.lists(st.one_of(text_segments, other_segments), max_size=6)):
        if segments and segments[-1]["type"] == segment["type"] == "text":
            continue
        segments.append(segment)
    return segments


@given(messages())
def test_array_to_string_and_back_is_the_same_message(message: list[dict[str, Any]]) -> None:
    assert from_cq_string(to_cq_string(message)) == message


@given(tricky_text)
def test_any_text_survives_escaping(content: str) -> None:
    assert unescape(escape(content)) == content
    assert unescape(escape(content, in_parameter=True)) == content
    assert "," not in escape(content, in_parameter=True)
    assert "[" not in escape(content)


@given(st.text(max_size=60))
def test_any_string_is_a_message(content: str) -> None:
    segments = from_cq_string(content)
    assert from_cq_string(to_cq_string(segments)) == segments
    assert all(s["data"]["text"] for s in segments if s["type"] == "text")


@given(messages())
def test_two_foreign_parsers_read_our_strings_the_same(message: list[dict[str, Any]]) -> None:
    string = to_cq_string(message)
    # 两家都先还原 &amp; 以外的实体、再还原 &amp;，同一串字只有这一种读法。
    assert [{"type": s.type, "data": dict(s.data)} for s in CQMessage(string)] == message
    assert [{"type": s.type, "data": s.data} for s in NoneBotMessage(string)] == message


def test_escape_table() -> None:
    assert escape("&[],") == "&amp;&#91;&#93;,"
    assert escape("&[],", in_parameter=True) == "&amp;&#91;&#93;&#44;"
    assert unescape("&amp;#91;&#44;") == "&#91;,"


def test_string_form_of_common_segments() -> None:
    message = [reply(7), at(123), text(" 好,[坏]&"), image("a,b]")]
    assert to_cq_string(message) == (
        "[CQ:reply,id=7][CQ:at,qq=123] 好,&#91;坏&#93;&amp;[CQ:image,file=a&#44;b&#93;]"
    )


def test_code_without_parameters_and_broken_code() -> None:
    assert from_cq_string("[CQ:shake]x") == [{"type": "shake", "data": {}}, text("x")]
    assert from_cq_string("[CQ:at,qq=1") == [text("[CQ:at,qq=1")]
    assert from_cq_string("") == []


@pytest.mark.parametrize(
    ("given_message", "expected"),
    [
        ("你好", [text("你好")]),
        ("[CQ:at,qq=1]", [at(1)]),
        ({"type": "at", "data": {"qq": 1}}, [at(1)]),
        ([{"type": "text", "data": {"text": 5}}, "b"], [text("5b")]),
        ([{"type": "image", "data": {"file": "x", "cache": True, "proxy": None}}],
         [{"type": "image", "data": {"file": "x", "cache": "true"}}]),
        ([{"type": "shake"}], [{"type": "shake", "data": {}}]),
        ([], []),
        ("", []),
        ([text("")], []),
    ],
)  # fmt: skip
def test_normalize_accepts_every_spelling(given_message: object, expected: list[dict[str, Any]]) -> None:
    assert normalize(given_message) == expected


def test_auto_escape_keeps_codes_as_text() -> None:
    assert normalize("[CQ:at,qq=1]&amp;", auto_escape=True) == [text("[CQ:at,qq=1]&amp;")]


@pytest.mark.parametrize("bad", [None, 5, [5], [{"data": {}}], [{"type": "text", "data": "x"}], b"x"])
def test_normalize_refuses_what_is_no_message(bad: object) -> None:
    with pytest.raises(ValueError, match=r"message|消息段"):
        normalize(bad)


def test_plain_text_shows_what_a_person_sees() -> None:
    message = [
        at(1),
        text(" 看 "),
        image("x"),
        {"type": "at", "data": {"qq": "all"}},
        {"type": "怪", "data": {}},
    ]
    assert plain_text(message, {"1": "小红"}.__getitem__) == "@小红 看 [图片]@全体成员[怪]"
