"""E4 一套牌的数值，E5 特殊点数：按规则书的算式独立列表，逐套对照。"""

from __future__ import annotations

import pytest

from games.magicelite.events import Offset, SetPlayed
from games.magicelite.sets import Factor, legal_sets, strength_of
from tests.magicelite.position import Scene, named, only, position

NUMBER = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "J": 11, "Q": 12, "K": 13}
SINGLES = {
    # 花色: (A 的伤害, A 的回复, 数字牌的伤害, 数字牌的回复)
    "♠": (6, 0, lambda number: 1, lambda number: 0),
    "♣": (6, 0, lambda number: 1, lambda number: 0),
    "♦": (6, 0, lambda number: number, lambda number: 0),
    "♥": (5, 1, lambda number: 0, lambda number: number),
}
STRAIGHTS = ["A23456"[start : start + size] for size in range(2, 7) for start in range(7 - size)]
STRAIGHTS += ["JQ", "QK", "JQK"]
SETS = [suit + label for suit in SINGLES for label in NUMBER]
SETS += [" ".join(suit + label for label in labels) for suit in SINGLES for labels in STRAIGHTS]
SPOKEN = {
    # 手算的例子：规则书 E4 的字面。
    "♠3": (1, 0),
    "♠3 ♠4 ♠5": (3, 0),
    "♣A": (6, 0),
    "♠A ♠2 ♠3": (8, 0),
    "♦6": (6, 0),
    "♦J ♦Q ♦K": (36, 0),
    "♦A": (6, 0),
    "♦A ♦2": (8, 0),
    "♥6": (0, 6),
    "♥J ♥Q ♥K": (0, 36),
    "♥A": (5, 1),
    "♥A ♥2 ♥3 ♥4 ♥5 ♥6": (5, 21),
    "♣A ♣2 ♣3 ♣4 ♣5 ♣6": (11, 0),
    "♦A ♦2 ♦3 ♦4 ♦5 ♦6": (26, 0),
}


def expected(cards: str) -> tuple[int, int]:
    """独立写的算式：`(伤害, 回复)`。"""
    damage = healing = 0
    for name in cards.split():
        ace_damage, ace_healing, worth, heal = SINGLES[name[0]]
        if name[1:] == "A":
            damage, healing = damage + ace_damage, healing + ace_healing
        else:
            number = NUMBER[name[1:]]
            damage, healing = damage + worth(number), healing + heal(number)
    return damage, healing


def test_there_is_every_set():
    """E4.1 E4.2 E4.3：四种花色，各 9 张单张、18 种同花顺。"""
    assert len(SETS) == len(set(SETS)) == 4 * (9 + 18)
    table = position(" ".join(suit + label for suit in SINGLES for label in NUMBER), "♠2")
    listed = {" ".join(named(table, cards)) for cards in legal_sets(table.setup, table.hands[0])}
    assert listed == set(SETS)


@pytest.mark.parametrize(("cards", "value"), list(SPOKEN.items()))
def test_worked_examples(cards: str, value: tuple[int, int]):
    """E4.1 E4.2 E4.3"""
    assert expected(cards) == value


@pytest.mark.parametrize("number", [7, 10])
@pytest.mark.parametrize("cards", SETS)
def test_active_set(cards: str, number: int):
    """E4.1 E4.2 E4.3 E4.4 G1.5：主动打出的每一套。"""
    damage, healing = expected(cards)
    factor = 2 if number == 10 else 1
    scene = Scene(position(cards + " ♥2", "♠2", identities=f"♠{number} ♥7"))
    told = only(scene.play(0, cards, 1 if damage else None), SetPlayed)
    assert (told.base, told.damage, told.healing) == (damage, damage * factor, healing)
    assert [(each.name, each.value) for each in told.factors] == ([("double", 2)] if factor == 2 else [])
    if damage:
        assert scene.table.exchange is not None and scene.table.exchange.damage == damage * factor
    else:
        assert scene.table.exchange is None


@pytest.mark.parametrize("number", [7, 10])
@pytest.mark.parametrize("attack", ["♠3", "♦K", "♥A"])
@pytest.mark.parametrize("cards", SETS)
def test_response(cards: str, attack: str, number: int):
    """E4.4 E5.1 E6.1：OD = 己方伤害 + 己方回复 − 敌方伤害；含 4 则敌伤为 0。"""
    damage, healing = expected(cards)
    factor = 2 if number == 10 else 1
    enemy = 0 if "4" in cards else expected(attack)[0]
    scene = Scene(position(attack + " ♥2", cards + " ♥2", identities=f"♠7 ♥{number}", decks=4))
    scene.play(0, attack, 1)
    told = only(scene.play(1, cards), Offset)
    assert (told.own, told.healing, told.enemy) == (damage * factor, healing, enemy)
    assert told.incoming == expected(attack)[0]
    assert told.od == damage * factor + healing - enemy
    assert told.reasons == (["guard"] if "4" in cards else [])


@pytest.mark.parametrize("cards", SETS)
@pytest.mark.parametrize("factors", [[], [2], [100], [100, 5], [10, 1000], [10, 1000, 10**8]])
def test_factors_multiply_damage_only_without_limit(cards: str, factors: list[int]):
    """E4.4：倍率只乘伤害、不乘回复；各倍率相乘，可到 1 亿 × 1 万以上。"""
    table = position(cards, "♠2")
    product = 1
    for factor in factors:
        product *= factor
    damage, healing = expected(cards)
    strength = strength_of(table.setup, table.hands[0], [Factor("double", factor) for factor in factors])
    assert (strength.base, strength.damage, strength.healing) == (damage, damage * product, healing)


@pytest.mark.parametrize("cards", [each for each in SETS if len(each.split()) <= 2])
def test_marked_cards_are_multiplied_one_by_one(cards: str):
    """E4.4：打了标记的牌各自乘 1 亿，其余倍率再乘整套。"""
    table = position(cards, "♠2")
    names = cards.split()
    marked = table.hands[0][:1]
    strength = strength_of(table.setup, table.hands[0], [Factor("tenfold", 10)], marked, 10**8)
    rest = sum(expected(name)[0] for name in names[1:])
    assert strength.damage == 10 * (expected(names[0])[0] * 10**8 + rest)
    assert strength.healing == expected(cards)[1]


def test_four_does_not_guard_when_played_first():
    """E5.1：主动出的 4 不挡伤；回应的 4 挡，自己的数值照算，返还。"""
    scene = Scene(position("♠3 ♠4 ♠6 ♥2", "♦3 ♦4 ♥2"))
    scene.play(0, "♠3 ♠4", 1)
    told = only(scene.play(1, "♦3 ♦4"), Offset)
    assert (told.enemy, told.own, told.od) == (0, 7, 7)
    assert scene.main() == (0, "respond")
    told = only(scene.play(0, "♠6"), Offset)
    assert (told.enemy, told.own, told.od) == (7, 1, -6)


def test_five_draws_and_still_counts():
    """E5.2"""
    scene = Scene(position("♦5 ♥2", "♠2 ♥3"))
    told = only(scene.play(0, "♦5", 1), SetPlayed)
    assert told.damage == 5 and len(scene.table.hands[0]) == 6
