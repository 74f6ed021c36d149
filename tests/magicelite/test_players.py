"""电脑玩家：只答合法的、只看看得到的、「普通」明显强过「随机」，各种局面里做得像样。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Ask, Choice, Player, Stream, simulate
from games.magicelite import game
from games.magicelite.data import load
from games.magicelite.options import Options
from games.magicelite.players import sensible_player
from games.magicelite.rules import GENERATIONS, deal
from games.magicelite.table import MagicEliteTable
from tests.magicelite.position import Scene, cards_of, position

DATA = load()


def run_game(seed: int, levels: list[str], **options: Any) -> MagicEliteTable:
    """几个电脑从头玩一局。"""
    table = deal(seed, [""] * len(levels), Options.model_validate(options), DATA)
    return play_out(table, [game.players[level] for level in levels], seed)


def play_out(table: MagicEliteTable, players: list[Player], seed: int) -> MagicEliteTable:
    """几个电脑把 `table` 玩完；每个回答都要合法，插话者可以不答。"""
    streams = [Stream(seed * 16 + seat) for seat in range(len(players))]

    def reply(table: Any, ask: Ask, optional: bool) -> Choice:
        choice = players[ask.seat](table.view(ask.seat), ask, streams[ask.seat], optional)
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


@pytest.mark.parametrize(
    ("generation", "seats", "share"),
    [(1, 2, 0.75), (1, 3, 0.7), (2, 2, 0.7), (2, 3, 0.6), (3, 2, 0.62), (3, 3, 0.45)],
)
def test_sensible_beats_random(generation: int, seats: int, share: float) -> None:
    """一个「普通」轮流坐各个座位，其余是「随机」：身份与大冒险的运气很重，「普通」仍明显赢得多；
    当了别人的小僵尸不算赢（G3.14）。"""
    games = 80
    wins = 0
    for seed in range(games):
        mine = seed % seats
        levels = ["随机"] * seats
        levels[mine] = "普通"
        table = run_game(seed, levels, generation=generation)
        wins += mine in table.winners and (generation == 2 or table.side[mine] == mine)
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


def test_g2_10_plays_an_ace_early_to_fuse() -> None:
    scene = Scene(position("♥6 ♥2 ♠A ♣3", "♠3 ♠2 ♦5", identities="♠10 ♥7", generation=2))
    assert decide(scene, 0)[1] == cards_of(scene.table, 0, "♠A")


def test_g3_11_two_gluttons_do_not_ignore_each_other_for_ever() -> None:
    """并满了身份卡，忽略就没有好处了：两个贪吃鬼也分得出胜负（E9.2 的封顶用不上）。"""
    for seed in range(1, 9):
        table = position("♦6 ♥2 ♠3", "♠4 ♣4 ♥2", identities="♠7 ♥7", generation=3, seed=seed)
        play_out(table, [sensible_player, sensible_player], seed)
        assert table.over and table.reason != "cap"


def test_g3_2_goes_to_the_adventure_only_with_a_good_pile() -> None:
    """G3.5：先翻到的几张好，被击杀时就直接去；不好就用风暴神。"""
    for hand, expected in (("♦J ♦K ♦Q ♣2", "adventure"), ("♠2 ♣3 ♠6 ♣2", "storm")):
        table = position("♦K ♦Q ♥2", hand, identities="♠9 ♥9", generation=3, health=[None, 1])
        scene = Scene(table)
        scene.play(0, "♦Q ♦K", 1)
        scene.play(1, "♣2")
        assert decide(scene, 1) == expected


def test_only_its_own_view_matters() -> None:
    """别人的手牌与库换一换，回答不变。"""
    scene = Scene(position("♦6 ♥2 ♣3", "♠4 ♥6 ♣2 ♣6", "♠2 ♠3"))
    other = Scene(position("♦6 ♥2 ♣3", "♠4 ♥6 ♣2 ♣6", "♦K ♦Q"))
    assert decide(scene, 0) == decide(other, 0)
