"""阶段（A2）。"""

from __future__ import annotations

import pytest

from games.aurora.events import (
    CardMoved,
    CardPlayed,
    Charged,
    Discarded,
    Drew,
    GameOver,
    PhaseStarted,
    Reserved,
    Reshuffled,
    Stowed,
    TurnEnded,
    TurnStarted,
    Wounded,
)
from tests.aurora.position import CARDS, Scene, cards_of, every, named, only, position


# ------------------------------------------------------------------ A2.1
def test_a2_1_two_cards_each_turn_one_on_the_very_first():
    """A2.1：每回合摸 2 张；先手第一回合 1 张。内容只有自己看到。"""
    scene = Scene(position(phase="turn", active=1, turn=0, turns=0, decks=("直刺 投矛 飞刀", "")))
    told = only(scene.events, Drew)
    assert (told.seat, told.count, told.reason, told.left) == (0, 1, "turn", 12)
    assert scene.hand(0) == ["直刺"]
    assert told.seen_by(1).cards.seen is None and told.seen_by(0).cards.seen == cards_of("直刺")
    scene = Scene(position(phase="turn", active=1, turn=3))
    assert only(scene.events, Drew).count == 2
    scene = Scene(position(phase="turn", active=0, turn=1, turns=1))
    assert only(scene.events, Drew).count == 2 and scene.table.active == 1  # 后手第一回合


def test_a2_1_an_empty_deck_reshuffles_the_discard_pile():
    """A2.1：牌库空，洗弃牌堆接着摸；洗的张数公开。"""
    scene = Scene(
        position(phase="turn", active=1, decks=("直刺", ""), filler=0, discards=("投矛 投矛 投矛", ""))
    )
    told = only(scene.events, Reshuffled)
    assert (told.seat, told.count) == (0, 3)
    assert scene.hand(0) == ["直刺", "投矛"]
    assert scene.table.discards[0] == [] and len(scene.table.decks[0]) == 2


def test_a2_1_both_empty_draws_nothing():
    """A2.1：两者皆空则不摸。"""
    scene = Scene(position(phase="turn", active=1, filler=0))
    told = only(scene.events, Drew)
    assert (told.count, told.missing) == (0, 2) and scene.hand(0) == []
    assert scene.table.health == [20, 20]


def test_a2_1_fatigue_is_an_option():
    """A2.1 选项：疲劳，少一张扣 1；弃牌堆不洗，扣到 0 就负。"""
    scene = Scene(position(phase="turn", active=1, filler=0, discards=("投矛", ""), empty_deck="fatigue"))
    assert [each.lost for each in every(scene.events, Wounded)] == [1, 1]
    assert scene.table.health == [18, 20] and named(scene.table.discards[0]) == ["投矛"]
    dead = Scene(position(phase="turn", active=1, filler=0, health=(1, 20), empty_deck="fatigue"))
    over = only(dead.events, GameOver)
    assert over.winners == [1] and over.reason == "hero" and dead.match.over


def test_a2_1_dying_of_fatigue_loses_no_card():
    """A2.1 选项：摸到一半疲劳而死，已摸到的牌还在手里（守恒）。"""
    table = position(
        phase="turn", active=1, filler=0, decks=("直刺", ""), health=(1, 20), empty_deck="fatigue"
    )
    scene = Scene(table)
    assert scene.match.over and scene.hand(0) == ["直刺"]


def test_a2_1_fallen_soldiers_never_come_back_to_the_deck():
    """A2.1：士兵弃牌区另算，不洗入卡组。"""
    table = position(phase="turn", active=1, filler=0)
    table.fallen[0] = [0, 2]
    scene = Scene(table)
    assert scene.hand(0) == [] and scene.table.fallen[0] == [0, 2]


# ------------------------------------------------------------------ A2.2
def preparing(**zones: tuple[str, str]) -> Scene:
    return Scene(position(phase="preparing", **zones))  # pyright: ignore[reportArgumentType]


