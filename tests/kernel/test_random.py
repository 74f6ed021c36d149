"""splitmix64 与公布的输出一致；抽样不偏。"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Stream
from games.kernel.random import GOLDEN_GAMMA, MASK, mixed
from tests.kernel.test_match import Desk

PUBLISHED = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC, 0x1B39896A51A8749B),
    1234567: (
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ),
}
"""种子 → 头几个输出；前者见 prng.di.unimi.it 的参考实现，后者是 Rosetta Code「Splitmix64」的公布值。"""


@pytest.mark.parametrize("seed", PUBLISHED)
def test_outputs_match_the_published_ones(seed: int) -> None:
    state = seed
    for word in PUBLISHED[seed]:
        state = (state + GOLDEN_GAMMA) & MASK
        assert mixed(state) == word


@given(st.integers(0, MASK), st.integers(1, 2**32))
def test_table_and_stream_draw_alike(seed: int, bound: int) -> None:
    table, stream = Desk(1, seed, None, ""), Stream(seed)
    for _ in range(5):
        drawn = table.below(bound)
        assert drawn == stream.below(bound) and 0 <= drawn < bound
        assert table.rng == stream.state


@given(st.integers(0, MASK), st.integers(1, 2**300))
def test_huge_bounds_stay_in_range(seed: int, bound: int) -> None:
    stream = Stream(seed)
    assert all(0 <= stream.below(bound) < bound for _ in range(3))


def test_huge_bounds_reach_their_high_bits() -> None:
    stream = Stream(3)
    assert {stream.below(2**200) >> 198 for _ in range(200)} == {0, 1, 2, 3}
    assert {stream.below(2**64) >> 62 for _ in range(200)} == {0, 1, 2, 3}


@pytest.mark.parametrize("bound", [0, -1])
def test_nothing_to_draw_from(bound: int) -> None:
    with pytest.raises(IndexError):
        Stream(1).below(bound)
    with pytest.raises(IndexError):
        Desk(1, 1, None, "").below(bound)


def test_die_is_fair() -> None:
    """60000 次六面骰，卡方 5 自由度，p≈1e-6 的界是 35。"""
    stream = Stream(2024)
    counts = [0] * 6
    for _ in range(60_000):
        counts[stream.below(6)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in counts) < 35


def test_shuffles_are_fair() -> None:
    """24 种次序各约 1000 次，卡方 23 自由度，p≈1e-6 的界是 70。"""
    table = Desk(1, 7, None, "")
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(24_000):
        cards = [0, 1, 2, 3]
        table.shuffle(cards)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 70
