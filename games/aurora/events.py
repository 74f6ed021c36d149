"""极光战棋里发生的事，逐件、按次序，够文字一件不漏地说清楚。

约定：`seat` 是这件事的主角；牌、英雄、士兵写各自表里的下标，格子见 `board`；单位写 `Who`（当时的样子）；没有写
`NOBODY`（-1）。秘密字段是 `Secret`，`seen_by` 之后从 `.seen` 读，没有资格的人读到 `None`。条号写在每个类的说明里。
"""

from __future__ import annotations

from dataclasses import dataclass

from games.aurora.view import Source, Who
from games.kernel import Event, Seat, Secret

# ================================================================== 开局（A1）


@dataclass(slots=True)
class FirstRolled(Event):
    """掷骰定先手（A1.6）。"""

    rolls: list[list[int]]
    """每一轮各座位掷出的点；一样就再掷一轮。"""
    first: Seat


@dataclass(slots=True)
class HeroChosen(Event):
    """选定英雄与卡组（A1.6）；两人都选好才公布。英雄公开，是哪一副卡组只有自己知道。"""

    seat: Seat
    hero: int
    health: int
    deck: Secret[str]
    """卡组的名字。"""


@dataclass(slots=True)
class ObstaclePlaced(Event):
    """放下障碍（A1.3）。"""

    seat: Seat
    cell: int


@dataclass(slots=True)
class HeroPlaced(Event):
    """英雄进场（A1.4）。"""

    seat: Seat
    cell: int
    rolls: list[int]
    """掷出的点，从 1 起，最后一个是站的列；自己选的格为空。"""


@dataclass(slots=True)
class ZonesSet(Event):
    """开局五张分好了闪避区与备用区（A1.5）。"""

    seat: Seat
    dodges: int
    reserve: int
    cards: Secret[list[list[int]]]
    """`[闪避区的牌, 备用区的牌]`。"""


# ================================================================== 牌（A2）


@dataclass(slots=True)
class Drew(Event):
    """摸牌（A1.5、A2.1）或牌效摸牌。"""

    seat: Seat
    reason: str
    """`opening` 开局、`turn` 摸牌阶段、`effect` 牌效或技能、`leave` 离场效果。"""
    count: int
    missing: int
    """牌不够，少摸几张。"""
    left: int
    """牌库还剩几张。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Reshuffled(Event):
    """牌库空了，弃牌堆洗成新的牌库（A2.1）。"""

    seat: Seat
    count: int


@dataclass(slots=True)
class Stowed(Event):
    """牌进了闪避区（A2.2、入闪、烟幕）。"""

    seat: Seat
    origin: str
    """从哪里：`reserve`、`hand`、`discard`。"""
    count: int
    total: int
    """闪避区现在几张。"""
    shown: list[int]
    """是哪些牌，只在从弃牌堆取时写（弃牌堆公开）；否则为空。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Reserved(Event):
    """一张手牌放入备用区（A2.2）。"""

    seat: Seat
    total: int
    """备用区现在几张。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Charged(Event):
    """蓄能（A2.2、蓄能n、汲能）。"""

    seat: Seat
    origin: str
    """从哪里：`hand`、`reserve`、`deck`。"""
    count: int
    total: int
    """英雄下现在几张。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Discarded(Event):
    """牌进了弃牌堆，公开（A10）。"""

    seat: Seat
    reason: str
    """`limit` 弃牌阶段（A2.4）、`lost` 被锁喉弃掉的闪避牌。"""
    cards: list[int]


# ================================================================== 回合（A2）


@dataclass(slots=True)
class TurnStarted(Event):
    """回合开始（A2）。"""

    seat: Seat
    number: int
    """双方合计第几个回合（A7.1）。"""
    own: int
    """自己的第几个回合：这回合最多几张移动、几张效果（A2.3）。"""


@dataclass(slots=True)
class PhaseStarted(Event):
    """进入一个要自己做事的阶段（A2）。"""

    seat: Seat
    phase: str
    """`preparing` 准备、`main` 主要、`discarding` 弃牌。"""


@dataclass(slots=True)
class TurnEnded(Event):
    """回合结束（A2）。"""

    seat: Seat


@dataclass(slots=True)
class Expired(Event):
    """一样有期限的效果到期（A4.10）。"""

    seat: Seat
    """谁放的。"""
    what: str
    """`guard` 护、`guard_once` 折光、`boost` 号令、`wall` 冰墙。"""
    who: Who | None
    """在哪个单位身上；冰墙与号令为 `None`。"""
    cell: int
    """冰墙所在的格；其余为 `NOBODY`。"""


@dataclass(slots=True)
class GameOver(Event):
    """对局结束。"""

    winners: list[Seat]
    """平局是两个人。"""
    reason: str
    """`hero` 英雄倒下（A1.2）、`both` 同时倒下（A1.2）、`cap` 满回合数生命高者胜、`cap_tie` 满回合数生命相同（A7.1）、
    `timeout` 连续超时判负（A11.4）。"""


# ================================================================== 行动（A3、A4、A6）


@dataclass(slots=True)
class CardMoved(Event):
    """用一张牌移动（A3.1）；走到哪里看其后的 `Walked`。"""

    seat: Seat
    card: int
    left: int
    """这回合还能用几张牌移动。"""


@dataclass(slots=True)
class CardPlayed(Event):
    """打出一张牌发效果（A2.3、A4.6）。"""

    seat: Seat
    card: int
    left: int
    """这回合还能用几张牌发效果。"""


