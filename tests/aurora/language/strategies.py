"""随机的合法牌效：给语言自己的性质测试，也给规则、文字的测试拿去打。"""

from __future__ import annotations

from hypothesis import strategies as st

from games.aurora.language import steps, write_attacks, write_effect
from games.aurora.language.reading import Attack, Parts

__all__ = ["attack_lines", "attacks", "effect_lines", "effects", "farewell_lines", "farewells", "loose"]

SMALL = st.integers(1, 5)
"""数：真牌上会有的大小。"""

PICKS = st.builds(steps.Far, SMALL, SMALL) | st.builds(steps.NearPick, SMALL, SMALL)
RANGES: st.SearchStrategy[steps.Range] = (
    PICKS
    | st.builds(steps.Line, SMALL)
    | st.builds(steps.Diagonal, SMALL)
    | st.builds(steps.Near, SMALL)
    | st.builds(steps.Around, SMALL)
)
BLOWS = (
    st.builds(steps.Damage, SMALL, st.integers(0, 3))
    | st.builds(steps.Venom, SMALL)
    | st.just(steps.Root())
    | st.builds(steps.Strip, SMALL)
)
BOONS = st.lists(
    st.builds(steps.Heal, SMALL) | st.builds(steps.Ward, SMALL, st.booleans()), min_size=1, max_size=2
)
AIDS = st.builds(steps.AidRange, PICKS, BOONS.map(tuple), st.booleans())


@st.composite
def strikes(draw: st.DrawFn) -> steps.Strike:
    """一次攻击；推只接在紧挨着的范围后面，至多一个（A4.9）。"""
    blows: list[steps.Blow] = draw(st.lists(BLOWS, min_size=1, max_size=3))
    reach = draw(RANGES)
    if draw(st.booleans()):
        reach = draw(st.just(steps.Near(1)) | st.builds(steps.NearPick, st.just(1), SMALL))
        push = draw(st.builds(steps.Push, SMALL, st.integers(0, 3)))
        blows.insert(draw(st.integers(0, len(blows))), push)
    return steps.Strike(reach, tuple(blows), draw(st.integers(0, 2)))


PLAIN: st.SearchStrategy[steps.Step] = st.one_of(
    st.builds(steps.AidHero, BOONS.map(tuple)),
    st.builds(steps.AidSoldiers, BOONS.map(tuple)),
    st.builds(steps.Boost, SMALL),
    st.builds(steps.Draw, SMALL),
    st.builds(steps.Charge, SMALL),
)
"""不用人选什么的步：离场也能写（A4.8）。"""
STEPS: st.SearchStrategy[steps.Step] = st.one_of(
    strikes(),
    PLAIN,
    AIDS,
    st.builds(steps.AidOneSoldier, BOONS.map(tuple)),
    st.builds(steps.Walk, SMALL),
    st.builds(steps.Dash, SMALL),
    st.builds(steps.Shadow, SMALL),
    st.just(steps.Swap()),
    st.builds(steps.Wall, SMALL),
    st.builds(steps.Store, SMALL),
    st.builds(steps.Stow, SMALL),
    st.builds(steps.Recall, SMALL),
    st.just(steps.ExtraRound()),
    st.builds(steps.ExtraDeploy, st.integers(1, 3)),
    st.builds(steps.ExtraUpgrade, st.integers(2, 3)),
)


def effects() -> st.SearchStrategy[Parts]:
    """牌或技能的效果：一到三部分，各一到三步。"""
    return st.lists(st.lists(STEPS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(tuple)


def farewells() -> st.SearchStrategy[Parts]:
    """士兵的离场效果（A5.7）。"""
    part = st.lists(PLAIN | st.builds(steps.Avenge, SMALL), min_size=1, max_size=3).map(tuple)
    return st.lists(part, min_size=1, max_size=2).map(tuple)


def attacks() -> st.SearchStrategy[tuple[Attack, ...]]:
    """士兵的攻击（A5.4）：一到三种。"""
    kinds: st.SearchStrategy[Attack] = RANGES | AIDS
    return st.lists(kinds, min_size=1, max_size=3).map(tuple)


def effect_lines() -> st.SearchStrategy[str]:
    """「效果」列里一格随机的合法文字。"""
    return effects().map(write_effect)


def farewell_lines() -> st.SearchStrategy[str]:
    """「离场」列里一格随机的合法文字。"""
    return farewells().map(write_effect)


def attack_lines() -> st.SearchStrategy[str]:
    """「攻击」列里一格随机的合法文字。"""
    return attacks().map(write_attacks)


@st.composite
def loose(draw: st.DrawFn, line: str) -> str:
    """同一格，换成表格里常见的随手写法：空格多少、全角半角、`；` 与 `;`、小写。"""
    wide = {ord(sign): chr(ord(sign) + 0xFEE0) for sign in "0123456789/LV"}
    written = line.translate(wide) if draw(st.booleans()) else line
    written = written.replace("；", draw(st.sampled_from([";", "； ", " ;", "；"])))
    written = written.replace(" ", draw(st.sampled_from([" ", "", "  ", "　", "\t"])))
    return draw(st.sampled_from(["", " "])) + (written.lower() if draw(st.booleans()) else written)
