"""规则书：把 Markdown 读成章与条，按条号取、按词找，写成能发进群的几行字。

写法（``#`` 后的字就是标题）::

    # 书名
    开场白

    ## L4 出牌回合
    本章开头的话

    ### L4.4 武器
    正文，可分段，可有表格。
    <!-- 词：武器牌 给武器 -->

条号是一串字母加章号、点、条号；「词」是玩家可能打的叫法，不显示。
一本书可以分几部分，各用一个字母，章号各从 1 起，如通用规则 E1、E2……之后各世代 G1、G2、G3。
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher

from .reading import fold, number
from .tables import DataError

_BOOK = re.compile(r"#\s+(\S.*)")
_CHAPTER = re.compile(r"##\s+([A-Z]+)(\d+)\s+(\S.*)")
_CLAUSE = re.compile(r"###\s+([A-Z]+)(\d+)\.(\d+)\s+(\S.*)")
_WORDS = re.compile(r"<!--\s*词[：:]\s*(.*?)\s*-->")
_REFERENCE = re.compile(r"([a-z]*)\s*(\d{1,3})(?:\s*[.。·]\s*(\d{1,3}))?")
_CHAPTER_WORD = re.compile(r"第\s*(\S+?)\s*章")
_RULE_LINE = re.compile(r"\|?[\s:|-]+\|?")
_CHAPTERS_ALONE = 10
"""章数再多，目录就两章一行，免得刷屏。"""
_TITLES_A_LINE = 3
"""列条目时一行写几个：群里的一行约放得下三个短标题。"""
_QUERY_LENGTH = 40
"""按词找只看前几个字：没有比这更长的叫法，灌水的长文不必逐词去找。"""


@dataclass(frozen=True, slots=True)
class Clause:
    """一条规则；``number`` 没有点的是一章开头的话。"""

    number: str
    """条号，如 ``L4.4``。"""
    title: str
    text: str
    """正文，已去掉 Markdown 记号，段间一个换行。"""
    keywords: tuple[str, ...]
    """玩家可能打的叫法，已折叠成小写半角。"""
    folded_title: str
    """标题折叠成小写半角、去空白的样子，按词找时用。"""
    folded_text: str
    """正文折叠成小写半角、去空白的样子，按词找时用。"""


@dataclass(frozen=True, slots=True)
class Chapter:
    """一章。"""

    number: str
    """章号，如 ``L4``。"""
    title: str
    preface: Clause | None
    """本章开头、不属于任何一条的话；条号就是章号。"""
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """一本规则书。"""

    title: str
    preface: str
    prefix: str
    """条号开头的字母，如 ``L``；打条号时可以省。分几部分的书是第一部分的。"""
    contents: tuple[Chapter, ...]

    def chapters(self) -> tuple[Chapter, ...]:
        """全部章，按书里的次序。"""
        return self.contents

    def clauses(self) -> tuple[Clause, ...]:
        """全部条，按书里的次序；不含各章开头的话。"""
        return tuple(clause for chapter in self.contents for clause in chapter.clauses)

    def chapter(self, reference: str) -> Chapter | None:
        """按章号取：``L4``、``l4``、``4``、``第4章``、``第四章`` 都认；没有则 ``None``。"""
        wanted = fold(reference).lower()
        spelled = _CHAPTER_WORD.fullmatch(wanted)
        if spelled is not None:
            value = number(spelled[1])
            wanted = "" if value is None else str(value)
        wanted = self._full_number(wanted)
        return next((chapter for chapter in self.contents if chapter.number == wanted), None)

    def clause(self, reference: str) -> Clause | None:
        """按条号取：``L4.4``、``l4.4``、``Ｌ４．４``、``4.4`` 都认；没有则 ``None``。"""
        wanted = self._full_number(fold(reference).lower())
        return next((clause for clause in self.clauses() if clause.number == wanted), None)

    def find(self, words: str, limit: int = 5) -> tuple[Clause, ...]:
        """按词找，最合适的在前：标题相同、叫法相同、标题含有、叫法含有、正文提到。

        几个词用空格隔开，要都对得上；没有这样的，就退到对上任意一个。
        """
        words = fold(words)[:_QUERY_LENGTH]
        whole = _key(words)
        parts = [_key(part) for part in words.split()]
        if not whole or limit <= 0:
            return ()
        entries = self._entries()
        scores = [_score(entry, whole) for entry in entries]
        if not any(scores) and len(parts) > 1:
            each = [[_score(entry, part) for part in parts] for entry in entries]
            scores = [sum(row) if all(row) else 0 for row in each]
            if not any(scores):
                scores = [sum(row) for row in each]
        ranked = sorted(range(len(entries)), key=lambda index: (-scores[index], index))
        return tuple(entries[index] for index in ranked[:limit] if scores[index])

    def nearest(self, words: str, limit: int = 3) -> tuple[str, ...]:
        """写法最接近的几个词，都是 ``find`` 找得到的；一点不像的不给。"""
        wanted = _key(words[:_QUERY_LENGTH])
        if not wanted:
            return ()
        terms: dict[str, None] = {}
        for clause in self.clauses():
            for term in (clause.title, *clause.keywords):
                terms.setdefault(term)
        likeness = [(SequenceMatcher(None, wanted, _key(term)).ratio(), term) for term in terms]
        # 短词只要有一个字相同就值得一提；长句里碰巧同字的不算。
        near = [pair for pair in likeness if pair[0] >= 0.4]
        near.sort(key=lambda pair: -pair[0])
        return tuple(term for _, term in near[:limit])

    def answer(self, query: str) -> str:
        """回答「规则 …」：空的或书名列章，条号与章号照给，词给最合适的条，没有就提示相近的。

        「规则 落叶长跑 沼泽」这样带着书名的也认。
        """
        query = fold(query)
        if query.lower().startswith(fold(self.title).lower()):
            query = query[len(fold(self.title)) :].strip()
        if not query:
            return self._answer_contents()
        clause = self.clause(query)
        if clause is not None:
            return _full_text(clause)
        chapter = self.chapter(query)
        if chapter is not None:
            return self._answer_chapter(chapter)
        reference = _REFERENCE.fullmatch(query.lower())
        found = () if reference else self.find(query, limit=6)
        if found:
            return self._answer_found(found)
        return self._answer_nothing(query, reference)

    def _full_number(self, folded: str) -> str:
        found = _REFERENCE.fullmatch(folded)
        if found is None:
            return ""
        chapter = f"{found[1].upper() or self.prefix}{int(found[2])}"
        return chapter if found[3] is None else f"{chapter}.{int(found[3])}"

    def _entries(self) -> list[Clause]:
        entries: list[Clause] = []
        for chapter in self.contents:
            if chapter.preface is not None:
                entries.append(chapter.preface)
            entries.extend(chapter.clauses)
        return entries

    def _answer_contents(self) -> str:
        chapters = [f"{chapter.number} {chapter.title}" for chapter in self.contents]
        if len(chapters) > _CHAPTERS_ALONE:
            chapters = [" · ".join(chapters[first : first + 2]) for first in range(0, len(chapters), 2)]
        example = self.contents[0]
        hint = f"打「规则 {example.number}」看一章"
        clauses = self.clauses()
        if clauses:
            clause = min(clauses, key=lambda each: len(each.title))
            hint += f"，「规则 {clause.number}」看一条，「规则 {clause.title}」按词找"
        return "\n".join((f"《{self.title}》规则", *chapters, hint + "。"))

    def _answer_chapter(self, chapter: Chapter) -> str:
        lines = [f"{chapter.number} {chapter.title}"]
        if chapter.preface is not None:
            lines.append(chapter.preface.text)
        titles = [f"{clause.number} {clause.title}" for clause in chapter.clauses]
        lines += [
            " · ".join(titles[first : first + _TITLES_A_LINE])
            for first in range(0, len(titles), _TITLES_A_LINE)
        ]
        if chapter.clauses:
            lines.append(f"打「规则 {chapter.clauses[0].number}」看正文。")
        return "\n".join(lines)

    def _answer_found(self, found: tuple[Clause, ...]) -> str:
        lines = [_full_text(found[0])]
        if len(found) > 1:
            others = "、".join(f"{clause.number} {clause.title}" for clause in found[1:])
            lines.append(f"另见：{others}（打「规则 {found[1].number}」）")
        return "\n".join(lines)

    def _answer_nothing(self, query: str, reference: re.Match[str] | None) -> str:
        shown = _shortened(query)
        if reference is not None:
            chapter = self.chapter(f"{reference[1]}{reference[2]}")
            if chapter is not None and chapter.clauses:
                first, last = chapter.clauses[0].number, chapter.clauses[-1].number
                return f"没有「{shown}」这一条。{chapter.number} {chapter.title} 从 {first} 到 {last}，打「规则 {chapter.number}」看目录。"
            return f"没有「{shown}」这一章。章号{self._spans()}，打「规则 {self.title}」看目录。"
        near = self.nearest(query)
        if near:
            listed = "、".join(f"「规则 {term}」" for term in near)
            return f"规则里没找到「{shown}」。试试{listed}，或打「规则 {self.title}」看目录。"
        return f"规则里没找到「{shown}」。打「规则 {self.title}」看目录。"

    def _spans(self) -> str:
        """各部分的章号从几到几。"""
        spans: dict[str, list[str]] = {}
        for chapter in self.contents:
            spans.setdefault(chapter.number.rstrip("0123456789"), []).append(chapter.number)
        return "、".join(f"从 {numbers[0]} 到 {numbers[-1]}" for numbers in spans.values())


def parse(text: str, file: str = "rulebook.md") -> Rulebook:
    """读一本规则书。

    Args:
        text: Markdown 全文。
        file: 报错时用的文件名。

    Raises:
        DataError: 没有书名或没有章；条不在自己的章里；号重复或乱序；某条没有正文。
    """
    return _Parser(file).parse(text)


class _Parser:
    """逐行读。一条、一章到下一个标题为止。"""

    def __init__(self, file: str) -> None:
        self.file = file
        self.title = ""
        self.preface = ""
        self.prefix = ""
        self.parts: list[str] = []
        self.chapters: list[Chapter] = []
        self.clauses: list[Clause] = []
        self.heading: tuple[int, str, str] | None = None
        self.chapter_heading: tuple[str, str] | None = None
        self.chapter_preface: Clause | None = None
        self.body: list[str] = []
        self.keywords: list[str] = []
        self.order = (0, 0)

    def parse(self, text: str) -> Rulebook:
        for row, raw in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            line = raw.rstrip()
            if line.startswith("#"):
                self._close()
                self._open(row, line)
                continue
            words = _WORDS.search(line)
            if words is not None:
                self.keywords += [fold(word).lower() for word in words[1].split()]
                line = _WORDS.sub("", line).rstrip()
                if not line:
                    continue
            if self.heading is None and line:
                raise DataError(self.file, "书名之前不能有文字，第一行应像「# 落叶长跑」", row=row)
            self.body.append(line)
        self._close()
        self._close_chapter()
        if not self.chapters:
            raise DataError(self.file, "一章也没有，章标题应像「## L1 人数与道具」")
        return Rulebook(self.title, self.preface, self.prefix, tuple(self.chapters))

    def _open(self, row: int, line: str) -> None:
        book, chapter, clause = _BOOK.fullmatch(line), _CHAPTER.fullmatch(line), _CLAUSE.fullmatch(line)
        if book is not None and self.heading is None:
            self.title = book[1]
            self.heading = (row, "", book[1])
        elif self.heading is None:
            raise DataError(self.file, "第一个标题应是书名，像「# 落叶长跑」", row=row, value=line)
        elif chapter is not None:
            self._close_chapter()
            self.prefix = self.prefix or chapter[1]
            self._start_part(chapter[1], int(chapter[2]))
            self._check(row, line, chapter[1], (int(chapter[2]), 0))
            self.chapter_heading = (f"{chapter[1]}{int(chapter[2])}", chapter[3])
            self.heading = (row, *self.chapter_heading)
        elif clause is not None:
            if self.chapter_heading is None or self.chapter_heading[0] != f"{clause[1]}{int(clause[2])}":
                raise DataError(self.file, "这一条不在它自己的章里", row=row, value=line)
            self._check(row, line, clause[1], (int(clause[2]), int(clause[3])))
            self.heading = (row, f"{clause[1]}{int(clause[2])}.{int(clause[3])}", clause[4])
        else:
            reason = "不是书名、章或条的标题，应像「## L4 出牌回合」「### L4.4 武器」"
            raise DataError(self.file, reason, row=row, value=line)

    def _start_part(self, prefix: str, chapter: int) -> None:
        """另一个字母的第 1 章：新的一部分。"""
        if prefix not in self.parts and (chapter == 1 or not self.parts):
            self.parts.append(prefix)
            self.order = (0, 0)

    def _check(self, row: int, line: str, prefix: str, place: tuple[int, int]) -> None:
        if prefix != self.parts[-1]:
            reason = f"一本书的条号都以 {self.parts[-1]} 开头；另起一部分要用没用过的字母，从第 1 章起"
            raise DataError(self.file, reason, row=row, value=line)
        if place <= self.order:
            raise DataError(self.file, "号重复或乱序，应从小到大", row=row, value=line)
        self.order = place

    def _close(self) -> None:
        text = _plain(self.body)
        keywords = tuple(dict.fromkeys(self.keywords))
        self.body, self.keywords = [], []
        if self.heading is None:
            return
        row, heading_number, title = self.heading
        if not heading_number:
            self.preface = text
        elif "." not in heading_number:
            self.chapter_preface = _clause(heading_number, title, text, keywords) if text else None
        elif text:
            self.clauses.append(_clause(heading_number, title, text, keywords))
        else:
            raise DataError(self.file, "这一条没有正文", row=row, value=f"{heading_number} {title}")

    def _close_chapter(self) -> None:
        if self.chapter_heading is not None:
            chapter_number, title = self.chapter_heading
            self.chapters.append(Chapter(chapter_number, title, self.chapter_preface, tuple(self.clauses)))
        self.chapter_preface = None
        self.clauses = []


def _clause(clause_number: str, title: str, text: str, keywords: tuple[str, ...]) -> Clause:
    return Clause(clause_number, title, text, keywords, _key(title), _key(text))


def _plain(lines: list[str]) -> str:
    """去掉 Markdown 记号：表格变成「首格：其余」，粗体、代码记号去掉，空行去掉。"""
    plain: list[str] = []
    for position, line in enumerate(lines):
        if line.startswith("|"):
            following = lines[position + 1] if position + 1 < len(lines) else ""
            header = following.startswith("|") and _RULE_LINE.fullmatch(following) is not None
            if header or _RULE_LINE.fullmatch(line) is not None:
                continue
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            line = cells[0] + "：" + " · ".join(cell for cell in cells[1:] if cell)
        line = line.replace("**", "").replace("`", "").strip()
        if line:
            plain.append(line)
    return "\n".join(plain)


def _full_text(clause: Clause) -> str:
    return f"{clause.number} {clause.title}\n{clause.text}"


def _key(text: str) -> str:
    """比较用的写法：折叠、小写、去空白。"""
    return fold(text).lower().replace(" ", "")


def _shortened(text: str) -> str:
    return text if len(text) <= 20 else text[:20] + "…"


def _score(clause: Clause, word: str) -> int:
    """一个词与一条有多合适，0 是无关。"""
    title = clause.folded_title
    if word == title:
        return 100
    if word in clause.keywords:
        return 80
    score = min(clause.folded_text.count(word), 9)
    if word in title:
        return 60 + score
    if any(word in keyword for keyword in clause.keywords):
        return 40 + score
    if score:
        return 20 + score
    # 整句问话里含着叫法，如「晕了怎么办」；一个字的叫法碰巧同字的太多，不算。
    if len(title) > 1 and title in word:
        return 10
    return 5 if any(len(keyword) > 1 and keyword in word for keyword in clause.keywords) else 0
