"""电脑玩家：只看自己的 `View` 与问题。

- 「随机」在合法的回答里随便挑；
- 「普通」每一套都算一遍：扣多少血、打掉多少血、花几张牌、摸几张牌；留一张 4 防身，打血最少的，能平就平，会用技能。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.kernel import Ask, Choice, Player, Seat, Stream
from games.magicelite.outlook import Weighed, strength, weigh
from games.magicelite.questions import NONE, PASS, RespondNote, SetSpace
from games.magicelite.view import View

RETRACTIONS = 8
"""「随机」每这么多次机会只悔一次牌。"""

DEATH = 60.0
"""被击杀有多糟，按血算。"""
KILL = 6.0
"""击杀的好处，另加血。"""
SHIELD = 2.0
"""花掉一张 4 的代价；最后一张加倍。"""
CARD = 0.25
"""花掉一张牌的代价。"""
DRAWN = 0.35
"""摸一张牌的好处。"""
QUALITY = 1.6
"""三代里一张牌每一点数值值多少：被击杀、击杀到头来都是大冒险，那时比的是手里牌的好坏（G3.5）。"""
SAVED = 3.0
"""三代里被击杀有多糟：还有风暴神、救命锦囊，或者打一场大冒险（G3.2）。"""
BLOOD = 0.3
"""三代里一点血值多少：大冒险时双方都满血（G3.5）。"""
AVERAGE = 4.2
"""从库里摸一张，伤害与回复平均有多少（E4）。"""
TYPICAL = 5
"""一套回应通常有多少（倍率未乘）。"""


def random_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """「随机」：在合法的回答里抽；悔牌的机会八次里放过七次。"""
    if optional and stream.below(RETRACTIONS):
        return None
    choice = ask.sample(stream)
    if choice == ["retract"] and not optional and stream.below(RETRACTIONS):
        return ask.default
    return choice


def sensible_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """「普通」：见各问题的函数。从不悔牌。"""
    if optional:
        return None
    return _ANSWERS.get(ask.what, by_default)(view, ask)


PLAYERS: Mapping[str, Player] = {"随机": random_player, "普通": sensible_player}
"""难度名 → 电脑玩家。"""


def by_default(view: View, ask: Ask) -> Choice:
    """选编号、抽、翻、被击杀、闪电豹、弃 4：超时的默认已经是好选择（E11）。"""
    return ask.default


# ------------------------------------------------------------------ 值多少
def price(view: View, seat: Seat, cards: Sequence[int]) -> float:
    """花掉这些牌的代价，减去会摸到的牌的好处（E3.5）。"""
    setup = view.setup
    rules = setup.rules
    held = sum(1 for card in view.hand if setup.number[card] == rules.shield_rank)
    used = sum(1 for card in cards if setup.number[card] == rules.shield_rank)
    fives = sum(1 for card in cards if setup.number[card] == rules.draw_rank)
    drawn = fives * rules.draw_each + (rules.refill if len(cards) == len(view.hand) else 0)
    cost = CARD * len(cards) + SHIELD * used - DRAWN * drawn
    if view.third is not None:
        # 同样的数值，单花色的小牌先出，大牌留给大冒险。
        cost += QUALITY * sum(setup.damage[card] + setup.healing[card] for card in cards)
    return cost + SHIELD if used and used == held else cost


def readiness(view: View, cards: Sequence[int]) -> float:
    """出掉 `cards` 之后去大冒险有多好：手里牌的平均数值比库里的高多少（G3.5）；4 能挡，算两张。"""
    setup = view.setup
    left = [card for card in view.hand if card not in cards]
    if not left:
        return 0.0
    shield = setup.rules.shield_rank
    total = sum(
        2 * AVERAGE if setup.number[card] == shield else setup.damage[card] + 0.5 * setup.healing[card]
        for card in left
    )
    return total / len(left) - AVERAGE


def saved(view: View, seat: Seat) -> bool:
    """还有风暴神或救命锦囊（G3.2）。"""
    third = view.third
    return third is not None and bool(third.storms[seat] or third.bags[seat])


def dying(view: View, seat: Seat, cards: Sequence[int]) -> float:
    """被击杀有多糟。"""
    if view.third is None:
        return DEATH
    return SAVED if saved(view, seat) else SAVED - readiness(view, cards)


def blow(view: View, target: Seat, damage: int, cards: Sequence[int] = ()) -> float:
    """对 `target` 造成 `damage` 点伤害（他还要回应）的好处。"""
    if damage <= 0:
        return 0.0
    health = view.players[target].health
    if view.third is None:
        return 0.6 * min(damage, health) + (KILL if damage >= health else 0.0)
    if damage < health:
        return BLOOD * damage
    return BLOOD * health + (SAVED if saved(view, target) else 1.5 * readiness(view, cards))


def backlash(view: View, seat: Seat, target: Seat, damage: int) -> float:
    """打得太轻，他回应之后返还多少的坏处。"""
    answer = TYPICAL
    for factor in view.players[target].factors:
        answer *= factor.value
    over = min(max(0, answer - damage), view.players[seat].health)
    # 自己手里还有 4 就不怕返还。
    shield = view.setup.rules.shield_rank
    safe = any(view.setup.number[card] == shield for card in view.hand)
    return (0.15 if safe else 0.35) * (1.0 if view.third is None else BLOOD) * over


def declared_value(view: View, seat: Seat, use: Sequence[Any], cards: Sequence[int]) -> float:
    """声明一门技能本身的好处，结算里看不出来的那部分。"""
    key = use[0]
    if key == "framing":
        return 0.5
    if key == "control":
        return 2.0
    if key == "judgment":
        mine = view.setup.identities.suit[view.players[seat].identity]
        enemies = [view.setup.identities.suit[view.players[each].identity] for each in view.enemies(seat)]
        return 0.9 * len(enemies) - (3.0 if view.players[seat].health <= 5 and mine not in enemies else 1.2)
    if key == "reflection":
        return 5.0
    if key == "bloodlust":
        return 2.5 + 0.1 * view.players[use[1]].health
    if key == "freezing":
        return 0.8
    if key == "thaw":
        return 0.6
    if key == "rampage":
        left = [card for card in view.hand if card not in cards]
        return 1.5 * min(3, sum(1 for card in left if view.setup.damage[card]))
    if key == "aegis":
        return -1.5
    return 0.0


# ------------------------------------------------------------------ 主动
def play(view: View, ask: Ask) -> Choice:
    """每一套、每个目标、每种声明都算一遍，取最好的。"""
    space = ask.options
    assert isinstance(space, SetSpace)
    seat = ask.seat
    before = prepare(view, ask)
    if before is not None:
        return before
    best: Choice = ask.default
    value = float("-inf")
    for choice in space:
        if choice[0] != "set":
            continue
        _, cards, target, uses = choice
        worth = play_value(view, seat, cards, target, uses)
        if worth > value:
            best, value = choice, worth
    if PASS in space.extras and value < -0.5:
        return PASS
    return best


def play_value(view: View, seat: Seat, cards: list[int], target: Seat | None, uses: list[list[Any]]) -> float:
    """主动出这一套有多好。"""
    mine = strength(view, seat, cards, uses)
    me = view.players[seat]
    value = (1.2 if view.third is None else BLOOD) * min(mine.healing, me.cap - me.health) - price(
        view, seat, cards
    )
    if target is not None:
        value += blow(view, target, mine.damage, cards) - backlash(view, seat, target, mine.damage)
        value += 0.05 * (10 - min(10, view.players[target].health))
    return value + sum(declared_value(view, seat, use, cards) for use in uses)


def prepare(view: View, ask: Ask) -> Choice:
    """出牌前：钻石够就买保命与加伤害的，血多时埋雷；不做为 `None`。"""
    third = view.third
    if third is None:
        return None
    seat = ask.seat
    me = view.players[seat]
    wanted: list[Choice] = []
    if not third.leopards[seat]:
        wanted.append(["buy", "leopard"])
    if not third.dragons[seat]:
        wanted.append(["buy", "dragon"])
    if me.health >= me.cap and len(view.enemies(seat)) > 1:
        wanted.append(["mine"])
    return next((choice for choice in wanted if choice in ask.options), None)


# ------------------------------------------------------------------ 回应
def respond(view: View, ask: Ask) -> Choice:
    """能忽略就忽略；否则每一套、每种声明都算一遍。"""
    space, note = ask.options, ask.note
    assert isinstance(space, SetSpace) and isinstance(note, RespondNote)
    if ["gluttony"] in space.extras:
        return ["gluttony"]
    seat = ask.seat
    best: Choice = ask.default
    value = float("-inf")
    for choice in space:
        worth = response_value(view, seat, note, choice)
        if worth > value:
            best, value = choice, worth
    return best


def response_value(view: View, seat: Seat, note: RespondNote, choice: Choice) -> float:
    """这样回应有多好。"""
    if choice == ["retract"]:
        return float("-inf")
    if choice == NONE:
        return -DEATH
    if choice[0] != "set":
        # 不出牌的护盾、控制（G2.7）：保住这次。
        return -0.5 + declared_value(view, seat, choice, [])
    _, cards, _, uses = choice
    weighed = weigh(view, seat, note, cards, uses)
    value = outcome_value(view, seat, note, weighed)
    return value + sum(declared_value(view, seat, use, cards) for use in uses)


def outcome_value(view: View, seat: Seat, note: RespondNote, weighed: Weighed) -> float:
    """回应的结果有多好，不算技能本身。"""
    value = -price(view, seat, weighed.cards)
    for use in weighed.uses:
        if use[0] == "framing":
            return value + blow(view, use[1], weighed.strength.damage + note.damage)
        if use[0] == "control":
            return value + blow(view, use[1], note.damage)
    if weighed.fatal:
        return value - dying(view, seat, weighed.cards) + 0.001 * max(-1000, weighed.od)
    value -= (1.0 if view.third is None else BLOOD) * weighed.loss
    if weighed.od > 0 and view.players[note.attacker].alive:
        value += blow(view, note.attacker, weighed.od, weighed.cards) - 0.3 * backlash(
            view, seat, note.attacker, weighed.od
        )
    return value


def revive(view: View, ask: Ask) -> Choice:
    """有 5 就复活，打得最重的一套、打血最少的人。"""
    best: Choice = ask.default
    value = float("-inf")
    for choice in ask.options:
        if choice[0] != "set":
            continue
        _, cards, target, uses = choice
        worth = play_value(view, ask.seat, cards, target, uses)
        if worth > value:
            best, value = choice, worth
    return best


_ANSWERS: dict[str, Callable[[View, Ask], Choice]] = {"play": play, "respond": respond, "revive": revive}
