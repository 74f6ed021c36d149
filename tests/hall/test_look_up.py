"""游戏自己的查询（`Game.queries`）：谁问都一样，只用旁观者的所见，整句就是它才算。"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.magicelite import game
from tests.hall.script import Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage(tmp_path / "hall.sqlite3", games=(game,)) as each:
        await each.step("群 阿苹: 新游戏 魔法精英")
        await each.step("群 小蝶: 加入")
        await each.step("群 阿苹: 开始")
        yield each


async def test_everybody_is_told_the_same(stage: Stage) -> None:
    told = await stage.step("群 阿苹: 身份")
    assert "血" not in "".join(told) and any("1号阿苹" in line for line in told)
    assert await stage.step("群 路人: 身份") == told
    assert any("弃牌堆 0 张" in line for line in await stage.step("群 小蝶: 弃牌堆"))
    assert any("只有三代有商店" in line for line in await stage.step("群 小蝶: 商店"))


async def test_privately_it_is_answered_in_private(stage: Stage) -> None:
    told = await stage.step("私 小蝶: 弃牌堆")
    assert any("弃牌堆 0 张" in line for line in told)
    assert not any("群" in line.split(":")[0] for line in told)


async def test_it_does_not_show_what_is_in_the_hands(stage: Stage) -> None:
    play = stage.hall.desks["100"].play
    assert play is not None
    table = play.match.table
    held = {table.setup.deck.name[card] for hand in table.hands for card in hand}  # type: ignore[attr-defined]
    text = "".join(
        [
            *await stage.step("群 阿苹: 身份"),
            *await stage.step("群 阿苹: 弃牌堆"),
            *await stage.step("群 阿苹: 商店"),
        ]
    )
    assert not [name for name in held if name in text.replace("♠10", "").replace("♥10", "")]


async def test_talk_about_it_is_no_question(stage: Stage) -> None:
    assert await stage.step("群 路人: 身份是什么") == []
    assert await stage.step("群 阿苹: 商店里有什么呀") == []


async def test_help_names_them(stage: Stage) -> None:
    told = "\n".join(await stage.step("群 阿苹: 帮助"))
    assert "「身份」「弃牌堆」「商店」随时可查" in told


async def test_a_set_played_in_the_group_is_answered_with_the_next_question(stage: Stage) -> None:
    play = stage.hall.desks["100"].play
    assert play is not None
    seat = play.match.clocked()[0].seat
    name = ("阿苹", "小蝶")[seat]
    before = play.moves
    told = "\n".join(await stage.step(f"群 {name}: 出 1"))
    assert play.moves == before + 1
    assert f"{seat + 1}号{name} 出 " in told


async def test_a_wrong_set_in_the_group_does_not_name_the_hand(stage: Stage) -> None:
    play = stage.hall.desks["100"].play
    assert play is not None
    name = ("阿苹", "小蝶")[play.match.clocked()[0].seat]
    told = await stage.step(f"群 {name}: 出 99")
    public = "\n".join(line for line in told if "→ 群" in line)
    assert "原因私聊给你了" in public and "手牌" not in public
