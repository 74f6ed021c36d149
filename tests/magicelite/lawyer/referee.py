"""旁观的裁判：初代与二代的另一份写法，只照条文写成，不用引擎的规则代码。

它看一局发生的事。玩家定的（出哪一套、对谁、声明什么、选哪个编号、复活不复活）与运气（摸到、翻到什么）照单全收；
此外的每一件——补几张、OD、扣血、击杀、得分、换将、内斗与护盾的回合、轮到谁、谁赢——都由它先算出来，
再看引擎说的是不是一字不差。
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from games.kernel import Event
from games.magicelite.data import Options
from games.magicelite.table import MagicEliteTable
from tests.magicelite.lawyer.reference import Card, damage_of, healing_of

FACES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "J": 11, "Q": 12, "K": 13}
SUIT_ORDER = "♠♥♣♦"
IGNORED = {"IdentitiesDealt", "GeneralsDrawn", "TeamsFormed"}
FREE = -1
"""没有这个人。"""


def card_of(name: str) -> Card:
    """「♠K」→ `("♠", 13)`。"""
    return name[0], FACES[name[1:]]


@dataclass
class Attack:
    """等着回应的攻击。"""

    attacker: int
    defender: int
    damage: int
    cards: list[int]
    kind: str
    responses: int


@dataclass
class Situation:
    """裁判记的全部。列表下标是座位。"""

    people: list[str]
    """在场的身份，如「♠10」。"""
    card: list[int]
    """在场的身份卡号：完全相同的两张按它分先后（E2.1）。"""
    side: list[int]
    health: list[int]
    cap: list[int]
    hand: list[int]
    deck: int
    alive: list[bool]
    discard: list[int] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    attack: Attack | None = None
    active: int = FREE
    cursor: tuple[int, int, int] = (-99, 0, 0)
    turns: int = 0
    revivals: list[int] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    commons: int = 0
    waiting_generals: list[int] = field(default_factory=list)
    fallen: int = 0
    votes: list[bool] = field(default_factory=list)
    ending: bool = False
    style: list[str] = field(default_factory=list)
    bodies: list[int] = field(default_factory=list)
    exposed: list[bool] = field(default_factory=list)
    charges_used: list[int] = field(default_factory=list)
    shields: list[int] = field(default_factory=list)
    feuds: list[list[int]] = field(default_factory=list)
    """`[控制者, 原攻击者, 被转移的人, 剩余回合]`。"""
    fused: list[bool] = field(default_factory=list)
    hundred_used: list[bool] = field(default_factory=list)
    bilocated: list[bool] = field(default_factory=list)


class Referee:
    """见模块说明。"""

    def __init__(self, table: MagicEliteTable, most_returns: int = 40, most_turns: int = 500) -> None:
        """`most_returns` 见 E6.6，`most_turns` 见 E9.2：想快些走到头的局用小的数。"""
        self.table = table
        self.most_returns = most_returns
        self.most_turns = most_turns
        self.options: Options = table.setup.options
        self.generation = table.setup.generation
        self.names = table.setup.deck.name
        seats = table.seats
        people = [table.setup.identities.name[card] for card in table.identity]
        numbers = [int(name[1:]) for name in people]
        teams = self.generation == 2 and self.options.teams
        self.now = Situation(
            people,
            list(table.identity),
            [seat % 2 if teams else seat for seat in range(seats)],
            numbers[:],
            numbers[:],
            [0] * seats,
            len(table.deck),
            [True] * seats,
            revivals=[0] * seats,
            scores=[0] * seats,
            waiting_generals=[self.options.generals - 1 if self.generation == 2 else 0] * seats,
            votes=[False] * seats,
            style=[""] * seats,
            bodies=[0] * seats,
            exposed=[False] * seats,
            charges_used=[0] * seats,
            shields=[0] * seats,
            fused=[False] * seats,
            hundred_used=[False] * seats,
            bilocated=[False] * seats,
        )
        self.due: list[tuple[Any, ...]] = []
        """还没有看到、照条文必须发生的事。"""
        self.next: list[Callable[[], None]] = []
        """翻了审判、选了编号以后接着做的。"""
        self.drawn: Callable[[], None] | None = None
        """补完牌以后接着做的。"""
        self.dying: tuple[int, int] | None = None
        """正要决定复活不复活的恶贼与击杀者（G1.3）。"""
        self.entering: list[tuple[int, int]] = []
        """要上场的人与那时在场的人数（G2.1、G2.6）。"""
        self.undo: tuple[int, Situation, list[int]] | None = None
        self.again = False
        self.over = False
        self.aimed: set[int] = set()
        """正在结算的主动一套的目标：审判打死他也算攻防一方（G2.9）。"""
        self.hands_before: list[list[int]] = []
        """上一次停下来时各人的手牌。"""
        if self.generation == 2:
            self.entering = [(seat, seats) for seat in self.order()]
        for _ in range(seats):
            self.due.append(("opening",))

    # ------------------------------------------------------------ 查
    def number(self, seat: int) -> int:
        return int(self.now.people[seat][1:])

    def rank(self, seat: int) -> tuple[int, int, int]:
        """出牌的先后，小的先（E2.1）。"""
        return -self.number(seat), SUIT_ORDER.index(self.now.people[seat][0]), self.now.card[seat]

    def order(self) -> list[int]:
        return sorted((seat for seat, alive in enumerate(self.now.alive) if alive), key=self.rank)

    def faces(self, cards: Sequence[int]) -> list[Card]:
        return [card_of(self.names[card]) for card in cards]

    def enemies(self, seat: int) -> list[int]:
        return [each for each in self.order() if self.now.side[each] != self.now.side[seat]]

    def feuds_of(self, seat: int) -> list[list[int]]:
        return [feud for feud in self.now.feuds if seat in feud[1:3]]

    def rivals(self, seat: int) -> set[int]:
        """内斗中必须打的人；控制着自己的不算（G2.7）。"""
        feuds = self.feuds_of(seat)
        others = {feud[2] if feud[1] == seat else feud[1] for feud in feuds}
        return (others - {feud[0] for feud in feuds}) or others

    def charges(self, seat: int) -> int:
        """护盾、控制还剩几次（G2.7、G2.10）。"""
        if self.now.style[seat] != "aegis" or (self.number(seat) == 10 and not self.now.fused[seat]):
            return 0
        return (4 if self.number(seat) == 8 else 1) - self.now.charges_used[seat]

    def factor(self, seat: int, uses: Sequence[Sequence[Any]]) -> int:
        """倍率（G1.5、G2.5、G2.6、G2.10）。"""
        number = self.number(seat)
        if self.generation == 1:
            return 2 if number == 10 else 1
        found = self.now.bodies[seat] or 1
        if number == 7 or any(use[0] == "hundredfold" for use in uses):
            found *= self.options.seven_factor
        return found

    def is_set(self, cards: Sequence[int]) -> bool:
        """E3.2 与它的 ⚙。"""
        faces = self.faces(cards)
        if len(faces) == 1:
            return True
        if len(faces) < self.options.straight_min or len({suit for suit, _ in faces}) > 1:
            return False
        line = [1, 2, 3, 4, 5, 6, *([] if self.options.six_to_jack else [0]), 11, 12, 13]
        line += [1] if self.options.king_to_ace else []
        numbers = sorted(number for _, number in faces)
        spans = [line[start : start + len(faces)] for start in range(len(line) - len(faces) + 1)]
        return any(sorted(span) == numbers for span in spans if 0 not in span)

    def damage(self, cards: Sequence[int]) -> int:
        return sum(damage_of(face) for face in self.faces(cards))

    def healing(self, cards: Sequence[int]) -> int:
        return sum(healing_of(face) for face in self.faces(cards))

    # ------------------------------------------------------------ 看
    def watch(self, events: Sequence[Event]) -> None:
        """依次看这些事。"""
        barren = self.now.deck + len(self.now.discard) == 0
        if self.next and barren and type(events[0]).__name__ != "VoteCast":
            self.due = [entry for entry in self.due if entry[0] != "flip"]  # 没有牌可翻，其余照算（G2.9）
            rest, self.next = self.next, []
            for step in rest:
                step()
        for event in events:
            name = type(event).__name__
            reader = getattr(self, "see_" + name, None)
            if reader is not None:
                reader(event)
            elif name not in IGNORED:
                self.settle_due(name, event)

    def settle_due(self, name: str, event: Any) -> None:
        """一件由条文决定的事：必须在应有的里面。"""
        seen = {
            "AttackStarted": ("attacker", "defender", "damage", "kind"),
            "Offset": ("seat", "attacker", "incoming", "enemy", "own", "healing", "od", "number"),
            "Wounded": ("seat", "source", "cause", "lost", "health", "cap"),
            "Absorbed": ("seat", "amount", "reason"),
            "Healed": ("seat", "gained", "health"),
            "Slain": ("seat", "killer"),
            "Scored": ("seat", "victim", "points", "total"),
            "ExchangeEnded": ("responses",),
            "CounterCapped": ("seat", "od"),
            "Framed": ("seat", "source", "target", "own", "enemy", "damage"),
            "Fused": ("seat",),
            "JudgmentCalled": ("seat", "flips"),
            "StatusEnded": ("seat", "what", "reason"),
            "BodiesShuffled": ("seat", "false_bodies", "reason"),
            "BilocationEnded": ("seat",),
            "VotePassed": ("agreed",),
        }[name]
        found = (name, *(getattr(event, each) for each in seen))
        assert found in self.due, f"引擎说 {found}，照条文应是 {self.due}"
        self.due.remove(found)

    def wait(self, *entry: Any) -> None:
        self.due.append(entry)

    # ------------------------------------------------------------ 摸牌
    def see_Reshuffled(self, event: Any) -> None:
        """E3.6"""
        assert event.count == len(self.now.discard) > 0
        self.now.deck += event.count
        self.now.discard = []

    def see_Drew(self, event: Any) -> None:
        """E3.1 E3.5"""
        now = self.now
        carry_on: Callable[[], None] | None = None
        if ("opening",) in self.due:
            self.due.remove(("opening",))
            assert event.count == 5
        elif ("Drew", event.seat) in [entry[:2] for entry in self.due]:
            entry = next(entry for entry in self.due if entry[:2] == ("Drew", event.seat))
            self.due.remove(entry)
            wanted, pool = entry[2:]
            assert (event.count, event.count + event.missing) == (min(wanted, pool), wanted)
            carry_on, self.drawn = self.drawn, None
        else:  # 要出牌的人手里没有牌
            assert now.hand[event.seat] == 0 and event.reason == "empty"
            asked = self.dying[0] if self.dying else now.attack.defender if now.attack else now.active
            assert event.seat == asked
            assert event.count + event.missing == 5 and event.count == min(5, now.deck + len(now.discard))
            self.undo = None
        now.hand[event.seat] += event.count
        now.deck -= event.count
        assert now.deck >= 0 and event.left == now.deck
        if carry_on is not None:
            carry_on()

    # ------------------------------------------------------------ 主动回合
    def see_TurnStarted(self, event: Any) -> None:
        """E2.2 E6.4 E7.1 E9.2"""
        now = self.now
        assert not self.due and now.attack is None and not now.laid, self.due
        self.check_not_over()
        assert now.turns < self.most_turns
        after = [seat for seat in self.order() if self.rank(seat) > now.cursor]
        assert event.seat == (after or self.order())[0]
        now.turns += 1
        assert event.number == now.turns
        now.active, now.cursor = event.seat, self.rank(event.seat)
        self.again = False
        if self.generation == 1:
            return
        if now.shields[event.seat]:
            now.shields[event.seat] -= 1
            if not now.shields[event.seat]:
                self.wait("StatusEnded", event.seat, "shield", "expired")
        for feud in now.feuds[:]:
            if feud[2] == event.seat:
                feud[3] -= 1
                if not feud[3]:
                    self.release(feud, "expired")

    def release(self, feud: list[int], reason: str) -> None:
        self.now.feuds.remove(feud)
        for seat in feud[1:3]:
            self.wait("StatusEnded", seat, "control", reason)

    def see_TurnSkipped(self, event: Any) -> None:
        """E3.7"""
        assert event.seat == self.now.active and self.now.hand[event.seat] == 0
        assert self.now.deck + len(self.now.discard) == 0

    def see_SetPlayed(self, event: Any) -> None:
        """E3.2 E3.3 E3.5 E4"""
        now = self.now
        seat, cards = event.seat, event.cards
        assert now.alive[seat] and self.is_set(cards)
        uses = event.uses
        damage = self.damage(cards) * self.factor(seat, uses)
        healing = self.healing(cards)
        assert (event.damage, event.healing) == (damage, healing)
        before = copy.deepcopy(now)
        now.hand[seat] -= len(cards)
        now.laid += cards
        assert event.left == now.hand[seat] >= 0
        fives = sum(number == 5 for _, number in self.faces(cards))
        owed = 5 * fives + (0 if now.hand[seat] else 5)
        if owed:
            self.wait("Drew", seat, owed, now.deck + len(now.discard))
        fusing = self.fuse(seat, cards)
        self.undo = None
        if not (owed or uses or fusing or self.again) and event.purpose != "revive":
            self.undo = seat, before, list(cards)
        self.again = False

        def carry_on() -> None:
            if event.purpose == "play":
                self.open_attack(seat, cards, event.target, uses, damage, healing)
            elif event.purpose == "respond":
                self.answer(seat, cards, uses, damage, healing)
            else:
                self.rise(seat, cards, event.target, damage)

        if owed:
            self.drawn = carry_on  # E3.5：先补牌
        else:
            carry_on()

    def fuse(self, seat: int, cards: Sequence[int]) -> bool:
        """G2.10：A 打出以后解锁。"""
        now = self.now
        if self.generation == 1 or self.number(seat) != 10 or now.fused[seat]:
            return False
        if all(number != 1 for _, number in self.faces(cards)):
            return False
        now.fused[seat] = True
        self.wait("Fused", seat)
        if now.style[seat] == "bilocation":
            now.bodies[seat] = 5
            self.wait("BodiesShuffled", seat, 4, "fused")
        return True

    def open_attack(
        self, seat: int, cards: list[int], target: int, uses: list[list[Any]], damage: int, healing: int
    ) -> None:
        """主动的一套（E3.3、E6.5、G2.7）。"""
        now = self.now
        assert seat == now.active and now.attack is None
        base = self.damage(cards)
        rivals = self.rivals(seat)
        if base:
            assert target in (rivals or self.enemies(seat))
        else:
            assert target == FREE
            if rivals and now.health[seat] * 2 >= now.cap[seat]:
                assert not self.holds_damage(seat)
        if healing:
            self.heal(seat, healing)
        self.aimed = {target}
        self.spend(seat, cards, uses, [lambda: self.strike(seat, target, damage, cards)])

    def holds_damage(self, seat: int) -> bool:
        """手里（打出这一套以前）有没有伤害牌；这一套是纯 ♥，所以看剩下的就够。"""
        return any(damage_of(card_of(self.names[card])) for card in self.hands_before[seat])

    def heal(self, seat: int, healing: int) -> None:
        now = self.now
        gained = min(healing, now.cap[seat] - now.health[seat])
        now.health[seat] += gained
        self.wait("Healed", seat, gained, now.health[seat])

    def strike(self, seat: int, target: int, damage: int, cards: list[int]) -> None:
        if damage and target != FREE:
            self.begin(seat, target, damage, cards, "play", 0)
        else:
            self.sweep()

    def begin(
        self, attacker: int, defender: int, damage: int, cards: list[int], kind: str, responses: int
    ) -> None:
        """一次攻击成立；分身的要选编号，返还直击真身（G2.6）。"""
        now = self.now
        now.attack = Attack(attacker, defender, damage, list(cards), kind, responses)
        self.wait("AttackStarted", attacker, defender, damage, kind)
        if now.bodies[defender]:
            now.exposed[defender] = kind not in ("play", "control")
            if not now.exposed[defender]:
                self.undo = None
                self.wait("number", attacker)

    def see_NumberPicked(self, event: Any) -> None:
        """G2.6 G2.10"""
        now = self.now
        attack = now.attack
        assert attack is not None and ("number", event.attacker) in self.due
        self.due.remove(("number", event.attacker))
        seat = attack.defender
        if event.real:
            now.exposed[seat] = True
            assert event.left == now.bodies[seat] - 1
            self.wait("BodiesShuffled", seat, event.left, "real")
            return
        now.bodies[seat] -= 1
        assert event.left == now.bodies[seat] - 1
        if now.bodies[seat] == 1 and self.number(seat) == 8:
            now.bodies[seat] = 5
            self.wait("BodiesShuffled", seat, 4, "reset")
        elif now.bodies[seat] == 1:
            now.bodies[seat] = 0
            now.bilocated[seat] = True
            self.wait("BilocationEnded", seat)
        self.end_exchange()

    def sweep(self, kept: Sequence[int] = ()) -> None:
        now = self.now
        now.discard += [card for card in now.laid if card not in kept]
        now.laid = [card for card in now.laid if card in kept]

    def end_exchange(self) -> None:
        """E3.7"""
        if self.now.attack is not None:
            self.wait("ExchangeEnded", self.now.attack.responses)
        self.now.attack = None
        self.sweep()

    # ------------------------------------------------------------ 声明的技能
    def spend(
        self, seat: int, cards: Sequence[int], uses: list[list[Any]], rest: list[Callable[[], None]]
    ) -> None:
        """×100、审判；审判翻完才接着做 `rest`。"""
        now = self.now
        named = [use[0] for use in uses]
        assert len(named) == len(set(named))
        for name in named:
            if self.generation == 1:
                assert name == "framing" and self.number(seat) == 9
            else:
                fused = self.number(seat) == 10 and before_fused(now, seat, cards, self)
                allowed = {"judgment": 9, "hundredfold": 10, "aegis": 8, "control": 8}
                assert self.number(seat) == allowed[name] or fused, name
        if "hundredfold" in named:
            assert not now.hundred_used[seat]
            now.hundred_used[seat] = True
        if "judgment" in named:
            assert any(number == 13 for _, number in self.faces(cards))
            self.wait("JudgmentCalled", seat, 1)
            self.wait("flip", seat)
            self.next = rest
            return
        for step in rest:
            step()

    def see_JudgmentFlipped(self, event: Any) -> None:
        """G2.9"""
        now = self.now
        assert ("flip", event.seat) in self.due
        self.due.remove(("flip", event.seat))
        now.deck -= 1
        now.discard.append(event.card)
        suit = self.names[event.card][0]
        struck = [each for each in self.order() if now.people[each][0] == suit]
        assert event.struck == struck
        parties = {event.seat}
        if now.attack is not None:
            parties |= {now.attack.attacker, now.attack.defender}
        parties |= self.aimed
        dead: list[int] = []
        for each in struck:
            before = now.health[each]
            now.cap[each] = max(0, now.cap[each] - 5)
            now.health[each] = max(0, before - 5)
            entry = (each, event.seat, "judgment", before - now.health[each], now.health[each], now.cap[each])
            self.wait("Wounded", *entry)
            if not now.health[each]:
                dead.append(each)
                self.wait("Slain", each, event.seat)
        rest, self.next = self.next, []
        if parties & set(dead):
            self.end_exchange()
            self.bury(dead, event.seat, "judgment")
            return
        self.bury(dead, event.seat, "judgment")
        for step in rest:
            step()

    # ------------------------------------------------------------ 回应
    def answer(self, seat: int, cards: list[int], uses: list[list[Any]], damage: int, healing: int) -> None:
        """E3.4 E5.1 E6.1 G1.4 G2.7 G2.9"""
        now = self.now
        attack = now.attack
        assert attack is not None and attack.defender == seat
        attack.responses += 1
        judged = any(use[0] == "judgment" for use in uses)
        self.aimed = set()

        def proceed() -> None:
            for use in uses:
                if use[0] == "framing":
                    assert attack.responses <= self.most_returns and any(n == 1 for _, n in self.faces(cards))
                    self.frame(attack, cards, use[1], damage)
                    return
                if use[0] in ("aegis", "control"):
                    self.check_charge(seat, cards)
                if use[0] == "aegis":
                    self.shield(seat)
                if use[0] == "control" and self.can_control(seat, use[1]):
                    self.control(seat, use[1])
                    return
            guarded = judged or any(number == 4 for _, number in self.faces(cards))
            self.offset(attack, damage, healing, 0 if guarded else attack.damage, cards)

        self.spend(seat, cards, uses, [proceed])

    def frame(self, attack: Attack, cards: list[int], target: int, own: int) -> None:
        """G1.4"""
        seat = attack.defender
        assert target in self.enemies(seat)
        total = own + attack.damage
        self.wait("Framed", seat, attack.attacker, target, own, attack.damage, total)
        self.sweep(cards)
        self.begin(seat, target, total, cards, "framing", attack.responses)

    def check_charge(self, seat: int, cards: Sequence[int]) -> None:
        """首次不要牌，其余要 5（G2.7）。"""
        assert self.charges(seat) > 0
        assert self.now.charges_used[seat] == 0 or any(n == 5 for _, n in self.faces(cards))

    def shield(self, seat: int) -> None:
        now = self.now
        now.charges_used[seat] += 1
        now.shields[seat] = 5
        self.wait("Shielded", seat, self.charges(seat))

    def can_control(self, seat: int, target: int) -> bool:
        attack = self.now.attack
        if attack is None or self.feuds_of(seat) or len(self.enemies(seat)) < 2:
            return False
        return target in self.enemies(seat) and target != attack.attacker

    def control(self, seat: int, target: int) -> None:
        """G2.7"""
        now = self.now
        attack = now.attack
        assert attack is not None
        now.charges_used[seat] += 1
        source = attack.attacker
        now.feuds = [feud for feud in now.feuds if feud[0] != seat or set(feud[1:3]) != {source, target}]
        now.feuds.append([seat, source, target, 5])
        self.wait("Controlled", seat, source, target, attack.damage, self.charges(seat))
        self.sweep(attack.cards)
        self.begin(source, target, attack.damage, attack.cards, "control", attack.responses)

    def see_Shielded(self, event: Any) -> None:
        """没有牌的首次护盾（G2.7）；其余照单核对。"""
        attack = self.now.attack
        entry = ("Shielded", event.seat, event.left)
        assert event.rounds == 5
        if entry in self.due:
            self.due.remove(entry)
            return
        assert attack is not None and attack.defender == event.seat and self.now.hand[event.seat] == 0
        self.undo = None
        self.check_charge(event.seat, [])
        self.shield(event.seat)
        self.due.remove(entry)
        self.offset(attack, 0, 0, attack.damage, [])

    def see_Controlled(self, event: Any) -> None:
        """不出牌的首次控制（G2.7）；其余照单核对。"""
        attack = self.now.attack
        entry = ("Controlled", event.seat, event.source, event.target, event.damage, event.left)
        assert event.rounds == 5
        if entry not in self.due:
            assert (
                attack is not None
                and attack.defender == event.seat
                and self.now.charges_used[event.seat] == 0
            )
            assert attack.responses < self.most_returns
            self.undo = None
            self.check_charge(event.seat, [])
            assert self.can_control(event.seat, event.target)
            self.control(event.seat, event.target)
        self.due.remove(entry)

    def see_NoCards(self, event: Any) -> None:
        """E3.4"""
        attack = self.now.attack
        assert attack is not None and event.seat == attack.defender and event.damage == attack.damage
        assert self.now.hand[event.seat] == 0 and self.now.deck + len(self.now.discard) == 0
        self.undo = None
        self.offset(attack, 0, 0, attack.damage, [])

    def offset(self, attack: Attack, own: int, healing: int, enemy: int, cards: Sequence[int]) -> None:
        """E6.1 E6.2 E6.3 E6.6"""
        seat, attacker = attack.defender, attack.attacker
        left = own + healing - enemy
        entry = (seat, attacker, attack.damage, enemy, own, healing, left, attack.responses)
        self.wait("Offset", *entry)
        if healing and self.options.response_heals:
            self.heal(seat, healing)
        if left < 0:
            dies = self.options.real_body == "dies" and self.now.bodies[seat] and self.now.exposed[seat]
            self.hit(seat, -left, attacker, "body" if dies else "attack")
        elif left == 0:
            self.end_exchange()
        elif attack.responses > self.most_returns:
            self.wait("CounterCapped", seat, left)
            self.end_exchange()
        elif self.options.returning == "direct":
            self.hit(attacker, left, seat, "attack")
        else:
            self.begin(seat, attacker, left, list(cards), "return", attack.responses)

    def hit(self, seat: int, amount: int, source: int, cause: str) -> None:
        """E6.3 G2.6 G2.7"""
        now = self.now
        if now.shields[seat] or any(feud[0] == seat for feud in now.feuds):
            self.wait("Absorbed", seat, amount, "shield" if now.shields[seat] else "control")
            self.end_exchange()
            return
        self.undo = None
        before = now.health[seat]
        lost = before if cause == "body" else min(before, amount)
        now.health[seat] -= lost
        self.wait("Wounded", seat, source, cause, lost, now.health[seat], now.cap[seat])
        self.end_exchange()
        if not now.health[seat]:
            self.wait("Slain", seat, source)
            self.bury([seat], source, cause)

    # ------------------------------------------------------------ 死
    def bury(self, dead: Sequence[int], killer: int, cause: str) -> None:
        """G1.3 G2.1 G2.3 G2.4 G2.8"""
        now = self.now
        if self.generation == 1:
            for seat in dead:
                if self.number(seat) == 8 and now.revivals[seat] == 0:
                    self.wait("Revived", seat)
                elif self.number(seat) == 8 and now.revivals[seat] < 4:
                    self.dying = seat, killer
                else:
                    self.wait("Died", seat, killer)
            return
        for seat in sorted(dead, key=self.rank):
            self.credit(seat, killer, cause)
            now.fallen += 1
            if now.shields[seat]:
                now.shields[seat] = 0
                self.wait("StatusEnded", seat, "shield", "died")
            for feud in [feud for feud in now.feuds if seat in feud[:3]]:
                self.release(feud, "died")
            now.bodies[seat], now.exposed[seat] = 0, False
            if now.waiting_generals[seat]:
                now.waiting_generals[seat] -= 1
                self.entering.append((seat, sum(now.alive)))
            else:
                self.wait("Died", seat, killer)
                self.pass_away(seat)
        self.count_votes()

    def credit(self, victim: int, killer: int, cause: str) -> None:
        now = self.now
        points = self.number(victim)
        feuds = self.feuds_of(victim)
        winner = killer
        freed = cause == "judgment" and any(feud[0] == victim for feud in self.feuds_of(killer))
        if killer == victim or freed:
            winner = FREE
        elif feuds:
            winner = ([feud for feud in feuds if killer in feud[1:3]] or feuds)[-1][0]
        elif now.side[killer] == now.side[victim]:
            winner = FREE
        if winner == FREE:
            now.commons += 1
            self.wait("Scored", FREE, victim, points, 0)
        else:
            now.scores[winner] += points
            self.wait("Scored", winner, victim, points, now.scores[winner])

    def pass_away(self, seat: int) -> None:
        now = self.now
        now.alive[seat] = False
        now.health[seat] = 0
        now.hand[seat] = 0

    def see_Died(self, event: Any) -> None:
        """E3.7"""
        if self.dying is not None:
            assert (event.seat, event.killer) == self.dying
            self.dying = None
        else:
            assert ("Died", event.seat, event.killer) in self.due, self.due
            self.due.remove(("Died", event.seat, event.killer))
        if self.generation == 1:
            assert len(event.cards) == self.now.hand[event.seat]
            self.pass_away(event.seat)
        self.now.discard += event.cards
        self.undo = None

    def see_Revived(self, event: Any) -> None:
        """G1.3"""
        now = self.now
        if self.dying is None:
            assert ("Revived", event.seat) in self.due
            self.due.remove(("Revived", event.seat))
        else:
            assert self.dying[0] == event.seat
            self.wait("rise", event.seat)
        self.dying = None
        now.revivals[event.seat] += 1
        now.health[event.seat] = now.cap[event.seat]
        assert (event.health, event.used, event.left) == (
            self.number(event.seat),
            now.revivals[event.seat],
            4 - now.revivals[event.seat],
        )

    def rise(self, seat: int, cards: list[int], target: int, damage: int) -> None:
        """复活打出的一套（G1.3）。"""
        assert ("rise", seat) in self.due and any(n == 5 for _, n in self.faces(cards))
        self.due.remove(("rise", seat))
        if damage:
            assert target in self.enemies(seat)
            self.begin(seat, target, damage, cards, "revive", 0)
        else:
            self.sweep()

    def see_GeneralEntered(self, event: Any) -> None:
        """G2.1 G2.6 G2.7"""
        now = self.now
        seat, present = self.entering.pop(0)
        assert seat == event.seat
        now.card[seat] = event.identity
        now.people[seat] = self.table.setup.identities.name[event.identity]
        number = self.number(seat)
        now.health[seat] = now.cap[seat] = number
        now.charges_used[seat] = 0
        now.fused[seat] = now.hundred_used[seat] = now.bilocated[seat] = False
        now.style[seat] = ("bilocation" if present == 2 else "aegis") if number in (8, 10) else ""
        assert (event.health, event.left, event.style) == (
            number,
            now.waiting_generals[seat],
            now.style[seat],
        )
        if number == 8 and present == 2:
            now.bodies[seat] = 5
            self.wait("BodiesShuffled", seat, 4, "entered")

    # ------------------------------------------------------------ 表决、悔牌、终局
    def see_VoteCast(self, event: Any) -> None:
        """G2.3"""
        now = self.now
        assert now.fallen > 0 and now.alive[event.seat]
        now.votes[event.seat] = event.agree
        if self.undo is not None:
            self.undo[1].votes[event.seat] = event.agree
        self.count_votes()
        if self.undo is not None:
            self.undo[1].ending = now.ending

    def count_votes(self) -> None:
        now = self.now
        agreed = sum(vote and alive for vote, alive in zip(now.votes, now.alive, strict=True))
        if not now.ending and agreed * 2 > sum(now.alive):
            now.ending = True
            self.wait("VotePassed", agreed)

    def see_Passed(self, event: Any) -> None:
        """E3.3 G2.7"""
        assert self.options.passing and event.seat == self.now.active
        assert not (self.rivals(event.seat) and self.holds_damage(event.seat))
        self.undo = None

    def see_Retracted(self, event: Any) -> None:
        """E8.1 E8.2"""
        assert self.undo is not None and not self.due
        seat, before, cards = self.undo
        assert (event.seat, event.cards) == (seat, cards)
        self.now = before
        self.undo = None
        self.again = True
        assert event.discarded == (self.generation == 2)
        if self.generation == 2:
            self.now.hand[seat] -= len(cards)
            self.now.discard += cards

    def verdict(self) -> tuple[list[int], str] | None:
        """该不该结束、谁赢（E9、G2.3）。"""
        now = self.now
        seats = range(len(now.alive))
        sides = {now.side[seat] for seat in seats if now.alive[seat]}
        if self.generation == 2:
            totals = {side: sum(now.scores[s] for s in seats if now.side[s] == side) for side in now.side}
            leaders = [seat for seat in seats if totals[now.side[seat]] == max(totals.values())]
            if len(sides) <= 1 or now.ending:
                return leaders, "generals" if len(sides) <= 1 else "vote"
        elif len(sides) == 1:
            return [seat for seat in seats if now.alive[seat]], "last"
        if now.turns < self.most_turns:
            return None
        best = max((now.health[seat], now.hand[seat]) for seat in seats if now.alive[seat])
        tied = [seat for seat in self.order() if (now.health[seat], now.hand[seat]) == best]
        if self.options.final_tie == "order":
            tied = tied[:1]
        winning = {now.side[seat] for seat in tied}
        return [seat for seat in seats if now.side[seat] in winning], "cap"

    def check_not_over(self) -> None:
        assert self.verdict() is None

    def see_GameOver(self, event: Any) -> None:
        """E9.1 E9.2 G2.3"""
        assert not self.due and self.dying is None, self.due
        assert self.verdict() == (event.winners, event.reason)
        self.over = True

    # ------------------------------------------------------------ 问之前
    def pause(self, table: MagicEliteTable, asked: str, seat: int) -> None:
        """引擎停下来问人：应有的都发生了，桌上的数一样，问的人对。"""
        now = self.now
        inner = {"flip": ("flip", seat), "number": ("number", seat)}.get(asked)
        if asked == "flip":
            assert inner in self.due
        assert [entry for entry in self.due if entry != inner] == [], (asked, self.due)
        assert not self.entering
        if asked == "play":
            assert seat == now.active and now.attack is None and now.hand[seat]
        if asked == "respond":
            assert now.attack is not None and seat == now.attack.defender
            assert now.hand[seat] or now.deck + len(now.discard) == 0
        if asked == "revive":
            assert self.dying is not None and seat == self.dying[0]
        self.hands_before = [list(hand) for hand in table.hands]
        if asked != "flip":
            self.compare(table)

    def compare(self, table: MagicEliteTable) -> None:
        """与牌桌逐项对。"""
        now = self.now
        assert now.health == table.health and now.cap == table.cap and now.alive == table.alive
        assert now.hand == [len(hand) for hand in table.hands]
        assert now.deck == len(table.deck)
        assert sorted(now.discard) == sorted(table.discard) and sorted(now.laid) == sorted(table.laid)
        assert now.card == table.identity and now.revivals == table.revivals
        assert now.turns == table.turns
        assert table.undo_seat == (FREE if self.undo is None else self.undo[0])
        if now.attack is None:
            assert table.exchange is None
        else:
            pending = table.exchange
            assert pending is not None
            attack = now.attack
            assert (pending.attacker, pending.defender, pending.damage, pending.kind, pending.responses) == (
                attack.attacker,
                attack.defender,
                attack.damage,
                attack.kind,
                attack.responses,
            )
        second = table.second
        if self.generation == 1 or second is None:
            return
        assert now.scores == second.scores and now.commons == len(second.commons)
        assert now.bodies == [len(numbers) for numbers in second.numbers]
        assert now.shields == second.shields and now.charges_used == second.aegis
        assert now.feuds == [[f.controller, f.source, f.target, f.left] for f in second.feuds]
        assert now.fused == second.fused and now.bilocated == second.bilocated
        assert [int(used) for used in now.hundred_used] == second.hundredfold

    # ------------------------------------------------------------ 能出什么
    def legal(self, table: MagicEliteTable, seat: int, asked: str) -> set[tuple[Any, ...]]:
        """`seat` 现在能出的全部（牌面、目标、声明），照条文列出来（E3.2、E3.3、G1.3、G1.4、G2.7、G2.9、G2.10）。"""
        hand = table.hands[seat]
        found: set[tuple[Any, ...]] = set()
        for size in range(1, min(len(hand), 10) + 1):
            for cards in combinations(hand, size):
                if not self.is_set(cards):
                    continue
                if asked == "revive" and all(number != 5 for _, number in self.faces(cards)):
                    continue
                name = tuple(sorted(self.names[card] for card in cards))
                for target in self.aims(table, seat, cards, asked):
                    for uses in self.declarations(seat, cards, asked):
                        found.add((name, target, uses))
        return found

    def aims(
        self, table: MagicEliteTable, seat: int, cards: Sequence[int], asked: str
    ) -> Sequence[int | None]:
        """这一套能打谁。"""
        if asked == "respond":
            return [None]
        rivals = self.rivals(seat) if asked == "play" else set()
        if self.damage(cards):
            return sorted(rivals) or self.enemies(seat)
        if rivals and self.now.health[seat] * 2 >= self.now.cap[seat] and self.damage(table.hands[seat]):
            return []
        return [None]

    def declarations(self, seat: int, cards: Sequence[int], asked: str) -> set[tuple[Any, ...]]:
        """这一套能声明的每一种组合；一张 5（或一次）只用一样。"""
        now = self.now
        attack = now.attack
        numbers = {number for _, number in self.faces(cards)}
        slots: list[list[tuple[Any, ...]]] = []
        early = attack is not None and attack.responses < self.most_returns
        number = self.number(seat)
        if self.generation == 1:
            if number == 9 and asked == "respond" and 1 in numbers and early:
                slots.append([("framing", each) for each in self.enemies(seat)])
        else:
            fused = number == 10 and now.fused[seat]
            if fused and not now.hundred_used[seat] and self.damage(cards):
                slots.append([("hundredfold",)])
            if (number == 9 or fused) and 13 in numbers:
                slots.append([("judgment",)])
            ready = (number == 8 or fused) and self.charges(seat) > 0
            ready = ready and asked == "respond" and (now.charges_used[seat] == 0 or 5 in numbers)
            if ready:
                choices: list[tuple[Any, ...]] = [("aegis",)]
                if early:
                    choices += [
                        ("control", each) for each in self.enemies(seat) if self.can_control(seat, each)
                    ]
                slots.append(choices)
        found: set[tuple[Any, ...]] = {()}
        for slot in slots:
            found |= {(*before, use) for before in found for use in slot}
        return found

    # ------------------------------------------------------------ 超时
    def check_default(self, table: MagicEliteTable, seat: int, asked: str, default: Any) -> None:
        """超时的回答是不是 E11.1–E11.4 说的那一个（几套一样好时哪一套都行）。"""
        if asked == "play":
            self.check_default_play(table, seat, default)
        elif asked == "respond":
            self.check_default_answer(table, seat, default)
        elif asked == "revive":
            self.check_default_rise(table, seat, default)

    def check_default_play(self, table: MagicEliteTable, seat: int, default: Any) -> None:
        """E11.1：血不满则最小纯♥，否则最低伤害单张；目标取顺位下一敌。"""
        now = self.now
        kind, cards, target, uses = default
        assert (kind, uses) == ("set", [])
        plays = [(name, aim) for name, aim, declared in self.legal(table, seat, "play") if declared == ()]
        worth = {name: sum(damage_of(card_of(each)) for each in name) for name, _ in plays}
        hearts = [name for name in worth if worth[name] == 0]
        chosen = tuple(sorted(self.names[card] for card in cards))
        if now.health[seat] < now.cap[seat] and hearts:
            least = min(sum(healing_of(card_of(each)) for each in name) for name in hearts)
            assert self.healing(cards) == least and worth[chosen] == 0 and target is None
            return
        singles = [name for name in worth if len(name) == 1]
        assert len(cards) == 1 and worth[chosen] == min(worth[name] for name in singles)
        allowed = [aim for name, aim in plays if name == chosen]
        later = [each for each in self.order() if self.rank(each) > self.rank(seat)]
        earlier = [each for each in self.order() if self.rank(each) < self.rank(seat)]
        if allowed == [None]:
            assert target is None
        else:
            assert target == next(each for each in later + earlier if each in allowed)

    def check_default_answer(self, table: MagicEliteTable, seat: int, default: Any) -> None:
        """E11.2：不用 4 就能 OD≥0 的最少张；否则致命时用 4；再否则 OD 最大的一套。

        E11.3、E11.4：致命又没有 4 才嫁祸（给攻击者），才护盾，再才审判；×100、控制不用。"""
        now = self.now
        attack = now.attack
        assert attack is not None
        sets = {name for name, _, _ in self.legal(table, seat, "respond")}
        shielded = bool(now.shields[seat]) or any(feud[0] == seat for feud in now.feuds)
        if not sets:
            first = self.charges(seat) > 0 and now.charges_used[seat] == 0 and not shielded
            dies = attack.damage >= now.health[seat] or self.fragile(seat)
            assert default == (["aegis"] if first and dies else ["none"])
            return
        assert default[0] == "set" and default[2] is None
        chosen = tuple(sorted(self.names[card] for card in default[1]))
        declared = [tuple(use) for use in default[3]]
        bare = [name for name in sets if not any(card_of(each)[1] == 4 for each in name)]
        od = {name: self.od_of(seat, name) for name in bare}
        enough = [name for name in bare if od[name] >= 0]
        if enough:
            assert declared == [] and chosen in enough and len(chosen) == min(map(len, enough))
            return
        alive = [name for name in bare if self.survives(seat, name, od[name])]
        if shielded and bare:
            assert declared == [] and chosen in bare
            return
        if alive:
            assert declared == [] and chosen in alive and od[chosen] == max(od[name] for name in alive)
            return
        if len(bare) < len(sets):
            guarded = sets - set(bare)
            assert declared == [] and chosen in guarded and len(chosen) == min(map(len, guarded))
            return
        offered = {use for name in sets for uses in self.named_declarations(seat, name) for use in uses}
        for rescue in (("framing", attack.attacker), ("aegis",), ("judgment",)):
            if rescue in offered:
                assert declared == [rescue]
                return
        assert declared == [] and od[chosen] == max(od.values())

    def named_declarations(self, seat: int, name: Sequence[str]) -> set[tuple[Any, ...]]:
        """叫这些名字的一套能声明什么。"""
        cards = [self.names.index(each) for each in name]
        return self.declarations(seat, cards, "respond")

    def od_of(self, seat: int, name: Sequence[str]) -> int:
        """不用 4、不声明地回应。"""
        attack = self.now.attack
        assert attack is not None
        faces = [card_of(each) for each in name]
        hit = sum(map(damage_of, faces)) * self.factor(seat, [])
        return hit + sum(map(healing_of, faces)) - attack.damage

    def fragile(self, seat: int) -> bool:
        """挡不住即死的真身（G2.6）。"""
        return self.options.real_body == "dies" and bool(self.now.bodies[seat])

    def survives(self, seat: int, name: Sequence[str], od: int) -> bool:
        """这样回应以后还活着；回应回血的先回再扣（E6.5 ⚙）。"""
        now = self.now
        health = now.health[seat]
        if self.options.response_heals:
            health = min(now.cap[seat], health + sum(healing_of(card_of(each)) for each in name))
        return od >= 0 or (health + od > 0 and not self.fragile(seat))

    def check_default_rise(self, table: MagicEliteTable, seat: int, default: Any) -> None:
        """E11.3：恶贼自动出单张 5、目标击杀者；没有 5 就不复活。"""
        assert self.dying is not None
        fives = {name for name, _, _ in self.legal(table, seat, "revive")}
        if not fives:
            assert default == ["none"]
            return
        kind, cards, target, uses = default
        assert (kind, uses, len(cards)) == ("set", [], 1)
        assert target == (self.dying[1] if self.damage(cards) else None)


def before_fused(now: Situation, seat: int, cards: Sequence[int], referee: Referee) -> bool:
    """打出这一套以前已经合体：A 打出的下一套起可用（G2.10）。"""
    return now.fused[seat] and ("Fused", seat) not in referee.due
