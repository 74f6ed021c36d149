"""攻击流程与检查点（A1.2、A4、A11.3）：数字都是照条文手算的。"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.aurora.events import (
    AttackEnded,
    Dodged,
    Drew,
    GameOver,
    Healed,
    LeaveTriggered,
    Left,
    Promoted,
    Pushed,
    Stayed,
    Walked,
    Wounded,
)
from games.aurora.language import read_effect
from games.aurora.table import AuroraTable
from games.kernel import Event
from tests.aurora.position import SOLDIERS, Scene, Soldier, every, named, only, position, soldiers_named


def leaving(table: AuroraTable, soldier: str, effect: str) -> None:
    """这名士兵的离场效果换成 `effect`。"""
    effects = list(table.setup.leaving)
    effects[SOLDIERS[soldier]] = read_effect(effect)
    table.setup = replace(table.setup, leaving=tuple(effects))


def order(told: list[Event], *kinds: type[Event]) -> list[str]:
    """这些种类的事依次是什么。"""
    return [type(each).__name__ for each in told if isinstance(each, kinds)]


# ------------------------------------------------------------------ A1.2 检查点
@pytest.mark.parametrize("effect", ["抽1 报1", "报1 抽1", "蓄能1 报1"])
def test_a1_2_a_leaving_effect_is_settled_whole_before_the_check(effect: str):
    """A1.2 A5.7：疲劳的一方摸离场牌扣到 0，同一离场里又打死了打他的英雄：同一检查点双方 ≤0，平局。"""
    table = position(
        Soldier(1, "鼠群", "A2"),
        places="A1 F5",
        hands=("投矛", ""),
        health=(1, 1),
        filler=0,
        empty_deck="fatigue",
    )
    leaving(table, "鼠群", effect)
    scene = Scene(table)
    told = scene.play("投矛", "up")
    assert only(told, GameOver).reason == "both"
    assert scene.table.health == [0, 0] and scene.table.winners == [0, 1]


def test_a1_2_fatigue_of_a_leaving_effect_ends_the_game_before_the_next_target():
    """A1.2：离场摸牌疲劳到 0：这个目标结算完就检查，后面的目标不再挨打。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "A2", health=1),
            Soldier(1, "骸骨", "B1"),
            places="A1 F5",
            hands=("横扫", ""),
            health=(20, 1),
            filler=0,
            empty_deck="fatigue",
        )
    )
    scene.play("横扫", ["A2", "B1"])
    assert scene.table.winners == [0] and scene.table.reason == "hero"
    assert scene.stack("B1").health == 2


def test_a1_2_the_hero_who_falls_first_loses_though_the_next_target_would_have_killed_the_other():
    """A1.2：检查在每个目标之后：先倒下的是守方英雄，后面的鼠群不再报复。"""
    scene = Scene(
        position(Soldier(1, "鼠群", "B1"), places="A1 A2", hands=("横扫", ""), health=(1, 3), dodges=("", ""))
    )
    scene.play("横扫", ["A2", "B1"])
    assert scene.table.winners == [0] and scene.table.health == [1, 0]
    other = Scene(
        position(Soldier(1, "鼠群", "B1"), places="A1 A2", hands=("横扫", ""), health=(1, 3), dodges=("", ""))
    )
    other.play("横扫", ["B1", "A2"])
    assert other.table.winners == [1] and other.table.health == [0, 3]


def test_a1_2_harvest_heals_only_after_the_revenge_was_survived():
    """A1.2 A9 收割：1 点生命收割鼠群，报复先到 0，判负；回复来不及。"""
    scene = Scene(
        position(
            Soldier(1, "鼠群", "A2"), heroes="洛克 赫利", places="A1 F5", hands=("收割", ""), health=(1, 20)
        )
    )
    scene.play("收割")
    assert scene.table.winners == [1]
    scene = Scene(
        position(
            Soldier(1, "鼠群", "A2"), heroes="洛克 赫利", places="A1 F5", hands=("收割", ""), health=(2, 20)
        )
    )
    scene.play("收割")
    assert scene.table.health == [2, 20]  # 2 − 1 + 1


# ------------------------------------------------------------------ A4.5 A4.8 响应
@pytest.mark.parametrize(
    ("dodges", "place", "obstacles", "asked"),
    [
        ("", "A3", "", False),  # 没有闪避牌
        ("火球", "A3", "", True),
        ("火球 包扎 疾步", "A3", "", True),
        ("火球", "A5", "A4 B5", False),  # 四邻全不空
        ("火球", "A5", "B5", True),
    ],
)
def test_a4_8_asked_by_public_facts_only(dodges: str, place: str, obstacles: str, asked: bool):
    """A4.8 A10：问不问只看张数与场面；不问时没有任何事件说为什么。"""
    scene = Scene(
        position(
            places=f"B3 {place}",
            hands=("火球", ""),
            dodges=("", dodges),
            obstacles=obstacles,
            health=(20, 20),
        )
    )
    told = scene.play("火球", [place])
    assert (scene.waiting() == {1: "respond"}) is asked
    if not asked:
        assert not every(told, Stayed) and not every(told, Dodged)
        assert only(told, Wounded).lost == 3


