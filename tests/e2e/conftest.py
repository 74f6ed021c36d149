"""端到端测试共用的机器人进程；各测试用不同的账号、群号、QQ 号，互不相干。"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from benchmarks.bot_process import QUICK, BotProcess
from plugins.room.layout import small_world
from plugins.room.world import World

_serial = count(1)


@pytest.fixture(scope="session")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """一个机器人进程，同时接许多账号；全部测试以后查它的日志。"""
    process = BotProcess(tmp_path_factory.mktemp("bot"), environment=QUICK)
    with asyncio.Runner() as runner:
        runner.run(process.start())
        yield process
        runner.run(process.kill())
    printed = process.printed()
    assert "Traceback" not in printed and "[ERROR]" not in printed, printed


def new_world(*, groups: int = 1, seats: int = 4, friends: bool = True) -> World:
    """一个小世界，机器人账号与号码都没有用过。"""
    serial = next(_serial)
    return small_world(
        groups=groups,
        seats=seats,
        friends=friends,
        self_id=30000 + serial,
        first_group_id=800000 + serial * 10,
        first_member_id=40000 + serial * 100,
    )


def members(world: World, group_id: int) -> list[int]:
    """群里的人，不含机器人。"""
    return [user for user in world.groups[group_id].members if user != world.self_id]
