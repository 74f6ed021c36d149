"""玩家打的字读成什么（A2–A6）；读不懂的说清哪里不懂、条号、该打什么。"""

from __future__ import annotations

import pytest

from games.aurora.words import VERBS
from games.kernel import Choice, Illegal, fold
from tests.aurora.position import DATA, Scene, Soldier, position
from tests.aurora.words.stage import misread, prompted, read

CARDS = {row.name: index for index, row in enumerate(DATA.cards)}
SOLDIERS = {row.name: index for index, row in enumerate(DATA.soldiers)}


def main(**given: object) -> Scene:
    """赫利在 C3，两名士兵，对面洛克在 C5、鼠群在 D3。"""
    soldiers = [Soldier(0, "民兵", "B2"), Soldier(0, "弓手", "E2"), Soldier(1, "鼠群", "D3")]
    values: dict[str, object] = {
        "places": "C3 C5",
        "hands": ("疾步 直刺 飞刀 双星镖 横扫 突进", ""),
        "charges": ("包扎 火球 投矛", ""),
        "piles": ("民兵 枪骑 祭司", "鼠群"),
        "turn": 6,
    }
    return Scene(position(*soldiers, **(values | given)))  # type: ignore[arg-type]


def at(scene: Scene, *names: str) -> list[int]:
    return [scene.cell(name) for name in names]


# ------------------------------------------------------------------ 移动（A3）
@pytest.mark.parametrize(
    "text",
    [
        "移动 疾步 上左",
        "移动 疾步 B4",
        "移动 疾 ↑←",
        "移动 1 b4",
        "走 疾步 到 B4",
        "移动疾步上左",
        "移动 疾步 UL",
    ],
)
def test_a_move_names_its_way_or_its_end(text: str) -> None:
    """A3.2。"""
    scene = main()
    assert read(scene, text) == ["move", CARDS["疾步"], scene.cell("B4")]


def test_a_move_without_an_end_asks_for_it() -> None:
    scene = main()
    choice = read(scene, "移动 疾步")
    assert choice == ["move", CARDS["疾步"], None]
    scene.answer(0, choice)
    assert scene.waiting() == {0: "aim"}
    shown = prompted(scene)
    assert shown.secret, "选定之前，用哪张手牌还没有公开（A10）"
    assert read(scene, "上左") == scene.cell("B4")
    assert read(scene, "移动 疾步 上左") == scene.cell("B4")
    assert read(scene, "收回") == "retract"


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("移动", "没写是哪张牌", "A3.1"),
        ("移动 火球 上", "手里没有「火球」，有 疾步 直刺 飞刀 双星镖 横扫 突进", "A3.1"),
        ("移动 9 上", "手里只有 6 种牌，没有第 9 种", "A3.1"),
        ("移动 直次 上", "没有「直次」这张牌，是「直刺」吗", "A3.1"),
        ("移动 疾步 右", "第 1 步到 D3，那里有鼠群", "A3.1"),
        ("移动 横扫 上上", "横扫移动力 1，写了 2 步", "A3.1"),
        ("移动 疾步 B4 B5", "移动只写一个终点", "A3.2"),
        ("移动 疾步 那边", "没读懂走到哪里「那边」", "A3.2"),
        ("移动 疾步 G9", "场上没有 G9", "A1.1"),
        ("疾步 C4", "「疾步」是用来移动，还是发效果", "A2.3"),
    ],
)
def test_a_misread_move_says_what_is_wrong(text: str, message: str, clause: str) -> None:
    told, cited, advice = misread(main(), text)
    assert (told, cited) == (message, clause)
    assert advice


# ------------------------------------------------------------------ 出牌（A4）
@pytest.mark.parametrize(
    ("text", "card", "aim"),
    [
        ("出牌 直刺 上", "直刺", "up"),
        ("出牌 直刺 ↑", "直刺", "up"),
        ("出牌 直刺 C5", "直刺", "up"),
        ("出牌直刺上", "直刺", "up"),
        ("出牌 直刺 向右", "直刺", "right"),
        ("出牌 直刺 对方英雄", "直刺", "up"),
        ("打出 直刺", "直刺", None),
        ("出牌 飞刀 d3", "飞刀", ["D3"]),
        ("出牌 飞刀 上上", "飞刀", ["C5"]),
        ("出牌 飞刀 英雄", "飞刀", ["C5"]),
        ("出牌 双星镖 D3 C5", "双星镖", ["D3", "C5"]),
        ("出牌 双星镖 C5、D3", "双星镖", ["C5", "D3"]),
        ("出牌 横扫", "横扫", None),
        ("出牌 突进 左左", "突进", "A3"),
    ],
)
def test_a_play_names_card_range_and_targets_in_one_line(text: str, card: str, aim: Choice) -> None:
    """A4、A4.1、A4.2：写的先后就是结算的次序。"""
    scene = main()
    expected = scene.aimed(aim)
    assert read(scene, text) == ["play", CARDS[card], expected]
    assert ["play", CARDS[card], expected] in scene.asked(0).options