def test_a4_8_dodging_inside_the_area_is_hit_exactly_once_and_in_its_new_place():
    """A4.4 A4.8：地裂（全2）里从 C4 闪到还在范围里的 D4：照中一次 2 点，不是零次也不是两次。"""
    scene = Scene(position(places="C3 C4", hands=("地裂", ""), dodges=("", "疾步")))
    scene.play("地裂")
    told = scene.dodge("疾步", "D4")
    hit = only(told, Wounded)
    assert (hit.lost, hit.health) == (2, 18) and hit.who.cell == scene.cell("D4")
    assert only(told, AttackEnded).hits == 1


def test_a4_4_dodging_onto_a_cell_chosen_earlier_changes_when_he_is_hit():
    """A4 A4.4：选的是格：箭雨先 C5 后 C4，英雄从 C4 闪到 C5，就在第一格那时挨打，士兵在后。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "D4"),
            heroes="艾薇 洛克",
            places="C3 C4",
            hands=("箭雨", ""),
            dodges=("", "疾步"),
        )
    )
    scene.play("箭雨", ["C5", "D4", "C4"])
    told = scene.dodge("疾步", "C5")
    assert [(hit.who.soldier, hit.who.cell) for hit in every(told, Wounded)] == [
        (-1, scene.cell("C5")),
        (SOLDIERS["骸骨"], scene.cell("D4")),
    ]


def test_a4_5_the_dodge_card_goes_to_the_discard_pile_before_the_blow():
    """A4.5 A9 背刺：翻的是最后一张闪避牌；闪不掉的（别的格）目标结算时闪避区已空。"""
    table = position(heroes="洛克 赫利", places="C3 C4", hands=("背刺", ""), dodges=("", "疾步"))
    scene = Scene(table)
    scene.play("背刺", ["C4"])
    told = scene.dodge("疾步", "D4")
    assert named(scene.table.discards[1]) == ["疾步"] and not every(told, Wounded)


# ------------------------------------------------------------------ A4.9 推与减伤
@pytest.mark.parametrize(
    ("wards", "shield", "lost"),
    [
        (0, False, [1, 1]),  # 伤1，推到边界受阻再伤1
        (1, False, [0, 0]),
        (0, True, [0, 0]),  # 盾卫相邻，推前推后都挨着
        (2, True, [0, 0]),
    ],
)
def test_a4_9_the_blow_and_the_blocked_push_are_two_wounds(wards: int, shield: bool, lost: list[int]):
    """A4.9：伤害与受阻是两次受伤，各自减伤，各自最低 0；受阻只伤一次（推2 差两格也是 1 点）。"""
    soldiers = [Soldier(1, "盾卫", "B5")] if shield else []
    scene = Scene(
        position(
            *soldiers,
            heroes="赫利 赫利",
            places="A4 A5",
            hands=("推击", "光壁 " * wards),
            active=1 if wards else 0,
            turn=3,
        )
    )
    for _ in range(wards):
        scene.play("光壁")
    if wards:
        scene.pass_turn()
        scene.to_main()
    told = scene.play("推击", ["A5"])
    assert [hit.lost for hit in every(told, Wounded)] == lost
    assert only(told, Pushed).blocked == "edge" and not every(told, Walked)


def test_a4_9_a_push_out_of_the_shield_loses_its_guard():
    """A4.9 A9 盾卫：第一下时相邻（0 点），推走一格、再被士兵挡住时不再相邻：受阻照伤 1。"""
    scene = Scene(
        position(
            Soldier(1, "盾卫", "B2"),
            Soldier(1, "民兵", "A4"),
            heroes="赫利 赫利",
            places="A1 A2",
            hands=("推击", ""),
        )
    )
    told = scene.play("推击", ["A2"])
    assert [hit.lost for hit in every(told, Wounded)] == [0, 1]
    assert scene.place(1) == "A3" and only(told, Pushed).blocked == "unit"


def test_a4_10_first_wound_guards_are_spent_together_and_only_by_the_first():
    """A4.9 A4.10 A9 折光：两张折光，首次受伤减 4，下一次不减。"""
    scene = Scene(
        position(
            heroes="赫利 诺娅",
            places="A1 A3",
            hands=("火球 火球", "折光 折光"),
            active=1,
            turn=3,
        )
    )
    scene.play("折光")
    scene.play("折光")
    scene.pass_turn()
    scene.to_main()
    assert [only(scene.play("火球", ["A3"]), Wounded).lost for _ in range(2)] == [0, 3]


# ------------------------------------------------------------------ A11.3 会不会致死
def sniped(*soldiers: Soldier, health: int, dodges: str = "疾步", **more: Any) -> Scene:
    """诺娅在 C3 用寒潮（全1 伤3）打 C4 的赫利与旁边的士兵。"""
    scene = Scene(
        position(
            *soldiers,
            heroes="诺娅 赫利",
            places="C3 C4",
            hands=("寒潮", ""),
            dodges=("", dodges),
            health=(20, health),
            **more,
        )
    )
    return scene


@pytest.mark.parametrize(
    ("first", "damage", "runs"),
    [
        (["B4", "C4"], 3, True),  # 盾卫先倒下，不再护着他
        (["C4", "B4"], 2, False),  # 先打他，盾卫还在
    ],
)
def test_a11_3_a_shield_bearer_struck_first_no_longer_guards(first: list[str], damage: int, runs: bool):
    """A11.3 A4：3 点生命，盾卫相邻：次序决定会不会致死，默认跟着变；预告的伤害与真打的一样。"""
    scene = sniped(Soldier(1, "盾卫", "B4"), health=3)
    scene.play("寒潮", first)
    ask = scene.asked(1)
    assert ask.note.damage == damage and (ask.default != ["stay"]) is runs
    scene.stay()
    assert scene.table.health[1] == 3 - damage


def test_a11_3_a_healing_farewell_struck_first_counts():
    """A11.3 A5.7：圣骑先倒下回 2，寒潮的 3 点就打不死 2 点生命的他：默认不响应。"""
    scene = sniped(Soldier(1, "圣骑", "B4", health=1), health=2)
    scene.play("寒潮", ["B4", "C4"])
    assert scene.asked(1).note.damage == 1 and scene.asked(1).default == ["stay"]
    told = scene.stay()
    assert only(told, Healed).gained == 2 and scene.table.health[1] == 1


def test_a11_3_the_rehearsal_changes_nothing_and_tells_nothing():
    """A11.3 A10：估伤害不动真桌子：骸骨的离场摸牌、随机都没有发生。"""
    scene = sniped(Soldier(1, "骸骨", "B4", health=1), health=20, decks=("", "直刺 投矛"))
    told = scene.play("寒潮", ["B4", "C4"])
    assert not every(told, Drew) and scene.table.hands[1] == [] and scene.stack("B4").health == 1
    rng = scene.table.rng
    told = scene.stay()
    assert scene.table.rng == rng and scene.hand(1) == ["直刺"]
    assert order(told, Stayed, Wounded, Left, LeaveTriggered, Drew) == [
        "Stayed",
        "Wounded",
        "Left",
        "LeaveTriggered",
        "Drew",
        "Wounded",
    ]


# ------------------------------------------------------------------ A5.6 A5.7
def test_a5_7_farewell_then_promotion_then_the_next_target():
    """A5.7：枪骑一枪穿两个：第一个先离场效果（对方摸牌），再升变，再打下一个；不同级的不问。"""
    scene = Scene(
        position(
            Soldier(0, "民兵 枪骑", "C3"),
            Soldier(1, "骸骨 狼骑", "C4", health=1),
            Soldier(1, "骸骨", "C5", health=1),
            places="A1 F5",
            decks=("", "直刺 投矛"),
        )
    )
    told = scene.soldier("C3", None, "up")
    assert scene.waiting() == {0: "promote"}
    assert order(told, Left, LeaveTriggered, Drew) == ["Left", "LeaveTriggered", "Drew"]
    assert scene.stack("C5").health == 1
    told = scene.answer(0, "take")
    assert order(told, Promoted, Left, LeaveTriggered, Drew) == [
        "Promoted",
        "Left",
        "LeaveTriggered",
        "Drew",
    ]
    # 狼骑升变；垫在它下面的骸骨与后来的骸骨（LV1 不同级）回原主的士兵弃牌区。
    assert soldiers_named([piece >> 1 for piece in scene.stack("C3").captives]) == ["狼骑"]
    assert soldiers_named([piece >> 1 for piece in scene.table.fallen[1]]) == ["骸骨", "骸骨"]
    assert all(piece & 1 == 1 for piece in scene.table.fallen[1]) and not scene.table.fallen[0]
    assert scene.hand(1) == ["直刺", "投矛"]


def test_a5_7_a_captives_farewell_is_for_its_controller_and_goes_home():
    """A5.6 A5.7：压着骸骨的民兵被打掉：骸骨离场的「抽1」归民兵一方，骸骨回原主的士兵弃牌区。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "A3", captives="骸骨", health=1),
            heroes="赫利 洛克",
            places="A1 A5",
            hands=("", "投矛"),
            active=1,
            decks=("直刺", ""),
        )
    )
    told = scene.play("投矛", "down")
    assert only(told, LeaveTriggered).seat == 0 and only(told, Drew).seat == 0
    assert scene.hand(0) == ["直刺"]
    assert soldiers_named([piece >> 1 for piece in scene.table.fallen[1]]) == ["骸骨"]
    assert soldiers_named([piece >> 1 for piece in scene.table.fallen[0]]) == ["民兵"]
