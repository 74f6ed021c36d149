"""一个游戏的数据表要过的套件：存取不变，表格软件存的照读，错误带文件与行，怎么乱改都不出别的异常。"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.kernel import DATA, StandardGame
from games.kernel.data import GameData
from games.kernel.tables import DataError


def replace(path: Path, old: str, new: str) -> None:
    """把文件里恰好出现一次的 `old` 换成 `new`。"""
    text = path.read_text("utf-8")
    assert text.count(old) == 1, f"「{old}」在 {path.name} 里应恰好出现一次"
    path.write_text(text.replace(old, new), "utf-8")


def broken(game: StandardGame[Any, Any], folder: Path) -> str:
    """读这个改坏了的文件夹，返回报的错。"""
    with pytest.raises(DataError) as caught:
        game.load(folder)
    return str(caught.value)


class Tables:
    """子类给出 `game` 与下面几样，名字以 `Test` 开头。"""

    game: ClassVar[StandardGame[Any, Any]]
    change: ClassVar[tuple[str, str, str]]
    """一处合法的改动：`(文件名, 原文, 改成)`，原文恰好出现一次。"""
    wide: ClassVar[tuple[str, str, str]]
    """一处换成全角数字、意思不变的写法，同上。"""
    damage: ClassVar[tuple[str, str, str]]
    """存档里的 JSON 一处跨表的毛病：`(原文, 改成, 报的错里要有的话)`。"""
    mistakes: ClassVar[Sequence[tuple[str, str, str, str]]]
    """各种写错：`(文件名, 原文, 改成, 报的错以什么开头)`；凡是跨表的检查都要有一条。"""

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "mistake" in metafunc.fixturenames:
            metafunc.parametrize("mistake", cls.mistakes, ids=lambda mistake: f"{mistake[0]} {mistake[2]}")

    @classmethod
    def files(cls) -> list[Path]:
        """发布的表，按文件名。"""
        return sorted(path for path in (DATA / cls.game.key).iterdir() if path.suffix in (".csv", ".toml"))

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """发布的数据的一份副本。"""
        copied = tmp_path / self.game.key
        shutil.copytree(DATA / self.game.key, copied)
        return copied

    def check(self, data: Any) -> None:
        """读得出的数据还要用得了，如查找表造得出；默认不另查。"""

    def test_a_match_keeps_its_data(self, folder: Path) -> None:
        """设计者改了表，开着的局仍用存下的那份；指纹不同。"""
        published: GameData = self.game.load(folder)
        file, old, new = self.change
        replace(folder / file, old, new)
        edited: GameData = self.game.load(folder)
        restored: GameData = self.game.restore_data(published.dump())
        assert restored == published != edited
        assert restored.digest == published.digest != edited.digest

    def test_damaged_dump_is_refused(self, folder: Path) -> None:
        dump = self.game.load(folder).dump()
        with pytest.raises(DataError, match="存档里的数据"):
            self.game.restore_data(dump[:-2])
        old, new, message = self.damage
        assert old in dump
        with pytest.raises(DataError) as caught:
            self.game.restore_data(dump.replace(old, new))
        assert message in str(caught.value)

    def test_data_cannot_be_changed(self, folder: Path) -> None:
        data = self.game.load(folder)
        name = next(iter(type(data).model_fields))
        with pytest.raises(ValidationError):
            setattr(data, name, ())
        row = getattr(data, name)[0]
        with pytest.raises(ValidationError):
            setattr(row, next(iter(type(row).model_fields)), "改")

    def test_files_saved_by_a_spreadsheet_read_the_same(self, folder: Path) -> None:
        """BOM、CRLF、全角数字、尾随空列都不改变数据。"""
        published = self.game.load(folder)
        file, old, new = self.wide
        assert old != new
        replace(folder / file, old, new)
        for path in folder.glob("*.csv"):
            lines = [line + "," for line in path.read_text("utf-8").splitlines()]
            path.write_bytes(("\ufeff" + "\r\n".join(lines) + "\r\n\r\n").encode())
        assert self.game.load(folder) == published

    def test_mistakes_carry_file_and_row(self, folder: Path, mistake: tuple[str, str, str, str]) -> None:
        file, old, new, message = mistake
        replace(folder / file, old, new)
        assert broken(self.game, folder).startswith(message)

    def test_a_missing_file_is_named(self, folder: Path) -> None:
        for path in self.files():
            kept = (folder / path.name).read_bytes()
            (folder / path.name).unlink()
            assert broken(self.game, folder).startswith(f"{path.name}：找不到这个文件")
            (folder / path.name).write_bytes(kept)

    # 各游戏的子类共用这一个方法，不是写错。
    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(drawn=st.data(), position=st.floats(0, 1, exclude_max=True), text=st.text(max_size=3))
    def test_any_slip_of_the_pen_reads_or_is_reported(
        self,
        tmp_path_factory: pytest.TempPathFactory,
        drawn: st.DataObject,
        position: float,
        text: str,
    ) -> None:
        """任意一处乱改：要么读得出、存取不变、用得了，要么是带文件名的 `DataError`，没有别的异常。"""
        folder = tmp_path_factory.mktemp("slip")
        for path in self.files():
            shutil.copy(path, folder)
        file = folder / drawn.draw(st.sampled_from([path.name for path in self.files()]), "文件")
        cut = drawn.draw(st.integers(0, 3), "删去几个字")
        original = file.read_text("utf-8")
        at = int(position * len(original))
        file.write_bytes((original[:at] + text + original[at + cut :]).encode("utf-8", "replace"))
        try:
            data = self.game.load(folder)
        except DataError as error:
            assert error.file.endswith((".csv", ".toml"))
        else:
            assert self.game.restore_data(data.dump()) == data
            self.check(data)
