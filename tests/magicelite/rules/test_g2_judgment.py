"""G2.9 天神的审判。"""

from __future__ import annotations

from typing import Any

import pytest

from games.magicelite.events import (
    AttackStarted,
    Died,
    ExchangeEnded,
    GeneralEntered,
    Healed,
    JudgmentCalled,
    JudgmentFlipped,
    Offset,
    Reshuffled,
    Scored,
    Wounded,
)
from tests.magicelite.position import Scene, every, named, only
from tests.magicelite.rules.second_stage import choices, declared, stage, state


def judge(deck: str, identities: str = "♠9 ♥9 ♣9", hand: str = "♠K ♥2", **values: Any) -> Scene:
    """0 号（9）对 1 号主动出 ♠K 触发审判，等他抽。"""
    scene = stage(hand, "♠2 ♥3", "♥4", identities=identities, deck=deck, **values)
    scene.play(0, "♠K", 1, ["judgment"])
    return scene


def test_player_draws_the_card_himself():
    """G2.9：每张 K 由玩家抽一张翻开；只有一个回答「抽」。"""
    scene = judge("♦6")
    assert only(scene.events, JudgmentCalled).flips == 1
    assert scene.waiting() == {0: "flip"}
    assert choices(scene, 0) == ["抽"] and scene.asked(0).default == "抽"
    events = scene.answer(0, "抽")
    told = only(events, JudgmentFlipped)
    assert named(scene.table, [told.card]) == ["♦6"] and told.struck == []
    assert "♦6" in named(scene.table, scene.table.discard)  # 翻出的牌进弃牌堆


@pytest.mark.parametrize(("deck", "struck"), [("♠2", [0]), ("♥2", [1]), ("♣2", [2]), ("♦2", [])])
def test_same_suit_loses_five_of_health_and_cap(deck: str, struck: list[int]):
    """G2.9：花色相同者（含自己）上限与血各 −5。"""
    scene = judge(deck)
    events = scene.answer(0, "抽")
    assert only(events, JudgmentFlipped).struck == struck
    assert scene.table.health == scene.table.cap == [4 if seat in struck else 9 for seat in range(3)]
    for told in every(events, Wounded):
        assert (told.source, told.cause, told.amount, told.health, told.cap) == (0, "judgment", 5, 4, 4)


def test_lowered_cap_cannot_be_healed():
    """G2.9 E6.5：不可回复。"""
    scene = stage("♥K ♥2", "♠2 ♥3", "♥4 ♥6", identities="♠9 ♥9 ♣9", deck="♣2", health=[None, None, 7])
    scene.play(0, "♥K", None, ["judgment"])
    scene.answer(0, "抽")
    assert (scene.table.health[2], scene.table.cap[2]) == (2, 4)
    scene.play(1, "♥3")
    told = only(scene.play(2, "♥6"), Healed)
    assert (told.gained, scene.table.health[2]) == (2, 4)


def test_teammates_are_struck_too():
    """G2.9 G2.2"""
    scene = stage("♠K ♥2", "♥3", "♥4", "♥6", identities="♠9 ♥9 ♣9 ♦9", deck="♣2", teams=True)
    scene.play(0, "♠K", 1, ["judgment"])
    scene.answer(0, "抽")
    assert scene.table.cap == [9, 9, 4, 9]


def test_shield_and_four_do_not_stop_it():
    """G2.9 E5.1：无视 4、护盾。"""
    scene = stage("♠K ♥2", "♠4 ♥3", "♥4", identities="♠9 ♥8 ♣9", deck="♥2")
    state(scene).shields[1] = 5
    scene = Scene(scene.table.copy())
    scene.play(0, "♠K", 1, ["judgment"])
    scene.answer(0, "抽")
    assert (scene.table.health[1], scene.table.cap[1]) == (3, 3)
    scene.play(1, "♠4")
    assert scene.table.health[1] == 3


def test_attack_goes_on_after_an_active_judgment():
    """G2.9：自己那套的数值照算；审判先结算。"""
    scene = judge("♥2")
    events = scene.answer(0, "抽")
    told = only(events, AttackStarted)
    assert (told.defender, told.damage) == (1, 1) and scene.main() == (1, "respond")
    kinds = [type(event) for event in events]
    assert kinds.index(Wounded) < kinds.index(AttackStarted)


