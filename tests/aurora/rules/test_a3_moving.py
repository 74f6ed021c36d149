"""移动（A3）。"""

from __future__ import annotations

import pytest

from games.aurora.events import CardMoved, Walked
from tests.aurora.position import CARDS, Scene, Soldier, named, only, position


def test_a3_1_up_to_the_move_force_orthogonally():
    """A3.1：至多移动力格，上下左右，可少走；疾步移动力 3。"""
    scene = Scene(position(places="A1 F5", hands=("疾步", "")))
    cells = scene.names(scene.space().moves(CARDS["疾步"]))
    assert sorted(cells) == ["A2", "A3", "A4", "B1", "B2", "B3", "C1", "C2", "D1"]
    told = scene.walk("疾步", "B2")
    assert only(told, CardMoved).card == CARDS["疾步"]
    walked = only(told, Walked)
    assert scene.names([walked.start, *walked.path]) == ["A1", "A2", "B2"] and walked.reason == "move"
    assert scene.place(0) == "B2" and named(scene.table.discards[0]) == ["疾步"]


def test_a3_1_units_and_obstacles_cannot_be_entered_or_passed():
    """A3.1：不能进入或穿过被占格与障碍，敌我都一样。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "A2"), places="A1 C1", obstacles="B2", hands=("疾步", ""), heroes="赫利 洛克"
        )
    )
    assert scene.names(scene.space().moves(CARDS["疾步"])) == ["B1"]
    refusal = scene.refused(0, ["move", CARDS["疾步"], scene.cell("A3")])
    assert refusal.clause == "A3.1"
    scene.refused(0, ["move", CARDS["疾步"], scene.cell("A2")])
    scene.refused(0, ["move", CARDS["疾步"], scene.cell("A1")])


def test_a3_1_a_move_force_of_zero_does_not_move():
    """A3.1：移动力 0 的牌（地裂）走不了。"""
    scene = Scene(position(hands=("地裂", "")))
    assert scene.space().moves(CARDS["地裂"]) == ()


def test_a3_2_the_shortest_path_is_found_around_obstacles():
    """A3.2：给终点就自动寻路，绕过障碍取最短；太远的到不了。"""
    scene = Scene(position(places="B1 F5", obstacles="B2", hands=("疾步 疾步", "")))
    scene.refused(0, ["move", CARDS["疾步"], scene.cell("B3")])  # 绕过去要四步
    scene = Scene(position(places="B1 F5", obstacles="B2", hands=("掠影", ""), heroes="洛克 赫利"))
    told = only(scene.walk("掠影", "B3"), Walked)
    assert scene.names(told.path) == ["A1", "A2", "A3", "B3"]


def test_a3_1_the_cell_may_be_chosen_afterwards():
    """A3.1：没说走到哪就先问；收回就什么也没发生，那张牌也不亮出来。"""
    scene = Scene(position(places="A1 F5", hands=("疾步", "")))
    assert scene.act("move", CARDS["疾步"], None) == []
    ask = scene.asked(0)
    assert ask.what == "aim" and ask.default == "retract" and ask.note.source.kind == "move"
    assert len(scene.reachable(ask.options)) == 9 and ask.options.count() == 10
    assert scene.default() == [] and scene.hand(0) == ["疾步"] and scene.table.view(0).moves_left == 3
    scene.act("move", CARDS["疾步"], None)
    assert only(scene.aim("B3"), Walked).reason == "move"
    lame = Scene(position(hands=("地裂", "")))
    assert lame.refused(0, ["move", CARDS["地裂"], None]).clause == "A3.1"


@pytest.mark.parametrize(
    "choice", [None, [], ["move"], ["move", 0], ["move", "A1", 3], ["move", 0, 99], "end", ["x"]]
)
def test_nonsense_is_refused_without_changing_the_table(choice: object):
    """不成样子的回答一律拒绝，桌子不变。"""
    scene = Scene(position(hands=("疾步", "")))
    scene.refused(0, choice)
