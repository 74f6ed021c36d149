"""G3.11–G3.15 三代的技能与专用盾。"""

from __future__ import annotations

from typing import Any

import pytest

from games.magicelite.events import (
    AttackStarted,
    BloodlustCast,
    DamageIgnored,
    Diamonds,
    Died,
    Drew,
    Frozen,
    GuardDiscarded,
    MineLaid,
    MineTripped,
    Offset,
    OrderRestarted,
    Rampaged,
    Reflected,
    SetPlayed,
    SkillCountered,
    StatusEnded,
    Thawed,
    TurnSkipped,
    Wounded,
)
from games.magicelite.table import NOBODY, Exchange, MagicEliteTable
from games.magicelite.third import Bloodlust, Mine, ThirdState
from tests.magicelite.position import DATA, Scene, every, named, only, position


def three(*hands: str, **kwargs: Any) -> Scene:
    """三代的一个局面。"""
    return Scene(position(*hands, generation=3, **kwargs))


def state(scene: Scene) -> ThirdState:
    assert scene.table.third is not None
    return scene.table.third


def begin_turn(table: MagicEliteTable, seat: int) -> Scene:
    """轮到 `seat` 主动出牌之前。"""
    table.phase = "turn"
    table.active = NOBODY
    table.cursor = table.place(seat) - 1
    return Scene(table)


# ------------------------------------------------------------------ G3.11 贪吃鬼：忽略
@pytest.mark.parametrize(("damage", "able"), [(1, True), (20, True), (21, False)])
def test_gluttony_ignores_up_to_twenty(damage: int, able: bool):
    """G3.11：受到的伤害 ≤20 时可以忽略。"""
    table = position("♠2 ♥2", "♠3 ♥3", identities="♠9 ♥7", generation=3, phase="respond")
    table.exchange = Exchange(0, 1, damage, [], "play", 0)
    scene = Scene(table)
    assert (["gluttony"] in scene.asked(1).options) is able
    if not able:
        assert scene.refused(1, ["gluttony"]).clause == "G3.11"


def test_ignoring_takes_a_card_and_ends_the_exchange():
    """G3.11：不必回应、不掉血，随机并一张身份卡加血，交锋结束。"""
    scene = three("♦K ♥2", "♠3 ♥3", identities="♠9 ♥7", health=[9, 5])
    scene.play(0, "♦K", 1)
    spare = len(scene.table.spare)
    told = only(scene.answer(1, ["gluttony"]), DamageIgnored)
    number = scene.table.setup.identities.number[told.identity]
    assert told.damage == 13 and told.health == 5 + number
    assert (scene.table.health[1], scene.table.cap[1]) == (5 + number, 7 + number)
    assert len(scene.table.spare) == spare - 1 and told.identity not in scene.table.spare
    assert scene.table.exchange is None and scene.main() == (1, "play")
    assert named(scene.table, scene.table.discard)[-1:] == ["♦K"] and scene.hand(1) == ["♠3", "♥3"]


@pytest.mark.parametrize("limit", [0, 1, 2, 4])
def test_at_most_that_many_cards(limit: int):
    """G3.11：最多并 2 张（⚙）；满了照样忽略，只是不加血。"""
    table = position("♠2 ♥2", "♠3 ♥3", identities="♠9 ♥7", gluttony_cards=limit, generation=3)
    scene = Scene(table)
    taken: list[int] = []
    for _ in range(5):
        fresh = scene.table.copy()
        fresh.exchange = Exchange(0, 1, 20, [], "play", 0)
        fresh.phase = "respond"
        scene = Scene(fresh)
        taken.append(only(scene.answer(1, ["gluttony"]), DamageIgnored).identity)
    assert sum(card != NOBODY for card in taken) == limit
    assert state(scene).eaten[1] == [card for card in taken if card != NOBODY]


