"""聊天里构筑（A8.2）：`tests/scripts/decks_*.txt`，谁看到什么逐字写明。"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from games.aurora import AuroraGame
from games.aurora.data import FOLDER, load
from games.aurora.decks import pool_of
from tests.hall.script import SCRIPTS, UPDATE, Stage

DATA = load(FOLDER)


async def performed(text: str, database: Path) -> str:
    actual: list[str] = []
    async with Stage(database, games=(AuroraGame(),)) as stage:
        for line in text.splitlines():
            if line.startswith(("→", "  ")):
                continue
            actual.append(line)
            if line.strip() and not line.startswith("#"):
                actual += await stage.step(line)
    return "\n".join(actual) + "\n"


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("decks_*.txt")), ids=lambda path: path.stem)
def test_a8_2_chat_reads_exactly_as_the_script(script: Path, tmp_path: Path) -> None:
    expected = script.read_text("utf-8")
    actual = asyncio.run(performed(expected, tmp_path / "hall.sqlite3"))
    if UPDATE:
        script.write_text(actual, "utf-8")
    assert actual == script.read_text("utf-8")


async def test_a10_no_word_of_a_deck_reaches_the_group_or_anybody_else(tmp_path: Path) -> None:
    """演完全部脚本：牌名、士兵名只出现在本人的私聊里。"""
    pool = pool_of(DATA)
    secrets = [*pool.cards, *pool.soldiers]
    for script in sorted(SCRIPTS.glob("decks_*.txt")):
        async with Stage(tmp_path / f"{script.stem}.sqlite3", games=(AuroraGame(),)) as stage:
            for line in script.read_text("utf-8").splitlines():
                if not line.strip() or line.startswith(("→", "  ", "#")):
                    continue
                before = len(stage.outlet.sent)
                await stage.step(line)
                told = stage.outlet.sent[before:]
                speaker = line.partition(":")[0].split(" ")[-1]
                for sent in told:
                    if any(name in sent.text.text for name in secrets):
                        assert sent.group is None and sent.user == stage.user(speaker), line
