"""落叶长跑里发生的事，逐件、按次序，够文字一件不漏地说清楚。

约定：`seat` 是这件事的主角；牌一律是牌号（`LeafrunData.deck` 的下标）；格子从 0（起点）数起；增益写
①②③ 的号 1..3；点数写骰面。秘密字段是 `Secret`，`seen_by` 之后从 `.seen` 读，没有资格的人读到 `None`。
条号写在每个类的说明里。
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from games.kernel import Event, Seat, Secret

# ------------------------------------------------------------------ 开局与顺序


@dataclass(slots=True)
class Rolled(Event):
    """掷出一枚骰子（L1.6）。"""

    seat: Seat
    purpose: str
    """`order`（L2.1、L3.1）、`event`（L4.7）、`attraction`（L8.3）、`use_terrain`（L8.10）。"""
    sides: int
    value: int


@dataclass(slots=True)
class RollTied(Event):
    """这些人掷成平手，他们之间重掷（L2.1）。"""

    seats: list[Seat]


@dataclass(slots=True)
class OrderSet(Event):
    """这一轮的出牌顺序定了（L2.1、L3.1）；只含能出牌的人。"""

    order: list[Seat]
    woken: list[Seat]
    """其中本轮刚苏醒、因此排在最后的人。"""


@dataclass(slots=True)
class CharactersOffered(Event):
    """每人暗抽了角色牌（L2.2）。"""

    count: int
    """每人几张。"""
    candidates: Secret[list[int]]
    """自己的候选：角色号。"""


@dataclass(slots=True)
class CharactersChosen(Event):
    """全部选定，一起公开（L2.2）。"""

    characters: list[int]
    """各座位的角色号。"""


@dataclass(slots=True)
class Drew(Event):
    """摸牌。"""

    seat: Seat
    reason: str
    """`opening`（L2.3）、`exchange`（L2.4）、`two_for_three`（L4.2）、`two_for_one`（L4.3）、
    `walk`（L5.10）、`next_track`（L7.4）、`barter`（L8.5）、`royal_gift`（L8.12）。"""
    count: int
    """摸到几张。"""
    missing: int
    """牌堆与弃牌堆都空了，少摸几张（L4.11）。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Reshuffled(Event):
    """牌堆空了，弃牌堆洗成新的牌堆（L4.11）。"""

    count: int


@dataclass(slots=True)
class Exchanged(Event):
    """开局换牌：弃了几张（L2.4）。各人的一起进弃牌堆，谁弃了什么只有自己知道。"""

    seat: Seat
    count: int
    cards: Secret[list[int]]


# ------------------------------------------------------------------ 一轮


@dataclass(slots=True)
class TrackStarted(Event):
    """开始一条跑道（L2.5）。"""

    track: int
    """第几条，从 0 起。"""
    cells: str


@dataclass(slots=True)
class RoundStarted(Event):
    """新的一轮。"""

    track: int
    round: int
    """这条跑道的第几轮，从 1 起。"""


@dataclass(slots=True)
class Woke(Event):
    """苏醒（L6.1；换道 L6.4）。"""

    seat: Seat
    health: int
    reason: str
    """`half` 选了半血、`full` 多等一轮后满血、`next_track` 换跑道。"""


@dataclass(slots=True)
class StillFainted(Event):
    """本轮仍昏厥着（L6.1）。"""

    seat: Seat
    chosen: bool
    """自己选了再等一轮。"""


@dataclass(slots=True)
class BearArrived(Event):
    """上一轮打的 bear 兑现：体力回满，本轮每张行动牌步数加倍（L8.7）。"""

    seat: Seat
    gained: int
    health: int


@dataclass(slots=True)
class BearLost(Event):
    """没兑现的 bear 作废（L8.7）。"""

    seat: Seat
    reason: str
    """`faint` 或 `next_track`。"""


@dataclass(slots=True)
class RoundSkipped(Event):
    """本轮被跳过（L8.18 选项「跳过下一轮」）：不出牌、不移动、不摸牌。"""

    seat: Seat


@dataclass(slots=True)
class TurnStarted(Event):
    """轮到某人出牌。"""

    seat: Seat


@dataclass(slots=True)
class TurnEnded(Event):
    """出牌结束。"""

    seat: Seat
    reason: str
    """`end` 自己结束、`rest` 强制休息（L8.19）、`stumble` 马失前蹄（L8.18）、`faint`（L6.2）、
    `finish` 到了终点（L3.2）、`track` 这条跑道跑完了（L3.3）。"""


