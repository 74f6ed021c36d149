"""一个座位（或旁观者）可知的一切（E10）：文字、图片、电脑玩家只能看这个。"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.kernel import Seat
from games.magicelite.second import SecondView
from games.magicelite.sets import Factor
from games.magicelite.third import ThirdView

if TYPE_CHECKING:
    from games.magicelite.setup import Setup


@dataclass(slots=True)
class Exchange:
    """正在进行的一次攻击：`defender` 要回应（E3.4）。全部公开。"""

    attacker: Seat
    """这次伤害的来源；击杀归他（E6.3）。"""
    defender: Seat
    damage: int
    """要抵消的伤害：倍率已乘，减免未算（E4.4）。"""
    cards: list[int]
    """造成这次伤害的那一套。"""
    kind: str
    """`play` 主动、`return` 返还（E6.2）、`framing`（G1.4）、`revive`（G1.3）、`control`（G2.7）。"""
    responses: int
    """这次交锋已回应几次（E6.6）；嫁祸、控制、复活引出的接着数，免得没完。"""


@dataclass(slots=True)
class Standing:
    """一个座位的公开情况（E10）。"""

    seat: Seat
    mark: str
    """棋子；不用棋子为空。"""
    alive: bool
    """还在场。"""
    side: int
    """阵营号；不组队就是座位号（G2.2、G3.14）。"""
    identity: int
    """身份卡号；出局后仍是最后那张。"""
    number: int
    """身份的点数 7–10。"""
    health: int
    cap: int
    """血量上限。"""
    hand_count: int
    skills: list[str]
    """现在可用的技能、被动与专用盾的标识（被冰封的不算）。"""
    generation: int
    """技能是第几代的（G3.4、G3.10）。"""
    factors: list[Factor]
    """此刻出一套（不声明任何技能）会乘上的倍率。"""
    revivals: int
    """恶贼已复活几次（G1.3）。"""


@dataclass(slots=True)
class View:
    """`MagicEliteTable.view(seat)` 的结果。"""

    setup: Setup
    """数据与桌规，整局不变、人人可知。"""
    seat: Seat | None
    """谁看的；旁观者为 `None`。"""
    phase: str
    over: bool
    generation: int
    turns: int
    """第几个主动回合，从 1 起；还没开始为 0。"""
    active: Seat | None
    """谁的主动回合；还没开始为 `None`。"""
    order: list[Seat]
    """在场的人，按出牌位次从大到小（E2.1）。"""
    upcoming: list[Seat]
    """在场的人，按接下来主动出牌的先后；正在主动出牌的人在最后。"""
    decks: int
    """几副牌。"""
    deck_count: int
    discard: list[int]
    laid: list[int]
    """桌面上的牌（E3.7）。"""
    exchange: Exchange | None
    retractor: Seat | None
    """现在可以悔牌（二代为另出）的人；没有为 `None`（E8）。"""
    players: list[Standing]
    winners: list[Seat]
    """终局的胜者。"""
    reason: str
    """终局的原因，同 `events.GameOver.reason`；没有结束为空。"""
    chains: list[int]
    """各次交锋回应了几次的最大值与总数 `[最长, 总回应, 交锋数]`（统计）。"""
    hand: list[int]
    """自己的手牌，按得到的先后；旁观者为空。大冒险里牌叠自己也看不到，为空（G3.5）。"""
    second: SecondView | None
    third: ThirdView | None

    def standing(self, seat: Seat) -> Standing:
        """`seat` 的公开情况。"""
        return self.players[seat]

    def enemies(self, seat: Seat) -> list[Seat]:
        """`seat` 在场的敌人，按出牌位次。"""
        side = self.players[seat].side
        return [each for each in self.order if self.players[each].side != side]
