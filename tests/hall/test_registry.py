"""找出装着的游戏：装不上的一个不连累别的，日志说清为什么。"""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import games
from plugins.gamemaster.hall.registry import installed_games


def test_a_mistake_in_the_data_is_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    package = tmp_path / "misprinted"
    package.mkdir()
    package.joinpath("__init__.py").write_text(
        "from games.kernel.tables import DataError\n"
        "raise DataError('cards.csv', '应是整数', row=2, column='张数', value='十五')\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    with caplog.at_level(logging.ERROR):
        found = installed_games()
    assert "leafrun" in found and "misprinted" not in found
    (record,) = caplog.records
    assert record.exc_info is None
    assert "misprinted" in record.getMessage() and "cards.csv 第 2 行「张数」" in record.getMessage()
