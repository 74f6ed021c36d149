"""闹钟：按时、按序、可取消，取消得再多也不堆积。"""

from __future__ import annotations

import asyncio

from plugins.gamemaster.hall.alarms import Alarms
from tests.hall.clock import HandClock


async def settle() -> None:
    await asyncio.sleep(0)


async def test_alarms_ring_in_order_of_time() -> None:
    clock = HandClock()
    alarms = Alarms(clock)
    rung: list[str] = []
    alarms.set(30, lambda: rung.append("后"))
    alarms.set(10, lambda: rung.append("先"))
    alarms.set(20, lambda: rung.append("中"))
    await clock.advance(15, settle)
    assert rung == ["先"]
    await clock.advance(15, settle)
    assert rung == ["先", "中", "后"]


async def test_a_cancelled_alarm_stays_silent() -> None:
    clock = HandClock()
    alarms = Alarms(clock)
    rung: list[str] = []
    alarm = alarms.set(10, lambda: rung.append("响"))
    alarms.set(20, lambda: rung.append("另一只"))
    alarm.cancel()
    alarm.cancel()
    await clock.advance(30, settle)
    assert rung == ["另一只"]


async def test_an_alarm_that_fails_does_not_stop_the_others() -> None:
    clock = HandClock()
    alarms = Alarms(clock)
    rung: list[str] = []

    def fail() -> None:
        raise RuntimeError("坏闹钟")

    alarms.set(10, fail)
    alarms.set(20, lambda: rung.append("响"))
    await clock.advance(30, settle)
    assert rung == ["响"]


async def test_cancelled_alarms_do_not_pile_up() -> None:
    alarms = Alarms(HandClock())
    for _ in range(10_000):
        alarms.set(180, lambda: None).cancel()
    assert len(alarms.heap) < 300
    alarms.close()
