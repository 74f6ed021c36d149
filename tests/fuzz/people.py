"""群与人：谁在哪些群、什么身份、叫什么、私聊通不通。"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from plugins.gamemaster.hall import Role

NAMES = (
    "阿苹",
    "小红",
    "小红花",
    "老王",
    "2号",
    "12",
    "🟥",
    "红",
    "结束",
    "电脑甲",
    "A B C",
    "a\u200bb",
    "\u202eabc",
    "",
    " ",
    "换\n行",
    "👨\u200d👩\u200d👧\u200d👦一家人",
    "特别特别特别特别特别特别特别长的名字",
    "[CQ:at,qq=all]",
    "%s{0}",
    "؀عربي",
    "Zoë",
    "一号玩家",
    "@群主",
)
"""昵称：平常的、与指令同名的、存心捣乱的。"""


@dataclass(slots=True)
class Person:
    """一个 QQ 号。"""

    user: str
    name: str
    superuser: bool = False


@dataclass(slots=True)
class Group:
    """一个群。"""

    number: str
    bot: str
    roles: dict[str, Role] = field(default_factory=dict)
    """成员的身份，`{QQ号: 身份}`。"""
    muted: bool = False

    def members(self) -> list[str]:
        """在群里的人。"""
        return list(self.roles)


@dataclass(slots=True)
class Crowd:
    """全部的群与人。"""

    people: dict[str, Person]
    groups: list[Group]
    roamers: list[str]
    """在好几个群里的人。"""

    @staticmethod
    def gathered(random: Random, groups: int, bots: tuple[str, ...]) -> Crowd:
        """`groups` 个群，各有六个自己的人，另有一些人到处都在。"""
        crowd = Crowd({}, [], [])
        for index in range(max(4, groups // 4)):
            crowd.roamers.append(crowd.person(f"3{index:05}", random))
        boss = crowd.person("399999", random)
        crowd.people[boss].superuser = True
        for index in range(groups):
            group = Group(str(700_000 + index), bots[index % len(bots)])
            for place in range(6):
                user = crowd.person(f"1{index:04}{place}", random)
                group.roles[user] = ("owner", "admin", "member", "member", "member", "member")[place]
            for user in random.sample(crowd.roamers, 2):
                group.roles[user] = "member"
            if index % 5 == 0:
                group.roles[boss] = "member"
            crowd.groups.append(group)
        return crowd

    def person(self, user: str, random: Random) -> str:
        """添一个人。"""
        self.people[user] = Person(user, random.choice(NAMES) if random.random() < 0.6 else f"群友{user}")
        return user
