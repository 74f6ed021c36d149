"""手牌的编号与牌的叫法。"""

from __future__ import annotations

from collections.abc import Sequence

from games.leafrun.data import ACTION, ARMOR, EFFECT, ELEMENT, RECOVERY, TRIGGER, WEAPON
from games.leafrun.setup import COME_HERE, FORCED_REST, MARK_KINDS, PLAIN, RAINBOOM, RECEIVED, Setup
from games.leafrun.view import Held, Standing, View

GROUPS = ("行动", "事件", "特殊", "恢复", "防具", "武器", "收到", "元素", "效果")
"""手牌分组的次序与叫法；下标就是 `group` 的结果。"""

_GROUP_OF_CATEGORY = {ACTION: 0, TRIGGER: 1, RECOVERY: 3, ARMOR: 4, WEAPON: 5, ELEMENT: 7, EFFECT: 8}
_SPECIAL = 2
_RECEIVED = 6


def group(setup: Setup, held: Held) -> int:
    """这张手牌属于 `GROUPS` 的哪一组：特殊牌、收到的武器各成一组，其余按类。"""
    if held.mark > RECEIVED:
        return _SPECIAL
    if held.mark == RECEIVED:
        return _RECEIVED
    return _GROUP_OF_CATEGORY[setup.category[held.card]]


def numbered(view: View) -> list[Held]:
    """自己的手牌按编号排：第 n 号是结果的第 n-1 项。

    次序：先按 `GROUPS` 分组，组内按牌名在牌表里的先后（特殊牌按事件的先后），同名按牌号。
    「手牌」显示的号与玩家打的号都出自这里，所以永远对得上；次序只由手里有什么决定，与何时摸到无关。
    """
    setup = view.setup
    kind = setup.data.deck.kind
    return sorted(view.hand, key=lambda held: (group(setup, held), held.mark, kind[held.card], held.card))


def name(setup: Setup, held: Held) -> str:
    """一张手牌的名字。"""
    return setup.card_name(held.card, held.mark)


def listed(setup: Setup, cards: Sequence[int], marks: Sequence[int] = ()) -> str:
    """几张牌的名字，按第一次出现的次序，同名合并，如「偷牌×2、帽子」。"""
    counts: dict[str, int] = {}
    for index, card in enumerate(cards):
        word = setup.card_name(card, marks[index] if marks else PLAIN)
        counts[word] = counts.get(word, 0) + 1
    return "、".join(word if count == 1 else f"{word}×{count}" for word, count in counts.items())


def special_name(setup: Setup, mark: int) -> str:
    """记号 `mark` 的特殊牌叫什么。"""
    return setup.data.special_name[MARK_KINDS[mark]]


def special_meaning(view: View, mark: int) -> str:
    """特殊牌一句话的用处。"""
    rules = view.setup.rules
    reach = rules.come_here_distance
    if mark == COME_HERE:
        word = f"恰好 {reach} 格远" if view.setup.options.come_here_exact else f"{reach} 格以内"
        return f"把{word}的人拉来"
    if mark == RAINBOOM:
        return "本轮不扣体力，走完昏厥"
    if mark == FORCED_REST:
        return "结束出牌，本轮不移动"
    return {4: "本轮不移动，下轮满血加倍", 5: "在自己这格放路障"}[mark]


def buff_name(setup: Setup, buff: int) -> str:
    """增益 1..3 的意思（L4.8）。"""
    rules = setup.rules
    if buff == 1:
        return f"①负重+{rules.element_load}体力上限+{rules.element_health}"
    if buff == 2:
        return f"②移动+{rules.element_steps}"
    return f"③每轮回{rules.element_recovery}体力"


def distance_targets(view: View, reach: int, *, exact: bool, same_cell: bool, pulled: bool) -> list[Standing]:
    """与自己距离合适、未到终点的其他人。

    `exact` 距离恰为 `reach`，否则不超过；`same_cell` 同格也算；`pulled` 时略过被树脂球固定的人。
    """
    if view.seat is None:
        return []
    here = view.players[view.seat].position
    found: list[Standing] = []
    for other in view.players:
        distance = abs(other.position - here)
        if other.seat == view.seat or other.finished or (pulled and other.resin):
            continue
        if distance != reach if exact else distance > reach:
            continue
        if distance == 0 and not same_cell:
            continue
        found.append(other)
    return found


def weapon_targets(view: View) -> list[Standing]:
    """武器给得到的人（L4.4）。"""
    return distance_targets(view, view.setup.rules.weapon_range, exact=False, same_cell=True, pulled=False)


def come_here_targets(view: View) -> list[Standing]:
    """「给我过来」拉得到的人（L8.1）。"""
    exact = view.setup.options.come_here_exact
    return distance_targets(
        view, view.setup.rules.come_here_distance, exact=exact, same_cell=False, pulled=True
    )


def overload(player: Standing) -> int:
    """超重几张（L5.1）。"""
    return max(0, player.load - player.limit)


def steps(player: Standing) -> int:
    """照现在的手牌与已打的行动牌，本轮走几格（L5.1、L5.12）。"""
    if player.halted or player.resin or player.fainted >= 0 or player.finished or player.skipping:
        return 0
    return max(0, player.move + player.added - overload(player))


def action_steps(view: View, player: Standing) -> int:
    """现在一张行动牌加几步（L4.1、L8.7）。"""
    rules = view.setup.rules
    return rules.bear_action_steps if player.bear_active else rules.action_steps
