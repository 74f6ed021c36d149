"""落叶长跑：牌与角色各有各的名字，谁该知道什么照 L9。"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from games.leafrun import LeafrunGame
from games.leafrun.data import CardKind, LeafrunData, load
from games.leafrun.events import CardsMoved
from games.leafrun.setup import PLAIN, RECEIVED
from games.leafrun.table import NOTHING, LeafrunTable
from tests.fuzz.knowledge import EVERYBODY, Knowledge, Zone
from tests.fuzz.nonces import name_of_card, name_of_character, read_nonce
from tests.fuzz.subject import Subject


class Leafrun(Subject):
    """见模块说明。"""

    title = "落叶长跑"
    game_words = (
        "移动",
        "出牌",
        "换牌",
        "二换三",
        "二弃一",
        "装备",
        "掷骰",
        "选",
        "结束",
        "防具",
        "触发",
        "回血",
        "弃牌",
        "给牌",
        "苏醒",
        "再等",
        "增益",
        "留",
        "抽",
        "树脂球",
        "取",
        "给",
        "换位",
        "走",
        "不换",
        "不用",
        "打出",
        "使用",
        "强买强卖",
        "过",
        "r",
        "pass",
    )
    words_after = (
        "",
        "1",
        "2",
        "3",
        "1 2",
        "2 3 4",
        "1 1",
        "0",
        "-1",
        "99",
        "999999999",
        "一",
        "两",
        "十二",
        "１",
        "٣",
        "②",
        "🄌",
        "全部",
        "所有",
        "1号",
        "2号",
        "给 2号",
        "1 给 2号",
        "1 给 3",
        "给 自己",
        "自动",
        "保留",
        "落叶长跑",
        "落叶长跑 跑道=1",
        "落叶长跑 自动掷骰=开",
        "落叶长跑 定顺序骰=20 跑道=2-1",
        "跑道=SLFGVLE",
        "跑道=1-1-1-1-1-1-1-1-1",
        "自动掷骰=开",
        "必须走满=关",
        "允许到8人=开",
        "魔法束缚=永久",
        "马失前蹄=跳过下一轮",
        "给我过来距离=至多",
        "落在滑沙上滑一格=开",
        "总分并列=比第一",
        "出牌限时=30",
        "选择限时=2分",
        "提醒=0",
        "自动托管=1",
        "出牌限时=-5",
        "没有=这个",
        "随机",
        "1 随机",
        "2 普通",
        "5 普通",
        "红",
        "🟥",
        "蓝色",
        "轮",
        "解散",
        "3步",
        "L4.4",
        "l4",
        "沼泽",
        "路障",
        "彩虹音爆",
        "bear",
        "给我过来 2号",
        "强制休息",
        "对局",
        "管理",
        "结束",
        "2号 结束",
        "1号 1",
        "3号 移动 1",
        "2号 掷骰",
        "重置 1",
        "跳过",
        "投票 投票 跳过",
        "5",
        "5分钟",
        "不换",
        "满",
        "格",
    )
    option_words = (
        "跑道=1",
        "跑道=SLFGVE",
        "跑道=3-1",
        "自动掷骰=开",
        "必须走满=关",
        "落在滑沙上滑一格=开",
        "给我过来距离=至多",
        "魔法束缚=永久",
        "马失前蹄=跳过下一轮",
        "允许到8人=开",
        "并列规则=不占",
        "滑沙计摸牌=关",
        "自动判末位=关",
        "总分并列=比第一",
        "定顺序骰=20",
    )
    held_pattern = re.compile(r"(\d+)\.([\uac00-\ud7a3]{4}|[\u4e00-\u9fff]{1,8})")

    def __init__(self, game: LeafrunGame | None = None) -> None:
        super().__init__(game or NonceLeafrun())

    def composed_line(self, random: Random, held: Sequence[tuple[str, str]]) -> str:
        def card() -> str:
            number, name = random.choice(held)
            return number if random.random() < 0.5 else name

        target = random.randint(1, 7)
        return random.choice(
            (
                f"移动 {random.randint(1, 4)}",
                f"移动 {card()} {card()}",
                f"出牌 {card()}",
                f"出牌 {card()} 给 {target}号",
                f"出牌{card()}给{target}号",
                f"出牌 {card()} 增益{random.randint(0, 4)}",
                f"打出 {card()[:3]}",
                f"二换三 {card()} {card()}",
                f"二弃一 {card()} {card()}",
                f"二弃一 {card()}、{card()}",
                f"装备 {card()}",
                f"换牌 {card()} {card()}",
                f"弃牌 {card()} {card()} {card()}",
                f"给牌 {card()} {card()}",
                f"树脂球 {card()} 给 {target}号",
                f"树脂球 {target}号",
                f"抽 {target}号 {random.randint(1, 5)}",
                f"取 {target}号 防具",
                f"给 {target}号 手牌",
                f"换位 {target}号",
                f"代打 {target}号 出牌 {card()}",
                f"代打 {target}号 弃牌 {card()} {card()} {card()}",
                card(),
                f"{card()} {card()}",
            )
        )

    def plain_line(self, random: Random, text: str, chance: float) -> str:
        if "掷骰" in text or chance > 0.98:
            return "掷骰"
        return random.choice(("结束", "选 1", "1"))

    def salt(self, data: LeafrunData) -> int:
        nonce = read_nonce(data.cards[0].name)
        assert nonce is not None
        return nonce.salt

    def knowledge(self, table: LeafrunTable) -> Knowledge:
        return LeafrunKnowledge(table)

    def faults(self, table: LeafrunTable) -> Iterator[str]:
        return faults_of_table(table)


class LeafrunKnowledge(Knowledge):
    """谁知道什么（L9）。

    - 弃牌堆、身上的防具、场上的元素牌，人人知道；
    - 自己手里的自己知道；当众给出的武器，人人知道它到了谁手里；
    - 暗中易主的牌只有双方知道；洗回牌堆的谁也不知道；
    - 回合里当众打出的牌，这一步里人人知道，哪怕马上又洗了回去。
    """

    def zones(self, table: LeafrunTable) -> list[Zone]:
        zones: list[Zone] = [("nowhere", 0)] * table.setup.data.deck.size
        for card in table.deck:
            zones[card] = ("deck", 0)
        for card in table.discard:
            zones[card] = ("open", -1)
        for seat in range(table.seats):
            for card in table.hands[seat]:
                zones[card] = ("hand", seat)
            for card in (table.armour[seat], *table.buffs[seat]):
                if card >= 0:
                    zones[card] = ("open", seat)
        return zones

    def received(self, now: Zone, before: Zone, shown: bool) -> frozenset[int]:
        if before[0] == "hand":
            # 当众选中的（给武器、捡漏的防具）人人看着；暗中换手的只有双方知道。
            return frozenset({EVERYBODY}) if shown else frozenset({now[1], before[1]})
        if before[0] == "open" and before[1] >= 0:
            return frozenset({EVERYBODY})
        return frozenset({now[1]})

    def offered(self, table: LeafrunTable) -> Sequence[Sequence[int]]:
        return table.candidates

    def public_characters(self, table: LeafrunTable) -> Iterator[int]:
        return (character for character in table.character if character >= 0)

    def shown(self, what: str, choice: Any, events: Sequence[Any]) -> frozenset[int]:
        return frozenset(cards_in(what, choice))

    def told(self, events: Sequence[Any]) -> None:
        for event in events:
            if isinstance(event, CardsMoved):
                # 抽走又抽回的那张，前后看都在原处，经手的两个人却都知道。
                for cards in event.cards.parts.values():
                    self.own[event.source].update(cards)
                    self.own[event.target].update(cards)


def cards_in(what: str, choice: Any) -> set[int]:
    """回答 `choice` 当众用掉、给出的牌；回答是秘密的、与牌无关的都是空。"""
    if what in ("light_dash", "barter", "scatter"):
        return set(choice)
    if what == "resin":
        return set() if choice is None else {choice[0]}
    if what not in ("turn", "interject"):
        return set()
    match choice:
        case ["move" | "two_for_one", list(cards)]:
            return set(cards)
        case ["two_for_three", int(action), int(other)]:
            return {action, other}
        case ["weapon" | "armour" | "heal" | "event" | "element" | "special" | "rest", int(card), *_]:
            return {card}
        case _:
            return set()


def faults_of_table(table: LeafrunTable) -> Iterator[str]:
    """桌上不对的地方，一处一句；没有就什么也不产出。"""
    size = table.setup.data.deck.size
    places: dict[int, str] = {}
    piles = [("牌堆", table.deck), ("弃牌堆", table.discard)]
    piles += [(f"{seat + 1}号手里", hand) for seat, hand in enumerate(table.hands)]
    piles += [(f"{seat + 1}号身上", [card]) for seat, card in enumerate(table.armour) if card != NOTHING]
    piles += [
        (f"{seat + 1}号增益", [card for card in sources if card >= 0])
        for seat, sources in enumerate(table.buffs)
    ]
    for name, pile in piles:
        for card in pile:
            if card in places:
                yield f"牌 {card} 同时在{places[card]}与{name}"
            places[card] = name
    for card in range(size):
        if card not in places:
            yield f"牌 {card} 不见了"
    if len(places) > size:
        yield f"多出了牌 {sorted(set(places) - set(range(size)))}"
    for card in range(size):
        held = places.get(card, "").endswith("手里")
        if table.mark[card] != PLAIN and not held:
            yield f"牌 {card} 不在手里，却有记号 {table.mark[card]}"
    last = len(table.terrain) - 1
    for seat in range(table.seats):
        label = f"{seat + 1}号"
        marked = [card for card in table.hands[seat] if table.mark[card] > RECEIVED]
        if sorted(marked) != sorted(table.specials[seat]):
            yield f"{label} 的特殊牌 {table.specials[seat]} 与手里的记号 {marked} 对不上"
        if table.character[seat] == NOTHING:
            continue
        if not 0 <= table.health[seat] <= table.max_health(seat):
            yield f"{label} 的体力 {table.health[seat]} 不在 0 到 {table.max_health(seat)}"
        if table.health[seat] == 0 and table.fainted[seat] < 0 and not table.over:
            yield f"{label} 的体力是 0 却醒着"
        if not 0 <= table.position[seat] <= max(last, 0):
            yield f"{label} 在第 {table.position[seat]} 格，跑道只有 0 到 {last}"
        if table.load(seat) < 0:
            yield f"{label} 的负重 {table.load(seat)} 是负的"
    for barrier in table.roadblocks:
        if not 0 <= barrier.cell <= last:
            yield f"路障在第 {barrier.cell} 格"
    if len(set(table.order)) != len(table.order):
        yield f"出牌顺序 {table.order} 里有人重复"
    if table.over != bool(table.winners):
        yield f"结束与否（{table.over}）与胜者（{table.winners}）对不上"


def renamed(data: LeafrunData, salt: int) -> LeafrunData:
    """同样的牌与角色，一张一个名字。"""
    cards: list[CardKind] = []
    for kind in data.cards:
        for _ in range(kind.count):
            cards.append(kind.model_copy(update={"name": name_of_card(salt, len(cards)), "count": 1}))
    characters = [
        character.model_copy(update={"name": name_of_character(salt, index)})
        for index, character in enumerate(data.characters)
    ]
    named = data.model_copy(update={"cards": tuple(cards), "characters": tuple(characters)})
    # 副本还带着原来算好的查找表，从 JSON 读回来的才是新的。
    return LeafrunData.restore(named.dump())


class NonceLeafrun(LeafrunGame):
    """落叶长跑，每读一次数据换一套名字。"""

    def __init__(self) -> None:
        super().__init__()
        self.loads = 0
        self._plain: LeafrunData | None = None

    def load(self, folder: Path) -> LeafrunData:
        if self._plain is None:
            self._plain = load(folder)
        self.loads += 1
        return renamed(self._plain, self.loads)
