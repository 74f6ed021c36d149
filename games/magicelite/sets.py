"""一套牌：单张或同花顺（E3.2），与它的数值（E4）。规则、文字、电脑玩家都用它。"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from games.magicelite.setup import Setup

__all__ = ["Factor", "Strength", "is_set", "legal_sets", "strength_of"]


@dataclass(slots=True)
class Factor:
    """伤害的一个倍率和它的来历，如 `double` ×2（E4.4）。"""

    name: str
    """技能或物品的标识（`data.SKILLS`、`data.ITEMS`）。"""
    value: int


@dataclass(slots=True)
class Strength:
    """一套牌的数值（E4）。"""

    base: int
    """各张伤害之和；打了暴走标记的已各自乘过（G3.13），其余倍率未乘。"""
    factors: list[Factor]
    """乘上的倍率，各倍率相乘。"""
    damage: int
    """`base` 乘上全部 `factors`。"""
    healing: int
    """回复；不乘倍率（E4.4）。"""


def is_set(setup: Setup, cards: Sequence[int]) -> bool:
    """这些（互不相同的）牌是不是合法的一套：单张，或同花顺（E3.2）。"""
    if not cards:
        return False
    suit = setup.suit
    bit = setup.bit
    first = suit[cards[0]]
    mask = 0
    for card in cards:
        if suit[card] != first or mask & bit[card]:
            return False
        mask |= bit[card]
    return mask in setup.run_masks


def legal_sets(setup: Setup, hand: Sequence[int], marked: Collection[int] = ()) -> Iterator[list[int]]:
    """`hand` 里能出的每一套，按花色、再按张数；牌面相同的只列一份。

    `marked` 是打了暴走标记的牌（G3.13）：与没打的同面牌算两种。"""
    ranks = setup.ranks
    face = setup.deck.face
    masks = [0] * len(setup.data.suits)
    found: dict[int, list[int]] = {}
    for card in hand:
        same = found.get(face[card])
        if same is None:
            found[face[card]] = [card]
            masks[face[card] // ranks] |= 1 << face[card] % ranks
        elif marked and all((card in marked) != (other in marked) for other in same):
            same.append(card)
    runs = setup.runs
    for suit, held in enumerate(masks):
        if not held:
            continue
        start = suit * ranks
        for positions in runs[held]:
            if not marked:
                yield [found[start + position][0] for position in positions]
            else:
                for picked in product(*[found[start + position] for position in positions]):
                    yield list(picked)


def strength_of(
    setup: Setup,
    cards: Sequence[int],
    factors: Sequence[Factor],
    marked: Collection[int] = (),
    mark: int = 1,
) -> Strength:
    """一套牌的数值（E4.1–E4.4）；`marked` 里的牌各先乘 `mark`（G3.13）。"""
    worth = setup.damage
    heal = setup.healing
    base = 0
    healing = 0
    for card in cards:
        base += worth[card] * mark if card in marked else worth[card]
        healing += heal[card]
    damage = base
    for factor in factors:
        damage *= factor.value
    return Strength(base, list(factors), damage, healing)
