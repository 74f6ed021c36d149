"""一场进行中的对局：引擎里的对局加上日志、座位与托管。只改内存与日志，不说话。"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Anyone, Ask, Cast, Choice, Game, Match, Move, Outcome, Stream, Table, Together
from games.kernel import Seat as SeatNumber
from plugins.gamemaster.store.api import Log
from plugins.gamemaster.store.errors import StoreConflict
from plugins.gamemaster.store.records import ActionRecord, By, Kind, MatchRecord, SnapshotRecord

from .bulletin import Bulletin
from .clock import Clock
from .house import House, restore_house
from .seats import Seat, cast_of

log = logging.getLogger(__name__)

UNTOLD = "（这一步已记下，播报出了错。打「状态」看局面。）"


class Unsaved(RuntimeError):
    """没能落盘；对局已经退回到这一批之前。"""


class Displaced(Unsaved):
    """库里已有同号的行：内存与日志不一致，要从日志重建。"""


class Faulty(RuntimeError):
    """规则或默认回答出错，对局不能自己往下走；`str(error)` 是给人看的一句话。"""


@dataclass(slots=True)
class Trace:
    """走过的一步，悔棋与重置要看的。"""

    seat: SeatNumber
    by: By
    reversible: bool
    boundary: bool
    """这一步之后正在段界。"""


@dataclass(slots=True)
class Breach:
    """日志接不上：停在哪里，为什么。"""

    reason: str
    good: int
    """对得上的步数。"""
    lost: int
    """此后对不上的步数。"""


@dataclass(slots=True)
class Batch:
    """一件活里要一起落盘的日志，和落盘以后要说的话。"""

    match: Match[Table]
    walked: int
    base: int
    trail: list[Trace]
    traced: int
    seats: list[dict[str, Any]]
    timeouts: list[int]
    paused: str
    considered: object
    saved_moves: int
    message: str = ""
    """触发这一批的消息编号，只记在第一行。"""
    rows: list[ActionRecord] = field(default_factory=list)
    snapshot: SnapshotRecord | None = None
    bulletin: Bulletin = field(default_factory=Bulletin)
    moved: bool = False
    """引擎走过或退过步。"""


class Play:
    """一场进行中的对局。

    改动都经过一个 `Batch`：`begin` → 若干改动 → `commit`。没能落盘就全部退回。
    """

    def __init__(
        self,
        log: Log,
        clock: Clock,
        game: Game,
        record: MatchRecord,
        options: Any,
        house: House,
        data: Any,
        seats: Sequence[Seat],
        match: Match[Table],
        *,
        snapshot_moves: int,
        autopilot_level: str,
        base: int = 0,
        next_row: int = 0,
    ) -> None:
        """`base` 是 `match.origin` 之前的步数；`next_row` 是下一行日志的行号。"""
        self.log = log
        self.clock = clock
        self.game = game
        self.record = record
        self.options = options
        self.house = house
        self.data = data
        self.seats: list[Seat] = list(seats)
        self.match = match
        self.base = base
        self.next_row = next_row
        self.snapshot_moves = snapshot_moves
        self.autopilot_level = autopilot_level
        self.trail: list[Trace] = []
        self.timeouts: list[int] = [0] * len(seats)
        self.paused = ""
        """暂停的原因；没有暂停为空。"""
        self.breach: Breach | None = None
        self.considered: object = None
        """电脑已经想过要不要插话的那个问题。"""
        self.saved_moves = base
        """最近一次存档时的步数。"""
        self.recent: list[ActionRecord] = []
        """最近几行日志，「诊断」用。"""
        self.used: list[str] = []
        """已经记下的：各座位这一局用了哪一件自己做的东西。"""
        self.open: Batch | None = None
        """开始了还没有落盘的一批。"""
        self._cast: Cast | None = None
        self._views: dict[SeatNumber | None, Any] = {}
        """这一步之后看过的；走一步就作废。一个指令里要看好几次，造一份不便宜。"""
        self._verbs: dict[str, list[str]] = {}
        for verb in sorted(game.verbs, key=len, reverse=True):
            self._verbs.setdefault(verb[:1], []).append(verb)

    # ------------------------------------------------------------ 读
    @property
    def cast(self) -> Cast:
        """称呼表。"""
        if self._cast is None:
            self._cast = cast_of(self.game, self.seats)
        return self._cast

    def recast(self) -> None:
        """座位变了，称呼表要重做。"""
        self._cast = None

    @property
    def moves(self) -> int:
        """从开局起仍然有效的步数。"""
        return self.base + len(self.match.history)

    @property
    def over(self) -> bool:
        """已经分出结果。"""
        return self.match.over

    @property
    def halted(self) -> bool:
        """不再往下走：结束、暂停、日志接不上。"""
        return self.over or bool(self.paused) or self.breach is not None

    def seat_of(self, user: str) -> SeatNumber | None:
        """`user` 坐的座位。"""
        for number, seat in enumerate(self.seats):
            if seat.user == user:
                return number
        return None

    def users(self) -> list[str]:
        """坐着的真人。"""
        return [seat.user for seat in self.seats if seat.user is not None]

    def voters(self) -> list[str]:
        """有表决权的人：没有托管的真人；全都托管了就是全部真人。"""
        present = [seat.user for seat in self.seats if seat.user is not None and not seat.autopilot]
        return present or self.users()

    def attended(self) -> bool:
        """还有人看着：至少一个没有托管的真人。"""
        return any(seat.present for seat in self.seats)

    def automatic(self, number: SeatNumber) -> bool:
        """这个座位由程序回答。"""
        return not self.seats[number].present

    def clocked(self) -> list[Ask]:
        """要等真人回答并且计时的问题。"""
        return [ask for ask in self.match.clocked() if not self.automatic(ask.seat)]

    def seconds(self, ask: Ask) -> int:
        """这个问题的限时；0 不限。"""
        slow = ask.what in self.game.slow
        return self.house.turn_seconds if slow else self.house.choice_seconds

    def view(self, seat: SeatNumber | None) -> Any:
        """`seat`（`None` 为旁观者）看得到的。"""
        if seat not in self._views:
            self._views[seat] = self.match.table.view(seat)
        return self._views[seat]

    def verb_of(self, text: str) -> str:
        """`text` 开头的、游戏认的动词，取最长的；没有为空。"""
        for verb in self._verbs.get(text[:1], ()):
            if text.startswith(verb):
                return verb
        return ""

    # ------------------------------------------------------------ 一批
    def begin(self, message: str = "") -> Batch:
        """开始一批改动。"""
        self.open = Batch(
            self.match,
            len(self.match.history),
            self.base,
            self.trail,
            len(self.trail),
            [seat.row() for seat in self.seats],
            self.timeouts[:],
            self.paused,
            self.considered,
            self.saved_moves,
            message,
        )
        return self.open

    async def commit(self, batch: Batch) -> None:
        """落盘；返回时已经写进磁盘。

        Raises:
            Unsaved: 没写成，已退回到 `begin` 之前。
        """
        if not batch.rows:
            self.open = None
            return
        try:
            await self.log.append(self.record.id, batch.rows, batch.snapshot)
        except Exception as error:
            self.rollback(batch)
            log.exception("对局 %s 的日志没写成（从第 %s 行起）", self.record.id, self.next_row)
            raise (Displaced if isinstance(error, StoreConflict) else Unsaved)(str(error)) from error
        self.open = None
        self.next_row += len(batch.rows)
        self.recent = [*self.recent, *batch.rows][-12:]

    def rollback(self, batch: Batch) -> None:
        """内存退回到 `begin` 之前。"""
        self.open = None
        self._views.clear()
        self.match = batch.match
        if len(self.match.history) != batch.walked:
            self.match.rewind(batch.walked)
        self.base = batch.base
        self.trail = batch.trail
        del self.trail[batch.traced :]
        self.seats = [Seat.from_row(row) for row in batch.seats]
        self.timeouts = batch.timeouts
        self.paused = batch.paused
        self.considered = batch.considered
        self.saved_moves = batch.saved_moves
        self.recast()

    def abandon(self, batch: Batch) -> None:
        """什么也没改就作罢。"""
        if self.open is batch and not batch.rows:
            self.open = None

    def _row(
        self,
        batch: Batch,
        kind: Kind,
        seat: SeatNumber | None,
        what: str,
        choice: Any,
        by: By,
        actor: str,
        digest: int | None = None,
    ) -> None:
        batch.rows.append(
            ActionRecord(
                kind,
                seat,
                what,
                choice,
                by,
                actor,
                digest,
                batch.message if not batch.rows else "",
                self.clock.now(),
                self.next_row + len(batch.rows),
            )
        )

    # ------------------------------------------------------------ 走一步
    def answer(self, batch: Batch, seat: SeatNumber, choice: Choice, by: By, actor: str = "") -> Outcome:
        """替 `seat` 回答正在问他的问题；不合法抛 `Illegal`，什么也没变。"""
        ask = self.match.waiting.get(seat)
        outcome = self.match.answer(seat, choice)
        self._walked(batch, "answer", seat, ask.what if ask else "", choice, by, actor, outcome)
        return outcome

    def declare(self, batch: Batch, seat: SeatNumber, what: str, choice: Choice, by: By, actor: str) -> None:
        """替 `seat` 作一个声明；不合法抛 `Illegal`。"""
        outcome = self.match.declare(seat, what, choice)
        self._walked(batch, "declare", seat, what, choice, by, actor, outcome)

    def _walked(
        self,
        batch: Batch,
        kind: Kind,
        seat: SeatNumber,
        what: str,
        choice: Choice,
        by: By,
        actor: str,
        outcome: Outcome,
    ) -> None:
        match = self.match
        self._views.clear()
        boundary = match.at_boundary()
        self.trail.append(Trace(seat, by, outcome.reversible, boundary))
        digest = match.table.digest()
        self._row(batch, kind, seat, what, choice, by, actor, digest)
        batch.moved = True
        batch.bulletin.movers.add(seat)
        if boundary and not match.over and self.moves - self.saved_moves >= self.snapshot_moves:
            state = match.checkpoint.snapshot()
            batch.snapshot = SnapshotRecord(self.next_row + len(batch.rows), self.moves, state)
            self.saved_moves = self.moves
            # 只读最后一个存档时读不到此前的座位变动，所以紧跟着把座位全写一遍。
            self._row(batch, "control", None, "state", self.state(), "system", "", digest)
        self._report(batch.bulletin, outcome)

    def state(self) -> dict[str, Any]:
        """引擎以外的一切，写在存档后面。"""
        return {"seats": [seat.row() for seat in self.seats], "paused": self.paused}

    def report_opening(self, batch: Batch) -> None:
        """开局时（头一问之前）发生的事。"""
        self._report(batch.bulletin, Outcome(self.match.events, False))

    def replay(self, batch: Batch, move: Move, by: By) -> None:
        """退回以后把别人的一步照样再走一遍，不再播报。"""
        bulletin, batch.bulletin = batch.bulletin, Bulletin()
        actor = self.seats[move.seat].user or "" if by == "player" else ""
        if move.what in self.match.table.DECLARATIONS:
            self.declare(batch, move.seat, move.what, move.choice, by, actor)
        else:
            self.answer(batch, move.seat, move.choice, by, actor)
        batch.bulletin = bulletin

    def note_result(self, batch: Batch) -> None:
        """分出结果时记一行，「战绩」用。"""
        try:
            summary = self.game.summary(self.match.table)
            choice = {"winners": list(summary["winners"]), "rounds": summary["rounds"]}
        except Exception:
            log.exception("对局 %s 的结果统计不出来", self.record.id)
            return
        self.control(batch, "result", choice, "system", "")

    def _report(self, bulletin: Bulletin, outcome: Outcome) -> None:
        """把刚发生的事写成字。写不成不影响已经走的这一步。"""
        events = outcome.events
        if not events:
            return
        try:
            seen = [event.seen_by(None) for event in events]
            bulletin.public.extend(self.game.tell(seen, self.view(None), self.cast))
            bulletin.board = bulletin.board or self.game.shows_board(seen)
            if any(event.reveals() for event in events):
                for number, seat in enumerate(self.seats):
                    if seat.present:
                        own = [event.seen_by(number) for event in events]
                        for line in self.game.tell(own, self.view(number), self.cast):
                            bulletin.tell(number, line)
        except Exception:
            log.exception("对局 %s 播报出错", self.record.id)
            bulletin.say(UNTOLD)

    # ------------------------------------------------------------ 电脑
    def automatic_move(self) -> tuple[SeatNumber, Choice, By] | None:
        """下一个该由程序回答的 `(座位, 回答, 谁)`；要等真人、停着、没人看着时为 `None`。"""
        match = self.match
        question = match.question
        if question is None or self.halted or not self.attended():
            return None
        if isinstance(question, Anyone):
            if question is not self.considered:
                for ask in question.others:
                    if self.automatic(ask.seat):
                        choice = self._think(ask, True)
                        if choice is not None:
                            return ask.seat, choice, self._by(ask.seat)
                self.considered = question
            asks = [question.main]
        else:
            asks = list(match.waiting.values())
        for ask in asks:
            if self.automatic(ask.seat):
                return ask.seat, self._think(ask, False), self._by(ask.seat)
        return None

    def _by(self, seat: SeatNumber) -> By:
        return "computer" if self.seats[seat].user is None else "autopilot"

    def _think(self, ask: Ask, optional: bool) -> Choice:
        """电脑玩家的回答；它出错或答得不合法时用默认回答（可不插话时就不插）。"""
        level = self.seats[ask.seat].computer or self.autopilot_level
        players: Mapping[str, Any] = self.game.players
        player = players.get(level)
        # 每一步、每个座位一条自己的随机流：重启以后同样的局面想出同样的回答。
        stream = Stream(self.record.seed ^ (self.moves * 0x1000003 + ask.seat + 1) * 0x9E3779B97F4A7C15)
        if player is not None:
            try:
                choice = player(self.view(ask.seat), ask, stream, optional)
                if (optional and choice is None) or choice in ask.options:
                    return choice
                log.error("对局 %s：电脑「%s」对「%s」答得不合法", self.record.id, level, ask.what)
            except Exception:
                log.exception("对局 %s：电脑「%s」对「%s」出错", self.record.id, level, ask.what)
        return None if optional else ask.default

    # ------------------------------------------------------------ 退回
    async def rewind(self, batch: Batch, remaining: int, what: str, by: By, actor: str) -> None:
        """退回到从开局起只走了 `remaining` 步；日志里加一行，不删什么。

        Raises:
            ValueError: `remaining` 不在 0..moves。
        """
        if not 0 <= remaining <= self.moves:
            raise ValueError(f"不能退回到第 {remaining} 步")
        if remaining < self.base:
            await self._to_origin()
        keep = remaining - self.base
        # 造一个新的而不是就地退，没写成时旧的原样还在。
        fresh: Match[Table] = Match(self.match.origin.copy(), self.match.history[:keep])
        self.match = fresh
        self._views.clear()
        self.trail = self.trail[:keep]
        self.considered = None
        self.saved_moves = min(self.saved_moves, remaining)
        self._row(batch, "undo", None, what, remaining, by, actor, fresh.table.digest())
        batch.moved = True

    async def _to_origin(self) -> None:
        """把对局换成从开局重放的，好退到存档之前。"""
        from .restoring import replayed_from_start  # 恢复也要造 Play，互相用到

        match, trail = await replayed_from_start(self)
        self.match = match
        self._views.clear()
        self.base = 0
        self.trail = trail

    # ------------------------------------------------------------ 座位与控制
    def reseat(self, batch: Batch, number: SeatNumber, what: str, by: By, actor: str) -> None:
        """座位 `number` 已经改好，记一行。"""
        self.recast()
        self._row(batch, "seat", number, what, self.seats[number].row(), by, actor)

    def control(self, batch: Batch, what: str, choice: Any, by: By, actor: str) -> None:
        """记一行控制。"""
        self._row(batch, "control", None, what, choice, by, actor)

    def withdrawable(self, seat: SeatNumber) -> int | None:
        """`seat` 在还没答完的同时提问里已答的那一步的下标（`trail` 的）；没有为 `None`。"""
        match = self.match
        if not isinstance(match.question, Together) or seat not in match.partial:
            return None
        for index in range(len(match.history) - 1, -1, -1):
            move = match.history[index]
            if move.seat == seat and move.what not in match.table.DECLARATIONS:
                return index
        return None


def dump_rules(game: Game, options: Any, house: House) -> str:
    """桌规写成存进对局记录的 JSON。"""
    return json.dumps(
        {"game": game.dump_options(options), "hall": house.dump()}, ensure_ascii=False, separators=(",", ":")
    )


def load_rules(game: Game, text: str, default: House) -> tuple[Any, House]:
    """从 `dump_rules` 的结果读回来。"""
    values = json.loads(text)
    return game.restore_options(values["game"]), restore_house(values.get("hall", {}), default)
