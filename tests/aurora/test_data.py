"""极光战棋的数据与桌规：数值照 A9，错误带文件、行、列，存取不变，卡池各管各的。"""

import shutil
from pathlib import Path
from typing import ClassVar

import pytest

from games import aurora
from games.aurora.data import FOLDER, AuroraData, load
from games.aurora.decks import check, pool_of, preset_of
from games.aurora.options import Options
from games.kernel.game import OptionError
from games.kernel.options import Setting
from tests.kit.options import OptionWords
from tests.kit.tables import Tables, replace

DATA = load(FOLDER)


class TestAuroraTables(Tables):
    game = aurora.game
    change = ("rules.toml", "health = 20 ", "health = 21 ")
    wide = ("cards.csv", "疾步,,3,2,移2 抽1", "疾步,,３,２,移２　抽１")
    damage = ('"owner":"赫利"', '"owner":"没人"', "没有这个英雄")
    mistakes = (
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,直2 打3", "cards.csv 第 3 行「效果」：写的是「直2 打3」，读懂了「直2」，第 4 个字起的「打3」不认识；这里能写：伤n、"),
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,", "cards.csv 第 3 行「效果」："),
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,二,1,直2 伤3", "cards.csv 第 3 行「移动力」：写的是「二」，应是整数"),
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,10,直2 伤3", "cards.csv 第 3 行「闪避力」：写的是「10」，不能大于 9"),
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,直2 推1", "cards.csv 第 3 行「效果」：写的是「直2 推1」，读懂了「直2」，第 4 个字起的「推1」只能接在近1"),
        ("cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,报1", "cards.csv 第 3 行「效果」：写的是「报1」，「报」只能写在士兵的离场里（A9）"),
        ("cards.csv", "直刺,,2,1", "疾步,,2,1", "cards.csv 第 3 行「名称」：写的是「疾步」，与第 2 行重复"),
        ("cards.csv", "直刺,,2,1", "赫利,,2,1", "cards.csv 第 3 行「名称」：写的是「赫利」，与英雄重名"),
        ("cards.csv", "直刺,,2,1", "直刺2,,2,1", "cards.csv 第 3 行「名称」：写的是「直刺2」，名字不能以数字开头或结尾"),
        ("cards.csv", "直刺,,2,1", "直 刺,,2,1", "cards.csv 第 3 行「名称」：写的是「直 刺」，名字里不能有空格"),
        ("cards.csv", "破阵枪,赫利", "破阵枪,没人", "cards.csv 第 18 行「英雄」：写的是「没人」，没有这个英雄"),
        ("skills.csv", "赫利,贯日,2,直5 伤4", "没人,贯日,2,直5 伤4", "skills.csv 第 2 行「英雄」：写的是「没人」，没有这个英雄"),
        ("skills.csv", "直5 伤4", "直5 伤", "skills.csv 第 2 行「效果」：写的是「直5 伤」，读懂了「直5 伤」，后面还缺东西；这里能写：一个数"),
        ("skills.csv", "直5 伤4", "报4", "skills.csv 第 2 行「效果」：写的是「报4」，「报」只能写在士兵的离场里"),
        ("skills.csv", "赫利,贯日,2,直5 伤4,\n赫利,疾驰,1,直移3,\n", "", "heroes.csv 第 2 行「名称」：写的是「赫利」，skills.csv 里没有他的技能（A6.1）"),
        ("soldiers.csv", "民兵,曦光", "民兵,晨光", "soldiers.csv 第 2 行「势力」：写的是「晨光」，没有英雄属于这个势力"),
        ("soldiers.csv", "民兵,曦光", "疾步,曦光", "soldiers.csv 第 2 行「名称」：写的是「疾步」，与牌重名"),
        ("soldiers.csv", "弓手,曦光,1,1,1,1,远2/1", "弓手,曦光,1,1,1,1,远2/1 伤2", "soldiers.csv 第 3 行「攻击」：写的是「远2/1 伤2」，读懂了「远2/1」"),
        ("soldiers.csv", "英雄 回2", "移2", "soldiers.csv 第 7 行「离场」：写的是「移2」，离场效果不能要人选范围或走动（A4.8）"),
        ("soldiers.csv", "民兵,曦光,1", "民兵,曦光,4", "soldiers.csv 第 2 行「等级」：写的是「4」，不能大于 3"),
        ("presets.csv", "预组赫利,赫利", "赫利组,赫利", "presets.csv 第 2 行「名称」：写的是「赫利组」，预组的名字要以「预组」开头"),
        ("presets.csv", "预组赫利,赫利", "预组赫利,没人", "heroes.csv 第 2 行「名称」：写的是「赫利」，presets.csv 里没有他的预组"),
        ("presets.csv", "预组赫利,赫利,疾步2", "预组赫利,赫利,疾步3", "presets.csv 第 2 行「卡组」："),
        ("presets.csv", "预组赫利,赫利,疾步2", "预组赫利,赫利,没这张2", "presets.csv 第 2 行「卡组」："),
        ("rules.toml", "health = 20", "health = 二十", "rules.toml 第 2 行："),
        ("rules.toml", "health = 20", "heal = 20", "rules.toml「health」：缺这一项"),
    )  # fmt: skip

    def check(self, data: AuroraData) -> None:
        pool_of(data)
        for index in range(len(data.cards)):
            assert data.card_text(index)


