"""开局（E1、E3.1、G1.1）。"""

from __future__ import annotations

from games.kernel import Flow
from games.magicelite.rules.drawing import draw
from games.magicelite.table import MagicEliteTable

__all__ = ["opening"]


def opening(table: MagicEliteTable) -> Flow[None]:
    """公布身份，每人摸 5 张（E3.1），从最大的角色开始（E2.1）。"""
    table.powers.announce(table)
    table.phase = "turn"
    for seat in table.order():
        yield from draw(table, seat, table.setup.rules.opening_hand, "opening")
