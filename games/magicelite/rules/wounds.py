"""扣血、回血与出局（E3.7、E6.3、E6.5）。"""

from __future__ import annotations

from games.kernel import Flow, Seat
from games.magicelite.events import Died, Healed, Slain, Wounded
from games.magicelite.rules.play import Death
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["die", "heal", "mark_slain", "wound"]


def heal(table: MagicEliteTable, seat: Seat, amount: int) -> None:
    """回血，不超过上限（E6.5）。"""
    if amount <= 0:
        return
    gained = min(amount, table.cap[seat] - table.health[seat])
    table.health[seat] += gained
    if table.out is not None:
        table.out.append(Healed(seat, gained, table.health[seat]))


def wound(
    table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str, cap: int = 0
) -> Flow[Death | None]:
    """`seat` 该扣 `amount` 血，来源是 `source`（没有为 `NOBODY`）；`cap` 是连上限一起扣多少。

    先问这一代的减免（护盾、闪电豹）；扣到 0 返回一次击杀，由调用者交给 `powers.slain`。"""
    before, most = table.health[seat], table.cap[seat]
    amount = yield from table.powers.suffer(table, seat, amount, source, cause)
    if amount <= 0:
        return None
    table.spoiled = True
    lost = min(amount, before)
    table.powers.lose(table, seat, lost, cause)
    table.cap[seat] = max(0, most - cap)
    if table.health[seat] > table.cap[seat]:
        table.health[seat] = table.cap[seat]
    left = table.health[seat]
    if table.out is not None:
        table.out.append(Wounded(seat, source, cause, amount, before - left, left, table.cap[seat]))
    if left > 0:
        return None
    death = Death(seat, source, cause, amount, before, most)
    mark_slain(table, death)
    return death


def mark_slain(table: MagicEliteTable, death: Death) -> None:
    """记下一次击杀。"""
    if death.killer not in (NOBODY, death.seat):
        table.kills[death.killer] += 1
    if table.out is not None:
        table.out.append(Slain(death.seat, death.killer, death.cause, table.identity[death.seat]))


def die(table: MagicEliteTable, seat: Seat, killer: Seat) -> None:
    """出局：不再行动，手牌进弃牌堆（E3.7）。"""
    cards = table.hands[seat]
    table.hands[seat] = []
    table.discard += cards
    table.powers.shown(table, cards)
    table.alive[seat] = False
    table.health[seat] = 0
    if table.out is not None:
        table.out.append(Died(seat, killer, cards[:]))