def test_returned_damage_can_be_ignored_as_well():
    """G3.11：含返还。"""
    scene = three("♠3 ♥2", "♦K ♥3", identities="♠7 ♥9")
    scene.play(0, "♠3", 1)
    assert only(scene.play(1, "♦K"), AttackStarted).kind == "return"
    assert only(scene.answer(0, ["gluttony"]), DamageIgnored).damage == 12


def test_direct_returns_are_ignored_automatically():
    """G3.11 E6.2：返还直接扣血的桌规下。"""
    scene = three("♠3 ♥2", "♦K ♥3", identities="♠7 ♥9", returning="direct")
    scene.play(0, "♠3", 1)
    events = scene.play(1, "♦K")
    assert only(events, DamageIgnored).damage == 12 and not every(events, Wounded)


def test_wounds_take_the_eaten_cards_first_and_judgment_the_own():
    """G3.11：审判只扣原身份卡；被审判两次即死。"""
    table = position("♠K ♥2 ♠K", "♠3 ♥3", identities="♥9 ♠7", deck="♠2 ♠6", generation=3)
    assert table.third is not None
    table.third.skill_generation[0] = 2
    table.third.eaten[1] = [table.spare.pop()]
    extra = table.setup.identities.number[table.third.eaten[1][0]]
    table.third.eaten_health[1] = extra
    table.cap[1] = table.health[1] = 7 + extra
    scene = Scene(table)
    scene.play(0, "♠K", 1, ["judgment"])
    scene.answer(0, "抽")
    assert (scene.table.health[1], scene.table.cap[1]) == (2 + extra, 2 + extra)
    assert state(scene).judged[1] == 1 and state(scene).eaten_health[1] == extra
    scene.answer(1, ["gluttony"])
    scene.play(1, "♥3")
    told = scene.play(0, "♠K", 1, ["judgment"])
    told += scene.answer(0, "抽")
    assert [each.health for each in every(told, Wounded) if each.seat == 1] == [0]
    assert scene.main() == (1, "death")


# ------------------------------------------------------------------ G3.11 地雷
def test_mine_is_buried_face_up_and_the_deck_reshuffled():
    """G3.11：从库里摸一张正面洗入库中，不占出牌；每回合一颗、场上一颗（⚙）。"""
    scene = three("♠3 ♥2", "♠2 ♥3", identities="♠7 ♥9", deck="♦6")
    order = scene.table.deck[:]
    told = only(scene.answer(0, ["mine"]), MineLaid)
    assert named(scene.table, [told.card]) == ["♦6"]
    assert sorted(scene.table.deck) == sorted(order) and scene.table.deck != order
    assert scene.main() == (0, "play") and scene.hand(0) == ["♠3", "♥2"]
    assert [each.card for each in state(scene).mines] == [told.card]
    assert scene.refused(0, ["mine"]).clause == "G3.11"


@pytest.mark.parametrize("mines", [1, 2])
def test_number_of_mines_on_the_table(mines: int):
    """G3.11 ⚙"""
    scene = three("♠3 ♥2 ♥6", "♠2 ♥3 ♥6", identities="♠7 ♥9", mines=mines)
    scene.answer(0, ["mine"])
    scene.play(0, "♥2")
    scene.play(1, "♥3")
    assert (["mine"] in scene.asked(0).options) is (mines > 1)


def stepping(card: str, seed_health: int = 9, **kwargs: Any) -> Scene:
    """0 号打 ♠5 会摸到埋着的 `card`。"""
    table = position(
        "♠5 ♥2",
        "♠2 ♥3",
        identities="♠9 ♥7",
        deck=f"♥6 {card} ♥6 ♠6 ♠6 ♣6",
        health=[seed_health, 7],
        generation=3,
        **kwargs,
    )
    assert table.third is not None
    table.third.mines = [Mine(1, table.deck[-2])]
    return Scene(table)


