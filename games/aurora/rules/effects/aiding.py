"""帮己方的步：回复、减伤、号令（A9）；没有响应。"""

from __future__ import annotations

from collections.abc import Iterable

from games.aurora.events import Boosted, Guarded
from games.aurora.language.steps import AidHero, AidOneSoldier, AidRange, AidSoldiers, Boost, Heal, Ward
from games.aurora.questions import Aim, CellsAim, PlaceAim
from games.aurora.rules.units import Unit, allies, unit_at
from games.aurora.rules.use import Use
from games.aurora.rules.wounds import heal
from games.aurora.table import NOBODY, AuroraTable, Guard
from games.kernel import Choice, Flow

__all__ = ["aid_hero", "aid_one_soldier", "aid_range", "aid_soldiers", "boost", "range_aim", "soldier_aim"]

Boons = Iterable[Heal | Ward]


def bless(table: AuroraTable, use: Use, unit: Unit, boons: Boons) -> None:
    """一个单位依次得到几样好处。"""
    for boon in boons:
        if isinstance(boon, Heal):
            heal(table, unit, boon.amount)
        else:
            ward(table, use, unit, boon)


def ward(table: AuroraTable, use: Use, unit: Unit, boon: Ward) -> None:
    """`护n`：至下回合每次（或首次）受伤减 n（A4.9、A4.10）。"""
    key = NOBODY if unit.stack is None else unit.stack.key
    table.guards.append(Guard(use.seat, key, boon.amount, boon.once))
    if table.out is not None:
        table.out.append(Guarded(unit.who(table), boon.amount, boon.once))


def aid_hero(table: AuroraTable, use: Use, step: AidHero, choice: Choice) -> Flow[None]:
    """己方英雄。"""
    bless(table, use, Unit(use.seat, None), step.boons)
    return
    yield


def aid_soldiers(table: AuroraTable, use: Use, step: AidSoldiers, choice: Choice) -> Flow[None]:
    """己方士兵各一份。"""
    for unit in allies(table, use.seat):
        bless(table, use, unit, step.boons)
    return
    yield


def soldier_aim(table: AuroraTable, use: Use, step: object) -> Aim:
    """选己方一名士兵，在哪里都行。"""
    cells = tuple(unit.cell(table) for unit in allies(table, use.seat))
    return PlaceAim(cells, "A5")


def aid_one_soldier(table: AuroraTable, use: Use, step: AidOneSoldier, choice: Choice) -> Flow[None]:
    """选中的一名士兵。"""
    unit = unit_at(table, choice)
    assert unit is not None
    bless(table, use, unit, step.boons)
    return
    yield


def range_aim(table: AuroraTable, use: Use, step: AidRange) -> Aim:
    """选范围里的己方单位；能选自己的，自己在最前。"""
    assert use.unit is not None
    origin = use.unit.cell(table)
    own = table.holds(use.seat)
    cells = tuple(cell for cell in table.setup.board.diamond(origin, step.range.reach) if own >> cell & 1)
    return CellsAim((origin, *cells) if step.itself else cells, step.range.most)


def aid_range(table: AuroraTable, use: Use, step: AidRange, choice: Choice) -> Flow[None]:
    """选中的几格上的己方单位，按选的次序。"""
    for cell in choice:
        unit = unit_at(table, cell)
        assert unit is not None
        bless(table, use, unit, step.boons)
    return
    yield


def boost(table: AuroraTable, use: Use, step: Boost, choice: Choice) -> Flow[None]:
    """`号令`：这回合己方士兵 ATK 加几点。"""
    table.boosts[use.seat] += step.amount
    if table.out is not None:
        table.out.append(Boosted(use.seat, step.amount))
    return
    yield
