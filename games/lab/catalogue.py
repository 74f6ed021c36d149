"""按名字找游戏。"""

from __future__ import annotations

import importlib
from pathlib import Path

from games.kernel import Game

FOLDER = Path(__file__).resolve().parents[1]


def games() -> list[Game]:
    """`games/` 下的全部游戏：有 `data/` 同名文件夹的那些，按标识排序。"""
    found: list[Game] = []
    for folder in sorted(FOLDER.iterdir()):
        if (FOLDER.parent / "data" / folder.name).is_dir() and (folder / "__init__.py").exists():
            game = getattr(importlib.import_module(f"games.{folder.name}"), "game", None)
            if isinstance(game, Game):
                found.append(game)
    return found


def find(name: str) -> Game:
    """标识、中文名或别名是 `name` 的游戏；也认 `模块路径`（其中有 `game`）。没有抛 `LookupError`。"""
    for game in games():
        if name in (game.key, game.title, *game.aliases):
            return game
    if "." in name:
        try:
            game = getattr(importlib.import_module(name), "game", None)
        except ImportError:
            game = None
        if isinstance(game, Game):
            return game
    known = "、".join(f"{game.key}（{game.title}）" for game in games())
    raise LookupError(f"没有「{name}」这个游戏，有：{known or '（一个也没有）'}")
