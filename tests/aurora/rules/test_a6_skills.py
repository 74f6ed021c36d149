"""蓄能与英雄技能（A6），各英雄的技能（A9）。"""

from __future__ import annotations

from games.aurora.events import Boosted, Expired, Healed, SkillUsed, Walked, Wounded
from tests.aurora.position import Scene, Soldier, every, named, only, position


def test_a6_1_skills_cost_charges_in_the_order_they_were_put():
    """A6.1：移除蓄能牌（先放的先移），公开进弃牌堆；不占 X。"""
    scene = Scene(
        position(
            turn=1, places="A1 A4", charges=("直刺 投矛 飞刀", ""), hands=("调度", ""), heroes="赫利 洛克"
        )
    )
    told = scene.skill(0, "up")
    used = only(told, SkillUsed)
    assert (used.skill, named(used.paid)) == (0, ["直刺", "投矛"])
    assert only(told, Wounded).lost == 4  # 贯日 直5 伤4
    assert named(scene.table.discards[0]) == ["直刺", "投矛"] and named(scene.table.charges[0]) == ["飞刀"]
    assert scene.table.view(0).plays_left == 1 and scene.table.view(None).skills_used == [0]


def test_a6_1_each_skill_once_a_turn():
    """A6.1：每技能每回合一次；别的技能还可以；下回合又可以。"""
    scene = Scene(position(charges=("包扎 包扎 包扎 包扎 包扎", ""), heroes="赫利 洛克"))
    scene.skill(1, "A2")
    refusal = scene.refused(0, ["skill", 1, scene.cell("A3")])
    assert refusal.clause == "A6.1" and "已发动" in refusal.reason
    scene.skill(0, "up")
    scene.pass_turn()
    scene.pass_turn()
    scene.to_main()
    scene.skill(1, "A3")


def test_a6_1_not_enough_charges():
    """A6.1：蓄能不够，说差多少；没有第三个技能。"""
    scene = Scene(position(charges=("包扎", ""), heroes="赫利 洛克"))
    refusal = scene.refused(0, ["skill", 0, "up"])
    assert refusal.clause == "A6.1" and "2 张" in refusal.reason and "1 张" in refusal.reason
    assert scene.refused(0, ["skill", 2, None]).clause == "A6.1"
    assert scene.space().skills() == [1]


def test_a6_1_attacking_skills_may_be_dodged():
    """A6.1 A4.8：有攻击范围的走 A4 流程，可以响应。"""
    scene = Scene(
        position(places="A1 A4", charges=("包扎 包扎", ""), dodges=("", "疾步"), heroes="赫利 洛克")
    )
    scene.skill(0, "up")
    assert scene.waiting() == {1: "respond"}
    scene.dodge("疾步", "B4")
    assert scene.table.health == [20, 20]


def test_a11_2_a_skill_without_a_chosen_range_pays_nothing_and_shows_nothing():
    """A11.2 A10：没选范围就收回，蓄能牌不移除也不亮出来。"""
    scene = Scene(position(charges=("直刺 投矛", ""), heroes="赫利 洛克"))
    told = scene.skill(0)
    assert told == [] and scene.waiting() == {0: "aim"} and scene.asked(0).default == "retract"
    assert scene.default() == []
    assert named(scene.table.charges[0]) == ["直刺", "投矛"] and scene.table.discards[0] == []
    told = scene.skill(0, "up")
    assert only(told, SkillUsed).paid


def test_a9_dashing_stops_before_what_blocks():
    """A9 疾驰：直移3：一个方向，遇单位与障碍止；也可以少走。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "A3"), charges=("包扎", ""), obstacles="D1", places="A1 F5", heroes="赫利 洛克"
        )
    )
    assert scene.reachable(scene.space().skill_aim(1)) == ["A1", "A2", "B1", "C1"]
    assert only(scene.skill(1, "C1"), Walked).reason == "dash"


def test_a9_the_order_boosts_soldiers_this_turn():
    """A9 号令：本回合己方士兵 ATK+1，包括之后布置的；回合结束到期。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "C2"),
            Soldier(1, "盾卫", "C3"),
            charges=("包扎", ""),
            heroes="艾薇 洛克",
            places="A1 F5",
        )
    )
    assert only(scene.skill(0), Boosted).amount == 1
    assert scene.table.view(None).stacks[0].attack == 2
    assert only(scene.soldier("C2", None, ["C3"]), Wounded).lost == 2
    told = scene.pass_turn()
    assert [each.what for each in every(told, Expired)] == ["boost"]
    assert scene.table.boosts == [0, 0]


def test_a9_dawn_heals_the_hero_and_every_soldier():
    """A9 晨曦：英雄回4、士兵各回2，不超过上限（A1.2、A5.4）。"""
    scene = Scene(
        position(
            Soldier(0, "盾卫", "C2", health=1),
            Soldier(0, "民兵", "D2"),
            Soldier(1, "盾卫", "C3", health=1),
            charges=("包扎 包扎 包扎", ""),
            heroes="艾薇 洛克",
            health=(18, 10),
        )
    )
    told = every(scene.skill(1), Healed)
    assert [(each.gained, each.health) for each in told] == [(2, 20), (2, 3), (0, 2)]
    assert scene.stack("C3").health == 1 and scene.table.health == [20, 10]


def test_a9_execution_and_the_falling_aurora():
    """A9 处刑 近1选1 伤6；极光坠落 远4/3 伤3，一个单位算一次（A4.4）。"""
    scene = Scene(position(places="A1 A2", charges=("包扎 包扎 包扎", ""), heroes="洛克 赫利"))
    assert only(scene.skill(1, ["A2"]), Wounded).lost == 6
    fall = Scene(
        position(
            Soldier(1, "骸骨", "B2"), places="A1 A2", charges=("包扎 包扎 包扎 包扎", ""), heroes="诺娅 赫利"
        )
    )
    told = fall.skill(1, ["B2", "A2", "C3"])
    assert [each.lost for each in every(told, Wounded)] == [2, 3]
    assert fall.table.charges[0] == []


def test_a9_the_frost_ring_hits_everything_around():
    """A9 霜环：全2 伤2，对英雄只伤。"""
    scene = Scene(position(places="A1 C3", charges=("包扎 包扎", ""), heroes="诺娅 赫利"))
    assert only(scene.skill(0), Wounded).lost == 2