def test_the_order_of_targets_around_can_be_partly_named() -> None:
    """A4.3：没写到的由近及远排在后面。"""
    scene = Scene(
        position(
            Soldier(1, "鼠群", "D3"),
            Soldier(1, "骸骨", "B3"),
            places="C3 C4",
            hands=("横扫", ""),
        )
    )
    assert read(scene, "出牌 横扫 C4") == ["play", CARDS["横扫"], at(scene, "C4", "B3", "D3")]
    assert read(scene, "出牌 横扫 D3 C4 B3") == ["play", CARDS["横扫"], at(scene, "D3", "C4", "B3")]


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("出牌 直刺 左上", "没读懂方向「左上」", "A4.2"),
        ("出牌 直刺 ↖", "没读懂方向「↖」", "A4.2"),
        ("出牌 直刺 A1", "直刺打不到 A1：不在线上、太远，或被障碍挡住", "A4.2"),
        ("出牌 飞刀 那个", "没读懂目标「那个」", "A4.1"),
        ("出牌 飞刀 C5 快点", "后面的「快点」没读懂", "A4"),
        ("出牌 火球 C5", "手里没有「火球」，有 疾步 直刺 飞刀 双星镖 横扫 突进", "A2.3"),
        ("备用 直刺", "准备阶段已经过了", "A2.2"),
        ("不闪", "现在没有攻击要响应", "A4.5"),
        ("唱歌", "没读懂「唱歌」", "A2.3"),
        ("99", "没有第 99 个选项", "A2.3"),
    ],
)
def test_a_misread_play_says_what_is_wrong(text: str, message: str, clause: str) -> None:
    told, cited, advice = misread(main(), text)
    assert (told, cited) == (message, clause)
    assert advice


def test_what_is_read_but_not_allowed_is_refused_with_its_clause() -> None:
    scene = main()
    for text, clause, reason in (
        ("出牌 飞刀 A1", "A4.1", "太远，够不着"),
        ("出牌 双星镖 D3 C5 C4", "A4.1", "至多选 2 格，选了 3 格"),
        ("士兵 B2 移动 F5", "A5.3", "走不到那里：超过 MOV、被挡住，或那一格不空"),
        ("布置 枪骑 C1", "A5.1", "LV2、LV3 只能升阶，叠在低一级的己方士兵上"),
        ("布置 民兵 C5", "A5.1", "只能放在自己第 1 到 2 排的空格"),
    ):
        refused: Illegal = scene.refused(0, read(scene, text))
        assert (refused.clause, refused.reason) == (clause, reason)


# ------------------------------------------------------------------ 技能（A6）
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("技能 贯日 上", ["skill", 0, "up"]),
        ("贯日 上", ["skill", 0, "up"]),
        ("【贯日】上", ["skill", 0, "up"]),
        ("技能 1 上", ["skill", 0, "up"]),
        ("技能 贯日", ["skill", 0, None]),
    ],
)
def test_a_skill_is_named_or_numbered(text: str, choice: Choice) -> None:
    """A6.1。"""
    assert read(main(), text) == choice


def test_a_skill_of_another_hero_is_refused() -> None:
    assert misread(main(), "技能 影步") == (
        "没有「影步」这个技能",
        "A6.1",
        "你的技能有 贯日（蓄 2）、疾驰（蓄 1）",
    )


