"""士兵（A5）。"""

from __future__ import annotations

import pytest

from games.aurora.events import (
    AttackDeclared,
    Deployed,
    Discarded,
    Drew,
    Healed,
    LeaveTriggered,
    Left,
    Promoted,
    RoundStarted,
    Upgraded,
    Walked,
    Wounded,
)
from games.aurora.questions import PromoteNote, RoundNote
from tests.aurora.position import (
    CARDS,
    SOLDIERS,
    Scene,
    Soldier,
    every,
    only,
    pieces,
    position,
    soldiers_named,
)


# ------------------------------------------------------------------ A5.1
def test_a5_1_one_deployment_each_turn_in_ones_own_two_rows():
    """A5.1：每回合布置 1 次，LV1 放自己 1–2 排空格；士兵堆公开。"""
    scene = Scene(position(piles=("民兵 民兵 枪骑", ""), places="A1 F5", obstacles="B2"))
    space = scene.space()
    assert soldiers_named(space.deployable()) == ["民兵"]
    assert sorted(scene.names(space.deployments())) == [
        "A2", "B1", "C1", "C2", "D1", "D2", "E1", "E2", "F1", "F2",
    ]  # fmt: skip
    for cell in ("A3", "A1", "B2"):
        assert scene.refused(0, ["deploy", SOLDIERS["民兵"], scene.cell(cell)]).clause == "A5.1"
    told = only(scene.deploy("民兵", "C1"), Deployed)
    assert (told.extra, told.left, told.who.seat) == (False, 0, 0)
    refusal = scene.refused(0, ["deploy", SOLDIERS["民兵"], scene.cell("C2")])
    assert refusal.clause == "A5.1" and "1 次" in refusal.reason
    assert soldiers_named(scene.table.view(1).players[0].pile) == ["民兵", "枪骑"]


def test_a5_1_the_second_player_deploys_on_his_side():
    """A5.1：后手的 1–2 排是第 5、4 排。"""
    scene = Scene(position(active=1, piles=("", "鼠群"), places="A1 F5"))
    assert {name[1] for name in scene.names(scene.space().deployments())} == {"4", "5"}


def test_a5_1_the_number_of_deployments_is_an_option():
    """A5.1 选项：每回合两次。"""
    scene = Scene(position(piles=("民兵 民兵", ""), deployments=2))
    assert only(scene.deploy("民兵", "C1"), Deployed).left == 1
    assert only(scene.deploy("民兵", "C2"), Deployed).left == 0


def test_a5_1_higher_levels_only_by_upgrading():
    """A5.1：LV2/LV3 只能升阶，桌规可以放开。"""
    scene = Scene(position(piles=("枪骑", "")))
    refusal = scene.refused(0, ["deploy", SOLDIERS["枪骑"], scene.cell("C1")])
    assert refusal.clause == "A5.1" and "升阶" in refusal.reason
    loose = Scene(position(piles=("枪骑", ""), direct_deploy=True))
    loose.deploy("枪骑", "C1")
    assert loose.stack("C1").health == 3


def test_a5_1_no_empty_cell_keeps_the_deployment():
    """A5.1：没有空格不能布置，次数保留；敌兵可进入任何排。"""
    cells = [f"{column}{row}" for row in (1, 2) for column in "ABCDEF"][1:]
    soldiers = [Soldier(1, "骸骨", cell) for cell in cells]
    scene = Scene(position(*soldiers, piles=("民兵", ""), places="A1 F5"))
    assert scene.space().deployments() == () and scene.space().may_deploy()
    assert scene.table.view(0).deployments_left == 1


