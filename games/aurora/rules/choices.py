"""准备与主要阶段能做的一切（A2.2、A2.3）：用到才列，先查得到再列得出。"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.aurora.board import NOWHERE
from games.aurora.questions import DONE, END, IDLE, Aim, Picks
from games.aurora.rules.aiming import first_aim, objection
from games.aurora.rules.cards import room_for_charge, room_for_dodges
from games.aurora.rules.soldiers import (
    RoundSpace,
    deployable,
    deployment_cells,
    deployments_left,
    movable,
    round_objection,
    upgrades,
)
from games.aurora.rules.units import Unit
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable, Stack
from games.aurora.view import Source
from games.kernel import Choice, Illegal, Seat, Stream

__all__ = ["MainSpace", "PrepareSpace", "card_use", "skill_use"]


class PrepareSpace:
    """准备阶段：三样各一次，次序任意（A2.2）。"""

    __slots__ = ("seat", "table")

    def __init__(self, table: AuroraTable, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    def may(self, what: str) -> bool:
        """`dodge`、`reserve`、`charge` 现在做不做得了；只看张数，那是公开的。"""
        table, seat = self.table, self.seat
        if what in table.prepared:
            return False
        if what == "dodge":
            return bool(table.reserves[seat]) and room_for_dodges(table, seat) > 0
        if what == "reserve":
            limit = table.setup.options.reserve_limit
            return bool(table.hands[seat]) and len(table.reserves[seat]) < limit
        return bool(table.hands[seat] or table.reserves[seat]) and room_for_charge(table, seat) > 0

    def something(self) -> bool:
        """还有没有可做的；没有就不问。"""
        return self.may("dodge") or self.may("reserve") or self.may("charge")

    def fillings(self) -> Picks:
        """备用区能补进闪避区的牌。"""
        table, seat = self.table, self.seat
        return Picks(table.reserves[seat], 1, room_for_dodges(table, seat))

    def __contains__(self, choice: object) -> bool:
        if choice in (DONE, IDLE):
            return True
        if not isinstance(choice, list):
            return False
        parts: list[Any] = choice
        table, seat = self.table, self.seat
        match parts:
            case ["dodge", cards]:
                return self.may("dodge") and cards in self.fillings()
            case ["reserve", int() as card] if type(card) is int:
                return self.may("reserve") and card in table.hands[seat]
            case ["charge", "hand", int() as card] if type(card) is int:
                return self.may("charge") and card in table.hands[seat]
            case ["charge", "reserve", int() as card] if type(card) is int:
                return self.may("charge") and card in table.reserves[seat]
            case _:
                return False

    def count(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Choice]:
        """不列只作超时默认的 `["idle"]`。"""
        table, seat = self.table, self.seat
        if self.may("dodge"):
            for cards in self.fillings():
                yield ["dodge", cards]
        if self.may("reserve"):
            for card in dict.fromkeys(table.hands[seat]):
                yield ["reserve", card]
        if self.may("charge"):
            for origin, zone in (("hand", table.hands[seat]), ("reserve", table.reserves[seat])):
                for card in dict.fromkeys(zone):
                    yield ["charge", origin, card]
        yield list(DONE)

    def sample(self, stream: Stream) -> Choice:
        """先抽做哪一样，再抽哪张。"""
        table, seat = self.table, self.seat
        ways = [what for what in ("dodge", "reserve", "charge") if self.may(what)]
        ticket = stream.below(len(ways) + 1)
        if ticket == len(ways):
            return list(DONE)
        what = ways[ticket]
        if what == "dodge":
            return ["dodge", self.fillings().sample(stream)]
        hand = table.hands[seat]
        if what == "reserve":
            return ["reserve", hand[stream.below(len(hand))]]
        reserve = table.reserves[seat]
        ticket = stream.below(len(hand) + len(reserve))
        if ticket < len(hand):
            return ["charge", "hand", hand[ticket]]
        return ["charge", "reserve", reserve[ticket - len(hand)]]

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行（A2.2）。"""
        table, seat = self.table, self.seat
        rules = table.setup.rules
        if not isinstance(choice, list) or not choice:
            return None
        parts: list[Any] = choice
        what = parts[0]
        if what in table.prepared:
            return Illegal("这回合已经做过一次了", "A2.2")
        if what == "dodge":
            if not room_for_dodges(table, seat):
                return Illegal(f"闪避区已有 {rules.dodge_limit} 张", "A2.2")
            room = room_for_dodges(table, seat)
            return Illegal(f"只能从备用区选牌，至多再补 {room} 张", "A2.2")
        if what == "reserve":
            limit = table.setup.options.reserve_limit
            if len(table.reserves[seat]) >= limit:
                return Illegal(f"备用区已有 {len(table.reserves[seat])} 张，上限 {limit}", "A2.2")
            return Illegal("手里没有这张牌", "A2.2")
        if what == "charge":
            if not room_for_charge(table, seat):
                return Illegal(f"蓄能已有 {table.setup.options.charge_limit} 张，满了", "A2.2")
            return Illegal("那里没有这张牌", "A2.2")
        return None


