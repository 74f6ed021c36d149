"""E11 超时默认，通用与初代。"""

from __future__ import annotations

import pytest

from games.magicelite.table import Exchange
from tests.magicelite.position import DATA, Scene, position


def default_of(scene: Scene, seat: int) -> tuple[list[str], int | None, list[list[object]]]:
    """默认回答写成 `(牌名, 目标, 用法)`。"""
    kind, cards, target, uses = scene.asked(seat).default
    assert kind == "set"
    return [scene.table.setup.deck.name[card] for card in cards], target, uses


@pytest.mark.parametrize(
    ("hand", "health", "cards", "target"),
    [
        ("♦K ♥6 ♥2 ♥3 ♠3", 5, ["♥2"], None),  # 血不满：最小纯♥
        ("♦K ♥6 ♥2 ♥3 ♠3", 7, ["♥2"], None),  # 满血：伤害最低的单张，♥ 没有伤害
        ("♦K ♦2 ♠A ♠3", 5, ["♠3"], 2),
        ("♦K ♦2 ♠A ♥A", 5, ["♦2"], 2),  # ♥A 有伤害，不是纯♥
        ("♦K ♣A", 7, ["♣A"], 2),
        ("♠J ♠3 ♣2", 7, ["♣2"], 2),
    ],
)
def test_active_default(hand: str, health: int, cards: list[str], target: int | None):
    """E11.1：目标取顺位下一敌（1 号已死，顺位是 2 号）。"""
    scene = Scene(position(hand, "♥2", "♥3", dead=[1], health=[health]))
    assert default_of(scene, 0) == (cards, target, [])


def test_next_enemy_wraps_round():
    """E11.1"""
    scene = Scene(position("♥2", "♥3", "♠3 ♦K", active=2))
    assert default_of(scene, 2) == (["♠3"], 0, [])


@pytest.mark.parametrize(
    ("hand", "damage", "health", "cards"),
    [
        ("♦6 ♦2 ♦3 ♠4 ♥6", 5, 7, ["♥6"]),  # 一张够
        ("♦2 ♦3 ♠4 ♠2", 5, 7, ["♦2", "♦3"]),  # 两张才够，不用 4
        ("♦2 ♠4 ♠2", 5, 7, ["♦2"]),  # 不够、不致命：OD 最大，不用 4
        ("♦2 ♠4 ♠2", 9, 7, ["♠4"]),  # 致命：用 4
        ("♦2 ♣3 ♠2", 9, 7, ["♦2"]),  # 致命、没有 4：OD 最大
        ("♠4 ♥4", 3, 7, ["♥4"]),  # 只有含 4 的
        ("♦2 ♠3 ♠4 ♠5", 20, 7, ["♠4"]),  # 含 4 的取张数最少
    ],
)
def test_response_default(hand: str, damage: int, health: int, cards: list[str]):
    """E11.2"""
    table = position("♠3 ♥2", hand, health=[None, health], phase="respond")
    table.exchange = Exchange(0, 1, damage, [], "play", 0)
    picked, target, uses = default_of(Scene(table), 1)
    assert target is None and uses == []
    if cards == ["♥6"]:
        assert picked in (["♥6"], ["♦6"])
    elif cards == ["♥4"]:
        assert picked in (["♥4"], ["♠4"])
    else:
        assert picked == cards


@pytest.mark.parametrize(
    ("hand", "damage", "cards", "uses"),
    [
        ("♠A ♠2 ♥3", 30, ["♠A"], [["framing", 0]]),  # 致命：嫁祸给攻击者
        ("♠A ♠2 ♥3", 9, ["♠A", "♠2"], []),  # 不致命：OD 最大
        ("♠A ♠4 ♥3", 30, ["♠4"], []),  # 有 4 就用 4
    ],
)
def test_framing_only_when_lethal(hand: str, damage: int, cards: list[str], uses: list[object]):
    """E11.3"""
    table = position("♠3 ♥2", hand, "♥2 ♥3", identities="♠10 ♠9 ♠7", phase="respond")
    table.exchange = Exchange(0, 1, damage, [], "play", 0)
    assert default_of(Scene(table), 1) == (cards, None, uses)


@pytest.mark.parametrize(("hand", "cards"), [("♦5 ♥3", ["♦5"]), ("♠4 ♠5 ♠6", ["♠5"]), ("♥5 ♥6", ["♥5"])])
def test_revival_default(hand: str, cards: list[str]):
    """E11.3：恶贼自动出单张 5、目标击杀者。"""
    table = position("♦K ♥2", "♠2 " + hand, "♥2 ♥4", identities="♠10 ♠8 ♠7")
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠2")
    assert scene.main() == (1, "revive")
    assert default_of(scene, 1) == (cards, None if cards == ["♥5"] else 0, [])
    scene.default()
    assert scene.table.alive[1]


def test_without_a_five_the_default_is_to_die():
    """E11.3"""
    table = position("♦K ♥2", "♠2 ♠3", "♥2 ♥4", identities="♠10 ♠8 ♠7")
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠2")
    assert scene.asked(1).default == ["none"] and list(scene.asked(1).options) == [["none"]]
    scene.default()
    assert not scene.table.alive[1]


def test_defaults_are_legal_and_hold_real_cards():
    """E11.1 E11.2"""
    scene = Scene(position("♠3 ♥2", "♦2 ♥2"))
    for _ in range(40):
        if not scene.match.clocked():
            break
        ask = scene.match.clocked()[0]
        assert ask.default in ask.options
        scene.default()


def test_three_timeouts_in_a_row_hand_over():
    """E11.6：次数在数据里，由大厅执行。"""
    assert DATA.rules.timeouts_before_autopilot == 3
