"""G2.7 护盾与控制、G2.8 受控者被杀。"""

from __future__ import annotations

from typing import Any

import pytest

from games.magicelite.events import (
    Absorbed,
    AttackStarted,
    Controlled,
    Died,
    Drew,
    Offset,
    Scored,
    Shielded,
    StatusEnded,
    Wounded,
)
from games.magicelite.questions import PlayNote
from games.magicelite.second import Feud
from games.magicelite.table import NOBODY
from tests.magicelite.position import Scene, every, named, only
from tests.magicelite.rules.second_stage import choices, declared, feud, stage, state, state_of


def aegis(hand: str = "♠2 ♠5 ♥2 ♥3", attack: str = "♦6 ♦2 ♥6", used: int = 0, **values: Any) -> Scene:
    """三人局：0 号（9）正攻击 1 号（8），伤害 6；2 号（9）在旁。"""
    scene = stage(attack, hand, "♠3 ♥4 ♣2", identities="♠9 ♥8 ♣9", generals=["♦9", "♦7", "♠7"], **values)
    state(scene).aegis[1] = used
    scene = Scene(scene.table.copy())
    scene.play(0, attack.split()[0], 1)
    return scene


# ------------------------------------------------------------------ 次数与触发
def test_eight_has_shield_and_control():
    """G2.7"""
    scene = aegis()
    assert list(scene.table.skills(1)) == ["aegis", "control"]
    assert scene.waiting()[1] == "respond" and declared(scene, 1) == {"aegis", "control"}


def test_first_use_needs_no_card():
    """G2.7：首次须在受攻击时声明、不需要牌。"""
    scene = aegis()
    told = only(scene.play(1, "♠2", None, ["aegis"]), Shielded)
    assert (told.rounds, told.left) == (5, 3)


@pytest.mark.parametrize("used", [1, 2, 3])
def test_later_uses_need_a_five(used: int):
    """G2.7：其余三次须出含 5 的一套。"""
    scene = aegis(used=used)
    assert scene.refused_set(1, "♠2", None, ["aegis"]).clause == "G2.7"
    assert scene.refused_set(1, "♠2", None, ["control", 2]).clause == "G2.7"
    assert ["control", 2] not in choices(scene, 1)
    events = scene.play(1, "♠5", None, ["aegis"])
    assert only(events, Shielded).left == 3 - used and only(events, Drew).count == 5


def test_four_uses_in_all():
    """G2.7：护盾与控制共 4 次。"""
    scene = aegis(used=4)
    assert list(scene.table.skills(1)) == [] and declared(scene, 1) == set()
    assert scene.refused_set(1, "♠5", None, ["aegis"]).clause is not None


def test_not_in_an_active_turn():
    """G2.7：受攻击时。"""
    scene = stage("♠5 ♠2 ♥2", "♥3", "♥4", identities="♠8 ♥9 ♣9")
    assert declared(scene, 0) == set()
    assert scene.refused_set(0, "♠5", 1, ["aegis"]).clause == "G2.7"
    assert scene.refused_set(0, "♠5", 1, ["control", 2]).clause == "G2.7"


def test_returned_damage_counts_as_being_attacked():
    """G2.7 E6.2"""
    scene = stage("♠2 ♠3 ♥2", "♦6 ♥3", "♥4", identities="♠8 ♥9 ♣9")
    scene.play(0, "♠2", 1)
    scene.play(1, "♦6")
    assert declared(scene, 0) == {"aegis", "control"}
    told = only(scene.answer(0, ["control", 2]), Controlled)
    assert (told.source, told.target, told.damage) == (1, 2, 5)


def test_one_of_the_two_in_a_set():
    """G2.7：同一套里的 5 只触发一样。"""
    scene = aegis()
    assert scene.refused_set(1, "♠5", None, ["aegis"], ["control", 2]).clause == "G3.15"