def test_a5_1_upgrading_counts_as_deploying_and_needs_the_level_below():
    """A5.1：升阶叠在低一级的己方士兵上，占布置的次数。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "C1"),
            Soldier(1, "鼠群", "C3"),
            Soldier(0, "民兵 枪骑", "D1"),
            piles=("枪骑 圣骑 民兵", ""),
        )
    )
    ways = {(soldiers_named([who])[0], scene.names([cell])[0]) for who, cell, _ in scene.space().upgrades()}
    assert ways == {("枪骑", "C1"), ("圣骑", "D1")}
    for soldier, cell in (("圣骑", "C1"), ("枪骑", "C3"), ("枪骑", "D1"), ("枪骑", "E1")):
        refusal = scene.refused(0, ["upgrade", SOLDIERS[soldier], scene.cell(cell), None])
        assert refusal.clause == "A5.1"
    told = only(scene.upgrade("枪骑", "C1"), Upgraded)
    assert soldiers_named([told.who.soldier, told.under]) == ["枪骑", "民兵"] and told.left == 0
    assert scene.refused(0, ["deploy", SOLDIERS["民兵"], scene.cell("E1")]).clause == "A5.1"


# ------------------------------------------------------------------ A5.2
def test_a5_2_new_soldiers_move_but_do_not_attack():
    """A5.2：登场的那回合可移动、不可攻击；下回合可以。"""
    scene = Scene(position(Soldier(1, "骸骨", "C3"), piles=("民兵", "")))
    scene.deploy("民兵", "C2")
    refusal = scene.refused(0, ["round", scene.cell("C2"), None, [0, [scene.cell("C3")]]])
    assert refusal.clause == "A5.2"
    told = scene.soldier("C2", "B2")
    assert only(told, Walked).reason == "round" and scene.waiting() == {0: "main"}
    scene.pass_turn()
    scene.pass_turn()
    scene.to_main()
    assert only(scene.soldier("B2", "B3", ["C3"]), Wounded).lost == 1


def test_a5_2_upgrading_restricts_again():
    """A5.2：升阶的那回合也不可攻击；升阶前已做的攻击有效。"""
    scene = Scene(position(Soldier(0, "民兵", "C2"), Soldier(1, "骸骨", "C3"), piles=("枪骑", "")))
    assert only(scene.soldier("C2", None, ["C3"]), Wounded).lost == 1
    scene.more()
    scene.upgrade("枪骑", "C2")
    refusal = scene.refused(0, ["round", scene.cell("C2"), None, [0, "up"]])
    assert refusal.clause == "A5.2"
    scene.soldier("C2", "B2")
    assert scene.stack("B2").acted == 2


def test_a5_2_only_the_base_is_restricted_by_option():
    """A5.2 选项：仅限底牌当回合登场：升阶后能攻击；刚布置就升阶的仍不能。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C2"), Soldier(1, "骸骨", "C3"), piles=("枪骑", ""), arrival="base")
    )
    scene.upgrade("枪骑", "C2")
    assert only(scene.soldier("C2", None, "up"), Wounded).lost == 2
    both = Scene(position(piles=("民兵 枪骑", ""), arrival="base", deployments=2))
    both.deploy("民兵", "C2")
    both.upgrade("枪骑", "C2")
    assert both.refused(0, ["round", both.cell("C2"), None, [0, "up"]]).clause == "A5.2"


# ------------------------------------------------------------------ A5.3
def test_a5_3_a_round_is_one_move_and_one_attack_in_any_order():
    """A5.3：移动与攻击各一次，次序任意，连续做完。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), Soldier(1, "骸骨", "C4")))
    told = scene.soldier("C1", "C3", ["C4"])
    assert only(told, RoundStarted).left == 0 and only(told, Wounded).lost == 1
    assert scene.waiting() == {0: "main"}
    after = Scene(position(Soldier(0, "民兵", "C3"), Soldier(1, "骸骨", "C4")))
    after.soldier("C3", None, ["C4"])
    assert after.waiting() == {0: "round"}
    note = after.asked(0).note
    assert isinstance(note, RoundNote) and note.may_move and not note.may_attack
    after.more("B2")
    assert not after.empty("B2") and after.waiting() == {0: "main"}
    assert after.refused(0, ["round", after.cell("B2"), after.cell("B3"), None]).clause == "A5.3"


def test_a5_3_moving_first_then_asked_for_the_attack():
    """A5.3：只说移动，打得到谁就问攻击；可以停；停了这一轮就用掉了。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), Soldier(1, "骸骨", "C4")))
    scene.soldier("C1", "C3")
    assert scene.waiting() == {0: "round"}
    scene.refused(0, [scene.cell("C2"), None])  # 已经走过
    scene.more()
    assert scene.waiting() == {0: "main"} and scene.stack("C3").acted == 1
    far = Scene(position(Soldier(0, "民兵", "C1"), Soldier(1, "骸骨", "F4")))
    far.soldier("C1", "C3")
    assert far.waiting() == {0: "main"}  # 打不到谁就不问


