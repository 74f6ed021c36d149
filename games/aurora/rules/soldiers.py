"""士兵：布置、升阶、升变牌作底、一轮行动（A5）。"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.aurora.board import NOWHERE, cells_in
from games.aurora.events import Deployed, RoundStarted, Upgraded, Walked
from games.aurora.questions import STOP, Aim, OrderAim, RoundNote
from games.aurora.rules.aiming import area_of, cells_of, range_aim
from games.aurora.rules.attack import attack as attack_cells
from games.aurora.rules.defaults import near_to_far, reaches
from games.aurora.rules.units import Unit
from games.aurora.rules.use import Use
from games.aurora.rules.wounds import wound
from games.aurora.table import NOBODY, AuroraTable, Stack
from games.aurora.view import Source
from games.kernel import Ask, Choice, Flow, Illegal, Seat, Stream

__all__ = [
    "RoundSpace",
    "attacks_of",
    "deploy",
    "deployable",
    "deployment_cells",
    "listed",
    "movable",
    "round_objection",
    "round_of",
    "steps_of",
    "upgrade",
    "upgrades",
]


# ------------------------------------------------------------------ 布置与升阶（A5.1、A5.5、A5.6）
def deployable(table: AuroraTable, seat: Seat, level: int = 0) -> list[int]:
    """士兵堆里能直接布置的士兵，按表里的先后；`level` 给定时只要这个等级。

    LV2、LV3 只能升阶，桌规可以放开（A5.1）。"""
    levels = table.setup.level
    direct = table.setup.options.direct_deploy
    found = {piece >> 1 for piece in table.piles[seat]}
    return [
        soldier
        for soldier in sorted(found)
        if (levels[soldier] == level if level else levels[soldier] == 1 or direct)
    ]


def deployment_cells(table: AuroraTable, seat: Seat) -> tuple[int, ...]:
    """能布置的格：自己 1–2 排的空格（A5.1）。"""
    return tuple(cells_in(table.home(seat, table.setup.rules.deploy_rows) & ~table.blocked))


def deploy(table: AuroraTable, seat: Seat, soldier: int, cell: int, extra: bool) -> None:
    """布置一名士兵；这回合可移动、不可攻击（A5.2）。`extra` 是牌效给的，不占次数（A5.8）。"""
    piece = soldier * 2 + seat
    table.piles[seat].remove(piece)
    stack = Stack(table.next_key, seat, cell, [piece], [], table.setup.health[soldier])
    table.next_key += 1
    table.stacks.append(stack)
    table.units |= 1 << cell
    if not extra:
        table.deployed += 1
    if table.out is not None:
        table.out.append(Deployed(table.who(stack), extra, deployments_left(table)))


def deployments_left(table: AuroraTable) -> int:
    """这回合还能布置（含升阶）几次（A5.1）。"""
    return max(0, table.setup.options.deployments - table.deployed)


def upgrades(table: AuroraTable, seat: Seat, level: int = 0) -> list[tuple[int, int, tuple[int, ...]]]:
    """能做的升阶 `(士兵, 格, 能作底的升变牌)`：叠在低一级的己方士兵上（A5.1）。`level` 给定时只要升到这个等级。"""
    levels = table.setup.level
    above: dict[int, list[int]] = {}
    for soldier in sorted({piece >> 1 for piece in table.piles[seat]}):
        if not level or levels[soldier] == level:
            above.setdefault(levels[soldier] - 1, []).append(soldier)
    if not above:
        return []
    found: list[tuple[int, int, tuple[int, ...]]] = []
    for stack in table.stacks:
        if stack.seat != seat:
            continue
        now = table.level_of(stack)
        for soldier in above.get(now, ()):
            bases = {piece >> 1 for piece in stack.captives if levels[piece >> 1] == now}
            found.append((soldier, stack.cell, tuple(sorted(bases))))
    return found


def upgrade(table: AuroraTable, seat: Seat, soldier: int, cell: int, base: int | None, extra: bool) -> None:
    """升阶：用新牌的数值，保留下面所有牌的技能（A5.5）；`base` 是作底的升变牌，那就把原来最上一张收回士兵堆（A5.6）。"""
    stack = table.stack_at(cell)
    assert stack is not None
    setup = table.setup
    under = stack.cards[-1]
    hurt = setup.health[under >> 1] - stack.health
    piece = soldier * 2 + seat
    table.piles[seat].remove(piece)
    if base is not None:
        captive = next(each for each in stack.captives if each >> 1 == base)
        stack.captives.remove(captive)
        table.piles[under & 1].append(stack.cards.pop())
        stack.cards.append(captive)
    stack.cards.append(piece)
    full = setup.health[soldier]
    stack.health = full if setup.options.upgrade_heals else max(1, full - hurt)  # A5.5
    if setup.options.arrival == "every":
        stack.fresh = True  # A5.2
    if not extra:
        table.deployed += 1
    if table.out is not None:
        table.out.append(
            Upgraded(
                table.who(stack),
                under >> 1,
                NOBODY if base is None else base,
                stack.health,
                extra,
                deployments_left(table),
            )
        )


# ------------------------------------------------------------------ 一轮行动（A5.3、A5.4）
def steps_of(table: AuroraTable, stack: Stack) -> list[Any]:
    """一叠士兵可选的几种攻击：最上一张的（没有写就是缺省的射程），再是下面各张写明的，相同的只算一次（A5.4、A5.5）。"""
    setup = table.setup
    if len(stack.cards) == 1:
        return list(setup.attacks[stack.cards[0] >> 1])
    found = list(setup.attacks[stack.cards[-1] >> 1])
    for piece in reversed(stack.cards[:-1]):
        if setup.own_attacks[piece >> 1]:
            found += [each for each in setup.attacks[piece >> 1] if each not in found]
    return found


def movable(table: AuroraTable, stack: Stack) -> tuple[int, ...]:
    """一轮里走得到的格，由近及远（A3.1、A5.3）；这个主要阶段不能移动的为空（A4.10）。"""
    setup = table.setup
    if stack.rooted and stack.rooted == table.own_turns[stack.seat]:
        return ()
    board = setup.board
    reached = board.flood(stack.cell, setup.march[stack.cards[-1] >> 1], table.blocked)
    return board.ordered(stack.cell, reached)


def attacks_of(table: AuroraTable, stack: Stack, cell: int) -> list[tuple[Any, Aim | None]]:
    """站在 `cell` 时可选的几种攻击 `(射程, 要选的范围)`；登场限制中没有（A5.2）。"""
    if stack.fresh:
        return []
    home = stack.cell
    shift = 0 if cell == home else 1 << cell | 1 << home
    stack.cell = cell
    table.units ^= shift
    use = use_of(stack)
    found = [(step, attack_aim(table, use, step)) for step in steps_of(table, stack)]
    stack.cell = home
    table.units ^= shift
    return found


def use_of(stack: Stack) -> Use:
    """一叠士兵的一次攻击。"""
    source = Source("soldier", stack.seat, stack.cards[-1] >> 1, stack.cell)
    return Use(stack.seat, source, Unit(stack.seat, stack))


def attack_aim(table: AuroraTable, use: Use, step: Any) -> Aim | None:
    """一种攻击要选的范围：射程，或改为别的效果（如祭司的回复）。"""
    effect = table.EFFECTS.get(type(step))
    return range_aim(table, use, step) if effect is None else effect.aim(table, use, step)


def worthwhile(table: AuroraTable, stack: Stack) -> bool:
    """现在站的地方有一种攻击够得着谁：敌方的单位，或要帮的己方。只看公开的场面。"""
    for step, aim in attacks_of(table, stack, stack.cell):
        if type(step) in table.EFFECTS:
            if aim is not None and aim.size():
                return True
        elif reaches(table, stack.seat, aim, area_of(table, stack.cell, step)):
            return True
    return False


def round_of(
    table: AuroraTable,
    stack: Stack,
    goal: int | None,
    attack: list[Any] | None,
    extra: bool,
    after: int | None = None,
) -> Flow[None]:
    """一轮行动：移动与攻击各至多一次，次序任意，连续做完（A5.3）。

    `goal`、`attack` 是说好先做的（先走再打），`after` 是打完想走到的格；另一半还可做就接着问。两样都没说就先问，
    什么也没做就停不算一轮。`extra` 是牌效给的，不占轮数（A5.8）。"""
    started = walked = struck = False
    if extra:
        begin_round(table, stack, True)
        started = True
    while True:
        if not started and (goal is not None or attack is not None):
            begin_round(table, stack, False)
            started = True
        if goal is not None:
            march(table, stack, goal)
            walked = True
        if attack is not None:
            yield from soldier_attack(table, stack, attack[0], attack[1])
            struck = True
        if stack.cell == NOWHERE:
            return
        goals = () if walked else movable(table, stack)
        if struck and after in goals:
            goal, attack, after = after, None, None
            continue
        # 还没开始的一轮，打不打得到谁都能选；开始了的，够得着谁才接着问。
        may_attack = not struck and (worthwhile(table, stack) if started else not stack.fresh)
        if not goals and not may_attack:
            return
        space = RoundSpace(table, stack, bool(goals), may_attack)
        note = RoundNote(stack.cell, bool(goals), may_attack, extra)
        choice = yield Ask(stack.seat, "round", space, space.default(), note)
        if choice == STOP:
            return
        goal, attack = choice


def begin_round(table: AuroraTable, stack: Stack, extra: bool) -> None:
    """一轮开始；牌效给的不占轮数（A5.3、A5.8）。"""
    if not extra:
        stack.acted += 1
    if table.out is not None:
        table.out.append(RoundStarted(table.who(stack), table.rounds_left(stack), extra))


def march(table: AuroraTable, stack: Stack, goal: int) -> None:
    """士兵走最短路到 `goal`（A5.3）。"""
    start = stack.cell
    path = table.setup.board.path(start, goal, table.blocked) if table.out is not None else ()
    stack.cell = goal
    table.units ^= 1 << start | 1 << goal
    if table.out is not None:
        table.out.append(Walked(table.who(stack), start, list(path), "round"))


def soldier_attack(table: AuroraTable, stack: Stack, index: int, choice: Choice) -> Flow[None]:
    """用第 `index` 种射程攻击（A5.4）：伤害等于 ATK，无反击；对方英雄可以响应（A4.8）。"""
    step = steps_of(table, stack)[index]
    use = use_of(stack)
    effect = table.EFFECTS.get(type(step))
    if effect is not None:
        yield from effect.run(table, use, step, choice)
        return
    damage = table.attack_of(stack)
    bonus = sum(table.setup.hero_bonus[piece >> 1] for piece in stack.cards)

    def blow(table: AuroraTable, use: Use, target: Unit) -> None:
        wound(table, target, damage + bonus if target.stack is None else damage, use.source)

    yield from attack_cells(table, use, cells_of(table, stack.cell, step, choice), (blow,), step, True)


class RoundSpace:
    """一轮里接着做什么：`[走到的格或 null, 攻击或 null]`，`[null, null]` 是停（A5.3）。"""

    __slots__ = ("_goals", "may_attack", "may_move", "stack", "table")

    def __init__(self, table: AuroraTable, stack: Stack, may_move: bool, may_attack: bool) -> None:
        self.table = table
        self.stack = stack
        self.may_move = may_move
        self.may_attack = may_attack
        self._goals: tuple[int, ...] | None = None

    def destinations(self) -> tuple[int, ...]:
        """走得到的格，由近及远；已经走过为空。"""
        if self._goals is None:
            self._goals = movable(self.table, self.stack) if self.may_move else ()
        return self._goals

    def attacks(self, goal: int | None) -> list[tuple[Any, Aim | None]]:
        """走到 `goal`（`None` 为不走）以后可选的攻击 `(射程, 要选的范围)`；已经打过为空。"""
        if not self.may_attack:
            return []
        return attacks_of(self.table, self.stack, self.stack.cell if goal is None else goal)

    def default(self) -> Choice:
        """攻击最近的，打不到就停（A11.3）。"""
        for index, (step, aim) in enumerate(self.attacks(None)):
            if type(step) in self.table.EFFECTS:
                continue
            if reaches(self.table, self.stack.seat, aim, area_of(self.table, self.stack.cell, step)):
                chosen = None if aim is None else near_to_far(self.table, self.stack.seat, aim)
                return [None, [index, chosen]]
        return list(STOP)

    def fits(self, goal: object, attack: object) -> bool:
        """这一半合不合法；至少要做一样。"""
        if goal is None and attack is None:
            return False
        if goal is not None and (type(goal) is not int or goal not in self.destinations()):
            return False
        if attack is None:
            return True
        return attack_fits(self.attacks(goal if type(goal) is int else None), attack)

    def may_begin(self) -> bool:
        """这一轮有没有可做的。"""
        return bool(self.destinations()) or (self.may_attack and not self.stack.fresh)

    def may_wish(self, after: int) -> bool:
        """打完想走到那里：MOV 以内、不是障碍就可以想，走不走得到到时候再看。"""
        table, stack = self.table, self.stack
        board = table.setup.board
        force = table.setup.march[stack.cards[-1] >> 1]
        return bool(board.within(stack.cell, force) & ~table.obstacles & (1 << after if after >= 0 else 0))

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list):
            return False
        parts: list[Any] = choice
        return len(parts) == 2 and (parts == STOP or self.fits(parts[0], parts[1]))

    def each(self) -> Iterator[tuple[int | None, list[Any] | None]]:
        """逐个列出 `(走到的格, 攻击)`，不含停。"""
        for goal in (None, *self.destinations()):
            if goal is not None:
                yield goal, None
            for attack in listed(self.attacks(goal)):
                yield goal, attack

    def count(self) -> int:
        """算出来，不逐个数：远、选几格的射程，先后一多就列不完。"""
        goals = self.destinations()
        ways = sum(
            1 if aim is None else aim.size() for goal in (None, *goals) for _, aim in self.attacks(goal)
        )
        return 1 + len(goals) + ways

    def __iter__(self) -> Iterator[Choice]:
        yield list(STOP)
        for goal, attack in self.each():
            yield [goal, attack]

    def draw(self, stream: Stream) -> tuple[int | None, list[Any] | None]:
        """抽一种做法：走不走、走到哪、打不打各自抽，至少做一样。"""
        goals = self.destinations()
        goal = goals[stream.below(len(goals))] if goals and stream.below(3) else None
        attacks = self.attacks(goal)
        usable = [index for index, (_, aim) in enumerate(attacks) if aim is None or aim.size()]
        if not usable or (goal is not None and stream.below(3) == 0):
            if goal is None and goals:
                goal = goals[stream.below(len(goals))]
            return goal, None
        index = usable[stream.below(len(usable))]
        aim = attacks[index][1]
        return goal, [index, None if aim is None else aim.draw(stream)]

    def sample(self, stream: Stream) -> Choice:
        """五次里停一次，其余抽一种做法。"""
        if stream.below(5) == 0:
            return list(STOP)
        return list(self.draw(stream))

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行。"""
        if not isinstance(choice, list) or len(choice) != 2:  # pyright: ignore[reportUnknownArgumentType]
            return None
        goal, attack = choice  # pyright: ignore[reportUnknownVariableType]
        return round_objection(self, goal, attack)


