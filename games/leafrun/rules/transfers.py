"""被拉与换位：不是移动，不触发地形、不摸牌（L5.11）。"""

from __future__ import annotations

from games.kernel import Seat
from games.leafrun.events import Pulled, Swapped
from games.leafrun.rules.movement import slide_transferred
from games.leafrun.table import LeafrunTable


def pull(table: LeafrunTable, by: Seat, targets: list[Seat], reason: str) -> None:
    """把 `targets` 拉到 `by` 那一格：不是移动，不触发地形（L5.11）。"""
    cell = table.position[by]
    for seat in targets:
        origin = table.position[seat]
        table.position[seat] = cell
        if table.out is not None:
            table.out.append(Pulled(seat, by, origin, cell, reason))
    slide_transferred(table, targets)


def swap(table: LeafrunTable, seat: Seat, other: Seat) -> None:
    """两人换位（L8.14）。"""
    position = table.position
    position[seat], position[other] = position[other], position[seat]
    if table.out is not None:
        table.out.append(Swapped(seat, other, position[seat], position[other]))
    slide_transferred(table, [seat, other])
