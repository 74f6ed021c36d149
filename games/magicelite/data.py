"""魔法精英的数据：``data/magicelite/`` 里的表读成不变的模型，并算好规则要用的查找表。

一局从开局起就钉在自己的数据上：``dump()`` 与对局一起存，``restore()`` 取回。

手牌与身份卡都用号：一副牌接一副牌，副内先按花色（``SPADE``…``DIAMOND``）再按数字。
同一张牌的几份号不同、查到的值相同。
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from games.kernel.data import Frozen, GameData, Name, Problem, Words, word_problems
from games.magicelite.options import Options

__all__ = [
    "CLUB",
    "DIAMOND",
    "FOLDER",
    "GENERATIONS",
    "HEART",
    "ITEMS",
    "SKILLS",
    "SPADE",
    "SUITS",
    "Character",
    "Deck",
    "Identities",
    "Item",
    "MagicEliteData",
    "Options",
    "Rank",
    "RuleNumbers",
    "Skill",
    "Suit",
    "load",
]

FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "magicelite"
"""随项目发布的数据文件夹。"""

SPADE: Final = 0
HEART: Final = 1
CLUB: Final = 2
DIAMOND: Final = 3
SUITS: Final = ("spade", "heart", "club", "diamond")
"""四种花色，下标就是 ``SPADE``…``DIAMOND``；大小看 ``suits.csv`` 的「大小」，不看下标。"""

GENERATIONS: Final = (1, 2, 3)
"""三个世代。"""

SuitKey = Literal["spade", "heart", "club", "diamond"]
SkillKey = Literal[
    "revival",
    "framing",
    "double",
    "hundredfold",
    "bilocation",
    "aegis",
    "control",
    "judgment",
    "fusion",
    "gluttony",
    "mine",
    "reflection",
    "bloodlust",
    "freezing",
    "rampage",
    "tenfold",
    "wave",
    "zombie",
    "devouring",
]
SKILLS: Final[tuple[SkillKey, ...]] = SkillKey.__args__
"""规则实现了的技能与专用盾，见 ``skills.csv``。"""
ItemKey = Literal["medicine", "leopard", "bird_female", "bird_male", "dragon", "elevator"]
ITEMS: Final[tuple[ItemKey, ...]] = ItemKey.__args__
"""规则实现了的物品，见 ``shop.csv``（G3.10）。"""

Small = Annotated[int, Field(ge=0, le=999)]
Positive = Annotated[int, Field(ge=1, le=999)]
Factor = Annotated[int, Field(ge=1, le=10**12)]


class Suit(Frozen):
    """一种花色（E2.1、E4）。"""

    key: SuitKey = Field(alias="花色")
    name: Name = Field(alias="名称")
    symbol: Name = Field(alias="符号")
    aliases: Words = Field(default=(), alias="别名")
    height: int = Field(alias="大小", ge=1, le=4)
    """比大小时用（E2.1），大的先出牌。"""
    worth: Literal["each", "sum", "heal"] = Field(alias="牌值")
    """A 以外的牌：每张 1 伤害、数字之和为伤害、数字之和为回复（E4.1–E4.3）。"""
    ace_damage: Small = Field(alias="A伤害")
    ace_healing: Small = Field(alias="A回复")


class Rank(Frozen):
    """一种点数（E1.2–E1.4）。"""

    label: Name = Field(alias="点数")
    number: int = Field(alias="数字", ge=1, le=13)
    use: Literal["手牌", "身份"] = Field(alias="用途")
    run: int | None = Field(default=None, alias="连段", ge=1, le=9)
    """同花顺的第几段（E3.2）；身份卡空着。"""
    aliases: Words = Field(default=(), alias="别名")


class Character(Frozen):
    """一代里的一个角色（G1、G2、G3）。血量就是点数（E1.3）。"""

    generation: int = Field(alias="世代", ge=1, le=3)
    number: int = Field(alias="点数", ge=1, le=13)
    name: Name = Field(alias="名称")
    aliases: Words = Field(default=(), alias="别名")
    shield: str | None = Field(default=None, alias="专用盾", min_length=1, max_length=20)
    """专用盾的名字（G3.1）；一、二代空着。"""
    text: str = Field(alias="说明", min_length=1)


class Skill(Frozen):
    """一门技能、被动或专用盾；没有的数空着。"""

    generation: int = Field(alias="世代", ge=1, le=3)
    number: int = Field(alias="点数", ge=1, le=13)
    key: SkillKey = Field(alias="技能")
    name: Name = Field(alias="名称")
    kind: Literal["技能", "被动", "专用盾"] = Field(alias="种类")
    trigger: str | None = Field(default=None, alias="触发", min_length=1)
    """触发要出的点数，如 ``5``；见 ``MagicEliteData.trigger_number``。"""
    uses: Positive | None = Field(default=None, alias="次数")
    """总共几次；空着不限。"""
    factor: Factor | None = Field(default=None, alias="倍率")
    rounds: Positive | None = Field(default=None, alias="回合")
    """生效几个回合（E7.1）。"""
    clause: str = Field(alias="条号", pattern=r"^G[123]\.\d+$")
    text: str = Field(alias="说明", min_length=1)


class Item(Frozen):
    """商店里的一样（G3.10）。"""

    key: ItemKey = Field(alias="物品")
    name: Name = Field(alias="名称")
    aliases: Words = Field(default=(), alias="别名")
    price: Positive = Field(alias="价格")
    """几颗钻石。"""
    uses: Positive | None = Field(default=None, alias="次数")
    rounds: Positive | None = Field(default=None, alias="回合")
    income: Positive | None = Field(default=None, alias="收益")
    """每次得几颗钻石。"""
    factor: Factor | None = Field(default=None, alias="倍率")
    clause: str = Field(alias="条号", pattern=r"^G3\.\d+$")
    text: str = Field(alias="说明", min_length=1)


class RuleNumbers(Frozen):
    """规则书里其余的数值；每项的意思与条号写在 ``rules.toml`` 同名行的注释里。"""

    seats_min: Positive
    seats_max: Positive
    seats_best: Positive
    decks: Annotated[int, Field(ge=1, le=9)]
    decks_crowded: Annotated[int, Field(ge=1, le=9)]
    crowded_from: Positive
    opening_hand: Positive
    refill: Positive
    draw_rank: Annotated[int, Field(ge=1, le=13)]
    draw_each: Positive
    shield_rank: Annotated[int, Field(ge=1, le=13)]
    exchange_limit: Positive
    turn_cap: Annotated[int, Field(ge=1, le=100_000)]
    timeouts_before_autopilot: Positive
    generals: Annotated[int, Field(ge=1, le=5)]
    generals_max: Annotated[int, Field(ge=1, le=5)]
    team_seats: Positive
    real_bodies: Annotated[int, Field(ge=1, le=1)]
    false_bodies: Annotated[int, Field(ge=1, le=20)]
    bilocation_seats: Positive
    free_aegis: Small
    control_enemies: Positive
    self_preservation_divisor: Positive
    judgment_damage: Positive
    judgment_cards: Annotated[int, Field(ge=1, le=1)]
    borrowed_hundredfold: Small
    borrowed_aegis: Small
    free_revivals: Small
    storm_gods: Small
    silk_bags: Small
    adventure_flips: Positive
    adventure_prize: Small
    adventure_penalty: Small
    gift_cards: Positive
    gift_diamonds: Small
    starting_diamonds: Annotated[int, Field(ge=0, le=1_000_000)]
    local_diamonds: Annotated[int, Field(ge=0, le=1_000_000)]
    gluttony_limit: Small
    gluttony_cards: Annotated[int, Field(ge=0, le=4)]
    gluttony_judgments: Positive
    mines_per_turn: Positive
    mine_diamonds: Small
    bloodlust_damage: Positive
    wave_divisor: Positive


@dataclass(frozen=True, slots=True)
class Deck:
    """``decks`` 副手牌按牌号（0 起）查的表（E1.2、E1.4、E4）。"""

    decks: int
    size: int
    """共几张。"""
    suit: tuple[int, ...]
    """牌号 → ``SPADE``…``DIAMOND``。"""
    number: tuple[int, ...]
    """牌号 → 数字（A=1，J=11，Q=12，K=13）。"""
    run: tuple[int, ...]
    """牌号 → 同花顺的第几段（E3.2）。"""
    damage: tuple[int, ...]
    """牌号 → 没有乘倍率的伤害（E4）。"""
    healing: tuple[int, ...]
    """牌号 → 回复（E4）。"""
    face: tuple[int, ...]
    """牌号 → 第一副里同花色同数字的那张的号；两张牌一样就是它相等。"""
    name: tuple[str, ...]
    """牌号 → 短名，如 ``♠3``。"""
    title: tuple[str, ...]
    """牌号 → 全名，如 ``黑桃3``。"""


@dataclass(frozen=True, slots=True)
class Identities:
    """``decks`` 副身份卡按卡号（0 起）查的表（E1.3、E2.1）。"""

    decks: int
    size: int
    suit: tuple[int, ...]
    number: tuple[int, ...]
    """卡号 → 点数，就是血量（E1.3）。"""
    height: tuple[int, ...]
    """卡号 → 出牌顺序的大小，大的先；完全相同的两张相等，另由种子定（E2.1）。"""
    name: tuple[str, ...]
    """卡号 → 短名，如 ``♠10``。"""


class MagicEliteData(GameData):
    """一局所用的全部数据。"""

    suits: tuple[Suit, ...]
    ranks: tuple[Rank, ...]
    characters: tuple[Character, ...]
    skills: tuple[Skill, ...]
    shop: tuple[Item, ...]
    rules: RuleNumbers

    UNIQUE: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "suits": ("花色", "名称", "符号", "大小"),
        "ranks": ("点数", "数字"),
        "characters": ("名称",),
        "skills": ("技能", "名称"),
        "shop": ("物品", "名称"),
    }

    # ------------------------------------------------------------ 牌
    @cached_property
    def suit_rows(self) -> tuple[Suit, ...]:
        """花色号 → 那一行。"""
        by_key = {suit.key: suit for suit in self.suits}
        return tuple(by_key[key] for key in SUITS)

    @cached_property
    def rank_of(self) -> dict[int, Rank]:
        """数字 → 那一行。"""
        return {rank.number: rank for rank in self.ranks}

    @cached_property
    def hand_numbers(self) -> tuple[int, ...]:
        """手牌的数字，从小到大（E1.2）。"""
        return tuple(sorted(rank.number for rank in self.ranks if rank.use == "手牌"))

    @cached_property
    def identity_numbers(self) -> tuple[int, ...]:
        """身份卡的点数，从小到大（E1.3）。"""
        return tuple(sorted(rank.number for rank in self.ranks if rank.use == "身份"))

    def deck_of(self, decks: int) -> Deck:
        """``decks`` 副手牌的查找表；同样的问法只算一次。"""
        return _deck(self.suit_rows, self.ranks, self.hand_numbers, decks)

    def identities_of(self, decks: int) -> Identities:
        """``decks`` 副身份卡的查找表；同样的问法只算一次。"""
        return _identities(self.suit_rows, self.ranks, self.identity_numbers, decks)

    # ------------------------------------------------------------ 角色与技能
    @cached_property
    def character_of(self) -> dict[tuple[int, int], Character]:
        """``(世代, 点数)`` → 角色。"""
        return {(each.generation, each.number): each for each in self.characters}

    @cached_property
    def skill_of(self) -> dict[str, Skill]:
        """技能的标识 → 那一行；``SKILLS`` 里的都有。"""
        return {skill.key: skill for skill in self.skills}

    @cached_property
    def skills_of(self) -> dict[tuple[int, int], tuple[Skill, ...]]:
        """``(世代, 点数)`` → 他的技能、被动与专用盾，按表里的次序；没有技能的是空的。"""
        return {
            (each.generation, each.number): tuple(
                skill
                for skill in self.skills
                if (skill.generation, skill.number) == (each.generation, each.number)
            )
            for each in self.characters
        }

    @cached_property
    def trigger_number(self) -> dict[str, int]:
        """技能的标识 → 触发它要出的数字（A 是 1、K 是 13）；不要牌的没有。"""
        labels = {rank.label: rank.number for rank in self.ranks}
        return {skill.key: labels[skill.trigger] for skill in self.skills if skill.trigger is not None}

    @cached_property
    def item_of(self) -> dict[str, Item]:
        """物品的标识 → 那一行；``ITEMS`` 里的都有（G3.10）。"""
        return {item.key: item for item in self.shop}

    def problems(self) -> Iterator[Problem]:
        yield from _card_problems(self)
        yield from _character_problems(self)
        yield from _needed_problems("skills", self.skills, SKILLS, "技能")
        yield from _needed_problems("shop", self.shop, ITEMS, "物品")
        yield from word_problems("suits", self.suits)
        yield from word_problems("shop", self.shop)
        yield from _number_problems(self)


@lru_cache(maxsize=64)
def _deck(suits: tuple[Suit, ...], ranks: tuple[Rank, ...], numbers: tuple[int, ...], decks: int) -> Deck:
    row = {rank.number: rank for rank in ranks}
    faces = [(suit, number) for suit in range(len(suits)) for number in numbers]
    cards = faces * decks
    values = [_value(suits[suit], number) for suit, number in cards]
    return Deck(
        decks,
        len(cards),
        tuple(suit for suit, _ in cards),
        tuple(number for _, number in cards),
        tuple(row[number].run or 0 for _, number in cards),
        tuple(damage for damage, _ in values),
        tuple(healing for _, healing in values),
        tuple(card % len(faces) for card in range(len(cards))),
        tuple(suits[suit].symbol + row[number].label for suit, number in cards),
        tuple(suits[suit].name + row[number].label for suit, number in cards),
    )


def _value(suit: Suit, number: int) -> tuple[int, int]:
    """一张手牌的 ``(伤害, 回复)``（E4.1–E4.3）。"""
    if number == 1:
        return suit.ace_damage, suit.ace_healing
    match suit.worth:
        case "each":
            return 1, 0
        case "sum":
            return number, 0
        case "heal":
            return 0, number


@lru_cache(maxsize=64)
def _identities(
    suits: tuple[Suit, ...], ranks: tuple[Rank, ...], numbers: tuple[int, ...], decks: int
) -> Identities:
    row = {rank.number: rank for rank in ranks}
    cards = [(suit, number) for suit in range(len(suits)) for number in numbers] * decks
    return Identities(
        decks,
        len(cards),
        tuple(suit for suit, _ in cards),
        tuple(number for _, number in cards),
        tuple(number * 10 + suits[suit].height for suit, number in cards),
        tuple(suits[suit].symbol + row[number].label for suit, number in cards),
    )


def load(folder: Path = FOLDER) -> MagicEliteData:
    """读一个数据文件夹，见 `GameData.load`。"""
    return MagicEliteData.load(folder)


NEEDS: Final[dict[str, tuple[str, ...]]] = {
    "revival": ("uses", "trigger"),
    "framing": ("trigger",),
    "double": ("factor",),
    "hundredfold": ("factor",),
    "aegis": ("uses", "trigger", "rounds"),
    "control": ("uses", "trigger", "rounds"),
    "judgment": ("trigger",),
    "fusion": ("trigger",),
    "reflection": ("trigger", "factor"),
    "bloodlust": ("uses", "trigger", "rounds"),
    "freezing": ("trigger",),
    "rampage": ("trigger", "factor"),
    "tenfold": ("factor",),
    "devouring": ("trigger",),
    "medicine": ("uses",),
    "leopard": ("uses",),
    "bird_female": ("rounds", "income"),
    "dragon": ("rounds", "factor"),
}
"""规则要用的数：技能或物品的标识 → 不能空着的字段。"""


def _card_problems(data: MagicEliteData) -> Iterator[Problem]:
    keys = [suit.key for suit in data.suits]
    for key in SUITS:
        if key not in keys:
            yield Problem("suits", None, "花色", f"缺 {key} 这一行（E1.2）")
            return
    for index, rank in enumerate(data.ranks):
        if rank.use == "手牌" and rank.run is None:
            yield Problem("ranks", index, "连段", "手牌要写在同花顺的第几段（E3.2）")
        if rank.use == "身份" and rank.run is not None:
            yield Problem("ranks", index, "连段", "身份卡不在手牌里，这格要空着（E1.3）")
    for use in ("手牌", "身份"):
        if all(rank.use != use for rank in data.ranks):
            yield Problem("ranks", None, "用途", f"一种{use}也没有（E1.2）")
    rules = data.rules
    for name in ("draw_rank", "shield_rank"):
        if getattr(rules, name) not in data.hand_numbers:
            yield Problem("rules", None, name, "手牌里没有这个数字（E5.1）")
    opening = rules.crowded_from * rules.opening_hand
    if data.hand_numbers and len(data.hand_numbers) * 4 * rules.decks < opening:
        yield Problem("rules", None, "opening_hand", "手牌库不够开局每人摸牌（E3.1）")


def _character_problems(data: MagicEliteData) -> Iterator[Problem]:
    seen: dict[tuple[int, int], int] = {}
    for index, each in enumerate(data.characters):
        if seen.setdefault((each.generation, each.number), index) != index:
            yield Problem(
                "characters", index, "点数", f"第 {each.generation} 代已经有 {each.number} 了（G1.1）"
            )
        if each.number not in data.identity_numbers:
            yield Problem("characters", index, "点数", "身份卡里没有这个点数（E1.3）")
    for generation in GENERATIONS:
        for number in data.identity_numbers:
            if (generation, number) not in seen:
                yield Problem("characters", None, "点数", f"第 {generation} 代缺 {number}（G1.1）")
    labels = [rank.label for rank in data.ranks if rank.use == "手牌"]
    for index, skill in enumerate(data.skills):
        if (skill.generation, skill.number) not in seen:
            yield Problem("skills", index, "点数", f"第 {skill.generation} 代没有这个角色")
        if skill.trigger is not None and skill.trigger not in labels:
            yield Problem("skills", index, "触发", f"不是手牌的点数，能写 {' '.join(labels)}")
    shields = {
        (skill.generation, skill.number): skill.name for skill in data.skills if skill.kind == "专用盾"
    }
    for index, each in enumerate(data.characters):
        if shields.get((each.generation, each.number)) != each.shield:
            yield Problem("characters", index, "专用盾", "要与 skills.csv 里他的专用盾同名（G3.1）")


def _needed_problems(
    table: str, rows: tuple[Skill, ...] | tuple[Item, ...], keys: tuple[str, ...], column: str
) -> Iterator[Problem]:
    present = [row.key for row in rows]
    for key in keys:
        if key not in present:
            yield Problem(table, None, column, f"缺 {key} 这一行")
    for index, row in enumerate(rows):
        for field in NEEDS.get(row.key, ()):
            if getattr(row, field) is None:
                alias = type(row).model_fields[field].alias
                yield Problem(table, index, alias, f"{row.name}的这格不能空着（{row.clause}）")


def _number_problems(data: MagicEliteData) -> Iterator[Problem]:
    rules = data.rules
    if rules.seats_max < rules.seats_min:
        yield Problem("rules", None, "seats_max", "不能小于 seats_min（E1.1）")
    if not rules.seats_min <= rules.team_seats <= rules.seats_max:
        yield Problem("rules", None, "team_seats", "要在 seats_min 与 seats_max 之间（G2.2）")
    if rules.decks_crowded < rules.decks:
        yield Problem("rules", None, "decks_crowded", "不能小于 decks（E1.2）")
    if rules.generals > rules.generals_max:
        yield Problem("rules", None, "generals", "不能大于 generals_max（G2.1）")
    for decks, seats in ((rules.decks, rules.crowded_from - 1), (rules.decks_crowded, rules.seats_max)):
        cards = 4 * len(data.identity_numbers) * decks
        if cards < min(seats, rules.seats_max):
            yield Problem(
                "ranks", None, "用途", f"{decks} 副牌只有 {cards} 张身份卡，不够 {seats} 人（E1.3）"
            )
    revival = data.skill_of.get("revival")
    if revival is not None and revival.uses is not None and rules.free_revivals > revival.uses:
        yield Problem("rules", None, "free_revivals", "不能大于复活的次数（G1.3）")
    pair = [data.skill_of[key].uses for key in ("aegis", "control") if key in data.skill_of]
    if len(set(pair)) > 1:
        yield Problem("skills", None, "次数", "护盾与控制合计用同一个次数，两行要写得一样（G2.7）")
