"""大厅所用的存储接口；`Store`（SQLite）是它的实现。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .records import (
    Account,
    ActionRecord,
    Entry,
    LedgerRecord,
    MatchRecord,
    ShelfRecord,
    SnapshotRecord,
    StoredMatch,
)


class Log(Protocol):
    """只追加的日志。每个写方法返回时，写入已经落盘（同时到达的写入合成一个事务）。"""

    async def create_match(self, record: MatchRecord, allowance: int = 0) -> int:
        """存一场新对局（含数据），返回编号；同时删掉该群的等人桌。

        用钱的局（`record.currency`）：头一次玩的人在同一个事务里得到 `allowance`；各座位带进来的从此由
        这局占着，直到它结束或散掉。带的比能用的多，抛 `StoreOverdrawn`，什么也没存。"""
        ...

    async def append(
        self, match: int, actions: Sequence[ActionRecord], snapshot: SnapshotRecord | None = None
    ) -> None:
        """追加几行日志（与一个存档），要么全部落盘要么全不。行号重复抛 `StoreConflict`。"""
        ...

    async def set_state(self, match: int, state: str) -> None:
        """改对局的状态：playing / suspended / finished / dissolved。"""
        ...

    async def finish(self, match: int, entries: Sequence[Entry], at: float) -> list[LedgerRecord]:
        """对局在 `at`（Unix 秒）结束，各人的钱入账，同在一个事务里；返回入好的账。

        已经结束过的不再入一次，返回当时入的。没有这场抛 `KeyError`。"""
        ...

    async def account(self, user: str, currency: str) -> Account:
        """一个人的一种钱。"""
        ...

    async def ledger(self, user: str, currency: str, count: int) -> list[LedgerRecord]:
        """一个人的一种钱最近的 `count` 笔，最近的在前。"""
        ...

    async def shelf(self, user: str, game: str) -> ShelfRecord:
        """一个人在一个游戏里做的东西；什么也没有做过就是空的。"""
        ...

    async def save_shelf(self, user: str, game: str, shelf: ShelfRecord, *, last: bool = False) -> None:
        """存下一个人做的东西。`last` 为真才连「上次用的」一起存，否则那一项留着库里的。"""
        ...

    async def save_last(self, user: str, game: str, last: str) -> None:
        """记下一个人这一次用了哪一件。"""
        ...

    async def live_matches(self) -> list[MatchRecord]:
        """重启时要恢复的对局（playing、suspended）。"""
        ...

    async def load(self, match: int, after_snapshot: bool = False) -> StoredMatch:
        """读一场对局；`after_snapshot` 时只读最后一个存档与其后的日志，否则全部。没有抛 `KeyError`。"""
        ...

    async def messages(self, match: int) -> set[str]:
        """这场对局与该群此前几场已经处理过的消息编号（`机器人:编号`）。

        含此前几场：协议端重连后补送的，可能是上一局最后的几句话。"""
        ...

    async def save_lobby(self, bot: str, group: str, lobby: str | None) -> None:
        """存下（或以 `None` 删掉）一个群的等人桌（一个群只有一桌，不论哪个账号），`lobby` 是 JSON。"""
        ...

    async def lobbies(self) -> list[tuple[str, str, str]]:
        """全部等人桌 `(机器人, 群, JSON)`。"""
        ...

    async def finished(self, group: str, count: int) -> list[MatchRecord]:
        """该群最近结束的 `count` 场。"""
        ...
