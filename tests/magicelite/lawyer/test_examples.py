"""一套牌值多少：每种花色 × A 与数字 × 单张与同花顺 × 倍率 × 有没有 4、5，逐套对照一张手抄的表。

表照 E4.1–E4.3 抄；算式照 E3.5、E5、E6 在这里另写一遍，不用引擎的任何代码。主动、回应各打一遍。
"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Event
from games.magicelite.events import AttackStarted, Drew, ExchangeEnded, Offset, SetPlayed, Slain, Wounded
from tests.magicelite.position import Scene, every, only, options_of, position
from tests.magicelite.rules.second_stage import stage, state

FACES = ["A", "2", "3", "4", "5", "6", "J", "Q", "K"]
DAMAGE = {
    "♠": dict(zip(FACES, (6, 1, 1, 1, 1, 1, 1, 1, 1), strict=True)),
    "♥": dict(zip(FACES, (5, 0, 0, 0, 0, 0, 0, 0, 0), strict=True)),
    "♣": dict(zip(FACES, (6, 1, 1, 1, 1, 1, 1, 1, 1), strict=True)),
    "♦": dict(zip(FACES, (6, 2, 3, 4, 5, 6, 11, 12, 13), strict=True)),
}
"""每张牌的伤害（E4.1、E4.2、E4.3）。"""
HEALING = {
    "♠": dict.fromkeys(FACES, 0),
    "♥": dict(zip(FACES, (1, 2, 3, 4, 5, 6, 11, 12, 13), strict=True)),
    "♣": dict.fromkeys(FACES, 0),
    "♦": dict.fromkeys(FACES, 0),
}
"""每张牌的回复（E4.3）。"""
RUNS = [
    " ".join(run[start:stop])
    for run in (FACES[:6], FACES[6:])
    for start in range(len(run))
    for stop in range(start + 1, len(run) + 1)
]
"""单张 9 种，同花顺 15 + 3 种（E3.2）。"""
SETS = [(suit, run.split()) for suit in "♠♥♣♦" for run in RUNS]
INCOMING = 13
"""一张 ♦K。"""

# 谁来打：（世代，身份，倍率，二代 8 还剩的分身数）
WEARERS = {
    "初代杀手 ×1": (1, "♠7", 1, 0),
    "初代王者 ×2": (1, "♠10", 2, 0),
    "二代 9 ×1": (2, "♠9", 1, 0),
    "二代 7 ×100": (2, "♠7", 100, 0),
    "分身 ×5": (2, "♠8", 5, 5),
    "分身 ×4": (2, "♠8", 4, 4),
    "分身 ×3": (2, "♠8", 3, 3),
    "分身 ×2": (2, "♠8", 2, 2),
    "合体 ×100": (2, "♠10", 100, 0),
    "合体分身 ×5": (2, "♠10", 5, 5),
    "合体分身 ×500": (2, "♠10", 500, 5),
}


def named(suit: str, run: list[str]) -> str:
    """写成短名。"""
    return " ".join(suit + face for face in run)


def worth(suit: str, run: list[str], factor: int) -> tuple[int, int]:
    """`(伤害, 回复)`：倍率只乘伤害（E4.4）。"""
    return sum(DAMAGE[suit][face] for face in run) * factor, sum(HEALING[suit][face] for face in run)


def uses_of(wearer: str, damage: int) -> list[list[str]]:
    """合体的 ×100 要声明；没有伤害的不能用（G2.10）。"""
    return [["hundredfold"]] if wearer in ("合体 ×100", "合体分身 ×500") and damage else []


def set_up(wearer: str, hand: str, opponent: str, seat: int) -> Scene:
    """`seat` 是打这一套的人，另一人是没有倍率的；轮到 0 号。

    合体而不用分身术的摆成三人局，第三人只有 ♥。"""
    generation, identity, _, bodies = WEARERS[wearer]
    seats = 3 if wearer == "合体 ×100" else 2
    hands = [hand, opponent, "♥J ♥Q"][:seats] if seat == 0 else [opponent, hand, "♥J ♥Q"][:seats]
    plain = "♦9" if generation == 2 else "♦7"
    people = [identity, plain, "♣9"][:seats] if seat == 0 else [plain, identity, "♣9"][:seats]
    if generation == 1:
        return Scene(position(*hands, identities=" ".join(people), decks=4))
    scene = stage(*hands, identities=" ".join(people), generals=["♥7 ♥9", "♥7 ♣7"], decks=4)
    second = state(scene)
    if identity == "♠10":
        second.fused[seat] = True
    if bodies:
        second.numbers[seat], second.real[seat] = list(range(1, bodies + 1)), 1
    return Scene(scene.table.copy())


def drawn(run: list[str], left: int) -> int:
    """补几张（E3.5）：每张 5 摸 5，出空再摸 5。"""
    return 5 * run.count("5") + (0 if left else 5)


def drew(events: list[Event], seat: int) -> int:
    """`seat` 摸了几张。"""
    return sum(event.count for event in events if isinstance(event, Drew) and event.seat == seat)


@pytest.mark.parametrize("kept", ["♥K", ""])
@pytest.mark.parametrize("wearer", WEARERS)
def test_played_in_his_own_turn(wearer: str, kept: str):
    """E3.5 E4.1 E4.2 E4.3 E4.4 E5.1 E5.2 E6.5 G1.5 G2.5 G2.6 G2.10：主动打出的每一套。

    4 不挡也不加，5 摸 5；受伤的人主动出 ♥ 回血，不超上限；有伤害才有人要回应，一分不差。"""
    factor = WEARERS[wearer][2]
    for suit, run in SETS:
        base, _ = worth(suit, run, 1)
        uses = uses_of(wearer, base)
        damage, healing = worth(suit, run, factor)
        scene = set_up(wearer, f"{named(suit, run)} {kept}", "♥2 ♥3", 0)
        table = scene.table.copy()
        table.health[0] = 3
        scene = Scene(table)
        cap = table.cap[0]
        told = scene.play(0, named(suit, run), 1 if base else None, *uses)
        shown = only(told, SetPlayed)
        assert (shown.damage, shown.healing) == (damage, healing), (suit, run)
        assert drew(told, 0) == drawn(run, len(kept.split())), (suit, run)
        assert scene.table.health[0] == min(cap, 3 + healing), (suit, run)
        attacks = [(each.attacker, each.defender, each.damage) for each in every(told, AttackStarted)]
        assert attacks == ([(0, 1, damage)] if base else []), (suit, run)


@pytest.mark.parametrize("wearer", WEARERS)
def test_played_in_answer_to_thirteen(wearer: str):
    """E3.5 E4.4 E5.1 E5.2 E6.1 E6.2 E6.3 G1.5 G2.5 G2.6 G2.10：回应 ♦K（13 点）的每一套。

    OD = 伤害 × 倍率 + 回复 − 13，含 4 则不减；大于 0 返还，等于 0 了结，小于 0 扣血或被击杀。
    分身的真身不论差多少，挡不住即死。"""
    factor, bodies = WEARERS[wearer][2:]
    for suit, run in SETS:
        base, _ = worth(suit, run, 1)
        uses = uses_of(wearer, base)
        damage, healing = worth(suit, run, factor)
        od = damage + healing - (0 if "4" in run else INCOMING)
        scene = set_up(wearer, f"{named(suit, run)} ♥K", "♦K ♥2", 1)
        before = scene.table.health[1]
        scene.play(0, "♦K", 1)
        if bodies:
            assert scene.main() == (0, "number")
            scene.answer(0, state(scene).real[1])
        told = scene.play(1, named(suit, run), None, *uses)
        assert only(told, Offset).od == od, (suit, run)
        assert drew(told, 1) == drawn(run, 1), (suit, run)
        back = [(each.attacker, each.defender, each.damage, each.kind) for each in every(told, AttackStarted)]
        assert back == ([(1, 0, od, "return")] if od > 0 else []), (suit, run)
        assert len(every(told, ExchangeEnded)) == (0 if od > 0 else 1), (suit, run)
        dies = od < 0 and (bool(bodies) or -od >= before)
        assert [each.seat for each in every(told, Slain)] == ([1] if dies else []), (suit, run)
        assert [each.lost for each in every(told, Wounded)] == (
            [] if od >= 0 else [before if dies else -od]
        ), (suit, run)


# 倍率（⚙）→ 一张 ♥A、一套 ♦4♦5♦6 在二代 7 手里的伤害，回复分别是 1 与 0
SEVENS = [
    (1, 5, 15),
    (3, 15, 45),
    (100, 500, 1_500),
    (10_000, 50_000, 150_000),
    (100_000_000, 500_000_000, 1_500_000_000),
]


@pytest.mark.parametrize(("factor", "ace", "straight"), SEVENS)
def test_factor_of_seven(factor: int, ace: int, straight: int):
    """G2.5 E4.4 ⚙：7 的倍率，回复不乘；两个 7 对打，返还的数不再乘。"""
    scene = stage("♥A ♥2", "♦4 ♦5 ♦6 ♥3", identities="♠7 ♥7", generals=["♣9", "♦9"], seven_factor=factor)
    scene.play(0, "♥A", 1)
    shown = only(scene.events, SetPlayed)
    assert (shown.damage, shown.healing) == (ace, 1)
    told = scene.play(1, "♦4 ♦5 ♦6")
    assert only(told, Offset).od == straight  # 含 4：敌伤按 0
    assert only(told, AttackStarted).damage == straight
    assert drew(told, 1) == 5
    if factor > 1:
        last = scene.play(0, "♥2")
        assert only(last, Offset).od == 2 - straight and only(last, Slain).seat == 0


# 选项下才有的同花顺 → （牌，伤害，回复）
BRIDGES = [
    ({"six_to_jack": True}, "♦6 ♦J", 17, 0),
    ({"six_to_jack": True}, "♦4 ♦5 ♦6 ♦J ♦Q", 38, 0),
    ({"six_to_jack": True}, "♥A ♥2 ♥3 ♥4 ♥5 ♥6 ♥J ♥Q ♥K", 5, 57),
    ({"king_to_ace": True}, "♦Q ♦K ♦A", 31, 0),
    ({"king_to_ace": True}, "♠K ♠A", 7, 0),
    ({"king_to_ace": True}, "♥K ♥A", 5, 14),
    ({"six_to_jack": True, "king_to_ace": True}, "♣5 ♣6 ♣J ♣Q ♣K ♣A", 11, 0),
]


@pytest.mark.parametrize(("changes", "cards", "damage", "healing"), BRIDGES)
def test_bridged_straights(changes: dict[str, Any], cards: str, damage: int, healing: int):
    """E3.2 E4 ⚙：6 接 J、K 接 A 的同花顺照样逐张算；关着就不成一套。"""
    table = position(f"{cards} ♥2", "♥3 ♥4", identities="♠7 ♥7", **changes)
    scene = Scene(table)
    target = 1 if damage else None
    shown = only(scene.play(0, cards, target), SetPlayed)
    assert (shown.damage, shown.healing) == (damage, healing)
    plain = Scene(position(f"{cards} ♥2", "♥3 ♥4", identities="♠7 ♥7"))
    assert plain.refused_set(0, cards, target).clause == "E3.2"


def test_two_fives_in_one_turn_are_never_one_set():
    """E3.2 E3.5：同花顺里没有重复的数字，一套里至多一张 5；两张 5 是两套，各摸 5。"""
    scene = Scene(position("♠5 ♠5 ♥5", "♥3 ♥4", identities="♠7 ♥7"))
    assert scene.refused_set(0, "♠5 ♠5", 1).clause == "E3.2"
    assert scene.refused_set(0, "♠5 ♥5", 1).clause == "E3.2"
    assert drew(scene.play(0, "♠5", 1), 0) == 5


def test_options_of_the_examples_are_the_defaults():
    """E3.2 G2.5：这些表照默认的桌规抄。"""
    options = options_of()
    assert (options.straight_min, options.six_to_jack, options.king_to_ace) == (2, False, False)
    assert options.seven_factor == 100 and options.real_body == "dies" and options.returning == "respond"


def test_examples_cover_every_single_and_straight():
    """E3.2：4 花色 ×（9 单张 + 18 同花顺）。"""
    assert len(SETS) == 108 and sum(len(run) == 1 for _, run in SETS) == 36
