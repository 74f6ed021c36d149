"""一个指令要说的话：攒在一起，每个目标一条。"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Bulletin:
    """攒着还没说的话。"""

    public: list[str] = field(default_factory=list)
    """群里的几行。"""
    private: dict[int, list[str]] = field(default_factory=dict)
    """各座位的秘密几行，`{座位: 行}`。"""
    board: bool = False
    """群里要附棋盘。"""
    mentions: list[str] = field(default_factory=list)
    """群消息前要 @ 的人。"""
    movers: set[int] = field(default_factory=set)
    """这些座位刚答了问题。"""

    def say(self, line: str) -> None:
        """群里加一行。"""
        if line:
            self.public.append(line)

    def tell(self, seat: int, line: str) -> None:
        """给一个座位加一行秘密。"""
        if line:
            self.private.setdefault(seat, []).append(line)
