"""引擎有多快：`uv run python -m benchmarks.engine leafrun`。

随机的合法回答，一个核。各项都取几轮里最好的一轮，免得别的进程捣乱；同一次运行里也量验收套件的小游戏，
两者之比不随机器快慢而变。最后几行是 `名 = 数`：

- `decisions_per_s`：快路径 `simulate` 每秒几次回答（自对弈、搜索）；
- `match_decisions_per_s`：`Match.answer` 每秒几次回答，造事件、查合法、留日志（机器人实际走的路）；
- `replay_300_ms`：从开局重放 300 步日志要几毫秒（重启、重置）；
- `fork_us`：局中复制一场对局要几微秒；
- `snapshot_us`：段界存档写成 JSON 要几微秒；
- `bytes_per_table`：一场走了一百来步的对局常驻几个字节（几百场同时开着时进程内存的增量）；
- `toy_…`、`…_ratio`：小游戏的同一项，与两者之比。
"""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from games.kernel import DATA, Anyone, Ask, Choice, Match, Stream, Table, simulate
from games.lab.catalogue import find
from games.lab.selfplay import Bench, Setting, game_seed

TOY = "tests.kit.riposte"
ROUNDS = 5
"""每项量几轮。"""
LIVE = 300
"""量内存时同时开着几场。"""
WALKED = 100
"""量内存时每场先走几步。"""


def chooser(stream: Stream) -> Callable[[Table, Ask], Choice]:
    """随机回答。"""

    def choose(table: Table, ask: Ask) -> Choice:
        return ask.sample(stream)

    return choose


def interjector(stream: Stream) -> Callable[[Table, Ask], Choice]:
    """有得选的插话者，八次里插一次。"""

    def interject(table: Table, ask: Ask) -> Choice:
        if stream.below(8) or not ask.options.count():
            return None
        return ask.sample(stream)

    return interject


Measure = Callable[[int], tuple[int, float]]
"""量一轮：给轮号，得 `(次数, 秒)`。"""


def best(*measures: Measure) -> list[float]:
    """各项几轮里最快的一轮每秒几次；几项轮流量，别的进程捣乱时各项一起慢，比值还准。"""
    found = [0.0] * len(measures)
    for round_number in range(ROUNDS):
        for index, measure in enumerate(measures):
            count, seconds = measure(round_number)
            found[index] = max(found[index], count / seconds)
    return found


def simulated(bench: Bench, seconds: float) -> Measure:
    """快路径的回答。"""

    def measure(round_number: int) -> tuple[int, float]:
        stream = Stream(round_number)
        choose, interject = chooser(stream), interjector(stream)
        count = index = 0
        spent = 0.0
        while spent < seconds / ROUNDS:
            table = bench.deal(game_seed(round_number, index))
            started = time.perf_counter()
            count += simulate(table, choose, interject=interject)
            spent += time.perf_counter() - started
            index += 1
        return count, spent

    return measure


def step(match: Match[Any], stream: Stream) -> None:
    """随机走一步。"""
    question = match.question
    if isinstance(question, Anyone):
        for ask in question.others:
            if not stream.below(8) and ask.options.count():
                match.answer(ask.seat, ask.sample(stream))
                return
        ask = question.main
    else:
        ask = next(iter(match.waiting.values()))
    match.answer(ask.seat, ask.sample(stream))


def walked(bench: Bench, seed: int, steps: int) -> Match[Any]:
    """开一局，随机走 `steps` 步或到终局。"""
    match = Match(bench.deal(seed))
    stream = Stream(seed)
    for _ in range(steps):
        if not match.waiting:
            break
        step(match, stream)
    return match


def answered(bench: Bench, seconds: float) -> Measure:
    """`Match.answer`。"""

    def measure(round_number: int) -> tuple[int, float]:
        stream = Stream(round_number)
        count = index = 0
        spent = 0.0
        while spent < seconds / ROUNDS:
            table = bench.deal(game_seed(round_number, index))
            started = time.perf_counter()
            match = Match(table)
            while match.waiting:
                step(match, stream)
                count += 1
            spent += time.perf_counter() - started
            index += 1
        return count, spent

    return measure


