"""造话的人：照着自己看到的说，也乱说。"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from .everyday import EVERYDAY
from .noise import ODD, noise, spoiled

if TYPE_CHECKING:
    from plugins.gamemaster.hall.desk import Desk

EXAMPLES = re.compile(r"打 ([^\n。]+)")
QUOTED = re.compile(r"「([^「」\n]{1,20})」")
NUMBERED = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
HELD = re.compile(r"(\d+)\.([\uac00-\ud7a3]{4}|[\u4e00-\u9fff]{1,8})")
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
GAME_WORDS = (
    "移动",
    "出牌",
    "换牌",
    "二换三",
    "二弃一",
    "装备",
    "掷骰",
    "选",
    "结束",
    "防具",
    "触发",
    "回血",
    "弃牌",
    "给牌",
    "苏醒",
    "再等",
    "增益",
    "留",
    "抽",
    "树脂球",
    "取",
    "给",
    "换位",
    "走",
    "不换",
    "不用",
    "打出",
    "使用",
    "强买强卖",
    "过",
    "r",
    "pass",
)
WORDS_AFTER = (
    "",
    "1",
    "2",
    "3",
    "1 2",
    "2 3 4",
    "1 1",
    "0",
    "-1",
    "99",
    "999999999",
    "一",
    "两",
    "十二",
    "１",
    "٣",
    "②",
    "🄌",
    "全部",
    "所有",
    "1号",
    "2号",
    "给 2号",
    "1 给 2号",
    "1 给 3",
    "给 自己",
    "自动",
    "保留",
    "落叶长跑",
    "落叶长跑 跑道=1",
    "落叶长跑 自动掷骰=开",
    "落叶长跑 定顺序骰=20 跑道=2-1",
    "跑道=SLFGVLE",
    "跑道=1-1-1-1-1-1-1-1-1",
    "自动掷骰=开",
    "必须走满=关",
    "允许到8人=开",
    "魔法束缚=永久",
    "马失前蹄=跳过下一轮",
    "给我过来距离=至多",
    "落在滑沙上滑一格=开",
    "总分并列=比第一",
    "出牌限时=30",
    "选择限时=2分",
    "提醒=0",
    "自动托管=1",
    "出牌限时=-5",
    "没有=这个",
    "随机",
    "1 随机",
    "2 普通",
    "5 普通",
    "红",
    "🟥",
    "蓝色",
    "轮",
    "解散",
    "3步",
    "L4.4",
    "l4",
    "沼泽",
    "路障",
    "彩虹音爆",
    "bear",
    "给我过来 2号",
    "强制休息",
    "对局",
    "管理",
    "结束",
    "2号 结束",
    "1号 1",
    "3号 移动 1",
    "2号 掷骰",
    "重置 1",
    "跳过",
    "投票 投票 跳过",
    "5",
    "5分钟",
    "不换",
    "满",
    "格",
)
OPTION_WORDS = (
    "跑道=1",
    "跑道=SLFGVE",
    "跑道=3-1",
    "自动掷骰=开",
    "必须走满=关",
    "落在滑沙上滑一格=开",
    "给我过来距离=至多",
    "魔法束缚=永久",
    "马失前蹄=跳过下一轮",
    "允许到8人=开",
    "并列规则=不占",
    "滑沙计摸牌=关",
    "自动判末位=关",
    "总分并列=比第一",
    "定顺序骰=20",
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
        self, random: Random, members: Sequence[str], shown: Sequence[str], whole: Sequence[str]
    ) -> None:
        """`members` 是群里的人；`shown` 是说话的人私下看到的，`whole` 是群里看到的。"""
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
            options = random.sample(OPTION_WORDS, random.choice((0, 0, 1, 1, 2)))
            return " ".join(["新游戏 落叶长跑", *options]) if random.random() < 0.9 else "再来"
        if len(lobby.seats) < 2:
            return random.choice(("加入", "加入", "加入 蓝", "补位 2", "补位 3 随机", "补位 1 普通"))
        return random.choice(
            ("开始", "开始", "开始", "加入", "补位 1", f"选项 {random.choice(OPTION_WORDS)}", "状态")
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
        held = HELD.findall("\n".join(self.shown[-3:]))
        kind = random.random()
        if examples and kind < 0.5:
            return random.choice(examples)
        if numbers and kind < 0.8:
            # 末尾多半是「结束」，多选它，对局才走得完。
            return random.choice([*numbers, numbers[-1]])
        if held and kind < 0.95:
            return self.composed_line(held)
        if "掷骰" in text or kind > 0.98:
            return "掷骰"
        return random.choice(("结束", "选 1", "1"))

    def composed_line(self, held: Sequence[tuple[str, str]]) -> str:
        """拿看到的手牌自己拼一句。"""
        random = self.random

        def card() -> str:
            number, name = random.choice(held)
            return number if random.random() < 0.5 else name

        target = random.randint(1, 7)
        return random.choice(
            (
                f"移动 {random.randint(1, 4)}",
                f"移动 {card()} {card()}",
                f"出牌 {card()}",
                f"出牌 {card()} 给 {target}号",
                f"出牌{card()}给{target}号",
                f"出牌 {card()} 增益{random.randint(0, 4)}",
                f"打出 {card()[:3]}",
                f"二换三 {card()} {card()}",
                f"二弃一 {card()} {card()}",
                f"二弃一 {card()}、{card()}",
                f"装备 {card()}",
                f"换牌 {card()} {card()}",
                f"弃牌 {card()} {card()} {card()}",
                f"给牌 {card()} {card()}",
                f"树脂球 {card()} 给 {target}号",
                f"树脂球 {target}号",
                f"抽 {target}号 {random.randint(1, 5)}",
                f"取 {target}号 防具",
                f"给 {target}号 手牌",
                f"换位 {target}号",
                f"代打 {target}号 出牌 {card()}",
                f"代打 {target}号 弃牌 {card()} {card()} {card()}",
                card(),
                f"{card()} {card()}",
            )
        )

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
            rest = f"{self.person()} {random.choice((self.person(), random.choice(WORDS_AFTER), ''))}"
        else:
            rest = random.choice(WORDS_AFTER) if random.random() < 0.5 else ""
        gap = " " if random.random() < 0.85 else ""
        return f"{word}{gap}{rest}" if rest else word

    def game_line(self) -> str:
        """游戏的指令，参数乱写。"""
        random = self.random
        word = random.choice(GAME_WORDS)
        rest = random.choice(WORDS_AFTER) if random.random() < 0.8 else self.person()
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
