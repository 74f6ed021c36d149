"""文字棋盘：每格两个汉字宽，上一行写归谁与是什么，下一行写生命；只用与汉字一样宽的字，在哪里都对得齐。"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora.board import NOWHERE
from games.aurora.view import View

from . import symbols
from .symbols import AIMED, BLANK, CORNER, EMPTY, HERO, OBSTACLE, WALL, widened

CELL_WIDTH = 2
"""一格几个汉字宽。"""


def glyphs(view: View) -> list[str]:
    """每种士兵在棋盘上的一个字：名字里头一个别的士兵没用的字。"""
    taken = {HERO}
    found: list[str] = []
    for row in view.setup.data.soldiers:
        signs = widened(row.name)
        sign = next((each for each in signs if each not in taken), signs[:1])
        taken.add(sign)
        found.append(sign)
    return found


def grid(view: View, aimed: Sequence[int] = ()) -> list[str]:
    """画出棋盘，最大的一排在最上面。`aimed` 是要打到的格，标「＊」。"""
    board = view.setup.board
    signs = glyphs(view)
    walls = {cell for cell, _ in view.walls}
    upper = [EMPTY + BLANK] * board.size
    lower = [BLANK * CELL_WIDTH] * board.size
    for cell in aimed:
        upper[cell] = AIMED + BLANK
        lower[cell] = AIMED + BLANK
    for cell in view.obstacles:
        upper[cell] = WALL if cell in walls else OBSTACLE
    for player in view.players:
        if player.cell != NOWHERE:
            upper[player.cell] = owner(view, player.seat) + HERO
            lower[player.cell] = vital(player.health, player.cell in aimed)
    for stack in view.stacks:
        upper[stack.cell] = owner(view, stack.seat) + signs[stack.cards[-1]]
        lower[stack.cell] = vital(stack.health, stack.cell in aimed)
    standing = {player.cell for player in view.players} | {stack.cell for stack in view.stacks}
    lines = [CORNER + "".join(widened(board.name(column)[0]) + BLANK for column in range(board.width))]
    for row in reversed(range(board.height)):
        cells = range(row * board.width, (row + 1) * board.width)
        lines.append(widened(str(row + 1)) + "".join(upper[cell] for cell in cells))
        if any(cell in standing for cell in cells):
            below = (lower[cell] if cell in standing else BLANK * CELL_WIDTH for cell in cells)
            lines.append(BLANK + "".join(below))
    return lines


def owner(view: View, seat: int) -> str:
    """棋盘上表示归谁的一个字。"""
    return symbols.owner(view.players[seat].mark, seat, view.first)


def vital(health: int, aimed: bool) -> str:
    """一格下半的生命；要打到的一位数前面标「＊」。"""
    text = widened(str(health))
    if len(text) >= CELL_WIDTH:
        return text[-CELL_WIDTH:]
    return (AIMED if aimed else BLANK) + text
