"""牌效语言的每个词（A9）：编译成什么步，玩家读到什么，写错了怎么说。"""

import pytest

from games.aurora.language import LanguageError, attacks_text, effect_text, read_attacks, read_effect
from games.aurora.language.steps import (
    AidHero,
    AidOneSoldier,
    AidRange,
    AidSoldiers,
    Around,
    Avenge,
    Boost,
    Charge,
    Damage,
    Dash,
    Diagonal,
    Draw,
    ExtraDeploy,
    ExtraRound,
    ExtraUpgrade,
    Far,
    Heal,
    Line,
    Near,
    NearPick,
    Push,
    Recall,
    Root,
    Shadow,
    Step,
    Store,
    Stow,
    Strike,
    Strip,
    Swap,
    Venom,
    Walk,
    Wall,
    Ward,
)
from games.aurora.language.words import WORDS

HIT = (Damage(3),)
START = "这里能写：直X、斜X、远X/Y、近X、全X、英雄 …、"
BLOWS = "这里能写：伤n、推n、毒n、定身、弃闪n"
NUMBER = "这里能写：一个数"
BOONS = "这里能写：回n、护n、首护n"

CASES: dict[str, tuple[str, Step, str, str, str]] = {
    # 词 → 写法，步，玩家读到的，一种写错的，报的错里要有的
    "LINE": ("直2 伤3", Strike(Line(2), HIT), "直线2格所有目标：受3伤害", "直 伤3", NUMBER),
    "DIAGONAL": ("斜2 伤3", Strike(Diagonal(2), HIT), "斜线2格所有目标：受3伤害", "斜2", BLOWS),
    "FAR": ("远3/2 伤3", Strike(Far(3, 2), HIT), "3格内选2格：受3伤害", "远3 伤3", "读懂了「远3」，第 4 个字起的「伤3」不认识；这里能写：/Y"),
    "NEAR": ("近1 伤3", Strike(Near(1), HIT), "附近1格全部：受3伤害", "近1 打3", "读懂了「近1」，第 4 个字起的「打3」不认识；这里能写：选Y、伤n"),
    "PICK": ("近1选1 伤3", Strike(NearPick(1, 1), HIT), "附近1格选1格：受3伤害", "近1选 伤3", NUMBER),
    "AROUND": ("全1 伤3", Strike(Around(1), HIT), "附近全范围1格全部：受3伤害", "全1 移2", BLOWS),
    "DAMAGE": ("直1 伤9", Strike(Line(1), (Damage(9),)), "直线1格所有目标：受9伤害", "伤3", START),
    "BARE": ("近1选1 伤3 空闪2", Strike(NearPick(1, 1), (Damage(3, 2),)), "附近1格选1格：受3伤害（对方闪避区空时+2）", "近1选1 空闪2", BLOWS),
    "PUSH": ("近1选1 推2", Strike(NearPick(1, 1), (Push(2),)), "附近1格选1格：推2格", "直2 推1", "读懂了「直2」，第 4 个字起的「推1」只能接在近1、近1选1 后面（A4.9）"),
    "BLOCKED": ("近1 推2 阻1", Strike(Near(1), (Push(2, 1),)), "附近1格全部：推2格（受阻再受1）", "近1 阻1", "「阻1」不认识；这里能写：选Y、伤n、推n"),
    "VENOM": ("直1 毒2", Strike(Line(1), (Venom(2),)), "直线1格所有目标：其下回合结束再受2", "毒2", START),
    "ROOT": ("全2 定身", Strike(Around(2), (Root(),)), "附近全范围2格全部：士兵下回合不能移动", "全2 定身2", "第 6 个字起的「2」不认识"),
    "STRIP": ("直1 弃闪1", Strike(Line(1), (Strip(1),)), "直线1格所有目标：随机弃对方1张闪避牌", "弃闪1", START),
    "REAP": ("全1 伤3 破回1", Strike(Around(1), HIT, 1), "附近全范围1格全部：受3伤害，每击破1名士兵英雄回1", "全1 破回1", BLOWS),
    "HERO": ("英雄 回3", AidHero((Heal(3),)), "己方英雄回3", "英雄 伤3", BOONS),
    "SOLDIERS": ("士兵 回3", AidSoldiers((Heal(3),)), "己方士兵各回3", "士兵", "后面还缺东西；" + BOONS),
    "ONE": ("一兵 回3", AidOneSoldier((Heal(3),)), "己方1名士兵回3", "一兵 3", BOONS),
    "ALLY": ("远3/1 己方 回2", AidRange(Far(3, 1), (Heal(2),), False), "3格内选1格己方单位：回2", "直3 己方 回2", BLOWS),
    "ITSELF": ("远3/1 己方含己 回2", AidRange(Far(3, 1), (Heal(2),), True), "3格内选1格己方单位（可选自己）：回2", "己方含己 回2", START),
    "HEAL": ("英雄 回1", AidHero((Heal(1),)), "己方英雄回1", "英雄 回0", "第 5 个字起的「0」太大或太小，能写 1 到 99"),
    "WARD": ("英雄 护1", AidHero((Ward(1),)), "己方英雄到自己下回合开始每次受伤−1", "护1", START),
    "ONCE": ("英雄 首护2", AidHero((Ward(2, True),)), "己方英雄到自己下回合开始首次受伤−2", "英雄 首护", NUMBER),
    "BOOST": ("号令1", Boost(1), "本回合己方士兵攻击+1", "号令", NUMBER),
    "WALK": ("移2", Walk(2), "英雄走至多2格", "移100", "「100」太大或太小，能写 1 到 99"),
    "DASH": ("直移3", Dash(3), "英雄直走至多3格", "直移", NUMBER),
    "SHADOW": ("穿移3", Shadow(3), "英雄走至多3格，可穿单位与障碍", "穿3", START),
    "SWAP": ("换位", Swap(), "英雄与己方1名士兵换位", "换位1", "第 3 个字起的「1」不认识"),
    "WALL": ("冰墙3", Wall(3), "3格内1个空格成为障碍，到自己下回合开始", "冰墙", NUMBER),
    "DRAW": ("抽2", Draw(2), "抽2张", "抽", NUMBER),
    "CHARGE": ("蓄能1", Charge(1), "牌库顶1张入蓄能", "蓄1", START),
    "STORE": ("手蓄2", Store(2), "至多2张手牌入蓄能", "手蓄", NUMBER),
    "STOW": ("入闪1", Stow(1), "1张手牌入闪避区", "入闪", NUMBER),
    "RECALL": ("拾闪1", Recall(1), "弃牌堆选1张入闪避区", "拾闪", NUMBER),
    "ROUND": ("士兵行动", ExtraRound(), "己方1名士兵立即行动一轮", "士兵行动1", "第 5 个字起的「1」不认识"),
    "DEPLOY": ("布置LV1", ExtraDeploy(1), "额外布置1名LV1士兵", "布置LV4", "第 1 个字起的「布置LV4」只能布置 LV1、LV2、LV3（A5.1）"),
    "UPGRADE": ("升阶LV2", ExtraUpgrade(2), "额外升阶1次到LV2", "升阶LV1", "第 1 个字起的「升阶LV1」只能升到 LV2、LV3（A5.1）"),
    "AVENGE": ("报1", Avenge(1), "击杀它的单位受1伤害", "报", NUMBER),
}  # fmt: skip


