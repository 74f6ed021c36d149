"""一个库同一时刻只许一个进程写：两个群主会各自发牌。"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from .errors import StoreError, StoreInUse


class Lock:
    """独占锁：`<库>.lock` 是一个空的 SQLite 文件，开着就一直占着它的独占事务。

    用 SQLite 的锁而不用操作系统的：各平台都一样，进程被杀时由内核放开；又不锁库文件本身，
    运营者仍可以一边运行一边用 sqlite3 读库、备份。
    """

    def __init__(self, database: Path) -> None:
        """占住 `database` 的锁；已被占用抛 `StoreInUse`，建不了文件抛 `StoreError`。"""
        path = Path(f"{database}.lock")
        try:
            self._connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise StoreError(f"打不开 {path}：{error}；请检查文件夹是否存在、可写") from error
        try:
            # 日志放内存：这个文件里什么也不存，不必写盘。
            self._connection.execute("PRAGMA journal_mode = MEMORY")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise StoreInUse(f"数据库 {database} 正被另一个群桌进程使用；请先停掉它") from error
            raise StoreError(f"占不住 {path}：{error}") from error

    def release(self) -> None:
        """放开；可以重复调用。"""
        self._connection.close()
