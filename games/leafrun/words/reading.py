"""读懂玩家打的字。

写法一览（空格可省，牌写手牌号、牌名或牌名的唯一一部分，人写座位号、昵称、棋子颜色）：

| 写法 | 意思 |
|---|---|
| `移动 2` | 打 2 张行动牌（张张一样，从编号最小的起）；`移动 全部`；写两个以上的数是手牌号：`移动 1 3` |
| `出牌 3`、`出牌 花束 给 2号`、`出牌 善良 增益2` | 按牌的类别打出；几张行动牌可以一起打 |
| `二换三 1 4`、`二弃一 4 5` | 只有一种换法时可以不写牌 |
| `装备 帽子`、`触发`、`结束` | |
| `换牌 1 3`、`弃牌 1 3`、`换牌 不换` | 选几张自己的牌 |
| `掷骰`、`选 2`、`2` | 裸数字是题面里的号；问「哪几张牌」时是手牌号，问增益时是增益自己的号 |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.kernel import Ask, Cast, Choice, Misread, Seat, number
from games.leafrun.questions import ARMOUR, CARDS, GIVE, HALF, ROLL, TAKE, WAIT
from games.leafrun.setup import COME_HERE, FORCED_REST, PLAIN, RECEIVED, Setup
from games.leafrun.table import AUTO, KEEP
from games.leafrun.view import Held, View

from . import cards
from .asking import CARD_QUESTIONS, CLAUSES, TASKS, bounds, card_advice, card_verb, prompt
from .clauses import Clause, Reader, by_number, is_received, numbers_only, shown, vocabulary

WORDS: dict[str, tuple[str, ...]] = {
    "move": ("移动", "加速"),
    "play": ("出牌", "打出", "使用", "打牌", "出", "打", "用"),
    "two_for_three": ("二换三", "2换3", "两换三", "二换3", "2换三"),
    "two_for_one": ("二弃一", "2弃1", "两弃一", "二弃1", "2弃一"),
    "equip": ("装备", "穿", "戴"),
    "trigger": ("触发事件", "触发", "事件触发"),
    "heal": ("回血", "吃"),
    "end": ("结束出牌", "结束回合", "出牌结束", "回合结束", "结束", "过牌", "过", "pass", "end"),
    "roll": ("掷骰子", "投骰子", "扔骰子", "掷骰", "投骰", "扔骰", "骰子", "骰", "roll", "r"),
    "pick": ("选择", "选"),
    "exchange": ("换牌", "换"),
    "discard": ("弃牌", "弃"),
    "none": ("不换", "不弃", "不留", "不用", "不走", "不要"),
    "wake": ("半血苏醒", "苏醒", "半血", "醒"),
    "wait": ("再等一轮", "满血苏醒", "再等", "满血", "等"),
    "buff": ("元素增益", "增益"),
    "keep": ("留下", "保留增益", "留"),
    "trade": ("强买强卖", "强买", "抽牌", "抽"),
    "resin": ("树脂球", "树脂", "粘住", "粘"),
    "take": ("取牌", "取走", "取", "拿"),
    "give": ("给牌", "给"),
    "swap": ("换位", "易位"),
    "walk": ("前进", "走"),
    "armour_mode": ("防具",),
}
"""动词 → 写法。"""

_BY_WORD = {word: verb for verb, words in WORDS.items() for word in words}
_LONGEST = sorted(_BY_WORD, key=len, reverse=True)

LOOSE = frozenset(
    [
        "出",
        "打",
        "用",
        "穿",
        "戴",
        "吃",
        "换",
        "弃",
        "醒",
        "等",
        "留",
        "抽",
        "粘",
        "取",
        "拿",
        "给",
        "走",
        "不用",
        "不要",
        "使用",
        "半血",
        "满血",
        "end",
        "pass",
    ]
)
"""日常说话也常打头的词：被问到时读得懂，但群里不靠它们认出是在对游戏说话。"""

VERBS = frozenset(word for word in _BY_WORD if word not in LOOSE)
"""群里以这些词打头的话是说给这个游戏的。"""

_ELSEWHERE = frozenset({"wake", "wait", "buff", "keep", "trade", "take", "swap"})
"""出牌回合用不上的动词，也不值得单独解释。"""

NONE_WORDS = frozenset(
    {"不", "无", "没有", "空", "算了", "不换", "不弃", "不留", "不用", "不走", "不要", "0", "零"}
)
ALL_WORDS = frozenset({"全部", "全", "所有", "都", "all"})

BUFF_WORDS = {"负重": 1, "体力上限": 1, "移动": 2, "步数": 2, "回血": 3, "回复": 3, "恢复": 3, "体力": 3}
"""增益的叫法。"""


def read(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """把 `text` 读成对 `ask` 的回答；读不懂抛 `Misread`。读懂了但不合法的照样返回。"""
    verb, rest = split_verb(after_pick(text), view.setup)
    if verb == "armour_mode":
        raise Misread("防具要写怎么用", "L4.5", "打 防具 自动 或 防具 保留")
    if ask.what in CARD_QUESTIONS:
        return read_cards(verb, rest, ask, view, cast)
    if ask.what == "turn" and verb in _ELSEWHERE:
        raise wrong_question(ask, view, cast, text)
    return _READERS[ask.what](verb, rest, ask, view, cast)


def after_pick(text: str) -> str:
    """去掉开头的「选」：它只是引子。"""
    for word in WORDS["pick"]:
        if text.startswith(word):
            return text.removeprefix(word).strip()
    return text


def split_verb(text: str, setup: Setup) -> tuple[str, str]:
    """`移动2` → `("move", "2")`；没有动词、或以牌名打头（给我过来）为 `("", text)`。"""
    lowered = text.casefold()
    if any(lowered.startswith(name.casefold()) for name in vocabulary(setup)):
        return "", text
    for word in _LONGEST:
        if lowered.startswith(word):
            rest = text[len(word) :].strip(" :,、")
            # 拉丁字母的动词后面不能紧跟字母，免得把昵称、牌名读成动词。
            if word.isascii() and word.isalpha() and text[len(word) : len(word) + 1].isalpha():
                continue
            return _BY_WORD[word], rest
    return "", text


def read_declaration(text: str, view: View, cast: Cast) -> tuple[str, Choice] | None:
    """`防具 自动`、`防具保留`（L4.5）；不是声明为 `None`。"""
    if not text.startswith("防具"):
        return None
    word = text.removeprefix("防具").strip(" :")
    if word in ("自动", "auto"):
        return ("armour_mode", AUTO)
    if word in ("保留", "留着", "keep"):
        return ("armour_mode", KEEP)
    return None


# ------------------------------------------------------------------ 没读懂时
def answers(ask: Ask, view: View, cast: Cast) -> str:
    """这个问题怎么答。"""
    asked = prompt(ask, view, cast)
    if asked.numbered and ask.what != "turn":
        listed = "；".join(f"{index} {text}" for index, (_, text) in enumerate(asked.numbered[:6], 1))
        return f"打号：{listed}"
    return asked.advice


def wrong_question(ask: Ask, view: View, cast: Cast, text: str = "") -> Misread:
    """现在问的是别的。"""
    if ask.what == "turn":
        return Misread(f"没读懂「{text}」", "", answers(ask, view, cast))
    if ask.what == "interject":
        return Misread("现在不是你的回合，只能打随时牌", CLAUSES["interject"], answers(ask, view, cast))
    return Misread(f"现在要你{TASKS[ask.what]}", CLAUSES[ask.what], answers(ask, view, cast))


def pick_numbered(value: int, ask: Ask, view: View, cast: Cast) -> Choice:
    """题面里的第 `value` 号。"""
    options = prompt(ask, view, cast).numbered
    if 1 <= value <= len(options):
        return options[value - 1][0]
    if not options:
        raise wrong_question(ask, view, cast, str(value))
    raise Misread(f"没有第 {value} 个选项", CLAUSES[ask.what], answers(ask, view, cast))


# ------------------------------------------------------------------ 出牌
def read_turn(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """轮到的人的话。"""
    if not verb:
        value = number(rest)
        if value is not None:
            return pick_numbered(value, ask, view, cast)
        # 只打牌名也算出牌。
        return read_play(rest, ask, view, cast)
    reader = _TURN.get(verb)
    if reader is not None:
        return reader(rest, ask, view, cast)
    if verb == "roll":
        advice = "打 触发" if plain_triggers(view) else answers(ask, view, cast)
        raise Misread("现在不用掷骰", "L4.7", advice)
    if verb in ("exchange", "none"):
        raise Misread("换牌只在开局有一次", "L2.4", answers(ask, view, cast))
    if verb == "discard":
        raise Misread("出牌时不能白白弃牌", "L4", answers(ask, view, cast))
    raise Misread("树脂球要掷到事件才能用", "L8.9", answers(ask, view, cast))


def plain_triggers(view: View) -> list[Held]:
    """还没打的事件触发。"""
    return [held for held in cards.numbered(view) if view.setup.trigger[held.card] and held.mark == PLAIN]


def actions_of(view: View) -> list[Held]:
    """行动牌，按编号。"""
    return [held for held in cards.numbered(view) if view.setup.action[held.card]]


def read_move(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`移动 n`：n 张行动牌；两个以上的数是手牌号；`移动` 只有一张时就打它。"""
    mine = actions_of(view)
    if not mine:
        raise Misread("你没有行动牌，不能加步数", "L4.1", answers(ask, view, cast))
    if rest in ALL_WORDS:
        return ["move", [held.card for held in mine]]
    numbers = numbers_only(rest.removesuffix("步").removesuffix("格").removeprefix("+"))
    if numbers == []:
        # 什么也没写，或只写了「格」「、」。
        if len(mine) == 1 and not rest:
            return ["move", [mine[0].card]]
        raise Misread(f"移动要写打几张行动牌，你有 {len(mine)} 张", "L4.1", f"打 移动 {len(mine)}")
    if numbers is None:
        clause = Reader(view, cast).read(rest)
        return ["move", [held.card for held in clause.held]]
    if len(numbers) > 1:
        clause = Reader(view, cast).read(rest)
        return ["move", [held.card for held in clause.held]]
    count = numbers[0]
    if count == 0:
        raise Misread("移动至少打 1 张行动牌", "L4.1", "打 移动 1，不打就打 结束")
    if count > len(mine):
        raise Misread(f"你只有 {len(mine)} 张行动牌", "L4.1", f"打 移动 {len(mine)}")
    return ["move", [held.card for held in mine[:count]]]


