"""忍者：嫁祸之术（G1.4）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.events import Framed
from games.magicelite.rules.exchange import may_redirect, start_attack
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.table import MagicEliteTable

__all__ = ["Framing"]


class Framing(Skill):
    """回应的一套含 A：己方伤害与敌方伤害合起来，转给任一敌人（可以是攻击者），忍者成为攻击方。

    ♥A 的回复不计入；这套里的 4 不再挡；受返还的伤害时也能用。"""

    key = "framing"
    slot = "guard"

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if purpose != "respond" or not may_redirect(table) or not self.triggered(table, cards):
            return []
        return [[self.key, enemy] for enemy in table.enemies(seat)]

    def triggered(self, table: MagicEliteTable, cards: Sequence[int]) -> bool:
        """含 A。"""
        wanted = table.setup.data.trigger_number[self.key]
        return any(table.setup.number[card] == wanted for card in cards)

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if purpose != "respond":
            return Illegal("嫁祸只能在受到攻击、回应的时候用", "G1.4", "轮到自己时照常出牌")
        if not self.triggered(table, cards):
            return Illegal("嫁祸要打出含 A 的一套", "G1.4", "如 嫁祸 2号 出 黑桃A")
        if not may_redirect(table):
            return Illegal("这次交锋回应太多，不能再转", "E6.6", "直接出牌")
        names = "、".join(f"{each + 1}号" for each in table.enemies(seat))
        return Illegal(f"嫁祸的目标要是在场的敌人：{names}", "G1.4", f"嫁祸 {names[:2]} 出 <牌>")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        exchange = table.exchange
        assert exchange is not None
        target: Seat = use[1]
        if (yield from table.powers.countered(table, play.seat, target, self.key)):
            return True
        own = play.strength.damage
        damage = own + exchange.damage
        if table.out is not None:
            table.out.append(Framed(play.seat, exchange.attacker, target, own, exchange.damage, damage))
        yield from start_attack(table, play.seat, target, damage, play.cards, "framing")
        return False
