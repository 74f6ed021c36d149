"""一张落叶长跑的桌子、一场对局是不是还说得通。每一条都只看桌面，不借规则的代码来算。"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.kernel import Anyone, Match
from games.leafrun.setup import PLAIN, RECEIVED
from games.leafrun.table import NOTHING, LeafrunTable


def faults_of_table(table: LeafrunTable) -> Iterator[str]:
    """桌上不对的地方，一处一句；没有就什么也不产出。"""
    size = table.setup.data.deck.size
    places: dict[int, str] = {}
    piles = [("牌堆", table.deck), ("弃牌堆", table.discard)]
    piles += [(f"{seat + 1}号手里", hand) for seat, hand in enumerate(table.hands)]
    piles += [(f"{seat + 1}号身上", [card]) for seat, card in enumerate(table.armour) if card != NOTHING]
    piles += [
        (f"{seat + 1}号增益", [card for card in sources if card >= 0])
        for seat, sources in enumerate(table.buffs)
    ]
    for name, pile in piles:
        for card in pile:
            if card in places:
                yield f"牌 {card} 同时在{places[card]}与{name}"
            places[card] = name
    for card in range(size):
        if card not in places:
            yield f"牌 {card} 不见了"
    if len(places) > size:
        yield f"多出了牌 {sorted(set(places) - set(range(size)))}"
    for card in range(size):
        held = places.get(card, "").endswith("手里")
        if table.mark[card] != PLAIN and not held:
            yield f"牌 {card} 不在手里，却有记号 {table.mark[card]}"
    last = len(table.terrain) - 1
    for seat in range(table.seats):
        label = f"{seat + 1}号"
        marked = [card for card in table.hands[seat] if table.mark[card] > RECEIVED]
        if sorted(marked) != sorted(table.specials[seat]):
            yield f"{label} 的特殊牌 {table.specials[seat]} 与手里的记号 {marked} 对不上"
        if table.character[seat] == NOTHING:
            continue
        if not 0 <= table.health[seat] <= table.max_health(seat):
            yield f"{label} 的体力 {table.health[seat]} 不在 0 到 {table.max_health(seat)}"
        if table.health[seat] == 0 and table.fainted[seat] < 0 and not table.over:
            yield f"{label} 的体力是 0 却醒着"
        if not 0 <= table.position[seat] <= max(last, 0):
            yield f"{label} 在第 {table.position[seat]} 格，跑道只有 0 到 {last}"
        if table.load(seat) < 0:
            yield f"{label} 的负重 {table.load(seat)} 是负的"
    for barrier in table.roadblocks:
        if not 0 <= barrier.cell <= last:
            yield f"路障在第 {barrier.cell} 格"
    if len(set(table.order)) != len(table.order):
        yield f"出牌顺序 {table.order} 里有人重复"
    if table.over != bool(table.winners):
        yield f"结束与否（{table.over}）与胜者（{table.winners}）对不上"


def faults_of_match(match: Match[Any]) -> Iterator[str]:
    """对局不对的地方：桌子，加上正在问的问题。"""
    yield from faults_of_table(match.table)
    if match.over:
        if match.waiting:
            yield "结束了还在问人"
        return
    if not match.waiting or match.question is None:
        yield "没有结束，也没有在问谁"
        return
    optional = match.question.others if isinstance(match.question, Anyone) else []
    for seat, ask in match.waiting.items():
        if ask.seat != seat or not 0 <= seat < match.table.seats:
            yield f"问题「{ask.what}」问的人不对"
        if any(ask is other for other in optional):
            continue
        if ask.default not in ask.options:
            yield f"问题「{ask.what}」的默认回答 {ask.default!r} 自己就不合法"


def finished_by_defaults(match: Match[Any], limit: int = 20_000) -> bool:
    """从现在起每问都照默认回答，走得到结束（在副本上走，不碰原来的）。"""
    twin = match.fork()
    for _ in range(limit):
        if twin.over:
            return True
        asks = twin.clocked()
        if not asks:
            return False
        twin.answer(asks[0].seat, asks[0].default)
    return False