class TestAuroraOptions(OptionWords):
    game = aurora.game
    changed: ClassVar = {"宽": "7", "牌库空": "疲劳", "用牌封顶": "3", "误伤": "开", "整回合超时": "托管"}
    written = ("卡池", "宽")

    def test_a_wrong_value_is_told_what_is_allowed(self, setting: Setting) -> None:
        """有哪些卡池要看数据，所以带着数据设。"""
        if setting.field != "pool":
            super().test_a_wrong_value_is_told_what_is_allowed(setting)
            return
        with pytest.raises(OptionError) as caught:
            Options().with_value("卡池", "乱写", DATA)
        assert str(caught.value) == "没有卡池「乱写」（A8.1）。能写：标准"


def test_the_tables_are_those_of_the_rulebook() -> None:
    """A9：通用 16，四名英雄各两技能、八专属，两势力各六种士兵。"""
    assert [hero.name for hero in DATA.heroes] == ["赫利", "艾薇", "洛克", "诺娅"]
    assert sum(not card.owner for card in DATA.cards) == 16
    for hero in DATA.heroes:
        assert sum(card.owner == hero.name for card in DATA.cards) == 8
        assert len(hero.skills) == 2
        soldiers = [each for each in DATA.soldiers if each.faction == hero.faction]
        assert [each.level for each in soldiers] == [1, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        (
            "疾步3/2 直刺2/1 投矛1/2 斜斩2/2 飞刀2/2 双星镖1/2 横扫1/1 震荡波1/1 火球1/1 地裂0/1 包扎1/3 调度2/1 "
            "蓄势1/2 伪装1/3 推击2/2 冲锋号2/1",
            "",
        ),
        ("破阵枪2/1 回马枪3/2 燎原1/1 投日枪1/1 突进3/1 光壁1/3 战意2/2 曜击1/1", "赫利"),
        ("集结1/2 鼓舞2/2 愈光1/3 箭雨1/1 光矢2/1 盾阵1/3 换位2/3 晋升令1/1", "艾薇"),
        ("背刺3/2 双刃2/2 毒镖2/2 掠影4/3 锁喉2/1 斜影斩3/2 烟幕2/4 收割2/1", "洛克"),
        ("霜枪1/1 极光箭2/2 冰墙1/2 寒潮0/1 折光2/3 星碎1/1 汲能1/2 斜虹1/2", "诺娅"),
    ],
)
def test_printed_numbers(cards: str, field: str) -> None:
    """A9：移动力/闪避力。"""
    assert [
        f"{each.name}{each.move}/{each.dodge}" for each in DATA.cards if each.owner == field
    ] == cards.split()


