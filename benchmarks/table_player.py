"""坐在一桌旁替两个人打字的客户端：读群里在等谁，照着题面打最平常的一句。

只认机器人写出来的字，和人一样：群里的「轮到 谁 出牌」「等 谁、谁 做什么」，私聊里手牌的编号。
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plugins.room.harness import Room
from plugins.room.world import Message

NEW_GAME = "新游戏 落叶长跑 出牌限时=不限 选择限时=不限"
"""不计时：量的是答话的快慢，与限时无关。"""

TURN = re.compile(r"^轮到 (.+?) 出牌", re.MULTILINE)
WAITING = re.compile(r"^等 (.+)$", re.MULTILINE)
MOVE = re.compile(r"移动( \d+)?")

ADVICE = re.compile(r"^打 ([^、（\n]+)", re.MULTILINE)
"""题面最后一行教人怎样打字；第一个例子总是合法的。"""


@dataclass(frozen=True, slots=True)
class Line:
    """要打的一句。"""

    user: int
    text: str
    move: bool
    """是一步棋；不是的（开桌、加入、请群主跳过难选的题）不计数。"""


class TablePlayer:
    """一个群里的一桌两人。每次 `next_line` 给出下一句，听到的话都交给 `heard`。"""

    def __init__(self, room: Room, group_id: int) -> None:
        """`group_id` 的前两名成员来打，第一名须是群主（难选的题由他打「跳过」）。"""
        self.group_id = group_id
        members = list(room.world.groups[group_id].members.values())
        people = [member.person for member in members if member.person.user_id != room.world.self_id][:2]
        self.users = [person.user_id for person in people]
        self.names = {person.nickname: person.user_id for person in people}
        self.public_hint = ""
        """群里最近一次写的题面（不涉及秘密的题）。"""
        self.hints: dict[int, str] = {}
        """各人最近的题面。"""
        self.moved: set[int] = set()
        """这个出牌回合里已经移动过的人。"""
        self.awaited: list[tuple[int, str]] = []
        """在等的 `(人, 做什么)`。"""
        self.playing = False
        self.opening: list[Line] = []
        self.games = 0
        self.hard: set[str] = {"选给出哪些牌", "选换道弃哪些牌", "选丢三落四弃哪些牌", "选以物易物弃哪些牌"}
        """照例子打行不通的题：例子里的牌号不知道该写几张。"""
        self.stuck = False
        """上一句没有被照办，换个法子。"""
        self.refusals: list[str] = []
        """机器人没有照办的话，供查看。"""

    def heard(self, message: Message) -> None:
        """机器人说了一句（群里或私聊）。"""
        if message.group_id is None:
            if message.peer_id in self.users and "打 " in message.text:
                self.hints[message.peer_id] = message.text
            return
        text = message.text
        if message.segments[0]["type"] == "at" and not WAITING.search(text) and not TURN.search(text):
            self.refusals.append(message.shown)
            self.stuck = True
            return
        found = self._waiting(text)
        if found is not None:
            self.awaited = found
            self.public_hint = text
            self.playing = True
        elif "战果" in text or "获胜" in text or "终局" in text:
            self.playing = False
            self.awaited = []

    def _waiting(self, text: str) -> list[tuple[int, str]] | None:
        turns = list(TURN.finditer(text))
        waits = list(WAITING.finditer(text))
        last = max(turns + waits, key=lambda found: found.start(), default=None)
        if last is None:
            return None
        if last in turns:
            return [(user, "出牌") for user in self._named(last[1])]
        found: list[tuple[int, str]] = []
        for part in last[1].split("；"):
            who, _, what = part.rpartition(" ")
            found += [(user, what) for user in self._named(who)]
        return found

    def _named(self, words: str) -> list[int]:
        return [user for name, user in self.names.items() if re.search(rf"{re.escape(name)}(?!\d)", words)]

    def next_line(self) -> Line:
        """接下来打什么。"""
        if not self.playing:
            if not self.opening:
                first, second = self.users
                self.games += 1
                self.hints.clear()
                self.opening = [
                    Line(first, NEW_GAME, False),
                    Line(second, "加入", False),
                    Line(first, "开始", False),
                ]
            return self.opening.pop(0)
        if not self.awaited:
            return Line(self.users[0], "状态", False)
        user, what = self.awaited[0]
        if self.stuck:
            self.stuck = False
            if what != "出牌":
                self.hard.add(what)
            return Line(self.users[0], "跳过", False)
        if what == "掷骰":
            return Line(user, "掷骰", True)
        if what == "换牌":
            return Line(user, "换牌 不换", True)
        if what == "出牌":
            advice = self.hints.get(user, "").rpartition("打 ")[2]
            if MOVE.search(advice) and user not in self.moved:
                self.moved.add(user)
                return Line(user, MOVE.search(advice)[0], True)  # type: ignore[index]
            if "触发" in advice:
                del self.hints[user]
                return Line(user, "触发", True)
            self.moved.discard(user)
            self.hints.pop(user, None)
            return Line(user, "结束", True)
        hint = self.public_hint if "\n打 " in self.public_hint else self.hints.get(user, "")
        if what not in self.hard and "\n1. " in hint:
            return Line(user, "选 1", True)
        example = ADVICE.findall(hint)
        if what not in self.hard and example:
            return Line(user, example[-1], True)
        return Line(self.users[0], "跳过", False)

    def unanswered(self) -> None:
        """上一句没有人理。"""
        self.refusals.append("（没有答复）")
        self.stuck = True
