"""棋子与棋盘上的字：红、蓝两方各一个字，格子里只用与汉字一样宽的字。"""

from __future__ import annotations

import unicodedata

from games.kernel import Seat, Token

TOKENS = (
    Token("🔴", ("红", "红方", "红色")),
    Token("🔵", ("蓝", "蓝方", "蓝色")),
    Token("🟢", ("绿", "绿方", "绿色")),
    Token("🟡", ("黄", "黄方", "黄色")),
)
"""加入时可挑的棋子；棋盘上写它的头一个名字。"""

OWNERS = {token.mark: token.names[0] for token in TOKENS}
"""棋子 → 棋盘上写的字。表情在各家字体里宽窄不一，棋盘上不用。"""
SPARE_OWNERS = ("先", "后")
"""没有棋子时，先手、后手写的字。"""
HERO = "帅"
"""棋盘上的英雄。"""
OBSTACLE = "障碍"
WALL = "冰墙"
EMPTY = "・"
AIMED = "＊"
"""要打到的格。"""
BLANK = "\u3000"
"""一个汉字宽的空白。"""
CORNER = "＼"


def owner(mark: str, seat: Seat, first: Seat | None) -> str:
    """棋盘上表示归谁的一个字；`mark` 是他的棋子，没有就写先手后手。"""
    return OWNERS.get(mark) or SPARE_OWNERS[0 if first is None or seat == first else 1]


def is_wide(text: str) -> bool:
    """每个字都与汉字一样宽（Unicode TR11 的 W 与 F）。"""
    return all(unicodedata.east_asian_width(sign) in "WF" for sign in text)


def widened(text: str) -> str:
    """半角的字母、数字、符号换成全角的；别的窄字换成「？」。"""
    signs: list[str] = []
    for sign in text:
        if sign == " ":
            signs.append(BLANK)
        elif "!" <= sign <= "~":
            signs.append(chr(ord(sign) + 0xFEE0))
        else:
            signs.append(sign if is_wide(sign) else "？")
    return "".join(signs)
