"""对局之外做的东西：哪里都能做，不碰任何一桌；只有自己看得到；开局时带上桌，此后再改与那一局无关。真的 SQLite。"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from games.kernel import Belongings, Match
from plugins.gamemaster.hall import Incoming
from plugins.gamemaster.store import ShelfRecord, StoreError
from tests.hall.atelier import BLANK, Atelier, AtelierTable, Seals, usable
from tests.hall.script import BOT, GROUP, SETTINGS, Stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with Stage(tmp_path / "hall.sqlite3", games=(Atelier(),)) as each:
        yield each


async def carve(stage: Stage, name: str, seal: str, letters: str) -> None:
    await stage.step(f"私 {name}: 刻 扔")
    for letter in letters:
        await stage.step(f"私 {name}: 刻 字 {letter}")
    await stage.step(f"私 {name}: 刻 存 {seal}")


async def opened(stage: Stage, *names: str, group: str = "") -> list[str]:
    await stage.step(f"群{group} {names[0]}: 新游戏 刻章 轮数=1")
    for name in names[1:]:
        await stage.step(f"群{group} {name}: 加入")
    return await stage.step(f"群{group} {names[0]}: 开始")


def table_of(stage: Stage, group: str = GROUP) -> AtelierTable:
    play = stage.hall.desks[group].play
    assert play is not None and isinstance(play.match.table, AtelierTable)
    return play.match.table


async def shelf(stage: Stage, name: str) -> ShelfRecord:
    return await stage.store.shelf(stage.user(name), "atelier")


async def test_anybody_builds_in_private_without_a_table(stage: Stage) -> None:
    assert await stage.step("私 阿苹: 刻 字 山") == ["→ 私 阿苹: 手上的：山"]
    assert await stage.step("私 阿苹: 刻 字 山") == ["→ 私 阿苹: 手上的：山山"]
    assert await stage.step("私 阿苹: 刻 存 闲章") == ["→ 私 阿苹: 存下了「闲章」。"]
    assert await stage.step("私 阿苹: 印章") == ["→ 私 阿苹: 闲章：山山", "  手上的：山山"]
    assert await stage.step("私 阿苹: 印章 闲章") == ["→ 私 阿苹: 闲章：山山"]
    assert await stage.step("私 阿橙: 印章") == ["→ 私 阿橙: 手上的：无"]
    assert not stage.hall.desks


async def test_the_draft_survives_a_restart(stage: Stage) -> None:
    await stage.step("私 阿苹: 刻 字 山")
    await stage.step("重启")
    assert await stage.step("私 阿苹: 刻 字 水") == ["→ 私 阿苹: 手上的：山水"]


async def test_a_message_delivered_again_is_done_once_even_after_a_restart(stage: Stage) -> None:
    await stage.step("私 阿苹: 刻 字 山")
    assert await stage.step("重投") == []
    await stage.step("重启")
    assert await stage.step("重投") == []
    assert (await shelf(stage, "阿苹")).draft == "山"


async def test_only_the_latest_messages_are_kept(stage: Stage) -> None:
    for _ in range(20):
        await stage.step("私 阿苹: 刻 字 山")
    handled = (await shelf(stage, "阿苹")).handled
    assert handled == [f"{BOT}:{number}" for number in range(5, 21)]


async def test_the_group_hears_names_only(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    assert await stage.step("群 阿苹: 印章") == ["→ 群: @阿苹 你有 1 枚：闲章。内容私聊我看。"]
    assert await stage.step("群 阿苹: 印章 闲章") == ["→ 群: @阿苹 你有 1 枚：闲章。内容私聊我看。"]
    assert await stage.step("群 阿橙: 印章") == ["→ 群: @阿橙 你有 0 枚：无。内容私聊我看。"]


async def test_building_in_the_group_is_neither_done_nor_repeated(stage: Stage) -> None:
    told = await stage.step("群 阿苹: 刻 字 山")
    assert told == ["→ 群: @阿苹 「刻」在私聊里打，别人看不到。私聊我「刻」。"]
    assert await stage.step("群 阿苹: /刻 随便什么") == told
    assert await shelf(stage, "阿苹") == ShelfRecord()


@pytest.mark.parametrize(
    "words", ["印章真好看", "印章 谁有好看的", "刻不容缓", "刻 舟求剑", "印章呢", "刻字店几点关门"]
)
async def test_chat_with_the_words_in_it_is_left_alone(stage: Stage, words: str) -> None:
    assert await stage.step(f"群 阿苹: {words}") == []
    assert not stage.verdict
    await opened(stage, "阿苹", "阿橙")
    assert await stage.step(f"群 阿苹: {words}") == []


async def test_building_disturbs_no_match(stage: Stage) -> None:
    """轮到自己、托管着、坐着两桌，都照做；桌子、日志、托管都不动，群里一个字也没有。"""
    await opened(stage, "阿苹", "阿橙")
    await opened(stage, "阿苹", "小云", group="200")
    await stage.step("群 阿苹: 托管")
    before = {group: table_of(stage, group).digest() for group in (GROUP, "200")}
    plays = [stage.hall.desks[group].play for group in (GROUP, "200")]
    rows = [play.next_row for play in plays if play is not None]
    told = [
        await stage.step(f"私 阿苹: {words}")
        for words in ("刻 字 山", "印章", "群 1 刻 字 水", "群 200 印章")
    ]
    assert [line[0] for line in told] == [
        "→ 私 阿苹: 手上的：山",
        "→ 私 阿苹: 手上的：山",
        "→ 私 阿苹: 手上的：山水",
        "→ 私 阿苹: 手上的：山水",
    ]
    assert {group: table_of(stage, group).digest() for group in (GROUP, "200")} == before
    assert [play.next_row for play in plays if play is not None] == rows
    assert plays[0] is not None and plays[0].seats[0].autopilot


async def test_contents_never_leave_by_the_group(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    for words in (
        "群 阿苹: 印章",
        "私 阿苹: 印章",
        "私 阿苹: 用 闲章",
        "私 阿橙: 1",
        "群 阿苹: 刻 字 山",
        "群 阿苹: 状态",
    ):
        await stage.step(words)
    others = [sent for sent in stage.outlet.sent if sent.group is not None or sent.user != stage.user("阿苹")]
    assert others and all("山" not in sent.text.text for sent in others)
    private = [sent for sent in stage.outlet.sent if "山" in sent.text.text]
    assert private and all(sent.group is None for sent in private)


async def test_what_is_made_goes_to_the_table(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await carve(stage, "阿苹", "半成", "山水")
    told = await opened(stage, "阿苹", "阿橙")
    assert table_of(stage).belongings == [Belongings({"闲章": "山水月", "半成": "山水"}), Belongings()]
    assert "  1. 白板" in told and "  2. 闲章" in told and not any("半成" in line for line in told)
    await stage.step("私 阿苹: 用 闲章")
    assert table_of(stage).scores == [3, 0]


async def test_computers_bring_nothing(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await stage.step("群 阿苹: 新游戏 刻章 轮数=1")
    await stage.step("群 阿苹: 补位 1")
    await stage.step("群 阿苹: 开始")
    assert table_of(stage).belongings == [Belongings({"闲章": "山水月"}), Belongings()]


async def test_later_changes_leave_the_match_alone_through_restart_and_rewind(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 用 闲章")
    digest = table_of(stage).digest()
    await carve(stage, "阿苹", "闲章", "金")
    await stage.step("重启")
    assert table_of(stage).digest() == digest
    assert table_of(stage).belongings[0].things == {"闲章": "山水月"}
    await stage.step("管 管家: 重置 1")
    assert table_of(stage).scores == [0, 0]
    await stage.step("私 阿苹: 用 闲章")
    assert table_of(stage).digest() == digest
    await opened(stage, "阿苹", "小云", group="200")
    assert table_of(stage, "200").belongings[0].things == {"闲章": "金"}


async def test_a_rewind_past_a_snapshot_deals_the_same_belongings(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    start = table_of(stage).digest()
    for words in (
        "私 阿苹: 用 闲章",
        "私 阿橙: 1",
        "私 阿苹: 1",
        "私 阿橙: 1",
        "群 阿苹: 掷骰",
        "群 阿橙: 掷骰",
    ):
        await stage.step(words)
    await carve(stage, "阿苹", "闲章", "金")
    await stage.step("重启")
    await stage.step("管 管家: 重置 6")
    assert table_of(stage).digest() == start


async def test_the_one_last_used_is_the_default_next_time(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    told = await opened(stage, "阿苹", "阿橙")
    assert f"  上次用的：{BLANK}" in told
    await stage.step("私 阿苹: 用 闲章")
    assert (await shelf(stage, "阿苹")).last == "闲章"
    assert (await shelf(stage, "阿橙")).last == ""
    await stage.step("私 阿橙: 1")
    assert (await shelf(stage, "阿橙")).last == BLANK
    told = await opened(stage, "阿苹", "小云", group="200")
    assert "  上次用的：闲章" in told
    await stage.step("等 100")
    assert table_of(stage, "200").used[0] == "闲章"


async def test_renaming_keeps_the_one_last_used(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 用 闲章")
    await stage.step("私 阿苹: 刻 改名 名章")
    assert (await shelf(stage, "阿苹")).last == "名章"
    told = await opened(stage, "阿苹", "小云", group="200")
    assert "  上次用的：名章" in told


async def test_an_old_match_read_back_does_not_overwrite_what_was_used_since(stage: Stage) -> None:
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    await stage.step("私 阿苹: 用 闲章")
    await opened(stage, "阿苹", "小云", group="200")
    await stage.step("私 阿苹: 群 200 1")
    assert (await shelf(stage, "阿苹")).last == BLANK
    await stage.step("重启")
    await stage.step("私 阿橙: 1")
    assert (await shelf(stage, "阿苹")).last == BLANK


async def test_what_a_substitute_chooses_is_the_first_players(stage: Stage) -> None:
    """东西是开局时坐下的人带来的；替手选了哪一件，也记在他名下。"""
    await carve(stage, "阿苹", "闲章", "山水月")
    await opened(stage, "阿苹", "阿橙")
    stage.user("小云")
    await stage.step("管 管家: 换人 1号 @小云")
    await stage.step("私 小云: 用 闲章")
    assert ((await shelf(stage, "阿苹")).last, (await shelf(stage, "小云")).last) == ("闲章", "")


async def test_a_full_disk_says_so_and_keeps_what_was_there(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.step("私 阿苹: 刻 字 山")

    async def full(*_: object, **__: object) -> None:
        raise StoreError("没有存下：磁盘满了")

    with monkeypatch.context() as patch:
        patch.setattr(stage.store, "save_shelf", full)
        told = await stage.step("私 阿苹: 刻 字 水")
    assert told == ["→ 私 阿苹: 没能存盘，刚才这句没有生效，请再打一次。"]
    assert await stage.step("私 阿苹: 刻 字 月") == ["→ 私 阿苹: 手上的：山月"]


async def test_a_broken_workshop_answers_in_one_sentence(stage: Stage) -> None:
    assert await stage.step("私 阿苹: 刻 炸") == ["→ 私 阿苹: 出了点问题，刚才这句没有生效。"]
    assert await stage.step("私 阿苹: 刻 字 山") == ["→ 私 阿苹: 手上的：山"]


async def test_sentences_sent_at_once_are_done_in_order(stage: Stage) -> None:
    said = [
        Incoming(BOT, None, stage.user("阿苹"), "阿苹", "member", f"刻 字 {letter}", message=f"齐{letter}")
        for letter in "甲乙丙丁戊己"
    ]
    await asyncio.gather(*(stage.hall.handle(each) for each in said))
    assert (await shelf(stage, "阿苹")).draft == "甲乙丙丁戊己"


async def test_the_same_question_over_and_over_is_answered_once(tmp_path: Path) -> None:
    from dataclasses import replace

    async with Stage(tmp_path / "hall.sqlite3", replace(SETTINGS, repeat_seconds=5), (Atelier(),)) as stage:
        assert await stage.step("私 阿苹: 印章")
        assert await stage.step("私 阿苹: 印章") == []
        # 改动的话说两遍是要办两次。
        await stage.step("私 阿苹: 刻 字 山")
        assert await stage.step("私 阿苹: 刻 字 山") == ["→ 私 阿苹: 手上的：山山"]
        assert await stage.step("私 阿苹: 印章")
        await stage.step("等 6")
        assert await stage.step("私 阿苹: 印章")


async def test_half_a_surrogate_pair_does_no_harm(stage: Stage) -> None:
    told = await stage.step("私 阿苹: 刻 存 \ud83d章")
    assert told == ["→ 私 阿苹: 存下了「章」。"]


class Second(Atelier):
    key = "second"
    title = "第二"


async def test_two_games_with_the_same_words_are_told_apart(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3", games=(Atelier(), Second())) as stage:
        asked = ["→ 私 阿苹: 哪个游戏的？打「刻 刻章」，能写：刻章、第二。"]
        assert await stage.step("私 阿苹: 刻 字 山") == asked
        assert await stage.step("私 阿苹: 刻 第二 字 山") == ["→ 私 阿苹: 手上的：山"]
        assert (await stage.store.shelf(stage.user("阿苹"), "second")).draft == "山"
        assert await stage.step("群 阿苹: 印章 刻章") == ["→ 群: @阿苹 你有 0 枚：无。内容私聊我看。"]
        # 坐着哪个游戏，说的就是哪个。
        await stage.step("群 阿苹: 新游戏 第二")
        assert await stage.step("私 阿苹: 刻 字 水") == ["→ 私 阿苹: 手上的：山水"]


async def test_a_name_that_begins_like_the_games_is_a_name(stage: Stage) -> None:
    await carve(stage, "阿苹", "刻章高手", "山水月")
    assert await stage.step("私 阿苹: 印章 刻章高手") == ["→ 私 阿苹: 刻章高手：山水月"]
    assert await stage.step("私 阿苹: 印章 刻章 刻章高手") == ["→ 私 阿苹: 刻章高手：山水月"]


async def test_help_names_the_workshop(stage: Stage) -> None:
    told = await stage.step("群 阿苹: 帮助")
    assert "  「印章」看自己存着的，私聊「刻」做新的：「帮助 刻」。" in told
    assert await stage.step("群 阿苹: 帮助 刻") == [f"→ 群: {Seals().guide(None)[0]}"]


async def test_who_sits_down_is_told_of_the_workshop(stage: Stage) -> None:
    told = await stage.step("群 阿苹: 新游戏 刻章")
    assert "  开局前可以在这里打「印章」看自己存着的，打「刻」做新的。" in told


def test_belongings_are_part_of_the_deal() -> None:
    """没有带东西就照发牌时的样子；带了就放上桌。"""
    game = Atelier()
    options, data = game.default_options(), game.load(Path())
    plain = Match(game.opening(1, ["🔴", "🔵"], options, data)).table
    empty = Match(game.opening(1, ["🔴", "🔵"], options, data, (), [Belongings(), Belongings()])).table
    assert plain.digest() == empty.digest()
    mine = Belongings({"闲章": "山水月"}, "闲章")
    table = game.opening(1, ["🔴", "🔵"], options, data, (), [mine, Belongings()])
    assert isinstance(table, AtelierTable) and table.belongings == [mine, Belongings()]
    assert usable(mine) == [BLANK, "闲章"]
    assert AtelierTable.restore(table.snapshot(), table.setup) == table
