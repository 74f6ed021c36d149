"""任意一串写入与重开之后，库里的内容等于一个几行的模型。"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from plugins.gamemaster.store import ActionRecord, MatchRecord, SnapshotRecord, Store, StoreConflict
from plugins.gamemaster.store.store import MATCHES_REMEMBERED

from .samples import action, match_record, snapshot

CHOICES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
GROUPS = st.sampled_from(["900", "901", "902"])
MESSAGES = st.sampled_from(["", "10:1", "10:2", "11:1"])


class StoreMachine(RuleBasedStateMachine):
    """模型：对局、日志、存档、等人桌各是一个字典。"""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.matches: dict[int, MatchRecord] = {}
        self.actions: dict[int, list[ActionRecord]] = {}
        self.snapshots: dict[int, list[SnapshotRecord]] = {}
        self.waiting: dict[tuple[str, str], str] = {}
        self.ended: list[int] = []

    def run(self, call: Any) -> Any:
        return self.runner.run(call)

    @initialize()
    def open(self) -> None:
        self.store = Store(Path(self.folder.name) / "库.db", synchronous="OFF")
        self.run(self.store.open())

    def teardown(self) -> None:
        self.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    @rule()
    def reopen(self) -> None:
        self.run(self.store.close())
        self.open()

    @rule(group=GROUPS, data=st.sampled_from(["{}", '{"a":1}']), seed=st.integers(0, 2**64 - 1))
    def create(self, group: str, data: str, seed: int) -> None:
        record = match_record(group, data=data, seed=seed)
        record.id = self.run(self.store.create_match(record))
        assert record.id not in self.matches
        self.matches[record.id] = record
        self.actions[record.id] = []
        self.snapshots[record.id] = []
        self.forget_lobby(group)

    @precondition(lambda self: self.matches)
    @rule(
        which=st.integers(0, 99),
        choices=st.lists(CHOICES, min_size=1, max_size=3),
        message=MESSAGES,
        kept=st.booleans(),
        slip=st.sampled_from([0, 0, 0, 0, -1, 1]),
    )
    def append(self, which: int, choices: list[Any], message: str, kept: bool, slip: int) -> None:
        number = sorted(self.matches)[which % len(self.matches)]
        first = len(self.actions[number]) + slip
        rows = [action(first + index, choice, message) for index, choice in enumerate(choices)]
        state = snapshot(first + len(rows)) if kept else None
        try:
            self.run(self.store.append(number, rows, state))
        except StoreConflict:
            assert slip
            return
        assert not slip
        self.actions[number] += rows
        if state is not None:
            self.snapshots[number].append(state)

    @precondition(lambda self: self.matches)
    @rule(which=st.integers(0, 99), state=st.sampled_from(["playing", "suspended", "finished", "dissolved"]))
    def set_state(self, which: int, state: Any) -> None:
        number = sorted(self.matches)[which % len(self.matches)]
        self.run(self.store.set_state(number, state))
        self.matches[number].state = state
        if number in self.ended:
            self.ended.remove(number)
        if state == "finished":
            self.ended.append(number)

    @rule(bot=st.sampled_from(["10", "11"]), group=GROUPS, lobby=st.none() | st.text())
    def save_lobby(self, bot: str, group: str, lobby: str | None) -> None:
        self.run(self.store.save_lobby(bot, group, lobby))
        self.forget_lobby(group)
        if lobby is not None:
            self.waiting[bot, group] = lobby

    def forget_lobby(self, group: str) -> None:
        """一个群只有一桌，不论记在哪个账号名下。"""
        for bot in ("10", "11"):
            self.waiting.pop((bot, group), None)

    @rule(
        moves=st.lists(st.tuples(st.integers(0, 99), st.sampled_from([0, 0, 0, 1])), min_size=2, max_size=8)
    )
    @precondition(lambda self: self.matches)
    def append_together(self, moves: list[tuple[int, int]]) -> None:
        """同时到达的一批，其中有几个行号不对。"""
        lengths = {number: len(rows) for number, rows in self.actions.items()}
        calls: list[Any] = []
        plan: list[tuple[int, ActionRecord, bool]] = []
        for which, slip in moves:
            number = sorted(self.matches)[which % len(self.matches)]
            row = action(lengths[number] + slip)
            lengths[number] += not slip
            calls.append(self.store.append(number, [row]))
            plan.append((number, row, bool(slip)))

        async def together() -> list[Any]:
            return await asyncio.gather(*calls, return_exceptions=True)

        for (number, row, slipped), result in zip(plan, self.run(together()), strict=True):
            assert isinstance(result, StoreConflict) if slipped else result is None
            if not slipped:
                self.actions[number].append(row)

    @invariant()
    def the_store_equals_the_model(self) -> None:
        if not hasattr(self, "store"):
            return
        live = [record for record in self.matches.values() if record.state in ("playing", "suspended")]
        assert self.run(self.store.live_matches()) == live
        for number, record in self.matches.items():
            stored = self.run(self.store.load(number))
            assert stored.record == record
            assert stored.actions == self.actions[number]
            assert stored.snapshots == self.snapshots[number]
            tail = self.run(self.store.load(number, after_snapshot=True))
            last = self.snapshots[number][-1:]
            assert tail.snapshots == last
            assert tail.actions == self.actions[number][last[0].n if last else 0 :]
            same = [each for each in sorted(self.matches) if self.matches[each].group == record.group]
            before = same[: same.index(number) + 1][-MATCHES_REMEMBERED:]
            seen = {row.message for each in before for row in self.actions[each]} - {""}
            assert self.run(self.store.messages(number)) == seen
        expected = [(bot, group, lobby) for (bot, group), lobby in sorted(self.waiting.items())]
        assert self.run(self.store.lobbies()) == expected
        for group in ("900", "901", "902"):
            done = [number for number in reversed(self.ended) if self.matches[number].group == group]
            assert [record.id for record in self.run(self.store.finished(group, 2))] == done[:2]


StoreMachine.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestStore = StoreMachine.TestCase
