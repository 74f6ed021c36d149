"""G2.1–G2.5：武将、组队、得分、终止、百倍。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Illegal, Match, Stream
from games.magicelite.events import (
    Died,
    GameOver,
    GeneralEntered,
    GeneralsDrawn,
    IdentitiesDealt,
    Retracted,
    Scored,
    SetPlayed,
    TeamsFormed,
    VoteCast,
    VotePassed,
)
from games.magicelite.rules import deal
from games.magicelite.table import END_VOTE, NOBODY
from tests.magicelite.position import DATA, Scene, cards_of, every, named, only, options_of
from tests.magicelite.rules.second_stage import feud, stage, state, state_of
from tests.magicelite.rules.test_e10_secrecy import encoded


# ------------------------------------------------------------------ G2.1 武将
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_everybody_draws_as_many_generals(seats: int, count: int):
    """G2.1：每人暗抽 k 张，第一张满血上场。"""
    table = deal(3, [""] * seats, options_of(generation=2, generals=count), DATA)
    second = state_of(table)
    assert [len(each) for each in second.generals] == [count - 1] * seats
    everything = [*table.identity, *table.spare, *[card for each in second.generals for card in each]]
    assert sorted(everything) == list(range(DATA.identities_of(table.decks).size))
    assert table.health == table.cap == [table.number(seat) for seat in range(seats)]


def test_three_generals_unless_agreed_otherwise():
    """G2.1 E11.4：武将数 3、不组队。"""
    assert options_of(generation=2).generals == 3 and not options_of(generation=2).in_teams


def test_opening_tells_each_his_own_generals_only():
    """G2.1 E10：自己抽到的从大到小；别人只知道几张。"""
    match = Match(deal(9, ["", "", ""], options_of(generation=2), DATA))
    drawn = only(match.events, GeneralsDrawn)
    second = state_of(match.table)
    place = match.table.setup.place
    for viewer in (0, 1, 2):
        mine = sorted([match.table.identity[viewer], *second.generals[viewer]], key=lambda card: place[card])
        assert drawn.seen_by(viewer).generals.seen == mine
    assert drawn.seen_by(None).generals.seen is None and drawn.count == 3
    assert not every(match.events, IdentitiesDealt)
    entered = every(match.events, GeneralEntered)
    assert [told.seat for told in entered] == match.table.order()
    assert {told.left for told in entered} == {2}


def test_order_of_generals_is_unknown_and_others_generals_are_hidden():
    """G2.1 E10：两个世界。别人的暗将换成别的、自己的上场次序倒过来，所见一字不差。"""
    for seed in range(8):
        match = Match(deal(seed, ["", "", ""], options_of(generation=2), DATA))
        stream = Stream(seed)
        for _ in range(10):
            if match.over:
                break
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.sample(stream))
        table = match.table
        second = state_of(table)
        for viewer in (None, 0, 1, 2):
            twin = table.copy()
            other = state_of(twin)
            for seat in range(3):
                if seat != viewer and other.generals[seat] and twin.spare:
                    other.generals[seat][0], twin.spare[0] = twin.spare[0], other.generals[seat][0]
                other.generals[seat].reverse()
            assert encoded(twin.view(viewer)) == encoded(table.view(viewer))
            shown = table.view(viewer).second
            assert shown is not None
            assert shown.generals_left == [len(each) for each in second.generals]
            assert shown.generals == ([] if viewer is None else sorted(second.generals[viewer]))


def test_next_general_enters_with_full_health_and_keeps_the_hand():
    """G2.1：阵亡后下一张满血上场，手牌保留，顺序重排。"""
    scene = stage(
        "♦6 ♥2 ♥3",
        "♠2 ♥4 ♥6",
        "♥2 ♥J",
        identities="♠9 ♥9 ♣9",
        generals=["♠7", "♠10 ♦8", "♥7"],
        health=[None, 3],
    )
    scene.play(0, "♦6", 1)
    events = scene.play(1, "♠2")
    told = only(events, GeneralEntered)
    assert (told.seat, told.health, told.left, told.style) == (1, 10, 1, "aegis")
    assert named_identity(scene, told.identity) == "♠10"
    assert scene.table.health[1] == scene.table.cap[1] == 10 and scene.hand(1) == ["♥4", "♥6"]
    assert scene.table.alive[1] and not every(events, Died)
    assert scene.table.order() == [1, 0, 2]  # 10 排到最前
    assert scene.main() == (2, "play")  # 从 0 号 ♠9 的位次往后：♣9
    assert [named_identity(scene, card) for card in state(scene).fallen[1]] == ["♥9"]


def test_last_general_falls_and_the_player_is_out():
    """G2.1 E3.7：没有武将了才出局，手牌进弃牌堆。"""
    scene = stage(
        "♦6 ♥2 ♥3", "♠2 ♥4 ♥6", "♥2 ♥J", identities="♠9 ♥9 ♣9", generals=["♠7", "", "♥7"], health=[None, 3]
    )
    scene.play(0, "♦6", 1)
    events = scene.play(1, "♠2")
    assert only(events, Died).seat == 1 and not scene.table.alive[1] and scene.hand(1) == []
    assert named(scene.table, scene.table.discard)[-2:] == ["♥4", "♥6"]


def named_identity(scene: Scene, card: int) -> str:
    return scene.table.setup.identities.name[card]


def test_active_player_whose_general_fell_is_followed_from_his_old_place():
    """G2.1 E6.4：中途换将，按他出牌时的位次取下一位。"""
    scene = stage(
        "♠2 ♥2 ♥3", "♦K ♥4 ♥6", "♥2 ♥J", identities="♠9 ♥9 ♣9", generals=["♦7", "♠7", "♥7"], health=[2]
    )
    scene.play(0, "♠2", 1)
    scene.play(1, "♦K")
    scene.play(0, "♥2")  # 12 − 2，致死
    assert named_identity(scene, scene.table.identity[0]) == "♦7"
    assert scene.main() == (1, "play")


def test_excess_damage_does_not_reach_the_next_general():
    """G2.1 E6.2：溢出不传给下一武将。"""
    scene = stage("♦6 ♥2", "♠2 ♥4", identities="♠7 ♥9", generals=["♠9", "♦7"])
    scene.play(0, "♦6", 1)
    scene.play(1, "♠2")  # 600 − 1
    assert scene.table.health[1] == 7 and scene.table.exchange is None


# ------------------------------------------------------------------ G2.2 组队
def test_teams_of_two():
    """G2.2：1、3 号对 2、4 号，队友不能互为目标。"""
    match = Match(deal(5, [""] * 4, options_of(generation=2, teams=True), DATA))
    assert only(match.events, TeamsFormed).teams == [[0, 2], [1, 3]]
    for seat in range(4):
        assert set(match.table.enemies(seat)) == ({1, 3} if seat % 2 == 0 else {0, 2})
    assert match.table.view(None).players[2].side == match.table.view(None).players[0].side


def test_teams_only_with_four():
    """G2.2"""
    options = options_of(generation=2, teams=True)
    assert options.seat_limits(DATA) == (4, 4)
    for seats in (2, 3, 5):
        with pytest.raises(ValueError):
            deal(1, [""] * seats, options, DATA)


def test_teammate_is_refused_as_target():
    """G2.2 E3.3"""
    scene = stage("♠3 ♥2", "♥3", "♥4", "♥6", identities="♠9 ♥9 ♣9 ♦9", teams=True)
    assert scene.refused_set(0, "♠3", 2).clause == "G2.2"
    scene.play(0, "♠3", 3)
    assert scene.main() == (3, "respond")


def test_team_wins_together_by_total_score():
    """G2.2 G2.3：队伍总分最高者胜，含已出局的队友。"""
    scene = stage(
        "♦6 ♥2",
        "♠2 ♥3",
        "♥4 ♥2",
        "♥6 ♥3",
        identities="♠9 ♥9 ♣9 ♦9",
        teams=True,
        health=[None, 3],
        dead=[2, 3],
    )
    state(scene).scores = [0, 10, 4, 0]
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠2"), GameOver)
    assert told.winners == [0, 2] and told.reason == "generals"  # 9 + 4 > 10
    assert state(scene).scores == [9, 10, 4, 0]


# ------------------------------------------------------------------ G2.3 得分与终止
@pytest.mark.parametrize("number", [7, 8, 9, 10])
def test_points_are_the_number_of_the_fallen(number: int):
    """G2.3：得分 = 被杀武将的数字。"""
    scene = stage(
        "♦6 ♥2",
        "♠2 ♥3",
        "♥4",
        identities=f"♠9 ♥{number} ♣9",
        generals=["", "♦7", ""],
        health=[None, 1],
        seven_factor=1,
    )
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠2"), Scored)
    assert (told.seat, told.victim, told.points, told.total) == (0, 1, number, number)
    assert state(scene).scores == [number, 0, 0] and state(scene).commons == []


def test_responder_scores_with_returned_damage():
    """G2.3 E6.3：击杀者是造成这次伤害的人。"""
    scene = stage("♠2 ♠3", "♦K ♥3", "♥4", identities="♠9 ♥9 ♣9", generals=["♠7", "", ""])
    scene.play(0, "♠2", 1)
    scene.play(1, "♦K")
    assert only(scene.play(0, "♠3"), Scored).seat == 1


def test_last_side_with_generals_ends_it_by_score():
    """G2.3：只剩一方还有武将时自动终止，总分最高的胜——不一定是他。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4", identities="♠9 ♥9 ♣9", health=[None, 3], dead=[2])
    state(scene).scores = [0, 0, 17]
    scene.play(0, "♦6", 1)
    told = only(scene.play(1, "♠2"), GameOver)
    assert told.winners == [2] and told.reason == "generals" and scene.table.alive == [True, False, False]