@dataclass(slots=True)
class CardRetracted(Event):
    """还没选范围，收回打出的牌，不计次数（A11.2）。技能选定范围才宣告，收回时没有这件事。"""

    seat: Seat
    card: int


@dataclass(slots=True)
class SkillUsed(Event):
    """发动英雄技能（A6.1）；要先选范围的，选定才宣告。"""

    seat: Seat
    skill: int
    paid: list[int]
    """移除的蓄能牌，进弃牌堆，公开（A10）。"""


@dataclass(slots=True)
class Walked(Event):
    """一个单位换了位置。"""

    who: Who
    """换位之后的样子。"""
    start: int
    path: list[int]
    """踏上的格依次，最后一个是现在的位置。"""
    reason: str
    """`move` 移动牌（A3.1）、`effect` 牌效的移动、`dash` 直移、`shadow` 影步、`dodge` 闪避（A4.5）、
    `round` 士兵一轮行动（A5.3）、`push` 被推（A4.9）、`swap` 换位（A4.11）。"""


@dataclass(slots=True)
class AttackDeclared(Event):
    """选定了范围与次序（A4、A4.6）。"""

    source: Source
    defender: Seat
    cells: list[int]
    """攻击的格，按结算的次序。"""


@dataclass(slots=True)
class Dodged(Event):
    """翻开一张闪避牌（A4.5）；走到哪里看其后的 `Walked`。"""

    seat: Seat
    card: int
    left: int
    """闪避区还剩几张。"""


@dataclass(slots=True)
class Stayed(Event):
    """可以响应而不响应（A4.5）。"""

    seat: Seat


@dataclass(slots=True)
class AttackEnded(Event):
    """攻击结束（A4）。"""

    source: Source
    hits: int
    """打中几个单位。"""


@dataclass(slots=True)
class Wounded(Event):
    """受伤。"""

    who: Who
    source: Source
    amount: int
    """该受几点，减伤之前。"""
    reduced: int
    """减掉几点（A4.9）。"""
    lost: int
    """实际扣几点。"""
    health: int
    """还剩几点。"""


@dataclass(slots=True)
class Healed(Event):
    """回复，不超过上限（A1.2、A5.4）。"""

    who: Who
    gained: int
    """实际回了几点；满的为 0。"""
    health: int


@dataclass(slots=True)
class Pushed(Event):
    """推（A4.9）；推动了几格看其前的 `Walked`，没动就没有。"""

    who: Who
    blocked: str
    """受阻于 `edge` 边界、`obstacle` 障碍、`unit` 单位；没有受阻为空。"""


@dataclass(slots=True)
class Guarded(Event):
    """得到减伤（护、折光）。"""

    who: Who
    amount: int
    once: bool
    """只减下一次。"""


@dataclass(slots=True)
class Poisoned(Event):
    """中毒：自己下个回合结束时受伤（A4.10）。"""

    who: Who
    amount: int


@dataclass(slots=True)
class Rooted(Event):
    """士兵在自己下个主要阶段不能移动（A4.10、A9 霜环）。"""

    who: Who


@dataclass(slots=True)
class Boosted(Event):
    """这回合己方士兵 ATK 加几点（A9 号令）。"""

    seat: Seat
    amount: int


@dataclass(slots=True)
class WallRaised(Event):
    """放下冰墙（A4.11）。"""

    seat: Seat
    cell: int


@dataclass(slots=True)
class Fizzled(Event):
    """一步没有可做的，略过：如闪避区满了、没有可选的格、没有士兵。只由公开的情况决定。"""

    seat: Seat
    step: str
    """步的名字，即 `language.steps` 里的类名。"""


# ================================================================== 士兵（A5）


@dataclass(slots=True)
class Deployed(Event):
    """布置士兵（A5.1）。"""

    who: Who
    extra: bool
    """是牌效给的，不占每回合的次数（A5.8）。"""
    left: int
    """这回合还能布置几次。"""


@dataclass(slots=True)
class Upgraded(Event):
    """升阶（A5.1、A5.5）。"""

    who: Who
    """升阶之后。"""
    under: int
    """原来最上面的是哪种士兵。"""
    base: int
    """作底的升变牌；保留原牌为 `NOBODY`（A5.6）。"""
    health: int
    extra: bool
    left: int


@dataclass(slots=True)
class RoundStarted(Event):
    """一轮行动开始（A5.3）。"""

    who: Who
    left: int
    """这个主要阶段此后还有几轮。"""
    extra: bool
    """是牌效给的，不占轮数（A5.8）。"""


@dataclass(slots=True)
class Left(Event):
    """一叠士兵离场（A5.4）。"""

    who: Who
    killer: Who | None
    """击杀它的单位；没有（毒、离场伤害的来源已不在等）为 `None`。"""
    cards: list[int]
    """一起离场的全部士兵，自上而下，升变牌在最后（A5.7）。"""


@dataclass(slots=True)
class LeaveTriggered(Event):
    """一张士兵的离场效果（A5.7）。"""

    seat: Seat
    """受益者：当时的控制者。"""
    soldier: int


@dataclass(slots=True)
class Promoted(Event):
    """升变：把击杀的士兵放到自己牌下（A5.6）。"""

    who: Who
    """击杀者。"""
    soldier: int
    """得到的升变牌。"""
    taken: bool
    """要了；`False` 是放弃，那张回士兵弃牌区。"""
