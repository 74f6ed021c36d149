"""逐句对照条文时摆出来的局面。"""

from games.magicelite.events import Drew, VotePassed
from games.magicelite.second import Feud
from tests.magicelite.position import Scene, every, only, position, strip
from tests.magicelite.rules.second_stage import stage, state, state_of


def test_fortieth_response_may_still_control():
    """E6.6 G2.7：满 40 次才不能转；第 40 次回应列出的控制要真的成立。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4", identities="♠9 ♥8 ♣9")
    scene.play(0, "♦6", 1)
    assert scene.table.exchange is not None
    scene.table.exchange.responses = 39
    scene = Scene(scene.table.copy())
    scene.play(1, "♠2", None, ["control", 2])
    assert state(scene).feuds == [Feud(1, 0, 2, 5)]
    assert scene.main() == (2, "respond")


def test_death_may_turn_the_votes_into_a_majority():
    """G2.3：过半数算在场的人；不同意的人出局以后，已同意的过半数就终止，不必谁再说一遍。"""
    scene = stage("♦6 ♥2", "♥3 ♥2", "♥4", "♥6", identities="♠9 ♥8 ♣9 ♦9", health=[None, 1, None, None])
    table = scene.table.copy()
    state_of(table).fallen[1].append(table.spare.pop())
    scene = Scene(table)
    for seat in (2, 3):
        scene.match.declare(seat, "end_vote", "agree")
    assert not state(scene).ending
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♥2")
    assert not scene.table.alive[1]
    assert only(told, VotePassed).agreed == 2
    assert scene.table.over and scene.table.reason == "vote"


def test_thief_without_cards_draws_before_he_is_asked_to_revive():
    """E3.5 G1.3：交锋的牌进了弃牌堆，手牌为 0 的恶贼先补 5，再问复活。"""
    table = strip(position("♦6 ♥2", "♥3", identities="♠9 ♥8", health=[None, 1]))
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♥3")
    assert scene.main() == (1, "revive")
    assert sum(event.count for event in every(told, Drew) if event.seat == 1) == 2
    assert sorted(scene.hand(1)) == ["♥3", "♦6"]
