"""正在结算的一次使用：一张牌、一个英雄技能、一轮士兵攻击，或一个离场效果。规则各处传来传去，不进存档。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.aurora.events import Fizzled
from games.aurora.questions import RETRACT, Aim, AimNote
from games.aurora.rules.defaults import near_to_far
from games.aurora.rules.units import Unit
from games.aurora.table import AuroraTable
from games.aurora.view import Source
from games.kernel import Ask, Choice, Flow, Seat

if TYPE_CHECKING:
    from games.aurora.language.steps import Step

__all__ = ["Retracted", "Use", "choose", "resolve"]


class Retracted(Exception):
    """还没选范围就收回了（A11.2）。"""


@dataclass(slots=True)
class Use:
    """一次使用。"""

    seat: Seat
    """谁的；离场效果是受益者（A5.6）。"""
    source: Source
    unit: Unit | None
    """从哪个单位发出；离场效果没有。"""
    killer: Unit | None = None
    """离场效果：击杀它的单位。"""
    given: Choice = None
    """出牌时一并说好的范围，给第一个要选的步；没有为 `None`。"""
    retractable: bool = False
    """还没结算任何一步，可以收回（A11.2）。"""
    commit: Callable[[], None] | None = None
    """第一步就要开始结算、不能再收回时做的事（付蓄能）。"""
    kills: int = 0
    """最近一次攻击击破几名敌方士兵。"""


def resolve(table: AuroraTable, use: Use, parts: Sequence[Sequence[Step]]) -> Flow[None]:
    """按步结算（A4.7）：轮到哪一步才选它的范围。没有可选的那一步略过。"""
    effects = table.EFFECTS
    for part in parts:
        for step in part:
            effect = effects[type(step)]
            aim = effect.aim(table, use, step)
            choice: Choice = None
            if aim is not None:
                if not aim.size():
                    if table.out is not None:
                        table.out.append(Fizzled(use.seat, type(step).__name__))
                    continue
                choice = yield from choose(table, use, step, aim)
            if use.retractable:
                use.retractable = False
                if use.commit is not None:
                    use.commit()
            yield from effect.run(table, use, step, choice)


def choose(table: AuroraTable, use: Use, step: Step, aim: Aim) -> Flow[Choice]:
    """选这一步的范围：出牌时说好的，或问。收回时抛 `Retracted`。"""
    if use.given is not None:
        given, use.given = use.given, None
        return given
    aim.retractable = use.retractable
    default = RETRACT if use.retractable else near_to_far(table, use.seat, aim)  # A11.2
    note = AimNote(use.source, step, use.retractable)
    choice = yield Ask(use.seat, "aim", aim, default, note)
    if choice == RETRACT and use.retractable:
        raise Retracted
    return choice
