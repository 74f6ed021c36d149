"""玩家打的字读成什么，读不懂时怎么说。"""

from __future__ import annotations

import pytest

from games.kernel import Misread
from games.magicelite import words
from games.magicelite.questions import SetSpace
from tests.magicelite.position import Scene, cards_of, named, position
from tests.magicelite.rules.second_stage import stage, state_of
from tests.magicelite.words.stage import ask_of, cast_of, misread, read

HAND = "♠3 ♠4 ♠5 ♥J ♥Q ♦2 ♣A ♣A"
"""编号：1 2 3 ♠3 4 5、4 5 ♥J Q、6 7 ♣A A、8 ♦2。"""

SETS = [
    ("出牌 黑桃3 4 5 打 2号", "♠3 ♠4 ♠5", 1),
    ("出 ♠3♠4♠5 打 2号", "♠3 ♠4 ♠5", 1),
    ("出 s3-5 打 2号", "♠3 ♠4 ♠5", 1),
    ("攻击 2号 出 s345", "♠3 ♠4 ♠5", 1),
    ("攻击2号出黑桃3到5", "♠3 ♠4 ♠5", 1),
    ("攻击 2 出 1 2 3", "♠3 ♠4 ♠5", 1),
    ("攻击 3号 出 1-3", "♠3 ♠4 ♠5", 2),
    ("攻击 糖 出 黑桃三四五", "♠3 ♠4 ♠5", 1),
    ("打 小绿 出 方块2", "♦2", 2),
    ("出 ８ 给 ２号", "♦2", 1),
    ("出 d2 3号", "♦2", 2),
    ("♦2 2号", "♦2", 1),
    ("攻击 2号 出 梅花A", "♣A", 1),
    ("攻击 2号 出 梅花1", "♣A", 1),
    ("攻击 2号 出 A", "♣A", 1),
    ("出 红桃J Q", "♥J ♥Q", None),
    ("出 红心11 12", "♥J ♥Q", None),
    ("出 h j-q", "♥J ♥Q", None),
    ("4 5", "♥J ♥Q", None),
]


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene(position(HAND, "♠3 ♠A", "♥2 ♥A"))


@pytest.mark.parametrize(("text", "cards", "target"), SETS)
def test_sets_are_read(scene: Scene, text: str, cards: str, target: int | None) -> None:
    verb, chosen, aimed, uses = read(scene, 0, text)
    assert (verb, named(scene.table, chosen), aimed, uses) == ("set", cards.split(), target, [])
    assert ["set", chosen, aimed, uses] in ask_of(scene, 0).options


@pytest.mark.parametrize(
    ("text", "message", "clause"),
    [
        ("出 黑桃3", "要写打谁：2号、3号", "E3.3"),
        ("出 黑桃6", "你手里没有 ♠6", "E3.2"),
        ("出 99", "没有第 99 张手牌，你有 8 张", "E3.2"),
        ("攻击 9号 出 黑桃3", "没有 9号", "E3.3"),
        ("出 胡说", "没读懂「胡说」", "E3.2"),
        ("出", "没写出哪些牌", "E3.3"),
        ("买 大炮", "买什么没读懂", "G3.10"),
        ("出 黑桃10", "手牌里没有 7 到 10，那是身份卡", "E1.2"),
        ("抽", "现在不用打「抽」", "G2.9"),
        ("风暴神", "现在不用打「风暴神」", "G3.2"),
        ("不弃", "现在不用打「不弃」", "G3.11"),
        ("护盾", "护盾是二代的 8 才有的，你没有", "G2.7"),
        ("控制 2号", "控制是二代的 8 才有的，你没有", "G2.7"),
    ],
)
def test_misreadings_say_what_to_type(scene: Scene, text: str, message: str, clause: str) -> None:
    said = misread(scene, 0, text)
    assert said[:2] == (message, clause)
    assert said[2]


@pytest.mark.parametrize(
    ("text", "reason", "clause"),
    [
        ("嫁祸 2号 出 ♣A 打 2号", "嫁祸之术是初代的 9 才有的，你没有", "G1.4"),
        ("反射 出 ♠4 打 2号", "反射盾是三代的 7 才有的，你没有", "G3.11"),
        ("解冰 出 ♠4 打 2号", "你没有被冰封，不用解冰", "G3.12"),
        ("买 小药箱", "只有三代有商店", "G3.10"),
        ("升降梯 2", "只有三代有商店", "G3.10"),
        ("埋雷", "地雷是三代的 7 才有的，你没有", "G3.11"),
        ("忽略", "贪吃是三代的 7 才有的，你没有", "G3.11"),
    ],
)
def test_a_skill_of_others_is_refused_by_its_own_clause(
    scene: Scene, text: str, reason: str, clause: str
) -> None:
    space = ask_of(scene, 0).options
    assert isinstance(space, SetSpace)
    refusal = space.explain(read(scene, 0, text))
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == (reason, clause)
    assert refusal.advice


