"""读不懂、不合法时的回话：可能带着秘密的只私聊给本人，群里只说有这回事。"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from games.kernel import Ask, Illegal, Misread

from .announcing import prompt_of
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk
    from .play import Play

log = logging.getLogger(__name__)

ELSEWHERE = "这句不行，原因私聊给你了。"


def refusal(reason: str, clause: str, advice: str) -> str:
    """拒绝的一句话：为什么、条号、该怎么打。"""
    text = f"{reason}（{clause}）" if clause and clause not in reason else reason
    if not advice:
        return text
    return f"{text.rstrip('。')}。{advice}"


def refuse(
    desk: Desk,
    speech: Speech,
    play: Play,
    ask: Ask | None,
    words: str,
    error: Misread | Illegal,
    more: str = "",
) -> None:
    """告诉说话的人他对 `ask` 打的 `words` 为什么不行；`more` 接在后面。"""
    text = _written(error, _advice(play, ask))
    if more:
        text = f"{text.rstrip('。')}。{more}"
    if speech.private or tellable(play, ask, words, error):
        desk.reply(speech, text)
        return
    desk.say([ELSEWHERE], (speech.user,))
    desk.whisper(speech.user, text)


def refuse_for(
    desk: Desk, speech: Speech, play: Play, ask: Ask | None, words: str, error: Misread | Illegal
) -> None:
    """告诉代打的人为什么不行；可能带着本人秘密的原因，代打的人也不该知道。"""
    if tellable(play, ask, words, error):
        desk.reply(speech, _written(error, ""))
    else:
        desk.reply(speech, f"「{words}」现在打不了。换一种打法，或打「跳过」按默认代为行动。")


def tellable(play: Play, ask: Ask | None, words: str, error: Misread | Illegal) -> bool:
    """这句拒绝可以当众说：题面不是秘密，而且旁观者来读同样的字也是同样的结果。"""
    try:
        if ask is not None and prompt_of(play, ask).secret:
            return False
        if isinstance(error, Illegal):
            return True
        try:
            onlooker = play.view(None)
            if play.game.read_declaration(words, onlooker, play.cast) is None and ask is not None:
                play.game.read(words, ask, onlooker, play.cast)
        except Misread as plain:
            return (plain.message, plain.clause, plain.advice) == (error.message, error.clause, error.advice)
        return False
    except Exception:
        # 游戏的文字不指望旁观者的视角也读得了，读不了就当作有秘密。
        log.debug("对局 %s：旁观者读不了「%s」", play.record.id, words, exc_info=True)
        return False


def _written(error: Misread | Illegal, advice: str) -> str:
    if isinstance(error, Misread):
        return refusal(error.message, error.clause, error.advice)
    return refusal(error.reason, error.clause, error.advice or advice)


def _advice(play: Play, ask: Ask | None) -> str:
    """规则没说该打什么时，用题面上的写法。"""
    if ask is None:
        return ""
    try:
        return prompt_of(play, ask).advice
    except Exception:
        log.exception("对局 %s 的题面「%s」写不出来", play.record.id, ask.what)
        return ""
