"""G1 初代。"""

from __future__ import annotations

from typing import Any

import pytest

from games.magicelite.events import (
    AttackStarted,
    Died,
    Drew,
    ExchangeEnded,
    Framed,
    Offset,
    Revived,
    SetPlayed,
    Slain,
    Wounded,
)
from games.magicelite.table import Exchange
from tests.magicelite.position import Scene, every, named, only, position


def test_killer_has_no_skill():
    """G1.2"""
    scene = Scene(position("♠A ♥2", "♦A ♠4 ♠5", identities="♥7 ♠7"))
    assert list(scene.table.skills(0)) == list(scene.table.skills(1)) == []
    assert only(scene.play(0, "♠A", 1), SetPlayed).factors == []
    assert all(choice[3] == [] for choice in scene.asked(1).options)


@pytest.mark.parametrize(
    ("number", "skills"), [(7, []), (8, ["revival"]), (9, ["framing"]), (10, ["double"])]
)
def test_skills_by_number(number: int, skills: list[str]):
    """G1.2 G1.3 G1.4 G1.5"""
    table = position("♠3", "♠2", identities=f"♠{number} ♥7")
    assert list(table.skills(0)) == skills
    assert table.view(None).players[0].skills == skills


# ------------------------------------------------------------------ G1.3 恶贼
def thief(hand: str, revivals: int, extra: str = "", **options: Any) -> Scene:
    """1 号恶贼刚被 0 号击杀：拿着 `hand`，已复活过 `revivals` 次。"""
    table = position(
        "♦K ♥2 ♠6 ♠4 " + extra, "♠2 " + hand, "♥2 ♥4 ♠6", identities="♠10 ♠8 ♠7", health=[None, 5], **options
    )
    table.revivals[1] = revivals
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠2")
    return scene


def test_first_revival_is_free_and_full():
    """G1.3：首次自动满血，结束交锋，按 E6.4 继续。"""
    scene = thief("♠3 ♥6", 0)
    told = only(scene.events, Revived)
    assert (told.seat, told.health, told.used, told.left) == (1, 8, 1, 3)
    assert only(scene.events, Slain).seat == 1 and not every(scene.events, Died)
    assert scene.main() == (1, "play") and scene.table.active == 1
    assert scene.table.alive[1] and scene.table.exchange is None
    assert scene.hand(1) == ["♠3", "♥6"]  # 手牌还在


@pytest.mark.parametrize("revivals", [1, 2, 3])
def test_later_revivals_need_a_five_at_once(revivals: int):
    """G1.3：其后三次须当即打出含 5 的一套。"""
    scene = thief("♠3 ♠4 ♠5 ♥6", revivals)
    assert scene.waiting() == {1: "revive"}
    assert scene.refused_set(1, "♠3", 0).clause == "G1.3"
    assert scene.refused_set(1, "♥6").clause == "G1.3"
    assert scene.refused_set(1, "♠5").clause == "E3.3"  # 有伤害要指定目标
    assert scene.refused_set(1, "♠5", 1).clause == "E3.3"
    events = scene.play(1, "♠4 ♠5", 2)  # 任指一敌，不必是击杀者
    assert only(events, Revived).used == revivals + 1
    assert only(events, Drew).count == 5  # 照 E3.5 摸牌
    told = only(events, AttackStarted)
    assert (told.attacker, told.defender, told.damage, told.kind) == (1, 2, 2, "revive")
    assert scene.main() == (2, "respond") and scene.table.health[1] == 8
    scene.play(2, "♥2")  # OD=0
    assert scene.main() == (1, "play") and scene.table.active == 1  # 原主动者 0 号的下一位


def test_fifth_death_is_final():
    """G1.3：一共四次。"""
    scene = thief("♠5 ♥6", 4)
    assert only(scene.events, Died).seat == 1 and scene.main() == (2, "play")


def test_thief_may_decline_and_dies():
    """G1.3"""
    scene = thief("♠5 ♥6", 2)
    events = scene.answer(1, ["none"])
    assert only(events, Died).seat == 1 and not scene.table.alive[1]
    assert named(scene.table, scene.table.discard) == ["♦K", "♠2", "♠5", "♥6"]


def test_asking_does_not_depend_on_holding_a_five():
    """G1.3 E10：手里有没有 5 都问。"""
    for hand in ("♠5 ♥6", "♠3 ♥6", "♥2 ♥4"):
        assert thief(hand, 1, decks=4).waiting() == {1: "revive"}