@pytest.mark.parametrize(("card", "lost"), [("♠3", 3), ("♣A", 1), ("♦6", 6)])
def test_stepping_on_a_black_or_diamond_mine(card: str, lost: int):
    """G3.11：♠♣♦ 扣牌面数字的血；结算后弃掉并补摸一张。"""
    scene = stepping(card)
    events = scene.play(0, "♠5", 1)
    told = only(events, Wounded)
    assert (told.seat, told.source, told.cause, told.lost) == (0, 1, "mine", lost)
    assert only(events, MineTripped).owner == 1
    assert [each.count for each in every(events, Drew)] == [5, 1]
    assert scene.table.health[0] == 9 - lost and scene.table.cap[0] == 9
    assert card not in scene.hand(0) and len(scene.hand(0)) == 6
    assert named(scene.table, scene.table.discard) == [card] and not state(scene).mines
    assert scene.main() == (1, "respond")


def test_stepping_on_a_heart_pays_diamonds():
    """G3.11：♥ 得数字 ×10 钻石。"""
    scene = stepping("♥J")
    events = scene.play(0, "♠5", 1)
    told = only(events, Diamonds)
    assert (told.seat, told.change, told.reason) == (0, 110, "mine")
    assert state(scene).diamonds[0] == 110 and scene.table.health[0] == 9 and not every(events, Wounded)


# ------------------------------------------------------------------ G3.11 反射盾
def test_reflection_hits_everybody_in_order():
    """G3.11：敌伤 ×10000 反射给其余所有人，按 E2 依次各弃一张 4；全挡住从最大的重排；不返还。"""
    scene = three("♦3 ♥2 ♥4", "♠4 ♥3", "♣4 ♥6", identities="♠9 ♥7 ♠10")
    scene.play(0, "♦3", 1)
    told = only(scene.play(1, "♠4", None, ["reflection"]), Reflected)
    assert (told.damage, told.targets) == (30000, [2, 0])
    assert scene.main() == (2, "reflected")
    assert sorted(map(str, scene.asked(2).options)) == sorted(map(str, [scene.table.hands[2][0], None]))
    events = scene.answer(2, scene.table.hands[2][0])
    assert only(events, GuardDiscarded).reason == "reflection"
    assert scene.main() == (0, "reflected")
    events = scene.default()  # E11.5：有 4 就出
    assert only(events, OrderRestarted).seat == NOBODY and not every(events, Offset)
    assert scene.table.exchange is None and scene.main() == (2, "play")
    assert scene.table.health == [9, 7, 10]


def test_reflection_kills_those_without_a_guard():
    """G3.11：没有 4 的人死，各走 G3.2；击杀归反射的人。"""
    scene = three("♦3 ♥2", "♠4 ♥3", "♥6 ♣2", identities="♠9 ♥7 ♠10")
    scene.play(0, "♦3", 1)
    scene.play(1, "♠4", None, ["reflection"])
    assert list(scene.asked(2).options) == [None]  # 没有 4 也问
    scene.answer(2, None)
    events = scene.answer(0, None)
    assert scene.table.kills == [0, 2, 0] and not every(events, Died)
    assert scene.main() == (2, "death")


def test_leopard_and_wave_against_reflection():
    """G3.11：气浪无效、闪电豹有效。"""
    table = position("♦3 ♥2", "♠4 ♥3", "♥6 ♣2", identities="♠9 ♥7 ♠10", generation=3)
    assert table.third is not None
    table.third.leopards[0] = 1
    scene = Scene(table)
    scene.play(0, "♦3", 1)
    scene.play(1, "♠4", None, ["reflection"])
    told = only(scene.answer(2, None), Wounded)
    assert told.amount == 30000
    scene.answer(0, None)
    assert scene.main() == (0, "leopard")
    scene.answer(0, "dodge")
    assert scene.table.health[0] == 9 and scene.main() == (2, "death")