# ------------------------------------------------------------------ 士兵（A5）
@pytest.mark.parametrize(
    ("text", "goal", "attack", "after"),
    [
        ("士兵 B2 移动 B3", "B3", None, None),
        ("士兵 B2 移动 上", "B3", None, None),
        ("B2 移动 B3", "B3", None, None),
        ("士兵 民兵 移动 B3", "B3", None, None),
        ("士兵 B2 移动 C2 攻击 D2", "C2", ["D2"], None),
        ("士兵 B2 B3", "B3", None, None),
        ("士兵 E2 攻击 D3", None, ["D3"], None),
        ("士兵 E2 D3", None, ["D3"], None),
        ("士兵 E2 攻击", None, ["D3"], None),
        ("士兵 E2 攻击 D3 移动 F2", None, ["D3"], "F2"),
        ("士兵 E2 先攻击 D3 再移动 E3", None, ["D3"], "E3"),
    ],
)
def test_a_round_is_read_in_either_order(
    text: str, goal: str | None, attack: list[str] | None, after: str | None
) -> None:
    """A5.3：移动与攻击次序任意，可以只写一样。"""
    scene = main()
    choice = read(scene, text)
    assert isinstance(choice, list)
    aimed = None if attack is None else [0, at(scene, *attack)]
    cell = scene.cell("E2" if "E2" in text else "B2")
    expected = ["round", cell, None if goal is None else scene.cell(goal), aimed]
    assert choice == (expected if after is None else [*expected, scene.cell(after)])
    assert choice in scene.asked(0).options


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("士兵", "没写是哪一格的士兵", "A5.3"),
        ("士兵 A1 移动 A2", "A1 没有你的士兵", "A5.3"),
        ("士兵 D3 移动 D2", "D3 没有你的士兵", "A5.3"),
        ("士兵 B2 跳舞", "没读懂「跳舞」", "A5.3"),
        ("士兵 B2 移动 B3 移动 B4", "一轮只能移动一次、攻击一次", "A5.3"),
        ("士兵 B2 攻击 B3 攻击 B4", "一轮只能移动一次、攻击一次", "A5.3"),
        ("士兵 B2 攻击", "没写民兵打哪里", "A5.4"),
        ("士兵 B2 回复 C3", "民兵不会回复", "A5.4"),
        ("士兵 B2 移动 下下", "第 2 步「下」走出场外了", "A5.3"),
        ("布置", "没写是哪种士兵", "A5.1"),
        ("布置 龙 C1", "没有「龙」这种士兵", "A5.1"),
        ("布置 鼠群 C1", "士兵堆里没有「鼠群」，有 民兵 枪骑 祭司", "A5.1"),
        ("升阶 枪骑", "要写在哪一格：B2 E2", "A5.1"),
        ("升阶 枪骑 B2 底 骸骨", "升变牌里没有「骸骨」，有 无", "A5.6"),
    ],
)
def test_a_misread_about_soldiers_says_what_is_wrong(text: str, message: str, clause: str) -> None:
    told, cited, advice = misread(main(), text)
    assert (told, cited) == (message, clause)
    assert advice


def test_a_healer_heals_its_own_and_strikes_the_enemy() -> None:
    """A5.4：有多种射程的每次选一种。"""
    scene = Scene(
        position(
            Soldier(0, "民兵 祭司", "C3"),
            Soldier(0, "民兵", "C2", health=1),
            Soldier(1, "骸骨", "C4"),
            places="A1 F5",
        )
    )
    assert read(scene, "士兵 C3 攻击 C4") == ["round", scene.cell("C3"), None, [0, at(scene, "C4")]]
    heal = ["round", scene.cell("C3"), None, [1, at(scene, "C2")]]
    assert read(scene, "士兵 C3 回复 C2") == heal
    assert read(scene, "士兵 C3 治疗") == heal
    assert read(scene, "士兵 C3 攻击 C2") == heal


def test_deploying_and_upgrading() -> None:
    """A5.1、A5.6。"""
    scene = Scene(
        position(
            Soldier(0, "民兵", "B2", captives="鼠群"),
            Soldier(0, "弓手", "E2"),
            piles=("民兵 枪骑 圣骑", ""),
        )
    )
    deploy = ["deploy", SOLDIERS["民兵"], scene.cell("C1")]
    assert read(scene, "布置 民兵 C1") == read(scene, "布置 民 在 c1") == deploy
    assert read(scene, "布置 民兵") == ["deploy", SOLDIERS["民兵"], None]
    plain = ["upgrade", SOLDIERS["枪骑"], scene.cell("B2"), None]
    assert read(scene, "升阶 枪骑 B2") == read(scene, "升阶 枪骑 B2 底 原牌") == plain
    on_captive = ["upgrade", SOLDIERS["枪骑"], scene.cell("B2"), SOLDIERS["鼠群"]]
    assert read(scene, "升阶 枪骑 B2 底 鼠群") == read(scene, "升阶 枪骑 B2 以鼠群作底") == on_captive
    assert misread(scene, "升阶 圣骑")[0] == "没有能升成圣骑的士兵"


