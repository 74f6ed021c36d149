"""L8 事件（D20）。"""

from collections import Counter

import pytest

from games.leafrun.events import (
    AdvanceStarted,
    ArmourMoved,
    BearArrived,
    BearLost,
    BecameSpecial,
    BindingLifted,
    Bound,
    BuffGained,
    CardsMoved,
    Discarded,
    Drew,
    EventBegan,
    EventSkipped,
    Fainted,
    Halted,
    HealthLost,
    LeavesRegrew,
    LossPrevented,
    MovementStarted,
    MovePlayed,
    Pulled,
    ResinThrown,
    RoundSkipped,
    Stepped,
    TurnEnded,
)
from tests.leafrun.position import DATA, Scene, every, face_of, fix_dice, named, only, position, run


# ------------------------------------------------------------------ L8.1
def test_come_here_becomes_an_anytime_card_and_pulls_from_exactly_five():
    """L8.1：不占负重；拉一名距离恰为 5 的人到自己格。"""
    scene = Scene(position("事件触发", "", "", "", at=[6, 11, 1, 10]))
    told = only(scene.trigger(0, "come_here"), BecameSpecial)
    assert told.kind == "come_here"
    table = scene.table
    assert (table.load(0), table.discard) == (0, [])
    card = scene.card(0, "给我过来")
    assert [choice for choice in scene.asked(0).options if choice[0] == "special"] == [
        ["special", card, 1],
        ["special", card, 2],
    ]
    refused = scene.refused(0, ["special", card, 3])
    assert (refused.clause, refused.advice) == ("L8.1", "目标写 2号、3号")
    scene.refused(0, ["special", card])
    pulled = only(scene.play(0, ["special", card, 2]), Pulled)
    assert (pulled.seat, pulled.origin, pulled.cell) == (2, 1, 6)
    assert table.position == [6, 11, 6, 10]
    assert table.discard == [card]


def test_come_here_within_five_with_the_option():
    """L8.1 ⚙≤5：同格不算。"""
    scene = Scene(position("给我过来", "", "", "", at=[6, 8, 6, 12], come_here_exact=False))
    card = scene.card(0, "给我过来")
    targets = [choice[2] for choice in scene.asked(0).options if choice[0] == "special"]
    assert targets == [1]
    scene.play(0, ["special", card, 1])
    assert scene.table.position == [6, 6, 6, 12]


def test_come_here_needs_a_target():
    """L8.1"""
    scene = Scene(position("给我过来", "", at=[6, 8]))
    assert scene.refused(0, ["special", scene.card(0, "给我过来"), 1]).clause == "L8.1"
    assert all(choice[0] != "special" for choice in scene.asked(0).options)


# ------------------------------------------------------------------ L8.2
def test_light_dash_goes_one_cell_for_each_discarded_card():
    """L8.2：立即移动；地形与扣血照常；不摸牌；可弃事件触发、路障，不能弃不占负重的与强制休息。"""
    hand = "事件触发 事件触发 路障 乐器 心理攻击 bear 给我过来 自由的强制休息"
    scene = Scene(position(hand, "", at=[0, 9], tracks="SLFLLLLLLLLLLLLE"))
    table = scene.table
    scene.trigger(0, "light_dash")
    pool = [scene.card(0, name) for name in ("事件触发", "路障", "乐器", "心理攻击")]
    assert scene.asked(0).options.count() == 2**4
    assert pool in scene.asked(0).options
    for name in ("bear", "给我过来", "自由的强制休息"):
        assert [scene.card(0, name)] not in scene.asked(0).options
    events = scene.play(0, pool[:3])
    assert only(events, Discarded).cards == pool[:3]
    assert table.position[0] == 3
    assert table.health[0] == 13
    assert not every(events, Drew)
    assert len(table.hands[0]) == 4


def test_light_dash_counts_cards_not_doubled_load():
    """L8.2：按张数，不随魔法束缚翻倍。"""
    scene = Scene(position("事件触发 乐器", ""))
    scene.table.magic = 4
    scene.trigger(0, "light_dash")
    scene.play(0, [scene.card(0, "乐器")])
    assert scene.table.position[0] == 1


def test_light_dash_may_discard_nothing():
    """L8.2"""
    scene = Scene(position("事件触发 乐器", ""))
    scene.trigger(0, "light_dash")
    assert only(scene.play(0, []), EventSkipped).reason == "declined"
    assert scene.table.position[0] == 0


