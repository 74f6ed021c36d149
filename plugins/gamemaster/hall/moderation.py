"""管理：重置、跳过、代打、换人、踢、暂停、延时、诊断。有管理权的直接办，桌上的人过半数同意也办。"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from games.kernel import Illegal, Misread, number
from plugins.gamemaster.store.records import By

from . import lobby as waiting_room
from . import votes
from .announcing import awaited_line, breach_line, resume, waiting_sentence
from .house import spoken
from .lobby import greet
from .play import Faulty, Play
from .playing import advance, answer, dissolve, proceed, rewind_to, vacate
from .refusing import refusal, refuse_for
from .restoring import Unrestorable, restore
from .speech import MENTION, Speech

if TYPE_CHECKING:
    from .desk import Desk

log = logging.getLogger(__name__)

Deed = Callable[[By, str], Awaitable[None]]
EXTENSION = 300
"""「延时」不写几分钟时给的秒数。"""


async def authorise(
    desk: Desk, speech: Speech, key: str, title: str, deed: Deed, rule: votes.Rule = "majority"
) -> bool:
    """有管理权的马上办；桌上的人提起表决；旁人不理（明着打的回一句）。"""
    if speech.powers:
        await deed("moderator", speech.user)
        return True
    if speech.user in desk.voters():

        async def carried() -> None:
            await deed("vote", speech.user)

        await votes.propose(desk, speech, key, title, rule, carried)
        return True
    if speech.explicit:
        desk.reply(speech, "这要群管理员来打；本桌的人打了就发起表决。")
    return speech.explicit


# ---------------------------------------------------------------- 重置
async def reset(desk: Desk, speech: Speech, rest: str) -> bool:
    """「重置」「重置 n」「重置 轮」「重置 解散」。"""
    if rest == "解散":

        async def dismiss(by: By, actor: str) -> None:
            await _dismiss(desk, by, actor)

        return await authorise(desk, speech, "重置 解散", "散掉这一局，日志留着", dismiss)
    if not rest or desk.play is None:

        async def again(by: By, actor: str) -> None:
            await rebuild(desk, by, actor)

        return await authorise(desk, speech, "重置", "从日志重建这一局", again)
    play = desk.play
    if play.breach is not None:
        desk.reply(speech, breach_line(play))
        return True
    remaining = _last_boundary(play) if rest == "轮" else play.moves - (number(rest.removesuffix("步")) or 0)
    if remaining is None:
        desk.reply(speech, "前面没有可退的段了。打「重置 n」退 n 步。")
        return True
    if remaining < 0 or remaining == play.moves:
        desk.reply(speech, f"这局走了 {play.moves} 步，「重置 n」的 n 要在 1 到 {play.moves}。")
        return True
    target, before = remaining, play.moves

    async def rewind(by: By, actor: str) -> None:
        line = f"退回 {before - target} 步，从第 {target} 步接着玩。"
        await rewind_to(desk, target, f"重置 {rest}", by, actor, line)

    return await authorise(
        desk,
        speech,
        f"重置 {rest}",
        f"退回 {before - target} 步，到第 {target} 步",
        _fresh(desk, before, rewind),
    )


def _fresh(desk: Desk, moves: int, deed: Deed) -> Deed:
    """表决期间对局又走了，就不能照原来的步数退。"""

    async def checked(by: By, actor: str) -> None:
        if desk.play is None or desk.play.moves != moves:
            desk.say(["表决的时候对局又走了，没有退。要退请再打一次。"])
            return
        await deed(by, actor)

    return checked


def _last_boundary(play: Play) -> int | None:
    """最近一个段界的步数；正在段界就是再前一个。"""
    for index in range(len(play.trail) - 2, -1, -1):
        if play.trail[index].boundary:
            return play.base + index + 1
    return play.base if play.trail else None


async def rebuild(desk: Desk, by: By = "system", actor: str = "") -> None:
    """扔掉内存里的，从日志读回来；读不全的停在最后一处对得上的地方接着玩。"""
    hall = desk.hall
    record = desk.play.record if desk.play is not None else desk.wreck[0] if desk.wreck is not None else None
    if record is None:
        return
    broken = desk.play.breach if desk.play is not None else None
    votes.close(desk)
    try:
        play = await restore(hall.log, hall.clock, hall.games, hall.settings, record)
    except Unrestorable as error:
        desk.play = None
        desk.wreck = (record, str(error))
        desk.say([f"这一局还是读不回来：{error}。日志都在。管理员可打「重置 解散」。"])
        return
    desk.play = play
    desk.wreck = None
    desk.clock.forget()
    desk.forget_prompts()
    desk.reseated()
    if play.breach is not None and (broken is None or by == "system"):
        await hall.log.set_state(record.id, "suspended")
        desk.say([breach_line(play)])
        return
    title = f"从日志重建好了：{play.moves} 步，校验一致。"
    if play.breach is not None:
        # 管理员已经看过「从第几步接着玩」，现在照办；接不上的行还在日志里，由这行退回作废。
        breach = play.breach
        play.match.rewind(breach.good - play.base)
        batch = play.begin()
        await play.rewind(batch, breach.good, "重置", by, actor)
        await play.commit(batch)
        # 这一行落了盘才算修好；不然接着走的又接在坏行后面，下次重启全都作废。
        play.breach = None
        title = f"从第 {breach.good} 步接着玩，此后 {breach.lost} 步作废。"
    else:
        batch = play.begin()
        play.control(batch, "rebuild", None, by, actor)
        await play.commit(batch)
    await hall.log.set_state(record.id, "playing")
    await resume(desk, title)
    desk.later(lambda: proceed(desk))


async def _dismiss(desk: Desk, by: By, actor: str) -> None:
    if desk.wreck is not None:
        await desk.hall.log.set_state(desk.wreck[0].id, "dissolved")
        desk.wreck = None
        votes.close(desk)
        desk.say(["这一局散了，日志都在。打「新游戏」重开。"])
    elif desk.play is not None:
        await dissolve(desk, by, actor, "这一局散了，日志都在。打「新游戏」或「再来」重开。")


# ---------------------------------------------------------------- 代人行动
async def skip(desk: Desk, speech: Speech, rest: str) -> bool:
    """「跳过」：在等的人都按默认回答。"""
    play = desk.play
    assert play is not None
    if play.halted or not play.clocked():
        desk.reply(speech, awaited_line(desk) or "没有在等谁。")
        return True
    question = play.match.question

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or play.halted or play.match.question is not question:
            desk.say(["已经不在等那一步了，没有跳。"])
            return
        batch = play.begin(speech.key)
        asks = play.clocked()
        names = play.cast.listed([ask.seat for ask in asks])
        try:
            for ask in asks:
                if play.match.waiting.get(ask.seat) is ask:
                    play.answer(batch, ask.seat, ask.default, by, actor)
        except Exception as error:
            log.exception("对局 %s：跳过时默认回答不合法", play.record.id)
            play.rollback(batch)
            raise Faulty("跳不过去，默认回答出了错") from error
        batch.bulletin.public.insert(0, f"跳过 {names}，按默认代为行动。")
        await advance(desk, batch)

    awaited = play.cast.listed([ask.seat for ask in play.clocked()])
    return await authorise(desk, speech, "跳过", f"{awaited} 按默认代为行动", deed)


async def act_for(desk: Desk, speech: Speech, rest: str) -> bool:
    """「代打 N号 指令」。"""
    play = desk.play
    assert play is not None
    found = _seat_first(desk, speech, play, rest, "代打 2号 结束")
    if found is None:
        return True
    seat, words = found
    ask = play.match.waiting.get(seat)
    label = play.cast.label(seat)
    if not words:
        desk.reply(speech, f"要写替 {label} 打什么，如「代打 {seat + 1}号 1」。")
        return True
    if play.halted or (ask is None and not play.match.table.DECLARATIONS):
        desk.reply(
            speech, awaited_line(desk) if play.halted else f"现在没有在问 {label}。{waiting_sentence(play)}"
        )
        return True

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or play.halted or play.match.waiting.get(seat) is not ask:
            desk.say(["已经不在问那一步了，没有代打。"])
            return
        batch = play.begin(speech.key)
        try:
            view = play.view(seat)
            declaration = play.game.read_declaration(words, view, play.cast)
            if declaration is not None:
                play.declare(batch, seat, *declaration, by, actor)
            elif ask is None:
                desk.reply(speech, f"现在没有在问 {label}。{waiting_sentence(play)}")
                play.abandon(batch)
                return
            else:
                play.answer(batch, seat, play.game.read(words, ask, view, play.cast), by, actor)
        except (Misread, Illegal) as error:
            play.abandon(batch)
            refuse_for(desk, speech, play, ask, words, error)
            return
        except Exception as error:
            log.exception("对局 %s：代打「%s」出错", play.record.id, words)
            play.abandon(batch)
            raise Faulty("规则出错，这一步没有生效") from error
        # 私聊来的代打可能带着别人的秘密，群里只说有这回事。
        said = "行动。" if speech.private else f"打「{words}」。"
        batch.bulletin.public.insert(0, f"{desk.named(actor)} 代 {label} {said}")
        await advance(desk, batch, speech.user if speech.private else None)

    if speech.private and not speech.powers:
        desk.reply(speech, "代打要在群里打，让大家看见。")
        return True
    return await authorise(desk, speech, f"代打 {seat + 1}号 {words}", f"替 {label} 打「{words}」", deed)


def _seat_first(desk: Desk, speech: Speech, play: Play, rest: str, example: str) -> tuple[int, str] | None:
    """`rest` 的第一个词是座位：`(座位, 其余)`；不是就回一句并给 `None`。"""
    word, _, words = rest.partition(" ")
    cut = word.find("号")
    if cut >= 0:
        word, words = word[: cut + 1], f"{word[cut + 1 :]} {words}".strip()
    try:
        seat = play.cast.find(word) if word else None
    except Misread as error:
        desk.reply(speech, refusal(error.message, error.clause, error.advice))
        return None
    if seat is None:
        desk.reply(speech, f"「{word or '…'}」不是这桌的座位。要写座位号，如「{example}」。")
        return None
    return seat, words


# ---------------------------------------------------------------- 换人与踢
async def replace_player(desk: Desk, speech: Speech, rest: str) -> bool:
    """「换人 N号 @新人」。"""
    play = desk.play
    assert play is not None
    found = _seat_first(desk, speech, play, rest, "换人 2号 @新人")
    if found is None:
        return True
    seat, words = found
    mention = MENTION.search(words)
    label = play.cast.label(seat)
    if mention is None:
        seated = words and play.cast.find(words) is not None
        why = "那人已经坐在这桌" if seated else "要 @ 新来的人"
        desk.reply(speech, f"{why}，如「换人 {seat + 1}号 @新人」。")
        return True
    user = mention[1]
    if play.seat_of(user) is not None:
        desk.reply(speech, "那人已经坐在这桌。")
        return True

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or play.seat_of(user) is not None:
            return
        batch = play.begin(speech.key)
        chair = play.seats[seat]
        chair.user, chair.computer, chair.former, chair.autopilot = user, "", "", False
        chair.name = desk.hall.name_of(desk.group, user)
        play.timeouts[seat] = 0
        play.reseat(batch, seat, "replace", by, actor)
        batch.bulletin.say(f"{label} 换成 {play.cast.label(seat)}。")
        for memory in (desk.prompted, desk.hands, desk.shown, desk.untold):
            memory.pop(seat, None)
        desk.reseated()
        await advance(desk, batch)
        if desk.play is play and user not in desk.pending:
            await greet(
                desk,
                user,
                f"{play.game.title}：你接手 {seat + 1} 号（群 {desk.group}）。打「手牌」「状态」看看。",
            )

    # 新来的人看得到原来的手牌：趁别人都托管，一个人不能自己定。
    return await authorise(desk, speech, f"换人 {seat + 1}号 @{user}", f"{label} 换成 {user}", deed, "seated")


async def kick(desk: Desk, speech: Speech, rest: str) -> bool:
    """「踢 N号」：开局后由电脑接手；等人时请下桌。"""
    play = desk.play
    if play is None:
        return await waiting_room.kick(desk, speech, rest)
    found = _seat_first(desk, speech, play, rest, "踢 2号")
    if found is None:
        return True
    seat = found[0]
    label = play.cast.label(seat)
    user = play.seats[seat].user
    if user is None:
        desk.reply(speech, f"{label} 已经是电脑。")
        return True

    async def deed(by: By, actor: str) -> None:
        if desk.play is play and play.seats[seat].user == user:
            await vacate(desk, seat, "kick", by, actor, f"{label} 被请离席，由电脑接手。")

    return await authorise(desk, speech, f"踢 {seat + 1}号", f"{label} 离席，由电脑接手", deed)


# ---------------------------------------------------------------- 时间
async def pause(desk: Desk, speech: Speech, rest: str) -> bool:
    """「暂停」。"""
    play = desk.play
    assert play is not None
    if play.breach is not None or play.paused:
        desk.reply(speech, awaited_line(desk))
        return True

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or play.paused:
            return
        batch = play.begin(speech.key)
        play.paused = f"{desk.named(actor)} 叫的停" if by == "moderator" else "大家叫的停"
        play.control(batch, "pause", play.paused, by, actor)
        await play.commit(batch)
        desk.say(["暂停了，钟也停了。打「继续」接着玩。"])

    return await authorise(desk, speech, "暂停", "对局与钟都停下", deed)


async def unpause(desk: Desk, speech: Speech, rest: str) -> bool:
    """「继续」。"""
    play = desk.play
    assert play is not None

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or not play.paused:
            return
        batch = play.begin(speech.key)
        play.paused = ""
        play.control(batch, "resume", None, by, actor)
        await desk.hall.log.set_state(play.record.id, "playing")
        desk.said_waiting = ""
        batch.bulletin.say("继续。")
        await advance(desk, batch)

    return await authorise(desk, speech, "继续", "接着玩", deed)


async def extend(desk: Desk, speech: Speech, rest: str) -> bool:
    """「延时 [分钟]」。"""
    play = desk.play
    assert play is not None
    minutes = number(rest.removesuffix("分钟").removesuffix("分").strip()) if rest else EXTENSION // 60
    if not minutes or minutes > 24 * 60:
        desk.reply(speech, "要写几分钟，如「延时 5」。")
        return True
    if desk.clock.remaining() is None:
        desk.reply(speech, "现在没有在计时。")
        return True
    seconds = minutes * 60

    async def deed(by: By, actor: str) -> None:
        if desk.play is not play or not desk.clock.extend(seconds):
            desk.say(["已经不在计时了。"])
            return
        batch = play.begin(speech.key)
        play.control(batch, "extend", seconds, by, actor)
        await play.commit(batch)
        desk.say([f"多给 {minutes} 分钟，还剩 {spoken(desk.clock.remaining() or 0)}。"])

    return await authorise(desk, speech, f"延时 {minutes}", f"这一步多给 {minutes} 分钟", deed)


# ---------------------------------------------------------------- 诊断
KINDS = {"answer": "答", "declare": "声明", "undo": "退回", "seat": "座位", "control": "控制"}
DOERS = {
    "player": "玩家",
    "computer": "电脑",
    "timeout": "超时",
    "autopilot": "托管",
    "moderator": "管理员",
    "vote": "表决",
    "system": "系统",
}


async def diagnose(desk: Desk, speech: Speech, rest: str) -> bool:
    """「诊断」：在等谁、等了多久、最近几行日志、版本、校验值；不含任何秘密。"""
    if not speech.powers and speech.user not in desk.users:
        if speech.explicit:
            desk.reply(speech, "这要群管理员或本桌的人来打。")
        return speech.explicit
    if desk.wreck is not None:
        record, reason = desk.wreck
        answer(
            desk, speech, [f"对局 {record.id}（{record.game}，版本 {record.version}）读不回来：{reason}。"]
        )
        return True
    play = desk.play
    if play is None:
        return False
    record = play.record
    waited = desk.hall.clock.elapsed() - desk.clock.since
    lines = [
        f"对局 {record.id} · {play.game.title} · 开局版本 {record.version}，现在 {desk.hall.settings.version}",
        f"走了 {play.moves} 步，日志 {play.next_row} 行，校验 {play.match.table.digest():08x}",
        f"{awaited_line(desk)}（等了 {spoken(waited)}）",
    ]
    for row in play.recent[-5:]:
        seat = f"{row.seat + 1}号 " if row.seat is not None else ""
        # 不写 choice：里面可能是别人看不到的牌。
        lines.append(
            f"#{row.n} {KINDS[row.kind]} {seat}{row.what or '—'}（{DOERS[row.by]}{'' if not row.actor else ' ' + row.actor}）"
        )
    away = [
        play.cast.label(i) for i, seat in enumerate(play.seats) if seat.user is not None and seat.autopilot
    ]
    if away:
        lines.append(f"托管：{'、'.join(away)}")
    unheard = [desk.named(user) for user in desk.pending]
    if unheard:
        lines.append(f"私聊送不到：{'、'.join(unheard)}")
    answer(desk, speech, lines)
    return True


async def suspend(desk: Desk, reason: str) -> None:
    """群没了或机器人被请出群：对局挂起（回来打「继续」），等人的桌收掉。"""
    if desk.lobby is not None:
        desk.lobby = None
        await waiting_room.keep(desk)
    play = desk.play
    if play is None or play.paused:
        return
    batch = play.begin()
    play.paused = reason
    play.control(batch, "pause", reason, "system", "")
    await play.commit(batch)
    await desk.hall.log.set_state(play.record.id, "suspended")
    for user in play.users():
        desk.whisper(user, f"{play.game.title}挂起了：{reason}。我回到群里以后打「继续」。", answering=True)