# ------------------------------------------------------------------ 准备（A2.2）
def test_preparing() -> None:
    """A2.2：备用区的牌不必写「备用」。"""
    scene = Scene(
        position(
            phase="preparing", hands=("直刺 火球", ""), reserves=("包扎 伪装 火球", ""), dodges=("投矛", "")
        )
    )
    fill = read(scene, "闪避区 伪装 包扎")
    assert fill == ["dodge", [CARDS["伪装"], CARDS["包扎"]]]
    assert read(scene, "备用 直刺") == ["reserve", CARDS["直刺"]]
    assert read(scene, "蓄能 火球") == ["charge", "hand", CARDS["火球"]]
    assert read(scene, "蓄能 备用 火球") == ["charge", "reserve", CARDS["火球"]]
    assert read(scene, "蓄能 包扎") == ["charge", "reserve", CARDS["包扎"]]
    for text in ("结束准备", "好了", "准备好了", "结束", "完成"):
        assert read(scene, text) == ["done"]
    assert misread(scene, "移动 直刺 上") == ("还在准备阶段", "A2.2", "先打 结束准备，再打这句")
    assert misread(scene, "闪避区")[0] == "没写补哪张"
    assert misread(scene, "闪避区 直刺")[0] == "备用区里没有「直刺」，有 火球 包扎 伪装"
    assert misread(scene, "备用 直刺 火球")[0] == "只能写一张，后面的「火球」是多的"
    assert scene.refused(0, read(scene, "闪避区 伪装 包扎 火球")).clause == "A2.2"


# ------------------------------------------------------------------ 响应（A4.5）
def responding(dodges: str = "伪装 飞刀 火球") -> Scene:
    scene = Scene(position(places="C3 C5", hands=("直刺", "疾步"), dodges=("", dodges), turn=6))
    scene.play("直刺", "up")
    return scene


@pytest.mark.parametrize(
    "text", ["闪 伪装 A5", "闪 3 左左", "闪 3 A5", "闪伪装左左", "躲 伪 a5", "闪避 伪装 ←←", "闪 伪装 到 A5"]
)
def test_a_dodge_names_card_and_way(text: str) -> None:
    """A4.5：号是「手牌」里闪避区的号。"""
    scene = responding()
    assert read(scene, text, 1) == ["dodge", CARDS["伪装"], scene.cell("A5")]


def test_a_dodge_may_leave_out_the_card_when_only_one_gets_there() -> None:
    scene = responding()
    assert misread(scene, "闪 B5", 1)[0] == "几张都走得到 B5：飞刀、火球、伪装"
    assert read(responding("火球"), "闪 左", 1) == ["dodge", CARDS["火球"], scene.cell("B5")]


@pytest.mark.parametrize("text", ["不闪", "不响应", "不躲", "硬吃", "不"])
def test_staying(text: str) -> None:
    assert read(responding(), text, 1) == ["stay"]


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("闪", "没写是哪张牌", "A4.5"),
        ("闪 疾步 B5", "闪避区里没有「疾步」，有 飞刀 火球 伪装", "A4.5"),
        ("闪 9 B5", "闪避区里只有 3 种牌，没有第 9 种", "A4.5"),
        ("闪 火球 左左", "火球闪避力 1，写了 2 步", "A4.5"),
        ("闪 火球", "没写闪到哪里，火球走得到 C4 B5 D5", "A4.5"),
        ("闪 F1", "没有一张走得到 F1", "A4.5"),
        ("出牌 疾步 上", "先响应这次攻击", "A4.5"),
    ],
)
def test_a_misread_dodge_says_what_is_wrong(text: str, message: str, clause: str) -> None:
    told, cited, _ = misread(responding(), text, 1)
    assert (told, cited) == (message, clause)


