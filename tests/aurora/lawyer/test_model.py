"""随机局面里的一次攻击：引擎与参照模型（`model`）走出同样的结果（A4、A5.4–A5.7、A1.2）。"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.aurora.table import NOBODY, Guard
from tests.aurora.lawyer.model import (
    CARDS,
    DODGE,
    EVERYWHERE,
    SOLDIERS,
    Cell,
    Hero,
    Over,
    Pile,
    World,
    ranges_of,
)
from tests.aurora.position import CARDS as CARD_NUMBERS
from tests.aurora.position import Scene, Soldier, named, position, soldiers_named

STACKS: tuple[str, ...] = (
    "民兵",
    "弓手",
    "盾卫",
    "鼠群",
    "匕首",
    "骸骨",
    "民兵 枪骑",
    "盾卫 祭司",
    "弓手 枪骑 圣骑",
    "骸骨 狼骑",
    "鼠群 咒师",
    "鼠群 狼骑 屠夫",
)


def name_of(cell: Cell) -> str:
    return f"{'ABCDEF'[cell[0]]}{cell[1] + 1}"


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """两个英雄、几叠士兵、几格障碍，挤在场地中间，常常够得着。"""
    cells = draw(st.permutations([(column, row) for row in range(5) for column in range(1, 5)]))
    places = iter(cells)
    heroes = [
        Hero(
            seat,
            next(places),
            draw(st.sampled_from([1, 2, 3, 5, 20])),
            draw(st.integers(0, 2)),
            draw(st.sampled_from([0, 0, 2])),
            draw(st.lists(st.sampled_from(sorted(DODGE)), max_size=3)) if seat else [],
        )
        for seat in (0, 1)
    ]
    piles: list[Pile] = []
    for _ in range(draw(st.integers(0, 6))):
        cards: list[str] = str(draw(st.sampled_from(STACKS))).split()
        most = SOLDIERS[cards[-1]][2]
        piles.append(
            Pile(
                draw(st.sampled_from([0, 1, 1])),
                next(places),
                cards,
                draw(st.integers(1, most)),
                draw(st.lists(st.sampled_from(["骸骨", "鼠群", "圣骑"]), max_size=2)),
                draw(st.sampled_from([0, 0, 1])),
            )
        )
    obstacles = {next(places) for _ in range(draw(st.integers(0, 3)))}
    return World(heroes, piles, obstacles, draw(st.booleans()))


def scene_of(world: World, card: str) -> Scene:
    """同一个局面。"""
    table = position(
        *(
            Soldier(
                pile.seat,
                " ".join(pile.cards),
                name_of(pile.cell),
                captives=" ".join(pile.captives),
                health=pile.health,
            )
            for pile in world.piles
        ),
        places=" ".join(name_of(hero.cell) for hero in world.heroes),
        hands=(card, ""),
        dodges=("", " ".join(world.heroes[1].dodges)),
        obstacles=" ".join(name_of(cell) for cell in sorted(world.obstacles)),
        health=[hero.health for hero in world.heroes],
        friendly_fire=world.friendly,
    )
    for hero in world.heroes:
        if hero.guard:
            table.guards.append(Guard(hero.seat, NOBODY, hero.guard, False))
        if hero.once:
            table.guards.append(Guard(hero.seat, NOBODY, hero.once, True))
    for pile, stack in zip(world.piles, table.stacks, strict=True):
        if pile.guard:
            table.guards.append(Guard(pile.seat, stack.key, pile.guard, False))
    return Scene(table)


def aimed(
    data: st.DataObject, world: World, user: Hero | Pile, reach: tuple[str, int, int]
) -> tuple[Any, list[Cell]] | None:
    """随机选一个范围：`(回答, 依次攻击的格)`；没有可选的为 `None`。"""
    kind, far, most = reach
    if kind in "直斜":
        lines = world.lines(user.cell, kind, far)
        if not lines:
            return None
        direction = data.draw(st.sampled_from(sorted(lines)))
        return direction, lines[direction]
    area = world.area(user.cell, kind, far)
    if kind in "远选":
        chosen = data.draw(st.lists(st.sampled_from(area), min_size=1, max_size=most, unique=True))
        return [name_of(cell) for cell in chosen], chosen
    targets = [cell for cell in area if world.target(user, world.at(cell))]
    if len(targets) < 2:
        return None if not area else ([], area)
    listed = data.draw(st.permutations(targets))
    return [name_of(cell) for cell in listed], [*listed, *[cell for cell in area if cell not in listed]]


def respond(data: st.DataObject, world: World, scene: Scene, cells: Sequence[Cell]) -> None:
    """守方响应（A4.5）：该问才问，走得到的格与模型一样。"""
    asked = world.may_respond(cells)
    assert (scene.waiting() == {1: "respond"}) is asked
    if not asked:
        return
    hero = world.heroes[1]
    ways = {card: sorted(world.walkable(hero.cell, DODGE[card])) for card in hero.dodges}
    offered = {(choice[1], choice[2]) for choice in scene.space() if choice != ["stay"]}
    assert offered == {
        (CARD_NUMBERS[card], scene.cell(name_of(cell))) for card, goals in ways.items() for cell in goals
    }
    card = data.draw(st.sampled_from(["", *ways]))
    if not card:
        scene.stay()
        return
    goal = data.draw(st.sampled_from(ways[card]))
    hero.dodges.remove(card)
    hero.cell = goal
    scene.dodge(card, name_of(goal))


def compare(world: World, scene: Scene) -> None:
    """两边的场面一样。"""
    table = scene.table
    assert table.over is bool(world.winners) and table.winners == world.winners
    for hero in world.heroes:
        seat = hero.seat
        assert table.health[seat] == hero.health
        assert scene.place(seat) == name_of(hero.cell)
        assert len(table.dodges[seat]) == len(hero.dodges)
        assert len(table.hands[seat]) == hero.drawn
        assert sum(each.amount for each in table.poisons if each.seat == seat and each.stack == NOBODY) == (
            hero.poison
        )
    expected = sorted(
        (name_of(pile.cell), pile.seat, pile.cards, pile.captives, pile.health, pile.poison)
        for pile in world.piles
        if not pile.gone
    )
    found = sorted(
        (
            table.setup.board.name(stack.cell),
            stack.seat,
            soldiers_named([piece >> 1 for piece in stack.cards]),
            soldiers_named([piece >> 1 for piece in stack.captives]),
            stack.health,
            sum(each.amount for each in table.poisons if each.stack == stack.key),
        )
        for stack in table.stacks
    )
    assert found == expected
    fallen = sorted(
        (seat, name)
        for seat in (0, 1)
        for name in soldiers_named([piece >> 1 for piece in table.fallen[seat]])
    )
    assert fallen == sorted(world.fallen)
    assert all(piece & 1 == seat for seat in (0, 1) for piece in table.fallen[seat])


@settings(max_examples=150, deadline=None)
@given(worlds(), st.sampled_from(sorted(CARDS)), st.data())
def test_a4_a_card_does_what_the_model_does(world: World, card: str, data: st.DataObject):
    """A4.1–A4.9 A5.7 A1.2 A9：范围、响应、闪避、减伤、推、离场、胜负，与参照模型一致。"""
    kind, far, most, damage = CARDS[card]
    user = world.heroes[0]
    scene = scene_of(world, card)
    aim = aimed(data, world, user, (kind, far, most))
    if aim is None:
        assert CARD_NUMBERS[card] not in scene.space().plays()
        return
    choice, cells = aim
    foreseen = scene.table.health[1]
    scene.play(card, choice or None)
    asked = world.may_respond(cells)
    damage_foreseen = scene.asked(1).note.damage if asked else None
    respond(data, world, scene, cells)
    stayed = scene.place(1) == name_of(world.heroes[1].cell) and len(scene.table.discards[1]) == 0
    with contextlib.suppress(Over):
        world.strike(user, cells, damage, card)
    compare(world, scene)
    assert named(scene.table.discards[0] + scene.table.laid[0]) == [card]
    if damage_foreseen is not None and stayed and (1, "圣骑") not in world.fallen:
        # A11.3：预告几点就扣几点，扣不到负数；没有排在他后面的离场回复。
        assert world.heroes[1].health == max(0, foreseen - damage_foreseen)


@settings(max_examples=150, deadline=None)
@given(worlds(), st.data())
def test_a5_a_soldier_does_what_the_model_does(world: World, data: st.DataObject):
    """A5.4–A5.7 A4 A1.2：士兵攻击的射程、伤害、离场、升变、胜负，与参照模型一致。"""
    mine = [pile for pile in world.piles if pile.seat == 0]
    if not mine:
        return
    user = data.draw(st.sampled_from(mine))
    scene = scene_of(world, "")
    kinds = ranges_of(user)
    picked = data.draw(st.integers(0, len(kinds) - 1))
    aim = aimed(data, world, user, kinds[picked])
    if aim is None:
        return
    choice, cells = aim
    # 祭司的第二种「攻击」是回复，排在它的第一种后面。
    index = picked
    if "祭司" in user.cards and picked > kinds.index(("选", 1, 1)):
        index += 1
    scene.soldier(name_of(user.cell), None, choice or True, index)
    respond(data, world, scene, cells)
    with contextlib.suppress(Over):
        world.strike(user, cells, SOLDIERS[user.cards[-1]][1])
    promoted = 0
    while "promote" in scene.waiting().values():
        scene.answer(0, "take")
        promoted += 1
    assert promoted == world.promoted
    compare(world, scene)


def test_the_model_covers_the_whole_board():
    """A1.1：6 列 5 排。"""
    assert len(EVERYWHERE) == 30 and len(CARDS) == 21 and len(SOLDIERS) == 12
