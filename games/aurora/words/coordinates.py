"""读坐标与方向：`B3`、`b 3`、`Ｂ３`（已折成半角）、`上上左`、`↑↑←`、`上2左1`、`uul`、`wwa`。"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from games.aurora.board import DIRECTIONS, NOWHERE, STRAIGHTS, Board
from games.aurora.view import View
from games.kernel import Misread, number

JUNK = " ,、;:+→>·。.!-和与到往向至朝"
"""坐标之间、坐标前后可有可无的字。"""
CELL = re.compile(r"([A-Za-z])\s?(\d{1,2})(?!\d)")
REPEAT = re.compile(r"[\d两二三四五六七八九]{1,2}(?=[格步]?)")
NAMES = {
    "up": "上",
    "down": "下",
    "left": "左",
    "right": "右",
    "up_left": "左上",
    "up_right": "右上",
    "down_left": "左下",
    "down_right": "右下",
}
"""方向 → 给人看的字。"""
SIGNS: dict[str, tuple[str, ...]] = {
    "up": ("上", "↑", "⬆", "北"),
    "down": ("下", "↓", "⬇", "南"),
    "left": ("左", "←", "⬅", "西"),
    "right": ("右", "→", "➡", "东"),
    "up_left": ("↖",),
    "up_right": ("↗",),
    "down_left": ("↙",),
    "down_right": ("↘",),
}
LETTERS = {"u": "up", "d": "down", "l": "left", "r": "right"}
KEYS = {"w": "up", "s": "down", "a": "left", "d": "right"}
"""键盘上的上下左右；一串里只有 `d` 时按 `LETTERS`。"""
_SIGN = {sign: direction for direction, signs in SIGNS.items() for sign in signs}


def name(view: View, cell: int) -> str:
    """坐标，如 `B3`。"""
    return view.setup.board.name(cell)


def names(view: View, cells: Sequence[int], sign: str = " ") -> str:
    """几个坐标，如 `B3 C4`。"""
    return sign.join(name(view, cell) for cell in cells)


def extent(board: Board) -> str:
    """坐标的范围，如 `A1 到 F5`。"""
    return f"{board.name(0)} 到 {board.name(board.size - 1)}"


def find_cell(board: Board, text: str) -> tuple[int, str] | None:
    """`text` 开头的坐标：`(格, 其余)`；不是坐标为 `None`，场外的抛 `Misread`。"""
    found = CELL.match(text)
    if found is None:
        return None
    cell = board.find(found[1] + found[2])
    if cell == NOWHERE:
        title = f"{found[1].upper()}{found[2]}"
        raise Misread(f"场上没有 {title}", "A1.1", f"坐标写 {extent(board)}")
    return cell, text[found.end() :]


def find_cells(board: Board, text: str) -> tuple[list[int], str]:
    """`text` 开头连着的几个坐标，与其余的字。"""
    cells: list[int] = []
    rest = text.lstrip(JUNK)
    while (found := find_cell(board, rest)) is not None:
        cells.append(found[0])
        rest = found[1].lstrip(JUNK)
    return cells, rest


def find_steps(text: str) -> tuple[list[str], str]:
    """`text` 开头连着的方向，一格一项；认得 `上2左`、`上 上 左`。一串字母要整个词都是方向。"""
    steps: list[str] = []
    rest = text.lstrip(JUNK.replace("→", ""))
    word = re.match(r"[A-Za-z]+(?![A-Za-z0-9])", rest)
    if word is not None:
        letters = word[0].casefold()
        for table in (LETTERS, KEYS):
            if all(letter in table for letter in letters):
                return [table[letter] for letter in letters], rest[word.end() :]
        return [], text
    while rest and rest[0] in _SIGN:
        direction = _SIGN[rest[0]]
        rest = rest[1:].removeprefix("边")
        times = REPEAT.match(rest)
        count = 1
        if times is not None:
            count = number(times[0]) or 1
            rest = re.sub(r"^[格步]", "", rest[times.end() :])
        steps += [direction] * count
        rest = rest.lstrip(" ,、")
    return steps, rest if steps else text


def direction_of(steps: Sequence[str], diagonal: bool) -> str | None:
    """一串方向指的一个方向：`上`、`上上` 是上，`左上`、`上左` 是左上；指不了一个为 `None`。"""
    across = sum(DIRECTIONS[step][0] for step in steps)
    along = sum(DIRECTIONS[step][1] for step in steps)
    if not steps or (across and along and (not diagonal or abs(across) != abs(along))):
        return None
    signs = ((across > 0) - (across < 0), (along > 0) - (along < 0))
    return next((direction for direction, each in DIRECTIONS.items() if each == signs), None)


def arrows(view: View, start: int, path: Sequence[int]) -> str:
    """走过的路写成方向，如 `上2左`。"""
    board = view.setup.board
    steps: list[str] = []
    for cell in path:
        steps.append(NAMES.get(board.towards(start, cell), "→"))
        start = cell
    runs = [(sign, len(list(run))) for sign, run in groupby(steps)]
    return "".join(f"{sign}{count if count > 1 else ''}" for sign, count in runs)


# ------------------------------------------------------------------ 照着走
def occupied(view: View) -> dict[int, str]:
    """走不进的格 → 那里有什么。"""
    walls = {cell for cell, _ in view.walls}
    found = {cell: "冰墙" if cell in walls else "障碍" for cell in view.obstacles}
    found |= {stack.cell: view.setup.data.soldiers[stack.cards[-1]].name for stack in view.stacks}
    for player in view.players:
        if player.cell != NOWHERE:
            found[player.cell] = "英雄"
    return found


def walk(view: View, start: int, steps: Sequence[str], force: int, what: str, clause: str = "A3.1") -> int:
    """从 `start` 照 `steps` 一格格走（A3.1、A3.2），返回终点；走不了抛 `Misread`，说清卡在哪一步。

    `force` 至多几格；`what` 是「疾步移动力」之类；`clause` 走不了时的依据。"""
    board = view.setup.board
    if len(steps) > force:
        raise Misread(f"{what} {force}，写了 {len(steps)} 步", clause, f"至多写 {force} 步，或直接写终点坐标")
    taken = occupied(view)
    taken.pop(start, None)
    here = start
    for place, step in enumerate(steps, 1):
        if step not in STRAIGHTS:
            raise Misread("不能斜走", clause, "用 上下左右 一步步写，如 上左")
        across, along = DIRECTIONS[step]
        column, row = board.column(here) + across, board.row(here) + along
        if not (0 <= column < board.width and 0 <= row < board.height):
            raise Misread(f"第 {place} 步「{NAMES[step]}」走出场外了", clause, f"场地是 {extent(board)}")
        here = board.cell(column, row)
        if here in taken:
            raise Misread(
                f"第 {place} 步到 {board.name(here)}，那里有{taken[here]}",
                clause,
                "换条路，或写终点坐标自动寻路",
            )
    if here == start:
        raise Misread("绕回了原来的格", clause, "写一个到得了的终点，如 上左 或坐标")
    return here
