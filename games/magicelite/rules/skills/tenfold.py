"""僵王金刚：伤害 ×10（G3.14）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Seat
from games.magicelite.rules.skill import Skill
from games.magicelite.sets import Factor
from games.magicelite.table import MagicEliteTable

__all__ = ["Tenfold"]


class Tenfold(Skill):
    """主动与回应都乘。"""

    key = "tenfold"

    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        return [Factor(self.key, table.setup.data.skill_of[self.key].factor or 1)]
