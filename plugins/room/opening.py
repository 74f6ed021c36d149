"""在机器人进程里开房间：布置世界、连到自己、放出 `/room/ws`。"""

from __future__ import annotations

import asyncio
import sys

import nonebot
from nonebot.drivers import Driver
from nonebot.log import logger
from starlette.websockets import WebSocket, WebSocketDisconnect

from .config import Config, room_is_on
from .connection import Connection
from .control import is_local, serve_client
from .dialect import Dialect
from .layout import small_world
from .stage import Stage

CONTROL_PATH = "/room/ws"
"""终端来连的路径。"""

DEFAULT_PORT = 8080
"""NoneBot 的默认端口；终端默认连它。"""

CONNECT_PATIENCE = 10.0
"""启动后过多少秒还没连上机器人自己就告警。"""

_FORBIDDEN = 1008


def open_on_startup() -> None:
    """按设置，登记启动时开房间、关闭时收拾。"""
    driver = nonebot.get_driver()
    config = nonebot.get_plugin_config(Config)
    if not room_is_on(config, driver.config):
        logger.debug("房间没开（ROOM=off，或已配置真实账号）")
        return
    opened: list[Connection] = []
    watchers: list[asyncio.Task[None]] = []

    @driver.on_startup
    async def _open() -> None:
        connection = await open_here(driver, config)
        opened.append(connection)
        watchers.append(asyncio.create_task(warn_if_unconnected(connection)))

    @driver.on_shutdown
    async def _close() -> None:
        for watcher in watchers:
            watcher.cancel()
        for connection in opened:
            await connection.stop()


async def open_here(driver: Driver, config: Config) -> Connection:
    """在这个进程里开房间，并告诉人怎样进来。返回连着机器人自己的连接（后台反复尝试，直到连上）。"""
    world = small_world(
        seats=config.room_seats,
        friends=config.room_friends,
        names=config.room_names,
        group_name=config.room_group_name,
        first_group_id=config.room_group_id,
        first_member_id=config.room_first_member_id,
        self_id=config.room_self_id,
        history=config.room_history,
    )
    connection = Connection(
        world,
        f"ws://{own_address(driver)}/onebot/v11/ws",
        dialect=Dialect(config.room_flavour, config.room_message_format, config.room_id_format),
        token=getattr(driver.config, "onebot_access_token", None) or None,
        heartbeat=config.room_heartbeat,
    )
    stage = Stage(world, connection, config.room_group_id)
    if serve_control(stage):
        invite(driver, config)
    connection.on_link(
        lambda connected: logger.debug(f"房间{'连上了' if connected else '断开了'}：{connection.url}")
    )
    await connection.start()
    return connection


async def warn_if_unconnected(connection: Connection) -> None:
    """过一阵还没连上，就告诉运维为什么。"""
    try:
        await connection.wait_connected(CONNECT_PATIENCE)
    except TimeoutError as error:
        logger.warning(f"房间连不上机器人：{error}。检查 HOST、PORT、ONEBOT_ACCESS_TOKEN")


def own_address(driver: Driver) -> str:
    """机器人自己在本机的「地址:端口」；监听所有网卡时用回环地址。"""
    host = str(driver.config.host)
    if host in ("0.0.0.0", "127.0.0.1", "localhost"):
        return f"127.0.0.1:{driver.config.port}"
    if host in ("::", "::1"):
        return f"[::1]:{driver.config.port}"
    return f"{host}:{driver.config.port}"


def serve_control(stage: Stage) -> bool:
    """在机器人的 FastAPI 上放出 `/room/ws`。驱动器不是 FastAPI 则放不了，返回假。"""
    try:
        from fastapi import FastAPI

        app = nonebot.get_app()
    except (ImportError, AssertionError):
        logger.warning("驱动器不是 FastAPI，房间开了，但终端连不进来；请设 DRIVER=~fastapi")
        return False
    if not isinstance(app, FastAPI):
        logger.warning("驱动器不是 FastAPI，房间开了，但终端连不进来；请设 DRIVER=~fastapi")
        return False

    async def room_socket(socket: WebSocket) -> None:
        host = socket.client.host if socket.client else None
        if not is_local(host, {name.lower(): value for name, value in socket.headers.items()}):
            logger.warning(f"拒绝了从 {host} 来连房间的请求：只许本机")
            await socket.close(_FORBIDDEN)
            return
        await socket.accept()
        try:
            await serve_client(stage, socket.receive_text, socket.send_text)
        except (WebSocketDisconnect, RuntimeError):
            return

    app.add_api_websocket_route(CONTROL_PATH, room_socket, name="room")
    return True


def invite(driver: Driver, config: Config) -> None:
    """告诉人怎样进来：日志一行，标准输出一行（日志级别调高了也看得见）。"""
    command = "uv run python -m plugins.room.terminal"
    if driver.config.port != DEFAULT_PORT or own_address(driver).rpartition(":")[0] != "127.0.0.1":
        command += f" --url ws://{own_address(driver)}{CONTROL_PATH}"
    logger.success(f"房间开了：「{config.room_group_name}」{config.room_seats} 人。另开一个终端：{command}")
    print(f"房间已开，另开一个终端输入：{command}", flush=True, file=sys.stdout)  # noqa: T201
