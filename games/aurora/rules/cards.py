"""摸牌、洗牌、弃牌（A2.1、A2.4、A10）。"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora.events import Charged, Drew, Reshuffled, Stowed, Wounded
from games.aurora.rules.finish import check
from games.aurora.table import NOBODY, AuroraTable
from games.aurora.view import Source
from games.kernel import Seat, Secret

__all__ = ["charge_from_deck", "draw", "highest", "room_for_charge", "room_for_dodges", "stow", "take_top"]


def draw(table: AuroraTable, seat: Seat, count: int, reason: str) -> None:
    """`seat` 摸 `count` 张（A2.1）；`reason` 见 `events.Drew`。"""
    health = table.health[seat]
    cards = take_top(table, seat, count)
    table.hands[seat] += cards
    if table.out is not None and count > 0:
        table.out.append(
            Drew(
                seat,
                reason,
                len(cards),
                count - len(cards),
                len(table.decks[seat]),
                Secret({seat: cards[:]}),
            )
        )
    if table.health[seat] < health and reason != "leave":  # 疲劳；离场效果插在一个目标里，由那里查（A1.2）
        check(table)


def take_top(table: AuroraTable, seat: Seat, count: int) -> list[int]:
    """取走牌库顶的 `count` 张。牌库空了洗弃牌堆，或每少一张疲劳扣血（A2.1 选项）；两者皆空就没有。

    取走的由调用者放好；疲劳扣到 0 由调用者放好以后再检查，牌才不会丢。"""
    deck = table.decks[seat]
    cards: list[int] = []
    for _ in range(count):
        if not deck:
            if table.setup.options.empty_deck == "fatigue":
                tire(table, seat)
                continue
            if not table.discards[seat]:
                break
            table.decks[seat] = deck = table.discards[seat]
            table.discards[seat] = []
            table.shuffle(deck)
            if table.out is not None:
                table.out.append(Reshuffled(seat, len(deck)))
        cards.append(deck.pop())
    return cards


def tire(table: AuroraTable, seat: Seat) -> None:
    """疲劳：没有牌可摸，扣血（A2.1 选项）；不受减伤。"""
    fatigue = table.setup.rules.fatigue
    lost = min(fatigue, table.health[seat])
    table.health[seat] -= lost
    if table.out is not None:
        source = Source("fatigue", seat, NOBODY, NOBODY)
        table.out.append(Wounded(table.hero(seat), source, fatigue, 0, lost, table.health[seat]))


def room_for_dodges(table: AuroraTable, seat: Seat) -> int:
    """闪避区还能放几张（A1.5、A2.2）。"""
    return max(0, table.setup.rules.dodge_limit - len(table.dodges[seat]))


def room_for_charge(table: AuroraTable, seat: Seat) -> int:
    """英雄下还能放几张蓄能（A2.2）。"""
    return max(0, table.setup.options.charge_limit - len(table.charges[seat]))


def charge_from_deck(table: AuroraTable, seat: Seat, count: int, reason: str) -> None:
    """牌库顶的牌入蓄能（A9 蓄能n），不超过上限；`reason` 是 `effect` 或 `leave`。"""
    health = table.health[seat]
    cards = take_top(table, seat, min(count, room_for_charge(table, seat)))
    charges = table.charges[seat]
    charges += cards
    if table.out is not None:
        table.out.append(Charged(seat, "deck", len(cards), len(charges), Secret({seat: cards[:]})))
    if table.health[seat] < health and reason != "leave":  # 疲劳，同 `draw`
        check(table)


def stow(table: AuroraTable, seat: Seat, origin: str, cards: Sequence[int]) -> None:
    """几张牌移入闪避区；`origin` 是 `reserve`、`hand` 或 `discard`。"""
    zone = {"reserve": table.reserves, "hand": table.hands, "discard": table.discards}[origin][seat]
    for card in cards:
        zone.remove(card)
    table.dodges[seat] += cards
    if table.out is not None:
        shown = list(cards) if origin == "discard" else []
        table.out.append(
            Stowed(seat, origin, len(cards), len(table.dodges[seat]), shown, Secret({seat: list(cards)}))
        )


def highest(table: AuroraTable, cards: Sequence[int], count: int) -> list[int]:
    """闪避力最高的几张（A11.1、A11.2），一样高的取移动力低的。"""
    dodge, move = table.setup.dodge, table.setup.move
    return sorted(cards, key=lambda card: (-dodge[card], move[card], card))[:count]
