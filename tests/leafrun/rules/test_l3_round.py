"""L3 一轮。"""

from games.leafrun.events import (
    Drew,
    EventSkipped,
    MovementStarted,
    OrderSet,
    Ranked,
    Rolled,
    RoundStarted,
    Stepped,
    TurnEnded,
    TurnStarted,
)
from tests.leafrun.position import Scene, every, fix_dice, only, position, run


def test_turns_then_one_movement_then_draws_then_the_next_round():
    """L3：出牌（按顺序）→ 全员同时移动 → 摸牌 → 下一轮。"""
    scene = Scene(position("", "", "", order=[2, 0, 1]))
    assert scene.waiting() == {2: "turn"}
    scene.end(2)
    assert scene.waiting() == {0: "turn"}
    scene.end(0)
    assert not every(scene.events, Stepped)
    events = scene.end(1)
    kinds = [type(event) for event in events]
    assert kinds.index(MovementStarted) < kinds.index(Stepped) < kinds.index(Drew) < kinds.index(RoundStarted)
    assert scene.table.position == [1, 1, 1]
    assert scene.table.round == 2


def test_next_round_starts_with_whoever_is_nearest_the_end():
    """L3.1：离终点近者先。"""
    table = position("", "", "", at=[3, 9, 6], phase="round")
    events = run(table)
    assert table.order == [1, 2, 0]
    assert not every(events, Rolled)


def test_same_cell_is_decided_by_dice():
    """L3.1：同格者掷骰，只有他们掷。"""
    table = position("", "", "", at=[3, 5, 3], phase="round")
    fix_dice(table, (6, 2), (6, 6))
    events = run(table)
    assert [(roll.seat, roll.value) for roll in every(events, Rolled)] == [(0, 2), (2, 6)]
    assert table.order == [1, 2, 0]


def test_the_just_woken_go_last_and_among_themselves_by_distance():
    """L3.1：本轮刚苏醒者最后，多名苏醒者之间仍按前两条。"""
    table = position("", "", "", "", at=[20, 3, 25, 1], phase="round")
    table.round = 5
    table.fainted = [1, -1, 2, -1]  # 0 该选了，2 多等一轮后满血
    table.health[0] = table.health[2] = 0
    events = run(table, {0: "half"})
    assert table.order == [1, 3, 2, 0]
    assert only(events, OrderSet).woken == [0, 2]


def test_one_woken_and_one_awake_in_the_same_cell_do_not_roll():
    """L3.1：醒着的先，不用掷骰。"""
    table = position("", "", at=[4, 4], phase="round")
    table.round = 5
    table.fainted[0] = 1
    table.health[0] = 0
    events = run(table, {0: "half"})
    assert table.order == [1, 0]
    assert not every(events, Rolled)


def test_finishers_draw_this_round_then_neither_act_nor_draw():
    """L3.2"""
    table = position("", "", "", at=[28, 3, 4], phase="movement")
    scene = Scene(table)
    assert [(draw.seat, draw.count) for draw in every(scene.events, Drew)] == [(0, 1), (1, 1), (2, 1)]
    assert table.places == [[1, 0, 0]]
    assert table.order == [2, 1]
    scene.end(2)
    events = scene.end(1)
    assert {draw.seat for draw in every(events, Drew)} == {1, 2}
    assert len(table.hands[0]) == 1


def test_finishers_cannot_be_targeted():
    """L3.2：不可被指定——武器、拉、强买强卖、树脂球、换位、捡漏都够不着他。"""
    hands = "乐器 给我过来 事件触发 事件触发 事件触发 事件触发 事件触发 心理攻击"
    scene = Scene(position(hands, "苹果 苹果", "", at=[24, 0, 10], places=[0, 1, 0]))
    assert "L4.4" in scene.refused(0, ["weapon", scene.card(0, "乐器"), 1]).clause
    assert "L8.1" in scene.refused(0, ["special", scene.card(0, "给我过来"), 1]).clause
    assert only(scene.trigger(0, "forced_trade"), EventSkipped).reason == "no_target"
    scene.trigger(0, "attraction", (6, 6))
    assert scene.table.position == [24, 29, 10]
    scene.trigger(0, "resin")
    assert {choice[1] for choice in scene.asked(0).options if choice} == {0, 2}
    scene.play(0, None)
    scene.trigger(0, "swap_places")
    assert scene.table.position == [10, 29, 24]
    scene.trigger(0, "swap_places")
    assert scene.table.position == [24, 29, 10]
    assert len(scene.table.hands[1]) == 2


