"""落叶长跑的数据与桌规：数值照规则书，错误带文件与行，存取不变。"""

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from games import leafrun
from games.kernel.game import OptionError
from games.leafrun.data import (
    ACTION,
    ARMOR,
    CATEGORY_NAMES,
    EFFECT,
    ELEMENT,
    FOLDER,
    RECOVERY,
    TRIGGER,
    WEAPON,
    LeafrunData,
    load,
)
from games.leafrun.options import Options
from tests.kit.options import OptionWords
from tests.kit.tables import Tables, broken, replace

DATA = load()


class TestLeafrunTables(Tables):
    game = leafrun.game
    change = ("rules.toml", "opening_hand = 5 ", "opening_hand = 6 ")
    wide = ("cards.csv", "偷牌,12", "偷牌,１２")
    damage = ("SLFFGLFVLFFLGFLVFLFLE", "LLFFGLFVLFFLGFLVFLFLE", "一个起点 S")
    mistakes = (
        (
            "cards.csv",
            "偷牌,12",
            "偷牌,十二",
            "cards.csv 第 5 行「张数」：写的是「十二」，应是整数",
        ),
        ("cards.csv", "偷牌,12", "偷牌,0", "cards.csv 第 5 行「张数」：写的是「0」，不能小于 1"),
        ("cards.csv", "行动,偷牌", "行为,偷牌", "cards.csv 第 5 行「类别」：写的是「行为」，只能是 '行动'、"),
        ("cards.csv", "事件,事件触发,14\n", "", "cards.csv「类别」：一张事件牌也没有（L1.3）"),
        ("cards.csv", "乐器", "宠物", "cards.csv 第 8 行「名称」：写的是「宠物」，与第 7 行重复"),
        (
            "characters.csv",
            "大麦,15",
            "大麦,0",
            "characters.csv 第 7 行「体力上限」：写的是「0」，不能小于 1",
        ),
        (
            "events.csv",
            "20,魔法",
            "21,魔法",
            "events.csv 第 21 行「点数」：写的是「21」，事件骰只有 20 面（L1.6）",
        ),
        ("events.csv", "20,魔法", "19,魔法", "events.csv 第 21 行「点数」：写的是「19」，与第 20 行重复"),
        ("events.csv", ",barter,", ",bartre,", "events.csv 第 6 行「效果」：写的是「bartre」，只能是"),
        ("events.csv", "路障,1", "路障,", "events.csv 第 16 行「牌负重」：写的是「None」，效果 roadblock"),
        ("events.csv", "barter,,", "barter,物物,", "events.csv 第 6 行「牌名」：写的是「物物」，效果 barter"),
        ("tracks.csv", "1,第1道,S", "1,第1道,", "tracks.csv 第 2 行「格子」"),
        ("tracks.csv", "FLLE", "FLLEE", "tracks.csv 第 4 行「格子」"),
        ("tracks.csv", "FLLE", "FLXE", "tracks.csv 第 4 行「格子」"),
        ("tracks.csv", "3,第3道", "4,第3道", "tracks.csv「序号」：要从 1 起连着排（L2.5）"),
        ("terrains.csv", "F,林间", "W,林间", "terrains.csv 第 4 行「字母」：写的是「W」，只能是"),
        ("pieces.csv", "黑色 k", "红色 k", "pieces.csv 第 9 行「别名」"),
        ("pieces.csv", "#2e2e33", "黑", "pieces.csv 第 9 行「颜色」：写的是「黑」"),
        (
            "rules.toml",
            "opening_hand = 5",
            "opening_hand = 五",
            "rules.toml 第 18 行：写的是「opening_hand = 五",
        ),
        ("rules.toml", "opening_hand = 5", "opening_hnad = 5", "rules.toml「opening_hand」：缺这一项"),
        ("rules.toml", "load_divisor = 2", "load_divisor = 0", "rules.toml 第 9 行「load_divisor」"),
        ("rules.toml", "seats_max = 6 ", "seats_max = 1 ", "rules.toml「seats_max」：不能小于 seats_min"),
        ("rules.toml", "opening_hand = 5", "opening_hand = 50", "cards.csv「张数」：共 148 张，不够开局"),
    )

    def check(self, data: LeafrunData) -> None:
        assert data.deck.size > 0 and data.roster.size > 0 and data.track_cells


class TestLeafrunOptions(OptionWords):
    game = leafrun.game
    changed: ClassVar[Mapping[str, str]] = {"跑道": "2-SLGE", "马失前蹄": "跳过下一轮"}
    written = ("跑道", "给我过来距离")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "leafrun"
    shutil.copytree(FOLDER, copied)
    return copied


# ------------------------------------------------------------------ 数值


