"""极光战棋的整局：真的机器人进程，照着题面打字；在等着响应攻击时 SIGKILL 再起（A4.5）。"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.bot_process import QUICK, BotProcess
from games.aurora import game
from games.aurora.table import AuroraTable
from games.kernel import Event, Match
from plugins.gamemaster.hall.house import default_house
from plugins.gamemaster.hall.play import load_rules
from plugins.gamemaster.hall.restoring import fold_rows
from plugins.gamemaster.hall.seats import Seat, cast_of
from plugins.gamemaster.hall.settings import HallSettings
from plugins.gamemaster.hall.workshops import belongings_of
from plugins.gamemaster.store.records import StoredMatch
from plugins.gamemaster.store.store import Store
from plugins.room.harness import Room, open_room

from .aurora_people import AuroraParty

DECK = (
    "极光1:赫利:疾步3 直刺3 投矛3 横扫3 火球3 包扎3 调度3 斜斩3 飞刀3 破阵枪2 回马枪1"
    "/民兵2 弓手2 盾卫2 枪骑2 祭司1 圣骑1"
)
"""自己构筑的一副（A8）。"""
HAND = re.compile(r"^手牌 \d+ 张(?:\n(?:\d+\.\S|闪避区 |备用区 |蓄能 |【).*)*", re.MULTILINE)
"""私聊里的一手牌，连同各区。"""
MINE = re.compile(
    r"^(?:摸到 |闪避区 .*；备用区 |你用「|蓄能 [^：]*$|.* 进了闪避区$|.* 进了备用区$).*$", re.MULTILINE
)
"""只有本人该知道的事。"""
HALL = re.compile(r"^(?:极光战棋开局|我重启了|打「再来」|.* 手牌已私聊给你。)")
"""大厅自己的话。"""


@dataclass
class Replay:
    """一局的日志重放的结果。"""

    stored: StoredMatch
    match: Match[AuroraTable]
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
    table = game.opening(record.seed, marks, options, data, record.amounts(), belongings_of(record))
    assert isinstance(table, AuroraTable)
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
        if match.waiting and len(match.waiting) == 1:
            # 两人密答，先答的那句之后群里写还在等谁。
            view = match.table.view(None)
            found.public.add(game.waiting({ask.seat: ask.what for ask in match.clocked()}, view, cast))
    return found


def check(found: Replay, party: AuroraParty, room: Room) -> None:
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
            refusal = "没有在问你" in line or "这句不行" in line or line.startswith("@")
            assert line in found.public or HALL.match(line) or refusal, f"旁观者不该看到：{line}"
    sends = [outcome for outcome in room.outcomes if "send" in outcome.action]
    assert not any("group_id" in each.parameters for each in sends if each.action == "send_private_msg")
    assert not any(message.leaked for message in room.sent)


def check_whispers(found: Replay, room: Room) -> None:
    """私下说给各人的手牌、摸到的牌、各区，都是他自己的；群里一句也没有。"""
    seen = 0
    for message in room.sent:
        if message.group_id is not None:
            assert not HAND.search(message.text) and not MINE.search(message.text), message.text
            assert "猛攻" not in message.text, message.text
            continue
        seat = found.users.index(message.peer_id or 0)
        for hand in HAND.findall(message.text):
            seen += 1
            assert hand in found.hands[seat], f"别人的手牌：{hand}"
    assert seen


async def raised_again(process: BotProcess, room: Room, party: AuroraParty) -> None:
    """再起一个进程，连回来；它要说接着来。"""
    before = len(party.heard)
    party.public = ""
    await process.start()
    await room.connection.wait_connected(20)
    await room.settled(0.3, 20)
    told = party.heard[before:]
    assert told and told[0].startswith("我重启了，对局接着来"), told


async def test_a_whole_match_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    """一人用自己构筑的卡组（A8.2），一人用预组；杀在攻击已选定范围、等着响应的时候（A4.5）。"""
    process = BotProcess(tmp_path, environment=QUICK)
    await process.start()
    try:
        async with open_room(process.url) as room:
            group = room.group().group_id
            party = AuroraParty(room, group, [10001, 10002], ("猛攻",))
            for text in (f"构筑 导入 {DECK}", "构筑 保存 猛攻"):
                await room.private(10001).says(text)
                await room.settled(0.2)
            await party.sit_down("")
            await party.play(lambda: party.awaited()[1] == "响应攻击")
            assert not party.over
            person, what = party.awaited()
            while (text := await party.choose(person, what)) == "手牌":
                await party.say(person, text)
            unanswered = await party.drop_a_line(person, text)
            await process.kill()
            await raised_again(process, room, party)
            # 协议端重连以后把同一句再送一遍：进过日志就不再算。
            room.connection.redeliver(unanswered)
            await room.settled(0.3)
            await party.play()
            await process.stop()
            assert "Traceback" not in process.printed() and "[ERROR]" not in process.printed()
            found = await replay(process.database, 1)
            check(found, party, room)
            check_whispers(found, room)
            counted = [row.message.partition(":")[2] for row in found.stored.actions]
            assert counted.count(str(unanswered.message_id)) == 1
            assert game.used(found.match.table)[0] == "猛攻"
    finally:
        await process.kill()
