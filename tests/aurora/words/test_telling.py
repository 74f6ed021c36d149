"""发生的事怎么说（A4.6、A10）：用了什么、打哪里、谁闪到哪、扣几点与怎么减的、离场、升变、升阶。"""

from __future__ import annotations

from games.aurora import events as happened
from games.aurora.language import steps
from games.aurora.words.telling import FIZZLED, WRITERS
from games.kernel import Event
from tests.aurora.position import Scene, Soldier, position
from tests.aurora.words.stage import told


def test_a_move_shows_its_way() -> None:
    """A3.1、A3.2。"""
    scene = Scene(position(places="A1 F5", hands=("疾步", ""), turn=6))
    assert told(scene, scene.walk("疾步", "B3")) == ["1号阿苹 移动 疾步：A1→B3（上2右）"]


def test_an_attack_names_card_cells_and_wounds() -> None:
    """A4.6。"""
    scene = Scene(position(Soldier(1, "骸骨", "C4"), places="C3 C5", hands=("直刺", ""), turn=6))
    events = scene.play("直刺", "up")
    assert told(scene, events) == [
        "1号阿苹 出牌 直刺：打 C4 C5，2号C4 骸骨 受伤 3 离场，2号骸骨离场效果，摸 1 张",
        "2号洛克 受伤 3（生命 17）",
    ]
    assert told(scene, events, 0) == [], "自己看到的，群里都写了"
    assert told(scene, events, 1) == ["摸到 包扎"]


def test_reductions_are_shown_as_arithmetic() -> None:
    """A4.9：减伤可叠加，最低 0。"""
    scene = Scene(
        position(
            Soldier(1, "盾卫", "D5"),
            Soldier(1, "盾卫", "B5"),
            heroes="洛克 赫利",
            places="C3 C5",
            hands=("飞刀 直刺", ""),
            turn=6,
        )
    )
    assert told(scene, scene.play("飞刀", ["C5"])) == [
        "1号阿苹 出牌 飞刀：打 C5，2号赫利 受伤 2−2＝0（生命 20）"
    ]
    assert told(scene, scene.play("直刺", "up")) == [
        "1号阿苹 出牌 直刺：打 C4 C5，2号赫利 受伤 3−2＝1（生命 19）"
    ]


def test_a_dodge_is_shown_only_when_turned_over() -> None:
    """A4.5、A4.6。"""
    scene = Scene(position(places="C3 C5", hands=("直刺", ""), dodges=("", "伪装 飞刀"), turn=6))
    assert told(scene, scene.play("直刺", "up")) == ["1号阿苹 出牌 直刺：打 C4 C5"]
    assert told(scene, scene.dodge("飞刀", "D5")) == [
        "2号阿橙 闪！翻开 飞刀（闪避区剩 1），2号洛克 C5 到 D5，没有打中"
    ]


def test_standing_still_is_told() -> None:
    scene = Scene(position(places="C3 C5", hands=("直刺", ""), dodges=("", "伪装"), turn=6))
    scene.play("直刺", "up")
    assert told(scene, scene.stay()) == ["2号阿橙 不闪，2号洛克 受伤 3（生命 17）"]


def test_a_round_a_promotion_and_an_upgrade() -> None:
    """A5.3、A5.5、A5.6。"""
    scene = Scene(
        position(
            Soldier(0, "匕首", "C2"), Soldier(1, "骸骨", "C4"), places="A1 F5", piles=("狼骑", ""), turn=6
        )
    )
    assert told(scene, scene.soldier("C2", "C3", ["C4"])) == [
        "1号C2 匕首 走 C2→C3，打 C4，2号C4 骸骨 受伤 2 离场，2号骸骨离场效果，摸 1 张"
    ]
    assert told(scene, scene.answer(0, "take")) == ["1号C3 匕首 升变得骸骨"]
    assert told(scene, scene.upgrade("狼骑", "C3", "骸骨")) == [
        "1号阿苹 C3 升阶狼骑：以升变牌骸骨作底，匕首回士兵堆（生命 2）"
    ]


def test_a_push_says_what_blocked_it() -> None:
    """A4.9。"""
    scene = Scene(position(places="C4 C5", hands=("推击", ""), turn=6))
    assert told(scene, scene.play("推击", ["C5"])) == [
        "1号阿苹 出牌 推击：打 C5，2号洛克 受伤 1（生命 19），2号洛克 被边界挡住，受阻：2号洛克 受伤 1（生命 18）"
    ]


def test_preparing_names_no_hidden_card_to_the_group() -> None:
    """A2.2、A10：群里只有张数，自己看得到是哪张。"""
    scene = Scene(position(phase="preparing", hands=("直刺 火球", ""), reserves=("包扎", "")))
    events = scene.act("dodge", [next(iter(scene.table.reserves[0]))])
    assert told(scene, events) == ["1号阿苹 从备用区 1 张入闪避区（共 1）"]
    assert told(scene, events, 0) == ["包扎 进了闪避区"]
    assert told(scene, events, 1) == []
    card = scene.table.hands[0][0]
    events = scene.act("charge", "hand", card)
    assert told(scene, events) == ["1号阿苹 从手牌蓄能 1 张（共 1）"]
    assert told(scene, events, 0) == ["蓄能 直刺"]
    assert told(scene, events, 1) == []


def test_poison_walls_and_the_end_of_a_turn() -> None:
    """A4.10、A4.11。"""
    scene = Scene(
        position(
            heroes="诺娅 洛克",
            places="C3 C5",
            hands=("冰墙", "毒镖"),
            turn=6,
            decks=("火球 飞刀", "疾步 直刺"),
        )
    )
    assert told(scene, scene.play("冰墙", "C4")) == ["1号阿苹 出牌 冰墙，C4 立起冰墙"]
    events = scene.pass_turn()
    assert told(scene, events) == [
        "1号阿苹 回合结束",
        "—— 第 12 回合 2号阿橙（移动、效果各至多 6 张），摸 2 张",
    ]
    assert told(scene, events, 1) == ["摸到 疾步、直刺"]
    assert told(scene, events, 0) == []
    scene.to_main()
    assert told(scene, scene.play("毒镖", ["C3"])) == [
        "2号阿橙 出牌 毒镖：打 C3，1号诺娅 受伤 1（生命 19），1号诺娅 中毒，自己下个回合结束受 2"
    ]


def test_the_hero_falls() -> None:
    """A1.2。"""
    scene = Scene(position(places="C3 C5", hands=("直刺", ""), health=(20, 3), turn=6))
    assert told(scene, scene.play("直刺", "up")) == [
        "1号阿苹 出牌 直刺：打 C4 C5，2号洛克 受伤 3（生命 0）",
        "洛克 倒下",
    ]


def test_every_event_has_a_sentence_or_a_reason_to_have_none() -> None:
    """新加的事件不会没有人说。"""
    kinds = {
        kind
        for kind in vars(happened).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    assert kinds == set(WRITERS)


def test_a_step_with_nothing_to_do_says_why() -> None:
    """A9：略过的一步。"""
    assert all(hasattr(steps, name) for name in FIZZLED)
    scene = Scene(position(hands=("伪装", ""), turn=6))
    assert told(scene, scene.play("伪装")) == [
        "1号阿苹 出牌 伪装，没有手牌，或闪避区已满，这一步略过，摸 1 张"
    ]
