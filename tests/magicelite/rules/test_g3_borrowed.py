"""G3.4、G3.10、G3.17 三代的人用换来的初代、二代技能；G3.16 与它们一起发生的事。"""

from __future__ import annotations

from typing import Any

from games.magicelite.events import (
    Absorbed,
    AttackStarted,
    Controlled,
    Died,
    Drew,
    ExchangeEnded,
    Framed,
    NumberPicked,
    Offset,
    OrderRestarted,
    Revived,
    StatusEnded,
    Wounded,
)
from games.magicelite.rules.second import adopt
from games.magicelite.table import MagicEliteTable
from games.magicelite.third import Fallen, ThirdState
from tests.magicelite.position import Scene, every, only, position


def state(table: MagicEliteTable) -> ThirdState:
    assert table.third is not None
    return table.third


def borrowed(*hands: str, generations: dict[int, int], **kwargs: Any) -> MagicEliteTable:
    """`generations` 里的座位换了那一代的技能。"""
    table = position(*hands, generation=3, **kwargs)
    for seat, generation in generations.items():
        state(table).skill_generation[seat] = generation
        if generation == 2:
            adopt(table, seat)
    return table


def test_framing_in_the_third_generation():
    """G3.17 G1.4：换来的嫁祸；专用盾还在，一张 4 只用一样。"""
    table = borrowed("♦6 ♥2", "♠A ♥3", "♥6 ♠2", generations={1: 1}, identities="♠7 ♥9 ♠8")
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠A", None, ["framing", 2]), Framed)
    assert (told.own, told.enemy, told.damage) == (6, 6, 12) and scene.main() == (2, "respond")


def test_king_doubles_in_place_of_tenfold():
    """G3.17 G1.5：换成初代的 10，×2 而不是 ×10，也没有气浪。"""
    table = borrowed("♦6 ♥2", "♠3 ♥3", generations={1: 1}, identities="♠7 ♥10")
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠3"), Offset)
    assert (told.enemy, told.own) == (6, 2)


def test_judgment_killing_a_bystander_ends_the_attack():
    """G2.9 G3.16：审判打死旁人，攻击到此为止，先了结他的死。"""
    table = borrowed(
        "♠K ♥2", "♠3 ♥3", "♥6 ♣2", generations={0: 2}, identities="♠9 ♥7 ♣8", deck="♣6", health=[9, 7, 4]
    )
    scene = Scene(table)
    scene.play(0, "♠K", 1, ["judgment"])
    events = scene.answer(0, "抽")
    assert not every(events, AttackStarted) and scene.table.exchange is None
    assert scene.main() == (2, "death")
    scene.answer(2, "storm")
    assert (scene.table.health[2], scene.table.cap[2]) == (8, 8) and scene.main() == (0, "play")


def test_aegis_absorbs_the_reflection():
    """G3.11 G2.7：护盾免反射；不算挡住，按 E6.4 继续。"""
    table = borrowed("♦3 ♥2", "♠4 ♥3", "♥6 ♣2", generations={2: 2}, identities="♠9 ♥7 ♠8")
    assert table.second is not None
    table.second.shields[2] = 3
    state(table).leopards[0] = 1
    scene = Scene(table)
    scene.play(0, "♦3", 1)
    scene.play(1, "♠4", None, ["reflection"])
    scene.answer(0, None)
    scene.answer(0, "dodge")
    events = scene.answer(2, None)
    assert only(events, Absorbed).amount == 30000 and not every(events, OrderRestarted)
    assert only(events, ExchangeEnded) and scene.main() == (2, "play")


