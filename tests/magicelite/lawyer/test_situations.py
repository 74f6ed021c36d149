"""初代与二代摆出来的局面：数都照规则书手算，一步一步写在旁边。"""

from __future__ import annotations

import pytest

from games.magicelite.events import (
    Absorbed,
    AttackStarted,
    Died,
    Drew,
    ExchangeEnded,
    Framed,
    GameOver,
    Healed,
    NumberPicked,
    Offset,
    Revived,
    Scored,
    SetPlayed,
    Slain,
    StatusEnded,
    Wounded,
)
from games.magicelite.outlook import weigh
from games.magicelite.questions import RespondNote
from games.magicelite.rules import deal
from games.magicelite.table import NOBODY
from tests.magicelite.position import DATA, Scene, cards_of, every, named, only, options_of, position, strip
from tests.magicelite.rules.second_stage import choices, declared, feud, stage, state, state_of
from tests.magicelite.rules.test_g3_borrowed import borrowed
from tests.magicelite.words.stage import prompted


# ------------------------------------------------------------------ E1、E2
@pytest.mark.parametrize(
    ("seats", "decks", "deck", "spare"),
    [(2, 0, 62, 30), (4, 0, 52, 28), (5, 0, 83, 43), (8, 0, 68, 40), (8, 2, 32, 24), (2, 3, 98, 46)],
)
def test_what_is_left_after_dealing(seats: int, decks: int, deck: int, spare: int):
    """E1.2 E1.3 E3.1：36 张一副，四人以内两副、五人三副；每人 5 张手牌、1 张身份。"""
    scene = Scene(deal(9, [""] * seats, options_of(decks=decks), DATA))
    assert [len(hand) for hand in scene.table.hands] == [5] * seats
    assert (len(scene.table.deck), len(scene.table.spare)) == (deck, spare)


def test_twins_are_ordered_by_lot():
    """E2.1：完全相同的两张身份卡，种子抽出谁先：两种先后都出得来。"""
    firsts: set[int] = set()
    for seed in range(400):
        table = deal(seed, ["", ""], options_of(), DATA)
        names = named_identities(table.identity)
        if names[0] == names[1]:
            firsts.add(Scene(table).main()[0])
    assert firsts == {0, 1}


def named_identities(cards: list[int]) -> list[str]:
    """身份卡号 → 短名（两副）。"""
    names = DATA.identities_of(2).name
    return [names[card] for card in cards]


# ------------------------------------------------------------------ E3–E6 交锋
def test_exchange_of_fours_and_fives():
    """E3.5 E5.1 E5.2 E6.1 E6.2：♦6 → ♠4♠5 挡住返 2、摸 5 → 最后一张 ♥5 返 3、摸 10 → ♣3 差 2。"""
    scene = Scene(position("♦6 ♥5", "♠4 ♠5 ♣3", "♥2 ♥3", decks=4))
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♠4 ♠5")
    assert only(told, Offset).od == 2 and only(told, Drew).count == 5
    told = scene.play(0, "♥5")
    assert only(told, Offset).od == 3 and only(told, Drew).count == 10
    told = scene.play(1, "♣3")
    assert only(told, Offset).od == -2
    assert scene.table.health == [7, 5, 7]
    assert [len(hand) for hand in scene.table.hands] == [10, 5, 2]
    assert only(told, ExchangeEnded).responses == 3 and scene.main() == (1, "play")


def test_active_four_is_no_shield_later():
    """E5.1：主动出的 4 不挡伤；返还回来时已经不算。"""
    scene = Scene(position("♠3 ♠4 ♥2", "♦6 ♥3"))
    scene.play(0, "♠3 ♠4", 1)
    told = scene.play(1, "♦6")  # 6 − 2 = 4
    assert only(told, AttackStarted).damage == 4
    assert only(scene.play(0, "♥2"), Offset).od == -2
    assert scene.table.health[0] == 5


def test_straight_of_hearts_with_the_ace_heals_and_strikes():
    """E4.3 E6.5：♥A♥2♥3：5 点伤害、回 6，只回到上限。"""
    scene = Scene(position("♥A ♥2 ♥3 ♠2", "♠3 ♥4", identities="♠10 ♠7", health=[6, None]))
    told = scene.play(0, "♥A ♥2 ♥3", 1)
    assert only(told, Healed).gained == 4 and scene.table.health[0] == 10
    assert only(told, AttackStarted).damage == 10  # 王者 ×2，回复不乘


