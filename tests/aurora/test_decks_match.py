"""自己构筑的卡组带上桌：能选、保密、与那一局钉在一起，超时用上次的（A1.6、A8.2、A10、A11.1）。真的大厅与库。"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.aurora import AuroraGame
from games.aurora.decks import read_line
from games.aurora.table import AuroraTable
from games.kernel import DATA
from tests.hall.script import GROUP, Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage(tmp_path / "hall.sqlite3", games=(AuroraGame(),)) as each:
        yield each


def table_of(stage: Stage, group: str = GROUP) -> AuroraTable:
    play = stage.hall.desks[group].play
    assert play is not None and isinstance(play.match.table, AuroraTable)
    return play.match.table


async def built(stage: Stage, name: str, hero: str, deck: str) -> None:
    await stage.step(f"私 {name}: 构筑 复制预组 {hero}")
    await stage.step(f"私 {name}: 构筑 保存 {deck}")


async def opened(stage: Stage, *names: str, group: str = "") -> list[str]:
    await stage.step(f"群{group} {names[0]}: 新游戏 极光战棋")
    for name in names[1:]:
        await stage.step(f"群{group} {name}: 加入")
    return await stage.step(f"群{group} {names[0]}: 开始")


def card_names(table: AuroraTable, seat: int) -> Counter[str]:
    zones = (table.decks, table.hands, table.dodges, table.reserves, table.charges, table.discards)
    return Counter(table.setup.data.cards[card].name for zone in zones for card in zone[seat])


async def test_a1_6_ones_own_deck_is_offered_chosen_and_played_with(stage: Stage) -> None:
    await built(stage, "阿苹", "洛克", "暗杀")
    await stage.step("私 阿苹: 构筑 减 毒镖")
    await stage.step("私 阿苹: 构筑 加 火球")
    await stage.step("私 阿苹: 构筑 保存")
    await stage.step("私 阿苹: 构筑 减 火球")
    await stage.step("私 阿苹: 构筑 保存 半成")
    told = "\n".join(await opened(stage, "阿苹", "阿橙"))
    assert "5. 暗杀：洛克" in told
    assert "「半成」不能用：卡组 29 张，应为 30 张，还差 1 张（A8.1）" in told
    await stage.step("私 阿苹: 5")
    await stage.step("私 阿橙: 1")
    table = table_of(stage)
    assert list(table.chosen) == ["暗杀", "预组赫利"]
    shelf = await stage.store.shelf(stage.user("阿苹"), "aurora")
    assert card_names(table, 0) == Counter(dict(read_line(shelf.things["暗杀"]).cards))
    assert card_names(table, 0)["毒镖"] == card_names(table, 0)["火球"] == 1


async def test_a10_the_other_seat_and_the_group_learn_the_hero_only(stage: Stage) -> None:
    await built(stage, "阿苹", "洛克", "暗杀")
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 5")
    told = "\n".join(await stage.step("私 阿橙: 1"))
    assert "洛克" in told
    await stage.step("群 阿橙: 状态")
    await stage.step("群 阿橙: 棋盘")
    await stage.step("私 阿橙: 手牌")
    mine = [sent for sent in stage.outlet.sent if "暗杀" in sent.text.text]
    assert mine and all(sent.group is None and sent.user == stage.user("阿苹") for sent in mine)


async def test_a8_2_the_match_keeps_the_deck_it_began_with(stage: Stage) -> None:
    await built(stage, "阿苹", "洛克", "暗杀")
    await opened(stage, "阿苹", "阿橙")
    start = table_of(stage).digest()
    await stage.step("私 阿苹: 构筑 删除 暗杀")
    await stage.step("重启")
    assert table_of(stage).digest() == start
    await stage.step("私 阿苹: 5")
    await stage.step("重启")
    await stage.step("私 阿橙: 1")
    assert list(table_of(stage).chosen) == ["暗杀", "预组赫利"]
    chosen = table_of(stage).digest()
    await stage.step("重启")
    assert table_of(stage).digest() == chosen
    await stage.step("管 管家: 重置 2")
    assert table_of(stage).digest() == start


async def test_a11_1_time_out_takes_the_deck_used_last(stage: Stage) -> None:
    await built(stage, "阿苹", "诺娅", "冰霜")
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 5")
    await stage.step("私 阿橙: 3")
    assert [(await stage.store.shelf(stage.user(name), "aurora")).last for name in ("阿苹", "阿橙")] == [
        "冰霜",
        "预组洛克",
    ]
    await stage.step("管 管家: 重置 解散")
    await opened(stage, "阿橙", "阿苹")
    await stage.step("等 1000")
    assert list(table_of(stage).chosen) == ["预组洛克", "冰霜"]


async def test_a11_1_time_out_takes_the_first_preset_at_the_first_match(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await stage.step("等 1000")
    assert list(table_of(stage).chosen) == ["预组赫利", "预组赫利"]


async def test_a8_2_building_in_the_middle_of_a_match_leaves_it_alone(stage: Stage) -> None:
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 1")
    await stage.step("私 阿橙: 4")
    table, group_told = table_of(stage).digest(), len([sent for sent in stage.outlet.sent if sent.group])
    for words in ("新建 艾薇", "加 集结 2", "可选", "看", "看 集结", "保存 半成", "导出", "放弃", "乱七八糟"):
        assert await stage.step(f"私 阿苹: 构筑 {words}")
    assert table_of(stage).digest() == table
    assert len([sent for sent in stage.outlet.sent if sent.group]) == group_told


async def test_a8_1_a_deck_for_another_pool_is_offered_where_that_pool_is_played(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """设计者放了一个卡池「试验」：「燎原」改叫「野火」。照它构筑的，「选项 卡池=试验」的桌才能选。"""
    folder = tmp_path / "data" / "aurora"
    shutil.copytree(DATA / "aurora", folder)
    (folder / "试验").mkdir()
    for name in ("cards.csv", "presets.csv"):
        text = (folder / name).read_text("utf-8").replace("燎原", "野火")
        (folder / "试验" / name).write_text(text, "utf-8")
    for module in ("lobby", "workshops"):
        monkeypatch.setattr(f"plugins.gamemaster.hall.{module}.DATA", folder.parent)
    await stage.step("私 阿苹: 构筑 复制预组 赫利")
    await stage.step("私 阿苹: 构筑 卡池 试验")
    await stage.step("私 阿苹: 构筑 减 燎原 2")
    await stage.step("私 阿苹: 构筑 加 野火 2")
    told = await stage.step("私 阿苹: 构筑 保存 野火流")
    assert told[-1] == "  卡池是「试验」的桌，开局选卡组时就有它。"
    told = "\n".join(await opened(stage, "阿苹", "阿橙"))
    assert "5. 野火流" not in told and "没有「野火」这张牌" in told
    await stage.step("管 管家: 重置 解散")
    await stage.step("群 阿苹: 新游戏 极光战棋 卡池=试验")
    await stage.step("群 阿橙: 加入")
    told = "\n".join(await stage.step("群 阿苹: 开始"))
    assert "5. 野火流：赫利" in told
    await stage.step("私 阿苹: 5")
    await stage.step("私 阿橙: 1")
    assert [card_names(table_of(stage), seat)["野火"] for seat in (0, 1)] == [2, 2]


async def test_a8_2_a_mistake_in_the_tables_is_named_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await built(stage, "阿苹", "洛克", "暗杀")
    folder = tmp_path / "data" / "aurora"
    shutil.copytree(DATA / "aurora", folder)
    text = (folder / "cards.csv").read_text("utf-8")
    with monkeypatch.context() as patch:
        for module in ("lobby", "workshops"):
            patch.setattr(f"plugins.gamemaster.hall.{module}.DATA", folder.parent)
        (folder / "cards.csv").write_text(text.replace("伤3", "商3", 1), "utf-8")
        for words in ("私 阿苹: 卡组", "私 阿苹: 构筑 减 毒镖", "群 阿苹: 帮助 构筑", "群 阿苹: 卡组"):
            told = await stage.step(words)
            assert "数据有错，暂时用不了：cards.csv 第 " in told[0], told
    # 改好了，不用重启。
    assert (await stage.step("私 阿苹: 卡组"))[1] == "  1. 暗杀（洛克）"