# ------------------------------------------------------------------ 出牌


@dataclass(slots=True)
class MovePlayed(Event):
    """打行动牌加步数（L4.1）。"""

    seat: Seat
    cards: list[int]
    steps: int
    """这次加的步数（bear 兑现的那轮每张加倍，L8.7）。"""
    total: int
    """本轮累计加的步数。"""
    wasted: bool
    """本轮已定不移动，白打。"""


@dataclass(slots=True)
class TwoForThree(Event):
    """二换三（L4.2）；接着是 `Drew`。"""

    seat: Seat
    action: int
    other: int


@dataclass(slots=True)
class TwoForOne(Event):
    """二弃一（L4.3）；接着是 `Drew`。"""

    seat: Seat
    cards: list[int]


@dataclass(slots=True)
class WeaponGiven(Event):
    """把武器给别人，占他的负重（L4.4）。"""

    seat: Seat
    card: int
    target: Seat
    load: int
    """给了以后目标的负重。"""
    limit: int
    """目标的负重上限。"""


@dataclass(slots=True)
class ArmourWorn(Event):
    """装备防具（L4.5）。"""

    seat: Seat
    card: int
    replaced: int | None
    """换下来进弃牌堆的那件。"""


@dataclass(slots=True)
class RecoveryPlayed(Event):
    """打恢复牌（L4.6）。"""

    seat: Seat
    card: int
    gained: int
    """实际回了几点，满血为 0。"""
    health: int


@dataclass(slots=True)
class ElementPlayed(Event):
    """打元素牌（L4.8）；接着是 `BuffGained`。"""

    seat: Seat
    card: int


@dataclass(slots=True)
class BuffGained(Event):
    """得到元素增益（L4.8、L8.17）。"""

    seat: Seat
    buff: int
    """1 负重上限与体力上限 +1；2 移动 +1；3 每轮回 1 体力。"""
    friendship: bool
    """来自「友谊永恒」，持续到游戏结束。"""


@dataclass(slots=True)
class BindingLifted(Event):
    """物理束缚解除，全部元素增益恢复（L8.4）。"""

    reason: str
    """`element` 有人打出元素牌、`friendship` 友谊永恒。"""


@dataclass(slots=True)
class TriggerPlayed(Event):
    """打出事件触发（L4.7）；接着是 `Rolled`、`EventBegan`。"""

    seat: Seat
    card: int
    number: int
    """本回合第几张，从 1 起。"""


@dataclass(slots=True)
class EventBegan(Event):
    """一个事件开始执行（L8）。"""

    seat: Seat
    face: int
    """点数；名称与说明在 `LeafrunData.faces`。"""
    kind: str
    repeated: bool
    """由「时光倒流」重复（L8.16）。"""


@dataclass(slots=True)
class EventSkipped(Event):
    """事件（或它的一部分）没有可做的，略过。"""

    seat: Seat
    kind: str
    reason: str
    """`no_target` 没有合法对象；`no_cards` 没有可用的牌；`declined` 自己选了不用；`none_before` 前面没有发生过
    事件（L8.16）；`resin` 被树脂球固定（L5.11、L8.9）；`no_steps` 前进 0 格（L8.10）。"""


@dataclass(slots=True)
class BecameSpecial(Event):
    """事件触发留在手里，成为特殊牌（L8.1、L8.6、L8.7、L8.15、L8.19）。"""

    seat: Seat
    card: int
    kind: str
    """`come_here`、`rainboom`、`bear`、`roadblock`、`forced_rest`。"""


@dataclass(slots=True)
class SpecialPlayed(Event):
    """打出特殊牌（L4.12、L8.19）；那张牌还原为普通的事件触发，进弃牌堆（L4.13）。"""

    seat: Seat
    card: int
    kind: str
    target: Seat | None
    """「给我过来」选的人。"""


@dataclass(slots=True)
class Discarded(Event):
    """当众弃牌。"""

    seat: Seat
    cards: list[int]
    reason: str
    """`light_dash`（L8.2）、`barter`（L8.5）、`scatter`（L8.11）。"""


@dataclass(slots=True)
class Pulled(Event):
    """被拉到别人那一格（L8.1、L8.3）；不是移动（L5.11）。"""

    seat: Seat
    by: Seat
    origin: int
    cell: int
    reason: str
    """`come_here` 或 `attraction`。"""


