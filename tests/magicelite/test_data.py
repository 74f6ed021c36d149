"""魔法精英的数据与桌规：数值照规则书，错误带文件与行，存取不变。"""

import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from games import magicelite
from games.kernel.game import OptionError
from games.magicelite.data import (
    CLUB,
    DIAMOND,
    FOLDER,
    HEART,
    ITEMS,
    SKILLS,
    SPADE,
    SUITS,
    MagicEliteData,
    load,
)
from games.magicelite.options import Options
from tests.kit.options import OptionWords
from tests.kit.tables import Tables, broken, replace

DATA = load()


class TestMagicEliteTables(Tables):
    game = magicelite.game
    change = ("shop.csv", "小药箱,药箱 药,5,", "小药箱,药箱 药,6,")
    wide = ("shop.csv", "100,", "１００,")
    damage = ('"shield":"反射盾"', '"shield":"冰封盾"', "要与 skills.csv 里")
    mistakes = (
        ("suits.csv", "club,梅花", "clubs,梅花", "suits.csv 第 4 行「花色」：写的是「clubs」，只能是"),
        ("suits.csv", "2,each,6", "3,each,6", "suits.csv 第 4 行「大小」：写的是「3」，与第 3 行重复"),
        ("suits.csv", "草花 草 c", "红桃 草 c", "suits.csv 第 4 行「别名」"),
        ("ranks.csv", "J,11,手牌,2", "J,11,手牌,", "ranks.csv 第 12 行「连段」：写的是「None」，手牌要写"),
        (
            "ranks.csv",
            "7,7,身份,,",
            "7,7,身份,1,",
            "ranks.csv 第 8 行「连段」：写的是「1」，身份卡不在手牌里",
        ),
        (
            "characters.csv",
            "1,7,杀手",
            "1,8,杀手",
            "characters.csv 第 3 行「点数」：写的是「8」，第 1 代已经",
        ),
        ("characters.csv", "1,7,杀手", "4,7,杀手", "characters.csv 第 2 行「世代」：写的是「4」，不能大于 3"),
        ("characters.csv", "暴走盾,没有", ",没有", "characters.csv 第 12 行「专用盾」"),
        ("skills.csv", ",double,", ",treble,", "skills.csv 第 4 行「技能」：写的是「treble」，只能是"),
        ("skills.csv", ",被动,,,2,,", ",被动,,,,,", "skills.csv 第 4 行「倍率」：写的是「None」，王者之力的"),
        ("skills.csv", "技能,K,", "技能,7,", "skills.csv 第 9 行「触发」：写的是「7」，不是手牌的点数"),
        ("skills.csv", "护盾,技能,5,4,", "护盾,技能,5,3,", "skills.csv「次数」：护盾与控制合计用同一个次数"),
        ("shop.csv", "药,5,1", "药,五,1", "shop.csv 第 2 行「价格」：写的是「五」，应是整数"),
        ("shop.csv", "leopard,", "lion,", "shop.csv 第 3 行「物品」：写的是「lion」，只能是"),
        ("rules.toml", "refill = 5 ", "refil = 5 ", "rules.toml「refill」：缺这一项"),
        ("rules.toml", "seats_max = 8 ", "seats_max = 1 ", "rules.toml「seats_max」：不能小于 seats_min"),
        (
            "rules.toml",
            "shield_rank = 4 ",
            "shield_rank = 9 ",
            "rules.toml「shield_rank」：手牌里没有这个数字",
        ),
        ("rules.toml", "team_seats = 4 ", "team_seats = 9 ", "rules.toml「team_seats」：要在 seats_min"),
        ("rules.toml", "free_revivals = 1 ", "free_revivals = 9 ", "rules.toml「free_revivals」：不能大于"),
        ("rules.toml", "decks_crowded = 3 ", "decks_crowded = 1 ", "rules.toml「decks_crowded」：不能小于"),
    )

    def check(self, data: MagicEliteData) -> None:
        assert data.deck_of(2).size > 0 and data.identities_of(2).size > 0
        for generation in ("1", "2", "3"):
            low, high = Options().with_value("世代", generation).seat_limits(data)
            assert 1 <= low <= high


class TestMagicEliteOptions(OptionWords):
    game = magicelite.game
    changed: ClassVar[Mapping[str, str]] = {"世代": "三代", "救命锦囊": "满血", "7倍率": "1万"}
    written = ("7倍率", "世代")


