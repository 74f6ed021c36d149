"""房间的设置。写在 `.env` 里，大写，如 `ROOM=on`、`ROOM_SEATS=6`。"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field, field_validator

from .dialect import Flavour, IdFormat, MessageFormat
from .layout import FIRST_GROUP_ID, FIRST_MEMBER_ID, NAMES, SELF_ID


class Config(BaseModel):
    """房间的设置。"""

    room: Literal["on", "off", "auto"] = Field(
        default="auto",
        description="开不开房间：on 开，off 不开，auto 为没有配置真实账号时开",
    )
    room_seats: int = Field(default=4, ge=1, le=20, description="试玩群里的人数（不含机器人）")
    room_names: list[str] = Field(
        default=list(NAMES), min_length=1, description="成员的昵称，依次取用，不够时加序号"
    )
    room_group_id: int = Field(default=FIRST_GROUP_ID, gt=0, description="试玩群的群号")
    room_group_name: str = Field(default="试玩群", min_length=1, description="试玩群的群名")
    room_first_member_id: int = Field(
        default=FIRST_MEMBER_ID, gt=0, description="第一名成员的 QQ 号，其余连号"
    )
    room_self_id: int = Field(default=SELF_ID, gt=0, description="机器人在房间里的 QQ 号")
    room_friends: bool = Field(default=True, description="成员是否一开始就是机器人好友")
    room_flavour: Flavour = Field(
        default="napcat", description="扮演哪家协议端：napcat、llonebot、lagrange、go-cqhttp"
    )
    room_message_format: MessageFormat = Field(
        default="array", description="上报消息的写法：array 数组，string CQ 码字符串"
    )
    room_id_format: IdFormat = Field(default="int", description="上报号码的写法：int 整数，string 字符串")
    room_heartbeat: float = Field(default=15.0, ge=0, description="心跳间隔（秒），0 为不发")
    room_history: int = Field(default=2000, ge=100, description="记住多少条消息，供引用、撤回和终端回看")

    @field_validator("room", mode="before")
    @classmethod
    def _words_for_on_and_off(cls, value: Any) -> Any:
        # .env 里写 ROOM=true 或 ROOM=1 的人要的就是开。
        if isinstance(value, bool) or value in (0, 1):
            return "on" if value else "off"
        if isinstance(value, str):
            folded = value.strip().lower()
            return {"true": "on", "1": "on", "yes": "on", "false": "off", "0": "off", "no": "off"}.get(
                folded, folded
            )
        return value


def real_account_configured(settings: object) -> bool:
    """是否配置了真实账号：设了 `ONEBOT_ACCESS_TOKEN`，或设了要主动去连的 `ONEBOT_WS_URLS`。

    参数:
        settings: NoneBot 的全局设置（属性名小写）。
    """
    return bool(getattr(settings, "onebot_access_token", None)) or bool(
        getattr(settings, "onebot_ws_urls", None)
    )


def room_is_on(config: Config, settings: object) -> bool:
    """按设置，房间开不开。"""
    if config.room == "auto":
        return not real_account_configured(settings)
    return config.room == "on"
