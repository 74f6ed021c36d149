"""牌桌：桌上的一切，只有普通数据。"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, TypeVar, get_type_hints

import msgspec

from .errors import SnapshotError
from .events import Event
from .questions import Flow, Seat
from .random import GOLDEN_GAMMA, MASK
from .spaces import Choice, Space

STATIC = frozenset({"setup", "out"})
"""不进快照的字段：`setup` 与对局一起另存，`out` 只是事件的去处。"""

T = TypeVar("T", bound="Table")


@dataclass(slots=True)
class Table:
    """桌上的一切。子类只加普通数据字段（能写成 JSON 的列表、字典、整数、字符串、数据类）。

    `phase` 是下一段要跑的规则的名字。两段之间 Python 栈上什么也没有，所以段界处的桌子就是存档。
    """

    seats: int
    """座位数。"""
    rng: int
    """splitmix64 的状态，[0, 2**64)。"""
    setup: Any
    """开局时定下、整局不变、各副本共享的东西：数据表与桌规。"""
    phase: str
    """下一段规则的名字，`PHASES` 的键。"""
    over: bool = False
    """已经结束。"""
    out: list[Event] | None = None
    """事件的去处；`None` 表示没有人看（模拟、搜索），规则可以不造事件。"""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Flow[None]]]]
    DECLARATIONS: ClassVar[frozenset[str]] = frozenset()
    """随时可以声明的事（不是回答问题）的名字，如防具「自动/保留」。"""

    def below(self, bound: int) -> int:
        """[0, bound) 里的随机整数；`bound` 为 1..2**32，不为正时抛 `IndexError`。"""
        if bound <= 0:
            raise IndexError("没有可抽的东西")
        self.rng = word = (self.rng + GOLDEN_GAMMA) & MASK
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
        return ((word ^ (word >> 31)) * bound) >> 64

    def shuffle(self, items: list[Any]) -> None:
        """就地洗匀。"""
        for index in range(len(items) - 1, 0, -1):
            other = self.below(index + 1)
            items[index], items[other] = items[other], items[index]

    def tell(self, event: Event) -> None:
        """告诉大家一件事。热路径上先看 `self.out is not None` 再造事件。"""
        if self.out is not None:
            self.out.append(event)

    def copy(self: T) -> T:
        """一份互不影响的副本（每个列表、字典、数据类都是新的）；`setup` 与 `out` 共享。"""
        raise NotImplementedError

    def view(self, seat: Seat | None) -> Any:
        """`seat`（`None` 为旁观者）可知的一切；文字、图片、电脑玩家只能用它。"""
        raise NotImplementedError

    def declaration(self, seat: Seat, what: str) -> Space | Sequence[Choice]:
        """`seat` 现在可以对 `what`（`DECLARATIONS` 之一）声明的值；空列表表示现在不能。"""
        return []

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        """记下一个声明；`choice` 已按 `declaration` 查过。不得改变正在问的问题。"""
        raise NotImplementedError

    # ------------------------------------------------------------ 存档
    def snapshot(self) -> bytes:
        """写成 JSON（不含 `setup` 与 `out`）。"""
        names = _dynamic(type(self))
        return msgspec.json.encode({name: getattr(self, name) for name in names})

    @classmethod
    def restore(cls: type[T], state: bytes, setup: Any) -> T:
        """从 `snapshot` 的结果还原；读不回来、缺字段、多字段、类型不对，都抛 `SnapshotError`。"""
        try:
            raw: Any = _decoder(cls).decode(state)
        except msgspec.MsgspecError as error:
            raise SnapshotError(f"存档读不回来：{error}") from error
        values = {name: getattr(raw, name) for name in _dynamic(cls)}
        if values["phase"] not in cls.PHASES:
            raise SnapshotError(f"存档读不回来：没有「{values['phase']}」这段规则")
        return cls(setup=setup, out=None, **values)

    def digest(self) -> int:
        """桌上一切的 CRC-32 校验值，[0, 2**32)；同样的日志必得同样的值。"""
        return zlib.crc32(self.snapshot())


_NAMES: dict[type[Table], tuple[str, ...]] = {}
_DECODERS: dict[type[Table], msgspec.json.Decoder[Any]] = {}


def _dynamic(cls: type[Table]) -> tuple[str, ...]:
    """快照里的字段名，按定义次序。"""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(entry.name for entry in fields(cls) if entry.name not in STATIC)
    return names


def _decoder(cls: type[Table]) -> msgspec.json.Decoder[Any]:
    """按字段的类型标注读快照；标注只解析一次。"""
    decoder = _DECODERS.get(cls)
    if decoder is None:
        hints = get_type_hints(cls)
        shape = msgspec.defstruct(
            "Snapshot", [(name, hints[name]) for name in _dynamic(cls)], forbid_unknown_fields=True
        )
        decoder = _DECODERS[cls] = msgspec.json.Decoder(shape)
    return decoder