# ------------------------------------------------------------------ G3.12 嗜血
def test_bloodlust_needs_a_five_in_an_active_set():
    """G3.12：主动套含 5 时触发，5 照摸、数值照算。"""
    scene = three("♠5 ♠6 ♥2", "♠2 ♥3 ♥6", identities="♠8 ♥9")
    assert scene.refused_set(0, "♠6", 1, ["bloodlust", 1]).clause == "G3.12"
    events = scene.play(0, "♠5 ♠6", 1, ["bloodlust", 1])
    told = only(events, BloodlustCast)
    assert (told.target, told.rounds, told.left) == (1, 5, 2)
    assert only(events, Drew).count == 5 and only(events, SetPlayed).damage == 2
    assert scene.main() == (1, "respond") and state(scene).bloodlust_used[0] == 1


def test_bloodlust_three_times():
    """G3.12：共三次。"""
    table = position("♠5 ♥2", "♠2 ♥3", identities="♠8 ♥9", generation=3)
    assert table.third is not None
    table.third.bloodlust_used[0] = 2
    assert ["bloodlust", 1] in table.skill("bloodlust").uses(table, 0, table.hands[0][:1], "play")
    table.third.bloodlust_used[0] = 3
    assert Scene(table).refused_set(0, "♠5", 1, ["bloodlust", 1]).clause == "G3.12"


def cursed(*curses: int, hand: str = "♠2 ♥3", **kwargs: Any) -> Scene:
    table = position("♠5 ♥2", hand, identities="♠8 ♥9", generation=3, **kwargs)
    assert table.third is not None
    table.third.bloodlusts = [Bloodlust(0, 1, left) for left in curses]
    return begin_turn(table, 1)


def test_bloodlust_takes_one_each_turn_off_the_cap_too():
    """G3.12：每回合扣 1 血、上限也 −1；五回合以后失效。"""
    scene = cursed(2)
    assert scene.main() == (1, "interrupt") and list(scene.asked(1).options) == [None]
    told = only(scene.answer(1, None), Wounded)
    assert (told.health, told.cap, told.cause, told.source) == (8, 8, "bloodlust", 0)
    assert scene.main() == (1, "play") and state(scene).bloodlusts[0].left == 1
    scene = cursed(1)
    events = scene.answer(1, None)
    assert only(events, StatusEnded).reason == "expired" and state(scene).bloodlusts == []


def test_five_turns_cost_five():
    """G3.12 E7.1"""
    scene = cursed(DATA.skill_of["bloodlust"].rounds or 0, hand="♥2 ♥3 ♥6 ♥J ♥Q ♥K")
    for _ in range(40):
        if not state(scene).bloodlusts:
            break
        seat, what = scene.main()
        scene.answer(seat, None) if what == "interrupt" else scene.default()
    assert scene.table.cap[1] == 9 - 5


def test_discarding_the_last_card_refills_at_once_and_the_new_four_breaks_the_next():
    """E3.5：任何原因手牌为 0 都补 5；补到的 4 打断下一个嗜血（G3.12）。"""
    scene = cursed(5, 3, hand="♠4", deck="♦4 ♦2 ♦3 ♥2 ♥6")
    events = scene.default()
    drew = only(events, Drew)
    assert (drew.seat, drew.count, drew.reason) == (1, 5, "empty") and len(scene.table.hands[1]) == 5
    assert scene.main() == (1, "interrupt") and len(list(scene.asked(1).options)) == 2
    scene.default()
    assert state(scene).bloodlusts == [] and scene.table.health[1] == 9
    assert scene.main() == (1, "play") and len(scene.table.hands[1]) == 4


def test_a_four_breaks_one_bloodlust():
    """G3.12：一张 4 打断一个；可叠加。"""
    scene = cursed(5, 3, hand="♠4 ♥3")
    events = scene.default()  # E11.5：打断嗜血有 4 就打断
    assert only(events, StatusEnded).reason == "interrupted"
    assert [each.left for each in state(scene).bloodlusts] == [3] and scene.main() == (1, "interrupt")
    scene.answer(1, None)
    assert scene.table.health[1] == 8 and named(scene.table, scene.table.discard) == ["♠4"]


