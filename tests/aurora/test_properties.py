"""任何一局里都成立的事：随机桌规、随机卡组、随机玩法。"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.aurora.board import NOWHERE, cells_in
from games.aurora.events import Deployed, GameOver, Healed, Walked, Wounded
from games.aurora.options import Options
from games.aurora.rules import deal
from games.aurora.table import NOBODY, AuroraTable
from games.kernel import Match, Stream, simulate
from tests.aurora.position import DATA, every, options_of, owned, pieces

SEEDS = st.integers(0, 2**64 - 1)


@st.composite
def table_options(draw: st.DrawFn) -> Options:
    """任意一种桌规组合。"""
    return options_of(
        width=draw(st.sampled_from([5, 6, 7])),
        height=draw(st.sampled_from([5, 6, 7])),
        empty_deck=draw(st.sampled_from(["reshuffle", "fatigue"])),
        reserve_limit=draw(st.integers(1, 5)),
        charge_limit=draw(st.integers(2, 6)),
        use_cap=draw(st.sampled_from([0, 1, 3])),
        friendly_fire=draw(st.booleans()),
        deployments=draw(st.integers(1, 3)),
        direct_deploy=draw(st.booleans()),
        arrival=draw(st.sampled_from(["every", "base"])),
        upgrade_heals=draw(st.booleans()),
        timeout=draw(st.sampled_from(["forfeit", "autopilot"])),
    )


def check(table: AuroraTable, cards: list[list[int]], soldiers: list[int]) -> None:
    """任何时候都成立的。"""
    setup = table.setup
    if cards:
        assert [owned(table, seat) for seat in range(table.seats)] == cards  # 各人的牌守恒
        assert pieces(table) == soldiers  # 士兵牌守恒
    cells = [place for place in table.places if place != NOWHERE] + [stack.cell for stack in table.stacks]
    assert len(set(cells)) == len(cells)  # 一格至多一个单位
    assert sorted(cells) == list(cells_in(table.units))
    assert not table.units & table.obstacles and table.units | table.obstacles <= setup.board.full
    assert all(table.obstacles >> wall.cell & 1 for wall in table.walls)
    for seat in range(table.seats):
        assert 0 <= table.health[seat] <= setup.rules.health  # A1.2
        assert len(table.dodges[seat]) <= setup.rules.dodge_limit
        assert len(table.charges[seat]) <= setup.options.charge_limit
        assert all(piece & 1 == seat for piece in table.piles[seat] + table.fallen[seat])
    for stack in table.stacks:
        top = stack.cards[-1]
        assert 0 <= stack.health <= setup.health[top >> 1]  # A5.4
        assert top & 1 == stack.seat and stack.cards and stack.cell != NOWHERE
        levels = [setup.level[piece >> 1] for piece in stack.cards]
        assert levels == list(range(levels[0], levels[0] + len(levels)))  # A5.1
        assert setup.options.direct_deploy or levels[0] == 1
        assert all(piece & 1 != stack.seat for piece in stack.captives)
        assert len({stack.key for stack in table.stacks}) == len(table.stacks)
    if table.turns:
        assert table.moved <= table.use_limit() and table.played <= table.use_limit()  # A2.3
        assert table.deployed <= setup.options.deployments  # A5.1
    assert table.turns <= setup.rules.turn_cap  # A7.1


@settings(max_examples=25, deadline=None)
@given(SEEDS, table_options())
def test_laws_hold_at_every_step(seed: int, options: Options):
    """A1.2 A2 A5 A7.1：守恒、一格一个单位、生命上下限、各种次数；默认总合法；问到的总有回答。"""
    match = Match(deal(seed, ["", ""], options, DATA))
    stream = Stream(seed)
    cards: list[list[int]] = []
    soldiers: list[int] = []
    while not match.over:
        asks = match.clocked()
        for ask in asks:
            assert ask.default in ask.options
        ask = asks[stream.below(len(asks))]
        choice = ask.default if stream.below(6) == 0 else ask.sample(stream)
        assert choice in ask.options
        told = match.answer(ask.seat, choice).events
        table = match.table
        if not cards and table.phase not in ("choosing",):
            cards = [owned(table, seat) for seat in range(table.seats)]
            soldiers = pieces(table)
            assert [len(each) for each in cards] == [30, 30] and len(soldiers) == 20  # A8.1
        check(table, cards, soldiers)
        for each in every(told, Walked):
            assert each.path and each.path[-1] == each.who.cell
        for each in every(told, Wounded):
            assert 0 <= each.lost <= each.amount and 0 <= each.reduced <= each.amount
        for each in every(told, Healed):
            assert each.gained >= 0
        for each in every(told, Deployed):
            assert each.left >= 0
        if match.over:
            assert every(told, GameOver)[0].winners == table.winners
    assert match.table.winners and match.table.reason
    assert match.table.attack is None


@settings(max_examples=40, deadline=None)
@given(SEEDS, table_options())
def test_random_games_end(seed: int, options: Options):
    """A7.1：随机走总会走完。"""
    table = deal(seed, ["", ""], options, DATA)
    stream = Stream(seed)
    simulate(table, lambda _, ask: ask.sample(stream), limit=60_000)
    assert table.over and table.winners and table.turns <= 60


@settings(max_examples=10, deadline=None)
@given(SEEDS, table_options())
def test_games_of_timeouts_end(seed: int, options: Options):
    """A11.4：人人超时也走得完：判负，或走到 60 个回合。"""
    table = deal(seed, ["", ""], options, DATA)
    simulate(table, lambda _, ask: ask.default, limit=60_000)
    assert table.over
    assert table.reason == "timeout" if options.timeout == "forfeit" else table.turns <= 60


@settings(max_examples=10, deadline=None)
@given(SEEDS, table_options())
def test_whatever_is_listed_is_legal_and_counted(seed: int, options: Options):
    """列出来的都合法，个数对得上，抽到的都在里面；不合法的都说得出为什么。"""
    match = Match(deal(seed, ["", ""], options, DATA))
    stream = Stream(seed)
    for _ in range(120):
        if match.over:
            return
        ask = match.clocked()[0]
        count = ask.options.count()
        if count <= 3000:
            every_choice = list(ask.options)
            assert len(every_choice) == count
            assert len({msgspec.json.encode(each) for each in every_choice}) == count
            for choice in every_choice[:: max(1, count // 60)]:
                assert choice in ask.options
        match.answer(ask.seat, ask.sample(stream))


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 300), table_options())
def test_tables_are_saved_copied_and_replayed(seed: int, steps: int, options: Options):
    """存档读回来一模一样；副本互不影响；重放得到同样的桌子。"""
    match = Match(deal(seed, ["", ""], options, DATA))
    stream = Stream(seed)
    for _ in range(steps):
        if match.over:
            break
        ask = match.clocked()[0]
        match.answer(ask.seat, ask.sample(stream))
    table = match.table
    twin = table.copy()
    assert twin.snapshot() == table.snapshot()
    for stack in twin.stacks:
        stack.cards.append(0)
        stack.captives.append(0)
    for name in ("hands", "decks", "laid", "piles", "totals"):
        for each in getattr(twin, name):
            each.append(7)
    twin.places[0] = NOBODY
    assert table.snapshot() != twin.snapshot() and match.table.snapshot() == table.snapshot()
    saved = match.checkpoint.snapshot()
    restored = AuroraTable.restore(saved, match.checkpoint.setup)
    assert restored.snapshot() == saved
    again = Match(deal(seed, ["", ""], options, DATA), match.history)
    assert again.table.digest() == table.digest()


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_every_kind_of_action_is_drawn(seed: int):
    """抽样够得到每一类行动：一局里移动、出牌、布置、士兵行动、结束都抽得到。"""
    table = deal(seed, ["", ""], options_of(), DATA)
    stream = Stream(seed)
    drawn: Counter[Any] = Counter()

    def choose(_: AuroraTable, ask: Any) -> Any:
        choice = ask.sample(stream)
        if ask.what == "main":
            drawn[choice[0]] += 1
        return choice

    simulate(table, choose, limit=60_000)
    assert {"move", "play", "deploy", "round", "end"} <= set(drawn) and "idle" not in drawn