# ------------------------------------------------------------------ L8.3
def test_attraction_pulls_everyone_within_the_roll_front_and_back():
    """L8.3"""
    scene = Scene(position("事件触发", "", "", "", "", at=[10, 13, 7, 14, 10]))
    events = scene.trigger(0, "attraction", (6, 3))
    assert scene.table.position == [10, 10, 10, 14, 10]
    assert [pulled.seat for pulled in every(events, Pulled)] == [1, 2]


# ------------------------------------------------------------------ L8.4
def test_physical_binding_disables_every_buff_and_clips_health():
    """L8.4：体力上限、负重上限各 −1、当前体力截到上限。"""
    scene = Scene(
        position(
            "事件触发",
            "",
            "",
            health=[15, 16, 9],
            buffs=[[2], [1], [1, 3]],
            friendship=[[], [], [2]],
            order=[0, 1, 2],
        )
    )
    table = scene.table
    told = only(scene.trigger(0, "physical_binding"), Bound)
    assert told.clipped == [(1, 15)]
    assert table.health == [15, 15, 9]
    assert [table.max_health(seat) for seat in range(3)] == [15, 15, 15]
    assert [table.limit(seat) for seat in range(3)] == [7, 7, 7]
    assert [table.move_value(seat) for seat in range(3)] == [1, 1, 1]
    for seat in range(3):
        scene.end(seat)
    assert table.health == [15, 15, 9]  # ③ 也失效


def test_a_new_element_frees_all_buffs_without_restoring_health():
    """L8.4：有人打出新的元素牌，原增益全部恢复；恢复时不补体力。"""
    table = position("善良", "", buffs=[[], [1]], health=[15, 15])
    table.bound = True
    scene = Scene(table)
    events = scene.use(0, "element", "善良", 2)
    assert only(events, BindingLifted).reason == "element"
    assert not table.bound
    assert (table.max_health(1), table.limit(1), table.health[1]) == (16, 8, 15)


def test_all_three_buffs_cannot_play_an_element_to_break_free():
    """L8.4"""
    table = position("善良", "", buffs=[[1, 2, 3]])
    table.bound = True
    scene = Scene(table)
    for buff in (1, 2, 3):
        assert scene.refused(0, ["element", scene.table.hands[0][0], buff]).clause == "L4.8"


# ------------------------------------------------------------------ L8.5
def test_barter_discards_any_number_and_draws_as_many():
    """L8.5"""
    scene = Scene(position("事件触发 乐器 苹果 bear 自由的强制休息", "", deck="乐谱 哨子"))
    scene.trigger(0, "barter")
    assert scene.asked(0).options.count() == 2**3
    assert [scene.card(0, "自由的强制休息")] not in scene.asked(0).options
    events = scene.play(0, [scene.card(0, "乐器"), scene.card(0, "bear")])
    assert only(events, Drew).count == 2
    assert named(scene.table, scene.table.hands[0]) == ["苹果", "自由的强制休息", "乐谱", "哨子"]


# ------------------------------------------------------------------ L8.6
def rainboom(track: str, *, at: int = 0, added: int = 0, health: int = 4, armour: str = "") -> Scene:
    table = position("彩虹音爆", "", at=[at, 0], health=[health], armour=[armour], tracks=track, order=[0, 1])
    table.added[0] = added
    scene = Scene(table)
    scene.use(0, "special", "彩虹音爆")
    return scene


def test_rainboom_movement_costs_no_health_then_faints():
    """L8.6：本轮移动不扣体力，移动结束后立即昏厥；防具不消耗、不抵消。"""
    scene = rainboom("SLFFFFLLLLLE", added=4, armour="帽子")
    table = scene.table
    scene.end(0)
    events = scene.end(1)
    assert table.position[0] == 5
    assert [loss.reason for loss in every(events, LossPrevented)] == ["rainboom"] * 4
    assert not [loss for loss in every(events, HealthLost) if loss.seat == 0]
    told = only(events, Fainted)
    assert (told.seat, told.reason, told.at_end) == (0, "rainboom", False)
    assert (table.health[0], table.fainted[0]) == (0, 1)
    assert table.armour[0] != -1
    assert [draw.count for draw in every(events, Drew) if draw.seat == 0] == [5]


def test_rainboom_faints_even_without_moving():
    """L8.6：不移动也昏厥。"""
    scene = rainboom("SLLLLLE")
    scene.table.halted[0] = True
    scene.end(0)
    scene.end(1)
    assert scene.table.fainted[0] == 1


