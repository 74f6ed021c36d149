"""主要阶段：每次问一个行动，做完再问（A2.3）。"""

from __future__ import annotations

from functools import partial
from typing import Any

from games.aurora.events import CardMoved, CardPlayed, CardRetracted, SkillUsed
from games.aurora.questions import END, IDLE, RETRACT, AimNote, PlaceAim
from games.aurora.rules.attack import walk_hero
from games.aurora.rules.choices import MainSpace, card_use, skill_use
from games.aurora.rules.soldiers import deploy, round_of, upgrade
from games.aurora.rules.use import Retracted, resolve
from games.aurora.table import AuroraTable
from games.aurora.view import Source
from games.kernel import Ask, Choice, Flow, Seat

__all__ = ["main"]


def main(table: AuroraTable) -> Flow[None]:
    """做一个行动：移动、发效果、技能、布置、升阶、士兵一轮，或结束。"""
    seat = table.active
    choice: list[Any] = yield Ask(seat, "main", MainSpace(table, seat), list(IDLE))
    if choice == IDLE:
        table.phase = "discarding"
        return
    table.awake = True
    match choice:
        case ["move", card, None]:
            cells = MainSpace(table, seat).moves(card)
            cell = yield from choose_cell(table, seat, "move", card, cells, "A3.1")
            if cell is not None:
                move(table, seat, card, cell)
        case ["move", card, cell]:
            move(table, seat, card, cell)
        case ["play", card, aim]:
            yield from play(table, seat, card, aim)
        case ["skill", index, aim]:
            yield from use_skill(table, seat, index, aim)
        case ["deploy", soldier, None]:
            cells = MainSpace(table, seat).deployments()
            cell = yield from choose_cell(table, seat, "deploy", soldier, cells, "A5.1")
            if cell is not None:
                deploy(table, seat, soldier, cell, False)
        case ["deploy", soldier, cell]:
            deploy(table, seat, soldier, cell, False)
        case ["upgrade", soldier, cell, base]:
            upgrade(table, seat, soldier, cell, base, False)
        case ["round", cell, goal, attack, *after]:
            stack = table.stack_at(cell)
            assert stack is not None
            yield from round_of(table, stack, goal, attack, False, after[0] if after else None)
        case _:
            assert choice == END
            table.phase = "discarding"


def choose_cell(
    table: AuroraTable, seat: Seat, kind: str, index: int, cells: tuple[int, ...], clause: str
) -> Flow[int | None]:
    """没有说哪一格的移动、布置：先选格；收回就什么也没发生（A11.2）。"""
    aim = PlaceAim(cells, clause)
    aim.retractable = True
    source = Source(kind, seat, index, table.places[seat])
    choice = yield Ask(seat, "aim", aim, RETRACT, AimNote(source, None, True))
    return None if choice == RETRACT else choice


def move(table: AuroraTable, seat: Seat, card: int, cell: int) -> None:
    """用一张牌移动英雄，用过进弃牌堆（A3.1）。"""
    table.hands[seat].remove(card)
    table.discards[seat].append(card)
    table.moved += 1
    if table.out is not None:
        table.out.append(CardMoved(seat, card, table.use_limit() - table.moved))
    walk_hero(table, seat, cell, "move")


def play(table: AuroraTable, seat: Seat, card: int, aim: Choice) -> Flow[None]:
    """打出一张牌发效果，结算完进弃牌堆（A2.3、A4）；还没选范围就收回的不计（A11.2）。"""
    hand = table.hands[seat]
    place = hand.index(card)
    del hand[place]
    table.laid[seat].append(card)
    table.played += 1
    if table.out is not None:
        table.out.append(CardPlayed(seat, card, table.use_limit() - table.played))
    use = card_use(table, seat, card)
    use.given = aim
    try:
        yield from resolve(table, use, table.setup.parts[card])
    except Retracted:
        table.laid[seat].remove(card)
        hand.insert(place, card)
        table.played -= 1
        if table.out is not None:
            table.out.append(CardRetracted(seat, card))
        return
    table.laid[seat].remove(card)
    table.discards[seat].append(card)


def use_skill(table: AuroraTable, seat: Seat, index: int, aim: Choice) -> Flow[None]:
    """发动英雄技能：移除先放的蓄能牌（进弃牌堆），不占次数，每回合一次（A6.1）。

    选定了第一步的范围才移除：还能收回的时候不亮出蓄能牌。"""
    cost, parts = table.setup.skills[table.heroes[seat]][index]
    use = skill_use(table, seat, index)
    use.given = aim
    use.commit = partial(pay, table, seat, index, cost)
    try:
        yield from resolve(table, use, parts)
    except Retracted:
        return


def pay(table: AuroraTable, seat: Seat, index: int, cost: int) -> None:
    """移除蓄能牌，公开进弃牌堆（A6.1、A10）。"""
    charges = table.charges[seat]
    paid = charges[:cost]
    del charges[:cost]
    table.discards[seat] += paid
    table.skills_used.append(index)
    if table.out is not None:
        table.out.append(SkillUsed(seat, index, paid))
