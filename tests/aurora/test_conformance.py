"""极光战棋过验收套件。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import aurora
from games.aurora.decks import pool_of, write_line
from games.aurora.table import AuroraTable
from games.kernel import Belongings, Seat
from tests.kit.conformance import Conformance, Golden
from tests.kit.secrecy import Swap

ZONES = ("hands", "dodges", "reserves", "charges", "decks")
"""内容对别人保密的区（A10）。"""


class TestAurora(Conformance):
    game = aurora.game
    longest_status = 18
    variants = (
        {"宽": "8", "深": "7", "牌库空": "疲劳", "备用上限": "1"},
        {"宽": "5", "误伤": "开", "用牌封顶": "1", "登场限制": "底牌"},
        {"布置次数": "2", "直接布置": "开", "升阶满血": "关", "整回合超时": "托管", "蓄能上限": "2"},
    )
    goldens = (
        Golden("aurora-2p", 2, 1, "普通"),
        Golden("aurora-2p-random", 2, 2, "随机", steps=260),
    )

    def swaps(self, table: AuroraTable, seat: Seat | None) -> Sequence[Swap]:
        """别人藏着的两张牌对调、自己牌库里的两张对调、别人的卡组改名、别人多带一副卡组（A10）。"""
        found: list[Swap] = []
        for holder in range(table.seats):
            zones = ZONES if holder != seat else ("decks",)
            places = [(zone, place) for zone in zones for place in range(len(getattr(table, zone)[holder]))]
            kinds = [getattr(table, zone)[holder][place] for zone, place in places]
            for one, other in zip(range(len(places)), reversed(range(len(places))), strict=True):
                if one < other and kinds[one] != kinds[other]:
                    found.append(
                        exchanged(table, holder, places[one], places[other], kinds[one], kinds[other])
                    )
            if holder != seat:
                found.append(richer(table, holder) if table.belongings else renamed(holder))
        return found


def exchanged(
    table: AuroraTable, holder: Seat, one: tuple[str, int], other: tuple[str, int], first: int, second: int
) -> Swap:
    """`holder` 的两处牌对调；哪一种亮出来了就不再比。"""

    def make(table: AuroraTable) -> None:
        getattr(table, one[0])[holder][one[1]] = second
        getattr(table, other[0])[holder][other[1]] = first

    def hidden(table: AuroraTable, events: Sequence[Any]) -> bool:
        return not any(
            getattr(event, "seat", None) == holder and {first, second} & shown(event) for event in events
        )

    return Swap(f"{holder + 1}号的 {one}↔{other}", make, hidden)


def shown(event: Any) -> set[int]:
    """一件（某个座位看到的）事里写明的牌。"""
    found: list[int] = []
    for name in ("card", "cards", "paid", "shown"):
        value = getattr(event, name, None)
        value = getattr(value, "seen", value)
        if isinstance(value, int):
            found.append(value)
        elif isinstance(value, list):
            found += [card for each in value for card in (each if isinstance(each, list) else [each])]
    return set(found)


def renamed(holder: Seat) -> Swap:
    """用的是哪副卡组只有自己知道。"""

    def make(table: AuroraTable) -> None:
        table.chosen[holder] = "另一副"

    return Swap(f"{holder + 1}号的卡组名", make, lambda table, events: True)


def richer(table: AuroraTable, holder: Seat) -> Swap:
    """带来了几副自己的卡组只有自己知道。"""
    deck = next(iter(pool_of(table.setup.data).presets.values()))

    def make(table: AuroraTable) -> None:
        brought = table.belongings[:]
        brought[holder] = Belongings({"秘密": write_line(deck)}, "秘密")
        table.belongings = brought

    return Swap(f"{holder + 1}号多带一副卡组", make, lambda table, events: bool(table.belongings))