def test_rainboom_covers_advances_after_it_was_played():
    """L8.6：含打出后的立即前进。"""
    scene = Scene(position("彩虹音爆 事件触发 事件触发 乐器 乐器", "", health=[3], tracks="SFFLLLLLE"))
    table = scene.table
    scene.trigger(0, "light_dash")
    scene.play(0, [scene.card(0, "乐器")])
    assert table.health[0] == 1  # 打出之前的照扣
    scene.use(0, "special", "彩虹音爆")
    scene.trigger(0, "light_dash")
    scene.play(0, [scene.card(0, "乐器")])
    assert (table.position[0], table.health[0]) == (2, 1)


def test_rainboom_at_the_end_only_records_the_faint():
    """L8.6：已到终点则只记昏厥，不影响名次。"""
    table = position("彩虹音爆", "", "", at=[5, 0, 0], tracks="SLLLLLE", order=[0, 1, 2])
    scene = Scene(table)
    scene.use(0, "special", "彩虹音爆")
    scene.end(0)
    scene.end(1)
    events = scene.end(2)
    assert only(events, Fainted).at_end
    assert table.points == [[3, 0, 0]]


# ------------------------------------------------------------------ L8.7
def test_bear_gives_up_this_round_then_fills_health_and_doubles_action_cards():
    """L8.7：本轮不移动（已打的行动牌白打）；下轮开始体力回满，那轮每张行动牌 +2。"""
    scene = Scene(
        position(
            "bear 心理攻击 心理攻击 物理攻击 物理攻击 偷牌 苹果",
            "",
            health=[4],
            deck="善良 " * 1,
            order=[0, 1],
        )
    )
    table = scene.table
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    assert only(scene.use(0, "special", "bear"), Halted).reason == "bear"
    assert only(scene.play(0, ["move", [scene.card(0, "心理攻击")]]), MovePlayed).wasted
    scene.end(0)
    events = scene.end(1)
    assert table.position[0] == 0
    told = only(events, BearArrived)
    assert (told.gained, told.health) == (11, 15)
    if table.active == 1:
        scene.end(1)
    told = only(scene.play(0, ["move", table.hands[0][:2]]), MovePlayed)
    assert (told.steps, told.total) == (4, 4)
    # 二换三不翻倍。
    events = scene.play(0, ["two_for_three", scene.card(0, "偷牌"), scene.card(0, "苹果")])
    assert only(events, Drew).count == 3
    scene.end(0)
    while table.round == 2:
        scene.end(table.active)
    assert table.position[0] == 5
    assert table.bear_active == [False, False]


def test_bear_does_not_stack_in_one_round():
    """L8.7：同轮多张不叠。"""
    scene = Scene(position("bear bear 偷牌", "", order=[0, 1]))
    table = scene.table
    scene.use(0, "special", "bear")
    scene.use(0, "special", "bear")
    scene.end(0)
    scene.end(1)
    if table.active == 1:
        scene.end(1)
    assert only(scene.play(0, ["move", [scene.card(0, "偷牌")]]), MovePlayed).steps == 2


def test_bear_again_in_the_round_it_pays_off():
    """L8.7：兑现的那轮再打一张，下轮再兑现。"""
    table = position("bear 偷牌", "", order=[0, 1])
    table.bear_active[0] = True
    scene = Scene(table)
    assert only(scene.play(0, ["move", [scene.card(0, "偷牌")]]), MovePlayed).steps == 2
    scene.use(0, "special", "bear")
    scene.end(0)
    events = scene.end(1)
    assert table.position[0] == 0
    assert only(events, BearArrived).seat == 0


def test_bear_is_void_when_the_player_faints_or_the_track_ends():
    """L8.7：兑现前本道结束或本人昏厥则作废（换道见 L7.4）。"""
    scene = Scene(position("bear 事件触发 乐器", "", health=[2], tracks="SFLLLLLLLE", order=[0, 1]))
    scene.use(0, "special", "bear")
    scene.trigger(0, "light_dash")
    events = scene.play(0, [scene.card(0, "乐器")])
    assert only(events, BearLost).reason == "faint"
    events = scene.end(1)
    assert not every(events, BearArrived)
    assert scene.table.health[0] == 0


def test_bear_with_rainboom_in_one_round_faints_first():
    """L8.7：与彩虹音爆同轮则先昏厥、bear 作废。"""
    scene = Scene(position("bear 彩虹音爆", "", order=[0, 1]))
    scene.use(0, "special", "bear")
    scene.use(0, "special", "彩虹音爆")
    scene.end(0)
    events = scene.end(1)
    assert only(events, Fainted).reason == "rainboom"
    assert only(events, BearLost).reason == "faint"
    assert not every(events, BearArrived)
    assert scene.table.fainted[0] == 1