# ------------------------------------------------------------------ 护盾
def test_shield_absorbs_at_once_and_still_asks_for_a_response():
    """G2.7：OD<0 扣 0。"""
    scene = aegis()
    events = scene.play(1, "♠2", None, ["aegis"])
    assert only(events, Offset).od == -5
    told = only(events, Absorbed)
    assert (told.amount, told.reason) == (5, "shield")
    assert scene.table.health[1] == 8 and not every(events, Wounded) and scene.main() == (2, "play")


def test_shielded_player_still_responds_and_returns():
    """G2.7：护盾期仍须回应，OD>0 照返。"""
    scene = aegis("♦K ♠5 ♥2")
    scene.play(1, "♦K", None, ["aegis"])
    told = every(scene.events, AttackStarted)[-1]
    assert (told.attacker, told.defender, told.damage, told.kind) == (1, 0, 7, "return")


def test_shield_lasts_five_of_his_turns():
    """G2.7 E7.1：他第 5 次轮到主动出牌开始时失效；别人的回合不算。"""
    table = stage("♥2 ♥3", "♥4 ♥J", "♥6", identities="♠9 ♥8 ♣9").table.copy()
    second = state_of(table)
    second.shields[1] = 5
    for left in (4, 3, 2, 1, 0):
        for seat in (0, 2):
            list(table.powers.turn_started(table, seat))
        assert second.shields[1] == left + 1
        list(table.powers.turn_started(table, 1))
        assert second.shields[1] == left


def test_shield_ending_is_told():
    """E7.1 E7.2：状态里显示剩余回合，失效时说。"""
    scene = stage("♥2 ♥3 ♥6", "♥4 ♥J ♥Q", "♥2 ♥3", identities="♠9 ♥8 ♣9", active=2)
    state(scene).shields[1] = 1
    scene = Scene(scene.table.copy())
    before = scene.table.view(None).second
    assert before is not None and before.shields == [0, 1, 0]
    told = only(scene.play(2, "♥2"), StatusEnded)
    assert (told.seat, told.what, told.reason) == (1, "shield", "expired")
    after = scene.table.view(None).second
    assert after is not None and after.shields == [0, 0, 0] and scene.main() == (1, "play")


def test_shield_is_counted_anew():
    """G2.7（裁）：未完再发动，回合重新计。"""
    scene = aegis(used=1)
    state(scene).shields[1] = 2
    scene = Scene(scene.table.copy())
    scene.play(1, "♠5", None, ["aegis"])
    assert state(scene).shields[1] == 5


def test_shield_goes_with_the_general():
    """E7.1：换将即消。"""
    scene = stage(
        "♠K ♥2", "♥3 ♠2", "♥4", identities="♠9 ♥8 ♣9", generals=["", "♦8", ""], health=[None, 5], deck="♥6"
    )
    state(scene).shields[1], state(scene).aegis[1] = 4, 3
    scene = Scene(scene.table.copy())
    scene.play(0, "♠K", 1, ["judgment"])
    told = only(scene.answer(0, "抽"), StatusEnded)
    assert (told.seat, told.what, told.reason) == (1, "shield", "died")
    assert state(scene).shields[1] == 0 and state(scene).aegis[1] == 0  # 新的 8 次数从头


def test_shield_without_any_card():
    """G2.7 E3.4：首次不要牌，真没有牌时也能发动。"""
    scene = aegis()
    table = scene.table.copy()
    table.hands[1] = []
    table.deck = table.discard = []
    scene = Scene(table)
    assert ["aegis"] in choices(scene, 1) and ["none"] in choices(scene, 1)
    events = scene.answer(1, ["aegis"])
    assert only(events, Absorbed).amount == 6 and scene.table.health[1] == 8


