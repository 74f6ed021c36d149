"""L4 出牌回合。"""

from collections import Counter

import pytest

from games.leafrun.events import (
    ArmourWorn,
    BuffGained,
    Drew,
    EventSkipped,
    HealthLost,
    LossPrevented,
    MovementStarted,
    MovePlayed,
    RecoveryPlayed,
    Regenerated,
    Reshuffled,
    TriggerPlayed,
    TurnEnded,
    WeaponGiven,
)
from games.leafrun.setup import PLAIN, RECEIVED
from tests.leafrun.position import DATA, Scene, every, named, only, position, run


# ------------------------------------------------------------------ L4.1
def test_each_action_card_adds_one_step_this_round_without_limit():
    """L4.1"""
    scene = Scene(position("心理攻击 物理攻击 法术攻击 偷牌 心理攻击", "", order=[0, 1]))
    hand = scene.table.hands[0][:]
    told = only(scene.play(0, ["move", hand[:3]]), MovePlayed)
    assert (told.steps, told.total) == (3, 3)
    told = only(scene.play(0, ["move", hand[3:]]), MovePlayed)
    assert (told.steps, told.total) == (2, 5)
    assert scene.table.discard == hand
    scene.end(0)
    scene.end(1)
    assert scene.table.position == [6, 1]
    assert scene.table.added == [0, 0]  # 只管本轮
    assert "L4.1" in scene.refused(scene.table.active, ["move", []]).clause


def test_only_action_cards_add_steps():
    """L4.1"""
    scene = Scene(position("乐器 苹果 心理攻击", ""))
    for name in ("乐器", "苹果"):
        refused = scene.refused(0, ["move", [scene.card(0, name)]])
        assert refused.clause == "L4.1"
    attack = scene.card(0, "心理攻击")
    scene.refused(0, ["move", [attack, attack]])


# ------------------------------------------------------------------ L4.2
def test_two_for_three_once_a_turn():
    """L4.2"""
    scene = Scene(position("心理攻击 心理攻击 苹果 乐谱", "", deck="偷牌 偷牌 帽子 善良"))
    attack, apple = scene.card(0, "心理攻击"), scene.card(0, "苹果")
    events = scene.play(0, ["two_for_three", attack, apple])
    assert only(events, Drew).count == 3
    assert named(scene.table, scene.table.hands[0]) == ["心理攻击", "乐谱", "偷牌", "偷牌", "帽子"]
    assert scene.table.discard == [attack, apple]
    refused = scene.refused(0, ["two_for_three", scene.card(0, "心理攻击"), scene.card(0, "乐谱")])
    assert refused.clause == "L4.2"
    scene.end(0)
    scene.end(1)
    if scene.table.active != 0:
        scene.end(1)
    # 下一轮又能用。
    scene.play(0, ["two_for_three", scene.card(0, "心理攻击"), scene.card(0, "乐谱")])


def test_two_for_three_needs_one_action_and_one_other():
    """L4.2"""
    scene = Scene(position("心理攻击 偷牌 苹果 乐谱", ""))
    attack, steal = scene.card(0, "心理攻击"), scene.card(0, "偷牌")
    apple, score = scene.card(0, "苹果"), scene.card(0, "乐谱")
    assert scene.refused(0, ["two_for_three", attack, steal]).clause == "L4.2"
    assert scene.refused(0, ["two_for_three", apple, score]).clause == "L4.2"
    assert scene.refused(0, ["two_for_three", apple, attack]).clause == "L4.2"
    assert scene.table.exchanges == 0


# ------------------------------------------------------------------ L4.3
def test_two_for_one_once_a_turn():
    """L4.3"""
    scene = Scene(position("乐器 苹果 乐谱 帽子 心理攻击", "", deck="善良"))
    cards = [scene.card(0, "乐器"), scene.card(0, "苹果")]
    assert only(scene.play(0, ["two_for_one", cards]), Drew).count == 1
    assert named(scene.table, scene.table.hands[0]) == ["乐谱", "帽子", "心理攻击", "善良"]
    left = [scene.card(0, "乐谱"), scene.card(0, "帽子")]
    assert scene.refused(0, ["two_for_one", left]).clause == "L4.3"


