"""超时默认（A11）。"""

from __future__ import annotations

from games.aurora.board import cells_in
from games.aurora.events import Dodged, Stowed, Wounded
from games.aurora.rules import deal
from games.aurora.rules.choices import PrepareSpace
from games.kernel import Match
from tests.aurora.position import (
    CARDS,
    DATA,
    Scene,
    Soldier,
    cards_of,
    every,
    named,
    only,
    options_of,
    position,
)


def test_a11_1_opening_defaults():
    """A11.1：预组一；障碍取第 2 排随机合法格；英雄掷骰；初始闪避区取闪避力最高三张。"""
    cells = set[int]()
    for seed in range(30):
        match = Match(deal(seed, ["", ""], options_of(), DATA))
        assert [ask.default for ask in match.clocked()] == ["预组赫利", "预组赫利"]
        for _ in range(2):
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.default)
        for _ in range(2):
            ask = match.clocked()[0]
            table = match.table
            second = table.home(ask.seat, 2) & ~table.home(ask.seat, 1)
            assert ask.default in list(cells_in(second))
            cells.add(ask.default)
            match.answer(ask.seat, ask.default)
        for _ in range(2):
            ask = match.clocked()[0]
            assert ask.what == "hero" and ask.default == "roll"
            match.answer(ask.seat, ask.default)
        for ask in match.clocked():
            dodge = match.table.setup.dodge
            picked = sorted((dodge[card] for card in ask.default), reverse=True)
            assert picked == sorted((dodge[card] for card in match.table.hands[ask.seat]), reverse=True)[:3]
    assert len(cells) > 6


def test_a11_2_preparing_fills_the_dodge_zone_only():
    """A11.2：准备超时：备用区闪避力高者补满，不入备用、不蓄能。"""
    scene = Scene(
        position(
            phase="preparing", hands=("直刺 投矛", ""), reserves=("直刺 包扎 疾步", ""), dodges=("横扫", "")
        )
    )
    told = only(scene.default(), Stowed)
    assert (told.count, told.total) == (2, 3)
    assert sorted(named(scene.table.dodges[0])) == sorted(["横扫", "包扎", "疾步"])
    assert named(scene.table.reserves[0]) == ["直刺"] and scene.table.charges[0] == []
    assert scene.hand(0) == ["直刺", "投矛"] and scene.waiting() == {0: "main"}


def test_a11_2_the_main_phase_ends():
    """A11.2：主要阶段超时：结束。"""
    scene = Scene(position(hands=("直刺", "")))
    scene.default()
    assert scene.table.active == 1


def test_a11_2_later_ranges_go_to_the_nearest():
    """A11.2：后面几步的目标由近及远；走动的不动。"""
    scene = Scene(
        position(
            Soldier(1, "骸骨", "B4"),
            Soldier(1, "骸骨", "A3"),
            places="A1 F5",
            hands=("突进", ""),
            heroes="赫利 洛克",
        )
    )
    scene.play("突进", "A2")
    assert scene.waiting() == {0: "main"}  # 近1 只有一个目标，不问
    many = Scene(
        position(
            Soldier(1, "盾卫", "B2"),
            Soldier(1, "盾卫", "A3"),
            places="A1 F5",
            hands=("突进", ""),
            heroes="赫利 洛克",
        )
    )
    many.play("突进", "A2")
    assert many.asked(0).default == many.aimed(["B2", "A3"])
    assert len(every(many.default(), Wounded)) == 2


def attacked(health: int, dodges: str, card: str = "投矛", **more: object) -> Scene:
    scene = Scene(
        position(
            places="A1 A3",
            hands=(card, ""),
            dodges=("", dodges),
            health=(20, health),
            heroes="赫利 洛克",
            **more,  # pyright: ignore[reportArgumentType]
        )
    )
    scene.play(card, "up")
    return scene


def test_a11_3_no_response_unless_it_kills():
    """A11.3：响应默认不响应；会致死（算上减伤）时才闪。"""
    assert attacked(3, "疾步").asked(1).default == ["stay"]
    assert attacked(2, "疾步").asked(1).default[0] == "dodge"
    guarded = attacked(2, "疾步")
    assert guarded.asked(1).note.damage == 2
    shielded = Scene(
        position(
            Soldier(1, "盾卫", "B3"),
            places="A1 A3",
            hands=("投矛", ""),
            dodges=("", "疾步"),
            health=(20, 2),
            heroes="洛克 赫利",
        )
    )
    shielded.play("投矛", "up")
    assert shielded.asked(1).note.damage == 1 and shielded.asked(1).default == ["stay"]


def test_a11_3_escapes_with_the_lowest_force_by_the_shortest_way():
    """A11.3：用能脱离的最低闪避力的牌走最短路；脱离不了就不响应。"""
    scene = attacked(2, "包扎 直刺 疾步")
    assert scene.asked(1).default == ["dodge", CARDS["直刺"], scene.cell("B3")]
    told = scene.default()
    assert only(told, Dodged).card == CARDS["直刺"] and scene.table.health[1] == 2
    stuck = attacked(2, "直刺", obstacles="B3")
    assert stuck.asked(1).default == ["stay"]  # 一步只能走到还在线上的格
    longer = attacked(2, "直刺 疾步", obstacles="B3")
    assert longer.asked(1).default == ["dodge", CARDS["疾步"], longer.cell("B2")]


def test_a11_3_soldiers_attack_the_nearest():
    """A11.3：士兵取攻击；打不到就停。"""
    scene = Scene(position(Soldier(0, "民兵", "C1"), Soldier(1, "骸骨", "C4")))
    scene.soldier("C1", "C3")
    assert scene.asked(0).default == [None, [0, [scene.cell("C4")]]]
    idle = Scene(position(Soldier(0, "民兵", "C1"), hands=("冲锋号", "")))
    idle.play("冲锋号", "C1")
    assert idle.asked(0).default == [None, None]


def test_a11_3_discards_the_lowest_cards_first():
    """A11.3：弃牌先弃移动力+闪避力最低者。"""
    scene = Scene(position(hands=("疾步 地裂 包扎 火球 掠影 烟幕 调度", "")))
    scene.act("end")
    assert named(scene.asked(0).default) == ["地裂", "火球"]


def test_a11_defaults_are_always_legal_when_preparing():
    """A11.2：默认的回答总合法，哪怕什么也不能补。"""
    table = position(phase="preparing", hands=("直刺", ""))
    assert ["idle"] in PrepareSpace(table, 0)
    assert cards_of("直刺") == table.hands[0]
