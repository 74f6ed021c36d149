"""说出来的都读得回来：代为作的回答写成的话，照打就是那个回答；每个合法的行动都打得出来。"""

from __future__ import annotations

from collections import Counter

import pytest

from games.aurora import game, words
from games.aurora.questions import Aim, OrderAim
from games.aurora.words import coordinates
from games.kernel import Ask, Cast, Choice, Stream, fold
from tests.aurora.words.spelling import typed
from tests.aurora.words.stage import NAMES
from tests.kit.play import Case

CAST = Cast(NAMES, ("🔴", "🔵"))


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
            text = typed(ask, choice, view, CAST)
            if text is None:
                continue
            read = words.read(fold(text), ask, view, CAST)
            assert read in ask.options, f"「{text}」读成 {read}"
            assert alike(ask, read, choice), f"「{text}」读成 {read}，不是 {choice}"
            seen[ask.what] += 1
        if isinstance(ask.options, Aim) and isinstance(ask.options, OrderAim):
            # 只写头一格，其余由近及远。
            first = coordinates.name(view, ask.options.cells[-1])
            assert words.read(first, ask, view, CAST) in ask.options
        match.answer(ask.seat, ask.sample(stream))
    assert {"main", "prepare", "deck", "hero", "obstacle", "dodges"} <= set(seen)
