"""把统计写成报告。"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.console import Console
from rich.table import Table as Grid

from games.kernel import Game

from .selfplay import Setting
from .tally import Spread, Tally, Wins, wilson

STUCK_SHOWN = 10
"""没有走完的局至多列几个。"""

TITLES = {
    "rounds": "轮数",
    "track_rounds": "各道轮数",
    "characters": "角色",
    "faints": "昏厥",
    "totals": "总分",
    "identities": "身份",
    "kills": "击杀",
    "exchanges": "交锋",
    "responses": "回应",
    "exchanges_per_hundred_turns": "每百回合交锋",
    "longest_chain": "最长交锋（回应）",
    "capped": "满回合数",
    "heroes": "英雄",
    "initiative": "先后手",
    "matchups": "对阵",
    "first": "先手的座位",
    "health": "终局生命",
    "damage": "造成的伤害",
    "dodged": "闪开",
}
"""`Game.summary` 里常见名字的中文；不在这里的照原名显示。"""


def titled(name: str) -> str:
    """统计项的中文名。"""
    return TITLES.get(name, name)


def print_report(console: Console, game: Game, setting: Setting, tally: Tally) -> None:
    """写出整份报告；同样的统计总写出同样的字。"""
    console.print(
        f"《{game.title}》{setting.seats} 人，{tally.games} 局，{tally.decisions} 次回答，"
        f"并列取胜 {tally.shared} 局",
        markup=False,
    )
    for name, value in setting.options:
        console.print(f"桌规 {name}={value}", markup=False)
    seats = [
        (f"{seat + 1}号（{bot}）", wins)
        for seat, (bot, wins) in enumerate(zip(tally.bots, tally.seats, strict=True))
    ]
    console.print(winning("座位", seats))
    if len(tally.computers) > 1:
        console.print(winning("电脑", sorted(tally.computers.items())))
    for name, group in tally.labels.items():
        console.print(winning(titled(name), sorted(group.items(), key=lambda pair: (-pair[1].rate, pair[0]))))
    if tally.numbers or tally.columns:
        console.print(measures(tally.numbers, tally.columns))
    for played in tally.stuck[:STUCK_SHOWN]:
        console.print(f"没有走完：种子 {played.seed}，{played.failure}", markup=False, soft_wrap=True)
    if len(tally.stuck) > STUCK_SHOWN:
        console.print(f"……另有 {len(tally.stuck) - STUCK_SHOWN} 局没有走完")


def winning(title: str, rows: Iterable[tuple[str, Wins]]) -> Grid:
    """一张胜率表。"""
    grid = Grid(title, "局", "胜", "胜率", "95% 区间")
    for column in grid.columns[1:]:
        column.justify = "right"
    for label, wins in rows:
        low, high = wilson(wins.wins, wins.games)
        grid.add_row(label, str(wins.games), str(wins.wins), f"{wins.rate:.1%}", f"{low:.1%}–{high:.1%}")
    return grid


def measures(numbers: Mapping[str, Spread], columns: Mapping[str, list[Spread]]) -> Grid:
    """一张平均与范围的表。"""
    grid = Grid("统计", "平均", "最小", "最大")
    for column in grid.columns[1:]:
        column.justify = "right"
    for name, spread in numbers.items():
        grid.add_row(titled(name), f"{spread.mean:.2f}", str(spread.least), str(spread.most))
    for name, spreads in columns.items():
        for place, spread in enumerate(spreads):
            grid.add_row(
                f"{titled(name)} {place + 1}", f"{spread.mean:.2f}", str(spread.least), str(spread.most)
            )
    return grid
