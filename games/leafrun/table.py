"""落叶长跑的牌桌：桌上的一切，以及只动牌、只算数的基本动作。规则在 `rules/`。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.kernel import Choice, Flow, Seat, Secret, Table
from games.leafrun.events import Drew, Reshuffled
from games.leafrun.setup import PLAIN, RECEIVED, Setup
from games.leafrun.view import Barrier, Held, Standing, View

__all__ = ["AUTO", "FRIENDSHIP", "KEEP", "NOBODY", "NOTHING", "Barrier", "Flow", "LeafrunTable"]

NOTHING = -1
"""没有（防具、增益、角色）。"""
FRIENDSHIP = -2
"""增益来自友谊永恒，不是元素牌（L8.17）。"""
NOBODY = -1
"""没有轮到谁。"""
AUTO = "auto"
"""防具用于第一次扣血（L4.5）。"""
KEEP = "keep"
"""防具只在这次扣血会致晕时用（L4.5）。"""


@dataclass(slots=True)
class LeafrunTable(Table):
    """桌上的一切。按座位的列表下标都是座位号；牌是牌号，格子从 0（起点）起。"""

    setup: Setup
    pieces: list[str] = field(default_factory=list)
    """各座位的棋子（L1.1）。"""
    track: int = -1
    """第几条跑道，从 0 起；还没开跑为 -1。"""
    round: int = 0
    """这条道的第几轮，从 1 起。"""
    rounds: list[int] = field(default_factory=list)
    """跑完的各条道各用了几轮。"""
    terrain: list[str] = field(default_factory=list)
    """这条跑道各格现在的地形字母。"""
    roadblocks: list[Barrier] = field(default_factory=list)
    """路障，按放下的先后（L5.7）。"""
    order: list[Seat] = field(default_factory=list)
    """本轮出牌顺序，只含能出牌的人（L3.1）。"""
    turn: int = 0
    """轮到 `order` 里的第几个。"""
    active: Seat = NOBODY
    """正在出牌的人。"""
    exchanges: int = 0
    """本回合用了几次二换三（L4.2）。"""
    trades: int = 0
    """本回合用了几次二弃一（L4.3）。"""
    triggers: int = 0
    """本回合结算了几张事件触发（L4.7）。"""
    last_event: int = 0
    """上一个发生过的、不是时光倒流的事件的点数，跨跑道计；没有为 0（L8.16）。"""
    bound: bool = False
    """物理束缚生效中（L8.4）。"""
    magic: int = 1
    """魔法束缚的倍数（L8.20）。"""
    deck: list[int] = field(default_factory=list)
    """牌堆，末尾是顶。"""
    discard: list[int] = field(default_factory=list)
    """弃牌堆，末尾是最后进的。"""
    mark: list[int] = field(default_factory=list)
    """牌号 → 记号（`setup.PLAIN` 等）；只有手里的牌可能有记号。"""
    candidates: list[list[int]] = field(default_factory=list)
    """各座位还没选定的角色候选（L2.2）。"""
    character: list[int] = field(default_factory=list)
    position: list[int] = field(default_factory=list)
    health: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    """手牌，按得到的先后。"""
    specials: list[list[int]] = field(default_factory=list)
    """手里的特殊牌，按得到的先后；是 `hands` 的一部分。"""
    armour: list[int] = field(default_factory=list)
    """装备着的防具，没有为 `NOTHING`。"""
    armour_mode: list[str] = field(default_factory=list)
    """`AUTO` 或 `KEEP`（L4.5）。"""
    buffs: list[list[int]] = field(default_factory=list)
    """三种增益各来自哪张元素牌；没有为 `NOTHING`，友谊永恒给的为 `FRIENDSHIP`。"""
    fainted: list[int] = field(default_factory=list)
    """-1 醒着；0 本轮昏厥；1 起为昏厥后过了几轮（L6.1）。"""
    halted: list[bool] = field(default_factory=list)
    """本轮不移动（L5.12）。"""
    resin: list[bool] = field(default_factory=list)
    """到本轮结束不能移动、不能被拉换（L8.9）。"""
    rainboom: list[bool] = field(default_factory=list)
    """本轮不扣体力，移动结束后昏厥（L8.6）。"""
    bear_pending: list[bool] = field(default_factory=list)
    """本轮打了 bear（L8.7）。"""
    bear_active: list[bool] = field(default_factory=list)
    """本轮行动牌加倍（L8.7）。"""
    skips_next: list[bool] = field(default_factory=list)
    """将跳过下一轮（L8.18 选项）。"""
    skipping: list[bool] = field(default_factory=list)
    """本轮被跳过（L8.18 选项）。"""
    added: list[int] = field(default_factory=list)
    """本轮行动牌加的步数（L4.1）。"""
    faints: list[int] = field(default_factory=list)
    """各座位昏厥过几次（统计）。"""
    places: list[list[int]] = field(default_factory=list)
    """各条道、各座位的名次，0 为还没有；末行是当前这条道。"""
    points: list[list[int]] = field(default_factory=list)
    """各条道、各座位的分；末行是当前这条道。"""
    winners: list[Seat] = field(default_factory=list)

    DECLARATIONS = frozenset({"armour_mode"})

    # ------------------------------------------------------------ 内核要的
    def copy(self) -> LeafrunTable:
        return LeafrunTable(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            self.pieces[:],
            self.track,
            self.round,
            self.rounds[:],
            self.terrain[:],
            [Barrier(each.cell, each.exempt[:]) for each in self.roadblocks],
            self.order[:],
            self.turn,
            self.active,
            self.exchanges,
            self.trades,
            self.triggers,
            self.last_event,
            self.bound,
            self.magic,
            self.deck[:],
            self.discard[:],
            self.mark[:],
            [each[:] for each in self.candidates],
            self.character[:],
            self.position[:],
            self.health[:],
            [each[:] for each in self.hands],
            [each[:] for each in self.specials],
            self.armour[:],
            self.armour_mode[:],
            [each[:] for each in self.buffs],
            self.fainted[:],
            self.halted[:],
            self.resin[:],
            self.rainboom[:],
            self.bear_pending[:],
            self.bear_active[:],
            self.skips_next[:],
            self.skipping[:],
            self.added[:],
            self.faints[:],
            [each[:] for each in self.places],
            [each[:] for each in self.points],
            self.winners[:],
        )

    def declaration(self, seat: Seat, what: str) -> Sequence[Choice]:
        """防具「自动」或「保留」，任何时候都能改（L4.5）。"""
        return [AUTO, KEEP]

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        self.armour_mode[seat] = choice

    # ------------------------------------------------------------ 算数
    def finished(self, seat: Seat) -> bool:
        """已有这条道的名次：到了终点，或被自动判了末位（L3.2、L3.3）。"""
        return self.places[-1][seat] > 0

    def has(self, seat: Seat, buff: int) -> bool:
        """增益 `buff`（1..3）有并且生效：物理束缚时都失效（L8.4）。"""
        return not self.bound and self.buffs[seat][buff - 1] != NOTHING

    def max_health(self, seat: Seat) -> int:
        """体力上限，含生效的增益①（L4.8）。"""
        setup = self.setup
        most = setup.health[self.character[seat]]
        return most + setup.rules.element_health if self.has(seat, 1) else most

    def move_value(self, seat: Seat) -> int:
        """移动值，含生效的增益②（L4.8）。"""
        setup = self.setup
        move = setup.move[self.character[seat]]
        return move + setup.rules.element_steps if self.has(seat, 2) else move

    def limit(self, seat: Seat) -> int:
        """负重上限（L1.5），含生效的增益①；增益①加的体力上限不再折成负重（L4.8）。"""
        setup = self.setup
        limit = setup.limit[self.character[seat]]
        return limit + setup.rules.element_load if self.has(seat, 1) else limit

    def card_load(self, card: int) -> int:
        """一张手牌的负重（L4.10、L8.20）。"""
        setup = self.setup
        mark = self.mark[card]
        if mark > RECEIVED:
            return setup.special_load[mark]
        each = setup.rules.card_load
        return each * self.magic if setup.doubling[card] else each

    def load(self, seat: Seat) -> int:
        """手牌的负重之和（L4.10）。"""
        hand = self.hands[seat]
        specials = self.specials[seat]
        setup = self.setup
        each = setup.rules.card_load
        total = each * (len(hand) - len(specials))
        if self.magic != 1:
            doubling = setup.doubling
            more = each * (self.magic - 1)
            for card in hand:
                if doubling[card]:
                    total += more
        if specials:
            mark = self.mark
            for card in specials:
                total += setup.special_load[mark[card]]
        return total

    def totals(self) -> list[int]:
        """各座位的总分。"""
        return [sum(row[seat] for row in self.points) for seat in range(self.seats)]

    # ------------------------------------------------------------ 动牌
    def take(self, seat: Seat, card: int) -> None:
        """`card` 离开 `seat` 的手；记号还在（易主时跟着走，L4.13）。"""
        self.hands[seat].remove(card)
        if self.mark[card] > RECEIVED:
            self.specials[seat].remove(card)

    def give(self, seat: Seat, card: int) -> None:
        """`card` 进 `seat` 的手，带着记号。"""
        self.hands[seat].append(card)
        if self.mark[card] > RECEIVED:
            self.specials[seat].append(card)

    def drop(self, seat: Seat, card: int) -> None:
        """`card` 从手里进弃牌堆；记号消去，特殊牌还原（L4.13）。"""
        self.hands[seat].remove(card)
        mark = self.mark
        if mark[card]:
            if mark[card] > RECEIVED:
                self.specials[seat].remove(card)
            mark[card] = PLAIN
        self.discard.append(card)

    def draw(self, seat: Seat, count: int, reason: str) -> None:
        """摸 `count` 张；牌堆空了洗弃牌堆，仍不足则能摸几张摸几张（L4.11）。"""
        if count <= 0:
            return
        deck = self.deck
        hand = self.hands[seat]
        before = len(hand)
        for _ in range(count):
            if not deck:
                if not self.discard:
                    break
                self.deck = deck = self.discard
                self.discard = []
                self.shuffle(deck)
                if self.out is not None:
                    self.out.append(Reshuffled(len(deck)))
            hand.append(deck.pop())
        if self.out is not None:
            got = hand[before:]
            self.out.append(Drew(seat, reason, len(got), count - len(got), Secret({seat: got})))

    # ------------------------------------------------------------ 给人看（L9）
    def view(self, seat: Seat | None) -> View:
        """`seat`（`None` 为旁观者）按 L9 可知的一切。"""
        setup = self.setup
        mark = self.mark
        places = self.places[-1] if self.places else [0] * self.seats
        points = self.points[-1] if self.points else [0] * self.seats
        totals = self.totals()
        players: list[Standing] = []
        for each in range(self.seats):
            known = self.character[each] != NOTHING
            sources = self.buffs[each]
            buffs = [buff for buff in (1, 2, 3) if sources[buff - 1] != NOTHING]
            armour = self.armour[each]
            players.append(
                Standing(
                    each,
                    self.pieces[each],
                    self.character[each],
                    self.position[each],
                    self.health[each],
                    self.max_health(each) if known else 0,
                    self.move_value(each) if known else 0,
                    self.load(each),
                    self.limit(each) if known else 0,
                    len(self.hands[each]),
                    None if armour == NOTHING else armour,
                    buffs,
                    [None if sources[buff - 1] == FRIENDSHIP else sources[buff - 1] for buff in buffs],
                    [(card, mark[card]) for card in self.specials[each]],
                    self.fainted[each],
                    places[each] > 0,
                    self.halted[each],
                    self.resin[each],
                    self.rainboom[each],
                    self.bear_pending[each],
                    self.bear_active[each],
                    self.skips_next[each],
                    self.skipping[each],
                    self.added[each],
                    places[each],
                    points[each],
                    totals[each],
                )
            )
        return View(
            setup,
            seat,
            self.phase,
            self.over,
            self.track,
            self.round,
            "".join(self.terrain),
            [Barrier(each.cell, each.exempt[:]) for each in self.roadblocks],
            self.order[:],
            None if self.active == NOBODY else self.active,
            len(self.deck),
            self.discard[:],
            self.bound,
            self.magic,
            self.last_event,
            [row[:] for row in self.places],
            [row[:] for row in self.points],
            players,
            self.winners[:],
            self.exchanges,
            self.trades,
            self.triggers,
            []
            if seat is None
            else [Held(card, mark[card], self.card_load(card)) for card in self.hands[seat]],
            [] if seat is None or not self.candidates else self.candidates[seat][:],
            "" if seat is None else self.armour_mode[seat],
        )
