"""攻击流程（A4）。"""

from __future__ import annotations

from typing import Any

import pytest

from games.aurora.events import (
    AttackDeclared,
    AttackEnded,
    CardPlayed,
    CardRetracted,
    Dodged,
    Expired,
    Left,
    Poisoned,
    Pushed,
    Rooted,
    Stayed,
    Walked,
    WallRaised,
    Wounded,
)
from games.aurora.questions import AimNote, CellsAim, LineAim, OrderAim, RespondNote
from tests.aurora.position import CARDS, Scene, Soldier, every, named, only, position


# ------------------------------------------------------------------ 范围
def test_a4_1_far_cells_are_manhattan_and_empty_cells_may_be_chosen():
    """A4.1：火球 远4/1：曼哈顿 ≤4 选 1 格，可选空格，不受障碍阻挡。"""
    scene = Scene(position(places="A1 B4", obstacles="A2 B2 B3", hands=("火球 火球", "")))
    aim = scene.space().aim(CARDS["火球"])
    assert isinstance(aim, CellsAim) and aim.most == 1
    assert "B4" in scene.names(aim.cells) and "C3" in scene.names(aim.cells)
    assert "C4" not in scene.names(aim.cells) and "A1" not in scene.names(aim.cells)
    assert only(scene.play("火球", ["B4"]), Wounded).lost == 3
    told = scene.play("火球", ["C3"])
    assert every(told, Wounded) == [] and only(told, AttackEnded).hits == 0


def test_a4_1_order_matters():
    """A4.1：双星镖 远3/2：至多两格，先后自选，就按它结算。"""
    scene = Scene(
        position(
            Soldier(1, "匕首", "B2"),
            Soldier(1, "骸骨", "C1"),
            hands=("双星镖 双星镖 双星镖", ""),
            places="A1 F5",
        )
    )
    told = scene.play("双星镖", ["C1", "B2"])
    assert scene.names(only(told, AttackDeclared).cells) == ["C1", "B2"]
    assert scene.names([each.who.cell for each in every(told, Wounded)]) == ["C1", "B2"]
    for wrong in (["B2", "B2"], ["B2", "C1", "A2"], ["F5"], []):
        assert scene.refused(0, ["play", CARDS["双星镖"], scene.aimed(wrong)]).clause == "A4.1"
    assert only(scene.play("双星镖", ["A2"]), AttackEnded).hits == 0  # 少选一格也行


