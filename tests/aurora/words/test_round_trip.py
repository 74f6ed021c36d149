"""说出来的都读得回来：代为作的回答写成的话，照打就是那个回答；每个合法的行动都打得出来。"""

from __future__ import annotations

from collections import Counter

import pytest

from games.aurora import game, words
from games.aurora.questions import Aim, OrderAim
from games.aurora.words import cards, coordinates
from games.aurora.words.asking import spoken
from games.kernel import Ask, Choice, Match, Stream, fold
from tests.aurora.words.stage import NAMES
from tests.kit.play import Case


def typed(ask: Ask, choice: Choice, match: Match) -> str | None:  # type: ignore[type-arg]
    """一个人会怎么打这个回答；没有另外的写法（只打号）为 `None`。"""
    view = match.table.view(ask.seat)
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
            return f"闪避区 {' '.join(cards.name(setup, card) for card in choice)}" if choice else "不放"
        case "store", list():
            return f"蓄能 {' '.join(cards.name(setup, card) for card in choice)}" if choice else "不放"
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
        case "promote", _:
            return "升变" if choice == "take" else "放弃"
        case _:
            return game.describe_choice(ask, choice, view, words_cast())


def words_cast():  # type: ignore[no-untyped-def]
    from games.kernel import Cast

    return Cast(NAMES, ("🔴", "🔵"))


def alike(ask: Ask, read: Choice, choice: Choice) -> bool:
    """同一个回答：选牌不计次序，士兵有几种射程时打的是同样的格。"""
    if read == choice:
        return True
    if not isinstance(read, list) or not isinstance(choice, list):
        return False
    if ask.what in ("dodges", "stow", "recall", "store", "discard"):
        return sorted(read) == sorted(choice)
    if ask.what == "prepare" and choice[0] == "dodge":
        return read[0] == "dodge" and sorted(read[1]) == sorted(choice[1])
    if ask.what in ("main", "round"):
        places = (3,) if ask.what == "main" and choice[0] == "round" else (1,) if ask.what == "round" else ()
        for place in places:
            ours, theirs = read[place], choice[place]
            if isinstance(ours, list) and isinstance(theirs, list) and ours[0] != theirs[0]:
                # 别的射程也够得着：读成头一种，打的格一样或包着它。
                return read[:place] == choice[:place]
    return False


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_spelled_is_read_back(seed: int) -> None:
    settings = ({}, {"误伤": "开"}, {"宽": "8", "深": "7", "布置次数": "3", "直接布置": "开"})[seed % 3]
    case = Case(game, 2, seed, settings)
    match, stream = case.match(), Stream(seed)
    seen: Counter[str] = Counter()
    for _ in range(420):
        if not match.waiting:
            break
        ask = next(iter(match.waiting.values()))
        view = match.table.view(ask.seat)
        for _ in range(4):
            choice = ask.sample(stream)
            text = typed(ask, choice, match)
            if text is None:
                continue
            read = words.read(fold(text), ask, view, words_cast())
            assert read in ask.options, f"「{text}」读成 {read}"
            assert alike(ask, read, choice), f"「{text}」读成 {read}，不是 {choice}"
            seen[ask.what] += 1
        if isinstance(ask.options, Aim) and isinstance(ask.options, OrderAim):
            # 只写头一格，其余由近及远。
            first = coordinates.name(view, ask.options.cells[-1])
            assert words.read(first, ask, view, words_cast()) in ask.options
        match.answer(ask.seat, ask.sample(stream))
    assert {"main", "prepare", "deck", "hero", "obstacle", "dodges"} <= set(seen)
