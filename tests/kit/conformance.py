"""每个游戏都要过的验收套件。

一个游戏的测试只要几行：

    class TestLeafrun(Conformance):
        game = leafrun.game
        variants = ({"滑沙摸牌": "关"},)
        goldens = (Golden("leafrun-4p", 4, 1, "普通"),)

        def swaps(self, table, seat): ...

每一项验收是一个测试方法；`case` 是各种桌规与人数的开局，`base` 只有默认桌规的。
"""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from games.kernel import (
    Anyone,
    Ask,
    Choice,
    Game,
    Illegal,
    Match,
    Misread,
    OptionError,
    Seat,
    Stream,
    Table,
    Together,
    fold,
    same,
    simulate,
)

from . import play
from .golden import check_golden, perft, playthrough
from .play import Case, encoded, pick, state, walk
from .secrecy import Swap, check_secrecy

NONSENSE = (
    "", "?", "。", "0", "-1", "1", "2 2", "999999999999999999999", "选", "选 0", "选 99", "出", "出牌 1 1", "弃 1 1 1",
    "移动", "移动 -3", "移动 99", "@", "1号", "99号", "换牌 一 二", "[CQ:at,qq=1]", "\u0000", "🟥", "ＡＢＣ", "a" * 300, "给 给 给",
    "二换三 1", "不 不", "null", "[[1]]", "{}",
)  # fmt: skip
"""不成话的话：读它只许抛 `Misread`，或读成一个会被拒绝（或恰好合法）的回答。"""

FOREIGN: tuple[Choice, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    10**30,
    "",
    "x",
    [],
    [[]],
    [None],
    [True],
    {},
    {"a": 1},
    1.0,
)
"""各种 JSON 值：拿来当回答，不合法的只许抛 `Illegal`。"""


@dataclass(frozen=True)
class Golden:
    """一份范本棋谱。"""

    name: str
    seats: int
    seed: int
    player: str
    settings: Mapping[str, str] = field(default_factory=dict)
    steps: int = 10_000
    """只录这么多步。"""


