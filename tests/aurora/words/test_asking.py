"""题面：打号就是选它，写在群里的不含秘密（A10）；代为作的回答只说会公开的（A11）。"""

from __future__ import annotations

from games.aurora import words
from tests.aurora.position import DATA, Scene, Soldier, position
from tests.aurora.words.stage import ask_of, cast_of, misread, prompted, read

CARDS = {row.name: index for index, row in enumerate(DATA.cards)}


def described(scene: Scene, choice: object, seat: int = 0) -> str:
    table = scene.table
    return words.describe_choice(ask_of(scene, seat), choice, table.view(None), cast_of(table))  # type: ignore[arg-type]


def test_the_main_prompt_offers_who_can_be_hit_first() -> None:
    """A2.3、A4：先列打得到人的，再是别的，末了是结束。"""
    scene = Scene(
        position(
            Soldier(0, "弓手", "E3"),
            Soldier(1, "骸骨", "D3"),
            places="C3 C5",
            hands=("直刺 飞刀 包扎", ""),
            charges=("火球 火球", ""),
            piles=("民兵", ""),
            turn=6,
        )
    )
    shown = prompted(scene)
    texts = [text for _, text in shown.numbered]
    assert texts[0] == "出牌 直刺 上（洛克）"
    assert "士兵 E3 弓手 攻击 D3 骸骨" in texts
    assert texts[-1] == "结束"
    assert shown.lines == ("还能 移动 6 张、效果 6 张、布置或升阶 1 次、1 名士兵行动",)
    assert shown.secret
    for number, (choice, _) in enumerate(shown.numbered, 1):
        assert choice in ask_of(scene, 0).options
        assert read(scene, str(number)) == choice


def test_every_range_and_destination_can_be_had_by_numbers_alone() -> None:
    """移动、布置、士兵一轮：先选什么，再选哪一格（A3.1、A5.1、A5.3）。"""
    for wanted, cell in (("移动 直刺（", "C4"), ("布置 民兵", "A1"), ("士兵 E3 弓手 行动", "移动 D3")):
        scene = Scene(
            position(Soldier(0, "弓手", "E3"), places="C3 F5", hands=("直刺", ""), piles=("民兵", ""), turn=6)
        )
        number = next(
            str(place)
            for place, (_, text) in enumerate(prompted(scene).numbered, 1)
            if text.startswith(wanted)
        )
        scene.answer(0, read(scene, number))
        follow = prompted(scene)
        number = next(str(place) for place, (_, text) in enumerate(follow.numbered, 1) if text == cell)
        scene.answer(0, read(scene, number))
        assert scene.waiting() == {0: "main"}, wanted


def test_the_question_to_dodge_shows_the_blow_the_zone_and_the_board() -> None:
    """A4.5、A4.6：守方看得到范围与会扣几点；只写给他。"""
    scene = Scene(
        position(places="C3 C5", hands=("直刺", ""), dodges=("", "伪装 火球"), health=(20, 3), turn=6)
    )
    scene.play("直刺", "up")
    shown = prompted(scene, 1)
    assert shown.title == "1号阿苹 的 直刺 打来：C4 C5"
    assert shown.lines[0] == "不闪约扣 3，生命 3→0，会倒下"
    assert shown.lines[1] == "闪避区 1.火球闪1 2.伪装闪3"
    assert any("＊" in line for line in shown.lines)
    assert shown.secret
    assert shown.numbered[0] == (["stay"], "不闪")
    assert all("C4" not in text for _, text in shown.numbered), "还在范围里的不先列"


def test_a_prompt_for_the_group_never_names_a_hidden_card() -> None:
    """A10：写在群里的题面不含手牌、各区的牌名。"""
    hidden = ("火球", "投矛", "斜斩")
    for card, aim in (("飞刀", None), ("直刺", None), ("疾步", None)):
        scene = Scene(
            position(
                Soldier(1, "鼠群", "C4"),
                places="C3 F5",
                hands=(f"{card} 火球", ""),
                reserves=("投矛", ""),
                charges=("斜斩", ""),
                turn=6,
            )
        )
        scene.play(card, aim)
        shown = prompted(scene)
        assert not shown.secret
        everything = " ".join(
            [shown.title, shown.advice, *shown.lines, *(text for _, text in shown.numbered)]
        )
        assert not any(name in everything for name in hidden)