def test_heart_only_set_takes_no_target():
    """E3.3：没有伤害的一套不打人；写了目标也不行。"""
    scene = Scene(position("♥2 ♥3 ♠2", "♠3", "♠4"))
    assert scene.refused_set(0, "♥2 ♥3", 1).clause == "E3.3"
    scene.play(0, "♥2 ♥3")
    assert scene.main() == (1, "play")


def test_everything_is_taken_when_nothing_is_left():
    """E3.4 E8.2：手里、库里、弃牌堆都没有：承受全部；扣了血，不能悔。"""
    table = strip(position("♦6 ♠2 ♥2", "♠3", "♥4"))
    table.hands[1] = []
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    scene.answer(1, ["none"])
    assert scene.table.health[1] == 1
    assert scene.table.undo_seat == NOBODY


def test_direct_return_hits_at_once_and_is_final():
    """E6.2 E8.2 ⚙ 直接扣血：♦3 对 ♦6，返还的 3 直接扣；不能悔，轮到下一位。"""
    scene = Scene(position("♦3 ♥2", "♦6 ♥3", "♥4 ♥6", returning="direct"))
    scene.play(0, "♦3", 1)
    told = scene.play(1, "♦6")
    assert only(told, Wounded).lost == 3 and scene.table.health == [4, 7, 7]
    assert scene.table.undo_seat == NOBODY and scene.main() == (1, "play")


def test_healing_answer_heals_before_it_bleeds():
    """E6.5 E11.2 ⚙ 回应回血：1 血，♦K 对 ♥K：抵消，回满；♦6♦J 对 ♥J：先回 6 到 7 再扣 6，不死，也就不用 4。"""
    scene = Scene(position("♦K ♥2", "♥K ♥2", health=[None, 1], response_heals=True))
    scene.play(0, "♦K", 1)
    scene.play(1, "♥K")
    assert scene.table.health[1] == 7
    scene = Scene(
        position("♦6 ♦J ♥2", "♥J ♠4", health=[None, 1], response_heals=True, six_to_jack=True),
    )
    scene.play(0, "♦6 ♦J", 1)
    default = scene.asked(1).default
    assert named(scene.table, default[1]) == ["♥J"]
    note = scene.asked(1).note
    assert isinstance(note, RespondNote)
    assert not weigh(scene.table.view(1), 1, note, default[1]).fatal
    told = scene.play(1, "♥J")
    assert only(told, Offset).od == -6 and scene.table.health[1] == 1


def test_healing_answer_that_does_not_save_still_calls_for_the_four():
    """E6.5 E11.2：不开回应回血，同样的局面是致命的，要用 4。"""
    scene = Scene(position("♦6 ♦J ♥2", "♥J ♠4", health=[None, 1], six_to_jack=True))
    scene.play(0, "♦6 ♦J", 1)
    assert named(scene.table, scene.asked(1).default[1]) == ["♠4"]


def test_survivor_is_chosen_over_a_better_offset_that_kills():
    """E6.5 E11.2 ⚙：9/10 点里 2 血，♦J 来：♠A 差 5 会死，♥5 差 6 先回到 7 活着——所以出 ♥5。"""
    scene = Scene(position("♦J ♥2", "♠A ♥5 ♠4", identities="♠7 ♠9", health=[None, 2], response_heals=True))
    scene.play(0, "♦J", 1)
    assert named(scene.table, scene.asked(1).default[1]) == ["♥5"]
    told = scene.default()
    assert only(told, Offset).od == -6 and scene.table.health[1] == 1


# ------------------------------------------------------------------ E6.4 轮到谁
def test_next_is_counted_from_where_the_active_player_stood():
    """E6.4 G2.1：♠10 主动，打死 ♥8；他换上的 ♥10 排在 ♠10 之后、♠9 之前，下一个就是他。"""
    scene = stage(
        "♦K ♥2", "♥3 ♥4", "♥6 ♥J", identities="♠10 ♥8 ♠9", generals=["", "♥10", ""], health=[None, 1, None]
    )
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    assert scene.table.health[1] == 10 and scene.main() == (1, "play")


def test_newcomer_before_the_cursor_waits_for_the_next_round():
    """E6.4 G2.1：♥10 主动，打死的人换上 ♠10：排在前面，这一轮已过，下一个是 ♠9。"""
    scene = stage(
        "♦K ♥2", "♥3 ♥4", "♥6 ♥J", identities="♥10 ♥8 ♠9", generals=["", "♠10", ""], health=[None, 1, None]
    )
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    assert scene.main() == (2, "play")


