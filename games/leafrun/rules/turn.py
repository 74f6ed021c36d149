"""出牌回合（L4）。"""

from __future__ import annotations

from typing import Any

from games.kernel import Anyone, Ask, Flow, Seat
from games.leafrun.events import (
    ArmourWorn,
    BindingLifted,
    BuffGained,
    ElementPlayed,
    Halted,
    MovePlayed,
    RecoveryPlayed,
    RoadblockPlaced,
    SpecialPlayed,
    TriggerPlayed,
    TurnEnded,
    TurnStarted,
    TwoForOne,
    TwoForThree,
    WeaponGiven,
)
from games.leafrun.questions import AnytimeSpace, TurnSpace, anytime_choices
from games.leafrun.rules.dice import roll
from games.leafrun.rules.finish import judge_last, track_over
from games.leafrun.rules.happenings import happen
from games.leafrun.rules.rounds import seek_turn
from games.leafrun.rules.transfers import pull
from games.leafrun.setup import BEAR, COME_HERE, FORCED_REST, MARK_KINDS, PLAIN, RAINBOOM, RECEIVED
from games.leafrun.table import NOBODY, NOTHING, Barrier, LeafrunTable


def turn(table: LeafrunTable) -> Flow[None]:
    """一个人的出牌回合：任意次序、任意次数，直到结束（L4）。"""
    seat = table.order[table.turn]
    table.active = seat
    table.exchanges = table.trades = table.triggers = 0
    if table.out is not None:
        table.out.append(TurnStarted(seat))
    reason = ""
    while not reason:
        main = Ask(seat, "turn", TurnSpace(table, seat), turn_default(table, seat))
        others = interjections(table, seat)
        if others:  # L4.12
            actor, choice = yield Anyone(main, others)
        else:
            actor, choice = seat, (yield main)
        verb = choice[0]
        if verb == "special":
            play_special(table, actor, choice)
        elif verb == "event":
            reason = yield from play_trigger(table, seat, choice[1])
        else:
            # 其余动作不会让任何人到终点或昏厥。
            reason = ACTIONS[verb](table, seat, choice)
            continue
        judge_last(table)  # L3.3：立即判
        if track_over(table):
            reason = "track"
        elif table.finished(seat):  # L3.2
            reason = "finish"
        elif table.fainted[seat] >= 0:  # L6.2
            reason = "faint"
    table.active = NOBODY
    if table.out is not None:
        table.out.append(TurnEnded(seat, reason))
    if reason == "track":
        table.phase = "next_track"
        return
    table.turn += 1
    seek_turn(table)


def turn_default(table: LeafrunTable, seat: Seat) -> list[Any]:
    """超时：把事件触发依次打完即结束（L10.2）。"""
    setup = table.setup
    if table.triggers < setup.rules.events_per_turn:
        trigger = setup.trigger
        mark = table.mark
        for card in table.hands[seat]:
            if trigger[card] and mark[card] == PLAIN:
                return ["event", card]
    return ["end"]


def interjections(table: LeafrunTable, active: Seat) -> list[Ask]:
    """动作间隙里能打随时牌的其他人（L4.12）。谁有随时牌是公开的（L9），只问有的人不泄露什么。"""
    return [
        Ask(seat, "interject", AnytimeSpace(table, seat))
        for seat, held in enumerate(table.specials)
        if held and seat != active and anytime_choices(table, seat)
    ]


