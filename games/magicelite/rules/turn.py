"""主动回合（E2、E3、E6.4、E9）。"""

from __future__ import annotations

from typing import Any

from games.kernel import Ask, Flow, Seat
from games.magicelite.events import GameOver, Passed, TurnSkipped, TurnStarted
from games.magicelite.questions import PASS, SetSpace
from games.magicelite.rules.defaults import play_default
from games.magicelite.rules.drawing import top_up
from games.magicelite.rules.exchange import end_exchange, lay_set, resolve_uses, start_attack
from games.magicelite.rules.retracting import offer, remember, seal
from games.magicelite.rules.wounds import heal
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["play", "strike", "turn"]


def turn(table: MagicEliteTable) -> Flow[None]:
    """找到下一个主动出牌的人（E2.2、E6.4）；到头了就结束（E9）。"""
    elsewhere = table.powers.unsettled(table)
    if elsewhere:
        table.phase = elsewhere
        return
    if table.active != NOBODY:
        table.powers.turn_ended(table, table.active)
    over = table.powers.finished(table)
    if over is None and table.turns >= table.setup.rules.turn_cap:  # E9.2
        over = table.powers.capped(table), "cap"
    if over is not None:
        finish(table, *over)
        return
    seat = table.upcoming(table.cursor)[0]
    table.turns += 1
    table.retracted = False
    table.active = seat
    table.cursor = table.place(seat)
    if table.out is not None:
        table.out.append(TurnStarted(seat, table.turns))
    table.phase = "play"
    if not (yield from table.powers.turn_started(table, seat)):
        return
    table.phase = "play"


def play(table: MagicEliteTable) -> Flow[None]:
    """主动出一套（E3.3）；之前可以先做别的（买东西、埋雷，G3）。"""
    seat = table.active
    if not (yield from top_up(table, seat)):
        return
    if not table.hands[seat]:  # E3.7
        if table.out is not None:
            table.out.append(TurnSkipped(seat, "no_cards"))
        table.phase = "turn"
        return
    space = SetSpace(table, seat, "play")
    choice = yield from offer(
        table, Ask(seat, "play", space, play_default(table, space), table.powers.play_note(table, seat))
    )
    if choice is None:
        return
    if choice == PASS:
        if table.out is not None:
            table.out.append(Passed(seat))
        table.phase = "turn"
    elif choice[0] == "set":
        _, cards, target, uses = choice
        before = remember(table, seat, cards, uses)
        if (yield from strike(table, seat, cards, target, uses)):
            seal(table, seat, cards, before)
    else:
        yield from table.powers.act(table, seat, choice)


def strike(
    table: MagicEliteTable, seat: Seat, cards: list[int], target: Seat | None, uses: list[list[Any]]
) -> Flow[bool]:
    """打出主动的一套：宣告、补牌、回血、技能、攻击（E3.5、E6.5）。中途被带到别处返回 `False`。"""
    aimed = NOBODY if target is None else target
    laid = yield from lay_set(table, seat, cards, aimed, uses, "play")
    if laid is None:
        return False
    heal(table, seat, laid.strength.healing)  # E6.5
    if not (yield from resolve_uses(table, laid)):
        return False
    if laid.strength.damage and aimed != NOBODY and table.alive[aimed]:
        return (yield from start_attack(table, seat, aimed, laid.strength.damage, cards, "play"))
    end_exchange(table)
    return True


def finish(table: MagicEliteTable, winners: list[Seat], reason: str) -> None:
    """对局结束。"""
    table.over = True
    table.winners = winners
    table.reason = reason
    table.active = NOBODY
    if table.out is not None:
        table.out.append(GameOver(winners[:], reason))
