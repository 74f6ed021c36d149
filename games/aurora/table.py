"""极光战棋的牌桌：桌上的一切，以及只看、只算的基本动作。规则在 `rules/`。"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from games.aurora.board import NOWHERE, cells_in
from games.aurora.setup import Setup
from games.aurora.view import Attack, Source, StackView, Standing, View, Who
from games.kernel import Belongings, Seat, Table

__all__ = ["NOBODY", "AuroraTable", "Guard", "Poison", "Stack", "Wall"]

NOBODY = -1
"""没有这个人、没有这张牌。"""


@dataclass(slots=True)
class Guard:
    """有期限的减伤：护、折光（A4.10）。"""

    seat: Seat
    """谁放的；到他下个自己的回合开始为止。"""
    stack: int
    """在哪一叠士兵（`Stack.key`）身上；在英雄身上为 `NOBODY`，那就是 `seat` 的英雄。"""
    amount: int
    once: bool
    """只减下一次受伤。"""


@dataclass(slots=True)
class Poison:
    """毒：目标的控制者的某个回合结束时受伤（A4.10）。"""

    seat: Seat
    """目标归谁控制。"""
    stack: int
    """在哪一叠士兵身上；在英雄身上为 `NOBODY`。"""
    amount: int
    due: int
    """控制者的第几个自己的回合结束时。"""


@dataclass(slots=True)
class Wall:
    """冰墙（A4.11）。"""

    seat: Seat
    cell: int


@dataclass(slots=True)
class Stack:
    """场上的一叠士兵。士兵牌写 `士兵序号 * 2 + 原主`。"""

    key: int
    """从 0 起，一局里不重复。"""
    seat: Seat
    """归谁控制。"""
    cell: int
    cards: list[int]
    """底牌在前；最上一张定等级与数值，全部都给技能（A5.5）。"""
    captives: list[int]
    """没有作底的升变牌，先得到的在前（A5.6）。"""
    health: int
    acted: int = 0
    """这个主要阶段已行动几轮（A5.3）。"""
    fresh: bool = True
    """登场限制中（A5.2）。"""
    rooted: int = 0
    """控制者的第几个自己的回合不能移动（A4.10）；没有为 0。"""

    def copy(self) -> Stack:
        """一份互不影响的副本。"""
        return Stack(
            self.key,
            self.seat,
            self.cell,
            self.cards[:],
            self.captives[:],
            self.health,
            self.acted,
            self.fresh,
            self.rooted,
        )


@dataclass(slots=True)
class AuroraTable(Table):
    """桌上的一切。按座位的列表下标都是座位号。牌写 `data.cards` 的下标，同名的牌是同一个数。"""

    setup: Setup
    pieces: list[str] = field(default_factory=list[str])
    """各座位的棋子；不用棋子则全空。"""
    belongings: list[Belongings] = field(default_factory=list[Belongings])
    """各座位带来的卡组（A8.2）；选好以后不再需要，清空。"""
    chosen: list[str] = field(default_factory=list[str])
    """各座位这一局用的卡组的名字，还没选的为空。"""
    first: Seat = NOBODY
    """先手（A1.6）。"""
    heroes: list[int] = field(default_factory=list[int])
    """`data.heroes` 的下标。"""
    places: list[int] = field(default_factory=list[int])
    """英雄所在的格；还没进场为 `NOWHERE`。"""
    health: list[int] = field(default_factory=list[int])
    """英雄的生命，0 到 20（A1.2）。"""
    obstacles: int = 0
    """障碍所在的格（A1.3），含冰墙。"""
    units: int = 0
    """英雄与士兵所在的格。"""
    walls: list[Wall] = field(default_factory=list[Wall])
    decks: list[list[int]] = field(default_factory=list[list[int]])
    """牌库，末尾是顶。"""
    hands: list[list[int]] = field(default_factory=list[list[int]])
    dodges: list[list[int]] = field(default_factory=list[list[int]])
    """闪避区（A1.5、A4.5）。"""
    reserves: list[list[int]] = field(default_factory=list[list[int]])
    """备用区（A2.2）。"""
    charges: list[list[int]] = field(default_factory=list[list[int]])
    """蓄能牌（A2.2），先放的在前；发动技能时先取前面的（A6.1）。"""
    discards: list[list[int]] = field(default_factory=list[list[int]])
    """弃牌堆，末尾是最后进的。"""
    laid: list[list[int]] = field(default_factory=list[list[int]])
    """打出来、还没结算完的牌。"""
    piles: list[list[int]] = field(default_factory=list[list[int]])
    """士兵堆（A5.1），都是自己的牌。"""
    fallen: list[list[int]] = field(default_factory=list[list[int]])
    """士兵弃牌区（A2.1），都是自己的牌。"""
    stacks: list[Stack] = field(default_factory=list[Stack])
    """场上的士兵，按进场的先后。"""
    next_key: int = 0
    guards: list[Guard] = field(default_factory=list[Guard])
    poisons: list[Poison] = field(default_factory=list[Poison])
    boosts: list[int] = field(default_factory=list[int])
    """这回合己方士兵 ATK 加几点（号令）。"""
    turns: int = 0
    """双方合计第几个回合，从 1 起（A7.1）。"""
    own_turns: list[int] = field(default_factory=list[int])
    """各人自己的第几个回合（A2.3）。"""
    active: Seat = NOBODY
    moved: int = 0
    """这回合用了几张牌移动。"""
    played: int = 0
    """这回合用了几张牌发效果。"""
    deployed: int = 0
    """这回合布置（含升阶）了几次（A5.1）。"""
    skills_used: list[int] = field(default_factory=list[int])
    """这回合已发动的英雄技能（A6.1）。"""
    prepared: list[str] = field(default_factory=list[str])
    """准备阶段已做的（A2.2）。"""
    awake: bool = False
    """这回合的主人答过一个不是超时默认的回答（A11.4）。"""
    idle: list[int] = field(default_factory=list[int])
    """各人连续几个整回合都是超时（A11.4）。"""
    attack: Attack | None = None
    """等着响应的攻击（A4.5）。"""
    winners: list[Seat] = field(default_factory=list[Seat])
    reason: str = ""
    """终局的原因。"""
    totals: list[list[int]] = field(default_factory=list[list[int]])
    """各座位的统计：`[造成的伤害, 击破的士兵, 成功闪避的次数]`。"""

    EFFECTS: ClassVar[Mapping[type[Any], Any]]
    """步的类 → 怎么结算（`rules.effect.Effect`），由 `rules` 填。"""

    # ------------------------------------------------------------ 内核要的
    def copy(self) -> AuroraTable:
        pending = self.attack
        return AuroraTable(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            self.pieces[:],
            [Belongings(dict(each.things), each.last) for each in self.belongings],
            self.chosen[:],
            self.first,
            self.heroes[:],
            self.places[:],
            self.health[:],
            self.obstacles,
            self.units,
            [Wall(wall.seat, wall.cell) for wall in self.walls],
            [each[:] for each in self.decks],
            [each[:] for each in self.hands],
            [each[:] for each in self.dodges],
            [each[:] for each in self.reserves],
            [each[:] for each in self.charges],
            [each[:] for each in self.discards],
            [each[:] for each in self.laid],
            [each[:] for each in self.piles],
            [each[:] for each in self.fallen],
            [stack.copy() for stack in self.stacks],
            self.next_key,
            [Guard(each.seat, each.stack, each.amount, each.once) for each in self.guards],
            [Poison(each.seat, each.stack, each.amount, each.due) for each in self.poisons],
            self.boosts[:],
            self.turns,
            self.own_turns[:],
            self.active,
            self.moved,
            self.played,
            self.deployed,
            self.skills_used[:],
            self.prepared[:],
            self.awake,
            self.idle[:],
            None if pending is None else copied(pending),
            self.winners[:],
            self.reason,
            [each[:] for each in self.totals],
        )

    # ------------------------------------------------------------ 看
    @property
    def blocked(self) -> int:
        """走不进的格：单位与障碍（A3.1）。"""
        return self.units | self.obstacles

    def side(self, seat: Seat) -> int:
        """0 先手、1 后手。"""
        return 0 if seat == self.first else 1

    def stack_at(self, cell: int) -> Stack | None:
        """站在 `cell` 的一叠士兵。"""
        for stack in self.stacks:
            if stack.cell == cell:
                return stack
        return None

    def stack_of(self, key: int) -> Stack | None:
        """`Stack.key` 是 `key` 的那叠；已离场为 `None`。"""
        for stack in self.stacks:
            if stack.key == key:
                return stack
        return None

    def own_stacks(self, seat: Seat) -> list[Stack]:
        """`seat` 控制的士兵。"""
        return [stack for stack in self.stacks if stack.seat == seat]

    def holds(self, seat: Seat) -> int:
        """`seat` 的英雄与士兵所在的格。"""
        place = self.places[seat]
        mask = 1 << place if place != NOWHERE else 0
        for stack in self.stacks:
            if stack.seat == seat:
                mask |= 1 << stack.cell
        return mask

    def home(self, seat: Seat, count: int) -> int:
        """`seat` 自己的第 1 到 `count` 排（A1.1）。"""
        return self.setup.board.rows(self.side(seat), count)

    # ------------------------------------------------------------ 算（A4.9、A5）
    def attack_of(self, stack: Stack) -> int:
        """现在的 ATK：最上一张的，加号令（A5.4、A5.5）。"""
        return self.setup.attack[stack.cards[-1] >> 1] + self.boosts[stack.seat]

    def level_of(self, stack: Stack) -> int:
        """等级看最上一张（A5.6）。"""
        return self.setup.level[stack.cards[-1] >> 1]

    def rounds_left(self, stack: Stack) -> int:
        """这个主要阶段还有几轮：单张一轮，升阶两轮，减去已行动的（A5.3）。"""
        rules = self.setup.rules
        allowed = rules.stack_rounds if len(stack.cards) > 1 else rules.soldier_rounds
        return max(0, allowed - stack.acted)

    def rooted(self, stack: Stack) -> bool:
        """控制者的这个（或下个）主要阶段不能移动（A4.10）。"""
        return stack.rooted >= max(1, self.own_turns[stack.seat])

    def use_limit(self) -> int:
        """这回合最多几张移动、几张效果（A2.3）。"""
        own, cap = self.own_turns[self.active], self.setup.options.use_cap
        return min(own, cap) if cap else own

    # ------------------------------------------------------------ 给人看
    def hero(self, seat: Seat) -> Who:
        """`seat` 的英雄现在的样子。"""
        return Who(seat, NOBODY, self.places[seat])

    def who(self, stack: Stack) -> Who:
        """一叠士兵现在的样子。"""
        return Who(stack.seat, stack.cards[-1] >> 1, stack.cell)

    def view(self, seat: Seat | None) -> View:
        """`seat`（`None` 为旁观者）按 A10 可知的一切。"""
        main = self.phase == "main" and not self.over
        limit = self.use_limit() if main else 0
        own = seat is not None
        return View(
            self.setup,
            seat,
            self.phase,
            self.over,
            self.turns,
            None if self.active == NOBODY else self.active,
            None if self.first == NOBODY else self.first,
            [self._standing(each) for each in range(self.seats)],
            [self._shown(stack) for stack in sorted(self.stacks, key=lambda stack: stack.cell)],
            list(cells_in(self.obstacles)),
            [[wall.cell, wall.seat] for wall in self.walls],
            max(0, limit - self.moved),
            max(0, limit - self.played),
            max(0, self.setup.options.deployments - self.deployed) if main else 0,
            self.skills_used[:],
            self.prepared[:],
            None if self.attack is None else copied(self.attack),
            self.winners[:],
            self.reason,
            [each[:] for each in self.totals],
            self.hands[seat][:] if own else [],
            self.dodges[seat][:] if own else [],
            self.reserves[seat][:] if own else [],
            self.charges[seat][:] if own else [],
            sorted(self.decks[seat]) if own else [],
            self.chosen[seat] if own else "",
        )

    def _standing(self, seat: Seat) -> Standing:
        guard, once = self.guard(seat, NOBODY)
        return Standing(
            seat,
            self.pieces[seat],
            NOBODY if self.first == NOBODY else self.side(seat),
            self.heroes[seat],
            self.places[seat],
            self.health[seat],
            len(self.hands[seat]),
            len(self.dodges[seat]),
            len(self.reserves[seat]),
            len(self.charges[seat]),
            len(self.decks[seat]),
            self.discards[seat][:],
            sorted(piece >> 1 for piece in self.piles[seat]),
            [piece >> 1 for piece in self.fallen[seat]],
            guard,
            once,
            self._poison(seat, NOBODY),
            self.boosts[seat],
            self.own_turns[seat],
        )

    def _shown(self, stack: Stack) -> StackView:
        guard, once = self.guard(stack.seat, stack.key)
        return StackView(
            stack.seat,
            stack.cell,
            [piece >> 1 for piece in stack.cards],
            [piece & 1 for piece in stack.cards],
            [piece >> 1 for piece in stack.captives],
            stack.health,
            self.attack_of(stack),
            self.rounds_left(stack) if stack.seat == self.active else 0,
            stack.fresh,
            self.rooted(stack),
            guard,
            once,
            self._poison(stack.seat, stack.key),
        )

    def guard(self, seat: Seat, key: int) -> tuple[int, int]:
        """一个单位的减伤 `(每次减几点, 只减下一次的几点)`；英雄的 `key` 为 `NOBODY`，含相邻的盾卫（A4.9）。"""
        every = once = 0
        for guard in self.guards:
            if guard.stack == key and guard.seat == seat:
                if guard.once:
                    once += guard.amount
                else:
                    every += guard.amount
        if key == NOBODY and self.places[seat] != NOWHERE:
            beside = self.setup.board.beside[self.places[seat]]
            shield = self.setup.shield
            for stack in self.stacks:
                if stack.seat == seat and beside >> stack.cell & 1:
                    for piece in stack.cards:
                        every += shield[piece >> 1]
        return every, once

    def _poison(self, seat: Seat, key: int) -> int:
        return sum(each.amount for each in self.poisons if each.seat == seat and each.stack == key)


def copied(attack: Attack) -> Attack:
    """等着响应的攻击的副本。"""
    source = attack.source
    return Attack(
        Source(source.kind, source.seat, source.index, source.cell), attack.defender, attack.cells[:]
    )
