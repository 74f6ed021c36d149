"""乱聊会的游戏，一个游戏一个文件。"""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.subject import Subject

from .leafrun import Leafrun

__all__ = ["SUBJECTS", "Leafrun"]

SUBJECTS: dict[str, Callable[[], Subject]] = {"leafrun": Leafrun}
"""叫法 → 造一个。"""
