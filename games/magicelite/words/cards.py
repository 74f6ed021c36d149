"""手牌的编号与牌的叫法。"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.magicelite.setup import Setup
from games.magicelite.view import View


def numbered(view: View) -> list[int]:
    """自己的手牌按编号排：第 n 号是结果的第 n-1 项。

    次序：花色从大到小、数字从小到大、牌号从小到大；只由手里有什么决定，与何时摸到无关。
    """
    setup = view.setup
    return sorted(view.hand, key=lambda card: (setup.suit[card], setup.number[card], card))


def rank(setup: Setup, card: int) -> str:
    """点数，如 `A`、`3`。"""
    return setup.data.rank_of[setup.number[card]].label


def name(setup: Setup, card: int) -> str:
    """短名，如 `♠3`。"""
    return setup.deck.name[card]


def set_name(setup: Setup, cards: Sequence[int]) -> str:
    """一套牌：`♠3 4 5`，花色只写一次，按数字从小到大。"""
    if not cards:
        return ""
    if len({setup.suit[card] for card in cards}) > 1:
        return listed(setup, cards)
    ordered = sorted(cards, key=lambda card: setup.number[card])
    return " ".join([name(setup, ordered[0]), *(rank(setup, card) for card in ordered[1:])])


def listed(setup: Setup, cards: Iterable[int]) -> str:
    """几张牌，按花色归拢，如 `♠3 4 ♥A`。"""
    ordered = sorted(cards, key=lambda card: (setup.suit[card], setup.number[card], card))
    words: list[str] = []
    suit = -1
    for card in ordered:
        words.append(rank(setup, card) if setup.suit[card] == suit else name(setup, card))
        suit = setup.suit[card]
    return " ".join(words)


def identity(setup: Setup, card: int) -> str:
    """身份卡：`♠10王者`。"""
    character = setup.data.character_of.get((setup.generation, setup.identities.number[card]))
    return setup.identities.name[card] + ("" if character is None else character.name)
