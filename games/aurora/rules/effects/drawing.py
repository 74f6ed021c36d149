"""动牌的步：抽、蓄能、入闪（A9）。内容只有自己知道。"""

from __future__ import annotations

from games.aurora.events import Charged, Fizzled
from games.aurora.language.steps import Charge, Draw, Recall, Store, Stow
from games.aurora.questions import PickNote, Picks
from games.aurora.rules.cards import (
    charge_from_deck,
    draw,
    highest,
    room_for_charge,
    room_for_dodges,
    stow,
)
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable
from games.kernel import Ask, Choice, Flow, Secret

__all__ = ["charge", "draw_cards", "recall", "store", "stow_cards"]


def reason_of(use: Use) -> str:
    """为什么动牌库：牌效（含技能）或离场效果。"""
    return "leave" if use.source.kind == "leave" else "effect"


def draw_cards(table: AuroraTable, use: Use, step: Draw, choice: Choice) -> Flow[None]:
    """`抽n`。"""
    draw(table, use.seat, step.count, reason_of(use))
    return
    yield


def charge(table: AuroraTable, use: Use, step: Charge, choice: Choice) -> Flow[None]:
    """`蓄能n`：牌库顶入蓄能，不超过上限（A2.2）。"""
    charge_from_deck(table, use.seat, step.count, reason_of(use))
    return
    yield


def store(table: AuroraTable, use: Use, step: Store, choice: Choice) -> Flow[None]:
    """汲能：至多 n 张手牌入蓄能，可以一张也不。手里没牌、蓄能满了就略过。"""
    seat = use.seat
    hand = table.hands[seat]
    most = min(step.count, len(hand), room_for_charge(table, seat))
    if not most:
        fizzle(table, use, step)
        return
    cards: list[int] = yield Ask(seat, "store", Picks(hand, 0, most), [], PickNote(0, most))
    for card in cards:
        hand.remove(card)
    charges = table.charges[seat]
    charges += cards
    if table.out is not None:
        table.out.append(Charged(seat, "hand", len(cards), len(charges), Secret({seat: cards[:]})))


def stow_cards(table: AuroraTable, use: Use, step: Stow, choice: Choice) -> Flow[None]:
    """`入闪n`：n 张手牌入闪避区，放得下几张放几张。"""
    seat = use.seat
    hand = table.hands[seat]
    count = min(step.count, len(hand), room_for_dodges(table, seat))
    if not count:
        fizzle(table, use, step)
        return
    cards: list[int] = yield Ask(
        seat, "stow", Picks(hand, count, count), highest(table, hand, count), PickNote(count, count)
    )
    stow(table, seat, "hand", cards)


def recall(table: AuroraTable, use: Use, step: Recall, choice: Choice) -> Flow[None]:
    """烟幕：弃牌堆 n 张入闪避区；弃牌堆公开，所以拿了哪张也公开（A10）。"""
    seat = use.seat
    pile = table.discards[seat]
    count = min(step.count, len(pile), room_for_dodges(table, seat))
    if not count:
        fizzle(table, use, step)
        return
    cards: list[int] = yield Ask(
        seat, "recall", Picks(pile, count, count), highest(table, pile, count), PickNote(count, count)
    )
    stow(table, seat, "discard", cards)


def fizzle(table: AuroraTable, use: Use, step: object) -> None:
    """只看张数就做不了的一步。"""
    if table.out is not None:
        table.out.append(Fizzled(use.seat, type(step).__name__))
