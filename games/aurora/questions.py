"""极光战棋问的全部问题、它们的补充，与选范围、选牌的选项空间。

回答都是 JSON：牌、士兵写表里的下标，格子见 `board`，方向是 `board.DIRECTIONS` 的名字。「密」是内容取决于被问者的
秘密，只能私聊（`Prompt.secret`）。「默认」是超时的回答（A11）。

| 名字 | 问谁 | 密 | 回答 | 默认 | 条号 |
|---|---|---|---|---|---|
| `deck` | 两人同时 | 密 | 卡组的名字（`decks.Candidate.name`） | 上次所用，否则预组一 | A1.6 A11.1 |
| `obstacle` | 先手，再后手 | | 格 | 第 2 排随机合法格（桌上抽好） | A1.3 A11.1 |
| `hero` | 先手，再后手 | | 格，或 `"roll"` 掷骰 | `"roll"` | A1.4 A11.1 |
| `dodges` | 两人同时 | 密 | `[牌, …]` 至多三张放闪避区，其余入备用区 | 闪避力最高三张 | A1.5 A11.1 |
| `prepare` | 回合的主人，可多次 | 密 | 见下 | `["idle"]` | A2.2 A11.2 |
| `main` | 回合的主人，每个行动一次 | 密 | 见下 | `["idle"]` | A2.3 A11.2 |
| `aim` | 正在结算自己的牌、技能的人 | 见右 | 密：只在 `note.source.kind` 是 `move` 时（那张牌还没亮）。一个「范围」，见下；还没结算任何一步时也可 `"retract"` 收回 | 能收回就收回，否则由近及远 | A4 A11.2 |
| `respond` | 英雄在范围内、有闪避牌、四邻有空格的守方 | 密 | `["stay"]`，或 `["dodge", 牌, 走到的格]` | `["stay"]`；会致死则用能脱离的最低闪避力 | A4.5 A11.3 |
| `round` | 士兵的主人：一轮做了一半，或牌效给的一轮 | | `[走到的格或 null, 攻击或 null]`；`[null, null]` 是停 | 攻击最近的，打不到就停 | A5.3 A11.3 |
| `promote` | 击杀者的控制者 | | `"take"` 升变、`"leave"` 放弃 | `"take"` | A5.6 A11.3 |
| `stow` | 用伪装的人 | 密 | `[牌, …]` 手牌进闪避区 | 闪避力最高的 | A9 |
| `recall` | 用烟幕的人 | | `[牌, …]` 弃牌堆进闪避区 | 闪避力最高的 | A9 |
| `store` | 用汲能的人 | 密 | `[牌, …]` 手牌进蓄能，可以一张也不 | `[]` | A9 |
| `deploy` | 用集结的人 | | `[士兵, 格]`，或 `null` 不要 | `null` | A5.8 |
| `upgrade` | 用晋升令的人 | | `[士兵, 格, 底或 null]`，或 `null` 不要 | 第一个，底保留原牌 | A5.8 A11.3 |
| `discard` | 手牌超过上限的人 | 密 | `[牌, …]` 恰好多出的张数 | 移动力+闪避力最低的 | A2.4 A11.3 |

问不问只由公开的情况（张数、场面）决定，从不由牌的内容决定：闪避区有牌、英雄有空的邻格就问 `respond`，哪怕每张牌
闪避力都是 0（A4.8）。

`prepare` 的回答，每样每回合一次，次序任意（A2.2）：

| 回答 | 做什么 |
|---|---|
| `["dodge", [牌, …]]` | 备用区的这些牌移入闪避区，至多补到三张 |
| `["reserve", 牌]` | 这张手牌放入备用区 |
| `["charge", "hand"或"reserve", 牌]` | 这张牌放到英雄下作蓄能 |
| `["done"]` | 进入主要阶段 |
| `["idle"]` | 只作超时默认：备用区闪避力高者补满闪避区，进入主要阶段（A11.2）。打字打不出来 |

`main` 的回答（`rules.choices.MainSpace` 能逐项列出）：

| 回答 | 做什么 | 条号 |
|---|---|---|
| `["move", 牌, 格或 null]` | 用这张手牌移动到那一格（最短路）；`null` 先问 `aim`（`PlaceAim`），选了才算 | A3.1 |
| `["play", 牌, 范围或 null]` | 打出这张手牌；第一个要选的步就用这个范围，`null` 则到时候问 `aim` | A2.3 A4 |
| `["skill", 第几个, 范围或 null]` | 发动英雄技能，从 0 起 | A6.1 |
| `["deploy", 士兵, 格或 null]` | 布置；`null` 同上 | A5.1 |
| `["upgrade", 士兵, 格, 底或 null]` | 那一格的士兵升阶；底是它的一张升变牌，`null` 保留原牌 | A5.1 A5.6 |
| `["round", 格, 走到的格或 null, 攻击或 null]` | 那一格的士兵一轮行动：先走再打。只走，或只打，之后另一半可做就问 `round`；两样都 `null` 先问 `round`，那时停不算一轮 | A5.3 |
| `["round", 格, null, 攻击, 打完走到的格]` | 先打再走；打完走不到那里就问 `round`。列不出来，但合法 | A5.3 |
| `["end"]` | 结束主要阶段 | A2 |
| `["idle"]` | 同 `["end"]`，只作超时默认，A11.4 靠它数；打字打不出来 | A11.2 |

「攻击」是 `[第几种射程, 范围]`：一叠士兵可有几种（A5.4），次序同 `RoundSpace.attacks`；两个以上目标的近、全，范围写 `null` 就由近及远。「范围」的写法由问的空间定：

| 空间 | 范围的写法 | 用在 |
|---|---|---|
| `LineAim` | 方向 | 直X、斜X |
| `CellsAim` | `[格, …]`，一到几格，先后就是结算的次序 | 远X/Y、近X选Y |
| `OrderAim` | `[格, …]`，范围里有目标的格的一个排列 | 近X、全X 里有两个以上目标；不到两个不问，`null` 就行 |
| `PlaceAim` | 格 | 走到哪里（含原地）、和谁换位、哪名士兵、冰墙放哪 |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import perm
from typing import TYPE_CHECKING, Any

from games.aurora.view import Source
from games.kernel import Choice, Illegal, Seat, Stream

if TYPE_CHECKING:
    from games.aurora.decks import Candidate

NOBODY = -1
ROLL = "roll"
"""掷骰定英雄的位置（A1.4）。"""
STAY = ["stay"]
"""不响应（A4.5）。"""
END = ["end"]
"""结束主要阶段。"""
DONE = ["done"]
"""结束准备阶段。"""
IDLE = ["idle"]
"""超时代为结束（A11.2、A11.4）。"""
STOP: list[Choice] = [None, None]
"""这一轮到此为止（A5.3）。"""
RETRACT = "retract"
"""收回还没选范围的牌或技能（A11.2）。"""


# ================================================================== 补充（Ask.note）
@dataclass(slots=True)
class DeckNote:
    """`deck` 的补充：能选的，与自己存着而不能用的。只有自己知道。"""

    candidates: Sequence[Candidate]
    refused: Sequence[tuple[str, str]]
    """`(自己的卡组, 为什么不能用)`，含条号。"""


@dataclass(slots=True)
class AimNote:
    """`aim` 的补充：给哪一步选范围。"""

    source: Source
    step: Any
    """`language.steps` 里的那一步；`source.kind` 是 `move`、`deploy`（没有说哪一格的移动、布置）时为 `None`。"""
    retractable: bool
    """还能收回。"""


@dataclass(slots=True)
class RespondNote:
    """`respond` 的补充：要面对什么。"""

    source: Source
    cells: list[int]
    """攻击的格，按结算的次序。"""
    damage: int
    """不闪的话英雄会扣几点（减伤算过）；看不到的变数（插入的离场）不算。"""
    step: Any
    """攻击的那一步；士兵攻击是它的射程。"""


@dataclass(slots=True)
class RoundNote:
    """`round` 的补充。"""

    cell: int
    """士兵在哪一格。"""
    may_move: bool
    may_attack: bool
    extra: bool
    """是牌效给的一轮。"""


@dataclass(slots=True)
class PromoteNote:
    """`promote` 的补充。"""

    cell: int
    """击杀者在哪一格。"""
    soldier: int
    """能得到的升变牌。"""


@dataclass(slots=True)
class PickNote:
    """`dodges`、`stow`、`recall`、`store`、`discard` 的补充。"""

    low: int
    high: int
    """要选几张。"""


# ================================================================== 选牌
class Picks:
    """从一堆牌里取 `low`..`high` 张，同名的牌不分彼此；回答里的次序不计，列出时按 `cards` 的次序。"""

    __slots__ = ("cards", "high", "low")

    def __init__(self, cards: Sequence[int], low: int, high: int) -> None:
        """`cards` 可以有同名的；`high` 超过张数就是全部。"""
        self.cards = cards
        self.high = min(high, len(cards))
        self.low = min(low, self.high)

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, list):
            return False
        picks: list[Any] = choice
        if not self.low <= len(picks) <= self.high:
            return False
        left = list(self.cards)
        for card in picks:
            if type(card) is not int or card not in left:
                return False
            left.remove(card)
        return True

    def _kinds(self) -> list[tuple[int, int]]:
        """`(牌, 张数)`，按先出现的先后。"""
        counts: dict[int, int] = {}
        for card in self.cards:
            counts[card] = counts.get(card, 0) + 1
        return list(counts.items())

    def count(self) -> int:
        ways = [1] + [0] * self.high
        for _, held in self._kinds():
            ways = [
                sum(ways[size - taken] for taken in range(min(held, size) + 1)) for size in range(len(ways))
            ]
        return sum(ways[self.low :])

    def __iter__(self) -> Iterator[list[int]]:
        kinds = self._kinds()

        def fill(index: int, wanted: int, picked: list[int]) -> Iterator[list[int]]:
            if not wanted:
                yield picked
                return
            if index == len(kinds):
                return
            card, held = kinds[index]
            for taken in range(min(held, wanted), -1, -1):
                yield from fill(index + 1, wanted - taken, picked + [card] * taken)

        for size in range(self.low, self.high + 1):
            yield from fill(0, size, [])

    def sample(self, stream: Stream) -> list[int]:
        """先均匀抽张数，再均匀抽牌。"""
        left = list(self.cards)
        size = self.low + stream.below(self.high - self.low + 1)
        return [left.pop(stream.below(len(left))) for _ in range(size)]

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行。"""
        exact = f"{self.low}" if self.low == self.high else f"{self.low} 到 {self.high}"
        if not isinstance(choice, list):
            return None
        picks: list[Any] = choice
        if not self.low <= len(picks) <= self.high:
            return Illegal(f"要选 {exact} 张，选了 {len(picks)} 张", "A2")
        return Illegal("里面有不在那儿的牌，或同一张选了两次", "A2")


