"""几个造记录的短写。"""

from __future__ import annotations

from typing import Any

from plugins.gamemaster.store import ActionRecord, MatchRecord, SeatRecord, SnapshotRecord


def match_record(
    group: str = "900", bot: str = "10", data: str = '{"版本":1}', **changes: Any
) -> MatchRecord:
    record = MatchRecord(
        id=0,
        bot=bot,
        group=group,
        game="leafrun",
        seed=2**64 - 1,
        options='{"人数":4}',
        data=data,
        seats=[SeatRecord("1001", "阿苹", "🟥"), SeatRecord(None, "电脑", "🟦", "普通", True)],
        version="0.1.0",
        created=1_700_000_000.25,
    )
    for name, value in changes.items():
        setattr(record, name, value)
    return record


def action(n: int, choice: Any = "结束", message: str = "", **changes: Any) -> ActionRecord:
    record = ActionRecord(
        kind="answer",
        seat=0,
        what="turn",
        choice=choice,
        by="player",
        actor="1001",
        digest=2**32 - 1,
        message=message,
        at=1_700_000_001.5,
        n=n,
    )
    for name, value in changes.items():
        setattr(record, name, value)
    return record


def snapshot(n: int, state: bytes = b"{}") -> SnapshotRecord:
    return SnapshotRecord(n=n, moves=n, state=state)
