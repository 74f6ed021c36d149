"""群里与私聊里怎么说：算式、大数、题面、查询。"""

from __future__ import annotations

import pytest

from games.magicelite import words
from games.magicelite.events import Offset, SetPlayed
from games.magicelite.sets import Factor
from games.magicelite.words.numbers import signed, spoken
from tests.magicelite.position import Scene, every, position
from tests.magicelite.words.stage import ask_of, cast_of, prompted, read, told


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (9999, "9999"),
        (10_000, "1万"),
        (125_000, "12.5万"),
        (123_456, "约12.346万"),
        (99_999_999, "约1亿"),
        (299_999_992, "约3亿"),
        (1_299_999_992, "约13亿"),
        (600_000_000, "6亿"),
        (10**12, "1万亿"),
        (3 * 10**16, "3亿亿"),
        (-6, "−6"),
    ],
)
def test_big_numbers_are_spoken_in_wan_and_yi(value: int, text: str) -> None:
    assert spoken(value) == text
    assert signed(value) == (text if value <= 0 else f"约+{text[1:]}" if text[0] == "约" else f"+{text}")


def test_the_answer_shows_its_arithmetic_in_one_line() -> None:
    """OD = 己方伤害 + 己方回复 − 敌方伤害（E6.1）：6×2 + 1 − 8 = +5。"""
    scene = Scene(position("♦3 ♦5 ♥2 ♣2", "♥A ♥2 ♣3", identities="♠7 ♥10"))
    scene.play(0, "♦5", 1)
    events = scene.play(1, "♥A")
    offset = every(events, Offset)[0]
    assert offset.od == 5 * 2 + 1 - 5
    assert told(scene, events) == [
        "2号糖糖 回应 ♥A：己方 5×2（王者） + 回复 1 − 对方 5 → OD=+6，返还 6 点，轮到 1号阿苹 回应"
    ]


def test_the_guard_and_the_wound_are_named() -> None:
    scene = Scene(position("♦6 ♥2 ♣2", "♠4 ♥2 ♣3"))
    scene.play(0, "♦6", 1)
    events = scene.play(1, "♠4")
    assert told(scene, events)[0].startswith("2号糖糖 回应 ♠4：己方 1 − 对方 0（地王盾，原 6） → OD=+1")
    hurt = Scene(position("♦6 ♥2 ♣2", "♠3 ♥2 ♣3"))
    hurt.play(0, "♦6", 1)
    assert told(hurt, hurt.play(1, "♠3"))[0] == "2号糖糖 回应 ♠3：己方 1 − 对方 6 → OD=−5，扣 5 血，剩 2/7"


def test_hundreds_of_millions_stay_readable() -> None:
    scene = Scene(position("♦6", "♠3"))
    factors = [Factor("rampage", 100_000_000), Factor("dragon", 1000)]
    events = [SetPlayed(0, "play", [], 1, [], 6, factors, 6 * 10**11, 0, 0)]
    assert told(scene, events)[0].endswith("伤害 6×1亿（暴走盾）×1000（爆爆龙）＝6000亿")


def test_drawn_cards_are_told_to_their_owner_only() -> None:
    scene = Scene(position("♠5 ♥2", "♠3", deck="♥J ♥Q ♥K ♦2 ♦3"))
    events = scene.play(0, "♠5", 1)
    assert told(scene, events, 0) == ["摸到 ♥J Q K ♦2 3"]
    assert told(scene, events, 1) == []
    public = "\n".join(told(scene, events))
    assert "摸 5 张" in public and "♥J" not in public


def test_the_attacked_see_what_blocks_what_survives_and_the_strongest() -> None:
    scene = Scene(position("♦6 ♥2", "♦K ♠4 ♠3 ♦2 ♥6"))
    scene.play(0, "♦6", 1)
    prompt = prompted(scene, 1)
    assert prompt.secret
    assert prompt.title == "1号阿苹 打来 6 伤害：♦6"
    texts = [text for _, text in prompt.numbered]
    assert texts[0].startswith("♥6：OD 0，抵消")
    assert any(text.startswith("♦K：OD +7，返还 7") for text in texts)
    assert any(text.startswith("♠4") for text in texts)
    assert any("扣 4 血" in text for text in texts)
    assert len(texts) <= 6
    for place, (choice, _) in enumerate(prompt.numbered, 1):
        assert read(scene, 1, str(place)) == choice
        assert choice in ask_of(scene, 1).options


def test_a_hopeless_answer_says_so() -> None:
    scene = Scene(position("♦6 ♥2", "♠3 ♣2", health=[None, 2]))
    scene.play(0, "♦6", 1)
    prompt = prompted(scene, 1)
    assert "没有一套挡得住，都会被击杀" in prompt.lines
    assert all("会死" in text for _, text in prompt.numbered)


def test_the_group_sees_only_that_they_are_thinking() -> None:
    scene = Scene(position("♦6 ♥2", "♠3 ♣2"))
    scene.play(0, "♦6", 1)
    line = words.waiting({1: "respond"}, scene.table.view(None), cast_of(scene.table))
    assert line == "等 2号糖糖 想怎么回应"


def test_hand_numbers_shown_are_the_numbers_read() -> None:
    scene = Scene(position("♦2 ♠3 ♥J ♣A", "♠3"))
    text = words.hand(scene.table.view(0), cast_of(scene.table))
    assert text.split("\n") == ["手牌 4 张", "1.♠3 2.♥J 3.♣A 4.♦2"]
    setup = scene.table.setup
    for number, name in enumerate(["♠3", "♥J", "♣A", "♦2"], 1):
        assert setup.deck.name[read(scene, 0, f"出 {number}")[1][0]] == name


def test_look_ups_are_answered_from_public_knowledge() -> None:
    table = position("♦2 ♠3", "♠K", discard="♥2 ♥2 ♠A", deck_size=5, identities="♠10 ♥9")
    table.discard = table.discard[-3:]
    scene = Scene(table)
    view, cast = scene.table.view(None), cast_of(scene.table)
    assert set(words.QUERIES) == {"身份", "弃牌堆", "商店"}
    shown = words.look_up("身份", view, cast)
    assert "♠10王者：王者之力 伤害×2（王者）" in shown and "♥9忍者：嫁祸" in shown
    assert words.look_up("弃牌堆", view, cast).split("\n") == ["弃牌堆 3 张，库里还有 5 张", "♠A", "♥2×2"]
    assert words.look_up("商店", view, cast) == "只有三代有商店（G3.10）"
