"""魔法精英过验收套件：三个世代各一遍。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games import magicelite
from games.kernel import Seat
from games.magicelite.table import MagicEliteTable
from tests.kit.conformance import Conformance, Golden
from tests.kit.golden import check_golden, perft
from tests.kit.play import Case
from tests.kit.secrecy import Swap


class Generation(Conformance):
    """一个世代；默认桌规改成它的。"""

    game = magicelite.game
    together = False
    settings: ClassVar[Mapping[str, str]] = {}
    counts: ClassVar[Sequence[int]] = (2, 3, 5)

    @classmethod
    def bases(cls) -> list[Case]:
        """这一代，几种人数。"""
        return [Case(cls.game, seats, 100 + seats, cls.settings) for seats in cls.counts]

    def test_options_counted(self) -> None:
        """沿固定走法，头 40 步的选项数与范本相同；一代一份。"""
        text = "".join(f"{case}: {' '.join(map(str, perft(case, 40)))}\n" for case in self.bases())
        check_golden(f"magicelite-{self.settings['世代']}-perft", text)

    def swaps(self, table: MagicEliteTable, seat: Seat | None) -> Sequence[Swap]:
        """别人手里与库里、面不同的两张牌对调；二代还换没上场的武将与真身编号（E10）。"""
        cards = unseen(table, seat)
        face = table.setup.deck.face
        found = [
            swap(seat, first, second)
            for first, second in zip(cards, reversed(cards), strict=True)
            if first < second and face[first] != face[second]
        ]
        return found + second_swaps(table, seat)


def unseen(table: MagicEliteTable, seat: Seat | None) -> list[int]:
    """`seat` 不知道在哪的手牌：别人的与库里的；打过标记的、埋着的地雷不算。"""
    held = [card for holder, hand in enumerate(table.hands) if holder != seat for card in hand]
    known: list[int] = []
    if table.third is not None:
        known = [mine.card for mine in table.third.mines] + [
            card for each in table.third.marked for card in each
        ]
        fight = table.third.adventure
        if fight is not None and seat in (fight.challenger, fight.champion):
            held += table.hands[seat]  # 牌叠自己也看不到（G3.5）
    return sorted(card for card in held + table.deck if card not in known)


def swap(seat: Seat | None, first: int, second: int) -> Swap:
    """两张牌对调。"""

    def make(other: MagicEliteTable) -> None:
        places = {first: second, second: first}
        for pile in (*other.hands, other.deck):
            pile[:] = [places.get(card, card) for card in pile]
        if other.undo:  # 悔牌要退回的那张桌子里也要换
            before = MagicEliteTable.restore(other.undo.encode(), other.setup)
            make(before)
            other.undo = before.snapshot().decode()

    def hidden(other: MagicEliteTable, events: Sequence[Any]) -> bool:
        for event in events:
            shown = getattr(event, "cards", None)
            if {first, second} & set(getattr(shown, "seen", shown) or ()):
                return False
        return {first, second} <= set(unseen(other, seat))

    return Swap(f"{first}↔{second}", make, hidden)


def second_swaps(table: MagicEliteTable, seat: Seat | None) -> list[Swap]:
    """二代：各人暗置武将的上场次序、分身的真身编号（G2.1、G2.6）。"""
    second = table.second
    if second is None or seat is None:
        return []
    found: list[Swap] = []
    for each in range(table.seats):
        if len(second.generals[each]) > 1:
            found.append(order_swap(each, len(second.generals[each])))
        others = [number for number in second.numbers[each] if number != second.real[each]]
        if others:
            found.append(real_swap(each, second.real[each], others[0], len(second.numbers[each])))
    return found


def order_swap(seat: Seat, left: int) -> Swap:
    """`seat` 的下两名武将换次序；有人上场以后就不再比。"""

    def make(other: MagicEliteTable) -> None:
        assert other.second is not None
        pile = other.second.generals[seat]
        pile[0], pile[1] = pile[1], pile[0]

    def hidden(other: MagicEliteTable, events: Sequence[Any]) -> bool:
        return other.second is not None and len(other.second.generals[seat]) == left

    return Swap(f"{seat + 1}号的武将次序", make, hidden)


def real_swap(seat: Seat, real: int, other_number: int, left: int) -> Swap:
    """真身换一个编号；有人抽过编号以后就不再比。"""

    def make(other: MagicEliteTable) -> None:
        assert other.second is not None
        other.second.real[seat] = other_number

    def hidden(other: MagicEliteTable, events: Sequence[Any]) -> bool:
        shuffled = any(type(event).__name__ in ("NumberPicked", "BodiesShuffled") for event in events)
        return not shuffled and other.second is not None and len(other.second.numbers[seat]) == left

    return Swap(f"{seat + 1}号的真身 {real}→{other_number}", make, hidden)


class TestFirst(Generation):
    settings: ClassVar[Mapping[str, str]] = {"世代": "1"}
    counts = (2, 3, 8)
    variants = (
        {"允许过牌": "开", "返还伤害": "直接扣血"},
        {"6接J": "开", "K接A": "开", "回应回血": "开"},
        {"同花顺最少": "3", "封顶同分": "比大小", "牌副数": "3"},
    )
    goldens = (
        Golden("magicelite-1-3p", 3, 1, "普通", {"世代": "1"}),
        Golden("magicelite-1-4p-random", 4, 2, "随机", {"世代": "1"}, steps=160),
    )


class TestSecond(Generation):
    settings: ClassVar[Mapping[str, str]] = {"世代": "2"}
    variants = (
        {"世代": "2", "武将数": "1", "真身": "按血扣"},
        {"世代": "2", "组队": "开"},
        {"世代": "2", "7倍率": "10", "返还伤害": "直接扣血"},
    )
    goldens = (
        Golden("magicelite-2-2p", 2, 1, "普通", {"世代": "2"}),
        Golden("magicelite-2-3p-random", 3, 2, "随机", {"世代": "2"}, steps=200),
    )


class TestThird(Generation):
    settings: ClassVar[Mapping[str, str]] = {"世代": "3"}
    variants = (
        {"世代": "3", "钻石跨局": "关", "场上地雷": "3"},
        {"世代": "3", "救命锦囊": "满血", "并卡上限": "0"},
        {"世代": "3", "返还伤害": "直接扣血", "允许过牌": "开"},
    )
    goldens = (
        Golden("magicelite-3-3p", 3, 1, "普通", {"世代": "3", "钻石跨局": "关"}),
        Golden("magicelite-3-4p-random", 4, 2, "随机", {"世代": "3"}, steps=200),
    )
