"""照着日志自己再下一遍的对局：核对每一步，并推出谁有理由知道哪张牌在哪里。

不看大厅的内存，只看写进库里的行。
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from games.kernel import Match, Move
from plugins.gamemaster.store.records import ActionRecord, MatchRecord

from .subject import Subject


class Divergence(AssertionError):
    """日志与规则对不上。"""


class Mirror:
    """一场对局的影子。"""

    def __init__(self, subject: Subject, record: MatchRecord) -> None:
        self.record = record
        game = subject.game
        data = game.restore_data(record.data)
        self.salt = subject.salt(data)
        values = json.loads(record.options)
        options = game.restore_options(values["game"])
        marks = [seat.mark for seat in record.seats]
        table = game.opening(record.seed, marks, options, data, record.amounts())
        self.match = Match(table)
        self.users: list[str | None] = [seat.user for seat in record.seats]
        self.former: dict[str, set[int]] = {}
        """离开的人 → 离开时知道的牌。"""
        self.rows = 0
        self.knowledge = subject.knowledge(self.match.table)

    # ------------------------------------------------------------ 照日志走
    def append(self, rows: Sequence[ActionRecord]) -> None:
        """日志多了几行。对不上抛 `Divergence`。"""
        self.knowledge.open_batch()
        for row in rows:
            if row.n != self.rows:
                raise Divergence(f"对局 {self.record.id} 的行号 {row.n} 不接着 {self.rows}")
            self.rows += 1
            self._row(row)
        self.knowledge.remember()

    def _row(self, row: ActionRecord) -> None:
        knowledge = self.knowledge
        if row.kind in ("answer", "declare"):
            seat = row.seat
            assert seat is not None
            if row.by == "player" and row.actor != self.users[seat]:
                raise Divergence(f"{row.actor} 替 {self.users[seat]} 走了一步「{row.what}」")
            try:
                outcome = self.match.apply(Move(seat, row.what, row.choice))
            except Exception as error:
                raise Divergence(f"第 {row.n} 行「{row.what}」重放不了：{error}") from error
            knowledge.see(self.match.table, knowledge.shown(row.what, row.choice, outcome.events))
            knowledge.told(outcome.events)
        elif row.kind == "undo":
            self.match.rewind(row.choice)
            knowledge.see(self.match.table, frozenset())
        elif row.kind == "seat":
            assert row.seat is not None
            before, after = self.users[row.seat], row.choice["user"]
            if before != after:
                if before is not None:
                    self.former[before] = knowledge.known_to_seat(row.seat)
                if after is not None:
                    self.former.pop(after, None)
                    knowledge.seated_anew(row.seat)
                self.users[row.seat] = after
        elif row.what == "state" and [seat["user"] for seat in row.choice["seats"]] != self.users:
            raise Divergence(f"第 {row.n} 行写的座位与此前的不一样")
        if row.digest is not None and self.match.table.digest() != row.digest:
            raise Divergence(f"第 {row.n} 行「{row.what}」的校验值不对")

    # ------------------------------------------------------------ 谁知道什么
    def may_read_card(self, user: str | None, card: int) -> bool:
        """`user`（`None` 为全群）有没有理由看到牌 `card` 的名字。"""
        if card in self.knowledge.known_to_all():
            return True
        if user is None:
            return False
        if user in self.users:
            return card in self.knowledge.known_to_seat(self.users.index(user))
        return card in self.former.get(user, ())

    def may_read_character(self, user: str | None, character: int) -> bool:
        """`user`（`None` 为全群）有没有理由看到角色 `character` 的名字。"""
        if character in self.knowledge.open_characters:
            return True
        if user is None or user not in self.users:
            return False
        return character in self.knowledge.held[self.users.index(user)]
