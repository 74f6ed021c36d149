"""读回来：存档坏了从头放，退到存档之前，读不回来的等管理员，每件事都记着是谁做的。"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from plugins.gamemaster.hall.play import Play
from tests.hall.script import GROUP, Stage

OPENING = ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始")
ROUND = (
    "私 阿苹: 1",
    "私 阿橙: 1",
    "群 阿苹: 掷骰",
    "群 阿橙: 掷骰",
    "群 阿苹: 心情 喜",
    "群 阿苹: 过",
    "群 阿橙: 过",
)


async def played(stage: Stage) -> Play:
    for line in (*OPENING, *ROUND):
        await stage.step(line)
    play = stage.hall.desks[GROUP].play
    assert play is not None
    return play


async def rewrite(stage: Stage, statement: str) -> list[str]:
    """停下，绕过「只追加」的触发器改库，再起；返回起来以后说的话。"""
    await stage.hall.stop()
    await stage.store.close()
    connection = sqlite3.connect(stage.path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(statement)
    connection.commit()
    connection.close()
    await stage.store.open()
    return await stage.step("重启")


async def test_a_match_comes_back_from_its_last_snapshot(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        before = await played(stage)
        assert (await stage.store.load(before.record.id)).snapshots
        await stage.step("重启")
        after = stage.hall.desks[GROUP].play
        assert after is not None
        assert after.base > 0, "没有用存档"
        assert after.match.table.digest() == before.match.table.digest()
        assert [seat.row() for seat in after.seats] == [seat.row() for seat in before.seats]


async def test_a_spoilt_snapshot_is_passed_over_for_the_whole_log(tmp_path: Path) -> None:
    for number, spoilt in enumerate(("x'7b7d'", "replace(state, '\"round\":1', '\"round\":2')")):
        async with Stage(tmp_path / f"hall{number}.sqlite3") as stage:
            before = await played(stage)
            told = await rewrite(stage, f"UPDATE snapshot SET state = CAST({spoilt} AS BLOB)")
            assert any("我重启了，对局接着来" in line for line in told), told
            after = stage.hall.desks[GROUP].play
            assert after is not None and after.breach is None
            assert after.base == 0
            assert after.match.table.digest() == before.match.table.digest()


async def test_rewinding_to_before_the_snapshot_reads_the_whole_log(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        before = await played(stage)
        await stage.step("重启")
        moves = before.moves
        told = await stage.step(f"管 管理: 重置 {moves - 1}")
        assert any("从第 1 步接着玩" in line for line in told), told
        play = stage.hall.desks[GROUP].play
        assert play is not None and play.moves == 1
        digest = play.match.table.digest()
        await stage.step("重启")
        again = stage.hall.desks[GROUP].play
        assert again is not None and again.breach is None
        assert (again.moves, again.match.table.digest()) == (1, digest)
        # 退回不删日志：走过的步一行不少。
        stored = await stage.store.load(again.record.id)
        assert sum(row.kind in ("answer", "declare") for row in stored.actions) == moves


async def test_a_match_that_cannot_be_read_waits_for_a_moderator(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        play = await played(stage)
        games, stage.games = stage.games, {}
        told = await stage.step("重启")
        assert any("读不回来" in line for line in told), told
        assert any("读不回来" in line for line in await stage.step("群 阿苹: 状态"))
        assert any("正有一局" in line for line in await stage.step("群 阿苹: 新游戏"))
        stage.games = games
        await stage.step("重启")
        again = stage.hall.desks[GROUP].play
        assert again is not None
        assert again.match.table.digest() == play.match.table.digest()
        stage.games = {}
        await stage.step("重启")
        assert any("散了" in line for line in await stage.step("管 管理: 重置 解散"))
        assert (await stage.store.load(play.record.id)).record.state == "dissolved"
        assert GROUP not in stage.hall.desks


async def test_a_seat_taken_over_long_ago_is_still_taken_over(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for line in OPENING:
            await stage.step(line)
        await stage.step("群 小云: 1")
        await stage.step("管 管理: 换人 2号 @小云")
        await stage.step("群 小云: 手牌")
        for line in ROUND:
            await stage.step(line.replace("阿橙", "小云"))
        await stage.step("重启")
        play = stage.hall.desks[GROUP].play
        assert play is not None and play.base > 0
        assert [seat.user for seat in play.seats] == [stage.user("阿苹"), stage.user("小云")]


async def test_every_intervention_is_logged_with_who_did_it(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        play = await played(stage)
        admin = stage.user("管理")
        deeds = (
            "跳过",
            "代打 1号 掷骰",
            "重置 1",
            "重置 轮",
            "重置",
            "暂停",
            "继续",
            "延时 2",
            "换人 2号 @小云",
            "踢 2号",
            "重置 解散",
        )
        for deed in deeds:
            before = len((await stage.store.load(play.record.id)).actions)
            assert await stage.step(f"管 管理: {deed}"), deed
            rows = (await stage.store.load(play.record.id)).actions[before:]
            assert any(row.by == "moderator" and row.actor == admin for row in rows), deed


async def test_the_card_does_not_wait_long_for_a_slow_private_line(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await stage.step("群 阿苹: 新游戏 玩具")
        stage.outlet.slow.add(stage.user("阿橙"))
        joining = asyncio.ensure_future(stage.step("群 阿橙: 加入"))

        async def breathe() -> None:
            for _ in range(20):
                await asyncio.sleep(0)

        await breathe()
        assert not joining.done()
        await stage.clock.advance(stage.settings.greeting_seconds, breathe)
        told = await joining
        assert any("阿橙（私聊未通）" in line for line in told), told
        # 迟到的回音也算数。
        stage.outlet.hanging[0][1].set_result(True)
        await breathe()
        told = await stage.step("群 阿苹: 状态")
        assert not any("私聊未通" in line for line in told), told
