"""L7 终点与换道。"""

import pytest

from games.leafrun.events import (
    BearLost,
    BuffsKept,
    Drew,
    GameEnded,
    Ranked,
    Restored,
    Rolled,
    TrackEnded,
    TrackStarted,
    Trimmed,
    TurnEnded,
)
from games.leafrun.table import Barrier
from tests.leafrun.position import Scene, every, named, only, position, run

TWO = "SLLLE-SLFLE"
"""两条短道。"""


def arriving(*hands: str, added: tuple[int, ...], **options):
    """大家都站在终点前一格，各多走 `added` 步。"""
    table = position(*hands, at=[28] * len(hands), phase="movement", **options)
    table.added = list(added)
    return table


def ranks(events) -> list[tuple[int, int, int]]:
    return [(rank.seat, rank.place, rank.points) for rank in every(events, Ranked)]


# ------------------------------------------------------------------ L7.1
def test_places_score_three_two_one_nothing():
    """L7.1：先比超出步数。"""
    table = arriving("", "", "", "", "", added=(0, 4, 2, 3, 1))
    assert ranks(run(table)) == [(1, 1, 3), (3, 2, 2), (2, 3, 1), (4, 4, 0), (0, 5, 0)]
    assert table.points == [[0, 3, 1, 2, 0]]


def test_more_steps_to_spare_beats_arriving_a_beat_earlier():
    """L7.1：同一轮移动里到达就比超出，不比哪一拍到。"""
    table = position("", "", "", at=[28, 26, 0], phase="movement")
    table.added = [0, 5, 0]
    assert ranks(run(table)) == [(1, 1, 3), (0, 2, 2), (2, 3, 1)]


def test_equal_steps_compare_health():
    """L7.1：再比体力。"""
    table = arriving("", "", "", added=(1, 1, 0), health=[9, 11, 15])
    assert ranks(run(table)) == [(1, 1, 3), (0, 2, 2), (2, 3, 1)]


def test_the_rainboomed_are_compared_by_their_health_before_fainting():
    """L7.1：彩虹音爆者用昏厥前的值。"""
    table = arriving("", "", "", added=(0, 0, 0), health=[9, 8, 7])
    table.rainboom[0] = True
    assert ranks(run(table)) == [(0, 1, 3), (1, 2, 2), (2, 3, 1)]
    assert (table.health[0], table.fainted[0]) == (0, 0)


def test_full_ties_share_points_and_take_places():
    """L7.1：并列同分并占位，两人并列第一都得 3，下一名得 1。"""
    table = arriving("", "", "", "", added=(1, 1, 0, 0), health=[9, 9, 8, 7])
    events = run(table)
    assert ranks(events) == [(0, 1, 3), (1, 1, 3), (2, 3, 1), (3, 4, 0)]
    assert [rank.tied for rank in every(events, Ranked)] == [[1], [0], [], []]


def test_ties_that_do_not_take_places():
    """L7.1 ⚙并列不占位：下一名得 2。"""
    table = arriving("", "", "", "", added=(1, 1, 0, 0), health=[9, 9, 8, 7], ties_take_places=False)
    assert ranks(run(table)) == [(0, 1, 3), (1, 1, 3), (2, 2, 2), (3, 3, 1)]


def test_later_arrivals_take_later_places():
    """L7.1：不同轮到的，先到者名次在前，超出再多也没用。"""
    table = position("", "", "", at=[0, 28, 0], places=[1, 0, 0], phase="movement")
    table.added = [0, 9, 0]
    assert ranks(run(table)) == [(1, 2, 2), (2, 3, 1)]


# ------------------------------------------------------------------ L7.2
def test_an_event_arrival_takes_its_place_at_once():
    """L7.2：出牌阶段因事件到终点的，当即占名次，先于本轮移动到达者。"""
    scene = Scene(position("事件触发", "", "", at=[28, 28, 0], health=[1, 15, 15], order=[0, 1, 2]))
    scene.table.added[1] = 9
    events = scene.trigger(0, "use_terrain", (6, 2))
    assert ranks(events) == [(0, 1, 3)]
    assert only(events, TurnEnded).reason == "finish"
    scene.end(1)
    events = scene.end(2)
    assert ranks(events) == [(1, 2, 2), (2, 3, 1)]


def test_arrivals_slid_home_together_by_one_event_are_compared():
    """L7.2、L5.11 ⚙：同一事件一起滑到终点的，比体力再并列。"""
    table = position(
        "事件触发",
        "",
        "",
        "",
        at=[3, 1, 2, 0],
        health=[15, 9, 11, 15],
        tracks="SLLGE",
        slide_after_transfer=True,
    )
    scene = Scene(table)
    events = scene.trigger(0, "attraction", (6, 2))
    assert ranks(events)[:2] == [(2, 1, 3), (1, 2, 2)]
    assert table.places == [[0, 2, 1, 0]]