def test_defaults_agree_with_the_data() -> None:
    assert Options().generals == DATA.rules.generals
    assert Options().gluttony_cards == DATA.rules.gluttony_cards
    assert Options().seven_factor == DATA.skill_of["hundredfold"].factor


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "magicelite"
    shutil.copytree(FOLDER, copied)
    return copied


# ------------------------------------------------------------------ 牌


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_each_deck_has_36_cards_without_seven_to_ten(decks: int) -> None:
    """E1.2 每副 36 张，每种花色九个数字各一张；E1.4 A=1，J Q K 为 11 12 13。"""
    deck = DATA.deck_of(decks)
    assert deck.size == 36 * decks == len(deck.suit) == len(deck.number)
    faces = Counter(zip(deck.suit, deck.number, strict=True))
    numbers = [1, 2, 3, 4, 5, 6, 11, 12, 13]
    assert faces == {(suit, number): decks for suit in range(4) for number in numbers}


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_each_deck_leaves_16_identities(decks: int) -> None:
    """E1.3"""
    identities = DATA.identities_of(decks)
    assert identities.size == 16 * decks
    faces = Counter(zip(identities.suit, identities.number, strict=True))
    assert faces == {(suit, number): decks for suit in range(4) for number in (7, 8, 9, 10)}


def test_identities_are_ordered_by_number_then_suit() -> None:
    """E2.1 10>9>8>7；同数字 ♠>♥>♣>♦；同样的两张不分。"""
    identities = DATA.identities_of(2)
    order = sorted(range(identities.size), key=lambda card: -identities.height[card])
    assert [identities.name[card] for card in order[::2]] == [
        f"{suit}{number}" for number in (10, 9, 8, 7) for suit in "♠♥♣♦"
    ]
    assert [identities.name[card] for card in order[1::2]] == [identities.name[card] for card in order[::2]]


def worth(suit: int, number: int) -> tuple[int, int]:
    """规则书 E4.1–E4.3 的公式，另写一遍。"""
    if suit == HEART:
        return (5, 1) if number == 1 else (0, number)
    if number == 1:
        return 6, 0
    return (number if suit == DIAMOND else 1), 0


def test_every_card_is_worth_what_the_formulas_say() -> None:
    """E4.1 E4.2 E4.3"""
    deck = DATA.deck_of(2)
    for card in range(deck.size):
        expected = worth(deck.suit[card], deck.number[card])
        assert (deck.damage[card], deck.healing[card]) == expected, deck.title[card]


def test_runs_join_ace_to_six_and_jack_to_king() -> None:
    deck = DATA.deck_of(1)
    runs = dict(zip(deck.number, deck.run, strict=True))
    assert {number for number, run in runs.items() if run == runs[1]} == {1, 2, 3, 4, 5, 6}
    assert {number for number, run in runs.items() if run == runs[13]} == {11, 12, 13}


def test_names_and_faces_of_cards() -> None:
    deck = DATA.deck_of(2)
    assert tuple(range(4)) == (SPADE, HEART, CLUB, DIAMOND) and len(SUITS) == 4
    for card in range(deck.size):
        symbol = "♠♥♣♦"[deck.suit[card]]
        label = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(deck.number[card], str(deck.number[card]))
        assert deck.name[card] == symbol + label
        assert deck.title[card] == ("黑桃", "红心", "梅花", "方块")[deck.suit[card]] + label
        assert deck.name[deck.face[card]] == deck.name[card] and deck.face[card] < 36
    assert len(set(deck.face)) == 36


def test_lookups_are_made_once() -> None:
    assert DATA.deck_of(2) is DATA.deck_of(2)
    assert MagicEliteData.restore(DATA.dump()).deck_of(2) == DATA.deck_of(2)


# ------------------------------------------------------------------ 角色、技能、商店、其余数值


def test_every_generation_has_four_characters() -> None:
    assert sorted(DATA.character_of) == [(generation, n) for generation in (1, 2, 3) for n in (7, 8, 9, 10)]
    assert [DATA.character_of[1, number].name for number in (7, 8, 9, 10)] == ["杀手", "恶贼", "忍者", "王者"]
    assert [DATA.character_of[3, number].shield for number in (7, 8, 9, 10)] == [
        "反射盾",
        "冰封盾",
        "暴走盾",
        "吞噬盾",
    ]
    assert DATA.skills_of[1, 7] == ()


