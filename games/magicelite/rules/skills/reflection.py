"""反射盾（G3.11）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.events import OrderRestarted, Reflected
from games.magicelite.rules.drawing import top_up
from games.magicelite.rules.exchange import end_exchange
from games.magicelite.rules.play import Death, Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import give_up_guard, holds_guard, third_of
from games.magicelite.rules.wounds import wound
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["Reflection"]


class Reflection(Skill):
    """回应的一套含 4：代替本次 OD，敌伤 ×10000 反射给其余所有人，按 E2 依次各弃一张 4 否则死。"""

    key = "reflection"
    slot = "guard"

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        return [[self.key]] if purpose == "respond" and holds_guard(table, list(cards)) else []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if purpose != "respond":
            return Illegal("反射盾要在受到攻击、回应的时候用", "G3.11", "轮到自己时照常出牌")
        return Illegal("反射盾要打出含 4 的一套", "G3.11", "如 反射 出 黑桃4")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        exchange = table.exchange
        assert exchange is not None
        seat = play.seat
        damage = exchange.damage * (table.setup.data.skill_of[self.key].factor or 1)
        targets = [each for each in table.reachable() if each != seat]
        if table.out is not None:
            table.out.append(Reflected(seat, damage, targets[:]))
        blocked: list[Seat] = []
        deaths: list[Death] = []
        for each in targets:
            if (yield from give_up_guard(table, each, "reflected", self.key)):
                blocked.append(each)
                continue
            death = yield from wound(table, each, damage, seat, self.key)
            if death is not None:
                deaths.append(death)
        end_exchange(table)
        if deaths:
            table.last_slain = [death.seat for death in deaths]
            yield from table.powers.slain(table, deaths)
        elif len(blocked) == len(targets):
            table.cursor = -1
            if table.out is not None:
                table.out.append(OrderRestarted(NOBODY, self.key))
        for each in blocked:
            yield from top_up(table, each)  # E3.5：弃空了手牌也补
        if third_of(table).fallen:
            table.phase = "reckoning"
        return False
