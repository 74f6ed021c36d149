"""发生的事写成哪几行：群里每个动作一行，座位自己的只写别人看不到的。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import Match
from games.leafrun.data import load
from games.leafrun.options import Options
from games.leafrun.rules import deal
from tests.leafrun.position import DATA, PIECES, Scene, fix_dice, position
from tests.leafrun.words.stage import told, turn

HAND = "事件触发 心理攻击 乐器 帽子 苹果 乐谱"


def cards_named(*names: str) -> Callable[[Scene], list[int]]:
    return lambda scene: [scene.card(0, name) for name in names]


def event(
    kind: str,
    *dice: tuple[int, int],
    answers: tuple[tuple[int, Any], ...] = (),
    hands: tuple[str, ...] = (HAND, "物理攻击 偷牌", "法术攻击"),
    at: tuple[int, ...] = (5, 8, 3),
    **more: Any,
) -> list[str]:
    """掷出 `kind`，依次回答，群里看到的全部行。"""
    scene = turn(*hands, at=at, **more)
    lines = told(scene, scene.trigger(0, kind, *dice))
    for seat, choice in answers:
        lines += told(scene, scene.play(seat, choice(scene) if callable(choice) else choice))
    return lines


A, B, C = "🟥阿苹", "🟧糖糖", "🟨小绿"
TERRAIN = {"tracks": "SLLLLLFVLLLLLE"}

EVENTS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "come_here": ([f"{A} 事件 D20=1「给我过来」：留在手里，随时可打"], {}),
    "light_dash": (
        [
            f"{A} 事件 D20=2「轻装狂奔」",
            f"{A} 「轻装狂奔」：弃 2 张（乐器、乐谱），前进 2 格 5→7🌲🌿 体力−2＝13 陷🌿",
        ],
        {"answers": ((0, cards_named("乐器", "乐谱")),), **TERRAIN},
    ),
    "attraction": (
        [f"{A} 事件 D20=3「惺惺相吸」：D6=4，把 {B}(8)、{C}(3) 拉到第 5 格"],
        {"dice": (6, 4)},
    ),
    "physical_binding": (
        [f"{A} 事件 D20=4「物理束缚」：所有元素增益失效，{B} 体力降到 15"],
        {"friendship": ((), (1,))},
    ),
    "barter": (
        [f"{A} 事件 D20=5「以物易物」", f"{A} 「以物易物」：弃 2 张（乐器、乐谱），摸 2 张"],
        {"answers": ((0, cards_named("乐器", "乐谱")),)},
    ),
    "rainboom": ([f"{A} 事件 D20=6「彩虹音爆」：留在手里，随时可打"], {}),
    "bear": ([f"{A} 事件 D20=7「有bear来」：成为「bear」，留在手里，随时可打"], {}),
    "forced_trade": (
        [f"{A} 事件 D20=8「强买强卖」", f"{A} 「强买强卖」：抽走 {B} 2 张，被抽回 2 张"],
        {"answers": ((0, [1, 2]),)},
    ),
    "resin": (
        [f"{A} 事件 D20=9「树脂球」", f"{A} 「树脂球」：用心理攻击粘住 {B}，到本轮结束"],
        {"answers": ((0, lambda scene: [scene.card(0, "心理攻击"), 1]),)},
    ),
    "use_terrain": (
        [f"{A} 事件 D20=10「善用地形」：D6=5，前进 2 格 5→7🌲🌿 陷🌿"],
        {"dice": (6, 5), **TERRAIN},
    ),
    "scatter": (
        [f"{A} 事件 D20=11「丢三落四」", f"{A} 「丢三落四」：弃 3 张（乐器、乐谱、苹果）"],
        {"answers": ((0, cards_named("乐器", "乐谱", "苹果")),)},
    ),
    "royal_gift": ([f"{A} 事件 D20=12「皇家恩赐」：摸 8 张"], {}),
    "salvage": (
        [f"{A} 事件 D20=13「捡漏与释放」", f"{A} 「捡漏与释放」：取走 {B} 2 张手牌"],
        {"answers": ((0, ["take", 1, "cards"]),)},
    ),
    "swap_places": (
        [f"{A} 事件 D20=14「莫名易位」：与 {C} 换位，到第 3 格，对方到第 5 格"],
        {},
    ),
    "roadblock": ([f"{A} 事件 D20=15「心怀不轨」：成为「路障」，留在手里，随时可打"], {}),
    "rewind": (
        [f"{A} 事件 D20=16「时光倒流」：前面没有发生过事件，不重复，28 格🍂变🌲"],
        {},
    ),
    "friendship": (
        [f"{A} 事件 D20=17「友谊永恒」", f"「友谊永恒」①负重+1体力上限+1 {C}；②移动+1 {A}、{B}"],
        {"answers": ((0, 2), (1, 2), (2, 1))},
    ),
    "stumble": ([f"{A} 事件 D20=18「马失前蹄」：本轮不移动，出牌结束"], {}),
    "forced_rest": ([f"{A} 事件 D20=19「自由的强制休息」：留在手里，自己回合可打"], {}),
    "magic_binding": (
        [f"{A} 事件 D20=20「魔法束缚」：武器、防具、效果、恢复牌负重 ×2"],
        {},
    ),
}


def test_every_event_has_a_sentence_here() -> None:
    """L8.1–L8.20：二十个事件都在下表里。"""
    assert sorted(EVENTS) == sorted(DATA.faces.kind[1:])


@pytest.mark.parametrize("kind", EVENTS)
def test_event_is_told_in_one_line_a_message(kind: str) -> None:
    wanted, more = EVENTS[kind]
    more = dict(more)
    dice = (more.pop("dice"),) if "dice" in more else ()
    assert event(kind, *dice, **more) == wanted


def test_event_variants() -> None:
    """略过、放弃、重复、选项的另一种。"""
    assert event("light_dash", answers=((0, []),))[1] == f"{A} 「轻装狂奔」：不用"
    assert event("resin", answers=((0, None),))[1] == f"{A} 「树脂球」：不用"
    assert event("attraction", (6, 1), at=(5, 8, 0)) == [
        f"{A} 事件 D20=3「惺惺相吸」：D6=1，没有合适的人，略过"
    ]
    assert event("use_terrain", (6, 1)) == [f"{A} 事件 D20=10「善用地形」：D6=1，前进 0 格"]
    assert event("scatter", hands=("事件触发", "", "")) == [
        f"{A} 事件 D20=11「丢三落四」：没有可用的牌，略过"
    ]
    assert event("stumble", stumble="skip_next") == [f"{A} 事件 D20=18「马失前蹄」：下一轮跳过，出牌结束"]
    assert event("friendship", friendship=((1, 2, 3),) * 3) == [
        f"{A} 事件 D20=17「友谊永恒」：人人三种增益都有了"
    ]
    assert event("salvage", at=(9, 9, 8), armour=("", "帽子"), answers=((0, ["take", 1, "armour"]),))[1] == (
        f"{A} 「捡漏与释放」：取走 {B} 的防具帽子"
    )
    assert event("salvage", at=(9, 8, 8), armour=("眼镜",), answers=((0, ["give", 1, "armour"]),))[1] == (
        f"{A} 「捡漏与释放」：把防具眼镜给 {B}"
    )


def test_rewind_repeats_in_the_same_line() -> None:
    """L8.16"""
    scene = turn("事件触发", "", at=(5, 8))
    scene.table.last_event = DATA.faces.kind.index("royal_gift")
    assert told(scene, scene.trigger(0, "rewind")) == [
        f"{A} 事件 D20=16「时光倒流」：重复「皇家恩赐」：摸 8 张，28 格🍂变🌲"
    ]


def test_die_thrown_by_its_owner_splits_the_event() -> None:
    """骰子由本人掷：打出与掷出各一行，事件名在第二行。"""
    scene = turn("事件触发", "", dice_automatic=False)
    fix_dice(scene.table, (20, 12))
    assert told(scene, scene.use(0, "event", "事件触发")) == [f"{A} 打出事件触发"]
    assert told(scene, scene.play(0, "掷骰")) == [f"{A} 事件 D20=12「皇家恩赐」：摸 8 张"]


def test_special_change_of_hands_is_public() -> None:
    """L9：随时牌易主时公开。"""
    lines = event("forced_trade", hands=("事件触发", "路障", ""), answers=((0, [1, 1]),))
    assert lines[1] == f"{A} 「强买强卖」：抽走 {B} 1 张（含「路障」），被抽回 1 张（含「路障」）"


# ------------------------------------------------------------------ 出牌
def test_actions_of_a_turn() -> None:
    scene = turn(
        "心理攻击 偷牌 偷牌 乐谱 哨子 乐器 花束 帽子 眼镜 苹果 善良 偷牌", "收到的绳索 绳索 乐器 镜子 镜子 音响 音响",
        health=(13,), deck="偷牌 偷牌 偷牌 帽子",
    )  # fmt: skip

    def say(*choice: Any) -> list[str]:
        return told(scene, scene.play(0, list(choice)))

    def card(name: str, number: int = 0) -> int:
        return scene.card(0, name, number)

    assert say("two_for_three", card("偷牌"), card("乐谱")) == [f"{A} 二换三 偷牌、乐谱，摸 3 张"]
    assert say("two_for_one", [card("哨子"), card("乐器")]) == [f"{A} 二弃一 哨子、乐器，摸 1 张"]
    assert say("weapon", card("花束"), 1) == [f"{A} 把花束给 {B}（负重 8/7，超重 1）"]
    assert say("armour", card("帽子")) == [f"{A} 装备帽子"]
    assert say("armour", card("眼镜")) == [f"{A} 装备眼镜，换下帽子"]
    assert say("heal", card("苹果")) == [f"{A} 使用苹果，体力 +2＝15"]
    assert say("element", card("善良"), 2) == [f"{A} 打出善良，得增益 ②移动+1"]
    assert say("move", [card("偷牌"), card("偷牌", 1)]) == [f"{A} 移动+2（本轮 4 格）"]
    assert say("end") == [f"{A} 结束出牌"]


def test_specials() -> None:
    scene = turn("路障 bear 彩虹音爆 给我过来 自由的强制休息 偷牌", "", at=(3, 8))
    assert told(scene, scene.use(0, "special", "路障")) == [f"{A} 打出「路障」：在第 3 格放下🚧"]
    assert told(scene, scene.use(0, "special", "给我过来", 1)) == [
        f"{A} 打出「给我过来」：把 {B}(8) 拉到第 3 格"
    ]
    assert told(scene, scene.use(0, "special", "彩虹音爆")) == [
        f"{A} 打出「彩虹音爆」：本轮移动不扣体力，走完昏厥"
    ]
    assert told(scene, scene.use(0, "special", "bear")) == [
        f"{A} 打出「bear」：下轮体力回满，行动牌加倍，本轮不移动"
    ]
    assert told(scene, scene.play(0, ["move", [scene.card(0, "偷牌")]])) == [
        f"{A} 移动+1（白打：本轮不移动）"
    ]
    assert told(scene, scene.use(0, "rest", "自由的强制休息")) == [
        f"{A} 打出「自由的强制休息」：本轮不移动，结束出牌"
    ]


def test_element_lifts_the_binding() -> None:
    scene = turn("善良", "")
    scene.table.bound = True
    assert told(scene, scene.use(0, "element", "善良", 1)) == [
        f"{A} 打出善良，物理束缚解除，得增益 ①负重+1体力上限+1"
    ]


# ------------------------------------------------------------------ 移动
def last_end(scene: Scene) -> list[str]:
    """各人依次结束，最后一个结束以后群里看到的。"""
    while True:
        seat = next(seat for seat, what in scene.waiting().items() if what == "turn")
        final = seat == scene.table.order[-1]
        events = scene.end(seat)
        if final:
            return told(scene, events)


def test_movement_is_one_line_each() -> None:
    """L5.4 L5.5 L5.6 L4.5：地形、体力、防具、沼泽、滑沙、摸牌。"""
    scene = turn(
        "", "", "", at=(0, 4, 8), tracks="SLFFLFVLLGLLLLE",
        characters=("苹果杰克", "苹果杰克", "大麦"), armour=("", "帽子"),
    )  # fmt: skip
    scene.table.added = [1, 1, 0]
    assert last_end(scene)[:4] == [
        f"{C} 结束出牌",
        f"{A} 0→3🍂🌲🌲 体力−4＝11 摸 3",
        f"{B} 4→6🌲🌿 帽子挡下扣血 陷🌿丢 1 步 摸 2",
        f"{C} 8→10⏳🍂 摸 2",
    ]


def test_movement_says_why_somebody_stands_still() -> None:
    scene = turn("", "", "偷牌 偷牌 偷牌 偷牌 偷牌 偷牌 偷牌 偷牌", at=(0, 1, 2))
    scene.table.halted[0] = True
    scene.table.resin[1] = True
    assert last_end(scene)[1:4] == [
        f"{A} 本轮不移动",
        f"{B} 被树脂球固定，没动",
        f"{C} 超重 1，没动",
    ]


def test_movement_faint_and_roadblock() -> None:
    scene = turn("", "路障", "", at=(1, 4, 0), health=(2, None, None), tracks="SLFLLLLLLLE")
    scene.use(1, "special", "路障")
    scene.table.added = [3, 0, 4]
    lines = last_end(scene)
    assert lines[1:4] == [
        f"{A} 1→2🌲 体力−2＝0 昏厥💫 摸 1",
        f"{B} 4→5🍂 摸 1",
        f"{C} 0→4🍂🍂🍂🍂 拆🚧 摸 4",
    ]


def test_arrivals_are_ranked_with_reasons() -> None:
    """L7.1：同轮到达比超出步数，再比体力；L7.3 强制休息扣分；L3.3 末位自动判。"""
    scene = turn(
        "自由的强制休息", "", "", "", at=(8, 8, 8, 0), health=(None, 9, 8, None), tracks="SLLLLLLLLLE"
    )
    scene.table.added = [3, 1, 1, 0]
    lines = last_end(scene)
    assert lines[1:5] == [
        f"{A} 8→10🍂🏁 到终点超 2 步 摸 2",
        f"{B} 8→10🍂🏁 到终点 摸 2",
        f"{C} 8→10🍂🏁 到终点 摸 2",
        "🟩蓝蓝 0→1🍂 摸 1",
    ]
    assert lines[5:9] == [
        f"🏁 第 1 名 {A} +2 分（超出 2 步、体力 15，强制休息 −1）",
        f"🏁 第 2 名 {B} +2 分（超出 0 步、体力 9）",
        f"🏁 第 3 名 {C} +1 分（超出 0 步、体力 8）",
        "🏁 第 4 名 🟩蓝蓝 +0 分（只剩一人，自动判）",
    ]
    # 最后一道的总分与胜者随终局战报说。
    assert lines[9:] == []


def test_rainboom_faints_after_the_walk() -> None:
    """L8.6"""
    scene = turn("", "", at=(0, 0), tracks="SFFFLE")
    scene.table.rainboom[0] = True
    scene.table.added = [1, 0]
    assert last_end(scene)[1] == f"{A} 0→2🌲🌲 彩虹音爆后昏厥💫 摸 2"


def test_movement_after_choosing_steps() -> None:
    """L5.2 选项：移动要等大家选完才说。"""
    scene = turn("", "", at=(0, 0), must_walk_all=False, characters=("苹果杰克", "大麦"))
    scene.end(0)
    assert told(scene, scene.end(1)) == [f"{B} 结束出牌"]
    assert told(scene, scene.play(0, 1)) == []
    assert told(scene, scene.play(1, 0))[:2] == [f"{A} 0→1🍂 摸 1", f"{B} 没动"]


def test_slide_after_a_transfer_is_told_in_the_same_line() -> None:
    """L5.11 选项：被拉到滑沙上滑一格。"""
    scene = turn("给我过来", "", at=(3, 8), tracks="SLLGLLLLLLE", slide_after_transfer=True)
    assert told(scene, scene.use(0, "special", "给我过来", 1)) == [
        f"{A} 打出「给我过来」：把 {B}(8) 拉到第 3 格；{B} 滑到 3→4🍂"
    ]


# ------------------------------------------------------------------ 一轮的开头、换道、开局
def test_round_opening() -> None:
    """L6.1 L8.7：苏醒、昏厥着、bear。"""
    table = position("", "", "", "", at=(5, 4, 3, 2), phase="round", round=3)
    table.fainted = [1, 0, 2, -1]
    table.health = [0, 0, 0, 3]
    table.bear_pending[3] = True
    scene = Scene(table)
    assert told(scene, scene.events) == [
        "第 1 道 第 4 轮",
        "🟩蓝蓝 bear 来了：体力回满 15，本轮每张行动牌 +2",
        f"{B} 昏厥着，本轮跳过",
        f"{C} 满血苏醒，体力 15",
    ]
    assert told(scene, scene.play(0, "half")) == [
        f"{A} 苏醒，体力 8",
        f"出牌顺序 🟩蓝蓝 → {A} → {C}（{A}、{C} 刚醒，排在后面）",
    ]


def test_round_and_order_share_a_line() -> None:
    table = position("", "", at=(5, 4), phase="round", round=3)
    scene = Scene(table)
    assert told(scene, scene.events) == [f"第 1 道 第 4 轮，出牌顺序 {A} → {B}"]


def test_next_track() -> None:
    """L7.4 L6.4"""
    table = position(
        "偷牌 偷牌 偷牌 偷牌 偷牌 偷牌 偷牌", "偷牌", phase="next_track", tracks="SLE-SLLE",
        buffs=((1, 3), ()), places=(1, 2), health=(3, 0),
    )  # fmt: skip
    table.points = [[3, 2]]
    table.fainted[1] = 0
    scene = Scene(table)
    assert told(scene, scene.events) == [
        f"第 1 道跑完。总分：{A} 3 {B} 2",
        "【第 2/2 道】3 格到终点",
    ]
    assert told(scene, scene.play(0, [1])) == [
        f"{A} 留增益 ①负重+1体力上限+1，体力回到 8",
        f"{B} 换道苏醒，体力 7",
    ]
    lines = told(scene, scene.play(0, table_hand(scene)[:2]))
    assert lines[:2] == [f"{A} 弃 2 张", f"换道摸牌：{B} 4 张"]
    assert lines[2].startswith("掷骰：")


def table_hand(scene: Scene) -> list[int]:
    return scene.table.hands[0]


def test_opening() -> None:
    """L2"""
    match = Match(deal(3, PIECES[:2], Options.model_validate({"dice_automatic": True}), load()))
    scene = Scene.__new__(Scene)
    scene.match = match
    scene.events = list(match.events)
    lines = told(scene, scene.events)
    assert lines[0].startswith("掷骰：🟥阿苹 ")
    assert lines[-1] == "每人暗抽了 3 张角色牌"
    roster = DATA.roster
    first, second = scene.asked(0).default, scene.asked(1).default
    assert told(scene, scene.play(0, first)) == []
    lines = told(scene, scene.play(1, second))
    assert lines == [
        f"{A} {roster.name[first]} 体力{roster.health[first]} 移动{roster.move[first]} 负重{roster.load[first]}",
        f"{B} {roster.name[second]} 体力{roster.health[second]} 移动{roster.move[second]}"
        f" 负重{roster.load[second]}",
        "每人摸 5 张牌",
    ]
    scene.play(0, [])
    lines = told(scene, scene.play(1, scene.table.hands[1][:2]))
    assert lines[0] in (f"换牌：{A} 不换 {B} 2 张", f"换牌：{B} 2 张 {A} 不换")
    assert lines[1] == "【第 1/3 道】20 格到终点"
    assert lines[2].startswith("出牌顺序 ")


def test_empty_deck_is_told() -> None:
    """L4.11"""
    scene = turn("偷牌 乐谱", "", empty_deck=True, deck="偷牌")
    lines = told(scene, scene.play(0, ["two_for_three", scene.card(0, "偷牌"), scene.card(0, "乐谱")]))
    assert lines == [f"{A} 二换三 偷牌、乐谱，牌堆空了，弃牌堆 2 张洗成新牌堆，摸 3 张"]
    scene = turn("偷牌 乐谱", "", empty_deck=True)
    lines = told(scene, scene.play(0, ["two_for_three", scene.card(0, "偷牌"), scene.card(0, "乐谱")]))
    assert lines == [f"{A} 二换三 偷牌、乐谱，牌堆空了，弃牌堆 2 张洗成新牌堆，摸 2 张（牌不够，少 1 张）"]


# ------------------------------------------------------------------ 私聊
def test_private_lines_tell_only_what_others_cannot_see() -> None:
    scene = turn("偷牌 乐谱 事件触发", "帽子", deck="偷牌 偷牌 帽子")
    events = scene.play(0, ["two_for_three", scene.card(0, "偷牌"), scene.card(0, "乐谱")])
    assert told(scene, events, 0) == ["摸到：偷牌×2、帽子"]
    assert told(scene, events, 1) == []
    scene.trigger(0, "forced_trade")
    events = scene.play(0, [1, 1])
    returned = scene.events[-1]
    back = DATA.deck.name[returned.cards.parts[0][0]]  # type: ignore[attr-defined]
    assert told(scene, events, 0) == [f"从 {B} 得到：帽子", f"到了 {B} 手里：{back}"]
    assert told(scene, events, 1) == [f"到了 {A} 手里：帽子", f"从 {A} 得到：{back}"]
