"""恶贼：四次复活（G1.3）。"""

from __future__ import annotations

from games.kernel import Ask, Flow
from games.magicelite.events import Revived
from games.magicelite.questions import NONE, ReviveNote, SetSpace
from games.magicelite.rules.defaults import revive_default
from games.magicelite.rules.drawing import top_up
from games.magicelite.rules.exchange import end_exchange, lay_set, resolve_uses, start_attack
from games.magicelite.rules.play import Death
from games.magicelite.rules.skill import Skill
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["Revival"]


class Revival(Skill):
    """首次自动满血；其后三次要当即打出含 5 的一套，有伤害可任指一敌，是一次新交锋。

    手里有没有 5 都问，免得问不问就说出手牌。"""

    key = "revival"

    def save(self, table: MagicEliteTable, death: Death) -> Flow[bool]:
        seat = death.seat
        rules = table.setup.rules
        total = table.setup.data.skill_of[self.key].uses or 0
        used = table.revivals[seat]
        if used >= total:
            return False
        if used < rules.free_revivals:
            self.revive(table, death, total)
            return True
        table.close_undo()
        if not (yield from top_up(table, seat)):  # E3.5：先补牌再问
            return True
        space = SetSpace(table, seat, "revive")
        note = ReviveNote(death.killer, total - used)
        choice = yield Ask(seat, "revive", space, revive_default(table, space, death.killer), note)
        if choice == NONE:
            return False
        _, cards, target, uses = choice
        self.revive(table, death, total)
        table.spoiled = True
        play = yield from lay_set(table, seat, cards, NOBODY if target is None else target, uses, "revive")
        if play is None or not (yield from resolve_uses(table, play)):
            return True
        if play.strength.damage and play.target != NOBODY and table.alive[play.target]:
            yield from start_attack(table, seat, play.target, play.strength.damage, cards, "revive")
        else:
            end_exchange(table)
        return True

    def revive(self, table: MagicEliteTable, death: Death, total: int) -> None:
        """满血站起来。"""
        seat = death.seat
        table.revivals[seat] += 1
        table.health[seat] = table.cap[seat]
        if table.out is not None:
            used = table.revivals[seat]
            table.out.append(Revived(seat, table.health[seat], used, total - used))
