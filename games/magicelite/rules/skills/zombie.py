"""僵王金刚：大冒险击败的人变小僵尸（G3.14）。怎样变见 `rules.adventure`。"""

from __future__ import annotations

from games.kernel import Seat
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import third_of
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["Zombie"]


class Zombie(Skill):
    """被动；大冒险里冰霜停用，所以冰封了也照样变（G3.5）。"""

    key = "zombie"

    def mutates(self, table: MagicEliteTable, winner: Seat) -> bool:
        """`winner` 大冒险里击败的人会不会变异。"""
        third = third_of(table)
        own = table.setup.skills[third.skill_generation[winner], table.number(winner)]
        return third.master[winner] == NOBODY and self.key in own
