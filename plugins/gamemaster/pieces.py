"""文字怎样变成消息：太长的按行拆开，积压的几条按行并起来。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .hall.messages import Text

MERGED_LINES = 24
"""并起来最多几行：再长，在手机上就要翻屏才看得到开头。"""

Segment = dict[str, Any]


def split(text: str, letters: int) -> list[str]:
    """拆成每段至多 `letters` 字的几段，尽量在行间断开；空文字得一段空的。"""
    pieces: list[str] = []
    current = ""
    for line in text.split("\n"):
        if current and len(current) + 1 + len(line) > letters:
            pieces.append(current)
            current = line
        else:
            current = f"{current}\n{line}" if current else line
        while len(current) > letters:
            pieces.append(current[:letters])
            current = current[letters:]
    if current or not pieces:
        pieces.append(current)
    return pieces


def fits(texts: Sequence[Text], letters: int) -> bool:
    """这几条并成一条是否仍在 `letters` 字与 `MERGED_LINES` 行以内。"""
    total = sum(len(each.text) + 1 for each in texts) - 1
    lines = sum(each.text.count("\n") + 1 for each in texts)
    return total <= letters and lines <= MERGED_LINES


def segments(texts: Sequence[Text]) -> list[Segment]:
    """几条文字并成一条消息的各段：一条一行（或几行）起，@ 放在各自的开头。"""
    made: list[Segment] = []
    pending = ""
    for index, each in enumerate(texts):
        if index:
            pending += "\n"
        if each.mentions:
            if pending:
                made.append(_plain(pending))
                pending = ""
            made += [{"type": "at", "data": {"qq": user}} for user in each.mentions]
            # 各客户端都把 @ 与后面的字挨着显示，隔一个空格才分得开。
            pending = " "
        pending += each.text
    if pending:
        made.append(_plain(pending))
    return made


def _plain(text: str) -> Segment:
    return {"type": "text", "data": {"text": text}}
