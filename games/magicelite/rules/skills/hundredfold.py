"""7：百倍（G2.5）；合体的 10 借用一次（G2.10）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.rules.play import Play, use_of
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.borrowing import borrows
from games.magicelite.sets import Factor
from games.magicelite.table import MagicEliteTable

__all__ = ["Hundredfold"]


class Hundredfold(Skill):
    """7 的每一套伤害都 ×100（⚙）；借用的人声明了才乘，只一次。"""

    key = "hundredfold"

    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        if borrows(table, seat) and use_of(uses, self.key) is None:
            return []
        return [Factor(self.key, table.setup.options.seven_factor)]

    def left(self, table: MagicEliteTable, seat: Seat) -> int:
        """借用的人还能用几次（G2.10）。"""
        second = table.second
        assert second is not None
        return table.setup.rules.borrowed_hundredfold - second.hundredfold[seat]

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        """没有伤害的一套乘了也白乘，不列。"""
        if not borrows(table, seat) or self.left(table, seat) <= 0:
            return []
        damage = table.setup.damage
        return [[self.key]] if any(damage[card] for card in cards) else []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        factor = table.setup.options.seven_factor
        if not borrows(table, seat):
            return Illegal(f"7 的伤害总是 ×{factor}，不用声明", "G2.5", "直接出牌")
        if self.left(table, seat) <= 0:
            return Illegal(f"借来的 ×{factor} 已经用过了", "G2.10", "直接出牌")
        return Illegal(f"这一套没有伤害，×{factor} 白用", "G2.10", "换一套带伤害的")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        second = table.second
        assert second is not None
        second.hundredfold[play.seat] += 1
        return True
        yield
