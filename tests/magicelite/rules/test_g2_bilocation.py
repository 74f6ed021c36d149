"""G2.6 分身术。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Match, Stream
from games.magicelite.events import (
    BodiesShuffled,
    ExchangeEnded,
    GeneralEntered,
    NumberPicked,
    Offset,
    SetPlayed,
    Slain,
    Wounded,
)
from games.magicelite.questions import NumberNote
from games.magicelite.rules import deal
from tests.magicelite.position import DATA, Scene, every, only, options_of
from tests.magicelite.rules.second_stage import declared, feud, stage, state, state_of
from tests.magicelite.rules.test_e10_secrecy import encoded


def twins(hand: str = "♠2 ♦3 ♥2", attack: str = "♦6 ♠3 ♥6", **values: Any) -> Scene:
    """0 号（9）攻击 1 号（8，分身术）。"""
    return stage(attack, hand, identities="♠9 ♥8", generals=["♠7", "♦9"], **values)


def wrong(scene: Scene, seat: int = 1) -> int:
    """一个假身的编号。"""
    second = state(scene)
    return next(number for number in second.numbers[seat] if number != second.real[seat])


def test_one_real_and_four_false_bodies():
    """G2.6：真身 1 + 假身 4，洗混编号 1–5。"""
    scene = twins()
    second = state(scene)
    assert second.style == ["", "bilocation"]
    assert second.numbers == [[], [1, 2, 3, 4, 5]] and second.real[1] in (1, 2, 3, 4, 5)
    assert list(scene.table.skills(1)) == ["bilocation"]
    assert declared(Scene(scene.table.copy()), 0) == set()


def test_real_body_is_anywhere():
    """G2.6：位置由种子抽，五个编号都有。"""
    found = {state(twins(seed=seed)).real[1] for seed in range(60)}
    assert found == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("bodies", [5, 4, 3, 2])
def test_damage_is_multiplied_by_all_bodies(bodies: int):
    """G2.6：伤害 ×（真身数 + 假身数）；回复不乘。"""
    scene = stage("♥A ♦6 ♠3", "♥2 ♥3", identities="♥8 ♠9")
    state(scene).numbers[0] = list(range(1, bodies + 1))
    told = only(scene.play(0, "♥A", 1), SetPlayed)
    assert (told.damage, told.healing) == (5 * bodies, 1)
    assert [(each.name, each.value) for each in told.factors] == [("bilocation", bodies)]


def test_attacker_picks_a_number():
    """G2.6：敌人攻击时选一个编号，只问他，选完才轮到守方。"""
    scene = twins()
    scene.play(0, "♦6", 1)
    assert scene.waiting() == {0: "number"}
    ask = scene.asked(0)
    assert list(ask.options) == [1, 2, 3, 4, 5] and ask.default in ask.options
    assert isinstance(ask.note, NumberNote) and (ask.note.defender, ask.note.numbers) == (1, [1, 2, 3, 4, 5])
    for bad in (0, 6, "1", None):
        scene.refused(0, bad)


def test_false_body_takes_the_attack_away():
    """G2.6：假身 −1，本次攻击作废，按序继续；其余不洗。"""
    scene = twins()
    scene.play(0, "♦6", 1)
    real, picked = state(scene).real[1], wrong(scene)
    events = scene.answer(0, picked)
    told = only(events, NumberPicked)
    assert (told.attacker, told.seat, told.number, told.real, told.left) == (0, 1, picked, False, 3)
    assert only(events, ExchangeEnded).responses == 0 and not every(events, BodiesShuffled)
    assert state(scene).numbers[1] == [number for number in (1, 2, 3, 4, 5) if number != picked]
    assert state(scene).real[1] == real and scene.table.health == [9, 8]
    assert scene.waiting() == {1: "play"}  # 抽了编号，不能另出（E8.1）
    assert only(scene.play(1, "♦3", 0), SetPlayed).damage == 12


def test_next_attacker_picks_among_what_is_left():
    """G2.6"""
    scene = twins()
    scene.play(0, "♦6", 1)
    picked = wrong(scene)
    scene.answer(0, picked)
    scene.play(1, "♥2")
    scene.play(0, "♠3", 1)
    assert list(scene.asked(0).options) == [number for number in (1, 2, 3, 4, 5) if number != picked]
    scene.refused(0, picked)


def test_false_bodies_start_again_at_four():
    """G2.6：假身减到 0 立即重置为 4 并重洗。"""
    scene = twins()
    second = state(scene)
    second.numbers[1], second.real[1] = [2, 5], 5
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    events = scene.answer(0, 2)
    assert only(events, NumberPicked).left == 0
    told = only(events, BodiesShuffled)
    assert (told.seat, told.false_bodies, told.reason) == (1, 4, "reset")
    assert state(scene).numbers[1] == [1, 2, 3, 4, 5] and scene.main() == (1, "play")


def test_real_body_is_shuffled_again_and_must_respond():
    """G2.6：中真身 → 重洗，正常回应；假身不补。"""
    scene = twins()
    second = state(scene)
    second.numbers[1], second.real[1] = [1, 3, 4], 3
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    events = scene.answer(0, 3)
    told = only(events, NumberPicked)
    assert told.real and told.left == 2
    shuffled = only(events, BodiesShuffled)
    assert (shuffled.false_bodies, shuffled.reason) == (2, "real")
    assert state(scene).numbers[1] == [1, 2, 3] and state(scene).real[1] in (1, 2, 3)
    assert scene.main() == (1, "respond")
    told = only(scene.play(1, "♠2"), Offset)
    assert (told.own, told.enemy, told.od) == (3, 6, -3)


def hit(scene: Scene) -> Scene:
    """0 号出 ♦6 打中真身。"""
    scene.play(0, "♦6", 1)
    scene.answer(0, state(scene).real[1])
    return scene


def test_unblocked_hit_on_the_real_body_kills():
    """G2.6：挡不住（OD<0）即死，不论差多少。"""
    scene = hit(twins("♠2 ♥3 ♥2"))
    events = scene.play(1, "♠2")  # 5 − 6 = −1
    told = only(events, Wounded)
    assert (told.cause, told.lost, told.health) == ("body", 8, 0)
    assert only(events, Slain).killer == 0 and only(events, GeneralEntered).seat == 1
    assert state(scene).scores == [8, 0] and state(scene).numbers[1] == []


def test_unblocked_hit_may_just_hurt():
    """G2.6 ⚙：按血扣。"""
    scene = hit(twins("♠2 ♥3 ♥2", real_body="hurt"))
    told = only(scene.play(1, "♠2"), Wounded)
    assert (told.cause, told.amount, told.health) == ("attack", 1, 7)


@pytest.mark.parametrize("card", ["♥6", "♠4"])
def test_blocked_hit_does_nothing(card: str):
    """G2.6 E5.1：OD=0 与 4 都算挡住。"""
    scene = hit(twins(f"{card} ♥3 ♥2"))
    events = scene.play(1, card)
    assert not every(events, Wounded) and scene.table.health[1] == 8


def test_returned_damage_strikes_the_real_body():
    """G2.6：返还伤害直击真身，不抽编号，挡不住也即死。"""
    scene = stage("♦2 ♠3 ♥2", "♦K ♠2", identities="♥8 ♠9", generals=["♦9", ""])
    scene.play(0, "♦2", 1)  # ×5 = 10
    scene.play(1, "♦K")  # 13 − 10
    assert scene.main() == (0, "respond") and not every(scene.events, NumberPicked)
    told = only(scene.play(0, "♥2"), Wounded)  # 2 − 3
    assert told.cause == "body" and state(scene).scores == [0, 8]


def test_returned_damage_taken_directly_is_counted_as_it_is():
    """G2.6 E6.2 ⚙ 直接扣血：没有机会挡，照数扣。"""
    scene = stage("♦2 ♠3 ♥2", "♦K ♠2", identities="♥8 ♠9", returning="direct")
    scene.play(0, "♦2", 1)
    told = only(scene.play(1, "♦K"), Wounded)
    assert (told.seat, told.cause, told.lost) == (0, "attack", 3)


def test_no_cards_is_not_blocking():
    """G2.6 E3.4"""
    scene = twins("♠2")
    table = scene.table.copy()
    table.hands[1] = []
    table.deck = table.discard = []
    scene = Scene(table)
    scene.play(0, "♠3", 1)
    scene.answer(0, state(scene).real[1])
    assert only(scene.answer(1, ["none"]), Wounded).cause == "body"


def test_judgment_is_no_attack():
    """G2.6 G2.9：审判扣的血照数算。"""
    scene = stage("♥K ♥2", "♥3 ♠2", identities="♠9 ♥8", deck="♥6")
    scene.play(0, "♥K", None, ["judgment"])
    told = only(scene.answer(0, "抽"), Wounded)
    assert (told.seat, told.lost, told.health, told.cap) == (1, 5, 3, 3)
    assert state(scene).numbers[1] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("seats", "style"), [(2, "bilocation"), (3, "aegis"), (4, "aegis")])
def test_number_of_players_decides_the_rule(seats: int, style: str):
    """G2.6 G2.7：两人用分身术，三人以上用护盾与控制。"""
    scene = stage(*["♥2"] * seats, identities=" ".join(["♠8", "♥9", "♣9", "♦9"][:seats]), decks=4)
    assert state(scene).style[0] == style


def test_five_or_more_use_the_same_rule_as_three():
    """G2.7（裁）：5 人以上同用护盾与控制。"""
    for seats in (5, 8):
        for seed in range(12):
            table = deal(seed, [""] * seats, options_of(generation=2), DATA)
            styles = state_of(table).style
            assert styles == ["aegis" if table.number(seat) in (8, 10) else "" for seat in range(seats)]


def test_rule_is_settled_when_the_general_enters():
    """G2.6：按上场时的在场人数，之后不变；后来上场的按后来的。"""
    scene = stage(
        "♦6 ♦K ♥2",
        "♠2 ♥3 ♥6",
        "♠3 ♥4 ♥J",
        identities="♠9 ♥9 ♣8",
        generals=["", "", "♦8"],
        health=[None, 3, None],
    )
    scene.play(0, "♦6", 1)
    scene.play(1, "♠2")  # 1 号出局，只剩两人
    assert scene.table.order() == [0, 2] and state(scene).style[2] == "aegis"
    scene.play(2, "♥4")
    scene.play(0, "♦K", 2)
    assert declared(scene, 2) == {"aegis"}  # 照旧是护盾
    told = only(scene.play(2, "♠3"), GeneralEntered)
    assert told.style == state(scene).style[2] == "bilocation"
    assert state(scene).numbers[2] == [1, 2, 3, 4, 5]
    assert only(scene.events, BodiesShuffled).reason == "entered"


def test_transferred_attack_picks_a_number_too():
    """G2.6 G2.7：控制转来的也抽编号，由原攻击者选。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4 ♥6", identities="♠9 ♥8 ♣8")
    second = state(scene)
    second.style[2], second.numbers[2], second.real[2] = "bilocation", [1, 2, 3, 4, 5], 4
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    scene.answer(1, ["control", 2])
    assert scene.waiting() == {0: "number"}
    told = only(scene.answer(0, 4), NumberPicked)
    assert told.real and scene.main() == (2, "respond")


