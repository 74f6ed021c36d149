"""内核抛出的错误。单独成篇：编译内核时它照旧解释执行（编译器不支持继承内建异常）。"""

from __future__ import annotations


class Illegal(ValueError):
    """不允许的回答；桌子没有变。"""

    def __init__(self, reason: str, clause: str = "", advice: str = "") -> None:
        """`reason` 为什么不行；`clause` 依据的条号；`advice` 该怎么打字。"""
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.advice = advice


class Stuck(RuntimeError):
    """规则一直在跑却不问任何人。"""


class SnapshotError(ValueError):
    """快照读不回来（结构变了或内容损坏）。"""
