"""座位：谁坐着，怎么称呼。"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel import Cast, Game
from plugins.gamemaster.store.records import SeatRecord

NAME_LENGTH = 12
"""昵称最多显示几个字。"""


@dataclass(slots=True)
class Seat:
    """一个座位现在的样子。"""

    user: str | None
    """QQ 号；电脑座位为 `None`。"""
    name: str
    mark: str = ""
    """棋子；等人时还没挑的为空。"""
    computer: str = ""
    """电脑难度；真人为空。"""
    autopilot: bool = False
    """托管中。"""
    former: str = ""
    """离席前坐这里的人，打「加入」可以要回；没有为空。"""

    @property
    def present(self) -> bool:
        """真人坐着，而且没有托管。"""
        return self.user is not None and not self.autopilot

    def record(self) -> SeatRecord:
        """开局时存的样子。"""
        return SeatRecord(self.user, self.name, self.mark, self.computer, self.autopilot)

    def row(self) -> dict[str, Any]:
        """写进日志 `seat` 行的样子。"""
        return {
            "user": self.user,
            "name": self.name,
            "mark": self.mark,
            "computer": self.computer,
            "autopilot": self.autopilot,
            "former": self.former,
        }

    @staticmethod
    def from_row(row: dict[str, Any]) -> Seat:
        """从日志里读回来。"""
        return Seat(
            row.get("user"),
            str(row.get("name", "")),
            str(row.get("mark", "")),
            str(row.get("computer", "")),
            bool(row.get("autopilot", False)),
            str(row.get("former", "")),
        )

    @staticmethod
    def from_record(record: SeatRecord) -> Seat:
        """从开局记录读回来。"""
        return Seat(record.user, record.name, record.mark, record.computer, record.autopilot)


def clean_name(name: str, user: str) -> str:
    """能放进一行字里的昵称：去掉控制字符、换行与方向符，截到 12 个字；空的用号码末四位。"""
    letters = [sign for sign in unicodedata.normalize("NFC", name) if unicodedata.category(sign)[0] != "C"]
    words = " ".join("".join(letters).split())
    return words[:NAME_LENGTH].strip() or f"群友{user[-4:]}"


def cast_of(game: Game, seats: Sequence[Seat]) -> Cast:
    """给文字用的称呼表。"""
    names = {token.mark: token.names for token in game.tokens}
    # 看座位上有没有棋子，不看游戏现在有哪些：数据改坏以后接着玩的局还认得自己的棋子。
    marked = any(seat.mark for seat in seats)
    return Cast(
        tuple(seat.name for seat in seats),
        tuple(seat.mark for seat in seats) if marked else (),
        tuple(names.get(seat.mark, ()) for seat in seats) if marked else (),
    )
