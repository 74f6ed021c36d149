"""电脑自己下一局。"""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import (
    DATA,
    Ask,
    Choice,
    Game,
    OptionError,
    Player,
    Seat,
    Stream,
    Table,
    simulate,
)
from games.kernel.random import GOLDEN_GAMMA, MASK, mixed

from .catalogue import find

DECISIONS_AT_MOST = 100_000
"""一局超过这么多次回答就算卡住。"""


@dataclass(frozen=True)
class Setting:
    """一批对局的条件；只有普通值，可以送到别的进程。"""

    game: str
    """`catalogue.find` 认得的名字。"""
    seats: int
    bots: tuple[str, ...]
    """各座位的电脑。"""
    options: tuple[tuple[str, str], ...] = ()
    """改了的桌规 `(中文名, 值)`。"""
    answers: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """定死的回答 `(问题的名字, 各座位答什么)`：问到就照答，不问电脑；如各用哪副卡组。"""


@dataclass(frozen=True)
class Played:
    """一局的结果。"""

    index: int
    """这一批里的第几局，从 0 起。"""
    seed: int
    decisions: int
    summary: dict[str, Any] = field(default_factory=dict)
    """`Game.summary` 给出的统计；没有走完为空。"""
    failure: str = ""
    """没有走完的原因（一行），走完为空。"""
    trace: str = ""
    """没有走完时的调用栈。"""


class BadSetting(ValueError):
    """条件不对；`str(error)` 写明该怎么改。"""


def game_seed(seed: int, index: int) -> int:
    """一批里第 `index` 局的种子；各局互不相干，与由哪个进程来下无关。"""
    return mixed((mixed((seed + GOLDEN_GAMMA) & MASK) + index * GOLDEN_GAMMA) & MASK)


def fewest_players(game: Game) -> int:
    """默认桌规下最少几人。"""
    return game.seats(game.default_options(), game.load(DATA / game.key))[0]


class Bench:
    """备好数据与桌规，可以一局接一局地下。"""

    def __init__(self, setting: Setting) -> None:
        """条件不对抛 `BadSetting`，没有这个游戏抛 `LookupError`。"""
        self.setting = setting
        self.game: Game = find(setting.game)
        self.data: Any = self.game.load(DATA / self.game.key)
        self.options: Any = self.game.default_options()
        for name, value in setting.options:
            try:
                self.options = self.game.set_option(self.options, name, value, self.data)
            except OptionError as error:
                raise BadSetting(str(error)) from error
        least, most = self.game.seats(self.options, self.data)
        if not least <= setting.seats <= most:
            raise BadSetting(f"《{self.game.title}》是 {least} 到 {most} 人，不能 {setting.seats} 人")
        if len(setting.bots) != setting.seats:
            raise BadSetting(f"{setting.seats} 个座位，却给了 {len(setting.bots)} 个电脑")
        for bot in setting.bots:
            if bot not in self.game.players:
                raise BadSetting(f"没有「{bot}」这种电脑，有：{'、'.join(self.game.players)}")
        for what, given in setting.answers:
            if len(given) != setting.seats:
                raise BadSetting(f"{setting.seats} 个座位，「{what}」却给了 {len(given)} 个回答")
        self.answers = dict(setting.answers)
        self.players: list[Player] = [self.game.players[bot] for bot in setting.bots]

    def deal(self, seed: int) -> Table:
        """开局。"""
        tokens = self.game.tokens
        marks = [tokens[seat].mark if seat < len(tokens) else "" for seat in range(self.setting.seats)]
        return self.game.opening(seed, marks, self.options, self.data)

    def streams(self, seed: int) -> list[Stream]:
        """各座位电脑的随机流，互不相干，也与牌桌的骰子不相干。"""
        return [
            Stream(mixed((seed ^ MASK) + seat * GOLDEN_GAMMA & MASK)) for seat in range(self.setting.seats)
        ]

    def reply(self, table: Table, ask: Ask, streams: Sequence[Stream], optional: bool) -> Choice:
        """电脑对一个问题的回答；不合法抛 `ValueError`。"""
        seat: Seat = ask.seat
        if not optional and ask.options.count() == 1:
            return next(iter(ask.options))  # 没得选就不必看桌子
        if ask.what in self.answers:
            fixed = self.answers[ask.what][seat]
            if fixed not in ask.options:
                raise ValueError(f"{seat + 1}号对「{ask.what}」不能答「{fixed}」")
            return fixed
        choice = self.players[seat](table.view(seat), ask, streams[seat], optional)
        if choice is None and optional:
            return None
        if choice not in ask.options:
            bot = self.setting.bots[seat]
            raise ValueError(f"「{bot}」（{seat + 1}号）对「{ask.what}」答了不合法的 {choice!r}")
        return choice

    def play(self, index: int, seed: int) -> Played:
        """下一局；规则或电脑出错、卡住都不抛，记在结果里。"""
        streams = self.streams(seed)
        asked = 0

        def choose(table: Table, ask: Ask) -> Choice:
            nonlocal asked
            asked += 1
            return self.reply(table, ask, streams, False)

        def interject(table: Table, ask: Ask) -> Choice:
            return self.reply(table, ask, streams, True)

        try:
            table = self.deal(seed)
            decisions = simulate(table, choose, DECISIONS_AT_MOST, interject)
            return Played(index, seed, decisions, self.game.summary(table))
        except Exception as error:
            failure = f"{type(error).__name__}: {error}".splitlines()[0]
            return Played(index, seed, asked, failure=failure, trace=traceback.format_exc())
