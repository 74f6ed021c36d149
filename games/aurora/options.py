"""极光战棋的桌规：规则书里每个可改的条文一项，玩家在开桌时用中文设置。"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from pydantic import Field

from games.kernel.game import OptionError, OptionLine
from games.kernel.options import OptionValue, Setting, TableOptions, counts, folded, switch

if TYPE_CHECKING:
    from games.aurora.data import AuroraData

WIDTHS: Final = (5, 8)
HEIGHTS: Final = (5, 7)
STANDARD: Final = "标准"
"""不另选卡池时的名字。"""
POOL_NAME_LENGTH: Final = 20
"""卡池的名字最多几个字。"""
UNLIMITED: Final = 0


def _pool(text: str) -> str | None:
    """卡池的名字：有没有它由 `Options.check` 看。"""
    return text if 0 < len(text) <= POOL_NAME_LENGTH and not set(text) & set("/\\.:") else None


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("width", "A1.1", counts(*WIDTHS, lambda each: f"场地宽 {each} 列", "列")),
    Setting("height", "A1.1", counts(*HEIGHTS, lambda each: f"场地深 {each} 排", "排")),
    Setting(
        "empty_deck",
        "A2.1",
        (
            OptionValue("reshuffle", ("洗弃牌堆", "洗牌", "洗"), "牌库空了就把弃牌堆洗成牌库"),
            OptionValue("fatigue", ("疲劳", "扣血"), "牌库空了要摸牌就扣血，不洗弃牌堆"),
        ),
    ),
    Setting("reserve_limit", "A2.2", counts(1, 10, lambda each: f"备用区最多 {each} 张", "张")),
    Setting("charge_limit", "A2.2", counts(1, 10, lambda each: f"蓄能最多 {each} 张", "张")),
    Setting(
        "use_cap",
        "A2.3",
        (
            OptionValue(
                UNLIMITED, ("无", "不封顶", "0"), "第 X 个回合最多 X 张牌移动、X 张牌发效果，X 不封顶"
            ),
            *counts(1, 20, lambda each: f"每回合移动、效果各最多 {each} 张牌", "张"),
        ),
    ),
    Setting("friendly_fire", "A4.4", switch("范围里的己方单位也会被打到", "范围攻击只打敌方")),
    Setting("deployments", "A5.1", counts(1, 5, lambda each: f"每回合布置、升阶合计 {each} 次", "次")),
    Setting("direct_deploy", "A5.1", switch("LV2、LV3 可以直接布置", "LV2、LV3 只能升阶")),
    Setting(
        "arrival",
        "A5.2",
        (
            OptionValue("every", ("每次", "登场与升阶"), "登场与升阶的那回合，新牌都不能攻击"),
            OptionValue("base", ("底牌", "仅底牌"), "只有底牌登场的那回合不能攻击，升阶的不限"),
        ),
    ),
    Setting("upgrade_heals", "A5.5", switch("升阶后满血", "升阶后带着原来的伤")),
    Setting("pool", "A8.1", (), "卡池的名字，如 标准", _pool),
    Setting(
        "timeout",
        "A11.4",
        (
            OptionValue("forfeit", ("判负", "输"), "连续两次整回合超时判负"),
            OptionValue("autopilot", ("托管", "代打"), "连续超时转托管，不判负"),
        ),
    ),
)


class Options(TableOptions):
    """一桌的桌规。默认值就是规则书正文。"""

    SETTINGS: ClassVar[tuple[Setting, ...]] = SETTINGS

    width: int = Field(default=6, alias="宽", ge=WIDTHS[0], le=WIDTHS[1])
    """场地几列（A1.1）。"""
    height: int = Field(default=5, alias="深", ge=HEIGHTS[0], le=HEIGHTS[1])
    """场地几排（A1.1）。"""
    empty_deck: Literal["reshuffle", "fatigue"] = Field(default="reshuffle", alias="牌库空")
    """牌库空了怎么办（A2.1）。"""
    reserve_limit: int = Field(default=3, alias="备用上限", ge=1, le=10)
    """备用区最多几张（A2.2）。"""
    charge_limit: int = Field(default=5, alias="蓄能上限", ge=1, le=10)
    """蓄能最多几张（A2.2）。"""
    use_cap: int = Field(default=UNLIMITED, alias="用牌封顶", ge=0, le=20)
    """每回合移动、效果各最多几张牌；0 不封顶（A2.3）。"""
    friendly_fire: bool = Field(default=False, alias="误伤")
    """范围里的己方单位也会被打到（A4.4）。"""
    deployments: int = Field(default=1, alias="布置次数", ge=1, le=5)
    """每回合布置、升阶合计几次（A5.1）。"""
    direct_deploy: bool = Field(default=False, alias="直接布置")
    """LV2、LV3 可以直接布置（A5.1）。"""
    arrival: Literal["every", "base"] = Field(default="every", alias="登场限制")
    """登场限制管到哪里（A5.2）。"""
    upgrade_heals: bool = Field(default=True, alias="升阶满血")
    """升阶后满血（A5.5）。"""
    pool: str = Field(default=STANDARD, alias="卡池", min_length=1, max_length=POOL_NAME_LENGTH)
    """用哪一套牌表（A8.1）。"""
    timeout: Literal["forfeit", "autopilot"] = Field(default="forfeit", alias="整回合超时")
    """连续两次整回合超时怎么办（A11.4）。"""

    def check(self, data: AuroraData) -> None:
        """卡池要读得到。"""
        broken = data.broken.get(self.pool)
        if broken is not None:
            raise OptionError(f"卡池「{self.pool}」有错，用不了：{broken}")
        if self.pool != STANDARD and self.pool not in data.pools:
            raise OptionError(f"没有卡池「{self.pool}」（A8.1）。能写：{'、'.join(pool_names(data))}")

    def with_value(self, name: str, value: str, data: Any = None) -> Options:
        """改一项；卡池的名字写成它在数据里的样子。"""
        changed = super().with_value(name, value)
        if data is not None:
            known = {folded(each): each for each in (*pool_names(data), *data.broken)}
            changed = changed.model_copy(update={"pool": known.get(folded(changed.pool), changed.pool)})
            changed.check(data)
        return changed

    def line(self, setting: Setting, data: Any = None) -> OptionLine:
        """一项现在的样子；卡池另列出有哪些。"""
        line = super().line(setting, data)
        if setting.field != "pool":
            return line
        meaning = "用随项目的牌表" if self.pool == STANDARD else f"用「{self.pool}」的牌表"
        allowed = line.allowed if data is None else " 或 ".join(pool_names(data))
        return line._replace(meaning=meaning, allowed=allowed)


def pool_names(data: AuroraData) -> list[str]:
    """能选的卡池，标准的在前。"""
    return [STANDARD, *data.pools]