def test_active_player_replaced_just_behind_himself_goes_again():
    """E6.4 G2.1：♠10 在自己的回合被返还打死，换上 ♥10：从 ♠10 往后第一位正是他。"""
    scene = stage(
        "♠2 ♥2 ♥3", "♦K ♥4", "♥6", identities="♠10 ♠9 ♥9", generals=["♥10", "", ""], health=[1, None, None]
    )
    scene.play(0, "♠2", 1)
    scene.play(1, "♦K")  # 13 − 1 = 12
    told = scene.play(0, "♥2")
    assert only(told, Slain).killer == 1 and only(told, Scored).points == 10
    assert scene.main() == (0, "play") and scene.table.health[0] == 10


# ------------------------------------------------------------------ E8 悔牌与另出
def test_another_set_takes_back_the_healing():
    """E8.1：二代回了血的一套可以另出：血退回去，原套进弃牌堆，只能一次。"""
    scene = stage("♥6 ♥J ♠2", "♥3 ♥4", identities="♠9 ♥7", generals=["♠7", "♥9"], health=[2, None])
    scene.play(0, "♥6")
    assert scene.table.health[0] == 8
    scene.answer(0, ["retract"])
    assert scene.table.health[0] == 2 and "♥6" in named(scene.table, scene.table.discard)
    assert sorted(scene.hand(0)) == ["♠2", "♥J"] and scene.main() == (0, "play")
    scene.play(0, "♥J")
    assert scene.table.health[0] == 9 and 0 not in scene.waiting()


def test_answer_played_again_meets_the_same_attack():
    """E8.1：回应也能另出：♦6 对 ♥6 抵消，另出 ♠2，OD 照 6 算；♥6 作废在弃牌堆。"""
    scene = stage("♦6 ♥2", "♥6 ♠2 ♥3", "♥4", identities="♠9 ♥7 ♣7", generals=["♠7", "♥9", "♣9"])
    scene.play(0, "♦6", 1)
    scene.play(1, "♥6")
    assert scene.main() == (1, "play")
    scene.answer(1, ["retract"])
    assert scene.main() == (1, "respond") and scene.table.discard == cards_named(scene, ["♥6"])
    told = scene.play(1, "♠2")
    assert only(told, Offset).od == 100 - 6  # 二代 7 ×100


def cards_named(scene: Scene, names: list[str]) -> list[int]:
    """弃牌堆里叫这些名字的牌。"""
    return [card for card in scene.table.discard if scene.table.setup.deck.name[card] in names]


def test_no_other_set_after_a_number_was_picked():
    """E8.1 G2.6：抽过编号就不能另出，否则白看一个假身。"""
    scene = stage("♠2 ♥2 ♥3", "♥3 ♥4", identities="♠9 ♥8", generals=["♠7", "♥9"])
    scene.play(0, "♠2", 1)
    second = state(scene)
    scene.answer(0, next(each for each in second.numbers[1] if each != second.real[1]))
    assert scene.table.undo_seat == NOBODY and scene.waiting() == {1: "play"}


def test_unlocking_ace_cannot_be_played_again():
    """E8.1 G2.10：A 解锁了合体，是触发技能，不能另出；没解锁技能的 A 可以。"""
    scene = stage("♠A ♥2", "♥3 ♥4", "♥6", identities="♠10 ♥9 ♣9")
    scene.play(0, "♠A", 1)
    assert scene.table.undo_seat == NOBODY
    scene = stage("♠A ♥2", "♥3 ♥4", "♥6", identities="♠9 ♥9 ♣9")
    scene.play(0, "♠A", 1)
    assert scene.table.undo_seat == 0


# ------------------------------------------------------------------ E9
def test_cap_counts_blood_for_the_whole_team():
    """E9.2 G2.2：满 500 个主动回合比血：血最多的那一队胜，含已出局的队友；不比分。"""
    scene = stage("♥2 ♥3", "♥4 ♥6", "♥J ♥Q", "♥K", identities="♠9 ♥10 ♣9 ♦9", teams=True, turns=500, dead=[3])
    table = scene.table.copy()
    state_of(table).scores[0] = 30
    scene = Scene(table)
    told = only(scene.play(0, "♥2"), GameOver)
    assert (told.winners, told.reason) == ([1, 3], "cap")


