"""轮数、登场限制与期限（A2.3、A4.10、A5.2、A5.3）：数字都是照条文手算的。"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.aurora.table import NOBODY, Guard
from tests.aurora.position import CARDS, SOLDIERS, Scene, Soldier, position


def test_a2_3_moves_and_plays_are_counted_apart():
    """A2.3：自己第 2 个回合：两张移动、两张效果，共四张；第五张两样都不行；士兵、布置、技能不计。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "C2"),
            hands=("疾步 疾步 调度 调度 包扎 直刺", ""),
            charges=("包扎", ""),
            piles=("弓手", ""),
            turn=2,
        )
    )
    scene.walk("疾步", "A2")
    scene.play("调度")
    scene.soldier("C2", "C3")
    scene.deploy("弓手", "D1")
    scene.skill(1, "B2")
    scene.play("调度")
    view = scene.table.view(0)
    assert (view.moves_left, view.plays_left) == (1, 0)
    assert scene.refused(0, ["play", CARDS["包扎"], None]).clause == "A2.3"
    scene.walk("疾步", "B3")
    assert scene.refused(0, ["move", CARDS["直刺"], scene.cell("B4")]).clause == "A2.3"
    assert scene.waiting() == {0: "main"}


@pytest.mark.parametrize(
    ("acted", "cards", "upgraded", "left"),
    [
        (0, "民兵", "枪骑", 2),
        (1, "民兵", "枪骑", 1),  # 升阶前行动过一轮
        (1, "民兵 枪骑", "圣骑", 1),
        (2, "民兵 枪骑", "圣骑", 0),  # 两轮都用过，再升阶也没有
    ],
)
def test_a5_3_rounds_after_upgrading(acted: int, cards: str, upgraded: str, left: int):
    """A5.3：升阶牌两轮，减去这回合已行动的。"""
    scene = Scene(position(Soldier(0, cards, "C2", acted=acted), piles=(upgraded, "")))
    scene.upgrade(upgraded, "C2")
    assert scene.table.rounds_left(scene.stack("C2")) == left
    assert (scene.cell("C2") in scene.space().rounds()) is bool(left)


def test_a5_2_a_round_after_upgrading_moves_but_never_attacks_until_next_turn():
    """A5.2 A5.3：升阶前打过的算数；升阶后剩的一轮只能移动；下个回合两轮都能打。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C3"), Soldier(1, "圣骑", "C4"), piles=("枪骑", ""), places="A1 F5")
    )
    scene.soldier("C3", None, ["C4"])
    assert scene.stack("C4").health == 5
    scene.more()  # 不走
    scene.upgrade("枪骑", "C3")
    assert scene.refused(0, ["round", scene.cell("C3"), None, [0, "up"]]).clause == "A5.2"
    scene.soldier("C3", "B3")
    assert scene.space().rounds() == []
    scene.pass_turn()
    scene.pass_turn()
    scene.to_main()
    scene.soldier("B3", "C3", "up")
    scene.soldier("C3", None, "up")
    assert scene.stack("C4").health == 1


def test_a5_2_the_restriction_ends_with_the_turn_it_began_in():
    """A5.2：限制只管登场的那一回合：在对方回合里登场的，到自己的回合就能攻击。"""
    table = position(Soldier(1, "民兵", "C4", fresh=True), Soldier(0, "圣骑", "C3"), places="A1 F5", turn=3)
    scene = Scene(table)
    scene.pass_turn()
    assert not scene.stack("C4").fresh
    scene.to_main()
    scene.soldier("C4", None, ["C3"])
    assert scene.stack("C3").health == 5


@pytest.mark.parametrize(("amount", "once", "lost"), [(1, False, 2), (2, True, 1)])
def test_a4_10_guards_hold_through_the_other_turn_and_end_at_ones_own(amount: int, once: bool, lost: int):
    """A4.10：对方回合里有效；到自己下个回合开始就没有了。"""
    hands = ("", "火球 火球")
    table = position(places="A3 A5", hands=hands, active=1, turn=3)
    table.guards.append(Guard(0, NOBODY, amount, once))
    scene = Scene(table)
    scene.play("火球", ["A3"])
    assert scene.table.health[0] == 20 - lost
    scene.pass_turn()
    assert scene.table.active == 0 and scene.table.guards == []


def test_a5_5_a_shield_under_a_lance_still_guards():
    """A5.5 A9：压在枪骑下面的两张盾卫里，作底的那张照样护主；没作底的升变牌不护。"""
    for captives, lost in (("", 2), ("盾卫", 2)):
        values: dict[str, Any] = {"places": "A3 A5", "hands": ("", "火球"), "active": 1}
        scene = Scene(position(Soldier(0, "盾卫 枪骑", "A2", captives=captives), **values))
        scene.play("火球", ["A3"])
        assert scene.table.health[0] == 20 - lost


def test_a5_1_direct_deployment_is_an_option_of_levels_only():
    """A5.1：「直接布置」放开 LV2、LV3；地方仍是自己 1–2 排，登场照样不能攻击。"""
    scene = Scene(position(piles=("圣骑", ""), direct_deploy=True))
    assert scene.refused(0, ["deploy", SOLDIERS["圣骑"], scene.cell("C3")]).clause == "A5.1"
    scene.deploy("圣骑", "C2")
    assert scene.stack("C2").fresh and scene.stack("C2").health == 6


def test_a9_no_rule_looks_at_a_cards_name():
    """A9：把「包扎」的效果换成「直刺」的，它就是一张直刺。"""
    table = position(places="A1 A2", hands=("包扎", ""))
    parts = list(table.setup.parts)
    parts[CARDS["包扎"]] = parts[CARDS["直刺"]]
    table.setup = replace(table.setup, parts=tuple(parts))
    scene = Scene(table)
    scene.play("包扎", "up")
    assert scene.table.health == [20, 17]
