"""条文相碰的角落：一件事套着另一件事时，照字面该怎样。"""

from __future__ import annotations

from games.leafrun.events import (
    EventBegan,
    EventSkipped,
    Fainted,
    LeavesRegrew,
    MovementEnded,
    Pulled,
    Ranked,
    RoadblockPaid,
    TurnEnded,
    Woke,
)
from games.leafrun.setup import FORCED_REST
from games.leafrun.table import NOTHING, Barrier
from tests.leafrun.position import LONG, Scene, every, named, only, position, run

END = len(LONG) - 1


# ------------------------------------------------------------------ 已到终点、昏厥、树脂
def test_nobody_at_the_end_is_touched_by_an_event() -> None:
    """L3.2、L8.3、L8.8、L8.13、L8.14：到终点的人拉不到、抽不到、取不到、换不到，也不算「前方」。"""
    for kind in ("attraction", "forced_trade", "salvage", "swap_places"):
        table = position(
            "事件触发", "苹果 乐器", at=[END - 1], places=[0, 1], last_place_automatic=False, seed=3
        )
        scene = Scene(table)
        told = scene.trigger(0, kind, *([(6, 6)] if kind == "attraction" else []))
        assert only(told, EventSkipped).reason == "no_target"
        assert scene.table.position == [END - 1, END]
        assert len(scene.table.hands[1]) == 2


def test_the_fainted_can_be_pulled_swapped_robbed_and_armed() -> None:
    """L6.3、L8.3、L8.8、L8.14：昏厥者照样被拉、被换、被抽牌、被给武器。"""
    table = position("事件触发 乐器", "苹果", at=[5, 6])
    table.fainted[1], table.health[1] = 0, 0
    scene = Scene(table)
    scene.use(0, "weapon", "乐器", 1)
    assert named(table, scene.table.hands[1]) == ["苹果", "乐器"]
    scene.trigger(0, "swap_places")
    assert scene.table.position == [6, 5]
    table = position("事件触发", "苹果", at=[5, 6])
    table.fainted[1], table.health[1] = 0, 0
    scene = Scene(table)
    scene.trigger(0, "forced_trade")
    assert list(scene.asked(0).options) == [[1, 1]]


def test_attraction_leaves_the_pinned_where_they_are() -> None:
    """L8.3、L8.9：树脂球固定的人不能被拉；自己被固定不妨碍拉别人。"""
    table = position("事件触发", "", "", at=[5, 6, 7])
    table.resin = [True, True, False]
    scene = Scene(table)
    told = scene.trigger(0, "attraction", (6, 6))
    assert [each.seat for each in every(told, Pulled)] == [2]
    assert scene.table.position == [5, 6, 5]


# ------------------------------------------------------------------ 时光倒流
def test_rewind_repeats_salvage_with_its_question() -> None:
    """L8.16、L8.13：重复的事件照样提问，由当前玩家执行；重复不改「上一个」。"""
    table = position("事件触发 事件触发", "苹果", "乐器", at=[5, 6, 8])
    table.last_event = 13
    scene = Scene(table)
    scene.trigger(0, "rewind")
    assert scene.asked(0).what == "salvage"
    told = scene.play(0, ["take", 1, "cards"])
    assert only(told, LeavesRegrew).count == END - 1
    assert scene.table.last_event == 13
    assert "苹果" in named(scene.table, scene.table.hands[0])
    told = scene.trigger(0, "rewind")
    assert [(each.kind, each.repeated) for each in every(told, EventBegan)] == [
        ("rewind", False),
        ("salvage", True),
    ]


def test_rewind_repeats_friendship_for_everyone_again() -> None:
    """L8.16、L8.17：再选一个还没有的；已到终点者也选。"""
    table = position("事件触发", "", "", friendship=[[2], [1, 2], [1, 2, 3]], places=[0, 1, 0])
    table.last_event = 17
    table.bound = True
    scene = Scene(table)
    scene.trigger(0, "rewind")
    assert scene.waiting() == {0: "buff", 1: "buff"}
    scene.play(1, 3)
    scene.play(0, 1)
    assert not scene.table.bound
    assert [[buff for buff in (1, 2, 3) if scene.table.has(seat, buff)] for seat in range(3)] == [
        [1, 2],
        [1, 2, 3],
        [1, 2, 3],
    ]


