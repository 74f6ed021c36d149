"""E6 伤害抵消（交锋）。"""

from __future__ import annotations

import pytest

from games.magicelite.events import (
    AttackStarted,
    CounterCapped,
    Died,
    ExchangeEnded,
    Healed,
    Offset,
    Slain,
    TurnStarted,
    Wounded,
)
from games.magicelite.table import NOBODY, Exchange
from tests.magicelite.position import Scene, every, only, position


@pytest.mark.parametrize(
    ("attack", "response", "od"),
    [
        ("♦6 ♥2", "♠3 ♥2", -5),
        ("♦6 ♥2", "♦6 ♥2", 0),
        ("♦6 ♥2", "♥6 ♥2", 0),
        ("♠3 ♥2", "♦K ♥2", 12),
        ("♠3 ♥2", "♥K ♥2", 12),
    ],
)
def test_offset(attack: str, response: str, od: int):
    """E6.1 E6.2 E6.3"""
    scene = Scene(position(attack, response, "♠2"))
    scene.play(0, attack.split()[0], 1)
    events = scene.play(1, response.split()[0])
    assert only(events, Offset).od == od
    if od > 0:
        told = only(events, AttackStarted)
        assert (told.attacker, told.defender, told.damage, told.kind) == (1, 0, od, "return")
        assert scene.main() == (0, "respond") and scene.table.health == [7, 7, 7]
    else:
        assert scene.table.exchange is None and scene.main() == (1, "play")
        assert scene.table.health == [7, 7 + od, 7]


def test_returned_damage_is_not_multiplied_again():
    """E6.2：返还的 OD 不再乘倍率。"""
    scene = Scene(position("♠3 ♦2 ♥2", "♦K ♥2", identities="♥10 ♠10"))
    scene.play(0, "♠3", 1)
    assert only(scene.play(1, "♦K"), AttackStarted).damage == 26 - 2
    told = only(scene.play(0, "♦2"), Offset)
    assert (told.enemy, told.own, told.od) == (24, 4, -20)


def test_returned_damage_may_be_taken_directly():
    """E6.2 选项：直接扣血。"""
    scene = Scene(position("♠3 ♥2 ♥3", "♦5 ♥2 ♥3", returning="direct"))
    scene.play(0, "♠3", 1)
    events = scene.play(1, "♦5")
    told = only(events, Wounded)
    assert (told.seat, told.source, told.lost) == (0, 1, 4)
    assert scene.table.health == [3, 7] and scene.main() == (1, "play")


def test_return_goes_back_and_forth_until_not_positive():
    """E6.2"""
    scene = Scene(position("♠3 ♦4 ♥2", "♦3 ♦J ♥2"))
    scene.play(0, "♠3", 1)  # 1
    assert only(scene.play(1, "♦3"), Offset).od == 2
    assert only(scene.play(0, "♦4"), Offset).od == 4  # 4 挡
    events = scene.play(1, "♦J")
    assert only(events, Offset).od == 7 and scene.main() == (0, "respond")
    events = scene.play(0, "♥2")
    assert only(events, Offset).od == 2 - 7
    assert only(events, ExchangeEnded).responses == 4
    assert scene.table.health == [2, 7]


@pytest.mark.parametrize(("health", "dies"), [(5, True), (6, True), (7, False)])
def test_death_at_or_above_health(health: int, dies: bool):
    """E6.3：♦Q 对 ♥6，扣 6。"""
    scene = Scene(position("♦Q ♥2", "♥6 ♥3", "♥3", health=[None, health]))
    scene.play(0, "♦Q", 1)
    events = scene.play(1, "♥6")
    assert only(events, Offset).od == -6
    assert [told.seat for told in every(events, Died)] == ([1] if dies else [])
    assert scene.table.health[1] == max(0, health - 6)
    assert scene.table.kills == [int(dies), 0, 0]
    if dies:
        assert only(events, Slain).killer == 0


