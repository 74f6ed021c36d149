"""牌、士兵、技能怎么写；一堆牌怎么编号、怎么从话里认出来。"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from games.aurora.setup import Setup
from games.aurora.view import Source, StackView, View, Who
from games.kernel import Cast, Misread, Seat

from . import coordinates

NUMBER = re.compile(r"(?:第\s?)?(\d{1,2})(?:\s?[张号])?(?!\d)")
GAPS = " ,、;+&。.和与"


# ------------------------------------------------------------------ 写
def name(setup: Setup, card: int) -> str:
    """牌名。"""
    return setup.data.cards[card].name


def kinds(cards: Iterable[int]) -> list[int]:
    """一堆牌里有哪几种，按表里的先后；同名的不分彼此，一种一个号（从 1 起）。"""
    return sorted(set(cards))


def counted(setup: Setup, cards: Sequence[int]) -> str:
    """一堆牌写成一行，同名的合在一起，如 `疾步×2 直刺`；没有为「无」。"""
    return (
        " ".join(
            name(setup, card) + (f"×{cards.count(card)}" if cards.count(card) > 1 else "")
            for card in kinds(cards)
        )
        or "无"
    )


def listed(setup: Setup, cards: Sequence[int]) -> str:
    """几张牌，照给的次序，用顿号连接。"""
    return "、".join(name(setup, card) for card in cards)


def powers(setup: Setup, card: int) -> str:
    """移动力与闪避力，如 `移3闪2`。"""
    row = setup.data.cards[card]
    return f"移{row.move}闪{row.dodge}"


def rows(setup: Setup, cards: Sequence[int], with_text: bool = True) -> list[str]:
    """一堆牌一种一行，带号，如 `1.疾步×2 移3闪2：移 2；抽 1 张`。"""
    found: list[str] = []
    for number, card in enumerate(kinds(cards), 1):
        count = cards.count(card)
        text = f"{number}.{name(setup, card)}{f'×{count}' if count > 1 else ''} {powers(setup, card)}"
        found.append(f"{text}：{setup.data.card_text(card)}" if with_text else text)
    return found


def soldier(setup: Setup, index: int) -> str:
    """士兵名。"""
    return setup.data.soldiers[index].name


def soldiers(setup: Setup, indices: Sequence[int]) -> str:
    """一堆士兵写成一行，如 `民兵×2 枪骑`；没有为「无」。"""
    return (
        " ".join(
            soldier(setup, index) + (f"×{indices.count(index)}" if indices.count(index) > 1 else "")
            for index in kinds(indices)
        )
        or "无"
    )


def hero(setup: Setup, index: int) -> str:
    """英雄名；还没选为「？」。"""
    return setup.data.heroes[index].name if index >= 0 else "？"


def who(view: View, each: Who) -> str:
    """一个单位：英雄名，或 `B3 民兵`。"""
    if each.soldier < 0:
        return hero(view.setup, view.players[each.seat].hero)
    return f"{coordinates.name(view, each.cell)} {soldier(view.setup, each.soldier)}"


def owned(view: View, each: Who, cast: Cast) -> str:
    """一个单位，写上归谁，如 `🔴赫利`、`🔵B3 鼠群`。"""
    return f"{mark(view, each.seat, cast)}{who(view, each)}"


def mark(view: View, seat: Seat, cast: Cast) -> str:
    """棋子；没有棋子为 `1号`。"""
    return view.players[seat].mark or f"{seat + 1}号"


def skill(setup: Setup, hero_index: int, index: int) -> str:
    """英雄技能的名字，如 `【贯日】`。"""
    return f"【{setup.data.heroes[hero_index].skills[index].name}】"


def source(view: View, each: Source) -> str:
    """一次攻击是什么发的，如 `直刺`、`【贯日】`、`B2 民兵`。"""
    setup = view.setup
    match each.kind:
        case "card":
            return name(setup, each.index)
        case "skill":
            return skill(setup, view.players[each.seat].hero, each.index)
        case "soldier":
            where = f"{coordinates.name(view, each.cell)} " if each.cell >= 0 else ""
            return where + soldier(setup, each.index)
        case "leave":
            return f"{soldier(setup, each.index)}离场"
        case "move":
            return f"移动 {name(setup, each.index)}"
        case "deploy":
            return f"布置 {soldier(setup, each.index)}"
        case _:
            return {"poison": "毒", "fatigue": "疲劳", "push": "受阻"}.get(each.kind, each.kind)


def stack(view: View, each: StackView) -> str:
    """一叠士兵：`B2 枪骑2/3/3` 加上下面压着的与身上的状态。"""
    setup = view.setup
    top = setup.data.soldiers[each.cards[-1]]
    text = f"{coordinates.name(view, each.cell)} {top.name} 攻{each.attack}移{top.move} 命{each.health}/{top.health}"
    if len(each.cards) > 1:
        text += f" 叠{'+'.join(soldier(setup, card) for card in reversed(each.cards[:-1]))}"
    if each.captives:
        text += f" 升变牌{'+'.join(soldier(setup, card) for card in each.captives)}"
    return text + "".join(
        f" {note}" for note in conditions(each.guard, each.guard_once, each.poison, each.rooted)
    )


def conditions(guard: int, once: int, poison: int, rooted: bool = False) -> list[str]:
    """身上的状态，各几个字。"""
    found: list[str] = []
    if guard:
        found.append(f"护{guard}")
    if once:
        found.append(f"折光{once}")
    if poison:
        found.append(f"毒{poison}")
    if rooted:
        found.append("冻住")
    return found


# ------------------------------------------------------------------ 认
def head_name(names: Iterable[str], text: str) -> str | None:
    """`text` 开头的名字，取最长的；不是为 `None`。"""
    found = [each for each in names if text.startswith(each)]
    return max(found, key=len) if found else None


def take(
    setup: Setup, text: str, pool: Sequence[int], where: str, clause: str, advice: str
) -> tuple[int, str]:
    """从 `text` 开头认一张 `pool` 里的牌：`(牌, 其余)`。

    认牌名、号（`kinds` 的次序）、唯一的前缀；认不出、不在 `pool` 里都抛 `Misread`。`where` 是「手里」「备用区」。"""
    text = text.lstrip(GAPS)
    options = kinds(pool)
    number = NUMBER.match(text)
    if number is not None:
        value = int(number[1])
        if not options:
            raise Misread(f"{where}没有牌", clause, advice)
        if not 1 <= value <= len(options):
            raise Misread(f"{where}只有 {len(options)} 种牌，没有第 {value} 种", clause, "打「手牌」看号")
        return options[value - 1], text[number.end() :].lstrip(GAPS)
    every = [row.name for row in setup.data.cards]
    found = head_name(every, text)
    if found is not None:
        card = every.index(found)
        if card not in pool:
            held = f"，有 {counted(setup, pool)}" if pool else "，一张牌也没有"
            raise Misread(f"{where}没有「{found}」{held}", clause, advice)
        return card, text[len(found) :].lstrip(GAPS)
    word = re.split(r"[\s,、]", text, maxsplit=1)[0]
    starting = [card for card in options if word and name(setup, card).startswith(word)]
    if len(starting) == 1:
        return starting[0], text[len(word) :].lstrip(GAPS)
    if len(starting) > 1:
        raise Misread(f"「{word}」可以是{listed(setup, starting)}", clause, "把牌名写全")
    if not word:
        raise Misread("没写是哪张牌", clause, advice)
    close = difflib.get_close_matches(word[:6], every, 1, 0.5)
    hint = f"，是「{close[0]}」吗" if close else ""
    raise Misread(f"没有「{word[:8]}」这张牌{hint}", clause, advice)


def take_many(
    setup: Setup, text: str, pool: Sequence[int], where: str, clause: str, advice: str
) -> list[int]:
    """整句都是 `pool` 里的牌：`伪装 飞刀×2 3`。"""
    left = list(pool)
    found: list[int] = []
    rest = text.strip(GAPS)
    while rest:
        number = NUMBER.match(rest)
        card, rest = take(setup, rest, pool, where, clause, advice)
        times = None if number is not None else re.match(r"\s?[×xX*]\s?(\d)", rest)
        count = int(times[1]) if times else 1
        rest = rest[times.end() :] if times else rest
        for _ in range(count):
            if card not in left:
                raise Misread(f"{where}没有这么多「{name(setup, card)}」", clause, advice)
            left.remove(card)
            found.append(card)
        rest = rest.lstrip(GAPS)
    return found


def take_soldier(
    setup: Setup, text: str, pool: Sequence[int], where: str, clause: str, advice: str
) -> tuple[int, str]:
    """从 `text` 开头认一名 `pool` 里的士兵：`(士兵, 其余)`。"""
    text = text.lstrip(GAPS)
    every = [row.name for row in setup.data.soldiers]
    found = head_name(every, text)
    word = re.split(r"[\s,、]", text, maxsplit=1)[0]
    if found is None:
        starting = [each for each in kinds(pool) if word and every[each].startswith(word)]
        if len(starting) == 1:
            return starting[0], text[len(word) :].lstrip(GAPS)
        if not word:
            raise Misread("没写是哪种士兵", clause, advice)
        raise Misread(f"没有「{word[:8]}」这种士兵", clause, advice)
    index = every.index(found)
    if index not in pool:
        raise Misread(f"{where}没有「{found}」，有 {soldiers(setup, pool)}", clause, advice)
    return index, text[len(found) :].lstrip(GAPS)
