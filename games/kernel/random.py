"""随机数：splitmix64，状态只有一个 64 位整数。

算法来源：Sebastiano Vigna, https://prng.di.unimi.it/splitmix64.c（公有领域）。
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GOLDEN_GAMMA = 0x9E3779B97F4A7C15


def mixed(state: int) -> int:
    """把状态搅成输出字；`state` 与返回值都是 [0, 2**64) 的整数。"""
    word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


class Stream:
    """牌桌之外用的随机流（电脑玩家、自对弈），与牌桌自己的种子互不影响。"""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def below(self, bound: int) -> int:
        """[0, bound) 里的一个整数；`bound` 必须为正，否则抛 `IndexError`。"""
        if bound <= 0:
            raise IndexError("没有可抽的东西")
        self.state = (self.state + GOLDEN_GAMMA) & MASK
        if bound > MASK:
            # 选项数可以超过一个字：拼出足够多的位再缩放。
            word = mixed(self.state)
            bits = 64
            while bound >> (bits - 64):
                self.state = (self.state + GOLDEN_GAMMA) & MASK
                word = (word << 64) | mixed(self.state)
                bits += 64
            return (word * bound) >> bits
        return (mixed(self.state) * bound) >> 64
