"""只追加的日志，存在 SQLite 里。"""

from .api import Log
from .errors import StoreConflict, StoreError, StoreInUse, StoreTooNew
from .records import ActionRecord, By, Kind, MatchRecord, SeatRecord, SnapshotRecord, StoredMatch
from .store import Store

__all__ = [
    "ActionRecord",
    "By",
    "Kind",
    "Log",
    "MatchRecord",
    "SeatRecord",
    "SnapshotRecord",
    "Store",
    "StoreConflict",
    "StoreError",
    "StoreInUse",
    "StoreTooNew",
    "StoredMatch",
]
