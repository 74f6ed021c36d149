"""任何一局里都成立的事：随机桌规、随机人数、随机玩法。"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Anyone, Illegal, Match, Stream, simulate
from games.leafrun.data import Options
from games.leafrun.events import plain
from games.leafrun.rules import deal
from games.leafrun.table import NOTHING, LeafrunTable
from tests.leafrun.position import DATA, PIECES, rules_of

TRACKS = ("全部", "1", "3-1", "SGGVFLGE-SGE-SFFFFFFFFFFFFFE", "SGFVGFVGFVGFVE")
SEEDS = st.integers(0, 2**64 - 1)
SEATS = st.integers(2, 8)


@st.composite
def table_options(draw: st.DrawFn) -> Options:
    """任意一种桌规组合。"""
    return rules_of(
        up_to_eight=True,
        order_die_sides=draw(st.sampled_from([6, 20])),
        tracks=draw(st.sampled_from(TRACKS)),
        last_place_automatic=draw(st.booleans()),
        must_walk_all=draw(st.booleans()),
        slide_draws=draw(st.booleans()),
        slide_after_transfer=draw(st.booleans()),
        ties_take_places=draw(st.booleans()),
        victory_shared=draw(st.booleans()),
        come_here_exact=draw(st.booleans()),
        stumble=draw(st.sampled_from(["no_move", "skip_next"])),
        binding_permanent=draw(st.booleans()),
        dice_automatic=draw(st.booleans()),
    )


def check(table: LeafrunTable) -> None:
    """任何时候都成立的。"""
    cards = [card for hand in table.hands for card in hand]
    cards += table.deck + table.discard
    cards += [card for card in table.armour if card != NOTHING]
    cards += [source for sources in table.buffs for source in sources if source >= 0]
    assert sorted(cards) == list(range(148))
    assert not any(table.mark[card] for card in table.deck + table.discard)
    for seat in range(table.seats):
        held = [card for card in table.hands[seat] if table.mark[card] > 1]
        assert sorted(held) == sorted(table.specials[seat])
        assert all(table.setup.trigger[card] for card in held)
        if table.character[seat] != NOTHING:
            assert 0 <= table.health[seat] <= table.max_health(seat)
            assert (table.health[seat] == 0) == (table.fainted[seat] >= 0)
        if table.track >= 0:
            assert 0 <= table.position[seat] < len(table.terrain)
    for places, points in zip(table.places, table.points, strict=True):
        assert all(0 <= place <= table.seats for place in places)
        assert all(0 <= point <= 3 for point in points)
        assert all(point == 0 for place, point in zip(places, points, strict=True) if place == 0)
    assert table.round <= 40
    assert all(each.cell < len(table.terrain) - 1 for each in table.roadblocks)


def next_answer(match: Match[LeafrunTable], stream: Stream) -> tuple[int, Any]:
    """随机一个被问的人，随机或默认的回答。"""
    seats = sorted(match.waiting)
    seat = seats[stream.below(len(seats))]
    ask = match.waiting[seat]
    optional = isinstance(match.question, Anyone) and ask is not match.question.main
    return seat, ask.default if not optional and stream.below(5) == 0 else ask.sample(stream)


@settings(max_examples=12, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_cards_are_conserved_and_numbers_stay_in_range(seed: int, seats: int, options: Options):
    match = Match(deal(seed, PIECES[:seats], options, DATA))
    stream = Stream(seed)
    while not match.over:
        for ask in match.clocked():
            assert ask.default in ask.options
        seat, choice = next_answer(match, stream)
        match.answer(seat, choice)
        check(match.table)
    assert match.table.winners
    assert len(match.table.places) == len(match.table.setup.tracks)


@settings(max_examples=40, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_random_games_end(seed: int, seats: int, options: Options):
    table = deal(seed, PIECES[:seats], options, DATA)
    stream = Stream(seed)
    simulate(table, lambda _, ask: ask.sample(stream), limit=40_000)
    assert table.over
    check(table)


@settings(max_examples=25, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_games_of_timeouts_end(seed: int, seats: int, options: Options):
    """L10：谁也不操作，全用默认回答（插话的不插），照样打完。"""
    table = deal(seed, PIECES[:seats], options, DATA)
    simulate(table, lambda _, ask: None if ask.what == "interject" else ask.default, limit=40_000)
    assert table.over
    check(table)


@settings(max_examples=6, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_views_events_and_snapshots_are_plain_json(seed: int, seats: int, options: Options):
    match = Match(deal(seed, PIECES[:seats], options, DATA))
    stream = Stream(seed)
    step = 0
    told = list(match.events)
    while not match.over:
        for event in told:
            for seat in (None, *range(seats)):
                assert json.loads(json.dumps(plain(event.seen_by(seat))))["event"] == type(event).__name__
        if step % 15 == 0:
            state = match.table.snapshot()
            restored = LeafrunTable.restore(state, match.table.setup)
            assert restored.snapshot() == state
            assert restored.copy() == restored
            for seat in (None, *range(seats)):
                view = match.table.view(seat)
                msgspec.json.encode({name: getattr(view, name) for name in view.__slots__ if name != "setup"})
        seat, choice = next_answer(match, stream)
        told = match.answer(seat, choice).events
        step += 1


@settings(max_examples=6, deadline=None)
@given(SEEDS, SEATS, table_options())
def test_simulation_replay_and_fork_agree(seed: int, seats: int, options: Options):
    """同一串回答，看着玩、不看着玩、从日志重放、从副本接着玩，桌子都一样。"""
    match = Match(deal(seed, PIECES[:seats], options, DATA))
    stream = Stream(seed)
    step = 0
    while not match.over:
        if step % 40 == 7:
            assert match.fork().table.snapshot() == match.table.snapshot()
        seat, choice = next_answer(match, stream)
        match.answer(seat, choice)
        step += 1
    replayed = Match(deal(seed, PIECES[:seats], options, DATA), match.history)
    assert replayed.table.snapshot() == match.table.snapshot()


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(20, 200), st.data())
def test_the_turn_space_agrees_with_itself(seed: int, steps: int, data: st.DataObject):
    """出牌空间：抽到的都合法，列出的都合法且个数对，改坏一个字段就不合法或仍在列。"""
    match = Match(deal(seed, PIECES[:4], rules_of(dice_automatic=True), DATA))
    stream = Stream(seed)
    for _ in range(steps):
        seat, choice = next_answer(match, stream)
        match.answer(seat, choice)
        if match.over:
            return
    for ask in match.clocked():
        if ask.options.count() > 3000:
            continue
        listed = list(ask.options)
        assert len(listed) == ask.options.count()
        known = {json.dumps(each) for each in listed}
        assert len(known) == len(listed)
        assert all(each in ask.options for each in listed)
        junk = data.draw(
            st.recursive(st.none() | st.booleans() | st.integers(-2, 150) | st.text(max_size=6), st.lists)
        )
        if junk not in ask.options:
            before = match.table.snapshot()
            try:
                match.answer(ask.seat, junk)
            except Illegal as refused:
                assert refused.reason
            else:
                raise AssertionError(f"{junk!r} 不该行")
            assert match.table.snapshot() == before
