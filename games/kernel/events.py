"""桌上发生的事：给所有人看的公开部分，加上只给某些座位看的秘密部分。"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Generic, TypeVar, cast

from .questions import Seat

Part = TypeVar("Part")


class Secret(Generic[Part]):
    """一个只有某些座位知道的值：`{座位: 值}`。

    经 `Event.seen_by` 收窄以后只剩那个座位自己的值，从 `seen` 读。
    """

    __slots__ = ("parts", "seen")

    def __init__(self, parts: dict[Seat, Part] | None = None, seen: Part | None = None) -> None:
        self.parts: dict[Seat, Part] = {} if parts is None else parts
        self.seen: Part | None = seen

    def narrowed(self, seat: Seat | None) -> Secret[Part]:
        """只留 `seat` 的值；旁观者（`None`）什么也不留。"""
        return Secret(None, None if seat is None else self.parts.get(seat))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        theirs = cast("Secret[Any]", other)
        return self.parts == theirs.parts and self.seen == theirs.seen

    def __hash__(self) -> int:
        raise TypeError("Secret 不可散列")

    def __repr__(self) -> str:
        # 日志里只写有谁知道，不写内容。
        return f"Secret(seats={sorted(self.parts)})"


@dataclass(slots=True)
class Event:
    """一件事。子类只加字段；秘密字段的类型是 `Secret`（不能藏在列表或别的数据类里）。

    字段里的列表要是副本：事件造好以后，桌子再变，事件也不变。
    """

    def seen_by(self, seat: Seat | None) -> Any:
        """`seat`（`None` 为旁观者）看到的这件事：同类的事件，秘密字段已收窄。"""
        narrowed: dict[str, Any] = {}
        for name in _names(type(self)):
            value: Any = getattr(self, name)
            if isinstance(value, Secret):
                narrowed[name] = cast("Secret[Any]", value).narrowed(seat)
        return replace(self, **narrowed) if narrowed else self

    def reveals(self) -> bool:
        """是否让某个座位得知了秘密（悔棋时要别人同意）。"""
        for name in _names(type(self)):
            value: Any = getattr(self, name)
            if isinstance(value, Secret) and cast("Secret[Any]", value).parts:
                return True
        return False


_NAMES: dict[type[Event], tuple[str, ...]] = {}


def _names(cls: type[Event]) -> tuple[str, ...]:
    """一类事件的字段名；每个事件都要用，所以记下来。"""
    names = _NAMES.get(cls)
    if names is None:
        names = _NAMES[cls] = tuple(entry.name for entry in fields(cls))
    return names
