"""一桌打魔法精英的人：只看机器人写出来的字，照着题面打一个人会打的话。"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from plugins.room.harness import Room
from plugins.room.world import Message

WAITING = re.compile(r"^(?:轮到 (.+) (出牌|行动)|等 (.+?) (\S*[^\d\s]\S*))$", re.MULTILINE)
OPTION = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
ADVICE = re.compile(r"^(?:打 |打号)", re.MULTILINE)
WORDS = {"抽审判牌": "抽", "翻牌": "翻牌"}
"""题面只写一次、以后不再重复的，照打就是。"""
PUBLIC = ("选分身编号", "选怎么逃过一死", "选换成哪一代的技能", "选用不用闪电豹")
"""题面写在群里的问题。"""
PATIENCE = 20.0
"""一句话最多等多久回音，秒；到时没有就是机器人没理人。"""
STEPS = 900
"""一局最多打这么多句。"""


@dataclass
class Person:
    """一个人，和他记得的题面。"""

    user: int
    name: str
    prompt: str = ""
    """最近一次私聊给他的题面。"""
    answered: bool = True
    """看了那段题面以后说过话。"""
    typed: int = 0


class MagicParty:
    """一个群里的一桌人。`wishes` 是他们见到就选的，如「控制」「大冒险」；别的轮着选。"""

    def __init__(self, room: Room, group_id: int, users: Sequence[int], wishes: Sequence[str] = ()) -> None:
        self.room = room
        self.group_id = group_id
        self.people = [Person(user, room.world.people[user].nickname) for user in users]
        self.wishes = wishes
        self.public = ""
        """群里最近一句带着「在等谁」的话。"""
        self.asked = ""
        """群里最近一次写出来的选项。"""
        self.heard: list[str] = []
        """这一局里机器人在群里说的话。"""
        self.said: list[tuple[Message, bool]] = []
        """开局以后打过、等到了回音的话，和它是不是没有被照办。"""
        self.over = False
        self.refused: set[int] = set()
        """上一句没有被照办的人。"""
        self.news = asyncio.Event()
        room.world.on_message(self.listen)

    def listen(self, message: Message) -> None:
        """机器人说了一句。"""
        if message.sender_id != self.room.world.self_id:
            return
        text = message.text
        person = next((each for each in self.people if each.user == message.peer_id), None)
        if message.group_id == self.group_id:
            self.heard.append(text)
            mentioned = [int(part["data"]["qq"]) for part in message.segments if part["type"] == "at"]
            if mentioned and "手牌已私聊给你" not in text:
                self.refused.update(mentioned)
            elif WAITING.search(text):
                self.public = text
                self.asked = text if OPTION.search(text) else self.asked
            self.over = self.over or "打「再来」同桌再开一局" in text
        elif message.group_id is None and person is not None:
            if ADVICE.search(text):
                person.prompt, person.answered = text, False
        else:
            return
        self.news.set()

    def awaited(self) -> tuple[Person, str]:
        """群里最近一次写明在等的人，和等他做什么。"""
        found = list(WAITING.finditer(self.public))
        assert found, f"没有写在等谁：{self.public}"
        last = found[-1]
        who, what = (last[1], last[2]) if last[1] else (last[3], last[4])
        return next(person for person in self.people if person.name in who), what

    # ------------------------------------------------------------ 说
    async def sit_down(self, options: str) -> None:
        """开桌、加入、开始。"""
        self.over, self.public = False, ""
        host, *others = self.people
        await self.say(host, f"新游戏 魔法精英 {options}")
        for person in others:
            await self.say(person, "加入")
        self.heard.clear()
        await self.start(host)

    async def start(self, host: Person) -> None:
        """桌主打「开始」，等到群里写明在等谁。"""
        await self.say(host, "开始")
        while not self.public:
            # 手牌的私聊先到，群里「轮到谁」可能慢一步。
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        self.said.clear()

    async def play(self, until: Callable[[], bool] = lambda: False) -> None:
        """打到终局，或打到 `until` 成立。"""
        for _ in range(STEPS):
            if self.over or until():
                return
            person, what = self.awaited()
            await self.say(person, await self.choose(person, what), private=person.typed % 3 == 0)
        raise AssertionError(f"打了 {STEPS} 句还没完：{self.heard[-3:]}")

    async def say(self, person: Person, text: str, *, private: bool = False) -> None:
        """说一句，等到机器人回应。"""
        message = await self.drop_a_line(person, text, private=private)
        try:
            await asyncio.wait_for(self.news.wait(), PATIENCE)
        except TimeoutError:
            raise AssertionError(
                f"{person.name} 打「{text}」没有回应：{self.heard[-3:]}\n{person.prompt}"
            ) from None
        with suppress(TimeoutError):
            # 群里、私聊各一条，先后不定：等这一阵说完。
            while True:
                self.news.clear()
                await asyncio.wait_for(self.news.wait(), 0.012)
        self.said.append((message, person.user in self.refused or text == "手牌"))

    async def drop_a_line(self, person: Person, text: str, *, private: bool = False) -> Message:
        """说一句，不等回应。"""
        self.news.clear()
        person.typed += 1
        person.answered = True
        if private:
            return await self.room.private(person.user).says(text)
        return await self.room.group(self.group_id).says(person.user, text)

    # ------------------------------------------------------------ 想
    async def choose(self, person: Person, what: str) -> str:
        """`person` 被问到 `what` 时打什么。"""
        if person.user in self.refused:
            self.refused.discard(person.user)
            return "手牌"
        if what in WORDS:
            return WORDS[what]
        if what == "选分身编号":
            listed = re.findall(r"还剩编号 ([\d ]+)", self.public) or [
                " ".join(number for number, _ in OPTION.findall(self.public))
            ]
            # 同样的题面不再写第二遍：那就随口说一个，不行再说下一个。
            numbers = listed[0].split() or list("12345")
            return f"编号 {numbers[person.typed % len(numbers)]}"
        if what in PUBLIC:
            return self.pick(OPTION.findall(self.asked), person)
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                while person.answered:
                    self.news.clear()
                    await self.news.wait()
        if person.answered:
            return "手牌"
        options = [each for each in OPTION.findall(person.prompt) if "买" not in each[1]]
        return self.pick(options, person)

    def pick(self, options: Sequence[tuple[str, str]], person: Person) -> str:
        """一项的号：有想要的就要，否则多半选最前面的几项，免得打得太久。"""
        assert options, f"{person.name} 没有选项：{self.public}\n{person.prompt}"
        for wish in self.wishes:
            for number, text in options:
                if wish in text:
                    return number
        number = options[person.typed % min(2, len(options))][0]
        return (number, f"选 {number}")[person.typed % 2]
