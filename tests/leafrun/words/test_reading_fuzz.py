"""乱打的字：要么读成能写进日志的回答，要么 `Misread`；绝不是别的异常。"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Ask, Cast, Misread, Stream, fold, simulate
from games.leafrun import game, words
from games.leafrun.data import load
from games.leafrun.options import Options
from games.leafrun.rules import deal
from games.leafrun.view import View
from games.leafrun.words.reading import WORDS
from tests.leafrun.position import DATA, PIECES
from tests.leafrun.words.stage import cast_of

Question = tuple[Ask, View, Cast]


def questions() -> list[Question]:
    """几局里问到的每一种问题，各取几个。"""
    kept: dict[str, list[Question]] = {}
    for seed in range(6):
        table = deal(seed, PIECES[:3], Options.model_validate({"must_walk_all": False}), load())
        stream = Stream(seed)

        def choose(table: Any, ask: Ask, stream: Stream = stream) -> Any:
            view = table.view(ask.seat)
            found = kept.setdefault(ask.what, [])
            if len(found) < 4 and ask.what != "turn" and ask.what != "interject":
                found.append((ask, view, cast_of(table)))
            elif ask.what in ("turn", "interject") and not stream.below(60):
                # 这两种选项空间连着牌桌，留一张当时的副本。
                other = table.copy()
                space = type(ask.options)(other, ask.seat)  # type: ignore[call-arg]
                found.append((Ask(ask.seat, ask.what, space, ask.default), view, cast_of(table)))
            return game.players["随机"](view, ask, stream, ask.what == "interject")

        simulate(table, choose)
    return [each for found in kept.values() for each in found[:8]]


QUESTIONS = questions()
KINDS = {ask.what for ask, _, _ in QUESTIONS}
VOCABULARY = [
    *(word for spelled in WORDS.values() for word in spelled),
    *(card.name for card in DATA.cards),
    *DATA.special_name.values(),
    *DATA.roster.name,
    *["0", "1", "2", "3", "9", "12", "99", "999999999999", "二", "十", "百", "1号", "2号", "9号", "@", "给", "的", "增益", "全部", "不", "阿苹", "糖糖", "🟥", "红", "、", "，", ",", ".", "号", "张", "②", "３"],
]  # fmt: skip

spoken = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=6).flatmap(
    lambda parts: st.sampled_from(["", " "]).map(lambda glue: glue.join(parts))
)


def test_every_question_is_covered() -> None:
    assert {"roll", "character", "exchange", "wake", "turn", "interject", "walk", "trim", "scatter"} <= KINDS
    assert {"light_dash", "barter", "trade", "resin", "salvage", "buff"} <= KINDS


def attempt(text: str, question: Question) -> None:
    ask, view, cast = question
    try:
        choice = words.read(fold(text), ask, view, cast)
    except Misread as error:
        assert error.message
        assert "\n" not in error.message + error.advice
        return
    assert json.loads(json.dumps(choice)) == choice
    # 不合法的也要能判，判的时候不出别的错。
    if choice not in ask.options:
        explain = getattr(ask.options, "explain", None)
        if explain is not None:
            assert explain(choice).reason


@settings(max_examples=300, deadline=None)
@given(text=spoken, question=st.sampled_from(QUESTIONS))
def test_commands_in_any_order(text: str, question: Question) -> None:
    attempt(text, question)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=40), question=st.sampled_from(QUESTIONS))
def test_any_text(text: str, question: Question) -> None:
    attempt(text, question)


def test_every_verb_alone_on_every_question() -> None:
    for question in QUESTIONS:
        for spelled in WORDS.values():
            for word in spelled:
                for rest in ("", " 1", "1", " 2号", " 1 2 3", " 全部", " 不", " 给"):
                    attempt(word + rest, question)


def test_every_numbered_option_reads_back() -> None:
    for ask, view, cast in QUESTIONS:
        for number, (choice, _) in enumerate(words.prompt(ask, view, cast).numbered, 1):
            assert words.read(str(number), ask, view, cast) == choice