def test_two_for_one_takes_two_other_cards():
    """L4.3"""
    scene = Scene(position("乐器 苹果 心理攻击", ""))
    instrument, apple, attack = (scene.card(0, name) for name in ("乐器", "苹果", "心理攻击"))
    assert scene.refused(0, ["two_for_one", [instrument, attack]]).clause == "L4.3"
    assert scene.refused(0, ["two_for_one", [instrument]]).clause == "L4.3"
    scene.refused(0, ["two_for_one", [apple, apple]])


# ------------------------------------------------------------------ L4.4
def test_a_weapon_goes_to_someone_within_two_cells_and_weighs_on_them():
    """L4.4：距离 ≤2（含同格）；进他手牌，占 1 负重。"""
    scene = Scene(position("乐器 宠物 机器", "", "", "", at=[5, 5, 7, 8]))
    told = only(scene.use(0, "weapon", "乐器", 1), WeaponGiven)
    assert (told.target, told.load, told.limit) == (1, 1, 7)
    scene.use(0, "weapon", "宠物", 2)
    refused = scene.refused(0, ["weapon", scene.card(0, "机器"), 3])
    assert refused.clause == "L4.4"
    assert "2号、3号" in refused.advice
    assert scene.refused(0, ["weapon", scene.card(0, "机器"), 0]).clause == "L4.4"
    assert named(scene.table, scene.table.hands[1]) == ["乐器"]
    assert scene.table.load(1) == 1
    assert scene.table.discard == []


def test_a_received_weapon_is_not_given_on_but_pays_for_trades():
    """L4.4：记「收到的」，不能再给别人，可当非行动牌用于 L4.2、L4.3。"""
    scene = Scene(position("乐器", "心理攻击 宠物", "", order=[0, 1, 2]))
    scene.use(0, "weapon", "乐器", 1)
    scene.end(0)
    instrument = scene.card(1, "乐器")
    assert scene.table.mark[instrument] == RECEIVED
    assert scene.refused(1, ["weapon", instrument, 2]).clause == "L4.4"
    scene.play(1, ["two_for_one", [instrument, scene.card(1, "宠物")]])
    assert scene.table.mark[instrument] == PLAIN  # 进弃牌堆即消（L4.13）


def test_a_received_weapon_pays_for_two_for_three():
    """L4.4"""
    scene = Scene(position("心理攻击 收到的乐器", ""))
    scene.play(0, ["two_for_three", scene.card(0, "心理攻击"), scene.card(0, "乐器")])
    assert scene.table.discard


def test_a_weapon_may_go_to_someone_fainted():
    """L4.4、L6.3：昏厥者可被给武器。"""
    table = position("乐器", "", at=[3, 4])
    table.fainted[1], table.health[1] = 0, 0
    scene = Scene(table)
    scene.use(0, "weapon", "乐器", 1)
    assert len(table.hands[1]) == 1


# ------------------------------------------------------------------ L4.5
def test_armour_is_worn_one_at_a_time_and_weighs_nothing():
    """L4.5：最多一件，换下的进弃牌堆；装备后不占负重（手里占 1）。"""
    scene = Scene(position("帽子 面具", ""))
    table = scene.table
    hat, mask = scene.card(0, "帽子"), scene.card(0, "面具")
    assert table.load(0) == 2
    assert only(scene.play(0, ["armour", hat]), ArmourWorn).replaced is None
    assert (table.load(0), table.armour[0], table.discard) == (1, hat, [])
    assert only(scene.play(0, ["armour", mask]), ArmourWorn).replaced == hat
    assert (table.load(0), table.armour[0], table.discard) == (0, mask, [hat])