def test_a4_2_lines_pass_units_and_stop_at_obstacles():
    """A4.2：投矛 直4：由近及远，单位不挡，遇障碍止；次序不可选。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "A2"),
            Soldier(0, "民兵", "A3"),
            Soldier(1, "骸骨", "A4"),
            places="A1 F5",
            obstacles="C1",
            hands=("投矛 投矛", ""),
        )
    )
    aim = scene.space().aim(CARDS["投矛"])
    assert isinstance(aim, LineAim)
    assert {direction: scene.names(cells) for direction, cells in aim.lines.items()} == {
        "up": ["A2", "A3", "A4", "A5"],
        "right": ["B1"],
    }
    told = scene.play("投矛", "up")
    assert scene.names([each.who.cell for each in every(told, Wounded)]) == ["A2", "A4"]
    assert scene.stack("A3").health == 2  # A4.4：不打己方
    assert scene.refused(0, ["play", CARDS["投矛"], "left"]).clause == "A4.2"
    assert scene.refused(0, ["play", CARDS["投矛"], "up_right"]).clause == "A4.2"


def test_a4_2_diagonals():
    """A4.2：斜斩 斜2：四个斜方向。"""
    scene = Scene(position(places="C3 D4", hands=("斜斩", "")))
    aim = scene.space().aim(CARDS["斜斩"])
    assert isinstance(aim, LineAim)
    assert {direction: scene.names(cells) for direction, cells in aim.lines.items()} == {
        "up_left": ["B4", "A5"],
        "up_right": ["D4", "E5"],
        "down_left": ["B2", "A1"],
        "down_right": ["D2", "E1"],
    }
    assert only(scene.play("斜斩", "up_right"), Wounded).lost == 3


def test_a4_3_near_and_around():
    """A4.3：横扫 近1 是四邻；震荡波 全1 是八邻；地裂 全2 不被障碍挡，不含自身格。"""
    ring = [Soldier(1, "骸骨", cell) for cell in ("B2", "B3", "C2", "D3")]
    near = Scene(position(*ring, places="C3 F5", obstacles="C4", hands=("横扫", "")))
    told = near.play("横扫", ["D3", "B3", "C2"])
    assert near.names([each.who.cell for each in every(told, Wounded)]) == ["D3", "B3", "C2"]
    around = Scene(position(*ring, places="C3 F5", hands=("震荡波", "")))
    told = around.play("震荡波", ["B2", "B3", "C2", "D3"])
    assert around.names([each.who.cell for each in every(told, Wounded)]) == ["B2", "B3", "C2", "D3"]
    wide = Scene(position(Soldier(1, "骸骨", "A5"), places="C3 E1", obstacles="B4 D2", hands=("地裂", "")))
    told = wide.play("地裂", ["A5", "E1"])
    assert len(only(told, AttackDeclared).cells) == 24
    assert wide.cell("C3") not in only(told, AttackDeclared).cells


def test_a4_order_within_an_area_is_asked_only_for_two_targets():
    """A4 A4.3：近、全里有两个以上目标才问次序；写 null 就到时候问；一个目标不问。"""
    scene = Scene(
        position(Soldier(1, "骸骨", "B1"), Soldier(1, "匕首", "A2"), places="A1 F5", hands=("横扫 横扫", ""))
    )
    scene.play("横扫")
    assert scene.waiting() == {0: "aim"}
    space = scene.space()
    assert isinstance(space, OrderAim) and space.count() == 3  # 两个次序，与收回
    told = scene.aim(["A2", "B1"])
    assert [each.lost for each in every(told, Wounded)] == [1, 2]
    single = Scene(position(Soldier(1, "骸骨", "B1"), places="A1 F5", hands=("横扫", "")))
    assert only(single.play("横扫"), Wounded).lost == 2 and single.waiting() == {0: "main"}


# ------------------------------------------------------------------ A4.4
def test_a4_4_cells_are_chosen_and_whoever_stands_there_is_hit():
    """A4.4：选的是格，闪出该格即免伤。"""
    scene = Scene(position(places="A1 A3", hands=("投矛", ""), dodges=("", "疾步"), heroes="赫利 洛克"))
    scene.play("投矛", "up")
    told = scene.dodge("疾步", "B3")
    assert only(told, Dodged).card == CARDS["疾步"]
    assert every(told, Wounded) == [] and scene.table.health == [20, 20]
    assert scene.table.totals[1][2] == 1


def test_a4_4_one_unit_is_hit_once():
    """A4.4：多格命中同一单位算一次：被推到范围里另一格也不再中。"""
    scene = Scene(position(places="C3 C4", hands=("震荡波", ""), dodges=("", "")))
    assert len(every(scene.play("震荡波"), Wounded)) == 1


def test_a4_4_own_units_are_targets_by_option():
    """A4.4 选项：目标含己方；不打自己。"""
    table = position(
        Soldier(0, "民兵", "A2"),
        Soldier(1, "骸骨", "A3"),
        places="A1 F5",
        hands=("投矛", ""),
        friendly_fire=True,
    )
    scene = Scene(table)
    told = scene.play("投矛", "up")
    assert [each.lost for each in every(told, Wounded)] == [2, 2]
    assert scene.empty("A2") and scene.table.health == [20, 20]
    assert scene.table.totals[0][1] == 1  # 打死自己的不算击破


# ------------------------------------------------------------------ A4.5 A4.6 A4.8
def under_fire(**zones: Any) -> Scene:
    """洛克在 A3 被赫利的投矛（直4 伤2）指着。"""
    scene = Scene(position(places="A1 A3", hands=("投矛", ""), heroes="赫利 洛克", **zones))
    scene.play("投矛", "up")
    return scene


def test_a4_5_one_dodge_card_walks_up_to_its_force():
    """A4.5：翻一张闪避牌，走至多闪避力格，那张牌弃掉；闪避力 2 走不到三格外。"""
    scene = under_fire(dodges=("", "疾步 直刺"))
    assert scene.waiting() == {1: "respond"}
    note = scene.asked(1).note
    assert isinstance(note, RespondNote) and note.damage == 2 and note.source.index == CARDS["投矛"]
    assert scene.names(note.cells) == ["A2", "A3", "A4", "A5"]
    assert scene.refused(1, ["dodge", CARDS["疾步"], scene.cell("D3")]).clause == "A4.5"
    assert scene.refused(1, ["dodge", CARDS["直刺"], scene.cell("C3")]).clause == "A4.5"
    assert scene.refused(1, ["dodge", CARDS["包扎"], scene.cell("B3")]).clause == "A4.5"
    told = scene.dodge("疾步", "C3")
    walked = only(told, Walked)
    assert walked.reason == "dodge" and scene.names(walked.path) == ["B3", "C3"]
    assert only(told, Dodged).left == 1
    assert named(scene.table.discards[1]) == ["疾步"] and named(scene.table.dodges[1]) == ["直刺"]


def test_a4_5_staying_takes_the_hit():
    """A4.5：可以不响应。"""
    scene = under_fire(dodges=("", "疾步"))
    told = scene.stay()
    assert only(told, Stayed).seat == 1 and only(told, Wounded).lost == 2
    assert scene.table.health == [20, 18] and named(scene.table.dodges[1]) == ["疾步"]


def test_a4_8_dodging_into_another_cell_of_the_range_is_still_hit():
    """A4.8：闪入范围内的另一格照中一次。"""
    scene = under_fire(dodges=("", "疾步"))
    told = scene.dodge("疾步", "A5")
    assert only(told, Wounded).lost == 2 and scene.names([only(told, Wounded).who.cell]) == ["A5"]
    assert scene.table.totals[1][2] == 0


def test_a4_5_only_a_hero_in_the_range_may_respond():
    """A4.5：英雄不在攻击范围内不能响应；士兵不能闪。"""
    scene = Scene(position(Soldier(1, "骸骨", "A3"), places="A1 F5", hands=("投矛", ""), dodges=("", "疾步")))
    told = scene.play("投矛", "up")
    assert scene.waiting() == {0: "main"} and only(told, Wounded).lost == 2


def test_a4_8_no_card_or_no_way_out_passes_silently():
    """A4.8：没有闪避牌、四邻都不空，自动略过，不说原因。"""
    for zones in ({}, {"dodges": ("", "疾步"), "obstacles": "B3 A2 A4"}):
        scene = Scene(position(places="A1 A3", hands=("火球", ""), heroes="赫利 洛克", **zones))
        told = scene.play("火球", ["A3"])
        assert scene.waiting() == {0: "main"}
        assert every(told, Stayed) == [] and only(told, Wounded).lost == 3


def test_a4_8_asked_even_when_no_card_can_walk():
    """A4.8 A10：问不问只看公开的：一张牌也走不了（闪避力 0）的牌照问，对方分不出。"""
    from dataclasses import replace

    table = position(places="A1 A3", hands=("火球", ""), dodges=("", "地裂"))
    lame = tuple(0 if index == CARDS["地裂"] else force for index, force in enumerate(table.setup.dodge))
    table.setup = replace(table.setup, dodge=lame)
    scene = Scene(table)
    scene.play("火球", ["A3"])
    assert scene.waiting() == {1: "respond"} and list(scene.space()) == [["stay"]]


def test_a4_5_once_for_each_attack_and_each_step():
    """A4.5 A4.7：每次攻击一次响应；多步的每个伤害步各给一次。"""
    scene = Scene(
        position(places="A1 A3", hands=("投矛 投矛", ""), dodges=("", "疾步 疾步"), heroes="赫利 洛克")
    )
    scene.play("投矛", "up")
    scene.stay()
    assert scene.waiting() == {0: "main"}
    scene.play("投矛", "up")
    assert scene.waiting() == {1: "respond"}


def test_a4_6_everything_but_the_dodge_zone_is_public():
    """A4.6 A10：用的牌、范围、次序双方都看得到；闪避区翻开才公开。"""
    scene = under_fire(dodges=("", "疾步 直刺"))
    for seat in (None, 0, 1):
        shown = scene.table.view(seat).attack
        assert shown is not None and scene.names(shown.cells) == ["A2", "A3", "A4", "A5"]
    assert scene.table.view(0).players[1].dodges == 2 and scene.table.view(0).dodge_zone == []
    told = scene.dodge("疾步", "B3")
    assert only(told, Dodged).seen_by(None).card == CARDS["疾步"]
    assert scene.table.view(None).attack is None


# ------------------------------------------------------------------ A4 流程、A4.7
def test_a4_the_flow_is_in_order():
    """A4：使用卡牌 → 范围 → 响应 → 响应的动作 → 按次序结算，离场插在下一个目标之前 → 攻击结束。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "A2"),
            places="A1 A3",
            hands=("直刺", ""),
            dodges=("", "疾步"),
            heroes="赫利 洛克",
        )
    )
    scene.play("直刺", "up")
    scene.dodge("疾步", "A4")
    kinds = [type(each).__name__ for each in scene.events]
    assert [kind for kind in kinds if kind != "Drew"] == [
        "CardPlayed",
        "AttackDeclared",
        "Dodged",
        "Walked",
        "Wounded",
        "Left",
        "LeaveTriggered",
        "AttackEnded",
    ]
    assert kinds.index("Left") < kinds.index("Drew") < kinds.index("AttackEnded")


