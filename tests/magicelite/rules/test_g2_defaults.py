"""E11.4 二代的超时默认。"""

from __future__ import annotations

from typing import Any

from games.magicelite.events import GameOver, Offset
from games.magicelite.table import END_VOTE
from tests.magicelite.position import Scene, every, named, only
from tests.magicelite.rules.second_stage import feud, stage, state


def default_of(scene: Scene, seat: int) -> tuple[list[str], Any, Any]:
    """超时的回答：牌、目标、用法。"""
    choice = scene.asked(seat).default
    assert choice in scene.asked(seat).options and choice[0] == "set"
    return named(scene.table, choice[1]), choice[2], choice[3]


def attacked(hand: str, identity: str = "♥8", health: int = 8, attack: str = "♦J", **values: Any) -> Scene:
    scene = stage(
        attack + " ♥6", hand, "♥4", identities=f"♠9 {identity} ♣9", health=[None, health], decks=4, **values
    )
    state(scene).fused[1] = identity.endswith("10")
    scene = Scene(scene.table.copy())
    scene.play(0, attack, 1)
    return scene


def test_number_is_random():
    """E11.4 G2.6：分身编号随机，五个都有。"""
    found: set[int] = set()
    for seed in range(60):
        scene = stage("♦6 ♥2", "♥3 ♠2", identities="♠9 ♥8", seed=seed)
        scene.play(0, "♦6", 1)
        found.add(scene.asked(0).default)
    assert found == {1, 2, 3, 4, 5}


def test_shield_only_when_it_would_kill():
    """E11.4 G2.7：护盾/控制致命才用护盾。"""
    assert default_of(attacked("♠2 ♥3"), 1) == (["♥3"], None, [["aegis"]])  # 11 − 3 = 8，致死
    assert default_of(attacked("♠2 ♥2 ♥3"), 1) == (["♥2", "♥3"], None, [])  # 11 − 5 = 6
    assert default_of(attacked("♠2 ♥3 ♥J"), 1) == (["♥J"], None, [])


def test_four_goes_before_the_shield():
    """E11.2 E11.4：致命时有 4 先用 4。"""
    assert default_of(attacked("♠4 ♠2"), 1) == (["♠4"], None, [])


def test_later_shield_takes_a_five():
    """E11.4 G2.7：首次以后要含 5 的一套；没有 5 就不能。"""
    scene = attacked("♠5 ♥3")
    state(scene).aegis[1] = 1
    scene = Scene(scene.table.copy())
    assert default_of(scene, 1) == (["♠5"], None, [["aegis"]])
    scene = attacked("♠2 ♥3")
    state(scene).aegis[1] = 1
    scene = Scene(scene.table.copy())
    assert default_of(scene, 1) == (["♥3"], None, [])


def test_nothing_is_wasted_while_immune():
    """E11.4 G2.7：护盾在身、控制着别人，不致命，不用 4 也不再用护盾。"""
    scene = attacked("♠4 ♠2")
    state(scene).shields[1] = 2
    assert default_of(Scene(scene.table.copy()), 1) == (["♠2"], None, [])


def test_judgment_only_when_it_would_kill():
    """E11.4 G2.9：审判致命才发动，翻牌自动。"""
    scene = attacked("♠K ♥2", identity="♥9", attack="♦J", health=9)
    assert default_of(scene, 1) == (["♠K"], None, [["judgment"]])  # 11 − 2 = 9
    scene.default()
    assert scene.waiting() == {1: "flip"}
    assert only(scene.default(), Offset).od == 1
    assert default_of(attacked("♠K ♥3", identity="♥9", health=9), 1) == (["♥3"], None, [])


def test_hundredfold_is_never_used_by_default():
    """E11.4 G2.10：×100 不用。"""
    scene = attacked("♦6 ♥2", identity="♥10", health=10)
    assert default_of(scene, 1) == (["♦6"], None, [])
    scene = stage("♦6 ♠3", "♥2", identities="♠10 ♥9")
    state(scene).fused[0] = True
    assert default_of(Scene(scene.table.copy()), 0)[2] == []


def test_fused_shields_first_then_judges():
    """E11.4 G2.10"""
    assert default_of(attacked("♠K ♥2", identity="♥10", health=5), 1) == (["♥2"], None, [["aegis"]])
    scene = attacked("♠K ♥2", identity="♥10", health=5)
    state(scene).aegis[1] = 1
    assert default_of(Scene(scene.table.copy()), 1) == (["♠K"], None, [["judgment"]])


def test_any_unblocked_hit_on_the_real_body_is_lethal():
    """E11.2 G2.6：真身挡不住即死，所以有 4 就用 4；按血扣的桌规不用。"""
    for option, expected in (("dies", ["♠4"]), ("hurt", ["♥2"])):
        scene = stage("♦6 ♥2", "♠4 ♥2", identities="♠9 ♥8", real_body=option)
        scene.play(0, "♦6", 1)
        scene.answer(0, state(scene).real[1])
        assert default_of(scene, 1)[0] == expected


def test_shield_without_cards():
    """E11.4 G2.7 E3.4：没有牌而致命，首次护盾。"""
    for damage, expected in (("♦J", ["aegis"]), ("♦2", ["none"])):
        scene = attacked("♠2", attack=damage)
        table = scene.table.copy()
        table.hands[1] = []
        table.deck = table.discard = []
        assert Scene(table).asked(1).default == expected


def test_feuding_default_attacks_the_rival():
    """E11.1 G2.7：内斗中超时，打内斗的对手。"""
    scene = feud(stage("♥2 ♠3 ♦6", "♥4", "♥6", "♥J", identities="♠9 ♥8 ♣9 ♦9"), 1, 0, 2)
    assert default_of(scene, 0) == (["♠3"], 2, [])
    scene = feud(stage("♥2 ♠3 ♦6", "♥4", "♥6", "♥J", identities="♠9 ♥8 ♣9 ♦9", health=[4]), 1, 0, 2)
    assert default_of(scene, 0) == (["♥2"], None, [])  # 自保


def test_silence_is_no_agreement():
    """E11.4 G2.3：终止投票不同意：不说话不算同意。"""
    scene = stage("♥2 ♥3", "♥4 ♥6", "♥2", identities="♠9 ♥9 ♣9")
    state(scene).fallen[1].append(scene.table.spare[0])
    scene.match.declare(0, END_VOTE, "agree")
    scene.default()
    scene.default()
    assert not every(scene.events, GameOver) and state(scene).votes == [True, False, False]
