"""一句话：折叠、去前缀，分出是不是明明白白在对机器人说。"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from games.kernel import fold

from .messages import Incoming
from .seats import clean_name

LONGEST = 400
"""再长的话不会是指令，不去看它。"""

PREFIXES = "/#.!"
MENTION = re.compile(r"@([0-9]{1,20})(?![0-9])")
TAIL = "。.!~"
QUESTIONS = "吗吧呢啊呀么嘛哦噢呗哈?"
"""句末有这些字的多半是闲话。"""
SPOKEN = "了吗吧呢啊呀么的嘛哦噢呗罢哈啦,。!?;:、~…我你他她它们这那就还也都没不"
"""指令紧接着这些字的是句子，不是指令。"""


@dataclass(slots=True)
class Speech:
    """折叠好的一句话。"""

    incoming: Incoming
    text: str
    """已折叠、去掉前缀与 @ 机器人的文字；@ 别人写成 `@号码`。"""
    explicit: bool
    """带前缀、@ 了机器人或私聊：明明白白是指令，读不懂也要回话。"""
    powers: bool
    """说话的人有管理权（群主、管理员、超级用户）。"""

    @property
    def user(self) -> str:
        return self.incoming.user

    @property
    def private(self) -> bool:
        return self.incoming.group is None

    @property
    def name(self) -> str:
        return clean_name(self.incoming.name, self.incoming.user)

    @property
    def key(self) -> str:
        """去重用的消息编号。"""
        return f"{self.incoming.bot}:{self.incoming.message}" if self.incoming.message else ""

    def saying(self, text: str, powers: bool | None = None) -> Speech:
        """同一个人的另一句话。"""
        return replace(self, text=text, powers=self.powers if powers is None else powers)


def heard(incoming: Incoming) -> Speech | None:
    """把进来的话折好；空的、太长的为 `None`。"""
    raw = incoming.text
    if not raw or len(raw) > LONGEST:
        return None
    text = fold(raw)
    addressed = incoming.addressed
    mention = f"@{incoming.bot}"
    if mention in text:
        addressed = True
        # 只 @ 了机器人，就是问它会什么。
        text = " ".join(re.sub(f"{re.escape(mention)}(?!\\d)", " ", text).split()) or "帮助"
    explicit = addressed or incoming.group is None
    if text and text[0] in PREFIXES:
        stripped = text[1:].lstrip()
        # 「...」「!!」之类的语气不是前缀。
        if not stripped or stripped[0] in PREFIXES:
            return None
        text, explicit = stripped, True
    text = text.rstrip(TAIL).rstrip() or text
    if not text:
        return None
    powers = incoming.superuser or (incoming.group is not None and incoming.role != "member")
    return Speech(incoming, text, explicit, powers)


def chatty(rest: str, glued: bool) -> bool:
    """指令词后面的 `rest` 像一句闲话；`glued` 表示与指令词之间没有空格。"""
    if not rest:
        return False
    return rest[-1] in QUESTIONS or (glued and rest[0] in SPOKEN)
