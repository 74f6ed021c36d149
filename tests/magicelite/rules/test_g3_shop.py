"""G3.9、G3.10 大礼包、商店、物品与跨局的钻石。"""

from __future__ import annotations

from typing import Any

import pytest

from games.magicelite.events import (
    Bought,
    Diamonds,
    Dodged,
    Drew,
    ExchangeEnded,
    SetPlayed,
    SkillSwitched,
    StatusEnded,
    Wounded,
)
from games.magicelite.rules import deal
from games.magicelite.rules.shop import allowance, fund, purses
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Mine, ThirdState
from tests.magicelite.position import DATA, Scene, every, only, options_of, position, strip


def state(table: MagicEliteTable) -> ThirdState:
    assert table.third is not None
    return table.third


def rich(*hands: str, diamonds: int = 1000, **kwargs: Any) -> Scene:
    """0 号有 `diamonds` 颗钻石，轮到他主动出牌。"""
    kwargs.setdefault("identities", "♠9 ♥8 ♣10 ♦7"[: 3 * len(hands)].strip())
    table = position(*hands, generation=3, **kwargs)
    state(table).diamonds[0] = diamonds
    return Scene(table)


def next_turn(scene: Scene, seat: int = 0) -> Scene:
    """`seat` 的下一个主动回合开始。"""
    table = scene.table.copy()
    table.exchange, table.phase, table.active = None, "turn", NOBODY
    table.discard += table.laid
    table.laid = []
    table.cursor = table.place(seat) - 1
    return Scene(table)


# ------------------------------------------------------------------ G3.9
@pytest.mark.parametrize(
    ("deck", "played", "discard_kept", "paid"),
    [(5, "♠5", True, True), (6, "♠5", True, False), (4, "♠5", False, False), (10, "♠5 ♠6", True, True)],
)
def test_gift_for_drawing_the_deck_dry(deck: int, played: str, discard_kept: bool, paid: bool):
    """G3.9：一次摸 ≥5 张恰好摸空牌库且不缺张 → +20 钻。"""
    hand = "♠5 ♠6" if deck == 10 else "♠5 ♥2"
    table = position(hand, "♠2 ♥3", identities="♠9 ♥8", generation=3)
    cards = [card for card in table.deck if table.setup.number[card] not in (4, 5)][:deck]
    strip(table)
    table.deck = cards
    events = Scene(table).play(0, played, 1)
    told = every(events, Diamonds)
    assert [(each.change, each.reason) for each in told] == ([(20, "gift")] if paid else [])


def test_gift_needs_no_missing_card():
    """G3.9：缺张不算。"""
    table = strip(position("♠5 ♠6", "♠2 ♥3", identities="♠9 ♥8", generation=3))
    table.deck = [table.hands[1].pop()]
    events = Scene(table).play(0, "♠5 ♠6", 1)
    assert only(events, Drew).missing == 9 and not every(events, Diamonds)


def test_mine_replacement_is_no_gift():
    """G3.9：地雷补摸不算。"""
    table = position("♠5 ♥2", "♠2 ♥3", identities="♠9 ♥8", deck="♥6 ♠3 ♥6 ♠6 ♠6 ♣6", generation=3)
    table.discard, table.deck = [], table.deck[-6:]
    state(table).mines = [Mine(1, table.deck[-2])]
    events = Scene(table).play(0, "♠5", 1)
    assert [each.left for each in every(events, Drew)] == [1, 0] and not every(events, Diamonds)


# ------------------------------------------------------------------ G3.10 商店
@pytest.mark.parametrize(
    ("item", "price", "place"),
    [
        ("medicine", 5, "medicine"),
        ("leopard", 20, "leopards"),
        ("bird_female", 50, "females"),
        ("bird_male", 20, "males"),
        ("elevator", 100, "elevators"),
    ],
)
def test_prices(item: str, price: int, place: str):
    """G3.10：价格；正好够就能买，少一颗不行。"""
    scene = rich("♠3 ♥2", "♠2 ♥3", diamonds=price)
    events = scene.answer(0, ["buy", item])
    assert only(events, Bought).price == price
    assert (only(events, Diamonds).change, only(events, Diamonds).reason) == (-price, "bought")
    assert getattr(state(scene.table), place)[0] == 1 and state(scene.table).diamonds[0] == 0
    assert scene.main() == (0, "play")  # 之后继续出牌
    poor = rich("♠3 ♥2", "♠2 ♥3", diamonds=price - 1)
    refused = poor.refused(0, ["buy", item])
    assert refused.clause == "G3.10" and str(price) in refused.reason


def test_shop_is_open_before_playing_only():
    """G3.10：自己主动回合出牌前可买。"""
    scene = rich("♠3 ♥2", "♠2 ♥3")
    scene.play(0, "♠3", 1)
    state(scene.table).diamonds[1] = 500
    assert scene.refused(1, ["buy", "leopard"]).clause == "G3.10"
    assert scene.refused(1, ["buy"]).clause == "G3.10"
    assert rich("♠3", "♠2").refused(0, ["buy", "sword"]).clause == "G3.10"


def lethal(leopards: int) -> Scene:
    table = position("♦K ♥2", "♠2 ♥3 ♥6", identities="♠9 ♥8", generation=3)
    state(table).leopards[1] = leopards
    scene = Scene(table)
    scene.play(0, "♦K", 1)
    scene.play(1, "♠2")
    return scene


