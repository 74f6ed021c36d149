"""10：合体技能（G2.10）。"""

from __future__ import annotations

from games.magicelite.events import Fused
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.bilocation import lay_out
from games.magicelite.table import MagicEliteTable

__all__ = ["Fusion"]


class Fusion(Skill):
    """打出过一次 A（主动、回应都算）以后，从下一套起借用 7、8、9 的技能。换将清零。"""

    key = "fusion"

    def played(self, table: MagicEliteTable, play: Play) -> None:
        second = table.second
        assert second is not None
        seat = play.seat
        wanted = table.setup.data.trigger_number[self.key]
        if second.fused[seat] or all(table.setup.number[card] != wanted for card in play.cards):
            return
        second.fused[seat] = True
        table.spoiled = True  # E8.1：触发了技能
        if table.out is not None:
            table.out.append(Fused(seat))
        if second.style[seat] == "bilocation":
            lay_out(table, seat, table.setup.rules.false_bodies, "fused")
