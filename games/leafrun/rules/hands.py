"""弃牌、换手与默认弃哪些。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel import Seat
from games.leafrun.setup import FORCED_REST
from games.leafrun.table import LeafrunTable


def losable(table: LeafrunTable, seat: Seat) -> list[int]:
    """能弃、能被抽走或转走的手牌：除「自由的强制休息」外都能（L8.19）。"""
    if not table.specials[seat]:
        return table.hands[seat][:]
    mark = table.mark
    return [card for card in table.hands[seat] if mark[card] != FORCED_REST]


def burdensome(table: LeafrunTable, seat: Seat) -> list[int]:
    """能弃的、占负重的手牌（L8.2、L4.10）。"""
    return [card for card in losable(table, seat) if table.card_load(card) > 0]


def half_up(value: int, divisor: int) -> int:
    """`value / divisor`，半数进位（L8.11、L8.12）。"""
    return (2 * value + divisor) // (2 * divisor)


def discard_all(table: LeafrunTable, seat: Seat, cards: Sequence[int]) -> None:
    """依次弃掉。"""
    for card in cards:
        table.drop(seat, card)


def discard_together(table: LeafrunTable, choices: Mapping[Seat, Sequence[int]]) -> None:
    """几个人同时暗中弃的牌一起进弃牌堆，按牌号排，从堆里看不出谁弃了什么（L2.4、L7.4、L9）。"""
    start = len(table.discard)
    for seat, cards in choices.items():
        discard_all(table, seat, cards)
    table.discard[start:] = sorted(table.discard[start:])


def cheapest(table: LeafrunTable, cards: Sequence[int], count: int) -> list[int]:
    """换道与「给」时默认给出的：先非行动牌（占负重的在前），再行动牌（L10.4、L10.5）。"""
    action = table.setup.action
    return sorted(cards, key=lambda card: (action[card], table.card_load(card) == 0))[:count]


def heaviest(table: LeafrunTable, cards: Sequence[int], count: int) -> list[int]:
    """丢三落四默认弃的：先占负重的非行动牌，再行动牌，最后不占负重的（L10.4）。"""
    action = table.setup.action
    return sorted(cards, key=lambda card: (table.card_load(card) == 0, action[card]))[:count]