def test_a_rewound_dash_to_the_end_still_regrows_and_ends_the_turn() -> None:
    """L8.16、L7.2、L3.2：重复的轻装狂奔冲到终点，名次当即定，落叶仍变林间，回合结束。"""
    table = position("事件触发 苹果 乐器", "", "", at=[END - 2, 3, 3])
    table.last_event = 2
    scene = Scene(table)
    scene.trigger(0, "rewind")
    told = scene.play(0, scene.table.hands[0][:])
    assert only(told, Ranked).place == 1
    assert only(told, LeavesRegrew).count > 0
    assert only(told, TurnEnded).reason == "finish"
    assert scene.waiting() == {1: "turn"}


# ------------------------------------------------------------------ 事件触发的规定
def test_twenty_triggers_then_the_rest_wait_for_the_next_turn() -> None:
    """L4.7：一回合最多结算 20 张，余下不挡结束，下个自己回合又得打。"""
    table = position("事件触发", "", at=[5, 3])
    scene = Scene(table)
    scene.table.triggers = 20
    assert scene.refused(0, ["event", scene.card(0, "事件触发")]).clause == "L4.7"
    scene.end(0)
    scene.end(1)
    mine = scene.table.order[0]
    assert mine == 0 and scene.waiting()[0] == "turn"
    assert scene.refused(0, ["end"]).clause == "L4.7"


def test_a_trigger_drawn_in_ones_own_turn_must_be_played_at_once() -> None:
    """L4.7：二换三摸到的事件触发，本回合就得打。"""
    scene = Scene(position("心理攻击 苹果", "", deck="事件触发 乐谱 乐谱"))
    scene.play(0, ["two_for_three", *scene.table.hands[0]])
    assert scene.refused(0, ["end"]).clause == "L4.7"
    rest = position("心理攻击 苹果 自由的强制休息", "", deck="事件触发 乐谱 乐谱")
    scene = Scene(rest)
    scene.play(0, ["two_for_three", *scene.table.hands[0][:2]])
    assert scene.refused(0, ["rest", scene.card(0, "自由的强制休息")]).clause == "L4.7"


def test_the_trigger_being_resolved_is_already_in_the_discard_pile() -> None:
    """L4.13、L4.11：先进弃牌堆再结算——皇家恩赐摸空牌堆时，连刚打出的这张也洗进去。"""
    table = position("事件触发", "", health=[4], empty_deck=True, discard="苹果")
    scene = Scene(table)
    scene.trigger(0, "royal_gift")
    assert sorted(named(scene.table, scene.table.hands[0])) == sorted(["苹果", "事件触发"])


# ------------------------------------------------------------------ 换道
def test_more_than_five_forced_rests_all_stay() -> None:
    """L7.4、L8.19：强制休息弃不掉，多于 5 张也都留着，别的牌全弃，不摸。"""
    rests = " ".join(["自由的强制休息"] * 6)
    table = position(f"{rests} 苹果 乐器", "", places=[1, 2], phase="next_track", tracks=f"{LONG}-{LONG}")
    run(table, {0: table.hands[0][6:]})
    assert named(table, table.hands[0]) == ["自由的强制休息"] * 6
    assert len(table.hands[1]) == 5


def test_trimming_asks_for_exactly_what_can_go() -> None:
    """L7.4：4 张强制休息加 4 张普通牌，弃 3 张普通牌，留下 5 张。"""
    rests = " ".join(["自由的强制休息"] * 4)
    table = position(
        f"{rests} 苹果 乐器 乐谱 帽子", "", places=[1, 2], phase="next_track", tracks=f"{LONG}-{LONG}"
    )
    plain = [card for card in table.hands[0] if table.mark[card] != FORCED_REST]
    run(table, {0: plain[:3]})
    assert len(table.hands[0]) == 5
    assert table.discard[-3:] == sorted(plain[:3])


