"""乱聊里属于某一个游戏的部分：造话的词、谁该知道什么、怎样的桌子说得通。其余的机器不认得任何游戏。

加一个游戏：在 `tests/fuzz/subjects/` 写一个 `Subject`，登记在 `subjects/__init__.py`。
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from games.kernel import Game

from .knowledge import Knowledge


class Subject(ABC):
    """被试的一个游戏。"""

    title: ClassVar[str]
    """开桌时打的名字。"""
    game_words: ClassVar[Sequence[str]]
    """这个游戏的指令。"""
    words_after: ClassVar[Sequence[str]]
    """跟在指令后面的，好坏都有。"""
    option_words: ClassVar[Sequence[str]]
    """桌规，`选项=值`。"""
    held_pattern: ClassVar[re.Pattern[str]]
    """手牌里的一张：`(编号, 名字)`。"""

    def __init__(self, game: Game) -> None:
        """`game`：同样的规则，每读一次数据换一套独一无二的名字（见 `nonces`）。"""
        self.game = game

    # ------------------------------------------------------------ 造话
    def opening(self, random: Random) -> list[str]:
        """开桌时写的桌规。"""
        return random.sample(self.option_words, random.choice((0, 0, 1, 1, 2)))

    def held(self, text: str) -> list[tuple[str, str]]:
        """话里写着的手牌，`(编号, 名字)`。"""
        return self.held_pattern.findall(text)

    @abstractmethod
    def composed_line(self, random: Random, held: Sequence[tuple[str, str]]) -> str:
        """拿看到的手牌自己拼一句。"""

    @abstractmethod
    def plain_line(self, random: Random, text: str, chance: float) -> str:
        """题面 `text` 里没有例子可抄时打的；`chance` 是造话的人已经抽好的 0 到 1。"""

    # ------------------------------------------------------------ 查
    @abstractmethod
    def salt(self, data: Any) -> int:
        """这份数据里的名字用的是哪一号。"""

    @abstractmethod
    def knowledge(self, table: Any) -> Knowledge:
        """从开局起记着谁知道什么。"""

    @abstractmethod
    def faults(self, table: Any) -> Iterator[str]:
        """桌上不对的地方，一处一句；没有就什么也不产出。"""
