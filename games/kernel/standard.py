"""照内核的样子写的游戏：数据是一个 `GameData`，桌规是一个 `TableOptions`，文字是一个模块。

这样的游戏只写自己的：几人、怎么发牌、怎么还原、终局统计，以及它特有的（棋子、钱、查询词……）。
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from .data import GameData
from .game import DATA, Game, OptionLine, Prompt
from .options import TableOptions
from .questions import Ask, Seat
from .reading import Cast
from .spaces import Choice
from .table import Table
from .tables import DataError

D = TypeVar("D", bound=GameData)
O = TypeVar("O", bound=TableOptions)  # noqa: E741


class Words(Protocol):
    """一个游戏的 `words` 模块要有的；各函数的意思见 `Game` 里同名的方法。"""

    def read(self, text: str, ask: Ask, view: Any, cast: Cast, /) -> Choice: ...
    def read_declaration(self, text: str, view: Any, cast: Cast, /) -> tuple[str, Choice] | None: ...
    def tell(self, events: Sequence[Any], view: Any, cast: Cast, /) -> list[str]: ...
    def prompt(self, ask: Ask, view: Any, cast: Cast, /) -> Prompt: ...
    def waiting(self, whats: Mapping[Seat, str], view: Any, cast: Cast, /) -> str: ...
    def status(self, view: Any, cast: Cast, /) -> str: ...
    def board(self, view: Any, cast: Cast, /) -> str: ...
    def hand(self, view: Any, cast: Cast, /) -> str: ...
    def result(self, view: Any, cast: Cast, /) -> str: ...
    def describe_choice(self, ask: Ask, choice: Choice, view: Any, cast: Cast, /) -> str: ...


class StandardGame(Game, Generic[D, O]):
    """数据、桌规、文字都照内核的样子写的游戏。

    子类写成 `class MyGame(StandardGame[MyData, Options])`，填好 `data_model`、`options_model`、`words`。
    """

    data_model: type[D]
    """数据。"""
    options_model: type[O]
    """桌规；默认值就是规则书正文。"""
    words: Words
    """文字，一个模块。"""

    def __init__(self) -> None:
        """随项目发布的数据读得出，就从中取这个游戏自己的（见 `published`）。

        数据被改坏时照样装上：不能开新桌，进行中的局用的是开局时存下的那份，接着玩。"""
        try:
            data = self.data_model.load(DATA / self.key)
        except DataError:
            return
        self.published(data)

    def published(self, data: D) -> None:
        """从随项目发布的数据里取棋子、连续超时的次数等不随桌变的；默认什么也不取。"""

    # ------------------------------------------------------------ 数据与桌规
    def load(self, folder: Path) -> D:
        return self.data_model.load(folder)

    def dump_data(self, data: D) -> str:
        return data.dump()

    def restore_data(self, text: str) -> D:
        return self.data_model.restore(text)

    def default_options(self) -> O:
        return self.options_model()

    def set_option(self, options: O, name: str, value: str, data: D) -> O:
        return options.with_value(name, value, data)

    def option_lines(self, options: O) -> list[OptionLine]:
        return list(options.lines())

    def dump_options(self, options: O) -> str:
        return options.model_dump_json()

    def restore_options(self, text: str) -> O:
        return self.options_model.model_validate_json(text)

    @abstractmethod
    def seats(self, options: O, data: D) -> tuple[int, int]:
        """最少、最多几人（含）。"""

    # ------------------------------------------------------------ 牌桌
    @abstractmethod
    def deal(self, seed: int, marks: Sequence[str], options: O, data: D) -> Table:
        """开局，见 `Game.deal`。"""

    @abstractmethod
    def restore(self, state: bytes, options: O, data: D) -> Table:
        """从 `Table.snapshot` 还原，见 `Game.restore`。"""

    # ------------------------------------------------------------ 文字
    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        return self.words.read(text, ask, view, cast)

    def read_declaration(self, text: str, view: Any, cast: Cast) -> tuple[str, Choice] | None:
        return self.words.read_declaration(text, view, cast)

    def tell(self, events: Sequence[Any], view: Any, cast: Cast) -> list[str]:
        return self.words.tell(events, view, cast)

    def prompt(self, ask: Ask, view: Any, cast: Cast) -> Prompt:
        return self.words.prompt(ask, view, cast)

    def waiting(self, whats: Mapping[Seat, str], view: Any, cast: Cast) -> str:
        return self.words.waiting(whats, view, cast)

    def status(self, view: Any, cast: Cast) -> str:
        return self.words.status(view, cast)

    def board(self, view: Any, cast: Cast) -> str:
        return self.words.board(view, cast)

    def hand(self, view: Any, cast: Cast) -> str:
        return self.words.hand(view, cast)

    def result(self, view: Any, cast: Cast) -> str:
        return self.words.result(view, cast)

    def describe_choice(self, ask: Ask, choice: Choice, view: Any, cast: Cast) -> str:
        return self.words.describe_choice(ask, choice, view, cast)
