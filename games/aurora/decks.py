"""卡组（A8）：一行文字与卡组互换，查合不合 A8.1，一个座位能用哪几副（A1.6）、默认哪一副（A11.1）。

一行文字写的是名字与张数，如 `极光1:赫利:疾步2 直刺2/民兵2 弓手2`：人看得懂，改了牌表也读得回来，
没有了的牌由 `check` 指出来。开头的 1 是写法的版本。
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.kernel import Belongings, fold, number

VERSION = 1
"""`write_line` 写的版本。"""
SIGN = "极光"
"""一行文字的开头，后面紧跟版本。"""
MOST = 99
"""一种牌至多写几张；再多一定是写错了。"""
PRESET = "预组"
"""预组的名字都以它开头，自己的卡组不许。"""

_HEAD = re.compile(rf"{SIGN}\s*(\d{{1,4}})\s*[::]?\s*")
_GAPS = re.compile(r"[\s,、;|+。.]+")
_MARKED = re.compile(r"([^×*]+)[×*](\d{1,4})张?")
_GLUED = re.compile(r"([^\d×*]+)[×*]?(\d{0,4})张?")

Counts = tuple[tuple[str, int], ...]
"""`(名字, 张数)`，名字不重复，张数为正。"""


class DeckMisread(ValueError):
    """一行文字读不成卡组；`str(error)` 是一句中文，说清哪里不懂。"""


@dataclass(frozen=True, slots=True)
class Deck:
    """一副卡组。只是名字与张数，合不合 A8.1 由 `check` 查。"""

    hero: str
    cards: Counts = ()
    soldiers: Counts = ()

    def size(self) -> int:
        """卡组的张数，不含士兵堆。"""
        return sum(count for _, count in self.cards)

    def pile(self) -> int:
        """士兵堆的张数。"""
        return sum(count for _, count in self.soldiers)


@dataclass(frozen=True, slots=True)
class Limits:
    """A8.1 的各个数。"""

    deck: int
    """卡组正好几张。"""
    general: int
    """通用牌同名至多几张。"""
    own: int
    """专属牌同名至多几张。"""
    pile: int
    """士兵堆正好几张。"""
    soldier: int
    """士兵同名至多几张。"""
    first: int
    """LV1 至少几张。"""
    third: int
    """LV3 至多几张。"""


@dataclass(frozen=True, slots=True)
class Pool:
    """能拿来构筑的一切，各项都按表里的先后。"""

    heroes: dict[str, str]
    """英雄 → 势力。"""
    cards: dict[str, str]
    """牌 → 专属于哪个英雄；通用的为空。"""
    soldiers: dict[str, tuple[str, int]]
    """士兵 → `(势力, 等级)`。"""
    presets: dict[str, Deck]
    """预组的名字 → 卡组。"""
    limits: Limits
    title: str = ""
    """卡池的名字；随项目发布的那套为空。"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """开局时能选的一副（A1.6）。"""

    name: str
    """怎么称呼；回答就是它。预组的以「预组」开头。"""
    deck: Deck
    own: bool
    """自己构筑的；内容对别人保密（A10）。"""


# ---------------------------------------------------------------- 从牌表里看
class CardRow(Protocol):
    """牌表的一行里与构筑有关的。"""

    @property
    def name(self) -> str: ...
    @property
    def owner(self) -> str: ...


class HeroRow(Protocol):
    """英雄表的一行里与构筑有关的。"""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...


class SoldierRow(Protocol):
    """士兵表的一行里与构筑有关的。"""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def level(self) -> int: ...


class PresetRow(Protocol):
    """预组表的一行；两格是「疾步2 直刺2」这样的文字。"""

    @property
    def name(self) -> str: ...
    @property
    def hero(self) -> str: ...
    @property
    def cards(self) -> str: ...
    @property
    def soldiers(self) -> str: ...


class DeckNumbers(Protocol):
    """A8.1 的各个数，在 `rules.toml` 里。"""

    @property
    def deck_size(self) -> int: ...
    @property
    def general_copies(self) -> int: ...
    @property
    def own_copies(self) -> int: ...
    @property
    def soldier_pile(self) -> int: ...
    @property
    def soldier_copies(self) -> int: ...
    @property
    def level_one_least(self) -> int: ...
    @property
    def level_three_most(self) -> int: ...


class Tables(Protocol):
    """构筑要看的各张表。"""

    @property
    def cards(self) -> Sequence[CardRow]: ...
    @property
    def heroes(self) -> Sequence[HeroRow]: ...
    @property
    def soldiers(self) -> Sequence[SoldierRow]: ...
    @property
    def presets(self) -> Sequence[PresetRow]: ...
    @property
    def rules(self) -> DeckNumbers: ...


def pool_of(data: Tables) -> Pool:
    """从各张表里取出构筑要看的。

    Raises:
        DeckMisread: 预组的一格读不懂。
    """
    numbers = data.rules
    return Pool(
        {row.name: row.faction for row in data.heroes},
        {row.name: row.owner for row in data.cards},
        {row.name: (row.faction, row.level) for row in data.soldiers},
        {row.name: preset_of(row) for row in data.presets},
        Limits(
            numbers.deck_size,
            numbers.general_copies,
            numbers.own_copies,
            numbers.soldier_pile,
            numbers.soldier_copies,
            numbers.level_one_least,
            numbers.level_three_most,
        ),
    )


def preset_of(row: PresetRow) -> Deck:
    """一行预组；读不懂抛 `DeckMisread`。合不合 A8.1 由 `check` 查。"""
    return Deck(row.hero, tuple(read_counts(row.cards).items()), tuple(read_counts(row.soldiers).items()))


# ---------------------------------------------------------------- 一行文字
def write_line(deck: Deck) -> str:
    """写成一行文字；`read_line` 读得回来。"""
    return f"{SIGN}{VERSION}:{deck.hero}:{write_counts(deck.cards)}/{write_counts(deck.soldiers)}"


def write_counts(counts: Iterable[tuple[str, int]]) -> str:
    """几种牌各几张，如 `疾步2 直刺1`。"""
    return " ".join(f"{name}{'×' if _awkward(name) else ''}{count}" for name, count in counts)


def _awkward(name: str) -> bool:
    """名字里有数字、末尾像乘号，张数紧跟着会分不清。"""
    return name[-1] in "xX" or any(sign.isdigit() for sign in name)


def read_line(text: str) -> Deck:
    """读一行文字。空格多了少了、全角半角、换了行、用顿号逗号隔开、不写版本，都读得懂。

    Raises:
        DeckMisread: 读不成卡组，或是更新的写法。
    """
    text = fold(text)
    head = _HEAD.match(text)
    if head is not None:
        if int(head[1]) != VERSION:
            raise DeckMisread(f"这是第 {head[1]} 版的写法，这里只认得第 {VERSION} 版")
        text = text[head.end() :]
    hero, found, rest = text.partition(":")
    if not found:
        # 没有写冒号的，头一个词是英雄。
        hero, _, rest = text.partition(" ")
    hero = hero.strip()
    if not hero or "/" in hero or any(sign.isdigit() for sign in hero):
        raise DeckMisread("没有写是哪个英雄的")
    cards, _, soldiers = rest.partition("/")
    if "/" in soldiers:
        raise DeckMisread("只能有一个「/」，前面是卡组，后面是士兵")
    if head is None and not cards.strip():
        raise DeckMisread(f"没有写有哪些牌，应像「{SIGN}{VERSION}:英雄:某牌2 某牌1/某士兵2」")
    return Deck(hero, tuple(read_counts(cards).items()), tuple(read_counts(soldiers).items()))


def read_counts(text: str) -> dict[str, int]:
    """读几种牌各几张：`疾步2 直刺×2、投矛`；不写张数的是一张，写了几遍的加起来。

    Raises:
        DeckMisread: 张数不对，或只有数没有名字。
    """
    items: list[tuple[str, int | None]] = []
    for word in _GAPS.split(fold(text)):
        if not word:
            continue
        count = number(word.removesuffix("张").lstrip("×*xX"))
        if count is not None and items and items[-1][1] is None:
            items[-1] = (items[-1][0], count)
            continue
        marked = _MARKED.fullmatch(word)
        pieces = [(marked[1], marked[2])] if marked is not None else _glued(word)
        for name, written in pieces:
            items.append((name, int(written) if written else None))
    counts: dict[str, int] = {}
    for name, written in items:
        counts[name] = counts.get(name, 0) + (1 if written is None else written)
    for name, count in counts.items():
        if not 1 <= count <= MOST:
            raise DeckMisread(f"「{name}」写了 {count} 张，能写 1 到 {MOST}")
    return counts


def _glued(word: str) -> list[tuple[str, str]]:
    """没有空格的一串，如「疾步2直刺2」。"""
    pieces: list[tuple[str, str]] = []
    position = 0
    while position < len(word):
        found = _GLUED.match(word, position)
        if found is None:
            raise DeckMisread(f"「{word}」里的「{word[position:]}」不知道是哪张牌的")
        name, count = found[1], found[2]
        if count and len(name) > 1 and name[-1] in "xX":
            name = name[:-1]
        pieces.append((name, count))
        position = found.end()
    return pieces


# ---------------------------------------------------------------- A8.1
def tidy(deck: Deck, pool: Pool) -> Deck:
    """各项按表里的先后排；表里没有的放在后面，仍按原来的先后。"""
    return Deck(deck.hero, _ordered(deck.cards, pool.cards), _ordered(deck.soldiers, pool.soldiers))


def _ordered(counts: Counts, known: Iterable[str]) -> Counts:
    order = {name: place for place, name in enumerate(known)}
    return tuple(sorted(counts, key=lambda item: order.get(item[0], len(order))))


def check(deck: Deck, pool: Pool) -> tuple[str, ...]:
    """不合 A8.1 的各条，每条半句话，说清差几张、多几张；合的为空。"""
    limits = pool.limits
    faults: list[str] = []
    if deck.hero not in pool.heroes:
        faults.append(f"没有「{deck.hero}」这个英雄（改名或删掉了）")
    faults += _missing(deck.cards, pool.cards, "张牌")
    faults += _missing(deck.soldiers, pool.soldiers, "名士兵")
    faults += _amount("卡组", deck.size(), limits.deck)
    for name, count in deck.cards:
        owner = pool.cards.get(name)
        if owner is None:
            continue
        if owner and owner != deck.hero:
            faults.append(f"「{name}」专属{owner}，{deck.hero}不能带")
        most = limits.own if owner else limits.general
        if count > most:
            faults.append(f"「{name}」{count} 张，{'专属' if owner else '通用'}同名至多 {most} 张")
    faults += _amount("士兵堆", deck.pile(), limits.pile)
    faction = pool.heroes.get(deck.hero)
    levels = dict.fromkeys(range(1, 4), 0)
    for name, count in deck.soldiers:
        known = pool.soldiers.get(name)
        if known is None:
            continue
        side, level = known
        levels[level] = levels.get(level, 0) + count
        if faction is not None and side != faction:
            faults.append(f"「{name}」是{side}的，{deck.hero}只能带{faction}的")
        if count > limits.soldier:
            faults.append(f"「{name}」{count} 张，士兵同名至多 {limits.soldier} 张")
    if levels[1] < limits.first:
        faults.append(f"LV1 士兵 {levels[1]} 张，至少 {limits.first} 张，还差 {limits.first - levels[1]} 张")
    if levels[3] > limits.third:
        faults.append(f"LV3 士兵 {levels[3]} 张，至多 {limits.third} 张，多 {levels[3] - limits.third} 张")
    return tuple(faults)


def _missing(counts: Counts, known: Iterable[str], what: str) -> list[str]:
    names = set(known)
    return [f"没有「{name}」这{what}（改名或删掉了）" for name, _ in counts if name not in names]


def _amount(what: str, count: int, wanted: int) -> list[str]:
    if count == wanted:
        return []
    short = f"还差 {wanted - count} 张" if count < wanted else f"多 {count - wanted} 张"
    return [f"{what} {count} 张，应为 {wanted} 张，{short}"]


# ---------------------------------------------------------------- 一个座位能用的
def candidates(belongings: Belongings, pool: Pool) -> tuple[Candidate, ...]:
    """开局能选的（A1.6）：各预组，再是自己存着的、合 A8.1 的，按存的先后。"""
    usable = [Candidate(name, deck, False) for name, deck in pool.presets.items()]
    for name, text in belongings.things.items():
        deck = _legal(text, pool)
        if deck is not None and name not in pool.presets:
            usable.append(Candidate(name, deck, True))
    return tuple(usable)


def preferred(belongings: Belongings, pool: Pool) -> Candidate:
    """超时用哪一副（A11.1）：上次用的还在就是它，否则预组一。"""
    usable = candidates(belongings, pool)
    return next((each for each in usable if each.name == belongings.last), usable[0])


def refused(belongings: Belongings, pool: Pool) -> tuple[tuple[str, str], ...]:
    """存着而不能用的：`(名字, 为什么)`，带条号；内容保密，只给本人看。"""
    return tuple(
        (name, f"{faults[0]}{f'，等 {len(faults)} 处' if len(faults) > 1 else ''}（A8.1）")
        for name, text in belongings.things.items()
        if (faults := faults_of(text, pool))
    )


def faults_of(text: str, pool: Pool) -> Sequence[str]:
    """一行文字不合 A8.1 的各条；读不懂的也算一条。"""
    try:
        return check(read_line(text), pool)
    except DeckMisread as error:
        return (str(error),)


def _legal(text: str, pool: Pool) -> Deck | None:
    try:
        deck = read_line(text)
    except DeckMisread:
        return None
    return None if check(deck, pool) else tidy(deck, pool)
