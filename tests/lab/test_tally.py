"""统计的数与手算的相同。"""

from __future__ import annotations

import random

import pytest

from games.lab.selfplay import Played
from games.lab.tally import Spread, Tally, Wins, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # 手算：z=1.96 时 (p + z²/2n ± z√(p(1-p)/n + z²/4n²)) / (1 + z²/n)。
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (250, 1000, 0.2241, 0.2778),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


GAMES = [
    Played(0, 11, 10, {"winners": [0], "rounds": 3, "characters": ["甲", "乙"], "faints": [0, 2], "track_rounds": [3]}),
    Played(1, 12, 20, {"winners": [0, 1], "rounds": 5, "characters": ["乙", "甲"], "faints": [1, 0], "track_rounds": [4, 1]}),
    Played(2, 13, 30, {"winners": [1], "rounds": 4, "characters": ["甲", "丙"], "faints": [1, 1], "track_rounds": [2, 2]}),
    Played(3, 14, 7, failure="ZeroDivisionError: 算错了"),
]  # fmt: skip


def test_numbers_match_those_worked_out_by_hand() -> None:
    tally = Tally(("普通", "随机"))
    for played in GAMES:
        tally.add(played)
    assert (tally.games, tally.decisions, tally.shared) == (3, 67, 1)
    assert tally.seats == [Wins(3, 2), Wins(3, 2)]
    assert tally.computers == {"普通": Wins(3, 2), "随机": Wins(3, 2)}
    assert tally.labels == {"characters": {"甲": Wins(3, 2), "乙": Wins(2, 1), "丙": Wins(1, 1)}}
    assert tally.numbers == {"rounds": Spread(3, 12, 3, 5)} and tally.numbers["rounds"].mean == 4
    assert tally.columns["faints"] == [Spread(3, 2, 0, 1), Spread(3, 3, 0, 2)]
    assert tally.columns["track_rounds"] == [Spread(3, 9, 2, 4), Spread(2, 3, 1, 2)]
    assert [played.seed for played in tally.stuck] == [14]
    assert tally.seats[0].rate == pytest.approx(2 / 3)


def test_order_does_not_matter() -> None:
    tallies = []
    for seed in range(5):
        games = GAMES[:]
        random.Random(seed).shuffle(games)
        tally = Tally(("普通", "随机"))
        for played in games:
            tally.add(played)
        tallies.append((tally.seats, tally.labels, tally.numbers, tally.columns, tally.decisions))
    assert all(each == tallies[0] for each in tallies)


def test_same_bot_in_two_seats_counts_twice() -> None:
    tally = Tally(("普通", "普通"))
    tally.add(GAMES[0])
    assert tally.computers == {"普通": Wins(2, 1)}
