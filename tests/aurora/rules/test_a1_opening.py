"""开局（A1）。"""

from __future__ import annotations

from typing import Any

import pytest

from games.aurora.board import NOWHERE, cells_in
from games.aurora.decks import write_line
from games.aurora.events import Drew, FirstRolled, HeroChosen, HeroPlaced, ObstaclePlaced, ZonesSet
from games.aurora.questions import DeckNote
from games.aurora.rules import deal, equip, used
from games.aurora.table import NOBODY, AuroraTable
from games.kernel import Belongings, Match
from tests.aurora.position import DATA, Scene, every, only, options_of, owned, pieces


def fresh(seed: int = 1, **options: Any) -> AuroraTable:
    return deal(seed, ["", ""], options_of(**options), DATA)


def chosen(seed: int = 1, *, names: tuple[str, str] = ("预组赫利", "预组洛克"), **options: Any) -> Scene:
    """两人都选好了卡组，轮到放障碍。"""
    scene = Scene(fresh(seed, **options))
    for seat, name in enumerate(names):
        scene.answer(seat, name)
    return scene


def entered(scene: Scene, *cells: str) -> Scene:
    """障碍与英雄都放好，停在分闪避区。`cells`：先手障碍、后手障碍、先手英雄、后手英雄。"""
    first = scene.table.first
    for seat, cell in zip((first, 1 - first, first, 1 - first), cells, strict=True):
        scene.answer(seat, scene.cell(cell))
    return scene


def test_a1_1_board_is_six_by_five():
    """A1.1：6 列 5 排；只能两个人。"""
    table = fresh()
    assert (table.setup.board.width, table.setup.board.height) == (6, 5)
    for seats in (1, 3):
        with pytest.raises(ValueError, match=r"A1\.1"):
            deal(1, [""] * seats, options_of(), DATA)


def test_a1_1_size_is_an_option():
    """A1.1 选项：尺寸；后手的第 1 排是最大的一排。"""
    table = fresh(width=7, height=6)
    assert table.setup.board.size == 42
    table.first = 0
    assert {table.setup.board.row(cell) for cell in cells_in(table.home(1, 1))} == {5}


def test_a1_6_first_is_rolled_before_anything_and_ties_reroll():
    """A1.6：最先掷骰定先手，一样就再掷；掷的点公开。"""
    seen: set[int] = set()
    rerolled = False
    for seed in range(40):
        scene = Scene(fresh(seed))
        told = scene.events[0]
        assert isinstance(told, FirstRolled)
        assert all(first == second for first, second in told.rolls[:-1])
        first, second = told.rolls[-1]
        assert first != second and told.first == scene.table.first == (0 if first > second else 1)
        assert all(1 <= point <= 6 for roll in told.rolls for point in roll)
        seen.add(told.first)
        rerolled |= len(told.rolls) > 1
    assert seen == {0, 1} and rerolled


def test_a1_6_both_choose_secretly_at_the_same_time():
    """A1.6：同时密选，都选好才公布英雄；卡组的名字只有自己知道（A10）。"""
    scene = Scene(fresh())
    assert scene.waiting() == {0: "deck", 1: "deck"}
    assert list(scene.asked(0).options) == [preset.name for preset in DATA.presets]
    assert scene.answer(1, "预组洛克") == []
    assert scene.table.view(None).players[1].hero == NOBODY
    told = every(scene.answer(0, "预组赫利"), HeroChosen)
    assert sorted((each.seat, DATA.heroes[each.hero].name, each.health) for each in told) == [
        (0, "赫利", 20),
        (1, "洛克", 20),
    ]
    mine = next(each for each in told if each.seat == 0)
    assert mine.seen_by(0).deck.seen == "预组赫利"
    assert mine.seen_by(1).deck.seen is mine.seen_by(None).deck.seen is None
    table = scene.table
    assert len(table.decks[0]) == 30 and len(table.piles[0]) == 10
    assert table.view(0).deck_name == "预组赫利" and table.view(1).deck_name == "预组洛克"
    assert table.view(None).deck_name == ""
    assert used(table) == ["预组赫利", "预组洛克"]


