"""极光战棋的聊天脚本：`tests/scripts/aurora_*.txt`，怎么跑见 `tests.kit.scripts`。

摆局面的写法::

    座 阿苹 赫利C1: 疾步 直刺 | 血15 闪包扎,伪装 备火球 蓄飞刀,飞刀 堆民兵,枪骑 弃疾步 库火球   英雄与格、手牌；各区
    兵 阿苹 民兵+枪骑 B2 | 伤1 升变鼠群 登场   一叠士兵，底牌在前
    障碍 B2 C4
    回合 3                                   双方都在自己的第几个回合
    阶段 preparing                           缺省是主要阶段
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from games import aurora
from games.aurora.options import Options
from games.aurora.table import AuroraTable
from games.aurora.words import TOKENS
from tests.aurora.position import Soldier, position
from tests.kit import scripts

SOLDIER = re.compile(r"(\S+) (\S+) ([A-Z]\d)(?: \|(.*))?")


@dataclass
class Setting(scripts.Setting):
    """摆好的局面。"""

    EXTRAS = ("血", "闪", "备", "蓄", "堆", "弃", "库")

    heroes: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    zones: list[dict[str, str]] = field(default_factory=list)
    soldiers: list[str] = field(default_factory=list)
    given: dict[str, Any] = field(default_factory=dict)

    def seat(self, where: str, extras: dict[str, str]) -> None:
        self.heroes.append(where[:-2])
        self.places.append(where[-2:])
        self.zones.append({key: words.replace(",", " ") for key, words in extras.items()})

    def put(self, what: str, words: str) -> bool:
        match what:
            case "兵":
                self.soldiers.append(words)
            case "障碍":
                self.given["obstacles"] = words
            case "回合":
                self.given["turn"] = int(words)
            case "阶段":
                self.given["phase"] = words
            case _:
                return False
        return True

    def zone(self, name: str) -> list[str]:
        """各座位的一个区。"""
        return [each.get(name, "") for each in self.zones]

    def stack(self, words: str) -> Soldier:
        """一叠士兵。"""
        found = SOLDIER.fullmatch(words)
        assert found, f"看不懂「{words}」"
        notes = (found[4] or "").split()
        captives = " ".join(
            note.removeprefix("升变").replace("+", " ") for note in notes if note.startswith("升变")
        )
        health = next((int(note.removeprefix("命")) for note in notes if note.startswith("命")), None)
        return Soldier(
            self.names.index(found[1]),
            found[2].replace("+", " "),
            found[3],
            captives=captives,
            health=health,
            fresh="登场" in notes,
        )

    def table(self, seed: int, options: Options) -> AuroraTable:
        placed = position(
            *map(self.stack, self.soldiers),
            heroes=" ".join(self.heroes),
            places=" ".join(self.places),
            hands=self.hands,
            dodges=self.zone("闪"),
            reserves=self.zone("备"),
            charges=self.zone("蓄"),
            discards=self.zone("弃"),
            decks=self.zone("库"),
            piles=self.zone("堆"),
            health=[int(each.get("血", "20")) for each in self.zones],
            seed=seed,
            **self.given,
            **options.model_dump(),
        )
        placed.pieces = [token.mark for token in TOKENS[:2]]
        return placed


class TestAurora(scripts.Scripts):
    game = aurora.game
    setting = Setting
