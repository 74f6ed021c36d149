"""games.kernel.data：一个文件夹读成一个模型，跨表检查报到文件与行，存取不变。"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from games.kernel.data import Frozen, GameData, Name, Problem, Words, word_problems
from games.kernel.tables import DataError


class Animal(Frozen):
    name: Name = Field(alias="名称")
    aliases: Words = Field(default=(), alias="别名")
    legs: int = Field(alias="腿", ge=0)


class Numbers(Frozen):
    legs_max: int


class Zoo(GameData):
    animals: tuple[Animal, ...]
    rules: Numbers

    UNIQUE: ClassVar[Mapping[str, tuple[str, ...]]] = {"animals": ("名称",)}

    def problems(self) -> Iterator[Problem]:
        yield from word_problems("animals", self.animals)
        for index, animal in enumerate(self.animals):
            if animal.legs > self.rules.legs_max:
                yield Problem("animals", index, "腿", "太多")
        if self.rules.legs_max % 2:
            yield Problem("rules", None, "legs_max", "要成对")
        if all(animal.legs == 0 for animal in self.animals):
            yield Problem("animals", None, None, "一只会走的也没有")


def zoo(folder: Path, animals: str = "马,骏马 小马,4\n鸟,,2\n", legs_max: str = "4") -> Zoo:
    (folder / "animals.csv").write_text("名称,别名,腿\n" + animals, "utf-8")
    (folder / "rules.toml").write_text(f"legs_max = {legs_max}\n", "utf-8")
    return Zoo.load(folder)


def test_fields_are_files_in_the_folder(tmp_path: Path) -> None:
    data = zoo(tmp_path)
    assert [(animal.name, animal.aliases, animal.legs) for animal in data.animals] == [
        ("马", ("骏马", "小马"), 4),
        ("鸟", (), 2),
    ]
    assert data.rules.legs_max == 4


def test_a_dump_restores_to_the_same_data(tmp_path: Path) -> None:
    data = zoo(tmp_path)
    twin = Zoo.restore(data.dump())
    assert twin == data and twin.digest == data.digest and len(data.digest) == 12
    assert zoo(tmp_path, legs_max="6").digest != data.digest


@pytest.mark.parametrize(
    ("animals", "legs_max", "message"),
    [
        ("马,,4\n\n虫,,6\n", "4", "animals.csv 第 4 行「腿」：写的是「6」，太多"),
        ("马,,4\n马,,2\n", "4", "animals.csv 第 3 行「名称」：写的是「马」，与第 2 行重复"),
        (
            "马,骏,4\n驴,骏,4\n",
            "4",
            "animals.csv 第 3 行「别名」：写的是「('骏',)」，「骏」与「马」的叫法重复",
        ),
        ("马,,4\n", "5", "rules.toml「legs_max」：要成对"),
        ("马,,4\n", "四", "rules.toml 第 1 行：写的是「legs_max = 四」"),
        ("蛇,,0\n", "4", "animals.csv：一只会走的也没有"),
    ],
)
def test_mistakes_carry_file_and_row(tmp_path: Path, animals: str, legs_max: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        zoo(tmp_path, animals, legs_max)
    assert str(caught.value).startswith(message)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    zoo(tmp_path)
    (tmp_path / "rules.toml").unlink()
    with pytest.raises(DataError, match=r"rules\.toml：找不到这个文件"):
        Zoo.load(tmp_path)


def test_a_damaged_dump_is_refused(tmp_path: Path) -> None:
    dump = zoo(tmp_path).dump()
    with pytest.raises(DataError, match="存档里的数据：读不回来"):
        Zoo.restore(dump[:-2])
    with pytest.raises(DataError, match=r"存档里的数据 animals 第 1 行「腿」：太多"):
        Zoo.restore(dump.replace('"legs":4', '"legs":8'))
    with pytest.raises(DataError, match=r"存档里的数据「animals\.0\.legs」：读不回来"):
        Zoo.restore(dump.replace('"legs":4', '"legs":-4'))
