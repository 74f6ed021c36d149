"""扣血与昏厥（L4.5、L5.4、L6）。"""

from __future__ import annotations

from games.kernel import Seat
from games.leafrun.events import BearLost, Fainted, HealthLost, LossPrevented
from games.leafrun.table import AUTO, NOTHING, LeafrunTable


def lose_health(table: LeafrunTable, seat: Seat, amount: int, painless: bool) -> None:
    """林间扣 `amount` 点体力（L5.4）；`painless` 为善用地形的前进，不扣（L8.10）。"""
    if amount <= 0:
        return
    if table.rainboom[seat]:  # L8.6：本轮移动不扣体力，防具也就用不上
        if table.out is not None:
            table.out.append(LossPrevented(seat, "rainboom", None))
        return
    if painless:  # L8.10
        if table.out is not None:
            table.out.append(LossPrevented(seat, "use_terrain", None))
        return
    armour = table.armour[seat]
    health = table.health[seat]
    if armour != NOTHING and (table.armour_mode[seat] == AUTO or health <= amount):  # L4.5
        table.armour[seat] = NOTHING
        table.discard.append(armour)
        if table.out is not None:
            table.out.append(LossPrevented(seat, "armour", armour))
        return
    table.health[seat] = left = max(0, health - amount)
    if table.out is not None:
        table.out.append(HealthLost(seat, health - left, left))
    if left == 0:  # L5.8
        faint(table, seat, "forest")


def faint(table: LeafrunTable, seat: Seat, reason: str) -> None:
    """昏厥：本轮停止一切行动（L6.1、L6.2），没兑现的 bear 作废（L8.7）。"""
    table.fainted[seat] = 0
    table.health[seat] = 0
    table.faints[seat] += 1
    table.rainboom[seat] = False
    table.bear_active[seat] = False
    if table.out is not None:
        table.out.append(Fainted(seat, reason, table.finished(seat)))
    if table.bear_pending[seat]:
        table.bear_pending[seat] = False
        if table.out is not None:
            table.out.append(BearLost(seat, "faint"))


def revival_health(table: LeafrunTable, seat: Seat) -> int:
    """半血苏醒的体力：⌈体力上限/2⌉（L6.1：大麦 15 → 8）。"""
    return -(-table.max_health(seat) // table.setup.rules.revival_divisor)
