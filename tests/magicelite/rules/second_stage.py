"""二代规则测试的局面：身份与身后的武将都摆好。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.magicelite.second import Feud, SecondState
from games.magicelite.table import MagicEliteTable
from tests.magicelite.position import Box, Scene, position


def stage(*hands: str, identities: str, generals: Sequence[str] = (), **values: Any) -> Scene:
    """二代的局面：`identities` 在场，`generals` 是各人身后的武将（先上场的在前，如 `"♥9 ♠7"`）。"""
    table = position(*hands, identities=identities, generation=2, generals=1, **values)
    box = Box(table.setup.identities.name, table.spare)
    for seat, names in enumerate(generals):
        state_of(table).generals[seat] = box.take_all(names)
    table.spare = box.left
    return Scene(table)


def state_of(table: MagicEliteTable) -> SecondState:
    """桌上二代的部分。"""
    assert table.second is not None
    return table.second


def state(scene: Scene) -> SecondState:
    """现在桌上二代的部分。"""
    return state_of(scene.table)


def feud(scene: Scene, controller: int, source: int, target: int, left: int = 5) -> Scene:
    """`controller` 控制着 `source` 与 `target` 内斗，重新从这一刻开始走。"""
    table = scene.table.copy()
    state_of(table).feuds.append(Feud(controller, source, target, left))
    return Scene(table)


def choices(scene: Scene, seat: int) -> list[Any]:
    """正在问 `seat` 的全部回答。"""
    return list(scene.asked(seat).options)


def declared(scene: Scene, seat: int) -> set[str]:
    """正在问 `seat` 的回答里能声明哪些技能。"""
    return {use[0] for choice in choices(scene, seat) if choice[0] == "set" for use in choice[3]}
