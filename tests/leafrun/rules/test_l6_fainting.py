"""L6 昏厥。"""

import pytest

from games.leafrun.events import Fainted, StillFainted, TurnEnded, TurnStarted, Woke
from tests.leafrun.position import Scene, every, only, position, run


def fainted_in_round(round: int = 4, **options) -> Scene:
    """0 号在第 `round` 轮的移动里昏厥：`SLF…` 上 2 点体力。"""
    table = position(
        "心理攻击 心理攻击 心理攻击 心理攻击",
        "",
        at=[1, 5],
        health=[2],
        tracks="SLF" + "L" * 25 + "E",
        phase="movement",
        round=round,
        order=[0, 1],
        **options,
    )
    return Scene(table)


def pass_round(scene: Scene) -> list:
    """1 号（与醒着的 0 号）结束出牌，直到新的一轮。"""
    events = []
    round = scene.table.round
    while scene.table.round == round:
        events += scene.end(scene.table.active)
    return events


def test_faint_skip_then_wake_at_half_and_act_last():
    """L6.1：R 轮昏厥 → R+1 轮跳过 → R+2 轮开始以 ⌈15/2⌉ = 8 苏醒并最后行动。"""
    scene = fainted_in_round(4)
    table = scene.table
    assert only(scene.events, Fainted).reason == "forest"
    assert table.round == 5
    assert scene.waiting() == {1: "turn"}
    hand = table.hands[0][:]
    events = pass_round(scene)
    assert not [event for event in every(events, TurnStarted) if event.seat == 0]
    assert (table.position[0], table.hands[0]) == (2, hand)  # R+1 轮不移动、不摸牌
    assert table.round == 6
    assert scene.waiting() == {0: "wake"}
    events = scene.play(0, "half")
    assert only(events, Woke).health == 8
    assert (table.health[0], table.fainted[0]) == (8, -1)
    assert table.order == [1, 0]


def test_waiting_one_more_round_wakes_at_full():
    """L6.1：或再等一轮，R+3 轮满血苏醒。"""
    scene = fainted_in_round(4)
    table = scene.table
    pass_round(scene)
    events = scene.play(0, "wait")
    assert only(events, StillFainted).chosen
    assert table.order == [1]
    events = pass_round(scene)
    assert table.round == 7
    woke = only(events, Woke)
    assert (woke.seat, woke.health, woke.reason) == (0, 15, "full")
    assert table.health[0] == 15
    assert table.order == [1, 0]
    assert table.position[0] == 2


@pytest.mark.parametrize(("name", "half"), [("大麦", 8), ("糖糖", 7), ("小蝶", 7), ("瑞瑞", 6)])
def test_half_is_rounded_up(name: str, half: int):
    """L6.1：⌈体力上限/2⌉。"""
    table = position("", "", characters=[name], phase="round", round=5)
    table.fainted[0], table.health[0] = 1, 0
    run(table, {0: "half"})
    assert table.health[0] == half


def test_the_woken_half_uses_the_cap_with_element_one():
    """L6.1、L4.8：上限 16 → 8。"""
    table = position("", "", buffs=[[1]], phase="round", round=5)
    table.fainted[0], table.health[0] = 1, 0
    run(table, {0: "half"})
    assert table.health[0] == 8


def test_fainting_in_the_turn_stops_everything_and_the_movement():
    """L6.2：立即停止一切行动，本轮不再移动，余同上。"""
    scene = Scene(
        position(
            "事件触发 苹果 苹果 心理攻击",
            "",
            at=[1, 5],
            health=[2],
            tracks="SLF" + "L" * 25 + "E",
            order=[0, 1],
        )
    )
    table = scene.table
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])
    scene.trigger(0, "light_dash")
    events = scene.play(0, table.hands[0][:2])
    assert only(events, Fainted).seat == 0
    assert only(events, TurnEnded).reason == "faint"
    assert table.position[0] == 2  # 第二格没走
    assert scene.waiting() == {1: "turn"}
    scene.end(1)
    assert table.position[0] == 2
    assert table.hands[0] == []  # 没移动就不摸牌
    assert table.round == 2
    assert scene.waiting() == {1: "turn"}
    scene.end(1)
    assert scene.waiting() == {0: "wake"}


def test_someone_fainting_before_their_turn_loses_it():
    """L6.2：还没轮到就昏厥的人，本轮不出牌。"""
    table = position(
        "给我过来",
        "心理攻击",
        "",
        at=[1, 6, 9],
        health=[None, 1],
        tracks="SGFLLLLLLLLLLE",
        slide_after_transfer=True,
    )
    scene = Scene(table)
    scene.use(0, "special", "给我过来", 1)
    assert table.fainted[1] == 0
    scene.end(0)
    assert scene.waiting() == {2: "turn"}


def test_the_fainted_play_no_anytime_card_and_heal_nothing():
    """L6.3：昏厥时不能打随时牌、无回血。"""
    table = position("", "路障", buffs=[[], [3]], order=[0])
    table.fainted[1], table.health[1] = 1, 0
    scene = Scene(table)
    assert scene.waiting() == {0: "turn"}
    assert "没有在问你" in scene.refused(1, ["special", scene.card(1, "路障")]).reason
    scene.end(0)
    assert table.health[1] == 0


def test_the_fainted_can_be_pulled_and_given_weapons():
    """L6.3：可被拉、可被给武器。"""
    table = position("给我过来 乐器 事件触发", "", at=[3, 8])
    table.fainted[1], table.health[1] = 0, 0
    scene = Scene(table)
    scene.use(0, "special", "给我过来", 1)
    scene.use(0, "weapon", "乐器", 1)
    assert table.position == [3, 3]
    assert len(table.hands[1]) == 1


def test_still_fainted_at_the_track_change_wakes_at_half_rounded_down():
    """L6.4：体力为 ⌊体力上限/2⌋（大麦 7）。"""
    table = position("", "", places=[2, 1], phase="next_track", tracks="SLLE-SLLE")
    table.fainted[0], table.health[0] = 0, 0
    events = run(table)
    assert only(events, Woke).reason == "next_track"
    assert (table.health[0], table.fainted[0]) == (7, -1)


def test_someone_fainted_at_the_end_is_not_asked_to_wake():
    """L6.4、L8.6：已到终点则只记昏厥，等换道。"""
    table = position("", "", "", phase="round", places=[1, 0, 0], round=5)
    table.fainted[0], table.health[0] = 1, 0
    run(table)
    assert table.fainted[0] == 1