# ------------------------------------------------------------------ 主要阶段
def card_use(table: AuroraTable, seat: Seat, card: int) -> Use:
    """打出一张牌（A2.3）。"""
    return Use(seat, Source("card", seat, card, table.places[seat]), Unit(seat, None), retractable=True)


def skill_use(table: AuroraTable, seat: Seat, index: int) -> Use:
    """发动一个英雄技能（A6.1）。"""
    return Use(seat, Source("skill", seat, index, table.places[seat]), Unit(seat, None), retractable=True)


class MainSpace:
    """主要阶段能做的一切（见 `questions`）。`["idle"]` 是合法的回答，但列不出来、也抽不到。"""

    __slots__ = ("_moves", "seat", "table")

    KINDS = ("move", "play", "skill", "deploy", "upgrade", "round", "end")
    """各类行动。"""

    def __init__(self, table: AuroraTable, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self._moves: dict[int, tuple[int, ...]] = {}

    # -------------------------------------------------------- 能做什么
    def hand(self) -> list[int]:
        """手牌，同名只列一次。"""
        return list(dict.fromkeys(self.table.hands[self.seat]))

    def may_move(self) -> bool:
        """这回合还能不能用牌移动（A2.3）。"""
        return self.table.moved < self.table.use_limit()

    def may_play(self) -> bool:
        """这回合还能不能用牌发效果（A2.3）。"""
        return self.table.played < self.table.use_limit()

    def moves(self, card: int) -> tuple[int, ...]:
        """用 `card` 移动走得到的格，由近及远（A3.1）。"""
        table = self.table
        force = table.setup.move[card]
        if not self.may_move() or not force:
            return ()
        cells = self._moves.get(force)
        if cells is None:
            board, place = table.setup.board, table.places[self.seat]
            cells = board.ordered(place, board.flood(place, force, table.blocked))
            self._moves[force] = cells
        return cells

    def plays(self) -> list[int]:
        """能打出来发效果的手牌（A2.3）。"""
        return [card for card in self.hand() if self.play_objection(card) is None] if self.may_play() else []

    def play_objection(self, card: int) -> Illegal | None:
        """`card` 为什么不能打；能打为 `None`。"""
        if not self.may_play():
            limit = self.table.use_limit()
            return Illegal(f"这回合已用满 {limit} 张牌发效果", "A2.3")
        table = self.table
        return objection(table, card_use(table, self.seat, card), table.setup.parts[card])

    def aim(self, card: int) -> Aim | None:
        """打出 `card` 时可以一并说好的范围；没有要先选的为 `None`。"""
        table = self.table
        return first_aim(table, card_use(table, self.seat, card), table.setup.parts[card])

    def skills(self) -> list[int]:
        """现在能发动的英雄技能（A6.1）。"""
        count = len(self.table.setup.skills[self.table.heroes[self.seat]])
        return [index for index in range(count) if self.skill_objection(index) is None]

    def skill_objection(self, index: int) -> Illegal | None:
        """第 `index` 个技能为什么不能发动；能为 `None`。"""
        table, seat = self.table, self.seat
        cost, parts = table.setup.skills[table.heroes[seat]][index]
        if index in table.skills_used:
            return Illegal("这个技能这回合已发动过", "A6.1")
        held = len(table.charges[seat])
        if held < cost:
            return Illegal(f"要移除 {cost} 张蓄能，只有 {held} 张", "A6.1")
        return objection(table, skill_use(table, seat, index), parts)

    def skill_aim(self, index: int) -> Aim | None:
        """发动第 `index` 个技能时可以一并说好的范围；没有要先选的为 `None`。"""
        table, seat = self.table, self.seat
        _, parts = table.setup.skills[table.heroes[seat]][index]
        return first_aim(table, skill_use(table, seat, index), parts)

    def may_deploy(self) -> bool:
        """这回合还能不能布置、升阶（A5.1）。"""
        return deployments_left(self.table) > 0

    def deployable(self) -> list[int]:
        """士兵堆里能布置的士兵（A5.1）。"""
        return deployable(self.table, self.seat) if self.may_deploy() else []

    def deployments(self) -> tuple[int, ...]:
        """能布置的格（A5.1）。"""
        return deployment_cells(self.table, self.seat) if self.may_deploy() else ()

    def upgrades(self) -> list[tuple[int, int, tuple[int, ...]]]:
        """能做的升阶 `(士兵, 格, 能作底的升变牌)`（A5.1、A5.6）。"""
        return upgrades(self.table, self.seat) if self.may_deploy() else []

    def rounds(self) -> list[int]:
        """还能行动的己方士兵在哪些格（A5.3）。"""
        return [stack.cell for stack in self._ready()]

    def round(self, cell: int) -> RoundSpace | None:
        """那一格的士兵这一轮能做什么：`destinations()`、`attacks(走到的格)`；不能行动为 `None`。"""
        stack = self.table.stack_at(cell)
        if stack is None or stack.seat != self.seat or not self.table.rounds_left(stack):
            return None
        return RoundSpace(self.table, stack, True, True)

    def _ready(self) -> list[Stack]:
        table, seat = self.table, self.seat
        return [
            stack
            for stack in table.stacks
            if stack.seat == seat and table.rounds_left(stack) and (not stack.fresh or movable(table, stack))
        ]

    # -------------------------------------------------------- 空间
    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list):
            return False
        parts: list[Any] = choice
        match parts:
            case ["end"] | ["idle"]:
                return True
            case ["move", card, cell]:
                return self._holds(card) and reached(self.moves(card), cell)
            case ["play", card, aim]:
                return (
                    self._holds(card)
                    and self.play_objection(card) is None
                    and (aim is None or fits(self.aim(card), aim))
                )
            case ["skill", index, aim]:
                count = len(self.table.setup.skills[self.table.heroes[self.seat]])
                return (
                    type(index) is int
                    and 0 <= index < count
                    and self.skill_objection(index) is None
                    and (aim is None or fits(self.skill_aim(index), aim))
                )
            case ["deploy", soldier, cell]:
                return (
                    type(soldier) is int
                    and soldier in self.deployable()
                    and reached(self.deployments(), cell)
                )
            case ["upgrade", soldier, cell, base]:
                if type(soldier) is not int or type(cell) is not int:
                    return False
                return any(
                    each == soldier
                    and where == cell
                    and (base is None or (type(base) is int and base in bases))
                    for each, where, bases in self.upgrades()
                )
            case ["round", cell, goal, attack]:
                space = self.round(cell) if type(cell) is int else None
                if space is None:
                    return False
                return space.fits(goal, attack) or (goal is None and attack is None and space.may_begin())
            case ["round", cell, None, attack, after]:
                space = self.round(cell) if type(cell) is int else None
                return (
                    space is not None
                    and attack is not None
                    and type(after) is int
                    and space.fits(None, attack)
                    and space.may_wish(after)
                )
            case _:
                return False

    def _holds(self, card: object) -> bool:
        return type(card) is int and card in self.table.hands[self.seat]

    def each(self, kind: str) -> Iterator[Choice]:
        """一类行动逐个列出。"""
        if kind == "move":
            for card in self.hand():
                cells = self.moves(card)
                if cells:
                    yield ["move", card, None]
                for cell in cells:
                    yield ["move", card, cell]
        elif kind == "play":
            for card in self.plays():
                yield ["play", card, None]
                aim = self.aim(card)
                if aim is not None:
                    for choice in aim.each():
                        yield ["play", card, choice]
        elif kind == "skill":
            for index in self.skills():
                yield ["skill", index, None]
                aim = self.skill_aim(index)
                if aim is not None:
                    for choice in aim.each():
                        yield ["skill", index, choice]
        elif kind == "deploy":
            cells = self.deployments()
            for soldier in self.deployable() if cells else ():
                yield ["deploy", soldier, None]
                for cell in cells:
                    yield ["deploy", soldier, cell]
        elif kind == "upgrade":
            for soldier, cell, bases in self.upgrades():
                for base in (None, *bases):
                    yield ["upgrade", soldier, cell, base]
        elif kind == "round":
            for stack in self._ready():
                yield ["round", stack.cell, None, None]
                for goal, attack in RoundSpace(self.table, stack, True, True).each():
                    yield ["round", stack.cell, goal, attack]
        else:
            yield list(END)

    def __iter__(self) -> Iterator[Choice]:
        for kind in self.KINDS:
            yield from self.each(kind)

    def count(self) -> int:
        total = 1
        for card in self.hand():
            cells = len(self.moves(card))
            total += cells + 1 if cells else 0
        for card in self.plays():
            aim = self.aim(card)
            total += 1 if aim is None else 1 + aim.size()
        for index in self.skills():
            aim = self.skill_aim(index)
            total += 1 if aim is None else 1 + aim.size()
        cells = len(self.deployments())
        total += len(self.deployable()) * (cells + 1 if cells else 0)
        total += sum(1 + len(bases) for _, _, bases in self.upgrades())
        for stack in self._ready():
            total += RoundSpace(self.table, stack, True, True).count()  # 停换成先不说
        return total

    def sample(self, stream: Stream) -> Choice:
        """先抽哪一类（做不了的重抽），再一层层抽，不必全部列出。"""
        kinds = list(self.KINDS)
        while True:
            kind = kinds.pop(stream.below(len(kinds)))
            choice = self.draw(kind, stream)
            if choice is not None:
                return choice

    def draw(self, kind: str, stream: Stream) -> Choice:
        """从一类行动里抽一个；这一类做不了为 `None`。"""
        if kind == "move":
            cards = self.hand() if self.may_move() else []
            while cards:
                card = cards.pop(stream.below(len(cards)))
                cells = self.moves(card)
                if cells:
                    return ["move", card, cells[stream.below(len(cells))]]
            return None
        if kind == "play":
            cards = self.hand() if self.may_play() else []
            while cards:
                card = cards.pop(stream.below(len(cards)))
                if self.play_objection(card) is None:
                    return ["play", card, drawn(self.aim(card), stream)]
            return None
        if kind == "skill":
            skills = self.skills()
            if not skills:
                return None
            index = skills[stream.below(len(skills))]
            return ["skill", index, drawn(self.skill_aim(index), stream)]
        if kind == "deploy":
            soldiers, cells = self.deployable(), self.deployments()
            if not soldiers or not cells:
                return None
            return ["deploy", soldiers[stream.below(len(soldiers))], cells[stream.below(len(cells))]]
        if kind == "upgrade":
            ways = self.upgrades()
            if not ways:
                return None
            soldier, cell, bases = ways[stream.below(len(ways))]
            base = (None, *bases)[stream.below(1 + len(bases))]
            return ["upgrade", soldier, cell, base]
        if kind == "round":
            ready = self._ready()
            if not ready:
                return None
            stack = ready[stream.below(len(ready))]
            goal, attack = RoundSpace(self.table, stack, True, True).draw(stream)
            return None if goal is None and attack is None else ["round", stack.cell, goal, attack]
        return list(END)

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行，带条号。"""
        if not isinstance(choice, list):
            return None
        parts: list[Any] = choice
        match parts:
            case ["move", card, _]:
                return self._why_not_move(card)
            case ["play", card, aim]:
                if not self._holds(card):
                    return Illegal("手里没有这张牌", "A2.3")
                return self.play_objection(card) or why_not(self.aim(card), aim)
            case ["skill", index, aim]:
                count = len(self.table.setup.skills[self.table.heroes[self.seat]])
                if type(index) is not int or not 0 <= index < count:
                    return Illegal("没有这个技能", "A6.1")
                return self.skill_objection(index) or why_not(self.skill_aim(index), aim)
            case ["deploy", soldier, _]:
                return self._why_not_deploy(soldier)
            case ["upgrade", soldier, cell, _]:
                return self._why_not_upgrade(soldier, cell)
            case ["round", cell, goal, attack]:
                return self._why_not_round(cell, goal, attack)
            case ["round", cell, None, attack, _]:
                return self._why_not_round(cell, None, attack)
            case _:
                return None

    def _why_not_move(self, card: object) -> Illegal:
        if not self._holds(card):
            return Illegal("手里没有这张牌", "A3.1")
        if not self.may_move():
            return Illegal(f"这回合已用满 {self.table.use_limit()} 张牌移动", "A2.3")
        assert isinstance(card, int)
        force = self.table.setup.move[card]
        return Illegal(f"走不到那里：移动力 {force}，不能斜走，不能穿过单位与障碍", "A3.1")

    def _why_not_deploy(self, soldier: object) -> Illegal:
        table, seat = self.table, self.seat
        if not self.may_deploy():
            return Illegal(f"这回合已布置 {table.deployed} 次", "A5.1")
        if type(soldier) is not int or soldier * 2 + seat not in table.piles[seat]:
            return Illegal("士兵堆里没有这名士兵", "A5.1")
        if soldier not in self.deployable():
            return Illegal("LV2、LV3 只能升阶，叠在低一级的己方士兵上", "A5.1")
        return Illegal(f"只能放在自己第 1 到 {table.setup.rules.deploy_rows} 排的空格", "A5.1")

    def _why_not_upgrade(self, soldier: object, cell: object) -> Illegal:
        table, seat = self.table, self.seat
        if not self.may_deploy():
            return Illegal(f"这回合已布置 {table.deployed} 次", "A5.1")
        if type(soldier) is not int or soldier * 2 + seat not in table.piles[seat]:
            return Illegal("士兵堆里没有这名士兵", "A5.1")
        stack = table.stack_at(cell) if type(cell) is int else None
        if stack is None or stack.seat != seat:
            return Illegal("那一格没有己方士兵", "A5.1")
        if table.level_of(stack) + 1 != table.setup.level[soldier]:
            return Illegal("升阶只能叠在正好低一级的己方士兵上", "A5.1")
        return Illegal("作底的要是它的升变牌，等级正好低一级", "A5.6")

    def _why_not_round(self, cell: object, goal: Any, attack: Any) -> Illegal | None:
        table = self.table
        stack = table.stack_at(cell) if type(cell) is int and cell != NOWHERE else None
        if stack is None or stack.seat != self.seat:
            return Illegal("那一格没有己方士兵", "A5.3")
        if not table.rounds_left(stack):
            return Illegal("它这个主要阶段的行动用完了", "A5.3")
        space = RoundSpace(table, stack, True, True)
        if attack is not None and space.fits(goal, attack):
            return Illegal("打完之后走不到那里：超过 MOV，或是障碍", "A5.3")
        return round_objection(space, goal, attack)


def reached(cells: tuple[int, ...], cell: object) -> bool:
    """能到这一格；还没说哪一格（`None`）的，有一格能到就行。"""
    return bool(cells) if cell is None else type(cell) is int and cell in cells


def fits(aim: Aim | None, choice: object) -> bool:
    """一并说好的范围合不合法；没有要先选的就不能说。"""
    return aim is not None and aim.fits(choice)


def why_not(aim: Aim | None, choice: Any) -> Illegal | None:
    """一并说好的范围为什么不行。"""
    if choice is None:
        return None
    if aim is None:
        return Illegal("现在没有要选的范围，先打出来，轮到那一步再选", "A4.7")
    return aim.explain(choice)


def drawn(aim: Aim | None, stream: Stream) -> Choice:
    """抽一个一并说好的范围；四次里一次先不说。"""
    if aim is None or stream.below(4) == 0:
        return None
    return aim.draw(stream)
