"""一桌的限时：同一个问题一只钟，提醒一次，到点代为回答；停着的时候不走。"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alarms import Alarm

if TYPE_CHECKING:
    from .desk import Desk

LEAST = 30
"""停过再走时，至少还给这么多秒。"""


class QuestionClock:
    """正在问的问题的钟。每件活办完以后 `sync` 一次。"""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.question: object = None
        self.since = 0.0
        """开始问的时刻（`Clock.elapsed`）。"""
        self.ends: float | None = None
        """到点的时刻；不计时或停着为 `None`。"""
        self.left: float | None = None
        """停下时还剩的秒数。"""
        self.alarm: Alarm | None = None
        self.reminder: Alarm | None = None

    def sync(self) -> None:
        """让钟与现在的问题一致：新问题从头走，没变的接着走，停着的停下。"""
        desk, play = self.desk, self.desk.play
        if play is None or play.over or play.breach is not None:
            self.forget()
            return
        question = play.match.question
        if question is not self.question:
            self.forget()
            self.question = question
            self.since = desk.hall.clock.elapsed()
        if play.halted or desk.frozen:
            self.freeze()
            return
        asks = play.clocked()
        if not asks or not play.attended():
            self._silence()
            return
        if self.alarm is not None:
            return
        limit = max(play.seconds(ask) for ask in asks)
        if limit <= 0:
            return
        seconds = float(limit)
        if self.left is not None:
            # 「延时」给的可以比限时长，停过再走也不收回。
            seconds = max(self.left, min(seconds, LEAST))
            self.left = None
        self._start(seconds)

    def freeze(self) -> None:
        """停下，记住还剩多少。"""
        if self.alarm is not None and self.ends is not None:
            self.left = max(0.0, self.ends - self.desk.hall.clock.elapsed())
        self._silence()

    def forget(self) -> None:
        """忘掉现在的问题；下次 `sync` 从头走。"""
        self._silence()
        self.question = None
        self.left = None

    def extend(self, seconds: float) -> bool:
        """再给 `seconds` 秒；没有在走的钟为 `False`。"""
        if self.alarm is None or self.ends is None:
            if self.left is None:
                return False
            self.left += seconds
            return True
        left = self.ends - self.desk.hall.clock.elapsed() + seconds
        self._silence()
        self._start(left)
        return True

    def remaining(self) -> float | None:
        """还剩几秒；不计时为 `None`。"""
        if self.ends is None:
            return self.left
        return max(0.0, self.ends - self.desk.hall.clock.elapsed())

    def _start(self, seconds: float) -> None:
        desk, play = self.desk, self.desk.play
        assert play is not None
        hall, question = desk.hall, self.question
        self.ends = hall.clock.elapsed() + seconds
        self.alarm = hall.alarms.set(seconds, lambda: desk.rung(question))
        notice = min(float(play.house.reminder_seconds), seconds / 2)
        if notice > 0:
            self.reminder = hall.alarms.set(seconds - notice, lambda: desk.reminded(question))

    def _silence(self) -> None:
        for alarm in (self.alarm, self.reminder):
            if alarm is not None:
                alarm.cancel()
        self.alarm = self.reminder = None
        self.ends = None
