"""直接摆出一个局面，走几步，看结果：极光战棋规则测试的工作台。

牌、英雄、士兵写名字，格子写坐标（「A1」）；几样用空格隔开。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from games.aurora.data import AuroraData
from games.aurora.options import Options
from games.aurora.rules import deal
from games.aurora.table import AuroraTable, Stack
from games.kernel import DATA as DATA_FOLDER
from games.kernel import Ask, Choice, Event, Illegal, Match, Seat

DATA: AuroraData = AuroraData.load(DATA_FOLDER / "aurora")
FILLER = "包扎"
"""没有写明的牌库里全是它。"""

E = TypeVar("E", bound=Event)


def options_of(**values: Any) -> Options:
    """一种桌规，字段用英文名：`options_of(width=5)`。"""
    return Options.model_validate(values)


class Soldier:
    """场上的一叠士兵：`Soldier(0, "民兵 枪骑", "B2")`，底牌在前。"""

    def __init__(
        self,
        seat: Seat,
        cards: str,
        cell: str,
        *,
        captives: str = "",
        health: int | None = None,
        acted: int = 0,
        fresh: bool = False,
        rooted: int = 0,
    ) -> None:
        self.seat = seat
        self.cards = cards
        self.cell = cell
        self.captives = captives
        self.health = health
        self.acted = acted
        self.fresh = fresh
        self.rooted = rooted


def position(
    *soldiers: Soldier,
    heroes: str = "赫利 洛克",
    places: str = "A1 F5",
    hands: Sequence[str] = ("", ""),
    dodges: Sequence[str] = ("", ""),
    reserves: Sequence[str] = ("", ""),
    charges: Sequence[str] = ("", ""),
    discards: Sequence[str] = ("", ""),
    decks: Sequence[str] | None = None,
    filler: int = 10,
    piles: Sequence[str] = ("", ""),
    obstacles: str = "",
    health: Sequence[int] = (20, 20),
    turn: int = 3,
    turns: int | None = None,
    active: Seat = 0,
    first: Seat = 0,
    phase: str = "main",
    seed: int = 1,
    **options: Any,
) -> AuroraTable:
    """轮到 `active` 的局面，双方都在自己的第 `turn` 个回合（没轮到的一方少一个，如果他是后手）。

    `decks` 是库顶的牌（先摸的在前），底下再垫 `filler` 张「包扎」；不写 `decks` 也有这么多张垫着。
    """
    table = deal(seed, ["", ""], options_of(**options), DATA)
    setup = table.setup
    board = setup.board
    table.first = first
    table.active = active
    table.heroes = [setup.hero_index[name] for name in heroes.split()]
    table.places = [board.find(name) for name in places.split()]
    table.health = list(health)
    table.units = sum(1 << cell for cell in table.places)
    table.obstacles = sum(1 << board.find(name) for name in obstacles.split())
    table.hands = zones(hands)
    table.dodges = zones(dodges)
    table.reserves = zones(reserves)
    table.charges = zones(charges)
    table.discards = zones(discards)
    rest = cards_of(FILLER) * filler
    table.decks = [rest + each[::-1] for each in zones(decks or ("", ""))]
    table.piles = [[setup.soldier_index[name] * 2 + seat for name in piles[seat].split()] for seat in (0, 1)]
    table.own_turns = [turn, turn]
    if active == first:
        table.own_turns[1 - first] -= 1
    table.turns = sum(table.own_turns) if turns is None else turns
    table.chosen = ["预组赫利", "预组洛克"]
    for soldier in soldiers:
        add(table, soldier)
    table.phase = phase
    return table


def add(table: AuroraTable, soldier: Soldier) -> Stack:
    """放一叠士兵；升变牌归对方原主。"""
    index = table.setup.soldier_index
    cell = table.setup.board.find(soldier.cell)
    cards = [index[name] * 2 + soldier.seat for name in soldier.cards.split()]
    captives = [index[name] * 2 + 1 - soldier.seat for name in soldier.captives.split()]
    health = table.setup.health[cards[-1] >> 1] if soldier.health is None else soldier.health
    stack = Stack(table.next_key, soldier.seat, cell, cards, captives, health)
    stack.acted, stack.fresh, stack.rooted = soldier.acted, soldier.fresh, soldier.rooted
    assert not table.blocked >> cell & 1
    table.next_key += 1
    table.stacks.append(stack)
    table.units |= 1 << cell
    return stack


def zones(texts: Sequence[str]) -> list[list[int]]:
    """两个座位的一种区。"""
    return [cards_of(text) for text in texts]


CARDS = {card.name: index for index, card in enumerate(DATA.cards)}
SOLDIERS = {soldier.name: index for index, soldier in enumerate(DATA.soldiers)}
HEROES = {hero.name: index for index, hero in enumerate(DATA.heroes)}


def cards_of(text: str) -> list[int]:
    """几张牌的名字 → 序号。"""
    return [CARDS[name] for name in text.split()]


def named(cards: Sequence[int]) -> list[str]:
    """牌的序号 → 名字。"""
    return [DATA.cards[card].name for card in cards]


def soldiers_named(soldiers: Sequence[int]) -> list[str]:
    """士兵的序号 → 名字。"""
    return [DATA.soldiers[soldier].name for soldier in soldiers]


class Scene:
    """从一个局面开始的对局。"""

    def __init__(self, table: AuroraTable) -> None:
        self.match: Match[AuroraTable] = Match(table)
        self.events: list[Event] = list(self.match.events)

    @property
    def table(self) -> AuroraTable:
        return self.match.table

    # -------------------------------------------------------- 问与答
    def asked(self, seat: Seat) -> Ask:
        """正在问 `seat` 的问题。"""
        return self.match.waiting[seat]

    def waiting(self) -> dict[Seat, str]:
        """正在等谁回答什么。"""
        return {seat: ask.what for seat, ask in self.match.waiting.items()}

    def answer(self, seat: Seat, choice: Choice) -> list[Event]:
        """`seat` 这样回答；返回发生的事。"""
        told = self.match.answer(seat, choice).events
        self.events += told
        return told

    def default(self) -> list[Event]:
        """被计时的人超时。"""
        ask = self.match.clocked()[0]
        return self.answer(ask.seat, ask.default)

    def refused(self, seat: Seat, choice: Choice) -> Illegal:
        """`choice` 应当不行；返回理由，并确认桌子没有变。"""
        before = self.table.snapshot()
        with pytest.raises(Illegal) as caught:
            self.match.answer(seat, choice)
        assert self.table.snapshot() == before
        return caught.value

    # -------------------------------------------------------- 常用的行动（轮到的人）
    def act(self, *parts: Any) -> list[Event]:
        """轮到的人做一个行动：`scene.act("end")`。"""
        return self.answer(self.table.active, list(parts))

    def play(self, card: str, aim: Choice = None) -> list[Event]:
        """打出一张牌；范围里的格子写坐标。"""
        return self.act("play", CARDS[card], self.aimed(aim))

    def skill(self, index: int, aim: Choice = None) -> list[Event]:
        """发动英雄技能。"""
        return self.act("skill", index, self.aimed(aim))

    def walk(self, card: str, cell: str) -> list[Event]:
        """用一张牌移动。"""
        return self.act("move", CARDS[card], self.cell(cell))

    def aim(self, aim: Choice) -> list[Event]:
        """回答正在问的 `aim`。"""
        return self.answer(self.match.clocked()[0].seat, self.aimed(aim))

    def dodge(self, card: str, cell: str) -> list[Event]:
        """守方翻一张闪避牌。"""
        return self.answer(self.match.clocked()[0].seat, ["dodge", CARDS[card], self.cell(cell)])

    def stay(self) -> list[Event]:
        """守方不响应。"""
        return self.answer(self.match.clocked()[0].seat, ["stay"])

    def soldier(
        self, cell: str, goal: str | None = None, attack: Choice = None, index: int = 0
    ) -> list[Event]:
        """一名士兵的一轮：先走到 `goal`，再用第 `index` 种射程打 `attack`。"""
        return self.act("round", self.cell(cell), *self.half(goal, attack, index))

    def more(self, goal: str | None = None, attack: Choice = None, index: int = 0) -> list[Event]:
        """接着做这一轮的另一半；都不写是停。"""
        return self.answer(self.match.clocked()[0].seat, self.half(goal, attack, index))

    def half(self, goal: str | None, attack: Choice, index: int) -> list[Any]:
        """`[走到的格, 攻击]`；`attack` 写 `True` 是这种射程不用选范围。"""
        chosen = None if attack is None else [index, None if attack is True else self.aimed(attack)]
        return [None if goal is None else self.cell(goal), chosen]

    def deploy(self, soldier: str, cell: str) -> list[Event]:
        """布置。"""
        return self.act("deploy", SOLDIERS[soldier], self.cell(cell))

    def upgrade(self, soldier: str, cell: str, base: str | None = None) -> list[Event]:
        """升阶。"""
        return self.act(
            "upgrade", SOLDIERS[soldier], self.cell(cell), None if base is None else SOLDIERS[base]
        )

    def pass_turn(self) -> list[Event]:
        """轮到的人什么也不做（不是超时），直到轮到另一个人。"""
        told: list[Event] = []
        seat = self.table.active
        while not self.match.over and self.table.active == seat:
            ask = self.match.clocked()[0]
            told += self.answer(ask.seat, {"prepare": ["done"], "main": ["end"]}.get(ask.what, ask.default))
        return told

    def to_main(self) -> None:
        """什么也不做，直到主要阶段。"""
        while self.match.clocked()[0].what == "prepare":
            self.act("done")

    # -------------------------------------------------------- 读
    def cell(self, name: str) -> int:
        """坐标 → 格子。"""
        found = self.table.setup.board.find(name)
        assert found >= 0, name
        return found

    def aimed(self, aim: Choice) -> Choice:
        """范围里的坐标换成格子；方向与「收回」照旧。`"B3"` 是一格，`["B3"]` 是几格。"""
        if isinstance(aim, str):
            found = self.table.setup.board.find(aim)
            return aim if found < 0 else found
        if isinstance(aim, list):
            return [self.cell(name) for name in aim]
        return aim

    def names(self, cells: Sequence[int]) -> list[str]:
        """格子 → 坐标。"""
        return [self.table.setup.board.name(cell) for cell in cells]

    def stack(self, cell: str) -> Stack:
        """那一格的士兵。"""
        found = self.table.stack_at(self.cell(cell))
        assert found is not None, cell
        return found

    def empty(self, cell: str) -> bool:
        """那一格没有单位。"""
        return not self.table.units >> self.cell(cell) & 1

    def place(self, seat: Seat) -> str:
        """英雄在哪。"""
        return self.table.setup.board.name(self.table.places[seat])

    def hand(self, seat: Seat) -> list[str]:
        """手牌的名字。"""
        return named(self.table.hands[seat])

    def space(self) -> Any:
        """正在问的问题的选项空间。"""
        return self.match.clocked()[0].options

    def reachable(self, aim: Any) -> list[str]:
        """`PlaceAim`、`CellsAim` 的格，写成坐标，从小到大。"""
        return sorted(self.names(aim.cells))


def only(events: Sequence[Event], kind: type[E]) -> E:
    """恰好一件的那种事。"""
    found = every(events, kind)
    assert len(found) == 1, f"{kind.__name__} 有 {len(found)} 件"
    return found[0]


def every(events: Sequence[Event], kind: type[E]) -> list[E]:
    """全部这种事，按次序。"""
    return [event for event in events if isinstance(event, kind)]


def owned(table: AuroraTable, seat: Seat) -> list[int]:
    """一个座位的全部牌，从小到大：守恒用。"""
    held: list[int] = []
    for zone in (
        table.decks,
        table.hands,
        table.dodges,
        table.reserves,
        table.charges,
        table.discards,
        table.laid,
    ):
        held += zone[seat]
    return sorted(held)


def pieces(table: AuroraTable) -> list[int]:
    """双方的全部士兵牌，从小到大：守恒用。"""
    held = [piece for pile in (*table.piles, *table.fallen) for piece in pile]
    for stack in table.stacks:
        held += stack.cards + stack.captives
    return sorted(held)
