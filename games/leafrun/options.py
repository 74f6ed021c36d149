"""落叶长跑的桌规：规则书里每个可改的条文一项，玩家在开桌时用中文设置。"""

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from games.kernel.game import OptionError, OptionLine

if TYPE_CHECKING:
    from games.leafrun.data import LeafrunData

ALL_TRACKS: Final = "全部"
_CELLS = re.compile(r"S[LFVG]+E")
_NUMBER = re.compile(r"[1-9][0-9]?")


@dataclass(frozen=True, slots=True)
class Choice:
    """一个选项能取的一个值。

    Attributes:
        value: 存在 ``Options`` 里的值。
        words: 玩家可以打的写法，第一个用于显示。
        meaning: 取这个值时的意思，一句话。
    """

    value: bool | int | str
    words: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Setting:
    """一个选项：字段名、条号、能取的值；``choices`` 为空表示自由书写（只有跑道）。"""

    field: str
    clause: str
    choices: tuple[Choice, ...]


def _switch(on: str, off: str) -> tuple[Choice, ...]:
    return (
        Choice(True, ("开", "是", "要", "打开", "允许", "on", "yes", "true", "1"), on),
        Choice(False, ("关", "否", "不", "不要", "关闭", "不允许", "off", "no", "false", "0"), off),
    )


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("up_to_eight", "L1.1", _switch("最多 8 人同桌", "最多 6 人同桌")),
    Setting(
        "order_die_sides",
        "L1.6",
        (
            Choice(6, ("d6", "6", "六面", "六面骰"), "定顺序掷六面骰"),
            Choice(20, ("d20", "20", "二十面", "二十面骰"), "定顺序掷二十面骰"),
        ),
    ),
    Setting("tracks", "L2.5", ()),
    Setting(
        "last_place_automatic",
        "L3.3",
        _switch("只剩一人没到时直接判他末位", "最后一人也要自己跑到终点"),
    ),
    Setting("must_walk_all", "L5.2", _switch("有几步走几步", "移动前可自选走几格，最多走满")),
    Setting("slide_draws", "L5.6", _switch("滑沙滑出的那格也摸牌", "滑沙滑出的那格不摸牌")),
    Setting(
        "slide_after_transfer",
        "L5.11",
        _switch("被拉、换位落在滑沙上，立即滑一格", "被拉、换位落在滑沙上，不滑"),
    ),
    Setting(
        "ties_take_places",
        "L7.1",
        (
            Choice(True, ("并列占位", "占位", "占"), "并列占掉后面的名次：两人并列第一，下一名算第三"),
            Choice(False, ("不占位", "并列不占位", "不占"), "并列不占名次：两人并列第一，下一名算第二"),
        ),
    ),
    Setting(
        "victory_shared",
        "L7.5",
        (
            Choice(True, ("共享胜利", "共享", "并列"), "总分并列的人一起获胜"),
            Choice(False, ("比第一名次数", "比第一"), "总分并列时第一名次数多的获胜，再相同才共享"),
        ),
    ),
    Setting(
        "come_here_exact",
        "L8.1",
        (
            Choice(True, ("恰为", "恰为5", "恰好", "恰好5", "5", "=5"), "给我过来只能拉恰好那么远的人"),
            Choice(False, ("至多", "至多5", "以内", "5以内", "<=5", "≤5"), "给我过来能拉那么远以内的人"),
        ),
    ),
    Setting(
        "stumble",
        "L8.18",
        (
            Choice("no_move", ("本轮不移动", "不移动"), "马失前蹄：结束出牌，本轮不移动"),
            Choice(
                "skip_next",
                ("跳过下一轮", "跳过下轮", "跳过"),
                "马失前蹄：结束出牌，本轮照常移动，跳过下一轮",
            ),
        ),
    ),
    Setting(
        "binding_permanent",
        "L8.20",
        (
            Choice(False, ("本轮", "一轮"), "魔法束缚到本轮移动结算完为止"),
            Choice(True, ("永久", "一直"), "魔法束缚一直持续，换道时清除"),
        ),
    ),
    Setting("dice_automatic", "L10.1", _switch("骰子由主持人代掷", "骰子由本人打「掷骰」来掷")),
)
"""全部选项，按条号排。"""


