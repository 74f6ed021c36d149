"""落叶长跑：2–8 人的长跑桌游。`game` 是交给大厅与实验室的全部。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from games.kernel import Ask, Cast, Choice, Game, OptionLine, Prompt, Seat, Token
from games.kernel.tables import DataError
from games.leafrun import events as happened
from games.leafrun import words
from games.leafrun.data import FOLDER, LeafrunData, load
from games.leafrun.options import Options
from games.leafrun.players import PLAYERS
from games.leafrun.rules import deal, seat_limits
from games.leafrun.setup import prepare
from games.leafrun.table import NOTHING, LeafrunTable

__all__ = ["LeafrunGame", "game"]


class LeafrunGame(Game):
    """落叶长跑。"""

    key = "leafrun"
    title = "落叶长跑"
    aliases = ("长跑", "落叶", "leafrun")
    verbs = words.VERBS
    players = PLAYERS

    def __init__(self) -> None:
        """棋子与连续超时的次数取自随项目发布的数据；每局的数据另由 `load` 读。

        数据被改坏时照样装上：不能开新桌，进行中的局用的是开局时存下的那份，接着玩。"""
        try:
            data = load(FOLDER)
        except DataError:
            return
        self.tokens = tuple(Token(piece.symbol, (piece.name, *piece.aliases)) for piece in data.pieces)
        self.timeouts = data.rules.timeouts_before_autopilot  # L10.6

    # ------------------------------------------------------------ 数据与桌规
    def load(self, folder: Path) -> LeafrunData:
        return load(folder)

    def dump_data(self, data: LeafrunData) -> str:
        return data.dump()

    def restore_data(self, text: str) -> LeafrunData:
        return LeafrunData.restore(text)

    def default_options(self) -> Options:
        return Options()

    def set_option(self, options: Options, name: str, value: str, data: LeafrunData) -> Options:
        return options.with_value(name, value, data)

    def option_lines(self, options: Options) -> list[OptionLine]:
        return list(options.lines())

    def dump_options(self, options: Options) -> str:
        return options.model_dump_json()

    def restore_options(self, text: str) -> Options:
        return Options.model_validate_json(text)

    def seats(self, options: Options, data: LeafrunData) -> tuple[int, int]:
        return seat_limits(options, data)

    # ------------------------------------------------------------ 牌桌
    def deal(self, seed: int, marks: Sequence[str], options: Options, data: LeafrunData) -> LeafrunTable:
        return deal(seed, marks, options, data)

    def restore(self, state: bytes, options: Options, data: LeafrunData) -> LeafrunTable:
        return LeafrunTable.restore(state, prepare(options, data))

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

    def describe_choice(self, ask: Ask, choice: Choice, view: Any, cast: Cast) -> str:
        """把一个代为作的回答写成全群可看的半句话，见 `words.describe_choice`。"""
        return words.describe_choice(ask, choice, view, cast)

    def shows_board(self, events: Sequence[Any]) -> bool:
        """移动结束，或开始一条跑道。"""
        return any(isinstance(event, (happened.MovementEnded, happened.TrackStarted)) for event in events)

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        return any(seat in hands_touched(event) for event in events)

    # ------------------------------------------------------------ 实验室
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
