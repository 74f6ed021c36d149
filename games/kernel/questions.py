"""规则向玩家提的问题。

规则是协程：`choice = yield Ask(seat, "出牌", options)`。三种问法：

- `Ask`：问一个座位，得到它的回答；
- `Together`：同时密问几个座位，全部答完才继续，得到 `{座位: 回答}`（按提问次序，与到达次序无关）；
- `Anyone`：主问一个座位，另有几个座位可以抢先插话，得到 `(座位, 回答)`；只有主问计时。
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar, cast

from .random import Stream
from .spaces import Choice, Listed, Space

Seat = int
"""座位号，从 0 起；给人看时加 1。"""


class Ask:
    """问一个座位的一个问题。"""

    __slots__ = ("default", "note", "options", "seat", "what")

    def __init__(
        self,
        seat: Seat,
        what: str,
        options: Space | Sequence[Choice],
        default: Choice = None,
        note: Any = None,
    ) -> None:
        """`seat` 被问者；`what` 问题的名字（英文标识，写进日志）；`options` 允许的回答；
        `default` 超时的回答，必须合法；`note` 给文字与电脑玩家看的补充（只含被问者可知的事）。"""
        self.seat = seat
        self.what = what
        self.options: Space = (
            Listed(options) if isinstance(options, (list, tuple)) else cast("Space", options)
        )
        self.default = default
        self.note = note

    def sample(self, stream: Stream) -> Choice:
        """均匀（或近似均匀）抽一个合法回答。"""
        return self.options.sample(stream)


class Together:
    """同时密问：没有人看到别人的回答，直到全部答完。"""

    __slots__ = ("asks",)

    def __init__(self, asks: Sequence[Ask]) -> None:
        """`asks` 各问不同的座位，否则抛 `ValueError`；空的立即得到 `{}`。"""
        self.asks: list[Ask] = list(asks)
        if len({ask.seat for ask in self.asks}) != len(self.asks):
            raise ValueError("同一个座位被同时问了两次")


class Anyone:
    """主问 `main`，同时 `others` 里的座位可以抢先插话；先到者算数。

    `others` 的选项里没有「不插话」：不插话就是不回答。
    """

    __slots__ = ("main", "others")

    def __init__(self, main: Ask, others: Sequence[Ask]) -> None:
        """主问与插话者都是不同的座位，否则抛 `ValueError`（主问者能插的话写进主问的选项）。"""
        self.main = main
        self.others: list[Ask] = list(others)
        if others and len({main.seat, *[ask.seat for ask in self.others]}) != len(self.others) + 1:
            raise ValueError("同一个座位被同时问了两次")


Question = Ask | Together | Anyone
"""三种问法之一。"""
Result = TypeVar("Result")
Flow = Generator[Question, Any, Result]
"""一段规则：产出问题，收到回答，返回 `Result`。"""
