"""结算中说到的单位：英雄与一叠叠士兵。"""

from __future__ import annotations

from dataclasses import dataclass

from games.aurora.table import NOBODY, AuroraTable, Stack
from games.aurora.view import Who
from games.kernel import Seat

__all__ = ["Unit", "allies", "reduction", "unit_at"]


@dataclass(slots=True)
class Unit:
    """结算中说到的一个单位：英雄（`stack` 为 `None`）或一叠士兵。"""

    seat: Seat
    stack: Stack | None

    @property
    def key(self) -> int:
        """一次攻击里认得出是不是同一个单位。"""
        return -1 - self.seat if self.stack is None else self.stack.key

    def cell(self, table: AuroraTable) -> int:
        """在哪一格；已离场为 `NOWHERE`。"""
        if self.stack is None:
            return table.places[self.seat]
        return self.stack.cell

    def alive(self, table: AuroraTable) -> bool:
        """还有生命。"""
        return (table.health[self.seat] if self.stack is None else self.stack.health) > 0

    def who(self, table: AuroraTable) -> Who:
        """给人看的样子。"""
        return table.hero(self.seat) if self.stack is None else table.who(self.stack)


def unit_at(table: AuroraTable, cell: int) -> Unit | None:
    """站在 `cell` 的单位。"""
    if not table.units >> cell & 1:
        return None
    for seat, place in enumerate(table.places):
        if place == cell:
            return Unit(seat, None)
    stack = table.stack_at(cell)
    return None if stack is None else Unit(stack.seat, stack)


def allies(table: AuroraTable, seat: Seat) -> list[Unit]:
    """`seat` 的士兵，按进场的先后。"""
    return [Unit(seat, stack) for stack in table.stacks if stack.seat == seat]


def reduction(table: AuroraTable, unit: Unit) -> int:
    """下一次受伤减几点：护、折光、相邻的盾卫，可叠加（A4.9）。"""
    every, once = table.guard(unit.seat, NOBODY if unit.stack is None else unit.stack.key)
    return every + once
