"""L10 超时默认：每个问题的默认回答。"""

import pytest

from games.kernel import Match, Together
from games.leafrun.rules import deal
from tests.leafrun.position import DATA, PIECES, Scene, first_question, named, position, rules_of


def default_of(scene: Scene, seat: int = 0):
    ask = scene.asked(seat)
    assert ask.default in ask.options
    return ask.default


# ------------------------------------------------------------------ L10.1
def test_opening_defaults():
    """L10.1：角色取移动高者、再体力高者；换牌不换；掷骰自动。"""
    match = Match(deal(5, PIECES[:4], rules_of(), DATA))
    while any(ask.what == "roll" for ask in match.waiting.values()):
        seat = min(match.waiting)
        assert match.waiting[seat].default == "掷骰"
        match.answer(seat, match.waiting[seat].default)
    roster = DATA.roster
    for seat, ask in match.waiting.items():
        assert ask.what == "character"
        best = max((roster.move[each], roster.health[each]) for each in match.table.candidates[seat])
        assert (roster.move[ask.default], roster.health[ask.default]) == best
    for seat, ask in list(match.waiting.items()):
        match.answer(seat, ask.default)
    assert [(ask.what, ask.default) for ask in match.waiting.values()] == [("exchange", [])] * 4


def test_automatic_dice_need_nobody():
    """L10.1 ⚙自动掷骰"""
    match = Match(deal(5, PIECES[:4], rules_of(dice_automatic=True), DATA))
    assert {ask.what for ask in match.waiting.values()} == {"character"}


# ------------------------------------------------------------------ L10.2
def test_turn_default_plays_triggers_then_ends():
    """L10.2：把事件触发依次打完即结束；不替人给武器。"""
    scene = Scene(position("乐器 事件触发 心理攻击 事件触发 bear", ""))
    first, second = scene.card(0, "事件触发"), scene.card(0, "事件触发", 1)
    assert default_of(scene) == ["event", first]
    scene.trigger(0, "use_terrain", (6, 1))
    assert default_of(scene) == ["event", second]
    scene.trigger(0, "use_terrain", (6, 1))
    assert default_of(scene) == ["end"]
    assert named(scene.table, scene.table.hands[0]) == ["乐器", "心理攻击", "bear"]


# ------------------------------------------------------------------ L10.3
@pytest.mark.parametrize(
    ("owned", "default"), [([], 2), ([2], 1), ([1, 2], 3), ([1], 2), ([3], 2), ([2, 3], 1), ([1, 3], 2)]
)
def test_friendship_default(owned: list[int], default: int):
    """L10.3：取 ②①③ 中第一个没有的。"""
    scene = Scene(position("事件触发", "", buffs=[owned]))
    scene.trigger(0, "friendship")
    assert default_of(scene) == default


def test_waking_default_is_half():
    """L10.3：苏醒取半血。"""
    table = position("", "", phase="round", round=5)
    table.fainted[0], table.health[0] = 1, 0
    question = first_question(table)
    assert isinstance(question, Together)
    assert [ask.default for ask in question.asks] == ["half"]


def test_armour_is_automatic_and_anytime_cards_stay_unplayed():
    """L10.3：防具自动；随时牌不打（插话的人不计时，也没有默认）。"""
    scene = Scene(position("", "路障"))
    assert scene.table.armour_mode == ["auto", "auto"]
    assert [ask.what for ask in scene.match.clocked()] == ["turn"]
    assert default_of(scene) == ["end"]


# ------------------------------------------------------------------ L10.4
@pytest.mark.parametrize("kind", ["light_dash", "barter"])
def test_dash_and_barter_discard_nothing(kind: str):
    """L10.4：2、5 弃 0 张。"""
    scene = Scene(position("事件触发 乐器 苹果", ""))
    scene.trigger(0, kind)
    assert default_of(scene) == []