def test_a5_3_a_round_may_be_begun_without_saying_what():
    """A5.3：没说做什么就先问；什么也没做就停，不算一轮。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), Soldier(1, "骸骨", "C4")))
    assert scene.soldier("C1") == [] and scene.waiting() == {0: "round"}
    note = scene.asked(0).note
    assert isinstance(note, RoundNote) and note.may_move and note.may_attack
    assert scene.more() == [] and scene.stack("C1").acted == 0
    scene.soldier("C1")
    told = scene.more("C3", ["C4"])
    assert only(told, RoundStarted).left == 0 and only(told, Wounded).lost == 1
    assert scene.waiting() == {0: "main"} and scene.stack("C3").acted == 1
    stuck = Scene(position(Soldier(0, "民兵", "A2", fresh=True, rooted=3), places="A1 F5"))
    assert stuck.refused(0, ["round", stuck.cell("A2"), None, None]).clause == "A5.3"


def test_a5_3_attack_first_then_walk_in_one_line():
    """A5.3：先打再走一句说完：打死了腾出来的那格也走得到；走不到就问。"""
    scene = Scene(position(Soldier(0, "民兵", "C3"), Soldier(1, "匕首", "C4"), Soldier(1, "匕首", "B3")))
    attack = [0, [scene.cell("C4")]]
    assert scene.refused(0, ["round", scene.cell("C3"), None, attack, scene.cell("C1") + 30]).clause == "A5.3"
    scene.act("round", scene.cell("C3"), None, attack, scene.cell("C4"))
    scene.answer(0, "take")
    assert not scene.empty("C4") and scene.stack("C4").acted == 1 and scene.waiting() == {0: "main"}
    blocked = Scene(position(Soldier(0, "民兵", "C3"), Soldier(1, "盾卫", "C4")))
    blocked.act("round", blocked.cell("C3"), None, [0, [blocked.cell("C4")]], blocked.cell("C4"))
    assert blocked.waiting() == {0: "round"} and blocked.asked(0).note.may_move


def test_a5_1_the_cell_may_be_chosen_afterwards():
    """A5.1：没说哪一格就先问；收回就什么也没发生，次数也在。"""
    scene = Scene(position(piles=("民兵", ""), places="A1 F5"))
    assert scene.act("deploy", SOLDIERS["民兵"], None) == []
    ask = scene.asked(0)
    assert ask.what == "aim" and ask.default == "retract" and ask.note.source.kind == "deploy"
    assert scene.default() == [] and scene.table.view(0).deployments_left == 1
    scene.act("deploy", SOLDIERS["民兵"], None)
    scene.refused(0, scene.cell("A3"))
    assert only(scene.aim("B2"), Deployed).left == 0


def test_a5_3_mov_is_the_limit_and_no_diagonals():
    """A5.3：至多 MOV 格，规则同 A3.1。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), obstacles="C2", places="A1 F5"))
    assert sorted(scene.names(scene.space().round(scene.cell("C1")).destinations())) == [
        "B1",
        "B2",
        "D1",
        "D2",
        "E1",
    ]
    assert scene.refused(0, ["round", scene.cell("C1"), scene.cell("C3"), None]).clause == "A5.3"
    assert scene.refused(0, ["round", scene.cell("B1"), None, None]).clause == "A5.3"