def test_armour_absorbs_the_first_loss_by_default():
    """L4.5：「自动」抵消一次扣血（一格林间的 −2）后弃掉。"""
    table = position("", "", characters=["糖糖", "大麦"], armour=["帽子"], tracks="SFFLLE", phase="movement")
    hat = table.armour[0]
    events = run(table)
    assert [(loss.reason, loss.card) for loss in every(events, LossPrevented)] == [("armour", hat)]
    lost = [event for event in every(events, HealthLost) if event.seat == 0]
    assert [(loss.amount, loss.health) for loss in lost] == [(2, 12)]
    assert table.armour[0] == -1
    assert hat in table.discard


@pytest.mark.parametrize(("health", "kept"), [(3, True), (2, False), (1, False)])
def test_armour_on_keep_saves_itself_for_the_loss_that_would_faint(health: int, kept: bool):
    """L4.5：「保留」＝只在这次扣血会致晕时用。"""
    table = position("", "", health=[health, None], armour=["帽子"], tracks="SFLLLE", phase="movement")
    table.declare(0, "armour_mode", "keep")
    run(table)
    assert (table.armour[0] != -1) == kept
    assert table.health[0] == (1 if kept else health)
    assert table.fainted[0] == -1


def test_armour_setting_may_change_at_any_time_and_changes_nothing_else():
    """L4.5：玩家可随时设「保留」。"""
    scene = Scene(position("心理攻击", "", armour=["", "帽子"]))
    before = scene.table.copy()
    assert scene.match.declare(1, "armour_mode", "keep").events == []
    assert scene.table.armour_mode == ["auto", "keep"]
    before.armour_mode[1] = "keep"
    assert scene.table.snapshot() == before.snapshot()
    assert scene.waiting() == {0: "turn"}
    with pytest.raises(ValueError):
        scene.match.declare(1, "armour_mode", "不要")
    # 自己的设定只有自己看得到。
    assert scene.table.view(1).armour_mode == "keep"
    assert scene.table.view(0).armour_mode == "auto"
    assert scene.table.view(None).armour_mode == ""


# ------------------------------------------------------------------ L4.6
@pytest.mark.parametrize(("before", "after"), [(5, 8), (13, 15), (15, 15)])
def test_recovery_gives_three_up_to_the_cap(before: int, after: int):
    """L4.6：不超上限；满血也可打。"""
    scene = Scene(position("苹果", "", health=[before]))
    told = only(scene.use(0, "heal", "苹果"), RecoveryPlayed)
    assert (told.gained, told.health) == (after - before, after)
    assert scene.table.health[0] == after
    assert named(scene.table, scene.table.discard) == ["苹果"]


# ------------------------------------------------------------------ L4.7
def test_a_trigger_in_hand_forbids_ending_and_resting():
    """L4.7"""
    scene = Scene(position("事件触发 自由的强制休息 心理攻击", ""))
    refused = scene.refused(0, ["end"])
    assert (refused.clause, refused.advice) == ("L4.7", "先 出牌 事件触发")
    assert scene.refused(0, ["rest", scene.card(0, "自由的强制休息")]).clause == "L4.7"
    assert ["end"] not in list(scene.asked(0).options)
    scene.play(0, ["move", [scene.card(0, "心理攻击")]])  # 别的动作照样能做
    told = scene.trigger(0, "use_terrain", (6, 1))
    assert only(told, TriggerPlayed).number == 1
    scene.use(0, "rest", "自由的强制休息")


def test_a_trigger_cannot_pay_for_trades():
    """L4.7：不能当 L4.2、L4.3 的代价。"""
    scene = Scene(position("事件触发 心理攻击 苹果", ""))
    trigger = scene.card(0, "事件触发")
    assert scene.refused(0, ["two_for_three", scene.card(0, "心理攻击"), trigger]).clause == "L4.7"
    assert scene.refused(0, ["two_for_one", [scene.card(0, "苹果"), trigger]]).clause == "L4.7"


@pytest.mark.parametrize("kind", ["light_dash", "barter", "scatter"])
def test_triggers_may_be_thrown_away_by_events(kind: str):
    """L4.7：可被事件 2、5、11 弃走（8、13 转走见 L8）。"""
    scene = Scene(position("事件触发 事件触发", "", deck="乐谱"))
    scene.trigger(0, kind)
    if kind != "scatter":  # 只剩一张，弃一半进位就是它，不用选
        scene.play(0, [scene.card(0, "事件触发")])
    assert "事件触发" not in named(scene.table, scene.table.hands[0])
    scene.end(0)


