"""落叶长跑的数据改坏以后重启。"""

from games import leafrun
from tests.kit.restarting import Restarting


class TestLeafrun(Restarting):
    game = leafrun.game
    opening = tuple(f"群 阿苹: {words}" for words in ("新游戏 落叶长跑 自动掷骰=开", "补位 1", "开始"))
    slip = ("cards.csv", "16", "十六")
    answer = "私 阿苹: 1"
