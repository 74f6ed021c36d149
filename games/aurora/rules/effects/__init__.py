"""牌效语言的每一种步怎么结算（A9）：一种一个函数，从不看是哪张牌。"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.aurora.language import steps
from games.aurora.rules.effect import Effect
from games.aurora.rules.effects import aiding, dealing, drawing, moving, striking

__all__ = ["EFFECTS"]

EFFECTS: Mapping[type[Any], Effect] = {
    steps.Strike: Effect(striking.strike, striking.strike_aim, ("哪个方向都一格也打不到", "A4.2")),
    steps.Avenge: Effect(striking.avenge),
    steps.AidHero: Effect(aiding.aid_hero, quiet=True),
    steps.AidSoldiers: Effect(aiding.aid_soldiers, quiet=True),
    steps.AidOneSoldier: Effect(aiding.aid_one_soldier, aiding.soldier_aim, ("场上没有己方士兵", "A5")),
    steps.AidRange: Effect(aiding.aid_range, aiding.range_aim, ("范围里没有己方单位", "A4.1")),
    steps.Boost: Effect(aiding.boost, quiet=True),
    steps.Walk: Effect(moving.walk, moving.walk_aim),
    steps.Dash: Effect(moving.dash, moving.dash_aim),
    steps.Shadow: Effect(moving.shadow, moving.shadow_aim),
    steps.Swap: Effect(moving.swap, moving.swap_aim, ("场上没有己方士兵", "A4.11")),
    steps.Wall: Effect(moving.wall, moving.wall_aim, ("没有能放冰墙的空格", "A4.11")),
    steps.Draw: Effect(drawing.draw_cards, quiet=True),
    steps.Charge: Effect(drawing.charge, quiet=True),
    steps.Store: Effect(drawing.store),
    steps.Stow: Effect(drawing.stow_cards),
    steps.Recall: Effect(drawing.recall),
    steps.ExtraRound: Effect(dealing.extra_round, dealing.round_aim, ("没有能行动的己方士兵", "A5.8")),
    steps.ExtraDeploy: Effect(dealing.extra_deploy, blocked=dealing.no_deploy),
    steps.ExtraUpgrade: Effect(dealing.extra_upgrade, blocked=dealing.no_upgrade),
}
"""步的类 → 怎么结算。"""