def test_a4_7_each_damaging_step_chooses_its_range_when_it_comes():
    """A4.7：突进 直移3；近1 伤2：先移动，到了那里再打。"""
    scene = Scene(position(places="A1 A5", hands=("突进", ""), heroes="赫利 洛克"))
    told = scene.play("突进", "A4")
    assert only(told, Walked).reason == "dash" and scene.place(0) == "A4"
    assert only(told, Wounded).lost == 2


def test_a4_7_own_movement_after_the_attack():
    """A4.7：回马枪 直2 伤2 后移2：打完再问走到哪，可以不走。"""
    scene = Scene(position(places="A1 A3", hands=("回马枪", ""), heroes="赫利 洛克"))
    scene.play("回马枪", "up")
    assert scene.table.health[1] == 18 and scene.waiting() == {0: "aim"}
    note = scene.asked(0).note
    assert isinstance(note, AimNote) and not note.retractable
    assert scene.asked(0).default == scene.cell("A1")
    scene.refused(0, "retract")
    scene.aim("B2")
    assert scene.place(0) == "B2" and named(scene.table.discards[0]) == ["回马枪"]


def test_a11_2_a_card_without_a_chosen_range_can_be_taken_back():
    """A11.2：已出牌未选范围可收回，不计 X；超时就是收回。"""
    scene = Scene(position(turn=1, places="A1 A3", hands=("投矛 直刺", "")))
    assert only(scene.play("投矛"), CardPlayed).left == 0
    assert scene.waiting() == {0: "aim"} and scene.asked(0).default == "retract"
    assert scene.table.view(0).hand == [CARDS["直刺"]]
    assert only(scene.default(), CardRetracted).card == CARDS["投矛"]
    assert scene.hand(0) == ["投矛", "直刺"] and scene.table.view(0).plays_left == 1
    scene.play("投矛", "up")
    assert scene.table.health[1] == 18