def test_real_position_is_never_seen():
    """G2.6 E10：两个世界，真身在别处，各座位与旁观者所见一字不差；事件里也没有。"""
    for seed in range(12):
        match = Match(deal(seed, ["", ""], options_of(generation=2, generals=5), DATA))
        stream = Stream(seed)
        while not match.over:
            table = match.table
            for seat, real in enumerate(state_of(table).real):
                if not real:
                    continue
                twin = table.copy()
                numbers = state_of(table).numbers[seat]
                state_of(twin).real[seat] = numbers[numbers.index(real) - 1]
                for viewer in (None, 0, 1):
                    assert encoded(twin.view(viewer)) == encoded(table.view(viewer))
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.sample(stream))


def test_same_events_until_the_real_body_is_picked():
    """G2.6 E10：两个世界，真身 4 或 5；选 1、2、3 时发生的事、问的问题都一样。"""
    streams: list[list[str]] = []
    for real in (4, 5):
        scene = twins("♥2 ♥3 ♥6 ♥J", "♠2 ♠3 ♠6 ♣2")
        state(scene).real[1] = real
        scene = Scene(scene.table.copy())
        seen: list[str] = []
        for number, card, reply in ((1, "♠2", "♥2"), (2, "♠3", "♥3"), (3, "♠6", "♥6")):
            scene.play(0, card, 1)
            assert scene.asked(0).default in scene.asked(0).options
            seen.append(str(scene.asked(0).default))
            scene.answer(0, number)
            scene.play(1, reply)
            seen += [encoded(scene.table.view(viewer)) for viewer in (None, 0, 1)]
        seen += [encoded(event.seen_by(0)) for event in scene.events]
        streams.append(seen)
    assert streams[0] == streams[1]


def test_feud_does_not_change_the_picking():
    """G2.6 G2.7：内斗中的主动攻击也是主动攻击。"""
    scene = stage("♦6 ♥2", "♥2 ♥3", "♥4 ♥6", identities="♠9 ♥9 ♣8")
    second = state(scene)
    second.style[2], second.numbers[2], second.real[2] = "bilocation", [1, 2, 3, 4, 5], 4
    scene = feud(scene, controller=1, source=0, target=2)
    scene.play(0, "♦6", 2)
    assert scene.waiting() == {0: "number"}
