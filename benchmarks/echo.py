"""最小的回声机器人，作比较的底：收到一句，原样说回群里，别的什么也不做。

`python -m benchmarks.echo 端口 [matcher|preprocessor|lane] [default|quiet]`

- `matcher`：一个普通的 `on_message`，NoneBot 教程里的写法；
- `preprocessor`：挂在事件预处理上，群桌与别的插件同住时就是这样；
- `lane`：快车道，群桌独住时就是这样；
- `default`：NoneBot 自带的日志（`LOG_LEVEL=WARNING`，什么也不打印）与服务器设置；
- `quiet`：与群桌一样的日志与服务器设置。
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import nonebot
from nonebot.adapters.onebot.v11 import Bot, GroupMessageEvent
from nonebot.message import event_preprocessor

import bot as application
from plugins.gamemaster.lane import LaneAdapter


def main(port: int, dispatcher: str, logs: str) -> None:
    """跑到被杀为止。"""
    nonebot.init(
        driver="~fastapi", host="127.0.0.1", port=port, log_level="WARNING", onebot_access_token=None
    )
    if logs == "quiet":
        application.keep_quiet("WARNING")
        application.skip_message_lines()
    nonebot.get_driver().register_adapter(LaneAdapter)

    async def echo(bot: Bot, event: GroupMessageEvent) -> None:
        await bot.call_api("send_group_msg", group_id=event.group_id, message=event.get_plaintext())

    async def echo_raw(raw: dict[str, Any]) -> None:
        words = "".join(part["data"]["text"] for part in raw["message"] if part["type"] == "text")
        bot = nonebot.get_bot(str(raw["self_id"]))
        await bot.call_api("send_group_msg", group_id=raw["group_id"], message=words)

    tasks: set[asyncio.Task[None]] = set()

    def listen(raw: dict[str, Any]) -> bool:
        if raw["post_type"] != "message":
            return False
        task = asyncio.create_task(echo_raw(raw))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return True

    if dispatcher == "matcher":
        nonebot.on_message(priority=1, block=False).append_handler(echo)
    elif dispatcher == "preprocessor":
        event_preprocessor(echo)
    else:
        LaneAdapter.listener = listen
    nonebot.run(**(application.SERVER if logs == "quiet" else {}))


if __name__ == "__main__":
    main(int(sys.argv[1]), *(sys.argv[2:] + ["matcher", "default"][len(sys.argv) - 2 :]))
