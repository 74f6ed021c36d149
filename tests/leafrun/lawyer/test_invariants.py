"""随机走完许多局，每一步都查条文里「任何时候都成立」的事。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Anyone, Match, Stream
from games.leafrun.data import Options
from games.leafrun.rules import deal
from games.leafrun.setup import PLAIN, RECEIVED
from games.leafrun.table import NOTHING, LeafrunTable
from tests.leafrun.position import DATA, PIECES

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"slide_after_transfer": True, "must_walk_all": False, "come_here_exact": False}),
    (4, {"stumble": "skip_next", "ties_take_places": False, "last_place_automatic": False}),
    (6, {"binding_permanent": True, "slide_draws": False, "victory_shared": False}),
    (8, {"up_to_eight": True, "order_die_sides": 20}),
]


def complain(table: LeafrunTable) -> list[str]:
    """此刻违反了什么；没有就是空的。"""
    wrong: list[str] = []
    deck = table.setup.data.deck
    lying = [*table.deck, *table.discard]
    lying += [card for card in table.armour if card != NOTHING]
    lying += [card for sources in table.buffs for card in sources if card >= 0]
    everywhere = lying + [card for hand in table.hands for card in hand]
    if sorted(everywhere) != list(range(deck.size)):
        wrong.append("L1.3 牌多了或少了")
    if any(table.mark[card] != PLAIN for card in lying):
        wrong.append("L4.13 不在手里的牌还有记号")
    for seat, hand in enumerate(table.hands):
        marked = [card for card in hand if table.mark[card] > RECEIVED]
        if sorted(marked) != sorted(table.specials[seat]):
            wrong.append(f"L4.12 {seat} 的特殊牌记错了")
        if any(deck.name[card] != "事件触发" for card in marked):
            wrong.append("L4.13 特殊牌不是事件触发变的")
    if table.track < 0:
        return wrong
    end = len(table.terrain) - 1
    for seat in range(table.seats):
        health, position = table.health[seat], table.position[seat]
        if not 0 <= health <= table.max_health(seat):
            wrong.append(f"L4.6 L8.4 {seat} 体力 {health} 不在范围内")
        if (health == 0) != (table.fainted[seat] >= 0):
            wrong.append(f"L5.8 L6.1 {seat} 体力 {health} 而昏厥为 {table.fainted[seat]}")
        if not 0 <= position <= end or (position == end) > table.finished(seat):
            wrong.append(f"L5.9 {seat} 在第 {position} 格")
        if table.bear_pending[seat] and table.fainted[seat] >= 0:
            wrong.append(f"L8.7 {seat} 昏厥了 bear 还在")
    if any(barrier.cell in (end, -1) for barrier in table.roadblocks):
        wrong.append("L5.7 路障放在终点")
    if table.terrain[0] != "S" or table.terrain[-1] != "E":
        wrong.append("L2.5 起点终点变了")
    return wrong


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_always_holds(seats: int, options: dict[str, Any]) -> None:
    """L1.3、L4.13、L5.8、L6.1、L8.4、L8.7 与各种桌规：牌不多不少，体力为 0 恰是昏厥，记号只在手里。"""
    for seed in range(2):
        match = Match(deal(seed, PIECES[:seats], Options(**{"dice_automatic": True, **options}), DATA))
        stream = Stream(seed * 31 + seats)
        while match.waiting:
            table = match.table
            assert not complain(table), (seed, len(match.history), complain(table))
            asks = list(match.waiting.values())
            if isinstance(match.question, Anyone) and stream.below(3):
                asks = asks[:1]
            ask = asks[stream.below(len(asks))]
            if ask.what == "turn" and not stream.below(3) and ["end"] in ask.options:
                match.answer(ask.seat, ["end"])
            else:
                match.answer(ask.seat, ask.sample(stream))
        assert not complain(match.table)
