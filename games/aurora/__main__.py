"""设计者的检查：`uv run python -m games.aurora check [文件夹]`。

把一套牌表读一遍：每一处错都说（文件、行、列、那里能写什么），都对就把每张牌印成玩家读到的样子。
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from games.aurora.data import FOLDER, AuroraData
from games.kernel.tables import DataError, parse_sheet, read_settings, read_text

app = typer.Typer(add_completion=False, no_args_is_help=True, help="极光战棋的牌表。")


@app.callback()
def main() -> None:
    """极光战棋的牌表。"""


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(help="牌表所在的文件夹；缺的表用随项目的")] = FOLDER,
) -> None:
    """检查一套牌表，并把每张牌印成玩家读到的样子。有错时退出码为 1。"""
    console = Console(soft_wrap=True, highlight=False)
    if not folder.is_dir():
        console.print(f"没有这个文件夹：{folder}", markup=False)
        console.print("errors = 1")
        raise typer.Exit(1)
    base = None if folder.resolve() == FOLDER or complete(folder) else AuroraData.load(FOLDER)
    faults = [str(fault) for fault in faults_in(folder, base)]
    if not faults:
        data = AuroraData.load(folder, base)
        for name, reason in data.broken.items():
            told = [str(fault) for fault in faults_in(folder / name, data)] or [reason]
            faults += [f"卡池「{name}」：{each}" for each in told]
        show(console, data)
        console.print(f"cards = {len(data.cards)}")
        console.print(f"skills = {len(data.skills)}")
        console.print(f"soldiers = {len(data.soldiers)}")
        console.print(f"presets = {len(data.presets)}")
        console.print(f"pools = {len(data.pools)}")
    for fault in faults:
        console.print(f"✗ {fault}", markup=False)
    console.print(f"errors = {len(faults)}")
    if faults:
        raise typer.Exit(1)


def complete(folder: Path) -> bool:
    """这个文件夹里各张表都有：它是一整套，可以有自己的卡池。"""
    return all((folder / AuroraData.file_of(name)).exists() for name in AuroraData.tables())


def faults_in(folder: Path, base: AuroraData | None) -> Iterator[DataError]:
    """一套牌表里的每一处错：先逐格，逐格都对了再看跨表的。缺的表用 `base` 的；没有 `base` 就一张不能少。"""
    single = True
    for name, (model, listed) in AuroraData.tables().items():
        path = folder / AuroraData.file_of(name)
        if base is not None and not path.exists():
            continue
        try:
            if not listed:
                read_settings(path, model)
                continue
            text = read_text(path)
        except DataError as error:
            single = False
            yield error
            continue
        for error in row_faults(text, path.name, model, AuroraData.UNIQUE.get(name, ())):
            single = False
            yield error
    if not single:
        return
    try:
        AuroraData.load(folder, base)
    except DataError as error:
        yield error


def row_faults(text: str, file: str, model: Any, unique: tuple[str, ...]) -> Iterator[DataError]:
    """一张表里每一行的错：读出一处，把那一行当作没有，再读。"""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    while True:
        buffer = io.StringIO(newline="")
        csv.writer(buffer, lineterminator="\n").writerows(rows)
        try:
            parse_sheet(buffer.getvalue(), file, model, unique=unique)
        except DataError as error:
            yield error
            # 表头错了，或整张表的错，后面的没法再看。
            if error.row is None or error.row <= 1 or error.row > len(rows) or not any(rows[error.row - 1]):
                return
            rows[error.row - 1] = []
            if not any(any(cell.strip() for cell in row) for row in rows[1:]):
                return
        else:
            return


def show(console: Console, data: AuroraData) -> None:
    """每张牌、每个技能、每种士兵，玩家读到的样子。"""
    cards = listing("牌", "牌", "英雄", "移动/闪避")
    for card in data.cards:
        cards.add_row(card.name, card.owner or "通用", f"{card.move}/{card.dodge}", card.text)
    skills = listing("英雄技能", "英雄", "技能", "蓄能")
    for hero in data.heroes:
        for skill in hero.skills:
            skills.add_row(hero.name, skill.name, str(skill.cost), skill.text)
    soldiers = listing("士兵", "士兵", "势力", "等级", "攻击/移动/生命")
    for each in data.soldiers:
        numbers = f"{each.attack}/{each.move}/{each.health}"
        soldiers.add_row(each.name, each.faction, f"LV{each.level}", numbers, each.text)
    for table in (cards, skills, soldiers):
        console.print(table)


def listing(title: str, *columns: str) -> Table:
    """一张表；末列是说明，再长也不截断。"""
    table = Table(*columns, title=title, title_justify="left")
    table.add_column("玩家读到的", overflow="fold")
    return table


if __name__ == "__main__":
    app()