def test_deck_has_148_cards_in_the_printed_numbers() -> None:
    """L1.3"""
    counts = Counter(DATA.deck.category)
    assert DATA.deck.size == 148
    assert counts == {ACTION: 60, TRIGGER: 14, WEAPON: 24, ARMOR: 12, EFFECT: 20, RECOVERY: 12, ELEMENT: 6}
    names = Counter(DATA.deck.name)
    assert [names[name] for name in ("心理攻击", "物理攻击", "法术攻击", "偷牌", "事件触发")] == [
        16,
        16,
        16,
        12,
        14,
    ]
    for card in DATA.cards:
        if card.category in ("武器", "防具", "效果", "恢复"):
            assert card.count == 2
        if card.category == "元素":
            assert card.count == 1


def test_deck_tables_agree_with_the_sheet() -> None:
    """L1.3 按牌号查到的类、种、名是同一行的。"""
    deck = DATA.deck
    assert len(deck.category) == len(deck.kind) == len(deck.name) == deck.size
    for card in range(deck.size):
        kind = DATA.cards[deck.kind[card]]
        assert (deck.name[card], CATEGORY_NAMES[deck.category[card]]) == (kind.name, kind.category)


def test_characters_and_their_load_limits() -> None:
    """L1.4 L1.5"""
    roster = DATA.roster
    by_name = dict(zip(roster.name, zip(roster.health, roster.move, roster.load, strict=True), strict=True))
    assert len(by_name) == 20
    assert by_name["大麦"] == (15, 1, 7)
    assert by_name["苹果杰克"] == (15, 2, 7)
    assert by_name["萍琪"] == (12, 2, 6)
    assert by_name["小呆"] == (13, 2, 6)
    assert by_name["甜贝儿"] == (12, 1, 6)
    assert Counter(roster.move) == {2: 5, 1: 15}
    assert Counter(roster.health) == {15: 2, 14: 3, 13: 10, 12: 5}


def test_tracks_are_the_printed_ones() -> None:
    """L2.5"""
    assert DATA.track_cells == (
        "SLFFGLFVLFFLGFLVFLFLE",
        "SLFFFGFLVFFGFLFFVLFGFLFLE",
        "SLFFGFFVFFLFFGFVFFLFFGFVFFLLE",
    )


def test_special_cards_and_their_loads() -> None:
    assert DATA.special_load == {"come_here": 0, "rainboom": 0, "bear": 0, "roadblock": 1, "forced_rest": 2}
    assert DATA.special_name == {
        "come_here": "给我过来",
        "rainboom": "彩虹音爆",
        "bear": "bear",
        "roadblock": "路障",
        "forced_rest": "自由的强制休息",
    }


def test_event_faces_in_rulebook_order() -> None:
    """L8"""
    faces = DATA.faces
    assert faces.sides == 20
    assert len(faces.kind) == len(faces.name) == len(faces.text) == 21
    assert faces.name[1] == "给我过来" and faces.kind[1] == "come_here"
    assert faces.name[13] == "捡漏与释放" and faces.kind[13] == "salvage"
    assert faces.name[20] == "魔法束缚" and faces.kind[20] == "magic_binding"


def test_other_numbers_are_the_rulebooks() -> None:
    """数值与裁定的规则书逐项一致。"""
    assert DATA.rules.model_dump() == {
        "seats_min": 2,
        "seats_max": 6,
        "seats_max_extended": 8,
        "load_divisor": 2,
        "event_die_sides": 20,
        "attraction_die_sides": 6,
        "use_terrain_die_sides": 6,
        "character_candidates": 3,
        "character_candidates_crowded": 2,
        "crowded_from": 7,
        "opening_hand": 5,
        "tracks_max": 9,
        "track_cells_max": 60,
        "round_cap": 40,
        "action_steps": 1,
        "two_for_three_draw": 3,
        "two_for_three_per_turn": 1,
        "two_for_one_cost": 2,
        "two_for_one_draw": 1,
        "two_for_one_per_turn": 1,
        "weapon_range": 2,
        "recovery_health": 3,
        "events_per_turn": 20,
        "element_load": 1,
        "element_health": 1,
        "element_steps": 1,
        "element_recovery": 1,
        "card_load": 1,
        "forest_damage": 2,
        "slide_steps": 1,
        "roadblock_cost": 1,
        "faint_rounds": 1,
        "full_revival_rounds": 1,
        "revival_divisor": 2,
        "rank_points": (3, 2, 1, 0),
        "forced_rest_penalty": 1,
        "next_track_hand": 5,
        "elements_kept": 1,
        "next_track_divisor": 2,
        "come_here_distance": 5,
        "light_dash_steps": 1,
        "bear_action_steps": 2,
        "use_terrain_divisor": 2,
        "scatter_divisor": 2,
        "royal_gift_divisor": 2,
        "salvage_cards": 2,
        "magic_binding_factor": 2,
        "forced_trade_default": 1,
        "timeouts_before_autopilot": 3,
    }


