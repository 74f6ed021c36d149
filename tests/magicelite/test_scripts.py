"""魔法精英的聊天脚本：`tests/scripts/magicelite_*.txt`，怎么跑见 `tests.kit.scripts`。

摆局面的写法::

    座 阿苹 ♠10: ♠3 ♠4 ♥A | 血3 身后♥9,♠7   身份、手牌；血、身后的武将（先上场的在前）
    座 阿橙 ♥9: ♦K ♣2 | 钻石105 风暴神0 锦囊0   三代：带来的钻石、还有几次风暴神、救命锦囊
    库 ♥2 ♥3                                库顶的牌，先摸的在前
    库只剩 3                                库里一共这么多张，其余的在弃牌堆
"""

from __future__ import annotations

from dataclasses import dataclass, field

from games import magicelite
from games.magicelite.options import Options
from games.magicelite.table import MagicEliteTable
from tests.kit import scripts
from tests.magicelite.position import Box, position


@dataclass
class Setting(scripts.Setting):
    """摆好的局面。"""

    EXTRAS = ("血", "身后", "钻石", "风暴神", "锦囊")

    identities: list[str] = field(default_factory=list)
    health: list[int | None] = field(default_factory=list)
    generals: list[str] = field(default_factory=list)
    third: list[dict[str, int]] = field(default_factory=list)
    """各座位三代的东西：钻石、风暴神、锦囊；没写的照开局。"""
    deck: str = ""
    deck_size: int | None = None

    def seat(self, where: str, extras: dict[str, str]) -> None:
        self.identities.append(where)
        self.health.append(int(extras["血"]) if "血" in extras else None)
        self.generals.append(extras.get("身后", "").replace(",", " "))
        self.third.append({key: int(extras[key]) for key in ("钻石", "风暴神", "锦囊") if key in extras})

    def put(self, what: str, words: str) -> bool:
        match what:
            case "库":
                self.deck = words
            case "库只剩":
                self.deck_size = int(words)
            case _:
                return False
        return True

    def table(self, seed: int, options: Options) -> MagicEliteTable:
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
        if placed.third is not None:
            for seat, things in enumerate(self.third):
                placed.third.diamonds[seat] = things.get("钻石", placed.third.diamonds[seat])
                placed.third.storms[seat] = things.get("风暴神", placed.third.storms[seat])
                placed.third.bags[seat] = things.get("锦囊", placed.third.bags[seat])
        return placed


class TestMagicElite(scripts.Scripts):
    game = magicelite.game
    setting = Setting
