"""魔法精英问的全部问题，与「打出一套」的选项空间。

回答都是 JSON；手牌写牌号，人写座位号。「默认」是超时的回答（E11）。

| 名字 | 问谁 | 回答 | 默认 | 条号 |
|---|---|---|---|---|
| `play` | 轮到的人 | 见下 | 血不满则最小纯♥，否则最低伤害单张；目标顺位下一敌 | E3.3 E11.1 |
| `respond` | 被攻击的人 | 见下 | 不用 4 就能 OD≥0 的最少张…… | E3.4 E11.2 |
| `retract` | 刚出完一套、还能悔的人，插话 | `["retract"]` | 不插话 | E8 |
| `revive` | 被击杀、还有次数的恶贼（公开） | `["set", …]` 必含 5，或 `["none"]` | 单张 5，目标击杀者 | G1.3 E11.3 |
| `number` | 攻击分身武将的人 | 编号 1..5 里还在的 | 随机（桌上抽好，见 note） | G2.6 E11.4 |
| `flip` | 触发审判的人，每张 K 一次 | `"抽"` | `"抽"` | G2.9 E11.4 |
| `death` | 被击杀的人 | `"storm"`、`"bag"`、`"adventure"`、`"out"` 里能选的 | 依此次序 | G3.2 E11.5 |
| `reskill` | 用救命锦囊的人 | 第几代的技能 1..3 | 现在的那代 | G3.4 E11.5 |
| `leopard` | 受致命伤、有闪电豹的人（物品公开） | `"dodge"`、`"keep"` | `"dodge"` | G3.10 E11.5 |
| `reflected` | 受反射的人，不管有没有 4 | 一张 4 的牌号，或 `null` 不弃 | 有就弃 | G3.11 E11.5 |
| `interrupt` | 中嗜血的人，每个嗜血一次，不管有没有 4 | 一张 4 的牌号，或 `null` 不弃 | 有就弃 | G3.12 E11.5 |
| `counter` | 被施技能、有吞噬盾的人，不管有没有 4 | 一张 4 的牌号，或 `null` 不弃 | 有就弃 | G3.14 |
| `turn_over` | 大冒险里轮到翻牌的人 | `"翻"` | `"翻"` | G3.5 E11.5 |

只问公开得知的资格：手里有没有 4、5、A、K 从不决定问不问谁。

`play` 的回答：

| 回答 | 做什么 | 条号 |
|---|---|---|
| `["set", [牌, …], 目标或 null, 用法]` | 出一套；含伤害的要目标，没有伤害的写 `null` | E3.2 E3.3 |
| `["pass"]` | 过牌（选项） | E3.3 |
| `["retract"]` | 悔牌：上一套恰好也是自己出的（如刚回应完就轮到自己） | E8 |
| `["mine"]` | 埋雷，之后继续出牌 | G3.11 |
| `["buy", 物品]` | 买东西，之后继续出牌 | G3.10 |
| `["lift", 世代]` | 用升降梯，之后继续出牌 | G3.10 |

`respond` 的回答：

| 回答 | 做什么 | 条号 |
|---|---|---|
| `["set", [牌, …], null, 用法]` | 回应一套 | E3.4 |
| `["control", 座位]` | 首次控制不要牌，可以一张也不出 | G2.7 |
| `["aegis"]` | 首次护盾不要牌：真没有牌时也能发动 | G2.7 |
| `["none"]` | 真没有牌：承受全部 | E3.4 |
| `["gluttony"]` | 忽略 ≤20 的伤害，不出牌 | G3.11 |
| `["retract"]` | 同上 | E8 |

用法是这一套声明的技能 `[[标识, 参数…], …]`，不用就是 `[]`；先后以 `SetSpace` 列出的为准：

| 用法 | 要有的牌 | 何时 | 做什么 | 条号 |
|---|---|---|---|---|
| `["framing", 座位]` | A | 回应 | 嫁祸；这套里的 4 就不再挡 | G1.4 |
| `["hundredfold"]` | — | 主动、回应 | 合体的 ×100 用在这一套 | G2.10 |
| `["aegis"]` | 首次不要，此后 5 | 回应 | 护盾 | G2.7 |
| `["control", 座位]` | 首次不要，此后 5 | 回应 | 控制：伤害转给他 | G2.7 |
| `["judgment"]` | K | 主动、回应 | 天神的审判 | G2.9 |
| `["reflection"]` | 4 | 回应 | 反射盾 | G3.11 |
| `["bloodlust", 座位]` | 5 | 主动 | 嗜血 | G3.12 |
| `["freezing", 座位, "skill"或"shield"]` | 4 | 主动、回应、复活 | 冰封盾 | G3.12 |
| `["thaw", "skill"或"shield"]` | 4 | 主动、回应、复活 | 解一层冰 | G3.12 |
| `["rampage"]` | 4 | 主动、回应、复活 | 暴走盾 | G3.13 |
| `["devouring"]` | 4 | 回应 | 吞噬盾 | G3.14 |

`Ask.note`：`play` 是 `PlayNote`，`respond` 是 `RespondNote`，`revive` 是 `ReviveNote`，`number` 是 `NumberNote`；
其余没有。
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.kernel import Choice, Illegal, Seat, Stream, same
from games.magicelite.sets import is_set, legal_sets

if TYPE_CHECKING:
    from games.magicelite.table import MagicEliteTable

PASS = ["pass"]
"""过牌（E3.3 选项）。"""
NONE = ["none"]
"""没有牌可出（E3.4）；复活时是不复活（G1.3）。"""
NOBODY = -1


@dataclass(slots=True)
class PlayNote:
    """`play` 的补充：内斗的限制（G2.7）。"""

    must_attack: Seat = NOBODY
    """内斗：有伤害牌就必须打他（G2.7）；没有为 `NOBODY`。"""
    may_heal: bool = False
    """内斗，但血低于上限一半，可以改出纯♥（G2.7）。"""


@dataclass(slots=True)
class RespondNote:
    """`respond` 的补充：要回应什么。"""

    attacker: Seat
    damage: int
    """对方的伤害，减免之前。"""
    enemy: int
    """不用 4、不声明技能时算进公式的敌方伤害。"""
    reasons: list[str]
    """`enemy` 少于 `damage` 的原因，同 `events.Offset.reasons`。"""
    kind: str
    """同 `view.Exchange.kind`。"""
    cards: list[int]
    """对方的那一套。"""
    responses: int
    """这次交锋已回应几次。"""


@dataclass(slots=True)
class ReviveNote:
    """`revive` 的补充。"""

    killer: Seat
    left: int
    """还能复活几次，含这次。"""


@dataclass(slots=True)
class NumberNote:
    """`number` 的补充。"""

    defender: Seat
    numbers: list[int]
    """还背面朝上的编号。"""


class SetSpace:
    """「打出一套」的全部回答：主动、回应或复活。手牌在用到时才拆成一套套。

    列出时牌面相同的牌只用先得到的那张；`in` 则哪一张都认。"""

    __slots__ = ("extras", "purpose", "seat", "table")

    def __init__(self, table: MagicEliteTable, seat: Seat, purpose: str) -> None:
        """`purpose`：`play`、`respond`、`revive`。"""
        self.table = table
        self.seat = seat
        self.purpose = purpose
        self.extras: list[Choice] = self._extras()

    # ------------------------------------------------------------ Space
    def __contains__(self, choice: object) -> bool:
        return self.explain(choice) is None

    def count(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Choice]:
        for cards in self.sets():
            yield from self._choices(cards)
        yield from self.extras

    def sample(self, stream: Stream) -> Choice:
        """先抽一套（或一件别的事），再抽目标与用法，免得目标多的淹没别的。"""
        sets = list(self.sets())
        index = stream.below(len(sets) + len(self.extras))
        if index >= len(sets):
            return self.extras[index - len(sets)]
        choices = list(self._choices(sets[index]))
        return choices[stream.below(len(choices))]

    # ------------------------------------------------------------ 一套套
    def sets(self) -> Iterator[list[int]]:
        """能出的每一套；至少有一种目标或用法合法的。"""
        table, seat, purpose = self.table, self.seat, self.purpose
        found = legal_sets(table.setup, table.hands[seat], table.powers.marked(table, seat))
        if purpose == "revive":
            number, needed = table.setup.number, table.setup.data.trigger_number["revival"]
            found = (cards for cards in found if any(number[card] == needed for card in cards))
        if not table.powers.restricts(table, seat, purpose):
            return found
        return (cards for cards in found if next(self._choices(cards), None) is not None)

    def targets(self, cards: list[int]) -> list[Seat | None]:
        """打出 `cards` 可以指定的目标（E3.3）；没有伤害、在回应，或敌人都已被击杀（G3.2）时只有 `None`。"""
        table = self.table
        damage = table.setup.damage
        if self.purpose == "respond" or not any(damage[card] for card in cards):
            return [None]
        return list(table.powers.targets(table, self.seat)) or [None]

    def _choices(self, cards: list[int]) -> Iterator[Choice]:
        table, seat, purpose = self.table, self.seat, self.purpose
        powers = table.powers
        restricted = powers.restricts(table, seat, purpose)
        combinations = list(powers.combinations(table, seat, cards, purpose))
        for target in self.targets(cards):
            aimed = NOBODY if target is None else target
            if restricted and powers.objection(table, seat, cards, aimed, purpose) is not None:
                continue
            for uses in combinations:
                yield ["set", cards[:], target, uses]

    def _extras(self) -> list[Choice]:
        table, seat = self.table, self.seat
        extras: list[Choice] = []
        if self.purpose == "play":
            extras += table.powers.actions(table, seat)
            if table.setup.options.passing and table.powers.may_pass(table, seat):
                extras.append(PASS)
        elif self.purpose == "respond":
            for key in table.skills(seat):
                extras += table.skill(key).responses(table, seat)
            if not table.hands[seat]:
                extras.append(NONE)
        else:
            extras.append(NONE)
        if table.undo_seat == seat and self.purpose != "revive":
            extras.append(["retract"])
        return extras

    # ------------------------------------------------------------ 为什么不行
    def explain(self, choice: Any) -> Illegal | None:
        """`choice` 为什么不行；行则为 `None`。"""
        if not isinstance(choice, list) or not choice or not isinstance(choice[0], str):
            return Illegal("没读懂要做什么", "E3.2", "出牌 <牌>，如 出 黑桃3 4 5")
        if choice[0] != "set":
            if any(same(choice, extra) for extra in self.extras):
                return None
            return self._refused(choice)
        if len(choice) != 4:
            return Illegal("没读懂要做什么", "E3.2", "出牌 <牌>，如 出 黑桃3 4 5")
        _, cards, target, uses = choice
        return (
            self._cards_refused(cards)
            or self._target_refused(cards, target)
            or self._uses_refused(cards, uses)
        )

    def _refused(self, choice: list[Any]) -> Illegal:
        special = self.table.powers.refusal(self.table, self.seat, choice)
        if special is not None:
            return special
        verb = choice[0]
        if verb in ("buy", "lift"):
            return Illegal("只有三代有商店", "G3.10", "照常出牌")
        if verb in ("mine", "gluttony"):
            return missing(self.table, self.seat, verb)
        if verb == "pass":
            if self.table.setup.options.passing and not self.table.powers.may_pass(self.table, self.seat):
                return Illegal("内斗中手里有伤害牌就必须出", "G2.7", "攻击内斗的对手")
            return Illegal("这桌主动回合必须出一套", "E3.3", "出牌 <牌>，如 出 黑桃3 4 5")
        if verb == "none":
            return Illegal("手里还有牌，必须出一套回应", "E3.4", "出牌 <牌>，如 出 黑桃3")
        if verb == "retract":
            clause = "E8.1" if self.table.powers.replaces else "E8.2"
            return Illegal("现在没有可以收回的牌", clause, "照常出牌")
        return Illegal("现在不能这样", "E3.3", "出牌 <牌>，如 出 黑桃3 4 5")

    def _cards_refused(self, cards: Any) -> Illegal | None:
        table = self.table
        setup = table.setup
        hand = table.hands[self.seat]
        if not isinstance(cards, list) or not all(type(card) is int and card in hand for card in cards):
            return Illegal("你手里没有这些牌", "E3.2", "打「手牌」看看有什么")
        if len(set(cards)) != len(cards):
            return Illegal("同一张牌写了两遍", "E3.2", "每张牌只写一次")
        if not is_set(setup, cards):
            least = setup.options.straight_min
            return Illegal(
                f"一次出单张，或同花色、数字连着的至少 {least} 张（A-2-…-6 一段，J-Q-K 一段）",
                "E3.2",
                "如 出 黑桃3、出 红桃J Q K",
            )
        if self.purpose == "revive":
            needed = setup.data.trigger_number["revival"]
            if all(setup.number[card] != needed for card in cards):
                return Illegal(f"复活要打出含 {needed} 的一套", "G1.3", "没有就打「不」")
        return None

    def _target_refused(self, cards: list[int], target: Any) -> Illegal | None:
        table, seat = self.table, self.seat
        allowed = self.targets(cards)
        if target is not None and type(target) is not int:
            return Illegal("目标要写座位号", "E3.3", "如 攻击 2号 出 黑桃3")
        if target not in allowed:
            if allowed == [None]:
                if self.purpose == "respond":
                    return Illegal("回应不用选目标", "E3.4", "直接出牌")
                if any(table.setup.damage[card] for card in cards):
                    return Illegal("敌人都已被击杀，现在没有人可打", "G3.2", "不写目标，直接出牌")
                return Illegal("这一套没有伤害，不用选目标", "E3.3", "直接出牌")
            names = "、".join(f"{each + 1}号" for each in allowed if each is not None)
            advice = f"攻击 {names.split('、')[0]} 出 <牌>"
            if isinstance(target, int) and 0 <= target < table.seats:
                reason, clause = spared(table, seat, target)
                return Illegal(f"{reason}，能打的有 {names}", clause, advice)
            return Illegal(f"含伤害的一套要指定一名敌人：{names}", "E3.3", advice)
        if not table.powers.restricts(table, seat, self.purpose):
            return None
        aimed = NOBODY if target is None else target
        return table.powers.objection(table, seat, cards, aimed, self.purpose)

    def _uses_refused(self, cards: list[int], uses: Any) -> Illegal | None:
        table, seat, purpose = self.table, self.seat, self.purpose
        if not isinstance(uses, list):
            return Illegal("没读懂要用什么技能", "E3.5", "不用技能就直接出牌")
        for combination in table.powers.combinations(table, seat, cards, purpose):
            if same(uses, combination):
                return None
        for use in uses:
            if not isinstance(use, list) or not use or not isinstance(use[0], str):
                return Illegal("没读懂要用什么技能", "E3.5", "不用技能就直接出牌")
            if use[0] not in table.skills(seat):
                return missing(table, seat, use[0])
            skill = table.skill(use[0])
            if not any(same(use, one) for one in skill.uses(table, seat, cards, purpose)):
                return skill.objection(table, seat, cards, purpose, use)
        return Illegal("这几样不能在同一套里一起用", "G3.15", "一套里的一张牌只能触发一样")


def spared(table: MagicEliteTable, seat: Seat, target: Seat) -> tuple[str, str]:
    """`target` 为什么打不得：`(原因, 条号)`。"""
    third = table.third
    if target == seat:
        return "不能打自己", "E3.3"
    if not table.alive[target]:
        return f"{target + 1}号已经出局", "E3.3"
    if table.side[target] == table.side[seat]:
        if third is None:
            return f"{target + 1}号是队友，不能打", "G2.2"
        return f"{target + 1}号和你同一阵营，不能打", "G3.14"
    if target not in table.reachable():
        return f"{target + 1}号已被击杀，还没了结", "G3.2"
    if third is not None and third.champions:
        return f"联合进攻，不能打 {target + 1}号", "G3.6"
    if table.second is not None and table.second.feuds:
        return f"内斗期间不能打 {target + 1}号", "G2.7"
    return f"现在不能打 {target + 1}号", "E3.3"


def missing(table: MagicEliteTable, seat: Seat, key: str) -> Illegal:
    """`seat` 现在用不了技能 `key`：被冰封了（G3.12），当了小僵尸（G3.14），或本来就没有。"""
    skill = table.setup.data.skill_of.get(key)
    third = table.third
    if skill is None:
        if key == "thaw":
            return Illegal("你没有被冰封，不用解冰", "G3.12", "直接出牌")
        return Illegal("没有这门技能", "E3.5", "打「身份」看自己的技能")
    if third is not None:
        if third.master[seat] != NOBODY:
            return Illegal("小僵尸没有技能，也没有专用盾", "G3.14", "直接出牌")
        native = table.setup.skills[third.skill_generation[seat], table.number(seat)]
        shield = key in third.shields[seat]
        if third.frozen_shield[seat] if shield else third.frozen_skill[seat] and key in native:
            what = "专用盾" if shield else "技能"
            return Illegal(
                f"你的{what}被冰封了，{skill.name}用不了", "G3.12", f"打出 4 来解冰：解冰 {what} 出 ♠4"
            )
    whose = f"{('初', '二', '三')[skill.generation - 1]}代的 {skill.number}"
    return Illegal(f"{skill.name}是{whose} 才有的，你没有", skill.clause, "打「身份」看自己的技能")
