"""一桌人：只看机器人写出来的字，照着题面打一个人会打的话。"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from plugins.room.harness import Room
from plugins.room.world import Message

TURN = re.compile(r"^轮到 (.+?) 出牌", re.MULTILINE)
WAITING = re.compile(r"^等 (.+)$", re.MULTILINE)
OPTION = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
ADVICE = re.compile(r"^(?:没列出的照)?打[ 号](.+)$", re.MULTILINE)
MOVE = re.compile(r"移动 \d+")
TABLE = re.compile(r"^〔群 (\d+)〕$", re.MULTILINE)
SENT = "手牌已私聊给你"
OVER = "打「再来」同桌再开一局"
SHORT = "跑道=SLFGVLE 自动掷骰=开"
"""各种地形各一格的短跑道，几轮就完。"""

CARDS = ("换牌", "弃哪些牌", "给出哪些牌")
"""回答是几张自己的牌的问题。"""
PATIENCE = 20.0
"""一句话最多等多久回音，秒；到时没有就是机器人没理人。"""
STEPS = 1500
"""一局最多打这么多句。"""


@dataclass
class Person:
    """一个人，和他记得的题面。"""

    user: int
    name: str
    prompt: str = ""
    """最近一次私聊给他的、带着打法的话。"""
    answered: bool = True
    """看了那段题面以后说过话：要等新的题面来。"""
    done: set[str] = field(default_factory=set)
    """这个出牌回合里打过的，不再打第二遍。"""
    typed: int = 0


@dataclass(frozen=True)
class Said:
    """打过的一句，和机器人认不认。"""

    message: Message
    refused: bool


class Party:
    """一个群里的一桌人。`step` 让该说话的人说一句，等到机器人回应。"""

    def __init__(self, room: Room, group_id: int, users: Sequence[int], *, several: bool = False) -> None:
        """`users` 是坐下的真人，座位顺序；他们还坐着别的桌则 `several` 为真，私聊里写明是哪一桌。"""
        self.room = room
        self.group_id = group_id
        self.people = [Person(user, room.world.people[user].nickname) for user in users]
        self.several = several
        self.public = ""
        """群里最近一句带着「在等谁」的话。"""
        self.said: list[Said] = []
        """打过、等到了回音的话，开局以后的。"""
        self.over = False
        self.result = ""
        self.refusals: list[str] = []
        self.confused: set[int] = set()
        """上一句没有被照办的人：先打「手牌」看清楚，再照题面打。"""
        self.news = asyncio.Event()
        self.stop_listening = room.world.on_message(self.heard)

    # ------------------------------------------------------------ 听
    def person(self, user: int | None) -> Person | None:
        """`user` 若是这桌的人。"""
        return next((each for each in self.people if each.user == user), None)

    def heard(self, message: Message) -> None:
        """机器人说了一句。"""
        if message.sender_id != self.room.world.self_id:
            return
        text = message.text
        person = self.person(message.peer_id)
        if message.group_id == self.group_id:
            if TURN.search(text) or WAITING.search(text):
                self.public = text
            elif any(segment["type"] == "at" for segment in message.segments) and SENT not in text:
                self._refused(message)
            if OVER in text:
                self.over = True
                self.result = text
        elif message.group_id is None and person is not None:
            text = self._mine(text)
            if not text:
                return
            if ADVICE.search(text):
                person.prompt = text
                person.answered = False
            elif "（L" in text:
                self._refused(message)
        else:
            return
        self.news.set()

    def _mine(self, text: str) -> str:
        """一条私聊里说这一桌的部分：坐着几桌的人，话前写明是哪个群的，几桌的话可以合成一条。"""
        parts = TABLE.split(text)
        if len(parts) == 1:
            return text
        named = zip(parts[1::2], parts[2::2], strict=True)
        return "\n".join(part.strip("\n") for group, part in named if int(group) == self.group_id)

    def _refused(self, message: Message) -> None:
        mentioned = [int(part["data"]["qq"]) for part in message.segments if part["type"] == "at"]
        users = mentioned or [message.peer_id or 0]
        self.confused.update(user for user in users if self.person(user))
        self.refusals.append(message.shown)

    def awaited(self) -> list[tuple[Person, str]]:
        """群里最近一次写明在等的人，和等他做什么。"""
        found = [*TURN.finditer(self.public), *WAITING.finditer(self.public)]
        if not found:
            return []
        last = max(found, key=lambda each: each.start())
        if last.re is TURN:
            return [(person, "出牌") for person in self._named(last[1])]
        parts = [part.rpartition(" ") for part in re.sub("（.*）|。$", "", last[1]).split("；")]
        return [(person, what) for who, _, what in parts for person in self._named(who)]

    def _named(self, words: str) -> list[Person]:
        return [person for person in self.people if person.name in words]

    # ------------------------------------------------------------ 说
    async def sit_down(self, options: str = "", filling: str = "") -> None:
        """开桌、加入、补位、开始。"""
        host, *others = self.people
        await self.say(host, f"新游戏 落叶长跑 {options}".strip())
        for person in others:
            await self.say(person, "加入")
        if filling:
            await self.say(host, f"补位 {filling}")
        await self.say(host, "开始")
        await self._public()
        self.said.clear()

    async def _public(self) -> None:
        """等群里写明在等谁：私聊的题面可能先到。"""
        try:
            async with asyncio.timeout(PATIENCE):
                while not self.awaited() and not self.over:
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"群里没有写明在等谁，最近：\n{self._recent()}") from None

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """打到终局，或打到 `until` 成立。"""
        for _ in range(STEPS):
            if self.over or until():
                return
            await self.step()
        raise AssertionError(f"打了 {STEPS} 句还没完，最近：\n{self._recent()}")

    def _recent(self) -> str:
        """这桌最近的话，群里的和各人私下的。"""
        users = [person.user for person in self.people]
        mine = [
            each
            for each in self.room.messages
            if each.group_id == self.group_id or (each.group_id is None and each.peer_id in users)
        ]
        return "\n".join(
            f"{each.group_id or each.peer_id} {each.sender_name}: {each.shown}" for each in mine[-12:]
        )

    async def step(self) -> None:
        """该说话的人里的第一个说一句。"""
        await self._public()
        if self.over:
            return
        person, what = self.awaited()[0]
        if self.asked_privately(what):
            await self._prompted(person)
        text, private = self.choose(person, what)
        await self.say(person, text, private=private)

    def asked_privately(self, what: str) -> bool:
        """题面在私聊里，群里只有一句在等谁。"""
        if what in ("掷骰", "出牌"):
            return what == "出牌"
        return not OPTION.search(self.public) and not ADVICE.search(self.public.replace("：打 ", "\n打 "))

    async def _prompted(self, person: Person) -> None:
        """群里的话可能比私聊的题面先到：等题面来；一直不来就打「手牌」问。"""
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while person.answered:
                    self.news.clear()
                    await self.news.wait()
        if person.answered:
            self.confused.add(person.user)

    async def say(self, person: Person, text: str, *, private: bool = False) -> None:
        """说一句，等到机器人回应。"""
        message = await self.drop_a_line(person, text, private=private)
        try:
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(f"{person.name} 打「{text}」没有回应，最近：\n{self._recent()}") from None
        with suppress(TimeoutError):
            # 群里、私聊各一条，先后不定：等这一阵说完。
            while True:
                self.news.clear()
                await asyncio.wait_for(self.news.wait(), 0.015)
        self.said.append(Said(message, person.user in self.confused))

    async def drop_a_line(self, person: Person, text: str, *, private: bool = False) -> Message:
        """说一句，不等回应。"""
        self.news.clear()
        person.typed += 1
        person.answered = True
        if private:
            prefix = f"群 {self.group_id} " if self.several else ""
            return await self.room.private(person.user).says(prefix + text)
        return await self.room.group(self.group_id).says(person.user, text)

    # ------------------------------------------------------------ 想
    def choose(self, person: Person, what: str) -> tuple[str, bool]:
        """`person` 被问到 `what` 时打什么，和是不是在私聊里打。"""
        private = (person.typed + person.user) % 3 == 0
        if person.user in self.confused:
            self.confused.discard(person.user)
            return "手牌", False
        if what == "掷骰":
            return ("掷骰", "roll", "/掷骰")[person.typed % 3], private
        if what == "出牌":
            return self._turn(person), private
        person.done.clear()
        secret = self.asked_privately(what)
        prompt = person.prompt if secret else self._public_for(person)
        advice = ADVICE.findall(prompt)
        options = OPTION.findall(prompt)
        if not advice:
            return "手牌", False
        if any(word in what for word in CARDS):
            ways = advice[-1].split("、")
            return ways[person.typed % len(ways)], secret
        if options:
            number = options[(person.typed + person.user) % len(options)][0]
            return (number, f"选 {number}")[person.typed % 2], secret or private
        return advice[-1].split("、")[0].partition("（")[0], private

    def _public_for(self, person: Person) -> str:
        """群里的题面；各人打法不同时，只看写着他的那一行。"""
        mine = [line for line in self.public.split("\n") if person.name in line and "：打 " in line]
        return mine[0].partition("：")[2] if mine else self.public

    def _turn(self, person: Person) -> str:
        options = OPTION.findall(person.prompt)
        if any(text.startswith("触发事件") for _, text in options):
            return "触发"
        for number, text in options:
            if text.startswith("移动") and "移动" not in person.done:
                person.done.add("移动")
                found = MOVE.match(text)
                assert found is not None
                return found[0]
            name = re.split("[：给，]", text.removeprefix("装备"))[0]
            if text.startswith(("移动", "结束")) or name in person.done:
                continue
            person.done.add(name)
            return number
        person.done.clear()
        return "结束"
