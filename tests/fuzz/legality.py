"""一场对局是不是还说得通：桌子（各游戏自己的），加上正在问的问题。"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kernel import Anyone, Match

from .subject import Subject


def faults_of_match(subject: Subject, match: Match[Any]) -> Iterator[str]:
    """对局不对的地方：桌子，加上正在问的问题。"""
    yield from subject.faults(match.table)
    if match.over:
        if match.waiting:
            yield "结束了还在问人"
        return
    if not match.waiting or match.question is None:
        yield "没有结束，也没有在问谁"
        return
    optional = match.question.others if isinstance(match.question, Anyone) else []
    for seat, ask in match.waiting.items():
        if ask.seat != seat or not 0 <= seat < match.table.seats:
            yield f"问题「{ask.what}」问的人不对"
        if any(ask is other for other in optional):
            continue
        if ask.default not in ask.options:
            yield f"问题「{ask.what}」的默认回答 {ask.default!r} 自己就不合法"


def finished_by_defaults(match: Match[Any], limit: int = 20_000) -> bool:
    """从现在起每问都照默认回答，走得到结束（在副本上走，不碰原来的）。"""
    twin = match.fork()
    for _ in range(limit):
        if twin.over:
            return True
        asks = twin.clocked()
        if not asks:
            return False
        twin.answer(asks[0].seat, asks[0].default)
    return False
