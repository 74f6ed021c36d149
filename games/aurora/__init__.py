"""极光战棋：2 人的卡牌战棋。`game` 是交给大厅与实验室的全部。"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.aurora import events as happened
from games.aurora import words
from games.aurora.data import AuroraData
from games.aurora.options import Options
from games.aurora.players import PLAYERS
from games.aurora.rules import SEATS, deal, equip, used
from games.aurora.setup import prepare
from games.aurora.table import AuroraTable
from games.aurora.workshop import WORKSHOP
from games.kernel import Belongings, Cast, Seat, StandardGame

__all__ = ["AuroraGame", "game"]


class AuroraGame(StandardGame[AuroraData, Options]):
    """极光战棋。"""

    key = "aurora"
    title = "极光战棋"
    aliases = ("极光", "战棋", "aurora")
    data_model = AuroraData
    options_model = Options
    words = words
    tokens = words.TOKENS
    verbs = words.VERBS
    timeouts = 0
    """超时由规则判负（A11.4）；桌规改成托管时见 `patience`。"""
    slow = frozenset({"main", "prepare", "respond"})
    players = PLAYERS
    queries = words.QUERIES
    usage = words.USAGE
    workshop = WORKSHOP
    idle_turns = 2
    """连续几个整回合超时（A11.4）。"""

    def published(self, data: AuroraData) -> None:
        """连续超时的次数；牌、士兵、英雄技能的名字打头的话也算说给它听的。"""
        self.idle_turns = data.rules.idle_turns
        named = (*data.cards, *data.soldiers, *data.skills)
        self.verbs = words.VERBS | {row.name for row in named}

    def seats(self, options: Options, data: AuroraData) -> tuple[int, int]:
        return SEATS, SEATS

    def patience(self, options: Options) -> int:
        """桌规改成托管时，连续两次超时就托管（A11.4）。"""
        return self.idle_turns if options.timeout == "autopilot" else 0

    # ------------------------------------------------------------ 牌桌
    def deal(self, seed: int, marks: Sequence[str], options: Options, data: AuroraData) -> AuroraTable:
        return deal(seed, marks, options, data)

    def restore(self, state: bytes, options: Options, data: AuroraData) -> AuroraTable:
        return AuroraTable.restore(state, prepare(options, data))

    # ------------------------------------------------------------ 卡组（A8.2）
    def equip(self, table: AuroraTable, belongings: Sequence[Belongings]) -> None:
        equip(table, belongings)

    def used(self, table: AuroraTable) -> Sequence[str]:
        return used(table)

    # ------------------------------------------------------------ 文字
    def asks(self, text: str) -> bool:
        return words.asks(text)

    def look_up(self, word: str, view: Any, cast: Cast) -> str:
        return words.look_up(word, view, cast)

    def shows_board(self, events: Sequence[Any]) -> bool:
        """场面变了，或轮到下一个人。"""
        shown = (
            happened.ObstaclePlaced,
            happened.HeroPlaced,
            happened.TurnStarted,
            happened.Walked,
            happened.Deployed,
            happened.Upgraded,
            happened.Left,
            happened.WallRaised,
        )
        return any(isinstance(event, shown) for event in events)

    def touches_hand(self, events: Sequence[Any], seat: Seat) -> bool:
        changed = (
            happened.ZonesSet,
            happened.Drew,
            happened.Stowed,
            happened.Reserved,
            happened.Charged,
            happened.Discarded,
            happened.CardMoved,
            happened.CardPlayed,
            happened.CardRetracted,
            happened.SkillUsed,
            happened.Dodged,
        )
        return any(isinstance(event, changed) and event.seat == seat for event in events)

    # ------------------------------------------------------------ 实验室
    def summary(self, table: Any) -> dict[str, Any]:
        """一局的统计：`winners`、`rounds`（双方合计几个回合）、`heroes`（各座位的英雄）、`initiative`（先手、后手）、
        `matchups`（自己的英雄与先后手、对方的英雄）、`first`（先手的座位）、`reason`、`health`、`damage`、
        `kills`、`dodged`、`capped`。各座位的标签按标签算胜率。"""
        heroes = table.setup.data.heroes
        names = [heroes[hero].name if hero >= 0 else "" for hero in table.heroes]
        order = ["先手" if seat == table.first else "后手" for seat in range(table.seats)]
        return {
            "winners": list(table.winners),
            "rounds": table.turns,
            "heroes": names,
            "initiative": order,
            "matchups": [f"{names[seat]}{order[seat]}对{names[1 - seat]}" for seat in range(table.seats)],
            "first": table.first,
            "reason": table.reason,
            "health": list(table.health),
            "damage": [each[0] for each in table.totals],
            "kills": [each[1] for each in table.totals],
            "dodged": [each[2] for each in table.totals],
            "capped": int(table.reason in ("cap", "cap_tie")),
        }


game = AuroraGame()
