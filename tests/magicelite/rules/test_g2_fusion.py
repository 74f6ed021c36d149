"""G2.10 合体技能。"""

from __future__ import annotations

import pytest

from games.magicelite.events import (
    BilocationEnded,
    BodiesShuffled,
    Fused,
    Offset,
    SetPlayed,
    Shielded,
    Wounded,
)
from tests.magicelite.position import Scene, every, only
from tests.magicelite.rules.second_stage import choices, declared, stage, state


def three(hand: str = "♠A ♦6 ♦K ♥2", fused: bool = False) -> Scene:
    scene = stage(hand, "♥3 ♥6 ♦2", "♥4 ♥J", identities="♠10 ♥9 ♣9", generals=["♥10", "", ""])
    state(scene).fused[0] = fused
    return Scene(scene.table.copy())


def test_locked_until_an_ace_is_played():
    """G2.10"""
    scene = three()
    assert list(scene.table.skills(0)) == ["fusion"] and declared(scene, 0) == set()
    assert only(scene.play(0, "♦6", 1), SetPlayed).damage == 6
    assert not every(scene.events, Fused)


def test_ace_unlocks_from_the_next_set_on():
    """G2.10：A 打出的下一套起可用。"""
    scene = three()
    assert scene.refused_set(0, "♠A", 1, ["hundredfold"]).clause is not None
    events = scene.play(0, "♠A", 1)
    assert only(events, Fused).seat == 0 and only(events, SetPlayed).damage == 6
    assert list(scene.table.skills(0)) == ["fusion", "hundredfold", "judgment", "aegis", "control"]
    assert scene.waiting() == {1: "respond"}  # 触发了技能，不能另出（E8.1）


def test_ace_in_a_response_unlocks_too():
    """G2.10"""
    scene = stage("♦2 ♥2", "♣A ♥3", "♥4", identities="♠9 ♥10 ♣9")
    scene.play(0, "♦2", 1)
    told = only(scene.play(1, "♣A"), Offset)
    assert told.od == 4 and state(scene).fused == [False, True, False]


def test_hundredfold_once_when_he_likes():
    """G2.10：×100 只一次，自选何时用；打出没有伤害的不能用。"""
    scene = three(fused=True)
    assert scene.refused_set(0, "♥2", None, ["hundredfold"]).clause == "G2.10"
    plain, boosted = scene.choice(0, "♦6", 1, []), scene.choice(0, "♦6", 1, [["hundredfold"]])
    assert plain in choices(scene, 0) and boosted in choices(scene, 0)
    assert only(scene.play(0, "♦6", 1, ["hundredfold"]), SetPlayed).damage == 600
    assert state(scene).hundredfold[0] == 1 and "hundredfold" not in scene.table.skills(0)


def test_hundredfold_follows_the_option():
    """G2.10 G2.5 ⚙"""
    scene = stage("♦6 ♥2", "♥3", "♥4", identities="♠10 ♥9 ♣9", seven_factor=7)
    state(scene).fused[0] = True
    scene = Scene(scene.table.copy())
    assert only(scene.play(0, "♦6", 1, ["hundredfold"]), SetPlayed).damage == 42


def test_judgment_without_limit():
    """G2.10：审判不限次数，仍要 K。"""
    scene = three("♠K ♦K ♥2 ♦6", fused=True)
    assert scene.refused_set(0, "♦6", 1, ["judgment"]).clause == "G2.9"
    scene.play(0, "♠K", 1, ["judgment"])
    scene.answer(0, "抽")
    assert "judgment" in scene.table.skills(0)


def test_hundredfold_and_judgment_in_one_set():
    """G2.10"""
    scene = three("♦K ♥2", fused=True)
    scene.play(0, "♦K", 1, ["hundredfold"], ["judgment"])
    assert only(scene.events, SetPlayed).damage == 1300
    scene.answer(0, "抽")
    assert state(scene).hundredfold[0] == 1


def test_shield_or_control_once_without_a_five():
    """G2.10：8 的技能只一次（免 5 那次）。"""
    scene = stage("♦6 ♦2 ♥2", "♥3 ♥6 ♠5", "♥4 ♥J", identities="♠9 ♥10 ♣9")
    state(scene).fused[1] = True
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    assert declared(scene, 1) == {"aegis", "control", "hundredfold"}
    told = only(scene.play(1, "♥3", None, ["aegis"]), Shielded)
    assert told.left == 0 and scene.table.health[1] == 10
    assert list(scene.table.skills(1)) == ["fusion", "hundredfold", "judgment", "aegis"]  # 护盾还在
    assert state(scene).aegis[1] == 1
    table = scene.table.copy()
    table.phase, table.exchange = "play", None
    table.active, table.cursor = 0, table.place(0)
    again = Scene(table)
    again.play(0, "♦2", 1)
    assert again.refused_set(1, "♠5", None, ["aegis"]).clause == "G2.7"
    assert "aegis" not in declared(again, 1) and "control" not in declared(again, 1)


