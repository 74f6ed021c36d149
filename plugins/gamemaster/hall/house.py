"""大厅的桌规：限时、提醒、自动托管；与游戏自己的桌规一起列在「选项」里。"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from typing import Any

from games.kernel import OptionError, OptionLine, fold, number

from .settings import HallSettings

LONGEST = 24 * 3600
"""限时最长一天。"""

NEVER = frozenset({"0", "无", "不限", "关", "不", "不要", "off"})
DURATION = re.compile(r"(?:(\d+|[一二两三四五六七八九十]+)(?:分钟|分|min|m))?(?:(\d+)(?:秒|s)?)?")


@dataclass(frozen=True, slots=True)
class House:
    """一桌的大厅桌规。"""

    turn_seconds: int
    """出牌限时，0 不限。"""
    choice_seconds: int
    """选择限时，0 不限。"""
    reminder_seconds: int
    """提醒，0 不提醒。"""
    timeouts: int
    """自动托管：连续超时几次，0 不托管。"""

    def dump(self) -> dict[str, Any]:
        """写成 JSON 里的一个对象。"""
        return asdict(self)


NAMES: dict[str, str] = {
    "出牌限时": "turn_seconds",
    "选择限时": "choice_seconds",
    "提醒": "reminder_seconds",
    "自动托管": "timeouts",
}
MEANINGS: dict[str, str] = {
    "出牌限时": "轮到出牌时每个动作最多想多久；0 不限",
    "选择限时": "其余的选择最多想多久；0 不限",
    "提醒": "剩多久时提醒一次；0 不提醒",
    "自动托管": "连续超时几次转托管；0 不转",
}


ALLOWED = {
    "出牌限时": "时间，如 90秒、3分，或 不限",
    "选择限时": "时间，如 90秒、3分，或 不限",
    "提醒": "时间，如 30秒，或 关",
    "自动托管": "次数，如 2，或 关",
}
"""各条能写什么。"""


def default_house(settings: HallSettings, timeouts: int) -> House:
    """默认的大厅桌规；`timeouts` 是游戏自己定的次数。"""
    return House(settings.turn_seconds, settings.choice_seconds, settings.reminder_seconds, timeouts)


def restore_house(values: Any, default: House) -> House:
    """从 `House.dump` 读回来；缺的用默认值。"""
    known = {name: values[name] for name in asdict(default) if isinstance(values.get(name), int)}
    return replace(default, **known)


def set_house(house: House, name: str, value: str) -> House | None:
    """改一条；`name` 不是大厅的桌规为 `None`，值不对抛 `OptionError`。"""
    field = NAMES.get(fold(name))
    if field is None:
        return None
    if field == "timeouts":
        count = 0 if value in NEVER else number(value.removesuffix("次"))
        if count is None or count > 99:
            raise OptionError(f"「{name}」要写次数，如「{name}=2」，0 为不托管；「{value}」读不懂")
        return replace(house, timeouts=count)
    return replace(house, **{field: seconds_of(name, value)})


def seconds_of(name: str, value: str) -> int:
    """读一段时间：`90`、`90秒`、`3分`、`2分30秒`、`不限`；读不懂抛 `OptionError`。"""
    words = fold(value).replace(" ", "").casefold()
    if words in NEVER:
        return 0
    found = DURATION.fullmatch(words)
    if not words or found is None:
        raise OptionError(f"「{name}」要写时间，如「{name}=90秒」「{name}=3分」，0 为不限；「{value}」读不懂")
    minutes = number(found[1]) if found[1] else 0
    total = (minutes or 0) * 60 + (number(found[2]) or 0 if found[2] else 0)
    if total > LONGEST or (found[2] and number(found[2]) is None):
        raise OptionError(f"「{name}」最长一天，如「{name}=10分」")
    return total


def spoken(seconds: float) -> str:
    """给人看的时长：`45秒`、`3分钟`、`1分30秒`。"""
    whole = max(0, round(seconds))
    minutes, rest = divmod(whole, 60)
    if not minutes:
        return f"{rest}秒"
    return f"{minutes}分{rest}秒" if rest else f"{minutes}分钟"


def house_lines(house: House) -> list[OptionLine]:
    """给人看的大厅桌规。"""
    lines: list[OptionLine] = []
    for name, field in NAMES.items():
        value: int = getattr(house, field)
        if field == "timeouts":
            shown = f"{value}次" if value else "关"
        else:
            shown = spoken(value) if value else "不限" if field != "reminder_seconds" else "关"
        lines.append(OptionLine(name, shown, MEANINGS[name], "", ALLOWED[name]))
    return lines
