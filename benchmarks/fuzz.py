"""乱聊：许多群同时说各种话，查桌子、日志、秘密。

`uv run python -m benchmarks.fuzz --lines 100000 --seed 1`；不对的地方连前后的话一起打出来，任何一处都以 1 退出。
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

from tests.fuzz.campaign import Campaign, Report
from tests.fuzz.subject import Subject
from tests.fuzz.subjects import SUBJECTS

SHOWN = 20
"""每种不对最多打出几处。"""


async def fuzz(subject: Subject, lines: int, seed: int, groups: int) -> Report:
    """说 `lines` 句。"""
    console = Console(stderr=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(
            BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn(), console=console
        ) as bar,
    ):
        task = bar.add_task("", total=lines)
        campaign = Campaign(Path(folder), subject, seed, groups)
        return await campaign.run(lines, lambda done: bar.update(task, completed=done))


def main(arguments: Sequence[str] | None = None) -> int:
    """打印结果；有不对的为 1。"""
    parser = argparse.ArgumentParser(description="用许多群的乱聊试大厅与游戏")
    parser.add_argument("game", nargs="?", choices=sorted(SUBJECTS), default="leafrun", help="哪个游戏")
    parser.add_argument("--lines", type=int, default=100_000, help="说几句")
    parser.add_argument("--seed", type=int, default=1, help="随机种子")
    parser.add_argument("--groups", type=int, default=40, help="几个群")
    asked = parser.parse_args(arguments)
    # 大厅自己的警告（积压之类）是乱聊引出来的，不必打出来。
    logging.getLogger("plugins").addHandler(logging.NullHandler())
    begun = time.perf_counter()
    report = asyncio.run(fuzz(SUBJECTS[asked.game](), asked.lines, asked.seed, asked.groups))
    seconds = time.perf_counter() - begun
    shown: dict[str, int] = {}
    for finding in report.findings:
        shown[finding.kind] = shown.get(finding.kind, 0) + 1
        if shown[finding.kind] <= SHOWN:
            print(finding, end="\n\n")
    print("  ".join(f"{name} {count}" for name, count in sorted(report.counts.items())))
    print(f"lines_per_s = {report.lines / seconds:.0f}")
    print(report.summary())
    return 1 if report.findings else 0


if __name__ == "__main__":
    sys.exit(main())
