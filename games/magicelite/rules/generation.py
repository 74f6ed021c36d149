"""一代的流程接进通用流程的地方。基类就是初代；二、三代的子类只写不同的。

技能自己的事写在 `rules.skill.Skill` 的子类里；这里只放「这一代怎么玩」：发身份、谁能打谁、怎么死、怎么赢、
回合开始做什么。子类没有状态，登记在 `rules.GENERATIONS`。`Flow[bool]` 的约定见 `rules.skill`。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from games.kernel import Choice, Flow, Illegal, Seat, Space
from games.magicelite.events import IdentitiesDealt
from games.magicelite.rules.play import Death, Play, use_of
from games.magicelite.rules.wounds import die
from games.magicelite.sets import Factor, Strength, strength_of

if TYPE_CHECKING:
    from games.magicelite.questions import PlayNote, RespondNote, SetSpace
    from games.magicelite.table import MagicEliteTable

__all__ = ["Generation"]


class Generation:
    """见模块说明。"""

    number: int = 1
    replaces: bool = False
    """E8.1 落地生根：悔牌是「另出」，原套作废。"""

    # ------------------------------------------------------------ 开局
    def deal(self, table: MagicEliteTable) -> None:
        """发身份、定血量与阵营；`table.spare` 是洗好的身份卡，手牌还没发（G1.1）。"""
        for seat in range(table.seats):
            self.enter(table, seat, table.spare.pop())

    def enter(self, table: MagicEliteTable, seat: Seat, identity: int) -> None:
        """`seat` 换上这张身份卡，满血（E1.3）。"""
        table.identity[seat] = identity
        table.cap[seat] = table.health[seat] = table.setup.identities.number[identity]

    def announce(self, table: MagicEliteTable) -> None:
        """第一段里把发好的身份告诉大家。"""
        table.tell(IdentitiesDealt(table.identity[:], table.order()))

    # ------------------------------------------------------------ 技能
    def skill_generation(self, table: MagicEliteTable, seat: Seat) -> int:
        """`seat` 的技能是第几代的。"""
        return self.number

    def skills(self, table: MagicEliteTable, seat: Seat) -> Sequence[str]:
        """`seat` 现在可用的技能标识，次序固定。"""
        return table.setup.skills[self.number, table.number(seat)]

    # ------------------------------------------------------------ 数值
    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        """打出一套时乘上的全部倍率（E4.4）。子类加上物品的（G3.10）。"""
        found: list[Factor] = []
        for key in self.skills(table, seat):
            found += table.skill(key).factors(table, seat, uses, purpose)
        return found

    def strength(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], uses: Sequence[Any], purpose: str
    ) -> Strength:
        """一套牌的数值。子类加上暴走标记（G3.13）。"""
        return strength_of(table.setup, cards, self.factors(table, seat, uses, purpose))

    def marked(self, table: MagicEliteTable, seat: Seat) -> Sequence[int]:
        """`seat` 手里打了暴走标记的牌（G3.13）。"""
        return ()

    def guards(self, table: MagicEliteTable, play: Play) -> bool:
        """这套回应里的 4 挡不挡（E5.1）；声明了嫁祸就不挡（G1.4）。"""
        shield = table.setup.rules.shield_rank
        number = table.setup.number
        return any(number[card] == shield for card in play.cards) and use_of(play.uses, "framing") is None

    # ------------------------------------------------------------ 能做什么
    def blind(self, table: MagicEliteTable, seat: Seat) -> bool:
        """`seat` 现在看不到自己的牌（G3.5 大冒险）。"""
        return False

    def targets(self, table: MagicEliteTable, seat: Seat) -> list[Seat]:
        """主动（与复活）的一套可以指定的目标，按出牌位次（E3.3）；敌人都已被击杀、还没了结时为空（G3.2）。"""
        return table.enemies(seat)

    def restricts(self, table: MagicEliteTable, seat: Seat, purpose: str) -> bool:
        """此刻有没有 `objection` 要管的限制；没有就不逐套去问。"""
        return False

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], target: Seat, purpose: str
    ) -> Illegal | None:
        """这一套、这个目标为什么不行（内斗，G2.7）。至少要有一套行。"""
        return None

    def may_pass(self, table: MagicEliteTable, seat: Seat) -> bool:
        """桌规允许过牌时，`seat` 这个主动回合能不能过（E3.3；内斗时不能，G2.7）。"""
        return True

    def play_note(self, table: MagicEliteTable, seat: Seat) -> PlayNote:
        """`play` 问题的补充（内斗的限制，G2.7）。"""
        from games.magicelite.questions import PlayNote

        return PlayNote()

    def actions(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        """主动回合出牌前能做的事。子类加上商店与升降梯（G3.10）。"""
        found: list[Choice] = []
        for key in self.skills(table, seat):
            found += table.skill(key).actions(table, seat)
        return found

    def act(self, table: MagicEliteTable, seat: Seat, choice: list[Any]) -> Flow[None]:
        """做 `actions` 里的一项。"""
        yield from table.skill(choice[0]).act(table, seat, choice)

    def refusal(self, table: MagicEliteTable, seat: Seat, choice: Sequence[Any]) -> Illegal | None:
        """不出牌的一项为什么现在不行；没有特别的理由为 `None`（商店，G3.10）。"""
        return None

    def respond_default(self, table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice | None:
        """这一代超时回应时先于 E11.2 的办法（E11.4、E11.5），如忽略 ≤20、致命时护盾；没有为 `None`。"""
        return None

    def declaration(self, table: MagicEliteTable, seat: Seat, what: str) -> Space | Sequence[Choice]:
        """终止表决能说什么（G2.3）。"""
        return []

    def declare(self, table: MagicEliteTable, seat: Seat, what: str, choice: Choice) -> None:
        """记下终止表决（G2.3）。"""

    # ------------------------------------------------------------ 流程
    def turn_started(self, table: MagicEliteTable, seat: Seat) -> Flow[bool]:
        """轮到 `seat` 主动出牌：回合数满的失效（E7.1）、嗜血、钻石鸟、升降梯（G3）。

        返回 `False` 表示这个回合作废，或上一个人悔了牌，`table.phase` 已设好。第一个问题用 `retracting.offer` 问，
        或者先 `table.close_undo()`。"""
        return True
        yield

    def turn_ended(self, table: MagicEliteTable, seat: Seat) -> None:
        """`seat` 的主动回合（含交锋）结束了。"""

    def drew(
        self, table: MagicEliteTable, seat: Seat, wanted: int, cards: list[int], reason: str
    ) -> Flow[bool]:
        """`seat` 刚摸到 `cards`（要摸 `wanted` 张，`reason` 同 `events.Drew.reason`）：地雷（G3.11）、大礼包（G3.9）。

        返回 `False` 表示有人因此死去，牌局已到别处。"""
        return True
        yield

    def shown(self, table: MagicEliteTable, cards: Sequence[int]) -> None:
        """`cards` 翻到了大家眼前：打出、弃掉、翻开。那里面的地雷不再是地雷（G3.11）。"""

    def taken_back(self, table: MagicEliteTable, later: Any) -> None:
        """悔牌退回到了 `table` 的样子，`later` 是退回之前三代的状态：已经告诉大家、又收回的要说（钻石，G3.10）。"""

    def blow(self, table: MagicEliteTable, seat: Seat) -> str:
        """`seat` 没挡住攻击（OD<0）时这一下的名目，同 `events.Wounded.cause`。"""
        for key in self.skills(table, seat):
            cause = table.skill(key).blow(table, seat)
            if cause:
                return cause
        return "attack"

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> Flow[int]:
        """该扣 `amount` 血时实际扣多少。子类加上闪电豹（G3.10）。返回 0 则不扣，交锋结束。"""
        for key in self.skills(table, seat):
            amount = table.skill(key).suffer(table, seat, amount, source, cause)
        return amount
        yield

    def countered(self, table: MagicEliteTable, caster: Seat, target: Seat, skill: str) -> Flow[bool]:
        """`caster` 要对 `target` 用技能 `skill`（嫁祸、控制、嗜血、冰封）：他能不能使其失效（G3.14 吞噬盾）。

        失效返回 `True`，施法者那一套照常算数。技能在 `resolve` 里生效之前问。"""
        return False
        yield

    def lose(self, table: MagicEliteTable, seat: Seat, amount: int, cause: str) -> None:
        """因 `cause` 从血里扣 `amount`（已不超过血）。子类先扣并来的身份卡（G3.11）。"""
        table.health[seat] -= amount

    def slain(self, table: MagicEliteTable, deaths: list[Death]) -> Flow[None]:
        """这些人同时被击杀（E6.3）。交锋已经结束，`table.phase` 是 `turn`。

        缺省：按先后先问各人的技能（G1.3 恶贼复活），活不下来的出局。"""
        for death in deaths:
            saved = False
            for key in self.skills(table, death.seat):
                saved = yield from table.skill(key).save(table, death)
                if saved:
                    break
            if not saved:
                die(table, death.seat, death.killer)

    def unsettled(self, table: MagicEliteTable) -> str:
        """主动回合之间还有没有了结的事：先去哪一段；没有为空串（G3.2 被击杀的人）。"""
        return ""

    def finished(self, table: MagicEliteTable) -> tuple[list[Seat], str] | None:
        """主动回合之间看结束了没有：`(胜者, 原因)`，还没有为 `None`（E9.1）。"""
        sides: dict[int, list[Seat]] = {}
        for seat in range(table.seats):
            if table.alive[seat]:
                sides.setdefault(table.side[seat], []).append(seat)
        if len(sides) > 1:
            return None
        if not sides:
            return sorted(table.last_slain), "nobody"
        return self.winners_of(table, min(sides)), "last"

    def capped(self, table: MagicEliteTable) -> list[Seat]:
        """满回合数时的胜者（E9.2）：活着的人里血最多的，同则手牌多的，再同并列（⚙ 或出牌位次在前的）。"""
        alive = table.order()
        best = max((table.health[seat], len(table.hands[seat])) for seat in alive)
        tied = [seat for seat in alive if (table.health[seat], len(table.hands[seat])) == best]
        if table.setup.options.final_tie == "order":
            tied = tied[:1]
        sides = {table.side[seat] for seat in tied}
        return sorted(seat for side in sorted(sides) for seat in self.winners_of(table, side))

    def winners_of(self, table: MagicEliteTable, side: int) -> list[Seat]:
        """一个阵营获胜时的胜者，含它已出局的人（G2.2）。"""
        return [seat for seat in range(table.seats) if table.side[seat] == side]

    # ------------------------------------------------------------ 合起来
    def combinations(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str
    ) -> Iterator[list[list[Any]]]:
        """打出 `cards` 时可以声明的每一种用法组合，什么也不声明的在前。同一个槽只用一次。"""
        slots: dict[str, list[list[Any]]] = {}
        for key in self.skills(table, seat):
            skill = table.skill(key)
            found = skill.uses(table, seat, cards, purpose)
            if found:
                slots.setdefault(skill.slot or key, []).extend(found)
        if not slots:
            yield []
            return
        picked: list[list[list[Any]]] = [[]]
        for alternatives in slots.values():
            picked += [[*before, use] for before in picked for use in alternatives]
        yield from picked