@dataclass(slots=True)
class Swapped(Event):
    """两人换位（L8.14）；不是移动（L5.11）。"""

    seat: Seat
    other: Seat
    cell: int
    """`seat` 换到的格。"""
    other_cell: int
    """`other` 换到的格。"""


@dataclass(slots=True)
class Bound(Event):
    """物理束缚：所有元素增益失效（L8.4）。"""

    clipped: list[tuple[Seat, int]]
    """体力被截到上限的人与他现在的体力。"""


@dataclass(slots=True)
class CardsMoved(Event):
    """牌从一人手里到另一人手里（L8.8、L8.13）；内容只有双方知道。"""

    source: Seat
    target: Seat
    reason: str
    """`trade` 强买强卖抽走、`trade_back` 抽回、`salvage_take` 捡漏、`salvage_give` 释放。"""
    count: int
    specials: list[tuple[int, str]]
    """其中的特殊牌 `(牌, 种类)`，易主时公开（L9）。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class ArmourMoved(Event):
    """装备着的防具到了另一人手里（L8.13）。"""

    source: Seat
    target: Seat
    card: int


@dataclass(slots=True)
class ResinThrown(Event):
    """把行动牌当树脂球打出（L8.9）：到本轮结束目标不能移动、不能被拉换。"""

    seat: Seat
    card: int
    target: Seat


@dataclass(slots=True)
class MagicBound(Event):
    """魔法束缚（L8.20）。"""

    factor: int
    """现在武器、防具、效果、恢复牌每张负重的倍数。"""


@dataclass(slots=True)
class RoadblockPlaced(Event):
    """放下一枚路障（L8.15）。"""

    seat: Seat
    cell: int
    exempt: list[Seat]
    """不必付步数的人：放的人与放时已在这格的人（L5.7）。"""


@dataclass(slots=True)
class LeavesRegrew(Event):
    """时光倒流：本跑道所有落叶变林间（L8.16）。"""

    count: int


@dataclass(slots=True)
class Halted(Event):
    """本轮不移动了。"""

    seat: Seat
    reason: str
    """`bear`（L8.7）、`stumble`（L8.18）、`forced_rest`（L8.19）。"""


@dataclass(slots=True)
class SkipsNextRound(Event):
    """将跳过下一轮（L8.18 选项）。"""

    seat: Seat


# ------------------------------------------------------------------ 移动


@dataclass(slots=True)
class Plan:
    """一个人这次的步数是怎么来的（L5.1）。"""

    seat: Seat
    move: int
    """移动值（含增益②）。"""
    added: int
    """行动牌加的步数。"""
    overload: int
    """超重张数，要减去。"""
    steps: int
    """本次步数；不移动为 0。"""
    reason: str
    """不移动的原因：空串为照常；`no_move`（L5.12）、`resin`（L8.9）。"""


@dataclass(slots=True)
class MovementStarted(Event):
    """全员同时移动开始（L5.1）。"""

    plans: list[Plan]


@dataclass(slots=True)
class StepsChosen(Event):
    """自选走几格（L5.2 选项「必须走满」关）。"""

    seat: Seat
    steps: int


@dataclass(slots=True)
class AdvanceStarted(Event):
    """事件造成的立即前进开始（L8.2、L8.10）。"""

    seat: Seat
    steps: int
    reason: str
    """`light_dash` 或 `use_terrain`。"""


@dataclass(slots=True)
class Stepped(Event):
    """进一格（L5.2）。"""

    seat: Seat
    beat: int
    """第几拍，从 1 起；同一拍的人同时走。"""
    cell: int
    terrain: str
    """这格的地形字母，改变之前的。"""
    left: int
    """还剩的步数。"""
    sliding: bool
    """滑沙滑出的一格（L5.6）。"""


@dataclass(slots=True)
class HealthLost(Event):
    """林间扣血（L5.4）。"""

    seat: Seat
    amount: int
    health: int


@dataclass(slots=True)
class LossPrevented(Event):
    """这格林间没有扣血。"""

    seat: Seat
    reason: str
    """`armour` 防具抵消（L4.5）、`rainboom` 彩虹音爆（L8.6）、`use_terrain` 善用地形（L8.10）。"""
    card: int | None
    """抵消后弃掉的防具。"""


@dataclass(slots=True)
class Swamped(Event):
    """进沼泽，剩余步数清零（L5.5）。"""

    seat: Seat
    lost: int
    """清掉的步数。"""


@dataclass(slots=True)
class RoadblockPaid(Event):
    """付步数拆路障（L5.7）。"""

    seat: Seat
    cell: int
    left: int
    """付完还剩的步数。"""
    leaving: bool
    """这是离开时付的。"""


@dataclass(slots=True)
class RoadblockRemoved(Event):
    """一枚路障拆掉了（L5.7）。"""

    cell: int
    by: list[Seat]


@dataclass(slots=True)
class HeldByRoadblock(Event):
    """没有步数付路障，停住（L5.7）。"""

    seat: Seat
    cell: int


@dataclass(slots=True)
class SandSlides(Event):
    """停在滑沙上，下一拍再进一格（L5.6、L5.11 选项）。"""

    seat: Seat
    cell: int


@dataclass(slots=True)
class TerrainChanged(Event):
    """这格变成了落叶（L5.4、L5.5）。"""

    cell: int
    before: str
    after: str


@dataclass(slots=True)
class Fainted(Event):
    """昏厥（L6.1）。"""

    seat: Seat
    reason: str
    """`forest` 林间扣到 0、`rainboom` 彩虹音爆之后（L8.6）。"""
    at_end: bool
    """已在终点：只记昏厥。"""


@dataclass(slots=True)
class Arrived(Event):
    """到终点（L5.9）。"""

    seat: Seat
    overshoot: int
    """超出的步数。"""
    health: int
    """比名次用的体力（L7.1）。"""


@dataclass(slots=True)
class Ranked(Event):
    """名次定了（L7.1–L7.3、L3.3）。"""

    seat: Seat
    place: int
    """第几名，从 1 起；0 为满轮数仍没到，没有名次（L3.3）。"""
    points: int
    """实得的分。"""
    penalty: int
    """因「自由的强制休息」扣掉的分（L7.3）。"""
    tied: list[Seat]
    """与他并列的其他人。"""
    automatic: bool
    """只剩一人没到，自动判的（L3.3）。"""


@dataclass(slots=True)
class MovementEnded(Event):
    """移动全部结束；此后按出牌顺序摸牌（L5.10）。"""

    walked: list[int]
    """各座位计入摸牌的格数。"""


@dataclass(slots=True)
class Regenerated(Event):
    """增益③回体力（L4.8）。"""

    seat: Seat
    gained: int
    health: int


# ------------------------------------------------------------------ 换道与结束


@dataclass(slots=True)
class TrackEnded(Event):
    """一条跑道跑完了。"""

    track: int
    places: list[int]
    """各座位的名次，0 为没到。"""
    points: list[int]
    """各座位这条道的分。"""
    totals: list[int]
    """各座位的总分。"""


@dataclass(slots=True)
class BuffsKept(Event):
    """换道时留下与失去的元素增益（L7.4）；友谊永恒的不在内。"""

    seat: Seat
    kept: list[int]
    lost: list[int]
    cards: list[int]
    """离场进弃牌堆的元素牌。"""


@dataclass(slots=True)
class Restored(Event):
    """换道时体力不足一半，回到一半（L7.4）。"""

    seat: Seat
    health: int


@dataclass(slots=True)
class Trimmed(Event):
    """换道时弃到规定张数（L7.4）。各人的一起进弃牌堆，谁弃了什么只有自己知道。"""

    seat: Seat
    count: int
    cards: Secret[list[int]]


@dataclass(slots=True)
class GameEnded(Event):
    """终局（L7.5）。"""

    winners: list[Seat]
    totals: list[int]
    firsts: list[int]
    """各座位拿第一名的次数。"""


def plain(event: Event) -> dict[str, Any]:
    """把（`seen_by` 过的）事件写成能存 JSON 的字典；秘密字段写成自己看到的值。"""

    def value_of(value: Any) -> Any:
        if isinstance(value, Secret):
            return value.seen  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if isinstance(value, (list, tuple)):
            return [value_of(each) for each in value]
        if is_dataclass(value) and not isinstance(value, type):
            return {entry.name: value_of(getattr(value, entry.name)) for entry in fields(value)}
        return value

    return {"event": type(event).__name__} | {
        entry.name: value_of(getattr(event, entry.name)) for entry in fields(event)
    }
