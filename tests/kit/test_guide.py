"""`docs/adding-a-game.md` 说的名字都真有。"""

from __future__ import annotations

import re
from pathlib import Path

import games.kernel
from games.kernel import Game, Table, data, options
from tests.kit import conformance, golden, restarting, scripts, secrecy, tables
from tests.kit import options as option_words

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")


def test_every_file_named_is_there() -> None:
    named = re.findall(r"`((?:games|tests|docs)/[\w./-]+)`", GUIDE)
    assert len(named) >= 4
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_name_is_in_the_code() -> None:
    known = {*games.kernel.__all__, *dir(Game), *dir(Table), *dir(conformance), *dir(golden), *dir(secrecy)}
    known |= {*dir(options), *dir(data), *dir(option_words), *dir(restarting), *dir(scripts), *dir(tables)}
    known |= {"MyGame", "CHANGELOG", "True", "False", "None"}
    capitals = set(re.findall(r"`([A-Z][A-Za-z]+)\b", GUIDE))
    assert len(capitals) > 10 and capitals <= known, capitals - known
    methods = (
        "read",
        "prompt",
        "tell",
        "waiting",
        "status",
        "board",
        "hand",
        "result",
        "summary",
        "option_lines",
    )
    assert all(f"`{method}" in GUIDE and hasattr(Game, method) for method in methods)


def test_every_abstract_method_can_be_found_in_the_kernel() -> None:
    assert "games.kernel.Game" in GUIDE and Game.__abstractmethods__
    assert all(getattr(Game, name).__doc__ for name in Game.__abstractmethods__)
