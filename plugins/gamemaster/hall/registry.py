"""找出装着的游戏：`games/<key>/__init__.py` 里有 `game: Game` 的都算。"""

from __future__ import annotations

import importlib
import logging
import pkgutil
from collections.abc import Mapping

import games
from games.kernel import DATA, Game
from games.kernel.tables import DataError

log = logging.getLogger(__name__)

NOT_GAMES = frozenset({"kernel", "lab"})


def installed_games() -> dict[str, Game]:
    """全部装着的游戏，按标识排；装不上的写进日志并略过，不连累别的。"""
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(games.__path__), key=lambda each: each.name):
        if not module.ispkg or module.name in NOT_GAMES:
            continue
        try:
            game = getattr(importlib.import_module(f"games.{module.name}"), "game", None)
        except DataError as error:
            # 设计者改错了一格，要看的只有这一句。
            log.error("游戏 %s 装不上，改好后重启：%s", module.name, error)
            continue
        except Exception:
            log.exception("游戏 %s 装不上", module.name)
            continue
        if not isinstance(game, Game):
            continue
        found[game.key] = game
        try:
            game.load(DATA / game.key)
        except DataError as error:
            # 进行中的局用开局时存下的数据，接着玩；只是不能开新桌。
            log.error("游戏 %s 的数据有错，改好以前开不了新桌：%s", game.key, error)
    return found


def find_game(registry: Mapping[str, Game], words: str) -> tuple[Game, str] | None:
    """`words` 以哪个游戏的名字开头：`(游戏, 剩下的字)`；取最长的名字，没有为 `None`。"""
    best: tuple[int, Game] | None = None
    for game in registry.values():
        for name in (game.title, game.key, *game.aliases):
            if words.casefold().startswith(name.casefold()) and (best is None or len(name) > best[0]):
                best = (len(name), game)
    if best is None:
        return None
    return best[1], words[best[0] :].strip()
