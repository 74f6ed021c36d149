"""测试用的「刻章」：就是玩具，开局先各选一枚印，印上有几个字就先得几分。

印在对局之外刻：要正好三个不同的字。存成一行文字，就是那几个字；差几个字的也存得下，只是不能用。
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import (
    Ask,
    Belongings,
    Cast,
    Choice,
    Event,
    Flow,
    Prompt,
    Seat,
    Secret,
    Shelf,
    Table,
    Worked,
    Workshop,
)
from tests.hall.toy import Setup, Toy, ToyTable

BLANK = "白板"
"""谁都有的一枚，没有字。"""


class Seals(Workshop):
    showing = "印章"
    building = "刻"
    verbs = frozenset({"字", "存", "扔"})

    def guide(self, data: Any) -> Sequence[str]:
        return ["私聊打「刻 字 山」加一个字，「刻 存 名字」存下，「刻 扔」重来；三个字才能用。"]

    def glance(self, shelf: Shelf, data: Any) -> Sequence[str]:
        return [f"你有 {len(shelf.things)} 枚：{'、'.join(shelf.things) or '无'}。内容私聊我看。"]

    def show(self, rest: str, shelf: Shelf, data: Any) -> Sequence[str]:
        if rest:
            return [f"{rest}：{shelf.things[rest]}" if rest in shelf.things else f"没有「{rest}」。"]
        return [*(f"{name}：{text}" for name, text in shelf.things.items()), f"手上的：{shelf.draft or '无'}"]

    def work(self, rest: str, shelf: Shelf, data: Any) -> Worked:
        verb, _, word = rest.partition(" ")
        match verb:
            case "字" if word:
                draft = shelf.draft + word[0]
                return Worked([f"手上的：{draft}"], Shelf(shelf.things, draft, shelf.last))
            case "存" if word:
                things = {**shelf.things, word: shelf.draft}
                return Worked([f"存下了「{word}」。"], Shelf(things, shelf.draft, shelf.last))
            case "改名" if shelf.things:
                old = next(iter(shelf.things))
                things = {word if name == old else name: text for name, text in shelf.things.items()}
                last = word if shelf.last == old else shelf.last
                return Worked([f"「{old}」改叫「{word}」。"], Shelf(things, shelf.draft, last))
            case "扔":
                return Worked(["扔了。"], Shelf(shelf.things, "", shelf.last))
            case "炸":
                raise RuntimeError("刻刀坏了")
            case _:
                return Worked(["打「刻 字 山」。"], shelf)


@dataclass(slots=True)
class Chosen(Event):
    seat: Seat
    name: Secret[str]
    """公开的只有选了；选的是哪一枚只有自己知道。"""


@dataclass(slots=True)
class AtelierTable(ToyTable):
    belongings: list[Belongings] = field(default_factory=list)
    used: list[str] = field(default_factory=list)

    def copy(self) -> AtelierTable:
        return AtelierTable(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            [hand[:] for hand in self.hands],
            self.deck[:],
            self.scores[:],
            self.shouts[:],
            self.moods[:],
            self.round,
            self.active,
            self.belongings[:],
            self.used[:],
        )


def usable(belongings: Belongings) -> list[str]:
    """能用的：白板与正好三个不同的字的。"""
    return [BLANK, *(name for name, text in belongings.things.items() if len(text) == len(set(text)) == 3)]


def choose(table: AtelierTable) -> Flow[None]:
    seat = table.active
    names = usable(table.belongings[seat])
    last = table.belongings[seat].last
    name = yield Ask(seat, "seal", list(names), last if last in names else BLANK)
    table.used[seat] = name
    table.scores[seat] += len(table.belongings[seat].things.get(name, ""))
    table.tell(Chosen(seat, Secret({seat: name})))
    table.active += 1
    if table.active == table.seats:
        table.active = 0
        table.phase = "pick"


AtelierTable.PHASES = {"choose": choose, **ToyTable.PHASES}


class Atelier(Toy):
    key = "atelier"
    title = "刻章"
    aliases = ()
    workshop = Seals()
    verbs = Toy.verbs | {"用"}

    def deal(self, seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
        plain = super().deal(seed, marks, options, data)
        assert isinstance(plain, ToyTable)
        table = AtelierTable(plain.seats, plain.rng, plain.setup, "choose")
        table.hands, table.deck, table.scores = plain.hands, plain.deck, plain.scores
        table.shouts, table.moods = plain.shouts, plain.moods
        table.belongings = [Belongings() for _ in range(plain.seats)]
        table.used = [""] * plain.seats
        return table

    def equip(self, table: Any, belongings: Sequence[Belongings]) -> None:
        table.belongings = list(belongings)

    def used(self, table: Any) -> Sequence[str]:
        return table.used

    def restore(self, state: bytes, options: Any, data: Any) -> Table:
        return AtelierTable.restore(state, Setup(options["轮数"], data["top"], data["cursed"]))

    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        if ask.what == "seal" and text.startswith("用"):
            return text[1:].strip()
        return super().read(text, ask, view, cast)

    def prompt(self, ask: Ask, view: Any, cast: Cast) -> Prompt:
        if ask.what != "seal":
            return super().prompt(ask, view, cast)
        options: list[Choice] = list(ask.options)
        numbered = tuple((choice, choice) for choice in options)
        return Prompt("选一枚印", (f"上次用的：{ask.default}",), numbered, "打「用 名字」或号")

    def waiting(self, whats: Any, view: Any, cast: Cast) -> str:
        if "seal" in whats.values():
            return f"等 {cast.listed(list(whats))} 选印。"
        return super().waiting(whats, view, cast)
