"""games.kernel.standard：照内核的样子写的游戏怎么装上。"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from games.kernel import StandardGame, Table
from games.kernel.data import Frozen, GameData
from games.kernel.options import Setting, TableOptions, switch


class Numbers(Frozen):
    timeouts: int


class Data(GameData):
    rules: Numbers


class Options(TableOptions):
    SETTINGS: ClassVar[tuple[Setting, ...]] = (Setting("fast", "X1.1", switch("快", "慢")),)

    fast: bool = False


class Plain(StandardGame[Data, Options]):
    key = "plain"
    title = "素"
    data_model = Data
    options_model = Options

    def published(self, data: Data) -> None:
        self.timeouts = data.rules.timeouts

    def seats(self, options: Options, data: Data) -> tuple[int, int]:
        return 2, 4

    def deal(self, seed: int, marks: Sequence[str], options: Options, data: Data) -> Table:
        return Table(len(marks), seed, data, "play")

    def restore(self, state: bytes, options: Options, data: Data) -> Table:
        return Table.restore(state, data)

    def summary(self, table: Table) -> dict[str, Any]:
        return {"winners": [], "rounds": 0}


class Counting(Plain):
    """`load` 要用装好以后才有的东西，像给每局换一份数据的游戏那样。"""

    def __init__(self) -> None:
        super().__init__()
        self.loads = 0

    def load(self, folder: Path) -> Data:
        self.loads += 1
        return super().load(folder)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`Plain` 的数据文件夹。"""
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "rules.toml").write_text("timeouts = 7\n", "utf-8")
    monkeypatch.setattr("games.kernel.standard.DATA", tmp_path)
    return folder


def test_what_is_published_is_taken_once_when_installed(data: Path) -> None:
    assert Plain().timeouts == 7
    game = Counting()
    assert (game.timeouts, game.loads) == (7, 0)


def test_a_game_with_broken_data_installs_and_reads_what_was_kept(data: Path) -> None:
    kept = Plain().dump_data(Plain().load(data))
    (data / "rules.toml").write_text("timeouts = 七\n", "utf-8")
    game = Plain()
    assert game.timeouts == StandardGame.timeouts
    assert game.restore_data(kept).rules.timeouts == 7


def test_options_are_set_shown_and_kept(data: Path) -> None:
    game = Plain()
    options = game.set_option(game.default_options(), "fast", "开", game.load(data))
    assert options.fast and [line.value for line in game.option_lines(options)] == ["开"]
    assert game.restore_options(game.dump_options(options)) == options