def replayed(bench: Bench, steps: int = 300) -> float:
    """重放 `steps` 步要几毫秒；一局不够长就接着重放下一局，凑足步数。"""
    logs: list[tuple[Table, list[Any]]] = []
    wanted = index = 0
    while wanted < steps:
        seed = game_seed(7, index)
        moves = walked(bench, seed, steps - wanted).history
        logs.append((bench.deal(seed), moves))
        wanted += len(moves)
        index += 1
    spent: list[float] = []
    for _ in range(ROUNDS * 2):
        tables = [(table.copy(), moves) for table, moves in logs]
        started = time.perf_counter()
        for table, moves in tables:
            Match(table, moves)
        spent.append(time.perf_counter() - started)
    return min(spent) * 1e3


def positions(bench: Bench) -> list[Match[Any]]:
    """几十个局中的局面。"""
    found = [walked(bench, game_seed(11, index), 20 + 15 * index) for index in range(30)]
    return [match for match in found if match.waiting]


def forked(bench: Bench) -> Measure:
    """复制一场对局，几十个局面各复制几次。"""
    matches = positions(bench)

    def measure(round_number: int) -> tuple[int, float]:
        started = time.perf_counter()
        for match in matches * 10:
            match.fork()
        return len(matches) * 10, time.perf_counter() - started

    return measure


def stored(bench: Bench) -> Measure:
    """存档写成 JSON。"""
    matches = positions(bench)

    def measure(round_number: int) -> tuple[int, float]:
        started = time.perf_counter()
        for match in matches * 10:
            match.checkpoint.snapshot()
        return len(matches) * 10, time.perf_counter() - started

    return measure


def resident() -> int:
    """本进程常驻内存，字节（Linux）。"""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def live_bytes(bench: Bench) -> float:
    """同时开着 `LIVE` 场时每场占几个字节。"""
    kept = [walked(bench, game_seed(1, index), WALKED) for index in range(20)]
    gc.collect()
    before = resident()
    kept += [walked(bench, game_seed(2, index), WALKED) for index in range(LIVE)]
    gc.collect()
    return (resident() - before) / LIVE


def measured_alone(game: str, players: int) -> float:
    """在一个新的进程里量内存，免得算进别的测量留下的。"""
    script = (
        "import sys; from benchmarks import engine; engine.print_live_bytes(sys.argv[1], int(sys.argv[2]))"
    )
    answers = [
        float(
            subprocess.run(
                [sys.executable, "-c", script, game, str(players)], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(3)
    ]
    return statistics.median(answers)


def print_live_bytes(game: str, players: int) -> None:
    """子进程的入口。"""
    print(live_bytes(Bench(Setting(game, players, ("随机",) * players))))


def main(
    game: Annotated[str, typer.Argument(help="游戏的标识。")] = "leafrun",
    players: Annotated[int | None, typer.Option(help="几人；不写是 4 人，坐不下就坐满。")] = None,
    seconds: Annotated[float, typer.Option(help="每项吞吐量量几秒。")] = 5.0,
) -> None:
    """量引擎的快慢与内存。"""
    if players is None:
        chosen = find(game)
        players = min(4, chosen.seats(chosen.default_options(), chosen.load(DATA / chosen.key))[1])
    bench = Bench(Setting(game, players, ("随机",) * players))
    toy = Bench(Setting(TOY, 4, ("随机",) * 4))
    decisions, toy_decisions = best(simulated(bench, seconds), simulated(toy, seconds))
    answers, toy_answers = best(answered(bench, seconds), answered(toy, seconds))
    forks, toy_forks, snapshots = best(forked(bench), forked(toy), stored(bench))
    print(f"《{bench.game.title}》{players} 人，随机走；小游戏《{toy.game.title}》4 人")
    print(f"toy_decisions_per_s = {toy_decisions:.0f}")
    print(f"toy_match_decisions_per_s = {toy_answers:.0f}")
    print(f"toy_fork_us = {1e6 / toy_forks:.1f}")
    print(f"decisions_ratio = {decisions / toy_decisions:.2f}")
    print(f"match_decisions_ratio = {answers / toy_answers:.2f}")
    print(f"snapshot_us = {1e6 / snapshots:.1f}")
    print(f"match_decisions_per_s = {answers:.0f}")
    print(f"decisions_per_s = {decisions:.0f}")
    print(f"replay_300_ms = {replayed(bench):.2f}")
    print(f"fork_us = {1e6 / forks:.1f}")
    print(f"bytes_per_table = {measured_alone(game, players):.0f}")


if __name__ == "__main__":
    typer.run(main)
