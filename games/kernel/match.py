"""一场进行中的对局：存档、此后的回答、正在问的问题。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from .errors import Illegal, Stuck
from .events import Event
from .questions import Anyone, Ask, Flow, Question, Seat, Together
from .spaces import Choice, Listed, copied
from .table import Table

T = TypeVar("T", bound=Table)

PHASE_LIMIT = 10_000
"""连续跑这么多段规则还没有问任何人，就是规则卡住了。"""


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
    """一场对局。所有改变都走 `answer`、`declare`、`apply`、`rewind`。

    - `table` 现在的桌子；每次改变之后都可能是新的对象，不要留着旧的。
    - `origin` 开局（或读档处）的桌子，`history` 此后的全部步骤。
    - `checkpoint` 最近一次段界处的桌子，`since` 此后的步骤。复制与出错回滚都从它重放；
      要存盘的就是 `checkpoint.snapshot()`：一段规则开头、头一问之前做的事会在重放时再做一遍。
    - `question` 正在问的问题，`waiting` 还没有回答的 `{座位: 问题}`。
    - `events` 最近一步（或开局）发生的事。

    `origin` 与 `checkpoint` 从不改动，副本之间可以共享。
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

    origin: T
    checkpoint: T
    history: list[Move]
    since: list[Move]
    table: T
    flow: Flow[None] | None
    question: Question | None
    waiting: dict[Seat, Ask]
    partial: dict[Seat, Choice]
    events: list[Event]

    def __init__(self, table: T, moves: Sequence[Move] = (), start: T | None = None) -> None:
        """从段界处的 `table` 开始（此后归本对局所有），重放 `moves`。

        给了 `start`（`table` 是它的副本）就拿它当存档，不另复制，也不造开局的事件。
        重放的步骤与问题对不上、或不合法，抛 `Illegal`。"""
        self.origin = self.checkpoint = _kept(table) if start is None else start
        self.history = []
        self.since = []
        self.table = table
        self.flow = None
        self.question = None
        self.waiting = {}
        self.partial = {}
        self.events = []
        table.out = self.events if start is None else None
        self._advance(None)
        table.out = self.events
        for move in moves:
            self.apply(move)

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
        """最近的存档（`checkpoint`）之后没有任何一步：现在存盘，读回来不用重放。"""
        return not self.since

    # ------------------------------------------------------------ 写
    def answer(self, seat: Seat, choice: Choice) -> Outcome:
        """记下 `seat` 的回答；凑齐以后规则继续。不合法抛 `Illegal`，桌子不变。

        规则里的任何异常都会把桌子退回到回答之前再抛出。`choice` 会被复制，之后可以随意改。
        """
        ask = self.waiting.get(seat)
        if ask is None:
            raise Illegal("现在没有在问你")
        options = ask.options
        if choice not in options:
            explain: Callable[[Choice], Illegal | None] | None = getattr(options, "explain", None)
            refusal = explain(choice) if explain is not None else None
            raise refusal or Illegal("这不是这个问题的回答")
        return self._guarded(Move(seat, ask.what, copied(choice)), False)

    def declare(self, seat: Seat, what: str, choice: Choice) -> Outcome:
        """记下一个随时可说的声明（`Table.DECLARATIONS`）；不合法抛 `Illegal`，桌子不变。"""
        table = self.table
        if what not in table.DECLARATIONS or table.over or not 0 <= seat < table.seats:
            raise Illegal("现在不能这样声明")
        allowed = table.declaration(seat, what)
        space = Listed(allowed) if isinstance(allowed, (list, tuple)) else allowed
        if choice not in space:
            raise Illegal("声明的值不对")
        return self._guarded(Move(seat, what, copied(choice)), True)

    def apply(self, move: Move) -> Outcome:
        """重放日志里的一步；与当时的问题对不上时抛 `Illegal`。"""
        if move.what in self.table.DECLARATIONS:
            return self.declare(move.seat, move.what, move.choice)
        ask = self.waiting.get(move.seat)
        if ask is None or ask.what != move.what:
            raise Illegal(f"日志里的回答「{move.what}」与正在问的问题对不上")
        return self.answer(move.seat, move.choice)

    def rewind(self, count: int) -> None:
        """退回到只走了 `count` 步的时候；`count` 为 0..len(history)，否则抛 `ValueError`。

        重放失败（规则变了）会抛出，桌子不变。
        """
        if not 0 <= count <= len(self.history):
            raise ValueError(f"不能退回到第 {count} 步")
        moves = self.history[:count]
        kept = len(self.history) - len(self.since)
        if count >= kept:
            self._adopt(_replayed(self.checkpoint, moves[kept:]))
        else:
            self._adopt(_replayed(self.origin, moves))
        self.history = moves

    def fork(self) -> Match[T]:
        """互不影响的副本：从存档重放此后的步骤。副本的 `origin` 就是存档，`events` 为空。"""
        return _replayed(self.checkpoint, self.since)

    # ------------------------------------------------------------ 内部
    def _adopt(self, other: Match[T]) -> None:
        """变成 `other` 现在的样子；`origin` 与 `history` 不动。"""
        self.checkpoint = other.checkpoint
        self.since = other.since
        self.table = other.table
        self.flow = other.flow
        self.question = other.question
        self.waiting = other.waiting
        self.partial = other.partial
        self.events = other.events

    def _guarded(self, move: Move, declared: bool) -> Outcome:
        """走一步（已查过合法）；出错就从存档重建到这一步之前。"""
        checkpoint, since = self.checkpoint, self.since
        walked, recent = len(self.history), len(since)
        dice = self.table.rng
        events: list[Event] = []
        self.events = events
        self.table.out = events
        try:
            self._feed(move, declared)
        except BaseException:
            # 重建若再被打断，宁可谁的回答都不收，也不留下一张半截的桌子。
            self.question = None
            self.waiting = {}
            del self.history[walked:]
            self.since = since[:recent]
            self.checkpoint = checkpoint
            self._adopt(_replayed(checkpoint, self.since))
            raise
        reversible = self.table.rng == dice and not any(event.reveals() for event in events)
        return Outcome(events, reversible)

    def _feed(self, move: Move, declared: bool) -> None:
        """记下一步并让规则继续。交给规则的是副本：规则改了它，日志也不变。"""
        self.history.append(move)
        self.since.append(move)
        choice = copied(move.choice)
        if declared:
            self.table.declare(move.seat, move.what, choice)
            return
        question = self.question
        if isinstance(question, Ask):
            self._advance(choice)
        elif isinstance(question, Together):
            self.partial[move.seat] = choice
            del self.waiting[move.seat]
            if not self.waiting:
                self._advance({ask.seat: self.partial[ask.seat] for ask in question.asks})
        else:
            self._advance((move.seat, choice))

    def _advance(self, answer: Any) -> None:
        """让规则继续到下一个问题或终局。"""
        table = self.table
        for _ in range(PHASE_LIMIT):
            flow = self.flow
            if flow is None:
                if table.over:
                    self.question = None
                    self.waiting = {}
                    self.partial = {}
                    return
                self.flow = flow = table.PHASES[table.phase](table)
                answer = None
            try:
                question = flow.send(answer)
            except StopIteration:
                self.flow = None
                self.checkpoint = _kept(table)
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
                self.waiting = {question.main.seat: question.main}
                for ask in question.others:
                    self.waiting[ask.seat] = ask
            return
        raise Stuck(f"第「{table.phase}」段规则卡住了")


