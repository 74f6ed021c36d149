"""二代的流程（G2）：武将、组队、得分、终止表决，与二代技能的回合和限制。

规则书没有写明、在代码里裁定的：

- 队伍按座位：1、3 号对 2、4 号（G2.2）。
- 自己抽到哪几张武将自己知道，上场次序谁也不知道（G2.1）。
- 过半数算在场的人，有人出局就重数；通过以后不能收回；轮着谁的主动回合就等它结束（G2.3）。
- 只剩一方还有武将也按总分定胜负，含已出局的人；全部同时阵亡一样（G2.3）。
- 受控者死于自己的审判归公家；受控者以审判杀死控制者归公家，哪怕死者自己也受别人控制（G2.4、G2.8）。
- 受几次控制：在与击杀者内斗的那次里就归那次的控制者，否则归最近的一次（G2.8）。
- 同时死的按 E2 一个个记分、换将：前一个的死解除的控制，对后一个已经不算（G2.9）；
  前一个换上来的 8 用哪条，把还没轮到记分的人算作在场（G2.6、G2.7）。
- 编号只由主动的与控制转来的攻击抽；别的都直击真身，没挡住也即死（G2.6）。
- 返还直接扣血的桌规下没有机会挡，真身照数扣血（E6.2、G2.6）。
- 中真身只把剩下的几张重洗，从 1 起重新编号，不补假身（G2.6）。
- 护盾、控制的技能被冰封的时候不免伤，解了冰照旧（G2.7、G3.12）。
- 护盾未完再发动，回合重新计；首次的控制可以一张牌也不出（G2.7）。
- 同一套里先审判后控制；审判以后没有可转的人了，那次控制不成立、不算用掉（G2.7、G2.9）。
- 受控的人只能用护盾，合体的 10 也一样（G2.7）。
- 内斗时有伤害牌不能过牌；受控者在回应里返还不受限制（G2.7）。
- 护盾与控制的限制随武将走：换将、死亡即消，内斗的一方死了另一方也解除（E7.1）。
- A 在主动或回应里打出都解锁合体，算触发了技能，那一套不能另出（G2.10、E8.1）。
- 10 的 8 号技能用哪条，也按上场时的人数（G2.6、G2.10）。
- 审判时库与弃牌堆都空：没有牌可翻，仍无视敌方这次的伤害（G2.9）。
- 满 500 个主动回合按 E9.2 比血，不比分。
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import Choice, Flow, Illegal, Seat, Secret, Space
from games.magicelite.events import (
    GeneralEntered,
    GeneralsDrawn,
    Scored,
    StatusEnded,
    TeamsFormed,
    VoteCast,
    VotePassed,
)
from games.magicelite.questions import NONE, PlayNote, RespondNote, SetSpace
from games.magicelite.rules.defaults import withstands
from games.magicelite.rules.generation import Generation
from games.magicelite.rules.play import Death
from games.magicelite.rules.skills.aegis import STYLE, charges
from games.magicelite.rules.skills.bilocation import shuffle_bodies, tell_bodies
from games.magicelite.rules.skills.borrowing import SECOND
from games.magicelite.rules.skills.control import controlling, feuds_of, release, rivals
from games.magicelite.rules.wounds import die
from games.magicelite.second import Feud, SecondState
from games.magicelite.table import END_VOTE, NOBODY, MagicEliteTable

__all__ = ["SecondGeneration", "adopt", "leave", "pass_rounds", "skills_of_second"]

AGREE = "agree"
OPPOSE = "oppose"
BILOCATION = "bilocation"
SAVING = frozenset({BILOCATION, "aegis", "control", "judgment"})
"""超时回应时可能与 E11.2 不同的技能（E11.4）。"""


# ------------------------------------------------------------------ 二代的技能（三代也用，G3.4、G3.10）
def state_of(table: MagicEliteTable) -> SecondState:
    """二代的状态；没有（初代）是程序错误。"""
    assert table.second is not None
    return table.second


def adopt(table: MagicEliteTable, seat: Seat) -> None:
    """三代的 `seat` 换来他这个点数的二代技能（G3.4、G3.10）：同武将上场，分身洗混时告诉大家。"""
    settle_in(table, seat)
    tell_bodies(table, seat, "entered")


def settle_in(table: MagicEliteTable, seat: Seat) -> None:
    """`seat` 从现在起用他这个点数的二代技能：次数从满计，用哪条按此刻在场人数定（G2.6、G2.10）。不造事件。"""
    second = state_of(table)
    keys = table.setup.skills[SECOND, table.number(seat)]
    present = sum(1 for alive in table.alive if alive)
    style = ""
    if BILOCATION in keys or "fusion" in keys:
        style = BILOCATION if present == table.setup.rules.bilocation_seats else STYLE
    second.style[seat] = style
    second.numbers[seat] = []
    second.real[seat] = 0
    second.exposed[seat] = False
    second.aegis[seat] = 0
    second.fused[seat] = False
    second.hundredfold[seat] = 0
    second.bilocated[seat] = False
    if style == BILOCATION and BILOCATION in keys:
        shuffle_bodies(table, seat, table.setup.rules.false_bodies)


def leave(table: MagicEliteTable, seat: Seat) -> None:
    """`seat` 的武将不在了：他的分身收走，护盾、他控制的、他受控的都解除（E7.1、G2.7）。"""
    second = state_of(table)
    if second.shields[seat]:
        second.shields[seat] = 0
        if table.out is not None:
            table.out.append(StatusEnded(seat, "shield", "died"))
    second.numbers[seat] = []
    second.real[seat] = 0
    second.exposed[seat] = False
    gone = [feud for feud in second.feuds if seat in (feud.controller, feud.source, feud.target)]
    release(table, gone, "died")


def pass_rounds(table: MagicEliteTable, seat: Seat) -> None:
    """轮到 `seat` 主动出牌：他的护盾、以他为被转移者的控制各过一个回合，满了失效（E7.1、G2.7）。"""
    second = state_of(table)
    if second.shields[seat]:
        second.shields[seat] -= 1
        if not second.shields[seat] and table.out is not None:
            table.out.append(StatusEnded(seat, "shield", "expired"))
    over: list[Feud] = []
    for feud in second.feuds:
        if feud.target == seat:
            feud.left -= 1
            if not feud.left:
                over.append(feud)
    release(table, over, "expired")


def skills_of_second(table: MagicEliteTable, seat: Seat) -> Sequence[str]:
    """`seat` 的点数在二代现在可用的技能，次序就是结算的次序：审判先于护盾与控制（G2.9）。"""
    keys = table.setup.skills[SECOND, table.number(seat)]
    second = state_of(table)
    if "fusion" in keys:
        return fused_skills(table, seat, second)
    if BILOCATION in keys:
        return [BILOCATION] if second.style[seat] == BILOCATION else aegis_skills(table, seat, second)
    return keys


def aegis_skills(table: MagicEliteTable, seat: Seat, second: SecondState) -> list[str]:
    """护盾、控制：还有次数，或正在生效。"""
    if not second.style[seat]:
        return []
    left = charges(table, seat)
    found = ["aegis"] if left or second.shields[seat] else []
    return [*found, "control"] if left or controlling(table, seat) else found


def fused_skills(table: MagicEliteTable, seat: Seat, second: SecondState) -> list[str]:
    """合体：解锁以后还剩的（G2.10）。"""
    found = ["fusion"]
    if not second.fused[seat]:
        return found
    if second.hundredfold[seat] < table.setup.rules.borrowed_hundredfold:
        found.append("hundredfold")
    found.append("judgment")
    if second.style[seat] == BILOCATION:
        return found if second.bilocated[seat] else [*found, BILOCATION]
    return found + aegis_skills(table, seat, second)


def immune(table: MagicEliteTable, seat: Seat) -> bool:
    """没挡住也不扣血：护盾，或控制着别人（G2.7）；技能被冰封的时候不算（G3.12）。"""
    skills = table.skills(seat)
    shielded = "aegis" in skills and bool(state_of(table).shields[seat])
    return shielded or ("control" in skills and controlling(table, seat))


class SecondGeneration(Generation):
    """见模块说明。"""

    number = SECOND
    replaces = True

    # ------------------------------------------------------------ 开局与换将（G2.1、G2.2）
    def deal(self, table: MagicEliteTable) -> None:
        options = table.setup.options
        second = state_of(table)
        if options.in_teams:
            table.side = [seat % 2 for seat in range(table.seats)]
        for seat in range(table.seats):
            drawn = [table.spare.pop() for _ in range(options.generals)]
            table.shuffle(drawn)  # 各自洗混
            second.generals[seat] = drawn[1:]
            self.enter(table, seat, drawn[0])

    def enter(self, table: MagicEliteTable, seat: Seat, identity: int) -> None:
        super().enter(table, seat, identity)
        settle_in(table, seat)

    def announce(self, table: MagicEliteTable) -> None:
        if table.out is None:
            return
        second = state_of(table)
        options = table.setup.options
        if options.in_teams:
            teams = [
                [seat for seat in range(table.seats) if table.side[seat] == side]
                for side in range(table.seats)
                if side in table.side
            ]
            table.out.append(TeamsFormed(teams))
        place = table.setup.place
        drawn = {
            seat: sorted([table.identity[seat], *second.generals[seat]], key=lambda card: place[card])
            for seat in range(table.seats)
        }
        table.out.append(GeneralsDrawn(options.generals, Secret(drawn)))
        for seat in table.order():
            self.present(table, seat)

    def present(self, table: MagicEliteTable, seat: Seat) -> None:
        """告诉大家 `seat` 的武将上场，分身洗混。"""
        if table.out is None:
            return
        second = state_of(table)
        left = len(second.generals[seat])
        table.out.append(
            GeneralEntered(seat, table.identity[seat], table.health[seat], left, second.style[seat])
        )
        tell_bodies(table, seat, "entered")

    # ------------------------------------------------------------ 技能与限制
    def skills(self, table: MagicEliteTable, seat: Seat) -> Sequence[str]:
        return skills_of_second(table, seat)

    def targets(self, table: MagicEliteTable, seat: Seat) -> list[Seat]:
        """敌人；内斗的对手是队友时也在其中（G2.2）。受控者能打谁由 `objection` 管。"""
        enemies = table.enemies(seat)
        foes = rivals(table, seat) if state_of(table).feuds else []
        if all(foe in enemies for foe in foes):
            return enemies
        return [each for each in table.order() if each in enemies or each in foes]

    def restricts(self, table: MagicEliteTable, seat: Seat, purpose: str) -> bool:
        return purpose == "play" and bool(feuds_of(table, seat))

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], target: Seat, purpose: str
    ) -> Illegal | None:
        """内斗：有伤害牌就必须打对方；自保时可以出纯♥（G2.7）。"""
        foes = rivals(table, seat)
        damage = table.setup.damage
        if any(damage[card] for card in cards):
            if target in foes:
                return None
            names = "、".join(f"{each + 1}号" for each in foes)
            return Illegal(f"内斗中只能打 {names}", "G2.7", f"攻击 {names[:2]} 出 <牌>")
        if self.may_heal(table, seat) or not any(damage[card] for card in table.hands[seat]):
            return None
        divisor = table.setup.rules.self_preservation_divisor
        names = f"{foes[0] + 1}号"
        return Illegal(
            f"内斗中有伤害牌就必须打 {names}；血低于上限的 1/{divisor} 才能改出 ♥",
            "G2.7",
            f"攻击 {names} 出 <牌>",
        )

    def may_heal(self, table: MagicEliteTable, seat: Seat) -> bool:
        """自保：血低于上限一半（G2.7）。"""
        return table.health[seat] * table.setup.rules.self_preservation_divisor < table.cap[seat]

    def may_pass(self, table: MagicEliteTable, seat: Seat) -> bool:
        damage = table.setup.damage
        return not feuds_of(table, seat) or not any(damage[card] for card in table.hands[seat])

    def play_note(self, table: MagicEliteTable, seat: Seat) -> PlayNote:
        foes = rivals(table, seat) if feuds_of(table, seat) else []
        return PlayNote(foes[0], self.may_heal(table, seat)) if foes else PlayNote()

    # ------------------------------------------------------------ 回合（E7.1）
    def turn_started(self, table: MagicEliteTable, seat: Seat) -> Flow[bool]:
        pass_rounds(table, seat)
        return True
        yield

    # ------------------------------------------------------------ 击杀、得分（G2.3、G2.4、G2.8、G2.9）
    def slain(self, table: MagicEliteTable, deaths: list[Death]) -> Flow[None]:
        """按 E2 一个个记分、换将。"""
        second = state_of(table)
        for death in sorted(deaths, key=lambda each: table.place(each.seat)):
            seat = death.seat
            identity = table.identity[seat]
            self.score(table, death)
            second.fallen[seat].append(identity)
            leave(table, seat)
            if second.generals[seat]:
                self.replace(table, seat)
            else:
                die(table, seat, death.killer)
        self.recount(table)
        return
        yield

    def replace(self, table: MagicEliteTable, seat: Seat) -> None:
        """下一张武将满血上场，手牌保留（G2.1）。"""
        second = state_of(table)
        identity = second.generals[seat].pop(0)
        self.enter(table, seat, identity)
        self.present(table, seat)

    def score(self, table: MagicEliteTable, death: Death) -> None:
        """这一次击杀的分归谁。"""
        second = state_of(table)
        victim = death.seat
        identity = table.identity[victim]
        points = table.setup.identities.number[identity]
        winner = self.credited(table, death)
        if winner == NOBODY:
            second.commons.append(identity)
        else:
            second.scores[winner] += points
        if table.out is not None:
            total = 0 if winner == NOBODY else second.scores[winner]
            table.out.append(Scored(winner, victim, identity, points, total))

    def credited(self, table: MagicEliteTable, death: Death) -> Seat:
        """得分的人；归公家为 `NOBODY`。"""
        victim, killer = death.seat, death.killer
        if killer in (NOBODY, victim):
            return NOBODY  # G2.4
        if death.cause == "judgment" and any(feud.controller == victim for feud in feuds_of(table, killer)):
            return NOBODY  # G2.8：受控者以审判杀死控制者
        feuds = feuds_of(table, victim)
        if feuds:
            between = [feud for feud in feuds if killer in (feud.source, feud.target)]
            return (between or feuds)[-1].controller  # G2.8
        if table.side[killer] == table.side[victim]:
            return NOBODY  # G2.2、G2.8：队友
        return killer  # G2.3

    # ------------------------------------------------------------ 终止（G2.3）
    def needed(self, table: MagicEliteTable) -> int:
        """过半数是几人。"""
        return sum(1 for alive in table.alive if alive) // 2 + 1

    def agreed(self, table: MagicEliteTable) -> int:
        """在场的人里几个同意终止。"""
        votes = state_of(table).votes
        return sum(1 for seat in range(table.seats) if votes[seat] and table.alive[seat])

    def recount(self, table: MagicEliteTable) -> None:
        """有人出局，过半数少了：已同意的人可能够了（G2.3）。"""
        second = state_of(table)
        agreed = self.agreed(table)
        if second.ending or not agreed or agreed < self.needed(table):
            return
        second.ending = True
        if table.out is not None:
            table.out.append(VotePassed(agreed))

    def declaration(self, table: MagicEliteTable, seat: Seat, what: str) -> Space | Sequence[Choice]:
        second = state_of(table)
        if what != END_VOTE or table.over or second.ending or not table.alive[seat]:
            return []
        if not any(second.fallen):
            return []
        return [OPPOSE] if second.votes[seat] else [AGREE, OPPOSE]

    def declare(self, table: MagicEliteTable, seat: Seat, what: str, choice: Choice) -> None:
        second = state_of(table)
        second.votes[seat] = choice == AGREE
        agreed = self.agreed(table)
        needed = self.needed(table)
        second.ending = agreed >= needed
        if table.out is not None:
            table.out.append(VoteCast(seat, choice == AGREE, agreed, needed))
            if second.ending:
                table.out.append(VotePassed(agreed))
        if table.undo:  # 另出退回牌桌，不退回投票
            earlier = table.copy()
            earlier.become(table.undo)
            before = state_of(earlier)
            before.votes = second.votes[:]
            before.ending = second.ending
            table.undo = earlier.snapshot().decode()

    def finished(self, table: MagicEliteTable) -> tuple[list[Seat], str] | None:
        second = state_of(table)
        sides = {table.side[seat] for seat in range(table.seats) if table.alive[seat]}
        if len(sides) <= 1:
            return self.leaders(table), "generals"
        return (self.leaders(table), "vote") if second.ending else None

    def leaders(self, table: MagicEliteTable) -> list[Seat]:
        """总分最高的人（队），同分并列；含已出局的。"""
        scores = state_of(table).scores
        totals: dict[int, int] = {}
        for seat in range(table.seats):
            totals[table.side[seat]] = totals.get(table.side[seat], 0) + scores[seat]
        best = max(totals.values())
        return [seat for seat in range(table.seats) if totals[table.side[seat]] == best]

    # ------------------------------------------------------------ 超时（E11.4）
    def respond_default(self, table: MagicEliteTable, space: SetSpace, note: RespondNote) -> Choice | None:
        """致命时，没有 4 才用护盾，再没有才审判；免伤时不白用 4；真身挡不住就是致命（G2.6）。

        能抵消、或不致命，都照 E11.2。"""
        seat = space.seat
        if all(key not in SAVING for key in self.skills(table, seat)):
            return None
        number = table.setup.number
        shield = table.setup.rules.shield_rank
        sets = list(space.sets())
        bare = [cards for cards in sets if all(number[card] != shield for card in cards)]
        worth = {tuple(cards): self.offset(table, seat, cards, note.enemy) for cards in sets}
        healing = table.setup.healing
        holds = {
            tuple(cards): withstands(table, seat, worth[tuple(cards)], sum(healing[card] for card in cards))
            for cards in bare
        }
        best = max(
            bare, key=lambda cards: (holds[tuple(cards)], worth[tuple(cards)], -len(cards)), default=None
        )
        if best is not None and worth[tuple(best)] >= 0:
            return None
        if immune(table, seat):
            return None if best is None else ["set", best, None, []]
        falls = note.enemy >= table.health[seat] if best is None else not holds[tuple(best)]
        dies = falls or self.blow(table, seat) != "attack"
        if sets and len(bare) < len(sets) and dies:
            guarded = [cards for cards in sets if cards not in bare]
            return ["set", min(guarded, key=lambda cards: (len(cards), cards)), None, []]
        if not dies:
            return None
        return self.rescue(table, space, bare, worth)

    def offset(self, table: MagicEliteTable, seat: Seat, cards: list[int], enemy: int) -> int:
        """不用 4、不声明技能地打出 `cards` 的 OD。"""
        strength = self.strength(table, seat, cards, [], "respond")
        return strength.damage + strength.healing - enemy

    def rescue(
        self,
        table: MagicEliteTable,
        space: SetSpace,
        bare: list[list[int]],
        worth: dict[tuple[int, ...], int],
    ) -> Choice | None:
        """致命时护盾，其次审判（E11.4）；都不能为 `None`。"""
        seat = space.seat
        keys = self.skills(table, seat)
        if not bare:
            lone: Choice = ["aegis"]
            return lone if NONE in space.extras and lone in space.extras else None
        if "aegis" in keys:
            use = ["aegis"]
            able = [
                cards for cards in bare if use in table.skill("aegis").uses(table, seat, cards, "respond")
            ]
            if able:
                chosen = max(able, key=lambda cards: (worth[tuple(cards)], -len(cards)))
                return ["set", chosen, None, [use]]
        if "judgment" in keys:
            use = ["judgment"]
            able = [cards for cards in bare if table.skill("judgment").uses(table, seat, cards, "respond")]
            if able:
                return ["set", min(able, key=lambda cards: (len(cards), cards)), None, [use]]
        return None