def test_salvage_ignores_a_finisher_ahead():
    """L3.2：前方只有到了终点的人时，不算前方有人（L8.13）。"""
    scene = Scene(position("事件触发 心理攻击", "苹果 苹果", "", at=[10, 0, 3], places=[0, 1, 0]))
    scene.trigger(0, "salvage")
    assert scene.asked(0).what == "salvage"
    assert list(scene.asked(0).options) == [["give", 2, "cards"]]


def test_a_finishers_triggers_wait_for_the_next_track():
    """L3.2：手里的事件触发留到下一道。"""
    scene = Scene(position("事件触发 事件触发", "", "", at=[28, 0, 0]))
    events = scene.trigger(0, "use_terrain", (6, 6))
    assert only(events, TurnEnded).reason == "finish"
    assert scene.waiting() == {1: "turn"}
    assert len(scene.table.hands[0]) == 1


def test_the_last_one_is_judged_at_once_after_movement():
    """L3.3：只剩一人没到时自动判其末位，得下一名次的分。"""
    table = position("", "", "", at=[28, 3, 27], characters=["大麦", "大麦", "糖糖"], phase="movement")
    events = run(table)
    ranks = [(rank.seat, rank.place, rank.points, rank.automatic) for rank in every(events, Ranked)]
    assert ranks == [(0, 1, 3, False), (2, 2, 2, False), (1, 3, 1, True)]
    assert table.phase == "next_track"


def test_the_judged_last_still_loses_points_for_forced_rest():
    """L3.3：同样适用 L7.3。"""
    table = position("", "自由的强制休息", at=[28, 3], phase="movement")
    events = run(table)
    last = every(events, Ranked)[-1]
    assert (last.seat, last.place, last.points, last.penalty) == (1, 2, 1, 1)


def test_an_event_arrival_that_leaves_one_ends_the_track_in_the_turn():
    """L3.3：出牌阶段有人到终点而只剩一人，立即判，不再移动。"""
    scene = Scene(position("事件触发", "心理攻击", at=[28, 5]))
    events = scene.trigger(0, "use_terrain", (6, 2))
    assert [(rank.seat, rank.points) for rank in every(events, Ranked)] == [(0, 3), (1, 2)]
    assert only(events, TurnEnded).reason == "track"
    assert not every(events, MovementStarted)
    assert scene.match.over  # 只有一条道


def test_without_the_option_the_last_one_runs_home():
    """L3.3 ⚙关"""
    table = position("", "", at=[28, 26], phase="movement", last_place_automatic=False)
    scene = Scene(table)
    assert table.places == [[1, 0]]
    assert scene.waiting() == {1: "turn"}
    scene.end(1)
    scene.end(1)
    assert scene.match.over
    assert table.points == [[3, 2]]


def test_after_forty_rounds_the_rest_get_nothing():
    """L3.3：满 40 轮仍有人没到，未到者该道 0 分。"""
    for round, expected in ((39, "round"), (40, "next_track")):
        table = position("", "", "", at=[28, 3, 4], phase="movement", round=round)
        events = run(table)
        assert table.phase == expected
        assert table.points == [[3, 0, 0]]
        zeros = [rank.seat for rank in every(events, Ranked) if rank.place == 0]
        assert zeros == ([1, 2] if round == 40 else [])


def test_a_round_with_nobody_awake_passes_without_a_turn():
    """L3.3：全员昏厥的轮次照样过去，不卡死。"""
    table = position("", "", at=[3, 4], phase="round")
    table.round = 5
    table.fainted = [0, 0]
    table.health = [0, 0]
    scene = Scene(table)
    assert not every(scene.events, TurnStarted)
    assert scene.waiting() == {0: "wake", 1: "wake"}
    assert table.round == 7
