"""超时的默认回答（E11.1–E11.3）：不主动翻开隐藏信息，不声明要选的技能。"""

from __future__ import annotations

from typing import Any

from games.kernel import Choice, Seat
from games.magicelite.questions import NONE, RespondNote, SetSpace
from games.magicelite.table import MagicEliteTable

__all__ = ["next_enemy", "plain_response", "play_default", "respond_default", "revive_default", "withstands"]


def play_default(table: MagicEliteTable, space: SetSpace) -> Choice:
    """血不满则最小纯♥，否则最低伤害单张；目标取顺位下一敌（E11.1）。"""
    seat = space.seat
    setup = table.setup
    sets = list(space.sets())
    worth, healing, number = setup.damage, setup.healing, setup.number
    if table.health[seat] < table.cap[seat]:
        hearts = [
            (sum(healing[card] for card in cards), cards)
            for cards in sets
            if not any(worth[card] for card in cards) and fits(table, space, cards)
        ]
        if hearts:
            return ["set", min(hearts)[1], None, []]
    ranked = sorted(
        sets, key=lambda cards: (len(cards), sum(worth[card] for card in cards), number[cards[0]], cards)
    )
    for cards in ranked:
        aimed = [target for target in space.targets(cards) if fits_at(table, space, cards, target)]
        if aimed:
            return ["set", cards, next_enemy(table, seat, aimed), []]
    return list(space.extras[0])


def fits(table: MagicEliteTable, space: SetSpace, cards: list[int]) -> bool:
    """这一套不声明技能、不要目标时行不行。"""
    return fits_at(table, space, cards, None)


def fits_at(table: MagicEliteTable, space: SetSpace, cards: list[int], target: Seat | None) -> bool:
    """这一套对这个目标行不行。"""
    powers = table.powers
    if not powers.restricts(table, space.seat, space.purpose):
        return True
    aimed = -1 if target is None else target
    return powers.objection(table, space.seat, cards, aimed, space.purpose) is None


def next_enemy(table: MagicEliteTable, seat: Seat, allowed: list[Seat | None]) -> Seat | None:
    """`allowed` 里出牌顺位在 `seat` 之后的第一个。"""
    for each in table.upcoming(table.place(seat)):
        if each in allowed:
            return each
    return allowed[0]


def respond_default(table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice:
    """不用 4 就能 OD≥0 的最少张；否则致命时用 4；再否则 OD 最大的一套（E11.2）。

    嫁祸只在没有别的办法、会死时才用，目标攻击者（E11.3）。这一代还有别的办法由 `powers` 先说。"""
    special = table.powers.respond_default(table, space, note)
    return plain_response(table, space, note) if special is None else special


def plain_response(table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice:
    """各代通用的部分（E11.2、E11.3）。"""
    seat = space.seat
    setup = table.setup
    number, shield = setup.number, setup.rules.shield_rank
    powers = table.powers
    bare: list[tuple[bool, int, int, list[int]]] = []
    guarded: list[tuple[int, list[int]]] = []
    for cards in space.sets():
        if any(number[card] == shield for card in cards):
            guarded.append((len(cards), cards))
        else:
            strength = powers.strength(table, seat, cards, [], "respond")
            od = strength.damage + strength.healing - note.enemy
            bare.append((withstands(table, seat, od, strength.healing), od, len(cards), cards))
    if not bare and not guarded:
        return list(NONE) if NONE in space.extras else list(space.extras[0])
    enough = [(count, od, cards) for _, od, count, cards in bare if od >= 0]
    if enough:
        return ["set", min(enough)[2], None, []]
    best = max(bare, key=lambda entry: (entry[0], entry[1], -entry[2])) if bare else None
    lethal = best is None or not best[0]
    if lethal and guarded:
        return ["set", min(guarded)[1], None, []]
    if lethal:
        framed = framing_default(table, space, note)
        if framed is not None:
            return framed
    assert best is not None
    return ["set", best[3], None, []]


def withstands(table: MagicEliteTable, seat: Seat, od: int, healing: int) -> bool:
    """`seat` 回应一套（OD 为 `od`，回复 `healing`）以后还活着；回应回血的桌规先回血再扣（E6.5）。"""
    health = table.health[seat]
    if table.setup.options.response_heals:
        health = min(table.cap[seat], health + healing)
    return health + od > 0


def framing_default(table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice | None:
    """致命时嫁祸给攻击者（E11.3）：张数最少的一套；不能则 `None`。"""
    if not table.has(space.seat, "framing"):
        return None
    skill = table.skill("framing")
    wanted: list[Any] = ["framing", note.attacker]
    sets = [cards for cards in space.sets() if wanted in skill.uses(table, space.seat, cards, "respond")]
    if not sets:
        return None
    return ["set", min(sets, key=lambda cards: (len(cards), cards)), None, [wanted]]


def revive_default(table: MagicEliteTable, space: SetSpace, killer: Seat) -> Choice:
    """自动出单张 5、目标击杀者；没有 5 则不复活（E11.3）。"""
    sets = sorted(space.sets(), key=lambda cards: (len(cards), cards))
    if not sets:
        return list(NONE)
    allowed = space.targets(sets[0])
    target = killer if killer in allowed else next_enemy(table, space.seat, allowed)
    return ["set", sets[0], target, []]
