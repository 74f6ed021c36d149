"""把一局写成可读的文字。"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from games.kernel import Anyone, Cast, Choice, Match, Outcome, Seat, Stream

from .selfplay import DECISIONS_AT_MOST, Bench


def chosen(bench: Bench, match: Match[Any], streams: list[Stream]) -> tuple[Seat, Choice]:
    """轮到的电脑与它的回答；次序与 `simulate` 相同：插话者依次先说。"""
    question = match.question
    if isinstance(question, Anyone):
        for ask in question.others:
            choice = bench.reply(match.table, ask, streams, True)
            if choice is not None:
                return ask.seat, choice
    ask = match.clocked()[0]
    return ask.seat, bench.reply(match.table, ask, streams, False)


def told(bench: Bench, match: Match[Any], outcome: Outcome, cast: Cast) -> Iterator[str]:
    """一步之后群里与各座位看到的话。"""
    for seat in (None, *range(bench.setting.seats)):
        head = "  " if seat is None else f"  （{seat + 1}号看到）"
        events = [event.seen_by(seat) for event in outcome.events]
        for text in bench.game.tell(events, match.table.view(seat), cast):
            for line in text.splitlines():
                yield head + line


def readable(bench: Bench, seed: int) -> Iterator[str]:
    """一局的每一行：谁对什么问题答了什么，随后发生了什么，最后是战报。规则出错照样抛出。"""
    game = bench.game
    tokens = game.tokens[: bench.setting.seats]
    cast = Cast(
        tuple(f"{bot}电脑" for bot in bench.setting.bots),
        tuple(token.mark for token in tokens),
        tuple(token.names for token in tokens),
    )
    streams = bench.streams(seed)
    match = Match(bench.deal(seed))
    yield f"《{game.title}》{bench.setting.seats} 人，种子 {seed}"
    yield from told(bench, match, Outcome(match.events, False), cast)
    for index in range(DECISIONS_AT_MOST):
        if not match.waiting:
            break
        seat, choice = chosen(bench, match, streams)
        what = match.waiting[seat].what
        yield f"{index + 1}. {cast.label(seat)} {what} {json.dumps(choice, ensure_ascii=False)}"
        yield from told(bench, match, match.answer(seat, choice), cast)
        yield from (
            ["  " + line for line in game.board(match.table.view(None), cast).splitlines()]
            if game.shows_board([event.seen_by(None) for event in match.events])
            else []
        )
    if match.over:
        yield from game.result(match.table.view(None), cast).splitlines()
    else:
        yield f"走了 {DECISIONS_AT_MOST} 步还没有结束"
    yield f"校验 {match.table.digest():08x}"
