"""一小份乱聊走全程：真的 `bot.py` 进程，真的 WebSocket，房间里的人说、退、禁言、掉线，事后查日志、库与每一句话。"""

from __future__ import annotations

import csv
import random
import re
import shutil
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGTERM
from typing import Any

from benchmarks.bot_process import ROOT, BotProcess
from games.kernel import fold
from games.leafrun import LeafrunGame
from plugins.gamemaster.store.store import Store
from plugins.room.dialect import Flavour, IdFormat, MessageFormat
from plugins.room.harness import Room, open_room
from plugins.room.layout import small_world
from plugins.room.segments import Segment, at, text
from plugins.room.trouble import RoomError, Trouble
from plugins.room.world import Message, World

from .chatter import Chatter
from .knowledge import EVERYBODY
from .mirror import Mirror
from .nonces import RUN, name_of_card, name_of_character, read_nonce
from .subjects import Leafrun
from .watch import INTERNALS, UNSAYABLE

ENVIRONMENT = {
    "QUNZHUO_SEND_INTERVAL": "0",
    "QUNZHUO_SEND_RATE": "0",
    "QUNZHUO_SEND_BACKOFF": "0.05",
    "QUNZHUO_SYNCHRONOUS": "OFF",
    # 等得短一点，没人理的桌也会自己往下走。
    "QUNZHUO_TURN_SECONDS": "4",
    "QUNZHUO_CHOICE_SECONDS": "3",
    "QUNZHUO_REMINDER_SECONDS": "1",
    "QUNZHUO_VOTE_SECONDS": "10",
    "QUNZHUO_GREETING_SECONDS": "1",
    "ROOM": "off",
    "LOG_LEVEL": "WARNING",
}
LEAFRUN = Leafrun(LeafrunGame())
"""进程里装的就是改了名字的数据，这里照原样读。"""
BURST = 25
"""一口气说几句。"""
CALM_EVERY = 8
"""每说这么多口气平静一次。"""
LOGGED = re.compile(r"^.*(?:\[(?:ERROR|CRITICAL)\]|Traceback \(most recent).*$", re.MULTILINE)
LATE = 20.0
"""话最多比落盘晚这么多秒；更早就不再是人人知道的，不许再说。"""