def test_suppressed_elements_still_count_against_the_one_kept() -> None:
    """L7.4、L8.4：物理束缚下失效的元素增益照样只留一个，友谊永恒的不占名额；束缚保留。"""
    table = position(
        "苹果 苹果",
        "",
        buffs=[[1, 2]],
        friendship=[[3]],
        places=[1, 2],
        phase="next_track",
        tracks=f"{LONG}-{LONG}",
        health=[3, 15],
    )
    table.bound = True
    lost = table.buffs[0][0]
    run(table, {0: [2]})
    assert table.bound
    assert table.buffs[0][0] == NOTHING and table.buffs[0][1] >= 0 and table.buffs[0][2] != NOTHING
    assert lost in table.discard
    assert table.health[0] == 7  # ⌊15/2⌋：失效的增益①不算


def test_losing_the_first_buff_lowers_the_half_to_return_to() -> None:
    """L7.4：先定增益，再按那时的上限回到 ⌊上限/2⌋：余晖烁烁 13+1 的一半是 7，弃掉①只回到 6。"""
    for kept, want in ((1, 7), (2, 6)):
        table = position(
            "",
            "",
            characters=["余晖烁烁", "大麦"],
            buffs=[[1, 2]],
            places=[1, 2],
            phase="next_track",
            tracks=f"{LONG}-{LONG}",
            health=[2, 15],
        )
        run(table, {0: [kept]})
        assert table.health[0] == want


def test_a_track_may_end_in_the_middle_of_a_turn() -> None:
    """L3.3、L7.2、L7.4：二人局里事件冲线，另一人立即判第二；没有移动，直接换道。"""
    table = position(
        "事件触发 苹果",
        "彩虹音爆 自由的强制休息",
        at=[END - 1, 3],
        tracks=f"{LONG}-{LONG}",
    )
    scene = Scene(table)
    scene.play(1, ["special", scene.card(1, "彩虹音爆")])
    scene.trigger(0, "light_dash")
    told = scene.play(0, scene.table.hands[0][:])
    assert [(each.seat, each.place, each.points, each.automatic) for each in every(told, Ranked)] == [
        (0, 1, 3, False),
        (1, 2, 1, True),
    ]
    assert not every(told, Fainted) and not every(told, MovementEnded)
    assert scene.table.track == 1 and scene.table.position == [0, 0]


# ------------------------------------------------------------------ 昏厥
def test_a_round_in_which_everybody_lies_fainted_passes() -> None:
    """L6.1：全员昏厥的一轮没有人出牌，直接移动、进下一轮，醒来照常。"""
    table = position("", "", at=[3, 5], phase="round", round=4)
    table.fainted, table.health = [0, 0], [0, 0]
    run(table)
    assert table.order == [] and table.phase == "movement"
    run(table)
    assert (table.round, table.phase) == (5, "round")
    told = run(table, {0: "half", 1: "half"})
    assert [(each.seat, each.health) for each in every(told, Woke)] == [(0, 8), (1, 8)]
    assert table.order == [1, 0]


def test_fainting_by_an_event_stops_the_turn_and_the_movement() -> None:
    """L6.2、L8.2：轻装狂奔踩林间昏厥，行动牌白打，剩下的事件触发留着，本轮不移动。"""
    table = position("事件触发 事件触发 心理攻击 苹果", "", at=[2, 1], health=[2], tracks="SLLFLLLLLE")
    scene = Scene(table)
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    scene.trigger(0, "light_dash")
    told = scene.play(0, [scene.card(0, "苹果")])
    assert only(told, TurnEnded).reason == "faint"
    told = scene.end(1)
    assert scene.table.position == [3, 2]
    assert named(scene.table, scene.table.hands[0]) == ["事件触发"]


