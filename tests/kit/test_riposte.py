"""套件先验收它自己的小游戏。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Seat
from tests.kit import riposte
from tests.kit.conformance import Conformance, Golden
from tests.kit.secrecy import Swap


class TestRiposte(Conformance):
    game = riposte.game
    variants = ({"盾": "关"}, {"体力": "1", "盾": "关"}, {"体力": "5"})
    seeds = 2
    goldens = (Golden("riposte-3p", 3, 7, "普通", {"体力": "2"}), Golden("riposte-2p", 2, 3, "随机"))

    def swaps(self, table: Any, seat: Seat | None) -> Sequence[Swap]:
        return swaps(table, seat)


def swaps(table: Any, seat: Seat | None) -> list[Swap]:
    """`seat` 不知道在哪的任意两张牌对调。"""
    cards = riposte.unseen(table, seat)
    found: list[Swap] = []
    for first, second in zip(cards, reversed(cards), strict=True):
        if first < second and table.setup.kinds[first] != table.setup.kinds[second]:
            found.append(
                Swap(
                    f"{first}↔{second}",
                    lambda other, first=first, second=second: riposte.exchange(other, first, second),
                    lambda other, events, first=first, second=second: (
                        {first, second} <= set(riposte.unseen(other, seat))
                    ),
                )
            )
    return found