def test_dying_of_bloodlust_voids_the_turn():
    """G3.12 G3.8：死于此则回合作废；施法者视为击杀者。"""
    scene = cursed(5, health=[None, 1])
    events = scene.answer(1, None)
    assert only(events, TurnSkipped).reason == "died"
    assert scene.main() == (1, "death") and "adventure" in scene.asked(1).options
    scene.answer(1, "storm")
    assert (scene.table.health[1], scene.table.cap[1]) == (9, 9)  # G3.16：连上限一并撤销


def test_bloodlust_ends_with_its_caster():
    """G3.12：施法者出局即解除。"""
    from games.magicelite.rules.reckoning import depart

    scene = cursed(5)
    depart(scene.table, 0, 1)
    assert state(scene).bloodlusts == []


# ------------------------------------------------------------------ G3.12 冰封盾
def test_freezing_skill_and_shield():
    """G3.12：每出一张 4，冰封一层；分层计，含被动。"""
    scene = three("♠4 ♣4 ♥2", "♠3 ♥3 ♥6 ♣2", identities="♠8 ♥7")
    told = only(scene.play(0, "♠4", 1, ["freezing", 1, "skill"]), Frozen)
    assert (told.target, told.what, told.layers) == (1, "skill", 1)
    assert scene.table.skills(1) == ["reflection", "thaw"]
    scene.default()
    scene.default()
    scene.play(0, "♣4", 1, ["freezing", 1, "skill"])
    assert state(scene).frozen_skill == [0, 2]


def test_frozen_passives_stop():
    """G3.12：×10、气浪都停；有几层要解几次。"""
    table = position("♠6 ♥2", "♦3 ♠4 ♥3", identities="♠8 ♥10", generation=3)
    assert table.third is not None
    assert set(table.skills(1)) == {"tenfold", "wave", "zombie", "devouring"}
    table.third.frozen_skill[1] = 2
    assert set(table.skills(1)) == {"devouring", "thaw"}
    table.third.frozen_shield[1] = 1
    assert set(table.skills(1)) == {"thaw"}
    scene = Scene(table)
    scene.play(0, "♠6", 1)
    told = scene.play(1, "♠4", None, ["thaw", "skill"])
    assert only(told, Thawed).layers == 1
    offset = only(told, Offset)
    assert (offset.enemy, offset.reasons, offset.od) == (0, ["guard"], 1)  # 地王盾照挡；没有 ×10


def test_frozen_shield_leaves_two_uses_of_the_four():
    """G3.12：被封者打出的 4 三选一。"""
    table = position("♠6 ♥2", "♠4 ♥3", identities="♠8 ♥10", generation=3)
    assert table.third is not None
    table.third.frozen_skill[1] = 1
    scene = Scene(table)
    scene.play(0, "♠6", 1)
    four = scene.table.hands[1][0]
    uses = [choice[3] for choice in scene.asked(1).options if choice[0] == "set" and choice[1] == [four]]
    assert uses == [[], [["devouring"]], [["thaw", "skill"]]]


def test_freezing_in_a_response_still_guards():
    """G3.12 G3.15：回应里的 4 先挡，再附专用盾；一张 4 只触发一次。"""
    scene = three("♦6 ♥2", "♠4 ♥3", identities="♠9 ♥8")
    scene.play(0, "♦6", 1)
    events = scene.play(1, "♠4", None, ["freezing", 0, "shield"])
    assert only(events, Offset).enemy == 0 and only(events, Offset).od == 1
    assert only(events, Frozen).target == 0 and state(scene).frozen_shield[0] == 1
    assert "rampage" not in scene.table.skills(0)


