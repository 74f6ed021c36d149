"""只追加的日志，存在 SQLite 里。"""

from .api import Log
from .errors import StoreConflict, StoreError, StoreInUse, StoreOverdrawn, StoreTooNew
from .records import (
    Account,
    ActionRecord,
    By,
    Entry,
    Kind,
    LedgerRecord,
    MatchRecord,
    SeatRecord,
    ShelfRecord,
    SnapshotRecord,
    StoredMatch,
)
from .store import Store

__all__ = [
    "Account",
    "ActionRecord",
    "By",
    "Entry",
    "Kind",
    "LedgerRecord",
    "Log",
    "MatchRecord",
    "SeatRecord",
    "ShelfRecord",
    "SnapshotRecord",
    "Store",
    "StoreConflict",
    "StoreError",
    "StoreInUse",
    "StoreOverdrawn",
    "StoreTooNew",
    "StoredMatch",
]