def listed(attacks: list[tuple[Any, Aim | None]]) -> Iterator[list[Any]]:
    """几种攻击逐个写成回答 `[第几种, 范围]`。"""
    for index, (_, aim) in enumerate(attacks):
        if aim is None:
            yield [index, None]
        else:
            for choice in aim.each():
                yield [index, choice]


def attack_fits(attacks: list[tuple[Any, Aim | None]], attack: object) -> bool:
    """`[第几种, 范围]` 合不合法；两个以上目标的近、全也可以不说次序，由近及远。"""
    if not isinstance(attack, list):
        return False
    parts: list[Any] = attack
    if len(parts) != 2 or type(parts[0]) is not int or not 0 <= parts[0] < len(attacks):
        return False
    aim = attacks[parts[0]][1]
    if aim is None or (parts[1] is None and isinstance(aim, OrderAim)):
        return parts[1] is None
    return aim.fits(parts[1])


def round_objection(space: RoundSpace, goal: Any, attack: Any) -> Illegal | None:
    """一轮行动为什么不行（A5.2、A5.3、A5.4）。"""
    table, stack = space.table, space.stack
    if goal is not None and goal not in space.destinations():
        if not space.may_move:
            return Illegal("这一轮已经移动过", "A5.3")
        if stack.rooted and stack.rooted == table.own_turns[stack.seat]:
            return Illegal("被霜环冻住，这个主要阶段不能移动", "A4.10")
        return Illegal("走不到那里：超过 MOV、被挡住，或那一格不空", "A5.3")
    if attack is not None:
        if stack.fresh:
            return Illegal("登场与升阶的那回合不能攻击", "A5.2")
        if not space.may_attack:
            return Illegal("这一轮不能再攻击", "A5.3")
        return Illegal("不在射程里", "A5.4")
    return Illegal("移动与攻击至少做一样", "A5.3")
