"""坐标与方向的写法（A1.1、A3.2、A4.2）。"""

from __future__ import annotations

import pytest

from games.aurora.board import board_of
from games.aurora.words.coordinates import arrows, direction_of, find_cell, find_cells, find_steps, walk
from games.kernel import Misread, fold
from tests.aurora.position import Scene, Soldier, position

BOARD = board_of(6, 5)


@pytest.mark.parametrize("text", ["B3", "b3", "Ｂ３", "ｂ3", "b 3", "B3 ", "B３"])
def test_a_cell_is_read_in_any_width_and_case(text: str) -> None:
    assert find_cells(BOARD, fold(text))[0] == [BOARD.find("B3")]


def test_several_cells_keep_their_order() -> None:
    cells, rest = find_cells(BOARD, fold("Ｂ３、c4 和 A1→f5 然后"))
    assert [BOARD.name(cell) for cell in cells] == ["B3", "C4", "A1", "F5"]
    assert rest == "然后"


@pytest.mark.parametrize("text", ["G1", "A6", "A0", "Z9", "B12"])
def test_a_cell_off_the_board_says_the_extent(text: str) -> None:
    """A1.1。"""
    with pytest.raises(Misread) as caught:
        find_cell(BOARD, text)
    assert caught.value.clause == "A1.1"
    assert caught.value.advice == "坐标写 A1 到 F5"


@pytest.mark.parametrize("text", ["三", "A", "5B", "直刺", ""])
def test_other_words_are_no_cell(text: str) -> None:
    assert find_cell(BOARD, text) is None


UP_UP_LEFT = ["up", "up", "left"]


@pytest.mark.parametrize(
    "text",
    [
        "上上左",
        "↑↑←",
        "⬆️⬆️⬅️",
        "上2左1",
        "上2左",
        "上两格左",
        "上 上 左",
        "上、上、左",
        "uul",
        "UUL",
        "wwa",
        "北北西",
        "上边上边左边",
    ],
)
def test_a_path_is_read_in_many_ways(text: str) -> None:
    """A3.2。"""
    steps, rest = find_steps(fold(text))
    assert steps == UP_UP_LEFT
    assert not rest.strip()


def test_letters_are_a_path_only_when_every_one_is_a_direction() -> None:
    assert find_steps("up")[0] == []
    assert find_steps("d")[0] == ["down"]
    assert find_steps("wd")[0] == ["up", "right"]
    assert find_steps("d3")[0] == []
    assert find_steps("walk")[0] == []


@pytest.mark.parametrize(
    ("text", "diagonal", "expected"),
    [
        ("上", False, "up"),
        ("上上", False, "up"),
        ("左上", False, None),
        ("左上", True, "up_left"),
        ("上左", True, "up_left"),
        ("↘", True, "down_right"),
        ("左", True, "left"),
        ("上下", False, None),
        ("上上左", True, None),
    ],
)
def test_one_direction(text: str, diagonal: bool, expected: str | None) -> None:
    """A4.2。"""
    assert direction_of(find_steps(text)[0], diagonal) == expected


def test_a_path_is_walked_step_by_step() -> None:
    """A3.1：卡在哪一步、那里有什么，都说清。"""
    scene = Scene(position(Soldier(1, "鼠群", "D3"), places="C3 F5", obstacles="B3"))
    view = scene.table.view(0)
    start = BOARD.find("C3")

    def at(text: str, force: int = 3) -> str:
        return BOARD.name(walk(view, start, find_steps(text)[0], force, "疾步移动力"))

    assert at("上上左") == "B5"
    assert at("上左左") == "A4"
    for text, message in (
        ("右", "第 1 步到 D3，那里有鼠群"),
        ("上右下", "第 3 步到 D3，那里有鼠群"),
        ("左", "第 1 步到 B3，那里有障碍"),
        ("下下下", "第 3 步「下」走出场外了"),
        ("上上上上", "疾步移动力 3，写了 4 步"),
        ("上下", "绕回了原来的格"),
        ("↖", "不能斜走"),
    ):
        with pytest.raises(Misread) as caught:
            at(text)
        assert caught.value.message == message
        assert caught.value.clause == "A3.1"


def test_a_walked_path_is_written_back() -> None:
    scene = Scene(position())
    path = [BOARD.find(name) for name in ("A2", "A3", "B3")]
    assert arrows(scene.table.view(None), BOARD.find("A1"), path) == "上2右"
