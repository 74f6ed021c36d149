"""乱打的话：桌子始终合法，日志里没有异常，秘密不到别人那里。"""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path

import pytest

from games.kernel import Game, Stream
from games.leafrun import game as leafrun
from plugins.gamemaster.hall import HallSettings
from plugins.gamemaster.hall.announcing import hand_text
from plugins.gamemaster.hall.commands import COMMANDS
from plugins.gamemaster.hall.restoring import restore
from tests.hall.script import Stage
from tests.hall.toy import Toy

PEOPLE = ("阿苹", "阿橙", "小云", "珍奇", "路人")
JUNK = (
    "[CQ:at,qq=all]",
    "@阿苹",
    "@阿橙",
    "@路人",
    "@99999999999999999999",
    "\u202e",
    "\u200b",
    "💥",
    "１",
    "零",
    "2号",
    "99号",
    "阿",
    "=",
    "出牌限时=1秒",
    "轮数=9",
    "随机",
    "解散",
    "轮",
    "吗",
    "%s{}",
    "'; DROP TABLE action;--",
    "\n",
)
EMPTY = re.compile("空|没有牌")


@pytest.mark.parametrize("game", [Toy(), leafrun], ids=["toy", "leafrun"])
async def test_any_chat_leaves_every_table_legal(
    game: Game, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    stream = Stream(20240601)
    words = [word for command in COMMANDS for word in command.words]
    words += sorted(game.verbs)

    def pick(items: tuple[str, ...] | list[str]) -> str:
        return items[stream.below(len(items))]

    settings = HallSettings(snapshot_moves=5)
    async with Stage(tmp_path / "hall.sqlite3", settings, [game]) as stage:
        for name in PEOPLE:
            stage.user(name)
        for step in range(4000):
            hall = stage.hall
            asked = [
                stage.name(desk.play.seats[ask.seat].user or "")
                for desk in hall.desks.values()
                if desk.play is not None and not desk.play.halted
                for ask in desk.play.clocked()
            ]
            if asked and stream.below(3) == 0:
                # 有一些话是认真的，不然对局走不远。
                await stage.step(f"私 {pick(asked)}: {1 + stream.below(3)}")
                continue
            if stream.below(6) == 0:
                line = pick(["新游戏", "加入", "加入", "开始", "补位 2", "继续", "同意", "取消托管", "掷骰"])
            elif stream.below(3) == 0:
                line = str(1 + stream.below(5))
            elif stream.below(8) == 0:
                line = "".join(chr(1 + stream.below(0xD000)) for _ in range(stream.below(12)))
            else:
                parts = [pick(words)]
                for _ in range(stream.below(4)):
                    parts.append(pick([*JUNK, str(stream.below(12)), pick(words)]))
                line = pick(["", "", "/", "#", "＃"]) + pick(["", " "]).join(parts)
            if line.startswith(("中断", "重置 解散", "认输")) and stream.below(4):
                continue
            kind = pick(["群", "群", "群", "私", "私", "管", "群200", "群200"])
            hands: dict[tuple[str, int], tuple[str | None, str]] = {}
            for group, desk in hall.desks.items():
                if desk.play is not None:
                    for number, seat in enumerate(desk.play.seats):
                        hands[group, number] = (seat.user, hand_text(desk.play, number))
            before = len(stage.outlet.sent)
            await stage.step(f"{kind} {pick(PEOPLE)}: {line.replace(chr(10), ' ')}")
            if stream.below(40) == 0:
                await stage.step(
                    pick(
                        ["等 100", "等 20", "重启", "禁言", "解禁", "掉线", "上线", "离群 小云", "离群 珍奇"]
                    )
                )
            for sent in stage.outlet.sent[before:]:
                for user, hand in hands.values():
                    if sent.user != user and not EMPTY.search(hand):
                        assert f"{hand}\n" not in f"{sent.text.text}\n", (step, line)
            for desk in stage.hall.desks.values():
                if desk.play is not None:
                    assert desk.play.open is None
                    assert desk.play.over is False
            errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
            assert not errors, (step, line, errors)
        connection = sqlite3.connect(stage.path)
        (answers,) = connection.execute("SELECT count(*) FROM action WHERE kind = 'answer'").fetchone()
        connection.close()
        assert answers > 100, "对局没有走起来，这次乱打不算数"
        for desk in stage.hall.desks.values():
            if desk.play is not None:
                again = await restore(stage.store, stage.clock, stage.hall.games, settings, desk.play.record)
                assert again.match.table.digest() == desk.play.match.table.digest()
