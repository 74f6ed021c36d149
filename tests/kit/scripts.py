"""一个游戏的聊天脚本：`tests/scripts/<key>_*.txt`，谁看到什么逐字写明；每个游戏用自己的写法摆局面。

`==` 起一节，各节互不相干。除了大厅脚本的写法（见 `tests.hall.script`），还可以先摆出局面::

    座 阿苹 <在哪>: <手牌> | <名><值> …   一个座位；在哪、手牌与「|」后面的项各游戏自己定
    开局 自动掷骰=开                      按座位坐好、开始，轮到第一座出牌；只写出最后一句引出的话

不摆局面就是从头开局；`种子 5` 定那一局的随机数。
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games.kernel import Game, Table
from tests.hall.script import SCRIPTS, SETTINGS, UPDATE, Stage

SEAT = re.compile(r"座 (\S+) (\S+): ?([^|]*)(?:\|(.*))?")


@dataclass
class Setting:
    """摆好的局面；一个游戏的继承它，加上自己的。按座位的列表一项一座。"""

    names: list[str] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)

    EXTRAS: ClassVar[Sequence[str]] = ()
    """「|」后面能写的项名。"""

    @property
    def demanded(self) -> str:
        """开局时另要的桌规，如 `跑道=1`；空为没有。"""
        return ""

    def seat(self, where: str, extras: dict[str, str]) -> None:
        """加一个座位：在哪、「|」后面的项；名字与手牌已经记下。"""
        raise NotImplementedError

    def put(self, what: str, words: str) -> bool:
        """摆一样别的东西，如 `库 ♥2 ♥3`；不认识为 `False`。"""
        return False

    def table(self, seed: int, options: Any) -> Table:
        """摆出来。"""
        raise NotImplementedError

    def read_seat(self, line: str) -> None:
        """读「座」那一行。"""
        found = SEAT.fullmatch(line)
        assert found, f"看不懂「{line}」"
        extras = dict(re.findall(rf"({'|'.join(self.EXTRAS)})(\S+)", found[4] or ""))
        assert len(extras) == len((found[4] or "").split()), f"看不懂「{line}」"
        self.names.append(found[1])
        self.hands.append(found[3].strip())
        self.seat(found[2], extras)


class PlacingStage(Stage):
    """跑一节脚本，开局时牌桌是摆好的。"""

    def __init__(self, path: Path, game: Game, setting: Setting) -> None:
        self.game = game
        self.setting = setting
        super().__init__(path, SETTINGS, [game])

    async def step(self, line: str) -> list[str]:
        what, _, words = line.partition(" ")
        if what == "座":
            self.setting.read_seat(line)
        elif what == "种子":
            self.seeds = int(words) - 1
        elif what == "开局":
            return await self._begin(words)
        elif not self.setting.put(what, words):
            return await super().step(line)
        return []

    async def _begin(self, options: str) -> list[str]:
        setting = self.setting

        def deal(seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
            return setting.table(seed, options)

        self.game.deal = deal
        host, *others = setting.names
        told = await super().step(f"群 {host}: 新游戏 {self.game.title} {setting.demanded} {options}")
        assert "加入" in "\n".join(told), told
        for name in others:
            await super().step(f"群 {name}: 加入")
        return await super().step(f"群 {host}: 开始")


class Scripts:
    """子类给出 `game` 与 `setting`，名字以 `Test` 开头。"""

    game: ClassVar[Game]
    setting: ClassVar[type[Setting]]

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "script" in metafunc.fixturenames:
            scripts = sorted(SCRIPTS.glob(f"{cls.game.key}_*.txt"))
            assert scripts, f"tests/scripts/ 里没有 {cls.game.key}_*.txt"
            metafunc.parametrize("script", scripts, ids=lambda path: path.stem)

    def test_chat_reads_exactly_as_the_script(self, script: Path, tmp_path: Path) -> None:
        expected = script.read_text("utf-8")
        actual = asyncio.run(self.performed(expected, tmp_path))
        if UPDATE:
            script.write_text(actual, "utf-8")
        assert actual == script.read_text("utf-8")

    async def performed(self, text: str, folder: Path) -> str:
        """把脚本照着演一遍，返回实际的脚本。"""
        actual: list[str] = []
        for index, section in enumerate(re.split(r"^(?===)", text, flags=re.MULTILINE)):
            stage = PlacingStage(folder / f"{index}.sqlite3", type(self.game)(), self.setting())
            async with stage:
                for line in section.splitlines():
                    if line.startswith(("→", "  ")):
                        continue
                    actual.append(line)
                    if line.strip() and not line.startswith(("#", "==")):
                        actual += await stage.step(line)
        return "\n".join(actual) + "\n"
