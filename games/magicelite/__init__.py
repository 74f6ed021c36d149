"""魔法精英：2–8 人的扑克对决，三个世代。`game` 是交给大厅与实验室的全部。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Cast, Purse, Seat, StandardGame
from games.magicelite import events as happened
from games.magicelite import words
from games.magicelite.data import MagicEliteData
from games.magicelite.options import Options
from games.magicelite.players import PLAYERS
from games.magicelite.rules import deal, shop
from games.magicelite.setup import prepare
from games.magicelite.table import MagicEliteTable

__all__ = ["MagicEliteGame", "game"]


class MagicEliteGame(StandardGame[MagicEliteData, Options]):
    """魔法精英。"""

    key = "magicelite"
    title = "魔法精英"
    aliases = ("魔法", "精英", "magicelite")
    data_model = MagicEliteData
    options_model = Options
    words = words
    verbs = words.VERBS
    slow = frozenset({"play", "respond"})
    players = PLAYERS
    currency = "钻石"
    queries = words.QUERIES
    usage = words.USAGE

    def published(self, data: MagicEliteData) -> None:
        """连续超时的次数。"""
        self.timeouts = data.rules.timeouts_before_autopilot  # E11.6

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
    def look_up(self, word: str, view: Any, cast: Cast) -> str:
        return words.look_up(word, view, cast)

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