def test_a2_2_each_of_three_things_once_in_any_order():
    """A2.2：补闪避区（可多张）、一张手牌入备用、一张蓄能，任意次序各一次。"""
    scene = preparing(hands=("直刺 投矛 飞刀", ""), reserves=("疾步 包扎", ""), dodges=("横扫", ""))
    assert scene.waiting() == {0: "prepare"}
    told = only(scene.act("charge", "hand", CARDS["直刺"]), Charged)
    assert (told.origin, told.count, told.total) == ("hand", 1, 1)
    assert told.seen_by(1).cards.seen is None
    assert scene.refused(0, ["charge", "reserve", CARDS["疾步"]]).clause == "A2.2"
    told = only(scene.act("dodge", cards_of("包扎 疾步")), Stowed)
    assert (told.origin, told.count, told.total, told.shown) == ("reserve", 2, 3, [])
    assert told.seen_by(1).cards.seen is None and sorted(told.seen_by(0).cards.seen) == sorted(
        cards_of("包扎 疾步")
    )
    told = only(scene.act("reserve", CARDS["投矛"]), Reserved)
    assert told.total == 1 and told.seen_by(1).cards.seen is None
    # 三样都做过，不再问，进入主要阶段。
    assert scene.waiting() == {0: "main"}
    view = scene.table.view(1).players[0]
    assert (view.hand, view.dodges, view.reserve, view.charge) == (1, 3, 1, 1)
    mine = scene.table.view(0)
    assert named(mine.charge_zone) == ["直刺"] and named(mine.reserve_zone) == ["投矛"]


def test_a2_2_the_dodge_zone_holds_three():
    """A2.2：闪避区补到至多 3。"""
    scene = preparing(hands=("直刺", ""), reserves=("疾步 包扎", ""), dodges=("横扫 横扫", ""))
    refusal = scene.refused(0, ["dodge", cards_of("疾步 包扎")])
    assert refusal.clause == "A2.2"
    scene.act("dodge", cards_of("疾步"))
    assert len(scene.table.dodges[0]) == 3
    full = preparing(hands=("直刺", ""), reserves=("疾步", ""), dodges=("横扫 横扫 横扫", ""))
    assert "已有 3 张" in full.refused(0, ["dodge", cards_of("疾步")]).reason


def test_a2_2_the_reserve_holds_three_by_option():
    """A2.2：备用区上限 3，桌规可改；已经超过的不许再放。"""
    scene = preparing(hands=("直刺", ""), reserves=("疾步 包扎 飞刀", ""))
    assert scene.refused(0, ["reserve", CARDS["直刺"]]).clause == "A2.2"
    more = Scene(
        position(phase="preparing", hands=("直刺", ""), reserves=("疾步 包扎 飞刀", ""), reserve_limit=4)
    )
    more.act("reserve", CARDS["直刺"])
    assert len(more.table.reserves[0]) == 4


def test_a2_2_charge_from_hand_or_reserve_up_to_five():
    """A2.2：手牌或备用区 1 张放到英雄下，上限 5。"""
    scene = preparing(hands=("直刺", ""), reserves=("疾步", ""), charges=("包扎 包扎 包扎 包扎", ""))
    told = only(scene.act("charge", "reserve", CARDS["疾步"]), Charged)
    assert (told.origin, told.total) == ("reserve", 5)
    full = preparing(hands=("直刺", ""), reserves=("疾步", ""), charges=("包扎 包扎 包扎 包扎 包扎", ""))
    assert "满了" in full.refused(0, ["charge", "hand", CARDS["直刺"]]).reason


def test_a2_2_asked_by_counts_alone():
    """A2.2 A10：问不问只看张数；没有手牌与备用就不问。"""
    assert preparing().waiting() == {0: "main"}
    assert preparing(hands=("直刺", "")).waiting() == {0: "prepare"}
    assert preparing(reserves=("直刺", "")).waiting() == {0: "prepare"}


def test_a2_2_done_ends_the_phase():
    """A2.2：可以一样也不做。"""
    scene = preparing(hands=("直刺", ""), reserves=("疾步", ""))
    told = scene.act("done")
    assert only(told, PhaseStarted).phase == "main" and scene.waiting() == {0: "main"}
    assert scene.hand(0) == ["直刺"]