def test_one_four_triggers_one_shield():
    """G3.15：继承了别的专用盾也只触发一次。"""
    table = position("♦6 ♥2", "♠4 ♥3", identities="♠9 ♥8", generation=3)
    assert table.third is not None
    table.third.shields[1] = ["freezing", "devouring"]
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    refused = scene.refused_set(1, "♠4", None, ["freezing", 0, "skill"], ["devouring"])
    assert refused.clause == "G3.15"


# ------------------------------------------------------------------ G3.13 暴走
def test_rampage_marks_what_is_left_in_hand():
    """G3.13：仍在手的带伤害的牌 ×1 亿；♥ 不算，新摸的不算，不叠乘，哪些只有自己知道。"""
    scene = three("♠4 ♠5 ♦3 ♥2 ♥A", "♠2 ♥3 ♥6", identities="♠9 ♥8")
    told = only(scene.play(0, "♠4 ♠5", 1, ["rampage"]), Rampaged)
    cards = told.cards.parts[0]
    assert named(scene.table, cards) == ["♦3", "♥A"] and told.factor == 100_000_000
    assert told.seen_by(1).cards.seen is None and told.seen_by(0).cards.seen == cards
    assert state(scene).marked[0] == cards
    assert scene.table.view(1).third.marked == []  # type: ignore[union-attr]
    strength = scene.table.powers.strength(scene.table, 0, cards[:1], [], "play")
    assert strength.damage == 3 * 100_000_000
    assert scene.table.powers.strength(scene.table, 0, cards[1:], [], "play").damage == 5 * 100_000_000
    assert scene.table.powers.strength(scene.table, 0, cards[1:], [], "play").healing == 1


def test_rampage_does_not_pile_up():
    """G3.13：不叠乘。"""
    scene = three("♠4 ♣4 ♦3 ♥2", "♠2 ♥3 ♥6", identities="♠9 ♥8")
    scene.play(0, "♠4", 1, ["rampage"])
    while scene.main() != (0, "play"):
        scene.default()
    scene.play(0, "♣4", 1, ["rampage"])
    card = scene.table.hands[0][0]
    assert named(scene.table, [card]) == ["♦3"]
    assert scene.table.powers.strength(scene.table, 0, [card], [], "play").damage == 3 * 100_000_000


def test_mark_is_gone_once_the_card_leaves_the_hand():
    """G3.13：离手即消；再摸回来也不算。"""
    table = position("♠5 ♥2", "♠2 ♥3", identities="♠9 ♥8", deck="♦3 ♥6 ♥J ♥Q ♥K", generation=3)
    assert table.third is not None
    card = table.deck[-1]
    table.third.marked[0] = [card]
    scene = Scene(table)
    scene.play(0, "♠5", 1)
    assert card in scene.table.hands[0] and state(scene).marked[0] == []


# ------------------------------------------------------------------ G3.14 僵王金刚
def test_tenfold_and_the_halving_wave():
    """G3.14：伤害 ×10；受伤 ⌊n/2⌋，在 OD 之前。"""
    scene = three("♦3 ♥2", "♦2 ♥3", identities="♠10 ♥10")
    scene.play(0, "♦3", 1)
    told = only(scene.play(1, "♦2"), Offset)
    assert (told.incoming, told.enemy, told.reasons, told.own, told.od) == (30, 15, ["wave"], 20, 5)


@pytest.mark.parametrize(("card", "enemy"), [("♠3", 0), ("♦3", 1), ("♦K", 6), ("♦Q", 6)])
def test_wave_rounds_down(card: str, enemy: int):
    """G3.14"""
    scene = three(f"{card} ♥2", "♥3 ♥6", identities="♠9 ♥10")
    scene.play(0, card, 1)
    assert scene.asked(1).note.enemy == enemy


