"""大厅的指令：词、什么时候算是在说它、谁来办。"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.kernel import number

from . import books, lobby, moderation, opening, playing
from .registry import find_game
from .speech import Speech, chatty

if TYPE_CHECKING:
    from .desk import Desk

Handler = Callable[["Desk", Speech, str], Awaitable[bool]]
Fits = Callable[["Desk", Speech, str, bool], bool]

SEAT_FIRST = re.compile(r"@?\d{1,20}|\S+号|\S{1,12}")


@dataclass(frozen=True, slots=True)
class Command:
    """一条指令。"""

    words: tuple[str, ...]
    fits: Fits
    """`(桌, 话, 指令词后的字, 紧挨着没有空格)` 是不是在打这条指令；是闲话为 `False`。"""
    handler: Handler
    retakes: bool = True
    """打它就收回托管；只是查书的不算。"""


def _waiting(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and desk.lobby is not None


def _governing(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    """等人时只打这一个词的：桌上的人或有管理权的人才算。"""
    return not rest and desk.lobby is not None and (speech.powers or speech.user in desk.users)


def _seated(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and desk.play is not None and speech.user in desk.users


def _taken(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and speech.user in desk.users


def _table(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and not desk.empty


def _playing(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and desk.play is not None


def _voting(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    # 托管的人打了就收回托管，票也算数。
    return not rest and desk.vote is not None and (speech.user in desk.voters() or speech.user in desk.users)


def _alone(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest


def _opens(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if not rest:
        return True
    found = find_game(desk.hall.games, rest)
    if found is None:
        return speech.explicit or (not glued and len(rest) <= 8 and not chatty(rest, glued))
    return not found[1] or "=" in found[1] or speech.explicit


def _joins(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if desk.lobby is None:
        return speech.explicit and desk.play is None and not rest
    if not rest or speech.explicit or desk.lobby.find_mark(rest) is not None:
        return True
    return not glued and len(rest) <= 4 and not chatty(rest, glued)


def _reclaims(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and desk.play is not None


def _options(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if desk.lobby is None and desk.play is None:
        return False
    if not rest or "=" in rest or speech.explicit or lobby.option_named(desk, rest) is not None:
        return True
    return not glued and len(rest.split()) == 2


def _fills(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if desk.lobby is None or not (speech.powers or speech.user in desk.users):
        return False
    first = re.match(r"\d+|[一二两三四五六七八九十零]", rest)
    return not rest or first is not None or speech.explicit


def _names_waiting(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    """等人时跟着一个人的。"""
    if desk.lobby is None or not (speech.powers or speech.user in desk.users):
        return False
    return speech.explicit or _names_someone(desk, rest, glued)


def _names_someone(desk: Desk, rest: str, glued: bool) -> bool:
    if not rest:
        return False
    pointed = rest[0] == "@" or re.match(r"\S{1,3}号|\d", rest) is not None
    return pointed or (not glued and len(rest) <= 12 and not chatty(rest, glued))


def _kicks(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if not (speech.powers or speech.user in desk.users) and not speech.explicit:
        return False
    if desk.play is None and desk.lobby is None:
        return False
    return speech.explicit or _names_someone(desk, rest, glued)


def _for_someone(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    """开局后跟着一个人的管理指令。"""
    if desk.play is None or not (speech.powers or speech.user in desk.users or speech.explicit):
        return False
    return speech.explicit or (
        bool(rest)
        and (
            rest[0] == "@"
            or (
                re.match(r"\S{1,3}号|\d|[^\s]", rest) is not None
                and (not glued or re.match(r"\S{1,3}号|\d|@", rest) is not None)
            )
        )
    )


def _moderating(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    involved = speech.powers or speech.user in desk.voters() or speech.explicit
    return not rest and desk.play is not None and involved


def _unpausing(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return _moderating(desk, speech, rest, glued) and desk.play is not None and bool(desk.play.paused)


def _resets(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if desk.play is None and desk.wreck is None:
        return False
    if not (speech.powers or speech.user in desk.voters() or speech.explicit):
        return False
    return not rest or rest in ("轮", "解散") or number(rest.removesuffix("步")) is not None


def _extends(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if desk.play is None or not (speech.powers or speech.user in desk.voters() or speech.explicit):
        return False
    return (
        not rest
        or number(rest.removesuffix("分钟").removesuffix("分").strip()) is not None
        or speech.explicit
    )


def _diagnoses(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return not rest and (desk.play is not None or desk.wreck is not None)


def _looks_up(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    if not rest or speech.explicit or books.fits_topic(rest):
        return True
    if find_game(desk.hall.games, rest) is not None:
        return not chatty(rest, glued)
    return not glued and len(rest) <= 12 and not chatty(rest, glued)


def _guides(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    known = rest in books.TOPICS or desk.hall.workbenches.topic(rest) is not None
    return not rest or known or speech.explicit


def _votes(desk: Desk, speech: Speech, rest: str, glued: bool) -> bool:
    return bool(rest) and not glued and desk.play is not None and speech.user in desk.voters()


async def _by_vote(desk: Desk, speech: Speech, rest: str) -> bool:
    """「投票 重置 3」：有管理权的人也按一票算。"""
    for command, words, glued in commands_in(rest):
        said = speech.saying(rest, powers=False)
        if command.handler is not _by_vote and command.fits(desk, said, words, glued):
            return await command.handler(desk, said, words)
    if speech.explicit:
        desk.reply(speech, "要写表决什么，如「投票 重置 1」「投票 跳过」。")
    return speech.explicit


COMMANDS: tuple[Command, ...] = (
    Command(("新游戏", "开桌"), _opens, opening.open_table),
    Command(("加入",), _joins, lobby.join),
    Command(("加入",), _reclaims, playing.reclaim),
    Command(("退出",), _taken, lobby.leave),
    Command(("选项", "桌规"), _options, lobby.options, retakes=False),
    Command(("补位",), _fills, lobby.fill),
    Command(("减位",), _governing, lobby.thin),
    Command(("移交",), _names_waiting, lobby.transfer),
    Command(("开始",), _governing, opening.start),
    Command(("解散",), _governing, lobby.disband),
    Command(("再来", "再来一局"), _alone, opening.again),
    Command(("状态",), _table, playing.status),
    Command(("手牌",), _seated, playing.hand),
    Command(("棋盘",), _playing, playing.board),
    Command(("托管",), _seated, playing.autopilot, retakes=False),
    Command(("取消托管",), _seated, playing.manual),
    Command(("催",), _seated, playing.nudge),
    Command(("悔棋",), _seated, playing.undo),
    Command(("认输",), _seated, playing.resign),
    Command(("中断",), _seated, playing.abort),
    Command(("同意",), _voting, playing.agree),
    Command(("不同意",), _voting, playing.disagree),
    Command(("投票",), _votes, _by_vote),
    Command(("战绩",), _alone, playing.records, retakes=False),
    Command(("规则",), _looks_up, books.rules, retakes=False),
    Command(("帮助",), _guides, books.guide, retakes=False),
    Command(("版本",), _alone, books.version, retakes=False),
    Command(("重置",), _resets, moderation.reset),
    Command(("跳过",), _moderating, moderation.skip),
    Command(("代打",), _for_someone, moderation.act_for),
    Command(("换人",), _for_someone, moderation.replace_player),
    Command(("踢",), _kicks, moderation.kick),
    Command(("暂停",), _moderating, moderation.pause),
    Command(("继续",), _unpausing, moderation.unpause),
    Command(("延时",), _extends, moderation.extend),
    Command(("诊断",), _diagnoses, moderation.diagnose),
)

OPENERS = ("新游戏", "开桌", "加入", "再来", "战绩", "规则", "帮助", "版本")
"""没有桌的群里也听的词。"""

_BY_LETTER: dict[str, list[tuple[str, Command]]] = {}
for _command in COMMANDS:
    for _word in _command.words:
        _BY_LETTER.setdefault(_word[0], []).append((_word, _command))
for _entries in _BY_LETTER.values():
    _entries.sort(key=lambda entry: -len(entry[0]))


def commands_in(text: str) -> Iterator[tuple[Command, str, bool]]:
    """`text` 以哪些指令词开头，长的在前：`(指令, 其余的字, 紧挨着)`。"""
    for word, command in _BY_LETTER.get(text[0], ()) if text else ():
        if text.startswith(word):
            rest = text[len(word) :]
            yield command, rest.strip(), bool(rest) and not rest.startswith(" ")


def starts_command(text: str) -> bool:
    """`text` 以某个指令词开头。"""
    return any(text.startswith(word) for word, _ in _BY_LETTER.get(text[0], ())) if text else False
