"""文字棋盘：处处对得齐，看得出归谁、是什么、还剩几点生命（A1、A5、A10）。"""

from __future__ import annotations

import pytest

from games.aurora import words
from games.aurora.words.grid import glyphs, grid
from games.aurora.words.symbols import TOKENS, is_wide, widened
from games.kernel import Match, Stream
from tests.aurora.position import DATA, Scene, Soldier, options_of, position
from tests.aurora.words.stage import cast_of


def board(*soldiers: Soldier, marked: bool = True, **given: object) -> list[str]:
    table = position(*soldiers, **given)  # type: ignore[arg-type]
    table.pieces = [token.mark for token in TOKENS[:2]] if marked else ["", ""]
    return grid(Scene(table).table.view(None))


def test_a_board_is_drawn_exactly() -> None:
    """A1.1：后手的一边在上；障碍、英雄、士兵各有各的字，字下是生命。"""
    assert board(
        Soldier(0, "民兵", "C2"),
        Soldier(1, "骸骨 狼骑", "C4"),
        places="B1 D5",
        health=(20, 7),
        obstacles="E4 F1",
    ) == [
        "＼Ａ　Ｂ　Ｃ　Ｄ　Ｅ　Ｆ　",
        "５・　・　・　蓝帅・　・　",
        "　　　　　　　　７　　　　",
        "４・　・　蓝狼・　障碍・　",
        "　　　　　　２　　　　　　",
        "３・　・　・　・　・　・　",
        "２・　・　红民・　・　・　",
        "　　　　　　２　　　　　　",
        "１・　红帅・　・　・　障碍",
        "　　　２０　　　　　　　　",
    ]


def test_without_tokens_the_sides_are_named() -> None:
    """先手、后手。"""
    lines = board(marked=False, places="B1 D5", first=1, active=1)
    assert any("后帅" in line for line in lines[-2:])
    assert "先帅" in lines[1]


@pytest.mark.parametrize(("width", "height"), [(5, 5), (6, 5), (8, 7)])
def test_every_row_is_equally_wide_all_through_a_game(width: int, height: int) -> None:
    """每一行都是 `1 + 2 × 列数` 个与汉字一样宽的字，要打到的格标「＊」也一样。"""
    table = position(places="A1 B2", width=width, height=height)
    table.pieces = ["🔴", "🔵"]
    match, stream = Match(table), Stream(width)
    aimed = drawn = 0
    while match.waiting and drawn < 250:
        ask = match.clocked()[0]
        match.answer(ask.seat, ask.sample(stream))
        view = match.table.view(None)
        cells = () if view.attack is None else view.attack.cells
        aimed += bool(cells)
        drawn += 1
        for line in grid(view, cells):
            assert is_wide(line), line
            assert len(line) == 1 + 2 * width, line
        if cells:
            assert any("＊" in line for line in grid(view, cells))
    assert drawn > 100


def test_an_ice_wall_differs_from_an_obstacle() -> None:
    """A4.11。"""
    scene = Scene(position(heroes="诺娅 洛克", places="B1 D5", hands=("冰墙", ""), obstacles="E4"))
    scene.play("冰墙", "B3")
    text = "\n".join(grid(scene.table.view(None)))
    assert text.count("冰墙") == 1
    assert text.count("障碍") == 1


def test_every_soldier_has_a_sign_of_its_own() -> None:
    view = Scene(position()).table.view(None)
    signs = glyphs(view)
    assert len(set(signs)) == len(DATA.soldiers) == len(signs)
    assert all(len(sign) == 1 and is_wide(sign) for sign in signs)


def test_narrow_names_are_widened() -> None:
    assert widened("B3 x") == "Ｂ３　ｘ"
    assert widened("é") == "？"


def test_the_board_fits_a_message_on_the_usual_size() -> None:
    """6×5：每一排都有单位也不超过 12 行，正好一条群消息。"""
    rows = [Soldier(0, "民兵", f"C{row}") for row in range(1, 6)]
    scene = Scene(position(*rows, places="B1 D5"))
    assert len(words.board(scene.table.view(None), cast_of(scene.table)).split("\n")) <= 12
    assert options_of().width == 6
