"""四家协议端、两种消息格式、两种号码写法，各打一局短的。"""

from __future__ import annotations

import pytest

from benchmarks.bot_process import BotProcess
from plugins.room.dialect import Flavour, IdFormat, MessageFormat
from plugins.room.harness import open_room

from .conftest import members, new_world
from .ledger import check_moves, check_result, check_secrets, find_ledger
from .people import Party


@pytest.mark.parametrize(
    ("flavour", "message_format", "id_format"),
    [
        ("napcat", "array", "int"),
        ("llonebot", "string", "string"),
        ("lagrange", "array", "string"),
        ("go-cqhttp", "string", "int"),
    ],
)
async def test_a_short_game(
    bot: BotProcess, flavour: Flavour, message_format: MessageFormat, id_format: IdFormat
) -> None:
    world = new_world(seats=2)
    async with open_room(
        bot.url, world=world, flavour=flavour, message_format=message_format, id_format=id_format
    ) as room:
        group = room.group().group_id
        party = Party(room, group, members(world, group))
        await party.sit_down("跑道=SLFGE")
        await party.play()
        assert not room.failures
        ledger = await find_ledger(bot.database, group)
        check_moves(ledger, party)
        check_result(ledger, party)
        check_secrets(room, [ledger])
