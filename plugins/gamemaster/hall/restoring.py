"""从日志把对局读回来，逐步核对校验值；对不上就停在最后一处对得上的地方。"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Game, Match, Move, Table
from plugins.gamemaster.store.api import Log
from plugins.gamemaster.store.records import ActionRecord, By, MatchRecord, SnapshotRecord

from .clock import Clock
from .house import default_house
from .play import Breach, Faulty, Play, Trace, load_rules
from .seats import Seat
from .settings import HallSettings
from .workshops import belongings_of, used_in

log = logging.getLogger(__name__)


class Unrestorable(RuntimeError):
    """连一步也读不回来；`str(error)` 是给管理员看的一句话。"""


class Deeper(RuntimeError):
    """退回到了这个存档之前，要从更早的地方读。"""


@dataclass(slots=True)
class Folded:
    """一段日志折叠以后：仍然有效的步骤与现在的座位。"""

    moves: list[tuple[Move, By, int | None]] = field(default_factory=list)
    """`(步, 谁, 校验值)`。"""
    seats: list[Seat] = field(default_factory=list)
    paused: str = ""
    begins: int | None = None
    """起点的校验值；不知道为 `None`。"""
    stated: bool = False
    """起点处写着座位。"""


@dataclass(slots=True)
class Attempt:
    """从一个起点重放的结果。"""

    match: Match[Table] | None
    base: int
    trail: list[Trace]
    folded: Folded
    good: int
    """对得上的步数（从开局算）。"""
    reason: str = ""
    """为什么没有走完；走完了为空。"""


def fold_rows(rows: Sequence[ActionRecord], base: int, seats: Sequence[Seat]) -> Folded:
    """把 `base` 步之后的日志行折叠起来。

    Raises:
        Deeper: 有一行退回到了 `base` 之前。
    """
    folded = Folded(seats=list(seats))
    for position, row in enumerate(rows):
        match row.kind:
            case "answer" | "declare":
                folded.moves.append((Move(row.seat or 0, row.what, row.choice), row.by, row.digest))
            case "undo":
                if row.choice < base:
                    raise Deeper
                del folded.moves[row.choice - base :]
            case "seat":
                if row.seat is not None and row.seat < len(folded.seats):
                    folded.seats[row.seat] = Seat.from_row(row.choice)
            case "control":
                if row.what == "state":
                    folded.seats = [Seat.from_row(each) for each in row.choice["seats"]]
                    folded.paused = str(row.choice["paused"])
                    if position == 0:
                        folded.begins = row.digest
                        folded.stated = True
                elif row.what == "pause":
                    folded.paused = str(row.choice)
                elif row.what == "resume":
                    folded.paused = ""
    return folded


def _attempt(
    game: Game,
    record: MatchRecord,
    options: Any,
    data: Any,
    rows: Sequence[ActionRecord],
    snapshot: SnapshotRecord | None,
) -> Attempt:
    """从存档（没有则从开局）重放；`rows` 只含起点之后的。抛 `Deeper`。"""
    base = snapshot.moves if snapshot else 0
    folded = fold_rows(rows, base, [Seat.from_record(seat) for seat in record.seats])
    try:
        if snapshot is None:
            marks = [seat.mark for seat in record.seats]
            table = game.opening(record.seed, marks, options, data, record.amounts(), belongings_of(record))
        else:
            table = game.restore(snapshot.state, options, data)
        match: Match[Table] = Match(table)
    except Exception as error:
        log.warning("对局 %s 从第 %s 步读不回来：%s", record.id, base, error)
        return Attempt(None, base, [], folded, -1, f"第 {base} 步的存档读不回来")
    if folded.begins is not None and match.table.digest() != folded.begins:
        return Attempt(None, base, [], folded, -1, f"第 {base} 步的存档校验值不对")
    trail: list[Trace] = []
    for index, (move, by, digest) in enumerate(folded.moves):
        reason = ""
        try:
            outcome = match.apply(move)
            if digest is not None and match.table.digest() != digest:
                reason = f"第 {base + index + 1} 步的校验值不对"
                match.rewind(index)
        except Exception as error:
            log.warning("对局 %s 第 %s 步重放不了：%s", record.id, base + index + 1, error)
            reason = f"第 {base + index + 1} 步重放不了"
        else:
            if not reason:
                trail.append(Trace(move.seat, by, outcome.reversible, match.at_boundary()))
        if reason:
            return Attempt(match, base, trail, folded, base + index, reason)
    return Attempt(match, base, trail, folded, base + len(folded.moves))


async def restore(
    store: Log, clock: Clock, games: Mapping[str, Game], settings: HallSettings, record: MatchRecord
) -> Play:
    """读回一场对局。日志接不上时 `Play.breach` 写明停在哪里。

    Raises:
        Unrestorable: 一步也读不回来。
    """
    game = games.get(record.game)
    if game is None:
        raise Unrestorable(f"没有装着游戏「{record.game}」")
    try:
        data = game.restore_data(record.data)
        options, house = load_rules(game, record.options, default_house(settings, game.timeouts))
    except Exception as error:
        log.exception("对局 %s 的数据或桌规读不回来", record.id)
        raise Unrestorable("开局时的数据或桌规读不回来") from error
    stored = await store.load(record.id, after_snapshot=True)
    rows = stored.actions
    best: Attempt | None = None
    if stored.snapshots:
        try:
            first = _attempt(game, record, options, data, rows, stored.snapshots[-1])
            if first.folded.stated and not first.reason:
                best = first
        except Deeper:
            pass
    if best is None:
        full = await store.load(record.id)
        rows = full.actions
        best = _attempt(game, record, options, data, rows, None)
        for snapshot in reversed(full.snapshots):
            if not best.reason:
                break
            try:
                later = [row for row in rows if row.n >= snapshot.n]
                other = _attempt(game, record, options, data, later, snapshot)
            except Deeper:
                continue
            if other.match is not None and other.good > best.good:
                best = other
    if best.match is None:
        raise Unrestorable(best.reason)
    play = Play(
        store,
        clock,
        game,
        record,
        options,
        house,
        data,
        best.folded.seats,
        best.match,
        snapshot_moves=settings.snapshot_moves,
        autopilot_level=settings.autopilot_level,
        base=best.base,
        next_row=rows[-1].n + 1 if rows else 0,
    )
    play.trail = best.trail
    play.paused = best.folded.paused
    play.recent = list(rows[-12:])
    play.used = used_in(play)
    if best.reason:
        play.breach = Breach(best.reason, best.good, best.base + len(best.folded.moves) - best.good)
    return play


async def replayed_from_start(play: Play) -> tuple[Match[Table], list[Trace]]:
    """从开局重放到现在，好退回到存档之前。

    Raises:
        Faulty: 从开局重放不到现在这一步。
    """
    record = play.record
    full = await play.log.load(record.id)
    attempt = _attempt(play.game, record, play.options, play.data, full.actions, None)
    if attempt.match is None or attempt.good < play.moves:
        raise Faulty(f"从开局只能重放到第 {max(attempt.good, 0)} 步，退不到存档之前")
    if attempt.good > play.moves:
        attempt.match.rewind(play.moves)
        del attempt.trail[play.moves :]
    return attempt.match, attempt.trail
