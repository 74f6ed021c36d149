"""场地的几何（A1.1、A3、A4）：格子、直线、斜线、菱形、方形、走得到的格与最短路。只有整数，没有规则。

格子是整数 `排 * 宽 + 列`，排与列从 0 起；A1 是 0。一组格子是整数的二进制位（第 n 位是第 n 格），所以一次能看一整片。
「上」是排号变大的方向（先手往后手走）：棋盘把最大的一排画在最上面，对谁都一样。
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

__all__ = ["DIAGONALS", "DIRECTIONS", "NOWHERE", "STRAIGHTS", "Board", "board_of", "cells_in", "mask_of"]

NOWHERE = -1
"""不在场上。"""

STRAIGHTS = ("up", "down", "left", "right")
"""直线的四个方向（A4.2）；寻路时也按这个次序取舍。"""
DIAGONALS = ("up_left", "up_right", "down_left", "down_right")
"""斜线的四个方向（A4.2）。"""
DIRECTIONS: dict[str, tuple[int, int]] = {
    "up": (0, 1),
    "down": (0, -1),
    "left": (-1, 0),
    "right": (1, 0),
    "up_left": (-1, 1),
    "up_right": (1, 1),
    "down_left": (-1, -1),
    "down_right": (1, -1),
}
"""方向 → `(列的增减, 排的增减)`。"""


def cells_in(mask: int) -> Iterator[int]:
    """一组格子，从小到大。"""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def mask_of(cells: tuple[int, ...] | list[int]) -> int:
    """几格合成一组。"""
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


class Board:
    """一种尺寸的场地；不变，算好的表各局共用。"""

    __slots__ = (
        "_around",
        "_diamonds",
        "_outward",
        "_rays",
        "_squares",
        "_within",
        "beside",
        "full",
        "height",
        "size",
        "width",
    )

    def __init__(self, width: int, height: int) -> None:
        """`width` 列、`height` 排，都为正。"""
        self.width = width
        self.height = height
        self.size = width * height
        self.full = (1 << self.size) - 1
        """全部格子。"""
        self.beside: tuple[int, ...] = tuple(self._measured(cell, 1, True) for cell in range(self.size))
        """格子 → 上下左右相邻的格（A3.1）。"""
        reach = range(width + height)
        self._within = tuple(
            tuple(self._measured(cell, distance, True) for cell in range(self.size)) for distance in reach
        )
        self._around = tuple(
            tuple(self._measured(cell, distance, False) for cell in range(self.size)) for distance in reach
        )
        self._outward = tuple(
            tuple(sorted(range(self.size), key=lambda other: (self.distance(cell, other), other)))
            for cell in range(self.size)
        )
        self._diamonds = self._listed(self._within)
        self._squares = self._listed(self._around)
        self._rays = {
            direction: tuple(self._ray(cell, across, along) for cell in range(self.size))
            for direction, (across, along) in DIRECTIONS.items()
        }

    def _listed(self, masks: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """各距离、各格的一组格，写成由近及远。"""
        return tuple(tuple(self.ordered(cell, mask) for cell, mask in enumerate(each)) for each in masks)

    def _measured(self, cell: int, distance: int, diamond: bool) -> int:
        """离 `cell` 至多 `distance` 的格，不含自身：菱形（曼哈顿）或方形（切比雪夫）。"""
        mask = 0
        for other in range(self.size):
            across = abs(self.column(other) - self.column(cell))
            along = abs(self.row(other) - self.row(cell))
            if other != cell and (across + along if diamond else max(across, along)) <= distance:
                mask |= 1 << other
        return mask

    def _ray(self, cell: int, across: int, along: int) -> tuple[int, ...]:
        """从 `cell`（不含）朝一个方向直到边界的格，由近及远。"""
        cells: list[int] = []
        column, row = self.column(cell) + across, self.row(cell) + along
        while 0 <= column < self.width and 0 <= row < self.height:
            cells.append(self.cell(column, row))
            column += across
            row += along
        return tuple(cells)

    # ------------------------------------------------------------ 坐标
    def cell(self, column: int, row: int) -> int:
        """列、排（从 0 起）→ 格子；要在场上。"""
        return row * self.width + column

    def column(self, cell: int) -> int:
        """第几列，从 0 起（A 列是 0）。"""
        return cell % self.width

    def row(self, cell: int) -> int:
        """第几排，从 0 起。"""
        return cell // self.width

    def name(self, cell: int) -> str:
        """坐标，如 `B3`（A1.1）。"""
        return f"{chr(ord('A') + cell % self.width)}{cell // self.width + 1}"

    def find(self, name: str) -> int:
        """坐标 → 格子，大小写不拘；没有这一格为 `NOWHERE`。"""
        if len(name) < 2 or not name[1:].isdecimal():
            return NOWHERE
        column, row = ord(name[0].upper()) - ord("A"), int(name[1:]) - 1
        if 0 <= column < self.width and 0 <= row < self.height:
            return self.cell(column, row)
        return NOWHERE

    def rows(self, side: int, count: int) -> int:
        """`side`（0 先手、1 后手）自己的第 1 到 `count` 排（A1.1）：后手从最大的一排数起。"""
        low = 0 if side == 0 else self.height - count
        return ((1 << (self.width * count)) - 1) << (low * self.width)

    def distance(self, one: int, other: int) -> int:
        """曼哈顿距离。"""
        return abs(one % self.width - other % self.width) + abs(one // self.width - other // self.width)

    def outward(self, cell: int) -> tuple[int, ...]:
        """全部格子，由近及远（曼哈顿），一样远的从小到大；自身在最前。"""
        return self._outward[cell]

    def ordered(self, cell: int, mask: int) -> tuple[int, ...]:
        """一组格子，按离 `cell` 由近及远，一样远的从小到大。"""
        return tuple(other for other in self._outward[cell] if mask >> other & 1)

    # ------------------------------------------------------------ 范围（A4.1–A4.3）
    def diamond(self, cell: int, distance: int) -> tuple[int, ...]:
        """`within` 的格，由近及远。"""
        return self._diamonds[min(distance, len(self._diamonds) - 1)][cell]

    def square(self, cell: int, distance: int) -> tuple[int, ...]:
        """`around` 的格，由近及远。"""
        return self._squares[min(distance, len(self._squares) - 1)][cell]

    def within(self, cell: int, distance: int) -> int:
        """曼哈顿距离 ≤ `distance` 的格，不含自身（A4.1、A4.3）；不受障碍阻挡。"""
        return self._within[min(distance, len(self._within) - 1)][cell]

    def around(self, cell: int, distance: int) -> int:
        """切比雪夫距离 ≤ `distance` 的格，不含自身（A4.3）；不受障碍阻挡。"""
        return self._around[min(distance, len(self._around) - 1)][cell]

    def ray(self, cell: int, direction: str) -> tuple[int, ...]:
        """从 `cell`（不含）朝 `direction` 直到边界的格，由近及远。"""
        return self._rays[direction][cell]

    def line(self, cell: int, direction: str, reach: int, obstacles: int) -> tuple[int, ...]:
        """从 `cell` 朝 `direction` 至多 `reach` 格，由近及远；障碍那一格起都打不到（A4.2），单位不挡。"""
        cells = self._rays[direction][cell][:reach]
        for place, each in enumerate(cells):
            if obstacles >> each & 1:
                return cells[:place]
        return cells

    # ------------------------------------------------------------ 行走（A3.1）
    def flood(self, start: int, distance: int, blocked: int) -> int:
        """从 `start` 上下左右至多走 `distance` 步到得了的格，不含起点；不进入、不穿过 `blocked`。"""
        seen = edge = 1 << start
        beside = self.beside
        for _ in range(distance):
            spread = 0
            while edge:
                lowest = edge & -edge
                spread |= beside[lowest.bit_length() - 1]
                edge ^= lowest
            edge = spread & ~(blocked | seen)
            if not edge:
                break
            seen |= edge
        return seen & ~(1 << start)

    def path(self, start: int, goal: int, blocked: int) -> tuple[int, ...]:
        """从 `start`（不含）到 `goal` 的一条最短路，踏上的格依次；几条一样短的按 `STRAIGHTS` 取先。到不了为空。"""
        if start == goal:
            return ()
        # 从终点往回一圈圈数，再从起点朝数小的走，这样先走的方向按次序取。
        rings = [1 << goal]
        seen = rings[0]
        while not rings[-1] >> start & 1:
            spread = 0
            for cell in cells_in(rings[-1]):
                spread |= self.beside[cell]
            spread &= ~(blocked & ~(1 << start) | seen)
            if not spread:
                return ()
            seen |= spread
            rings.append(spread)
        if blocked >> goal & 1:
            return ()
        path: list[int] = []
        here = start
        for ring in reversed(rings[:-1]):
            here = next(
                self._rays[direction][here][0]
                for direction in STRAIGHTS
                if self._rays[direction][here] and ring >> self._rays[direction][here][0] & 1
            )
            path.append(here)
        return tuple(path)

    def straight(self, start: int, distance: int, blocked: int) -> int:
        """从 `start` 朝上下左右之一直走至多 `distance` 步到得了的格；遇 `blocked` 止（直移）。"""
        mask = 0
        for direction in STRAIGHTS:
            for cell in self._rays[direction][start][:distance]:
                if blocked >> cell & 1:
                    break
                mask |= 1 << cell
        return mask

    def towards(self, start: int, goal: int) -> str:
        """`goal` 在 `start` 的哪个方向；不在八个方向的线上为空。"""
        across = self.column(goal) - self.column(start)
        along = self.row(goal) - self.row(start)
        if across and along and abs(across) != abs(along):
            return ""
        signs = ((across > 0) - (across < 0), (along > 0) - (along < 0))
        return next((direction for direction, each in DIRECTIONS.items() if each == signs), "")


@lru_cache(maxsize=32)
def board_of(width: int, height: int) -> Board:
    """一种尺寸的场地；同一种只算一次。"""
    return Board(width, height)
