"""大厅：全部的桌。外界（`edge.py`）只与这里打交道。"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping

from games.kernel import Game
from games.kernel.rulebook import Rulebook
from plugins.gamemaster.store.api import Log

from . import announcing, hearing, lobby, moderation, playing, routing
from .alarms import Alarms
from .clock import Clock, SystemClock
from .desk import Desk
from .messages import Incoming, Outlet
from .registry import installed_games
from .restoring import Unrestorable, restore
from .seats import clean_name
from .settings import HallSettings
from .speech import Speech, heard
from .workshops import Workbenches

log = logging.getLogger(__name__)

NAMES = 4096
"""最多记住多少个听到过的称呼，久没开口的先忘。"""


class Hall:
    """全部的桌。

    一个群一桌，一桌一个队列；同一桌的事按到达次序办，桌与桌互不等待。
    """

    def __init__(
        self,
        store: Log,
        outlet: Outlet,
        settings: HallSettings | None = None,
        *,
        clock: Clock | None = None,
        games: Mapping[str, Game] | None = None,
        seed: Callable[[], int] | None = None,
    ) -> None:
        """`games` 默认是装着的全部；`seed` 给出 [0, 2**64) 的新种子，默认取自系统。"""
        self.log = store
        self.outlet = outlet
        self.settings = settings or HallSettings()
        self.clock: Clock = clock or SystemClock()
        self.games: dict[str, Game] = dict(installed_games() if games is None else games)
        self.seed: Callable[[], int] = seed or (lambda: secrets.randbits(64))
        self.currencies = tuple(sorted({each.currency for each in self.games.values() if each.currency}))
        """装着的游戏用的跨局的钱，也是查余额的指令。"""
        self.workbenches = Workbenches(self, list(self.games.values()))
        self.openers = (*self.currencies, *self.workbenches.openers)
        """装着的游戏自己的、没有桌时也听的词。"""
        self.alarms = Alarms(self.clock)
        self.desks: dict[str, Desk] = {}
        """有桌的群，`{群号: 桌}`。"""
        self.online: set[str] = set()
        """在线的机器人。"""
        self.reached: set[tuple[str, str]] = set()
        """最近一次私聊送到了的 `(机器人, 人)`。"""
        self.rulebooks: dict[str, tuple[int, Rulebook]] = {}
        self._seated: dict[str, set[Desk]] = {}
        self._recent: dict[str, OrderedDict[str, None]] = {}
        self._names: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._reading: dict[str, Desk] = {}
        self._glanced: tuple[Incoming | None, Speech | None] = (None, None)
        """最近看过的一句话，免得 `concerned` 与 `handle` 各折一遍。"""
        self._started = False
        self.stopping = False
        """正在停，不再收话。"""

    # ------------------------------------------------------------ 开关
    async def start(self) -> None:
        """恢复等人的桌与没下完的局；每桌在它的机器人上线时宣布一次。"""
        for record in await self.log.live_matches():
            desk = self._desk(record.bot, record.group)
            if not desk.empty:
                # 一个群只有一桌；多出来的旧局留着日志，不再恢复。
                log.error("群 %s 还有一局没下完（对局 %s），只恢复后一局", record.group, record.id)
                if desk.play is not None and desk.play.record.id > record.id:
                    continue
            try:
                desk.wreck = None
                desk.play = await restore(self.log, self.clock, self.games, self.settings, record)
                desk.handled = await self.log.messages(record.id)
            except Unrestorable as error:
                log.error("对局 %s 读不回来：%s", record.id, error)
                desk.play = None
                desk.wreck = (record, str(error))
            except Exception:
                log.exception("对局 %s 恢复时出错", record.id)
                desk.play = None
                desk.wreck = (record, "恢复时出了错，详情见程序日志")
            desk.resumed = True
            desk.reseated()
            await asyncio.sleep(0)
        for bot, group, text in await self.log.lobbies():
            desk = self._desk(bot, group)
            if not desk.empty:
                continue
            try:
                desk.lobby = lobby.Lobby.load(text, self.games, self.settings)
            except Exception:
                log.exception("群 %s 的等人桌读不回来，收掉", group)
                await self.log.save_lobby(bot, group, None)
                self.rested(desk)
                continue
            desk.reseated()
            lobby.wind(desk)
        self._started = True
        for bot in list(self.online):
            self._announce(bot)
        await self.settled()

    async def stop(self) -> None:
        """不再收话，办完手上的，停掉全部的钟。"""
        self.stopping = True
        self.alarms.close()
        await self.settled()

    async def settled(self) -> None:
        """等到每桌的队列都空了。"""
        while True:
            await self.workbenches.settled()
            desks = [*self.desks.values(), *self._reading.values()]
            busy = [desk for desk in desks if desk.actor.worker is not None]
            if not busy:
                return
            for desk in busy:
                await desk.actor.settled()

    # ------------------------------------------------------------ 说话
    def concerned(self, incoming: Incoming) -> bool:
        """这句话值不值得细看；便宜，不等待，什么也不改。"""
        if incoming.group is None:
            return True
        speech = heard(incoming)
        self._glanced = (incoming, speech)
        return speech is not None and hearing.may_concern(
            self.desks.get(incoming.group), speech, self.openers
        )

    async def handle(self, incoming: Incoming) -> bool:
        """办一句话，办完才返回；不是说给我们的为 `False`。"""
        if self.stopping:
            return False
        glanced, speech = self._glanced
        if glanced is not incoming:
            speech = heard(incoming)
        if speech is None:
            return False
        if incoming.group is None:
            if self._repeated(speech, None):
                return True
            self._appeared(incoming.bot)
            return await routing.hear_privately(self, speech)
        desk = self.desks.get(incoming.group)
        if not hearing.may_concern(desk, speech, self.openers):
            return False
        self._remember(incoming.group, incoming.user, speech.name)
        if self._repeated(speech, desk):
            return True
        self._appeared(incoming.bot)
        if desk is None:
            desk = self._desk(incoming.bot, incoming.group)
        if desk.overflowing():
            return True
        if desk.bot != incoming.bot:
            self._take_over(desk, incoming.bot)
        chosen = desk
        return await desk.submit(lambda: hearing.hear(chosen, speech))

    def _remember(self, group: str, user: str, name: str) -> None:
        """记下在这个群里听到的称呼。"""
        self._names[(group, user)] = name
        self._names.move_to_end((group, user))
        if len(self._names) > NAMES:
            self._names.popitem(last=False)

    def _take_over(self, desk: Desk, bot: str) -> None:
        """换了机器人在这个群当值：从它出声，原来那个被禁言、掉线都不相干了。"""
        desk.bot = bot
        desk.muted = False
        desk.cancel_mute_alarm()
        desk.submit(lambda: self._back(desk))

    def _repeated(self, speech: Speech, desk: Desk | None) -> bool:
        """这条消息处理过了（重复投递，或上次运行时已经落盘）。"""
        message = speech.incoming.message
        if not message:
            return False
        recent = self._recent.setdefault(speech.incoming.bot, OrderedDict())
        if message in recent:
            return True
        handled = [desk] if desk is not None else self.desks_of(speech.user)
        if any(speech.key in each.handled for each in handled):
            return True
        recent[message] = None
        if len(recent) > self.settings.recent_messages:
            recent.popitem(last=False)
        return False

    # ------------------------------------------------------------ 通知
    async def member_left(self, bot: str, group: str, user: str, operator: str = "") -> None:
        """`user` 离开了群（`operator` 是请他走的人，自己走的为空）：座位由电脑接手。"""
        desk = self.desks.get(group)
        if desk is None or user not in desk.users:
            return

        async def left() -> bool:
            name = desk.named(user)
            if desk.lobby is not None:
                await lobby.remove(desk, user, f"{name} 离开了群。")
            elif desk.play is not None:
                seat = desk.play.seat_of(user)
                if seat is not None:
                    line = f"{name} 离开了群，由电脑接手；回群后打「加入」可以坐回来。"
                    await playing.vacate(desk, seat, "leave", "system", operator, line, user)
            return True

        await desk.submit(left)

    async def group_gone(self, bot: str, group: str) -> None:
        """群解散，或机器人被请出群：对局挂起。不是在这里当值的那个机器人，就不相干。"""
        desk = self.desks.get(group)
        if desk is None or desk.bot != bot:
            return

        async def gone() -> bool:
            await moderation.suspend(desk, "我不在群里了")
            return True

        await desk.submit(gone)

    async def muted(self, bot: str, group: str, until: float | None = None) -> None:
        """机器人在群里被禁言；`until` 是解禁的 Unix 秒，`None` 为不知道。安静，钟停下。"""
        desk = self.desks.get(group)
        if desk is None or desk.bot != bot:
            return

        async def mute() -> bool:
            desk.muted = True
            desk.cancel_mute_alarm()
            if until is not None:
                seconds = max(0.0, until - self.clock.now())
                desk.mute_alarm = self.alarms.set(seconds, lambda: desk.submit(lambda: self._unmute(desk)))
            return True

        await desk.submit(mute)

    async def unmuted(self, bot: str, group: str) -> None:
        """解禁：钟接着走；禁言时有没说的，补说一次局面。"""
        desk = self.desks.get(group)
        if desk is None or desk.bot != bot:
            return

        await desk.submit(lambda: self._unmute(desk))

    async def _unmute(self, desk: Desk) -> bool:
        desk.muted = False
        desk.cancel_mute_alarm()
        if desk.missed:
            desk.missed = False
            await self._catch_up(desk, "我能说话了。")
        return True

    async def bot_offline(self, bot: str) -> None:
        """账号掉线：它的桌的钟都停下。"""
        self.online.discard(bot)
        frozen: list[asyncio.Future[bool]] = []
        for desk in [each for each in self.desks.values() if each.bot == bot]:
            desk.offline_since = self.clock.elapsed()
            frozen.append(desk.submit(_nothing))
        await asyncio.gather(*frozen)

    async def bot_online(self, bot: str) -> None:
        """账号上线：钟接着走；重启后头一次上线时各桌宣布一次。"""
        self.online.add(bot)
        if self._started:
            await asyncio.gather(*self._announce(bot))

    async def friend_added(self, bot: str, user: str) -> None:
        """`user` 加了机器人好友：等人的桌再试一次私聊，没送到的再送。"""
        for desk in self.desks_of(user):
            if desk.bot == bot:
                await desk.submit(lambda desk=desk: routing.spoke(desk, user))

    async def member_renamed(self, bot: str, group: str, user: str, name: str) -> None:
        """群名片改了：称呼跟着改。"""
        desk = self.desks.get(group)
        if desk is None or user not in desk.users:
            return

        async def rename() -> bool:
            seats = desk.play.seats if desk.play else desk.lobby.seats if desk.lobby else []
            for seat in seats:
                if seat.user == user:
                    seat.name = clean_name(name, user)
            if desk.play is not None:
                desk.play.recast()
            elif desk.lobby is not None:
                await lobby.keep(desk)
            return True

        await desk.submit(rename)

    def holder(self, group: str) -> str | None:
        """这个群的桌由哪个机器人主持；没有桌为 `None`。"""
        desk = self.desks.get(group)
        return None if desk is None else desk.bot

    def _appeared(self, bot: str) -> None:
        """收到了它的话，自然是在线的。"""
        if bot not in self.online:
            self.online.add(bot)
            if self._started:
                self._announce(bot)

    def _announce(self, bot: str) -> list[asyncio.Future[bool]]:
        desks = [each for each in self.desks.values() if each.bot == bot]
        return [desk.submit(lambda desk=desk: self._back(desk)) for desk in desks]

    async def _back(self, desk: Desk) -> bool:
        """`desk` 的机器人上线了。"""
        since, desk.offline_since = desk.offline_since, None
        if desk.resumed:
            desk.resumed = False
            if desk.wreck is not None:
                reason = desk.wreck[1]
                desk.say([f"我重启了，但上一局读不回来：{reason}。管理员打「重置」再试，或「重置 解散」。"])
            elif desk.play is not None and desk.play.breach is not None:
                await self.log.set_state(desk.play.record.id, "suspended")
                desk.say(["我重启了。", announcing.breach_line(desk.play)])
            else:
                await self._catch_up(desk, "我重启了，对局接着来。", True)
        elif since is not None and self.clock.elapsed() - since > self.settings.reconnect_quiet_seconds:
            await self._catch_up(desk, "我掉线了一会儿，回来了。")
        return True

    async def _catch_up(self, desk: Desk, title: str, prompt: bool = False) -> None:
        if desk.play is not None:
            if desk.play.over:
                # 最后一步已经落盘，战果没来得及说。
                desk.preface.append(title)
                await playing.advance(desk, desk.play.begin())
                return
            await announcing.resume(desk, title, prompt)
            desk.later(lambda: playing.proceed(desk))
        elif desk.lobby is not None:
            lobby.show_card(desk, [title])

    # ------------------------------------------------------------ 给各桌用的
    def desks_of(self, user: str) -> list[Desk]:
        """`user` 坐着的桌，按群号排。"""
        return sorted(self._seated.get(user, ()), key=lambda desk: desk.group)

    def reindex(self, desk: Desk, before: frozenset[str], after: frozenset[str]) -> None:
        """一桌坐着的人变了。"""
        for user in before - after:
            tables = self._seated.get(user)
            if tables is not None:
                tables.discard(desk)
                if not tables:
                    del self._seated[user]
        for user in after - before:
            self._seated.setdefault(user, set()).add(desk)

    def reachable(self, bot: str, user: str) -> bool:
        """最近一次私聊送到了（没送过的当作没有）。"""
        return (bot, user) in self.reached

    def name_of(self, group: str, user: str) -> str:
        """在这个群里听到过的称呼；没听过的用号码末四位。"""
        return self._names.get((group, user)) or clean_name("", user)

    def rested(self, desk: Desk) -> None:
        """一桌的队列空了；没有桌可言就忘掉它。"""
        if desk.empty and self.desks.get(desk.group) is desk and not len(desk.actor):
            desk.clock.forget()
            del self.desks[desk.group]

    def reading_room(self, bot: str) -> Desk:
        """没有坐在哪桌的人私聊查书用的空桌。"""
        if bot not in self._reading:
            self._reading[bot] = Desk(self, bot, "")
        return self._reading[bot]

    def _desk(self, bot: str, group: str) -> Desk:
        desk = self.desks.get(group)
        if desk is None:
            desk = self.desks[group] = Desk(self, bot, group)
        return desk


async def _nothing() -> bool:
    """空活：办完以后钟会对一次。"""
    return True
