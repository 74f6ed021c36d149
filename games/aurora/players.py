"""电脑玩家：只看 `view` 与问题。

「普通」每次把能做的逐项打分，取最高的；分数大致是「值几点英雄生命」。先打得着人的、再走得近些的、最后布置与升阶
（新登场的这回合不能攻击，A5.2），没有值得做的就结束。用过的牌、轮次、次数都不会回来，所以不会没完没了。
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.aurora.board import DIAGONALS, STRAIGHTS, mask_of
from games.aurora.language import steps
from games.aurora.questions import (
    DONE,
    END,
    NOBODY,
    RETRACT,
    ROLL,
    STAY,
    STOP,
    Aim,
    AimNote,
    CellsAim,
    LineAim,
    OrderAim,
    PlaceAim,
)
from games.aurora.rules.choices import MainSpace
from games.aurora.rules.soldiers import RoundSpace
from games.aurora.view import View
from games.kernel import Ask, Choice, Player, Seat, Stream

__all__ = ["PLAYERS", "by_chance", "by_sense"]

SLAYING = 1000.0
"""击败对方英雄。"""
HERO = 2.0
"""打英雄一点。"""
SOLDIER = 1.0
"""打士兵一点；击破另加它的等级。"""
DODGEABLE = 0.6
"""对方还有闪避牌时，打英雄的打折：多半要闪，但也耗他一张。"""
WORTHWHILE = 0.05
"""不到这个分数的不做。"""
WORTH_DODGING = 3
"""要扣这么多才闪；闪避牌满的时候少一点也闪。"""


def by_chance(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """随机：合法的里面抽一个。"""
    return ask.sample(stream)


def by_sense(view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice:
    """普通：打得着就打，够得着就收，大伤才闪，兵往前压。"""
    outlook = Outlook(view, ask.seat)
    space: Any = ask.options
    match ask.what:
        case "deck":
            candidates = ask.note.candidates
            return candidates[stream.below(len(candidates))].name
        case "obstacle":
            return ask.default
        case "hero":
            return outlook.place([cell for cell in space if cell != ROLL], stream)
        case "dodges" | "stow" | "recall":
            return outlook.picked(ask, lambda card: -outlook.setup.dodge[card], ask.note.high)
        case "store":
            room = outlook.wanted_charge()
            return outlook.picked(ask, outlook.use_of, min(ask.note.high, max(room, ask.note.low)))
        case "discard":
            return outlook.picked(ask, outlook.use_of, ask.note.low)
        case "prepare":
            return outlook.prepare(space)
        case "main":
            return outlook.main(space)
        case "aim":
            return outlook.aim(ask.note, space)
        case "respond":
            return outlook.respond(ask)
        case "round":
            return outlook.round(space, ask.note.cell)[1]
        case "deploy" | "upgrade":
            return max(space, key=outlook.recruit)
        case _:
            return ask.default


class Outlook:
    """从一个座位看出去：敌人在哪、打一格值多少、站一格好不好。"""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.setup = view.setup
        self.board = view.setup.board
        self.me = view.players[seat]
        self.foe = view.players[1 - seat]
        self.obstacles = mask_of(view.obstacles)
        self.units = mask_of(
            [stack.cell for stack in view.stacks] + [each.cell for each in view.players if each.cell >= 0]
        )
        self._swings: dict[int, float] = {}

    # ------------------------------------------------------------ 打一格值多少
    def hits(self, damage: int, hero_more: int = 0) -> dict[int, float]:
        """各格打 `damage` 点值多少；打英雄多 `hero_more` 点。桌规会伤己方时，己方的格是负的（A4.4）。"""
        worth: dict[int, float] = {}
        for stack in self.view.stacks:
            if stack.seat == self.seat and not self.setup.options.friendly_fire:
                continue
            hurt = min(max(damage - stack.guard - stack.guard_once, 0), stack.health)
            value = SOLDIER * hurt
            if hurt and hurt >= stack.health:
                value += self.setup.level[stack.cards[-1]]
            worth[stack.cell] = -value if stack.seat == self.seat else value
        for standing in self.view.players:
            own = standing.seat == self.seat
            if standing.cell < 0 or (own and not self.setup.options.friendly_fire):
                continue
            hurt = max(damage + hero_more - standing.guard - standing.guard_once, 0)
            value = HERO * hurt
            if hurt >= standing.health:
                value += SLAYING
            if standing.dodges and not own:
                value *= DODGEABLE
            worth[standing.cell] = -value if own else value
        return worth

    def blow(self, strike: steps.Strike) -> int:
        """一次攻击打在一个单位上合多少点伤害。"""
        total = 0
        for each in strike.blows:
            if isinstance(each, steps.Damage):
                total += each.amount + (0 if self.foe.dodges else each.when_bare)
            elif isinstance(each, steps.Venom):
                total += each.amount
        return total

    def area(self, origin: int, reach: Any) -> list[tuple[int, ...]]:
        """从 `origin` 用这个射程能选的各组格；选几格的把可选的格放在一组里。"""
        board = self.board
        if isinstance(reach, steps.Line | steps.Diagonal):
            ways = STRAIGHTS if isinstance(reach, steps.Line) else DIAGONALS
            return [board.line(origin, way, reach.reach, self.obstacles) for way in ways]
        if isinstance(reach, steps.Around):
            return [board.square(origin, reach.reach)]
        return [board.diamond(origin, reach.reach)]

    def swing(self, origin: int, reach: Any, hits: Mapping[int, float]) -> float:
        """从 `origin` 用这个射程打，最好值多少。"""
        most = reach.most if isinstance(reach, steps.Far | steps.NearPick) else len(hits)
        best = 0.0
        for cells in self.area(origin, reach):
            values = [hits[cell] for cell in cells if cell in hits and cell != origin]
            if len(values) > most:
                values = sorted(values, reverse=True)[:most]
            best = max(best, sum(values))
        return best

    def chosen(self, aim: Aim, hits: Mapping[int, float]) -> tuple[float, Choice]:
        """在问的空间里选最值的范围：`(值多少, 回答)`。"""
        if isinstance(aim, LineAim):
            ways = [(sum(hits.get(cell, 0) for cell in cells), way) for way, cells in aim.lines.items()]
            return max(ways, key=lambda each: each[0])
        if isinstance(aim, CellsAim):
            best = sorted(aim.cells, key=lambda cell: -hits.get(cell, 0))
            cells = [cell for cell in best if hits.get(cell, 0) > 0][: aim.most] or best[:1]
            value = sum(hits.get(cell, 0) for cell in cells)
            if self.foe.cell in cells:  # 多的格封住英雄能闪去的地方
                around = self.board.beside[self.foe.cell] & ~(self.units | self.obstacles)
                spare = [cell for cell in aim.cells if around >> cell & 1 and cell not in cells]
                cells += spare[: aim.most - len(cells)]
            return value, list(cells)
        if isinstance(aim, OrderAim):
            order = sorted(aim.cells, key=lambda cell: -hits.get(cell, 0))
            return sum(hits.get(cell, 0) for cell in order), list(order)
        return 0.0, next(aim.each())

    # ------------------------------------------------------------ 站一格好不好
    def danger(self, cell: int) -> float:
        """英雄站在 `cell`，对方下回合大约打得着几点：士兵按走得到的距离，英雄按是否在线上。"""
        risk = 0.0
        for stack in self.view.stacks:
            if stack.seat != self.seat:
                top = stack.cards[-1]
                far = max(getattr(each, "reach", 1) for each in self.setup.attacks[top])
                if self.board.distance(stack.cell, cell) <= self.setup.march[top] + far:
                    risk += stack.attack
        distance = self.board.distance(self.foe.cell, cell)
        if distance <= 4 and self.board.towards(self.foe.cell, cell):
            risk += 1.0
        return risk

    def swings(self, cell: int) -> float:
        """英雄站在 `cell`，手上这些牌还打得出多少。"""
        if cell in self._swings:
            return self._swings[cell]
        values: list[float] = []
        for card in self.view.hand:
            for part in self.setup.parts[card]:
                for step in part:
                    if isinstance(step, steps.Strike):
                        values.append(self.swing(cell, step.range, self.hits(self.blow(step))))
        values.sort(reverse=True)
        self._swings[cell] = sum(values[: self.view.plays_left])
        return self._swings[cell]

    def stand(self, cell: int) -> float:
        """英雄站在 `cell` 的好坏：打得出多少，危险多少，离敌人不要太远。"""
        far = self.board.distance(cell, self.foe.cell)
        caution = 0.6 if self.me.health > self.foe.health else 0.9
        return self.swings(cell) - caution * self.danger(cell) - 0.5 * max(far - 3, 0)

    # ------------------------------------------------------------ 主要阶段
    def main(self, space: MainSpace) -> Choice:
        """打分最高的行动；没有值得的就结束。"""
        best: tuple[float, Choice] = (WORTHWHILE, list(END))
        for value, choice in self.actions(space):
            if value > best[0]:
                best = (value, choice)
        return best[1]

    def actions(self, space: MainSpace) -> Iterable[tuple[float, Choice]]:
        """各种行动 `(值多少, 回答)`。"""
        for card in space.plays():
            value, aim = self.effect(self.setup.parts[card], space.aim(card))
            yield value, ["play", card, aim]
        skills = self.setup.skills[self.me.hero]
        for index in space.skills():
            cost, parts = skills[index]
            value, aim = self.effect(parts, space.skill_aim(index))
            yield value - 0.5 * cost, ["skill", index, aim]
        here = self.stand(self.me.cell) if space.may_move() else 0.0
        for card in space.hand():
            for cell in space.moves(card):
                gain = self.stand(cell) - here - 0.5 - 0.1 * self.use_of(card)
                yield gain, ["move", card, cell]
        for cell in space.rounds():
            each = space.round(cell)
            if each is not None:
                value, (goal, attack) = self.round(each, cell)
                if goal is not None or attack is not None:
                    yield value, ["round", cell, goal, attack]
        yield from self.recruits(space)

    def recruits(self, space: MainSpace) -> Iterable[tuple[float, Choice]]:
        """布置与升阶，留到别的都做完：新牌这回合不能攻击（A5.2），先让它打过。"""
        own = sum(stack.seat == self.seat for stack in self.view.stacks)
        cells = space.deployments()
        for soldier in space.deployable():
            for cell in cells:
                base = 0.2 if own < 3 else 0.1
                yield base + 0.01 * self.recruit([soldier, cell]), ["deploy", soldier, cell]
        for soldier, cell, _ in space.upgrades():
            base = 0.12 if own < 2 else 0.3
            yield base + 0.01 * self.recruit([soldier, cell, None]), ["upgrade", soldier, cell, None]

    def recruit(self, choice: Choice) -> float:
        """多一名士兵（或升一阶）有多好：强的、离对方英雄近的；不要为负。"""
        if not isinstance(choice, list):
            return -1.0
        parts: list[Any] = choice
        soldier, cell = parts[0], parts[1]
        setup = self.setup
        strength = 2 * setup.attack[soldier] + setup.march[soldier] + setup.health[soldier]
        far = max(getattr(each, "reach", 1) for each in setup.attacks[soldier])
        return max(strength + far - 0.5 * self.board.distance(cell, self.foe.cell), 0.0)

    def round(self, space: RoundSpace, cell: int) -> tuple[float, list[Any]]:
        """一名士兵这一轮（或剩下的半轮）最好怎么做：`(值多少, [走到的格, 攻击])`。"""
        stack = next(each for each in self.view.stacks if each.cell == cell)
        bonus = sum(self.setup.hero_bonus[each] for each in stack.cards)
        hits = self.hits(stack.attack, bonus)
        heals = self.wounds(2)
        start = self.board.distance(cell, self.foe.cell)
        best: tuple[float, list[Any]] = (0.0, list(STOP))
        for goal in (None, *space.destinations()):
            where = cell if goal is None else goal
            nearer = start - self.board.distance(where, self.foe.cell)
            stride = 0.4 * nearer if goal is not None else 0.0
            if goal is not None and stride > best[0]:
                best = (stride, [goal, None])
            for index, (step, aim) in enumerate(space.attacks(goal)):
                kind = heals if isinstance(step, steps.AidRange) else hits
                if aim is None:
                    reach = step.range if isinstance(step, steps.AidRange) else step
                    value, chosen = self.swing(where, reach, kind), None
                elif not aim.size():
                    continue
                else:
                    value, chosen = self.chosen(aim, kind)
                if value > 0 and value + stride > best[0]:
                    best = (value + stride, [goal, [index, chosen]])
        return best

    # ------------------------------------------------------------ 牌与技能的效果
    def effect(self, parts: Sequence[Sequence[Any]], aim: Aim | None) -> tuple[float, Choice]:
        """整张牌值多少，与第一个要选的范围（没有为 `None`）。"""
        total = 0.0
        answer: Choice = None
        for step in (step for part in parts for step in part):
            value = 0.0
            if isinstance(step, steps.Strike):
                hits = self.hits(self.blow(step))
                if aim is not None and answer is None and not isinstance(aim, PlaceAim):
                    value, answer = self.chosen(aim, hits)
                else:
                    value = self.swing(self.me.cell, step.range, hits)
            elif aim is not None and answer is None and type(step) in PLACED:
                value, answer = self.placed(step, aim)
            else:
                value = self.boon(step)
            total += value
        return total, answer

    def boon(self, step: Any) -> float:
        """不用选的步值多少。"""
        own = [stack for stack in self.view.stacks if stack.seat == self.seat]
        if isinstance(step, steps.AidHero):
            return sum(self.boon_of(each, self.setup.rules.health - self.me.health) for each in step.boons)
        if isinstance(step, steps.AidSoldiers):
            return 0.5 * sum(self.boon_of(each, self.missing(stack)) for stack in own for each in step.boons)
        if isinstance(step, steps.Boost):
            ready = [stack for stack in own if stack.rounds and not stack.fresh]
            near = [stack for stack in ready if self.board.distance(stack.cell, self.foe.cell) <= 4]
            return 5.0 * len(near) if len(near) > 1 else 0.0  # 要在士兵攻击之前发动
        if isinstance(step, steps.Draw):
            return 1.2 * step.count
        if isinstance(step, steps.Charge):
            return 0.8 * step.count if self.wanted_charge() else 0.0
        if isinstance(step, steps.Store):
            return 0.5 if self.wanted_charge() else 0.0
        if isinstance(step, steps.Stow | steps.Recall):
            return 1.0 if self.me.dodges < self.setup.rules.dodge_limit else 0.0
        if isinstance(step, steps.ExtraDeploy):
            return 2.0
        if isinstance(step, steps.ExtraUpgrade):
            return 2.5
        return 0.0

    def boon_of(self, boon: Any, missing: int) -> float:
        """回、护一下值多少。"""
        if isinstance(boon, steps.Heal):
            return 1.5 * min(boon.amount, missing)
        return 0.5 * boon.amount

    def missing(self, stack: Any) -> int:
        """一叠士兵少了几点生命。"""
        return self.setup.health[stack.cards[-1]] - stack.health

    def wounds(self, amount: int) -> dict[int, float]:
        """己方各格回 `amount` 点值多少。"""
        worth: dict[int, float] = {
            stack.cell: min(amount, self.missing(stack))
            for stack in self.view.stacks
            if stack.seat == self.seat
        }
        worth[self.me.cell] = 1.5 * min(amount, self.setup.rules.health - self.me.health)
        return worth

    def placed(self, step: Any, aim: Aim) -> tuple[float, Choice]:
        """要选格的步（走、换位、冰墙、帮己方）：`(值多少, 回答)`。"""
        if isinstance(step, steps.AidRange):
            amount = sum(each.amount for each in step.boons if isinstance(each, steps.Heal))
            return self.chosen(aim, self.wounds(amount))
        assert isinstance(aim, PlaceAim)
        cells = aim.cells
        if isinstance(step, steps.ExtraRound | steps.AidOneSoldier):
            cell = min(cells, key=lambda each: self.board.distance(each, self.foe.cell))
            stack = next((each for each in self.view.stacks if each.cell == cell), None)
            if stack is None or isinstance(step, steps.AidOneSoldier):
                return 0.5, cell
            near = self.board.distance(cell, self.foe.cell) <= 1 + self.setup.march[stack.cards[-1]]
            return (HERO * stack.attack * (DODGEABLE if self.foe.dodges else 1) if near else 0.6), cell
        if isinstance(step, steps.Wall):
            cell = min(cells, key=lambda each: self.board.distance(each, self.foe.cell))
            return (0.3 if self.board.distance(cell, self.foe.cell) == 1 else 0.0), cell
        cell = max(cells, key=self.stand)
        return self.stand(cell) - self.stand(self.me.cell), cell

    def aim(self, note: AimNote, aim: Aim) -> Choice:
        """效果进行到一半才问的范围；不收回，免得反复。"""
        if isinstance(aim, PlaceAim) and note.step is None:
            return max(aim.cells, key=self.stand)
        if isinstance(note.step, steps.Strike):
            return self.chosen(aim, self.hits(self.blow(note.step)))[1]
        if type(note.step) in PLACED:
            return self.placed(note.step, aim)[1]
        return next((choice for choice in aim if choice != RETRACT), RETRACT)

    # ------------------------------------------------------------ 响应（A4.5）
    def respond(self, ask: Ask) -> Choice:
        """会死、或一下扣得多才闪：用能脱离的最低闪避力，走到最安全的格；闪不开就不闪。"""
        space: Any = ask.options  # `questions.RespondSpace`
        note = ask.note
        full = self.me.dodges >= self.setup.rules.dodge_limit
        if note.damage < self.me.health and note.damage < WORTH_DODGING - full:
            return list(STAY)
        ways = [
            (self.setup.dodge[card], self.danger(cell), self.board.distance(self.me.cell, cell), card, cell)
            for card, cells in space.dodges()
            for cell in cells
            if cell not in note.cells
        ]
        if not ways:
            return list(STAY)
        _, _, _, card, cell = min(ways)
        return ["dodge", card, cell]

    # ------------------------------------------------------------ 准备与选牌
    def use_of(self, card: int) -> float:
        """一张牌打出去大概多有用；只用来挑不要的。"""
        total = 0.0
        for step in (step for part in self.setup.parts[card] for step in part):
            total += self.blow(step) if isinstance(step, steps.Strike) else 1.0
        return total + 0.3 * self.setup.move[card] + 0.4 * self.setup.dodge[card]

    def wanted_charge(self) -> int:
        """蓄能还想要几张：够发动最贵的技能。"""
        if self.me.hero == NOBODY:
            return 0
        dearest = max((cost for cost, _ in self.setup.skills[self.me.hero]), default=0)
        return max(min(dearest, self.setup.options.charge_limit) - self.me.charge, 0)

    def prepare(self, space: Any) -> Choice:
        """补满闪避区，留一张能闪的备用，用不大上的蓄能（A2.2）。"""
        view, setup = self.view, self.setup
        if space.may("dodge"):
            room = space.fillings().high
            best = sorted(view.reserve_zone, key=lambda card: -setup.dodge[card])[:room]
            return ["dodge", best]
        kept = len(view.dodge_zone) + len(view.reserve_zone)
        if space.may("reserve") and kept < setup.rules.dodge_limit + 1:
            spare = [card for card in view.hand if setup.dodge[card] >= 2]
            if spare and len(view.hand) > 2:
                return ["reserve", min(spare, key=lambda card: self.use_of(card) - setup.dodge[card])]
        if space.may("charge") and self.wanted_charge():
            weak = [card for card in view.reserve_zone if setup.dodge[card] <= 1]
            if weak:
                return ["charge", "reserve", weak[0]]
            if len(view.hand) > 2:
                return ["charge", "hand", min(view.hand, key=self.use_of)]
        return list(DONE)

    def picked(self, ask: Ask, worst: Any, count: int) -> Choice:
        """从问的牌里取 `worst` 最小的 `count` 张。"""
        space: Any = ask.options  # `questions.Picks`
        return sorted(space.cards, key=worst)[: max(count, 0)]

    def place(self, cells: list[int], stream: Stream) -> Choice:
        """英雄放哪：不与对方英雄同一列，其余随便（A1.4）。"""
        column = self.board.column
        taken = [column(self.foe.cell)] if self.foe.cell >= 0 else []
        free = [cell for cell in cells if column(cell) not in taken] or cells
        return free[stream.below(len(free))]


PLACED = (
    steps.AidRange,
    steps.AidOneSoldier,
    steps.Walk,
    steps.Dash,
    steps.Shadow,
    steps.Swap,
    steps.Wall,
    steps.ExtraRound,
)
"""要选一格（或几格）才做的步，不是攻击的。"""

PLAYERS: Mapping[str, Player] = {"随机": by_chance, "普通": by_sense}
"""难度 → 电脑。"""
