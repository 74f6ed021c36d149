"""对局之外按玩家保存、开局时带上桌的东西（如自己构筑的卡组），和做它们的地方。

这里只有纯函数：一句话加上这个人现有的，得到几行回话与新的现有。存在哪里、谁能看见，由大厅管。
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Belongings:
    """一个座位带上桌的东西；普通数据，可以放进桌子，各副本共用。"""

    things: dict[str, str] = field(default_factory=dict[str, str])
    """存着的，`{名字: 一行文字}`，按存的先后；合不合用由游戏查。"""
    last: str = ""
    """上一次用的是哪一件（`Game.used` 给出的名字）；没有用过为空。那一件现在可能已经改名、删掉。"""


@dataclass(frozen=True, slots=True)
class Shelf:
    """一个人在一个游戏里的全部：存着的、做到一半的、上次用的。"""

    things: dict[str, str] = field(default_factory=dict[str, str])
    """存着的，`{名字: 一行文字}`，按存的先后。"""
    draft: str = ""
    """做到一半的，写法由游戏定；没有为空。"""
    last: str = ""
    """同 `Belongings.last`。"""


class Worked(NamedTuple):
    """办完一句话。"""

    lines: Sequence[str]
    """回给这个人的话；只私聊给他。"""
    shelf: Shelf
    """办完以后的；与原来相等就是没有改。"""


class Workshop(ABC):
    """一个游戏做这些东西的地方。实例无状态，话都已 `fold`。"""

    showing: str
    """看存着的，如「卡组」；群里、私聊都听。"""
    building: str
    """做新的，如「构筑」；只在私聊里办，别人看不到。"""
    verbs: frozenset[str] = frozenset()
    """常跟在 `building` 后面的词：群里有人这样打，才提醒他到私聊里打。"""

    @abstractmethod
    def guide(self, data: Any) -> Sequence[str]:
        """怎么用，几行，每行写明打什么；大家都看得到。"""

    @abstractmethod
    def glance(self, shelf: Shelf, data: Any) -> Sequence[str]:
        """群里的「卡组」：大家都看得到，只说有哪几件，不说里面是什么。"""

    @abstractmethod
    def show(self, rest: str, shelf: Shelf, data: Any) -> Sequence[str]:
        """私聊的「卡组」「卡组 名字」：只有他自己看得到。"""

    @abstractmethod
    def work(self, rest: str, shelf: Shelf, data: Any) -> Worked:
        """私聊的「构筑 …」：`rest` 是「构筑」后面的字。读不懂的也回几行，说明该打什么，不抛异常。"""
