"""G3.1–G3.8、G3.16、G3.17 被击杀以后：风暴神、救命锦囊、大冒险。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Match
from games.magicelite.events import (
    AdventureEnded,
    AdventureFlipped,
    AdventureStarted,
    AdventureStruck,
    BagOpened,
    Diamonds,
    Died,
    Drew,
    GameOver,
    JointAttack,
    OrderRestarted,
    Revived,
    StormCalled,
    Wounded,
    Zombified,
)
from games.magicelite.rules import deal
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Fallen, Mine, ThirdState
from tests.magicelite.position import DATA, Scene, all_cards, every, named, only, options_of, position


def state(table: MagicEliteTable) -> ThirdState:
    assert table.third is not None
    return table.third


def killed(*hands: str, victims: tuple[int, ...] = (1,), cause: str = "attack", **kwargs: Any) -> Scene:
    """0 号刚刚击杀了 `victims`，各人正要选。"""
    changes = kwargs.pop("changes", {})
    killer = kwargs.pop("killer", 0)
    table = position(*hands, generation=3, **kwargs)
    third = state(table)
    for name, values in changes.items():
        setattr(third, name, list(values))
    for seat in victims:
        entry = Fallen(seat, killer, cause, 99, table.health[seat], table.cap[seat], 0, "choice")
        third.fallen.append(entry)
        table.health[seat] = 0
    table.phase = "reckoning"
    return Scene(table)


TWO: dict[str, Any] = {"identities": "♠9 ♥7"}
SPENT = {"storms": [0] * 2, "bags": [0] * 2}


def run(scene: Scene) -> list[Any]:
    """把大冒险翻完。"""
    told: list[Any] = []
    while not scene.table.over and scene.main()[1] == "turn_over":
        told += scene.default()
    return told


# ------------------------------------------------------------------ G3.1
def test_everyone_has_one_identity_and_its_shield():
    """G3.1：每人一张身份卡，各有技能与专用盾。"""
    table = deal(3, [""] * 8, options_of(generation=3), DATA)
    shields = {7: "reflection", 8: "freezing", 9: "rampage", 10: "devouring"}
    assert state(table).shields == [[shields[table.number(seat)]] for seat in range(8)]
    assert len(set(table.identity)) == 8 and table.health == [table.number(seat) for seat in range(8)]
    wanted = {7: ["gluttony", "mine"], 8: ["bloodlust"], 9: [], 10: ["tenfold", "wave", "zombie"]}
    for seat in range(8):
        number = table.number(seat)
        assert list(table.skills(seat)) == [*wanted[number], shields[number]]
    match = Match(table)
    assert match.events and not match.over


# ------------------------------------------------------------------ G3.2
def test_three_ways_out():
    """G3.2：①②各一次，没有了只能③。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", **TWO)
    assert list(scene.asked(1).options) == ["storm", "bag", "adventure"]
    scene = killed("♠3 ♥2", "♠2 ♥3", changes={"storms": [1, 0]}, **TWO)
    assert list(scene.asked(1).options) == ["bag", "adventure"]
    scene = killed("♠3 ♥2", "♠2 ♥3", changes=SPENT, **TWO)
    assert scene.main()[1] == "turn_over"  # 只有一样就不问


def test_a_real_killing_leads_there():
    """G3.2 G3.3：真的打死一次。"""
    scene = Scene(position("♦K ♥2", "♥3 ♥2", "♣2 ♣3", generation=3, identities="♠9 ♠8 ♠10"))
    scene.play(0, "♦K", 1)
    events = scene.play(1, "♥3")
    assert only(events, Wounded).health == 0 and scene.table.exchange is None
    told = scene.answer(1, "storm")
    assert only(told, StormCalled).health == 8 and only(told, OrderRestarted).seat == NOBODY
    assert scene.main() == (2, "play")


# ------------------------------------------------------------------ G3.3 G3.4
def test_storm_fills_and_restarts_from_the_greatest():
    """G3.3"""
    scene = killed("♠3 ♥2", "♠2 ♥3", "♥6 ♥2", identities="♠9 ♥7 ♠10", health=[None, 2])
    events = scene.answer(1, "storm")
    told = only(events, StormCalled)
    assert (told.health, told.left) == (7, 0) and scene.table.health[1] == 7
    assert scene.main() == (2, "play")


