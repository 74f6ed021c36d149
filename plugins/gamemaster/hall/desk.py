"""一个群的一桌：队列、出声、私聊、冻结。等人时有 `lobby`，开局后有 `play`。"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

from games.kernel import Ask
from plugins.gamemaster.store.records import MatchRecord

from .actor import Actor, Job
from .alarms import Alarm
from .clocks import QuestionClock
from .echoes import Echoes
from .lobby import Lobby
from .messages import Text
from .moderation import rebuild
from .paragraphs import split_lines
from .play import Displaced, Faulty, Play, Unsaved
from .playing import proceed, remind, time_out
from .speech import MENTION, Speech
from .votes import Vote, close

if TYPE_CHECKING:
    from .hall import Hall

log = logging.getLogger(__name__)

PENDING = 5
"""一个人最多替他留几条没送到的私聊。"""
RETRY = 10.0
"""没存上以后，过这么多秒自己再试；还不行就加倍。"""
LONGEST_RETRY = 600.0


class Desk:
    """一个群的一桌。除了标明的，方法都只在这桌的队列里调用。"""

    def __init__(self, hall: Hall, bot: str, group: str) -> None:
        self.hall = hall
        self.bot = bot
        self.group = group
        self.actor = Actor(self.failed, lambda: hall.rested(self))
        self.lobby: Lobby | None = None
        self.play: Play | None = None
        self.wreck: tuple[MatchRecord, str] | None = None
        """读不回来的对局与原因，等管理员处置。"""
        self.vote: Vote | None = None
        self.clock = QuestionClock(self)
        self.echoes = Echoes(self)
        self.crowded = False
        """正积压着，已经记过日志。"""
        self.expiry: Alarm | None = None
        """等人的桌闲置到点。"""
        self.muted = False
        self.mute_alarm: Alarm | None = None
        self.offline_since: float | None = None
        self.missed = False
        """该在群里说而没有说的话：解禁、上线后补一次。"""
        self.resumed = False
        """重启后还没有宣布。"""
        self.preface: list[str] = []
        """放在下一条群消息前面的几行。"""
        self.said_waiting = ""
        """群里最近一次说的「在等谁」。"""
        self.prompted: dict[int, Ask] = {}
        """已经问过的问题，`{座位: 问题}`。"""
        self.shown: dict[int, str] = {}
        """最近一次私聊给各座位的题面，一样的不重发。"""
        self.hands: dict[int, str] = {}
        """最近一次私聊给各座位的手牌。"""
        self.untold: dict[int, list[str]] = {}
        """还没说给各座位的秘密几行；下次问到他、或他看手牌时说。"""
        self.asked: frozenset[int] = frozenset()
        """上一次说话时在等的座位。"""
        self.pending: dict[str, list[str]] = {}
        """没有送到的私聊，等那人开口再送。"""
        self.handled: set[str] = set()
        """上次运行时已经处理过的消息编号。"""
        self.knocking: set[str] = set()
        """私聊开了口、还排着没办的人。"""
        self.recovery: Alarm | None = None
        """没存上，等着自己再试。"""
        self.resigning: dict[str, float] = {}
        self.nudged = float("-inf")
        self.failures = 0
        """默认回答连续出错几次。"""
        self.users: frozenset[str] = frozenset()
        """坐着的人，供私聊找桌。"""

    # ------------------------------------------------------------ 队列
    @property
    def empty(self) -> bool:
        """没有桌可言，可以忘掉。"""
        return self.lobby is None and self.play is None and self.wreck is None

    @property
    def frozen(self) -> bool:
        """群里说不了话或机器人不在线：钟不走。"""
        return self.muted or self.bot not in self.hall.online

    def overflowing(self) -> bool:
        """积压满了，再来的话丢掉；一次积压只记一行日志。"""
        full = len(self.actor) >= self.hall.settings.queue_length
        if full and not self.crowded:
            log.warning("群 %s 积压了 %s 句话，办完以前再来的丢掉", self.group, len(self.actor))
        self.crowded = full
        return full

    def submit(self, job: Job) -> asyncio.Future[bool]:
        """排一件活；任何地方都可以调用。"""

        async def run() -> bool:
            try:
                return await job()
            except Exception as error:
                await self.failed(error)
                return True
            finally:
                self.clock.sync()

        return self.actor.submit(run)

    async def failed(self, error: Exception, speech: Speech | None = None) -> None:
        """一件活出了异常：退回没落盘的改动，用一句话交代，不让桌子卡死。"""
        play = self.play
        if play is not None and play.open is not None:
            try:
                play.rollback(play.open)
            except Exception:
                log.exception("群 %s 对局 %s 退回失败，从日志重建", self.group, play.record.id)
                error = Displaced("退回失败")
        if play is not None:
            # 座位可能也退回了：谁坐在这桌要跟着改回来。
            self.reseated()
        if isinstance(error, Displaced):
            await rebuild(self)
            return
        if isinstance(error, Unsaved):
            again = "请再打一次" if speech is not None else "过一会儿我自己再试"
            message = f"没能存盘，刚才这一步没有生效，{again}；总是这样就请管理员看看磁盘。"
            self.recover(RETRY)
        elif isinstance(error, Faulty):
            message = f"{error}。请管理员打「诊断」看看，「重置 1」退一步，或「重置 解散」。"
        else:
            log.error(
                "群 %s 对局 %s 出错（%s）",
                self.group,
                play.record.id if play else "无",
                speech.text if speech else "钟",
                exc_info=error,
            )
            message = "出了点问题，刚才这句没有生效。打「状态」看局面；还不行请管理员打「重置」。"
        if speech is not None:
            self.reply(speech, message)
        else:
            self.say([message])

    def recover(self, seconds: float) -> None:
        """过 `seconds` 秒再试着往下走：轮到电脑、题面还没发出去时，没有谁的话会来推一把。"""
        if self.recovery is not None:
            self.recovery.cancel()

        async def attempt() -> bool:
            self.recovery = None
            try:
                return await proceed(self)
            except Displaced:
                raise
            except Unsaved:
                # 已经说过一次，磁盘好以前不再每次都说。
                self.reseated()
                self.recover(min(seconds * 2, LONGEST_RETRY))
                return True

        self.recovery = self.hall.alarms.set(seconds, lambda: self.submit(attempt))

    # ------------------------------------------------------------ 钟响
    def rung(self, question: object) -> None:
        """到点了；由闹钟调用。"""
        self.submit(lambda: time_out(self, question))

    def reminded(self, question: object) -> None:
        """该提醒了；由闹钟调用。"""
        self.submit(lambda: remind(self, question))

    def vote_lapsed(self, vote: Vote) -> None:
        """表决到时限；由闹钟调用。"""

        async def lapse() -> bool:
            if self.vote is vote:
                close(self)
                self.say([f"「{vote.key}」到时人数不够，作罢；还要就再打一次。"])
            return True

        self.submit(lapse)

    # ------------------------------------------------------------ 出声
    def say(self, lines: Sequence[str], mentions: Sequence[str] = ()) -> None:
        """在群里说；禁言中只记下欠着一次。"""
        lines = [*self.preface, *lines]
        self.preface.clear()
        if self.muted:
            self.missed = True
            return
        settings = self.hall.settings
        parts = split_lines(lines, settings.message_lines, settings.message_letters)
        for index, part in enumerate(parts):
            text = Text(part, tuple(mentions) if index == 0 else ())
            _launched(self.hall.outlet.say(self.bot, self.group, text)).add_done_callback(self._said)

    def _said(self, done: asyncio.Future[bool]) -> None:
        if done.cancelled() or done.exception() is not None or not done.result():
            # 多半是还不知道被禁言了：解禁以后要补说。
            self.missed = True

    def reply(self, speech: Speech, text: str) -> None:
        """回说话的人：私聊来的私聊回，群里来的在群里 @ 他。"""
        if speech.private:
            self.whisper(speech.user, text, answering=True)
        else:
            self.say([text], (speech.user,))

    def whisper(self, user: str, text: str, answering: bool = False) -> asyncio.Future[bool]:
        """私聊；坐着几桌的人，话前写明是哪个群。送不到就留着，并在群里请他来。

        `answering` 是回他私聊的话，送不到也不再提。"""
        if len(self.hall.desks_of(user)) > 1:
            text = f"〔群 {self.group}〕\n{text}"
        settings = self.hall.settings
        parts = split_lines([text], settings.message_lines * 2, settings.message_letters)
        future: asyncio.Future[bool] | None = None
        for part in parts:
            future = _launched(self.hall.outlet.whisper(self.bot, user, Text(part)))
            if not answering:
                future.add_done_callback(lambda done, part=part: self._whispered(user, part, done))
        if future is None:
            future = asyncio.get_running_loop().create_future()
            future.set_result(True)
        return future

    def _whispered(self, user: str, text: str, done: asyncio.Future[bool]) -> None:
        delivered = not done.cancelled() and done.exception() is None and done.result()
        if delivered:
            self.hall.reached.add((self.bot, user))
            return
        self.hall.reached.discard((self.bot, user))
        if user not in self.users or self.play is None or self.hall.stopping:
            return
        kept = self.pending.setdefault(user, [])
        kept.append(text)
        del kept[:-PENDING]
        if len(kept) == 1:
            # 群里只说送不到，不说内容；同一个人送到以前只说一次。
            self.submit(lambda: self._unheard(user))

    async def _unheard(self, user: str) -> bool:
        if user in self.pending and user in self.users:
            self.say(["私聊送不到。请先加我好友，再私聊我「手牌」。"], (user,))
        return True

    def retry(self, user: str) -> None:
        """`user` 开口了：把没送到的再送一次。"""
        kept = self.pending.pop(user, [])
        if kept:
            self.whisper(user, "\n".join(kept))

    def cancel_mute_alarm(self) -> None:
        """不再等解禁的钟。"""
        if self.mute_alarm is not None:
            self.mute_alarm.cancel()
            self.mute_alarm = None

    # ------------------------------------------------------------ 称呼
    def voters(self) -> list[str]:
        """有表决权的人。"""
        if self.play is not None:
            return self.play.voters()
        if self.wreck is not None:
            return [seat.user for seat in self.wreck[0].seats if seat.user is not None]
        return []

    def named(self, user: str) -> str:
        """`user` 在这桌的称呼；不在座的用在群里听到过的名字。"""
        if self.play is not None:
            seat = self.play.seat_of(user)
            if seat is not None:
                return self.play.cast.label(seat)
        if self.lobby is not None:
            for seat in self.lobby.seats:
                if seat.user == user:
                    return f"{seat.mark}{seat.name}"
        return self.hall.name_of(self.group, user)

    def numbered(self, text: str) -> str:
        """把 @ 本桌的人换成「N号」；不在座的留着。"""
        if "@" not in text:
            return text
        seats = self.play.seats if self.play else self.lobby.seats if self.lobby else []
        numbers = {seat.user: number + 1 for number, seat in enumerate(seats) if seat.user}
        text = MENTION.sub(
            lambda found: f" {numbers[found[1]]}号 " if found[1] in numbers else found[0], text
        )
        return " ".join(text.split())

    def introduce(self, speech: Speech) -> None:
        """群名片改了、或换进来时还不知道名字的人，在群里开口就知道了。"""
        play = self.play
        if play is None or speech.private:
            return
        number = play.seat_of(speech.user)
        if number is not None and play.seats[number].name != speech.name:
            play.seats[number].name = speech.name
            play.recast()

    def reseated(self) -> None:
        """座位变了：更新私聊找桌用的索引。"""
        seats = self.play.seats if self.play else self.lobby.seats if self.lobby else []
        users = frozenset(seat.user for seat in seats if seat.user is not None)
        if self.play is not None:
            self.play.recast()
        if users != self.users:
            self.hall.reindex(self, self.users, users)
            self.users = users
            for user in list(self.pending):
                if user not in users:
                    del self.pending[user]

    def forget_prompts(self) -> None:
        """退回、重建以后，题面与手牌都要重新给。"""
        self.said_waiting = ""
        self.prompted.clear()
        self.shown.clear()
        self.hands.clear()
        self.untold.clear()

    def later(self, job: Job) -> None:
        """排在这桌队列的末尾，不等它。"""
        self.submit(job)


def _launched(sending: Awaitable[bool]) -> asyncio.Future[bool]:
    """出口给的可能是协程：不启动就永远不会发。"""
    if inspect.iscoroutine(sending):
        return asyncio.ensure_future(sending)
    assert isinstance(sending, asyncio.Future)
    return sending
