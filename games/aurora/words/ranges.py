"""读一个范围：方向、格、次序、走到哪里（A4.1–A4.3）。写法由选项的空间定，见 `questions`。"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora.board import NOWHERE
from games.aurora.questions import Aim, CellsAim, LineAim, OrderAim, PlaceAim
from games.aurora.view import View
from games.kernel import Choice, Misread, Seat

from . import coordinates
from .coordinates import JUNK, NAMES, direction_of, find_cells, find_steps, walk

ENEMY_WORDS = ("对方英雄", "敌方英雄", "敌英雄", "英雄", "帅")
"""指对方英雄所在的格。"""
SELF_WORDS = ("自己", "我")
LEADING = ("攻击", "目标", "方向", "范围", "选", "打", "向", "往", "朝", "到", "去", "对")
"""范围前面可有可无的字。"""


class Reader:
    """读 `seat` 从 `origin` 那一格发的范围。`what` 是牌、技能、士兵的名字。"""

    def __init__(self, view: View, seat: Seat, origin: int, what: str) -> None:
        self.view = view
        self.board = view.setup.board
        self.seat = seat
        self.origin = origin
        self.what = what

    def read(self, text: str, aim: Aim | None) -> Choice:
        """整句是一个范围；读不懂抛 `Misread`，读懂了但够不着的照样返回。"""
        text = led(text)
        if aim is None:
            raise Misread(f"{self.what}不用选范围", "A4", f"后面不用写「{text[:12]}」")
        _, sign, later = text.partition(";")
        if sign and not find_cells(self.board, later)[0]:
            raise Misread("后一步轮到它时再问", "A4.7", "先只写第一步的，「；」后面的随后再答")
        match aim:
            case LineAim():
                return self.line(text, aim)
            case PlaceAim():
                return self.place(text, aim)
            case CellsAim():
                return self.cells(text, aim)
            case OrderAim():
                return self.order(text, aim)
            case _:
                raise TypeError(f"没有见过的范围 {aim!r}")

    def line(self, text: str, aim: LineAim) -> Choice:
        """方向，或那条线上的一格（A4.2）。"""
        diagonal = any("_" in direction for direction in aim.lines)
        cells, rest = self.found(text)
        if cells:
            self.finish(rest)
            for direction, line in aim.lines.items():
                if all(cell in line for cell in cells):
                    return direction
            where = coordinates.names(self.view, cells)
            raise Misread(
                f"{self.what}打不到 {where}：不在线上、太远，或被障碍挡住", "A4.2", choices(self.view, aim)
            )
        steps, rest = find_steps(text)
        direction = direction_of(steps, diagonal)
        if direction is None:
            raise Misread(f"没读懂方向「{text[:12]}」", "A4.2", choices(self.view, aim))
        self.finish(rest)
        if diagonal != ("_" in direction):
            kind = "斜线，方向写 左上 右上 左下 右下" if diagonal else "直线，方向写 上 下 左 右"
            raise Misread(f"{self.what}走{kind}", "A4.2", choices(self.view, aim))
        return direction

    def cells(self, text: str, aim: CellsAim) -> Choice:
        """一到几格，先后就是次序（A4.1）；也可写从自己数起的方向，如 `上上`。"""
        cells, rest = self.found(text)
        if not cells:
            steps, rest = find_steps(text)
            cells = [self.offset(steps)] if steps else []
        if not cells:
            raise Misread(f"没读懂目标「{text[:12]}」", "A4.1", choices(self.view, aim))
        self.finish(rest)
        return list[Choice](cells)

    def order(self, text: str, aim: OrderAim) -> Choice:
        """先打哪几格；没写到的由近及远排在后面（A4.3）。"""
        cells, rest = self.found(text)
        if not cells:
            raise Misread(f"没读懂次序「{text[:12]}」", "A4.3", choices(self.view, aim))
        self.finish(rest)
        left = [cell for cell in aim.cells if cell not in cells]
        return [*cells, *left]

    def place(self, text: str, aim: PlaceAim) -> Choice:
        """一格：坐标，或一步步的方向。"""
        cells, rest = self.found(text)
        if not cells and text.startswith(("不动", "原地", "不移动", "不走")) and self.origin in aim.cells:
            return self.origin
        if not cells:
            steps, rest = find_steps(text)
            if not steps:
                raise Misread(f"没读懂「{text[:12]}」是哪一格", clause_of(aim), choices(self.view, aim))
            cells = [self.offset(steps)]
            if cells[0] not in aim.cells:
                walk(self.view, self.origin, steps, len(steps), self.what)
        self.finish(rest)
        if len(cells) > 1:
            where = coordinates.names(self.view, cells)
            raise Misread(f"只能选一格，写了 {where}", clause_of(aim), choices(self.view, aim))
        return cells[0]

    def found(self, text: str) -> tuple[list[int], str]:
        """写出的坐标；「对方英雄」「自己」也算。"""
        cells, rest = find_cells(self.board, text)
        if cells:
            return cells, rest
        for words, seat in ((ENEMY_WORDS, 1 - self.seat), (SELF_WORDS, self.seat)):
            for word in words:
                place = self.view.players[seat].cell
                if text.startswith(word) and place != NOWHERE:
                    return [place], text[len(word) :]
        return [], text

    def offset(self, steps: Sequence[str]) -> int:
        """从自己那一格照方向数过去的格；数出场外抛 `Misread`。"""
        board = self.board
        column, row = board.column(self.origin), board.row(self.origin)
        for step in steps:
            across, along = coordinates.DIRECTIONS[step]
            column, row = column + across, row + along
        if not (0 <= column < board.width and 0 <= row < board.height):
            raise Misread("数到场外去了", "A1.1", f"场地是 {coordinates.extent(board)}")
        return board.cell(column, row)

    def finish(self, rest: str) -> None:
        """剩下的字应该没有了。"""
        if rest.strip(JUNK):
            raise Misread(
                f"后面的「{rest.strip(JUNK)[:12]}」没读懂", "A4", "写一个方向，如 上；或坐标，如 B3"
            )


def clause_of(aim: Aim) -> str:
    """选不了时依据的条号。"""
    refusal = aim.explain(None)
    return aim.clause if refusal is None else refusal.clause


def led(text: str) -> str:
    """去掉范围前面可有可无的字。"""
    text = text.strip(JUNK.replace("→", ""))
    for word in LEADING:
        if text.startswith(word) and not text.startswith(ENEMY_WORDS):
            return text[len(word) :].strip(JUNK.replace("→", ""))
    return text


def choices(view: View, aim: Aim) -> str:
    """能选的，一句话。"""
    match aim:
        case LineAim():
            return (
                "能选 " + " ".join(NAMES[direction] for direction in aim.lines)
                if aim.lines
                else "没有能选的方向"
            )
        case CellsAim():
            many = f"，至多 {aim.most} 格" if aim.most > 1 else ""
            return f"能选 {shortened(view, aim.cells)}{many}"
        case OrderAim() | PlaceAim():
            return f"能选 {shortened(view, aim.cells)}"
        case _:
            return ""


def shortened(view: View, cells: Sequence[int], most: int = 12) -> str:
    """几个坐标，太多就只写前面的。"""
    return (
        coordinates.names(view, cells[:most]) + (" …" if len(cells) > most else "") if cells else "（没有）"
    )


def hits(aim: Aim, choice: Choice, wanted: set[int]) -> bool:
    """这样选打不打得到 `wanted` 里的哪一格。"""
    match aim:
        case LineAim():
            return isinstance(choice, str) and any(cell in wanted for cell in aim.lines[choice])
        case PlaceAim():
            return choice in wanted
        case _:
            return isinstance(choice, list) and any(cell in wanted for cell in choice)
