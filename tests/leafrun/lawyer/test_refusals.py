"""L9：在群里打错一句，群里的回话不能替他亮牌。"""

from __future__ import annotations

from pathlib import Path

import pytest

from games import leafrun
from tests.hall.script import Stage
from tests.leafrun.position import DATA

OPENING = (
    "群 阿苹: 新游戏 落叶长跑 自动掷骰=开 跑道=1",
    "群 阿橙: 加入",
    "群 阿苹: 开始",
    "私 阿苹: 1",
    "私 阿橙: 1",
    "私 阿苹: 不换",
    "私 阿橙: 不换",
)


@pytest.mark.parametrize("words", ["出牌 1 2", "移动 9"])
async def test_a_refusal_in_the_group_names_no_card_in_hand(words: str, tmp_path: Path) -> None:
    """L9：玩家只写了编号，群里的回话就不该出现牌名、张数与建议打哪张。"""
    async with Stage(tmp_path / "hall.sqlite3", games=(leafrun.game,)) as stage:
        said: list[str] = []
        for line in OPENING:
            said = await stage.step(line)
        active = "阿苹" if any("轮到 🟥阿苹" in each for each in said) else "阿橙"
        told = await stage.step(f"群 {active}: {words}")
        public = "\n".join(each for each in told if each.startswith("→ 群"))
        names = {card.name for card in DATA.cards} | {"行动牌"}
        assert public
        assert not [name for name in sorted(names) if name in public], public
        assert "二弃一" not in public and "出牌" not in public, public
