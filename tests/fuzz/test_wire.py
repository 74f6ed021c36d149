"""全程的乱聊：真的机器人进程，三种协议端的写法。"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from plugins.room.dialect import Flavour, IdFormat, MessageFormat

from .wire import chat_over_wire, told_problems

LINES = 3_000


@pytest.mark.parametrize(
    ("seed", "flavour", "message_format", "id_format"),
    [
        (1, "napcat", "array", "int"),
        (2, "go-cqhttp", "string", "int"),
        (3, "llonebot", "array", "string"),
    ],
)
async def test_the_real_bot_survives_any_chat(
    seed: int, flavour: Flavour, message_format: MessageFormat, id_format: IdFormat, tmp_path: Path
) -> None:
    report = await chat_over_wire(tmp_path, seed, LINES, flavour, message_format, id_format)
    assert not report.problems, "\n".join(report.problems[:20])
    counts = report.counts
    # 机器越忙，积压的话合并、丢掉的越多：这里只看不是什么也没发生。
    assert counts["sent"] > LINES / 50
    assert counts["moves_player"] > LINES / 200
    assert counts["names"] > 30
    # 查的人自己：把私聊给人的话当作在群里说的，必须看得出来。
    overheard = [
        replace(message, group_id=700001, peer_id=None) for message in report.sent if message.group_id is None
    ]
    assert await told_problems(report.database, overheard, [], Counter())
