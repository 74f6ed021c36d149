"""许多局的统计。只累加整数，所以与由几个进程、按什么次序下完无关。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt

from .selfplay import Played

NORMAL_95 = 1.959963984540054
"""标准正态分布的 97.5% 分位数。"""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """胜率的 95% 区间（Wilson 1927；https://doi.org/10.1080/01621459.1927.10502953）；一局没有为 (0, 1)。"""
    if games == 0:
        return 0.0, 1.0
    z = NORMAL_95
    rate = wins / games
    scale = 1 + z * z / games
    centre = (rate + z * z / (2 * games)) / scale
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / scale
    return max(0.0, centre - spread), min(1.0, centre + spread)


SKIPPED = frozenset({"winners", "order"})
"""另外算的胜者；`order` 是名次表（座位号），平均没有意义。"""


@dataclass
class Wins:
    """某个座位、角色或电脑的战绩。"""

    games: int = 0
    wins: int = 0
    """胜的局数，并列也算。"""

    @property
    def rate(self) -> float:
        """胜率，[0, 1]；一局没有为 0。"""
        return self.wins / self.games if self.games else 0.0


@dataclass
class Spread:
    """一个整数量的分布。"""

    count: int = 0
    total: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """记一个值。"""
        self.least = value if not self.count else min(self.least, value)
        self.most = value if not self.count else max(self.most, value)
        self.count += 1
        self.total += value

    @property
    def mean(self) -> float:
        """平均；没有为 0。"""
        return self.total / self.count if self.count else 0.0


@dataclass
class Tally:
    """一批对局的统计。

    `Game.summary` 里的东西按形状统计：`winners` 是胜者；长度等于人数的一列文字（如 `characters`）是各座位的
    标签，按标签算胜率；整数算平均与范围；一列整数逐项算（项数可以各局不同）。
    """

    bots: Sequence[str]
    games: int = 0
    decisions: int = 0
    shared: int = 0
    """并列取胜的局数。"""
    seats: list[Wins] = field(default_factory=list)
    computers: dict[str, Wins] = field(default_factory=dict)
    labels: dict[str, dict[str, Wins]] = field(default_factory=dict)
    numbers: dict[str, Spread] = field(default_factory=dict)
    columns: dict[str, list[Spread]] = field(default_factory=dict)
    stuck: list[Played] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seats = [Wins() for _ in self.bots]

    def add(self, played: Played) -> None:
        """记一局。"""
        self.decisions += played.decisions
        if played.failure:
            self.stuck.append(played)
            return
        self.games += 1
        winners = played.summary["winners"]
        self.shared += len(winners) > 1
        for seat, bot in enumerate(self.bots):
            won = seat in winners
            for record in (self.seats[seat], self.computers.setdefault(bot, Wins())):
                record.games += 1
                record.wins += won
        for name, value in played.summary.items():
            if name not in SKIPPED:
                self.measure(name, value, winners)

    def measure(self, name: str, value: object, winners: Sequence[int]) -> None:
        """记 `summary` 的一项。"""
        if isinstance(value, int):
            self.numbers.setdefault(name, Spread()).add(int(value))
        elif isinstance(value, (list, tuple)) and value and all(isinstance(each, str) for each in value):
            if len(value) == len(self.bots):
                group = self.labels.setdefault(name, {})
                for seat, label in enumerate(value):
                    record = group.setdefault(str(label), Wins())
                    record.games += 1
                    record.wins += seat in winners
        elif isinstance(value, (list, tuple)) and all(isinstance(each, int) for each in value):
            column = self.columns.setdefault(name, [])
            for place, each in enumerate(value):
                if place == len(column):
                    column.append(Spread())
                column[place].add(int(each))
