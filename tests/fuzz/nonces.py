"""全世界独一份的名字：一个名字出现在哪段话里，就是那一张牌、那一名角色出现在那里。

名字是四个谚文音节：折叠全半角不改它，别的话里也不会有它；前两个音节是哪一局，后两个是哪一张。
"""

from __future__ import annotations

import re
from dataclasses import dataclass

FIRST = 0xAC00
"""第一个谚文音节。"""
SYLLABLES = 100
"""每个位置用多少个音节；两位一万个号够一次测试用。"""
CHARACTERS_FROM = 5000
"""后两位从这个号起是角色，以前是牌。"""
RUN = re.compile("[\uac00-\ud7a3]+")
"""一串谚文。"""


@dataclass(frozen=True, slots=True)
class Nonce:
    """一个名字指的东西。"""

    salt: int
    """哪一份数据；一局一份。"""
    card: int | None
    """牌号；是角色则为 `None`。"""
    character: int | None
    """角色号；是牌则为 `None`。"""


def spelled(number: int) -> str:
    """两个音节写一个号，0..9999。"""
    return chr(FIRST + number // SYLLABLES) + chr(FIRST + number % SYLLABLES)


def name_of_card(salt: int, card: int) -> str:
    """第 `salt` 份数据里第 `card` 张牌的名字。"""
    return spelled(salt) + spelled(card)


def name_of_character(salt: int, character: int) -> str:
    """第 `salt` 份数据里第 `character` 名角色的名字。"""
    return spelled(salt) + spelled(CHARACTERS_FROM + character)


def read_nonce(word: str) -> Nonce | None:
    """四个音节指的是什么；不是我们起的名字为 `None`。"""
    digits = [ord(sign) - FIRST for sign in word]
    if len(digits) != 4 or any(not 0 <= digit < SYLLABLES for digit in digits):
        return None
    salt = digits[0] * SYLLABLES + digits[1]
    number = digits[2] * SYLLABLES + digits[3]
    if number < CHARACTERS_FROM:
        return Nonce(salt, number, None)
    return Nonce(salt, None, number - CHARACTERS_FROM)
