"""看着进出的一切：写进库的每一行、发出去的每一句，逐条核对。"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from games.kernel import fold
from plugins.gamemaster.hall import HallSettings, Text
from plugins.gamemaster.store.records import ActionRecord, MatchRecord, SnapshotRecord
from plugins.gamemaster.store.store import Store

from .mirror import Divergence, Mirror
from .nonces import RUN, read_nonce
from .subject import Subject

INTERNALS = re.compile(
    r"Traceback|\bat 0x|File \"|\b[A-Z]\w*(?:Error|Exception|Warning)\b|/(?:work|home|tmp|usr|root|var)/"
    r"|\.py\b|\bNone\b|\bFalse\b|\bTrue\b|<[A-Za-z_]+(?:\.| object)|games\.|plugins\.|asyncio|sqlite"
    r"|\['|\{'|\(\('|Secret\(|dataclass|nonebot",
)
"""程序内部的字样；测试自己造的话里没有它们。"""
UNSAYABLE = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""控制字符、方向控制符、落单的代理码位：发出去会坏或会骗人。"""
HEARD = 60
"""一处最近听到的这么多句话里出现过的名字，回话时可以照样提。"""


Kind = Literal["error", "leak", "illegal", "text", "wedged"]


@dataclass(slots=True)
class Finding:
    """一处不对。"""

    kind: Kind
    """日志里有错误、泄密、桌子说不通、话不像话、卡住。"""
    what: str
    transcript: list[str]

    def __str__(self) -> str:
        return "\n".join([f"[{self.kind}] {self.what}", *(f"    {line}" for line in self.transcript)])


class Watcher(logging.Handler):
    """裁判：收集日志里的错误、泄密、说不通的桌。"""

    def __init__(self, subject: Subject, settings: HallSettings) -> None:
        super().__init__(logging.ERROR)
        self.subject = subject
        self.settings = settings
        self.findings: list[Finding] = []
        self.mirrors: dict[int, Mirror] = {}
        self.by_salt: dict[int, Mirror] = {}
        self.diverged: set[int] = set()
        self.privileged: set[tuple[str, str]] = set()
        """`(群, 人)` 有过管理权的。"""
        self.story: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=30))
        """各处最近的话，`{群号或人: 行}`。"""
        self.heard: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=HEARD))
        """各处最近听到的、带着名字的话。"""
        self.undelivered: dict[str, set[str]] = defaultdict(set)
        """没有送到的私聊的行：以后可以原样再送。"""
        self.texts = 0
        self.names = 0
        """发出去的话里一共出现过多少个名字。"""
        self.moves: Counter[str] = Counter()
        """各走了几步，按谁走的。"""

    def note(self, kind: Kind, what: str, *places: str) -> None:
        """记一处。"""
        lines = [line for place in places for line in (f"—— {place}", *self.story[place])]
        self.findings.append(Finding(kind, what, lines))

    # ------------------------------------------------------------ 日志
    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        self.note("error", text, *[place for place in self.story if place and place in text][:2])

    # ------------------------------------------------------------ 进来的
    def listen(self, place: str, who: str, text: str) -> None:
        """`place`（群号，或私聊的人）里有人说了一句。"""
        self.story[place].append(f"{who}: {text[:200]!r}")
        folded = fold(text)
        if RUN.search(folded):
            # 群里说的话，也可能私聊回他。
            self.heard[place].append(folded)
            if who != place:
                self.heard[who].append(folded)

    # ------------------------------------------------------------ 写进库的
    def created(self, record: MatchRecord) -> None:
        """新的一局。"""
        mirror = Mirror(self.subject, record)
        self.mirrors[record.id] = mirror
        self.by_salt[mirror.salt] = mirror

    def appended(self, match: int, rows: Sequence[ActionRecord]) -> None:
        """一局的日志多了几行。"""
        mirror = self.mirrors[match]
        group = mirror.record.group
        for row in rows:
            if row.by == "moderator" and (group, row.actor) not in self.privileged:
                self.note(
                    "illegal", f"对局 {match} 第 {row.n} 行：{row.actor} 没有管理权却「{row.what}」", group
                )
            if row.kind in ("answer", "declare"):
                self.moves[row.by] += 1
        if match in self.diverged:
            return
        try:
            mirror.append(rows)
        except Divergence as error:
            self.diverged.add(match)
            self.note("illegal", f"对局 {match}：{error}", group)

    # ------------------------------------------------------------ 出去的
    def said(self, group: str, message: Text) -> None:
        """群里一句。"""
        self.story[group].append(f"→ {message.text!r} @{','.join(message.mentions)}")
        self._check_text(group, message, self.settings.message_lines)
        self._check_names(group, None, group, message.text)

    def whispered(self, user: str, message: Text, delivered: bool) -> None:
        """私聊一句。"""
        self.story[user].append(f"→ {message.text!r}{'' if delivered else '（没送到）'}")
        self._check_text(user, message, self.settings.message_lines * 2)
        if message.mentions:
            self.note("text", f"私聊里 @ 了人：{message}", user)
        fresh = [line for line in message.text.split("\n") if line not in self.undelivered[user]]
        self._check_names(user, user, user, "\n".join(fresh))
        if not delivered:
            self.undelivered[user].update(message.text.split("\n"))

    def _check_text(self, place: str, message: Text, lines: int) -> None:
        self.texts += 1
        text = message.text
        if not text.strip():
            self.note("text", "空话", place)
        if len(text) > self.settings.message_letters + lines or text.count("\n") >= lines:
            self.note("text", f"太长：{len(text)} 字 {text.count(chr(10)) + 1} 行：{text[:300]!r}", place)
        found = INTERNALS.search(text)
        if found is not None:
            self.note("text", f"露出了程序内部的字样「{found[0]}」：{text!r}", place)
        found = UNSAYABLE.search(text)
        if found is not None:
            self.note("text", f"有不能发的字符 {found[0]!r}：{text!r}", place)
        if not all(user.isdecimal() for user in message.mentions):
            self.note("text", f"@ 的不是号码：{message.mentions}", place)

    def _check_names(self, place: str, user: str | None, story: str, text: str) -> None:
        for run in RUN.findall(text):
            if any(run in line for line in self.heard[place]):
                continue
            for start in range(0, len(run), 4):
                word = run[start : start + 4]
                nonce = read_nonce(word)
                mirror = None if nonce is None else self.by_salt.get(nonce.salt)
                if nonce is None or mirror is None:
                    self.note("leak", f"「{word}」不是哪一局的名字：{text!r}", story)
                    continue
                self.names += 1
                where = mirror.record.group
                if user is not None and self._spoken_before(user, word):
                    continue
                if user is None and where != place:
                    self.note("leak", f"群 {where} 的「{word}」说到了群 {place}：{text!r}", story)
                elif nonce.card is not None and not mirror.may_read_card(user, nonce.card):
                    zone = mirror.knowledge.zone[nonce.card]
                    self.note(
                        "leak",
                        f"牌「{word}」（在 {zone}）不该让 {user or '全群'} 知道：{text!r}",
                        story,
                        where,
                    )
                elif nonce.character is not None and not mirror.may_read_character(user, nonce.character):
                    self.note("leak", f"角色「{word}」不该让 {user or '全群'} 知道：{text!r}", story, where)

    def _spoken_before(self, user: str, word: str) -> bool:
        """`user` 同桌的群里有人当众打过 `word`（哪怕是上一局、别的群的名字）：私下也提得。"""
        groups = {mirror.record.group for mirror in self.mirrors.values() if user in mirror.users}
        return any(word in line for group in sorted(groups) for line in self.heard[group])