def test_a1_6_a_deck_of_ones_own():
    """A1.6 A8.2：自己存着的、合 A8.1 的卡组也能选；不能用的写明为什么；上次用的是默认（A11.1）。"""
    preset = DATA.presets[2]
    scene = Scene(fresh())
    deck = scene.table.setup.pool.presets[preset.name]
    table = fresh()
    things = {"影子": write_line(deck), "坏的": "极光1:洛克:疾步1/"}
    equip(table, [Belongings(things, "影子"), Belongings()])
    assert used(table) == ["", ""]
    scene = Scene(table)
    ask = scene.asked(0)
    assert list(ask.options) == [*[each.name for each in DATA.presets], "影子"]
    assert ask.default == "影子" and scene.asked(1).default == DATA.presets[0].name
    assert isinstance(ask.note, DeckNote) and ask.note.refused[0][0] == "坏的"
    assert "影子" not in scene.asked(1).options
    scene.answer(0, "影子")
    scene.answer(1, "预组诺娅")
    assert DATA.heroes[scene.table.heroes[0]].name == "洛克"
    assert used(scene.table) == ["影子", "预组诺娅"]
    assert owned(scene.table, 0) == sorted(scene.table.setup.piles_of(deck)[0])


def test_a1_6_last_used_deck_that_is_gone_falls_back():
    """A11.1：上次用的没有了，默认预组一。"""
    table = fresh()
    equip(table, [Belongings({}, "没了"), Belongings({}, "预组艾薇")])
    scene = Scene(table)
    assert scene.asked(0).default == "预组赫利" and scene.asked(1).default == "预组艾薇"


def test_a1_3_obstacles_first_then_second_in_own_rows():
    """A1.3：先手先放，公开；自己 1、2 排任一格。"""
    scene = chosen()
    first = scene.table.first
    assert scene.waiting() == {first: "obstacle"}
    assert sorted(scene.names(list(scene.space()))) == sorted(
        f"{column}{row}" for column in "ABCDEF" for row in (1, 2)
    )
    scene.refused(first, scene.cell("A3"))
    assert only(scene.answer(first, scene.cell("C2")), ObstaclePlaced).cell == scene.cell("C2")
    second = 1 - first
    assert scene.waiting() == {second: "obstacle"}
    assert sorted(scene.names(list(scene.space()))) == sorted(
        f"{column}{row}" for column in "ABCDEF" for row in (4, 5)
    )
    scene.answer(second, scene.cell("F5"))
    assert scene.names(scene.table.view(None).obstacles) == ["C2", "F5"]


def test_a1_3_own_first_row_keeps_a_place():
    """A1.3：不得使己方第 1 排无格可站。"""
    from games.aurora.rules.opening import legal_obstacles

    table = chosen().table
    board = table.setup.board
    table.obstacles = sum(1 << board.find(f"{column}1") for column in "ABCDE")
    table.first = 0
    assert board.find("F1") not in legal_obstacles(table, 0)
    assert board.find("F2") in legal_obstacles(table, 0)


def test_a1_4_heroes_stand_in_their_first_row():
    """A1.4：各在自己第 1 排选一格，障碍上不行；先手先放。"""
    scene = chosen()
    first = scene.table.first
    scene.answer(first, scene.cell("B1"))
    scene.answer(1 - first, scene.cell("E4"))
    assert scene.waiting() == {first: "hero"}
    assert [each if each == "roll" else scene.names([each])[0] for each in scene.space()] == [
        "A1",
        "C1",
        "D1",
        "E1",
        "F1",
        "roll",
    ]
    assert scene.asked(first).default == "roll"
    told = only(scene.answer(first, scene.cell("D1")), HeroPlaced)
    assert told.rolls == [] and told.cell == scene.cell("D1")
    scene.refused(1 - first, scene.cell("A1"))
    scene.answer(1 - first, scene.cell("A5"))
    assert scene.place(first) == "D1" and scene.place(1 - first) == "A5"


