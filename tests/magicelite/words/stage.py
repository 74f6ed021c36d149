"""文字测试的台子：摆出局面，读一句话，看群里和私聊里写了什么。"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Ask, Cast, Choice, Event, Misread, Prompt, Seat, fold
from games.magicelite import words
from games.magicelite.table import MagicEliteTable
from tests.magicelite.position import Scene

NAMES = ("阿苹", "糖糖", "小绿", "蓝蓝", "阿紫", "老棕", "小黑", "白白")


def cast_of(table: MagicEliteTable) -> Cast:
    """各座位的称呼。"""
    return Cast(NAMES[: table.seats])


def ask_of(scene: Scene, seat: Seat) -> Ask:
    """正在问 `seat` 的问题。"""
    return scene.match.waiting[seat]


def read(scene: Scene, seat: Seat, text: str) -> Choice:
    """`seat` 打了 `text`。"""
    table = scene.table
    return words.read(fold(text), ask_of(scene, seat), table.view(seat), cast_of(table))


def misread(scene: Scene, seat: Seat, text: str) -> tuple[str, str, str]:
    """`seat` 打了 `text` 而读不懂：哪里不懂、条号、该打什么。"""
    try:
        choice = read(scene, seat, text)
    except Misread as error:
        return error.message, error.clause, error.advice
    raise AssertionError(f"「{text}」读成了 {choice}")


def prompted(scene: Scene, seat: Seat) -> Prompt:
    """写给 `seat` 的题面。"""
    table = scene.table
    return words.prompt(ask_of(scene, seat), table.view(seat), cast_of(table))


def told(scene: Scene, events: Sequence[Event], seat: Seat | None = None) -> list[str]:
    """`seat`（`None` 为群里）看到的几行。"""
    table = scene.table
    return words.tell([event.seen_by(seat) for event in events], table.view(seat), cast_of(table))
