"""初始卡表（A9）：每张牌照它的牌效做，数目与说明一致。攻击流程、士兵、技能另有测试。"""

from __future__ import annotations

from typing import Any

import pytest

from games.aurora.events import (
    Charged,
    Discarded,
    Drew,
    Fizzled,
    Guarded,
    Healed,
    Stowed,
    Walked,
    Wounded,
)
from tests.aurora.position import (
    CARDS,
    DATA,
    HEROES,
    SOLDIERS,
    Scene,
    Soldier,
    cards_of,
    every,
    named,
    only,
    position,
)

STRIKES: list[tuple[str, str, str, Any, int]] = [
    # 牌、英雄、对方英雄在、范围、伤害
    ("直刺", "赫利", "C5", "up", 3),
    ("投矛", "赫利", "C5", "up", 2),
    ("斜斩", "赫利", "E5", "up_right", 3),
    ("飞刀", "赫利", "D5", ["D5"], 2),
    ("双星镖", "赫利", "D5", ["D5"], 2),
    ("横扫", "赫利", "C4", None, 3),
    ("震荡波", "赫利", "D4", None, 2),
    ("火球", "赫利", "E5", ["E5"], 3),
    ("地裂", "赫利", "E5", None, 2),
    ("推击", "赫利", "C4", ["C4"], 2),
    ("破阵枪", "赫利", "C5", "up", 3),
    ("燎原", "赫利", "C4", None, 4),
    ("投日枪", "赫利", "E5", ["E5"], 3),
    ("曜击", "赫利", "E5", "up_right", 3),
    ("箭雨", "艾薇", "D5", ["D5"], 2),
    ("光矢", "艾薇", "C5", "up", 2),
    ("双刃", "洛克", "C4", ["C4"], 2),
    ("斜影斩", "洛克", "E5", "up_right", 3),
    ("收割", "洛克", "D4", None, 2),
    ("霜枪", "诺娅", "C5", "up", 3),
    ("寒潮", "诺娅", "D4", None, 3),
    ("星碎", "诺娅", "D5", ["D5"], 2),
    ("斜虹", "诺娅", "E5", "up_right", 2),
]


@pytest.mark.parametrize(("card", "hero", "place", "aim", "lost"), STRIKES)
def test_a9_attacking_cards(card: str, hero: str, place: str, aim: Any, lost: int):
    """A9：伤害牌打对方英雄，数目对；打完进自己的弃牌堆。推击在边上会受阻（A4.9）。"""
    scene = Scene(position(places=f"C3 {place}", heroes=f"{hero} 洛克", hands=(card, "")))
    told = scene.play(card, aim)
    assert sum(each.lost for each in every(told, Wounded)) == lost
    assert scene.table.health == [20, 20 - lost] and scene.waiting() == {0: "main"}
    assert named(scene.table.discards[0]) == [card] and scene.table.laid == [[], []]
    assert scene.table.totals[0][0] == lost


def test_a9_every_card_has_its_forces():
    """A9：移动力/闪避力照表。"""
    forces = {card.name: (card.move, card.dodge) for card in DATA.cards}
    assert len(forces) == 16 + 4 * 8
    assert forces["疾步"] == (3, 2) and forces["地裂"] == (0, 1) and forces["烟幕"] == (2, 4)
    assert forces["掠影"] == (4, 3) and forces["寒潮"] == (0, 1)


def test_a9_four_heroes_and_twelve_soldiers():
    """A9：四名英雄，两个势力各六种士兵。"""
    assert set(HEROES) == {"赫利", "艾薇", "洛克", "诺娅"} and len(SOLDIERS) == 12
    numbers = {each.name: (each.level, each.attack, each.move, each.health) for each in DATA.soldiers}
    assert (
        numbers["民兵"] == (1, 1, 2, 2)
        and numbers["屠夫"] == (3, 4, 2, 5)
        and numbers["狼骑"] == (2, 2, 3, 2)
    )


@pytest.mark.parametrize(("card", "hero", "distance"), [("疾步", "赫利", 2), ("掠影", "洛克", 2)])
def test_a9_walk_and_draw(card: str, hero: str, distance: int):
    """A9 疾步、掠影：移2 抽1，可以不走。"""
    scene = Scene(position(places="C3 F5", heroes=f"{hero} 洛克", hands=(card, ""), decks=("直刺", "")))
    cells = scene.space().aim(CARDS[card]).cells
    assert cells[0] == scene.cell("C3")
    assert all(scene.table.setup.board.distance(cells[0], cell) <= distance for cell in cells)
    told = scene.play(card, "C5")
    assert only(told, Walked).reason == "effect" and scene.hand(0) == ["直刺"]
    still = Scene(position(places="C3 F5", heroes=f"{hero} 洛克", hands=(card, "")))
    told = still.play(card, "C3")
    assert every(told, Walked) == [] and only(told, Drew).count == 1


