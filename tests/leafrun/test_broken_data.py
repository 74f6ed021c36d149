"""数据改坏以后重启：进行中的局用开局时存下的那份接着玩，新桌开不了并说清哪里错。"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from games import leafrun
from games.leafrun.data import FOLDER
from tests.hall.script import Stage


async def test_a_running_match_outlives_a_mistake_in_the_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "hall.sqlite3"
    async with Stage(database, games=(leafrun.game,)) as stage:
        for line in ("新游戏 落叶长跑 自动掷骰=开", "补位 1", "开始"):
            await stage.step(f"群 阿苹: {line}")
        before = stage.hall.desks["100"].play
        assert before is not None
        digest = before.match.table.digest()

    broken = tmp_path / "data" / "leafrun"
    shutil.copytree(FOLDER, broken)
    cards = broken / "cards.csv"
    cards.write_text(cards.read_text("utf-8").replace("16", "十六", 1), "utf-8")
    monkeypatch.setattr(leafrun, "FOLDER", broken)
    monkeypatch.setattr("plugins.gamemaster.hall.lobby.DATA", broken.parent)
    async with Stage(database, games=(leafrun.LeafrunGame(),)) as stage:
        play = stage.hall.desks["100"].play
        assert play is not None and play.match.table.digest() == digest
        told = await stage.step("私 阿苹: 1")
        assert any("🟥阿苹" in line for line in told), told
        told = await stage.step("管 阿橙: 重置 解散")
        told = await stage.step("群 阿橙: 新游戏 落叶长跑")
        assert any("cards.csv" in line and "十六" in line for line in told), told
