"""把发生的事写成几行字。

群里每个动作一行：同一个动作引起的事接在后面；移动每人一行。座位自己的一份只写旁观者看不到的内容。
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from games.kernel import Cast, Seat
from games.leafrun import events as happened
from games.leafrun.setup import MARK_OF
from games.leafrun.view import View

from . import cards, symbols
from .march import Walk, fainted_text, march_lines, walk_text

Each = TypeVar("Each")

SKIPPED = {
    "no_target": "没有合适的人，略过",
    "no_cards": "没有可用的牌，略过",
    "declined": "不用",
    "none_before": "前面没有发生过事件，不重复",
    "resin": "被树脂球固定，略过",
    "no_steps": "前进 0 格",
}
"""略过的原因。"""
ENDED = {
    "end": "结束出牌",
    "rest": "结束出牌",
    "stumble": "出牌结束",
    "faint": "出牌结束",
    "finish": "",
    "track": "",
}
"""出牌结束的说法；到终点与跑完的已由名次那一行说了。"""
HALTED = "本轮不移动"
ROUND_SIGN = "第"


def tell(events: Sequence[Any], view: View, cast: Cast) -> list[str]:
    """把 `seen_by` 过的事件写成几行字；`view` 与事件同属一个看的人。"""
    if view.seat is not None:
        return tell_privately(events, view, cast)
    return Narrator(view, cast).tell(events)


# ------------------------------------------------------------------ 一个座位自己的
def tell_privately(events: Sequence[Any], view: View, cast: Cast) -> list[str]:
    """只写 `view.seat` 看得到而旁观者看不到的：摸到、抽到、被抽走了什么。"""
    setup = view.setup
    me = view.seat
    lines: list[str] = []
    drawn: list[int] = []

    def flush() -> None:
        if drawn:
            lines.append(f"摸到：{cards.listed(setup, drawn)}")
            drawn.clear()

    for event in events:
        if isinstance(event, happened.Drew) and event.cards.seen:
            drawn += event.cards.seen
        elif isinstance(event, happened.CardsMoved) and event.cards.seen:
            flush()
            marks = {card: MARK_OF[kind] for card, kind in event.specials}
            named = cards.listed(setup, event.cards.seen, [marks.get(card, 0) for card in event.cards.seen])
            if event.target == me:
                lines.append(f"从 {cast.label(event.source)} 得到：{named}")
            else:
                lines.append(f"到了 {cast.label(event.target)} 手里：{named}")
    flush()
    return lines


# ------------------------------------------------------------------ 群里的
class Narrator:
    """把一串公开的事件写成行。`start` 另起一行，`add` 接在这一行后面。"""

    def __init__(self, view: View, cast: Cast) -> None:
        self.view = view
        self.cast = cast
        self.setup = view.setup
        self.lines: list[str] = []
        self.text = ""
        self.subject: Seat | None = None
        self.opened = False
        """这一行刚写完开头，下一段用冒号接。"""
        self.index = 0
        self.events: Sequence[Any] = ()

    def tell(self, events: Sequence[Any]) -> list[str]:
        """写完全部事件。"""
        self.events = events
        self.index = 0
        while self.index < len(events):
            event = events[self.index]
            self.index += 1
            writer = WRITERS.get(type(event))
            if writer is not None:
                writer(self, event)
        self.finish()
        return self.lines

    # ------------------------------------------------------------ 行
    def finish(self) -> None:
        """这一行写完了。"""
        if self.text:
            self.lines.append(self.text)
        self.text = ""
        self.subject = None
        self.opened = False

    def start(self, subject: Seat | None, text: str, *, opened: bool = False) -> None:
        """另起一行。`opened` 表示这是开头，下一段用冒号接。"""
        self.finish()
        self.text = text if subject is None else f"{self.cast.label(subject)} {text}"
        self.subject = subject
        self.opened = opened

    def add(self, subject: Seat | None, text: str) -> None:
        """接在这一行后面；主角换了就写上是谁。没有正在写的行就另起一行。"""
        if not self.text:
            self.start(subject, text)
            return
        same = subject is None or subject == self.subject
        mark = "：" if self.opened else "，" if same else "；"
        self.text += mark + (text if same else f"{self.label(subject)} {text}")
        self.opened = False
        if subject is not None:
            self.subject = subject

    def effect(self, subject: Seat, kind: str, text: str) -> None:
        """事件 `kind` 的一步：接在那一行后面；事件是上一次说的，就先写出它的名字。"""
        if not self.text:
            faces = self.setup.data.faces
            self.start(subject, f"「{faces.name[faces.kind.index(kind)]}」", opened=True)
        self.add(subject, text)

    def label(self, seat: Seat | None) -> str:
        """称呼；`None` 为空。"""
        return "" if seat is None else self.cast.label(seat)

    # ------------------------------------------------------------ 往后看
    def following(self, kind: type[Each], alike: Callable[[Each], bool] | None = None) -> list[Each]:
        """紧接着的、同一种的事件（`alike` 再加条件），一起取走。"""
        found: list[Each] = []
        while self.index < len(self.events):
            event = self.events[self.index]
            if not isinstance(event, kind) or (alike is not None and not alike(event)):
                break
            found.append(event)
            self.index += 1
        return found

    def taken(self, kinds: tuple[type, ...]) -> list[Any]:
        """紧接着的、属于 `kinds` 的事件，一起取走。"""
        found: list[Any] = []
        while self.index < len(self.events) and isinstance(self.events[self.index], kinds):
            found.append(self.events[self.index])
            self.index += 1
        return found

    def named(self, held: Sequence[int]) -> str:
        """几张牌的名字。"""
        return cards.listed(self.setup, held)


# ------------------------------------------------------------------ 开局与轮次
def rolled(self: Narrator, event: happened.Rolled) -> None:
    if event.purpose == "order":
        every = [event, *self.following(happened.Rolled, lambda each: each.purpose == "order")]
        thrown = " ".join(f"{self.cast.label(each.seat)} {each.value}" for each in every)
        self.start(None, f"掷骰：{thrown}")
    elif event.purpose == "event":
        self.start(event.seat, f"事件 D{event.sides}={event.value}", opened=True)
    else:
        self.effect(event.seat, event.purpose, f"D{event.sides}={event.value}")


def roll_tied(self: Narrator, event: happened.RollTied) -> None:
    every = [event, *self.following(happened.RollTied)]
    self.add(None, "；".join(f"{self.cast.listed(each.seats)} 平手重掷" for each in every))


def order_set(self: Narrator, event: happened.OrderSet) -> None:
    if not event.order:
        return
    if self.text and not self.text.startswith(ROUND_SIGN):
        self.finish()
    late = f"（{self.cast.listed(event.woken)} 刚醒，排在后面）" if event.woken else ""
    order = " → ".join(self.cast.label(seat) for seat in event.order)
    self.add(None, f"出牌顺序 {order}{late}")


def characters_offered(self: Narrator, event: happened.CharactersOffered) -> None:
    self.start(None, f"每人暗抽了 {event.count} 张角色牌")


def characters_chosen(self: Narrator, event: happened.CharactersChosen) -> None:
    roster = self.setup.data.roster
    self.finish()
    for seat, character in enumerate(event.characters):
        self.lines.append(
            f"{self.cast.label(seat)} {roster.name[character]}"
            f" 体力{roster.health[character]} 移动{roster.move[character]} 负重{roster.load[character]}"
        )


def drew(self: Narrator, event: happened.Drew) -> None:
    short = f"（牌不够，少 {event.missing} 张）" if event.missing else ""
    if event.reason == "opening":
        every = [event, *self.following(happened.Drew, lambda each: each.reason == "opening")]
        if len({each.count for each in every}) == 1:
            self.start(None, f"每人摸 {event.count} 张牌")
        else:
            drawn = " ".join(f"{self.cast.label(each.seat)} {each.count} 张" for each in every)
            self.start(None, f"摸牌：{drawn}")
    elif event.reason == "next_track":
        every = [event, *self.following(happened.Drew, lambda each: each.reason == "next_track")]
        drawn = " ".join(f"{self.cast.label(each.seat)} {each.count} 张" for each in every)
        self.start(None, f"换道摸牌：{drawn}")
    elif event.reason == "exchange":
        # 换牌的张数在「换牌」那一行里已经说了。
        if event.missing:
            self.add(event.seat, f"只摸到 {event.count} 张{short}")
    elif event.reason == "walk":
        self.start(event.seat, f"摸 {event.count} 张{short}")
    else:
        self.add(event.seat, f"摸 {event.count} 张{short}")


def reshuffled(self: Narrator, event: happened.Reshuffled) -> None:
    text = f"牌堆空了，弃牌堆 {event.count} 张洗成新牌堆"
    if self.text:
        self.add(None, text)
    else:
        self.start(None, text)


def exchanged(self: Narrator, event: happened.Exchanged) -> None:
    """各人换几张写成一行；中间夹着的摸牌不说张数，洗牌与不够另说。"""
    others = self.taken((happened.Exchanged, happened.Drew, happened.Reshuffled))
    every = [event, *(each for each in others if isinstance(each, happened.Exchanged))]
    counts = " ".join(
        f"{self.cast.label(each.seat)} {f'{each.count} 张' if each.count else '不换'}" for each in every
    )
    self.start(None, f"换牌：{counts}")
    for each in others:
        if isinstance(each, happened.Reshuffled):
            reshuffled(self, each)
        elif isinstance(each, happened.Drew):
            drew(self, each)


def track_started(self: Narrator, event: happened.TrackStarted) -> None:
    total = len(self.setup.tracks)
    self.start(None, f"【第 {event.track + 1}/{total} 道】{len(event.cells) - 1} 格到终点")


def round_started(self: Narrator, event: happened.RoundStarted) -> None:
    # 移动之后与换道时会发棋盘，棋盘头一行就是第几轮。
    shown = (happened.MovementEnded, happened.TrackStarted)
    if not any(isinstance(each, shown) for each in self.events):
        self.start(None, f"{ROUND_SIGN} {event.track + 1} 道 第 {event.round} 轮")


def woke(self: Narrator, event: happened.Woke) -> None:
    how = {"half": "苏醒", "full": "满血苏醒", "next_track": "换道苏醒"}[event.reason]
    self.start(event.seat, f"{how}，体力 {event.health}")


def still_fainted(self: Narrator, event: happened.StillFainted) -> None:
    self.start(event.seat, "再等一轮，下轮满血苏醒" if event.chosen else "昏厥着，本轮跳过")


def bear_arrived(self: Narrator, event: happened.BearArrived) -> None:
    each = self.setup.rules.bear_action_steps
    self.start(event.seat, f"bear 来了：体力回满 {event.health}，本轮每张行动牌 +{each}")


def bear_lost(self: Narrator, event: happened.BearLost) -> None:
    if event.reason == "faint":
        self.add(event.seat, "bear 作废")
    else:
        self.start(event.seat, "bear 作废")


def round_skipped(self: Narrator, event: happened.RoundSkipped) -> None:
    self.start(event.seat, "本轮跳过（马失前蹄）")


def turn_ended(self: Narrator, event: happened.TurnEnded) -> None:
    if event.reason == "end":
        self.start(event.seat, ENDED["end"])
    elif ENDED[event.reason]:
        self.add(event.seat if not self.text else None, ENDED[event.reason])
    self.finish()


# ------------------------------------------------------------------ 出牌
def move_played(self: Narrator, event: happened.MovePlayed) -> None:
    player = self.view.players[event.seat]
    if event.wasted:
        note = "白打：本轮不移动"
    else:
        planned = max(0, player.move + event.total - cards.overload(player))
        note = f"本轮 {planned} 格"
    self.start(event.seat, f"移动+{event.steps}（{note}）")


def two_for_three(self: Narrator, event: happened.TwoForThree) -> None:
    self.start(event.seat, f"二换三 {self.named([event.action, event.other])}")


def two_for_one(self: Narrator, event: happened.TwoForOne) -> None:
    self.start(event.seat, f"二弃一 {self.named(event.cards)}")


def weapon_given(self: Narrator, event: happened.WeaponGiven) -> None:
    heavy = f"，超重 {event.load - event.limit}" if event.load > event.limit else ""
    self.start(
        event.seat,
        f"把{self.named([event.card])}给 {self.cast.label(event.target)}"
        f"（负重 {event.load}/{event.limit}{heavy}）",
    )


def armour_worn(self: Narrator, event: happened.ArmourWorn) -> None:
    replaced = "" if event.replaced is None else f"，换下{self.named([event.replaced])}"
    self.start(event.seat, f"装备{self.named([event.card])}{replaced}")


def recovery_played(self: Narrator, event: happened.RecoveryPlayed) -> None:
    gained = f"体力 +{event.gained}＝{event.health}" if event.gained else f"体力已满 {event.health}"
    self.start(event.seat, f"使用{self.named([event.card])}，{gained}")


def element_played(self: Narrator, event: happened.ElementPlayed) -> None:
    self.start(event.seat, f"打出{self.named([event.card])}")


def buff_gained(self: Narrator, event: happened.BuffGained) -> None:
    text = f"得增益 {cards.buff_name(self.setup, event.buff)}"
    if not event.friendship:
        self.add(event.seat, text)
        return
    every = [event, *self.following(happened.BuffGained)]
    gains: dict[int, list[Seat]] = {}
    for each in sorted(every, key=lambda each: each.buff):
        gains.setdefault(each.buff, []).append(each.seat)
    listed = "；".join(
        f"{cards.buff_name(self.setup, buff)} {self.cast.listed(seats)}" for buff, seats in gains.items()
    )
    faces = self.setup.data.faces
    self.start(None, f"「{faces.name[faces.kind.index('friendship')]}」{listed}")


def binding_lifted(self: Narrator, event: happened.BindingLifted) -> None:
    self.add(None, "物理束缚解除")


def trigger_played(self: Narrator, event: happened.TriggerPlayed) -> None:
    coming = self.events[self.index] if self.index < len(self.events) else None
    if isinstance(coming, happened.Rolled) and coming.purpose == "event":
        return
    self.start(event.seat, "打出事件触发")


def event_began(self: Narrator, event: happened.EventBegan) -> None:
    name = f"「{self.setup.data.faces.name[event.face]}」"
    if event.repeated:
        self.add(event.seat, f"重复{name}")
    elif self.opened:
        self.text += name
    else:
        self.start(event.seat, f"事件{name}", opened=True)
        return
    self.opened = True


def event_skipped(self: Narrator, event: happened.EventSkipped) -> None:
    text = "人人三种增益都有了" if event.kind == "friendship" else SKIPPED[event.reason]
    self.effect(event.seat, event.kind, text)


def became_special(self: Narrator, event: happened.BecameSpecial) -> None:
    when = "自己回合可打" if event.kind == "forced_rest" else "随时可打"
    name = self.setup.data.special_name[event.kind]
    named = "" if self.text.endswith(f"「{name}」") else f"成为「{name}」，"
    self.add(event.seat, f"{named}留在手里，{when}")


def special_played(self: Narrator, event: happened.SpecialPlayed) -> None:
    self.start(event.seat, f"打出「{self.setup.data.special_name[event.kind]}」", opened=True)
    if event.kind == "rainboom":
        self.add(event.seat, "本轮移动不扣体力，走完昏厥")
    elif event.kind == "bear":
        self.add(event.seat, "下轮体力回满，行动牌加倍")


def discarded(self: Narrator, event: happened.Discarded) -> None:
    self.effect(event.seat, event.reason, f"弃 {len(event.cards)} 张（{self.named(event.cards)}）")


def pulled(self: Narrator, event: happened.Pulled) -> None:
    every = [event, *self.following(happened.Pulled, lambda each: each.by == event.by)]
    taken = "、".join(f"{self.cast.label(each.seat)}({each.origin})" for each in every)
    self.add(event.by, f"把 {taken} 拉到第 {event.cell} 格")


def swapped(self: Narrator, event: happened.Swapped) -> None:
    self.effect(
        event.seat,
        "swap_places",
        f"与 {self.cast.label(event.other)} 换位，到第 {event.cell} 格，对方到第 {event.other_cell} 格",
    )


def bound(self: Narrator, event: happened.Bound) -> None:
    self.add(None, "所有元素增益失效")
    if event.clipped:
        clipped = "、".join(f"{self.cast.label(seat)} 体力降到 {health}" for seat, health in event.clipped)
        self.add(None, clipped)


def cards_moved(self: Narrator, event: happened.CardsMoved) -> None:
    if not event.count:
        return
    shown = "".join(f"「{self.setup.data.special_name[kind]}」" for _, kind in event.specials)
    note = f"（含{shown}）" if shown else ""
    source, target = self.cast.label(event.source), self.cast.label(event.target)
    count = event.count
    if event.reason == "trade":
        self.effect(event.target, "forced_trade", f"抽走 {source} {count} 张{note}")
    elif event.reason == "trade_back":
        self.add(event.source, f"被抽回 {count} 张{note}")
    elif event.reason == "salvage_take":
        self.effect(event.target, "salvage", f"取走 {source} {count} 张手牌{note}")
    else:
        self.effect(event.source, "salvage", f"给 {target} {count} 张手牌{note}")


def armour_moved(self: Narrator, event: happened.ArmourMoved) -> None:
    armour = self.named([event.card])
    if self.view.active == event.source:
        self.effect(event.source, "salvage", f"把防具{armour}给 {self.cast.label(event.target)}")
    else:
        self.effect(event.target, "salvage", f"取走 {self.cast.label(event.source)} 的防具{armour}")


def resin_thrown(self: Narrator, event: happened.ResinThrown) -> None:
    target = "自己" if event.target == event.seat else self.cast.label(event.target)
    self.effect(event.seat, "resin", f"用{self.named([event.card])}粘住 {target}，到本轮结束")


def magic_bound(self: Narrator, event: happened.MagicBound) -> None:
    self.add(None, f"武器、防具、效果、恢复牌负重 ×{event.factor}")


def roadblock_placed(self: Narrator, event: happened.RoadblockPlaced) -> None:
    self.add(event.seat, f"在第 {event.cell} 格放下{symbols.ROADBLOCK}")


def leaves_regrew(self: Narrator, event: happened.LeavesRegrew) -> None:
    leaf, forest = symbols.TERRAIN["L"], symbols.TERRAIN["F"]
    self.add(None, f"{event.count} 格{leaf}变{forest}")


def halted(self: Narrator, event: happened.Halted) -> None:
    self.add(event.seat, HALTED)


def skips_next_round(self: Narrator, event: happened.SkipsNextRound) -> None:
    self.add(event.seat, "下一轮跳过")


# ------------------------------------------------------------------ 移动
def advance_started(self: Narrator, event: happened.AdvanceStarted) -> None:
    """事件造成的前进写在事件那一行里。"""
    walk = Walk(event.seat)
    for each in self.taken(WALKING):
        walk.note(each, self.setup)
    self.add(event.seat, f"前进 {event.steps} 格 {walk_text(walk)}")


def movement_started(self: Narrator, event: happened.MovementStarted) -> None:
    # 自选步数时，移动要等大家选完（L5.2 选项），此刻还没有可说的。
    if any(isinstance(each, happened.MovementEnded) for each in self.events[self.index :]):
        movement(self, event.plans)


def movement_resumed(self: Narrator, event: Any) -> None:
    """没有开头的走动：自选步数之后的移动，或被拉换后的一滑。"""
    self.index -= 1
    coming = self.events[self.index :]
    if any(isinstance(each, happened.MovementEnded) for each in coming):
        movement(self, [])
        return
    walks: dict[Seat, Walk] = {}
    for each in self.taken(WALKING):
        if hasattr(each, "seat"):
            walks.setdefault(each.seat, Walk(each.seat)).note(each, self.setup)
    for seat, walk in walks.items():
        if walk.told:
            self.add(seat, f"滑到 {walk_text(walk)}" if walk.cells else walk_text(walk))


def movement(self: Narrator, plans: list[happened.Plan]) -> None:
    """全员移动：收齐走动、摸牌、回体力，每人一行，再写名次。"""
    self.finish()
    ranks: list[happened.Ranked] = []
    walks = {plan.seat: Walk(plan.seat, plan) for plan in plans}
    reshuffles: list[happened.Reshuffled] = []
    for each in self.taken((*WALKING, *AFTER_WALK, happened.Ranked)):
        if isinstance(each, happened.Ranked):
            ranks.append(each)
        elif isinstance(each, happened.Reshuffled):
            reshuffles.append(each)
        elif hasattr(each, "seat"):
            walks.setdefault(each.seat, Walk(each.seat)).note(each, self.setup)
    self.lines += march_lines(walks, self.cast)
    for each in reshuffles:
        reshuffled(self, each)
    for each in ranks:
        ranked(self, each)
    self.finish()


def fainted(self: Narrator, event: happened.Fainted) -> None:
    self.add(event.seat, fainted_text(event))


def arrived(self: Narrator, event: happened.Arrived) -> None:
    over = f"（超 {event.overshoot} 步）" if event.overshoot else ""
    self.add(event.seat, f"到终点{over}")


def ranked(self: Narrator, event: happened.Ranked) -> None:
    if not event.place:
        self.start(None, f"{symbols.FLAG} {self.cast.label(event.seat)} 满轮没到，0 分")
        return
    arrival = next(
        (
            each
            for each in self.events[: self.index]
            if isinstance(each, happened.Arrived) and each.seat == event.seat
        ),
        None,
    )
    notes: list[str] = []
    if arrival is not None:
        notes.append(f"超出 {arrival.overshoot} 步、体力 {arrival.health}")
    if event.tied:
        notes.append("并列")
    if event.automatic:
        notes.append("只剩一人，自动判")
    if event.penalty:
        notes.append(f"强制休息 −{event.penalty}")
    why = f"（{'，'.join(notes)}）" if notes else ""
    self.start(
        None, f"{symbols.FLAG} 第 {event.place} 名 {self.cast.label(event.seat)} +{event.points} 分{why}"
    )


def regenerated(self: Narrator, event: happened.Regenerated) -> None:
    self.add(event.seat, f"回 {event.gained} 体力＝{event.health}")


# ------------------------------------------------------------------ 换道与结束
def track_ended(self: Narrator, event: happened.TrackEnded) -> None:
    if event.track + 1 == len(self.setup.tracks):
        # 最后一道：总分随终局战报说。
        self.finish()
        return
    order = sorted(range(len(event.totals)), key=lambda seat: (-event.totals[seat], seat))
    totals = " ".join(f"{self.cast.label(seat)} {event.totals[seat]}" for seat in order)
    self.start(None, f"第 {event.track + 1} 道跑完。总分：{totals}")


def changing_tracks(self: Narrator, event: Any) -> None:
    """换道时各人的增益、体力、弃牌，每人一行。"""
    self.index -= 1
    notes: dict[Seat, list[str]] = {}
    for each in self.taken((happened.BuffsKept, happened.Restored, happened.Trimmed)):
        note = notes.setdefault(each.seat, [])
        if isinstance(each, happened.BuffsKept):
            kept = "、".join(cards.buff_name(self.setup, buff) for buff in each.kept)
            note.append(f"留增益 {kept}" if kept else "不留增益")
        elif isinstance(each, happened.Restored):
            note.append(f"体力回到 {each.health}")
        else:
            note.append(f"弃 {each.count} 张")
    for seat, texts in notes.items():
        self.start(seat, "，".join(texts))
    self.finish()


WALKING: tuple[type, ...] = (
    happened.StepsChosen,
    happened.Stepped,
    happened.HealthLost,
    happened.LossPrevented,
    happened.Swamped,
    happened.RoadblockPaid,
    happened.RoadblockRemoved,
    happened.HeldByRoadblock,
    happened.SandSlides,
    happened.TerrainChanged,
    happened.Fainted,
    happened.BearLost,
    happened.Arrived,
)
"""走动中的事件。"""
AFTER_WALK: tuple[type, ...] = (
    happened.MovementEnded,
    happened.Drew,
    happened.Reshuffled,
    happened.Regenerated,
)
"""移动之后、下一轮之前的事件。"""

WRITERS: dict[type, Callable[[Narrator, Any], None]] = {
    happened.Rolled: rolled,
    happened.RollTied: roll_tied,
    happened.OrderSet: order_set,
    happened.CharactersOffered: characters_offered,
    happened.CharactersChosen: characters_chosen,
    happened.Drew: drew,
    happened.Reshuffled: reshuffled,
    happened.Exchanged: exchanged,
    happened.TrackStarted: track_started,
    happened.RoundStarted: round_started,
    happened.Woke: woke,
    happened.StillFainted: still_fainted,
    happened.BearArrived: bear_arrived,
    happened.BearLost: bear_lost,
    happened.RoundSkipped: round_skipped,
    happened.TurnEnded: turn_ended,
    happened.MovePlayed: move_played,
    happened.TwoForThree: two_for_three,
    happened.TwoForOne: two_for_one,
    happened.WeaponGiven: weapon_given,
    happened.ArmourWorn: armour_worn,
    happened.RecoveryPlayed: recovery_played,
    happened.ElementPlayed: element_played,
    happened.BuffGained: buff_gained,
    happened.BindingLifted: binding_lifted,
    happened.TriggerPlayed: trigger_played,
    happened.EventBegan: event_began,
    happened.EventSkipped: event_skipped,
    happened.BecameSpecial: became_special,
    happened.SpecialPlayed: special_played,
    happened.Discarded: discarded,
    happened.Pulled: pulled,
    happened.Swapped: swapped,
    happened.Bound: bound,
    happened.CardsMoved: cards_moved,
    happened.ArmourMoved: armour_moved,
    happened.ResinThrown: resin_thrown,
    happened.MagicBound: magic_bound,
    happened.RoadblockPlaced: roadblock_placed,
    happened.LeavesRegrew: leaves_regrew,
    happened.Halted: halted,
    happened.SkipsNextRound: skips_next_round,
    happened.AdvanceStarted: advance_started,
    happened.MovementStarted: movement_started,
    happened.StepsChosen: movement_resumed,
    happened.Stepped: movement_resumed,
    happened.SandSlides: movement_resumed,
    happened.MovementEnded: movement_resumed,
    happened.HeldByRoadblock: movement_resumed,
    happened.Fainted: fainted,
    happened.Arrived: arrived,
    happened.Ranked: ranked,
    happened.Regenerated: regenerated,
    happened.TrackEnded: track_ended,
    happened.BuffsKept: changing_tracks,
    happened.Restored: changing_tracks,
    happened.Trimmed: changing_tracks,
}
"""事件 → 怎么写；`TurnStarted` 由「轮到谁」那一行说，`GameEnded` 由终局战报说，都不在其内。"""
