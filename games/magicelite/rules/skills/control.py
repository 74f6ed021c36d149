"""8：控制与内斗（G2.7、G2.8）。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Choice, Flow, Illegal, Seat
from games.magicelite.events import Absorbed, Controlled, StatusEnded
from games.magicelite.rules.exchange import may_redirect, start_attack
from games.magicelite.rules.play import Play
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.aegis import FIVE, JUDGMENT, charges, free, refused, triggered
from games.magicelite.second import Feud
from games.magicelite.table import MagicEliteTable

__all__ = ["Control", "controlling", "feuds_of", "release", "rivals"]


def feuds_of(table: MagicEliteTable, seat: Seat) -> list[Feud]:
    """`seat` 受控的内斗，按先后；没有为空。"""
    second = table.second
    assert second is not None
    return [feud for feud in second.feuds if seat in (feud.source, feud.target)]


def controlling(table: MagicEliteTable, seat: Seat) -> bool:
    """`seat` 正控制着别人：无敌（G2.7）。"""
    second = table.second
    assert second is not None
    return any(feud.controller == seat for feud in second.feuds)


def rivals(table: MagicEliteTable, seat: Seat) -> list[Seat]:
    """内斗中 `seat` 必须打的人，按出牌位次；不在内斗为空。

    几次控制叠在一起时打哪个对手都行，但不能指定控制着自己的人（G2.7）。"""
    feuds = feuds_of(table, seat)
    masters = {feud.controller for feud in feuds}
    opponents = {feud.target if feud.source == seat else feud.source for feud in feuds}
    allowed = opponents - masters
    return [each for each in table.order() if each in (allowed or opponents)]


def release(table: MagicEliteTable, feuds: Sequence[Feud], reason: str) -> None:
    """解除这些控制，两人同时（G2.7）。`reason` 同 `events.StatusEnded.reason`。"""
    second = table.second
    assert second is not None
    for feud in feuds:
        second.feuds.remove(feud)
        if table.out is not None:
            table.out.append(StatusEnded(feud.source, "control", reason))
            table.out.append(StatusEnded(feud.target, "control", reason))


class Control(Skill):
    """受攻击时把所受的伤害转给另一名敌人，他须回应原攻击者，两人内斗 5 回合；其间自己无敌（审判除外）。

    只转原伤害：触发的那一套数值作废，5 照摸。与护盾合计次数。"""

    key = "control"
    slot = FIVE

    def aims(self, table: MagicEliteTable, seat: Seat) -> list[Seat]:
        """能转给谁，按出牌位次：至少要有两名敌人，受控者不能用（G2.7）。

        满没满 40 次（E6.6）在声明时看，不在这里：结算时这一次回应已经数进去了。"""
        exchange = table.exchange
        if exchange is None or feuds_of(table, seat):
            return []
        enemies = table.enemies(seat)
        if len(enemies) < table.setup.rules.control_enemies:
            return []
        return [enemy for enemy in enemies if enemy != exchange.attacker]

    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        if purpose != "respond" or not may_redirect(table):
            return []
        own = charges(table, seat) and triggered(table, seat, cards)
        if not own and not self.lent(table, seat, cards):
            return []
        return [[self.key, enemy] for enemy in self.aims(table, seat)]

    def lent(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int]) -> bool:
        """三代吞噬来的一次控制：仍须含 5（G3.14）。"""
        wanted = table.setup.data.trigger_number[self.key]
        held = table.third is not None and self.key in table.third.grants[seat]
        return held and any(table.setup.number[card] == wanted for card in cards)

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        found = refused(table, seat, cards, purpose, "控制")
        if found is not None:
            return found
        if feuds_of(table, seat):
            return Illegal("受控的时候不能用控制，只能用护盾", "G2.7", "护盾 出 <牌>")
        if len(table.enemies(seat)) < table.setup.rules.control_enemies:
            return Illegal("控制至少要有两名敌人在场，现在只能用护盾", "G2.7", "护盾 出 <牌>")
        if not may_redirect(table):
            return Illegal("这次交锋回应太多，不能再转", "E6.6", "直接出牌")
        names = "、".join(f"{each + 1}号" for each in self.aims(table, seat))
        return Illegal(f"控制要转给攻击者以外的敌人：{names}", "G2.7", f"控制 {names[:2]} 出 <牌>")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        return (yield from self.transfer(table, play.seat, use[1]))

    def responses(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        """首次不要牌：可以一张也不出，只声明（G2.7）。"""
        if not may_redirect(table) or not charges(table, seat) or not free(table, seat):
            return []
        return [[self.key, enemy] for enemy in self.aims(table, seat)]

    def respond(self, table: MagicEliteTable, choice: list[Any]) -> Flow[None]:
        exchange = table.exchange
        assert exchange is not None
        yield from self.transfer(table, exchange.defender, choice[1])

    def transfer(self, table: MagicEliteTable, seat: Seat, target: Seat) -> Flow[bool]:
        """`seat` 所受的伤害转给 `target`，内斗开始。

        同一套里先结算的审判打死了人、没有可转的了，这次控制不成立，也不算用掉。"""
        exchange, second = table.exchange, table.second
        assert exchange is not None and second is not None
        if target not in self.aims(table, seat):
            return True
        table.spoiled = True
        own = charges(table, seat) > 0
        countered = yield from table.powers.countered(table, seat, target, self.key)
        if own:
            second.aegis[seat] += 1
        if countered:
            return True
        source = exchange.attacker
        rounds = table.setup.data.skill_of[self.key].rounds or 0
        pair = {source, target}
        second.feuds = [
            feud for feud in second.feuds if feud.controller != seat or {feud.source, feud.target} != pair
        ]
        second.feuds.append(Feud(seat, source, target, rounds))
        if table.out is not None:
            left = charges(table, seat)
            table.out.append(Controlled(seat, source, target, exchange.damage, rounds, left))
        yield from start_attack(table, source, target, exchange.damage, exchange.cards, "control")
        return False

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        if amount <= 0 or cause == JUDGMENT or not controlling(table, seat):
            return amount
        if table.out is not None:
            table.out.append(Absorbed(seat, amount, "control"))
        return 0
