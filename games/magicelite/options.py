"""魔法精英的桌规：规则书里每个可改的条文一项，玩家在开桌时用中文设置。"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from pydantic import Field

from games.kernel.game import OptionError, OptionLine
from games.kernel.options import OptionValue, Setting, TableOptions, counts, switch

if TYPE_CHECKING:
    from games.magicelite.data import MagicEliteData

FACTOR_MAX: Final = 100_000_000
"""「7倍率」最大 1 亿，与规则书里最大的倍率同级。"""
_FACTOR = re.compile(r"[x×*]?([1-9]\d{0,8})倍?")
_UNITS: Final = {"万": 10_000, "亿": 100_000_000}


def _factor(text: str) -> int | None:
    """倍率：`100`、`×100`、`100倍`、`1万`；读不懂为 `None`。"""
    unit = _UNITS.get(text.removesuffix("倍")[-1:], 1)
    found = _FACTOR.fullmatch(text.removesuffix("倍")[:-1] if unit > 1 else text)
    factor = int(found[1]) * unit if found is not None else 0
    return factor if 1 <= factor <= FACTOR_MAX else None


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting(
        "generation",
        "E1.1",
        (
            OptionValue(1, ("1", "初代", "一代", "一", "第一代"), "初代：四个角色，各有一门技能"),
            OptionValue(2, ("2", "二代", "二", "第二代"), "二代：几张武将依次上场，按击杀计分，可组队"),
            OptionValue(3, ("3", "三代", "三", "第三代"), "三代：技能与专用盾，大冒险，钻石与商店"),
        ),
    ),
    Setting(
        "decks",
        "E1.2",
        (
            OptionValue(0, ("自动", "默认"), "几副牌看人数：四人以内两副，五人以上三副"),
            OptionValue(2, ("2", "2副", "两副", "二"), "两副牌，手牌库 72 张"),
            OptionValue(3, ("3", "3副", "三副", "三"), "三副牌，手牌库 108 张"),
            OptionValue(4, ("4", "4副", "四副", "四"), "四副牌，手牌库 144 张"),
        ),
    ),
    Setting(
        "straight_min",
        "E3.2",
        (
            OptionValue(2, ("2", "2张", "两张"), "同花顺最少两张"),
            OptionValue(3, ("3", "3张", "三张"), "同花顺最少三张"),
            OptionValue(5, ("5", "5张", "五张"), "同花顺最少五张"),
        ),
    ),
    Setting("six_to_jack", "E3.2", switch("同花顺里 6 可以接 J", "同花顺里 6 不接 J")),
    Setting("king_to_ace", "E3.2", switch("同花顺里 K 可以接 A，到 A 为止", "同花顺里 K 不接 A")),
    Setting("passing", "E3.3", switch("主动回合可以不出牌", "主动回合必须出一套")),
    Setting(
        "returning",
        "E6.2",
        (
            OptionValue("respond", ("回应", "再回应"), "返还的伤害要再出一套回应"),
            OptionValue("direct", ("直接扣血", "扣血", "直接"), "返还的伤害直接扣血，不再回应"),
        ),
    ),
    Setting(
        "response_heals",
        "E6.5",
        switch("回应里的 ♥ 除了抵消，另按数字回血", "回应里的 ♥ 只用来抵消"),
    ),
    Setting(
        "final_tie",
        "E9.2",
        (
            OptionValue("share", ("并列", "同胜", "共享"), "满回合数还分不出就并列获胜"),
            OptionValue("order", ("比大小", "比顺序", "顺位"), "满回合数还分不出就由出牌顺序在前的获胜"),
        ),
    ),
    Setting("generals", "G2.1", counts(1, 5, lambda count: f"每人 {count} 张武将", "张")),
    Setting("teams", "G2.2", switch("四人两两组队", "各自为战")),
    Setting("seven_factor", "G2.5", (), "1 到 1亿 的整数，如 100", _factor),
    Setting(
        "real_body",
        "G2.6",
        (
            OptionValue("dies", ("即死", "直接死"), "真身挡不住就死"),
            OptionValue("hurt", ("按血扣", "扣血"), "真身挡不住时照常扣血"),
        ),
    ),
    Setting(
        "silk_bag_full",
        "G3.4",
        (
            OptionValue(False, ("血量不变", "不变"), "用救命锦囊后血量不变"),
            OptionValue(True, ("满血", "回满"), "用救命锦囊后满血"),
        ),
    ),
    Setting(
        "diamonds_kept",
        "G3.10",
        switch("钻石按玩家跨局保存，开局带进来，结束入账", "钻石不跨局，每人从同样多开始"),
    ),
    Setting("gluttony_cards", "G3.11", counts(0, 4, lambda count: f"贪吃鬼最多并 {count} 张身份卡", "张")),
    Setting("mines", "G3.11", counts(1, 4, lambda count: f"场上最多同时埋着 {count} 颗地雷", "颗")),
)
"""全部选项，按条号排。"""


class Options(TableOptions):
    """一桌的桌规。"""

    SETTINGS: ClassVar[tuple[Setting, ...]] = SETTINGS

    generation: Literal[1, 2, 3] = Field(default=1, alias="世代")
    """E1.1 玩第几代。"""
    decks: Literal[0, 2, 3, 4] = Field(default=0, alias="牌副数")
    """E1.2 几副牌；0 为按人数，见 `decks_for`。"""
    straight_min: Literal[2, 3, 5] = Field(default=2, alias="同花顺最少")
    """E3.2 同花顺最少几张。"""
    six_to_jack: bool = Field(default=False, alias="6接J")
    """E3.2 A 到 6 与 J 到 K 两段接起来。"""
    king_to_ace: bool = Field(default=False, alias="K接A")
    """E3.2 J-Q-K 之后可以再接 A，A 之后不再接 2。"""
    passing: bool = Field(default=False, alias="允许过牌")
    """E3.3 主动回合可以不出牌。"""
    returning: Literal["respond", "direct"] = Field(default="respond", alias="返还伤害")
    """E6.2 OD>0 时对方再回应一套，或直接扣血。"""
    response_heals: bool = Field(default=False, alias="回应回血")
    """E6.5 真：♥ 在回应里进 OD 公式以外另回血。"""
    final_tie: Literal["share", "order"] = Field(default="share", alias="封顶同分")
    """E9.2 满回合数、血与手牌都相同时：并列，或按 E2 的顺序。"""
    generals: int = Field(default=3, ge=1, le=5, alias="武将数")
    """G2.1 二代每人几张武将，1 到 5。"""
    teams: bool = Field(default=False, alias="组队")
    """G2.2 二代四人两两组队；只在 `generation == 2` 时有用。"""
    seven_factor: int = Field(default=100, ge=1, le=FACTOR_MAX, alias="7倍率")
    """G2.5 二代 7 的伤害倍率（G2.10 借用时也是它）。"""
    real_body: Literal["dies", "hurt"] = Field(default="dies", alias="真身")
    """G2.6 中真身而挡不住：即死，或按血扣。"""
    silk_bag_full: bool = Field(default=False, alias="救命锦囊")
    """G3.4 真：用锦囊后满血。"""
    diamonds_kept: bool = Field(default=True, alias="钻石跨局")
    """G3.10 真：钻石按玩家跨局保存。"""
    gluttony_cards: int = Field(default=2, ge=0, le=4, alias="并卡上限")
    """G3.11 贪吃鬼最多并几张身份卡，0 到 4。"""
    mines: int = Field(default=1, ge=1, le=4, alias="场上地雷")
    """G3.11 场上最多同时埋着几颗地雷，1 到 4。"""

    @property
    def in_teams(self) -> bool:
        """这桌两两组队（G2.2）。"""
        return self.generation == 2 and self.teams

    @property
    def keeps_diamonds(self) -> bool:
        """这桌的钻石跨局保存（G3.10）。"""
        return self.generation == 3 and self.diamonds_kept

    def applies(self, setting: Setting) -> bool:
        """这一项在所选的世代里用得上：E 开头的条都用，G1、G2、G3 各归其代。"""
        return not setting.clause.startswith("G") or setting.clause[1] == str(self.generation)

    def lines(self, data: Any = None) -> tuple[OptionLine, ...]:
        """开桌页上显示的选项：只列所选的世代用得上的。"""
        return tuple(self.line(setting, data) for setting in SETTINGS if self.applies(setting))

    def meaning(self, setting: Setting) -> str:
        """倍率说出数来；其余照常。"""
        if setting.field == "seven_factor":
            return f"二代的 7 伤害 ×{self.seven_factor}"
        return super().meaning(setting)

    def decks_for(self, seats: int, data: MagicEliteData) -> int:
        """`seats` 人用几副牌（E1.2）。"""
        if self.decks:
            return self.decks
        return data.rules.decks_crowded if seats >= data.rules.crowded_from else data.rules.decks

    def seat_limits(self, data: MagicEliteData) -> tuple[int, int]:
        """最少、最多几人（含）：E1.1；组队正好四人（G2.2）；武将要够抽（G2.1）。"""
        rules = data.rules
        if self.in_teams:
            return rules.team_seats, rules.team_seats
        most = rules.seats_max
        each = self.generals if self.generation == 2 else 1
        while most > rules.seats_min and most * each > data.identities_of(self.decks_for(most, data)).size:
            most -= 1
        return rules.seats_min, most

    def check(self, data: MagicEliteData) -> None:
        """武将够不够抽（G2.1）；不够抛 `OptionError`。"""
        if self.generation != 2:
            return
        seats = self.seat_limits(data)[0]
        decks = self.decks_for(seats, data)
        identities = data.identities_of(decks).size
        if seats * self.generals > identities:
            raise OptionError(
                f"{decks} 副牌只有 {identities} 张身份卡，{seats} 人每人 {self.generals} 张不够抽（G2.1）。"
                f"可写：武将数={identities // seats}"
            )