def test_the_one_who_returned_the_damage_is_the_killer():
    """E6.3"""
    scene = Scene(position("♠3 ♠2 ♥2", "♦K ♥2", "♥3"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♦K")
    told = only(scene.play(0, "♠2"), Slain)
    assert (told.seat, told.killer, told.cause) == (0, 1, "attack")
    # 原主动者死了：按他出牌时的位次取下一位（E6.4）。
    assert scene.main() == (1, "play")


def test_turn_order_goes_on_from_the_active_player():
    """E6.4：回应不占自己的主动回合。"""
    scene = Scene(position("♠3 ♠2 ♥2", "♥4 ♥2", "♦2 ♥2", "♥3 ♥2", decks=4))
    scene.play(0, "♠3", 2)
    scene.play(2, "♦2")
    assert scene.main() == (0, "respond")
    scene.play(0, "♠2")
    assert [told.seat for told in every(scene.events, TurnStarted)] == [1]
    assert scene.main() == (1, "play")


def test_turn_order_when_the_active_player_and_his_neighbour_died():
    """E6.4"""
    scene = Scene(position("♠3 ♠2 ♥2", "♥4 ♥2", "♦K ♥2", "♥3 ♥2", dead=[1], health=[1], decks=4))
    scene.play(0, "♠3", 2)
    scene.play(2, "♦K")
    scene.play(0, "♠2")
    assert not scene.table.alive[0] and scene.main() == (2, "play")


def test_hearts_played_first_heal_up_to_the_cap():
    """E6.5"""
    scene = Scene(position("♥6 ♥2", "♠2", health=[3]))
    told = only(scene.play(0, "♥6"), Healed)
    assert (told.gained, told.health) == (4, 7) and scene.table.health[0] == 7


def test_ace_of_hearts_heals_one_and_deals_five():
    """E6.5"""
    scene = Scene(position("♥A ♥6", "♠2 ♠3", health=[3]))
    events = scene.play(0, "♥A", 1)
    assert only(events, Healed).health == 4 and only(events, AttackStarted).damage == 5


@pytest.mark.parametrize(("option", "health"), [(False, 3), (True, 5)])
def test_hearts_in_a_response_only_offset(option: bool, health: int):
    """E6.5 选项：回应回血。"""
    scene = Scene(position("♠3 ♠4 ♠6 ♥J", "♥2 ♥6", health=[None, 3], response_heals=option))
    scene.play(0, "♠3 ♠4", 1)
    told = only(scene.play(1, "♥2"), Offset)
    assert told.od == 0 and scene.table.health[1] == health


def exchange_at(responses: int) -> Scene:
    """0 号攻击 1 号，已经回应过 `responses` 次。"""
    table = position("♠3 ♥2 ♥3", "♦K ♥2 ♥3", phase="respond")
    table.exchange = Exchange(0, 1, 1, [], "return", responses)
    return Scene(table)


def test_fortieth_response_still_returns():
    """E6.6"""
    scene = exchange_at(39)
    events = scene.play(1, "♦K")
    assert only(events, Offset).number == 40
    assert only(events, AttackStarted).damage == 12 and scene.main() == (0, "respond")


def test_forty_first_response_does_not_return():
    """E6.6"""
    scene = exchange_at(40)
    events = scene.play(1, "♦K")
    assert (only(events, CounterCapped).od, only(events, Offset).number) == (12, 41)
    assert only(events, ExchangeEnded).responses == 41
    assert scene.table.health == [7, 7] and scene.main() == (1, "play")


def test_forty_first_response_still_wounds():
    """E6.6：只是不再返还，挡不住照样扣血。"""
    table = position("♠3 ♥2 ♥3", "♠2 ♥6 ♥3", phase="respond")
    table.exchange = Exchange(0, 1, 6, [], "return", 40)
    scene = Scene(table)
    assert only(scene.play(1, "♠2"), Wounded).lost == 5


def test_exchange_is_cleared_between_turns():
    """E6.4"""
    scene = Scene(position("♠3 ♥2", "♥6 ♥2"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♥6")
    scene.play(0, "♥2")
    assert scene.table.exchange is None and scene.table.laid == []
    assert scene.table.undo_seat == NOBODY
