"""快车道：没有别的插件在听时，消息不经 NoneBot 的分发，直接交给入口。

量过（见 docs/decisions）：NoneBot 分发一条消息——造事件、三层任务组、依赖注入——与我们读懂、走规则、落盘
合起来差不多贵。除了快，看不出区别：有别的插件时、消息里有引用时（要先问清引用了谁）、写法不合常规时，
都走原来的路。
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from nonebot.adapters.onebot.v11 import Adapter, Event


class LaneAdapter(Adapter):
    """OneBot v11 适配器，收到消息与元事件时先问 `listener`。"""

    listener: ClassVar[Callable[[dict[str, Any]], bool] | None] = None
    """`listener(事件)` 收下了为真；不收的照旧分发。不得抛异常，不得等待。"""

    @classmethod
    def json_to_event(cls, json_data: Any) -> Event | None:
        """同适配器；被收下的消息返回 `None`，适配器就此放手。"""
        if (
            cls.listener is not None
            and isinstance(json_data, dict)
            and json_data.get("post_type") in ("message", "meta_event")
            and cls.listener(json_data)
        ):
            return None
        return super().json_to_event(json_data)
