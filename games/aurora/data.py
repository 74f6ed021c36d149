"""极光战棋的数据：`data/aurora/` 里的表读成不变的模型。

效果、攻击、离场几列写的是牌效语言（A9），读表时就编译，写错了报出文件、行、列与那里能写的词。
`data/aurora/` 里的每个子文件夹是另一个卡池，只放改过的表，没有放的用外面的；玩家打「选项 卡池=…」选用。
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar, Final, Self

from pydantic import AfterValidator, Field

from games.aurora.decks import PRESET, DeckMisread, check, pool_of, preset_of
from games.aurora.language import (
    attacks_text,
    effect_text,
    read_attacks,
    read_effect,
    write_attacks,
    write_effect,
)
from games.aurora.language.reading import Attack, Parts
from games.aurora.language.steps import AidHero, AidRange, AidSoldiers, Avenge, Boost, Charge, Draw
from games.aurora.options import POOL_NAME_LENGTH, STANDARD, Options
from games.kernel.data import Frozen, GameData, Problem
from games.kernel.tables import DataError

__all__ = [
    "FOLDER",
    "AuroraData",
    "CardData",
    "HeroData",
    "Options",
    "PresetData",
    "RuleNumbers",
    "SkillData",
    "SoldierData",
    "load",
]

FOLDER: Final = Path(__file__).resolve().parents[2] / "data" / "aurora"
"""随项目发布的数据文件夹。"""
SEPARATORS: Final = frozenset("/:×*,、;|+。.；，：")
"""名字里不许有的字：它们在卡组的一行文字与聊天里隔开名字。"""
FAREWELLS: Final = AidHero | AidSoldiers | Avenge | Boost | Charge | Draw
"""离场效果里能写的步：不用人选范围，也不从哪个单位发出（A4.8）。"""


def _plain_name(name: str) -> str:
    """名字要能夹在别的字里被认出来。"""
    if any(sign.isspace() or sign in SEPARATORS for sign in name):
        raise ValueError("名字里不能有空格与 / : × * , 、 ; | + 。 .：它们隔开各个名字")
    if name[0].isdigit() or name[-1].isdigit():
        raise ValueError("名字不能以数字开头或结尾：会和张数、编号混在一起")
    return name


def _pool_name(name: str) -> str:
    """卡池的名字要打得出来，也不能冒充不另选时的那一套。"""
    if name == STANDARD:
        raise ValueError(f"「{STANDARD}」是随项目的那一套的名字，文件夹换个名字")
    if len(name) > POOL_NAME_LENGTH:
        raise ValueError(f"名字最多 {POOL_NAME_LENGTH} 个字，打字时才写得全")
    return _plain_name(name)


def _effect(text: str) -> str:
    """读得懂的效果，写成规范的一行：同一个意思不论怎么写都是同一份数据。"""
    return write_effect(read_effect(text))


def _attacks(text: str) -> str:
    """读得懂的攻击，写成规范的一行。"""
    return write_attacks(read_attacks(text))


Title = Annotated[str, Field(min_length=1, max_length=8), AfterValidator(_plain_name)]
"""牌、英雄、士兵的名字：1 到 8 个字。"""
Effect = Annotated[str, AfterValidator(_effect)]
"""一格牌效（A9）。"""
Attacks = Annotated[str, AfterValidator(_attacks)]
"""一格士兵的攻击（A5.4）。"""


class CardData(Frozen):
    """一种牌（A9）。"""

    name: Title = Field(alias="名称")
    owner: str = Field(default="", alias="英雄")
    """专属于哪个英雄；通用的空着。"""
    move: int = Field(alias="移动力", ge=0, le=9)
    dodge: int = Field(alias="闪避力", ge=0, le=9)
    effect: Effect = Field(alias="效果", min_length=1)

    @cached_property
    def parts(self) -> Parts:
        """编译好的效果。"""
        return read_effect(self.effect)

    @cached_property
    def text(self) -> str:
        """玩家读的说明，由效果生成。"""
        return effect_text(self.parts)


class HeroRow(Frozen):
    """一名英雄。"""

    name: Title = Field(alias="名称")
    faction: Title = Field(alias="势力")


class SkillData(Frozen):
    """一个英雄技能（A6.1）。"""

    hero: str = Field(alias="英雄")
    name: Title = Field(alias="名称")
    cost: int = Field(alias="蓄能", ge=0, le=9)
    """发动要移除几张蓄能牌。"""
    effect: Effect = Field(alias="效果", min_length=1)

    @cached_property
    def parts(self) -> Parts:
        """编译好的效果。"""
        return read_effect(self.effect)

    @cached_property
    def text(self) -> str:
        """玩家读的说明，由效果生成。"""
        return effect_text(self.parts)


class HeroData(Frozen):
    """一名英雄与他的技能，按表里的先后。"""

    name: str
    faction: str
    skills: tuple[SkillData, ...]


class SoldierData(Frozen):
    """一种士兵（A5、A9）。"""

    name: Title = Field(alias="名称")
    faction: str = Field(alias="势力")
    level: int = Field(alias="等级", ge=1, le=3)
    attack: int = Field(alias="攻击力", ge=0, le=20)
    move: int = Field(alias="移动力", ge=0, le=9)
    health: int = Field(alias="生命", ge=1, le=99)
    reach: Attacks = Field(default="", alias="攻击")
    """攻击怎么打，几种用「或」连；空着是附近 1 格选 1 格（A5.4）。"""
    shield: int = Field(default=0, alias="护主", ge=0, le=20)
    """相邻己方英雄每次受伤减几点。"""
    hero_bonus: int = Field(default=0, alias="克英雄", ge=0, le=20)
    """打英雄多几点。"""
    farewell: Effect = Field(default="", alias="离场")
    """离场效果（A5.7）；没有的空着。"""

    @cached_property
    def attacks(self) -> tuple[Attack, ...]:
        """编译好的攻击；缺省的为空。"""
        return read_attacks(self.reach)

    @cached_property
    def leaving(self) -> Parts:
        """编译好的离场效果；没有为空。"""
        return read_effect(self.farewell)

    @cached_property
    def text(self) -> str:
        """特别之处，给玩家读；没有为空。"""
        told: list[str] = []
        if self.attacks:
            aids = sum(isinstance(attack, AidRange) for attack in self.attacks)
            told.append(f"{'攻击选一种' if aids else '射程'}：{attacks_text(self.attacks)}")
        if self.shield:
            told.append(f"相邻己方英雄每次受伤−{self.shield}")
        if self.hero_bonus:
            told.append(f"打英雄+{self.hero_bonus}")
        if self.leaving:
            told.append(f"离场：{effect_text(self.leaving)}")
        return "；".join(told)


class PresetData(Frozen):
    """一副预组（A9）。"""

    name: str = Field(alias="名称", min_length=1, max_length=12)
    hero: str = Field(alias="英雄")
    cards: str = Field(alias="卡组", min_length=1)
    """如 `疾步2 直刺2`。"""
    soldiers: str = Field(alias="士兵", min_length=1)


class RuleNumbers(Frozen):
    """规则里的各个数，见 `rules.toml` 的注释。"""

    health: int = Field(ge=1, le=999)
    obstacle_rows: int = Field(ge=1, le=3)
    die: int = Field(ge=2, le=100)
    opening_draw: int = Field(ge=0, le=20)
    opening_dodges: int = Field(ge=0, le=20)
    opening_hand: int = Field(ge=0, le=20)
    draw: int = Field(ge=0, le=20)
    first_draw: int = Field(ge=0, le=20)
    fatigue: int = Field(ge=0, le=99)
    dodge_limit: int = Field(ge=0, le=20)
    hand_limit: int = Field(ge=0, le=20)
    deploy_rows: int = Field(ge=1, le=3)
    soldier_rounds: int = Field(ge=0, le=9)
    stack_rounds: int = Field(ge=0, le=9)
    turn_cap: int = Field(ge=2, le=1000)
    deck_size: int = Field(ge=1, le=200)
    general_copies: int = Field(ge=1, le=99)
    own_copies: int = Field(ge=1, le=99)
    soldier_pile: int = Field(ge=0, le=99)
    soldier_copies: int = Field(ge=1, le=99)
    level_one_least: int = Field(ge=0, le=99)
    level_three_most: int = Field(ge=0, le=99)
    idle_turns: int = Field(ge=1, le=99)


class AuroraData(GameData):
    """一局所用的全部数据。牌、英雄、士兵都以在表里的位置作号。"""

    UNIQUE: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "cards": ("名称",),
        "hero_rows": ("名称",),
        "skills": ("名称",),
        "soldiers": ("名称",),
        "presets": ("名称",),
    }

    hero_rows: tuple[HeroRow, ...] = Field(alias="heroes")
    skills: tuple[SkillData, ...]
    cards: tuple[CardData, ...]
    soldiers: tuple[SoldierData, ...]
    presets: tuple[PresetData, ...]
    rules: RuleNumbers
    pools: dict[str, AuroraData] = Field(default_factory=dict)
    """别的卡池：名字 → 那一套的全部数据；它自己没有别的卡池。"""
    broken: dict[str, str] = Field(default_factory=dict)
    """读不了的卡池：名字 → 为什么。"""

    @property
    def heroes(self) -> tuple[HeroData, ...]:
        """各英雄，带着技能。"""
        return self._heroes

    @cached_property
    def _heroes(self) -> tuple[HeroData, ...]:
        return tuple(
            HeroData(
                name=row.name,
                faction=row.faction,
                skills=tuple(skill for skill in self.skills if skill.hero == row.name),
            )
            for row in self.hero_rows
        )

    def picked(self, options: Options) -> AuroraData:
        """这桌用的那一套：桌规选了别的卡池就是那一套。没有抛 `KeyError`。"""
        return self if options.pool == STANDARD else self.pools[options.pool]

    def text_of(self, name: str) -> str:
        """一种牌或士兵的说明；没有这个名字抛 `KeyError`。"""
        return self._texts[name]

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {row.name: row.text for row in (*self.soldiers, *self.cards)}

    def card_text(self, card: int) -> str:
        """第 `card` 种牌的说明。"""
        return self.cards[card].text

    def skill_text(self, hero: int, skill: int) -> str:
        """第 `hero` 名英雄第 `skill` 个技能的说明。"""
        return self.heroes[hero].skills[skill].text

    def soldier_text(self, soldier: int) -> str:
        """第 `soldier` 种士兵的特别之处；没有为空。"""
        return self.soldiers[soldier].text

    @classmethod
    def load(cls, folder: Path, fallback: GameData | None = None) -> Self:
        """读一个数据文件夹与它的各个卡池。一个卡池有错只记下，不妨碍别的。"""
        data = super().load(folder, fallback)
        if fallback is not None:
            return data
        pools: dict[str, AuroraData] = {}
        broken: dict[str, str] = {}
        for place in sorted(folder.iterdir()):
            if not place.is_dir() or place.name.startswith((".", "_")):
                continue
            try:
                pools[_pool_name(place.name)] = cls.load(place, data)
            except (DataError, ValueError) as error:
                broken[place.name] = str(error)
        return data.model_copy(update={"pools": pools, "broken": broken})

    def problems(self) -> Iterator[Problem]:
        """跨行、跨表的检查。"""
        heroes = {row.name for row in self.hero_rows}
        factions = {row.faction for row in self.hero_rows}
        taken: dict[str, str] = dict.fromkeys(heroes, "英雄")
        for index, skill in enumerate(self.skills):
            if skill.hero not in heroes:
                yield Problem(
                    "skills", index, "英雄", f"没有这个英雄，有的是 {'、'.join(sorted(heroes))}（A9）"
                )
            yield from self._avenges("skills", index, "效果", skill.parts)
        for index, row in enumerate(self.hero_rows):
            if not any(skill.hero == row.name for skill in self.skills):
                yield Problem("hero_rows", index, "名称", "skills.csv 里没有他的技能（A6.1）")
            if not any(preset.hero == row.name for preset in self.presets):
                yield Problem("hero_rows", index, "名称", "presets.csv 里没有他的预组（A9）")
        for table, rows in (("cards", self.cards), ("soldiers", self.soldiers)):
            for index, named in enumerate(rows):
                if named.name in taken:
                    yield Problem(table, index, "名称", f"与{taken[named.name]}重名：打字时分不清")
                taken[named.name] = "牌" if table == "cards" else "士兵"
        for index, card in enumerate(self.cards):
            if card.owner and card.owner not in heroes:
                yield Problem(
                    "cards", index, "英雄", f"没有这个英雄，有的是 {'、'.join(sorted(heroes))}（A9）"
                )
            yield from self._avenges("cards", index, "效果", card.parts)
        for index, soldier in enumerate(self.soldiers):
            if soldier.faction not in factions:
                yield Problem(
                    "soldiers",
                    index,
                    "势力",
                    f"没有英雄属于这个势力，有的是 {'、'.join(sorted(factions))}（A8.1）",
                )
            if any(not isinstance(step, FAREWELLS) for part in soldier.leaving for step in part):
                yield Problem("soldiers", index, "离场", "离场效果不能要人选范围或走动（A4.8）")
        for index, preset in enumerate(self.presets):
            if not preset.name.startswith(PRESET):
                yield Problem("presets", index, "名称", f"预组的名字要以「{PRESET}」开头")
            if preset.hero not in heroes:
                yield Problem(
                    "presets", index, "英雄", f"没有这个英雄，有的是 {'、'.join(sorted(heroes))}（A9）"
                )
        if any(preset.hero not in heroes for preset in self.presets):
            return
        for index, preset in enumerate(self.presets):
            try:
                deck = preset_of(preset)
                pool = pool_of(self)
            except DeckMisread as error:
                yield Problem("presets", index, "卡组", f"读不成卡组：{error}（A8.1）")
                return
            for reason in check(deck, pool):
                yield Problem("presets", index, "卡组", str(reason))

    def _avenges(self, table: str, index: int, column: str, parts: Parts) -> Iterator[Problem]:
        if any(isinstance(step, Avenge) for part in parts for step in part):
            yield Problem(table, index, column, "「报」只能写在士兵的离场里（A9）")


def load(folder: Path) -> AuroraData:
    """读一个数据文件夹，见 `AuroraData.load`。"""
    return AuroraData.load(folder)