def test_a1_4_rolling_for_a_place_rerolls_taken_ones():
    """A1.4：掷 D6，1–6 对 A–F，被占则重掷。"""
    rerolled, columns = 0, set[int]()
    for seed in range(60):
        scene = chosen(seed)
        first = scene.table.first
        scene.answer(first, scene.cell("C1"))
        scene.answer(1 - first, scene.cell("C4"))
        told = only(scene.answer(first, "roll"), HeroPlaced)
        assert all(1 <= point <= 6 for point in told.rolls)
        assert told.rolls[-1] != 3 and all(point == 3 for point in told.rolls[:-1])
        assert scene.place(first) == "ABCDEF"[told.rolls[-1] - 1] + "1"
        rerolled += len(told.rolls) > 1
        columns.add(told.rolls[-1])
    assert rerolled and columns == {1, 2, 4, 5, 6}


def test_a1_5_five_cards_are_divided_then_four_drawn():
    """A1.5：各抽 5 张，至多三张入闪避区，其余入备用区；再抽 4 张为手牌；内容只有自己看到。"""
    scene = entered(chosen(), "A2", "A4", "B1", "B5")
    assert scene.waiting() == {0: "dodges", 1: "dodges"}
    five = {seat: scene.table.hands[seat][:] for seat in (0, 1)}
    assert len(five[0]) == len(five[1]) == 5
    scene.refused(0, five[0][:4])
    scene.refused(0, [NOWHERE])
    scene.answer(0, five[0][:1])
    told = every(scene.answer(1, five[1][:3]), ZonesSet)
    assert [(each.seat, each.dodges, each.reserve) for each in sorted(told, key=lambda each: each.seat)] == [
        (0, 1, 4),
        (1, 3, 2),
    ]
    for each in told:
        assert each.seen_by(1 - each.seat).cards.seen is None and each.seen_by(None).cards.seen is None
        assert each.seen_by(each.seat).cards.seen is not None
    table = scene.table
    assert table.dodges[0] == five[0][:1] and sorted(table.reserves[0]) == sorted(five[0][1:])
    assert sorted(table.dodges[1]) == sorted(five[1][:3])
    drew = [each for each in scene.events if isinstance(each, Drew) and each.reason == "opening"]
    assert [each.count for each in drew] == [5, 5, 4, 4]
    assert all(each.seen_by(1 - each.seat).cards.seen is None for each in drew)
    assert len(table.view(1).dodge_zone) == 3 and table.view(None).dodge_zone == []


def test_a1_5_no_dodges_is_allowed_and_reserve_may_exceed_its_limit():
    """A1.5：可以一张也不放；开局备用区可超上限 3。"""
    scene = entered(chosen(), "A2", "A4", "B1", "B5")
    scene.answer(0, [])
    scene.answer(1, [])
    assert [len(zone) for zone in scene.table.reserves] == [5, 5]
    assert [len(zone) for zone in scene.table.dodges] == [0, 0]


def test_a1_first_turn_belongs_to_the_first_player():
    """A1.6 A2.1：先手先走，第一回合只摸 1 张，手牌 5 张；后手摸 2 张。"""
    scene = entered(chosen(), "A2", "A4", "B1", "B5")
    scene.default()
    scene.default()
    table = scene.table
    assert table.active == table.first and table.turns == 1 and table.own_turns[table.first] == 1
    assert len(table.hands[table.first]) == 5 and len(table.hands[1 - table.first]) == 4
    assert pieces(table) == sorted(table.piles[0] + table.piles[1])


def test_the_same_seed_opens_the_same():
    """同样的种子与回答，开出同样的局。"""
    digests = set()
    for _ in range(2):
        match = Match(fresh(9))
        for _ in range(8):
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.default)
        digests.add(match.table.digest())
    assert len(digests) == 1
