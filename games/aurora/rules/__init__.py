"""极光战棋的规则：一段一个协程，读起来与规则书一样，条号在旁。

| 段 | 做什么 | 条号 |
|---|---|---|
| `choosing` | 掷骰定先手，同时密选英雄与卡组 | A1.6 |
| `obstacles` | 各放一格障碍 | A1.3 |
| `entering` | 英雄进场 | A1.4 |
| `dividing` | 分闪避区与备用区，摸手牌 | A1.5 |
| `turn` | 回合开始：到期的收掉，摸牌 | A2 A2.1 A4.10 |
| `preparing` | 准备阶段，一次一样 | A2.2 |
| `main` | 主要阶段，一次一个行动 | A2.3 A3–A6 |
| `discarding` | 弃牌阶段 | A2.4 |
| `ending` | 回合结束：毒、到期、满回合数、超时判负 | A4.10 A7.1 A11.4 |
"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora.board import NOWHERE
from games.aurora.data import AuroraData
from games.aurora.options import Options
from games.aurora.rules import main as main_phase
from games.aurora.rules import opening, turn
from games.aurora.rules.effects import EFFECTS
from games.aurora.rules.finish import until_over
from games.aurora.setup import prepare
from games.aurora.table import NOBODY, AuroraTable
from games.kernel import Belongings

__all__ = ["PHASES", "deal", "equip", "used"]

SEATS = 2
"""两名玩家（A1.1）。"""

PHASES = {
    "choosing": opening.choosing,
    "obstacles": opening.obstacles,
    "entering": opening.entering,
    "dividing": opening.dividing,
    "turn": until_over(turn.turn),
    "preparing": turn.preparing,
    "main": until_over(main_phase.main),
    "discarding": turn.discarding,
    "ending": until_over(turn.ending),
}
"""段名 → 规则。"""

AuroraTable.EFFECTS = EFFECTS
AuroraTable.PHASES = PHASES


def deal(seed: int, marks: Sequence[str], options: Options, data: AuroraData) -> AuroraTable:
    """摆好一张空桌，停在掷骰之前（A1.6）。

    `seed` 为 [0, 2**64)；`marks` 是各座位的棋子（不用棋子也要一人一个空串）。人数不对抛 `ValueError`。"""
    seats = len(marks)
    if seats != SEATS:
        raise ValueError(f"{seats} 人不能开局，要 {SEATS} 人（A1.1）")

    def zones() -> list[list[int]]:
        return [[] for _ in range(seats)]

    return AuroraTable(
        seats=seats,
        rng=seed,
        setup=prepare(options, data),
        phase="choosing",
        pieces=list(marks),
        belongings=[Belongings() for _ in range(seats)],
        chosen=[""] * seats,
        heroes=[NOBODY] * seats,
        places=[NOWHERE] * seats,
        health=[0] * seats,
        decks=zones(),
        hands=zones(),
        dodges=zones(),
        reserves=zones(),
        charges=zones(),
        discards=zones(),
        laid=zones(),
        piles=zones(),
        fallen=zones(),
        boosts=[0] * seats,
        own_turns=[0] * seats,
        idle=[0] * seats,
        totals=[[0, 0, 0] for _ in range(seats)],
    )


def equip(table: AuroraTable, belongings: Sequence[Belongings]) -> None:
    """放上各座位带来的卡组（A8.2）；在定先手之前。"""
    table.belongings = list(belongings)


def used(table: AuroraTable) -> Sequence[str]:
    """各座位这一局用了哪副卡组（A11.1）；还没选的为空。"""
    return table.chosen[:]
