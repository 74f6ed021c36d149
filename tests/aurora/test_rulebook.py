"""data/aurora/rulebook.md：每条都在，数值与数据一致，选项照实写着，群里查得到。"""

import re

import pytest

from games.aurora.data import FOLDER, load
from games.aurora.options import SETTINGS, Options
from games.kernel.options import Setting
from games.kernel.rulebook import parse
from games.kernel.tables import read_text

DATA = load(FOLDER)
RULES = DATA.rules
MARKDOWN = read_text(FOLDER / "rulebook.md")
BOOK = parse(MARKDOWN)

# 裁定的规则书每章有几条；第 9、10 章不分条。
CLAUSES_PER_CHAPTER = {1: 6, 2: 4, 3: 2, 4: 11, 5: 8, 6: 1, 7: 1, 8: 2, 9: 0, 10: 0, 11: 4}


def text_of(number: str) -> str:
    clause = BOOK.clause(number)
    assert clause is not None
    return clause.text


def default_of(setting: Setting) -> object:
    return Options.model_fields[setting.field].default


def test_every_binding_clause_is_there_and_no_other() -> None:
    """A1–A11"""
    wanted = [
        f"A{chapter}.{number}"
        for chapter, count in CLAUSES_PER_CHAPTER.items()
        for number in range(1, count + 1)
    ]
    assert [clause.number for clause in BOOK.clauses()] == wanted
    assert [chapter.number for chapter in BOOK.chapters()] == [
        f"A{chapter}" for chapter in CLAUSES_PER_CHAPTER
    ]


def test_chapters_without_clauses_say_what_they_must() -> None:
    """A9、A10"""
    cards, public = (BOOK.chapters()[index].preface for index in (8, 9))
    assert cards is not None and public is not None
    for hero in DATA.heroes:
        assert hero.name in cards.text and hero.faction in cards.text
        assert len(hero.skills) == 2
        own = [card for card in DATA.cards if card.owner == hero.name]
        assert f"{len(own)} 种专属牌" in cards.text
    assert f"{sum(not card.owner for card in DATA.cards)} 种通用牌" in cards.text
    for hero in DATA.heroes:
        assert f"{sum(each.faction == hero.faction for each in DATA.soldiers)} 种士兵" in cards.text
    shown, hidden = public.text.splitlines()
    for word in ("场面", "生命", "障碍", "士兵堆", "叠放", "弃牌堆", "几张"):
        assert word in shown
    for word in ("手牌", "闪避区", "备用区", "蓄能", "牌库的次序"):
        assert word in hidden


@pytest.mark.parametrize(
    ("number", "phrase"),
    [
        ("1.1", f"宽 {default_of(SETTINGS[0])} 列"),
        ("1.1", f"深 {default_of(SETTINGS[1])} 排"),
        ("1.2", f"有 {RULES.health} 点生命，回复不会超过 {RULES.health}"),
        ("1.3", f"自己前 {RULES.obstacle_rows} 排"),
        ("1.4", f"1 到 {RULES.die} 对 A 到 F"),
        ("1.5", f"各抽 {RULES.opening_draw} 张，选最多 {RULES.opening_dodges} 张"),
        ("1.5", f"再抽 {RULES.opening_hand} 张"),
        ("2.1", f"每回合摸 {RULES.draw} 张；先手的第一回合摸 {RULES.first_draw} 张"),
        ("2.1", f"扣 {RULES.fatigue} 点"),
        ("2.2", f"补到最多 {RULES.dodge_limit} 张"),
        ("2.4", f"多于 {RULES.hand_limit} 张，自己选牌弃到 {RULES.hand_limit} 张"),
        ("5.1", f"自己前 {RULES.deploy_rows} 排"),
        ("5.1", f"{RULES.soldier_pile} 张"),
        ("7.1", f"满 {RULES.turn_cap} 个回合"),
        ("8.1", f"卡组 {RULES.deck_size} 张：通用牌同名最多 {RULES.general_copies} 张"),
        ("8.1", f"专属牌同名最多 {RULES.own_copies} 张"),
        ("8.1", f"士兵堆 {RULES.soldier_pile} 张：同名最多 {RULES.soldier_copies} 张"),
        ("8.1", f"LV1 至少 {RULES.level_one_least} 张，LV3 最多 {RULES.level_three_most} 张"),
        ("11.1", f"最高的 {RULES.opening_dodges} 张"),
        ("11.4", f"连续 {RULES.idle_turns} 次整个回合"),
    ],
)
def test_numbers_agree_with_the_data(number: str, phrase: str) -> None:
    assert phrase in text_of(number)


