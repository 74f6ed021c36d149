"""games.kernel.rulebook：读书、取条、按词找、写成群里的字。"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel.rulebook import parse
from games.kernel.tables import DataError

TEXT = """# 过河

一条船，几只羊。

## R1 准备

### R1.1 船
船能坐 **2** 只羊。

不能坐 `狼`。
<!-- 词：小船 渡船 boat -->

### R1.2 价目
付几枚贝壳：

| 谁 | 价 | 注 |
|---|---|---|
| 羊 | 1 | |
| 狼 | 3 | 要押金 |

## R2 过河
轮流过河，羊先走。

### R2.1 划桨
每桨走 1 格。船漏水就停，船沉就输。
<!-- 词：划船 前进 -->
### R2.10 靠岸
到岸算赢。

## R3 杂项
没有别的规矩。
"""
BOOK = parse(TEXT)


def test_chapters_and_clauses_are_read_in_order() -> None:
    assert (BOOK.title, BOOK.preface, BOOK.prefix) == ("过河", "一条船，几只羊。", "R")
    assert [(chapter.number, chapter.title) for chapter in BOOK.chapters()] == [
        ("R1", "准备"),
        ("R2", "过河"),
        ("R3", "杂项"),
    ]
    assert [clause.number for clause in BOOK.clauses()] == ["R1.1", "R1.2", "R2.1", "R2.10"]
    assert BOOK.chapters()[0].preface is None
    preface = BOOK.chapters()[1].preface
    assert preface is not None and (preface.number, preface.text) == ("R2", "轮流过河，羊先走。")


def test_text_is_plain_enough_for_chat() -> None:
    first, table = BOOK.clauses()[:2]
    assert first.text == "船能坐 2 只羊。\n不能坐 狼。"
    assert first.keywords == ("小船", "渡船", "boat")
    assert table.text == "付几枚贝壳：\n羊：1\n狼：3 · 要押金"


@pytest.mark.parametrize(
    "reference", ["R2.10", "r2.10", "Ｒ２．１０", "2.10", " 2。10 ", "r 2 . 10", "R02.10"]
)
def test_clause_numbers_are_taken_however_typed(reference: str) -> None:
    clause = BOOK.clause(reference)
    assert clause is not None and clause.title == "靠岸"


@pytest.mark.parametrize(
    "reference", ["R2", "2.2", "X2.1", "", "划桨", "R2.1.1", "-2.1", "R" + "9" * 5000 + ".1"]
)
def test_no_such_clause(reference: str) -> None:
    assert BOOK.clause(reference) is None


@pytest.mark.parametrize("reference", ["R2", "ｒ２", "2", "第2章", "第二章", "第 ２ 章"])
def test_chapter_numbers_are_taken_however_typed(reference: str) -> None:
    chapter = BOOK.chapter(reference)
    assert chapter is not None and chapter.title == "过河"


@pytest.mark.parametrize("reference", ["R9", "", "X2", "第船章", "第章", "过河"])
def test_no_such_chapter(reference: str) -> None:
    assert BOOK.chapter(reference) is None


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("船", ["R1.1", "R2.1"]),
        ("小船", ["R1.1"]),
        ("ＢＯＡＴ", ["R1.1"]),
        ("渡", ["R1.1"]),
        ("划船呀", ["R2.1"]),
        ("过河", ["R2"]),
        ("羊", ["R1.1", "R1.2", "R2"]),
        ("狼 押金", ["R1.2"]),
        ("押金 漏水", ["R1.2", "R2.1"]),
        ("杂项", ["R3"]),
        ("天气", []),
        ("", []),
        ("  ", []),
    ],
)
def test_words_find_title_then_keyword_then_text(words: str, numbers: list[str]) -> None:
    assert [clause.number for clause in BOOK.find(words)] == numbers


def test_exact_title_comes_before_many_mentions() -> None:
    book = parse("# 书\n## R1 章\n### R1.1 甲\n乙乙乙乙乙乙乙乙乙乙乙乙\n### R1.2 乙\n无\n")
    assert [clause.number for clause in book.find("乙")] == ["R1.2", "R1.1"]


def test_find_is_limited() -> None:
    assert [clause.number for clause in BOOK.find("羊", limit=1)] == ["R1.1"]
    assert BOOK.find("羊", limit=0) == ()


def test_nearest_offers_only_what_can_be_found() -> None:
    assert BOOK.nearest("划浆") == ("划桨", "划船")
    assert BOOK.nearest("天气预报") == ()
    for term in BOOK.nearest("划浆"):
        assert BOOK.find(term)


def test_answer_lists_chapters() -> None:
    contents = "《过河》规则\nR1 准备\nR2 过河\nR3 杂项\n打「规则 R1」看一章，「规则 R1.1」看一条，「规则 船」按词找。"
    assert BOOK.answer("") == BOOK.answer(" 过河 ") == contents


def test_answer_shows_a_clause_a_chapter_or_the_best_match() -> None:
    assert BOOK.answer("2.10") == "R2.10 靠岸\n到岸算赢。"
    assert BOOK.answer("过河 靠岸") == "R2.10 靠岸\n到岸算赢。"
    assert BOOK.answer("R2") == "R2 过河\n轮流过河，羊先走。\nR2.1 划桨 · R2.10 靠岸\n打「规则 R2.1」看正文。"
    assert BOOK.answer("第三章") == "R3 杂项\n没有别的规矩。"
    assert BOOK.answer("船") == "R1.1 船\n船能坐 2 只羊。\n不能坐 狼。\n另见：R2.1 划桨（打「规则 R2.1」）"


def test_answer_says_what_to_type_when_nothing_matches() -> None:
    assert BOOK.answer("R2.5") == "没有「R2.5」这一条。R2 过河 从 R2.1 到 R2.10，打「规则 R2」看目录。"
    assert BOOK.answer("R9") == "没有「R9」这一章。章号从 R1 到 R3，打「规则 过河」看目录。"
    assert BOOK.answer("9.9") == "没有「9.9」这一章。章号从 R1 到 R3，打「规则 过河」看目录。"
    assert (
        BOOK.answer("划浆")
        == "规则里没找到「划浆」。试试「规则 划桨」、「规则 划船」，或打「规则 过河」看目录。"
    )
    assert BOOK.answer("天" * 50) == f"规则里没找到「{'天' * 20}…」。打「规则 过河」看目录。"


@given(st.text(max_size=80))
def test_any_query_gets_a_short_answer(query: str) -> None:
    assert 0 < len(BOOK.answer(query)) < 400


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rulebook.md：一章也没有"),
        ("# 书\n只有开场白\n", "rulebook.md：一章也没有"),
        ("开场白\n# 书\n", "rulebook.md 第 1 行：书名之前不能有文字"),
        ("## R1 章\n", "rulebook.md 第 1 行：写的是「## R1 章」，第一个标题应是书名"),
        ("# 书\n## 章\n", "rulebook.md 第 2 行：写的是「## 章」，不是书名、章或条的标题"),
        ("# 书\n# 书\n", "rulebook.md 第 2 行：写的是「# 书」，不是书名、章或条的标题"),
        ("# 书\n### R1.1 条\n", "rulebook.md 第 2 行：写的是「### R1.1 条」，这一条不在它自己的章里"),
        (
            "# 书\n## R1 章\n### R2.1 条\n",
            "rulebook.md 第 3 行：写的是「### R2.1 条」，这一条不在它自己的章里",
        ),
        (
            "# 书\n## R1 章\n### R1.1 条\n字\n### R1.1 条\n",
            "rulebook.md 第 5 行：写的是「### R1.1 条」，号重复或乱序",
        ),
        ("# 书\n## R2 章\n## R1 章\n", "rulebook.md 第 3 行：写的是「## R1 章」，号重复或乱序"),
        ("# 书\n## R1 章\n## X2 章\n", "rulebook.md 第 3 行：写的是「## X2 章」，一本书的条号都以 R 开头"),
        (
            "# 书\n## R1 章\n### R1.1 条\n<!-- 词：字 -->\n",
            "rulebook.md 第 3 行：写的是「R1.1 条」，这一条没有正文",
        ),
    ],
)
def test_mistakes_in_the_book_carry_the_row(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse(text)
    assert str(caught.value).startswith(message)


PARTS = """# 两部

