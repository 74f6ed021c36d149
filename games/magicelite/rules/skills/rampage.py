"""暴走盾（G3.13）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Illegal, Seat, Secret
from games.magicelite.events import Rampaged
from games.magicelite.rules.play import Play, use_of
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import holds_guard, third_of
from games.magicelite.table import MagicEliteTable

__all__ = ["Rampage"]


class Rampage(Skill):
    """打出含 4 的一套以后仍在手的带伤害的牌，伤害 ×1 亿：打标记，不叠乘，离手即消。"""

    key = "rampage"
    slot = "guard"

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        return [[self.key]] if holds_guard(table, list(cards)) else []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        return Illegal("暴走盾要打出含 4 的一套", "G3.13", "如 暴走 出 黑桃4")

    def played(self, table: MagicEliteTable, play: Play) -> None:
        """补牌之前打标记，所以新摸的不算。"""
        if use_of(play.uses, self.key) is None:
            return
        damage = table.setup.damage
        marked = [card for card in table.hands[play.seat] if damage[card]]
        third_of(table).marked[play.seat] = marked
        if table.out is not None:
            factor = table.setup.data.skill_of[self.key].factor or 1
            table.out.append(Rampaged(play.seat, factor, Secret({play.seat: marked[:]})))
