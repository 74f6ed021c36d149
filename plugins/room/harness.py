"""测试与基准用的房间：不经 NoneBot，直接把一个世界连到某个机器人的反向 WebSocket。

用法::

    async with open_room("ws://127.0.0.1:8080/onebot/v11/ws", seats=4) as room:
        table = room.group()                       # 默认的群
        await table.says("小红", "新游戏 落叶长跑")
        card = await table.next_message()          # 机器人在群里的下一句
        assert "加入" in card.text

        replies = await table.talk("阿蓝", "加入")   # 说一句，等到安静，取机器人其间说的全部
        hand = await room.private("阿蓝").next_message()
        assert not any(message.leaked for message in room.sent)
        print("\\n".join(room.transcript(table)))

人用 QQ 号或昵称指代，群用群号。机器人说的每句话都有 `Message`：`visible_to` 是看得见的人，`carried_group_id`
是私聊时带上的群号，`leaked` 是本该私下说却落在群里。注入故障见 `room.faults`（`Faults`），断线见 `room.connection.drop()`。
"""

# 等待类方法带 timeout 参数是测试代码惯用的写法，调用处一眼看清等多久。
# ruff: noqa: ASYNC109

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from .actions import Outcome
from .connection import Connection
from .dialect import Dialect, Flavour, IdFormat, MessageFormat
from .faults import Faults
from .layout import small_world
from .segments import Segment
from .world import Message, World

Who = int | str
"""QQ 号或昵称。"""


class _Inbox:
    """机器人发到某一处、测试还没取走的话。"""

    __slots__ = ("_waiters", "messages")

    def __init__(self) -> None:
        self.messages: deque[Message] = deque()
        self._waiters: deque[asyncio.Future[None]] = deque()

    def put(self, message: Message) -> None:
        self.messages.append(message)
        while self._waiters:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break

    async def get(self, timeout: float) -> Message:
        deadline = asyncio.get_running_loop().time() + timeout
        while not self.messages:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await asyncio.wait_for(waiter, deadline - asyncio.get_running_loop().time())
        return self.messages.popleft()


class GroupLine:
    """一个群里的说与听。"""

    def __init__(self, room: Room, group_id: int) -> None:
        self.room = room
        self.group_id = group_id
        self._inbox = room.inbox(group_id, None)

    async def says(self, who: Who, message: str | list[Segment]) -> Message:
        """某成员在群里说一句（事件入队即返回，不等机器人）。

        异常:
            RoomError: 不在群里、被禁言等。
        """
        return self.room.world.say(self.group_id, self.room.user_id(who, self.group_id), message)

    async def talk(self, who: Who, message: str | list[Segment], quiet: float = 0.15) -> list[Message]:
        """说一句，等到安静，返回机器人其间说的全部（群里和私下，按先后）。"""
        return await self.room.during(lambda: self.says(who, message), quiet)

    async def next_message(self, timeout: float = 5.0) -> Message:
        """机器人在这个群里的下一句（每句只取一次，按先后）；到时没有则 `AssertionError`。"""
        return await self.room.take(self._inbox, f"群 {self.group_id}", timeout)

    def pending(self) -> list[Message]:
        """取走机器人在这个群里说过、还没取的话；不等。"""
        return _drain(self._inbox)


class PrivateLine:
    """某人与机器人的私聊。"""

    def __init__(self, room: Room, user_id: int) -> None:
        self.room = room
        self.user_id = user_id
        self._inbox = room.inbox(None, user_id)

    async def says(self, message: str | list[Segment], *, via_group: int | None = None) -> Message:
        """私聊机器人一句。非好友自动借道共同的群，或用 `via_group` 指明。

        异常:
            RoomError: 既非好友也没有可借道的群。
        """
        return self.room.world.whisper(self.user_id, message, via_group=via_group)

    async def talk(self, message: str | list[Segment], quiet: float = 0.15) -> list[Message]:
        """说一句，等到安静，返回机器人其间说的全部（群里和私下，按先后）。"""
        return await self.room.during(lambda: self.says(message), quiet)

    async def next_message(self, timeout: float = 5.0) -> Message:
        """机器人私下给他的下一句（每句只取一次，按先后）；到时没有则 `AssertionError`。"""
        return await self.room.take(self._inbox, f"{self.user_id} 的私聊", timeout)

    def pending(self) -> list[Message]:
        """取走机器人私下给他、还没取的话；不等。"""
        return _drain(self._inbox)


