"""`games/`（实验室与命令行入口 `__main__.py` 除外）守禁令；禁令本身查得出违例。"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.purity import impurities

GAMES = Path(__file__).resolve().parents[2] / "games"
SOURCES = sorted(
    path
    for path in GAMES.rglob("*.py")
    if "lab" not in path.relative_to(GAMES).parts and path.name != "__main__.py"
)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(GAMES).as_posix())
def test_rules_are_pure(path: Path) -> None:
    assert impurities(path) == []


@pytest.mark.parametrize(
    "code",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "from datetime import datetime",
        "import asyncio",
        "open('x')",
        "print(1)",
        "hash('a')",
        "for x in {'a', 'b'}: pass",
        "for x in set(names): pass",
        "names = frozenset(['a'])\nlist(names)",
        "def f(names: set[str]):\n    return [n for n in names]",
        "','.join({'a', 'b'})",
        "class T:\n    seen: set[str]\n    def f(self):\n        for s in self.seen: pass",
        "a = {1}\nb = [*a]",
        "a = {1}\nfor x in a | {2}: pass",
        "a = {1}\na.pop()",
        "a = {1}\nlist(x for x in a)",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_breaches_are_found(code: str, tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text(code, "utf-8")
    assert len(impurities(source)) == 1


@pytest.mark.parametrize(
    "code",
    [
        "from math import comb",
        "for x in sorted({'a', 'b'}): pass",
        "names = frozenset(['a'])\n'a' in names",
        "for key, value in {'a': 1}.items(): pass",
        "a = {1}\nlen(a)\nany(x == 1 for x in [1])",
        "from .random import Stream",
    ],
)
def test_innocent_code_passes(code: str, tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text(code, "utf-8")
    assert impurities(source) == []