def test_leopard_dodges_once():
    """G3.10：受致命伤时询问，躲过则伤害为 0 并结束交锋，一次。"""
    scene = lethal(1)
    assert scene.main() == (1, "leopard") and list(scene.asked(1).options) == ["dodge", "keep"]
    events = scene.answer(1, "dodge")
    assert only(events, Dodged).amount == 12 and only(events, ExchangeEnded)
    assert not every(events, Wounded) and scene.table.health[1] == 8
    assert state(scene.table).leopards[1] == 0 and scene.main() == (1, "play")


def test_leopard_may_be_kept():
    """G3.10"""
    scene = lethal(1)
    scene.answer(1, "keep")
    assert scene.main() == (1, "death") and state(scene.table).leopards[1] == 1
    assert lethal(0).main() == (1, "death")


def test_leopard_only_for_lethal_wounds():
    """G3.10"""
    table = position("♦6 ♥2", "♠2 ♥3", identities="♠9 ♥8", generation=3)
    state(table).leopards[1] = 1
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    scene.play(1, "♠2")
    assert scene.table.health[1] == 3 and state(scene.table).leopards[1] == 1


def test_birds_lay_five_times():
    """G3.10：一公同时配一雌，成对后自己主动回合开始 +20，共 5 次，之后该雌作废。"""
    scene = rich("♠3 ♥2", "♠2 ♥3", diamonds=170)
    for item in ("bird_female", "bird_female", "bird_male"):
        scene.answer(0, ["buy", item])
    assert state(scene.table).laying[0] == [5] and state(scene.table).diamonds[0] == 50
    for turn in range(1, 6):
        scene = next_turn(scene)
        assert state(scene.table).diamonds[0] == 50 + 20 * turn
    assert only(scene.events, StatusEnded).what == "bird_female"
    assert state(scene.table).females[0] == 1 and state(scene.table).laying[0] == [5]  # 公鸟配下一只
    for _ in range(6):
        scene = next_turn(scene)
    assert state(scene.table).diamonds[0] == 50 + 200
    assert (state(scene.table).females[0], state(scene.table).males[0]) == (0, 1)


def test_a_lone_bird_lays_nothing():
    """G3.10"""
    scene = rich("♠3 ♥2", "♠2 ♥3", diamonds=50)
    scene.answer(0, ["buy", "bird_female"])
    assert state(next_turn(scene).table).diamonds[0] == 0


def test_dragon_for_five_turns():
    """G3.10：含购买当回合的 5 个自己主动回合及其间回应 ×1000，各倍率相乘。"""
    scene = rich("♠3 ♥2 ♥6", "♠2 ♥3", identities="♠10 ♥8")
    scene.answer(0, ["buy", "dragon"])
    told = only(scene.play(0, "♠3", 1), SetPlayed)
    assert told.damage == 1 * 10 * 1000
    for left in (4, 3, 2, 1):
        scene = next_turn(scene)
        assert state(scene.table).dragons[0] == [left]
        assert [each.value for each in scene.table.view(1).players[0].factors] == [10, 1000]
    scene = next_turn(scene)
    assert only(scene.events, StatusEnded).what == "dragon" and state(scene.table).dragons[0] == []
    assert [each.value for each in scene.table.view(1).players[0].factors] == [10]


def test_elevator_switches_any_generation_each_turn():
    """G3.10 G3.17：自己主动回合开始把技能换成同点数任一代的；专用盾不换。"""
    scene = rich("♠3 ♥2", "♠2 ♥3", identities="♠9 ♥8")
    assert scene.refused(0, ["lift", 1]).clause == "G3.10"
    scene.answer(0, ["buy", "elevator"])
    assert only(scene.answer(0, ["lift", 1]), SkillSwitched).generation == 1
    assert scene.table.skills(0) == ["framing", "rampage"]
    assert scene.refused(0, ["lift", 2]).clause == "G3.10"
    scene = next_turn(scene)
    scene.answer(0, ["lift", 2])
    assert scene.table.skills(0) == ["judgment", "rampage"]
    assert scene.refused(0, ["buy", "elevator"]).clause == "G3.10"


# ------------------------------------------------------------------ G3.10 跨局
def test_kept_diamonds():
    """G3.10：钻石按玩家跨局保存 ⚙（新玩家 0）；不跨局时起始 100；物品不跨局。"""
    kept, local = options_of(generation=3), options_of(generation=3, diamonds_kept=False)
    assert allowance(kept, DATA) == 0 and allowance(local, DATA) is None
    assert allowance(options_of(generation=1), DATA) is None
    assert state(deal(1, ["", ""], kept, DATA)).diamonds == [0, 0]
    assert state(deal(1, ["", ""], local, DATA)).diamonds == [100, 100]
    table = deal(1, ["", ""], kept, DATA)
    fund(table, [7, 120])
    assert [purse.amount for purse in purses(table)] == [7, 120]
    assert [purse.note for purse in purses(table)] == ["", ""]


def test_ledger_note_names_what_was_bought():
    """G3.10：买的东西写在账上的缘由里。"""
    scene = rich("♠3 ♥2", "♠2 ♥3", diamonds=100)
    for item in ("leopard", "leopard", "medicine"):
        scene.answer(0, ["buy", item])
    purse = purses(scene.table)[0]
    assert purse.amount == 55 and purse.note == "买闪电豹×2 −40，买小药箱 −5"
