"""存储：写进去的原样读得回来，只追加，一批里各归各的错。"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from plugins.gamemaster.store import Store, StoreConflict, StoreError

from .samples import action, match_record, snapshot


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "文件夹" / "库.db") as opened:
        yield opened


async def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    record = match_record()
    record.id = await store.create_match(record)
    rows = [
        action(0, ["移动", [1, 2], {"给": None}], message="10:7"),
        action(1, 3.5, kind="undo", seat=None, digest=None, by="vote", actor=""),
    ]
    await store.append(record.id, rows, snapshot(1, b"\x00\xff"))
    stored = await store.load(record.id)
    assert stored.record == record
    assert stored.actions == rows
    assert stored.snapshots == [snapshot(1, b"\x00\xff")]


async def test_everything_survives_reopening(tmp_path: Path) -> None:
    path = tmp_path / "库.db"
    async with Store(path) as first:
        number = await first.create_match(match_record())
        await first.append(number, [action(0, message="10:7")], snapshot(0))
        await first.save_lobby("10", "901", "{}")
    async with Store(path) as second:
        assert [record.id for record in await second.live_matches()] == [number]
        assert (await second.load(number)).actions == [action(0, message="10:7")]
        assert await second.messages(number) == {"10:7"}
        assert await second.lobbies() == [("10", "901", "{}")]


async def test_loading_after_the_snapshot_reads_only_what_follows(store: Store) -> None:
    number = await store.create_match(match_record())
    await store.append(number, [action(0), action(1)], snapshot(1))
    await store.append(number, [action(2)], snapshot(2))
    await store.append(number, [action(3)])
    stored = await store.load(number, after_snapshot=True)
    assert [row.n for row in stored.actions] == [2, 3]
    assert [row.n for row in stored.snapshots] == [2]
    assert [row.n for row in (await store.load(number)).snapshots] == [1, 2]


async def test_loading_after_the_snapshot_without_any_reads_the_whole_log(store: Store) -> None:
    number = await store.create_match(match_record())
    await store.append(number, [action(0), action(1)])
    assert [row.n for row in (await store.load(number, after_snapshot=True)).actions] == [0, 1]


@pytest.mark.parametrize("n", [0, 2])
async def test_a_repeated_or_skipped_row_number_is_a_conflict_and_leaves_nothing(
    store: Store, n: int
) -> None:
    number = await store.create_match(match_record())
    await store.append(number, [action(0)])
    with pytest.raises(StoreConflict):
        await store.append(number, [action(n)], snapshot(5))
    stored = await store.load(number)
    assert [row.n for row in stored.actions] == [0]
    assert stored.snapshots == []


async def test_the_second_half_of_a_bad_append_takes_the_first_half_with_it(store: Store) -> None:
    number = await store.create_match(match_record())
    with pytest.raises(StoreConflict):
        await store.append(number, [action(0), action(0)])
    assert (await store.load(number)).actions == []


async def test_an_unknown_match_is_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        await store.load(77)
    with pytest.raises(KeyError):
        await store.append(77, [action(0)])
    with pytest.raises(KeyError):
        await store.set_state(77, "finished")


async def test_values_the_schema_forbids_are_store_errors(store: Store) -> None:
    number = await store.create_match(match_record())
    with pytest.raises(StoreError, match="不合"):
        await store.set_state(number, "wherever")
    with pytest.raises(StoreError, match="不合"):
        await store.append(number, [action(0, kind="guess")])


async def test_a_bad_write_does_not_sink_its_batch(store: Store) -> None:
    numbers = [await store.create_match(match_record(str(group))) for group in range(20)]
    before = store.transactions
    results = await asyncio.gather(
        *(store.append(number, [action(1 if index % 4 == 0 else 0)]) for index, number in enumerate(numbers)),
        store.set_state(999, "finished"),
        store.save_lobby("10", "5", "{}"),
        return_exceptions=True,
    )
    assert store.transactions - before == 1
    for index, result in enumerate(results[:20]):
        assert isinstance(result, StoreConflict) if index % 4 == 0 else result is None
    assert isinstance(results[20], KeyError)
    assert results[21] is None
    kept = [len((await store.load(number)).actions) for number in numbers]
    assert kept == [0 if index % 4 == 0 else 1 for index in range(20)]
    assert await store.lobbies() == [("10", "5", "{}")]


async def test_writes_that_arrive_together_share_a_transaction(store: Store) -> None:
    numbers = [await store.create_match(match_record(str(group))) for group in range(50)]
    before = store.transactions

    async def play(number: int) -> None:
        for n in range(10):
            await store.append(number, [action(n)], snapshot(n) if n % 3 == 0 else None)

    await asyncio.gather(*(play(number) for number in numbers))
    assert 10 <= store.transactions - before < 100
    for number in numbers:
        assert len((await store.load(number)).actions) == 10


async def test_appends_to_one_match_keep_the_order_they_were_made_in(store: Store) -> None:
    number = await store.create_match(match_record())
    await asyncio.gather(*(store.append(number, [action(n, n)]) for n in range(100)))
    assert [row.choice for row in (await store.load(number)).actions] == list(range(100))


async def test_a_cancelled_caller_does_not_undo_its_write(store: Store) -> None:
    number = await store.create_match(match_record())
    task = asyncio.create_task(store.append(number, [action(0)]))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.append(number, [action(1)])
    assert len((await store.load(number)).actions) == 2


async def test_readers_do_not_see_what_is_not_committed(store: Store) -> None:
    number = await store.create_match(match_record())
    assert store._writer is not None
    await store._writer.execute("BEGIN IMMEDIATE")
    await store._writer.execute("UPDATE match SET state = 'finished'")
    assert [record.id for record in await store.live_matches()] == [number]
    await store._writer.rollback()


async def test_messages_include_the_groups_matches_just_before(store: Store) -> None:
    other = await store.create_match(match_record("901"))
    await store.append(other, [action(0, message="10:99")])
    numbers = [await store.create_match(match_record("900")) for _ in range(6)]
    for number in numbers:
        await store.append(number, [action(0, message=f"10:{number}"), action(1)])
    assert await store.messages(numbers[4]) == {f"10:{number}" for number in numbers[1:5]}
    assert await store.messages(other) == {"10:99"}


async def test_equal_data_is_stored_once(store: Store) -> None:
    big = '{"卡":"' + "叶" * 10_000 + '"}'
    for group in range(30):
        await store.create_match(match_record(str(group), data=big))
    await store.create_match(match_record("31", data="{}"))
    assert {record.data for record in await store.live_matches()} == {big, "{}"}
    with sqlite3.connect(store.path) as outside:
        assert outside.execute("SELECT count(*) FROM dataset").fetchone() == (2,)
    outside.close()


async def test_creating_a_match_clears_that_groups_lobby_only(store: Store) -> None:
    for bot, group in (("10", "900"), ("10", "901"), ("11", "902")):
        await store.save_lobby(bot, group, "{}")
    await store.create_match(match_record("900", "10"))
    assert [(bot, group) for bot, group, _ in await store.lobbies()] == [("10", "901"), ("11", "902")]


async def test_a_group_has_one_lobby_whichever_account_keeps_it(store: Store) -> None:
    await store.save_lobby("10", "900", '{"a":1}')
    await store.save_lobby("11", "900", '{"a":2}')
    assert await store.lobbies() == [("11", "900", '{"a":2}')]
    await store.create_match(match_record("900", "10"))
    assert await store.lobbies() == []


async def test_a_lobby_is_replaced_and_removed(store: Store) -> None:
    await store.save_lobby("10", "900", '{"a":1}')
    await store.save_lobby("10", "900", '{"a":2}')
    assert await store.lobbies() == [("10", "900", '{"a":2}')]
    await store.save_lobby("10", "900", None)
    assert await store.lobbies() == []


async def test_finished_matches_come_latest_first_and_only_of_that_group(store: Store) -> None:
    numbers = [await store.create_match(match_record("900")) for _ in range(4)]
    other = await store.create_match(match_record("901"))
    for number in (numbers[1], numbers[0], other, numbers[2]):
        await store.set_state(number, "finished")
    await store.set_state(numbers[3], "dissolved")
    assert [record.id for record in await store.finished("900", 2)] == [numbers[2], numbers[0]]
    assert await store.live_matches() == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE action SET choice = '1'",
        "DELETE FROM action",
        "UPDATE snapshot SET moves = 0",
        "DELETE FROM snapshot",
        "DELETE FROM match",
        "UPDATE match SET seed = '1'",
    ],
)
async def test_the_database_itself_refuses_to_change_the_log(store: Store, statement: str) -> None:
    number = await store.create_match(match_record())
    await store.append(number, [action(0)], snapshot(0))
    outside = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        outside.execute(statement)
    outside.close()


async def test_a_foreign_write_lock_reaches_the_waiting_caller_and_passes(store: Store) -> None:
    number = await store.create_match(match_record())
    assert store._writer is not None
    await store._writer.execute("PRAGMA busy_timeout = 20")
    outside = sqlite3.connect(store.path, isolation_level=None)
    outside.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="锁住"):
        await store.append(number, [action(0)])
    outside.execute("ROLLBACK")
    outside.close()
    await store.append(number, [action(0)])
    assert len((await store.load(number)).actions) == 1


async def test_a_full_disk_fails_the_write_that_does_not_fit_and_not_its_neighbours(store: Store) -> None:
    numbers = [await store.create_match(match_record(str(group))) for group in range(3)]
    assert store._writer is not None
    pages = await store._writer.execute_fetchall("PRAGMA page_count")
    await store._writer.execute(f"PRAGMA max_page_count = {next(iter(pages))[0] + 20}")
    results = await asyncio.gather(
        store.append(numbers[0], [action(0)]),
        store.append(numbers[1], [action(0)], snapshot(0, bytes(1_000_000))),
        store.append(numbers[2], [action(0)]),
        return_exceptions=True,
    )
    assert results[0] is None
    assert isinstance(results[1], StoreError)
    assert "磁盘满" in str(results[1])
    assert results[2] is None
    assert [len((await store.load(number)).actions) for number in numbers] == [1, 0, 1]


async def test_a_closed_store_refuses_with_a_sentence(tmp_path: Path) -> None:
    store = Store(tmp_path / "库.db")
    with pytest.raises(StoreError, match="没有打开"):
        await store.append(1, [action(0)])
    await store.open()
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="没有打开"):
        await store.save_lobby("10", "900", "{}")
    with pytest.raises(StoreError, match="没有打开"):
        await store.lobbies()


async def test_closing_finishes_what_was_queued(tmp_path: Path) -> None:
    store = Store(tmp_path / "库.db")
    await store.open()
    number = await store.create_match(match_record())
    tasks = [asyncio.create_task(store.append(number, [action(n)])) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*tasks)
    async with Store(tmp_path / "库.db") as again:
        assert len((await again.load(number)).actions) == 50


async def test_commits_are_synchronous_full_in_wal_mode(store: Store) -> None:
    assert store._writer is not None
    assert list(await store._writer.execute_fetchall("PRAGMA synchronous")) == [(2,)]
    assert list(await store._writer.execute_fetchall("PRAGMA journal_mode")) == [("wal",)]
