"""数据文件写错了一格的游戏：导入时就读数据，读不成。"""

from games.kernel.tables import DataError

raise DataError("cards.csv", "应是整数", row=2, column="张数", value="十五")