def test_judgment_in_a_response_ignores_the_enemy_damage():
    """G2.9：敌伤按 0 算，OD = 己方。"""
    scene = stage("♦6 ♥2", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9", deck="♣2")
    scene.play(0, "♦6", 1)
    scene.play(1, "♦K", None, ["judgment"])
    events = scene.answer(1, "抽")
    told = only(events, Offset)
    assert (told.incoming, told.enemy, told.reasons, told.own, told.od) == (6, 0, ["judgment"], 13, 13)
    assert scene.main() == (0, "respond") and scene.table.cap[2] == 4


def test_triggering_is_optional():
    """G2.9：触发可选。"""
    scene = stage("♦6 ♥2", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9")
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♦K"), Offset)
    assert (told.enemy, told.od) == (6, 7) and not every(scene.events, JudgmentCalled)


def test_only_with_a_king_and_only_by_nine():
    """G2.9"""
    scene = stage("♠K ♠Q ♠3", "♥3", "♥4", identities="♠9 ♥9 ♣9")
    assert scene.refused_set(0, "♠3", 1, ["judgment"]).clause == "G2.9"
    assert scene.refused_set(0, "♠Q", 1, ["judgment"]).clause == "G2.9"
    assert ["judgment"] in [use for choice in choices(scene, 0) for use in choice[3]]
    scene.play(0, "♠Q ♠K", 1, ["judgment"])
    assert only(scene.events, JudgmentCalled).flips == 1  # 一套至多一张 K（裁）
    plain = stage("♠K ♥2", "♥3", "♥4", identities="♠7 ♥9 ♣9")
    assert declared(plain, 0) == set()


@pytest.mark.parametrize(("deck", "dead"), [("♥2", 1), ("♠2", 0)])
def test_exchange_ends_when_either_side_dies_in_an_active_judgment(deck: str, dead: int):
    """G2.9：攻防任一方死则交锋结束。"""
    scene = judge(deck, health=[5, 5, 5], generals=["♦7", "♥7", "♣7"])
    events = scene.answer(0, "抽")
    assert not every(events, AttackStarted) and only(events, GeneralEntered).seat == dead
    assert scene.table.exchange is None and scene.table.laid == []
    assert scene.main() == (1, "play") if dead == 0 else scene.main()[1] == "play"
    assert named(scene.table, scene.table.discard)[-2:] == [deck, "♠K"]


@pytest.mark.parametrize(("deck", "dead"), [("♠2", 0), ("♥2", 1)])
def test_exchange_ends_when_either_side_dies_in_a_response(deck: str, dead: int):
    """G2.9：回应里的审判，攻方或守方死了，OD 不再算。"""
    scene = stage(
        "♦6 ♥2", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9", deck=deck, health=[5, 5], generals=["♦7", "♥7", ""]
    )
    scene.play(0, "♦6", 1)
    scene.play(1, "♦K", None, ["judgment"])
    events = scene.answer(1, "抽")
    assert not every(events, Offset) and only(events, ExchangeEnded).responses == 1
    assert only(events, Scored).seat == (1 if dead == 0 else -1)
    assert scene.table.exchange is None


def test_exchange_goes_on_when_a_bystander_dies():
    """G2.9"""
    scene = stage("♦6 ♥2", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9", deck="♣2", health=[None, None, 5])
    scene.play(0, "♦6", 1)
    scene.play(1, "♦K", None, ["judgment"])
    events = scene.answer(1, "抽")
    assert only(events, Died).seat == 2 and only(events, Scored).seat == 1
    assert only(events, Offset).od == 13 and scene.main() == (0, "respond")


def test_several_deaths_are_settled_in_playing_order():
    """G2.9：同时多死按 E2 记分换将。"""
    scene = stage(
        "♠K ♥2",
        "♥3",
        "♥4",
        "♥6",
        identities="♠9 ♥8 ♥10 ♥9",
        deck="♥2",
        health=[None, 5, 5, 5],
        generals=["", "♠7", "♠10", "♣7"],
    )
    scene.play(0, "♠K", 1, ["judgment"])
    events = scene.answer(0, "抽")
    assert [told.seat for told in every(events, GeneralEntered)] == [2, 3, 1]
    assert [(told.victim, told.points, told.total) for told in every(events, Scored)] == [
        (2, 10, 10),
        (3, 9, 19),
        (1, 8, 27),
    ]


def test_empty_deck_is_reshuffled_by_the_judge():
    """G2.9 E3.6：库空了由他洗弃牌堆。"""
    scene = judge("", deck_size=0)
    count = len(scene.table.discard)
    told = only(scene.answer(0, "抽"), Reshuffled)
    assert told.seat == 0 and told.count == count


def test_nothing_to_flip():
    """G2.9（裁）：没有牌可翻，仍无视敌方这次的伤害。"""
    scene = stage("♦6 ♥2", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9")
    scene.table.deck = []
    scene.table.discard = []
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    scene.play(1, "♦K", None, ["judgment"])
    events = scene.answer(1, "抽")
    assert not every(events, JudgmentFlipped) and only(events, Offset).od == 13


def test_judgment_set_cannot_be_replaced():
    """E8.1：翻了审判的不可另出。"""
    scene = judge("♦2")
    scene.answer(0, "抽")
    assert scene.waiting() == {1: "respond"}


def test_returned_judgment_is_used_without_limit():
    """G2.9 E6.2：受返还伤害时也能触发，不限次数。"""
    scene = stage("♠K ♦K ♥2", "♦6 ♥3", "♥4", identities="♠9 ♥9 ♣9", deck="♦2 ♦3")
    scene.play(0, "♠K", 1, ["judgment"])
    scene.answer(0, "抽")
    scene.play(1, "♦6")
    scene.play(0, "♦K", None, ["judgment"])
    assert only(scene.answer(0, "抽"), Offset).od == 13
