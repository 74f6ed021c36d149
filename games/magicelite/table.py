"""魔法精英的牌桌：桌上的一切，以及只动牌、只算数的基本动作。规则在 `rules/`。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

from games.kernel import Choice, Flow, Seat, Space, Table
from games.magicelite.second import SecondState
from games.magicelite.setup import Setup
from games.magicelite.third import ThirdState
from games.magicelite.view import Exchange, Standing, View

if TYPE_CHECKING:
    from games.magicelite.rules.generation import Generation
    from games.magicelite.rules.skill import Skill

__all__ = ["END_VOTE", "NOBODY", "Exchange", "Flow", "MagicEliteTable"]

NOBODY = -1
"""没有这个人、没有这张牌。"""
END_VOTE = "end_vote"
"""终止表决：随时可说的声明（G2.3）。"""


@dataclass(slots=True)
class MagicEliteTable(Table):
    """桌上的一切。按座位的列表下标都是座位号；手牌是牌号，身份卡是卡号。"""

    setup: Setup
    pieces: list[str] = field(default_factory=list)
    """各座位的棋子；不用棋子则全空。"""
    decks: int = 0
    """几副牌（E1.2）。"""
    deck: list[int] = field(default_factory=list)
    """摸牌库，末尾是顶。"""
    discard: list[int] = field(default_factory=list)
    """弃牌堆，末尾是最后进的。"""
    laid: list[int] = field(default_factory=list)
    """桌面上的牌：交锋结束才进弃牌堆（E3.7）。"""
    hands: list[list[int]] = field(default_factory=list)
    """手牌，按得到的先后。"""
    identity: list[int] = field(default_factory=list)
    """各人在场的身份卡；出局后不变。"""
    spare: list[int] = field(default_factory=list)
    """没有发出去的身份卡，末尾是顶（G3.11 从这里并）。"""
    alive: list[bool] = field(default_factory=list)
    side: list[int] = field(default_factory=list)
    """阵营号；不组队就是座位号（G2.2、G3.14）。"""
    health: list[int] = field(default_factory=list)
    cap: list[int] = field(default_factory=list)
    """血量上限。"""
    revivals: list[int] = field(default_factory=list)
    """恶贼已复活几次（G1.3）。"""
    turns: int = 0
    """第几个主动回合，从 1 起（E9.2）。"""
    active: Seat = NOBODY
    """谁的主动回合（原主动者，E6.4）。"""
    cursor: int = -1
    """他轮到时的位次（`Setup.place`）；下一位从这里往后找，-1 为从最大的角色起（E6.4）。"""
    exchange: Exchange | None = None
    """等着回应的攻击；没有为 `None`。"""
    last_slain: list[Seat] = field(default_factory=list)
    """最近一次同时死去的人：全部出局时由他们并列（E9.1）。"""
    spoiled: bool = False
    """刚出的一套已经动了不能退的东西：摸牌、扣血、翻牌、抽编号、触发技能（E8）。"""
    retracted: bool = False
    """刚出的一套是悔过一次的，不能再悔（E8）。"""
    undo: str = ""
    """出这一套之前的桌子（JSON）；空的不能悔（E8）。秘密。"""
    undo_seat: Seat = NOBODY
    """可以悔牌的人。"""
    undo_cards: list[int] = field(default_factory=list)
    """可以悔的那一套。"""
    winners: list[Seat] = field(default_factory=list)
    reason: str = ""
    """终局的原因。"""
    longest: int = 0
    """最长的一次交锋回应了几次（统计）。"""
    answered: int = 0
    """一共回应了几次（统计）。"""
    exchanges: int = 0
    """一共几次交锋（统计）。"""
    kills: list[int] = field(default_factory=list)
    """各人击杀了几次（统计）。"""
    second: SecondState | None = None
    """二代技能与武将；一代为 `None`。"""
    third: ThirdState | None = None
    """三代才有。"""

    DECLARATIONS = frozenset({END_VOTE})
    GENERATIONS: ClassVar[Mapping[int, Any]]
    """世代 → 它的流程，由 `rules` 填；用 `powers`。读快照要解析标注，所以这里写不出它们的类型。"""
    SKILLS: ClassVar[Mapping[str, Any]]
    """标识 → 技能，由 `rules` 填；用 `skill`。"""

    # ------------------------------------------------------------ 内核要的
    def copy(self) -> MagicEliteTable:
        pending = self.exchange
        return MagicEliteTable(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            self.pieces[:],
            self.decks,
            self.deck[:],
            self.discard[:],
            self.laid[:],
            [each[:] for each in self.hands],
            self.identity[:],
            self.spare[:],
            self.alive[:],
            self.side[:],
            self.health[:],
            self.cap[:],
            self.revivals[:],
            self.turns,
            self.active,
            self.cursor,
            None
            if pending is None
            else Exchange(
                pending.attacker,
                pending.defender,
                pending.damage,
                pending.cards[:],
                pending.kind,
                pending.responses,
            ),
            self.last_slain[:],
            self.spoiled,
            self.retracted,
            self.undo,
            self.undo_seat,
            self.undo_cards[:],
            self.winners[:],
            self.reason,
            self.longest,
            self.answered,
            self.exchanges,
            self.kills[:],
            None if self.second is None else self.second.copy(),
            None if self.third is None else self.third.copy(),
        )

    def declaration(self, seat: Seat, what: str) -> Space | Sequence[Choice]:
        """终止表决：`"agree"` 或 `"oppose"`；只有二代、已有武将阵亡时才能（G2.3）。"""
        return self.powers.declaration(self, seat, what)

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        self.powers.declare(self, seat, what, choice)

    def become(self, state: str) -> None:
        """变成存档 `state`（`snapshot` 的文字）里的样子；`setup` 与 `out` 不动（E8 悔牌）。"""
        other = type(self).restore(state.encode(), self.setup)
        for entry in fields(self):
            if entry.name not in ("setup", "out"):
                setattr(self, entry.name, getattr(other, entry.name))

    def close_undo(self) -> None:
        """关上悔牌的窗口：下一个人已经行动，或牌局动了不能退的东西（E8）。"""
        self.undo = ""
        self.undo_seat = NOBODY
        self.undo_cards = []

    # ------------------------------------------------------------ 这一代的规则
    @property
    def powers(self) -> Generation:
        """这一代的流程。"""
        return self.GENERATIONS[self.setup.generation]

    def skill(self, key: str) -> Skill:
        """标识叫 `key` 的技能怎么结算。"""
        return self.SKILLS[key]

    def skills(self, seat: Seat) -> Sequence[str]:
        """`seat` 现在可用的技能、被动与专用盾的标识；冰封的、没解锁的不算。"""
        return self.powers.skills(self, seat)

    def has(self, seat: Seat, skill: str) -> bool:
        """`seat` 现在有没有这门技能。"""
        return skill in self.powers.skills(self, seat)

    # ------------------------------------------------------------ 算数
    def number(self, seat: Seat) -> int:
        """身份的点数（E1.3）。"""
        return self.setup.identities.number[self.identity[seat]]

    def place(self, seat: Seat) -> int:
        """出牌的位次，小的先（E2.1）。"""
        return self.setup.place[self.identity[seat]]

    def order(self) -> list[Seat]:
        """在场的人，按出牌位次（E2.1、E2.2）。"""
        place = self.setup.place
        identity = self.identity
        return sorted(
            (seat for seat in range(self.seats) if self.alive[seat]), key=lambda seat: place[identity[seat]]
        )

    def upcoming(self, after: int) -> list[Seat]:
        """在场的人，从位次 `after` 之后的第一位起轮一圈（E6.4）。"""
        order = self.order()
        for index, seat in enumerate(order):
            if self.place(seat) > after:
                return order[index:] + order[:index]
        return order

    def reachable(self) -> list[Seat]:
        """打得到、伤得到的人，按出牌位次：在场，不是被击杀而还没有了结的（G3.2）。"""
        if self.third is None or not self.third.fallen:
            return self.order()
        fallen = [entry.seat for entry in self.third.fallen]
        return [each for each in self.order() if each not in fallen]

    def enemies(self, seat: Seat) -> list[Seat]:
        """打得到的敌人，按出牌位次。"""
        side = self.side
        mine = side[seat]
        return [each for each in self.reachable() if side[each] != mine]

    # ------------------------------------------------------------ 给人看（E10）
    def view(self, seat: Seat | None) -> View:
        """`seat`（`None` 为旁观者）按 E10 可知的一切。"""
        powers = self.powers
        numbers = self.setup.identities.number
        pending = self.exchange
        started = bool(self.hands)
        players = [
            Standing(
                each,
                self.pieces[each],
                self.alive[each],
                self.side[each],
                self.identity[each],
                numbers[self.identity[each]],
                self.health[each],
                self.cap[each],
                len(self.hands[each]),
                list(powers.skills(self, each)),
                powers.skill_generation(self, each),
                powers.factors(self, each, [], "play"),
                self.revivals[each],
            )
            for each in range(self.seats)
        ]
        return View(
            self.setup,
            seat,
            self.phase,
            self.over,
            self.setup.generation,
            self.turns,
            None if self.active == NOBODY else self.active,
            self.order(),
            self.upcoming(self.cursor),
            self.decks,
            len(self.deck),
            self.discard[:],
            self.laid[:],
            None
            if pending is None
            else Exchange(
                pending.attacker,
                pending.defender,
                pending.damage,
                pending.cards[:],
                pending.kind,
                pending.responses,
            ),
            None if self.undo_seat == NOBODY else self.undo_seat,
            players,
            self.winners[:],
            self.reason,
            [self.longest, self.answered, self.exchanges],
            [] if seat is None or not started or powers.blind(self, seat) else self.hands[seat][:],
            None if self.second is None else self.second.view(seat),
            None if self.third is None else self.third.view(seat),
        )