def test_skills_and_their_limits() -> None:
    assert set(DATA.skill_of) == set(SKILLS)
    limits = {
        key: (skill.trigger, skill.uses, skill.factor, skill.rounds)
        for key, skill in DATA.skill_of.items()
        if (skill.trigger, skill.uses, skill.factor, skill.rounds) != (None, None, None, None)
    }
    assert limits == {
        "revival": ("5", 4, None, None),
        "framing": ("A", None, None, None),
        "double": (None, None, 2, None),
        "hundredfold": (None, None, 100, None),
        "aegis": ("5", 4, None, 5),
        "control": ("5", 4, None, 5),
        "judgment": ("K", None, None, None),
        "fusion": ("A", None, None, None),
        "reflection": ("4", None, 10_000, None),
        "bloodlust": ("5", 3, None, 5),
        "freezing": ("4", None, None, None),
        "rampage": ("4", None, 100_000_000, None),
        "tenfold": (None, None, 10, None),
        "devouring": ("4", None, None, None),
    }
    assert DATA.trigger_number["judgment"] == 13 and DATA.trigger_number["framing"] == 1
    assert "tenfold" not in DATA.trigger_number


def test_shop_items_and_prices() -> None:
    assert set(DATA.item_of) == set(ITEMS)
    assert {item.name: item.price for item in DATA.shop} == {
        "小药箱": 5,
        "闪电豹": 20,
        "钻石鸟雌": 50,
        "钻石鸟雄": 20,
        "爆爆龙": 30,
        "升降梯": 100,
    }
    bird, dragon = DATA.item_of["bird_female"], DATA.item_of["dragon"]
    assert (bird.income, bird.rounds) == (20, 5)
    assert (dragon.factor, dragon.rounds) == (1000, 5)


def test_other_numbers_are_the_rulebooks() -> None:
    """数值与裁定的规则书逐项一致。"""
    assert DATA.rules.model_dump() == {
        "seats_min": 2,
        "seats_max": 8,
        "seats_best": 4,
        "decks": 2,
        "decks_crowded": 3,
        "crowded_from": 5,
        "opening_hand": 5,
        "refill": 5,
        "draw_rank": 5,
        "draw_each": 5,
        "shield_rank": 4,
        "exchange_limit": 40,
        "turn_cap": 500,
        "timeouts_before_autopilot": 3,
        "generals": 3,
        "generals_max": 5,
        "team_seats": 4,
        "real_bodies": 1,
        "false_bodies": 4,
        "bilocation_seats": 2,
        "free_aegis": 1,
        "control_enemies": 2,
        "self_preservation_divisor": 2,
        "judgment_damage": 5,
        "judgment_cards": 1,
        "borrowed_hundredfold": 1,
        "borrowed_aegis": 1,
        "free_revivals": 1,
        "storm_gods": 1,
        "silk_bags": 1,
        "adventure_flips": 200,
        "adventure_prize": 20,
        "adventure_penalty": 10,
        "gift_cards": 5,
        "gift_diamonds": 20,
        "starting_diamonds": 0,
        "local_diamonds": 100,
        "gluttony_limit": 20,
        "gluttony_cards": 2,
        "gluttony_judgments": 2,
        "mines_per_turn": 1,
        "mine_diamonds": 10,
        "bloodlust_damage": 1,
        "wave_divisor": 2,
    }


# ------------------------------------------------------------------ 报错


def test_missing_rows_are_named(folder: Path) -> None:
    replace(folder / "characters.csv", "1,7,杀手,killer,,没有技能\n", "")
    assert broken(magicelite.game, folder).startswith("characters.csv「点数」：第 1 代缺 7")
    shutil.copy(FOLDER / "characters.csv", folder)
    path = folder / "shop.csv"
    path.write_text("\n".join(path.read_text("utf-8").splitlines()[:-1]), "utf-8")
    assert broken(magicelite.game, folder) == "shop.csv「物品」：缺 elevator 这一行"
    path.unlink()
    assert broken(magicelite.game, folder).startswith("shop.csv：找不到这个文件")


# ------------------------------------------------------------------ 桌规


