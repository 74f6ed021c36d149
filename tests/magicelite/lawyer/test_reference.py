"""引擎的数值与交锋同 `reference` 的另一份写法一致（E3.2、E3.5、E4、E5、E6、G1.4、G1.5）。"""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.magicelite.events import Drew, Framed, Offset
from games.magicelite.sets import is_set
from games.magicelite.setup import prepare
from tests.magicelite.lawyer import reference
from tests.magicelite.position import DATA, Scene, every, only, options_of, position

FACES = {1: "A", 11: "J", 12: "Q", 13: "K"}
NUMBERS = (*reference.LOW_RUN, *reference.HIGH_RUN)
SETS = [
    [(suit, number) for number in run[start:stop]]
    for suit in "♠♥♣♦"
    for run in (reference.LOW_RUN, reference.HIGH_RUN)
    for start in range(len(run))
    for stop in range(start + 1, len(run) + 1)
]
ATTACKS = [cards for cards in SETS if reference.damage(cards)]
SETUP = prepare(options_of(), DATA)
DECK = range(DATA.deck_of(2).size)


def text(cards: list[reference.Card]) -> str:
    return " ".join(f"{suit}{FACES.get(number, number)}" for suit, number in cards)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=6, unique=True))
@settings(max_examples=100, deadline=None)
def test_sets(cards: list[int]):
    """E3.2"""
    faces = [(SETUP.deck.name[card][0], SETUP.number[card]) for card in cards]
    assert is_set(SETUP, cards) == reference.is_one_set(faces)


@given(st.sampled_from(ATTACKS), st.sampled_from(SETS), st.booleans(), st.booleans())
@settings(max_examples=100, deadline=None)
def test_one_answer(attack: list[reference.Card], answer: list[reference.Card], first: bool, second: bool):
    """E3.5 E4 E5.1 E6.1 E6.3 G1.5"""
    identities = f"{'♠10' if first else '♠7'} {'♥10' if second else '♥7'}"
    scene = Scene(position(text(attack), text(answer) + " ♥K", identities=identities, health=[7, 7]))
    scene.play(0, text(attack), 1)
    told = scene.play(1, text(answer))
    incoming = reference.damage(attack, 2 if first else 1)
    od = reference.offset(answer, incoming, 2 if second else 1)
    assert only(told, Offset).od == od
    assert sum(event.count for event in every(told, Drew) if event.seat == 1) == reference.drawn(answer, 1)
    outcome = reference.exchange(incoming, [answer], (2 if first else 1, 2 if second else 1))
    assert scene.table.health[1] == max(0, 7 - outcome.loss)
    pending = scene.table.exchange
    assert (None if pending is None else pending.damage) == outcome.running


@given(st.sampled_from(ATTACKS), st.sampled_from([cards for cards in SETS if cards[0][1] == 1]))
@settings(max_examples=50, deadline=None)
def test_framing(attack: list[reference.Card], answer: list[reference.Card]):
    """G1.4"""
    scene = Scene(position(text(attack), text(answer) + " ♥K", "♥Q", identities="♠10 ♠9 ♠7"))
    scene.play(0, text(attack), 1)
    told = scene.play(1, text(answer), None, ["framing", 2])
    assert only(told, Framed).damage == reference.framed(answer, reference.damage(attack, 2))
