"""一种步怎么结算的接口；各种步在 `rules.effects`。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from games.aurora.questions import Aim
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable
from games.kernel import Choice, Flow, Illegal

__all__ = ["Effect", "nothing"]


def nothing(table: AuroraTable, use: Use, step: Any) -> None:
    """这种步不用选范围。"""
    return


class Effect(NamedTuple):
    """一种步。"""

    run: Callable[[AuroraTable, Use, Any, Choice], Flow[None]]
    """`run(桌, 使用, 步, 选的范围)`：照着做；没有要选的，范围是 `None`。"""
    aim: Callable[[AuroraTable, Use, Any], Aim | None] = nothing
    """现在要选什么；不用选为 `None`，没有可选的返回空的。只看公开的场面。"""
    missing: tuple[str, str] = ("没有可选的格", "A4")
    """是一张牌的第一步而没有可选的，就不能打：为什么，条号。"""
    blocked: Callable[[AuroraTable, Use, Any], Illegal | None] | None = None
    """是一张牌的第一步时，除了没有可选的，还因为什么不能打。只看公开的场面。"""
    quiet: bool = False
    """不改变场面：它后面那步的范围在出牌时就能说好。"""
