"""一个小小的 QQ 世界：人、群、好友、消息。

纯模型：不做 I/O，不知道 OneBot 怎样连接。世界里发生的事变成「规范事件」（OneBot v11 的事件字典，整数号码、
数组消息）交给订阅者；各协议端的写法差异由 `dialect` 处理。说过的每句话（人的和机器人的）都成为一条
`Message`，写明去了哪里、谁看得见，供测试断言「秘密没有漏到别处」。
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from .segments import Segment, normalize, plain_text, text, to_cq_string
from .trouble import RoomError, Trouble

Role = Literal["owner", "admin", "member"]
Event = dict[str, Any]

FOREVER = float("inf")
"""没有到期的时刻（全员禁言）。"""

RECALL_WINDOW = 120
"""普通人撤回自己消息的时限，秒（QQ 客户端的规定）。"""

_RANK: dict[Role, int] = {"owner": 2, "admin": 1, "member": 0}


@dataclass(slots=True)
class Person:
    """一个 QQ 号。

    属性:
        user_id: QQ 号，正整数。
        nickname: 昵称。
        hidden: 为真时协议端查不到他的内部标识（NapCat 对陌生人常有的事），私聊因此走岔路。
    """

    user_id: int
    nickname: str
    sex: Literal["male", "female", "unknown"] = "unknown"
    age: int = 0
    hidden: bool = False


@dataclass(slots=True)
class Member:
    """某人在某群里的身份。

    属性:
        card: 群名片，空串为没有。
        muted_until: 禁言到期的时刻（Unix 秒）；0 为没被禁言。
    """

    person: Person
    role: Role = "member"
    card: str = ""
    title: str = ""
    joined_at: int = 0
    spoke_at: int = 0
    muted_until: float = 0

    @property
    def shown_name(self) -> str:
        """群里显示的名字：有名片用名片。"""
        return self.card or self.person.nickname


@dataclass(slots=True)
class Group:
    """一个群。

    属性:
        members: QQ 号 → 身份，按入群先后；机器人在群里时也在其中。
        temp_allowed: 群是否允许成员之间发临时会话。
        whole_muted: 是否全员禁言（群主、管理员不受限）。
    """

    group_id: int
    name: str
    members: dict[int, Member] = field(default_factory=dict)
    temp_allowed: bool = True
    whole_muted: bool = False
    ids: tuple[int, ...] = ()
    """成员号码，随 `members` 更新；消息的可见范围直接引用它。"""


@dataclass(slots=True, frozen=True)
class Message:
    """说出口的一句话。

    属性:
        message_id: 消息号，世界内唯一。
        sequence: 所在会话内的序号（NapCat 的 `real_seq`）。
        sent_at: Unix 秒。
        sender_id: 说话人；等于世界的 `self_id` 时是机器人说的。
        group_id: 出现在哪个群；私聊为 `None`。
        peer_id: 私聊的另一头（人）；群消息为 `None`，除非它本该是给此人的私聊（见 `leaked`）。
        temp_group_id: 临时会话借道的群；好友私聊与群消息为 `None`。
        carried_group_id: 机器人发私聊时带上的 `group_id` 参数；没带为 `None`。
        visible_to: 看得见这句话的 QQ 号。
    """

    message_id: int
    sequence: int
    sent_at: int
    sender_id: int
    sender_name: str
    group_id: int | None
    peer_id: int | None
    temp_group_id: int | None
    carried_group_id: int | None
    segments: list[Segment]
    visible_to: tuple[int, ...]
    shown: str
    """人眼所见的文字：@ 写成名字，图片写成「[图片]」。"""

    @property
    def text(self) -> str:
        """只取正文段拼起来的文字。"""
        return "".join(s["data"]["text"] for s in self.segments if s["type"] == "text")

    @property
    def is_private(self) -> bool:
        """是否私聊（含临时会话）。"""
        return self.group_id is None

    @property
    def leaked(self) -> bool:
        """本是要私下发给 `peer_id` 的，却落在了群里。"""
        return self.group_id is not None and self.peer_id is not None

    @property
    def images(self) -> list[str]:
        """各图片段的 `file`。"""
        return [s["data"].get("file", "") for s in self.segments if s["type"] == "image"]

    def seen_by(self, user_id: int) -> bool:
        """此人看不看得见这句话。"""
        return user_id in self.visible_to


@dataclass(slots=True)
class Request:
    """等机器人答复的好友请求、入群申请或邀请。"""

    flag: str
    kind: Literal["friend", "add", "invite"]
    user_id: int
    group_id: int | None
    comment: str
    answered: bool = False


class World:
    """QQ 世界。

    参数:
        self_id: 机器人的 QQ 号。
        nickname: 机器人的昵称。
        now: 取当前 Unix 秒的函数；测试可给固定的钟。
        first_message_id: 第一条消息的号。默认取自钟（毫秒），使重开的世界不会重用旧消息号。
        history: 记住多少条消息；`None` 为全部。
    """

    def __init__(
        self,
        self_id: int = 10000,
        nickname: str = "群桌",
        *,
        now: Callable[[], float] = time.time,
        first_message_id: int | None = None,
        history: int | None = None,
    ) -> None:
        self.self_id = self_id
        self.now = now
        self.people: dict[int, Person] = {self_id: Person(self_id, nickname)}
        self.groups: dict[int, Group] = {}
        self.friends: set[int] = set()
        self.requests: dict[str, Request] = {}
        self.forwards: dict[str, list[Segment]] = {}
        self.online = True
        self.report_self = False
        """机器人自己说的话是否也上报（`post_type` 为 `message_sent`）；各协议端默认都不报。"""
        self._temp_sessions: dict[int, int] = {}
        self._messages: dict[int, Message] = {}
        self._order: deque[int] = deque()
        self._history = history
        self._sequences: dict[int, int] = {}
        self._next_message_id = first_message_id or int(now() * 1000) % 1_000_000_000 + 1
        self._next_request = 1
        self._event_listeners: list[Callable[[Event], None]] = []
        self._message_listeners: list[Callable[[Message], None]] = []

    # 订阅 ------------------------------------------------------------------

    def on_event(self, listener: Callable[[Event], None]) -> Callable[[], None]:
        """订阅机器人该收到的规范事件。返回退订函数。订阅者不得改动事件。"""
        self._event_listeners.append(listener)
        return lambda: _discard(self._event_listeners, listener)

    def on_message(self, listener: Callable[[Message], None]) -> Callable[[], None]:
        """订阅世界里说出的每句话（人的和机器人的）。返回退订函数。"""
        self._message_listeners.append(listener)
        return lambda: _discard(self._message_listeners, listener)

    # 布置 ------------------------------------------------------------------

    def add_person(self, user_id: int, nickname: str, *, friend: bool = False) -> Person:
        """放进一个人。`friend` 为真时已是机器人的好友（不产生事件）。"""
        person = self.people.get(user_id)
        if person is None:
            person = self.people[user_id] = Person(user_id, nickname)
        else:
            person.nickname = nickname
        if friend:
            self.friends.add(user_id)
        return person

    def add_group(
        self,
        group_id: int,
        name: str,
        members: Iterable[int],
        *,
        owner: int | None = None,
        temp_allowed: bool = True,
        with_bot: bool = True,
    ) -> Group:
        """放进一个群（不产生事件）。

        参数:
            members: 成员的 QQ 号，须先 `add_person`。
            owner: 群主；默认第一名成员。
            with_bot: 机器人是否已在群里（普通成员）。
        """
        group = Group(group_id, name, temp_allowed=temp_allowed)
        self.groups[group_id] = group
        moment = int(self.now())
        for user_id in members:
            group.members[user_id] = Member(self._person(user_id), joined_at=moment)
        if with_bot:
            group.members.setdefault(self.self_id, Member(self.people[self.self_id], joined_at=moment))
        if owner is None:
            owner = next(iter(group.members), None)
        if owner is not None:
            group.members[owner].role = "owner"
        group.ids = tuple(group.members)
        return group

    # 人做的事 --------------------------------------------------------------

    def say(self, group_id: int, user_id: int, message: str | list[Segment]) -> Message:
        """某人在群里说一句。

        参数:
            message: 字符串按纯文本；要 @ 或发图就给消息段数组。

        异常:
            RoomError: 群不存在、不在群里、正被禁言、消息为空。
        """
        group = self._group(group_id)
        member = self._member(group, user_id)
        self._check_may_speak(group, member)
        segments = _as_segments(message)
        said = self._record(segments, user_id, member.shown_name, group=group)
        member.spoke_at = said.sent_at
        if self.self_id in group.members:
            self._emit(self.message_event(said))
        return said

    def whisper(self, user_id: int, message: str | list[Segment], *, via_group: int | None = None) -> Message:
        """某人私聊机器人。

        参数:
            via_group: 临时会话借道的群；不给时好友走好友会话，非好友取第一个共同的、允许临时会话的群。

        异常:
            RoomError: 既非好友也没有可借道的群；消息为空。
        """
        person = self._person(user_id)
        group: Group | None = None
        if via_group is not None:
            group = self._group(via_group)
            self._member(group, user_id)
            if not group.temp_allowed:
                raise RoomError(Trouble.TEMP_SESSION_REFUSED, group.name)
        elif user_id not in self.friends:
            group = self._temp_path(user_id)
            if group is None:
                raise RoomError(Trouble.NOT_FRIEND, person.nickname)
        if group is not None:
            self._temp_sessions[user_id] = group.group_id
        segments = _as_segments(message)
        said = self._record(
            segments,
            user_id,
            person.nickname,
            peer_id=user_id,
            temp_group_id=group.group_id if group else None,
        )
        self._emit(self.message_event(said))
        return said

    def recall(self, user_id: int, message_id: int) -> None:
        """某人撤回一条消息：自己的须在两分钟内，群里管理员可撤回身份更低者的。"""
        said = self.message(message_id)
        self._check_may_recall(user_id, said)
        self._forget(said, user_id)

    def poke(self, user_id: int, target_id: int | None = None, *, group_id: int | None = None) -> None:
        """某人戳一戳；默认戳机器人。"""
        target = self.self_id if target_id is None else target_id
        if group_id is not None:
            self._member(self._group(group_id), user_id)
        event = self._notice("notify", sub_type="poke", user_id=user_id, target_id=target)
        if group_id is not None:
            event["group_id"] = group_id
        self._emit(event)

    def join(
        self,
        group_id: int,
        user_id: int,
        *,
        sub_type: Literal["approve", "invite"] = "approve",
        operator_id: int | None = None,
    ) -> Member:
        """某人（或机器人自己）进群。已在群里则什么也不发生。"""
        group = self._group(group_id)
        if user_id in group.members:
            return group.members[user_id]
        member = Member(self._person(user_id), joined_at=int(self.now()))
        group.members[user_id] = member
        group.ids = tuple(group.members)
        self._emit_in(
            group,
            self._notice(
                "group_increase",
                sub_type=sub_type,
                group_id=group_id,
                user_id=user_id,
                operator_id=operator_id or user_id,
            ),
        )
        return member

    def leave(self, group_id: int, user_id: int) -> None:
        """某人退群。群主退群即解散。"""
        group = self._group(group_id)
        if self._member(group, user_id).role == "owner":
            self.dissolve(group_id)
            return
        self._remove(group, user_id, "leave", user_id)

    def kick(self, group_id: int, operator_id: int, user_id: int) -> None:
        """管理员或群主踢人；踢的是机器人时事件为 `kick_me`。"""
        group = self._group(group_id)
        self._check_outranks(group, operator_id, user_id)
        sub_type = "kick_me" if user_id == self.self_id else "kick"
        self._remove(group, user_id, sub_type, operator_id)

    def dissolve(self, group_id: int) -> None:
        """群主解散群。规范事件为 `group_decrease.disband`，各协议端写法不同。"""
        group = self._group(group_id)
        owner = next((m for m in group.members.values() if m.role == "owner"), None)
        operator = owner.person.user_id if owner else 0
        event = self._notice(
            "group_decrease",
            sub_type="disband",
            group_id=group_id,
            user_id=self.self_id,
            operator_id=operator,
        )
        self._emit_in(group, event)
        del self.groups[group_id]

    def mute(self, group_id: int, user_id: int, seconds: int, *, operator_id: int | None = None) -> None:
        """禁言某人（含机器人）若干秒；0 为解除。不给操作者就当群主做的。"""
        group = self._group(group_id)
        member = self._member(group, user_id)
        operator = self._operator(group, operator_id, user_id)
        member.muted_until = self.now() + seconds if seconds > 0 else 0
        self._emit_in(
            group,
            self._notice(
                "group_ban",
                sub_type="ban" if seconds > 0 else "lift_ban",
                group_id=group_id,
                operator_id=operator,
                user_id=user_id,
                duration=max(0, seconds),
            ),
        )

    def mute_all(self, group_id: int, on: bool = True, *, operator_id: int | None = None) -> None:
        """开关全员禁言。事件里 `user_id` 为 0，`duration` 为 -1（开）或 0（关）。"""
        group = self._group(group_id)
        operator = self._operator(group, operator_id, None)
        group.whole_muted = on
        self._emit_in(
            group,
            self._notice(
                "group_ban",
                sub_type="ban" if on else "lift_ban",
                group_id=group_id,
                operator_id=operator,
                user_id=0,
                duration=-1 if on else 0,
            ),
        )

    def promote(self, group_id: int, user_id: int, *, admin: bool = True) -> None:
        """群主设或撤管理员。已是那样、或对方是群主，则什么也不发生。"""
        group = self._group(group_id)
        member = self._member(group, user_id)
        role: Role = "admin" if admin else "member"
        if member.role in ("owner", role):
            return
        member.role = role
        self._emit_in(
            group,
            self._notice(
                "group_admin",
                sub_type="set" if admin else "unset",
                group_id=group_id,
                user_id=user_id,
            ),
        )

    def set_card(self, group_id: int, user_id: int, card: str) -> None:
        """改群名片；事件 `group_card`（协议端扩展，不在标准里）。"""
        group = self._group(group_id)
        member = self._member(group, user_id)
        old, member.card = member.card, card
        self._emit_in(
            group,
            self._notice("group_card", group_id=group_id, user_id=user_id, card_new=card, card_old=old),
        )

    def rename_group(self, group_id: int, name: str) -> None:
        """改群名。标准没有对应事件。"""
        self._group(group_id).name = name

    def befriend(self, user_id: int) -> None:
        """某人成为机器人的好友（不经请求）；事件 `friend_add`。"""
        self._person(user_id)
        if user_id not in self.friends:
            self.friends.add(user_id)
            self._emit(self._notice("friend_add", user_id=user_id))

    def unfriend(self, user_id: int) -> None:
        """某人删了机器人。标准没有对应事件。"""
        self.friends.discard(user_id)

    def request_friend(self, user_id: int, comment: str = "") -> Request:
        """某人请求加机器人为好友，等 `set_friend_add_request` 答复。"""
        return self._request("friend", user_id, None, comment)

    def request_join(self, group_id: int, user_id: int, comment: str = "") -> Request:
        """某人申请入群（机器人是管理员时收得到）。"""
        return self._request("add", user_id, group_id, comment)

    def invite(self, group_id: int, user_id: int, comment: str = "") -> Request:
        """某人邀请机器人进群，等 `set_group_add_request` 答复。"""
        return self._request("invite", user_id, group_id, comment)

    def go_offline(self, reason: str = "账号在别处登录") -> None:
        """机器人的 QQ 掉线：事件 `bot_offline`（协议端扩展），此后动作都失败，直到 `go_online`。"""
        self.online = False
        self._emit(self._notice("bot_offline", user_id=self.self_id, tag="BotOfflineEvent", message=reason))

    def go_online(self) -> None:
        """机器人的 QQ 重新上线。标准没有对应事件，从心跳的 `status` 看得出。"""
        self.online = True

    # 机器人做的事（由 actions 调用）------------------------------------------

    def bot_say(
        self,
        group_id: int,
        segments: list[Segment],
        *,
        meant_for: int | None = None,
    ) -> Message:
        """机器人在群里说一句。

        参数:
            meant_for: 本该私下给此人、却走岔到群里时填他（见 `Message.leaked`）。
        """
        group = self.groups.get(group_id)
        if group is None or self.self_id not in group.members:
            raise RoomError(Trouble.NOT_IN_GROUP, str(group_id))
        me = group.members[self.self_id]
        self._check_may_speak(group, me)
        if not segments:
            raise RoomError(Trouble.EMPTY_MESSAGE)
        said = self._record(
            segments,
            self.self_id,
            me.shown_name,
            group=group,
            peer_id=meant_for,
            carried_group_id=None if meant_for is None else group_id,
        )
        me.spoke_at = said.sent_at
        self._report_self(said)
        return said

    def bot_whisper(
        self, user_id: int, segments: list[Segment], *, carried_group_id: int | None = None
    ) -> Message:
        """机器人私聊某人：好友直接到；否则要有可用的临时会话。

        参数:
            carried_group_id: 发送时带的 `group_id`，指明临时会话借道的群。

        异常:
            RoomError: 查无此人、不是好友又没有临时会话、群里关了临时会话、消息为空。
        """
        person = self._person(user_id)
        if not segments:
            raise RoomError(Trouble.EMPTY_MESSAGE)
        temp_group_id: int | None = None
        if user_id not in self.friends:
            if person.hidden:
                raise RoomError(Trouble.UNKNOWN_USER, str(user_id))
            temp_group_id = self._temp_session(user_id, carried_group_id)
        said = self._record(
            segments,
            self.self_id,
            self.people[self.self_id].nickname,
            peer_id=user_id,
            temp_group_id=temp_group_id,
            carried_group_id=carried_group_id,
        )
        self._report_self(said)
        return said

    def bot_recall(self, message_id: int) -> None:
        """机器人撤回一条消息。"""
        self.recall(self.self_id, message_id)

    def bot_leave(self, group_id: int, *, dismiss: bool = False) -> None:
        """机器人退群；是群主且 `dismiss` 时解散。"""
        group = self._group(group_id)
        me = self._member(group, self.self_id)
        if me.role == "owner":
            if not dismiss:
                raise RoomError(Trouble.NO_PERMISSION, "群主退群须指明解散")
            self.dissolve(group_id)
            return
        self._remove(group, self.self_id, "leave", self.self_id)

    def bot_answer(self, flag: str, approve: bool, *, kinds: Iterable[str]) -> Request:
        """机器人答复请求；同意后好友关系或入群立即成立。"""
        request = self.requests.get(flag)
        if request is None or request.answered or request.kind not in tuple(kinds):
            raise RoomError(Trouble.FLAG_NOT_FOUND, flag)
        request.answered = True
        if approve:
            if request.kind == "friend":
                self.befriend(request.user_id)
            elif request.group_id is not None:
                if request.kind == "add":
                    self.join(request.group_id, request.user_id, operator_id=self.self_id)
                else:
                    self.join(
                        request.group_id,
                        self.self_id,
                        sub_type="invite",
                        operator_id=request.user_id,
                    )
        return request

    def check_bot_outranks(self, group_id: int, user_id: int | None) -> None:
        """机器人在群里是否管得了此人（`None`：只要求是管理员或群主）；不行则 `RoomError`。"""
        group = self._group(group_id)
        if self.self_id not in group.members:
            raise RoomError(Trouble.NOT_IN_GROUP, str(group_id))
        if user_id is None:
            if group.members[self.self_id].role == "member":
                raise RoomError(Trouble.NO_PERMISSION)
            return
        self._check_outranks(group, self.self_id, user_id)

    # 查看 ------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """还记得的全部消息，按先后。"""
        return [self._messages[message_id] for message_id in self._order]

    def message(self, message_id: int) -> Message:
        """按号取消息；没有则 `RoomError`。"""
        said = self._messages.get(message_id)
        if said is None:
            raise RoomError(Trouble.MESSAGE_NOT_FOUND, str(message_id))
        return said

    def group(self, group_id: int) -> Group:
        """按号取群；没有则 `RoomError`。"""
        return self._group(group_id)

    def member(self, group_id: int, user_id: int) -> Member:
        """取某人在某群的身份；没有则 `RoomError`。"""
        return self._member(self._group(group_id), user_id)

    def find_person(self, name: str) -> Person | None:
        """按昵称、名片或号码找人；不认识返回 `None`。"""
        if name.isdecimal() and int(name) in self.people:
            return self.people[int(name)]
        for person in self.people.values():
            if person.nickname == name:
                return person
        for group in self.groups.values():
            for member in group.members.values():
                if member.card == name:
                    return member.person
        return None

    def message_event(self, said: Message) -> Event:
        """一条消息的规范事件。机器人自己说的，`post_type` 为 `message_sent`。"""
        raw = to_cq_string(said.segments)
        event: Event = {
            "time": said.sent_at,
            "self_id": self.self_id,
            "post_type": "message_sent" if said.sender_id == self.self_id else "message",
            "message_type": "private" if said.group_id is None else "group",
            "sub_type": "normal",
            "message_id": said.message_id,
            "user_id": said.sender_id,
            "message": said.segments,
            "raw_message": raw,
            "font": 14,
            "sender": self.sender_of(said),
            "message_seq": said.sequence,
        }
        if said.group_id is not None:
            event["group_id"] = said.group_id
            event["anonymous"] = None
        else:
            event["target_id"] = self.self_id if said.sender_id != self.self_id else said.peer_id
            if said.temp_group_id is None:
                event["sub_type"] = "friend"
            else:
                event["sub_type"] = "group"
                event["temp_source"] = said.temp_group_id
        return event

    def sender_of(self, said: Message) -> dict[str, Any]:
        """消息的发送者信息（OneBot v11 的 `sender` 对象）。"""
        person = self.people[said.sender_id]
        sender: dict[str, Any] = {
            "user_id": said.sender_id,
            "nickname": person.nickname,
            "sex": person.sex,
            "age": person.age,
        }
        group = self.groups.get(said.group_id) if said.group_id is not None else None
        member = group.members.get(said.sender_id) if group else None
        if member is not None:
            sender["card"] = member.card
            sender["area"] = ""
            sender["level"] = "1"
            sender["role"] = member.role
            sender["title"] = member.title
        return sender

    # 内部 ------------------------------------------------------------------

    def _person(self, user_id: int) -> Person:
        person = self.people.get(user_id)
        if person is None:
            raise RoomError(Trouble.UNKNOWN_USER, str(user_id))
        return person

    def _group(self, group_id: int) -> Group:
        group = self.groups.get(group_id)
        if group is None:
            raise RoomError(Trouble.NOT_IN_GROUP, str(group_id))
        return group

    def _member(self, group: Group, user_id: int) -> Member:
        member = group.members.get(user_id)
        if member is None:
            raise RoomError(Trouble.NOT_MEMBER, str(user_id))
        return member

    def _check_may_speak(self, group: Group, member: Member) -> None:
        if member.muted_until and member.muted_until > self.now():
            raise RoomError(Trouble.MUTED, member.shown_name)
        if group.whole_muted and member.role == "member":
            raise RoomError(Trouble.MUTED, "全员禁言")

    def _check_outranks(self, group: Group, operator_id: int, user_id: int) -> None:
        operator = self._member(group, operator_id)
        member = self._member(group, user_id)
        if _RANK[operator.role] <= _RANK[member.role]:
            raise RoomError(Trouble.NO_PERMISSION, operator.shown_name)

    def _check_may_recall(self, user_id: int, said: Message) -> None:
        if said.sender_id == user_id and self.now() - said.sent_at <= RECALL_WINDOW:
            return
        group = self.groups.get(said.group_id) if said.group_id is not None else None
        if group is None or user_id not in group.members:
            raise RoomError(Trouble.NO_PERMISSION, "已过两分钟")
        if said.sender_id == user_id:
            if group.members[user_id].role == "member":
                raise RoomError(Trouble.NO_PERMISSION, "已过两分钟")
        elif said.sender_id in group.members:
            self._check_outranks(group, user_id, said.sender_id)
        elif group.members[user_id].role == "member":
            raise RoomError(Trouble.NO_PERMISSION)

    def _operator(self, group: Group, operator_id: int | None, user_id: int | None) -> int:
        if operator_id is None:
            owner = next((m for m in group.members.values() if m.role == "owner"), None)
            return owner.person.user_id if owner else 0
        if user_id is None:
            if self._member(group, operator_id).role == "member":
                raise RoomError(Trouble.NO_PERMISSION)
        else:
            self._check_outranks(group, operator_id, user_id)
        return operator_id

    def _temp_path(self, user_id: int) -> Group | None:
        """能借道发临时会话的群：共同、允许。"""
        for group in self.groups.values():
            if group.temp_allowed and user_id in group.members and self.self_id in group.members:
                return group
        return None

    def _temp_session(self, user_id: int, asked_group_id: int | None) -> int:
        # 指明的群优先；没指明就用对方先开的会话（协议端都缓存着它）。
        group_id = asked_group_id if asked_group_id is not None else self._temp_sessions.get(user_id)
        if group_id is None:
            raise RoomError(Trouble.NOT_FRIEND, str(user_id))
        group = self.groups.get(group_id)
        if group is None or self.self_id not in group.members or user_id not in group.members:
            raise RoomError(Trouble.NOT_FRIEND, str(user_id))
        if not group.temp_allowed:
            raise RoomError(Trouble.TEMP_SESSION_REFUSED, str(user_id))
        return group_id

    def _record(
        self,
        segments: list[Segment],
        sender_id: int,
        sender_name: str,
        *,
        group: Group | None = None,
        peer_id: int | None = None,
        temp_group_id: int | None = None,
        carried_group_id: int | None = None,
    ) -> Message:
        message_id = self._next_message_id
        self._next_message_id = message_id + 1
        room = group.group_id if group else -(peer_id or 0)
        sequence = self._sequences.get(room, 0) + 1
        self._sequences[room] = sequence
        visible_to = group.ids if group else (self.self_id, peer_id or 0)
        said = Message(
            message_id,
            sequence,
            int(self.now()),
            sender_id,
            sender_name,
            group.group_id if group else None,
            peer_id,
            temp_group_id,
            carried_group_id,
            segments,
            visible_to,
            self._shown(segments, group),
        )
        self._messages[message_id] = said
        self._order.append(message_id)
        if self._history is not None and len(self._order) > self._history:
            del self._messages[self._order.popleft()]
        for listener in tuple(self._message_listeners):
            listener(said)
        return said

    def _shown(self, segments: list[Segment], group: Group | None) -> str:
        if len(segments) == 1 and segments[0]["type"] == "text":
            return segments[0]["data"]["text"]

        def name_of(number: str) -> str:
            user_id = int(number) if number.isdecimal() else 0
            if group is not None and user_id in group.members:
                return group.members[user_id].shown_name
            return self.people[user_id].nickname if user_id in self.people else number

        return plain_text(segments, name_of)

    def _forget(self, said: Message, operator_id: int) -> None:
        del self._messages[said.message_id]
        self._order.remove(said.message_id)
        if said.group_id is not None:
            event = self._notice(
                "group_recall",
                group_id=said.group_id,
                user_id=said.sender_id,
                operator_id=operator_id,
                message_id=said.message_id,
            )
            group = self.groups.get(said.group_id)
            if group is not None:
                self._emit_in(group, event)
        else:
            self._emit(self._notice("friend_recall", user_id=said.sender_id, message_id=said.message_id))

    def _remove(self, group: Group, user_id: int, sub_type: str, operator_id: int) -> None:
        self._member(group, user_id)
        event = self._notice(
            "group_decrease",
            sub_type=sub_type,
            group_id=group.group_id,
            user_id=user_id,
            operator_id=operator_id,
        )
        self._emit_in(group, event)
        del group.members[user_id]
        group.ids = tuple(group.members)

    def _request(
        self, kind: Literal["friend", "add", "invite"], user_id: int, group_id: int | None, comment: str
    ) -> Request:
        self._person(user_id)
        flag = f"room-{int(self.now())}-{self._next_request}"
        self._next_request += 1
        request = Request(flag, kind, user_id, group_id, comment)
        self.requests[flag] = request
        event: Event = {
            "time": int(self.now()),
            "self_id": self.self_id,
            "post_type": "request",
            "request_type": "friend" if kind == "friend" else "group",
            "user_id": user_id,
            "comment": comment,
            "flag": flag,
        }
        if group_id is not None:
            self._group(group_id)
            event["sub_type"] = kind
            event["group_id"] = group_id
        self._emit(event)
        return request

    def _notice(self, notice_type: str, **fields: Any) -> Event:
        return {
            "time": int(self.now()),
            "self_id": self.self_id,
            "post_type": "notice",
            "notice_type": notice_type,
            **fields,
        }

    def _report_self(self, said: Message) -> None:
        if self.report_self:
            self._emit(self.message_event(said))

    def _emit_in(self, group: Group, event: Event) -> None:
        # 机器人不在的群，发生什么它都不知道。
        if self.self_id in group.members:
            self._emit(event)

    def _emit(self, event: Event) -> None:
        if not self.online and event.get("notice_type") != "bot_offline":
            return
        for listener in tuple(self._event_listeners):
            listener(event)


def _as_segments(message: str | list[Segment]) -> list[Segment]:
    segments = [text(message)] if isinstance(message, str) and message else normalize(message)
    if not segments:
        raise RoomError(Trouble.EMPTY_MESSAGE)
    return segments


def _discard(listeners: list[Any], listener: object) -> None:
    if listener in listeners:
        listeners.remove(listener)
