"""测试用的小游戏「玩具」：暗牌、同时密选、插话、掷骰，几分钟一局。

每人 3 张 1–20 的牌。每轮：同时暗选一张亮出来得分；然后依次掷骰得分；然后依次出牌回合，
可以「打 牌」「摸」「过」，别人手里的「喊」随时可以插一次（得 1 分）。两轮以后分高者胜。
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from games.kernel import (
    Anyone,
    Ask,
    Cast,
    Choice,
    Event,
    Flow,
    Game,
    Illegal,
    Misread,
    OptionError,
    OptionLine,
    Prompt,
    Seat,
    Secret,
    Stream,
    Table,
    Together,
    Token,
    number,
)


@dataclass(frozen=True, slots=True)
class Setup:
    """一局定下的：桌规与数据。"""

    rounds: int
    top: int
    cursed: int
    """打出这张牌时规则出错；0 没有。"""


@dataclass(slots=True)
class Dealt(Event):
    cards: Secret[list[int]]


@dataclass(slots=True)
class Revealed(Event):
    cards: list[int]


@dataclass(slots=True)
class Rolled(Event):
    seat: Seat
    die: int


@dataclass(slots=True)
class Played(Event):
    seat: Seat
    card: int


@dataclass(slots=True)
class Drew(Event):
    seat: Seat
    card: Secret[int]


@dataclass(slots=True)
class Passed(Event):
    seat: Seat


@dataclass(slots=True)
class Shouted(Event):
    seat: Seat


@dataclass(slots=True)
class Moods(Event):
    seat: Seat
    mood: str


class Turn:
    """出牌回合允许的：`["play", 牌]`、`["draw"]`、`["pass"]`；会说为什么不行。"""

    def __init__(self, cards: Sequence[int], deck: int) -> None:
        self.items: list[Choice] = [["play", card] for card in cards]
        if deck:
            self.items.append(["draw"])
        self.items.append(["pass"])

    def __contains__(self, choice: object) -> bool:
        return choice in self.items

    def __iter__(self) -> Any:
        return iter(self.items)

    def count(self) -> int:
        return len(self.items)

    def sample(self, stream: Stream) -> Choice:
        return self.items[stream.below(len(self.items))]

    def explain(self, choice: Choice) -> Illegal | None:
        if choice[0] == "play":
            return Illegal(f"你没有 {choice[1]}", "T2.1", "打「手牌」看有什么")
        return Illegal("牌堆空了", "T2.2", "改打「过」")


@dataclass(slots=True)
class ToyTable(Table):
    hands: list[list[int]] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    shouts: list[int] = field(default_factory=list)
    moods: list[str] = field(default_factory=list)
    round: int = 1
    active: int = 0
    DECLARATIONS: ClassVar[frozenset[str]] = frozenset({"mood"})

    def copy(self) -> ToyTable:
        return ToyTable(
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
        )

    def view(self, seat: Seat | None) -> Any:
        return {
            "seat": seat,
            "hand": None if seat is None else self.hands[seat][:],
            "counts": [len(hand) for hand in self.hands],
            "scores": self.scores[:],
            "round": self.round,
        }

    def declaration(self, seat: Seat, what: str) -> Sequence[Choice]:
        return ["喜", "怒"]

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        self.moods[seat] = choice
        self.tell(Moods(seat, choice))


def pick(table: ToyTable) -> Flow[None]:
    asks = [Ask(seat, "pick", hand[:], min(hand)) for seat, hand in enumerate(table.hands)]
    picks = yield Together(asks)
    cards = [picks[seat] for seat in range(table.seats)]
    for seat, card in enumerate(cards):
        table.hands[seat].remove(card)
        table.scores[seat] += card
    table.tell(Revealed(cards))
    table.active = 0
    table.phase = "dice"


def dice(table: ToyTable) -> Flow[None]:
    yield Ask(table.active, "dice", [["roll"]], ["roll"])
    die = 1 + table.below(6)
    table.scores[table.active] += die
    table.tell(Rolled(table.active, die))
    table.active += 1
    if table.active == table.seats:
        table.active = 0
        table.phase = "turn"


def turn(table: ToyTable) -> Flow[None]:
    while True:
        seat = table.active
        main = Ask(seat, "turn", Turn(table.hands[seat], len(table.deck)), ["pass"])
        others = [Ask(each, "shout", [["shout"]], ["shout"]) for each in range(table.seats) if each != seat]
        others = [ask for ask in others if table.shouts[ask.seat]]
        who, choice = yield Anyone(main, others)
        if choice == ["shout"]:
            table.shouts[who] = 0
            table.scores[who] += 1
            table.tell(Shouted(who))
        elif choice[0] == "play":
            if choice[1] == table.setup.cursed:
                raise RuntimeError("这张牌的规则写错了")
            table.hands[seat].remove(choice[1])
            table.scores[seat] += choice[1]
            table.tell(Played(seat, choice[1]))
        elif choice[0] == "draw":
            card = table.deck.pop()
            table.hands[seat].append(card)
            table.tell(Drew(seat, Secret({seat: card})))
        else:
            table.tell(Passed(seat))
            break
    table.active += 1
    if table.active == table.seats:
        table.active = 0
        table.round += 1
        table.phase = "pick"
        empty = any(not hand for hand in table.hands)
        table.over = table.round > table.setup.rounds or empty


ToyTable.PHASES = {"pick": pick, "dice": dice, "turn": turn}


def random_player(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    if optional and stream.below(2):
        return None
    return ask.sample(stream)


def plain_player(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    if optional:
        return None
    return ask.default


class Toy(Game):
    key = "toy"
    title = "玩具"
    aliases = ("小玩具",)
    tokens = (
        Token("🔴", ("红", "红色")),
        Token("🔵", ("蓝", "蓝色")),
        Token("🟢", ("绿", "绿色")),
        Token("🟡", ("黄", "黄色")),
    )
    timeouts = 2
    slow = frozenset({"turn"})
    verbs = frozenset({"选", "打", "摸", "过", "掷骰", "喊", "心情"})
    players: Mapping[str, Any] = {"随机": random_player, "普通": plain_player}

    def __init__(self, cursed: int = 0) -> None:
        self.cursed = cursed

    def load(self, folder: Path) -> Any:
        return {"top": 20, "cursed": self.cursed}

    def dump_data(self, data: Any) -> str:
        return json.dumps(data)

    def restore_data(self, text: str) -> Any:
        return json.loads(text)

    def default_options(self) -> Any:
        return {"轮数": 2}

    def set_option(self, options: Any, name: str, value: str, data: Any) -> Any:
        if name != "轮数":
            raise OptionError(f"没有「{name}」这个选项。能设的是：轮数")
        count = number(value)
        if count is None or not 1 <= count <= 3:
            raise OptionError(f"「轮数」不能是「{value}」（T1.1）。能写：1 到 3")
        return {"轮数": count}

    def option_lines(self, options: Any) -> list[OptionLine]:
        return [OptionLine("轮数", str(options["轮数"]), "玩几轮", "T1.1")]

    def dump_options(self, options: Any) -> str:
        return json.dumps(options, ensure_ascii=False)

    def restore_options(self, text: str) -> Any:
        return json.loads(text)

    def seats(self, options: Any, data: Any) -> tuple[int, int]:
        return 2, 4

    def rulebook(self) -> str:
        return (
            "# 玩具\n\n## T1 开局\n\n### T1.1 轮数\n玩两轮，桌规可改。\n\n"
            "## T2 出牌\n\n### T2.1 打牌\n打出手里的一张，得它的点数。\n<!-- 词：出牌 -->\n"
        )

    def deal(self, seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
        seats = len(marks)
        table = ToyTable(seats, seed, Setup(options["轮数"], data["top"], data["cursed"]), "pick")
        table.deck = list(range(1, data["top"] + 1))
        table.shuffle(table.deck)
        table.hands = [[table.deck.pop() for _ in range(3)] for _ in range(seats)]
        table.scores = [0] * seats
        table.shouts = [1] * seats
        table.moods = [""] * seats
        return table

    def restore(self, state: bytes, options: Any, data: Any) -> Table:
        return ToyTable.restore(state, Setup(options["轮数"], data["top"], data["cursed"]))

    # ------------------------------------------------------------ 文字
    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        if text.isdigit():
            numbered = self.prompt(ask, view, cast).numbered
            if not 1 <= int(text) <= len(numbered):
                raise Misread(f"没有 {text} 号选项", advice=f"打 1 到 {len(numbered)}")
            return numbered[int(text) - 1][0]
        if ask.what == "pick" and text.startswith("选"):
            card = number(text[1:].strip())
            if card is None:
                raise Misread(f"「{text[1:].strip()}」不是牌", "T2.1", "打「选 牌」，如「选 5」")
            return card
        if ask.what == "dice" and text == "掷骰":
            return ["roll"]
        if ask.what == "shout" and text == "喊":
            return ["shout"]
        if ask.what == "turn":
            if text.startswith("打"):
                card = number(text[1:].strip())
                if card is None:
                    raise Misread(f"「{text[1:].strip()}」不是牌", "T2.1", "打「打 牌」，如「打 5」")
                return ["play", card]
            if text == "摸":
                return ["draw"]
            if text == "过":
                return ["pass"]
        raise Misread("现在不能这样打", advice=self.prompt(ask, view, cast).advice)

    def read_declaration(self, text: str, view: Any, cast: Cast) -> tuple[str, Choice] | None:
        if not text.startswith("心情"):
            return None
        return "mood", text[2:].strip()

    def tell(self, events: Sequence[Any], view: Any, cast: Cast) -> list[str]:
        lines: list[str] = []
        for event in events:
            if view["seat"] is not None:
                if isinstance(event, Drew) and event.card.seen is not None:
                    lines.append(f"你摸到 {event.card.seen}。")
                continue
            match event:
                case Revealed(cards):
                    shown = "、".join(f"{cast.label(seat)} {card}" for seat, card in enumerate(cards))
                    lines.append(f"亮牌：{shown}。")
                case Rolled(seat, die):
                    lines.append(f"{cast.label(seat)} 掷出 {die}。")
                case Played(seat, card):
                    lines.append(f"{cast.label(seat)} 打出 {card}。")
                case Drew(seat, _):
                    lines.append(f"{cast.label(seat)} 摸了一张。")
                case Passed(seat):
                    lines.append(f"{cast.label(seat)} 过。")
                case Shouted(seat):
                    lines.append(f"{cast.label(seat)} 喊了一声。")
                case Moods(seat, mood):
                    lines.append(f"{cast.label(seat)} 很{mood}。")
                case _:
                    pass
        return lines

    def prompt(self, ask: Ask, view: Any, cast: Cast) -> Prompt:
        match ask.what:
            case "pick":
                numbered = tuple((card, f"亮 {card}") for card in view["hand"])
                return Prompt("暗选一张亮出来", (), numbered, "打「选 牌」或号")
            case "dice":
                return Prompt("轮到你掷骰", (), (), "打「掷骰」", secret=False)
            case "turn":
                options: list[Choice] = list(ask.options)
                words = {"play": "打", "draw": "摸", "pass": "过"}
                numbered = tuple(
                    (choice, " ".join([words[choice[0]], *map(str, choice[1:])])) for choice in options
                )
                return Prompt("轮到你出牌", (), numbered, "打「打 牌」「摸」「过」或号")
            case _:
                return Prompt("可以插一声", (), ((["shout"], "喊"),), "打「喊」")

    def waiting(self, whats: Mapping[Seat, str], view: Any, cast: Cast) -> str:
        words = {"pick": "暗选", "dice": "掷骰", "turn": "出牌"}
        return f"等 {cast.listed(list(whats))} {words[next(iter(whats.values()))]}。"

    def status(self, view: Any, cast: Cast) -> str:
        lines = [f"第 {view['round']} 轮"]
        for seat, score in enumerate(view["scores"]):
            lines.append(f"{cast.label(seat)} {score} 分，{view['counts'][seat]} 张")
        return "\n".join(lines)

    def board(self, view: Any, cast: Cast) -> str:
        return "分数：" + " ".join(f"{cast.label(seat)}{score}" for seat, score in enumerate(view["scores"]))

    def hand(self, view: Any, cast: Cast) -> str:
        return f"手牌：{' '.join(map(str, view['hand'])) or '空'}"

    def result(self, view: Any, cast: Cast) -> str:
        best = max(view["scores"])
        winners = [seat for seat, score in enumerate(view["scores"]) if score == best]
        return f"终局：{cast.listed(winners)} 以 {best} 分获胜。"

    def shows_board(self, events: Sequence[Any]) -> bool:
        return any(isinstance(event, Revealed) for event in events)

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        return True

    def summary(self, table: Table) -> dict[str, Any]:
        assert isinstance(table, ToyTable)
        best = max(table.scores)
        winners = [seat for seat, score in enumerate(table.scores) if score == best]
        return {"winners": winners, "rounds": table.round - 1}


game = Toy()