def furnish(folder: Path) -> Path:
    """抄一份项目，换上各有各名的牌与角色；返回其中的 `bot.py`。"""
    house = folder / "house"
    for name in ("plugins", "games", "data"):
        shutil.copytree(ROOT / name, house / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("bot.py", "pyproject.toml"):
        shutil.copy(ROOT / name, house / name)
    data = LeafrunGame().load(ROOT / "data" / "leafrun")
    rows = [kind for kind in data.cards for _ in range(kind.count)]
    cards = [[kind.category, name_of_card(1, number), 1] for number, kind in enumerate(rows)]
    characters = [
        [name_of_character(1, number), each.health, each.move] for number, each in enumerate(data.characters)
    ]
    _write(house / "data/leafrun/cards.csv", ["类别", "名称", "张数"], cards)
    _write(house / "data/leafrun/characters.csv", ["名称", "体力上限", "移动值"], characters)
    return house / "bot.py"


def _write(path: Path, head: list[str], rows: list[list[Any]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])


@dataclass
class WireReport:
    """结果。"""

    lines: int = 0
    counts: Counter[str] = field(default_factory=Counter[str])
    problems: list[str] = field(default_factory=list)
    sent: list[Message] = field(default_factory=list)
    """机器人说的全部。"""
    database: Path = Path()


class Wire:
    """房间这头的人。"""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.random = random.Random(seed)
        self.report = WireReport()
        self.shown: dict[tuple[int | None, int | None], list[str]] = {}
        self.home: dict[int, list[int]] = {
            number: [user for user in group.members if user != room.world.self_id]
            for number, group in room.world.groups.items()
        }
        self.typed: list[str] = []
        """说过的、带着名字的话。"""
        room.world.on_message(self._heard)

    def _heard(self, message: Message) -> None:
        if message.sender_id != self.room.world.self_id:
            folded = fold(message.text)
            if RUN.search(folded):
                self.typed.append(folded)
            return
        self.shown.setdefault((message.group_id, message.peer_id), []).append(message.text)

    async def run(self, lines: int) -> WireReport:
        """说 `lines` 句。"""
        for number in self.home:
            host, other = self.home[number][:2]
            for user, words in (
                (host, "新游戏 落叶长跑 跑道=1"),
                (other, "加入"),
                (host, "补位 2 随机"),
                (host, "开始"),
            ):
                self._say(number, user, words)
                await self.room.settled(0.02)
        bursts = 0
        while self.report.lines < lines:
            for _ in range(BURST):
                self._line()
            if self.random.random() < 0.25:
                await self._happen()
            await self.room.settled(0.01, 60)
            bursts += 1
            if bursts % CALM_EVERY == 0:
                self._calm()
        self._calm()
        await self.room.settled(0.3, 60)
        return self.report

    def _calm(self) -> None:
        """都解禁，走了的都回来，发送不再失败：不然越到后面能说话的越少。"""
        world = self.room.world
        self.room.faults.clear()
        for number, group in world.groups.items():
            world.mute_all(number, False)
            for user in self.home[number]:
                if user not in group.members:
                    world.join(number, user)
            for user in list(group.members):
                if group.members[user].muted_until:
                    world.mute(number, user, 0, operator_id=self.home[number][0])

    def _say(
        self, group: int | None, user: int, message: str | list[Segment], via: int | None = None
    ) -> None:
        self.report.lines += 1
        world = self.room.world
        try:
            if group is None:
                world.whisper(user, message, via_group=via)
            else:
                world.say(group, user, message)
        except RoomError:
            # 不在群里、被禁言、没有借道的群：真的 QQ 也不让说。
            self.report.counts["unsaid"] += 1

    def _line(self) -> None:
        chance = self.random
        number = chance.choice(list(self.home))
        users = self.home[number]
        user = chance.choice(users)
        whole = self.shown.get((number, None), [])[-3:]
        awaited = self._awaited(number, whole)
        sensible = chance.random() < 0.6
        if sensible and awaited:
            user = chance.choice(awaited)
        members = [str(each) for each in users]
        chatter = Chatter(LEAFRUN, chance, members, self.shown.get((None, user), [])[-3:], whole)
        if sensible and (awaited or chance.random() < 0.3):
            # 没有在等谁的群多半还没开局。
            words = chatter.prompted_line() if awaited else chatter.lobby_line(None)
        elif chance.random() < 0.25 and any("等人开局" in each for each in whole):
            words = chance.choice(("加入", "开始", "补位 2"))
            user = users[0] if words != "加入" else user
        else:
            words = chatter.any_line(None)
        if not words or chance.random() < 0.15:
            message: str | list[Segment] = self._segments(words)
        else:
            message = words
        if chance.random() < 0.2:
            self._say(None, user, message, number if chance.random() < 0.3 else None)
        else:
            self._say(number, user, message)
        if chance.random() < 0.02 and self.room.messages:
            said = self.room.messages[-1]
            if said.sender_id != self.room.world.self_id:
                self.room.connection.redeliver(said)

    def _awaited(self, number: int, whole: list[str]) -> list[int]:
        """群里最近一次写着在等的人。"""
        group = self.room.world.groups[number]
        for said in reversed(whole):
            lines = [line for line in said.split("\n") if line.startswith(("等 ", "轮到 "))]
            if lines:
                names = {user: member.shown_name for user, member in group.members.items()}
                return [user for user in self.home[number] if names.get(user, "\0") in lines[-1]]
        return []

    def _segments(self, words: str) -> list[Segment]:
        """夹着别的段的一句。"""
        chance = self.random
        me = self.room.world.self_id
        everybody = [user for users in self.home.values() for user in users]
        odd: list[Segment] = [
            at(me),
            at("all"),
            at(chance.choice(everybody)),
            at(0),
            {"type": "at", "data": {"qq": str(me), "name": "群桌"}},
            {"type": "reply", "data": {"id": str(chance.randint(-5, 2**31))}},
            {"type": "face", "data": {"id": "178"}},
            {"type": "image", "data": {"file": "a.png", "url": "http://127.0.0.1/a.png"}},
            {"type": "record", "data": {"file": "a.amr"}},
            {"type": "json", "data": {"data": '{"app":"com.tencent","结束":1}'}},
            {"type": "forward", "data": {"id": "abc"}},
            {"type": "poke", "data": {"type": "1", "id": "-1"}},
            {"type": "mface", "data": {"summary": "[结束]", "emoji_id": "x"}},
            {"type": "unheard_of", "data": {"x": "[CQ:at,qq=all]"}},
        ]
        cut = chance.randint(0, len(words))
        parts: list[Segment] = [text(words[:cut] or " "), text(words[cut:] or " ")]
        for _ in range(chance.choice((1, 1, 2, 4))):
            parts.insert(chance.randint(0, len(parts)), chance.choice(odd))
        return parts

    # ------------------------------------------------------------ 群里的事
    async def _happen(self) -> None:
        chance, world = self.random, self.room.world
        number = chance.choice(list(self.home))
        user = chance.choice(self.home[number][1:])
        owner = self.home[number][0]
        group = world.groups[number]
        what = chance.choice(
            (
                "leave",
                "kick",
                "join",
                "join",
                "card",
                "mute",
                "unmute",
                "mute_all",
                "unmute_all",
                "unmute_all",
                "unmute_all",
                "befriend",
                "unfriend",
                "offline",
                "drop",
                "fault",
                "fault",
                "clear",
                "promote",
                "duplicate",
                "poke",
                "request",
            )
        )
        self.report.counts[what] += 1
        try:
            match what:
                case "leave":
                    world.leave(number, user)
                case "kick":
                    world.kick(number, owner, user)
                case "join":
                    gone = [each for each in self.home[number] if each not in group.members]
                    if gone:
                        world.join(number, chance.choice(gone))
                case "card":
                    world.set_card(
                        number,
                        user,
                        chance.choice(("", "结束", "2号", "\u202e反", "[CQ:at,qq=all]", "长" * 60)),
                    )
                case "mute":
                    world.mute(number, chance.choice((user, world.self_id)), 2, operator_id=owner)
                case "unmute":
                    world.mute(number, world.self_id, 0, operator_id=owner)
                case "mute_all" | "unmute_all":
                    world.mute_all(number, what == "mute_all", operator_id=owner)
                case "befriend":
                    world.befriend(user)
                case "unfriend":
                    world.unfriend(user)
                case "request":
                    world.request_friend(
                        chance.choice([each for each in world.people if each != world.self_id])
                    )
                case "offline":
                    world.go_offline()
                    await self.room.settled(0.05, 60)
                    world.go_online()
                case "drop":
                    self.room.connection.drop()
                    await self.room.connection.wait_connected()
                case "fault":
                    self.room.faults.fail_sends(
                        trouble=chance.choice(
                            (Trouble.TIMEOUT, Trouble.NOT_FRIEND, Trouble.RISK_CONTROL, Trouble.MUTED)
                        ),
                        user_id=user if chance.random() < 0.5 else None,
                        times=2,
                        probability=0.5,
                        delivered=chance.random() < 0.3,
                    )
                case "clear":
                    self.room.faults.clear()
                case "promote":
                    world.promote(number, user, admin=chance.random() < 0.3)
                case "poke":
                    world.poke(user, world.self_id, group_id=number)
                case _:
                    self.room.faults.duplicate = 5
        except RoomError:
            self.report.counts["refused"] += 1


async def chat_over_wire(
    folder: Path,
    seed: int,
    lines: int,
    flavour: Flavour = "napcat",
    message_format: MessageFormat = "array",
    id_format: IdFormat = "int",
    groups: int = 6,
) -> WireReport:
    """跑一次，查完返回。"""
    bot = BotProcess(folder, str(furnish(folder)), environment=ENVIRONMENT)
    world = small_world(groups=groups, seats=5)
    chance = random.Random(seed)
    for user in chance.sample(sorted(world.friends), len(world.friends) // 5):
        world.friends.discard(user)
    await bot.start()
    try:
        async with open_room(
            bot.url, world=world, flavour=flavour, message_format=message_format, id_format=id_format
        ) as room:
            wire = Wire(room, seed)
            report = await wire.run(lines)
            assert bot.process is not None
            if bot.process.returncode is not None:
                report.problems.append(f"机器人退出了（{bot.process.returncode}）")
        if await bot.stop() not in (0, -SIGTERM):
            report.problems.append(f"机器人没有好好停下：{bot.printed()[-2000:]}")
    finally:
        await bot.kill()
    report.problems += [f"日志：{found[0]}" for found in LOGGED.finditer(bot.printed())]
    if report.problems:
        report.problems.append(bot.printed()[-8000:])
    report.problems += sent_problems(world, room.sent)
    report.problems += await told_problems(bot.database, room.sent, wire.typed, report.counts)
    report.counts["sent"] = len(room.sent)
    report.sent, report.database = room.sent, bot.database
    return report


def sent_problems(world: World, sent: list[Message]) -> list[str]:
    """机器人说的每一句，形式上不对的。"""
    problems: list[str] = []
    for message in sent:
        where = f"对 {message.group_id or message.peer_id} 说的 {message.text[:200]!r}"
        if message.leaked or message.carried_group_id is not None:
            problems.append(f"私聊带着群号：{where}")
        if len(message.text) > 1800 or not message.text.strip():
            problems.append(f"空的或太长：{where}")
        for segment in message.segments:
            if segment["type"] not in ("text", "at", "reply"):
                problems.append(f"没料到的 {segment['type']} 段：{where}")
            elif segment["type"] == "at" and not str(segment["data"]["qq"]).isdecimal():
                problems.append(f"@ 的不是人：{where}")
        for pattern in (INTERNALS, UNSAYABLE):
            found = pattern.search(message.text)
            if found is not None:
                problems.append(f"不该有的 {found[0]!r}：{where}")
    return problems


@dataclass
class Known:
    """一局里，某一刻起谁知道什么。"""

    since: float
    everybody: set[int]
    own: dict[str, set[int]]
    """QQ 号 → 自己知道过的。"""
    characters: set[int]
    offered: dict[str, set[int]]


async def told_problems(
    database: Path, sent: list[Message], typed: list[str], counts: Counter[str]
) -> list[str]:
    """照库里的日志，查每一句话里的名字该不该让听的人知道。"""
    store = Store(database)
    await store.open()
    timelines: dict[str, list[list[Known]]] = {}
    problems: list[str] = []
    try:
        number = 1
        while True:
            try:
                stored = await store.load(number)
            except KeyError:
                break
            number += 1
            counts["matches"] += 1
            mirror = Mirror(LEAFRUN, stored.record)
            timeline = [_known(mirror, stored.record.created)]
            for row in stored.actions:
                mirror.append([row])
                timeline.append(_known(mirror, row.at))
                counts[f"moves_{row.by}"] += row.kind in ("answer", "declare")
            counts["finished"] += mirror.match.over
            timelines.setdefault(stored.record.group, []).append(timeline)
    finally:
        await store.close()
    for message in sent:
        for run in RUN.findall(message.text):
            if any(run in line for line in typed):
                continue
            for start in range(0, len(run), 4):
                nonce = read_nonce(run[start : start + 4])
                counts["names"] += 1
                if nonce is None or not _may_say(message, nonce.card, nonce.character, timelines):
                    problems.append(
                        f"「{run[start : start + 4]}」不该对 {message.group_id or message.peer_id} 说：{message.text[:300]!r}"
                    )
    return problems


def _known(mirror: Mirror, since: float) -> Known:
    users = {user: seat for seat, user in enumerate(mirror.users) if user is not None}
    return Known(
        since,
        {card for card, knowing in enumerate(mirror.knowledge.knows) if EVERYBODY in knowing}
        | mirror.knowledge.recent[-1].get(EVERYBODY, set()),
        {user: set(mirror.knowledge.own[seat]) for user, seat in users.items()},
        set(mirror.knowledge.open_characters),
        {user: set(mirror.knowledge.held[seat]) for user, seat in users.items()},
    )


def _may_say(
    message: Message, card: int | None, character: int | None, timelines: dict[str, list[list[Known]]]
) -> bool:
    """此刻（前后宽限几秒）听的人该不该知道。"""
    user = None if message.group_id is not None else str(message.peer_id)
    if message.group_id is not None:
        asked = timelines.get(str(message.group_id), [])
    else:
        asked = [timeline for each in timelines.values() for timeline in each]
    for timeline in asked:
        for index, known in enumerate(timeline):
            until = timeline[index + 1].since if index + 1 < len(timeline) else float("inf")
            if known.since > message.sent_at + 2:
                break
            own = user is not None and (
                card in known.own.get(user, ()) or character in known.offered.get(user, ())
            )
            if own or character in known.characters:
                return True
            if until >= message.sent_at - LATE and card in known.everybody:
                return True
    return False
