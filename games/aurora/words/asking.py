"""把问题写给被问的人；替人作的回答写给全群。"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice, permutations
from typing import Any

from games.aurora.language.steps import AidRange, Around, Near, Strike
from games.aurora.language.text import step_text
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
    LineAim,
    OrderAim,
    PickNote,
    Picks,
    PlaceAim,
    PromoteNote,
    RespondNote,
    RespondSpace,
    RoundNote,
)
from games.aurora.rules.choices import MainSpace, PrepareSpace
from games.aurora.rules.soldiers import RoundSpace
from games.aurora.view import View
from games.kernel import Ask, Cast, Choice, Prompt, Seat

from . import cards, coordinates
from .coordinates import NAMES
from .grid import grid
from .showing import MOST_CELLS, hand

TASKS = {
    "deck": "选英雄与卡组",
    "obstacle": "放障碍",
    "hero": "放英雄",
    "dodges": "分闪避区与备用区",
    "prepare": "准备",
    "main": "行动",
    "aim": "选范围",
    "respond": "响应攻击",
    "round": "接着这一轮",
    "promote": "决定升不升变",
    "stow": "选牌入闪避区",
    "recall": "选弃牌堆的牌入闪避区",
    "store": "选手牌入蓄能",
    "deploy": "布置士兵",
    "upgrade": "升阶士兵",
    "discard": "弃牌",
}
"""问题名 → 「等谁……」里的说法。"""

CLAUSES = {
    "deck": "A1.6",
    "obstacle": "A1.3",
    "hero": "A1.4",
    "dodges": "A1.5",
    "prepare": "A2.2",
    "main": "A2.3",
    "aim": "A4",
    "respond": "A4.5",
    "round": "A5.3",
    "promote": "A5.6",
    "stow": "A9",
    "recall": "A9",
    "store": "A9",
    "deploy": "A5.8",
    "upgrade": "A5.8",
    "discard": "A2.4",
}
"""问题名 → 依据的条号。"""

MOST = 14
"""题面至多列几项：连手牌不超过一屏；没列出的照样打得出来。"""
OPEN_MOST = 8
"""写在群里的题面至多列几项。"""
LETTER = 24
"""一条私聊多少行为宜。"""
LEAST = 6
"""手牌再长，行动的题面也至少列几项。"""
ENOUGH = 6
"""选几张牌的题面至多列几种。"""

_Option = tuple[Choice, str]


def prompt(ask: Ask, view: View, cast: Cast) -> Prompt:
    """把 `ask` 写给被问者；`view` 是他自己的。"""
    return _PROMPTS[ask.what](ask, view, cast)


def legal(ask: Ask, options: Iterable[_Option], most: int = MOST) -> tuple[_Option, ...]:
    """合法的、不重复的前几项。"""
    found: list[_Option] = []
    for choice, text in options:
        if len(found) >= most:
            break
        if all(choice != other for other, _ in found) and choice in ask.options:
            found.append((choice, text))
    return tuple(found)


# ------------------------------------------------------------------ 场上有谁
def unit_at(view: View, cell: int) -> str:
    """那一格的单位，敌我都写名字；没有为空。"""
    for player in view.players:
        if player.cell == cell:
            return cards.hero(view.setup, player.hero)
    for stack in view.stacks:
        if stack.cell == cell:
            return cards.soldier(view.setup, stack.cards[-1])
    return ""


def enemies(view: View, seat: Seat) -> set[int]:
    """敌方单位所在的格。"""
    return {view.players[1 - seat].cell} | {stack.cell for stack in view.stacks if stack.seat != seat}


def friends(view: View, seat: Seat) -> set[int]:
    """己方单位所在的格。"""
    return {view.players[seat].cell} | {stack.cell for stack in view.stacks if stack.seat == seat}


def place(view: View, cell: int) -> str:
    """一格，有单位就写上，如 `B3 鼠群`。"""
    unit = unit_at(view, cell)
    return f"{coordinates.name(view, cell)}{f' {unit}' if unit else ''}"


def reached_cells(aim: Aim | None, choice: Choice) -> Sequence[int]:
    """这样选打到哪些格；不用选的为空。"""
    if isinstance(aim, LineAim) and isinstance(choice, str):
        return aim.lines[choice]
    if isinstance(choice, list):
        return [cell for cell in choice if isinstance(cell, int)]
    return [choice] if type(choice) is int else []


def aim_text(view: View, seat: Seat, aim: Aim | None, choice: Choice) -> str:
    """一个范围，写上打到谁，如 `上（鼠群、洛克）`、`B3 鼠群→C4`。"""
    if isinstance(aim, LineAim) and isinstance(choice, str):
        targets = enemies(view, seat)
        if view.setup.options.friendly_fire:
            targets |= friends(view, seat)
        struck = "、".join(unit_at(view, cell) for cell in aim.lines[choice] if cell in targets)
        return NAMES[choice] + (f"（{struck}）" if struck else "（没有人）")
    return "→".join(place(view, cell) for cell in reached_cells(aim, choice))


def best_choices(view: View, seat: Seat, aim: Aim | None, wanted: set[int], most: int) -> list[Choice]:
    """打得到 `wanted` 里的格的选法，打得多的在前；至多几种。"""
    match aim:
        case None:
            return []
        case LineAim():
            counts = {
                direction: sum(cell in wanted for cell in cells) for direction, cells in aim.lines.items()
            }
            able = [direction for direction in aim.lines if counts[direction]]
            return list[Choice](sorted(able, key=lambda direction: -counts[direction])[:most])
        case CellsAim():
            struck = [cell for cell in aim.cells if cell in wanted]
            many = min(aim.most, len(struck))
            found: list[Choice] = []
            for size in range(many, 0, -1):
                found += [list(each) for each in islice(permutations(struck, size), most)]
            return found[:most]
        case OrderAim():
            return [list(each) for each in islice(permutations(aim.cells), most)]
        case _:
            return list[Choice]([cell for cell in aim_cells(aim) if cell in wanted][:most])


def filled(view: View, seat: Seat, aim: Aim | None, choice: Choice) -> Choice:
    """还能多选几格的，补上够得着的别的敌人。"""
    if not isinstance(aim, CellsAim) or not isinstance(choice, list):
        return choice
    more = [cell for cell in aim.cells if cell in enemies(view, seat) and cell not in choice]
    return [*choice, *more][: aim.most]


def aim_cells(aim: Aim) -> Sequence[int]:
    """选格的空间里的格。"""
    return aim.cells if isinstance(aim, CellsAim | OrderAim | PlaceAim) else ()


# ------------------------------------------------------------------ 开局（A1）
def _deck(ask: Ask, view: View, cast: Cast) -> Prompt:
    note = ask.note
    assert isinstance(note, DeckNote)
    heroes = {row.name: row.faction for row in view.setup.data.heroes}
    options = tuple(
        (
            each.name,
            f"{each.name}：{each.deck.hero}（{heroes.get(each.deck.hero, '')}）"
            + ("　自己构筑的" if each.own else "")
            + ("　默认" if each.name == ask.default else ""),
        )
        for each in note.candidates[:40]
    )
    lines = [f"「{name}」不能用：{why}" for name, why in note.refused[:5]]
    return Prompt(
        "选英雄与卡组，两人都选好才公布",
        tuple(line[:110] for line in lines),
        options,
        f"打号，或名字，如 {note.candidates[0].name}；「构筑」在私聊里做自己的",
    )


def _obstacle(ask: Ask, view: View, cast: Cast) -> Prompt:
    cells = [cell for cell in ask.options if isinstance(cell, int)]
    board = view.setup.board
    front = {cell for cell in cells if board.rows(0 if ask.seat == view.first else 1, 1) >> cell & 1}
    back = [cell for cell in cells if cell not in front] or cells
    return Prompt(
        "放一格障碍：自己 1、2 排内，不能通过，挡直线斜线",
        numbered=tuple((cell, coordinates.name(view, cell)) for cell in back[:OPEN_MOST]),
        advice=f"打号，或写哪一格，如 障碍 {coordinates.name(view, min(front, default=back[0]))}",
        secret=False,
    )


def _hero(ask: Ask, view: View, cast: Cast) -> Prompt:
    cells = [cell for cell in ask.options if isinstance(cell, int)]
    options: list[_Option] = [(cell, coordinates.name(view, cell)) for cell in cells]
    options.append((ROLL, "掷骰，看站哪一列"))
    return Prompt(
        "英雄站自己第 1 排哪一格",
        numbered=tuple(options),
        advice=f"打号，或 英雄 {coordinates.name(view, cells[0])}、掷骰",
        secret=False,
    )


# ------------------------------------------------------------------ 选牌
def _picks(title: str, verb: str, secret: bool) -> Callable[[Ask, View, Cast], Prompt]:
    """选几张牌的题面。"""

    def write(ask: Ask, view: View, cast: Cast) -> Prompt:
        space, note = ask.options, ask.note
        assert isinstance(space, Picks) and isinstance(note, PickNote)
        setup = view.setup
        fewest: list[Choice] = [[]] if space.low == 0 else []
        sizes = sorted(islice(iter(space), 200), key=lambda picks: -len(picks))
        default = ask.default
        assert isinstance(default, list)
        others = [picks for picks in sizes if sorted(picks) != sorted(default)]  # pyright: ignore[reportArgumentType]
        options: list[_Option] = [
            (choice, cards.listed(setup, choice) if isinstance(choice, list) and choice else "一张也不")
            for choice in (default, *others[: ENOUGH - 1], *fewest)
        ]
        count = f"{space.low} 张" if space.low == space.high else f"{space.low} 到 {space.high} 张"
        first = cards.kinds(space.cards)[0]
        return Prompt(
            f"{title}，{count}",
            () if sorted(space.cards) == sorted(view.hand) else tuple(cards.rows(setup, space.cards)[:10]),
            legal(ask, options, ENOUGH + 1),
            f"打号，或 {verb} {cards.name(setup, first)}" + ("，几张用空格隔开" if space.high > 1 else ""),
            secret=secret,
        )

    return write


# ------------------------------------------------------------------ 准备（A2.2）
def _prepare(ask: Ask, view: View, cast: Cast) -> Prompt:
    space = ask.options
    assert isinstance(space, PrepareSpace)
    setup = view.setup
    dodges: list[_Option] = []
    charges: list[_Option] = []
    reserves: list[_Option] = []
    ways: list[str] = []
    hand, reserve = cards.kinds(view.hand), cards.kinds(view.reserve_zone)
    if space.may("dodge"):
        room = space.fillings().high
        best = sorted(view.reserve_zone, key=lambda card: (-setup.data.cards[card].dodge, card))[:room]
        dodges.append((["dodge", best], f"补闪避区：{cards.listed(setup, best)}"))
        dodges += [(["dodge", [card]], f"补闪避区：{cards.name(setup, card)}") for card in reserve]
        ways.append(f"闪避区 {cards.name(setup, best[0])}")
    if space.may("charge"):
        charges += [(["charge", "hand", card], f"蓄能：{cards.name(setup, card)}") for card in hand]
        charges += [
            (["charge", "reserve", card], f"蓄能：备用区的{cards.name(setup, card)}") for card in reserve
        ]
        ways.append(
            f"蓄能 {cards.name(setup, hand[0])}" if hand else f"蓄能 备用 {cards.name(setup, reserve[0])}"
        )
    if space.may("reserve"):
        reserves += [(["reserve", card], f"入备用区：{cards.name(setup, card)}") for card in hand]
        ways.append(f"备用 {cards.name(setup, hand[0])}")
    options = [
        (list[Choice](DONE), "结束准备，进入主要阶段"),
        *legal(ask, dodges, 3),
        *legal(ask, charges, 4),
        *legal(ask, reserves, 2),
    ]
    return Prompt(
        "准备：每样一次，次序随意，也可以不做",
        (),
        legal(ask, options),
        "打号，或 " + "、".join([*ways, "结束准备"]),
    )


# ------------------------------------------------------------------ 主要（A2.3）
def _main(ask: Ask, view: View, cast: Cast) -> Prompt:
    space = ask.options
    assert isinstance(space, MainSpace)
    seat = ask.seat
    groups = [
        legal(ask, striking(space, view, seat), 4),
        legal(ask, charging(space, view, seat), 3),
        legal(ask, upgrading(space, view), 2),
        legal(ask, skilled(ask, space, view), 2),
        legal(ask, played(space, view), 5),
        legal(ask, moved(space, view), 4),
        legal(ask, deployed(space, view), 4),
        legal(ask, marched(space, view), 4),
    ]
    # 手牌与题面合成一条私聊：手牌长，就少列几项。
    room = max(LEAST, LETTER - len(hand(view, cast).split("\n")) - 4)
    options = [*fairly(groups, room), (list[Choice](END), "结束")]
    left = [f"移动 {view.moves_left} 张", f"效果 {view.plays_left} 张"]
    if view.deployments_left and view.players[seat].pile:
        left.append(f"布置或升阶 {view.deployments_left} 次")
    ready = len(space.rounds())
    if ready:
        left.append(f"{ready} 名士兵行动")
    return Prompt(
        "轮到你行动",
        ("还能 " + "、".join(left),),
        tuple(options),
        "打号，或 " + "、".join(examples(space, view, seat)),
    )


def fairly(groups: Sequence[Sequence[_Option]], room: int) -> list[_Option]:
    """各类轮着取，共 `room` 项，不重复；写的时候仍按类。"""
    taken = [0] * len(groups)
    while sum(taken) < room and any(taken[index] < len(group) for index, group in enumerate(groups)):
        for index, group in enumerate(groups):
            if taken[index] < len(group) and sum(taken) < room:
                taken[index] += 1
    found: list[_Option] = []
    for count, group in zip(taken, groups, strict=True):
        found += [option for option in group[:count] if all(option[0] != other for other, _ in found)]
    return found


def examples(space: MainSpace, view: View, seat: Seat) -> list[str]:
    """几句现在真的能打的话。"""
    setup = view.setup
    found: list[str] = []
    for card in space.hand():
        cells = space.moves(card)
        if cells:
            found.append(f"移动 {cards.name(setup, card)} {coordinates.name(view, cells[-1])}")
            break
    for card in space.plays():
        aim = space.aim(card)
        first = next(iter(best_choices(view, seat, aim, enemies(view, seat), 1)), None)
        if first is None and aim is not None:
            first = next(aim.each(), None)
        found.append(f"出牌 {cards.name(setup, card)}{spoken(view, first)}")
        break
    for cell in space.rounds()[:1]:
        inside = space.round(cell)
        goals = inside.destinations() if inside is not None else ()
        if goals:
            found.append(f"士兵 {coordinates.name(view, cell)} 移动 {coordinates.name(view, goals[-1])}")
    return [*found, "结束"]


def spoken(view: View, choice: Choice) -> str:
    """一个范围打出来的样子，前面带空格，如 ` 上`、` B3 C4`。"""
    if isinstance(choice, str):
        return f" {NAMES[choice]}"
    return "".join(f" {coordinates.name(view, cell)}" for cell in reached_cells(None, choice))


def striking(space: MainSpace, view: View, seat: Seat) -> Iterable[_Option]:
    """英雄的牌与技能打得到敌人的：打到英雄的先列，再是打到士兵的。"""
    foe = {view.players[1 - seat].cell}
    for wanted in (foe, enemies(view, seat) - foe):
        yield from hero_strikes(space, view, seat, wanted)


def charging(space: MainSpace, view: View, seat: Seat) -> Iterable[_Option]:
    """士兵打得到敌人的：打到英雄的先列，再是打到士兵的。"""
    foe = {view.players[1 - seat].cell}
    for wanted in (foe, enemies(view, seat) - foe):
        for cell in space.rounds():
            inside = space.round(cell)
            if inside is not None:
                for attack, text in soldier_strikes(view, seat, cell, inside.attacks(None), wanted):
                    yield ["round", cell, None, attack], f"士兵 {place(view, cell)} {text}"


def hero_strikes(space: MainSpace, view: View, seat: Seat, wanted: set[int]) -> Iterable[_Option]:
    """牌与技能打到 `wanted` 的，各一种选法。"""
    setup = view.setup
    me = view.players[seat]
    for card in space.plays():
        text = f"出牌 {cards.name(setup, card)}"
        for choice, where in aimed(view, seat, space.aim(card), setup.data.cards[card].parts, wanted):
            yield ["play", card, choice], f"{text} {where}"
    for index in space.skills():
        parts = setup.data.heroes[me.hero].skills[index].parts
        for choice, where in aimed(view, seat, space.skill_aim(index), parts, wanted):
            yield ["skill", index, choice], f"技能 {setup.data.heroes[me.hero].skills[index].name} {where}"


def aimed(
    view: View, seat: Seat, aim: Aim | None, parts: Sequence[Sequence[Any]], wanted: set[int]
) -> Iterable[_Option]:
    """英雄的一个效果打到 `wanted` 的一种选法，与打到谁；不用选的（附近全部）也算。"""
    if isinstance(aim, PlaceAim):
        return
    for choice in best_choices(view, seat, aim, wanted, 1):
        choice = filled(view, seat, aim, choice)
        yield choice, aim_text(view, seat, aim, choice)
    step = parts[0][0]
    if aim is None and isinstance(step, Strike):
        struck = [cell for cell in area(view, view.players[seat].cell, step.range) if cell in wanted]
        if struck:
            yield None, f"（{'、'.join(place(view, cell) for cell in struck)}）"


def area(view: View, origin: int, reach: Any) -> Sequence[int]:
    """附近全部的格（A4.3）；别的射程为空。"""
    match reach:
        case Near():
            return view.setup.board.diamond(origin, reach.reach)
        case Around():
            return view.setup.board.square(origin, reach.reach)
        case _:
            return ()


def soldier_strikes(
    view: View,
    seat: Seat,
    origin: int,
    ways: Sequence[tuple[Any, Aim | None]],
    wanted: set[int],
    most: int = 1,
) -> Iterable[tuple[Choice, str]]:
    """站在 `origin` 的士兵几种射程打到 `wanted` 的选法 `(攻击, 说明)`；帮己方的也列。"""
    for index, (step, aim) in enumerate(ways):
        aids = isinstance(step, AidRange)
        for choice in best_choices(view, seat, aim, friends(view, seat) if aids else wanted, most):
            yield [index, choice], f"{'回复' if aids else '攻击'} {aim_text(view, seat, aim, choice)}"
        if aim is None and any(cell in wanted for cell in area(view, origin, step)):
            yield [index, None], "攻击附近全部"


def upgrading(space: MainSpace, view: View) -> Iterable[_Option]:
    for soldier, cell, bases in space.upgrades():
        for base in (None, *bases):
            under = f"，底 {cards.soldier(view.setup, base)}" if base is not None else ""
            yield (
                ["upgrade", soldier, cell, base],
                f"升阶 {cards.soldier(view.setup, soldier)} {place(view, cell)}{under}",
            )


def skilled(ask: Ask, space: MainSpace, view: View) -> Iterable[_Option]:
    setup = view.setup
    me = view.players[ask.seat]
    for index in space.skills():
        row = setup.data.heroes[me.hero].skills[index]
        text = f"技能 {row.name}（蓄 {row.cost}）：{setup.data.skill_text(me.hero, index)}"
        yield ["skill", index, None], text


def played(space: MainSpace, view: View) -> Iterable[_Option]:
    for card in space.plays():
        yield ["play", card, None], f"出牌 {cards.name(view.setup, card)}：{view.setup.data.card_text(card)}"


def moved(space: MainSpace, view: View) -> Iterable[_Option]:
    for card in sorted(space.hand(), key=lambda each: -view.setup.data.cards[each].move):
        cells = space.moves(card)
        if cells:
            yield ["move", card, None], f"移动 {cards.name(view.setup, card)}（{len(cells)} 格可到）"


def deployed(space: MainSpace, view: View) -> Iterable[_Option]:
    cells = space.deployments()
    if cells:
        for soldier in space.deployable():
            yield ["deploy", soldier, None], f"布置 {cards.soldier(view.setup, soldier)}"


def marched(space: MainSpace, view: View) -> Iterable[_Option]:
    for cell in space.rounds():
        yield ["round", cell, None, None], f"士兵 {place(view, cell)} 行动"


# ------------------------------------------------------------------ 范围（A4）
def _aim(ask: Ask, view: View, cast: Cast) -> Prompt:
    aim, note = ask.options, ask.note
    assert isinstance(aim, Aim) and isinstance(note, AimNote)
    seat = ask.seat
    what = cards.source(view, note.source)
    wanted = enemies(view, seat)
    titles = {LineAim: "选方向", OrderAim: "选先后", PlaceAim: "选一格"}
    title = titles.get(type(aim), "选格")
    if isinstance(aim, CellsAim) and aim.most > 1:
        title = f"选至多 {aim.most} 格，先后就是次序"
    options: list[_Option] = [
        (choice, aim_text(view, seat, aim, choice)) for choice in best_choices(view, seat, aim, wanted, 4)
    ]
    singles: Iterable[Choice] = ([cell] for cell in aim.cells) if isinstance(aim, CellsAim) else aim.each()
    options += [(choice, aim_text(view, seat, aim, choice)) for choice in islice(singles, 40)]
    kept = legal(ask, options, OPEN_MOST)
    if RETRACT in ask.options:
        kept = (*kept, (RETRACT, "收回，不算用过"))
    example = spoken(view, kept[0][0]).strip() if kept and kept[0][0] != RETRACT else "收回"
    step = "" if note.step is None else step_text(note.step)
    return Prompt(
        f"{what}：{title}" + (f"（{step}）" if step else ""),
        numbered=kept,
        advice=f"打号，或 {example}" + ("、收回" if RETRACT in ask.options and example != "收回" else ""),
        secret=note.source.kind == "move",  # 选定之前，用哪张手牌还没有公开
    )


# ------------------------------------------------------------------ 响应（A4.5）
def _respond(ask: Ask, view: View, cast: Cast) -> Prompt:
    space, note = ask.options, ask.note
    assert isinstance(space, RespondSpace) and isinstance(note, RespondNote)
    setup = view.setup
    me = view.players[ask.seat]
    options: list[_Option] = []
    for card, reached in space.dodges():
        safe = [cell for cell in reached if cell not in note.cells]
        for cell in safe[:3]:
            options.append(
                (["dodge", card, cell], f"闪 {cards.name(setup, card)} 到 {coordinates.name(view, cell)}")
            )
    if not options:
        for card, reached in space.dodges():
            for cell in reached[:2]:
                text = f"闪 {cards.name(setup, card)} 到 {coordinates.name(view, cell)}，还在范围里"
                options.append((["dodge", card, cell], text))
    left = max(0, me.health - note.damage)
    harm = f"不闪约扣 {note.damage}，生命 {me.health}→{left}" if note.damage > 0 else "不闪也不扣血"
    if left == 0:
        harm += "，会倒下"
    zone = " ".join(
        f"{number}.{cards.name(setup, card)}闪{setup.data.cards[card].dodge}"
        for number, card in enumerate(cards.kinds(space.cards), 1)
    )
    example = options[0][0] if options else None
    way = (
        f"闪 {cards.name(setup, example[1])} {coordinates.name(view, example[2])}"
        if isinstance(example, list)
        else "闪 1 左左"
    )
    attacker = cast.label(note.source.seat)
    many = len(note.cells)
    where = coordinates.names(view, note.cells) if many <= MOST_CELLS else f"附近 {many} 格"
    return Prompt(
        f"{attacker} 的 {cards.source(view, note.source)} 打来：{where}",
        (harm, f"闪避区 {zone}", *grid(view, note.cells)),
        legal(ask, [(list[Choice](STAY), "不闪"), *options], 9),
        f"打号，或 {way}、闪 1 左左、不闪；打在群里、这里都行",
    )


# ------------------------------------------------------------------ 一轮（A5.3）
def _round(ask: Ask, view: View, cast: Cast) -> Prompt:
    space, note = ask.options, ask.note
    assert isinstance(space, RoundSpace) and isinstance(note, RoundNote)
    seat = ask.seat
    strikes = soldier_strikes(view, seat, note.cell, space.attacks(None), enemies(view, seat), 4)
    options: list[_Option] = [([None, attack], text) for attack, text in strikes]
    options = list(legal(ask, options, 4))
    goals = space.destinations()
    for goal in goals:
        for attack, text in soldier_strikes(view, seat, goal, space.attacks(goal), enemies(view, seat)):
            options.append(([goal, attack], f"移动 {coordinates.name(view, goal)} 再{text}"))
    options = list(legal(ask, options, 6))
    options += [([goal, None], f"移动 {coordinates.name(view, goal)}") for goal in goals]
    kept = (*legal(ask, options, OPEN_MOST), (list[Choice](STOP), "停"))
    able = "、".join(word for word, may in (("移动", note.may_move), ("攻击", note.may_attack)) if may)
    ways = []
    if goals:
        ways.append(f"移动 {coordinates.name(view, goals[-1])}")
    if note.may_attack:
        ways.append("攻击 <格>")
    return Prompt(
        f"{place(view, note.cell)} 这一轮还可以{able}",
        numbered=kept,
        advice="打号，或 " + "、".join([*ways, "停"]),
        secret=False,
    )


def _promote(ask: Ask, view: View, cast: Cast) -> Prompt:
    note = ask.note
    assert isinstance(note, PromoteNote)
    soldier = cards.soldier(view.setup, note.soldier)
    return Prompt(
        f"{place(view, note.cell)} 击破了同等级的{soldier}：升变吗？",
        numbered=(("take", f"升变：{soldier}垫到下面，以后升阶可作底"), ("leave", "放弃")),
        advice="打 升变 或 放弃",
        secret=False,
    )


# ------------------------------------------------------------------ 牌效给的（A5.8）
def _deploy(ask: Ask, view: View, cast: Cast) -> Prompt:
    options = [
        (choice, f"布置 {cards.soldier(view.setup, choice[0])} {coordinates.name(view, choice[1])}")
        for choice in islice(ask.options, 60)
        if isinstance(choice, list)
    ]
    example = options[0][1] if options else "不要"
    return Prompt(
        "额外布置一名士兵",
        numbered=(*legal(ask, options, OPEN_MOST), (None, "不要")),
        advice=f"打号，或 {example}、不要",
        secret=False,
    )


def _upgrade(ask: Ask, view: View, cast: Cast) -> Prompt:
    options: list[_Option] = []
    for choice in islice(ask.options, 60):
        if isinstance(choice, list):
            soldier, cell, base = choice
            under = f"，底 {cards.soldier(view.setup, base)}" if base is not None else ""
            options.append((choice, f"升阶 {cards.soldier(view.setup, soldier)} {place(view, cell)}{under}"))
    example = "升阶 <士兵> <格>"
    if options and isinstance(options[0][0], list):
        soldier, cell, _ = options[0][0]
        example = f"升阶 {cards.soldier(view.setup, soldier)} {coordinates.name(view, cell)}"
    return Prompt(
        "额外升阶一次",
        numbered=(*legal(ask, options, OPEN_MOST), (None, "不要")),
        advice=f"打号，或 {example}、不要",
        secret=False,
    )


_PROMPTS: dict[str, Callable[[Ask, View, Cast], Prompt]] = {
    "deck": _deck,
    "obstacle": _obstacle,
    "hero": _hero,
    "dodges": _picks("五张里选放进闪避区的，其余入备用区", "闪避区", True),
    "prepare": _prepare,
    "main": _main,
    "aim": _aim,
    "respond": _respond,
    "round": _round,
    "promote": _promote,
    "stow": _picks("选手牌进闪避区", "闪避区", True),
    "recall": _picks("从弃牌堆选牌进闪避区", "闪避区", False),
    "store": _picks("选手牌作蓄能", "蓄能", True),
    "deploy": _deploy,
    "upgrade": _upgrade,
    "discard": _picks("手牌太多，选要弃的", "弃", True),
}


# ------------------------------------------------------------------ 给全群
def waiting(whats: Mapping[Seat, str], view: View, cast: Cast) -> str:
    """「在等谁做什么」，一行；不说他想的是什么。"""
    if not whats:
        return ""
    by_what: dict[str, list[Seat]] = {}
    for seat in sorted(whats):
        by_what.setdefault(whats[seat], []).append(seat)
    if list(by_what) == ["main"]:
        return f"轮到 {cast.listed(by_what['main'])} 行动"
    return "等 " + "；".join(f"{cast.listed(seats)} {TASKS[what]}" for what, seats in by_what.items())


def describe_choice(ask: Ask, choice: Choice, view: View, cast: Cast) -> str:
    """把一个（代为作的）回答写成全群可看的半句话：只说这个回答生效时本来就会公开的事。"""
    setup = view.setup
    match ask.what, choice:
        case "deck", _:
            return "选好卡组"
        case "obstacle", int():
            return f"障碍放 {coordinates.name(view, choice)}"
        case "hero", int():
            return f"英雄站 {coordinates.name(view, choice)}"
        case "hero", _:
            return "掷骰定英雄的位置"
        case "dodges", _:
            return "分好闪避区与备用区"
        case "prepare", ["dodge", list() as picks]:
            return f"补闪避区 {len(picks)} 张"
        case "prepare", ["reserve", *_]:
            return "一张手牌入备用区"
        case "prepare", ["charge", *_]:
            return "蓄能一张"
        case "prepare", _:
            return "结束准备"
        case "main", list():
            return _described(choice, ask.seat, view)
        case "aim", "retract":
            return "收回，不算用过"
        case "aim", _:
            return f"选 {spoken(view, choice).strip()}"
        case "respond", ["dodge", int() as card, int() as cell]:
            return f"闪 {cards.name(setup, card)} 到 {coordinates.name(view, cell)}"
        case "respond", _:
            return "不闪"
        case "round", [None, None]:
            return "停"
        case "round", [goal, attack]:
            return halves(view, goal, attack)
        case "promote", _:
            return "升变" if choice == "take" else "放弃升变"
        case "stow" | "store", list():
            return f"选 {len(choice)} 张手牌"
        case "recall" | "discard", list():
            verb = "弃" if ask.what == "discard" else "取"
            return f"{verb} {cards.listed(setup, choice)}" if choice else "一张也不"
        case "deploy", [int() as soldier, int() as cell]:
            return f"布置 {cards.soldier(setup, soldier)} {coordinates.name(view, cell)}"
        case "upgrade", [int() as soldier, int() as cell, _]:
            return f"升阶 {cards.soldier(setup, soldier)} {coordinates.name(view, cell)}"
        case _:
            return "不要"


def _described(choice: list[Any], seat: Seat, view: View) -> str:
    """主要阶段的一个行动。"""
    setup = view.setup
    match choice:
        # 还要再选范围的，选定以前没有公开用哪张、哪个。
        case ["move", _, None]:
            return "用一张牌移动"
        case ["skill", _, None]:
            return "发动一个技能"
        case ["deploy", _, None]:
            return "布置一名士兵"
        case ["move", card, cell]:
            return f"移动 {cards.name(setup, card)}{spoken(view, cell)}"
        case ["play", card, aim]:
            return f"出牌 {cards.name(setup, card)}{spoken(view, aim)}"
        case ["skill", index, aim]:
            return f"发动{cards.skill(setup, view.players[seat].hero, index)}{spoken(view, aim)}"
        case ["deploy", soldier, cell]:
            return f"布置 {cards.soldier(setup, soldier)}{spoken(view, cell)}"
        case ["upgrade", soldier, cell, _]:
            return f"升阶 {cards.soldier(setup, soldier)}{spoken(view, cell)}"
        case ["round", cell, goal, attack, *_]:
            return f"士兵 {coordinates.name(view, cell)} {halves(view, goal, attack)}".strip()
        case _:
            return "结束"


def halves(view: View, goal: int | None, attack: Any) -> str:
    """一轮的两半，如 `移动 B3 攻击 B4`。"""
    parts: list[str] = []
    if goal is not None:
        parts.append(f"移动 {coordinates.name(view, goal)}")
    if attack is not None:
        parts.append(f"攻击{spoken(view, attack[1])}")
    return " ".join(parts)