def _kept(table: T) -> T:
    """存档用的副本：不连着事件的去处。"""
    twin = table.copy()
    twin.out = None
    return twin


def _replayed(start: T, moves: Sequence[Move]) -> Match[T]:
    """从存档 `start`（不改动它）重放已经合法走过的 `moves`；不造事件。"""
    match = Match(start.copy(), (), start)
    declarations = match.table.DECLARATIONS
    match.table.out = None
    for move in moves:
        match._feed(move, move.what in declarations)  # pyright: ignore[reportPrivateUsage]
    match.table.out = match.events
    return match


def simulate(
    table: T,
    choose: Callable[[T, Ask], Choice],
    limit: int = 1_000_000,
    interject: Callable[[T, Ask], Choice] | None = None,
) -> int:
    """就地把 `table` 玩到结束，返回回答的次数；电脑对弈的快路径，不造事件、不留日志、不查合法。

    `choose(table, ask)` 给出回答。`Anyone` 的插话者先于主问被依次询问：由 `interject`（没有给则也由
    `choose`）回答，返回 `None` 表示不插话。超过 `limit` 次回答、或规则一直不问人，抛 `Stuck`。
    """
    table.out = None
    phases = table.PHASES
    optional = choose if interject is None else interject
    count = 0
    silent = 0
    while not table.over:
        flow = phases[table.phase](table)
        send = flow.send
        silent += 1
        if silent > PHASE_LIMIT:
            raise Stuck(f"第「{table.phase}」段规则卡住了")
        try:
            question = send(None)
            silent = 0
            while True:
                count += 1
                if count > limit:
                    raise Stuck(f"超过 {limit} 次回答还没有结束")
                if isinstance(question, Ask):
                    question = send(choose(table, question))
                elif isinstance(question, Together):
                    count += len(question.asks) - 1
                    question = send({ask.seat: choose(table, ask) for ask in question.asks})
                else:
                    for ask in question.others:
                        choice = optional(table, ask)
                        if choice is not None:
                            question = send((ask.seat, choice))
                            break
                    else:
                        main = question.main
                        question = send((main.seat, choose(table, main)))
        except StopIteration:
            pass
    return count
