"""取三代在桌上的状态，与几样三代技能都要做的事。"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat
from games.magicelite.events import Diamonds, GuardDiscarded
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import ThirdState

__all__ = ["discard_guard", "earn", "give_up_guard", "guard_question", "holds_guard", "third_of"]


def third_of(table: MagicEliteTable) -> ThirdState:
    """三代的状态；不是三代而问它是程序错误。"""
    assert table.third is not None
    return table.third


def earn(table: MagicEliteTable, seat: Seat, change: int, reason: str, account: str = "") -> None:
    """`seat` 的钻石增减 `change`（不会减到负的），记在 `account` 名下（空的为 `reason`）。"""
    third = third_of(table)
    change = max(change, -third.diamonds[seat])
    if not change:
        return
    third.diamonds[seat] += change
    accounts = third.accounts[seat]
    accounts[account or reason] = accounts.get(account or reason, 0) + change
    if table.out is not None:
        table.out.append(Diamonds(seat, change, third.diamonds[seat], reason))


def holds_guard(table: MagicEliteTable, cards: list[int]) -> bool:
    """这些牌里有 4（E5.1）。"""
    shield = table.setup.rules.shield_rank
    return any(table.setup.number[card] == shield for card in cards)


def give_up_guard(table: MagicEliteTable, seat: Seat, what: str, reason: str) -> Flow[bool]:
    """问 `seat` 弃不弃一张 4（`what` 见 `questions`，`reason` 见 `events.GuardDiscarded`）；弃了返回 `True`。

    手里有没有 4 都问，免得问不问就说出手牌。弃掉的直接进弃牌堆。"""
    table.close_undo()
    table.spoiled = True
    card = yield guard_question(table, seat, what)
    return discard_guard(table, seat, card, reason)


def guard_question(table: MagicEliteTable, seat: Seat, what: str) -> Ask:
    """问 `seat` 弃哪张 4，或不弃（`None`）；默认有就弃。"""
    shield = table.setup.rules.shield_rank
    fours = [card for card in table.hands[seat] if table.setup.number[card] == shield]
    return Ask(seat, what, [*fours, None], fours[0] if fours else None)


def discard_guard(table: MagicEliteTable, seat: Seat, card: int | None, reason: str) -> bool:
    """`seat` 弃了 `card`（没弃为 `None`）；弃了返回 `True`。"""
    if card is not None:
        table.hands[seat].remove(card)
        table.discard.append(card)
        table.powers.shown(table, [card])
    if table.out is not None:
        table.out.append(GuardDiscarded(seat, reason, NOBODY if card is None else card))
    return card is not None
