"""L5 同时移动。"""

import pytest

from games.leafrun.events import (
    Arrived,
    Drew,
    Fainted,
    HealthLost,
    HeldByRoadblock,
    MovementEnded,
    MovementStarted,
    RoadblockPaid,
    RoadblockRemoved,
    SandSlides,
    Stepped,
    Swamped,
    TerrainChanged,
)
from games.leafrun.table import Barrier
from tests.leafrun.position import Scene, every, only, position, run


def moving(*hands: str, added: tuple[int, ...] = (), **options):
    """移动这一段之前的局面；`added` 是各人行动牌加的步数。"""
    table = position(*hands, phase="movement", **options)
    for seat, steps in enumerate(added):
        table.added[seat] = steps
    return table


def walked(events) -> list[int]:
    return only(events, MovementEnded).walked


# ------------------------------------------------------------------ L5.1
@pytest.mark.parametrize(
    ("cards", "added", "steps"), [(0, 0, 1), (7, 0, 1), (8, 0, 0), (8, 3, 3), (10, 3, 1), (20, 3, 0)]
)
def test_steps_are_move_plus_actions_minus_overload(cards: int, added: int, steps: int):
    """L5.1：步数 = max(0, 移动值 + 行动牌 − 超重)，大麦负重上限 7。"""
    table = moving(
        " ".join(["心理攻击"] * min(cards, 16) + ["偷牌"] * max(0, cards - 16)), "", added=(added,)
    )
    events = run(table)
    plan = only(events, MovementStarted).plans[0]
    assert (plan.move, plan.added, plan.overload, plan.steps) == (1, added, max(0, cards - 7), steps)
    assert table.position[0] == steps


def test_overload_counts_when_movement_starts_not_when_cards_were_played():
    """L5.1：在移动开始那一刻算。"""
    scene = Scene(position(" ".join(["心理攻击"] * 9), "", order=[0, 1]))
    scene.play(0, ["move", scene.table.hands[0][:4]])
    scene.end(0)
    events = scene.end(1)
    assert only(events, MovementStarted).plans[0].steps == 5


# ------------------------------------------------------------------ L5.2
def test_everyone_steps_together_beat_by_beat():
    """L5.2：每一拍所有还有步数的人同时进一格。"""
    table = moving("", "", "", at=[0, 5, 2], added=(2, 0, 1))
    steps = [(step.beat, step.seat, step.cell, step.left) for step in every(run(table), Stepped)]
    assert steps == [
        (1, 0, 1, 2),
        (1, 1, 6, 0),
        (1, 2, 3, 1),
        (2, 0, 2, 1),
        (2, 2, 4, 0),
        (3, 0, 3, 0),
    ]


def test_order_does_not_matter_within_a_beat():
    """L5.2：同拍的人换个出牌次序，结果一样。"""
    results = []
    for order in ([0, 1, 2], [2, 1, 0]):
        table = moving("", "", "", at=[0, 1, 1], added=(3, 2, 2), tracks="SLFFVGLLE", order=order)
        run(table)
        results.append((table.position, table.health, table.terrain))
    assert results[0] == results[1]


def test_one_may_choose_fewer_steps_only_with_the_option():
    """L5.2 ⚙必须走满：关则移动前自选走几格。"""
    table = moving("", "", "", added=(4, 0, 0), must_walk_all=False, order=[0, 1, 2])
    table.halted[2] = True
    scene = Scene(table)
    assert scene.waiting() == {0: "walk", 1: "walk"}
    assert list(scene.asked(0).options) == [0, 1, 2, 3, 4, 5]
    assert scene.asked(0).default == 5
    scene.play(1, 0)
    scene.play(0, 2)
    assert table.position == [2, 0, 0]
    table = moving("", "", added=(4, 0))
    run(table)
    assert table.position == [5, 1]


# ------------------------------------------------------------------ L5.3
def test_leaves_do_nothing():
    """L5.3"""
    table = moving("", "", added=(5, 0))
    events = run(table)
    assert table.health == [15, 15]
    assert not every(events, TerrainChanged)
    assert table.terrain == list(table.setup.tracks[0])


