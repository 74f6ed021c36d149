"""出一套以后大概会怎样：对方的手牌看不到，就从没露过面的牌里发几手来试。电脑玩家用它。

只用自己的 `View`；「没露过面」是除去自己的手牌、弃牌堆与桌面以后剩下的（E10）。
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel import Seat, Stream
from games.magicelite.sets import legal_sets
from games.magicelite.view import View

__all__ = ["Forecast", "Holding", "Reply"]

GUESSES = 6
"""猜对方的手牌发几手。"""
THREATS = 3
"""猜他会怎么打来，发几手。"""
DRAWS = 3
"""自己要摸的牌发几次。"""
LONGEST = 8
"""对方的手牌再多，也只当这么多张来猜。"""

Reply = tuple[int, bool]
"""回应的一套：伤害（乘过倍率）加回复、里面有没有 4。"""


@dataclass(slots=True)
class Holding:
    """手里剩下的牌能干什么。"""

    open: int
    """不含 4 的一套至多多少（伤害乘过倍率，加回复）；没有为 0。"""
    guarded: int
    """含 4 的一套至多多少；没有 4 为 −1。"""
    shields: int
    """有几张 4。"""


class Forecast:
    """一次决定里用的猜测；同样的手牌只猜一回。"""

    __slots__ = ("_attacks", "_draws", "_hands", "_unseen", "stream", "view")

    def __init__(self, view: View, stream: Stream) -> None:
        self.view = view
        self.stream = stream
        self._unseen: list[int] | None = None
        self._hands: dict[Seat, list[list[Reply]]] = {}
        self._attacks: dict[Seat, list[int]] = {}
        self._draws: list[list[int]] | None = None

    def replies(self, seat: Seat) -> list[list[Reply]]:
        """`seat` 可能的几手牌，各能怎么回应。"""
        found = self._hands.get(seat)
        if found is None:
            player = self.view.players[seat]
            # 手牌为 0 的人轮到时先补满（E3.5）。
            count = min(player.hand_count or self.view.setup.rules.refill, LONGEST)
            factor = self.factor(seat)
            found = [self.worth(self.deal(count), factor) for _ in range(GUESSES)]
            self._hands[seat] = found
        return found

    def holdings(self, left: Sequence[int], drawn: int) -> list[Holding]:
        """手里剩下 `left`、再摸 `drawn` 张以后能干什么；要摸牌就有几种可能。"""
        seat = self.view.seat
        assert seat is not None
        factor = self.factor(seat)
        if not drawn:
            return [self.summed_up(left, factor)]
        if self._draws is None:
            self._draws = [self.deal(self.view.setup.rules.refill) for _ in range(DRAWS)]
        return [self.summed_up([*left, *draw[:drawn]], factor) for draw in self._draws]

    def summed_up(self, hand: Sequence[int], factor: int) -> Holding:
        """`hand` 里最好的。"""
        setup = self.view.setup
        shields = sum(1 for card in hand if setup.number[card] == setup.rules.shield_rank)
        best = Holding(0, -1, shields)
        for value, guarded in self.worth(hand, factor):
            if guarded:
                best.guarded = max(best.guarded, value)
            else:
                best.open = max(best.open, value)
        return best

    def beating(self, seat: Seat, least: int) -> tuple[float, float]:
        """`seat` 随便一套超过 `least` 的机会，与平均超过多少。"""
        count = beaten = 0
        excess = 0
        for replies in self.replies(seat):
            for value, _ in replies:
                count += 1
                if value > least:
                    beaten += 1
                    excess += value - least
        return (beaten / count, excess / beaten) if beaten else (0.0, 0.0)

    def attacks(self, seat: Seat) -> list[int]:
        """轮到 `seat` 时他可能打来的伤害，一套一项；不打人的一套是 0。"""
        found = self._attacks.get(seat)
        if found is None:
            player = self.view.players[seat]
            count = min(player.hand_count or self.view.setup.rules.refill, LONGEST)
            setup, factor = self.view.setup, self.factor(seat)
            found = [
                factor * sum(setup.damage[card] for card in cards)
                for _ in range(THREATS)
                for cards in legal_sets(setup, self.deal(count))
            ]
            self._attacks[seat] = found
        return found

    def factor(self, seat: Seat) -> int:
        """`seat` 不声明技能时的倍率。"""
        product = 1
        for factor in self.view.players[seat].factors:
            product *= factor.value
        return product

    def worth(self, hand: Sequence[int], factor: int) -> list[Reply]:
        """`hand` 的每一套。"""
        setup = self.view.setup
        damage, healing, number = setup.damage, setup.healing, setup.number
        shield = setup.rules.shield_rank
        third = self.view.third
        marked = () if third is None else third.marked
        mark = (setup.data.skill_of["rampage"].factor or 1) if marked else 1
        found: list[Reply] = []
        for cards in legal_sets(setup, hand):
            hit = heal = 0
            guarded = False
            for card in cards:
                hit += damage[card] * mark if card in marked else damage[card]
                heal += healing[card]
                guarded = guarded or number[card] == shield
            found.append((hit * factor + heal, guarded))
        return found

    def deal(self, count: int) -> list[int]:
        """从没露过面的牌里发 `count` 张。"""
        if self._unseen is None:
            view = self.view
            shown = {*view.hand, *view.discard, *view.laid}
            size = view.decks * view.setup.deck.size // view.setup.deck.decks
            self._unseen = [card for card in range(size) if card not in shown]
        unseen = self._unseen
        last = len(unseen)
        for index in range(min(count, last)):
            other = index + self.stream.below(last - index)
            unseen[index], unseen[other] = unseen[other], unseen[index]
        return unseen[:count]
