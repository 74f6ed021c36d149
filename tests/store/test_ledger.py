"""账本：带进来的由那局占着，结束时一次入账；只追加，逐行加得起来，不为负。"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plugins.gamemaster.store import (
    Account,
    Entry,
    MatchRecord,
    SeatRecord,
    Store,
    StoreError,
    StoreOverdrawn,
)

from .samples import match_record


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "账.db") as each:
        yield each


def staked(amounts: dict[str, int], group: str = "900", currency: str = "钻石") -> MatchRecord:
    seats = [SeatRecord(user, user, purse=amount) for user, amount in amounts.items()]
    return match_record(group, seats=[*seats, SeatRecord(None, "电脑")], currency=currency)


async def grown(store: Store, user: str, balance: int) -> None:
    """给 `user` 一笔起始的钱：玩一局得来的。"""
    number = await store.create_match(staked({user: 0}))
    await store.finish(number, [Entry(user, balance, "大冒险胜")], 1.5)


async def test_what_is_brought_in_is_held_until_the_match_ends(store: Store) -> None:
    await grown(store, "1", 30)
    number = await store.create_match(staked({"1": 30}))
    assert await store.account("1", "钻石") == Account(30, 30, True)
    assert (await store.load(number)).record.amounts() == [30, 0]
    await store.set_state(number, "suspended")
    assert (await store.account("1", "钻石")).held == 30
    rows = await store.finish(number, [Entry("1", -12, "买药箱")], 2.5)
    assert [(row.delta, row.balance, row.match, row.at) for row in rows] == [(-12, 18, number, 2.5)]
    assert await store.account("1", "钻石") == Account(18, 0, True)


async def test_dissolving_releases_without_a_row(store: Store) -> None:
    await grown(store, "1", 30)
    number = await store.create_match(staked({"1": 30}))
    await store.set_state(number, "dissolved")
    assert await store.account("1", "钻石") == Account(30, 0, True)
    assert len(await store.ledger("1", "钻石", 9)) == 1


async def test_a_second_match_cannot_bring_what_the_first_holds(store: Store) -> None:
    await grown(store, "1", 30)
    await store.create_match(staked({"1": 20}, "900"))
    before = await store.live_matches()
    with pytest.raises(StoreOverdrawn):
        await store.create_match(staked({"1": 11}, "901"))
    assert await store.live_matches() == before
    await store.create_match(staked({"1": 10}, "901"))
    assert await store.account("1", "钻石") == Account(30, 30, True)


async def test_of_matches_made_at_once_only_one_gets_the_money(store: Store) -> None:
    await grown(store, "1", 30)
    made = [store.create_match(staked({"1": 30}, str(group))) for group in range(5)]
    results = await asyncio.gather(*made, return_exceptions=True)
    assert sum(isinstance(result, int) for result in results) == 1
    assert sum(isinstance(result, StoreOverdrawn) for result in results) == 4
    assert (await store.account("1", "钻石")).held == 30


async def test_currencies_and_plain_matches_do_not_mix(store: Store) -> None:
    await grown(store, "1", 30)
    await store.create_match(staked({"1": 0}, "901", "铜板"))
    await store.create_match(staked({"1": 999}, "902", ""))
    assert await store.account("1", "钻石") == Account(30, 0, True)
    assert await store.account("1", "铜板") == Account(0, 0, False)


async def test_the_allowance_is_given_once(store: Store) -> None:
    first = await store.create_match(staked({"1": 5}), allowance=5)
    await store.set_state(first, "dissolved")
    await store.create_match(staked({"1": 5}), allowance=5)
    assert [(row.delta, row.match) for row in await store.ledger("1", "钻石", 9)] == [(5, None)]
    with pytest.raises(StoreOverdrawn):
        await store.create_match(staked({"2": 6}, "901"), allowance=5)
    assert not (await store.account("2", "钻石")).known


async def test_finishing_twice_books_once(store: Store) -> None:
    number = await store.create_match(staked({"1": 0, "2": 0}))
    entries = [Entry("1", 28, "大冒险胜"), Entry("2", 0, "大冒险败")]
    first = await store.finish(number, entries, 1.5)
    assert await store.finish(number, entries, 9.5) == first
    assert (await store.account("1", "钻石")).balance == 28
    assert [record.id for record in await store.finished("900", 9)] == [number]


async def test_a_booking_below_nothing_changes_nothing(store: Store) -> None:
    await grown(store, "1", 3)
    number = await store.create_match(staked({"1": 3, "2": 0}))
    with pytest.raises(StoreError):
        await store.finish(number, [Entry("2", 7, "胜"), Entry("1", -4, "败")], 2.5)
    assert [record.id for record in await store.live_matches()] == [number]
    assert await store.account("1", "钻石") == Account(3, 3, True)
    assert not (await store.account("2", "钻石")).known
    with pytest.raises(KeyError):
        await store.finish(999, [], 2.5)


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM ledger",
        "UPDATE ledger SET delta = 99",
        "UPDATE match SET currency = '铜板'",
        "INSERT INTO ledger(user, currency, delta, balance_after, reason, at)"
        " VALUES ('1', '钻石', 1, 99, '凭空', 1.0)",
    ],
)
async def test_the_ledger_cannot_be_edited(store: Store, statement: str) -> None:
    await grown(store, "1", 30)
    connection = sqlite3.connect(store.path)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    connection.close()


async def test_money_is_there_after_reopening(tmp_path: Path) -> None:
    path = tmp_path / "账.db"
    async with Store(path) as first:
        await grown(first, "1", 30)
        await first.create_match(staked({"1": 20}))
    async with Store(path) as second:
        assert await second.account("1", "钻石") == Account(30, 20, True)
        assert [record.currency for record in await second.live_matches()] == ["钻石"]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["start", "finish", "dissolve"]),
        st.sampled_from(["甲", "乙"]),
        st.integers(0, 40),
        st.integers(-40, 40),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None)
@given(steps=STEPS)
def test_money_never_appears_or_vanishes(tmp_path_factory: pytest.TempPathFactory, steps: Any) -> None:
    """随便开局、结束、散掉：余额等于入过的账之和，占着的不超过余额，从不为负。"""
    path = tmp_path_factory.mktemp("账") / "账.db"

    async def run() -> None:
        live: list[tuple[int, str, int]] = []
        balance = {"甲": 0, "乙": 0}
        async with Store(path, "OFF") as store:
            for number, (what, user, amount, delta) in enumerate(steps):
                holding = sum(purse for _, owner, purse in live if owner == user)
                if what == "start":
                    try:
                        match = await store.create_match(staked({user: amount}, str(number)))
                    except StoreOverdrawn:
                        assert amount > balance[user] - holding
                    else:
                        assert amount <= balance[user] - holding
                        live.append((match, user, amount))
                elif live:
                    match, owner, purse = live.pop(amount % len(live))
                    if what == "dissolve":
                        await store.set_state(match, "dissolved")
                    else:
                        change = max(delta, -purse)
                        await store.finish(match, [Entry(owner, change, "局")], 1.0)
                        balance[owner] += change
                for each, total in balance.items():
                    account = await store.account(each, "钻石")
                    mine = sum(purse for _, owner, purse in live if owner == each)
                    assert (account.balance, account.held) == (total, mine)
                    assert 0 <= account.held <= account.balance
                    rows = await store.ledger(each, "钻石", 99)
                    assert sum(row.delta for row in rows) == total

    asyncio.run(run())
