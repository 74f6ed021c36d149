"""验收套件怎么玩一局：开局、随机走、把一局变成可比较的东西。"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from pydantic import BaseModel

from games.kernel import (
    DATA,
    Anyone,
    Ask,
    Cast,
    Choice,
    Game,
    Match,
    Move,
    Outcome,
    Seat,
    Secret,
    Stream,
    Table,
)

NAMES = ("阿苹", "小蝶", "DJ", "云宝·黛西", "很长很长的群名片一二三四五", "a", "ユキ", "🌟星")
"""试用的昵称：中文、英文、很长、带符号。"""
INTERJECTIONS = 4
"""有人可以插话时，平均每这么多次有一次真的插。"""
LONGEST = 20_000
"""一局随机走这么多步还没有完，就是卡住了。"""


@dataclass(frozen=True)
class Case:
    """一局的开局条件。"""

    game: Game
    seats: int
    seed: int
    settings: Mapping[str, str] = field(default_factory=dict)
    """改了哪些桌规：`{中文名: 值}`。"""

    def __str__(self) -> str:
        changed = ",".join(f"{name}={value}" for name, value in self.settings.items())
        return f"{self.game.key}-{self.seats}p-{self.seed}" + (f"-{changed}" if changed else "")

    def prepared(self) -> tuple[Any, Any]:
        """`(桌规, 数据)`。"""
        data = loaded(self.game)
        options = self.game.default_options()
        for name, value in self.settings.items():
            options = self.game.set_option(options, name, value, data)
        return options, data

    def marks(self) -> list[str]:
        """各座位的棋子。"""
        return [token.mark for token in self.game.tokens[: self.seats]] or [""] * self.seats

    def deal(self) -> Table:
        """开局的桌子。"""
        options, data = self.prepared()
        return self.game.deal(self.seed, self.marks(), options, data)

    def match(self) -> Match[Table]:
        """开局的对局。"""
        return Match(self.deal())

    def cast(self) -> Cast:
        """试用的称呼。"""
        tokens = self.game.tokens[: self.seats]
        return Cast(
            NAMES[: self.seats],
            tuple(token.mark for token in tokens),
            tuple(token.names for token in tokens),
        )


_loaded: dict[str, Any] = {}


def loaded(game: Game) -> Any:
    """游戏的数据；一个进程只读一次。"""
    if game.key not in _loaded:
        _loaded[game.key] = game.load(DATA / game.key)
    return _loaded[game.key]


def playable(match: Match[Any]) -> list[Ask]:
    """现在能答的问题，按提问次序；什么也没得选的插话者不算。"""
    return [ask for ask in match.waiting.values() if next(iter(ask.options), ask) is not ask]


def pick(match: Match[Any], stream: Stream) -> tuple[Seat, Choice]:
    """随机挑一个被问的座位与它的一个合法回答。"""
    if isinstance(match.question, Anyone):
        others = [ask for ask in playable(match) if ask is not match.question.main]
        if others and not stream.below(INTERJECTIONS):
            ask = others[stream.below(len(others))]
        else:
            ask = match.question.main
    else:
        asks = playable(match)
        ask = asks[stream.below(len(asks))]
    return ask.seat, ask.sample(stream)


def step(match: Match[Any], stream: Stream) -> Outcome:
    """随机走一步；偶尔是一个声明。"""
    declarations = sorted(match.table.DECLARATIONS)
    if declarations and not stream.below(12):
        seat = stream.below(match.table.seats)
        what = declarations[stream.below(len(declarations))]
        values = list(match.table.declaration(seat, what))
        if values:
            return match.declare(seat, what, values[stream.below(len(values))])
    return match.answer(*pick(match, stream))


def walk(match: Match[Any], stream: Stream, limit: int = LONGEST) -> Iterator[Outcome]:
    """随机走到终局，或 `limit` 步；每步给出发生的事。"""
    for _ in range(limit):
        if not match.waiting:
            return
        yield step(match, stream)


def state(match: Match[Any]) -> tuple[bytes, list[tuple[Any, ...]], list[Seat], dict[Seat, Choice]]:
    """一场对局此刻的全部：桌子、正在问什么（含选项与默认）、谁已答了什么。"""
    asked = [(ask.seat, ask.what, ask.default, outline(ask)) for ask in match.waiting.values()]
    return match.table.snapshot(), asked, list(match.waiting), dict(match.partial)


def outline(ask: Ask) -> list[Choice]:
    """选项的个数与头几个，够分辨两个问题是否相同。"""
    first: list[Choice] = [ask.options.count()]
    for choice in ask.options:
        first.append(choice)
        if len(first) > 30:
            break
    return first


def plain(value: Any, setup: Any = None) -> Any:
    """把视图、事件、桌子变成只含 JSON 值的东西；有集合、有别的对象就抛 `TypeError`。

    `setup` 是整局不变、人人可知的那一份，遇到它只写「setup」。
    """
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if value is setup:
        return "setup"
    if isinstance(value, Secret):
        return {"seen": plain(value.seen), "parts": plain(value.parts)}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        named = {entry.name: plain(getattr(value, entry.name), setup) for entry in dataclasses.fields(value)}
        return {"": type(value).__name__, **named}
    if isinstance(value, Mapping):
        return {str(key): plain(each, setup) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each, setup) for each in value]
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(f"{type(value).__name__} 不是普通数据：{value!r}")


def encoded(value: Any, setup: Any = None) -> str:
    """`plain` 写成 JSON 文字。"""
    return msgspec.json.encode(plain(value, setup)).decode()


def seen_view(table: Table, viewer: Seat | None) -> str:
    """`viewer` 的视图写成 JSON 文字。"""
    return encoded(table.view(viewer), table.setup)


def moves(history: Sequence[Move]) -> list[Move]:
    """日志经过一次 JSON 来回，就像存进库里又读出来。"""
    return [Move(*raw) for raw in msgspec.json.decode(msgspec.json.encode([list(move) for move in history]))]
