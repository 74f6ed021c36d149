"""不写日志的消息事件：每条消息一行，几百个群的话会淹没别的，光是排版就比处理还贵。"""

from __future__ import annotations

from nonebot.adapters.onebot.v11 import GroupMessageEvent, PrivateMessageEvent
from nonebot.adapters.onebot.v11.exception import NoLogException


class QuietGroupMessageEvent(GroupMessageEvent):
    """群消息，不写日志。"""

    def get_log_string(self) -> str:
        """不写。"""
        raise NoLogException


class QuietPrivateMessageEvent(PrivateMessageEvent):
    """私聊消息，不写日志：里面可能有秘密。"""

    def get_log_string(self) -> str:
        """不写。"""
        raise NoLogException


QUIET_MODELS = (QuietGroupMessageEvent, QuietPrivateMessageEvent)
"""交给 `Adapter.add_custom_model`，取代适配器自带的两种。"""
