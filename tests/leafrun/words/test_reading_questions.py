"""出牌以外的每个问题：怎么问、各种答法、读不懂时怎么说。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Match
from games.leafrun.data import load
from games.leafrun.options import Options
from games.leafrun.rules import deal
from games.leafrun.view import Held
from games.leafrun.words import cards
from tests.leafrun.position import DATA, PIECES, Scene, position
from tests.leafrun.words.stage import misread, prompted, read, turn


def opening(**options: Any) -> Scene:
    """刚开局的两人。"""
    scene = Scene.__new__(Scene)
    scene.match = Match(deal(7, PIECES[:2], Options.model_validate(options), load()))
    scene.events = list(scene.match.events)
    return scene


def triggered(kind: str, *hands: str, **more: Any) -> Scene:
    """头一个人掷出了 `kind`。"""
    scene = turn(f"事件触发 {hands[0]}", *hands[1:], **more)
    scene.trigger(0, kind)
    return scene


# ------------------------------------------------------------------ 掷骰
@pytest.mark.parametrize("text", ["掷骰", "骰", "投骰", "骰子", "掷骰子", "r", "R", "roll", "1"])
def test_roll(text: str) -> None:
    assert read(opening(), 0, text) == "掷骰"


def test_roll_is_asked_in_the_open() -> None:
    asked = prompted(opening(), 0)
    assert (asked.title, asked.numbered, asked.advice, asked.secret) == (
        "掷骰定顺序（D6）",
        (),
        "打 掷骰",
        False,
    )
    assert misread(opening(), 0, "移动 2") == ("现在要你掷骰", "L1.6", "打 掷骰")


# ------------------------------------------------------------------ 角色、换牌
def character_scene() -> Scene:
    scene = opening(dice_automatic=True)
    assert scene.waiting() == {0: "character", 1: "character"}
    return scene


def test_character_by_number_name_or_prefix() -> None:
    scene = character_scene()
    names = DATA.roster.name
    asked = prompted(scene, 0)
    assert asked.secret
    for number, (character, text) in enumerate(asked.numbered, 1):
        assert text.startswith(names[character])
        for typed in (str(number), f"选 {number}", names[character], f"选{names[character]}"):
            assert read(scene, 0, typed) == character


def test_unknown_character_lists_the_candidates() -> None:
    scene = character_scene()
    asked = prompted(scene, 0)
    listed = "；".join(f"{number} {text}" for number, (_, text) in enumerate(asked.numbered, 1))
    assert misread(scene, 0, "大灰狼") == ("现在要你选角色", "L2.2", f"打号：{listed}")


def exchange_scene() -> Scene:
    scene = character_scene()
    for seat in (0, 1):
        scene.play(seat, scene.asked(seat).default)
    assert scene.waiting() == {0: "exchange", 1: "exchange"}
    return scene


def test_exchange() -> None:
    """L2.4"""
    scene = exchange_scene()
    hand = [held.card for held in sorted_hand(scene)]
    for text in ("换牌 1 3", "换牌1,3", "换 1、3", "弃牌 1 3", "1 3", "换牌 第1 第3"):
        assert read(scene, 0, text) == [hand[0], hand[2]]
    for text in ("换牌 不换", "不换", "换牌不换", "换牌 0", "0", "不"):
        assert read(scene, 0, text) == []
    assert read(scene, 0, "换牌 全部") == hand
    assert read(scene, 0, "3") == [hand[2]]
    advice = "打 换牌 4 5、换牌 不换"
    assert misread(scene, 0, "换牌") == ("没写换哪几张", "L2.4", advice)
    assert misread(scene, 0, "移动 2") == ("现在要你换牌", "L2.4", advice)
    assert misread(scene, 0, "换牌 6") == (
        "手牌只有 5 张，没有第 6 张",
        "",
        "手牌号写 1 到 5，打 手牌 看编号",
    )
    asked = prompted(scene, 0)
    assert asked.secret
    assert asked.numbered == ()
    assert asked.advice == advice
    assert asked.lines == ()


def sorted_hand(scene: Scene) -> list[Held]:
    return cards.numbered(scene.table.view(0))


# ------------------------------------------------------------------ 苏醒、步数
def wake_scene() -> Scene:
    table = position("", "", phase="round", round=3, characters=("大麦", "大麦"))
    table.fainted[0] = 1
    table.health[0] = 0
    return Scene(table)


def test_wake() -> None:
    """L6.1"""
    scene = wake_scene()
    for text in ("苏醒", "半血", "1", "选 1"):
        assert read(scene, 0, text) == "half"
    for text in ("再等", "再等一轮", "满血", "等", "2"):
        assert read(scene, 0, text) == "wait"
    asked = prompted(scene, 0)
    assert [text for _, text in asked.numbered] == [
        "现在苏醒，体力 8，本轮最后行动",
        "再等一轮，下轮满血 15 苏醒",
    ]
    assert not asked.secret
    assert asked.advice == "打 苏醒（体力 8，本轮最后行动）或 再等（下轮满血 15）"
    assert misread(scene, 0, "3") == (
        "没有第 3 个选项",
        "L6.1",
        "打号：1 现在苏醒，体力 8，本轮最后行动；2 再等一轮，下轮满血 15 苏醒",
    )


def test_walk() -> None:
    """L5.2 选项「必须走满」关：打几就走几格。"""
    scene = turn("偷牌 偷牌", "", must_walk_all=False, at=(0, 0))
    scene.play(0, ["move", [scene.card(0, "偷牌"), scene.card(0, "偷牌", 1)]])
    scene.end(0)
    scene.end(1)
    for text in ("3", "走 3", "走3格", "走 满", "走 全部", "移动 3", "选 3"):
        assert read(scene, 0, text) == 3
    for text in ("0", "不走", "走 0"):
        assert read(scene, 0, text) == 0
    assert misread(scene, 0, "走 4") == ("这轮能走 0 到 3 格，你写了 4", "L5.2", "打 前进 3")
    asked = prompted(scene, 0)
    assert asked.secret
    assert asked.lines == ("步数 3＝移动1＋行动2−超重0",)
    assert [choice for choice, _ in asked.numbered] == [1, 2, 3]
    assert asked.advice == "打 前进 3、不走"


# ------------------------------------------------------------------ 事件
def test_scatter_needs_the_exact_count() -> None:
    """L8.11"""
    scene = triggered("scatter", "偷牌 帽子 乐谱 自由的强制休息", "")
    hand = sorted_hand(scene)
    assert prompted(scene, 0).title == "丢三落四：弃 2 张"
    assert read(scene, 0, "弃牌 帽子 乐谱") == [scene.card(0, "帽子"), scene.card(0, "乐谱")]
    assert read(scene, 0, "1 3") == [hand[0].card, hand[2].card]
    assert misread(scene, 0, "弃牌 帽子") == ("要弃 2 张，你写了 1 张（帽子）", "L8.11", "打 弃牌 3 4")
    assert misread(scene, 0, "不弃") == ("要弃 2 张，不能不弃", "L8.11", "打 弃牌 3 4")
    assert misread(scene, 0, "弃牌 强制休息 帽子") == (
        "「自由的强制休息」除打出外不会失去",
        "L8.11",
        "打 弃牌 1、3、4 里的",
    )


def test_light_dash_takes_only_burdens() -> None:
    """L8.2：不占负重的牌不能弃。"""
    scene = triggered("light_dash", "偷牌 bear 路障", "")
    assert read(scene, 0, "弃牌 偷牌 路障") == [scene.card(0, "偷牌"), scene.card(0, "路障")]
    assert read(scene, 0, "弃牌 不弃") == []
    assert misread(scene, 0, "弃牌 bear") == ("「bear」不能弃（不占负重）", "L8.2", "打 弃牌 1、3 里的")


def test_barter() -> None:
    """L8.5"""
    scene = triggered("barter", "偷牌 帽子", "")
    assert read(scene, 0, "弃牌 全部") == [scene.card(0, "偷牌"), scene.card(0, "帽子")]
    assert prompted(scene, 0).advice == "打 弃牌 1 2、弃牌 不弃"


def test_trade() -> None:
    """L8.8"""
    scene = triggered("forced_trade", "", "偷牌 帽子 乐谱", "偷牌")
    assert [(choice, text) for choice, text in prompted(scene, 0).numbered] == [
        ([1, 1], "抽 🟧糖糖 1 张（最多 3）"),
        ([1, 3], "抽 🟧糖糖 3 张（最多 3）"),
        ([2, 1], "抽 🟨小绿 1 张（最多 1）"),
    ]
    assert read(scene, 0, "2") == [1, 3]
    assert read(scene, 0, "抽 2号 2") == [1, 2]
    assert read(scene, 0, "抽2号2张") == [1, 2]
    assert read(scene, 0, "糖糖 3") == [1, 3]
    assert read(scene, 0, "抽 糖糖 全部") == [1, 3]
    assert read(scene, 0, "抽 小绿") == [2, 1]
    assert misread(scene, 0, "抽 2号") == ("抽 🟧糖糖 几张？最多 3 张", "L8.8", "打 抽牌 2号 3")
    assert misread(scene, 0, "抽 2号 4") == ("🟧糖糖 只能抽 1 到 3 张，你写了 4", "L8.8", "打 抽牌 2号 3")


def test_resin() -> None:
    """L8.9：没写牌就用编号最小的行动牌；没有行动牌也照问。"""
    scene = triggered("resin", "偷牌 心理攻击 帽子", "", "", at=(0, 3, 6))
    first = scene.card(0, "心理攻击")
    for text in ("树脂球 2号", "树脂球 给 2号", "给 2号", "2号", "粘住 糖糖"):
        assert read(scene, 0, text) == [first, 1]
    assert read(scene, 0, "树脂球 偷牌 给 2号") == [scene.card(0, "偷牌"), 1]
    assert read(scene, 0, "树脂球 给 1号") == [first, 0]
    for text in ("不用", "树脂球 不用", "3", "选 不用"):
        assert read(scene, 0, text) is None
    asked = prompted(scene, 0)
    assert asked.secret
    assert [text for _, text in asked.numbered] == [
        "粘住 🟨小绿（第 6 格）",
        "粘住 🟧糖糖（第 3 格）",
        "不用",
    ]
    listed = "打号：1 粘住 🟨小绿（第 6 格）；2 粘住 🟧糖糖（第 3 格）；3 不用"
    assert misread(scene, 0, "树脂球 帽子 给 2号") == ("「帽子」不是行动牌，树脂球要用行动牌", "L8.9", listed)
    empty = triggered("resin", "", "")
    assert [text for _, text in prompted(empty, 0).numbered] == ["不用"]
    assert misread(empty, 0, "树脂球 2号") == ("你没有行动牌，不能用树脂球", "L8.9", "打 不用")


def test_salvage() -> None:
    """L8.13"""
    scene = triggered("salvage", "偷牌", "偷牌 乐谱", at=(3, 6), armour=("", "帽子"))
    assert [text for _, text in prompted(scene, 0).numbered] == [
        "取 🟧糖糖 的防具帽子",
        "取 🟧糖糖 的随机 2 张手牌",
    ]
    for text in ("1", "取 2号 防具", "取 防具", "防具"):
        assert read(scene, 0, text if text != "防具" else "取 糖糖 的防具") == ["take", 1, "armour"]
    assert read(scene, 0, "取 2号 手牌") == ["take", 1, "cards"]
    assert read(scene, 0, "取两张牌") == ["take", 1, "cards"]
    listed = "打号：1 取 🟧糖糖 的防具帽子；2 取 🟧糖糖 的随机 2 张手牌"
    assert misread(scene, 0, "取 2号") == ("说得还不够清楚", "L8.13", listed)
    assert misread(scene, 0, "给 2号") == ("没有这种做法", "L8.13", listed)


def test_salvage_cards() -> None:
    scene = triggered("salvage", "偷牌 帽子 乐谱", "", at=(6, 3))
    assert [text for _, text in prompted(scene, 0).numbered] == ["给 🟧糖糖 2 张手牌（自选）"]
    scene.play(0, read(scene, 0, "1"))
    assert prompted(scene, 0).title == "释放：选 2 张给出去"
    assert read(scene, 0, "给牌 2 3") == [scene.card(0, "帽子"), scene.card(0, "乐谱")]
    assert misread(scene, 0, "给牌 2") == ("要给 2 张，你写了 1 张（帽子）", "L8.13", "打 给牌 2 3")


def test_swap() -> None:
    """L8.14：等距时自选。"""
    scene = triggered("swap_places", "", "", "", at=(3, 6, 6))
    assert read(scene, 0, "1") == 1
    assert read(scene, 0, "换位 3号") == 2
    assert read(scene, 0, "小绿") == 2
    listed = "打号：1 🟧糖糖（第 6 格）；2 🟨小绿（第 6 格）"
    assert misread(scene, 0, "换位 1号") == ("不能和 🟥阿苹 换位，要不同格的最近者", "L8.14", listed)
    assert misread(scene, 0, "结束") == ("现在要你选和谁换位", "L8.14", listed)


def test_buff_number_is_always_the_buffs_own() -> None:
    """L8.17：缺的不是 1、2、3 连着时，打的号仍是增益自己的号，不是第几个选项。"""
    scene = triggered("friendship", "", "", friendship=((1,), ()))
    for text in ("2", "增益 2", "增益2", "②", "移动", "选 2"):
        assert read(scene, 0, text) == 2
    for text in ("3", "回血", "增益 ③", "体力"):
        assert read(scene, 0, text) == 3
    advice = "打 增益 2（移动+1）、增益 3（每轮回1体力）"
    assert prompted(scene, 0).numbered == ()
    assert prompted(scene, 0).advice == advice
    # 照抄提示，连同括号里的说明。
    assert read(scene, 0, "增益 3（每轮回1体力）") == 3
    assert misread(scene, 0, "1") == ("增益 1 你已经有了", "L8.17", advice)
    assert misread(scene, 0, "4") == ("增益 4 没有这个增益", "L8.17", advice)
    other = prompted(scene, 1)
    assert [choice for choice, _ in other.numbered] == [1, 2, 3]
    assert read(scene, 1, "负重") == 1


def test_keep_buff_and_trim() -> None:
    """L7.4"""
    table = position(
        "偷牌 偷牌 偷牌 帽子 乐谱 哨子 自由的强制休息", "",
        phase="next_track", tracks="SLE-SLE", buffs=((1, 3), ()), places=(1, 2),
    )  # fmt: skip
    scene = Scene(table)
    assert scene.waiting() == {0: "keep_buff"}
    for text in ("留 3", "3", "增益 3", "留 回血"):
        assert read(scene, 0, text) == [3]
    assert read(scene, 0, "留下 3（每轮回1体力）") == [3]
    for text in ("不留", "留 不"):
        assert read(scene, 0, text) == []
    advice = "打 留下 1（负重+1体力上限+1）、留下 3（每轮回1体力）、不留"
    assert misread(scene, 0, "留 2") == ("只能从增益 1、3 里留 1 个", "L7.4", advice)
    scene.play(0, [3])
    assert scene.waiting() == {0: "trim"}
    asked = prompted(scene, 0)
    assert asked.title == "换道：弃 2 张，留 5 张"
    assert "自由的强制休息" not in asked.lines[0]
    assert read(scene, 0, "弃牌 乐谱 哨子") == [scene.card(0, "乐谱"), scene.card(0, "哨子")]


# ------------------------------------------------------------------ 插话
def test_interject() -> None:
    """L4.12：别人的回合里只能打随时牌。"""
    scene = turn("", "路障 给我过来 偷牌 自由的强制休息", "", at=(8, 3, 8))
    assert scene.waiting() == {0: "turn", 1: "interject"}
    assert read(scene, 1, "出牌 路障") == ["special", scene.card(1, "路障")]
    assert read(scene, 1, "给我过来 3号") == ["special", scene.card(1, "给我过来"), 2]
    assert misread(scene, 1, "给我过来") == (
        "「给我过来」要写拉谁：1号🟥阿苹、3号🟨小绿",
        "L8.1",
        "打 出牌 给我过来 给 1号",
    )
    asked = prompted(scene, 1)
    assert not asked.secret
    assert [text for _, text in asked.numbered] == [
        "给我过来：拉🟥阿苹",
        "给我过来：拉🟨小绿",
        "路障：在自己这格放路障",
    ]
    listed = "打号：1 给我过来：拉🟥阿苹；2 给我过来：拉🟨小绿；3 路障：在自己这格放路障"
    for text in ("移动 1", "结束", "出牌 偷牌"):
        assert misread(scene, 1, text) == ("现在不是你的回合，只能打随时牌", "L4.12", listed)
    refused = scene.refused(1, read(scene, 1, "出牌 强制休息"))
    assert (refused.reason, refused.clause) == ("「自由的强制休息」只能在自己的回合打", "L8.19")
