"""把发生的事写成几行字。

群里每个动作一行：同一个动作引起的事接在后面，太长就换行；座位自己的一份只写旁观者看不到的内容。
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.kernel import Cast, Seat
from games.magicelite import events as happened
from games.magicelite.questions import NOBODY
from games.magicelite.view import View

from . import cards, skills
from .numbers import product, signed, spoken

WIDEST = 76
"""一行到这么多字就另起一行。"""
RETURNED = 24
"""「返还 120万 点，轮到 2号阿橙 回应」大约几个字。"""
REASONS = {
    "guard": "地王盾",
    "judgment": "审判",
    "wave": "气浪",
    "devouring": "吞噬盾",
    "reflection": "反射盾",
}
"""敌方伤害为什么算少了。"""
CAUSES = {
    "judgment": "审判",
    "body": "真身挡不住",
    "mine": "地雷",
    "bloodlust": "嗜血",
    "reflection": "反射",
}
"""扣血的来历；攻击不说。"""
DRAWN = {
    "empty": "出空",
    "both": "出空又打出 5，",
    "fives": "打出 5，",
    "mine": "补",
    "adventure": "",
    "won": "翻空，",
    "zombie": "重",
    "opening": "",
}


def tell(events: Sequence[Any], view: View, cast: Cast) -> list[str]:
    """把 `seen_by` 过的事件写成几行字；`view` 与事件同属一个看的人。"""
    if view.seat is not None:
        return tell_privately(events, view)
    return Narrator(view, cast).tell(events)


def tell_privately(events: Sequence[Any], view: View) -> list[str]:
    """只写 `view.seat` 看得到而旁观者看不到的：摸到什么、抽到哪些武将、哪些牌打了暴走标记。"""
    setup = view.setup
    lines: list[str] = []
    for event in events:
        if isinstance(event, happened.Drew) and event.cards.seen:
            lines.append(f"摸到 {cards.listed(setup, event.cards.seen)}")
        elif isinstance(event, happened.GeneralsDrawn) and event.generals.seen:
            names = " ".join(setup.identities.name[card] for card in event.generals.seen)
            lines.append(f"你的武将 {names}，上场次序谁也不知道")
        elif isinstance(event, happened.Rampaged) and event.cards.seen:
            lines.append(f"×{spoken(event.factor)}：{cards.listed(setup, event.cards.seen)}")
    return lines


class Narrator:
    """把一串公开的事件写成行。`start` 另起一行，`add` 接在这一行后面。"""

    def __init__(self, view: View, cast: Cast) -> None:
        self.view = view
        self.cast = cast
        self.setup = view.setup
        self.lines: list[str] = []
        self.text = ""
        self.subject: Seat = NOBODY
        self.played: happened.SetPlayed | None = None
        """最近打出的一套：写算式用。"""
        self.index = 0
        self.events: Sequence[Any] = ()

    def tell(self, events: Sequence[Any]) -> list[str]:
        """写完全部事件。"""
        self.events = events
        while self.index < len(events):
            event = events[self.index]
            self.index += 1
            writer = WRITERS.get(type(event))
            if writer is not None:
                writer(self, event)
        self.finish()
        return self.lines

    def finish(self) -> None:
        """这一行写完了。"""
        if self.text:
            self.lines.append(self.text)
        self.text, self.subject = "", NOBODY

    def start(self, subject: Seat, text: str) -> None:
        """另起一行。"""
        self.finish()
        self.text = text if subject == NOBODY else f"{self.label(subject)} {text}"
        self.subject = subject

    def add(self, subject: Seat, text: str, mark: str = "，") -> None:
        """接在这一行后面；主角换了就写上是谁；太长就换行。"""
        if not self.text or len(self.text) + len(text) > WIDEST:
            self.start(subject, text)
            return
        if subject in (NOBODY, self.subject):
            self.text += mark + text
        else:
            self.text += f"；{self.label(subject)} {text}"
            self.subject = subject

    def character(self, event: happened.BagOpened | happened.SkillSwitched) -> str:
        """换成哪一代的哪个角色，如「初代忍者」。"""
        number = self.view.players[event.seat].number
        name = self.setup.data.character_of[event.generation, number].name
        return f"{('初', '二', '三')[event.generation - 1]}代{name}"

    def label(self, seat: Seat) -> str:
        """称呼。"""
        return self.cast.label(seat)

    def following(self, kind: type, alike: Callable[[Any], bool]) -> list[Any]:
        """紧接着的、同一种的事件，一起取走。"""
        found: list[Any] = []
        while self.index < len(self.events):
            event = self.events[self.index]
            if not isinstance(event, kind) or not alike(event):
                break
            found.append(event)
            self.index += 1
        return found

    def title(self, key: str) -> str:
        """技能或物品的名字。"""
        return skills.title(self.view, key)

    def set_name(self, chosen: Sequence[int]) -> str:
        """一套牌。"""
        return cards.set_name(self.setup, chosen)

    def arithmetic(self, base: int, factors: Sequence[Any]) -> str:
        """`6×2（王者）`。"""
        return product(self.setup.data, base, factors)


def seats(numbers: Sequence[Seat]) -> str:
    """几个座位，只写号：`1号、3号`。"""
    return "、".join(f"{seat + 1}号" for seat in numbers)


# ------------------------------------------------------------------ 通用（E）
def identities_dealt(self: Narrator, event: happened.IdentitiesDealt) -> None:
    self.finish()
    for seat in event.order:
        name = cards.identity(self.setup, event.identities[seat])
        health = self.setup.identities.number[event.identities[seat]]
        self.lines.append(f"{self.label(seat)} {name} 血{health}")
    self.start(NOBODY, f"出牌顺序 {seats(event.order)}")


def drew(self: Narrator, event: happened.Drew) -> None:
    short = f"（牌不够，少 {event.missing} 张）" if event.missing else ""
    if event.reason == "opening":
        every = [event, *self.following(happened.Drew, lambda each: each.reason == "opening")]
        lacking = any(each.missing for each in every)
        self.start(NOBODY, f"每人摸 {event.count} 张" + ("（牌不够，有人少摸）" if lacking else ""))
    else:
        self.add(event.seat, f"{DRAWN.get(event.reason, '')}摸 {event.count} 张{short}")


def reshuffled(self: Narrator, event: happened.Reshuffled) -> None:
    if event.kept:
        self.add(NOBODY, f"弃牌堆 {event.count - event.kept} 张洗进库（共 {event.count} 张）")
    else:
        self.add(event.seat, f"把弃牌堆 {event.count} 张洗成新的库")


def turn_skipped(self: Narrator, event: happened.TurnSkipped) -> None:
    why = "没牌可出也没牌可摸" if event.reason == "no_cards" else "已经不在"
    self.start(event.seat, f"{why}，这个回合跳过")


def passed(self: Narrator, event: happened.Passed) -> None:
    self.start(event.seat, "过牌")


def set_played(self: Narrator, event: happened.SetPlayed) -> None:
    self.played = event
    name = self.set_name(event.cards)
    declared = "、".join(self.title(use[0]) for use in event.uses)
    skill = f"【{declared}】" if declared else ""
    if event.purpose == "respond":
        self.start(event.seat, f"回应 {name}{skill}")
        return
    verb = "复活，打出" if event.purpose == "revive" else "出"
    aim = "" if event.target == NOBODY else f" → {self.label(event.target)}"
    self.start(event.seat, f"{verb} {name}{skill}{aim}")
    if event.damage:
        worth = self.arithmetic(event.base, event.factors)
        total = f"＝{spoken(event.damage)}" if event.factors else ""
        self.add(NOBODY, f"伤害 {worth}{total}", "：")


def retracted(self: Narrator, event: happened.Retracted) -> None:
    name = self.set_name(event.cards)
    self.start(event.seat, f"另出：{name} 作废进弃牌堆" if event.discarded else f"悔牌，收回 {name}")


def healed(self: Narrator, event: happened.Healed) -> None:
    self.add(event.seat, f"回血 {event.gained}（血 {event.health}）" if event.gained else "血已满")


def attack_started(self: Narrator, event: happened.AttackStarted) -> None:
    if event.kind in ("return", "framing", "control"):
        verb = f"返还 {spoken(event.damage)} 点，" if event.kind == "return" else ""
        text = f"{verb}轮到 {self.label(event.defender)} 回应"
        if self.text and event.kind == "return":
            self.text += f"，{text}"  # 不管多长都接在算式后面
        else:
            self.add(NOBODY, text)


def no_cards(self: Narrator, event: happened.NoCards) -> None:
    self.played = None
    self.start(event.seat, "没有牌可以回应")


def offset(self: Narrator, event: happened.Offset) -> None:
    """一行算式：己方 6×2（王者）＋回复 3 − 对方 12 ＝ OD +3（E6.1）。"""
    played = self.played
    mine = spoken(event.own)
    if played is not None and played.seat == event.seat and played.damage == event.own:
        mine = self.arithmetic(played.base, played.factors)
    healing = f" + 回复 {spoken(event.healing)}" if event.healing else ""
    devoured = f" + 吞噬 {spoken(event.devoured)}" if event.devoured else ""
    enemy = spoken(event.enemy)
    if event.reasons:
        why = "、".join(REASONS.get(reason, reason) for reason in event.reasons)
        enemy += f"（{why}，原 {spoken(event.incoming)}）"
    text = f"己方 {mine}{healing}{devoured} − 对方 {enemy} → OD={signed(event.od)}"
    # 算式与返还写在一行里；前面说了摸牌、技能而放不下，就从算式起另写一行。
    tail = RETURNED if event.od > 0 else 0
    if "，" in self.text and len(self.text) + len(text) + tail > WIDEST:
        self.finish()
    self.add(event.seat, text + ("，抵消" if event.od == 0 else ""), "：")


def counter_capped(self: Narrator, event: happened.CounterCapped) -> None:
    self.add(event.seat, f"已满 {self.setup.rules.exchange_limit} 次回应，不再返还（E6.6）")


def wounded(self: Narrator, event: happened.Wounded) -> None:
    cause = CAUSES.get(event.cause, "")
    self.add(event.seat, f"{cause}扣 {spoken(event.amount)} 血，剩 {event.health}/{event.cap}")


def slain(self: Narrator, event: happened.Slain) -> None:
    killer = "被击杀" if event.killer in (NOBODY, event.seat) else f"被 {self.label(event.killer)} 击杀"
    self.add(event.seat, killer)


def died(self: Narrator, event: happened.Died) -> None:
    self.add(event.seat, "☠出局" + (f"，弃 {cards.listed(self.setup, event.cards)}" if event.cards else ""))


def game_over(self: Narrator, event: happened.GameOver) -> None:
    self.start(NOBODY, f"对局结束，{seats(event.winners)} 胜")


# ------------------------------------------------------------------ 初代（G1）
def revived(self: Narrator, event: happened.Revived) -> None:
    self.add(event.seat, f"第 {event.used} 次复活，满血 {event.health}，还剩 {event.left} 次")


def framed(self: Narrator, event: happened.Framed) -> None:
    total = f"{spoken(event.own)}+{spoken(event.enemy)}＝{spoken(event.damage)}"
    self.add(event.seat, f"嫁祸 {self.label(event.target)}：{total}")


# ------------------------------------------------------------------ 二代（G2）
def generals_drawn(self: Narrator, event: happened.GeneralsDrawn) -> None:
    self.start(NOBODY, f"每人暗抽 {event.count} 张武将，背面朝上")


def teams_formed(self: Narrator, event: happened.TeamsFormed) -> None:
    self.start(NOBODY, "组队：" + " 对 ".join(seats(team) for team in event.teams))


def general_entered(self: Narrator, event: happened.GeneralEntered) -> None:
    style = {"bilocation": "，用分身术", "aegis": "，用护盾与控制"}.get(event.style, "")
    name = cards.identity(self.setup, event.identity)
    self.start(event.seat, f"{name} 上场，血 {event.health}，身后 {event.left} 张{style}")


def scored(self: Narrator, event: happened.Scored) -> None:
    if event.seat == NOBODY:
        self.add(NOBODY, f"{event.points} 分归公家")
    else:
        self.add(event.seat, f"得 {event.points} 分（共 {event.total}）")


def number_picked(self: Narrator, event: happened.NumberPicked) -> None:
    hit = "中真身" if event.real else f"是假身，攻击作废，假身剩 {event.left}"
    self.start(event.attacker, f"选 {event.number} 号：{hit}")


def bodies_shuffled(self: Narrator, event: happened.BodiesShuffled) -> None:
    why = {"reset": "假身用完，重置，"}.get(event.reason, "")
    self.add(event.seat, f"{why}真身与 {event.false_bodies} 个假身洗混")


def bilocation_ended(self: Narrator, event: happened.BilocationEnded) -> None:
    self.add(event.seat, "分身术到此为止")


def shielded(self: Narrator, event: happened.Shielded) -> None:
    self.add(event.seat, f"护盾 {event.rounds} 回合，还能用 {event.left} 次")


def absorbed(self: Narrator, event: happened.Absorbed) -> None:
    why = "护盾" if event.reason == "shield" else "控制中"
    self.add(event.seat, f"{why}，{spoken(event.amount)} 点不扣血")


def controlled(self: Narrator, event: happened.Controlled) -> None:
    self.add(
        event.seat,
        f"控制：{spoken(event.damage)} 点转给 {self.label(event.target)}，"
        f"{seats([event.source, event.target])} 内斗 {event.rounds} 回合",
    )


def status_ended(self: Narrator, event: happened.StatusEnded) -> None:
    names = {
        "shield": "护盾",
        "control": "内斗",
        "bloodlust": "嗜血",
        "dragon": "爆爆龙",
        "bird_female": "雌鸟",
        "medicine": "小药箱",
        "mine": "埋的地雷",
    }
    why = {
        "expired": "到期",
        "died": "因有人死或换将解除",
        "two_left": "只剩两人，解除",
        "interrupted": "被打断",
        "used": "用掉，不变小僵尸",
        "shown": "现身，不再是雷",
    }.get(event.reason, "结束")
    self.add(event.seat, f"{names.get(event.what, event.what)}{why}")


def judgment_called(self: Narrator, event: happened.JudgmentCalled) -> None:
    self.add(event.seat, f"天神的审判，抽 {event.flips} 张")


def judgment_flipped(self: Narrator, event: happened.JudgmentFlipped) -> None:
    struck = f"同花色 {seats(event.struck)}" if event.struck else "没有同花色的人"
    self.add(event.seat, f"审判翻开 {cards.name(self.setup, event.card)}，{struck}")


def fused(self: Narrator, event: happened.Fused) -> None:
    self.add(event.seat, "打出过 A，合体技能解锁")


def vote_cast(self: Narrator, event: happened.VoteCast) -> None:
    self.start(event.seat, f"{'同意' if event.agree else '不同意'}终止（{event.agreed}/{event.needed}）")


def vote_passed(self: Narrator, event: happened.VotePassed) -> None:
    self.add(NOBODY, "表决通过，这个主动回合结束后终止")


# ------------------------------------------------------------------ 三代（G3）
def storm_called(self: Narrator, event: happened.StormCalled) -> None:
    self.add(event.seat, f"风暴神！免伤，满血 {event.health}")


def bag_opened(self: Narrator, event: happened.BagOpened) -> None:
    self.add(event.seat, f"救命锦囊：免伤，血 {event.health}，用{self.character(event)}的技能")


def skill_switched(self: Narrator, event: happened.SkillSwitched) -> None:
    self.start(event.seat, f"升降梯：技能换成{self.character(event)}的")


def adventure_started(self: Narrator, event: happened.AdventureStarted) -> None:
    mine, theirs = event.counts
    self.start(
        NOBODY,
        f"大冒险：{self.label(event.challenger)}（{mine} 张）对 {self.label(event.killer)}（{theirs} 张），"
        f"{event.first + 1}号先手",
    )


def adventure_flipped(self: Narrator, event: happened.AdventureFlipped) -> None:
    verb = "攻" if event.attacking else "应"
    text = f"{verb} {cards.name(self.setup, event.card)}"
    if event.attacking:
        self.start(event.seat, f"第 {event.number} 翻 {text}")
    else:
        self.add(event.seat, text)


def adventure_struck(self: Narrator, event: happened.AdventureStruck) -> None:
    if event.od < 0:
        self.add(NOBODY, f"OD={signed(event.od)}，{event.defender + 1}号剩 {event.health} 血")
    elif event.od == 0:
        self.add(NOBODY, "抵消")
    else:
        self.add(NOBODY, f"OD={signed(event.od)}，返还 {event.attacker + 1}号")


def adventure_ended(self: Narrator, event: happened.AdventureEnded) -> None:
    self.start(event.winner, f"赢了大冒险，{self.label(event.loser)} 败")
    if event.reason == "cap":
        self.add(NOBODY, "翻满或无牌可翻，血多者胜")
    names = {"storm": "风暴神", "bag": "救命锦囊"}
    if event.inherited:
        self.add(
            event.winner, "继承 " + "、".join(names.get(each, self.title(each)) for each in event.inherited)
        )


def diamonds(self: Narrator, event: happened.Diamonds) -> None:
    if event.reason != "bought":
        why = {"gift": "大礼包 ", "bird": "钻石鸟 ", "mine": "地雷 ", "refund": "退回 "}.get(event.reason, "")
        self.add(event.seat, f"{why}💎{signed(event.change)}（{event.total}）")


def bought(self: Narrator, event: happened.Bought) -> None:
    self.start(event.seat, f"买{self.title(event.item)}，花 {event.price} 钻石")


def mine_laid(self: Narrator, event: happened.MineLaid) -> None:
    self.start(event.seat, f"埋雷 {cards.name(self.setup, event.card)}，洗进库里")


def mine_tripped(self: Narrator, event: happened.MineTripped) -> None:
    self.add(event.seat, f"摸到 {event.owner + 1}号埋的地雷 {cards.name(self.setup, event.card)}")


def damage_ignored(self: Narrator, event: happened.DamageIgnored) -> None:
    self.start(event.seat, f"忽略 {spoken(event.damage)} 点伤害")
    if event.identity != NOBODY:
        self.add(event.seat, f"并 {self.setup.identities.name[event.identity]}，血 {event.health}")


def reflected(self: Narrator, event: happened.Reflected) -> None:
    self.add(event.seat, f"反射 {spoken(event.damage)}：{seats(event.targets)} 各弃一张 4，否则死")


def guard_discarded(self: Narrator, event: happened.GuardDiscarded) -> None:
    why = {"reflection": "挡住反射", "bloodlust": "打断嗜血", "countering": "吞噬"}.get(event.reason, "")
    if event.card == NOBODY:
        self.add(event.seat, "不弃 4")
    else:
        self.add(event.seat, f"弃 {cards.name(self.setup, event.card)} {why}")


def bloodlust_cast(self: Narrator, event: happened.BloodlustCast) -> None:
    self.add(event.seat, f"对 {self.label(event.target)} 嗜血 {event.rounds} 回合，还能用 {event.left} 次")


def frozen(self: Narrator, event: happened.Frozen) -> None:
    what = skills.LAYERS.get(event.what, event.what)
    self.add(event.seat, f"冰封 {self.label(event.target)} 的{what}（{event.layers} 层）")


def thawed(self: Narrator, event: happened.Thawed) -> None:
    self.add(event.seat, f"{skills.LAYERS.get(event.what, event.what)}解冰一层，还有 {event.layers} 层")


def rampaged(self: Narrator, event: happened.Rampaged) -> None:
    self.add(event.seat, f"暴走：手里带伤害的牌 ×{spoken(event.factor)}")


def skill_countered(self: Narrator, event: happened.SkillCountered) -> None:
    gained = "，学到一次" if event.gained else ""
    self.add(event.seat, f"使 {event.caster + 1}号的{self.title(event.skill)}失效{gained}")


def dodged(self: Narrator, event: happened.Dodged) -> None:
    self.add(event.seat, f"闪电豹躲过 {spoken(event.amount)} 点")


def joint_attack(self: Narrator, event: happened.JointAttack) -> None:
    if event.targets:
        self.start(NOBODY, f"联合进攻：其余人的主动攻击只能指向 {seats(event.targets)}")
    else:
        self.start(NOBODY, "联合进攻解除")


def zombified(self: Narrator, event: happened.Zombified) -> None:
    self.start(event.seat, f"变成 {self.label(event.master)} 的小僵尸，血 {event.health}")


def order_restarted(self: Narrator, event: happened.OrderRestarted) -> None:
    first = "最大的角色" if event.seat == NOBODY else f" {self.label(event.seat)} "
    self.add(NOBODY, f"从{first}重新开始")


WRITERS: Mapping[type, Callable[[Narrator, Any], None]] = {
    happened.IdentitiesDealt: identities_dealt,
    happened.Drew: drew,
    happened.Reshuffled: reshuffled,
    happened.TurnSkipped: turn_skipped,
    happened.Passed: passed,
    happened.SetPlayed: set_played,
    happened.Retracted: retracted,
    happened.Healed: healed,
    happened.AttackStarted: attack_started,
    happened.NoCards: no_cards,
    happened.Offset: offset,
    happened.CounterCapped: counter_capped,
    happened.Wounded: wounded,
    happened.Slain: slain,
    happened.Died: died,
    happened.GameOver: game_over,
    happened.Revived: revived,
    happened.Framed: framed,
    happened.GeneralsDrawn: generals_drawn,
    happened.TeamsFormed: teams_formed,
    happened.GeneralEntered: general_entered,
    happened.Scored: scored,
    happened.NumberPicked: number_picked,
    happened.BodiesShuffled: bodies_shuffled,
    happened.BilocationEnded: bilocation_ended,
    happened.Shielded: shielded,
    happened.Absorbed: absorbed,
    happened.Controlled: controlled,
    happened.StatusEnded: status_ended,
    happened.JudgmentCalled: judgment_called,
    happened.JudgmentFlipped: judgment_flipped,
    happened.Fused: fused,
    happened.VoteCast: vote_cast,
    happened.VotePassed: vote_passed,
    happened.StormCalled: storm_called,
    happened.BagOpened: bag_opened,
    happened.SkillSwitched: skill_switched,
    happened.AdventureStarted: adventure_started,
    happened.AdventureFlipped: adventure_flipped,
    happened.AdventureStruck: adventure_struck,
    happened.AdventureEnded: adventure_ended,
    happened.Diamonds: diamonds,
    happened.Bought: bought,
    happened.MineLaid: mine_laid,
    happened.MineTripped: mine_tripped,
    happened.DamageIgnored: damage_ignored,
    happened.Reflected: reflected,
    happened.GuardDiscarded: guard_discarded,
    happened.BloodlustCast: bloodlust_cast,
    happened.Frozen: frozen,
    happened.Thawed: thawed,
    happened.Rampaged: rampaged,
    happened.SkillCountered: skill_countered,
    happened.Dodged: dodged,
    happened.JointAttack: joint_attack,
    happened.Zombified: zombified,
    happened.OrderRestarted: order_restarted,
}
"""事件 → 怎么写。`TurnStarted` 由「轮到谁」那一行说，`ExchangeEnded` 不另说。"""
