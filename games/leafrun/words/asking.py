"""把问题写给被问的人；替人作的回答写给全群。"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.kernel import Ask, Cast, Choice, Prompt, Seat, Subset
from games.leafrun.events import Plan
from games.leafrun.questions import ARMOUR, HALF, TAKE, RollNote
from games.leafrun.setup import COME_HERE, FORCED_REST, PLAIN
from games.leafrun.view import Held, View

from . import cards

TASKS = {
    "roll": "掷骰",
    "character": "选角色",
    "exchange": "换牌",
    "wake": "选是否苏醒",
    "turn": "出牌",
    "interject": "打随时牌",
    "light_dash": "选轻装狂奔弃哪些牌",
    "barter": "选以物易物弃哪些牌",
    "trade": "选强买强卖的对象",
    "resin": "选用不用树脂球",
    "scatter": "选丢三落四弃哪些牌",
    "salvage": "选捡漏与释放的对象",
    "salvage_cards": "选给出哪些牌",
    "swap": "选和谁换位",
    "buff": "选元素增益",
    "walk": "选走几步",
    "keep_buff": "选留下哪个元素增益",
    "trim": "选换道弃哪些牌",
}
"""问题名 → 「在等谁……」里的说法。"""

CLAUSES = {
    "roll": "L1.6",
    "character": "L2.2",
    "exchange": "L2.4",
    "wake": "L6.1",
    "turn": "L4",
    "interject": "L4.12",
    "light_dash": "L8.2",
    "barter": "L8.5",
    "trade": "L8.8",
    "resin": "L8.9",
    "scatter": "L8.11",
    "salvage": "L8.13",
    "salvage_cards": "L8.13",
    "swap": "L8.14",
    "buff": "L8.17",
    "walk": "L5.2",
    "keep_buff": "L7.4",
    "trim": "L7.4",
}
"""问题名 → 依据的条号。"""

PURPOSES = {"order": "定顺序", "event": "事件触发", "attraction": "惺惺相吸", "use_terrain": "善用地形"}
"""掷骰的缘由。"""

CARD_QUESTIONS = frozenset({"exchange", "light_dash", "barter", "scatter", "salvage_cards", "trim"})
"""回答是几张自己手牌的问题；裸数字是手牌编号，不列选项。"""

MOST = 9
"""编号选项至多列几个；再多就只列前面的，其余的照 `advice` 打字。"""

_Numbered = tuple[tuple[Choice, str], ...]


def prompt(ask: Ask, view: View, cast: Cast) -> Prompt:
    """把 `ask` 写给被问者；`view` 是他自己的。"""
    if ask.what in CARD_QUESTIONS:
        return _cards_prompt(ask, view)
    return _PROMPTS[ask.what](ask, view, cast)


def bounds(ask: Ask) -> tuple[int, int, list[int]]:
    """几张牌的问题：最少几张、最多几张、能给出的牌。"""
    options = ask.options
    if isinstance(options, Subset):
        return options.low, options.high, options.items
    every = list(options)
    return min(map(len, every)), max(map(len, every)), sorted({card for each in every for card in each})


def example(view: View, allowed: list[int], count: int) -> str:
    """示范用的手牌编号，如 `1 3`。"""
    numbers = [str(index) for index, held in enumerate(cards.numbered(view), 1) if held.card in allowed]
    return " ".join(numbers[-count:]) if count else ""


# ------------------------------------------------------------------ 各问题
def _roll(ask: Ask, view: View, cast: Cast) -> Prompt:
    note = ask.note
    why = "掷骰"
    if isinstance(note, RollNote):
        why = f"掷骰{PURPOSES[note.purpose]}（D{note.sides}）"
    # 只有一种回答，不列号：群里只多一行。
    return Prompt(why, advice="打 掷骰", secret=False)


def _character(ask: Ask, view: View, cast: Cast) -> Prompt:
    roster = view.setup.data.roster
    options = tuple(
        (
            character,
            f"{roster.name[character]} 体力{roster.health[character]} 移动{roster.move[character]}"
            f" 负重{roster.load[character]}",
        )
        for character in ask.options
    )
    return Prompt("选一名角色（全部选定后一起公开）", numbered=options, advice="打号，如 1")


def _wake(ask: Ask, view: View, cast: Cast) -> Prompt:
    me = view.players[ask.seat]
    half = -(-me.max_health // view.setup.rules.revival_divisor)
    words = {
        HALF: f"现在苏醒，体力 {half}，本轮最后行动",
        "wait": f"再等一轮，下轮满血 {me.max_health} 苏醒",
    }
    return Prompt(
        "你可以苏醒了，怎么选？",
        numbered=tuple((choice, words[choice]) for choice in ask.options),
        advice=f"打 苏醒（体力 {half}，本轮最后行动）或 再等（下轮满血 {me.max_health}）",
        secret=False,
    )


def _trade(ask: Ask, view: View, cast: Cast) -> Prompt:
    most: dict[Seat, int] = {}
    for target, count in ask.options:
        most[target] = max(count, most.get(target, 0))
    options: list[tuple[Choice, str]] = []
    for target, high in most.items():
        # 人多时每人只列一项，别的张数照打。
        counts = (1, high) if high > 1 and 2 * len(most) <= MOST else (high,)
        for count in counts:
            options.append(([target, count], f"抽 {cast.label(target)} {count} 张（最多 {high}）"))
    target, high = next(iter(most.items()))
    return Prompt(
        "强买强卖：随机抽谁几张？之后他随机抽回同样张数",
        numbered=tuple(options),
        advice=f"打 抽牌 {target + 1}号 {high}",
        secret=False,
    )


def resin_options(ask: Ask, view: View, cast: Cast) -> _Numbered:
    """树脂球：别的各目标，前面的人先（用编号最小的行动牌），最后是不用。"""
    first = next(
        (held.card for held in cards.numbered(view) if view.setup.action[held.card]),
        None,
    )
    options: list[tuple[Choice, str]] = []
    for player in sorted(view.players, key=lambda each: (-each.position, each.seat)):
        choice = [first, player.seat]
        if first is not None and player.seat != ask.seat and choice in ask.options:
            options.append((choice, f"粘住 {cast.label(player.seat)}（第 {player.position} 格）"))
    if None in ask.options:
        options.append((None, "不用"))
    return tuple(options)


def _resin(ask: Ask, view: View, cast: Cast) -> Prompt:
    options = resin_options(ask, view, cast)
    return Prompt(
        "把 1 张行动牌当树脂球打出，粘住谁到本轮结束？",
        numbered=options,
        advice="打号，或 树脂球 2号",
    )


def salvage_text(choice: list[Any], view: View, cast: Cast) -> str:
    """捡漏与释放的一种做法。"""
    verb, target, what = choice
    source = target if verb == TAKE else view.active
    armour = None if source is None else view.players[source].armour
    count = view.setup.rules.salvage_cards
    if what == ARMOUR:
        thing = "防具" if armour is None else f"防具{view.setup.card_name(armour)}"
    else:
        thing = f"随机 {count} 张手牌" if verb == TAKE else f"{count} 张手牌（自选）"
    return f"取 {cast.label(target)} 的{thing}" if verb == TAKE else f"给 {cast.label(target)} {thing}"


def _salvage(ask: Ask, view: View, cast: Cast) -> Prompt:
    options = tuple((choice, salvage_text(choice, view, cast)) for choice in ask.options)
    advice = "打 选 1"
    if len(options) > MOST:
        advice = "没列出的照打：取牌 2号 防具、给牌 2号 手牌"
    return Prompt("捡漏与释放：选一样", numbered=options[:MOST], advice=advice, secret=False)


def _swap(ask: Ask, view: View, cast: Cast) -> Prompt:
    options = tuple(
        (target, f"{cast.label(target)}（第 {view.players[target].position} 格）") for target in ask.options
    )
    return Prompt("莫名易位：和谁换位？", numbered=options, advice="打 选 1", secret=False)


def buff_options(buffs: list[int], wrap: Callable[[int], Choice], view: View) -> tuple[_Numbered, list[str]]:
    """选增益的编号选项与补充行。打的号永远是增益自己的号：凑不成 1、2、3 的就只写在行里。"""
    texts = [cards.buff_name(view.setup, buff) for buff in buffs]
    if buffs == list(range(1, len(buffs) + 1)):
        return tuple((wrap(buff), text) for buff, text in zip(buffs, texts, strict=True)), []
    return (), texts


def _buff(ask: Ask, view: View, cast: Cast) -> Prompt:
    buffs = sorted(ask.options)
    options, lines = buff_options(buffs, lambda buff: buff, view)
    return Prompt(
        "友谊永恒：选一个元素增益，持续到游戏结束",
        lines=tuple(lines),
        numbered=options,
        advice="打 " + "、".join(f"增益 {buff}（{cards.buff_name(view.setup, buff)[1:]}）" for buff in buffs),
        secret=False,
    )


def _keep_buff(ask: Ask, view: View, cast: Cast) -> Prompt:
    low, high, _ = bounds(ask)
    buffs = sorted(bounds(ask)[2])
    options, lines = buff_options(buffs, lambda buff: [buff], view) if high == 1 else ((), [])
    if not options and not lines:
        lines = [cards.buff_name(view.setup, buff) for buff in buffs]
    advice = "打 " + "、".join(f"留下 {buff}（{cards.buff_name(view.setup, buff)[1:]}）" for buff in buffs)
    return Prompt(
        f"换道：元素增益最多留 {high} 个，留哪个？",
        lines=tuple(lines),
        numbered=options,
        advice=advice if low else f"{advice}、不留",
        secret=False,
    )


def _walk(ask: Ask, view: View, cast: Cast) -> Prompt:
    most = max(ask.options)
    lines: tuple[str, ...] = ()
    if isinstance(ask.note, Plan):
        plan = ask.note
        lines = (f"步数 {plan.steps}＝移动{plan.move}＋行动{plan.added}−超重{plan.overload}",)
    # 号就是格数，所以不走没有号。
    options = tuple((steps, f"走 {steps} 格") for steps in range(1, min(most, MOST) + 1))
    return Prompt("这轮走几格？", lines=lines, numbered=options, advice=f"打 前进 {most}、不走")


def turn_state(view: View, seat: Seat) -> str:
    """出牌时要看的一行：体力、步数、负重。"""
    me = view.players[seat]
    heavy = cards.overload(me)
    walk = f"步数{cards.steps(me)}＝移动{me.move}＋行动{me.added}"
    if me.halted or me.resin:
        walk = "本轮不移动"
    elif heavy:
        walk += f"−超重{heavy}"
    return f"体力{me.health}/{me.max_health} {walk} 负重{me.load}/{me.limit}"


def turn_options(ask: Ask, view: View, cast: Cast) -> _Numbered:
    """出牌时编号的常用几样，次序固定：触发、移动全部、恢复、装备、给武器、元素、特殊牌、结束。

    每样都合法；同名的牌、同类的恢复与防具只列编号最小的一张。
    """
    setup = view.setup
    hand = cards.numbered(view)
    me = view.players[ask.seat]
    groups: dict[int, list[Held]] = {}
    for held in hand:
        groups.setdefault(cards.group(setup, held), []).append(held)

    def first(index: int) -> list[Held]:
        return groups.get(index, [])[:1]

    options: list[tuple[Choice, str]] = []
    events = groups.get(1, [])
    if events:
        options.append((["event", events[0].card], f"触发事件（{len(events)} 张，必须打）"))
    actions = [held.card for held in groups.get(0, [])]
    if actions:
        added = len(actions) * cards.action_steps(view, me)
        options.append((["move", actions], f"移动 {len(actions)}（行动牌全打，+{added} 步）"))
    for held in first(3):
        options.append(
            (["heal", held.card], f"{cards.name(setup, held)}：体力+{setup.rules.recovery_health}")
        )
    for held in first(4):
        worn = "" if me.armour is None else f"，换下{setup.card_name(me.armour)}"
        options.append((["armour", held.card], f"装备{cards.name(setup, held)}{worn}"))
    for held in first(5):
        for target in cards.weapon_targets(view)[:2]:
            word = f"{cards.name(setup, held)}给{cast.label(target.seat)}"
            options.append((["weapon", held.card, target.seat], word))
    for held in first(7):
        for buff in [buff for buff in (1, 2, 3) if buff not in me.buffs][:1]:
            word = f"{cards.name(setup, held)}：得{cards.buff_name(setup, buff)}"
            options.append((["element", held.card, buff], word))
    seen: list[int] = []
    for held in groups.get(2, []):
        if held.mark not in seen:
            seen.append(held.mark)
            options += special_options(held, view, cast)
    options.append((["end"], "结束出牌"))
    legal = [(choice, text) for choice, text in options if choice in ask.options]
    # 太多时去掉结束之前的几样；它们都能用牌名打出。
    return tuple([*legal[: MOST - 1], legal[-1]] if len(legal) > MOST else legal)


def special_options(held: Held, view: View, cast: Cast) -> list[tuple[Choice, str]]:
    """一张特殊牌的打法。"""
    word = f"{cards.name(view.setup, held)}：{cards.special_meaning(view, held.mark)}"
    if held.mark == FORCED_REST:
        return [(["rest", held.card], word)]
    if held.mark != COME_HERE:
        return [(["special", held.card], word)]
    return [
        (["special", held.card, target.seat], f"{cards.name(view.setup, held)}：拉{cast.label(target.seat)}")
        for target in cards.come_here_targets(view)
    ]


def turn_advice(ask: Ask, view: View) -> str:
    """出牌时怎么打字：只写现在做得到的。"""
    setup = view.setup
    rules = setup.rules
    hand = cards.numbered(view)
    actions = [number for number, held in enumerate(hand, 1) if setup.action[held.card]]
    others = [
        number
        for number, held in enumerate(hand, 1)
        if not setup.action[held.card] and not setup.trigger[held.card]
    ]
    ways: list[str] = []
    if actions:
        ways.append(f"移动 {len(actions)}")
    if any(setup.trigger[held.card] and held.mark == PLAIN for held in hand):
        ways.append("触发")
    playable = next((number for number in others if _playable(hand[number - 1], view)), None)
    if playable is not None:
        ways.append(f"出牌 {playable}{_particulars(hand[playable - 1], view)}")
    if actions and others and view.exchanges < rules.two_for_three_per_turn:
        ways.append(f"二换三 {actions[0]} {others[-1]}")
    if len(others) >= rules.two_for_one_cost and view.trades < rules.two_for_one_per_turn:
        chosen = " ".join(map(str, others[-rules.two_for_one_cost :]))
        ways.append(f"二弃一 {chosen}")
    if ["end"] in ask.options:
        ways.append("结束")
    return f"打 {'、'.join(ways)}"


def _playable(held: Held, view: View) -> bool:
    """这张非行动牌现在打得出去：效果牌、收到的武器、够不着人的武器打不出去（L4.4、L4.9）。"""
    group = cards.group(view.setup, held)
    if group == 5:
        return bool(cards.weapon_targets(view))
    if group == 7:
        assert view.seat is not None
        return len(view.players[view.seat].buffs) < 3
    return group in (3, 4)


def _particulars(held: Held, view: View) -> str:
    """打这张牌还非写不可的：给谁、哪个增益；只有一种可能时不必写。"""
    group = cards.group(view.setup, held)
    if group == 5:
        targets = cards.weapon_targets(view)
        return f" 给 {targets[0].seat + 1}号" if len(targets) > 1 else ""
    if group == 7:
        assert view.seat is not None
        missing = [buff for buff in (1, 2, 3) if buff not in view.players[view.seat].buffs]
        return f" 增益{missing[0]}" if len(missing) > 1 else ""
    return ""


def _turn(ask: Ask, view: View, cast: Cast) -> Prompt:
    return Prompt(
        "轮到你出牌",
        lines=(turn_state(view, ask.seat),),
        numbered=turn_options(ask, view, cast),
        advice=turn_advice(ask, view),
    )


def _interject(ask: Ask, view: View, cast: Cast) -> Prompt:
    options: list[tuple[Choice, str]] = []
    for held in cards.numbered(view):
        if held.mark > PLAIN + 1:
            options += [entry for entry in special_options(held, view, cast) if entry[0] in ask.options]
    return Prompt("可以插话打随时牌", numbered=tuple(options), advice="打 出牌 <随时牌>", secret=False)


_CARD_TITLES = {
    "exchange": "换牌：弃任意张，再摸同样张",
    "light_dash": "轻装狂奔：弃占负重的牌，每张立即前进 {step} 格",
    "barter": "以物易物：弃任意张，再摸同样张",
    "scatter": "丢三落四：弃 {count} 张",
    "salvage_cards": "释放：选 {count} 张给出去",
    "trim": "换道：弃 {count} 张，留 {keep} 张",
}
_CARD_VERBS = {"exchange": "换牌", "salvage_cards": "给牌"}
_CARD_NONE = {"exchange": "不换"}


def card_verb(what: str) -> str:
    """几张牌的问题用哪个词打头。"""
    return _CARD_VERBS.get(what, "弃牌")


def card_advice(ask: Ask, view: View) -> str:
    """几张牌的问题怎么打，如「换牌 1 3、换牌 不换」。"""
    low, high, allowed = bounds(ask)
    verb = card_verb(ask.what)
    shown = f"{verb} {example(view, allowed, low or min(2, high))}" if high else ""
    none = "" if low else f"{verb} {_CARD_NONE.get(ask.what, '不弃')}"
    return "、".join(part for part in (shown, none) if part)


def _cards_prompt(ask: Ask, view: View) -> Prompt:
    rules = view.setup.rules
    low, _, allowed = bounds(ask)
    title = _CARD_TITLES[ask.what].format(count=low, step=rules.light_dash_steps, keep=rules.next_track_hand)
    hand = cards.numbered(view)
    able = [str(number) for number, held in enumerate(hand, 1) if held.card in allowed]
    # 手牌就写在上面；样样都能给时不必再列一遍号。
    lines = (f"能给的号 {' '.join(able)}",) if able and len(able) < len(hand) else ()
    return Prompt(title, lines=lines, advice=f"打 {card_advice(ask, view)}")


_PROMPTS: dict[str, Callable[[Ask, View, Cast], Prompt]] = {
    "roll": _roll,
    "character": _character,
    "wake": _wake,
    "turn": _turn,
    "interject": _interject,
    "trade": _trade,
    "resin": _resin,
    "salvage": _salvage,
    "swap": _swap,
    "buff": _buff,
    "walk": _walk,
    "keep_buff": _keep_buff,
}


# ------------------------------------------------------------------ 给全群
def waiting(whats: Mapping[Seat, str], view: View, cast: Cast) -> str:
    """「在等谁做什么」，一行；同一件事的人写在一起，按座位。"""
    if not whats:
        return ""
    by_what: dict[str, list[Seat]] = {}
    for seat in sorted(whats):
        by_what.setdefault(whats[seat], []).append(seat)
    if list(by_what) == ["turn"]:
        return f"轮到 {cast.listed(by_what['turn'])} 出牌"
    return "等 " + "；".join(f"{cast.listed(seats)} {TASKS[what]}" for what, seats in by_what.items())


def describe_choice(ask: Ask, choice: Choice, view: View, cast: Cast) -> str:
    """把一个（代为作的）回答写成全群可看的半句话，如「结束出牌」「换牌」。

    只说这个回答生效时本来就会公开的事：换牌、换道与释放弃给哪些、选了哪名角色都不说。
    `view` 用旁观者的；`ask` 可以是任何人的。
    """
    setup = view.setup
    what = ask.what
    if what == "interject" and choice is None:
        return "不插话"
    if what in ("turn", "interject"):
        return _describe_turn(choice, view, cast)
    if what in ("exchange", "trim", "salvage_cards", "character"):
        # 开局换牌的张数要等大家都选完才公开；不换也不例外。
        return {"trim": "弃牌", "salvage_cards": "给出手牌"}.get(what, TASKS[what])
    if what in ("light_dash", "barter", "scatter"):
        return f"弃 {cards.listed(setup, choice)}" if choice else "不弃牌"
    if what == "wake":
        return "半血苏醒" if choice == HALF else "再等一轮"
    if what == "trade":
        return f"抽 {cast.label(choice[0])} {choice[1]} 张"
    if what == "resin":
        return "不用树脂球" if choice is None else f"用树脂球粘住 {cast.label(choice[1])}"
    if what == "salvage":
        return salvage_text(choice, view, cast)
    if what == "swap":
        return f"和 {cast.label(choice)} 换位"
    if what == "buff":
        return f"选{cards.buff_name(setup, choice)}"
    if what == "keep_buff":
        return f"留{'、'.join(cards.buff_name(setup, buff) for buff in choice)}" if choice else "不留增益"
    if what == "walk":
        # 大家同时选，选定前不说几步。
        return "选走几步"
    return "掷骰"


def _describe_turn(choice: list[Any], view: View, cast: Cast) -> str:
    setup = view.setup
    verb = choice[0]
    if verb == "end":
        return "结束出牌"
    if verb == "move":
        return f"移动 {len(choice[1])}"
    if verb == "two_for_three":
        return f"二换三 {cards.listed(setup, choice[1:])}"
    if verb == "two_for_one":
        return f"二弃一 {cards.listed(setup, choice[1])}"
    if verb == "weapon":
        return f"把{setup.card_name(choice[1])}给 {cast.label(choice[2])}"
    if verb == "armour":
        return f"装备{setup.card_name(choice[1])}"
    if verb == "element":
        return f"打出{setup.card_name(choice[1])}，选{cards.buff_name(setup, choice[2])}"
    if verb == "event":
        return "触发事件"
    if verb in ("special", "rest"):
        held = {card: mark for player in view.players for card, mark in player.specials}
        word = f"打出「{setup.card_name(choice[1], held.get(choice[1], PLAIN))}」"
        return f"{word}，拉 {cast.label(choice[2])}" if len(choice) == 3 else word
    return f"使用{setup.card_name(choice[1])}"
