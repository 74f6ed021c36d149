"""被杀的机器人：基准 `benchmarks.crash` 的几轮，当测试跑。"""

from __future__ import annotations

import pytest

from benchmarks.crash import run


async def test_a_killed_bot_loses_nothing_and_doubles_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert await run(rounds=3, groups=5, seed=4) == 0
    printed = capsys.readouterr().out
    assert "lost = 0" in printed
    assert "doubled = 0" in printed
    assert "wedged = 0" in printed
    acknowledged = next(line for line in printed.splitlines() if line.startswith("acknowledged"))
    assert int(acknowledged.split()[-1]) > 20
