"""谁有理由知道哪张牌在哪里：只看牌从哪里到了哪里，不问游戏自己的 `view`。"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from games.kernel import Seat

EVERYBODY = -1
"""「人人知道」在知情表里的座位号。"""
REMEMBERED = 3
"""话是落盘以后才说的：最近几次落盘时人人知道过的，现在说也不算泄密。"""
Zone = tuple[str, int]
"""`(哪里, 谁的)`：`open` 人人看得见，`hand` 在谁手里，别的都是谁也看不见。"""


class Knowledge(ABC):
    """一场对局里的知情表。"""

    def __init__(self, table: Any) -> None:
        seats = table.seats
        self.zone: list[Zone] = []
        self.knows: list[frozenset[int]] = []
        """牌号 → 知道它现在在哪里的座位（或 `EVERYBODY`）。"""
        self.recent: deque[dict[int, set[int]]] = deque(maxlen=REMEMBERED)
        """最近几次落盘里各座位知道过的牌。"""
        self.own: list[set[int]] = [set() for _ in range(seats)]
        """各座位现在的人自己知道过的牌（不算人人知道的）；话可能过一阵才说给他。"""
        self.held: list[set[int]] = [set() for _ in range(seats)]
        """各座位曾经有过的、别人看不见的角色（候选、背面朝上的武将）。"""
        self.open_characters: set[int] = set()
        self.recent.append({})
        self.see(table, frozenset())

    # ------------------------------------------------------------ 各游戏自己的
    @abstractmethod
    def zones(self, table: Any) -> list[Zone]:
        """牌号 → 在哪里。"""

    @abstractmethod
    def received(self, now: Zone, before: Zone, shown: bool) -> frozenset[int]:
        """一张牌从 `before` 到了一个人手里（`now`），谁知道；`shown` 为这一步里当众亮过。"""

    @abstractmethod
    def offered(self, table: Any) -> Sequence[Collection[int]]:
        """各座位现在有的、别人看不见的角色。"""

    @abstractmethod
    def public_characters(self, table: Any) -> Iterable[int]:
        """现在人人看得见的角色。"""

    @abstractmethod
    def shown(self, what: str, choice: Any, events: Sequence[Any]) -> frozenset[int]:
        """这一步里当众亮过的牌。"""

    @abstractmethod
    def told(self, events: Sequence[Any]) -> None:
        """从秘密的事件里记下前后看不出来的：谁经手过、看过哪张，写进 `own`。"""

    # ------------------------------------------------------------ 记
    def open_batch(self) -> None:
        """又一次落盘。"""
        self.recent.append({})
        self.remember()

    def see(self, table: Any, shown: frozenset[int]) -> None:
        """桌子成了 `table`；`shown` 是这一步里当众亮过的牌。"""
        zones = self.zones(table)
        everybody = frozenset({EVERYBODY})
        if not self.knows:
            self.zone = [("deck", 0)] * len(zones)
            self.knows = [frozenset()] * len(zones)
        for card, (now, before) in enumerate(zip(zones, self.zone, strict=True)):
            if now == before:
                continue
            if now[0] == "open":
                self.knows[card] = everybody
            elif now[0] != "hand":
                self.knows[card] = frozenset()
            else:
                self.knows[card] = self.received(now, before, card in shown)
        self.zone = zones
        for seat, offered in enumerate(self.offered(table)):
            self.held[seat].update(offered)
        self.open_characters.update(self.public_characters(table))
        self.recent[-1].setdefault(EVERYBODY, set()).update(shown)
        self.remember()

    def remember(self) -> None:
        """把现在知道的记进这一次落盘。"""
        latest = self.recent[-1]
        for card, knowing in enumerate(self.knows):
            for seat in knowing:
                latest.setdefault(seat, set()).add(card)
                if seat != EVERYBODY:
                    self.own[seat].add(card)

    def seated_anew(self, seat: Seat) -> None:
        """`seat` 换了人：他只知道这个座位现在知道的。"""
        self.own[seat] = {card for card, knowing in enumerate(self.knows) if seat in knowing}

    # ------------------------------------------------------------ 问
    def known_to_all(self) -> set[int]:
        """说给全群听也无妨的牌。"""
        return set().union(*(each.get(EVERYBODY, ()) for each in self.recent))

    def known_to_seat(self, seat: Seat) -> set[int]:
        """说给 `seat` 听也无妨的牌。"""
        return self.known_to_all() | self.own[seat]