# ------------------------------------------------------------------ L5.4
def test_forest_costs_two_and_turns_to_leaves():
    """L5.4：每进一格 −2；之后变落叶。"""
    table = moving("", "", added=(2, 0), tracks="SFFFLLE")
    events = run(table)
    assert table.health == [9, 13]
    assert "".join(table.terrain) == "SLLLLLE"
    assert [change.cell for change in every(events, TerrainChanged)] == [1, 2, 3]
    table.phase, table.order, table.fainted = "movement", [0, 1], [-1, -1]
    run(table)
    assert table.health == [9, 13]  # 别人踩过的已是落叶


def test_all_who_enter_a_forest_in_the_same_beat_pay():
    """L5.4：同拍进入者都扣；晚一拍的不扣。"""
    table = moving("", "", "", at=[1, 1, 0], added=(0, 0, 1), tracks="SLFLLLE")
    run(table)
    assert table.position == [2, 2, 2]
    assert table.health == [13, 13, 15]


def test_standing_in_a_forest_costs_nothing_more():
    """L5.4：停在上面不再扣（如时光倒流把脚下变成林间）。"""
    table = moving("", "", at=[2, 0], tracks="SLFLLLE")
    run(table)
    assert table.health == [15, 15]
    assert table.terrain[2] == "F"


# ------------------------------------------------------------------ L5.5
def test_a_swamp_ends_the_movement_of_the_first_to_enter():
    """L5.5：同拍最先进入者全部剩余步数清零；之后变落叶。"""
    table = moving("", "", "", at=[1, 1, 0], added=(4, 2, 4), tracks="SLVLLLLLE")
    events = run(table)
    assert table.position == [2, 2, 5]  # 第三人晚一拍，已是落叶
    assert [(swamp.seat, swamp.lost) for swamp in every(events, Swamped)] == [(0, 4), (1, 2)]
    assert table.terrain[2] == "L"


def test_a_swamp_in_an_event_stops_only_that_advance():
    """L5.5：不影响本轮之后的同时移动。"""
    scene = Scene(position("事件触发 心理攻击", "", order=[0, 1], tracks="SLVLLLLLLLLE"))
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    scene.trigger(0, "use_terrain", (6, 6))
    assert scene.table.position[0] == 2
    scene.end(0)
    scene.end(1)
    assert scene.table.position[0] == 4


# ------------------------------------------------------------------ L5.6
def test_stopping_on_sand_slides_one_more_cell_and_triggers_it():
    """L5.6：步数用尽而停在滑沙者，下一拍再进一格并触发那格地形；这格计入摸牌。"""
    table = moving("", "", tracks="SGFLLLE", added=(0, 4), order=[0, 1])
    events = run(table)
    assert table.position[0] == 2
    assert table.health == [13, 13]  # 两人同拍进林间：滑的与走的一起结算
    assert only(events, SandSlides).seat == 0
    assert walked(events)[0] == 2
    assert [draw.count for draw in every(events, Drew)] == [2, 5]


def test_sand_chains():
    """L5.6：可连锁。"""
    table = moving("", "", at=[0, 5], tracks="SGGGLLLLE")
    events = run(table)
    assert table.position[0] == 4
    assert len(every(events, SandSlides)) == 3
    assert walked(events)[0] == 4


def test_passing_over_sand_does_nothing():
    """L5.6：路过无事。"""
    table = moving("", "", at=[0, 4], tracks="SGLLLLE", added=(1, 0))
    events = run(table)
    assert table.position[0] == 2
    assert not every(events, SandSlides)


def test_the_slid_cell_does_not_draw_with_the_option():
    """L5.6 ⚙这格计入摸牌：关。"""
    table = moving("", "", at=[0, 4], tracks="SGGLLLE", slide_draws=False)
    events = run(table)
    assert table.position[0] == 3
    assert walked(events)[0] == 1


def test_no_slide_without_a_step_and_none_when_fainted():
    """L5.6：本次移动 0 步者不滑；在滑沙上昏厥者不滑。"""
    table = moving("", "", at=[1, 0], tracks="SGLLLLE")
    table.halted[0] = True
    run(table)
    assert table.position[0] == 1
    # 选了走 0 步也一样。
    table = moving("", "", at=[1, 3], tracks="SGLLLLE", must_walk_all=False)
    run(table, {0: 0, 1: 1})
    assert table.position[0] == 1
    # 彩虹音爆在移动全部结束之后才昏厥，所以照滑；林间滑出的昏厥就停。
    table = moving("", "", at=[0, 6], health=[2, None], tracks="SGFGLLLLE")
    events = run(table)
    assert table.position[0] == 2
    assert only(events, Fainted).seat == 0


