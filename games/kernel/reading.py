"""读懂玩家打的字：折叠全半角、数字、座位。各游戏与大厅共用。"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

DIGITS = dict(zip("零〇一二两三四五六七八九", (0, 0, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9), strict=True))
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"
    "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufe0e\ufe0f\U000e0000-\U000e007f]"
)
"""控制字符、零宽字符、方向控制符、异体选择符与标签字符：看不见，却会让相同的字比较起来不同，照抄在回话里还可能发坏。

换行、制表等算空白的控制字符不在内。"""


class Misread(ValueError):
    """没读懂。`str(error)` 是给玩家看的一句话：读到了什么、为什么不行、该打什么。"""

    def __init__(self, message: str, clause: str = "", advice: str = "") -> None:
        """`message` 哪里不懂；`clause` 依据的条号；`advice` 最近的正确写法。"""
        super().__init__(message)
        self.message = message
        self.clause = clause
        self.advice = advice


def fold(text: str) -> str:
    """折成规范写法：NFKC（全角变半角），去掉看不见的字符，空白并成一个空格，去首尾。"""
    # 先去掉看不见的，免得它隔开本该合成一个字的部件；展开以后可能又露出一些。
    text = unicodedata.normalize("NFKC", INVISIBLE.sub("", text))
    text = unicodedata.normalize("NFKC", INVISIBLE.sub("", text))
    return " ".join(text.split())


def number(word: str) -> int | None:
    """读一个非负整数：阿拉伯数字（至多 9 位）或一百以内的中文数字；不是数则 `None`。"""
    if word.isascii() and word.isdigit():
        return int(word) if len(word) <= 9 else None
    if not word or any(sign not in DIGITS and sign != "十" for sign in word):
        return None
    if word.count("十") > 1:
        return None
    if "十" in word:
        tens, ones = word.split("十")
        if len(tens) > 1 or len(ones) > 1 or (tens and not DIGITS[tens]) or (ones and not DIGITS[ones]):
            return None
        return (DIGITS[tens] if tens else 1) * 10 + (DIGITS[ones] if ones else 0)
    return DIGITS[word] if len(word) == 1 else None


@dataclass(frozen=True, slots=True)
class Cast:
    """谁坐在哪：给文字用的称呼，与读取「2号」「阿苹」「🟥」所需的名字。"""

    names: tuple[str, ...]
    """各座位的昵称，已去掉换行与控制字符。"""
    marks: tuple[str, ...] = ()
    """各座位的棋子（emoji），没有则为空串。"""
    mark_names: tuple[tuple[str, ...], ...] = ()
    """各座位棋子的别名，如 `("红", "红色")`。"""

    def label(self, seat: int) -> str:
        """显示用的称呼，如 `🟥阿苹`；没有棋子时为 `2号阿苹`。"""
        mark = self.marks[seat] if self.marks else ""
        return f"{mark or f'{seat + 1}号'}{self.names[seat]}"

    def listed(self, seats: Sequence[int]) -> str:
        """几个座位的称呼，用顿号连接。"""
        return "、".join(self.label(seat) for seat in seats)

    def find(self, word: str) -> int | None:
        """`word` 指的座位：`2号`、`2`、棋子、棋子别名、昵称或其唯一前缀；不认得为 `None`。

        也认显示用的称呼（`label`）。写法指向几个人时抛 `Misread`。大厅已把 @ 换成「N号」。
        """
        word = fold(word).lstrip("@").strip()
        if not word:
            return None
        plain = number(word.removesuffix("位").removesuffix("号"))
        if plain is not None:
            return plain - 1 if 1 <= plain <= len(self.names) else None
        for seat, mark in enumerate(self.marks):
            if mark and word in (mark, fold(mark)):
                return seat
        for seat, names in enumerate(self.mark_names):
            if word in names:
                return seat
        lowered = word.casefold()
        exact = [
            seat
            for seat, name in enumerate(self.names)
            if lowered in (fold(name).casefold(), fold(self.label(seat)).casefold())
        ]
        found = exact or [
            seat for seat, name in enumerate(self.names) if fold(name).casefold().startswith(lowered)
        ]
        if len(found) > 1:
            raise Misread(f"「{word}」可以指{self.listed(found)}", advice="请用座位号，如「2号」")
        return found[0] if found else None
