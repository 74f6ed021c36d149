"""把整机插到 NoneBot 上：启动、关闭、事件、账号上下线。"""

from __future__ import annotations

import os
import sys
from typing import Any

import nonebot
from nonebot.exception import ApiNotAvailable
from nonebot.log import logger
from nonebot.message import event_preprocessor
from pydantic import ValidationError

from .application import Application
from .config import Settings, unknown_names
from .lane import LaneAdapter
from .store import StoreError

REFUSED = 2
"""库打不开时的退出码：改了设置或停掉另一个进程才能启动。"""


async def call(bot: str, action: str, parameters: dict[str, Any]) -> Any:
    """叫一个 OneBot 动作；账号没连着抛 `ApiNotAvailable`。"""
    found = nonebot.get_bots().get(bot)
    if found is None:
        raise ApiNotAvailable("OneBot V11")
    return await found.call_api(action, **parameters)


def plug_in() -> Application:
    """按 NoneBot 的设置造一台，登记到驱动器上。"""
    driver = nonebot.get_driver()
    try:
        settings = nonebot.get_plugin_config(Settings)
    except ValidationError as error:
        found = error.errors(include_url=False)[0]
        name = str(found["loc"][0]).upper() if found["loc"] else "设置"
        # 装插件时抛普通异常，NoneBot 会打出一大段回溯；运营者只需要这一句。
        sys.stderr.write(
            f"群桌没有启动：{name}={found['input']} 不行（{found['msg']}）；能写的值见 .env.example\n"
        )
        raise SystemExit(REFUSED) from None
    for name in unknown_names(driver.config.model_dump()):
        logger.warning(f"不认识的设置 {name}，多半是打错了；能用的见 .env.example")
    application = Application(settings, call, driver.config.superusers)

    @driver.on_startup
    async def start() -> None:
        try:
            await application.start()
        except StoreError as error:
            # 在启动中抛异常，服务器会打出一大段回溯；运营者只需要这一句。
            logger.error(f"群桌没有启动：{error}")
            os._exit(REFUSED)
        logger.info(f"群桌已就绪，数据在 {application.store.path}")

    driver.on_shutdown(application.stop)
    driver.on_bot_connect(application.edge.connected)
    driver.on_bot_disconnect(application.edge.disconnected)
    event_preprocessor(application.edge.preprocess)
    LaneAdapter.listener = application.edge.overhear
    return application