# ------------------------------------------------------------------ 控制
def test_control_transfers_the_original_damage():
    """G2.7：触发套的数值作废，5 照摸；转移目标回应原攻击者。"""
    scene = aegis("♠4 ♠5 ♥2", used=1)
    events = scene.play(1, "♠4 ♠5", None, ["control", 2])
    told = only(events, Controlled)
    assert (told.seat, told.source, told.target, told.damage, told.rounds, told.left) == (1, 0, 2, 6, 5, 2)
    assert only(events, Drew).count == 5 and not every(events, Offset)
    attack = only(events, AttackStarted)
    assert (attack.attacker, attack.defender, attack.damage, attack.kind) == (0, 2, 6, "control")
    assert scene.main() == (2, "respond") and scene.table.health == [9, 8, 9]
    assert named(scene.table, scene.table.discard)[-2:] == ["♠4", "♠5"]
    assert state(scene).feuds == [Feud(1, 0, 2, 5)]


def test_first_control_may_be_declared_without_a_set():
    """G2.7：首次不需要牌。"""
    scene = aegis()
    scene.answer(1, ["control", 2])
    assert scene.main() == (2, "respond") and len(scene.table.hands[1]) == 4 and state(scene).aegis[1] == 1


def test_what_the_target_returns_goes_to_the_original_attacker():
    """G2.7"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♦K ♥4", identities="♠9 ♥8 ♣9")
    scene.play(0, "♦6", 1)
    scene.answer(1, ["control", 2])
    scene.play(2, "♦K")
    told = every(scene.events, AttackStarted)[-1]
    assert (told.attacker, told.defender, told.damage, told.kind) == (2, 0, 7, "return")
    assert scene.table.active == 0  # 原主动者不变（E6.4）


def test_control_needs_two_enemies_and_another_target():
    """G2.7：须至少两名敌人，转给另一名；在场只剩两人只能护盾。"""
    scene = aegis()
    assert scene.refused_set(1, "♠2", None, ["control", 0]).clause == "G2.7"
    assert scene.refused_set(1, "♠2", None, ["control", 1]).clause == "G2.7"
    two = stage("♦6 ♥2", "♠2 ♥3", "♥4", identities="♠9 ♥8 ♣9", dead=[2])
    two.play(0, "♦6", 1)
    assert declared(two, 1) == {"aegis"}
    assert two.refused_set(1, "♠2", None, ["control", 2]).clause == "G2.7"


def test_teammate_is_no_enemy_to_be_controlled():
    """G2.7 G2.2：控制的是敌人。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4", "♥6", identities="♠9 ♥8 ♣9 ♦9", teams=True)
    scene.play(0, "♦6", 1)
    assert scene.refused_set(1, "♠2", None, ["control", 3]).clause == "G2.7"
    scene.answer(1, ["control", 2])
    assert state(scene).feuds == [Feud(1, 0, 2, 5)] and scene.main() == (2, "respond")


def test_no_control_after_forty_responses():
    """G2.7 E6.6"""
    scene = aegis()
    assert scene.table.exchange is not None
    scene.table.exchange.responses = 40
    scene = Scene(scene.table.copy())
    assert declared(scene, 1) == {"aegis"}
    assert scene.refused_set(1, "♠2", None, ["control", 2]).clause == "E6.6"


def test_controller_is_invincible_but_must_play():
    """G2.7：控制者无敌，受攻击仍要出牌，OD>0 照返。"""
    scene = stage("♥2 ♥6", "♠2 ♥3", "♥4 ♥6", "♦6 ♣K", identities="♠9 ♥8 ♣9 ♦9", active=3)
    scene = feud(scene, controller=1, source=0, target=2)
    scene.play(3, "♦6", 1)
    assert scene.main() == (1, "respond")
    told = only(scene.play(1, "♠2"), Absorbed)
    assert (told.seat, told.amount, told.reason) == (1, 5, "control") and scene.table.health[1] == 8


def test_controller_is_not_safe_from_judgment():
    """G2.7 G2.9"""
    scene = stage("♥2 ♥6", "♠2 ♥3", "♥4 ♥6", "♠K ♣K", identities="♠9 ♥8 ♣9 ♦9", active=3, deck="♥2")
    scene = feud(scene, controller=1, source=0, target=2)
    scene.play(3, "♠K", 0, ["judgment"])
    told = only(scene.answer(3, "抽"), Wounded)
    assert (told.seat, told.lost, told.cap) == (1, 5, 3)


