"""反向 WebSocket：像 NapCat 一样主动连到机器人的 `/onebot/v11/ws`。

规范：https://github.com/botuniverse/onebot-11/blob/master/communication/ws-reverse.md 。断线后退避重连；断线期间的
事件像真实协议端一样丢失（计入 `lost`）。收发路径上不写日志，好让压力测试量到的是机器人而不是这里。
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from .actions import Actions, Call
from .dialect import Dialect
from .faults import Faults, SendFault
from .trouble import RoomError, Trouble
from .world import Event, Message, World

_QUIET = logging.getLogger("room.websockets")
_QUIET.setLevel(logging.CRITICAL)

_decode = msgspec.json.Decoder(Call).decode
_encode = msgspec.json.Encoder().encode


class _Echo(msgspec.Struct):
    """请求本身不合法时，至少把 `echo` 认出来。"""

    echo: msgspec.Raw = msgspec.Raw(b"")


class Connection:
    """一个协议端到一个机器人的连接。

    参数:
        world: 世界。
        url: 机器人的反向 WebSocket 地址，如 `ws://127.0.0.1:8080/onebot/v11/ws`。
        dialect: 哪家协议端的写法。
        token: 访问令牌；`None` 不带 `Authorization`。
        heartbeat: 心跳间隔，秒；0 为不发。
        backoff: 重连等待（秒）的起点与上限，每次失败加倍。
        faults: 故障开关。

    异常:
        ValueError: 令牌含 ASCII 以外的字符，写不进请求头。

    属性:
        lost: 没连上时丢掉的事件数。
        sent: 送出的事件数（重复送达也算）。
        received: 收到的请求数。
        connects: 连上过几次。
        last_error: 最近一次连不上或断线的原因。
    """

    def __init__(
        self,
        world: World,
        url: str,
        *,
        dialect: Dialect | None = None,
        token: str | None = None,
        heartbeat: float = 15.0,
        backoff: tuple[float, float] = (0.1, 5.0),
        faults: Faults | None = None,
    ) -> None:
        if token is not None and not token.isascii():
            raise ValueError("访问令牌只能用 ASCII 字符")
        self.world = world
        self.url = url
        self.dialect = dialect or Dialect()
        self.token = token
        self.heartbeat = heartbeat
        self.faults = faults or Faults()
        self.actions = Actions(world, self.dialect, restart=self._restart_soon)
        self.lost = 0
        self.sent = 0
        self.received = 0
        self.connects = 0
        self.last_error: Exception | None = None
        self._backoff = backoff
        self._socket: ClientConnection | None = None
        self._connected = asyncio.Event()
        self._outgoing: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._held: list[Event] = []
        self._delayed: set[asyncio.Task[None]] = set()
        self._down_until = 0.0
        self._traffic_at = 0.0
        self._was_connected = False
        self._stopping = False
        self._link_listeners: list[Callable[[bool], None]] = []
        self._runner: asyncio.Task[None] | None = None
        self._unsubscribe = world.on_event(self._on_world_event)

    # 开关 ------------------------------------------------------------------

    async def start(self) -> None:
        """开始连接（在后台，反复尝试）。"""
        if self._runner is None:
            self._traffic_at = asyncio.get_running_loop().time()
            self._runner = asyncio.create_task(self._run(), name="room-connection")

    async def stop(self) -> None:
        """好好关闭连接，不再重连，不再收世界的事件。"""
        self._unsubscribe()
        self._stopping = True
        if self._socket is not None:
            await self._socket.close()
        tasks = [*self._delayed, *([self._runner] if self._runner else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._runner = None

    def on_link(self, listener: Callable[[bool], None]) -> None:
        """订阅连上（真）与断开（假）。"""
        self._link_listeners.append(listener)

    async def wait_connected(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109 测试里一眼看清等多久
        """等到连上。

        异常:
            TimeoutError: 到时仍未连上，文字里有最近一次失败的原因。
        """
        try:
            await asyncio.wait_for(self._connected.wait(), timeout)
        except TimeoutError:
            raise TimeoutError(f"{timeout} 秒内没有连上 {self.url}：{self.last_error!r}") from None

    @property
    def is_connected(self) -> bool:
        """此刻是否连着。"""
        return self._connected.is_set()

    def drop(self, down: float = 0.0) -> None:
        """立刻断线（不做关闭握手），再退避重连。

        参数:
            down: 至少断这么久，秒。
        """
        self._down_until = asyncio.get_running_loop().time() + down
        self._connected.clear()
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.transport.abort()

    def _restart_soon(self) -> None:
        # 先把 set_restart 的回包送出去。
        self._later(self._drop_after(0.05))

    async def _drop_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self.drop()

    def release(self) -> None:
        """送出扣住的事件，并停止扣留。"""
        self.faults.holding = False
        held, self._held = self._held, []
        for event in held:
            self._on_world_event(event)

    def redeliver(self, message: Message) -> None:
        """把一条消息的事件再送一遍（消息号不变）。"""
        self.deliver(self.world.message_event(message))

    def deliver(self, event: Event) -> None:
        """把一个规范事件改写后立即送出，不经故障开关。没连上则丢失。"""
        self.deliver_raw(self.dialect.event(event))

    def deliver_raw(self, event: dict[str, Any]) -> None:
        """原样送出任意事件（可以是机器人没见过的）。没连上则丢失。"""
        if not self._connected.is_set():
            self.lost += 1
            return
        self._post(_encode_any(event))
        self.sent += 1

    # 空闲 ------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """还有没送出的、或故意拖着没做的。"""
        return bool(self._outgoing) or bool(self._delayed)

    def idle_for(self) -> float:
        """线上已安静了多久，秒（心跳不算）；还有事没做完则为 0。"""
        if self.busy:
            return 0.0
        return asyncio.get_running_loop().time() - self._traffic_at

    # 内部 ------------------------------------------------------------------

    async def _run(self) -> None:
        first, longest = self._backoff
        delay = first
        loop = asyncio.get_running_loop()
        while not self._stopping:
            try:
                await self._connect_once()
                delay = first
            except (OSError, WebSocketException, TimeoutError, EOFError) as error:
                self.last_error = error
                delay = first if self._was_connected else min(delay * 2, longest)
            finally:
                self._connected.clear()
                self._socket = None
                self._outgoing.clear()
                if self._was_connected:
                    self._tell_link(False)
            if self._stopping:
                return
            await asyncio.sleep(max(delay, self._down_until - loop.time()))

    async def _connect_once(self) -> None:
        self._was_connected = False
        headers = {
            "X-Self-ID": str(self.world.self_id),
            "X-Client-Role": "Universal",
        }
        if self.token:
            headers["Authorization"] = self.dialect.authorization(self.token)
        async with connect(
            self.url,
            additional_headers=headers,
            user_agent_header=self.dialect.user_agent,
            compression=None,
            proxy=None,
            max_size=None,
            max_queue=1024,
            ping_interval=None,
            close_timeout=1,
            logger=_QUIET,
        ) as socket:
            self._was_connected = True
            self.connects += 1
            self.last_error = None
            self._socket = socket
            self._outgoing.clear()
            self._post(_encode(self._meta("lifecycle", sub_type="connect")))
            self._connected.set()
            self._tell_link(True)
            writer = asyncio.create_task(self._write(socket))
            beater = asyncio.create_task(self._beat()) if self.heartbeat > 0 else None
            try:
                await self._read(socket)
            finally:
                writer.cancel()
                if beater is not None:
                    beater.cancel()

    def _tell_link(self, connected: bool) -> None:
        for listener in self._link_listeners:
            listener(connected)

    async def _read(self, socket: ClientConnection) -> None:
        loop = asyncio.get_running_loop()
        while True:
            frame = await socket.recv(decode=False)
            self._traffic_at = loop.time()
            self.received += 1
            self._handle(frame)

    async def _write(self, socket: ClientConnection) -> None:
        outgoing = self._outgoing
        wake = self._wake
        with contextlib.suppress(ConnectionClosed):
            while True:
                while outgoing:
                    await socket.send(outgoing.popleft(), text=True)
                wake.clear()
                await wake.wait()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.heartbeat)
            status = {"online": self.world.online, "good": self.world.online}
            beat = self._meta("heartbeat", status=status, interval=int(self.heartbeat * 1000))
            self._outgoing.append(_encode(beat))
            self._wake.set()

    def _meta(self, kind: str, **fields: Any) -> Event:
        event = {
            "time": int(self.world.now()),
            "self_id": self.world.self_id,
            "post_type": "meta_event",
            "meta_event_type": kind,
            **fields,
        }
        return self.dialect.event(event)

    def _post(self, frame: bytes) -> None:
        self._outgoing.append(frame)
        self._wake.set()
        self._traffic_at = asyncio.get_running_loop().time()

    def _on_world_event(self, event: Event) -> None:
        faults = self.faults
        if faults.holding:
            self._held.append(event)
            return
        if faults.event_age:
            event = {**event, "time": event["time"] - int(faults.event_age)}
        twice = faults.take_duplicate()
        for _ in range(2 if twice else 1):
            if faults.event_delay:
                self._later(self._deliver_after(faults.event_delay, event))
            else:
                self.deliver(event)

    async def _deliver_after(self, seconds: float, event: Event) -> None:
        await asyncio.sleep(seconds)
        self.deliver(event)

    def _handle(self, frame: bytes | str) -> None:
        try:
            call = _decode(frame)
        except msgspec.DecodeError:
            error = RoomError(Trouble.BAD_PARAMETER, "请求不是 {action, params, echo} 对象")
            self._post(_encode(self.dialect.failed(error, _echo_of(frame))))
            return
        fault: SendFault | None = None
        if self.actions.is_send(call.action):
            fault = self.faults.strike(call.params or {})
            if self.faults.reply_delay > 0:
                self._later(self._answer_after(self.faults.reply_delay, call, fault))
                return
        self._answer(call, fault)

    async def _answer_after(self, seconds: float, call: Call, fault: SendFault | None) -> None:
        await asyncio.sleep(seconds)
        self._answer(call, fault)

    def _answer(self, call: Call, fault: SendFault | None) -> None:
        if fault is None:
            reply = self.actions.perform(call)
        else:
            reply = self.actions.perform(call, instead=self.faults.error_of(fault), after=fault.delivered)
            if fault.silent:
                return
        if self._connected.is_set():
            self._post(_encode_any(reply))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._delayed.add(task)
        task.add_done_callback(self._delayed.discard)


def _echo_of(frame: bytes | str) -> msgspec.Raw:
    try:
        return msgspec.json.decode(frame, type=_Echo).echo
    except msgspec.DecodeError:
        return msgspec.Raw(b"")


def _encode_any(value: Any) -> bytes:
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # 孤立的代理字符进不了 UTF-8；真实的 QQ 也发不出它。
        return _encode(_scrub(value))


def _scrub(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_scrub(name): _scrub(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_scrub(item) for item in value]
    return value
