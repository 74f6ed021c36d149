"""卡组：A8.1 的每一条都查得出、说得清，一行文字抄得走、读得回，私聊里构筑得成（A8.2）。"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.aurora.data import FOLDER, load
from games.aurora.decks import (
    MOST,
    Deck,
    DeckMisread,
    Pool,
    candidates,
    check,
    pool_of,
    preferred,
    read_counts,
    read_line,
    refused,
    tidy,
    write_counts,
    write_line,
)
from games.aurora.workshop import CAPACITY, LONGEST_NAME, VERBS, WORKSHOP, draft_of
from games.kernel import Belongings, Shelf, fold

DATA = load(FOLDER)
POOL = pool_of(DATA)
HELI = next(deck for deck in POOL.presets.values() if deck.hero == "赫利")
LOKI = next(deck for deck in POOL.presets.values() if deck.hero == "洛克")
HELI_PRESET = next(name for name, deck in POOL.presets.items() if deck is HELI)
LINE = (
    "极光1:赫利:疾步2 直刺2 投矛2 斜斩2 飞刀2 双星镖2 横扫2"
    " 破阵枪2 回马枪2 燎原2 投日枪2 突进2 光壁2 战意2 曜击2/民兵2 弓手2 盾卫2 枪骑2 祭司1 圣骑1"
)
SAMPLE = read_line(LINE)
"""一副合 A8.1 的赫利。"""


def changed(deck: Deck, **counts: int) -> Deck:
    """把几种牌或士兵改成几张。"""
    cards, soldiers = dict(deck.cards), dict(deck.soldiers)
    for name, count in counts.items():
        (soldiers if name in POOL.soldiers else cards)[name] = count
    return Deck(
        deck.hero,
        tuple((name, count) for name, count in cards.items() if count),
        tuple((name, count) for name, count in soldiers.items() if count),
    )


# ---------------------------------------------------------------- A8.1
@pytest.mark.parametrize("name", list(POOL.presets))
def test_a8_1_every_preset_is_legal_and_built_as_a9_says(name: str) -> None:
    """A9：7 种通用各 2、8 专属各 2；士兵堆 LV1 三种各 2、LV2 共 3、LV3 一张。"""
    deck = POOL.presets[name]
    assert check(deck, POOL) == ()
    general = [count for card, count in deck.cards if not POOL.cards[card]]
    own = [count for card, count in deck.cards if POOL.cards[card] == deck.hero]
    assert (general, own) == ([2] * 7, [2] * 8)
    levels: Counter[int] = Counter()
    for soldier, count in deck.soldiers:
        levels[POOL.soldiers[soldier][1]] += count
    assert levels == {1: 6, 2: 3, 3: 1}


def test_a9_one_preset_for_each_of_the_four_heroes() -> None:
    assert [deck.hero for deck in POOL.presets.values()] == ["赫利", "艾薇", "洛克", "诺娅"]


@pytest.mark.parametrize(
    ("deck", "faults"),
    [
        (SAMPLE, ()),
        (changed(SAMPLE, 疾步=3, 直刺=1), ()),
        (changed(SAMPLE, 横扫=0), ("卡组 28 张，应为 30 张，还差 2 张",)),
        (changed(SAMPLE, 火球=1), ("卡组 31 张，应为 30 张，多 1 张",)),
        (changed(SAMPLE, 疾步=4, 直刺=0), ("「疾步」4 张，通用同名至多 3 张",)),
        (changed(SAMPLE, 燎原=3, 疾步=1), ("「燎原」3 张，专属同名至多 2 张",)),
        (changed(SAMPLE, 毒镖=2, 横扫=0), ("「毒镖」专属洛克，赫利不能带",)),
        (changed(SAMPLE, 祭司=0), ("士兵堆 9 张，应为 10 张，还差 1 张",)),
        (changed(SAMPLE, 祭司=2), ("士兵堆 11 张，应为 10 张，多 1 张",)),
        (changed(SAMPLE, 枪骑=3, 祭司=0), ("「枪骑」3 张，士兵同名至多 2 张",)),
        (changed(SAMPLE, 狼骑=2, 枪骑=0), ("「狼骑」是夜幕的，赫利只能带曦光的",)),
        (
            replace(SAMPLE, soldiers=(("民兵", 2), ("弓手", 1), ("枪骑", 2), ("祭司", 2), ("圣骑", 3))),
            (
                "「圣骑」3 张，士兵同名至多 2 张",
                "LV1 士兵 3 张，至少 4 张，还差 1 张",
                "LV3 士兵 3 张，至多 2 张，多 1 张",
            ),
        ),
        (
            changed(SAMPLE, 横扫=0, 旋风=2),
            ("没有「旋风」这张牌（改名或删掉了）",),
        ),
        (
            replace(SAMPLE, soldiers=(*SAMPLE.soldiers[:-1], ("龙", 1))),
            ("没有「龙」这名士兵（改名或删掉了）",),
        ),
        (
            Deck("无名"),
            (
                "没有「无名」这个英雄（改名或删掉了）",
                "卡组 0 张，应为 30 张，还差 30 张",
                "士兵堆 0 张，应为 10 张，还差 10 张",
                "LV1 士兵 0 张，至少 4 张，还差 4 张",
            ),
        ),
    ],
)
def test_a8_1_says_which_part_fails_and_by_how_much(deck: Deck, faults: tuple[str, ...]) -> None:
    assert check(deck, POOL) == faults


NAMES = [*POOL.cards, "旋风"]
SOLDIERS = [*POOL.soldiers, "龙"]


@st.composite
def near_legal(draw: st.DrawFn) -> Deck:
    """从一副预组改几处：合的、不合的都多。"""
    deck = draw(st.sampled_from(list(POOL.presets.values())))
    cards, soldiers = dict(deck.cards), dict(deck.soldiers)
    for _ in range(draw(st.integers(0, 4))):
        cards[draw(st.sampled_from(NAMES))] = draw(st.integers(0, 4))
    for _ in range(draw(st.integers(0, 3))):
        soldiers[draw(st.sampled_from(SOLDIERS))] = draw(st.integers(0, 3))
    return Deck(
        draw(st.sampled_from([deck.hero, deck.hero, deck.hero, "赫利", "洛克", "无名"])),
        tuple((name, count) for name, count in cards.items() if count),
        tuple((name, count) for name, count in soldiers.items() if count),
    )


def by_the_book(deck: Deck) -> bool:
    """A8.1 逐字写成的一个式子，与 `check` 各写各的。"""
    if deck.hero not in POOL.heroes:
        return False
    cards = [name for name, count in deck.cards for _ in range(count)]
    pile = [name for name, count in deck.soldiers for _ in range(count)]
    if any(name not in POOL.cards for name in cards) or any(name not in POOL.soldiers for name in pile):
        return False
    levels = [POOL.soldiers[name][1] for name in pile]
    return (
        len(cards) == 30
        and all(cards.count(name) <= 3 for name in cards if POOL.cards[name] == "")
        and all(cards.count(name) <= 2 for name in cards if POOL.cards[name] != "")
        and all(POOL.cards[name] in ("", deck.hero) for name in cards)
        and len(pile) == 10
        and all(pile.count(name) <= 2 for name in pile)
        and levels.count(1) >= 4
        and levels.count(3) <= 2
        and all(POOL.soldiers[name][0] == POOL.heroes[deck.hero] for name in pile)
    )


@settings(max_examples=400)
@given(near_legal())
def test_a8_1_agrees_with_the_clause_written_out(deck: Deck) -> None:
    assert (check(deck, POOL) == ()) == by_the_book(deck)


# ---------------------------------------------------------------- 一行文字
def test_the_line_is_short_and_readable() -> None:
    assert write_line(SAMPLE) == LINE
    assert len(LINE) <= 120


@pytest.mark.parametrize("deck", [*POOL.presets.values(), Deck("赫利"), Deck("赫利", (), (("民兵", 2),))])
def test_what_is_written_reads_back(deck: Deck) -> None:
    assert read_line(write_line(deck)) == deck


@pytest.mark.parametrize(
    "text",
    [
        "极光1:赫利:疾步2 直刺1/民兵2 弓手1",
        "  极光 1 ： 赫利 ： 疾步２　直刺１ ／ 民兵２ 弓手１ ",
        "极光1赫利:疾步2 直刺/民兵2 弓手",
        "赫利:疾步2、直刺、/民兵2，弓手",
        "极光1:赫利:疾步2直刺1/民兵2弓手1",
        "极光1:赫利:疾步×2 直刺×1/民兵x2 弓手",
        "极光1:赫利:疾步*2直刺*1/民兵 2张 弓手1张",
        "赫利 疾步 2 直刺 1/民兵 两张 弓手",
        "极光1:赫利:\n疾步 疾步\n直刺\n/民兵 弓手 民兵",
        "极光1:赫利:疾步2;直刺|1/民兵2+弓手1。",
        "\u200b极光1:赫利:疾步2 直\u200b刺1/民兵2 弓手1",
    ],
)
def test_spaces_width_and_punctuation_do_not_matter(text: str) -> None:
    assert read_line(text) == Deck("赫利", (("疾步", 2), ("直刺", 1)), (("民兵", 2), ("弓手", 1)))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "没有写是哪个英雄的"),
        ("极光1", "没有写是哪个英雄的"),
        ("极光2:赫利:疾步2/民兵2", "这是第 2 版的写法，这里只认得第 1 版"),
        ("你好", "没有写有哪些牌，应像「极光1:英雄:某牌2 某牌1/某士兵2」"),
        ("赫利:疾步2/民兵2/弓手2", "只能有一个「/」，前面是卡组，后面是士兵"),
        ("赫利:2 疾步", "「2」里的「2」不知道是哪张牌的"),
        ("赫利:疾步0", "「疾步」写了 0 张，能写 1 到 99"),
        ("赫利:疾步60 疾步60", "「疾步」写了 120 张，能写 1 到 99"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(DeckMisread) as caught:
        read_line(text)
    assert str(caught.value) == why


def test_a_card_renamed_since_is_named_and_the_rest_kept() -> None:
    """抄来的那行里有一张后来改了名：别的都读得回来，只说那一张。"""
    old = LINE.replace("燎原", "燎野")
    deck = tidy(read_line(old), POOL)
    assert check(deck, POOL) == ("没有「燎野」这张牌（改名或删掉了）",)
    assert deck.cards[-1] == ("燎野", 2) and deck.size() == 30


WORDS = st.text(st.characters(codec="utf-8"), max_size=40) | st.lists(
    st.sampled_from(
        ["极光", "1", ":", "赫利", "疾步", "2", "/", " ", "×", "民兵", "张", "x", "两", "\n", "，"]
    ),
    max_size=14,
).map("".join)


@settings(max_examples=400)
@given(WORDS)
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    try:
        deck = read_line(text)
    except DeckMisread as error:
        assert str(error) and "\n" not in str(error)
        return
    assert all(1 <= count <= MOST for _, count in (*deck.cards, *deck.soldiers))
    # 读成的再写、再读还是它：名字里有怪字符也一样。
    assert read_line(write_line(deck)) == deck


NAME = st.text(st.characters(categories=("Lo", "Ll", "Nd")), min_size=1, max_size=5).filter(
    lambda name: fold(name) == name and not name.isdigit()
)


@settings(max_examples=200)
@given(st.dictionaries(NAME.filter(lambda name: not name[0].isdigit()), st.integers(1, MOST), max_size=6))
def test_names_with_digits_in_them_survive(counts: dict[str, int]) -> None:
    assert read_counts(write_counts(counts.items())) == counts


# ---------------------------------------------------------------- A1.6、A11.1
def test_a1_6_presets_first_then_ones_own_legal_decks() -> None:
    short = write_line(changed(SAMPLE, 横扫=0))
    mine = Belongings({"快攻": LINE, "半成": short, "坏行": "极光9:赫利:疾步2", "乱序": write_line(Deck(
        "赫利", SAMPLE.cards[::-1], SAMPLE.soldiers[::-1]))})  # fmt: skip
    found = candidates(mine, POOL)
    assert [each.name for each in found] == [*POOL.presets, "快攻", "乱序"]
    assert [each.own for each in found] == [False] * 4 + [True] * 2
    assert found[-1].deck == found[-2].deck == SAMPLE
    assert refused(mine, POOL) == (
        ("半成", "卡组 28 张，应为 30 张，还差 2 张（A8.1）"),
        ("坏行", "这是第 9 版的写法，这里只认得第 1 版（A8.1）"),
    )


def test_a1_6_nobody_can_pass_a_deck_off_as_a_preset() -> None:
    mine = Belongings({HELI_PRESET: write_line(LOKI)})
    assert next(each for each in candidates(mine, POOL) if each.name == HELI_PRESET).deck == HELI
    assert len(candidates(mine, POOL)) == len(POOL.presets)


def test_a11_1_the_default_is_the_one_last_used_else_the_first_preset() -> None:
    first = next(iter(POOL.presets))
    last = list(POOL.presets)[-1]
    assert preferred(Belongings(), POOL).name == first
    assert preferred(Belongings({}, last), POOL).name == last
    assert preferred(Belongings({"快攻": LINE}, "快攻"), POOL).name == "快攻"
    assert preferred(Belongings({}, "快攻"), POOL).name == first
    broken = write_line(changed(SAMPLE, 横扫=0))
    assert preferred(Belongings({"快攻": broken}, "快攻"), POOL).name == first


# ---------------------------------------------------------------- A8.2
class Bench:
    """一个人的工作台，照着打一串字。"""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.data: Any = DATA

    def type(self, text: str) -> list[str]:
        """打一句「构筑 …」里「构筑」后面的字。"""
        lines, self.shelf = WORKSHOP.work(fold(text), self.shelf, self.data)
        return list(lines)

    def show(self, text: str = "") -> list[str]:
        return list(WORKSHOP.show(fold(text), self.shelf, self.data))

    def deck(self) -> Deck:
        draft = draft_of(self.shelf)
        assert draft is not None
        return draft.deck


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a8_2_a_deck_is_built_card_by_card(bench: Bench) -> None:
    assert bench.type("新建 赫利")[0].startswith("开了一副赫利的（曦光）。")
    assert bench.type("加 直刺 2、投矛3 疾步") == [
        "加了 直刺×2、投矛×3、疾步×1。",
        "赫利，卡组 6/30，还差 24；士兵 0/10，还差 10。",
    ]
    assert bench.type("减 投矛 2")[0] == "减了 投矛×2。"
    assert bench.type("士兵 加 民兵 2")[1] == "赫利，卡组 4/30，还差 26；士兵 2/10，还差 8。"
    bench.type("士兵减 民兵")
    assert bench.deck() == Deck("赫利", (("疾步", 1), ("直刺", 2), ("投矛", 1)), (("民兵", 1),))
    assert bench.type("看") == [
        "没有名字的一副（没存）：赫利，卡组 4/30，士兵 1/10",
        "通用 4：疾步1 直刺2 投矛1",
        "专属 0：无",
        "士兵 1：LV1 民兵1",
        "现在不能用（A8.1）：",
        "· 卡组 4 张，应为 30 张，还差 26 张",
        "· 士兵堆 1 张，应为 10 张，还差 9 张",
        "· LV1 士兵 1 张，至少 4 张，还差 3 张",
    ]


def test_a8_2_the_last_card_says_it_can_be_used(bench: Bench) -> None:
    bench.type(f"导入 {LINE}")
    bench.type("减 曜击")
    assert bench.type("加 曜击") == [
        "加了 曜击×1。",
        "赫利，卡组 30/30；士兵 10/10。",
        "合 A8.1，可以用了。打「构筑 保存 名字」存下。",
    ]
    assert bench.type("保存 快攻") == [
        "存下了「快攻」：赫利，卡组 30/30；士兵 10/10。",
        "开局选卡组时就有它。",
    ]
    assert bench.shelf.things == {"快攻": LINE}
    assert [each.name for each in candidates(Belongings(bench.shelf.things), POOL)][-1] == "快攻"


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("加 毒镖", "没有加：「毒镖」专属洛克，赫利不能带（A8.1）。打「构筑 可选」看能放什么。"),
        ("加 直刺 2", "没有加：「直刺」4 张，通用同名至多 3 张（A8.1）。打「构筑 可选」看能放什么。"),
        ("加 燎原", "没有加：「燎原」3 张，专属同名至多 2 张（A8.1）。打「构筑 可选」看能放什么。"),
        ("加 鼠群", "没有加：「鼠群」是夜幕的，赫利只能带曦光的（A8.1）。打「构筑 可选」看能放什么。"),
        ("加 直剌", "没有「直剌」这个牌或士兵。是不是「构筑 加 直刺」？"),
        ("加 火球 直剌", "没有「直剌」这个牌或士兵。是不是「构筑 加 直刺」？"),
        ("减 直刺 5", "「直刺」只有 2 张，减不了 5 张。"),
        ("加 直刺 0", "没读懂：「直刺」写了 0 张，能写 1 到 99。"),
        ("加 2", "没读懂：「2」里的「2」不知道是哪张牌的。"),
    ],
)
def test_a8_2_what_cannot_be_done_changes_nothing(bench: Bench, typed: str, why: str) -> None:
    bench.type(f"导入 {LINE}")
    before = bench.shelf
    assert bench.type(typed) == [why]
    assert bench.shelf == before


def test_a8_2_an_illegal_deck_is_saved_but_not_offered(bench: Bench) -> None:
    bench.type("新建 洛克")
    bench.type("加 毒镖 2")
    told = bench.type("保存 试试")
    assert told[:3] == [
        "存下了「试试」：洛克，卡组 2/30，还差 28；士兵 0/10，还差 10。",
        "现在不能用（A8.1）：",
        "· 卡组 2 张，应为 30 张，还差 28 张",
    ]
    assert [each.own for each in candidates(Belongings(bench.shelf.things), POOL)] == [False] * 4
    assert bench.show()[1] == "1. 试试（洛克）：不能用，卡组 2 张，应为 30 张，还差 28 张（A8.1）"


def test_a8_2_names_are_kept_apart_and_found_again(bench: Bench) -> None:
    bench.type(f"导入 {LINE}")
    for name in ("快攻", "快守", "慢攻"):
        bench.type(f"保存 {name}")
    assert bench.type("编辑 快") == ["「快」可以是快攻、快守，写全一点。"]
    assert bench.type("编辑 慢")[0].startswith("在改「慢攻」")
    assert bench.type("改名 2 稳守") == ["「快守」改叫「稳守」了。"]
    assert list(bench.shelf.things) == ["快攻", "稳守", "慢攻"]
    assert bench.type("改名 稳守 快攻")[0].startswith("已经有一副叫「快攻」了")
    assert bench.type("导出 稳守") == [LINE]
    told = bench.type("删除 稳守")
    assert told == ["删掉了「稳守」，要找回就打：", f"构筑 导入 {LINE}"]
    assert list(bench.shelf.things) == ["快攻", "慢攻"]


def test_a8_2_renaming_follows_the_draft_and_the_one_last_used(bench: Bench) -> None:
    bench.type(f"导入 {LINE}")
    bench.type("保存 快攻")
    bench.shelf = replace(bench.shelf, last="快攻")
    bench.type("改名 快攻 极速")
    assert bench.shelf.last == "极速"
    bench.type("减 疾步")
    bench.type("保存")
    assert list(bench.shelf.things) == ["极速"]
    assert read_line(bench.shelf.things["极速"]).size() == 29


@pytest.mark.parametrize("name", ["预组赫利", "预组", "12", "一二三四五六七八九十一二三", "快 攻"])
def test_a8_2_some_names_are_not_taken(bench: Bench, name: str) -> None:
    bench.type(f"导入 {LINE}")
    bench.type(f"保存 {name}")
    assert bench.shelf.things == {}
    bench.type("保存 好名")
    bench.type(f"改名 好名 {name}")
    assert list(bench.shelf.things) == ["好名"]


def test_a8_2_there_is_an_end_to_how_many(bench: Bench) -> None:
    bench.type(f"导入 {LINE}")
    for number in range(CAPACITY):
        bench.type(f"保存 第{number}")
    assert bench.type("保存 再来") == [f"已经存了 {CAPACITY} 副，先「构筑 删除 名字」腾一副。"]
    bench.type("减 疾步")
    assert bench.type("保存 第3")[0].startswith("存下了「第3」")
    assert len(bench.shelf.things) == CAPACITY


def test_a8_2_nothing_unsaved_is_lost_without_a_way_back(bench: Bench) -> None:
    bench.type("新建 赫利")
    assert bench.type("新建 洛克")[0].startswith("开了一副洛克")
    bench.type("加 毒镖 2")
    told = bench.type("复制预组 赫利")
    assert told[:2] == ["刚才那副没有存，要找回就打：", "构筑 导入 极光1:洛克:毒镖2/"]
    assert bench.deck() == HELI
    bench.type("保存 快攻")
    assert bench.type("新建 艾薇")[0].startswith("开了一副艾薇")
    bench.type("编辑 快攻")
    bench.type("减 疾步 2")
    told = bench.type("放弃")
    assert told[0] == "正在改的丢掉了，存着的没有动。" and told[2].startswith("构筑 导入 极光1:赫利:")
    assert bench.shelf.draft == "" and bench.shelf.things == {"快攻": write_line(HELI)}
    bench.type("新建 艾薇")
    bench.type("加 集结")
    told = bench.type("保存 快攻")
    assert told[1:3] == ["原来叫这个名字的换掉了，要找回就打：", f"构筑 导入 {write_line(HELI)}"]


def test_a8_2_choices_tell_how_many_more_of_each(bench: Bench) -> None:
    bench.type("新建 诺娅")
    bench.type("加 直刺 2 霜枪 鼠群 2")
    told = bench.type("可选")
    assert "直刺1 " in told[1] and "疾步3 " in told[1]
    assert told[2] == "专属（各至多 2）：霜枪1 极光箭2 冰墙2 寒潮2 折光2 星碎2 汲能2 斜虹2"
    assert told[3:6] == [
        "士兵 LV1（共至少 4）：鼠群0 匕首2 骸骨2",
        "士兵 LV2：狼骑2 咒师2",
        "士兵 LV3（共至多 2）：屠夫2",
    ]
    assert not any("毒镖" in line or "民兵" in line for line in told)


def test_a8_2_what_a_card_says_can_be_looked_up(bench: Bench) -> None:
    """卡面由牌效生成，与对局里读到的一样。"""
    index = [row.name for row in DATA.cards].index("直刺")
    told = bench.type("看 直刺")
    assert told == [f"直刺（移动力 2，闪避力 1）：{DATA.card_text(index)}"]
    assert bench.type("可选 直刺") == told
    assert len(bench.type("看 直刺、民兵 赫利")) == 4
    assert bench.type("看 直剌") == ["没有「直剌」这个牌、士兵或英雄。是不是「构筑 看 直刺」？"]
    assert bench.type("可选 通用")[0].startswith("现在没有在改的卡组。")
    bench.type("新建 诺娅")
    assert [len(bench.type(f"可选 {kind}")) for kind in ("通用", "专属", "士兵", "技能")] == [16, 8, 6, 2]
    assert bench.type("可选 士兵")[0].startswith("鼠群（LV1，攻 1 移 3 命 1）")


def test_a8_2_presets_can_be_looked_at_and_copied(bench: Bench) -> None:
    assert "（洛克）" in bench.type("预组")[0]
    assert bench.type("预组 洛克")[0].endswith("：洛克，卡组 30/30，士兵 10/10")
    assert bench.shelf == Shelf()
    bench.type("复制预组 洛克")
    assert bench.deck() == LOKI
    assert bench.show(HELI_PRESET)[0] == f"{HELI_PRESET}：赫利，卡组 30/30，士兵 10/10"
    assert bench.type(f"导出 {HELI_PRESET}") == [write_line(HELI)]


def test_a8_2_removed_cards_can_still_be_taken_out(bench: Bench) -> None:
    """牌表里没有了的牌留在卡组里，指得出来，也减得掉。"""
    bench.type(f"导入 {LINE.replace('燎原', '燎野')}")
    assert bench.type("减 燎野 2")[0] == "减了 燎野×2。"
    bench.type("加 燎原 2")
    assert check(bench.deck(), POOL) == ()


def test_a8_2_without_a_draft_it_says_how_to_begin(bench: Bench) -> None:
    for verb in ("加 直刺", "减 直刺", "看", "可选", "保存 快攻", "导出", "放弃"):
        assert bench.type(verb)[0].startswith("现在没有在改的卡组。打「构筑 新建 赫利」"), verb
    for verb in ("编辑 快攻", "删除 快攻", "导出 快攻"):
        assert bench.type(verb)[0].startswith("你还没有存过卡组。"), verb


def test_a10_the_group_learns_names_and_heroes_only(bench: Bench) -> None:
    assert WORKSHOP.glance(bench.shelf, DATA) == ["你还没有存过卡组，可以用预组；私聊我「构筑」做自己的。"]
    bench.type(f"导入 {LINE}")
    bench.type("保存 快攻")
    bench.type("新建 洛克")
    bench.type("加 毒镖")
    told = WORKSHOP.glance(bench.shelf, DATA)
    assert told == ["你存着 1 副：快攻（赫利）。里面是什么，私聊我「卡组」看。"]


def with_pool() -> Any:
    """真的牌表，另有一个卡池「试验」：里面「燎原」改叫「野火」。"""
    renamed = tuple(
        row.model_copy(update={"name": "野火"}) if row.name == "燎原" else row for row in DATA.cards
    )
    presets = tuple(
        row.model_copy(update={"cards": row.cards.replace("燎原", "野火")}) for row in DATA.presets
    )
    other = DATA.model_copy(update={"cards": renamed, "presets": presets})
    return DATA.model_copy(update={"pools": {"试验": other}})


def test_a8_1_a_deck_is_built_for_another_pool(bench: Bench) -> None:
    """「选项 卡池=…」的桌用哪套牌表，就能照哪套构筑；合不合看那一套。"""
    bench.data = data = with_pool()
    assert "「构筑 卡池 试验」照另一套牌表构筑。" in bench.type("")
    assert bench.type("卡池")[0] == "有这些卡池：标准、试验。现在照「标准」构筑。"
    bench.type("复制预组 赫利")
    told = bench.type("卡池 试验")
    assert told[0] == "改照卡池「试验」构筑：赫利〔试验〕，卡组 30/30；士兵 10/10。"
    assert "· 没有「燎原」这张牌（改名或删掉了）" in told
    bench.type("减 燎原 2")
    assert bench.type("加 野火 2")[-1] == "合 A8.1，可以用了。打「构筑 保存 名字」存下。"
    assert bench.type("看 野火")[0].startswith("野火（移动力 1，闪避力 1）：")
    assert bench.type("保存 野火流")[1] == "卡池是「试验」的桌，开局选卡组时就有它。"
    assert bench.show()[1] == "1. 野火流（赫利）：用在卡池 试验"
    mine = Belongings(bench.shelf.things)
    assert candidates(mine, pool_of(data.pools["试验"]))[-1].name == "野火流"
    assert refused(mine, pool_of(data)) == (("野火流", "没有「野火」这张牌（改名或删掉了）（A8.1）"),)
    bench.type("新建 洛克")
    assert bench.type("编辑 野火流")[-1].startswith("在改「野火流」：赫利〔试验〕")


def test_a8_2_a_pool_removed_since_leaves_the_draft_readable(bench: Bench) -> None:
    bench.data = with_pool()
    bench.type("复制预组 赫利")
    bench.type("卡池 试验")
    bench.data = DATA
    assert bench.type("看")[0].endswith("：赫利，卡组 30/30，士兵 10/10")
    bench.type("减 疾步")
    draft = draft_of(bench.shelf)
    assert draft is not None and draft.pool == ""


PIECES = st.sampled_from(
    [*VERBS, "赫利", "洛克", "直刺", "毒镖", "民兵", "2", "两", "99", "快攻", "慢", "1", "×", "/", ":", LINE, "极光1:", "预组赫利", "无名", "x"]
)  # fmt: skip
SENTENCES = st.lists(PIECES, max_size=4).map(" ".join) | st.text(st.characters(codec="utf-8"), max_size=20)


@settings(max_examples=150, deadline=None)
@given(st.lists(SENTENCES, max_size=12))
def test_a8_2_no_sentence_breaks_the_bench(sentences: list[str]) -> None:
    bench = Bench()
    for sentence in sentences:
        told = bench.type(sentence)
        assert told and all(line and len(line) <= 400 for line in told)
        shelf = bench.shelf
        assert len(shelf.things) <= CAPACITY
        assert all(0 < len(name) <= LONGEST_NAME for name in shelf.things)
        assert (draft_of(shelf) is not None) == bool(shelf.draft)
        for text in shelf.things.values():
            assert write_line(read_line(text)) == text
        assert bench.show() and bench.show(sentence[:12])
        public = "".join(WORKSHOP.glance(shelf, DATA))
        secret = [name for name in (*POOL.cards, *POOL.soldiers) if name in public]
        assert not secret or any(each in name for each in secret for name in shelf.things)


def test_pool_is_a_plain_reading_of_the_tables() -> None:
    assert isinstance(POOL, Pool)
    assert (len(POOL.heroes), len(POOL.soldiers)) == (4, 12)
    assert [list(POOL.cards.values()).count(owner) for owner in ("", *POOL.heroes)] == [16, 8, 8, 8, 8]