@pytest.mark.parametrize(("full", "health"), [(False, 2), (True, 8)])
def test_bag_keeps_the_health(full: bool, health: int):
    """G3.4：血量不变 ⚙:满血；从他开始继续。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", "♥6 ♥2", identities="♠9 ♥8 ♠10", health=[None, 2], silk_bag_full=full)
    scene.answer(1, "bag")
    assert scene.main() == (1, "reskill") and scene.asked(1).default == 3
    told = only(scene.answer(1, 1), BagOpened)
    assert (told.health, told.generation, told.left) == (health, 1, 0)
    assert scene.table.skills(1) == ["revival", "freezing"]  # G3.17：专用盾不换
    assert scene.main() == (1, "play")


@pytest.mark.parametrize(
    ("identity", "generation", "skills"),
    [
        ("♥7", 1, ["reflection"]),
        ("♥7", 2, ["hundredfold", "reflection"]),
        ("♥8", 2, ["aegis", "control", "freezing"]),
        ("♥9", 1, ["framing", "rampage"]),
        ("♥9", 2, ["judgment", "rampage"]),
        ("♥10", 1, ["double", "devouring"]),
        ("♥10", 2, ["fusion", "devouring"]),
        ("♥10", 3, ["tenfold", "wave", "zombie", "devouring"]),
    ],
)
def test_bag_switches_to_any_generation(identity: str, generation: int, skills: list[str]):
    """G3.4 G3.17：同点数的一、二、三代技能之一。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", "♥6 ♥2", identities=f"♠9 {identity} ♠7")
    scene.answer(1, "bag")
    scene.answer(1, generation)
    assert list(scene.table.skills(1)) == skills
    assert scene.table.view(0).players[1].generation == generation


def test_two_seats_use_bilocation():
    """G3.17 G2.6：换来的分身术按在场人数定。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", identities="♠9 ♥8")
    scene.answer(1, "bag")
    scene.answer(1, 2)
    assert list(scene.table.skills(1)) == ["bilocation", "freezing"]


def test_counts_start_again():
    """G3.17：换来的技能次数从满计。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", identities="♠9 ♥8", changes={"bloodlust_used": [0, 3]})
    scene.table.revivals[1] = 3
    scene.answer(1, "bag")
    scene.answer(1, 1)
    assert scene.table.revivals[1] == 0 and state(scene.table).bloodlust_used[1] == 0


