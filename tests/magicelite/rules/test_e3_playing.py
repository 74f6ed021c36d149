"""E3 出牌：一套、目标、回应、补牌、洗牌、桌面。"""

from __future__ import annotations

from itertools import combinations

import pytest

from games.magicelite.events import Died, Drew, NoCards, Passed, Reshuffled, SetPlayed, TurnSkipped, Wounded
from games.magicelite.sets import is_set, legal_sets
from tests.magicelite.position import Scene, all_cards, cards_of, every, named, only, position, strip

LABELS = "A23456JQK"
FULL = " ".join(suit + label for suit in "♠♥♣♦" for label in LABELS)


def reference(labels: tuple[str, ...], ladders: list[str], shortest: int) -> bool:
    """独立写的判断：同花的几张 `labels` 是不是连着。"""
    if len(labels) == 1:
        return True
    if len(labels) < shortest:
        return False
    return any(
        set(labels) == set(ladder[start : start + len(labels)])
        for ladder in ladders
        for start in range(len(ladder) - len(labels) + 1)
    )


@pytest.mark.parametrize("shortest", [2, 3, 5])
@pytest.mark.parametrize(
    ("six_to_jack", "king_to_ace", "ladders"),
    [
        (False, False, ["A23456", "JQK"]),
        (True, False, ["A23456JQK"]),
        (False, True, ["A23456", "JQKA"]),
        (True, True, ["A23456JQK", "23456JQKA"]),
    ],
)
def test_every_subset_of_a_suit(shortest: int, six_to_jack: bool, king_to_ace: bool, ladders: list[str]):
    """E3.2：同一花色的 511 个子集逐个对照。"""
    table = position(FULL, "♠2", straight_min=shortest, six_to_jack=six_to_jack, king_to_ace=king_to_ace)
    legal: set[frozenset[str]] = set()
    for size in range(1, 10):
        for labels in combinations(LABELS, size):
            cards = cards_of(table, 0, " ".join("♥" + label for label in labels))
            expected = reference(labels, ladders, shortest)
            assert is_set(table.setup, cards) is expected, labels
            if expected:
                legal.add(frozenset(labels))
    listed = [
        frozenset(name[1:] for name in named(table, cards))
        for cards in legal_sets(table.setup, table.hands[0])
        if named(table, cards)[0][0] == "♥"
    ]
    assert len(listed) == len(set(listed)) and set(listed) == legal


def test_a_set_is_one_suit_without_repeats():
    """E3.2"""
    scene = Scene(position("♠3 ♥4 ♠3 ♠4", "♠2"))
    assert scene.refused_set(0, "♠3 ♥4", 1).clause == "E3.2"
    assert scene.refused_set(0, "♠3 ♠3", 1).clause == "E3.2"
    assert scene.refused_set(0, "♠3 ♠3 ♠4", 1).clause == "E3.2"
    three = scene.table.hands[0][0]
    assert scene.refused(0, ["set", [three, three], 1, []]).clause == "E3.2"
    assert scene.refused(0, ["set", [scene.table.hands[1][0]], 1, []]).clause == "E3.2"
    scene.play(0, "♠4 ♠3", 1)  # 写的次序不拘


def test_six_does_not_meet_jack_nor_king_ace():
    """E3.2"""
    scene = Scene(position("♠6 ♠J ♠K ♠A ♠2", "♠2"))
    assert scene.refused_set(0, "♠6 ♠J", 1).clause == "E3.2"
    assert scene.refused_set(0, "♠K ♠A", 1).clause == "E3.2"
    scene.play(0, "♠A ♠2", 1)


def test_equal_cards_are_listed_once_but_either_may_be_played():
    """E3.2"""
    table = position("♠3 ♠3 ♠4", "♠2")
    listed = [named(table, cards) for cards in legal_sets(table.setup, table.hands[0])]
    assert listed == [["♠3"], ["♠4"], ["♠3", "♠4"]]
    second = [table.hands[0][1], table.hands[0][2]]
    assert ["set", second, 1, []] in Scene(table).asked(0).options


def test_active_player_must_play():
    """E3.3"""
    scene = Scene(position("♠3 ♥4", "♠2"))
    assert scene.refused(0, ["pass"]).clause == "E3.3"
    allowed = Scene(position("♠3 ♥4", "♠2 ♠4", passing=True))
    only(allowed.answer(0, ["pass"]), Passed)
    assert allowed.main() == (1, "play") and len(allowed.table.hands[0]) == 2


