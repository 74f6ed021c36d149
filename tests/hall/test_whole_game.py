"""整局从头打到尾：真人打号，电脑自己走，中途重启、超时、悔棋，日志始终读得回来。"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest

from games.kernel import Game, Stream
from games.leafrun import game as leafrun
from games.magicelite import game as magicelite
from plugins.gamemaster.hall import HallSettings
from plugins.gamemaster.hall.announcing import hand_text, prompt_of
from plugins.gamemaster.hall.play import Play
from plugins.gamemaster.hall.restoring import restore
from tests.hall.script import GROUP, Stage
from tests.hall.toy import game as toy

EMPTY = re.compile("空|没有牌")
PLAYERS = ("阿苹", "阿橙", "小云")


def playing(stage: Stage) -> Play | None:
    desk = stage.hall.desks.get(GROUP)
    return None if desk is None else desk.play


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (toy, "轮数=3"),
        (leafrun, "跑道=1"),
        (magicelite, "世代=1"),
        (magicelite, "世代=2 武将数=2"),
        (magicelite, "世代=3"),
    ],
    ids=["toy", "leafrun", "magicelite-1", "magicelite-2", "magicelite-3"],
)
@pytest.mark.parametrize("seed", [1, 2])
async def test_a_match_survives_restarts_and_reads_back_exactly(
    game: Game, options: str, seed: int, tmp_path: Path
) -> None:
    stream = Stream(seed)
    settings = HallSettings(snapshot_moves=5, batch_moves=3)
    async with Stage(tmp_path / "hall.sqlite3", settings, [game]) as stage:
        stage.seeds = seed * 100
        await stage.step(f"群 阿苹: 新游戏 {game.title} {options}")
        await stage.step("群 阿橙: 加入")
        await stage.step("群 小云: 加入")
        await stage.step("群 阿苹: 补位 1 随机")
        await stage.step("群 阿苹: 开始")
        first = playing(stage)
        assert first is not None
        number = first.record.id
        for turn in range(1500):
            play = playing(stage)
            if play is None:
                break
            digest, moves = play.match.table.digest(), play.moves
            if turn % 25 == 24:
                await stage.step("重启")
                again = playing(stage)
                if again is None:
                    break
                assert (again.match.table.digest(), again.moves) == (digest, moves)
                assert again.breach is None
                play = again
            elif turn % 31 == 30:
                await stage.step("群 阿苹: 悔棋")
                for name in PLAYERS:
                    await stage.step(f"群 {name}: 同意")
                continue
            asks = play.clocked()
            assert asks, "没有在等任何人，却没有结束"
            ask = asks[stream.below(len(asks))]
            name = stage.name(play.seats[ask.seat].user or "")
            prompt = prompt_of(play, ask)
            hands = {seat: hand_text(play, seat) for seat in range(len(play.seats))}
            before = len(stage.outlet.sent)
            if stream.below(12) == 0 or not prompt.numbered:
                await stage.step("等 200")
            else:
                where = "私" if prompt.secret else "群"
                told = await stage.step(f"{where} {name}: {1 + stream.below(len(prompt.numbered))}")
                assert told, f"{name} 打的号没有回音"
            for sent in stage.outlet.sent[before:]:
                for seat, hand in hands.items():
                    # 两手都空的写法一样，不算泄露。
                    if sent.user != play.seats[seat].user and not EMPTY.search(hand):
                        assert f"{hand}\n" not in f"{sent.text.text}\n", "手牌到了别人眼前"
        else:
            pytest.fail("走了很多步还没有结束")
        record = (await stage.store.load(number)).record
        assert record.state == "finished"
        again = await restore(stage.store, stage.clock, stage.hall.games, settings, record)
        assert again.over and again.breach is None
        connection = sqlite3.connect(stage.path)
        rows = [
            n for (n,) in connection.execute("SELECT n FROM action WHERE match = ? ORDER BY n", (number,))
        ]
        connection.close()
        assert rows == list(range(len(rows)))
