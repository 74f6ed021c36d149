"""发送失败的种类：各家协议端说法不一，归成几类，好决定重试还是作罢。"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Any


class Failure(Enum):
    """一次发送为什么没有成功。值是写进日志的一句话。"""

    MUTED = "机器人在群里被禁言"
    GONE = "机器人不在这个群里"
    REFUSED = "对方不是好友，或不接收临时会话"
    INVALID = "协议端不认这条消息"
    RISK = "账号被风控"
    TIMEOUT = "协议端没有回音，可能已经发出"
    OFFLINE = "账号不在线"
    UNKNOWN = "协议端没有说明原因"

    @property
    def permanent(self) -> bool:
        """重试也不会成功。"""
        return self in (Failure.MUTED, Failure.GONE, Failure.REFUSED, Failure.INVALID)

    @property
    def tries(self) -> int:
        """最多发几次（含第一次）；0 表示由设置决定。

        没有回音的多半其实发出去了（NapCat 常如此），再发一次是宁可重复不可遗漏，再多就是刷屏；
        没有说明原因的（go-cqhttp、Lagrange）多半是不会好的那几种。
        """
        return 2 if self in (Failure.TIMEOUT, Failure.UNKNOWN) else 0


KERNEL_RESULT = re.compile(r'"result":\s*(-?\d+)')
"""NapCat 把 QQ 内核的返回整个放在错误文字里。"""

CODES: Mapping[int, Failure] = {
    16: Failure.REFUSED,
    103: Failure.REFUSED,
    110: Failure.GONE,
    120: Failure.MUTED,
    299: Failure.RISK,
    404: Failure.INVALID,
    1400: Failure.INVALID,
    1404: Failure.INVALID,
}
"""QQ 内核的结果码（Lagrange 直接放在 `retcode`），与 OneBot 的参数错误码。"""

WORDS: tuple[tuple[Failure, tuple[str, ...]], ...] = (
    (Failure.TIMEOUT, ("timeout", "timed out", "超时")),
    (Failure.MUTED, ("禁言",)),
    (Failure.GONE, ("移出", "不在该群", "不在群", "群聊不存在", "group_not_found")),
    (Failure.REFUSED, ("好友", "临时会话", "临时消息", "获取用户信息", "拒收")),
    (Failure.RISK, ("风控", "拦截", "频繁", "稍后再试")),
    (Failure.OFFLINE, ("离线", "未登录", "offline", "not logged in")),
    (
        Failure.INVALID,
        ("无法解析", "消息为空", "empty_msg", "param_error", "api_not_found", "参数", "不支持的api"),
    ),
)
"""错误文字里的字样，从上到下先到先得；已转成小写。"""


def classify_reply(reply: Mapping[str, Any]) -> Failure:
    """把失败的回包归类：看 `wording`、`message`、`msg` 的文字，再看 `retcode`。"""
    words = " ".join(str(reply.get(key) or "") for key in ("wording", "message", "msg")).casefold()
    for failure, signs in WORDS:
        if any(sign in words for sign in signs):
            return failure
    found = KERNEL_RESULT.search(words)
    if found is not None and int(found[1]) in CODES:
        return CODES[int(found[1])]
    try:
        code = int(reply.get("retcode") or 0)
    except (TypeError, ValueError):
        code = 0
    return CODES.get(code, Failure.UNKNOWN)
