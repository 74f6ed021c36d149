"""三代逐句对照条文：数字都在这里另算，局面是照条文先写好该怎样的。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games import magicelite
from games.kernel import Event, Stream
from games.magicelite.events import (
    AdventureEnded,
    AdventureFlipped,
    AdventureStarted,
    AdventureStruck,
    AttackStarted,
    BagOpened,
    BloodlustCast,
    DamageIgnored,
    Diamonds,
    Died,
    Dodged,
    Drew,
    ExchangeEnded,
    Frozen,
    GameOver,
    GuardDiscarded,
    Healed,
    JointAttack,
    JudgmentFlipped,
    MineLaid,
    MineTripped,
    Offset,
    OrderRestarted,
    Reflected,
    Reshuffled,
    Retracted,
    Revived,
    SkillCountered,
    Slain,
    StatusEnded,
    Thawed,
    TurnSkipped,
    TurnStarted,
    Wounded,
    Zombified,
)
from games.magicelite.rules import deal
from games.magicelite.rules.reckoning import depart
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Bloodlust, Fallen, Mine, ThirdState
from tests.kit.play import Case, walk
from tests.kit.secrecy import Swap, compare
from tests.magicelite.lawyer import reference
from tests.magicelite.lawyer.duel import Duel
from tests.magicelite.position import DATA, Scene, every, named, only, options_of, position, trade
from tests.magicelite.rules.test_e10_secrecy import encoded

HUNDRED_MILLION = 10**8
TEN_THOUSAND = 10**4


def third(where: Scene | MagicEliteTable) -> ThirdState:
    """桌上三代的部分。"""
    table = where.table if isinstance(where, Scene) else where
    assert table.third is not None
    return table.third


def laid_out(
    *hands: str, identities: str, changes: dict[str, Any] | None = None, **values: Any
) -> MagicEliteTable:
    """三代的一张桌子；`changes` 是三代状态里要改的列表。"""
    table = position(*hands, identities=identities, generation=3, **values)
    for name, value in (changes or {}).items():
        setattr(third(table), name, value)
    return table


def scene_of(*hands: str, identities: str, **values: Any) -> Scene:
    """从那张桌子开始。"""
    return Scene(laid_out(*hands, identities=identities, **values))


def starting(table: MagicEliteTable, seat: int) -> Scene:
    """轮到 `seat` 的主动回合开始之前。"""
    table.phase, table.active, table.exchange = "turn", NOBODY, None
    table.cursor = table.place(seat) - 1
    return Scene(table)


def face(table: MagicEliteTable, card: int) -> reference.Card:
    """牌号 → 另一份写法里的（花色，数字）。"""
    name = table.setup.deck.name[card]
    return name[0], {"A": 1, "J": 11, "Q": 12, "K": 13}.get(name[1:], 0) or int(name[1:])


def bury(table: MagicEliteTable, name: str, owner: int, place: int = -1) -> int:
    """把库里叫 `name` 的一张当作 `owner` 埋的雷，放在库顶数下来第 −`place` 张。"""
    card = next(card for card in table.deck if table.setup.deck.name[card] == name)
    table.deck.remove(card)
    table.deck.insert(len(table.deck) + place + 1, card)
    third(table).mines.append(Mine(owner, card))
    return card


def flip_out(scene: Scene) -> list[Event]:
    """把大冒险翻完。"""
    told: list[Event] = []
    while not scene.table.over and scene.main()[1] == "turn_over":
        told += scene.default()
    return told


def changes_of(events: Sequence[Event]) -> list[tuple[int, int, str]]:
    """钻石的来去。"""
    return [(each.seat, each.change, each.reason) for each in every(events, Diamonds)]


# ------------------------------------------------------------------ G3.2–G3.4 被击杀
def killed_by_six(choice: str, **values: Any) -> Scene:
    """♠9 用 ♦6 打 2 血的 ♥8，他出 ♥2：OD = 2 − 6 = −4 ≥ 2，被击杀；他选 `choice`。"""
    scene = scene_of("♦6 ♥2", "♥2 ♥3", "♣2 ♣3", identities="♠9 ♥8 ♦7", health=[None, 2, None], **values)
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♥2")
    assert only(told, Offset).od == -4 and only(told, Wounded).lost == 2
    assert only(told, Slain).killer == 0 and only(told, ExchangeEnded).responses == 1
    assert scene.main() == (1, "death") and list(scene.asked(1).options) == ["storm", "bag", "adventure"]
    scene.answer(1, choice)
    return scene


def test_storm_fills_and_the_greatest_goes_again():
    """G3.3：免除、满血；出牌从最大的重来，哪怕他刚刚出过。"""
    scene = killed_by_six("storm")
    assert scene.table.health[1] == 8 and third(scene).storms == [1, 0, 1]
    assert scene.main() == (0, "play")


@pytest.mark.parametrize(("full", "health"), [(False, 2), (True, 8)])
def test_bag_leaves_the_health_and_goes_on_from_him(full: bool, health: int):
    """G3.4：免除、血量不变（⚙ 满血）；从他开始，之后照 E2。"""
    scene = killed_by_six("bag", silk_bag_full=full)
    assert list(scene.asked(1).options) == [1, 2, 3]
    told = only(scene.answer(1, 1), BagOpened)
    assert (told.health, told.generation, told.left) == (health, 1, 0)
    assert scene.main() == (1, "play") and scene.table.skills(1) == ["revival", "freezing"]
    scene.play(1, "♥3")
    assert scene.main() == (2, "play")


def test_each_way_out_is_used_once():
    """G3.2：①②各一次，都用过了只能大冒险，只有一样就不问。"""
    scene = killed_by_six("storm")
    table = scene.table.copy()
    table.health[1] = 1
    table.hands[1] += [next(card for card in table.deck if table.setup.deck.name[card] == "♠2")]
    table.deck.remove(table.hands[1][-1])
    table.hands[0] += [next(card for card in table.deck if table.setup.deck.name[card] == "♦K")]
    table.deck.remove(table.hands[0][-1])
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠2")
    assert list(scene.asked(1).options) == ["bag", "adventure"]
    scene.answer(1, "bag")
    scene.answer(1, 3)
    table = scene.table.copy()
    third(table).fallen = [Fallen(1, 0, "attack", 9, 1, 8, 0, "choice")]
    table.health[1], table.phase = 0, "reckoning"
    scene = Scene(table)
    assert only(scene.events, AdventureStarted).challenger == 1 and scene.main() == (0, "turn_over")


@pytest.mark.parametrize(("choice", "health"), [("storm", (8, 8)), ("bag", (4, 8))])
def test_a_judged_cap_comes_back(choice: str, health: tuple[int, int]):
    """G3.16 G2.9：4/8 的 ♥8 被审判：上限 3、血 0；风暴神 8/8，锦囊 4/8。"""
    table = laid_out(
        "♦K ♥2",
        "♥2 ♥3",
        "♣2 ♣3",
        identities="♠9 ♥8 ♦7",
        health=[None, 4, None],
        deck="♥6",
        changes={"skill_generation": [2, 3, 3]},
    )
    scene = Scene(table)
    scene.play(0, "♦K", 2, ["judgment"])
    told = scene.default()
    assert only(told, JudgmentFlipped).struck == [1]
    wound = only(told, Wounded)
    assert (wound.health, wound.cap, wound.lost) == (0, 3, 4)
    scene.answer(1, choice)
    if choice == "bag":
        scene.answer(1, 3)
    assert (scene.table.health[1], scene.table.cap[1]) == health


def test_dying_of_bloodlust_twice():
    """G3.12 G3.16 G3.4：1/5 时死于嗜血，锦囊回到 1/5 并从他开始，又扣一次；风暴神则 5/5。"""
    table = laid_out(
        "♠5 ♥2", "♥2 ♥3", "♣2", identities="♠8 ♥9 ♠7", health=[None, 1, None], cap=[None, 5, None]
    )
    third(table).bloodlusts = [Bloodlust(0, 1, 3)]
    scene = starting(table, 1)
    told = scene.default()
    wound = only(told, Wounded)
    assert (wound.health, wound.cap, wound.source) == (0, 4, 0) and only(told, TurnSkipped).seat == 1
    scene.answer(1, "bag")
    scene.answer(1, 3)
    assert (scene.table.health[1], scene.table.cap[1]) == (1, 5)
    assert scene.main() == (1, "interrupt") and third(scene).bloodlusts[0].left == 2
    scene.default()
    scene.answer(1, "storm")
    assert (scene.table.health[1], scene.table.cap[1]) == (5, 5)
    assert scene.main() == (1, "interrupt")  # ♥9 正是最大的


# ------------------------------------------------------------------ G3.16 G3.17 同时死
def thieves() -> Scene:
    """♠10 打 ♠7，♠7 反射，♠10 与两个换了初代技能的 8 都没有 4：三人同时被击杀。"""
    table = laid_out(
        "♦3 ♥2",
        "♠4 ♥3",
        "♠5 ♥6",
        "♣5 ♥J",
        identities="♠10 ♠7 ♠8 ♥8",
        changes={"skill_generation": [3, 3, 1, 1]},
    )
    table.revivals = [0, 0, 1, 1]
    scene = Scene(table)
    scene.play(0, "♦3", 1)
    told = scene.play(1, "♠4", None, ["reflection"])
    assert only(told, Reflected).damage == 3 * 10 * TEN_THOUSAND
    assert only(told, Reflected).targets == [0, 2, 3]
    for seat in (0, 2, 3):
        assert scene.main() == (seat, "reflected")
        scene.default()
    return scene


def test_a_thief_waiting_to_revive_is_out_of_reach():
    """G3.16 G3.17：先复活的打不到还没轮到问的那个；每人只算被击杀一次。"""
    scene = thieves()
    assert scene.main() == (0, "death")
    scene.answer(0, "storm")
    assert scene.main() == (2, "revive")
    assert {each[2] for each in scene.asked(2).options if each[0] == "set"} == {0, 1}
    assert scene.refused_set(2, "♠5", 3).clause == "G3.2"
    told = scene.play(2, "♠5", 1)
    assert only(told, AttackStarted).damage == 1 and only(told, Revived).health == 8
    scene.answer(1, ["gluttony"])
    assert scene.main() == (3, "revive")
    scene.answer(3, ["none"])
    assert list(scene.asked(3).options) == ["storm", "bag", "adventure"]
    scene.answer(3, "bag")
    scene.answer(3, 3)
    assert scene.table.kills == [0, 3, 0, 0] and len(every(scene.events, Slain)) == 3


@pytest.mark.parametrize("storm", [True, False])
def test_a_refused_revival_does_not_outrank_the_storm(storm: bool):
    """G3.16：有人用了风暴神就从最大的重来，不管后来谁不复活、改用锦囊；没有风暴神才从锦囊里最大的起。"""
    scene = thieves()
    scene.answer(0, "storm" if storm else "bag")
    if not storm:
        scene.answer(0, 3)
    for seat in (2, 3):
        scene.answer(seat, ["none"])
        scene.answer(seat, "bag")
        scene.answer(seat, 3)
    told = every(scene.events, OrderRestarted)
    assert [(each.seat, each.reason) for each in told] == [(NOBODY, "storm") if storm else (0, "bag")]
    assert scene.main() == (0, "play")


def test_the_greatest_bag_goes_first():
    """G3.16：都用锦囊，从其中最大的起，不是全场最大的。"""
    scene = scene_of("♠3", "♠2", "♣2", "♣3", identities="♠7 ♥8 ♠9 ♠10")
    table = scene.table.copy()
    third(table).fallen = [Fallen(seat, 0, "reflection", 9, 5, 8, 0, "choice") for seat in (1, 2)]
    table.health[1] = table.health[2] = 0
    table.phase = "reckoning"
    scene = Scene(table)
    for seat in (2, 1):
        scene.answer(seat, "bag")
        scene.answer(seat, 3)
    assert scene.main() == (2, "play") and scene.table.health == [7, 5, 5, 10]


def test_reviving_with_nobody_to_hit():
    """G1.3 G3.2：别的敌人也都被击杀、还没了结：复活的一套不选目标，没有新交锋。"""
    table = laid_out(
        "♦K ♥2",
        "♦5 ♥2",
        "♥5 ♥3",
        identities="♠9 ♠8 ♠8",
        health=[3, 3, 3],
        deck="♠6",
        changes={"skill_generation": [2, 1, 1], "storms": [0] * 3, "bags": [0] * 3},
    )
    table.revivals = [0, 1, 1]
    scene = Scene(table)
    scene.play(0, "♦K", 1, ["judgment"])
    told = scene.default()
    assert [each.seat for each in every(told, Slain)] == [0, 1, 2]
    assert only(told, Died).seat == 0  # G3.8：死于自己的审判，没有风暴神、锦囊
    assert scene.main() == (1, "revive")
    assert scene.refused_set(1, "♦5", 2).clause == "G3.2"
    told = scene.play(1, "♦5", None)
    assert not every(told, AttackStarted) and only(told, Revived).health == 8
    assert scene.main() == (2, "revive")
    scene.play(2, "♥5")
    assert scene.main()[1] == "play" and scene.table.alive == [False, True, True]


def test_a_mine_cannot_kill_the_slain_again():
    """E3.5 G1.3 G3.11：0 血的恶贼问复活之前补 5，踩了雷：雷照样弃掉、补摸，不再扣一次。"""
    table = laid_out(
        "♠5 ♥2",
        "",
        "♣2 ♣3",
        identities="♠9 ♥8 ♠7",
        deck="♣6 ♠6 ♠2 ♠3 ♥3 ♥6",
        changes={"skill_generation": [3, 1, 3]},
    )
    third(table).mines = [Mine(2, table.deck[-2])]
    third(table).fallen = [Fallen(1, 0, "attack", 4, 2, 8, 0, "revival")]
    table.health[1], table.revivals[1], table.phase = 0, 1, "reckoning"
    scene = Scene(table)
    assert only(scene.events, MineTripped).seat == 1 and not every(scene.events, Wounded)
    assert [each.count for each in every(scene.events, Drew)] == [5, 1]
    assert scene.main() == (1, "revive") and len(scene.hand(1)) == 5
    assert scene.table.kills == [0, 0, 0] and third(scene).mines == []
    scene.answer(1, ["none"])
    scene.answer(1, "bag")
    scene.answer(1, 3)
    assert scene.table.health[1] == 2


@pytest.mark.parametrize("cause", ["bloodlust", "judgment"])
def test_reviving_from_a_cap_cut_to_nothing(cause: str):
    """G1.3 G3.12 G2.9 G3.17：上限被扣到 0 而死的恶贼，满血复活是致命一击之前的上限，不是 0。"""
    table = laid_out(
        "♦K ♥2",
        "♥2 ♥3",
        "♣2",
        identities="♠9 ♥8 ♠8",
        health=[None, 1, None],
        cap=[None, 1, None],
        deck="♥6",
        changes={"skill_generation": [2, 1, 3]},
    )
    if cause == "bloodlust":
        third(table).bloodlusts = [Bloodlust(2, 1, 2)]
        scene = starting(table, 1)
    else:
        scene = Scene(table)
        scene.play(0, "♦K", 2, ["judgment"])
    told = scene.default()
    assert only(told, Wounded).cap == 0 and only(told, Revived).health == 1
    assert (scene.table.health[1], scene.table.cap[1]) == (1, 1) and scene.main()[1] in ("play", "interrupt")


@pytest.mark.parametrize("use", ["freezing", "rampage"])
def test_a_four_in_the_reviving_set_triggers_a_shield(use: str):
    """G1.3 G3.12 G3.13：每出一张 4：复活打出的 ♠4♠5 也能冰封，或（继承了暴走盾）给剩下的 ♦6 打标记。"""
    table = laid_out(
        "♦K ♥2",
        "♥3 ♠4 ♠5 ♦6",
        "♣2 ♣3",
        identities="♠9 ♥8 ♠7",
        changes={
            "skill_generation": [3, 1, 3],
            "shields": [["rampage"], ["freezing", "rampage"], ["reflection"]],
        },
    )
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♥3")
    assert scene.main() == (1, "revive")
    told = scene.play(1, "♠4 ♠5", 0, ["freezing", 0, "shield"] if use == "freezing" else ["rampage"])
    assert only(told, AttackStarted).damage == 2 and scene.main() == (0, "respond")
    if use == "freezing":
        assert only(told, Frozen).target == 0 and third(scene).frozen_shield == [1, 0, 0]
    else:
        assert named(scene.table, third(scene).marked[1]) == ["♦6"]


# ------------------------------------------------------------------ G3.5–G3.7 大冒险
def test_adventures_against_the_second_reckoning():
    """G3.5 G3.6：四十场大冒险，逐张与另一份写法相同：翻的牌、胜者、血、钻石。"""
    compared = 0
    for seed in range(60):
        table = deal(seed, ["", ""], options_of(generation=3), DATA)
        scene = Scene(table)
        stream = Stream(seed)
        for _ in range(stream.below(12)):
            if scene.table.over:
                break
            ask = scene.match.clocked()[0]
            scene.answer(ask.seat, ask.sample(stream))
        table = scene.table.copy()
        if table.over or any(not hand for hand in table.hands) or third(table).fallen:
            continue
        table.discard += table.laid
        table.laid, table.exchange, table.phase = [], None, "reckoning"
        state = third(table)
        state.adventure = None
        state.storms, state.bags, state.diamonds = [0, 0], [0, 0], [15, 4]
        state.mines = []
        state.fallen = [Fallen(1, 0, "attack", 9, 1, table.cap[1], 0, "choice")]
        table.health[1] = 0
        scene = Scene(table)
        table = scene.table
        first = 0 if table.place(0) < table.place(1) else 1
        seats = [first, 1 - first]
        assert table.discard == [] and scene.main() == (first, "turn_over")  # 弃牌先洗入库，大角色先手
        duel = Duel(
            [[face(table, card) for card in table.hands[seat]] for seat in seats],
            [face(table, card) for card in reversed(table.deck)],
            (table.cap[seats[0]], table.cap[seats[1]]),
        ).run()
        if not duel.deck:
            continue  # 另一份写法不管库空再洗
        names = table.setup
        told = flip_out(scene)
        flips = [(each.seat, face(scene.table, each.card)) for each in every(told, AdventureFlipped)]
        assert flips == [(seats[who], card) for who, card in duel.flipped] and names is table.setup
        end = only(told, AdventureEnded)
        winner, loser = seats[duel.winner], seats[1 - duel.winner]
        assert (end.winner, end.loser) == (winner, loser)
        prize = 20 + duel.before[1 - duel.winner]
        lost = -min(10, [15, 4][loser])
        assert changes_of(told) == [(winner, prize, "adventure"), (loser, lost, "adventure")]
        if scene.table.over:
            assert scene.table.health[winner] == duel.health[duel.winner]
        compared += 1
    assert compared >= 40


def test_discards_are_shuffled_in_first():
    """G3.5：场外的 3 张弃牌洗进原来的库，说的是这么多张。"""
    scene = fight("♠3 ♥2", "♠2 ♥3", identities="♠9 ♥7", discard="♦6 ♦5 ♠6")
    told = only(scene.events, Reshuffled)
    assert (told.count, told.kept) == (72 - 4, 72 - 4 - 3) and scene.table.discard == []
    assert len(scene.table.deck) == 72 - 4


def test_champion_is_filled_before_each_bout():
    """G3.7：先与大的打，擂主每场回满；20＋9、20＋8 颗。"""
    table = laid_out(
        "♥2 ♠3 ♥3 ♦K ♥2 ♦Q",
        "♠2 ♦6 ♠6",
        "♣2 ♥3",
        identities="♠9 ♥9 ♠8",
        health=[3, 4, 5],
        changes={"storms": [0] * 3, "bags": [0] * 3},
    )
    third(table).fallen = [Fallen(seat, 0, "reflection", 9, 5, 9 - seat + 1, 0, "choice") for seat in (2, 1)]
    table.cap[1], table.cap[2] = 9, 8
    table.health[1] = table.health[2] = 0
    table.phase = "reckoning"
    scene = Scene(table)
    assert only(scene.events, AdventureStarted).challenger == 1 and scene.table.health == [9, 9, 0]
    told: list[Event] = []
    while not every(told, AdventureEnded):
        assert not every(told, Died)
        told += scene.default()
    # ♥2↔♠2 返 1 ↔♠3 抵消；♦6↔♥3 −3；♦K↔♠6 −12
    assert [each.od for each in every(told, AdventureStruck)] == [1, 0, -3, -12]
    assert changes_of(told) == [(0, 20 + 9, "adventure")]
    start = only(told, AdventureStarted)
    assert (start.challenger, start.killer, start.first) == (2, 0, 0) and scene.table.health[0] == 9
    told = flip_out(scene)
    # ♥2↔♣2 返 1 ↔♦Q 返 11 ↔♥3 −8
    assert [each.od for each in every(told, AdventureStruck)] == [1, 11, -8]
    assert changes_of(told) == [(0, 20 + 8, "adventure")]
    assert only(told, GameOver).winners == [0] and not every(told, JointAttack)  # 只剩他，没有联合进攻


def test_the_next_challenger_meets_whoever_won():
    """G3.7：击杀方输了，下一个与赢的人打；击杀方淘汰。"""
    table = laid_out(
        "♥2", "♦K ♦Q ♦J", "♠2 ♥3", identities="♠8 ♥9 ♥8", changes={"storms": [0] * 3, "bags": [0] * 3}
    )
    third(table).fallen = [
        Fallen(1, 0, "reflection", 9, 5, 9, 0, "choice"),
        Fallen(2, 0, "reflection", 9, 5, 8, 0, "choice"),
    ]
    table.health[1] = table.health[2] = 0
    table.phase = "reckoning"
    scene = Scene(table)
    scene.default()
    told = scene.default()  # ♦K↔♥2：−11 ≥ 8
    assert only(told, Died).seat == 0 and third(scene).champions == [1]
    start = only(told, AdventureStarted)
    assert (start.challenger, start.killer, start.first) == (2, 1, 1)


def fight(*hands: str, **values: Any) -> Scene:
    """0 号击杀了 1 号，没有别的办法，正要翻第一张。"""
    seats = len(hands)
    changes = {"storms": [0] * seats, "bags": [0] * seats} | values.pop("changes", {})
    table = laid_out(*hands, changes=changes, **values)
    third(table).fallen = [Fallen(1, 0, "attack", 9, 1, table.cap[1], 0, "choice")]
    table.health[1], table.phase = 0, "reckoning"
    return Scene(table)


@pytest.mark.parametrize(("heals", "health"), [(False, 0), (True, 2)])
def test_hearts_in_adventure_responses(heals: bool, health: int):
    """G3.5 E6.5 ⚙：2 血时翻 ♥6 挡 ♦J：−5；「另回血」先回到 7，剩 2，否则死。"""
    scene = fight("♦6 ♠3 ♦J", "♠2 ♣3 ♥6 ♠6", "♥J", identities="♠9 ♥7 ♦8", response_heals=heals)
    told = [event for _ in range(6) for event in scene.default()]
    assert [each.od for each in every(told, AdventureStruck)] == [-5, 0, -5]
    assert scene.table.health[1] == health and bool(every(told, Healed)) is heals
    assert scene.table.alive[1] is heals


@pytest.mark.parametrize(
    ("identities", "first", "second", "reason", "prize"),
    [("♠9 ♥7 ♦8", "♦K", "♠2", "won", 20 + 7), ("♠10 ♥8 ♦9", "♦K ♥6", "♥2", "zombie", 20 + 8)],
)
def test_what_an_adventure_deals_out_is_no_gift(
    identities: str, first: str, second: str, reason: str, prize: int
):
    """G3.9：大冒险里的摸牌不算：胜者翻空了补 5、小僵尸重摸 5，恰好摸空也没有大礼包。"""
    scene = fight(first, second, "♥J", identities=identities)
    table = scene.table.copy()
    table.deck, spare = table.deck[:5], table.deck[5:]
    table.hands[2] += spare  # 牌不少，只是都在别人手里
    scene = Scene(table)
    scene.default()
    told = scene.default()
    drawn = only(told, Drew)
    assert (drawn.reason, drawn.count, drawn.left) == (reason, 5, 0)
    assert changes_of(told) == [(0, prize, "adventure")]


@pytest.mark.parametrize(
    ("deck", "played", "paid"), [(5, "♠5", True), (6, "♠5", False), (10, "♠5 ♠6", True), (9, "♠5 ♠6", False)]
)
def test_exactly_dry_pays_twenty(deck: int, played: str, paid: bool):
    """G3.9：打 5 摸 5；最后一套含 5 摸 10（E3.5）；恰好摸空才给。"""
    table = laid_out("♠5 ♠6" if deck > 6 else "♠5 ♥2", "♠2 ♥3", "♥J", identities="♠9 ♥8 ♠10")
    table.hands[2] += table.deck[deck:]
    table.deck = table.deck[:deck]
    told = Scene(table).play(0, played, 1)
    assert changes_of(told) == ([(0, 20, "gift")] if paid else [])


def test_the_loser_pays_and_leaves_everything():
    """G3.6：败者 −10；继承没用的风暴神、锦囊与专用盾；此后别人只能打胜者，胜者任打。"""
    scene = fight(
        "♦K ♥2",
        "♠2 ♥3",
        "♥J ♠3",
        "♥6 ♣3",
        identities="♠9 ♥7 ♦8 ♣8",
        changes={"storms": [0, 1, 0, 0], "bags": [0, 1, 0, 0], "diamonds": [3, 25, 0, 0]},
    )
    scene.answer(1, "adventure")
    scene.default()
    told = scene.default()
    assert changes_of(told) == [(0, 20 + 7, "adventure"), (1, -10, "adventure")]
    assert third(scene).storms == [1, 0, 0, 0] and third(scene).bags == [1, 0, 0, 0]
    assert third(scene).shields == [["rampage", "reflection"], [], ["freezing"], ["freezing"]]
    assert only(told, JointAttack).targets == [0] and scene.main() == (3, "play")  # E6.4：♠9 之后是 ♣8
    assert {each[2] for each in scene.asked(3).options if each[0] == "set"} == {None, 0}
    assert scene.refused_set(3, "♣3", 2).clause == "G3.6"
    table = scene.table.copy()
    scene = starting(table, 0)
    assert {each[2] for each in scene.asked(0).options if each[0] == "set"} <= {None, 2, 3}


def test_returns_go_to_anybody():
    """G3.6：只限主动目标：胜者被打，他返还的照旧打回去。"""
    scene = scene_of("♠3 ♥2", "♦6 ♥3", "♣3 ♥6", identities="♠9 ♥8 ♦8", changes={"champions": [1]})
    assert scene.refused_set(0, "♠3", 2).clause == "G3.6"
    scene.play(0, "♠3", 1)
    told = only(scene.play(1, "♦6"), AttackStarted)
    assert (told.kind, told.defender, told.damage) == ("return", 0, 5)


# ------------------------------------------------------------------ G3.8 没有击杀者
def slain_by(cause: str, killer: int, **values: Any) -> Scene:
    """1 号（♥9）因 `cause` 死在 `killer` 手里。"""
    table = laid_out("♠3 ♥2", "♠2 ♥3", "♥6 ♥J", identities="♠7 ♥9 ♦10", **values)
    third(table).fallen = [Fallen(1, killer, cause, 9, 3, 9, 0, "choice")]
    table.health[1], table.phase = 0, "reckoning"
    return Scene(table)


def test_who_counts_as_the_killer():
    """G3.8：埋雷者、施法者视为击杀者；他已出局、或死于自己的审判，只能用风暴神、锦囊；自己的雷直接淘汰。"""
    for cause in ("mine", "bloodlust"):
        assert list(slain_by(cause, 0).asked(1).options) == ["storm", "bag", "adventure"]
        assert list(slain_by(cause, 0, dead=[0]).asked(1).options) == ["storm", "bag"]
    assert list(slain_by("judgment", 1).asked(1).options) == ["storm", "bag"]
    gone = slain_by("judgment", 1, changes={"storms": [0] * 3, "bags": [0] * 3})
    assert only(gone.events, Died).seat == 1
    own = slain_by("mine", 1)
    assert only(own.events, Died).seat == 1 and third(own).storms[1] == 1


@pytest.mark.parametrize(
    ("name", "lost", "paid"), [("♠A", 1, 0), ("♣J", 11, 0), ("♦K", 13, 0), ("♥A", 0, 10), ("♥K", 0, 130)]
)
def test_a_mine_is_worth_its_number(name: str, lost: int, paid: int):
    """G3.11：♠♣♦ 扣牌面数字，♥ 得数字×10 颗；弃掉、补摸一张；回应者死了交锋结束，击杀归埋雷者。"""
    table = laid_out("♦6 ♥2", "♠5 ♥3", "♥6", identities="♠9 ♥8 ♠7")
    card = bury(table, name, 2, -3)
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♠5")
    assert only(told, MineTripped).card == card and card in scene.table.discard
    assert sum(each.lost for each in every(told, Wounded) if each.cause == "mine") == min(lost, 8)
    assert changes_of(told) == ([(1, paid, "mine")] if paid else [])
    if lost >= 8:
        assert only(told, Slain).killer == 2 and scene.table.exchange is None
        assert scene.main() == (1, "death") and not every(told, Offset)
    else:
        assert [each.count for each in every(told, Drew)] == [5, 1] and len(scene.hand(1)) == 6
        assert only(told, Offset).od == 1 - 6


def test_a_mine_kills_the_attacker_before_his_attack():
    """E3.5 G3.11：补牌时踩雷即时结算：攻击者死了，攻击就没有了。"""
    table = laid_out("♠5 ♥2", "♠2 ♥3", "♥6", identities="♠9 ♥8 ♠7")
    bury(table, "♠K", 2, -1)
    scene = Scene(table)
    told = scene.play(0, "♠5", 1)
    assert only(told, Slain).seat == 0 and not every(told, AttackStarted)
    assert scene.main() == (0, "death")


# ------------------------------------------------------------------ G3.10 商店
def test_a_retraction_takes_the_eggs_back():
    """E8.2 G3.10：悔牌之前下一人的钻石鸟已经产了：说明退回，再产一次，说出来的合计就是账上的。"""
    table = laid_out(
        "♥2 ♥3",
        "♠2 ♥6",
        "♣2",
        identities="♠10 ♥9 ♠8",
        health=[3, None, None],
        changes={"females": [0, 1, 0], "males": [0, 1, 0], "laying": [[], [5], []]},
    )
    scene = Scene(table)
    scene.play(0, "♥2")
    assert changes_of(scene.events) == [(1, 20, "bird")] and scene.main() == (1, "play")
    told = scene.answer(0, ["retract"])
    assert only(told, Retracted).seat == 0 and changes_of(told) == [(1, -20, "refund")]
    assert third(scene).diamonds[1] == 0 and only(every(told, Diamonds), Diamonds).total == 0
    scene.play(0, "♥3")
    assert sum(each.change for each in every(scene.events, Diamonds)) == third(scene).diamonds[1] == 20
    assert third(scene).laying[1] == [4]


def test_retracting_before_the_next_one_breaks_a_curse():
    """E8.2 G3.12：下一人中了嗜血，先问他弃不弃 4：他答之前照样可以悔牌；悔了，那个回合就还没开始。"""
    table = laid_out("♥2 ♥3 ♥6", "♠4 ♥6", "♣2", identities="♠10 ♥9 ♠8", health=[3, None, None])
    third(table).bloodlusts = [Bloodlust(2, 1, 5)]
    scene = Scene(table)
    scene.play(0, "♥2")
    assert scene.waiting() == {1: "interrupt", 0: "retract"} and scene.main() == (1, "interrupt")
    told = scene.answer(0, ["retract"])
    assert only(told, Retracted).seat == 0 and scene.waiting() == {0: "play"}
    assert (scene.table.turns, scene.table.health[0]) == (1, 3)
    assert third(scene).bloodlusts == [Bloodlust(2, 1, 5)]
    scene.play(0, "♥3")
    assert scene.waiting() == {1: "interrupt"}  # 只能悔一次
    scene.answer(1, None)
    assert third(scene).bloodlusts == [Bloodlust(2, 1, 4)] and scene.table.health[1] == 8


def test_one_cannot_retract_into_ones_own_cursed_turn():
    """E8 G3.12：刚抵消完就轮到他自己，先问他打断嗜血：这时他不能再悔，大家也看不到还能悔。"""
    for curses in (0, 1):
        table = laid_out("♣3 ♥2", "♠4 ♠6 ♥6", "♣2", identities="♥9 ♣9 ♠8")
        third(table).bloodlusts = [Bloodlust(2, 1, 5)] * curses
        scene = Scene(table)
        scene.play(0, "♣3", 1)
        scene.play(1, "♠6")
        assert scene.main() == (1, "interrupt" if curses else "play")
        assert scene.table.view(2).retractor == (None if curses else 1)
        assert (["retract"] in scene.asked(1).options) is not bool(curses)


@pytest.mark.parametrize(
    ("females", "males", "paid"), [(1, 0, 0), (1, 1, 5), (2, 1, 10), (2, 2, 10), (3, 2, 15)]
)
def test_pairs_of_birds(females: int, males: int, paid: int):
    """G3.10：一公同时配一雌，每雌产 5 次、每次 20，之后作废；公的接着配下一只。"""
    table = laid_out("♠2 ♥2", "♠3 ♥3", identities="♠9 ♥8")
    third(table).diamonds[0] = 50 * females + 20 * males
    scene = Scene(table)
    for item in ["bird_female"] * females + ["bird_male"] * males:
        scene.answer(0, ["buy", item])
    assert third(scene).diamonds[0] == 0
    eggs: list[int] = []
    for _ in range(16):
        scene = starting(scene.table.copy(), 0)
        eggs.append(len([each for each in changes_of(scene.events) if each == (0, 20, "bird")]))
    assert sum(eggs) == paid and max(eggs) == min(females, males)
    assert third(scene).females[0] == (females - paid // 5) and third(scene).males[0] == males


@pytest.mark.parametrize("dragons", [1, 2])
def test_dragons_multiply(dragons: int):
    """G3.10 G3.14：僵王金刚 ♦3 ＝ 3×10×1000^只；含购买当回合 5 个自己的主动回合，其间回应也算。"""
    table = laid_out("♦3 ♥2 ♦6 ♦2", "♠2 ♥3 ♥6 ♥J", identities="♠10 ♥8")
    third(table).diamonds[0] = 30 * dragons
    scene = Scene(table)
    for _ in range(dragons):
        scene.answer(0, ["buy", "dragon"])
    assert only(scene.play(0, "♦3", 1), AttackStarted).damage == 3 * 10 * 1000**dragons
    strengths: list[int] = []
    for _ in range(6):
        scene = starting(scene.table.copy(), 0)
        for purpose in ("play", "respond"):
            cards = [card for card in scene.table.hands[0] if scene.table.setup.deck.name[card] == "♦6"]
            strengths.append(scene.table.powers.strength(scene.table, 0, cards, [], purpose).damage)
    assert strengths == [60 * 1000**dragons] * 8 + [60] * 4


@pytest.mark.parametrize(("health", "asked"), [(6, False), (5, True), (4, True)])
def test_leopard_only_when_it_would_kill(health: int, asked: bool):
    """G3.10：♦6 对 ♠2 ＝ −5：6 血不问，5 血问；躲过则不扣、交锋结束、用掉。"""
    scene = scene_of(
        "♦6 ♥2", "♠2 ♥3", identities="♠9 ♥8", health=[None, health], changes={"leopards": [0, 1]}
    )
    scene.play(0, "♦6", 1)
    told = scene.play(1, "♠2")
    assert (scene.main() == (1, "leopard")) is asked
    if asked:
        told = scene.default()
        assert only(told, Dodged).amount == 5 and only(told, ExchangeEnded).responses == 1
        assert scene.table.health[1] == health and third(scene).leopards[1] == 0
        assert scene.main() == (1, "play")
    else:
        assert only(told, Wounded).health == 1 and third(scene).leopards[1] == 1


# ------------------------------------------------------------------ G3.11 忽略与反射
@pytest.mark.parametrize(
    ("cards", "damage", "able"),
    [("♦2 ♦3 ♦4 ♦5 ♦6", 20, True), ("♦A ♦2 ♦3 ♦4 ♦5 ♦6", 26, False), ("♦J ♦Q", 23, False), ("♦Q", 12, True)],
)
def test_what_the_glutton_may_ignore(cards: str, damage: int, able: bool):
    """G3.11：20 以内可以忽略：不回应、不掉血、并一张身份卡，交锋结束。"""
    scene = scene_of(f"{cards} ♥2", "♠2 ♥3", identities="♠9 ♥7")
    assert only(scene.play(0, cards, 1), AttackStarted).damage == damage
    assert (["gluttony"] in scene.asked(1).options) is able
    if able:
        assert scene.asked(1).default == ["gluttony"]  # E11.5
        told = only(scene.answer(1, ["gluttony"]), DamageIgnored)
        extra = scene.table.setup.identities.number[told.identity]
        assert (scene.table.health[1], scene.table.cap[1]) == (7 + extra, 7 + extra)
        assert scene.main() == (1, "play") and len(scene.hand(1)) == 2


def test_gluttons_second_judgment_is_death():
    """G3.11：并了 8 的贪吃鬼 15/15：第一次审判只扣原身份卡，10/10；第二次不管还有多少都死。"""
    table = laid_out(
        "♦K ♥2", "♠2 ♥3", "♥J", identities="♠9 ♥7 ♦8", deck="♥6 ♥3", changes={"skill_generation": [2, 3, 3]}
    )
    eight = next(card for card in table.spare if table.setup.identities.number[card] == 8)
    table.spare.remove(eight)
    third(table).eaten[1], third(table).eaten_health[1] = [eight], 8
    table.health[1] = table.cap[1] = 15
    scene = Scene(table)
    scene.play(0, "♦K", 2, ["judgment"])
    scene.default()
    assert (scene.table.health[1], scene.table.cap[1]) == (10, 10)
    table = scene.table.copy()
    king = next(card for card in table.deck if table.setup.deck.name[card] == "♣K")
    table.deck.remove(king)
    table.hands[0].append(king)
    scene = starting(table, 0)
    scene.play(0, "♣K", 2, ["judgment"])
    told = scene.default()
    assert only(told, Slain).seat == 1 and scene.main() == (1, "death")
    assert third(scene).judged[1] == 2
    scene.answer(1, "adventure")  # G3.5：致命的那次撤销，满血是 10
    assert (scene.table.health[1], scene.table.cap[1], third(scene).judged[1]) == (10, 10, 1)


def test_reflection_numbers():
    """G3.11：♠10 的 ♦2♦3 ＝ 50，反射 50 万给其余所有人（含自己的小僵尸），按 E2；自己那套的数值不算。"""
    table = laid_out(
        "♦2 ♦3 ♥2",
        "♦4 ♥3",
        "♠4 ♥6",
        "♣4 ♣2",
        identities="♠10 ♥7 ♦8 ♣9",
        changes={"master": [NOBODY, NOBODY, NOBODY, 1]},
    )
    table.side[3] = table.side[1]
    scene = Scene(table)
    scene.play(0, "♦2 ♦3", 1)
    told = scene.play(1, "♦4", None, ["reflection"])
    assert only(told, Reflected).damage == (2 + 3) * 10 * TEN_THOUSAND
    assert only(told, Reflected).targets == [0, 3, 2] and not every(told, Offset)
    scene.default()
    assert scene.main() == (3, "reflected")
    assert only(scene.default(), GuardDiscarded).card != NOBODY  # E11.5：有 4 就出
    scene.default()
    dead = only(scene.events, Slain)
    assert (dead.seat, dead.killer) == (0, 1) and not every(scene.events, AttackStarted)[1:]
    wound = only(scene.events, Wounded)
    assert (wound.amount, wound.lost) == (500_000, 10)  # 气浪无效
    assert scene.main() == (0, "death")


def test_everybody_blocking_restarts_the_order():
    """G3.11 G3.16：全挡住则从最大的重来；有人用闪电豹躲过不算挡住，照 E6.4。"""
    for leopard in (False, True):
        scene = scene_of(
            "♣J ♣Q ♣K ♥2",
            "♦4 ♥3",
            "♥6 ♥J" if leopard else "♠4 ♥6",
            identities="♦9 ♥7 ♠9",
            changes={"leopards": [0, 0, 1]},
        )
        table = scene.table.copy()
        four = next(card for card in table.deck if table.setup.deck.name[card] == "♣4")
        table.deck.remove(four)
        table.hands[0].append(four)
        table.exchange = None
        scene = Scene(table)
        scene.play(0, "♣J ♣Q ♣K", 1)
        scene.play(1, "♦4", None, ["reflection"])
        scene.default()
        scene.default()
        if leopard:
            while scene.main()[1] in ("leopard", "reflected"):
                scene.default()
            assert not every(scene.events, OrderRestarted) and scene.main() == (1, "play")
        else:
            assert only(scene.events, OrderRestarted).reason == "reflection" and scene.main() == (2, "play")
        assert not every(scene.events, Wounded)


# ------------------------------------------------------------------ G3.12 嗜血与冰封
@pytest.mark.parametrize("curses", [1, 2])
def test_bloodlust_ticks_five_times(curses: int):
    """G3.12 E7.1：每回合血与上限各 −1，可叠加，第五次之后失效。"""
    table = laid_out("♠5 ♥2", "♥2 ♥3", "♥J", identities="♠8 ♥10 ♠7", health=[None, 10, None])
    third(table).bloodlusts = [Bloodlust(0, 1, 5) for _ in range(curses)]
    seen: list[tuple[int, int]] = []
    for _ in range(6):
        scene = starting(table, 1)
        while scene.main()[1] == "interrupt":
            scene.default()
        seen.append((scene.table.health[1], scene.table.cap[1]))
        table = scene.table.copy()
        if seen[-1][0] <= curses:
            break
    expected = [(10 - curses * turn, 10 - curses * turn) for turn in (1, 2, 3, 4, 5)]
    assert seen[: len(expected)] == expected[: len(seen)]
    if curses == 1:
        assert seen[5] == (5, 5) and third(table).bloodlusts == []


def test_bloodlust_costs_the_caster_and_dies_with_him():
    """G3.12：出含 5 的一套才行，5 照摸、数值照算；三次；施法者出局即解除。"""
    scene = scene_of("♠5 ♦5 ♠2 ♥2", "♥2 ♥3", "♥J ♥6", identities="♠8 ♥9 ♠7")
    assert scene.refused_set(0, "♠2", 1, ["bloodlust", 1]).clause == "G3.12"
    told = scene.play(0, "♦5", 2, ["bloodlust", 1])
    assert (only(told, BloodlustCast).target, only(told, BloodlustCast).left) == (1, 2)
    assert only(told, Drew).count == 5 and only(told, AttackStarted).damage == 5
    table = scene.table.copy()
    table.exchange = None
    depart(table, 0, 1)
    assert third(table).bloodlusts == []


def test_breaking_with_the_last_card():
    """G3.12 E3.5：最后一张 4 打断一个（另一个照扣），手牌空了补 5 再出牌。"""
    table = laid_out("♠5 ♥2", "♠4", "♥J", identities="♠8 ♥9 ♠7")
    third(table).bloodlusts = [Bloodlust(0, 1, 5), Bloodlust(0, 1, 4)]
    scene = starting(table, 1)
    told = scene.default()
    assert only(told, StatusEnded).reason == "interrupted"
    scene.default()
    assert scene.table.health[1] == 8 and [each.left for each in third(scene).bloodlusts] == [3]
    assert scene.main() == (1, "play") and len(scene.hand(1)) == 5


def test_frozen_ten_is_a_plain_player():
    """G3.12 G3.14：冰封技能的 10：♦6 只有 6，受 9 不减半；解一层之后又是 60。"""
    table = laid_out("♦6 ♦4 ♥2", "♠4 ♥3 ♥6", identities="♠10 ♥8")
    scene = Scene(table)
    scene.play(0, "♦4", 1)
    scene.play(1, "♠4", None, ["freezing", 0, "skill"])
    told = scene.answer(0, None)  # 吞噬盾：不弃
    assert only(told, Frozen).layers == 1
    assert only(told, Offset).enemy == 0 and only(told, Offset).od == 1  # 4 照挡（G3.15）
    assert scene.table.powers.strength(scene.table, 0, scene.table.hands[0][:1], [], "play").damage == 6
    told = scene.play(0, "♦6")
    assert only(told, Offset).enemy == 1 and only(told, Offset).od == 6 - 1
    scene.play(1, "♥6")
    table = scene.table.copy()
    four = next(card for card in table.deck if table.setup.deck.name[card] == "♣4")
    table.deck.remove(four)
    table.hands[0].append(four)
    scene = starting(table, 0)
    told = scene.play(0, "♣4", 1, ["thaw", "skill"])
    assert only(told, Thawed).layers == 0 and only(told, AttackStarted).damage == 1  # 宣告时还冻着
    assert [each.name for each in scene.table.powers.factors(scene.table, 0, [], "play")] == ["tenfold"]


@pytest.mark.parametrize("use", [[], [["thaw", "skill"]], [["rampage"]]])
def test_a_frozen_players_four_still_blocks(use: list[list[str]]):
    """G3.12：被封者回应的 4 三选一，地王盾都照挡：OD ＝ 己方 4，返还。"""
    scene = scene_of("♦K ♥2", "♦4 ♥3", identities="♠10 ♥9", changes={"frozen_skill": [0, 1]})
    scene.play(0, "♦K", 1)
    told = scene.play(1, "♦4", None, *use)
    assert (only(told, Offset).enemy, only(told, Offset).od) == (0, 4)


# ------------------------------------------------------------------ G3.13 暴走
def test_rampage_multiplies_card_by_card():
    """G3.13：打出之后仍在手的 ♥A、♦2 各 ×1 亿，同一套里新摸的 ♦3 不算；♥6 没有伤害不算。"""
    table = laid_out("♠4 ♠5 ♥A ♦2 ♥6", "♥2 ♥3 ♥J", identities="♠9 ♥8", deck="♦3 ♠2 ♠3 ♣2 ♣3")
    scene = Scene(table)
    told = scene.play(0, "♠4 ♠5", 1, ["rampage"])
    assert only(told, AttackStarted).damage == 2
    assert sorted(named(scene.table, scene.table.view(0).third.marked)) == ["♥A", "♦2"]  # type: ignore[union-attr]
    assert all(scene.table.view(seat).third.marked == [] for seat in (1, None))  # type: ignore[union-attr]
    table = scene.table.copy()
    table.discard += table.laid
    table.laid = []
    scene = starting(table, 0)
    told = scene.play(0, "♦2 ♦3", 1)
    assert only(told, AttackStarted).damage == 2 * HUNDRED_MILLION + 3
    table = scene.table.copy()
    table.discard += table.laid
    table.laid = []
    scene = starting(table, 0)
    assert only(scene.play(0, "♥A", 1), AttackStarted).damage == 5 * HUNDRED_MILLION
    assert only(scene.events, TurnStarted).seat == 0


# ------------------------------------------------------------------ G3.14 僵王金刚
@pytest.mark.parametrize(
    ("attack", "damage", "answer", "od"),
    [("♦K", 13, "♦2", 20 - 6), ("♠2", 1, "♠3", 10), ("♦J ♦Q", 23, "♥2", 2 - 11), ("♦6", 6, "♥A", 50 + 1 - 3)],
)
def test_ten_times_and_half(attack: str, damage: int, answer: str, od: int):
    """G3.14：己方 ×10（回复不乘），受的 ⌊n/2⌋。"""
    scene = scene_of(f"{attack} ♥2", f"{answer} ♥3", identities="♠9 ♥10")
    assert only(scene.play(0, attack, 1), AttackStarted).damage == damage
    told = only(scene.play(1, answer), Offset)
    assert (told.enemy, told.od) == (damage // 2, od)


@pytest.mark.parametrize(("dragons", "devoured"), [([], 4 * 10), ([5], 4 * 10 * 1000)])
def test_devouring_adds_the_whole_blow(dragons: list[int], devoured: int):
    """G3.14：敌方 30 不减半、不再乘，加进己方：4×10（×1000）＋30；对方的 10 回应时照样减半。"""
    scene = scene_of("♦3 ♥2", "♦4 ♥3", identities="♠10 ♥10", changes={"dragons": [[], dragons]})
    assert only(scene.play(0, "♦3", 1), AttackStarted).damage == 30
    told = only(scene.play(1, "♦4", None, ["devouring"]), Offset)
    assert (told.enemy, told.own, told.devoured, told.od) == (0, devoured, 30, devoured + 30)
    assert only(scene.play(0, "♥2"), Offset).enemy == (devoured + 30) // 2
    assert "♦3" in named(scene.table, scene.table.discard)


def test_devoured_bloodlust_is_used_once():
    """G3.14：弃一张 4 使嗜血失效，施法者次数照扣；得一次，仍要含 5 的一套，只一次。"""
    scene = scene_of("♠5 ♥2", "♠4 ♣5 ♦5 ♥3", identities="♠8 ♥10")
    scene.play(0, "♠5", 1, ["bloodlust", 1])
    assert scene.main() == (1, "counter")
    told = scene.default()
    assert only(told, SkillCountered).skill == "bloodlust" and third(scene).bloodlusts == []
    assert third(scene).bloodlust_used == [1, 0]
    scene.play(1, "♥3")
    assert third(scene).grants[1] == ["bloodlust"]
    table = scene.table.copy()
    scene = starting(table, 1)
    told = scene.play(1, "♣5", 0, ["bloodlust", 0])
    assert only(told, BloodlustCast).target == 0 and third(scene).grants[1] == []
    assert [(each.caster, each.victim, each.left) for each in third(scene).bloodlusts] == [(1, 0, 5)]


def test_a_zombie_serves_and_is_gone_for_good():
    """G3.14：满血、弃光重摸 5、没有技能与盾、不能打主人；再死出局，不问；主人出局一起出局。"""
    scene = fight("♦K ♥2", "♥2 ♥3", "♥J ♠3", "♥6 ♣3", identities="♠10 ♥8 ♦9 ♣9")
    scene.default()
    told = scene.default()
    made = only(told, Zombified)
    assert (made.seat, made.master, made.health) == (1, 0, 8) and len(scene.hand(1)) == 5
    assert scene.table.skills(1) == [] and scene.table.enemies(1) == [3, 2]
    table = scene.table.copy()
    third(table).fallen = [Fallen(1, 2, "attack", 9, 1, 8, 0, "choice")]
    third(table).storms[1] = 1
    table.health[1], table.phase = 0, "reckoning"
    assert only(Scene(table).events, Died).seat == 1
    table = scene.table.copy()
    depart(table, 0, 2)
    assert table.alive == [False, False, True, True]
    table = scene.table.copy()
    for seat in (2, 3):
        depart(table, seat, 0)
    table.phase, table.exchange = "turn", None
    assert only(Scene(table).events, GameOver).winners == [0, 1]


def test_the_medicine_lets_him_die():
    """G3.10 G3.14：有小药箱就不变异，照样淘汰，用掉一个。"""
    scene = fight("♦K ♥2", "♥2 ♥3", "♥J", identities="♠10 ♥8 ♦9", changes={"medicine": [0, 2, 0]})
    scene.default()
    told = scene.default()
    assert only(told, Died).seat == 1 and not every(told, Zombified) and third(scene).medicine[1] == 1
    ended = only(told, StatusEnded)
    assert (ended.seat, ended.what, ended.reason) == (1, "medicine", "used")


# ------------------------------------------------------------------ E9.2
def test_the_cap_counts_blood_then_cards():
    """E9.2：满 500 个主动回合：血最多的胜，同则手牌多的；小僵尸随主人。"""
    for hands, winners in ((("♠3 ♥2", "♠2", "♣2"), [0]), (("♠3", "♠2 ♥3", "♣2"), [1, 2])):
        table = laid_out(*hands, identities="♠9 ♥9 ♦10", health=[9, 9, 3], turns=500)
        third(table).master[2], table.side[2] = 1, table.side[1]
        table.phase, table.active = "turn", NOBODY
        told = only(Scene(table).events, GameOver)
        assert (told.winners, told.reason) == (winners, "cap")


# ------------------------------------------------------------------ E10 秘密
def streams(
    table: MagicEliteTable, first: int, second: int, viewers: Sequence[int | None], steps: int
) -> list[list[str]]:
    """把两张看不到的牌对调成两个世界，各走 `steps` 步默认；各人在每个世界里看到的与在等谁。"""
    worlds: list[list[str]] = []
    for swapped in (False, True):
        world = table.copy()
        if swapped:
            trade(world, first, second)
        scene = Scene(world)
        lines = [encoded(world.view(viewer)) for viewer in viewers]
        for step in range(steps + 1):
            if step:
                told = scene.default()
                lines += [encoded(event.seen_by(viewer)) for event in told for viewer in viewers]
                lines += [encoded(scene.table.view(viewer)) for viewer in viewers]
            lines.append(encoded(scene.waiting()))
        worlds.append(lines)
    return worlds


def card_named(table: MagicEliteTable, cards: Sequence[int], name: str) -> int:
    """这些牌里叫 `name` 的一张。"""
    return next(card for card in cards if table.setup.deck.name[card] == name)


def test_a_mine_drawn_in_an_adventure_is_unseen():
    """E10 G3.5 G3.11：雷在这次要摸的五张里，还是在库底：谁都看不出，连两位当事人与埋雷的人，直到翻开。"""
    scene = fight("♠5 ♥2 ♠2", "♣2 ♣3 ♥3", "♥J ♠3", identities="♠9 ♥8 ♠7")
    table = scene.table.copy()
    mine, other = table.deck[-3], table.deck[0]
    third(table).mines = [Mine(2, mine)]
    left, right = streams(table, mine, other, (None, 0, 1, 2), 5)
    assert left == right
    scene = Scene(table)
    scene.default()
    assert mine in scene.table.hands[0] and third(scene).mines == [Mine(2, mine)]


def test_a_mine_kept_by_the_winner_is_unseen_by_the_others():
    """E10 G3.5：雷留在胜者手里，还是在库里，别人看不出：轮到贪吃鬼时也一样能不能埋。"""
    table = laid_out("♠3 ♥2", "♠2 ♥3", "♥6 ♣2", identities="♠7 ♥9 ♠10", mines=2)
    mine = card_named(table, table.deck, "♦6")
    other = table.hands[2][0]
    third(table).mines = [Mine(0, mine)]
    left, right = streams(table, mine, other, (None, 0, 1), 1)
    assert left == right
    told: list[list[str]] = []
    for swapped in (False, True):  # 库里只剩一张：正是雷，或雷在别人手里；都要先洗弃牌堆
        world = table.copy()
        keep = mine
        world.discard += [card for card in world.deck if card != keep]
        world.deck = [keep]
        if swapped:
            trade(world, mine, other)
        scene = Scene(world)
        events = scene.answer(0, ["mine"])
        told.append([encoded(event.seen_by(viewer)) for event in events[:1] for viewer in (None, 0, 1)])
        assert only(events, Reshuffled).count == 72 - 6 and only(events, MineLaid).card != mine
    assert told[0] == told[1]


@pytest.mark.parametrize("place", [-2, -20])
def test_judgment_beside_a_mine(place: int):
    """E10 G2.9：审判翻开库顶，雷在它下面还是更深，谁都看不出。"""
    table = laid_out(
        "♦K ♥2", "♠2 ♥3", "♥J ♠3", identities="♠9 ♥8 ♠7", deck="♣6", changes={"skill_generation": [2, 3, 3]}
    )
    mine = bury(table, "♦6", 2, place)
    scene = Scene(table.copy())
    scene.play(0, "♦K", 1, ["judgment"])
    left, right = streams(scene.table.copy(), mine, scene.table.deck[0], (None, 0, 1, 2), 0)
    assert left == right
    worlds: list[list[str]] = []
    for swapped in (False, True):
        world = table.copy()
        if swapped:
            trade(world, mine, world.deck[0])
        scene = Scene(world)
        told = scene.play(0, "♦K", 1, ["judgment"]) + scene.default() + scene.default()
        worlds.append([encoded(event.seen_by(viewer)) for event in told for viewer in (None, 0, 1, 2)])
        assert third(scene).mines == [Mine(2, mine)]
    assert worlds[0] == worlds[1]


def test_judgment_turns_a_mine_up():
    """G2.9 G3.11：审判翻开的正是雷：照花色扣血，不炸，弃掉就不再是雷。"""
    table = laid_out(
        "♦K ♥2", "♠2 ♥3", "♥J ♠3", identities="♠9 ♥8 ♠7", changes={"skill_generation": [2, 3, 3]}
    )
    mine = bury(table, "♥6", 2)
    scene = Scene(table)
    scene.play(0, "♦K", 1, ["judgment"])
    told = scene.default()
    assert only(told, JudgmentFlipped).card == mine and not every(told, MineTripped)
    ended = only(told, StatusEnded)
    assert (ended.seat, ended.what, ended.reason) == (2, "mine", "shown")
    assert [(each.seat, each.cause, each.lost) for each in every(told, Wounded)] == [(1, "judgment", 5)]
    assert third(scene).mines == [] and scene.table.view(2).third.mines == []  # type: ignore[union-attr]


def mine_swap(table: MagicEliteTable, seat: int | None, mine: int) -> Swap | None:
    """一颗雷与 `seat` 看不到的另一张牌对调。"""
    buried = [each.card for each in third(table).mines]

    def unseen(other: MagicEliteTable) -> list[int]:
        fight = third(other).adventure
        held = [
            card
            for holder, hand in enumerate(other.hands)
            if holder != seat or (fight is not None and seat in (fight.challenger, fight.champion))
            for card in hand
        ]
        return held + other.deck

    around = unseen(table)
    marked = [card for each in third(table).marked for card in each]
    others = [card for card in around if card not in buried and card not in marked]
    if mine not in around or not others:
        return None
    partner = others[0]

    def hidden(other: MagicEliteTable, events: Sequence[Any]) -> bool:
        for event in events:
            shown = getattr(event, "cards", None)
            named_cards = {getattr(event, "card", NOBODY), *(getattr(shown, "seen", shown) or ())}
            if {mine, partner} & named_cards:
                return False
        return {mine, partner} <= set(unseen(other)) and mine in [each.card for each in third(other).mines]

    return Swap(f"雷 {mine}↔{partner}", lambda other: trade(other, mine, partner), hidden)


def test_mines_stay_hidden_through_whole_games():
    """E10 G3.11：随机的对局里，一有雷就把它与别的看不到的牌对调：谁的事件、视图、问题、文字都一字不差。"""
    compared = 0
    for seed in range(12):
        case = Case(magicelite.game, 3, seed, {"世代": "3", "场上地雷": "2"})
        match = case.match()
        for step, _ in enumerate(walk(match, Stream(seed + 500))):
            table = match.checkpoint
            assert isinstance(table, MagicEliteTable)
            if step % 3 or not match.at_boundary() or not match.waiting or not third(table).mines:
                continue
            for seat in (None, 0, 1, 2):
                swap = mine_swap(table, seat, third(table).mines[0].card)
                if swap is not None:
                    compared += compare(case, table, swap, seat, seed + step, 10)
    assert compared > 300


SECRET_QUESTIONS = {
    "reflected": ("♦J ♦Q ♥2", "♣4 ♥3", "♠2 ♥6", "♠9 ♥7 ♠10", 2, "♠4"),
    "interrupt": ("♠5 ♥2", "♠2 ♥3", "♥J", "♠8 ♥9 ♠7", 1, "♠4"),
    "counter": ("♠5 ♥2", "♠2 ♥3", "♥J", "♠8 ♥10 ♠7", 1, "♠4"),
    "revive": ("♦K ♥2", "♠2 ♥3", "♥J", "♠9 ♥8 ♠7", 1, "♠5"),
    "respond": ("♦K ♥2", "♠2 ♥3", "♥J", "♠9 ♥8 ♠10", 1, "♠4"),
    "leopard": ("♦K ♥2", "♠2 ♥3", "♥J", "♠9 ♥8 ♠10", 1, "♦K"),
}


@pytest.mark.parametrize("what", SECRET_QUESTIONS)
def test_nobody_is_asked_because_of_what_he_holds(what: str):
    """E10：手里有没有那张 4、5，问不问都一样；别人看到的一字不差。"""
    *hands, identities, asked, wanted = SECRET_QUESTIONS[what]
    table = laid_out(*hands, identities=identities)
    holding = card_named(table, table.deck, wanted)
    plain = table.hands[asked][1]  # 不打出去的那一张
    worlds: list[list[str]] = []
    others = [None, *[seat for seat in range(3) if seat != asked]]
    for swapped in (False, True):
        world = table.copy()
        if what == "interrupt":
            third(world).bloodlusts = [Bloodlust(0, 1, 3)]
            world.phase, world.active, world.cursor = "turn", NOBODY, world.place(1) - 1
        if what == "revive":
            third(world).skill_generation[1], world.revivals[1] = 1, 1
        if what == "leopard":
            third(world).leopards[1] = 1
        if swapped:
            trade(world, holding, plain)
        scene = Scene(world)
        if what == "reflected":
            scene.play(0, "♦J ♦Q", 1)
            scene.play(1, "♣4", None, ["reflection"])
        elif what == "counter":
            scene.play(0, "♠5", 1, ["bloodlust", 1])
        elif what != "interrupt":
            scene.play(0, "♦K", 1)
            if what != "respond":
                scene.play(1, "♠2")
        assert scene.main() == (asked, what)
        lines = [encoded(event.seen_by(viewer)) for event in scene.events for viewer in others]
        lines += [encoded(scene.table.view(viewer)) for viewer in others] + [encoded(scene.waiting())]
        worlds.append(lines)
    assert worlds[0] == worlds[1]


# ------------------------------------------------------------------ E11.5 超时
def test_silence_all_the_way():
    """E11.5：一直不说话：反射有 4 就出，闪电豹用，被击杀先风暴神、再锦囊（不换技能）、再大冒险（自动翻）。"""
    table = laid_out(
        "♦J ♦Q ♥2",
        "♣4 ♥3",
        "♠4 ♥6",
        identities="♦10 ♥7 ♠10",
        changes={"leopards": [1, 0, 0]},
    )
    scene = Scene(table)
    scene.play(0, "♦J ♦Q", 1)
    scene.play(1, "♣4", None, ["reflection"])
    assert scene.asked(2).default == scene.table.hands[2][0]  # 有 4 就出
    scene.default()
    assert scene.asked(0).default is None  # 没有
    scene.default()
    assert scene.main() == (0, "leopard") and only(scene.default(), Dodged).amount == 230 * TEN_THOUSAND
    order: list[str] = []
    for _ in range(3):
        table = scene.table.copy()
        third(table).fallen = [Fallen(0, 1, "attack", 99, 3, 10, 0, "choice")]
        table.health[0], table.phase, table.exchange = 0, "reckoning", None
        scene = Scene(table)
        order.append(scene.main()[1] if scene.main()[1] == "turn_over" else scene.asked(0).default)
        scene.default()
        if scene.main()[1] == "reskill":
            assert scene.asked(0).default == 3
            scene.default()
    assert order == ["storm", "bag", "turn_over"]


def test_silence_guards_only_when_it_would_kill():
    """E11.2 E11.5：不用 4 就能抵住的最少张；致命才用 4，冰封攻击者的专用盾；攻击者是小僵尸就没有可冰封的。"""
    scene = scene_of("♦6 ♥2", "♥6 ♠4 ♠2", "♥J", identities="♠9 ♥8 ♠10")
    scene.play(0, "♦6", 1)
    assert named(scene.table, scene.asked(1).default[1]) == ["♥6"] and scene.asked(1).default[3] == []
    scene = scene_of("♦K ♥2", "♠3 ♠4 ♥3", "♥J", identities="♠9 ♥8 ♠10", health=[None, 3, None])
    scene.play(0, "♦K", 1)
    default = scene.asked(1).default
    assert "♠4" in named(scene.table, default[1]) and default[3] == [["freezing", 0, "shield"]]
    scene = scene_of("♦K ♥2", "♠3 ♠4 ♥3", "♥J", identities="♠9 ♥8 ♠10", health=[None, 3, None])
    table = scene.table.copy()
    third(table).master[0], table.side[0] = 2, table.side[2]
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    default = scene.asked(1).default
    assert "♠4" in named(scene.table, default[1]) and default[3] == []
