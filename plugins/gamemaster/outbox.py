"""出口：每个群、每个人一条先进先出的队，限速、重试、并条；一个账号连着失败就整个停一停。"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from nonebot.exception import ActionFailed, ApiNotAvailable, NetworkError, WebSocketClosed
from nonebot.log import logger

from .config import Settings
from .failures import Failure, classify_reply
from .hall.messages import Text
from .pieces import Segment, fits, segments, split

Call = Callable[[str, str, dict[str, Any]], Awaitable[Any]]
"""`call(账号, 动作, 参数)` 叫一个 OneBot 动作；失败抛 NoneBot 的异常。"""

FRIENDS_FRESH = 300.0
"""好友名单用多久（秒）才重新问；这之间新加的由通知补上。"""
LONGEST_PAUSE = 10
"""停顿最多加倍到第一次的几倍。"""


class _Parcel:
    """等着发的一条。"""

    __slots__ = ("deadline", "done", "text")

    def __init__(self, text: Text, deadline: float, done: asyncio.Future[bool]) -> None:
        self.text = text
        self.deadline = deadline
        self.done = done

    def settle(self, delivered: bool) -> None:
        if not self.done.done():
            self.done.set_result(delivered)


class _Line:
    """发往一个群或一个人的队。"""

    __slots__ = ("group", "in_flight", "interrupted", "target", "task", "waiting")

    def __init__(self, group: bool, target: str) -> None:
        self.group = group
        self.target = target
        self.waiting: deque[_Parcel] = deque()
        self.task: asyncio.Task[None] | None = None
        self.in_flight = False
        """动作叫出去了，还没有回音。"""
        self.interrupted = False
        """连接断了，那个回音不会来了。"""

    def __str__(self) -> str:
        return f"群 {self.target}" if self.group else f"{self.target} 的私聊"


class _Account:
    """一个机器人账号：在不在线、停没停、下一条最早何时发。"""

    def __init__(self, bot: str, settings: Settings) -> None:
        self.bot = bot
        self.settings = settings
        self.lines: dict[tuple[bool, str], _Line] = {}
        self.online = False
        self.failures = 0
        self.paused = False
        self.pause = settings.breaker_pause
        self.probe_allowed = False
        self.timer: asyncio.TimerHandle | None = None
        self.next_slot = 0.0
        self.changed: list[asyncio.Future[None]] = []
        self.friends: set[str] = set()
        self.friends_until = 0.0
        self.friends_asking: asyncio.Task[None] | None = None

    async def admitted(self, deadline: float) -> bool:
        """等到可以发；到 `deadline` 还不行为假。"""
        loop = asyncio.get_running_loop()
        while True:
            if self.online:
                if not self.paused:
                    return True
                if self.probe_allowed:
                    self.probe_allowed = False
                    return True
            remaining = deadline - loop.time()
            if remaining <= 0:
                return False
            change: asyncio.Future[None] = loop.create_future()
            self.changed.append(change)
            with suppress(TimeoutError):
                await asyncio.wait_for(change, remaining)

    def wake(self) -> None:
        changed, self.changed = self.changed, []
        for change in changed:
            if not change.done():
                change.set_result(None)

    def healthy(self) -> None:
        """账号有了正常的回音（发出去了，或只是这个目标不行）。"""
        self.failures = 0
        if self.paused:
            self.paused = False
            self.probe_allowed = False
            self.pause = self.settings.breaker_pause
            if self.timer is not None:
                self.timer.cancel()
            logger.warning(f"账号 {self.bot} 又能发消息了")
            self.wake()

    def unhealthy(self, failure: Failure) -> None:
        """又失败一次；连着够多次就停一停，停完只放一条出去试。"""
        self.failures += 1
        if self.paused:
            self.pause = min(self.pause * 2, self.settings.breaker_pause * LONGEST_PAUSE)
        elif self.failures < self.settings.breaker_failures:
            return
        else:
            logger.warning(
                f"账号 {self.bot} 连着 {self.failures} 次发不出消息（{failure.value}），停 {self.pause:g} 秒再试"
            )
        self.paused = True
        self.probe_allowed = False
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(self.pause, self._allow_probe)

    def _allow_probe(self) -> None:
        self.probe_allowed = True
        self.wake()


class Outbox:
    """`Outlet` 的实现。

    私聊一律是 `send_private_msg(user_id=…)`，不带群号：带了群号又发不出去时，NapCat 会把它贴到群里。
    """

    def __init__(
        self, settings: Settings, call: Call, on_muted: Callable[[str, str], None] | None = None
    ) -> None:
        """`on_muted(账号, 群)` 在发送得知被禁言时调用（协议端漏报通知时靠它）。"""
        self._settings = settings
        self._call = call
        self._on_muted = on_muted
        self._accounts: dict[str, _Account] = {}
        self._closed = False

    # ------------------------------------------------------------ Outlet
    def say(self, bot: str, group: str, message: Text) -> asyncio.Future[bool]:
        """发到群里；结果是最终是否送达。积压太多时丢掉最早的一条。"""
        return self._enqueue(bot, True, group, message)

    def whisper(self, bot: str, user: str, message: Text) -> asyncio.Future[bool]:
        """私聊；结果是最终是否送达。积压太多时不收新的（结果为假），不丢旧的：里面是手牌。"""
        return self._enqueue(bot, False, user, message)

    async def befriended(self, bot: str, user: str) -> bool:
        """`user` 是否是好友；查不到当作否。"""
        account = self._account(bot)
        if user in account.friends:
            return True
        if asyncio.get_running_loop().time() < account.friends_until:
            return False
        if account.friends_asking is None:
            # 几十人同时加入时只问一次。
            account.friends_asking = asyncio.create_task(self._ask_friends(account))
        await asyncio.shield(account.friends_asking)
        return user in account.friends

    # ------------------------------------------------------------ 账号的变化
    def connected(self, bot: str) -> None:
        """账号连上（或重新上线）了。"""
        account = self._account(bot)
        account.online = True
        account.failures = 0
        account.paused = False
        account.friends_until = 0.0
        if account.timer is not None:
            account.timer.cancel()
        account.wake()

    def disconnected(self, bot: str) -> None:
        """连接断了：没有回音的不会再有回音，等重新连上再发。"""
        self.suspended(bot)
        for line in self._account(bot).lines.values():
            if line.in_flight and line.task is not None and not line.interrupted:
                line.interrupted = True
                line.task.cancel()

    def suspended(self, bot: str) -> None:
        """还连着，但账号掉线了：不再发新的。

        没有回音的照样等：回音还会来，而 OneBot 适配器收到一个刚被取消的回音就会断开整条连接
        （`ResultStore.add_result` 抛 `InvalidStateError`）。
        """
        self._account(bot).online = False

    def befriend(self, bot: str, user: str) -> None:
        """通知说 `user` 成了好友。"""
        self._account(bot).friends.add(user)

    async def close(self, patience: float = 5.0) -> None:
        """不再收新的，等排队的发完，至多 `patience` 秒；剩下的算没有送达。"""
        self._closed = True
        tasks = {
            line.task
            for account in self._accounts.values()
            if account.online and not account.paused
            for line in account.lines.values()
            if line.task is not None
        }
        if tasks:
            await asyncio.wait(tasks, timeout=patience)
        for account in self._accounts.values():
            if account.timer is not None:
                account.timer.cancel()
            if account.friends_asking is not None:
                account.friends_asking.cancel()
            for line in list(account.lines.values()):
                if line.task is not None:
                    line.task.cancel()
                    with suppress(asyncio.CancelledError):
                        await line.task
                for parcel in line.waiting:
                    parcel.settle(False)

    # ------------------------------------------------------------ 排队
    def _account(self, bot: str) -> _Account:
        account = self._accounts.get(bot)
        if account is None:
            account = self._accounts[bot] = _Account(bot, self._settings)
        return account

    def _enqueue(self, bot: str, group: bool, target: str, message: Text) -> asyncio.Future[bool]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        if self._closed:
            done.set_result(False)
            return done
        account = self._account(bot)
        line = account.lines.get((group, target))
        if line is None:
            line = account.lines[group, target] = _Line(group, target)
        if len(line.waiting) >= self._settings.send_queue:
            if not group:
                logger.warning(f"{line} 积压了 {len(line.waiting)} 条，不再收新的")
                done.set_result(False)
                return done
            line.waiting.popleft().settle(False)
            logger.warning(f"{line} 积压太多，丢掉最早的一条")
        line.waiting.append(_Parcel(message, loop.time() + self._settings.send_patience, done))
        if line.task is None:
            line.task = loop.create_task(self._drain(account, line))
        return done

    async def _drain(self, account: _Account, line: _Line) -> None:
        """把一条队发完；队空了就收掉。"""
        interval = self._settings.send_interval
        parcels: list[_Parcel] = []
        cancelled = False
        try:
            while line.waiting:
                parcels = self._take(line)
                delivered = await self._deliver_all(account, line, parcels)
                for parcel in parcels:
                    parcel.settle(delivered)
                parcels = []
                if interval:
                    await asyncio.sleep(interval)
        except asyncio.CancelledError:
            cancelled = True
            raise
        except Exception as error:
            logger.opt(exception=error).error(f"往{line}发送时出了意外")
        finally:
            for parcel in parcels:
                parcel.settle(False)
            line.task = None
            if line.waiting and not cancelled:
                # 意外只毁掉手上这一条，后面的接着发。
                line.task = asyncio.get_running_loop().create_task(self._drain(account, line))
            elif not line.waiting:
                account.lines.pop((line.group, line.target), None)

    def _take(self, line: _Line) -> list[_Parcel]:
        """取下一条；后面还积着的，并得下就一起取。"""
        parcels = [line.waiting.popleft()]
        while line.waiting:
            texts = [parcel.text for parcel in parcels]
            if not fits([*texts, line.waiting[0].text], self._settings.send_letters):
                break
            parcels.append(line.waiting.popleft())
        return parcels

    # ------------------------------------------------------------ 发送
    async def _deliver_all(self, account: _Account, line: _Line, parcels: list[_Parcel]) -> bool:
        deadline = min(parcel.deadline for parcel in parcels)
        texts = [parcel.text for parcel in parcels]
        if len(texts) > 1 or len(texts[0].text) <= self._settings.send_letters:
            return await self._deliver(account, line, segments(texts), deadline)
        for index, piece in enumerate(split(texts[0].text, self._settings.send_letters)):
            if index and self._settings.send_interval:
                await asyncio.sleep(self._settings.send_interval)
            text = Text(piece, texts[0].mentions if index == 0 else ())
            if not await self._deliver(account, line, segments([text]), deadline):
                return False
        return True

    async def _deliver(self, account: _Account, line: _Line, message: list[Segment], deadline: float) -> bool:
        """发一条，暂时不行就重试；最终是否送达。"""
        loop = asyncio.get_running_loop()
        settings = self._settings
        if line.group:
            action, parameters = "send_group_msg", {"group_id": _number(line.target), "message": message}
        else:
            action, parameters = "send_private_msg", {"user_id": _number(line.target), "message": message}
        attempt = 0
        while True:
            if not (account.online and not account.paused) and not await account.admitted(deadline):
                logger.warning(f"往{line}的一条消息没有发出去：等了太久，账号 {account.bot} 仍不能发")
                return False
            if settings.send_rate:
                slot = max(loop.time(), account.next_slot)
                account.next_slot = slot + 1 / settings.send_rate
                if slot > loop.time():
                    await asyncio.sleep(slot - loop.time())
            failure = await self._attempt(account, line, action, parameters)
            if failure is None:
                account.healthy()
                return True
            if failure.permanent:
                account.healthy()
                if failure is Failure.MUTED and line.group and self._on_muted is not None:
                    self._on_muted(account.bot, line.target)
            elif account.online:
                account.unhealthy(failure)
            attempt += 1
            delay = settings.send_backoff * 2 ** (attempt - 1)
            if failure.permanent or attempt >= (failure.tries or settings.send_retries + 1):
                logger.warning(f"往{line}的一条消息没有发出去：{failure.value}")
                return False
            if not account.paused and account.online:
                await asyncio.sleep(delay)

    async def _attempt(
        self, account: _Account, line: _Line, action: str, parameters: dict[str, Any]
    ) -> Failure | None:
        line.in_flight = True
        try:
            await self._call(account.bot, action, parameters)
        except asyncio.CancelledError:
            if not line.interrupted:
                raise
            line.interrupted = False
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
            return Failure.TIMEOUT
        except ActionFailed as error:
            return classify_reply(getattr(error, "info", {}))
        except (ApiNotAvailable, WebSocketClosed):
            return Failure.OFFLINE
        except NetworkError:
            return Failure.TIMEOUT
        except Exception as error:
            # 连接正在断开时，各驱动抛的异常各不相同。
            logger.debug(f"叫 {action} 时出错：{type(error).__name__}")
            return Failure.TIMEOUT
        finally:
            line.in_flight = False
        return None

    async def _ask_friends(self, account: _Account) -> None:
        try:
            found = await self._call(account.bot, "get_friend_list", {})
            account.friends = {str(each["user_id"]) for each in found or ()}
            account.friends_until = asyncio.get_running_loop().time() + FRIENDS_FRESH
        except Exception as error:
            logger.debug(f"查不到账号 {account.bot} 的好友：{type(error).__name__}")
        finally:
            account.friends_asking = None


def _number(target: str) -> int | str:
    """协议里号码是整数；不是数字的（个别协议端）原样给。"""
    return int(target) if target.isdecimal() else target
