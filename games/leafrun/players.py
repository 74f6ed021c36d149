"""电脑玩家：只看自己的 `View` 与问题。

- 「随机」在合法的回答里随便挑；
- 「普通」先把走动算一遍再决定打几张行动牌：能走多远、扣多少体力、会不会昏厥、会不会陷进沼泽。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from games.kernel import Ask, Choice, Player, Seat, Stream
from games.leafrun.data import ARMOR, EFFECT, ELEMENT, RECOVERY, TRIGGER
from games.leafrun.questions import ARMOUR, HALF, ROLL, TAKE
from games.leafrun.setup import BEAR, COME_HERE, FORCED_REST, PLAIN, RAINBOOM, RECEIVED, ROADBLOCK
from games.leafrun.view import Barrier, Held, Standing, View

PASSES = 8
"""「随机」每这么多次插话机会只用一次。"""


def random_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """「随机」：均匀（或近似均匀）抽一个合法回答；插话的机会八次里放过七次。"""
    if optional and stream.below(PASSES):
        return None
    return ask.sample(stream)


def sensible_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """「普通」：见各问题的函数。不插话时返回 `None`。"""
    return _ANSWERS[ask.what](view, ask)


PLAYERS: Mapping[str, Player] = {"随机": random_player, "普通": sensible_player}
"""难度名 → 电脑玩家。"""


# ------------------------------------------------------------------ 预见走动
class Walked(NamedTuple):
    """走完会怎样。"""

    cell: int
    walked: int
    """走了几格，也就是摸几张。"""
    health: int
    fainted: bool
    overshoot: int
    """到终点时超出的步数；没到为 -1。"""


def expected_ground(view: View, seat: Seat) -> list[str]:
    """轮到自己踏上去时的地形：前面的人会先把林间、沼泽踏成落叶（L5.4、L5.5）。

    只算已经看得到的步数；同格与后面的人不会比自己先到。
    """
    ground = list(view.terrain)
    mine = view.players[seat].position
    last = len(ground) - 1
    for other in view.players:
        if other.position <= mine or other.finished or other.fainted >= 0:
            continue
        if other.halted or other.resin or other.skipping:
            continue
        steps = other.move + other.added - max(0, other.load - other.limit)
        cell = other.position
        while steps > 0 and cell < last:
            cell += 1
            steps -= 1
            if ground[cell] == "V":
                ground[cell] = "L"
                break
            if ground[cell] == "F":
                ground[cell] = "L"
    return ground


def foresee(
    ground: Sequence[str],
    barriers: Sequence[Barrier],
    player: Standing,
    steps: int,
    damage: int,
    *,
    painless: bool = False,
) -> Walked:
    """从 `player` 的格子走 `steps` 步会怎样（L5）；`painless` 时不扣体力。"""
    seat = player.seat
    cell = player.position
    health = player.health
    shield = player.armour is not None
    walked = 0
    left = steps
    if left and barriers:
        left = max(0, left - _toll(barriers, seat, cell))
    sliding = False
    while left or sliding:
        cell += 1
        walked += 1
        if sliding:
            sliding = False
        else:
            left -= 1
        here = ground[cell]
        if here == "E":
            return Walked(cell, walked, health, False, left)
        if here == "F" and not painless:
            if shield:
                shield = False
            else:
                health -= damage
                if health <= 0:
                    return Walked(cell, walked, 0, True, -1)
        elif here == "V":
            left = 0
        toll = _toll(barriers, seat, cell) if barriers else 0
        if toll > left:
            return Walked(cell, walked, health, False, -1)
        left -= toll
        sliding = not left and here == "G"
    return Walked(cell, walked, health, False, -1)


def _toll(barriers: Sequence[Barrier], seat: Seat, cell: int) -> int:
    """这格的路障要付几步（L5.7）。"""
    return sum(1 for each in barriers if each.cell == cell and seat not in each.exempt)


def worth(before: Standing, after: Walked) -> float:
    """走成 `after` 值多少：一格一分，体力有价，昏厥要停一轮多，到终点最好。"""
    if after.overshoot >= 0:
        return after.walked + 8.0 + 0.5 * after.overshoot
    value = after.walked - 0.35 * (before.health - after.health)
    if after.fainted:
        # 昏厥停一轮，醒来却有半血：体力本来就低时没那么亏。
        return value - 4.0
    if after.health <= 2:
        value -= 1.0
    return value


class Outlook:
    """一次出牌决定要用的：自己的情况、手牌分类、前面的路。"""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.me = me = view.players[seat]
        setup = view.setup
        self.rules = setup.rules
        self.actions: list[int] = []
        self.others: list[Held] = []
        """能当代价的非行动牌。"""
        self.specials: list[Held] = []
        self.triggers: list[int] = []
        for held in view.hand:
            if setup.action[held.card]:
                self.actions.append(held.card)
            elif not setup.trigger[held.card]:
                self.others.append(held)
            elif held.mark == PLAIN:
                self.triggers.append(held.card)
            else:
                self.specials.append(held)
        self.per_action = self.rules.bear_action_steps if me.bear_active else self.rules.action_steps
        self.still = me.halted or me.resin
        """本轮不移动。"""
        self._ground: list[str] | None = None

    @property
    def ground(self) -> list[str]:
        """前面的路，用到才算。"""
        if self._ground is None:
            self._ground = expected_ground(self.view, self.seat)
        return self._ground

    @property
    def overload(self) -> int:
        """超重几张。"""
        return max(0, self.me.load - self.me.limit)

    def steps(self, count: int) -> int:
        """再打 `count` 张行动牌以后的步数：牌打出去负重也轻了（L5.1）。"""
        if self.still:
            return 0
        me = self.me
        over = max(0, me.load - count * self.rules.card_load - me.limit)
        return max(0, me.move + me.added + count * self.per_action - over)

    def walk(self, count: int, *, painless: bool = False) -> Walked:
        """再打 `count` 张行动牌会走成怎样。"""
        painless = painless or self.me.rainboom
        return foresee(
            self.ground,
            self.view.roadblocks,
            self.me,
            self.steps(count),
            self.rules.forest_damage,
            painless=painless,
        )

    def best_count(self) -> int:
        """打几张行动牌最值；一样值就少打。"""
        if self.still or not self.actions:
            return 0
        best = 0
        value = worth(self.me, self.walk(0))
        for count in range(1, len(self.actions) + 1):
            after = self.walk(count)
            # 留着的行动牌以后还能用；但走得多摸得多，手里会满。
            crowded = self.me.load - count + after.walked > self.me.limit
            price = (0.2 if crowded else 0.6) * count
            if worth(self.me, after) - price > value:
                best = count
                value = worth(self.me, after) - price
        return best

    def finishes(self) -> bool:
        """行动牌全打就能到终点。"""
        return self.walk(len(self.actions)).overshoot >= 0


# ------------------------------------------------------------------ 牌的去留
def keeping(view: View, seat: Seat, held: Held) -> float:
    """这张手牌值得留的程度：行动牌最值，效果牌最不值。"""
    setup = view.setup
    me = view.players[seat]
    if held.mark > RECEIVED:
        return {COME_HERE: 5.0, RAINBOOM: 4.0, BEAR: 5.5, ROADBLOCK: 3.0, FORCED_REST: 0.0}[held.mark]
    if held.mark == RECEIVED:
        return 0.5
    category = setup.category[held.card]
    if setup.action[held.card]:
        return 6.0
    if category == ELEMENT:
        return 7.0 if len(me.buffs) < 3 else 0.5
    if category == ARMOR:
        return 4.0 if me.armour is None else 1.5
    if category == RECOVERY:
        return 4.0 if me.max_health - me.health >= setup.rules.recovery_health else 2.5
    if category == TRIGGER:
        return 1.2
    return 0.0 if category == EFFECT else 2.0


def cheapest(view: View, seat: Seat, allowed: Sequence[int], count: int) -> list[int]:
    """`allowed` 里最不值得留的 `count` 张。"""
    return [held.card for held in ordered(view, seat, view.hand) if held.card in allowed][:count]


def ordered(view: View, seat: Seat, hand: Sequence[Held]) -> list[Held]:
    """最不值得留的在前。"""
    return sorted(hand, key=lambda held: (keeping(view, seat, held), held.card))


# ------------------------------------------------------------------ 出牌回合
def turn(view: View, ask: Ask) -> Choice:
    """先做稳赚的，再触发事件，再换牌，最后决定走几步。"""
    outlook = Outlook(view, ask.seat)
    for step in (prepare, trigger, renew, hand_over, use_special, move):
        choice = step(outlook)
        if choice is not None:
            return choice
    return ["end"]


def prepare(outlook: Outlook) -> Choice:
    """装备、元素、受伤时回血。"""
    me = outlook.me
    category = outlook.view.setup.category
    hurt = me.max_health - me.health
    for held in outlook.others:
        kind = category[held.card]
        if kind == ARMOR and (me.armour is None or outlook.overload):
            return ["armour", held.card]
        if kind == ELEMENT and len(me.buffs) < 3:
            return ["element", held.card, next(buff for buff in (2, 1, 3) if buff not in me.buffs)]
        if kind == RECOVERY and (hurt >= outlook.rules.recovery_health or (hurt and outlook.overload)):
            return ["heal", held.card]
    return None


def trigger(outlook: Outlook) -> Choice:
    """事件触发必须打（L4.7），满额则留到下回合。"""
    if outlook.triggers and outlook.view.triggers < outlook.rules.events_per_turn:
        return ["event", outlook.triggers[0]]
    return None


def renew(outlook: Outlook) -> Choice:
    """二换三总是略赚；多余的非行动牌二弃一。这轮就能到终点时不折腾。"""
    view, rules, seat = outlook.view, outlook.rules, outlook.seat
    if not outlook.others or outlook.finishes():
        return None
    junk = ordered(view, seat, outlook.others)
    if outlook.actions and view.exchanges < rules.two_for_three_per_turn:
        return ["two_for_three", outlook.actions[0], junk[0].card]
    cost = rules.two_for_one_cost
    if view.trades < rules.two_for_one_per_turn and len(junk) >= cost:
        # 留一张给下回合的二换三；快超重了就不留。
        spare = len(junk) > cost or outlook.me.load >= outlook.me.limit
        if spare and keeping(view, seat, junk[cost - 1]) < 4.0:
            return ["two_for_one", [held.card for held in junk[:cost]]]
    return None


def hand_over(outlook: Outlook) -> Choice:
    """武器给够得着的、最靠前的人，压他的负重。"""
    view = outlook.view
    weapons = [
        held
        for held in outlook.others
        if held.mark == PLAIN and view.setup.category[held.card] not in (ARMOR, EFFECT, RECOVERY, ELEMENT)
    ]
    if not weapons:
        return None
    here = outlook.me.position
    targets = [
        each
        for each in view.players
        if each.seat != outlook.seat
        and not each.finished
        and abs(each.position - here) <= outlook.rules.weapon_range
    ]
    if not targets:
        return None
    # 昏厥的人用不上步数，给他最不划算。
    target = max(
        targets,
        key=lambda each: (
            each.fainted < 0,
            each.position,
            each.load - each.limit,
            -away(view, outlook.seat, each.seat),
        ),
    )
    return ["weapon", weapons[0].card, target.seat]


def away(view: View, seat: Seat, other: Seat) -> int:
    """`other` 是 `seat` 的第几个下家。难分高下时先找近的下家：若总找座位号小的，前面的座位会吃亏。"""
    return (other - seat) % len(view.players)


def use_special(outlook: Outlook) -> Choice:
    """特殊牌：各有各的时机。"""
    for held in outlook.specials:
        choice = _SPECIALS[held.mark](outlook, held)
        if choice is not None:
            return choice
    return None


def use_come_here(outlook: Outlook, held: Held) -> Choice:
    """把前面恰好够得着的人拉回来。"""
    return come_here(outlook.view, outlook.seat, held)


def come_here(view: View, seat: Seat, held: Held) -> Choice:
    """「给我过来」：前面拉得到的人里最靠前的；没有则不打。"""
    here = view.players[seat].position
    reach = view.setup.rules.come_here_distance
    exact = view.setup.options.come_here_exact
    best: Standing | None = None
    for each in view.players:
        ahead = each.position - here
        if ahead <= 0 or each.finished or each.resin or ahead > reach or (exact and ahead != reach):
            continue
        if best is None or each.position > best.position:
            best = each
    return None if best is None else ["special", held.card, best.seat]


def use_rainboom(outlook: Outlook, held: Held) -> Choice:
    """不扣体力就能冲到终点，或反正要昏厥而能多走许多时用。"""
    if outlook.still or outlook.me.rainboom:
        return None
    count = len(outlook.actions)
    plain, free = outlook.walk(count), outlook.walk(count, painless=True)
    if free.overshoot >= 0:
        return ["special", held.card] if plain.overshoot < 0 else None
    if outlook.walk(0).fainted and free.walked >= plain.walked + 3:
        return ["special", held.card]
    return None


def use_bear(outlook: Outlook, held: Held) -> Choice:
    """这轮到不了终点，而攒着的行动牌加倍更值，或体力快没了时用。"""
    me = outlook.me
    if me.bear_pending or me.bear_active or me.rainboom or me.added or outlook.finishes():
        return None
    if outlook.still or len(outlook.actions) > me.move or me.health <= 2 * outlook.rules.forest_damage:
        return ["special", held.card]
    return None


def use_roadblock(outlook: Outlook, held: Held) -> Choice:
    """后面不远有人要经过时放。"""
    here = outlook.me.position
    for each in outlook.view.players:
        if each.seat != outlook.seat and not each.finished and 0 < here - each.position <= 5:
            return ["special", held.card]
    return None


def use_rest(outlook: Outlook, held: Held) -> Choice:
    """本来就不能移动，或走了也只是昏厥、超重走不动时，趁机打掉。"""
    if outlook.triggers and outlook.view.triggers < outlook.rules.events_per_turn:
        return None
    if outlook.still:
        return ["rest", held.card]
    after = outlook.walk(outlook.best_count())
    if after.overshoot < 0 and (after.walked <= 1 or (after.fainted and after.walked <= 3)):
        return ["rest", held.card]
    return None


_SPECIALS: dict[int, Callable[[Outlook, Held], Choice]] = {
    COME_HERE: use_come_here,
    RAINBOOM: use_rainboom,
    BEAR: use_bear,
    ROADBLOCK: use_roadblock,
    FORCED_REST: use_rest,
}


def move(outlook: Outlook) -> Choice:
    """打最值的张数。"""
    count = outlook.best_count()
    return ["move", outlook.actions[:count]] if count else None


# ------------------------------------------------------------------ 其余的问题
def interject(view: View, ask: Ask) -> Choice:
    """别人的回合里只用「给我过来」：别的都等自己的回合。"""
    for held in view.hand:
        if held.mark == COME_HERE:
            choice = come_here(view, ask.seat, held)
            if choice is not None:
                return choice
    return None


def by_default(view: View, ask: Ask) -> Choice:
    """角色、增益：超时的默认已经是好选择（L10.1、L10.3、L10.5）。"""
    return ask.default


def roll(view: View, ask: Ask) -> Choice:
    return ROLL


def wake(view: View, ask: Ask) -> Choice:
    """半血苏醒：早一轮就多走一轮。"""
    return HALF


def exchange(view: View, ask: Ask) -> Choice:
    """开局换牌、以物易物：把不值得留的都换掉。"""
    poor = [held.card for held in view.hand if held.mark <= RECEIVED and keeping(view, ask.seat, held) < 3.0]
    return [card for card in poor if [card] in ask.options]


def light_dash(view: View, ask: Ask) -> Choice:
    """弃不值得留的牌前进；行动牌打出也是一步还能摸牌，只在弃了能到终点时才弃，弃到刚好够。"""
    outlook = Outlook(view, ask.seat)
    if outlook.me.resin:
        return []
    pool = [held for held in ordered(view, ask.seat, view.hand) if [held.card] in ask.options]
    each = outlook.rules.light_dash_steps
    best: list[int] = []
    value = 0.0
    for count in range(1, len(pool) + 1):
        after = foresee(
            outlook.ground,
            view.roadblocks,
            outlook.me,
            count * each,
            outlook.rules.forest_damage,
            painless=outlook.me.rainboom,
        )
        gain = worth(outlook.me, after) - 0.2 * sum(keeping(view, ask.seat, held) for held in pool[:count])
        if gain > value:
            value = gain
            best = [held.card for held in pool[:count]]
        if after.overshoot >= 0:
            break
    return best


def trade(view: View, ask: Ask) -> Choice:
    """手牌里行动牌少就多换，多就只换一张；找手牌最多的人。"""
    hand = view.hand
    good = sum(1 for held in hand if view.setup.action[held.card])
    most: dict[Seat, int] = {}
    for target, count in ask.options:
        most[target] = max(count, most.get(target, 0))
    target = max(most, key=lambda seat: (most[seat], -away(view, ask.seat, seat)))
    return [target, most[target] if 5 * good < 2 * len(hand) else 1]


def resin(view: View, ask: Ask) -> Choice:
    """粘住最靠前的对手；只剩一张行动牌时，只粘快到终点的。"""
    actions = [held.card for held in view.hand if view.setup.action[held.card]]
    rivals = [
        each
        for each in view.players
        if each.seat != ask.seat
        and not each.finished
        and not each.halted
        and not each.resin
        and not each.skipping
        and each.fainted < 0
    ]
    if not actions or not rivals:
        return None
    rival = max(rivals, key=lambda each: (each.position, -away(view, ask.seat, each.seat)))
    near = len(view.terrain) - 1 - rival.position <= 6
    behind = rival.position < view.players[ask.seat].position - 3
    if (len(actions) >= 2 and not behind) or near:
        return [actions[0], rival.seat]
    return None


def give_up(view: View, ask: Ask) -> Choice:
    """丢三落四、换道、释放：给出最不值得留的。"""
    every = [held.card for held in view.hand if held.mark != FORCED_REST]
    return cheapest(view, ask.seat, every, ask.note)


def salvage(view: View, ask: Ask) -> Choice:
    """能取就取：自己没有防具先取防具，否则取手牌。要给就给手牌，给最靠后的人。"""
    options: list[Any] = sorted(ask.options, key=lambda option: away(view, ask.seat, option[1]))
    wearing = view.players[ask.seat].armour is not None
    takes = [option for option in options if option[0] == TAKE]
    if takes:
        return next((option for option in takes if (option[2] == ARMOUR) != wearing), takes[0])
    return min(
        options,
        key=lambda option: (option[2] == ARMOUR, view.players[option[1]].position),
    )


def swap(view: View, ask: Ask) -> Choice:
    """换到最靠前的位置。"""
    return max(ask.options, key=lambda seat: (view.players[seat].position, -away(view, ask.seat, seat)))


def walk(view: View, ask: Ask) -> Choice:
    """自选步数：算一遍每种走法。"""
    outlook = Outlook(view, ask.seat)
    best = max(ask.options)
    value = float("-inf")
    for steps in sorted(ask.options, reverse=True):
        after = foresee(
            outlook.ground,
            view.roadblocks,
            outlook.me,
            steps,
            outlook.rules.forest_damage,
            painless=outlook.me.rainboom,
        )
        if worth(outlook.me, after) > value:
            value = worth(outlook.me, after)
            best = steps
    return best


_ANSWERS: dict[str, Callable[[View, Ask], Choice]] = {
    "roll": roll,
    "character": by_default,
    "exchange": exchange,
    "wake": wake,
    "turn": turn,
    "interject": interject,
    "light_dash": light_dash,
    "barter": exchange,
    "trade": trade,
    "resin": resin,
    "scatter": give_up,
    "salvage": salvage,
    "salvage_cards": give_up,
    "swap": swap,
    "buff": by_default,
    "walk": walk,
    "keep_buff": by_default,
    "trim": give_up,
}
