"""事后对账：把库里的日志用引擎重放一遍，与群里、私聊里说过的话比。"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from games.kernel import Match, Table
from games.leafrun import game
from plugins.gamemaster.hall.house import default_house
from plugins.gamemaster.hall.play import load_rules
from plugins.gamemaster.hall.restoring import fold_rows
from plugins.gamemaster.hall.seats import Seat, cast_of
from plugins.gamemaster.hall.settings import HallSettings
from plugins.gamemaster.store.records import StoredMatch
from plugins.gamemaster.store.store import Store
from plugins.room.harness import Room

from .people import Party

HAND = re.compile(
    r"^手牌 \d+ 张 负重.*(?:\n(?:行动|事件|特殊|恢复|防具|武器|收到|元素|效果|身上).*)*", re.MULTILINE
)
"""私聊里的一手牌。"""
NUMBERED_CARDS = re.compile(r"(?:^|\s)\d+\.[^\s\d]", re.MULTILINE)
"""手牌的编号写法 `3.帽子`（选项是 `3. 文字`，有空格）。"""
PRIVATE_NEWS = re.compile(r"^(?:摸到：|从 .+ 得到：|到了 .+ 手里：|选一名角色)", re.MULTILINE)
"""只有本人该知道的事。"""


@dataclass
class Ledger:
    """一局的日志重放的结果。"""

    stored: StoredMatch
    match: Match[Table]
    seats: list[Seat]
    hands: list[set[str]]
    """各座位在这一局里有过的每一手牌，照私聊里的写法。"""

    @property
    def result(self) -> str:
        """引擎算出来的战报。"""
        return game.result(self.match.table.view(None), cast_of(game, self.seats))

    @property
    def messages(self) -> Counter[str]:
        """引起日志的消息编号，各几次。"""
        return Counter(row.message.partition(":")[2] for row in self.stored.actions if row.message)


async def read_ledger(database: Path, number: int) -> Ledger:
    """读出第 `number` 局，从头重放，逐步核对校验值。"""
    async with Store(database) as store:
        stored = await store.load(number)
    record = stored.record
    data = game.restore_data(record.data)
    options, _ = load_rules(game, record.options, default_house(HallSettings(version=""), game.timeouts))
    folded = fold_rows(stored.actions, 0, [Seat.from_record(seat) for seat in record.seats])
    cast = cast_of(game, folded.seats)
    match: Match[Table] = Match(game.deal(record.seed, [seat.mark for seat in record.seats], options, data))
    hands: list[set[str]] = [set() for _ in record.seats]
    for move, _, digest in [(None, None, None), *folded.moves]:
        if move is not None:
            match.apply(move)
            assert digest is None or match.table.digest() == digest
        for seat, known in enumerate(hands):
            known.add(game.hand(match.table.view(seat), cast))
    return Ledger(stored, match, folded.seats, hands)


def check_moves(ledger: Ledger, party: Party) -> None:
    """认了的每句话恰好进了一次日志，没有一句进了两次；行号连续。"""
    counted = ledger.messages
    assert max(counted.values()) == 1, "有一句话进了两次日志"
    for said in party.said:
        text = said.message.text
        if not said.refused and text != "手牌":
            assert counted[str(said.message.message_id)] == 1, f"认了的「{text}」不在日志里"
    assert [row.n for row in ledger.stored.actions] == list(range(len(ledger.stored.actions)))


def check_result(ledger: Ledger, party: Party) -> None:
    """群里报的结果就是重放出来的结果。"""
    assert ledger.match.over
    assert ledger.stored.record.state == "finished"
    assert ledger.result in party.result


def check_secrets(room: Room, tables: Sequence[Ledger]) -> None:
    """私聊都用 `send_private_msg`、不带 `group_id`；谁的手牌都没有到别处。"""
    sends = {outcome.action for outcome in room.outcomes if "send" in outcome.action}
    assert sends <= {"send_private_msg", "send_group_msg"}
    whispers = [outcome for outcome in room.outcomes if outcome.action == "send_private_msg"]
    assert whispers
    assert not any("group_id" in outcome.parameters for outcome in whispers)
    assert not any(message.leaked or message.carried_group_id is not None for message in room.sent)
    own: dict[int, set[str]] = {}
    for ledger in tables:
        for seat, hands in zip(ledger.seats, ledger.hands, strict=True):
            if seat.user is not None:
                own.setdefault(int(seat.user), set()).update(hands)
    seen = 0
    for message in room.sent:
        if message.group_id is not None:
            assert not NUMBERED_CARDS.search(message.text), message.text
            assert not HAND.search(message.text), message.text
            assert not PRIVATE_NEWS.search(message.text), message.text
            continue
        assert message.peer_id is not None
        for hand in HAND.findall(message.text):
            seen += 1
            assert hand in own[message.peer_id], f"{message.peer_id} 收到了别人的手牌：\n{hand}"
    assert seen


async def find_ledger(database: Path, group_id: int) -> Ledger:
    """某群打完的上一局。机器人还开着、占着库：读的是此刻的副本。"""
    copied = database.with_name(f"copy-{group_id}.db")
    with closing(sqlite3.connect(database)) as live, closing(sqlite3.connect(copied)) as copy:
        live.backup(copy)
    async with Store(copied) as store:
        finished = await store.finished(str(group_id), 1)
    assert finished, f"群 {group_id} 没有打完的局"
    return await read_ledger(copied, finished[0].id)
