"""掷骰：骰子有主人，由他打「掷骰」（⚙自动掷骰时不等）；点数只来自牌桌的随机数。"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Ask, Flow, Listed, Seat, Together
from games.leafrun.events import Rolled, RollTied
from games.leafrun.questions import ROLL, RollNote
from games.leafrun.table import LeafrunTable

ROLL_SPACE = Listed([ROLL])


def roll(table: LeafrunTable, seat: Seat, purpose: str, sides: int) -> Flow[int]:
    """`seat` 掷一枚 `sides` 面骰（L1.6），返回 1..sides。"""
    if not table.setup.options.dice_automatic:
        yield Ask(seat, "roll", ROLL_SPACE, ROLL, RollNote(purpose, sides))
    value = 1 + table.below(sides)
    if table.out is not None:
        table.out.append(Rolled(seat, purpose, sides, value))
    return value


def decide_order(table: LeafrunTable, groups: Sequence[Sequence[Seat]]) -> Flow[list[Seat]]:
    """各组依次排；组内掷骰，大者先，平者之间重掷到分出（L2.1、L3.1）。

    各组的骰子一起掷，免得一组等一组。
    """
    sides = table.setup.options.order_die_sides
    settled = [list(group) for group in groups if group]
    while True:
        rolling = [seat for group in settled if len(group) > 1 for seat in group]
        if not rolling:
            return [seat for group in settled for seat in group]
        if not table.setup.options.dice_automatic:
            note = RollNote("order", sides)
            yield Together([Ask(seat, "roll", ROLL_SPACE, ROLL, note) for seat in rolling])
        thrown: dict[Seat, int] = {}
        for seat in rolling:
            thrown[seat] = value = 1 + table.below(sides)
            if table.out is not None:
                table.out.append(Rolled(seat, "order", sides, value))
        split: list[list[Seat]] = []
        for group in settled:
            if len(group) == 1:
                split.append(group)
                continue
            for value in sorted({thrown[seat] for seat in group}, reverse=True):
                level = [seat for seat in group if thrown[seat] == value]
                split.append(level)
                if len(level) > 1 and table.out is not None:
                    table.out.append(RollTied(level[:]))
        settled = split
