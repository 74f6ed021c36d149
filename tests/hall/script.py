"""聊天脚本：玩家打什么，谁看到什么，逐字逐行；写在 `tests/scripts/*.txt` 里，差异一眼可读。

写法（一行一步，`#` 开头是注释，空行照留）::

    群 阿苹: 新游戏 玩具          阿苹在群 100 里说
    管 阿橙: 重置 1               阿橙是管理员
    群200 阿苹: 加入              在群 200 里说
    私 阿苹: 手牌                 私聊
    重投                          把上一句原样再送一次（同样的消息编号）
    等 90                         过 90 秒
    重启                          停下再起，从库里恢复
    上线 / 掉线 / 禁言 / 解禁 / 解散群 / 离群 阿苹 / 改名 阿苹 苹果 / 加好友 阿苹
    聋 阿苹 / 不聋 阿苹           私聊送不到 / 又送得到
    盘坏 / 盘好                   存盘失败 / 又好了
    篡改 2                        停下，把日志里倒数第 2 步的校验值改坏，再起

每一步下面是它引出的话，续行缩进两格::

    → 群: @阿苹 还没轮到你
    → 私 阿苹: 手牌：3 5
      1. 亮 3

`QUNZHUO_UPDATE_SCRIPTS=1` 时把实际的写回文件。
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from games.kernel import Game
from plugins.gamemaster.hall import Hall, HallSettings, Incoming
from plugins.gamemaster.store.records import ActionRecord, Entry, LedgerRecord, SnapshotRecord
from plugins.gamemaster.store.store import Store

from .clock import HandClock
from .outlet import NotingOutlet
from .toy import Toy

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
UPDATE = os.environ.get("QUNZHUO_UPDATE_SCRIPTS") == "1"
BOT = "90001"
GROUP = "100"
SPOKEN = re.compile(r"(群|管|私)(\d*) (\S+): ?(.*)")
SETTINGS = HallSettings(version="测试", snapshot_moves=4, repeat_seconds=0)
"""剧本里的钟不走，同一句话接着说两遍也要各回一次；刷屏的事另测。"""


class FaultyDisk(Store):
    """真的库，但可以叫它写不进去。"""

    broken = False
    never_ends = False
    """对局的结束记不上。"""

    async def finish(self, match: int, entries: Sequence[Entry], at: float) -> list[LedgerRecord]:
        if self.never_ends:
            raise OSError("No space left on device")
        return await super().finish(match, entries, at)

    async def append(
        self, match: int, actions: Sequence[ActionRecord], snapshot: SnapshotRecord | None = None
    ) -> None:
        if self.broken:
            raise OSError("No space left on device")
        await super().append(match, actions, snapshot)


class Stage:
    """跑一个脚本。"""

    def __init__(
        self, path: Path, settings: HallSettings = SETTINGS, games: Sequence[Game] = (Toy(cursed=13),)
    ) -> None:
        self.path = path
        self.settings = settings
        self.games = {each.key: each for each in games}
        self.clock = HandClock()
        self.outlet = NotingOutlet()
        self.store = FaultyDisk(path)
        self.seeds = 0
        self.users: dict[str, str] = {}
        self.last: Incoming | None = None
        self.serial = 0
        self.verdict = False

    async def __aenter__(self) -> Stage:
        await self.store.open()
        await self._raise()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hall.stop()
        await self.store.close()

    async def _raise(self) -> None:
        self.hall = Hall(
            self.store, self.outlet, self.settings, clock=self.clock, games=self.games, seed=self._seed
        )
        await self.hall.start()
        await self.hall.bot_online(BOT)
        await self.hall.settled()

    def _seed(self) -> int:
        self.seeds += 1
        return self.seeds

    def user(self, name: str) -> str:
        return self.users.setdefault(name, str(1001 + len(self.users)))

    def name(self, user: str) -> str:
        return next((name for name, each in self.users.items() if each == user), user)

    async def step(self, line: str) -> list[str]:
        """走一步，返回引出的话。"""
        before = len(self.outlet.sent)
        spoken = SPOKEN.fullmatch(line)
        if spoken is not None:
            await self._speak(*spoken.groups())
        else:
            await self._happen(*line.split())
        await self.hall.settled()
        told = self.outlet.sent[before:]
        lines: list[str] = []
        for sent in told:
            where = (
                f"群{sent.group if sent.group != GROUP else ''}"
                if sent.group
                else f"私 {self.name(sent.user or '')}"
            )
            mentions = "".join(f"@{self.name(user)} " for user in sent.text.mentions)
            first, *rest = (mentions + sent.text.text).split("\n")
            lines += [f"→ {where}: {first}", *[f"  {each}" for each in rest]]
        return lines

    async def _speak(self, kind: str, group: str, name: str, words: str) -> None:
        user = self.user(name)
        words = re.sub(r"@(\S+)", lambda found: f" @{self.user(found[1])} ", words)
        self.serial += 1
        self.last = Incoming(
            bot=BOT,
            group=None if kind == "私" else group or GROUP,
            user=user,
            name=name,
            role="admin" if kind == "管" else "member",
            text=words,
            message=str(self.serial),
            source=(group or None) if kind == "私" else None,
        )
        self.verdict = await self.hall.handle(self.last)

    async def _happen(self, what: str, *words: str) -> None:
        hall = self.hall
        match what:
            case "重投":
                assert self.last is not None
                self.verdict = await hall.handle(self.last)
            case "等":
                await self.clock.advance(float(words[0]), hall.settled)
            case "重启":
                await hall.stop()
                await self.store.close()
                await self.store.open()
                await self._raise()
            case "上线":
                await hall.bot_online(BOT)
            case "掉线":
                await hall.bot_offline(BOT)
            case "禁言":
                await hall.muted(BOT, GROUP, self.clock.now() + float(words[0]) if words else None)
            case "解禁":
                await hall.unmuted(BOT, GROUP)
            case "解散群":
                await hall.group_gone(BOT, GROUP)
            case "离群":
                await hall.member_left(BOT, GROUP, self.user(words[0]), "")
            case "改名":
                await hall.member_renamed(BOT, GROUP, self.user(words[0]), words[1])
            case "加好友":
                self.outlet.deaf.discard(self.user(words[0]))
                await hall.friend_added(BOT, self.user(words[0]))
            case "聋":
                self.outlet.deaf.add(self.user(words[0]))
            case "不聋":
                self.outlet.deaf.discard(self.user(words[0]))
            case "盘坏" | "盘好":
                self.store.broken = what == "盘坏"
            case "篡改":
                await self._tamper(int(words[0]))
            case _:
                raise ValueError(f"脚本里不认识「{what}」")

    async def _tamper(self, back: int) -> None:
        await self.hall.stop()
        await self.store.close()
        connection = sqlite3.connect(self.path)
        # 库不让改日志；坏的是磁盘，不经过这些触发器。
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        rows = connection.execute("SELECT n FROM action WHERE kind = 'answer' ORDER BY n DESC").fetchall()
        n = rows[back - 1][0]
        connection.execute("UPDATE action SET digest = 1 WHERE n = ?", (n,))
        connection.execute("DELETE FROM snapshot WHERE n > ?", (n,))
        connection.commit()
        connection.close()
        await self.store.open()
        await self._raise()


async def performed(text: str, database: Path, settings: HallSettings = SETTINGS) -> str:
    """把脚本照着演一遍，返回实际的脚本。"""
    actual: list[str] = []
    async with Stage(database, settings) as stage:
        for line in text.splitlines():
            if line.startswith(("→", "  ")):
                continue
            actual.append(line)
            if line.strip() and not line.startswith("#"):
                actual += await stage.step(line)
    return "\n".join(actual) + "\n"
