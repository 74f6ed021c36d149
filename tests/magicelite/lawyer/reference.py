"""交锋算术的另一份写法：只照条文 E3.2、E3.5、E4、E5、E6 与 G1、G2 的数值句子写成，不用引擎的任何代码。

牌是 (花色, 数字)：花色取 "♠♥♣♦" 之一，数字 A=1、J=11、Q=12、K=13（E1.4）。
"""

from collections.abc import Sequence
from dataclasses import dataclass

Card = tuple[str, int]

LOW_RUN = (1, 2, 3, 4, 5, 6)
HIGH_RUN = (11, 12, 13)
LAST_RETURNING_ANSWER = 40


def is_one_set(cards: Sequence[Card], least: int = 2) -> bool:
    """单张，或同花色、数字连续、不跨两段的一串，至少 least 张（E3.2）。"""
    if len(cards) == 1:
        return True
    if len(cards) < least or len({suit for suit, _ in cards}) != 1:
        return False
    numbers = sorted(number for _, number in cards)
    run = LOW_RUN if numbers[0] in LOW_RUN else HIGH_RUN
    start = run.index(numbers[0])
    return tuple(numbers) == run[start : start + len(numbers)]


def damage_of(card: Card) -> int:
    """一张牌未乘倍率的伤害（E4.1–E4.3）。"""
    suit, number = card
    if number == 1:
        return 5 if suit == "♥" else 6
    return {"♠": 1, "♣": 1, "♦": number, "♥": 0}[suit]


def healing_of(card: Card) -> int:
    """一张牌的回复（E4.3）。"""
    suit, number = card
    return number if suit == "♥" else 0


def damage(cards: Sequence[Card], multiplier: int = 1) -> int:
    """一套牌的伤害，倍率已乘（E4.4）。"""
    return sum(damage_of(card) for card in cards) * multiplier


def healing(cards: Sequence[Card]) -> int:
    """一套牌的回复，不乘倍率（E4.4）。"""
    return sum(healing_of(card) for card in cards)


def shields(cards: Sequence[Card]) -> bool:
    """回应里有没有地王盾（E5.1）。"""
    return any(number == 4 for _, number in cards)


def drawn(cards: Sequence[Card], left_in_hand: int) -> int:
    """打出这一套后补几张：每张 5 补 5，手牌出空再补 5（E3.5）。"""
    fives = sum(number == 5 for _, number in cards)
    return 5 * fives + (5 if left_in_hand == 0 else 0)


def offset(cards: Sequence[Card], incoming: int, multiplier: int = 1, *, judging: bool = False) -> int:
    """OD（E6.1）。含 4 时敌伤视为 0（E5.1），发动审判时也按 0（G2.9）。"""
    enemy = 0 if judging or shields(cards) else incoming
    return damage(cards, multiplier) + healing(cards) - enemy


def framed(cards: Sequence[Card], incoming: int, multiplier: int = 1) -> int:
    """嫁祸后的总伤害：己方这套的伤害加敌方的伤害，♥A 的回复不计入（G1.4）。"""
    return damage(cards, multiplier) + incoming


def healed(health: int, ceiling: int, cards: Sequence[Card]) -> int:
    """主动打出这套之后的血量，不超上限（E6.5）。"""
    return max(health, min(ceiling, health + healing(cards)))


@dataclass(frozen=True)
class Outcome:
    """一次交锋的结果：答了几次，谁（0 原攻击方、1 原受击方）失了多少血（挡住时为 0）。"""

    answers: int
    wounded: int | None
    loss: int
    running: int | None
    """仍待对方回应的伤害；交锋已结束则为 None。"""


def exchange(
    opening: int, answers: Sequence[Sequence[Card]], multipliers: tuple[int, int] = (1, 1)
) -> Outcome:
    """从一次攻击起逐次回应，直到有一方不再返还（E6.2、E6.3、E6.6）。

    opening 是主动那套已乘倍率的伤害；返还的 OD 不再乘倍率。
    """
    incoming = opening
    for index, cards in enumerate(answers):
        answering = 1 - index % 2
        left = offset(cards, incoming, multipliers[answering])
        count = index + 1
        if left < 0:
            return Outcome(count, answering, -left, None)
        if left == 0 or count > LAST_RETURNING_ANSWER:
            return Outcome(count, None, 0, None)
        incoming = left
    return Outcome(len(answers), None, 0, incoming)
