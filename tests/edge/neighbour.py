"""与群桌装在同一个 NoneBot 里的别的插件：听见什么就说听见什么。直接执行则起一台装着两者的机器人。"""

from __future__ import annotations

import nonebot
from nonebot.adapters.onebot.v11 import Bot, GroupMessageEvent

if __name__ == "__main__":
    import os

    nonebot.init(
        driver="~fastapi",
        log_level="WARNING",
        qunzhuo_database=os.environ["QUNZHUO_DATABASE"],
        qunzhuo_send_interval=0,
    )
    nonebot.load_plugin("plugins.gamemaster")
    nonebot.load_plugin("tests.edge.neighbour")

    from plugins.gamemaster.lane import LaneAdapter

    nonebot.get_driver().register_adapter(LaneAdapter)
    nonebot.run()
else:
    overheard = nonebot.on_message(priority=5, block=False)

    @overheard.handle()
    async def echo(bot: Bot, event: GroupMessageEvent) -> None:
        await bot.call_api("send_group_msg", group_id=event.group_id, message=f"邻居听见 {event.message}")
