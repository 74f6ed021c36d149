"""打出一套会怎样：只用自己的 `View` 与问题里的补充。题面与电脑玩家都用它。

只算看得见的：对方还有什么牌不知道，闪电豹、吞噬盾之类要先问过别人的也不算。
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel import Seat
from games.magicelite.questions import RespondNote
from games.magicelite.sets import Factor, Strength, strength_of
from games.magicelite.view import View

__all__ = ["Weighed", "fatal", "guards", "strength", "weigh"]

NO_GUARD = frozenset({"framing"})
"""声明了它，那张 4 就不挡（G1.4）。"""


@dataclass(slots=True)
class Weighed:
    """回应一套的结果。"""

    cards: list[int]
    uses: list[list[Any]]
    strength: Strength
    enemy: int
    """算进公式的敌方伤害。"""
    devoured: int
    """吞噬来的伤害（G3.14）。"""
    od: int
    loss: int
    """照此要扣的血；可以大于血，致死也照算。"""
    fatal: bool
    """会因此被击杀。"""


def strength(view: View, seat: Seat, cards: Sequence[int], uses: Sequence[Sequence[Any]] = ()) -> Strength:
    """`seat`（自己）打出 `cards` 的数值（E4），含暴走标记（G3.13）与声明的百倍（G2.10）。"""
    setup = view.setup
    marked = () if view.third is None else view.third.marked
    mark = setup.data.skill_of["rampage"].factor or 1
    factors = list(view.players[seat].factors)
    if any(use[0] == "hundredfold" for use in uses) and all(each.name != "hundredfold" for each in factors):
        factors.append(Factor("hundredfold", setup.options.seven_factor))
    return strength_of(setup, cards, factors, marked, mark)


def guards(view: View, cards: Sequence[int], uses: Sequence[Sequence[Any]] = ()) -> bool:
    """这一套里的 4 挡不挡（E5.1）。"""
    setup = view.setup
    shield = setup.rules.shield_rank
    return any(setup.number[card] == shield for card in cards) and not any(use[0] in NO_GUARD for use in uses)


def fatal(view: View, seat: Seat, loss: int, healing: int = 0) -> bool:
    """回应以后扣 `loss` 血会不会死。

    轮到用分身术的人回应，打的就是真身（抽中的，或返还直击的），挡不住即死（G2.6）。
    回应回血的桌规先回 `healing` 再扣（E6.5）。"""
    if loss <= 0 or shielded(view, seat):
        return False
    me = view.players[seat]
    options, second = view.setup.options, view.second
    bodies = second is not None and "bilocation" in me.skills and bool(second.numbers[seat])
    if bodies and options.real_body == "dies":
        return True
    return loss >= (min(me.cap, me.health + healing) if options.response_heals else me.health)


def shielded(view: View, seat: Seat) -> bool:
    """护盾或控制期间，OD<0 不扣血（G2.7）；技能被冰封的时候不算（G3.12）。"""
    second = view.second
    if second is None:
        return False
    skills = view.players[seat].skills
    controls = any(feud.controller == seat for feud in second.feuds)
    return ("aegis" in skills and bool(second.shields[seat])) or ("control" in skills and controls)


def weigh(
    view: View, seat: Seat, note: RespondNote, cards: Sequence[int], uses: Sequence[Sequence[Any]] = ()
) -> Weighed:
    """`seat` 用 `cards` 回应 `note` 说的攻击会怎样（E6.1）。嫁祸、控制不走公式，按没有伤害算。"""
    mine = strength(view, seat, cards, uses)
    declared = {use[0] for use in uses}
    enemy, devoured = note.enemy, 0
    if "devouring" in declared:
        enemy, devoured = 0, note.damage
    elif "judgment" in declared or "reflection" in declared or guards(view, cards, uses):
        enemy = 0
    od = mine.damage + mine.healing + devoured - enemy
    if declared & {"framing", "control"}:
        od = 0
    loss = max(0, -od)
    dies = "aegis" not in declared and fatal(view, seat, loss, mine.healing)
    if "aegis" in declared or shielded(view, seat):
        loss = 0
    return Weighed(list(cards), [list(use) for use in uses], mine, enemy, devoured, od, loss, dies)