# ------------------------------------------------------------------ A4.9
@pytest.mark.parametrize(
    ("target", "others", "end", "blocked", "lost"),
    [
        ("C2", {}, "E2", "", 1),
        ("C2", {"obstacles": "D2"}, "C2", "obstacle", 2),
        ("C2", {"obstacles": "E2"}, "D2", "obstacle", 2),
        ("C2", {"soldier": "E2"}, "D2", "unit", 2),
    ],
)
def test_a4_9_push_goes_away_from_the_user_until_blocked(
    target: str, others: dict[str, str], end: str, blocked: str, lost: int
):
    """A4.9：推2 沿使用者→目标；遇障碍、单位受阻，只受阻伤一次。"""
    soldiers = [Soldier(0, "民兵", others["soldier"])] if "soldier" in others else []
    scene = Scene(
        position(*soldiers, places=f"B2 {target}", obstacles=others.get("obstacles", ""), hands=("推击", ""))
    )
    told = scene.play("推击", [target])
    assert scene.place(1) == end and only(told, Pushed).blocked == blocked
    assert scene.table.health[1] == 20 - lost


def test_a4_9_push_against_the_edge():
    """A4.9：边界受阻；士兵也能推。"""
    scene = Scene(position(Soldier(1, "骸骨", "A2"), places="B2 F5", hands=("推击", "")))
    told = scene.play("推击", ["A2"])
    assert only(told, Pushed).blocked == "edge"
    assert [each.lost for each in every(told, Wounded)] == [1, 1]
    assert scene.empty("A2") and only(told, Left).killer is not None


def test_a4_9_a_dead_target_is_not_pushed():
    """A4.9：伤到 0 的不再推。"""
    scene = Scene(position(Soldier(1, "匕首", "C2"), places="B2 F5", hands=("推击", "")))
    told = scene.play("推击", ["C2"])
    assert every(told, Pushed) == [] and len(every(told, Wounded)) == 1