# ------------------------------------------------------------------ 内斗
def fight(hand: str = "♠3 ♥2 ♥A", other: str = "♠2 ♥3", **values: Any) -> Scene:
    """1 号（8）控制着 0 号与 2 号，轮到 0 号。"""
    scene = stage(
        hand,
        "♥4 ♥6 ♥J",
        other,
        "♥Q ♥K",
        identities="♠9 ♥8 ♣9 ♦9",
        generals=["♠7", "♥7", "♣7", "♦7"],
        **values,
    )
    return feud(scene, controller=1, source=0, target=2)


def test_feuding_player_must_attack_his_rival():
    """G2.7：主动回合有伤害牌就必须打对方。"""
    scene = fight()
    assert {(choice[2], tuple(named(scene.table, choice[1]))) for choice in choices(scene, 0)} == {
        (2, ("♠3",)),
        (2, ("♥A",)),
        (2, ("♥A", "♥2")),
    }
    assert scene.refused_set(0, "♥2").clause == "G2.7"
    assert scene.refused_set(0, "♠3", 3).clause == "G2.7"
    assert scene.refused_set(0, "♠3", 1).clause == "G2.7"  # 受控者不能指定控制者
    note = scene.asked(0).note
    assert isinstance(note, PlayNote) and (note.must_attack, note.may_heal) == (2, False)


@pytest.mark.parametrize(
    ("health", "cap", "allowed"), [(4, 9, True), (5, 9, False), (4, 8, False), (3, 8, True)]
)
def test_self_preservation(health: int, cap: int, allowed: bool):
    """G2.7：血低于上限一半且有纯♥套时可改出♥。"""
    scene = fight(health=[health], cap=[cap])
    hearts = scene.choice(0, "♥2", None, [])
    assert (hearts in choices(scene, 0)) is allowed
    assert scene.asked(0).note.may_heal is allowed
    assert scene.refused_set(0, "♠3", 3).clause == "G2.7"  # 打还是只能打对方


def test_without_damage_cards_hearts_are_free():
    """G2.7：没有伤害牌就不必打。"""
    scene = fight("♥2 ♥3 ♥6")
    scene.play(0, "♥2")
    assert scene.main() == (2, "play")


def test_feuding_player_may_not_pass_with_damage_cards():
    """G2.7 E3.3 ⚙"""
    assert fight(passing=True).refused(0, ["pass"]).clause == "G2.7"
    assert ["pass"] in choices(fight("♥2 ♥3", passing=True), 0)


def test_responses_are_free_in_a_feud():
    """G2.7：只限主动回合；回应里的返还不受限制。"""
    scene = stage("♥2 ♥6", "♦2 ♥3", "♦6 ♥6", "♥J", identities="♠9 ♥8 ♣9 ♦9", active=1)
    scene = feud(scene, controller=1, source=0, target=2)
    scene.play(1, "♦2", 2)
    scene.play(2, "♦6")
    told = every(scene.events, AttackStarted)[-1]
    assert (told.attacker, told.defender, told.damage) == (2, 1, 4)


def test_feud_ends_after_five_turns_of_the_target_for_both():
    """G2.7 E7.1：回合按被转移者的主动回合计，两人同时解除。"""
    table = fight("♥2 ♥3 ♥6").table.copy()
    second = state_of(table)
    table.out = []
    for left in (4, 3, 2, 1):
        for seat in (0, 1, 3, 2):  # 原攻击者、控制者、旁人的回合不算
            list(table.powers.turn_started(table, seat))
        assert [each.left for each in second.feuds] == [left] and not every(table.out, StatusEnded)
    for seat in (0, 1, 3):
        list(table.powers.turn_started(table, seat))
    assert second.feuds
    list(table.powers.turn_started(table, 2))
    assert second.feuds == []
    ended = every(table.out, StatusEnded)
    assert [(told.seat, told.what, told.reason) for told in ended] == [
        (0, "control", "expired"),
        (2, "control", "expired"),
    ]


