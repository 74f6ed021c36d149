"""私聊归哪一桌：正在问他的那桌，问得最早的在先；也可以写明「群 1 手牌」。"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from . import purses
from .commands import commands_in
from .hearing import hear
from .lobby import tried
from .messages import Text
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk
    from .hall import Hall

log = logging.getLogger(__name__)

NAMED = re.compile(r"群\s*(\d{1,20})\s*(.*)")
PRESENT = frozenset({"在", "在吗", "在的", "1", "你好"})
"""试私聊时随口会说的话。"""


def asking(desk: Desk, user: str) -> bool:
    """这桌正在问 `user`。"""
    play = desk.play
    if play is None or play.halted:
        return False
    seat = play.seat_of(user)
    return seat is not None and any(ask.seat == seat for ask in play.match.clocked())


def choose(hall: Hall, speech: Speech) -> tuple[Desk | None, Speech, str]:
    """选一桌：`(桌, 去掉桌号的话, 选不出时要回的话)`。"""
    desks = hall.desks_of(speech.user)
    named = NAMED.fullmatch(speech.text)
    if named is not None:
        wanted = named[1]
        found = next((desk for desk in desks if desk.group == wanted), None)
        if found is None and speech.powers:
            # 超级用户可以从私聊管任何一桌。
            found = hall.desks.get(wanted)
        if found is None and len(wanted) <= 2 and 1 <= int(wanted) <= len(desks):
            found = desks[int(wanted) - 1]
        if found is None:
            return None, speech, f"你没有坐在那一桌。{listing(desks)}"
        return found, speech.saying(named[2].strip() or "状态"), ""
    if not desks:
        return None, speech, ""
    if len(desks) == 1:
        return desks[0], speech, ""
    questions = sorted(
        (desk for desk in desks if asking(desk, speech.user)), key=lambda desk: desk.clock.since
    )
    if questions:
        return questions[0], speech, ""
    source = speech.incoming.source
    here = next((desk for desk in desks if desk.group == source), None)
    if here is not None:
        return here, speech, ""
    return None, speech, f"你坐着 {len(desks)} 桌，要说是哪一桌。{listing(desks)}"


def listing(desks: list[Desk]) -> str:
    """他坐着的桌，带号。"""
    if not desks:
        return "你现在没有坐在任何一桌。"
    lines = [f"{index}. 群 {desk.group}（{_title(desk)}）" for index, desk in enumerate(desks, start=1)]
    return "\n".join(["如「群 1 手牌」：", *lines])


def _title(desk: Desk) -> str:
    if desk.play is not None:
        return desk.play.game.title
    return f"{desk.lobby.game.title}，等人" if desk.lobby is not None else "空"


async def hear_privately(hall: Hall, speech: Speech) -> bool:
    """办一句私聊。"""
    user, bot = speech.user, speech.incoming.bot
    seated = hall.desks_of(user)
    waiting = [desk for desk in seated if desk.bot == bot]
    untested = [
        desk for desk in waiting if desk.lobby is not None and not desk.lobby.reached.get(user, False)
    ]
    for desk in waiting:
        knock(desk, user)
    money = purses.asked(hall, speech.text)
    if money is not None and not (len(seated) == 1 and seated[0].play is not None):
        return await purses.show_privately(hall, speech, *money)
    # 与坐在哪一桌无关，写了「群 1」也一样。
    named = NAMED.fullmatch(speech.text)
    craft = hall.workbenches.asked(named[2] if named is not None else speech.text)
    if craft is not None:
        return await hall.workbenches.hear(speech, craft)
    desk, speech, problem = choose(hall, speech)
    greeting = speech.text.casefold() in PRESENT
    if untested and (greeting or desk is None or desk.play is None):
        # 他按座位卡说的来试私聊：试通了由那桌在群里说。
        return True
    if desk is None:
        if problem and not greeting:
            hall.outlet.whisper(bot, user, Text(problem))
            return True
        return await _bookish(hall, speech)
    if greeting and not (speech.text == "1" and desk.play is not None and asking(desk, user)):
        speech = speech.saying("手牌" if desk.play is not None else "状态")
    chosen = speech
    if desk.overflowing():
        return True
    return await desk.submit(lambda: hear(desk, chosen))


def knock(desk: Desk, user: str) -> None:
    """排上「`user` 私聊开口了」；已经排着的不再排，连发私聊也堵不住一桌。"""
    if user in desk.knocking:
        return
    desk.knocking.add(user)

    async def answer() -> bool:
        desk.knocking.discard(user)
        return await spoke(desk, user)

    desk.submit(answer)


async def spoke(desk: Desk, user: str) -> bool:
    """`user` 私聊开口了：补送没送到的，试没试通的。"""
    desk.retry(user)
    lobby = desk.lobby
    if lobby is not None and lobby.seat_of(user) is not None and not lobby.reached.get(user, False):
        text = f"收到，私聊通了。{lobby.game.title}开局后手牌从这里发给你。"
        # 不在队列里等回音：他收不到私聊却不停地发，一桌人就都得等他。
        await tried(desk, user, text)
    return True


async def _bookish(hall: Hall, speech: Speech) -> bool:
    """没有坐在哪一桌的人，私聊只答查书的。"""
    if not any(not command.retakes for command, _, _ in commands_in(speech.text)):
        return False
    desk = hall.reading_room(speech.incoming.bot)
    return await desk.submit(lambda: hear(desk, speech))