def test_a_swamp_at_the_end_of_a_slide_stops_it():
    """L5.6、L5.5：滑进沼泽就停；沼泽后面的滑沙不再碰到。"""
    table = moving("", "", at=[0, 6], tracks="SGVGLLLLE")
    run(table)
    assert table.position[0] == 2


def test_sliding_can_reach_the_end_with_nothing_to_spare():
    """L5.6、L5.9"""
    table = moving("", "", "", tracks="SLLGE", at=[2, 0, 0])
    events = run(table)
    assert [(arrival.seat, arrival.overshoot) for arrival in every(events, Arrived)] == [(0, 0)]


# ------------------------------------------------------------------ L5.7
def block(table, *barriers: tuple[int, list[int]]) -> None:
    table.roadblocks = [Barrier(cell, exempt) for cell, exempt in barriers]


def test_entering_a_roadblock_with_steps_left_pays_one_and_removes_it():
    """L5.7：付 1 步拆掉（不计摸牌）再走。"""
    table = moving("", "", added=(3, 0), at=[0, 10])
    block(table, (2, []))
    events = run(table)
    assert table.position[0] == 3
    assert table.roadblocks == []
    assert [(paid.seat, paid.cell, paid.left) for paid in every(events, RoadblockPaid)] == [(0, 2, 1)]
    assert walked(events)[0] == 3


def test_without_steps_left_one_stops_and_pays_when_leaving():
    """L5.7：没有剩余步数则停住，下次离开时付。"""
    table = moving("", "", at=[0, 10])
    block(table, (1, []))
    events = run(table)
    assert table.position[0] == 1
    assert [barrier.cell for barrier in table.roadblocks] == [1]
    assert only(events, HeldByRoadblock).seat == 0
    table.phase, table.order, table.added = "movement", [0, 1], [1, 0]
    events = run(table)
    assert table.position[0] == 2
    assert table.roadblocks == []
    assert only(events, RoadblockPaid).leaving
    assert walked(events)[0] == 1


def test_a_single_step_is_eaten_by_leaving_a_roadblock():
    """L5.7"""
    table = moving("", "", at=[4, 10])
    block(table, (4, []))
    events = run(table)
    assert table.position[0] == 4
    assert table.roadblocks == []
    assert walked(events)[0] == 0


def test_all_who_enter_in_the_same_beat_pay_before_it_is_removed():
    """L5.7：同拍进入者各付 1，都付完才拆。"""
    table = moving("", "", "", at=[0, 0, 10], added=(3, 1, 0))
    block(table, (1, []))
    events = run(table)
    assert table.position == [3, 1, 11]
    assert only(events, RoadblockRemoved).by == [0, 1]


def test_several_roadblocks_are_paid_one_by_one():
    """L5.7：多枚逐枚付；步数不够的停住，拆了几枚算几枚。"""
    table = moving("", "", at=[0, 10], added=(4, 0))
    block(table, (1, []), (1, []), (1, []))
    run(table)
    assert (table.position[0], table.roadblocks) == (2, [])
    table = moving("", "", at=[0, 10], added=(2, 0))
    block(table, (1, []), (1, []), (1, []))
    run(table)
    assert (table.position[0], len(table.roadblocks)) == (1, 1)


def test_one_paying_frees_those_without_steps():
    """L5.7：同拍有人付步数拆了，没有步数的人不再欠。"""
    table = moving("", "", at=[0, 0], added=(0, 2))
    block(table, (1, []))
    run(table)
    assert table.position == [1, 2]
    assert table.roadblocks == []


def test_the_placer_and_those_already_there_pay_nothing():
    """L5.7：放置时已在该格者和放的人不付，也不拆。"""
    scene = Scene(position("路障", "", "", at=[3, 3, 2], order=[0, 1, 2]))
    scene.use(0, "special", "路障")
    scene.end(0)
    scene.end(1)
    scene.end(2)
    assert scene.table.position == [4, 4, 3]
    assert [barrier.cell for barrier in scene.table.roadblocks] == [3]  # 2 没有步数，停住
    assert scene.table.roadblocks[0].exempt == [0, 1]