def test_released_target_is_free_in_that_very_turn():
    """G2.7 E7.1：第 5 次轮到时开始就失效。"""
    scene = fight("♥2 ♥3 ♥6", "♠2 ♥3")
    state(scene).feuds[0].left = 1
    scene = Scene(scene.table.copy())
    scene.play(0, "♥2")
    assert scene.main() == (2, "play")
    scene.play(2, "♠2", 1)


def test_feud_is_public_with_its_rounds():
    """E7.2"""
    view = fight().table.view(3).second
    assert view is not None and view.feuds == [Feud(1, 0, 2, 5)]


def test_controlled_eight_may_only_shield():
    """G2.7：受控者若也是 8，只能用护盾。"""
    scene = stage("♦6 ♥2", "♥4 ♥6", "♠2 ♠5", "♥J", identities="♠9 ♥8 ♣8 ♦9")
    scene.play(0, "♦6", 1)
    scene.answer(1, ["control", 2])
    assert declared(scene, 2) == {"aegis"} and ["control", 3] not in choices(scene, 2)
    assert scene.refused_set(2, "♠2", None, ["control", 3]).clause == "G2.7"
    scene.play(2, "♠2", None, ["aegis"])
    assert scene.table.health[2] == 8 and state(scene).shields[2] == 5


def test_death_of_the_controller_frees_them():
    """G2.7：控制者死亡立即解除（换将也算）。"""
    scene = fight("♠K ♥2", health=[None, 5], deck="♥6")
    scene.play(0, "♠K", 2, ["judgment"])
    events = scene.answer(0, "抽")
    assert [(told.seat, told.reason) for told in every(events, StatusEnded)] == [(0, "died"), (2, "died")]
    assert state(scene).feuds == [] and scene.main() == (2, "respond")  # 攻防都没死，交锋继续


def test_death_of_one_rival_frees_the_other():
    """E7.1：受术者死亡或换将即消。"""
    scene = fight("♦6 ♥2", "♥2 ♥3", health=[None, None, 1])
    scene.play(0, "♦6", 2)
    scene.play(2, "♥2")
    assert state(scene).feuds == []


def test_two_left_ends_control():
    """G2.7：在场只剩两人时控制失效、只能护盾。"""
    scene = stage("♦6 ♣2 ♥2", "♥4 ♥6", "♥2", identities="♠9 ♥8 ♣9", health=[None, None, 1])
    scene = feud(scene, controller=1, source=0, target=2)
    scene.play(0, "♦6", 2)
    events = scene.play(2, "♥2")
    assert only(events, Died).seat == 2 and state(scene).feuds == []
    assert [told.seat for told in every(events, StatusEnded)] == [0, 2]
    scene.play(1, "♥4")
    scene.play(0, "♣2", 1)  # 不再受限，可以打原来的控制者
    assert declared(scene, 1) == {"aegis"}
    told = only(scene.play(1, "♥6"), AttackStarted)
    assert told.damage == 5


def test_several_controls_at_once():
    """G2.7（裁）：几次控制叠在一起，打哪个对手都行，控制着自己的人除外。"""
    scene = stage("♠3 ♥2", "♥4", "♥6", "♥J", "♥Q", identities="♠9 ♥8 ♣8 ♦9 ♠9", decks=3)
    scene = feud(feud(scene, 1, 0, 3), 2, 0, 4)
    assert {choice[2] for choice in choices(scene, 0)} == {3, 4}


