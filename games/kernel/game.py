"""一个游戏向大厅与实验室交出的全部：数据、桌规、发牌、文字、电脑玩家。

加一个游戏 = `games/<key>/`（其 `__init__.py` 里有 `game: Game`）加 `data/<key>/`，别处都不用改。
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from .questions import Ask, Seat
from .random import Stream
from .reading import Cast
from .spaces import Choice
from .table import Table
from .workshop import Belongings, Workshop


class Token(NamedTuple):
    """加入时可挑的棋子。"""

    mark: str
    """emoji，显示与存档都用它。"""
    names: tuple[str, ...]
    """玩家可以打的别名，如 `("红", "红色")`。"""


class OptionLine(NamedTuple):
    """一条桌规，给人看。"""

    name: str
    value: str
    meaning: str
    clause: str
    allowed: str = ""
    """能写的值，如「开 或 关」；空为不说。"""


class OptionError(ValueError):
    """桌规的名字或值不对；`str(error)` 是一句中文，写明允许的值。"""


@dataclass(frozen=True, slots=True)
class Prompt:
    """一个问题写给被问者的样子。"""

    title: str
    """问什么，一句话，如「轮到你出牌」。"""
    lines: tuple[str, ...] = ()
    """几行补充（手牌之外的）。"""
    numbered: tuple[tuple[Choice, str], ...] = ()
    """带号的选项 `(回答, 说明)`，从 1 起；打号就是选它。大空间只列常用的几个。"""
    advice: str = ""
    """怎么打字，如「移动 2、二换三 1 4、结束」。"""
    secret: bool = True
    """内容取决于被问者的秘密，只能私聊；否则可以直接发在群里。"""


class Purse(NamedTuple):
    """一个座位此刻的钱（公开的）。"""

    amount: int
    """不为负。"""
    note: str = ""
    """这一局怎么来去的，一句话，如「大冒险胜 +28，买闪电豹 −20」；没有变动为空。"""


class Player(Protocol):
    """电脑玩家：只看 `view` 与问题。对插话问题（`Anyone.others`）返回 `None` 表示不插话。"""

    def __call__(self, view: Any, ask: Ask, stream: Stream, optional: bool) -> Choice: ...


class Game(ABC):
    """一个游戏。实例无状态，可被所有桌共用。"""

    key: str
    """标识，也是 `games/` 与 `data/` 下的文件夹名。"""
    title: str
    """中文名。"""
    aliases: tuple[str, ...] = ()
    """「新游戏」时也认的名字。"""
    tokens: Sequence[Token] = ()
    """可挑的棋子；空则不用棋子。"""
    timeouts: int = 2
    """连续超时几次转托管。"""
    slow: frozenset[str] = frozenset({"turn"})
    """用「出牌限时」的问题名；其余用较短的「选择限时」。"""
    verbs: frozenset[str] = frozenset()
    """玩家的话以这些词开头时，是说给这个游戏的（已 `fold`）。"""
    players: Mapping[str, Player] = {}
    """电脑玩家，按中文难度名：至少「随机」「普通」。"""
    queries: Mapping[str, str] = {}
    """这个游戏自己的查询指令 → 一句说明，如 `{"弃牌堆": "弃牌堆里有什么"}`；整句就是它才算，由 `look_up` 回答。"""
    usage: Sequence[str] = ()
    """这个游戏的话怎么打，几行，写在「帮助 对局」里。"""
    currency: str = ""
    """按玩家跨局保存的钱叫什么，也是查余额的指令，如「钻石」；没有这种钱为空。"""
    workshop: Workshop | None = None
    """对局之外做、开局时带上桌的东西（如自己构筑的卡组）；没有为 `None`。"""

    # ------------------------------------------------------------ 数据与桌规
    @abstractmethod
    def load(self, folder: Path) -> Any:
        """读 `data/<key>/`；有错抛带文件与行号的中文 `ValueError`。"""

    @abstractmethod
    def dump_data(self, data: Any) -> str:
        """把数据写成 JSON，与对局一起存。"""

    @abstractmethod
    def restore_data(self, text: str) -> Any:
        """从 `dump_data` 的结果还原。"""

    @abstractmethod
    def default_options(self) -> Any:
        """默认桌规（pydantic 模型）。"""

    @abstractmethod
    def set_option(self, options: Any, name: str, value: str, data: Any) -> Any:
        """改一条桌规，返回新的桌规；不行抛 `OptionError`。"""

    @abstractmethod
    def option_lines(self, options: Any) -> list[OptionLine]:
        """全部桌规，给人看。"""

    @abstractmethod
    def dump_options(self, options: Any) -> str:
        """把桌规写成 JSON。"""

    @abstractmethod
    def restore_options(self, text: str) -> Any:
        """从 `dump_options` 的结果还原。"""

    @abstractmethod
    def seats(self, options: Any, data: Any) -> tuple[int, int]:
        """最少、最多几人（含）。"""

    def patience(self, options: Any) -> int:
        """这桌的桌规要求连续超时几次转托管；0 为照大厅的「自动托管」。"""
        return 0

    def rulebook(self) -> str:
        """规则书全文（Markdown）；默认读 `data/<key>/rulebook.md`。"""
        return (DATA / self.key / "rulebook.md").read_text("utf-8")

    # ------------------------------------------------------------ 牌桌
    @abstractmethod
    def deal(self, seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
        """开局。`seed` 为 [0, 2**64)；`marks` 是各座位的棋子，其长度就是人数。"""

    def opening(
        self,
        seed: int,
        marks: Sequence[str],
        options: Any,
        data: Any,
        amounts: Sequence[int] = (),
        belongings: Sequence[Belongings] = (),
    ) -> Table:
        """发牌，并把各座位带来的放上桌：钱 `amounts`、自己做的东西 `belongings`。

        `amounts` 为空就是这桌不用跨局的钱；`belongings` 为空就是谁也没有带东西。"""
        table = self.deal(seed, marks, options, data)
        if amounts:
            self.fund(table, amounts)
        if belongings and self.workshop is not None:
            self.equip(table, belongings)
        return table

    # ------------------------------------------------------------ 跨局的钱
    # 规则不碰账本：开局时钱变成桌上的一个数，终局时桌上的数变回钱。所以退回、重建、散掉都不用另外退钱。
    def allowance(self, options: Any, data: Any) -> int | None:
        """新玩家头一次玩带着多少钱（不为负）；这桌不用跨局的钱为 `None`。"""
        return None

    def fund(self, table: Any, amounts: Sequence[int]) -> None:
        """把各座位带进来的钱放上刚发好的桌子；只在 `allowance` 不为 `None` 时调用。"""
        raise NotImplementedError

    def purses(self, table: Any) -> Sequence[Purse]:
        """各座位此刻的钱；只在 `allowance` 不为 `None` 时调用。终局时按它入账。"""
        raise NotImplementedError

    # ------------------------------------------------------------ 自己做的东西
    # 带来什么与对局一起存着：此后再改、再删，这一局照开局时的来，重放与重启都一样。
    def equip(self, table: Any, belongings: Sequence[Belongings]) -> None:
        """把各座位带来的东西放上刚发好的桌子（电脑座位是空的）；只在有 `workshop` 时调用。"""
        raise NotImplementedError

    def used(self, table: Any) -> Sequence[str]:
        """各座位这一局用了哪一件的名字，还没选的为空；只在有 `workshop` 时调用。下一局的 `Belongings.last`。"""
        raise NotImplementedError

    # ------------------------------------------------------------ 还原
    @abstractmethod
    def restore(self, state: bytes, options: Any, data: Any) -> Table:
        """从 `Table.snapshot` 还原；读不回来抛 `SnapshotError`。"""

    # ------------------------------------------------------------ 文字
    @abstractmethod
    def read(self, text: str, ask: Ask, view: Any, cast: Cast) -> Choice:
        """把 `text`（已 `fold`、去前缀）读成对 `ask` 的回答；读不懂抛 `Misread`。

        读懂了但不合法的照样返回，由 `Match.answer` 拒绝并说明条号。裸数字是 `prompt().numbered` 的号。
        `view` 是被问者自己的。"""

    @abstractmethod
    def read_declaration(self, text: str, view: Any, cast: Cast) -> tuple[str, Choice] | None:
        """把 `text` 读成随时可说的声明 `(名字, 值)`；不是声明为 `None`。"""

    @abstractmethod
    def tell(self, events: Sequence[Any], view: Any, cast: Cast) -> list[str]:
        """把一串 `seen_by` 过的事件写成几行字；`view` 与事件同属一个看的人。

        群里（旁观者）每个动作一行；座位的一份只写旁观者看不到的内容。没有可写的就不写。"""

    @abstractmethod
    def prompt(self, ask: Ask, view: Any, cast: Cast) -> Prompt:
        """把问题写给被问者；`view` 是他自己的。"""

    @abstractmethod
    def waiting(self, whats: Mapping[Seat, str], view: Any, cast: Cast) -> str:
        """群里看到的「在等谁做什么」，一行；`whats` 是要计时的 `{座位: 问题名}`，`view` 是旁观者的。"""

    @abstractmethod
    def status(self, view: Any, cast: Cast) -> str:
        """「状态」：公开的局面，≤ 12 行为宜。"""

    @abstractmethod
    def board(self, view: Any, cast: Cast) -> str:
        """「棋盘」：每轮移动后发的那一份，比 `status` 短。"""

    @abstractmethod
    def hand(self, view: Any, cast: Cast) -> str:
        """「手牌」：一个座位自己的秘密。"""

    @abstractmethod
    def result(self, view: Any, cast: Cast) -> str:
        """终局战报。"""

    def describe_choice(self, ask: Ask, choice: Choice, view: Any, cast: Cast) -> str:
        """把代为作的回答写成「超时，代为…」后面的半句话；全群可看，`view` 是旁观者的。空串为不细说。

        只能说这个回答生效时本来就会公开的事。"""
        return ""

    def look_up(self, word: str, view: Any, cast: Cast) -> str:
        """回答一句查询（`asks` 认了的整句），≤ 12 行为宜；`view` 永远是旁观者的，谁问都一样。"""
        raise NotImplementedError

    def shows_board(self, events: Sequence[Any]) -> bool:
        """这些（公开的）事件之后群里该发一次棋盘。"""
        return False

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        """这些（`seat` 看到的）事件之后 `seat` 的手牌变了。"""
        return False

    def asks(self, text: str) -> bool:
        """整句 `text` 是不是在查 `queries` 里的东西；带参数的（如「卡牌 直刺」）由游戏自己认。是就由 `look_up` 回答。"""
        return text in self.queries

    # ------------------------------------------------------------ 快照里读不到、实验室要的
    @abstractmethod
    def summary(self, table: Table) -> dict[str, Any]:
        """一局结束后的统计：至少 `winners: list[Seat]`、`rounds: int`；其余随游戏。"""


DATA = Path(__file__).resolve().parents[2] / "data"
"""数据文件夹。"""