def test_a5_3_stacks_have_two_rounds_with_other_actions_between():
    """A5.3：升阶牌两轮，两轮之间可穿插别的行动；士兵行动不占 X（A2.3）。"""
    scene = Scene(
        position(
            Soldier(0, "民兵 枪骑", "C1"),
            Soldier(1, "盾卫", "C4"),
            hands=("调度 疾步", ""),
            turn=1,
            places="A1 F5",
        )
    )
    assert scene.table.view(0).stacks[0].rounds == 2
    told = scene.soldier("C1", "C2", "up")
    assert only(told, RoundStarted).left == 1 and only(told, Wounded).lost == 2
    scene.play("调度")
    scene.walk("疾步", "A2")
    told = scene.soldier("C2", "C3", "up")
    assert only(told, RoundStarted).left == 0 and only(told, Left).who.cell == scene.cell("C4")
    assert scene.refused(0, ["round", scene.cell("C3"), scene.cell("C2"), None]).clause == "A5.3"


def test_a5_3_a_soldier_who_acted_before_the_upgrade_has_one_round_left():
    """A5.3：升阶前已行动过一轮的，这回合只剩一轮。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), piles=("枪骑", "")))
    scene.soldier("C1", "C2")
    scene.upgrade("枪骑", "C2")
    assert scene.table.view(0).stacks[0].rounds == 1
    scene.soldier("C2", "C3")
    assert scene.refused(0, ["round", scene.cell("C3"), scene.cell("C2"), None]).clause == "A5.3"
    fresh = Scene(position(Soldier(0, "民兵", "C1"), piles=("枪骑", "")))
    fresh.upgrade("枪骑", "C1")
    assert fresh.table.view(0).stacks[0].rounds == 2


def test_a5_3_rounds_come_back_each_turn():
    """A5.3：每个主要阶段重新数。"""
    scene = Scene(position(Soldier(0, "民兵", "C1")))
    scene.soldier("C1", "C2")
    scene.pass_turn()
    assert scene.table.view(None).stacks[0].rounds == 0  # 不是他的回合
    scene.pass_turn()
    scene.to_main()
    assert scene.table.view(None).stacks[0].rounds == 1


# ------------------------------------------------------------------ A5.4
def test_a5_4_damage_is_attack_without_a_counterblow():
    """A5.4：伤害 = ATK，无反击；缺省附近1格选1格；英雄可以响应。"""
    scene = Scene(position(Soldier(0, "匕首", "C4"), places="A1 C5", heroes="洛克 赫利", dodges=("", "疾步")))
    assert (
        scene.refused(0, ["round", scene.cell("C4"), None, [0, scene.aimed(["C3", "C5"])]]).clause == "A5.4"
    )
    scene.soldier("C4", None, ["C5"])
    assert scene.waiting() == {1: "respond"}
    told = scene.stay()
    assert only(told, Wounded).lost == 2 and scene.stack("C4").health == 1


def test_a5_4_own_ranges():
    """A5.4 A9：弓手 远2/1，枪骑 直2，咒师 远3/1，屠夫 近1 所有目标。"""
    archer = Scene(position(Soldier(0, "弓手", "C1"), Soldier(1, "骸骨", "D2")))
    assert only(archer.soldier("C1", None, ["D2"]), Wounded).lost == 1
    lancer = Scene(
        position(Soldier(0, "民兵 枪骑", "C1"), Soldier(1, "骸骨", "C2"), Soldier(1, "骸骨", "C3"))
    )
    assert [each.lost for each in every(lancer.soldier("C1", None, "up"), Wounded)] == [2, 2]
    warlock = Scene(position(Soldier(0, "鼠群 咒师", "C1"), Soldier(1, "骸骨", "C4"), heroes="洛克 赫利"))
    assert only(warlock.soldier("C1", None, ["C4"]), Wounded).lost == 2
    butcher = Scene(
        position(
            Soldier(0, "鼠群 狼骑 屠夫", "C2"),
            Soldier(1, "民兵", "C3"),
            Soldier(1, "盾卫", "B2"),
            heroes="洛克 赫利",
        )
    )
    index = 0
    told = butcher.soldier("C2", None, ["C3", "B2"], index)
    assert [each.lost for each in every(told, Wounded)] == [2, 3]


def test_a5_4_the_priest_may_heal_instead():
    """A9 祭司：攻击可改为近1选1己方回2，不超过上限（A5.4）；没有响应。"""
    scene = Scene(
        position(
            Soldier(0, "民兵 祭司", "B1"), Soldier(0, "盾卫", "B2", health=2), places="A1 F5", health=(19, 20)
        )
    )
    attacks = scene.space().round(scene.cell("B1")).attacks(None)
    assert len(attacks) == 2
    told = only(scene.soldier("B1", None, ["B2"], 1), Healed)
    assert (told.gained, told.health) == (1, 3)
    scene.more()
    told = only(scene.soldier("B1", None, ["A1"], 1), Healed)
    assert (told.gained, told.health) == (1, 20)


def test_a9_wolf_riders_hit_heroes_harder():
    """A9 狼骑：打英雄 +1，打士兵不加。"""
    scene = Scene(
        position(Soldier(0, "鼠群 狼骑", "C4"), Soldier(1, "盾卫", "B4"), places="A1 C5", heroes="洛克 赫利")
    )
    assert only(scene.soldier("C4", None, ["C5"]), Wounded).lost == 3
    scene.more()
    assert only(scene.soldier("C4", None, ["B4"]), Wounded).lost == 2


# ------------------------------------------------------------------ A5.5
def test_a5_5_upgrading_uses_the_new_numbers_and_heals():
    """A5.5：用新牌的 ATK/MOV/HP，满血；下面的技能保留（盾卫的护、弓手的射程）。"""
    scene = Scene(
        position(
            Soldier(0, "盾卫", "A2", health=1),
            Soldier(0, "弓手", "C1"),
            Soldier(1, "骸骨", "D2"),
            piles=("枪骑 枪骑", ""),
            deployments=2,
            arrival="base",
        )
    )
    assert only(scene.upgrade("枪骑", "A2"), Upgraded).health == 3
    assert scene.table.view(None).players[0].guard == 1
    scene.upgrade("枪骑", "C1")
    attacks = scene.space().round(scene.cell("C1")).attacks(None)
    assert len(attacks) == 2
    assert only(scene.soldier("C1", None, ["D2"], 1), Wounded).lost == 2  # 弓手的射程，枪骑的 ATK
    view = next(each for each in scene.table.view(None).stacks if each.cell == scene.cell("C1"))
    assert soldiers_named(view.cards) == ["弓手", "枪骑"] and (view.attack, view.health) == (2, 3)


def test_a5_5_keeping_the_wounds_is_an_option():
    """A5.5 选项：升阶不满血，带着原来的伤。"""
    scene = Scene(position(Soldier(0, "盾卫", "A2", health=1), piles=("枪骑", ""), upgrade_heals=False))
    assert only(scene.upgrade("枪骑", "A2"), Upgraded).health == 1


# ------------------------------------------------------------------ A5.6
def duel(mine: str = "民兵", theirs: str = "匕首", **more: object) -> Scene:
    """己方 C2 打死对方 C3。"""
    scene = Scene(
        position(Soldier(0, mine, "C2"), Soldier(1, theirs, "C3", health=1), places="A1 F5", **more)  # pyright: ignore[reportArgumentType]
    )
    scene.soldier("C2", None, ["C3"] if mine == "民兵" else "up")
    return scene


def test_a5_6_killing_the_same_level_may_capture():
    """A5.6：击杀同等级的可放到自己牌下作升变牌；放弃的回原主的士兵弃牌区。"""
    scene = duel()
    assert scene.waiting() == {0: "promote"}
    note = scene.asked(0).note
    assert isinstance(note, PromoteNote) and soldiers_named([note.soldier]) == ["匕首"]
    assert scene.asked(0).default == "take"
    before = pieces(scene.table)
    told = only(scene.answer(0, "take"), Promoted)
    assert told.taken and soldiers_named([told.soldier]) == ["匕首"]
    view = scene.table.view(1).stacks[0]
    assert soldiers_named(view.captives) == ["匕首"] and pieces(scene.table) == before
    other = duel()
    assert not only(other.answer(0, "leave"), Promoted).taken
    assert soldiers_named(other.table.view(None).players[1].fallen) == ["匕首"]


def test_a5_6_another_level_does_not_capture():
    """A5.6：不同等级不升变。"""
    scene = duel("民兵", "鼠群 狼骑")
    assert scene.waiting() == {0: "round"}
    assert soldiers_named(scene.table.view(None).players[1].fallen) == ["狼骑", "鼠群"]


def test_a5_6_only_the_top_card_is_captured():
    """A5.6：等级看最上一张，只取最上一张，其余回各自原主的士兵弃牌区。"""
    scene = Scene(
        position(
            Soldier(0, "民兵 枪骑", "C2"),
            Soldier(1, "鼠群 狼骑", "C3", health=1, captives="盾卫"),
            places="A1 F5",
        )
    )
    scene.soldier("C2", None, "up")
    scene.answer(0, "take")
    assert soldiers_named([piece >> 1 for piece in scene.stack("C2").captives]) == ["狼骑"]
    view = scene.table.view(None)
    assert soldiers_named(view.players[1].fallen) == ["鼠群"]
    assert soldiers_named(view.players[0].fallen) == ["盾卫"]


def test_a5_6_upgrading_on_a_captive_returns_the_killer_to_the_pile():
    """A5.6：升阶时可把击杀者收回士兵堆，以升变牌为底；击杀者的技能就没有了，升变牌的给。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C2", captives="匕首 鼠群", acted=1), piles=("枪骑", ""), places="A1 F5")
    )
    ways = scene.space().upgrades()
    assert [soldiers_named(bases) for _, _, bases in ways] == [["鼠群", "匕首"]]
    assert (
        scene.refused(0, ["upgrade", SOLDIERS["枪骑"], scene.cell("C2"), SOLDIERS["骸骨"]]).clause == "A5.6"
    )
    told = only(scene.upgrade("枪骑", "C2", "鼠群"), Upgraded)
    assert soldiers_named([told.base, told.under]) == ["鼠群", "民兵"]
    view = scene.table.view(None).stacks[0]
    assert soldiers_named(view.cards) == ["鼠群", "枪骑"] and view.owners == [1, 0]
    assert soldiers_named(view.captives) == ["匕首"]  # 其余仍垫下
    assert soldiers_named(scene.table.view(0).players[0].pile) == ["民兵"]
    assert view.rounds == 1  # 已用轮数随叠继承


