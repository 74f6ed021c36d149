"""连发：同一个人几秒里把同一句话说了又说、而桌上什么也没变，只回头一次。

不然一个人连刷「状态」就能让机器人刷屏，真正的消息排在后面，账号还会被风控。
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk

State = tuple[object, ...]


class Echoes:
    """各人最近一句回过的话，与回完以后桌上的样子。"""

    __slots__ = ("desk", "last")

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.last: dict[tuple[str, bool], tuple[str, State, float]] = {}

    def repeated(self, speech: Speech) -> bool:
        """刚回过他这句话，之后什么也没变：不必再回。"""
        last = self.last.get((speech.user, speech.private))
        if last is None:
            return False
        text, state, at = last
        seconds = self.desk.hall.settings.repeat_seconds
        return text == speech.text and self._now() - at < seconds and state == self.state()

    def answered(self, speech: Speech, before: State) -> None:
        """回过了他这句话；`before` 是听之前的 `state`。真办了事的不算：再说一遍是要再办一次。"""
        who = (speech.user, speech.private)
        after = self.state()
        if after != before:
            self.last.pop(who, None)
            return
        if len(self.last) >= 256:
            self.last.clear()
        self.last[who] = (speech.text, after, self._now())

    def _now(self) -> float:
        return self.desk.hall.clock.elapsed()

    def state(self) -> State:
        """桌上的样子，变没变看它。"""
        desk = self.desk
        play, vote, lobby = desk.play, desk.vote, desk.lobby
        return (
            # 日志多一行、表决多一票、等人的桌有变动、要再打一次确认的，都算变了。
            (id(play), play.next_row) if play is not None else None,
            (vote.key, frozenset(vote.yes), frozenset(vote.no)) if vote is not None else None,
            lobby.dump() if lobby is not None else None,
            tuple(sorted(desk.resigning)),
        )
