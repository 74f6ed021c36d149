"""极光战棋的规则：一段一个协程，读起来与规则书一样，条号在旁。

| 段 | 做什么 | 条号 |
|---|---|---|
| `choosing` | 掷骰定先手，同时密选英雄与卡组 | A1.6 |
| `obstacles` | 各放一格障碍 | A1.3 |
| `entering` | 英雄进场 | A1.4 |
| `dividing` | 分闪避区与备用区，摸手牌 | A1.5 |
| `turn` | 回合开始：到期的收掉，摸牌 | A2 A2.1 A4.10 |
| `preparing` | 准备阶段，一次一样 | A2.2 |
| `main` | 主要阶段，一次一个行动 | A2.3 A3–A6 |
| `discarding` | 弃牌阶段 | A2.4 |
| `ending` | 回合结束：毒、到期、满回合数、超时判负 | A4.10 A7.1 A11.4 |

一张牌的效果是数据（`language.steps`），每种步一个函数（`rules.effects`），规则从不看是哪张牌。攻击都走
`rules.attack`；离场从 `rules.wounds` 插进去。对局在哪里分出胜负，就在哪里抛 `finish.Finished`，由段的外层收住。

规则书没有写明、在代码里裁定的：

- 英雄与卡组同时密选，都选好才公布；公布的只有英雄，是不是预组也不说（A1.6、A10）。
- 掷英雄位置的骰子有几列就几面，定先手的骰子取数据里的 D6（A1.4、A1.6、A1.1 选项）。
- 备用区开局超过上限的留着；超过时不能再放，减到上限以下才行（A1.5、A2.2）。
- 疲劳的扣血不受减伤；桌规是疲劳时弃牌堆不再洗（A2.1）。
- 用牌移动至少走一格；牌效的移动可以原地不动（A3.1）。
- 障碍那一格起都不在直线里：那格上不会有单位，列出来只会误会（A4.2）。
- 近、全里有两个以上目标才问次序；没有目标的格排在后面，英雄闪进去就在那时照中（A4.3、A4.8）。
- 打到空格、没有目标的攻击也可以出。第一步没有可选的（没有己方士兵、没有方向）则不能打出。
- 打出的牌结算完才进弃牌堆：烟幕拿不到自己，洗牌洗不到它（A4）。
- 打出的牌收回时大家已经看到；技能选定第一步的范围才宣告、才移除蓄能牌，收回不亮牌（A11.2、A10）。
- 技能移除先放的蓄能牌（A6.1）。
- 伤到 0 的目标不再受同一次攻击后面的几下（推、毒、锁喉）；锁喉打中谁，就弃谁的控制者的闪避牌（A4.9、A9）。
- 推只在使用者与目标同在一条线上才有方向；推进范围里另一格不再中（A4.4、A4.9）。
- 攻击的士兵因离场伤害自己离场了，已选定的攻击照样结算完（A4）。
- 折光在首次受到大于 0 的伤害时用掉，哪怕别的减伤已经够了（A4.9）。
- 冰墙只看边界与障碍：英雄四邻要留一格不是边界、不是障碍；单位围住的不算（A4.11）。
- 离场自上而下，升变牌排在最后，后得到的先触发（A5.7）。
- 压在下面的牌写明的射程也能选；最上一张没有写的是缺省的射程（A5.4、A5.5）。
- 「士兵行动」给的一轮里，士兵攻击击杀的也能升变，哪张牌给的都一样：规则不看牌名（A5.6、A5.8）。
- 牌效写明布置 LV2、LV3 的照它写的直接布置；A5.1 的限制只管每回合自己的那次（A5.1、A5.8）。
- 作底的升变牌要正好比新牌低一级；士兵堆里收回的是原来最上一张（A5.6）。
- 升阶不满血时，新上限减去原来少的，至少 1（A5.5 选项）。
- 只做了一轮的一半，另一半还够得着谁才接着问；没做就停的不算一轮（A5.3）。
- 号令按攻击时的 ATK；回合结束才到期，这之前布置的也算（A9）。
- 同一检查点英雄双双倒下是平局，两个人都算胜者（A1.2、A7.1）。
- 整回合超时只数准备与主要两个阶段的回答：自己做过一件事、自己说过「结束」，这回合就不算（A11.4）。
"""

from __future__ import annotations

from collections.abc import Sequence

from games.aurora.board import NOWHERE
from games.aurora.data import AuroraData
from games.aurora.options import Options
from games.aurora.rules import main as main_phase
from games.aurora.rules import opening, turn
from games.aurora.rules.effects import EFFECTS
from games.aurora.rules.finish import until_over
from games.aurora.setup import prepare
from games.aurora.table import NOBODY, AuroraTable
from games.kernel import Belongings

__all__ = ["PHASES", "deal", "equip", "used"]

SEATS = 2
"""两名玩家（A1.1）。"""

PHASES = {
    "choosing": opening.choosing,
    "obstacles": opening.obstacles,
    "entering": opening.entering,
    "dividing": until_over(opening.dividing),
    "turn": until_over(turn.turn),
    "preparing": turn.preparing,
    "main": until_over(main_phase.main),
    "discarding": turn.discarding,
    "ending": until_over(turn.ending),
}
"""段名 → 规则。"""

AuroraTable.EFFECTS = EFFECTS
AuroraTable.PHASES = PHASES


def deal(seed: int, marks: Sequence[str], options: Options, data: AuroraData) -> AuroraTable:
    """摆好一张空桌，停在掷骰之前（A1.6）。

    `seed` 为 [0, 2**64)；`marks` 是各座位的棋子（不用棋子也要一人一个空串）。人数不对抛 `ValueError`。"""
    seats = len(marks)
    if seats != SEATS:
        raise ValueError(f"{seats} 人不能开局，要 {SEATS} 人（A1.1）")

    def zones() -> list[list[int]]:
        return [[] for _ in range(seats)]

    return AuroraTable(
        seats=seats,
        rng=seed,
        setup=prepare(options, data),
        phase="choosing",
        pieces=list(marks),
        belongings=[Belongings() for _ in range(seats)],
        chosen=[""] * seats,
        heroes=[NOBODY] * seats,
        places=[NOWHERE] * seats,
        health=[0] * seats,
        decks=zones(),
        hands=zones(),
        dodges=zones(),
        reserves=zones(),
        charges=zones(),
        discards=zones(),
        laid=zones(),
        piles=zones(),
        fallen=zones(),
        boosts=[0] * seats,
        own_turns=[0] * seats,
        idle=[0] * seats,
        totals=[[0, 0, 0] for _ in range(seats)],
    )


def equip(table: AuroraTable, belongings: Sequence[Belongings]) -> None:
    """放上各座位带来的卡组（A8.2）；在定先手之前。"""
    table.belongings = list(belongings)


def used(table: AuroraTable) -> Sequence[str]:
    """各座位这一局用了哪副卡组（A11.1）；还没选的为空。"""
    return table.chosen[:]
