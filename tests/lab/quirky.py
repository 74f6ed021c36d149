"""有毛病的对剑：电脑「坏」在某些局出错、答不合法的，或者像按了 Ctrl-C。"""

from __future__ import annotations

from typing import Any

from games.kernel import Ask, Choice, Stream
from tests.kit.riposte import RiposteGame, random_player


def crashing(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """有人离场就出错。"""
    if not all(view.alive):
        raise ZeroDivisionError("算错了")
    return random_player(view, ask, stream, optional)


def cheating(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """冒险时答不合法的。"""
    return "也许" if ask.what == "risk" else random_player(view, ask, stream, optional)


asked = [0]
"""问过几次，`interrupting` 用。"""


def interrupting(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """问到第两万次时，像有人按了 Ctrl-C。"""
    asked[0] += 1
    if asked[0] == 20_000:
        raise KeyboardInterrupt
    return random_player(view, ask, stream, optional)


class QuirkyGame(RiposteGame):
    """带着坏电脑的对剑。"""

    key = "quirky"
    title = "怪对剑"


QuirkyGame.players = {**RiposteGame.players, "出错": crashing, "作弊": cheating, "打断": interrupting}
game = QuirkyGame()
