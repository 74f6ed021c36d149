"""落叶长跑过验收套件。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import leafrun
from games.kernel import Seat
from games.leafrun.events import CardsMoved
from games.leafrun.setup import PLAIN
from games.leafrun.table import LeafrunTable
from tests.kit.conformance import Conformance, Golden
from tests.kit.secrecy import Swap

SHORT = {"跑道": "1"}


class TestLeafrun(Conformance):
    game = leafrun.game
    variants = (
        {"允许到8人": "开", "定顺序骰": "d20"},
        {"自动判末位": "关", "滑沙计摸牌": "关"},
        {"必须走满": "关", "落在滑沙上滑一格": "开"},
        {"并列规则": "不占位", "总分并列": "比第一名次数", "给我过来距离": "至多"},
        {"马失前蹄": "跳过下一轮", "魔法束缚": "永久", "自动掷骰": "开"},
    )
    goldens = (
        Golden("leafrun-4p", 4, 1, "普通", SHORT),
        Golden("leafrun-3p-random", 3, 2, "随机", {"必须走满": "关", **SHORT}, steps=160),
    )

    def swaps(self, table: LeafrunTable, seat: Seat | None) -> Sequence[Swap]:
        """别人手里与牌堆里、没有记号的任意两张牌对调（L9）。"""
        cards = unseen(table, seat)
        category = table.setup.category
        return [
            swap(table, seat, first, second)
            for first, second in zip(cards, reversed(cards), strict=True)
            if first < second and category[first] != category[second]
        ]


def unseen(table: LeafrunTable, seat: Seat | None) -> list[int]:
    """`seat` 不知道在哪的牌。收到的武器与特殊牌当众得来，不算（L4.4、L9）。"""
    held = [card for holder, hand in enumerate(table.hands) if holder != seat for card in hand]
    return [card for card in held + table.deck if table.mark[card] == PLAIN]


def swap(table: LeafrunTable, seat: Seat | None, first: int, second: int) -> Swap:
    """两张牌对调。"""
    doubling = table.setup.doubling

    def make(other: LeafrunTable) -> None:
        places = {first: second, second: first}
        for pile in (*other.hands, other.deck):
            pile[:] = [places.get(card, card) for card in pile]

    def hidden(other: LeafrunTable, events: Sequence[Any]) -> bool:
        for event in events:
            # 强买强卖、捡漏里的牌双方都知道，也可能到手又被抽走（L8.8、L9）。
            if isinstance(event, CardsMoved) and {first, second} & set(event.cards.seen or ()):
                return False
        # 负重公开，魔法束缚生效时它说出谁有几张加倍的牌（L8.20、L9）。
        alike = other.magic == 1 or doubling[first] == doubling[second]
        return alike and {first, second} <= set(unseen(other, seat))

    return Swap(f"{first}↔{second}", make, hidden)
