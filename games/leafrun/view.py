"""一个座位（或旁观者）可知的一切（L9）：文字、图片、电脑玩家只能看这个。"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.kernel import Seat

if TYPE_CHECKING:
    from games.leafrun.setup import Setup


@dataclass(slots=True)
class Held:
    """手里的一张牌。"""

    card: int
    """牌号。"""
    mark: int
    """记号：`PLAIN`、`RECEIVED` 或某种特殊牌（`setup.MARK_KINDS`）。"""
    load: int
    """现在占的负重（L4.10、L8.20）。"""


@dataclass(slots=True)
class Standing:
    """一个座位的公开情况（L9）。"""

    seat: Seat
    mark: str
    """棋子。"""
    character: int
    """角色号；还没选定为 -1。"""
    position: int
    """所在格，从 0（起点）起。"""
    health: int
    max_health: int
    """体力上限（含生效的增益①）；没选角色为 0。"""
    move: int
    """移动值（含生效的增益②）。"""
    load: int
    """负重。"""
    limit: int
    """负重上限。"""
    hand_count: int
    armour: int | None
    """装备着的防具。"""
    buffs: list[int]
    """有的元素增益 1..3。"""
    sources: list[int | None]
    """与 `buffs` 对应：给出它的元素牌；友谊永恒给的为 `None`。"""
    specials: list[tuple[int, int]]
    """手里的特殊牌 `(牌, 记号)`，按得到的先后；触发时已当众（L9）。"""
    fainted: int
    """-1 醒着；0 本轮昏厥的；1 起为昏厥后过了几轮（L6.1）。"""
    finished: bool
    """已到终点（或已判名次）。"""
    halted: bool
    """本轮不移动（L5.12）。"""
    resin: bool
    """被树脂球固定到本轮结束（L8.9）。"""
    rainboom: bool
    """本轮彩虹音爆生效（L8.6）。"""
    bear_pending: bool
    """本轮打了 bear，下轮兑现（L8.7）。"""
    bear_active: bool
    """本轮行动牌步数加倍（L8.7）。"""
    skips_next: bool
    """将跳过下一轮（L8.18 选项）。"""
    skipping: bool
    """本轮被跳过（L8.18 选项）。"""
    added: int
    """本轮行动牌已加的步数。"""
    place: int
    """这条道的名次；0 为还没有。"""
    points: int
    """这条道的分。"""
    total: int
    """总分。"""


@dataclass(slots=True)
class Barrier:
    """一枚路障（L5.7）。"""

    cell: int
    exempt: list[Seat]
    """不必付步数的人。"""


@dataclass(slots=True)
class View:
    """`LeafrunTable.view(seat)` 的结果。"""

    setup: Setup
    """数据与桌规，整局不变、人人可知。"""
    seat: Seat | None
    """谁看的；旁观者为 `None`。"""
    phase: str
    over: bool
    track: int
    """第几条跑道，从 0 起；还没开跑为 -1。"""
    round: int
    """这条道的第几轮，从 1 起；还没开始为 0。"""
    terrain: str
    """现在这条跑道各格的地形字母。"""
    roadblocks: list[Barrier]
    order: list[Seat]
    """本轮出牌顺序。"""
    active: Seat | None
    """轮到谁出牌；不在出牌为 `None`。"""
    deck_count: int
    discard: list[int]
    bound: bool
    """物理束缚生效中（L8.4）。"""
    magic: int
    """魔法束缚的倍数，没有为 1（L8.20）。"""
    last_event: int
    """上一个发生过的、不是时光倒流的事件的点数；没有为 0（L8.16）。"""
    places: list[list[int]]
    """各条道、各座位的名次；0 为没有。"""
    points: list[list[int]]
    """各条道、各座位的分。"""
    players: list[Standing]
    winners: list[Seat]
    """终局的胜者。"""
    exchanges: int
    """本回合已用几次二换三（L4.2）。"""
    trades: int
    """本回合已用几次二弃一（L4.3）。"""
    triggers: int
    """本回合已结算几张事件触发（L4.7）。"""
    hand: list[Held]
    """自己的手牌，按得到的先后；旁观者为空。"""
    candidates: list[int]
    """自己还没选定的角色候选（L2.2）。"""
    armour_mode: str
    """自己的防具设定 `auto` 或 `keep`（L4.5）；旁观者为空串。"""