def test_the_exempt_walk_through_without_paying_or_removing():
    """L5.7：放的人离开后再走进来，仍不付。"""
    table = moving("", "", at=[1, 1], added=(2, 2))
    block(table, (2, [0]))
    events = run(table)
    assert table.position == [4, 3]
    assert [paid.seat for paid in every(events, RoadblockPaid)] == [1]
    table = moving("", "", at=[1, 9], added=(2, 0))
    block(table, (2, [0]))
    events = run(table)
    assert (table.position[0], len(table.roadblocks)) == (4, 1)
    assert not every(events, RoadblockPaid)


def test_those_pulled_in_pay_when_leaving():
    """L5.7：被拉换进来者离开时付。"""
    scene = Scene(position("路障 给我过来", "", at=[3, 8], order=[0, 1]))
    scene.use(0, "special", "路障")
    scene.use(0, "special", "给我过来", 1)
    scene.end(0)
    events = scene.end(1)
    assert scene.table.position == [4, 3]
    assert only(events, RoadblockPaid).seat == 1


def test_advances_by_events_pay_too():
    """L5.7：事件前进也付。"""
    scene = Scene(position("事件触发", "", at=[0, 10]))
    block(scene.table, (1, []))
    events = scene.trigger(0, "use_terrain", (6, 6))
    assert scene.table.position[0] == 2
    assert only(events, RoadblockPaid).left == 1


def test_a_roadblock_on_sand_stops_the_slide_of_those_without_steps():
    """L5.7：滑沙上有路障且无步数者停住不滑；付得起的拆了，步数用尽照滑。"""
    table = moving("", "", at=[0, 10], tracks="SGLLLLLLLLLLLE")
    block(table, (1, []))
    events = run(table)
    assert table.position[0] == 1
    assert not every(events, SandSlides)
    table = moving("", "", at=[0, 10], added=(1, 0), tracks="SGLLLLLLLLLLLE")
    block(table, (1, []))
    run(table)
    assert (table.position[0], table.roadblocks) == (2, [])


def test_the_exempt_slide_over_their_own_roadblock():
    """L5.7：不付的人也不被它挡住。"""
    table = moving("", "", at=[0, 10], tracks="SGLLLLLLLLLLLE")
    block(table, (1, [0]))
    run(table)
    assert table.position[0] == 2
    assert len(table.roadblocks) == 1


def test_a_swamp_or_a_faint_leaves_the_roadblock_standing():
    """L5.7：先结算地形；清零或昏厥的人没有步数可付。"""
    for terrain, health in (("V", 15), ("F", 2)):
        table = moving("", "", at=[0, 10], added=(4, 0), health=[health], tracks=f"SL{terrain}LLLLLLLLLLE")
        block(table, (2, []))
        run(table)
        assert table.position[0] == 2
        assert len(table.roadblocks) == 1


def test_roadblocks_are_cleared_with_the_track():
    """L5.7：换道清除。"""
    table = position("", "", places=[1, 2], phase="next_track", tracks="SLLE-SLLE")
    block(table, (1, []))
    run(table)
    assert table.roadblocks == []


# ------------------------------------------------------------------ L5.8
def test_zero_health_stops_at_once():
    """L5.8：体力到 0 立即停。"""
    table = moving("", "", health=[3, None], added=(5, 0), tracks="SFFLLLLLLE")
    events = run(table)
    assert table.position[0] == 2
    assert (table.health[0], table.fainted[0]) == (0, 0)
    assert [loss.amount for loss in every(events, HealthLost) if loss.seat == 0] == [2, 1]
    assert walked(events)[0] == 2


# ------------------------------------------------------------------ L5.9
def test_reaching_the_end_stops_and_notes_the_steps_to_spare():
    """L5.9：到终点停，记超出的步数。"""
    table = moving("", "", at=[27, 3], added=(5, 0))
    events = run(table)
    assert table.position[0] == 29
    assert only(events, Arrived).overshoot == 4
    assert walked(events)[0] == 2


