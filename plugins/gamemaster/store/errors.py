"""存储的错误。`str(error)` 都是一句给运营者看的中文。"""

from __future__ import annotations


class StoreError(Exception):
    """没有写成（磁盘满、库被锁、读写出错）；这次写入一点也没有留下。"""


class StoreConflict(StoreError):
    """行号重复或有缺口：两处同时在写同一场对局，或写的人记错了行号。"""


class StoreOverdrawn(StoreError):
    """要带进来的钱比账上能用的多：刚被另一局带走了，重新看一眼余额再来。"""


class StoreInUse(StoreError):
    """另一个进程（或同一进程里的另一处）正开着这个库。"""


class StoreTooNew(StoreError):
    """库是更新的程序写的，这个版本读不懂。"""
