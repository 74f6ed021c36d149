"""`/room/ws`：终端与台面之间的线，一帧一个 JSON 对象。

只许本机来连，也不许别处的网页借浏览器来连（看 `Origin` 与 `Host`）。

终端发来 `{"line": 一行字, "speaker": 当前的人}`；发去的见 `stage` 的「显示的东西」，另有 `switch`
（`speaker` 换人的结果：编号、昵称）。
"""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

import msgspec

from .orders import parse_line
from .stage import Show, Stage
from .trouble import RoomError

MAX_LINE = 4000
"""一行最长多少个字符；再长的不收。"""

MAX_BACKLOG = 2000
"""给一个终端最多积压多少样没送出的东西。"""


class _Line(msgspec.Struct):
    line: str
    speaker: str = "1"


def is_local(client_host: str | None, headers: Mapping[str, str]) -> bool:
    """来客是否在本机，且不是别处网页借浏览器发起的。

    参数:
        client_host: 对端地址。
        headers: 请求头，键小写。
    """
    if not _is_loopback(client_host):
        return False
    host = headers.get("host")
    # 域名被改指到 127.0.0.1 的网页，Host 里仍是它自己的域名。
    if host is not None and not _is_loopback(urlsplit(f"//{host}").hostname):
        return False
    origin = headers.get("origin")
    return origin is None or _is_loopback(urlsplit(origin).hostname)


def _is_loopback(host: str | None) -> bool:
    if host is None:
        return False
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def serve_client(
    stage: Stage,
    receive: Callable[[], Awaitable[str]],
    send: Callable[[str], Awaitable[None]],
) -> None:
    """伺候一个终端，直到 `receive` 抛异常（断开）。

    参数:
        receive: 取下一帧文字。
        send: 发一帧文字。
    """
    shows: asyncio.Queue[Show] = asyncio.Queue()

    def push(show: Show) -> None:
        # 终端卡住了也不能拖累机器人：宁可丢旧的。
        if shows.qsize() >= MAX_BACKLOG:
            shows.get_nowait()
        shows.put_nowait(show)

    for show in (stage.members_show(), *stage.recent_shows(), stage.link_show()):
        push(show)
    unsubscribe = stage.on_show(push)
    writer = asyncio.create_task(_write(shows, send))
    try:
        while True:
            frame = await receive()
            for show in answer(stage, frame):
                push(show)
    finally:
        unsubscribe()
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)


def answer(stage: Stage, frame: str) -> list[Show]:
    """办一帧；返回只给来客看的。"""
    try:
        line = msgspec.json.decode(frame, type=_Line)
    except msgspec.DecodeError:
        return [{"show": "error", "text": "看不懂这一帧：须为 {line, speaker}"}]
    if len(line.line) > MAX_LINE:
        return [{"show": "error", "text": f"一行最长 {MAX_LINE} 字"}]
    order = parse_line(line.line)
    if order.kind == "wrong":
        return [{"show": "error", "text": order.text}]
    if order.kind == "switch":
        try:
            user_id = stage.find(order.who)
        except RoomError as error:
            return [{"show": "error", "text": f"做不到：{error}"}]
        name = stage.world.people[user_id].nickname
        return [{"show": "switch", "speaker": str(user_id), "name": name}]
    if order.kind == "nothing":
        return []
    return stage.perform(order, line.speaker)


async def _write(shows: asyncio.Queue[Show], send: Callable[[str], Awaitable[None]]) -> None:
    while True:
        await send(msgspec.json.encode(await shows.get()).decode())
