"""库的版本：`PRAGMA user_version` 与一串只增不改的升级脚本。"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from .errors import StoreError, StoreTooNew

SCRIPTS = tuple(
    path.read_text("utf-8")
    for path in sorted((Path(__file__).parent / "schema").glob("*.sql"), key=lambda path: int(path.stem))
)
"""第 i 份（从 0 起）把第 i 版升到第 i + 1 版。"""

LATEST = len(SCRIPTS)
"""这个程序写的版本。"""

APPLICATION = 0x716E7A68
"""`PRAGMA application_id`：「qnzh」的四个字节，第 1 版的脚本写下它。"""


def version_of(connection: sqlite3.Connection) -> int:
    """库现在的版本；空库为 0。"""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, target: int = LATEST) -> int:
    """把库升到 `target` 版，返回原来的版本。

    每一步是一个事务，断电也不会停在半步；升级已有内容的库之前，在旁边留一份 `<库>.v<旧版本>` 副本。

    Raises:
        StoreTooNew: 库比这个程序新。
        StoreError: 文件不是群桌的库，或升级没有成功（库停在最后一个成功的版本）。
    """
    found = version_of(connection)
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner != APPLICATION and (found or tables or owner):
        raise StoreError("数据库文件里是别的程序的内容；请换一个数据库文件")
    if found > LATEST:
        raise StoreTooNew(
            f"数据库是更新的版本写的（第 {found} 版，这个程序只认到第 {LATEST} 版）；"
            "请用原来的程序打开，或换一个数据库文件"
        )
    if 0 < found < target:
        _keep_copy(connection, found)
    for version in range(found, target):
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{SCRIPTS[version]}\nPRAGMA user_version = {version + 1};\nCOMMIT;"
            )
        except sqlite3.Error as error:
            connection.rollback()
            raise StoreError(f"数据库从第 {version} 版升到第 {version + 1} 版没有成功：{error}") from error
    return found


def _keep_copy(connection: sqlite3.Connection, version: int) -> None:
    file = connection.execute("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchone()[0]
    if not file:
        return
    copy = Path(f"{file}.v{version}")
    if copy.exists():
        return
    # 先写到别的名字再改名：写到一半断电，不会留下一份坏副本被当成好的。
    unfinished = Path(f"{copy}.part")
    unfinished.unlink(missing_ok=True)
    connection.execute("VACUUM INTO ?", (str(unfinished),))
    unfinished.rename(copy)