def test_control_and_feud_in_the_third_generation():
    """G3.17 G2.7：换来的控制，内斗先于联合进攻；换掉技能随即解除。"""
    from games.magicelite.rules.shop import reskill

    table = borrowed("♦6 ♥2", "♠2 ♥3", "♥6 ♠3", "♣2", generations={1: 2}, identities="♠9 ♥8 ♠7 ♠10")
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠2", None, ["control", 2]), Controlled)
    assert (told.source, told.target, told.rounds) == (0, 2, 5)
    state(scene.table).champions = [3]
    fresh = scene.table.copy()
    fresh.exchange, fresh.phase, fresh.active = None, "play", 2
    feud = Scene(fresh)
    assert feud.refused_set(2, "♠3", 3).clause == "G2.7"
    feud.play(2, "♠3", 0)
    reskill(feud.table, 1, 3)
    assert feud.table.second is not None and feud.table.second.feuds == []
    assert {told.what for told in every(feud.match.events, StatusEnded)} <= {"control"}


def test_bilocation_in_the_third_generation():
    """G3.17 G2.6：换来的分身术，两人局。"""
    table = borrowed("♦6 ♥2", "♠2 ♥3", generations={1: 2}, identities="♠9 ♥8")
    assert table.second is not None
    real = table.second.real[1]
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    assert scene.main() == (0, "number")
    told = only(scene.answer(0, next(each for each in range(1, 6) if each != real)), NumberPicked)
    assert not told.real and scene.table.exchange is None


def test_revival_with_a_set_comes_after_the_others():
    """G3.16 G3.17：同时死的人先各自了结，恶贼复活打出的一套是新交锋。"""
    table = borrowed("♠3", "♥3 ♠5", "♣2", "♣3", generations={1: 1}, identities="♠9 ♠8 ♠10 ♠7")
    table.revivals[1] = 1
    third = state(table)
    for seat, stage in ((1, "revival"), (2, "choice")):
        third.fallen.append(Fallen(seat, 3, "reflection", 9, 8, table.cap[seat], 0, stage))
        table.health[seat] = 0
    table.phase = "reckoning"
    scene = Scene(table)
    assert scene.main() == (2, "death")
    scene.answer(2, "storm")
    assert scene.main() == (1, "revive")
    events = scene.play(1, "♠5", 3)
    assert only(events, Revived).used == 2 and only(events, AttackStarted).kind == "revive"
    scene.answer(3, ["gluttony"])
    assert scene.main() == (2, "play")  # 风暴神：从最大的来


def test_refused_revival_still_has_the_storm():
    """G3.17：不复活，再走 G3.2。"""
    table = borrowed("♠3", "♥3 ♠5", "♣2", generations={1: 1}, identities="♠9 ♠8 ♠10")
    table.revivals[1] = 1
    state(table).fallen = [Fallen(1, 0, "attack", 9, 8, 8, 0, "revival")]
    table.health[1] = 0
    table.phase = "reckoning"
    scene = Scene(table)
    scene.answer(1, ["none"])
    scene.answer(1, "bag")
    scene.answer(1, 3)
    assert scene.table.health[1] == 8 and scene.main() == (1, "play")


def test_discarding_the_last_card_to_block_draws_five():
    """G3.11 E3.5：弃 4 挡反射而手牌空了，补 5。"""
    table = position("♦3 ♥2", "♠4 ♥3", "♣4", identities="♠9 ♥7 ♠10", generation=3)
    scene = Scene(table)
    scene.play(0, "♦3", 1)
    scene.play(1, "♠4", None, ["reflection"])
    scene.default()
    events = scene.answer(0, None)
    assert [(told.seat, told.count) for told in every(events, Drew)] == [(2, 5)]
    assert scene.main() == (0, "death")


def test_reflection_strikes_ones_own_zombie():
    """G3.11 G3.14：含同阵营；小僵尸再死出局。"""
    table = position("♦3 ♥2", "♠4 ♥3", "♥6 ♣2", identities="♠9 ♥10 ♠7", generation=3)
    third = state(table)
    third.shields[1] = ["devouring", "reflection"]
    third.master[2], table.side[2] = 1, table.side[1]
    scene = Scene(table)
    scene.play(0, "♦3", 1)
    scene.play(1, "♠4", None, ["reflection"])
    scene.answer(0, None)
    events = scene.answer(2, None)
    assert [told.seat for told in every(scene.events, Wounded)] == [0, 2]
    assert [told.seat for told in every(events, Died)] == [2] and scene.main() == (0, "death")
