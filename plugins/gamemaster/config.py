"""群桌的设置：每项一个带说明的字段；`.env.example` 由 `python -m plugins.gamemaster.config` 写出。"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal

from pydantic import AliasGenerator, BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from .hall.settings import HallSettings

ROOT = Path(__file__).resolve().parents[2]
"""项目的文件夹；相对路径都从它算起，从哪里启动都一样。"""

PREFIX = "qunzhuo_"
"""环境变量的前缀（大小写不论）。"""


class Settings(BaseModel):
    """全部设置。时间一律是秒，0 表示不限或不要（另有说明的除外）。"""

    model_config = ConfigDict(
        alias_generator=AliasGenerator(validation_alias=lambda name: PREFIX + name), populate_by_name=True
    )

    # ------------------------------------------------------------ 存储
    database: Path = Field(
        default=Path("var/qunzhuo.db"), description="数据库文件，文件夹会按需建立；相对路径从项目文件夹算起"
    )
    synchronous: Literal["OFF", "NORMAL", "FULL", "EXTRA"] = Field(
        default="FULL", description="每步落盘的严格程度；低于 FULL 时断电可能丢最后几步"
    )

    # ------------------------------------------------------------ 收
    event_age: float = Field(default=120, ge=0, description="比这更早的消息不理（断线期间积压的）；0 不限")
    approve_friends: bool = Field(default=True, description="自动同意加好友：私聊手牌要先是好友或能临时会话")
    group_invitations: Literal["superusers", "everyone", "nobody"] = Field(
        default="superusers",
        description="谁能邀请机器人进群：superusers 超级用户，everyone 任何人，nobody 谁也不能",
    )

    # ------------------------------------------------------------ 发
    send_interval: float = Field(
        default=0.2, ge=0, le=60, description="对同一个群或同一个人，两条消息至少隔多久；0 不限速"
    )
    send_rate: float = Field(default=20, ge=0, le=1000, description="一个账号每秒最多发几条；0 不限速")
    send_retries: int = Field(default=4, ge=0, le=20, description="暂时发不出去时重试几次")
    send_backoff: float = Field(default=0.5, gt=0, le=60, description="第一次重试前等多久，此后每次加倍")
    send_patience: float = Field(
        default=120, gt=0, le=3600, description="一条消息最多等多久（含掉线等待），再发不出去就放弃"
    )
    send_queue: int = Field(default=100, ge=5, le=10000, description="一个群或一个人最多积压几条")
    send_letters: int = Field(
        default=1800, ge=100, le=4500, description="一条消息最多几个字，更长的按行分几条发"
    )
    breaker_failures: int = Field(
        default=6, ge=1, le=100, description="一个账号连续失败几次就停一停（多半是被风控）"
    )
    breaker_pause: float = Field(
        default=30, gt=0, le=3600, description="停多久再试一条；仍失败则加倍，最多十倍"
    )

    # ------------------------------------------------------------ 大厅
    turn_seconds: int = Field(
        default=180, ge=0, description="「出牌限时」的默认值：轮到谁出牌时，每个动作最多想多久"
    )
    choice_seconds: int = Field(default=90, ge=0, description="「选择限时」的默认值：其余问题最多想多久")
    reminder_seconds: int = Field(
        default=30, ge=0, description="「提醒」的默认值：时间剩这么多时在群里 @ 他一次"
    )
    lobby_seconds: int = Field(default=1800, ge=0, description="等人的桌这么久没有动静就收掉")
    vote_seconds: int = Field(default=120, ge=10, description="表决（悔棋、中断、投票重置）的时限")
    nudge_seconds: int = Field(default=60, ge=0, description="两次「催」之间至少隔多久")
    repeat_seconds: int = Field(
        default=3, ge=0, description="同一个人这么久之内重复同一句话、桌上又没有变化时，不再回一次"
    )
    confirm_seconds: int = Field(default=60, ge=5, description="「认输」要在这么久之内再打一次才算")
    greeting_seconds: int = Field(default=4, ge=0, description="加入时试私聊，最多等这么久就先发座位卡")
    reconnect_quiet_seconds: int = Field(
        default=60, ge=0, description="掉线不超过这么久又回来时，不在群里作声"
    )
    snapshot_moves: int = Field(default=30, ge=1, description="每走这么多步，在下一个段界存档一次")
    batch_moves: int = Field(default=32, ge=1, description="电脑一口气最多走几步再让出")
    message_lines: int = Field(default=12, ge=4, description="大厅把一条消息排在几行以内")
    message_letters: int = Field(default=900, ge=100, le=4500, description="大厅把一条消息排在几个字以内")
    recent_messages: int = Field(
        default=4096, ge=100, description="每个机器人记住多少条处理过的消息编号，用来去重"
    )
    queue_length: int = Field(default=200, ge=10, description="一桌最多积压几句话，再多的丢掉")
    autopilot_level: str = Field(
        default="普通", min_length=1, description="托管、认输、离席后由哪种难度的电脑玩家代打"
    )
    history_shown: int = Field(default=5, ge=1, le=50, description="「战绩」列出最近几场")

    def database_path(self) -> Path:
        """数据库文件的绝对路径。"""
        return ROOT / self.database.expanduser()

    def hall(self) -> HallSettings:
        """大厅的那一部分。"""
        names = {entry.name for entry in fields(HallSettings)} - {"version"}
        return HallSettings(version=program_version(), **{name: getattr(self, name) for name in names})


def program_version() -> str:
    """程序版本，写在 `pyproject.toml`。"""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def unknown_names(values: dict[str, Any]) -> list[str]:
    """写了却不认识的设置（多半是打错了），大写，按字母排。`values` 的键是小写的环境变量名。"""
    known = {PREFIX + name for name in Settings.model_fields}
    return sorted(name.upper() for name in values if name.startswith(PREFIX) and name not in known)


NONEBOT = (
    ("HOST", "127.0.0.1", "监听的地址；不是本机地址时，必须设 ONEBOT_ACCESS_TOKEN，否则拒绝启动"),
    (
        "PORT",
        "8080",
        "监听的端口；协议端（NapCat、LLOneBot、Lagrange…）的反向 WebSocket 地址是 ws://地址:端口/onebot/v11/ws",
    ),
    (
        "ONEBOT_ACCESS_TOKEN",
        "",
        "协议端连接时要带的令牌，两边写成一样；设了它就当作接真实账号，房间不再自动打开",
    ),
    ("SUPERUSERS", "[]", '超级用户的 QQ 号，如 ["123456"]；在每个群里都有管理员的权限'),
    ("LOG_LEVEL", "INFO", "日志的详细程度：DEBUG、INFO、WARNING、ERROR"),
    (
        "ONEBOT_WS_URLS",
        "[]",
        '要主动去连的协议端（正向 WebSocket），如 ["ws://127.0.0.1:3001"]；还要设 DRIVER=~fastapi+~websockets',
    ),
    ("DRIVER", "~fastapi", "NoneBot 的驱动器"),
)
"""NoneBot 自己的设置里要紧的几项 `(名字, 默认值, 说明)`。"""


def env_example() -> str:
    """`.env.example` 的全文：每项一行说明、一行注释掉的默认值。"""
    # 只有写样板时才用得到房间的设置；房间本身与这里无关。
    from plugins.room.config import Config as RoomConfig

    lines = [
        "# 群桌的设置。复制成 .env，去掉要改的那几行前面的 #；一行都不改也能运行。",
        "# 由 uv run python -m plugins.gamemaster.config > .env.example 写出。",
        "",
        "# ---- NoneBot ----",
    ]
    for name, default, meaning in NONEBOT:
        lines += [f"# {meaning}", f"# {name}={default}", ""]
    lines += ["# ---- 群桌 ----"]
    lines += _field_lines(Settings.model_fields, PREFIX)
    lines += ["# ---- 房间（没有 QQ 账号也能玩） ----"]
    lines += _field_lines(RoomConfig.model_fields, "")
    return "\n".join(lines).rstrip() + "\n"


def _field_lines(found: dict[str, FieldInfo], prefix: str) -> list[str]:
    lines: list[str] = []
    for name, entry in found.items():
        lines += [
            f"# {entry.description}",
            f"# {(prefix + name).upper()}={_written(entry.get_default())}",
            "",
        ]
    return lines


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list | tuple):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    if isinstance(value, Path):
        return value.as_posix()
    return str(value)


if __name__ == "__main__":
    import sys

    sys.stdout.write(env_example())
