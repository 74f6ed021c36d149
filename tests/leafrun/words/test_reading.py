"""玩家打的字读成什么，读不懂时怎么说。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Misread, fold
from games.leafrun import words
from games.leafrun.words import cards
from tests.leafrun.position import Scene
from tests.leafrun.words.stage import cast_of, misread, prompted, read, turn

HAND = "心理攻击 偷牌 偷牌 事件触发 路障 给我过来 苹果 帽子 花束 收到的绳索 善良 乐谱 哨子"
"""编号：1 心理攻击、2 3 偷牌、4 事件触发、5 给我过来、6 路障、7 苹果、8 帽子、9 花束、10 收到的绳索、
11 善良、12 乐谱、13 哨子。"""


@pytest.fixture(scope="module")
def scene() -> Scene:
    return turn(HAND, "心理攻击", "", at=(5, 6, 10))


def numbered_names(scene: Scene) -> list[str]:
    view = scene.table.view(0)
    return [cards.name(view.setup, held) for held in cards.numbered(view)]


def test_hand_numbers_go_by_group_then_by_the_table_of_cards(scene: Scene) -> None:
    assert numbered_names(scene) == [
        "心理攻击", "偷牌", "偷牌", "事件触发", "给我过来", "路障", "苹果", "帽子",
        "花束", "绳索", "善良", "乐谱", "哨子",
    ]  # fmt: skip


def test_hand_numbers_do_not_depend_on_the_order_of_drawing() -> None:
    one = turn("心理攻击 帽子 乐谱 苹果", "")
    other = turn("苹果 乐谱 帽子 心理攻击", "")
    assert numbered_names(one) == numbered_names(other)


def test_numbers_shown_in_the_hand_are_the_numbers_read(scene: Scene) -> None:
    shown = words.hand(scene.table.view(0), cast_of(scene.table))
    for number, name in enumerate(numbered_names(scene), 1):
        assert f"{number}.{name}" in shown
        card = scene.card(0, name, numbered_names(scene)[: number - 1].count(name))
        if name == "花束":
            assert read(scene, 0, f"出牌 {number} 给 2号") == ["weapon", card, 1]
        if name == "苹果":
            assert read(scene, 0, f"出牌 {number}") == ["heal", card]


PLAYS: list[tuple[str, list[Any]]] = [
    ("移动 2", ["move", ["心理攻击", "偷牌"]]),
    ("移动2", ["move", ["心理攻击", "偷牌"]]),
    ("移动 ２", ["move", ["心理攻击", "偷牌"]]),
    ("移动两", ["move", ["心理攻击", "偷牌"]]),
    ("移动 +2", ["move", ["心理攻击", "偷牌"]]),
    ("移动 2步", ["move", ["心理攻击", "偷牌"]]),
    ("加速 1", ["move", ["心理攻击"]]),
    ("走 1", ["move", ["心理攻击"]]),
    ("移动 全部", ["move", ["心理攻击", "偷牌", "偷牌#1"]]),
    ("移动 2 3", ["move", ["偷牌", "偷牌#1"]]),
    ("移动 2、3", ["move", ["偷牌", "偷牌#1"]]),
    ("移动 偷牌", ["move", ["偷牌"]]),
    ("出牌 2 3", ["move", ["偷牌", "偷牌#1"]]),
    ("出牌 偷牌 偷牌", ["move", ["偷牌", "偷牌#1"]]),
    ("出牌 行动", ["move", ["心理攻击"]]),
    ("出牌 心", ["move", ["心理攻击"]]),
    ("偷牌", ["move", ["偷牌"]]),
    ("出牌 事件触发", ["event", "事件触发"]),
    ("出牌 事件", ["event", "事件触发"]),
    ("触发", ["event", "事件触发"]),
    ("触发 4", ["event", "事件触发"]),
    ("事件触发", ["event", "事件触发"]),
    ("出牌 路障", ["special", "路障"]),
    ("打出 路障", ["special", "路障"]),
    ("打出路障", ["special", "路障"]),
    ("路障", ["special", "路障"]),
    ("出牌 给我过来", ["special", "给我过来", 2]),
    ("给我过来", ["special", "给我过来", 2]),
    ("出牌 给我过来 给 3号", ["special", "给我过来", 2]),
    ("出牌给我过来给3号", ["special", "给我过来", 2]),
    ("出牌 给我过来 小绿", ["special", "给我过来", 2]),
    ("出牌 苹果", ["heal", "苹果"]),
    ("出牌 7", ["heal", "苹果"]),
    ("出牌7", ["heal", "苹果"]),
    ("吃 苹果", ["heal", "苹果"]),
    ("回血", ["heal", "苹果"]),
    ("用苹果", ["heal", "苹果"]),
    ("装备 帽子", ["armour", "帽子"]),
    ("装备 8", ["armour", "帽子"]),
    ("装备", ["armour", "帽子"]),
    ("戴帽子", ["armour", "帽子"]),
    ("出牌 帽", ["armour", "帽子"]),
    ("出牌 防具", ["armour", "帽子"]),
    ("出牌 花束 给 2号", ["weapon", "花束", 1]),
    ("出牌 花束 给 糖糖", ["weapon", "花束", 1]),
    ("出牌 花束 给 糖", ["weapon", "花束", 1]),
    ("出牌 花束 给 🟧", ["weapon", "花束", 1]),
    ("出牌 花束 给 橙", ["weapon", "花束", 1]),
    ("出牌 花束 2号", ["weapon", "花束", 1]),
    ("出牌 花束 @2号", ["weapon", "花束", 1]),
    ("出牌 花束→2号", ["weapon", "花束", 1]),
    ("出牌 9 给 2", ["weapon", "花束", 1]),
    ("出牌9给2号", ["weapon", "花束", 1]),
    ("出牌花束2号", ["weapon", "花束", 1]),
    ("给 2号 花束", ["weapon", "花束", 1]),
    ("给2号花束", ["weapon", "花束", 1]),
    ("出牌 花束", ["weapon", "花束", 1]),
    ("出牌 花束 给 3号", ["weapon", "花束", 2]),
    ("出牌 善良 增益2", ["element", "善良", 2]),
    ("出牌 善良 增益 ②", ["element", "善良", 2]),
    ("出牌 善良 2", ["element", "善良", 2]),
    ("出牌 善良2", ["element", "善良", 2]),
    ("出牌 11 3", ["element", "善良", 3]),
    ("二换三 1 12", ["two_for_three", "心理攻击", "乐谱"]),
    ("二换三 12 1", ["two_for_three", "心理攻击", "乐谱"]),
    ("二换三 乐谱", ["two_for_three", "心理攻击", "乐谱"]),
    ("2换3 偷牌 乐谱", ["two_for_three", "偷牌", "乐谱"]),
    ("二换三 绳", ["two_for_three", "心理攻击", "绳索"]),
    ("二弃一 12 13", ["two_for_one", ["乐谱", "哨子"]]),
    ("2弃1 乐谱、哨子", ["two_for_one", ["乐谱", "哨子"]]),
    ("二弃一 乐谱 绳索", ["two_for_one", ["乐谱", "绳索"]]),
    ("结束", ["end"]),
    ("结束出牌", ["end"]),
    ("过", ["end"]),
    ("PASS", ["end"]),
]


@pytest.mark.parametrize(("text", "wanted"), PLAYS, ids=[text for text, _ in PLAYS])
def test_play_is_read(scene: Scene, text: str, wanted: list[Any]) -> None:
    def card(word: Any) -> Any:
        if isinstance(word, list):
            return [card(each) for each in word]
        if not isinstance(word, str):
            return word
        name, _, number = word.partition("#")
        return scene.card(0, name, int(number or 0))

    assert read(scene, 0, text) == [wanted[0], *map(card, wanted[1:])]


ERRORS: list[tuple[str, tuple[str, str, str]]] = [
    ("移动", ("移动要写打几张行动牌，你有 3 张", "L4.1", "打 移动 3")),
    ("移动 格", ("移动要写打几张行动牌，你有 3 张", "L4.1", "打 移动 3")),
    ("移动 5", ("你只有 3 张行动牌", "L4.1", "打 移动 3")),
    ("移动 0", ("移动至少打 1 张行动牌", "L4.1", "打 移动 1，不打就打 结束")),
    ("移动 2 2", ("第 2 张「偷牌」写了两次", "", "每张牌只写一次")),
    ("移动 1 99", ("手牌只有 13 张，没有第 99 张", "", "手牌号写 1 到 13，打 手牌 看编号")),
    ("出牌 花束 给", ("「给」后面没写给谁", "", "写座位，如 给 2号")),
    (
        "出牌 花束 给 9号",
        ("不认得「9号」是谁", "", "目标写 1号 到 3号，或昵称、棋子颜色"),
    ),
    ("出牌 蛋糕", ("你手里没有「蛋糕」", "", "打 手牌 看看有什么")),
    (
        "出牌 火箭",
        ("不认得「火箭」", "", "牌写手牌号或牌名，人写座位号，如 出牌 3 给 2号；打 手牌 看编号"),
    ),
    ("出牌 武器", ("「武器」可以是花束、绳索", "", "写全牌名，或写手牌号，如 9")),
    ("出牌 乐谱", ("效果牌「乐谱」不能单独打出，只作非行动牌", "L4.9", "如 二换三 12")),
    ("出牌 绳索", ("「绳索」是别人给的，不能再给", "L4.4", "可当非行动牌用于 二换三、二弃一")),
    (
        "出牌 善良",
        (
            "「善良」要选增益：①负重+1体力上限+1、②移动+1、③每轮回1体力",
            "L4.8",
            "打 出牌 善良 增益1",
        ),
    ),
    (
        "出牌 心理攻击 乐谱",
        (
            "心理攻击、乐谱 不能一起打出，只有行动牌能一次打几张",
            "L4.1",
            "要换牌打 二换三 1 12；要打出就 出牌 1",
        ),
    ),
    (
        "出牌 乐谱 哨子",
        (
            "乐谱、哨子 不能一起打出，只有行动牌能一次打几张",
            "L4.1",
            "要换牌打 二弃一 12 13；要打出就 出牌 12",
        ),
    ),
    ("二换三", ("二换三要写用哪张非行动牌", "L4.2", "打 二换三 1 13")),
    (
        "二换三 1 2 12",
        ("二换三只要 1 张行动牌和 1 张非行动牌，你写了心理攻击、偷牌、乐谱", "L4.2", "打 二换三 1 13"),
    ),
    ("二弃一 12", ("二弃一要写 2 张非行动牌，读到 1 张", "L4.3", "打 二弃一 12 13")),
    ("出牌 乐谱 乐谱", ("你只有 1 张「乐谱」", "", "打 手牌 看看有什么")),
    ("掷骰", ("现在不用掷骰", "L4.7", "打 触发")),
    ("结束 了吗", ("「结束」后面不用写「了吗」", "L4.7", "打 结束")),
    ("防具", ("防具要写怎么用", "L4.5", "打 防具 自动 或 防具 保留")),
]


@pytest.mark.parametrize(("text", "wanted"), ERRORS, ids=[text for text, _ in ERRORS])
def test_misread_says_what_was_understood_and_what_to_type(
    scene: Scene, text: str, wanted: tuple[str, str, str]
) -> None:
    assert misread(scene, 0, text) == wanted


ADVICE = "打 移动 3、触发、出牌 7、二换三 1 13、二弃一 12 13"


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("出牌", "出牌要写出哪张", "L4"),
        ("换牌 1", "换牌只在开局有一次", "L2.4"),
        ("弃牌 1", "出牌时不能白白弃牌", "L4"),
        ("树脂球 2号", "树脂球要掷到事件才能用", "L8.9"),
        ("苏醒", "没读懂「苏醒」", ""),
    ],
)
def test_wrong_verb_lists_what_can_be_done(scene: Scene, text: str, message: str, clause: str) -> None:
    assert misread(scene, 0, text) == (message, clause, ADVICE)


def test_advice_names_only_what_is_legal_now() -> None:
    """L4.7：手里有事件触发就不写「结束」。"""
    assert prompted(turn(HAND, "", ""), 0).advice == ADVICE
    assert prompted(turn("", ""), 0).advice == "打 结束"
    assert prompted(turn("偷牌 乐谱", ""), 0).advice == "打 移动 1、二换三 1 2、结束"


@pytest.mark.parametrize(
    ("held", "buffs", "advice"),
    [
        ("花束", (), "打 出牌 1 给 2号、结束"),
        ("善良", (), "打 出牌 1 增益1、结束"),
        ("善良", (1,), "打 出牌 1 增益2、结束"),
        ("善良", (1, 2), "打 出牌 1、结束"),
    ],
)
def test_advice_can_be_typed_as_it_stands(held: str, buffs: tuple[int, ...], advice: str) -> None:
    """给谁、哪个增益有得选时，提示里也写上（L4.4、L4.8）。"""
    scene = turn(held, "", "", at=(5, 6, 5), buffs=(buffs, (), ()))
    assert prompted(scene, 0).advice == advice
    way = advice.removeprefix("打 ").split("、")[0]
    assert read(scene, 0, way) in scene.asked(0).options


def test_bare_number_is_the_numbered_option(scene: Scene) -> None:
    options = prompted(scene, 0).numbered
    for number, (choice, _) in enumerate(options, 1):
        assert choice in scene.asked(0).options
        assert read(scene, 0, str(number)) == choice
        assert read(scene, 0, f"选 {number}") == choice
        assert read(scene, 0, f"选{number}") == choice
    message, _, advice = misread(scene, 0, str(len(options) + 1))
    assert message == f"没有第 {len(options) + 1} 个选项"
    assert advice == ADVICE


def test_only_way_needs_no_cards() -> None:
    scene = turn("偷牌 乐谱", "")
    assert read(scene, 0, "二换三") == ["two_for_three", scene.card(0, "偷牌"), scene.card(0, "乐谱")]
    assert read(scene, 0, "移动") == ["move", [scene.card(0, "偷牌")]]
    scene = turn("乐谱 哨子", "")
    assert read(scene, 0, "二弃一") == ["two_for_one", [scene.card(0, "乐谱"), scene.card(0, "哨子")]]
    assert read(scene, 0, "二弃一 2") == ["two_for_one", [scene.card(0, "哨子"), scene.card(0, "乐谱")]]


def test_weapon_needs_a_target_when_several_are_near() -> None:
    scene = turn("花束", "", "", at=(5, 6, 5))
    assert misread(scene, 0, "出牌 花束") == (
        "「花束」要写给谁：2号🟧糖糖、3号🟨小绿",
        "L4.4",
        "打 出牌 花束 给 2号",
    )


def test_plain_weapon_is_given_before_a_received_one() -> None:
    """L4.4：收到的不能再给，同名时给自己的那张；二弃一则先用收到的。"""
    scene = turn("收到的花束 花束 乐谱", "")
    plain = next(held.card for held in scene.table.view(0).hand if held.mark == 0)
    received = next(held.card for held in scene.table.view(0).hand if held.mark == 1)
    assert read(scene, 0, "出牌 花束 给 2号") == ["weapon", plain, 1]
    assert read(scene, 0, "二弃一 花束 乐谱")[1][0] == received


def test_element_with_one_missing_buff_needs_no_number() -> None:
    scene = turn("善良", "", friendship=((1, 2),))
    assert read(scene, 0, "出牌 善良") == ["element", scene.card(0, "善良"), 3]


def test_nobody_to_pull_is_said_at_once() -> None:
    scene = turn("给我过来", "", at=(5, 6))
    assert misread(scene, 0, "给我过来") == (
        "没有距离恰为 5 格、可以拉的人",
        "L8.1",
        "先留着，位置合适时再打",
    )


def test_ambiguous_nickname_is_not_guessed() -> None:
    scene = turn("花束", "", "")
    view = scene.table.view(0)
    cast = cast_of(scene.table, ("阿苹", "糖一", "糖二"))
    with pytest.raises(Misread) as caught:
        words.read("出牌 花束 给 糖", scene.asked(0), view, cast)
    assert caught.value.message == "「糖」可以指🟧糖一、🟨糖二"
    assert caught.value.advice == "请用座位号，如「2号」"


def test_nickname_that_looks_like_a_card_is_found_after_the_sign() -> None:
    scene = turn("花束 苹果", "", at=(3, 3))
    view = scene.table.view(0)
    cast = cast_of(scene.table, ("阿苹", "苹果"))
    assert words.read("出牌 花束 给 苹果", scene.asked(0), view, cast) == ["weapon", scene.card(0, "花束"), 1]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("防具 自动", ("armour_mode", "auto")),
        ("防具自动", ("armour_mode", "auto")),
        ("防具 保留", ("armour_mode", "keep")),
        ("防具：保留", ("armour_mode", "keep")),
        ("防具", None),
        ("防具 帽子", None),
        ("出牌 防具", None),
    ],
)
def test_armour_mode_is_a_declaration(scene: Scene, text: str, wanted: tuple[str, str] | None) -> None:
    """L4.5"""
    assert words.read_declaration(fold(text), scene.table.view(0), cast_of(scene.table)) == wanted


def test_words_that_open_ordinary_talk_are_not_verbs() -> None:
    """群里闲聊打头的单字不当成对游戏说的话。"""
    for talk in ("打游戏去了", "给我看看", "用这个", "走了", "不用了", "出来玩", "等等我", "吃饭"):
        assert not any(talk.startswith(verb) for verb in words.VERBS), talk
    for typed in (
        "移动 2",
        "出牌 3",
        "二换三 1 4",
        "二弃一",
        "换牌 1",
        "掷骰",
        "选 2",
        "弃牌 1",
        "结束",
        "装备 1",
    ):
        assert any(typed.startswith(verb) for verb in words.VERBS), typed