def test_damage_needs_an_enemy_as_target():
    """E3.3"""
    scene = Scene(position("♠3 ♥4 ♥A", "♠2", "♠2", dead=[2]))
    assert scene.refused_set(0, "♠3").clause == "E3.3"
    assert scene.refused_set(0, "♠3", 0).clause == "E3.3"
    assert scene.refused_set(0, "♠3", 2).clause == "E3.3"
    assert scene.refused_set(0, "♥A").clause == "E3.3"
    assert scene.refused_set(0, "♥4", 1).clause == "E3.3"  # 没有伤害的不要目标
    scene.play(0, "♠3", 1)
    assert scene.main() == (1, "respond")


def test_only_target_is_listed_when_there_is_one_enemy():
    """E3.3"""
    scene = Scene(position("♠3 ♦4 ♥2", "♠2"))
    targets = {choice[2] for choice in scene.asked(0).options if choice[0] == "set"}
    assert targets == {1, None}
    assert all(
        (choice[2] is None) == (named(scene.table, choice[1]) == ["♥2"]) for choice in scene.asked(0).options
    )


def test_attacked_player_must_respond_while_holding_cards():
    """E3.4"""
    scene = Scene(position("♠3 ♠4 ♠6", "♠2 ♣2"))
    scene.play(0, "♠3", 1)
    assert scene.refused(1, ["none"]).clause == "E3.4"
    assert scene.refused_set(1, "♠2", 0).clause == "E3.4"  # 回应不选目标
    assert scene.refused(1, ["pass"]).clause
    scene.play(1, "♠2")


def test_without_any_card_the_whole_damage_is_taken():
    """E3.4 E3.7"""
    scene = Scene(strip(position("♦6 ♠4", "")))
    events = scene.play(0, "♦6", 1)
    assert scene.asked(1).default == ["none"] and list(scene.asked(1).options) == [["none"]]
    events = scene.answer(1, ["none"])
    assert only(events, NoCards).damage == 6
    assert only(events, Wounded).lost == 6 and scene.table.health[1] == 1
    # 交锋结束，那张牌进了弃牌堆：轮到他时有牌可摸。
    assert scene.main() == (1, "play") and scene.hand(1) == ["♦6"]


@pytest.mark.parametrize(
    ("hand", "cards", "drawn", "reason"),
    [
        ("♠3 ♠6", "♠3", 0, ""),
        ("♠3 ♠6", "♠6", 0, ""),
        ("♠3", "♠3", 5, "empty"),
        ("♠3 ♠4", "♠3 ♠4", 5, "empty"),
        ("♠5 ♠2", "♠5", 5, "fives"),
        ("♠4 ♠5 ♦K", "♠4 ♠5", 5, "fives"),
        ("♠5", "♠5", 10, "both"),
        ("♦4 ♦5 ♦6", "♦4 ♦5 ♦6", 10, "both"),
        ("♥5 ♠2", "♥5", 5, "fives"),
    ],
)
def test_refill(hand: str, cards: str, drawn: int, reason: str):
    """E3.5 E5.2"""
    for purpose in ("play", "respond"):
        if purpose == "play":
            scene = Scene(position(hand, "♠4 ♠2"))
            seat, target = 0, None if "♥" in cards else 1
        else:
            scene = Scene(position("♣2 ♠4 ♠2", hand))
            scene.play(0, "♣2", 1)
            seat, target = 1, None
        held = len(scene.table.hands[seat]) - len(cards.split())
        left = len(scene.table.deck)
        events = scene.play(seat, cards, target)
        draws = [told for told in every(events, Drew) if told.seat == seat]
        assert [(told.count, told.reason) for told in draws] == ([(drawn, reason)] if drawn else [])
        assert len(scene.table.hands[seat]) == held + drawn
        assert len(scene.table.deck) == left - drawn
        assert all(set(told.cards.parts) == {seat} for told in draws)


