"""听：一句话是不是说给这桌的，是就办。"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import playing, purses
from .commands import OPENERS, commands_in, starts_command
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk


def may_concern(desk: Desk | None, speech: Speech, openers: tuple[str, ...] = ()) -> bool:
    """粗略地看一眼，便宜；`True` 只表示值得排队细看。`openers` 是游戏自己的、没有桌时也听的词。"""
    text = speech.text
    if desk is None:
        return text.startswith(OPENERS) or text.startswith(openers)
    if starts_command(text) or text.startswith(openers):
        return True
    play = desk.play
    if play is not None and play.game.asks(text):
        return True
    if play is None or speech.user not in desk.users:
        return False
    if text.isascii() and text.isdigit():
        return len(text) <= 2
    return bool(play.verb_of(text))


async def hear(desk: Desk, speech: Speech) -> bool:
    """办一句话；不是说给这桌的为 `False`。异常在这里收住，变成一句话。"""
    if desk.echoes.repeated(speech):
        return True
    before = desk.echoes.state()
    try:
        handled = await _hear(desk, speech)
    except Exception as error:
        # 没办成，还请他再打一次：不算回过了。
        await desk.failed(error, speech)
        handled = True
    else:
        if handled:
            desk.echoes.answered(speech, before)
    if desk.preface:
        desk.say([])
    return handled


async def _hear(desk: Desk, speech: Speech) -> bool:
    desk.introduce(speech)
    speech = speech.saying(desk.numbered(speech.text))
    for command, rest, glued in commands_in(speech.text):
        if not command.fits(desk, speech, rest, glued):
            continue
        if command.retakes:
            await playing.retake(desk, speech)
        if await command.handler(desk, speech, rest):
            return True
    money = purses.asked(desk.hall, speech.text)
    if money is not None:
        return await purses.show(desk, speech, *money)
    craft = desk.hall.workbenches.asked(speech.text)
    if (
        craft is not None
        and not speech.private
        and await desk.hall.workbenches.overheard(desk, speech, craft)
    ):
        return True
    play = desk.play
    if play is not None and play.game.asks(speech.text):
        return await playing.look_up(desk, speech)
    if play is not None:
        seat = play.seat_of(speech.user)
        if seat is not None:
            return await playing.speak(desk, speech, seat)
    return False
