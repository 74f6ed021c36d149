"""移动（L5）：逐格推进的引擎，与全员同时移动这一段。"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Ask, Flow, Listed, Seat, Together
from games.leafrun.events import (
    AdvanceStarted,
    HeldByRoadblock,
    MovementEnded,
    MovementStarted,
    Plan,
    Regenerated,
    RoadblockPaid,
    RoadblockRemoved,
    SandSlides,
    Stepped,
    StepsChosen,
    Swamped,
    TerrainChanged,
)
from games.leafrun.rules.fainting import faint, lose_health
from games.leafrun.rules.finish import conclude_round, rank
from games.leafrun.table import LeafrunTable


# ------------------------------------------------------------------ 引擎
def march(
    table: LeafrunTable,
    movers: Sequence[Seat],
    left: list[int],
    sliding: list[int],
    walked: list[int],
    painless: bool = False,
) -> list[tuple[Seat, int]]:
    """一拍一拍走到谁也走不动，返回到终点的 `(座位, 超出步数)`（L5.2–L5.9）。

    `left[座位]` 是剩余步数，`sliding[座位]` 是滑沙还要滑的格数，`walked[座位]` 累计计入摸牌的格数；
    三者就地改。每一拍先一起进格，再一起结算，最后才改地形。
    """
    position = table.position
    terrain = table.terrain
    fainted = table.fainted
    out = table.out
    rules = table.setup.rules
    damage = rules.forest_damage
    counts_slide = table.setup.options.slide_draws
    arrived: list[tuple[Seat, int]] = []
    going = [seat for seat in movers if left[seat] or sliding[seat]]
    if table.roadblocks:
        going = leave_roadblocks(table, going, left, sliding)
    beat = 0
    while going:
        beat += 1
        for seat in going:  # L5.2：同时进一格
            position[seat] = cell = position[seat] + 1
            slides = sliding[seat] > 0
            if slides:
                sliding[seat] -= 1
                if counts_slide:  # L5.6 ⚙
                    walked[seat] += 1
            else:
                left[seat] -= 1
                walked[seat] += 1
            if out is not None:
                out.append(Stepped(seat, beat, cell, terrain[cell], left[seat], slides))
        changed: list[int] = []
        for seat in going:  # L5.2：一起结算
            cell = position[seat]
            ground = terrain[cell]
            if ground == "L":  # L5.3
                continue
            if ground == "F":  # L5.4
                changed.append(cell)
                lose_health(table, seat, damage, painless)
                if fainted[seat] >= 0:  # L5.8
                    left[seat] = sliding[seat] = 0
            elif ground == "V":  # L5.5
                changed.append(cell)
                if out is not None:
                    out.append(Swamped(seat, left[seat]))
                left[seat] = sliding[seat] = 0
            elif ground == "E":  # L5.9
                arrived.append((seat, left[seat]))
                left[seat] = sliding[seat] = 0
        if table.roadblocks:
            pay_roadblocks(table, going, left, sliding, False)
        for cell in changed:  # L5.2：最后才改地形
            if terrain[cell] != "L":
                if out is not None:
                    out.append(TerrainChanged(cell, terrain[cell], "L"))
                terrain[cell] = "L"
        going = [seat for seat in going if left[seat] or sliding[seat] or slides_on(table, seat, sliding)]
    return arrived


def slides_on(table: LeafrunTable, seat: Seat, sliding: list[int]) -> bool:
    """步数用尽的 `seat` 停在滑沙上、下一拍要滑（L5.6）：记下要滑的格数。昏厥者、被路障挡住者不滑（L5.7）。"""
    if table.terrain[table.position[seat]] != "G":
        return False
    slide = table.setup.rules.slide_steps
    if slide <= 0 or table.fainted[seat] >= 0 or (table.roadblocks and blocked(table, seat)):
        return False
    sliding[seat] = slide
    if table.out is not None:
        table.out.append(SandSlides(seat, table.position[seat]))
    return True


def blocked(table: LeafrunTable, seat: Seat) -> bool:
    """所在格有要 `seat` 付步数的路障（L5.7）。"""
    cell = table.position[seat]
    return any(each.cell == cell and seat not in each.exempt for each in table.roadblocks)


def leave_roadblocks(
    table: LeafrunTable, going: list[Seat], left: list[int], sliding: list[int]
) -> list[Seat]:
    """停在路障上的人离开时付（L5.7）；返回还走得动的人。付完步数用尽而在滑沙上，照滑（L5.6）。"""
    owing = [seat for seat in going if left[seat] and blocked(table, seat)]
    if not owing:
        return going
    pay_roadblocks(table, owing, left, sliding, True)
    return [seat for seat in going if left[seat] or sliding[seat] or slides_on(table, seat, sliding)]


def pay_roadblocks(
    table: LeafrunTable, payers: Sequence[Seat], left: list[int], sliding: list[int], leaving: bool
) -> None:
    """`payers` 里有步数的人给所在格的路障各付步数，一枚都付完才拆，多枚逐枚付（L5.7）。"""
    position = table.position
    cost = table.setup.rules.roadblock_cost
    out = table.out
    for barrier in table.roadblocks[:]:
        cell = barrier.cell
        paying = [
            seat
            for seat in payers
            if position[seat] == cell and left[seat] >= cost and left[seat] and seat not in barrier.exempt
        ]
        if not paying:
            continue
        for seat in paying:
            left[seat] -= cost
            if out is not None:
                out.append(RoadblockPaid(seat, cell, left[seat], leaving))
        table.roadblocks.remove(barrier)
        if out is not None:
            out.append(RoadblockRemoved(cell, paying))
    for seat in payers:
        # 付不起的停住；到终点、昏厥的人本来就停了，不必再说。
        if table.fainted[seat] < 0 and blocked(table, seat):
            left[seat] = sliding[seat] = 0
            if out is not None:
                out.append(HeldByRoadblock(seat, position[seat]))


# ------------------------------------------------------------------ 事件造成的移动
def advance(table: LeafrunTable, seat: Seat, steps: int, reason: str) -> None:
    """事件造成的立即前进（L8.2、L8.10）：地形照常，不摸牌；沼泽只终止这一次（L5.5）。到终点当即占名次（L7.2）。"""
    left = [0] * table.seats
    left[seat] = steps
    if table.out is not None:
        table.out.append(AdvanceStarted(seat, steps, reason))
    idle = [0] * table.seats
    arrived = march(table, [seat], left, idle, [0] * table.seats, reason == "use_terrain")
    rank(table, arrived)


def slide_transferred(table: LeafrunTable, moved: Sequence[Seat]) -> None:
    """⚙被拉、换位落在滑沙上滑一格（L5.11）；同时落下的人一起滑，不摸牌。"""
    if not table.setup.options.slide_after_transfer:
        return
    sliding = [0] * table.seats
    for seat in moved:
        slides_on(table, seat, sliding)
    arrived = march(table, moved, [0] * table.seats, sliding, [0] * table.seats)
    rank(table, arrived)


# ------------------------------------------------------------------ 全员同时移动
def movement(table: LeafrunTable) -> Flow[None]:
    """全员同时移动，再按出牌顺序摸牌（L3、L5）。"""
    plans = [
        plan(table, seat) for seat in table.order if table.fainted[seat] < 0 and not table.finished(seat)
    ]
    left = [0] * table.seats
    for each in plans:
        left[each.seat] = each.steps
    if table.out is not None:
        table.out.append(MovementStarted(plans))
    if not table.setup.options.must_walk_all:  # L5.2 ⚙
        asks = [
            Ask(each.seat, "walk", Listed(range(each.steps + 1)), each.steps, each)
            for each in plans
            if each.steps
        ]
        answers: dict[Seat, int] = (yield Together(asks)) if asks else {}
        for seat, steps in answers.items():
            left[seat] = steps
            if table.out is not None:
                table.out.append(StepsChosen(seat, steps))
    walked = [0] * table.seats
    arrived = march(table, [each.seat for each in plans], left, [0] * table.seats, walked)
    rank(table, arrived)  # L7.1：比的是彩虹音爆昏厥前的体力
    for seat in range(table.seats):
        if table.rainboom[seat] and table.fainted[seat] < 0:  # L8.6：不移动也昏厥
            faint(table, seat, "rainboom")
    if table.out is not None:
        table.out.append(MovementEnded(walked[:]))
    for seat in table.order:  # L5.10
        table.draw(seat, walked[seat], "walk")
    regenerate(table)
    conclude_round(table)


def plan(table: LeafrunTable, seat: Seat) -> Plan:
    """步数 = max(0, 移动值 + 行动牌 − 超重张数)，移动开始那一刻算（L5.1）。"""
    move = table.move_value(seat)
    added = table.added[seat]
    overload = max(0, table.load(seat) - table.limit(seat))
    if table.resin[seat]:  # L8.9
        return Plan(seat, move, added, overload, 0, "resin")
    if table.halted[seat]:  # L5.12
        return Plan(seat, move, added, overload, 0, "no_move")
    return Plan(seat, move, added, overload, max(0, move + added - overload), "")


def regenerate(table: LeafrunTable) -> None:
    """增益③：每轮摸牌之后回 1 体力，昏厥者、已到终点者除外（L4.8）。"""
    amount = table.setup.rules.element_recovery
    for seat in range(table.seats):
        if table.has(seat, 3) and table.fainted[seat] < 0 and not table.finished(seat):
            before = table.health[seat]
            table.health[seat] = after = min(before + amount, table.max_health(seat))
            if after != before and table.out is not None:
                table.out.append(Regenerated(seat, after - before, after))
