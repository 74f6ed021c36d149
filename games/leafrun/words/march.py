"""一次移动写成每人一行：从哪到哪、经过什么、体力、为什么停。"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Cast, Seat
from games.leafrun import events as happened
from games.leafrun.setup import Setup

from . import symbols


@dataclass(slots=True)
class Walk:
    """一个人这次走动里发生的事。"""

    seat: Seat
    plan: happened.Plan | None = None
    """步数的来历；事件造成的前进没有。"""
    cells: list[int] = field(default_factory=list)
    """依次踏上的格子。"""
    terrain: str = ""
    """那些格子当时的地形。"""
    lost: int = 0
    health: int | None = None
    """最后的体力；没变为 `None`。"""
    notes: list[str] = field(default_factory=list)
    """防具、沼泽、路障、昏厥、到终点……按发生的先后。"""
    drawn: int = 0
    missing: int = 0
    paid: int = 0
    chosen: int | None = None

    @property
    def told(self) -> bool:
        """有没有可说的。"""
        return bool(self.cells or self.notes)

    def note(self, event: Any, setup: Setup) -> None:
        """记下一件事。"""
        match event:
            case happened.StepsChosen():
                self.chosen = event.steps
            case happened.Stepped():
                self.cells.append(event.cell)
                self.terrain += event.terrain
            case happened.HealthLost():
                self.lost += event.amount
                self.health = event.health
            case happened.LossPrevented(reason="armour", card=int(card)):
                self.notes.append(f"{setup.card_name(card)}挡下扣血")
            case happened.Swamped():
                self.notes.append(f"陷{symbols.TERRAIN['V']}" + (f"丢 {event.lost} 步" if event.lost else ""))
            case happened.RoadblockPaid():
                self.notes.append(f"拆{symbols.ROADBLOCK}")
            case happened.HeldByRoadblock():
                self.notes.append(f"被{symbols.ROADBLOCK}拦住")
            case happened.Fainted():
                self.notes.append(fainted_text(event))
            case happened.BearLost():
                self.notes.append("bear 作废")
            case happened.Arrived():
                self.notes.append("到终点" + (f"超 {event.overshoot} 步" if event.overshoot else ""))
            case happened.Drew():
                self.drawn += event.count
                self.missing += event.missing
            case happened.Regenerated():
                self.notes.append(f"回 {event.gained} 体力＝{event.health}")
            case _:
                pass


def fainted_text(event: happened.Fainted) -> str:
    """昏厥，附原因与是否已到终点。"""
    why = "彩虹音爆后" if event.reason == "rainboom" else ""
    where = "（已到终点）" if event.at_end else ""
    return f"{why}昏厥{symbols.FAINTED}{where}"


def walk_text(walk: Walk) -> str:
    """`3→7🍂🌲🌲⏳ 体力−4＝9 陷🌿丢 2 步`。"""
    parts: list[str] = []
    if walk.cells:
        parts.append(f"{walk.cells[0] - 1}→{walk.cells[-1]}{symbols.cells(walk.terrain)}")
    if walk.health is not None:
        parts.append(f"体力−{walk.lost}＝{walk.health}")
    return " ".join([*parts, *walk.notes])


def march_lines(walks: Mapping[Seat, Walk], cast: Cast) -> list[str]:
    """每人一行，按走动的次序（出牌顺序）。"""
    lines: list[str] = []
    for walk in walks.values():
        parts = [cast.label(walk.seat)]
        if not walk.cells:
            parts.append(_standing(walk))
        text = walk_text(walk)
        if text:
            parts.append(text)
        if walk.drawn or walk.missing:
            short = f"（牌不够，少 {walk.missing} 张）" if walk.missing else ""
            parts.append(f"摸 {walk.drawn}{short}")
        lines.append(" ".join(parts))
    return lines


def _standing(walk: Walk) -> str:
    """没有走动的原因。"""
    plan = walk.plan
    if plan is None:
        return "没动"
    if plan.reason == "resin":
        return "被树脂球固定，没动"
    if plan.reason == "no_move":
        return "本轮不移动"
    if plan.steps == 0 and plan.overload:
        return f"超重 {plan.overload}，没动"
    return "没动"