# ------------------------------------------------------------------ L7.3
@pytest.mark.parametrize(
    ("cards", "points"),
    [("", 3), ("自由的强制休息", 2), ("自由的强制休息 " * 2, 1), ("自由的强制休息 " * 5, 0)],
)
def test_each_forced_rest_carried_home_costs_a_point(cards: str, points: int):
    """L7.3：每张该道得分 −1，最小 0。"""
    table = arriving(cards, "", "", added=(20, 0, 0))
    rank = every(run(table), Ranked)[0]
    assert (rank.seat, rank.points, rank.penalty) == (0, points, 3 - points)
    assert table.points[0][0] == points


def test_the_fourth_place_cannot_go_below_nothing():
    """L7.3"""
    table = arriving("", "", "", "自由的强制休息", added=(9, 8, 7, 6))
    assert every(run(table), Ranked)[3].points == 0


# ------------------------------------------------------------------ L7.4
def changing(*hands: str, **options):
    """人人都到了终点、要换道的局面。"""
    options.setdefault("tracks", TWO)
    return position(*hands, places=list(range(1, len(hands) + 1)), phase="next_track", **options)


def test_pieces_return_to_the_start_of_the_next_track():
    """L7.4"""
    table = changing("", "", "")
    events = run(table)
    assert table.position == [0, 0, 0]
    assert (table.track, table.round, "".join(table.terrain)) == (1, 0, "SLFLE")
    assert table.places == [[1, 2, 3], [0, 0, 0]]
    assert only(events, TrackEnded).track == 0
    assert only(events, TrackStarted).cells == "SLFLE"
    assert table.phase == "round"


def test_hands_are_trimmed_or_filled_to_five():
    """L7.4：手牌弃到或摸到 5（自选弃哪些）。"""
    table = changing("心理攻击 心理攻击 偷牌 乐器 苹果 帽子 乐谱", "偷牌 偷牌", "偷牌 偷牌 偷牌 偷牌 偷牌")
    keep = table.hands[0][2:]
    events = run(table, {0: table.hands[0][:2]})
    assert table.hands[0] == keep
    assert [len(hand) for hand in table.hands] == [5, 5, 5]
    assert [(draw.seat, draw.count, draw.reason) for draw in every(events, Drew)] == [(1, 3, "next_track")]
    trimmed = only(events, Trimmed)
    assert (trimmed.seat, trimmed.count) == (0, 2)
    assert trimmed.seen_by(1).cards.seen is None
    assert len(trimmed.seen_by(0).cards.seen) == 2


def test_exactly_the_excess_is_discarded():
    """L7.4：不能多弃再摸。"""
    table = changing("心理攻击 心理攻击 偷牌 乐器 苹果 帽子 乐谱", "")
    scene = Scene(table)
    hand = table.hands[0]
    assert scene.waiting() == {0: "trim"}
    assert hand[:2] in scene.asked(0).options
    assert hand[:3] not in scene.asked(0).options
    assert hand[:1] not in scene.asked(0).options


def test_specials_count_among_the_five_and_forced_rest_stays():
    """L7.4：特殊牌计入 5 张；「自由的强制休息」不能弃。"""
    table = changing("自由的强制休息 bear 路障 偷牌 偷牌 事件触发", "")
    rest, bear, block = table.hands[0][:3]
    scene = Scene(table)
    assert [rest] not in scene.asked(0).options
    for card in (bear, block, table.hands[0][5]):
        assert [card] in scene.asked(0).options
    scene.play(0, [bear])
    assert named(table, table.hands[0]) == ["自由的强制休息", "路障", "偷牌", "偷牌", "事件触发"]
    assert table.mark[bear] == 0


def test_more_than_five_forced_rests_all_stay():
    """L7.4、L8.19"""
    table = changing("自由的强制休息 " * 6 + "偷牌", "")
    run(table, {0: table.hands[0][6:]})
    assert named(table, table.hands[0]) == ["自由的强制休息"] * 6


def test_worn_armour_stays():
    """L7.4：保留装备的防具。"""
    table = changing("", "", armour=["帽子"])
    hat = table.armour[0]
    run(table)
    assert table.armour[0] == hat