class Options(BaseModel):
    """一桌的桌规。默认值就是规则书正文；字段既认英文名，也认玩家打的中文名与中文值。"""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    up_to_eight: bool = Field(default=False, alias="允许到8人")
    """L1.1 开：最多 8 人；关：最多 6 人。"""
    order_die_sides: Literal[6, 20] = Field(default=6, alias="定顺序骰")
    """L1.6 定顺序的骰子面数。"""
    tracks: str = Field(default=ALL_TRACKS, alias="跑道")
    """L2.5 依次跑的跑道，用 ``-`` 连：数据里的序号，或以 S 起、E 止的格子串；``全部`` 指数据里的每一条。"""
    last_place_automatic: bool = Field(default=True, alias="自动判末位")
    """L3.3 只剩一人没到终点时直接判其末位。"""
    must_walk_all: bool = Field(default=True, alias="必须走满")
    """L5.2 关：移动前各人自选走几格（0 到步数）。"""
    slide_draws: bool = Field(default=True, alias="滑沙计摸牌")
    """L5.6 滑沙滑出的格计入摸牌。"""
    slide_after_transfer: bool = Field(default=False, alias="落在滑沙上滑一格")
    """L5.11 被拉、换位落在滑沙上也滑一格。"""
    ties_take_places: bool = Field(default=True, alias="并列规则")
    """L7.1 真：并列占掉后面的名次；假：并列之后的人名次紧接。"""
    victory_shared: bool = Field(default=True, alias="总分并列")
    """L7.5 真：共享胜利；假：先比第一名次数。"""
    come_here_exact: bool = Field(default=True, alias="给我过来距离")
    """L8.1 真：距离恰为数据里的数；假：不超过它（同格不算）。"""
    stumble: Literal["no_move", "skip_next"] = Field(default="no_move", alias="马失前蹄")
    """L8.18 本轮不移动，或跳过下一轮。"""
    binding_permanent: bool = Field(default=False, alias="魔法束缚")
    """L8.20 真：不随本轮结束（换道时仍清除，L7.4）。"""
    dice_automatic: bool = Field(default=False, alias="自动掷骰")
    """L10.1 真：不等本人打「掷骰」。"""

    @model_validator(mode="before")
    @classmethod
    def _from_words(cls, values: Any) -> Any:
        """把中文值换成存的值；已经是存的值的不动。"""
        if not isinstance(values, dict):
            return values
        by_key = {key: setting for setting in SETTINGS for key in (setting.field, option_name(setting))}
        return {
            key: _value_of(by_key[key], value) if key in by_key and isinstance(value, str) else value
            for key, value in values.items()
        }

    def with_value(self, name: str, value: str, data: "LeafrunData | None" = None) -> "Options":
        """改一项，返回新的桌规。

        Args:
            name: 玩家打的选项名，全半角与大小写不拘；也认独一无二的前几个字，或条号如 ``L3.3``。
            value: 玩家打的值。
            data: 给了就连跑道的序号与长度一起检查。

        Raises:
            OptionError: 没有这个选项，或值不能这样写；说明列出能写的。
        """
        setting = find_setting(name)
        changed = self.model_copy(update={setting.field: _value_of(setting, value)})
        if data is not None:
            changed.track_cells(data)
        return changed

    def lines(self, data: "LeafrunData | None" = None) -> tuple[OptionLine, ...]:
        """开桌页上显示的全部选项，按条号排。``data`` 给了就把跑道的「全部」写成序号。"""
        return tuple(
            OptionLine(
                option_name(setting),
                self._shown(setting, data),
                self._meaning(setting),
                setting.clause,
            )
            for setting in SETTINGS
        )

    def track_cells(self, data: "LeafrunData") -> tuple[str, ...]:
        """这桌依次跑的格子串（L2.5），如 ``("SLFGE", "SLVE")``。

        Raises:
            OptionError: 写了数据里没有的序号，条数太多，或自写的太长。
        """
        tracks = data.track_cells
        if self.tracks == ALL_TRACKS:
            return tracks
        parts = self.tracks.split("-")
        if len(parts) > data.rules.tracks_max:
            raise OptionError(f"「跑道」写了 {len(parts)} 条，最多 {data.rules.tracks_max} 条（L2.5）")
        cells: list[str] = []
        for part in parts:
            if not part.isdigit():
                if len(part) > data.rules.track_cells_max:
                    raise OptionError(
                        f"「跑道」自写的一条有 {len(part)} 格，最多 {data.rules.track_cells_max} 格（L2.5）"
                    )
                cells.append(part)
            elif int(part) <= len(tracks):
                cells.append(tracks[int(part) - 1])
            else:
                last = len(tracks)
                raise OptionError(f"没有第 {part} 条跑道（L2.5）。现有 1 到 {last}，可写：跑道={last}")
        return tuple(cells)

    def _shown(self, setting: Setting, data: "LeafrunData | None") -> str:
        if setting.field == "tracks":
            if self.tracks == ALL_TRACKS and data is not None:
                return "-".join(str(number) for number in range(1, len(data.tracks) + 1))
            return self.tracks
        return _choice(setting, getattr(self, setting.field)).words[0]

    def _meaning(self, setting: Setting) -> str:
        if setting.field == "tracks":
            return "依次跑的跑道：序号用 - 连，或自写格子如 SLFGVLE"
        return _choice(setting, getattr(self, setting.field)).meaning