# ------------------------------------------------------------------ L8.8
def test_forced_trade_takes_and_returns_as_many_at_random():
    """L8.8：随机抽他 n 张（1≤n≤其可抽张数），再由他从你此时全部手牌（含刚抽来的）抽回 n 张。"""
    results = set()
    for seed in range(40):
        table = position("事件触发 乐器 苹果", "偷牌 帽子 善良 自由的强制休息", "")
        scene = Scene(table)
        scene.trigger(0, "forced_trade")
        assert list(scene.asked(0).options) == [[1, 1], [1, 2], [1, 3]]
        table.rng = seed
        taken, returned = every(scene.play(0, [1, 2]), CardsMoved)
        assert (taken.source, taken.target, taken.count) == (1, 0, 2)
        assert (returned.source, returned.target, returned.count) == (0, 1, 2)
        assert len(table.hands[0]) == 2
        assert len(table.hands[1]) == 4
        assert "自由的强制休息" in named(table, table.hands[1])
        results.add(frozenset(named(table, table.hands[0])))
        # 具体的牌只有双方知道。
        assert taken.seen_by(0).cards.seen == taken.seen_by(1).cards.seen == taken.cards.parts[0]
        assert taken.seen_by(2).cards.seen is None and taken.seen_by(None).cards.seen is None
    assert len(results) > 5
    # 刚抽来的也可能被抽回去。
    assert frozenset(["乐器", "苹果"]) in results


def test_forced_trade_is_skipped_when_nobody_has_a_card_to_take():
    """L8.8：无人有可抽的牌则略过；「自由的强制休息」抽不走。"""
    scene = Scene(position("事件触发 乐器", "自由的强制休息", ""))
    assert only(scene.trigger(0, "forced_trade"), EventSkipped).reason == "no_target"
    assert scene.waiting() == {0: "turn"}


def test_own_forced_rest_is_not_drawn_back():
    """L8.8"""
    for seed in range(10):
        scene = Scene(position("事件触发 自由的强制休息", "偷牌"))
        scene.trigger(0, "forced_trade")
        scene.table.rng = seed
        scene.play(0, [1, 1])
        assert named(scene.table, scene.table.hands[1]) == ["偷牌"]


def test_anytime_cards_change_hands_in_public():
    """L8.8、L9：随时牌易主时公开。"""
    scene = Scene(position("事件触发 乐器 苹果 帽子", "bear"))
    scene.trigger(0, "forced_trade")
    taken = every(scene.play(0, [1, 1]), CardsMoved)[0]
    assert [kind for _, kind in taken.seen_by(None).specials] == ["bear"]


# ------------------------------------------------------------------ L8.9
def test_resin_pins_anyone_until_the_round_ends():
    """L8.9：1 张行动牌当树脂球；到本轮结束他不能移动、不能被拉换。"""
    scene = Scene(position("事件触发 偷牌 给我过来", "", "", at=[3, 8, 9], order=[0, 1, 2]))
    table = scene.table
    scene.trigger(0, "resin")
    steal = scene.card(0, "偷牌")
    assert list(scene.asked(0).options) == [None, [steal, 0], [steal, 1], [steal, 2]]
    told = only(scene.play(0, [steal, 1]), ResinThrown)
    assert told.target == 1
    assert steal in table.discard
    refused = scene.refused(0, ["special", scene.card(0, "给我过来"), 1])
    assert refused.clause in ("L8.1", "L8.9")
    scene.end(0)
    scene.end(1)
    events = scene.end(2)
    assert [plan.reason for plan in only(events, MovementStarted).plans] == ["", "resin", ""]
    assert table.position == [4, 8, 10]
    assert table.resin == [False, False, False]


def test_resin_is_asked_even_without_an_action_card():
    """L8.9：不问等于告诉大家他没有行动牌。"""
    scene = Scene(position("事件触发 苹果", ""))
    scene.trigger(0, "resin")
    assert scene.waiting() == {0: "resin"}
    assert list(scene.asked(0).options) == [None]


