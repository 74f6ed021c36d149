"""每对英雄各一整局，从开桌到战报，一句句打字：句句都被照办，群里没有一句秘密（A1–A11、A10）。"""

from __future__ import annotations

import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from games import aurora
from games.aurora.table import AuroraTable
from games.aurora.view import View
from games.kernel import Ask, Cast, Choice, Stream
from tests.aurora.words.spelling import typed
from tests.hall.script import Stage

HEROES = ("赫利", "艾薇", "洛克", "诺娅")
STRIKE = re.compile(r"^(?:士兵 .*攻击|出牌 \S+ (?:[（上下左右]|[A-F]\d))")
"""打得到人的选项。"""
STEPS = 1500
"""一局至多打这么多句。"""
REFUSALS = ("没读懂", "这句不行", "没有在问你", "这不是这个问题的回答", "没写")


@pytest.mark.parametrize("pair", list(combinations_with_replacement(HEROES, 2)), ids="-".join)
async def test_a_whole_game_can_be_typed(pair: tuple[str, str], tmp_path: Path) -> None:
    names = ("阿苹", "阿橙")
    seed = HEROES.index(pair[0]) * 4 + HEROES.index(pair[1])
    stream = Stream(seed)
    async with Stage(tmp_path / "hall.sqlite3", games=(type(aurora.game)(),)) as stage:
        stage.seeds = seed
        for line in ("群 阿苹: 新游戏 极光战棋", "群 阿橙: 加入", "群 阿苹: 开始"):
            await stage.step(line)
        play = stage.hall.desks["100"].play
        assert play is not None
        told: list[str] = []
        for step in range(STEPS):
            table = play.match.table
            assert isinstance(table, AuroraTable)
            if play.match.over:
                break
            ask = next(iter(play.match.waiting.values()))
            view = table.view(ask.seat)
            choice = f"预组{pair[ask.seat]}" if ask.what == "deck" else chosen(ask, view, play.cast, stream)
            text = typed(ask, choice, view, play.cast)
            assert text is not None
            where = "私" if step % 5 == 0 else "群"
            moves = len(play.match.history)
            told = await stage.step(f"{where} {names[ask.seat]}: {text}")
            everything = "\n".join(told)
            assert not any(refusal in everything for refusal in REFUSALS), f"「{text}」{everything}"
            over = play.match.over
            assert over or len(play.match.history) > moves or ask.what in ("deck", "dodges"), text
            for line in told:
                assert not line.startswith("→ 群: 手牌"), line
        assert play.match.over, f"打了 {STEPS} 句还没完"
        assert any("获胜" in line or "平局" in line for line in told), told
        assert [aurora.game.summary(play.match.table)["heroes"][seat] for seat in (0, 1)] == list(pair)


def chosen(ask: Ask, view: View, cast: Cast, stream: Stream) -> Choice:
    """打得到人就多半打（题面先列），否则随便做一件合法的。"""
    if ask.what == "main" and stream.below(3):
        for choice, text in aurora.game.prompt(ask, view, cast).numbered:
            if STRIKE.search(text):
                return choice
    choice = ask.sample(stream)
    while choice == "retract":
        choice = ask.sample(stream)
    return choice