def test_equal_scores_share():
    """G2.3：同分并列。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4", identities="♠9 ♥9 ♣9", health=[None, 3], dead=[2])
    state(scene).scores = [0, 0, 9]
    scene.play(0, "♦6", 1)
    assert only(scene.play(1, "♠2"), GameOver).winners == [0, 2]


def voting(hands: int = 3, **values: Any) -> Scene:
    names = ["♠2 ♥2 ♥3", "♠2 ♥3 ♥4", "♥4 ♥6 ♥J", "♥2 ♥6 ♥Q"]
    return stage(*names[:hands], identities=" ".join(["♠9", "♥9", "♣9", "♦9"][:hands]), **values)


def vote(scene: Scene, seat: int, what: str) -> list[Any]:
    told = scene.match.declare(seat, END_VOTE, what).events
    scene.events += told
    return told


def test_no_vote_before_a_general_has_fallen():
    """G2.3：至少一名武将阵亡。"""
    scene = voting()
    for seat in range(3):
        assert scene.table.declaration(seat, END_VOTE) == []
    with pytest.raises(Illegal):
        vote(scene, 0, "agree")


def test_majority_ends_the_game_after_the_exchange():
    """G2.3：交锋中通过的待交锋结束；总分最高的胜。"""
    scene = voting()
    state(scene).fallen[1].append(scene.table.spare[0])
    state(scene).scores = [3, 9, 0]
    scene.play(0, "♠2", 1)
    asked = scene.match.question
    told = only(vote(scene, 0, "agree"), VoteCast)
    assert (told.agree, told.agreed, told.needed) == (True, 1, 2)
    told = vote(scene, 2, "agree")
    assert only(told, VoteCast).agreed == 2 and only(told, VotePassed).agreed == 2
    assert scene.match.question is asked and scene.main() == (1, "respond") and not scene.match.over
    assert scene.table.declaration(1, END_VOTE) == []  # 已经通过
    over = only(scene.play(1, "♠2"), GameOver)
    assert over.reason == "vote" and over.winners == [1]


def test_vote_may_be_withdrawn_before_it_passes():
    """G2.3"""
    scene = voting()
    state(scene).fallen[1].append(scene.table.spare[0])
    vote(scene, 0, "agree")
    assert scene.table.declaration(0, END_VOTE) == ["oppose"]
    vote(scene, 0, "oppose")
    assert only(vote(scene, 2, "agree"), VoteCast).agreed == 1
    assert not state(scene).ending


@pytest.mark.parametrize(("hands", "needed"), [(2, 2), (3, 2), (4, 3)])
def test_more_than_half_of_those_present(hands: int, needed: int):
    """G2.3：过半数。"""
    scene = voting(hands)
    state(scene).fallen[0].append(scene.table.spare[0])
    for seat in range(needed - 1):
        assert only(vote(scene, seat, "agree"), VoteCast).needed == needed
        assert not state(scene).ending
    vote(scene, needed - 1, "agree")
    assert state(scene).ending


def test_those_who_are_out_do_not_vote():
    """G2.3：出局的不投票，过半数按在场的算。"""
    scene = voting(4, dead=[3])
    state(scene).fallen[3].append(scene.table.spare[0])
    assert scene.table.declaration(3, END_VOTE) == []
    assert only(vote(scene, 0, "agree"), VoteCast).needed == 2


def test_taking_a_set_back_keeps_the_votes():
    """G2.3 E8.1：另出退回牌桌，不退回投票。"""
    scene = voting()
    state(scene).fallen[1].append(scene.table.spare[0])
    scene.play(0, "♠2", 1)
    vote(scene, 2, "agree")
    scene.answer(0, ["retract"])
    assert state(scene).votes == [False, False, True]
    assert only(vote(scene, 0, "agree"), VotePassed).agreed == 2


def test_votes_survive_a_replay():
    """G2.3：投票在日志里，重放一样。"""
    scene = voting()
    state(scene).fallen[1].append(scene.table.spare[0])
    scene = Scene(scene.table.copy())
    scene.play(0, "♠2", 1)
    vote(scene, 1, "agree")
    assert scene.match.fork().table.digest() == scene.table.digest()


# ------------------------------------------------------------------ E8.1 另出
def test_played_set_is_lost_and_another_is_played():
    """E8.1：原套作废进弃牌堆，改出另一套，只一次。"""
    scene = stage("♠3 ♠4 ♥6", "♦2 ♦3 ♥2", identities="♠9 ♥9")
    scene.play(0, "♠3", 1)
    told = only(scene.answer(0, ["retract"]), Retracted)
    assert told.discarded and named(scene.table, told.cards) == ["♠3"]
    assert scene.hand(0) == ["♠4", "♥6"] and named(scene.table, scene.table.discard) == ["♠3"]
    scene.play(0, "♠4", 1)
    assert scene.waiting() == {1: "respond"}


# ------------------------------------------------------------------ G2.4 公家
def test_own_judgment_gives_points_to_nobody():
    """G2.4：被自己触发的审判杀死，归公家。"""
    scene = stage(
        "♠K ♥2", "♥3 ♠2", "♥4", identities="♠9 ♥9 ♣9", generals=["♦7", "", ""], health=[5], deck="♠6"
    )
    scene.play(0, "♠K", 1, ["judgment"])
    told = only(scene.answer(0, "抽"), Scored)
    assert (told.seat, told.victim, told.points, told.total) == (NOBODY, 0, 9, 0)
    assert state(scene).scores == [0, 0, 0]
    assert [named_identity(scene, card) for card in state(scene).commons] == ["♠9"]
    assert named_identity(scene, scene.table.identity[0]) == "♦7" and scene.main() == (1, "play")


# ------------------------------------------------------------------ G2.5 百倍
@pytest.mark.parametrize(
    ("cards", "factor", "damage"),
    [("♦6", 100, 600), ("♠2 ♠3", 100, 200), ("♠A", 100, 600), ("♥A", 100, 500), ("♦K", 3, 39), ("♣A", 1, 6)],
)
def test_seven_multiplies_damage(cards: str, factor: int, damage: int):
    """G2.5：伤害 ×100（⚙倍率），回复不乘。"""
    scene = stage(cards + " ♣Q", "♥2 ♥3", identities="♠7 ♥9", seven_factor=factor)
    told = only(scene.play(0, cards, 1), SetPlayed)
    assert told.damage == damage and [(each.name, each.value) for each in told.factors] == [
        ("hundredfold", factor)
    ]
    assert scene.table.exchange is not None and scene.table.exchange.damage == damage
    assert told.healing == (1 if cards == "♥A" else 0)


def test_seven_multiplies_responses_but_not_the_returned_rest():
    """G2.5 E6.2：返还的 OD 不再乘。"""
    scene = stage("♦6 ♥2", "♠2 ♥3 ♣6", identities="♠9 ♥7")
    scene.play(0, "♦6", 1)
    scene.play(1, "♠2")  # 100 − 6
    assert scene.table.exchange is not None and scene.table.exchange.damage == 94


def test_seven_does_not_declare():
    """G2.5：无需声明。"""
    scene = stage("♦6 ♥2", "♠2", identities="♠7 ♥9")
    cards = cards_of(scene.table, 0, "♦6")
    assert scene.refused(0, ["set", cards, 1, [["hundredfold"]]]).clause == "G2.5"


def test_feud_partner_may_be_a_teammate():
    """G2.2 G2.7：内斗的两人是队友也互为目标。"""
    scene = feud(
        stage("♠3 ♥2", "♥3", "♥4", "♥6", identities="♠9 ♥8 ♣9 ♦9", teams=True),
        controller=1,
        source=0,
        target=2,
    )
    assert scene.refused_set(0, "♠3", 1).clause == "G2.7"
    scene.play(0, "♠3", 2)
    assert scene.main() == (2, "respond")
