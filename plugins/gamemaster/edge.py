"""入口：OneBot v11 的事件变成大厅的话与通知。只有一个分发器，挂在 NoneBot 的事件预处理上。"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Protocol

from nonebot import get_bots, get_driver, get_loaded_plugins
from nonebot.adapters import Bot, Event
from nonebot.adapters.onebot.v11 import GroupMessageEvent, MessageEvent, PrivateMessageEvent
from nonebot.compat import model_dump
from nonebot.exception import IgnoredException
from nonebot.log import logger
from nonebot.matcher import matchers

from .config import Settings
from .hall.messages import Incoming, Role
from .memory import Claims, Mutes, Recent, Skew, Why
from .outbox import Outbox

LONGEST_TEXT = 2000
"""一句话最多看多少个字：QQ 自己的上限是四千多，没有一条命令有这么长。"""
GRUMBLE_EVERY = 600.0
"""丢掉太旧的话时，隔多久（秒）才再写一行日志。"""
MUTE_GUESS = 60.0
"""被禁言却问不到还要多久时，先安静这么久（秒）再试。"""
ROLES: dict[str, Role] = {"owner": "owner", "admin": "admin"}

Clock = Callable[[], float]


class Host(Protocol):
    """入口所需的大厅。"""

    def concerned(self, incoming: Incoming) -> bool: ...
    async def handle(self, incoming: Incoming) -> bool: ...
    async def member_left(self, bot: str, group: str, user: str, operator: str) -> None: ...
    async def member_renamed(self, bot: str, group: str, user: str, name: str) -> None: ...
    async def group_gone(self, bot: str, group: str) -> None: ...
    async def muted(self, bot: str, group: str, until: float | None) -> None: ...
    async def unmuted(self, bot: str, group: str) -> None: ...
    async def friend_added(self, bot: str, user: str) -> None: ...
    async def bot_online(self, bot: str) -> None: ...
    async def bot_offline(self, bot: str) -> None: ...


Holder = Callable[[str], str | None]
"""`holder(群)` 是在那个群里开着桌的账号；没有桌为 `None`。"""


class Edge:
    """把一个 NoneBot 接到大厅上。"""

    def __init__(
        self,
        settings: Settings,
        hall: Host,
        outbox: Outbox,
        holder: Holder,
        superusers: Collection[str] = (),
        clock: Clock = time.time,
    ) -> None:
        """`superusers` 是 NoneBot 的 `SUPERUSERS`；`clock` 给出 Unix 秒。"""
        self._settings = settings
        self._hall = hall
        self._outbox = outbox
        self._holder = holder
        # NoneBot 允许写成「适配器:号码」。
        self._superusers = {each.rpartition(":")[2] for each in superusers}
        self._clock = clock
        self._claims = Claims()
        self._skew = Skew()
        self._mutes = Mutes()
        self._mute_timers: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self._recent: dict[str, Recent] = {}
        self._grumbled: dict[str, float] = {}
        self._offline: set[str] = set()
        """还连着、但协议端说账号已掉线的。"""
        self._alone: bool | None = None
        """没有别的插件在听；收到第一句话时才知道，那时插件都装好了。"""
        self._tasks: set[asyncio.Task[Any]] = set()

    # ------------------------------------------------------------ 挂到 NoneBot 上
    async def preprocess(self, bot: Bot, event: Event) -> None:
        """事件预处理：大厅接了的话不再给别的插件，其余的一概放过。"""
        if bot.type != "OneBot V11":
            return
        if isinstance(event, MessageEvent):
            # 没有别的插件在听，就不必用异常拦住谁：那一下比处理一句话还贵。
            if await self.message(bot.self_id, event) and any(matchers.values()):
                raise IgnoredException("群桌已处理")
            return
        try:
            await self.happened(bot, model_dump(event))
        except Exception as error:
            logger.opt(exception=error).error(f"处理通知 {event.get_event_name()} 时出错")

    async def connected(self, bot: Bot) -> None:
        """NoneBot 的 `on_bot_connect`。"""
        if bot.type == "OneBot V11":
            await self._online(bot.self_id)

    async def disconnected(self, bot: Bot) -> None:
        """NoneBot 的 `on_bot_disconnect`。"""
        if bot.type == "OneBot V11":
            self._offline.discard(bot.self_id)
            self._outbox.disconnected(bot.self_id)
            await self._leave(bot.self_id)

    async def close(self) -> None:
        """停下还在做的事。"""
        for timer in self._mute_timers.values():
            timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ------------------------------------------------------------ 话
    async def message(self, bot: str, event: MessageEvent) -> bool:
        """一句话；大厅接了为真。出错只写日志。"""
        incoming = self.read(bot, event)
        if incoming is None:
            return False
        return await self._hear(incoming, (event.model_extra or {}).get("real_seq"))

    def overhear(self, raw: dict[str, Any]) -> bool:
        """快车道：原始的事件，收下了（包括听过就算）为真；不归快车道的为假，照旧分发。"""
        if raw["post_type"] == "meta_event":
            # 钟差要抢在后面的消息之前量好：分发要过几轮事件循环，快车道不用。
            self._measure(str(raw.get("self_id")), raw)
            return False
        if self._alone is None:
            self._alone = _alone()
        if not self._alone:
            return False
        try:
            incoming = self.read_raw(raw)
        except Exception:
            # 写法不合常规，交给适配器去认、去拒绝。
            return False
        if incoming is None:
            return True
        if incoming.bot not in get_bots():
            return False
        try:
            concerned = self._hall.concerned(incoming)
        except Exception as error:
            # 在这里抛出去会断掉整条连接。
            logger.opt(exception=error).error("看一句话与大厅有没有关系时出错")
            return True
        if concerned:
            self._background(self._hear(incoming, raw.get("real_seq"), concerned=True))
        return True

    async def _hear(self, incoming: Incoming, sequence: Any, concerned: bool = False) -> bool:
        """去重、定谁答话、交给大厅；大厅接了为真。`concerned` 为真表示已经问过与大厅有没有关系。"""
        bot, group = incoming.bot, incoming.group
        recent = self._recent.get(bot)
        if recent is None:
            recent = self._recent[bot] = Recent(self._settings.recent_messages)
        # 编号，与同一会话里的 `real_seq`（重连后重送时，有的协议端换了编号）。
        keys = [f"id {incoming.message}"]
        if sequence:
            keys.append(
                f"seq g{group} {sequence}" if group is not None else f"seq u{incoming.user} {sequence}"
            )
        # 每个身份都要记下，不能见一个旧的就停。
        fresh = [recent.add(key) for key in keys]
        if not all(fresh):
            return False
        if bot in self._offline:
            # 关了心跳的协议端不会说账号又登录了；收得到话，自然是登录了。
            await self._online(bot)
        try:
            if group is not None and not self._claims.claim(bot, group, self._holder(group)):
                return False
            if not concerned and not self._hall.concerned(incoming):
                return False
            return await self._hall.handle(incoming)
        except Exception as error:
            # 没有处理成：协议端再送一次时应当重新处理。
            for key in keys:
                recent.forget(key)
            where = "私聊" if group is None else f"群 {group}"
            logger.opt(exception=error).error(f"处理{where}里 {incoming.user} 的一句话时出错")
            return False

    def read(self, bot: str, event: MessageEvent) -> Incoming | None:
        """把消息事件读成 `Incoming`；不该理的（自己的、别的自己的账号的、匿名的、太旧的）为 `None`。"""
        group: str | None = None
        if isinstance(event, GroupMessageEvent):
            if event.anonymous is not None:
                return None
            group = str(event.group_id)
        elif not isinstance(event, PrivateMessageEvent):
            return None
        sender = event.sender
        extra = event.model_extra or {}
        return self._incoming(
            bot,
            group,
            str(event.user_id),
            event.sub_type,
            event.time,
            sender.nickname,
            sender.card,
            sender.role,
            # 读的是 `original_message`：适配器会把开头的 @机器人 与回复段拿掉，大厅要自己看。
            [(segment.type, segment.data) for segment in event.original_message],
            str(event.message_id),
            event.to_me,
            extra.get("group_id") or (sender.model_extra or {}).get("group_id") or extra.get("temp_source"),
        )

    def read_raw(self, raw: dict[str, Any]) -> Incoming | None:
        """同 `read`，读原始的事件；不合常规的抛异常（哪一种都可能）。"""
        kind = raw["message_type"]
        group: str | None = None
        if kind == "group":
            if raw.get("anonymous") is not None:
                return None
            group = str(int(raw["group_id"]))
        elif kind != "private":
            raise ValueError(kind)
        parts = [(part["type"], part["data"]) for part in raw["message"]]
        if any(kind == "reply" for kind, _ in parts):
            raise ValueError("要先问清引用了谁")
        sender = raw["sender"]
        return self._incoming(
            str(int(raw["self_id"])),
            group,
            str(int(raw["user_id"])),
            raw["sub_type"],
            int(raw["time"]),
            sender.get("nickname"),
            sender.get("card"),
            sender.get("role"),
            parts,
            str(int(raw["message_id"])),
            False,
            raw.get("group_id") or sender.get("group_id") or raw.get("temp_source"),
        )

    def _incoming(
        self,
        bot: str,
        group: str | None,
        user: str,
        sub_type: str,
        stamped: float,
        nickname: str | None,
        card: str | None,
        role: str | None,
        parts: list[tuple[str, dict[str, Any]]],
        message: str,
        to_me: bool,
        session: Any,
    ) -> Incoming | None:
        if user == bot or self._claims.online(user) or sub_type in ("anonymous", "group_self"):
            return None
        limit = self._settings.event_age
        if limit:
            age = self._skew.age(bot, self._clock(), stamped)
            if age > limit:
                self._grumble(bot, age)
                return None
        source: str | None = None
        if group is None and sub_type == "group" and session and str(session) != "0":
            # 临时会话来自哪个群，各家写在不同的地方；go-cqhttp 的 temp_source 是来源种类，0 表示群，不是群号。
            source = str(session)
        text, addressed = _words(parts, bot)
        return Incoming(
            bot=bot,
            group=group,
            user=user,
            name=_clean((group and card) or nickname or user),
            role=ROLES.get(role or "", "member") if group else "member",
            text=text,
            message=message,
            superuser=user in self._superusers,
            addressed=addressed or (to_me and group is not None),
            source=source,
        )

    def _grumble(self, bot: str, age: float) -> None:
        """写一行日志：太旧的话没有理。本机的钟错了会一直这样，不说就没有人知道为什么不应声。"""
        now = asyncio.get_running_loop().time()
        if now < self._grumbled.get(bot, float("-inf")) + GRUMBLE_EVERY:
            return
        self._grumbled[bot] = now
        logger.warning(
            f"账号 {bot} 收到 {age:.0f} 秒前的话，当作积压的没有理；"
            "总是这样就校准本机的钟，或设 QUNZHUO_EVENT_AGE=0"
        )

    # ------------------------------------------------------------ 通知、请求、元事件
    async def happened(self, bot: Bot, event: dict[str, Any]) -> None:
        """消息以外的事件。各家的字段不全一样，所以按字典读，缺什么都不算错。"""
        kind = event.get("post_type")
        if kind == "meta_event":
            await self._meta(bot.self_id, event)
        elif kind == "notice":
            await self._notice(bot, event)
        elif kind == "request":
            await self._request(bot, event)

    async def _meta(self, bot: str, event: dict[str, Any]) -> None:
        self._measure(bot, event)
        status = event.get("status")
        if event.get("meta_event_type") == "heartbeat" and isinstance(status, dict):
            online = status.get("online")
            if online is False and bot not in self._offline:
                await self._lost(bot)
            elif online and bot in self._offline:
                await self._online(bot)
        elif event.get("meta_event_type") == "lifecycle" and bot in self._offline:
            await self._online(bot)

    def _measure(self, bot: str, event: dict[str, Any]) -> None:
        stamped = event.get("time")
        if isinstance(stamped, int | float):
            self._skew.measure(bot, self._clock(), stamped)

    async def _notice(self, bot: Bot, event: dict[str, Any]) -> None:
        self_id = bot.self_id
        group = str(event.get("group_id") or "")
        user = str(event.get("user_id") or "")
        kind = event.get("notice_type")
        sub_type = event.get("sub_type") or ""
        if kind == "bot_offline":
            if self_id not in self._offline:
                await self._lost(self_id)
        elif kind == "friend_add":
            self._outbox.befriend(self_id, user)
            await self._hall.friend_added(self_id, user)
        elif not group:
            return
        elif kind == "group_dismiss" or (
            kind == "group_decrease" and (user == self_id or sub_type in ("kick_me", "disband"))
        ):
            self._mutes.forget(self_id, group)
            self._cancel_mute_timer(self_id, group)
            self._claims.release(self_id, group)
            await self._hall.group_gone(self_id, group)
        elif kind == "group_decrease":
            await self._hall.member_left(self_id, group, user, str(event.get("operator_id") or user))
        elif kind == "group_ban":
            self._ban(bot, group, user, sub_type, event.get("duration"))
        elif kind == "group_card":
            name = event.get("card_new") or ""
            if name:
                await self._hall.member_renamed(self_id, group, user, _clean(str(name)))
        elif kind == "group_admin" and user == self_id and sub_type == "set":
            # 全员禁言里，管理员仍能说话。
            self._unmute(self_id, group, "everyone")

    async def _request(self, bot: Bot, event: dict[str, Any]) -> None:
        flag = event.get("flag")
        user = str(event.get("user_id") or "")
        if event.get("request_type") == "friend" and self._settings.approve_friends:
            await self._ask(bot, "set_friend_add_request", flag=flag, approve=True)
        elif event.get("request_type") == "group" and event.get("sub_type") == "invite":
            allowed = self._settings.group_invitations
            approve = allowed == "everyone" or (allowed == "superusers" and user in self._superusers)
            parameters: dict[str, Any] = {"flag": flag, "sub_type": "invite", "approve": approve}
            if not approve:
                parameters["reason"] = "请让机器人的主人来邀请"
                logger.warning(
                    f"拒绝了 {user} 邀请进群 {event.get('group_id')}；见设置 QUNZHUO_GROUP_INVITATIONS"
                )
            await self._ask(bot, "set_group_add_request", **parameters)

    # ------------------------------------------------------------ 上线、掉线
    async def _online(self, bot: str) -> None:
        self._offline.discard(bot)
        self._claims.connected(bot)
        self._outbox.connected(bot)
        await self._hall.bot_online(bot)

    async def _lost(self, bot: str) -> None:
        """协议端还连着，但账号掉线了。"""
        self._offline.add(bot)
        logger.warning(f"账号 {bot} 掉线了，等协议端重新登录")
        self._outbox.suspended(bot)
        await self._leave(bot)

    async def _leave(self, bot: str) -> None:
        if not self._claims.online(bot):
            return
        self._claims.disconnected(bot)
        await self._hall.bot_offline(bot)

    # ------------------------------------------------------------ 禁言
    def send_refused(self, bot: str, group: str) -> None:
        """发送时得知在群里被禁言（协议端没有报通知）。"""
        found = get_bots().get(bot)
        if found is None:
            return
        known = self._mutes.has(bot, group, "self")
        self._mutes.add(bot, group, "self")
        # 早知道了也要再告诉大厅一声：这桌可能是禁言以后才开的。
        self._background(self._hall.muted(bot, group, None))
        if not known:
            self._background(self._learn_mute(found, group))

    def _mute(self, bot: str, group: str, why: Why) -> None:
        if self._mutes.add(bot, group, why):
            self._background(self._hall.muted(bot, group, None))

    def _unmute(self, bot: str, group: str, why: Why) -> None:
        if self._mutes.remove(bot, group, why):
            self._background(self._hall.unmuted(bot, group))

    def _ban(self, bot: Bot, group: str, user: str, sub_type: str, duration: Any) -> None:
        lifted = sub_type == "lift_ban"
        if user in ("", "0"):
            if lifted:
                self._unmute(bot.self_id, group, "everyone")
            else:
                self._background(self._silence_everyone(bot, group))
        elif user == bot.self_id:
            self._cancel_mute_timer(bot.self_id, group)
            if lifted or duration == 0:
                self._unmute(bot.self_id, group, "self")
                return
            self._mute(bot.self_id, group, "self")
            if isinstance(duration, int | float) and duration > 0:
                self._expire_mute(bot.self_id, group, float(duration))

    async def _silence_everyone(self, bot: Bot, group: str) -> None:
        """全员禁言：机器人若是管理员就不受影响。"""
        info = await self._ask(
            bot, "get_group_member_info", group_id=int(group), user_id=int(bot.self_id), no_cache=True
        )
        role = info.get("role") if isinstance(info, dict) else None
        if role not in ("owner", "admin"):
            self._mute(bot.self_id, group, "everyone")

    async def _learn_mute(self, bot: Bot, group: str) -> None:
        info = await self._ask(
            bot, "get_group_member_info", group_id=int(group), user_id=int(bot.self_id), no_cache=True
        )
        until = info.get("shut_up_timestamp") if isinstance(info, dict) else None
        seconds = until - self._clock() if isinstance(until, int | float) else 0.0
        self._expire_mute(bot.self_id, group, seconds if seconds > 0 else MUTE_GUESS)

    def _expire_mute(self, bot: str, group: str, seconds: float) -> None:
        """禁言到期没有通知，得自己记着。"""
        self._cancel_mute_timer(bot, group)
        self._mute_timers[bot, group] = asyncio.get_running_loop().call_later(
            seconds, self._mute_over, bot, group
        )

    def _mute_over(self, bot: str, group: str) -> None:
        self._mute_timers.pop((bot, group), None)
        self._unmute(bot, group, "self")

    def _cancel_mute_timer(self, bot: str, group: str) -> None:
        timer = self._mute_timers.pop((bot, group), None)
        if timer is not None:
            timer.cancel()

    # ------------------------------------------------------------ 叫动作
    async def _ask(self, bot: Bot, action: str, **parameters: Any) -> Any:
        try:
            return await bot.call_api(action, **parameters)
        except Exception as error:
            logger.warning(f"账号 {bot.self_id} 的 {action} 没有成功：{error!r}")
            return None

    def _background(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.opt(exception=task.exception()).error("入口的一件后台的事出错了")


def _words(parts: list[tuple[str, dict[str, Any]]], bot: str) -> tuple[str, bool]:
    """消息的文字，与是否 @ 了机器人。"""
    addressed = False
    words: list[str] = []
    for kind, data in parts:
        if kind == "text":
            words.append(str(data.get("text") or ""))
        elif kind == "at":
            user = str(data.get("qq") or "")
            if user == bot:
                addressed = True
                words.append(" ")
            elif user.isdecimal():
                words.append(f" @{user} ")
    return _clean("".join(words))[:LONGEST_TEXT], addressed


def _alone() -> bool:
    """这个 NoneBot 里只有群桌自己：没有别的插件，也没有给机器人起外号（喊外号要由适配器去认）。"""
    ours = {"plugins.gamemaster", "plugins.room"}
    others = {plugin.module_name for plugin in get_loaded_plugins()} - ours
    return not others and not any(matchers.values()) and not get_driver().config.nickname


def _clean(text: str) -> str:
    """去掉存不进库、发不出去的字符：NUL 与落单的代理码位。"""
    if "\0" in text:
        text = text.replace("\0", "")
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text
