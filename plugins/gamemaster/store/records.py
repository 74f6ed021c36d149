"""存进库里的东西：对局、座位、日志行、快照、等人中的桌。"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

By = Literal["player", "computer", "timeout", "autopilot", "moderator", "vote", "system"]
"""这一行是谁做的：玩家、电脑座位、超时默认、托管、管理员、投票、系统。"""

Kind = Literal["answer", "declare", "undo", "seat", "control"]
"""日志行的种类。

- `answer`/`declare`：一步（`games.kernel.Move`），计入引擎步数；
- `undo`：退回，`choice` 是退回后剩下的引擎步数；
- `seat`：座位变动（换人、托管、离开…），`choice` 是新的座位记录；
- `control`：暂停、继续、延时、解散等，`choice` 是内容。
"""


@dataclass(slots=True)
class SeatRecord:
    """一个座位现在由谁坐。"""

    user: str | None
    """QQ 号；电脑座位为 `None`。"""
    name: str
    """昵称。"""
    mark: str = ""
    """棋子。"""
    computer: str = ""
    """电脑难度（「随机」「普通」）；真人为空。"""
    autopilot: bool = False
    """托管中。"""
    purse: int = 0
    """开局带进来多少钱，见 `MatchRecord.currency`；不用钱的局、电脑座位为 0。"""
    things: dict[str, str] = field(default_factory=dict[str, str])
    """开局带上桌的自己做的东西（`games.kernel.Belongings.things`）；没有则为空。"""
    last: str = ""
    """其中上次用的是哪一件的名字；没有用过为空。"""


@dataclass(slots=True)
class MatchRecord:
    """一场对局开始时定下的一切。"""

    id: int
    """编号，从 1 起；新建时给 0，由库分配。"""
    bot: str
    group: str
    game: str
    seed: int
    """[0, 2**64)。库里按十进制文字存（SQLite 整数只有 63 位）。"""
    options: str
    """桌规 JSON（含游戏桌规与大厅桌规）。"""
    data: str
    """开局时的数据 JSON；库里按内容去重。"""
    seats: list[SeatRecord]
    """开局时的座位；此后的变动在日志的 `seat` 行里。"""
    version: str
    """开局时的程序版本。"""
    state: Literal["playing", "suspended", "finished", "dissolved"] = "playing"
    created: float = 0.0
    """开局时刻，Unix 秒。"""
    currency: str = ""
    """这局用哪种跨局的钱；不用为空。"""

    def amounts(self) -> list[int]:
        """各座位带进来的钱；不用钱的局为空列表。"""
        return [seat.purse for seat in self.seats] if self.currency else []


@dataclass(slots=True)
class ActionRecord:
    """日志的一行。"""

    kind: Kind
    seat: int | None
    what: str
    choice: Any
    """JSON 原生值。"""
    by: By
    actor: str = ""
    """做这件事的人的 QQ 号；系统与电脑为空。"""
    digest: int | None = None
    """`answer`/`declare`/`undo` 之后桌子的校验值。"""
    message: str = ""
    """触发它的消息编号（`机器人:编号`）；重启后凭它去重。"""
    at: float = 0.0
    """时刻，Unix 秒。"""
    n: int = -1
    """行号，从 0 起，库里连续；追加时由调用者给出。"""


@dataclass(slots=True)
class SnapshotRecord:
    """段界处的存档。"""

    n: int
    """存档包含行号 < n 的全部日志。"""
    moves: int
    """此时仍然有效的引擎步数。"""
    state: bytes
    """`Table.snapshot()`。"""


@dataclass(slots=True)
class StoredMatch:
    """读回来的一场对局。"""

    record: MatchRecord
    actions: list[ActionRecord] = field(default_factory=list)
    snapshots: list[SnapshotRecord] = field(default_factory=list)


@dataclass(slots=True)
class LedgerRecord:
    """账本的一行：一个人的一种钱变了一次。"""

    user: str
    currency: str
    match: int | None
    """因哪一局；头一次玩送的为 `None`。"""
    delta: int
    balance: int
    """这一行之后的余额，不为负。"""
    reason: str
    at: float
    """时刻，Unix 秒。"""


@dataclass(slots=True)
class Account:
    """一个人的一种钱。"""

    balance: int
    """账上共有多少；没有账的为 0。"""
    held: int
    """其中带进了还没下完的局的；另一局带不走。"""
    known: bool
    """账本里有过他。"""

    def available(self, allowance: int) -> int:
        """开一局能带进来多少；头一次玩的人有 `allowance`。"""
        return (self.balance if self.known else allowance) - self.held


@dataclass(slots=True)
class Entry:
    """终局时要入的一笔账。"""

    user: str
    delta: int
    reason: str


@dataclass(slots=True)
class ShelfRecord:
    """一个人在一个游戏里对局之外做的东西。"""

    things: dict[str, str] = field(default_factory=dict[str, str])
    """存着的，`{名字: 一行文字}`，按存的先后。"""
    draft: str = ""
    """做到一半的；没有为空。"""
    last: str = ""
    """上一次用的是哪一件的名字；没有用过为空。"""
    handled: list[str] = field(default_factory=list[str])
    """最近几条改过它的消息（`机器人:编号`），早的在前；重启后凭它去重。"""
