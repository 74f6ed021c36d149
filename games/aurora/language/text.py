"""由步写出玩家读的说明：说明从不另写一遍，所以与牌做的事不会对不上。"""

from __future__ import annotations

from typing import Any

from games.aurora.language import steps
from games.aurora.language.reading import Attack, Parts

__all__ = ["attacks_text", "effect_text", "range_text", "step_text"]


def effect_text(parts: Parts) -> str:
    """一个效果，一行；没有效果为空。分步的写「然后」。"""
    return "。然后".join("；".join(step_text(step) for step in part) for part in parts)


def attacks_text(attacks: tuple[Attack, ...]) -> str:
    """士兵的攻击；缺省的为空。"""
    return "，或".join(step_text(attack) for attack in attacks)


def range_text(reach: steps.Range) -> str:
    """一种范围。"""
    match reach:
        case steps.Line():
            return f"直线{reach.reach}格所有目标"
        case steps.Diagonal():
            return f"斜线{reach.reach}格所有目标"
        case steps.Far():
            return f"{reach.reach}格内选{reach.most}格"
        case steps.Near():
            return f"附近{reach.reach}格全部"
        case steps.NearPick():
            return f"附近{reach.reach}格选{reach.most}格"
        case steps.Around():
            return f"附近全范围{reach.reach}格全部"


def step_text(step: Any) -> str:
    """一步，或一种范围。"""
    match step:
        case steps.Strike():
            told = [blow_text(blow) for blow in step.blows]
            if step.heal_per_kill:
                told.append(f"每击破1名士兵英雄回{step.heal_per_kill}")
            return f"{range_text(step.range)}：{'，'.join(told)}"
        case steps.AidHero():
            return "己方英雄" + "，".join(map(boon_text, step.boons))
        case steps.AidSoldiers():
            return "己方士兵各" + "，".join(map(boon_text, step.boons))
        case steps.AidOneSoldier():
            return "己方1名士兵" + "，".join(map(boon_text, step.boons))
        case steps.AidRange():
            itself = "（可选自己）" if step.itself else ""
            return f"{range_text(step.range)}己方单位{itself}：{'，'.join(map(boon_text, step.boons))}"
        case steps.Boost():
            return f"本回合己方士兵攻击+{step.amount}"
        case steps.Walk():
            return f"英雄走至多{step.distance}格"
        case steps.Dash():
            return f"英雄直走至多{step.distance}格"
        case steps.Shadow():
            return f"英雄走至多{step.distance}格，可穿单位与障碍"
        case steps.Swap():
            return "英雄与己方1名士兵换位"
        case steps.Wall():
            return f"{step.reach}格内1个空格成为障碍，到自己下回合开始"
        case steps.Draw():
            return f"抽{step.count}张"
        case steps.Charge():
            return f"牌库顶{step.count}张入蓄能"
        case steps.Store():
            return f"至多{step.count}张手牌入蓄能"
        case steps.Stow():
            return f"{step.count}张手牌入闪避区"
        case steps.Recall():
            return f"弃牌堆选{step.count}张入闪避区"
        case steps.ExtraRound():
            return "己方1名士兵立即行动一轮"
        case steps.ExtraDeploy():
            return f"额外布置1名LV{step.level}士兵"
        case steps.ExtraUpgrade():
            return f"额外升阶1次到LV{step.level}"
        case steps.Avenge():
            return f"击杀它的单位受{step.amount}伤害"
        case _:
            return range_text(step)


def blow_text(blow: steps.Blow) -> str:
    """打在目标上的一下。"""
    match blow:
        case steps.Damage():
            more = f"（对方闪避区空时+{blow.when_bare}）" if blow.when_bare else ""
            return f"受{blow.amount}伤害{more}"
        case steps.Push():
            more = f"（受阻再受{blow.blocked}）" if blow.blocked else ""
            return f"推{blow.distance}格{more}"
        case steps.Venom():
            return f"其下回合结束再受{blow.amount}"
        case steps.Root():
            return "士兵下回合不能移动"
        case steps.Strip():
            return f"随机弃对方{blow.count}张闪避牌"


def boon_text(boon: steps.Heal | steps.Ward) -> str:
    """一样好处。"""
    if isinstance(boon, steps.Heal):
        return f"回{boon.amount}"
    often = "首次" if boon.once else "每次"
    return f"到自己下回合开始{often}受伤−{boon.amount}"
