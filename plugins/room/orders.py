"""人在终端里敲的一行 → 一道令。纯文字处理，终端与网页共用。

- `移动 1`：当前的人在群里说。
- `@2 移动 1`：2 号在群里说；`@2! 手牌`：2 号私聊机器人；`@2`：以后由 2 号说。
- `!手牌`：当前的人私聊机器人。
- `:成员`：看人、改世界、出故障，见 `COMMANDS`。
- `\\@2 …`：去掉开头的反斜杠，照字面在群里说。
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_SPEAKER = re.compile(r"@(?P<who>[^\s!！]+)(?:(?P<private>[!！])\s*|\s+|$)(?P<text>.*)$", re.DOTALL)
_FOLDED_HEADS = {"＠": "@", "！": "!", "：": ":", "＼": "\\"}


@dataclass(frozen=True, slots=True)
class Command:
    """一条 `:` 命令的说明。"""

    usage: str
    meaning: str


COMMANDS: dict[str, Command] = {
    "成员": Command(":成员", "列出群里的人"),
    "加人": Command(":加人 名字", "一个新人进群（已是机器人好友）"),
    "陌生人": Command(":陌生人 名字", "一个不是机器人好友的新人进群"),
    "退群": Command(":退群 [谁]", "某人退群，默认当前的人"),
    "踢": Command(":踢 谁", "群主踢人；踢「机器人」也行"),
    "拉回": Command(":拉回 [谁]", "退了或被踢的人（默认机器人）重新进群"),
    "管理": Command(":管理 谁", "设为群管理员"),
    "撤管": Command(":撤管 谁", "撤去群管理员"),
    "改名": Command(":改名 谁 新名片", "改群名片"),
    "禁言": Command(":禁言 [谁] [秒]", "默认禁言机器人 60 秒；只写时长要带「秒」字"),
    "解禁": Command(":解禁 [谁]", "默认解禁机器人"),
    "全员禁言": Command(":全员禁言 [关]", "开关全员禁言"),
    "好友": Command(":好友 谁", "成为机器人好友"),
    "删好友": Command(":删好友 谁", "不再是机器人好友，私聊改走临时会话"),
    "申请好友": Command(":申请好友 谁", "向机器人发好友请求"),
    "临时会话": Command(":临时会话 开|关", "群里许不许临时会话"),
    "戳": Command(":戳", "当前的人戳一戳机器人"),
    "撤回": Command(":撤回", "当前的人撤回自己最近一句"),
    "解散": Command(":解散", "解散群"),
    "断线": Command(":断线 [秒]", "连接断开，至少断这么久再重连"),
    "离线": Command(":离线", "机器人的 QQ 掉线"),
    "上线": Command(":上线", "机器人的 QQ 重新上线"),
    "失败": Command(":失败 [次数] [谁]", "接下来几次发送失败，默认 1 次、不限给谁"),
    "慢": Command(":慢 秒", "每次发送都慢这么久"),
    "重送": Command(":重送", "把人说的最近一句再送一遍给机器人"),
    "扣留": Command(":扣留", "群里的事先不送给机器人"),
    "放行": Command(":放行", "送出扣留的，撤去全部故障"),
    "帮助": Command(":帮助", "这张表"),
    "退出": Command(":退出", "关掉终端（机器人照常运行）"),
}


@dataclass(frozen=True, slots=True)
class Order:
    """一道令。

    属性:
        kind: 群里说、私聊、换人说、命令；`wrong` 为看不懂，`text` 是给人的话。
        who: 由谁做（编号、昵称或 QQ 号）；空串为当前的人。
        text: 说的话；命令则是命令名。
        arguments: 命令的参数。
    """

    kind: Literal["say", "whisper", "switch", "command", "wrong", "nothing"]
    who: str = ""
    text: str = ""
    arguments: tuple[str, ...] = ()


def parse_line(line: str) -> Order:
    """把一行读成一道令；从不抛异常。"""
    line = line.strip("\r\n")
    if not line.strip():
        return Order("nothing")
    line = _FOLDED_HEADS.get(line[0], line[0]) + line[1:]
    if line[0] == "\\":
        return Order("say", text=line[1:]) if len(line) > 1 else Order("nothing")
    if line[0] == ":":
        name, *arguments = line[1:].split() or [""]
        if name not in COMMANDS:
            return Order("wrong", text=f"没有命令「:{name}」。输入 :帮助 看全部命令。")
        return Order("command", text=name, arguments=tuple(arguments))
    if line[0] == "!":
        spoken = line[1:].strip()
        if not spoken:
            return Order("wrong", text="私聊要有内容，例如：!手牌")
        return Order("whisper", text=spoken)
    if line[0] == "@":
        return _spoken_as(line)
    return Order("say", text=line)


def _spoken_as(line: str) -> Order:
    found = _SPEAKER.match(line)
    if found is None:
        return Order("wrong", text="写成「@编号 话」，例如：@2 加入")
    who, private, spoken = found["who"], bool(found["private"]), found["text"].strip()
    if not spoken:
        if private:
            return Order("wrong", text=f"私聊要有内容，例如：@{who}! 手牌")
        return Order("switch", who=who)
    return Order("whisper" if private else "say", who=who, text=spoken)


def help_rows() -> list[tuple[str, str]]:
    """帮助：每项为写法与意思。"""
    rows = [
        ("移动 1", "当前的人在群里说"),
        ("!手牌", "当前的人私聊机器人"),
        ("@2 移动 1", "2 号在群里说"),
        ("@2! 手牌", "2 号私聊机器人"),
        ("@2", "以后由 2 号说"),
    ]
    rows.extend((command.usage, command.meaning) for command in COMMANDS.values())
    return rows
