"""一轮的开头（L3）：昏厥与苏醒、bear 兑现、定出牌顺序。"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat, Together
from games.leafrun.events import BearArrived, OrderSet, RoundSkipped, RoundStarted, StillFainted, Woke
from games.leafrun.questions import HALF, WAIT
from games.leafrun.rules.dice import decide_order
from games.leafrun.rules.fainting import revival_health
from games.leafrun.table import NOBODY, LeafrunTable


def begin_round(table: LeafrunTable) -> Flow[None]:
    """开始一轮，到第一个人出牌之前。"""
    table.round += 1
    if table.out is not None:
        table.out.append(RoundStarted(table.track, table.round))
    for seat in range(table.seats):
        if table.bear_pending[seat]:  # L8.7
            pay_bear(table, seat)
        if table.skips_next[seat]:  # L8.18 ⚙
            table.skips_next[seat] = False
            table.skipping[seat] = True
            if table.out is not None:
                table.out.append(RoundSkipped(seat))
    woken = yield from wake(table)
    if table.round == 1:
        # 每条道的第一轮按 L2.1 掷出的顺序。
        table.order = [seat for seat in table.order if not table.skipping[seat]]
    else:
        table.order = yield from round_order(table, woken)
    if table.out is not None:
        table.out.append(OrderSet(table.order[:], woken))
    table.turn = 0
    seek_turn(table)


def pay_bear(table: LeafrunTable, seat: Seat) -> None:
    """下轮开始体力回满，那轮行动牌加倍（L8.7）。"""
    table.bear_pending[seat] = False
    table.bear_active[seat] = True
    before = table.health[seat]
    table.health[seat] = after = table.max_health(seat)
    if table.out is not None:
        table.out.append(BearArrived(seat, after - before, after))


def wake(table: LeafrunTable) -> Flow[list[Seat]]:
    """第 R 轮昏厥：R+1 轮跳过；R+2 轮开始选半血苏醒或再等；R+3 轮满血（L6.1）。返回本轮苏醒的人。

    已到终点的人只记昏厥，等换道（L6.4、L8.6）。
    """
    rules = table.setup.rules
    fainted = table.fainted
    woken: list[Seat] = []
    asks: list[Ask] = []
    for seat in range(table.seats):
        if fainted[seat] < 0 or table.finished(seat):
            continue
        fainted[seat] += 1
        waited = fainted[seat] - rules.faint_rounds
        if waited > rules.full_revival_rounds:
            stand_up(table, seat, table.max_health(seat), "full")
            woken.append(seat)
        elif waited == 1:
            asks.append(Ask(seat, "wake", [HALF, WAIT], HALF))  # L10.3
        elif table.out is not None:
            table.out.append(StillFainted(seat, waited > 1))
    answers: dict[Seat, str] = (yield Together(asks)) if asks else {}
    for seat, answer in answers.items():
        if answer == HALF:
            stand_up(table, seat, revival_health(table, seat), "half")
            woken.append(seat)
        elif table.out is not None:
            table.out.append(StillFainted(seat, True))
    return sorted(woken)


def stand_up(table: LeafrunTable, seat: Seat, health: int, reason: str) -> None:
    """苏醒。"""
    table.fainted[seat] = -1
    table.health[seat] = health
    if table.out is not None:
        table.out.append(Woke(seat, health, reason))


def round_order(table: LeafrunTable, woken: list[Seat]) -> Flow[list[Seat]]:
    """离终点近者先，同格者掷骰；本轮刚苏醒者最后，他们之间仍按前两条（L3.1）。"""
    able = [
        seat
        for seat in range(table.seats)
        if table.fainted[seat] < 0 and not table.finished(seat) and not table.skipping[seat]
    ]
    groups: list[list[Seat]] = []
    for late in (False, True):
        cells: dict[int, list[Seat]] = {}
        for seat in able:
            if (seat in woken) == late:
                cells.setdefault(table.position[seat], []).append(seat)
        groups += [cells[cell] for cell in sorted(cells, reverse=True)]
    return (yield from decide_order(table, groups))


def seek_turn(table: LeafrunTable) -> None:
    """从 `table.turn` 起找下一个能出牌的人；没有了就全员移动（L3、L4.12）。"""
    order = table.order
    while table.turn < len(order):
        seat = order[table.turn]
        if table.fainted[seat] < 0 and not table.finished(seat):
            table.phase = "turn"
            return
        table.turn += 1
    table.active = NOBODY
    table.phase = "movement"
