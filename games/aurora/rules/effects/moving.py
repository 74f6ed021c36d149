"""移动英雄、换位、放冰墙的步（A3.1、A4.11）。"""

from __future__ import annotations

from games.aurora.events import Walked, WallRaised
from games.aurora.language.steps import Dash, Shadow, Swap, Walk
from games.aurora.language.steps import Wall as WallStep
from games.aurora.questions import Aim, PlaceAim
from games.aurora.rules.attack import walk_hero
from games.aurora.rules.effects.aiding import soldier_aim
from games.aurora.rules.use import Use
from games.aurora.table import AuroraTable, Wall
from games.kernel import Choice, Flow

__all__ = [
    "dash",
    "dash_aim",
    "shadow",
    "shadow_aim",
    "swap",
    "swap_aim",
    "walk",
    "walk_aim",
    "wall",
    "wall_aim",
]


def goals(table: AuroraTable, use: Use, reached: int) -> Aim | None:
    """走到哪里，原地（不走）在最前；一步也走不了就不问。"""
    if not reached:
        return None
    place = table.places[use.seat]
    return PlaceAim((place, *table.setup.board.ordered(place, reached)), "A3.1")


def walk_aim(table: AuroraTable, use: Use, step: Walk) -> Aim | None:
    """`移n` 走得到的格。"""
    return goals(table, use, table.setup.board.flood(table.places[use.seat], step.distance, table.blocked))


def walk(table: AuroraTable, use: Use, step: Walk, choice: Choice) -> Flow[None]:
    """`移n`：走至多 n 格（A3.1）。"""
    go(table, use, choice, "effect")
    return
    yield


def dash_aim(table: AuroraTable, use: Use, step: Dash) -> Aim | None:
    """`直移n` 走得到的格。"""
    return goals(table, use, table.setup.board.straight(table.places[use.seat], step.distance, table.blocked))


def dash(table: AuroraTable, use: Use, step: Dash, choice: Choice) -> Flow[None]:
    """`直移n`：沿一个方向直走至多 n 格。"""
    go(table, use, choice, "dash")
    return
    yield


def shadow_aim(table: AuroraTable, use: Use, step: Shadow) -> Aim | None:
    """影步走得到的格：路上可穿单位与障碍，终点须空（A4.11）。"""
    board = table.setup.board
    return goals(table, use, board.within(table.places[use.seat], step.distance) & ~table.blocked)


def shadow(table: AuroraTable, use: Use, step: Shadow, choice: Choice) -> Flow[None]:
    """影步：走至多 n 格，可穿单位与障碍。"""
    go(table, use, choice, "shadow")
    return
    yield


def go(table: AuroraTable, use: Use, goal: Choice, reason: str) -> None:
    """英雄走到 `goal`；没有可走的（`None`）、原地不动就什么也不做。"""
    if goal is not None and goal != table.places[use.seat]:
        walk_hero(table, use.seat, goal, reason, reason == "shadow")


def swap_aim(table: AuroraTable, use: Use, step: Swap) -> Aim:
    """和哪名己方士兵换位。"""
    return soldier_aim(table, use, step)


def swap(table: AuroraTable, use: Use, step: Swap, choice: Choice) -> Flow[None]:
    """换位：不算移动，不受霜环限制（A4.11）。"""
    stack = table.stack_at(choice)
    assert stack is not None
    start = table.places[use.seat]
    table.places[use.seat] = choice
    stack.cell = start
    if table.out is not None:
        table.out.append(Walked(table.hero(use.seat), start, [choice], "swap"))
        table.out.append(Walked(table.who(stack), choice, [start], "swap"))
    return
    yield


def wall_aim(table: AuroraTable, use: Use, step: WallStep) -> Aim:
    """能放冰墙的空格：不得使任一英雄四邻全不可进入；被单位围住不算，可攻击破围（A4.11）。"""
    board = table.setup.board
    place = table.places[use.seat]
    free = board.within(place, step.reach) & ~table.blocked
    for hero in table.places:
        open_cells = board.beside[hero] & ~table.obstacles
        if open_cells and not open_cells & (open_cells - 1):
            free &= ~open_cells  # 只剩这一格进得去
    return PlaceAim(board.ordered(place, free), "A4.11")


def wall(table: AuroraTable, use: Use, step: WallStep, choice: Choice) -> Flow[None]:
    """冰墙：置障碍，到自己下个回合开始（A4.10）；不给响应（A4.8）。"""
    table.obstacles |= 1 << choice
    table.walls.append(Wall(use.seat, choice))
    if table.out is not None:
        table.out.append(WallRaised(use.seat, choice))
    return
    yield