class Conformance:
    """验收套件；子类给出 `game`，名字以 `Test` 开头。"""

    game: ClassVar[Game]
    variants: ClassVar[Sequence[Mapping[str, str]]] = ()
    """默认桌规之外要试的桌规。"""
    goldens: ClassVar[Sequence[Golden]] = ()
    seeds: ClassVar[int] = 1
    """每种桌规、每种人数走几局。"""
    together: ClassVar[bool] = True
    """这个游戏里有同时密答。"""
    longest_status: ClassVar[int] = 14
    """「状态」至多几行。"""
    longest_line: ClassVar[int] = 120
    """一行至多几个字。"""

    def swaps(self, table: Any, seat: Seat | None) -> Sequence[Swap]:
        """此刻对 `seat` 保密、可以换成另一种可能的东西；有秘密的游戏必须给出。"""
        raise NotImplementedError

    # ------------------------------------------------------------ 开局
    @classmethod
    def seat_counts(cls, settings: Mapping[str, str]) -> range:
        """某种桌规下能坐的人数。"""
        options, data = Case(cls.game, 0, 0, settings).prepared()
        least, most = cls.game.seats(options, data)
        return range(least, most + 1)

    @classmethod
    def bases(cls) -> list[Case]:
        """默认桌规，各种人数。"""
        return [
            Case(cls.game, seats, 100 * seed + seats)
            for seed in range(cls.seeds)
            for seats in cls.seat_counts({})
        ]

    @classmethod
    def cases(cls) -> list[Case]:
        """默认桌规的各种人数，加上每种别的桌规（人数轮着来，含最多的那种）。"""
        cases = cls.bases()
        for index, settings in enumerate(cls.variants):
            counts = cls.seat_counts(settings)
            for seats in sorted({counts[index % len(counts)], counts[-1]}):
                cases += [
                    Case(cls.game, seats, 1000 + 100 * seed + index, settings) for seed in range(cls.seeds)
                ]
        return cases

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cls.cases(), ids=str)
        if "base" in metafunc.fixturenames:
            metafunc.parametrize("base", cls.bases(), ids=str)
        if "golden" in metafunc.fixturenames:
            metafunc.parametrize("golden", cls.goldens, ids=lambda golden: golden.name)

    # ------------------------------------------------------------ 走完
    def test_random_game_ends(self, case: Case) -> None:
        """随机走总会走完：有胜者，没有问题留着，也没有卡住的时候。"""
        match = case.match()
        for _ in walk(match, Stream(case.seed)):
            assert match.over or match.clocked(), "没有结束，却没有在等谁"
        assert match.over and not match.waiting and match.question is None
        summary = self.game.summary(match.table)
        winners = summary["winners"]
        assert winners and sorted(set(winners)) == sorted(winners)
        assert all(0 <= seat < case.seats for seat in winners)
        assert summary["rounds"] >= 1
        msgspec.json.encode(summary)
        for seat in (None, *range(case.seats)):
            assert self.game.result(match.table.view(seat), case.cast()).strip()

    def test_idle_table_ends(self, base: Case) -> None:
        """人人超时、全走默认，也会走完。"""
        match = base.match()
        for _ in range(play.LONGEST):
            if not match.waiting:
                break
            ask = match.clocked()[0]
            match.answer(ask.seat, ask.default)
        assert match.over

    def test_questions_are_well_formed(self, case: Case) -> None:
        """每个问题：座位在座、有得选、默认合法、抽样与列举都在选项里、名字不与声明相混。"""
        match = case.match()
        stream = Stream(case.seed + 1)
        while match.waiting:
            clocked = match.clocked()
            for ask in match.waiting.values():
                assert 0 <= ask.seat < case.seats
                assert ask.what and ask.what not in match.table.DECLARATIONS
                if ask not in clocked and not ask.options.count():
                    continue
                assert ask.options.count() >= 1, f"「{ask.what}」没有可选的回答"
                assert ask.sample(stream) in ask.options
                for index, choice in enumerate(ask.options):
                    assert choice in ask.options
                    assert same(msgspec.json.decode(msgspec.json.encode(choice)), choice), (
                        "回答不是 JSON 原生值"
                    )
                    if index == 20:
                        break
            for ask in clocked:
                assert ask.default in ask.options, f"「{ask.what}」的默认 {ask.default!r} 不合法"
            play.step(match, stream)

    # ------------------------------------------------------------ 引擎
    def test_copy_shares_nothing(self, base: Case) -> None:
        """副本与原桌没有共用的可变部分。"""
        match = base.match()
        for index, _ in enumerate(walk(match, Stream(base.seed))):
            if index % 17 == 0:
                twin = match.table.copy()
                assert twin.snapshot() == match.table.snapshot()
                shared = _mutable(twin) & _mutable(match.table)
                assert not shared, "副本与原桌共用了列表、字典或数据类"

    def test_fork_equals_table(self, base: Case) -> None:
        """每一步之前复制一份：一模一样；副本往下走，原局不变；副本走同样的步，得同样的桌子。"""
        match = base.match()
        stream = Stream(base.seed)
        for index in range(400):
            if not match.waiting:
                break
            before = state(match)
            fork = match.fork()
            assert state(fork) == before
            if index % 5 == 0:
                for _ in walk(match.fork(), Stream(index), limit=8):
                    pass
                assert state(match) == before, "副本走动，原局变了"
            play.step(match, stream)
            fork.apply(match.history[-1])
            assert state(fork) == state(match)

    def test_simulation_equals_match(self, case: Case) -> None:
        """快路径 `simulate` 与 `Match` 走同样的回答，得同样的桌子：规则不因有没有人看而不同。"""
        match = case.match()
        stream = Stream(case.seed + 2)
        answers: list[dict[Seat, Choice]] = []
        asked: Any = None
        while match.waiting:
            if match.question is not asked:
                asked = match.question
                answers.append({})
            seat, choice = pick(match, stream)
            answers[-1][seat] = choice
            match.answer(seat, choice)
        queue = iter(answers)
        current: dict[Seat, Choice] = {}

        def choose(table: Table, ask: Ask) -> Choice:
            nonlocal current
            if not current:
                current = dict(next(queue))
            return current.pop(ask.seat)

        def interject(table: Table, ask: Ask) -> Choice:
            nonlocal current
            if not current:
                current = dict(next(queue))
            return current.pop(ask.seat, None)

        table = case.deal()
        count = simulate(table, choose, interject=interject)
        assert table.snapshot() == match.table.snapshot()
        assert count == len(match.history)

    def test_restart_equals_live(self, case: Case) -> None:
        """从存档与其后的日志（都经过 JSON 来回）还原，与一直开着的一样；还原以后走下去也一样。"""
        match = case.match()
        stream = Stream(case.seed + 3)
        options, data = case.prepared()
        options = self.game.restore_options(self.game.dump_options(options))
        data = self.game.restore_data(self.game.dump_data(data))
        twin: Match[Table] | None = None
        for index, _ in enumerate(walk(match, stream)):
            if twin is not None:
                twin.apply(match.history[-1])
                assert twin.table.digest() == match.table.digest()
            if index % 29 == 0 or (index < 60 and index % 3 == 0):
                table = self.game.restore(match.checkpoint.snapshot(), options, data)
                twin = Match(table, play.moves(match.since))
                assert state(twin) == state(match)
        whole = Match(case.deal(), play.moves(match.history))
        assert state(whole) == state(match)

    def test_rewind_at_every_depth(self, base: Case) -> None:
        """退回到任何一步，都与当时一样；之后还能照原样走回来。"""
        match = base.match()
        states = [state(match)]
        for _ in walk(match, Stream(base.seed + 4), limit=70):
            states.append(state(match))
        history = list(match.history)
        for count in range(len(history), -1, -1):
            match.rewind(count)
            assert state(match) == states[count] and match.history == history[:count]
        for move in history:
            match.apply(move)
        assert state(match) == states[-1]
        match.rewind(len(history) // 2)
        assert state(match) == states[len(history) // 2]

    def test_arrival_order_does_not_matter(self) -> None:
        """同时密答：谁先到都一样；没到齐之前谁也看不出已经答了什么。"""
        met = 0
        for case in self.cases():
            match = case.match()
            stream = Stream(case.seed + 5)
            for _ in range(600):
                if not match.waiting:
                    break
                if isinstance(match.question, Together) and len(match.waiting) > 1 and not match.partial:
                    met += 1
                    answers = {seat: ask.sample(stream) for seat, ask in match.waiting.items()}
                    forward, backward = match.fork(), match.fork()
                    before = {seat: play.seen_view(match.table, seat) for seat in (None, *range(case.seats))}
                    for seat in sorted(answers):
                        forward.answer(seat, answers[seat])
                    for seat in sorted(answers, reverse=True):
                        if len(backward.waiting) > 1:
                            outcome = backward.answer(seat, answers[seat])
                            assert not outcome.events
                            for viewer, was in before.items():
                                assert play.seen_view(backward.table, viewer) == was
                        else:
                            backward.answer(seat, answers[seat])
                    assert state(forward) == state(backward)
                play.step(match, stream)
        assert met or not self.together

    def test_illegal_answers_change_nothing(self, base: Case) -> None:
        """不合法的回答、不在问的人的回答，都只抛 `Illegal`，桌子不变。"""
        match = base.match()
        for index, _ in enumerate(walk(match, Stream(base.seed + 6))):
            if index % 7:
                continue
            before = state(match)
            for seat in (-1, *range(case_seats := base.seats), case_seats):
                ask = match.waiting.get(seat)
                for choice in FOREIGN:
                    if ask is None or choice not in ask.options:
                        with pytest.raises(Illegal) as refused:
                            match.answer(seat, choice)
                        assert str(refused.value)
            with pytest.raises(Illegal):
                match.declare(0, "没有这种声明", None)
            assert state(match) == before

    def test_same_seed_same_game_in_another_process(self) -> None:
        """换一个进程、换一个散列种子，同样的种子还是同样的一局。"""
        script = (
            "import sys, importlib\n"
            "from tests.kit import play\n"
            "from games.kernel import Stream\n"
            "module, seats, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])\n"
            "match = play.Case(importlib.import_module(module).game, seats, seed).match()\n"
            "for _ in play.walk(match, Stream(seed)): pass\n"
            "print(match.table.digest(), len(match.history))\n"
        )
        case = self.bases()[-1]
        module = type(self.game).__module__
        if not hasattr(sys.modules[module], "game"):
            module = module.rpartition(".")[0]
        answers = [
            subprocess.run(
                [sys.executable, "-c", script, module, str(case.seats), str(case.seed)],
                cwd=Path(__file__).resolve().parents[2],
                env={**os.environ, "PYTHONHASHSEED": hashing},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
            for hashing in ("1", "2")
        ]
        assert answers[0] == answers[1]

    # ------------------------------------------------------------ 秘密
    def test_secrets_stay_secret(self, base: Case) -> None:
        """换掉一个座位看不到的东西，它的事件、视图、问题、文字与旁人看到的都一字不差。"""
        assert check_secrecy(base, self.swaps) > 20, "几乎没有比到什么"

    # ------------------------------------------------------------ 文字
    def test_text_is_short_and_never_fails(self, case: Case) -> None:
        """任何时候任何人要看什么都写得出来，而且短。"""
        game, cast = self.game, case.cast()
        match = case.match()
        viewers: tuple[Seat | None, ...] = (None, *range(case.seats))
        for index, outcome in enumerate(walk(match, Stream(case.seed + 7))):
            view = {viewer: match.table.view(viewer) for viewer in viewers}
            for viewer in viewers:
                events = [event.seen_by(viewer) for event in outcome.events]
                for text in game.tell(events, view[viewer], cast):
                    assert text.strip(), "空行"
                    assert all(len(line) <= self.longest_line for line in text.split("\n")), text
                assert isinstance(game.shows_board(events), bool)
                if viewer is not None:
                    assert isinstance(game.touches_hand(events, viewer), bool)
            if match.clocked():
                line = game.waiting({ask.seat: ask.what for ask in match.clocked()}, view[None], cast)
                assert line.strip() and "\n" not in line and len(line) <= self.longest_line
            for ask in match.waiting.values():
                prompt = game.prompt(ask, view[ask.seat], cast)
                assert prompt.title.strip() and "\n" not in prompt.title
                assert prompt.advice.strip(), f"「{ask.what}」没有说怎么打字"
                for text in (
                    prompt.title,
                    prompt.advice,
                    *prompt.lines,
                    *(text for _, text in prompt.numbered),
                ):
                    assert len(text) <= self.longest_line, text
                assert len(prompt.numbered) <= 40
            if index % 9 == 0:
                for viewer in viewers:
                    for text in (game.status(view[viewer], cast), game.board(view[viewer], cast)):
                        assert text.strip() and len(text.split("\n")) <= self.longest_status, text
                        assert all(len(line) <= self.longest_line for line in text.split("\n")), text
                    if viewer is not None:
                        hand = game.hand(view[viewer], cast)
                        assert hand.strip() and len(hand.split("\n")) <= self.longest_status + 10

    def test_numbers_choose_their_options(self, case: Case) -> None:
        """问题里带号的每一项，打它的号就是选它，而且合法；不成话的话只说没读懂。"""
        game, cast = self.game, case.cast()
        match = case.match()
        stream = Stream(case.seed + 8)
        for index, _ in enumerate(walk(match, stream)):
            for ask in match.waiting.values():
                view = match.table.view(ask.seat)
                prompt = game.prompt(ask, view, cast)
                for place, (choice, _text) in enumerate(prompt.numbered):
                    assert choice in ask.options, f"「{ask.what}」第 {place + 1} 项 {choice!r} 不合法"
                    assert same(game.read(str(place + 1), ask, view, cast), choice)
                if index % 11:
                    continue
                for text in NONSENSE:
                    try:
                        read = game.read(fold(text), ask, view, cast)
                    except Misread as misread:
                        assert str(misread).strip()
                    else:
                        assert (read in ask.options) in (True, False)
                        msgspec.json.encode(read)
            if index % 11 == 0:
                for seat in range(case.seats):
                    for text in NONSENSE:
                        try:
                            game.read_declaration(fold(text), match.table.view(seat), cast)
                        except Misread as misread:
                            assert str(misread).strip()

    def test_views_and_events_are_plain(self, case: Case) -> None:
        """视图与事件都能写成 JSON；看一眼不会改变桌子；事件造好以后不再变。"""
        match = case.match()
        kept: list[tuple[Any, str]] = [(event, encoded(event)) for event in match.events]
        for index, outcome in enumerate(walk(match, Stream(case.seed + 9))):
            kept += [(event, encoded(event)) for event in outcome.events]
            for event in outcome.events:
                for viewer in (None, *range(case.seats)):
                    narrowed = event.seen_by(viewer)
                    assert type(narrowed) is type(event) and not narrowed.reveals()
                    encoded(narrowed)
            if index % 7 == 0:
                before = match.table.snapshot()
                for viewer in (None, *range(case.seats)):
                    assert play.seen_view(match.table, viewer) == play.seen_view(match.table, viewer)
                assert match.table.snapshot() == before
                encoded([getattr(match.table, name) for name in _fields(match.table)])
        assert [encoded(event) for event, _ in kept] == [text for _, text in kept], "事件后来变了"

    # ------------------------------------------------------------ 电脑玩家
    def test_computer_players_play_legally(self, base: Case) -> None:
        """每种电脑玩家都走得完一局，每步合法，同样的所见与随机流给同样的回答。"""
        assert {"随机", "普通"} <= set(self.game.players)
        for name, player in self.game.players.items():
            match = base.match()
            stream = Stream(base.seed)
            for _ in range(play.LONGEST):
                if not match.waiting:
                    break
                others = match.question.others if isinstance(match.question, Anyone) else []
                for ask, optional in [
                    *((ask, True) for ask in others),
                    *((ask, False) for ask in match.clocked()),
                ]:
                    view = match.table.view(ask.seat)
                    before = match.table.snapshot()
                    echo = Stream(stream.state)
                    choice = player(view, ask, stream, optional)
                    assert same(choice, player(match.table.view(ask.seat), ask, echo, optional)), name
                    assert match.table.snapshot() == before, f"「{name}」改了桌子"
                    if choice is None and optional:
                        continue
                    assert choice in ask.options, f"「{name}」对「{ask.what}」答了 {choice!r}"
                    match.answer(ask.seat, choice)
                    break
            assert match.over, f"「{name}」走不完"

    # ------------------------------------------------------------ 桌规与数据
    def test_options_and_data_round_trip(self) -> None:
        """桌规与数据存了再读都一样；每条桌规照显示的样子再设一遍不变；乱设的被说明拒绝。"""
        game = self.game
        for settings in ({}, *self.variants):
            options, data = Case(game, 0, 0, settings).prepared()
            dumped = game.dump_options(options)
            assert game.dump_options(game.restore_options(dumped)) == dumped
            written = game.dump_data(data)
            assert game.dump_data(game.restore_data(written)) == written
            lines = game.option_lines(options)
            assert lines
            for line in lines:
                assert line.name and line.meaning and line.clause
                again = game.set_option(options, line.name, line.value, data)
                assert game.dump_options(again) == dumped, line.name
                with pytest.raises(OptionError):
                    game.set_option(options, line.name, "没有这种值的", data)
            with pytest.raises(OptionError):
                game.set_option(options, "没有这条桌规", "开", data)
            least, most = game.seats(options, data)
            assert 1 <= least <= most

    def test_rulebook_is_there(self) -> None:
        """规则书不空。"""
        assert self.game.rulebook().strip()

    # ------------------------------------------------------------ 范本
    def test_golden_playthrough(self, golden: Golden) -> None:
        """与范本棋谱一字不差。"""
        case = Case(self.game, golden.seats, golden.seed, golden.settings)
        check_golden(golden.name, playthrough(case, golden.player, golden.steps))

    def test_options_counted(self) -> None:
        """沿固定走法，头 40 步的选项数与范本相同。"""
        text = "".join(f"{case}: {' '.join(map(str, perft(case, 40)))}\n" for case in self.bases())
        check_golden(f"{self.game.key}-perft", text)


def _fields(table: Table) -> list[str]:
    return [entry.name for entry in dataclasses.fields(table) if entry.name not in ("setup", "out")]


def _mutable(table: Table) -> set[int]:
    """桌上一切可变部分的身份（不含 `setup` 与 `out`）。"""
    found: set[int] = set()

    def visit(value: Any) -> None:
        if isinstance(value, (list, dict, set, bytearray)):
            found.add(id(value))
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            if not value.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                found.add(id(value))
            for entry in dataclasses.fields(value):
                visit(getattr(value, entry.name))
        elif isinstance(value, Mapping):
            for each in value.values():
                visit(each)
        elif isinstance(value, (list, tuple, set, frozenset)):
            for each in value:
                visit(each)

    for name in _fields(table):
        visit(getattr(table, name))
    return found
