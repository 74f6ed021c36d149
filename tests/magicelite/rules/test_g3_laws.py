"""三代任何一局里都成立的事、秘密、超时默认（E10、E11.5、G3.5、G3.11）。"""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Match, Secret, Stream, simulate
from games.magicelite.data import Options
from games.magicelite.events import (
    AdventureEnded,
    AttackStarted,
    BagOpened,
    Bought,
    Diamonds,
    Died,
    Drew,
    MineLaid,
    Revived,
    Slain,
    StormCalled,
    Wounded,
    Zombified,
)
from games.magicelite.rules import deal
from games.magicelite.rules.second import settle_in
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import Bloodlust, Fallen, Mine, ThirdState
from tests.magicelite.position import DATA, Scene, all_cards, every, only, options_of, position

SEEDS = st.integers(0, 2**64 - 1)
SHIELDS = ("reflection", "freezing", "rampage", "devouring")


def state(table: MagicEliteTable) -> ThirdState:
    assert table.third is not None
    return table.third


@st.composite
def third_options(draw: st.DrawFn) -> Options:
    """三代的任意一种桌规。"""
    return options_of(
        generation=3,
        decks=draw(st.sampled_from([0, 3])),
        returning=draw(st.sampled_from(["respond", "direct"])),
        passing=draw(st.booleans()),
        response_heals=draw(st.booleans()),
        six_to_jack=draw(st.booleans()),
        silk_bag_full=draw(st.booleans()),
        diamonds_kept=draw(st.booleans()),
        gluttony_cards=draw(st.integers(0, 4)),
        mines=draw(st.integers(1, 4)),
    )


def check(table: MagicEliteTable) -> None:
    """任何时候都成立的。"""
    third = state(table)
    numbers = table.setup.identities.number
    assert all_cards(table) == list(range(36 * table.decks))
    cards = [*table.identity, *table.spare, *[card for eaten in third.eaten for card in eaten]]
    assert sorted(cards) == list(range(16 * table.decks))
    for seat in range(table.seats):
        assert 0 <= table.health[seat] <= table.cap[seat]
        assert table.cap[seat] <= table.number(seat) + sum(numbers[card] for card in third.eaten[seat])
        assert third.diamonds[seat] >= 0
        assert min(third.storms[seat], third.bags[seat], third.frozen_skill[seat]) >= 0
        assert len(third.laying[seat]) <= min(third.females[seat], third.males[seat])
        assert 0 <= third.bloodlust_used[seat] <= 3
        if not table.alive[seat]:
            assert table.hands[seat] == [] and table.health[seat] == 0
            assert all(seat not in (each.caster, each.victim) for each in third.bloodlusts)
            assert seat not in third.champions
        if third.master[seat] != NOBODY:
            assert table.skills(seat) == [] and table.side[seat] == table.side[third.master[seat]]
            assert not table.alive[seat] or table.alive[third.master[seat]]
    assert len(third.mines) <= table.setup.options.mines
    assert all(mine.card not in table.discard + table.laid for mine in third.mines)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 8), third_options())
def test_laws_hold_at_every_step(seed: int, seats: int, options: Options):
    """E1.2 牌守恒、E6.5 血不过上限、死者不行动、钻石不为负且对得上账、物品都是买的。"""
    match = Match(deal(seed, [""] * seats, options, DATA))
    stream = Stream(seed)
    start = sum(state(match.table).diamonds)
    bought: dict[str, int] = {}
    while not match.over:
        for ask in match.waiting.values():
            assert match.table.alive[ask.seat]
        ask = match.clocked()[0]
        assert ask.default in ask.options
        choice = ask.default if stream.below(4) == 0 else ask.sample(stream)
        events = match.answer(ask.seat, choice).events
        assert all(told.change and told.total >= 0 for told in every(events, Diamonds))
        for told in every(events, Bought):
            bought[told.item] = bought.get(told.item, 0) + 1
        check(match.table)
        third = state(match.table)
        assert sum(third.diamonds) == start + sum(sum(each.values()) for each in third.accounts)
        if not match.over and match.clocked()[0].what in ("play", "respond", "turn_over"):
            table = match.table
            limbo = {entry.seat for entry in third.fallen}
            assert all(table.health[seat] for seat in range(seats) if table.alive[seat] and seat not in limbo)
        assert sum(third.elevators) == bought.get("elevator", 0)
        assert sum(third.males) == bought.get("bird_male", 0)
        assert sum(third.leopards) <= bought.get("leopard", 0)
    assert match.table.winners


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_hundred_random_games_end(seats: int):
    """E6.6 E9.2：随机走 500 局都走得完。"""
    for seed in range(500):
        options = options_of(generation=3, diamonds_kept=bool(seed % 2), mines=1 + seed % 4)
        table = deal(seed, [""] * seats, options, DATA)
        stream = Stream(seed)
        simulate(
            table,
            lambda _, ask, stream=stream: ask.sample(stream),
            limit=60_000,
            interject=lambda _, ask, stream=stream: ask.sample(stream) if stream.below(6) == 0 else None,
        )
        assert table.over and table.winners
        check(table)


