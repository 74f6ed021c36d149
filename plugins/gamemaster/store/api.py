"""大厅所用的存储接口；`Store`（SQLite）是它的实现。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .records import ActionRecord, MatchRecord, SnapshotRecord, StoredMatch


class Log(Protocol):
    """只追加的日志。每个写方法返回时，写入已经落盘（同时到达的写入合成一个事务）。"""

    async def create_match(self, record: MatchRecord) -> int:
        """存一场新对局（含数据），返回编号；同时删掉该群的等人桌。"""
        ...

    async def append(
        self, match: int, actions: Sequence[ActionRecord], snapshot: SnapshotRecord | None = None
    ) -> None:
        """追加几行日志（与一个存档），要么全部落盘要么全不。行号重复抛 `StoreConflict`。"""
        ...

    async def set_state(self, match: int, state: str) -> None:
        """改对局的状态：playing / suspended / finished / dissolved。"""
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