def test_a5_6_a_captive_of_too_low_a_level_is_no_base():
    """A5.6 A5.1：底要正好低一级。"""
    scene = Scene(position(Soldier(0, "民兵 枪骑", "C2", captives="鼠群"), piles=("圣骑", "")))
    assert [bases for _, _, bases in scene.space().upgrades()] == [()]


def test_a5_6_keeping_the_killer_as_the_base():
    """A5.6：也可以不用升变牌，照旧叠上，升变牌仍垫着。"""
    scene = Scene(position(Soldier(0, "民兵", "C2", captives="匕首"), piles=("枪骑", "")))
    assert only(scene.upgrade("枪骑", "C2"), Upgraded).base == -1
    view = scene.table.view(None).stacks[0]
    assert soldiers_named(view.cards) == ["民兵", "枪骑"] and soldiers_named(view.captives) == ["匕首"]


def test_a5_6_captives_give_no_skills_until_they_are_a_base():
    """A5.7：升变牌未作底前不给技能；作了底才给。"""
    scene = Scene(
        position(
            Soldier(0, "鼠群", "A2", captives="盾卫"), piles=("狼骑", ""), heroes="洛克 赫利", places="A1 F5"
        )
    )
    assert scene.table.view(None).players[0].guard == 0
    scene.upgrade("狼骑", "A2", "盾卫")
    assert scene.table.view(None).players[0].guard == 1  # 归控制者


