"""一场乱聊：许多群同时说话，真的大厅，真的库，一边说一边查。"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from plugins.gamemaster.hall import Hall, HallSettings, Incoming
from plugins.gamemaster.hall.desk import Desk
from tests.hall.clock import HandClock

from .chatter import Chatter, Line
from .legality import faults_of_match, finished_by_defaults
from .people import NAMES, Crowd, Group
from .subject import Subject
from .watch import Finding, Kind, WatchedOutlet, WatchedStore, Watcher

BOTS = ("90001", "90002")
WAVE = 48
"""一波同时说几句。"""
FLOOD = 260
"""刷屏时一个群里一下子几句。"""
RESTART_EVERY = 6000
"""每说这么多句重启一次。"""
HAPPENINGS = (
    "leave",
    "mute",
    "rename",
    "offline",
    "friend",
    "unmute",
    "kick",
    "dissolve",
    "deafen",
    "return",
)
"""说话以外的事。"""
LONGEST_TEXT = 2000
"""入口只交给大厅这么多个字。"""


@dataclass
class Report:
    """结果。"""

    lines: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    findings: list[Finding] = field(default_factory=list)

    def count(self, kind: Kind) -> int:
        """这一种不对有几处。"""
        return sum(finding.kind == kind for finding in self.findings)

    def summary(self) -> str:
        """最后几行。"""
        rows = {
            "lines": self.lines,
            "errors": self.count("error") + self.count("text"),
            "leaks": self.count("leak"),
            "wedged": self.count("wedged"),
            "illegal_tables": self.count("illegal"),
        }
        return "\n".join(f"{name} = {value}" for name, value in rows.items())


class Campaign:
    """跑起来的一场。"""

    def __init__(self, folder: Path, subject: Subject, seed: int, groups: int) -> None:
        self.random = Random(seed)
        self.subject = subject
        self.game = subject.game
        self.settings = HallSettings(version="测试", snapshot_moves=10, lobby_seconds=900)
        self.watcher = Watcher(subject, self.settings)
        self.outlet = WatchedOutlet(self.watcher)
        self.path = folder / "fuzz.db"
        self.clock = HandClock()
        self.crowd = Crowd.gathered(self.random, groups, BOTS)
        people = list(self.crowd.people)
        self.outlet.strangers = set(self.random.sample(people, len(people) // 12))
        self.outlet.slow = set(self.random.sample(people, len(people) // 12))
        self.offline: set[str] = set()
        self.report = Report(findings=self.watcher.findings)
        self.restarts = RESTART_EVERY
        """说到这么多句时下次重启。"""
        self.happened = 0
        self.serial = 0
        self.said: list[Incoming] = []
        """最近说过的，重复投递用。"""

    # ------------------------------------------------------------ 开关
    async def open(self) -> None:
        """打开库，造一个大厅，全部上线。"""
        self.store = WatchedStore(self.path, self.watcher)
        await self.store.open()
        seeds = self.random
        self.hall = Hall(
            self.store,
            self.outlet,
            self.settings,
            clock=self.clock,
            games={self.game.key: self.game},
            seed=lambda: seeds.getrandbits(64),
        )
        await self.hall.start()
        for bot in BOTS:
            if bot not in self.offline:
                await self.hall.bot_online(bot)
        await self.hall.settled()

    async def close(self) -> None:
        """停下大厅，关上库。"""
        await self.hall.stop()
        await self.store.close()

    async def run(self, lines: int, progress: Callable[[int], None] | None = None) -> Report:
        """说 `lines` 句，再收尾查一遍。"""
        root = logging.getLogger()
        root.addHandler(self.watcher)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._astray)
        try:
            await self.open()
            while self.report.lines < lines:
                await self._turn(lines)
                if progress is not None:
                    progress(self.report.lines)
            await self._finish()
            await self.close()
        finally:
            loop.set_exception_handler(None)
            root.removeHandler(self.watcher)
        counts = self.report.counts
        counts["texts"], counts["names"] = self.watcher.texts, self.watcher.names
        for by, moves in self.watcher.moves.items():
            counts[f"moves_{by}"] = moves
        counts["matches"] = len(self.watcher.mirrors)
        counts["finished"] = sum(mirror.match.over for mirror in self.watcher.mirrors.values())
        return self.report

    def _astray(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        self.watcher.note("error", f"没人接的异常：{context.get('message')} {context.get('exception')!r}")

    # ------------------------------------------------------------ 一波
    async def _turn(self, limit: int) -> None:
        random = self.random
        kind = random.random()
        if kind < 0.10:
            await self._happen()
        elif kind < 0.115:
            group = random.choice(self.crowd.groups)
            count = min(FLOOD, limit - self.report.lines)
            await self._speak([(group, self._line(group)) for _ in range(count)])
            self.report.counts["flood"] += 1
        if self.report.lines >= self.restarts:
            self.restarts += RESTART_EVERY
            await self.close()
            await self.open()
            self.report.counts["restart"] += 1
            self._inspect({group.number for group in self.crowd.groups})
        count = min(WAVE, limit - self.report.lines)
        chosen = [random.choice(self.crowd.groups) for _ in range(count)]
        await self._speak([(group, self._line(group)) for group in chosen])
        await self._wait(
            random.choice((0, 0, 1, 2, 5, 20, 20, 100) if random.random() < 0.97 else (1000, 4000))
        )

    async def _wait(self, seconds: float) -> None:
        await self.clock.advance(seconds, self.hall.settled)

    def _line(self, group: Group) -> Line:
        """这个群里的下一句。"""
        random = self.random
        desk = self.hall.desks.get(group.number)
        members = group.members()
        shown = self.outlet.shown
        kind = random.random()
        whole = list(shown[group.number])
        user = random.choice(members)
        play = None if desk is None else desk.play
        if kind < 0.66:
            awaited = [] if play is None else [play.seats[ask.seat].user for ask in play.clocked()]
            seated = [each for each in awaited if each is not None and each in group.roles]
            if seated:
                user = random.choice(seated)
            elif play is not None and play.users():
                user = random.choice(play.users())
            chatter = Chatter(self.subject, random, members, list(shown[user]), whole)
            if play is None:
                text = chatter.lobby_line(desk)
                if desk is not None and desk.lobby is not None and random.random() < 0.3:
                    # 看到「私聊送不到」就去加好友的人。
                    self.outlet.strangers -= desk.users
                if desk is not None and desk.lobby is not None and text.split()[0] not in ("加入",):
                    user = desk.lobby.host
            elif desk is not None and desk.vote is not None and random.random() < 0.3:
                user = random.choice(desk.voters())
                text = random.choice(("同意", "同意", "不同意"))
            elif not seated:
                text = random.choice(("状态", "继续", "手牌", "加入"))
            else:
                text = chatter.prompted_line()
        else:
            if kind > 0.97:
                user = random.choice((*self.crowd.roamers, "555555", f"5{random.randint(0, 99)}"))
            elif kind > 0.80 and play is not None and play.users():
                user = random.choice(play.users())
            text = Chatter(self.subject, random, members, list(shown[user]), whole).any_line(desk)
        private = random.random() < (0.25 if user in (desk.users if desk else ()) else 0.05)
        if private and random.random() < 0.15:
            text = f"群 {random.choice((1, 2, 9, group.number))} {text}"
        source = random.choice((None, group.number, "1")) if private else None
        return Line(user, text, private, source, not private and random.random() < 0.05)

    async def _speak(self, spoken: list[tuple[Group, Line]]) -> None:
        """同时说这些，等都办完，查一查动过的桌。"""
        random = self.random
        tasks: list[asyncio.Task[bool]] = []
        for group, line in spoken:
            if random.random() < 0.02 and self.said:
                incoming = random.choice(self.said[-200:])
            else:
                incoming = self._incoming(group, line)
                self.said.append(incoming)
                del self.said[:-400]
            self.report.lines += 1
            place = incoming.group or incoming.user
            if incoming.bot in self.offline:
                continue
            self.watcher.listen(place, incoming.user, incoming.text)
            if self.hall.concerned(incoming):
                tasks.append(asyncio.ensure_future(self.hall.handle(incoming)))
        for done in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(done, BaseException):
                self.watcher.note("error", f"handle 抛了异常：{done!r}")
            else:
                self.report.counts["handled" if done else "ignored"] += 1
        await self.hall.settled()
        self._inspect({group.number for group, _ in spoken})

    def _incoming(self, group: Group, line: Line) -> Incoming:
        self.serial += 1
        person = self.crowd.people.get(line.user)
        role = "member" if line.private else group.roles.get(line.user, "member")
        superuser = person is not None and person.superuser
        if superuser or role != "member":
            self.watcher.privileged.add((group.number, line.user))
        return Incoming(
            bot=group.bot,
            group=None if line.private else group.number,
            user=line.user,
            name=person.name if person is not None else "路人",
            role=role,
            text=line.text.replace("\0", "")[:LONGEST_TEXT],
            message=str(self.serial),
            superuser=superuser,
            addressed=line.addressed,
            source=line.source,
        )

    # ------------------------------------------------------------ 群里的事
    async def _happen(self) -> None:
        random = self.random
        group = random.choice(self.crowd.groups)
        hall, number, bot = self.hall, group.number, group.bot
        desk = hall.desks.get(number)
        seated = list(desk.users) if desk is not None else []
        # 轮着来，免得有的种子一次也没碰上。
        what = HAPPENINGS[self.happened % len(HAPPENINGS)]
        self.happened += 1
        self.report.counts[what] += 1
        place = random.choice(seated) if seated and random.random() < 0.7 else random.choice(group.members())
        self.watcher.story[number].append(f"（{what} {place}）")
        match what:
            case "leave" | "kick":
                if group.roles.get(place) == "owner":
                    return
                group.roles.pop(place, None)
                operator = group.members()[0] if what == "kick" else place
                await hall.member_left(bot, number, place, operator)
            case "return":
                for user in [each for each in self.crowd.people if each.startswith(f"1{number[-4:]}")]:
                    group.roles.setdefault(user, "member")
            case "rename":
                name = random.choice(NAMES)
                if place in self.crowd.people:
                    self.crowd.people[place].name = name
                await hall.member_renamed(bot, number, place, name)
            case "mute":
                await hall.muted(bot, number, self.clock.now() + 60 if random.random() < 0.7 else None)
                group.muted = True
            case "unmute":
                await hall.unmuted(bot, number)
                group.muted = False
            case "friend":
                self.outlet.strangers.discard(place)
                await hall.friend_added(bot, place)
            case "deafen":
                self.outlet.strangers.add(place)
                if len(self.outlet.strangers) > len(self.crowd.people) // 8:
                    self.outlet.strangers.discard(random.choice(sorted(self.outlet.strangers)))
            case "offline":
                await hall.bot_offline(bot)
                self.offline.add(bot)
                await self._wait(random.choice((1, 30, 300)))
                self.offline.discard(bot)
                await hall.bot_online(bot)
            case _:
                if random.random() < 0.5:
                    await hall.group_gone(bot, number)
        await hall.settled()
        self._inspect({number})

    # ------------------------------------------------------------ 查
    def _inspect(self, groups: set[str]) -> None:
        """这些群的桌都说得通，也与日志一致。"""
        for number in sorted(groups):
            desk = self.hall.desks.get(number)
            if desk is None:
                continue
            if desk.wreck is not None:
                self.watcher.note("illegal", f"群 {number} 的对局读不回来：{desk.wreck[1]}", number)
            play = desk.play
            if play is None:
                continue
            self.report.counts["inspected"] += 1
            label = f"群 {number} 对局 {play.record.id} 第 {play.moves} 步"
            if play.breach is not None:
                self.watcher.note("illegal", f"{label}：日志接不上：{play.breach.reason}", number)
            for fault in faults_of_match(self.subject, play.match):
                self.watcher.note("illegal", f"{label}：{fault}", number)
            mirror = self.watcher.mirrors[play.record.id]
            if play.record.id in self.watcher.diverged:
                continue
            if play.moves != len(mirror.match.history):
                self.watcher.note("illegal", f"{label}：日志里是 {len(mirror.match.history)} 步", number)
            elif play.match.table.digest() != mirror.match.table.digest():
                self.watcher.note("illegal", f"{label}：与照日志重放的不一样", number)
            if [seat.user for seat in play.seats] != mirror.users:
                self.watcher.note("illegal", f"{label}：座位与日志里的不一样", number)

    async def _ask(self, group: Group, user: str, text: str) -> list[str]:
        """说一句，返回群里因此多出的话。"""
        before = self.outlet.shown[group.number].copy()
        self.outlet.shown[group.number].clear()
        incoming = self._incoming(group, Line(user, text))
        self.watcher.listen(group.number, user, text)
        await self.hall.handle(incoming)
        await self.hall.settled()
        said = list(self.outlet.shown[group.number])
        self.outlet.shown[group.number].extendleft(reversed(before))
        return said

    async def _finish(self) -> None:
        """收尾：每桌都还应声，每局都走得完；重启一次，再从库里整个读一遍。"""
        await self.close()
        await self.open()
        for group in self.crowd.groups:
            await self.hall.unmuted(group.bot, group.number)
        await self._wait(200)
        self._inspect({group.number for group in self.crowd.groups})
        by_hall = 4
        for group in self.crowd.groups:
            desk = self.hall.desks.get(group.number)
            if desk is None:
                continue
            owner = group.members()[0]
            if not await self._ask(group, owner, "状态"):
                self.watcher.note("wedged", f"群 {group.number} 打「状态」没有回音", group.number)
            play = desk.play
            if play is None:
                continue
            self.report.counts["live"] += 1
            if not play.over and not finished_by_defaults(play.match):
                self.watcher.note("wedged", f"群 {group.number} 照默认回答走不到结束", group.number)
            if by_hall:
                by_hall -= 1
                await self._play_out(group, owner, desk)
        for match, mirror in self.watcher.mirrors.items():
            stored = await self.store.load(match)
            if len(stored.actions) != mirror.rows:
                self.watcher.note(
                    "illegal", f"对局 {match} 库里 {len(stored.actions)} 行，应有 {mirror.rows} 行"
                )

    async def _play_out(self, group: Group, owner: str, desk: Desk) -> None:
        """群主一直打「跳过」，直到下完。"""
        play = desk.play
        assert play is not None
        for _ in range(5000):
            if desk.play is not play:
                self.report.counts["played_out"] += 1
                return
            if play.paused:
                await self._ask(group, owner, "继续")
            elif not play.users():
                await self._ask(group, owner, "新游戏")
            elif not play.attended():
                await self._ask(group, play.users()[0], "状态")
            else:
                await self._ask(group, owner, "跳过")
        self.watcher.note("wedged", f"群 {group.number} 打了 5000 次「跳过」还没下完", group.number)
