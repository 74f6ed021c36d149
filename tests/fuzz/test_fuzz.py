"""十万句乱聊：每张桌子都说得通，日志里没有错误，谁的秘密也没说给别人，哪桌都没卡住。"""

from __future__ import annotations

from pathlib import Path

import pytest

from .campaign import Campaign
from .subjects import Leafrun

LINES = 25_000
SEEDS = (1, 2, 3, 4)


@pytest.mark.parametrize("seed", SEEDS)
async def test_no_chat_breaks_a_table_or_gives_a_secret_away(seed: int, tmp_path: Path) -> None:
    report = await Campaign(tmp_path, Leafrun(), seed, groups=24).run(LINES)
    assert not report.findings, "\n\n".join(map(str, report.findings[:5]))
    counts = report.counts
    assert report.lines == LINES
    # 不是什么也没发生：对局真的在人手里走，走得完，秘密真的在往外说。
    assert counts["moves_player"] > LINES / 20
    assert counts["finished"] >= 10
    assert counts["played_out"] >= 1
    assert counts["names"] > LINES
    for happened in (
        "flood",
        "restart",
        "leave",
        "mute",
        "offline",
        "dissolve",
        "moves_timeout",
        "moves_vote",
    ):
        assert counts[happened], f"没有试到 {happened}"
