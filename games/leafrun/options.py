"""落叶长跑的桌规：规则书里每个可改的条文一项，玩家在开桌时用中文设置。"""

import re
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from pydantic import Field

from games.kernel.game import OptionError
from games.kernel.options import OptionValue, Setting, TableOptions, switch

if TYPE_CHECKING:
    from games.leafrun.data import LeafrunData

ALL_TRACKS: Final = "全部"
_CELLS = re.compile(r"S[LFVG]+E")
_NUMBER = re.compile(r"[1-9][0-9]?")


def _tracks_of(text: str) -> str | None:
    """跑道的写法（L2.5）：`text` 已折叠；写法不对为 `None`。"""
    wanted = text.upper()
    if wanted in (ALL_TRACKS, "ALL"):
        return ALL_TRACKS
    parts = re.split(r"[-,、，;+>→]+", wanted)
    if not all(_NUMBER.fullmatch(part) or _CELLS.fullmatch(part) for part in parts):
        return None
    return "-".join(parts)


SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("up_to_eight", "L1.1", switch("最多 8 人同桌", "最多 6 人同桌")),
    Setting(
        "order_die_sides",
        "L1.6",
        (
            OptionValue(6, ("d6", "6", "六面", "六面骰"), "定顺序掷六面骰"),
            OptionValue(20, ("d20", "20", "二十面", "二十面骰"), "定顺序掷二十面骰"),
        ),
    ),
    Setting(
        "tracks",
        "L2.5",
        (),
        f"{ALL_TRACKS}、序号用 - 连（如 1-2-3、2-2）、自写格子（S 起 E 止，中间 L F V G）",
        _tracks_of,
    ),
    Setting(
        "last_place_automatic",
        "L3.3",
        switch("只剩一人没到时直接判他末位", "最后一人也要自己跑到终点"),
    ),
    Setting("must_walk_all", "L5.2", switch("有几步走几步", "移动前可自选走几格，最多走满")),
    Setting("slide_draws", "L5.6", switch("滑沙滑出的那格也摸牌", "滑沙滑出的那格不摸牌")),
    Setting(
        "slide_after_transfer",
        "L5.11",
        switch("被拉、换位落在滑沙上，立即滑一格", "被拉、换位落在滑沙上，不滑"),
    ),
    Setting(
        "ties_take_places",
        "L7.1",
        (
            OptionValue(True, ("并列占位", "占位", "占"), "并列占掉后面的名次：两人并列第一，下一名算第三"),
            OptionValue(False, ("不占位", "并列不占位", "不占"), "并列不占名次：两人并列第一，下一名算第二"),
        ),
    ),
    Setting(
        "victory_shared",
        "L7.5",
        (
            OptionValue(True, ("共享胜利", "共享", "并列"), "总分并列的人一起获胜"),
            OptionValue(False, ("比第一名次数", "比第一"), "总分并列时第一名次数多的获胜，再相同才共享"),
        ),
    ),
    Setting(
        "come_here_exact",
        "L8.1",
        (
            OptionValue(True, ("恰为", "恰为5", "恰好", "恰好5", "5", "=5"), "给我过来只能拉恰好那么远的人"),
            OptionValue(False, ("至多", "至多5", "以内", "5以内", "<=5", "≤5"), "给我过来能拉那么远以内的人"),
        ),
    ),
    Setting(
        "stumble",
        "L8.18",
        (
            OptionValue("no_move", ("本轮不移动", "不移动"), "马失前蹄：结束出牌，本轮不移动"),
            OptionValue(
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
            OptionValue(False, ("本轮", "一轮"), "魔法束缚到本轮移动结算完为止"),
            OptionValue(True, ("永久", "一直"), "魔法束缚一直持续，换道时清除"),
        ),
    ),
    Setting("dice_automatic", "L10.1", switch("骰子由主持人代掷", "骰子由本人打「掷骰」来掷")),
)
"""全部选项，按条号排。"""


class Options(TableOptions):
    """一桌的桌规。"""

    SETTINGS: ClassVar[tuple[Setting, ...]] = SETTINGS

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

    def check(self, data: "LeafrunData") -> None:
        """跑道的序号、条数与长度都对得上数据。"""
        self.track_cells(data)

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

    def shown(self, setting: Setting, data: "LeafrunData | None" = None) -> str:
        """跑道的「全部」写成序号（给了 `data` 时）；其余照常。"""
        if setting.field == "tracks" and self.tracks == ALL_TRACKS and data is not None:
            return "-".join(str(number) for number in range(1, len(data.tracks) + 1))
        return super().shown(setting, data)

    def meaning(self, setting: Setting) -> str:
        """跑道说怎么写；其余照常。"""
        if setting.field == "tracks":
            return "依次跑的跑道：序号用 - 连，或自写格子如 SLFGVLE"
        return super().meaning(setting)
