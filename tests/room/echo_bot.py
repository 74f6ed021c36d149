"""只会学舌的 NoneBot 应用，作为房间对面「不是我们写的」应用端：`python tests/room/echo_bot.py [--room]`。

端口等设置从当前目录的 `.env` 取，起来后在标准输出写一行 `ready`。群里和私下收到「说…」，就回「…」；收到「私下…」，
用 send_private_msg 私聊回「…」。
"""

import sys

import nonebot
from nonebot.adapters.onebot.v11 import Adapter, Bot, MessageEvent, NoticeEvent

nonebot.init(log_level="ERROR")
driver = nonebot.get_driver()
driver.register_adapter(Adapter)

talk = nonebot.on_message()
noticed = nonebot.on_notice()


@talk.handle()
async def _(bot: Bot, event: MessageEvent) -> None:
    said = event.get_plaintext().strip()
    if said.startswith("说"):
        await bot.send(event, said[1:], at_sender=event.message_type == "group")
    elif said.startswith("私下"):
        await bot.send_private_msg(user_id=event.user_id, message=said[2:])


@noticed.handle()
async def _(bot: Bot, event: NoticeEvent) -> None:
    group_id = getattr(event, "group_id", None)
    if group_id is not None and event.notice_type != "group_decrease":
        await bot.send_group_msg(
            group_id=group_id, message=f"{type(event).__name__} {event.get_event_name()}"
        )


@driver.on_startup
async def _() -> None:
    print("ready", flush=True)


if "--room" in sys.argv:
    nonebot.load_plugin("plugins.room")

if __name__ == "__main__":
    nonebot.run()
