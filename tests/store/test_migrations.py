"""库的版本：每一个发布过的版本都升得上来，更新的认得出，发布过的脚本不再改。"""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from plugins.gamemaster.store import ActionRecord, SeatRecord, ShelfRecord, Store, StoreError, StoreTooNew
from plugins.gamemaster.store.migrations import LATEST, SCRIPTS, migrate, version_of

FROZEN = {
    1: "a10c80743563f802bb5ed2926cda2752728a40404814c0edfe677bbf7938a1d6",
    2: "9441f333ed818eade4a00ecf3799361f076e0f9d0e43bc5ac9f395b7e96cf727",
    3: "99648f7764bdefc747779eae5e3c01aabb69233bdd97b89c42cd5f3c1827e146",
    4: "ad0e81b49eed6e5d688e4be428a6aa03922ab0b90e556a3df017b42dcf264dda",
}
"""每一版脚本的 SHA-256。改了发布过的脚本，旧库与新库就会不一样：请加一版，而不是改这里。"""

ROWS = {
    1: """
        INSERT INTO dataset VALUES ('d1', '{"数据":1}');
        INSERT INTO match VALUES (7, '10', '900', 'leafrun', '18446744073709551615', '{}', 'd1',
            '[{"user":"1001","name":"阿苹","mark":"🟥","computer":"","autopilot":false}]',
            '0.1.0', 1700000000.5, 'playing', NULL);
        INSERT INTO action VALUES (7, 0, 'answer', 0, 'turn', '["移动",2]', 'player', '1001', 5, '10:3', 1.5);
        INSERT INTO snapshot VALUES (7, 1, 1, x'7b7d');
        INSERT INTO lobby VALUES ('10', '901', '{}');
    """,
    3: """
        INSERT INTO dataset VALUES ('d1', '{"数据":1}');
        INSERT INTO match VALUES (7, '10', '900', 'leafrun', '18446744073709551615', '{}', 'd1',
            '[{"user":"1001","name":"阿苹","mark":"🟥","computer":"","autopilot":false,"purse":0}]',
            '0.1.0', 1700000000.5, 'playing', NULL, '');
        INSERT INTO action VALUES (7, 0, 'answer', 0, 'turn', '["移动",2]', 'player', '1001', 5, '10:3', 1.5);
        INSERT INTO snapshot VALUES (7, 1, 1, x'7b7d');
        INSERT INTO lobby VALUES ('10', '901', '{}');
        INSERT INTO ledger VALUES (1, '1001', '钻石', NULL, 30, 30, '初次见面', 1.5);
    """,
}
ROWS[2] = ROWS[1]
ROWS[4] = (
    ROWS[3].replace('"purse":0', '"purse":0,"things":{},"last":""')
    + """
        INSERT INTO shelf VALUES ('1001', 'aurora', '{"快攻":"一行"}', '半副', '快攻', '["10:3"]');
    """
)
"""各版本的程序会写下的行；`test_every_earlier_version_opens` 用它造出旧库。"""


@pytest.mark.parametrize("version", range(1, LATEST + 1))
def test_released_scripts_are_never_edited(version: int) -> None:
    assert hashlib.sha256(SCRIPTS[version - 1].encode()).hexdigest() == FROZEN[version]


@pytest.mark.parametrize("version", range(1, LATEST + 1))
async def test_every_earlier_version_opens_and_keeps_its_rows(tmp_path: Path, version: int) -> None:
    path = tmp_path / "旧.db"
    connection = sqlite3.connect(path)
    migrate(connection, version)
    assert version_of(connection) == version
    connection.executescript(ROWS[version])
    connection.close()
    async with Store(path) as store:
        stored = await store.load(7)
        assert stored.record.seed == 2**64 - 1
        assert stored.record.data == '{"数据":1}'
        assert stored.record.seats == [SeatRecord("1001", "阿苹", "🟥")]
        assert stored.actions == [
            ActionRecord("answer", 0, "turn", ["移动", 2], "player", "1001", 5, "10:3", 1.5, 0)
        ]
        assert [(row.n, row.moves, row.state) for row in stored.snapshots] == [(1, 1, b"{}")]
        assert await store.lobbies() == [("10", "901", "{}")]
        await store.append(7, [ActionRecord("undo", None, "", 0, "vote", n=1)])
        kept = ShelfRecord({"快攻": "一行"}, "半副", "快攻", ["10:3"]) if version >= 4 else ShelfRecord()
        assert await store.shelf("1001", "aurora") == kept
        fresh = ShelfRecord({"控制": "另一行", **kept.things}, "", kept.last, [*kept.handled, "10:4"])
        await store.save_shelf("1001", "aurora", fresh)
        assert await store.shelf("1001", "aurora") == fresh
    connection = sqlite3.connect(path)
    assert version_of(connection) == LATEST
    connection.close()
    copied = [copy.name for copy in tmp_path.glob("*.v*")]  # noqa: ASYNC240
    assert copied == ([f"旧.db.v{version}"] if version < LATEST else [])


async def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "新.db"
    async with Store(path):
        pass
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {LATEST + 1}")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreTooNew, match=f"第 {LATEST + 1} 版"):
        await Store(path).open()
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, 1, 99])
async def test_somebody_elses_database_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "别的.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes(body TEXT)")
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    with pytest.raises(StoreError, match="别的程序"):
        await Store(path).open()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "乱.db"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(StoreError, match="打不开"):
        await Store(path).open()
    path.unlink()
    async with Store(path):
        pass


def test_a_failed_step_leaves_the_earlier_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from plugins.gamemaster.store import migrations

    broken = (*SCRIPTS, "CREATE TABLE half(x); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(migrations, "SCRIPTS", broken)
    monkeypatch.setattr(migrations, "LATEST", LATEST + 1)
    path = tmp_path / "库.db"
    connection = sqlite3.connect(path)
    migrate(connection, LATEST)
    connection.executescript(ROWS[LATEST])
    with pytest.raises(StoreError, match=f"升到第 {LATEST + 1} 版"):
        migrate(connection, LATEST + 1)
    assert version_of(connection) == LATEST
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    connection.close()
    copy = sqlite3.connect(f"{path}.v{LATEST}")
    assert copy.execute("SELECT count(*) FROM action").fetchone() == (1,)
    copy.close()
