"""事件：公开部分与秘密部分。"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from games.kernel import Event, Secret


@dataclass(slots=True)
class Drew(Event):
    seat: int
    count: int
    cards: Secret[list[int]] = field(default_factory=Secret[list[int]])


def test_each_seat_sees_only_its_own_part() -> None:
    event = Drew(1, 2, Secret({1: [7, 8], 2: [9]}))
    assert event.seen_by(1).cards.seen == [7, 8]
    assert event.seen_by(2).cards.seen == [9]
    for viewer in (0, None):
        narrowed = event.seen_by(viewer)
        assert narrowed == Drew(1, 2, Secret()) and narrowed.cards.seen is None
    for viewer in (0, 1, 2, None):
        narrowed = event.seen_by(viewer)
        assert narrowed.cards.parts == {} and (narrowed.seat, narrowed.count) == (1, 2)
    assert event.cards.parts == {1: [7, 8], 2: [9]}, "收窄不改原来的事件"


def test_false_secret_values_are_still_secrets() -> None:
    event = Drew(0, 0, Secret({0: []}))
    assert event.reveals() and event.seen_by(0).cards.seen == []
    assert not Drew(0, 0).reveals() and not event.seen_by(0).reveals()


def test_secret_never_prints_its_content() -> None:
    text = repr(Drew(1, 1, Secret({1: [424242]})))
    assert "424242" not in text and "424242" not in repr(Drew(1, 1, Secret({1: [424242]})).seen_by(1))


def test_secrets_compare_by_value_and_do_not_hash() -> None:
    assert Secret({1: "a"}) == Secret({1: "a"}) != Secret({1: "b"})
    assert Secret({1: "a"}) != {1: "a"}
    with pytest.raises(TypeError):
        hash(Secret({1: "a"}))