def option_name(setting: Setting) -> str:
    """选项的中文名，就是玩家打的那个。"""
    return Options.model_fields[setting.field].alias or setting.field


def find_setting(name: str) -> Setting:
    """按玩家打的名字找选项。

    Raises:
        OptionError: 没有，或前缀不止一个对得上。
    """
    wanted = _folded(name)
    for setting in SETTINGS:
        if wanted in (_folded(option_name(setting)), setting.clause.lower(), setting.field):
            return setting
    near = [setting for setting in SETTINGS if wanted and _folded(option_name(setting)).startswith(wanted)]
    if len(near) == 1:
        return near[0]
    names = "、".join(option_name(setting) for setting in near or SETTINGS)
    raise OptionError(f"没有「{name.strip()}」这个选项。{'你要的是' if near else '能设的是'}：{names}")


def allowed_words(setting: Setting) -> str:
    """能写的值，给玩家看。"""
    if not setting.choices:
        return f"{ALL_TRACKS}、序号用 - 连（如 1-2-3、2-2）、自写格子（S 起 E 止，中间 L F V G）"
    return " 或 ".join(choice.words[0] for choice in setting.choices)


def _choice(setting: Setting, value: object) -> Choice:
    # 1 与 True 相等，这里各选项的值类型单一，不会混淆。
    return next(choice for choice in setting.choices if choice.value == value)


def _value_of(setting: Setting, text: str) -> bool | int | str:
    wanted = _folded(text)
    if not setting.choices:
        return _tracks_of(setting, text)
    for choice in setting.choices:
        if any(wanted == _folded(word) for word in choice.words) or text == choice.value:
            return choice.value
    raise _wrong_value(setting, text)


def _wrong_value(setting: Setting, text: str) -> OptionError:
    name = option_name(setting)
    return OptionError(
        f"「{name}」不能是「{text.strip()}」（{setting.clause}）。能写：{allowed_words(setting)}"
    )


def _tracks_of(setting: Setting, text: str) -> str:
    wanted = _folded(text).upper()
    if wanted in (ALL_TRACKS, "ALL"):
        return ALL_TRACKS
    parts = re.split(r"[-,、，;+>→]+", wanted)
    if not all(_NUMBER.fullmatch(part) or _CELLS.fullmatch(part) for part in parts):
        raise _wrong_value(setting, text)
    return "-".join(parts)


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).lower().replace("—", "-").replace("–", "-")
