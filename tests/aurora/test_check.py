"""`uv run python -m games.aurora check [文件夹]`：对的印出每张牌，错的逐处说出，退出码照实。"""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from games.aurora.__main__ import app
from games.aurora.data import FOLDER, load
from tests.kit.tables import replace

DATA = load(FOLDER)


def run(folder: Path) -> Result:
    return CliRunner().invoke(app, ["check", str(folder)], env={"COLUMNS": "200"})


def ends(result: Result) -> dict[str, str]:
    return dict(line.split(" = ") for line in result.output.splitlines() if " = " in line)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "aurora"))


def test_the_published_tables_pass_and_every_card_is_printed() -> None:
    result = run(FOLDER)
    assert result.exit_code == 0
    for each in (*DATA.cards, *DATA.soldiers, *DATA.skills):
        assert each.name in result.output
        assert each.text in result.output
    told = ends(result)
    assert (told["cards"], told["skills"], told["soldiers"]) == ("48", "8", "12")
    assert (told["presets"], told["errors"]) == ("4", "0")


def test_every_mistake_is_told_not_only_the_first(folder: Path) -> None:
    replace(folder / "cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,直2 打3")
    replace(folder / "cards.csv", "斜斩,,2,2,", "斜斩,,二,2,")
    replace(folder / "skills.csv", "直5 伤4", "直5")
    result = run(folder)
    assert result.exit_code == 1
    assert "cards.csv 第 3 行「效果」：写的是「直2 打3」，读懂了「直2」" in result.output
    assert "cards.csv 第 5 行「移动力」" in result.output
    assert "skills.csv 第 2 行「效果」" in result.output
    assert ends(result) == {"errors": "3"}


def test_a_folder_with_one_table_takes_the_rest_from_the_published(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "cards.csv", tmp_path)
    replace(tmp_path / "cards.csv", "直刺,,2,1,直2 伤3", "直刺,,2,1,直3 伤4")
    result = run(tmp_path)
    assert result.exit_code == 0
    assert "直线3格所有目标：受4伤害" in result.output


def test_a_mistake_across_tables_is_told(folder: Path) -> None:
    replace(folder / "cards.csv", "破阵枪,赫利", "破阵枪,没人")
    result = run(folder)
    assert result.exit_code == 1
    assert "cards.csv 第 18 行「英雄」：写的是「没人」，没有这个英雄" in result.output


def test_a_broken_pool_is_told(folder: Path) -> None:
    (folder / "夏季").mkdir()
    (folder / "夏季" / "cards.csv").write_text("名称,移动力,闪避力,效果\n直刺,2,1,直2\n", "utf-8")
    result = run(folder)
    assert result.exit_code == 1
    assert "卡池「夏季」：cards.csv 第 2 行「效果」" in result.output


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = run(tmp_path / "没有")
    assert result.exit_code == 1
    assert "没有这个文件夹" in result.output