def test_triggers_drawn_later_wait_for_the_next_own_turn():
    """L4.7：移动后摸到的，归下一个自己回合。"""
    scene = Scene(position("", "", deck="事件触发 乐谱", order=[0, 1]))
    scene.end(0)
    scene.end(1)
    assert named(scene.table, scene.table.hands[0]) == ["事件触发"]
    if scene.table.active == 1:
        scene.end(1)
    assert scene.refused(0, ["end"]).clause == "L4.7"


def test_twenty_triggers_a_turn_at_most():
    """L4.7：一回合最多结算 20 张，余下留到下回合，也不再挡结束与强制休息。"""
    table = position("事件触发 事件触发 自由的强制休息", "")
    scene = Scene(table)
    table.triggers = 19
    assert scene.asked(0).options.count() == 2  # 只有两张事件触发可打
    scene.trigger(0, "use_terrain", (6, 1))
    assert scene.refused(0, ["event", scene.card(0, "事件触发")]).clause == "L4.7"
    assert scene.asked(0).default == ["end"]
    assert ["rest", scene.card(0, "自由的强制休息")] in scene.asked(0).options
    scene.end(0)
    assert "事件触发" in named(table, table.hands[0])
    scene.end(1)
    while table.active != 0:
        scene.end(1)
    assert table.triggers == 0
    assert scene.refused(0, ["end"]).clause == "L4.7"


def test_triggers_left_by_a_forced_end_wait_for_the_next_own_turn():
    """L4.7：因事件 18 强制结束时剩下的，也留到下个自己回合。"""
    scene = Scene(position("事件触发 事件触发", ""))
    events = scene.trigger(0, "stumble")
    assert only(events, TurnEnded).reason == "stumble"
    assert named(scene.table, scene.table.hands[0]) == ["事件触发"]
    assert scene.waiting() == {1: "turn"}


# ------------------------------------------------------------------ L4.8
@pytest.mark.parametrize(("name", "cap", "limit"), [("小蝶", 14, 7), ("瑞瑞", 13, 7), ("大麦", 16, 8)])
def test_element_one_raises_load_and_health_caps_by_one(name: str, cap: int, limit: int):
    """L4.8①：负重上限 +1、体力上限 +1；这点体力上限不再加负重上限，当前体力不变。"""
    scene = Scene(position("善良", "", characters=[name], health=[9]))
    table = scene.table
    scene.use(0, "element", "善良", 1)
    assert (table.max_health(0), table.limit(0), table.health[0]) == (cap, limit, 9)


def test_element_two_raises_base_move_by_one():
    """L4.8②"""
    scene = Scene(position("善良", "", order=[0, 1]))
    assert only(scene.use(0, "element", "善良", 2), BuffGained).buff == 2
    scene.end(0)
    scene.end(1)
    assert scene.table.position == [2, 1]


def test_element_three_restores_one_after_the_draws():
    """L4.8③：每轮摸牌之后回 1 体力（昏厥者、已到终点者除外），不超上限。"""
    table = position(
        "",
        "",
        "",
        "",
        at=[3, 28, 5, 6],
        health=[9, 9, 0, 15],
        buffs=[[3], [3], [3], [3]],
        phase="movement",
    )
    table.fainted[2] = 1
    events = run(table)
    assert table.health == [10, 9, 0, 15]
    told = only(events, Regenerated)
    assert (told.seat, told.gained, told.health) == (0, 1, 10)
    assert events.index(told) > events.index(every(events, Drew)[-1])


