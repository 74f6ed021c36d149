"""一场进行中的对局：存档、此后的回答、正在问的问题。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from .events import Event
from .questions import Anyone, Ask, Flow, Question, Seat, Together
from .spaces import Choice, Listed
from .table import Table

T = TypeVar("T", bound=Table)

PHASE_LIMIT = 10_000
"""连续跑这么多段规则还没有问任何人，就是规则卡住了。"""


class Illegal(ValueError):
    """不允许的回答；桌子没有变。"""

    def __init__(self, reason: str, clause: str = "", advice: str = "") -> None:
        """`reason` 为什么不行；`clause` 依据的条号；`advice` 该怎么打字。"""
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.advice = advice


class Stuck(RuntimeError):
    """规则一直在跑却不问任何人。"""


class Move(NamedTuple):
    """日志里的一步：某座位对问题 `what` 的回答，或一次声明。"""

    seat: Seat
    what: str
    choice: Choice


class Outcome(NamedTuple):
    """一步之后发生的事。"""

    events: list[Event]
    """按次序发生的事。"""
    reversible: bool
    """没有掷骰洗牌，也没有让谁看到秘密：可以不经别人同意就悔。"""


class Match(Generic[T]):
    """一场对局。所有改变都走 `answer`、`declare`、`rewind`。

    `origin` 是开局（或读档处）的桌子，`history` 是此后的全部步骤；`checkpoint` 是最近一次段界处的桌子，
    `since` 是此后的步骤。复制与出错回滚都从 `checkpoint` 重放。
    """

    __slots__ = (
        "checkpoint",
        "events",
        "flow",
        "history",
        "origin",
        "partial",
        "question",
        "since",
        "table",
        "waiting",
    )

    def __init__(self, table: T, moves: Sequence[Move] = ()) -> None:
        """从段界处的 `table` 开始，重放 `moves`；重放的事件留在 `events` 里最后一步的。"""
        self.origin: T = table.copy()
        self.history: list[Move] = []
        self.begin(table)
        for move in moves:
            self.apply(move)

    def begin(self, table: T) -> None:
        """从段界处的 `table` 重新开始提问（不动 `origin` 与 `history`）。"""
        self.table: T = table
        self.checkpoint: T = table.copy()
        self.since: list[Move] = []
        self.flow: Flow[None] | None = None
        self.question: Question | None = None
        self.waiting: dict[Seat, Ask] = {}
        self.partial: dict[Seat, Choice] = {}
        self.events: list[Event] = []
        table.out = self.events
        self._advance(None)

    # ------------------------------------------------------------ 读
    @property
    def over(self) -> bool:
        """对局已经结束。"""
        return self.table.over

    def clocked(self) -> list[Ask]:
        """还没有回答、并且要计时的问题，按提问次序；插话者不计时。"""
        if isinstance(self.question, Anyone):
            return [self.question.main]
        return list(self.waiting.values())

    def at_boundary(self) -> bool:
        """此刻的桌子等于最近的存档（此后没有任何一步）。"""
        return not self.since

    # ------------------------------------------------------------ 写
    def answer(self, seat: Seat, choice: Choice) -> Outcome:
        """记下 `seat` 的回答；凑齐以后规则继续。不合法抛 `Illegal`，桌子不变。

        规则里的任何异常都会把桌子退回到回答之前再抛出。
        """
        ask = self.waiting.get(seat)
        if ask is None:
            raise Illegal("现在没有在问你")
        options = ask.options
        if choice not in options:
            explain: Callable[[Choice], Illegal | None] | None = getattr(options, "explain", None)
            refusal = explain(choice) if explain is not None else None
            raise refusal or Illegal("这不是这个问题的回答")
        move = Move(seat, ask.what, choice)
        question = self.question
        full: Any = choice
        if isinstance(question, Together):
            self.partial[seat] = choice
            del self.waiting[seat]
            if self.waiting:
                self._record(move)
                self.events = []
                self.table.out = self.events
                return Outcome([], True)
            full = {each.seat: self.partial[each.seat] for each in question.asks}
        elif isinstance(question, Anyone):
            full = (seat, choice)
        return self._guarded(move, full)

    def declare(self, seat: Seat, what: str, choice: Choice) -> Outcome:
        """记下一个随时可说的声明（`Table.DECLARATIONS`）；不合法抛 `Illegal`。"""
        table = self.table
        if what not in table.DECLARATIONS or table.over or not 0 <= seat < table.seats:
            raise Illegal("现在不能这样声明")
        allowed = table.declaration(seat, what)
        if choice not in (Listed(allowed) if isinstance(allowed, (list, tuple)) else allowed):  # type: ignore[operator]
            raise Illegal("声明的值不对")
        self.events = []
        table.out = self.events
        table.declare(seat, what, choice)
        self._record(Move(seat, what, choice))
        return Outcome(self.events, True)

    def apply(self, move: Move) -> Outcome:
        """重放日志里的一步；与当时的问题对不上时抛 `Illegal`。"""
        if move.what in self.table.DECLARATIONS:
            return self.declare(move.seat, move.what, move.choice)
        ask = self.waiting.get(move.seat)
        if ask is None or ask.what != move.what:
            raise Illegal(f"日志里的回答「{move.what}」与正在问的问题对不上")
        return self.answer(move.seat, move.choice)

    def rewind(self, count: int) -> None:
        """退回到只走了 `count` 步的时候；`count` 为 0..len(history)。"""
        if not 0 <= count <= len(self.history):
            raise ValueError(f"不能退回到第 {count} 步")
        moves = self.history[:count]
        self.history = []
        self.begin(self.origin.copy())
        for move in moves:
            self.apply(move)

    def fork(self) -> Match[T]:
        """互不影响的副本：从存档重放此后的步骤。副本的 `origin` 就是存档。"""
        return Match(self.checkpoint.copy(), self.since)

    # ------------------------------------------------------------ 内部
    def _record(self, move: Move) -> None:
        self.history.append(move)
        self.since.append(move)

    def _guarded(self, move: Move, full: Any) -> Outcome:
        """让规则继续；出错就从存档重建到这一步之前。"""
        checkpoint, since, history = self.checkpoint, self.since[:], self.history[:]
        dice = self.table.rng
        self.events = []
        self.table.out = self.events
        self._record(move)
        try:
            self._advance(full)
        except BaseException:
            self.history = history[: len(history) - len(since)]
            self.begin(checkpoint.copy())
            for past in since:
                self.apply(past)
            self.events = []
            self.table.out = self.events
            raise
        reversible = self.table.rng == dice and not any(event.reveals() for event in self.events)
        return Outcome(self.events, reversible)

    def _advance(self, answer: Any) -> None:
        """让规则继续到下一个问题或终局。"""
        table = self.table
        for _ in range(PHASE_LIMIT):
            if self.flow is None:
                if table.over:
                    self.question = None
                    self.waiting = {}
                    self.partial = {}
                    return
                self.flow = table.PHASES[table.phase](table)
                answer = None
            try:
                question = self.flow.send(answer)
            except StopIteration:
                self.flow = None
                self.checkpoint = table.copy()
                self.since = []
                continue
            self.question = question
            self.partial = {}
            if isinstance(question, Ask):
                self.waiting = {question.seat: question}
            elif isinstance(question, Together):
                self.waiting = {ask.seat: ask for ask in question.asks}
                if not self.waiting:
                    answer = {}
                    continue
            else:
                self.waiting = {ask.seat: ask for ask in question.others}
                self.waiting[question.main.seat] = question.main
            return
        raise Stuck(f"第「{table.phase}」段规则卡住了")


def simulate(table: T, choose: Callable[[Table, Ask], Choice], limit: int = 1_000_000) -> int:
    """就地把 `table` 玩到结束，返回回答的次数；电脑对弈的快路径，不造事件、不留日志。

    `choose(table, ask)` 给出回答；对 `Anyone` 的插话者返回 `None` 表示不插话，插话者先于主问被询问。
    超过 `limit` 次回答抛 `Stuck`。
    """
    table.out = None
    phases = table.PHASES
    count = 0
    while not table.over:
        flow = phases[table.phase](table)
        send = flow.send
        try:
            question = send(None)
            while True:
                count += 1
                if count > limit:
                    raise Stuck(f"超过 {limit} 次回答还没有结束")
                if type(question) is Ask:
                    question = send(choose(table, question))
                elif type(question) is Together:
                    question = send({ask.seat: choose(table, ask) for ask in question.asks})
                else:
                    assert type(question) is Anyone
                    for ask in question.others:
                        choice = choose(table, ask)
                        if choice is not None:
                            question = send((ask.seat, choice))
                            break
                    else:
                        main = question.main
                        question = send((main.seat, choose(table, main)))
        except StopIteration:
            pass
    return count
