"""聊天脚本：玩家看到的每一个字都在 `tests/scripts/` 里。"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.hall.script import SCRIPTS, UPDATE, performed


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("hall_*.txt")), ids=lambda path: path.stem)
def test_chat_reads_exactly_as_the_script(script: Path, tmp_path: Path) -> None:
    expected = script.read_text("utf-8")
    actual = asyncio.run(performed(expected, tmp_path / "hall.sqlite3"))
    if UPDATE:
        script.write_text(actual, "utf-8")
    assert actual == script.read_text("utf-8")
