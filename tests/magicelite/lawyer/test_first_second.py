"""初代与二代：整局由另写的裁判逐件核对；再摆出条文没人走到的局面，照规则书手算。"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Match, Stream
from games.magicelite.questions import SetSpace
from games.magicelite.rules import deal
from games.magicelite.table import END_VOTE, MagicEliteTable
from tests.magicelite.lawyer.referee import Referee
from tests.magicelite.position import DATA, options_of
from tests.magicelite.rules.test_properties import next_answer

SEEDS = st.integers(0, 2**64 - 1)


def random_options(stream: Stream, generation: int) -> dict[str, Any]:
    """每一项 ⚙ 都两边抽。"""

    def pick(*values: Any) -> Any:
        return values[stream.below(len(values))]

    return {
        "generation": generation,
        "decks": pick(0, 0, 3, 4),
        "straight_min": pick(2, 3, 5),
        "six_to_jack": pick(False, True),
        "king_to_ace": pick(False, True),
        "passing": pick(False, True),
        "returning": pick("respond", "direct"),
        "response_heals": pick(False, True),
        "final_tie": pick("share", "order"),
        "generals": pick(1, 2, 3, 4, 5),
        "teams": pick(False, False, True),
        "seven_factor": pick(1, 100, 100_000_000),
        "real_body": pick("dies", "hurt"),
    }


def offered(space: SetSpace, table: MagicEliteTable) -> set[tuple[Any, ...]]:
    """引擎列出来的每一套，写成裁判的样子。"""
    name = table.setup.deck.name
    return {
        (tuple(sorted(name[card] for card in choice[1])), choice[2], tuple(tuple(use) for use in choice[3]))
        for choice in space
        if choice[0] == "set"
    }


def umpired(seed: int, seats: int, generation: int, votes: bool, most: int = 1500) -> Referee:
    """随机走一局，裁判件件核对；返回裁判。"""
    stream = Stream(seed)
    options = options_of(**random_options(stream, generation))
    least, top = options.seat_limits(DATA)
    table = deal(seed, [""] * max(least, min(seats, top)), options, DATA)
    referee = Referee(table)
    match = Match(table)
    referee.watch(match.events)
    for step in range(most):
        if match.over:
            break
        ask = match.clocked()[0]
        referee.pause(match.table, ask.what, ask.seat)
        if isinstance(ask.options, SetSpace) and step % 4 == 0 and len(match.table.hands[ask.seat]) <= 12:
            assert offered(ask.options, match.table) == referee.legal(match.table, ask.seat, ask.what)
        if votes and stream.below(12) == 0:
            voter = stream.below(match.table.seats)
            said = list(match.table.declaration(voter, END_VOTE))
            if said:
                referee.watch(match.declare(voter, END_VOTE, said[stream.below(len(said))]).events)
        seat, choice = next_answer(match, stream)
        referee.watch(match.answer(seat, choice).events)
    if match.over:
        assert referee.over
        referee.compare(match.table)
    return referee


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 8))
def test_a_whole_game_of_the_first_generation_is_umpired(seed: int, seats: int):
    """E2.1 E2.2 E3 E4 E5 E6 E8.2 E9 G1：初代的整局，裁判件件先算出来。"""
    umpired(seed, seats, 1, False)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(2, 8), st.booleans())
def test_a_whole_game_of_the_second_generation_is_umpired(seed: int, seats: int, votes: bool):
    """E2 E3 E4 E5 E6 E7.1 E8.1 E9.2 G2：二代的整局，裁判件件先算出来。"""
    umpired(seed, seats, 2, votes)
