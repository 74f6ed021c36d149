"""魔法精英三个世代的整局：真的机器人进程，照着题面打字；在要紧的当口 SIGKILL 再起。"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from benchmarks.bot_process import QUICK, BotProcess
from games.kernel import Event, Match
from games.magicelite import game
from games.magicelite.table import MagicEliteTable
from plugins.gamemaster.hall.house import default_house
from plugins.gamemaster.hall.play import load_rules
from plugins.gamemaster.hall.restoring import fold_rows
from plugins.gamemaster.hall.seats import Seat, cast_of
from plugins.gamemaster.hall.settings import HallSettings
from plugins.gamemaster.store.records import StoredMatch
from plugins.gamemaster.store.store import Store
from plugins.room.harness import Room, open_room

from .magic_people import MagicParty

HAND = re.compile(r"^手牌 \d+ 张(?:\n(?:\d+\.[♠♥♣♦]|★|未上场的武将).*)*", re.MULTILINE)
"""私聊里的一手牌，连同身后的武将。"""
MINE = re.compile(r"^(?:摸到 [♠♥♣♦]|你的武将 ).*$", re.MULTILINE)
"""只有本人该知道的事。"""
HALL = re.compile(r"^(?:魔法精英开局|我重启了|打「再来」|钻石入账：|.* 手牌已私聊给你。)")
"""大厅自己的话。"""


@dataclass
class Replay:
    """一局的日志重放的结果。"""

    stored: StoredMatch
    match: Match[MagicEliteTable]
    users: list[int]
    hands: list[set[str]] = field(default_factory=list)
    """各座位有过的每一手牌。"""
    mine: list[set[str]] = field(default_factory=list)
    """各座位私下听到的每一行。"""
    public: set[str] = field(default_factory=set)
    """旁观者看得到的每一行：发生的事、局面、公开的题面。"""


async def replay(database: Path, number: int) -> Replay:
    """读出第 `number` 局，从头重放，逐步核对校验值，并记下谁看得到什么。"""
    async with Store(database) as store:
        stored = await store.load(number)
    record = stored.record
    options, _ = load_rules(game, record.options, default_house(HallSettings(version=""), game.timeouts))
    data = game.restore_data(record.data)
    folded = fold_rows(stored.actions, 0, [Seat.from_record(seat) for seat in record.seats])
    cast = cast_of(game, folded.seats)
    marks = [seat.mark for seat in record.seats]
    table = game.opening(record.seed, marks, options, data, record.amounts())
    assert isinstance(table, MagicEliteTable)
    match = Match(table)
    seats = range(len(record.seats))
    found = Replay(stored, match, [int(seat.user or 0) for seat in record.seats])
    found.hands = [set() for _ in seats]
    found.mine = [set() for _ in seats]

    def note(happened: Sequence[Event]) -> None:
        view = match.table.view(None)
        texts = [*game.tell([event.seen_by(None) for event in happened], view, cast)]
        texts += [game.board(view, cast), game.status(view, cast)]
        texts.append(game.waiting({ask.seat: ask.what for ask in match.clocked()}, view, cast))
        for ask in match.clocked():
            prompt = game.prompt(ask, match.table.view(ask.seat), cast)
            if not prompt.secret:
                texts += [*prompt.lines, prompt.title, prompt.advice]
                texts += [f"{index}. {text}" for index, (_, text) in enumerate(prompt.numbered, 1)]
        if match.over:
            texts.append(game.result(view, cast))
        found.public.update(line for text in texts for line in text.split("\n"))
        for seat in seats:
            own = match.table.view(seat)
            found.hands[seat].add(game.hand(own, cast))
            found.mine[seat].update(game.tell([event.seen_by(seat) for event in happened], own, cast))

    note(match.events)
    for move, _, digest in folded.moves:
        outcome = match.apply(move)
        assert digest is None or match.table.digest() == digest
        note(outcome.events)
    return found


def check(found: Replay, party: MagicParty, room: Room) -> None:
    """每句认了的话恰好进了一次日志；结果就是重放出来的；谁也没有听到不该他知道的。"""
    counted = Counter(row.message.partition(":")[2] for row in found.stored.actions if row.message)
    assert max(counted.values()) == 1, "有一句话进了两次日志"
    for message, refused in party.said:
        if not refused:
            assert counted[str(message.message_id)] == 1, f"认了的「{message.text}」不在日志里"
    assert [row.n for row in found.stored.actions] == list(range(len(found.stored.actions)))
    assert found.match.over and found.stored.record.state == "finished"
    for text in party.heard:
        for line in text.split("\n"):
            refusal = any(word in line for word in ("没有在问你", "这句不行", "不是这个问题的回答"))
            refusal = refusal or line.startswith("@")
            assert line in found.public or HALL.match(line) or refusal, f"旁观者不该看到：{line}"
    sends = [outcome for outcome in room.outcomes if "send" in outcome.action]
    assert {each.action for each in sends} <= {"send_private_msg", "send_group_msg"}
    assert not any("group_id" in each.parameters for each in sends if each.action == "send_private_msg")
    assert not any(message.leaked for message in room.sent)


def check_whispers(founds: list[Replay], room: Room) -> None:
    """私下说给各人的手牌、摸到的牌、武将，都是他自己的。"""
    seen = 0
    for message in room.sent:
        if message.group_id is not None:
            assert not HAND.search(message.text) and not MINE.search(message.text), message.text
            continue
        own = [(each, each.users.index(message.peer_id or 0)) for each in founds]
        for hand in HAND.findall(message.text):
            seen += 1
            assert any(hand in each.hands[seat] for each, seat in own), f"别人的手牌：{hand}"
        for line in MINE.findall(message.text):
            assert any(line in each.mine[seat] for each, seat in own), f"别人的牌：{line}"
    assert seen


async def raised_again(process: BotProcess, room: Room, party: MagicParty) -> None:
    """再起一个进程，连回来；它要说接着来。"""
    before = len(party.heard)
    party.public = ""
    await process.start()
    await room.connection.wait_connected(20)
    await room.settled(0.3, 20)
    told = party.heard[before:]
    assert len(told) == 1 and told[0].startswith("我重启了，对局接着来"), told


def answering(party: MagicParty) -> bool:
    """交锋中：有返还，正等着回应。"""
    return party.awaited()[1] == "想怎么回应" and "返还" in party.public


def controlled(party: MagicParty) -> bool:
    """刚用了控制，正等着被转移的人回应。"""
    return party.awaited()[1] == "想怎么回应" and "点转给" in party.public


def adventuring(party: MagicParty) -> bool:
    """大冒险翻到一半。"""
    return party.awaited()[1] == "翻牌" and "第 1 翻" in "\n".join(party.heard[-4:])


@pytest.mark.parametrize(
    ("options", "seats", "wishes", "moment"),
    [
        ("世代=1", 3, (), answering),
        ("世代=2 组队=开", 4, ("控制",), controlled),
        ("世代=3", 3, ("大冒险",), adventuring),
    ],
    ids=["first", "second", "third"],
)
async def test_a_whole_match_goes_on_where_it_was_killed(
    options: str,
    seats: int,
    wishes: tuple[str, ...],
    moment: Callable[[MagicParty], bool],
    tmp_path: Path,
) -> None:
    process = BotProcess(tmp_path, environment=QUICK)
    await process.start()
    try:
        async with open_room(process.url) as room:
            group = room.group().group_id
            party = MagicParty(room, group, range(10001, 10001 + seats), wishes)
            matches = 0
            while True:
                # 牌是随机的：一局里没有等到那个当口，就再开一局。
                matches += 1
                assert matches <= 6, "打了六局都没有等到"
                await party.sit_down(options)
                await party.play(lambda: moment(party))
                if not party.over:
                    break
            person, what = party.awaited()
            while (text := await party.choose(person, what)) == "手牌":
                await party.say(person, text)
            unanswered = await party.drop_a_line(person, text)
            await process.kill()
            await raised_again(process, room, party)
            # 协议端重连以后把同一句再送一遍：进过日志就不再算。
            room.connection.redeliver(unanswered)
            await room.settled(0.2)
            await party.play()
            booked = [text for text in party.heard if "钻石入账：" in text]
            await process.stop()
            assert "Traceback" not in process.printed() and "[ERROR]" not in process.printed()
            founds = [await replay(process.database, number) for number in range(1, matches + 1)]
            check(founds[-1], party, room)
            check_whispers(founds, room)
            counted = [row.message.partition(":")[2] for row in founds[-1].stored.actions]
            assert counted.count(str(unanswered.message_id)) == 1
            assert len(booked) <= 1
            if "世代=3" in options:
                await check_purses(process.database, founds)
    finally:
        await process.kill()


async def check_purses(database: Path, founds: list[Replay]) -> None:
    """钻石按终局时桌上的数入账，一局一次，没有还占着的。"""
    async with Store(database) as store:
        for seat, user in enumerate(founds[-1].users):
            account = await store.account(str(user), "钻石")
            assert account.balance == game.purses(founds[-1].match.table)[seat].amount
            assert account.held == 0
            rows = await store.ledger(str(user), "钻石", 99)
            booked = Counter(row.match for row in rows if row.match is not None)
            assert all(count == 1 for count in booked.values())
            assert sum(row.delta for row in rows) == account.balance


async def test_two_people_play_with_bodies_and_a_dissolved_match_returns_the_diamonds(tmp_path: Path) -> None:
    process = BotProcess(tmp_path, environment=QUICK)
    await process.start()
    try:
        async with open_room(process.url) as room:
            group = room.group().group_id
            users = [10001, 10002]
            party = MagicParty(room, group, users, ("大冒险",))
            await party.sit_down("世代=2")
            await party.play()
            heard, said = party.heard[:], party.said[:]
            # 先打完一局三代，账上有了钱，再散掉一局。
            await party.sit_down("世代=3")
            await party.play()
            await party.sit_down("世代=3")
            for _ in range(2):
                person, what = party.awaited()
                await party.say(person, await party.choose(person, what))
            room.world.promote(group, users[0])
            await party.say(party.people[0], "重置 解散")
            assert any("这一局散了" in text for text in party.heard)
            await process.stop()
            assert "Traceback" not in process.printed() and "[ERROR]" not in process.printed()
            founds = [await replay(process.database, number) for number in (1, 2, 3)]
            party.heard, party.said = heard, said
            check(founds[0], party, room)
            check_whispers(founds, room)
            assert founds[2].stored.record.state == "dissolved"
            brought = [each.purse for each in founds[2].stored.record.seats]
            assert brought == [each.amount for each in game.purses(founds[1].match.table)]
            await check_purses(process.database, founds[1:2])
    finally:
        await process.kill()
