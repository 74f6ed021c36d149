"""极光战棋的数据改坏以后重启。"""

from games import aurora
from tests.kit.restarting import Restarting


class TestAurora(Restarting):
    game = aurora.game
    opening = (
        "群 阿苹: 新游戏 极光战棋",
        "群 小蝶: 加入",
        "群 阿苹: 开始",
        "私 小蝶: 1",
    )
    slip = ("cards.csv", "直2 伤3", "直2 伤三")
    answer = "私 阿苹: 预组洛克"
