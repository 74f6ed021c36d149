"""L9：两种可能的世界，只差在某人不该知道的牌上；他看到的每一件事、每一眼牌桌、每一个问题都一样。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import Seat
from games.leafrun.events import plain
from games.leafrun.table import LeafrunTable
from tests.leafrun.position import LONG, Scene, position

TWO = f"{LONG}-{LONG}"


def stream(table: LeafrunTable, seat: Seat | None, act: Callable[[Scene], Any]) -> list[Any]:
    """演一遍 `act`，`seat` 看到的事件、牌桌与「在等谁什么」。"""
    scene = Scene(table)
    act(scene)
    return [
        *[plain(event.seen_by(seat)) for event in scene.events],
        scene.table.view(seat),
        scene.waiting(),
    ]


def exchange(scene: Scene) -> None:
    """1、2 号各弃最先拿到的两张。"""
    for seat in range(3):
        scene.play(seat, scene.table.hands[seat][:2] if seat else [])


def trim(scene: Scene) -> None:
    """1、2 号各弃手里最后一张。"""
    for seat in (1, 2):
        scene.play(seat, scene.table.hands[seat][-1:])


def trade(scene: Scene) -> None:
    """1 号强买强卖 2 号两张。"""
    scene.trigger(1, "forced_trade")
    scene.play(1, [2, 2])


def take(scene: Scene) -> None:
    """1 号捡漏 2 号。"""
    scene.trigger(1, "salvage")
    scene.play(1, ["take", 2, "cards"])


def give(scene: Scene) -> None:
    """1 号在最前，释放给 2 号最后两张手牌。"""
    scene.trigger(1, "salvage")
    scene.play(1, ["give", 2, "cards"])
    if 1 in scene.match.waiting and scene.asked(1).what == "salvage_cards":
        scene.play(1, [card for card in scene.table.hands[1] if scene.table.mark[card] == 0][-2:])


def decline_resin(scene: Scene) -> None:
    """1 号掷到树脂球，不用。"""
    scene.trigger(1, "resin")
    scene.play(1, None)


def dash_nothing(scene: Scene) -> None:
    """1 号轻装狂奔，一张不弃。"""
    scene.trigger(1, "light_dash")
    scene.play(1, [])


CASES: list[
    tuple[str, dict[str, Any], tuple[str, str, str], tuple[str, str, str], Callable[[Scene], None]]
] = [
    (
        "换牌",
        {"phase": "opening_hand"},
        ("心理攻击", "苹果 乐器", "帽子 善良"),
        ("心理攻击", "帽子 善良", "苹果 乐器"),
        exchange,
    ),
    (
        "换道弃牌",
        {"phase": "next_track", "places": [1, 2, 3], "tracks": TWO},
        (
            "心理攻击 心理攻击 心理攻击 心理攻击 心理攻击",
            "苹果 乐谱 犁 线轴 耳机 蹄铁",
            "偷牌 偷牌 偷牌 偷牌 偷牌 马芬",
        ),
        (
            "心理攻击 心理攻击 心理攻击 心理攻击 心理攻击",
            "偷牌 偷牌 偷牌 偷牌 偷牌 马芬",
            "苹果 乐谱 犁 线轴 耳机 蹄铁",
        ),
        trim,
    ),
    (
        "强买强卖",
        {"order": [1, 0, 2], "at": [3, 3, 3]},
        ("", "事件触发 心理攻击 苹果", "乐器 帽子 乐谱"),
        ("", "事件触发 乐谱 善良", "偷牌 偷牌 马芬"),
        trade,
    ),
    (
        "捡漏",
        {"order": [1, 0, 2], "at": [3, 3, 5]},
        ("", "事件触发", "乐器 帽子 乐谱"),
        ("", "事件触发", "偷牌 偷牌 事件触发"),
        take,
    ),
    (
        "释放",
        {"order": [1, 0, 2], "at": [3, 9, 5]},
        ("", "事件触发 bear 乐器 帽子 乐谱", ""),
        ("", "事件触发 bear 偷牌 偷牌 善良", ""),
        give,
    ),
    (
        "树脂球",
        {"order": [1, 0, 2], "at": [3, 9, 5]},
        ("", "事件触发 心理攻击 偷牌", ""),
        ("", "事件触发 苹果 乐谱", ""),
        decline_resin,
    ),
    (
        "轻装狂奔",
        {"order": [1, 0, 2], "at": [3, 9, 5]},
        ("", "事件触发 心理攻击 偷牌", ""),
        ("", "事件触发 苹果 事件触发", ""),
        dash_nothing,
    ),
]


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize(
    ("settings", "one", "other", "act"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_the_two_worlds_look_the_same(
    settings: dict[str, Any],
    one: tuple[str, str, str],
    other: tuple[str, str, str],
    act: Callable[[Scene], None],
    seat: Seat | None,
) -> None:
    """L9、L2.4、L7.4、L8.2、L8.8、L8.9、L8.13：换掉的牌 0 号与旁观者都不该知道。"""
    worlds: list[list[Any]] = []
    for hands in (one, other):
        table = position(*hands, seed=7, **settings)
        if table.phase == "opening_hand":
            table.places, table.points, table.track = [], [], -1
        worlds.append(stream(table, seat, act))
    assert worlds[0] == worlds[1]
