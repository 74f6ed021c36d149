"""二代在桌上多出来的东西（G2）：武将、得分、表决，与二代技能的状态。

三代的人可以用救命锦囊、升降梯换来二代的技能（G3.4、G3.10），所以三代的桌上也有它；那时只用技能的部分。
列表下标都是座位。
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.kernel import Seat

__all__ = ["Feud", "SecondState", "SecondView"]


@dataclass(slots=True)
class Feud:
    """一次控制引起的内斗（G2.7）。公开。"""

    controller: Seat
    source: Seat
    """原攻击者。"""
    target: Seat
    """被转移的人；回合按他的主动回合计。"""
    left: int
    """还剩几个回合（E7.1）。"""


@dataclass(slots=True)
class SecondState:
    """见模块说明。"""

    generals: list[list[int]] = field(default_factory=list)
    """背面朝上的武将，下一个上场的在前（G2.1）。秘密：次序谁也不知道，有哪些只有自己知道。"""
    fallen: list[list[int]] = field(default_factory=list)
    """各人阵亡的武将，按先后。"""
    scores: list[int] = field(default_factory=list)
    """得分（G2.3）。"""
    commons: list[int] = field(default_factory=list)
    """归了公家的身份卡（G2.4）。"""
    votes: list[bool] = field(default_factory=list)
    """同意终止的人（G2.3）。"""
    ending: bool = False
    """终止表决已经通过，等这个主动回合结束（G2.3）。"""
    style: list[str] = field(default_factory=list)
    """8（或合体的 10）按上场时的人数用哪条：`bilocation`、`aegis`、空（G2.6）。"""
    numbers: list[list[int]] = field(default_factory=list)
    """分身术里还背面朝上的编号，含真身；没有用分身术为空（G2.6）。"""
    real: list[int] = field(default_factory=list)
    """真身的编号，没有为 0。秘密：谁也不知道。"""
    exposed: list[bool] = field(default_factory=list)
    """最近一次攻击打的是他的真身（G2.6）。"""
    aegis: list[int] = field(default_factory=list)
    """护盾与控制已用几次（G2.7）。"""
    shields: list[int] = field(default_factory=list)
    """护盾还剩几个回合，没有为 0（G2.7）。"""
    feuds: list[Feud] = field(default_factory=list)
    """生效中的控制，按先后（G2.7）。"""
    fused: list[bool] = field(default_factory=list)
    """合体技能已解锁（G2.10）。"""
    hundredfold: list[int] = field(default_factory=list)
    """合体借用的 ×100 已用几次（G2.10）。"""
    bilocated: list[bool] = field(default_factory=list)
    """合体借用的分身术已到头（G2.10）。"""

    def copy(self) -> SecondState:
        return SecondState(
            [each[:] for each in self.generals],
            [each[:] for each in self.fallen],
            self.scores[:],
            self.commons[:],
            self.votes[:],
            self.ending,
            self.style[:],
            [each[:] for each in self.numbers],
            self.real[:],
            self.exposed[:],
            self.aegis[:],
            self.shields[:],
            [Feud(each.controller, each.source, each.target, each.left) for each in self.feuds],
            self.fused[:],
            self.hundredfold[:],
            self.bilocated[:],
        )

    def view(self, seat: Seat | None) -> SecondView:
        """`seat`（`None` 为旁观者）可知的部分（E10）。"""
        return SecondView(
            [len(each) for each in self.generals],
            [] if seat is None or not self.generals else sorted(self.generals[seat]),
            [each[:] for each in self.fallen],
            self.scores[:],
            self.commons[:],
            self.votes[:],
            self.ending,
            self.style[:],
            [each[:] for each in self.numbers],
            self.aegis[:],
            self.shields[:],
            [Feud(each.controller, each.source, each.target, each.left) for each in self.feuds],
            self.fused[:],
            self.hundredfold[:],
            self.bilocated[:],
        )

    @classmethod
    def fresh(cls, seats: int) -> SecondState:
        """开局时的样子，没有武将。"""
        return cls(
            [[] for _ in range(seats)],
            [[] for _ in range(seats)],
            [0] * seats,
            [],
            [False] * seats,
            False,
            [""] * seats,
            [[] for _ in range(seats)],
            [0] * seats,
            [False] * seats,
            [0] * seats,
            [0] * seats,
            [],
            [False] * seats,
            [0] * seats,
            [False] * seats,
        )


@dataclass(slots=True)
class SecondView:
    """`SecondState.view` 的结果；同名字段的意思相同。"""

    generals_left: list[int]
    """各人还有几张武将没上场。"""
    generals: list[int]
    """自己还没上场的武将，按卡号排，不是上场次序；旁观者为空。"""
    fallen: list[list[int]]
    scores: list[int]
    commons: list[int]
    votes: list[bool]
    ending: bool
    style: list[str]
    numbers: list[list[int]]
    aegis: list[int]
    shields: list[int]
    feuds: list[Feud]
    fused: list[bool]
    hundredfold: list[int]
    bilocated: list[bool]
