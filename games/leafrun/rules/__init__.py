"""落叶长跑的规则：一段一个协程，读起来与规则书一样，条号在旁。

| 段 | 做什么 | 条号 |
|---|---|---|
| `seat_order` | 掷骰定顺序 | L2.1 |
| `characters` | 选角色 | L2.2 |
| `opening_hand` | 摸 5 张、换牌 | L2.3 L2.4 |
| `round` | 苏醒、bear 兑现、定本轮顺序 | L3.1 L6.1 L8.7 |
| `turn` | 一个人的出牌回合 | L4 L8 |
| `movement` | 全员移动、摸牌、定名次 | L5 L7.1 |
| `next_track` | 换道或终局 | L7.4 L7.5 |

规则书没有写明、在代码里裁定的：

- 付路障的步数不另占一拍；同格先结算地形再付路障，所以进沼泽或昏厥的人不付（L5.5、L5.7）。
- 路障对「放的人与放时已在该格者」一直免付，他们走开再回来也不付，也不因此拆掉（L5.7）。
- 站在有路障的滑沙上、离开时付完最后一步的人，步数用尽，第一拍就滑（L5.6、L5.7）。
- 同拍有人付步数拆掉了路障，没有步数的人不再被它挡住；更早停住的人不因此再动（L5.6、L5.7）。
- 事件造成的前进停在滑沙上也滑（L8.2、L8.10「地形照常」），仍不摸牌。
- 被拉、换位落在滑沙上滑一格（⚙）照 L5.6：触发地形、可连锁、被路障挡住，昏厥者不滑，不摸牌；
  因此到终点的按 L7.2 当即占名次，几人一起到的先比体力再并列。
- 树脂球可以固定自己；被固定的人不能被选为「给我过来」的目标，惺惺相吸、莫名易位略过他（L8.9）。
- 「给我过来」的目标在打出时一并说，没有另外的等待，也就没有超时代选目标的时候（L8.1、L10.4）。
- 树脂球没有行动牌也照问，免得泄露手牌（L8.9、L9）。
- 出牌阶段因 L3.3 提前结束的跑道没有移动，彩虹音爆随之作废，不昏厥（L8.6）。
- 在终点昏厥的人不问苏醒，等换道按 L6.4 醒（L3.2、L8.6）。
- 到终点的人打过的 bear，若下一轮仍在这条道，照样回满体力（L8.7 只列了两种作废）。
- 时光倒流重复的事件让当前玩家昏厥、到终点或结束出牌，落叶变林间仍然发生（L8.16「然后」）。
- 事件触发满额以后，剩下的不再挡结束，也不再挡「自由的强制休息」（L4.7）。
- 马失前蹄选「跳过下一轮」：与昏厥的跳过一样不出牌、不移动、不摸牌，但醒着，能打随时牌；换道不清除（L8.18、L7.4）。
- 捡漏只看前方最近的那一格；那格的人既无防具又无可取的手牌则略过（L8.13）。
- 捡漏超时：同样近的几人里有人穿着防具就取他的，都没有才取座次最先者的手牌（L10.4、L8.13）。
- 换道时「自由的强制休息」多于 5 张就都留着（L7.4、L8.19）。
- 开局换牌与换道弃牌是同时暗选：弃牌堆公开，但谁弃了哪张只有自己知道（L2.4、L7.4、L9）。
- 换道摸牌按座次（L7.4）。
"""

from __future__ import annotations

from collections.abc import Sequence

from games.leafrun.data import LeafrunData, Options
from games.leafrun.rules.movement import movement
from games.leafrun.rules.opening import characters, opening_hand, seat_order
from games.leafrun.rules.rounds import begin_round
from games.leafrun.rules.track import next_track
from games.leafrun.rules.turn import turn
from games.leafrun.setup import PLAIN, prepare
from games.leafrun.table import AUTO, NOTHING, LeafrunTable

__all__ = ["PHASES", "deal", "seat_limits"]

PHASES = {
    "seat_order": seat_order,
    "characters": characters,
    "opening_hand": opening_hand,
    "round": begin_round,
    "turn": turn,
    "movement": movement,
    "next_track": next_track,
}
"""段名 → 规则。"""

LeafrunTable.PHASES = PHASES


def seat_limits(options: Options, data: LeafrunData) -> tuple[int, int]:
    """最少、最多几人（L1.1）。"""
    rules = data.rules
    return rules.seats_min, rules.seats_max_extended if options.up_to_eight else rules.seats_max


def deal(seed: int, marks: Sequence[str], options: Options, data: LeafrunData) -> LeafrunTable:
    """摆好一局，停在第一段之前：牌堆已洗，还没掷骰、没发角色。

    `seed` 为 [0, 2**64)；`marks` 是各座位的棋子。人数不在 L1.1 之内抛 `ValueError`，桌规里的跑道不对抛
    `OptionError`。
    """
    seats = len(marks)
    least, most = seat_limits(options, data)
    if not least <= seats <= most:
        raise ValueError(f"{seats} 人不能开局，要 {least} 到 {most} 人（L1.1）")
    setup = prepare(options, data)
    size = data.deck.size
    table = LeafrunTable(
        seats=seats,
        rng=seed,
        setup=setup,
        phase="seat_order",
        pieces=list(marks),
        deck=list(range(size)),
        mark=[PLAIN] * size,
        character=[NOTHING] * seats,
        position=[0] * seats,
        health=[0] * seats,
        hands=[[] for _ in range(seats)],
        specials=[[] for _ in range(seats)],
        armour=[NOTHING] * seats,
        armour_mode=[AUTO] * seats,
        buffs=[[NOTHING] * 3 for _ in range(seats)],
        fainted=[-1] * seats,
        halted=[False] * seats,
        resin=[False] * seats,
        rainboom=[False] * seats,
        bear_pending=[False] * seats,
        bear_active=[False] * seats,
        skips_next=[False] * seats,
        skipping=[False] * seats,
        added=[0] * seats,
        faints=[0] * seats,
    )
    table.shuffle(table.deck)
    return table
