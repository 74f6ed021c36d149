"""电脑「普通」在摆好的局面里怎么答。"""

from __future__ import annotations

from typing import Any

from games.aurora.players import PLAYERS
from games.kernel import Choice, Seat, Stream
from games.lab.selfplay import Bench, Setting, game_seed

from .position import Scene, Soldier, named, position


def reply(scene: Scene, seat: Seat) -> Choice:
    """「普通」对现在这个问题的回答；总要合法。"""
    ask = scene.asked(seat)
    choice = PLAYERS["普通"](scene.table.view(seat), ask, Stream(1), False)
    assert choice in ask.options
    return choice


def test_finishes_a_hero_in_reach() -> None:
    """A1.2：对方英雄只剩 2 点又没有闪避牌，打它，不打另一边的士兵。"""
    table = position(
        Soldier(1, "狼骑", "D1"), places="C1 C4", health=(20, 2), hands=("横扫 投矛", ""), active=0
    )
    choice: Any = reply(Scene(table), 0)
    assert choice[0] == "play" and named([choice[1]]) == ["投矛"] and choice[2] == "up"


def test_walks_into_line_to_finish() -> None:
    """A3.1：差一格才成直线、打得死，就先用别的牌走过去。"""
    table = position(places="B1 C4", health=(20, 2), hands=("投矛 包扎", ""))
    scene = Scene(table)
    choice: Any = reply(scene, 0)
    assert choice[0] == "move" and named([choice[1]]) == ["包扎"]
    scene.answer(0, choice)
    choice = reply(scene, 0)
    assert choice[0] == "play" and named([choice[1]]) == ["投矛"]


def test_soldier_attacks_the_hero() -> None:
    """A5.4：士兵走到对方英雄旁边打它。"""
    scene = Scene(position(Soldier(0, "民兵", "C2"), places="A1 C4"))
    choice: Any = reply(scene, 0)
    assert choice[0] == "round" and choice[3] is not None
    scene.answer(0, choice)
    assert scene.table.health[1] == 19


def test_keeps_a_dodge_for_a_big_hit() -> None:
    """A4.5：2 点不闪；3 点用能脱离的最低闪避力的牌闪，走出范围。"""
    small = Scene(position(places="C1 C4", hands=("投矛", ""), dodges=("", "疾步 包扎")))
    small.play("投矛", "up")
    assert reply(small, 1) == ["stay"]
    big = Scene(position(places="C1 C3", hands=("直刺", ""), dodges=("", "疾步 包扎")))
    big.play("直刺", "up")
    choice: Any = reply(big, 1)
    assert choice[0] == "dodge" and named([choice[1]]) == ["疾步"]
    big.answer(1, choice)
    assert big.table.health[1] == 20


def test_dodges_a_small_hit_that_would_slay() -> None:
    """A4.5：会死就闪，多小也闪。"""
    scene = Scene(position(places="C1 C4", hands=("投矛", ""), dodges=("", "包扎"), health=(20, 2)))
    scene.play("投矛", "up")
    choice: Any = reply(scene, 1)
    assert choice[0] == "dodge"


def test_upgrades_after_everything_else() -> None:
    """A5.1：民兵动过了就升成枪骑。"""
    table = position(
        Soldier(0, "民兵", "C2", acted=1), Soldier(0, "弓手", "A2", acted=1), piles=("民兵 枪骑", "")
    )
    choice: Any = reply(Scene(table), 0)
    assert choice[0] == "upgrade"


def test_refills_its_dodge_zone() -> None:
    """A2.2：准备阶段先把备用区补进闪避区，闪避力高的在前。"""
    scene = Scene(position(active=1, dodges=("疾步 疾步", ""), reserves=("直刺 包扎", "")))
    scene.pass_turn()
    choice: Any = reply(scene, 0)
    assert choice[0] == "dodge" and named(choice[1]) == ["包扎"]


def test_beats_chance() -> None:
    """对随机十局全赢九局以上；没有卡住的。"""
    bench = Bench(Setting("aurora", 2, ("普通", "随机")))
    played = [bench.play(index, game_seed(3, index)) for index in range(10)]
    assert not [each.failure for each in played if each.failure]
    assert sum(each.summary["winners"] == [0] for each in played) >= 9


def test_same_seed_same_game_with_given_decks() -> None:
    """A1.6：实验室里定死各座位用哪副卡组；同样的种子同样的一局。"""
    setting = Setting("aurora", 2, ("普通", "普通"), (), (("deck", ("预组赫利", "预组诺娅")),))
    once, again = (Bench(setting).play(0, game_seed(1, 0)) for _ in range(2))
    assert once == again and once.summary["heroes"] == ["赫利", "诺娅"]
