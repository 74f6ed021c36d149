"""一桌打极光战棋的两个人：只看机器人写出来的字，照着题面打一个人会打的话。"""

from __future__ import annotations

import re
from asyncio import timeout
from collections.abc import Sequence
from contextlib import suppress

from plugins.room.harness import Room
from plugins.room.world import Message

from .magic_people import OPTION, MagicParty, Person

OPEN = (
    "放障碍",
    "放英雄",
    "选范围",
    "接着这一轮",
    "决定升不升变",
    "选弃牌堆的牌入闪避区",
    "布置士兵",
    "升阶士兵",
)
"""题面写在群里的问题；「选范围」选移动的终点时写在私聊里。"""
STRIKE = re.compile(r"^(?:士兵 .*攻击|出牌 \S+ (?:[（上下左右]|[A-F]\d)|技能 \S+ (?:[上下左右]|[A-F]\d))")
"""打得到人的选项。"""


class AuroraParty(MagicParty):
    """一个群里的两个人。能打到人就打，打不到就往前走，一回合做几件事便结束。"""

    def __init__(self, room: Room, group_id: int, users: Sequence[int], wishes: Sequence[str] = ()) -> None:
        self.whispered: dict[int, str] = {}
        """各人最近收到的一条私聊。"""
        super().__init__(room, group_id, users, wishes)

    def listen(self, message: Message) -> None:
        """题面太长分成几条时，接在一起看。"""
        before = {person.user: person.prompt for person in self.people}
        super().listen(message)
        for person in self.people:
            if person.prompt != before[person.user] and not OPTION.search(person.prompt):
                person.prompt = f"{self.whispered.get(person.user, '')}\n{person.prompt}"
        if message.group_id is None and message.peer_id is not None:
            self.whispered[message.peer_id] = message.text

    async def sit_down(self, options: str) -> None:
        """开桌、加入、开始。"""
        self.over, self.public = False, ""
        host, *others = self.people
        await self.say(host, f"新游戏 极光战棋 {options}")
        for person in others:
            await self.say(person, "加入")
        self.heard.clear()
        await self.start(host)

    async def choose(self, person: Person, what: str) -> str:
        """`person` 被问到 `what` 时打什么。"""
        if person.user in self.refused:
            self.refused.discard(person.user)
            return "手牌"
        if what in OPEN:
            options = OPTION.findall(self.asked if OPTION.search(self.public) else person.prompt)
            return self.pick(options or OPTION.findall(self.asked), person)
        with suppress(TimeoutError):
            async with timeout(1):
                while person.answered:
                    self.news.clear()
                    await self.news.wait()
        if person.answered:
            return "手牌"
        return self.thought(OPTION.findall(person.prompt), person, what)

    def thought(self, options: Sequence[tuple[str, str]], person: Person, what: str) -> str:
        """秘密的问题：行动、准备、响应。"""
        if what != "行动":
            return self.pick(options, person)
        last = options[-1][0]
        strikes = [number for number, text in options if STRIKE.search(text)]
        if strikes and person.typed % 5:
            return strikes[0]
        return last if person.typed % 3 == 0 else options[person.typed % len(options)][0]
