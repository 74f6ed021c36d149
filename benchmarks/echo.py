"""最小的回声机器人，作比较的底：收到一句，原样说回群里，别的什么也不做。

`python -m benchmarks.echo 端口 [matcher|preprocessor] [default|quiet]`

- `matcher`：一个普通的 `on_message`，NoneBot 教程里的写法；
- `preprocessor`：挂在事件预处理上，群桌的入口就是这样；
- `default`：NoneBot 自带的日志（`LOG_LEVEL=WARNING`，什么也不打印）与服务器设置；
- `quiet`：与群桌一样的日志与服务器设置。
"""

from __future__ import annotations

import sys

import nonebot
from nonebot.adapters.onebot.v11 import Adapter, Bot, GroupMessageEvent

import bot as application


def main(port: int, dispatcher: str, logs: str) -> None:
    """跑到被杀为止。"""
    nonebot.init(
        driver="~fastapi", host="127.0.0.1", port=port, log_level="WARNING", onebot_access_token=None
    )
    if logs == "quiet":
        application.keep_quiet("WARNING")
        application.skip_message_lines()
    nonebot.get_driver().register_adapter(Adapter)

    async def echo(bot: Bot, event: GroupMessageEvent) -> None:
        await bot.call_api("send_group_msg", group_id=event.group_id, message=event.get_plaintext())

    if dispatcher == "matcher":
        nonebot.on_message(priority=1, block=False).append_handler(echo)
    else:
        from nonebot.message import event_preprocessor

        event_preprocessor(echo)
    nonebot.run(**(application.SERVER if logs == "quiet" else {}))


if __name__ == "__main__":
    main(int(sys.argv[1]), *(sys.argv[2:] + ["matcher", "default"][len(sys.argv) - 2 :]))
