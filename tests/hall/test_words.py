"""分条、时长、昵称、折叠：说话用的小零件。"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import OptionError
from plugins.gamemaster.hall.house import House, seconds_of, set_house, spoken
from plugins.gamemaster.hall.messages import Incoming
from plugins.gamemaster.hall.paragraphs import split_lines
from plugins.gamemaster.hall.seats import NAME_LENGTH, clean_name
from plugins.gamemaster.hall.speech import heard


@given(st.lists(st.text(st.characters(exclude_characters="\r"), max_size=80), max_size=30))
def test_splitting_keeps_every_line_in_order(lines: list[str]) -> None:
    parts = split_lines(lines, 5, 60)
    assert all(part.strip() and len(part.split("\n")) <= 5 for part in parts)
    kept = "".join("".join(parts).split())
    assert kept == "".join("".join(lines).split())


def test_a_block_that_fits_is_not_torn() -> None:
    board = "\n".join(["棋盘"] * 6)
    assert split_lines(["一", "二", "三", board, "四"], 8, 900) == ["一\n二\n三", f"{board}\n四"]


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("90", 90),
        ("90秒", 90),
        ("３分", 180),
        ("2分30秒", 150),
        ("十分钟", 600),
        ("0", 0),
        ("不限", 0),
        ("5m", 300),
    ],
)
def test_durations_are_read_as_people_write_them(value: str, seconds: int) -> None:
    assert seconds_of("出牌限时", value) == seconds


@pytest.mark.parametrize("value", ["", "很久", "-5", "99999999", "3小时", "1.5分"])
def test_durations_that_make_no_sense_are_refused(value: str) -> None:
    with pytest.raises(OptionError):
        seconds_of("出牌限时", value)


def test_house_options_are_set_by_their_chinese_names() -> None:
    house = House(180, 90, 30, 2)
    changed = set_house(house, "自动托管", "3次")
    assert changed is not None and changed.timeouts == 3
    assert set_house(house, "跑道", "1") is None
    with pytest.raises(OptionError):
        set_house(house, "自动托管", "很多")


def test_durations_are_spoken_shortly() -> None:
    assert [spoken(each) for each in (5, 60, 90, 180)] == ["5秒", "1分钟", "1分30秒", "3分钟"]


@given(st.text(max_size=60))
def test_names_are_one_short_line(name: str) -> None:
    cleaned = clean_name(name, "123456789")
    assert cleaned and len(cleaned) <= NAME_LENGTH
    assert cleaned.isprintable() or not any(sign in cleaned for sign in "\n\r\t\u202e")


@given(st.text(max_size=500))
def test_any_text_can_be_folded(text: str) -> None:
    incoming = Incoming("1", "2", "3", "名", "member", text, "4")
    speech = heard(incoming)
    assert speech is None or (speech.text and speech.text == speech.text.strip())
