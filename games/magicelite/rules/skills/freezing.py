"""冰封盾（G3.12）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.events import Frozen
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import holds_guard, third_of
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["FROSTS", "Freezing"]

FROSTS = ("skill", "shield")
"""能冰封的两样：技能（含被动）、专用盾。"""


class Freezing(Skill):
    """打出含 4 的一套（主动、回应、复活都行）：冰封一名敌人的技能或专用盾一层。回应里的 4 照挡（G3.15）。"""

    key = "freezing"
    slot = "guard"

    def aims(self, table: MagicEliteTable, seat: Seat) -> list[Seat]:
        """能冰封的敌人；小僵尸没有技能也没有盾（G3.14）。"""
        master = third_of(table).master
        return [enemy for enemy in table.enemies(seat) if master[enemy] == NOBODY]

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if not holds_guard(table, list(cards)):
            return []
        return [[self.key, enemy, what] for enemy in self.aims(table, seat) for what in FROSTS]

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if not holds_guard(table, list(cards)):
            return Illegal("冰封要打出含 4 的一套", "G3.12", "如 冰封 2号 技能 出 黑桃4")
        names = "、".join(f"{each + 1}号" for each in self.aims(table, seat)) or "没有"
        return Illegal(
            f"冰封要指定一名敌人（{names}）的技能或专用盾", "G3.12", f"冰封 {names[:2]} 技能 出 <牌>"
        )

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        third = third_of(table)
        _, target, what = use
        if (yield from table.powers.countered(table, play.seat, target, self.key)):
            return True
        layers = third.frozen_skill if what == "skill" else third.frozen_shield
        layers[target] += 1
        if table.out is not None:
            table.out.append(Frozen(play.seat, target, what, layers[target]))
        return True
