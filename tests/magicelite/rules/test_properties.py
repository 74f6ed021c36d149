"""任何一局里都成立的事：随机桌规、随机人数、随机玩法（初代；二、三代由 GENERATIONS 里有的决定）。"""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Anyone, Match, Move, Stream, simulate
from games.magicelite.data import Options
from games.magicelite.events import Died, GameOver, Offset, SetPlayed
from games.magicelite.rules import GENERATIONS, deal
from games.magicelite.sets import is_set
from games.magicelite.table import NOBODY, MagicEliteTable
from tests.magicelite.position import DATA, all_cards, every, options_of

SEEDS = st.integers(0, 2**64 - 1)
SEATS = st.integers(2, 8)


@st.composite
def table_options(draw: st.DrawFn) -> Options:
    """任意一种桌规组合。"""
    return options_of(
        generation=draw(st.sampled_from(sorted(GENERATIONS))),
        decks=draw(st.sampled_from([0, 3, 4])),
        straight_min=draw(st.sampled_from([2, 3, 5])),
        six_to_jack=draw(st.booleans()),
        king_to_ace=draw(st.booleans()),
        passing=draw(st.booleans()),
        returning=draw(st.sampled_from(["respond", "direct"])),
        response_heals=draw(st.booleans()),
        final_tie=draw(st.sampled_from(["share", "order"])),
    )


def seated(seats: int, options: Options) -> int:
    """这种桌规下坐得下的人数。"""
    least, most = options.seat_limits(DATA)
    return max(least, min(seats, most))


def check(table: MagicEliteTable, midway: bool = False) -> None:
    """任何时候都成立的。`midway`：主动的一套结算到一半（翻审判、问吞噬盾……），牌还在桌面。"""
    cards = all_cards(table)
    assert cards == list(range(36 * table.decks))
    for seat in range(table.seats):
        assert 0 <= table.health[seat] <= table.cap[seat]
        if not table.alive[seat]:
            assert table.hands[seat] == [] and table.health[seat] == 0
    exchange = table.exchange
    if exchange is not None:
        assert exchange.damage > 0 and exchange.attacker != exchange.defender
        assert table.alive[exchange.attacker] and table.alive[exchange.defender]
        assert exchange.responses <= DATA.rules.exchange_limit
    else:
        assert not table.laid or midway or table.phase not in ("turn", "play")
    assert table.turns <= DATA.rules.turn_cap
    if table.setup.generation == 1:
        assert all(0 <= used <= 4 for used in table.revivals)
        assert table.cap == [table.number(seat) for seat in range(table.seats)]


def next_answer(match: Match[MagicEliteTable], stream: Stream) -> tuple[int, Any]:
    """随机一个被问的人（插话少些），随机或默认的回答。"""
    asks = match.clocked()
    if isinstance(match.question, Anyone) and match.question.others and stream.below(4) == 0:
        asks = match.question.others
    ask = asks[stream.below(len(asks))]
    return ask.seat, ask.default if stream.below(5) == 0 else ask.sample(stream)


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_laws_hold_at_every_step(seed: int, seats: int, options: Options):
    """E1.2 守恒、E6.5 血不过上限、E2.2 死者不行动、E3.2 出的都是一套、E6.1 OD 算式。"""
    match = Match(deal(seed, [""] * seated(seats, options), options, DATA))
    stream = Stream(seed)
    dead: set[int] = set()
    while not match.over:
        for ask in match.waiting.values():
            assert match.table.alive[ask.seat] or match.table.setup.generation == 3 or ask.what == "revive"
            assert ask.options.count() >= 1
        for ask in match.clocked():
            assert ask.default in ask.options
        seat, choice = next_answer(match, stream)
        events = match.answer(seat, choice).events
        for told in every(events, SetPlayed):
            assert told.seat not in dead and told.target not in dead
            assert is_set(match.table.setup, told.cards)
        for told in every(events, Offset):
            assert told.od == told.own + told.devoured + told.healing - told.enemy
            assert 0 <= told.enemy <= told.incoming
        dead |= {told.seat for told in every(events, Died)}
        check(match.table, any(ask.what not in ("play", "respond") for ask in match.clocked()))
        if match.over:
            assert every(events, GameOver)[0].winners == match.table.winners
    assert match.table.winners and match.table.active == NOBODY


