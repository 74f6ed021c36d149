"""玩家在对局之外做的东西：按人、按游戏分开存；上次用的哪一件与编辑互不覆盖；重开还在。"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.gamemaster.store import SeatRecord, ShelfRecord, Store, StoreError

from .samples import match_record


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "架.db") as each:
        yield each


async def test_nothing_made_yet_is_an_empty_shelf(store: Store) -> None:
    assert await store.shelf("1", "aurora") == ShelfRecord({}, "", "", [])


async def test_shelves_are_apart_by_player_and_by_game(store: Store) -> None:
    mine = ShelfRecord({"快攻": "一行"}, "半副", "", ["10:1"])
    await store.save_shelf("1", "aurora", mine)
    await store.save_shelf("2", "aurora", ShelfRecord({"控制": "二行"}))
    await store.save_shelf("1", "leafrun", ShelfRecord({"别的": "三行"}))
    assert await store.shelf("1", "aurora") == mine
    assert (await store.shelf("2", "aurora")).things == {"控制": "二行"}
    assert (await store.shelf("1", "leafrun")).things == {"别的": "三行"}


async def test_things_keep_the_order_they_were_saved_in(store: Store) -> None:
    things = {"丙": "3", "甲": "1", "乙": "2"}
    await store.save_shelf("1", "aurora", ShelfRecord(things))
    assert list((await store.shelf("1", "aurora")).things) == ["丙", "甲", "乙"]


async def test_editing_does_not_undo_what_was_used_meanwhile(store: Store) -> None:
    """编辑时读到的是旧的「上次用的」，存回去不能把别的群刚选的盖掉；改名才一起改。"""
    await store.save_shelf("1", "aurora", ShelfRecord({"快攻": "一行"}, last="快攻"), last=True)
    read = await store.shelf("1", "aurora")
    await store.save_last("1", "aurora", "预组赫利")
    read.draft = "半副"
    await store.save_shelf("1", "aurora", read)
    assert await store.shelf("1", "aurora") == ShelfRecord({"快攻": "一行"}, "半副", "预组赫利")
    read.things, read.last = {"极速": "一行"}, "极速"
    await store.save_shelf("1", "aurora", read, last=True)
    assert (await store.shelf("1", "aurora")).last == "极速"


async def test_what_was_used_is_remembered_by_somebody_who_never_built(store: Store) -> None:
    await store.save_last("1", "aurora", "预组艾薇")
    assert await store.shelf("1", "aurora") == ShelfRecord(last="预组艾薇")


async def test_what_was_brought_stays_with_the_match(store: Store) -> None:
    """开局以后再改、再删，这一局照带进来的来。"""
    await store.save_shelf("1", "aurora", ShelfRecord({"快攻": "一行"}))
    brought = SeatRecord("1", "阿苹", things={"快攻": "一行"}, last="快攻")
    number = await store.create_match(match_record(seats=[brought, SeatRecord(None, "电脑")]))
    await store.save_shelf("1", "aurora", ShelfRecord({}))
    seats = (await store.load(number)).record.seats
    assert seats == [brought, SeatRecord(None, "电脑")]
    assert seats[1].things == {}


async def test_the_table_takes_only_json(store: Store) -> None:
    connection = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO shelf VALUES ('1', 'aurora', '[]', '', '', '[]')")
    with pytest.raises(sqlite3.Error):
        connection.execute("INSERT INTO shelf VALUES ('1', 'aurora', '{}', '', '', 'x')")
    connection.close()


async def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path / "架.db")
    with pytest.raises(StoreError, match="没有打开"):
        await store.save_last("1", "aurora", "快攻")


LETTERS = st.text(st.characters(codec="utf-8"), max_size=12)
SHELVES = st.builds(
    ShelfRecord,
    st.dictionaries(LETTERS, LETTERS, max_size=4),
    LETTERS,
    LETTERS,
    st.lists(LETTERS, max_size=3),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("12"), SHELVES | LETTERS, st.booleans()), max_size=8))
def test_any_run_of_saves_equals_a_dictionary(writes: list[tuple[str, Any, bool]]) -> None:
    async def run() -> None:
        kept: dict[str, ShelfRecord] = {}
        with tempfile.TemporaryDirectory() as folder:
            async with Store(Path(folder) / "架.db", synchronous="OFF") as store:
                for user, written, last in writes:
                    before = kept.get(user, ShelfRecord())
                    if isinstance(written, str):
                        await store.save_last(user, "aurora", written)
                        kept[user] = ShelfRecord(before.things, before.draft, written, before.handled)
                        continue
                    await store.save_shelf(user, "aurora", written, last=last)
                    fresh = last or user not in kept
                    used = written.last if fresh else before.last
                    kept[user] = ShelfRecord(written.things, written.draft, used, written.handled)
            async with Store(Path(folder) / "架.db", synchronous="OFF") as store:
                for user in "12":
                    assert await store.shelf(user, "aurora") == kept.get(user, ShelfRecord())

    asyncio.run(run())
