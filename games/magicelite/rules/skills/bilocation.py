"""8：分身术（G2.6）；合体的 10 借用到假身第一次归零（G2.10）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Ask, Flow, Seat
from games.magicelite.events import BilocationEnded, BodiesShuffled, NumberPicked
from games.magicelite.questions import NumberNote
from games.magicelite.rules.exchange import end_exchange
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.borrowing import borrows
from games.magicelite.sets import Factor
from games.magicelite.table import MagicEliteTable

__all__ = ["BODY", "Bilocation", "lay_out", "shuffle_bodies", "tell_bodies"]

BODY = "body"
"""真身挡不住的那一下（`events.Wounded.cause`）。"""
PICKED_KINDS = ("play", "control")
"""哪几种攻击要抽编号：主动的，与控制转来的（G2.6）。"""


def lay_out(table: MagicEliteTable, seat: Seat, false_bodies: int, reason: str) -> None:
    """洗混，并告诉大家；`reason` 同 `events.BodiesShuffled.reason`。"""
    shuffle_bodies(table, seat, false_bodies)
    tell_bodies(table, seat, reason)


def tell_bodies(table: MagicEliteTable, seat: Seat, reason: str) -> None:
    """告诉大家 `seat` 的真身与假身刚洗混；没有用分身术就不说。"""
    second = table.second
    assert second is not None
    if table.out is not None and second.numbers[seat]:
        bodies = len(second.numbers[seat]) - table.setup.rules.real_bodies
        table.out.append(BodiesShuffled(seat, bodies, reason))


def shuffle_bodies(table: MagicEliteTable, seat: Seat, false_bodies: int) -> None:
    """真身与 `false_bodies` 个假身洗混，从 1 起重新编号；真身在哪谁也不知道。"""
    second = table.second
    assert second is not None
    numbers = list(range(1, table.setup.rules.real_bodies + false_bodies + 1))
    second.numbers[seat] = numbers
    second.real[seat] = numbers[table.below(len(numbers))]


class Bilocation(Skill):
    """敌人主动攻击时选一个编号：中假身则这次攻击作废；中真身则照常回应，挡不住即死（⚙）。

    返还等别的攻击直击真身。伤害 ×（真身数 + 假身数）。"""

    key = "bilocation"

    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        second = table.second
        assert second is not None
        bodies = len(second.numbers[seat])
        return [Factor(self.key, bodies)] if bodies else []

    def attacked(self, table: MagicEliteTable) -> Flow[bool]:
        exchange, second = table.exchange, table.second
        assert exchange is not None and second is not None
        seat = exchange.defender
        numbers = second.numbers[seat]
        if not numbers:
            return True
        if exchange.kind not in PICKED_KINDS:
            second.exposed[seat] = True
            return True
        table.spoiled = True  # E8：抽了编号
        table.close_undo()
        second.exposed[seat] = False
        default = numbers[table.below(len(numbers))]  # E11.4
        note = NumberNote(seat, numbers[:])
        number = yield Ask(exchange.attacker, "number", numbers[:], default, note)
        real = number == second.real[seat]
        if not real:
            numbers.remove(number)
        left = len(numbers) - table.setup.rules.real_bodies
        if table.out is not None:
            table.out.append(NumberPicked(exchange.attacker, seat, number, real, left))
        if real:
            lay_out(table, seat, left, "real")
            second.exposed[seat] = True
            return True
        if left <= 0:
            self.run_out(table, seat)
        end_exchange(table)
        return False

    def run_out(self, table: MagicEliteTable, seat: Seat) -> None:
        """假身归零：重置 4 个并重洗（G2.6）；借来的到此为止（G2.10）。"""
        second = table.second
        assert second is not None
        if not borrows(table, seat):
            lay_out(table, seat, table.setup.rules.false_bodies, "reset")
            return
        second.bilocated[seat] = True
        second.numbers[seat] = []
        second.real[seat] = 0
        if table.out is not None:
            table.out.append(BilocationEnded(seat))

    def blow(self, table: MagicEliteTable, seat: Seat) -> str:
        """正回应的攻击打中真身，又挡不住：即死（G2.6）。返还直接扣血的桌规下没有机会挡，照数扣。"""
        second, exchange = table.second, table.exchange
        assert second is not None
        if table.setup.options.real_body != "dies" or exchange is None or exchange.defender != seat:
            return ""
        return BODY if second.numbers[seat] and second.exposed[seat] else ""

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        return max(amount, table.health[seat]) if cause == BODY and amount > 0 else amount
