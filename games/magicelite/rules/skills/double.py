"""王者：伤害 ×2（G1.5）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Seat
from games.magicelite.rules.skill import Skill
from games.magicelite.sets import Factor
from games.magicelite.table import MagicEliteTable

__all__ = ["Double"]


class Double(Skill):
    """主动与回应都乘。"""

    key = "double"

    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        return [Factor(self.key, table.setup.data.skill_of[self.key].factor or 1)]
