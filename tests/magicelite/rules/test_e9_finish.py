"""E9 结束。"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.kernel import Match
from games.magicelite.events import GameOver
from games.magicelite.rules import deal
from tests.magicelite.position import DATA, Scene, only, options_of, position


def test_last_one_alive_wins():
    """E9.1"""
    scene = Scene(position("♦K ♥2", "♠2 ♥3", "♥4", dead=[2]))
    scene.play(0, "♦K", 1)
    told = only(scene.play(1, "♠2"), GameOver)
    assert (told.winners, told.reason) == ([0], "last")
    assert scene.match.over and scene.table.winners == [0] and not scene.match.waiting


def test_responder_may_win():
    """E9.1"""
    scene = Scene(position("♠3 ♠2", "♦K ♥3"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♦K")
    assert only(scene.play(0, "♠2"), GameOver).winners == [1]


CAP = DATA.rules.turn_cap


@pytest.mark.parametrize(
    ("health", "hands", "option", "winners"),
    [
        ([3, 7, 5], ["♥2 ♥3 ♥4", "♥2", "♥3"], "share", [1]),
        ([7, 7, 5], ["♥2 ♥3 ♥4", "♥2", "♥3 ♥4 ♥5 ♥6"], "share", [0]),
        ([7, 7, 5], ["♥2 ♥3", "♥2", "♥3"], "share", [0, 1]),
        ([7, 7, 5], ["♥2 ♥3", "♥2", "♥3"], "order", [0]),
        ([4, 7, 7], ["♥2 ♥3", "♥2", "♥3"], "order", [1]),
    ],
)
def test_five_hundred_turns(health: Sequence[int], hands: list[str], option: str, winners: list[int]):
    """E9.2：血最高者胜，同则手牌多者，再同并列（⚙）。0 号打完一张♥之后比。"""
    scene = Scene(position(*hands, health=health, turns=CAP, final_tie=option, decks=4))
    before = scene.table.health[:]
    events = scene.play(0, "♥2")
    assert scene.table.health[0] == min(7, before[0] + 2)
    told = only(events, GameOver)
    assert told.reason == "cap" and told.winners == winners


def test_one_turn_before_the_cap_goes_on():
    """E9.2"""
    scene = Scene(position("♥2 ♥3", "♥2 ♥3", turns=CAP - 1))
    scene.play(0, "♥2")
    assert not scene.match.over and scene.table.turns == CAP


@pytest.mark.parametrize("generation", [1])
def test_everybody_for_himself(generation: int):
    """E9.3"""
    for seats in (2, 4, 8):
        table = deal(1, [""] * seats, options_of(generation=generation, teams=True), DATA)
        for seat in range(seats):
            assert sorted([*table.enemies(seat), seat]) == list(range(seats))


def test_a_table_of_timeouts_ends():
    """E9.2：谁也不操作也会结束。"""
    for seed in range(6):
        match = Match(deal(seed, [""] * (2 + seed), options_of(), DATA))
        while match.waiting:
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.default)
        assert match.table.winners and match.table.turns <= CAP
