"""把长话分成几条消息，只在行与行之间断，整块的（如棋盘）尽量不拆。"""

from __future__ import annotations

from collections.abc import Sequence


def split_lines(lines: Sequence[str], most_lines: int, most_letters: int) -> list[str]:
    """分成几条，每条至多 `most_lines` 行、`most_letters` 字；单独一行太长时才在行内断。

    Returns:
        各条消息，没有空的；`lines` 全空时为空列表。
    """
    parts: list[str] = []
    current: list[str] = []
    letters = 0

    def close() -> None:
        nonlocal letters
        text = "\n".join(current).strip("\n")
        if text.strip():
            parts.append(text)
        current.clear()
        letters = 0

    for block in lines:
        rows = block.split("\n")
        # 棋盘之类的一整块放得进一条就不拆开。
        if len(rows) <= most_lines < len(current) + len(rows):
            close()
        for line in rows:
            while len(line) > most_letters:
                close()
                parts.append(line[:most_letters])
                line = line[most_letters:]
            if len(current) >= most_lines or letters + len(line) > most_letters:
                close()
            current.append(line)
            letters += len(line) + 1
    close()
    return parts
