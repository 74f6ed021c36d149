"""地形与状态的符号。"""

from __future__ import annotations

TERRAIN = {"S": "🚩", "L": "🍂", "F": "🌲", "V": "🌿", "G": "⏳", "E": "🏁"}
"""地形字母 → 一个 emoji；都是一格宽，棋盘才对得齐。"""
ROADBLOCK = "🚧"
EMPTY = "⬜"
"""棋盘上没有棋子的格子，与 emoji 同宽。"""
SEVERAL = ("0️⃣", "1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣")
"""一格上有几样东西。"""
FAINTED = "💫"
WINNER = "🏆"
FLAG = "🏁"


def cells(letters: str) -> str:
    """一串地形字母写成符号。"""
    return "".join(TERRAIN[letter] for letter in letters)
