"""入口记得的几件事：见过的消息、哪个账号管哪个群、协议端的钟差多少、哪些群里不能说话。"""

from __future__ import annotations

from typing import Literal


class Recent:
    """最近见过的编号，至多 `limit` 个，旧的先忘。"""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._seen: dict[str, None] = {}

    def add(self, key: str) -> bool:
        """记下；头一次见为真。"""
        if key in self._seen:
            return False
        self._seen[key] = None
        if len(self._seen) > self._limit:
            del self._seen[next(iter(self._seen))]
        return True

    def forget(self, key: str) -> None:
        """当作没见过。"""
        self._seen.pop(key, None)

    def __len__(self) -> int:
        return len(self._seen)


class Claims:
    """同一个群里有几个自己的账号时，只由一个答话。"""

    def __init__(self) -> None:
        self._holders: dict[str, str] = {}
        self._online: set[str] = set()

    def connected(self, bot: str) -> None:
        """账号上线。"""
        self._online.add(bot)

    def disconnected(self, bot: str) -> None:
        """账号下线；它占的群，别的账号收到话时可以接过去。"""
        self._online.discard(bot)

    def online(self, bot: str) -> bool:
        """是否是自己的、在线的账号。"""
        return bot in self._online

    def claim(self, bot: str, group: str, holder: str | None = None) -> bool:
        """`bot` 可不可以在 `group` 答话；没有人占着就占下。

        `holder` 是开着这个群的桌的账号：它在线就归它，重启以后也不会被先收到话的账号抢去。
        """
        if holder is not None and holder in self._online:
            self._holders[group] = holder
            return holder == bot
        current = self._holders.get(group)
        if current is not None and current != bot and current in self._online:
            return False
        self._holders[group] = bot
        return True

    def release(self, bot: str, group: str) -> None:
        """`bot` 离开了 `group`。"""
        if self._holders.get(group) == bot:
            del self._holders[group]


class Skew:
    """各协议端的钟与本机差多少：从刚发出来的元事件（连接、心跳）里量。"""

    def __init__(self) -> None:
        self._offsets: dict[str, float] = {}

    def measure(self, bot: str, now: float, stamped: float) -> None:
        """元事件写着 `stamped`，本机收到时是 `now`（都是 Unix 秒）。"""
        self._offsets[bot] = now - stamped

    def age(self, bot: str, now: float, stamped: float) -> float:
        """写着 `stamped` 的事件已经过去多少秒。"""
        return now - stamped - self._offsets.get(bot, 0.0)


Why = Literal["self", "everyone"]
"""被禁言的缘由：只禁了机器人，或全员禁言。"""


class Mutes:
    """机器人在哪些群里不能说话；两种缘由都没有了才算能说。"""

    def __init__(self) -> None:
        self._reasons: dict[tuple[str, str], set[Why]] = {}

    def add(self, bot: str, group: str, why: Why) -> bool:
        """多了一个缘由；从能说变成不能说为真。"""
        reasons = self._reasons.setdefault((bot, group), set())
        before = bool(reasons)
        reasons.add(why)
        return not before

    def remove(self, bot: str, group: str, why: Why) -> bool:
        """少了一个缘由；从不能说变成能说为真。"""
        reasons = self._reasons.get((bot, group))
        if reasons is None or why not in reasons:
            return False
        reasons.discard(why)
        if reasons:
            return False
        del self._reasons[bot, group]
        return True

    def has(self, bot: str, group: str, why: Why) -> bool:
        """是否有这个缘由。"""
        return why in self._reasons.get((bot, group), ())

    def forget(self, bot: str, group: str) -> None:
        """离开了这个群，不再记它。"""
        self._reasons.pop((bot, group), None)
