"""电脑玩家：只看 `view` 与问题。"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.kernel import Ask, Choice, Player, Stream

__all__ = ["PLAYERS", "by_chance"]


def by_chance(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """随机：合法的里面抽一个。"""
    return ask.sample(stream)


PLAYERS: Mapping[str, Player] = {"随机": by_chance}
"""难度 → 电脑。"""
