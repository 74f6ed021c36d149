"""照着日志自己再下一遍的对局：核对每一步，并推出谁有理由知道哪张牌在哪里。

不看大厅的内存，只看写进库里的行。谁知道什么按 L9 自己推：

- 弃牌堆、身上的防具、场上的元素牌，人人知道；
- 自己手里的自己知道；当众给出的武器，人人知道它到了谁手里；
- 暗中易主的牌只有双方知道；洗回牌堆的谁也不知道；
- 回合里当众打出的牌，这一步里人人知道，哪怕马上又洗了回去。
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from typing import Any

from games.kernel import Game, Match, Move
from games.leafrun.events import CardsMoved
from games.leafrun.table import LeafrunTable
from plugins.gamemaster.store.records import ActionRecord, MatchRecord

EVERYBODY = -1
"""「人人知道」在知情表里的座位号。"""
REMEMBERED = 3
"""话是落盘以后才说的：最近几次落盘时人人知道过的，现在说也不算泄密。"""


class Divergence(AssertionError):
    """日志与规则对不上。"""


class Mirror:
    """一场对局的影子。"""

    def __init__(self, game: Game, record: MatchRecord) -> None:
        self.record = record
        data = game.restore_data(record.data)
        self.salt_name = data.cards[0].name
        values = json.loads(record.options)
        options = game.restore_options(values["game"])
        table = game.deal(record.seed, [seat.mark for seat in record.seats], options, data)
        assert isinstance(table, LeafrunTable)
        self.match = Match(table)
        seats = len(record.seats)
        self.users: list[str | None] = [seat.user for seat in record.seats]
        self.former: dict[str, set[int]] = {}
        """离开的人 → 离开时知道的牌。"""
        self.rows = 0
        self.zone: list[tuple[str, int]] = []
        self.knows: list[frozenset[int]] = []
        """牌号 → 知道它现在在哪里的座位（或 `EVERYBODY`）。"""
        self.recent: deque[dict[int, set[int]]] = deque(maxlen=REMEMBERED)
        """最近几次落盘里各座位知道过的牌。"""
        self.own: list[set[int]] = [set() for _ in range(seats)]
        """各座位现在的人自己知道过的牌（不算人人知道的）；话可能过一阵才说给他。"""
        self.held: list[set[int]] = [set() for _ in range(seats)]
        """各座位曾经有过的角色候选。"""
        self.open_characters: set[int] = set()
        self.recent.append({})
        self._see(self._zones(), frozenset())

    # ------------------------------------------------------------ 照日志走
    def append(self, rows: Sequence[ActionRecord]) -> None:
        """日志多了几行。对不上抛 `Divergence`。"""
        self.recent.append({})
        self._remember()
        for row in rows:
            if row.n != self.rows:
                raise Divergence(f"对局 {self.record.id} 的行号 {row.n} 不接着 {self.rows}")
            self.rows += 1
            self._row(row)
        self._remember()

    def _row(self, row: ActionRecord) -> None:
        if row.kind in ("answer", "declare"):
            seat = row.seat
            assert seat is not None
            if row.by == "player" and row.actor != self.users[seat]:
                raise Divergence(f"{row.actor} 替 {self.users[seat]} 走了一步「{row.what}」")
            try:
                outcome = self.match.apply(Move(seat, row.what, row.choice))
            except Exception as error:
                raise Divergence(f"第 {row.n} 行「{row.what}」重放不了：{error}") from error
            self._see(self._zones(), frozenset(cards_in(row.what, row.choice)))
            for event in outcome.events:
                if isinstance(event, CardsMoved):
                    # 抽走又抽回的那张，前后看都在原处，经手的两个人却都知道。
                    for cards in event.cards.parts.values():
                        self.own[event.source].update(cards)
                        self.own[event.target].update(cards)
        elif row.kind == "undo":
            self.match.rewind(row.choice)
            self._see(self._zones(), frozenset())
        elif row.kind == "seat":
            assert row.seat is not None
            before, after = self.users[row.seat], row.choice["user"]
            if before != after:
                if before is not None:
                    self.former[before] = self.known_to_seat(row.seat)
                if after is not None:
                    self.former.pop(after, None)
                    self.own[row.seat] = {
                        card for card, knowing in enumerate(self.knows) if row.seat in knowing
                    }
                self.users[row.seat] = after
        elif row.what == "state" and [seat["user"] for seat in row.choice["seats"]] != self.users:
            raise Divergence(f"第 {row.n} 行写的座位与此前的不一样")
        if row.digest is not None and self.match.table.digest() != row.digest:
            raise Divergence(f"第 {row.n} 行「{row.what}」的校验值不对")

    # ------------------------------------------------------------ 谁知道什么
    def _zones(self) -> list[tuple[str, int]]:
        table = self.match.table
        zones: list[tuple[str, int]] = [("nowhere", 0)] * table.setup.data.deck.size
        for card in table.deck:
            zones[card] = ("deck", 0)
        for card in table.discard:
            zones[card] = ("open", -1)
        for seat in range(table.seats):
            for card in table.hands[seat]:
                zones[card] = ("hand", seat)
            for card in (table.armour[seat], *table.buffs[seat]):
                if card >= 0:
                    zones[card] = ("open", seat)
        return zones

    def _see(self, zones: list[tuple[str, int]], shown: frozenset[int]) -> None:
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
            elif before[0] == "hand":
                # 当众选中的（给武器、捡漏的防具）人人看着；暗中换手的只有双方知道。
                self.knows[card] = everybody if card in shown else frozenset({now[1], before[1]})
            elif before[0] == "open" and before[1] >= 0:
                self.knows[card] = everybody
            else:
                self.knows[card] = frozenset({now[1]})
        self.zone = zones
        table = self.match.table
        for seat, offered in enumerate(table.candidates):
            self.held[seat].update(offered)
        for seat in range(table.seats):
            if table.character[seat] >= 0:
                self.open_characters.add(table.character[seat])
        self.recent[-1].setdefault(EVERYBODY, set()).update(shown)
        self._remember()

    def _remember(self) -> None:
        latest = self.recent[-1]
        for card, knowing in enumerate(self.knows):
            for seat in knowing:
                latest.setdefault(seat, set()).add(card)
                if seat != EVERYBODY:
                    self.own[seat].add(card)

    def known_to_all(self) -> set[int]:
        """说给全群听也无妨的牌。"""
        return set().union(*(each.get(EVERYBODY, ()) for each in self.recent))

    def known_to_seat(self, seat: int) -> set[int]:
        """说给 `seat` 听也无妨的牌。"""
        return self.known_to_all() | self.own[seat]

    def may_read_card(self, user: str | None, card: int) -> bool:
        """`user`（`None` 为全群）有没有理由看到牌 `card` 的名字。"""
        if card in self.known_to_all():
            return True
        if user is None:
            return False
        if user in self.users:
            return card in self.known_to_seat(self.users.index(user))
        return card in self.former.get(user, ())

    def may_read_character(self, user: str | None, character: int) -> bool:
        """`user`（`None` 为全群）有没有理由看到角色 `character` 的名字。"""
        if character in self.open_characters:
            return True
        if user is None or user not in self.users:
            return False
        return character in self.held[self.users.index(user)]


def cards_in(what: str, choice: Any) -> set[int]:
    """回答 `choice` 当众用掉、给出的牌；回答是秘密的、与牌无关的都是空。"""
    if what in ("light_dash", "barter", "scatter"):
        return set(choice)
    if what == "resin":
        return set() if choice is None else {choice[0]}
    if what not in ("turn", "interject"):
        return set()
    match choice:
        case ["move" | "two_for_one", list(cards)]:
            return set(cards)
        case ["two_for_three", int(action), int(other)]:
            return {action, other}
        case ["weapon" | "armour" | "heal" | "event" | "element" | "special" | "rest", int(card), *_]:
            return {card}
        case _:
            return set()
