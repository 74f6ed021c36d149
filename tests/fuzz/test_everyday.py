"""日常聊天不引出回话、不走棋：四百句群里的话，各种时候、各种人说。"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from games.kernel import fold, number
from plugins.gamemaster.hall.commands import starts_command
from plugins.gamemaster.hall.votes import close

from .everyday import EVERYDAY
from .parlour import GROUP, Parlour, parlour

When = Literal["nowhere", "lobby", "opening", "turn"]

COMMANDS = frozenset({"选", "移动", "不换", "不走", "不弃", "r", "减位"})
"""整句就是一个指令词：坐着的人打了，当然要理。"""
ASKED_ONLY = frozenset({"选 3 个", "移动4G"})
"""动词后面带着数：坐着的人打了，多半真的是在打指令。"""


def is_choice(line: str) -> bool:
    """裸数字（句末的标点不算）：正问着他、又有这个号时就是回答。"""
    return number(fold(line).rstrip("。.!~")) is not None


@pytest.mark.parametrize("when", ["nowhere", "lobby", "opening", "turn"])
async def test_a_bystander_may_say_anything(when: When, tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat(when)
        moves = room.moves
        for line in EVERYDAY:
            assert await room.says("5", line) == [], line
            assert room.moves == moves, line


@pytest.mark.parametrize("when", ["lobby", "opening", "turn"])
@pytest.mark.parametrize("who", ["asked", "waiting"])
async def test_a_player_may_chat_about_the_game(when: When, who: str, tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat(when)
        if when == "opening" and who == "waiting":
            await room.says("2", "掷骰")
        speaker = await speaker_of(room, when, who)
        moves = room.moves
        for line in EVERYDAY:
            if is_choice(line) or line in COMMANDS or line in ASKED_ONLY:
                continue
            told = await room.says(speaker, line)
            assert told == [], f"{line!r} → {told}"
            assert room.moves == moves, line


async def test_numbers_are_answers_only_to_the_one_asked(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        waiting = await speaker_of(room, "turn", "waiting")
        asked = await speaker_of(room, "turn", "asked")
        moves = room.moves
        for line in (each for each in EVERYDAY if is_choice(each)):
            assert await room.says(waiting, line) == [], line
        for line in ("66", "233", "99", "0", "1024"):
            assert await room.says(asked, line) == [], line
        assert room.moves == moves
        assert await room.says(asked, "1")
        assert room.moves > moves


async def test_exact_commands_are_still_heard(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        asked = await speaker_of(room, "turn", "asked")
        for line in sorted(COMMANDS - {"减位"}):
            assert await room.says(asked, line), line
        for line in ("状态", "手牌", "规则 沼泽", "帮助", "同意吗"):
            told = await room.says(asked, line)
            assert bool(told) == (line != "同意吗"), line
        desk = room.hall.desks[GROUP]
        close(desk)


async def speaker_of(room: Parlour, when: When, who: str) -> str:
    """等着他的那人，或另一个。"""
    if when == "lobby":
        return "1" if who == "asked" else "2"
    asked = room.awaited()
    return asked if who == "asked" else ("2" if asked == "1" else "1")


def test_the_list_tries_the_commands() -> None:
    assert len(set(EVERYDAY)) >= 300
    assert sum(starts_command(line) for line in EVERYDAY) >= 100
