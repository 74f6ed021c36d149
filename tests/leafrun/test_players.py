"""电脑玩家：只答合法的、只看看得到的、「普通」明显强过「随机」，各种局面里做得像样。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Ask, Choice, Stream, simulate
from games.leafrun import game
from games.leafrun.data import load
from games.leafrun.options import Options
from games.leafrun.players import Outlook, expected_ground, foresee, sensible_player
from games.leafrun.rules import deal
from games.leafrun.table import LeafrunTable
from games.leafrun.view import Barrier
from tests.leafrun.position import PIECES, Scene, position

DATA = load()


def run_game(seed: int, levels: list[str], **options: Any) -> LeafrunTable:
    """几个电脑玩一局；每个回答都要合法，插话者可以不答。"""
    table = deal(seed, PIECES[: len(levels)], Options.model_validate(options), DATA)
    streams = [Stream(seed * 16 + seat) for seat in range(len(levels))]

    def choose(table: Any, ask: Ask) -> Choice:
        optional = ask.what == "interject"
        player = game.players[levels[ask.seat]]
        choice = player(table.view(ask.seat), ask, streams[ask.seat], optional)
        if choice is None and optional:
            return None
        assert choice in ask.options, (ask.what, choice)
        return choice

    simulate(table, choose)
    return table


VARIANTS: list[dict[str, Any]] = [
    {},
    {"must_walk_all": False},
    {"stumble": "skip_next", "come_here_exact": False},
    {"slide_after_transfer": True, "binding_permanent": True, "dice_automatic": True},
    {"last_place_automatic": False, "ties_take_places": False, "tracks": "SFFVGFFVGE-SGGGGGE-SVVVVE"},
    {"up_to_eight": True, "tracks": "1"},
]


@pytest.mark.parametrize("options", VARIANTS, ids=lambda options: "-".join(options) or "default")
@pytest.mark.parametrize("level", ["随机", "普通"])
def test_every_choice_is_legal(level: str, options: dict[str, Any]) -> None:
    for seed, seats in enumerate((2, 3, 5, 8 if options.get("up_to_eight") else 6)):
        table = run_game(seed, [level] * seats, **options)
        assert table.over


def test_sensible_beats_random() -> None:
    """两人局轮流先后手：「普通」拿走九成以上的胜局与第一名。"""
    wins = firsts = tracks = 0
    games = 30
    for seed in range(games):
        mine = seed % 2
        levels = ["普通", "随机"] if mine == 0 else ["随机", "普通"]
        table = run_game(seed, levels)
        wins += table.winners == [mine]
        firsts += sum(row[mine] == 1 for row in table.places)
        tracks += len(table.places)
    assert wins >= 0.9 * games
    assert firsts >= 0.8 * tracks


def test_same_seed_same_game() -> None:
    assert (
        run_game(5, ["普通", "随机", "普通"]).snapshot() == run_game(5, ["普通", "随机", "普通"]).snapshot()
    )


def hidden_swapped(table: LeafrunTable, seat: int) -> LeafrunTable:
    """一张与 `seat` 所见相同的桌子：别人的普通手牌与牌堆里同样轻重的牌换了位置。"""
    other = table.copy()
    spare = {True: [], False: []}
    for card in other.deck:
        spare[other.setup.doubling[card]].append(card)
    for each in range(other.seats):
        if each == seat:
            continue
        for index, card in enumerate(other.hands[each]):
            pool = spare[other.setup.doubling[card]]
            if other.mark[card] == 0 and pool:
                fresh = pool.pop(0)
                other.deck[other.deck.index(fresh)] = card
                other.hands[each][index] = fresh
    return other


def test_choice_depends_only_on_the_view() -> None:
    """L9：把看不到的牌全换掉，「普通」的回答不变；问题里带着的选项空间换成同一张桌子的。"""
    table = deal(11, PIECES[:3], Options(), DATA)
    stream = Stream(1)
    compared = 0

    def choose(table: Any, ask: Ask) -> Choice:
        nonlocal compared
        optional = ask.what == "interject"
        view = table.view(ask.seat)
        choice = sensible_player(view, ask, stream, optional)
        other = hidden_swapped(table, ask.seat)
        assert other.view(ask.seat) == view
        assert sensible_player(other.view(ask.seat), ask, stream, optional) == choice
        compared += 1
        return choice

    simulate(table, choose)
    assert compared > 100


def test_random_player_mostly_lets_interjections_pass() -> None:
    scene = Scene(position("", "路障", at=(3, 5)))
    ask = scene.asked(1)
    view = scene.table.view(1)
    stream = Stream(1)
    played = sum(game.players["随机"](view, ask, stream, True) is not None for _ in range(800))
    assert 60 <= played <= 140


# ------------------------------------------------------------------ 一步步的判断
def decide(*hands: str, seat: int = 0, **more: Any) -> Choice:
    """`seat` 此刻的回答；牌写成牌名。"""
    scene = Scene(position(*hands, **more))
    return named(scene, seat, answer(scene, seat))


def answer(scene: Scene, seat: int) -> Choice:
    ask = scene.asked(seat)
    return sensible_player(scene.table.view(seat), ask, Stream(0), ask.what == "interject")


def named(scene: Scene, seat: int, choice: Choice) -> Choice:
    if not isinstance(choice, list) or not choice:
        return choice
    table = scene.table

    def name(value: Any) -> Any:
        if isinstance(value, list):
            return [name(each) for each in value]
        if isinstance(value, int) and value in table.hands[seat]:
            return table.setup.card_name(value, table.mark[value])
        return value

    return [choice[0], *map(name, choice[1:])]


def test_wears_armour_first() -> None:
    assert decide("事件触发 偷牌 帽子 乐谱", "") == ["armour", "帽子"]


def test_plays_elements_for_steps_first() -> None:
    assert decide("善良 偷牌", "") == ["element", "善良", 2]
    assert decide("善良 偷牌", "", friendship=((2,),)) == ["element", "善良", 1]


def test_heals_when_hurt_enough() -> None:
    assert decide("苹果", "", health=(12,)) == ["heal", "苹果"]
    assert decide("苹果", "", health=(13,)) == ["end"]


def test_triggers_events_before_trading() -> None:
    assert decide("事件触发 偷牌 乐谱", "") == ["event", "事件触发"]


def test_trades_the_least_useful_card() -> None:
    assert decide("偷牌 苹果 乐谱 花束", "") == ["two_for_three", "偷牌", "乐谱"]


def test_two_for_one_when_heavy_with_junk() -> None:
    assert decide("乐谱 哨子 奖杯", "") == ["two_for_one", ["乐谱", "哨子"]]
    assert decide("乐谱 哨子", "") == ["end"]


def test_weapon_goes_to_the_leader_in_range() -> None:
    assert decide("花束", "", "", "", at=(5, 6, 7, 9)) == ["weapon", "花束", 2]
    assert decide("花束", "", at=(5, 9)) == ["end"]


def test_does_not_trade_away_a_finish() -> None:
    """这轮能到终点就全打出去。"""
    hand = "偷牌 偷牌 乐谱"
    assert decide(hand, "", at=(3, 0), tracks="SLLLLLE") == ["move", ["偷牌", "偷牌"]]
    assert decide(hand, "", at=(1, 0), tracks="SLLLLLE") == ["two_for_three", "偷牌", "乐谱"]


def test_does_not_walk_into_a_faint() -> None:
    """再走一格就昏厥：一张行动牌也不打。"""
    assert decide("偷牌 偷牌", "", at=(1, 0), health=(2,), tracks="SLLFFFLLLLLLE") == ["end"]
    assert decide("偷牌 偷牌", "", at=(1, 0), tracks="SLLFLLLLLLLLE")[0] == "move"


def test_does_not_waste_steps_on_a_swamp() -> None:
    choice = decide("偷牌 偷牌 偷牌 偷牌", "", at=(1, 0), tracks="SLLLVLLLLLLLE")
    assert choice == ["move", ["偷牌", "偷牌"]]


def test_keeps_cards_when_it_will_not_move() -> None:
    table = position("偷牌 偷牌", "")
    table.resin[0] = True
    assert answer(Scene(table), 0) == ["end"]


def test_come_here_only_pulls_somebody_back() -> None:
    """L8.1：前面恰好五格的人才拉。"""
    assert decide("给我过来", "", at=(3, 8)) == ["special", "给我过来", 1]
    assert decide("给我过来", "", at=(8, 3)) == ["end"]
    assert decide("", "给我过来", at=(8, 3), seat=1) == ["special", "给我过来", 0]
    assert decide("", "给我过来", at=(3, 8), seat=1) is None


def test_roadblock_only_with_a_rival_close_behind() -> None:
    assert decide("路障", "", at=(8, 5)) == ["special", "路障"]
    assert decide("路障", "", at=(5, 8)) == ["end"]
    assert decide("路障", "", at=(12, 2)) == ["end"]


def test_rainboom_for_a_finish_through_the_forest() -> None:
    """L8.6：不扣体力才到得了终点时用。"""
    assert decide("彩虹音爆 偷牌 偷牌 偷牌", "", at=(1, 0), health=(3,), tracks="SLFFFE") == [
        "special",
        "彩虹音爆",
    ]
    assert decide("彩虹音爆 偷牌 偷牌 偷牌", "", at=(1, 0), tracks="SLFFFE")[0] == "move"


def test_bear_before_spending_actions() -> None:
    """L8.7：攒着行动牌、这轮到不了终点就先打 bear；打过行动牌就不打。"""
    assert decide("bear 偷牌 偷牌", "", at=(1, 0)) == ["special", "bear"]
    table = position("bear 偷牌 偷牌", "", at=(1, 0))
    table.added[0] = 1
    assert answer(Scene(table), 0)[0] == "move"


def test_forced_rest_when_it_costs_nothing() -> None:
    """L8.19：本来就不能移动时打掉。"""
    table = position("自由的强制休息", "", at=(1, 0))
    table.halted[0] = True
    assert answer(Scene(table), 0)[0] == "rest"
    table = position("自由的强制休息", "", at=(1, 0), characters=("苹果杰克",))
    assert answer(Scene(table), 0) == ["end"]


def triggered(kind: str, *hands: str, seat: int = 0, **more: Any) -> Choice:
    scene = Scene(position(f"事件触发 {hands[0]}", *hands[1:], **more))
    scene.trigger(0, kind)
    return named(scene, seat, [0, answer(scene, seat)])[1]


def test_event_choices() -> None:
    assert sorted(triggered("light_dash", "乐谱 哨子 偷牌", "", at=(1, 0))) == sorted(["乐谱", "哨子"])
    assert sorted(triggered("light_dash", "乐谱 哨子 偷牌", "", at=(2, 0), tracks="SLLLLE")) == sorted(
        ["乐谱", "哨子", "偷牌"]
    )
    assert triggered("barter", "偷牌 乐谱", "") == ["乐谱"]
    assert sorted(triggered("scatter", "偷牌 偷牌 乐谱 哨子", "")) == sorted(["乐谱", "哨子"])
    assert triggered("salvage", "", "偷牌", at=(3, 6), armour=("", "帽子")) == ["take", 1, "armour"]
    assert triggered("salvage", "", "偷牌", at=(3, 6), armour=("眼镜", "帽子")) == ["take", 1, "cards"]
    assert triggered("salvage", "偷牌 乐谱", "", "", at=(6, 3, 1)) == ["give", 2, "cards"]
    assert triggered("swap_places", "", "", "", at=(3, 6, 6)) == 1
    assert triggered("resin", "偷牌 偷牌", "", "", at=(3, 6, 5)) == ["偷牌", 1]
    assert triggered("resin", "偷牌", "", at=(3, 6)) is None
    assert triggered("forced_trade", "偷牌 偷牌", "偷牌 乐谱", "乐谱 哨子 奖杯") == [2, 1]
    assert triggered("friendship", "", "") == 2


# ------------------------------------------------------------------ 预见走动
def test_foresee_matches_the_rules_when_alone_in_front() -> None:
    """预见的与规则真走出来的一样：地形、路障、防具、滑沙、沼泽、昏厥、终点。"""
    stream = Stream(9)
    letters = "LLLFFVG"
    for _ in range(400):
        track = "S" + "".join(letters[stream.below(7)] for _ in range(12)) + "E"
        armour = ("帽子",) if stream.below(2) else ("",)
        health = 1 + stream.below(15)
        at = stream.below(12)
        table = position("", "", at=(at, 0), tracks=track, armour=armour, health=(health,), phase="movement")
        table.resin[1] = True
        table.added[0] = stream.below(8)
        table.rainboom[0] = not stream.below(4)
        table.roadblocks = [Barrier(1 + stream.below(12), []) for _ in range(stream.below(3))]
        view = table.view(0)
        me = view.players[0]
        steps = Outlook(view, 0).steps(0)
        after = foresee(list(view.terrain), view.roadblocks, me, steps, 2, painless=me.rainboom)
        scene = Scene(table)
        ended = next(event for event in scene.events if type(event).__name__ == "MovementEnded")
        arrived = [event for event in scene.events if type(event).__name__ == "Arrived"]
        fainted = [event for event in scene.events if type(event).__name__ == "Fainted"]
        moved = [event for event in scene.events if type(event).__name__ == "Stepped"]
        assert after.cell == (moved[-1].cell if moved else at)  # type: ignore[attr-defined]
        assert after.walked == ended.walked[0]  # type: ignore[attr-defined]
        assert (after.overshoot >= 0) == bool(arrived)
        if arrived:
            assert after.overshoot == arrived[0].overshoot  # type: ignore[attr-defined]
        if not me.rainboom:
            assert after.fainted == bool(fainted)


def test_those_ahead_clear_the_way() -> None:
    table = position("", "", at=(1, 3), tracks="SLLLFFVFLE", characters=("大麦", "苹果杰克"))
    table.added[1] = 2
    assert "".join(expected_ground(table.view(0), 0)) == "SLLLLLLFLE"
    assert "".join(expected_ground(table.view(1), 1)) == "SLLLFFVFLE"


# ------------------------------------------------------------------ 统计
def test_summary_adds_up() -> None:
    table = run_game(2, ["普通"] * 4)
    summary = game.summary(table)
    assert summary["rounds"] == sum(summary["track_rounds"])
    assert len(summary["track_rounds"]) == len(summary["points"]) == len(summary["places"]) == 3
    totals = [sum(row[seat] for row in summary["points"]) for seat in range(4)]
    assert summary["totals"] == totals
    best = max(totals)
    assert summary["winners"] == [seat for seat in range(4) if totals[seat] == best]
    assert totals[summary["order"][0]] == best
    assert all(name in DATA.roster.name for name in summary["characters"])
    assert len(summary["faints"]) == 4
