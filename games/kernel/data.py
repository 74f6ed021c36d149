"""一个游戏的全部数据：一个文件夹里的几张表读成一个不变的模型，跨表检查，存取，算指纹。

一个游戏的数据继承 `GameData`：一张表一个字段，字段名就是文件名；跨行、跨表的检查写在 `problems` 里。
一局从开局起就钉在自己的数据上：`dump()` 与对局一起存，`restore()` 取回。
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Protocol, Self, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from .tables import DataError, Sheet, read_settings, read_sheet


class Frozen(BaseModel):
    """不能改的模型；字段的别名就是表里的列名。一张表的一行、一个设置文件都继承它。"""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def _words(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


Name = Annotated[str, Field(min_length=1, max_length=20)]
"""叫法：1 到 20 个字。"""
Words = Annotated[tuple[str, ...], BeforeValidator(_words)]
"""一格里用空格隔开的多个词。"""


@dataclass(frozen=True, slots=True)
class Problem:
    """一处跨行、跨表的错误。

    Attributes:
        table: 哪张表，就是 `GameData` 的字段名。
        index: 第几个数据行，从 0 起；`None` 指整张表。
        column: 哪一列，或设置文件里的哪一项；`None` 为不指明。
        reason: 为什么，一句中文，末尾带条号。
    """

    table: str
    index: int | None
    column: str | None
    reason: str


class GameData(Frozen):
    """一局所用的全部数据。

    `tuple[Row, ...]` 的字段是一张 CSV（字段 `cards` 读 `cards.csv`），一个模型的字段是一个 TOML
    （字段 `rules` 读 `rules.toml`）；按字段的次序读。有别名的字段，文件名是别名。别的类型（如字典）不从文件读。
    """

    UNIQUE: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """哪张表的哪些列不许重复：字段名 → 列名。"""

    def problems(self) -> Iterator[Problem]:
        """跨行、跨表的检查；没有问题就什么也不产出。报告第一处。"""
        return iter(())

    @classmethod
    def load(cls, folder: Path, fallback: GameData | None = None) -> Self:
        """读一个数据文件夹；`fallback` 给了的话，文件夹里没有的表用它的。

        Raises:
            DataError: 任何一处不对；一句中文，带文件与行。
        """
        sheets: dict[str, Sheet[Any]] = {}
        values: dict[str, Any] = {}
        files: dict[str, str] = {}
        for name, (model, listed) in cls.tables().items():
            files[name] = cls.file_of(name)
            path = folder / files[name]
            if fallback is not None and not path.exists():
                values[name] = getattr(fallback, name)
            elif listed:
                sheets[name] = read_sheet(path, model, unique=cls.UNIQUE.get(name, ()))
                values[name] = sheets[name].rows
            else:
                values[name] = read_settings(path, model)
        data = cls(**values)
        for problem in data.problems():
            if problem.index is not None and problem.table in sheets:
                raise sheets[problem.table].error(problem.index, problem.reason, column=problem.column)
            # 表是 `fallback` 的，就只说得出是哪张表。
            raise DataError(files[problem.table], problem.reason, column=problem.column)
        return data

    @classmethod
    def file_of(cls, name: str) -> str:
        """字段 `name` 的表的文件名。"""
        return f"{cls.model_fields[name].alias or name}.{'csv' if cls.tables()[name][1] else 'toml'}"

    @classmethod
    def tables(cls) -> dict[str, tuple[type[BaseModel], bool]]:
        """要从文件读的字段：字段名 → `(模型, 是不是一张 CSV)`，按字段的次序。"""
        found: dict[str, tuple[type[BaseModel], bool]] = {}
        for name, field in cls.model_fields.items():
            listed = get_origin(field.annotation) is tuple
            model = get_args(field.annotation)[0] if listed else field.annotation
            if not (isinstance(model, type) and issubclass(model, BaseModel)):
                continue
            found[name] = model, listed
        return found

    @cached_property
    def digest(self) -> str:
        """数据的指纹，12 位十六进制；诊断时比对两局用的是不是同一份数据。"""
        return hashlib.sha256(self.dump().encode()).hexdigest()[:12]

    def dump(self) -> str:
        """写成 JSON，与对局一起存。"""
        return self.model_dump_json()

    @classmethod
    def restore(cls, text: str) -> Self:
        """从 `dump()` 的 JSON 取回。

        Raises:
            DataError: JSON 坏了，或内容过不了检查。
        """
        try:
            data = cls.model_validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in first["loc"])
            raise DataError("存档里的数据", f"读不回来（{first['msg']}）", column=place or None) from None
        for problem in data.problems():
            row = None if problem.index is None else problem.index + 1
            raise DataError(f"存档里的数据 {problem.table}", problem.reason, row=row, column=problem.column)
        return data


class Called(Protocol):
    """有名称与别名的一行。"""

    @property
    def name(self) -> str: ...
    @property
    def aliases(self) -> tuple[str, ...]: ...


def word_problems(
    table: str, rows: Sequence[Called], more: Sequence[tuple[str, ...]] = ()
) -> Iterator[Problem]:
    """玩家打的叫法不能认出两行来：名称与别名里同一个词（大小写不拘）只许属于一行。

    Args:
        table: 哪张表。
        rows: 那张表的各行。
        more: 各行另外的叫法（如棋子的符号），与 `rows` 一一对应；空为没有。
    """
    owner: dict[str, int] = {}
    for index, row in enumerate(rows):
        for word in (*(more[index] if more else ()), row.name, *row.aliases):
            if owner.setdefault(word.lower(), index) != index:
                other = rows[owner[word.lower()]].name
                yield Problem(table, index, "别名", f"「{word}」与「{other}」的叫法重复")
