"""房间的台面：一个群、一群人，谁在看、谁来演。

终端（经 `/room/ws`）和以后的网页都只跟它打交道：`perform` 照一道令办事，`on_show` 收该显示的东西。
显示的东西都是可直接写成 JSON 的字典，键 `show` 说明是什么：

- `message` 一句话：`where` 为 `group` 或 `private`，`speaker` `number` 说话人与编号，`peer` 私聊的另一头，
  `from_bot` 是否机器人，`text` 所见文字，`images` 各图片的 `file`，`leaked` 私话落进了群，`time` Unix 秒；
- `notice` 一件事（进群、禁言……）：`text`；
- `members` 成员表：`members` 里每项有 `number` `user_id` `name` `role` `friend` `muted` `here`；
- `link` 连接：`connected`；
- `help` 帮助：`rows`，每项为写法与意思；
- `error` 办不到：`text`。
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .actions import Outcome
from .connection import Connection
from .layout import FIRST_MEMBER_ID
from .orders import Order, help_rows
from .segments import Segment, at, text
from .trouble import RoomError, Trouble
from .world import Event, Message, World

Show = dict[str, Any]

BOT_WORDS = ("机器人", "bot", "0")
"""令里指机器人的说法。"""

_ROLE_WORDS = {"owner": "群主", "admin": "管理员", "member": "成员"}
_AT = re.compile(r"@([^\s@]+)")


class Stage:
    """一个群的台面。

    参数:
        world: 世界。
        connection: 连着机器人的连接，故障与断线在它上面。
        group_id: 演的是哪个群。
    """

    def __init__(self, world: World, connection: Connection, group_id: int) -> None:
        self.world = world
        self.connection = connection
        self.group_id = group_id
        self.group_name = world.group(group_id).name
        self._numbers: list[int] = [
            user_id for user_id in world.group(group_id).members if user_id != world.self_id
        ]
        self._listeners: list[Callable[[Show], None]] = []
        world.on_message(self._on_message)
        world.on_event(self._on_event)
        connection.actions.on_outcome(self._on_outcome)
        connection.on_link(lambda connected: self._show(self.link_show()))
        self._commands: dict[str, Callable[[int, Sequence[str]], None]] = {
            "加人": self._add,
            "陌生人": self._add_stranger,
            "退群": self._leave,
            "踢": self._kick,
            "拉回": self._bring_back,
            "管理": self._promote,
            "撤管": self._demote,
            "改名": self._set_card,
            "禁言": self._mute,
            "解禁": self._unmute,
            "全员禁言": self._mute_all,
            "好友": self._befriend,
            "删好友": self._unfriend,
            "申请好友": self._request_friend,
            "临时会话": self._temp_sessions,
            "戳": self._poke,
            "撤回": self._recall,
            "解散": self._dissolve,
            "断线": self._drop,
            "离线": self._go_offline,
            "上线": self._go_online,
            "失败": self._fail,
            "慢": self._slow,
            "重送": self._redeliver,
            "扣留": self._hold,
            "放行": self._release,
        }

    def on_show(self, listener: Callable[[Show], None]) -> Callable[[], None]:
        """订阅要显示的东西。返回退订函数。"""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    # 看 --------------------------------------------------------------------

    def members_show(self) -> Show:
        """成员表。"""
        group = self.world.groups.get(self.group_id)
        rows: list[dict[str, Any]] = []
        for number, user_id in enumerate(self._numbers, start=1):
            member = group.members.get(user_id) if group else None
            rows.append(
                {
                    "number": number,
                    "user_id": user_id,
                    "name": member.shown_name if member else self.world.people[user_id].nickname,
                    "role": _ROLE_WORDS[member.role] if member else "",
                    "friend": user_id in self.world.friends,
                    "muted": bool(member and member.muted_until > self.world.now()),
                    "here": member is not None,
                }
            )
        return {"show": "members", "members": rows}

    def link_show(self) -> Show:
        """连接的情形。"""
        return {"show": "link", "connected": self.connection.is_connected}

    def recent_shows(self, count: int = 30) -> list[Show]:
        """最近的话，先旧后新；不带图片内容。"""
        recent = [message for message in self.world.messages if self._is_here(message)][-count:]
        return [{**self.message_show(message), "images": [], "recent": True} for message in recent]

    def message_show(self, message: Message) -> Show:
        """一句话的显示。"""
        return {
            "show": "message",
            "where": "private" if message.is_private else "group",
            "place": self.group_name,
            "speaker": message.sender_name,
            "number": self._number_of(message.sender_id),
            "peer": self._name_of(message.peer_id) if message.peer_id is not None else None,
            "peer_number": self._number_of(message.peer_id),
            "from_bot": message.sender_id == self.world.self_id,
            "text": message.shown,
            "images": message.images,
            "leaked": message.leaked,
            "temporary": message.temp_group_id is not None,
            "time": message.sent_at,
        }

    # 办 --------------------------------------------------------------------

    def perform(self, order: Order, speaker: str) -> list[Show]:
        """照一道令办事。

        参数:
            speaker: 当前的人（编号、昵称或 QQ 号），令里没指名时由他做。

        返回:
            只给下令的人看的东西（成员表、错误）；人人可见的经 `on_show` 发出。
        """
        try:
            if order.kind == "command" and order.text == "成员":
                return [self.members_show()]
            if order.kind == "command" and order.text == "帮助":
                return [{"show": "help", "rows": help_rows()}]
            who = self.find(order.who or speaker)
            if who == self.world.self_id:
                return [_error("机器人自己会说话，请换个人，例如：@1")]
            if order.kind == "say":
                self.world.say(self.group_id, who, self._with_mentions(order.text))
            elif order.kind == "whisper":
                self.world.whisper(who, order.text)
            if order.kind in ("say", "whisper") and not self.connection.is_connected:
                return [_error("机器人没连着，它没听到这句话。")]
            if order.kind == "command":
                run = self._commands.get(order.text)
                if run is None:
                    return [_error(f"没有命令「:{order.text}」。")]
                run(who, order.arguments)
        except RoomError as error:
            return [_error(f"做不到：{error}")]
        return []

    def find(self, who: str) -> int:
        """编号、昵称、名片或 QQ 号 → QQ 号；「机器人」指机器人。不认识则 `RoomError`。"""
        if who in BOT_WORDS:
            return self.world.self_id
        folded = who.removesuffix("号")
        if folded.isdecimal() and 1 <= int(folded) <= len(self._numbers):
            return self._numbers[int(folded) - 1]
        person = self.world.find_person(who)
        if person is None:
            raise RoomError(Trouble.UNKNOWN_USER, f"没有「{who}」，输入 :成员 看有谁")
        return person.user_id

    # 命令 ------------------------------------------------------------------

    def _add(self, who: int, arguments: Sequence[str]) -> None:
        self._newcomer(arguments, friend=True)

    def _add_stranger(self, who: int, arguments: Sequence[str]) -> None:
        self._newcomer(arguments, friend=False)

    def _newcomer(self, arguments: Sequence[str], *, friend: bool) -> None:
        name = _argument(arguments, 0, "名字")
        if self.world.find_person(name) is not None:
            raise RoomError(Trouble.BAD_PARAMETER, f"已经有「{name}」了")
        user_id = max(self.world.people, default=FIRST_MEMBER_ID) + 1
        self.world.add_person(user_id, name, friend=friend)
        self._numbers.append(user_id)
        self.world.join(self.group_id, user_id)

    def _leave(self, who: int, arguments: Sequence[str]) -> None:
        self.world.leave(self.group_id, self._target(arguments, who))

    def _kick(self, who: int, arguments: Sequence[str]) -> None:
        self.world.kick(self.group_id, self._owner(), self.find(_argument(arguments, 0, "谁")))

    def _bring_back(self, who: int, arguments: Sequence[str]) -> None:
        user_id = self._target(arguments, self.world.self_id)
        self.world.join(self.group_id, user_id, sub_type="invite", operator_id=self._owner())

    def _promote(self, who: int, arguments: Sequence[str]) -> None:
        self.world.promote(self.group_id, self.find(_argument(arguments, 0, "谁")))

    def _demote(self, who: int, arguments: Sequence[str]) -> None:
        self.world.promote(self.group_id, self.find(_argument(arguments, 0, "谁")), admin=False)

    def _set_card(self, who: int, arguments: Sequence[str]) -> None:
        user_id = self.find(_argument(arguments, 0, "谁"))
        self.world.set_card(self.group_id, user_id, _argument(arguments, 1, "新名片"))

    def _mute(self, who: int, arguments: Sequence[str]) -> None:
        words = list(arguments)
        seconds = 60
        if len(words) > 1 or (words and words[0].endswith("秒")):
            seconds = int(_seconds([words.pop()], 60))
        self.world.mute(self.group_id, self._target(words, self.world.self_id), seconds)

    def _unmute(self, who: int, arguments: Sequence[str]) -> None:
        self.world.mute(self.group_id, self._target(arguments, self.world.self_id), 0)

    def _mute_all(self, who: int, arguments: Sequence[str]) -> None:
        self.world.mute_all(self.group_id, "关" not in arguments)

    def _befriend(self, who: int, arguments: Sequence[str]) -> None:
        self.world.befriend(self.find(_argument(arguments, 0, "谁")))

    def _unfriend(self, who: int, arguments: Sequence[str]) -> None:
        user_id = self.find(_argument(arguments, 0, "谁"))
        self.world.unfriend(user_id)
        self._notice(f"{self._name_of(user_id)} 不再是机器人的好友")

    def _request_friend(self, who: int, arguments: Sequence[str]) -> None:
        self.world.request_friend(self._target(arguments, who), "一起玩")

    def _temp_sessions(self, who: int, arguments: Sequence[str]) -> None:
        word = _argument(arguments, 0, "开|关")
        self.world.group(self.group_id).temp_allowed = word != "关"
        self._notice("群里关闭了临时会话" if word == "关" else "群里允许临时会话")

    def _poke(self, who: int, arguments: Sequence[str]) -> None:
        self.world.poke(who, group_id=self.group_id)

    def _recall(self, who: int, arguments: Sequence[str]) -> None:
        own = [message for message in self.world.messages if message.sender_id == who]
        if not own:
            raise RoomError(Trouble.MESSAGE_NOT_FOUND, "还没说过话")
        self.world.recall(who, own[-1].message_id)

    def _dissolve(self, who: int, arguments: Sequence[str]) -> None:
        self.world.dissolve(self.group_id)

    def _drop(self, who: int, arguments: Sequence[str]) -> None:
        seconds = _seconds(arguments, 0.0)
        self.connection.drop(seconds)
        self._notice(f"连接断开，{seconds:g} 秒后重连" if seconds else "连接断开，马上重连")

    def _go_offline(self, who: int, arguments: Sequence[str]) -> None:
        self.world.go_offline()

    def _go_online(self, who: int, arguments: Sequence[str]) -> None:
        self.world.go_online()
        self._notice("机器人的 QQ 重新上线")

    def _fail(self, who: int, arguments: Sequence[str]) -> None:
        times = int(_seconds(arguments, 1))
        user_id = self.find(arguments[1]) if len(arguments) > 1 else None
        self.connection.faults.fail_sends(times=times, user_id=user_id)
        to_whom = f"给 {self._name_of(user_id)} 的" if user_id is not None else "接下来"
        self._notice(f"{to_whom} {times} 次发送会失败")

    def _slow(self, who: int, arguments: Sequence[str]) -> None:
        seconds = _seconds(arguments, 1.0)
        self.connection.faults.reply_delay = seconds
        self._notice(f"每次发送慢 {seconds:g} 秒")

    def _redeliver(self, who: int, arguments: Sequence[str]) -> None:
        for message in reversed(self.world.messages):
            if message.sender_id != self.world.self_id:
                self.connection.redeliver(message)
                self._notice(f"又送了一遍：{message.sender_name}: {message.shown}")
                return
        raise RoomError(Trouble.MESSAGE_NOT_FOUND, "还没人说过话")

    def _hold(self, who: int, arguments: Sequence[str]) -> None:
        self.connection.faults.holding = True
        self._notice("扣留开始：群里的事先不送给机器人")

    def _release(self, who: int, arguments: Sequence[str]) -> None:
        self.connection.faults.clear()
        self.connection.release()
        self._notice("放行：扣留的都送出了，故障都撤了")

    # 内部 ------------------------------------------------------------------

    def _target(self, arguments: Sequence[str], default: int) -> int:
        return self.find(arguments[0]) if arguments else default

    def _owner(self) -> int:
        for user_id, member in self.world.group(self.group_id).members.items():
            if member.role == "owner":
                return user_id
        raise RoomError(Trouble.NO_PERMISSION, "群里没有群主")

    def _number_of(self, user_id: int | None) -> int | None:
        return self._numbers.index(user_id) + 1 if user_id in self._numbers else None

    def _name_of(self, user_id: int | None) -> str:
        group = self.world.groups.get(self.group_id)
        if user_id is None:
            return ""
        if group is not None and user_id in group.members:
            return group.members[user_id].shown_name
        person = self.world.people.get(user_id)
        return person.nickname if person else str(user_id)

    def _with_mentions(self, spoken: str) -> list[Segment]:
        """话里的「@名字」换成真的 @；认不出的照字面留着。"""
        names: dict[str, int] = {}
        for user_id, member in self.world.group(self.group_id).members.items():
            names[member.person.nickname] = user_id
            names[member.shown_name] = user_id
        segments: list[Segment] = []
        begin = 0
        for found in _AT.finditer(spoken):
            name = max((n for n in names if found[1].startswith(n)), key=len, default=None)
            if name is None:
                continue
            if found.start() > begin:
                segments.append(text(spoken[begin : found.start()]))
            segments.append(at(names[name]))
            begin = found.start() + 1 + len(name)
        if begin < len(spoken):
            segments.append(text(spoken[begin:]))
        return segments

    def _show(self, show: Show) -> None:
        for listener in tuple(self._listeners):
            listener(show)

    def _notice(self, words: str) -> None:
        self._show({"show": "notice", "text": words})

    def _on_message(self, message: Message) -> None:
        if self._is_here(message):
            self._show(self.message_show(message))

    def _is_here(self, message: Message) -> bool:
        return message.group_id in (None, self.group_id)

    def _on_outcome(self, outcome: Outcome) -> None:
        # 机器人没说出来的话谁也看不见，演的人得知道它其实想说。
        if outcome.error is not None and self.connection.actions.is_send(outcome.action):
            self._notice(f"机器人有一条消息没发成：{outcome.error}")

    def _on_event(self, event: Event) -> None:
        words = self._notice_words(event) if event.get("group_id") in (None, self.group_id) else None
        if words:
            self._notice(words)

    def _notice_words(self, event: Event) -> str | None:
        who = self._name_of(event.get("user_id"))
        if event["post_type"] == "request":
            return f"{who} 请求{'加机器人为好友' if event['request_type'] == 'friend' else '入群'}"
        kind = event.get("notice_type")
        if kind == "group_increase":
            return f"{who} 进了群"
        if kind == "group_decrease":
            words = {"leave": "退了群", "kick": "被踢出群", "kick_me": "被踢出群", "disband": ""}
            word = words[event["sub_type"]]
            return f"{who} {word}" if word else "群解散了"
        if kind == "group_ban":
            if event["user_id"] == 0:
                return "全员禁言" if event["duration"] else "解除全员禁言"
            if event["duration"]:
                return f"{who} 被禁言 {event['duration']} 秒"
            return f"{who} 解除禁言"
        if kind == "group_admin":
            return f"{who} {'成为管理员' if event['sub_type'] == 'set' else '不再是管理员'}"
        if kind == "group_card":
            return f"{event['card_old'] or '（无）'} 的名片改为 {event['card_new'] or '（无）'}"
        if kind == "friend_add":
            return f"{who} 成为机器人的好友"
        if kind in ("group_recall", "friend_recall"):
            return f"{who} 的一条消息被撤回"
        if kind == "bot_offline":
            return "机器人的 QQ 掉线了"
        if kind == "notify":
            return f"{who} 戳了戳 {self._name_of(event.get('target_id'))}"
        return None


def _error(words: str) -> Show:
    return {"show": "error", "text": words}


def _argument(arguments: Sequence[str], index: int, what: str) -> str:
    if index >= len(arguments):
        raise RoomError(Trouble.BAD_PARAMETER, f"少了「{what}」")
    return arguments[index]


def _seconds(arguments: Sequence[str], default: float) -> float:
    if not arguments:
        return default
    try:
        value = float(arguments[0].removesuffix("秒"))
    except ValueError:
        raise RoomError(Trouble.BAD_PARAMETER, f"「{arguments[0]}」不是数") from None
    if not 0 <= value <= 3600:
        raise RoomError(Trouble.BAD_PARAMETER, "须在 0 到 3600 之间")
    return value
