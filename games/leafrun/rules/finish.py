"""名次、末位与一轮的收尾（L3.3、L7.1–L7.3）。"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Seat
from games.leafrun.events import Arrived, Ranked
from games.leafrun.setup import FORCED_REST
from games.leafrun.table import LeafrunTable


def rank(table: LeafrunTable, arrived: Sequence[tuple[Seat, int]]) -> None:
    """给同时到终点的 `(座位, 超出步数)` 定名次：先比超出，再比体力，再并列（L7.1、L7.2）。"""
    if not arrived:
        return
    health = table.health
    if table.out is not None:
        for seat, overshoot in arrived:
            table.out.append(Arrived(seat, overshoot, health[seat]))
    groups: dict[tuple[int, int], list[Seat]] = {}
    for seat, overshoot in arrived:
        groups.setdefault((-overshoot, -health[seat]), []).append(seat)
    for key in sorted(groups):
        place = next_place(table)
        for seat in groups[key]:
            award(table, seat, place, [each for each in groups[key] if each != seat], False)


def next_place(table: LeafrunTable) -> int:
    """下一个名次：并列占位时数人数，不占位时紧接（L7.1 ⚙）。"""
    places = table.places[-1]
    if table.setup.options.ties_take_places:
        return 1 + sum(1 for place in places if place)
    return 1 + max(places)


def award(table: LeafrunTable, seat: Seat, place: int, tied: list[Seat], automatic: bool) -> None:
    """记下名次与分：3/2/1/0，每带一张「自由的强制休息」−1，最小 0（L7.1、L7.3）。"""
    rules = table.setup.rules
    full = rules.rank_points[min(place, len(rules.rank_points)) - 1]
    carried = sum(1 for card in table.specials[seat] if table.mark[card] == FORCED_REST)
    penalty = min(full, carried * rules.forced_rest_penalty)
    table.places[-1][seat] = place
    table.points[-1][seat] = full - penalty
    if table.out is not None:
        table.out.append(Ranked(seat, place, full - penalty, penalty, tied, automatic))


def judge_last(table: LeafrunTable) -> None:
    """只剩一人没到时自动判其末位，得下一名次的分（L3.3 ⚙）。"""
    if not table.setup.options.last_place_automatic:
        return
    places = table.places[-1]
    if places.count(0) == 1:
        award(table, places.index(0), next_place(table), [], True)


def track_over(table: LeafrunTable) -> bool:
    """这条跑道人人都有了名次（L7.4）。"""
    return 0 not in table.places[-1]


def conclude_round(table: LeafrunTable) -> None:
    """一轮结束：判末位，数轮数，定下一段（L3、L3.3）。"""
    judge_last(table)
    clear_round(table)
    if track_over(table):
        table.phase = "next_track"
    elif table.round >= table.setup.rules.round_cap:  # L3.3：防卡死，没到的 0 分
        if table.out is not None:
            for seat, place in enumerate(table.places[-1]):
                if not place:
                    table.out.append(Ranked(seat, 0, 0, 0, [], True))
        table.phase = "next_track"
    else:
        table.phase = "round"


def clear_round(table: LeafrunTable) -> None:
    """只管本轮的状态到此为止；魔法束缚到本轮移动结算完（L8.20 ⚙）。"""
    seats = table.seats
    table.order = []
    table.turn = 0
    table.halted = [False] * seats
    table.resin = [False] * seats
    table.rainboom = [False] * seats
    table.bear_active = [False] * seats
    table.skipping = [False] * seats
    table.added = [0] * seats
    if not table.setup.options.binding_permanent:
        table.magic = 1
