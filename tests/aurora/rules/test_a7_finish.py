"""终局：英雄倒下（A1.2）、满回合数（A7.1）、超时判负（A11.4）。"""

from __future__ import annotations

import pytest

from games.aurora.events import GameOver, Healed, Left, Wounded
from tests.aurora.position import Scene, Soldier, every, only, position


def test_a1_2_a_hero_at_zero_loses_at_once():
    """A1.2：归 0 即负；扣血不会低于 0；此后不再问谁。"""
    scene = Scene(position(places="A1 A3", hands=("投矛", ""), health=(20, 1)))
    told = scene.play("投矛", "up")
    assert (only(told, Wounded).lost, only(told, Wounded).health) == (1, 0)
    over = only(told, GameOver)
    assert over.winners == [0] and over.reason == "hero"
    assert scene.match.over and scene.waiting() == {}
    assert scene.table.view(None).winners == [0]


def test_a1_2_checked_after_each_target():
    """A1.2：每个目标结算后检查：英雄先倒下，后面的目标不再结算。"""
    scene = Scene(position(Soldier(1, "骸骨", "B1"), places="A1 A2", hands=("横扫", ""), health=(20, 3)))
    scene.play("横扫", ["A2", "B1"])
    assert scene.match.over and scene.stack("B1").health == 2


def test_a1_2_both_at_the_same_checkpoint_is_a_draw():
    """A1.2：同一检查点（含插入的离场）双方 ≤0 为平局。"""
    scene = Scene(position(Soldier(1, "鼠群", "A2"), places="A1 F5", hands=("投矛", ""), health=(1, 20)))
    scene.play("投矛", "up")
    assert scene.table.winners == [1]
    table = position(Soldier(1, "鼠群", "A2"), places="A1 F5", hands=("投矛", ""), health=(1, 20))
    table.health[1] = 0  # 同一检查点之前已经倒下
    both = Scene(table)
    told = both.play("投矛", "up")
    over = only(told, GameOver)
    assert over.winners == [0, 1] and over.reason == "both"


def test_a1_2_leaving_is_settled_before_the_check():
    """A1.2 A5.7：离场的回复插在检查之前。"""
    scene = Scene(
        position(
            Soldier(1, "鼠群 狼骑 圣骑", "A2", health=1), places="A1 F5", hands=("投矛", ""), health=(1, 10)
        )
    )
    told = scene.play("投矛", "up")
    kinds = [type(each) for each in told]
    assert kinds.index(Left) < kinds.index(Healed) < kinds.index(GameOver)
    assert scene.table.health == [0, 12] and scene.table.winners == [1]


def test_a1_2_healing_stops_at_twenty():
    """A1.2：回复不超过 20。"""
    scene = Scene(position(hands=("包扎 包扎", ""), health=(18, 20)))
    assert [only(scene.play("包扎"), Healed).gained for _ in range(2)] == [2, 0]
    assert scene.table.health == [20, 20]


@pytest.mark.parametrize(
    ("health", "winners", "reason"),
    [((12, 11), [0], "cap"), ((3, 20), [1], "cap"), ((7, 7), [0, 1], "cap_tie")],
)
def test_a7_1_sixty_turns_end_the_game(health: tuple[int, int], winners: list[int], reason: str):
    """A7.1：双方合计满 60 个回合：生命高者胜，同则平；第 60 个回合照样走完。"""
    scene = Scene(position(active=1, turn=30, turns=60, health=health))
    assert not scene.match.over
    over = only(scene.act("end"), GameOver)
    assert over.winners == winners and over.reason == reason
    early = Scene(position(active=0, turn=30, turns=59, health=health))
    early.act("end")
    assert not early.match.over and early.table.turns == 60


def idle_turn(scene: Scene) -> None:
    """轮到的人整个回合都超时。"""
    seat = scene.table.active
    while not scene.match.over and scene.table.active == seat:
        scene.default()


def test_a11_4_two_whole_turns_of_timeouts_lose():
    """A11.4：连续两次整回合超时判负。"""
    scene = Scene(position(hands=("直刺", "直刺")))
    idle_turn(scene)
    scene.pass_turn()
    assert not scene.match.over and scene.table.idle == [1, 0]
    idle_turn(scene)
    over = only(scene.events, GameOver)
    assert over.winners == [1] and over.reason == "timeout"


def test_a11_4_any_action_starts_the_count_again():
    """A11.4：中间做过一件事（哪怕是自己结束）就重新数。"""
    scene = Scene(position(hands=("直刺", "")))
    idle_turn(scene)
    scene.pass_turn()
    scene.act("done")
    idle_turn(scene)
    assert scene.table.idle[0] == 0 and not scene.match.over
    scene.pass_turn()
    idle_turn(scene)
    assert scene.table.idle[0] == 1 and not scene.match.over


def test_a11_4_autopilot_instead_by_option():
    """A11.4 选项：托管，规则不判负。"""
    scene = Scene(position(timeout="autopilot"))
    for _ in range(5):
        idle_turn(scene)
    assert not scene.match.over and not every(scene.events, GameOver)


def test_a11_4_idle_answers_cannot_be_listed_or_drawn():
    """A11.4：「超时」的回答只给超时用：列不出来，也抽不到。"""
    scene = Scene(position(hands=("直刺", ""), phase="preparing"))
    assert ["idle"] in scene.space() and ["idle"] not in list(scene.space())
    scene.act("done")
    assert ["idle"] in scene.space() and ["idle"] not in list(scene.space())
