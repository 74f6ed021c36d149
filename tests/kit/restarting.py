"""数据改坏以后重启：进行中的局用开局时存下的那份接着玩，新桌开不了并说清哪里错。每个游戏都跑。"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games.kernel import DATA, StandardGame
from tests.hall.script import Stage


class Restarting:
    """子类给出 `game`、怎么开局、怎么改坏，名字以 `Test` 开头。"""

    game: ClassVar[StandardGame[Any, Any]]
    opening: ClassVar[Sequence[str]]
    """开一局的脚本，一行一步（见 `tests.hall.script`）；末了轮到「阿苹」。"""
    slip: ClassVar[tuple[str, str, str]]
    """改坏哪个文件：`(文件名, 原文, 改成)`；改头一处。"""
    answer: ClassVar[str]
    """重启以后「阿苹」走的一步，如「私 阿苹: 1」；它引出的话里要有「阿苹」。"""

    async def test_a_running_match_outlives_a_mistake_in_the_data(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """另起的进程里数据已经坏了：装得上、接着玩、开不了新桌。"""
        database = tmp_path / "hall.sqlite3"
        async with Stage(database, games=(self.game,)) as stage:
            for line in self.opening:
                await stage.step(line)
            before = stage.hall.desks["100"].play
            assert before is not None
            digest = before.match.table.digest()
            moves = len(before.match.history)

        file, old, new = self.slip
        broken = tmp_path / "data" / self.game.key
        shutil.copytree(DATA / self.game.key, broken)
        text = (broken / file).read_text("utf-8")
        assert old in text
        (broken / file).write_text(text.replace(old, new, 1), "utf-8")
        monkeypatch.setattr("games.kernel.standard.DATA", broken.parent)
        monkeypatch.setattr("plugins.gamemaster.hall.lobby.DATA", broken.parent)
        async with Stage(database, games=(type(self.game)(),)) as stage:
            play = stage.hall.desks["100"].play
            assert play is not None and play.match.table.digest() == digest
            told = await stage.step(self.answer)
            assert any("阿苹" in line for line in told), told
            play = stage.hall.desks["100"].play
            assert play is not None and len(play.match.history) > moves, told
            await stage.step("管 阿橙: 重置 解散")
            told = await stage.step(f"群 阿橙: 新游戏 {self.game.title}")
            assert any(f"{file} 第" in line for line in told), told
