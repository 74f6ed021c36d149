"""选项空间：一个问题允许的全部回答，可能多到无法列出。

每种空间都能判断、计数、按序列出、均匀或近似均匀地抽样，而不必真的列出来。
回答一律是 JSON 原生值：`None`、`int`、`str`，或由它们组成的列表；不混用 `bool` 与 `int`。
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any, Protocol, runtime_checkable

from .random import Stream

Choice = Any
"""一个回答：JSON 原生值。"""


@runtime_checkable
class Space(Protocol):
    """一个问题允许的回答的集合。"""

    def __contains__(self, choice: object) -> bool:
        """`choice` 是否是允许的回答；任何 JSON 值都可以问，不抛错。"""
        ...

    def count(self) -> int:
        """回答的个数（可以很大，所以不用 `__len__`）。"""
        ...

    def __iter__(self) -> Iterator[Choice]:
        """按固定次序列出全部回答。"""
        ...

    def sample(self, stream: Stream) -> Choice:
        """抽一个回答；空的空间抛 `IndexError`。"""
        ...


def same(left: object, right: object) -> bool:
    """两个 JSON 值是否相同；`True` 与 `1` 不同。"""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    return type(left) is type(right) and left == right


class Listed:
    """列得完的几个回答。"""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Choice]) -> None:
        self.items: list[Choice] = list(items)

    def __contains__(self, choice: object) -> bool:
        return any(same(choice, item) for item in self.items)

    def count(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.items)

    def sample(self, stream: Stream) -> Choice:
        return self.items[stream.below(len(self.items))]


class Subset:
    """从 `items`（互不相同）里取 `low`..`high` 个；可再加条件 `legal`。

    回答里的次序不计，列出时按 `items` 的次序。
    """

    __slots__ = ("high", "items", "legal", "low")

    def __init__(
        self,
        items: Sequence[Choice],
        low: int,
        high: int,
        legal: Callable[[list[Choice]], bool] | None = None,
    ) -> None:
        self.items: list[Choice] = list(items)
        self.low = max(low, 0)
        self.high = min(high, len(self.items))
        self.legal = legal

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list) or not self.low <= len(choice) <= self.high:
            return False
        left = list(self.items)
        for picked in choice:
            for index, item in enumerate(left):
                if same(picked, item):
                    del left[index]
                    break
            else:
                return False
        return self.legal is None or self.legal(choice)

    def count(self) -> int:
        if self.legal is not None:
            return sum(1 for _ in self)
        return sum(comb(len(self.items), size) for size in range(self.low, self.high + 1))

    def __iter__(self) -> Iterator[list[Choice]]:
        for size in range(self.low, self.high + 1):
            for picked in combinations(self.items, size):
                choice = list(picked)
                if self.legal is None or self.legal(choice):
                    yield choice

    def sample(self, stream: Stream) -> list[Choice]:
        """先均匀抽个数再均匀抽内容；有条件时拒绝重抽，久抽不中则从全部合法回答里抽。"""
        if self.low > self.high:
            raise IndexError("没有可选的回答")
        for _ in range(64):
            wanted = self.low + stream.below(self.high - self.low + 1)
            left = len(self.items)
            choice: list[Choice] = []
            for item in self.items:
                if wanted and stream.below(left) < wanted:
                    choice.append(item)
                    wanted -= 1
                left -= 1
            if self.legal is None or self.legal(choice):
                return choice
        every = list(self)
        return every[stream.below(len(every))]


class Split:
    """把 `total` 份分给几处，每处不超过自己的上限 `limits`；回答是与 `limits` 等长的整数列表。"""

    __slots__ = ("limits", "total")

    def __init__(self, total: int, limits: Sequence[int]) -> None:
        self.total = total
        self.limits: list[int] = list(limits)

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list) or len(choice) != len(self.limits):
            return False
        for part, limit in zip(choice, self.limits, strict=True):
            if type(part) is not int or not 0 <= part <= limit:
                return False
        return sum(choice) == self.total

    def _ways(self) -> list[list[int]]:
        """`ways[i][t]`：从第 i 处起还要分 t 份的分法数。"""
        ways = [[0] * (self.total + 1) for _ in range(len(self.limits) + 1)]
        ways[len(self.limits)][0] = 1
        for index in range(len(self.limits) - 1, -1, -1):
            for left in range(self.total + 1):
                ways[index][left] = sum(
                    ways[index + 1][left - part] for part in range(min(left, self.limits[index]) + 1)
                )
        return ways

    def count(self) -> int:
        return self._ways()[0][self.total]

    def __iter__(self) -> Iterator[list[int]]:
        ways = self._ways()

        def fill(index: int, left: int, parts: list[int]) -> Iterator[list[int]]:
            if index == len(self.limits):
                yield parts
                return
            for part in range(min(left, self.limits[index]) + 1):
                if ways[index + 1][left - part]:
                    yield from fill(index + 1, left - part, [*parts, part])

        if ways[0][self.total]:
            yield from fill(0, self.total, [])

    def sample(self, stream: Stream) -> list[int]:
        ways = self._ways()
        if not ways[0][self.total]:
            raise IndexError("没有可选的回答")
        left = self.total
        parts: list[int] = []
        for index, limit in enumerate(self.limits):
            ticket = stream.below(ways[index][left])
            for part in range(min(left, limit) + 1):
                ticket -= ways[index + 1][left - part]
                if ticket < 0:
                    parts.append(part)
                    left -= part
                    break
        return parts


class Order:
    """`items`（互不相同）的一个排列；`size` 给定时只排其中这么多个。"""

    __slots__ = ("items", "size")

    def __init__(self, items: Sequence[Choice], size: int | None = None) -> None:
        self.items: list[Choice] = list(items)
        self.size = len(self.items) if size is None else size

    def __contains__(self, choice: object) -> bool:
        return choice in Subset(self.items, self.size, self.size)

    def count(self) -> int:
        if self.size > len(self.items):
            return 0
        return factorial(len(self.items)) // factorial(len(self.items) - self.size)

    def __iter__(self) -> Iterator[list[Choice]]:
        for picked in permutations(self.items, self.size):
            yield list(picked)

    def sample(self, stream: Stream) -> list[Choice]:
        left = list(self.items)
        if self.size > len(left):
            raise IndexError("没有可选的回答")
        return [left.pop(stream.below(len(left))) for _ in range(self.size)]


class Path:
    """从 `start` 出发沿 `neighbours` 走 `low`..`high` 步；回答是依次踏上的格子的列表。

    `neighbours(cell)` 给出可踏上的下一格（次序固定）；`legal` 可再限制整条路（如不走回头路）。
    """

    __slots__ = ("high", "legal", "low", "neighbours", "start")

    def __init__(
        self,
        start: Choice,
        low: int,
        high: int,
        neighbours: Callable[[Choice], Sequence[Choice]],
        legal: Callable[[list[Choice]], bool] | None = None,
    ) -> None:
        self.start = start
        self.low = low
        self.high = high
        self.neighbours = neighbours
        self.legal = legal

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list) or not self.low <= len(choice) <= self.high:
            return False
        here = self.start
        for cell in choice:
            if not any(same(cell, near) for near in self.neighbours(here)):
                return False
            here = cell
        return self.legal is None or self.legal(choice)

    def count(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[list[Choice]]:
        def walk(here: Choice, path: list[Choice]) -> Iterator[list[Choice]]:
            if len(path) >= self.low and (self.legal is None or self.legal(path)):
                yield path
            if len(path) < self.high:
                for cell in self.neighbours(here):
                    yield from walk(cell, [*path, cell])

        return walk(self.start, [])

    def sample(self, stream: Stream) -> list[Choice]:
        every = list(self)
        if not every:
            raise IndexError("没有可选的回答")
        return every[stream.below(len(every))]


class Record:
    """`[tag, 第一项, 第二项, …]`：一个动词加几个各自独立的空间。"""

    __slots__ = ("fields", "tag")

    def __init__(self, tag: str, *fields: Space) -> None:
        self.tag = tag
        self.fields = fields

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list) or len(choice) != len(self.fields) + 1 or choice[0] != self.tag:
            return False
        return all(value in space for value, space in zip(choice[1:], self.fields, strict=True))

    def count(self) -> int:
        total = 1
        for space in self.fields:
            total *= space.count()
        return total

    def __iter__(self) -> Iterator[list[Choice]]:
        def fill(index: int, parts: list[Choice]) -> Iterator[list[Choice]]:
            if index == len(self.fields):
                yield parts
                return
            for value in self.fields[index]:
                yield from fill(index + 1, [*parts, value])

        return fill(0, [self.tag])

    def sample(self, stream: Stream) -> list[Choice]:
        return [self.tag, *(space.sample(stream) for space in self.fields)]


class Either:
    """几个互不相交的空间的并；空的会被略去。抽样先均匀选一个空间，免得大的淹没小的。"""

    __slots__ = ("spaces",)

    def __init__(self, spaces: Sequence[Space]) -> None:
        self.spaces: list[Space] = [space for space in spaces if space.count()]

    def __contains__(self, choice: object) -> bool:
        return any(choice in space for space in self.spaces)

    def count(self) -> int:
        return sum(space.count() for space in self.spaces)

    def __iter__(self) -> Iterator[Choice]:
        for space in self.spaces:
            yield from space

    def sample(self, stream: Stream) -> Choice:
        return self.spaces[stream.below(len(self.spaces))].sample(stream)
