"""落叶长跑问的全部问题，与出牌回合的选项空间。

回答都是 JSON；牌写牌号，人写座位号，增益写 1..3。「默认」是超时的回答（L10）。

| 名字 | 问谁 | 回答 | 默认 | 条号 |
|---|---|---|---|---|
| `roll` | 骰子的主人 | `"掷骰"` | `"掷骰"` | L1.6 L10.1 |
| `character` | 每人同时 | 角色号 | 移动高者、再体力高者 | L2.2 |
| `exchange` | 每人同时 | 弃掉的牌 `[牌, …]`，可空 | `[]` | L2.4 |
| `wake` | 该醒的人同时 | `"half"` 半血苏醒、`"wait"` 再等一轮 | `"half"` | L6.1 |
| `turn` | 轮到的人 | 见下 | 有事件触发先打，否则结束 | L4 L10.2 |
| `interject` | 持有随时牌的其他人，插话 | `["special", …]`，同下 | 不插话 | L4.12 |
| `light_dash` | 触发者 | 弃掉的牌 `[牌, …]`，可空 | `[]` | L8.2 |
| `barter` | 触发者 | 弃掉的牌 `[牌, …]`，可空 | `[]` | L8.5 |
| `trade` | 触发者 | `[目标, 张数]` | 手牌最多者、1 | L8.8 |
| `resin` | 触发者 | `[行动牌, 目标]`，或 `null` 不用 | `null` | L8.9 |
| `scatter` | 触发者 | 弃掉的牌，恰好若干张 | 先弃占负重的非行动牌 | L8.11 |
| `salvage` | 触发者 | `["take"或"give", 目标, "armour"或"cards"]` | L10.4 | L8.13 |
| `salvage_cards` | 触发者 | 给出的牌，恰好若干张 | 先给非行动牌 | L8.13 |
| `swap` | 触发者 | 目标 | 前方、座次先 | L8.14 |
| `buff` | 每人同时 | 增益 1..3 | ②①③ 中第一个没有的 | L8.17 L10.3 |
| `walk` | 要移动的人同时（选项「必须走满」关） | 走几步，0..步数 | 走满 | L5.2 |
| `keep_buff` | 元素增益多于名额者同时 | 留下的增益 `[1..3, …]` | 留 ② | L7.4 L10.5 |
| `trim` | 手牌过多者同时 | 弃掉的牌，恰好若干张 | 先弃非行动牌 | L7.4 L10.5 |

`turn` 的回答：

| 回答 | 做什么 | 条号 |
|---|---|---|
| `["move", [行动牌, …]]` | 打行动牌，每张 +1 步 | L4.1 |
| `["two_for_three", 行动牌, 非行动牌]` | 二换三 | L4.2 |
| `["two_for_one", [非行动牌, 非行动牌]]` | 二弃一 | L4.3 |
| `["weapon", 武器, 目标]` | 给武器 | L4.4 |
| `["armour", 防具]` | 装备 | L4.5 |
| `["heal", 恢复牌]` | 体力 +3 | L4.6 |
| `["event", 事件触发]` | 打事件触发 | L4.7 |
| `["element", 元素牌, 增益]` | 打元素牌 | L4.8 |
| `["special", 彩虹音爆/bear/路障]`、`["special", 给我过来, 目标]` | 打随时牌 | L4.12 |
| `["rest", 自由的强制休息]` | 强制休息，结束出牌 | L8.19 |
| `["end"]` | 结束出牌 | L4.7 |

`Ask.note`：`roll` 是 `RollNote`，`walk` 是 `Plan`（步数的来历），`salvage_cards` 与 `scatter`、`trim` 是要几张，
`salvage` 之后的 `salvage_cards` 另知目标；其余为 `None`。
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

from games.kernel import Choice, Illegal, Seat, Stream
from games.leafrun.data import ARMOR, ELEMENT, RECOVERY, TRIGGER, WEAPON
from games.leafrun.setup import COME_HERE, FORCED_REST, PLAIN, RECEIVED
from games.leafrun.table import NOTHING, LeafrunTable

if TYPE_CHECKING:
    from collections.abc import Sequence

ROLL = "掷骰"
"""`roll` 的唯一回答。"""
HALF = "half"
WAIT = "wait"
TAKE = "take"
GIVE = "give"
ARMOUR = "armour"
CARDS = "cards"


@dataclass(slots=True)
class RollNote:
    """`roll` 是为什么掷、掷几面。"""

    purpose: str
    """同 `events.Rolled.purpose`。"""
    sides: int


# ------------------------------------------------------------------ 目标与随时牌


def weapon_targets(table: LeafrunTable, seat: Seat) -> list[Seat]:
    """武器给得到的人：距离够近、未到终点的其他人（L4.4）。"""
    position = table.position
    places = table.places[-1]
    here = position[seat]
    reach = table.setup.rules.weapon_range
    return [
        each
        for each in range(table.seats)
        if each != seat and not places[each] and -reach <= position[each] - here <= reach
    ]


def come_here_targets(table: LeafrunTable, seat: Seat) -> list[Seat]:
    """「给我过来」拉得到的人：距离恰好（⚙或不超过，同格不算），未到终点、没被树脂球固定（L8.1、L8.9）。"""
    position = table.position
    places = table.places[-1]
    resin = table.resin
    here = position[seat]
    reach = table.setup.rules.come_here_distance
    if table.setup.options.come_here_exact:
        return [
            each
            for each in range(table.seats)
            if abs(position[each] - here) == reach and not places[each] and not resin[each]
        ]
    return [
        each
        for each in range(table.seats)
        if 0 < abs(position[each] - here) <= reach and not places[each] and not resin[each]
    ]


def anytime_choices(table: LeafrunTable, seat: Seat) -> list[Choice]:
    """`seat` 现在能打的随时牌（L4.12）；昏厥者、已到终点者没有（L6.3、L3.2）。"""
    held = table.specials[seat]
    if not held or table.fainted[seat] >= 0 or table.places[-1][seat]:
        return []
    choices: list[Choice] = []
    mark = table.mark
    for card in held:
        kind = mark[card]
        if kind == COME_HERE:
            choices += [["special", card, target] for target in come_here_targets(table, seat)]
        elif kind != FORCED_REST:
            choices.append(["special", card])
    return choices


class AnytimeSpace:
    """打一张随时牌（L4.12）：插话问题的选项。"""

    __slots__ = ("seat", "table")

    def __init__(self, table: LeafrunTable, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    def __contains__(self, choice: object) -> bool:
        return self.explain(choice) is None

    def count(self) -> int:
        return len(anytime_choices(self.table, self.seat))

    def __iter__(self) -> Iterator[Choice]:
        return iter(anytime_choices(self.table, self.seat))

    def sample(self, stream: Stream) -> Choice:
        choices = anytime_choices(self.table, self.seat)
        return choices[stream.below(len(choices))]

    def explain(self, choice: Any) -> Illegal | None:
        """`choice` 为什么不行；行则为 `None`。"""
        if not isinstance(choice, list) or not choice or choice[0] != "special":
            return Illegal("现在不是你的回合，只能打随时牌", "L4.12", "出牌 <随时牌>，如 出牌 路障")
        return explain_special(self.table, self.seat, choice)


def explain_special(table: LeafrunTable, seat: Seat, choice: list[Any]) -> Illegal | None:
    """`["special", 牌(, 目标)]` 为什么不行；行则为 `None`（L4.12）。"""
    if len(choice) not in (2, 3) or not _held(table, seat, choice[1]):
        return Illegal("你手里没有这张随时牌", "L4.12", "出牌 <随时牌>")
    if table.fainted[seat] >= 0:
        return Illegal("昏厥时不能打随时牌", "L6.3", "等苏醒后再打")
    if table.places[-1][seat]:
        return Illegal("已到终点，不再行动", "L3.2", "等其余人到达")
    kind = table.mark[choice[1]]
    if kind == FORCED_REST:
        return Illegal("「自由的强制休息」只能在自己的回合打", "L8.19", "轮到你时再打 出牌 强制休息")
    if kind <= RECEIVED:
        return Illegal("这张不是随时牌", "L4.12", "随时牌有：给我过来、彩虹音爆、bear、路障")
    if kind != COME_HERE:
        return None if len(choice) == 2 else Illegal("这张牌不用选目标", "L4.12", "出牌 <牌>")
    targets = come_here_targets(table, seat)
    if len(choice) == 3 and type(choice[2]) is int and choice[2] in targets:
        return None
    reach = table.setup.rules.come_here_distance
    word = "恰为" if table.setup.options.come_here_exact else "不超过"
    if not targets:
        return Illegal(f"没有距离{word} {reach} 格、可以拉的人", "L8.1", "先留着，位置合适时再打")
    if (
        len(choice) == 3
        and type(choice[2]) is int
        and 0 <= choice[2] < table.seats
        and table.resin[choice[2]]
    ):
        return Illegal("他被树脂球固定，拉不动", "L8.9", "换一个目标")
    return Illegal(
        f"只能拉距离{word} {reach} 格、未到终点的人",
        "L8.1",
        f"目标写 {'、'.join(f'{each + 1}号' for each in targets)}",
    )


def _held(table: LeafrunTable, seat: Seat, card: object) -> bool:
    return type(card) is int and card in table.hands[seat]


# ------------------------------------------------------------------ 出牌回合


def may_pay(table: LeafrunTable, card: int) -> bool:
    """可当 L4.2、L4.3 的非行动牌代价：不是行动牌、事件触发、特殊牌（L4.7、L4.12、L8.19）。"""
    setup = table.setup
    return not setup.action[card] and not setup.trigger[card]


class TurnSpace:
    """轮到的人现在可以做的一切（L4）。手牌在第一次用到时才分类。"""

    __slots__ = (
        "actions",
        "armours",
        "elements",
        "events",
        "others",
        "recoveries",
        "rests",
        "seat",
        "sorted",
        "specials",
        "table",
        "weapons",
    )

    actions: list[int]
    """行动牌。"""
    others: list[int]
    """能当代价的非行动牌。"""
    weapons: list[int]
    """能给人的武器。"""
    armours: list[int]
    recoveries: list[int]
    elements: list[int]
    events: list[int]
    """没有记号的事件触发。"""
    rests: list[int]
    """自由的强制休息。"""
    specials: bool
    """手里有特殊牌。"""

    def __init__(self, table: LeafrunTable, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.sorted = False

    def sort(self) -> None:
        """把手牌按用处分类。"""
        self.sorted = True
        table = self.table
        category = table.setup.category
        mark = table.mark
        self.actions = actions = []
        self.others = others = []
        self.weapons = weapons = []
        self.armours = armours = []
        self.recoveries = recoveries = []
        self.elements = elements = []
        self.events = events = []
        self.rests = rests = []
        self.specials = False
        for card in table.hands[self.seat]:
            kind = category[card]
            if kind == 0:
                actions.append(card)
            elif kind == TRIGGER:
                if mark[card] == PLAIN:
                    events.append(card)
                else:
                    self.specials = True
                    if mark[card] == FORCED_REST:
                        rests.append(card)
            else:
                others.append(card)
                if kind == WEAPON:
                    if mark[card] == PLAIN:
                        weapons.append(card)
                elif kind == ARMOR:
                    armours.append(card)
                elif kind == RECOVERY:
                    recoveries.append(card)
                elif kind == ELEMENT:
                    elements.append(card)

    def exhausted(self) -> bool:
        """本回合结算的事件触发已满额（L4.7）。"""
        table = self.table
        return table.triggers >= table.setup.rules.events_per_turn

    def held_up(self) -> bool:
        """手里还有必须打的事件触发，不能结束（L4.7）。"""
        return bool(self.events) and not self.exhausted()

    def missing_buffs(self) -> list[int]:
        """自己还没有的增益（L4.8）。"""
        sources = self.table.buffs[self.seat]
        return [buff for buff in (1, 2, 3) if sources[buff - 1] == NOTHING]

    # ------------------------------------------------------------ Space
    def __contains__(self, choice: object) -> bool:
        return self.explain(choice) is None

    def count(self) -> int:
        if not self.sorted:
            self.sort()
        table = self.table
        rules = table.setup.rules
        actions = len(self.actions)
        others = len(self.others)
        total = (1 << actions) - 1
        if table.exchanges < rules.two_for_three_per_turn:
            total += actions * others
        if table.trades < rules.two_for_one_per_turn:
            total += comb(others, rules.two_for_one_cost)
        if self.weapons:
            total += len(self.weapons) * len(weapon_targets(table, self.seat))
        total += len(self.armours) + len(self.recoveries)
        total += len(self.elements) * len(self.missing_buffs())
        if self.specials:
            total += len(anytime_choices(table, self.seat))
        if self.held_up():
            return total + len(self.events)
        return total + len(self.rests) + 1

    def __iter__(self) -> Iterator[Choice]:
        if not self.sorted:
            self.sort()
        table = self.table
        rules = table.setup.rules
        for size in range(1, len(self.actions) + 1):
            for picked in combinations(self.actions, size):
                yield ["move", list(picked)]
        if table.exchanges < rules.two_for_three_per_turn:
            for action in self.actions:
                for other in self.others:
                    yield ["two_for_three", action, other]
        if table.trades < rules.two_for_one_per_turn:
            for picked in combinations(self.others, rules.two_for_one_cost):
                yield ["two_for_one", list(picked)]
        if self.weapons:
            targets = weapon_targets(table, self.seat)
            for card in self.weapons:
                for target in targets:
                    yield ["weapon", card, target]
        for card in self.armours:
            yield ["armour", card]
        for card in self.recoveries:
            yield ["heal", card]
        missing = self.missing_buffs()
        for card in self.elements:
            for buff in missing:
                yield ["element", card, buff]
        if self.specials:
            yield from anytime_choices(table, self.seat)
        if self.held_up():
            for card in self.events:
                yield ["event", card]
        else:
            for card in self.rests:
                yield ["rest", card]
            yield ["end"]

    def sample(self, stream: Stream) -> Choice:
        """先在能做的几类里均匀抽一类，再在类里抽；免得行动牌的组合数淹没别的。"""
        if not self.sorted:
            self.sort()
        table = self.table
        rules = table.setup.rules
        below = stream.below
        actions = self.actions
        others = self.others
        held_up = self.held_up()
        verbs = ["event" if held_up else "end"]
        if actions:
            verbs.append("move")
            if others and table.exchanges < rules.two_for_three_per_turn:
                verbs.append("two_for_three")
        if table.trades < rules.two_for_one_per_turn and len(others) >= rules.two_for_one_cost:
            verbs.append("two_for_one")
        targets: Sequence[Seat] = ()
        if self.weapons:
            targets = weapon_targets(table, self.seat)
            if targets:
                verbs.append("weapon")
        if self.armours:
            verbs.append("armour")
        if self.recoveries:
            verbs.append("heal")
        missing: Sequence[int] = ()
        if self.elements:
            missing = self.missing_buffs()
            if missing:
                verbs.append("element")
        anytime: Sequence[Choice] = ()
        if self.specials:
            anytime = anytime_choices(table, self.seat)
            if anytime:
                verbs.append("special")
            if self.rests and not held_up:
                verbs.append("rest")
        verb = verbs[below(len(verbs))]
        if verb == "move":
            # 非空子集：每张抛一次硬币，全落空则取一张。
            bits = below(1 << len(actions))
            picked = [card for index, card in enumerate(actions) if bits >> index & 1]
            return ["move", picked or [actions[below(len(actions))]]]
        if verb == "end":
            return ["end"]
        if verb == "event":
            return ["event", self.events[below(len(self.events))]]
        if verb == "two_for_three":
            return ["two_for_three", actions[below(len(actions))], others[below(len(others))]]
        if verb == "two_for_one":
            left = others[:]
            return ["two_for_one", [left.pop(below(len(left))) for _ in range(rules.two_for_one_cost)]]
        if verb == "weapon":
            return ["weapon", self.weapons[below(len(self.weapons))], targets[below(len(targets))]]
        if verb == "armour":
            return ["armour", self.armours[below(len(self.armours))]]
        if verb == "heal":
            return ["heal", self.recoveries[below(len(self.recoveries))]]
        if verb == "element":
            return ["element", self.elements[below(len(self.elements))], missing[below(len(missing))]]
        if verb == "special":
            return anytime[below(len(anytime))]
        return ["rest", self.rests[below(len(self.rests))]]

    # ------------------------------------------------------------ 为什么不行
    def explain(self, choice: Any) -> Illegal | None:
        """`choice` 违反哪一条、该怎么做；合法则为 `None`。"""
        if not self.sorted:
            self.sort()
        if not isinstance(choice, list) or not choice:
            return _unreadable()
        verb = choice[0]
        check = _CHECKS.get(verb) if isinstance(verb, str) else None
        return _unreadable() if check is None else check(self, choice)

    def check_end(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 1:
            return _unreadable()
        if self.held_up():
            return Illegal("手里还有事件触发，不能结束回合", "L4.7", "先 出牌 事件触发")
        return None

    def check_rest(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 2 or type(choice[1]) is not int or choice[1] not in self.rests:
            return Illegal("你手里没有「自由的强制休息」", "L8.19", "结束回合打 结束")
        if self.held_up():
            return Illegal("手里还有事件触发，不能打「自由的强制休息」", "L4.7", "先 出牌 事件触发")
        return None

    def check_event(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 2 or not self.holds(choice[1]):
            return _not_held()
        if choice[1] not in self.events:
            return Illegal("这张不是事件触发", "L4.7", "出牌 事件触发")
        if self.exhausted():
            most = self.table.setup.rules.events_per_turn
            return Illegal(f"一回合最多结算 {most} 张事件触发", "L4.7", "余下的留到下回合，打 结束")
        return None

    def check_move(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 2 or not isinstance(choice[1], list) or not choice[1]:
            return Illegal("移动要打出至少一张行动牌", "L4.1", "移动 1")
        cards = choice[1]
        refused = self.check_cards(cards)
        if refused is not None:
            return refused
        if any(card not in self.actions for card in cards):
            return Illegal(
                "只有行动牌（攻击牌、偷牌）能加步数", "L4.1", f"你有 {len(self.actions)} 张，如 移动 1"
            )
        return None

    def check_two_for_three(self, choice: list[Any]) -> Illegal | None:
        rules = self.table.setup.rules
        if len(choice) != 3:
            return Illegal("二换三要 1 张行动牌和 1 张非行动牌", "L4.2", "二换三 <行动牌> <非行动牌>")
        refused = self.check_cards(choice[1:])
        if refused is not None:
            return refused
        if self.table.exchanges >= rules.two_for_three_per_turn:
            return Illegal("本回合已经二换三过了", "L4.2", "下回合再换；结束打 结束")
        if choice[1] not in self.actions:
            return Illegal("二换三的第一张要是行动牌", "L4.2", "二换三 <行动牌> <非行动牌>")
        return None if choice[2] in self.others else self.cannot_pay(choice[2], "L4.2")

    def check_two_for_one(self, choice: list[Any]) -> Illegal | None:
        rules = self.table.setup.rules
        cost = rules.two_for_one_cost
        if len(choice) != 2 or not isinstance(choice[1], list) or len(choice[1]) != cost:
            return Illegal(f"二弃一要 {cost} 张非行动牌", "L4.3", "二弃一 <非行动牌> <非行动牌>")
        refused = self.check_cards(choice[1])
        if refused is not None:
            return refused
        if self.table.trades >= rules.two_for_one_per_turn:
            return Illegal("本回合已经二弃一过了", "L4.3", "下回合再弃；结束打 结束")
        for card in choice[1]:
            if card not in self.others:
                return self.cannot_pay(card, "L4.3")
        return None

    def check_weapon(self, choice: list[Any]) -> Illegal | None:
        table = self.table
        if len(choice) != 3:
            return Illegal("武器要指定给谁", "L4.4", "出牌 <武器> 给 <几号>")
        if not self.holds(choice[1]):
            return _not_held()
        if choice[1] not in self.weapons:
            if table.mark[choice[1]] == RECEIVED:
                return Illegal("收到的武器不能再给别人", "L4.4", "可当非行动牌用于 二换三、二弃一")
            return Illegal("这张不是武器", "L4.4", "出牌 <武器> 给 <几号>")
        targets = weapon_targets(table, self.seat)
        if type(choice[2]) is int and choice[2] in targets:
            return None
        reach = table.setup.rules.weapon_range
        if not targets:
            return Illegal(f"{reach} 格以内没有未到终点的其他人", "L4.4", "可当非行动牌用于 二换三、二弃一")
        return Illegal(
            f"武器只能给 {reach} 格以内（含同格）、未到终点的其他人",
            "L4.4",
            f"目标写 {'、'.join(f'{each + 1}号' for each in targets)}",
        )

    def check_armour(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 2 or not self.holds(choice[1]):
            return _not_held()
        return None if choice[1] in self.armours else Illegal("这张不是防具", "L4.5", "装备 <防具>")

    def check_heal(self, choice: list[Any]) -> Illegal | None:
        if len(choice) != 2 or not self.holds(choice[1]):
            return _not_held()
        return None if choice[1] in self.recoveries else Illegal("这张不是恢复牌", "L4.6", "出牌 <恢复牌>")

    def check_element(self, choice: list[Any]) -> Illegal | None:
        if len(choice) not in (2, 3) or not self.holds(choice[1]):
            return _not_held()
        if choice[1] not in self.elements:
            return Illegal("这张不是元素牌", "L4.8", "出牌 <元素> <1-3>")
        missing = self.missing_buffs()
        if len(choice) == 3 and type(choice[2]) is int and choice[2] in missing:
            return None
        if not missing:
            return Illegal("三种增益你都有了，不能再打元素牌", "L4.8", "可当非行动牌用于 二换三、二弃一")
        numbers = "、".join(str(buff) for buff in missing)
        return Illegal("要选一个自己还没有的增益", "L4.8", f"增益写 {numbers} 之一")

    def check_special(self, choice: list[Any]) -> Illegal | None:
        return explain_special(self.table, self.seat, choice)

    def holds(self, card: object) -> bool:
        """手里有这张牌。"""
        return _held(self.table, self.seat, card)

    def check_cards(self, cards: list[Any]) -> Illegal | None:
        """几张牌都在手里、互不相同。"""
        for index, card in enumerate(cards):
            if not self.holds(card):
                return _not_held()
            if card in cards[:index]:
                return Illegal("同一张牌不能用两次", "L4.13", "换一张牌")
        return None

    def cannot_pay(self, card: int, clause: str) -> Illegal:
        """为什么 `card` 不能当二换三、二弃一的非行动牌。"""
        table = self.table
        if table.setup.action[card]:
            return Illegal("这张是行动牌，这里要非行动牌", clause, "换一张非行动牌")
        mark = table.mark[card]
        if mark == PLAIN:
            return Illegal("事件触发不能当代价，必须打出", "L4.7", "出牌 事件触发")
        if mark == FORCED_REST:
            return Illegal("「自由的强制休息」除打出外不会失去", "L8.19", "换一张非行动牌")
        return Illegal("随时牌不能当代价", "L4.12", "换一张非行动牌")


_CHECKS: dict[str, Any] = {
    "end": TurnSpace.check_end,
    "rest": TurnSpace.check_rest,
    "event": TurnSpace.check_event,
    "move": TurnSpace.check_move,
    "two_for_three": TurnSpace.check_two_for_three,
    "two_for_one": TurnSpace.check_two_for_one,
    "weapon": TurnSpace.check_weapon,
    "armour": TurnSpace.check_armour,
    "heal": TurnSpace.check_heal,
    "element": TurnSpace.check_element,
    "special": TurnSpace.check_special,
}


def _unreadable() -> Illegal:
    return Illegal("这不是出牌回合能做的事", "L4", "移动 n、出牌 <牌>、二换三、二弃一、结束")


def _not_held() -> Illegal:
    return Illegal("你手里没有这张牌", "L4", "打 手牌 看看编号")
