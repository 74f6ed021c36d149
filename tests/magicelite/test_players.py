"""电脑玩家：只答合法的、只看看得到的、「普通」明显强过「随机」，各种局面里做得像样。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Ask, Choice, Stream, simulate
from games.magicelite import game
from games.magicelite.data import load
from games.magicelite.options import Options
from games.magicelite.players import sensible_player
from games.magicelite.rules import GENERATIONS, deal
from games.magicelite.table import MagicEliteTable
from tests.magicelite.position import Scene, cards_of, position

DATA = load()


def run_game(seed: int, levels: list[str], **options: Any) -> MagicEliteTable:
    """几个电脑玩一局；每个回答都要合法，插话者可以不答。"""
    table = deal(seed, [""] * len(levels), Options.model_validate(options), DATA)
    streams = [Stream(seed * 16 + seat) for seat in range(len(levels))]

    def reply(table: Any, ask: Ask, optional: bool) -> Choice:
        choice = game.players[levels[ask.seat]](table.view(ask.seat), ask, streams[ask.seat], optional)
        assert (choice is None and optional) or choice in ask.options, (ask.what, choice)
        return choice

    def choose(table: Any, ask: Ask) -> Choice:
        return reply(table, ask, False)

    def interject(table: Any, ask: Ask) -> Choice:
        return reply(table, ask, True)

    simulate(table, choose, interject=interject)
    return table


@pytest.mark.parametrize("generation", sorted(GENERATIONS))
@pytest.mark.parametrize("level", ["随机", "普通"])
def test_every_choice_is_legal(level: str, generation: int) -> None:
    for seed, seats in enumerate((2, 3, 4)):
        assert run_game(seed, [level] * seats, generation=generation).over


@pytest.mark.parametrize(("generation", "share"), [(1, 0.7), (2, 0.6), (3, 0.6)])
def test_sensible_beats_random(generation: int, share: float) -> None:
    """两人局轮流换座：身份与大冒险的运气很重，「普通」仍明显赢得多；当了别人的小僵尸不算赢（G3.14）。"""
    games = 80
    wins = 0
    for seed in range(games):
        mine = seed % 2
        levels = ["普通", "随机"] if mine == 0 else ["随机", "普通"]
        table = run_game(seed, levels, generation=generation)
        wins += mine in table.winners and table.side[mine] == mine
    assert wins >= share * games


def test_same_seed_same_game() -> None:
    levels = ["普通", "随机", "普通"]
    assert run_game(5, levels).snapshot() == run_game(5, levels).snapshot()


def decide(scene: Scene, seat: int) -> Choice:
    """「普通」此刻的回答。"""
    return sensible_player(scene.table.view(seat), scene.asked(seat), Stream(1), False)


def test_keeps_the_four_when_something_else_blocks() -> None:
    scene = Scene(position("♦6 ♥2 ♣3", "♠4 ♥6 ♣2 ♣6"))
    scene.play(0, "♦6", 1)
    assert decide(scene, 1)[1] == cards_of(scene.table, 1, "♥6")


def test_uses_the_four_when_it_would_die() -> None:
    scene = Scene(position("♦6 ♥2 ♣3", "♠4 ♥2 ♣2 ♣6", health=[None, 3]))
    scene.play(0, "♦6", 1)
    assert decide(scene, 1)[1] == cards_of(scene.table, 1, "♠4")


def test_attacks_the_weakest() -> None:
    scene = Scene(position("♦6 ♥2", "♠3 ♠2", "♠3 ♠2", health=[None, 7, 3]))
    choice = decide(scene, 0)
    assert choice[1] == cards_of(scene.table, 0, "♦6") and choice[2] == 2


def test_frames_somebody_rather_than_die() -> None:
    scene = Scene(position("♦6 ♦Q ♥2", "♠A ♥3", "♠2", identities="♠7 ♥9 ♣7", health=[None, 2, None]))
    scene.play(0, "♦Q", 1)
    choice = decide(scene, 1)
    assert choice[1] == cards_of(scene.table, 1, "♠A")
    assert choice[3] and choice[3][0][0] == "framing"


def test_only_its_own_view_matters() -> None:
    """别人的手牌与库换一换，回答不变。"""
    scene = Scene(position("♦6 ♥2 ♣3", "♠4 ♥6 ♣2 ♣6", "♠2 ♠3"))
    other = Scene(position("♦6 ♥2 ♣3", "♠4 ♥6 ♣2 ♣6", "♦K ♦Q"))
    assert decide(scene, 0) == decide(other, 0)
