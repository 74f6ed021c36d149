"""魔法精英的数据改坏以后重启。"""

from games import magicelite
from tests.kit.restarting import Restarting


class TestMagicElite(Restarting):
    game = magicelite.game
    opening = ("群 阿苹: 新游戏 魔法精英", "群 小蝶: 加入", "群 阿苹: 开始")
    slip = ("shop.csv", "药,5,1", "药,五,1")
    answer = "群 阿苹: 1"