def test_pieces_are_eight_and_answer_to_colour_words() -> None:
    """L1.1"""
    assert "".join(piece.symbol for piece in DATA.pieces) == "🟥🟧🟨🟩🟦🟪🟫⬛"
    assert [piece.name for piece in DATA.pieces] == list("红橙黄绿蓝紫棕黑")
    assert "红色" in DATA.pieces[0].aliases


# ------------------------------------------------------------------ 报错


def test_too_few_pieces_and_characters_for_eight_seats(folder: Path) -> None:
    """L1.1"""
    pieces = folder / "pieces.csv"
    pieces.write_text("\n".join(pieces.read_text("utf-8").splitlines()[:-1]), "utf-8")
    assert broken(leafrun.game, folder) == "pieces.csv：只有 7 枚棋子，不够 8 人（L1.1）"
    shutil.copy(FOLDER / "pieces.csv", pieces)
    characters = folder / "characters.csv"
    characters.write_text("\n".join(characters.read_text("utf-8").splitlines()[:18]), "utf-8")
    assert "只有 17 名角色，6 人每人抽 3 张要 18 名" in broken(leafrun.game, folder)


def test_missing_event_face_is_named(folder: Path) -> None:
    """L1.6 事件要从 1 排到骰子面数；改成十九面骰就又齐了。"""
    path = folder / "events.csv"
    path.write_text("\n".join(path.read_text("utf-8").splitlines()[:-1]), "utf-8")
    assert broken(leafrun.game, folder) == "events.csv「点数」：缺第 20 点的事件，要从 1 排到 20（L1.6）"
    replace(folder / "rules.toml", "event_die_sides = 20", "event_die_sides = 19")
    assert load(folder).faces.sides == 19


# ------------------------------------------------------------------ 桌规


def test_default_options_are_the_rulebooks() -> None:
    """各选项的默认值；条号不带 L，免得算作测过那一条。"""
    shown = {line.name: (line.value, line.clause.removeprefix("L")) for line in Options().lines(DATA)}
    assert shown == {
        "允许到8人": ("关", "1.1"),
        "定顺序骰": ("d6", "1.6"),
        "跑道": ("1-2-3", "2.5"),
        "自动判末位": ("开", "3.3"),
        "必须走满": ("开", "5.2"),
        "滑沙计摸牌": ("开", "5.6"),
        "落在滑沙上滑一格": ("关", "5.11"),
        "并列规则": ("并列占位", "7.1"),
        "总分并列": ("共享胜利", "7.5"),
        "给我过来距离": ("恰为", "8.1"),
        "马失前蹄": ("本轮不移动", "8.18"),
        "魔法束缚": ("本轮", "8.20"),
        "自动掷骰": ("关", "10.1"),
    }


def test_names_may_be_wide_short_or_a_clause() -> None:
    assert not Options().with_value("　Ｌ３．３ ", "ＯＦＦ").last_place_automatic
    assert not Options().with_value("并列", "不占位").ties_take_places
    assert Options().with_value("允许到８人", "是").up_to_eight


def test_wrong_names_and_values_name_what_is_allowed() -> None:
    with pytest.raises(OptionError, match=r"没有「天气」这个选项。能设的是：允许到8人、.*自动掷骰"):
        Options().with_value("天气", "晴")
    with pytest.raises(OptionError, match="你要的是：自动判末位、自动掷骰"):
        Options().with_value("自动", "开")
    with pytest.raises(OptionError, match=r"「自动判末位」不能是「也许」.*。能写：开 或 关"):
        Options().with_value("自动判末位", "也许")


def test_track_option_runs_what_it_says() -> None:
    """L2.5"""
    first, second, third = DATA.track_cells
    assert Options().track_cells(DATA) == (first, second, third)
    assert Options().with_value("跑道", "1", DATA).track_cells(DATA) == (first,)
    assert Options().with_value("跑道", "２－２", DATA).track_cells(DATA) == (second, second)
    assert Options().with_value("跑道", "slgve-3", DATA).track_cells(DATA) == ("SLGVE", third)
    assert Options().with_value("跑道", "全部", DATA) == Options()


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("4", "没有第 4 条跑道（L2.5）。现有 1 到 3"),
        ("0", "「跑道」不能是「0」（L2.5）"),
        ("SLXE", "「跑道」不能是「SLXE」（L2.5）"),
        ("SLES", "「跑道」不能是「SLES」（L2.5）"),
        ("", "「跑道」不能是「」（L2.5）"),
        ("1-", "「跑道」不能是「1-」（L2.5）"),
        ("S" + "L" * 59 + "E", "「跑道」自写的一条有 61 格，最多 60 格（L2.5）"),
        ("-".join("1" * 10), "「跑道」写了 10 条，最多 9 条（L2.5）"),
    ],
)
def test_wrong_tracks_are_refused(value: str, message: str) -> None:
    """L2.5"""
    with pytest.raises(OptionError) as caught:
        Options().with_value("跑道", value, DATA)
    assert str(caught.value).startswith(message)
