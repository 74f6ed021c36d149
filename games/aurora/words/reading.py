"""读懂玩家打的字。

| 写法 | 意思 |
|---|---|
| `移动 疾步 上上左`、`移动 疾步 C3` | 用一张牌移动（A3） |
| `出牌 直刺 上`、`出牌 飞刀 B3`、`出牌 双星镖 B3 C4` | 打出一张牌，先后就是次序（A4） |
| `技能 贯日 上`、`贯日 上` | 英雄技能（A6） |
| `士兵 B2 移动 B3 攻击 B4`（哪样在前都行，可以只写一样） | 一轮行动（A5.3） |
| `布置 民兵 C1`、`升阶 枪骑 C1`、`升阶 枪骑 C1 底 匕首` | 布置、升阶（A5.1） |
| `闪避区 伪装 飞刀`、`备用 直刺`、`蓄能 火球`、`蓄能 备用 火球` | 准备（A2.2） |
| `闪 2 左左`、`闪 伪装 B3`、`不闪` | 响应（A4.5） |
| `结束`、`收回`、`弃 直刺`、`升变`、`放弃`、`掷骰` | |

牌写名字、唯一的前几个字，或「手牌」里的号。裸数字是题面里的号。
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from games.aurora.language.steps import AidRange
from games.aurora.options import HEIGHTS
from games.aurora.questions import (
    DONE,
    END,
    RETRACT,
    ROLL,
    STAY,
    STOP,
    Aim,
    AimNote,
    CellsAim,
    DeckNote,
    OrderAim,
    Picks,
    RespondSpace,
    RoundNote,
)
from games.aurora.rules.choices import MainSpace, PrepareSpace
from games.aurora.rules.soldiers import RoundSpace
from games.aurora.view import StackView, View
from games.kernel import Ask, Cast, Choice, Misread

from . import cards, coordinates, ranges
from .asking import CLAUSES, TASKS, enemies, friends, prompt
from .coordinates import JUNK, find_cell, find_cells, find_steps, walk

MOVE_WORDS = ("移动", "走到", "走", "移")
PLAY_WORDS = ("出牌", "打出", "使用", "用牌", "出", "用", "打")
SKILL_WORDS = ("英雄技能", "技能", "发动")
SOLDIER_WORDS = ("士兵", "小兵")
DEPLOY_WORDS = ("布置", "部署", "登场")
UPGRADE_WORDS = ("升阶", "升级")
END_WORDS = ("结束回合", "结束", "回合结束", "完了", "完")
DONE_WORDS = (
    "结束准备",
    "准备好了",
    "准备好",
    "准备完",
    "进入主要",
    "主要阶段",
    "好了",
    "好",
    "主要",
    "完成",
    "不准备",
    *END_WORDS,
)
DODGE_ZONE_WORDS = ("补闪避区", "闪避区", "补闪避", "入闪避", "入闪")
RESERVE_WORDS = ("备用区", "备用", "入备用")
CHARGE_WORDS = ("蓄能", "充能")
DODGE_WORDS = ("闪避", "闪到", "闪", "躲")
STAY_WORDS = ("不闪避", "不闪", "不躲", "不响应", "不避", "硬吃", "不动", "不")
RETRACT_WORDS = ("收回", "撤回", "不出了", "算了", "取消")
STOP_WORDS = ("停", "停止", "不动", "不打", "不走", "够了", *END_WORDS)
ATTACK_WORDS = ("攻击", "打", "攻")
AID_WORDS = ("回复", "治疗", "回")
STEP_WORDS = ("移动到", "移动", "走到", "走", "移", "到")
TAKE_WORDS = ("升变", "要", "收", "是", "好")
LEAVE_WORDS = ("放弃", "不要", "不升变", "不收", "不", "否")
REFUSE_WORDS = ("不要", "不布置", "不升阶", "放弃", "跳过", "不", "算了")
DISCARD_WORDS = ("弃牌", "弃掉", "弃", "丢")
DECK_WORDS = ("卡组用", "英雄", "选用", "选", "用")
ROLL_WORDS = ("掷骰", "骰子", "随机", "掷", "投骰", "骰")
OBSTACLE_WORDS = ("障碍", "放障碍", "放")
HERO_WORDS = ("英雄", "进场", "站", "放")
NONE_WORDS = ("不放", "一张也不", "不要", "无", "不", "空", "没有")
BASE_WORDS = ("以", "用", "底牌", "底", "作底")

VERBS = frozenset(
    (
        "移动", "出牌", "打出", "使用", "攻击", "回复", "治疗", *SKILL_WORDS, *SOLDIER_WORDS, *DEPLOY_WORDS, *UPGRADE_WORDS,
        "结束", "结束回合", "结束准备", "好了", *DODGE_ZONE_WORDS, "备用", "备用区", *CHARGE_WORDS,
        "闪", "闪避", "不闪", "不闪避", "不响应", "收回", "停", "升变", "放弃", "不要", "弃", "弃牌", "选", "掷骰", "障碍", "英雄",
        *"上下左右↑↓←→↖↗↙↘",
        *(f"{column}{row}" for column in "ABCDEFGHabcdefgh" for row in range(1, HEIGHTS[1] + 1)),
    )
)  # fmt: skip
"""群里以这些词打头的话是说给这个游戏的。"""

GAPS = " ,、;:+&。."


def read(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """把 `text` 读成对 `ask` 的回答；读不懂抛 `Misread`。读懂了但不合法的照样返回。"""
    text = text.strip(GAPS)
    picked = text.removeprefix("选").strip() if text.startswith("选") else text
    if picked.isascii() and picked.isdigit():
        return pick(picked, ask, view, cast)
    try:
        return _READERS[ask.what](text, ask, view, cast)
    except Misread:
        elsewhere = main_verb(text, view) or alone(text, (*DONE_WORDS, *STAY_WORDS))
        if ask.what not in ("main", "prepare", "respond") and elsewhere:
            own = starts(text, OWN_WORDS.get(ask.what, ()))
            if own is None:
                raise Misread(
                    f"先答这个：{TASKS[ask.what]}", CLAUSES[ask.what], advice_of(ask, view, cast)
                ) from None
        raise


OWN_WORDS = {
    "deck": DECK_WORDS,
    "hero": HERO_WORDS,
    "obstacle": OBSTACLE_WORDS,
    "aim": (*PLAY_WORDS, *SKILL_WORDS, *MOVE_WORDS, *DEPLOY_WORDS),
    "round": (*SOLDIER_WORDS, *STEP_WORDS, *ATTACK_WORDS, *AID_WORDS),
    "deploy": DEPLOY_WORDS,
    "upgrade": UPGRADE_WORDS,
}
"""这个问题自己的词：打了这些而读不懂，照实说哪里不懂。"""


def read_declaration(text: str, view: View, cast: Cast) -> tuple[str, Choice] | None:
    """这个游戏没有声明。"""
    return None


def pick(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """题面里的第几号。"""
    question = prompt(ask, view, cast)
    if len(text) <= 3 and 1 <= int(text) <= len(question.numbered):
        return question.numbered[int(text) - 1][0]
    raise Misread(f"没有第 {text[:6]} 个选项", CLAUSES[ask.what], question.advice)


def advice_of(ask: Ask, view: View, cast: Cast) -> str:
    """这个问题怎么答。"""
    return prompt(ask, view, cast).advice


def unread(text: str, ask: Ask, view: View, cast: Cast) -> Misread:
    """没读懂。"""
    return Misread(f"没读懂「{text[:20]}」", CLAUSES[ask.what], advice_of(ask, view, cast))


def starts(text: str, words: Sequence[str]) -> str | None:
    """`text` 以 `words` 之一开头时其余的字，否则 `None`。长的先认。"""
    for word in sorted(words, key=len, reverse=True):
        if text.startswith(word):
            return text[len(word) :].strip(GAPS)
    return None


def alone(text: str, words: Sequence[str]) -> bool:
    """整句就是 `words` 之一。"""
    return text.strip("了吧啊。! ") in words or text in words


# ------------------------------------------------------------------ 开局（A1）
def read_deck(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """卡组的名字、唯一的前几个字，或预组的英雄。"""
    note = ask.note
    assert isinstance(note, DeckNote)
    word = starts(text, DECK_WORDS) or text
    found = [each.name for each in note.candidates if each.name == word]
    found = found or [each.name for each in note.candidates if each.name.startswith(word)]
    found = found or [each.name for each in note.candidates if each.deck.hero == word and not each.own]
    found = found or [each.name for each in note.candidates if each.deck.hero == word]
    found = found or [
        each.name for each in note.candidates if each.deck.hero.startswith(word) and not each.own
    ]
    if len(found) == 1:
        return found[0]
    if found:
        raise Misread(f"「{word[:12]}」可以是{'、'.join(found[:6])}", "A1.6", "打号，或把名字写全")
    for name, why in note.refused:
        if name == word:
            raise Misread(f"「{name}」不能用：{why}", "A8.1", "打号选别的；改好要等这局以后")
    raise Misread(f"没有「{word[:12]}」这副卡组", "A1.6", advice_of(ask, view, cast))


def read_cell(words: Sequence[str], why: str, text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """一格；`why` 是不能选的格为什么不能。"""
    rest = starts(text, words)
    cells, left = find_cells(view.setup.board, text if rest is None else rest)
    if len(cells) != 1 or left.strip(JUNK):
        raise unread(text, ask, view, cast)
    if cells[0] not in ask.options:
        raise Misread(
            f"{coordinates.name(view, cells[0])} {why}", CLAUSES[ask.what], advice_of(ask, view, cast)
        )
    return cells[0]


def read_obstacle(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_cell(
        OBSTACLE_WORDS, "放不了：要在自己 1、2 排的空格，给第 1 排留一格站英雄", text, ask, view, cast
    )


def read_hero(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    if alone(text, ROLL_WORDS) or alone(text.removeprefix("英雄").strip(), ROLL_WORDS):
        return ROLL
    return read_cell(HERO_WORDS, "站不了：要在自己第 1 排，不能是障碍", text, ask, view, cast)


# ------------------------------------------------------------------ 选牌
def read_picks(words: Sequence[str], where: str, text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """几张牌；一张也不要的写「不放」。"""
    space = ask.options
    assert isinstance(space, Picks)
    rest = starts(text, words)
    body = text if rest is None else rest
    if space.low == 0 and (alone(body, NONE_WORDS) or alone(text, NONE_WORDS)):
        return []
    if not body:
        raise Misread("没写是哪张牌", CLAUSES[ask.what], advice_of(ask, view, cast))
    advice = advice_of(ask, view, cast)
    return list[Choice](cards.take_many(view.setup, body, space.cards, where, CLAUSES[ask.what], advice))


def read_dodges(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_picks(DODGE_ZONE_WORDS, "这五张里", text, ask, view, cast)


def read_stow(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_picks(DODGE_ZONE_WORDS, "手里", text, ask, view, cast)


def read_recall(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_picks(DODGE_ZONE_WORDS, "弃牌堆里", text, ask, view, cast)


def read_store(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_picks(CHARGE_WORDS, "手里", text, ask, view, cast)


def read_discard(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    return read_picks(DISCARD_WORDS, "手里", text, ask, view, cast)


# ------------------------------------------------------------------ 准备（A2.2）
def read_prepare(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """补闪避区、入备用、蓄能，或进入主要阶段。"""
    space = ask.options
    assert isinstance(space, PrepareSpace)
    advice = advice_of(ask, view, cast)
    setup = view.setup
    if alone(text, DONE_WORDS):
        return list[Choice](DONE)
    if (rest := starts(text, DODGE_ZONE_WORDS)) is not None:
        if not rest:
            raise Misread("没写补哪张", "A2.2", f"备用区有 {cards.counted(setup, view.reserve_zone)}")
        found = cards.take_many(setup, rest, view.reserve_zone, "备用区里", "A2.2", advice)
        return ["dodge", list[Choice](found)]
    if (rest := starts(text, RESERVE_WORDS)) is not None:
        return ["reserve", one_card(rest, view.hand, "手里", ask, view, cast)]
    if (rest := starts(text, CHARGE_WORDS)) is not None:
        own = starts(rest, RESERVE_WORDS)
        if own is not None:
            return ["charge", "reserve", one_card(own, view.reserve_zone, "备用区里", ask, view, cast)]
        from_hand = starts(rest, ("手牌", "手里的"))
        body = rest if from_hand is None else from_hand
        name = cards.head_name((row.name for row in setup.data.cards), body)
        if name is not None and from_hand is None:
            card = next(index for index, row in enumerate(setup.data.cards) if row.name == name)
            if card not in view.hand and card in view.reserve_zone:
                return ["charge", "reserve", card]
        return ["charge", "hand", one_card(body, view.hand, "手里", ask, view, cast)]
    if main_verb(text, view):
        raise Misread("还在准备阶段", "A2.2", "先打 结束准备，再打这句")
    raise unread(text, ask, view, cast)


def one_card(text: str, pool: Sequence[int], where: str, ask: Ask, view: View, cast: Cast) -> int:
    """整句是一张牌。"""
    clause, advice = CLAUSES[ask.what], advice_of(ask, view, cast)
    card, rest = cards.take(view.setup, text, pool, where, clause, advice)
    if rest:
        raise Misread(f"只能写一张，后面的「{rest[:12]}」是多的", clause, advice)
    return card


def main_verb(text: str, view: View) -> bool:
    """像主要阶段的话。"""
    words = (*MOVE_WORDS, *PLAY_WORDS, *SKILL_WORDS, *SOLDIER_WORDS, *DEPLOY_WORDS, *UPGRADE_WORDS)
    return starts(text, words) is not None or skill_at(text, view) is not None


# ------------------------------------------------------------------ 主要（A2.3）
def read_main(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """一个行动。"""
    space = ask.options
    assert isinstance(space, MainSpace)
    if alone(text, END_WORDS):
        return list[Choice](END)
    for words, reader in (
        (DEPLOY_WORDS, read_deployment),
        (UPGRADE_WORDS, read_upgrading),
        (SOLDIER_WORDS, read_soldier),
        (SKILL_WORDS, read_skill),
    ):
        if (rest := starts(text, words)) is not None and not (words is SKILL_WORDS and not rest):
            return reader(rest, ask, space, view, cast)
    if (rest := starts(text, (*DODGE_ZONE_WORDS, *RESERVE_WORDS, *CHARGE_WORDS))) is not None and (
        cards.head_name((row.name for row in view.setup.data.cards), text) is None
    ):
        raise Misread("准备阶段已经过了", "A2.2", "下回合再做；这里打 出牌、移动、士兵、布置、结束")
    if starts(text, (*DODGE_WORDS, *STAY_WORDS)) is not None:
        raise Misread("现在没有攻击要响应", "A4.5", advice_of(ask, view, cast))
    if skill_at(text, view) is not None:
        return read_skill(text, ask, space, view, cast)
    if find_cell_quietly(text, view):
        return read_soldier(text, ask, space, view, cast)
    named = cards.head_name((row.name for row in view.setup.data.cards), text)
    if named is not None:
        rest = text[len(named) :].strip(GAPS)
        tail = f" {rest[:12]}" if rest else ""
        raise Misread(
            f"「{named}」是用来移动，还是发效果",
            "A2.3",
            f"打 移动 {named}{tail or ' C3'} 或 出牌 {named}{tail}",
        )
    if (rest := starts(text, MOVE_WORDS)) is not None:
        return read_move(rest, ask, space, view, cast)
    if (rest := starts(text, PLAY_WORDS)) is not None:
        return read_play(rest, ask, space, view, cast)
    raise unread(text, ask, view, cast)


def find_cell_quietly(text: str, view: View) -> bool:
    """以场上的坐标开头。"""
    found = coordinates.CELL.match(text)
    return found is not None and view.setup.board.find(found[1] + found[2]) >= 0


def read_move(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「疾步 上上左」「疾步 C3」（A3.2）。"""
    setup = view.setup
    card, rest = cards.take(setup, text, view.hand, "手里", "A3.1", "打 移动 <牌> <方向或坐标>")
    rest = starts(rest, ("移动到", "走到", "到", "去", "往", "向")) or rest
    if not rest:
        return ["move", card, None]
    start = view.players[ask.seat].cell
    cells, left = find_cells(setup.board, rest)
    if cells:
        if len(cells) > 1 or left.strip(JUNK):
            raise Misread(
                "移动只写一个终点",
                "A3.2",
                f"如 移动 {cards.name(setup, card)} {coordinates.name(view, cells[0])}",
            )
        return ["move", card, cells[0]]
    steps, left = find_steps(rest)
    if not steps or left.strip(JUNK):
        raise Misread(f"没读懂走到哪里「{rest[:12]}」", "A3.2", "写 上下左右，如 上上左；或终点坐标，如 C3")
    if not space.may_move():
        return ["move", card, start]
    return [
        "move",
        card,
        walk(view, start, steps, setup.data.cards[card].move, f"{cards.name(setup, card)}移动力"),
    ]


