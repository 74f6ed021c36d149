"""落叶长跑：2–8 人的长跑桌游。`game` 是交给大厅与实验室的全部。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Seat, StandardGame, Token
from games.leafrun import events as happened
from games.leafrun import words
from games.leafrun.data import LeafrunData
from games.leafrun.options import Options
from games.leafrun.players import PLAYERS
from games.leafrun.rules import deal, seat_limits
from games.leafrun.setup import prepare
from games.leafrun.table import NOTHING, LeafrunTable

__all__ = ["LeafrunGame", "game"]


class LeafrunGame(StandardGame[LeafrunData, Options]):
    """落叶长跑。"""

    key = "leafrun"
    title = "落叶长跑"
    aliases = ("长跑", "落叶", "leafrun")
    data_model = LeafrunData
    options_model = Options
    words = words
    verbs = words.VERBS
    players = PLAYERS

    def published(self, data: LeafrunData) -> None:
        """棋子与连续超时的次数。"""
        self.tokens = tuple(Token(piece.symbol, (piece.name, *piece.aliases)) for piece in data.pieces)
        self.timeouts = data.rules.timeouts_before_autopilot  # L10.6

    def seats(self, options: Options, data: LeafrunData) -> tuple[int, int]:
        return seat_limits(options, data)

    def deal(self, seed: int, marks: Sequence[str], options: Options, data: LeafrunData) -> LeafrunTable:
        return deal(seed, marks, options, data)

    def restore(self, state: bytes, options: Options, data: LeafrunData) -> LeafrunTable:
        return LeafrunTable.restore(state, prepare(options, data))

    def shows_board(self, events: Sequence[Any]) -> bool:
        """移动结束，或开始一条跑道。"""
        return any(isinstance(event, (happened.MovementEnded, happened.TrackStarted)) for event in events)

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        return any(seat in hands_touched(event) for event in events)

    def summary(self, table: Any) -> dict[str, Any]:
        """一局的统计：`winners`、`rounds`（各道轮数之和）、`track_rounds`、`totals`、`points`、`places`
        （各道、各座位）、`characters`（角色名）、`faints`、`order`（座位按总分由高到低）。"""
        names = table.setup.data.roster.name
        totals = table.totals()
        return {
            "winners": list(table.winners),
            "rounds": sum(table.rounds),
            "track_rounds": list(table.rounds),
            "totals": totals,
            "points": [list(row) for row in table.points],
            "places": [list(row) for row in table.places],
            "characters": [names[each] if each != NOTHING else "" for each in table.character],
            "faints": list(table.faints),
            "order": sorted(range(table.seats), key=lambda seat: (-totals[seat], seat)),
        }


def hands_touched(event: Any) -> tuple[Seat, ...]:
    """这件事改了谁的手牌。"""
    match event:
        case happened.CardsMoved():
            return (event.source, event.target)
        case happened.ArmourMoved():
            return (event.target,)
        case happened.WeaponGiven():
            return (event.seat, event.target)
        case (
            happened.Drew()
            | happened.Exchanged()
            | happened.Trimmed()
            | happened.Discarded()
            | happened.MovePlayed()
            | happened.TwoForThree()
            | happened.TwoForOne()
            | happened.ArmourWorn()
            | happened.RecoveryPlayed()
            | happened.ElementPlayed()
            | happened.TriggerPlayed()
            | happened.BecameSpecial()
            | happened.SpecialPlayed()
            | happened.ResinThrown()
        ):
            return (event.seat,)
        case _:
            return ()


game = LeafrunGame()
