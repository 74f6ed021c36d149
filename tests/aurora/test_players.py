"""电脑「普通」在摆好的局面里怎么答。"""

from __future__ import annotations

from typing import Any

from games.aurora.players import PLAYERS
from games.kernel import Choice, Seat, Stream

from .position import Scene, Soldier, named, position


def reply(scene: Scene, seat: Seat) -> Choice:
    """「普通」对现在这个问题的回答；总要合法。"""
    ask = scene.asked(seat)
    choice = PLAYERS["普通"](scene.table.view(seat), ask, Stream(1), False)
    assert choice in ask.options
    return choice


def test_finishes_a_hero_in_reach() -> None:
    """A1.2：对方英雄只剩 2 点又没有闪避牌，用打得死的牌，不打更好打的士兵。"""
    scene = Scene(
        position(
            heroes="赫利 洛克",
            places="C1 C4",
            health=(20, 2),
            hands=("直刺 投矛", ""),
            soldiers=[Soldier(1, "匕首", "C2")],
        )
    )
    scene.to_main()
    choice: Any = reply(scene, 0)
    assert choice[0] == "play" and named([choice[1]]) == ["投矛"] and choice[2] == "up"
