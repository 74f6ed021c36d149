"""被杀也不丢：子进程每说一次「存下了」就可能被 SIGKILL，重开以后说过的都在。"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from plugins.gamemaster.store import Store, StoreInUse

ROOT = Path(__file__).parents[2]

WRITER = """
import asyncio, os, sys
sys.path.insert(0, sys.argv[2])
from plugins.gamemaster.store import ActionRecord, MatchRecord, SnapshotRecord, Store

async def main():
    store = Store(sys.argv[1])
    await store.open()
    matches = [record.id for record in await store.live_matches()]
    while len(matches) < 8:
        matches.append(await store.create_match(
            MatchRecord(0, "10", str(len(matches)), "leafrun", 1, "{}", "{}", [], "0")))
    async def play(match):
        n = len((await store.load(match)).actions)
        while True:
            row = ActionRecord("answer", 0, "turn", n, "player", n=n)
            await store.append(match, [row], SnapshotRecord(n, n, b"{}") if n % 5 == 0 else None)
            os.write(1, b"%d %d\\n" % (match, n))
            n += 1
    await asyncio.gather(*(play(match) for match in matches))

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", range(5))
async def test_an_acknowledged_append_survives_sigkill(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "库.db"
    lines_to_read = random.Random(seed).randrange(1, 400)
    acknowledged: dict[int, int] = {}
    for _ in range(2):
        process = subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-c", WRITER, str(path), str(ROOT)], stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        for _ in range(lines_to_read):
            match, n = map(int, process.stdout.readline().split())
            acknowledged[match] = n
        os.kill(process.pid, signal.SIGKILL)
        for line in process.stdout.read().decode().splitlines(keepends=True):
            if line.endswith("\n"):
                match, n = map(int, line.split())
                acknowledged[match] = n
        process.wait()
        process.stdout.close()
        async with Store(path) as store:
            for match, n in acknowledged.items():
                stored = await store.load(match)
                assert [row.n for row in stored.actions] == list(range(len(stored.actions)))
                assert [row.choice for row in stored.actions] == list(range(len(stored.actions)))
                assert len(stored.actions) > n


async def test_a_second_process_is_refused_while_the_first_lives(tmp_path: Path) -> None:
    path = tmp_path / "库.db"
    process = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-c", WRITER, str(path), str(ROOT)], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    try:
        with pytest.raises(StoreInUse, match="正被另一个"):
            await Store(path).open()
    finally:
        process.kill()
        process.stdout.read()
        process.wait()
        process.stdout.close()
    async with Store(path):
        pass


async def test_a_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "库.db"
    async with Store(path):
        with pytest.raises(StoreInUse):
            await Store(path).open()
    async with Store(path):
        pass