# ------------------------------------------------------------------ G1
def test_whole_life_of_the_thief():
    """G1.3：第一次白活；后三次各要一张 5，照摸 5；第五次被击杀就死。"""
    table = position(
        "♦K ♦K ♦K ♦K ♦Q ♥6", "♥2 ♥2 ♥2 ♥2 ♥3 ♥5 ♥5 ♥5 ♥J", identities="♠7 ♠8", decks=4, health=[None, 1]
    )
    for used in range(4):
        scene = Scene(table)
        scene.play(0, "♦K", 1)
        told = scene.play(1, "♥2")
        assert only(told, Slain).killer == 0
        if used:
            assert scene.waiting() == {1: "revive"}
            held = len(scene.table.hands[1])
            told = scene.play(1, "♥5")
            assert only(told, Drew).count == 5 and len(scene.table.hands[1]) == held + 4
        assert (only(told, Revived).used, only(told, Revived).left) == (used + 1, 3 - used)
        assert scene.table.health[1] == 8
        table = scene.table.copy()
        table.health[1], table.phase, table.active, table.cursor = 1, "play", 0, table.place(0)
    scene = Scene(table)
    scene.play(0, "♦Q", 1)
    told = scene.play(1, "♥3")
    assert only(told, Died).seat == 1 and only(told, GameOver).winners == [0]


def test_reviving_straight_strikes_with_all_its_cards():
    """G1.3 E3.5：♣4♣5♣6 复活：3 点伤害打第三人，4 不挡什么，5 摸 5。"""
    table = position("♦K ♥2", "♥3 ♣4 ♣5 ♣6 ♥J", "♠2 ♥4", identities="♠7 ♠8 ♥7", health=[None, 1, None])
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    told = scene.play(1, "♣4 ♣5 ♣6", 2)
    attack = only(told, AttackStarted)
    assert (attack.attacker, attack.defender, attack.damage, attack.kind) == (1, 2, 3, "revive")
    assert len(scene.table.hands[1]) == 1 + 5
    told = scene.play(2, "♠2")
    assert only(told, Wounded).lost == 2 and scene.main() == (2, "play")  # ♠7 的下一位是 ♥7


def test_two_ninjas_pass_it_on():
    """G1.4：♦K 13 → 忍者 ♠A 嫁祸 19 → 另一忍者 ♦A 嫁祸 25 → 打回原攻击者：击杀归最后嫁祸的人。"""
    scene = Scene(position("♦K ♥2 ♥3", "♠A ♥4", "♦A ♥6", identities="♠7 ♠9 ♥9"))
    scene.play(0, "♦K", 1)
    assert only(scene.play(1, "♠A", None, ["framing", 2]), Framed).damage == 19
    assert only(scene.play(2, "♦A", None, ["framing", 0]), Framed).damage == 25
    told = scene.play(0, "♥2")
    assert only(told, Offset).od == -23
    assert only(told, Slain).killer == 2
    assert only(told, ExchangeEnded).responses == 3
    assert scene.main() == (1, "play")  # ♠7 之后一轮从 ♠9 起


def test_doubled_attack_is_framed_with_hearts():
    """G1.4 G1.5：王者 ♦6（12）→ 忍者 ♥A♥2：5 + 12 = 17，回复 3 不计也不回血。"""
    scene = Scene(position("♦6 ♥2", "♥A ♥2 ♠3", "♠4 ♥6", identities="♠10 ♠9 ♠7", health=[None, 4, None]))
    scene.play(0, "♦6", 1)
    framed = only(scene.play(1, "♥A ♥2", None, ["framing", 2]), Framed)
    assert (framed.own, framed.enemy, framed.damage) == (5, 12, 17)
    assert scene.table.health[1] == 4
    told = scene.play(2, "♠4")  # 4 挡 17，返 1 给忍者
    back = only(told, AttackStarted)
    assert (back.attacker, back.defender, back.damage) == (2, 1, 1)


def test_thief_strikes_back_at_the_ninja_who_framed_him():
    """G1.3 G1.4 E11.3：嫁祸打死的恶贼，默认的复活打忍者，不打原来出牌的人。"""
    table = position("♦K ♥2", "♠A ♥4", "♥3 ♠5 ♥6", identities="♠7 ♠9 ♠8", health=[None, None, 1])
    table.revivals[2] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠A", None, ["framing", 2])
    scene.play(2, "♥3")
    kind, cards, target, uses = scene.asked(2).default
    assert (kind, named(scene.table, cards), target, uses) == ("set", ["♠5"], 1, [])


def test_framed_back_on_his_own_turn_the_thief_rises_and_the_turn_moves_on():
    """G1.3 G1.4 E6.4：恶贼自己的回合里被嫁祸打死，首次白活；下一个是 ♠7。"""
    scene = Scene(position("♦K ♥2 ♥3", "♠A ♥4", "♥6", identities="♠8 ♠9 ♠7"))
    scene.play(0, "♦K", 1)
    scene.play(1, "♠A", None, ["framing", 0])
    told = scene.play(0, "♥2")
    assert only(told, Revived).health == 8 and scene.main() == (2, "play")


