"""直接摆出一个局面，走几步，看结果：规则测试的工作台。

牌用名字写：「心理攻击 乐器 帽子」；「收到的乐器」是别人给的武器；「路障」「bear」等是已成的特殊牌。
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

from games.kernel import Anyone, Ask, Choice, Event, Illegal, Match, Seat, Together
from games.leafrun.data import LeafrunData, Options, load
from games.leafrun.rules import PHASES, deal
from games.leafrun.setup import MARK_OF, RECEIVED
from games.leafrun.table import FRIENDSHIP, NOTHING, LeafrunTable

DATA: LeafrunData = load()
PIECES = "🟥🟧🟨🟩🟦🟪🟫⬛"
LONG = "S" + "L" * 28 + "E"
"""三十格的落叶道，什么地形也没有。"""
SPECIAL_NAMES = {name: kind for kind, name in DATA.special_name.items()}

E = TypeVar("E", bound=Event)


class Box:
    """一副牌，按名字一张张取。"""

    def __init__(self) -> None:
        self.left = list(range(DATA.deck.size))

    def take(self, name: str) -> tuple[int, int]:
        """取一张，返回 `(牌号, 记号)`。"""
        mark = 0
        if name in SPECIAL_NAMES:
            mark = MARK_OF[SPECIAL_NAMES[name]]
            name = "事件触发"
        elif name.startswith("收到的"):
            mark = RECEIVED
            name = name.removeprefix("收到的")
        for card in self.left:
            if DATA.deck.name[card] == name:
                self.left.remove(card)
                return card, mark
        raise AssertionError(f"没有更多的「{name}」")


def rules_of(**values: Any) -> Options:
    """一种桌规，字段用英文名：`rules_of(dice_automatic=True)`。"""
    return Options.model_validate(values)


def position(
    *hands: str,
    at: Sequence[int] = (),
    characters: Sequence[str] = (),
    health: Sequence[int | None] = (),
    armour: Sequence[str] = (),
    buffs: Sequence[Sequence[int]] = (),
    friendship: Sequence[Sequence[int]] = (),
    places: Sequence[int] = (),
    order: Sequence[Seat] = (),
    phase: str = "turn",
    tracks: str = LONG,
    deck: str = "",
    discard: str = "",
    empty_deck: bool = False,
    round: int = 1,
    seed: int = 1,
    **options: Any,
) -> LeafrunTable:
    """几个人各拿着 `hands`、站在 `at` 的局面，轮到 `order` 的第一个。

    角色缺省都是大麦（15/1，负重 7）；`deck` 是牌堆顶的牌（先摸的在前），其余的牌都在底下，
    `empty_deck` 则只有这些（其余的牌不在场上）。`places[座位]` 非 0 的已经到了终点。
    `buffs[座位]` 是元素牌给的增益，`friendship[座位]` 是友谊永恒给的。
    """
    seats = len(hands)
    options.setdefault("dice_automatic", True)
    options.setdefault("up_to_eight", seats > 6)
    table = deal(seed, PIECES[:seats], rules_of(tracks=tracks, **options), DATA)
    box = Box()
    names = list(DATA.roster.name)
    for seat, hand in enumerate(hands):
        table.character[seat] = names.index(characters[seat] if seat < len(characters) else "大麦")
        for name in hand.split():
            card, mark = box.take(name)
            table.mark[card] = mark
            table.give(seat, card)
        if seat < len(at):
            table.position[seat] = at[seat]
        if seat < len(armour) and armour[seat]:
            table.armour[seat] = box.take(armour[seat])[0]
        if seat < len(buffs):
            for buff in buffs[seat]:
                table.buffs[seat][buff - 1] = box.take(next_element(box))[0]
        if seat < len(friendship):
            for buff in friendship[seat]:
                table.buffs[seat][buff - 1] = FRIENDSHIP
        given = health[seat] if seat < len(health) else None
        table.health[seat] = table.max_health(seat) if given is None else given
    table.discard = [box.take(name)[0] for name in discard.split()]
    top = [box.take(name)[0] for name in deck.split()]
    table.deck = ([] if empty_deck else box.left) + top[::-1]
    table.track = 0
    table.round = round
    table.terrain = list(table.setup.tracks[0])
    table.places = [[places[seat] if seat < len(places) else 0 for seat in range(seats)]]
    for seat, place in enumerate(table.places[0]):
        if place:
            table.position[seat] = len(table.terrain) - 1
    table.points = [[0] * seats]
    table.order = list(order) or list(range(seats))
    table.phase = phase
    return table


def next_element(box: Box) -> str:
    """盒里下一张元素牌的名字。"""
    return next(DATA.deck.name[card] for card in box.left if DATA.deck.category[card] == 6)


def named(table: LeafrunTable, cards: Iterable[int]) -> list[str]:
    """牌号 → 牌名（特殊牌用它成为的名字）。"""
    return [table.setup.card_name(card, table.mark[card]) for card in cards]


def face_of(kind: str) -> int:
    """某种事件的点数。"""
    return DATA.faces.kind.index(kind)


def fix_dice(table: LeafrunTable, *dice: tuple[int, int]) -> None:
    """让接下来的 `(面数, 点数)` 依次掷出：试出一个会这样掷的随机数状态。"""
    trial = table.copy()
    for seed in range(2_000_000):
        trial.rng = seed
        if all(1 + trial.below(sides) == value for sides, value in dice):
            table.rng = seed
            return
    raise AssertionError("试不出这样的骰子")


class Scene:
    """从一个局面开始的对局。"""

    def __init__(self, table: LeafrunTable) -> None:
        self.match: Match[LeafrunTable] = Match(table)
        self.events: list[Event] = list(self.match.events)

    @property
    def table(self) -> LeafrunTable:
        return self.match.table

    def card(self, seat: Seat, name: str, number: int = 0) -> int:
        """`seat` 手里叫 `name` 的第 `number` 张。"""
        table = self.table
        found = [card for card in table.hands[seat] if table.setup.card_name(card, table.mark[card]) == name]
        return found[number]

    def asked(self, seat: Seat) -> Ask:
        """正在问 `seat` 的问题。"""
        return self.match.waiting[seat]

    def waiting(self) -> dict[Seat, str]:
        """正在等谁回答什么。"""
        return {seat: ask.what for seat, ask in self.match.waiting.items()}

    def play(self, seat: Seat, choice: Choice) -> list[Event]:
        """`seat` 这样回答；返回发生的事。"""
        told = self.match.answer(seat, choice).events
        self.events += told
        return told

    def use(self, seat: Seat, verb: str, name: str, *more: Any) -> list[Event]:
        """打一张牌：`scene.use(0, "weapon", "乐器", 1)`。"""
        return self.play(seat, [verb, self.card(seat, name), *more])

    def trigger(self, seat: Seat, kind: str, *dice: tuple[int, int]) -> list[Event]:
        """打一张事件触发，掷出 `kind`，其后的骰子依次掷出 `dice`。"""
        fix_dice(self.table, (DATA.rules.event_die_sides, face_of(kind)), *dice)
        return self.use(seat, "event", "事件触发")

    def end(self, seat: Seat) -> list[Event]:
        return self.play(seat, ["end"])

    def refused(self, seat: Seat, choice: Choice) -> Illegal:
        """`choice` 应当不行；返回理由，并确认桌子没有变。"""
        before = self.table.snapshot()
        with pytest.raises(Illegal) as caught:
            self.match.answer(seat, choice)
        assert self.table.snapshot() == before
        return caught.value


def run(table: LeafrunTable, *answers: Any) -> list[Event]:
    """把 `table.phase` 这一段跑完，依次用 `answers` 回答（`Together` 用字典）；返回发生的事。"""
    table.out = events = []
    flow = PHASES[table.phase](table)
    left = list(answers)
    try:
        question = flow.send(None)
        while True:
            asked = questions_of(question)
            assert left, f"没有准备好回答 {[(ask.seat, ask.what) for ask in asked]}"
            question = flow.send(left.pop(0))
    except StopIteration:
        assert not left, f"多准备了回答 {left}"
    return events


def first_question(table: LeafrunTable) -> Any:
    """`table.phase` 这一段的第一个问题。"""
    table.out = []
    return PHASES[table.phase](table).send(None)


def questions_of(question: Any) -> list[Ask]:
    """一个问题里的全部 `Ask`。"""
    if isinstance(question, Together):
        return question.asks
    if isinstance(question, Anyone):
        return [question.main, *question.others]
    return [question]


def only(events: Sequence[Event], kind: type[E]) -> E:
    """恰好一件的那种事。"""
    found = every(events, kind)
    assert len(found) == 1, f"{kind.__name__} 有 {len(found)} 件"
    return found[0]


def every(events: Sequence[Event], kind: type[E]) -> list[E]:
    """全部这种事，按次序。"""
    return [event for event in events if isinstance(event, kind)]


__all__ = [
    "DATA",
    "LONG",
    "NOTHING",
    "PIECES",
    "Scene",
    "every",
    "face_of",
    "first_question",
    "fix_dice",
    "named",
    "only",
    "position",
    "questions_of",
    "rules_of",
    "run",
]
