"""开局时定下、整局不变的东西：数据、桌规，以及由它们算好的查找表。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.aurora.board import Board, board_of
from games.aurora.data import AuroraData, RuleNumbers
from games.aurora.decks import Deck, Pool, pool_of
from games.aurora.language.steps import NearPick, Step
from games.aurora.options import Options

__all__ = ["Parts", "Setup", "prepare"]

Parts = tuple[tuple[Step, ...], ...]
"""一个效果：几部分，各几步（A4.7）。"""

NEAREST = NearPick(1, 1)
"""缺省的射程：附近 1 格选 1 格（A5.4）。"""


@dataclass(frozen=True, slots=True)
class Setup:
    """一局的不变部分；各副本共享，不进快照（与对局一起另存）。"""

    data: AuroraData
    options: Options
    rules: RuleNumbers
    board: Board
    pool: Pool
    """能拿来构筑的一切（A8.1）。"""
    card_index: dict[str, int]
    hero_index: dict[str, int]
    soldier_index: dict[str, int]
    move: tuple[int, ...]
    """牌 → 移动力（A3.1）。"""
    dodge: tuple[int, ...]
    """牌 → 闪避力（A4.5）。"""
    parts: tuple[Parts, ...]
    """牌 → 效果。"""
    skills: tuple[tuple[tuple[int, Parts], ...], ...]
    """英雄 → 各技能 `(要移除几张蓄能, 效果)`（A6.1）。"""
    level: tuple[int, ...]
    """士兵 → 等级 1–3；以下各项也按士兵。"""
    attack: tuple[int, ...]
    march: tuple[int, ...]
    """MOV（A5.3）。"""
    health: tuple[int, ...]
    """HP，也是回复的上限（A5.4）。"""
    attacks: tuple[tuple[Any, ...], ...]
    """可选的几种攻击：射程（打 ATK），或改为别的效果；没有写的是缺省的射程（A5.4）。"""
    own_attacks: tuple[bool, ...]
    """写明了攻击：压在下面时也保留（A5.5）。"""
    shield: tuple[int, ...]
    """相邻己方英雄每次受伤减几点（盾卫）。"""
    hero_bonus: tuple[int, ...]
    """打英雄多几点（狼骑）。"""
    leaving: tuple[Parts, ...]
    """离场效果（A5.7）；没有为空。"""

    def piles_of(self, deck: Deck) -> tuple[list[int], list[int]]:
        """一副卡组的牌与士兵，没有洗。"""
        return spread(deck.cards, self.card_index), spread(deck.soldiers, self.soldier_index)


def spread(counts: Sequence[tuple[str, int]], index: dict[str, int]) -> list[int]:
    """几种各几张，写成一张张。"""
    return [index[name] for name, count in counts for _ in range(count)]


def prepare(options: Options, data: AuroraData) -> Setup:
    """算好一局的不变部分；桌规选了别的卡池就用那一套（A8.1）。"""
    data = data.picked(options)
    soldiers = data.soldiers
    return Setup(
        data,
        options,
        data.rules,
        board_of(options.width, options.height),
        pool_of(data),
        {card.name: index for index, card in enumerate(data.cards)},
        {hero.name: index for index, hero in enumerate(data.heroes)},
        {soldier.name: index for index, soldier in enumerate(soldiers)},
        tuple(card.move for card in data.cards),
        tuple(card.dodge for card in data.cards),
        tuple(card.parts for card in data.cards),
        tuple(tuple((skill.cost, skill.parts) for skill in hero.skills) for hero in data.heroes),
        tuple(soldier.level for soldier in soldiers),
        tuple(soldier.attack for soldier in soldiers),
        tuple(soldier.move for soldier in soldiers),
        tuple(soldier.health for soldier in soldiers),
        tuple(soldier.attacks or (NEAREST,) for soldier in soldiers),
        tuple(bool(soldier.attacks) for soldier in soldiers),
        tuple(soldier.shield for soldier in soldiers),
        tuple(soldier.hero_bonus for soldier in soldiers),
        tuple(soldier.leaving for soldier in soldiers),
    )
