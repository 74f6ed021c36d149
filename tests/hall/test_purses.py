"""跨局的钱：开局带进来、由那一局占着，终局入账；退回、散掉、重启、两局同开，账都对得上。真的 SQLite。"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.kernel import Match
from plugins.gamemaster.hall import Incoming
from tests.hall.mint import Mint, coins
from tests.hall.script import BOT, GROUP, Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage(tmp_path / "hall.sqlite3", games=(Mint(),)) as each:
        yield each


async def opened(stage: Stage, *names: str, group: str = "", options: str = "轮数=1") -> list[str]:
    await stage.step(f"群{group} {names[0]}: 新游戏 储蓄罐 {options}")
    for name in names[1:]:
        await stage.step(f"群{group} {name}: 加入")
    return await stage.step(f"群{group} {names[0]}: 开始")


def table_coins(stage: Stage, group: str = GROUP) -> list[int]:
    play = stage.hall.desks[group].play
    assert play is not None
    return coins(play.match)


async def played_out(stage: Stage, acts: dict[str, list[str]], group: str = "") -> str:
    """两人一轮打完：暗选、掷骰，然后各打 `acts` 里的几下；返回最后一步引出的话。"""
    for name in acts:
        await stage.step(f"私 {name}: 群 {group or GROUP} 1" if group else f"私 {name}: 1")
    for name in acts:
        await stage.step(f"群{group} {name}: 掷骰")
    told: list[str] = []
    for name, words in acts.items():
        for word in (*words, "过"):
            told = await stage.step(f"群{group} {name}: {word}")
    return "\n".join(told)


async def balance(stage: Stage, name: str) -> int:
    return (await stage.store.account(stage.user(name), "铜板")).balance


async def held(stage: Stage, name: str) -> int:
    return (await stage.store.account(stage.user(name), "铜板")).held


async def test_newcomers_bring_the_allowance_and_the_result_is_booked_once(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    assert table_coins(stage) == [5, 5]
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (5, 5)
    told = await played_out(stage, {"阿苹": ["摸", "摸"], "阿橙": []})
    assert "铜板入账：🔴阿苹 −2（余 3）。" in told
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (3, 0)
    assert (await balance(stage, "阿橙"), await held(stage, "阿橙")) == (5, 0)
    rows = await stage.store.ledger(stage.user("阿苹"), "铜板", 9)
    assert [(row.delta, row.balance, row.reason) for row in rows] == [
        (-2, 3, "打牌 +0，摸牌 −2"),
        (5, 5, "初次见面"),
    ]
    assert len(await stage.store.ledger(stage.user("阿橙"), "铜板", 9)) == 1


async def test_the_next_match_starts_with_what_was_left(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await played_out(stage, {"阿苹": ["摸"], "阿橙": ["摸", "摸", "摸"]})
    await stage.step("群 阿苹: 再来")
    await stage.step("群 阿苹: 开始")
    assert table_coins(stage) == [4, 2]


async def test_spending_stops_at_nothing(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await played_out(stage, {"阿苹": ["摸"] * 8, "阿橙": []})
    assert await balance(stage, "阿苹") == 0
    await opened(stage, "阿苹", "小云")
    assert table_coins(stage) == [0, 5]


async def test_a_dissolved_match_gives_everything_back(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 1")
    await stage.step("私 阿橙: 1")
    await stage.step("群 阿苹: 掷骰")
    await stage.step("群 阿橙: 掷骰")
    for _ in range(3):
        await stage.step("群 阿苹: 摸")
    told = "\n".join(await stage.step("管 管家: 重置 解散"))
    assert "带来的铜板都退回了。" in told
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (5, 0)
    assert [row.delta for row in await stage.store.ledger(stage.user("阿苹"), "铜板", 9)] == [5]


async def test_rewinding_gives_back_what_the_undone_steps_cost(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    for name in ("阿苹", "阿橙"):
        await stage.step(f"私 {name}: 1")
    for name in ("阿苹", "阿橙"):
        await stage.step(f"群 {name}: 掷骰")
    for word in ("摸", "摸", "过"):
        await stage.step(f"群 阿苹: {word}")
    assert table_coins(stage) == [3, 5]
    await stage.step("管 管家: 重置 2")
    await stage.step("群 阿苹: 过")
    assert table_coins(stage) == [4, 5]
    told = await stage.step("群 阿橙: 过")
    assert "🔴阿苹 −1（余 4）" in "\n".join(told)


async def test_two_matches_cannot_spend_the_same_money(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await opened(stage, "阿苹", "小云", group="200")
    assert table_coins(stage) == [5, 5]
    assert table_coins(stage, "200") == [0, 5]
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (5, 5)
    await played_out(stage, {"阿苹": ["摸", "摸", "摸"], "小云": []}, group="200")
    assert await balance(stage, "阿苹") == 5
    await played_out(stage, {"阿苹": ["摸", "摸", "摸"], "阿橙": []})
    assert await balance(stage, "阿苹") == 2


async def test_two_groups_starting_at_once_share_what_there_is(stage: Stage) -> None:
    for group, other in (("", "阿橙"), ("200", "小云")):
        await stage.step(f"群{group} 阿苹: 新游戏 储蓄罐 轮数=1")
        await stage.step(f"群{group} {other}: 加入")
    starts = [
        Incoming(BOT, group, stage.user("阿苹"), "阿苹", "member", "开始", message=f"同时{group}")
        for group in (GROUP, "200")
    ]
    await asyncio.gather(*(stage.hall.handle(start) for start in starts))
    brought = [table_coins(stage)[0], table_coins(stage, "200")[0]]
    assert sorted(brought) == [0, 5]
    assert await held(stage, "阿苹") == 5


async def test_money_follows_a_match_through_a_restart(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await played_out(stage, {"阿苹": ["摸"], "阿橙": []})
    await stage.step("群 阿苹: 再来")
    await stage.step("群 阿苹: 开始")
    for name in ("阿苹", "阿橙"):
        await stage.step(f"私 {name}: 1")
    await stage.step("重启")
    assert table_coins(stage) == [4, 5]
    assert await held(stage, "阿苹") == 4


async def test_a_match_that_ended_unsaved_is_booked_after_the_restart(stage: Stage) -> None:
    """结束那一刻没记上：钱不丢，重启后补记，而且只记一次。"""
    await opened(stage, "阿苹", "阿橙")
    stage.store.never_ends = True
    told = await played_out(stage, {"阿苹": ["摸"], "阿橙": []})
    assert "铜板还没存上，我重启后补记。" in told
    stage.store.never_ends = False
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (5, 5)
    told = "\n".join(await stage.step("重启"))
    assert "🔴阿苹 −1（余 4）" in told
    assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (4, 0)
    assert [row.match for row in await stage.store.ledger(stage.user("阿苹"), "铜板", 9)] == [1, None]


async def test_the_account_belongs_to_who_sat_down_first(stage: Stage) -> None:
    """换了人打，输赢仍记在带钱来的人账上；电脑与替手都不入账。"""
    await opened(stage, "阿苹", "阿橙")
    stage.user("小云")
    await stage.step("管 管家: 换人 2号 @小云")
    told = "\n".join(await stage.step("群 小云: 铜板"))
    assert "替人打的" in told
    told = await played_out(stage, {"阿苹": [], "小云": ["摸"]})
    assert "阿橙 −1（余 4）" in told
    assert (await balance(stage, "小云"), await balance(stage, "阿橙")) == (0, 4)


async def test_computers_have_no_account(stage: Stage) -> None:
    await stage.step("群 阿苹: 新游戏 储蓄罐 轮数=1")
    await stage.step("群 阿苹: 补位 1")
    await stage.step("群 阿苹: 开始")
    assert table_coins(stage) == [5, 0]
    connection = sqlite3.connect(stage.path)
    assert connection.execute("SELECT user FROM ledger").fetchall() == [(stage.user("阿苹"),)]
    connection.close()


async def test_sums_that_cannot_be_made_out_return_what_was_brought(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3", games=(Mint(broken=True),)) as stage:
        await opened(stage, "阿苹", "阿橙")
        told = await played_out(stage, {"阿苹": ["摸"], "阿橙": []})
        assert "铜板没算出来，各人带进来的原样退回。" in told
        assert (await balance(stage, "阿苹"), await held(stage, "阿苹")) == (5, 0)


async def test_a_table_without_the_currency_touches_no_account(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3", games=(Mint(None),)) as stage:
        await opened(stage, "阿苹", "阿橙")
        assert table_coins(stage) == [0, 0]
        told = await played_out(stage, {"阿苹": [], "阿橙": []})
        assert "入账" not in told
        assert not (await stage.store.account(stage.user("阿苹"), "铜板")).known


async def test_asking_for_ones_balance(stage: Stage) -> None:
    told = await stage.step("群 阿苹: 铜板")
    assert told == ["→ 群: @阿苹 铜板：0。", "  还没有进出。"]
    await opened(stage, "阿苹", "阿橙")
    told = await stage.step("群 阿苹: 铜板")
    assert told[:2] == [
        "→ 群: @阿苹 铜板：5，其中 5 带在没下完的局里。",
        "  这局带来 5，现在 5，终局时入账。",
    ]
    assert re.fullmatch(r"  \d\d-\d\d \+5，余 5：初次见面", told[2])
    await played_out(stage, {"阿苹": ["摸"], "阿橙": []})
    told = await stage.step("私 阿苹: 铜板")
    assert told[0] == "→ 私 阿苹: 铜板：4。"
    assert [line[7:] for line in told[1:]] == [" −1，余 4：打牌 +0，摸牌 −1", " +5，余 5：初次见面"]


async def test_history_shows_more_rows_when_asked(stage: Stage) -> None:
    for _ in range(4):
        await opened(stage, "阿苹", "阿橙")
        await played_out(stage, {"阿苹": ["摸"], "阿橙": []})
    short = await stage.step("私 阿苹: 铜板")
    assert len(short) == 5 and short[-1] == "  打「铜板 记录」看更早的。"
    full = await stage.step("私 阿苹: 铜板 记录")
    assert len(full) == 6 and full[-1].endswith("初次见面")


async def test_help_names_the_currency_where_there_is_one(stage: Stage) -> None:
    assert "  「铜板」看自己的余额，「铜板 记录」看进出。" in await stage.step("群 阿苹: 帮助")


async def test_the_currency_word_inside_chat_is_left_alone(stage: Stage) -> None:
    assert await stage.step("群 阿苹: 铜板好贵啊") == []
    assert not stage.verdict


async def test_the_balance_is_private_business_at_several_tables(stage: Stage) -> None:
    """坐着两桌私聊问余额：不必说是哪一桌。"""
    await opened(stage, "阿苹", "阿橙")
    await opened(stage, "阿苹", "小云", group="200")
    told = await stage.step("私 阿苹: 铜板")
    assert told[0] == "→ 私 阿苹: 铜板：5，其中 5 带在没下完的局里。"


def test_funding_is_part_of_the_deal() -> None:
    """没有带钱就照发牌时的样子；带了就放上桌。"""
    game = Mint()
    options, data = game.default_options(), game.load(Path())
    assert coins(Match(game.opening(1, ["🔴", "🔵"], options, data))) == [0, 0]
    assert coins(Match(game.opening(1, ["🔴", "🔵"], options, data, [7, 0]))) == [7, 0]