def test_declaration_then_draw_then_response():
    """E3.5：宣告（含目标）→ 补牌 → 对方回应。"""
    scene = Scene(position("♠5", "♠4 ♠2"))
    events = scene.play(0, "♠5", 1)
    kinds = [type(told).__name__ for told in events]
    assert kinds == ["SetPlayed", "Drew", "AttackStarted"]
    assert only(events, SetPlayed).target == 1
    assert scene.main() == (1, "respond")


def test_drawn_cards_are_the_top_of_the_deck_and_private():
    """E3.5 E10"""
    scene = Scene(position("♠3", "♠4 ♠2", "♠6", deck="♦A ♦2 ♦3 ♦4 ♦5"))
    told = only(scene.play(0, "♠3", 1), Drew)
    assert scene.hand(0) == ["♦A", "♦2", "♦3", "♦4", "♦5"]
    assert told.seen_by(0).cards.seen == scene.table.hands[0]
    assert told.seen_by(1).cards.seen is None and told.seen_by(None).cards.seen is None


def test_empty_deck_is_refilled_from_the_discard_by_the_one_who_draws():
    """E3.6"""
    table = position("♠3", "♠4 ♠2", deck="♦A ♦2", deck_size=2)
    assert len(table.discard) == 72 - 5
    scene = Scene(table)
    events = scene.play(0, "♠3", 1)
    assert only(events, Reshuffled).seat == 0 and only(events, Reshuffled).count == 67
    assert only(events, Drew).count == 5 and only(events, Drew).missing == 0
    assert scene.hand(0)[:2] == ["♦A", "♦2"]
    assert scene.table.discard == [] and len(scene.table.deck) == 64


def test_cards_on_the_table_do_not_take_part_in_the_reshuffle():
    """E3.6 E3.7"""
    scene = Scene(strip(position("♠3", "♠4 ♠2")))
    events = scene.play(0, "♠3", 1)
    told = only(events, Drew)
    assert (told.count, told.missing) == (0, 5)
    assert not every(events, Reshuffled)
    assert named(scene.table, scene.table.laid) == ["♠3"]


def test_cards_reach_the_discard_only_when_the_exchange_ends():
    """E3.7"""
    scene = Scene(position("♠3 ♠4 ♦2 ♦3", "♠2 ♠6 ♦6"))
    scene.play(0, "♠3", 1)
    assert named(scene.table, scene.table.laid) == ["♠3"] and scene.table.discard == []
    scene.play(1, "♦6")
    assert named(scene.table, scene.table.laid) == ["♠3", "♦6"] and scene.table.discard == []
    scene.play(0, "♦2 ♦3")
    assert scene.table.laid == []
    assert named(scene.table, scene.table.discard) == ["♠3", "♦6", "♦2", "♦3"]


def test_hand_of_the_dead_is_discarded():
    """E3.7"""
    scene = Scene(position("♦K ♠4", "♠2 ♥6 ♣3", "♠6", health=[None, 3]))
    scene.play(0, "♦K", 1)
    events = scene.play(1, "♠2")
    told = only(events, Died)
    assert named(scene.table, told.cards) == ["♥6", "♣3"] and (told.seat, told.killer) == (1, 0)
    assert named(scene.table, scene.table.discard) == ["♦K", "♠2", "♥6", "♣3"]
    assert scene.table.hands[1] == [] and not scene.table.alive[1]
    assert all_cards(scene.table) == list(range(72))


def test_active_turn_without_cards_is_skipped():
    """E3.7"""
    scene = Scene(strip(position("♥3 ♥4", "", "♥6 ♥J")))
    scene.play(0, "♥3")
    # ♥3 进了弃牌堆，1号轮到时摸到它。
    assert scene.main() == (1, "play") and scene.hand(1) == ["♥3"]
    blocked = Scene(strip(position("", "♥6 ♥J", active=0)))
    assert only(blocked.events, TurnSkipped).seat == 0
    assert blocked.main() == (1, "play")


def test_empty_hand_is_filled_whatever_the_reason():
    """E3.5：任何原因手牌为 0 都补 5。"""
    scene = Scene(position("", "♠2 ♠3"))
    assert only(scene.events, Drew).count == 5 and scene.main() == (0, "play")
    attacked = position("♠2 ♠3", "")
    scene = Scene(attacked)
    events = scene.play(0, "♠2", 1)
    assert only(events, Drew).seat == 1 and len(scene.table.hands[1]) == 5
