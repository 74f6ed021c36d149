"""落叶长跑的聊天脚本：`tests/scripts/leafrun_*.txt`，谁看到什么逐字写明。

`==` 起一节，各节互不相干。除了大厅脚本的写法（见 `tests.hall.script`），还可以先摆出局面::

    座 阿苹 5格: 事件触发 心理攻击 | 体力9 防具帽子 增益1,2 角色糖糖 名次1
    道 SLLLLLFVLLLLLE          跑道，默认三十格落叶
    牌堆 苹果 药剂              牌堆顶上的牌，先摸的在前
    骰 20:1 6:3                接下来的骰子（面数:点数）
    开局 自动掷骰=开            按座位坐好、开始，轮到第一座出牌；只写出最后一句引出的话

不摆局面就是从头开局；`种子 5` 定那一局的随机数。
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from games.leafrun import LeafrunGame
from games.leafrun.data import LeafrunData
from games.leafrun.options import Options
from games.leafrun.table import LeafrunTable
from tests.hall.script import SCRIPTS, SETTINGS, UPDATE, Stage
from tests.leafrun.position import LONG, fix_dice, position

SEAT = re.compile(r"座 (\S+) (\d+)格: ?([^|]*)(?:\|(.*))?")
EXTRA = re.compile(r"(体力|防具|增益|角色|名次)(\S+)")


@dataclass
class Setting:
    """摆好的局面。"""

    names: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    more: dict[str, list[Any]] = field(
        default_factory=lambda: {
            "at": [],
            "health": [],
            "armour": [],
            "buffs": [],
            "characters": [],
            "places": [],
        }
    )
    track: str = LONG
    deck: str = ""
    dice: list[tuple[int, int]] = field(default_factory=list)

    def seat(self, name: str, cell: str, hand: str, extras: str) -> None:
        """加一个座位。"""
        found = dict(EXTRA.findall(extras))
        assert len(found) == len(extras.split()), f"看不懂「{extras}」"
        self.names.append(name)
        self.hands.append(hand.strip())
        self.more["at"].append(int(cell))
        self.more["health"].append(int(found["体力"]) if "体力" in found else None)
        self.more["armour"].append(found.get("防具", ""))
        self.more["buffs"].append([int(each) for each in found.get("增益", "").split(",") if each])
        self.more["characters"].append(found.get("角色", "大麦"))
        self.more["places"].append(int(found.get("名次", "0")))


class PlacedLeafrun(LeafrunGame):
    """开局就是摆好的局面的落叶长跑。"""

    def __init__(self) -> None:
        super().__init__()
        self.setting: Setting | None = None

    def deal(self, seed: int, marks: Sequence[str], options: Options, data: LeafrunData) -> LeafrunTable:
        setting = self.setting
        if setting is None:
            return super().deal(seed, marks, options, data)
        table = position(*setting.hands, deck=setting.deck, seed=seed, **setting.more, **options.model_dump())
        if setting.dice:
            fix_dice(table, *setting.dice)
        return table


class LeafrunStage(Stage):
    """跑一节脚本。"""

    def __init__(self, path: Path) -> None:
        self.placed = PlacedLeafrun()
        self.setting = Setting()
        super().__init__(path, SETTINGS, [self.placed])

    async def step(self, line: str) -> list[str]:
        word, _, rest = line.partition(" ")
        match word:
            case "座":
                found = SEAT.fullmatch(line)
                assert found, f"看不懂「{line}」"
                self.setting.seat(found[1], found[2], found[3], found[4] or "")
            case "道":
                self.setting.track = rest
            case "牌堆":
                self.setting.deck = rest
            case "骰":
                self.setting.dice = [(int(one), int(two)) for one, two in re.findall(r"(\d+):(\d+)", rest)]
            case "种子":
                self.seeds = int(rest) - 1
            case "开局":
                return await self._begin(rest)
            case _:
                return await super().step(line)
        return []

    async def _begin(self, options: str) -> list[str]:
        self.placed.setting = self.setting
        host, *others = self.setting.names
        await super().step(f"群 {host}: 新游戏 落叶长跑 跑道={self.setting.track} {options}")
        for name in others:
            await super().step(f"群 {name}: 加入")
        return await super().step(f"群 {host}: 开始")


async def performed(text: str, folder: Path) -> str:
    """把脚本照着演一遍，返回实际的脚本。"""
    actual: list[str] = []
    for index, section in enumerate(re.split(r"^(?===)", text, flags=re.MULTILINE)):
        async with LeafrunStage(folder / f"{index}.sqlite3") as stage:
            for line in section.splitlines():
                if line.startswith(("→", "  ")):
                    continue
                actual.append(line)
                if line.strip() and not line.startswith(("#", "==")):
                    actual += await stage.step(line)
    return "\n".join(actual) + "\n"


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("leafrun_*.txt")), ids=lambda path: path.stem)
def test_leafrun_reads_exactly_as_the_script(script: Path, tmp_path: Path) -> None:
    expected = script.read_text("utf-8")
    actual = asyncio.run(performed(expected, tmp_path))
    if UPDATE:
        script.write_text(actual, "utf-8")
    assert actual == script.read_text("utf-8")


def test_every_event_has_its_section() -> None:
    """L8.1–L8.20：二十个事件都演过。"""
    text = (SCRIPTS / "leafrun_events.txt").read_text("utf-8")
    assert re.findall(r"^== L8\.(\d+) ", text, re.MULTILINE) == [str(number) for number in range(1, 21)]
