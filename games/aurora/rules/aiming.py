"""射程与要选的范围（A4.1–A4.3），以及一张牌能不能打、出牌时能一并说好什么。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.aurora.board import DIAGONALS, STRAIGHTS
from games.aurora.language.steps import Around, Diagonal, Far, Line, Near, NearPick, Range
from games.aurora.questions import Aim, CellsAim, LineAim, OrderAim
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable
from games.kernel import Choice, Illegal

if TYPE_CHECKING:
    from games.aurora.language.steps import Step

__all__ = ["area_of", "cells_of", "first_aim", "objection", "range_aim"]


def range_aim(table: AuroraTable, use: Use, reach: Range) -> Aim | None:
    """从 `use` 的单位那里，按这个射程要选什么；不用选的（近、全里不到两个目标）为 `None`。"""
    assert use.unit is not None
    origin = use.unit.cell(table)
    board = table.setup.board
    if isinstance(reach, Line | Diagonal):
        directions = STRAIGHTS if isinstance(reach, Line) else DIAGONALS
        lines: dict[str, tuple[int, ...]] = {}
        for direction in directions:
            cells = board.line(origin, direction, reach.reach, table.obstacles)
            if cells:
                lines[direction] = cells
        return LineAim(lines)
    if isinstance(reach, Far | NearPick):
        return CellsAim(board.diamond(origin, reach.reach), reach.most)
    area = area_of(table, origin, reach)
    targets = targets_of(table, use)
    cells = tuple(cell for cell in area if targets >> cell & 1)
    return OrderAim(cells, area) if len(cells) > 1 else None


def targets_of(table: AuroraTable, use: Use) -> int:
    """打得着的单位所在的格：敌方的，桌规也可含己方（A4.4）。"""
    targets = table.holds(1 - use.seat)
    if table.setup.options.friendly_fire:
        targets |= table.holds(use.seat)
        if use.unit is not None:
            targets &= ~(1 << use.unit.cell(table))
    return targets


def area_of(table: AuroraTable, origin: int, reach: Range) -> tuple[int, ...]:
    """近、全的全部格，由近及远（A4.3）；别的射程为空。"""
    if isinstance(reach, Near):
        return table.setup.board.diamond(origin, reach.reach)
    if isinstance(reach, Around):
        return table.setup.board.square(origin, reach.reach)
    return ()


def cells_of(table: AuroraTable, origin: int, reach: Range, choice: Choice) -> Sequence[int]:
    """选定之后攻击哪些格，按结算的次序（A4）：没有选次序的由近及远，没有列到的格排在后面。"""
    if isinstance(reach, Line | Diagonal):
        return table.setup.board.line(origin, choice, reach.reach, table.obstacles)
    if isinstance(reach, Far | NearPick):
        return choice
    area = area_of(table, origin, reach)
    if choice is None:
        return area
    return [*choice, *[cell for cell in area if cell not in choice]]


# ------------------------------------------------------------------ 一张牌
def first_aim(table: AuroraTable, use: Use, parts: Sequence[Sequence[Step]]) -> Aim | None:
    """出牌时可以一并说好的范围：第一个要选的步的，而且它之前没有会改变场面的步。"""
    effects = table.EFFECTS
    for part in parts:
        for step in part:
            effect = effects[type(step)]
            aim = effect.aim(table, use, step)
            if aim is not None:
                return aim if aim.size() else None
            if not effect.quiet:
                return None
    return None


def objection(table: AuroraTable, use: Use, parts: Sequence[Sequence[Step]]) -> Illegal | None:
    """为什么不能打：第一步就没有可选的。只看公开的场面；能打为 `None`。"""
    step = parts[0][0]
    effect = table.EFFECTS[type(step)]
    if effect.blocked is not None:
        reason = effect.blocked(table, use, step)
        if reason is not None:
            return reason
    aim = effect.aim(table, use, step)
    if aim is not None and not aim.size():
        return Illegal(*effect.missing)
    return None
