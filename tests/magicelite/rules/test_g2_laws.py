"""二代的任何一局里都成立的事：随机桌规、随机人数、随机玩法，含投票。"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Anyone, Match, Stream, simulate
from games.magicelite.data import Options
from games.magicelite.events import (
    Died,
    GameOver,
    NumberPicked,
    Scored,
    SetPlayed,
    Slain,
    Wounded,
)
from games.magicelite.rules import deal
from games.magicelite.table import END_VOTE, NOBODY, MagicEliteTable
from tests.magicelite.position import DATA, all_cards, every, options_of
from tests.magicelite.rules.second_stage import state_of

SEEDS = st.integers(0, 2**64 - 1)
SEATS = st.integers(2, 8)


def random_options(stream: Stream, **fixed: Any) -> Options:
    """二代任意一种桌规组合。"""

    def pick(*values: Any) -> Any:
        return values[stream.below(len(values))]

    return options_of(
        generation=2,
        **{
            "generals": pick(1, 2, 3, 4, 5),
            "real_body": pick("dies", "hurt"),
            "seven_factor": pick(1, 100, 100_000_000),
            "returning": pick("respond", "direct"),
            "decks": pick(0, 3, 4),
            "straight_min": pick(2, 3, 5),
            "six_to_jack": pick(True, False),
            "king_to_ace": pick(True, False),
            "passing": pick(True, False),
            "response_heals": pick(True, False),
            "final_tie": pick("share", "order"),
            **fixed,
        },
    )


def opened(seed: int, seats: int, **fixed: Any) -> MagicEliteTable:
    """一桌任意桌规的二代；武将不够抽时少坐几人，组队正好四人。"""
    options = random_options(Stream(seed), **fixed)
    least, most = options.seat_limits(DATA)
    return deal(seed, [""] * max(least, min(seats, most)), options, DATA)


def check(table: MagicEliteTable) -> None:
    """任何时候都成立的。"""
    assert all_cards(table) == list(range(36 * table.decks))
    second = state_of(table)
    setup = table.setup
    numbers = setup.identities.number
    shown = [table.identity[seat] for seat in range(table.seats) if table.alive[seat]]
    fallen = [card for each in second.fallen for card in each]
    hidden = [card for each in second.generals for card in each]
    everything = sorted(shown + fallen + hidden + table.spare)
    assert everything == list(range(DATA.identities_of(table.decks).size))  # 身份卡守恒
    scored = [card for card in fallen if card not in second.commons]
    assert sum(second.scores) == sum(numbers[card] for card in scored)  # 分数对得上
    for seat in range(table.seats):
        alive = table.alive[seat]
        assert len(second.generals[seat]) + len(second.fallen[seat]) + alive == setup.options.generals
        assert 0 <= table.health[seat] <= table.cap[seat] <= table.number(seat)
        assert (table.number(seat) - table.cap[seat]) % 5 == 0 or table.cap[seat] == 0  # 只有审判减上限
        assert alive == (table.health[seat] > 0)
        if not alive:
            assert not table.hands[seat] and not second.generals[seat] and not second.numbers[seat]
        bodies = second.numbers[seat]
        assert not bodies or (second.real[seat] in bodies and 2 <= len(bodies) <= 5)
        assert bodies or not second.real[seat]
        assert 0 <= second.shields[seat] <= 5 and 0 <= second.aegis[seat] <= 4
    for feud in second.feuds:
        people = {feud.controller, feud.source, feud.target}
        assert len(people) == 3 and all(table.alive[seat] for seat in people) and 1 <= feud.left <= 5
        assert table.side[feud.controller] not in (table.side[feud.source], table.side[feud.target])


@settings(max_examples=40, deadline=None)
@given(SEEDS, SEATS, st.booleans())
def test_laws_of_the_second_generation(seed: int, seats: int, teams: bool):
    """G2.1 G2.3 G2.6 G2.7 G2.9 E6.5 E2.2：守恒、上限、分数、死者不行动、内斗的三个人。"""
    match = Match(opened(seed, seats, teams=teams))
    stream = Stream(seed + 1)
    out: set[int] = set()
    totals = [0] * match.table.seats
    while not match.over:
        table = match.table
        for ask in match.waiting.values():
            assert table.alive[ask.seat] and ask.options.count() >= 1
        for ask in match.clocked():
            assert ask.default in ask.options
        voters = [seat for seat in range(table.seats) if table.declaration(seat, END_VOTE)]
        if voters and stream.below(25) == 0:
            seat = voters[stream.below(len(voters))]
            values = list(table.declaration(seat, END_VOTE))
            question = match.question
            match.declare(seat, END_VOTE, values[stream.below(len(values))])
            assert match.question is question
            continue
        asks = match.clocked()
        if isinstance(match.question, Anyone) and match.question.others and stream.below(4) == 0:
            asks = match.question.others
        ask = asks[stream.below(len(asks))]
        choice = ask.default if stream.below(5) == 0 else ask.sample(stream)
        events = match.answer(ask.seat, choice).events
        check(match.table)
        for told in every(events, SetPlayed):
            assert told.seat not in out and told.target not in out
        for told in every(events, Wounded):
            assert told.cause in ("attack", "body", "judgment") and told.seat not in out
        for told in every(events, NumberPicked):
            assert 0 <= told.left <= 4
        assert len(every(events, Slain)) == len(every(events, Scored))
        for told in every(events, Scored):
            if told.seat != NOBODY:
                totals[told.seat] += told.points
                assert told.total == totals[told.seat]
        out |= {told.seat for told in every(events, Died)}
        if match.over:
            assert every(events, GameOver)[0].winners == match.table.winners
    table = match.table
    assert table.winners and totals == state_of(table).scores
    if table.reason != "cap":
        sums: dict[int, int] = {}
        for seat, score in enumerate(totals):
            sums[table.side[seat]] = sums.get(table.side[seat], 0) + score
        best = max(sums.values())
        assert table.winners == [seat for seat in range(table.seats) if sums[table.side[seat]] == best]


@pytest.mark.parametrize(
    ("seats", "teams", "games"),
    [(2, False, 60), (3, False, 60), (4, False, 50), (4, True, 50), (5, False, 12), (8, False, 12)],
)
def test_random_games_end(seats: int, teams: bool, games: int):
    """G2.3 E6.6 E9.2：随机走总会走完，交锋都停得下来。"""
    for seed in range(games):
        table = opened(seed, seats, teams=teams)
        stream = Stream(seed)
        simulate(
            table,
            lambda _, ask, stream=stream: ask.sample(stream),
            limit=60_000,
            interject=lambda _, ask, stream=stream: ask.sample(stream) if stream.below(6) == 0 else None,
        )
        assert table.over and table.winners and table.longest <= DATA.rules.exchange_limit + 1
        check(table)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(2, 5), st.booleans())
def test_games_of_timeouts_end(seed: int, seats: int, teams: bool):
    """E11.4：人人超时也走得完。"""
    table = opened(seed, seats, teams=teams)
    simulate(table, lambda _, ask: ask.default, limit=60_000, interject=lambda _, __: None)
    assert table.over and table.winners
    check(table)


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(2, 5))
def test_restart_in_the_middle_equals_going_on(seed: int, seats: int):
    """G2.6 G2.7 G2.9：任何一步存盘、读回、重放，桌子一样。"""
    match = Match(opened(seed, seats))
    stream = Stream(seed)
    for _ in range(60):
        if match.over:
            break
        ask = match.clocked()[0]
        match.answer(ask.seat, ask.sample(stream))
        state = match.checkpoint.snapshot()
        again = Match(MagicEliteTable.restore(state, match.table.setup), match.since)
        assert again.table.digest() == match.table.digest() and again.waiting.keys() == match.waiting.keys()