## E1 通用
### E1.1 人数
两个人。
### E1.2 牌
一副牌。

## E2 出牌
### E2.1 一张
一次一张。

## G1 初代
### G1.1 身份
随机一张。
"""


def test_a_book_may_have_several_parts() -> None:
    """不写字母的条号指第一部分。"""
    book = parse(PARTS)
    assert book.prefix == "E"
    assert [chapter.number for chapter in book.chapters()] == ["E1", "E2", "G1"]
    for reference, number in (("g1.1", "G1.1"), ("G1.1", "G1.1"), ("1.1", "E1.1"), ("E2.1", "E2.1")):
        clause = book.clause(reference)
        assert clause is not None and clause.number == number
    assert book.answer("G7") == "没有「G7」这一章。章号从 E1 到 E2、从 G1 到 G1，打「规则 两部」看目录。"
    with pytest.raises(DataError, match="一本书的条号都以 G 开头"):
        parse(PARTS + "## E3 回到前一部\n### E3.1 不行\n字母用过了。\n")
    with pytest.raises(DataError, match="不在它自己的章里"):
        parse(PARTS + "### E1.3 放错了\n应在 E1 里。\n")


def test_a_long_table_of_contents_takes_two_chapters_a_line() -> None:
    chapters = "".join(f"## R{number} 章{number}\n### R{number}.1 条\n字。\n" for number in range(1, 12))
    lines = parse("# 长书\n" + chapters).answer("").split("\n")
    assert lines[1:3] == ["R1 章1 · R2 章2", "R3 章3 · R4 章4"] and lines[6] == "R11 章11"
