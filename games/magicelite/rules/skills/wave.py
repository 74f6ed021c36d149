"""僵王金刚：僵王气浪（G3.14）。"""

from __future__ import annotations

from games.kernel import Seat
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.gluttony import direct_return
from games.magicelite.table import MagicEliteTable

__all__ = ["Wave"]


class Wave(Skill):
    """受到的攻击伤害减半，向下取整，在 OD 之前（E4.4）；反射、地雷、嗜血、审判不减。"""

    key = "wave"

    def reduce(self, table: MagicEliteTable, seat: Seat, damage: int, play: Play | None) -> tuple[int, str]:
        return (damage // table.setup.rules.wave_divisor, self.key) if damage else (damage, "")

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        """返还直接扣血的桌规下，那一下没有进过公式，在这里减。"""
        return amount // table.setup.rules.wave_divisor if direct_return(table, seat, cause) else amount
