"""把发生的事写成几行字。

群里每个动作一行：同一个动作引起的事接在后面，太长就换行；座位自己的一份只写旁观者看不到的内容。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.aurora import events as happened
from games.aurora.view import View, Who
from games.kernel import Cast, Seat

from . import cards, coordinates
from .showing import MOST_CELLS

WIDEST = 64
"""一行到这么多字就另起一行。"""
NOBODY = -1
BLOCKED = {"edge": "边界", "obstacle": "障碍", "unit": "单位"}
"""推受阻于什么（A4.9）。"""
EXPIRED = {"guard": "护到期", "guard_once": "折光到期", "boost": "士兵攻击加成到期", "wall": "冰墙消失"}
ORIGINS = {"reserve": "从备用区", "hand": "从手牌", "discard": "从弃牌堆", "deck": "从牌库顶"}
FIZZLED = {
    "Strike": "没有能打的格",
    "AidSoldiers": "没有己方士兵",
    "AidOneSoldier": "没有己方士兵",
    "AidRange": "范围里没有己方单位",
    "Walk": "无处可走",
    "Dash": "无处可走",
    "Shadow": "无处可走",
    "Swap": "没有能换位的士兵",
    "Wall": "没有能立冰墙的格",
    "Charge": "蓄能已满",
    "Store": "没有手牌，或蓄能已满",
    "Stow": "没有手牌，或闪避区已满",
    "Recall": "弃牌堆空，或闪避区已满",
    "ExtraRound": "没有能行动的士兵",
    "ExtraDeploy": "没有能布置的士兵或空格",
    "ExtraUpgrade": "没有能升阶的士兵",
}
"""一步没有可做的：因为什么（都是公开的情况）。"""
WALKS = {"push": "被推到", "swap": "换位到", "dash": "直移到", "shadow": "影步到", "dodge": "到"}
"""怎么换的位置；别的写「走到」。"""


def tell(events: Sequence[Any], view: View, cast: Cast) -> list[str]:
    """把 `seen_by` 过的事件写成几行字；`view` 与事件同属一个看的人。"""
    if view.seat is not None:
        return tell_privately(events, view)
    return Narrator(view, cast).tell(events)


def tell_privately(events: Sequence[Any], view: View) -> list[str]:
    """只写 `view.seat` 看得到而旁观者看不到的：摸到什么、各区放了什么、用的是哪副卡组。"""
    setup = view.setup
    lines: list[str] = []
    for event in events:
        if isinstance(event, happened.HeroChosen) and event.deck.seen:
            lines.append(f"你用「{event.deck.seen}」")
        elif isinstance(event, happened.ZonesSet) and event.cards.seen:
            dodges, reserve = event.cards.seen
            lines.append(f"闪避区 {cards.counted(setup, dodges)}；备用区 {cards.counted(setup, reserve)}")
        elif isinstance(event, happened.Drew) and event.cards.seen:
            lines.append(f"摸到 {cards.listed(setup, event.cards.seen)}")
        elif isinstance(event, happened.Stowed) and event.cards.seen and not event.shown:
            lines.append(f"{cards.listed(setup, event.cards.seen)} 进了闪避区")
        elif isinstance(event, happened.Reserved) and event.cards.seen:
            lines.append(f"{cards.listed(setup, event.cards.seen)} 进了备用区")
        elif isinstance(event, happened.Charged) and event.cards.seen:
            lines.append(f"蓄能 {cards.listed(setup, event.cards.seen)}")
    return lines


class Narrator:
    """把一串公开的事件写成行。`start` 另起一行，`add` 接在这一行后面。"""

    def __init__(self, view: View, cast: Cast) -> None:
        self.view = view
        self.cast = cast
        self.setup = view.setup
        self.lines: list[str] = []
        self.text = ""
        self.declared = False
        """这一行已经写了打哪里。"""
        self.acting = False
        """这一行是一名士兵的一轮行动。"""
        self.index = 0
        self.events: Sequence[Any] = ()
        self.slain: Who | None = None
        """这一行末尾刚写到受伤归零的士兵。"""
        self.heroes = {player.seat: player.hero for player in view.players}

    def tell(self, events: Sequence[Any]) -> list[str]:
        """写完全部事件。"""
        self.events = events
        while self.index < len(events):
            event = events[self.index]
            self.index += 1
            WRITERS[type(event)](self, event)
        self.finish()
        return self.lines

    def finish(self) -> None:
        """这一行写完了。"""
        if self.text:
            self.lines.append(self.text)
        self.text = ""
        self.declared = self.acting = False

    def start(self, text: str, seat: Seat = NOBODY) -> None:
        """另起一行；写 `seat` 的称呼。"""
        self.finish()
        self.text = text if seat == NOBODY else f"{self.cast.label(seat)} {text}"

    def add(self, text: str, mark: str = "，", seat: Seat = NOBODY) -> None:
        """接在这一行后面；太长就换行。另起一行时写 `seat` 的称呼。"""
        if not self.text or len(self.text) + len(text) > WIDEST:
            self.start(text, seat)
        else:
            self.text += mark + text

    def following(self, kind: type, alike: Callable[[Any], bool] = lambda event: True) -> list[Any]:
        """紧接着的、同一种的事件，一起取走。"""
        found: list[Any] = []
        while self.index < len(self.events):
            event = self.events[self.index]
            if not isinstance(event, kind) or not alike(event):
                break
            found.append(event)
            self.index += 1
        return found

    # -------------------------------------------------------------- 称呼
    def cell(self, cell: int) -> str:
        return coordinates.name(self.view, cell)

    def cells(self, cells: Sequence[int]) -> str:
        return coordinates.names(self.view, cells)

    def who(self, who: Who) -> str:
        """一个单位，写上归谁。"""
        return cards.owned(self.view, who, self.cast)

    def unplaced(self, who: Who) -> str:
        """一个单位，不写在哪一格。"""
        name = (
            cards.hero(self.setup, self.heroes[who.seat])
            if who.soldier < 0
            else cards.soldier(self.setup, who.soldier)
        )
        return f"{cards.mark(self.view, who.seat, self.cast)}{name}"


# ------------------------------------------------------------------ 开局（A1）
def first_rolled(self: Narrator, event: happened.FirstRolled) -> None:
    rolls = "、".join(f"{self.cast.label(seat)} {roll}" for seat, roll in enumerate(event.rolls[-1]))
    again = f"（同点重掷 {len(event.rolls) - 1} 次）" if len(event.rolls) > 1 else ""
    self.start(f"🎲{rolls}{again}：{self.cast.label(event.first)} 先手")


def hero_chosen(self: Narrator, event: happened.HeroChosen) -> None:
    row = self.setup.data.heroes[event.hero]
    self.start(f"用 {row.name}（{row.faction}），生命 {event.health}", event.seat)


def obstacle_placed(self: Narrator, event: happened.ObstaclePlaced) -> None:
    self.start(f"障碍放 {self.cell(event.cell)}", event.seat)


def hero_placed(self: Narrator, event: happened.HeroPlaced) -> None:
    rolled = f"掷出 {'、'.join(map(str, event.rolls))}，" if event.rolls else ""
    self.start(
        f"{rolled}{cards.hero(self.setup, self.heroes[event.seat])} 站 {self.cell(event.cell)}", event.seat
    )


def zones_set(self: Narrator, event: happened.ZonesSet) -> None:
    self.start(f"闪避区 {event.dodges} 张、备用区 {event.reserve} 张", event.seat)


# ------------------------------------------------------------------ 牌（A2）
def drew(self: Narrator, event: happened.Drew) -> None:
    short = f"（牌不够，少 {event.missing} 张）" if event.missing else ""
    if event.reason == "opening":
        every = [event, *self.following(happened.Drew, lambda each: each.reason == "opening")]
        self.start(
            f"各抽 {event.count} 张" + ("（有人牌不够）" if any(each.missing for each in every) else "")
        )
    else:
        self.add(f"摸 {event.count} 张{short}", seat=event.seat)


def reshuffled(self: Narrator, event: happened.Reshuffled) -> None:
    self.add(f"弃牌堆 {event.count} 张洗成新牌库", seat=event.seat)


def stowed(self: Narrator, event: happened.Stowed) -> None:
    named = cards.listed(self.setup, event.shown)
    what = f" {named} 入闪避区" if named else f" {event.count} 张入闪避区"
    text = f"{ORIGINS[event.origin]}{what}（共 {event.total}）"
    if event.origin == "reserve":
        self.start(text, event.seat)
    else:
        self.add(text, seat=event.seat)


def reserved(self: Narrator, event: happened.Reserved) -> None:
    self.start(f"一张手牌入备用区（共 {event.total}）", event.seat)


def charged(self: Narrator, event: happened.Charged) -> None:
    text = f"{ORIGINS[event.origin]}蓄能 {event.count} 张（共 {event.total}）"
    self.add(text, seat=event.seat)


def discarded(self: Narrator, event: happened.Discarded) -> None:
    named = cards.listed(self.setup, event.cards)
    if event.reason == "lost":
        self.add(f"{self.cast.label(event.seat)} 的闪避牌被弃：{named}")
    else:
        self.start(f"弃 {named}", event.seat)


# ------------------------------------------------------------------ 回合（A2）
def turn_started(self: Narrator, event: happened.TurnStarted) -> None:
    self.start(
        f"—— 第 {event.number} 回合 {self.cast.label(event.seat)}（移动、效果各至多 {limit(self, event)} 张）"
    )


def limit(self: Narrator, event: happened.TurnStarted) -> int:
    """这回合移动、效果各至多几张（A2.3）。"""
    cap = self.setup.options.use_cap
    return min(event.own, cap) if cap else event.own


def silent(self: Narrator, event: Any) -> None:
    """不用写。"""


def turn_ended(self: Narrator, event: happened.TurnEnded) -> None:
    self.start("回合结束", event.seat)


def expired(self: Narrator, event: happened.Expired) -> None:
    if event.what == "boost":
        return  # 回合结束本来就到期
    where = (
        f"{self.cell(event.cell)} "
        if event.what == "wall"
        else f"{self.who(event.who)} 的"
        if event.who
        else ""
    )
    self.add(f"{where}{EXPIRED[event.what]}")


def game_over(self: Narrator, event: happened.GameOver) -> None:
    if event.reason == "timeout":
        loser = 1 - event.winners[0]
        self.start("连续两个整回合超时，判负（A11.4）", loser)
    elif event.reason in ("cap", "cap_tie"):
        self.start(f"满 {self.setup.rules.turn_cap} 个回合，比英雄生命（A7.1）")
    else:
        fallen = [
            seat
            for seat in range(len(self.view.players))
            if seat not in event.winners or event.reason == "both"
        ]
        self.start("、".join(cards.hero(self.setup, self.heroes[seat]) for seat in fallen) + " 倒下")


# ------------------------------------------------------------------ 行动（A3、A4、A6）
def card_moved(self: Narrator, event: happened.CardMoved) -> None:
    self.start(f"移动 {cards.name(self.setup, event.card)}", event.seat)


def card_played(self: Narrator, event: happened.CardPlayed) -> None:
    self.start(f"出牌 {cards.name(self.setup, event.card)}", event.seat)


def card_retracted(self: Narrator, event: happened.CardRetracted) -> None:
    self.start(f"收回 {cards.name(self.setup, event.card)}，不算用过", event.seat)


def skill_used(self: Narrator, event: happened.SkillUsed) -> None:
    name = cards.skill(self.setup, self.heroes[event.seat], event.skill)
    paid = f"，移除蓄能 {cards.listed(self.setup, event.paid)}" if event.paid else ""
    self.start(f"发动{name}{paid}", event.seat)


def walked(self: Narrator, event: happened.Walked) -> None:
    goal = self.cell(event.who.cell)
    start = self.cell(event.start)
    if event.reason in WALKS:
        self.add(f"{self.unplaced(event.who)} {start} {WALKS[event.reason]} {goal}")
        return
    route = coordinates.arrows(self.view, event.start, event.path)
    shown = f"{start}→{goal}" + (f"（{route}）" if len(event.path) > 1 and route else "")
    if event.reason == "move":
        self.add(shown, "：")
    elif event.reason == "round" and self.acting:
        self.add(f"走 {shown}", " ")
    else:
        self.add(f"{self.unplaced(event.who)} {shown}")


def attack_declared(self: Narrator, event: happened.AttackDeclared) -> None:
    where = (
        f"打 {self.cells(event.cells)}" if len(event.cells) <= MOST_CELLS else f"打附近 {len(event.cells)} 格"
    )
    if self.text and event.source.kind in ("card", "skill") and not self.declared:
        self.add(where, "：")
    elif self.text and event.source.kind == "soldier" and self.acting:
        self.add(where, " " if self.text.endswith(cards.soldier(self.setup, event.source.index)) else "，")
    elif event.source.kind == "soldier":
        self.start(
            f"{cards.mark(self.view, event.source.seat, self.cast)}{cards.source(self.view, event.source)} {where}"
        )
    else:
        self.start(f"{cards.source(self.view, event.source)} {where}", event.source.seat)
    self.declared = True


def dodged(self: Narrator, event: happened.Dodged) -> None:
    self.start(f"闪！翻开 {cards.name(self.setup, event.card)}（闪避区剩 {event.left}）", event.seat)


def stayed(self: Narrator, event: happened.Stayed) -> None:
    self.start("不闪", event.seat)


def attack_ended(self: Narrator, event: happened.AttackEnded) -> None:
    if not event.hits:
        self.add("没有打中")
    self.finish()


def wounded(self: Narrator, event: happened.Wounded) -> None:
    prefix = (
        ""
        if event.source.kind in ("card", "skill", "soldier", "leave")
        else f"{cards.source(self.view, event.source)}："
    )
    worth = str(event.amount)
    if event.reduced:
        worth += f"−{event.reduced}＝{event.amount - event.reduced}"
    slain = event.who.soldier != NOBODY and event.health == 0
    text = f"{prefix}{self.who(event.who)} 受伤 {worth}" + ("" if slain else f"（生命 {event.health}）")
    if event.source.kind == "poison":
        self.start(text)
    else:
        self.add(text)
    self.slain = event.who if slain else None


def healed(self: Narrator, event: happened.Healed) -> None:
    gain = f"回 {event.gained}" if event.gained else "已满"
    self.add(f"{self.who(event.who)} {gain}（生命 {event.health}）")


def pushed(self: Narrator, event: happened.Pushed) -> None:
    if event.blocked:
        self.add(f"{self.who(event.who)} 被{BLOCKED[event.blocked]}挡住")


def guarded(self: Narrator, event: happened.Guarded) -> None:
    when = "下一次受伤" if event.once else "至下回合每次受伤"
    self.add(f"{self.who(event.who)} {when}−{event.amount}")


def poisoned(self: Narrator, event: happened.Poisoned) -> None:
    self.add(f"{self.who(event.who)} 中毒，自己下个回合结束受 {event.amount}")


def rooted(self: Narrator, event: happened.Rooted) -> None:
    self.add(f"{self.who(event.who)} 下个主要阶段不能移动")


def boosted(self: Narrator, event: happened.Boosted) -> None:
    self.add(f"本回合己方士兵攻击+{event.amount}", seat=event.seat)


def wall_raised(self: Narrator, event: happened.WallRaised) -> None:
    self.add(f"{self.cell(event.cell)} 立起冰墙", seat=event.seat)


def fizzled(self: Narrator, event: happened.Fizzled) -> None:
    self.add(f"{FIZZLED.get(event.step, '没有可做的')}，这一步略过", seat=event.seat)


# ------------------------------------------------------------------ 士兵（A5）
def deployed(self: Narrator, event: happened.Deployed) -> None:
    text = f"布置 {cards.soldier(self.setup, event.who.soldier)} {self.cell(event.who.cell)}"
    if event.extra:
        self.add(text, seat=event.who.seat)
    else:
        self.start(text, event.who.seat)


def upgraded(self: Narrator, event: happened.Upgraded) -> None:
    under = cards.soldier(self.setup, event.under)
    how = (
        f"以升变牌{cards.soldier(self.setup, event.base)}作底，{under}回士兵堆"
        if event.base != NOBODY
        else f"叠在{under}上"
    )
    text = f"{self.cell(event.who.cell)} 升阶{cards.soldier(self.setup, event.who.soldier)}：{how}（生命 {event.health}）"
    if event.extra:
        self.add(text, seat=event.who.seat)
    else:
        self.start(text, event.who.seat)


def round_started(self: Narrator, event: happened.RoundStarted) -> None:
    extra = "立即一轮" if event.extra else ""
    left = f"（还有 {event.left} 轮）" if event.left and not event.extra else ""
    self.start(f"{self.who(event.who)}{extra}{left}")
    self.acting = True


def left(self: Narrator, event: happened.Left) -> None:
    many = f"（{cards.soldiers(self.setup, event.cards)}）" if len(event.cards) > 1 else ""
    if self.text and self.slain == event.who:
        self.text += f" 离场{many}"
    else:
        self.add(f"{self.who(event.who)} 离场{many}")
    self.slain = None


def leave_triggered(self: Narrator, event: happened.LeaveTriggered) -> None:
    self.add(
        f"{cards.mark(self.view, event.seat, self.cast)}{cards.soldier(self.setup, event.soldier)}离场效果"
    )


def promoted(self: Narrator, event: happened.Promoted) -> None:
    soldier = cards.soldier(self.setup, event.soldier)
    self.add(f"{self.who(event.who)} 升变得{soldier}" if event.taken else f"{self.who(event.who)} 放弃升变")


WRITERS: Mapping[type, Callable[[Narrator, Any], None]] = {
    happened.FirstRolled: first_rolled,
    happened.HeroChosen: hero_chosen,
    happened.ObstaclePlaced: obstacle_placed,
    happened.HeroPlaced: hero_placed,
    happened.ZonesSet: zones_set,
    happened.Drew: drew,
    happened.Reshuffled: reshuffled,
    happened.Stowed: stowed,
    happened.Reserved: reserved,
    happened.Charged: charged,
    happened.Discarded: discarded,
    happened.TurnStarted: turn_started,
    happened.PhaseStarted: silent,
    happened.TurnEnded: turn_ended,
    happened.Expired: expired,
    happened.GameOver: game_over,
    happened.CardMoved: card_moved,
    happened.CardPlayed: card_played,
    happened.CardRetracted: card_retracted,
    happened.SkillUsed: skill_used,
    happened.Walked: walked,
    happened.AttackDeclared: attack_declared,
    happened.Dodged: dodged,
    happened.Stayed: stayed,
    happened.AttackEnded: attack_ended,
    happened.Wounded: wounded,
    happened.Healed: healed,
    happened.Pushed: pushed,
    happened.Guarded: guarded,
    happened.Poisoned: poisoned,
    happened.Rooted: rooted,
    happened.Boosted: boosted,
    happened.WallRaised: wall_raised,
    happened.Fizzled: fizzled,
    happened.Deployed: deployed,
    happened.Upgraded: upgraded,
    happened.RoundStarted: round_started,
    happened.Left: left,
    happened.LeaveTriggered: leave_triggered,
    happened.Promoted: promoted,
}
