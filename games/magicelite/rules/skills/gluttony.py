"""贪吃鬼：忽略小伤害并加血（G3.11）。"""

from __future__ import annotations

from typing import Any

from games.kernel import Choice, Flow, Seat
from games.magicelite.events import DamageIgnored
from games.magicelite.rules.exchange import end_exchange
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import third_of
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["Gluttony", "direct_return"]


def direct_return(table: MagicEliteTable, seat: Seat, cause: str) -> bool:
    """「返还直接扣血」的桌规下，`seat` 正要挨返还的那一下（E6.2）。"""
    exchange = table.exchange
    return cause == "attack" and exchange is not None and exchange.attacker == seat


class Gluttony(Skill):
    """受到的攻击（含返还）伤害 ≤20 时可以不回应、不掉血，并随机并一张身份卡；交锋结束。"""

    key = "gluttony"

    def limit(self, table: MagicEliteTable) -> int:
        """最多能忽略多少。"""
        return table.setup.rules.gluttony_limit

    def responses(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        exchange = table.exchange
        if exchange is None or exchange.damage > self.limit(table):
            return []
        return [[self.key]]

    def respond(self, table: MagicEliteTable, choice: list[Any]) -> Flow[None]:
        exchange = table.exchange
        assert exchange is not None
        self.swallow(table, exchange.defender, exchange.damage)
        end_exchange(table)
        return
        yield

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        """返还直接扣血时没有机会回答，总是忽略：不会比挨打差。"""
        if not direct_return(table, seat, cause) or not 0 < amount <= self.limit(table):
            return amount
        self.swallow(table, seat, amount)
        return 0

    def swallow(self, table: MagicEliteTable, seat: Seat, damage: int) -> None:
        """忽略，并从没发出去的身份卡里随机并一张；满了、没有了就只忽略。"""
        third = third_of(table)
        table.spoiled = True
        taken = NOBODY
        if table.spare and len(third.eaten[seat]) < table.setup.options.gluttony_cards:
            taken = table.spare.pop(table.below(len(table.spare)))
            number = table.setup.identities.number[taken]
            third.eaten[seat].append(taken)
            third.eaten_health[seat] += number
            table.cap[seat] += number
            table.health[seat] += number
        if table.out is not None:
            table.out.append(DamageIgnored(seat, damage, taken, table.health[seat]))
