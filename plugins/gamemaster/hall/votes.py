"""表决：悔棋要其余人都同意，其余的过半数。"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from .alarms import Alarm
from .house import spoken
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk

Rule = Literal["majority", "everyone", "seated"]
"""过半数、都同意（都只算没有托管的人）；`seated` 是在座真人的过半数，托管的也算。"""


@dataclass(slots=True)
class Vote:
    """进行中的一次表决。"""

    key: str
    """提议的指令，重复它就是同意。"""
    title: str
    """要做的事，一句话。"""
    rule: Rule
    carried: Callable[[], Awaitable[None]]
    """通过以后做的事。"""
    stale_moves: int | None = None
    """对局走到别的步数就作废；`None` 不作废。"""
    yes: set[str] = field(default_factory=set)
    no: set[str] = field(default_factory=set)
    alarm: Alarm | None = None


async def propose(
    desk: Desk,
    speech: Speech,
    key: str,
    title: str,
    rule: Rule,
    carried: Callable[[], Awaitable[None]],
    stale_moves: int | None = None,
) -> None:
    """提议；已有同样的提议就算同意它。一票就够时立即办。"""
    vote = desk.vote
    if vote is not None and vote.key == key:
        await ballot(desk, speech, True)
        return
    if vote is not None:
        desk.reply(speech, f"正在表决「{vote.key}」，先打「同意」或「不同意」。")
        return
    vote = Vote(key, title, rule, carried, stale_moves, {speech.user})
    desk.vote = vote
    if await _settled(desk, vote):
        return
    seconds = max(10, desk.hall.settings.vote_seconds)
    vote.alarm = desk.hall.alarms.set(seconds, lambda: desk.vote_lapsed(vote))
    desk.say(
        [
            f"{desk.named(speech.user)} 提议「{key}」：{title}。",
            f"{_standing(desk, vote)}同意打「同意」，不同意打「不同意」，{spoken(seconds)}内有效。",
        ]
    )


async def ballot(desk: Desk, speech: Speech, agree: bool) -> None:
    """投一票；改主意以后一票为准。"""
    vote = desk.vote
    assert vote is not None
    (vote.yes if agree else vote.no).add(speech.user)
    (vote.no if agree else vote.yes).discard(speech.user)
    if not await _settled(desk, vote):
        desk.say(
            [
                f"{desk.named(speech.user)} {'同意' if agree else '不同意'}「{vote.key}」。{_standing(desk, vote)}"
            ]
        )


async def recount(desk: Desk) -> None:
    """有表决权的人变了，或对局走了：重新看一看。"""
    vote = desk.vote
    if vote is None:
        return
    play = desk.play
    if vote.stale_moves is not None and (play is None or play.moves != vote.stale_moves):
        close(desk)
        desk.say([f"对局又往下走了，「{vote.key}」作罢。"])
        return
    await _settled(desk, vote)


def close(desk: Desk) -> None:
    """结束表决，不论结果。"""
    vote, desk.vote = desk.vote, None
    if vote is not None and vote.alarm is not None:
        vote.alarm.cancel()


async def _settled(desk: Desk, vote: Vote) -> bool:
    """已经分出结果就办掉。"""
    voters = set(_voters(desk, vote))
    yes, no = vote.yes & voters, vote.no & voters
    if vote.rule == "everyone":
        passed, failed = yes >= voters, bool(no)
    else:
        passed, failed = len(yes) * 2 > len(voters), len(no) * 2 >= len(voters) > 0
    if passed:
        close(desk)
        await vote.carried()
    elif failed:
        close(desk)
        desk.say([f"「{vote.key}」没有通过，对局照旧。"])
    return passed or failed


def _voters(desk: Desk, vote: Vote) -> list[str]:
    """这次表决算谁的票。"""
    if vote.rule == "seated" and desk.play is not None:
        return desk.play.users()
    return desk.voters()


def _standing(desk: Desk, vote: Vote) -> str:
    voters = set(_voters(desk, vote))
    if vote.rule == "everyone":
        missing = [user for user in desk.voters() if user not in vote.yes]
        return f"还等 {'、'.join(desk.named(user) for user in missing)} 同意。"
    need = len(voters) // 2 + 1
    return f"{need} 人同意即办，已有 {len(vote.yes & voters)} 人。"
