"""一个回答照人的写法打出来是什么。"""

from __future__ import annotations

from games.aurora import words
from games.aurora.view import View
from games.aurora.words import cards, coordinates
from games.aurora.words.asking import spoken
from games.kernel import Ask, Cast, Choice


def typed(ask: Ask, choice: Choice, view: View, cast: Cast) -> str | None:
    """一个人会怎么打这个回答；打不出来（只作超时默认）为 `None`。"""
    setup = view.setup
    match ask.what, choice:
        case _, ["idle"]:
            return None
        case "deck", str():
            return f"用 {choice}"
        case "hero", "roll":
            return "掷骰"
        case "hero" | "obstacle", int():
            return f"{'英雄' if ask.what == 'hero' else '障碍'} {coordinates.name(view, choice)}"
        case "dodges" | "stow" | "recall", list():
            return (
                f"闪避区 {' '.join(cards.name(setup, card) for card in choice)}" if choice else "闪避区 不放"
            )
        case "store", list():
            return f"蓄能 {' '.join(cards.name(setup, card) for card in choice)}" if choice else "蓄能 不放"
        case "discard", list():
            return f"弃 {' '.join(cards.name(setup, card) for card in choice)}"
        case "prepare", ["dodge", list() as picks]:
            return f"闪避区 {' '.join(cards.name(setup, card) for card in picks)}"
        case "prepare", ["reserve", int() as card]:
            return f"备用 {cards.name(setup, card)}"
        case "prepare", ["charge", where, int() as card]:
            return f"蓄能 {'备用 ' if where == 'reserve' else '手牌 '}{cards.name(setup, card)}"
        case "prepare", ["done"]:
            return "结束准备"
        case "main", ["move", int() as card, None]:
            return f"移动 {cards.name(setup, card)}"
        case "main", ["deploy", int() as soldier, None]:
            return f"布置 {cards.soldier(setup, soldier)}"
        case "main", ["skill", int() as index, aim]:
            name = setup.data.heroes[view.players[ask.seat].hero].skills[index].name
            return f"技能 {name}{spoken(view, aim)}"
        case "main", ["upgrade", int() as soldier, int() as cell, int() as base]:
            named = cards.soldier(setup, soldier)
            return f"升阶 {named} {coordinates.name(view, cell)} 底 {cards.soldier(setup, base)}"
        case "main", ["round", int() as cell, None, list() as attack, int() as goal]:
            where = coordinates.name(view, cell)
            return f"士兵 {where} 攻击{spoken(view, attack[1])} 移动 {coordinates.name(view, goal)}"
        case "upgrade", [int() as soldier, int() as cell, int() as base]:
            named = cards.soldier(setup, soldier)
            return f"升阶 {named} {coordinates.name(view, cell)} 底 {cards.soldier(setup, base)}"
        case "respond", ["dodge", int() as card, int() as cell]:
            return f"闪 {cards.name(setup, card)} {coordinates.name(view, cell)}"
        case "aim", "retract":
            return "收回"
        case "aim", _:
            return f"选 {spoken(view, choice).strip()}"
        case "promote", _:
            return "升变" if choice == "take" else "放弃"
        case _:
            return words.describe_choice(ask, choice, view, cast)