def test_revival_comes_before_everything_else():
    """G3.17：死亡时先问恶贼复活，再走 G3.2。"""
    table = position("♦K ♥2", "♥3 ♥2", generation=3, identities="♠9 ♠8")
    state(table).skill_generation[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    assert only(scene.play(1, "♥3"), Revived).used == 1 and state(scene.table).storms[1] == 1
    table = position("♦K ♥2", "♥3 ♥2", generation=3, identities="♠9 ♠8")
    state(table).skill_generation[1] = 1
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    assert scene.main() == (1, "revive")
    scene.answer(1, ["none"])
    assert scene.main() == (1, "death")


# ------------------------------------------------------------------ G3.5 大冒险
def test_adventure_setup():
    """G3.5：弃牌先洗入库，双方满血，手牌成叠（谁也看不到），大角色先手。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", "♥6 ♥2", identities="♠8 ♥9 ♠10", health=[3, 2], discard="♦6 ♦5")
    total = len(scene.table.deck) + 2
    told = only(scene.answer(1, "adventure"), AdventureStarted)
    assert (told.challenger, told.killer, told.first, told.counts) == (1, 0, 1, [2, 2])
    assert scene.table.discard == [] and len(scene.table.deck) == total
    assert scene.table.health == [8, 9, 10]
    for viewer in (None, 0, 1, 2):
        view = scene.table.view(viewer)
        assert view.hand == (scene.table.hands[2] if viewer == 2 else [])
        assert [each.hand_count for each in view.players] == [2, 2, 2]
    assert scene.main() == (1, "turn_over") and list(scene.asked(1).options) == ["翻"]


def fight(first: str, second: str, **kwargs: Any) -> Scene:
    """0 号（♠9，先手）击杀 1 号（♥7），进了大冒险。"""
    kwargs.setdefault("identities", "♠9 ♥7")
    seats = len(kwargs["identities"].split())
    changes = {"storms": [0] * seats, "bags": [0] * seats} | kwargs.pop("changes", {})
    return killed(first, second, *kwargs.pop("others", ()), changes=changes, **kwargs)


def test_first_in_first_out():
    """G3.5：每次翻自己最上一张，先进先出；逐次交替先攻。"""
    scene = fight("♠3 ♥2 ♦3", "♣2 ♣3 ♥6")
    flipped = [only(scene.default(), AdventureFlipped) for _ in range(4)]
    assert named(scene.table, [each.card for each in flipped]) == ["♠3", "♣2", "♣3", "♥2"]
    assert [each.seat for each in flipped] == [0, 1, 1, 0]
    assert [each.attacking for each in flipped] == [True, False, True, False]
    assert [each.number for each in flipped] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("attack", "answer", "od", "health"),
    [("♦6", "♠2", -5, [9, 2]), ("♦6", "♦6", 0, [9, 7]), ("♦6", "♥2", -4, [9, 3]), ("♦3", "♥3", 0, [9, 7])],
)
def test_od_in_the_adventure(attack: str, answer: str, od: int, health: list[int]):
    """G3.5：OD 照算。"""
    scene = fight(f"{attack} ♥2", f"{answer} ♥3", decks=3)
    scene.default()
    told = only(scene.default(), AdventureStruck)
    assert told.od == od and scene.table.health == health


def test_multipliers_and_mounts_stop():
    """G3.5：坐骑、倍率、气浪停用。"""
    scene = fight("♦3 ♥2", "♠2 ♥3", identities="♠10 ♥7", changes={"dragons": [[5], []], "leopards": [0, 1]})
    scene.default()
    assert only(scene.default(), AdventureStruck).damage == 3
    assert scene.table.health == [10, 5]


@pytest.mark.parametrize("returning", ["respond", "direct"])
def test_four_blocks_and_od_comes_back(returning: str):
    """G3.5 E6.2：4 挡有效；OD>0 返还，再翻一张来挡（⚙ 直接扣血）。"""
    scene = fight("♦K ♥2 ♠2", "♦4 ♥3", returning=returning)
    scene.default()
    told = only(scene.default(), AdventureStruck)
    assert told.od == 4
    if returning == "direct":
        assert scene.table.health == [5, 7] and scene.main() == (1, "turn_over")
    else:
        assert scene.table.health == [9, 7] and scene.main() == (0, "turn_over")
        assert only(scene.default(), AdventureStruck).od == -2
        assert scene.table.health == [7, 7] and scene.main() == (1, "turn_over")


def test_five_draws_to_the_bottom_unseen():
    """G3.5：5 摸有效，新摸的垫底，谁也看不到。"""
    scene = fight("♠5 ♥2", "♣2 ♥3")
    before = scene.table.hands[0][1:]
    told = only(scene.default(), Drew)
    assert (told.count, told.reason) == (5, "adventure")
    assert scene.table.hands[0][:1] == before and len(scene.table.hands[0]) == 6
    assert all(told.seen_by(viewer).cards.seen is None for viewer in (None, 0, 1))


def test_empty_pile_draws_one():
    """G3.5：没有牌可翻就先摸一张，翻空了不补 5。"""
    scene = fight("♠3", "♣2 ♥3 ♥6")
    assert not every(scene.default(), Drew) and scene.table.hands[0] == []
    assert not every(scene.default(), Drew)
    events = scene.default()  # 1 号翻 ♥3 攻，轮到 0 号回应
    assert only(events, Drew).count == 1 and scene.main() == (0, "turn_over")
    assert len(scene.table.hands[0]) == 1


def test_hearts_heal_when_attacking():
    """G3.5 E6.5：翻♥攻击回血，不超上限。"""
    scene = fight("♠3 ♦3", "♦6 ♥3", health=[9, 7])
    scene.table.health[0] = 5
    fresh = scene.table.copy()
    fresh.hands[0].reverse()
    fresh.hands[0].insert(0, next(card for card in fresh.deck if fresh.setup.deck.name[card] == "♥3"))
    fresh.deck.remove(fresh.hands[0][0])
    scene = Scene(fresh)
    scene.default()
    assert scene.table.health[0] == 8


def test_flip_cap():
    """G3.5：满 200 翻则血多者胜，同则大角色胜。"""
    for health, winner in (([5, 7], 1), ([7, 7], 0), ([8, 7], 0)):
        scene = fight("♠3 ♥2", "♣2 ♥3")
        fresh = scene.table.copy()
        adventure = state(fresh).adventure
        assert adventure is not None
        adventure.flips = DATA.rules.adventure_flips
        fresh.health = health
        scene = Scene(fresh)
        told = only(scene.events, AdventureEnded)
        assert (told.winner, told.reason) == (winner, "cap") and DATA.rules.adventure_flips == 200


def test_no_card_left_to_flip():
    """G3.5：无牌可翻则血多者胜。"""
    scene = fight("♠3 ♥2", "♣2 ♥3")
    fresh = scene.table.copy()
    fresh.hands[0], fresh.hands[1] = fresh.hands[0][:1], []
    fresh.deck, fresh.discard, fresh.health = [], [], [5, 7]
    scene = Scene(fresh)
    told = only(scene.default(), AdventureEnded)
    assert (told.winner, told.reason) == (1, "cap")


def test_mines_stop_in_the_adventure():
    """G3.5：地雷停用，摸到的当普通牌。"""
    scene = fight("♠5 ♥2", "♣2 ♥3")
    fresh = scene.table.copy()
    state(fresh).mines = [Mine(1, fresh.deck[-1])]
    scene = Scene(fresh)
    events = scene.default()
    mine = state(scene.table).mines[0].card
    assert not every(events, Wounded) and mine in scene.table.hands[0]  # E10：翻开以前不说谁摸到了它
    events = []
    while state(scene.table).mines:
        events = scene.default()
    assert only(events, AdventureFlipped).card == mine and not every(events, Wounded)


# ------------------------------------------------------------------ G3.6
def test_winner_takes_prize_and_inherits():
    """G3.6：20 + 败者受致命一击前的血量；败者 −10（不低于 0）且淘汰；继承没用的。"""
    scene = killed(
        "♦6 ♦K ♥2",
        "♥2 ♥3 ♥A",
        "♥6 ♥J",
        identities="♠9 ♥7 ♠10",
        changes={"diamonds": [0, 4, 0], "storms": [1, 1, 1], "bags": [1, 0, 1]},
    )
    scene.answer(1, "adventure")
    scene.default()
    scene.default()  # 6 − 2：7 → 3
    scene.default()
    scene.default()  # ♥3 攻 ♦K 挡：返还 13
    events = scene.default()  # ♥A 挡：13 − 6 = 7 ≥ 6
    told = only(events, AdventureEnded)
    assert (told.winner, told.loser, told.reason) == (0, 1, "killed")
    assert told.inherited == ["storm", "reflection"]
    changes = [(each.seat, each.change) for each in every(events, Diamonds)]
    assert changes == [(0, 20 + 6), (1, -4)]
    assert only(events, Died).seat == 1 and state(scene.table).storms == [2, 0, 1]
    assert state(scene.table).shields[0] == ["rampage", "reflection"]
    assert state(scene.table).champions == [0] and only(events, JointAttack).targets == [0]


def test_the_killer_may_lose():
    """G3.6：击杀方败了也淘汰。"""
    scene = fight("♠2 ♥2", "♦K ♥3 ♦Q", identities="♠9 ♥7")
    scene.default()
    scene.default()  # ♦K 回应 ♠2：返还 12
    events = scene.default()  # ♥2：12 − 2 = 10 ≥ 9
    assert only(events, AdventureEnded).winner == 1 and only(events, Died).seat == 0
    assert only(scene.events[-1:], GameOver).winners == [1]


def test_winner_keeps_pile_and_health():
    """G3.5：胜者牌叠即手牌、血量保留；败者手牌进弃牌堆。"""
    scene = fight("♦6 ♦K ♥2", "♠2 ♥A ♣3", others=("♥6 ♥J",), identities="♠9 ♥7 ♠10", health=[9, 7])
    scene.default()
    scene.default()  # 6 − 1
    assert scene.table.health[1] == 2
    scene.default()  # ♥A 攻 5（回 1）
    scene.default()  # ♦K：返还 8
    scene.default()  # ♣3：8 − 1 = 7
    assert not scene.table.alive[1] and scene.hand(0) == ["♥2"]
    assert scene.table.view(0).hand == scene.table.hands[0]


def test_joint_attack():
    """G3.6：其余玩家的主动目标只能是胜者；胜者自己任打；多名取并集；小僵尸不受限。"""
    table = position("♠3 ♥2", "♠2", "♣2", "♣3", identities="♠9 ♥7 ♠10 ♠8", generation=3)
    third = state(table)
    targets = table.powers.targets
    third.champions = [0]
    assert targets(table, 1) == [0] and targets(table, 2) == [0] and targets(table, 0) == [2, 3, 1]
    third.champions = [0, 1]
    assert targets(table, 2) == [0, 1] and targets(table, 0) == [2, 3, 1]
    third.champions = [0]
    third.master[3], table.side[3] = 2, table.side[2]
    assert targets(table, 3) == [0, 1]


def test_joint_attack_is_for_active_sets_only():
    """G3.6：只限主动目标：复活的一套任指一敌（G1.3）。"""
    table = position("♦K ♥2", "♥3 ♠5", "♣2 ♣3", generation=3, identities="♠9 ♠8 ♠10")
    state(table).skill_generation[1] = 1
    table.revivals[1] = 1
    state(table).champions = [0]
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    assert {choice[2] for choice in scene.asked(1).options if choice[0] == "set"} == {0, 2}
    scene.play(1, "♠5", 2)
    assert scene.main() == (2, "respond") and scene.table.health[1] == 8


def test_joint_attack_ends_with_him():
    """G3.6：直到他死。"""
    from games.magicelite.rules.reckoning import depart

    table = position("♠3", "♠2", "♣2", identities="♠9 ♥7 ♠10", generation=3)
    state(table).champions = [0]
    depart(table, 0, 1)
    assert state(table).champions == [] and table.powers.targets(table, 1) == [2]


# ------------------------------------------------------------------ G3.7
def test_several_challengers_fight_in_turn():
    """G3.7：从最大的起与击杀方打，胜者再与下一大的打，擂主每场回满。"""
    scene = killed(
        "♦K ♦Q ♦J ♦6 ♥2 ♥3 ♥6",
        "♠2 ♠3 ♠6",
        "♣2 ♣3 ♣6",
        victims=(1, 2),
        identities="♠8 ♥9 ♠10",
        changes={"storms": [0] * 3, "bags": [0] * 3},
    )
    told = run(scene)
    started = every([*scene.events], AdventureStarted)
    assert [each.challenger for each in started] == [2, 1] and started[0].killer == 0
    first, second = every(told, AdventureEnded)
    assert started[1].killer == first.winner and {second.winner, second.loser} == {1, first.winner}
    assert scene.table.over and scene.table.winners == [
        seat for seat in range(3) if scene.table.side[seat] == scene.table.side[second.winner]
    ]


# ------------------------------------------------------------------ G3.8
def test_mine_owner_counts_as_the_killer():
    """G3.8：埋雷者视为击杀者。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", cause="mine", changes=SPENT, identities="♠7 ♥9")
    assert scene.main()[1] == "turn_over"


def test_own_mine_is_the_end():
    """G3.8：踩了自己的雷致死直接淘汰。"""
    scene = killed("♠3 ♥2", "♠2 ♥3", cause="mine", killer=1, identities="♠9 ♥7")
    assert only(scene.events, Died).seat == 1 and scene.table.over


@pytest.mark.parametrize("bags", [0, 1])
def test_no_killer(bags: int):
    """G3.8：没有击杀者只能用风暴神、锦囊，用不了则淘汰。"""
    changes = {"storms": [0, 0, 0], "bags": [0, bags, 0]}
    scene = killed("♠3", "♠2", "♣2 ♣3", cause="judgment", killer=1, changes=changes, identities="♠9 ♥9 ♠10")
    assert (scene.main() == (1, "reskill")) is bool(bags)
    assert scene.table.alive[1] is bool(bags)


def test_dead_killer_is_no_killer():
    """G3.8：埋雷者已出局。"""
    scene = killed("♠3", "♠2", "♣2 ♣3", cause="mine", killer=2, dead=[2], identities="♠9 ♥9 ♠10")
    assert list(scene.asked(1).options) == ["storm", "bag"]


# ------------------------------------------------------------------ G3.14 小僵尸
def test_losing_to_the_king_of_zombies():
    """G3.14：败者变小僵尸：转入主人阵营，满血、无技能无盾，弃光手牌重摸 5。"""
    scene = fight(
        "♦K ♦Q ♥2", "♥2 ♥3", others=("♥6 ♥J",), identities="♠10 ♥8 ♠9", changes={"frozen_skill": [1, 0, 0]}
    )
    scene.default()
    events = scene.default()  # 13 − 2 = 11 ≥ 8
    told = only(events, Zombified)
    table = scene.table
    assert (told.seat, told.master, told.health) == (1, 0, 8) and not every(events, Died)
    assert table.alive[1] and table.side[1] == table.side[0] and table.skills(1) == []
    assert only(every(events, Drew)[-1:], Drew).count == 5 and len(table.hands[1]) == 5
    assert table.enemies(1) == [2] and 1 not in table.enemies(0)  # 不可攻击主人
    assert table.powers.targets(table, 1) == [2]


def test_small_medical_kit():
    """G3.10：小药箱：大冒险败给 10 时免变僵尸。"""
    scene = fight(
        "♦K ♦Q ♥2", "♥2 ♥3", others=("♥6 ♥J",), identities="♠10 ♥8 ♠9", changes={"medicine": [0, 1, 0]}
    )
    scene.default()
    events = scene.default()
    assert not every(events, Zombified) and only(events, Died).seat == 1
    assert state(scene.table).medicine[1] == 0


def test_zombies_die_for_good_and_with_their_master():
    """G3.14：再死出局；主人出局即出局；随主人胜负。"""
    table = position("♠3 ♥2", "♠2 ♥3", "♣2", identities="♠10 ♥8 ♠9", generation=3)
    third = state(table)
    third.master[1], table.side[1] = 0, table.side[0]
    third.fallen = [Fallen(1, 2, "attack", 9, 8, 8, 0, "choice")]
    table.phase = "reckoning"
    scene = Scene(table)
    assert only(scene.events, Died).seat == 1
    assert scene.table.powers.winners_of(scene.table, 0) == [0, 1]
    from games.magicelite.rules.reckoning import depart

    table = position("♠3 ♥2", "♠2 ♥3", "♣2", identities="♠10 ♥8 ♠9", generation=3)
    state(table).master[1], table.side[1] = 0, table.side[0]
    depart(table, 0, 2)
    assert table.alive == [False, False, True]


# ------------------------------------------------------------------ G3.16
def test_order_after_several_deaths():
    """G3.16：有人用风暴神从最大的来；否则用锦囊的人里最大的。"""
    kwargs: dict[str, Any] = {"identities": "♠7 ♥8 ♠9 ♠10", "victims": (1, 2)}
    scene = killed("♠3", "♠2", "♣2", "♣3", **kwargs)
    assert scene.main() == (2, "death")  # 大的先选
    scene.answer(2, "bag")
    scene.answer(2, 3)
    events = scene.answer(1, "storm")
    assert only(events, OrderRestarted).reason == "storm" and scene.main() == (3, "play")
    scene = killed("♠3", "♠2", "♣2", "♣3", **kwargs)
    for seat in (2, 1):
        scene.answer(seat, "bag")
        scene.answer(seat, 3)
    assert every(scene.events, OrderRestarted)[-1].seat == 2 and scene.main() == (2, "play")


def test_adventures_come_before_the_order():
    """G3.16：先结清所有大冒险。"""
    scene = killed("♦6 ♦K", "♠2 ♥2", "♣2 ♥3", "♣3", identities="♠7 ♥8 ♠9 ♠10", victims=(1, 2))
    scene.answer(2, "adventure")
    scene.answer(1, "storm")
    assert scene.main()[1] == "turn_over" and not every(scene.events, OrderRestarted)
    run(scene)
    assert only(scene.events, OrderRestarted).reason == "storm" and scene.main() == (3, "play")


@pytest.mark.parametrize("choice", ["storm", "bag"])
def test_saving_undoes_the_cap_too(choice: str):
    """G3.16：免除的那次扣减连上限一并撤销。"""
    scene = killed("♠3", "♠2", "♣2", identities="♠9 ♥9 ♠10", cause="judgment")
    fresh = scene.table.copy()
    fresh.cap[1], state(fresh).fallen[0].health = 4, 5
    scene = Scene(fresh)
    scene.answer(1, choice)
    if choice == "bag":
        scene.answer(1, 3)
    assert scene.table.cap[1] == 9 and scene.table.health[1] == (9 if choice == "storm" else 5)


def test_cards_are_kept_through_an_adventure():
    """G3.5 E1.2：牌守恒。"""
    scene = fight("♦6 ♦K ♥2 ♠5", "♥2 ♥3 ♥A ♠6", others=("♥6 ♥J",), identities="♠9 ♥7 ♠10")
    while scene.main()[1] == "turn_over":
        scene.default()
        assert all_cards(scene.table) == list(range(72))