def test_no_framing_of_damage_that_strikes_directly():
    """G1.4 E6.2 ⚙ 直接扣血：忍者主动打出 ♠2，对方 ♦K：返还的 12 直接扣，没有回应可嫁祸。"""
    scene = Scene(position("♠2 ♠A", "♦K ♥2", "♥3", identities="♠9 ♠7 ♥7", returning="direct"))
    scene.play(0, "♠2", 1)
    told = scene.play(1, "♦K")
    assert only(told, Slain).seat == 0 and not every(told, AttackStarted)


# ------------------------------------------------------------------ G2.3、G2.9
def test_one_judgment_three_deaths():
    """G2.3 G2.4 G2.9：♠9 翻出♠：♠10、自己、♠7 都剩 5 血：按 E2 记分，10 + 7 归他，自己的 9 归公家。"""
    scene = stage(
        "♣K ♥2",
        "♥3",
        "♥4",
        identities="♠9 ♠10 ♠7",
        generals=["♥7", "♣7", "♦7"],
        health=[5, 5, 5],
        deck="♠2",
    )
    scene.play(0, "♣K", 1, ["judgment"])
    told = scene.answer(0, "抽")
    scored = [(each.seat, each.victim, each.points) for each in every(told, Scored)]
    assert scored == [(0, 1, 10), (NOBODY, 0, 9), (0, 2, 7)]
    assert state(scene).scores == [17, 0, 0] and len(state(scene).commons) == 1
    assert not every(told, AttackStarted)  # 攻防都死了，交锋不再有
    assert scene.main() == (0, "play")  # ♠9 之后第一位是自己换上的 ♥7


def test_judgment_answers_a_hundredfold_attack():
    """G2.5 G2.9 E6.1：7 的 ♦6 是 600；♦J♦Q♦K 带审判回应，敌伤按 0：OD = 36，返还 36。"""
    scene = stage("♦6 ♥2", "♦J ♦Q ♦K ♥3", "♥4", identities="♠7 ♥9 ♣9", deck="♦2")
    scene.play(0, "♦6", 1)
    scene.play(1, "♦J ♦Q ♦K", None, ["judgment"])
    told = scene.answer(1, "抽")
    offset = only(told, Offset)
    assert (offset.incoming, offset.enemy, offset.own, offset.od) == (600, 0, 36, 36)
    assert only(told, AttackStarted).damage == 36


def test_active_heart_heals_before_the_judgment_falls():
    """E6.5 G2.9：3 血的 ♠9 出 ♥K 触发审判：先回到 9，再翻♠扣到 4/4。"""
    scene = stage("♥K ♥2", "♥3", "♥4", identities="♠9 ♥9 ♣9", health=[3, None, None], deck="♠2")
    scene.play(0, "♥K", None, ["judgment"])
    told = only(scene.answer(0, "抽"), Wounded)
    assert (told.health, told.cap) == (4, 4)


def test_judgment_of_a_bystander_lets_the_attack_go_on():
    """G2.3 G2.9：翻死旁人，得分换将，攻击照常；换上来同花色的不再扣。"""
    scene = stage(
        "♠K ♥2",
        "♥3",
        "♥4 ♥6",
        identities="♠9 ♥9 ♣7",
        generals=["", "", "♣10"],
        health=[None, None, 5],
        deck="♣2",
    )
    scene.play(0, "♠K", 1, ["judgment"])
    told = scene.answer(0, "抽")
    assert only(told, Scored).points == 7 and scene.table.health[2] == scene.table.cap[2] == 10
    assert only(told, AttackStarted).damage == 1 and scene.main() == (1, "respond")


# ------------------------------------------------------------------ G2.6
def test_two_eights_fight():
    """G2.6：两个 8：♠2 ×5 = 5，打中真身；♦6 ×5 = 30，返 25 直击对方真身，♥K 挡不住，即死。"""
    scene = stage("♠2 ♥K ♥2", "♦6 ♥3", identities="♠8 ♥8", generals=["♠7", "♥7"])
    told = scene.play(0, "♠2", 1)
    assert only(told, SetPlayed).damage == 5
    scene.answer(0, state(scene).real[1])
    told = scene.play(1, "♦6")
    assert only(told, Offset).od == 25 and scene.main() == (0, "respond")
    note = scene.asked(0).note
    assert isinstance(note, RespondNote)
    said = weigh(scene.table.view(0), 0, note, cards_of(scene.table, 0, "♥K"))
    assert (said.od, said.fatal) == (-12, True)
    told = scene.play(0, "♥K")
    assert only(told, Wounded).cause == "body" and only(told, Scored).points == 8