# ------------------------------------------------------------------ 其余的拒绝
def test_other_refusals_say_what_is_wrong() -> None:
    """A3.1、A4、A5：各处少见的写错。"""
    scene = main(hands=("直刺 投矛 双星镖 双刃 突进", ""))
    for text, message, clause in (
        ("出牌 双 B3", "「双」可以是双星镖、双刃", "A2.3"),
        ("出牌 突进 D3 C4", "只能选一格，写了 D3 C4", "A3.1"),
        ("出牌 突进 右", "第 1 步到 D3，那里有鼠群", "A3.1"),
        ("出牌 突进 那里", "没读懂「那里」是哪一格", "A3.1"),
        ("出牌 双星镖 上上上", "数到场外去了", "A1.1"),
        ("布置 民兵 C1 C2", "没读懂是哪一格「C1 C2」", "A5.1"),
        ("升阶 枪骑 B2 E2", "升阶只写一格", "A5.1"),
        ("技能", "没读懂「技能」", "A2.3"),
        ("出牌 直刺 上；左下", "后一步轮到它时再问", "A4.7"),
        ("出牌 双星镖 D3；左下", "后一步轮到它时再问", "A4.7"),
    ):
        told, cited, advice = misread(scene, text)
        assert (told, cited) == (message, clause), text
        assert advice
    twins = Scene(position(Soldier(0, "民兵", "B2"), Soldier(0, "民兵", "E2"), piles=("枪骑", "")))
    assert misread(twins, "士兵 民兵 移动 B3")[0] == "有几名民兵：B2 E2"
    single = Scene(position(Soldier(0, "民兵", "B2", captives="鼠群"), piles=("枪骑", "")))
    cell = single.cell("B2")
    assert read(single, "升阶 枪骑") == ["upgrade", SOLDIERS["枪骑"], cell, None]
    assert misread(single, "升阶 枪骑 B2 底 鼠群 快")[0] == "后面的「快」没读懂"
    assert misread(responding(), "闪 伪装 B5 A5", 1)[0] == "只写一个终点"


def test_a_round_begun_must_be_finished() -> None:
    """A5.3：必须连续。"""
    scene = Scene(
        position(Soldier(0, "民兵", "C3"), Soldier(0, "民兵", "A2"), Soldier(1, "骸骨", "C5"), places="A1 F5")
    )
    scene.soldier("C3", "C4")
    assert scene.waiting() == {0: "round"}
    assert misread(scene, "士兵 A2 移动 A3") == ("C4 的一轮还没做完，要连续做", "A5.3", "先做完，或打 停")
    assert misread(scene, "出牌 直刺 上")[0] == "先答这个：接着这一轮"
    strike = [None, [0, at(scene, "C5")]]
    assert (
        read(scene, "士兵 C4 攻击 C5")
        == read(scene, "攻击 C5")
        == read(scene, "C5")
        == read(scene, "攻击")
        == strike
    )
    assert read(scene, "停") == [None, None]


def test_an_effect_that_needs_no_range_says_so() -> None:
    """A4：多写的范围不会被悄悄丢掉。"""
    scene = main(hands=("包扎 横扫", ""))
    assert misread(scene, "出牌 包扎 C3")[:2] == ("包扎：己方英雄回3，不用在这里选", "A4")


def test_a_path_may_follow_an_attack() -> None:
    """A5.3：打完再走，路上的敌人可能已经离场，只看终点。"""
    scene = Scene(position(Soldier(0, "民兵", "C3"), Soldier(1, "骸骨", "C4", health=1), places="A1 F5"))
    assert read(scene, "士兵 C3 攻击 C4 移动 上上") == [
        "round",
        scene.cell("C3"),
        None,
        [0, at(scene, "C4")],
        scene.cell("C5"),
    ]


# ------------------------------------------------------------------ 群里认得出
@pytest.mark.parametrize(
    "text",
    [
        "移动 疾步 C3", "出牌 直刺 上", "攻击 B3", "闪 2 左左", "不闪", "士兵 B2 移动 B3", "布置 民兵 C1", "升阶 枪骑 C1", "蓄能 火球",
        "技能 贯日 上", "备用 直刺", "闪避区 伪装", "结束", "障碍 B2", "英雄 C1", "掷骰", "收回", "停", "升变", "放弃", "弃 1",
        "Ｂ３ Ｃ４", "b3", "上", "↑", "左上", "不要",
    ],
)  # fmt: skip
def test_the_group_hears_every_command(text: str) -> None:
    assert any(fold(text).startswith(verb) for verb in VERBS)


@pytest.mark.parametrize(
    "text", ["打一把吗", "走了", "用不着", "哈哈", "hello", "不是", "放这", "我出门了", "B站", "对"]
)
def test_the_group_does_not_take_small_talk_for_commands(text: str) -> None:
    assert not any(fold(text).startswith(verb) for verb in VERBS)
