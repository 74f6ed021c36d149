"""了结被击杀的人：恶贼复活、风暴神、救命锦囊、大冒险，与之后从谁开始（G3.2–G3.8、G3.16、G3.17）。

一段只了结一个人。先是各人的选择，再结清所有大冒险，最后是要打出一套的恶贼复活（那是一次新交锋）。

规则书没有写明、在代码里裁定的：

- 同时死的人里，没有击杀者的先选，再按 E2；只有一样可选的不问（G3.2）。
- 击杀者是同一阵营的（自己的小僵尸埋的雷），当作没有击杀者；轮到打时击杀者已经出局也一样（G3.8）。
- 没有击杀者而还有风暴神或锦囊的，总是用掉它（G3.8）。
- 大冒险、恶贼复活也撤销致命那次对上限的扣减，否则满血可能是 0（G1.3、G3.5、G3.16）。
- 被击杀、还没了结的人打不到、也不再扣血：复活的一套、那时的反射与审判都没有他，他补牌踩的雷只是弃掉；
  敌人都这样时，复活的一套不选目标（G1.3、G3.16）。
- 救下来的不算死：风暴神、锦囊、复活以后，他身上的嗜血、冰封、控制照旧；只有出局与变小僵尸才消（E7.1）。
- 先后由谁开始，等这一批人（连后来不复活的）都了结了才定；复活引出的交锋里又死的也算这一批（G3.16）。
- 小僵尸也可以是击杀方：照样大冒险，赢了得钻石、遭联合进攻，不继承；败了出局（G3.6、G3.14）。
- 小僵尸出局以后仍随主人胜负；主人自己变成小僵尸，他的小僵尸一起转给新主人（G3.14）。
- 变成小僵尸时他施的、中的嗜血与控制都解除，并来的身份卡还在（G3.14）。
"""

from __future__ import annotations

from games.kernel import Ask, Flow, Seat
from games.magicelite.events import BagOpened, JointAttack, OrderRestarted, StatusEnded, StormCalled
from games.magicelite.rules.adventure import begin
from games.magicelite.rules.play import Death
from games.magicelite.rules.second import leave
from games.magicelite.rules.shop import reskill
from games.magicelite.rules.state import third_of
from games.magicelite.rules.wounds import die
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Fallen

__all__ = ["depart", "fall", "reckoning", "unbind"]

STORM = "storm"
BAG = "bag"
ADVENTURE = "adventure"


# ------------------------------------------------------------------ 记下
def fall(table: MagicEliteTable, deaths: list[Death]) -> None:
    """记下这些被击杀的人，下一段去了结。"""
    third = third_of(table)
    waiting = [each.seat for each in third.fallen]
    total = table.setup.data.skill_of["revival"].uses or 0
    for death in deaths:
        seat = death.seat
        if seat in waiting:
            continue
        revives = table.has(seat, "revival") and table.revivals[seat] < total  # G3.17
        third.fallen.append(
            Fallen(
                seat,
                death.killer,
                death.cause,
                death.amount,
                death.health,
                death.cap,
                third.eaten_before[seat],
                "revival" if revives else "choice",
            )
        )
    table.phase = "reckoning"


def can_fight(table: MagicEliteTable, entry: Fallen) -> bool:
    """有击杀者可以大冒险：在场，不是自己，也不是一方的（G3.8）。"""
    killer = entry.killer
    if killer in (NOBODY, entry.seat) or not table.alive[killer]:
        return False
    return table.side[killer] != table.side[entry.seat]


# ------------------------------------------------------------------ 了结
def reckoning(table: MagicEliteTable) -> Flow[None]:
    """了结一个人；都了结了就定下从谁继续（G3.16）。"""
    third = third_of(table)
    choosing = [each for each in third.fallen if each.stage == "choice"]
    if choosing:
        yield from choose(
            table, min(choosing, key=lambda each: (can_fight(table, each), table.place(each.seat)))
        )
        return
    fighting = [each for each in third.fallen if each.stage == ADVENTURE]
    if fighting:
        entry = min(fighting, key=lambda each: table.place(each.seat))  # G3.7：最大的先打
        if can_fight(table, entry):
            begin(table, entry)
        else:
            entry.stage = "choice"
        return
    table.phase = "turn"
    reviving = [each for each in third.fallen if each.stage == "revival"]
    if reviving:
        yield from revive(table, min(reviving, key=lambda each: table.place(each.seat)))
        return
    resume(table)


def revive(table: MagicEliteTable, entry: Fallen) -> Flow[None]:
    """先问恶贼复活（G3.17）；活不下来的再选（G3.2）。"""
    third = third_of(table)
    third.fallen.remove(entry)
    table.cap[entry.seat] = entry.cap
    death = Death(entry.seat, entry.killer, entry.cause, entry.amount, entry.health, entry.cap)
    if (yield from table.skill("revival").save(table, death)):
        return
    entry.stage = "choice"
    third.fallen.append(entry)


