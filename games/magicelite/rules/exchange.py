"""交锋：攻击成立、回应、抵消、返还、结束（E3.4、E4.4、E5.1、E6）。

牌局此刻在哪由三样说清：`table.phase`、`table.exchange`、`table.active`。

- `start_attack` 立起 `table.exchange`，`phase` 变 `respond`；
- `end_exchange` 收场：桌面的牌进弃牌堆，`exchange` 清空，`phase` 变 `turn`（按 E6.4 找下一位）；
- 新的攻击（嫁祸、控制、复活附带的）直接再 `start_attack`：原来的交锋就此结束，外层不再继续（E6.4）。

所以交锋从不嵌套。任何一处把牌局带到别处以后返回 `False`，外面一路返回即可。
"""

from __future__ import annotations

from typing import Any

from games.kernel import Ask, Flow, Seat
from games.magicelite.events import (
    AttackStarted,
    CounterCapped,
    ExchangeEnded,
    NoCards,
    Offset,
    SetPlayed,
)
from games.magicelite.questions import NONE, RespondNote, SetSpace
from games.magicelite.rules.defaults import respond_default
from games.magicelite.rules.drawing import lay, refill, sweep, top_up
from games.magicelite.rules.play import Play, Purpose
from games.magicelite.rules.retracting import offer, remember, seal
from games.magicelite.rules.wounds import heal, wound
from games.magicelite.table import NOBODY, Exchange, MagicEliteTable

__all__ = [
    "announce",
    "end_exchange",
    "lay_set",
    "may_redirect",
    "reduced",
    "resolve_uses",
    "respond",
    "settle",
    "start_attack",
    "take_hit",
]


# ------------------------------------------------------------------ 起与收
def start_attack(
    table: MagicEliteTable, attacker: Seat, defender: Seat, damage: int, cards: list[int], kind: str
) -> Flow[bool]:
    """一次攻击成立：`defender` 要回应 `damage`（E3.4）。

    `kind` 同 `view.Exchange.kind`。守方的技能可能让它作废（分身术，G2.6），那时返回 `False`。"""
    before = table.exchange
    if kind in ("framing", "control"):
        sweep(table, cards)  # 与原攻击者的交锋结束（G1.4）
    table.exchange = Exchange(
        attacker, defender, damage, cards[:], kind, 0 if before is None else before.responses
    )
    table.phase = "respond"
    if table.out is not None:
        table.out.append(AttackStarted(attacker, defender, damage, kind))
    for key in table.skills(defender):
        if not (yield from table.skill(key).attacked(table)):
            return False
    return True


def end_exchange(table: MagicEliteTable) -> None:
    """交锋结束：桌面的牌进弃牌堆（E3.7），从原主动者的下一位继续（E6.4）。"""
    exchange = table.exchange
    table.exchange = None
    sweep(table)
    table.phase = "turn"
    if exchange is not None:
        table.exchanges += 1
        table.longest = max(table.longest, exchange.responses)
        if table.out is not None:
            table.out.append(ExchangeEnded(exchange.responses))


# ------------------------------------------------------------------ 打出一套
def lay_set(
    table: MagicEliteTable,
    seat: Seat,
    cards: list[int],
    target: Seat,
    uses: list[list[Any]],
    purpose: Purpose,
) -> Flow[Play | None]:
    """宣告一套、打到桌面、补牌（E3.5）。补牌时牌局被带到别处（踩雷）则返回 `None`。"""
    powers = table.powers
    play = Play(seat, cards, target, uses, purpose, powers.strength(table, seat, cards, uses, purpose))
    if uses:
        table.spoiled = True  # E8：触发了技能
    lay(table, seat, cards)
    announce(table, play)
    for key in table.skills(seat):
        table.skill(key).played(table, play)
    if not (yield from refill(table, seat, cards)):
        return None
    return play


def announce(table: MagicEliteTable, play: Play) -> None:
    """告诉大家打出了什么。"""
    if table.out is not None:
        strength = play.strength
        table.out.append(
            SetPlayed(
                play.seat,
                play.purpose,
                play.cards[:],
                play.target,
                [use[:] for use in play.uses],
                strength.base,
                strength.factors[:],
                strength.damage,
                strength.healing,
                len(table.hands[play.seat]),
            )
        )


def resolve_uses(table: MagicEliteTable, play: Play) -> Flow[bool]:
    """依次结算声明的技能；有一个把牌局带到别处就返回 `False`。"""
    for use in play.uses:
        skill = table.skill(use[0])
        if not (yield from skill.resolve(table, play, use)):
            return False
    return True


