"""成心捣乱的人、坏掉的磁盘、赶巧的时刻：桌子不乱，也不停摆。"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.kernel import OptionError, Table
from plugins.gamemaster.hall import Incoming
from plugins.gamemaster.hall.desk import Desk
from plugins.gamemaster.hall.hall import NAMES
from plugins.gamemaster.hall.play import Play
from tests.hall.script import BOT, GROUP, Stage
from tests.hall.toy import Toy

OPENING = ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿苹: 开始")


def playing(stage: Stage) -> tuple[Desk, Play]:
    """这桌与正在玩的一局。"""
    desk = stage.hall.desks[GROUP]
    assert desk.play is not None
    return desk, desk.play


async def begin(stage: Stage, *lines: str) -> None:
    for line in (*OPENING, *lines):
        await stage.step(line)


# ---------------------------------------------------------------- 存不上盘
async def test_a_replacement_that_is_not_saved_leaves_the_old_player_at_the_table(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage)
        await stage.step("盘坏")
        told = await stage.step("管 管家: 换人 2号 @阿梨")
        assert "没能存盘" in "".join(told)
        await stage.step("盘好")
        assert "→ 私 阿橙: 手牌" in "\n".join(await stage.step("群 阿橙: 手牌"))
        assert await stage.step("群 阿梨: 手牌") == []
        assert "收到" in "".join(await stage.step("私 阿橙: 1"))


async def test_leaving_that_is_not_saved_leaves_the_player_at_the_table(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage)
        await stage.step("盘坏")
        await stage.step("群 阿橙: 认输")
        await stage.step("群 阿橙: 认输")
        await stage.step("盘好")
        assert "→ 私 阿橙: 手牌" in "\n".join(await stage.step("群 阿橙: 手牌"))


async def test_computers_go_on_when_the_disk_is_well_again(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for line in ("群 阿苹: 新游戏 玩具", "群 阿苹: 补位 1 普通"):
            await stage.step(line)
        await stage.step("盘坏")
        await stage.step("群 阿苹: 开始")
        playing(stage)
        await stage.step("盘好")
        told = await stage.step("等 20")
        assert "暗选一张亮出来" in "\n".join(told)


async def test_a_broken_log_stays_marked_broken_when_its_repair_is_not_saved(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage, "私 阿苹: 1", "私 阿橙: 1", "群 阿苹: 掷骰", "群 阿橙: 掷骰")
        await stage.step("篡改 1")
        await stage.step("盘坏")
        await stage.step("管 管家: 重置")
        await stage.step("盘好")
        await stage.step("管 管家: 重置")
        await stage.step("群 阿橙: 掷骰")
        moves = playing(stage)[1].moves
        await stage.step("重启")
        assert playing(stage)[1].breach is None
        assert playing(stage)[1].moves == moves


# ---------------------------------------------------------------- 钟
async def test_time_given_is_kept_through_a_pause(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage, "管 管家: 延时 5", "掉线", "上线")
        desk, _ = playing(stage)
        assert desk.clock.remaining() == 90 + 300
        await stage.step("管 管家: 暂停")
        await stage.step("管 管家: 延时 5")
        await stage.step("管 管家: 继续")
        assert desk.clock.remaining() == 90 + 600


async def test_time_given_at_the_last_moment_counts(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage)
        desk, play = playing(stage)
        question = play.match.question
        incoming = Incoming(BOT, GROUP, "9", "管家", "owner", "延时 5", "m1")
        assert desk.clock.ends is not None
        stage.clock.at = desk.clock.ends
        handled = asyncio.ensure_future(stage.hall.handle(incoming))
        await asyncio.sleep(0)
        desk.rung(question)
        await handled
        await stage.hall.settled()
        assert play.match.question is question
        assert play.moves == 0


# ---------------------------------------------------------------- 两个账号
async def test_another_account_leaving_or_muted_is_not_the_tables_business(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage)
        await stage.hall.group_gone("90002", GROUP)
        await stage.hall.muted("90002", GROUP, None)
        desk, play = playing(stage)
        assert not play.paused
        assert not desk.muted


async def test_an_account_that_takes_over_can_speak_though_the_former_was_muted(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage, "禁言", "掉线")
        await stage.hall.bot_online("90002")
        stage.outlet.sent.clear()
        user = stage.user("阿苹")
        await stage.hall.handle(Incoming("90002", GROUP, user, "阿苹", "member", "状态", "m1"))
        await stage.hall.settled()
        assert [sent.bot for sent in stage.outlet.sent] == ["90002"]


async def test_a_waiting_table_taken_over_does_not_come_back_after_its_match(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await stage.step("群 阿苹: 新游戏 玩具")
        await stage.step("掉线")
        await stage.hall.bot_online("90002")
        for n, (name, text) in enumerate([("阿橙", "加入"), ("阿苹", "开始")]):
            await stage.hall.handle(Incoming("90002", GROUP, stage.user(name), name, "member", text, f"m{n}"))
        await stage.hall.settled()
        playing(stage)
        assert await stage.store.lobbies() == []


# ---------------------------------------------------------------- 占地方
async def test_names_heard_in_passing_are_not_kept_for_ever(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        hall = stage.hall
        for n in range(NAMES + 10):
            await hall.handle(Incoming(BOT, f"{n}", f"{n}", f"路人{n}", "member", "加入我们", f"z{n}"))
        assert hall.name_of("0", "0") == "群友0"
        assert hall.name_of(f"{NAMES}", f"{NAMES}") == f"路人{NAMES}"
        assert not hall.desks


async def test_private_noise_does_not_hold_up_the_table(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin_waiting(stage)
        user = stage.user("阿橙")
        stage.outlet.deaf.discard(user)
        stage.outlet.slow.add(user)
        hall = stage.hall
        before = len(stage.outlet.sent)
        noise = [Incoming(BOT, None, user, "阿橙", "member", f"在{'呀' * n}", f"p{n}") for n in range(50)]
        async with asyncio.timeout(20):
            # 私聊迟迟没有回音，钟也没有走：要是在队列里等，就永远等不到。
            await asyncio.gather(*(hall.handle(each) for each in noise))
            await hall.settled()
        assert len(stage.outlet.sent) - before <= 2
        for _, future in stage.outlet.hanging:
            future.set_result(True)
        await asyncio.sleep(0)
        await hall.settled()
        assert "阿橙 的私聊通了" in stage.outlet.sent[-1].text.text


async def begin_waiting(stage: Stage) -> None:
    """阿橙坐下了，私聊没通。"""
    await stage.step("聋 阿橙")
    await stage.step("群 阿苹: 新游戏 玩具")
    await stage.step("群 阿橙: 加入")


# ---------------------------------------------------------------- 数据改了
class Shrinking(Toy):
    """最多几轮写在数据里的玩具。"""

    most = 3

    def load(self, folder: Path) -> Any:
        return {**super().load(folder), "most": self.most}

    def deal(self, seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
        if options["轮数"] > data["most"]:
            raise OptionError(f"「轮数」最多 {data['most']}（T1.1）")
        return super().deal(seed, marks, options, data)


async def test_options_that_the_edited_data_no_longer_allows_are_named(tmp_path: Path) -> None:
    game = Shrinking()
    async with Stage(tmp_path / "hall.sqlite3", games=(game,)) as stage:
        for line in ("群 阿苹: 新游戏 玩具 轮数=3", "群 阿橙: 加入"):
            await stage.step(line)
        game.most = 1
        told = await stage.step("群 阿苹: 开始")
        assert told == ["→ 群: @阿苹 「轮数」最多 1（T1.1）。打「选项」看全部，改好再打「开始」。"]
        await stage.step("群 阿苹: 选项 轮数=1")
        await stage.step("群 阿苹: 开始")
        playing(stage)


# ---------------------------------------------------------------- 越权
async def test_the_only_player_present_cannot_hand_an_absent_ones_cards_to_a_friend(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        for line in ("群 阿苹: 新游戏 玩具", "群 阿橙: 加入", "群 阿梨: 加入", "群 阿苹: 开始"):
            await stage.step(line)
        await stage.step("群 阿橙: 托管")
        await stage.step("群 阿梨: 托管")
        told = await stage.step("群 阿苹: 换人 2号 @小号")
        assert "提议" in told[0]
        assert await stage.step("私 小号: 手牌") == []
        # 托管的人回来说一句，票就算数。
        told = await stage.step("群 阿梨: 同意")
        assert "换成" in "".join(told)


async def test_a_number_in_foreign_digits_is_nobodys(tmp_path: Path) -> None:
    async with Stage(tmp_path / "hall.sqlite3") as stage:
        await begin(stage)
        incoming = Incoming(BOT, GROUP, "9", "管家", "owner", "换人 2号 @١٢٣", "m1")
        await stage.hall.handle(incoming)
        await stage.hall.settled()
        assert stage.user("阿橙") in playing(stage)[1].users()