@settings(max_examples=60, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_random_games_end(seed: int, seats: int, options: Options):
    """E6.6 E9.2：随机走总会走完，交锋都停得下来。"""
    table = deal(seed, [""] * seated(seats, options), options, DATA)
    stream = Stream(seed)
    simulate(
        table,
        lambda _, ask: ask.sample(stream),
        limit=60_000,
        interject=lambda _, ask: ask.sample(stream) if stream.below(6) == 0 else None,
    )
    assert table.over and table.winners
    assert table.longest <= DATA.rules.exchange_limit + 1
    check(table)


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_games_of_timeouts_end(seed: int, seats: int, options: Options):
    """E11.1 E11.2：人人超时也走得完。"""
    table = deal(seed, [""] * seated(seats, options), options, DATA)
    simulate(table, lambda _, ask: ask.default, limit=60_000, interject=lambda _, __: None)
    assert table.over
    check(table)


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_retracting_is_a_clean_undo(seed: int, seats: int, options: Options):
    """E8.2：悔牌之后的桌子与出那一套之前一模一样（只是不能再悔）。"""
    match = Match(deal(seed, [""] * seated(seats, options), options, DATA))
    stream = Stream(seed)
    met = 0
    while not match.over and met < 4:
        before = match.table.copy()
        seat, choice = next_answer(match, stream)
        played = match.answer(seat, choice)
        table = match.table
        if table.undo_seat == NOBODY or not every(played.events, SetPlayed) or table.powers.replaces:
            continue
        met += 1
        fork = match.fork()
        fork.answer(table.undo_seat, ["retract"])
        after = fork.table.copy()
        for twin in (before, after):
            twin.retracted = twin.spoiled = False
            twin.close_undo()
        assert msgspec.json.decode(after.snapshot()) == msgspec.json.decode(before.snapshot())


@settings(max_examples=12, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_restart_fork_and_rewind_equal_live(seed: int, seats: int, options: Options):
    """存档加其后的步骤、复制、退回，都与一直开着的一样；交锋中、悔牌窗口里也一样。"""
    match = Match(deal(seed, [""] * seated(seats, options), options, DATA))
    stream = Stream(seed)
    states: list[bytes] = [match.table.snapshot()]
    while not match.over and len(states) < 90:
        match.answer(*next_answer(match, stream))
        states.append(match.table.snapshot())
        assert match.fork().table.snapshot() == states[-1]
        table = MagicEliteTable.restore(match.checkpoint.snapshot(), match.table.setup)
        moves = msgspec.json.decode(msgspec.json.encode([list(move) for move in match.since]))
        twin = Match(table, [Move(*move) for move in moves])
        assert twin.table.snapshot() == states[-1]
        assert [ask.what for ask in twin.waiting.values()] == [ask.what for ask in match.waiting.values()]
    for count in range(len(states) - 1, -1, -7):
        match.rewind(count)
        assert match.table.snapshot() == states[count]


@settings(max_examples=15, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_rules_do_not_depend_on_being_watched(seed: int, seats: int, options: Options):
    """有没有人看事件，走得一样。"""
    seats = seated(seats, options)
    match = Match(deal(seed, [""] * seats, options, DATA))
    stream = Stream(seed)
    while not match.over:
        ask = match.clocked()[0]
        match.answer(ask.seat, ask.sample(stream))
    table = deal(seed, [""] * seats, options, DATA)
    again = Stream(seed)
    simulate(table, lambda _, ask: ask.sample(again), interject=lambda _, __: None)
    assert table.snapshot() == match.table.snapshot()
