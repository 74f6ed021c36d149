"""开局时定下、整局不变的东西：数据、桌规，以及由它们算好的查找表。"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.magicelite.data import Deck, Identities, MagicEliteData, Options, RuleNumbers

__all__ = ["Setup", "prepare"]


@dataclass(frozen=True, slots=True)
class Setup:
    """一局的不变部分；各副本共享，不进快照（与对局一起另存）。

    牌表按用得上的最多副数算；少用几副时，号是它的前一段（`data.Deck`）。"""

    data: MagicEliteData
    options: Options
    rules: RuleNumbers
    generation: int
    """第几代：1、2、3。"""
    deck: Deck
    """手牌的查找表，按牌号。"""
    identities: Identities
    """身份卡的查找表，按卡号。"""
    place: tuple[int, ...]
    """身份卡号 → 出牌的位次，小的先，各不相同（E2.1）。完全相同的两张按卡号：谁拿到哪张是种子抽的，
    所以等于随机定。"""
    ranks: int
    """一种花色有几种牌面。"""
    suit: tuple[int, ...]
    """牌号 → `data.SPADE`…`DIAMOND`。"""
    number: tuple[int, ...]
    """牌号 → 数字（E1.4）。"""
    bit: tuple[int, ...]
    """牌号 → 它的数字在 `runs` 里的那一位。"""
    damage: tuple[int, ...]
    """牌号 → 没有乘倍率的伤害（E4）。"""
    healing: tuple[int, ...]
    """牌号 → 回复（E4）。"""
    runs: tuple[tuple[tuple[int, ...], ...], ...]
    """同一花色里握着哪些数字（`bit` 之和）→ 能出的每一套（E3.2），写成数字在花色里的序号；单张在前，再按张数。"""
    run_masks: frozenset[int]
    """能一起出的数字（`bit` 之和），查一套合不合法用。"""
    skills: dict[tuple[int, int], tuple[str, ...]]
    """`(世代, 点数)` → 技能、被动与专用盾的标识，按数据里的次序。"""


def prepare(options: Options, data: MagicEliteData) -> Setup:
    """算好一局的不变部分。"""
    decks = options.decks or data.rules.decks_crowded
    deck = data.deck_of(decks)
    identities = data.identities_of(decks)
    numbers = data.hand_numbers
    bits = {number: 1 << index for index, number in enumerate(numbers)}
    order = sorted(range(identities.size), key=lambda card: (-identities.height[card], card))
    place = [0] * identities.size
    for position, card in enumerate(order):
        place[card] = position
    masks, runs = _runs(
        tuple(tuple(ladder) for ladder in _ladders(options, data)), numbers, options.straight_min
    )
    return Setup(
        data,
        options,
        data.rules,
        options.generation,
        deck,
        identities,
        tuple(place),
        len(numbers),
        deck.suit,
        deck.number,
        tuple(bits[number] for number in deck.number),
        deck.damage,
        deck.healing,
        runs,
        masks,
        {who: tuple(skill.key for skill in skills) for who, skills in data.skills_of.items()},
    )


def _ladders(options: Options, data: MagicEliteData) -> list[list[int]]:
    """数字连着的几段（E3.2），照桌规接起来。"""
    groups: dict[int, list[int]] = {}
    for number in data.hand_numbers:
        groups.setdefault(data.rank_of[number].run or 0, []).append(number)
    ladders = [groups[key] for key in sorted(groups)]
    if options.six_to_jack:
        ladders = [[number for ladder in ladders for number in ladder]]
    if options.king_to_ace:
        ladders[-1] = [*ladders[-1], ladders[0][0]]  # K 之后到 A 为止
    return ladders


@lru_cache(maxsize=64)
def _runs(
    ladders: tuple[tuple[int, ...], ...], numbers: tuple[int, ...], shortest: int
) -> tuple[frozenset[int], tuple[tuple[tuple[int, ...], ...], ...]]:
    """能一起出的数字，与握着各种数字时能出的每一套：单张，与各段里不重复的连续若干张。"""
    index = {number: position for position, number in enumerate(numbers)}
    found: dict[int, tuple[int, ...]] = {1 << position: (position,) for position in range(len(numbers))}
    for length in range(max(shortest, 2), len(numbers) + 1):
        for ladder in ladders:
            for start in range(len(ladder) - length + 1):
                picked = ladder[start : start + length]
                if len(set(picked)) == length:
                    positions = tuple(index[number] for number in picked)
                    found.setdefault(sum(1 << position for position in positions), positions)
    within = tuple(
        tuple(positions for mask, positions in found.items() if mask & held == mask)
        for held in range(1 << len(numbers))
    )
    return frozenset(found), within
