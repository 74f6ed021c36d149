"""E8 悔牌（一、三代）。二代的另出见 test_g2。"""

from __future__ import annotations

import pytest

from games.kernel import Illegal
from games.magicelite.events import Retracted
from tests.magicelite.position import Scene, every, only, position


def test_player_may_take_back_his_set_until_the_next_one_acts():
    """E8.2"""
    table = position("♠3 ♠4 ♥6", "♦2 ♦3 ♥2")
    before = table.copy()
    scene = Scene(table)
    scene.play(0, "♠3", 1)
    assert scene.waiting() == {1: "respond", 0: "retract"}
    assert scene.match.clocked()[0].seat == 1  # 被攻击的人不用等
    told = only(scene.answer(0, ["retract"]), Retracted)
    assert (told.seat, told.discarded) == (0, False)
    assert scene.main() == (0, "play") and scene.waiting() == {0: "play"}
    assert scene.hand(0) == ["♠3", "♠4", "♥6"]
    after = scene.table.copy()
    after.retracted = False
    assert after.snapshot() == before.snapshot()


def test_only_once():
    """E8.2：收回重出的一套不能再收。"""
    scene = Scene(position("♠3 ♠4 ♥6", "♦2 ♦3 ♥2"))
    scene.play(0, "♠3", 1)
    scene.answer(0, ["retract"])
    scene.play(0, "♠4", 1)
    assert scene.waiting() == {1: "respond"}
    scene.play(1, "♦2")  # 下一个人出的照样可以悔
    assert scene.waiting() == {0: "respond", 1: "retract"}


def test_window_closes_when_the_next_one_acts():
    """E8.2"""
    scene = Scene(position("♠3 ♠4 ♥6", "♦2 ♦3 ♥2"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♦2")
    assert scene.waiting() == {0: "respond", 1: "retract"}
    assert ["retract"] not in scene.asked(0).options
    scene.answer(1, ["retract"])
    assert scene.main() == (1, "respond") and scene.hand(1) == ["♦2", "♦3", "♥2"]
    assert scene.table.exchange is not None and scene.table.exchange.responses == 0


def test_healing_is_undone():
    """E8.2：回了血的可以悔，血退回去。"""
    scene = Scene(position("♥3 ♠4 ♥6", "♦2 ♦3 ♥2", health=[2]))
    scene.play(0, "♥3")
    assert scene.table.health[0] == 5 and scene.waiting() == {1: "play", 0: "retract"}
    scene.answer(0, ["retract"])
    assert scene.table.health[0] == 2 and scene.main() == (0, "play") and scene.table.turns == 1


def test_retracting_a_response_that_ended_the_exchange():
    """E8.2：抵消之后轮到下一位，他还没行动。"""
    scene = Scene(position("♠3 ♠4 ♥6", "♥2 ♥3 ♥6", "♠2 ♣3", active=0))
    scene.play(0, "♠3", 2)
    scene.play(2, "♠2")
    assert scene.waiting() == {1: "play", 2: "retract"}
    scene.answer(2, ["retract"])
    assert scene.main() == (2, "respond") and scene.table.active == 0
    assert scene.waiting() == {2: "respond"}


def test_own_next_turn_offers_it_in_the_same_question():
    """E8.2：两人局里回应完就轮到自己。"""
    scene = Scene(position("♠3 ♠4 ♥6", "♠2 ♣3 ♥2"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♠2")
    assert scene.waiting() == {1: "play"} and ["retract"] in list(scene.asked(1).options)
    scene.answer(1, ["retract"])
    assert scene.main() == (1, "respond") and scene.hand(1) == ["♠2", "♣3", "♥2"]


@pytest.mark.parametrize(
    ("hand", "cards"), [("♠5 ♠2", "♠5"), ("♠3", "♠3"), ("♠4 ♠5 ♥2", "♠4 ♠5"), ("♠3 ♠4", "♠3 ♠4")]
)
def test_not_after_new_cards_were_seen(hand: str, cards: str):
    """E8.2：摸到了新牌就不能悔，否则泄露牌库。"""
    scene = Scene(position(hand, "♦2 ♦3 ♥2"))
    scene.play(0, cards, 1)
    assert scene.waiting() == {1: "respond"}
    with pytest.raises(Illegal):
        scene.match.answer(0, ["retract"])


def test_not_after_blood_was_lost():
    """E8.2：扣了血就不能悔。"""
    scene = Scene(position("♦3 ♦K ♥6", "♠2 ♣3 ♥2", "♥3 ♥4"))
    scene.play(0, "♦3", 1)
    scene.play(1, "♠2")
    assert scene.table.health[1] == 5 and scene.waiting() == {1: "play"}
    assert ["retract"] not in list(scene.asked(1).options)


def test_not_after_a_skill_was_used():
    """E8.2：触发了技能就不能悔。"""
    scene = Scene(position("♠3 ♠4 ♥6", "♠A ♣3 ♥2", "♥3 ♥4", identities="♠7 ♠9 ♥7"))
    scene.play(0, "♠3", 1)
    scene.play(1, "♠A", None, ["framing", 2])
    assert scene.waiting() == {2: "respond"}


def test_existence_of_the_window_depends_on_public_things_only():
    """E8.2 E10：开不开窗口只看出了什么、补没补牌。"""
    for hand in ("♠3 ♠4", "♠3 ♦K", "♠3 ♥A"):
        scene = Scene(position(hand, "♦2 ♦3"))
        scene.play(0, "♠3", 1)
        assert scene.waiting() == {1: "respond", 0: "retract"}


def test_nothing_of_the_snapshot_is_shown():
    """E8.2 E10"""
    scene = Scene(position("♠3 ♠4 ♥6", "♦2 ♦3 ♥2"))
    scene.play(0, "♠3", 1)
    assert scene.table.undo
    for seat in (None, 0, 1):
        view = scene.table.view(seat)
        assert view.retractor == 0 and not hasattr(view, "undo")
    assert not every(scene.events, Retracted)
