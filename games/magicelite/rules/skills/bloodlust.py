"""嗜血魔王：嗜血（G3.12）。每回合扣血见 `rules.third`。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Flow, Illegal, Seat
from games.magicelite.events import BloodlustCast
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import third_of
from games.magicelite.table import MagicEliteTable
from games.magicelite.third import Bloodlust as Curse

__all__ = ["Bloodlust", "left_of"]


def left_of(table: MagicEliteTable, seat: Seat) -> int:
    """`seat` 自己的嗜血还剩几次。"""
    total = table.setup.data.skill_of[Bloodlust.key].uses or 0
    return total - third_of(table).bloodlust_used[seat]


class Bloodlust(Skill):
    """主动的一套含 5 时，指定一名敌人每回合血与上限各 −1，5 回合；共三次。5 照摸，数值照算。"""

    key = "bloodlust"
    slot = "five"

    def able(self, table: MagicEliteTable, seat: Seat) -> bool:
        """还有次数，或有一次吞噬来的使用权（G3.14）。"""
        return self.native(table, seat) or self.key in third_of(table).grants[seat]

    def native(self, table: MagicEliteTable, seat: Seat) -> bool:
        """自己本来的次数还有。"""
        number = table.number(seat)
        own = table.setup.skills[third_of(table).skill_generation[seat], number]
        return self.key in own and left_of(table, seat) > 0

    def triggered(self, table: MagicEliteTable, cards: Sequence[int]) -> bool:
        """含 5。"""
        wanted = table.setup.data.trigger_number[self.key]
        return any(table.setup.number[card] == wanted for card in cards)

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if purpose != "play" or not self.triggered(table, cards) or not self.able(table, seat):
            return []
        return [[self.key, enemy] for enemy in table.enemies(seat)]

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        if purpose != "play":
            return Illegal("嗜血要在自己的主动回合用", "G3.12", "现在照常回应")
        if not self.triggered(table, cards):
            return Illegal("嗜血要打出含 5 的一套", "G3.12", "如 嗜血 2号 出 黑桃5")
        if not self.able(table, seat):
            return Illegal("嗜血的次数已经用完", "G3.12", "直接出牌")
        names = "、".join(f"{each + 1}号" for each in table.enemies(seat))
        return Illegal(f"嗜血要指定一名敌人：{names}", "G3.12", f"嗜血 {names[:2]} 出 <牌>")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        third = third_of(table)
        seat, target = play.seat, use[1]
        native = self.native(table, seat)
        countered = yield from table.powers.countered(table, seat, target, self.key)
        if native:
            third.bloodlust_used[seat] += 1
        if countered:
            return True
        rounds = table.setup.data.skill_of[self.key].rounds or 0
        third.bloodlusts.append(Curse(seat, target, rounds))
        if table.out is not None:
            left = left_of(table, seat) if native else 0
            table.out.append(BloodlustCast(seat, target, rounds, left))
        return True
