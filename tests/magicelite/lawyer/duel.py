"""大冒险的另一份写法：只照 G3.5、G3.6 的句子与 E4–E6 写成，不用引擎的任何代码。"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.magicelite.lawyer.reference import Card, damage_of, healing_of

MOST_FLIPS = 200


@dataclass
class Duel:
    """两叠牌对翻；0 是大角色，先手。牌叠与库都是先翻（先摸）的在前。"""

    piles: list[list[Card]]
    deck: list[Card]
    full: tuple[int, int]
    health: list[int] = field(default_factory=list)
    flipped: list[tuple[int, Card]] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    """各人最近一次受击之前的血。"""
    winner: int = -1

    def run(self) -> Duel:
        """翻到分出胜负。"""
        self.health = list(self.full)
        self.before = list(self.full)
        attacker = 0
        while self.winner < 0:
            self.bout(attacker)
            attacker = 1 - attacker
        return self

    def turn_over(self, who: int) -> Card | None:
        """翻自己最上一张；没有先摸一张，5 另摸 5，都垫底。翻不了（或满 200 翻）则血多者胜。"""
        pile = self.piles[who]
        if len(self.flipped) >= MOST_FLIPS or not (pile or self.deck):
            self.before = list(self.health)
            self.winner = 1 if self.health[1] > self.health[0] else 0
            return None
        if not pile:
            pile.append(self.deck.pop(0))
        card = pile.pop(0)
        self.flipped.append((who, card))
        if card[1] == 5:
            pile += self.deck[:5]
            del self.deck[:5]
        return card

    def bout(self, attacker: int) -> None:
        """一次攻防，返还到 OD ≤ 0 为止。"""
        card = self.turn_over(attacker)
        if card is None:
            return
        self.health[attacker] = min(self.full[attacker], self.health[attacker] + healing_of(card))
        incoming, answering = damage_of(card), 1 - attacker
        while True:
            card = self.turn_over(answering)
            if card is None:
                return
            left = damage_of(card) + healing_of(card) - (0 if card[1] == 4 else incoming)
            if left < 0:
                self.before[answering] = self.health[answering]
                self.health[answering] = max(0, self.health[answering] + left)
                if self.health[answering] == 0:
                    self.winner = 1 - answering
            if left <= 0:
                return
            incoming, answering = left, 1 - answering
