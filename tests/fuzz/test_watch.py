"""裁判自己：故意泄密、出错、弄坏桌子，都要被看出来。"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.kernel import Ask, Cast, Choice, Match
from games.leafrun.events import Drew
from games.leafrun.table import LeafrunTable
from plugins.gamemaster.hall import Text
from plugins.gamemaster.store.records import ActionRecord

from .campaign import Campaign
from .legality import faults_of_match, finished_by_defaults
from .mirror import Mirror
from .nonces import name_of_card, name_of_character, read_nonce
from .parlour import GROUP, Parlour, parlour
from .people import Crowd
from .subjects import Leafrun
from .subjects.leafrun import NonceLeafrun
from .watch import Watcher


class Telltale(NonceLeafrun):
    """把别人的手牌说到群里。"""

    def tell(self, events: Sequence[Any], view: Any, cast: Cast) -> list[str]:
        lines = super().tell(events, view, cast)
        if view.seat is not None:
            self.overheard = [view.setup.card_name(held.card) for held in view.hand]
        elif any(isinstance(event, Drew) for event in events) and getattr(self, "overheard", None):
            lines.append(f"悄悄话：{self.overheard[0]}")
        return lines


class Stumbling(NonceLeafrun):
    """读到「3」就出错。"""

    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        if "3" in text:
            raise RuntimeError("摔了一跤")
        return super().read(text, ask, view, cast)


async def test_a_game_that_gives_secrets_away_is_caught(tmp_path: Path) -> None:
    report = await Campaign(tmp_path, Leafrun(Telltale()), 1, groups=4).run(1500)
    assert report.count("leak")
    assert "悄悄话" in str(next(each for each in report.findings if each.kind == "leak"))


async def test_a_game_that_fails_is_caught_in_the_log(tmp_path: Path) -> None:
    report = await Campaign(tmp_path, Leafrun(Stumbling()), 1, groups=4).run(1500)
    assert report.count("error")
    assert "摔了一跤" in str(next(each for each in report.findings if each.kind == "error"))


def told(room: Parlour, group: str | None, user: str, text: str) -> list[str]:
    """裁判看了这句话以后，新记下的是哪几种不对。"""
    watcher: Watcher = room.watcher
    before = len(watcher.findings)
    if group is not None:
        watcher.said(group, Text(text))
    else:
        watcher.whispered(user, Text(text), True)
    return [finding.kind for finding in watcher.findings[before:]]


async def test_every_name_is_judged_by_who_may_know_it(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        table = room.play.match.table
        assert isinstance(table, LeafrunTable)
        nonce = read_nonce(room.play.data.cards[0].name)
        assert nonce is not None
        mine = name_of_card(nonce.salt, table.hands[0][0])
        unseen = name_of_card(nonce.salt, table.deck[0])
        assert told(room, None, "1", f"手牌：{mine}") == []
        assert told(room, None, "2", f"手牌：{mine}") == ["leak"]
        assert told(room, None, "5", f"手牌：{mine}") == ["leak"]
        assert told(room, GROUP, "", f"他有{mine}") == ["leak"]
        assert told(room, None, "1", f"下一张是{unseen}") == ["leak"]
        chosen = name_of_character(nonce.salt, table.character[0])
        assert told(room, GROUP, "", f"角色{chosen}") == []
        free = next(each for each in range(20) if each not in table.character)
        assert told(room, GROUP, "", f"没选的{name_of_character(nonce.salt, free)}") == ["leak"]
        assert told(room, "701", "", f"别的群也不行{chosen}") == ["leak"]


async def test_what_somebody_said_aloud_may_be_repeated_to_the_table(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        table = room.play.match.table
        assert isinstance(table, LeafrunTable)
        nonce = read_nonce(room.play.data.cards[0].name)
        assert nonce is not None
        mine = name_of_card(nonce.salt, table.hands[0][0])
        quoted = f"正在表决「代打 2号 弃牌 {mine}」，先打「同意」或「不同意」。"
        assert told(room, None, "2", quoted) == ["leak"]
        room.watcher.listen(GROUP, "1", f"代打 2号 弃牌 {mine}")
        assert told(room, None, "2", quoted) == []
        assert told(room, None, "99", quoted) == ["leak"]


async def test_unfit_texts_are_caught(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        for text in (
            "",
            "Traceback (most recent call last)",
            "IndexError: list",
            "<games.leafrun.Thing>",
            "在 /tmp/x 里",
            "回答是 None",
            "['end']",
            "响铃\x07",
            "倒\u202e着写",
            "长" * 2000,
            "\n".join("行" * 40),
        ):
            assert "text" in told(room, GROUP, "", text), text
        assert told(room, GROUP, "", "轮到 🟥阿苹 出牌（还剩 3分钟）\n打「结束」") == []


async def test_a_broken_table_is_caught(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("turn")
        match: Match[Any] = room.play.match
        assert list(faults_of_match(room.watcher.subject, match)) == []
        assert finished_by_defaults(match)
        table = match.table
        lost = table.deck.pop()
        assert any("不见了" in fault for fault in faults_of_match(room.watcher.subject, match))
        table.deck.append(lost)
        table.discard.append(lost)
        assert any("同时在" in fault for fault in faults_of_match(room.watcher.subject, match))
        table.discard.pop()
        health = table.health[0]
        table.health[0] = 99
        assert any("体力" in fault for fault in faults_of_match(room.watcher.subject, match))
        table.health[0] = health
        table.position[1] = 77
        assert any("第 77 格" in fault for fault in faults_of_match(room.watcher.subject, match))
        table.position[1] = 0
        match.waiting.clear()
        assert any("没有在问谁" in fault for fault in faults_of_match(room.watcher.subject, match))


async def test_a_move_for_another_or_without_powers_is_caught(tmp_path: Path) -> None:
    async with parlour(tmp_path) as room:
        await room.seat("opening")
        play, watcher = room.play, room.watcher
        mirror: Mirror = watcher.mirrors[play.record.id]
        row = ActionRecord("answer", 0, "roll", "掷骰", "moderator", "5", None, n=mirror.rows)
        watcher.appended(play.record.id, [row])
        assert [finding.kind for finding in watcher.findings] == ["illegal"]
        row = ActionRecord("answer", 1, "roll", "掷骰", "player", "1", None, n=mirror.rows)
        watcher.appended(play.record.id, [row])
        assert [finding.kind for finding in watcher.findings] == ["illegal", "illegal"]


def test_names_are_read_back() -> None:
    for salt in (0, 1, 99, 100, 9999):
        card, character = read_nonce(name_of_card(salt, 147)), read_nonce(name_of_character(salt, 19))
        assert card is not None and (card.salt, card.card, card.character) == (salt, 147, None)
        assert character is not None and (character.salt, character.card, character.character) == (
            salt,
            None,
            19,
        )
    assert read_nonce("事件触发") is None


def test_every_group_has_someone_who_governs() -> None:
    from random import Random

    crowd = Crowd.gathered(Random(1), 10, ("90001",))
    assert all("owner" in group.roles.values() for group in crowd.groups)
