"""公开与隐藏（A10）：把对方看不到的两张牌对调，对方与旁观者的所见一字不差。"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.aurora.rules import deal
from games.aurora.table import AuroraTable
from games.kernel import Event, Match, Seat, Secret, Stream
from tests.aurora.position import DATA, Scene, named, options_of, position

HIDDEN = ("hands", "dodges", "reserves", "charges", "decks")
"""内容隐藏的区（A10）。"""


def plain(value: Any) -> Any:
    """写成能比较的。"""
    if isinstance(value, Secret):
        return plain(value.seen)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    return value


def written(event: Event, seat: Seat | None) -> str:
    """一件事在 `seat` 眼里的样子。"""
    seen = event.seen_by(seat)
    fields = {name: plain(getattr(seen, name)) for name in type(seen).__dataclass_fields__}
    return f"{type(seen).__name__} {msgspec.json.encode(fields).decode()}"


def seen(match: Match[AuroraTable], seat: Seat | None) -> list[str]:
    """`seat` 此刻看得到的一切：事件、视图、在等谁答什么、问自己的问题。"""
    view = match.table.view(seat)
    fields = {name: getattr(view, name) for name in type(view).__dataclass_fields__ if name != "setup"}
    lines = [written(event, seat) for event in match.events]
    lines.append(msgspec.json.encode(fields).decode())
    lines.append(str([(ask.seat, ask.what) for ask in match.clocked()]))
    if seat is not None and seat in match.waiting:
        ask = match.waiting[seat]
        lines.append(f"{ask.options.count()} {ask.default}")
    return lines


def walked(seed: int, steps: int) -> Match[AuroraTable]:
    """随便走几步，再走到一个段界。"""
    match = Match(deal(seed, ["", ""], options_of(), DATA))
    stream = Stream(seed)
    for _ in range(400):
        if match.over or (len(match.history) >= steps and match.at_boundary() and match.table.turns):
            break
        ask = match.clocked()[stream.below(len(match.clocked()))]
        match.answer(ask.seat, ask.sample(stream))
    return match


def public(table: AuroraTable, owner: Seat) -> Any:
    """`owner` 已经亮出来的牌。"""
    return table.discards[owner], table.laid[owner]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(8, 120), st.integers(0, 1))
def test_a10_swapping_unseen_cards_changes_nothing_for_the_others(seed: int, steps: int, owner: Seat):
    """A10：手牌、闪避区、备用区、蓄能、牌库次序对另一方与旁观者保密，事件、视图、问不问都一样。"""
    match = walked(seed, steps)
    if match.over:
        return
    stream = Stream(seed + 1)
    ours = Match(match.checkpoint.copy())
    twin = match.checkpoint.copy()
    places = [(name, index, card) for name in HIDDEN for index, card in enumerate(getattr(twin, name)[owner])]
    one = places[stream.below(len(places))]
    others = [each for each in places if each[2] != one[2]]
    if not others:
        return
    other = others[stream.below(len(others))]
    getattr(twin, one[0])[owner][one[1]] = other[2]
    getattr(twin, other[0])[owner][other[1]] = one[2]
    theirs = Match(twin)
    for _ in range(40):
        if public(ours.table, owner) != public(theirs.table, owner) or ours.over:
            return  # 换过的牌亮出来了
        for seat in (1 - owner, None):
            assert seen(ours, seat) == seen(theirs, seat)
        for ask in ours.clocked():
            assert theirs.waiting[ask.seat].what == ask.what
        ask = ours.clocked()[0]
        choice = None
        for _ in range(30):
            drawn = ask.sample(stream)
            if drawn in theirs.waiting[ask.seat].options:
                choice = drawn
                break
        if choice is None:
            return
        ours.answer(ask.seat, choice)
        theirs.answer(ask.seat, choice)


def test_a10_what_everyone_may_see():
    """A10：公开的：场面、生命、障碍、士兵堆、各区的张数、弃牌堆；内容只有自己看得到。"""
    table = position(
        hands=("直刺", "投矛 投矛"),
        dodges=("疾步", "包扎"),
        reserves=("飞刀", ""),
        charges=("横扫 火球", ""),
        discards=("地裂", "调度"),
        piles=("民兵 枪骑", "鼠群"),
        obstacles="C3",
    )
    for seat in (None, 0, 1):
        view = table.view(seat)
        me, them = view.players
        assert (me.hand, me.dodges, me.reserve, me.charge, me.deck) == (1, 1, 1, 2, 10)
        assert (them.hand, them.dodges, them.reserve, them.charge) == (2, 1, 0, 0)
        assert named(me.discard) == ["地裂"] and named(them.discard) == ["调度"]
        assert len(me.pile) == 2 and len(them.pile) == 1 and len(view.obstacles) == 1
        own = (view.hand, view.dodge_zone, view.reserve_zone, view.charge_zone, view.deck_left)
        if seat is None:
            assert own == ([], [], [], [], [])
    mine = table.view(0)
    assert [named(zone) for zone in (mine.hand, mine.dodge_zone, mine.reserve_zone, mine.charge_zone)] == [
        ["直刺"],
        ["疾步"],
        ["飞刀"],
        ["横扫", "火球"],
    ]
    assert mine.deck_left == sorted(table.decks[0])


def test_a10_ones_own_deck_shows_its_contents_but_not_its_order():
    """A10：牌库次序连自己也不知道。"""
    table = position(decks=("直刺 投矛 飞刀", ""))
    before = table.view(0)
    table.decks[0].reverse()
    assert table.view(0) == before


@pytest.mark.parametrize("dodges", ["疾步", "地裂", "包扎"])
def test_a10_whether_one_is_asked_does_not_depend_on_the_cards(dodges: str):
    """A4.8 A10：闪避区是什么牌都照问。"""
    scene = Scene(position(places="A1 A3", hands=("投矛", ""), dodges=("", dodges)))
    scene.play("投矛", "up")
    assert scene.waiting() == {1: "respond"}
