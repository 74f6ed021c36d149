"""商店、物品与跨局的钱（G3.10）。

物品没有另外的「使用」：买下就生效，闪电豹、小药箱到时候用，升降梯留着。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Choice, Illegal, Purse, Seat
from games.magicelite.data import MagicEliteData, Options
from games.magicelite.events import Bought, SkillSwitched, StatusEnded
from games.magicelite.rules.second import adopt
from games.magicelite.rules.skills.control import release
from games.magicelite.rules.state import earn, third_of
from games.magicelite.sets import Factor
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = [
    "allowance",
    "buy",
    "dragon_factors",
    "fund",
    "lift",
    "offers",
    "pass_items",
    "purses",
    "refused",
    "reskill",
]

GENERATIONS = (1, 2, 3)
REASONS = {"adventure": "大冒险", "gift": "大礼包", "bird": "钻石鸟", "mine": "地雷"}
"""来由 → 账上的说法。"""


# ------------------------------------------------------------------ 跨局的钱（见 docs/decisions/0002-purses.md）
def allowance(options: Options, data: MagicEliteData) -> int | None:
    """新玩家带着多少钻石；这桌的钻石不跨局为 `None`（G3.10）。"""
    return data.rules.starting_diamonds if options.keeps_diamonds else None


def fund(table: MagicEliteTable, amounts: Sequence[int]) -> None:
    """各座位带进来的钻石。"""
    third_of(table).diamonds[:] = amounts


def purses(table: MagicEliteTable) -> list[Purse]:
    """各座位此刻的钻石，与这一局怎么来去的：买了什么也写在里面。"""
    third = third_of(table)
    return [Purse(third.diamonds[seat], note_of(table, seat)) for seat in range(table.seats)]


def note_of(table: MagicEliteTable, seat: Seat) -> str:
    """如「大冒险 +28，买闪电豹×2 −40」；没有变动为空。"""
    items = table.setup.data.item_of
    parts: list[str] = []
    for key, change in third_of(table).accounts[seat].items():
        amount = f"+{change}" if change > 0 else f"−{-change}"
        if key in items:
            count = -change // items[key].price
            parts.append(f"买{items[key].name}{f'×{count}' if count > 1 else ''} {amount}")
        elif change:
            parts.append(f"{REASONS[key]} {amount}")
    return "，".join(parts)


# ------------------------------------------------------------------ 主动回合出牌前
def offers(table: MagicEliteTable, seat: Seat) -> list[Choice]:
    """`seat` 此刻能买的与能用的升降梯；升降梯一个就够，不再卖第二个。"""
    third = third_of(table)
    found: list[Choice] = []
    for item in table.setup.data.shop:
        if item.price <= third.diamonds[seat] and not (item.key == "elevator" and third.elevators[seat]):
            found.append(["buy", item.key])
    if third.elevators[seat] and not third.lifted and third.master[seat] == NOBODY:
        current = third.skill_generation[seat]
        found += [["lift", generation] for generation in GENERATIONS if generation != current]
    return found


def refused(table: MagicEliteTable, seat: Seat, choice: Sequence[Any]) -> Illegal | None:
    """买不成、用不成升降梯的理由；与这两样无关为 `None`。"""
    third = third_of(table)
    if choice[0] == "buy":
        items = table.setup.data.item_of
        item = items.get(choice[1]) if len(choice) == 2 and isinstance(choice[1], str) else None
        if item is None:
            names = "、".join(each.name for each in items.values())
            return Illegal(f"商店里有：{names}", "G3.10", "如 买 闪电豹")
        if seat != table.active or table.phase != "play":
            return Illegal("只能在自己的主动回合、出牌之前买", "G3.10", "先照常回应")
        if item.price > third.diamonds[seat]:
            have = third.diamonds[seat]
            return Illegal(f"{item.name}要 {item.price} 颗钻石，你有 {have} 颗", "G3.10", "照常出牌")
        return Illegal("已经有升降梯了，一个就够", "G3.10", "升降梯 一代")
    if choice[0] == "lift":
        if third.master[seat] != NOBODY:
            return Illegal("小僵尸没有技能，升降梯用不上", "G3.14", "照常出牌")
        if not third.elevators[seat]:
            return Illegal("你没有升降梯", "G3.10", "买 升降梯")
        if third.lifted:
            return Illegal("这个回合已经用过升降梯", "G3.10", "照常出牌")
        return Illegal("升降梯换到另外两代之一，在自己的主动回合出牌之前", "G3.10", "如 升降梯 一代")
    return None


def buy(table: MagicEliteTable, seat: Seat, key: str) -> None:
    """买一样，立即归他。"""
    third = third_of(table)
    item = table.setup.data.item_of[key]
    if table.out is not None:
        table.out.append(Bought(seat, key, item.price))
    earn(table, seat, -item.price, "bought", key)
    if key == "medicine":
        third.medicine[seat] += 1
    elif key == "leopard":
        third.leopards[seat] += 1
    elif key == "bird_female":
        third.females[seat] += 1
    elif key == "bird_male":
        third.males[seat] += 1
    elif key == "dragon":
        third.dragons[seat].append(item.rounds or 0)
    else:
        third.elevators[seat] += 1
    pair(table, seat)


def lift(table: MagicEliteTable, seat: Seat, generation: int) -> None:
    """升降梯：换成同点数第 `generation` 代的技能，一回合一次。"""
    third_of(table).lifted = True
    if table.out is not None:
        table.out.append(SkillSwitched(seat, generation))
    reskill(table, seat, generation)


def reskill(table: MagicEliteTable, seat: Seat, generation: int) -> None:
    """换成第 `generation` 代的技能，次数从满计；专用盾不换（G3.17）。同一代的不算换。"""
    third, second = third_of(table), table.second
    assert second is not None
    if third.skill_generation[seat] == generation:
        return
    if second.shields[seat]:
        second.shields[seat] = 0
        if table.out is not None:
            table.out.append(StatusEnded(seat, "shield", "interrupted"))
    release(table, [feud for feud in second.feuds if feud.controller == seat], "interrupted")
    third.skill_generation[seat] = generation
    table.revivals[seat] = 0
    third.bloodlust_used[seat] = 0
    if generation == 2:
        adopt(table, seat)
    else:
        second.style[seat] = ""
        second.numbers[seat] = []
        second.real[seat] = 0
        second.exposed[seat] = False


# ------------------------------------------------------------------ 到时候
def pair(table: MagicEliteTable, seat: Seat) -> None:
    """一公同时配一雌（G3.10）。"""
    third = third_of(table)
    laying = third.laying[seat]
    rounds = table.setup.data.item_of["bird_female"].rounds or 0
    while len(laying) < third.males[seat] and len(laying) < third.females[seat]:
        laying.append(rounds)


def pass_items(table: MagicEliteTable, seat: Seat) -> None:
    """自己的主动回合开始：成对的雌鸟各产一次，爆爆龙过一个回合（G3.10）。"""
    third = third_of(table)
    items = table.setup.data.item_of
    left: list[int] = []
    for rounds in third.laying[seat]:
        earn(table, seat, items["bird_female"].income or 0, "bird")
        if rounds > 1:
            left.append(rounds - 1)
        else:
            third.females[seat] -= 1
            ended(table, seat, "bird_female")
    third.laying[seat] = left
    pair(table, seat)
    remaining = [rounds - 1 for rounds in third.dragons[seat]]
    third.dragons[seat] = [rounds for rounds in remaining if rounds]
    for rounds in remaining:
        if not rounds:
            ended(table, seat, "dragon")


def ended(table: MagicEliteTable, seat: Seat, what: str) -> None:
    """一样物品到期。"""
    if table.out is not None:
        table.out.append(StatusEnded(seat, what, "expired"))


def dragon_factors(table: MagicEliteTable, seat: Seat) -> list[Factor]:
    """爆爆龙的倍率，每只一个，相乘（G3.10）。"""
    factor = table.setup.data.item_of["dragon"].factor or 1
    return [Factor("dragon", factor) for _ in third_of(table).dragons[seat]]
