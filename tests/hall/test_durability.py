"""先落盘，后说话：任何一句话出去时，它说的那一步已经在磁盘上。"""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from plugins.gamemaster.hall import Text
from tests.hall.outlet import NotingOutlet
from tests.hall.script import GROUP, Stage


class Witness(NotingOutlet):
    """每说一句就用另一条连接数一数磁盘上的行。"""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.stage: Stage | None = None
        self.checked = 0

    def _check(self) -> None:
        assert self.stage is not None
        desk = self.stage.hall.desks.get(GROUP)
        if desk is None or desk.play is None:
            return
        play = desk.play
        assert play.open is None, "还没落盘就说话了"
        connection = sqlite3.connect(self.path)
        (rows,) = connection.execute(
            "SELECT count(*) FROM action WHERE match = ?", (play.record.id,)
        ).fetchone()
        (moves,) = connection.execute(
            "SELECT count(*) FROM action WHERE match = ? AND kind = 'answer'", (play.record.id,)
        ).fetchone()
        connection.close()
        assert rows == play.next_row
        assert moves >= play.moves
        self.checked += 1

    def say(self, bot: str, group: str, message: Text) -> asyncio.Future[bool]:
        self._check()
        return super().say(bot, group, message)

    def whisper(self, bot: str, user: str, message: Text) -> asyncio.Future[bool]:
        self._check()
        return super().whisper(bot, user, message)


LINES = (
    "群 阿苹: 新游戏 玩具",
    "群 阿橙: 加入",
    "群 阿苹: 补位 2 随机",
    "群 阿苹: 开始",
    "私 阿苹: 1",
    "私 阿橙: 1",
    "群 阿苹: 掷骰",
    "等 100",
    "群 阿苹: 摸",
    "群 阿橙: 喊",
    "群 阿苹: 托管",
    "群 阿苹: 状态",
    "管 管理: 重置 2",
    "管 管理: 踢 2号",
    "等 300",
    "群 阿苹: 状态",
)


async def test_nothing_is_said_before_it_is_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    stage = Stage(path)
    witness = Witness(path)
    witness.stage = stage
    stage.outlet = witness
    async with stage:
        for line in LINES:
            await stage.step(line)
    assert witness.checked > 20


async def test_a_failed_write_undoes_the_whole_batch(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for line in LINES[:5]:
            await stage.step(line)
        play = stage.hall.desks[GROUP].play
        assert play is not None
        before = (play.moves, play.match.table.digest(), play.next_row, [seat.row() for seat in play.seats])
        await stage.step("盘坏")
        # 一句话引出电脑的好几步，一步也不能留下。
        for line in (
            "私 阿橙: 1",
            "群 阿橙: 托管",
            "管 管理: 跳过",
            "管 管理: 重置 1",
            "管 管理: 踢 1号",
            "等 200",
        ):
            told = await stage.step(line)
            assert any("没能存盘" in each for each in told), (line, told)
            after = (
                play.moves,
                play.match.table.digest(),
                play.next_row,
                [seat.row() for seat in play.seats],
            )
            assert after == before, line
        await stage.step("盘好")
        assert any("亮牌" in each for each in await stage.step("私 阿橙: 1"))


async def test_a_row_written_by_someone_else_makes_the_table_read_its_log_again(tmp_path: Path) -> None:
    path = tmp_path / "hall.sqlite3"
    async with Stage(path) as stage:
        for line in LINES[:5]:
            await stage.step(line)
        play = stage.hall.desks[GROUP].play
        assert play is not None
        connection = sqlite3.connect(path)
        connection.execute(
            "INSERT INTO action(match, n, kind, seat, what, choice, by, actor, digest, message, at)"
            " SELECT match, ?, 'control', NULL, 'extend', '60', 'system', '', NULL, '', 0"
            " FROM action WHERE match = ? AND n = 0",
            (play.next_row, play.record.id),
        )
        connection.commit()
        connection.close()
        told = await stage.step("私 阿橙: 1")
        assert any("从日志重建好了" in each for each in told), told
        again = stage.hall.desks[GROUP].play
        assert again is not None and again is not play
        assert any("亮牌" in each for each in await stage.step("私 阿橙: 1"))
