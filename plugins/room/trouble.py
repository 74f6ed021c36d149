"""QQ 世界里会出的岔子。各协议端怎样把它写成回包，见 `dialect`。"""

from __future__ import annotations

from enum import Enum


class Trouble(Enum):
    """动作失败的原因。值是写给人看的一句话。"""

    BAD_PARAMETER = "参数缺失或不合要求"
    UNKNOWN_ACTION = "没有这个动作"
    EMPTY_MESSAGE = "消息是空的"
    UNKNOWN_USER = "查无此人"
    NOT_FRIEND = "不是好友，也没有能用的临时会话"
    TEMP_SESSION_REFUSED = "群里关闭了临时会话"
    NOT_IN_GROUP = "不在这个群里"
    NOT_MEMBER = "对方不是群成员"
    MUTED = "正被禁言"
    NO_PERMISSION = "权限不够"
    MESSAGE_NOT_FOUND = "没有这条消息"
    FLAG_NOT_FOUND = "没有这个请求，或已处理过"
    TIMEOUT = "发送超时"
    RISK_CONTROL = "账号被风控"
    OFFLINE = "账号不在线"


class RoomError(Exception):
    """世界不允许这件事发生。

    属性:
        trouble: 原因。
        detail: 涉及的参数名、号码等，进回包或给人看；可空。
    """

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble.value}：{detail}" if detail else trouble.value)
        self.trouble = trouble
        self.detail = detail
