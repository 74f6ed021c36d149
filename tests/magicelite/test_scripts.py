"""魔法精英的聊天脚本：`tests/scripts/magicelite_*.txt`，谁看到什么逐字写明。

`==` 起一节，各节互不相干。除了大厅脚本的写法（见 `tests.hall.script`），还可以先摆出局面::

    座 阿苹 ♠10: ♠3 ♠4 ♥A | 血3 身后♥9,♠7   身份、手牌；血、身后的武将（先上场的在前）
    库 ♥2 ♥3                                库顶的牌，先摸的在前
    库只剩 3                                库里一共这么多张，其余的在弃牌堆
    开局 世代=3                             按座位坐好、开始，轮到第一座出牌；只写出最后一句引出的话

不摆局面就是从头开局；`种子 5` 定那一局的随机数。
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from games.magicelite import MagicEliteGame
from games.magicelite.data import MagicEliteData
from games.magicelite.options import Options
from games.magicelite.table import MagicEliteTable
from tests.hall.script import SCRIPTS, SETTINGS, UPDATE, Stage
from tests.magicelite.position import Box, position

SEAT = re.compile(r"座 (\S+) (\S+): ?([^|]*)(?:\|(.*))?")
EXTRA = re.compile(r"(血|身后)(\S+)")


@dataclass
class Setting:
    """摆好的局面；按座位的列表一项一座。"""

    names: list[str] = field(default_factory=list)
    identities: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)
    health: list[int | None] = field(default_factory=list)
    generals: list[str] = field(default_factory=list)
    deck: str = ""
    deck_size: int | None = None

    def seat(self, name: str, identity: str, hand: str, extras: str) -> None:
        """加一个座位。"""
        found = dict(EXTRA.findall(extras))
        assert len(found) == len(extras.split()), f"看不懂「{extras}」"
        self.names.append(name)
        self.identities.append(identity)
        self.hands.append(hand.strip())
        self.health.append(int(found["血"]) if "血" in found else None)
        self.generals.append(found.get("身后", "").replace(",", " "))

    def table(self, seed: int, options: Options) -> MagicEliteTable:
        """摆出来。"""
        placed = position(
            *self.hands,
            identities=" ".join(self.identities),
            health=self.health,
            deck=self.deck,
            deck_size=self.deck_size,
            seed=seed,
            **options.model_dump(),
        )
        if placed.second is not None:
            box = Box(placed.setup.identities.name, placed.spare)
            for seat, names in enumerate(self.generals):
                placed.second.generals[seat] = box.take_all(names)
            placed.spare = box.left
        return placed


class PlacedMagicElite(MagicEliteGame):
    """开局就是摆好的局面的魔法精英。"""

    def __init__(self) -> None:
        super().__init__()
        self.setting: Setting | None = None

    def deal(
        self, seed: int, marks: Sequence[str], options: Options, data: MagicEliteData
    ) -> MagicEliteTable:
        if self.setting is None:
            return super().deal(seed, marks, options, data)
        return self.setting.table(seed, options)


class MagicEliteStage(Stage):
    """跑一节脚本。"""

    def __init__(self, path: Path) -> None:
        self.placed = PlacedMagicElite()
        self.setting = Setting()
        super().__init__(path, SETTINGS, [self.placed])

    async def step(self, line: str) -> list[str]:
        word, _, rest = line.partition(" ")
        match word:
            case "座":
                found = SEAT.fullmatch(line)
                assert found, f"看不懂「{line}」"
                self.setting.seat(found[1], found[2], found[3], found[4] or "")
            case "库":
                self.setting.deck = rest
            case "库只剩":
                self.setting.deck_size = int(rest)
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
        told = await super().step(f"群 {host}: 新游戏 魔法精英 {options}")
        assert "加入" in "\n".join(told), told
        for name in others:
            await super().step(f"群 {name}: 加入")
        return await super().step(f"群 {host}: 开始")


async def performed(text: str, folder: Path) -> str:
    """把脚本照着演一遍，返回实际的脚本。"""
    actual: list[str] = []
    for index, section in enumerate(re.split(r"^(?===)", text, flags=re.MULTILINE)):
        async with MagicEliteStage(folder / f"{index}.sqlite3") as stage:
            for line in section.splitlines():
                if line.startswith(("→", "  ")):
                    continue
                actual.append(line)
                if line.strip() and not line.startswith(("#", "==")):
                    actual += await stage.step(line)
    return "\n".join(actual) + "\n"


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("magicelite_*.txt")), ids=lambda path: path.stem)
def test_magicelite_reads_exactly_as_the_script(script: Path, tmp_path: Path) -> None:
    expected = script.read_text("utf-8")
    actual = asyncio.run(performed(expected, tmp_path))
    if UPDATE:
        script.write_text(actual, "utf-8")
    assert actual == script.read_text("utf-8")
