"""L1 人数、道具。"""

import pytest

from games.kernel import Match
from games.leafrun.events import Rolled
from games.leafrun.rules import deal, seat_limits
from tests.leafrun.position import DATA, PIECES, Scene, every, position, rules_of, run


def test_two_to_six_players_eight_only_with_the_option():
    """L1.1"""
    for seats in range(2, 7):
        table = deal(1, PIECES[:seats], rules_of(), DATA)
        assert table.seats == seats
        assert table.pieces == list(PIECES[:seats])
    for seats in (0, 1, 7, 8, 9):
        with pytest.raises(ValueError, match=r"L1\.1"):
            deal(1, [*PIECES, "⬜"][:seats], rules_of(), DATA)
    wider = rules_of(up_to_eight=True)
    assert deal(1, PIECES, wider, DATA).seats == 8
    with pytest.raises(ValueError, match=r"L1\.1"):
        deal(1, [*PIECES, "⬜"], wider, DATA)
    assert seat_limits(rules_of(), DATA) == (2, 6)
    assert seat_limits(wider, DATA) == (2, 8)


def test_each_player_keeps_the_piece_they_picked():
    """L1.1：每人一枚棋子。"""
    view = deal(1, ["🟪", "⬛"], rules_of(), DATA).view(None)
    assert [each.mark for each in view.players] == ["🟪", "⬛"]


def test_a_character_is_only_health_and_move():
    """L1.2：同体力、同移动的两个角色走起来一模一样。"""
    tables = [position("", "", characters=[name, "大麦"], phase="movement") for name in ("小蝶", "云宝")]
    for table in tables:
        run(table)
    assert tables[0].position == tables[1].position
    assert tables[0].hands == tables[1].hands
    assert tables[0].health == tables[1].health


def test_the_deck_holds_148_cards_each_once():
    """L1.3"""
    table = deal(7, PIECES[:4], rules_of(), DATA)
    assert sorted(table.deck) == list(range(148))
    counts: dict[int, int] = {}
    for card in table.deck:
        counts[table.setup.category[card]] = counts.get(table.setup.category[card], 0) + 1
    assert counts == {0: 60, 1: 14, 2: 24, 3: 12, 4: 20, 5: 12, 6: 6}


@pytest.mark.parametrize(
    ("name", "health", "move"),
    [("苹果杰克", 15, 2), ("萍琪", 12, 2), ("大麦", 15, 1), ("泽科拉", 13, 1), ("甜贝儿", 12, 1)],
)
def test_characters_bring_their_health_and_move_to_the_table(name: str, health: int, move: int):
    """L1.4"""
    table = position("", "", characters=[name])
    assert table.max_health(0) == health
    assert table.move_value(0) == move


@pytest.mark.parametrize(("name", "limit"), [("大麦", 7), ("小蝶", 6), ("糖糖", 7), ("瑞瑞", 6)])
def test_load_limit_is_half_the_health_rounded_down(name: str, limit: int):
    """L1.5：大麦 15 → 7。"""
    assert position("", "", characters=[name]).limit(0) == limit


@pytest.mark.parametrize("sides", [6, 20])
def test_order_die_is_d6_or_d20(sides: int):
    """L1.6 ⚙定顺序"""
    seen: set[int] = set()
    for seed in range(120):
        match = Match(deal(seed, PIECES[:3], rules_of(order_die_sides=sides, dice_automatic=True), DATA))
        for event in every(match.events, Rolled):
            assert event.purpose == "order"
            assert event.sides == sides
            seen.add(event.value)
    assert seen == set(range(1, sides + 1))


def test_event_dice_have_twenty_and_six_sides():
    """L1.6：事件触发用 D20，事件 3、10 用 D6。"""
    scene = Scene(position("事件触发 事件触发", ""))
    rolls = every(scene.trigger(0, "attraction", (6, 2)), Rolled)
    assert [(roll.purpose, roll.sides, roll.value) for roll in rolls] == [
        ("event", 20, 3),
        ("attraction", 6, 2),
    ]
    rolls = every(scene.trigger(0, "use_terrain", (6, 5)), Rolled)
    assert [(roll.purpose, roll.sides, roll.value) for roll in rolls] == [
        ("event", 20, 10),
        ("use_terrain", 6, 5),
    ]
