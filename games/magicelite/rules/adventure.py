"""大冒险（G3.5–G3.7）。一段只翻一张。

规则书没有写明、在代码里裁定的：

- 「OD 照算」含返还：OD>0 由对方再翻一张来挡，直到 OD ≤ 0；返还直接扣血的桌规下直接扣（E6.2）。
- 翻出的♥攻击照 E6.5 回血，「♥ 在回应里另回血」的桌规下回应也回；翻牌打空了不补 5，到要翻时摸一张（G3.5）。
- 攻击没有伤害，对方也照翻一张，他的 OD 返还（G3.5）。
- 牌叠照得到的先后，先得到的在上，不另洗；暴走标记成叠即消（G3.5、G3.13）。
- 满翻数或无牌可翻没有致命一击，败者的血按那时的算（G3.6）。
- 打败 10 而变异的那一刻冰封不算数，技能换走了的 10 不变异；有小药箱自动用掉一个（G3.10、G3.14）。
"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat, Secret
from games.magicelite.events import (
    AdventureEnded,
    AdventureFlipped,
    AdventureStarted,
    AdventureStruck,
    Drew,
    JointAttack,
    Reshuffled,
    StatusEnded,
    Zombified,
)
from games.magicelite.rules.drawing import draw, reshuffle, sweep
from games.magicelite.rules.skills.zombie import Zombie
from games.magicelite.rules.state import earn, third_of
from games.magicelite.rules.wounds import heal
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Adventure, Fallen

__all__ = ["FLIP", "adventure", "begin"]

FLIP = "翻"
"""翻一张的回答。"""


# ------------------------------------------------------------------ 开始
def begin(table: MagicEliteTable, entry: Fallen) -> None:
    """`entry` 与击杀方大冒险：弃牌洗入库，双方满血，手牌成叠，大角色先手（G3.5）。"""
    from games.magicelite.rules.reckoning import fill, undo_cut

    third = third_of(table)
    table.close_undo()
    challenger, champion = entry.seat, entry.killer
    undo_cut(table, entry)
    first = min((challenger, champion), key=table.place)
    kept = len(table.deck)
    table.deck += table.discard
    table.discard = []
    table.shuffle(table.deck)
    if table.out is not None:
        table.out.append(Reshuffled(first, len(table.deck), kept))
    for seat in (challenger, champion):
        fill(table, seat)
        third.marked[seat] = []
    healths = [table.health[challenger], table.health[champion]]
    third.adventure = Adventure(challenger, champion, first, 0, [], healths, first, 0)
    table.phase = "adventure"
    if table.out is not None:
        counts = [len(table.hands[challenger]), len(table.hands[champion])]
        table.out.append(AdventureStarted(challenger, champion, first, counts))


# ------------------------------------------------------------------ 一翻
def adventure(table: MagicEliteTable) -> Flow[None]:
    """轮到的人翻一张：攻击，或回应（G3.5）。"""
    fight = third_of(table).adventure
    assert fight is not None
    attacking = not fight.shown
    seat = fight.attacker if attacking else opponent(fight, fight.striker)
    if fight.flips >= table.setup.rules.adventure_flips or not stocked(table, seat):
        yield from finish_by_health(table, fight)
        return
    yield Ask(seat, "turn_over", [FLIP], FLIP)
    card = flip(table, fight, seat, attacking)
    if attacking:
        fight.striker, fight.damage = seat, table.setup.damage[card]
        heal(table, seat, table.setup.healing[card])
        return
    answer(table, fight, seat, card)
    losers = [each for each in (fight.challenger, fight.champion) if not table.health[each]]
    if losers:
        yield from end(table, fight, losers[0], "killed")


def opponent(fight: Adventure, seat: Seat) -> Seat:
    """大冒险里的另一个人。"""
    return fight.champion if seat == fight.challenger else fight.challenger


def stocked(table: MagicEliteTable, seat: Seat) -> bool:
    """`seat` 有牌可翻；没有就先摸一张，还没有为 `False`。"""
    if not table.hands[seat]:
        pile(table, seat, 1)
    return bool(table.hands[seat])


def pile(table: MagicEliteTable, seat: Seat, count: int) -> None:
    """摸 `count` 张垫在底下，谁也看不到；地雷停用，摸到的当普通牌（G3.5），翻开以前仍算埋着（E10）。"""
    taken: list[int] = []
    while len(taken) < count:
        if not table.deck:
            if not table.discard:
                break
            reshuffle(table, seat)
        taken.append(table.deck.pop())
    table.hands[seat] += taken
    if table.out is not None:
        missing = count - len(taken)
        table.out.append(Drew(seat, "adventure", len(taken), missing, len(table.deck), Secret({})))


def flip(table: MagicEliteTable, fight: Adventure, seat: Seat, attacking: bool) -> int:
    """翻开最上一张，打到桌面；是 5 就摸 5 张垫底。返回牌号。"""
    rules = table.setup.rules
    card = table.hands[seat].pop(0)
    table.laid.append(card)
    fight.shown.append(card)
    fight.flips += 1
    if table.out is not None:
        table.out.append(AdventureFlipped(seat, card, attacking, fight.flips))
    table.powers.shown(table, [card])
    if table.setup.number[card] == rules.draw_rank:
        pile(table, seat, rules.draw_each)
    return card


def answer(table: MagicEliteTable, fight: Adventure, seat: Seat, card: int) -> None:
    """`seat` 翻出 `card` 回应：算 OD，扣血、返还，或这一次到此为止。"""
    setup = table.setup
    striker, damage = fight.striker, fight.damage
    enemy = 0 if setup.number[card] == setup.rules.shield_rank else damage
    od = setup.damage[card] + setup.healing[card] - enemy
    if setup.options.response_heals:  # E6.5 选项
        heal(table, seat, setup.healing[card])
    hurt = seat
    if od < 0:
        hit(table, fight, seat, -od)
    elif od > 0 and setup.options.returning == "direct":
        hurt = striker
        hit(table, fight, striker, od)
    if table.out is not None:
        table.out.append(AdventureStruck(striker, seat, damage, od, table.health[hurt]))
    if od > 0 and setup.options.returning != "direct":
        fight.striker, fight.damage = seat, od
        return
    sweep(table)
    fight.shown = []
    fight.attacker = opponent(fight, fight.attacker)  # 逐次交替先攻
    fight.striker, fight.damage = fight.attacker, 0


def hit(table: MagicEliteTable, fight: Adventure, seat: Seat, amount: int) -> None:
    """扣血；坐骑、气浪都停用，所以不问减免。"""
    fight.last_health[0 if seat == fight.challenger else 1] = table.health[seat]
    table.powers.lose(table, seat, min(amount, table.health[seat]), "attack")


def finish_by_health(table: MagicEliteTable, fight: Adventure) -> Flow[None]:
    """满翻数或无牌可翻：血多者胜，同则大角色胜（G3.5）。"""
    pair = (fight.challenger, fight.champion)
    fight.last_health = [table.health[seat] for seat in pair]
    loser = min(pair, key=lambda seat: (table.health[seat], -table.place(seat)))
    yield from end(table, fight, loser, "cap")


# ------------------------------------------------------------------ 结束
def end(table: MagicEliteTable, fight: Adventure, loser: Seat, reason: str) -> Flow[None]:
    """分出胜负：钻石、继承、败者淘汰或变小僵尸、联合进攻（G3.6、G3.7、G3.14）。"""
    from games.magicelite.rules.reckoning import depart

    third = third_of(table)
    rules = table.setup.rules
    winner = opponent(fight, loser)
    left = fight.last_health[0 if loser == fight.challenger else 1]
    sweep(table)
    third.adventure = None
    table.phase = "reckoning"
    third.fallen = [each for each in third.fallen if each.seat != loser]
    if loser == fight.champion:
        third.fallen = [each for each in third.fallen if each.seat != winner]
        table.kills[winner] += 1
    for each in third.fallen:
        if each.killer == loser:
            each.killer = winner  # G3.7：胜者再与下一大的打
    inherited = inherit(table, winner, loser)
    if table.out is not None:
        table.out.append(AdventureEnded(winner, loser, reason, inherited))
    earn(table, winner, rules.adventure_prize + left, "adventure")
    earn(table, loser, -rules.adventure_penalty, "adventure")
    table.last_slain = [loser]
    mutates = third.master[loser] == NOBODY and mutation(table).mutates(table, winner)
    if mutates and third.medicine[loser]:
        third.medicine[loser] -= 1
        mutates = False
        if table.out is not None:
            table.out.append(StatusEnded(loser, "medicine", "used"))
    if winner not in third.champions:
        third.champions.append(winner)
    if loser in third.champions:
        third.champions.remove(loser)
    if mutates:
        yield from zombify(table, loser, winner)
    else:
        depart(table, loser, winner)
    if table.out is not None and table.alive[winner] and table.enemies(winner):  # 只剩他一方就没有联合进攻
        table.out.append(JointAttack(third.champions[:]))
    if table.alive[winner] and not table.hands[winner]:  # E3.5
        yield from draw(table, winner, rules.refill, "won")


def mutation(table: MagicEliteTable) -> Zombie:
    """小僵尸这门被动。"""
    skill = table.skill(Zombie.key)
    assert isinstance(skill, Zombie)
    return skill


def inherit(table: MagicEliteTable, winner: Seat, loser: Seat) -> list[str]:
    """胜者继承败者没用的风暴神、锦囊与专用盾（G3.6）；小僵尸不继承（G3.14）。"""
    third = third_of(table)
    storms, bags, shields = third.storms[loser], third.bags[loser], third.shields[loser]
    third.storms[loser] = third.bags[loser] = 0
    third.shields[loser] = []
    if third.master[winner] != NOBODY:
        return []
    third.storms[winner] += storms
    third.bags[winner] += bags
    fresh = [key for key in shields if key not in third.shields[winner]]
    third.shields[winner] += fresh
    return ["storm"] * storms + ["bag"] * bags + fresh


def zombify(table: MagicEliteTable, seat: Seat, master: Seat) -> Flow[None]:
    """败者变小僵尸：转入主人阵营，满血，弃光手牌重摸 5（G3.14）。"""
    from games.magicelite.rules.reckoning import fill, unbind

    third = third_of(table)
    unbind(table, seat)
    for each in range(table.seats):
        if each == seat or third.master[each] == seat:
            third.master[each] = master
            table.side[each] = table.side[master]
    table.discard += table.hands[seat]
    table.powers.shown(table, table.hands[seat])
    table.hands[seat] = []
    fill(table, seat)
    if table.out is not None:
        table.out.append(Zombified(seat, master, table.health[seat]))
    yield from draw(table, seat, table.setup.rules.refill, "zombie")
