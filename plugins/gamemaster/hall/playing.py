"""开局以后：走棋、看局面、托管、催、悔棋、认输、中断，以及超时与电脑座位。"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import TYPE_CHECKING

from games.kernel import Anyone, Ask, Choice, Illegal, Misread
from plugins.gamemaster.store.records import By

from . import votes
from .announcing import (
    awaited_line,
    close_play,
    hand_text,
    prompt_of,
    prompt_text,
    publish,
    waiting_line,
    waiting_sentence,
)
from .clock import BEIJING
from .house import spoken
from .play import Batch, Faulty, Play, Unsaved
from .refusing import refuse
from .speech import Speech, chatty
from .workshops import remember

if TYPE_CHECKING:
    from .desk import Desk

log = logging.getLogger(__name__)

FAILURES = 3
"""默认回答连续出错这么多次就暂停。"""


# ---------------------------------------------------------------- 往下走
async def advance(desk: Desk, batch: Batch, private_to: str | None = None) -> None:
    """电脑接着走，落盘，再把话一次说完。"""
    play = desk.play
    assert play is not None
    more = await _computers(desk, play, batch)
    if play.over:
        play.note_result(batch)
    await play.commit(batch)
    await remember(play)
    await publish(desk, batch.bulletin, private_to)
    if desk.play is not play:
        return
    if batch.moved and desk.vote is not None:
        await votes.recount(desk)
    if more:
        # 电脑还没走完：让出去，排到这桌队列的末尾再接着走。
        desk.later(lambda: proceed(desk))


async def _computers(desk: Desk, play: Play, batch: Batch) -> bool:
    """电脑与托管的座位走到要等真人为止；走满一批还没完为 `True`。"""
    for step in range(max(1, desk.hall.settings.batch_moves)):
        move = play.automatic_move()
        if move is None:
            return False
        seat, choice, by = move
        try:
            play.answer(batch, seat, choice, by)
        except Exception:
            log.exception("对局 %s：替 %s 号走不下去", play.record.id, seat + 1)
            halt(play, batch, "规则出错")
            return False
        if step % 4 == 3:
            await asyncio.sleep(0)
    return True


def halt(play: Play, batch: Batch, reason: str) -> None:
    """走不下去：停在这里等管理员。"""
    play.paused = reason
    play.control(batch, "pause", reason, "system", "")
    batch.bulletin.say(f"{reason}，先停在这里。管理员打「重置 1」退一步，或「继续」再试，或「重置 解散」。")


async def proceed(desk: Desk) -> bool:
    """接着走电脑的座位。"""
    play = desk.play
    if play is not None and not play.halted:
        await advance(desk, play.begin())
    return True


async def began(desk: Desk, speech: Speech) -> None:
    """刚开局：说开局的事，问头一个问题。"""
    play = desk.play
    assert play is not None
    batch = play.begin(speech.key)
    play.control(batch, "start", play.record.version, "player", speech.user)
    try:
        await play.commit(batch)
    except Unsaved:
        log.warning("对局 %s 的开局行没存上，不碍事", play.record.id)
    batch = play.begin()
    batch.bulletin.say(f"{play.game.title}开局：{play.cast.listed(range(len(play.seats)))}。")
    play.report_opening(batch)
    await advance(desk, batch)


# ---------------------------------------------------------------- 玩家的话
async def speak(desk: Desk, speech: Speech, seat: int) -> bool:
    """坐着的人的一句话：号、声明、动作；像闲话的不理。"""
    play = desk.play
    assert play is not None
    text, game = speech.text, play.game
    digits = text.isascii() and text.isdigit() and len(text) <= 2
    verb = play.verb_of(text)
    rest = text[len(verb) :]
    glued = bool(rest) and not rest.startswith(" ")
    rest = rest.strip()
    if not (verb or digits or speech.private):
        return False
    if verb and not speech.explicit and chatty(rest, glued):
        return False
    ask = play.match.waiting.get(seat)
    if (
        digits
        and not speech.private
        and (ask is None or not _main(play, ask) or not _numbered(play, ask, text))
    ):
        # 群里的裸数字只在正问着他、又有这个号时才算；插话的人要用字，免得随口一个数就打出牌。
        return False
    if not speech.explicit and glued and not digits and not _tight(rest) and ask is None:
        return False
    await retake(desk, speech)
    if play.halted:
        if speech.explicit or not glued:
            desk.reply(speech, awaited_line(desk))
        return speech.explicit or not glued
    ask = play.match.waiting.get(seat)
    view = play.view(seat)
    choice: object = None
    try:
        declaration = game.read_declaration(text, view, play.cast)
        if declaration is None:
            if ask is None:
                return _not_asked(desk, speech, play, seat, bool(verb))
            picked = _numbered(play, ask, text) if digits else None
            choice = game.read(text, ask, view, play.cast) if picked is None else picked[0]
    except Misread as error:
        if glued and not speech.explicit and not _tight(rest):
            return False
        # 他只是可以插话的，多半是以为轮到了自己。
        optional = ask is not None and not _main(play, ask)
        refuse(desk, speech, play, ask, text, error, waiting_sentence(play) if optional else "")
        return True
    except Exception:
        log.exception("对局 %s 读「%s」出错", play.record.id, text)
        desk.reply(speech, "没读懂这句。打「手牌」看能打的指令。")
        return True
    batch = play.begin(speech.key)
    try:
        if declaration is None:
            play.answer(batch, seat, choice, "player", speech.user)
        else:
            play.declare(batch, seat, *declaration, "player", speech.user)
    except Illegal as error:
        play.abandon(batch)
        refuse(desk, speech, play, ask, text, error)
        return True
    except Exception as error:
        log.exception("对局 %s 第 %s 步规则出错：%s", play.record.id, play.moves + 1, text)
        play.abandon(batch)
        raise Faulty("规则出错，这一步没有生效") from error
    play.timeouts[seat] = 0
    desk.failures = 0
    # 声明往往什么事也没引起，也要让人知道记下了。
    quiet = declaration is not None and not batch.bulletin.public
    await advance(desk, batch, speech.user if speech.private and not quiet else None)
    if quiet:
        desk.reply(speech, f"记下了：{text}。")
    return True


def _numbered(play: Play, ask: Ask, text: str) -> tuple[Choice, str] | None:
    """题面上的第 `text` 号选项；没有这个号为 `None`。"""
    try:
        numbered = prompt_of(play, ask).numbered
    except Exception:
        log.exception("对局 %s 的题面「%s」写不出来", play.record.id, ask.what)
        return None
    return numbered[int(text) - 1] if 1 <= int(text) <= len(numbered) else None


def _main(play: Play, ask: Ask) -> bool:
    """是要等他回答的，而不是可以插的话。"""
    question = play.match.question
    return not isinstance(question, Anyone) or ask is question.main


def _tight(rest: str) -> bool:
    """紧跟在动词后面的字像参数：带数字。不带数字的又读不懂，多半是「再等等」「打出去」这样的闲话。"""
    return any(sign.isdigit() for sign in rest)


def _not_asked(desk: Desk, speech: Speech, play: Play, seat: int, verb: bool) -> bool:
    """现在没有在问他。"""
    if not verb and not speech.private:
        return False
    if play.withdrawable(seat) is not None:
        desk.reply(speech, "你已经答过了，在等别人；要改先打「悔棋」。")
        return True
    waiting = waiting_sentence(play)
    if verb:
        desk.reply(speech, f"现在没有在问你。{waiting}")
    else:
        desk.reply(speech, f"没读懂。{waiting}打「手牌」「状态」「帮助」看看。")
    return True


# ---------------------------------------------------------------- 托管
async def retake(desk: Desk, speech: Speech) -> None:
    """托管中的人打了指令：收回托管（L10.6）。"""
    play = desk.play
    if play is None:
        return
    number = play.seat_of(speech.user)
    if number is None:
        return
    play.timeouts[number] = 0
    if not play.seats[number].autopilot:
        return
    batch = play.begin()
    play.seats[number].autopilot = False
    play.reseat(batch, number, "retake", "player", speech.user)
    await play.commit(batch)
    desk.reseated()
    desk.prompted.pop(number, None)
    desk.preface.append(f"{play.cast.label(number)} 收回了托管。")
    # 刚才没人看着而停下的，由这句话之后接着走。
    desk.later(lambda: proceed(desk))


async def autopilot(desk: Desk, speech: Speech, rest: str) -> bool:
    """「托管」。"""
    play = desk.play
    assert play is not None
    number = play.seat_of(speech.user)
    assert number is not None
    if play.seats[number].autopilot:
        desk.reply(speech, "你已经在托管，打任何指令收回。")
        return True
    batch = play.begin(speech.key)
    play.seats[number].autopilot = True
    play.reseat(batch, number, "autopilot", "player", speech.user)
    batch.bulletin.say(f"{play.cast.label(number)} 托管了，由电脑代打；打任何指令收回。")
    await advance(desk, batch, speech.user if speech.private else None)
    if desk.play is play:
        await votes.recount(desk)
    return True


async def manual(desk: Desk, speech: Speech, rest: str) -> bool:
    """「取消托管」。真正收回的是 `retake`，走到这里说明本来就没有托管。"""
    if not desk.preface:
        desk.reply(speech, "你没有在托管。")
    return True


# ---------------------------------------------------------------- 看
async def status(desk: Desk, speech: Speech, rest: str) -> bool:
    """「状态」。"""
    if desk.lobby is not None:
        lines = desk.lobby.card(desk.hall.settings)
    elif desk.wreck is not None:
        lines = [f"上一局读不回来：{desk.wreck[1]}。管理员打「重置」再试，或「重置 解散」。"]
    else:
        play = desk.play
        assert play is not None
        lines = [play.game.status(play.view(None), play.cast), awaited_line(desk)]
        if not speech.private and not play.halted and play.attended():
            desk.said_waiting = waiting_line(play)
    answer(desk, speech, lines)
    return True


async def board(desk: Desk, speech: Speech, rest: str) -> bool:
    """「棋盘」。"""
    play = desk.play
    assert play is not None
    answer(desk, speech, [play.game.board(play.view(None), play.cast)])
    return True


async def look_up(desk: Desk, speech: Speech) -> bool:
    """游戏自己的查询，如「弃牌堆」：只用旁观者的所见，谁问都一样。"""
    play = desk.play
    assert play is not None
    await retake(desk, speech)
    answer(desk, speech, play.game.look_up(speech.text, play.view(None), play.cast).split("\n"))
    return True


def answer(desk: Desk, speech: Speech, lines: list[str]) -> None:
    """把几行字回到问的地方，不 @ 人。"""
    if speech.private:
        desk.whisper(speech.user, "\n".join(line for line in lines if line), answering=True)
    else:
        desk.say([line for line in lines if line])


async def hand(desk: Desk, speech: Speech, rest: str) -> bool:
    """「手牌」：永远私聊；正被问到就连题面一起。"""
    play = desk.play
    assert play is not None
    number = play.seat_of(speech.user)
    assert number is not None
    text = hand_text(play, number)
    ask = play.match.waiting.get(number)
    desk.hands[number] = text
    if ask is not None and not play.halted:
        desk.prompted[number] = ask
        desk.shown[number] = prompt_text(prompt_of(play, ask))
        text = f"{text}\n{desk.shown[number]}"
    text = "\n".join([*desk.untold.pop(number, []), text])
    desk.pending.pop(speech.user, None)
    desk.whisper(speech.user, text)
    if not speech.private:
        desk.reply(speech, "手牌已私聊给你。")
    return True


async def nudge(desk: Desk, speech: Speech, rest: str) -> bool:
    """「催」。"""
    play = desk.play
    assert play is not None
    now = desk.hall.clock.elapsed()
    asks = [] if play.halted else play.clocked()
    if not asks or not play.attended():
        answer(desk, speech, [awaited_line(desk) or "没有在等谁。"])
        return True
    wait = desk.nudged + desk.hall.settings.nudge_seconds - now
    if wait > 0:
        desk.reply(speech, f"刚催过，{spoken(wait)}后再催。")
        return True
    desk.nudged = now
    users = [user for ask in asks if (user := play.seats[ask.seat].user) is not None]
    desk.say([awaited_line(desk)], users)
    return True


# ---------------------------------------------------------------- 限时
async def remind(desk: Desk, question: object) -> bool:
    """快到点了。"""
    play = desk.play
    if play is None or play.halted or desk.frozen or play.match.question is not question:
        return True
    left = desk.clock.remaining()
    asks = play.clocked()
    if left is None or not asks:
        return True
    users = [user for ask in asks if (user := play.seats[ask.seat].user) is not None]
    desk.say([f"还剩 {spoken(left)}，到时按默认代为行动。{waiting_sentence(play)}"], users)
    return True


async def time_out(desk: Desk, question: object) -> bool:
    """到点了：没答的都按默认回答。"""
    play = desk.play
    if play is None or play.halted or desk.frozen or play.match.question is not question:
        return True
    if desk.clock.remaining():
        # 钟响以后、轮到办这件事以前，有人延了时，或停过又接着走。
        return True
    desk.clock.forget()
    batch = play.begin()
    late: list[int] = []
    acts: dict[str, list[int]] = {}
    for ask in play.clocked():
        if play.match.waiting.get(ask.seat) is not ask:
            continue
        act = described(play, ask)
        try:
            play.answer(batch, ask.seat, ask.default, "timeout")
        except Exception as error:
            log.exception("对局 %s：「%s」的默认回答不合法", play.record.id, ask.what)
            play.rollback(batch)
            desk.failures += 1
            if desk.failures < FAILURES:
                raise Faulty("超时了，代为行动却出了错") from error
            desk.failures = 0
            batch = play.begin()
            halt(play, batch, "超时代答一再出错")
            await advance(desk, batch)
            return True
        late.append(ask.seat)
        acts.setdefault(act, []).append(ask.seat)
    desk.failures = 0
    lines = [
        f"{play.cast.listed(seats)} 超时，{f'代为{act}' if act else '按默认代答'}。"
        for act, seats in acts.items()
    ]
    batch.bulletin.public[:0] = lines
    for seat in late:
        play.timeouts[seat] += 1
        patience = play.house.timeouts or play.game.patience(play.options)
        if patience and play.timeouts[seat] >= patience:
            play.timeouts[seat] = 0
            play.seats[seat].autopilot = True
            play.reseat(batch, seat, "autopilot", "timeout", "")
            batch.bulletin.say(f"{play.cast.label(seat)} 连续超时 {patience} 次，转托管；打任何指令收回。")
    await advance(desk, batch)
    if desk.play is play:
        await votes.recount(desk)
    return True


def described(play: Play, ask: Ask) -> str:
    """默认回答的说法，群里可看；写不出来为空串。"""
    try:
        return play.game.describe_choice(ask, ask.default, play.view(None), play.cast)
    except Exception:
        log.exception("对局 %s：「%s」的默认回答说不出来", play.record.id, ask.what)
        return ""


# ---------------------------------------------------------------- 悔棋
async def undo(desk: Desk, speech: Speech, rest: str) -> bool:
    """「悔棋」：退回自己最近的一步；泄了底或轮过别人的要其余人都同意。"""
    play = desk.play
    assert play is not None
    seat = play.seat_of(speech.user)
    assert seat is not None
    if play.halted:
        desk.reply(speech, awaited_line(desk))
        return True
    pending = play.withdrawable(seat)
    if pending is not None:
        await _withdraw(desk, speech, play, seat, pending)
        return True
    index = next(
        (
            i
            for i in range(len(play.trail) - 1, -1, -1)
            if play.trail[i].seat == seat and play.trail[i].by == "player"
        ),
        None,
    )
    if index is None:
        desk.reply(speech, "你没有可以悔的一步。更早的要管理员打「重置 n」退 n 步。")
        return True
    undone = play.trail[index:]
    remaining = play.base + index
    label = play.cast.label(seat)
    if all(step.seat == seat and step.by == "player" and step.reversible for step in undone):
        await rewind_to(
            desk, remaining, "悔棋", "player", speech.user, f"{label} 悔棋，退回 {len(undone)} 步。"
        )
        return True

    async def carried() -> None:
        await rewind_to(
            desk, remaining, "悔棋", "vote", speech.user, f"大家同意，{label} 悔棋，退回 {len(undone)} 步。"
        )

    why = "中间掷过骰、看过牌或轮过别人"
    title = f"退回 {len(undone)} 步（{why}，要其余人都同意）"
    await votes.propose(desk, speech, f"{label} 悔棋", title, "everyone", carried, play.moves)
    return True


async def _withdraw(desk: Desk, speech: Speech, play: Play, seat: int, index: int) -> None:
    """同时密问里收回自己的回答：别人后来的回答原样留着。"""
    later = play.match.history[index + 1 :]
    traces = play.trail[index + 1 :]
    batch = play.begin(speech.key)
    await play.rewind(batch, play.base + index, "悔棋", "player", speech.user)
    for move, trace in zip(later, traces, strict=True):
        play.replay(batch, move, trace.by)
    batch.bulletin.say(f"{play.cast.label(seat)} 收回了刚才的选择，重新选。")
    # 只有他要重新看题面；别人的问题没变，不打扰。
    desk.shown.pop(seat, None)
    desk.said_waiting = ""
    await advance(desk, batch, speech.user if speech.private else None)


async def rewind_to(desk: Desk, remaining: int, what: str, by: By, actor: str, line: str) -> None:
    """退回到只走了 `remaining` 步，说一声，重新问。"""
    play = desk.play
    assert play is not None
    batch = play.begin()
    await play.rewind(batch, remaining, what, by, actor)
    batch.bulletin.say(line)
    desk.forget_prompts()
    await advance(desk, batch)


# ---------------------------------------------------------------- 离开
def hand_over(play: Play, batch: Batch, number: int, what: str, by: By, actor: str, former: str = "") -> None:
    """座位交给电脑；`former` 是可以打「加入」要回它的人。"""
    seat = play.seats[number]
    seat.user = None
    seat.autopilot = False
    seat.computer = play.autopilot_level
    seat.former = former
    play.timeouts[number] = 0
    play.reseat(batch, number, what, by, actor)


async def vacate(desk: Desk, number: int, what: str, by: By, actor: str, line: str, former: str = "") -> None:
    """座位 `number` 的真人不玩了，电脑接手；没有真人了就停下或散。"""
    play = desk.play
    assert play is not None
    batch = play.begin()
    hand_over(play, batch, number, what, by, actor, former)
    batch.bulletin.say(line)
    humans = play.users()
    claimable = any(seat.former for seat in play.seats)
    if not humans and not claimable:
        await play.commit(batch)
        await dissolve(desk, by, actor, f"{line}没有真人了，这局到此为止。")
        return
    if not humans:
        batch.bulletin.say("真人都离席了，先停在这里；回来的人打「加入」坐回去，或打「新游戏」另开一桌。")
    desk.prompted.pop(number, None)
    desk.hands.pop(number, None)
    desk.shown.pop(number, None)
    desk.untold.pop(number, None)
    desk.reseated()
    await advance(desk, batch)
    if desk.play is play:
        await votes.recount(desk)


async def resign(desk: Desk, speech: Speech, rest: str) -> bool:
    """「认输」：再打一次才算。"""
    play = desk.play
    assert play is not None
    number = play.seat_of(speech.user)
    assert number is not None
    now = desk.hall.clock.elapsed()
    seconds = desk.hall.settings.confirm_seconds
    if now - desk.resigning.get(speech.user, float("-inf")) > seconds:
        desk.resigning[speech.user] = now
        desk.reply(speech, f"认输后由电脑接手，不能要回。{spoken(seconds)}内再打一次「认输」就算数。")
        return True
    desk.resigning.pop(speech.user, None)
    await vacate(
        desk, number, "resign", "player", speech.user, f"{play.cast.label(number)} 认输，由电脑接手。"
    )
    return True


async def reclaim(desk: Desk, speech: Speech, rest: str) -> bool:
    """开局后的「加入」：离席的人要回自己的座位。"""
    play = desk.play
    assert play is not None
    if play.seat_of(speech.user) is not None:
        return bool(desk.preface) or speech.explicit
    number = next((i for i, seat in enumerate(play.seats) if seat.former == speech.user), None)
    if number is None:
        desk.reply(speech, "这局已经开始。等下一局，或请管理员打「换人 N号 @你」。")
        return True
    batch = play.begin(speech.key)
    seat = play.seats[number]
    seat.user, seat.computer, seat.former, seat.autopilot = speech.user, "", "", False
    play.reseat(batch, number, "reclaim", "player", speech.user)
    batch.bulletin.say(f"{play.cast.label(number)} 回来了，坐回 {number + 1} 号。")
    desk.reseated()
    desk.prompted.pop(number, None)
    await advance(desk, batch)
    return True


async def abort(desk: Desk, speech: Speech, rest: str) -> bool:
    """「中断」：过半数同意就散。"""

    async def carried() -> None:
        await dissolve(
            desk, "vote", speech.user, "过半数同意，这局中断，不计胜负。打「新游戏」或「再来」重开。"
        )

    await votes.propose(desk, speech, "中断", "这一局不玩了，不计胜负", "majority", carried)
    return True


async def dissolve(desk: Desk, by: By, actor: str, line: str) -> None:
    """散掉这一局：日志留着，状态改成 dissolved。"""
    play = desk.play
    assert play is not None
    batch = play.begin()
    play.control(batch, "dissolve", None, by, actor)
    await play.commit(batch)
    await desk.hall.log.set_state(play.record.id, "dissolved")
    close_play(desk)
    record = play.record
    if record.currency and any(seat.purse for seat in record.seats):
        line += f"带来的{record.currency}都退回了。"
    desk.say([line])


# ---------------------------------------------------------------- 表决与战绩
async def agree(desk: Desk, speech: Speech, rest: str) -> bool:
    """「同意」。"""
    await votes.ballot(desk, speech, True)
    return True


async def disagree(desk: Desk, speech: Speech, rest: str) -> bool:
    """「不同意」。"""
    await votes.ballot(desk, speech, False)
    return True


async def records(desk: Desk, speech: Speech, rest: str) -> bool:
    """「战绩」：这个群最近几局。"""
    hall = desk.hall
    lines: list[str] = []
    for record in await hall.log.finished(desk.group, hall.settings.history_shown):
        stored = await hall.log.load(record.id, after_snapshot=True)
        result = next((row.choice for row in reversed(stored.actions) if row.what == "result"), None)
        names = [f"{seat.mark}{seat.name}" for seat in record.seats]
        day = datetime.fromtimestamp(record.created, BEIJING).strftime("%m-%d")
        game = hall.games.get(record.game)
        title = game.title if game else record.game
        if result is None:
            lines.append(f"{day} {title}：{'、'.join(names)}")
            continue
        winners = "、".join(names[seat] for seat in result["winners"] if seat < len(names))
        lines.append(f"{day} {title}：{winners} 胜（{'、'.join(names)}，{result['rounds']} 轮）")
    if not lines:
        answer(desk, speech, ["这个群还没有下完的局。打「新游戏」开一桌。"])
        return True
    answer(desk, speech, ["最近几局：", *lines])
    return True