def test_steps_spent_on_a_roadblock_do_not_count_as_spare():
    """L5.9、L5.7"""
    table = moving("", "", at=[27, 3], added=(5, 0))
    block(table, (28, []))
    assert only(run(table), Arrived).overshoot == 3


# ------------------------------------------------------------------ L5.10
def test_draws_follow_the_turn_order_and_equal_the_cells_walked():
    """L5.10：按本轮出牌顺序摸牌，张数 = 实走格数（昏厥者也摸）。"""
    table = moving(
        "",
        "",
        "",
        at=[0, 9, 20],
        added=(1, 2, 0),
        health=[2],
        tracks="SLFLLLLLLLLLLLLLLLLLLLLLLE",
        order=[2, 0, 1],
    )
    events = run(table)
    assert table.fainted[0] == 0
    draws = every(events, Drew)
    assert [(draw.seat, draw.count, draw.reason) for draw in draws] == [
        (2, 1, "walk"),
        (0, 2, "walk"),
        (1, 3, "walk"),
    ]
    last_step = max(index for index, event in enumerate(events) if isinstance(event, Stepped))
    assert events.index(draws[0]) > last_step


# ------------------------------------------------------------------ L5.11
def test_pulls_and_swaps_trigger_no_terrain_and_draw_nothing():
    """L5.11"""
    scene = Scene(position("给我过来 事件触发", "", "", at=[1, 6, 4], tracks="SFLLGLFLLLLLE"))
    table = scene.table
    scene.use(0, "special", "给我过来", 1)
    assert table.position == [1, 1, 4]
    assert table.health == [15, 15, 15]
    assert table.terrain[1] == "F"
    events = scene.trigger(0, "swap_places")
    assert table.position == [4, 1, 1]
    assert not every(events, SandSlides)
    assert not every(events, Drew)


def test_landing_on_sand_slides_with_the_option():
    """L5.11 ⚙落在滑沙上滑一格：开；触发那格地形，不摸牌。"""
    hands = "给我过来", ""
    scene = Scene(position(*hands, at=[1, 6], tracks="SGFLLLLLLLLE", slide_after_transfer=True))
    events = scene.use(0, "special", "给我过来", 1)
    table = scene.table
    assert table.position == [1, 2]  # 原来就在滑沙上的人不动
    assert table.health == [15, 13]
    assert only(events, SandSlides).seat == 1
    assert not every(events, Drew)
    assert table.terrain[2] == "L"


def test_the_fainted_do_not_slide_when_pulled_onto_sand():
    """L5.11、L5.6"""
    table = position("给我过来", "", at=[1, 6], tracks="SGFLLLLLLLLE", slide_after_transfer=True)
    table.fainted[1], table.health[1] = 1, 0
    scene = Scene(table)
    scene.use(0, "special", "给我过来", 1)
    assert table.position == [1, 1]


# ------------------------------------------------------------------ L5.12
def test_not_moving_cancels_only_the_movement_together():
    """L5.12：「不移动」只取消同时移动，事件的立即前进、被拉换照常。"""
    table = position("bear 事件触发", "给我过来", at=[2, 9], order=[0, 1])
    scene = Scene(table)
    scene.use(0, "special", "bear")
    scene.trigger(0, "use_terrain", (6, 4))
    assert table.position[0] == 4
    scene.use(1, "special", "给我过来", 0)
    assert table.position == [9, 9]
    scene.end(0)
    events = scene.end(1)
    assert table.position == [9, 10]
    assert only(events, MovementStarted).plans[0].reason == "no_move"


def test_resin_forbids_advances_pulls_and_swaps_as_well():
    """L5.12：树脂球连立即前进与拉换都禁。"""
    table = position("事件触发 事件触发 事件触发", "给我过来 事件触发 事件触发", at=[2, 7], order=[0, 1])
    table.resin[0] = True
    scene = Scene(table)
    scene.trigger(0, "use_terrain", (6, 6))
    scene.trigger(0, "swap_places")
    scene.trigger(0, "light_dash")
    assert table.position == [2, 7]
    assert scene.waiting() == {0: "turn"}  # 唯一够得着的人被固定，「给我过来」没有目标
    scene.end(0)
    scene.trigger(1, "swap_places")
    scene.trigger(1, "attraction", (6, 6))
    assert table.position == [2, 7]
    scene.end(1)
    assert table.position == [2, 8]