def test_harmless_revival_set_starts_no_exchange():
    """G1.3：♥5 没有伤害。"""
    scene = thief("♥4 ♥5 ♥6", 1, decks=4)
    events = scene.play(1, "♥5")
    assert not every(events, AttackStarted) and scene.main() == (1, "play")
    assert len(scene.table.hands[1]) == 2 + 5


def test_revival_exchange_is_a_new_one_and_he_may_die_again_in_it():
    """G1.3：新交锋里再死可再用剩余次数。"""
    scene = thief("♠5 ♥6 ♦5", 1, extra="♦Q")
    scene.play(1, "♠5", 0)
    assert scene.table.exchange is not None and scene.table.exchange.responses == 0
    scene.play(0, "♦Q")  # 24 − 1 → 返还 23
    assert scene.main() == (1, "respond")
    scene.play(1, "♥6")
    assert scene.waiting() == {1: "revive"} and scene.table.revivals[1] == 2
    scene.play(1, "♦5", 2)
    assert scene.main() == (2, "respond") and scene.table.revivals[1] == 3


def test_death_while_attacking_can_be_survived_too():
    """G1.3：主动者被返还打死也能复活，之后轮到他的下一位。"""
    scene = Scene(position("♠3 ♠2 ♥2", "♦K ♥2 ♠6", "♥4 ♥6", identities="♠8 ♠7 ♥7"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♦K")
    events = scene.play(0, "♠2")
    assert only(events, Revived).used == 1
    assert scene.main() == (1, "play")


# ------------------------------------------------------------------ G1.4 忍者
def ninja(hand: str, damage: str = "♦6", **options: Any) -> Scene:
    """0 号用 `damage` 攻击 1 号忍者，旁边还有 2 号。"""
    scene = Scene(
        position(
            damage + " ♥2 ♠6 ♦K", hand, "♥2 ♦4 ♠6 ♦Q", identities="♠7 ♠9 ♥7", active=0, decks=4, **options
        )
    )
    scene.play(0, damage, 1)
    return scene


@pytest.mark.parametrize(
    ("cards", "own"),
    [
        ("♠A", 6),
        ("♣A", 6),
        ("♦A", 6),
        ("♥A", 5),
        ("♠A ♠2 ♠3", 8),
        ("♦A ♦2", 8),
        ("♥A ♥2", 5),
        ("♠A ♠2 ♠3 ♠4", 9),
    ],
)
@pytest.mark.parametrize("target", [0, 2])
def test_framing_adds_own_and_enemy_damage(cards: str, own: int, target: int):
    """G1.4：总伤害 = 己方这套伤害 + 敌方伤害；♥A 的回复不计入；可以嫁祸给攻击者。"""
    scene = ninja(cards + " ♥3 ♥6")
    events = scene.play(1, cards, None, ["framing", target])
    told = only(events, Framed)
    assert (told.own, told.enemy, told.damage, told.target, told.source) == (own, 6, own + 6, target, 0)
    attack = only(events, AttackStarted)
    assert (attack.attacker, attack.defender, attack.damage) == (1, target, own + 6)
    assert scene.main() == (target, "respond") and not every(events, Offset)
    assert scene.table.health[1] == 9


def test_framing_needs_an_ace():
    """G1.4"""
    scene = ninja("♠2 ♠A ♥6")
    assert scene.refused_set(1, "♠2", None, ["framing", 2]).clause == "G1.4"
    assert scene.refused_set(1, "♠A", None, ["framing", 1]).clause == "G1.4"
    assert scene.refused_set(1, "♠A", None, ["framing", 9]).clause == "G1.4"
    assert scene.refused_set(1, "♠A", None, ["framing"]).clause == "G1.4"
    assert scene.refused_set(1, "♠A", None, ["framing", 2], ["framing", 0]).clause
    scene.play(1, "♠A")  # 也可以不嫁祸
    assert scene.table.exchange is None


def test_framing_only_when_attacked():
    """G1.4"""
    scene = Scene(position("♠A ♥2", "♠2 ♥3", "♥4", identities="♠9 ♠7 ♥7"))
    assert scene.refused_set(0, "♠A", 1, ["framing", 2]).clause == "G1.4"


def test_others_cannot_frame():
    """G1.4"""
    scene = Scene(position("♦6 ♥2", "♠A ♥3", "♥4", identities="♠10 ♠8 ♥7"))
    scene.play(0, "♦6", 1)
    scene.refused_set(1, "♠A", None, ["framing", 2])


def test_ninja_becomes_the_attacker():
    """G1.4：OD>0 返还给忍者，击杀归忍者，与原攻击者的交锋结束。"""
    scene = ninja("♠A ♥3 ♥6", "♦J")
    scene.play(1, "♠A", None, ["framing", 2])  # 6 + 11
    told = only(scene.play(2, "♦4"), AttackStarted)
    assert (told.attacker, told.defender, told.damage, told.kind) == (2, 1, 4, "return")
    scene = ninja("♠A ♥3 ♥6", "♦J")
    scene.play(1, "♠A", None, ["framing", 2])
    events = scene.play(2, "♥2")
    assert only(events, Wounded).source == 1 and only(events, Slain).killer == 1
    assert scene.table.kills == [0, 1, 0]
    assert scene.main() == (1, "play")


def test_order_after_framing_follows_the_original_active_player():
    """G1.4 E6.4：嫁祸不改变原主动者。"""
    scene = ninja("♠A ♥3 ♥6")
    scene.play(1, "♠A", None, ["framing", 2])
    scene.play(2, "♦Q")  # 12 − 12
    assert scene.table.exchange is None
    expected = scene.table.upcoming(scene.table.place(0))[0]
    assert scene.main() == (expected, "play")


def test_returned_damage_can_be_framed_as_well():
    """G1.4"""
    scene = Scene(position("♠3 ♦A ♥2", "♦K ♥3 ♠2", "♥4 ♠6", identities="♠9 ♠7 ♥7"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♦K")  # 返还 12
    told = only(scene.play(0, "♦A", None, ["framing", 2]), Framed)
    assert (told.own, told.enemy, told.damage) == (6, 12, 18)


def test_ace_and_four_in_one_set_do_only_one_thing():
    """G1.4：兼有 A 与 4 须声明只用其一。"""
    scene = ninja("♠A ♠2 ♠3 ♠4 ♥6")
    told = only(scene.play(1, "♠A ♠2 ♠3 ♠4"), Offset)
    assert (told.enemy, told.od) == (0, 9)  # 用 4
    scene = ninja("♠A ♠2 ♠3 ♠4 ♥6")
    told = only(scene.play(1, "♠A ♠2 ♠3 ♠4", None, ["framing", 2]), Framed)
    assert told.enemy == 6  # 用 A：4 不挡


def test_framing_draws_like_any_set():
    """G1.4 E3.5"""
    scene = ninja("♠A ♠2 ♠3 ♠4 ♠5")
    events = scene.play(1, "♠A ♠2 ♠3 ♠4 ♠5", None, ["framing", 2])
    assert only(events, Drew).count == 10


def test_framing_ends_the_first_exchange():
    """G1.4 E3.7：原来的牌进弃牌堆，忍者那一套还在桌面。"""
    scene = ninja("♠A ♥3 ♥6")
    scene.play(1, "♠A", None, ["framing", 2])
    assert named(scene.table, scene.table.discard) == ["♦6"]
    assert named(scene.table, scene.table.laid) == ["♠A"]
    events = scene.play(2, "♦Q")
    assert only(events, ExchangeEnded) and scene.table.laid == []


def test_framing_stops_at_the_cap():
    """G1.4 E6.6：满 40 次回应以后不能再转，两个忍者也不会没完。"""
    for responses, allowed in ((39, True), (40, False)):
        table = position("♠3 ♥2", "♠A ♥3", "♥4", identities="♠9 ♥9 ♥7", phase="respond")
        table.exchange = Exchange(0, 1, 6, [], "framing", responses)
        uses = [choice[3] for choice in Scene(table).asked(1).options]
        assert any(uses) is allowed


# ------------------------------------------------------------------ G1.5 王者
@pytest.mark.parametrize(("cards", "damage"), [("♠3", 2), ("♦K", 26), ("♥A", 10), ("♥3", 0), ("♠A ♠2", 14)])
def test_king_doubles_damage(cards: str, damage: int):
    """G1.5：主动与回应都乘；回复不乘。"""
    scene = Scene(position(cards + " ♥2", "♠2", identities="♠10 ♥7"))
    told = only(scene.play(0, cards, 1 if damage else None), SetPlayed)
    assert told.damage == damage
    scene = Scene(position("♠6 ♥2", cards + " ♥2", identities="♠7 ♥10", decks=4))
    scene.play(0, "♠6", 1)
    told = only(scene.play(1, cards), Offset)
    assert told.own == damage and told.healing == {"♥A": 1, "♥3": 3}.get(cards, 0)
