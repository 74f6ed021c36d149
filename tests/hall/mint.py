"""测试用的「储蓄罐」：就是玩具，打出一张牌赚一枚铜板，摸一张花一枚（没有就赊，不低于 0）。"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import Flow, Match, Purse, Table
from tests.hall import toy
from tests.hall.toy import Setup, Toy, ToyTable


@dataclass(slots=True)
class MintTable(ToyTable):
    coins: list[int] = field(default_factory=list)
    earned: list[int] = field(default_factory=list)
    spent: list[int] = field(default_factory=list)

    def copy(self) -> MintTable:
        return MintTable(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            [hand[:] for hand in self.hands],
            self.deck[:],
            self.scores[:],
            self.shouts[:],
            self.moods[:],
            self.round,
            self.active,
            self.coins[:],
            self.earned[:],
            self.spent[:],
        )


def turn(table: MintTable) -> Flow[None]:
    seat, hand, deck = table.active, len(table.hands[table.active]), len(table.deck)
    yield from toy.turn(table)
    drawn = deck - len(table.deck)
    played = hand + drawn - len(table.hands[seat])
    paid = min(drawn, table.coins[seat] + played)
    table.coins[seat] += played - paid
    table.earned[seat] += played
    table.spent[seat] += paid


MintTable.PHASES = {"pick": toy.pick, "dice": toy.dice, "turn": turn}


class Mint(Toy):
    """`allowed` 是新玩家带着几枚；`None` 为这桌不用铜板。"""

    key = "mint"
    title = "储蓄罐"
    aliases = ()
    currency = "铜板"

    def __init__(self, allowed: int | None = 5, broken: bool = False) -> None:
        super().__init__()
        self.allowed = allowed
        self.broken = broken

    def allowance(self, options: Any, data: Any) -> int | None:
        return self.allowed

    def fund(self, table: Any, amounts: Sequence[int]) -> None:
        table.coins = list(amounts)

    def purses(self, table: Any) -> list[Purse]:
        if self.broken:
            raise RuntimeError("钱算错了")
        return [
            Purse(amount, f"打牌 +{earned}，摸牌 −{spent}" if earned or spent else "")
            for amount, earned, spent in zip(table.coins, table.earned, table.spent, strict=True)
        ]

    def deal(self, seed: int, marks: Sequence[str], options: Any, data: Any) -> Table:
        plain = super().deal(seed, marks, options, data)
        assert isinstance(plain, ToyTable)
        table = MintTable(plain.seats, plain.rng, plain.setup, plain.phase)
        table.hands, table.deck, table.scores = plain.hands, plain.deck, plain.scores
        table.shouts, table.moods = plain.shouts, plain.moods
        nothing = [0] * plain.seats
        table.coins, table.earned, table.spent = nothing[:], nothing[:], nothing[:]
        return table

    def restore(self, state: bytes, options: Any, data: Any) -> Table:
        return MintTable.restore(state, Setup(options["轮数"], data["top"], data["cursed"]))


def coins(match: Match[Table]) -> list[int]:
    """桌上各人的铜板。"""
    assert isinstance(match.table, MintTable)
    return match.table.coins
