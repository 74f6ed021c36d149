"""把设计者在表格软件里编辑的 CSV、TOML 读成 pydantic 模型。

出错一律是 ``DataError``，一句中文说清文件、行、列、值、原因，设计者照着就能改。
行号按表格软件左边显示的数：表头是第 1 行，空行也算。
"""

import csv
import io
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

M = TypeVar("M", bound=BaseModel)

REMARK_COLUMN = "备注"
"""设计者写给自己看的列，读表时略过。"""

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


class DataError(ValueError):
    """数据文件有错。``str()`` 是给设计者看的一句中文。

    Attributes:
        file: 文件名。
        row: 表格里的行号，从 1 起；与行无关时为 ``None``。
        column: 列名或项名。
        value: 出错的原文。
        reason: 原因。
    """

    def __init__(
        self,
        file: str,
        reason: str,
        *,
        row: int | None = None,
        column: str | None = None,
        value: str | None = None,
    ) -> None:
        self.file = file
        self.row = row
        self.column = column
        self.value = value
        self.reason = reason
        place = file
        if row is not None:
            place += f" 第 {row} 行"
        if column is not None:
            place += f"「{column}」"
        shown = "" if value is None else f"写的是「{value}」，"
        super().__init__(f"{place}：{shown}{reason}")


@dataclass(frozen=True, slots=True)
class Sheet(Generic[M]):
    """读好的一张表：每行一个模型，附它在表格里的行号，供跨行、跨表的检查报错。"""

    file: str
    rows: tuple[M, ...]
    row_numbers: tuple[int, ...]

    def error(self, index: int, reason: str, *, column: str | None = None) -> DataError:
        """第 ``index`` 个数据行（从 0 起）的错误；给了列名就带上那格的值。"""
        value = None
        if column is not None:
            for name, field in type(self.rows[index]).model_fields.items():
                if (field.alias or name) == column:
                    value = str(getattr(self.rows[index], name))
        return DataError(self.file, reason, row=self.row_numbers[index], column=column, value=value)


def read_text(path: Path) -> str:
    """读一个 UTF-8 文件，去掉 BOM。

    Raises:
        DataError: 文件不存在、读不了，或不是 UTF-8（中文 Windows 的表格软件默认存成 GBK）。
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise DataError(path.name, f"找不到这个文件（应在 {path.parent}）") from None
    except OSError as error:
        raise DataError(path.name, f"读不了这个文件：{error.strerror}") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(path.name, "不是 UTF-8 编码，请在表格软件里另存为「CSV UTF-8」") from None


def read_sheet(path: Path, model: type[M], *, unique: Sequence[str] = ()) -> Sheet[M]:
    """读一张 CSV 表，见 :func:`parse_sheet`。"""
    return parse_sheet(read_text(path), path.name, model, unique=unique)


def parse_sheet(text: str, file: str, model: type[M], *, unique: Sequence[str] = ()) -> Sheet[M]:
    """把 CSV 文本变成模型。

    列名是字段的别名（没有别名就是字段名），次序随意，有默认值的列可以不写；「备注」列与空行略过；全角数字照认；
    空格子当作没填，用字段的默认值。

    Args:
        text: CSV 全文，换行与 BOM 不拘。
        file: 报错时用的文件名。
        model: 一行一个的模型。
        unique: 不许重复的列名。

    Raises:
        DataError: 缺列、多列、值不对、重复、或一行数据也没有。
    """
    names = {field.alias or name: field for name, field in model.model_fields.items()}
    records = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    header: list[str] | None = None
    rows: list[M] = []
    row_numbers: list[int] = []
    seen: dict[tuple[str, str], int] = {}
    row_number = 0
    try:
        for row_number, record in enumerate(records, start=1):
            cells = [cell.strip() for cell in record]
            if not any(cells):
                continue
            if header is None:
                header = cells
                _check_header(file, row_number, header, names)
                continue
            if any(cells[len(header) :]):
                raise DataError(
                    file, f"这行比表头多出内容「{''.join(cells[len(header) :])}」", row=row_number
                )
            filled = {
                column: _plain_number(cell)
                for column, cell in zip(header, cells, strict=False)
                if cell and column in names
            }
            for column, field in names.items():
                if column not in filled and field.is_required():
                    raise DataError(file, "这格不能空着", row=row_number, column=column)
            rows.append(_validate(model, filled, file, row=row_number))
            row_numbers.append(row_number)
            for column in unique:
                key = (column, filled.get(column, ""))
                if key in seen:
                    raise DataError(
                        file, f"与第 {seen[key]} 行重复", row=row_number, column=column, value=key[1]
                    )
                seen[key] = row_number
    except csv.Error as error:
        raise DataError(file, f"引号或分隔不合 CSV 写法（{error}）", row=row_number + 1) from None
    if header is None:
        raise DataError(file, f"表是空的，第 1 行应是表头：{','.join(names)}")
    if not rows:
        raise DataError(file, "只有表头，没有数据")
    return Sheet(file, tuple(rows), tuple(row_numbers))


def read_settings(path: Path, model: type[M]) -> M:
    """读一个 TOML 文件，见 :func:`parse_settings`。"""
    return parse_settings(read_text(path), path.name, model)


def parse_settings(text: str, file: str, model: type[M]) -> M:
    """把 TOML 文本变成一个模型；键是字段名或别名。

    Raises:
        DataError: 写法不合 TOML（带行号），或某项缺少、多余、值不对（带它所在的行）。
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        row = int(found[1]) if found else None
        line = text.splitlines()[row - 1].strip() if row and row <= text.count("\n") + 1 else None
        reason = "不合 TOML 写法，应像「opening_hand = 5」，每项一行，不能重复"
        raise DataError(file, reason, row=row, value=line) from None
    return _validate(model, values, file, text=text)