# ------------------------------------------------------------------ L8.10
@pytest.mark.parametrize(("value", "cells"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_use_terrain_advances_half_the_roll_rounded_down(value: int, cells: int):
    """L8.10：⌊点数/2⌋ 格。"""
    scene = Scene(position("事件触发", ""))
    events = scene.trigger(0, "use_terrain", (6, value))
    assert scene.table.position[0] == cells
    assert not every(events, Drew)
    assert len(every(events, AdvanceStarted)) == (1 if cells else 0)


def test_use_terrain_triggers_terrain_but_costs_no_health():
    """L8.10：触发地形、不扣体力。"""
    scene = Scene(position("事件触发", "", health=[2], armour=["帽子"], tracks="SFGFLLLLE"))
    events = scene.trigger(0, "use_terrain", (6, 4))
    table = scene.table
    assert table.position[0] == 3  # 停在滑沙又滑一格
    assert table.health[0] == 2
    assert table.armour[0] != -1
    assert "".join(table.terrain) == "SLGLLLLLE"
    assert [loss.reason for loss in every(events, LossPrevented)] == ["use_terrain", "use_terrain"]


# ------------------------------------------------------------------ L8.11
@pytest.mark.parametrize(("cards", "lost"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_scatter_discards_half_rounded_up(cards: int, lost: int):
    """L8.11：半数进位，自选。"""
    scene = Scene(position("事件触发 " + "偷牌 " * cards, ""))
    scene.trigger(0, "scatter")
    if lost < cards:
        assert scene.asked(0).note == lost
        hand = scene.table.hands[0]
        assert hand[: lost + 1] not in scene.asked(0).options
        assert hand[: lost - 1] not in scene.asked(0).options
        scene.play(0, hand[-lost:])
    assert len(scene.table.hands[0]) == cards - lost
    assert only(scene.events, Discarded).reason == "scatter"


def test_scatter_leaves_forced_rest_out_of_the_count():
    """L8.11：「自由的强制休息」不计入总数、不能弃。"""
    scene = Scene(position("事件触发 自由的强制休息 自由的强制休息 偷牌 乐器 bear", ""))
    scene.trigger(0, "scatter")
    assert scene.asked(0).note == 2
    assert scene.asked(0).options.count() == 3
    scene.play(0, [scene.card(0, "乐器"), scene.card(0, "bear")])
    assert named(scene.table, scene.table.hands[0]) == ["自由的强制休息", "自由的强制休息", "偷牌"]


# ------------------------------------------------------------------ L8.12
@pytest.mark.parametrize(("health", "cards"), [(15, 8), (14, 7), (1, 1), (2, 1)])
def test_royal_gift_draws_half_the_health_rounded_up(health: int, cards: int):
    """L8.12：当前体力/2，半数进位。"""
    scene = Scene(position("事件触发", "", health=[health]))
    assert only(scene.trigger(0, "royal_gift"), Drew).count == cards
    assert len(scene.table.hands[0]) == cards


# ------------------------------------------------------------------ L8.13
def test_salvage_takes_from_the_nearest_ahead():
    """L8.13：前方最近者的防具或随机两张手牌，二选一；多名同样近者自选。"""
    scene = Scene(
        position(
            "事件触发 事件触发",
            "偷牌 苹果 善良",
            "乐器",
            "帽子",
            at=[3, 6, 6, 9],
            armour=["", "面具", "", "眼镜"],
        )
    )
    table = scene.table
    mask = table.armour[1]
    scene.trigger(0, "salvage")
    assert list(scene.asked(0).options) == [["take", 1, "armour"], ["take", 1, "cards"], ["take", 2, "cards"]]
    told = only(scene.play(0, ["take", 1, "armour"]), ArmourMoved)
    assert (told.source, told.target, told.card) == (1, 0, mask)
    assert table.armour == [-1, -1, -1, table.armour[3]]
    assert mask in table.hands[0]  # 防具进手牌
    scene.trigger(0, "salvage")
    moved = only(scene.play(0, ["take", 1, "cards"]), CardsMoved)
    assert (moved.source, moved.target, moved.count) == (1, 0, 2)
    assert len(table.hands[1]) == 1


def test_salvaged_cards_are_random():
    """L8.13：随机两张。"""
    seen = set()
    for seed in range(30):
        scene = Scene(position("事件触发", "偷牌 苹果 善良", at=[3, 6]))
        scene.trigger(0, "salvage")
        scene.table.rng = seed
        scene.play(0, ["take", 1, "cards"])
        seen.add(frozenset(named(scene.table, scene.table.hands[0])))
    assert len(seen) == 3


def test_salvage_takes_what_there_is_but_no_forced_rest():
    """L8.13：不足有多少给多少；「自由的强制休息」不取不给。"""
    scene = Scene(position("事件触发", "偷牌 自由的强制休息", at=[3, 6]))
    scene.trigger(0, "salvage")
    assert only(scene.play(0, ["take", 1, "cards"]), CardsMoved).count == 1
    assert named(scene.table, scene.table.hands[1]) == ["自由的强制休息"]
    scene = Scene(position("事件触发", "自由的强制休息", "偷牌", at=[3, 6, 9]))
    assert only(scene.trigger(0, "salvage"), EventSkipped).reason == "no_target"


def test_nobody_ahead_but_someone_in_the_cell_take_or_give():
    """L8.13：无人在前但有同格者 → 自选对其「取」或「给」。"""
    table = position("事件触发 乐器 苹果 乐谱", "偷牌", "善良", at=[9, 9, 2], armour=["帽子", "面具", ""])
    scene = Scene(table)
    scene.trigger(0, "salvage")
    assert list(scene.asked(0).options) == [
        ["take", 1, "armour"],
        ["take", 1, "cards"],
        ["give", 1, "armour"],
        ["give", 1, "cards"],
    ]
    scene.play(0, ["give", 1, "cards"])
    assert (scene.asked(0).what, scene.asked(0).note) == ("salvage_cards", 2)
    given = [scene.card(0, "乐器"), scene.card(0, "乐谱")]
    moved = only(scene.play(0, given), CardsMoved)
    assert (moved.source, moved.target, moved.count) == (0, 1, 2)
    assert named(table, table.hands[1]) == ["偷牌", "乐器", "乐谱"]


def test_alone_in_front_one_gives_to_someone_behind():
    """L8.13：独自最前 → 任选一名后方玩家，给防具或自选两张手牌。"""
    table = position("事件触发 乐器", "", "", at=[9, 4, 7], armour=["帽子"])
    hat = table.armour[0]
    scene = Scene(table)
    scene.trigger(0, "salvage")
    assert sorted(map(str, scene.asked(0).options)) == sorted(
        map(
            str,
            [["give", 1, "armour"], ["give", 1, "cards"], ["give", 2, "armour"], ["give", 2, "cards"]],
        )
    )
    scene.play(0, ["give", 1, "armour"])
    assert table.hands[1] == [hat]
    assert table.armour[0] == -1


def test_salvage_with_nothing_to_give_is_skipped():
    """L8.13：无合法对象则略过。"""
    scene = Scene(position("事件触发 自由的强制休息", "偷牌", at=[9, 4]))
    assert only(scene.trigger(0, "salvage"), EventSkipped).reason == "no_target"


# ------------------------------------------------------------------ L8.14
def test_swap_with_the_nearest_in_another_cell():
    """L8.14：与不同格的最近者换位。"""
    scene = Scene(position("事件触发", "", "", "", at=[9, 9, 6, 13]))
    scene.trigger(0, "swap_places")
    assert scene.table.position == [6, 9, 9, 13]


def test_swap_prefers_ahead_then_asks():
    """L8.14：等距先取前方，再自选。"""
    scene = Scene(position("事件触发", "", "", at=[9, 6, 12]))
    scene.trigger(0, "swap_places")
    assert scene.table.position == [12, 6, 9]
    scene = Scene(position("事件触发", "", "", "", at=[9, 12, 6, 12]))
    scene.trigger(0, "swap_places")
    assert list(scene.asked(0).options) == [1, 3]
    scene.play(0, 3)
    assert scene.table.position == [12, 12, 6, 9]
    scene = Scene(position("事件触发", "", at=[9, 9]))
    assert only(scene.trigger(0, "swap_places"), EventSkipped).reason == "no_target"


# ------------------------------------------------------------------ L8.15
def test_roadblock_becomes_an_anytime_card_and_stands_in_the_own_cell():
    """L8.15：占 1；在自己格放一枚路障（棋子不够也可放）。"""
    scene = Scene(position("事件触发 " + "路障 " * 9, "", at=[4]))
    scene.trigger(0, "roadblock")
    assert scene.table.load(0) == 10
    for _ in range(10):
        scene.use(0, "special", "路障")
    assert [barrier.cell for barrier in scene.table.roadblocks] == [4] * 10
    assert scene.table.hands[0] == []


# ------------------------------------------------------------------ L8.16
def test_rewind_repeats_the_last_event_then_regrows_the_leaves():
    """L8.16：由当前玩家执行、骰重掷；然后落叶变林间，站在上面者不扣血。"""
    scene = Scene(position("事件触发 事件触发", "", at=[3, 8], order=[0, 1]))
    table = scene.table
    scene.trigger(0, "use_terrain", (6, 2))
    fix_dice(table, (20, face_of("rewind")), (6, 6))
    events = scene.use(0, "event", "事件触发")
    began = every(events, EventBegan)
    assert [(event.kind, event.repeated) for event in began] == [("rewind", False), ("use_terrain", True)]
    assert table.position[0] == 7
    assert table.health == [15, 15]
    assert "".join(table.terrain) == "S" + "F" * 28 + "E"
    assert only(events, LeavesRegrew).count == 28
    assert events.index(only(events, LeavesRegrew)) > events.index(every(events, Stepped)[-1])
    assert table.last_event == face_of("use_terrain")


def test_rewind_with_nothing_before_only_regrows():
    """L8.16：没有则略过。"""
    scene = Scene(position("事件触发 事件触发", "", tracks="SLGVLE"))
    for _ in range(2):  # 16 本身不算
        events = scene.trigger(0, "rewind")
        assert only(events, EventSkipped).reason == "none_before"
    assert "".join(scene.table.terrain) == "SFGVFE"


@pytest.mark.parametrize("kind", ["come_here", "rainboom", "bear", "roadblock", "forced_rest"])
def test_rewinding_a_card_event_makes_this_card_that_special(kind: str):
    """L8.16：上次是成牌类（1、6、7、15、19）时，这张牌即成为该特殊牌。"""
    scene = Scene(position("", "事件触发", order=[1]))
    scene.table.last_event = face_of(kind)
    card = scene.card(1, "事件触发")
    events = scene.trigger(1, "rewind")
    assert only(events, BecameSpecial).card == card
    assert scene.table.hands[1] == [card]
    assert scene.table.specials[1] == [card]
    assert scene.table.discard == []


def test_rewind_remembers_across_tracks():
    """L8.16：跨跑道计。"""
    table = position("", "", places=[1, 2], phase="next_track", tracks="SLE-SLE")
    table.last_event = face_of("royal_gift")
    run(table)
    assert table.last_event == face_of("royal_gift")


def test_rewinding_a_stumble_ends_the_turn_and_still_regrows():
    """L8.16、L8.18"""
    scene = Scene(position("事件触发", ""))
    scene.table.last_event = face_of("stumble")
    events = scene.trigger(0, "rewind")
    assert only(events, TurnEnded).reason == "stumble"
    assert scene.table.halted[0]
    assert scene.table.terrain[1] == "F"


# ------------------------------------------------------------------ L8.17
def test_friendship_gives_everyone_a_missing_buff_even_the_fainted_and_finished():
    """L8.17：每人（含昏厥者、已到终点者）自选一个还没有的，持续到游戏结束。"""
    table = position("事件触发", "", "", "", places=[0, 0, 1, 0], buffs=[[2], [], [], [1, 2, 3]])
    table.fainted[1], table.health[1] = 1, 0
    scene = Scene(table)
    scene.trigger(0, "friendship")
    assert scene.waiting() == {0: "buff", 1: "buff", 2: "buff"}
    assert list(scene.asked(0).options) == [1, 3]
    assert scene.play(2, 3) == []  # 同时选，全部选完才公开
    scene.play(0, 1)
    events = scene.play(1, 2)
    assert [(gain.seat, gain.buff, gain.friendship) for gain in every(events, BuffGained)] == [
        (0, 1, True),
        (1, 2, True),
        (2, 3, True),
    ]
    assert (table.max_health(0), table.move_value(1)) == (16, 2)
    assert table.buffs[2] == [-1, -1, -2]


def test_friendship_lifts_the_binding_and_obeys_later_ones():
    """L8.17：解除物理束缚，也受以后的物理束缚影响。"""
    table = position("事件触发 事件触发", "", buffs=[[2], []])
    table.bound = True
    scene = Scene(table)
    assert only(scene.trigger(0, "friendship"), BindingLifted).reason == "friendship"
    assert table.move_value(0) == 2
    scene.play(0, 1)
    scene.play(1, 1)
    assert table.max_health(1) == 16
    scene.trigger(0, "physical_binding")
    assert table.max_health(1) == 15


# ------------------------------------------------------------------ L8.18
def test_stumble_ends_the_turn_and_the_movement_of_this_round():
    """L8.18"""
    scene = Scene(position("事件触发 心理攻击", "", order=[0, 1]))
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    events = scene.trigger(0, "stumble")
    assert only(events, TurnEnded).reason == "stumble"
    scene.end(1)
    assert scene.table.position == [0, 1]
    assert scene.table.round == 2
    assert scene.table.halted == [False, False]


def test_stumble_skips_the_next_round_with_the_option():
    """L8.18 ⚙改跳下一轮：本轮照常移动，下一轮不出牌、不移动、不摸牌，但醒着能打随时牌。"""
    scene = Scene(position("事件触发 路障", "", stumble="skip_next", order=[0, 1]))
    table = scene.table
    scene.trigger(0, "stumble")
    events = scene.end(1)
    assert table.position == [1, 1]
    assert only(events, RoundSkipped).seat == 0
    assert table.order == [1]
    assert scene.waiting() == {1: "turn", 0: "interject"}
    hand = table.hands[0][:]
    scene.end(1)
    assert table.position == [1, 2]
    assert table.hands[0] == hand
    assert sorted(table.order) == [0, 1]


# ------------------------------------------------------------------ L8.19
def test_forced_rest_weighs_two_and_is_lost_only_by_playing():
    """L8.19：成为特殊牌（占 2），除打出外不会失去。"""
    scene = Scene(position("事件触发 心理攻击 苹果", ""))
    assert only(scene.trigger(0, "forced_rest"), BecameSpecial).kind == "forced_rest"
    card = scene.card(0, "自由的强制休息")
    assert scene.table.load(0) == 4
    assert scene.refused(0, ["two_for_three", scene.card(0, "心理攻击"), card]).clause == "L8.19"
    assert scene.refused(0, ["two_for_one", [scene.card(0, "苹果"), card]]).clause == "L8.19"
    assert scene.refused(0, ["special", card]).clause == "L8.19"


def test_playing_forced_rest_ends_the_turn_without_moving():
    """L8.19：自己回合打出：立即结束出牌，本轮不移动。"""
    scene = Scene(position("自由的强制休息 心理攻击", "", order=[0, 1]))
    card = scene.card(0, "自由的强制休息")
    events = scene.play(0, ["rest", card])
    assert only(events, TurnEnded).reason == "rest"
    assert scene.table.discard == [card]
    scene.end(1)
    assert scene.table.position == [0, 1]


# ------------------------------------------------------------------ L8.20
def test_magic_binding_doubles_weapons_armour_effects_and_recovery():
    """L8.20：所有人手里的武器、防具、效果、恢复牌负重翻倍；行动、元素、特殊牌不变；同轮叠乘。"""
    hand = "乐器 帽子 乐谱 苹果 心理攻击 善良 路障 自由的强制休息 事件触发 事件触发"
    scene = Scene(position(hand, "收到的宠物 偷牌", order=[0, 1]))
    table = scene.table
    assert table.load(0) == 11
    scene.trigger(0, "magic_binding")
    assert (table.load(0), table.load(1)) == (4 * 2 + 1 + 1 + 1 + 2 + 1, 3)
    scene.trigger(0, "magic_binding")
    assert (table.load(0), table.load(1)) == (4 * 4 + 5, 5)
    weights = [held.load for held in table.view(0).hand]
    assert weights == [4, 4, 4, 4, 1, 1, 1, 2]
    # 本轮之后得到的也翻倍。
    table.give(
        1, table.deck.pop(table.deck.index(next(card for card in table.deck if table.setup.doubling[card])))
    )
    assert table.load(1) == 9


def test_magic_binding_lasts_until_the_movement_of_this_round_is_settled():
    """L8.20：到本轮移动结算完。"""
    table = position("乐器 " * 2 + "宠物 " * 2 + "帽子", "", order=[0, 1])
    table.magic = 2
    scene = Scene(table)
    scene.end(0)
    events = scene.end(1)
    plan = only(events, MovementStarted).plans[0]
    assert (plan.overload, plan.steps) == (3, 0)
    assert table.magic == 1


def test_magic_binding_forever_with_the_option():
    """L8.20 ⚙永久"""
    table = position("", "", binding_permanent=True, order=[0, 1])
    table.magic = 2
    scene = Scene(table)
    scene.end(0)
    scene.end(1)
    assert table.magic == 2


def test_all_twenty_faces_have_a_rule():
    """L8：二十面各有规则，事件 2、5、8、9、11 会问，其余按自己的条文。"""
    assert Counter(DATA.faces.kind[1:]).most_common(1)[0][1] == 1
    for face in range(1, 21):
        scene = Scene(
            position("事件触发 心理攻击 乐器 苹果 帽子", "偷牌 善良 乐谱", "偷牌 眼镜", at=[8, 12, 5])
        )
        fix_dice(scene.table, (20, face))
        events = scene.use(0, "event", "事件触发")
        assert only(events, EventBegan).face == face
        assert scene.match.waiting
