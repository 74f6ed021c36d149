"""二代与三代的话：审判、分身、控制、商店、救命、大冒险；每种事、每个问题都有说法。"""

from __future__ import annotations

import dataclasses
import inspect
from typing import Any

import pytest

from games.kernel import Ask, Event, Stream, simulate
from games.magicelite import events as happened
from games.magicelite import game, words
from games.magicelite.rules import deal
from games.magicelite.words.asking import CLAUSES, TASKS
from games.magicelite.words.telling import WRITERS
from tests.magicelite.position import DATA, Scene, cards_of, options_of, position
from tests.magicelite.words.stage import ask_of, cast_of, misread, prompted, read, told

SILENT = {happened.TurnStarted, happened.ExchangeEnded}
"""由「轮到谁」那一行说，或不用说的。"""


def test_every_event_has_its_words() -> None:
    kinds = {
        kind
        for _, kind in inspect.getmembers(happened, inspect.isclass)
        if issubclass(kind, Event) and kind is not Event and dataclasses.is_dataclass(kind)
    }
    assert kinds - SILENT == set(WRITERS)


@pytest.mark.parametrize("generation", [1, 2, 3])
def test_every_question_has_its_words(generation: int) -> None:
    """随机走几局，问到的每一个问题都有题面、说法与条号，默认的回答都说得出来。"""
    met: set[str] = set()
    for seed in range(12):
        stream = Stream(seed)
        table = deal(seed, [""] * (2 + seed % 3), options_of(generation=generation), DATA)

        def choose(table: Any, ask: Ask, stream: Stream = stream) -> Any:
            view = table.view(ask.seat)
            prompt = words.prompt(ask, view, cast_of(table))
            assert prompt.title and prompt.advice
            assert TASKS[ask.what] in words.waiting(
                {ask.seat: ask.what}, table.view(None), cast_of(table)
            ) or (ask.what == "play")
            assert words.describe_choice(ask, ask.default, table.view(None), cast_of(table))
            assert CLAUSES[ask.what]
            met.add(ask.what)
            return ask.sample(stream)

        simulate(table, choose)
    wanted = {1: {"play", "respond", "revive"}, 2: {"flip"}, 3: {"death", "turn_over"}}
    assert wanted[generation] <= met


def test_judgment_is_declared_and_drawn() -> None:
    scene = Scene(position("♠K ♥2", "♠3", "♠2", identities="♠9 ♥7 ♣7", deck="♥3", generation=2, generals=1))
    choice = read(scene, 0, "审判 攻击 2号 出 黑桃K")
    assert choice == ["set", cards_of(scene.table, 0, "♠K"), 1, [["judgment"]]]
    scene.answer(0, choice)
    assert scene.main() == (0, "flip")
    assert not prompted(scene, 0).secret
    assert read(scene, 0, "抽") == "抽"
    assert misread(scene, 0, "出 红桃2")[1:] == ("G2.9", "打 抽")
    events = scene.answer(0, "抽")
    assert "审判翻开 ♥3，同花色 2号" in "\n".join(told(scene, events))


def test_the_first_control_needs_no_card() -> None:
    scene = Scene(position("♦6 ♥2", "♠3", "♠2", identities="♠7 ♥8 ♣7", generation=2, generals=1))
    scene.table.powers.enter(scene.table, 1, scene.table.identity[1])
    scene.play(0, "♦6", 1)
    assert read(scene, 1, "控制 3号") == ["control", 2]
    with_card = read(scene, 1, "控制 3号 出 黑桃3")
    assert with_card == ["set", cards_of(scene.table, 1, "♠3"), None, [["control", 2]]]


def test_bought_things_and_layers_are_read() -> None:
    table = position("♠4 ♦6", "♠3 ♠4", "♥2", identities="♠8 ♥9 ♣7", generation=3)
    assert table.third is not None
    table.third.diamonds = [30, 0, 0]
    scene = Scene(table)
    assert read(scene, 0, "买 豹子") in ask_of(scene, 0).options
    assert read(scene, 0, "冰封 2号 技能 打 2号 出 ♠4")[3] == [["freezing", 1, "skill"]]
    assert read(scene, 0, "冰封 3号 攻击 2号 出 ♠4")[2:] == [1, [["freezing", 2, "shield"]]]
    assert "买 …" in prompted(scene, 0).advice
    assert "闪电豹 20" in words.look_up("商店", table.view(None), cast_of(table))


def test_marked_cards_show_in_the_hand_of_their_owner() -> None:
    table = position("♠4 ♦6", "♠3", identities="♠9 ♥9", generation=3)
    assert table.third is not None
    table.third.marked[0] = cards_of(table, 0, "♦6")
    text = words.hand(table.view(0), cast_of(table))
    assert "♦6★" in text and "×1亿" in text
    assert "★" not in words.status(table.view(1), cast_of(table))


def test_purses_are_what_lies_on_the_table() -> None:
    table = deal(1, ["", ""], options_of(generation=3), DATA)
    assert game.allowance(options_of(generation=3), DATA) == 0
    assert game.allowance(options_of(generation=3, diamonds_kept=False), DATA) is None
    assert game.allowance(options_of(generation=1), DATA) is None
    game.fund(table, [7, 45])
    assert [purse.amount for purse in game.purses(table)] == [7, 45]