def test_returned_hit_on_the_real_body_is_announced_as_deadly():
    """G2.6：返还的 6 点打真身，8 血的人 ♥2 只差 4 也是死：题面照实说，有 4 就默认用 4；按血扣的不说。"""
    scene = stage("♠2 ♥2 ♠4", "♦J ♥3", identities="♠8 ♥9", generals=["♠7", "♥7"])
    scene.play(0, "♠2", 1)
    scene.play(1, "♦J")  # 11 − 5 = 6
    note = scene.asked(0).note
    assert isinstance(note, RespondNote) and note.damage == 6
    assert weigh(scene.table.view(0), 0, note, cards_of(scene.table, 0, "♥2")).fatal
    assert named(scene.table, scene.asked(0).default[1]) == ["♠4"]
    bare = stage("♠2 ♥2 ♥3", "♦J ♥3", identities="♠8 ♥9", generals=["♠7", "♥7"])
    bare.play(0, "♠2", 1)
    bare.play(1, "♦J")
    assert "没有一套挡得住，都会被击杀" in prompted(bare, 0).lines
    hurt = stage("♠2 ♥2 ♠4", "♦J ♥3", identities="♠8 ♥9", generals=["♠7", "♥7"], real_body="hurt")
    hurt.play(0, "♠2", 1)
    hurt.play(1, "♦J")
    note = hurt.asked(0).note
    assert isinstance(note, RespondNote)
    assert not weigh(hurt.table.view(0), 0, note, cards_of(hurt.table, 0, "♥2")).fatal


def test_four_false_bodies_fall_and_rise_again():
    """G2.6：连中四个假身：还剩 3、2、1、0，归零即重置为 4；他的伤害随之 ×5 → ×2 → ×5。"""
    scene = stage("♠2 ♠3 ♠5 ♠6 ♥2", "♥3 ♠2", identities="♠9 ♥8", generals=["♠7", "♥9"])
    left: list[int] = []
    factors: list[int] = []
    for card in ("♠2", "♠3", "♠5", "♠6"):
        table = scene.table.copy()
        table.exchange, table.phase, table.active = None, "play", 0
        scene = Scene(table)
        scene.play(0, card, 1)
        second = state(scene)
        told = scene.answer(0, next(each for each in second.numbers[1] if each != second.real[1]))
        left.append(only(told, NumberPicked).left)
        factors.append(len(state(scene).numbers[1]))
    assert left == [3, 2, 1, 0] and factors == [4, 3, 2, 5]


# ------------------------------------------------------------------ G2.7、G2.8、E7.1
def test_shield_lives_through_five_attacks():
    """E7.1 G2.7：开盾那次算第一次；他第 5 次轮到主动出牌时失效，所以一共挡 5 次，第 6 次才扣血。"""
    scene = stage(
        "♦6 ♦6 ♦6 ♦6 ♦J ♦4 ♥6",
        "♥2 ♥2 ♥2 ♥2 ♥3 ♥3 ♥K",
        "♥4",
        identities="♠9 ♥8 ♣9",
        generals=["♠7", "♥9", "♣7"],
        decks=4,
        passing=True,
    )
    absorbed: list[int] = []
    for turn, card in enumerate(("♦6", "♦6", "♦6", "♦6", "♦J", "♦4")):
        scene.play(0, card, 1)
        answer = "♥2" if turn < 4 else "♥3"
        told = scene.play(1, answer, None, ["aegis"]) if turn == 0 else scene.play(1, answer)
        absorbed.append(sum(each.amount for each in every(told, Absorbed)))
        if turn < 5:
            for seat in (2, 1):
                assert scene.main() == (seat, "play")
                scene.answer(seat, ["pass"])
    assert absorbed == [4, 4, 4, 4, 8, 0] and scene.table.health[1] == 7
    assert [each.reason for each in every(scene.events, StatusEnded)] == ["expired"]


def test_control_lasts_five_turns_of_the_new_target():
    """E7.1 G2.7：按被转移者的主动回合计：他第 5 次轮到时，两人同时解除。"""
    scene = stage(
        "♥2 ♥3",
        "♥4",
        "♥6 ♥J",
        identities="♠9 ♥8 ♣9",
        generals=["♠7", "♥9", "♣7"],
        passing=True,
    )
    scene = feud(scene, 1, 0, 2)
    for count in range(1, 6):
        scene.answer(0, ["pass"])
        assert [each.left for each in state(scene).feuds] == ([5 - count] if count < 5 else [])
        assert scene.main() == (2, "play")
        scene.answer(2, ["pass"])
        scene.answer(1, ["pass"])
    ended = [(each.seat, each.what, each.reason) for each in every(scene.events, StatusEnded)]
    assert ended == [(0, "control", "expired"), (2, "control", "expired")]