def test_a5_6_only_soldiers_attacks_capture():
    """A5.6：英雄的牌打死的不升变；号角给的一轮打死的可以。"""
    hero = Scene(position(Soldier(1, "匕首", "A2"), hands=("投矛", ""), places="A1 F5"))
    hero.play("投矛", "up")
    assert hero.waiting() == {0: "main"}
    horn = Scene(
        position(
            Soldier(0, "民兵", "C2", acted=1), Soldier(1, "匕首", "C3"), hands=("冲锋号", ""), places="A1 F5"
        )
    )
    horn.play("冲锋号", "C2")
    assert horn.waiting() == {0: "round"} and horn.asked(0).default == [None, [0, [horn.cell("C3")]]]
    horn.more(None, ["C3"])
    assert horn.waiting() == {0: "promote"}


# ------------------------------------------------------------------ A5.7
def test_a5_7_leaving_comes_before_capturing_and_a_dead_killer_captures_nothing():
    """A5.7：先触发离场再升变：鼠群咬死了击杀它的民兵，就没有升变。"""
    scene = Scene(position(Soldier(0, "民兵", "C2", health=1), Soldier(1, "鼠群", "C3"), places="A1 F5"))
    told = scene.soldier("C2", None, ["C3"])
    assert [scene.names([each.who.cell])[0] for each in every(told, Left)] == ["C3", "C2"]
    assert every(told, Promoted) == [] and scene.waiting() == {0: "main"}
    assert scene.empty("C2") and scene.empty("C3")
    assert soldiers_named(scene.table.view(None).players[1].fallen) == ["鼠群"]