def test_a_buff_cannot_be_taken_twice_and_with_all_three_no_element_is_played():
    """L4.8：选一个自己还没有的；三种都有就不能打。"""
    scene = Scene(position("善良 忠诚", "", buffs=[[1, 3]]))
    card = scene.table.hands[0][0]
    assert scene.refused(0, ["element", card, 1]).clause == "L4.8"
    assert scene.refused(0, ["element", card, 4]).clause == "L4.8"
    scene.play(0, ["element", card, 2])
    refused = scene.refused(0, ["element", scene.table.hands[0][0], 2])
    assert refused.clause == "L4.8"
    assert "三种" in refused.reason
    assert scene.table.load(0) == 1  # 增益不占负重，手里那张占 1


# ------------------------------------------------------------------ L4.9
def test_effect_cards_are_only_other_cards():
    """L4.9：只作非行动牌。"""
    scene = Scene(position("乐谱 心理攻击 苹果", ""))
    score = scene.card(0, "乐谱")
    assert {choice[0] for choice in scene.asked(0).options if score in choice[1:]} == {"two_for_three"}
    trades = [choice for choice in scene.asked(0).options if choice[0] == "two_for_one"]
    assert trades == [["two_for_one", [score, scene.card(0, "苹果")]]]
    for verb in ("heal", "armour", "event"):
        scene.refused(0, [verb, score])


# ------------------------------------------------------------------ L4.10
def test_every_card_in_hand_weighs_one_and_specials_as_listed():
    """L4.10：装备的防具、增益、给我过来、彩虹音爆、bear 不占；路障 1；强制休息 2。"""
    table = position(
        "心理攻击 事件触发 乐器 苹果 善良 给我过来 彩虹音爆 bear 路障 自由的强制休息",
        "",
        armour=["帽子"],
        buffs=[[1]],
    )
    assert table.load(0) == 5 + 0 + 0 + 0 + 1 + 2
    weights = {
        name: table.card_load(card)
        for name, card in zip(named(table, table.hands[0]), table.hands[0], strict=True)
    }
    assert weights == {
        "心理攻击": 1,
        "事件触发": 1,
        "乐器": 1,
        "苹果": 1,
        "善良": 1,
        "给我过来": 0,
        "彩虹音爆": 0,
        "bear": 0,
        "路障": 1,
        "自由的强制休息": 2,
    }


# ------------------------------------------------------------------ L4.11
def test_the_discard_pile_is_reshuffled_when_the_deck_runs_out():
    """L4.11：手牌无上限。牌堆空时洗弃牌堆。"""
    table = position("心理攻击 苹果", "", deck="乐谱", discard="帽子 面具 乐器", empty_deck=True)
    scene = Scene(table)
    events = scene.play(0, ["two_for_three", scene.card(0, "心理攻击"), scene.card(0, "苹果")])
    # 打出的两张先进弃牌堆（L4.13），所以也一起洗回：3 + 2。
    assert only(events, Reshuffled).count == 5
    assert only(events, Drew).count == 3
    assert named(table, table.hands[0])[0] == "乐谱"
    assert len(table.deck) == 3
    assert table.discard == []


def test_drawing_takes_what_there_is():
    """L4.11：仍不足则能摸几张摸几张。"""
    table = position("事件触发", "", deck="乐谱", empty_deck=True)
    scene = Scene(table)
    told = only(scene.trigger(0, "royal_gift"), Drew)  # 要摸 8 张，只有 1 张，加上洗回的事件触发
    assert (told.count, told.missing) == (2, 6)
    assert Counter(named(table, table.hands[0])) == {"乐谱": 1, "事件触发": 1}


def test_hands_have_no_limit():
    """L4.11"""
    table = position(" ".join(["心理攻击"] * 16 + ["物理攻击"] * 16), "")
    table.draw(0, 30, "walk")
    assert len(table.hands[0]) == 62


# ------------------------------------------------------------------ L4.12
def test_anytime_cards_are_played_in_anyones_turn_between_actions():
    """L4.12：任何人出牌回合的动作间隙都能打；先到先算。"""
    scene = Scene(position("心理攻击 心理攻击", "路障", "bear", at=[3, 8, 9], order=[0, 1, 2]))
    assert scene.waiting() == {0: "turn", 1: "interject", 2: "interject"}
    assert [ask.seat for ask in scene.match.clocked()] == [0]
    scene.use(2, "special", "bear")
    scene.use(1, "special", "路障")
    assert scene.waiting() == {0: "turn"}
    assert [barrier.cell for barrier in scene.table.roadblocks] == [8]
    assert scene.table.halted == [False, False, True]
    scene.end(0)
    assert scene.waiting() == {1: "turn"}


