"""开局（L2）：定顺序、选角色、摸牌、换牌。"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat, Secret, Subset, Together
from games.leafrun.events import CharactersChosen, CharactersOffered, Exchanged
from games.leafrun.rules.dice import decide_order
from games.leafrun.rules.hands import discard_together
from games.leafrun.rules.track import start_track
from games.leafrun.setup import character_order
from games.leafrun.table import LeafrunTable


def seat_order(table: LeafrunTable) -> Flow[None]:
    """每人掷骰，大者先（L2.1）。"""
    table.order = yield from decide_order(table, [range(table.seats)])
    table.phase = "characters"


def characters(table: LeafrunTable) -> Flow[None]:
    """每人暗抽几张角色牌，同时选 1 张，其余洗回，一起公开（L2.2）。"""
    setup = table.setup
    rules = setup.rules
    crowded = table.seats >= rules.crowded_from
    each = rules.character_candidates_crowded if crowded else rules.character_candidates
    pile = list(range(len(setup.health)))
    table.shuffle(pile)
    table.candidates = [pile[seat * each : (seat + 1) * each] for seat in range(table.seats)]
    if table.out is not None:
        offered = {seat: cards[:] for seat, cards in enumerate(table.candidates)}
        table.out.append(CharactersOffered(each, Secret(offered)))
    chosen: dict[Seat, int] = yield Together(
        [
            Ask(seat, "character", cards[:], character_order(setup, cards)[0])  # L10.1
            for seat, cards in enumerate(table.candidates)
        ]
    )
    table.candidates = []
    table.character = [chosen[seat] for seat in range(table.seats)]
    table.health = [setup.health[character] for character in table.character]
    if table.out is not None:
        table.out.append(CharactersChosen(table.character[:]))
    table.phase = "opening_hand"


def opening_hand(table: LeafrunTable) -> Flow[None]:
    """每人摸 5 张（L2.3），再同时有一次换牌机会：先弃后摸（L2.4）。"""
    count = table.setup.rules.opening_hand
    for seat in table.order:
        table.draw(seat, count, "opening")
    asks = [
        Ask(seat, "exchange", Subset(hand, 0, len(hand)), [])  # L10.1：不换
        for seat, hand in enumerate(table.hands)
        if hand
    ]
    answers: dict[Seat, list[int]] = (yield Together(asks)) if asks else {}
    discard_together(table, answers)
    for seat in table.order:
        cards = answers.get(seat, [])
        if table.out is not None:
            table.out.append(Exchanged(seat, len(cards), Secret({seat: cards[:]} if cards else {})))
        table.draw(seat, len(cards), "exchange")
    start_track(table, 0)
    table.phase = "round"
