"""解冰：被冰封的人打出 4 时三选一里的一样（G3.12）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.events import Thawed
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import holds_guard, third_of
from games.magicelite.table import MagicEliteTable

__all__ = ["Thaw"]


class Thaw(Skill):
    """打出含 4 的一套，解一层；回应时这张 4 照挡。与专用盾共用那张 4。"""

    key = "thaw"
    slot = "guard"

    def layers(self, table: MagicEliteTable, what: str) -> list[int]:
        """各人这一样被冰封几层。"""
        third = third_of(table)
        return third.frozen_skill if what == "skill" else third.frozen_shield

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if not holds_guard(table, list(cards)):
            return []
        return [[self.key, what] for what in ("skill", "shield") if self.layers(table, what)[seat]]

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if not holds_guard(table, list(cards)):
            return Illegal("解冰要打出含 4 的一套", "G3.12", "如 解冰 出 黑桃4")
        return Illegal("那一样没有被冰封", "G3.12", "打「身份」看自己被冰封了什么")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        layers = self.layers(table, use[1])
        layers[play.seat] -= 1
        if table.out is not None:
            table.out.append(Thawed(play.seat, use[1], layers[play.seat]))
        return True
        yield
