"""文字测试的台子：摆出局面，读一句话，看群里和私聊里写了什么。"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora import words
from games.aurora.table import AuroraTable
from games.kernel import Ask, Cast, Choice, Event, Misread, Prompt, Seat, fold
from tests.aurora.position import Scene

NAMES = ("阿苹", "阿橙")


def cast_of(table: AuroraTable) -> Cast:
    """各座位的称呼。"""
    return Cast(NAMES)


def ask_of(scene: Scene, seat: Seat) -> Ask:
    """正在问 `seat` 的问题。"""
    return scene.match.waiting[seat]


def read(scene: Scene, text: str, seat: Seat = 0) -> Choice:
    """`seat` 打了 `text`。"""
    table = scene.table
    return words.read(fold(text), ask_of(scene, seat), table.view(seat), cast_of(table))


def misread(scene: Scene, text: str, seat: Seat = 0) -> tuple[str, str, str]:
    """`seat` 打了 `text` 而读不懂：哪里不懂、条号、该打什么。"""
    try:
        choice = read(scene, text, seat)
    except Misread as error:
        return error.message, error.clause, error.advice
    raise AssertionError(f"「{text}」读成了 {choice}")


def prompted(scene: Scene, seat: Seat = 0) -> Prompt:
    """写给 `seat` 的题面。"""
    table = scene.table
    return words.prompt(ask_of(scene, seat), table.view(seat), cast_of(table))


def told(scene: Scene, events: Sequence[Event], seat: Seat | None = None) -> list[str]:
    """`seat`（`None` 为群里）看到的几行。"""
    table = scene.table
    return words.tell([event.seen_by(seat) for event in events], table.view(seat), cast_of(table))
