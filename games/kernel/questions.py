"""规则向玩家提的问题。

规则是协程：`choice = yield Ask(seat, "出牌", options)`。三种问法：

- `Ask`：问一个座位，得到它的回答；
- `Together`：同时密问几个座位，全部答完才继续，得到 `{座位: 回答}`（按提问次序，与到达次序无关）；
- `Anyone`：主问一个座位，另有几个座位可以抢先插话，得到 `(座位, 回答)`；只有主问计时。
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

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
        self.options: Space = Listed(options) if isinstance(options, (list, tuple)) else options  # type: ignore[assignment]
        self.default = default
        self.note = note

    def sample(self, stream: Stream) -> Choice:
        """均匀（或近似均匀）抽一个合法回答。"""
        return self.options.sample(stream)


class Together:
    """同时密问：没有人看到别人的回答，直到全部答完。"""

    __slots__ = ("asks",)

    def __init__(self, asks: Sequence[Ask]) -> None:
        self.asks: list[Ask] = list(asks)


class Anyone:
    """主问 `main`，同时 `others` 里的座位可以抢先插话；先到者算数。

    `others` 的选项里没有「不插话」：不插话就是不回答。
    """

    __slots__ = ("main", "others")

    def __init__(self, main: Ask, others: Sequence[Ask]) -> None:
        self.main = main
        self.others: list[Ask] = list(others)


Question = Ask | Together | Anyone
Result = TypeVar("Result")
Flow = Generator[Question, Any, Result]
"""一段规则：产出问题，收到回答，返回 `Result`。"""