# ------------------------------------------------------------------ 各种动作；返回结束回合的原因，空串为继续
def play_move(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """每张行动牌本轮移动 +1（L4.1）；bear 兑现的那轮 +2（L8.7）。"""
    rules = table.setup.rules
    cards = choice[1]
    for card in cards:
        table.drop(seat, card)
    steps = len(cards) * (rules.bear_action_steps if table.bear_active[seat] else rules.action_steps)
    table.added[seat] += steps
    if table.out is not None:
        wasted = table.halted[seat] or table.resin[seat]
        table.out.append(MovePlayed(seat, cards[:], steps, table.added[seat], wasted))
    return ""


def play_two_for_three(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """1 行动 + 1 非行动 → 摸 3，每回合一次（L4.2）。"""
    table.exchanges += 1
    table.drop(seat, choice[1])
    table.drop(seat, choice[2])
    if table.out is not None:
        table.out.append(TwoForThree(seat, choice[1], choice[2]))
    table.draw(seat, table.setup.rules.two_for_three_draw, "two_for_three")
    return ""


def play_two_for_one(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """2 张非行动牌 → 摸 1，每回合一次（L4.3）。"""
    table.trades += 1
    for card in choice[1]:
        table.drop(seat, card)
    if table.out is not None:
        table.out.append(TwoForOne(seat, choice[1][:]))
    table.draw(seat, table.setup.rules.two_for_one_draw, "two_for_one")
    return ""


def play_weapon(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """武器进目标手牌，记「收到的」（L4.4）。"""
    _, card, target = choice
    table.take(seat, card)
    table.mark[card] = RECEIVED
    table.give(target, card)
    if table.out is not None:
        table.out.append(WeaponGiven(seat, card, target, table.load(target), table.limit(target)))
    return ""


def play_armour(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """装备到面前，最多一件，换下的进弃牌堆（L4.5）。"""
    card = choice[1]
    table.take(seat, card)
    replaced = table.armour[seat]
    if replaced != NOTHING:
        table.discard.append(replaced)
    table.armour[seat] = card
    if table.out is not None:
        table.out.append(ArmourWorn(seat, card, None if replaced == NOTHING else replaced))
    return ""


def play_recovery(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """体力 +3，不超上限（L4.6）。"""
    table.drop(seat, choice[1])
    before = table.health[seat]
    after = min(before + table.setup.rules.recovery_health, table.max_health(seat))
    table.health[seat] = after
    if table.out is not None:
        table.out.append(RecoveryPlayed(seat, choice[1], after - before, after))
    return ""


def play_element(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """放到角色下，选一个还没有的永久增益（L4.8）；解除物理束缚（L8.4）。"""
    _, card, buff = choice
    table.take(seat, card)
    table.buffs[seat][buff - 1] = card
    freed = table.bound
    table.bound = False
    if table.out is not None:
        table.out.append(ElementPlayed(seat, card))
        if freed:
            table.out.append(BindingLifted("element"))
        table.out.append(BuffGained(seat, buff, False))
    return ""


def play_rest(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """自由的强制休息：立即结束出牌，本轮不移动（L8.19）。"""
    table.drop(seat, choice[1])
    table.halted[seat] = True
    if table.out is not None:
        table.out.append(SpecialPlayed(seat, choice[1], MARK_KINDS[FORCED_REST], None))
        table.out.append(Halted(seat, "forced_rest"))
    return "rest"


def play_end(table: LeafrunTable, seat: Seat, choice: list[Any]) -> str:
    """结束出牌；手里有事件触发时不能（L4.7，由选项空间挡住）。"""
    return "end"


ACTIONS = {
    "move": play_move,
    "end": play_end,
    "two_for_three": play_two_for_three,
    "two_for_one": play_two_for_one,
    "weapon": play_weapon,
    "armour": play_armour,
    "heal": play_recovery,
    "element": play_element,
    "rest": play_rest,
}


def play_trigger(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """事件触发：先进弃牌堆，掷 D20，执行对应事件（L4.7、L4.13）。"""
    table.drop(seat, card)
    table.triggers += 1
    if table.out is not None:
        table.out.append(TriggerPlayed(seat, card, table.triggers))
    face = yield from roll(table, seat, "event", table.setup.rules.event_die_sides)
    return (yield from happen(table, seat, card, face))


def play_special(table: LeafrunTable, seat: Seat, choice: list[Any]) -> None:
    """打随时牌（L4.12）：先还原进弃牌堆（L4.13），再结算。"""
    card = choice[1]
    kind = table.mark[card]
    target: Seat | None = choice[2] if kind == COME_HERE else None
    table.drop(seat, card)
    if table.out is not None:
        table.out.append(SpecialPlayed(seat, card, MARK_KINDS[kind], target))
    if target is not None:  # L8.1
        pull(table, seat, [target], "come_here")
    elif kind == RAINBOOM:  # L8.6
        table.rainboom[seat] = True
    elif kind == BEAR:  # L8.7：本轮不移动，下轮兑现；同轮多张不叠
        table.bear_pending[seat] = True
        table.halted[seat] = True
        if table.out is not None:
            table.out.append(Halted(seat, "bear"))
    else:  # L8.15
        place_roadblock(table, seat)


def place_roadblock(table: LeafrunTable, seat: Seat) -> None:
    """在自己格放一枚路障（L8.15）；放的人与放时已在该格者不付（L5.7）。"""
    cell = table.position[seat]
    exempt = [each for each in range(table.seats) if table.position[each] == cell]
    table.roadblocks.append(Barrier(cell, exempt))
    if table.out is not None:
        table.out.append(RoadblockPlaced(seat, cell, exempt[:]))