def read_play(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`出牌 …`：按第一张牌的类别决定做什么。"""
    if not rest:
        raise Misread("出牌要写出哪张", "L4", answers(ask, view, cast))
    setup = view.setup
    clause = Reader(view, cast, lambda held: held.mark != RECEIVED).read(rest)
    if not clause.held:
        raise Misread("没写出哪张牌", "L4", answers(ask, view, cast))
    first = clause.held[0]
    kinds = [cards.group(setup, held) for held in clause.held]
    if kinds == [0] * len(kinds):
        return ["move", [held.card for held in clause.held]]
    if len(kinds) > 1:
        raise several(clause, view)
    return _PLAYS[kinds[0]](first, clause, view, cast)


def several(clause: Clause, view: View) -> Misread:
    """一次写了几张不能一起打的牌。"""
    hand = cards.numbered(view)
    numbers = " ".join(str(hand.index(held) + 1) for held in clause.held)
    names = "、".join(cards.name(view.setup, held) for held in clause.held)
    action = [view.setup.action[held.card] for held in clause.held]
    rules = view.setup.rules
    one = hand.index(clause.held[0]) + 1
    advice = f"打 出牌 {one}，一张一张来"
    if len(action) == 2 and sum(action) == 1:
        advice = f"要换牌打 二换三 {numbers}；要打出就 出牌 {one}"
    elif len(action) == rules.two_for_one_cost and not any(action):
        advice = f"要换牌打 二弃一 {numbers}；要打出就 出牌 {one}"
    return Misread(f"{names} 不能一起打出，只有行动牌能一次打几张", "L4.1", advice)


def play_trigger(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    return ["event", held.card]


def play_special(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    """特殊牌；「给我过来」没写目标而只有一个人拉得到时就是他。"""
    if held.mark == FORCED_REST:
        return ["rest", held.card]
    if held.mark != COME_HERE:
        return ["special", held.card]
    targets = cards.come_here_targets(view)
    if clause.target is not None:
        return ["special", held.card, clause.target]
    reach = view.setup.rules.come_here_distance
    if not targets:
        word = "恰为" if view.setup.options.come_here_exact else "不超过"
        raise Misread(f"没有距离{word} {reach} 格、可以拉的人", "L8.1", "先留着，位置合适时再打")
    if len(targets) > 1:
        raise missing_target(held, [each.seat for each in targets], "L8.1", "拉谁", view, cast)
    return ["special", held.card, targets[0].seat]


def missing_target(held: Held, seats: list[Seat], clause: str, verb: str, view: View, cast: Cast) -> Misread:
    """没写目标。"""
    name = cards.name(view.setup, held)
    listed = "、".join(f"{seat + 1}号{cast.label(seat)}" for seat in seats)
    return Misread(
        f"{shown(view.setup, held)}要写{verb}：{listed}", clause, f"打 出牌 {name} 给 {seats[0] + 1}号"
    )


def play_recovery(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    return ["heal", held.card]


def play_armour(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    return ["armour", held.card]


def play_weapon(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    """武器给人；没写给谁而够得着的只有一个人时就是他。"""
    if held.mark == RECEIVED:
        raise Misread(
            f"{shown(view.setup, held)}是别人给的，不能再给", "L4.4", "可当非行动牌用于 二换三、二弃一"
        )
    if clause.target is not None:
        return ["weapon", held.card, clause.target]
    targets = [each.seat for each in cards.weapon_targets(view)]
    if not targets:
        reach = view.setup.rules.weapon_range
        raise Misread(f"{reach} 格以内没有未到终点的其他人", "L4.4", "武器可当非行动牌用于 二换三、二弃一")
    if len(targets) > 1:
        raise missing_target(held, targets, "L4.4", "给谁", view, cast)
    return ["weapon", held.card, targets[0]]


def play_element(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    """元素要选增益；只缺一种时可以不写。"""
    if clause.buff is not None:
        return ["element", held.card, clause.buff]
    assert view.seat is not None
    missing = [each for each in (1, 2, 3) if each not in view.players[view.seat].buffs]
    if len(missing) == 1:
        return ["element", held.card, missing[0]]
    if not missing:
        return ["element", held.card]
    name = cards.name(view.setup, held)
    listed = "、".join(cards.buff_name(view.setup, each) for each in missing)
    raise Misread(f"{shown(view.setup, held)}要选增益：{listed}", "L4.8", f"打 出牌 {name} 增益{missing[0]}")


def play_effect(held: Held, clause: Clause, view: View, cast: Cast) -> Choice:
    number_of = cards.numbered(view).index(held) + 1
    raise Misread(
        f"效果牌{shown(view.setup, held)}不能单独打出，只作非行动牌",
        "L4.9",
        f"如 二换三 {number_of}",
    )


_PLAYS: dict[int, Callable[[Held, Clause, View, Cast], Choice]] = {
    1: play_trigger,
    2: play_special,
    3: play_recovery,
    4: play_armour,
    5: play_weapon,
    6: play_weapon,
    7: play_element,
    8: play_effect,
}


def payable(setup: Setup, held: Held) -> bool:
    """能当二换三、二弃一的非行动牌（L4.2、L4.7、L4.12）。"""
    return not setup.action[held.card] and not setup.trigger[held.card]


def alike(setup: Setup, mine: list[Held]) -> bool:
    """这些牌打哪张都一样：同名同记号。"""
    return len({(cards.name(setup, held), held.mark) for held in mine}) == 1


def read_two_for_three(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`二换三 1 4`：次序随意；行动牌可以不写；非行动牌只有一种时也可以不写。"""
    setup = view.setup
    clause = Reader(view, cast, is_received).read(rest)
    mine = actions_of(view)
    others = [held for held in cards.numbered(view) if payable(setup, held)]
    example = "二换三 <行动牌> <非行动牌>"
    if mine and others:
        hand = cards.numbered(view)
        example = f"二换三 {hand.index(mine[0]) + 1} {hand.index(others[-1]) + 1}"
    if len(clause.held) > 2:
        names = "、".join(cards.name(setup, held) for held in clause.held)
        raise Misread(f"二换三只要 1 张行动牌和 1 张非行动牌，你写了{names}", "L4.2", f"打 {example}")
    if len(clause.held) == 2:
        one, other = clause.held
        if setup.action[other.card] and not setup.action[one.card]:
            one, other = other, one
        return ["two_for_three", one.card, other.card]
    if not mine or not others:
        lacking = "行动牌" if not mine else "能用的非行动牌"
        raise Misread(f"你没有{lacking}，不能二换三", "L4.2", answers(ask, view, cast))
    if clause.held and not setup.action[clause.held[0].card]:
        return ["two_for_three", mine[0].card, clause.held[0].card]
    if alike(setup, others):
        action = clause.held[0] if clause.held else mine[0]
        return ["two_for_three", action.card, others[0].card]
    raise Misread("二换三要写用哪张非行动牌", "L4.2", f"打 {example}")


def read_two_for_one(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`二弃一 4 5`；能弃的恰好够数时可以不写。"""
    setup = view.setup
    cost = setup.rules.two_for_one_cost
    clause = Reader(view, cast, is_received).read(rest)
    others = [held for held in cards.numbered(view) if payable(setup, held)]
    if len(clause.held) == cost:
        return ["two_for_one", [held.card for held in clause.held]]
    if len(others) < cost:
        raise Misread(
            f"二弃一要 {cost} 张非行动牌，你有 {len(others)} 张能用", "L4.3", answers(ask, view, cast)
        )
    left = [held for held in others if held not in clause.held]
    wanted = cost - len(clause.held)
    plain = wanted > 0 and all(payable(setup, held) for held in clause.held)
    if plain and (len(left) == wanted or (len(left) > wanted and alike(setup, left))):
        return ["two_for_one", [held.card for held in [*clause.held, *left[:wanted]]]]
    hand = cards.numbered(view)
    example = " ".join(str(hand.index(held) + 1) for held in others[-cost:])
    raise Misread(f"二弃一要写 {cost} 张非行动牌，读到 {len(clause.held)} 张", "L4.3", f"打 二弃一 {example}")


def read_equip(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`装备 帽子`；只有一种防具时可以不写。"""
    return read_single(rest, 4, "armour", "防具", "L4.5", "装备", ask, view, cast)


def read_heal(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`回血 苹果`；只有一种恢复牌时可以不写。"""
    return read_single(rest, 3, "heal", "恢复牌", "L4.6", "回血", ask, view, cast)


def read_single(
    rest: str, index: int, verb: str, word: str, rule: str, typed: str, ask: Ask, view: View, cast: Cast
) -> Choice:
    """装备、回血：一张某类的牌。"""
    setup = view.setup
    if rest:
        clause = Reader(view, cast).read(rest)
        if len(clause.held) != 1:
            raise Misread(f"{typed}只写一张{word}", rule, f"打 {typed} <手牌号>")
        return [verb, clause.held[0].card]
    mine = [held for held in cards.numbered(view) if cards.group(setup, held) == index]
    if not mine:
        raise Misread(f"你手里没有{word}", rule, answers(ask, view, cast))
    if not alike(setup, mine):
        names = "、".join(dict.fromkeys(cards.name(setup, held) for held in mine))
        raise Misread(f"{typed}要写哪张{word}：{names}", rule, f"打 {typed} {cards.name(setup, mine[0])}")
    return [verb, mine[0].card]


def read_trigger(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`触发`：打编号最小的事件触发，张张一样。"""
    mine = plain_triggers(view)
    if not mine:
        raise Misread("你手里没有事件触发", "L4.7", answers(ask, view, cast))
    value = number(rest) if rest else None
    if value is not None and value > 1:
        held = by_number(view, cards.numbered(view), value)
        return ["event", held.card]
    return ["event", mine[0].card]


def read_end(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`结束`。"""
    if rest and rest not in ("出牌", "回合", "了", "吧", "。", "."):
        raise Misread(f"「结束」后面不用写「{rest}」", "L4.7", "打 结束")
    return ["end"]


def read_give(rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`给 2号 花束`：与 `出牌 花束 给 2号` 一样。"""
    target, _, card = rest.replace("号", "号 ", 1).partition(" ")
    if not target or not card.strip():
        raise Misread("没写清给谁什么", "L4.4", "打 出牌 <武器> 给 2号")
    return read_play(f"{card.strip()} 给 {target}", ask, view, cast)


_TURN: dict[str, Callable[[str, Ask, View, Cast], Choice]] = {
    "move": read_move,
    "walk": read_move,
    "play": read_play,
    "two_for_three": read_two_for_three,
    "two_for_one": read_two_for_one,
    "equip": read_equip,
    "heal": read_heal,
    "trigger": read_trigger,
    "give": read_give,
    "end": read_end,
}


def read_interject(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """别人回合里打随时牌。"""
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    if verb not in ("", "play", "give"):
        raise wrong_question(ask, view, cast)
    if not rest:
        raise Misread("没写打哪张随时牌", "L4.12", answers(ask, view, cast))
    clause = Reader(view, cast).read(rest)
    if len(clause.held) != 1:
        raise Misread("一次打一张随时牌", "L4.12", answers(ask, view, cast))
    held = clause.held[0]
    if held.mark == FORCED_REST:
        return ["special", held.card]
    if cards.group(view.setup, held) != 2:
        raise wrong_question(ask, view, cast)
    return play_special(held, clause, view, cast)


# ------------------------------------------------------------------ 几张自己的牌
def read_cards(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """换牌、弃牌、给牌：几张自己的手牌；裸数字是手牌号。"""
    low, high, allowed = bounds(ask)
    rule = CLAUSES[ask.what]
    typed = card_verb(ask.what)
    if verb == "none" or rest in NONE_WORDS:
        if low == 0:
            return []
        raise Misread(
            f"要{card_word(ask)} {low} 张，不能不{card_word(ask)}", rule, f"打 {card_advice(ask, view)}"
        )
    if verb not in ("", "exchange", "discard", "give", "play", "pick"):
        raise wrong_question(ask, view, cast)
    if not rest:
        raise Misread(f"没写{card_word(ask)}哪几张", rule, f"打 {card_advice(ask, view)}")
    setup = view.setup
    if rest.removesuffix("换").removesuffix("弃") in ALL_WORDS:
        picked = [held for held in cards.numbered(view) if held.card in allowed]
    else:
        clause = Reader(view, cast).read(rest)
        picked = clause.held
    names = "、".join(cards.name(setup, held) for held in picked)
    for held in picked:
        if held.card not in allowed:
            why = "除打出外不会失去" if held.mark == FORCED_REST else f"不能{card_word(ask)}（不占负重）"
            raise Misread(
                f"{shown(setup, held)}{why}", rule, f"打 {typed} {allowed_numbers(view, allowed)} 里的"
            )
    if not low <= len(picked) <= high:
        wanted = f"{low} 张" if low == high else f"{low} 到 {high} 张"
        raise Misread(
            f"要{card_word(ask)} {wanted}，你写了 {len(picked)} 张（{names}）",
            rule,
            f"打 {card_advice(ask, view)}",
        )
    return [held.card for held in picked]


def card_word(ask: Ask) -> str:
    """「换」「弃」「给」。"""
    return card_verb(ask.what).removesuffix("牌")


def allowed_numbers(view: View, allowed: list[int]) -> str:
    """能选的手牌号。"""
    return "、".join(str(index) for index, held in enumerate(cards.numbered(view), 1) if held.card in allowed)


# ------------------------------------------------------------------ 其余的问题
def read_roll(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    # 后面还有字的是「骰子是不是坏了」这样的闲话。
    if (verb == "roll" and not rest) or (not verb and rest == "1"):
        return ROLL
    raise wrong_question(ask, view, cast)


def read_character(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """角色的号、名字或名字的一部分。"""
    value = number(rest)
    if value is not None:
        return pick_numbered(value, ask, view, cast)
    roster = view.setup.data.roster
    found = [
        each
        for each in ask.options
        if roster.name[each].casefold().startswith(rest.casefold())
        or rest.casefold() in roster.name[each].casefold()
    ]
    exact = [each for each in found if roster.name[each].casefold() == rest.casefold()]
    if len(exact or found) == 1 and rest:
        return (exact or found)[0]
    if found and rest:
        names = "、".join(roster.name[each] for each in found)
        raise Misread(f"「{rest}」可以是{names}", CLAUSES[ask.what], answers(ask, view, cast))
    raise wrong_question(ask, view, cast)


def read_wake(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    if verb == "wake":
        return HALF
    if verb == "wait":
        return WAIT
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    raise wrong_question(ask, view, cast)


def read_trade(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`抽 2号 3`；裸数字是选项号。"""
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    if verb not in ("", "trade", "take"):
        raise wrong_question(ask, view, cast)
    target, numbers = seat_and_numbers(rest, ask, view, cast)
    every: list[list[int]] = [option for option in ask.options if option[0] == target]
    if not every:
        return [target, numbers[0] if numbers else 1]
    most = max(option[1] for option in every)
    if rest.split()[-1:] and rest.split()[-1] in ALL_WORDS:
        return [target, most]
    if not numbers:
        if most == 1:
            return [target, 1]
        raise Misread(
            f"抽 {cast.label(target)} 几张？最多 {most} 张", "L8.8", f"打 抽牌 {target + 1}号 {most}"
        )
    if not 1 <= numbers[0] <= most:
        raise Misread(
            f"{cast.label(target)} 只能抽 {f'1 到 {most}' if most > 1 else 1} 张，你写了 {numbers[0]}",
            "L8.8",
            f"打 抽牌 {target + 1}号 {most}",
        )
    return [target, numbers[0]]


def seat_and_numbers(rest: str, ask: Ask, view: View, cast: Cast) -> tuple[Seat, list[int]]:
    """`2号 3` → 座位与后面的数。第一段是座位（裸数字也是座位号）。"""
    words = rest.removeprefix("给").strip().replace("号", "号 ").split()
    words = [word for word in words if word not in ALL_WORDS]
    target: Seat | None = None
    numbers: list[int] = []
    for word in words:
        value = number(word.removesuffix("张"))
        if target is None:
            target = cast.find(word)
            if target is None:
                raise Misread(f"不认得「{word}」是谁", CLAUSES[ask.what], answers(ask, view, cast))
        elif value is not None:
            numbers.append(value)
    if target is None:
        raise wrong_question(ask, view, cast)
    return target, numbers


def read_resin(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`树脂球 2号`、`树脂球 偷牌 给 2号`、`不用`。没写牌就用编号最小的行动牌。"""
    if verb == "none" or (verb in ("", "resin") and rest in NONE_WORDS - {"0"}):
        return None
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    if verb not in ("", "resin", "play", "give") or not rest:
        raise wrong_question(ask, view, cast)
    mine = actions_of(view)
    if not mine:
        raise Misread("你没有行动牌，不能用树脂球", "L8.9", "打 不用")
    if verb == "give" or (verb == "resin" and cast_finds(cast, rest)):
        rest = f"给 {rest}"
    clause = Reader(view, cast).read(rest)
    if clause.target is None:
        raise Misread("没写粘住谁", "L8.9", answers(ask, view, cast))
    card = clause.held[0] if clause.held else mine[0]
    if not view.setup.action[card.card]:
        raise Misread(
            f"{shown(view.setup, card)}不是行动牌，树脂球要用行动牌", "L8.9", answers(ask, view, cast)
        )
    return [card.card, clause.target]


def cast_finds(cast: Cast, word: str) -> bool:
    """`word` 整个就是一个座位。"""
    return cast.find(word) is not None


def read_salvage(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`取 2号 防具`、`给 2号 手牌`：把说得通的留下，恰好剩一种就是它。"""
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    mode = {"take": TAKE, "give": GIVE}.get(verb)
    if mode is None and verb:
        raise wrong_question(ask, view, cast)
    what: str | None = None
    words: list[str] = []
    for word in rest.replace("号", "号 ").replace("的", " ").split():
        if word in ("防具", "装备"):
            what = ARMOUR
        elif word in ("手牌", "牌", "两张", "两张牌", "两张手牌"):
            what = CARDS
        else:
            words.append(word)
    target: Seat | None = None
    if words:
        target = cast.find(" ".join(words))
        if target is None:
            raise Misread(f"不认得「{' '.join(words)}」是谁", "L8.13", answers(ask, view, cast))
    fits: list[Any] = [
        option
        for option in ask.options
        if (mode is None or option[0] == mode)
        and (target is None or option[1] == target)
        and (what is None or option[2] == what)
    ]
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise Misread("没有这种做法", "L8.13", answers(ask, view, cast))
    raise Misread("说得还不够清楚", "L8.13", answers(ask, view, cast))


def read_swap(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`换位 2号`；裸数字是选项号。"""
    value = number(rest)
    if not verb and value is not None:
        return pick_numbered(value, ask, view, cast)
    if verb not in ("", "swap"):
        raise wrong_question(ask, view, cast)
    target, _ = seat_and_numbers(rest, ask, view, cast)
    if target not in ask.options:
        raise Misread(
            f"不能和 {cast.label(target)} 换位，要不同格的最近者", "L8.14", answers(ask, view, cast)
        )
    return target


def buff_of(rest: str, ask: Ask, view: View, cast: Cast) -> int:
    """增益的号或叫法；照抄提示时带着的括号不看。"""
    rest = rest.partition("(")[0].strip()
    value = number(rest.removeprefix("增益").strip())
    if value is not None:
        return value
    found = next((buff for word, buff in BUFF_WORDS.items() if rest.startswith(word)), None)
    if found is None:
        raise wrong_question(ask, view, cast)
    return found


def read_buff(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`增益 2`、`移动`；裸数字是增益自己的号。"""
    if verb in ("move", "heal") and not rest:
        rest = {"move": "移动", "heal": "回血"}[verb]
    elif verb not in ("", "buff"):
        raise wrong_question(ask, view, cast)
    buff = buff_of(rest, ask, view, cast)
    if buff not in ask.options:
        why = "你已经有了" if buff in (1, 2, 3) else "没有这个增益"
        raise Misread(f"增益 {buff} {why}", CLAUSES[ask.what], answers(ask, view, cast))
    return buff


def read_keep_buff(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`留 2`、`不留`；裸数字是增益自己的号。"""
    if verb == "none" or rest in NONE_WORDS:
        return []
    if verb in ("move", "heal") and not rest:
        rest = {"move": "移动", "heal": "回血"}[verb]
    elif verb not in ("", "buff", "keep"):
        raise wrong_question(ask, view, cast)
    rest = rest.partition("(")[0].strip()
    numbers = numbers_only(rest)
    if not numbers:
        numbers = [buff_of(rest, ask, view, cast)]
    if numbers not in ask.options:
        _, high, owned = bounds(ask)
        listed = "、".join(str(buff) for buff in sorted(owned))
        raise Misread(f"只能从增益 {listed} 里留 {high} 个", "L7.4", answers(ask, view, cast))
    return numbers


def read_walk(verb: str, rest: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """`走 3`、`3`、`不走`、`走满`。"""
    if verb == "none" or rest in NONE_WORDS:
        return 0
    if verb not in ("", "walk", "move"):
        raise wrong_question(ask, view, cast)
    most = max(ask.options)
    if rest in ALL_WORDS or rest == "满":
        return most
    value = number(rest.removesuffix("格").removesuffix("步").strip())
    if value is None:
        raise wrong_question(ask, view, cast)
    if value not in ask.options:
        raise Misread(f"这轮能走 0 到 {most} 格，你写了 {value}", "L5.2", f"打 前进 {most}")
    return value


_READERS: dict[str, Callable[[str, str, Ask, View, Cast], Choice]] = {
    "turn": read_turn,
    "interject": read_interject,
    "roll": read_roll,
    "character": read_character,
    "wake": read_wake,
    "trade": read_trade,
    "resin": read_resin,
    "salvage": read_salvage,
    "swap": read_swap,
    "buff": read_buff,
    "keep_buff": read_keep_buff,
    "walk": read_walk,
}
