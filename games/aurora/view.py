"""一个座位（或旁观者）可知的一切（A10）：文字、图片、电脑玩家只能看这个。

牌写序号（`data.cards` 的下标），英雄写 `data.heroes` 的下标，士兵写 `data.soldiers` 的下标，格子见 `board`。
没有的写 `NOBODY`（-1）。
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.kernel import Seat

if TYPE_CHECKING:
    from games.aurora.setup import Setup


@dataclass(slots=True)
class Who:
    """一个单位：英雄或一叠士兵，写的是当时的样子。"""

    seat: Seat
    """归谁控制。"""
    soldier: int
    """最上面一张是哪种士兵；英雄为 `NOBODY`。"""
    cell: int
    """在哪一格。"""


@dataclass(slots=True)
class Source:
    """一次攻击（或效果）是什么发的。"""

    kind: str
    """`card` 牌、`skill` 英雄技能、`soldier` 士兵攻击、`leave` 离场效果、`poison` 毒、`fatigue` 疲劳、`push` 受阻；
    只在 `questions.AimNote` 里另有 `move` 移动牌、`deploy` 布置（`index` 是牌、士兵）。"""
    seat: Seat
    """谁的。"""
    index: int
    """牌的序号、技能在英雄卡上的第几个（从 0 起）、士兵的序号；没有为 `NOBODY`。"""
    cell: int
    """从哪一格发的；没有为 `NOBODY`。"""


@dataclass(slots=True)
class Attack:
    """正在进行、等着对方响应的一次攻击（A4）。全部公开（A4.6）。"""

    source: Source
    defender: Seat
    cells: list[int]
    """攻击的格，按结算的次序（A4）。"""


@dataclass(slots=True)
class StackView:
    """场上的一叠士兵（A5）。全部公开（A10）。"""

    seat: Seat
    """归谁控制。"""
    cell: int
    cards: list[int]
    """底牌在前，最上一张在后；等级与 ATK、MOV、HP 看最上一张（A5.5）。"""
    owners: list[Seat]
    """`cards` 各张原来是谁的（A5.6）。"""
    captives: list[int]
    """压在下面、还没作底的升变牌（A5.6），先得到的在前。"""
    health: int
    attack: int
    """现在的 ATK，号令已加。"""
    rounds: int
    """这个主要阶段还有几轮行动（A5.3）；不是自己的回合为 0。"""
    fresh: bool
    """登场或升阶的那回合：可移动、不可攻击（A5.2）。"""
    rooted: bool
    """这个（或下个）自己的主要阶段不能移动（A4.10）。"""
    guard: int
    """每次受伤减几点（护，A4.10）。"""
    guard_once: int
    """只减下一次受伤的几点（折光）。"""
    poison: int
    """自己下个回合结束时要受的毒（A4.10）。"""


@dataclass(slots=True)
class Standing:
    """一个座位的公开情况（A10）。"""

    seat: Seat
    mark: str
    """棋子；不用棋子为空。"""
    side: int
    """0 先手、1 后手；还没掷骰为 `NOBODY`（A1.6）。"""
    hero: int
    cell: int
    """英雄在哪一格。"""
    health: int
    hand: int
    """手牌几张；以下几项也只是张数。"""
    dodges: int
    reserve: int
    charge: int
    deck: int
    discard: list[int]
    """弃牌堆，后进的在后。"""
    pile: list[int]
    """士兵堆，按表里的先后。"""
    fallen: list[int]
    """士兵弃牌区。"""
    guard: int
    """英雄每次受伤减几点：护，与相邻的盾卫（A4.9、A9）。"""
    guard_once: int
    """只减下一次受伤的几点（折光）。"""
    poison: int
    """自己下个回合结束时要受的毒。"""
    boost: int
    """这回合己方士兵 ATK 加几点（号令）。"""
    turns: int
    """自己的第几个回合，从 1 起（A2.3）。"""


@dataclass(slots=True)
class View:
    """`AuroraTable.view(seat)` 的结果。"""

    setup: Setup
    """数据与桌规，整局不变、人人可知。"""
    seat: Seat | None
    """谁看的；旁观者为 `None`。"""
    phase: str
    over: bool
    turns: int
    """双方合计第几个回合，从 1 起；还没开始为 0（A7.1）。"""
    active: Seat | None
    """谁的回合；还没开始为 `None`。"""
    first: Seat | None
    """先手；还没掷骰为 `None`。"""
    players: list[Standing]
    stacks: list[StackView]
    """场上的士兵，按格子从小到大。"""
    obstacles: list[int]
    """障碍所在的格（A1.3），含冰墙。"""
    walls: list[list[int]]
    """冰墙：`[格, 谁放的]`，到他下个回合开始消失（A4.10）。"""
    moves_left: int
    """这回合还能用几张牌移动（A2.3）；不在主要阶段为 0。"""
    plays_left: int
    """这回合还能用几张牌发效果（A2.3）。"""
    deployments_left: int
    """这回合还能布置（含升阶）几次（A5.1）。"""
    skills_used: list[int]
    """这回合已发动的英雄技能（A6.1）。"""
    prepared: list[str]
    """准备阶段已做的：`dodge`、`reserve`、`charge`（A2.2）。"""
    attack: Attack | None
    """等着响应的攻击（A4.5）；没有为 `None`。"""
    winners: list[Seat]
    reason: str
    """终局的原因，同 `events.GameOver.reason`。"""
    totals: list[list[int]]
    """各座位的统计：`[造成的伤害, 击破的士兵, 成功闪避的次数]`。"""
    hand: list[int]
    """自己的手牌；旁观者与没开始时为空。以下几项同。"""
    dodge_zone: list[int]
    reserve_zone: list[int]
    charge_zone: list[int]
    """自己的蓄能牌，先放的在前；发动技能时从前面取。"""
    deck_left: list[int]
    """自己的牌库里还有哪些牌，按表里的先后：组成是知道的，次序谁也不知道。"""
    deck_name: str
    """自己用的那副卡组的名字；还没选为空。"""
