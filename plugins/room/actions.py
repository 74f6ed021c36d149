"""OneBot v11 的动作（API）：机器人一侧叫得到的每一个。

规范：https://github.com/botuniverse/onebot-11/blob/master/api/public.md 。参数里的号码认整数也认字符串，
布尔认 `true` 也认 `"true"`。同步、无 I/O；慢、丢、断由 `connection` 与 `faults` 负责。
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from .dialect import NO_ECHO, Dialect
from .segments import Segment, at, normalize, reply, text
from .trouble import RoomError, Trouble
from .world import Group, Member, Message, World

Parameters = dict[str, Any]

_SENDS = frozenset(
    {
        "send_private_msg",
        "send_group_msg",
        "send_msg",
        "send_private_forward_msg",
        "send_group_forward_msg",
        "send_forward_msg",
    }
)


class Call(msgspec.Struct):
    """收到的一个请求。`echo` 保留原始字节，回包时逐字节放回。"""

    action: str
    params: dict[str, Any] | None = None
    echo: msgspec.Raw = NO_ECHO


@dataclass(slots=True, frozen=True)
class Outcome:
    """一次动作的始末，供测试查看。

    属性:
        action: 动作名（已去掉 `_async` 等后缀）。
        parameters: 收到的参数，未改动。
        said: 因此说出口的话；没有为 `None`。
        error: 失败原因；成功为 `None`。
    """

    action: str
    parameters: Parameters
    said: Message | None
    error: RoomError | None


class Actions:
    """在一个世界上执行动作。

    参数:
        world: 世界。
        dialect: 回包的写法。
        restart: `set_restart` 时做的事；默认什么也不做。
    """

    def __init__(self, world: World, dialect: Dialect, *, restart: Callable[[], None] | None = None) -> None:
        self.world = world
        self.dialect = dialect
        self._restart = restart
        self._said: Message | None = None
        self._listeners: list[Callable[[Outcome], None]] = []
        self._table: dict[str, Callable[[Parameters], Any]] = {
            name: getattr(self, f"_{name.lstrip('.')}") for name in ACTION_NAMES
        }

    def on_outcome(self, listener: Callable[[Outcome], None]) -> Callable[[], None]:
        """订阅每次动作的始末。返回退订函数。"""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    @staticmethod
    def is_send(action: str) -> bool:
        """是不是发消息的动作。"""
        return _base_name(action) in _SENDS

    def perform(self, call: Call, *, instead: RoomError | None = None, after: bool = False) -> dict[str, Any]:
        """执行一个请求，返回回包。

        参数:
            instead: 注入的故障：不管结果如何都按它失败。
            after: 故障发生在动作做完之后（消息其实发出去了，只是回包说失败）。
        """
        name = _base_name(call.action)
        parameters = call.params or {}
        self._said = None
        error: RoomError | None = None
        data: Any = None
        try:
            if instead is not None and not after:
                raise instead
            run = self._table.get(name)
            if run is None:
                raise RoomError(Trouble.UNKNOWN_ACTION, call.action)
            if not self.world.online:
                raise RoomError(Trouble.OFFLINE)
            data = run(parameters)
            if instead is not None:
                raise instead
        except RoomError as caught:
            error = caught
        if self._listeners:
            outcome = Outcome(name, parameters, self._said, error)
            for listener in tuple(self._listeners):
                listener(outcome)
        if call.action.endswith("_async"):
            return self.dialect.accepted(call.echo)
        if error is not None:
            return self.dialect.failed(error, call.echo, group_id=_id_or_none(parameters, "group_id"))
        return self.dialect.ok(data, call.echo)

    # 发消息 ----------------------------------------------------------------

    def _send_private_msg(self, p: Parameters) -> Any:
        return self._sent(self._whisper(_id(p, "user_id"), self._segments(p), _id_or_none(p, "group_id")))

    def _send_group_msg(self, p: Parameters) -> Any:
        return self._sent(self.world.bot_say(_id(p, "group_id"), self._segments(p)))

    def _send_msg(self, p: Parameters) -> Any:
        kind = p.get("message_type")
        if kind not in ("private", "group"):
            # 各家都是先看 group_id：两个号都给又不写 message_type，就发进了群里。
            kind = "group" if _id_or_none(p, "group_id") is not None else "private"
        return self._send_group_msg(p) if kind == "group" else self._send_private_msg(p)

    def _send_group_forward_msg(self, p: Parameters) -> Any:
        forward_id, segments = self._forward(p)
        said = self.world.bot_say(_id(p, "group_id"), segments)
        return {**self._sent(said), "res_id": forward_id, "forward_id": forward_id}

    def _send_private_forward_msg(self, p: Parameters) -> Any:
        forward_id, segments = self._forward(p)
        said = self._whisper(_id(p, "user_id"), segments, _id_or_none(p, "group_id"))
        return {**self._sent(said), "res_id": forward_id, "forward_id": forward_id}

    def _send_forward_msg(self, p: Parameters) -> Any:
        if _id_or_none(p, "group_id") is not None:
            return self._send_group_forward_msg(p)
        return self._send_private_forward_msg(p)

    def _whisper(self, user_id: int, segments: list[Segment], group_id: int | None) -> Message:
        try:
            return self.world.bot_whisper(user_id, segments, carried_group_id=group_id)
        except RoomError as error:
            if (
                group_id is not None
                and self.dialect.private_send_may_land_in_group
                and error.trouble in (Trouble.UNKNOWN_USER, Trouble.NOT_FRIEND, Trouble.TEMP_SESSION_REFUSED)
            ):
                return self.world.bot_say(group_id, segments, meant_for=user_id)
            raise

    def _sent(self, said: Message) -> dict[str, Any]:
        self._said = said
        return {"message_id": self._shown_id(said.message_id)}

    def _segments(self, p: Parameters) -> list[Segment]:
        if "message" not in p or p["message"] is None:
            raise RoomError(Trouble.BAD_PARAMETER, "message")
        try:
            segments = normalize(p["message"], auto_escape=_flag(p, "auto_escape", False))
        except ValueError as error:
            raise RoomError(Trouble.BAD_PARAMETER, "message") from error
        for segment in segments:
            if segment["type"] not in _SENDABLE:
                raise RoomError(Trouble.EMPTY_MESSAGE, segment["type"])
        if any(segment["type"] == "node" for segment in segments):
            return self._forward({"messages": segments})[1]
        return segments

    def _forward(self, p: Parameters) -> tuple[str, list[Segment]]:
        nodes = p.get("messages", p.get("message"))
        if not isinstance(nodes, list) or not nodes:
            raise RoomError(Trouble.BAD_PARAMETER, "messages")
        kept: list[Segment] = []
        for node in nodes:
            if not isinstance(node, dict) or node.get("type") != "node":
                raise RoomError(Trouble.BAD_PARAMETER, "messages")
            kept.append(self._node(node.get("data") or {}))
        forward_id = f"room-forward-{len(self.world.forwards) + 1}"
        self.world.forwards[forward_id] = kept
        return forward_id, [{"type": "forward", "data": {"id": forward_id}}]

    def _node(self, data: dict[str, Any]) -> Segment:
        if "id" in data:
            said = self.world.message(_id(data, "id"))
            return {
                "type": "node",
                "data": {
                    "user_id": str(said.sender_id),
                    "nickname": said.sender_name,
                    "content": said.segments,
                },
            }
        try:
            content = normalize(data.get("content", ""))
        except ValueError as error:
            raise RoomError(Trouble.BAD_PARAMETER, "content") from error
        user_id = data.get("user_id", data.get("uin", self.world.self_id))
        nickname = data.get("nickname", data.get("name", ""))
        return {
            "type": "node",
            "data": {"user_id": str(user_id), "nickname": str(nickname), "content": content},
        }

    # 消息 ------------------------------------------------------------------

    def _delete_msg(self, p: Parameters) -> Any:
        self.world.bot_recall(_id(p, "message_id"))

    def _get_msg(self, p: Parameters) -> Any:
        return self.dialect.stored_message(self._event_of(self.world.message(_id(p, "message_id"))))

    def _get_forward_msg(self, p: Parameters) -> Any:
        forward_id = str(p.get("id", p.get("message_id", "")))
        nodes = self.world.forwards.get(forward_id)
        if nodes is None:
            raise RoomError(Trouble.MESSAGE_NOT_FOUND, forward_id)
        return {"message": nodes, "messages": nodes}

    def _get_group_msg_history(self, p: Parameters) -> Any:
        group = self._joined(p)
        count = _number(p, "count", 20)
        said = [m for m in self.world.messages if m.group_id == group.group_id][-count:]
        return {"messages": [self.dialect.event(self._event_of(message)) for message in said]}

    def _event_of(self, said: Message) -> dict[str, Any]:
        return self.world.message_event(said)

    def _send_like(self, p: Parameters) -> Any:
        self._person_data(_id(p, "user_id"))

    # 群 --------------------------------------------------------------------

    def _set_group_kick(self, p: Parameters) -> Any:
        self.world.kick(self._joined(p).group_id, self.world.self_id, _id(p, "user_id"))

    def _set_group_ban(self, p: Parameters) -> Any:
        self.world.mute(
            self._joined(p).group_id,
            _id(p, "user_id"),
            _number(p, "duration", 1800),
            operator_id=self.world.self_id,
        )

    def _set_group_anonymous_ban(self, p: Parameters) -> Any:
        self._joined(p)
        # QQ 已取消匿名，所以任何匿名标识都无效。
        raise RoomError(Trouble.FLAG_NOT_FOUND, str(p.get("anonymous_flag", p.get("flag", ""))))

    def _set_group_anonymous(self, p: Parameters) -> Any:
        self.world.check_bot_outranks(self._joined(p).group_id, None)

    def _set_group_whole_ban(self, p: Parameters) -> Any:
        self.world.mute_all(
            self._joined(p).group_id, _flag(p, "enable", True), operator_id=self.world.self_id
        )

    def _set_group_admin(self, p: Parameters) -> Any:
        group = self._joined(p)
        if group.members[self.world.self_id].role != "owner":
            raise RoomError(Trouble.NO_PERMISSION)
        self.world.promote(group.group_id, _id(p, "user_id"), admin=_flag(p, "enable", True))

    def _set_group_card(self, p: Parameters) -> Any:
        group = self._joined(p)
        user_id = _id(p, "user_id")
        if user_id != self.world.self_id:
            self.world.check_bot_outranks(group.group_id, user_id)
        self.world.set_card(group.group_id, user_id, str(p.get("card") or ""))

    def _set_group_name(self, p: Parameters) -> Any:
        group = self._joined(p)
        self.world.check_bot_outranks(group.group_id, None)
        if not p.get("group_name"):
            raise RoomError(Trouble.BAD_PARAMETER, "group_name")
        self.world.rename_group(group.group_id, str(p["group_name"]))

    def _set_group_leave(self, p: Parameters) -> Any:
        self.world.bot_leave(self._joined(p).group_id, dismiss=_flag(p, "is_dismiss", False))

    def _set_group_special_title(self, p: Parameters) -> Any:
        group = self._joined(p)
        if group.members[self.world.self_id].role != "owner":
            raise RoomError(Trouble.NO_PERMISSION)
        self._member_of(group, p).title = str(p.get("special_title") or "")

    def _get_group_info(self, p: Parameters) -> Any:
        return self._group_data(self._joined(p))

    def _get_group_list(self, p: Parameters) -> Any:
        return [
            self._group_data(group)
            for group in self.world.groups.values()
            if self.world.self_id in group.members
        ]

    def _get_group_member_info(self, p: Parameters) -> Any:
        group = self._joined(p)
        return self._member_data(group, self._member_of(group, p))

    def _get_group_member_list(self, p: Parameters) -> Any:
        group = self._joined(p)
        return [self._member_data(group, member) for member in group.members.values()]

    def _get_group_honor_info(self, p: Parameters) -> Any:
        group = self._joined(p)
        return {
            "group_id": self._shown_id(group.group_id),
            "talkative_list": [],
            "performer_list": [],
            "legend_list": [],
            "strong_newbie_list": [],
            "emotion_list": [],
        }

    # 请求 ------------------------------------------------------------------

    def _set_friend_add_request(self, p: Parameters) -> Any:
        self.world.bot_answer(str(p.get("flag", "")), _flag(p, "approve", True), kinds=("friend",))

    def _set_group_add_request(self, p: Parameters) -> Any:
        sub_type = p.get("sub_type", p.get("type"))
        kinds = (str(sub_type),) if sub_type is not None else ("add", "invite")
        self.world.bot_answer(str(p.get("flag", "")), _flag(p, "approve", True), kinds=kinds)

    # 账号与程序 -------------------------------------------------------------

    def _get_login_info(self, p: Parameters) -> Any:
        me = self.world.people[self.world.self_id]
        return {"user_id": self._shown_id(me.user_id), "nickname": me.nickname}

    def _get_stranger_info(self, p: Parameters) -> Any:
        return self._person_data(_id(p, "user_id"))

    def _get_friend_list(self, p: Parameters) -> Any:
        return [{**self._person_data(user_id), "remark": ""} for user_id in sorted(self.world.friends)]

    def _get_status(self, p: Parameters) -> Any:
        return {"online": self.world.online, "good": self.world.online}

    def _get_version_info(self, p: Parameters) -> Any:
        return self.dialect.version

    def _can_send_image(self, p: Parameters) -> Any:
        return {"yes": True}

    def _can_send_record(self, p: Parameters) -> Any:
        return {"yes": True}

    def _get_cookies(self, p: Parameters) -> Any:
        return {"cookies": ""}

    def _get_csrf_token(self, p: Parameters) -> Any:
        return {"token": 0}

    def _get_credentials(self, p: Parameters) -> Any:
        return {"cookies": "", "csrf_token": 0}

    def _get_image(self, p: Parameters) -> Any:
        return {"file": self._known_file(p, "image")}

    def _get_record(self, p: Parameters) -> Any:
        return {"file": self._known_file(p, "record")}

    def _set_restart(self, p: Parameters) -> Any:
        if self._restart is not None:
            self._restart()

    def _clean_cache(self, p: Parameters) -> Any:
        return None

    # 快速操作（隐藏动作，aiocqhttp 的处理函数返回字典时用它）--------------------

    def _handle_quick_operation(self, p: Parameters) -> Any:
        context, operation = p.get("context"), p.get("operation")
        if not isinstance(context, dict) or not isinstance(operation, dict):
            raise RoomError(Trouble.BAD_PARAMETER, "context")
        if context.get("post_type") == "request":
            if "approve" in operation:
                self._answer_quickly(context, operation)
            return
        if operation.get("reply") is not None:
            self._reply_quickly(context, operation)
        if context.get("message_type") != "group":
            return
        target = {"group_id": context.get("group_id"), "user_id": context.get("user_id")}
        if _flag(operation, "delete", False):
            self._delete_msg({"message_id": context.get("message_id")})
        if _flag(operation, "ban", False):
            self._set_group_ban({**target, "duration": _number(operation, "ban_duration", 1800)})
        if _flag(operation, "kick", False):
            self._set_group_kick(target)

    def _answer_quickly(self, context: Parameters, operation: Parameters) -> None:
        answer = {
            "flag": context.get("flag"),
            "sub_type": context.get("sub_type"),
            "approve": operation["approve"],
        }
        if context.get("request_type") == "friend":
            self._set_friend_add_request(answer)
        else:
            self._set_group_add_request(answer)

    def _reply_quickly(self, context: Parameters, operation: Parameters) -> None:
        segments = self._segments(
            {"message": operation["reply"], "auto_escape": operation.get("auto_escape", False)}
        )
        if context.get("message_type") == "group":
            if _flag(operation, "at_sender", True):
                segments = [at(_id(context, "user_id")), text(" "), *segments]
            if _flag(operation, "reply_message", False):
                segments = [reply(_id(context, "message_id")), *segments]
            self._said = self.world.bot_say(_id(context, "group_id"), normalize(segments))
        else:
            self._said = self._whisper(_id(context, "user_id"), segments, _id_or_none(context, "group_id"))

    # 数据 ------------------------------------------------------------------

    def _shown_id(self, number: int) -> int | str:
        return str(number) if self.dialect.id_format == "string" else number

    def _joined(self, p: Parameters) -> Group:
        group = self.world.groups.get(_id(p, "group_id"))
        if group is None or self.world.self_id not in group.members:
            raise RoomError(Trouble.NOT_IN_GROUP, str(p.get("group_id")))
        return group

    def _member_of(self, group: Group, p: Parameters) -> Member:
        return self.world.member(group.group_id, _id(p, "user_id"))

    def _person_data(self, user_id: int) -> dict[str, Any]:
        person = self.world.people.get(user_id)
        if person is None:
            raise RoomError(Trouble.UNKNOWN_USER, str(user_id))
        return {
            "user_id": self._shown_id(user_id),
            "nickname": person.nickname,
            "sex": person.sex,
            "age": person.age,
        }

    def _group_data(self, group: Group) -> dict[str, Any]:
        return {
            "group_id": self._shown_id(group.group_id),
            "group_name": group.name,
            "member_count": len(group.members),
            "max_member_count": 200,
        }

    def _member_data(self, group: Group, member: Member) -> dict[str, Any]:
        return {
            "group_id": self._shown_id(group.group_id),
            **self._person_data(member.person.user_id),
            "card": member.card,
            "area": "",
            "join_time": member.joined_at,
            "last_sent_time": member.spoke_at,
            "level": "1",
            "role": member.role,
            "unfriendly": False,
            "title": member.title,
            "title_expire_time": 0,
            "card_changeable": True,
            "shut_up_timestamp": int(member.muted_until),
        }

    def _known_file(self, p: Parameters, kind: str) -> str:
        wanted = str(p.get("file") or "")
        if not wanted:
            raise RoomError(Trouble.BAD_PARAMETER, "file")
        for message in self.world.messages:
            for segment in message.segments:
                if segment["type"] == kind and segment["data"].get("file") == wanted:
                    return wanted
        raise RoomError(Trouble.MESSAGE_NOT_FOUND, wanted)


_SENDABLE = frozenset(
    {
        "text", "face", "image", "record", "video", "at", "rps", "dice", "shake", "poke",
        "anonymous", "share", "contact", "location", "music", "reply", "forward", "node",
        "xml", "json", "markdown", "mface", "file",
    }
)  # fmt: skip

ACTION_NAMES: tuple[str, ...] = (
    "send_private_msg",
    "send_group_msg",
    "send_msg",
    "send_group_forward_msg",
    "send_private_forward_msg",
    "send_forward_msg",
    "delete_msg",
    "get_msg",
    "get_forward_msg",
    "get_group_msg_history",
    "send_like",
    "set_group_kick",
    "set_group_ban",
    "set_group_anonymous_ban",
    "set_group_anonymous",
    "set_group_whole_ban",
    "set_group_admin",
    "set_group_card",
    "set_group_name",
    "set_group_leave",
    "set_group_special_title",
    "set_friend_add_request",
    "set_group_add_request",
    "get_login_info",
    "get_stranger_info",
    "get_friend_list",
    "get_group_info",
    "get_group_list",
    "get_group_member_info",
    "get_group_member_list",
    "get_group_honor_info",
    "get_cookies",
    "get_csrf_token",
    "get_credentials",
    "get_record",
    "get_image",
    "can_send_image",
    "can_send_record",
    "get_status",
    "get_version_info",
    "set_restart",
    "clean_cache",
    ".handle_quick_operation",
)


def _base_name(action: str) -> str:
    return action.removesuffix("_async").removesuffix("_rate_limited")


def _id_or_none(p: Parameters, name: str) -> int | None:
    value = p.get(name)
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value or None
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        return int(value) or None
    return None


def _id(p: Parameters, name: str) -> int:
    value = _id_or_none(p, name)
    if value is None:
        raise RoomError(Trouble.BAD_PARAMETER, name)
    return value


def _flag(p: Parameters, name: str, default: bool) -> bool:
    value = p.get(name)
    if value is None:
        return default
    if isinstance(value, str):
        return value.strip().lower() not in ("false", "0", "no", "")
    return bool(value)


def _number(p: Parameters, name: str, default: int) -> int:
    value = p.get(name, default)
    try:
        return int(value)
    except (TypeError, ValueError):
        raise RoomError(Trouble.BAD_PARAMETER, name) from None
