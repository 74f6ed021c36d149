"""命令行：`uv run python -m games.lab run leafrun --games 1000 --players 4 --bots 普通 --seed 1`。"""

from __future__ import annotations

import time
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from games.kernel.tables import DataError

from .catalogue import find
from .parallel import available_cores, play_many
from .replay import readable
from .report import print_report
from .selfplay import BadSetting, Bench, Setting, fewest_players
from .tally import Tally

app = typer.Typer(help="电脑对弈实验室。", no_args_is_help=True, add_completion=False)

GameName = Annotated[str, typer.Argument(help="游戏的标识或中文名，如 leafrun。", metavar="游戏")]
Players = Annotated[
    int | None, typer.Option("--players", "-p", min=1, help="几人；不写则按 --bots 的个数，或最少人数。")
]
Bots = Annotated[
    str, typer.Option("--bots", "-b", help="电脑：一个名字，或每座一个用逗号隔开，如 普通,随机。")
]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="桌规 名=值，可写多次。")]
Generation = Annotated[
    int | None,
    typer.Option(
        "--generation", "-g", min=1, help="第几世代；就是 --option 世代=N，有这条桌规的游戏才能用。"
    ),
]
Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        "-a",
        help="定死的回答 问题=每座一个用逗号隔开，如 deck=预组赫利,预组诺娅；可写多次。",
    ),
]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=2**64 - 1, help="种子。")]


class RateColumn(ProgressColumn):
    """每秒几局。"""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed or 0:.1f} 局/秒")


def fail(message: str) -> NoReturn:
    """说明错在哪，以 2 退出。"""
    typer.echo(message, err=True)
    raise typer.Exit(2)


def prepared(
    game: str,
    players: int | None,
    bots: str,
    options: list[str] | None,
    generation: int | None = None,
    answers: list[str] | None = None,
) -> Bench:
    """把命令行的写法变成备好的桌子；不对就说明并以 2 退出。"""
    changed: list[tuple[str, str]] = [] if generation is None else [("世代", str(generation))]
    for option in options or []:
        name, equals, value = option.partition("=")
        if not equals:
            fail(f"桌规要写成 名=值，写的是「{option}」")
        changed.append((name.strip(), value.strip()))
    fixed: list[tuple[str, tuple[str, ...]]] = []
    for text in answers or []:
        what, equals, given = text.partition("=")
        if not equals:
            fail(f"回答要写成 问题=每座一个，写的是「{text}」")
        fixed.append((what.strip(), tuple(each.strip() for each in given.replace("，", ",").split(","))))
    names = [bot.strip() for bot in bots.replace("，", ",").split(",")]
    try:
        if players is None:
            players = len(names) if len(names) > 1 else fewest_players(find(game))
        if len(names) == 1:
            names *= players
        return Bench(Setting(game, players, tuple(names), tuple(changed), tuple(fixed)))
    except DataError as error:
        fail(str(error))
    except (BadSetting, LookupError) as error:
        fail(str(error.args[0]))


@app.command()
def run(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="几局。")] = 1000,
    players: Players = None,
    bots: Bots = "普通",
    seed: Seed = 1,
    option: Options = None,
    generation: Generation = None,
    answer: Answers = None,
    workers: Annotated[int | None, typer.Option(min=1, help="几个进程；不写则用上所有的核。")] = None,
) -> None:
    """下许多局，报告胜率与各项统计；Ctrl-C 报告已经下完的。同样的种子总是同样的报告。"""
    bench = prepared(game, players, bots, option, generation, answer)
    setting = bench.setting
    tally = Tally(setting.bots)
    cores = min(workers or available_cores(), games)
    started = time.perf_counter()
    columns = (TextColumn("下棋"), BarColumn(), MofNCompleteColumn(), RateColumn(), TimeRemainingColumn())
    interrupted = False
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=games)
        try:
            for chunk in play_many(setting, seed, games, cores):
                for played in chunk:
                    tally.add(played)
                progress.update(task, completed=tally.games + len(tally.stuck))
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - started
    tally.stuck.sort(key=lambda played: played.index)
    console = Console()
    if interrupted:
        console.print(f"中途停下，报告已经下完的 {tally.games + len(tally.stuck)} 局。")
    print_report(console, bench.game, setting, tally)
    replay = (
        f"uv run python -m games.lab replay {game} --players {setting.seats} --bots {','.join(setting.bots)}"
    )
    for name, value in setting.options:
        replay += f" --option {name}={value}"
    for what, given in setting.answers:
        replay += f" --answer {what}={','.join(given)}"
    if tally.stuck:
        print(f"重看：{replay} --seed {tally.stuck[0].seed}")
    print(f"games = {tally.games}")
    print(f"decisions = {tally.decisions}")
    print(f"games_per_s = {tally.games / seconds:.1f}")
    print(f"decisions_per_s = {tally.decisions / seconds:.0f}")
    print(f"stuck = {len(tally.stuck)}")
    if interrupted:
        raise typer.Exit(130)
    if tally.stuck:
        raise typer.Exit(1)


@app.command()
def replay(
    game: GameName,
    seed: Seed,
    players: Players = None,
    bots: Bots = "普通",
    option: Options = None,
    generation: Generation = None,
    answer: Answers = None,
) -> None:
    """把一局写成文字：谁答了什么，大家与各座位看到什么。`run` 列出的种子可以直接用。"""
    bench = prepared(game, players, bots, option, generation, answer)
    for line in readable(bench, seed):
        print(line)


if __name__ == "__main__":
    app()
