"""E10 公开与隐藏。"""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec

from games.kernel import Match, Secret, Stream
from games.magicelite.events import Drew
from games.magicelite.rules import deal
from games.magicelite.table import MagicEliteTable
from tests.magicelite.position import DATA, Scene, options_of, position, trade


def plain(value: Any) -> Any:
    """视图与事件变成 JSON 值；`setup` 人人可知，略去。"""
    if isinstance(value, Secret):
        return plain(value.seen)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            entry.name: plain(getattr(value, entry.name))
            for entry in dataclasses.fields(value)
            if entry.name != "setup"
        }
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value


def encoded(value: Any) -> str:
    return msgspec.json.encode(plain(value)).decode()


def swapped(table: MagicEliteTable, first: int, second: int) -> MagicEliteTable:
    """两张牌对调的桌子。"""
    twin = table.copy()
    trade(twin, first, second)
    return twin


def test_hands_and_deck_order_are_hidden():
    """E10：别人的手牌与库序对调，一个座位的所见一字不差。"""
    for seed in range(12):
        match = Match(deal(seed, [""] * 3, options_of(), DATA))
        stream = Stream(seed)
        for _ in range(12):
            if not match.clocked():
                break
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.sample(stream))
        table = match.table
        if table.over:
            continue
        for viewer in (None, 0, 1, 2):
            hidden = [card for seat, hand in enumerate(table.hands) if seat != viewer for card in hand]
            unseen = hidden + table.deck
            first, second = unseen[0], unseen[-1]
            assert encoded(swapped(table, first, second).view(viewer)) == encoded(table.view(viewer))


def test_own_hand_is_shown():
    """E10"""
    table = position("♠3 ♥2", "♦6")
    assert table.view(0).hand == table.hands[0] and table.view(1).hand == table.hands[1]
    assert table.view(None).hand == []


def test_public_part():
    """E10：身份、血、手牌张数、弃牌堆、库余数、技能次数公开。"""
    scene = Scene(position("♠3 ♥2 ♥6", "♦6 ♥3", identities="♠8 ♥10", discard="♣3"))
    scene.table.revivals[0] = 2
    view = scene.table.view(None)
    assert [each.identity for each in view.players] == scene.table.identity
    assert [(each.health, each.cap) for each in view.players] == [(8, 8), (10, 10)]
    assert [each.hand_count for each in view.players] == [3, 2]
    assert view.discard == scene.table.discard and view.deck_count == len(scene.table.deck)
    assert view.players[0].revivals == 2
    assert [(each.name, each.value) for each in view.players[1].factors] == [("double", 2)]
    assert view.order == [1, 0] and view.enemies(0) == [1]


def test_events_of_a_whole_game_give_away_no_hand():
    """E10：一整局里，一个座位看到的事里没有别人摸到的牌。"""
    match = Match(deal(7, [""] * 3, options_of(), DATA))
    stream = Stream(7)
    while match.clocked():
        ask = match.clocked()[0]
        events = match.answer(ask.seat, ask.sample(stream)).events
        for event in events:
            for viewer in (None, 0, 1, 2):
                seen = event.seen_by(viewer)
                assert not seen.reveals()
                if isinstance(seen, Drew):
                    assert (seen.cards.seen is not None) == (viewer == seen.seat)