def test_a5_7_leaving_hits_the_unit_that_killed_it():
    """A9 鼠群：击杀它的单位受 1：英雄打死的，英雄受；英雄的减伤照算。"""
    scene = Scene(position(Soldier(1, "鼠群", "A2"), hands=("投矛", ""), places="A1 F5"))
    told = scene.play("投矛", "up")
    assert [each.source.kind for each in every(told, Wounded)] == ["card", "leave"]
    assert scene.table.health == [19, 20]


def test_a5_7_each_card_of_the_stack_leaves_from_the_top():
    """A5.7：整叠自上而下各触发一次，升变牌的照触发，归叠的控制者。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨 狼骑", "A2", health=1, captives="圣骑"),
            hands=("投矛", ""),
            places="A1 F5",
            health=(20, 15),
        )
    )
    told = scene.play("投矛", "up")
    left = only(told, Left)
    assert soldiers_named(left.cards) == ["狼骑", "骸骨", "圣骑"]
    triggered = every(told, LeaveTriggered)
    assert [(each.seat, soldiers_named([each.soldier])[0]) for each in triggered] == [
        (1, "骸骨"),
        (1, "圣骑"),
    ]
    drew = only(told, Drew)
    assert (drew.seat, drew.reason, drew.count) == (1, "leave", 1)
    assert drew.seen_by(0).cards.seen is None
    assert only(told, Healed).health == 17  # 圣骑 离场：受益的是控制者的英雄
    view = scene.table.view(None)
    assert soldiers_named(view.players[1].fallen) == ["狼骑", "骸骨"]
    assert soldiers_named(view.players[0].fallen) == ["圣骑"]


def test_a5_7_leaving_is_inserted_before_the_next_target():
    """A4 A5.7：离场效果插在下一个目标之前。"""
    scene = Scene(
        position(Soldier(1, "骸骨", "A2"), Soldier(1, "匕首", "A3"), hands=("投矛", ""), places="A1 F5")
    )
    kinds = [type(each) for each in scene.play("投矛", "up")]
    assert kinds.index(Drew) < [index for index, kind in enumerate(kinds) if kind is Wounded][1]


def test_a5_7_a_chain_of_leaving():
    """A5.7：离场伤害打死的士兵也离场，不触发升变（A5.6）。"""
    scene = Scene(
        position(Soldier(0, "鼠群", "C2"), Soldier(1, "鼠群", "C3"), places="A1 F5", heroes="洛克 洛克")
    )
    told = scene.soldier("C2", None, ["C3"])
    assert len(every(told, Left)) == 2 and every(told, Promoted) == []
    assert len(every(told, Wounded)) == 2  # 后死的那只的离场没有目标


# ------------------------------------------------------------------ A5.8
def test_a5_8_extra_rounds_are_outside_the_two():
    """A5.8：冲锋号给的一轮在轮数之外；登场限制照算。"""
    scene = Scene(position(Soldier(0, "民兵", "C2", acted=1), hands=("冲锋号", ""), places="A1 F5"))
    told = scene.play("冲锋号", "C2")
    assert only(told, RoundStarted).extra
    scene.more("C3")
    assert scene.stack("C3").acted == 1
    fresh = Scene(
        position(Soldier(0, "民兵", "C2", fresh=True), Soldier(1, "骸骨", "C3"), hands=("冲锋号", ""))
    )
    fresh.play("冲锋号", "C2")
    note = fresh.asked(0).note
    assert isinstance(note, RoundNote) and note.may_move and not note.may_attack and note.extra
    none = Scene(position(hands=("冲锋号", "")))
    assert none.refused(0, ["play", CARDS["冲锋号"], None]).clause == "A5.8"


def test_a5_8_extra_deployments_do_not_count():
    """A5.8 A9 集结：额外布置 1 张 LV1，不占 A5.1；登场限制照算。"""
    scene = Scene(
        position(hands=("集结", ""), piles=("民兵 盾卫 枪骑", ""), heroes="艾薇 洛克", places="A1 F5")
    )
    scene.play("集结")
    assert scene.waiting() == {0: "deploy"}
    scene.refused(0, [SOLDIERS["枪骑"], scene.cell("C1")])
    told = only(scene.answer(0, [SOLDIERS["盾卫"], scene.cell("C1")]), Deployed)
    assert (told.extra, told.left) == (True, 1)
    assert scene.stack("C1").fresh
    scene.deploy("民兵", "D1")
    empty = Scene(position(hands=("集结", ""), heroes="艾薇 洛克"))
    assert empty.refused(0, ["play", CARDS["集结"], None]).clause == "A5.8"


def test_a5_8_extra_upgrades_do_not_count():
    """A5.8 A9 晋升令：额外升阶一次 LV1→LV2；超时底保留原牌（A11.3）。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "C1", captives="匕首"),
            hands=("晋升令", ""),
            piles=("枪骑 圣骑", ""),
            heroes="艾薇 洛克",
        )
    )
    scene.play("晋升令")
    assert scene.waiting() == {0: "upgrade"}
    assert scene.asked(0).default == [SOLDIERS["枪骑"], scene.cell("C1"), None]
    told = only(scene.answer(0, [SOLDIERS["枪骑"], scene.cell("C1"), SOLDIERS["匕首"]]), Upgraded)
    assert (told.extra, told.left) == (True, 1)
    scene.upgrade("圣骑", "C1")
    assert scene.refused(0, ["deploy", SOLDIERS["民兵"], scene.cell("D1")]).clause == "A5.1"
    none = Scene(position(hands=("晋升令", ""), piles=("枪骑", ""), heroes="艾薇 洛克"))
    assert none.refused(0, ["play", CARDS["晋升令"], None]).clause == "A5.8"


@pytest.mark.parametrize("cell", ["C3", "C2"])
def test_soldiers_of_the_other_side_cannot_be_ordered(cell: str):
    """A5.3：只能动自己控制的。"""
    scene = Scene(position(Soldier(1, "民兵", "C3"), Soldier(0, "民兵", "C2", acted=1)))
    assert scene.refused(0, ["round", scene.cell(cell), scene.cell("B3"), None]).clause == "A5.3"
    assert not every(scene.events, AttackDeclared) and not every(scene.events, Discarded)
