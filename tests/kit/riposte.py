"""对剑：内核与验收套件自己用的小游戏，有暗手牌、连环响应、同时密答、插话、骰子与声明。

规则（条号 R）：
- R1 每人 4 张牌、若干体力、一面盾。轮到时先可冒险掷骰：1 扣血，6 回血，其余可换任意张牌；然后摸 2 张。
- R2 出牌：攻击（每回合一次，指定一人）、齐射（其余人同时密答）、治疗（回 1）、补给（摸 2）；可不出。
- R3 任何牌打出后，其余人同时密答要不要「无效」；按座次第一个无效生效，它自己也可以被无效。
- R4 被攻击：闪避，或反击（对方反过来被攻击），否则扣血。齐射：闪避，否则扣血。
- R5 扣血先由盾抵消（声明「保留」者只在致命时用）。体力到 0 先可打治疗，否则离场，凶手抽一张手牌。
- R6 「喝彩」随时可以插进别人的出牌：自己回 1。
- R7 回合末弃到 4 张。只剩一人时他胜；到回合上限则体力最高者同胜。
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from games.kernel import (
    Anyone,
    Ask,
    Cast,
    Choice,
    Event,
    Flow,
    Game,
    Misread,
    OptionError,
    OptionLine,
    Prompt,
    Seat,
    Secret,
    Stream,
    Subset,
    Table,
    Together,
    Token,
    number,
)

KINDS = ("攻击", "闪避", "反击", "无效", "齐射", "治疗", "补给", "喝彩")
ATTACK, DODGE, COUNTER, NULLIFY, VOLLEY, HEAL, SUPPLY, CHEER = range(len(KINDS))
HAND_LIMIT = 4
TURN_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Data:
    """每种牌几张，按 `KINDS` 的次序。"""

    counts: tuple[int, ...] = (16, 10, 6, 5, 4, 6, 5, 4)


@dataclass(frozen=True, slots=True)
class Options:
    """桌规。"""

    life: int = 3
    shield: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """整局不变的东西：每张牌的种类、桌规。"""

    kinds: tuple[int, ...]
    options: Options


# ---------------------------------------------------------------------- 事件
@dataclass(slots=True)
class Rolled(Event):
    seat: Seat
    face: int


@dataclass(slots=True)
class Drew(Event):
    seat: Seat
    count: int
    cards: Secret[list[int]]


@dataclass(slots=True)
class Played(Event):
    seat: Seat
    card: int
    kind: int
    target: Seat | None


@dataclass(slots=True)
class Life(Event):
    seat: Seat
    change: int
    left: int


@dataclass(slots=True)
class Shielded(Event):
    seat: Seat


@dataclass(slots=True)
class Departed(Event):
    seat: Seat


@dataclass(slots=True)
class Looted(Event):
    seat: Seat
    victim: Seat
    card: Secret[int]


@dataclass(slots=True)
class Finished(Event):
    winners: list[Seat]


# ---------------------------------------------------------------------- 牌桌
@dataclass(frozen=True, slots=True)
class View:
    """一个座位（或旁观者）可知的一切。"""

    seat: Seat | None
    hand: list[int] | None
    kinds: tuple[int, ...]
    sizes: list[int]
    life: list[int]
    alive: list[bool]
    shields: list[bool]
    stance: str | None
    deck: int
    discard: list[int]
    active: Seat
    turn: int
    over: bool
    winners: list[Seat]


@dataclass(slots=True)
class Riposte(Table):
    """对剑的桌子。"""

    life: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    alive: list[bool] = field(default_factory=list)
    shields: list[bool] = field(default_factory=list)
    stances: list[str] = field(default_factory=list)
    active: Seat = 0
    turn: int = 0
    attacked: bool = False
    winners: list[Seat] = field(default_factory=list)

    def copy(self) -> Riposte:
        return Riposte(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            self.life[:],
            [hand[:] for hand in self.hands],
            self.deck[:],
            self.discard[:],
            self.alive[:],
            self.shields[:],
            self.stances[:],
            self.active,
            self.turn,
            self.attacked,
            self.winners[:],
        )

    def view(self, seat: Seat | None) -> View:
        return View(
            seat,
            None if seat is None else self.hands[seat][:],
            self.setup.kinds,
            [len(hand) for hand in self.hands],
            self.life[:],
            self.alive[:],
            self.shields[:],
            None if seat is None else self.stances[seat],
            len(self.deck),
            self.discard[:],
            self.active,
            self.turn,
            self.over,
            self.winners[:],
        )

    def declaration(self, seat: Seat, what: str) -> Sequence[Choice]:
        return ["自动", "保留"] if self.alive[seat] else []

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        self.stances[seat] = choice

    def draw(self, seat: Seat, count: int) -> None:
        drawn: list[int] = []
        for _ in range(count):
            if not self.deck:
                self.deck, self.discard = self.discard, []
                self.shuffle(self.deck)
            if not self.deck:
                break
            drawn.append(self.deck.pop())
        self.hands[seat] += drawn
        if self.out is not None:
            self.tell(Drew(seat, len(drawn), Secret({seat: drawn[:]})))

    def play(self, seat: Seat, card: int, target: Seat | None = None) -> None:
        self.hands[seat].remove(card)
        self.discard.append(card)
        if self.out is not None:
            self.tell(Played(seat, card, self.setup.kinds[card], target))

    def heal(self, seat: Seat, change: int) -> None:
        self.life[seat] += change
        if self.out is not None:
            self.tell(Life(seat, change, self.life[seat]))

    def held(self, seat: Seat, *kinds: int) -> list[int]:
        return [card for card in self.hands[seat] if self.setup.kinds[card] in kinds]

    def rivals(self, seat: Seat) -> list[Seat]:
        """还在场的其余座位，从下家起。"""
        ring = [(seat + step) % self.seats for step in range(1, self.seats)]
        return [rival for rival in ring if self.alive[rival]]


# ---------------------------------------------------------------------- 规则
def opening(table: Riposte) -> Flow[None]:
    """R1。"""
    seat = table.active
    table.attacked = False
    if (yield Ask(seat, "risk", ["冒险", "不冒险"], "不冒险")) == "冒险":
        face = 1 + table.below(6)
        table.tell(Rolled(seat, face))
        if face == 1:
            yield from damage(table, seat, seat)
        elif face == 6:
            table.heal(seat, 1)
        else:
            cards = yield Ask(seat, "exchange", Subset(table.hands[seat], 0, len(table.hands[seat])), [])
            for card in cards:
                table.play(seat, card)
            table.draw(seat, len(cards))
    if table.over:
        return
    if table.alive[seat]:
        table.draw(seat, 2)
        table.phase = "main"
    else:
        pass_on(table)


def main(table: Riposte) -> Flow[None]:
    """R2、R6：每次一张，直到不出。"""
    seat = table.active
    options: list[Choice] = [None]
    for card in table.hands[seat]:
        kind = table.setup.kinds[card]
        if kind == ATTACK and not table.attacked:
            options += [[card, rival] for rival in table.rivals(seat)]
        elif kind in (VOLLEY, HEAL, SUPPLY):
            options.append([card, seat])
    # 谁手里有喝彩不能从问题看出来，所以问所有人；没有的人没有可选的。
    cheers = [Ask(rival, "cheer", table.held(rival, CHEER)) for rival in table.rivals(seat)]
    who, choice = yield Anyone(Ask(seat, "main", options), cheers)
    if who != seat:
        table.play(who, choice)
        table.heal(who, 1)
        return
    if choice is None:
        table.phase = "closing"
        return
    card, target = choice
    table.play(seat, card, target if target != seat else None)
    kind = table.setup.kinds[card]
    if kind == ATTACK:
        table.attacked = True
    if not (yield from takes_effect(table, seat)):
        return
    if kind == ATTACK:
        yield from strike(table, seat, target)
    elif kind == VOLLEY:
        yield from volley(table, seat)
    elif kind == HEAL:
        table.heal(seat, 1)
    else:
        table.draw(seat, 2)
    if not table.over and not table.alive[seat]:
        pass_on(table)


def closing(table: Riposte) -> Flow[None]:
    """R7。"""
    seat = table.active
    extra = len(table.hands[seat]) - HAND_LIMIT
    if extra > 0:
        hand = table.hands[seat][:]
        for card in (yield Ask(seat, "discard", Subset(hand, extra, extra), hand[:extra])):
            table.play(seat, card)
    pass_on(table)


def pass_on(table: Riposte) -> None:
    table.active = table.rivals(table.active)[0]
    table.turn += 1
    table.phase = "opening"
    if table.turn >= TURN_LIMIT:
        best = max(table.life)
        finish(table, [seat for seat in range(table.seats) if table.life[seat] == best])


def finish(table: Riposte, winners: list[Seat]) -> None:
    table.winners = winners
    table.over = True
    table.tell(Finished(winners[:]))


def takes_effect(table: Riposte, seat: Seat) -> Flow[bool]:
    """R3：刚打出的牌有没有被无效。问所有人，免得问谁就等于说谁有。"""
    answers = yield Together(
        [Ask(rival, "nullify", [None, *table.held(rival, NULLIFY)]) for rival in table.rivals(seat)]
    )
    for rival, card in answers.items():
        if card is not None:
            table.play(rival, card)
            return not (yield from takes_effect(table, rival))
    return True


def strike(table: Riposte, source: Seat, target: Seat) -> Flow[None]:
    """R4。"""
    card = yield Ask(target, "defend", [None, *table.held(target, DODGE, COUNTER)], note=source)
    if card is None:
        yield from damage(table, target, source)
        return
    table.play(target, card)
    if not (yield from takes_effect(table, target)):
        yield from damage(table, target, source)
    elif table.setup.kinds[card] == COUNTER:
        yield from strike(table, target, source)


def volley(table: Riposte, source: Seat) -> Flow[None]:
    """R4。"""
    answers = yield Together(
        [Ask(rival, "volley", [None, *table.held(rival, DODGE)]) for rival in table.rivals(source)]
    )
    for rival, card in answers.items():
        if table.over:
            return
        if card is None:
            yield from damage(table, rival, source)
        else:
            table.play(rival, card)


def damage(table: Riposte, seat: Seat, source: Seat) -> Flow[None]:
    """R5。"""
    if table.shields[seat] and (table.stances[seat] == "自动" or table.life[seat] == 1):
        table.shields[seat] = False
        table.tell(Shielded(seat))
        return
    table.heal(seat, -1)
    while table.life[seat] <= 0:
        card = yield Ask(seat, "last", [None, *table.held(seat, HEAL)])
        if card is None:
            break
        table.play(seat, card)
        if (yield from takes_effect(table, seat)):
            table.heal(seat, 1)
    else:
        return
    table.alive[seat] = False
    table.tell(Departed(seat))
    hand = table.hands[seat]
    if source != seat and hand and table.alive[source]:
        place = yield Ask(source, "loot", list(range(len(hand))), 0)
        card = hand.pop(place)
        table.hands[source].append(card)
        if table.out is not None:
            table.tell(Looted(source, seat, Secret({source: card, seat: card})))
    table.discard += hand
    table.hands[seat] = []
    if sum(table.alive) == 1:
        finish(table, [table.alive.index(True)])


Riposte.PHASES = {"opening": opening, "main": main, "closing": closing}
Riposte.DECLARATIONS = frozenset({"盾"})


# ---------------------------------------------------------------------- 文字
def named(view: View, card: int) -> str:
    return KINDS[view.kinds[card]]


TITLES = {
    "risk": "要不要冒险掷骰？",
    "exchange": "选要换的牌。",
    "main": "轮到你出牌。",
    "cheer": "可以喝彩。",
    "nullify": "要不要无效？",
    "defend": "有人攻击你。",
    "volley": "齐射来了。",
    "last": "体力到 0 了，要不要治疗？",
    "loot": "抽他一张手牌。",
    "discard": "弃到手牌上限。",
}


class RiposteGame(Game):
    """对剑。"""

    key = "riposte"
    title = "对剑"
    aliases = ("riposte",)
    tokens = (Token("🔴", ("红",)), Token("🔵", ("蓝",)), Token("🟢", ("绿",)), Token("🟡", ("黄",)))
    slow = frozenset({"main"})
    verbs = frozenset({"出", "不", "换", "弃", "盾", "冒险", "不冒险"})

    def load(self, folder: Path) -> Data:
        return Data()

    def dump_data(self, data: Data) -> str:
        return json.dumps(asdict(data))

    def restore_data(self, text: str) -> Data:
        return Data(tuple(json.loads(text)["counts"]))

    def default_options(self) -> Options:
        return Options()

    def set_option(self, options: Options, name: str, value: str, data: Data) -> Options:
        if name == "体力":
            life = number(value)
            if life is None or not 1 <= life <= 5:
                raise OptionError("体力是 1 到 5 的整数")
            return replace(options, life=life)
        if name == "盾":
            if value not in ("开", "关"):
                raise OptionError("盾是「开」或「关」")
            return replace(options, shield=value == "开")
        raise OptionError(f"没有「{name}」这条桌规，有：体力、盾")

    def option_lines(self, options: Options) -> list[OptionLine]:
        return [
            OptionLine("体力", str(options.life), "开局体力", "R1"),
            OptionLine("盾", "开" if options.shield else "关", "开局每人一面盾", "R1"),
        ]

    def dump_options(self, options: Options) -> str:
        return json.dumps(asdict(options))

    def restore_options(self, text: str) -> Options:
        return Options(**json.loads(text))

    def seats(self, options: Options, data: Data) -> tuple[int, int]:
        return 2, 4

    def rulebook(self) -> str:
        return __doc__ or ""

    def deal(self, seed: int, marks: Sequence[str], options: Options, data: Data) -> Riposte:
        seats = len(marks)
        kinds = tuple(kind for kind, count in enumerate(data.counts) for _ in range(count))
        table = Riposte(
            seats,
            seed,
            Setup(kinds, options),
            "opening",
            life=[options.life] * seats,
            hands=[[] for _ in range(seats)],
            deck=list(range(len(kinds))),
            alive=[True] * seats,
            shields=[options.shield] * seats,
            stances=["自动"] * seats,
        )
        table.shuffle(table.deck)
        for seat in range(seats):
            table.draw(seat, HAND_LIMIT)
        return table

    def restore(self, state: bytes, options: Options, data: Data) -> Riposte:
        kinds = tuple(kind for kind, count in enumerate(data.counts) for _ in range(count))
        return Riposte.restore(state, Setup(kinds, options))

    def read(self, text: str, ask: Ask, view: View, cast: Cast) -> Choice:
        listed = self.prompt(ask, view, cast).numbered
        picked = number(text)
        if picked is not None and ask.what not in ("exchange", "discard"):
            if not 1 <= picked <= len(listed):
                raise Misread(f"没有第 {picked} 项", advice="打选项前面的号")
            return listed[picked - 1][0]
        verb, *words = text.split() or [""]
        if ask.what == "risk" and verb in ("冒险", "不冒险"):
            return verb
        if verb == "不" and ask.what in ("exchange", "discard"):
            return []
        if verb == "不" and None in ask.options:
            return None
        if ask.what in ("exchange", "discard") and verb in ("换", "弃"):
            places = [number(word) for word in words]
            hand = view.hand or []
            if any(place is None or not 1 <= place <= len(hand) for place in places):
                raise Misread("牌号不对", advice="如「弃 1 3」")
            return [hand[place - 1] for place in places if place is not None]
        if verb == "出" and words:
            target = cast.find(words[1]) if len(words) > 1 else None
            for choice, _ in listed:
                card = choice[0] if isinstance(choice, list) else choice
                aimed = target is None or not isinstance(choice, list) or choice[1] == target
                if card is not None and named(view, card) == words[0] and aimed:
                    return choice
        raise Misread(f"没读懂「{text}」", advice=self.prompt(ask, view, cast).advice)

    def read_declaration(self, text: str, view: View, cast: Cast) -> tuple[str, Choice] | None:
        words = text.split()
        return ("盾", words[1]) if len(words) == 2 and words[0] == "盾" else None

    def tell(self, events: Sequence[Any], view: View, cast: Cast) -> list[str]:
        lines: list[str] = []
        for event in events:
            line = self.public(event, view, cast) if view.seat is None else self.private(event, view)
            if line:
                lines.append(line)
        return lines

    def public(self, event: Any, view: View, cast: Cast) -> str:
        match event:
            case Rolled():
                return f"{cast.label(event.seat)}掷出 {event.face}"
            case Drew():
                return f"{cast.label(event.seat)}摸 {event.count} 张"
            case Played():
                aim = "" if event.target is None else f"，对{cast.label(event.target)}"
                return f"{cast.label(event.seat)}打出「{named(view, event.card)}」{aim}"
            case Life():
                return f"{cast.label(event.seat)}体力 {event.change:+d}，剩 {event.left}"
            case Shielded():
                return f"{cast.label(event.seat)}的盾挡下了"
            case Departed():
                return f"{cast.label(event.seat)}离场"
            case Looted():
                return f"{cast.label(event.seat)}抽走{cast.label(event.victim)}一张牌"
            case Finished():
                return f"{cast.listed(event.winners)}胜"
            case _:
                raise TypeError(type(event).__name__)

    def private(self, event: Any, view: View) -> str:
        match event:
            case Drew(cards=Secret(seen=list() as cards)) if cards:
                return "你摸到" + "、".join(named(view, card) for card in cards)
            case Looted(card=Secret(seen=int() as card)):
                return f"被抽走的是「{named(view, card)}」"
            case _:
                return ""

    def prompt(self, ask: Ask, view: View, cast: Cast) -> Prompt:
        numbered: list[tuple[Choice, str]] = []
        if ask.what in ("exchange", "discard"):
            return Prompt(TITLES[ask.what], advice="换 1 3、弃 1 3、不")
        for choice in ask.options:
            if choice is None:
                words = "不出"
            elif isinstance(choice, str):
                words = choice
            elif isinstance(choice, list):
                aim = "" if choice[1] == view.seat else f"，对{cast.label(choice[1])}"
                words = named(view, choice[0]) + aim
            elif ask.what == "loot":
                words = f"第 {choice + 1} 张"
            else:
                words = named(view, choice)
            numbered.append((choice, words))
        return Prompt(TITLES[ask.what], (), tuple(numbered), "打选项前面的号", secret=ask.what != "risk")

    def waiting(self, whats: Mapping[Seat, str], view: View, cast: Cast) -> str:
        return "等" + cast.listed(list(whats))

    def status(self, view: View, cast: Cast) -> str:
        return "\n".join(
            f"{cast.label(seat)} 体力 {view.life[seat]} 手牌 {view.sizes[seat]}"
            for seat in range(len(view.life))
        )

    def board(self, view: View, cast: Cast) -> str:
        return f"第 {view.turn + 1} 回合，牌堆 {view.deck}"

    def hand(self, view: View, cast: Cast) -> str:
        return "手牌：" + "、".join(named(view, card) for card in view.hand or [])

    def result(self, view: View, cast: Cast) -> str:
        return f"{cast.listed(view.winners)}获胜"

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        return any(isinstance(event, (Drew, Played, Looted)) and event.seat == seat for event in events)

    def summary(self, table: Table) -> dict[str, Any]:
        assert isinstance(table, Riposte)
        return {"winners": table.winners, "rounds": table.turn, "departed": table.alive.count(False)}


def random_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """随机的合法回答；插话一半的时候说。"""
    if optional and (not ask.options.count() or stream.below(2)):
        return None
    return ask.sample(stream)


def plain_player(view: View, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """能出牌就出，能挡就挡，不冒险。"""
    if optional:
        return next(iter(ask.options), None)
    if ask.what in ("risk", "exchange", "discard"):
        return ask.default
    last = ask.default
    for choice in ask.options:
        last = choice
    return last


RiposteGame.players = {"随机": random_player, "普通": plain_player}
game = RiposteGame()


def unseen(table: Riposte, seat: Seat | None) -> list[int]:
    """`seat` 不知道在哪的牌：别人手里的与牌堆里的，依次。"""
    cards = [card for holder, hand in enumerate(table.hands) if holder != seat for card in hand]
    return cards + table.deck


def exchange(table: Riposte, first: int, second: int) -> None:
    """两张牌对调位置。"""
    swap = {first: second, second: first}
    for pile in (*table.hands, table.deck):
        pile[:] = [swap.get(card, card) for card in pile]
