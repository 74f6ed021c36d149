"""选项空间：一个问题允许的全部回答，可能多到无法列出。

每种空间都能判断、计数、按序列出、均匀或近似均匀地抽样，而不必真的列出来。
回答一律是 JSON 原生值：`None`、`int`、`str`，或由它们组成的列表；不混用 `bool` 与 `int`。
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from math import comb, perm
from typing import Any, Protocol, TypeGuard

from .random import Stream

Choice = Any
"""一个回答：JSON 原生值。"""

REDRAWS = 256
"""带条件的子集抽样时最多重抽这么多次。"""
LISTED_AT_MOST = 4096
"""重抽不中时，从头数这么多个合法回答里抽。"""


class Space(Protocol):
    """一个问题允许的回答的集合。

    还可以有 `explain(choice) -> Illegal | None`：说明一个不合法的回答为什么不行（`Match.answer` 会用）。
    """

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


def is_list(value: object) -> TypeGuard[list[Any]]:
    """是不是列表；类型检查器据此知道里面可以是任何东西。"""
    return isinstance(value, list)


def same(left: object, right: object) -> bool:
    """两个 JSON 值是否相同；`True` 与 `1` 不同。"""
    if type(left) is not type(right):
        return False
    if is_list(left) and is_list(right):
        return len(left) == len(right) and all(
            same(one, other) for one, other in zip(left, right, strict=True)
        )
    return left == right


def copied(choice: Choice) -> Choice:
    """回答的副本：里面的列表（任意层）都是新的。"""
    if is_list(choice):
        # 每步都要走两遍，所以不为列表里的每个数再调用一次自己。
        return [copied(part) if isinstance(part, list) else part for part in choice]
    return choice


def empty(space: Space) -> bool:
    """空间里一个回答也没有；比 `count() == 0` 省，因为不必数完。"""
    return next(iter(space), space) is space


class Listed:
    """列得完的几个回答。"""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Choice]) -> None:
        self.items: list[Choice] = list(items)

    def __contains__(self, choice: object) -> bool:
        for item in self.items:  # noqa: SIM110 每个回答都要查，any 与生成器要多花一倍时间
            if same(choice, item):
                return True
        return False

    def count(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.items)

    def sample(self, stream: Stream) -> Choice:
        return self.items[stream.below(len(self.items))]


class Subset:
    """从 `items`（互不相同）里取 `low`..`high` 个；可再加条件 `legal`（与次序无关）。

    回答里的次序不计，列出时按 `items` 的次序。带条件时 `count` 要逐个数，`items` 宜在 20 个以内。
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
        if not is_list(choice):
            return False
        picks = choice
        if not self.low <= len(picks) <= self.high:
            return False
        left = list(self.items)
        for picked in picks:
            for index, item in enumerate(left):
                if same(picked, item):
                    del left[index]
                    break
            else:
                return False
        return self.legal is None or self.legal(picks)

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
        """先均匀抽个数再均匀抽内容；有条件时拒绝重抽，久抽不中则从前几千个合法回答里均匀抽。"""
        if self.low > self.high:
            raise IndexError("没有可选的回答")
        for _ in range(REDRAWS):
            wanted = self.low + stream.below(self.high - self.low + 1)
            left = len(self.items)
            choice: list[Choice] = []
            for item in self.items:
                if not wanted:
                    break
                if stream.below(left) < wanted:
                    choice.append(item)
                    wanted -= 1
                left -= 1
            if self.legal is None or self.legal(choice):
                return choice
        some = list(islice(self, LISTED_AT_MOST))
        return some[stream.below(len(some))]


class Split:
    """把 `total` 份分给几处，每处不超过自己的上限 `limits`；回答是与 `limits` 等长的整数列表。"""

    __slots__ = ("limits", "total")

    def __init__(self, total: int, limits: Sequence[int]) -> None:
        self.total = total
        self.limits: list[int] = list(limits)

    def __contains__(self, choice: object) -> bool:
        if not is_list(choice):
            return False
        parts = choice
        if len(parts) != len(self.limits):
            return False
        for part, limit in zip(parts, self.limits, strict=True):
            if type(part) is not int or not 0 <= part <= limit:
                return False
        return bool(sum(parts) == self.total)

    def _ways(self) -> list[list[int]]:
        """`ways[i][t]`：从第 i 处起还要分 t 份的分法数。"""
        ways = [[0] * (max(self.total, 0) + 1) for _ in range(len(self.limits) + 1)]
        ways[len(self.limits)][0] = 1
        for index in range(len(self.limits) - 1, -1, -1):
            for left in range(self.total + 1):
                ways[index][left] = sum(
                    ways[index + 1][left - part] for part in range(min(left, self.limits[index]) + 1)
                )
        return ways

    def count(self) -> int:
        return self._ways()[0][self.total] if self.total >= 0 else 0

    def __iter__(self) -> Iterator[list[int]]:
        if self.total < 0:
            return
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
        """均匀。"""
        ways = self._ways()
        if self.total < 0 or not ways[0][self.total]:
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
        return choice in Subset(self.items, self.size, self.size) if self.size >= 0 else False

    def count(self) -> int:
        return perm(len(self.items), self.size) if self.size >= 0 else 0

    def __iter__(self) -> Iterator[list[Choice]]:
        if self.size >= 0:
            for picked in permutations(self.items, self.size):
                yield list(picked)

    def sample(self, stream: Stream) -> list[Choice]:
        """均匀。"""
        left = list(self.items)
        if not 0 <= self.size <= len(left):
            raise IndexError("没有可选的回答")
        return [left.pop(stream.below(len(left))) for _ in range(self.size)]


