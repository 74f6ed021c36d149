"""悔牌与另出（E8）。

出一套之前把整张桌子记成一份 JSON（`undo`）：能不能悔只看公开的事，所以出完才知道不能悔的就扔掉。
悔牌的窗口不另占时间：下一个 `play` 或 `respond` 问题是主问，悔牌的人可以抢先插话；他自己就是下一个要答的人时，
「悔牌」是他主问里的一项。主问一答，窗口就关。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Anyone, Ask, Choice, Flow, Seat
from games.magicelite.events import Retracted
from games.magicelite.rules.drawing import owed
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["RETRACT", "offer", "remember", "seal"]

RETRACT = ["retract"]
"""悔牌的回答。"""


def remember(table: MagicEliteTable, seat: Seat, cards: Sequence[int], uses: Sequence[Any]) -> str:
    """出这一套之前的桌子；一看就不能悔（会摸牌、声明了技能、已悔过一次）的为空串（E8.1、E8.2）。"""
    table.spoiled = False
    again = table.retracted
    table.retracted = False
    if again or uses or owed(table, table.hands[seat], cards):
        return ""
    return table.snapshot().decode()


def seal(table: MagicEliteTable, seat: Seat, cards: Sequence[int], before: str) -> None:
    """这一套已经结算到等下一个人的地方：还能悔就开窗口（E8）。"""
    if before and not table.spoiled and not table.over:
        table.undo = before
        table.undo_seat = seat
        table.undo_cards = list(cards)


def offer(table: MagicEliteTable, main: Ask) -> Flow[Choice | None]:
    """问 `main`，其间可以悔牌。悔了返回 `None`（牌桌已回到出那一套之前，调用者立刻返回）。"""
    retractor = table.undo_seat
    if retractor in (NOBODY, main.seat):
        choice = yield main
    else:
        seat, choice = yield Anyone(main, [Ask(retractor, "retract", [RETRACT], RETRACT)])
        if seat != main.seat:
            choice = RETRACT
    if choice == RETRACT:
        retract(table)
        return None
    table.close_undo()
    return choice


def retract(table: MagicEliteTable) -> None:
    """退回到出那一套之前；二代原套作废进弃牌堆（E8.1）。"""
    seat: Seat = table.undo_seat
    cards = table.undo_cards
    later = table.third
    table.become(table.undo)
    table.retracted = True
    replaced = table.powers.replaces
    if replaced:
        hand = table.hands[seat]
        for card in cards:
            hand.remove(card)
        table.discard += cards
    if table.out is not None:
        table.out.append(Retracted(seat, cards[:], replaced))
    table.powers.taken_back(table, later)