# ------------------------------------------------------------------ 回应
def respond(table: MagicEliteTable) -> Flow[None]:
    """被攻击者回应一套（E3.4）。"""
    exchange = table.exchange
    assert exchange is not None
    seat = exchange.defender
    if not (yield from top_up(table, seat)):
        return
    note = respond_note(table, exchange)
    space = SetSpace(table, seat, "respond")
    choice = yield from offer(table, Ask(seat, "respond", space, respond_default(table, space, note), note))
    if choice is None:
        return
    if choice == NONE:  # E3.4：真没有牌
        if table.out is not None:
            table.out.append(NoCards(seat, exchange.damage))
        yield from settle(table, exchange, None)
        return
    if choice[0] != "set":
        yield from table.skill(choice[0]).respond(table, choice)
        return
    _, cards, _, uses = choice
    before = remember(table, seat, cards, uses)
    exchange.responses += 1
    table.answered += 1
    play = yield from lay_set(table, seat, cards, NOBODY, uses, "respond")
    if play is None or not (yield from resolve_uses(table, play)):
        return
    yield from settle(table, exchange, play)
    seal(table, seat, cards, before)


def respond_note(table: MagicEliteTable, exchange: Exchange) -> RespondNote:
    """给守方看的：要抵消多少、不用 4 时算多少、扣血会扣多少。"""
    enemy, reasons = reduced(table, exchange, None)
    return RespondNote(
        exchange.attacker,
        exchange.damage,
        enemy,
        reasons,
        exchange.kind,
        exchange.cards[:],
        exchange.responses,
    )


def reduced(table: MagicEliteTable, exchange: Exchange, play: Play | None) -> tuple[int, list[str]]:
    """算进公式的敌方伤害与原因（E4.4、E5.1）；不改变牌桌。`play` 为 `None` 时不计 4。"""
    if play is not None and table.powers.guards(table, play):
        return 0, ["guard"]  # E5.1
    enemy = exchange.damage
    reasons: list[str] = []
    for key in table.skills(exchange.defender):
        enemy, reason = table.skill(key).reduce(table, exchange.defender, enemy, play)
        if reason:
            reasons.append(reason)
    return enemy, reasons


def settle(table: MagicEliteTable, exchange: Exchange, play: Play | None, devoured: int = 0) -> Flow[None]:
    """抵消（E6.1）并返还、结束或扣血（E6.2、E6.3）。`devoured` 是吞噬来的伤害（G3.14）。"""
    seat, attacker = exchange.defender, exchange.attacker
    enemy, reasons = reduced(table, exchange, play)
    own = 0 if play is None else play.strength.damage
    healing = 0 if play is None else play.strength.healing
    if devoured:
        enemy, reasons = 0, ["devouring"]
    od = own + devoured + healing - enemy  # E6.1
    if table.out is not None:
        table.out.append(
            Offset(
                seat,
                attacker,
                exchange.damage,
                enemy,
                reasons,
                own,
                healing,
                devoured,
                od,
                exchange.responses,
            )
        )
    if healing and table.setup.options.response_heals:  # E6.5 选项
        heal(table, seat, healing)
    if od < 0:
        yield from take_hit(table, seat, -od, attacker)
    elif od == 0:
        end_exchange(table)
    else:
        assert play is not None
        yield from strike_back(table, exchange, play, od)


def strike_back(table: MagicEliteTable, exchange: Exchange, play: Play, od: int) -> Flow[None]:
    """OD>0：成为返还给对方的伤害（E6.2），对方再回应；满 40 次的不再返还（E6.6）。"""
    seat, attacker = exchange.defender, exchange.attacker
    if exchange.responses > table.setup.rules.exchange_limit:
        if table.out is not None:
            table.out.append(CounterCapped(seat, od))
        end_exchange(table)
    elif not table.alive[attacker]:
        end_exchange(table)
    elif table.setup.options.returning == "direct":
        yield from take_hit(table, attacker, od, seat)
    else:
        yield from start_attack(table, seat, attacker, od, play.cards, "return")


def take_hit(table: MagicEliteTable, seat: Seat, amount: int, source: Seat) -> Flow[None]:
    """`seat` 因攻击扣血，交锋结束；被击杀则走这一代的死法（E6.3）。"""
    death = yield from wound(table, seat, amount, source, table.powers.blow(table, seat))
    end_exchange(table)
    if death is not None:
        table.last_slain = [seat]
        yield from table.powers.slain(table, [death])


def may_redirect(table: MagicEliteTable) -> bool:
    """这次回应还能不能嫁祸、控制：满 40 次以后不能，免得没完（E6.6）。"""
    exchange = table.exchange
    return exchange is not None and exchange.responses < table.setup.rules.exchange_limit
