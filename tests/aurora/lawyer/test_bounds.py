"""射程再大、可选的格再多，数选项、抽选项、读打字都不逐个列出（A4.1、A5.3）。"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import perm
from typing import Any

import pytest

from games.aurora.language.steps import Around, Far, Line, Near, NearPick
from games.aurora.rules.soldiers import RoundSpace
from games.kernel import Stream
from tests.aurora.position import SOLDIERS, Scene, Soldier, position
from tests.aurora.words.stage import misread, read


def armed(*ranges: Any, cell: str = "C3") -> Scene:
    """C3 的民兵有这几种射程；敌方一名骸骨在 C4。"""
    table = position(Soldier(0, "民兵", cell), Soldier(1, "骸骨", "C4"), places="A1 F5")
    setup = table.setup
    attacks = list(setup.attacks)
    attacks[SOLDIERS["民兵"]] = ranges
    table.setup = replace(setup, attacks=tuple(attacks))
    return Scene(table)


def space_of(scene: Scene) -> RoundSpace:
    space = scene.space().round(scene.cell("C3"))
    assert isinstance(space, RoundSpace)
    return space


@pytest.mark.parametrize(
    "ranges",
    [
        (Far(2, 1),),
        (Far(1, 2), Line(2)),
        (Near(2), NearPick(1, 2)),
        (Around(1), Far(2, 2)),
    ],
)
def test_a5_3_the_number_of_ways_is_the_number_listed(ranges: tuple[Any, ...]):
    """A5.3：数出来的与列出来的一样多，列出来的都合法、各不相同。"""
    space = space_of(armed(*ranges))
    listed = list(space)
    assert space.count() == len(listed)
    assert len({str(each) for each in listed}) == len(listed)
    assert all(each in space for each in listed)


def test_a4_1_a_huge_choice_is_counted_and_drawn_without_listing():
    """A4.1 A5.3：远9/9 在 6×5 的场地上够得着 29 格，先后有几万亿种；数、抽、读都马上有。"""
    scene = armed(Far(9, 9))
    space = space_of(scene)
    standing = sum(perm(29, size) for size in range(1, 10))
    goals = len(space.destinations())
    # MOV 2 的民兵在 C3，C4 被占：走得到 11 格中空着的；每一格都够得着其余 29 格。
    assert goals == 10 and space.count() == 1 + goals + (goals + 1) * standing
    assert scene.space().count() > (goals + 1) * standing
    stream = Stream(5)
    for _ in range(50):
        assert scene.space().sample(stream) in scene.space()
    assert len(list(islice(scene.space(), 500))) == 500


def test_a5_4_an_attack_without_a_cell_is_read_without_listing():
    """A5.4：「士兵 C3 攻击」没写打哪里：不把几万亿种先后列一遍，够得着的只有一个就是它，不止一个就说明白。"""
    scene = armed(Far(4, 9))
    assert read(scene, "士兵 C3 攻击") == ["round", scene.cell("C3"), None, [0, [scene.cell("C4")]]]
    assert misread(armed(Far(9, 9)), "士兵 C3 攻击")[1] == "A5.4"
