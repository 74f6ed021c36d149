"""声明的技能怎么叫、怎么说。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Cast
from games.magicelite.view import View

NAMES = {
    "framing": "嫁祸",
    "hundredfold": "百倍",
    "aegis": "护盾",
    "control": "控制",
    "judgment": "审判",
    "reflection": "反射盾",
    "bloodlust": "嗜血",
    "freezing": "冰封盾",
    "thaw": "解冰",
    "rampage": "暴走盾",
    "devouring": "吞噬盾",
}
"""能在一套牌里声明的技能 → 短名。"""

AIMED = frozenset({"framing", "control", "bloodlust", "freezing"})
"""声明时要指一个人的。"""
LAYERED = frozenset({"freezing", "thaw"})
"""声明时要说是技能还是专用盾的。"""

WORDS: dict[str, tuple[str, ...]] = {
    "framing": ("嫁祸之术", "嫁祸"),
    "hundredfold": ("百倍", "一百倍", "x100", "×100"),
    "aegis": ("护盾",),
    "control": ("控制",),
    "judgment": ("天神的审判", "天神审判", "审判"),
    "reflection": ("反射盾", "反射"),
    "bloodlust": ("嗜血",),
    "freezing": ("冰封盾", "冰封"),
    "thaw": ("解冰", "解冻"),
    "rampage": ("暴走盾", "暴走"),
    "devouring": ("吞噬盾", "吞噬"),
}
"""技能 → 玩家可以打的写法。"""

LAYERS = {"skill": "技能", "shield": "专用盾"}
LAYER_WORDS = {"专用盾": "shield", "盾": "shield", "技能": "skill", "技": "skill"}


def title(view: View, key: str) -> str:
    """技能、被动、专用盾或物品的名字。"""
    if key in NAMES:
        return NAMES[key]
    skill = view.setup.data.skill_of.get(key)
    if skill is not None:
        return skill.name
    item = view.setup.data.item_of.get(key)
    return key if item is None else item.name


def use_text(view: View, use: Sequence[Any], cast: Cast) -> str:
    """一项声明，如「嫁祸 2号阿苹」「冰封盾 2号的专用盾」。"""
    key = use[0]
    text = title(view, key)
    if key in AIMED and len(use) > 1:
        text += f" {cast.label(use[1])}"
    if key in LAYERED:
        text += f" {LAYERS.get(use[-1], '')}"
    return text


def uses_text(view: View, uses: Sequence[Sequence[Any]], cast: Cast) -> str:
    """几项声明，用顿号连接；没有为空。"""
    return "、".join(use_text(view, use, cast) for use in uses)
