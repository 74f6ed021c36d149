"""合体的 10 借用 7、8、9 的技能（G2.10）：谁是借来的。"""

from __future__ import annotations

from typing import Final

from games.kernel import Seat
from games.magicelite.table import MagicEliteTable

__all__ = ["SECOND", "borrows"]

SECOND: Final = 2
"""二代：技能表按世代查。"""


def borrows(table: MagicEliteTable, seat: Seat) -> bool:
    """`seat` 的 7、8、9 的技能是合体借来的（G2.10）。"""
    return "fusion" in table.setup.skills[SECOND, table.number(seat)]
