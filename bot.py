"""群桌的入口：`uv run bot.py`。

没有配置也能运行：只听本机，开一个模拟的 QQ 群（房间），数据放在 `var/`。
"""

from __future__ import annotations

import gc
import ipaddress
import json
import logging
import os
import socket
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import nonebot
from nonebot.adapters.onebot.v11 import Adapter
from nonebot.log import LoguruHandler, default_format, logger
from pydantic import ValidationError

if TYPE_CHECKING:
    from loguru import Record

SERVER: dict[str, Any] = {"ws_per_message_deflate": False}
"""给 uvicorn 的设置：消息多半不到一千字节，又走本机或内网，压缩只费时间。"""

REFUSED = 2
"""配置不对、端口被占：改了才能启动。"""


def stop(sentence: str) -> NoReturn:
    """说一句为什么启动不了，退出。"""
    print(f"群桌没有启动：{sentence}", file=sys.stderr)
    raise SystemExit(REFUSED)


def environment() -> dict[str, Any]:
    """系统环境变量里给我们的设置；NoneBot 自己只认它声明过的和写在 .env 里的。"""
    found: dict[str, Any] = {}
    for name, value in os.environ.items():
        lowered = name.lower()
        if not lowered.startswith(("qunzhuo_", "room_", "onebot_")) and lowered != "room":
            continue
        try:
            found[lowered] = json.loads(value)
        except ValueError:
            found[lowered] = value
        # 令牌、群名之类写成一串数字也还是文字。
        if isinstance(found[lowered], int) and lowered.endswith(("token", "secret", "name")):
            found[lowered] = value
    return found


def is_loopback(host: str) -> bool:
    """只有本机连得到。"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_listening(host: str, port: int, token: str | None) -> None:
    """不安全的监听、用不了的端口：在启动之前说清楚。"""
    if not is_loopback(host) and not token:
        stop(
            f"HOST={host} 会让别的机器连进来，却没有设 ONEBOT_ACCESS_TOKEN，谁都能冒充 QQ 发消息；"
            "请在 .env 里设一个令牌，或改回 HOST=127.0.0.1"
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":
            # 与服务器自己一样绑：刚关掉的连接还在 TIME_WAIT，不算被占。
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            stop(
                f"{host}:{port} 用不了（{error.strerror}）；多半是已经有一个群桌在运行，"
                "请先停掉它，或在 .env 里换一个 PORT"
            )


def keep_quiet(level: str | int) -> None:
    """日志按 `LOG_LEVEL`，但不为每条消息写一行：几百个群会把要紧的话淹没。

    低于级别的日志在这里就不再拼文字；NoneBot 自带的处理器是先拼好再丢掉。
    """
    threshold = logger.level(level).no if isinstance(level, str) else level
    wordy = threshold < logger.level("INFO").no

    def worth_reading(record: Record) -> bool:
        return wordy or record["name"] != "nonebot.message" or record["level"].no > 25

    logger.remove()
    logger.add(sys.stdout, level=threshold, filter=worth_reading, format=default_format, diagnose=False)
    # 大厅与游戏不认识 NoneBot，用的是标准库的日志。
    for name in ("plugins", "games"):
        ours = logging.getLogger(name)
        ours.handlers = [LoguruHandler()]
        ours.setLevel(threshold)
        ours.propagate = False


def skip_message_lines() -> None:
    """消息事件不再各写一行日志。"""
    # 导入会先执行插件包；要等 NoneBot 自己把插件装好以后。
    from plugins.gamemaster.quiet import QUIET_MODELS

    Adapter.add_custom_model(*QUIET_MODELS)


def register_adapter() -> None:
    """装上 OneBot v11 适配器。排错时（`LOG_LEVEL=DEBUG`）用原样的，每条消息都看得到。"""
    from plugins.gamemaster.lane import LaneAdapter

    driver = nonebot.get_driver()
    if logging.getLogger("plugins").level < logging.INFO:
        driver.register_adapter(Adapter)
        return
    skip_message_lines()
    driver.register_adapter(LaneAdapter)


def collect_rarely() -> None:
    """放宽循环垃圾的回收：几百桌的棋局都是活的，默认的阈值让它们隔几十毫秒就被整个扫一遍。

    处理一句话留下的环形垃圾很少（多半是异常的回溯），攒到十万个对象再扫不过几十兆。
    """
    gc.set_threshold(100_000, 20, 50)
    gc.freeze()


def start() -> None:
    """装好一切；留给 `nonebot.run()` 去跑。"""
    try:
        nonebot.init(**environment())
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        name = str(found["loc"][0]).upper() if found["loc"] else "设置"
        example = '，要写成 SUPERUSERS=["123456"]' if name == "SUPERUSERS" else ""
        stop(f"{name} 里的 {found['input']} 不行{example}；能写的值见 .env.example")
    except ValueError as error:
        stop(f"设置不对：{error}")
    driver = nonebot.get_driver()
    config = driver.config
    keep_quiet(config.log_level)
    token = next(
        (
            str(value)
            for name in ("onebot_v11_access_token", "onebot_access_token")
            if (value := getattr(config, name, None)) not in (None, "")
        ),
        None,
    )
    if token and not (token.isascii() and token.isprintable()):
        stop("ONEBOT_ACCESS_TOKEN 只能用英文字母、数字和符号：协议端把它放在请求头里，汉字传不过来")
    check_listening(str(config.host), config.port, token)
    for name in ("plugins.gamemaster", "plugins.room"):
        if nonebot.load_plugin(name) is None:
            stop(f"插件 {name} 装不上，原因见上面的日志")
    register_adapter()
    driver.on_startup(collect_rarely)


if __name__ == "__main__":
    start()
    nonebot.run(**SERVER)
