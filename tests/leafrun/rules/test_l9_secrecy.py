"""L9 公开与隐藏：视图与事件里，谁看得到什么。"""

from dataclasses import fields

import pytest

from games.kernel import Match, Secret, Stream
from games.leafrun.events import CardsMoved, CharactersOffered, Drew, Exchanged, Trimmed
from games.leafrun.rules import deal
from games.leafrun.table import Barrier
from games.leafrun.view import Standing
from tests.leafrun.position import DATA, PIECES, Scene, named, only, position, rules_of


def test_everyone_sees_the_public_facts():
    """L9：位置、地形、体力、移动值、负重与上限、手牌张数、装备、增益、随时牌、弃牌堆、牌堆余数、名次与分。"""
    table = position(
        "心理攻击 bear 路障",
        "乐器",
        at=[4, 7],
        health=[9, 12],
        armour=["帽子"],
        buffs=[[2]],
        friendship=[[1]],
        discard="苹果 乐谱",
    )
    table.roadblocks = [Barrier(4, [0])]
    views = [table.view(seat) for seat in (None, 0, 1)]
    for view in views:
        ours: Standing = view.players[0]
        assert (ours.position, ours.health, ours.max_health, ours.move) == (4, 9, 16, 2)
        assert (ours.load, ours.limit, ours.hand_count) == (2, 8, 3)
        assert ours.armour == table.armour[0]
        assert ours.buffs == [1, 2]
        assert ours.sources == [None, table.buffs[0][1]]
        assert [view.setup.card_name(card, mark) for card, mark in ours.specials] == ["bear", "路障"]
        assert view.terrain == "".join(table.terrain)
        assert view.discard == table.discard
        assert view.deck_count == len(table.deck)
        assert [(barrier.cell, barrier.exempt) for barrier in view.roadblocks] == [(4, [0])]
        assert (view.track, view.round, view.order) == (0, 1, [0, 1])


def test_only_the_owner_sees_a_hand():
    """L9：手牌内容隐藏；特殊牌除外。"""
    table = position("心理攻击 bear", "收到的乐器 苹果")
    assert table.view(None).hand == []
    assert [held.card for held in table.view(1).hand] == table.hands[1]
    assert [(held.mark, held.load) for held in table.view(1).hand] == [(1, 1), (0, 1)]
    assert [held.card for held in table.view(0).hand] == table.hands[0]


def test_the_view_does_not_share_lists_with_the_table():
    """L9：改视图动不了牌桌。"""
    table = position("心理攻击", "")
    before = table.snapshot()
    view = table.view(0)
    for entry in fields(view):
        value = getattr(view, entry.name)
        if isinstance(value, list):
            value.clear()
    assert table.snapshot() == before


def scrambled(table, seat: int | None):
    """把 `seat` 看不到的牌（别人的普通手牌、牌堆）换成另一种可能。"""
    other = table.copy()
    hidden = []
    for each in range(other.seats):
        if each != seat:
            hidden += [(each, index) for index, card in enumerate(other.hands[each]) if not other.mark[card]]
    cards = [other.hands[each][index] for each, index in hidden] + other.deck
    for each, index in hidden:
        other.hands[each][index] = cards.pop()
    other.deck = cards
    return other


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_no_view_depends_on_cards_it_may_not_know(seat):
    """L9：别人的手牌与牌堆换成另一种可能，视图一字不差。"""
    table = position(
        "心理攻击 bear 乐器", "收到的宠物 苹果 善良", "事件触发 自由的强制休息 帽子", at=[2, 5, 7]
    )
    other = scrambled(table, seat)
    assert other.hands != table.hands
    assert other.view(seat) == table.view(seat)


def test_no_question_to_others_depends_on_hidden_cards():
    """L9：别人被问什么、能选什么，不因看不到的牌而变（强买强卖、捡漏只看张数）。"""
    for kind, hands in (
        ("forced_trade", ("事件触发", "偷牌 苹果", "乐器")),
        ("salvage", ("事件触发", "偷牌 苹果", "乐器")),
    ):
        options = []
        for swap in (False, True):
            table = position(*hands, at=[2, 5, 5])
            scene = Scene(scrambled(table, 0) if swap else table)
            scene.trigger(0, kind)
            options.append(list(scene.asked(0).options))
        assert options[0] == options[1]


def test_drawn_cards_are_told_to_the_drawer_only():
    """L9"""
    scene = Scene(position("心理攻击 苹果", "", deck="乐谱 哨子 奖杯"))
    drew = only(scene.play(0, ["two_for_three", *scene.table.hands[0]]), Drew)
    assert named(scene.table, drew.seen_by(0).cards.seen) == ["乐谱", "哨子", "奖杯"]
    assert drew.seen_by(1).cards.seen is None
    assert drew.seen_by(None).cards.seen is None
    assert drew.seen_by(1).count == 3
    assert "乐谱" not in repr(drew)


def test_every_secret_event_hides_its_secret_from_the_others():
    """L9：摸牌、换牌、角色候选、抽走的牌、换道弃牌——每一种都真的发生过，旁观者都读不到。"""
    seen: set[str] = set()
    for seed in range(12):
        match = Match(deal(seed, PIECES[:3], rules_of(dice_automatic=True), DATA))
        stream = Stream(seed)
        events = list(match.events)
        while not match.over:
            seat = min(match.waiting)
            events += match.answer(seat, match.waiting[seat].sample(stream)).events
        for event in events:
            for entry in fields(event):
                value = getattr(event, entry.name)
                if isinstance(value, Secret) and value.parts:
                    seen.add(type(event).__name__)
                    assert getattr(event.seen_by(None), entry.name).seen is None
                    for other in range(3):
                        told = getattr(event.seen_by(other), entry.name).seen
                        assert told == value.parts.get(other)
                    if isinstance(event, (Drew, Exchanged, Trimmed)):
                        assert set(value.parts) == {event.seat}
                    if isinstance(event, CardsMoved):
                        assert set(value.parts) == {event.source, event.target}
                    if isinstance(event, CharactersOffered):
                        assert set(value.parts) == {0, 1, 2}
    assert seen == {"Drew", "Exchanged", "Trimmed", "CardsMoved", "CharactersOffered"}


def test_the_discard_pile_does_not_show_who_exchanged_what():
    """L9：换牌内容隐藏——同时弃的按牌号排，同样几张牌换个人弃，牌堆一样。"""
    piles = []
    for swap in (False, True):
        table = position("乐器 苹果", "帽子 乐谱", phase="opening_hand")
        table.places, table.points = [], []
        if swap:
            table.hands.reverse()
        scene = Scene(table)
        scene.play(0, table.hands[0][:2])
        scene.play(1, table.hands[1][:2])
        piles.append(table.discard[:])
    assert piles[0] == piles[1]
    assert len(piles[0]) == 4


def test_the_order_of_the_deck_stays_hidden():
    """L9：牌堆顺序。"""
    table = position("", "")
    view = table.view(0)
    assert not [entry.name for entry in fields(view) if getattr(view, entry.name) == table.deck]
    assert view.deck_count == 148


def test_the_armour_setting_is_seen_by_its_owner_only():
    """L9：防具设定不在公开之列。"""
    table = position("", "", armour=["帽子"])
    table.declare(0, "armour_mode", "keep")
    assert (table.view(0).armour_mode, table.view(1).armour_mode) == ("keep", "auto")
