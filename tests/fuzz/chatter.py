"""造话的人：照着自己看到的说，也乱说。"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from .everyday import EVERYDAY
from .noise import ODD, noise, spoiled
from .subject import Subject

if TYPE_CHECKING:
    from plugins.gamemaster.hall.desk import Desk

EXAMPLES = re.compile(r"打 ([^\n。]+)")
QUOTED = re.compile(r"「([^「」\n]{1,20})」")
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
REMARK = re.compile(r"（[^）]*）")

HALL_WORDS = (
    "新游戏",
    "开桌",
    "加入",
    "退出",
    "选项",
    "桌规",
    "补位",
    "减位",
    "移交",
    "开始",
    "解散",
    "再来",
    "再来一局",
    "状态",
    "手牌",
    "棋盘",
    "托管",
    "取消托管",
    "催",
    "悔棋",
    "认输",
    "中断",
    "同意",
    "不同意",
    "投票",
    "战绩",
    "规则",
    "帮助",
    "版本",
    "重置",
    "跳过",
    "代打",
    "换人",
    "踢",
    "暂停",
    "继续",
    "延时",
    "诊断",
)


@dataclass(slots=True)
class Line:
    """要说的一句。"""

    user: str
    text: str
    private: bool = False
    source: str | None = None
    addressed: bool = False


class Chatter:
    """造话。`shown` 是各处最近看到的话。"""

    def __init__(
        self,
        subject: Subject,
        random: Random,
        members: Sequence[str],
        shown: Sequence[str],
        whole: Sequence[str],
    ) -> None:
        """`members` 是群里的人；`shown` 是说话的人私下看到的，`whole` 是群里看到的。"""
        self.subject = subject
        self.random = random
        self.members = members
        self.shown = shown
        self.whole = whole

    # ------------------------------------------------------------ 正经话
    def lobby_line(self, desk: Desk | None) -> str:
        """没开局时该打的。"""
        random = self.random
        lobby = None if desk is None else desk.lobby
        if lobby is None:
            options = random.sample(self.subject.option_words, random.choice((0, 0, 1, 1, 2)))
            return " ".join([f"新游戏 {self.subject.title}", *options]) if random.random() < 0.9 else "再来"
        if len(lobby.seats) < 2:
            return random.choice(("加入", "加入", "加入 蓝", "补位 2", "补位 3 随机", "补位 1 普通"))
        return random.choice(
            (
                "开始",
                "开始",
                "开始",
                "加入",
                "补位 1",
                f"选项 {random.choice(self.subject.option_words)}",
                "状态",
            )
        )

    def prompted_line(self) -> str:
        """照着看到的题面答。"""
        random = self.random
        text = "\n".join([*self.whole[-1:], *self.shown[-1:]])
        examples = [
            part.strip()
            for found in EXAMPLES.findall(text)
            for part in re.split(r"[、，；「」]|或", REMARK.sub("", found))
            if part.strip() and part.strip() not in ("号", "指令", "手牌 看编号")
        ]
        numbers = [number for number, _ in NUMBERED.findall(text)]
        held = self.subject.held("\n".join(self.shown[-3:]))
        kind = random.random()
        if examples and kind < 0.5:
            return random.choice(examples)
        if numbers and kind < 0.8:
            # 末尾多半是「结束」，多选它，对局才走得完。
            return random.choice([*numbers, numbers[-1]])
        if held and kind < 0.95:
            return self.subject.composed_line(random, held)
        return self.subject.plain_line(random, text, kind)

    # ------------------------------------------------------------ 乱说
    def person(self) -> str:
        """随便指一个人。"""
        random = self.random
        return random.choice(
            (
                f" @{random.choice(self.members)} ",
                f" @{random.choice(self.members)} ",
                f"{random.randint(0, 9)}号",
                " @99999 ",
                " @90001 ",
                " @0 ",
                "自己",
                "他",
                "红",
                "🟦",
                "群友",
                "",
                random.choice(ODD),
            )
        )

    def hall_line(self) -> str:
        """大厅的指令，参数好坏都有。"""
        random = self.random
        word = random.choice(HALL_WORDS)
        if word in ("认输", "中断", "解散", "退出") and random.random() < 0.6:
            # 这几样一打就没得玩了，少打一些。
            word = random.choice(HALL_WORDS)
        if word in ("代打", "换人", "踢", "移交") or random.random() < 0.1:
            rest = f"{self.person()} {random.choice((self.person(), random.choice(self.subject.words_after), ''))}"
        else:
            rest = random.choice(self.subject.words_after) if random.random() < 0.5 else ""
        gap = " " if random.random() < 0.85 else ""
        return f"{word}{gap}{rest}" if rest else word

    def game_line(self) -> str:
        """游戏的指令，参数乱写。"""
        random = self.random
        word = random.choice(self.subject.game_words)
        rest = random.choice(self.subject.words_after) if random.random() < 0.8 else self.person()
        return f"{word}{' ' if random.random() < 0.8 else ''}{rest}"

    def any_line(self, desk: Desk | None) -> str:
        """什么都可能。"""
        random = self.random
        kind = random.random()
        if kind < 0.30:
            return self.hall_line()
        if kind < 0.50:
            return self.game_line()
        if kind < 0.62:
            return noise(random)
        if kind < 0.75:
            return random.choice(EVERYDAY)
        if kind < 0.78:
            return f"{random.randint(-3, 30)}"
        line = self.prompted_line() if desk is not None and desk.play is not None else self.lobby_line(desk)
        if kind < 0.85:
            return line
        return spoiled(random, line if random.random() < 0.6 else self.hall_line())