def test_forced_trade_default():
    """L10.4：8 取手牌最多者、n=1。"""
    scene = Scene(position("事件触发", "偷牌", "偷牌 苹果 乐器", "偷牌 偷牌"))
    scene.trigger(0, "forced_trade")
    assert default_of(scene) == [2, 1]


def test_resin_default_is_not_to_use_it():
    """L10.4：9 不用。"""
    scene = Scene(position("事件触发 偷牌", ""))
    scene.trigger(0, "resin")
    assert default_of(scene) is None


def test_scatter_default_discards_other_cards_that_weigh_first():
    """L10.4：11 先弃占负重的非行动牌，再行动牌，最后不占负重的。"""
    hand = "事件触发 bear 偷牌 乐器 路障 彩虹音爆 苹果"
    scene = Scene(position(hand, ""))
    scene.trigger(0, "scatter")
    assert named(scene.table, default_of(scene)) == ["乐器", "路障", "苹果"]
    scene = Scene(position("事件触发 bear 偷牌 给我过来 乐器", ""))
    scene.trigger(0, "scatter")
    assert named(scene.table, default_of(scene)) == ["乐器", "偷牌"]


def test_salvage_default_takes_the_armour_else_cards():
    """L10.4：13 有防具取防具否则两张手牌；同近者座次先；同格选「取」。"""
    scene = Scene(position("事件触发", "偷牌", "乐器", at=[3, 6, 6], armour=["", "面具", "帽子"]))
    scene.trigger(0, "salvage")
    assert default_of(scene) == ["take", 1, "armour"]
    scene = Scene(position("事件触发 苹果", "偷牌", at=[3, 3], armour=["帽子"]))
    scene.trigger(0, "salvage")
    assert default_of(scene) == ["take", 1, "cards"]


def test_salvage_default_gives_other_cards_to_the_foremost():
    """L10.4：目标取最前者；给则给非行动牌；没有手牌才给防具。"""
    scene = Scene(position("事件触发 偷牌 苹果 心理攻击 乐器", "", "", "", at=[9, 4, 7, 7], armour=["帽子"]))
    scene.trigger(0, "salvage")
    assert default_of(scene) == ["give", 2, "cards"]
    scene.play(0, ["give", 2, "cards"])
    assert named(scene.table, default_of(scene)) == ["苹果", "乐器"]
    scene = Scene(position("事件触发", "", at=[9, 4], armour=["帽子"]))
    scene.trigger(0, "salvage")
    assert default_of(scene) == ["give", 1, "armour"]


def test_swap_default_is_ahead_then_the_lower_seat():
    """L10.4：14 前方、座次先。"""
    scene = Scene(position("事件触发", "", "", "", at=[9, 6, 12, 12]))
    scene.trigger(0, "swap_places")
    assert default_of(scene) == 2


# ------------------------------------------------------------------ L10.5
def test_trim_default_discards_other_cards_first():
    """L10.5：先弃非行动牌。"""
    hand = "偷牌 乐器 bear 心理攻击 苹果 偷牌 自由的强制休息 偷牌"
    scene = Scene(position(hand, "", places=[1, 2], phase="next_track", tracks="SLE-SLE"))
    assert named(scene.table, default_of(scene)) == ["乐器", "苹果", "bear"]


@pytest.mark.parametrize(("owned", "kept"), [([1, 2], [2]), ([1, 3], [1]), ([1, 2, 3], [2]), ([2, 3], [2])])
def test_keep_buff_default_is_two(owned: list[int], kept: list[int]):
    """L10.5：增益留 ②；没有 ② 时按 L10.3 的次序留。"""
    scene = Scene(position("", "", buffs=[owned], places=[1, 2], phase="next_track", tracks="SLE-SLE"))
    assert default_of(scene) == kept


# ------------------------------------------------------------------ L10.6
def test_three_timeouts_in_a_row_hand_over_the_seat():
    """L10.6：次数写在数据里，游戏照它告诉大厅。"""
    from games.leafrun import game

    assert DATA.rules.timeouts_before_autopilot == 3
    assert game.timeouts == 3
