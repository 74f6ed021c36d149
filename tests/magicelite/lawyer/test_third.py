"""三代逐句对照条文：数字都在这里另算，局面是照条文先写好该怎样的。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.kernel import Event, Stream
from games.magicelite.events import (
    AdventureEnded,
    AdventureFlipped,
    AdventureStarted,
    AdventureStruck,
    AttackStarted,
    BagOpened,
    BloodlustCast,
    Bought,
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
    StormCalled,
    Thawed,
    TurnSkipped,
    TurnStarted,
    Wounded,
    Zombified,
)
from games.magicelite.rules import deal
from games.magicelite.rules.reckoning import depart
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Adventure, Bloodlust, Fallen, Mine, ThirdState
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
    assert scene.refused_set(2, "♠5", 3).clause == "E3.3"
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
    assert not every(told, AttackStarted) and only(told, Revived).health == 3  # 审判扣过的上限 8 − 5
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
    assert only(told, GameOver).winners == [0]


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
    [("♠9 ♥7 ♦8", "♦K", "♠2", "adventure", 20 + 7), ("♠10 ♥8 ♦9", "♦K ♥6", "♥2", "zombie", 20 + 8)],
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
    assert scene.refused_set(3, "♣3", 2).clause == "E3.3"
    table = scene.table.copy()
    scene = starting(table, 0)
    assert {each[2] for each in scene.asked(0).options if each[0] == "set"} <= {None, 2, 3}


def test_returns_go_to_anybody():
    """G3.6：只限主动目标：胜者被打，他返还的照旧打回去。"""
    scene = scene_of("♠3 ♥2", "♦6 ♥3", "♣3 ♥6", identities="♠9 ♥8 ♦8", changes={"champions": [1]})
    assert scene.refused_set(0, "♠3", 2).clause == "E3.3"
    scene.play(0, "♠3", 1)
    told = only(scene.play(1, "♦6"), AttackStarted)
    assert (told.kind, told.defender, told.damage) == ("return", 0, 5)
