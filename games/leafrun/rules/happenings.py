"""二十个事件（L8）。每个函数是一个事件；返回结束回合的原因，空串为继续。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel import Ask, Choice, Flow, Seat, Secret, Subset, Together
from games.leafrun.events import (
    ArmourMoved,
    BecameSpecial,
    BindingLifted,
    Bound,
    BuffGained,
    CardsMoved,
    Discarded,
    EventBegan,
    EventSkipped,
    Halted,
    LeavesRegrew,
    MagicBound,
    ResinThrown,
    SkipsNextRound,
)
from games.leafrun.questions import ARMOUR, CARDS, GIVE, TAKE
from games.leafrun.rules.dice import roll
from games.leafrun.rules.hands import burdensome, cheapest, discard_all, half_up, heaviest, losable
from games.leafrun.rules.movement import advance
from games.leafrun.rules.transfers import pull, swap
from games.leafrun.setup import MARK_KINDS, MARK_OF, RECEIVED
from games.leafrun.table import FRIENDSHIP, NOTHING, LeafrunTable


def happen(table: LeafrunTable, seat: Seat, card: int, face: int) -> Flow[str]:
    """执行掷出的事件；`card` 是打出的那张事件触发，此刻在弃牌堆顶。"""
    kind = table.setup.data.faces.kind[face]
    if table.out is not None:
        table.out.append(EventBegan(seat, face, kind, False))
    if kind == "rewind":
        return (yield from rewind(table, seat, card))
    table.last_event = face
    return (yield from EFFECTS[kind](table, seat, card))


def skip(table: LeafrunTable, seat: Seat, kind: str, reason: str) -> None:
    """说一声略过。"""
    if table.out is not None:
        table.out.append(EventSkipped(seat, kind, reason))


def bystanders(table: LeafrunTable, seat: Seat) -> list[Seat]:
    """可被指定的其他人：未到终点，昏厥者也算（L3.2、L6.3）。"""
    places = table.places[-1]
    return [each for each in range(table.seats) if each != seat and not places[each]]


# ------------------------------------------------------------------ 成牌的：1、6、7、15、19
def keep_as(kind: str) -> Callable[[LeafrunTable, Seat, int], Flow[str]]:
    """打出的那张事件触发回到手里，成为特殊牌（L8.1、L8.6、L8.7、L8.15、L8.19）。"""
    mark = MARK_OF[kind]

    def effect(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
        table.discard.remove(card)
        table.mark[card] = mark
        table.give(seat, card)
        if table.out is not None:
            table.out.append(BecameSpecial(seat, card, kind))
        return ""
        yield  # 让它与别的事件一样是协程

    return effect


# ------------------------------------------------------------------ 2、10：立即前进
def light_dash(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """弃任意张占负重的牌，每张前进 1 格（L8.2）；可弃事件触发、路障。"""
    pool = burdensome(table, seat)
    if not pool:
        skip(table, seat, "light_dash", "no_cards")
        return ""
    cards: list[int] = yield Ask(seat, "light_dash", Subset(pool, 0, len(pool)), [])
    if not cards:
        skip(table, seat, "light_dash", "declined")
        return ""
    discard_all(table, seat, cards)
    if table.out is not None:
        table.out.append(Discarded(seat, cards[:], "light_dash"))
    go_ahead(table, seat, len(cards) * table.setup.rules.light_dash_steps, "light_dash")
    return ""


def use_terrain(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """掷 D6，立即前进 ⌊点数/2⌋ 格；触发地形、不扣体力、不摸牌（L8.10）。"""
    rules = table.setup.rules
    value = yield from roll(table, seat, "use_terrain", rules.use_terrain_die_sides)
    go_ahead(table, seat, value // rules.use_terrain_divisor, "use_terrain")
    return ""


def go_ahead(table: LeafrunTable, seat: Seat, steps: int, kind: str) -> None:
    """立即前进；被树脂球固定者不能（L5.12、L8.9）。"""
    if table.resin[seat]:
        skip(table, seat, kind, "resin")
    elif steps <= 0:
        skip(table, seat, kind, "no_steps")
    else:
        advance(table, seat, steps, kind)


# ------------------------------------------------------------------ 3、14：拉与换
def attraction(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """掷 D6，前后 ≤ 点数内的玩家都拉到自己格（L8.3）；树脂球固定的拉不动（L8.9）。"""
    sides = table.setup.rules.attraction_die_sides
    value = yield from roll(table, seat, "attraction", sides)
    position = table.position
    here = position[seat]
    targets = [
        each
        for each in bystanders(table, seat)
        if 0 < abs(position[each] - here) <= value and not table.resin[each]
    ]
    if targets:
        pull(table, seat, targets, "attraction")
    else:
        skip(table, seat, "attraction", "no_target")
    return ""


def swap_places(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """与不同格的最近者换位；等距先取前方，再自选（L8.14）。"""
    if table.resin[seat]:  # L8.9：自己也换不动
        skip(table, seat, "swap_places", "resin")
        return ""
    position = table.position
    here = position[seat]
    others = [each for each in bystanders(table, seat) if position[each] != here and not table.resin[each]]
    if not others:
        skip(table, seat, "swap_places", "no_target")
        return ""
    near = min(abs(position[each] - here) for each in others)
    nearest = [each for each in others if position[each] == here + near]
    if not nearest:
        nearest = [each for each in others if position[each] == here - near]
    target: Seat = nearest[0]
    if len(nearest) > 1:
        target = yield Ask(seat, "swap", nearest, nearest[0])  # L10.4
    swap(table, seat, target)
    return ""


# ------------------------------------------------------------------ 4、17：束缚与友谊
def physical_binding(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """所有元素增益失效，直到有人打出新的元素牌或友谊永恒；当前体力截到上限（L8.4）。"""
    table.bound = True
    clipped: list[tuple[Seat, int]] = []
    for each in range(table.seats):
        most = table.max_health(each)
        if table.health[each] > most:
            table.health[each] = most
            clipped.append((each, most))
    if table.out is not None:
        table.out.append(Bound(clipped))
    return ""
    yield  # 让它与别的事件一样是协程


def friendship(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """每人（含昏厥者、已到终点者）自选一个还没有的元素增益，持续到游戏结束；解除物理束缚（L8.17）。"""
    if table.bound:
        table.bound = False
        if table.out is not None:
            table.out.append(BindingLifted("friendship"))
    asks: list[Ask] = []
    for each, sources in enumerate(table.buffs):
        missing = [buff for buff in (1, 2, 3) if sources[buff - 1] == NOTHING]
        if missing:
            default = next(buff for buff in (2, 1, 3) if buff in missing)  # L10.3
            asks.append(Ask(each, "buff", missing, default))
    if not asks:
        skip(table, seat, "friendship", "no_target")
        return ""
    answers: dict[Seat, int] = yield Together(asks)
    for each, buff in answers.items():
        table.buffs[each][buff - 1] = FRIENDSHIP
        if table.out is not None:
            table.out.append(BuffGained(each, buff, True))
    return ""


# ------------------------------------------------------------------ 5、11、12：弃与摸
def barter(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """可弃任意张，再摸同样张（L8.5）。"""
    pool = losable(table, seat)
    if not pool:
        skip(table, seat, "barter", "no_cards")
        return ""
    cards: list[int] = yield Ask(seat, "barter", Subset(pool, 0, len(pool)), [])
    if not cards:
        skip(table, seat, "barter", "declined")
        return ""
    discard_all(table, seat, cards)
    if table.out is not None:
        table.out.append(Discarded(seat, cards[:], "barter"))
    table.draw(seat, len(cards), "barter")
    return ""


def scatter(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """自选弃掉一半手牌，半数进位；「自由的强制休息」不计入总数、不能弃（L8.11）。"""
    pool = losable(table, seat)
    count = min(half_up(len(pool), table.setup.rules.scatter_divisor), len(pool))
    if not count:
        skip(table, seat, "scatter", "no_cards")
        return ""
    cards = pool
    if count < len(pool):
        default = heaviest(table, pool, count)
        cards = yield Ask(seat, "scatter", Subset(pool, count, count), default, count)
    discard_all(table, seat, cards)
    if table.out is not None:
        table.out.append(Discarded(seat, cards[:], "scatter"))
    return ""


def royal_gift(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """摸 当前体力/2 张，半数进位（L8.12）。"""
    table.draw(seat, half_up(table.health[seat], table.setup.rules.royal_gift_divisor), "royal_gift")
    return ""
    yield  # 让它与别的事件一样是协程


# ------------------------------------------------------------------ 8、13：易手
def move_cards(table: LeafrunTable, source: Seat, target: Seat, cards: list[int], reason: str) -> None:
    """牌易手，记号跟着走（L4.13）；内容只有双方知道，特殊牌公开（L9）。"""
    for card in cards:
        table.take(source, card)
        table.give(target, card)
    if table.out is not None:
        mark = table.mark
        specials = [(card, MARK_KINDS[mark[card]]) for card in cards if mark[card] > RECEIVED]
        known = Secret({source: cards[:], target: cards[:]})
        table.out.append(CardsMoved(source, target, reason, len(cards), specials, known))


def pick_at_random(table: LeafrunTable, pool: list[int], count: int) -> list[int]:
    """从 `pool` 里随机抽 `count` 张（就地取走）。"""
    return [pool.pop(table.below(len(pool))) for _ in range(min(count, len(pool)))]


def forced_trade(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """随机抽一名玩家 n 张，再由他从此时全部可抽手牌随机抽回 n 张（L8.8）。"""
    available = {each: len(losable(table, each)) for each in bystanders(table, seat)}
    options: list[Choice] = [
        [each, count] for each, most in available.items() for count in range(1, most + 1)
    ]
    if not options:
        skip(table, seat, "forced_trade", "no_target")
        return ""
    able = [each for each, most in available.items() if most]
    richest = max(able, key=lambda each: len(table.hands[each]))
    default = [richest, min(table.setup.rules.forced_trade_default, available[richest])]  # L10.4
    target, count = yield Ask(seat, "trade", options, default)
    taken = pick_at_random(table, losable(table, target), count)
    move_cards(table, target, seat, taken, "trade")
    returned = pick_at_random(table, losable(table, seat), count)
    move_cards(table, seat, target, returned, "trade_back")
    return ""


def salvage(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """捡漏与释放（L8.13）：前方有人则取；无人在前但同格有人则取或给；独自最前则给后方。"""
    position = table.position
    here = position[seat]
    others = bystanders(table, seat)
    ahead = [each for each in others if position[each] > here]
    options: list[Choice] = []
    default_give = False
    if ahead:
        near = min(position[each] for each in ahead)
        for each in ahead:
            if position[each] == near:
                options += takings(table, each)
    elif level := [each for each in others if position[each] == here]:
        for each in level:
            options += takings(table, each)
        for each in level:
            options += givings(table, seat, each)
    else:
        # 默认给后方最前者，同格座次先（L10.4）。
        for each in sorted(others, key=lambda each: -position[each]):
            options += givings(table, seat, each)
        default_give = True
    if not options:
        skip(table, seat, "salvage", "no_target")
        return ""
    if default_give or options[0][0] == GIVE:
        # 给则先给手牌，其中先非行动牌（L10.4）；没有手牌可给才给防具。
        default = next((option for option in options if option[2] == CARDS), options[0])
    else:
        # 同样近的几人里谁穿着防具就取谁的，都没有才取座次最先者的手牌（L10.4）。
        worn = (option for option in options if option[0] == TAKE and option[2] == ARMOUR)
        default = next(worn, options[0])
    mode, target, what = yield Ask(seat, "salvage", options, default)
    source, receiver = (target, seat) if mode == TAKE else (seat, target)
    if what == ARMOUR:
        armour = table.armour[source]
        table.armour[source] = NOTHING
        table.give(receiver, armour)  # L8.13：防具进手牌
        if table.out is not None:
            table.out.append(ArmourMoved(source, receiver, armour))
        return ""
    pool = losable(table, source)
    count = min(table.setup.rules.salvage_cards, len(pool))  # 不足有多少给多少
    if mode == TAKE:
        move_cards(table, source, receiver, pick_at_random(table, pool, count), "salvage_take")
        return ""
    cards = pool
    if count < len(pool):
        default = cheapest(table, pool, count)
        cards = yield Ask(seat, "salvage_cards", Subset(pool, count, count), default, count)
    move_cards(table, source, receiver, list(cards), "salvage_give")
    return ""


def takings(table: LeafrunTable, target: Seat) -> list[Choice]:
    """能从 `target` 取的：防具、手牌（L8.13）；默认有防具取防具（L10.4）。"""
    options: list[Choice] = []
    if table.armour[target] != NOTHING:
        options.append([TAKE, target, ARMOUR])
    if losable(table, target):
        options.append([TAKE, target, CARDS])
    return options


def givings(table: LeafrunTable, seat: Seat, target: Seat) -> list[Choice]:
    """能给 `target` 的：自己的防具、手牌（L8.13）。"""
    options: list[Choice] = []
    if table.armour[seat] != NOTHING:
        options.append([GIVE, target, ARMOUR])
    if losable(table, seat):
        options.append([GIVE, target, CARDS])
    return options


# ------------------------------------------------------------------ 9、18、20
def resin(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """可把 1 张行动牌当树脂球打出，任一玩家到本轮结束不能移动、不能被拉换（L8.9）。

    没有行动牌也照问：不问等于告诉大家他没有行动牌。
    """
    places = table.places[-1]
    targets = [each for each in range(table.seats) if not places[each]]
    action = table.setup.action
    options: list[Choice] = [None]
    options += [[held, each] for held in table.hands[seat] if action[held] for each in targets]
    choice: Any = yield Ask(seat, "resin", options, None)  # L10.4：不用
    if choice is None:
        skip(table, seat, "resin", "declined")
        return ""
    held, target = choice
    table.drop(seat, held)
    table.resin[target] = True
    if table.out is not None:
        table.out.append(ResinThrown(seat, held, target))
    return ""


def stumble(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """立即结束本回合出牌，本轮不移动（⚙或改跳下一轮）（L8.18）。"""
    if table.setup.options.stumble == "skip_next":
        table.skips_next[seat] = True
        if table.out is not None:
            table.out.append(SkipsNextRound(seat))
    else:
        table.halted[seat] = True
        if table.out is not None:
            table.out.append(Halted(seat, "stumble"))
    return "stumble"
    yield  # 让它与别的事件一样是协程


def magic_binding(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """武器、防具、效果、恢复牌负重翻倍，同轮多次叠乘（L8.20）。"""
    table.magic *= table.setup.rules.magic_binding_factor
    if table.out is not None:
        table.out.append(MagicBound(table.magic))
    return ""
    yield  # 让它与别的事件一样是协程


# ------------------------------------------------------------------ 16
def rewind(table: LeafrunTable, seat: Seat, card: int) -> Flow[str]:
    """先重复上一个发生过的、不是 16 的事件，再让本跑道所有落叶变林间，站在上面者不扣血（L8.16）。"""
    reason = ""
    face = table.last_event
    if face:
        kind = table.setup.data.faces.kind[face]
        if table.out is not None:
            table.out.append(EventBegan(seat, face, kind, True))
        reason = yield from EFFECTS[kind](table, seat, card)
    else:
        skip(table, seat, "rewind", "none_before")
    leaves = [cell for cell, ground in enumerate(table.terrain) if ground == "L"]
    for cell in leaves:
        table.terrain[cell] = "F"
    if table.out is not None:
        table.out.append(LeavesRegrew(len(leaves)))
    return reason


EFFECTS: dict[str, Callable[[LeafrunTable, Seat, int], Flow[str]]] = {
    "come_here": keep_as("come_here"),
    "light_dash": light_dash,
    "attraction": attraction,
    "physical_binding": physical_binding,
    "barter": barter,
    "rainboom": keep_as("rainboom"),
    "bear": keep_as("bear"),
    "forced_trade": forced_trade,
    "resin": resin,
    "use_terrain": use_terrain,
    "scatter": scatter,
    "royal_gift": royal_gift,
    "salvage": salvage,
    "swap_places": swap_places,
    "roadblock": keep_as("roadblock"),
    "friendship": friendship,
    "stumble": stumble,
    "forced_rest": keep_as("forced_rest"),
    "magic_binding": magic_binding,
}
"""事件效果 → 它的规则；时光倒流在 `happen` 里单独处理。"""
