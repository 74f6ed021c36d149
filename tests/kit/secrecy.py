"""保密的验收：把一个座位看不到的东西换成另一种可能，它的所见应当一字不差。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel import Ask, Choice, Illegal, Match, Seat, Stream, Table

from .play import Case, encoded, pick, walk


@dataclass(frozen=True)
class Swap:
    """`seat` 分不出来的两种可能之间的一换。"""

    name: str
    """出错时显示，如 `3↔17`。"""
    make: Callable[[Any], None]
    """就地把牌桌换成另一种可能。"""
    hidden: Callable[[Any, Sequence[Any]], bool]
    """`hidden(桌, 刚发生的、这个座位看到的事)`：换过的东西仍不该被它知道。一旦为假就不再比。

    要看事件，是因为东西可能光明正大地经过这个座位的手又离开。"""


Swaps = Callable[[Any, Seat | None], Sequence[Swap]]
"""游戏给出的：此刻对 `seat`（`None` 为旁观者）可以做的几种换法。"""


class Leak(AssertionError):
    """两种可能之间，某个座位看到了不同的东西。"""


def seen(case: Case, match: Match[Any], events: Sequence[Any], seat: Seat | None) -> list[str]:
    """`seat` 此刻看得到的一切，写成文字：事件、几种文字、视图、问它的问题、群里在等谁。"""
    game, cast = case.game, case.cast()
    view = match.table.view(seat)
    lines = [encoded(event.seen_by(seat)) for event in events]
    lines += game.tell([event.seen_by(seat) for event in events], view, cast)
    lines.append(encoded(view, match.table.setup))
    lines += [game.status(view, cast), game.board(view, cast)]
    lines.append(str(game.shows_board([event.seen_by(None) for event in events])))
    clocked = {ask.seat: ask.what for ask in match.clocked()}
    if clocked:
        lines.append(encoded(clocked))
        lines.append(game.waiting(clocked, match.table.view(None), cast))
    if seat is not None:
        lines.append(game.hand(view, cast))
        lines.append(str(game.touches_hand([event.seen_by(seat) for event in events], seat)))
        ask = match.waiting.get(seat)
        if ask is not None:
            lines.append(f"{ask.what} {ask.options.count()} {encoded(ask.default)} {encoded(ask.note)}")
            lines.append(repr(game.prompt(ask, view, cast)))
    return lines


def common(ours: Match[Any], theirs: Match[Any], seat: Seat | None, stream: Stream) -> Any:
    """两边都合法的一步：`seat` 自己的问题，或别人的、两边都能这样答的回答。没有则 `None`。"""
    for _ in range(40):
        who, choice = pick(ours, stream)
        ask: Ask | None = theirs.waiting.get(who)
        if ask is not None and choice in ask.options:
            return who, choice
    for ask in ours.waiting.values():
        other = theirs.waiting.get(ask.seat)
        if other is not None and ask.default in ask.options and ask.default in other.options:
            return ask.seat, ask.default
    return None


def compare(case: Case, table: Table, swap: Swap, seat: Seat | None, seed: int, steps: int) -> int:
    """从段界处的 `table` 起走两边，比到不再保密或 `steps` 步；返回比了几步，不同则抛 `Leak`。"""
    other = table.copy()
    swap.make(other)
    if other.snapshot() == table.snapshot():
        raise AssertionError(f"{swap.name} 什么也没有换")
    ours, theirs = Match(table.copy()), Match(other)
    stream = Stream(seed)
    trail: list[tuple[Seat, Choice]] = []

    def same() -> bool:
        for match in (ours, theirs):
            if not swap.hidden(match.table, [event.seen_by(seat) for event in match.events]):
                return False
        left = seen(case, ours, ours.events, seat)
        right = seen(case, theirs, theirs.events, seat)
        if left != right:
            pair = next(
                ((a, b) for a, b in zip(left, right, strict=False) if a != b),
                (str(len(left)), str(len(right))),
            )
            who = "旁观者" if seat is None else f"{seat + 1}号"
            raise Leak(
                f"{case}：换 {swap.name} 之后{who}看到的不同\n走了 {trail}\n一边 {pair[0]}\n另一边 {pair[1]}"
            )
        return True

    for done in range(steps):
        if not same() or not ours.waiting:
            return done
        chosen: tuple[Seat, Choice] | None = common(ours, theirs, seat, stream)
        if chosen is None:
            return done
        trail.append(chosen)
        ours.answer(*chosen)
        try:
            theirs.answer(*chosen)
        except Illegal as refused:
            raise Leak(f"{case}：换 {swap.name} 之后 {chosen} 被拒：{refused}") from refused
    return steps


def check_secrecy(case: Case, swaps: Swaps, starts: int = 6, steps: int = 40, per_seat: int = 2) -> int:
    """在一局里取几个段界，对每个座位与旁观者各换几次；返回一共比了几步。"""
    match = case.match()
    stream = Stream(case.seed + 77)
    boundaries = [match.checkpoint]
    for _ in walk(match, stream):
        if match.at_boundary() and match.waiting:
            boundaries.append(match.checkpoint)
    compared = 0
    spread = max(1, len(boundaries) // starts)
    for index, table in enumerate(boundaries[::spread]):
        for seat in (None, *range(case.seats)):
            choices = list(swaps(table.copy(), seat))
            for _ in range(min(per_seat, len(choices))):
                swap = choices.pop(stream.below(len(choices)))
                compared += compare(case, table, swap, seat, case.seed + index, steps)
    return compared