@pytest.mark.parametrize("terminal", CASES)
def test_each_word_compiles_reads_and_is_corrected(terminal: str) -> None:
    line, step, text, wrong, told = CASES[terminal]
    assert read_effect(line) == ((step,),)
    assert effect_text(((step,),)) == text
    with pytest.raises(LanguageError) as caught:
        read_effect(wrong)
    assert told in str(caught.value)


def test_then_parts_the_effect() -> None:
    """A4.7"""
    parts = read_effect("直移3；近1 伤2")
    assert parts == ((Dash(3),), (Strike(Near(1), (Damage(2),)),))
    assert effect_text(parts) == "英雄直走至多3格。然后附近1格全部：受2伤害"
    with pytest.raises(LanguageError, match="读懂了「直移3;」，后面还缺东西"):
        read_effect("直移3；")


def test_or_offers_attacks() -> None:
    """A5.4"""
    kinds = read_attacks("近1选1 或 近1选1 己方 回2")
    assert kinds == (NearPick(1, 1), AidRange(NearPick(1, 1), (Heal(2),), False))
    assert attacks_text(kinds) == "附近1格选1格，或附近1格选1格己方单位：回2"
    with pytest.raises(LanguageError, match=r"后面还缺东西；这里能写：直X、斜X、远X/Y、近X、全X$"):
        read_attacks("近1选1 或")
    with pytest.raises(LanguageError, match="「或」不认识"):
        read_effect("直2 伤3 或 近1 伤2")


def test_an_attack_is_not_told_words_of_an_effect() -> None:
    with pytest.raises(LanguageError) as caught:
        read_attacks("直2 打3")
    assert caught.value.allowed == ("或",)


def test_every_word_has_a_case_and_a_sample() -> None:
    assert {word.terminal for word in WORDS} == {*CASES, "THEN", "OR"}
    for word in WORDS:
        read = read_attacks if word.terminal == "OR" else read_effect
        assert word.text in word.sample.replace("；", ";")
        assert read(word.sample)


def test_a_rule_broken_later_is_pointed_at_where_it_is() -> None:
    """A4.9"""
    with pytest.raises(LanguageError) as caught:
        read_effect("近1 推1；直2 伤1 推2")
    assert (caught.value.understood, caught.value.column, caught.value.found) == (
        "近1 推1;直2 伤1",
        13,
        "推2",
    )
    with pytest.raises(LanguageError, match="「推2」多了：一次攻击只能写一个推"):
        read_effect("近1 推1 推2")
