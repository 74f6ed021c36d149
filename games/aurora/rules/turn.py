"""一个回合（A2）：开始 → 摸牌 → 准备 → 主要 → 弃牌 → 结束。"""

from __future__ import annotations

from typing import Any

from games.aurora.events import Charged, Discarded, Expired, PhaseStarted, Reserved, TurnEnded, TurnStarted
from games.aurora.questions import DONE, IDLE, PickNote, Picks
from games.aurora.rules.cards import draw, highest, room_for_dodges, stow
from games.aurora.rules.choices import PrepareSpace
from games.aurora.rules.finish import conclude
from games.aurora.rules.wounds import strike_poison
from games.aurora.table import NOBODY, AuroraTable
from games.kernel import Ask, Flow, Seat, Secret

__all__ = ["discarding", "ending", "preparing", "turn"]


def turn(table: AuroraTable) -> Flow[None]:
    """回合开始，再摸牌（A2、A2.1）。"""
    seat = 1 - table.active
    table.active = seat
    table.turns += 1
    table.own_turns[seat] += 1
    table.awake = False
    if table.out is not None:
        table.out.append(TurnStarted(seat, table.turns, table.own_turns[seat]))
    expire(table, seat)
    for stack in table.stacks:
        if stack.seat == seat:
            stack.acted = 0
    rules = table.setup.rules
    draw(table, seat, rules.first_draw if table.turns == 1 else rules.draw, "turn")  # A2.1
    table.prepared = []
    table.phase = "preparing"
    return
    yield  # 这一段不问人，但仍是一段规则


def expire(table: AuroraTable, seat: Seat) -> None:
    """`seat` 放的「至下回合」到期（A4.10）：减伤与冰墙。"""
    kept = [guard for guard in table.guards if guard.seat != seat]
    if table.out is not None:
        for guard in table.guards:
            if guard.seat == seat:
                stack = None if guard.stack == NOBODY else table.stack_of(guard.stack)
                who = table.hero(seat) if stack is None else table.who(stack)
                table.out.append(Expired(seat, "guard_once" if guard.once else "guard", who, NOBODY))
    table.guards = kept
    for wall in table.walls:
        if wall.seat == seat:
            table.obstacles &= ~(1 << wall.cell)
            if table.out is not None:
                table.out.append(Expired(seat, "wall", None, wall.cell))
    table.walls = [wall for wall in table.walls if wall.seat != seat]


# ------------------------------------------------------------------ 准备（A2.2）
def preparing(table: AuroraTable) -> Flow[None]:
    """任意次序、每样一次：补闪避区、一张手牌入备用、一张蓄能（A2.2）。"""
    seat = table.active
    space = PrepareSpace(table, seat)
    if not table.prepared and table.out is not None:
        table.out.append(PhaseStarted(seat, "preparing"))
    if not space.something():
        start_main(table, seat)
        return
    choice: list[Any] = yield Ask(seat, "prepare", space, list(IDLE))
    if choice == IDLE:
        fill_dodges(table, seat)
        start_main(table, seat)
        return
    table.awake = True
    if choice == DONE:
        start_main(table, seat)
        return
    what = choice[0]
    table.prepared.append(what)
    if what == "dodge":
        stow(table, seat, "reserve", choice[1])
    elif what == "reserve":
        reserve(table, seat, choice[1])
    else:
        charge(table, seat, choice[1], choice[2])


def fill_dodges(table: AuroraTable, seat: Seat) -> None:
    """超时：备用区闪避力高的补满闪避区（A11.2）。"""
    if "dodge" not in table.prepared:
        cards = highest(table, table.reserves[seat], room_for_dodges(table, seat))
        if cards:
            stow(table, seat, "reserve", cards)


def reserve(table: AuroraTable, seat: Seat, card: int) -> None:
    """一张手牌放入备用区（A2.2）。"""
    table.hands[seat].remove(card)
    table.reserves[seat].append(card)
    if table.out is not None:
        table.out.append(Reserved(seat, len(table.reserves[seat]), Secret({seat: [card]})))


def charge(table: AuroraTable, seat: Seat, origin: str, card: int) -> None:
    """一张手牌或备用区的牌放到英雄下（A2.2）。"""
    zone = table.hands if origin == "hand" else table.reserves
    zone[seat].remove(card)
    charges = table.charges[seat]
    charges.append(card)
    if table.out is not None:
        table.out.append(Charged(seat, origin, 1, len(charges), Secret({seat: [card]})))


def start_main(table: AuroraTable, seat: Seat) -> None:
    """进入主要阶段（A2.3）：各样次数从头数。"""
    table.moved = table.played = table.deployed = 0
    table.skills_used = []
    table.phase = "main"
    if table.out is not None:
        table.out.append(PhaseStarted(seat, "main"))


# ------------------------------------------------------------------ 弃牌与结束（A2.4）
def discarding(table: AuroraTable) -> Flow[None]:
    """手牌多于 5 张则自选弃到 5 张（A2.4）。"""
    seat = table.active
    hand = table.hands[seat]
    over = len(hand) - table.setup.rules.hand_limit
    if over > 0:
        if table.out is not None:
            table.out.append(PhaseStarted(seat, "discarding"))
        cards: list[int] = yield Ask(
            seat, "discard", Picks(hand, over, over), lowest(table, hand, over), PickNote(over, over)
        )
        for card in cards:
            hand.remove(card)
        table.discards[seat] += cards
        if table.out is not None:
            table.out.append(Discarded(seat, "limit", cards[:]))
    table.phase = "ending"


def lowest(table: AuroraTable, cards: list[int], count: int) -> list[int]:
    """移动力 + 闪避力最低的几张（A11.3）。"""
    dodge, move = table.setup.dodge, table.setup.move
    return sorted(cards, key=lambda card: (dodge[card] + move[card], dodge[card], card))[:count]


def ending(table: AuroraTable) -> Flow[None]:
    """回合结束（A2）：毒发作，本回合的效果到期；看满没满回合数（A7.1）、该不该判负（A11.4）。"""
    seat = table.active
    yield from strike_poison(table, seat)
    if table.boosts[seat]:
        table.boosts[seat] = 0
        if table.out is not None:
            table.out.append(Expired(seat, "boost", None, NOBODY))
    own = table.own_turns[seat]
    for stack in table.stacks:
        stack.fresh = False  # A5.2：只管登场、升阶的那一回合，不论是谁的回合
        if stack.seat == seat and stack.rooted <= own:
            stack.rooted = 0
    if table.out is not None:
        table.out.append(TurnEnded(seat))
    count_idle(table, seat)
    if table.turns >= table.setup.rules.turn_cap:
        capped(table)
    table.phase = "turn"


def count_idle(table: AuroraTable, seat: Seat) -> None:
    """连续两次整回合超时判负（A11.4）；桌规也可改成只由大厅托管。"""
    table.idle[seat] = 0 if table.awake else table.idle[seat] + 1
    if table.setup.options.timeout == "forfeit" and table.idle[seat] >= table.setup.rules.idle_turns:
        conclude(table, [1 - seat], "timeout")


def capped(table: AuroraTable) -> None:
    """满 60 个回合：生命高者胜，同则平（A7.1）。"""
    first, second = table.health
    if first == second:
        conclude(table, [0, 1], "cap_tie")
    conclude(table, [0 if first > second else 1], "cap")
