"""换跑道与终局（L7.4、L7.5、L6.4）。"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat, Secret, Subset, Together
from games.leafrun.events import (
    BearLost,
    BuffsKept,
    GameEnded,
    Restored,
    TrackEnded,
    TrackStarted,
    Trimmed,
    Woke,
)
from games.leafrun.rules.dice import decide_order
from games.leafrun.rules.finish import clear_round
from games.leafrun.rules.hands import cheapest, discard_together, losable
from games.leafrun.table import NOBODY, NOTHING, LeafrunTable


def start_track(table: LeafrunTable, track: int) -> None:
    """摆好第 `track` 条跑道（从 0 起），棋子都在起点（L2.5、L7.4）。"""
    seats = table.seats
    table.track = track
    table.round = 0
    table.active = NOBODY
    table.terrain = list(table.setup.tracks[track])
    table.roadblocks = []
    table.position = [0] * seats
    table.places.append([0] * seats)
    table.points.append([0] * seats)
    if table.out is not None:
        table.out.append(TrackStarted(track, table.setup.tracks[track]))


def next_track(table: LeafrunTable) -> Flow[None]:
    """一条跑道跑完：结算；还有下一条就换道（L7.4），没有就终局（L7.5）。"""
    table.active = NOBODY
    table.rounds.append(table.round)
    if table.out is not None:
        places, points = table.places[-1][:], table.points[-1][:]
        table.out.append(TrackEnded(table.track, places, points, table.totals()))
    if table.track + 1 == len(table.setup.tracks):
        end_game(table)
        return
    clear_round(table)
    table.magic = 1
    for seat in range(table.seats):
        if table.bear_pending[seat]:
            table.bear_pending[seat] = False
            if table.out is not None:
                table.out.append(BearLost(seat, "next_track"))
    start_track(table, table.track + 1)
    yield from keep_buffs(table)
    restore_health(table)
    yield from trim_hands(table)
    table.order = yield from decide_order(table, [range(table.seats)])  # L2.1
    table.phase = "round"


def keep_buffs(table: LeafrunTable) -> Flow[None]:
    """元素增益至多留一个（自选），友谊永恒给的不占名额；离场的元素牌进弃牌堆（L7.4、L4.13）。"""
    most = table.setup.rules.elements_kept
    owned = [[buff for buff in (1, 2, 3) if sources[buff - 1] >= 0] for sources in table.buffs]
    preference = (2, 1, 3)  # L10.5：留 ②；没有时按 L10.3 的次序
    asks = [
        Ask(seat, "keep_buff", Subset(buffs, 0, most), [buff for buff in preference if buff in buffs][:most])
        for seat, buffs in enumerate(owned)
        if len(buffs) > most
    ]
    answers: dict[Seat, list[int]] = (yield Together(asks)) if asks else {}
    for seat, kept in answers.items():
        lost = [buff for buff in owned[seat] if buff not in kept]
        sources = table.buffs[seat]
        cards = [sources[buff - 1] for buff in lost]
        for buff in lost:
            sources[buff - 1] = NOTHING
        table.discard += cards
        if table.out is not None:
            table.out.append(BuffsKept(seat, sorted(kept), lost, cards))


def restore_health(table: LeafrunTable) -> None:
    """增益定了以后：昏厥者以 ⌊上限/2⌋ 苏醒（L6.4），体力不足一半者回到 ⌊上限/2⌋（L7.4：6 → 7）。"""
    for seat in range(table.seats):
        most = table.max_health(seat)
        half = most // table.setup.rules.next_track_divisor
        if table.fainted[seat] >= 0:
            table.fainted[seat] = -1
            table.health[seat] = half
            if table.out is not None:
                table.out.append(Woke(seat, half, "next_track"))
            continue
        table.health[seat] = health = min(table.health[seat], most)
        if health < half:
            table.health[seat] = half
            if table.out is not None:
                table.out.append(Restored(seat, half))


def trim_hands(table: LeafrunTable) -> Flow[None]:
    """手牌弃到或摸到 5：自选弃哪些，「自由的强制休息」不能弃，特殊牌计入 5 张（L7.4）。"""
    wanted = table.setup.rules.next_track_hand
    asks: list[Ask] = []
    for seat, hand in enumerate(table.hands):
        pool = losable(table, seat)
        excess = min(len(hand) - wanted, len(pool))
        if excess > 0:
            default = cheapest(table, pool, excess)
            asks.append(Ask(seat, "trim", Subset(pool, excess, excess), default, excess))
    answers: dict[Seat, list[int]] = (yield Together(asks)) if asks else {}
    discard_together(table, answers)
    for seat, cards in answers.items():
        if table.out is not None:
            table.out.append(Trimmed(seat, len(cards), Secret({seat: cards[:]})))
    for seat, hand in enumerate(table.hands):
        table.draw(seat, wanted - len(hand), "next_track")


def end_game(table: LeafrunTable) -> None:
    """总分最高者胜；并列共享，或比第一名次数（L7.5 ⚙）。"""
    totals = table.totals()
    firsts = [sum(1 for row in table.places if row[seat] == 1) for seat in range(table.seats)]
    best = max(totals)
    winners = [seat for seat, total in enumerate(totals) if total == best]
    if not table.setup.options.victory_shared:
        most = max(firsts[seat] for seat in winners)
        winners = [seat for seat in winners if firsts[seat] == most]
    table.winners = winners
    table.over = True
    if table.out is not None:
        table.out.append(GameEnded(winners[:], totals, firsts))
