"""落叶长跑的聊天脚本：`tests/scripts/leafrun_*.txt`，怎么跑见 `tests.kit.scripts`。

摆局面的写法::

    座 阿苹 5格: 事件触发 心理攻击 | 体力9 防具帽子 增益1,2 角色糖糖 名次1
    道 SLLLLLFVLLLLLE          跑道，默认三十格落叶
    牌堆 苹果 药剂              牌堆顶上的牌，先摸的在前
    骰 20:1 6:3                接下来的骰子（面数:点数）
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from games import leafrun
from games.leafrun.options import Options
from games.leafrun.table import LeafrunTable
from tests.hall.script import SCRIPTS
from tests.kit import scripts
from tests.leafrun.position import LONG, fix_dice, position


@dataclass
class Setting(scripts.Setting):
    """摆好的局面。"""

    EXTRAS = ("体力", "防具", "增益", "角色", "名次")

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

    @property
    def demanded(self) -> str:
        return f"跑道={self.track}"

    def seat(self, where: str, extras: dict[str, str]) -> None:
        assert where.endswith("格"), f"「{where}」应像「5格」"
        self.more["at"].append(int(where.removesuffix("格")))
        self.more["health"].append(int(extras["体力"]) if "体力" in extras else None)
        self.more["armour"].append(extras.get("防具", ""))
        self.more["buffs"].append([int(each) for each in extras.get("增益", "").split(",") if each])
        self.more["characters"].append(extras.get("角色", "大麦"))
        self.more["places"].append(int(extras.get("名次", "0")))

    def put(self, what: str, words: str) -> bool:
        match what:
            case "道":
                self.track = words
            case "牌堆":
                self.deck = words
            case "骰":
                self.dice = [(int(one), int(two)) for one, two in re.findall(r"(\d+):(\d+)", words)]
            case _:
                return False
        return True

    def table(self, seed: int, options: Options) -> LeafrunTable:
        table = position(*self.hands, deck=self.deck, seed=seed, **self.more, **options.model_dump())
        if self.dice:
            fix_dice(table, *self.dice)
        return table


class TestLeafrun(scripts.Scripts):
    game = leafrun.game
    setting = Setting


def test_every_event_has_its_section() -> None:
    """L8.1–L8.20：二十个事件都演过。"""
    text = (SCRIPTS / "leafrun_events.txt").read_text("utf-8")
    assert re.findall(r"^== L8\.(\d+) ", text, re.MULTILINE) == [str(number) for number in range(1, 21)]