class Path:
    """从 `start` 出发沿 `neighbours` 走 `low`..`high` 步；回答是依次踏上的格子的列表。

    `neighbours(cell)` 给出可踏上的下一格（互不相同，次序固定）；`legal` 可再限制整条路（如不走回头路），
    带它时计数与抽样要逐条列出。
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
        if not is_list(choice):
            return False
        cells = choice
        if not self.low <= len(cells) <= self.high:
            return False
        here = self.start
        for cell in cells:
            if not any(same(cell, near) for near in self.neighbours(here)):
                return False
            here = cell
        return self.legal is None or self.legal(cells)

    def _routes(self, here: Choice, walked: int, known: dict[tuple[str, int], int]) -> int:
        """已走 `walked` 步到了 `here`，此后（含就此停下）有几种走法；不看 `legal`。"""
        key = (repr(here), walked)
        routes = known.get(key)
        if routes is None:
            routes = 1 if walked >= self.low else 0
            if walked < self.high:
                for cell in self.neighbours(here):
                    routes += self._routes(cell, walked + 1, known)
            known[key] = routes
        return routes

    def count(self) -> int:
        if self.legal is not None:
            return sum(1 for _ in self)
        return self._routes(self.start, 0, {}) if self.high >= 0 else 0

    def __iter__(self) -> Iterator[list[Choice]]:
        def walk(here: Choice, path: list[Choice]) -> Iterator[list[Choice]]:
            if len(path) >= self.low and (self.legal is None or self.legal(path)):
                yield path[:]
            if len(path) < self.high:
                for cell in self.neighbours(here):
                    yield from walk(cell, [*path, cell])

        if self.high >= 0:
            yield from walk(self.start, [])

    def sample(self, stream: Stream) -> list[Choice]:
        """均匀。"""
        if self.legal is not None or self.high < 0:
            every = list(self)
            return every[stream.below(len(every))]
        known: dict[tuple[str, int], int] = {}
        here = self.start
        path: list[Choice] = []
        while True:
            ticket = stream.below(self._routes(here, len(path), known))
            if len(path) >= self.low:
                if ticket == 0:
                    return path
                ticket -= 1
            for cell in self.neighbours(here):
                ticket -= self._routes(cell, len(path) + 1, known)
                if ticket < 0:
                    here = cell
                    path.append(cell)
                    break


class Record:
    """`[tag, 第一项, 第二项, …]`：一个动词加几个各自独立的空间。"""

    __slots__ = ("fields", "tag")

    def __init__(self, tag: str, *fields: Space) -> None:
        self.tag = tag
        self.fields = fields

    def __contains__(self, choice: object) -> bool:
        if not is_list(choice):
            return False
        parts = choice
        if len(parts) != len(self.fields) + 1 or not same(parts[0], self.tag):
            return False
        return all(value in space for value, space in zip(parts[1:], self.fields, strict=True))

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
        """各项各自抽。"""
        return [self.tag, *[space.sample(stream) for space in self.fields]]


class Either:
    """几个互不相交的空间的并；空的会被略去。抽样先均匀选一个空间，免得大的淹没小的。"""

    __slots__ = ("spaces",)

    def __init__(self, spaces: Sequence[Space]) -> None:
        self.spaces: list[Space] = [space for space in spaces if not empty(space)]

    def __contains__(self, choice: object) -> bool:
        return any(choice in space for space in self.spaces)

    def count(self) -> int:
        return sum(space.count() for space in self.spaces)

    def __iter__(self) -> Iterator[Choice]:
        for space in self.spaces:
            yield from space

    def sample(self, stream: Stream) -> Choice:
        return self.spaces[stream.below(len(self.spaces))].sample(stream)
