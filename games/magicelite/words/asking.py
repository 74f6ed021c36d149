"""把问题写给被问的人；替人作的回答写给全群。"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.kernel import Ask, Cast, Choice, Prompt, Seat
from games.magicelite.outlook import Weighed, guards, strength, weigh
from games.magicelite.questions import NOBODY, PASS, NumberNote, PlayNote, RespondNote, ReviveNote, SetSpace
from games.magicelite.view import View

from . import cards, skills
from .numbers import product, signed, spoken

TASKS = {
    "play": "出牌",
    "respond": "想怎么回应",
    "retract": "悔牌",
    "revive": "打出含 5 的一套复活",
    "number": "选分身编号",
    "flip": "抽审判牌",
    "death": "选怎么逃过一死",
    "reskill": "选换成哪一代的技能",
    "leopard": "选用不用闪电豹",
    "reflected": "选弃不弃 4 挡反射",
    "interrupt": "选弃不弃 4 打断嗜血",
    "counter": "选弃不弃 4 吞噬这门技能",
    "turn_over": "翻牌",
}
"""问题名 → 「等谁……」里的说法。"""

CLAUSES = {
    "play": "E3.3",
    "respond": "E3.4",
    "retract": "E8",
    "revive": "G1.3",
    "number": "G2.6",
    "flip": "G2.9",
    "death": "G3.2",
    "reskill": "G3.4",
    "leopard": "G3.10",
    "reflected": "G3.11",
    "interrupt": "G3.12",
    "counter": "G3.14",
    "turn_over": "G3.5",
}
"""问题名 → 依据的条号。"""

ARRIVED = {"return": "返还", "framing": "嫁祸来", "control": "打别人、被转来"}
"""伤害是怎么来的（`Exchange.kind`）；平常是「打来」。"""
MOST = 6
"""出牌与回应的题面至多列几项：连手牌不超过一屏；没列出的照样打得出来。"""

_Numbered = tuple[tuple[Choice, str], ...]


def prompt(ask: Ask, view: View, cast: Cast) -> Prompt:
    """把 `ask` 写给被问者；`view` 是他自己的。"""
    return _PROMPTS[ask.what](ask, view, cast)


def legal(ask: Ask, options: Sequence[tuple[Choice, str]], most: int = MOST) -> _Numbered:
    """合法的、不重复的前几项。"""
    found: list[tuple[Choice, str]] = []
    for choice, text in options:
        if len(found) < most and all(choice != other for other, _ in found) and choice in ask.options:
            found.append((choice, text))
    return tuple(found)


def example(view: View, sets: Sequence[list[int]]) -> str:
    """示范用的一套，如 `出 ♠3 4`。"""
    best = max(sets, key=len, default=[])
    return f"出 {cards.set_name(view.setup, best)}" if best else "出 黑桃3"


# ------------------------------------------------------------------ 主动
def _play(ask: Ask, view: View, cast: Cast) -> Prompt:
    space = ask.options
    assert isinstance(space, SetSpace)
    sets = list(space.sets())
    seat = ask.seat
    me = view.players[seat]
    setup = view.setup
    note = ask.note if isinstance(ask.note, PlayNote) else PlayNote()
    options: list[tuple[Choice, str]] = []
    attacks: list[tuple[int, bool, list[int]]] = []
    hearts: list[tuple[int, list[int]]] = []
    for each in sets:
        worth = strength(view, seat, each)
        if worth.damage:
            attacks.append((worth.damage, guards(view, each), each))
        else:
            hearts.append((worth.healing, each))
    attacks.sort(key=lambda entry: (entry[1], -entry[0], len(entry[2]), entry[2]))
    for damage, _, each in attacks[:3]:
        people = aimed(space.targets(each), view) if note.must_attack == NOBODY else [note.must_attack]
        for target in people[: 2 if damage == attacks[0][0] else 1]:
            text = f"{cards.set_name(setup, each)} 打 {target + 1}号：{spoken(damage)} 伤害"
            options.append((["set", each, target, []], text + cost(view, each)))
    missing = me.cap - me.health
    for healing, each in sorted(hearts, key=lambda entry: (abs(entry[0] - missing), entry[1]))[:1]:
        gained = min(healing, missing)
        effect = f"回血 {gained}" if missing else "血已满，不打人"
        options.append(
            (["set", each, None, []], f"{cards.set_name(setup, each)}：{effect}" + cost(view, each))
        )
    options += declared_plays(ask, space, view, cast, [each for _, _, each in attacks])
    # 商店里的有专门的打法，不占号；悔牌、埋雷、升降梯、过牌总要列出来。
    extras = [choice for choice in space.extras if choice[0] != "buy"]
    kept = MOST - min(len(extras), MOST // 2)
    options = [*legal(ask, options, kept), *[(choice, extra_text(choice, view)) for choice in extras]]
    lines = [standing_line(view, seat), *bound_lines(space, view, cast, [each for _, _, each in attacks])]
    if note.must_attack != NOBODY:
        heal = "，或出纯♥自保" if note.may_heal else ""
        lines.append(f"内斗：有伤害牌就必须打 {cast.label(note.must_attack)}{heal}")
    buys = any(choice[0] == "buy" for choice in space.extras)
    enemies = view.enemies(seat)
    aim = note.must_attack if note.must_attack != NOBODY else min(enemies, default=NOBODY)
    ways = [
        example(view, sets),
        f"攻击 {aim + 1}号 出 …" if len(enemies) > 1 else "",
        "买 …（打「商店」看）" if buys else "",
    ]
    advice = "打号，或 " + "、".join(way for way in ways if way)
    return Prompt("轮到你出牌", tuple(lines), tuple(options), advice)


def bound_lines(space: SetSpace, view: View, cast: Cast, attacks: Sequence[list[int]]) -> list[str]:
    """谁是队友（G2.2），联合进攻时只能打谁（G3.6）；没有可说的为空。"""
    seat = space.seat
    lines: list[str] = []
    mates = [
        each
        for each in view.order
        if each != seat and view.players[each].side == view.players[seat].side and view.generation == 2
    ]
    if mates:
        lines.append(f"队友 {cast.listed(mates)}")
    third = view.third
    if third is not None and third.champions and attacks:
        targets = [each for each in space.targets(attacks[0]) if each is not None]
        if len(targets) < len(view.enemies(seat)):
            lines.append(f"联合进攻：只能打 {cast.listed(targets)}")
    return lines


def aimed(targets: Sequence[Seat | None], view: View) -> list[Seat]:
    """能打的人，血少的在前。"""
    people = [target for target in targets if target is not None]
    return sorted(people, key=lambda seat: (view.players[seat].health, seat))


def cost(view: View, chosen: Sequence[int]) -> str:
    """这一套会摸几张（E3.5）。"""
    rules = view.setup.rules
    fives = sum(1 for card in chosen if view.setup.number[card] == rules.draw_rank)
    count = fives * rules.draw_each + (rules.refill if len(chosen) == len(view.hand) else 0)
    return f"，摸{count}" if count else ""


def declared_plays(
    ask: Ask, space: SetSpace, view: View, cast: Cast, attacks: Sequence[list[int]]
) -> list[tuple[Choice, str]]:
    """主动时能声明的技能，每门一项。"""
    found: list[tuple[Choice, str]] = []
    for use in possible_uses(view, ask.seat):
        for each in sorted(attacks, key=lambda chosen: (len(chosen), chosen)):
            targets = aimed(space.targets(each), view)
            wanted = [use[1]] if len(use) > 1 and use[1] in targets else targets[:1]
            choice = ["set", each, wanted[0] if wanted else None, [use]]
            if choice in ask.options:
                name = cards.set_name(view.setup, each)
                found.append((choice, f"{name} 打 {choice[2] + 1}号，{skills.use_text(view, use, cast)}"))
                break
    return found


def possible_uses(view: View, seat: Seat) -> list[list[Any]]:
    """会的技能能怎么声明（合不合法另看），每门技能至多对两个人。"""
    found: list[list[Any]] = []
    enemies = aimed(view.enemies(seat), view)[:2]
    for key in view.players[seat].skills:
        if key not in skills.NAMES:
            continue
        if key == "freezing":
            found += [[key, enemy, "shield"] for enemy in enemies]
        elif key in skills.AIMED:
            found += [[key, enemy] for enemy in enemies]
        elif key in skills.LAYERED:
            found += [[key, layer] for layer in skills.LAYERS]
        else:
            found.append([key])
    return found


def standing_line(view: View, seat: Seat) -> str:
    """自己的一行：血、倍率。"""
    me = view.players[seat]
    factor = product(view.setup.data, 1, me.factors).removeprefix("1") if me.factors else ""
    text = f"血 {me.health}/{me.cap}"
    if factor:
        text += f" 伤害{factor}"
    if view.third is not None:
        text += f" 💎{view.third.diamonds[seat]}"
    return text


def extra_text(choice: Choice, view: View) -> str:
    """出牌以外的一项。"""
    data = view.setup.data
    verb = choice[0]
    if verb == "buy":
        item = data.item_of[choice[1]]
        return f"买{item.name}（{item.price} 钻石）"
    if verb == "lift":
        me = view.players[view.seat if view.seat is not None else 0]
        name = data.character_of[choice[1], me.number].name
        return f"升降梯：换成{_NUMERALS[choice[1]]}代{name}的技能"
    if verb == "aegis":
        return "护盾，不出牌"
    if verb == "control":
        return f"控制 {choice[1] + 1}号，不出牌"
    words = {
        "retract": "另出：收回刚出的一套" if view.generation == 2 else "悔牌：收回刚出的一套",
        "mine": "埋一颗地雷，再出牌",
        "pass": "过牌",
        "gluttony": "忽略这次伤害：不出牌，不掉血" + fed(view),
        "none": "没有牌，承受全部",
    }
    return words.get(str(verb), str(verb))


def fed(view: View) -> str:
    """忽略一次还能不能并一张身份卡（G3.11）。"""
    if view.third is None or view.seat is None:
        return ""
    full = len(view.third.eaten[view.seat]) >= view.setup.options.gluttony_cards
    return "" if full else "，并一张身份卡加血"


# ------------------------------------------------------------------ 回应
def _respond(ask: Ask, view: View, cast: Cast) -> Prompt:
    note = ask.note
    assert isinstance(note, RespondNote)
    space = ask.options
    assert isinstance(space, SetSpace)
    seat = ask.seat
    weighed = [weigh(view, seat, note, each) for each in space.sets()]
    options = respond_options(ask, space, note, view, cast, weighed)
    reduced = f"（减免后 {spoken(note.enemy)}）" if note.enemy != note.damage else ""
    source = f"：{cards.set_name(view.setup, note.cards)}" if note.cards else ""
    lines = [standing_line(view, seat)]
    if any(each.od >= 0 for each in weighed):
        count = sum(1 for each in weighed if each.od >= 0)
        lines.append(f"{len(weighed)} 种打法里 {count} 种挡得住")
    elif weighed:
        lines.append("没有一套挡得住" + ("" if any(not each.fatal for each in weighed) else "，都会被击杀"))
    return Prompt(
        f"{cast.label(note.attacker)} {ARRIVED.get(note.kind, '打来')} {spoken(note.damage)} 伤害{reduced}{source}",
        tuple(lines),
        options,
        f"打号，或 {example(view, [each.cards for each in weighed])}",
    )


def respond_options(
    ask: Ask, space: SetSpace, note: RespondNote, view: View, cast: Cast, weighed: Sequence[Weighed]
) -> _Numbered:
    """要紧的几套：挡得住的、活得下来的、最强的，再是技能与别的。"""

    def shielding(each: Weighed) -> bool:
        return guards(view, each.cards)

    blocks = sorted(
        (each for each in weighed if each.od >= 0),
        key=lambda each: (shielding(each), len(each.cards), each.od, each.cards),
    )
    survives = sorted(
        (each for each in weighed if each.od < 0 and not each.fatal),
        key=lambda each: (-each.od, len(each.cards), each.cards),
    )
    strongest = sorted(weighed, key=lambda each: (-each.od, len(each.cards), each.cards))
    chosen = blocks[:2] + [each for each in blocks if shielding(each)][:1]
    chosen += survives[: 2 if not blocks else 1] + strongest[:1]
    # 还有空就接着列挡得住的、活得下来的；横竖是死，再列最省牌的一套。
    cheapest = sorted(weighed, key=lambda each: (len(each.cards), each.strength.base, each.cards))
    chosen += blocks[2:] + survives if blocks or survives else cheapest[:1]
    options: list[tuple[Choice, str]] = [(["gluttony"], extra_text(["gluttony"], view))]
    options += [(["set", each.cards, None, []], weighed_text(view, note, each)) for each in chosen]
    listed: list[tuple[Choice, str]] = []
    for use in possible_uses(view, ask.seat):
        best = sorted(weighed, key=lambda each: (len(each.cards), -each.strength.damage, each.cards))
        for each in best:
            choice = ["set", each.cards, None, [use]]
            if choice in ask.options:
                text = f"{cards.set_name(view.setup, each.cards)} {skills.use_text(view, use, cast)}"
                listed.append((choice, text))
                break
    extras = [(choice, extra_text(choice, view)) for choice in space.extras if choice != ["gluttony"]]
    if not weighed:
        return legal(ask, options + listed + extras)
    return legal(ask, [*legal(ask, options, 4), *listed[:2], *extras, *listed[2:]])


def weighed_text(view: View, note: RespondNote, each: Weighed) -> str:
    """`♠3 4：6×2（王者）−12＝OD+0，抵消`。"""
    name = cards.set_name(view.setup, each.cards)
    od = f"OD {signed(each.od)}"
    if each.od > 0:
        result = f"返还 {spoken(each.od)}"
    elif each.od == 0:
        result = "抵消"
    elif each.fatal:
        result = "会死"
    elif not each.loss:
        result = "不扣血"
    else:
        result = f"扣 {spoken(each.loss)} 血"
    return f"{name}：{od}，{result}{cost(view, each.cards)}"


# ------------------------------------------------------------------ 其余
def _retract(ask: Ask, view: View, cast: Cast) -> Prompt:
    word = "另出" if view.generation == 2 else "悔牌"
    return Prompt("下一个人行动前可以收回刚出的一套", advice=f"打 {word}", secret=False)


def _revive(ask: Ask, view: View, cast: Cast) -> Prompt:
    space = ask.options
    assert isinstance(space, SetSpace)
    note = ask.note
    options: list[tuple[Choice, str]] = []
    for each in sorted(space.sets(), key=lambda chosen: (-strength(view, ask.seat, chosen).damage, chosen)):
        worth = strength(view, ask.seat, each)
        targets = space.targets(each)
        if isinstance(note, ReviveNote) and note.killer in targets:
            targets = [note.killer, *(seat for seat in targets if seat != note.killer)]
        for target in targets[:2]:
            aim = "" if target is None else f" 打 {target + 1}号：{spoken(worth.damage)} 伤害"
            options.append((["set", each, target, []], f"{cards.set_name(view.setup, each)}{aim}"))
    left = f"，还有 {note.left} 次" if isinstance(note, ReviveNote) else ""
    refused = "不复活，出局" if view.third is None else "不复活，看还有没有别的办法"
    return Prompt(
        f"你被击杀了：打出含 5 的一套满血复活{left}",
        numbered=(*legal(ask, options, MOST - 1), (["none"], refused)),
        advice="打号，或 出 ♠5、不复活" if options else "打 不复活",
    )


def _number(ask: Ask, view: View, cast: Cast) -> Prompt:
    note = ask.note
    numbers = note.numbers if isinstance(note, NumberNote) else list(ask.options)
    who = cast.label(note.defender) if isinstance(note, NumberNote) else "对方"
    listed = " ".join(map(str, numbers))
    # 打的号就是编号本身，所以只有从 1 连着的才列成带号的选项。
    whole = list(numbers) == list(range(1, len(numbers) + 1))
    return Prompt(
        f"{who} 有分身：选一个编号（{listed}）",
        # 群里只写题目以下的几行：剩下哪几个编号要单写一行。
        lines=() if whole else (f"还剩编号 {listed}",),
        numbered=tuple((each, f"{each} 号身") for each in numbers) if whole else (),
        advice=f"打 编号 {numbers[0]}",
        secret=False,
    )


def _flip(ask: Ask, view: View, cast: Cast) -> Prompt:
    return Prompt(
        "天神的审判：从库里抽一张，同花色的武将遭殃",
        numbered=((ask.default, "抽"),),
        advice="打 抽",
        secret=False,
    )


def _turn_over(ask: Ask, view: View, cast: Cast) -> Prompt:
    return Prompt(
        "大冒险：翻自己最上面的一张", numbered=((ask.default, "翻"),), advice="打 翻牌", secret=False
    )


def _death(ask: Ask, view: View, cast: Cast) -> Prompt:
    words = {
        "storm": "风暴神：满血，从最大的角色重新开始",
        "bag": "救命锦囊：免这次伤害，可换技能",
        "adventure": "大冒险：和击杀你的人翻牌对决",
        "out": "出局",
    }
    spellings = {"storm": "风暴神", "bag": "锦囊", "adventure": "大冒险", "out": "出局"}
    options = tuple((choice, words[choice]) for choice in ask.options)
    advice = "打号，或 " + "、".join(spellings[choice] for choice in ask.options)
    return Prompt("你被击杀了，怎么办？", numbered=options, advice=advice, secret=False)


def _reskill(ask: Ask, view: View, cast: Cast) -> Prompt:
    data = view.setup.data
    me = view.players[ask.seat]
    options = tuple(
        (generation, f"{_NUMERALS[generation]}代 {data.character_of[generation, me.number].name}")
        for generation in ask.options
    )
    ordered = [choice for choice, _ in options] == list(range(1, len(options) + 1))
    return Prompt(
        "锦囊：技能换成同点数哪一代的？",
        lines=() if ordered else tuple(text for _, text in options),
        numbered=options if ordered else (),
        advice="打 换技能 一代、换技能 二代 或 换技能 三代",
        secret=False,
    )


_NUMERALS = {1: "初", 2: "二", 3: "三"}


def _leopard(ask: Ask, view: View, cast: Cast) -> Prompt:
    words = {"dodge": "用闪电豹躲过", "keep": "不用"}
    return Prompt(
        "要受致命伤了，用闪电豹吗？",
        numbered=tuple((choice, words[choice]) for choice in ask.options),
        advice="打 躲过 或 不躲",
        secret=False,
    )


def _guard(ask: Ask, view: View, cast: Cast) -> Prompt:
    titles = {
        "reflected": "反射来了：弃一张 4 挡住，否则死",
        "interrupt": f"嗜血：弃一张 4 打断，否则血与上限各扣 {view.setup.rules.bloodlust_damage}",
        "counter": "有人对你用技能：弃一张 4 使其失效并学来",
    }
    options = tuple(
        (choice, "不弃" if choice is None else f"弃 {cards.name(view.setup, choice)}")
        for choice in ask.options
    )
    return Prompt(titles[ask.what], numbered=options, advice="打 弃牌 或 不弃")


_PROMPTS: dict[str, Callable[[Ask, View, Cast], Prompt]] = {
    "play": _play,
    "respond": _respond,
    "retract": _retract,
    "revive": _revive,
    "number": _number,
    "flip": _flip,
    "turn_over": _turn_over,
    "death": _death,
    "reskill": _reskill,
    "leopard": _leopard,
    "reflected": _guard,
    "interrupt": _guard,
    "counter": _guard,
}


# ------------------------------------------------------------------ 给全群
def waiting(whats: Mapping[Seat, str], view: View, cast: Cast) -> str:
    """「在等谁做什么」，一行；不说他想的是什么。"""
    if not whats:
        return ""
    by_what: dict[str, list[Seat]] = {}
    for seat in sorted(whats):
        by_what.setdefault(whats[seat], []).append(seat)
    if list(by_what) == ["play"]:
        return f"轮到 {cast.listed(by_what['play'])} 出牌"
    return "等 " + "；".join(f"{cast.listed(seats)} {TASKS[what]}" for what, seats in by_what.items())


def describe_choice(ask: Ask, choice: Choice, view: View, cast: Cast) -> str:
    """把一个（代为作的）回答写成全群可看的半句话：只说这个回答生效时本来就会公开的事。"""
    if isinstance(choice, list) and choice and choice[0] == "set":
        _, chosen, target, uses = choice
        text = f"出 {cards.set_name(view.setup, chosen)}"
        if target is not None:
            text += f" 打 {cast.label(target)}"
        declared = skills.uses_text(view, uses, cast)
        return f"{text}，{declared}" if declared else text
    if choice == PASS:
        return "过牌"
    if isinstance(choice, list):
        return "不复活" if ask.what == "revive" else extra_text(choice, view)
    if ask.what in ("reflected", "interrupt", "counter"):
        return "不弃" if choice is None else f"弃 {cards.name(view.setup, choice)}"
    words = {
        "storm": "用风暴神",
        "bag": "用救命锦囊",
        "adventure": "大冒险",
        "out": "出局",
        "dodge": "用闪电豹",
        "keep": "不用闪电豹",
    }
    if ask.what == "number":
        return f"选 {choice} 号身"
    if ask.what == "reskill":
        return f"换{_NUMERALS[choice]}代的技能"
    return words.get(choice, str(choice))
