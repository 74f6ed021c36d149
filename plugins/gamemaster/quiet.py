"""又安静又快的消息事件，取代适配器自带的两种。

- 不写日志：每条消息一行，几百个群的话会淹没别的，光是排版就比处理还贵；私聊里还可能有秘密。
- 消息段直接造：NoneBot 的兼容层为每一段现造一个 pydantic 校验器，那占到收一条消息的三分之一。
  写法不合常规的照旧交给 pydantic 去校验、去拒绝。
"""

from __future__ import annotations

from typing import Any

from nonebot.adapters.onebot.v11 import (
    GroupMessageEvent,
    Message,
    MessageSegment,
    PrivateMessageEvent,
)
from nonebot.adapters.onebot.v11.exception import NoLogException
from pydantic import model_validator


def _built(parts: Any) -> Message | None:
    """规规矩矩的消息段数组造成 `Message`；别的为 `None`。"""
    if not isinstance(parts, list):
        return None
    for part in parts:
        if not (
            isinstance(part, dict)
            and part.keys() == {"type", "data"}
            and isinstance(part["type"], str)
            and isinstance(part["data"], dict)
        ):
            return None
    return Message(MessageSegment(part["type"], dict(part["data"])) for part in parts)


def _prepare(values: Any) -> Any:
    """校验之前把消息造好。`message` 会被适配器改动，`original_message` 不会，所以是两份。"""
    if isinstance(values, dict) and "message" in values:
        parts = values["message"]
        message, original = _built(parts), _built(parts)
        if message is None:
            original = parts.copy() if isinstance(parts, list) else parts
        return {**values, "message": parts if message is None else message, "original_message": original}
    return values


class QuietGroupMessageEvent(GroupMessageEvent):
    """群消息。"""

    @model_validator(mode="before")
    def check_message(cls, values: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """取代适配器的同名校验。"""
        return _prepare(values)

    def get_log_string(self) -> str:
        """不写。"""
        raise NoLogException


class QuietPrivateMessageEvent(PrivateMessageEvent):
    """私聊消息。"""

    @model_validator(mode="before")
    def check_message(cls, values: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """取代适配器的同名校验。"""
        return _prepare(values)

    def get_log_string(self) -> str:
        """不写。"""
        raise NoLogException


QUIET_MODELS = (QuietGroupMessageEvent, QuietPrivateMessageEvent)
"""交给 `Adapter.add_custom_model`。"""
