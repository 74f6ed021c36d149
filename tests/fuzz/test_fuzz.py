"""十万句乱聊：每张桌子都说得通，日志里没有错误，谁的秘密也没说给别人，哪桌都没卡住。"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from .campaign import Campaign
from .subjects import Leafrun

LINES = 25_000
SEEDS = (1, 2, 3, 4)


HAPPENED = (
    "flood",
    "restart",
    "leave",
    "mute",
    "offline",
    "dissolve",
    "moves_timeout",
    "moves_vote",
)
"""少见的事：一个种子可能碰不上，几个种子合起来总要碰上。"""


async def test_no_chat_breaks_a_table_or_gives_a_secret_away(tmp_path: Path) -> None:
    together: Counter[str] = Counter()
    for seed in SEEDS:
        report = await Campaign(tmp_path / str(seed), Leafrun(), seed, groups=24).run(LINES)
        assert not report.findings, f"种子 {seed}\n\n" + "\n\n".join(map(str, report.findings[:5]))
        counts = report.counts
        assert report.lines == LINES
        # 不是什么也没发生：对局真的在人手里走，走得完，秘密真的在往外说。
        assert counts["moves_player"] > LINES / 20
        assert counts["finished"] >= 10
        assert counts["played_out"] >= 1
        assert counts["names"] > LINES
        together.update(counts)
    assert [each for each in HAPPENED if not together[each]] == []
