"""games.kernel.tables：CSV、TOML 读成模型，错误说清文件、行、列、值、原因。"""

from pathlib import Path
from typing import Annotated

import pytest
from pydantic import BaseModel, ConfigDict, Field

from games.kernel.tables import DataError, parse_settings, parse_sheet, read_settings, read_sheet, read_text


class Animal(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    name: Annotated[str, Field(alias="名称")]
    legs: Annotated[int, Field(alias="腿", ge=0, le=100)]
    text: Annotated[str, Field(alias="说明")] = ""


class Numbers(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    hand: int = Field(ge=1)
    points: tuple[int, ...] = Field(min_length=1)


def failure(text: str, *, unique: tuple[str, ...] = ()) -> DataError:
    with pytest.raises(DataError) as caught:
        parse_sheet(text, "animals.csv", Animal, unique=unique)
    return caught.value


def test_rows_become_models_in_order() -> None:
    sheet = parse_sheet("名称,腿,说明\n马,4,会跑\n鸟,2,\n", "animals.csv", Animal)
    assert [(row.name, row.legs, row.text) for row in sheet.rows] == [("马", 4, "会跑"), ("鸟", 2, "")]
    assert sheet.row_numbers == (2, 3)


def test_spreadsheet_habits_are_tolerated() -> None:
    """BOM、CRLF、空行、尾随空列、列序、备注列、全角数字、格子两边的空格。"""
    text = "\ufeff腿,备注,名称,,\r\n ４ ,随手记的, 马 ,,\r\n,,,,\r\n\r\n2,,鸟,,\r\n"
    sheet = parse_sheet(text, "animals.csv", Animal)
    assert [(row.name, row.legs) for row in sheet.rows] == [("马", 4), ("鸟", 2)]
    assert sheet.row_numbers == (2, 5)


def test_full_width_punctuation_in_words_is_kept() -> None:
    sheet = parse_sheet("名称,腿,说明\n马,4,「快，稳」\n", "animals.csv", Animal)
    assert sheet.rows[0].text == "「快，稳」"


def test_quoted_cell_may_hold_commas_and_newlines_and_rows_still_count_like_a_spreadsheet() -> None:
    text = '名称,腿,说明\n马,4,"快,\n稳"\n鸟,二,\n'
    error = failure(text)
    assert (error.row, error.column, error.value) == (3, "腿", "二")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("名称,腿\n马,四\n", "animals.csv 第 2 行「腿」：写的是「四」，应是整数"),
        ("名称,腿\n马,-1\n", "animals.csv 第 2 行「腿」：写的是「-1」，不能小于 0"),
        ("名称,腿\n马,1000\n", "animals.csv 第 2 行「腿」：写的是「1000」，不能大于 100"),
        ("名称,腿\n马,\n", "animals.csv 第 2 行「腿」：这格不能空着"),
        ("名称,腿\n马\n", "animals.csv 第 2 行「腿」：这格不能空着"),
        ("名称\n马\n", "animals.csv 第 1 行：表头缺「腿」这一列，有的是：名称"),
        ("名称,腿,毛\n马,4,长\n", "animals.csv 第 1 行「毛」：表头多了不认识的列"),
        ("名称,腿,腿\n马,4,4\n", "animals.csv 第 1 行「腿」：表头里这一列出现了两次"),
        ("名称,腿\n马,4,多\n", "animals.csv 第 2 行：这行比表头多出内容「多」"),
        ("名称,腿\n", "animals.csv：只有表头，没有数据"),
        ("\n", "animals.csv：表是空的，第 1 行应是表头：名称,腿,说明"),
        ('名称,腿\n"马,4\n', "animals.csv 第 2 行：引号或分隔不合 CSV 写法"),
    ],
)
def test_mistakes_are_told_in_one_sentence(text: str, message: str) -> None:
    assert str(failure(text)).startswith(message)


def test_duplicates_name_the_earlier_row() -> None:
    error = failure("名称,腿\n马,4\n鸟,2\n马,3\n", unique=("名称",))
    assert str(error) == "animals.csv 第 4 行「名称」：写的是「马」，与第 2 行重复"


def test_duplicates_are_found_across_digit_widths() -> None:
    assert failure("名称,腿\n马,4\n鸟,４\n", unique=("腿",)).row == 3


def test_sheet_error_points_at_the_row_and_value() -> None:
    sheet = parse_sheet("名称,腿\n\n马,4\n", "animals.csv", Animal)
    assert str(sheet.error(0, "太多", column="腿")) == "animals.csv 第 3 行「腿」：写的是「4」，太多"


def test_settings_are_read() -> None:
    numbers = parse_settings("\ufeff# 注释\r\nhand = 5\r\npoints = [3, 2]\r\n", "rules.toml", Numbers)
    assert numbers == Numbers(hand=5, points=(3, 2))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hand = 0\npoints = [1]\n", "rules.toml 第 1 行「hand」：写的是「0」，不能小于 1"),
        ('points = [1]\nhand = "x"\n', "rules.toml 第 2 行「hand」：写的是「x」，应是整数"),
        ("hand = 1\npoints = []\n", "rules.toml 第 2 行「points」：写的是「[]」，至少要 1 个"),
        ("hand = 1\n", "rules.toml「points」：缺这一项"),
        ("hand = 1\npoints = [1]\n\nlegs = 4\n", "rules.toml 第 4 行「legs」：写的是「4」，不认识这一项"),
        ("hand = 1\npoints = 3 2\n", "rules.toml 第 2 行：写的是「points = 3 2」，不合 TOML 写法"),
        ("hand = 1\nhand = 2\n", "rules.toml 第 2 行：写的是「hand = 2」，不合 TOML 写法"),
    ],
)
def test_settings_mistakes_are_told_in_one_sentence(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        parse_settings(text, "rules.toml", Numbers)
    assert str(caught.value).startswith(message)


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"animals\.csv：找不到这个文件"):
        read_sheet(tmp_path / "animals.csv", Animal)


def test_gbk_file_says_how_to_save_it(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes("# 手牌\nhand = 1\npoints = [1]\n".encode("gbk"))
    with pytest.raises(DataError, match="不是 UTF-8 编码，请在表格软件里另存为"):
        read_settings(path, Numbers)


def test_directory_in_place_of_a_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="读不了这个文件"):
        read_text(tmp_path)
