"""吞噬盾（G3.14）。使技能失效见 `rules.third` 的 `countered`。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.rules.exchange import settle
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import holds_guard
from games.magicelite.table import MagicEliteTable

__all__ = ["Devouring"]


class Devouring(Skill):
    """回应的一套含 4：敌伤置 0，其伤害加进己方，不再乘倍率；对方的牌仍进弃牌堆。"""

    key = "devouring"
    slot = "guard"

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        return [[self.key]] if purpose == "respond" and holds_guard(table, list(cards)) else []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if purpose != "respond":
            return Illegal("吞噬盾要在受到攻击、回应的时候用", "G3.14", "轮到自己时照常出牌")
        return Illegal("吞噬盾要打出含 4 的一套", "G3.14", "如 吞噬 出 黑桃4")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        exchange = table.exchange
        assert exchange is not None
        yield from settle(table, exchange, play, devoured=exchange.damage)
        return False
