"""给士兵额外一轮、额外布置、额外升阶的步（A5.8）。"""

from __future__ import annotations

from games.aurora.events import Fizzled
from games.aurora.language.steps import ExtraDeploy, ExtraRound, ExtraUpgrade
from games.aurora.questions import Aim, PlaceAim
from games.aurora.rules.soldiers import (
    deploy,
    deployable,
    deployment_cells,
    movable,
    round_of,
    upgrade,
    upgrades,
)
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable
from games.kernel import Ask, Choice, Flow, Illegal

__all__ = ["extra_deploy", "extra_round", "extra_upgrade", "no_deploy", "no_upgrade", "round_aim"]


def round_aim(table: AuroraTable, use: Use, step: ExtraRound) -> Aim:
    """哪名己方士兵：登场限制中的只能移动（A5.2），动也动不了的不能选。"""
    ready = [
        stack.cell
        for stack in table.stacks
        if stack.seat == use.seat and (not stack.fresh or movable(table, stack))
    ]
    return PlaceAim(tuple(ready), "A5.8")


def extra_round(table: AuroraTable, use: Use, step: ExtraRound, choice: Choice) -> Flow[None]:
    """立即一轮行动，在两轮之外；登场限制照算（A5.8）。"""
    stack = table.stack_at(choice)
    assert stack is not None
    yield from round_of(table, stack, None, None, True)


def no_deploy(table: AuroraTable, use: Use, step: ExtraDeploy) -> Illegal | None:
    """没有可布置的就不能打。"""
    if not deployable(table, use.seat, step.level):
        return Illegal(f"士兵堆里没有能布置的 LV{step.level}", "A5.8")
    if not deployment_cells(table, use.seat):
        return Illegal("自己 1–2 排没有空格", "A5.1")
    return None


def extra_deploy(table: AuroraTable, use: Use, step: ExtraDeploy, choice: Choice) -> Flow[None]:
    """额外布置一名，不占每回合的次数（A5.8）；可以不要。"""
    seat = use.seat
    cells = deployment_cells(table, seat)
    ways = [[soldier, cell] for soldier in deployable(table, seat, step.level) for cell in cells]
    if not ways:
        if table.out is not None:
            table.out.append(Fizzled(seat, type(step).__name__))
        return
    chosen = yield Ask(seat, "deploy", [*ways, None], None)
    if chosen is not None:
        deploy(table, seat, chosen[0], chosen[1], True)


def no_upgrade(table: AuroraTable, use: Use, step: ExtraUpgrade) -> Illegal | None:
    """没有可升阶的就不能打。"""
    if not upgrades(table, use.seat, step.level):
        return Illegal(f"没有能升到 LV{step.level} 的己方士兵", "A5.8")
    return None


def extra_upgrade(table: AuroraTable, use: Use, step: ExtraUpgrade, choice: Choice) -> Flow[None]:
    """额外升阶一次，不占每回合的次数（A5.8）；可以不要。超时取第一个，底保留原牌（A11.3）。"""
    seat = use.seat
    ways = [
        [soldier, cell, base]
        for soldier, cell, bases in upgrades(table, seat, step.level)
        for base in (None, *bases)
    ]
    if not ways:
        if table.out is not None:
            table.out.append(Fizzled(seat, type(step).__name__))
        return
    chosen = yield Ask(seat, "upgrade", [*ways, None], ways[0])
    if chosen is not None:
        upgrade(table, seat, chosen[0], chosen[1], chosen[2], True)