def test_at_most_one_element_buff_stays_and_friendship_does_not_count():
    """L7.4：元素增益至多留一个（自选），「友谊永恒」给的不占名额；离场的进弃牌堆。"""
    table = changing("", "", buffs=[[1, 3], [2]], friendship=[[2], [1, 3]])
    element_one, _, element_three = table.buffs[0]
    scene = Scene(table)
    assert scene.waiting() == {0: "keep_buff"}
    assert list(scene.asked(0).options) == [[], [1], [3]]
    events = scene.play(0, [3])
    told = only(events, BuffsKept)
    assert (told.kept, told.lost, told.cards) == ([3], [1], [element_one])
    assert table.buffs[0] == [-1, -2, element_three]
    assert element_one in table.discard
    assert table.buffs[1][0] == -2 and table.buffs[1][1] >= 0


@pytest.mark.parametrize(("before", "after"), [(6, 7), (7, 7), (8, 8), (1, 7), (15, 15)])
def test_health_below_half_returns_to_half_rounded_down(before: int, after: int):
    """L7.4：⌊上限/2⌋，大麦 6 → 7。"""
    table = changing("", "", health=[before])
    events = run(table)
    assert table.health[0] == after
    assert len(every(events, Restored)) == (1 if after != before else 0)


def test_buffs_are_settled_before_health():
    """L7.4：先定增益，再看体力——弃了①的上限是 15，留①的是 16。"""
    for kept, health, cap in (([2], 7, 15), ([1], 8, 16)):
        table = changing("", "", buffs=[[1, 2]], health=[5])
        run(table, {0: kept})
        assert (table.health[0], table.max_health(0)) == (health, cap)
    table = changing("", "", buffs=[[1, 2]], health=[16])
    run(table, {0: [2]})
    assert table.health[0] == 15  # 上限没了，体力截到上限


def test_what_the_track_change_clears_and_what_it_keeps():
    """L7.4：路障、树脂、魔法束缚、未兑现的 bear 清除，物理束缚保留。"""
    table = changing("", "", buffs=[[1]], binding_permanent=True)
    table.roadblocks = [Barrier(2, [])]
    table.resin[1] = True
    table.magic = 4
    table.bear_pending[0] = True
    table.bound = True
    table.health = [15, 15]
    events = run(table)
    assert table.roadblocks == []
    assert table.resin == [False, False]
    assert table.magic == 1
    assert table.bear_pending == [False, False]
    assert only(events, BearLost).reason == "next_track"
    assert table.bound
    assert table.max_health(0) == 15


def test_the_order_is_rolled_again():
    """L7.4：重掷顺序（L2.1），不按上一道的名次。"""
    orders = set()
    for seed in range(30):
        table = changing("", "", "", seed=seed)
        events = run(table)
        assert {roll.seat for roll in every(events, Rolled)} == {0, 1, 2}
        orders.add(tuple(table.order))
        order = table.order[:]
        run(table)  # 新道第一轮用这个顺序
        assert table.order == order
    assert len(orders) > 3


# ------------------------------------------------------------------ L7.5
def finishing(points: list[list[int]], places: list[list[int]], **options):
    seats = len(points[0])
    table = position(*[""] * seats, places=places[-1], phase="next_track", tracks="SLE-SLE-SLE", **options)
    table.track = 2
    table.points, table.places = points, places
    return table


def test_highest_total_wins():
    """L7.5"""
    table = finishing([[3, 2, 1], [1, 3, 2], [2, 3, 1]], [[1, 2, 3], [3, 1, 2], [2, 1, 3]])
    told = only(run(table), GameEnded)
    assert (told.winners, told.totals, told.firsts) == ([1], [6, 8, 4], [1, 2, 0])
    assert table.over


def test_ties_share_the_victory():
    """L7.5：并列共享胜利。"""
    table = finishing([[3, 2], [2, 3], [2, 2]], [[1, 2], [2, 1], [1, 1]])
    assert only(run(table), GameEnded).winners == [0, 1]
    assert table.view(None).winners == [0, 1]


def test_ties_compare_first_places_with_the_option():
    """L7.5 ⚙比第一名次数，再相同才共享。"""
    points, places = [[3, 2, 0], [0, 2, 0], [3, 2, 3]], [[1, 2, 4], [4, 2, 3], [1, 2, 1]]
    table = finishing(points, places, victory_shared=False)
    assert only(run(table), GameEnded).winners == [0]
    table = finishing(points, places)
    assert only(run(table), GameEnded).winners == [0, 1]
    even = finishing([[3, 2], [2, 3], [0, 0]], [[1, 2], [2, 1], [3, 3]], victory_shared=False)
    assert only(run(even), GameEnded).winners == [0, 1]


def test_the_game_ends_with_the_last_track_without_trimming():
    """L7.5"""
    table = position("偷牌 " * 8, "", places=[1, 2], phase="next_track", tracks="SLE")
    events = run(table)
    assert table.over
    assert len(table.hands[0]) == 8
    assert not every(events, Rolled)
