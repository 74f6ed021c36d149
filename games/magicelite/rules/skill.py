"""一门技能（或被动、专用盾）接进通用流程的地方。

每门技能是 `Skill` 的一个子类、一个没有状态的实例，放在 `rules/skills/` 里，登记在 `rules.SKILLS`。流程在下面
各处依次问「这个座位现在可用的技能」（`MagicEliteTable.skills`），所以哪一代、谁的、怎么得来的都不必管：
三代的人换来初代的「嫁祸之术」，用的就是同一个实例。状态都在桌上（`second`、`third`）。

凡是 `Flow[bool]`：`True` 表示照常往下走；`False` 表示这一步已经把牌局带到别处（交锋结束、另起一次攻击、
有人死去……），调用者立刻返回。带到别处的人负责把 `table.phase` 设好，见 `rules.exchange`。
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.kernel import Choice, Flow, Illegal, Seat
from games.magicelite.rules.play import Death, Play
from games.magicelite.sets import Factor

if TYPE_CHECKING:
    from games.magicelite.table import MagicEliteTable

__all__ = ["Skill"]


class Skill:
    """缺省什么也不做；子类只写自己用到的。"""

    key: str
    """标识，`data.SKILLS` 之一。"""
    slot: str = ""
    """同一套里这个槽只能声明一次：如都要用那张 4 的几个专用盾与嫁祸共用 `guard`（G1.4、G3.15）。
    空的不占槽，各算各的。"""

    # ------------------------------------------------------------ 数值
    def factors(self, table: MagicEliteTable, seat: Seat, uses: Sequence[Any], purpose: str) -> list[Factor]:
        """`seat` 打出一套时伤害乘上的倍率（E4.4）。`uses` 是那一套声明的技能。"""
        return []

    def reduce(self, table: MagicEliteTable, seat: Seat, damage: int, play: Play | None) -> tuple[int, str]:
        """`seat` 回应时算进公式的敌方伤害（E4.4：减免在 OD 之前），与原因（没有减免为空串）。

        `damage` 是前面的技能减过的；`play` 是他的回应，没有牌可出（E3.4）或只是预估时为 `None`。
        不得改变牌桌：预估时也会问。"""
        return damage, ""

    def suffer(self, table: MagicEliteTable, seat: Seat, amount: int, source: Seat, cause: str) -> int:
        """`seat` 该扣 `amount` 血时实际扣多少（护盾、真身即死……）。可以造事件。"""
        return amount

    def blow(self, table: MagicEliteTable, seat: Seat) -> str:
        """`seat` 没挡住攻击时这一下的名目，如真身即死的 `body`（G2.6）；照常扣血为空串。"""
        return ""

    # ------------------------------------------------------------ 声明在一套牌里的用法
    def uses(self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str) -> list[list[Any]]:
        """打出 `cards` 时可以声明的用法，每个是 `[self.key, 参数…]`；不能用为空。

        只看公开的事与 `cards`；`purpose` 为 `respond` 时 `table.exchange` 是要回应的攻击。"""
        return []

    def objection(
        self, table: MagicEliteTable, seat: Seat, cards: Sequence[int], purpose: str, use: Sequence[Any]
    ) -> Illegal:
        """`use` 不在 `uses` 里时，给玩家看的理由。"""
        return Illegal("这一套现在不能这样用技能")

    def resolve(self, table: MagicEliteTable, play: Play, use: Sequence[Any]) -> Flow[bool]:
        """结算声明的用法。补牌（E3.5）之后；主动时在攻击成立之前，回应时在 OD 之前。"""
        return True
        yield

    def played(self, table: MagicEliteTable, play: Play) -> None:
        """`seat` 打出了一套（不管声明了什么），补牌之前：如合体解锁（G2.10）。"""

    # ------------------------------------------------------------ 受攻击
    def attacked(self, table: MagicEliteTable) -> Flow[bool]:
        """`table.exchange` 刚成立，守方有这门技能：如分身术抽编号（G2.6）。

        返回 `False` 之前要用 `exchange.end_exchange` 收场。"""
        return True
        yield

    def responses(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        """受攻击时不出牌的回应，如 `["gluttony"]` 忽略（G3.11）；第一项是标识。"""
        return []

    def respond(self, table: MagicEliteTable, choice: list[Any]) -> Flow[None]:
        """守方选了 `responses` 里的一项。"""
        return
        yield

    # ------------------------------------------------------------ 主动回合
    def actions(self, table: MagicEliteTable, seat: Seat) -> list[Choice]:
        """主动回合出牌前能做的事，如 `["mine"]` 埋雷（G3.11）；第一项是标识。"""
        return []

    def act(self, table: MagicEliteTable, seat: Seat, choice: list[Any]) -> Flow[None]:
        """做 `actions` 里的一项；之后继续问 `play`，除非 `table.phase` 变了。"""
        return
        yield

    # ------------------------------------------------------------ 被击杀
    def save(self, table: MagicEliteTable, death: Death) -> Flow[bool]:
        """`death.seat` 有这门技能，被击杀时能不能活下来（G1.3）。活下来返回 `True`。

        这时交锋已经结束（桌面的牌已进弃牌堆，`table.phase` 是 `turn`）；可以另起一次攻击。"""
        return False
        yield
