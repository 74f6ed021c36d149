"""普通聊天不会被当成指令；是指令的不会被漏掉。"""

from __future__ import annotations

from pathlib import Path

import pytest

from plugins.gamemaster.hall import HallSettings
from tests.hall.script import Stage

IDLE = """
大家好|新游戏出了吗|新游戏真好玩|开桌吃饭|开始了吗|加入我们吧|加入购物车|退出群聊怎么弄|状态不错|规则是什么
规则太复杂了|帮助一下我|帮助文档在哪|版本太旧了吧|再来一瓶|再来点|战绩可查|1|2|666|12|...|!!|/|#|？|手牌呢|继续
继续加油|同意|不同意|暂停一下|踢足球|踢他|重置密码|跳过广告|投票选班长|诊断书|托管班|中断连接|悔棋可耻|催婚
""".replace("\n", "|").strip("|")

SEATED = """
3 个人来不来|选的什么呀|选哪个好|选我选我|打人不好|打游戏吗|打了吗|摸鱼呢|摸摸头|过来|过了吗|过年好|掷骰子吗|喊他来
心情不好呀|状态不错|手牌好烂|托管吗|开始吧|结束了吗|认输吧|中断了|暂停吧|继续|催什么催|悔棋不|重置一下|重置密码
跳过吧|同意|不同意|踢足球|踢他出去吧|代打我吧|换人吧|延时摄影|诊断一下|规则都不懂吗|加入了|退出吧|选项太多了|99|4
""".replace("\n", "|").strip("|")


@pytest.mark.parametrize("line", IDLE.split("|"))
async def test_chat_in_a_group_without_a_table_is_left_alone(line: str, tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        assert await stage.step(f"群 路人: {line}") == []
        assert not stage.verdict


async def test_chat_of_seated_players_is_left_alone(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for line in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始"):
            await stage.step(line)
        # 先是暗选（阿苹正被问到，号只有 1–3），再是阿苹的回合。
        for turn in range(2):
            for line in SEATED.split("|"):
                if turn and line == "4":
                    continue
                assert await stage.step(f"群 阿苹: {line}") == [], line
                assert not stage.verdict, line
                if turn:
                    assert await stage.step(f"群 路人: {line}") == [], line
            for line in ("私 阿苹: 1", "私 阿橙: 1", "群 阿苹: 掷骰", "群 阿橙: 掷骰"):
                if not turn:
                    assert await stage.step(line), line


@pytest.mark.parametrize(
    "line",
    [
        "选1",
        "选 １",
        "／选 1",
        "＃选1",
        ".选 1",
        "!选 1",
        "@90001 选 1",
        "选\u200b 1",
        "  选   1  ",
        "选 1。",
    ],
)
async def test_every_way_of_writing_a_command_is_heard(line: str, tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for each in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始"):
            await stage.step(each)
        stage.users["90001"] = "90001"
        told = await stage.step(f"群 阿苹: {line}")
        # 阿苹没有 1 这张牌：听懂了，才会这样拒绝。
        assert told[1:] == ["→ 私 阿苹: 这不是这个问题的回答。打「选 牌」或号"], told


async def test_a_flood_is_dropped_once_the_queue_is_full(tmp_path: Path) -> None:
    import asyncio

    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await stage.step("群 阿苹: 新游戏 玩具")
        before = len(stage.outlet.sent)
        lines = ("状态", "选项")
        await asyncio.gather(*(stage.step(f"群 阿苹: {lines[each % 2]}") for each in range(300)))
        assert len(stage.outlet.sent) - before <= stage.settings.queue_length * 2
        assert await stage.step("群 阿苹: 状态")


async def test_a_line_repeated_in_a_burst_is_answered_once(tmp_path: Path) -> None:
    """刷屏的人不能让机器人跟着刷屏；隔一会儿、换个人、桌上变了，都照常回。"""
    async with Stage(tmp_path / "hall.sqlite3", HallSettings()) as stage:
        for each in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入"):
            await stage.step(each)
        assert await stage.step("群 阿苹: 状态")
        assert not await stage.step("群 阿苹: 状态")
        assert not await stage.step("群 阿苹: /状态")
        assert await stage.step("群 阿橙: 状态")
        await stage.step("群 阿黄: 加入")
        assert await stage.step("群 阿苹: 状态")
        await stage.step("等 3")
        assert await stage.step("群 阿苹: 状态")


async def test_a_repeated_line_that_does_something_each_time_is_never_swallowed(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3", HallSettings()) as stage:
        for each in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始"):
            await stage.step(each)
        assert "再打一次" in "".join(await stage.step("群 阿橙: 认输"))
        assert "电脑接手" in "".join(await stage.step("群 阿橙: 认输"))


async def test_a_line_that_failed_to_be_saved_may_be_typed_again_at_once(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3", HallSettings()) as stage:
        for each in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始"):
            await stage.step(each)
        await stage.step("盘坏")
        assert "没能存盘" in "".join(await stage.step("群 阿苹: 托管"))
        await stage.step("盘好")
        assert "托管了" in "".join(await stage.step("群 阿苹: 托管"))