def test_wave_halves_direct_returns():
    """G3.14 E6.2 ⚙"""
    scene = three("♥A ♥2", "♦K ♥3", identities="♠10 ♥9", returning="direct")
    table = scene.table
    assert table.third is not None
    table.third.frozen_skill[0] = 0
    scene.play(0, "♥A", 1)  # 50
    scene = three("♠A ♥2", "♦K ♥3", identities="♠10 ♥9", returning="direct")
    scene.table.third.frozen_skill[0] = 0  # type: ignore[union-attr]
    scene.table.exchange = Exchange(0, 1, 4, [], "play", 0)
    fresh = scene.table.copy()
    fresh.phase = "respond"
    told = only(Scene(fresh).play(1, "♦K"), Wounded)
    assert (told.seat, told.amount) == (0, 4)  # (13 − 4) // 2


def test_devouring_adds_the_enemy_damage():
    """G3.14：敌伤置 0，其伤害加进己方，不再乘 ×10；对方牌仍进弃牌堆。"""
    scene = three("♦6 ♥2", "♠4 ♥3", identities="♠9 ♥10")
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠4", None, ["devouring"]), Offset)
    assert (told.enemy, told.own, told.devoured, told.od) == (0, 10, 6, 16)
    scene.default()
    assert "♦6" in named(scene.table, scene.table.discard)


def test_devouring_a_skill():
    """G3.14：被施技能时弃一张 4 使其失效，得一次使用权，仍须原触发牌。"""
    scene = three("♠5 ♥2", "♠4 ♣5 ♥3", identities="♠8 ♥10")
    scene.play(0, "♠5", 1, ["bloodlust", 1])
    assert scene.main() == (1, "counter")
    told = only(scene.answer(1, scene.table.hands[1][0]), SkillCountered)
    assert (told.seat, told.caster, told.skill) == (1, 0, "bloodlust")
    assert state(scene).bloodlusts == [] and state(scene).bloodlust_used[0] == 1
    assert state(scene).grants[1] == ["bloodlust"] and scene.main() == (1, "respond")
    fresh = scene.table.copy()
    fresh.exchange, fresh.phase, fresh.active = None, "play", 1
    scene = Scene(fresh)
    assert scene.refused_set(1, "♥3", None, ["bloodlust", 0]).clause == "G3.12"
    scene.play(1, "♣5", 0, ["bloodlust", 0])
    assert state(scene).bloodlusts == [Bloodlust(1, 0, 5)] and state(scene).grants[1] == []


def test_refusing_to_counter_lets_the_skill_work():
    """G3.14：没有 4 也问，不弃就生效。"""
    scene = three("♠4 ♥2", "♠2 ♥3", identities="♠8 ♥10")
    scene.play(0, "♠4", 1, ["freezing", 1, "skill"])
    assert list(scene.asked(1).options) == [None]
    events = scene.answer(1, None)
    assert only(events, Frozen).layers == 1


def test_countered_framing_gives_a_framing():
    """G3.14：嫁祸也能吞噬。"""
    table = position("♦6 ♥2", "♠A ♥3", "♠4 ♣A ♥6", identities="♠8 ♥9 ♥10", generation=3)
    assert table.third is not None
    table.third.skill_generation[1] = 1
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    scene.play(1, "♠A", None, ["framing", 2])
    events = scene.answer(2, scene.table.hands[2][0])
    assert only(events, SkillCountered).skill == "framing" and only(events, Offset).od == 0
    assert "framing" in scene.table.skills(2)


def test_devoured_control_needs_a_five():
    """G3.14：吞噬来的控制仍须原触发牌。"""
    table = position("♦6 ♥2", "♠5 ♥3 ♥2", "♥6 ♠2", identities="♠9 ♥10 ♥7", generation=3)
    assert table.third is not None
    table.third.grants[1] = ["control"]
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    scene.refused_set(1, "♥3", None, ["control", 2])
    scene.play(1, "♠5", None, ["control", 2])
    assert scene.main() == (2, "respond") and state(scene).grants[1] == []
