"""SQLite 里的日志：一个写任务，一个事务装下同时到达的全部写入。"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import aiosqlite
import msgspec

from .errors import StoreConflict, StoreError, StoreOverdrawn
from .lock import Lock
from .migrations import migrate
from .records import (
    Account,
    ActionRecord,
    Entry,
    LedgerRecord,
    MatchRecord,
    SeatRecord,
    ShelfRecord,
    SnapshotRecord,
    StoredMatch,
)

Synchronous = Literal["OFF", "NORMAL", "FULL", "EXTRA"]

INSERT_ACTION = (
    "INSERT INTO action(match, n, kind, seat, what, choice, by, actor, digest, message, at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
INSERT_SNAPSHOT = "INSERT INTO snapshot(match, n, moves, state) VALUES (?, ?, ?, ?)"
SELECT_ACTION = "SELECT n, kind, seat, what, choice, by, actor, digest, message, at FROM action"
SELECT_MATCH = (
    "SELECT id, bot, group_id, game, seed, options, dataset, seats, version, state, created, currency"
    " FROM match"
)
INSERT_LEDGER = (
    "INSERT INTO ledger(user, currency, match, delta, balance_after, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
SELECT_LEDGER = "SELECT user, currency, match, delta, balance_after, reason, at FROM ledger"
SELECT_BALANCE = "SELECT balance_after FROM ledger WHERE user = ? AND currency = ? ORDER BY id DESC LIMIT 1"
# 没下完的局很少（见 match_live 索引），从它们的座位里加起来，不必另存一份会对不上的「占用」。
SELECT_HELD = (
    "SELECT coalesce(sum(json_extract(seat.value, '$.purse')), 0) FROM match, json_each(match.seats) AS seat"
    " WHERE match.state IN ('playing', 'suspended') AND match.currency = ?"
    " AND json_extract(seat.value, '$.user') = ?"
)

SELECT_SHELF = "SELECT things, draft, last, handled FROM shelf WHERE user = ? AND game = ?"
# 同一个人可能正在别的群选了要用的：没有改名就不碰 last，免得写回读到时的旧值。
SAVE_SHELF = (
    "INSERT INTO shelf(user, game, things, draft, last, handled) VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
    " ON CONFLICT(user, game) DO UPDATE SET things = ?3, draft = ?4, last = CASE WHEN ?7 THEN ?5 ELSE last END, handled = ?6"
)
SAVE_LAST = (
    "INSERT INTO shelf(user, game, things, draft, last, handled) VALUES (?1, ?2, '{}', '', ?3, '[]')"
    " ON CONFLICT(user, game) DO UPDATE SET last = ?3"
)

MATCHES_REMEMBERED = 4
"""去重时看该群最近几场对局（含这一场）：一分钟里连开连散三局，补送的话也不会串到第四局。"""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode
_decode_things = msgspec.json.Decoder(dict[str, str]).decode
_decode_handled = msgspec.json.Decoder(list[str]).decode
_decode_seats = msgspec.json.Decoder(list[SeatRecord]).decode

Run = Callable[[aiosqlite.Connection], Awaitable[Any]]
Result = tuple[Any, Exception | None]
"""一次写入的结果与错误，其一为空。"""


class _Write:
    """排队的一次写入：要么是几行日志（能与别人的合并），要么是一段自己的步骤。"""

    __slots__ = ("actions", "done", "run", "snapshots")

    def __init__(
        self,
        done: asyncio.Future[Any],
        run: Run | None = None,
        actions: list[tuple[Any, ...]] | None = None,
        snapshots: list[tuple[Any, ...]] | None = None,
    ) -> None:
        self.done = done
        self.run = run
        self.actions = actions or []
        self.snapshots = snapshots or []

    async def perform(self, connection: aiosqlite.Connection) -> Any:
        """在已开的事务里单独做这一次。"""
        if self.run is not None:
            return await self.run(connection)
        await _insert(connection, self.actions, self.snapshots)
        return None


async def _insert(
    connection: aiosqlite.Connection, actions: list[tuple[Any, ...]], snapshots: list[tuple[Any, ...]]
) -> None:
    if actions:
        await connection.executemany(INSERT_ACTION, actions)
    if snapshots:
        await connection.executemany(INSERT_SNAPSHOT, snapshots)


async def _balance(connection: aiosqlite.Connection, user: str, currency: str) -> int | None:
    """账上多少；没有账为 `None`。"""
    rows = list(await connection.execute_fetchall(SELECT_BALANCE, (user, currency)))
    return rows[0][0] if rows else None


async def _bring(connection: aiosqlite.Connection, record: MatchRecord, allowance: int) -> None:
    """开局带钱：头一次玩的送一笔，再看各人带得起带不起。"""
    for seat in record.seats:
        if seat.user is None:
            continue
        balance = await _balance(connection, seat.user, record.currency)
        if balance is None and allowance:
            row = (seat.user, record.currency, None, allowance, allowance, "初次见面", record.created)
            await connection.execute(INSERT_LEDGER, row)
            balance = allowance
        held = list(await connection.execute_fetchall(SELECT_HELD, (record.currency, seat.user)))
        if not 0 <= seat.purse <= (balance or 0) - held[0][0]:
            raise StoreOverdrawn(f"{seat.user} 的{record.currency}刚被另一局带走了")


class Store:
    """`Log` 的实现。

    写入排在一个任务后面：上一个事务提交时到达的，全部并入下一个事务；各自的 `await` 在提交落盘之后返回。
    一批里有一个不行（行号重复、值不合要求），只有它得到错误，其余照样提交。

    等待写入的任务被取消，写入本身仍会完成。
    """

    def __init__(self, path: Path | str, synchronous: Synchronous = "FULL") -> None:
        """`path` 是库文件，文件夹会按需建立；`synchronous` 见 SQLite 文档，低于 FULL 时断电可能丢最后几步。"""
        self.path = Path(path)
        self.synchronous: Synchronous = synchronous
        self.transactions = 0
        """提交过的写事务数，诊断与测试用。"""
        self._lock: Lock | None = None
        self._writer: aiosqlite.Connection | None = None
        self._reader: aiosqlite.Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._pending: list[_Write] = []
        self._wake = asyncio.Event()
        self._closing = False

    # ------------------------------------------------------------ 开关
    async def open(self) -> None:
        """打开、按需升级。

        Raises:
            StoreInUse: 另一个进程正用着。
            StoreTooNew: 库是更新的程序写的。
            StoreError: 建不了、读不了、不是群桌的库。
        """
        try:
            await asyncio.to_thread(self._prepare)
            self._writer = await aiosqlite.connect(self.path, timeout=5)
            await self._writer.execute("PRAGMA journal_mode = WAL")
            await self._writer.execute(f"PRAGMA synchronous = {self.synchronous}")
            await self._writer.execute("PRAGMA foreign_keys = ON")
            # 读走另一条连接：写到一半、还没提交的内容，读的人看不见。
            self._reader = await aiosqlite.connect(self.path, timeout=5)
            await self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            await self._release()
            raise StoreError(f"打不开数据库 {self.path}：{error}") from error
        except BaseException:
            await self._release()
            raise
        self._closing = False
        self._task = asyncio.create_task(self._write_forever(), name="store-writer")

    async def close(self) -> None:
        """写完排队的，关上；可以重复调用。"""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
            self._task = None
        await self._release()

    async def __aenter__(self) -> Store:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _prepare(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"建不了文件夹 {self.path.parent}：{error.strerror}") from error
        self._lock = Lock(self.path)
        connection = sqlite3.connect(self.path, timeout=5)
        try:
            migrate(connection)
        finally:
            connection.close()

    async def _release(self) -> None:
        for connection in (self._reader, self._writer):
            if connection is not None:
                with suppress(sqlite3.Error):
                    await connection.close()
        self._reader = self._writer = None
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # ------------------------------------------------------------ 写
    async def create_match(self, record: MatchRecord, allowance: int = 0) -> int:
        """存一场新对局（含数据），返回编号；同时删掉该群的等人桌。

        用钱的局（`record.currency`）：头一次玩的人在同一个事务里得到 `allowance`；各座位带进来的从此由
        这局占着，直到它结束或散掉。

        Raises:
            StoreOverdrawn: 带的比能用的多，什么也没存。
        """
        digest = hashlib.sha256(record.data.encode()).hexdigest()
        seats = _encode(record.seats).decode()
        values = (
            *(record.bot, record.group, record.game, str(record.seed), record.options, digest),
            *(seats, record.version, record.created, record.state, record.currency),
        )

        async def run(connection: aiosqlite.Connection) -> int:
            if record.currency:
                await _bring(connection, record, allowance)
            await connection.execute(
                "INSERT INTO dataset(digest, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (digest, record.data),
            )
            cursor = await connection.execute(
                "INSERT INTO match(bot, group_id, game, seed, options, dataset, seats, version, created, state,"
                " currency) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            await connection.execute("DELETE FROM lobby WHERE group_id = ?", (record.group,))
            assert cursor.lastrowid is not None
            return cursor.lastrowid

        return await self._submit(run)

    async def append(
        self, match: int, actions: Sequence[ActionRecord], snapshot: SnapshotRecord | None = None
    ) -> None:
        """追加几行日志（与一个存档），要么全部落盘要么全不。

        Raises:
            StoreConflict: 行号重复或不连续。
            KeyError: 没有这场对局。
            StoreError: 没有写成。
        """
        rows = [
            (
                *(match, action.n, action.kind, action.seat, action.what, _encode(action.choice).decode()),
                *(action.by, action.actor, action.digest, action.message, action.at),
            )
            for action in actions
        ]
        states = [] if snapshot is None else [(match, snapshot.n, snapshot.moves, snapshot.state)]
        if rows or states:
            await self._submit(actions=rows, snapshots=states)

    async def set_state(self, match: int, state: str) -> None:
        """改对局的状态：playing / suspended / finished / dissolved。没有这场抛 `KeyError`。"""
        ended = time.time() if state in ("finished", "dissolved") else None

        async def run(connection: aiosqlite.Connection) -> None:
            cursor = await connection.execute(
                "UPDATE match SET state = ?, ended = ? WHERE id = ?", (state, ended, match)
            )
            if cursor.rowcount == 0:
                raise KeyError(match)

        await self._submit(run)

    async def finish(self, match: int, entries: Sequence[Entry], at: float) -> list[LedgerRecord]:
        """对局在 `at`（Unix 秒）结束，各人的钱入账，同在一个事务里；返回入好的账，按入账先后。

        已经结束过的不再入一次，返回当时入的。

        Raises:
            KeyError: 没有这场对局。
            StoreError: 没有写成；状态与账都没有变。
        """

        async def run(connection: aiosqlite.Connection) -> list[LedgerRecord]:
            rows = list(
                await connection.execute_fetchall("SELECT state, currency FROM match WHERE id = ?", (match,))
            )
            if not rows:
                raise KeyError(match)
            state, currency = rows[0]
            if state in ("playing", "suspended"):
                await connection.execute(
                    "UPDATE match SET state = 'finished', ended = ? WHERE id = ?", (at, match)
                )
                for entry in entries:
                    balance = await _balance(connection, entry.user, currency)
                    after = (balance or 0) + entry.delta
                    row = (entry.user, currency, match, entry.delta, after, entry.reason, at)
                    await connection.execute(INSERT_LEDGER, row)
            return [
                LedgerRecord(*row)
                for row in await connection.execute_fetchall(
                    f"{SELECT_LEDGER} WHERE match = ? ORDER BY id", (match,)
                )
            ]

        return await self._submit(run)

    async def save_lobby(self, bot: str, group: str, lobby: str | None) -> None:
        """存下（或以 `None` 删掉）一个群的等人桌（一个群只有一桌，不论哪个账号），`lobby` 是 JSON。"""

        async def run(connection: aiosqlite.Connection) -> None:
            # 一个群只有一桌：换了账号当值，前一个账号名下的那份要一起去掉。
            await connection.execute("DELETE FROM lobby WHERE group_id = ?", (group,))
            if lobby is not None:
                await connection.execute(
                    "INSERT INTO lobby(bot, group_id, content) VALUES (?, ?, ?)", (bot, group, lobby)
                )

        await self._submit(run)

    async def save_shelf(self, user: str, game: str, shelf: ShelfRecord, *, last: bool = False) -> None:
        """存下一个人做的东西。`last` 为真才连「上次用的」一起存，否则那一项留着库里的。"""
        things, handled = _encode(shelf.things).decode(), _encode(shelf.handled).decode()
        row = (user, game, things, shelf.draft, shelf.last, handled, last)

        async def run(connection: aiosqlite.Connection) -> None:
            await connection.execute(SAVE_SHELF, row)

        await self._submit(run)

    async def save_last(self, user: str, game: str, last: str) -> None:
        """记下一个人这一次用了哪一件。"""

        async def run(connection: aiosqlite.Connection) -> None:
            await connection.execute(SAVE_LAST, (user, game, last))

        await self._submit(run)

    # ------------------------------------------------------------ 读
    async def live_matches(self) -> list[MatchRecord]:
        """重启时要恢复的对局（playing、suspended），按编号。"""
        return await self._matches("WHERE state IN ('playing', 'suspended') ORDER BY id", ())

    async def finished(self, group: str, count: int) -> list[MatchRecord]:
        """该群最近结束的 `count` 场，最近的在前。"""
        return await self._matches(
            "WHERE group_id = ? AND state = 'finished' ORDER BY ended DESC, id DESC LIMIT ?", (group, count)
        )

    async def load(self, match: int, after_snapshot: bool = False) -> StoredMatch:
        """读一场对局；`after_snapshot` 时只读最后一个存档与其后的日志，否则全部。没有抛 `KeyError`。"""
        records = await self._matches("WHERE id = ?", (match,))
        if not records:
            raise KeyError(match)
        last = " ORDER BY n DESC LIMIT 1" if after_snapshot else " ORDER BY n"
        snapshots = [
            SnapshotRecord(n, moves, state)
            for n, moves, state in await self._fetch(
                f"SELECT n, moves, state FROM snapshot WHERE match = ?{last}", (match,)
            )
        ]
        first = snapshots[0].n if after_snapshot and snapshots else 0
        actions = [
            ActionRecord(
                n=n,
                kind=kind,
                seat=seat,
                what=what,
                choice=_decode(choice),
                by=by,
                actor=actor,
                digest=digest,
                message=message,
                at=at,
            )
            for n, kind, seat, what, choice, by, actor, digest, message, at in await self._fetch(
                f"{SELECT_ACTION} WHERE match = ? AND n >= ? ORDER BY n", (match, first)
            )
        ]
        return StoredMatch(records[0], actions, snapshots)

    async def account(self, user: str, currency: str) -> Account:
        """一个人的一种钱。"""
        balance = await self._fetch(SELECT_BALANCE, (user, currency))
        held = await self._fetch(SELECT_HELD, (currency, user))
        return Account(balance[0][0] if balance else 0, held[0][0], bool(balance))

    async def ledger(self, user: str, currency: str, count: int) -> list[LedgerRecord]:
        """一个人的一种钱最近的 `count` 笔，最近的在前。"""
        rows = await self._fetch(
            f"{SELECT_LEDGER} WHERE user = ? AND currency = ? ORDER BY id DESC LIMIT ?",
            (user, currency, count),
        )
        return [LedgerRecord(*row) for row in rows]

    async def shelf(self, user: str, game: str) -> ShelfRecord:
        """一个人在一个游戏里做的东西；什么也没有做过就是空的。"""
        rows = await self._fetch(SELECT_SHELF, (user, game))
        if not rows:
            return ShelfRecord()
        things, draft, last, handled = rows[0]
        return ShelfRecord(_decode_things(things), draft, last, _decode_handled(handled))

    async def messages(self, match: int) -> set[str]:
        """这场对局与该群此前几场已经处理过的消息编号（`机器人:编号`）。"""
        rows = await self._fetch(
            "SELECT DISTINCT message FROM action WHERE message <> '' AND match IN ("
            " SELECT id FROM match WHERE group_id = (SELECT group_id FROM match WHERE id = ?1) AND id <= ?1"
            " ORDER BY id DESC LIMIT ?2)",
            (match, MATCHES_REMEMBERED),
        )
        return {row[0] for row in rows}

    async def lobbies(self) -> list[tuple[str, str, str]]:
        """全部等人桌 `(机器人, 群, JSON)`。"""
        rows = await self._fetch("SELECT bot, group_id, content FROM lobby ORDER BY bot, group_id", ())
        return [tuple(row) for row in rows]  # pyright: ignore[reportReturnType]

    async def _matches(self, where: str, parameters: tuple[Any, ...]) -> list[MatchRecord]:
        rows = await self._fetch(f"{SELECT_MATCH} {where}", parameters)
        # 几百场对局多半共用一两份数据：每份只读一次，也只占一份内存。
        contents: dict[str, str] = {}
        records: list[MatchRecord] = []
        for id, bot, group, game, seed, options, dataset, seats, version, state, created, currency in rows:
            if dataset not in contents:
                found = await self._fetch("SELECT content FROM dataset WHERE digest = ?", (dataset,))
                contents[dataset] = found[0][0]
            records.append(
                MatchRecord(
                    id=id,
                    bot=bot,
                    group=group,
                    game=game,
                    seed=int(seed),
                    options=options,
                    data=contents[dataset],
                    seats=_decode_seats(seats),
                    version=version,
                    state=state,
                    created=created,
                    currency=currency,
                )
            )
        return records

    async def _fetch(self, query: str, parameters: tuple[Any, ...]) -> list[Any]:
        if self._reader is None:
            raise StoreError("数据库没有打开")
        try:
            return list(await self._reader.execute_fetchall(query, parameters))
        except sqlite3.Error as error:
            raise StoreError(f"读数据库没有成功：{error}") from error

    # ------------------------------------------------------------ 写任务
    async def _submit(
        self,
        run: Run | None = None,
        actions: list[tuple[Any, ...]] | None = None,
        snapshots: list[tuple[Any, ...]] | None = None,
    ) -> Any:
        if self._task is None or self._closing:
            raise StoreError("数据库没有打开")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._pending.append(_Write(done, run, actions, snapshots))
        self._wake.set()
        return await done

    async def _write_forever(self) -> None:
        assert self._writer is not None
        while True:
            if not self._pending:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._pending = self._pending, []
            try:
                results = await self._commit(self._writer, batch)
            except BaseException as error:
                for write in batch:
                    _reject(write.done, error)
                if not isinstance(error, Exception):
                    for write in self._pending:
                        _reject(write.done, error)
                    raise
                await self._roll_back(self._writer)
                continue
            self.transactions += 1
            for write, (result, error) in zip(batch, results, strict=True):
                if error is not None:
                    _reject(write.done, error)
                elif not write.done.done():
                    write.done.set_result(result)

    async def _commit(self, connection: aiosqlite.Connection, batch: list[_Write]) -> list[Result]:
        """一个事务做完一批；每次写入的 (结果, 错误)。整个事务没有成功时抛出。"""
        try:
            results = await self._together(connection, batch)
        except Exception as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise
            # 有一个不行：全部退回，再一个一个做，只把错误给出错的那个。
            await self._roll_back(connection)
            results = await self._one_by_one(connection, batch)
        await connection.commit()
        return results

    async def _together(self, connection: aiosqlite.Connection, batch: list[_Write]) -> list[Result]:
        """快路径：相邻的日志合成一次 `executemany`。"""
        results: list[Result] = []
        actions: list[tuple[Any, ...]] = []
        snapshots: list[tuple[Any, ...]] = []
        await connection.execute("BEGIN IMMEDIATE")
        for write in batch:
            if write.run is None:
                actions += write.actions
                snapshots += write.snapshots
                results.append((None, None))
                continue
            await _insert(connection, actions, snapshots)
            actions, snapshots = [], []
            results.append((await write.run(connection), None))
        await _insert(connection, actions, snapshots)
        return results

    async def _one_by_one(self, connection: aiosqlite.Connection, batch: list[_Write]) -> list[Result]:
        """慢路径：每次写入一个保存点。"""
        failures: dict[int, Exception] = {}
        while True:
            results: list[Result] = []
            await connection.execute("BEGIN IMMEDIATE")
            for index, write in enumerate(batch):
                if index in failures:
                    results.append((None, failures[index]))
                    continue
                await connection.execute("SAVEPOINT write")
                try:
                    results.append((await write.perform(connection), None))
                except Exception as error:
                    failures[index] = error
                    if not connection.in_transaction:
                        # 磁盘满、读写出错时 SQLite 会自行退回整个事务：去掉这一个，别的重做。
                        break
                    await connection.execute("ROLLBACK TO write")
                    results.append((None, error))
                await connection.execute("RELEASE write")
            else:
                return results

    async def _roll_back(self, connection: aiosqlite.Connection) -> None:
        with suppress(sqlite3.Error):
            await connection.rollback()


def _code(error: BaseException) -> int:
    """SQLite 的主错误码；不是 SQLite 的错误为 0。"""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _reject(done: asyncio.Future[Any], error: BaseException) -> None:
    if done.done():
        return
    # 每个等待者各得一个新的异常：同一个异常对象被几处抛出，回溯会串在一起。
    fresh: BaseException
    code = getattr(error, "sqlite_errorcode", 0)
    if isinstance(error, sqlite3.IntegrityError):
        if code == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
            fresh = KeyError("没有这场对局")
        elif code in (
            sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
            sqlite3.SQLITE_CONSTRAINT_UNIQUE,
            sqlite3.SQLITE_CONSTRAINT_TRIGGER,
        ):
            fresh = StoreConflict("日志的行号重复或不连续")
        else:
            fresh = StoreError(f"值不合库的要求：{error}")
    elif isinstance(error, sqlite3.Error):
        reasons = {
            sqlite3.SQLITE_FULL: "磁盘满了",
            sqlite3.SQLITE_BUSY: "数据库被别的程序锁住了",
            sqlite3.SQLITE_READONLY: "数据库不可写",
            sqlite3.SQLITE_IOERR: "磁盘读写出错",
        }
        fresh = StoreError(f"没有存下：{reasons.get(_code(error), str(error))}")
    elif isinstance(error, asyncio.CancelledError):
        fresh = StoreError("没有存下：程序正在退出")
    else:
        fresh = error
    if fresh is not error:
        fresh.__cause__ = error
    done.set_exception(fresh)
