"""伤害与削弱敌方的步（A4）。"""

from __future__ import annotations

from functools import partial
from typing import Any

from games.aurora.events import Discarded, Poisoned, Pushed, Rooted, Walked
from games.aurora.language.steps import Avenge, Blow, Damage, Push, Root, Strike, Strip, Venom
from games.aurora.questions import Aim
from games.aurora.rules.aiming import cells_of, range_aim
from games.aurora.rules.attack import attack
from games.aurora.rules.units import Unit
from games.aurora.rules.use import Use
from games.aurora.rules.wounds import bury, heal, wound
from games.aurora.table import NOBODY, AuroraTable, Poison
from games.aurora.view import Source
from games.kernel import Choice, Flow

__all__ = ["avenge", "strike", "strike_aim"]


def strike_aim(table: AuroraTable, use: Use, step: Strike) -> Aim | None:
    """选射程里的范围与次序（A4.1–A4.3）。"""
    return range_aim(table, use, step.range)


def strike(table: AuroraTable, use: Use, step: Strike, choice: Choice) -> Flow[None]:
    """一次攻击流程（A4）；收割：每击破 1 名敌方士兵英雄回血。"""
    assert use.unit is not None
    origin = use.unit.cell(table)
    cells = cells_of(table, origin, step.range, choice)
    blows = [partial(BLOWS[type(blow)], step=blow) for blow in step.blows]
    yield from attack(table, use, cells, blows, step)
    if step.heal_per_kill and use.kills:
        heal(table, Unit(use.seat, None), step.heal_per_kill * use.kills)


# ------------------------------------------------------------------ 一下
def damage_of(table: AuroraTable, blow: Damage, target: Unit) -> int:
    """几点伤害：对方闪避区空再加（A9 背刺）。"""
    if blow.when_bare and not table.dodges[target.seat]:
        return blow.amount + blow.when_bare
    return blow.amount


def hurt(table: AuroraTable, use: Use, target: Unit, step: Damage) -> None:
    """`伤n`。"""
    wound(table, target, damage_of(table, step, target), use.source)


def shove(table: AuroraTable, use: Use, target: Unit, distance: int) -> tuple[list[int], str]:
    """把目标推 `distance` 格会踏上哪些格、受阻于什么（没有为空）：遇边界、障碍、单位即受阻（A4.9）。"""
    assert use.unit is not None
    board = table.setup.board
    place = target.cell(table)
    direction = board.towards(use.unit.cell(table), place)
    ray = board.ray(place, direction) if direction else ()
    path: list[int] = []
    for step in range(distance):
        if step >= len(ray):
            return path, "edge"
        if table.obstacles >> ray[step] & 1:
            return path, "obstacle"
        if table.units >> ray[step] & 1:
            return path, "unit"
        path.append(ray[step])
    return path, ""


def push(table: AuroraTable, use: Use, target: Unit, step: Push) -> None:
    """`推n`：沿使用者→目标方向，受阻伤一次（A4.9）。"""
    path, blocked = shove(table, use, target, step.distance)
    if path:
        start = target.cell(table)
        place(table, target, path[-1])
        if table.out is not None:
            table.out.append(Walked(target.who(table), start, path[:], "push"))
    if table.out is not None:
        table.out.append(Pushed(target.who(table), blocked))
    if blocked and step.blocked:
        source = use.source
        wound(table, target, step.blocked, Source("push", source.seat, source.index, source.cell))


def place(table: AuroraTable, unit: Unit, cell: int) -> None:
    """一个单位到了另一格。"""
    table.units ^= 1 << unit.cell(table) | 1 << cell
    if unit.stack is None:
        table.places[unit.seat] = cell
    else:
        unit.stack.cell = cell


def envenom(table: AuroraTable, use: Use, target: Unit, step: Venom) -> None:
    """`毒n`：目标的控制者下个回合结束时再受伤（A4.10）。"""
    key = NOBODY if target.stack is None else target.stack.key
    table.poisons.append(Poison(target.seat, key, step.amount, table.own_turns[target.seat] + 1))
    if table.out is not None:
        table.out.append(Poisoned(target.who(table), step.amount))


def root(table: AuroraTable, use: Use, target: Unit, step: Root) -> None:
    """霜环：命中的士兵在控制者下个主要阶段不能移动（A4.10）；对英雄没有用。"""
    if target.stack is None:
        return
    target.stack.rooted = table.own_turns[target.seat] + 1
    if table.out is not None:
        table.out.append(Rooted(target.who(table)))


def strip(table: AuroraTable, use: Use, target: Unit, step: Strip) -> None:
    """锁喉：目标的控制者随机弃闪避牌，弃掉的公开（A9、A10）。"""
    zone = table.dodges[target.seat]
    lost = [zone.pop(table.below(len(zone))) for _ in range(min(step.count, len(zone)))]
    table.discards[target.seat] += lost
    if lost and table.out is not None:
        table.out.append(Discarded(target.seat, "lost", lost))


BLOWS: dict[type[Blow], Any] = {Damage: hurt, Push: push, Venom: envenom, Root: root, Strip: strip}
"""打在目标上的一下 → 怎么结算。"""


# ------------------------------------------------------------------ 离场
def avenge(table: AuroraTable, use: Use, step: Avenge, choice: Choice) -> Flow[None]:
    """离场：击杀它的单位受伤（A5.7、A9 鼠群）；没有击杀者、击杀者已离场就没有。"""
    killer = use.killer
    if killer is None or not killer.alive(table):
        return
    wound(table, killer, step.amount, use.source)
    yield from bury(table, killer, None, False)