# ------------------------------------------------------------------ A2.3
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a2_3_the_xth_turn_allows_x_moves_and_x_effects(turn: int):
    """A2.3：自己的第 X 个回合至多 X 张移动、X 张效果，分开计。"""
    scene = Scene(position(turn=turn, hands=("疾步 疾步 疾步 疾步 调度 调度 调度 调度", "")))
    for used in range(turn):
        told = only(scene.walk("疾步", "A2" if used % 2 == 0 else "A1"), CardMoved)
        assert told.left == turn - used - 1
    assert scene.refused(0, ["move", CARDS["疾步"], scene.cell("B1")]).clause == "A2.3"
    for used in range(turn):
        told = only(scene.play("调度"), CardPlayed)
        assert told.left == turn - used - 1
    refusal = scene.refused(0, ["play", CARDS["调度"], None])
    assert refusal.clause == "A2.3" and str(turn) in refusal.reason
    assert scene.table.view(None).moves_left == scene.table.view(None).plays_left == 0


def test_a2_3_one_card_one_use():
    """A2.3：一张牌只能作一种用途：移动过的不在手里了。"""
    scene = Scene(position(hands=("疾步", "")))
    scene.walk("疾步", "A2")
    assert named(scene.table.discards[0]) == ["疾步"]
    assert "手里没有" in scene.refused(0, ["play", CARDS["疾步"], None]).reason


def test_a2_3_cap_is_an_option():
    """A2.3 选项：封顶 1，到了第 3 个回合也只有 1 张。"""
    scene = Scene(position(turn=3, use_cap=1, hands=("疾步 疾步", "")))
    assert scene.table.view(0).moves_left == 1
    scene.walk("疾步", "A2")
    assert scene.refused(0, ["move", CARDS["疾步"], scene.cell("A1")]).clause == "A2.3"


def test_a2_3_no_limit_by_default_in_later_turns():
    """A2.3：封顶缺省没有。"""
    assert Scene(position(turn=9, hands=("疾步", ""))).table.view(0).plays_left == 9


# ------------------------------------------------------------------ A2.4
def test_a2_4_discard_down_to_five_of_ones_choice():
    """A2.4：手牌多于 5 自选弃到 5；弃掉的公开。"""
    scene = Scene(position(hands=("直刺 直刺 投矛 飞刀 横扫 火球 地裂", "")))
    scene.act("end")
    assert scene.waiting() == {0: "discard"}
    scene.refused(0, cards_of("直刺"))
    scene.refused(0, cards_of("投矛 投矛"))
    told = only(scene.answer(0, cards_of("直刺 火球")), Discarded)
    assert (told.seat, told.reason, named(told.cards)) == (0, "limit", ["直刺", "火球"])
    assert scene.table.discards[0][-2:] == cards_of("直刺 火球") and len(scene.table.hands[0]) == 5


def test_a2_4_five_cards_are_kept():
    """A2.4：不多于 5 张不弃。"""
    scene = Scene(position(hands=("直刺 直刺 投矛 飞刀 横扫", "")))
    told = scene.act("end")
    assert only(told, TurnEnded).seat == 0 and scene.table.active == 1
    assert len(scene.hand(0)) == 5


# ------------------------------------------------------------------ 次序
def test_a2_order_of_a_turn():
    """A2：回合开始 → 摸牌 → 准备 → 主要 → 弃牌 → 回合结束。"""
    scene = Scene(position(phase="turn", active=1, turn=3, hands=("直刺 直刺 投矛 飞刀", "")))
    scene.act("done")
    scene.act("end")
    scene.default()
    told = [
        (type(each).__name__, getattr(each, "phase", ""))
        for each in scene.events
        if isinstance(each, TurnStarted | Drew | PhaseStarted | Discarded | TurnEnded)
    ]
    assert told[:7] == [
        ("TurnStarted", ""),
        ("Drew", ""),
        ("PhaseStarted", "preparing"),
        ("PhaseStarted", "main"),
        ("PhaseStarted", "discarding"),
        ("Discarded", ""),
        ("TurnEnded", ""),
    ]
    assert scene.table.active == 1


def test_a2_1_each_player_has_his_own_turn_count():
    """A2.3：X 是自己的第几个回合，双方各数各的。"""
    scene = Scene(position(phase="turn", active=1, turn=0, turns=0))
    seen: list[tuple[int, int, int]] = []
    for _ in range(6):
        started = every(scene.events, TurnStarted)[-1]
        seen.append((started.seat, started.number, started.own))
        scene.pass_turn()
    assert seen == [(0, 1, 1), (1, 2, 1), (0, 3, 2), (1, 4, 2), (0, 5, 3), (1, 6, 3)]