def test_the_active_player_plays_their_own_anytime_card():
    """L4.12：持有者包括出牌的人自己。"""
    scene = Scene(position("彩虹音爆", ""))
    scene.use(0, "special", "彩虹音爆")
    assert scene.table.rainboom == [True, False]


def test_no_anytime_card_while_a_choice_is_pending():
    """L4.12：有待决的选择时不能打。"""
    scene = Scene(position("事件触发 心理攻击", "路障"))
    scene.trigger(0, "barter")
    assert scene.waiting() == {0: "barter"}
    assert "现在没有在问你" in scene.refused(1, ["special", scene.card(1, "路障")]).reason
    scene.play(0, [])
    assert scene.waiting() == {0: "turn", 1: "interject"}


def test_no_anytime_card_while_a_die_is_pending():
    """L4.12"""
    scene = Scene(position("事件触发", "路障", dice_automatic=False))
    scene.use(0, "event", "事件触发")
    assert scene.waiting() == {0: "roll"}


def test_the_fainted_and_the_finished_cannot_play_anytime_cards():
    """L4.12：未昏厥、未到终点的持有者。"""
    table = position("心理攻击", "路障", "bear", "bear", places=[0, 1, 0, 0])
    table.fainted[2], table.health[2] = 0, 0
    scene = Scene(table)
    assert scene.waiting() == {0: "turn", 3: "interject"}


def test_movement_follows_the_last_turn_without_another_window():
    """L4.12：最后一人结束出牌即移动，不另开窗口。"""
    scene = Scene(position("路障", "", order=[0, 1]))
    scene.end(0)
    assert scene.waiting() == {1: "turn", 0: "interject"}
    events = scene.end(1)
    assert every(events, MovementStarted)
    assert scene.table.position == [1, 1]


def test_only_anytime_cards_interject():
    """L4.12"""
    scene = Scene(position("", "路障 苹果 自由的强制休息"))
    assert scene.refused(1, ["heal", scene.card(1, "苹果")]).clause == "L4.12"
    assert scene.refused(1, ["special", scene.card(1, "苹果")]).clause == "L4.12"
    assert scene.refused(1, ["special", scene.card(1, "自由的强制休息")]).clause == "L8.19"
    assert list(scene.asked(1).options) == [["special", scene.card(1, "路障")]]


def test_anytime_cards_count_as_hand_but_pay_for_nothing():
    """L4.12：它们算手牌，不可作 L4.2、L4.3 代价。"""
    scene = Scene(position("路障 苹果 心理攻击", ""))
    block = scene.card(0, "路障")
    assert scene.refused(0, ["two_for_three", scene.card(0, "心理攻击"), block]).clause == "L4.12"
    assert scene.refused(0, ["two_for_one", [scene.card(0, "苹果"), block]]).clause == "L4.12"
    assert scene.table.view(None).players[0].hand_count == 3


def test_a_stolen_anytime_card_works_for_its_new_holder():
    """L4.12：可被抽走，新持有者照样可用。"""
    scene = Scene(position("事件触发", "bear", at=[0, 0], order=[0, 1]))
    scene.trigger(0, "forced_trade")
    scene.play(0, [1, 1])
    # 只有那一张，抽来又被抽回去。
    assert named(scene.table, scene.table.hands[1]) == ["bear"]
    scene = Scene(position("事件触发", "bear", at=[0, 3]))
    scene.trigger(0, "salvage")
    scene.play(0, ["take", 1, "cards"])
    assert scene.table.specials == [[scene.card(0, "bear")], []]
    scene.use(0, "special", "bear")
    assert scene.table.bear_pending == [True, False]


