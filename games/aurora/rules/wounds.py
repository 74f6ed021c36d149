"""受伤、回复、离场（A1.2、A4.9、A5.6、A5.7）。"""

from __future__ import annotations

from games.aurora.board import NOWHERE
from games.aurora.events import Healed, LeaveTriggered, Left, Promoted, Wounded
from games.aurora.questions import PromoteNote
from games.aurora.rules.finish import check
from games.aurora.rules.units import Unit, reduction
from games.aurora.rules.use import Use, resolve
from games.aurora.table import NOBODY, AuroraTable, Stack
from games.aurora.view import Source, Who
from games.kernel import Ask, Flow, Seat

__all__ = ["bury", "heal", "leave", "strike_poison", "wound"]


# ------------------------------------------------------------------ 受伤
def wound(table: AuroraTable, unit: Unit, amount: int, source: Source) -> int:
    """一个单位受 `amount` 点伤害，先减伤（最低 0，A4.9）；返回实际扣了几点。离场由 `bury` 处理。"""
    reduced = 0
    if amount > 0 and (table.guards or unit.stack is None):
        reduced = min(amount, reduction(table, unit))
        spend_once(table, unit)
    health = table.health[unit.seat] if unit.stack is None else unit.stack.health
    lost = min(health, amount - reduced)
    if unit.stack is None:
        table.health[unit.seat] = health - lost
    else:
        unit.stack.health = health - lost
    if source.seat != unit.seat:
        table.totals[source.seat][0] += lost
    if table.out is not None:
        table.out.append(Wounded(unit.who(table), source, amount, reduced, lost, health - lost))
    return lost


def spend_once(table: AuroraTable, unit: Unit) -> None:
    """只减一次的减伤用掉了（折光）。"""
    key = NOBODY if unit.stack is None else unit.stack.key
    if any(guard.once for guard in table.guards):
        table.guards = [
            guard
            for guard in table.guards
            if not (guard.once and guard.seat == unit.seat and guard.stack == key)
        ]


def heal(table: AuroraTable, unit: Unit, amount: int) -> None:
    """回复，不超过上限（A1.2、A5.4）。已倒下的不回。"""
    if unit.stack is None:
        health, cap = table.health[unit.seat], table.setup.rules.health
    else:
        health, cap = unit.stack.health, table.setup.health[unit.stack.cards[-1] >> 1]
    if health <= 0:
        return
    gained = max(0, min(amount, cap - health))
    if unit.stack is None:
        table.health[unit.seat] = health + gained
    else:
        unit.stack.health = health + gained
    if table.out is not None:
        table.out.append(Healed(unit.who(table), gained, health + gained))


# ------------------------------------------------------------------ 离场（A5.7）
def bury(table: AuroraTable, unit: Unit, killer: Unit | None, promotes: bool) -> Flow[bool]:
    """`unit` 是生命归 0 的士兵就离场（A5.4）；返回是不是离场了。"""
    stack = unit.stack
    if stack is None or stack.health > 0 or stack not in table.stacks:
        return False
    yield from leave(table, stack, killer, promotes)
    return True


def leave(table: AuroraTable, stack: Stack, killer: Unit | None, promotes: bool) -> Flow[None]:
    """整叠离场：先自上而下触发离场，归当时的控制者，再升变（A5.7）。

    `killer` 击杀它的单位；`promotes` 是士兵攻击击杀的，可以升变（A5.6）。"""
    who = table.who(stack)
    table.stacks.remove(stack)
    table.units &= ~(1 << stack.cell)
    stack.cell = NOWHERE
    table.guards = [guard for guard in table.guards if guard.stack != stack.key]
    table.poisons = [poison for poison in table.poisons if poison.stack != stack.key]
    gone = stack.cards[::-1] + stack.captives[::-1]
    for piece in gone:
        table.fallen[piece & 1].append(piece)
    if killer is not None and killer.seat != stack.seat:
        table.totals[killer.seat][1] += 1
    if table.out is not None:
        by = None if killer is None or killer.cell(table) == NOWHERE else killer.who(table)
        table.out.append(Left(who, by, [piece >> 1 for piece in gone]))
    for piece in gone:
        yield from leaving(table, stack.seat, piece >> 1, who, killer)
    if promotes and killer is not None and killer.stack is not None:
        yield from promote(table, killer.stack, stack, gone[0])


def leaving(table: AuroraTable, seat: Seat, soldier: int, who: Who, killer: Unit | None) -> Flow[None]:
    """一张士兵的离场效果，受益者是 `seat`（A5.6、A5.7）；不给响应（A4.8）。"""
    parts = table.setup.leaving[soldier]
    if not parts:
        return
    if table.out is not None:
        table.out.append(LeaveTriggered(seat, soldier))
    use = Use(seat, Source("leave", seat, soldier, who.cell), None, killer)
    yield from resolve(table, use, parts)


def promote(table: AuroraTable, killer: Stack, fallen: Stack, piece: int) -> Flow[None]:
    """升变：击杀同等级的，可把最上一张放到自己牌下（A5.6）。击杀者已离场就不能。"""
    level = table.setup.level
    if killer not in table.stacks or killer.health <= 0 or killer.seat == fallen.seat:
        return
    if level[piece >> 1] != table.level_of(killer):
        return
    choice = yield Ask(
        killer.seat, "promote", ["take", "leave"], "take", PromoteNote(killer.cell, piece >> 1)
    )
    taken = choice == "take"
    if taken:
        table.fallen[piece & 1].remove(piece)
        killer.captives.append(piece)
    if table.out is not None:
        table.out.append(Promoted(table.who(killer), piece >> 1, taken))


# ------------------------------------------------------------------ 毒（A4.10）
def strike_poison(table: AuroraTable, seat: Seat) -> Flow[None]:
    """`seat` 的回合结束：到期的毒发作，一个个结算、检查；不给响应（A4.8）。"""
    own = table.own_turns[seat]
    while True:
        due = next((each for each in table.poisons if each.seat == seat and each.due <= own), None)
        if due is None:
            return
        table.poisons.remove(due)
        stack = None if due.stack == NOBODY else table.stack_of(due.stack)
        unit = Unit(seat, stack)
        wound(table, unit, due.amount, Source("poison", 1 - seat, NOBODY, NOBODY))
        yield from bury(table, unit, None, False)
        check(table)
