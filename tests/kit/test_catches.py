"""套件查得出坏游戏：每一种毛病至少有一项验收会红。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import Ask, Flow, Illegal, Seat, Secret
from tests.kit import riposte
from tests.kit.conformance import Conformance
from tests.kit.play import Case
from tests.kit.riposte import Riposte
from tests.kit.secrecy import Leak
from tests.kit.test_riposte import swaps

CASES = [Case(riposte.game, seats, seed) for seats in (3, 2) for seed in range(4)]


class Suite(Conformance):
    """不收集，只借它的验收方法。"""

    game = riposte.game

    def swaps(self, table: Any, seat: Seat | None) -> Any:
        return swaps(table, seat)


def caught(check: Callable[[Case], None]) -> type[BaseException] | None:
    """`check` 在这些开局里第一次红是因为什么；全绿为 `None`。"""
    for case in CASES:
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as error:
            return type(error)
    return None


def test_healthy_game_is_not_caught() -> None:
    suite = Suite()
    for check in (
        suite.test_secrets_stay_secret,
        suite.test_copy_shares_nothing,
        suite.test_fork_equals_table,
        suite.test_questions_are_well_formed,
        suite.test_views_and_events_are_plain,
    ):
        assert caught(check) is None


def test_question_that_tells_who_holds_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    def takes_effect(table: Riposte, seat: Seat) -> Flow[bool]:
        for rival in table.rivals(seat):
            held = table.held(rival, riposte.NULLIFY)
            if held:
                card = yield Ask(rival, "nullify", [None, *held])
                if card is not None:
                    table.play(rival, card)
                    return not (yield from takes_effect(table, rival))
        return True

    monkeypatch.setattr(riposte, "takes_effect", takes_effect)
    assert caught(Suite().test_secrets_stay_secret) is Leak


def test_secret_in_the_public_part_of_an_event(monkeypatch: pytest.MonkeyPatch) -> None:
    def public(self: Any, event: Any, view: Any, cast: Any) -> str:
        if isinstance(event, riposte.Drew) and event.count == 2:
            return f"摸到 {event.cards}"
        return "某事"

    def draw(self: Riposte, seat: Seat, count: int) -> None:
        drawn = [self.deck.pop() for _ in range(min(count, len(self.deck)))]
        self.hands[seat] += drawn
        if self.out is not None:
            self.tell(riposte.Drew(seat, sum(drawn), Secret({seat: drawn})))

    monkeypatch.setattr(Riposte, "draw", draw)
    monkeypatch.setattr(riposte.RiposteGame, "public", public)
    assert caught(Suite().test_secrets_stay_secret) is Leak


def test_view_that_shows_a_rival_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def status(self: Any, view: Any, cast: Any) -> str:
        return f"牌堆 {view.deck}"

    original = Riposte.view

    def view(self: Riposte, seat: Seat | None) -> Any:
        shown = original(self, seat)
        shown.sizes[0] = sum(self.hands[0])
        return shown

    monkeypatch.setattr(Riposte, "view", view)
    monkeypatch.setattr(riposte.RiposteGame, "status", status)
    assert caught(Suite().test_secrets_stay_secret) is Leak


def test_copy_that_shares_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Riposte.copy

    def copy(self: Riposte) -> Riposte:
        twin = original(self)
        twin.life = self.life
        return twin

    monkeypatch.setattr(Riposte, "copy", copy)
    assert caught(Suite().test_copy_shares_nothing) is AssertionError
    assert caught(Suite().test_rewind_at_every_depth) is not None


def test_rules_that_keep_state_outside_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    outside = [0]
    original = Riposte.heal

    def heal(self: Riposte, seat: Seat, change: int) -> None:
        outside[0] += 1
        original(self, seat, change if outside[0] % 3 else change * 2)

    monkeypatch.setattr(Riposte, "heal", heal)
    assert caught(Suite().test_fork_equals_table) is not None
    assert caught(Suite().test_restart_equals_live) is not None


def test_rules_that_differ_when_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Riposte.heal

    def heal(self: Riposte, seat: Seat, change: int) -> None:
        original(self, seat, change)
        if self.out is None:
            self.life[seat] += 1

    monkeypatch.setattr(Riposte, "heal", heal)
    assert caught(Suite().test_simulation_equals_match) is not None


def test_illegal_default(monkeypatch: pytest.MonkeyPatch) -> None:
    def closing(table: Riposte) -> Flow[None]:
        yield Ask(table.active, "discard", [1, 2], True)
        riposte.pass_on(table)

    monkeypatch.setitem(Riposte.PHASES, "closing", closing)  # type: ignore[arg-type]
    assert caught(Suite().test_questions_are_well_formed) is AssertionError
    assert caught(Suite().test_idle_table_ends) is Illegal


def test_event_that_changes_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(self: Riposte, seat: Seat, count: int) -> None:
        self.hands[seat] += [self.deck.pop() for _ in range(min(count, len(self.deck)))]
        if self.out is not None:
            self.tell(riposte.Drew(seat, count, Secret({seat: self.hands[seat]})))

    monkeypatch.setattr(Riposte, "draw", draw)
    assert caught(Suite().test_views_and_events_are_plain) is AssertionError


def test_numbers_that_choose_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    original = riposte.RiposteGame.read

    def read(self: Any, text: str, ask: Ask, view: Any, cast: Any) -> Any:
        return original(self, "1" if text == "2" else text, ask, view, cast)

    monkeypatch.setattr(riposte.RiposteGame, "read", read)
    assert caught(Suite().test_numbers_choose_their_options) is AssertionError


def test_player_that_peeks_at_nothing_but_plays_illegally(monkeypatch: pytest.MonkeyPatch) -> None:
    def player(view: Any, ask: Ask, stream: Any, optional: bool) -> Any:
        return None if optional else "不合法"

    monkeypatch.setattr(riposte.RiposteGame, "players", {"随机": player, "普通": player})
    assert caught(Suite().test_computer_players_play_legally) is AssertionError


def test_question_nobody_can_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def closing(table: Riposte) -> Flow[None]:
        yield Ask(table.active, "discard", [])

    monkeypatch.setitem(Riposte.PHASES, "closing", closing)  # type: ignore[arg-type]
    assert caught(Suite().test_questions_are_well_formed) is AssertionError