# ------------------------------------------------------------------ L4.13
def test_played_cards_reach_the_discard_pile_before_they_take_effect():
    """L4.13：牌堆空时，二弃一刚弃的两张也洗进去，摸到的就是其中之一。"""
    table = position("乐谱 哨子", "", empty_deck=True)
    scene = Scene(table)
    told = only(scene.play(0, ["two_for_one", table.hands[0][:]]), Drew)
    assert told.count == 1
    assert named(table, table.hands[0])[0] in ("乐谱", "哨子")


def test_specials_turn_back_into_plain_triggers():
    """L4.13：特殊牌打出或弃掉后还原为普通的事件触发进弃牌堆。"""
    scene = Scene(position("路障 事件触发", "bear"))
    block = scene.card(0, "路障")
    scene.play(0, ["special", block])
    table = scene.table
    assert table.discard == [block]
    assert table.mark[block] == PLAIN
    assert named(table, table.discard) == ["事件触发"]
    scene = Scene(position("事件触发 bear", ""))
    bear = scene.card(0, "bear")
    scene.trigger(0, "barter")
    scene.play(0, [bear])
    assert scene.table.mark[bear] == PLAIN
    assert scene.table.specials[0] == []


def test_weapons_armour_and_elements_stay_on_the_table_until_they_leave():
    """L4.13：武器进对方手牌，防具与元素留在面前，离场时进弃牌堆。"""
    scene = Scene(position("乐器 帽子 善良", ""))
    scene.use(0, "weapon", "乐器", 1)
    scene.use(0, "armour", "帽子")
    scene.use(0, "element", "善良", 1)
    assert scene.table.discard == []


def test_the_received_mark_travels_with_the_card():
    """L4.13：「收到的」记号随牌易手。"""
    scene = Scene(position("事件触发", "收到的乐器", "", at=[0, 3, 3]))
    scene.trigger(0, "salvage")
    scene.play(0, ["take", 1, "cards"])
    instrument = scene.card(0, "乐器")
    assert scene.table.mark[instrument] == RECEIVED
    assert scene.refused(0, ["weapon", instrument, 1]).clause == "L4.4"


# ------------------------------------------------------------------ 选项空间
def test_the_turn_space_lists_counts_and_contains_the_same_choices():
    """L4：列出、计数、判断三者一致，且包含该有的每一类。"""
    hand = "心理攻击 偷牌 乐器 收到的宠物 帽子 苹果 善良 乐谱 路障 给我过来 自由的强制休息"
    scene = Scene(position(hand, "", "", at=[5, 5, 10], buffs=[[2]]))
    space = scene.asked(0).options
    choices = list(space)
    assert len(choices) == space.count()
    assert len({str(choice) for choice in choices}) == len(choices)
    assert all(choice in space for choice in choices)
    counts = Counter(choice[0] for choice in choices)
    assert counts == {
        "move": 3,
        "two_for_three": 2 * 6,
        "two_for_one": 15,
        "weapon": 1,
        "armour": 1,
        "heal": 1,
        "element": 2,
        "special": 2,
        "rest": 1,
        "end": 1,
    }


@pytest.mark.parametrize(
    "junk",
    [
        None,
        1,
        True,
        "end",
        [],
        {},
        [[]],
        ["end", 1],
        ["飞"],
        ["move"],
        ["move", 3],
        ["special"],
        ["heal", True],
    ],
)
def test_nonsense_is_refused_with_a_way_out(junk: object):
    """L4：读不懂的回答不出错，都给出理由与写法。"""
    scene = Scene(position("苹果 心理攻击", ""))
    refused = scene.refused(0, junk)
    assert refused.reason
    assert refused.clause
    assert refused.advice


def test_an_event_with_nothing_to_discard_is_skipped_aloud():
    """L4.7：打出最后一张手牌，轻装狂奔没有牌可弃。"""
    scene = Scene(position("事件触发", ""))
    assert only(scene.trigger(0, "light_dash"), EventSkipped).reason == "no_cards"
    assert DATA.rules.events_per_turn == 20
