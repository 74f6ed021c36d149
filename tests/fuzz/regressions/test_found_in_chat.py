"""乱聊找到过的毛病，各留最短的几句话。"""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.nonces import RUN
from tests.fuzz.parlour import GROUP, parlour
from tests.fuzz.watch import UNSAYABLE


async def test_candidates_are_not_printed_in_the_group_after_a_wrong_word(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("opening")
        for _ in range(20):
            if "character" in {ask.what for ask in room.play.clocked()}:
                break
            await room.says("9", "跳过", role="owner")
        told = await room.says("1", "结束")
        public = [text for place, text in told if place == GROUP]
        private = [text for place, text in told if place == "1"]
        assert public and not any(RUN.search(text) for text in public)
        assert len(private) == 1 and RUN.search(private[0])
        assert not room.watcher.findings


async def test_acting_for_someone_does_not_read_his_hand_out(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("opening")
        for _ in range(20):
            if "exchange" in {ask.what for ask in room.play.clocked()}:
                break
            await room.says("9", "跳过", role="owner")
        for words in ("弃牌 1 2 3 4 5 6", "换牌 99", "出牌 1", "移动 9", "选 9", "二换三 1 2"):
            told = await room.says("9", f"代打 2号 {words}", role="owner")
            assert told and not any(RUN.search(text) for _, text in told), told
        assert not room.watcher.findings


async def test_refusals_on_the_turn_do_not_count_the_hand_aloud(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        speaker = room.awaited()
        for words in ("移动 60", "出牌 88", "装备 1", "二弃一 1", "防具 什么", "出牌 1 2 3 4 5"):
            told = await room.says(speaker, words)
            public = [text for place, text in told if place == GROUP]
            if told and any(place == speaker for place, _ in told) and room.awaited() == speaker:
                assert public == ["这句不行，原因私聊给你了。"], (words, told)
        assert not room.watcher.findings


async def test_a_move_of_no_number_is_refused(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        speaker, moves = room.awaited(), room.moves
        for words in ("移动 格", "移动 步", "移动 +", "移动 、"):
            told = await room.says(speaker, words, private=True)
            assert told and "没读懂这句" not in told[0][1], told
        assert room.moves == moves
        assert not room.watcher.findings


async def test_control_characters_are_not_echoed(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        for words in ("出牌 \x07\x1b[31m", "出牌 \u202e反", "出牌 \U000e0041牌", "出牌 \x7f\x85"):
            for _, text in await room.says(room.awaited(), words, private=True):
                assert UNSAYABLE.search(text) is None, text
        assert not room.watcher.findings
