"""出口：先进先出、并条、拆条、重试、停顿、掉线续发；对面是真的 OneBot 协议端。"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from plugins.gamemaster.hall.messages import Text
from plugins.room.dialect import FLAVOURS, Flavour
from plugins.room.harness import Room, open_room
from plugins.room.trouble import Trouble
from tests.edge.conftest import Bench

GROUP = 700001
ME = "10000"
G = str(GROUP)
FIRST, SECOND = "10001", "10002"

StartBench = Callable[..., Awaitable[Bench]]


@pytest.fixture
def lane() -> bool:
    """与消息怎样分发无关，只走一条路。"""
    return False


def sends(room: Room) -> list[str]:
    """各次发送动作的名字，含失败的。"""
    return [outcome.action for outcome in room.outcomes if outcome.action.startswith("send_")]


async def until(reached: Callable[[], bool]) -> None:
    """等到房间那头的某个数到了，至多五秒。"""
    async with asyncio.timeout(5):
        while not reached():  # noqa: ASYNC110 房间的计数没有可等的信号
            await asyncio.sleep(0.005)


async def test_a_group_message_mentions_and_says(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        assert await bench.outbox.say(ME, G, Text("轮到你了\n打「掷骰」", (FIRST, SECOND)))
        assert room.sent[0].shown == "@小红@阿蓝 轮到你了\n打「掷骰」"
        assert room.sent[0].group_id == GROUP


async def test_a_secret_goes_privately_and_never_carries_a_group(bench: Bench) -> None:
    async with open_room(bench.url, friends=False) as room:
        await room.private(int(FIRST)).says("手牌")
        await bench.host.until(lambda: bool(bench.host.heard))
        assert await bench.outbox.whisper(ME, FIRST, Text("你的手牌：3 5 7"))
        assert room.sent[0].is_private
        assert [(each.action, sorted(each.parameters)) for each in room.outcomes] == [
            ("send_private_msg", ["message", "user_id"])
        ]
        # 临时会话断了也不会落到群里。
        room.world.groups[GROUP].temp_allowed = False
        assert not await bench.outbox.whisper(ME, FIRST, Text("你的手牌：3 5 8"))
        assert len(room.sent) == 1
        assert not any(message.leaked for message in room.sent)


async def test_messages_to_one_target_keep_their_order(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        results = await asyncio.gather(*(bench.outbox.say(ME, G, Text(f"第 {n} 句")) for n in range(60)))
        assert all(results)
        lines = "\n".join(message.text for message in room.sent).split("\n")
    assert lines == [f"第 {n} 句" for n in range(60)]


async def test_a_burst_is_merged_on_line_borders_per_target(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        waits = [bench.outbox.say(ME, G, Text("一")), bench.outbox.say(ME, G, Text("二", (FIRST,)))]
        waits += [
            bench.outbox.whisper(ME, FIRST, Text("密一")),
            bench.outbox.whisper(ME, FIRST, Text("密二")),
        ]
        waits += [bench.outbox.whisper(ME, SECOND, Text("密三"))]
        assert all(await asyncio.gather(*waits))
        group = [message.shown for message in room.sent if message.group_id == GROUP]
        private = {message.peer_id: message.text for message in room.sent if message.is_private}
    assert group == ["一\n@小红 二"]
    assert private == {int(FIRST): "密一\n密二", int(SECOND): "密三"}


async def test_a_merge_never_grows_past_the_limits(start_bench: StartBench) -> None:
    bench = await start_bench(send_letters=100)
    async with open_room(bench.url) as room:
        waits = [bench.outbox.say(ME, G, Text("字" * 45)) for _ in range(4)]
        waits += [bench.outbox.say(ME, G, Text("行\n" * 19 + "行")) for _ in range(2)]
        assert all(await asyncio.gather(*waits))
        assert all(len(message.text) <= 100 and message.text.count("\n") < 24 for message in room.sent)
        assert "\n".join(message.text for message in room.sent) == "\n".join(
            ["字" * 45] * 4 + ["行\n" * 19 + "行"] * 2
        )


async def test_a_long_text_is_split_between_lines(start_bench: StartBench) -> None:
    bench = await start_bench(send_letters=100)
    lines = [f"{n:02d} " + "字" * 40 for n in range(6)]
    async with open_room(bench.url) as room:
        assert await bench.outbox.say(ME, G, Text("\n".join(lines), (FIRST,)))
        assert [message.text.strip().split("\n") for message in room.sent] == [
            lines[:2],
            lines[2:4],
            lines[4:],
        ]
        assert [message.shown.startswith("@小红") for message in room.sent] == [True, False, False]


async def test_a_line_longer_than_a_message_is_cut_and_nothing_is_lost(start_bench: StartBench) -> None:
    bench = await start_bench(send_letters=100)
    text = "".join(chr(0x4E00 + n) for n in range(350))
    async with open_room(bench.url) as room:
        assert await bench.outbox.say(ME, G, Text(text))
        assert "".join(message.text for message in room.sent) == text
        assert all(len(message.text) <= 100 for message in room.sent)


@pytest.mark.parametrize("flavour", FLAVOURS)
async def test_a_passing_failure_is_retried(bench: Bench, flavour: Flavour) -> None:
    async with open_room(bench.url, flavour=flavour) as room:
        room.faults.fail_sends(trouble=Trouble.RISK_CONTROL, times=1)
        assert await bench.outbox.say(ME, G, Text("一"))
        assert await bench.outbox.say(ME, G, Text("二"))
        assert [message.text for message in room.sent] == ["一", "二"]
        assert len(sends(room)) == 3


@pytest.mark.parametrize(
    ("trouble", "flavour"),
    [
        *((Trouble.MUTED, flavour) for flavour in ("napcat", "llonebot", "lagrange")),
        *((Trouble.NOT_IN_GROUP, flavour) for flavour in FLAVOURS),
        *((Trouble.NOT_FRIEND, flavour) for flavour in ("napcat", "llonebot", "lagrange")),
        *((Trouble.TEMP_SESSION_REFUSED, flavour) for flavour in ("napcat", "llonebot", "lagrange")),
        *((Trouble.EMPTY_MESSAGE, flavour) for flavour in ("napcat", "llonebot", "go-cqhttp")),
    ],
)
async def test_a_lasting_failure_is_not_retried(bench: Bench, trouble: Trouble, flavour: Flavour) -> None:
    async with open_room(bench.url, flavour=flavour) as room:
        room.faults.fail_sends(trouble=trouble)
        assert not await bench.outbox.say(ME, G, Text("一"))
        assert len(sends(room)) == 1


async def test_an_unexplained_failure_is_tried_twice(bench: Bench) -> None:
    async with open_room(bench.url, flavour="go-cqhttp") as room:
        room.faults.fail_sends(trouble=Trouble.NOT_FRIEND)
        assert not await bench.outbox.whisper(ME, FIRST, Text("一"))
        assert len(sends(room)) == 2


async def test_one_target_that_fails_does_not_hold_up_another(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.faults.fail_sends(trouble=Trouble.NOT_FRIEND, user_id=int(FIRST))
        found = await asyncio.gather(
            bench.outbox.whisper(ME, FIRST, Text("密")),
            bench.outbox.whisper(ME, SECOND, Text("密")),
            bench.outbox.say(ME, G, Text("明")),
        )
    assert found == [False, True, True]


async def test_retries_end(start_bench: StartBench) -> None:
    bench = await start_bench(send_retries=3, breaker_failures=50)
    async with open_room(bench.url) as room:
        room.faults.fail_sends(trouble=Trouble.RISK_CONTROL)
        assert not await bench.outbox.say(ME, G, Text("一"))
        assert len(sends(room)) == 4


async def test_an_account_that_keeps_failing_pauses_and_probes_with_one(start_bench: StartBench) -> None:
    bench = await start_bench(breaker_failures=3, breaker_pause=0.2, send_retries=20, send_backoff=0.001)
    async with open_room(bench.url, groups=8) as room:
        fault = room.faults.fail_sends(trouble=Trouble.RISK_CONTROL)
        waits = [bench.outbox.say(ME, str(group), Text("一")) for group in room.world.groups]
        # 八条已在路上，全都失败；停顿里一条也不再发。
        await room.settled(0.1)
        assert fault.hits == 8
        # 停完先只放一条出去试；仍失败，停得更久。
        await until(lambda: fault.hits > 8)
        await room.settled(0.1)
        assert fault.hits == 9
        fault.stop()
        assert all(await asyncio.gather(*waits))
        assert len(room.sent) == 8


async def test_what_was_said_while_disconnected_is_sent_on_return(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.connection.drop(down=0.2)
        await bench.host.until(lambda: ("bot_offline", ME) in bench.host.told)
        waiting = asyncio.gather(
            bench.outbox.say(ME, G, Text("一")), bench.outbox.whisper(ME, FIRST, Text("密"))
        )
        assert await waiting == [True, True]
        assert sorted(message.text for message in room.sent) == ["一", "密"]


async def test_a_send_without_an_answer_is_repeated_when_the_line_returns(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        room.faults.fail_sends(silent=True, times=1)
        waiting = asyncio.ensure_future(bench.outbox.say(ME, G, Text("一")))
        await until(lambda: room.connection.received > 0)
        room.connection.drop()
        assert await waiting
        assert [message.text for message in room.sent] == ["一"]


async def test_waiting_for_a_lost_account_ends(start_bench: StartBench) -> None:
    bench = await start_bench(send_patience=0.1)
    assert not await bench.outbox.say("404", G, Text("一"))


async def test_a_full_group_queue_drops_the_oldest_and_a_private_one_refuses_the_newest(
    start_bench: StartBench,
) -> None:
    bench = await start_bench(send_queue=5, send_letters=100)
    long = "字" * 90
    async with open_room(bench.url) as room:
        room.connection.drop(down=0.3)
        await bench.host.until(lambda: ("bot_offline", ME) in bench.host.told)
        says = [bench.outbox.say(ME, G, Text(f"{long}{n}")) for n in range(8)]
        whispers = [bench.outbox.whisper(ME, FIRST, Text(f"{long}{n}")) for n in range(8)]
        said = await asyncio.gather(*says)
        whispered = await asyncio.gather(*whispers)
        group = [message.text[-1] for message in room.sent if message.group_id]
        private = [message.text[-1] for message in room.sent if message.is_private]
    assert said == [False, False, False, True, True, True, True, True]
    assert group == ["3", "4", "5", "6", "7"]
    assert whispered == [True, True, True, True, True, False, False, False]
    assert private == ["0", "1", "2", "3", "4"]


async def test_one_target_is_paced(start_bench: StartBench) -> None:
    bench = await start_bench(send_interval=0.05, send_letters=100)
    loop = asyncio.get_running_loop()
    async with open_room(bench.url) as room:
        times: list[float] = []
        room.world.on_message(lambda _: times.append(loop.time()))
        await asyncio.gather(*(bench.outbox.say(ME, G, Text("字" * 90)) for _ in range(4)))
        gaps = [later - earlier for earlier, later in pairwise(times)]
    assert len(gaps) == 3
    assert all(gap > 0.045 for gap in gaps)


async def test_an_account_is_paced_as_a_whole(start_bench: StartBench) -> None:
    bench = await start_bench(send_rate=50)
    loop = asyncio.get_running_loop()
    async with open_room(bench.url, groups=10) as room:
        begun = loop.time()
        await asyncio.gather(*(bench.outbox.say(ME, str(group), Text("一")) for group in room.world.groups))
        assert loop.time() - begun > 9 / 50 - 0.01


async def test_closing_sends_what_is_queued_and_refuses_the_rest(bench: Bench) -> None:
    async with open_room(bench.url) as room:
        await bench.host.until(lambda: ("bot_online", ME) in bench.host.told)
        waits = [bench.outbox.say(ME, G, Text("一")), bench.outbox.whisper(ME, FIRST, Text("密"))]
        await bench.outbox.close()
        assert await asyncio.gather(*waits) == [True, True]
        assert not await bench.outbox.say(ME, G, Text("二"))
        assert len(room.sent) == 2


async def test_friends_are_asked_for_once_for_many(bench: Bench) -> None:
    async with open_room(bench.url, seats=8) as room:
        users = list(room.world.people)
        room.world.unfriend(int(SECOND))
        found = await asyncio.gather(*(bench.outbox.befriended(ME, str(user)) for user in users))
        assert {user for user, friend in zip(users, found, strict=True) if friend} == room.world.friends
        assert [each.action for each in room.outcomes] == ["get_friend_list"]


async def test_friends_unknown_without_a_line(bench: Bench) -> None:
    assert not await bench.outbox.befriended("404", FIRST)
