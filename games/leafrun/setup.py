"""开局时定下、整局不变的东西：数据、桌规，以及由它们算好的查找表。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.leafrun.data import (
    ACTION,
    ARMOR,
    EFFECT,
    KEPT_KINDS,
    RECOVERY,
    TRIGGER,
    WEAPON,
    LeafrunData,
    Options,
    RuleNumbers,
)

PLAIN = 0
"""没有记号的牌。"""
RECEIVED = 1
"""别人给的武器（L4.4）。"""
COME_HERE = 2
"""给我过来（L8.1）。"""
RAINBOOM = 3
"""彩虹音爆（L8.6）。"""
BEAR = 4
"""bear（L8.7）。"""
ROADBLOCK = 5
"""路障（L8.15）。"""
FORCED_REST = 6
"""自由的强制休息（L8.19）。"""

MARK_KINDS = ("", "", *KEPT_KINDS)
"""记号 → 特殊牌的种类（事件效果名）；前两个不是特殊牌。"""
MARK_OF = {kind: mark for mark, kind in enumerate(MARK_KINDS) if kind}
"""特殊牌的种类 → 记号。"""


@dataclass(frozen=True, slots=True)
class Setup:
    """一局的不变部分；各副本共享，不进快照（与对局一起另存）。"""

    data: LeafrunData
    options: Options
    rules: RuleNumbers
    tracks: tuple[str, ...]
    """依次跑的格子串（L2.5）。"""
    category: tuple[int, ...]
    """牌号 → 类（`data.ACTION` 等）。"""
    action: tuple[bool, ...]
    """牌号 → 是行动牌。"""
    trigger: tuple[bool, ...]
    """牌号 → 是事件触发。"""
    doubling: tuple[bool, ...]
    """牌号 → 受魔法束缚（L8.20）。"""
    special_load: tuple[int, ...]
    """记号 → 特殊牌负重；前两个不用（L4.10）。"""
    health: tuple[int, ...]
    """角色号 → 体力上限。"""
    move: tuple[int, ...]
    """角色号 → 移动值。"""
    limit: tuple[int, ...]
    """角色号 → 负重上限（L1.5）。"""

    def card_name(self, card: int, mark: int = PLAIN) -> str:
        """牌名；特殊牌用它成为的名字。"""
        kind = MARK_KINDS[mark]
        return self.data.special_name[kind] if kind else self.data.deck.name[card]


def prepare(options: Options, data: LeafrunData) -> Setup:
    """算好一局的不变部分；桌规里的跑道不对时抛 `OptionError`。"""
    deck = data.deck
    roster = data.roster
    heavy = (WEAPON, ARMOR, EFFECT, RECOVERY)
    return Setup(
        data,
        options,
        data.rules,
        options.track_cells(data),
        deck.category,
        tuple(category == ACTION for category in deck.category),
        tuple(category == TRIGGER for category in deck.category),
        tuple(category in heavy for category in deck.category),
        (0, 0, *(data.special_load.get(kind, 0) for kind in KEPT_KINDS)),
        roster.health,
        roster.move,
        roster.load,
    )


def character_order(setup: Setup, candidates: Sequence[int]) -> list[int]:
    """候选角色，移动高者先、再体力高者先（L10.1）。"""
    return sorted(candidates, key=lambda each: (-setup.move[each], -setup.health[each], each))