def test_a4_9_reductions_add_up_to_no_less_than_zero():
    """A4.9：减伤可叠加，最低 0：光壁 −1 两次、盾卫 −1，再受 2 点是 0。"""
    scene = Scene(
        position(Soldier(0, "盾卫", "A2"), places="A1 C1", hands=("光壁 光壁", "投矛"), heroes="赫利 洛克")
    )
    assert scene.table.view(None).players[0].guard == 1
    scene.play("光壁")
    scene.play("光壁")
    assert scene.table.view(None).players[0].guard == 3
    scene.pass_turn()
    scene.to_main()
    told = only(scene.play("投矛", "left"), Wounded)
    assert (told.amount, told.reduced, told.lost, told.health) == (2, 2, 0, 20)


def test_a9_shield_bearers_guard_only_the_adjacent_own_hero():
    """A9：盾卫 相邻己方英雄每次受伤 −1；不相邻、对士兵没有用。"""
    for cell, lost in (("A2", 1), ("B2", 2)):
        scene = Scene(
            position(
                Soldier(0, "盾卫", cell), places="A1 C1", hands=("", "投矛"), active=1, heroes="赫利 洛克"
            )
        )
        assert only(scene.play("投矛", "left"), Wounded).lost == lost


# ------------------------------------------------------------------ A4.10
def test_a4_10_guards_last_until_the_casters_next_turn():
    """A4.10：「至下回合」到施放者下个自己回合开始。"""
    scene = Scene(position(places="A1 C1", hands=("光壁", "投矛 投矛"), heroes="赫利 洛克"))
    scene.play("光壁")
    scene.pass_turn()
    scene.to_main()
    assert only(scene.play("投矛", "left"), Wounded).lost == 1
    assert only(scene.play("投矛", "left"), Wounded).lost == 1  # 每次都减
    told = scene.pass_turn()
    expired = only(told, Expired)
    assert (expired.seat, expired.what) == (0, "guard")
    assert scene.table.guards == [] and scene.table.view(None).players[0].guard == 0


def test_a4_10_the_mirror_reduces_only_the_first_wound():
    """A9 折光：至下回合首次受伤 −2，只一次。"""
    scene = Scene(position(places="A1 C1", hands=("折光", "投矛 投矛"), heroes="诺娅 洛克"))
    scene.play("折光")
    assert scene.table.view(None).players[0].guard_once == 2
    scene.pass_turn()
    scene.to_main()
    assert only(scene.play("投矛", "left"), Wounded).lost == 0
    assert only(scene.play("投矛", "left"), Wounded).lost == 2


def test_a4_10_poison_strikes_at_the_end_of_the_targets_next_turn():
    """A4.10 A9 毒镖：伤1，目标的控制者下个回合结束时再伤2；没有响应（A4.8）。"""
    scene = Scene(position(places="A1 C1", hands=("毒镖", ""), dodges=("", "疾步"), heroes="洛克 赫利"))
    scene.play("毒镖", ["C1"])
    told = scene.stay()
    assert only(told, Poisoned).amount == 2 and scene.table.health[1] == 19
    assert scene.table.view(None).players[1].poison == 2
    scene.pass_turn()
    assert scene.table.health[1] == 19  # 自己的回合结束不发作
    told = scene.pass_turn()
    wounded = only(told, Wounded)
    assert wounded.source.kind == "poison" and wounded.lost == 2 and scene.table.health[1] == 17
    assert scene.table.poisons == []
    scene.pass_turn()
    assert not every(scene.pass_turn(), Wounded)


def test_a4_10_poison_kills_soldiers_without_a_killer():
    """A4.10 A5.6：毒杀死的没有击杀者，不升变；离场照触发。"""
    scene = Scene(
        position(
            Soldier(1, "盾卫", "C1", health=3),
            Soldier(0, "匕首", "D1"),
            places="A1 F5",
            hands=("毒镖", ""),
            heroes="洛克 赫利",
        )
    )
    scene.play("毒镖", ["C1"])
    scene.pass_turn()
    told = scene.pass_turn()
    assert only(told, Left).killer is None and scene.empty("C1")
    assert scene.table.fallen[1] and scene.match.clocked()[0].what != "promote"


