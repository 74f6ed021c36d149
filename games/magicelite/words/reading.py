"""读懂玩家打的字。

| 写法 | 意思 |
|---|---|
| `出牌 黑桃3 4 5`、`出 ♠3♠4♠5`、`出 s3-5`、`出 1 2 3` | 出一套；没写花色的数是手牌号 |
| `攻击 2号 出 黑桃3`、`出 黑桃3 打 2号` | 指定目标；只有一名敌人可以不写 |
| `技能 嫁祸 2号 出 黑桃A`、`嫁祸 2号 出 ♠A`、`出 ♠4 反射` | 声明技能 |
| `悔牌`、`另出`、`过牌`、`忽略`、`埋雷`、`买 闪电豹`、`升降梯 2` | |
| `抽`、`翻`、`选 3`、`弃 ♠4`、`不弃`、`风暴神`、`锦囊`、`大冒险` | 回答别的问题 |
| `终止 同意`、`终止 反对` | 终止表决 |

裸数字是题面里的号。
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any

from games.kernel import Ask, Cast, Choice, Misread, Seat, number
from games.magicelite.data import MagicEliteData
from games.magicelite.questions import PASS, PlayNote, SetSpace
from games.magicelite.table import END_VOTE
from games.magicelite.view import View

from . import cards, skills
from .asking import CLAUSES, prompt

PLAY_WORDS = ("出牌", "打出", "回应", "出", "打", "应", "用牌")
AIM_WORDS = ("攻击", "进攻", "攻打", "目标", "攻", "对", "给", "打")
FILLERS = ("技能", "发动", "使用", "声明", "专用盾", "用", "并", "和", "与")
RETRACT_WORDS = ("悔牌", "收回", "另出", "撤回")
PASS_WORDS = ("过牌", "pass", "过")
NONE_WORDS = ("不出", "没有牌", "没有", "不复活", "没牌", "承受", "不", "无")
IGNORE_WORDS = ("忽略", "无视")
MINE_WORDS = ("埋地雷", "埋雷", "地雷", "埋")
BUY_WORDS = ("购买", "买")
LIFT_WORDS = ("切换穿梭升降梯", "升降梯", "换技能", "坐梯")
FLIP_WORDS = ("抽", "翻", "翻牌", "抽牌", "翻开")
DISCARD_WORDS = ("弃牌", "弃", "出", "打")
KEEP_WORDS = ("不弃", "不打断", "不出", "不用", "不躲", "不", "无", "没有")
DEATH_WORDS = {
    "storm": ("风暴神", "风暴"),
    "bag": ("救命锦囊", "锦囊"),
    "adventure": ("直接大冒险", "大冒险", "冒险"),
    "out": ("出局", "放弃", "认命"),
}
LEOPARD_WORDS = {"dodge": ("闪电豹", "躲过", "躲", "闪"), "keep": ("不躲", "不用", "不", "留着")}
ANSWERS = {
    "flip": ("抽", "抽牌"),
    "turn_over": ("翻", "翻牌", "翻开"),
    "death": tuple(word for words in DEATH_WORDS.values() for word in words),
    "leopard": ("躲过", "躲", "不躲", "闪电豹", "用闪电豹"),
    "reflected": ("弃牌", "不弃"),
}
"""别的问题的回答：轮到出牌、回应时打了，说清现在不问这个。"""
GENERATION_WORDS = {"初": 1, "一": 1, "二": 2, "三": 3, "1": 1, "2": 2, "3": 3}
VOTE_WORDS = ("终止",)
LOOSE = frozenset(
    [
        "打",
        "应",
        "用",
        "并",
        "和",
        "与",
        "对",
        "给",
        "攻",
        "过",
        "不",
        "无",
        "pass",
        "没有",
        "目标",
        "使用",
        "弃",
        "翻",
        "埋",
        "收回",
        "声明",
        "发动",
        "用牌",
        "回应",
        "躲",
        "闪",
    ]
)
"""日常说话也常打头的词：被问到时读得懂，但群里不靠它们认出是在对游戏说话。"""

_PAIR = {word: key for key, words in skills.WORDS.items() for word in words}
VERBS = frozenset(
    word
    for word in (
        *PLAY_WORDS,
        *AIM_WORDS,
        "技能",
        *RETRACT_WORDS,
        *PASS_WORDS,
        *IGNORE_WORDS,
        *MINE_WORDS,
        *BUY_WORDS,
        *LIFT_WORDS,
        "抽",
        "翻牌",
        "弃牌",
        "不弃",
        "不复活",
        "躲过",
        "不躲",
        "风暴神",
        "锦囊",
        "救命锦囊",
        "大冒险",
        "闪电豹",
        "编号",
        "选",
        *VOTE_WORDS,
        *_PAIR,
        "黑桃",
        "红桃",
        "红心",
        "梅花",
        "方块",
        "方片",
        "♠",
        "♥",
        "♣",
        "♦",
    )
    if word not in LOOSE
)
"""群里以这些词打头的话是说给这个游戏的。"""

USAGE = (
    "出牌：「出 黑桃3 4 5」「出 s3-5」「出 1 2」（手牌号），「攻击 2号 出 ♠3」指明打谁。",
    "技能：「嫁祸 2号 出 ♠A」「审判 出 ♥K」；「抽」翻审判牌，「悔牌」收回刚出的（二代「另出」）。",
    "三代：「买 闪电豹」「埋雷」「忽略」「升降梯 2」「弃牌」「翻牌」；二代「终止 同意」。",
)
"""怎么打字，写在「帮助 对局」里。"""

RANGE = re.compile(r"\s*(?:-|~|到|至|—)\s*")
SEAT = re.compile(r"@?(\d{1,2})\s*[号位]")
JUNK = " ,、:;+→>·。!."


def read(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """把 `text` 读成对 `ask` 的回答；读不懂抛 `Misread`。读懂了但不合法的照样返回。"""
    text = text.strip()
    picked = text.removeprefix("选").strip() if text.startswith("选") else text
    if picked.isascii() and picked.isdigit():
        return pick(int(picked), ask, view, cast)
    if isinstance(ask.options, SetSpace):
        return read_set(text, ask, ask.options, view, cast)
    return _OTHERS[ask.what](text, ask, view, cast)


def pick(value: int, ask: Ask, view: View, cast: Cast) -> Choice:
    """题面里的第 `value` 号。"""
    if ask.what == "number":
        return value
    options = prompt(ask, view, cast).numbered
    if 1 <= value <= len(options):
        return options[value - 1][0]
    raise Misread(f"没有第 {value} 个选项", CLAUSES[ask.what], advice_of(ask, view, cast))


def advice_of(ask: Ask, view: View, cast: Cast) -> str:
    """这个问题怎么答。"""
    return prompt(ask, view, cast).advice


def unread(text: str, ask: Ask, view: View, cast: Cast) -> Misread:
    """没读懂。"""
    return Misread(f"没读懂「{text[:20]}」", CLAUSES[ask.what], advice_of(ask, view, cast))


def read_declaration(text: str, view: View, cast: Cast) -> tuple[str, Choice] | None:
    """「终止 同意」「终止 反对」（G2.3）；不是声明为 `None`。"""
    if not text.startswith("终止"):
        return None
    second = view.second
    if view.generation != 2 or second is None:
        raise Misread("终止表决是二代的", "G2.3", "照常出牌")
    if not any(second.fallen):
        raise Misread("还没有武将阵亡，不能终止", "G2.3", "有人阵亡以后再打 终止")
    rest = text.removeprefix("终止").removeprefix("对局").strip(" :")
    if rest in ("反对", "不同意", "不", "否"):
        return END_VOTE, "oppose"
    if rest in ("", "同意", "赞成", "投票", "表决"):
        if second.ending:
            raise Misread("表决已经通过", "G2.3", "打完这个主动回合就终止")
        if view.seat is not None and second.votes[view.seat]:
            raise Misread("你已经同意了", "G2.3", "反悔打 终止 反对")
        return END_VOTE, "agree"
    raise Misread("终止表决要写同意还是反对", "G2.3", "打 终止 同意 或 终止 反对")


# ------------------------------------------------------------------ 出一套
def starts(text: str, words: Sequence[str]) -> str | None:
    """`text` 以 `words` 之一开头时其余的字（去掉分隔），否则 `None`。长的先认。"""
    for word in sorted(words, key=len, reverse=True):
        if text.startswith(word):
            return text[len(word) :].strip(JUNK)
    return None


def read_set(text: str, ask: Ask, space: SetSpace, view: View, cast: Cast) -> Choice:
    """主动、回应、复活时的话。"""
    if starts(text, RETRACT_WORDS) is not None:
        return ["retract"]
    lowered = text.casefold()
    if lowered in NONE_WORDS:
        return ["none"]
    if lowered in PASS_WORDS:
        return PASS
    if lowered in IGNORE_WORDS:
        return ["gluttony"]
    if lowered in MINE_WORDS:
        return ["mine"]
    if (rest := starts(text, BUY_WORDS)) is not None:
        return read_buy(rest, view)
    if (rest := starts(text, LIFT_WORDS)) is not None:
        return read_lift(rest, view)
    if (clause := elsewhere(lowered)) is not None:
        raise Misread(f"现在不用打「{text[:8]}」", clause, advice_of(ask, view, cast))
    found = Scanner(view, cast).scan(text)
    return assembled(found, ask, space, view, cast)


def elsewhere(text: str) -> str | None:
    """这句是别的问题的回答：那个问题的条号；不是为 `None`。"""
    for what, words in ANSWERS.items():
        if text in words:
            return CLAUSES[what]
    return None


def read_buy(rest: str, view: View) -> Choice:
    """「买 闪电豹」（G3.10）。"""
    data = view.setup.data
    word = rest.casefold()
    for item in data.shop:
        if word and word in (item.name.casefold(), *(alias.casefold() for alias in item.aliases)):
            return ["buy", item.key]
    names = "、".join(f"{item.name} {item.price}" for item in data.shop)
    raise Misread("买什么没读懂" if rest else "要写买什么", "G3.10", f"商店有 {names}")


def read_lift(rest: str, view: View) -> Choice:
    """「升降梯 2」（G3.10）。"""
    for word, generation in GENERATION_WORDS.items():
        if rest.startswith(word):
            return ["lift", generation]
    raise Misread("升降梯要写换成第几代的技能", "G3.10", "打 升降梯 1、升降梯 2 或 升降梯 3")


class Found:
    """一句话里找到的东西。"""

    def __init__(self) -> None:
        self.cards: list[int] = []
        self.target: Seat | None = None
        self.uses: list[tuple[str, Seat | None, str]] = []
        """声明的技能、指的人、技能还是专用盾。"""


class Scanner:
    """从左到右认：技能、人、牌。"""

    def __init__(self, view: View, cast: Cast) -> None:
        self.view = view
        self.cast = cast
        self.setup = view.setup
        self.hand = cards.numbered(view)
        self.suits = suit_words(view.setup.data)
        self.ranks = rank_words(view.setup.data)
        self.found = Found()
        self.aiming = False
        """刚说了「攻击」之类，下一个是人。"""
        self.naming = -1
        """刚说了要指人的技能：它在 `uses` 里的下标。"""

    def scan(self, text: str) -> Found:
        """认完整句；有认不出的抛 `Misread`。"""
        left = text.strip(JUNK)
        while left:
            left = self.step(left).lstrip(JUNK)
        return self.found

    def step(self, left: str) -> str:
        """认下一样，返回其余的。"""
        found = self.found
        for word in sorted(_PAIR, key=len, reverse=True):
            if left.startswith(word):
                found.uses.append((_PAIR[word], None, ""))
                self.naming = len(found.uses) - 1 if _PAIR[word] in skills.AIMED else -1
                return left[len(word) :]
        if self.layered():
            for word, layer in skills.LAYER_WORDS.items():
                if left.startswith(word):
                    key, seat, _ = found.uses[-1]
                    found.uses[-1] = (key, seat, layer)
                    return left[len(word) :]
            if left.startswith("的"):
                return left[1:]
        seat = SEAT.match(left)
        if seat is not None:
            return self.point(int(seat[1]) - 1, seat[0], left[seat.end() :])
        if self.aiming or self.naming >= 0:
            named = self.named(left)
            if named is not None:
                return self.point(named[0], left, named[1])
        taken = self.suited(left)
        if taken is not None:
            return taken
        taken = self.plain(left)
        if taken is not None:
            return taken
        for words, aims in ((PLAY_WORDS, False), (AIM_WORDS, True), (FILLERS, None)):
            for word in sorted(words, key=len, reverse=True):
                if left.startswith(word):
                    if word == "打" and found.cards:
                        aims = True
                    if aims is not None:
                        self.aiming = aims
                        if not aims:
                            self.naming = -1
                    return left[len(word) :]
        named = self.named(left)
        if named is not None:
            return self.point(named[0], left, named[1])
        word = left.split(" ")[0]
        raise Misread(f"没读懂「{word[:12]}」", "E3.2", "如 出 黑桃3 4 5、出 s3-5，或手牌号 出 1 2")

    def layered(self) -> bool:
        """刚声明的技能还要说是技能还是专用盾。"""
        return (
            bool(self.found.uses) and self.found.uses[-1][0] in skills.LAYERED and not self.found.uses[-1][2]
        )

    def named(self, left: str) -> tuple[Seat, str] | None:
        """开头的一个词是人：`(座位, 其余)`。"""
        word, _, rest = left.partition(" ")
        for length in range(len(word), 0, -1):
            head = word[:length]
            tail = word[length:]
            if tail and not any(tail.startswith(verb) for verb in (*PLAY_WORDS, *self.suits)):
                continue
            seat = self.cast.find(head)
            if seat is not None:
                return seat, f"{tail} {rest}"
        return None

    def point(self, seat: Seat, word: str, rest: str) -> str:
        """指了一个人：刚说的技能的，或整套的目标。"""
        if not 0 <= seat < len(self.view.players):
            raise Misread(f"没有 {seat + 1}号", "E3.3", f"有 1号 到 {len(self.view.players)}号")
        if self.naming >= 0:
            key, _, layer = self.found.uses[self.naming]
            self.found.uses[self.naming] = (key, seat, layer)
        else:
            self.found.target = seat
        self.aiming, self.naming = False, -1
        return rest

    # -------------------------------------------------------------- 牌
    def suited(self, left: str) -> str | None:
        """`黑桃3 4 5`、`♠3♠4`、`s3-5`；不是为 `None`。"""
        lowered = left.casefold()
        for word, suit in self.suits.items():
            if not lowered.startswith(word):
                continue
            rest = left[len(word) :].lstrip(" ")
            numbers, after = self.numbers(rest)
            if not numbers:
                if word.isascii():
                    continue
                name = left[: len(word)]
                if re.match(r"(?:10|[789])(?!\d)", rest):
                    raise Misread("手牌里没有 7 到 10，那是身份卡", "E1.2", "打「手牌」看看有什么")
                raise Misread(f"{name}后面要写点数", "E3.2", f"如 {name}3 4 5")
            for value in numbers:
                self.take(suit, value)
            return after
        return None

    def numbers(self, rest: str) -> tuple[list[int], str]:
        """花色后面连着的点数，认得 `3-5`、`A到3`、`345`。"""
        numbers: list[int] = []
        while True:
            if SEAT.match(rest.lstrip(JUNK)):
                return numbers, rest
            value, after = self.rank_at(rest.lstrip(" ,、"))
            if value is None:
                return numbers, rest
            through = RANGE.match(after)
            last, beyond = self.rank_at(after[through.end() :]) if through else (None, after)
            if last is not None and last >= value:
                numbers += range(value, last + 1)
                after = beyond
            else:
                numbers.append(value)
            rest = after

    def rank_at(self, text: str) -> tuple[int | None, str]:
        """开头的一个点数。"""
        lowered = text.casefold()
        if lowered[:2] in ("10", "11", "12", "13") and not lowered[2:3].isdigit():
            value = int(lowered[:2])
            return (value, text[2:]) if value > 10 else (None, text)
        for word, value in self.ranks.items():
            if lowered.startswith(word):
                return value, text[len(word) :]
        return None, text

    def take(self, suit: int, value: int) -> None:
        """从手里取一张这样的牌。"""
        setup = self.setup
        for card in self.hand:
            if setup.suit[card] == suit and setup.number[card] == value and card not in self.found.cards:
                self.found.cards.append(card)
                return
        rank = setup.data.rank_of.get(value)
        title = setup.data.suit_rows[suit].symbol + (str(value) if rank is None else rank.label)
        raise Misread(f"你手里没有 {title}", "E3.2", "打「手牌」看看有什么")

    def plain(self, left: str) -> str | None:
        """没有花色的：数是手牌号（`1 2 3`、`1-3`），字母是手里唯一的那种点数。"""
        digits = re.match(r"(\d{1,3})(?:\s*(?:-|~|到|至)\s*(\d{1,3}))?", left)
        if digits is not None:
            first = int(digits[1])
            last = int(digits[2]) if digits[2] else first
            if last < first or not 1 <= first <= last <= len(self.hand):
                wrong = digits[0]
                raise Misread(
                    f"没有第 {wrong} 张手牌，你有 {len(self.hand)} 张", "E3.2", "花色写在前面：出 黑桃3 4"
                )
            for index in range(first, last + 1):
                if self.hand[index - 1] not in self.found.cards:
                    self.found.cards.append(self.hand[index - 1])
            return left[digits.end() :]
        for word, value in self.ranks.items():
            if word in "ajqk" and left[:1].casefold() == word and not left[1:2].isalpha():
                faces = {
                    self.setup.deck.face[card]: card
                    for card in self.hand
                    if self.setup.number[card] == value and card not in self.found.cards
                }
                if len(faces) == 1:
                    self.found.cards += faces.values()
                    return left[1:]
                label = word.upper()
                if faces:
                    names = "、".join(cards.name(self.setup, card) for card in faces.values())
                    raise Misread(f"有几种 {label}：{names}", "E3.2", f"写上花色，如 出 {names[:2]}")
                raise Misread(f"你手里没有 {label}", "E3.2", "打「手牌」看看有什么")
        return None


def suit_words(data: MagicEliteData) -> dict[str, int]:
    """花色的写法 → 花色号，长的在前。"""
    words = {
        word.casefold(): index
        for index, suit in enumerate(data.suit_rows)
        for word in (suit.name, suit.symbol, *suit.aliases)
    }
    return dict(sorted(words.items(), key=lambda pair: -len(pair[0])))


def rank_words(data: MagicEliteData) -> dict[str, int]:
    """手牌点数的写法 → 数字，长的在前；`1` 也是 A。"""
    words = {
        word.casefold(): rank.number
        for rank in data.ranks
        if rank.use == "手牌"
        for word in (rank.label, *rank.aliases)
    }
    words["1"] = 1
    return dict(sorted(words.items(), key=lambda pair: -len(pair[0])))


# ------------------------------------------------------------------ 拼成回答
def assembled(found: Found, ask: Ask, space: SetSpace, view: View, cast: Cast) -> Choice:
    """把认到的拼成 `["set", …]`：补上唯一的目标，技能排成选项里的次序。"""
    if not found.cards:
        bare = cardless(found, ask, view)
        if bare is not None:
            return bare
        if found.uses:
            key = found.uses[0][0]
            if key not in view.players[ask.seat].skills and view.hand:
                refusal = space.explain(["set", view.hand[:1], space.targets(view.hand[:1])[0], [[key]]])
                if refusal is not None:
                    raise Misread(refusal.reason, refusal.clause, refusal.advice)
            name = skills.NAMES[key]
            raise Misread(f"{name}要和一套牌一起出", CLAUSES[ask.what], f"{name} 出 <牌>")
        raise Misread("没写出哪些牌", CLAUSES[ask.what], advice_of(ask, view, cast))
    allowed = space.targets(found.cards)
    target = found.target
    if target is None and allowed != [None]:
        target = only_target(allowed, ask, view, found, cast)
    options = [declared(key, seat, layer, found, target, ask, view, cast) for key, seat, layer in found.uses]
    for order in permutations(options):
        choice = ["set", found.cards, target, list(order)]
        if choice in ask.options:
            return choice
    return ["set", found.cards, target, options]


def cardless(found: Found, ask: Ask, view: View) -> Choice | None:
    """不要牌的技能：首次护盾、首次控制（G2.7）；不是为 `None`。"""
    if len(found.uses) != 1:
        return None
    key, seat, _ = found.uses[0]
    seat = found.target if seat is None else seat
    tries = [[key]] if key == "aegis" else [[key, seat]] if key == "control" and seat is not None else []
    if key == "control" and seat is None:
        tries = [[key, enemy] for enemy in view.enemies(ask.seat)]
    able = [choice for choice in tries if choice in ask.options]
    return able[0] if len(able) == 1 else None


def only_target(
    allowed: Sequence[Seat | None], ask: Ask, view: View, found: Found, cast: Cast
) -> Seat | None:
    """没写目标：只有一个能打的就是他，内斗时是对手（G2.7），否则请他写明。"""
    if len(allowed) == 1:
        return allowed[0]
    if isinstance(ask.note, PlayNote) and ask.note.must_attack in allowed:
        return ask.note.must_attack
    names = "、".join(f"{seat + 1}号" for seat in allowed if seat is not None)
    shown = cards.set_name(view.setup, found.cards)
    raise Misread(f"要写打谁：{names}", "E3.3", f"攻击 {names.split('、')[0]} 出 {shown}")


def declared(
    key: str,
    seat: Seat | None,
    layer: str,
    found: Found,
    target: Seat | None,
    ask: Ask,
    view: View,
    cast: Cast,
) -> list[Any]:
    """一项声明；没写人而只有一种合法的就是它。"""
    if key in skills.LAYERED and not layer:
        layer = "shield" if key == "freezing" else ""
    layers = [layer] if layer else ["skill", "shield"]
    if key not in skills.AIMED:
        if key not in skills.LAYERED:
            return [key]
        able = [use for use in ([key, each] for each in layers) if fits(use, found, target, ask)]
        return able[0] if able else [key, layers[0]]
    if seat is None:
        seat = target
    people = [seat] if seat is not None else view.enemies(ask.seat)
    shapes = [
        [key, each, *([one] if key in skills.LAYERED else [])]
        for each in people
        for one in (layers if key in skills.LAYERED else [""])
    ]
    able = [use for use in shapes if fits(use, found, target, ask)]
    if len(people) == 1:
        return (able or shapes)[0]
    if len({use[1] for use in able}) == 1:
        return able[0]
    if not able:
        return shapes[0]
    names = "、".join(f"{each + 1}号" for each in people)
    raise Misread(
        f"{skills.NAMES[key]}要写对谁：{names}", CLAUSES[ask.what], f"{skills.NAMES[key]} {names[:2]} 出 <牌>"
    )


def fits(use: list[Any], found: Found, target: Seat | None, ask: Ask) -> bool:
    """只声明这一项时合法。"""
    return ["set", found.cards, target, [use]] in ask.options


# ------------------------------------------------------------------ 别的问题
def read_retract(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    if starts(text, RETRACT_WORDS) is not None:
        return "retract" if "retract" in ask.options else ["retract"]
    if view.generation == 2:
        raise Misread("现在没有轮到你", "E8.1", "只能打 另出")
    raise Misread("现在没有轮到你", "E8.2", "只能打 悔牌")


def read_number(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    value = number(text.removeprefix("选").removeprefix("编号").strip().removesuffix("号"))
    if value is None:
        raise unread(text, ask, view, cast)
    return value


def read_flip(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    if text in FLIP_WORDS:
        return ask.default
    raise unread(text, ask, view, cast)


def read_word(words: dict[str, tuple[str, ...]], text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    for choice, spellings in words.items():
        if text.removeprefix("用").strip() in spellings or text in spellings:
            return choice
    raise unread(text, ask, view, cast)


def read_death(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_word(DEATH_WORDS, text, ask, view, cast)


def read_leopard(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_word(LEOPARD_WORDS, text, ask, view, cast)


def read_reskill(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    rest = starts(text, ("换技能", "选", "换"))
    plain = (text if rest is None else rest).removeprefix("第").strip()
    for word, generation in GENERATION_WORDS.items():
        if plain in (word, f"{word}代"):
            return generation
    raise unread(text, ask, view, cast)


def read_guard(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """弃不弃一张 4：`弃`、`弃 ♠4`、`不弃`。"""
    if text in KEEP_WORDS:
        return None
    rest = starts(text, DISCARD_WORDS)
    left = text if rest is None else rest
    if rest is not None and left in ("", "4", "一张", "1张"):
        able = [choice for choice in ask.options if choice is not None]
        if not able:
            raise Misread("你手里没有 4", CLAUSES[ask.what], "打 不弃")
        return able[0]
    found = Scanner(view, cast).scan(left)
    if len(found.cards) != 1:
        raise unread(text, ask, view, cast)
    return found.cards[0]


_OTHERS = {
    "retract": read_retract,
    "number": read_number,
    "flip": read_flip,
    "turn_over": read_flip,
    "death": read_death,
    "reskill": read_reskill,
    "leopard": read_leopard,
    "reflected": read_guard,
    "interrupt": read_guard,
    "counter": read_guard,
}