def test_g3_12_a_frozen_shield_says_so_and_how_to_thaw() -> None:
    table = position("♠4 ♣2", "♠3", identities="♥9 ♠8", generation=3)
    assert table.third is not None
    table.third.frozen_shield[0] = 1
    frozen = Scene(table)
    space = ask_of(frozen, 0).options
    assert isinstance(space, SetSpace)
    refusal = space.explain(read(frozen, 0, "暴走 出 ♠4"))
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == ("你的专用盾被冰封了，暴走盾用不了", "G3.12")
    assert refusal.advice == "打出 4 来解冰：解冰 专用盾 出 ♠4"
    assert space.explain(read(frozen, 0, "解冰 专用盾 出 ♠4")) is None


def test_g3_14_a_zombie_has_no_skill() -> None:
    table = position("♠4 ♣2", "♠3", "♠6", identities="♥9 ♠10 ♠8", generation=3)
    assert table.third is not None
    table.third.master[0] = table.side[0] = 1
    zombie = Scene(table)
    space = ask_of(zombie, 0).options
    assert isinstance(space, SetSpace)
    refusal = space.explain(read(zombie, 0, "暴走 出 ♠4 打 3号"))
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == ("小僵尸没有技能，也没有专用盾", "G3.14")


def test_two_cards_of_a_kind_need_their_suit(scene: Scene) -> None:
    with_two = Scene(position("♠A ♣A", "♠3"))
    message, _, advice = misread(with_two, 0, "出 A")
    assert message == "有几种 A：♠A、♣A"
    assert advice == "写上花色，如 出 ♠A"


def test_one_enemy_needs_no_target() -> None:
    duel = Scene(position("♠3 ♥2", "♠3"))
    assert read(duel, 0, "出 黑桃3") == ["set", cards_of(duel.table, 0, "♠3"), 1, []]


def test_other_things_of_a_turn(scene: Scene) -> None:
    assert read(scene, 0, "悔牌") == ["retract"]
    assert read(scene, 0, "另出 黑桃3") == ["retract"]
    assert read(scene, 0, "过牌") == ["pass"]
    assert read(scene, 0, "埋雷") == ["mine"]
    assert read(scene, 0, "买 豹子") == ["buy", "leopard"]
    assert read(scene, 0, "升降梯 二代") == ["lift", 2]


@pytest.mark.parametrize(
    "text", ["技能 嫁祸 3号 出 黑桃A", "嫁祸 3号 出 ♠A", "出 ♠A 嫁祸 3号", "嫁祸小绿出s1", "出 1 嫁祸3号"]
)
def test_framing_is_declared_with_the_set(text: str) -> None:
    scene = Scene(position("♦6 ♥2", "♠A ♥3", "♠2", identities="♠7 ♥9 ♣7"))
    scene.play(0, "♦6", 1)
    expected = ["set", cards_of(scene.table, 1, "♠A"), None, [["framing", 2]]]
    assert read(scene, 1, text) == expected
    assert expected in ask_of(scene, 1).options


def test_framing_without_a_name_asks_for_one() -> None:
    scene = Scene(position("♦6 ♥2", "♠A ♥3", "♠2", identities="♠7 ♥9 ♣7"))
    scene.play(0, "♦6", 1)
    assert misread(scene, 1, "嫁祸 出 黑桃A")[0] == "嫁祸要写对谁：1号、3号"


def test_interjected_retraction() -> None:
    scene = Scene(position("♦6 ♥2", "♠A ♥3", "♠2"))
    scene.play(0, "♦6", 1)
    assert read(scene, 0, "悔牌") == ["retract"]
    assert misread(scene, 0, "出 黑桃3")[1] == "E8.2"


def test_a_revival_is_a_set_or_nothing() -> None:
    table = position("♦6 ♥2", "♠5 ♥3", identities="♠7 ♥8", health=[None, 1])
    table.revivals[1] = 1
    scene = Scene(table)
    scene.play(0, "♦6", 1)
    scene.play(1, "♥3")
    assert scene.main() == (1, "revive")
    assert read(scene, 1, "出 黑桃5") == ["set", cards_of(scene.table, 1, "♠5"), 0, []]
    assert read(scene, 1, "不复活") == ["none"]


def test_declarations() -> None:
    scene = stage("♠3", "♠4", identities="♠7 ♥7")
    table, cast = scene.table, cast_of(scene.table)
    with pytest.raises(Misread, match="还没有武将阵亡"):
        words.read_declaration("终止", table.view(0), cast)
    state_of(table).fallen[1].append(table.identity[1])
    view = table.view(0)
    assert words.read_declaration("终止 同意", view, cast) == ("end_vote", "agree")
    assert words.read_declaration("终止", view, cast) == ("end_vote", "agree")
    assert words.read_declaration("终止 反对", view, cast) == ("end_vote", "oppose")
    assert words.read_declaration("出 黑桃3", view, cast) is None
    with pytest.raises(Misread):
        words.read_declaration("终止 什么", view, cast)
    state_of(table).votes[0] = True
    with pytest.raises(Misread, match="已经同意"):
        words.read_declaration("终止 同意", table.view(0), cast)
    with pytest.raises(Misread, match="二代"):
        words.read_declaration("终止", position("♠3", "♠4").view(0), cast)


def test_group_verbs_leave_small_talk_alone() -> None:
    assert {"出", "出牌", "攻击", "技能", "悔牌", "另出", "嫁祸", "买", "抽"} <= words.VERBS
    assert not {"打", "用", "对", "给", "不", "过"} & words.VERBS
