"""电脑玩家：只看自己的 `View` 与问题。

- 「随机」在合法的回答里随便挑；
- 「普通」每一套、每个目标、每种声明都算一遍：打掉多少血、对方会返还多少、自己接不接得住、剩下的牌还能干什么；
  看不到的牌照 `forecast` 猜。留一张 4 防身，打血最少的，能平就平，会用技能。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log2
from typing import Any

from games.kernel import Ask, Choice, Player, Seat, Stream
from games.magicelite.forecast import Forecast, Holding
from games.magicelite.outlook import Weighed, strength, weigh
from games.magicelite.questions import NONE, PASS, RespondNote, SetSpace
from games.magicelite.view import View

RETRACTIONS = 8
"""「随机」每这么多次机会只悔一次牌。"""


@dataclass(frozen=True, slots=True)
class Weights:
    """「普通」把各样事折成多少点血；各代自己对弈调出来的（`docs/measurements.md`）。"""

    death: float = 30.0
    """自己被击杀；三代里是用掉一次风暴神或救命锦囊（G3.2）。"""
    kill: float = 15.0
    """击杀对方，另加；三代里是让对方用掉一次。"""
    hit: float = 1.0
    """对方的一点血。"""
    blood: float = 1.2
    """自己的一点血。"""
    rational: float = 0.5
    """对方有多会回应：0 是随便出，1 是总出最好的。"""
    card: float = 0.1
    """手里剩的一张牌。"""
    shield: float = 3.0
    """手里剩着 4。"""
    more_shields: float = 1.5
    """第二张起的每张 4。"""
    five: float = 0.8
    """手里剩的一张 5。"""
    strong: float = 0.8
    """手里最大的一套，每大一倍。"""
    returned: float = 0.3
    """接住返还以后再打回去的好处打几折。"""
    ready: float = 0.0
    """为大冒险备下的牌，胜算的对数每 1（G3.5）。"""
    venture: float = 0.0
    """大冒险的胜算每差一半值多少。"""
    patience: float = 1.0
    """大冒险的胜算过了这么多才愿意去，不然等更好的牌。"""
    feeding: float = 0.0
    """让贪吃鬼又并一张身份卡有多糟（G3.11）。"""
    judgment: float = 1.0
    """翻一张审判牌的好处打几折（G2.9）。"""
    bloodlust: float = 3.0
    """嗜血。"""
    rampage: float = 1.5
    """暴走：手里剩的一张带伤害的牌。"""
    hundredfold: float = -3.0
    """用掉借来的 ×100（G2.10）。"""
    aegis: float = -1.5
    """用掉一次护盾。"""
    control: float = 2.0
    """用掉一次控制。"""
    threat: float = 0.0
    """敌人下一次打来的坏处打几折。"""
    seven: float = 1.0
    """二代里一个 7 抵几个别的武将（G2.5）。"""
    fusing: float = 3.0
    """合体解锁（G2.10）。"""


WEIGHTS = {
    1: Weights(),
    2: Weights(
        death=9.0,
        kill=9.0,
        hit=1.2,
        blood=1.05,
        rational=0.25,
        card=0.0,
        shield=3.1,
        more_shields=1.25,
        five=0.7,
        strong=1.5,
        returned=1.0,
        judgment=0.6,
        hundredfold=-6.0,
        aegis=-1.4,
        control=1.1,
        threat=1.0,
        seven=3.0,
        fusing=25.0,
    ),
    3: Weights(
        death=2.6,
        kill=0.0,
        hit=0.0,
        blood=0.5,
        rational=0.25,
        shield=4.0,
        more_shields=1.1,
        strong=1.0,
        returned=0.1,
        ready=6.0,
        venture=20.0,
        patience=0.84,
        feeding=3.0,
        threat=0.5,
        bloodlust=3.0,
        rampage=0.8,
    ),
}
"""世代 → 轻重。"""


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
    answer = _ANSWERS.get(ask.what)
    # 选编号、抽、翻、被击杀、闪电豹、弃 4：超时的默认已经是好选择（E11）。
    return ask.default if answer is None else answer(Mind(view, ask.seat, stream), ask)


PLAYERS: Mapping[str, Player] = {"随机": random_player, "普通": sensible_player}
"""难度名 → 电脑玩家。"""


class Mind:
    """「普通」的一次决定。"""

    __slots__ = ("clashed", "forecast", "kept", "me", "pressed", "seat", "view", "weights")

    def __init__(self, view: View, seat: Seat, stream: Stream) -> None:
        self.view = view
        self.seat = seat
        self.me = view.players[seat]
        self.weights = WEIGHTS[view.generation]
        self.forecast = Forecast(view, stream)
        self.kept: tuple[list[int], list[int], list[Holding], float] | None = None
        self.clashed: dict[tuple[Seat, int], float] = {}
        self.pressed: dict[tuple[Seat, int], float] = {}

    # -------------------------------------------------------------- 手里
    def left(self, cards: Sequence[int]) -> tuple[list[int], int]:
        """出掉 `cards` 以后剩的牌，与会摸几张（E3.5）。"""
        rules, number = self.view.setup.rules, self.view.setup.number
        rest = [card for card in self.view.hand if card not in cards]
        fives = sum(1 for card in cards if number[card] == rules.draw_rank)
        return rest, fives * rules.draw_each + (0 if rest else rules.refill)

    def keeping(self, rest: Sequence[int], drawn: int, holdings: Sequence[Holding]) -> float:
        """剩下的牌值多少。"""
        weights, setup = self.weights, self.view.setup
        number, rules = setup.number, setup.rules
        shields = sum(1 for card in rest if number[card] == rules.shield_rank)
        value = weights.card * (len(rest) + drawn)
        value += weights.more_shields * max(0, shields - 1)
        value += weights.five * sum(1 for card in rest if number[card] == rules.draw_rank)
        for holding in holdings:
            share = weights.strong * log2(1 + holding.open)
            share += weights.shield if holding.guarded >= 0 else 0.0
            value += share / len(holdings)
        second = self.view.second
        if second is not None and "fusion" in self.me.skills and not second.fused[self.seat]:
            key = setup.data.trigger_number["fusion"]
            if any(number[card] == key and card not in rest for card in self.view.hand):
                value += weights.fusing
        if weights.threat:
            value -= weights.threat * self.awaiting(rest, holdings)
        if weights.ready:
            value += weights.ready * readiness(self.view, rest)
        return value

    def after(self, cards: list[int]) -> tuple[list[int], list[Holding], float]:
        """出掉 `cards` 以后：剩的牌、能干什么、值多少。同一套接连问只算一次。"""
        if self.kept is None or self.kept[0] != cards:
            rest, drawn = self.left(cards)
            holdings = self.forecast.holdings(rest, drawn)
            self.kept = cards, rest, holdings, self.keeping(rest, drawn, holdings)
            self.clashed.clear()
        return self.kept[1:]

    # -------------------------------------------------------------- 打与挨打
    def venturing(self, other: Seat, rest: Sequence[int]) -> float:
        """带着 `rest` 与 `other` 大冒险的好处：谁杀了谁都一样打，双方满血（G3.5）。"""
        weights = self.weights
        return 2 * weights.venture * (chance(self.view, self.seat, other, rest) - weights.patience)

    def life(self, seat: Seat) -> float:
        """二代里 `seat` 场上的武将比身后的强多少：强的死不得，弱的死了换上强的反而好（G2.1）。"""
        second = self.view.second
        if second is None or self.view.generation != 2:
            return 1.0
        number = self.view.players[seat].number
        return self.weights.seven if number == self.view.setup.data.skill_of["hundredfold"].number else 1.0

    def dying(self, source: Seat, rest: Sequence[int]) -> float:
        """被 `source` 击杀有多糟。"""
        if self.view.third is None:
            return self.weights.death * self.life(self.seat)
        if not saved(self.view, self.seat):
            return -self.venturing(source, rest)
        if chance(self.view, self.seat, source, rest) > self.weights.patience:
            return -self.venturing(source, rest)
        return self.weights.death

    def blow(self, target: Seat, damage: int, rest: Sequence[int]) -> float:
        """对方扣这么多血的好处。"""
        weights = self.weights
        player = self.view.players[target]
        if damage < player.health:
            return weights.hit * damage
        if self.view.third is None:
            return weights.hit * player.health + weights.kill * self.life(target)
        share = REFUSING if saved(self.view, target) else 0.0
        return share * weights.kill + (1 - share) * self.venturing(target, rest)

    def fed(self, seat: Seat) -> float:
        """贪吃鬼 `seat` 忽略一次的好处：还能并身份卡就并一张（G3.11）。"""
        third = self.view.third
        full = third is not None and len(third.eaten[seat]) >= self.view.setup.options.gluttony_cards
        return 0.0 if full else self.weights.feeding

    def reflecting(self, rest: Sequence[int]) -> float:
        """反射的好处：没有 4 可弃的都死，队友也一样（G3.11）。"""
        view = self.view
        total = 0.0
        for other in view.order:
            if other == self.seat:
                continue
            hands = self.forecast.replies(other)
            bare = sum(1 for replies in hands if not any(guarded for _, guarded in replies)) / len(hands)
            worth = self.blow(other, view.players[other].health, rest)
            total += -bare * worth if view.players[other].side == self.me.side else bare * worth
        return total

    def hurt(self, amount: int, source: Seat, rest: Sequence[int]) -> float:
        """被 `source` 扣这么多血的坏处。"""
        if amount >= self.me.health:
            return self.dying(source, rest)
        return self.weights.blood * amount

    def take(self, damage: int, rest: Sequence[int], target: Seat, holdings: Sequence[Holding]) -> float:
        """`target` 返还 `damage` 的坏处：看剩下的牌接不接得住，接住了还能打回去多少。"""
        if "wave" in self.me.skills:
            damage //= self.view.setup.rules.wave_divisor
        weights = self.weights
        total = 0.0
        for holding in holdings:
            worst = self.hurt(damage - holding.open, target, rest) if holding.open < damage else 0.0
            if holding.open > damage:
                worst = -weights.returned * self.press(target, holding.open - damage, rest)
            if holding.shields and worst > 0:
                # 4 挡得住这次，可对方还要再回应；又超过就再要一张 4。
                again, excess = self.forecast.beating(target, holding.open + max(0, holding.guarded))
                blocked = 0.5 * weights.shield + again**holding.shields * self.hurt(int(excess), target, rest)
                blocked -= weights.returned * self.press(target, holding.guarded, rest)
                worst = min(worst, blocked)
            total += worst
        return total / len(holdings)

    def awaiting(self, rest: Sequence[int], holdings: Sequence[Holding]) -> float:
        """只剩一名敌人时，轮到他打过来的坏处：剩下的牌接不接得住，接住了能打回去多少；人多时未必打我，不算。"""
        enemies = self.view.enemies(self.seat)
        attacks = self.forecast.attacks(enemies[0]) if len(enemies) == 1 else []
        if not attacks:
            return 0.0
        total = sum(self.take(damage, rest, enemies[0], holdings) for damage in attacks if damage)
        return total / len(attacks)

    def press(self, target: Seat, damage: int, rest: Sequence[int]) -> float:
        """`target` 要回应 `damage`：他可能扣多少血、会不会死，不算他再返还。"""
        known = self.pressed.get((target, damage))
        if known is not None:
            return known
        player = self.view.players[target]
        if "gluttony" in player.skills and damage <= self.view.setup.rules.gluttony_limit:
            return -self.fed(target)
        enemy = damage // self.view.setup.rules.wave_divisor if "wave" in player.skills else damage
        total = 0.0
        hands = self.forecast.replies(target)
        for replies in hands:
            values = [
                0.0 if guarded or value >= enemy else self.blow(target, enemy - value, rest)
                for value, guarded in replies
            ]
            if values:
                total += self.mixed(values)
        self.pressed[target, damage] = total / len(hands)
        return total / len(hands)

    def mixed(self, values: Sequence[float]) -> float:
        """对方的各种回应对自己的好处 → 料想的好处：看他有多会回应。"""
        rational = self.weights.rational
        return rational * min(values) + (1 - rational) * sum(values) / len(values)

    def clash(self, target: Seat, damage: int, rest: Sequence[int], holdings: Sequence[Holding]) -> float:
        """`clash_of`，同一套里同样的攻击只算一次。"""
        value = self.clashed.get((target, damage))
        if value is None:
            value = self.clashed[target, damage] = self.clash_of(target, damage, rest, holdings)
        return value

    def clash_of(self, target: Seat, damage: int, rest: Sequence[int], holdings: Sequence[Holding]) -> float:
        """用 `damage` 打 `target` 的好处：他可能的每一手牌、每一种回应都看一遍。"""
        view, weights = self.view, self.weights
        player = view.players[target]
        if "gluttony" in player.skills and damage <= view.setup.rules.gluttony_limit:
            return -self.fed(target)
        enemy = damage // view.setup.rules.wave_divisor if "wave" in player.skills else damage
        second = view.second
        covered = second is not None and bool(
            second.shields[target] or any(feud.controller == target for feud in second.feuds)
        )
        bodies = 0 if second is None else len(second.numbers[target])
        deadly = bodies > 0 and view.setup.options.real_body == "dies" and view.exchange is None
        known: dict[int, float] = {}

        def outcome(od: int) -> float:
            value = known.get(od)
            if value is None:
                if od > 0:
                    value = -self.take(od, rest, target, holdings)
                elif od == 0 or covered:
                    value = 0.0
                else:
                    value = self.blow(target, player.health if deadly else -od, rest)
                known[od] = value
            return value

        total = 0.0
        hands = self.forecast.replies(target)
        for replies in hands:
            values = [outcome(value if guarded else value - enemy) for value, guarded in replies]
            if values:
                total += self.mixed(values)
        value = total / len(hands)
        if bodies > 1 and view.exchange is None:
            return value / bodies + 0.5 * weights.hit * (bodies - 1) / bodies
        return value


# ------------------------------------------------------------------ 值多少
WEAKEST = 0.05
"""目标每少一点血，另加。"""
REFUSING = 0.6
"""还有风暴神、救命锦囊的人，被击杀时多半不去大冒险（G3.2）。"""
BIG = 11
"""大冒险里这么大的一张，多半一下打死人，或把对方的伤害整个返还（G3.5）。"""
FADING = 0.88
"""大冒险里越靠后的牌越用不上。"""
DEEP = 7
"""大冒险里翻得到的大约这么多张。"""
STATURE = 0.15
"""血上限多一点，胜算的对数多多少。"""


def readiness(view: View, left: Sequence[int]) -> float:
    """带着 `left`（先得到的在上）去大冒险，胜算的对数比摸牌去打高多少（G3.5）：拿大量对局量出来的。"""
    setup = view.setup
    total, share = 0.0, 1.0
    for card in left[:DEEP]:
        damage, healing = setup.damage[card], setup.healing[card]
        if damage >= BIG:
            worth = 1.2
        elif healing >= BIG:
            worth = 0.5
        else:
            worth = 0.09 * (damage + 0.8 * healing - 4.2)
        if setup.number[card] == setup.rules.shield_rank:
            worth += 0.15
        total += share * worth
        share *= FADING
    return total


def chance(view: View, seat: Seat, other: Seat, left: Sequence[int]) -> float:
    """`seat` 带着 `left` 与 `other` 大冒险的胜算，0 到 1。"""
    ahead = view.players[seat].cap - view.players[other].cap
    return 1 / (1 + exp(-readiness(view, left) - STATURE * ahead))


def saved(view: View, seat: Seat) -> bool:
    """还有风暴神或救命锦囊（G3.2）。"""
    third = view.third
    return third is not None and bool(third.storms[seat] or third.bags[seat])


def declared_value(mind: Mind, use: Sequence[Any], rest: Sequence[int]) -> float:
    """声明一门技能本身的好处，结算里看不出来的那部分；`rest` 是出完剩的牌。"""
    view, weights, key = mind.view, mind.weights, use[0]
    if key == "hundredfold":
        return weights.hundredfold
    if key == "control":
        return weights.control
    if key == "aegis":
        return weights.aegis
    if key == "judgment":
        return judging(mind)
    if key == "bloodlust":
        return weights.bloodlust
    if key == "freezing":
        return 0.8
    if key == "thaw":
        return 0.6
    if key == "rampage":
        return weights.rampage * min(3, sum(1 for card in rest if view.setup.damage[card]))
    return 0.0


def judging(mind: Mind) -> float:
    """翻一张审判牌（G2.9）：四种花色各四分之一，同花色的各 −5，死了另算。"""
    view, weights = mind.view, mind.weights
    damage = view.setup.rules.judgment_damage
    total = 0.0
    for seat in view.order:
        player = view.players[seat]
        mine = player.side == mind.me.side
        worth = (weights.blood if mine else weights.hit) * min(damage, player.health)
        if player.health <= damage:
            worth += weights.death if mine else weights.kill
        total += (-worth if mine else worth) / len(view.setup.data.suits)
    return weights.judgment * total


# ------------------------------------------------------------------ 主动
def play(mind: Mind, ask: Ask) -> Choice:
    """每一套、每个目标、每种声明都算一遍，取最好的。"""
    space = ask.options
    assert isinstance(space, SetSpace)
    before = prepare(mind.view, ask)
    if before is not None:
        return before
    best, value = best_set(mind, ask)
    if PASS in space.extras and value < mind.weights.strong:
        return PASS
    return best


def best_set(mind: Mind, ask: Ask) -> tuple[Choice, float]:
    """最好的一套与它的好处；没有能出的一套就是超时的默认。"""
    best: Choice = ask.default
    top = float("-inf")
    for choice in ask.options:
        if choice[0] != "set":
            continue
        _, cards, target, uses = choice
        rest, holdings, kept = mind.after(cards)
        mine = strength(mind.view, mind.seat, cards, uses)
        worth = kept + mind.weights.blood * min(mine.healing, mind.me.cap - mind.me.health)
        if target is not None:
            worth += mind.clash(target, mine.damage, rest, holdings)
            # 差不多时打血最少的。
            worth += WEAKEST * (10 - min(10, mind.view.players[target].health))
        worth += sum(declared_value(mind, use, rest) for use in uses)
        if worth > top:
            best, top = choice, worth
    return best, top


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
def respond(mind: Mind, ask: Ask) -> Choice:
    """每一套、每种声明都算一遍，连同忽略。"""
    space, note = ask.options, ask.note
    assert isinstance(space, SetSpace) and isinstance(note, RespondNote)
    best: Choice = ask.default
    top = float("-inf")
    for choice in space:
        worth = response_value(mind, note, choice)
        if worth > top:
            best, top = choice, worth
    return best


def response_value(mind: Mind, note: RespondNote, choice: Choice) -> float:
    """这样回应有多好。"""
    if choice == ["retract"]:
        return float("-inf")
    view, seat = mind.view, mind.seat
    if choice == NONE:
        return -mind.hurt(note.enemy, note.attacker, [])
    if choice == ["gluttony"]:
        holdings = mind.forecast.holdings(view.hand, 0)
        return mind.keeping(view.hand, 0, holdings) + mind.fed(seat)
    if choice[0] != "set":
        # 不出牌的护盾、控制（G2.7）：保住这次。
        holdings = mind.forecast.holdings(view.hand, 0)
        return mind.keeping(view.hand, 0, holdings) + declared_value(mind, choice, view.hand)
    _, cards, _, uses = choice
    rest, holdings, value = mind.after(cards)
    value += outcome_value(mind, note, weigh(view, seat, note, cards, uses), rest, holdings)
    return value + sum(declared_value(mind, use, rest) for use in uses)


def outcome_value(
    mind: Mind, note: RespondNote, weighed: Weighed, rest: Sequence[int], holdings: Sequence[Holding]
) -> float:
    """回应的结果有多好，不算剩下的牌与技能本身。"""
    for use in weighed.uses:
        if use[0] == "framing":
            return mind.clash(use[1], weighed.strength.damage + note.damage, rest, holdings)
        if use[0] == "reflection":
            return mind.reflecting(rest)
        if use[0] == "control":
            return mind.weights.hit * min(note.damage, mind.view.players[use[1]].health)
    if weighed.fatal:
        return -mind.dying(note.attacker, rest) + 0.001 * max(-1000, weighed.od)
    value = -mind.weights.blood * weighed.loss
    if weighed.od > 0 and mind.view.players[note.attacker].alive:
        value += mind.clash(note.attacker, weighed.od, rest, holdings)
    return value


def revive(mind: Mind, ask: Ask) -> Choice:
    """有 5 就复活，打出最好的一套。"""
    return best_set(mind, ask)[0]


def death(mind: Mind, ask: Ask) -> Choice:
    """备下的牌好就直接去大冒险，不然照次序用风暴神、救命锦囊（G3.2）。"""
    enemies = mind.view.enemies(mind.seat)
    if "adventure" not in ask.options or not enemies:
        return ask.default
    # 题面没说击杀者是谁，按最难打的那个算。
    toughest = max(enemies, key=lambda seat: mind.view.players[seat].cap)
    if chance(mind.view, mind.seat, toughest, mind.view.hand) > mind.weights.patience:
        return "adventure"
    return ask.default


_ANSWERS: dict[str, Callable[[Mind, Ask], Choice]] = {
    "play": play,
    "respond": respond,
    "revive": revive,
    "death": death,
}