def wild(seed: int) -> MagicEliteTable:
    """技能各是哪一代、有几面专用盾、还有没有风暴神与锦囊，都随便：换来的技能凑在一起。"""
    stream = Stream(seed)
    options = options_of(
        generation=3,
        mines=1 + seed % 3,
        returning="direct" if seed % 5 == 0 else "respond",
        passing=seed % 3 == 0,
    )
    table = deal(seed, [""] * (2 + stream.below(4)), options, DATA)
    third = state(table)
    for seat in range(table.seats):
        third.diamonds[seat] = 300
        third.skill_generation[seat] = 1 if seed % 2 and table.number(seat) == 8 else 1 + stream.below(3)
        third.storms[seat], third.bags[seat] = stream.below(2), stream.below(2)
        third.shields[seat] = [key for key in SHIELDS if key in third.shields[seat] or stream.below(2)]
        table.revivals[seat] = stream.below(3)
    for seat in range(table.seats):
        if third.skill_generation[seat] == 2:
            settle_in(table, seat)
    return table


def test_the_slain_are_left_alone_until_settled():
    """G3.2 G3.16：被击杀的人了结之前不再扣血、不受攻击、不再算一次击杀；说出来的钻石合计总与账上相同。"""
    slain = 0
    for seed in range(120):
        match = Match(wild(seed))
        stream = Stream(seed)
        told = [300] * match.table.seats
        down: set[int] = set()
        while not match.over:
            asks = [ask for ask in match.waiting.values() if ask.what == "retract" and stream.below(3) == 0]
            ask = asks[0] if asks else match.clocked()[0]
            for event in match.answer(ask.seat, ask.sample(stream)).events:
                if isinstance(event, (Slain, Wounded)):
                    assert event.seat not in down
                if isinstance(event, Slain):
                    slain += 1
                    down.add(event.seat)
                elif isinstance(event, AttackStarted):
                    assert event.defender not in down
                elif isinstance(event, (Revived, StormCalled, BagOpened, Died, Zombified)):
                    down.discard(event.seat)
                elif isinstance(event, AdventureEnded):
                    down.discard(event.winner)
                elif isinstance(event, Diamonds):
                    told[event.seat] += event.change
                    assert told[event.seat] == event.total
            check(match.table)
            table = match.table
            assert {entry.seat for entry in state(table).fallen} <= down
            assert all(
                table.health[seat] for seat in range(table.seats) if table.alive[seat] and seat not in down
            )
            assert told == state(table).diamonds
    assert slain > 200


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_games_of_timeouts_end(seats: int):
    """E11.5：人人超时也走得完。"""
    for seed in range(20):
        table = deal(seed, [""] * seats, options_of(generation=3), DATA)
        simulate(table, lambda _, ask: ask.default, limit=60_000, interject=lambda _, __: None)
        assert table.over


# ------------------------------------------------------------------ E10
def plain(value: Any) -> Any:
    """视图与事件变成 JSON 值；`setup` 人人可知，略去。"""
    if isinstance(value, Secret):
        return plain(value.seen)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            entry.name: plain(getattr(value, entry.name))
            for entry in dataclasses.fields(value)
            if entry.name != "setup"
        }
    return [plain(each) for each in value] if isinstance(value, (list, tuple)) else value


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(plain(value))


def seen(match: Match[MagicEliteTable], seat: int, choice: Any, viewer: int | None) -> list[bytes]:
    """`viewer` 看到的这一步：事件与之后的视图。"""
    told = match.answer(seat, choice).events
    return [encoded(event.seen_by(viewer)) for event in told] + [encoded(match.table.view(viewer))]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_nobody_knows_where_the_mine_is(viewer: int | None):
    """E10 G3.11：两个只差地雷位置的世界，谁（连埋雷的人）看到的都一样。"""
    table = position("♠3 ♥2", "♠2 ♥3", "♥6 ♣2", identities="♠7 ♥9 ♠10", generation=3)
    worlds: list[list[bytes]] = []
    for place in (0, 30):
        world = table.copy()
        card = next(card for card in world.deck if world.setup.deck.name[card] == "♦6")
        world.deck.remove(card)
        world.deck.insert(place, card)
        state(world).mines = [Mine(0, card)]
        match = Match(world)
        stream = [encoded(world.view(viewer))]
        for _ in range(6):
            ask = match.clocked()[0]
            stream += seen(match, ask.seat, ask.default, viewer)
        worlds.append(stream)
    assert worlds[0] == worlds[1]


def test_laying_a_mine_tells_only_the_card():
    """E10 G3.11：埋雷的事里没有位置。"""
    scene = Scene(position("♠3 ♥2", "♠2 ♥3", identities="♠7 ♥9", generation=3))
    told = only(scene.answer(0, ["mine"]), MineLaid)
    assert set(plain(told)) == {"seat", "card"}
    assert set(plain(scene.table.view(0).third)["mines"][0]) == {"owner", "card"}