def _check_header(file: str, row: int, header: Sequence[str], names: Mapping[str, FieldInfo]) -> None:
    for column, field in names.items():
        if column not in header and field.is_required():
            raise DataError(file, f"表头缺「{column}」这一列，有的是：{','.join(header)}", row=row)
    for position, column in enumerate(header):
        if column not in names and column not in ("", REMARK_COLUMN):
            known = "、".join(names)
            raise DataError(
                file, f"表头多了不认识的列，能写的是 {known}、{REMARK_COLUMN}", row=row, column=column
            )
        if column and column in header[:position]:
            raise DataError(file, "表头里这一列出现了两次", row=row, column=column)


def _plain_number(cell: str) -> str:
    """全角数字改半角；不是数字的原样（说明文字里的全角标点要留着）。"""
    folded = unicodedata.normalize("NFKC", cell).replace("−", "-")
    return folded if _NUMBER.fullmatch(folded) else cell


def _validate(
    model: type[M],
    values: Mapping[str, Any],
    file: str,
    *,
    row: int | None = None,
    text: str | None = None,
) -> M:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]
    place = [str(part) for part in problem["loc"]]
    column = place[0] if place else None
    if text is not None and column is not None:
        row = _row_of_key(text, column)
    kind = problem["type"]
    value = None
    if kind != "missing" and place:
        value = str(problem["input"])
    context: Mapping[str, Any] = problem.get("ctx", {})
    raise DataError(file, _reason(kind, context, problem["msg"]), row=row, column=column, value=value)


def _row_of_key(text: str, key: str) -> int | None:
    pattern = re.compile(rf"""\s*["']?{re.escape(key)}["']?\s*=""")
    for row, line in enumerate(text.splitlines(), start=1):
        if pattern.match(line):
            return row
    return None


def _reason(kind: str, context: Mapping[str, Any], message: str) -> str:
    """pydantic 的错误类型变成中文原因。"""
    match kind:
        case "missing":
            return "缺这一项"
        case "extra_forbidden":
            return "不认识这一项，多半是写错了名字"
        case "int_parsing" | "int_type" | "int_from_float":
            return "应是整数"
        case "float_parsing" | "float_type":
            return "应是数字"
        case "bool_parsing" | "bool_type":
            return "应是 true 或 false"
        case "string_type":
            return "应是文字"
        case "greater_than_equal":
            return f"不能小于 {context['ge']}"
        case "greater_than":
            return f"应大于 {context['gt']}"
        case "less_than_equal":
            return f"不能大于 {context['le']}"
        case "less_than":
            return f"应小于 {context['lt']}"
        case "string_too_short":
            return f"至少要 {context['min_length']} 个字"
        case "string_too_long":
            return f"最多 {context['max_length']} 个字"
        case "too_short":
            return f"至少要 {context['min_length']} 个"
        case "literal_error":
            return f"只能是 {context['expected'].replace(' or ', '、').replace(', ', '、')}"
        case "value_error":
            return str(context["error"])
        case _:
            return f"不合要求（{message}）"
