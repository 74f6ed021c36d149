"""真 WebSocket，对面是原封不动的 aiocqhttp：它能用，别的应用端也该能用。"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiocqhttp import ActionFailed, Event, Message, MessageSegment

from plugins.room.dialect import FLAVOURS, Flavour, IdFormat, MessageFormat
from plugins.room.faults import Faults
from plugins.room.harness import Room, open_room
from plugins.room.layout import small_world
from plugins.room.segments import at, text
from plugins.room.trouble import Trouble
from tests.room.application import Application

GROUP = 700001
OWNER, SECOND, THIRD = 10001, 10002, 10003
BOT = 10000

StartApplication = Callable[..., Awaitable[Application]]


def is_message(event: dict[str, Any]) -> bool:
    return event["post_type"] == "message"


def is_meta(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event.get("meta_event_type") == kind


@pytest.mark.parametrize("message_format", ["array", "string"])
@pytest.mark.parametrize("id_format", ["int", "string"])
async def test_aiocqhttp_hears_and_replies(
    start_application: StartApplication, message_format: MessageFormat, id_format: IdFormat
) -> None:
    application = await start_application()

    @application.bot.on_message
    async def _(event: Event) -> None:
        spoken = Message(event["message"]).extract_plain_text()
        await application.bot.send(event, "回" + spoken, at_sender=True)

    async with open_room(application.url, message_format=message_format, id_format=id_format) as room:
        await room.group().says("阿蓝", "桌[1]&,")
        answered = await room.next_group_message()
        assert answered.segments == [at(SECOND), text(" 回桌[1]&,")]
        assert answered.shown == "@阿蓝 回桌[1]&,"
        await room.private("阿蓝").says("悄悄")
        whispered = await room.next_private_message("阿蓝")
        assert (whispered.text, whispered.carried_group_id) == ("回悄悄", None)
        assert not whispered.seen_by(THIRD)
        assert room.failures == []
    first = (await application.until(is_message))[0]
    assert first["message"] == ("桌&#91;1&#93;&amp;," if message_format == "string" else [text("桌[1]&,")])
    assert first["user_id"] == (str(SECOND) if id_format == "string" else SECOND)


async def test_aiocqhttp_calls_actions_with_both_kinds_of_ids(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        bot = application.bot
        assert await bot.get_login_info() == {"user_id": BOT, "nickname": "群桌"}
        for group_id in (GROUP, str(GROUP)):
            members = await bot.call_action("get_group_member_list", group_id=group_id)
            assert len(members) == 5
        message = Message([MessageSegment.at(SECOND), MessageSegment.text("[到你]")])
        sent = await bot.call_action("send_group_msg", group_id=str(GROUP), message=message)
        stored = await bot.get_msg(message_id=sent["message_id"])
        assert stored["message"] == [at(SECOND), text("[到你]")]
        sent = await bot.call_action("send_private_msg", user_id=str(SECOND), message="[CQ:face,id=1]手牌")
        assert room.world.message(sent["message_id"]).shown == "[表情]手牌"
        assert room.transcript(room.group()) == ["群桌: @阿蓝[到你]"]
        assert room.transcript("阿蓝") == ["群桌: [表情]手牌"]
        assert room.transcript("小红") == []
        assert [m.shown for m in room.seen_by("小红")] == ["@阿蓝[到你]"]


@pytest.mark.parametrize(
    ("flavour", "retcode"), [("napcat", 1200), ("llonebot", 1200), ("lagrange", 120), ("go-cqhttp", 100)]
)
async def test_failed_action_raises_with_the_retcode_of_the_implementation(
    start_application: StartApplication, flavour: Flavour, retcode: int
) -> None:
    application = await start_application()
    async with open_room(application.url, flavour=flavour) as room:
        room.world.mute(GROUP, BOT, 60)
        with pytest.raises(ActionFailed) as caught:
            await application.bot.send_group_msg(group_id=GROUP, message="x")
        assert caught.value.retcode == retcode
        (failure,) = room.failures
        assert failure.error is not None and failure.error.trouble is Trouble.MUTED
        with pytest.raises(ActionFailed) as caught:
            await application.bot.call_action("no_such_action")
        assert caught.value.retcode == (404 if flavour == "lagrange" else 1404)


async def test_quick_operation_of_a_handler_that_returns_a_dict(start_application: StartApplication) -> None:
    application = await start_application()

    @application.bot.on_message
    async def _(event: Event) -> dict[str, Any]:
        return {"reply": "收到", "at_sender": False}

    async with open_room(application.url) as room:
        await room.group().says("小红", "x")
        assert (await room.next_group_message()).shown == "收到"


@pytest.mark.parametrize("flavour", FLAVOURS)
async def test_token_lifecycle_and_heartbeat(start_application: StartApplication, flavour: Flavour) -> None:
    application = await start_application(token="abc")
    world = small_world()
    async with open_room(application.url, world=world, flavour=flavour, token="abc", heartbeat=0.05) as room:
        (lifecycle,) = await application.until(is_meta("lifecycle"))
        assert (lifecycle["sub_type"], lifecycle["self_id"]) == ("connect", BOT)
        beats = await application.until(is_meta("heartbeat"), count=2)
        assert beats[0]["interval"] == 50
        assert beats[0]["status"] == {"online": True, "good": True}
        await room.settled(quiet=0.1)
        world.go_offline()
        await application.until(lambda event: event.get("status") == {"online": False, "good": False})


async def test_wrong_token_never_connects(start_application: StartApplication) -> None:
    application = await start_application(token="right")
    with pytest.raises(TimeoutError, match="没有连上"):
        async with open_room(application.url, token="wrong", connect_timeout=0.3):
            pass
    assert application.events == []


async def test_token_must_fit_in_a_header() -> None:
    with pytest.raises(ValueError, match="ASCII"):
        async with open_room("ws://127.0.0.1:9/ws", token="口令"):
            pass


async def test_connects_to_an_application_that_starts_late(
    start_application: StartApplication, free_port: int
) -> None:
    async with open_room(f"ws://127.0.0.1:{free_port}/ws", wait=False) as room:
        await asyncio.sleep(0.1)
        await room.group().says("小红", "没人听见")
        assert (room.connection.is_connected, room.connection.lost) == (False, 1)
        application = await start_application()
        await room.connection.wait_connected()
        await room.group().says("小红", "有人听见")
        (heard,) = await application.until(is_message)
        assert heard["raw_message"] == "有人听见"


async def test_drop_loses_events_and_comes_back(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        links: list[bool] = []
        room.connection.on_link(links.append)
        await application.until(is_meta("lifecycle"))
        room.connection.drop()
        await room.group().says("小红", "断线时说的")
        assert room.connection.lost == 1
        await room.connection.wait_connected()
        await application.until(is_meta("lifecycle"), count=2)
        await room.group().says("小红", "回来后说的")
        (heard,) = await application.until(is_message)
        assert heard["raw_message"] == "回来后说的"
        assert room.connection.connects == 2
        assert links == [False, True]
        assert (await application.bot.get_status())["online"]


async def test_restart_action_reconnects(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url):
        await application.until(is_meta("lifecycle"))
        assert await application.bot.set_restart() is None
        await application.until(is_meta("lifecycle"), count=2)


async def test_duplicate_delivery(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        room.faults.duplicate = 1
        twice = await room.group().says("小红", "双份")
        await room.group().says("小红", "单份")
        heard = await application.until(is_message, count=3)
        assert [event["raw_message"] for event in heard] == ["双份", "双份", "单份"]
        assert heard[0] == heard[1]
        room.connection.redeliver(twice)
        heard = await application.until(is_message, count=4)
        assert heard[3]["message_id"] == twice.message_id


async def test_held_late_and_old_events(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        room.faults.holding = True
        await room.group().says("小红", "一")
        await room.group().says("小红", "二")
        await room.settled(quiet=0.05)
        assert not any(is_message(event) for event in application.events)
        room.connection.release()
        heard = await application.until(is_message, count=2)
        assert [event["raw_message"] for event in heard] == ["一", "二"]
        room.faults.event_age = 300
        said = await room.group().says("小红", "旧")
        heard = await application.until(is_message, count=3)
        assert heard[2]["time"] == said.sent_at - 300
        room.faults.clear()
        room.faults.event_delay = 0.05
        await room.group().says("小红", "迟")
        assert room.connection.busy
        await application.until(is_message, count=4)


async def test_unknown_event_is_passed_as_is(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        strange = {"time": 1, "self_id": BOT, "post_type": "notice", "notice_type": "怪事", "x": [1]}
        room.connection.deliver_raw(strange)
        (heard,) = await application.until(lambda event: event.get("notice_type") == "怪事")
        assert heard == strange


async def test_lone_surrogates_do_not_break_the_line(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        await room.group().says("小红", "坏\ud800字")
        await room.group().says("小红", "好字")
        heard = await application.until(is_message, count=2)
        assert [event["raw_message"] for event in heard] == ["坏?字", "好字"]


async def test_failing_sends_by_target_and_count(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        bot = application.bot
        fault = room.faults.fail_sends(user_id=SECOND, times=1, trouble=Trouble.RISK_CONTROL)
        await bot.send_group_msg(group_id=GROUP, message="群里没事")
        await bot.send_private_msg(user_id=THIRD, message="别人没事")
        with pytest.raises(ActionFailed) as caught:
            await bot.call_action("send_private_msg", user_id=str(SECOND), message="失败一次")
        assert '"result": 299' in caught.value.result["message"]
        await bot.send_private_msg(user_id=SECOND, message="又好了")
        assert fault.hits == 1
        group_fault = room.faults.fail_sends(group_id=GROUP)
        for _ in range(2):
            with pytest.raises(ActionFailed):
                await bot.send_msg(message_type="group", group_id=GROUP, message="一直失败")
        await bot.send_private_msg(user_id=SECOND, message="私聊没事")
        group_fault.stop()
        await bot.send_group_msg(group_id=GROUP, message="恢复")
        assert [message.text for message in room.sent] == [
            "群里没事",
            "别人没事",
            "又好了",
            "私聊没事",
            "恢复",
        ]


async def test_failure_that_was_delivered_all_the_same(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        room.faults.fail_sends(times=1, delivered=True)
        with pytest.raises(ActionFailed):
            await application.bot.send_group_msg(group_id=GROUP, message="其实到了")
        assert (await room.next_group_message()).text == "其实到了"


async def test_silent_failure_is_never_answered(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        room.faults.fail_sends(times=1, silent=True)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(application.bot.send_group_msg(group_id=GROUP, message="x"), 0.2)
        assert room.sent == []


async def test_slow_sends_hold_up_neither_each_other_nor_queries(start_application: StartApplication) -> None:
    application = await start_application()
    async with open_room(application.url) as room:
        room.faults.reply_delay = 0.2
        slow = [
            asyncio.create_task(application.bot.send_group_msg(group_id=GROUP, message=str(n)))
            for n in range(3)
        ]
        assert (await application.bot.get_status())["online"]
        assert room.sent == []
        assert not any(task.done() for task in slow)
        await asyncio.gather(*slow)
        assert [message.text for message in room.sent] == ["0", "1", "2"]


def test_probability_faults_repeat_with_the_seed() -> None:
    def pattern(seed: int) -> list[bool]:
        faults = Faults(seed)
        faults.fail_sends(probability=0.5)
        return [faults.strike({"group_id": 1}) is not None for _ in range(64)]

    assert pattern(1) == pattern(1) != pattern(2)
    assert 10 < sum(pattern(1)) < 54


async def test_notices_and_requests_reach_the_application(start_application: StartApplication) -> None:
    application = await start_application()

    @application.bot.on_request("friend")
    async def _(event: Event) -> dict[str, Any]:
        return {"approve": True}

    async with open_room(application.url, friends=False) as room:
        room.world.mute(GROUP, BOT, 60)
        room.world.kick(GROUP, OWNER, SECOND)
        await application.until(lambda event: event.get("notice_type") == "group_ban")
        await application.until(lambda event: event.get("sub_type") == "kick")
        room.world.request_friend(THIRD, "一起玩")
        await application.until(lambda event: event.get("notice_type") == "friend_add")
        assert THIRD in room.world.friends


async def test_harness_talk_and_timeout(start_application: StartApplication) -> None:
    application = await start_application()

    @application.bot.on_message
    async def _(event: Event) -> None:
        if event["raw_message"] == "两句":
            await application.bot.send(event, "一")
            await application.bot.send_private_msg(user_id=SECOND, message="二")

    async with open_room(application.url) as room:
        replies = await room.group().talk("小红", "两句")
        assert [(m.text, m.group_id, m.peer_id) for m in replies] == [
            ("一", GROUP, None),
            ("二", None, SECOND),
        ]
        assert [m.text for m in room.group().pending()] == ["一"]
        assert [m.text for m in room.private("阿蓝").pending()] == ["二"]
        assert await room.private("小红").talk("没人理") == []
        with pytest.raises(AssertionError, match="没有在"):
            await room.next_group_message(timeout=0.05)
        with pytest.raises(KeyError):
            room.user_id("没这个人")
        room.world.set_card(GROUP, SECOND, "蓝方")
        assert room.user_id("蓝方") == room.user_id("阿蓝") == SECOND


async def test_malformed_requests_get_an_answer_with_their_echo() -> None:
    from websockets.asyncio.server import ServerConnection, serve

    answers: list[str | bytes] = []
    answered = asyncio.Event()

    async def application(socket: ServerConnection) -> None:
        await socket.recv()
        for frame in ('{"action":"get_status","params":[1],"echo":{"n":[1]}}', "not json", '{"echo":7}'):
            await socket.send(frame)
            answers.append(await socket.recv())
        answered.set()
        await socket.wait_closed()

    async with serve(application, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        async with open_room(f"ws://127.0.0.1:{port}/") as room:
            assert isinstance(room, Room)
            await asyncio.wait_for(answered.wait(), 5)
    for answer, echo in zip(answers, ('"echo":{"n":[1]}', '"echo":null', '"echo":7'), strict=True):
        assert isinstance(answer, str)
        assert '"retcode":1400' in answer
        assert echo in answer


async def test_connection_headers() -> None:
    from websockets.asyncio.server import ServerConnection, serve

    seen: list[dict[str, str]] = []

    async def application(socket: ServerConnection) -> None:
        assert socket.request is not None
        seen.append({name.lower(): value for name, value in socket.request.headers.raw_items()})
        await socket.wait_closed()

    async with serve(application, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        for flavour in ("napcat", "go-cqhttp"):
            async with open_room(f"ws://127.0.0.1:{port}/", flavour=flavour, token="t"):
                pass
    assert [headers["x-self-id"] for headers in seen] == [str(BOT)] * 2
    assert [headers["x-client-role"] for headers in seen] == ["Universal"] * 2
    assert [headers["authorization"] for headers in seen] == ["Bearer t", "Token t"]
    assert [headers["user-agent"] for headers in seen] == ["OneBot/11", "CQHttp/4.15.0"]