def test_soldiers_and_skills_have_the_numbers_of_the_rulebook() -> None:
    """A9：ATK/MOV/HP，蓄能几张。"""
    assert " ".join(f"{each.name}{each.attack}/{each.move}/{each.health}" for each in DATA.soldiers) == (
        "民兵1/2/2 弓手1/1/1 盾卫1/1/3 枪骑2/3/3 祭司1/2/3 圣骑3/2/6 "
        "鼠群1/3/1 匕首2/2/1 骸骨1/1/2 狼骑2/3/2 咒师2/1/3 屠夫4/2/5"
    )
    assert " ".join(f"{each.name}{each.cost}" for each in DATA.skills) == (
        "贯日2 疾驰1 号令1 晨曦3 影步1 处刑3 霜环2 极光坠落4"
    )
    by_name = {each.name: index for index, each in enumerate(DATA.soldiers)}
    assert DATA.soldier_text(by_name["民兵"]) == ""
    assert DATA.soldier_text(by_name["弓手"]) == "射程：2格内选1格"
    assert DATA.soldier_text(by_name["祭司"]) == "攻击选一种：附近1格选1格，或附近1格选1格己方单位：回2"
    assert DATA.soldier_text(by_name["盾卫"]) == "相邻己方英雄每次受伤−1"
    assert DATA.soldier_text(by_name["狼骑"]) == "打英雄+1"
    assert DATA.soldier_text(by_name["鼠群"]) == "离场：击杀它的单位受1伤害"
    assert DATA.text_of("直刺") == "直线2格所有目标：受3伤害"
    assert DATA.skill_text(3, 0) == "附近全范围2格全部：受2伤害，士兵下回合不能移动"


def test_the_presets_are_legal() -> None:
    """A8.1、A9：30 张、10 名士兵，每名英雄一副。"""
    pool = pool_of(DATA)
    assert [preset.hero for preset in DATA.presets] == [hero.name for hero in DATA.heroes]
    for preset in DATA.presets:
        deck = preset_of(preset)
        assert list(check(deck, pool)) == []
        assert sum(count for _, count in deck.cards) == 30
        assert sum(count for _, count in deck.soldiers) == 10
        own = {card.name for card in DATA.cards if card.owner}
        assert sum(count for name, count in deck.cards if name in own) == 16


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "aurora"
    shutil.copytree(FOLDER, copied)
    pool = copied / "夏季"
    pool.mkdir()
    shutil.copy(FOLDER / "cards.csv", pool)
    replace(pool / "cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,直3 伤4")
    return copied


def test_a_pool_holds_only_the_tables_it_changes(folder: Path) -> None:
    data = load(folder)
    summer = data.picked(Options().with_value("卡池", "夏季", data))
    assert summer.text_of("直刺") == "直线3格所有目标：受4伤害"
    assert data.text_of("直刺") == "直线2格所有目标：受3伤害"
    assert summer.soldiers == data.soldiers and summer.rules == data.rules
    assert data.picked(Options()) is data
    restored = aurora.game.restore_data(data.dump())
    assert restored.picked(Options.model_validate({"卡池": "夏季"})) == summer


def test_a_broken_pool_is_refused_and_nothing_else(folder: Path) -> None:
    replace(folder / "夏季" / "cards.csv", "直3 伤4", "直3 打4")
    data = load(folder)
    assert data.cards == DATA.cards
    with pytest.raises(OptionError) as caught:
        Options().with_value("卡池", "夏季", data)
    assert "卡池「夏季」有错" in str(caught.value) and "第 3 行「效果」" in str(caught.value)


@pytest.mark.parametrize(
    "name", ["..", "../aurora", "/etc", "夏季/..", "..\\夏季", "C:夏季", "．．", "没有", "~", "夏季\0"]
)
def test_no_pool_outside_the_folder_can_be_named(folder: Path, name: str) -> None:
    """聊天里的名字只用来查已读好的卡池，从不当路径打开。"""
    data = load(folder)
    with pytest.raises(OptionError, match="卡池"):
        Options().with_value("卡池", name, data)


def test_the_pools_are_listed(folder: Path) -> None:
    data = load(folder)
    setting = Options.find("卡池")
    line = Options.model_validate({"卡池": "夏季"}).line(setting, data)
    assert (line.name, line.value, line.allowed) == ("卡池", "夏季", "标准 或 夏季")


@pytest.mark.parametrize("name", ["标准", "夏" * 21, "夏 季"])
def test_a_pool_whose_name_cannot_be_chosen_is_told(folder: Path, name: str) -> None:
    (folder / "夏季").rename(folder / name)
    data = load(folder)
    assert data.pools == {} and list(data.broken) == [name]
    assert data.picked(Options()) is data
