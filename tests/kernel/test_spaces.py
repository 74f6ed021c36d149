"""选项空间：判断、计数、列举、抽样四者一致，都与逐个列出的相同。"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import (
    Choice,
    Either,
    Listed,
    Order,
    Path,
    Record,
    Space,
    Split,
    Stream,
    Subset,
    same,
)
from games.kernel.spaces import copied, empty

ITEMS = st.lists(st.one_of(st.integers(-3, 9), st.sampled_from("甲乙丙")), max_size=5, unique=True)
SEEDS = st.integers(0, 2**64 - 1)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.floats(allow_nan=False) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=1), inner, max_size=2),
    max_leaves=8,
)


def written(choice: Choice) -> str:
    return json.dumps(choice, ensure_ascii=False)


def check(space: Space, expected: Sequence[Choice], seed: int) -> None:
    """`space` 恰好是 `expected`（各不相同）。"""
    listed = list(space)
    assert sorted(map(written, listed)) == sorted(map(written, expected))
    assert list(map(written, listed)) == list(map(written, space)), "每次列出的次序相同"
    assert space.count() == len(expected) and empty(space) == (not expected)
    assert all(choice in space for choice in expected)
    stream = Stream(seed)
    if not expected:
        with pytest.raises(IndexError):
            space.sample(stream)
        return
    for _ in range(5):
        drawn = space.sample(stream)
        assert drawn in space and written(drawn) in set(map(written, expected))


def subsets(items: Sequence[Choice], low: int, high: int) -> list[list[Choice]]:
    return [
        [item for item, taken in zip(items, mask, strict=True) if taken]
        for mask in product((False, True), repeat=len(items))
        if low <= sum(mask) <= high
    ]


def big(choice: Sequence[Choice]) -> bool:
    return sum(item for item in choice if type(item) is int) >= 3


@given(ITEMS, SEEDS)
def test_listed(items: list[Choice], seed: int) -> None:
    check(Listed(items), items, seed)


@given(ITEMS, st.integers(-2, 7), st.integers(-2, 7), SEEDS)
def test_subset(items: list[Choice], low: int, high: int, seed: int) -> None:
    check(Subset(items, low, high), subsets(items, low, high), seed)
    expected = [choice for choice in subsets(items, low, high) if big(choice)]
    check(Subset(items, low, high, big), expected, seed)


@given(ITEMS, st.randoms(use_true_random=False))
def test_subset_takes_any_order_but_nothing_twice(items: list[Choice], shuffler: Any) -> None:
    space = Subset(items, 0, len(items))
    mixed = items[:]
    shuffler.shuffle(mixed)
    assert mixed in space
    if items:
        assert [*items, items[0]] not in space and [items[0], items[0]] not in space


@given(st.integers(-2, 7), st.lists(st.integers(-1, 4), max_size=4), SEEDS)
def test_split(total: int, limits: list[int], seed: int) -> None:
    ranges = [range(limit + 1) for limit in limits]
    expected = [list(parts) for parts in product(*ranges) if sum(parts) == total]
    check(Split(total, limits), expected, seed)


@given(ITEMS, st.one_of(st.none(), st.integers(-1, 6)), SEEDS)
def test_order(items: list[Choice], size: int | None, seed: int) -> None:
    length = len(items) if size is None else size
    expected = [list(picked) for picked in permutations(items, length)] if length >= 0 else []
    check(Order(items, size), expected, seed)


@given(st.integers(-1, 4), st.integers(-1, 4), st.booleans(), SEEDS)
@settings(max_examples=60)
def test_path(low: int, high: int, straight: bool, seed: int) -> None:
    def neighbours(cell: Choice) -> list[Choice]:
        x, y = cell
        return [
            [x + dx, y + dy] for dx, dy in ((1, 0), (0, 1), (-1, 0)) if 0 <= x + dx < 3 and 0 <= y + dy < 2
        ]

    def legal(path: list[Choice]) -> bool:
        return len({tuple(cell) for cell in path}) == len(path) and [0, 0] not in path

    routes: list[list[Choice]] = [[]]
    expected: list[list[Choice]] = []
    for steps in range(high + 1):
        if steps >= low:
            expected += routes
        routes = [[*path, cell] for path in routes for cell in neighbours(path[-1] if path else [0, 0])]
    if straight:
        expected = [path for path in expected if legal(path)]
    check(Path([0, 0], low, high, neighbours, legal if straight else None), expected, seed)


@given(ITEMS, ITEMS, SEEDS)
def test_record(first: list[Choice], second: list[Choice], seed: int) -> None:
    expected = [["给", one, two] for one in first for two in second]
    check(Record("给", Listed(first), Listed(second)), expected, seed)
    check(Record("结束"), [["结束"]], seed)


@given(ITEMS, ITEMS, SEEDS)
def test_either(first: list[Choice], second: list[Choice], seed: int) -> None:
    space = Either([Record("甲", Listed(first)), Record("乙", Listed(second)), Listed([None])])
    check(space, [*(["甲", one] for one in first), *(["乙", two] for two in second), None], seed)
    check(Either([Listed([]), Subset([], 1, 2)]), [], seed)
    check(Either([]), [], seed)


SPACES: tuple[Space, ...] = (
    Listed([0, 1, "甲", [1, 2], None]),
    Subset([0, 1, "甲", [1]], 0, 4),
    Split(3, [2, 2, 2]),
    Order([0, 1, "甲"]),
    Path(0, 0, 3, lambda cell: [cell + 1, cell + 2]),
    Record("给", Listed([0, 1]), Subset([0, 1], 0, 2)),
    Either([Listed([0]), Record("给", Listed([1]))]),
)


@given(JSON)
def test_any_json_value_may_be_asked(value: Any) -> None:
    for space in SPACES:
        expected = any(same(value, choice) for choice in space)
        if expected or not isinstance(space, Subset):
            assert (value in space) == expected
        else:
            assert (value in space) in (True, False)


@pytest.mark.parametrize("value", [True, False, 1.0, 0.0, "1", "0"])
def test_truth_values_and_floats_are_not_numbers(value: Any) -> None:
    assert value not in Listed([0, 1])
    assert [value] not in Subset([0, 1], 0, 2)
    assert [value, 1] not in Split(1, [1, 1]) and [value, 0] not in Split(1, [1, 1])
    assert [value] not in Order([0, 1], 1)
    assert [value] not in Path(0, 0, 1, lambda cell: [0, 1])
    assert ["给", value] not in Record("给", Listed([0, 1]))
    assert value in Listed([value])


@given(JSON)
def test_same_is_equality_of_json(value: Any) -> None:
    assert same(value, json.loads(json.dumps(value)))
    assert same(copied(value), value)


def test_same_tells_numbers_from_truth_values_at_any_depth() -> None:
    assert not same([1, [True]], [1, [1]]) and not same(1, 1.0) and same([1, [True]], [1, [True]])


def test_copied_lists_are_new_at_any_depth() -> None:
    choice = [1, [2, [3]]]
    twin = copied(choice)
    twin[1][1].append(4)
    assert choice == [1, [2, [3]]]


@pytest.mark.parametrize(
    "space",
    [
        Split(4, [3, 3, 2]),
        Order([1, 2, 3, 4]),
        Order([1, 2, 3, 4], 2),
        Path(0, 1, 3, lambda cell: [cell + 1, cell + 2][: 1 + cell % 2]),
        Path(0, 1, 3, lambda cell: [cell + 1, cell + 2], lambda path: sum(path) % 2 == 0),
        Subset([1, 2, 3, 4, 5], 2, 2),
        Subset([1, 2, 3, 4], 2, 2, lambda choice: 1 in choice),
        Record("给", Listed([1, 2, 3]), Order([1, 2])),
    ],
    ids=lambda space: type(space).__name__,
)
def test_samples_are_uniform(space: Space) -> None:
    """每个回答平均 400 次；卡方超过自由度的 3 倍加 30 时 p 远小于 1e-6。"""
    stream = Stream(42)
    total = 400 * space.count()
    counts = Counter(written(space.sample(stream)) for _ in range(total))
    assert len(counts) == space.count()
    assert sum((count - 400) ** 2 / 400 for count in counts.values()) < 3 * space.count() + 30


def test_subset_samples_sizes_evenly() -> None:
    stream = Stream(5)
    space = Subset(list(range(10)), 0, 4)
    counts = Counter(len(space.sample(stream)) for _ in range(5000))
    assert sorted(counts) == [0, 1, 2, 3, 4]
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_huge_spaces_are_counted_and_sampled_without_listing() -> None:
    stream = Stream(1)
    for space in (
        Subset(list(range(200)), 0, 200),
        Order(list(range(60))),
        Split(200, [50] * 12),
        Path(0, 0, 60, lambda cell: [(cell + 1) % 7, (cell + 2) % 7, (cell + 3) % 7]),
        Record("x", Order(list(range(40))), Order(list(range(40)))),
        Either([Order(list(range(60))), Subset(list(range(1, 90)), 1, 80)]),
    ):
        assert space.count() > 10**15
        assert space.sample(stream) in space


def test_rare_conditions_are_still_sampled() -> None:
    space = Subset(list(range(12)), 0, 12, lambda choice: choice == [3, 5, 7])
    assert space.sample(Stream(1)) == [3, 5, 7]


def test_listed_paths_may_be_changed_by_the_reader() -> None:
    expected = list(map(written, Path(0, 0, 3, lambda cell: [cell + 1, cell + 2])))
    found: list[str] = []
    for path in Path(0, 0, 3, lambda cell: [cell + 1, cell + 2]):
        found.append(written(path))
        path.append("改")
    assert found == expected
