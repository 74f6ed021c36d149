"""攻击流程（A4）：选定范围与次序 → 响应 → 按次序结算，离场插在下一个目标之前 → 攻击结束。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from games.aurora.events import AttackDeclared, AttackEnded, Dodged, Stayed, Walked
from games.aurora.questions import STAY, RespondNote, RespondSpace
from games.aurora.rules.finish import Finished, check
from games.aurora.rules.units import Unit, unit_at
from games.aurora.rules.use import Use
from games.aurora.rules.wounds import bury
from games.aurora.table import AuroraTable
from games.aurora.view import Attack
from games.kernel import Ask, Choice, Flow, Seat

__all__ = ["attack", "walk_hero"]

Blow = Callable[[AuroraTable, Use, Unit], None]
"""一下打在一个目标上。"""


def attack(
    table: AuroraTable,
    use: Use,
    cells: Sequence[int],
    blows: Sequence[Blow],
    step: Any,
    promotes: bool = False,
) -> Flow[int]:
    """`use` 攻击 `cells`（按结算的次序）；每个目标依次挨 `blows`，返回打中几个。

    `step` 是攻击的那一步；`promotes` 是士兵的攻击，击杀可以升变。
    """
    defender = 1 - use.seat
    if table.out is not None:
        table.out.append(AttackDeclared(use.source, defender, list(cells)))
    yield from respond(table, use, defender, cells, blows, step)
    hits = yield from settle(table, use, cells, blows, promotes)
    if table.out is not None:
        table.out.append(AttackEnded(use.source, hits))
    return hits


def settle(
    table: AuroraTable, use: Use, cells: Sequence[int], blows: Sequence[Blow], promotes: bool
) -> Flow[int]:
    """按次序结算各格上的目标，离场插在下一个目标之前（A4）；返回打中几个。"""
    struck: list[int] = []
    use.kills = 0
    for cell in cells:
        target = unit_at(table, cell)
        if target is None or not hittable(table, use, target) or target.key in struck:
            continue
        struck.append(target.key)
        for blow in blows:
            if target.alive(table):
                blow(table, use, target)
        if (yield from bury(table, target, use.unit, promotes)) and target.seat != use.seat:
            use.kills += 1
        check(table)  # A1.2：每个目标结算（含插入的离场）后
    return len(struck)


AMPLE = 10_000
"""预演时英雄的生命：受多少伤都不会倒下，看得出会受几点。"""


def forecast(
    table: AuroraTable, use: Use, defender: Seat, cells: Sequence[int], blows: Sequence[Blow]
) -> int:
    """不闪的话 `defender` 的英雄会扣几点（A11.3 用来看致不致死）：在副本上照次序结算一遍，到他那一格为止。

    排在前面的目标先离场（盾卫就不再护着他，离场效果会给他回血），都算在内；不问人。"""
    trial = table.copy()
    trial.out = None
    unit = use.unit
    if unit is not None and unit.stack is not None:
        unit = Unit(unit.seat, trial.stack_of(unit.stack.key))
    rehearsed = replace(use, unit=unit)
    turn = cells.index(trial.places[defender])
    try:
        unasked(settle(trial, rehearsed, cells[:turn], blows, False))
    except Finished:  # 轮不到打他
        return 0
    healed = trial.health[defender] - table.health[defender]
    trial.health[defender] = AMPLE
    unasked(settle(trial, rehearsed, cells[turn : turn + 1], blows, False))
    return max(0, AMPLE - trial.health[defender] - healed)


def unasked(flow: Flow[int]) -> None:
    """走完一段不问人的结算：不升变，离场效果又从不问人（A4.8）。"""
    for ask in flow:
        raise AssertionError(f"预演里不该问 {ask}")


def hittable(table: AuroraTable, use: Use, target: Unit) -> bool:
    """目标只含敌方，桌规也可含己方（A4.4）；不打发出攻击的自己。"""
    if target.seat != use.seat:
        return True
    if not table.setup.options.friendly_fire:
        return False
    return use.unit is None or target.key != use.unit.key


# ------------------------------------------------------------------ 响应（A4.5）
def respond(
    table: AuroraTable,
    use: Use,
    defender: Seat,
    cells: Sequence[int],
    blows: Sequence[Blow],
    step: Any,
) -> Flow[None]:
    """守方可翻一张闪避牌走开（A4.5）。

    问不问只看公开的：英雄在范围内、闪避区有牌、四邻有空格；一格也走不出的牌也照问，免得说出闪避力（A4.8）。"""
    setup = table.setup
    place = table.places[defender]
    zone = table.dodges[defender]
    if place not in cells or not zone or not setup.board.beside[place] & ~table.blocked:
        return
    blocked, board, dodge = table.blocked, setup.board, setup.dodge

    def reach(card: int) -> tuple[int, ...]:
        return board.ordered(place, board.flood(place, dodge[card], blocked))

    space = RespondSpace(defender, zone, reach)
    damage = forecast(table, use, defender, cells, blows)
    default = list(STAY) if damage < table.health[defender] else escape(table, space, cells)
    table.attack = Attack(use.source, defender, list(cells))
    choice = yield Ask(
        defender, "respond", space, default, RespondNote(use.source, list(cells), damage, step)
    )
    table.attack = None
    if choice == STAY:
        if table.out is not None:
            table.out.append(Stayed(defender))
        return
    _, card, goal = choice
    zone.remove(card)
    table.discards[defender].append(card)
    if table.out is not None:
        table.out.append(Dodged(defender, card, len(zone)))
    walk_hero(table, defender, goal, "dodge")
    if goal not in cells:
        table.totals[defender][2] += 1


def escape(table: AuroraTable, space: RespondSpace, cells: Sequence[int]) -> Choice:
    """会致死：用能脱离的最低闪避力的牌走最短路；脱离不了就不响应（A11.3）。"""
    board, place = table.setup.board, table.places[space.seat]
    ways = [
        (table.setup.dodge[card], board.distance(place, cell), card, cell)
        for card, reached in space.dodges()
        for cell in reached
        if cell not in cells
    ]
    if not ways:
        return list(STAY)
    blocked = table.blocked
    _, _, card, cell = min(ways, key=lambda way: (way[0], len(board.path(place, way[3], blocked)), way[3]))
    return ["dodge", card, cell]


def walk_hero(table: AuroraTable, seat: Seat, goal: int, reason: str, through: bool = False) -> None:
    """英雄走最短路到 `goal`（A3.1）；`reason` 见 `events.Walked`，`through` 是可穿单位与障碍（A4.11）。"""
    start = table.places[seat]
    blocked = 0 if through else table.blocked
    path = table.setup.board.path(start, goal, blocked) if table.out is not None else ()
    table.places[seat] = goal
    table.units ^= 1 << start | 1 << goal
    if table.out is not None:
        table.out.append(Walked(table.hero(seat), start, list(path), reason))