@pytest.mark.parametrize(
    ("health", "cap", "may"),
    [(5, 9, False), (4, 9, True), (4, 8, False), (3, 8, True), (5, 10, False), (2, 4, False), (1, 4, True)],
)
def test_self_preservation_is_below_half(health: int, cap: int, may: bool):
    """G2.7 G2.9：血低于上限一半（正好一半不算）才可改出纯♥；上限被审判扣过就按扣过的算。"""
    scene = feud(
        stage(
            "♥2 ♠3 ♥A",
            "♥4",
            "♥6",
            identities="♠9 ♥8 ♣9",
            health=[health, None, None],
            cap=[cap, None, None],
        ),
        1,
        0,
        2,
    )
    pure = scene.choice(0, "♥2", None, []) in choices(scene, 0)
    assert pure is may
    assert scene.choice(0, "♥A", 2, []) in choices(scene, 0)  # ♥A 有伤害，要打对方
    assert scene.refused_set(0, "♥A", 1).clause == "G2.7"


def test_lone_ace_of_hearts_is_a_damage_card():
    """G2.7 E4.3：只剩 ♥A 与 ♥2：♥A 是伤害牌，还是要打对方；♥A♥2 也是攻击。"""
    scene = feud(stage("♥A ♥2", "♥4", "♥6", identities="♠9 ♥8 ♣9"), 1, 0, 2)
    assert scene.refused_set(0, "♥2").clause == "G2.7"
    assert only(scene.play(0, "♥A ♥2", 2), AttackStarted).damage == 5


def test_controlled_death_scores_for_the_controller_at_once():
    """G2.7 G2.8：7 的 600 被控制转给 9，♥6 答不住：杀他的是 0 号，9 分归控制者；触发的 ♠5 照摸。"""
    scene = stage("♦6 ♥2", "♠5 ♥3", "♥6 ♥J", identities="♠7 ♥8 ♣9", generals=["♠9", "♥9", "♣7"])
    state(scene).aegis[1] = 1
    scene = Scene(scene.table.copy())
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♠5", None, ["control", 2])
    assert only(told, AttackStarted).damage == 600 and only(told, Drew).count == 5
    told = scene.play(2, "♥6")
    assert only(told, Offset).od == -594 and only(told, Slain).killer == 0
    scored = only(told, Scored)
    assert (scored.seat, scored.victim, scored.points) == (1, 2, 9)
    assert state(scene).feuds == [] and scene.table.health[2] == 7


def test_source_killed_in_the_feud_also_scores_for_the_controller():
    """G2.8：原攻击者在内斗里被返还打死，7 分也归控制者；内斗随之解除。"""
    scene = stage(
        "♠2 ♥2", "♥3", "♦4 ♥6", identities="♠7 ♥8 ♣9", generals=["♠9", "♥9", "♣7"], health=[2, None, None]
    )
    scene.play(0, "♠2", 1)
    scene.answer(1, ["control", 2])
    scene.play(2, "♦4")  # 4 挡，返 4
    told = scene.play(0, "♥2")  # 2 − 4：扣 2，死
    scored = only(told, Scored)
    assert (scored.seat, scored.victim, scored.points) == (1, 0, 7)
    assert state(scene).feuds == [] and scene.table.health[0] == 9


def test_controlled_judge_kills_his_controller():
    """G2.8：受控的 9 用审判打死控制者：公家；控制解除。"""
    scene = stage(
        "♥K ♠2",
        "♥3",
        "♥4",
        identities="♠9 ♥8 ♣9",
        generals=["", "♥7", ""],
        health=[2, 5, None],
        deck="♥2",
        active=0,
    )
    scene = feud(scene, 1, 0, 2)
    scene.play(0, "♥K", None, ["judgment"])
    told = scene.answer(0, "抽")
    assert only(told, Scored).seat == NOBODY and state(scene).commons
    assert state(scene).feuds == [] and state(scene).scores == [0, 0, 0]


def test_controller_is_invincible_to_direct_returns():
    """G2.7 E6.2 ⚙ 直接扣血：控制着别人的 8 主动 ♠2，对方 ♦K 返 12：不扣。"""
    scene = feud(
        stage("♥3 ♥2", "♠2 ♥4", "♦K ♥6", identities="♠9 ♥8 ♣9", active=1, returning="direct"), 1, 0, 2
    )
    scene.play(1, "♠2", 2)
    told = scene.play(2, "♦K")
    absorbed = only(told, Absorbed)
    assert (absorbed.seat, absorbed.amount, absorbed.reason) == (1, 12, "control")
    assert scene.table.health[1] == 8


