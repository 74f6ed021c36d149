"""随便打什么都不会出错：要么读成一个回答，要么说没读懂；题面、说明也都写得出来。"""

from __future__ import annotations

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.aurora import game, words
from games.kernel import Ask, Cast, Match, Misread, Stream, fold
from tests.aurora.words.stage import NAMES
from tests.kit.play import Case

CAST = Cast(NAMES, ("🔴", "🔵"))
PIECES = (
    *sorted(words.VERBS),
    "疾步", "直刺", "飞刀", "双星镖", "民兵", "鼠群", "枪骑", "贯日", "影步", "自己", "对方英雄", "B3", "c4", "Z9", "上", "左左", "wasd",
    "1", "2", "99", "底", "原牌", "不要", "再", "先", "×2", "、", "，", " ", "Ｂ３", "（", "】", "收回", "-1", "null",
)  # fmt: skip


def positions(seed: int) -> list[tuple[Match, Ask]]:  # type: ignore[type-arg]
    """一局里各种问题各几处。"""
    match, stream = Case(game, 2, seed).match(), Stream(seed)
    found: dict[str, list[tuple[Match, Ask]]] = {}  # type: ignore[type-arg]
    while match.waiting:
        for ask in match.waiting.values():
            kept = found.setdefault(ask.what, [])
            if len(kept) < 2:
                twin = match.fork()
                kept.append((twin, twin.waiting[ask.seat]))
        ask = next(iter(match.waiting.values()))
        match.answer(ask.seat, ask.sample(stream))
    return [each for kept in found.values() for each in kept]


SPOTS = [spot for seed in (1, 2, 3) for spot in positions(seed)]


def test_the_spots_cover_every_question() -> None:
    assert {ask.what for _, ask in SPOTS} >= {
        "deck", "obstacle", "hero", "dodges", "prepare", "main", "aim", "respond", "round", "promote", "discard",
    }  # fmt: skip


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.sampled_from(range(len(SPOTS))),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=6),
    st.booleans(),
)
def test_any_string_of_words_is_read_or_refused(spot: int, pieces: list[str], spaced: bool) -> None:
    match, ask = SPOTS[spot]
    view = match.table.view(ask.seat)
    text = fold((" " if spaced else "").join(pieces))
    try:
        choice = words.read(text, ask, view, CAST)
    except Misread as error:
        assert error.message
        assert "Traceback" not in str(error)
        assert len(error.message) + len(error.advice) < 300
    else:
        assert (choice in ask.options) in (True, False)
        msgspec.json.encode(choice)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(range(len(SPOTS))), st.text(max_size=30))
def test_any_text_is_read_or_refused(spot: int, text: str) -> None:
    match, ask = SPOTS[spot]
    try:
        words.read(fold(text), ask, match.table.view(ask.seat), CAST)
    except Misread as error:
        assert error.message


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=20))
def test_any_look_up_is_answered(text: str) -> None:
    view = SPOTS[-1][0].table.view(None)
    spoken = fold(f"卡牌 {text}")
    if words.asks(spoken):
        assert words.look_up(spoken, view, CAST).strip()
