"""8：护盾（G2.7），与护盾、控制合计的次数；合体的 10 借用一次（G2.10）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Choice, Flow, Illegal, Seat
from games.magicelite.events import Absorbed, Shielded
from games.magicelite.rules.exchange import settle
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.borrowing import borrows
from games.magicelite.table import MagicEliteTable

__all__ = ["FIVE", "JUDGMENT", "STYLE", "Aegis", "charges", "free", "triggered"]

FIVE = "five"
"""护盾、控制都要用那张 5，同一套里只能声明一样。"""
STYLE = "aegis"
"""`SecondState.style`：这名武将用 G2.7。"""
JUDGMENT = "judgment"
"""护盾与无敌唯一挡不住的伤害（G2.7、G2.9）。"""


def charges(table: MagicEliteTable, seat: Seat) -> int:
    """护盾与控制还剩几次（G2.7、G2.10）；不用这一条的武将为 0。"""
    second = table.second
    assert second is not None
    if second.style[seat] != STYLE:
        return 0
    total = table.setup.data.skill_of["aegis"].uses or 0
    if borrows(table, seat):
        total = min(total, table.setup.rules.borrowed_aegis)
    return max(0, total - second.aegis[seat])


def free(table: MagicEliteTable, seat: Seat) -> bool:
    """下一次不要牌（G2.7）。"""
    second = table.second
    assert second is not None
    return second.aegis[seat] < table.setup.rules.free_aegis


def triggered(table: MagicEliteTable, seat: Seat, cards: Sequence[int]) -> bool:
    """打出 `cards` 够不够发动：首次不要牌，此后要含 5（G2.7）。"""
    wanted = table.setup.data.trigger_number["aegis"]
    return free(table, seat) or any(table.setup.number[card] == wanted for card in cards)


def refused(
    table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, name: str
) -> Illegal | None:
    """护盾、控制都有的不行的理由。"""
    if purpose != "respond":
        return Illegal(f"{name}要在受到攻击、回应的时候用", "G2.7", "轮到自己时照常出牌")
    if not charges(table, seat):
        return Illegal("护盾与控制的次数已经用完", "G2.7", "直接出牌")
    if not triggered(table, seat, cards):
        return Illegal(f"第一次以后，{name}要打出含 5 的一套", "G2.7", f"如 {name} 出 黑桃5")
    return None


class Aegis(Skill):
    """受攻击时发动，5 回合免伤（审判除外）；照常回应，OD<0 扣 0，OD>0 照返。"""

    key = "aegis"
    slot = FIVE

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if purpose != "respond" or not charges(table, seat) or not triggered(table, seat, cards):
            return []
        return [[self.key]]

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        return refused(table, seat, cards, purpose, "护盾") or super().objection(
            table, seat, cards, purpose, use
        )

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        self.raise_shield(table, play.seat)
        return True
        yield

    def responses(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        """首次不要牌：真没有牌可出时也能发动。"""
        if table.hands[seat] or not charges(table, seat) or not free(table, seat):
            return []
        return [[self.key]]

    def respond(self, table: MagicEliteTable, choice: list[Any]) -> Flow[None]:
        exchange = table.exchange
        assert exchange is not None
        self.raise_shield(table, exchange.defender)
        yield from settle(table, exchange, None)

    def raise_shield(self, table: MagicEliteTable, seat: Seat) -> None:
        """护盾从现在起算满（E7.1）；已有的重新计。"""
        second = table.second
        assert second is not None
        table.spoiled = True
        second.aegis[seat] += 1
        rounds = table.setup.data.skill_of[self.key].rounds or 0
        second.shields[seat] = rounds
        if table.out is not None:
            table.out.append(Shielded(seat, rounds, charges(table, seat)))

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        second = table.second
        assert second is not None
        if amount <= 0 or cause == JUDGMENT or not second.shields[seat]:
            return amount
        if table.out is not None:
            table.out.append(Absorbed(seat, amount, "shield"))
        return 0
