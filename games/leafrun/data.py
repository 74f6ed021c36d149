"""落叶长跑的数据：``data/leafrun/`` 里的表读成不变的模型，并算好规则要用的查找表。

一局从开局起就钉在自己的数据上：``dump()`` 与对局一起存，``restore()`` 取回。
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from games.kernel.data import Frozen, GameData, Name, Problem, Words, word_problems
from games.leafrun.options import Options

__all__ = [
    "ACTION",
    "ARMOR",
    "CATEGORY_NAMES",
    "EFFECT",
    "ELEMENT",
    "FOLDER",
    "RECOVERY",
    "TRIGGER",
    "WEAPON",
    "CardKind",
    "Character",
    "Deck",
    "Event",
    "EventKind",
    "LeafrunData",
    "Options",
    "Piece",
    "Roster",
    "RuleNumbers",
    "Terrain",
    "Track",
    "load",
]

FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "leafrun"
"""随项目发布的数据文件夹。"""

ACTION: Final = 0
TRIGGER: Final = 1
WEAPON: Final = 2
ARMOR: Final = 3
EFFECT: Final = 4
RECOVERY: Final = 5
ELEMENT: Final = 6
CATEGORY_NAMES: Final = ("行动", "事件", "武器", "防具", "效果", "恢复", "元素")
"""牌的七类（L1.3），下标就是 ``ACTION``…``ELEMENT``。"""

EventKind = Literal[
    "come_here",
    "light_dash",
    "attraction",
    "physical_binding",
    "barter",
    "rainboom",
    "bear",
    "forced_trade",
    "resin",
    "use_terrain",
    "scatter",
    "royal_gift",
    "salvage",
    "swap_places",
    "roadblock",
    "rewind",
    "friendship",
    "stumble",
    "forced_rest",
    "magic_binding",
]
"""规则实现了的事件效果（L8.1–L8.20）。"""

KEPT_KINDS: Final = ("come_here", "rainboom", "bear", "roadblock", "forced_rest")
"""触发后那张牌留在手里成为特殊牌的效果（L4.12、L8.19）。"""

TERRAIN_LETTERS: Final = "SLFVGE"
"""跑道格子的字母（L2.5）：起点、落叶、林间、藤蔓沼泽、滑沙、终点。"""


class CardKind(Frozen):
    """一种牌（L1.3）。"""

    category: Literal["行动", "事件", "武器", "防具", "效果", "恢复", "元素"] = Field(alias="类别")
    name: Name = Field(alias="名称")
    count: int = Field(alias="张数", ge=1, le=100)


class Character(Frozen):
    """一名角色（L1.4）。"""

    name: Name = Field(alias="名称")
    health: int = Field(alias="体力上限", ge=1, le=99)
    move: int = Field(alias="移动值", ge=0, le=20)


class Event(Frozen):
    """事件骰的一面（L8）。"""

    face: int = Field(alias="点数", ge=1)
    name: Name = Field(alias="名称")
    kind: EventKind = Field(alias="效果")
    card_name: str | None = Field(default=None, alias="牌名", min_length=1, max_length=20)
    """触发后牌成为的特殊牌叫什么；不成牌的空着。"""
    card_load: int | None = Field(default=None, alias="牌负重", ge=0, le=9)
    """那张特殊牌的负重（L4.10）；不成牌的空着。"""
    text: str = Field(alias="说明", min_length=1)


class Track(Frozen):
    """一条跑道（L2.5）。"""

    number: int = Field(alias="序号", ge=1)
    name: Name = Field(alias="名称")
    cells: str = Field(alias="格子", min_length=3, max_length=60)


class Terrain(Frozen):
    """一种地形的叫法（L2.5、L5）。"""

    letter: Literal["S", "L", "F", "V", "G", "E"] = Field(alias="字母")
    name: Name = Field(alias="名称")
    aliases: Words = Field(default=(), alias="别名")
    text: str = Field(alias="说明", min_length=1)


class Piece(Frozen):
    """一枚棋子（L1.1）。"""

    symbol: Name = Field(alias="棋子")
    name: Name = Field(alias="名称")
    aliases: Words = Field(default=(), alias="别名")
    color: str = Field(alias="颜色", pattern=r"^#[0-9a-fA-F]{6}$")


Small = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=99)]


class RuleNumbers(Frozen):
    """规则书里其余的数值；每项的意思与条号写在 ``rules.toml`` 同名行的注释里。"""

    seats_min: Positive
    seats_max: Positive
    seats_max_extended: Positive
    load_divisor: Positive
    event_die_sides: Positive
    attraction_die_sides: Positive
    use_terrain_die_sides: Positive
    character_candidates: Positive
    character_candidates_crowded: Positive
    crowded_from: Positive
    opening_hand: Small
    tracks_max: Positive
    track_cells_max: Annotated[int, Field(ge=3, le=200)]
    round_cap: Positive
    action_steps: Small
    two_for_three_draw: Small
    two_for_three_per_turn: Small
    two_for_one_cost: Positive
    two_for_one_draw: Small
    two_for_one_per_turn: Small
    weapon_range: Small
    recovery_health: Small
    events_per_turn: Positive
    element_load: Small
    element_health: Small
    element_steps: Small
    element_recovery: Small
    card_load: Small
    forest_damage: Small
    slide_steps: Small
    roadblock_cost: Small
    faint_rounds: Small
    full_revival_rounds: Small
    revival_divisor: Positive
    rank_points: Annotated[tuple[Small, ...], Field(min_length=1)]
    forced_rest_penalty: Small
    next_track_hand: Small
    elements_kept: Small
    next_track_divisor: Positive
    come_here_distance: Positive
    light_dash_steps: Small
    bear_action_steps: Small
    use_terrain_divisor: Positive
    scatter_divisor: Positive
    royal_gift_divisor: Positive
    salvage_cards: Positive
    magic_binding_factor: Positive
    forced_trade_default: Positive
    timeouts_before_autopilot: Positive


@dataclass(frozen=True, slots=True)
class Deck:
    """整副牌按牌号（0 起，一张一号）查的表（L1.3）。"""

    size: int
    category: tuple[int, ...]
    """牌号 → ``ACTION``…``ELEMENT``。"""
    kind: tuple[int, ...]
    """牌号 → ``LeafrunData.cards`` 的下标。"""
    name: tuple[str, ...]
    """牌号 → 牌名。"""


@dataclass(frozen=True, slots=True)
class Roster:
    """全部角色按角色号（0 起）查的表（L1.4、L1.5）。"""

    size: int
    name: tuple[str, ...]
    health: tuple[int, ...]
    move: tuple[int, ...]
    load: tuple[int, ...]
    """负重上限。"""


@dataclass(frozen=True, slots=True)
class Faces:
    """事件骰按点数查的表；下标 0 空着（L8）。"""

    sides: int
    kind: tuple[str, ...]
    name: tuple[str, ...]
    text: tuple[str, ...]


class LeafrunData(GameData):
    """一局所用的全部数据。"""

    cards: tuple[CardKind, ...]
    characters: tuple[Character, ...]
    events: tuple[Event, ...]
    tracks: tuple[Track, ...]
    terrains: tuple[Terrain, ...]
    pieces: tuple[Piece, ...]
    rules: RuleNumbers

    UNIQUE: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cards": ("名称",),
        "characters": ("名称",),
        "events": ("点数", "名称"),
        "tracks": ("序号", "名称"),
        "terrains": ("字母", "名称"),
        "pieces": ("棋子", "名称"),
    }

    @cached_property
    def deck(self) -> Deck:
        """整副牌；算一次。"""
        kinds = [index for index, card in enumerate(self.cards) for _ in range(card.count)]
        return Deck(
            len(kinds),
            tuple(CATEGORY_NAMES.index(self.cards[kind].category) for kind in kinds),
            tuple(kinds),
            tuple(self.cards[kind].name for kind in kinds),
        )

    @cached_property
    def roster(self) -> Roster:
        """全部角色；算一次。"""
        return Roster(
            len(self.characters),
            tuple(character.name for character in self.characters),
            tuple(character.health for character in self.characters),
            tuple(character.move for character in self.characters),
            tuple(character.health // self.rules.load_divisor for character in self.characters),
        )

    @cached_property
    def faces(self) -> Faces:
        """事件骰的各面；算一次。"""
        events = sorted(self.events, key=lambda event: event.face)
        return Faces(
            len(events),
            ("", *(event.kind for event in events)),
            ("", *(event.name for event in events)),
            ("", *(event.text for event in events)),
        )

    @cached_property
    def special_name(self) -> dict[str, str]:
        """事件效果 → 特殊牌名，只含成牌的（L4.12、L8.19）。"""
        return {event.kind: event.card_name for event in self.events if event.card_name is not None}

    @cached_property
    def special_load(self) -> dict[str, int]:
        """事件效果 → 特殊牌负重，只含成牌的（L4.10）。"""
        return {event.kind: event.card_load for event in self.events if event.card_load is not None}

    @cached_property
    def track_cells(self) -> tuple[str, ...]:
        """各条跑道的格子串，按序号（L2.5）。"""
        return tuple(track.cells for track in sorted(self.tracks, key=lambda track: track.number))

    def problems(self) -> Iterator[Problem]:
        """跨行、跨表的检查；没有问题就什么也不产出。"""
        rules = self.rules
        present = [card.category for card in self.cards]
        for category in CATEGORY_NAMES:
            if category not in present:
                yield Problem("cards", None, "类别", f"一张{category}牌也没有（L1.3）")
        if rules.seats_max < rules.seats_min:
            yield Problem("rules", None, "seats_max", "不能小于 seats_min（L1.1）")
        if rules.seats_max_extended < rules.seats_max:
            yield Problem("rules", None, "seats_max_extended", "不能小于 seats_max（L1.1）")
        if len(self.pieces) < rules.seats_max_extended:
            yield Problem(
                "pieces",
                None,
                None,
                f"只有 {len(self.pieces)} 枚棋子，不够 {rules.seats_max_extended} 人（L1.1）",
            )
        opening = rules.seats_max_extended * rules.opening_hand
        if self.deck.size < opening:
            yield Problem(
                "cards", None, "张数", f"共 {self.deck.size} 张，不够开局每人摸牌的 {opening} 张（L2.3）"
            )
        yield from _character_problems(self)
        yield from _event_problems(self)
        yield from _track_problems(self)
        letters = [terrain.letter for terrain in self.terrains]
        for letter in TERRAIN_LETTERS:
            if letter not in letters:
                yield Problem("terrains", None, "字母", f"缺 {letter} 这一行（L2.5）")
        symbols = [(piece.symbol,) for piece in self.pieces]
        yield from word_problems("pieces", self.pieces, symbols)


def load(folder: Path = FOLDER) -> LeafrunData:
    """读一个数据文件夹，见 `GameData.load`。"""
    return LeafrunData.load(folder)


def _character_problems(data: LeafrunData) -> Iterator[Problem]:
    rules = data.rules
    for seats in range(rules.seats_min, rules.seats_max_extended + 1):
        crowded = seats >= rules.crowded_from
        each = rules.character_candidates_crowded if crowded else rules.character_candidates
        if len(data.characters) < seats * each:
            reason = (
                f"只有 {len(data.characters)} 名角色，{seats} 人每人抽 {each} 张要 {seats * each} 名（L2.2）"
            )
            yield Problem("characters", None, None, reason)
            return


def _event_problems(data: LeafrunData) -> Iterator[Problem]:
    sides = data.rules.event_die_sides
    cards: dict[str, tuple[str | None, int | None]] = {}
    for index, event in enumerate(data.events):
        if event.face > sides:
            yield Problem("events", index, "点数", f"事件骰只有 {sides} 面（L1.6）")
        kept = event.kind in KEPT_KINDS
        for column, value in (("牌名", event.card_name), ("牌负重", event.card_load)):
            if kept and value is None:
                yield Problem("events", index, column, f"效果 {event.kind} 会留在手里，这格要填（L4.10）")
            if not kept and value is not None:
                yield Problem("events", index, column, f"效果 {event.kind} 不会留在手里，这格要空着")
        card = (event.card_name, event.card_load)
        if cards.setdefault(event.kind, card) != card:
            yield Problem("events", index, "牌名", f"效果 {event.kind} 在别的行里是另一张牌")
    faces = [event.face for event in data.events]
    for face in range(1, sides + 1):
        if face not in faces:
            yield Problem("events", None, "点数", f"缺第 {face} 点的事件，要从 1 排到 {sides}（L1.6）")


def _track_problems(data: LeafrunData) -> Iterator[Problem]:
    for index, track in enumerate(data.tracks):
        reason = cells_problem(track.cells)
        if reason is not None:
            yield Problem("tracks", index, "格子", reason)
        if len(track.cells) > data.rules.track_cells_max:
            yield Problem("tracks", index, "格子", f"最多 {data.rules.track_cells_max} 格（L2.5）")
    if sorted(track.number for track in data.tracks) != list(range(1, len(data.tracks) + 1)):
        yield Problem("tracks", None, "序号", "要从 1 起连着排（L2.5）")
    if len(data.tracks) > data.rules.tracks_max:
        yield Problem("tracks", None, None, f"最多 {data.rules.tracks_max} 条（L2.5）")


def cells_problem(cells: str) -> str | None:
    """格子串哪里不对；对就是 ``None``（L2.5）。"""
    for position, letter in enumerate(cells, start=1):
        if letter not in TERRAIN_LETTERS:
            return f"第 {position} 格「{letter}」不是地形字母，能写 {' '.join(TERRAIN_LETTERS)}（L2.5）"
    if cells.count("S") != 1 or cells[0] != "S":
        return "要有且只有一个起点 S，写在最前（L2.5）"
    if cells.count("E") != 1 or cells[-1] != "E":
        return "要有且只有一个终点 E，写在最后（L2.5）"
    return None