def test_a9_a_hero_who_cannot_walk_still_draws():
    """A9 疾步：四邻都占着，移2 做不了，照抽。"""
    scene = Scene(position(places="A1 B1", obstacles="A2", hands=("疾步", "")))
    told = scene.play("疾步")
    assert scene.waiting() == {0: "main"} and only(told, Drew).count == 1


def test_a9_bandage_planning_and_war_spirit():
    """A9 包扎 英雄回3；调度 抽2；战意 抽1 蓄能1；蓄势 蓄能1。"""
    scene = Scene(
        position(
            hands=("包扎 调度 战意 蓄势", ""), health=(10, 20), turn=5, decks=("直刺 投矛 飞刀 横扫 火球", "")
        )
    )
    assert only(scene.play("包扎"), Healed).health == 13
    told = only(scene.play("调度"), Drew)
    assert (told.count, told.reason) == (2, "effect") and told.seen_by(1).cards.seen is None
    told = scene.play("战意")
    assert only(told, Drew).count == 1
    charged = only(told, Charged)
    assert (charged.origin, charged.count, charged.total) == ("deck", 1, 1)
    assert charged.seen_by(1).cards.seen is None and named(charged.seen_by(0).cards.seen) == ["横扫"]
    scene.play("蓄势")
    assert named(scene.table.charges[0]) == ["横扫", "火球"]


def test_a2_2_charging_from_the_deck_stops_at_five():
    """A2.2：蓄能满五张，牌库顶的不动。"""
    scene = Scene(position(hands=("蓄势", ""), charges=("包扎 包扎 包扎 包扎 包扎", "")))
    assert only(scene.play("蓄势"), Charged).count == 0
    assert len(scene.table.charges[0]) == 5 and len(scene.table.decks[0]) == 10


def test_a9_disguise_puts_a_hand_card_into_the_dodge_zone():
    """A9 伪装：入闪1 抽1；放了哪张只有自己知道；闪避区满了就只抽（公开的张数决定）。"""
    scene = Scene(position(hands=("伪装 直刺 烟幕", ""), heroes="洛克 赫利"))
    scene.play("伪装")
    assert scene.waiting() == {0: "stow"} and scene.asked(0).default == cards_of("烟幕")
    told = scene.answer(0, cards_of("直刺"))
    stowed = only(told, Stowed)
    assert (stowed.origin, stowed.count, stowed.total, stowed.shown) == ("hand", 1, 1, [])
    assert stowed.seen_by(1).cards.seen is None and only(told, Drew).count == 1
    full = Scene(position(hands=("伪装 直刺", ""), dodges=("包扎 包扎 包扎", "")))
    told = full.play("伪装")
    assert only(told, Fizzled).step == "Stow" and only(told, Drew).count == 1
    assert full.waiting() == {0: "main"}


def test_a9_smoke_takes_from_the_public_discard_pile():
    """A9 烟幕：弃牌堆1张入闪避区，拿了哪张公开；它自己还没进弃牌堆，拿不到自己。"""
    scene = Scene(position(hands=("烟幕", ""), heroes="洛克 赫利", discards=("直刺 包扎", "")))
    scene.play("烟幕")
    assert scene.waiting() == {0: "recall"} and scene.asked(0).default == cards_of("包扎")
    scene.refused(0, cards_of("烟幕"))
    told = only(scene.answer(0, cards_of("直刺")), Stowed)
    assert named(told.seen_by(None).shown) == ["直刺"] and told.origin == "discard"
    assert named(scene.table.discards[0]) == ["包扎", "烟幕"]
    empty = Scene(position(hands=("烟幕", ""), heroes="洛克 赫利"))
    assert only(empty.play("烟幕"), Fizzled).step == "Recall"


def test_a9_siphon_stores_hand_cards():
    """A9 汲能：≤2 张手牌入蓄能，抽1；不超过蓄能上限；可以一张也不。"""
    scene = Scene(position(hands=("汲能 直刺 投矛", ""), heroes="诺娅 赫利"))
    scene.play("汲能")
    assert scene.waiting() == {0: "store"} and scene.asked(0).default == []
    told = scene.answer(0, cards_of("直刺 投矛"))
    charged = only(told, Charged)
    assert (charged.origin, charged.count) == ("hand", 2) and charged.seen_by(1).cards.seen is None
    assert only(told, Drew).count == 1
    nearly = Scene(
        position(hands=("汲能 直刺 投矛", ""), charges=("包扎 包扎 包扎 包扎", ""), heroes="诺娅 赫利")
    )
    nearly.play("汲能")
    nearly.refused(0, cards_of("直刺 投矛"))
    nearly.answer(0, [])
    assert len(nearly.table.charges[0]) == 4