def test_rounds_agree_with_the_data() -> None:
    """A5.3"""
    assert (RULES.soldier_rounds, RULES.stack_rounds) == (1, 2)
    assert "每名士兵一轮；升过阶的两轮" in text_of("5.3")


@pytest.mark.parametrize("setting", SETTINGS, ids=Options.name_of)
def test_every_option_is_described_at_its_clause(setting: Setting) -> None:
    """选项名、默认值、其余的值都写在它的条里。"""
    text = text_of(setting.clause)
    found = re.search(rf"选项「{Options.name_of(setting)}」：(\S+?)（默认）／(.+?)。", text)
    assert found is not None
    if not setting.choices:
        assert found[1] == default_of(setting)
        return
    value = default_of(setting)
    assert found[1] == next(choice.words[0] for choice in setting.choices if choice.value == value)
    span = re.fullmatch(r"(\d+) 到 (\d+)", found[2])
    words = [choice.words[0] for choice in setting.choices]
    if span is None:
        assert set(found[2].split("／")) == set(words) - {found[1]}
    else:
        numbers = [int(word) for word in words if word.isdigit()]
        assert numbers == list(range(int(span[1]), int(span[2]) + 1))


def test_no_option_is_described_that_does_not_exist() -> None:
    written = re.findall(r"选项「(.+?)」：", MARKDOWN)
    assert sorted(written) == sorted(Options.name_of(setting) for setting in SETTINGS)


def test_cross_references_lead_somewhere() -> None:
    for reference in re.findall(r"A\d+(?:\.\d+)?", MARKDOWN):
        assert BOOK.clause(reference) or BOOK.chapter(reference), reference


def test_every_name_in_the_examples_is_in_the_tables() -> None:
    """「出牌 …」「移动 …」等例子里的名字都真有，方向都能用。"""
    names = {card.name for card in DATA.cards} | {soldier.name for soldier in DATA.soldiers}
    names |= {skill.name for skill in DATA.skills} | {hero.name for hero in DATA.heroes}
    verbs = "移动|出牌|布置|升阶|技能|卡牌|备用|弃|闪避区|蓄能"
    written = re.findall(rf"「(?:{verbs}) (\S+?)[ 」]", MARKDOWN)
    assert len(written) >= 15
    assert set(written) <= names


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("闪避", "A4.5"),
        ("先手", "A1.6"),
        ("障碍", "A1.3"),
        ("升变", "A5.6"),
        ("升阶", "A5.1"),
        ("登场限制", "A5.2"),
        ("推", "A4.9"),
        ("直线", "A4.2"),
        ("备用区", "A2.2"),
        ("手牌上限", "A2.4"),
        ("离场", "A5.7"),
        ("技能", "A6.1"),
        ("构筑", "A8.1"),
        ("赫利", "A9"),
        ("公开", "A10"),
        ("判负", "A11.4"),
    ],
)
def test_players_words_find_the_clause(word: str, number: str) -> None:
    assert BOOK.find(word)[0].number == number


def test_answers_fit_a_chat_message() -> None:
    """一条消息约 12 行。"""
    queries = ["", *(chapter.number for chapter in BOOK.chapters())]
    queries += [clause.number for clause in BOOK.clauses()]
    queries += [clause.title for clause in BOOK.clauses()]
    for query in queries:
        answer = BOOK.answer(query)
        assert answer.count("\n") < 13, query
        assert len(answer) < 700, query
        assert not re.search(r"[|`*#]|<!--", answer), query
