"""作者怎么写牌都打得下去：随机的合法牌效换到每张牌、技能、士兵上，走完整局，守恒与上下限照旧（A9）。"""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.aurora.events import Fizzled, Healed
from games.aurora.language import read_effect, write_effect
from games.aurora.rules import deal
from games.aurora.setup import Setup
from games.aurora.table import AuroraTable
from games.kernel import Match, Stream, simulate
from tests.aurora.language.strategies import attacks, effects, farewells
from tests.aurora.position import CARDS, DATA, Scene, only, options_of, owned, pieces, position

T = TypeVar("T")


def spread(some: list[T], count: int) -> tuple[T, ...]:
    """轮着用满 `count` 个。"""
    return tuple(islice(cycle(some), count))


@st.composite
def setups(draw: st.DrawFn) -> dict[str, Any]:
    """每张牌、每个技能、每名士兵都换成随机的。"""
    plain = deal(1, ["", ""], options_of(), DATA).setup
    cards = draw(st.lists(effects(), min_size=3, max_size=8))
    strikes = draw(st.lists(attacks(), min_size=1, max_size=4))
    leaving = draw(st.lists(farewells(), min_size=1, max_size=4))
    skills = draw(st.lists(effects(), min_size=2, max_size=4))
    soldiers = len(plain.level)
    return {
        "parts": spread(cards, len(plain.parts)),
        "skills": tuple(tuple((1, parts) for parts in skills[:2]) for _ in plain.skills),
        "attacks": spread(strikes, soldiers),
        "own_attacks": (True,) * soldiers,
        "leaving": spread(leaving, soldiers),
    }


def changed(setup: Setup, values: dict[str, Any]) -> Setup:
    return replace(setup, **values)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(setups(), st.integers(0, 2**32), st.booleans(), st.sampled_from(["reshuffle", "fatigue"]))
def test_a9_any_valid_card_can_be_played(values: dict[str, Any], seed: int, friendly: bool, empty: str):
    """A9 A1.2 A4 A5：随机的牌效走得完整局；牌守恒、一格一个单位、生命在上下限里、默认合法、存档读得回。"""
    table = deal(seed, ["", ""], options_of(friendly_fire=friendly, empty_deck=empty), DATA)
    table.setup = changed(table.setup, values)
    match = Match(table)
    stream = Stream(seed)
    cards: list[list[int]] = []
    soldiers: list[int] = []
    for _ in range(500):
        if match.over:
            break
        ask = match.clocked()[stream.below(len(match.clocked()))]
        assert ask.default in ask.options
        choice = ask.default if stream.below(8) == 0 else ask.sample(stream)
        match.answer(ask.seat, choice)
        now = match.table
        if not cards and now.phase != "choosing":
            cards, soldiers = [owned(now, 0), owned(now, 1)], pieces(now)
        if cards:
            assert [owned(now, 0), owned(now, 1)] == cards and pieces(now) == soldiers
        standing(now)
    saved = match.checkpoint.snapshot()
    assert AuroraTable.restore(saved, match.checkpoint.setup).snapshot() == saved


def standing(table: AuroraTable) -> None:
    """一格至多一个单位，不与障碍重叠；生命在上下限里。"""
    cells = [place for place in table.places if place >= 0] + [stack.cell for stack in table.stacks]
    assert len(set(cells)) == len(cells) and sum(1 << cell for cell in cells) == table.units
    assert not table.units & table.obstacles
    assert all(0 <= health <= table.setup.rules.health for health in table.health)
    for stack in table.stacks:
        assert 0 <= stack.health <= table.setup.health[stack.cards[-1] >> 1]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(setups(), st.integers(0, 2**32))
def test_a9_games_of_any_valid_cards_end(values: dict[str, Any], seed: int):
    """A7.1：写什么牌，随机走都走得完。"""
    table = deal(seed, ["", ""], options_of(), DATA)
    table.setup = changed(table.setup, values)
    stream = Stream(seed)
    simulate(table, lambda _, ask: ask.sample(stream), limit=60_000)
    assert table.over and table.winners


@settings(max_examples=60, deadline=None)
@given(effects())
def test_a9_what_is_played_is_what_was_read(parts: Any):
    """A9：写成一格文字再读回来，是同一个效果。"""
    assert read_effect(write_effect(parts)) == parts


def test_a4_7_a_later_step_without_options_is_passed_over():
    """A4.7：后面那步没有可选的（没有士兵）：出牌时不能一并说，轮到时略过，别的照做；抽样也不抽它。"""
    table = position(hands=("包扎", ""), health=(10, 20))
    values = {"parts": spread([read_effect("英雄 回1 一兵 护1")], len(table.setup.parts))}
    table.setup = changed(table.setup, values)
    scene = Scene(table)
    assert scene.space().aim(CARDS["包扎"]) is None and scene.space().plays() == [CARDS["包扎"]]
    stream = Stream(3)
    assert all(scene.space().draw("play", stream) == ["play", CARDS["包扎"], None] for _ in range(20))
    told = scene.play("包扎")
    assert only(told, Healed).health == 11 and only(told, Fizzled).step == "AidOneSoldier"
    assert scene.waiting() == {0: "main"}