def read_play(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「直刺 上」「双星镖 B3 C4」（A4）。"""
    setup = view.setup
    card, rest = cards.take(setup, text, view.hand, "手里", "A2.3", "打 出牌 <牌> <方向或坐标>")
    bare: Choice = ["play", card, None]
    if not rest or bare not in ask.options:
        return bare
    aim = space.aim(card)
    what = cards.name(setup, card)
    if aim is None:
        raise Misread(
            f"{what}：{setup.data.card_text(card)}，不用在这里选", "A4", f"打 出牌 {what}，要选什么随后会问"
        )
    reader = ranges.Reader(view, ask.seat, view.players[ask.seat].cell, what)
    return ["play", card, reader.read(rest, aim)]


def skill_at(text: str, view: View) -> tuple[int, str] | None:
    """`text` 开头是自己英雄的技能：`(第几个, 其余)`。"""
    if view.seat is None:
        return None
    skills = view.setup.data.heroes[view.players[view.seat].hero].skills
    text = text.lstrip("【「 ")
    for index, row in enumerate(skills):
        if text.startswith(row.name):
            return index, text[len(row.name) :].lstrip("】」 ").strip(GAPS)
    return None


def read_skill(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「贯日 上」「1 上」（A6.1）。"""
    skills = view.setup.data.heroes[view.players[ask.seat].hero].skills
    listed = "、".join(f"{row.name}（蓄 {row.cost}）" for row in skills)
    found = skill_at(text, view)
    if found is None:
        number = re.match(r"(\d)(?!\d)", text)
        if number is None or not 1 <= int(number[1]) <= len(skills):
            word = text.split(" ")[0][:8]
            raise Misread(
                f"没有「{word}」这个技能" if word else "没写是哪个技能", "A6.1", f"你的技能有 {listed}"
            )
        found = int(number[1]) - 1, text[number.end() :].strip(GAPS)
    index, rest = found
    bare: Choice = ["skill", index, None]
    if not rest or bare not in ask.options:
        return bare
    reader = ranges.Reader(view, ask.seat, view.players[ask.seat].cell, f"【{skills[index].name}】")
    return ["skill", index, reader.read(rest, space.skill_aim(index))]


# ------------------------------------------------------------------ 士兵（A5）
def read_deployment(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「民兵 C1」（A5.1）。"""
    pile = view.players[ask.seat].pile
    soldier, rest = cards.take_soldier(view.setup, text, pile, "士兵堆里", "A5.1", "打 布置 <士兵> <格>")
    return ["deploy", soldier, one_cell(rest, view, "A5.1", "布置")]


def one_cell(text: str, view: View, clause: str, verb: str) -> int | None:
    """剩下的字是一格；没有写为 `None`。"""
    text = starts(text, ("在", "到", "放", "于")) or text
    if not text.strip(JUNK):
        return None
    cells, left = find_cells(view.setup.board, text)
    if len(cells) != 1 or left.strip(JUNK):
        raise Misread(f"没读懂是哪一格「{text[:12]}」", clause, f"坐标写在后面，如 {verb} … C1")
    return cells[0]


def read_upgrading(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「枪骑 C1」「枪骑 C1 底 匕首」（A5.1、A5.6）。"""
    ways = space.upgrades()
    return upgrade_of(text, ask, ways, view, ["upgrade"])


def upgrade_of(
    text: str, ask: Ask, ways: Sequence[tuple[int, int, tuple[int, ...]]], view: View, head: list[Choice]
) -> Choice:
    """`[…, 士兵, 格, 底或 null]`；没写格而只有一处可升的就是它。"""
    setup = view.setup
    pile = view.players[ask.seat].pile
    soldier, rest = cards.take_soldier(setup, text, pile, "士兵堆里", "A5.1", "打 升阶 <士兵> <格>")
    cells, rest = find_cells(setup.board, starts(rest, ("在", "到", "叠在", "叠")) or rest)
    if len(cells) > 1:
        raise Misread(
            "升阶只写一格",
            "A5.1",
            f"如 升阶 {cards.soldier(setup, soldier)} {coordinates.name(view, cells[0])}",
        )
    able = [way for way in ways if way[0] == soldier]
    base: int | None = None
    if rest.strip(JUNK):
        body = starts(rest, BASE_WORDS) or rest
        if starts(body, ("原牌", "原", "保留")) is None:
            captives = [
                each for stack in view.stacks if not cells or stack.cell in cells for each in stack.captives
            ]
            body = re.sub(r"(作|当|为)底$", "", body).strip(GAPS)
            base, left = cards.take_soldier(setup, body, captives, "升变牌里", "A5.6", "不写就保留原牌")
            if left:
                raise Misread(f"后面的「{left[:12]}」没读懂", "A5.6", "如 升阶 枪骑 C1 底 民兵")
    if not cells:
        if len(able) != 1:
            where = coordinates.names(view, [way[1] for way in able])
            raise Misread(
                f"要写在哪一格：{where}" if able else f"没有能升成{cards.soldier(setup, soldier)}的士兵",
                "A5.1",
                "叠在低一级的己方士兵上，如 升阶 枪骑 C1",
            )
        cells = [able[0][1]]
    return [*head, soldier, cells[0], base]


def own_stack(text: str, ask: Ask, view: View) -> tuple[StackView, str]:
    """`text` 开头指的自己的一叠士兵：坐标，或只有一叠的名字。"""
    own = [stack for stack in view.stacks if stack.seat == ask.seat]
    listed = "、".join(
        f"{coordinates.name(view, each.cell)} {cards.soldier(view.setup, each.cards[-1])}" for each in own
    )
    advice = f"你的士兵有 {listed}" if own else "先布置士兵，如 布置 民兵 C1"
    found = find_cell(view.setup.board, text.lstrip(JUNK))
    if found is not None:
        cell, rest = found
        for stack in own:
            if stack.cell == cell:
                return stack, rest
        raise Misread(f"{coordinates.name(view, cell)} 没有你的士兵", "A5.3", advice)
    if not text:
        raise Misread("没写是哪一格的士兵", "A5.3", advice)
    tops = [stack.cards[-1] for stack in own]
    soldier, rest = cards.take_soldier(view.setup, text, tops, "场上你的士兵里", "A5.3", advice)
    named = [stack for stack in own if stack.cards[-1] == soldier]
    if len(named) > 1:
        where = coordinates.names(view, [stack.cell for stack in named])
        raise Misread(
            f"有几名{cards.soldier(view.setup, soldier)}：{where}", "A5.3", "写坐标，如 士兵 B2 移动 B3"
        )
    return named[0], rest


def read_soldier(text: str, ask: Ask, space: MainSpace, view: View, cast: Cast) -> Choice:
    """「B2 移动 B3 攻击 B4」（A5.3）。"""
    stack, rest = own_stack(text, ask, view)
    rest = starts(rest, ("行动", "出动")) or ("" if alone(rest.strip(JUNK), ("行动", "出动")) else rest)
    bare: list[Choice] = ["round", stack.cell]
    round_space = space.round(stack.cell)
    if round_space is None or not rest.strip(JUNK):
        return [*bare, None, None]
    goal, attack, after = read_halves(rest, round_space, stack, ask, view)
    if after is not None:
        return [*bare, None, attack, after]
    return [*bare, goal, attack]


def read_round(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """一轮做了一半，或牌效给的一轮：「移动 B3」「攻击 B4」「停」。"""
    space, note = ask.options, ask.note
    assert isinstance(space, RoundSpace) and isinstance(note, RoundNote)
    if alone(text, STOP_WORDS):
        return list(STOP)
    stack = next(each for each in view.stacks if each.cell == note.cell)
    rest = starts(text, SOLDIER_WORDS)
    if rest is not None:
        found, rest = own_stack(rest, ask, view)
        if found.cell != stack.cell:
            where = coordinates.name(view, stack.cell)
            raise Misread(f"{where} 的一轮还没做完，要连续做", "A5.3", "先做完，或打 停")
    if not (rest := text if rest is None else rest).strip(JUNK):
        raise unread(text, ask, view, cast)
    goal, attack, after = read_halves(rest, space, stack, ask, view)
    return [goal, attack] if after is None else [None, attack]


def read_halves(
    text: str, space: RoundSpace, stack: StackView, ask: Ask, view: View
) -> tuple[int | None, list[Choice] | None, int | None]:
    """一轮行动的两半：`(先走到的格, 攻击, 打完再走到的格)`，没有写的为 `None`。"""
    name = cards.soldier(view.setup, stack.cards[-1])
    pieces = halves(text)
    if not pieces:
        # 只写了一格：空格是走过去，有敌人是打它。
        cells, left = find_cells(view.setup.board, text)
        if len(cells) == 1 and not left.strip(JUNK):
            occupied = coordinates.occupied(view)
            pieces = [("attack" if cells[0] in occupied and cells[0] not in view.obstacles else "move", text)]
        elif (steps := find_steps(text))[0] and not steps[1].strip(JUNK):
            pieces = [("move", text)]
        else:
            raise Misread(
                f"没读懂「{text.strip(JUNK)[:12]}」", "A5.3", "如 士兵 B2 移动 B3 攻击 B4，哪样在前都行"
            )
    if len(pieces) > 2 or [kind == "move" for kind, _ in pieces] in ([True, True], [False, False]):
        raise Misread("一轮只能移动一次、攻击一次", "A5.3", "如 士兵 B2 移动 B3 攻击 B4")
    goal: int | None = None
    attack: list[Choice] | None = None
    after: int | None = None
    for kind, body in pieces:
        if kind == "move":
            where = read_march(body, stack, view, name, attack is not None)
            if attack is None:
                goal = where
            else:
                after = where
        else:
            attack = read_attack(body, space, stack, goal, ask, view, name, kind == "aid")
    return goal, attack, after


def halves(text: str) -> list[tuple[str, str]]:
    """按「移动」「攻击」拆开：`[(哪一半, 其后的字), …]`；开头不是这些词为空。"""
    words: dict[str, str] = {
        **dict.fromkeys(STEP_WORDS, "move"),
        **dict.fromkeys(ATTACK_WORDS, "attack"),
        **dict.fromkeys(AID_WORDS, "aid"),
    }
    pattern = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    marks = list(re.finditer(pattern, text))
    if not marks or text[: marks[0].start()].strip(JUNK + "再先然后并"):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [
        (words[mark[0]], text[mark.end() : end].strip(JUNK.replace("→", "") + "再先然后并"))
        for mark, end in zip(marks, ends, strict=True)
    ]


def read_march(text: str, stack: StackView, view: View, name: str, struck: bool) -> int:
    """士兵走到哪里；打完再走的，路上的敌人可能已经离场，只看写的终点。"""
    cells, left = find_cells(view.setup.board, text)
    if len(cells) == 1 and not left.strip(JUNK):
        return cells[0]
    steps, left = find_steps(text)
    if not steps or left.strip(JUNK) or cells:
        raise Misread(
            f"没读懂走到哪里「{text[:12]}」", "A5.3", "写终点坐标，如 移动 B3；或方向，如 移动 上上"
        )
    if struck:
        return ranges.Reader(view, stack.seat, stack.cell, name).offset(steps)
    return walk(
        view, stack.cell, steps, view.setup.data.soldiers[stack.cards[-1]].move, f"{name} MOV", "A5.3"
    )


def read_attack(
    text: str,
    space: RoundSpace,
    stack: StackView,
    goal: int | None,
    ask: Ask,
    view: View,
    name: str,
    aids: bool,
) -> list[Choice]:
    """攻击哪里：几种射程里头一个打得到的（A5.4）；没写目标而只有一种打法的就是它。

    `aids` 是说了「回复」；目标是己方的，也先看能不能改为回复。"""
    origin = stack.cell if goal is None else goal
    if goal is not None and goal not in space.destinations():
        return [0, None]  # 走不到那里，由规则说明
    every = space.attacks(goal)
    if not every:
        return [0, None]  # 不能攻击，由规则说明
    ways = [(index, step, aim) for index, (step, aim) in enumerate(every)]
    helping = [way for way in ways if isinstance(way[1], AidRange)]
    if aids:
        if not helping:
            raise Misread(f"{name}不会回复", "A5.4", "打 攻击 <格>")
        ways = helping
    elif not text.strip(JUNK):
        ways = [way for way in ways if way not in helping]
    if not text.strip(JUNK):
        wanted = friends(view, ask.seat) if aids else enemies(view, ask.seat)
        return only_attack([(index, aim) for index, _, aim in ways], wanted, name)
    reader = ranges.Reader(view, ask.seat, origin, name)
    refused: Misread | None = None
    fitting: list[list[Choice]] = []
    read: list[list[Choice]] = []
    for index, step, aim in ways:
        try:
            choice = named_target(text, reader, aim)
        except Misread as error:
            refused = refused or error
            continue
        own = isinstance(choice, list) and all(cell in friends(view, ask.seat) for cell in choice)
        if aim is None or aim.fits(choice):
            if own == isinstance(step, AidRange):
                return [index, choice]
            fitting.append([index, choice])
        read.append([index, choice])
    if read:
        return [*fitting, *read][0]
    assert refused is not None
    raise refused


def named_target(text: str, reader: ranges.Reader, aim: Aim | None) -> Choice:
    """一种射程的范围；附近全打的不用选，写了也行。"""
    if aim is None:
        cells, _ = find_cells(reader.board, text)
        if cells or find_steps(text)[0]:
            return None
    return reader.read(text, aim)


def only_attack(ways: Sequence[tuple[int, Aim | None]], wanted: set[int], name: str) -> list[Choice]:
    """没写打哪里：打得到 `wanted` 的只有一种选法就是它。"""
    found: list[list[Choice]] = []
    for index, aim in ways:
        if aim is None or isinstance(aim, OrderAim):
            return [index, None]  # 附近全部，不用选
        # 选几格的只看选一格的：各种先后一多就列不完。
        singles = [[cell] for cell in aim.cells] if isinstance(aim, CellsAim) else aim.each()
        found += [[index, choice] for choice in singles if ranges.hits(aim, choice, wanted)]
    if len(found) == 1:
        return found[0]
    raise Misread(
        f"没写{name}打哪里", "A5.4", "如 攻击 B4" if found else "射程里没有敌人；也可写一个空格，如 攻击 B4"
    )


# ------------------------------------------------------------------ 范围、响应与其余
def read_aim(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """这一步的范围，或「收回」。"""
    aim, note = ask.options, ask.note
    assert isinstance(aim, Aim) and isinstance(note, AimNote)
    if alone(text, RETRACT_WORDS):
        return RETRACT
    what = cards.source(view, note.source).strip("【】").split(" ")[-1]
    rest = starts(text, (*PLAY_WORDS, *SKILL_WORDS, *MOVE_WORDS, *DEPLOY_WORDS))
    body = text if rest is None else rest
    body = body.strip("【】").removeprefix(what).strip("】" + GAPS)
    if not body:
        raise unread(text, ask, view, cast)
    of_hero = note.source.kind in ("card", "skill", "move") or note.source.cell < 0
    origin = view.players[ask.seat].cell if of_hero else note.source.cell
    return ranges.Reader(view, ask.seat, origin, what).read(body, aim)


def read_respond(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """「闪 2 左左」「闪 伪装 B3」「不闪」（A4.5）。"""
    space = ask.options
    assert isinstance(space, RespondSpace)
    if alone(text, STAY_WORDS):
        return list[Choice](STAY)
    rest = starts(text, DODGE_WORDS)
    if rest is None:
        if main_verb(text, view):
            raise Misread("先响应这次攻击", "A4.5", advice_of(ask, view, cast))
        rest = text
    setup, board = view.setup, view.setup.board
    start = view.players[ask.seat].cell
    cells, left = find_cells(board, rest)
    steps, tail = find_steps(rest)
    if cells or steps:
        # 没写是哪张：只有一种走得到就用它。
        if (left if cells else tail).strip(JUNK) or len(cells) > 1:
            raise unread(text, ask, view, cast)
        goal = cells[0] if cells else walk(view, start, steps, board.size, "最多", "A4.5")
        able = sorted(card for card, reached in space.dodges() if goal in reached)
        if len(able) == 1:
            return ["dodge", able[0], goal]
        where = coordinates.name(view, goal)
        if able:
            raise Misread(
                f"几张都走得到 {where}：{cards.listed(setup, able)}",
                "A4.5",
                f"如 闪 {cards.name(setup, able[0])} {where}",
            )
        raise Misread(f"没有一张走得到 {where}", "A4.5", advice_of(ask, view, cast))
    advice = "打 闪 <牌或号> <方向或坐标>，或 不闪"
    card, rest = cards.take(setup, rest, space.cards, "闪避区里", "A4.5", advice)
    rest = starts(rest, ("到", "去", "往", "向")) or rest
    cells, left = find_cells(board, rest)
    if cells:
        if len(cells) > 1 or left.strip(JUNK):
            raise Misread("只写一个终点", "A4.5", advice)
        return ["dodge", card, cells[0]]
    steps, left = find_steps(rest)
    if not steps or left.strip(JUNK):
        reached = dict(space.dodges()).get(card, ())
        where = f"走得到 {ranges.shortened(view, reached)}" if reached else "走不动"
        raise Misread(f"没写闪到哪里，{cards.name(setup, card)}{where}", "A4.5", advice)
    force = setup.data.cards[card].dodge
    return ["dodge", card, walk(view, start, steps, force, f"{cards.name(setup, card)}闪避力", "A4.5")]


def read_promote(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    if alone(text, LEAVE_WORDS):
        return "leave"
    if alone(text, TAKE_WORDS):
        return "take"
    raise unread(text, ask, view, cast)


def read_deploy(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """牌效给的布置：「布置 民兵 C1」「不要」（A5.8）。"""
    if alone(text, REFUSE_WORDS):
        return None
    rest = starts(text, DEPLOY_WORDS)
    pile = view.players[ask.seat].pile
    body = text if rest is None else rest
    soldier, left = cards.take_soldier(
        view.setup, body, pile, "士兵堆里", "A5.1", "打 布置 <士兵> <格>，或 不要"
    )
    cell = one_cell(left, view, "A5.1", "布置")
    if cell is None:
        raise Misread("没写放在哪一格", "A5.1", f"如 布置 {cards.soldier(view.setup, soldier)} C1")
    return [soldier, cell]


def read_upgrade(text: str, ask: Ask, view: View, cast: Cast) -> Choice:
    """牌效给的升阶：「升阶 枪骑 C1」「不要」（A5.8）。"""
    if alone(text, REFUSE_WORDS):
        return None
    rest = starts(text, UPGRADE_WORDS)
    ways: dict[tuple[int, int], tuple[int, ...]] = {}
    for choice in ask.options:
        if isinstance(choice, list):
            soldier, cell, _ = choice
            ways[soldier, cell] = ()
    able = [(soldier, cell, bases) for (soldier, cell), bases in ways.items()]
    return upgrade_of(text if rest is None else rest, ask, able, view, [])


_READERS: dict[str, Callable[[str, Ask, View, Cast], Choice]] = {
    "deck": read_deck,
    "obstacle": read_obstacle,
    "hero": read_hero,
    "dodges": read_dodges,
    "prepare": read_prepare,
    "main": read_main,
    "aim": read_aim,
    "respond": read_respond,
    "round": read_round,
    "promote": read_promote,
    "stow": read_stow,
    "recall": read_recall,
    "store": read_store,
    "deploy": read_deploy,
    "upgrade": read_upgrade,
    "discard": read_discard,
}

USAGE = (
    "「移动 疾步 上上左」或「移动 疾步 C3」；「出牌 直刺 上」「出牌 双星镖 B3 C4」，先后就是次序。",
    "「士兵 B2 移动 B3 攻击 B4」次序随意；「布置 民兵 C1」「升阶 枪骑 C1」「技能 贯日 上」「结束」。",
    "准备阶段「闪避区 伪装」「备用 直刺」「蓄能 火球」「结束准备」；被打时「闪 2 左左」「闪 伪装 B3」「不闪」。",
    "牌写名字或「手牌」里的号；「卡牌 直刺」看说明，「棋盘」看场面。",
)
"""怎么打字，写进「帮助 对局」。"""
