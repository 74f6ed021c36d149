"""布置一个现成的小世界：给试玩、测试和基准用。"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import time

from .world import Message, World

NAMES: tuple[str, ...] = ("小红", "阿蓝", "老黄", "青青", "紫霞", "大白", "墨墨", "橙子")
"""成员的默认昵称，不够时加序号。"""

SELF_ID = 10000
FIRST_MEMBER_ID = 10001
FIRST_GROUP_ID = 700001


def small_world(
    *,
    groups: int = 1,
    seats: int = 4,
    friends: bool = True,
    names: Sequence[str] = NAMES,
    group_name: str = "试玩群",
    first_group_id: int = FIRST_GROUP_ID,
    first_member_id: int = FIRST_MEMBER_ID,
    self_id: int = SELF_ID,
    nickname: str = "群桌",
    now: Callable[[], float] = time,
    history: int | None = None,
) -> World:
    """若干个群，各有自己的成员和机器人；每群第一名成员是群主。

    参数:
        groups: 群数；群号从 `first_group_id` 连号。
        seats: 每群成员数（不含机器人）；QQ 号从 `first_member_id` 跨群连号。
        friends: 成员是否都已是机器人好友。
        names: 昵称；第二个群起加群序号，如「小红2」，使昵称不重。
        history: 见 `World`。
    """
    world = World(self_id, nickname, now=now, history=history)
    user_id = first_member_id
    for index in range(groups):
        members: list[int] = []
        for seat in range(seats):
            name = names[seat % len(names)]
            if seat >= len(names):
                name += str(seat // len(names) + 1)
            if index:
                name += f"·{index + 1}"
            world.add_person(user_id, name, friend=friends)
            members.append(user_id)
            user_id += 1
        title = group_name if groups == 1 else f"{group_name}{index + 1}"
        world.add_group(first_group_id + index, title, members)
    return world


def share_groups(first: World, second: World) -> None:
    """让两个世界共用同号的群：一边说的话另一边也听见，用来演「群里有两个机器人」。

    两个世界的 `self_id` 须不同；各自的机器人在对方世界里是普通成员（这里替你放进去）。消息号两边各算各的，
    会话内序号一致，与真实的两个账号相同。
    """
    for here, there in ((first, second), (second, first)):
        me = here.people[here.self_id]
        there.add_person(me.user_id, me.nickname)
        for group_id, group in here.groups.items():
            if here.self_id in group.members and group_id in there.groups:
                there.join(group_id, me.user_id)
    relaying = False

    def relay_to(there: World) -> Callable[[Message], None]:
        def relay(message: Message) -> None:
            nonlocal relaying
            if relaying or message.group_id is None or message.group_id not in there.groups:
                return
            relaying = True
            try:
                there.say(message.group_id, message.sender_id, message.segments)
            finally:
                relaying = False

        return relay

    first.on_message(relay_to(second))
    second.on_message(relay_to(first))
