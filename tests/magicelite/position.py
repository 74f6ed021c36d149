"""直接摆出一个局面，走几步，看结果：魔法精英规则测试的工作台。

手牌写成「♠3 ♥A ♦K」，身份卡写成「♠10」；同样的牌依次取第一副、第二副的。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import pytest

from games.kernel import Anyone, Ask, Choice, Event, Illegal, Match, Seat, Together
from games.magicelite.data import MagicEliteData, Options, load
from games.magicelite.rules import deal
from games.magicelite.table import MagicEliteTable

DATA: MagicEliteData = load()
PLAIN = ["♠7", "♥7", "♣7", "♦7", "♠7", "♥7", "♣7", "♦7"]
"""没有技能的身份（初代 7 杀手），按出牌顺序。"""

E = TypeVar("E", bound=Event)


def options_of(**values: Any) -> Options:
    """一种桌规，字段用英文名：`options_of(generation=2, generals=1)`。"""
    return Options.model_validate(values)


class Box:
    """几副牌（或身份卡），按名字一张张取。"""

    def __init__(self, names: Sequence[str], cards: Sequence[int]) -> None:
        self.names = names
        self.left = list(cards)

    def take(self, name: str) -> int:
        for card in self.left:
            if self.names[card] == name:
                self.left.remove(card)
                return card
        raise AssertionError(f"没有更多的「{name}」")

    def take_all(self, text: str) -> list[int]:
        return [self.take(name) for name in text.split()]


def position(
    *hands: str,
    identities: str = "",
    health: Sequence[int | None] = (),
    cap: Sequence[int | None] = (),
    deck: str = "",
    discard: str = "",
    deck_size: int | None = None,
    dead: Sequence[Seat] = (),
    active: Seat = 0,
    turns: int = 1,
    phase: str = "play",
    seed: int = 1,
    **options: Any,
) -> MagicEliteTable:
    """几个人各拿着 `hands`，轮到 `active` 主动出牌的局面。

    身份缺省都是没有技能的 7（按座次 ♠♥♣♦ 各一轮）。`deck` 是库顶的牌（先摸的在前），其余的在底下；
    `deck_size` 给定时库里只留这么多张（含 `deck`），多的不在场上的放进弃牌堆的底下——`deck_size=0` 且要弃牌堆也空，
    就用 `strip`。`discard` 是弃牌堆最后进的几张。
    """
    seats = len(hands)
    table = deal(seed, [""] * seats, options_of(**options), DATA)
    setup = table.setup
    people = Box(setup.identities.name, range(DATA.identities_of(table.decks).size))
    wanted = identities.split() if identities else PLAIN[:seats]
    assert len(wanted) == seats
    for seat, name in enumerate(wanted):
        table.powers.enter(table, seat, people.take(name))
    table.spare = people.left
    for seat, value in enumerate(cap):
        if value is not None:
            table.cap[seat] = value
    for seat, value in enumerate(health):
        if value is not None:
            table.health[seat] = value
    box = Box(setup.deck.name, range(DATA.deck_of(table.decks).size))
    table.hands = [box.take_all(hand) for hand in hands]
    top = box.take_all(deck)
    recent = box.take_all(discard)
    rest = box.left
    if deck_size is None:
        table.deck, table.discard = rest + top[::-1], recent
    else:
        kept = max(0, deck_size - len(top))
        table.deck, table.discard = rest[:kept] + top[::-1], rest[kept:] + recent
    for seat in dead:
        table.alive[seat] = False
        table.health[seat] = 0
        table.discard += table.hands[seat]
        table.hands[seat] = []
    table.phase = phase
    table.active = active
    table.turns = turns
    table.cursor = table.place(active)
    return table


def strip(table: MagicEliteTable) -> MagicEliteTable:
    """把库与弃牌堆清空（那些牌不在场上）：没有牌可摸的局面。"""
    table.deck = []
    table.discard = []
    return table


def cards_of(table: MagicEliteTable, seat: Seat, text: str) -> list[int]:
    """`seat` 手里叫这些名字的牌。"""
    box = Box(table.setup.deck.name, table.hands[seat])
    return box.take_all(text)


def named(table: MagicEliteTable, cards: Sequence[int]) -> list[str]:
    """牌号 → 短名。"""
    return [table.setup.deck.name[card] for card in cards]


class Scene:
    """从一个局面开始的对局。"""

    def __init__(self, table: MagicEliteTable) -> None:
        self.match: Match[MagicEliteTable] = Match(table)
        self.events: list[Event] = list(self.match.events)

    @property
    def table(self) -> MagicEliteTable:
        return self.match.table

    def asked(self, seat: Seat) -> Ask:
        """正在问 `seat` 的问题。"""
        return self.match.waiting[seat]

    def waiting(self) -> dict[Seat, str]:
        """正在等谁回答什么（含插话）。"""
        return {seat: ask.what for seat, ask in self.match.waiting.items()}

    def main(self) -> tuple[Seat, str]:
        """要计时的那一个问题。"""
        ask = self.match.clocked()[0]
        return ask.seat, ask.what

    def answer(self, seat: Seat, choice: Choice) -> list[Event]:
        """`seat` 这样回答；返回发生的事。"""
        told = self.match.answer(seat, choice).events
        self.events += told
        return told

    def choice(self, seat: Seat, cards: str, target: Seat | None, uses: Sequence[Sequence[Any]]) -> Choice:
        """「出 `cards`」的回答。"""
        return ["set", cards_of(self.table, seat, cards), target, [list(use) for use in uses]]

    def play(self, seat: Seat, cards: str, target: Seat | None = None, *uses: Sequence[Any]) -> list[Event]:
        """`seat` 打出 `cards`：`scene.play(0, "♠3 ♠4", 1)`、`scene.play(1, "♠A", None, ["framing", 0])`。"""
        return self.answer(seat, self.choice(seat, cards, target, uses))

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

    def refused_set(
        self, seat: Seat, cards: str, target: Seat | None = None, *uses: Sequence[Any]
    ) -> Illegal:
        """这样出牌应当不行；返回理由。"""
        return self.refused(seat, self.choice(seat, cards, target, uses))

    def hand(self, seat: Seat) -> list[str]:
        """`seat` 的手牌，写成短名。"""
        return named(self.table, self.table.hands[seat])


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


def all_cards(table: MagicEliteTable) -> list[int]:
    """场上的全部手牌，从小到大：守恒用。"""
    held = [card for hand in table.hands for card in hand]
    return sorted(held + table.deck + table.discard + table.laid)


def trade(table: MagicEliteTable, first: int, second: int) -> None:
    """就地对调两张牌（手里的、库里的），悔牌用的存档里也对调：保密测试用。"""
    places = {first: second, second: first}
    for pile in (*table.hands, table.deck):
        pile[:] = [places.get(card, card) for card in pile]
    if table.undo:
        earlier = table.copy()
        earlier.become(table.undo)
        trade(earlier, first, second)
        table.undo = earlier.snapshot().decode()
