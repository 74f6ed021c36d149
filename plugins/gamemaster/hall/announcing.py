"""把攒着的话发出去：群里一条，要紧的人各一条私聊。"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from games.kernel import Ask, Prompt, Together

from .bulletin import Bulletin
from .house import spoken
from .play import Play
from .purses import settle
from .votes import close

if TYPE_CHECKING:
    from .desk import Desk

log = logging.getLogger(__name__)

UNATTENDED = "大家都在托管，先停在这里；谁打一句指令就继续。"


def waiting_line(play: Play) -> str:
    """群里的「在等谁做什么」；没有在等真人时为空。"""
    asks = play.clocked()
    if not asks:
        return ""
    try:
        return play.game.waiting({ask.seat: ask.what for ask in asks}, play.view(None), play.cast)
    except Exception:
        log.exception("对局 %s 的「在等谁」写不出来", play.record.id)
        return f"在等 {play.cast.listed([ask.seat for ask in asks])}。"


def waiting_sentence(play: Play) -> str:
    """`waiting_line`，接得上后面的话。"""
    line = waiting_line(play)
    return line if not line or line[-1] in "。！？" else f"{line}。"


def awaited_line(desk: Desk) -> str:
    """状态里的「在等谁」，附剩下的时间。"""
    play = desk.play
    assert play is not None
    if play.breach is not None:
        return breach_line(play)
    if play.paused:
        return f"暂停中（{play.paused}）。打「继续」接着玩。"
    if not play.attended():
        return UNATTENDED
    line = waiting_line(play)
    left = desk.clock.remaining()
    if line and left is not None:
        line = f"{line.rstrip('。')}（还剩 {spoken(left)}）"
    return line


def breach_line(play: Play) -> str:
    """日志接不上的说明。"""
    breach = play.breach
    assert breach is not None
    return (
        f"对局停着：{breach.reason}，停在第 {breach.good} 步，此后 {breach.lost} 步接不上。"
        f"管理员打「重置」从第 {breach.good} 步接着玩，或「重置 解散」。"
    )


def prompt_text(prompt: Prompt) -> str:
    """题面：问什么、补充、带号的选项、怎么打字。"""
    lines = [prompt.title, *prompt.lines]
    lines += [f"{index}. {label}" for index, (_, label) in enumerate(prompt.numbered, start=1)]
    if prompt.advice:
        lines.append(prompt.advice)
    return "\n".join(line for line in lines if line)


def prompt_of(play: Play, ask: Ask) -> Prompt:
    """一个问题写给被问者的样子。"""
    return play.game.prompt(ask, play.view(ask.seat), play.cast)


def hand_text(play: Play, seat: int) -> str:
    """一个座位的手牌。"""
    return play.game.hand(play.view(seat), play.cast)


async def publish(desk: Desk, bulletin: Bulletin, private_to: str | None = None) -> None:
    """落盘以后把话发出去。

    `private_to` 是从私聊打指令的人：没有别的私聊给他时，把群里的话也告诉他一份。
    """
    play = desk.play
    if play is None:
        return
    public = list(bulletin.public)
    if play.over:
        await finish(desk, bulletin)
        return
    if bulletin.board:
        public.append(_board(play))
    for seat, lines in bulletin.private.items():
        desk.untold.setdefault(seat, []).extend(lines)
    whispers: dict[int, list[str]] = {}
    if not play.halted:
        waiting = waiting_line(play) if play.attended() else UNATTENDED
        prompts, openly = _prompts(desk, play, whispers)
        # 棋盘之后、别人动过以后、当众又问了一遍，总要写明在等谁，哪怕还是刚才那个人、那件事。
        others = bulletin.movers - {ask.seat for ask in play.clocked()}
        again = bulletin.board or openly or bool(public and others)
        if waiting and (waiting != desk.said_waiting or again):
            public.append(waiting)
        desk.said_waiting = waiting
        public.extend(prompts)
        desk.asked = frozenset(ask.seat for ask in play.clocked())
    if public or bulletin.mentions:
        desk.say(public, bulletin.mentions)
    told: set[str] = set()
    for seat, lines in whispers.items():
        user = play.seats[seat].user
        if user is not None and play.seats[seat].present and lines:
            # 摸到什么、被抽走什么，等要用手牌时一起说，不为每件事打扰一次。
            desk.whisper(user, "\n".join([*desk.untold.pop(seat, []), *lines]))
            told.add(user)
    if private_to is not None and private_to not in told:
        heard = [] if bulletin.public else ["收到。"]
        desk.whisper(private_to, "\n".join([*heard, *public]), answering=True)


def _board(play: Play) -> str:
    try:
        return play.game.board(play.view(None), play.cast)
    except Exception:
        log.exception("对局 %s 的棋盘写不出来", play.record.id)
        return ""


def _prompts(desk: Desk, play: Play, whispers: dict[int, list[str]]) -> tuple[list[str], bool]:
    """给新被问到的人写题面：秘密的加进 `whispers`，公开的返回给群里。

    第二项是有没有公开的新问题；题面与他上次看到的一样时不再写，所以可以没有字。"""
    public: list[str] = []
    openly = False
    together = isinstance(play.match.question, Together)
    advices: dict[str, list[int]] = {}
    for ask in play.clocked():
        if desk.prompted.get(ask.seat) is ask:
            continue
        desk.prompted[ask.seat] = ask
        try:
            prompt = prompt_of(play, ask)
            text = prompt_text(prompt)
            if prompt.secret:
                # 刚才没有在问他，手牌与题面就一起给；接着问他，手牌变了才再给，都没变就不打扰。
                hand = hand_text(play, ask.seat)
                fresh = ask.seat not in desk.asked or desk.hands.get(ask.seat) != hand
                if fresh or desk.shown.get(ask.seat) != text:
                    whispers.setdefault(ask.seat, []).extend([hand, text] if fresh else [text])
                desk.hands[ask.seat] = hand
                desk.shown[ask.seat] = text
                continue
            openly = True
            if together:
                if prompt.advice:
                    advices.setdefault(prompt.advice, []).append(ask.seat)
            elif desk.shown.get(ask.seat) != text:
                desk.shown[ask.seat] = text
                public.extend(text.split("\n")[1:])
        except Exception:
            log.exception("对局 %s 的题面「%s」写不出来", play.record.id, ask.what)
            whispers.setdefault(ask.seat, []).append("轮到你了，题面没能写出来。打「状态」看局面。")
    # 大家问的是同一件公开的事，打法一样就说一遍；不一样的写明是谁的。
    for advice, seats in advices.items():
        public.append(advice if len(advices) == 1 else f"{play.cast.listed(seats)}：{advice}")
    return public, openly


async def finish(desk: Desk, bulletin: Bulletin) -> None:
    """分出结果：报战果，收桌。"""
    play = desk.play
    assert play is not None
    settled = ""
    try:
        settled = await settle(play)
    except Exception:
        # 状态没记上，重启后会再收一次，战果不会丢，钱也到那时入账。
        log.exception("对局 %s 的结束没记上", play.record.id)
        if play.record.currency:
            settled = f"{play.record.currency}还没存上，我重启后补记。"
    try:
        result = play.game.result(play.view(None), play.cast)
    except Exception:
        log.exception("对局 %s 的战报写不出来", play.record.id)
        result = "这一局结束了。"
    close_play(desk)
    lines = [line for line in (*result.split("\n"), settled) if line]
    desk.say([*bulletin.public, *lines, "打「再来」同桌再开一局。"])


def close_play(desk: Desk) -> None:
    """收掉这一局（状态已经记好）。"""
    close(desk)
    desk.play = None
    desk.clock.forget()
    desk.forget_prompts()
    desk.pending.clear()
    desk.resigning.clear()
    desk.reseated()


async def resume(desk: Desk, title: str, prompt: bool = True) -> None:
    """重启、重置、上线、解禁以后：说现在的局面和在等谁；`prompt` 为真时重新给题面。"""
    play = desk.play
    if play is None:
        return
    if prompt:
        desk.forget_prompts()
    desk.said_waiting = ""
    lines = [title]
    if play.breach is None:
        try:
            lines += play.game.status(play.view(None), play.cast).split("\n")
        except Exception:
            log.exception("对局 %s 的状态写不出来", play.record.id)
    if play.halted and not play.over:
        desk.say([*lines, awaited_line(desk)])
        return
    bulletin = Bulletin(public=lines)
    await publish(desk, bulletin)