class Room:
    """一个世界连着一个机器人。由 `open_room` 建立。

    属性:
        world: 世界；禁言、踢人、加好友等直接调它的方法。
        connection: 连接；断线、重送、扣留在这里。
        messages: 全部说过的话（人的和机器人的），含已撤回的。
        sent: 机器人说过的话。
        outcomes: 机器人叫过的每个动作；`keep_outcomes=False` 时不记。
    """

    def __init__(self, world: World, connection: Connection, *, keep_outcomes: bool = True) -> None:
        self.world = world
        self.connection = connection
        self.messages: list[Message] = []
        self.sent: list[Message] = []
        self.outcomes: list[Outcome] = []
        self._inboxes: dict[tuple[int | None, int | None], _Inbox] = {}
        self._groups: dict[int, GroupLine] = {}
        self._privates: dict[int, PrivateLine] = {}
        self._names: dict[tuple[str, int | None], int] = {}
        self._close: list[Callable[[], None]] = [world.on_message(self._on_message)]
        if keep_outcomes:
            self._close.append(connection.actions.on_outcome(self.outcomes.append))

    @property
    def faults(self) -> Faults:
        """故障开关。"""
        return self.connection.faults

    @property
    def failures(self) -> list[Outcome]:
        """失败了的动作。"""
        return [outcome for outcome in self.outcomes if outcome.error is not None]

    def group(self, group_id: int | None = None) -> GroupLine:
        """某个群；不给群号为第一个群。"""
        if group_id is None:
            group_id = next(iter(self.world.groups))
        line = self._groups.get(group_id)
        if line is None:
            line = self._groups[group_id] = GroupLine(self, group_id)
        return line

    def private(self, who: Who) -> PrivateLine:
        """某人与机器人的私聊。"""
        user_id = self.user_id(who)
        line = self._privates.get(user_id)
        if line is None:
            line = self._privates[user_id] = PrivateLine(self, user_id)
        return line

    def user_id(self, who: Who, group_id: int | None = None) -> int:
        """QQ 号或昵称（名片）→ QQ 号；给了群就先在群里找。不认识则 `KeyError`。"""
        if isinstance(who, int):
            return who
        known = self._names.get((who, group_id))
        if known is not None:
            return known
        group = self.world.groups.get(group_id) if group_id is not None else None
        for member in group.members.values() if group else ():
            if who in (member.shown_name, member.person.nickname):
                self._names[who, group_id] = member.person.user_id
                return member.person.user_id
        person = self.world.find_person(who)
        if person is None:
            raise KeyError(f"没有叫「{who}」的人")
        return person.user_id

    async def next_group_message(self, group_id: int | None = None, timeout: float = 5.0) -> Message:
        """机器人在某群的下一句；同 `room.group(group_id).next_message(timeout)`。"""
        return await self.group(group_id).next_message(timeout)

    async def next_private_message(self, who: Who, timeout: float = 5.0) -> Message:
        """机器人私下给某人的下一句；同 `room.private(who).next_message(timeout)`。"""
        return await self.private(who).next_message(timeout)

    async def settled(self, quiet: float = 0.15, timeout: float = 15.0) -> None:
        """等到线上安静了 `quiet` 秒（心跳不算，故意拖着的回包算没安静）。

        异常:
            AssertionError: `timeout` 秒内一直有来往。
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        begun = loop.time()
        while True:
            idle = min(self.connection.idle_for(), loop.time() - begun)
            if idle >= quiet:
                return
            if loop.time() > deadline:
                raise AssertionError(f"{timeout} 秒内没有安静下来")
            await asyncio.sleep(max(0.005, quiet - idle))

    async def during(self, act: Callable[[], object], quiet: float = 0.15) -> list[Message]:
        """做一件事（可为协程函数），等到安静，返回机器人其间说的全部。"""
        before = len(self.sent)
        result = act()
        if asyncio.iscoroutine(result):
            await result
        await self.settled(quiet)
        return self.sent[before:]

    def transcript(self, viewer: GroupLine | PrivateLine | Who) -> list[str]:
        """某一处的全部对话，一句一项，写作「名字: 文字」（多行文字原样保留）。

        参数:
            viewer: 群（`room.group(…)` 或群号）得群里人人可见的对话；
                人（`room.private(…)`、QQ 号或昵称）得此人与机器人的私聊。
        """
        if isinstance(viewer, GroupLine):
            group_id, user_id = viewer.group_id, None
        elif isinstance(viewer, PrivateLine):
            group_id, user_id = None, viewer.user_id
        elif isinstance(viewer, int) and viewer not in self.world.people:
            group_id, user_id = viewer, None
        else:
            group_id, user_id = None, self.user_id(viewer)
        return [
            f"{message.sender_name}: {message.shown}"
            for message in self.messages
            if message.group_id == group_id and (group_id is not None or message.peer_id == user_id)
        ]

    def seen_by(self, who: Who) -> list[Message]:
        """此人看得见的全部话：所在各群的、私下的。"""
        user_id = self.user_id(who)
        return [message for message in self.messages if message.seen_by(user_id)]

    def inbox(self, group_id: int | None, user_id: int | None) -> _Inbox:
        """某处的收件箱（内部用）。"""
        key = (group_id, user_id)
        box = self._inboxes.get(key)
        if box is None:
            box = self._inboxes[key] = _Inbox()
        return box

    async def take(self, box: _Inbox, place: str, timeout: float) -> Message:
        """从收件箱取一句（内部用）。"""
        try:
            return await box.get(timeout)
        except TimeoutError:
            recent = [f"{m.sender_name}: {m.shown}" for m in self.messages[-6:]]
            raise AssertionError(
                f"{timeout} 秒内机器人没有在{place}说话。最近的话：\n" + "\n".join(recent)
            ) from None

    def close(self) -> None:
        """不再听这个世界。"""
        for unsubscribe in self._close:
            unsubscribe()
        self._close.clear()

    def _on_message(self, message: Message) -> None:
        self.messages.append(message)
        if message.sender_id != self.world.self_id:
            return
        self.sent.append(message)
        if message.group_id is not None:
            self.inbox(message.group_id, None).put(message)
        else:
            self.inbox(None, message.peer_id).put(message)


@asynccontextmanager
async def open_room(
    url: str,
    *,
    world: World | None = None,
    groups: int = 1,
    seats: int = 4,
    friends: bool = True,
    flavour: Flavour = "napcat",
    message_format: MessageFormat = "array",
    id_format: IdFormat = "int",
    token: str | None = None,
    heartbeat: float = 0.0,
    backoff: tuple[float, float] = (0.05, 1.0),
    faults: Faults | None = None,
    connect_timeout: float = 15.0,
    wait: bool = True,
    keep_outcomes: bool = True,
) -> AsyncIterator[Room]:
    """打开一个房间，离开时断开。

    参数:
        url: 机器人的反向 WebSocket 地址。
        world: 现成的世界；不给就按 `groups`、`seats`、`friends` 布置一个（见 `small_world`）。
        heartbeat: 心跳间隔，秒；默认不发。
        wait: 是否等到连上才交给调用者。
        keep_outcomes: 是否逐一记下动作；长时间压测时关掉省内存。

    异常:
        TimeoutError: `connect_timeout` 秒内没有连上。
    """
    if world is None:
        world = small_world(groups=groups, seats=seats, friends=friends)
    connection = Connection(
        world,
        url,
        dialect=Dialect(flavour, message_format, id_format),
        token=token,
        heartbeat=heartbeat,
        backoff=backoff,
        faults=faults,
    )
    room = Room(world, connection, keep_outcomes=keep_outcomes)
    await connection.start()
    try:
        if wait:
            await connection.wait_connected(connect_timeout)
        yield room
    finally:
        await connection.stop()
        room.close()


def _drain(box: _Inbox) -> list[Message]:
    taken = list(box.messages)
    box.messages.clear()
    return taken