# ------------------------------------------------------------------ G2.8 分归谁
def test_killing_a_controlled_player_scores_for_the_controller():
    """G2.8：受控期间被杀，分归控制者。"""
    scene = fight("♦6 ♥2", "♥2 ♥3", health=[None, None, 1])
    scene.play(0, "♦6", 2)
    told = only(scene.play(2, "♥2"), Scored)
    assert (told.seat, told.victim, told.points) == (1, 2, 9)
    assert scene.table.kills == [1, 0, 0, 0]  # 击杀者还是动手的人


def test_killed_by_a_third_player_while_controlled():
    """G2.8"""
    scene = stage("♥2 ♥6", "♥4", "♥3 ♥J", "♦6 ♣2", identities="♠9 ♥8 ♣9 ♦9", active=3, health=[None, None, 1])
    scene = feud(scene, 1, 0, 2)
    scene.play(3, "♦6", 2)
    assert only(scene.play(2, "♥3"), Scored).seat == 1


def test_controlled_player_who_judges_his_controller_to_death():
    """G2.8：受控者以审判杀死控制者，公家。"""
    scene = fight("♠K ♥2", health=[None, 5], deck="♥6")
    scene.play(0, "♠K", 2, ["judgment"])
    told = only(scene.answer(0, "抽"), Scored)
    assert (told.seat, told.victim) == (NOBODY, 1) and len(state(scene).commons) == 1


def test_anybody_elses_judgment_on_the_controller_scores_for_him():
    """G2.8 G2.3"""
    scene = stage(
        "♥2 ♥6", "♥4", "♥3", "♠K ♣2", identities="♠9 ♥8 ♣9 ♦9", active=3, health=[None, 5], deck="♥6"
    )
    scene = feud(scene, 1, 0, 2)
    scene.play(3, "♠K", 0, ["judgment"])
    assert only(scene.answer(3, "抽"), Scored).seat == 3


def test_after_release_the_killer_scores():
    """G2.8：解除后被杀归击杀者。"""
    scene = stage("♦6 ♥2", "♥4", "♥2 ♥3", "♥J", identities="♠9 ♥8 ♣9 ♦9", health=[None, None, 1])
    scene.play(0, "♦6", 2)
    assert only(scene.play(2, "♥2"), Scored).seat == 0


def teams(controlled: bool) -> Scene:
    """0 号与队友 2 号；审判翻出♣，2 号（♣9）只剩 5 血。"""
    scene = stage(
        "♠K ♥2", "♥4 ♥3", "♥2", "♥J", identities="♠9 ♥8 ♣9 ♦9", teams=True, health=[None, None, 5], deck="♣6"
    )
    return feud(scene, 1, 0, 2) if controlled else scene


@pytest.mark.parametrize(("controlled", "winner"), [(False, NOBODY), (True, 1)])
def test_killing_a_teammate(controlled: bool, winner: int):
    """G2.2 G2.8：杀死队友，控制期归控制者，否则公家。"""
    scene = teams(controlled)
    scene.play(0, "♠K", 2 if controlled else 1, ["judgment"])
    told = only(scene.answer(0, "抽"), Scored)
    assert (told.seat, told.victim) == (winner, 2)
    assert state(scene).commons == ([] if controlled else [told.identity])


def test_controlled_suicide_by_judgment_is_common():
    """G2.4（裁）：受控者死于自己的审判仍归公家。"""
    scene = fight("♠K ♥2", health=[5], deck="♠6")
    scene.play(0, "♠K", 2, ["judgment"])
    assert only(scene.answer(0, "抽"), Scored).seat == NOBODY


def test_out_of_a_feud_for_good():
    """G2.8 E3.7：没有武将了，受控的人出局，分照归控制者。"""
    scene = stage("♦6 ♥2", "♥4", "♥2 ♥3", "♥J", identities="♠9 ♥8 ♣9 ♦9", health=[None, None, 1])
    scene = feud(scene, 1, 0, 2)
    scene.play(0, "♦6", 2)
    events = scene.play(2, "♥2")
    assert only(events, Died).seat == 2 and state(scene).scores == [0, 9, 0, 0]
