"""摸牌、补牌与洗牌（E3.5–E3.7）。"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Flow, Seat, Secret
from games.magicelite.events import Drew, Reshuffled
from games.magicelite.table import MagicEliteTable

__all__ = ["draw", "lay", "owed", "refill", "sweep", "top_up"]


def draw(table: MagicEliteTable, seat: Seat, count: int, reason: str) -> Flow[bool]:
    """`seat` 摸 `count` 张；库空了由他洗弃牌堆继续（E3.6），仍不足则能摸几张摸几张。

    摸完问这一代有没有事（地雷、大礼包）：返回 `False` 表示牌局已被带到别处。"""
    if count <= 0:
        return True
    cards = take(table, seat, count)
    table.spoiled = True
    if table.out is not None:
        table.out.append(
            Drew(seat, reason, len(cards), count - len(cards), len(table.deck), Secret({seat: cards[:]}))
        )
    return (yield from table.powers.drew(table, seat, count, cards, reason))


def take(table: MagicEliteTable, seat: Seat, count: int) -> list[int]:
    """把库顶的 `count` 张移到手里，返回摸到的；不造 `Drew`。"""
    deck = table.deck
    cards: list[int] = []
    for _ in range(count):
        if not deck:
            if not table.discard:
                break
            reshuffle(table, seat)
            deck = table.deck
        cards.append(deck.pop())
    table.hands[seat] += cards
    return cards


def reshuffle(table: MagicEliteTable, seat: Seat, kept: int = 0) -> None:
    """弃牌堆洗成新的库；桌面的牌不参与（E3.6、E3.7）。`kept` 张是原来库里的，先放进了弃牌堆。"""
    table.deck = table.discard
    table.discard = []
    table.shuffle(table.deck)
    if table.out is not None:
        table.out.append(Reshuffled(seat, len(table.deck), kept))


def lay(table: MagicEliteTable, seat: Seat, cards: Sequence[int]) -> None:
    """从手里打到桌面（E3.7）。"""
    hand = table.hands[seat]
    for card in cards:
        hand.remove(card)
    table.laid += cards
    table.powers.shown(table, cards)


def owed(table: MagicEliteTable, hand: Sequence[int], cards: Sequence[int]) -> int:
    """拿着 `hand` 打出 `cards` 之后要补几张：出空补 5，每张 5 另补 5（E3.5）。"""
    rules = table.setup.rules
    number = table.setup.number
    count = rules.draw_each * sum(1 for card in cards if number[card] == rules.draw_rank)
    return count + rules.refill if len(hand) == len(cards) else count


def refill(table: MagicEliteTable, seat: Seat, cards: Sequence[int]) -> Flow[bool]:
    """`seat` 已把 `cards` 打到桌面，照 E3.5 补牌。返回值同 `draw`。"""
    rules = table.setup.rules
    number = table.setup.number
    fives = rules.draw_each * sum(1 for card in cards if number[card] == rules.draw_rank)
    if table.hands[seat]:
        if not fives:
            return True
        return (yield from draw(table, seat, fives, "fives"))
    return (yield from draw(table, seat, fives + rules.refill, "both" if fives else "empty"))


def top_up(table: MagicEliteTable, seat: Seat) -> Flow[bool]:
    """任何原因手牌为 0 都补 5（E3.5）。返回值同 `draw`。"""
    if table.hands[seat] or not (table.deck or table.discard):
        return True
    table.close_undo()
    return (yield from draw(table, seat, table.setup.rules.refill, "empty"))


def sweep(table: MagicEliteTable, kept: Sequence[int] = ()) -> None:
    """桌面的牌进弃牌堆（E3.7）；`kept` 留在桌面（嫁祸的那一套还在进行的攻击里）。"""
    if not kept:
        table.discard += table.laid
        table.laid = []
        return
    table.discard += [card for card in table.laid if card not in kept]
    table.laid = [card for card in table.laid if card in kept]