def test_borrowed_control():
    """G2.10 G2.7"""
    scene = stage("♦6 ♥2", "♥3 ♥6", "♥4 ♥J", identities="♠9 ♥10 ♣9")
    state(scene).fused[1] = True
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    scene.answer(1, ["control", 2])
    assert scene.main() == (2, "respond") and "control" in scene.table.skills(1)  # 正在生效，仍无敌
    assert state(scene).aegis[1] == 1


def test_judgment_comes_before_control_in_one_set():
    """G2.10 G2.9：先审判后控制；没有可转的人了，控制不成立也不算用掉。"""
    scene = stage(
        "♦6 ♥2",
        "♥6 ♥J ♥Q ♥K ♥5",
        "♥4",
        identities="♠9 ♦10 ♣9",
        deck="♦A ♦2 ♦3 ♦4 ♦5 ♠A ♠2 ♠3 ♠4 ♠5 ♣2",
        six_to_jack=True,
        health=[None, None, 5],
    )
    state(scene).fused[1] = True
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    scene.play(1, "♥5 ♥6 ♥J ♥Q ♥K", None, ["judgment"], ["control", 2])
    events = scene.answer(1, "抽")
    assert not scene.table.alive[2] and state(scene).feuds == [] and state(scene).aegis[1] == 0
    assert only(events, Offset).enemy == 0


# ------------------------------------------------------------------ 两人局：分身术
def two(hand: str = "♠A ♦6 ♥2", fused: bool = False) -> Scene:
    scene = stage(hand, "♦2 ♥3 ♥6 ♦3 ♦J", identities="♠10 ♥9", generals=["♥10 ♦7", ""])
    if not fused:
        return scene
    second = state(scene)
    second.fused[0], second.numbers[0], second.real[0] = True, [1, 2, 3, 4, 5], 2
    return Scene(scene.table.copy())


def test_bilocation_of_the_fused():
    """G2.10 G2.6：解锁时洗混，倍率从下一套起。"""
    scene = two()
    assert state(scene).style[0] == "bilocation" and state(scene).numbers[0] == []
    events = scene.play(0, "♠A", 1)
    assert only(events, SetPlayed).damage == 6
    told = only(events, BodiesShuffled)
    assert (told.seat, told.false_bodies, told.reason) == (0, 4, "fused")
    assert list(scene.table.skills(0)) == ["fusion", "hundredfold", "judgment", "bilocation"]


def test_factors_multiply():
    """G2.10：分身倍率与 ×100 相乘。"""
    scene = two(fused=True)
    told = only(scene.play(0, "♦6", 1, ["hundredfold"]), SetPlayed)
    assert told.damage == 6 * 5 * 100
    assert sorted(each.value for each in told.factors) == [5, 100]


def test_ace_that_unlocks_does_not_expose_him_in_the_same_response():
    """G2.10 G2.6：下一套起才是分身：这一套没挡住照数扣。"""
    scene = stage("♦J ♥2", "♠A ♥3", identities="♠9 ♥10", generals=["", "♥7"])
    scene.play(0, "♦J", 1)
    told = only(scene.play(1, "♠A"), Wounded)
    assert (told.cause, told.lost) == ("attack", 5) and len(state(scene).numbers[1]) == 5


def test_bilocation_ends_when_the_false_bodies_run_out():
    """G2.10：到假身第一次归零为止，不重置。"""
    scene = stage("♦6 ♦2 ♥2", "♥3 ♦3", identities="♠9 ♥10")
    second = state(scene)
    second.fused[1], second.numbers[1], second.real[1] = True, [2, 4], 4
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    events = scene.answer(0, 2)
    assert only(events, BilocationEnded).seat == 1 and not every(events, BodiesShuffled)
    assert state(scene).numbers[1] == [] and state(scene).real[1] == 0
    assert list(scene.table.skills(1)) == ["fusion", "hundredfold", "judgment"]
    assert only(scene.play(1, "♦3", 0), SetPlayed).damage == 3


def test_second_ace_does_not_start_it_again():
    """G2.10"""
    scene = stage("♠A ♦6 ♥2", "♥3 ♦3", identities="♠10 ♥9")
    second = state(scene)
    second.fused[0], second.bilocated[0] = True, True
    scene = Scene(scene.table.copy())
    events = scene.play(0, "♠A", 1)
    assert not every(events, Fused) and state(scene).numbers[0] == []


@pytest.mark.parametrize("field", ["fused", "hundredfold", "bilocated", "aegis"])
def test_everything_is_cleared_with_the_general(field: str):
    """G2.10：换将清零。"""
    scene = two(fused=True)
    second = state(scene)
    second.hundredfold[0], second.bilocated[0], second.aegis[0] = 1, True, 1
    table = scene.table
    table.powers.enter(table, 0, second.generals[0][0])
    assert not getattr(second, field)[0] and second.numbers[0] == []
    assert list(table.skills(0)) == ["fusion"]


def test_fusion_state_is_public():
    """E10：技能次数公开。"""
    view = two(fused=True).table.view(None)
    assert view.second is not None and view.second.fused == [True, False]
    assert [(each.name, each.value) for each in view.players[0].factors] == [("bilocation", 5)]
