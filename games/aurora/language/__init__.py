"""牌效语言（A9）：设计者在表格里写的一行 → 规则照着做的步（`steps`）→ 玩家读的说明（`text`）。"""

from .reading import LanguageError, read_attacks, read_effect, write_attacks, write_effect
from .text import attacks_text, effect_text, step_text

__all__ = [
    "LanguageError",
    "attacks_text",
    "effect_text",
    "read_attacks",
    "read_effect",
    "step_text",
    "write_attacks",
    "write_effect",
]
