"""给人看的数：大数写成「万」「亿」（E4.4）。事件与日志里的数仍是原样的整数。"""

from __future__ import annotations

from collections.abc import Sequence

from games.magicelite.data import MagicEliteData
from games.magicelite.sets import Factor

UNITS = ((10**16, "亿亿"), (10**12, "万亿"), (10**8, "亿"), (10**4, "万"))
"""从大到小的单位。"""
DIGITS = 3
"""除不尽时小数点后至多几位。"""


def spoken(value: int) -> str:
    """`12` → `12`，`1200000` → `120万`，`299999992` → `约3亿`；写不准的四舍五入，前面有「约」。"""
    if value < 0:
        return f"−{spoken(-value)}"
    for size, unit in UNITS:
        scaled = (value * 10**DIGITS + size // 2) // size
        # 99999999 四舍五入已经是 1 亿；一万以下的总写全。
        if value >= UNITS[-1][0] and scaled >= 10**DIGITS:
            whole, rest = divmod(scaled, 10**DIGITS)
            decimals = f"{rest:0{DIGITS}d}".rstrip("0")
            about = "" if scaled * size == value * 10**DIGITS else "约"
            return f"{about}{_whole(whole)}{'.' if decimals else ''}{decimals}{unit}"
    return str(value)


def _whole(value: int) -> str:
    # 比最大的单位还大四位以上的，写成「10 的几次方」倍数，免得一行写不下。
    text = str(value)
    return text if len(text) <= 8 else f"{text[0]}.{text[1:4]}×10^{len(text) - 1}"


def signed(value: int) -> str:
    """带号的数：`+3`、`−6`、`0`、`约+3亿`。"""
    sign = "+" if value > 0 else "−" if value < 0 else ""
    text = spoken(abs(value))
    return f"约{sign}{text[1:]}" if text.startswith("约") else sign + text


def factor_name(data: MagicEliteData, key: str) -> str:
    """倍率的来历，如「王者」「百倍」「爆爆龙」。"""
    skill = data.skill_of.get(key)
    if skill is not None:
        return skill.name.removesuffix("之力")
    item = data.item_of.get(key)
    return key if item is None else item.name


def product(data: MagicEliteData, base: int, factors: Sequence[Factor]) -> str:
    """`6×2（王者）`；没有倍率只写数。"""
    if not base:
        return "0"
    text = spoken(base)
    for factor in factors:
        text += f"×{spoken(factor.value)}（{factor_name(data, factor.name)}）"
    return text
