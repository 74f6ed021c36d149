"""一次攻击的参照模型（A4、A5.4–A5.7、A1.2）：照条文另写一遍，不用引擎的一行代码。

格子是 `(列, 排)`，从 0 起；单位、牌都写名字。慢而直白：每一步照条文的字面做。
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Cell = tuple[int, int]
WIDTH, HEIGHT = 6, 5
FOUR = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
SLANTS = {"up_left": (-1, 1), "up_right": (1, 1), "down_left": (-1, -1), "down_right": (1, -1)}
EVERYWHERE = [(column, row) for row in range(HEIGHT) for column in range(WIDTH)]

# A9：牌 → (范围, X, Y, 伤害)
CARDS: dict[str, tuple[str, int, int, int]] = {
    "直刺": ("直", 2, 0, 3),
    "投矛": ("直", 4, 0, 2),
    "斜斩": ("斜", 2, 0, 3),
    "飞刀": ("远", 3, 1, 2),
    "双星镖": ("远", 3, 2, 2),
    "横扫": ("近", 1, 0, 3),
    "震荡波": ("全", 1, 0, 2),
    "火球": ("远", 4, 1, 3),
    "地裂": ("全", 2, 0, 2),
    "推击": ("选", 1, 1, 1),
    "破阵枪": ("直", 3, 0, 3),
    "燎原": ("近", 1, 0, 4),
    "曜击": ("斜", 3, 0, 3),
    "箭雨": ("远", 3, 3, 2),
    "背刺": ("选", 1, 1, 3),
    "双刃": ("远", 1, 2, 2),
    "毒镖": ("远", 3, 1, 1),
    "锁喉": ("选", 1, 1, 2),
    "收割": ("全", 1, 0, 2),
    "寒潮": ("全", 1, 0, 3),
    "斜虹": ("斜", 4, 0, 2),
}
# A9：士兵 → (等级, ATK, HP)
SOLDIERS = {
    "民兵": (1, 1, 2),
    "弓手": (1, 1, 1),
    "盾卫": (1, 1, 3),
    "枪骑": (2, 2, 3),
    "祭司": (2, 1, 3),
    "圣骑": (3, 3, 6),
    "鼠群": (1, 1, 1),
    "匕首": (1, 2, 1),
    "骸骨": (1, 1, 2),
    "狼骑": (2, 2, 2),
    "咒师": (2, 2, 3),
    "屠夫": (3, 4, 5),
}
DEFAULT = ("选", 1, 1)
RANGES = {
    "弓手": ("远", 2, 1),
    "枪骑": ("直", 2, 0),
    "祭司": DEFAULT,
    "咒师": ("远", 3, 1),
    "屠夫": ("近", 1, 0),
}
DODGE = {"疾步": 2, "直刺": 1, "包扎": 3, "地裂": 1}


@dataclass
class Hero:
    """英雄。"""

    seat: int
    cell: Cell
    health: int
    guard: int = 0
    once: int = 0
    dodges: list[str] = field(default_factory=list[str])
    drawn: int = 0
    poison: int = 0


@dataclass
class Pile:
    """一叠士兵，底牌在前。"""

    seat: int
    cell: Cell
    cards: list[str]
    health: int
    captives: list[str] = field(default_factory=list[str])
    guard: int = 0
    poison: int = 0
    gone: bool = False


Body = Hero | Pile


class Over(Exception):
    """分出胜负了；参数是胜者。"""


def apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@dataclass
class World:
    """场面。"""

    heroes: list[Hero]
    piles: list[Pile]
    obstacles: set[Cell]
    friendly: bool = False
    fallen: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """士兵弃牌区：`(原主, 名字)`。"""
    winners: list[int] = field(default_factory=list[int])
    promoted: int = 0

    # -------------------------------------------------------- 看
    def at(self, cell: Cell) -> Body | None:
        for body in (*self.heroes, *self.piles):
            if body.cell == cell and not (isinstance(body, Pile) and body.gone):
                return body
        return None

    def shut(self, cell: Cell) -> bool:
        return cell not in EVERYWHERE or cell in self.obstacles or self.at(cell) is not None

    def walkable(self, start: Cell, steps: int) -> set[Cell]:
        """A3.1：一步步走，不进占了的格。"""
        found = {start}
        for _ in range(steps):
            found |= {
                (cell[0] + across, cell[1] + along)
                for cell in found
                for across, along in FOUR.values()
                if not self.shut((cell[0] + across, cell[1] + along))
            }
        return found - {start}

    def lines(self, origin: Cell, kind: str, reach: int) -> dict[str, list[Cell]]:
        """A4.2：各方向打得到的格，遇障碍止。"""
        found: dict[str, list[Cell]] = {}
        for name, (across, along) in (FOUR if kind == "直" else SLANTS).items():
            cells: list[Cell] = []
            for step in range(1, reach + 1):
                cell = (origin[0] + across * step, origin[1] + along * step)
                if cell not in EVERYWHERE or cell in self.obstacles:
                    break
                cells.append(cell)
            if cells:
                found[name] = cells
        return found

    def area(self, origin: Cell, kind: str, reach: int) -> list[Cell]:
        """A4.1、A4.3：菱形或方形里的格，不含自身，由近及远。"""
        cells = [
            cell
            for cell in EVERYWHERE
            if cell != origin
            and (
                max(abs(cell[0] - origin[0]), abs(cell[1] - origin[1])) <= reach
                if kind == "全"
                else apart(cell, origin) <= reach
            )
        ]
        return sorted(cells, key=lambda cell: (apart(cell, origin), cell[1], cell[0]))

    def target(self, user: Body, body: Body | None) -> bool:
        """A4.4：只含敌方；桌规「误伤」也含己方，自己除外。"""
        return body is not None and (body.seat != user.seat or (self.friendly and body is not user))

    def may_respond(self, cells: Sequence[Cell]) -> bool:
        """A4.5、A4.8：英雄在范围内、有闪避牌、有可走的格。"""
        hero = self.heroes[1]
        return hero.cell in cells and bool(hero.dodges) and bool(self.walkable(hero.cell, 1))

    # -------------------------------------------------------- 做
    def wound(self, body: Body, amount: int) -> None:
        """A4.9：减伤叠加，最低 0。"""
        less = body.guard
        if isinstance(body, Hero):
            less += body.once
            body.once = 0
            for pile in self.piles:
                if not pile.gone and pile.seat == body.seat and apart(pile.cell, body.cell) == 1:
                    less += pile.cards.count("盾卫")
        body.health = max(0, body.health - max(0, amount - less))

    def push(self, user: Body, body: Body, distance: int, hurt: int) -> None:
        """A4.9：沿使用者→目标，受阻只伤一次。"""
        across, along = body.cell[0] - user.cell[0], body.cell[1] - user.cell[1]
        for _ in range(distance):
            beyond = (body.cell[0] + across, body.cell[1] + along)
            if self.shut(beyond):
                self.wound(body, hurt)
                return
            body.cell = beyond

    def leave(self, pile: Pile, killer: Body | None) -> None:
        """A5.7：自上而下各触发一次，升变牌在后（后得到的先），归叠的控制者；各回原主的士兵弃牌区。"""
        pile.gone = True
        cards = [(pile.seat, name) for name in reversed(pile.cards)]
        cards += [(1 - pile.seat, name) for name in reversed(pile.captives)]
        self.fallen += cards
        mine = self.heroes[pile.seat]
        for _, name in cards:
            if name == "骸骨":
                mine.drawn += 1
            elif name == "圣骑" and mine.health > 0:
                mine.health = min(20, mine.health + 2)
            elif name == "鼠群" and killer is not None and killer.health > 0:
                self.wound(killer, 1)
                if isinstance(killer, Pile) and killer.health == 0:
                    self.leave(killer, None)

    def check(self) -> None:
        """A1.2。"""
        up = [hero.seat for hero in self.heroes if hero.health > 0]
        if len(up) < 2:
            self.winners = up or [0, 1]
            raise Over

    def strike(self, user: Body, cells: Sequence[Cell], damage: int, card: str = "") -> None:
        """响应之后：按次序结算（A4）。`card` 是牌名；士兵攻击为空，击杀同级的一律升变（A5.6）。"""
        struck: list[Body] = []
        kills = 0
        for cell in cells:
            body = self.at(cell)
            if body is None or not self.target(user, body) or any(body is each for each in struck):
                continue
            struck.append(body)
            amount = damage
            if card == "背刺" and not self.heroes[body.seat].dodges:
                amount += 2
            if not card and isinstance(body, Hero) and isinstance(user, Pile):
                amount += user.cards.count("狼骑")
            self.wound(body, amount)
            if card == "推击" and body.health:
                self.push(user, body, 2, 1)
            if card == "毒镖" and body.health:
                body.poison += 2
            if card == "锁喉" and body.health and self.heroes[body.seat].dodges:
                self.heroes[body.seat].dodges.pop()
            if isinstance(body, Pile) and not body.health:
                kills += body.seat != user.seat
                self.leave(body, user)
                if (
                    isinstance(user, Pile)
                    and not user.gone
                    and body.seat != user.seat
                    and SOLDIERS[body.cards[-1]][0] == SOLDIERS[user.cards[-1]][0]
                ):
                    self.promoted += 1
                    self.fallen.remove((body.seat, body.cards[-1]))
                    user.captives.append(body.cards[-1])
            self.check()
        hero = self.heroes[user.seat]
        if card == "收割":
            hero.health = min(20, hero.health + kills)


def ranges_of(pile: Pile) -> list[tuple[str, int, int]]:
    """A5.4、A5.5：最上一张的射程，再是下面各张写明的。"""
    found = [RANGES.get(pile.cards[-1], DEFAULT)]
    for name in reversed(pile.cards[:-1]):
        if name in RANGES and RANGES[name] not in found:
            found.append(RANGES[name])
    return found
