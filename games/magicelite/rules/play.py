"""正在打出的一套：规则各处传来传去的那份说明，不进存档。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from games.kernel import Seat
from games.magicelite.sets import Strength

__all__ = ["Death", "Play", "Purpose", "use_of"]

Purpose = Literal["play", "respond", "revive"]
"""主动、回应、复活（G1.3）。"""


@dataclass(slots=True)
class Play:
    """一套已经宣告的牌。"""

    seat: Seat
    cards: list[int]
    target: Seat
    """主动与复活的目标；没有伤害、或在回应时为 `NOBODY`。"""
    uses: list[list[Any]]
    """声明的技能：`[[标识, 参数…], …]`。"""
    purpose: Purpose
    strength: Strength


@dataclass(slots=True)
class Death:
    """一次击杀（E6.3）。"""

    seat: Seat
    killer: Seat
    """造成这次伤害的人；没有为 `NOBODY`。"""
    cause: str
    """同 `events.Wounded.cause`。"""
    amount: int
    """致命的那一下该扣多少。"""
    health: int
    """受致命一击前的血量。"""
    cap: int
    """受致命一击前的血量上限；连上限一起扣的要撤销时用（G3.16）。"""


def use_of(uses: Sequence[Sequence[Any]], name: str) -> Sequence[Any] | None:
    """声明里叫 `name` 的那一项；没有为 `None`。"""
    for use in uses:
        if use[0] == name:
            return use
    return None