class WatchedStore(Store):
    """真的库；写成了的都告诉裁判。"""

    def __init__(self, path: Path, watcher: Watcher) -> None:
        # 这里不试断电，试的是程序；不等磁盘就能多试几倍的话。
        super().__init__(path, "OFF")
        self.watcher = watcher

    async def create_match(self, record: MatchRecord, allowance: int = 0) -> int:
        number = await super().create_match(record, allowance)
        record.id = number
        self.watcher.created(record)
        return number

    async def append(
        self, match: int, actions: Sequence[ActionRecord], snapshot: SnapshotRecord | None = None
    ) -> None:
        await super().append(match, actions, snapshot)
        self.watcher.appended(match, actions)


@dataclass
class WatchedOutlet:
    """记下发出去的每一句；有的人收不到，有的人收得慢。"""

    watcher: Watcher
    strangers: set[str] = field(default_factory=set)
    """私聊送不到的人。"""
    slow: set[str] = field(default_factory=set)
    """私聊要过一会儿才知道送到没有的人。"""
    shown: dict[str, deque[str]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=4)))
    """各处最近看到的话，`{群号或人: 话}`；造话的人照着它说。"""
    told: list[tuple[str, str]] | None = None
    """给了就把每句 `(群号或人, 话)` 记在这里，送不送得到都记。"""

    def say(self, bot: str, group: str, message: Text) -> asyncio.Future[bool]:
        self.watcher.said(group, message)
        if self.told is not None:
            self.told.append((group, message.text))
        self.shown[group].append(message.text)
        return self._result(True, False)

    def whisper(self, bot: str, user: str, message: Text) -> asyncio.Future[bool]:
        delivered = user not in self.strangers
        self.watcher.whispered(user, message, delivered)
        if self.told is not None:
            self.told.append((user, message.text))
        if delivered:
            self.shown[user].append(message.text)
        return self._result(delivered, user in self.slow)

    async def befriended(self, bot: str, user: str) -> bool:
        return user not in self.strangers

    def _result(self, value: bool, slow: bool) -> asyncio.Future[bool]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[bool] = loop.create_future()
        if slow:
            loop.call_later(0.002, lambda: future.done() or future.set_result(value))
        else:
            future.set_result(value)
        return future
