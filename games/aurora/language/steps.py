"""牌效的步（A9）：效果列编译成的东西，规则照着做。全是不变的数据类，只有整数与布尔。

一个效果是几部分（`；` 分开），一部分是几步，依次做。攻击的一步是一次完整的攻击流程（A4）：范围词与它后面打在
目标上的几下合成一个 `Strike`。
"""

from __future__ import annotations

from dataclasses import dataclass

# ================================================================== 范围（A4.1–A4.3）


@dataclass(frozen=True, slots=True)
class Line:
    """`直X`：一条直线 X 格内所有目标（A4.2）。"""

    reach: int


@dataclass(frozen=True, slots=True)
class Diagonal:
    """`斜X`：一条斜线 X 格内所有目标（A4.2）。"""

    reach: int


@dataclass(frozen=True, slots=True)
class Far:
    """`远X/Y`：最远 X 范围内选至多 Y 格（A4.1）。"""

    reach: int
    most: int


@dataclass(frozen=True, slots=True)
class Near:
    """`近X`：附近 X 格全部（A4.3）。"""

    reach: int


@dataclass(frozen=True, slots=True)
class NearPick:
    """`近X选Y`：附近 X 格里选至多 Y 格（A4.3）。"""

    reach: int
    most: int


@dataclass(frozen=True, slots=True)
class Around:
    """`全X`：附近全范围 X 格全部（A4.3）。"""

    reach: int


Range = Line | Diagonal | Far | Near | NearPick | Around
"""一种范围。"""

# ================================================================== 打在目标上的（A4）


@dataclass(frozen=True, slots=True)
class Damage:
    """`伤n`：受 n 点伤害；对方闪避区空时再加 `when_bare`（背刺）。"""

    amount: int
    when_bare: int = 0


@dataclass(frozen=True, slots=True)
class Push:
    """`推n`：沿使用者→目标推 n 格，受阻受 `blocked` 点（A4.9）。"""

    distance: int
    blocked: int = 0


@dataclass(frozen=True, slots=True)
class Venom:
    """`毒n`：目标的控制者下个回合结束时受 n 点（A4.10）。"""

    amount: int


@dataclass(frozen=True, slots=True)
class Root:
    """`定`：命中的士兵下个主要阶段不能移动（A4.10 霜环）。"""


@dataclass(frozen=True, slots=True)
class Strip:
    """`弃闪n`：目标的控制者随机弃 n 张闪避牌（锁喉）。"""

    count: int


Blow = Damage | Push | Venom | Root | Strip
"""打在目标上的一下。"""


@dataclass(frozen=True, slots=True)
class Strike:
    """一次攻击：选范围，对方响应，每个目标依次挨 `blows`（A4）。"""

    range: Range
    blows: tuple[Blow, ...]
    heal_per_kill: int = 0
    """每击破 1 名敌方士兵，英雄回几点（收割）。"""


# ================================================================== 帮己方的


@dataclass(frozen=True, slots=True)
class Heal:
    """`回n`：回复 n 点，不超过上限（A1.2、A5.4）。"""

    amount: int


@dataclass(frozen=True, slots=True)
class Ward:
    """`护n`：至下回合每次受伤 −n；`once` 只减首次（A4.9、A4.10）。"""

    amount: int
    once: bool = False


@dataclass(frozen=True, slots=True)
class AidHero:
    """`英雄 …`：己方英雄得到 `boons`。"""

    boons: tuple[Heal | Ward, ...]


@dataclass(frozen=True, slots=True)
class AidSoldiers:
    """`士兵 …`：己方士兵各得到 `boons`。"""

    boons: tuple[Heal | Ward, ...]


@dataclass(frozen=True, slots=True)
class AidOneSoldier:
    """`一兵 …`：选己方一名士兵，得到 `boons`。"""

    boons: tuple[Heal | Ward, ...]


@dataclass(frozen=True, slots=True)
class AidRange:
    """`远X/Y 己方 …`：范围里选己方单位；`itself` 可以选自己。"""

    range: Far | NearPick
    boons: tuple[Heal | Ward, ...]
    itself: bool


@dataclass(frozen=True, slots=True)
class Boost:
    """`号令n`：本回合己方士兵 ATK +n。"""

    amount: int


# ================================================================== 移动（A3.1、A4.11）


@dataclass(frozen=True, slots=True)
class Walk:
    """`移n`：英雄走至多 n 格。"""

    distance: int


@dataclass(frozen=True, slots=True)
class Dash:
    """`直移n`：英雄沿一个方向直走至多 n 格。"""

    distance: int


@dataclass(frozen=True, slots=True)
class Shadow:
    """`穿移n`：英雄走至多 n 格，可穿单位与障碍，终点须空（A4.11）。"""

    distance: int


@dataclass(frozen=True, slots=True)
class Swap:
    """`换位`：与己方一名士兵换位（A4.11）。"""


@dataclass(frozen=True, slots=True)
class Wall:
    """`冰墙`：远 `reach` 选一空格置障碍，至下回合（A4.10、A4.11）。"""

    reach: int


# ================================================================== 牌


@dataclass(frozen=True, slots=True)
class Draw:
    """`抽n`：摸 n 张。"""

    count: int


@dataclass(frozen=True, slots=True)
class Charge:
    """`蓄能n`：牌库顶 n 张入蓄能。"""

    count: int


@dataclass(frozen=True, slots=True)
class Store:
    """`手蓄n`：至多 n 张手牌入蓄能（汲能）。"""

    count: int


@dataclass(frozen=True, slots=True)
class Stow:
    """`入闪n`：n 张手牌入闪避区。"""

    count: int


@dataclass(frozen=True, slots=True)
class Recall:
    """`拾闪n`：弃牌堆 n 张入闪避区（烟幕）。"""

    count: int


# ================================================================== 士兵（A5）


@dataclass(frozen=True, slots=True)
class ExtraRound:
    """`士兵行动`：己方一名士兵立即一轮行动，在两轮之外（A5.8）。"""


@dataclass(frozen=True, slots=True)
class ExtraDeploy:
    """`布置LVn`：额外布置一名 LVn，不占次数（A5.8）。"""

    level: int


@dataclass(frozen=True, slots=True)
class ExtraUpgrade:
    """`升阶n`：额外升阶一次到 LVn，不占次数（A5.8）。"""

    level: int


@dataclass(frozen=True, slots=True)
class Avenge:
    """`报n`：离场效果，击杀它的单位受 n 点。"""

    amount: int


Step = (
    Strike
    | AidHero
    | AidSoldiers
    | AidOneSoldier
    | AidRange
    | Boost
    | Walk
    | Dash
    | Shadow
    | Swap
    | Wall
    | Draw
    | Charge
    | Store
    | Stow
    | Recall
    | ExtraRound
    | ExtraDeploy
    | ExtraUpgrade
    | Avenge
)
"""一步。"""
