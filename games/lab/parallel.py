"""用上所有的核：一批对局切成小段，分给几个进程。"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from .selfplay import Bench, Played, Setting, game_seed

CHUNK = 16
"""一段至多几局：段小，进度条才走得匀，Ctrl-C 才停得快。"""

_bench: list[Bench] = []
"""这个进程备好的桌子。"""


def _prepare(setting: Setting) -> None:
    # Ctrl-C 会送到整个进程组：由主进程收场，下棋的进程把手上一段下完。
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench[:] = [Bench(setting)]


def _chunk(seed: int, first: int, count: int) -> list[Played]:
    bench = _bench[0]
    return [bench.play(index, game_seed(seed, index)) for index in range(first, first + count)]


def available_cores() -> int:
    """本进程可用的核数。"""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_many(setting: Setting, seed: int, games: int, workers: int) -> Iterator[list[Played]]:
    """下 `games` 局，一段一段给出（次序不定）；`workers` 为 1 时就在本进程里下。

    第 n 局的种子只由 `seed` 与 n 决定。提前关闭生成器就不再开新的一段。
    """
    size = max(1, min(CHUNK, games // (workers * 4)))
    chunks = [(first, min(size, games - first)) for first in range(0, games, size)]
    if workers == 1:
        bench = Bench(setting)
        for first, count in chunks:
            yield [bench.play(index, game_seed(seed, index)) for index in range(first, first + count)]
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, _prepare, (setting,)) as pool:
        running: set[Future[list[Played]]] = set()
        try:
            for first, count in chunks:
                running.add(pool.submit(_chunk, seed, first, count))
                if len(running) >= workers * 2:
                    finished, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in finished:
                        yield future.result()
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in finished:
                    yield future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