def test_team_judgment_scores_enemies_not_partners():
    """G2.2 G2.9：组队：翻出♣打死队友 2 号与敌人 3 号（都剩 5 血）：队友归公家，敌人归自己。"""
    scene = stage(
        "♥K ♥2",
        "♥3",
        "♥4",
        "♥6",
        identities="♠9 ♥9 ♣10 ♣7",
        generals=["♥7", "♦7", "♠7", "♦9"],
        health=[None, None, 5, 5],
        teams=True,
        deck="♣2",
    )
    scene.play(0, "♥K", None, ["judgment"])
    told = scene.answer(0, "抽")
    assert [(each.seat, each.victim, each.points) for each in every(told, Scored)] == [
        (NOBODY, 2, 10),
        (0, 3, 7),
    ]


def test_teammate_transferred_to_fights_his_own_partner():
    """G2.2 G2.7：组队：敌人 0 号打 1 号（8），他转给 0 号的队友 2 号：两个队友内斗，互为目标。"""
    scene = stage(
        "♠2 ♠3 ♥2",
        "♥3",
        "♥4 ♠6",
        "♥6",
        identities="♠9 ♥8 ♣9 ♦9",
        generals=["♥7", "♦7", "♠7", "♣7"],
        teams=True,
    )
    scene.play(0, "♠2", 1)
    assert declared(scene, 1) == {"aegis", "control"}
    told = scene.answer(1, ["control", 2])
    assert only(told, AttackStarted).defender == 2
    scene.play(2, "♥4")  # 4 挡，返 4 给队友
    told = scene.play(0, "♠3")
    assert only(told, Wounded).source == 2 and only(told, Wounded).lost == 3
    assert scene.main() == (2, "play")
    assert scene.choice(2, "♠6", 0, []) in choices(scene, 2)
    assert scene.refused_set(2, "♠6", 3).clause == "G2.7"


# ------------------------------------------------------------------ G2.10
def test_fused_multipliers_from_the_next_set_on():
    """G2.10：两人局：♠A 只有 6 点；返还来了，下一套 ♠2 就是 1 × 5 × 100 = 500。"""
    scene = stage("♠A ♠2 ♥2", "♦J ♥3", identities="♠10 ♥9", generals=["♠7", "♥7"])
    assert only(scene.play(0, "♠A", 1), SetPlayed).damage == 6
    scene.play(1, "♦J")  # 11 − 6 = 5
    told = scene.play(0, "♠2", None, ["hundredfold"])
    shown = only(told, SetPlayed)
    assert shown.damage == 500 and [factor.value for factor in shown.factors] == [100, 5]
    assert only(told, Offset).od == 495
    assert state(scene).hundredfold == [1, 0]


def test_fused_cards_start_over_with_a_new_general():
    """G2.10：换上来的 10 没有解锁，要再打一次 A。"""
    scene = stage(
        "♠2 ♥2 ♥3", "♦K ♥4", "♥6", identities="♠10 ♠9 ♥9", generals=["♥10", "", ""], health=[1, None, None]
    )
    state(scene).fused[0] = True
    scene = Scene(scene.table.copy())
    scene.play(0, "♠2", 1)
    scene.play(1, "♦K")
    scene.play(0, "♥2")
    assert state(scene).fused[0] is False and list(scene.table.skills(0)) == ["fusion"]


# ------------------------------------------------------------------ 冰封的护盾
@pytest.mark.parametrize(("layers", "card", "dies"), [(0, "♥2", False), (1, "♠4", True)])
def test_frozen_shield_saves_nobody(layers: int, card: str, dies: bool):
    """G2.7 G3.12 E11.2：换来的护盾还在就不白用 4；技能被冰封时不免伤，致命的要用 4，题面也照实说。"""
    table = borrowed("♦K ♥3", "♥2 ♠4", "♥J", identities="♠9 ♥8 ♠10", generations={1: 2}, health=[9, 3, 10])
    state_of(table).shields[1] = 4
    assert table.third is not None
    table.third.frozen_skill[1] = layers
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    ask = scene.asked(1)
    assert isinstance(ask.note, RespondNote)
    assert weigh(scene.table.view(1), 1, ask.note, cards_of(scene.table, 1, "♥2")).fatal is dies
    assert named(scene.table, ask.default[1]) == [card]
    told = scene.play(1, "♥2")
    assert bool(every(told, Slain)) is dies and bool(every(told, Absorbed)) is not dies