def choose(table: MagicEliteTable, entry: Fallen) -> Flow[None]:
    """自选风暴神、锦囊、大冒险（G3.2）。"""
    third = third_of(table)
    seat = entry.seat
    own_mine = entry.cause == "mine" and entry.killer == seat  # G3.8：踩了自己的雷
    choices: list[str] = []
    if third.master[seat] == NOBODY and not own_mine:  # G3.14：小僵尸再死出局
        if third.storms[seat]:
            choices.append(STORM)
        if third.bags[seat]:
            choices.append(BAG)
        if can_fight(table, entry):
            choices.append(ADVENTURE)
    if not choices:
        third.fallen.remove(entry)
        depart(table, seat, entry.killer)
        return
    choice = choices[0]
    if len(choices) > 1:
        table.close_undo()
        choice = yield Ask(seat, "death", choices, choices[0])
    if choice == ADVENTURE:
        entry.stage = ADVENTURE
        return
    third.fallen.remove(entry)
    if choice == STORM:
        call_storm(table, entry)
    else:
        yield from open_bag(table, entry)


def undo_wound(table: MagicEliteTable, entry: Fallen) -> None:
    """免除这次伤害，连上限一并撤销（G3.16）。"""
    seat = entry.seat
    undo_cut(table, entry)
    table.health[seat] = entry.health
    third_of(table).eaten_health[seat] = entry.eaten_health


def undo_cut(table: MagicEliteTable, entry: Fallen) -> None:
    """撤销致命那次对上限的扣减；是审判就不算被审判过这一次（G3.11、G3.16）。"""
    third = third_of(table)
    seat = entry.seat
    table.cap[seat] = entry.cap
    if entry.cause == "judgment" and third.judged[seat]:
        third.judged[seat] -= 1


def fill(table: MagicEliteTable, seat: Seat) -> None:
    """满血，并来的卡也满。"""
    third = third_of(table)
    numbers = table.setup.identities.number
    table.health[seat] = table.cap[seat]
    third.eaten_health[seat] = min(table.cap[seat], sum(numbers[card] for card in third.eaten[seat]))


def call_storm(table: MagicEliteTable, entry: Fallen) -> None:
    """风暴神：免除，满血，从最大的角色重新开始（G3.3）。"""
    third = third_of(table)
    seat = entry.seat
    third.storms[seat] -= 1
    third.stormed = True
    undo_wound(table, entry)
    fill(table, seat)
    if table.out is not None:
        table.out.append(StormCalled(seat, table.health[seat], third.storms[seat]))


def open_bag(table: MagicEliteTable, entry: Fallen) -> Flow[None]:
    """救命锦囊：免除，血量不变（⚙ 满血），技能换成同点数任一代的，从他继续（G3.4）。"""
    third = third_of(table)
    seat = entry.seat
    table.close_undo()
    current = third.skill_generation[seat]
    generation = yield Ask(seat, "reskill", [1, 2, 3], current)
    third.bags[seat] -= 1
    third.bagged.append(seat)
    undo_wound(table, entry)
    if table.setup.options.silk_bag_full:
        fill(table, seat)
    if table.out is not None:
        table.out.append(BagOpened(seat, table.health[seat], generation, third.bags[seat]))
    reskill(table, seat, generation)


def resume(table: MagicEliteTable) -> None:
    """风暴神从最大的角色起，否则从用锦囊的人里最大的起，否则照 E6.4（G3.16）。"""
    third = third_of(table)
    bagged = [seat for seat in third.bagged if table.alive[seat]]
    if third.stormed:
        table.cursor = -1
        if table.out is not None:
            table.out.append(OrderRestarted(NOBODY, STORM))
    elif bagged:
        first = min(bagged, key=table.place)
        table.cursor = table.place(first) - 1
        if table.out is not None:
            table.out.append(OrderRestarted(first, BAG))
    third.stormed = False
    third.bagged = []


# ------------------------------------------------------------------ 出局
def depart(table: MagicEliteTable, seat: Seat, killer: Seat) -> None:
    """出局：手牌进弃牌堆，他的嗜血、控制解除，不再遭联合进攻，他的小僵尸一起出局（G3.12、G3.14）。"""
    third = third_of(table)
    die(table, seat, killer)
    unbind(table, seat)
    for zombie in range(table.seats):
        if third.master[zombie] == seat and table.alive[zombie]:
            third.fallen = [each for each in third.fallen if each.seat != zombie]
            depart(table, zombie, killer)


def unbind(table: MagicEliteTable, seat: Seat) -> None:
    """`seat` 出局或变成小僵尸：牵着他的技能都解除（E7.1、G3.12、G3.6）。"""
    third = third_of(table)
    for curse in third.bloodlusts:
        if seat in (curse.caster, curse.victim) and table.out is not None:
            table.out.append(StatusEnded(curse.victim, "bloodlust", "died"))
    third.bloodlusts = [each for each in third.bloodlusts if seat not in (each.caster, each.victim)]
    third.marked[seat] = []
    third.frozen_skill[seat] = third.frozen_shield[seat] = 0
    third.grants[seat] = []
    leave(table, seat)
    if seat in third.champions:
        third.champions.remove(seat)
        if table.out is not None:
            table.out.append(JointAttack(third.champions[:]))
