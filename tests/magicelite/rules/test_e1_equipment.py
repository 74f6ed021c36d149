"""E1 道具与人数，E2 出牌顺序。"""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel import Match
from games.magicelite.events import Drew, IdentitiesDealt, TurnStarted
from games.magicelite.rules import deal
from tests.magicelite.position import DATA, Scene, all_cards, every, only, options_of, position

SUITS = "♠♥♣♦"
NUMBERS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "J": 11, "Q": 12, "K": 13}


@pytest.mark.parametrize("seats", range(2, 9))
def test_two_to_eight_players(seats: int):
    """E1.1"""
    table = deal(seats, [""] * seats, options_of(), DATA)
    assert table.seats == seats and len(table.order()) == seats


@pytest.mark.parametrize("seats", [0, 1, 9])
def test_other_numbers_of_players_are_refused(seats: int):
    """E1.1"""
    with pytest.raises(ValueError, match=r"E1\.1"):
        deal(1, [""] * seats, options_of(), DATA)


@pytest.mark.parametrize(
    ("seats", "option", "decks"),
    [(2, 0, 2), (4, 0, 2), (5, 0, 3), (8, 0, 3), (2, 3, 3), (6, 2, 2), (3, 4, 4)],
)
def test_deck_holds_so_many_packs_without_seven_to_ten(seats: int, option: int, decks: int):
    """E1.2"""
    table = deal(1, [""] * seats, options_of(decks=option), DATA)
    assert len(table.deck) == 36 * decks
    names = Counter(table.setup.deck.name[card] for card in table.deck)
    assert names == {suit + label: decks for suit in SUITS for label in NUMBERS}


@pytest.mark.parametrize(("seats", "decks"), [(4, 2), (5, 3)])
def test_identities_come_from_the_same_packs_and_give_health(seats: int, decks: int):
    """E1.3 G1.1"""
    table = deal(3, [""] * seats, options_of(), DATA)
    identities = table.setup.identities
    cards = table.identity + table.spare
    names = Counter(identities.name[card] for card in cards)
    assert names == {f"{suit}{number}": decks for suit in SUITS for number in (7, 8, 9, 10)}
    for seat in range(seats):
        number = int(identities.name[table.identity[seat]][1:])
        assert table.health[seat] == table.cap[seat] == number


def test_numbers_of_the_cards():
    """E1.4"""
    table = deal(1, ["", ""], options_of(), DATA)
    for card in table.deck:
        assert table.setup.number[card] == NUMBERS[table.setup.deck.name[card][1:]]


def test_identities_are_dealt_at_random():
    """G1.1"""
    numbers: set[int] = set()
    for seed in range(40):
        match = Match(deal(seed, ["", "", ""], options_of(), DATA))
        told = only(match.events, IdentitiesDealt)
        assert told.identities == match.table.identity
        numbers |= {match.table.number(seat) for seat in range(3)}
    assert numbers == {7, 8, 9, 10}


def test_larger_identity_goes_first_then_spade_heart_club_diamond():
    """E2.1"""
    order = ["♠10", "♥10", "♣10", "♦10", "♠9", "♦9", "♠8", "♦7"]
    shuffled = [order[index] for index in (5, 0, 7, 2, 3, 6, 1, 4)]
    table = position(*[""] * 8, identities=" ".join(shuffled))
    assert [shuffled[seat] for seat in table.order()] == order


def test_identical_identities_are_ordered_by_the_seed():
    """E2.1"""
    firsts: set[int] = set()
    for seed in range(400):
        table = deal(seed, ["", ""], options_of(), DATA)
        names = [table.setup.identities.name[card] for card in table.identity]
        if names[0] == names[1]:
            firsts.add(table.order()[0])
            assert table.order() == deal(seed, ["", ""], options_of(), DATA).order()
    assert firsts == {0, 1}


def test_turns_go_round_and_skip_the_dead():
    """E2.2"""
    scene = Scene(
        position("♥2 ♥3 ♥4", "♥2 ♥3 ♥4", "♥6 ♥J", "♥K ♥6 ♥J", identities="♠7 ♠8 ♠9 ♠10", dead=[2], active=3)
    )
    turns: list[int] = []
    for cards in ("♥K", "♥2", "♥2", "♥6", "♥3", "♥3"):
        seat, what = scene.main()
        assert what == "play"
        turns.append(seat)
        scene.play(seat, cards)
    assert turns == [3, 1, 0, 3, 1, 0]
    assert [told.seat for told in every(scene.events, TurnStarted)] == [1, 0, 3, 1, 0, 3]


def test_first_turn_is_the_greatest_and_everybody_holds_five():
    """E2.1 E3.1"""
    for seed in range(20):
        match = Match(deal(seed, [""] * 4, options_of(), DATA))
        table = match.table
        assert table.active == table.order()[0] == match.clocked()[0].seat
        assert [len(hand) for hand in table.hands] == [5] * 4
        assert [told.count for told in every(match.events, Drew)] == [5] * 4
        assert all_cards(table) == list(range(72))