def in_adventure() -> MagicEliteTable:
    table = position("♠3 ♥2 ♠5", "♠2 ♥3 ♦6", "♥6 ♣2", identities="♠9 ♥7 ♠10", generation=3)
    third = state(table)
    third.storms, third.bags = [0] * 3, [0] * 3
    third.fallen = [Fallen(1, 0, "attack", 9, 7, 7, 0, "choice")]
    table.phase = "reckoning"
    return Match(table).table


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_piles_are_nobodys_to_see(viewer: int | None):
    """E10 G3.5：两个只差牌叠底下的世界，谁（连两位当事人）看到的都一样，直到翻开。"""
    worlds: list[list[bytes]] = []
    for swap in (False, True):
        world = in_adventure()
        if swap:
            for seat in (0, 1):
                hand = world.hands[seat]
                hand[-1], world.deck[seat] = world.deck[seat], hand[-1]
        match = Match(world)
        stream = [encoded(world.view(viewer))]
        for _ in range(4):
            ask = match.clocked()[0]
            assert ask.what == "turn_over" and list(ask.options) == ["翻"]
            stream += seen(match, ask.seat, ask.default, viewer)
        worlds.append(stream)
    assert worlds[0] == worlds[1]


def test_adventure_draws_are_unseen():
    """E10 G3.5：大冒险里摸的牌谁也看不到。"""
    match = Match(in_adventure())
    drawn: list[Drew] = []
    while match.clocked() and match.clocked()[0].what == "turn_over":
        ask = match.clocked()[0]
        drawn += [
            told for told in every(match.answer(ask.seat, "翻").events, Drew) if told.reason == "adventure"
        ]
    assert drawn and all(told.cards.parts == {} for told in drawn)


@pytest.mark.parametrize("what", ["turn_over", "death"])
def test_restart_in_the_middle(what: str):
    """G3.2 G3.5：在选择、大冒险的中途存档再读，接着走得到同样的结果。"""
    for seed in range(40):
        match = Match(deal(seed, [""] * 3, options_of(generation=3), DATA))
        stream = Stream(seed)
        while match.clocked() and match.clocked()[0].what != what:
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.sample(stream))
        if match.over:
            continue
        twin = match.fork()
        for side in (match, twin):
            for _ in range(12):
                if side.clocked():
                    ask = side.clocked()[0]
                    side.answer(ask.seat, ask.default)
        assert match.table.digest() == twin.table.digest()
        again = MagicEliteTable.restore(match.table.snapshot(), match.table.setup)
        assert again.snapshot() == match.table.snapshot()


# ------------------------------------------------------------------ E11.5
def test_default_ways_out():
    """E11.5：风暴神、锦囊、大冒险的次序；锦囊不换技能。"""
    for storms, bags, expected in ((1, 1, "storm"), (0, 1, "bag")):
        table = position("♠3 ♥2", "♠2 ♥3", identities="♠9 ♥7", generation=3)
        third = state(table)
        third.storms[1], third.bags[1] = storms, bags
        third.fallen = [Fallen(1, 0, "attack", 9, 7, 7, 0, "choice")]
        table.phase = "reckoning"
        scene = Scene(table)
        assert scene.asked(1).default == expected
    scene.default()
    scene.default()
    assert state(scene.table).skill_generation == [3, 3]


def test_default_play_buys_and_buries_nothing():
    """E11.5：商店、埋雷、嗜血不做，升降梯不换。"""
    table = position("♠5 ♠6 ♥2", "♠2 ♥3", identities="♠7 ♥9", generation=3)
    state(table).diamonds[0] = 500
    state(table).elevators[0] = 1
    scene = Scene(table)
    assert scene.asked(0).default[0] == "set" and scene.asked(0).default[3] == []
    assert {choice[0] for choice in scene.asked(0).options} == {"set", "mine", "buy", "lift"}


def test_default_ignores_small_damage():
    """E11.5：忽略 ≤20 是。"""
    scene = Scene(position("♦K ♥2", "♦K ♥3", identities="♠9 ♥7", generation=3))
    scene.play(0, "♦K", 1)
    assert scene.asked(1).default == ["gluttony"]


def test_default_freezes_the_attackers_shield():
    """E11.5：要用 4 时冰封攻击者专用盾。"""
    scene = Scene(position("♦K ♥2", "♠4 ♥3", identities="♠9 ♥8", generation=3))
    scene.play(0, "♦K", 1)
    four = scene.table.hands[1][0]
    assert scene.asked(1).default == ["set", [four], None, [["freezing", 0, "shield"]]]


@pytest.mark.parametrize(("hand", "discards"), [("♠4 ♥3", True), ("♠2 ♥3", False)])
def test_default_breaks_bloodlust_with_a_four(hand: str, discards: bool):
    """E11.5：打断嗜血有 4 就打断；闪电豹用。"""
    table = position("♠5 ♥2", hand, identities="♠8 ♥9", generation=3, health=[None, 1])
    state(table).bloodlusts = [Bloodlust(0, 1, 5)]
    state(table).leopards[1] = 1
    table.phase, table.active, table.cursor = "turn", NOBODY, table.place(1) - 1
    scene = Scene(table)
    assert (scene.asked(1).default is not None) is discards
    if not discards:
        scene.default()
        assert scene.main() == (1, "leopard") and scene.asked(1).default == "dodge"