def test_what_is_done_for_somebody_names_only_what_becomes_public() -> None:
    """A10、A11：闪避区、备用区、蓄能的牌不说名字。"""
    scene = Scene(position(phase="preparing", hands=("直刺", ""), reserves=("包扎 伪装", "")))
    assert described(scene, ["dodge", [CARDS["包扎"], CARDS["伪装"]]]) == "补闪避区 2 张"
    assert described(scene, ["reserve", CARDS["直刺"]]) == "一张手牌入备用区"
    assert described(scene, ["charge", "hand", CARDS["直刺"]]) == "蓄能一张"
    assert described(scene, ["idle"]) == "结束准备"
    scene = Scene(position(hands=("伪装 火球", ""), turn=6))
    scene.play("伪装")
    assert scene.waiting() == {0: "stow"}
    assert described(scene, [CARDS["火球"]]) == "选 1 张手牌"
    assert prompted(scene).secret


def test_what_is_not_yet_chosen_is_not_named() -> None:
    """A10：还要再选终点、范围的，选定以前还能收回，不说是哪张。"""
    scene = Scene(position(hands=("疾步", ""), charges=("火球 火球", ""), piles=("民兵", ""), turn=6))
    assert described(scene, ["move", CARDS["疾步"], None]) == "用一张牌移动"
    assert described(scene, ["move", CARDS["疾步"], scene.cell("B3")]) == "移动 疾步 B3"
    assert described(scene, ["skill", 0, None]) == "发动一个技能"
    assert described(scene, ["skill", 0, "up"]) == "发动【贯日】 上"
    assert described(scene, ["deploy", 0, None]) == "布置一名士兵"


def test_the_group_reads_whom_it_waits_for_in_one_line() -> None:
    view = Scene(position()).table.view(None)
    cast = cast_of(Scene(position()).table)
    assert words.waiting({0: "main"}, view, cast) == "轮到 1号阿苹 行动"
    assert words.waiting({1: "respond"}, view, cast) == "等 2号阿橙 响应攻击"
    assert words.waiting({0: "deck", 1: "deck"}, view, cast) == "等 1号阿苹、2号阿橙 选英雄与卡组"
    assert words.waiting({}, view, cast) == ""


def test_a_promotion_and_its_base_are_offered() -> None:
    """A5.6。"""
    scene = Scene(position(Soldier(0, "匕首", "C3"), Soldier(1, "骸骨", "C4"), places="A1 F5", turn=6))
    scene.soldier("C3", attack=["C4"])
    assert scene.waiting() == {0: "promote"}
    assert prompted(scene).title == "C3 匕首 击破了同等级的骸骨：升变吗？"
    assert read(scene, "升变") == "take"
    assert read(scene, "放弃") == "leave"


def test_picks_are_offered_once_each_with_the_default_first() -> None:
    """A2.4、A11.3：同样几张只列一次。"""
    scene = Scene(position(hands=("直刺 火球 飞刀 包扎 疾步 伪装 投矛", ""), phase="discarding", turn=6))
    ask = ask_of(scene, 0)
    shown = prompted(scene)
    assert shown.title == "手牌太多，选要弃的，2 张"
    assert shown.numbered[0][0] == ask.default
    kinds = [tuple(sorted(choice)) for choice, _ in shown.numbered if isinstance(choice, list)]  # type: ignore[type-var]
    assert len(set(kinds)) == len(kinds) > 3
    assert read(scene, "弃 火球 投矛") == [CARDS["火球"], CARDS["投矛"]]
    assert misread(scene, "结束") == ("先答这个：弃牌", "A2.4", shown.advice)
    assert scene.refused(0, read(scene, "弃 火球")).reason == "要选 2 张，选了 1 张"