def test_a4_10_rooted_soldiers_cannot_move_in_their_next_main_phase():
    """A4.10 A9 霜环：命中的士兵在控制者的下个主要阶段不能移动，能攻击；再下个就好了。"""
    scene = Scene(
        position(
            Soldier(1, "盾卫", "B1", health=3),
            places="A1 F5",
            heroes="诺娅 赫利",
            charges=("包扎 包扎", ""),
        )
    )
    told = scene.skill(0)
    assert only(told, Rooted).who.cell == scene.cell("B1")
    assert scene.table.view(None).stacks[0].rooted
    scene.pass_turn()
    scene.to_main()
    refusal = scene.refused(1, ["round", scene.cell("B1"), scene.cell("B2"), None])
    assert refusal.clause == "A4.10"
    assert only(scene.soldier("B1", None, ["A1"]), Wounded).lost == 1
    scene.pass_turn()
    assert not scene.table.view(None).stacks[0].rooted
    scene.pass_turn()
    scene.to_main()
    scene.soldier("B1", "B2")
    assert not scene.empty("B2")


# ------------------------------------------------------------------ A4.11
def test_a4_11_ice_walls_stand_until_the_casters_next_turn():
    """A4.11 A4.10：冰墙 远3 空格置障碍，挡路挡线，到自己下个回合开始消失。"""
    scene = Scene(position(places="A1 A4", hands=("冰墙", "投矛"), heroes="诺娅 洛克"))
    told = scene.play("冰墙", "A3")
    assert only(told, WallRaised).cell == scene.cell("A3")
    assert scene.names(scene.table.view(None).obstacles) == ["A3"]
    scene.pass_turn()
    scene.to_main()
    refused = scene.refused(1, ["play", CARDS["投矛"], "down"])
    assert refused.clause == "A4.2"
    told = scene.pass_turn()
    assert only(told, Expired).what == "wall" and scene.table.obstacles == 0


def test_a4_11_ice_walls_need_an_empty_cell_in_reach():
    """A4.11：远3、空格：有单位、有障碍、太远的不行。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "B1"),
            places="A1 F5",
            obstacles="A2 C2",
            hands=("冰墙", ""),
            heroes="诺娅 洛克",
        )
    )
    aim = scene.space().aim(CARDS["冰墙"])
    assert sorted(scene.reachable(aim)) == ["A3", "A4", "B2", "B3", "C1", "D1"]
    assert scene.refused(0, ["play", CARDS["冰墙"], scene.cell("A2")]).clause == "A4.11"


def test_a4_11_ice_walls_may_not_close_a_hero_in_but_units_may():
    """A4.11：不得使任一英雄四邻全不可进入；被单位围住合法，可攻击破围。"""
    scene = Scene(position(places="A1 C1", obstacles="A2", hands=("冰墙", ""), heroes="诺娅 洛克"))
    assert "B1" not in scene.reachable(scene.space().aim(CARDS["冰墙"]))
    held = Scene(position(Soldier(1, "骸骨", "A2"), places="A1 C1", hands=("冰墙", ""), heroes="诺娅 洛克"))
    assert "B1" in held.reachable(held.space().aim(CARDS["冰墙"]))
    other = Scene(position(places="A3 A1", obstacles="A2", hands=("冰墙", ""), heroes="诺娅 洛克"))
    assert "B1" not in other.reachable(other.space().aim(CARDS["冰墙"]))


def test_a4_11_a_shadow_step_ends_on_an_empty_cell():
    """A4.11 A9 影步：移3 可穿单位与障碍，终点须空。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "A3"),
            places="A1 F5",
            obstacles="A2 B1",
            heroes="洛克 赫利",
            charges=("包扎", ""),
        )
    )
    aim = scene.space().skill_aim(0)
    assert scene.reachable(aim) == ["A1", "A4", "B2", "B3", "C1", "C2", "D1"]
    told = only(scene.skill(0, "A4"), Walked)
    assert told.reason == "shadow" and scene.place(0) == "A4"
    assert scene.names(told.path) == ["A2", "A3", "A4"]


def test_a4_11_swapping_is_not_moving():
    """A4.11：换位不算移动，不受霜环限制，不占移动的次数。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C3", rooted=3), places="A1 F5", hands=("换位", ""), heroes="艾薇 洛克")
    )
    told = scene.play("换位", "C3")
    assert [each.reason for each in every(told, Walked)] == ["swap", "swap"]
    assert scene.place(0) == "C3" and not scene.empty("A1") and scene.stack("A1").cards
    assert scene.table.view(0).moves_left == 3
    empty = Scene(position(hands=("换位", ""), heroes="艾薇 洛克"))
    assert empty.refused(0, ["play", CARDS["换位"], None]).clause == "A4.11"
