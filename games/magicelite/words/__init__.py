"""魔法精英的文字：读懂玩家打的字、把发生的事写成句子、把局面写给人看。

只用 `View` 与 `seen_by` 过的事件，所以写不出看的人不该知道的事。
"""

from .asking import describe_choice, prompt, waiting
from .reading import USAGE, VERBS, read, read_declaration
from .showing import QUERIES, board, hand, look_up, result, status
from .telling import tell

__all__ = [
    "QUERIES",
    "USAGE",
    "VERBS",
    "board",
    "describe_choice",
    "hand",
    "look_up",
    "prompt",
    "read",
    "read_declaration",
    "result",
    "status",
    "tell",
    "waiting",
]