def test_the_one_pulled_while_acting_goes_on_acting() -> None:
    """L4.12、L8.1、L5.11：别人插话把出牌的人拉走，不触发地形，他接着出牌。"""
    table = position("苹果", "给我过来", at=[2, 7], health=[2, 15], tracks="SLLLLLLFLLLLE")
    scene = Scene(table)
    scene.play(1, ["special", scene.card(1, "给我过来"), 0])
    assert scene.table.position == [7, 7]
    assert scene.table.health[0] == 2 and scene.table.terrain[7] == "F"
    assert scene.waiting() == {0: "turn"}


# ------------------------------------------------------------------ 路障、魔法束缚
def test_the_dragged_in_pay_when_they_leave_but_those_there_before_do_not() -> None:
    """L5.7、L8.1、L8.15：放路障的人与当时同格者免付；后来被拉进来的，离开时付。"""
    table = position("路障 给我过来", "", "", at=[7, 2, 7])
    scene = Scene(table)
    scene.play(0, ["special", scene.card(0, "路障")])
    scene.play(0, ["special", scene.card(0, "给我过来"), 1])
    scene.end(0)
    scene.end(1)
    told = scene.end(2)
    assert [(each.seat, each.leaving) for each in every(told, RoadblockPaid)] == [(1, True)]
    assert scene.table.position == [8, 7, 8]
    assert scene.table.roadblocks == []


def test_an_event_advance_pays_for_roadblocks_too() -> None:
    """L5.7：善用地形走 3 步遇两枚路障：一步进格，逐枚付完。"""
    table = position("事件触发", "", at=[2, 9])
    table.roadblocks = [Barrier(3, [1]), Barrier(3, [])]
    scene = Scene(table)
    told = scene.trigger(0, "use_terrain", (6, 6))
    assert [each.left for each in every(told, RoadblockPaid)] == [1, 0]
    assert scene.table.position[0] == 3 and scene.table.roadblocks == []


def test_magic_binding_covers_cards_got_later_and_ends_with_the_movement() -> None:
    """L8.20：本轮之后得到的牌也翻倍；同轮叠乘；移动结算完恢复。"""
    table = position("事件触发 事件触发 心理攻击 苹果", "帽子", deck="乐谱 善良 心理攻击")
    scene = Scene(table)
    scene.trigger(0, "magic_binding")
    scene.trigger(0, "magic_binding")
    scene.play(0, ["two_for_three", scene.card(0, "心理攻击"), scene.card(0, "苹果")])
    assert scene.table.load(0) == 4 + 1 + 1
    assert scene.table.load(1) == 4
    scene.end(0)
    scene.end(1)
    assert scene.table.magic == 1


def test_salvage_by_default_takes_armour_wherever_it_is() -> None:
    """L10.4、L8.13：几名同样近者里有人穿着防具，超时就取防具，而不是座次最先者的手牌。"""
    table = position("事件触发", "苹果", "乐器", at=[5, 7, 7], armour=["", "", "帽子"])
    scene = Scene(table)
    scene.trigger(0, "salvage")
    assert scene.asked(0).default == ["take", 2, "armour"]
    level = position("事件触发", "苹果", "乐器", at=[5, 5, 5], armour=["面具", "", "帽子"])
    scene = Scene(level)
    scene.trigger(0, "salvage")
    assert scene.asked(0).default == ["take", 2, "armour"]


# ------------------------------------------------------------------ 桌规的角落
def test_two_slide_to_the_end_in_one_attraction_and_the_puller_is_judged_last() -> None:
    """L5.11 ⚙、L7.1、L7.2、L3.3：一次惺惺相吸把两人拉上滑沙、一起滑到终点，先比体力；拉人的立即判末位。"""
    table = position(
        "事件触发",
        "",
        "",
        at=[6, 3, 4],
        health=[15, 5, 10],
        tracks="SLLLLLGE-SLE",
        slide_after_transfer=True,
    )
    scene = Scene(table)
    told = scene.trigger(0, "attraction", (6, 3))
    assert [(each.seat, each.place, each.points, each.automatic) for each in every(told, Ranked)] == [
        (2, 1, 3, False),
        (1, 2, 2, False),
        (0, 3, 1, True),
    ]
    assert only(told, TurnEnded).reason == "track"
    assert scene.table.track == 1


