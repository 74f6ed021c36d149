"""魔法精英：2–8 人的扑克对决，三个世代。`game` 是交给大厅与实验室的全部。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.kernel import Ask, Cast, Choice, Game, OptionLine, Prompt, Purse, Seat
from games.magicelite import events as happened
from games.magicelite import words
from games.magicelite.data import FOLDER, MagicEliteData, load
from games.magicelite.options import Options
from games.magicelite.players import PLAYERS
from games.magicelite.rules import deal, shop
from games.magicelite.setup import prepare
from games.magicelite.table import MagicEliteTable

__all__ = ["MagicEliteGame", "game"]


class MagicEliteGame(Game):
    """魔法精英。"""

    key = "magicelite"
    title = "魔法精英"
    aliases = ("魔法", "精英", "magicelite")
    verbs = words.VERBS
    slow = frozenset({"play", "respond"})
    players = PLAYERS
    currency = "钻石"
    queries = words.QUERIES

    def __init__(self) -> None:
        """连续超时的次数取自随项目发布的数据；每局的数据另由 `load` 读。"""
        self.timeouts = load(FOLDER).rules.timeouts_before_autopilot  # E11.6

    # ------------------------------------------------------------ 数据与桌规
    def load(self, folder: Path) -> MagicEliteData:
        return load(folder)

    def dump_data(self, data: MagicEliteData) -> str:
        return data.dump()

    def restore_data(self, text: str) -> MagicEliteData:
        return MagicEliteData.restore(text)

    def default_options(self) -> Options:
        return Options()

    def set_option(self, options: Options, name: str, value: str, data: MagicEliteData) -> Options:
        return options.with_value(name, value, data)

    def option_lines(self, options: Options) -> list[OptionLine]:
        return list(options.lines())

    def dump_options(self, options: Options) -> str:
        return options.model_dump_json()

    def restore_options(self, text: str) -> Options:
        return Options.model_validate_json(text)

    def seats(self, options: Options, data: MagicEliteData) -> tuple[int, int]:
        return options.seat_limits(data)

    # ------------------------------------------------------------ 牌桌
    def deal(
        self, seed: int, marks: Sequence[str], options: Options, data: MagicEliteData
    ) -> MagicEliteTable:
        return deal(seed, marks, options, data)

    def restore(self, state: bytes, options: Options, data: MagicEliteData) -> MagicEliteTable:
        return MagicEliteTable.restore(state, prepare(options, data))

    # ------------------------------------------------------------ 钻石（G3.10）
    def allowance(self, options: Options, data: MagicEliteData) -> int | None:
        return shop.allowance(options, data)

    def fund(self, table: MagicEliteTable, amounts: Sequence[int]) -> None:
        shop.fund(table, amounts)

    def purses(self, table: MagicEliteTable) -> Sequence[Purse]:
        return shop.purses(table)

    # ------------------------------------------------------------ 文字
    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        return words.read(text, ask, view, cast)

    def read_declaration(self, text: str, view: Any, cast: Cast) -> tuple[str, Choice] | None:
        return words.read_declaration(text, view, cast)

    def tell(self, events: Sequence[Any], view: Any, cast: Cast) -> list[str]:
        return words.tell(events, view, cast)

    def prompt(self, ask: Ask, view: Any, cast: Cast) -> Prompt:
        return words.prompt(ask, view, cast)

    def waiting(self, whats: Mapping[Seat, str], view: Any, cast: Cast) -> str:
        return words.waiting(whats, view, cast)

    def status(self, view: Any, cast: Cast) -> str:
        return words.status(view, cast)

    def board(self, view: Any, cast: Cast) -> str:
        return words.board(view, cast)

    def hand(self, view: Any, cast: Cast) -> str:
        return words.hand(view, cast)

    def result(self, view: Any, cast: Cast) -> str:
        return words.result(view, cast)

    def look_up(self, word: str, view: Any, cast: Cast) -> str:
        return words.look_up(word, view, cast)

    def describe_choice(self, ask: Ask, choice: Choice, view: Any, cast: Cast) -> str:
        """把一个代为作的回答写成全群可看的半句话，见 `words.describe_choice`。"""
        return words.describe_choice(ask, choice, view, cast)

    def shows_board(self, events: Sequence[Any]) -> bool:
        """有人出局、换将，或大冒险分出胜负：谁还剩多少变了。"""
        shown = (happened.Died, happened.GeneralEntered, happened.AdventureEnded)
        return any(isinstance(event, shown) for event in events)

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        changed = (
            happened.Drew,
            happened.SetPlayed,
            happened.Retracted,
            happened.Died,
            happened.GuardDiscarded,
            happened.Rampaged,
        )
        return any(isinstance(event, changed) and event.seat == seat for event in events)

    # ------------------------------------------------------------ 实验室
    def summary(self, table: Any) -> dict[str, Any]:
        """一局的统计：`winners`、`rounds`（主动回合数）、`identities`（各座位最后的角色）、`kills`、
        `exchanges`（交锋数）、`responses`（回应数）、`exchanges_per_hundred_turns`、`longest_chain`、`capped`。"""
        setup = table.setup
        names = [
            setup.data.character_of[setup.generation, setup.identities.number[card]].name
            for card in table.identity
        ]
        return {
            "winners": list(table.winners),
            "rounds": table.turns,
            "identities": names,
            "kills": list(table.kills),
            "exchanges": table.exchanges,
            "responses": table.answered,
            "exchanges_per_hundred_turns": 100 * table.exchanges // max(1, table.turns),
            "longest_chain": table.longest,
            "capped": int(table.reason == "cap"),
        }


game = MagicEliteGame()
