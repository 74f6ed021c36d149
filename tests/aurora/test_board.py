"""场地的几何：每一格、每种范围都与照定义硬数的结果比（A1.1、A3.1、A4.1–A4.3）。"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.aurora.board import (
    DIAGONALS,
    DIRECTIONS,
    NOWHERE,
    STRAIGHTS,
    Board,
    board_of,
    cells_in,
    mask_of,
)

SIZES = [(6, 5), (5, 5), (7, 7), (3, 4)]
BOARD = board_of(6, 5)

Square = tuple[int, int]
"""（列, 排），与被测的代码不同的写法。"""


def squares(board: Board) -> list[Square]:
    return [(column, row) for row in range(board.height) for column in range(board.width)]


def at(board: Board, square: Square) -> int:
    return square[1] * board.width + square[0]


def inside(board: Board, square: Square) -> bool:
    return 0 <= square[0] < board.width and 0 <= square[1] < board.height


def every() -> Iterator[tuple[Board, Square]]:
    for width, height in SIZES:
        board = board_of(width, height)
        for square in squares(board):
            yield board, square


def stepping(board: Board, start: Square, blocked: set[Square], distance: int) -> dict[Square, int]:
    """一步步试着走：走得到的格与最少几步。"""
    known = {start: 0}
    for walked in range(1, distance + 1):
        for column, row in [each for each, steps in known.items() if steps == walked - 1]:
            for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                near = (column + across, row + along)
                if inside(board, near) and near not in blocked and near not in known:
                    known[near] = walked
    del known[start]
    return known


@st.composite
def blocked_boards(draw: st.DrawFn) -> tuple[Board, Square, set[Square]]:
    """一种尺寸、一个起点、随便几格障碍。"""
    width, height = draw(st.sampled_from(SIZES))
    board = board_of(width, height)
    start = draw(st.sampled_from(squares(board)))
    blocked = draw(st.sets(st.sampled_from(squares(board)), max_size=board.size // 2))
    return board, start, blocked


def mask(board: Board, cells: set[Square]) -> int:
    return mask_of([at(board, cell) for cell in cells])


# ------------------------------------------------------------------ 坐标
def test_a1_1_names_of_cells():
    """A1.1：A–F 列、1–5 排，坐标与格子互换。"""
    assert BOARD.size == 30
    assert [BOARD.name(cell) for cell in (0, 5, 6, 29)] == ["A1", "F1", "A2", "F5"]
    for cell in range(BOARD.size):
        assert BOARD.find(BOARD.name(cell)) == BOARD.find(BOARD.name(cell).lower()) == cell
        assert BOARD.cell(BOARD.column(cell), BOARD.row(cell)) == cell
    for wrong in ("G1", "A6", "A0", "A", "1A", "", "AA", "A-1", "@1"):
        assert BOARD.find(wrong) == NOWHERE


def test_a1_1_rows_belong_to_sides():
    """A1.1：先手 1–2 排，后手 4–5 排（自己的第 1 排是第 5 排），公共第 3 排。"""
    names = [[BOARD.name(cell) for cell in cells_in(BOARD.rows(side, 2))] for side in (0, 1)]
    assert {name[1] for name in names[0]} == {"1", "2"} and len(names[0]) == 12
    assert {name[1] for name in names[1]} == {"4", "5"} and len(names[1]) == 12
    assert {BOARD.name(cell)[1] for cell in cells_in(BOARD.rows(1, 1))} == {"5"}
    assert BOARD.rows(0, 2) & BOARD.rows(1, 2) == 0


# ------------------------------------------------------------------ 范围
def test_a4_1_far_is_manhattan():
    """A4.1 A4.3：最远 X 范围、附近 X 格：曼哈顿 ≤X，不含自身，由近及远。"""
    for board, (column, row) in every():
        cell = at(board, (column, row))
        for distance in range(board.width + board.height + 2):
            expected = {
                at(board, other)
                for other in squares(board)
                if 0 < abs(other[0] - column) + abs(other[1] - row) <= distance
            }
            assert set(cells_in(board.within(cell, distance))) == expected
            listed = board.diamond(cell, distance)
            assert set(listed) == expected and len(listed) == len(expected)
            steps = [board.distance(cell, other) for other in listed]
            assert steps == sorted(steps)


def test_a4_3_around_is_chebyshev():
    """A4.3：附近全范围 X 格：切比雪夫 ≤X，不含自身。"""
    for board, (column, row) in every():
        cell = at(board, (column, row))
        for distance in range(board.width + board.height + 2):
            expected = {
                at(board, other)
                for other in squares(board)
                if other != (column, row) and max(abs(other[0] - column), abs(other[1] - row)) <= distance
            }
            assert (
                set(cells_in(board.around(cell, distance))) == set(board.square(cell, distance)) == expected
            )


def test_a4_2_lines_stop_at_obstacles():
    """A4.2：直线与斜线由近及远，遇障碍止：障碍那格起都打不到；每格、每个方向、每种长度、每处障碍。"""
    for width, height in ((6, 5), (3, 4)):
        board = board_of(width, height)
        for square, direction in product(squares(board), DIRECTIONS):
            across, along = DIRECTIONS[direction]
            full = [(square[0] + across * n, square[1] + along * n) for n in range(1, 8)]
            full = [each for each in full if inside(board, each)]
            cell = at(board, square)
            assert list(board.ray(cell, direction)) == [at(board, each) for each in full]
            for reach in range(7):
                for stop in [None, *squares(board)]:
                    obstacles = 0 if stop is None else 1 << at(board, stop)
                    expected = full[:reach]
                    if stop in expected:
                        expected = expected[: expected.index(stop)]
                    assert list(board.line(cell, direction, reach, obstacles)) == [
                        at(board, each) for each in expected
                    ]


@given(blocked_boards(), st.integers(0, 8))
def test_a4_2_lines_stop_at_the_nearest_of_many_obstacles(
    case: tuple[Board, Square, set[Square]], reach: int
):
    """A4.2：许多障碍时止于最近的一个。"""
    board, square, blocked = case
    for direction, (across, along) in DIRECTIONS.items():
        expected: list[int] = []
        here = square
        for _ in range(reach):
            here = (here[0] + across, here[1] + along)
            if not inside(board, here) or here in blocked:
                break
            expected.append(at(board, here))
        assert list(board.line(at(board, square), direction, reach, mask(board, blocked))) == expected


def test_directions_are_four_and_four():
    """A4.2：直线四个方向只动一样，斜线四个方向两样都动。"""
    assert all(0 in DIRECTIONS[direction] for direction in STRAIGHTS)
    assert all(0 not in DIRECTIONS[direction] for direction in DIAGONALS)
    assert len({*STRAIGHTS, *DIAGONALS}) == len(DIRECTIONS) == 8


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a4_9_towards_is_the_direction_of_the_line(direction: str):
    """A4.9：推的方向是使用者→目标。"""
    for cell in range(BOARD.size):
        for other in BOARD.ray(cell, direction):
            assert BOARD.towards(cell, other) == direction


def test_a4_9_towards_is_empty_off_the_lines():
    """A4.9：不在一条线上就没有方向。"""
    assert BOARD.towards(BOARD.find("A1"), BOARD.find("B3")) == ""
    assert BOARD.towards(BOARD.find("A1"), BOARD.find("A1")) == ""


# ------------------------------------------------------------------ 行走
@given(blocked_boards(), st.integers(0, 9))
def test_a3_1_flood_reaches_what_walking_reaches(case: tuple[Board, Square, set[Square]], distance: int):
    """A3.1：上下左右至多走 n 步，不进入、不穿过被占的格；起点是不是被占都一样。"""
    board, square, blocked = case
    expected = {at(board, each) for each in stepping(board, square, blocked, distance)}
    found = board.flood(at(board, square), distance, mask(board, blocked))
    assert set(cells_in(found)) == expected


@settings(max_examples=200)
@given(blocked_boards())
def test_a3_2_paths_are_shortest(case: tuple[Board, Square, set[Square]]):
    """A3.2：自动寻路取最短；每步走到相邻的空格；到不了为空。"""
    board, square, blocked = case
    start = at(board, square)
    reached = stepping(board, square, blocked, board.size)
    for goal in squares(board):
        path = board.path(start, at(board, goal), mask(board, blocked))
        if goal == square or goal not in reached:
            assert path == ()
            continue
        assert len(path) == reached[goal] and path[-1] == at(board, goal)
        here = start
        for cell in path:
            assert board.distance(here, cell) == 1
            assert (board.column(cell), board.row(cell)) not in blocked
            here = cell


@given(blocked_boards(), st.integers(0, 7))
def test_straight_moves_stop_before_what_blocks(case: tuple[Board, Square, set[Square]], distance: int):
    """A9 直移：朝一个方向直走，遇被占的格止。"""
    board, square, blocked = case
    expected: set[int] = set()
    for across, along in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        here = square
        for _ in range(distance):
            here = (here[0] + across, here[1] + along)
            if not inside(board, here) or here in blocked:
                break
            expected.add(at(board, here))
    assert set(cells_in(board.straight(at(board, square), distance, mask(board, blocked)))) == expected


def test_a3_2_paths_prefer_the_first_direction():
    """A3.2：几条一样短的按上、下、左、右取先，谁来寻都一样。"""
    path = BOARD.path(BOARD.find("A1"), BOARD.find("C3"), 0)
    assert [BOARD.name(cell) for cell in path] == ["A2", "A3", "B3", "C3"]
    around = BOARD.path(BOARD.find("A1"), BOARD.find("A3"), 1 << BOARD.find("A2"))
    assert [BOARD.name(cell) for cell in around] == ["B1", "B2", "B3", "A3"]
