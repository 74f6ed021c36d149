"""贪吃鬼：地雷（G3.11）。摸到以后怎样见 `rules.third`。"""

from __future__ import annotations

from typing import Any

from games.kernel import Choice, Flow, Seat
from games.magicelite.events import MineLaid
from games.magicelite.rules.drawing import reshuffle
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.state import third_of
from games.magicelite.table import MagicEliteTable
from games.magicelite.third import Mine as Buried

__all__ = ["Mine"]


class Mine(Skill):
    """主动回合出牌前从库里摸一张，正面洗入库中；不占出牌。"""

    key = "mine"

    def actions(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        third = third_of(table)
        if third.mined >= table.setup.rules.mines_per_turn:
            return []
        if len(third.mines) >= table.setup.options.mines:
            return []
        if len(table.deck) + len(table.discard) <= len(third.mines):
            return []
        return [[self.key]]

    def act(self, table: MagicEliteTable, seat: Seat, choice: list[Any]) -> Flow[None]:
        third = third_of(table)
        buried = [mine.card for mine in third.mines]
        if len(table.deck) <= len(buried):
            # 只数张数：埋着的可能在大冒险里被摸走了，看库里剩的是不是雷就说出了它在哪（E10）。
            kept = len(table.deck)
            table.discard = table.deck + table.discard
            reshuffle(table, seat, kept)
        # 已经埋着的那颗不再翻出来：反正马上重洗，跳过它说不出它在哪。
        card = next(card for card in reversed(table.deck) if card not in buried)
        third.mines.append(Buried(seat, card))
        third.mined += 1
        table.shuffle(table.deck)
        if table.out is not None:
            table.out.append(MineLaid(seat, card))
        return
        yield