def test_an_interjected_pull_may_faint_the_one_acting() -> None:
    """L5.11 ⚙、L6.2、L4.12：插话把出牌者拉上滑沙，滑进林间昏厥，他的回合立即停，轮到下一人。"""
    table = position(
        "心理攻击 苹果",
        "给我过来",
        at=[7, 2],
        health=[2, 15],
        tracks="SLGFLLLLLLLE",
        slide_after_transfer=True,
    )
    scene = Scene(table)
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    told = scene.play(1, ["special", scene.card(1, "给我过来"), 0])
    assert only(told, Fainted).seat == 0
    assert only(told, TurnEnded).reason == "faint"
    assert scene.waiting() == {1: "turn"}
    scene.end(1)
    assert scene.table.position[0] == 3


def test_choosing_not_to_walk_keeps_one_on_the_sand() -> None:
    """L5.2 ⚙、L5.6：自选 0 步者本次移动 0 步，站在滑沙上也不滑；选 1 步落在滑沙上的照滑。"""
    table = position("", "", at=[2, 1], phase="movement", tracks="SLGLLLLE", must_walk_all=False)
    run(table, {0: 0, 1: 1})
    assert table.position == [2, 3]
    assert [len(hand) for hand in table.hands] == [0, 2]


def test_everybody_is_told_of_chosen_steps_only_together() -> None:
    """L5.2 ⚙：自选走几步是同时的，先答的人走几步，别人答完之前看不到。"""
    table = position("", "", at=[2, 1], phase="movement", tracks="SLLLLLLE", must_walk_all=False)
    scene = Scene(table)
    before = scene.table.view(1)
    assert scene.play(0, 0) == []
    assert scene.table.view(1) == before


def test_a_skipped_player_may_still_interject_but_not_walk() -> None:
    """L8.18 ⚙、L4.12：跳过的一轮不出牌、不移动、不摸牌、站在滑沙上也不滑；醒着，随时牌照打。"""
    table = position("路障", "", at=[2, 4], tracks="SLGLLLLLLE", stumble="skip_next", phase="round", round=3)
    table.skips_next[0] = True
    scene = Scene(table)
    assert scene.waiting() == {1: "turn", 0: "interject"}
    scene.play(0, ["special", scene.card(0, "路障")])
    scene.end(1)
    assert scene.table.position[0] == 2 and scene.table.hands[0] == []
    assert scene.table.round == 5 and 0 in scene.table.order


def test_eight_players_get_two_candidates_each() -> None:
    """L2.2、L1.1 ⚙：八人时每人 2 张候选，十六张各不相同；别人的候选看不到。"""
    table = position(*[""] * 8, phase="characters")
    table.places, table.points, table.track = [], [], -1
    table.character = [NOTHING] * 8
    scene = Scene(table)
    offered = [scene.table.view(seat).candidates for seat in range(8)]
    assert all(len(each) == 2 for each in offered)
    assert len({card for each in offered for card in each}) == 16
    assert scene.table.view(None).candidates == []
    scene.play(0, offered[0][1])
    assert scene.table.view(1).players[0].character == NOTHING


def test_nobody_draws_more_than_there_is() -> None:
    """L4.11、L5.10：牌不够时按出牌顺序，先摸的人摸光，后面的人摸不到。"""
    table = position(
        "", "", at=[2, 2], order=[1, 0], phase="movement", empty_deck=True, deck="苹果", discard=""
    )
    run(table)
    assert [len(hand) for hand in table.hands] == [0, 1]
