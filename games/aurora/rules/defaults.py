"""超时的默认回答（A11.2、A11.3）里要算的。"""

from __future__ import annotations

from games.aurora.questions import Aim, CellsAim, LineAim, OrderAim, PlaceAim
from games.aurora.table import AuroraTable
from games.kernel import Choice, Seat

__all__ = ["near_to_far", "reaches"]


def near_to_far(table: AuroraTable, seat: Seat, aim: Aim) -> Choice:
    """目标由近及远（A11.2）：打得到敌人的就打最近的，打不到的取第一个；走动的原地不动。"""
    enemies = table.holds(1 - seat)
    if isinstance(aim, LineAim):
        nearest = [
            (place, direction)
            for direction, cells in aim.lines.items()
            for place, cell in enumerate(cells)
            if enemies >> cell & 1
        ]
        return min(nearest, key=lambda each: each[0])[1] if nearest else next(iter(aim.lines))
    if isinstance(aim, CellsAim):
        hit = [cell for cell in aim.cells if enemies >> cell & 1]
        return hit[: aim.most] if hit else [aim.cells[0]]
    if isinstance(aim, OrderAim):
        return list(aim.cells)
    assert isinstance(aim, PlaceAim)
    return aim.cells[0]


def reaches(table: AuroraTable, seat: Seat, aim: Aim | None, area: tuple[int, ...]) -> bool:
    """这个范围打不打得到敌方的单位；不用选的范围看 `area`。"""
    enemies = table.holds(1 - seat)
    if isinstance(aim, LineAim):
        return any(enemies >> cell & 1 for cells in aim.lines.values() for cell in cells)
    cells = aim.cells if isinstance(aim, CellsAim) else area
    return any(enemies >> cell & 1 for cell in cells)
