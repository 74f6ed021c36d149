"""三代在桌上多出来的东西（G3）：救命的本事、专用盾、冰封、嗜血、地雷、钻石与物品、大冒险。

列表下标都是座位。
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games.kernel import Seat

__all__ = ["Adventure", "AdventureView", "Bloodlust", "Fallen", "Mine", "ThirdState", "ThirdView"]

NOBODY = -1


@dataclass(slots=True)
class Bloodlust:
    """一次生效中的嗜血（G3.12）。公开。"""

    caster: Seat
    victim: Seat
    left: int
    """还扣几个回合。"""


@dataclass(slots=True)
class Mine:
    """一颗埋在库里的地雷（G3.11）：谁埋的、哪张牌公开，在库里的位置不公开。"""

    owner: Seat
    card: int


@dataclass(slots=True)
class Adventure:
    """进行中的大冒险（G3.5）。牌叠在 `MagicEliteTable.hands` 里：第 0 张在最上，谁也看不到。"""

    challenger: Seat
    champion: Seat
    """击杀方，或连打几场的擂主（G3.7）。"""
    attacker: Seat
    """这一次的先攻。"""
    flips: int
    """翻了几张。"""
    shown: list[int]
    """这一次攻防里已翻开的牌，攻在前。"""
    last_health: list[int]
    """`[challenger, champion]` 最近一次受击之前的血量（G3.6）。"""
    striker: Seat
    """等着回应的伤害是谁的；返还时换人（E6.2）。"""
    damage: int
    """等着回应的伤害；这一次还没翻攻击牌时为 0。"""


@dataclass(slots=True)
class Fallen:
    """一个被击杀、还没有了结的人（G3.2、G3.7、G3.16）。"""

    seat: Seat
    killer: Seat
    """击杀方；大冒险连打时是现在的擂主（G3.7），没有击杀者为 -1。"""
    cause: str
    """同 `events.Wounded.cause`。"""
    amount: int
    health: int
    """受致命一击前的血量。"""
    cap: int
    """受致命一击前的血量上限（G3.16）。"""
    eaten_health: int
    """受致命一击前并来的卡上的血（G3.11）。"""
    stage: str
    """`revival` 先问恶贼复活（G3.17）、`choice` 等他选（G3.2）、`adventure` 等着大冒险。"""


@dataclass(slots=True)
class ThirdState:
    """见模块说明。"""

    skill_generation: list[int] = field(default_factory=list)
    """技能是第几代的；点数看身份卡（G3.4、G3.10）。"""
    storms: list[int] = field(default_factory=list)
    """还有几次风暴神（G3.2，可继承）。"""
    bags: list[int] = field(default_factory=list)
    """还有几个救命锦囊（G3.2，可继承）。"""
    shields: list[list[str]] = field(default_factory=list)
    """有哪些专用盾：`reflection`、`freezing`、`rampage`、`devouring`（G3.6 可继承）。"""
    frozen_skill: list[int] = field(default_factory=list)
    """技能被冰封几层（G3.12）。"""
    frozen_shield: list[int] = field(default_factory=list)
    """专用盾被冰封几层（G3.12）。"""
    bloodlust_used: list[int] = field(default_factory=list)
    """嗜血用了几次（G3.12）。"""
    bloodlusts: list[Bloodlust] = field(default_factory=list)
    """生效中的嗜血，按先后。"""
    grants: list[list[str]] = field(default_factory=list)
    """吞噬来的使用权，每个标识用一次（G3.14）。"""
    eaten: list[list[int]] = field(default_factory=list)
    """贪吃鬼并到右边的身份卡（G3.11）。"""
    eaten_health: list[int] = field(default_factory=list)
    """并来的卡上还剩多少血；审判只扣原身份卡（G3.11）。回血以后先补原身份卡，见 `rules.third.own_health`。"""
    eaten_before: list[int] = field(default_factory=list)
    """最近一次扣血之前并来的卡上有多少血；救命锦囊撤销那次扣减时用（G3.4）。"""
    judged: list[int] = field(default_factory=list)
    """被审判了几次（G3.11）。"""
    mines: list[Mine] = field(default_factory=list)
    """埋着的地雷（G3.11）。大冒险里摸走的，翻到大家眼前以前也还在这里（E10）。"""
    mined: int = 0
    """这个主动回合埋了几颗（G3.11）。"""
    marked: list[list[int]] = field(default_factory=list)
    """手里打了暴走标记的牌（G3.13）。秘密：只有自己知道是哪些。"""
    diamonds: list[int] = field(default_factory=list)
    """钻石（G3.10）。"""
    medicine: list[int] = field(default_factory=list)
    """小药箱的个数。"""
    leopards: list[int] = field(default_factory=list)
    """闪电豹的个数。"""
    females: list[int] = field(default_factory=list)
    """钻石鸟雌的只数（没作废的）。"""
    males: list[int] = field(default_factory=list)
    """钻石鸟雄的只数。"""
    laying: list[list[int]] = field(default_factory=list)
    """成对的雌鸟各还能产几次。"""
    dragons: list[list[int]] = field(default_factory=list)
    """各只爆爆龙还剩几个自己主动回合（G3.10）。"""
    elevators: list[int] = field(default_factory=list)
    """升降梯的个数。"""
    champions: list[Seat] = field(default_factory=list)
    """大冒险的胜者，遭联合进攻（G3.6）。"""
    master: list[Seat] = field(default_factory=list)
    """小僵尸的主人，不是小僵尸为 -1（G3.14）。"""
    adventure: Adventure | None = None
    fallen: list[Fallen] = field(default_factory=list)
    """被击杀、还没有了结的人。"""
    stormed: bool = False
    """这一批死者里有人用了风暴神（G3.16）。"""
    bagged: list[Seat] = field(default_factory=list)
    """这一批死者里用了救命锦囊的人（G3.16）。"""
    lifted: bool = False
    """这个主动回合用过升降梯了（G3.10）。"""
    accounts: list[dict[str, int]] = field(default_factory=list)
    """各人这一局的钻石各因何增减：`events.Diamonds.reason` 里的来由或物品标识 → 合计（G3.10）。"""

    def copy(self) -> ThirdState:
        fight = self.adventure
        return ThirdState(
            self.skill_generation[:],
            self.storms[:],
            self.bags[:],
            [each[:] for each in self.shields],
            self.frozen_skill[:],
            self.frozen_shield[:],
            self.bloodlust_used[:],
            [Bloodlust(each.caster, each.victim, each.left) for each in self.bloodlusts],
            [each[:] for each in self.grants],
            [each[:] for each in self.eaten],
            self.eaten_health[:],
            self.eaten_before[:],
            self.judged[:],
            [Mine(each.owner, each.card) for each in self.mines],
            self.mined,
            [each[:] for each in self.marked],
            self.diamonds[:],
            self.medicine[:],
            self.leopards[:],
            self.females[:],
            self.males[:],
            [each[:] for each in self.laying],
            [each[:] for each in self.dragons],
            self.elevators[:],
            self.champions[:],
            self.master[:],
            None
            if fight is None
            else Adventure(
                fight.challenger,
                fight.champion,
                fight.attacker,
                fight.flips,
                fight.shown[:],
                fight.last_health[:],
                fight.striker,
                fight.damage,
            ),
            [
                Fallen(
                    each.seat,
                    each.killer,
                    each.cause,
                    each.amount,
                    each.health,
                    each.cap,
                    each.eaten_health,
                    each.stage,
                )
                for each in self.fallen
            ],
            self.stormed,
            self.bagged[:],
            self.lifted,
            [each.copy() for each in self.accounts],
        )

    def view(self, seat: Seat | None) -> ThirdView:
        """`seat`（`None` 为旁观者）可知的部分（E10）。"""
        fight = self.adventure
        return ThirdView(
            self.skill_generation[:],
            self.storms[:],
            self.bags[:],
            [each[:] for each in self.shields],
            self.frozen_skill[:],
            self.frozen_shield[:],
            self.bloodlust_used[:],
            [Bloodlust(each.caster, each.victim, each.left) for each in self.bloodlusts],
            [each[:] for each in self.grants],
            [each[:] for each in self.eaten],
            self.judged[:],
            [Mine(each.owner, each.card) for each in self.mines],
            self.mined,
            [] if seat is None else self.marked[seat][:],
            self.diamonds[:],
            self.medicine[:],
            self.leopards[:],
            self.females[:],
            self.males[:],
            [each[:] for each in self.laying],
            [each[:] for each in self.dragons],
            self.elevators[:],
            self.champions[:],
            self.master[:],
            None
            if fight is None
            else AdventureView(
                fight.challenger,
                fight.champion,
                fight.attacker,
                fight.flips,
                fight.shown[:],
                fight.striker,
                fight.damage,
            ),
            self.lifted,
        )

    @classmethod
    def fresh(cls, seats: int) -> ThirdState:
        """开局时的样子：没有次数、钻石与物品，由 `rules.third` 发。"""
        return cls(
            [3] * seats,
            [0] * seats,
            [0] * seats,
            [[] for _ in range(seats)],
            [0] * seats,
            [0] * seats,
            [0] * seats,
            [],
            [[] for _ in range(seats)],
            [[] for _ in range(seats)],
            [0] * seats,
            [0] * seats,
            [0] * seats,
            [],
            0,
            [[] for _ in range(seats)],
            [0] * seats,
            [0] * seats,
            [0] * seats,
            [0] * seats,
            [0] * seats,
            [[] for _ in range(seats)],
            [[] for _ in range(seats)],
            [0] * seats,
            [],
            [NOBODY] * seats,
            None,
            [],
            False,
            [],
            False,
            [{} for _ in range(seats)],
        )


@dataclass(slots=True)
class AdventureView:
    """进行中的大冒险，公开的部分。"""

    challenger: Seat
    champion: Seat
    attacker: Seat
    flips: int
    shown: list[int]
    striker: Seat
    damage: int


@dataclass(slots=True)
class ThirdView:
    """`ThirdState.view` 的结果；同名字段的意思相同。"""

    skill_generation: list[int]
    storms: list[int]
    bags: list[int]
    shields: list[list[str]]
    frozen_skill: list[int]
    frozen_shield: list[int]
    bloodlust_used: list[int]
    bloodlusts: list[Bloodlust]
    grants: list[list[str]]
    eaten: list[list[int]]
    judged: list[int]
    mines: list[Mine]
    mined: int
    marked: list[int]
    """自己手里打了暴走标记的牌；旁观者为空。"""
    diamonds: list[int]
    medicine: list[int]
    leopards: list[int]
    females: list[int]
    males: list[int]
    laying: list[list[int]]
    dragons: list[list[int]]
    elevators: list[int]
    champions: list[Seat]
    master: list[Seat]
    adventure: AdventureView | None
    lifted: bool
