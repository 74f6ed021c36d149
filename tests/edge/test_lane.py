"""快车道读出来的与原来的路一样；有别的插件时让路，接了的话不再给它。"""

from __future__ import annotations

import copy
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nonebot.adapters.onebot.v11 import Adapter, MessageEvent
from nonebot.adapters.onebot.v11.bot import _check_at_me, _check_nickname

from benchmarks.bot_process import BotProcess
from plugins.gamemaster.config import Settings
from plugins.gamemaster.edge import Edge
from plugins.gamemaster.outbox import Outbox
from plugins.room.dialect import FLAVOURS, Dialect
from plugins.room.harness import open_room
from plugins.room.layout import small_world
from tests.edge.conftest import Bench
from tests.edge.server import Listener, call, driver

SEGMENTS = st.lists(
    st.one_of(
        st.builds(lambda words: {"type": "text", "data": {"text": words}}, st.text(min_size=1)),
        st.builds(
            lambda user: {"type": "at", "data": {"qq": user}}, st.sampled_from(["10000", "10002", "all", "0"])
        ),
        st.just({"type": "face", "data": {"id": "1"}}),
    ),
    min_size=1,
    max_size=5,
)


def both(event: dict[str, Any]) -> tuple[Any, Any]:
    """(原来的路, 快车道) 读出来的。"""
    driver()
    settings = Settings()
    edge = Edge(settings, Listener(), Outbox(settings, call), {}.get, {"10003"})
    parsed = Adapter.json_to_event(copy.deepcopy(event))
    assert isinstance(parsed, MessageEvent)
    parsed.message.reduce()

    class Me:
        """适配器查外号时只看这一项。"""

        config = type("Config", (), {"nickname": set()})

    _check_at_me(Me(), parsed)  # type: ignore[arg-type]
    _check_nickname(Me(), parsed)  # type: ignore[arg-type]
    return edge.read("10000", parsed), edge.read_raw(event)


@given(
    segments=SEGMENTS,
    flavour=st.sampled_from(FLAVOURS),
    id_format=st.sampled_from(["int", "string"]),
    who=st.sampled_from([10001, 10002, 10003]),
    place=st.sampled_from(["group", "friend", "temporary"]),
)
def test_both_ways_read_the_same(
    segments: list[Any], flavour: Any, id_format: Any, who: int, place: str
) -> None:
    world = small_world(friends=place == "friend")
    world.promote(700001, 10002)
    world.set_card(700001, 10003, "名片")
    said = world.say(700001, who, segments) if place == "group" else world.whisper(who, segments)
    usual, quick = both(Dialect(flavour, "array", id_format).event(world.message_event(said)))
    assert usual == quick
    assert quick is not None


@pytest.mark.parametrize(
    "change",
    [
        {"message": "[CQ:at,qq=1]"},
        {"message": [{"type": "text"}]},
        {"message": [{"type": "reply", "data": {"id": "1"}}]},
        {"message": None},
        {"message_type": "guild"},
        {"user_id": "abc"},
        {"sender": None},
        {"time": None},
        {"group_id": None},
    ],
)
def test_odd_shapes_are_left_to_the_usual_way(change: dict[str, Any]) -> None:
    driver()
    world = small_world()
    event = Dialect().event(world.message_event(world.say(700001, 10001, "一")))
    settings = Settings()
    host = Listener()
    edge = Edge(settings, host, Outbox(settings, call), {}.get)
    assert edge.overhear({**event, **change}) is False
    assert host.heard == []


async def test_a_hall_that_breaks_does_not_break_the_line(
    start_bench: Callable[..., Awaitable[Bench]],
) -> None:
    bench = await start_bench()
    async with open_room(bench.url) as room:
        bench.host.breaking = True
        await room.group().says("小红", "坏")
        await room.settled(0.1)
        bench.host.breaking = False
        await room.group().says("小红", "好")
        await bench.host.until(lambda: bench.host.texts == ["好"])
        assert room.connection.connects == 1


async def test_another_plugin_hears_chat_but_not_what_the_table_took(tmp_path: Path) -> None:
    process = BotProcess(tmp_path, "-m", "tests.edge.neighbour")
    try:
        await process.start()
        async with open_room(process.url) as room:
            chat = await room.group().talk("小红", "今天吃什么")
            assert [message.text for message in chat] == ["邻居听见 今天吃什么"]
            command = await room.group().talk("小红", "新游戏 落叶长跑")
            texts = [message.text for message in command]
            assert any("落叶长跑" in text for text in texts)
            assert not any("邻居" in text for text in texts)
    finally:
        await process.kill()
