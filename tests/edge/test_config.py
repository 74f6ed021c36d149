"""设置：说明、默认值、样板文件三处一致。"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import ValidationError

from plugins.gamemaster.config import NONEBOT, ROOT, Settings, env_example, unknown_names
from plugins.gamemaster.hall.settings import HallSettings
from plugins.room.config import Config as RoomConfig


def test_the_example_file_is_what_the_settings_say() -> None:
    assert (ROOT / ".env.example").read_text("utf-8") == env_example()


def test_the_command_prints_the_example_and_nothing_else() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "plugins.gamemaster.config"], cwd=ROOT, capture_output=True, check=True
    )
    assert printed.stdout.decode() == env_example()
    assert printed.stderr == b""


def test_every_setting_is_in_the_example_with_its_default() -> None:
    lines = env_example().splitlines()
    names = {line[2:].partition("=")[0] for line in lines if line.startswith("# ") and "=" in line}
    wanted = {f"QUNZHUO_{name}".upper() for name in Settings.model_fields}
    wanted |= {name.upper() for name in RoomConfig.model_fields} | {name for name, _, _ in NONEBOT}
    assert wanted <= names


def test_the_example_with_every_line_in_force_changes_nothing(tmp_path: Path) -> None:
    in_force = "\n".join(
        line[2:] if line.startswith("# ") and "=" in line and line[2:3].isupper() else line
        for line in env_example().splitlines()
    )
    (tmp_path / ".env").write_text(in_force, "utf-8")
    program = (
        "import nonebot\n"
        "nonebot.init(driver='~none')\n"
        "from plugins.gamemaster.config import Settings\n"
        "from plugins.room.config import Config\n"
        "assert nonebot.get_plugin_config(Settings) == Settings()\n"
        "assert nonebot.get_plugin_config(Config) == Config()\n"
    )
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    ran = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_field_is_documented_in_chinese() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description, name
        assert any("一" <= letter <= "鿿" for letter in field.description), name


def test_the_halls_settings_all_come_from_here_with_the_same_defaults() -> None:
    hall = Settings().hall()
    for entry in fields(HallSettings):
        if entry.name != "version":
            assert getattr(hall, entry.name) == entry.default, entry.name
    assert hall.version.count(".") == 2
    changed = Settings.model_validate({"qunzhuo_turn_seconds": "7", "qunzhuo_autopilot_level": "随机"}).hall()
    assert (changed.turn_seconds, changed.autopilot_level) == (7, "随机")


@pytest.mark.parametrize(
    ("name", "value"),
    [("vote_seconds", 9), ("send_interval", -1), ("synchronous", "MAYBE"), ("group_invitations", "me")],
)
def test_values_out_of_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({f"qunzhuo_{name}": value})


def test_misspelt_names_are_found() -> None:
    assert unknown_names({"qunzhuo_databse": "x", "qunzhuo_database": "y", "host": "z"}) == [
        "QUNZHUO_DATABSE"
    ]


def test_a_relative_database_is_in_the_project_wherever_we_start() -> None:
    assert Settings().database_path() == ROOT / "var" / "qunzhuo.db"
    assert Settings(database=Path("/tmp/x.db")).database_path() == Path("/tmp/x.db")
