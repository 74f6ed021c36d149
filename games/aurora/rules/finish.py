"""终局（A1.2、A7.1、A11.4）。"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from games.aurora.events import GameOver
from games.aurora.table import AuroraTable
from games.kernel import Flow, Seat

__all__ = ["Finished", "check", "conclude", "until_over"]


class Finished(Exception):
    """对局刚刚结束：正在结算的都不再做了。"""


def until_over(rule: Callable[[AuroraTable], Flow[None]]) -> Callable[[AuroraTable], Flow[None]]:
    """一段规则：中途分出胜负就停在那里。"""

    @wraps(rule)
    def run(table: AuroraTable) -> Flow[None]:
        try:
            yield from rule(table)
        except Finished:
            return

    return run


def check(table: AuroraTable) -> None:
    """检查点（A1.2）：有英雄倒下就结束，同时倒下为平局。"""
    health = table.health
    if health[0] > 0 and health[1] > 0:
        return
    standing = [seat for seat in range(table.seats) if health[seat] > 0]
    if standing:
        conclude(table, standing, "hero")
    else:
        conclude(table, list(range(table.seats)), "both")


def conclude(table: AuroraTable, winners: list[Seat], reason: str) -> None:
    """对局结束；抛 `Finished`。"""
    table.over = True
    table.winners = winners
    table.reason = reason
    table.attack = None
    if table.out is not None:
        table.out.append(GameOver(winners[:], reason))
    raise Finished
