"""把一句话拆成牌、数、座位：「3 帽子 给 2号」「3、5」「善良增益2」。"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games.kernel import Cast, Misread, Seat, number
from games.leafrun.setup import RECEIVED, Setup
from games.leafrun.view import Held, View

from . import cards

SEPARATORS = re.compile(r"[\s,、;。+&/]+")
TARGET_SIGNS = ("给", "->", "→", "@")
"""后面跟着目标的字。"""
BUFF_SIGN = re.compile(r"增益\s*([0-9]+)?")
_CHUNK = re.compile(r"[0-9]+(?:号|张|格|步)?|[^0-9]+")

_CATEGORY_WORDS = {
    "行动": (0,),
    "事件": (1,),
    "特殊": (2,),
    "随时": (2,),
    "恢复": (3,),
    "防具": (4,),
    "武器": (5, 6),
    "元素": (7,),
    "效果": (8,),
}
"""玩家打的类名 → `cards.GROUPS` 的下标。"""


@dataclass(slots=True)
class Clause:
    """拆好的一句。"""

    held: list[Held] = field(default_factory=list)
    """写到的手牌，按写的次序。"""
    target: Seat | None = None
    """目标。"""
    buff: int | None = None
    """写明的增益号。"""


def shown(setup: Setup, held: Held) -> str:
    """带引号的牌名。"""
    return f"「{cards.name(setup, held)}」"


def numbers_only(text: str) -> list[int] | None:
    """一串数字，如 `1 3 5`、`1、3`、`三`；夹有别的就是 `None`。"""
    words = [word for word in SEPARATORS.split(text) if word]
    found: list[int] = []
    for word in words:
        value = number(word.removeprefix("第").removesuffix("张"))
        if value is None:
            return None
        found.append(value)
    return found


def by_number(view: View, hand: list[Held], value: int) -> Held:
    """第 `value` 号手牌（从 1 起）。"""
    if 1 <= value <= len(hand):
        return hand[value - 1]
    if not hand:
        raise Misread("你手里没有牌", "", "打 手牌 看看")
    raise Misread(
        f"手牌只有 {len(hand)} 张，没有第 {value} 张", "", f"手牌号写 1 到 {len(hand)}，打 手牌 看编号"
    )


def vocabulary(setup: Setup) -> list[str]:
    """全部牌名与特殊牌名，长的在前。"""
    data = setup.data
    names = {card.name: None for card in data.cards} | dict.fromkeys(data.special_name.values())
    return sorted(names, key=len, reverse=True)


def split_target(setup: Setup, text: str) -> tuple[str, str | None]:
    """`3 给 2号` → `("3 ", "2号")`；没写目标为 `None`。牌名里的「给」（给我过来）不算。"""
    names = [name for name in vocabulary(setup) if any(sign in name for sign in TARGET_SIGNS)]
    index = 0
    while index < len(text):
        name = next((name for name in names if text.startswith(name, index)), None)
        if name is not None:
            index += len(name)
            continue
        sign = next((sign for sign in TARGET_SIGNS if text.startswith(sign, index)), None)
        if sign is not None:
            return text[:index], text[index + len(sign) :].strip().lstrip("@").strip()
        index += 1
    return text, None


class Reader:
    """读一句出牌的话：同一张牌不读两次。"""

    def __init__(self, view: View, cast: Cast, prefer: Callable[[Held], bool] | None = None) -> None:
        """`prefer` 在同名的牌里优先挑哪些（如二弃一优先用收到的武器）。"""
        self.view = view
        self.cast = cast
        self.setup = view.setup
        self.hand = cards.numbered(view)
        self.prefer = prefer
        self.clause = Clause()

    def read(self, text: str) -> Clause:
        """拆 `text`。读不懂抛 `Misread`。"""
        clause = self.clause
        body, target = split_target(self.setup, text)
        if target is not None:
            if not target:
                raise Misread("「给」后面没写给谁", "", "写座位，如 给 2号")
            found = self.cast.find(target)
            if found is None:
                raise Misread(f"不认得「{target}」是谁", "", f"目标写 {seats_advice(self.cast)}")
            clause.target = found
        sign = BUFF_SIGN.search(body)
        if sign is not None:
            if sign[1]:
                clause.buff = int(sign[1])
            body = f"{body[: sign.start()]} {body[sign.end() :]}"
        for chunk in SEPARATORS.split(body):
            if chunk:
                self.chunk(chunk)
        return clause

    def chunk(self, chunk: str) -> None:
        """读空格隔开的一段：整段是牌名、数、座位，或几样连写。"""
        names = vocabulary(self.setup)
        exact = next((name for name in names if name.casefold() == chunk.casefold()), None)
        if exact is not None:
            self.card_named(exact)
            return
        value = number(chunk.removeprefix("第").removesuffix("张"))
        if value is not None:
            self.take_number(value)
            return
        if self.try_card(chunk) or self.try_seat(chunk):
            return
        pieces = self.pieces(chunk, names)
        if len(pieces) == 1:
            raise Misread(
                f"不认得「{chunk}」", "", "牌写手牌号或牌名，人写座位号，如 出牌 3 给 2号；打 手牌 看编号"
            )
        for piece in pieces:
            if piece in names:
                self.card_named(piece)
            else:
                value = number(piece.removesuffix("张"))
                if value is not None:
                    self.take_number(value)
                elif not (self.try_card(piece) or self.try_seat(piece)):
                    raise Misread(
                        f"读到「{chunk}」里的「{piece}」，不认得",
                        "",
                        "牌写手牌号或牌名，人写座位号；打 手牌 看编号",
                    )

    def pieces(self, chunk: str, names: list[str]) -> list[str]:
        """连写的一段拆成牌名、数字、其余。"""
        found: list[str] = []
        rest = ""
        index = 0
        while index < len(chunk):
            name = next((name for name in names if chunk.startswith(name, index)), None)
            if name is None:
                rest += chunk[index]
                index += 1
                continue
            found += _CHUNK.findall(rest)
            rest = ""
            found.append(name)
            index += len(name)
        return [*found, *_CHUNK.findall(rest)]

    def take_number(self, value: int) -> None:
        """一个裸数字：手牌号；跟在元素牌后面的是增益号。"""
        if self.is_buff(value):
            self.clause.buff = value
            return
        held = by_number(self.view, self.hand, value)
        if held in self.clause.held:
            raise Misread(f"第 {value} 张{shown(self.setup, held)}写了两次", "", "每张牌只写一次")
        self.clause.held.append(held)

    def is_buff(self, value: int) -> bool:
        """元素牌后面跟的数字是增益号。"""
        held = self.clause.held
        return len(held) == 1 and cards.group(self.setup, held[0]) == 7 and 1 <= value <= 3

    def card_named(self, name: str) -> None:
        """牌名写全了的一张。"""
        mine = [held for held in self.hand if cards.name(self.setup, held) == name]
        if not mine:
            raise Misread(f"你手里没有「{name}」", "", "打 手牌 看看有什么")
        self.take_one(mine, name)

    def try_card(self, word: str) -> bool:
        """类名、牌名的唯一前缀或唯一一部分。"""
        lowered = word.casefold()
        groups = _CATEGORY_WORDS.get(lowered.removesuffix("牌"))
        if groups is not None:
            mine = [held for held in self.hand if cards.group(self.setup, held) in groups]
            if not mine:
                raise Misread(f"你手里没有{word.removesuffix('牌')}牌", "", "打 手牌 看看有什么")
            # 行动牌张张一样，不必分是哪张；别的类要写明。
            if groups != (0,):
                self.only(mine, word)
            self.take_one(mine, word)
            return True
        # 一个字只当开头认，免得随便一个字都能对上。
        for fits in (str.startswith, str.__contains__) if len(word) > 1 else (str.startswith,):
            mine = [held for held in self.hand if fits(cards.name(self.setup, held).casefold(), lowered)]
            if mine:
                self.only(mine, word)
                self.take_one(mine, word)
                return True
        return False

    def only(self, mine: Iterable[Held], word: str) -> None:
        """几种牌都对得上就说清楚有哪些。"""
        names = list(dict.fromkeys(cards.name(self.setup, held) for held in mine))
        if len(names) > 1:
            first = next(
                index for index, held in enumerate(self.hand, 1) if cards.name(self.setup, held) == names[0]
            )
            raise Misread(f"「{word}」可以是{'、'.join(names)}", "", f"写全牌名，或写手牌号，如 {first}")

    def take_one(self, mine: list[Held], word: str) -> None:
        """同名的几张里拿还没写过的一张。"""
        free = [held for held in mine if held not in self.clause.held]
        if not free:
            raise Misread(f"你只有 {len(mine)} 张「{word}」", "", "打 手牌 看看有什么")
        if self.prefer is not None:
            prefer = self.prefer
            free.sort(key=lambda held: not prefer(held))
        self.clause.held.append(free[0])

    def try_seat(self, word: str) -> bool:
        """没写「给」的目标。"""
        found = self.cast.find(word)
        if found is None:
            return False
        if self.clause.target is not None and self.clause.target != found:
            raise Misread(
                f"写了两个目标：{self.cast.listed([self.clause.target, found])}", "", "只写一个，如 给 2号"
            )
        self.clause.target = found
        return True


def seats_advice(cast: Cast) -> str:
    """座位的写法，如「1号 到 4号」。"""
    return f"1号 到 {len(cast.names)}号，或昵称、棋子颜色"


def is_received(held: Held) -> bool:
    """收到的武器。"""
    return held.mark == RECEIVED