def test_default_options_are_the_rulebooks() -> None:
    """各世代显示的选项与默认值；条号不带字母，免得算作测过那一条。"""
    shown: dict[str, tuple[str, str]] = {}
    for generation in ("1", "2", "3"):
        options = Options().with_value("世代", generation)
        for line in options.lines(DATA):
            if line.name != "世代":
                shown[line.name] = (line.value, line.clause[1:])
    assert Options().generation == 1
    assert shown == {
        "牌副数": ("自动", "1.2"),
        "同花顺最少": ("2", "3.2"),
        "6接J": ("关", "3.2"),
        "K接A": ("关", "3.2"),
        "允许过牌": ("关", "3.3"),
        "返还伤害": ("回应", "6.2"),
        "回应回血": ("关", "6.5"),
        "封顶同分": ("并列", "9.2"),
        "武将数": ("3", "2.1"),
        "组队": ("关", "2.2"),
        "7倍率": ("100", "2.5"),
        "真身": ("即死", "2.6"),
        "救命锦囊": ("血量不变", "3.4"),
        "钻石跨局": ("开", "3.10"),
        "并卡上限": ("2", "3.11"),
        "场上地雷": ("1", "3.11"),
    }


def test_only_the_chosen_generations_options_are_listed() -> None:
    names = {
        generation: {line.name for line in Options().with_value("世代", generation).lines()}
        for generation in ("1", "2", "3")
    }
    assert names["2"] - names["1"] == {"武将数", "组队", "7倍率", "真身"}
    assert names["3"] - names["1"] == {"救命锦囊", "钻石跨局", "并卡上限", "场上地雷"}
    assert names["1"] == names["2"] & names["3"]


@pytest.mark.parametrize(
    ("word", "factor"),
    [
        ("100", 100),
        ("×50", 50),
        ("x7", 7),
        ("１０倍", 10),
        ("1万", 10_000),
        ("1亿", 10**8),
        ("100000000", 10**8),
    ],
)
def test_the_factor_may_be_written_with_units(word: str, factor: int) -> None:
    options = Options().with_value("7倍率", word)
    assert options.seven_factor == factor
    assert Options().with_value("7倍率", options.shown(Options.find("7倍率"))) == options


@pytest.mark.parametrize("word", ["0", "-1", "2亿", "一百", "1.5", "", "万", "倍"])
def test_wrong_factors_are_refused(word: str) -> None:
    with pytest.raises(OptionError, match=r"「7倍率」不能是.*能写：1 到 1亿 的整数"):
        Options().with_value("7倍率", word)


def test_wrong_names_and_values_name_what_is_allowed() -> None:
    with pytest.raises(OptionError, match=r"没有「天气」这个选项。能设的是：世代、.*场上地雷"):
        Options().with_value("天气", "晴")
    with pytest.raises(OptionError, match=r"没有「Ｅ３．２」这个选项。你要的是：同花顺最少、6接J、K接A"):
        Options().with_value("Ｅ３．２", "开")


def test_decks_follow_the_number_of_seats_or_the_option() -> None:
    """E1.2 默认 2 副，5 人以上 3 副。"""
    assert [Options().decks_for(seats, DATA) for seats in range(2, 9)] == [2, 2, 2, 3, 3, 3, 3]
    assert {Options().with_value("牌副数", "4副").decks_for(seats, DATA) for seats in range(2, 9)} == {4}


def test_seats_follow_teams_and_the_identities_there_are() -> None:
    assert Options().seat_limits(DATA) == (2, 8)
    second = Options().with_value("世代", "2")
    assert second.seat_limits(DATA) == (2, 8)
    assert second.with_value("组队", "开").seat_limits(DATA) == (4, 4)
    assert Options().with_value("组队", "开").seat_limits(DATA) == (2, 8)
    crowded = second.with_value("武将数", "5").with_value("牌副数", "2")
    assert crowded.seat_limits(DATA) == (2, 6)  # 两副 32 张身份卡，每人 5 张
    assert second.with_value("武将数", "5").seat_limits(DATA) == (2, 8)  # 三副 48 张


def test_diamonds_are_kept_only_where_there_are_any() -> None:
    assert not Options().keeps_diamonds
    third = Options().with_value("世代", "3")
    assert third.keeps_diamonds
    assert not third.with_value("钻石跨局", "关").keeps_diamonds
