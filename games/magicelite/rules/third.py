"""三代的流程（G3）：专用盾、冰封、地雷、钻石鸟、嗜血、吞噬来的使用权，与三代的超时默认。

被击杀以后怎样见 `rules.reckoning`，大冒险见 `rules.adventure`，商店见 `rules.shop`。二代技能的内斗与回合
照 `rules.second`：锦囊、升降梯换得来（G3.4、G3.10）。

规则书没有写明、在代码里裁定的：

- 贪吃鬼并满了身份卡以后仍可忽略，只是不再加血；「返还直接扣血」时自动忽略（G3.11）。
- 受伤先扣并来的卡，回血先补原身份卡；审判只扣原身份卡，原卡扣空而并来的还有就没死（G3.11）。
- 反射的是减免之前的伤害；闪电豹、护盾躲过的不算「挡住」，那时按 E6.4 继续（G3.11）。
- 大冒险里摸到的地雷、踩雷致死时同一手里别的地雷当普通牌；打出、弃掉以前桌面仍写它埋着，
  免得说出谁摸到了它（E10、G3.5、G3.11）。审判翻开的地雷弃掉，不再是地雷（G2.9、G3.11）。
- 闪电豹躲过攻击、反射时交锋结束；躲过地雷、嗜血、审判只是不扣（G3.10）。
- 躲过的审判不算贪吃鬼被审判的次数，风暴神、锦囊、大冒险撤销的也不算（G3.11、G3.16）。
- 冰封技能连被动、吞噬来的使用权一起停；冰封时打出的 4 能不能用专用盾看专用盾有没有被冰封（G3.12）。
- 使技能失效弃掉 4 而手牌空了的，轮到他出牌或回应时再补（E3.5、G3.14）。
- 被弄失效的技能，施法者的次数照扣；自己本来有次数的先用自己的，再用吞噬来的（G3.14）。
- 吞噬来的控制要含 5 才能用；吞噬来的嫁祸、冰封照原来的要求（G3.14）。
- 联合进攻的限制下没有可打的人（胜者都是自己一方的），照常任打；内斗先于联合进攻（G3.6、G2.7）。
- 大冒险的胜者翻空了牌叠补的牌、小僵尸重摸的牌，都算大冒险的，没有大礼包（G3.9）。
- 复活打出的一套含 4，一样可以冰封、解冰、暴走：每出一张 4（G1.3、G3.12、G3.13）。
- 悔牌时下一人的钻石鸟已经产了的退回，再轮到他时再产（E8.2、G3.10）。
- 升降梯不用掉，一回合最多换一次，换了就不退；一人一个就够（G3.10）。
- 换掉技能，他施的护盾与控制随之解除（G3.17）。
- 三代里有人被击杀，交锋就到此为止：风暴神、锦囊、大冒险都另定从谁开始（G3.16），审判打死旁人也一样。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel import Ask, Choice, Flow, Illegal, Seat, Space
from games.magicelite.data import HEART
from games.magicelite.events import Diamonds, Dodged, MineTripped, SkillCountered, StatusEnded, TurnSkipped
from games.magicelite.questions import RespondNote, SetSpace
from games.magicelite.rules.defaults import plain_response
from games.magicelite.rules.drawing import draw, top_up
from games.magicelite.rules.exchange import end_exchange
from games.magicelite.rules.generation import Generation
from games.magicelite.rules.play import Death
from games.magicelite.rules.reckoning import fall
from games.magicelite.rules.retracting import offer
from games.magicelite.rules.second import SecondGeneration, pass_rounds, skills_of_second
from games.magicelite.rules.shop import buy, dragon_factors, lift, offers, pass_items, refused
from games.magicelite.rules.skills.aegis import charges
from games.magicelite.rules.skills.bloodlust import left_of
from games.magicelite.rules.state import (
    discard_guard,
    earn,
    give_up_guard,
    guard_question,
    holds_guard,
    third_of,
)
from games.magicelite.rules.wounds import wound
from games.magicelite.sets import Factor, Strength, strength_of
from games.magicelite.table import NOBODY, MagicEliteTable

__all__ = ["ThirdGeneration", "native_skills", "own_health"]

THIRD = 3
DODGE = "dodge"
KEEP = "keep"
IGNORE: Choice = ["gluttony"]
UNGIFTED = frozenset({"won", "zombie", "mine"})
"""大冒险发的牌（了结时胜者的补牌、小僵尸的重摸）与地雷的补摸，摸空了库也没有大礼包（G3.9）。"""


def is_shield(table: MagicEliteTable, key: str) -> bool:
    """是不是专用盾（G3.1）。"""
    return table.setup.data.skill_of[key].kind == "专用盾"


def native_skills(table: MagicEliteTable, seat: Seat) -> Sequence[str]:
    """`seat` 自己的技能：他点数在他那一代的，不算专用盾与吞噬来的，也不管冰封。"""
    generation = third_of(table).skill_generation[seat]
    if generation == SecondGeneration.number:
        return skills_of_second(table, seat)
    keys = table.setup.skills[generation, table.number(seat)]
    return [key for key in keys if not is_shield(table, key)]


def own_health(table: MagicEliteTable, seat: Seat) -> int:
    """原身份卡上还剩多少血：回血先补它，补满了才算到并来的卡上（G3.11）。"""
    third = third_of(table)
    numbers = table.setup.identities.number
    most = max(0, table.cap[seat] - sum(numbers[card] for card in third.eaten[seat]))
    return max(0, min(most, table.health[seat] - third.eaten_health[seat]))


class ThirdGeneration(SecondGeneration):
    """见模块说明。"""

    number = THIRD
    replaces = False

    # ------------------------------------------------------------ 开局（G3.1、G3.10）
    def deal(self, table: MagicEliteTable) -> None:
        Generation.deal(self, table)
        rules, options = table.setup.rules, table.setup.options
        start = rules.starting_diamonds if options.keeps_diamonds else rules.local_diamonds
        third_of(table).diamonds = [start] * table.seats

    def enter(self, table: MagicEliteTable, seat: Seat, identity: int) -> None:
        Generation.enter(self, table, seat, identity)
        third = third_of(table)
        keys = table.setup.skills[THIRD, table.number(seat)]
        third.shields[seat] = [key for key in keys if is_shield(table, key)]
        third.storms[seat] = table.setup.rules.storm_gods
        third.bags[seat] = table.setup.rules.silk_bags

    def announce(self, table: MagicEliteTable) -> None:
        Generation.announce(self, table)

    # ------------------------------------------------------------ 技能与数值
    def skill_generation(self, table: MagicEliteTable, seat: Seat) -> int:
        return third_of(table).skill_generation[seat]

    def skills(self, table: MagicEliteTable, seat: Seat) -> Sequence[str]:
        """小僵尸什么也没有；冰封的不算；被冰封的人能解冰（G3.12、G3.14）。"""
        third = third_of(table)
        if third.master[seat] != NOBODY:
            return []
        found: list[str] = []
        if not third.frozen_skill[seat]:
            found += native_skills(table, seat)
            found += [key for key in dict.fromkeys(third.grants[seat]) if key not in found]
        if not third.frozen_shield[seat]:
            found += [key for key in third.shields[seat] if key not in found]
        if third.frozen_skill[seat] or third.frozen_shield[seat]:
            found.append("thaw")
        return found

    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        return super().factors(table, seat, uses, purpose) + dragon_factors(table, seat)

    def strength(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], uses: Sequence[Any], purpose: str
    ) -> Strength:
        factors = self.factors(table, seat, uses, purpose)
        mark = table.setup.data.skill_of["rampage"].factor or 1
        return strength_of(table.setup, cards, factors, self.marked(table, seat), mark)

    def marked(self, table: MagicEliteTable, seat: Seat) -> Sequence[int]:
        return third_of(table).marked[seat]

    # ------------------------------------------------------------ 能做什么
    def blind(self, table: MagicEliteTable, seat: Seat) -> bool:
        fight = third_of(table).adventure
        return fight is not None and seat in (fight.challenger, fight.champion)

    def targets(self, table: MagicEliteTable, seat: Seat) -> list[Seat]:
        """联合进攻：只能打大冒险的胜者；胜者自己与小僵尸任打；恶贼复活的一套不是主动的，也任打（G3.6）。"""
        third = third_of(table)
        found = super().targets(table, seat)
        if (
            table.phase != "play"
            or seat in third.champions
            or third.master[seat] != NOBODY
            or self.restricts(table, seat, "play")
        ):
            return found
        return [each for each in found if each in third.champions] or found

    def actions(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        return super().actions(table, seat) + offers(table, seat)

    def act(self, table: MagicEliteTable, seat: Seat, choice: list[Any]) -> Flow[None]:
        if choice[0] == "buy":
            buy(table, seat, choice[1])
        elif choice[0] == "lift":
            lift(table, seat, choice[1])
        else:
            yield from super().act(table, seat, choice)

    def refusal(self, table: MagicEliteTable, seat: Seat, choice: Sequence[Any]) -> Illegal | None:
        if choice[0] == "mine" and "mine" in self.skills(table, seat):
            return Illegal("这个回合埋过了，或场上的地雷已经够数", "G3.11", "照常出牌")
        if choice[0] == "gluttony" and "gluttony" in self.skills(table, seat):
            limit = table.setup.rules.gluttony_limit
            return Illegal(f"只能忽略 {limit} 点以内的攻击", "G3.11", "照常回应")
        return refused(table, seat, choice)

    def declaration(self, table: MagicEliteTable, seat: Seat, what: str) -> Space | Sequence[Choice]:
        return []

    # ------------------------------------------------------------ 超时（E11.5）
    def respond_default(self, table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice | None:
        """≤20 的忽略；要用 4 时顺便冰封攻击者的专用盾。"""
        if IGNORE in space.extras:
            return list(IGNORE)
        choice = super().respond_default(table, space, note)
        if choice is None:
            choice = plain_response(table, space, note)
        if choice[0] == "set" and not choice[3] and holds_guard(table, choice[1]):
            use = ["freezing", note.attacker, "shield"]
            if "freezing" in self.skills(table, space.seat) and use in table.skill("freezing").uses(
                table, space.seat, choice[1], "respond"
            ):
                choice[3] = [use]
        return choice

    # ------------------------------------------------------------ 回合开始（E7.1、G3.10、G3.12）
    def turn_started(self, table: MagicEliteTable, seat: Seat) -> Flow[bool]:
        third = third_of(table)
        third.mined = 0
        third.lifted = False
        pass_rounds(table, seat)
        pass_items(table, seat)
        turn = table.turns
        curses = [each for each in third.bloodlusts if each.victim == seat]
        if curses and table.undo_seat == seat:
            table.close_undo()  # 轮到的正是他自己：先了结他中的嗜血，不能再悔
        for curse in curses:
            card = yield from offer(table, guard_question(table, seat, "interrupt"))
            if table.turns != turn:  # 上一个人抢先悔了牌（E8.2）
                return False
            table.spoiled = True
            if discard_guard(table, seat, card, "bloodlust"):
                self.lift_curse(table, curse, "interrupted")
                # 弃空了马上补（E3.5）：补到的 4 还能打断下一个。
                if not (yield from top_up(table, seat)):
                    return False
                continue
            curse.left -= 1
            damage = table.setup.rules.bloodlust_damage
            death = yield from wound(table, seat, damage, curse.caster, "bloodlust", cap=damage)
            if not curse.left:
                self.lift_curse(table, curse, "expired")
            if death is not None:
                if table.out is not None:
                    table.out.append(TurnSkipped(seat, "died"))
                table.last_slain = [seat]
                yield from self.slain(table, [death])
                return False
        return True

    def lift_curse(self, table: MagicEliteTable, curse: Any, reason: str) -> None:
        """一个嗜血失效。"""
        third = third_of(table)
        third.bloodlusts = [each for each in third.bloodlusts if each is not curse]
        if table.out is not None:
            table.out.append(StatusEnded(curse.victim, "bloodlust", reason))

    # ------------------------------------------------------------ 摸牌（G3.9、G3.11）
    def drew(
        self, table: MagicEliteTable, seat: Seat, wanted: int, cards: list[int], reason: str
    ) -> Flow[bool]:
        third = third_of(table)
        rules = table.setup.rules
        if third.marked[seat]:  # 离手即消，新摸的不算（G3.13）
            hand = table.hands[seat]
            third.marked[seat] = [card for card in third.marked[seat] if card in hand and card not in cards]
        exact = wanted >= rules.gift_cards and len(cards) == wanted and not table.deck
        if exact and reason not in UNGIFTED:
            earn(table, seat, rules.gift_diamonds, "gift")
        for mine in [mine for mine in third.mines if mine.card in cards]:
            table.close_undo()
            table.spoiled = True
            card = mine.card
            table.hands[seat].remove(card)
            table.discard.append(card)
            third.mines.remove(mine)
            if table.out is not None:
                table.out.append(MineTripped(seat, mine.owner, card))
            number = table.setup.number[card]
            if table.setup.suit[card] == HEART:
                earn(table, seat, number * rules.mine_diamonds, "mine")
            elif table.health[seat]:  # 已被击杀、还没了结的人不再扣一次（G3.2）
                death = yield from wound(table, seat, number, mine.owner, "mine")
                if death is not None:
                    table.last_slain = [seat]
                    yield from self.slain(table, [death])
                    return False
            if not (yield from draw(table, seat, 1, "mine")):
                return False
        return True

    def shown(self, table: MagicEliteTable, cards: Sequence[int]) -> None:
        third = third_of(table)
        for mine in [mine for mine in third.mines if mine.card in cards]:
            third.mines.remove(mine)
            if table.out is not None:
                table.out.append(StatusEnded(mine.owner, "mine", "shown"))

    def taken_back(self, table: MagicEliteTable, later: Any) -> None:
        """下一人的钻石鸟在悔牌之前已经产了，退回去（E8.2、G3.10）。"""
        diamonds = third_of(table).diamonds
        for seat, total in enumerate(diamonds):
            change = total - later.diamonds[seat]
            if change and table.out is not None:
                table.out.append(Diamonds(seat, change, total, "refund"))

    # ------------------------------------------------------------ 扣血（G3.10、G3.11）
    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> Flow[int]:
        third = third_of(table)
        amount = yield from super().suffer(table, seat, amount, source, cause)
        if amount <= 0:
            return amount
        if cause == "judgment":
            amount = self.judged(table, seat, amount)
        if 0 < table.health[seat] <= amount and third.leopards[seat]:
            table.close_undo()
            table.spoiled = True
            if (yield Ask(seat, "leopard", [DODGE, KEEP], DODGE)) == DODGE:
                third.leopards[seat] -= 1
                if cause == "judgment" and third.judged[seat]:
                    third.judged[seat] -= 1
                if table.out is not None:
                    table.out.append(Dodged(seat, amount))
                return 0
        return amount

    def judged(self, table: MagicEliteTable, seat: Seat, amount: int) -> int:
        """贪吃鬼被审判：只扣原身份卡，第二次即死（G3.11）。"""
        third = third_of(table)
        if "gluttony" in native_skills(table, seat):
            third.judged[seat] += 1
            if third.judged[seat] >= table.setup.rules.gluttony_judgments:
                return max(amount, table.health[seat])
        own = own_health(table, seat)
        return min(amount, own) if table.health[seat] > own else amount

    def lose(self, table: MagicEliteTable, seat: Seat, amount: int, cause: str) -> None:
        third = third_of(table)
        eaten = table.health[seat] - own_health(table, seat)
        third.eaten_before[seat] = eaten
        table.health[seat] -= amount
        left = table.health[seat] if cause == "judgment" else eaten - amount
        third.eaten_health[seat] = max(0, min(eaten, left))

    # ------------------------------------------------------------ 使技能失效（G3.14）
    def countered(self, table: MagicEliteTable, caster: Seat, target: Seat, skill: str) -> Flow[bool]:
        third = third_of(table)
        if skill in third.grants[caster] and not self.able(table, caster, skill):
            third.grants[caster].remove(skill)
        if "devouring" not in self.skills(table, target):
            return False
        if not (yield from give_up_guard(table, target, "counter", "countering")):
            return False
        third.grants[target].append(skill)
        if table.out is not None:
            table.out.append(SkillCountered(target, caster, skill, True))
        return True

    def able(self, table: MagicEliteTable, seat: Seat, skill: str) -> bool:
        """`seat` 自己本来就能用 `skill`，不必用吞噬来的。"""
        if skill == "freezing":
            third = third_of(table)
            return skill in third.shields[seat] and not third.frozen_shield[seat]
        if skill not in native_skills(table, seat):
            return False
        if skill == "bloodlust":
            return left_of(table, seat) > 0
        return skill != "control" or charges(table, seat) > 0

    # ------------------------------------------------------------ 被击杀与终局（G3.2、E9.1）
    def slain(self, table: MagicEliteTable, deaths: list[Death]) -> Flow[None]:
        """交锋到此为止，一个个了结见 `rules.reckoning`。"""
        if table.exchange is not None or table.laid:
            end_exchange(table)
        fall(table, deaths)
        return
        yield

    def unsettled(self, table: MagicEliteTable) -> str:
        third = third_of(table)
        return "reckoning" if third.fallen or third.stormed or third.bagged else ""

    def finished(self, table: MagicEliteTable) -> tuple[list[Seat], str] | None:
        return Generation.finished(self, table)
