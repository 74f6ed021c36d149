"""对局：回答、回滚、复制、退回、存档。"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.kernel import (
    Anyone,
    Ask,
    Choice,
    Event,
    Flow,
    Illegal,
    Match,
    Move,
    Outcome,
    Seat,
    Secret,
    SnapshotError,
    Stream,
    Stuck,
    Subset,
    Table,
    Together,
    simulate,
)
from tests.kit import riposte
from tests.kit.play import Case, state, step, walk
from tests.kit.riposte import Riposte


@dataclass(slots=True)
class Note(Event):
    """测试用的一件事。"""

    text: str
    secret: Secret[str] = field(default_factory=Secret[str])


@dataclass(slots=True)
class Desk(Table):
    """每个测试自己写规则的小桌。"""

    log: list[Any] = field(default_factory=list)
    flags: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Desk:
        return type(self)(
            self.seats,
            self.rng,
            self.setup,
            self.phase,
            self.over,
            self.out,
            self.log[:],
            dict(self.flags),
        )

    def view(self, seat: Seat | None) -> Any:
        return self.log

    def declaration(self, seat: Seat, what: str) -> Any:
        return Subset([1, 2], 1, 1) if what == "多选" else ["开", "关", "炸"]

    def declare(self, seat: Seat, what: str, choice: Choice) -> None:
        self.flags[what] = str(choice)
        self.tell(Note("声明"))
        if choice == "炸":
            raise ZeroDivisionError


def desk(**phases: Callable[[Any], Flow[None]]) -> Desk:
    """一张按 `phases` 走的桌子，从第一段开始。"""

    class Here(Desk):
        PHASES = phases
        DECLARATIONS = frozenset({"开关", "多选"})

    return Here(3, 5, None, next(iter(phases)))


def texts(outcome: Outcome) -> list[str]:
    """发生的事的文字。"""
    return [event.text for event in outcome.events if isinstance(event, Note)]


# ------------------------------------------------------------------ 回滚
def test_bug_after_the_last_secret_answer_rolls_back_to_before_it() -> None:
    def only(table: Desk) -> Flow[None]:
        answers = yield Together([Ask(seat, "bid", [0, 1], 0) for seat in range(3)])
        table.log.append(answers)
        table.tell(Note("揭示"))
        if sum(answers.values()) == 2:
            raise ZeroDivisionError("规则有错")
        table.over = True

    match = Match(desk(only=only))
    match.answer(2, 1)
    match.answer(0, 1)
    before = state(match)
    with pytest.raises(ZeroDivisionError):
        match.answer(1, 0)
    assert state(match) == before
    assert list(match.waiting) == [1] and match.partial == {2: 1, 0: 1}
    assert match.history == [Move(2, "bid", 1), Move(0, "bid", 1)]
    outcome = match.answer(1, 1)
    assert match.over and texts(outcome) == ["揭示"]
    assert match.table.log == [{0: 1, 1: 1, 2: 1}]
    assert list(match.table.log[0]) == [0, 1, 2], "按提问次序，与到达次序无关"


def test_bug_in_a_later_phase_rolls_back_over_the_boundary() -> None:
    def first(table: Desk) -> Flow[None]:
        table.log.append(table.below(1000))
        table.log.append((yield Ask(0, "a", [1, 2])))
        table.log.append((yield Ask(1, "b", [1, 2])))
        table.phase = "second"

    def second(table: Desk) -> Flow[None]:
        table.log.clear()
        if table.flags.get("开关") != "开":
            raise KeyError("还没有开")
        table.over = True
        return
        yield

    match = Match(desk(first=first, second=second))
    match.answer(0, 2)
    before = state(match)
    for _ in range(3):
        with pytest.raises(KeyError):
            match.answer(1, 1)
        assert state(match) == before and len(match.history) == len(match.since) == 1
    match.declare(2, "开关", "开")
    match.answer(1, 1)
    assert match.over and match.at_boundary() and len(match.history) == 3


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, MemoryError, RecursionError])
def test_even_an_interrupt_leaves_a_whole_table(error: type[BaseException]) -> None:
    armed = [True]

    def only(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(0, "a", [1, 2])))
        if armed[0]:
            raise error
        table.over = True

    match = Match(desk(only=only))
    before = state(match)
    with pytest.raises(error):
        match.answer(0, 1)
    assert state(match) == before
    armed[0] = False
    assert match.answer(0, 1) and match.over


def test_failing_declaration_changes_nothing() -> None:
    def only(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(0, "a", [1, 2])))
        table.log.append((yield Ask(1, "b", [1, 2])))

    match = Match(desk(only=only))
    match.answer(0, 1)
    before = state(match)
    with pytest.raises(ZeroDivisionError):
        match.declare(1, "开关", "炸")
    assert state(match) == before and len(match.history) == 1


def test_interrupted_rebuild_refuses_everything_until_rewound(monkeypatch: pytest.MonkeyPatch) -> None:
    def only(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(0, "a", [1, 2])))
        if table.log[-1] == 2:
            raise ZeroDivisionError
        table.log.append((yield Ask(1, "b", [1, 2])))

    match = Match(desk(only=only))
    match.answer(0, 1)
    match.rewind(0)
    with monkeypatch.context() as patch:

        def interrupted(self: Desk) -> Desk:
            raise KeyboardInterrupt

        patch.setattr(Desk, "copy", interrupted)
        with pytest.raises(KeyboardInterrupt):
            match.answer(0, 2)
    with pytest.raises(Illegal):
        match.answer(0, 1)
    match.rewind(len(match.history))
    match.answer(0, 1)
    assert list(match.waiting) == [1]


def test_bug_in_the_real_toy_rules_rolls_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Riposte, seat: Seat, count: int) -> None:
        self.hands[seat].clear()
        raise ZeroDivisionError

    met = 0
    for seed in range(12):
        match = Case(riposte.game, 3, seed).match()
        for _ in walk(match, Stream(seed), limit=20 + seed):
            pass
        ask = next(iter(match.waiting.values()), None)
        if ask is not None and ask.what == "risk":
            met += 1
            before = state(match)
            with monkeypatch.context() as patch:
                patch.setattr(Riposte, "draw", broken)
                with pytest.raises(ZeroDivisionError):
                    match.answer(ask.seat, "不冒险")
            assert state(match) == before
            match.answer(ask.seat, "不冒险")
    assert met


# ------------------------------------------------------------------ 回答
def test_answers_are_copied_both_ways() -> None:
    def only(table: Desk) -> Flow[None]:
        cards = yield Ask(0, "cards", Subset([[1], [2], [3]], 0, 3), [])
        cards.clear()
        yield Ask(1, "wait", [1])

    match = Match(desk(only=only))
    mine = [[1], [3]]
    match.answer(0, mine)
    mine[0].append(99)
    mine.clear()
    assert match.history[0].choice == [[1], [3]]
    assert state(match.fork()) == state(match)


@pytest.mark.parametrize("choice", [True, 1.0, "1", [1], None, {"a": 1}, 10**40, [[[[]]]]])
def test_values_that_only_look_like_an_option_are_illegal(choice: Any) -> None:
    def only(table: Desk) -> Flow[None]:
        yield Ask(0, "a", [0, 1], 0)

    match = Match(desk(only=only))
    before = state(match)
    with pytest.raises(Illegal):
        match.answer(0, choice)
    assert state(match) == before and not match.history


def test_only_those_asked_may_answer() -> None:
    match = Case(riposte.game, 3, 1).match()
    asked = next(iter(match.waiting))
    for seat in (-1, 3, 99, *({0, 1, 2} - {asked})):
        with pytest.raises(Illegal, match="没有在问你"):
            match.answer(seat, "不冒险")


def test_space_may_explain_its_refusal() -> None:
    class Strict:
        space = Subset([1, 2], 1, 1)
        count, sample = space.count, space.sample

        def __contains__(self, choice: object) -> bool:
            return choice in self.space

        def __iter__(self) -> Iterator[Choice]:
            return iter(self.space)

        def explain(self, choice: Choice) -> Illegal | None:
            return Illegal("只能给一张", "X1.2", "给 1") if isinstance(choice, list) else None

    def only(table: Desk) -> Flow[None]:
        yield Ask(0, "a", Strict(), [1])

    match = Match(desk(only=only))
    with pytest.raises(Illegal, match="只能给一张") as refused:
        match.answer(0, [1, 2])
    assert (refused.value.clause, refused.value.advice) == ("X1.2", "给 1")
    with pytest.raises(Illegal, match="不是这个问题的回答"):
        match.answer(0, 5)


def test_empty_together_goes_straight_on() -> None:
    def only(table: Desk) -> Flow[None]:
        table.log.append((yield Together([])))
        table.log.append((yield Ask(0, "a", [1])))
        table.log.append((yield Together([])))
        table.over = True

    match = Match(desk(only=only))
    assert match.table.log == [{}] and list(match.waiting) == [0]
    match.answer(0, 1)
    assert match.over and match.table.log == [{}, 1, {}]
    table = desk(only=only)
    assert simulate(table, lambda _table, ask: 1) == 1
    assert table.log == match.table.log


def test_anyone_takes_the_first_to_speak_and_clocks_only_the_main() -> None:
    def only(table: Desk) -> Flow[None]:
        while len(table.log) < 2:
            table.log.append(
                (yield Anyone(Ask(1, "main", ["不"], "不"), [Ask(0, "in", [7]), Ask(2, "in", [])]))
            )
        table.over = True

    match = Match(desk(only=only))
    assert [ask.seat for ask in match.clocked()] == [1] and list(match.waiting) == [1, 0, 2]
    with pytest.raises(Illegal):
        match.answer(2, None)
    match.answer(0, 7)
    match.answer(1, "不")
    assert match.over and match.table.log == [(0, 7), (1, "不")]


def test_one_seat_is_never_asked_twice_at_once() -> None:
    with pytest.raises(ValueError, match="两次"):
        Together([Ask(1, "a", [1]), Ask(1, "b", [1])])
    with pytest.raises(ValueError, match="两次"):
        Anyone(Ask(1, "a", [1]), [Ask(1, "b", [1])])
    with pytest.raises(ValueError, match="两次"):
        Anyone(Ask(0, "a", [1]), [Ask(1, "b", [1]), Ask(1, "b", [1])])


def test_rules_that_never_ask_are_stuck() -> None:
    def only(table: Desk) -> Flow[None]:
        if False:
            yield

    with pytest.raises(Stuck, match="only"):
        Match(desk(only=only))
    with pytest.raises(Stuck, match="only"):
        simulate(desk(only=only), lambda _table, _ask: None)

    def endless(table: Desk) -> Flow[None]:
        yield Ask(0, "a", [1])

    with pytest.raises(Stuck, match="50"):
        simulate(desk(only=endless), lambda _table, _ask: 1, limit=50)


def test_endless_rules_after_an_answer_roll_back() -> None:
    def first(table: Desk) -> Flow[None]:
        if (yield Ask(0, "a", [1, 2])) == 2:
            table.phase = "loop"
        else:
            table.over = True

    def loop(table: Desk) -> Flow[None]:
        if False:
            yield

    match = Match(desk(first=first, loop=loop))
    before = state(match)
    with pytest.raises(Stuck):
        match.answer(0, 2)
    assert state(match) == before
    match.answer(0, 1)
    assert match.over


# ------------------------------------------------------------------ 声明
def test_declarations_are_checked_logged_and_replayed() -> None:
    def only(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(0, "a", [1, 2])))
        table.log.append(table.flags.get("开关"))
        table.log.append((yield Ask(1, "b", [1, 2])))
        table.over = True

    match = Match(desk(only=only))
    outcome = match.declare(2, "开关", "开")
    assert outcome.reversible and texts(outcome) == ["声明"]
    assert not match.at_boundary()
    match.answer(0, 1)
    match.declare(2, "开关", "关")
    assert state(match.fork()) == state(match)
    assert match.table.log == [1, "开"] and match.table.flags == {"开关": "关"}
    match.rewind(1)
    assert match.table.flags == {"开关": "开"} and match.table.log == []
    for seat, what, choice in (
        (0, "开关", "坏"),
        (3, "开关", "开"),
        (-1, "开关", "开"),
        (0, "无", "开"),
        (0, "多选", 1),
    ):
        before = state(match)
        with pytest.raises(Illegal):
            match.declare(seat, what, choice)
        assert state(match) == before
    match.declare(0, "多选", [2])
    assert match.table.flags["多选"] == "[2]"


def test_nothing_is_declared_at_a_finished_table() -> None:
    def only(table: Desk) -> Flow[None]:
        yield Ask(0, "a", [1])
        table.over = True

    match = Match(desk(only=only))
    match.answer(0, 1)
    with pytest.raises(Illegal):
        match.declare(0, "开关", "开")


def test_log_that_does_not_fit_the_question_is_refused() -> None:
    match = Case(riposte.game, 2, 1).match()
    before = state(match)
    for move in (Move(0, "别的问题", None), Move(1, "risk", "冒险"), Move(0, "risk", "也许")):
        with pytest.raises(Illegal):
            match.apply(move)
    assert state(match) == before
    with pytest.raises(Illegal):
        Match(Case(riposte.game, 2, 1).deal(), [Move(0, "别的问题", None)])


# ------------------------------------------------------------------ 可悔
def test_outcome_is_reversible_only_without_dice_and_secrets() -> None:
    def only(table: Desk) -> Flow[None]:
        yield Ask(0, "nothing", [1])
        yield Ask(0, "dice", [1])
        table.below(6)
        yield Ask(0, "secret", [1])
        table.tell(Note("看", Secret({1: "牌"})))
        yield Ask(0, "public", [1])
        table.tell(Note("大家看"))
        yield Together([Ask(0, "both", [1]), Ask(1, "both", [1])])
        table.below(2)
        table.over = True

    match = Match(desk(only=only))
    found = [match.answer(0, 1).reversible for _ in range(4)]
    # 掷骰发生在答完 dice 之后，秘密发生在答完 secret 之后。
    assert found == [True, False, False, True]
    assert match.answer(1, 1).reversible and not match.answer(0, 1).reversible


# ------------------------------------------------------------------ 复制与退回
def test_fork_of_a_half_answered_together_is_independent() -> None:
    case = Case(riposte.game, 4, 0)
    for seed in range(30):
        match = case.match()
        stream = Stream(seed)
        for _ in walk(match, stream):
            if isinstance(match.question, Together) and match.partial and match.waiting:
                fork = match.fork()
                before = state(match)
                assert state(fork) == before and fork.partial is not match.partial
                while isinstance(fork.question, Together):
                    step(fork, stream)
                assert state(match) == before
                return
    raise AssertionError("没有遇到答到一半的密答")


def test_fork_shares_nothing_that_changes() -> None:
    match = Case(riposte.game, 3, 4).match()
    for _ in walk(match, Stream(4), limit=25):
        pass
    fork = match.fork()
    assert fork.events == [] and fork.origin is match.checkpoint
    size = len(match.history)
    for _ in walk(fork, Stream(5), limit=40):
        pass
    assert len(match.history) == size and match.checkpoint.snapshot() == fork.origin.snapshot()
    assert match.checkpoint.out is None, "存档不连着事件"


@pytest.mark.parametrize("count", [-1, 3, 1000])
def test_rewind_refuses_depths_that_never_were(count: int) -> None:
    match = Case(riposte.game, 2, 1).match()
    step(match, Stream(1))
    before = state(match)
    with pytest.raises(ValueError, match="不能退回"):
        match.rewind(count)
    assert state(match) == before


def test_rewind_that_cannot_replay_changes_nothing() -> None:
    broken = [False]

    def first(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(0, "a", [1, 2])))
        if broken[0]:
            raise ZeroDivisionError
        table.phase = "second"

    def second(table: Desk) -> Flow[None]:
        table.log.append((yield Ask(1, "b", [1, 2])))
        table.phase = "first"

    match = Match(desk(first=first, second=second))
    match.answer(0, 1)
    match.answer(1, 1)
    before, history = state(match), list(match.history)
    broken[0] = True
    with pytest.raises(ZeroDivisionError):
        match.rewind(1)
    assert state(match) == before and match.history == history


def test_checkpoint_is_what_to_store_even_if_a_phase_starts_with_dice() -> None:
    def only(table: Desk) -> Flow[None]:
        table.log.append(table.below(10**6))
        yield Ask(0, "a", [1])

    match = Match(desk(only=only))
    match.answer(0, 1)
    assert match.at_boundary() and match.table.snapshot() != match.checkpoint.snapshot()
    twin = Match(type(match.table).restore(match.checkpoint.snapshot(), None))
    assert state(twin) == state(match)


# ------------------------------------------------------------------ 快照
def test_snapshot_round_trips_and_refuses_damage() -> None:
    case = Case(riposte.game, 3, 9)
    match = case.match()
    for _ in walk(match, Stream(9), limit=33):
        pass
    raw = match.checkpoint.snapshot()
    options, data = case.prepared()
    restored = riposte.game.restore(raw, options, data)
    assert restored.snapshot() == raw and restored.digest() == match.checkpoint.digest()
    for damaged in (
        b"",
        b"{}",
        b"[]",
        raw[:-1],
        raw.replace(b'"life"', b'"lifes"'),
        raw.replace(b'"turn":', b'"turn":"x","":'),
        raw.replace(b'"phase":"', b'"phase":"no'),
        raw[:-1] + b',"more":1}',
    ):
        with pytest.raises(SnapshotError, match="读不回来"):
            riposte.game.restore(damaged, options, data)


def test_digest_tells_tables_apart() -> None:
    one, other = Case(riposte.game, 2, 1).deal(), Case(riposte.game, 2, 1).deal()
    assert isinstance(one, Riposte) and isinstance(other, Riposte)
    assert one.digest() == other.digest()
    other.hands[1][0], other.deck[0] = other.deck[0], other.hands[1][0]
    assert one.digest() != other.digest()
