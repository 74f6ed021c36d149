"""魔法精英的规则：一段一个协程，读起来与规则书一样，条号在旁。

| 段 | 做什么 | 条号 |
|---|---|---|
| `opening` | 公布身份、摸 5 张 | E3.1 G1.1 |
| `turn` | 找下一个主动出牌的人，看结束了没有 | E2 E6.4 E9 |
| `play` | 主动出一套（之前可买东西、埋雷） | E3 E6.5 |
| `respond` | 被攻击者回应一套 | E3.4 E6 |
| `reckoning` | 三代：了结一个被击杀的人 | G3.2 G3.16 |
| `adventure` | 三代：大冒险翻一张 | G3.5 |

交锋从不嵌套：`table.exchange` 是唯一等着回应的攻击，新的攻击取代旧的，死亡与复活之后都回到 `turn`
（见 `rules.exchange`）。技能接在 `rules.skill.Skill`，一代的流程接在 `rules.generation.Generation`。

规则书没有写明、在代码里裁定的：

- 完全相同的两张身份卡按卡号分先后：谁拿到哪张由种子抽，所以等于随机定（E2.1）。
- 同花顺按 K 接 A 的选项最多接到 A；两端的 A 不在同一套里（E3.2）。
- 没有伤害的一套不指定目标，出完回合即结束（E3.3）。
- 主动的♥在补牌之后、对方回应之前回血（E3.5、E6.5）。
- 回应回血的桌规下先回血（不超上限）再扣血；超时判断致不致命也照此，能活下来的先于 OD 更大的（E6.5、E11.2）。
- 嫁祸、控制引出的攻击接着数原来的回应次数；满 40 次以后不能再嫁祸、控制，免得没完（E6.6）。
- 反射、吞噬里弃 4 弃空了的，到他下次要出牌、要回应时补：一批人的生死要一起了结，中间不能再踩雷（E3.5）。
- 返还时对方已经不在场（补牌踩雷死了），交锋结束（E6.2）。
- 嫁祸时，原来那次交锋的牌进弃牌堆，忍者那一套留在桌面到新的交锋结束（E3.7、G1.4）。
- 悔牌的窗口开到下一个人答 `play`、`respond` 或打断嗜血的问题为止，不另等；下一个人若正是他自己，先出的牌就算他行动（E8）。
- 会摸牌（库已空、一张也摸不到也算）、声明了技能、让人扣血的一套不能悔；只回血、只抵消的可以（E8）。
- 另出作废的牌进弃牌堆，不因此补牌；另出只能一次（E8.1）。
- 复活时有没有 5 都问，免得泄露手牌；有 5 也可以选不复活（G1.3）。
- 复活打出的一套没有伤害（♥5），或伤害的目标已不在场，就没有新交锋（G1.3）。
- 被击杀的人若免费复活，桌面的牌照进弃牌堆，按 E6.4 继续（G1.3）。
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.magicelite.data import MagicEliteData, Options
from games.magicelite.rules.adventure import adventure
from games.magicelite.rules.exchange import respond
from games.magicelite.rules.generation import Generation
from games.magicelite.rules.opening import opening
from games.magicelite.rules.reckoning import reckoning
from games.magicelite.rules.second import SecondGeneration
from games.magicelite.rules.skill import Skill
from games.magicelite.rules.skills.aegis import Aegis
from games.magicelite.rules.skills.bilocation import Bilocation
from games.magicelite.rules.skills.bloodlust import Bloodlust
from games.magicelite.rules.skills.control import Control
from games.magicelite.rules.skills.devouring import Devouring
from games.magicelite.rules.skills.double import Double
from games.magicelite.rules.skills.framing import Framing
from games.magicelite.rules.skills.freezing import Freezing
from games.magicelite.rules.skills.fusion import Fusion
from games.magicelite.rules.skills.gluttony import Gluttony
from games.magicelite.rules.skills.hundredfold import Hundredfold
from games.magicelite.rules.skills.judgment import Judgment
from games.magicelite.rules.skills.mine import Mine
from games.magicelite.rules.skills.rampage import Rampage
from games.magicelite.rules.skills.reflection import Reflection
from games.magicelite.rules.skills.revival import Revival
from games.magicelite.rules.skills.tenfold import Tenfold
from games.magicelite.rules.skills.thaw import Thaw
from games.magicelite.rules.skills.wave import Wave
from games.magicelite.rules.skills.zombie import Zombie
from games.magicelite.rules.third import ThirdGeneration
from games.magicelite.rules.turn import play, turn
from games.magicelite.second import SecondState
from games.magicelite.setup import prepare
from games.magicelite.table import NOBODY, MagicEliteTable
from games.magicelite.third import ThirdState

__all__ = ["GENERATIONS", "PHASES", "SKILLS", "deal"]

GENERATIONS: Mapping[int, Generation] = {
    generation.number: generation
    for generation in (
        Generation(),
        SecondGeneration(),
        ThirdGeneration(),
    )
}
"""世代 → 它的流程。"""

SKILLS: Mapping[str, Skill] = {
    skill.key: skill
    for skill in (
        Revival(),
        Framing(),
        Double(),
        Hundredfold(),
        Bilocation(),
        Aegis(),
        Control(),
        Judgment(),
        Fusion(),
        Gluttony(),
        Mine(),
        Reflection(),
        Bloodlust(),
        Freezing(),
        Rampage(),
        Tenfold(),
        Wave(),
        Zombie(),
        Devouring(),
        Thaw(),
    )
}
"""标识 → 技能。"""

PHASES = {
    "opening": opening,
    "turn": turn,
    "play": play,
    "respond": respond,
    "reckoning": reckoning,
    "adventure": adventure,
}
"""段名 → 规则。"""

MagicEliteTable.GENERATIONS = GENERATIONS
MagicEliteTable.SKILLS = SKILLS
MagicEliteTable.PHASES = PHASES


def deal(seed: int, marks: Sequence[str], options: Options, data: MagicEliteData) -> MagicEliteTable:
    """摆好一局，停在第一段之前：身份已发，手牌库已洗，还没摸牌。

    `seed` 为 [0, 2**64)；`marks` 是各座位的棋子（不用棋子也要一人一个空串）。人数不对抛 `ValueError`。"""
    seats = len(marks)
    least, most = options.seat_limits(data)
    if not least <= seats <= most:
        raise ValueError(f"{seats} 人不能开局，要 {least} 到 {most} 人（E1.1）")
    setup = prepare(options, data)
    decks = options.decks_for(seats, data)
    generation = setup.generation
    table = MagicEliteTable(
        seats=seats,
        rng=seed,
        setup=setup,
        phase="opening",
        pieces=list(marks),
        decks=decks,
        deck=list(range(data.deck_of(decks).size)),
        hands=[[] for _ in range(seats)],
        identity=[NOBODY] * seats,
        spare=list(range(data.identities_of(decks).size)),
        alive=[True] * seats,
        side=list(range(seats)),
        health=[0] * seats,
        cap=[0] * seats,
        revivals=[0] * seats,
        kills=[0] * seats,
        second=SecondState.fresh(seats) if generation >= 2 else None,
        third=ThirdState.fresh(seats) if generation >= 3 else None,
    )
    table.shuffle(table.deck)
    table.shuffle(table.spare)
    table.powers.deal(table)
    return table