def test_a9_aurora_arrow_charges_after_the_attack():
    """A9 极光箭：远4/1 伤2，再蓄能1；被闪开也蓄。"""
    scene = Scene(position(places="A1 A3", hands=("极光箭", ""), dodges=("", "疾步"), heroes="诺娅 洛克"))
    scene.play("极光箭", ["A3"])
    told = scene.dodge("疾步", "B3")
    assert every(told, Wounded) == [] and only(told, Charged).count == 1


def test_a9_backstab_hurts_more_when_the_dodge_zone_is_empty():
    """A9 背刺：近1选1 伤3，对方闪避区空再 +2。"""
    bare = Scene(position(places="A1 A2", hands=("背刺", ""), heroes="洛克 赫利"))
    assert only(bare.play("背刺", ["A2"]), Wounded).lost == 5
    armed = Scene(position(places="A1 A2", hands=("背刺", ""), heroes="洛克 赫利", dodges=("", "包扎")))
    armed.play("背刺", ["A2"])
    assert armed.asked(1).note.damage == 3
    assert only(armed.stay(), Wounded).lost == 3


def test_a9_throat_lock_discards_a_random_dodge_card_when_it_hits():
    """A9 锁喉：近1选1 伤2，随机弃对方闪避牌1，公开；没命中、没有牌就没有。"""
    seen = set[str]()
    for seed in range(12):
        scene = Scene(
            position(
                places="A1 A2", hands=("锁喉", ""), heroes="洛克 赫利", dodges=("", "包扎 直刺"), seed=seed
            )
        )
        scene.play("锁喉", ["A2"])
        told = only(scene.stay(), Discarded)
        assert (told.seat, told.reason) == (1, "lost") and len(scene.table.dodges[1]) == 1
        seen |= set(named(told.cards))
    assert seen == {"包扎", "直刺"}
    dodged = Scene(position(places="A1 A2", hands=("锁喉", ""), heroes="洛克 赫利", dodges=("", "包扎 直刺")))
    dodged.play("锁喉", ["A2"])
    told = dodged.dodge("包扎", "A3")
    assert every(told, Discarded) == [] and named(dodged.table.dodges[1]) == ["直刺"]
    none = Scene(position(places="A1 A2", hands=("锁喉", ""), heroes="洛克 赫利"))
    assert every(none.play("锁喉", ["A2"]), Discarded) == []


def test_a9_harvest_heals_for_each_soldier_killed():
    """A9 收割：全1 伤2，每击破1士兵英雄回1。"""
    scene = Scene(
        position(
            Soldier(1, "匕首", "B2"),
            Soldier(1, "盾卫", "A2"),
            Soldier(1, "匕首", "B1"),
            places="A1 F5",
            hands=("收割", ""),
            heroes="洛克 赫利",
            health=(10, 20),
        )
    )
    told = scene.play("收割", ["B1", "A2", "B2"])
    assert only(told, Healed).gained == 2 and scene.table.health[0] == 12
    assert scene.table.totals[0][1] == 2


def test_a9_healing_light_reaches_own_units_and_oneself():
    """A9 愈光：远3/1 己方（可自己）回3；没有响应。"""
    scene = Scene(
        position(
            Soldier(0, "盾卫", "A3", health=1),
            Soldier(1, "盾卫", "A2", health=1),
            Soldier(0, "盾卫", "F4", health=1),
            places="A1 F5",
            hands=("愈光 愈光", ""),
            heroes="艾薇 洛克",
            health=(10, 20),
        )
    )
    assert scene.reachable(scene.space().aim(CARDS["愈光"])) == ["A1", "A3"]
    assert only(scene.play("愈光", ["A3"]), Healed).health == 3
    assert only(scene.play("愈光", ["A1"]), Healed).health == 13


def test_a9_shield_wall_guards_every_own_soldier():
    """A9 盾阵：士兵护1，至下回合；英雄没有。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "A2"),
            Soldier(0, "民兵", "B2"),
            places="A1 A4",
            hands=("盾阵", "投矛"),
            heroes="艾薇 洛克",
        )
    )
    assert len(every(scene.play("盾阵"), Guarded)) == 2
    view = scene.table.view(None)
    assert [each.guard for each in view.stacks] == [1, 1] and view.players[0].guard == 0
    scene.pass_turn()
    scene.to_main()
    told = every(scene.play("投矛", "down"), Wounded)
    assert [(each.amount, each.lost) for each in told] == [(2, 1), (2, 2)]


def test_a9_encouragement_is_a_round_like_the_horn():
    """A9 鼓舞：1士兵立即一轮行动。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C2", acted=1), hands=("鼓舞", ""), heroes="艾薇 洛克", places="A1 F5")
    )
    scene.play("鼓舞", "C2")
    scene.more("C3")
    assert not scene.empty("C3")