# ================================================================== 选范围（A4）
class Aim:
    """选一个范围；`retractable` 时也可以回答 `"retract"`。子类给出各自的写法。"""

    __slots__ = ("retractable",)

    clause = "A4"

    def __init__(self) -> None:
        self.retractable = False

    def fits(self, choice: object) -> bool:
        """是不是一个合法的范围（不看能不能收回）。"""
        raise NotImplementedError

    def size(self) -> int:
        """有几个合法的范围。"""
        raise NotImplementedError

    def each(self) -> Iterator[Choice]:
        """逐个列出。"""
        raise NotImplementedError

    def draw(self, stream: Stream) -> Choice:
        """抽一个。"""
        raise NotImplementedError

    def __contains__(self, choice: object) -> bool:
        return self.fits(choice) or (self.retractable and choice == RETRACT)

    def count(self) -> int:
        return self.size() + self.retractable

    def __iter__(self) -> Iterator[Choice]:
        yield from self.each()
        if self.retractable:
            yield RETRACT

    def sample(self, stream: Stream) -> Choice:
        """抽一个范围；能收回时，收回也只占一份。"""
        if self.retractable and stream.below(self.size() + 1) == 0:
            return RETRACT
        return self.draw(stream)

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行。"""
        return Illegal("不在范围里", self.clause)


class LineAim(Aim):
    """选一个方向（A4.2）。"""

    __slots__ = ("lines",)

    clause = "A4.2"

    def __init__(self, lines: Mapping[str, tuple[int, ...]]) -> None:
        """`lines`：方向 → 打得到的格，由近及远；一格也打不到的方向不在里面。"""
        super().__init__()
        self.lines = lines

    def fits(self, choice: object) -> bool:
        return isinstance(choice, str) and choice in self.lines

    def size(self) -> int:
        return len(self.lines)

    def each(self) -> Iterator[Choice]:
        return iter(self.lines)

    def draw(self, stream: Stream) -> Choice:
        directions = list(self.lines)
        return directions[stream.below(len(directions))]

    def explain(self, choice: Choice) -> Illegal | None:
        return Illegal("这个方向一格也打不到，或不是这张牌能选的方向", self.clause)


class CellsAim(Aim):
    """选一到几格，先后就是结算的次序（A4.1）。"""

    __slots__ = ("cells", "most")

    clause = "A4.1"

    def __init__(self, cells: tuple[int, ...], most: int) -> None:
        """`cells` 能选的格，由近及远；`most` 至多几格。"""
        super().__init__()
        self.cells = cells
        self.most = min(most, len(cells))

    def fits(self, choice: object) -> bool:
        if not isinstance(choice, list):
            return False
        picks: list[Any] = choice
        if not 1 <= len(picks) <= self.most or any(type(cell) is not int for cell in picks):
            return False
        return len(set(picks)) == len(picks) and all(cell in self.cells for cell in picks)

    def size(self) -> int:
        return sum(perm(len(self.cells), size) for size in range(1, self.most + 1))

    def each(self) -> Iterator[Choice]:
        def fill(picked: list[int], wanted: int) -> Iterator[list[int]]:
            if not wanted:
                yield picked
                return
            for cell in self.cells:
                if cell not in picked:
                    yield from fill([*picked, cell], wanted - 1)

        for size in range(1, self.most + 1):
            yield from fill([], size)

    def draw(self, stream: Stream) -> Choice:
        """先均匀抽几格，再均匀抽。"""
        size = 1 + stream.below(self.most)
        if size == 1:
            return [self.cells[stream.below(len(self.cells))]]
        left = list(self.cells)
        return [left.pop(stream.below(len(left))) for _ in range(size)]

    def explain(self, choice: Choice) -> Illegal | None:
        if isinstance(choice, list):
            picks: list[Any] = choice
            if len(picks) > self.most:
                return Illegal(f"至多选 {self.most} 格，选了 {len(picks)} 格", self.clause)
            if len({str(cell) for cell in picks}) != len(picks):
                return Illegal("同一格选了两次", self.clause)
        return Illegal("太远，够不着", self.clause)


class OrderAim(Aim):
    """范围里有目标的格按什么次序结算（A4）；其余的格排在后面。"""

    __slots__ = ("area", "cells")

    clause = "A4.3"

    def __init__(self, cells: tuple[int, ...], area: tuple[int, ...]) -> None:
        """`cells` 有目标的格，`area` 范围里的全部格，都由近及远。"""
        super().__init__()
        self.cells = cells
        self.area = area

    def fits(self, choice: object) -> bool:
        if not isinstance(choice, list):
            return False
        picks: list[Any] = choice
        return all(type(cell) is int for cell in picks) and sorted(picks) == sorted(self.cells)

    def size(self) -> int:
        return perm(len(self.cells))

    def each(self) -> Iterator[Choice]:
        def fill(picked: list[int]) -> Iterator[list[int]]:
            if len(picked) == len(self.cells):
                yield picked
                return
            for cell in self.cells:
                if cell not in picked:
                    yield from fill([*picked, cell])

        return fill([])

    def draw(self, stream: Stream) -> Choice:
        left = list(self.cells)
        return [left.pop(stream.below(len(left))) for _ in self.cells]

    def explain(self, choice: Choice) -> Illegal | None:
        return Illegal(f"要把范围里有目标的 {len(self.cells)} 格各写一次，先后就是结算的次序", self.clause)


class PlaceAim(Aim):
    """选一格：走到哪里、和谁换位、哪名士兵、冰墙放哪。"""

    __slots__ = ("_cells", "_clause")

    def __init__(self, cells: tuple[int, ...] | Callable[[], tuple[int, ...]], clause: str) -> None:
        """`cells` 能选的格，由近及远（用到才算的可以给函数）；`clause` 选不了时的依据。"""
        super().__init__()
        self._cells = cells
        self._clause = clause

    @property
    def cells(self) -> tuple[int, ...]:
        """能选的格，由近及远。"""
        if not isinstance(self._cells, tuple):
            self._cells = self._cells()
        return self._cells

    def fits(self, choice: object) -> bool:
        return type(choice) is int and choice in self.cells

    def size(self) -> int:
        return len(self.cells)

    def each(self) -> Iterator[Choice]:
        return iter(self.cells)

    def draw(self, stream: Stream) -> Choice:
        return self.cells[stream.below(len(self.cells))]

    def explain(self, choice: Choice) -> Illegal | None:
        return Illegal("这一格不行：太远、走不到，或不空", self._clause)


# ================================================================== 响应（A4.5）
class RespondSpace:
    """不响应，或翻一张闪避牌走到一格（A4.5）。"""

    __slots__ = ("cards", "reach", "seat")

    def __init__(self, seat: Seat, cards: Sequence[int], reach: Callable[[int], tuple[int, ...]]) -> None:
        """`cards` 闪避区的牌；`reach(牌)` 用它走得到的格，由近及远。"""
        self.seat = seat
        self.cards = cards
        self.reach = reach

    def dodges(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """各张（同名只列一次）走得到的格；走不到任何格的不列。"""
        for card in dict.fromkeys(self.cards):
            cells = self.reach(card)
            if cells:
                yield card, cells

    def __contains__(self, choice: object) -> bool:
        if choice == STAY:
            return True
        if not isinstance(choice, list):
            return False
        parts: list[Any] = choice
        if len(parts) != 3 or parts[0] != "dodge" or type(parts[1]) is not int or type(parts[2]) is not int:
            return False
        return parts[1] in self.cards and parts[2] in self.reach(parts[1])

    def count(self) -> int:
        return 1 + sum(len(cells) for _, cells in self.dodges())

    def __iter__(self) -> Iterator[Choice]:
        yield list(STAY)
        for card, cells in self.dodges():
            for cell in cells:
                yield ["dodge", card, cell]

    def sample(self, stream: Stream) -> Choice:
        """先抽哪张牌（或不响应），再抽哪一格。"""
        usable = list(self.dodges())
        ticket = stream.below(len(usable) + 1)
        if ticket == len(usable):
            return list(STAY)
        card, cells = usable[ticket]
        return ["dodge", card, cells[stream.below(len(cells))]]

    def explain(self, choice: Choice) -> Illegal | None:
        """为什么不行。"""
        if not isinstance(choice, list):
            return None
        parts: list[Any] = choice
        if len(parts) == 3 and parts[0] == "dodge":
            if parts[1] not in self.cards:
                return Illegal("闪避区里没有这张牌", "A4.5")
            return Illegal("用这张牌走不到那里：超过闪避力、被挡住，或那一格不空", "A4.5")
        return None
