"""一个群、几个人、一张真的桌子：逐句试，看有没有动静。"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from plugins.gamemaster.hall import Hall, HallSettings, Incoming, Role
from tests.hall.clock import HandClock

from .subject import Subject
from .subjects import Leafrun
from .watch import WatchedOutlet, WatchedStore, Watcher

BOT = "90001"
GROUP = "700"


class Parlour:
    """照着说，记下引出的话。"""

    def __init__(self, hall: Hall, watcher: Watcher, outlet: WatchedOutlet) -> None:
        self.hall = hall
        self.watcher = watcher
        self.outlet = outlet
        self.serial = 0
        self.told: list[tuple[str, str]] = []
        """`(群号或人, 话)`，自上次 `says` 起。"""
        outlet.told = self.told

    async def says(
        self, user: str, text: str, *, private: bool = False, role: Role = "member", group: str = GROUP
    ) -> list[tuple[str, str]]:
        """`user` 说一句，返回引出的话。"""
        self.serial += 1
        self.told.clear()
        self.watcher.listen(user if private else group, user, text)
        if role != "member":
            self.watcher.privileged.add((group, user))
        incoming = Incoming(
            BOT, None if private else group, user, f"群友{user}", role, text, str(self.serial)
        )
        if self.hall.concerned(incoming):
            await self.hall.handle(incoming)
        await self.hall.settled()
        return list(self.told)

    @property
    def moves(self) -> int:
        """走了几步；没有对局为 -1。"""
        desk = self.hall.desks.get(GROUP)
        return -1 if desk is None or desk.play is None else desk.play.moves

    async def seat(self, where: Literal["nowhere", "lobby", "opening", "turn"]) -> None:
        """摆到某个时候：没有桌、等人、开局掷骰前、1、2 两人打到有人出牌。"""
        if where == "nowhere":
            return
        await self.says("1", "新游戏 落叶长跑")
        await self.says("2", "加入")
        if where == "lobby":
            return
        await self.says("1", "开始")
        if where == "opening":
            return
        for _ in range(40):
            play = self.play
            whats = {ask.what for ask in play.clocked()}
            if "turn" in whats:
                return
            await self.says("9", "跳过", role="owner")
        raise AssertionError("没有走到出牌")

    @property
    def play(self):
        """进行中的对局。"""
        play = self.hall.desks[GROUP].play
        assert play is not None
        return play

    def awaited(self) -> str:
        """正在等的真人（取第一个）。"""
        user = self.play.seats[self.play.clocked()[0].seat].user
        assert user is not None
        return user


@asynccontextmanager
async def parlour(folder: Path, subject: Subject | None = None, seed: int = 5) -> AsyncIterator[Parlour]:
    """开一间。"""
    subject = subject or Leafrun()
    game = subject.game
    settings = HallSettings(version="测试", snapshot_moves=10)
    watcher = Watcher(subject, settings)
    outlet = WatchedOutlet(watcher)
    store = WatchedStore(folder / "parlour.db", watcher)
    await store.open()
    hall = Hall(store, outlet, settings, clock=HandClock(), games={game.key: game}, seed=lambda: seed)
    await hall.start()
    await hall.bot_online(BOT)
    logging.getLogger().addHandler(watcher)
    try:
        yield Parlour(hall, watcher, outlet)
    finally:
        logging.getLogger().removeHandler(watcher)
        await hall.stop()
        await store.close()
