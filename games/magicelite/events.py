"""魔法精英里发生的事，逐件、按次序，够文字一件不漏地说清楚。

约定：`seat` 是这件事的主角；手牌写牌号（`Setup.deck` 的下标），身份卡写卡号（`Setup.identities` 的下标）；
技能与物品写标识（`data.SKILLS`、`data.ITEMS`）；没有人写 `NOBODY`（-1）。数可以很大（E4.4），都是整数。
秘密字段是 `Secret`，`seen_by` 之后从 `.seen` 读，没有资格的人读到 `None`。条号写在每个类的说明里。

一套牌里声明的技能写成 `uses`：`[[标识, 参数…], …]`，与回答里的一样（见 `questions`）。
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.kernel import Event, Seat, Secret
from games.magicelite.sets import Factor

# ================================================================== 通用（E）


@dataclass(slots=True)
class IdentitiesDealt(Event):
    """一、三代：每人一张身份卡，公开（G1.1、G3.1）。"""

    identities: list[int]
    """各座位的身份卡号。"""
    order: list[Seat]
    """出牌顺序（E2.1）。"""


@dataclass(slots=True)
class Drew(Event):
    """摸牌。"""

    seat: Seat
    reason: str
    """`opening`（E3.1）、`empty` 手牌出空、`fives` 打出 5、`both` 两者都有（E3.5）、`mine` 踩雷补摸（G3.11）、
    `adventure`（G3.5）、`won` 大冒险的胜者翻空了牌叠（E3.5）、`zombie`（G3.14）。"""
    count: int
    """摸到几张。"""
    missing: int
    """库与弃牌堆都空了，少摸几张。"""
    left: int
    """库里还剩几张。"""
    cards: Secret[list[int]]


@dataclass(slots=True)
class Reshuffled(Event):
    """库空了，弃牌堆洗成新的库；洗的人是正要摸牌的人（E3.6）。大冒险之前、埋雷而库里没有别的牌时，是洗进原来的库。"""

    seat: Seat
    count: int
    """洗好的库有几张。"""
    kept: int = 0
    """其中几张是原来库里的（G3.5、G3.11）。"""


@dataclass(slots=True)
class TurnStarted(Event):
    """轮到 `seat` 主动出牌（E2.2）。"""

    seat: Seat
    number: int
    """全局第几个主动回合，从 1 起（E9.2）。"""


@dataclass(slots=True)
class TurnSkipped(Event):
    """这个主动回合跳过：没牌可出也没牌可摸（E3.7）。"""

    seat: Seat
    reason: str
    """`no_cards`；三代另有 `died`（回合开始时死于嗜血，G3.12）。"""


@dataclass(slots=True)
class Passed(Event):
    """过牌（E3.3 选项）。"""

    seat: Seat


@dataclass(slots=True)
class SetPlayed(Event):
    """打出一套（E3.2–E3.4）：主动、回应或复活时。补牌之前。"""

    seat: Seat
    purpose: str
    """`play` 主动、`respond` 回应、`revive` 复活（G1.3）。"""
    cards: list[int]
    target: Seat
    """主动与复活的目标；没有伤害或回应时为 `NOBODY`。"""
    uses: list[list[Any]]
    """声明的技能。"""
    base: int
    """牌面伤害。"""
    factors: list[Factor]
    """乘上的倍率。"""
    damage: int
    """乘过倍率的伤害。"""
    healing: int
    left: int
    """手里还剩几张。"""


@dataclass(slots=True)
class Retracted(Event):
    """收回刚出的一套重出（E8.2），或二代「另出」：原套作废进弃牌堆（E8.1）。"""

    seat: Seat
    cards: list[int]
    discarded: bool


@dataclass(slots=True)
class Healed(Event):
    """回血（E6.5）。"""

    seat: Seat
    gained: int
    """实际回了多少；满血时为 0。"""
    health: int


@dataclass(slots=True)
class AttackStarted(Event):
    """一次攻击成立，`defender` 要回应（E3.4）。"""

    attacker: Seat
    defender: Seat
    damage: int
    kind: str
    """`play` 主动、`return` 返还（E6.2）、`framing`（G1.4）、`revive`（G1.3）、`control`（G2.7）。"""


@dataclass(slots=True)
class NoCards(Event):
    """没有牌可以回应，承受全部（E3.4）。"""

    seat: Seat
    damage: int


@dataclass(slots=True)
class Offset(Event):
    """回应的结算：OD = 己方伤害 + 己方回复 − 敌方伤害（E6.1）。"""

    seat: Seat
    attacker: Seat
    incoming: int
    """对方这次的伤害，减免之前。"""
    enemy: int
    """算进公式的敌方伤害。"""
    reasons: list[str]
    """`enemy` 为什么与 `incoming` 不同：`guard` 地王盾（E5.1）、`judgment`（G2.9）、`wave`（G3.14）、
    `devouring`（G3.14）。相同则为空。"""
    own: int
    """己方伤害（乘过倍率）。"""
    healing: int
    devoured: int
    """吞噬来的伤害，不在 `own` 里（G3.14）；没有为 0。"""
    od: int
    number: int
    """这次交锋的第几次回应，从 1 起（E6.6）。"""


@dataclass(slots=True)
class CounterCapped(Event):
    """回应已满 40 次，OD>0 不再返还，交锋结束（E6.6）。"""

    seat: Seat
    od: int


@dataclass(slots=True)
class Wounded(Event):
    """扣血（E6.3）。"""

    seat: Seat
    source: Seat
    """这次伤害的来源。"""
    cause: str
    """`attack` 攻击或返还；`judgment`（G2.9）、`body` 真身即死（G2.6）、`mine`、`bloodlust`、`reflection`（G3）。"""
    amount: int
    """该扣多少（可以大于血）。"""
    lost: int
    health: int
    """还剩多少血。"""
    cap: int
    """血量上限；嗜血、审判会连上限一起扣。"""


@dataclass(slots=True)
class Slain(Event):
    """被击杀（E6.3）；是否出局看其后的 `Died`、`Revived` 等。"""

    seat: Seat
    killer: Seat
    """没有击杀者为 `NOBODY`。"""
    cause: str
    """同 `Wounded.cause`。"""
    identity: int
    """死时的身份卡。"""


@dataclass(slots=True)
class Died(Event):
    """出局，手牌进弃牌堆（E3.7）。"""

    seat: Seat
    killer: Seat
    cards: list[int]
    """进弃牌堆的手牌。"""


@dataclass(slots=True)
class ExchangeEnded(Event):
    """交锋结束，桌面的牌进弃牌堆（E3.7）。"""

    responses: int
    """一共回应了几次。"""


@dataclass(slots=True)
class GameOver(Event):
    """对局结束（E9、G2.3）。"""

    winners: list[Seat]
    reason: str
    """`last` 只剩一人或一队（E9.1）、`nobody` 全部出局（最后同死的人并列）、`cap` 满回合数（E9.2）、
    `vote` 表决终止、`generals` 只剩一方有武将（G2.3）。"""


# ================================================================== 初代（G1）


@dataclass(slots=True)
class Revived(Event):
    """恶贼复活，满血（G1.3）。"""

    seat: Seat
    health: int
    used: int
    """用了第几次。"""
    left: int
    """还剩几次。"""


@dataclass(slots=True)
class Framed(Event):
    """嫁祸之术：己方伤害与敌方伤害合起来转给 `target`（G1.4）。"""

    seat: Seat
    source: Seat
    """原来的攻击者。"""
    target: Seat
    own: int
    enemy: int
    damage: int
    """合计。"""


# ================================================================== 二代（G2）


@dataclass(slots=True)
class GeneralsDrawn(Event):
    """每人暗抽武将（G2.1）。"""

    count: int
    generals: Secret[list[int]]
    """自己抽到的身份卡，从大到小；上场次序自己也不知道。"""


@dataclass(slots=True)
class TeamsFormed(Event):
    """两两组队（G2.2）。"""

    teams: list[list[Seat]]


@dataclass(slots=True)
class GeneralEntered(Event):
    """一名武将满血上场（G2.1）。"""

    seat: Seat
    identity: int
    health: int
    left: int
    """身后还有几张没上场。"""
    style: str
    """8（或合体的 10）此后用哪条：`bilocation` 分身术、`aegis` 护盾与控制（G2.6）；别的武将为空。"""


@dataclass(slots=True)
class Scored(Event):
    """击杀得分（G2.3）。"""

    seat: Seat
    """得分的人；归公家为 `NOBODY`（G2.4、G2.8）。"""
    victim: Seat
    identity: int
    points: int
    total: int
    """得分的人现在的总分；公家为 0。"""


@dataclass(slots=True)
class NumberPicked(Event):
    """攻击者选了一个分身编号（G2.6）。"""

    attacker: Seat
    seat: Seat
    number: int
    real: bool
    """中的是真身。"""
    left: int
    """还剩几个假身。"""


@dataclass(slots=True)
class BodiesShuffled(Event):
    """真身与假身重新洗混（G2.6）。"""

    seat: Seat
    false_bodies: int
    reason: str
    """`entered` 上场、`fused` 合体解锁、`real` 真身被抽中、`reset` 假身归零重置。"""


@dataclass(slots=True)
class BilocationEnded(Event):
    """合体的分身术到此为止（G2.10）。"""

    seat: Seat


@dataclass(slots=True)
class Shielded(Event):
    """发动护盾（G2.7）。"""

    seat: Seat
    rounds: int
    left: int
    """护盾与控制还剩几次。"""


@dataclass(slots=True)
class Absorbed(Event):
    """OD<0 却不扣血：护盾或控制者无敌（G2.7）。"""

    seat: Seat
    amount: int
    reason: str
    """`shield`、`control`。"""


@dataclass(slots=True)
class Controlled(Event):
    """控制：把所受的伤害转给 `target`，与原攻击者内斗（G2.7）。"""

    seat: Seat
    source: Seat
    """原攻击者。"""
    target: Seat
    damage: int
    rounds: int
    left: int
    """护盾与控制还剩几次。"""


@dataclass(slots=True)
class StatusEnded(Event):
    """一个生效中的技能失效（E7）。"""

    seat: Seat
    """受术者；地雷是埋的人。"""
    what: str
    """`shield`、`control`、`bloodlust`、`dragon`、`bird_female`、`medicine`、`mine`。"""
    reason: str
    """`expired` 回合满、`died` 有人死或换将、`interrupted` 被打断（G3.12）、`used` 小药箱用掉（G3.10）、
    `shown` 地雷没有踩就翻到了大家眼前，不再是雷（G3.11）。"""


@dataclass(slots=True)
class JudgmentCalled(Event):
    """触发天神的审判（G2.9）。"""

    seat: Seat
    flips: int


@dataclass(slots=True)
class JudgmentFlipped(Event):
    """审判翻开一张（G2.9）。"""

    seat: Seat
    card: int
    struck: list[Seat]
    """花色相同、被扣血的人；各人另有 `Wounded`。"""


@dataclass(slots=True)
class Fused(Event):
    """打出过 A，下一套起可用合体技能（G2.10）。"""

    seat: Seat


@dataclass(slots=True)
class VoteCast(Event):
    """终止投票（G2.3）。"""

    seat: Seat
    agree: bool
    agreed: int
    needed: int


@dataclass(slots=True)
class VotePassed(Event):
    """过半数同意终止；这个主动回合结束后终止（G2.3）。"""

    agreed: int


# ================================================================== 三代（G3）


@dataclass(slots=True)
class StormCalled(Event):
    """风暴神：免除这次伤害，满血，从最大角色重新开始（G3.3）。"""

    seat: Seat
    health: int
    left: int


@dataclass(slots=True)
class BagOpened(Event):
    """救命锦囊：免除这次伤害（G3.4）。"""

    seat: Seat
    health: int
    generation: int
    """技能换成第几代的；没换则是原来的。"""
    left: int


@dataclass(slots=True)
class SkillSwitched(Event):
    """升降梯：技能换成第几代的（G3.10）。"""

    seat: Seat
    generation: int


@dataclass(slots=True)
class AdventureStarted(Event):
    """大冒险开始（G3.5）。"""

    challenger: Seat
    """被击杀的人。"""
    killer: Seat
    """击杀方（或擂主）。"""
    first: Seat
    """先手。"""
    counts: list[int]
    """`[challenger, killer]` 各有几张牌。"""


@dataclass(slots=True)
class AdventureFlipped(Event):
    """大冒险里翻开一张攻击或回应（G3.5）。"""

    seat: Seat
    card: int
    attacking: bool
    number: int
    """第几翻，从 1 起。"""


@dataclass(slots=True)
class AdventureStruck(Event):
    """大冒险一次攻防的结果（G3.5）。"""

    attacker: Seat
    defender: Seat
    damage: int
    od: int
    health: int
    """受伤一方还剩多少血；没人受伤则是 `defender` 的。"""


@dataclass(slots=True)
class AdventureEnded(Event):
    """大冒险分出胜负（G3.5、G3.6）。"""

    winner: Seat
    loser: Seat
    reason: str
    """`killed`、`cap` 满翻数或无牌可翻。"""
    inherited: list[str]
    """胜者继承的：`storm`、`bag` 与专用盾的标识。"""


@dataclass(slots=True)
class Diamonds(Event):
    """钻石增减（G3.6、G3.9、G3.10、G3.11）。"""

    seat: Seat
    change: int
    total: int
    reason: str
    """`adventure`、`gift`、`bird`、`mine`、`bought`、`refund`。"""


@dataclass(slots=True)
class Bought(Event):
    """买了一样（G3.10）。"""

    seat: Seat
    item: str
    price: int


@dataclass(slots=True)
class MineLaid(Event):
    """埋下一颗地雷，重洗摸牌库（G3.11）；在哪谁也不知道。"""

    seat: Seat
    card: int
    """正面朝上的那张，公开。"""


@dataclass(slots=True)
class MineTripped(Event):
    """摸到地雷（G3.11）；扣血另有 `Wounded`，钻石另有 `Diamonds`。"""

    seat: Seat
    owner: Seat
    card: int


@dataclass(slots=True)
class DamageIgnored(Event):
    """贪吃鬼忽略这次伤害，交锋结束（G3.11）。"""

    seat: Seat
    damage: int
    identity: int
    """并到右边的身份卡；满了没有并为 `NOBODY`。"""
    health: int


@dataclass(slots=True)
class Reflected(Event):
    """反射盾（G3.11）。"""

    seat: Seat
    damage: int
    targets: list[Seat]
    """要各弃一张 4 的人，按 E2。"""


@dataclass(slots=True)
class GuardDiscarded(Event):
    """弃一张 4：挡反射（G3.11）、打断嗜血（G3.12）、使技能失效（G3.14）。没有弃则 `card` 为 `NOBODY`。"""

    seat: Seat
    reason: str
    """`reflection`、`bloodlust`、`countering`。"""
    card: int


@dataclass(slots=True)
class BloodlustCast(Event):
    """嗜血（G3.12）。"""

    seat: Seat
    target: Seat
    rounds: int
    left: int
    """施法者还剩几次。"""


@dataclass(slots=True)
class Frozen(Event):
    """冰封一层（G3.12）。"""

    seat: Seat
    target: Seat
    what: str
    """`skill`、`shield`。"""
    layers: int


@dataclass(slots=True)
class Thawed(Event):
    """解冰一层（G3.12）。"""

    seat: Seat
    what: str
    layers: int
    """还剩几层。"""


@dataclass(slots=True)
class Rampaged(Event):
    """暴走盾：手里带伤害的牌打上标记（G3.13）；哪些只有自己知道。"""

    seat: Seat
    factor: int
    cards: Secret[list[int]]


@dataclass(slots=True)
class SkillCountered(Event):
    """吞噬盾使一次技能失效，并得一次使用权（G3.14）。"""

    seat: Seat
    caster: Seat
    skill: str
    gained: bool


@dataclass(slots=True)
class Dodged(Event):
    """闪电豹躲过一次致命伤：这次一点血也不扣；是攻击造成的，交锋就此结束（G3.10）。"""

    seat: Seat
    amount: int
    """躲过的伤害，减免之后的，不少于他当时的血。"""


@dataclass(slots=True)
class JointAttack(Event):
    """联合进攻：此后主动目标只能是这些人（G3.6）。空的为解除。"""

    targets: list[Seat]


@dataclass(slots=True)
class Zombified(Event):
    """变成小僵尸，转入主人阵营（G3.14）。"""

    seat: Seat
    master: Seat
    health: int


@dataclass(slots=True)
class OrderRestarted(Event):
    """从最大的角色（或 `seat`）重新开始轮（G3.3、G3.4、G3.11、G3.16）。"""

    seat: Seat
    """从谁开始；从最大角色开始为 `NOBODY`。"""
    reason: str
    """`storm`、`bag`、`reflection`。"""
