"""9：天神的审判（G2.9）；合体的 10 借用，不限次数（G2.10）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Ask, Flow, Illegal, Seat
from games.magicelite.events import JudgmentCalled, JudgmentFlipped
from games.magicelite.rules.drawing import reshuffle
from games.magicelite.rules.exchange import end_exchange
from games.magicelite.rules.play import Death, Play, use_of
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.wounds import wound
from games.magicelite.table import MagicEliteTable

__all__ = ["FLIP", "Judgment"]

FLIP = "抽"
"""翻一张的回答：由玩家自己抽。"""


class Judgment(Skill):
    """打出含 K 的一套可以触发：从库里翻一张，同花色的武将（含自己、队友）上限与血各 −5。

    无视敌方这次的伤害，自己那套的数值照算；先于 OD 结算，攻防任一方死则交锋结束。"""

    key = "judgment"

    def kings(self, table: MagicEliteTable, cards: Sequence[int]) -> int:
        """这一套翻几张：K 的张数，至多一张（G2.9）。"""
        wanted = table.setup.data.trigger_number[self.key]
        found = sum(1 for card in cards if table.setup.number[card] == wanted)
        return min(found, table.setup.rules.judgment_cards)

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        return [[self.key]] if purpose != "revive" and self.kings(table, cards) else []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        return Illegal("审判要打出含 K 的一套", "G2.9", "如 审判 出 黑桃K")

    def reduce(self, table: MagicEliteTable, seat: Seat, damage: int, play: Play | None) -> tuple[int, str]:
        if damage and play is not None and use_of(play.uses, self.key) is not None:
            return 0, self.key
        return damage, ""

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        seat = play.seat
        flips = self.kings(table, play.cards)
        table.spoiled = True  # E8：翻了牌
        table.close_undo()
        if table.out is not None:
            table.out.append(JudgmentCalled(seat, flips))
        deaths: list[Death] = []
        for _ in range(flips):
            yield Ask(seat, "flip", [FLIP], FLIP)
            deaths += yield from self.flip(table, seat, deaths)
        if not deaths:
            return True
        exchange = table.exchange
        sides = (seat, play.target) if exchange is None else (exchange.attacker, exchange.defender)
        table.last_slain = [death.seat for death in deaths]
        phase = table.phase
        if any(death.seat in sides for death in deaths):
            end_exchange(table)
            yield from table.powers.slain(table, deaths)
            return False
        yield from table.powers.slain(table, deaths)
        return table.phase == phase

    def flip(self, table: MagicEliteTable, seat: Seat, dead: Sequence[Death]) -> Flow[list[Death]]:
        """翻一张并扣血，翻出的牌进弃牌堆；库与弃牌堆都空就没有可翻的。返回因此被击杀的，按 E2。"""
        if not table.deck and table.discard:
            reshuffle(table, seat)  # E3.6
        if not table.deck:
            return []
        card = table.deck.pop()
        table.discard.append(card)
        suit = table.setup.suit[card]
        gone = [death.seat for death in dead]
        suits = table.setup.identities.suit
        struck = [
            each for each in table.reachable() if suits[table.identity[each]] == suit and each not in gone
        ]
        if table.out is not None:
            table.out.append(JudgmentFlipped(seat, card, struck[:]))
        table.powers.shown(table, [card])
        damage = table.setup.rules.judgment_damage
        deaths: list[Death] = []
        for each in struck:
            death = yield from wound(table, each, damage, seat, self.key, cap=damage)
            if death is not None:
                deaths.append(death)
        return deaths
