"""状态、棋盘、手牌、查询、战报（A10）：公开的人人看得到，秘密的只有自己。"""

from __future__ import annotations

from games.aurora import game, words
from games.kernel import fold
from tests.aurora.position import DATA, Scene, Soldier, position
from tests.aurora.words.stage import cast_of


def scene() -> Scene:
    return Scene(
        position(
            Soldier(0, "民兵 枪骑", "C3", captives="鼠群"),
            Soldier(1, "骸骨", "C4", health=1),
            places="A1 D5",
            hands=("疾步 疾步 直刺", "火球"),
            dodges=("伪装 包扎", "飞刀"),
            reserves=("投矛", "斜斩"),
            charges=("横扫", "调度"),
            discards=("飞刀 飞刀", ""),
            piles=("民兵 弓手 弓手", "屠夫"),
            health=(18, 20),
            turn=6,
        )
    )


def test_the_status_is_public_and_short() -> None:
    table = scene()
    view, cast = table.table.view(None), cast_of(table.table)
    assert words.status(view, cast).split("\n") == [
        "第 11/60 回合 1号阿苹 第 6 个 主要阶段",
        "1号阿苹 赫利 A1 生命18/20 手3 闪2 备1 蓄1 库10",
        "C3 枪骑 攻2移3 命3/3 叠民兵 升变牌鼠群",
        "2号阿橙 洛克 D5 生命20/20 手1 闪1 备1 蓄1 库10",
        "C4 骸骨 攻1移1 命1/2",
    ]
    assert words.status(table.table.view(0), cast) == words.status(view, cast)


def test_ones_hand_shows_every_text_power_and_zone() -> None:
    table = scene()
    own = words.hand(table.table.view(0), cast_of(table.table)).split("\n")
    assert own == [
        "手牌 3 张",
        f"1.疾步×2 移3闪2：{DATA.text_of('疾步')}",
        f"2.直刺 移2闪1：{DATA.text_of('直刺')}",
        "闪避区 1.包扎闪3 2.伪装闪3",
        "备用区 1.投矛闪2",
        "蓄能 横扫",
        f"【贯日】蓄2：{DATA.skill_text(0, 0)}",
        f"【疾驰】蓄1：{DATA.skill_text(0, 1)}",
    ]
    assert "火球" not in "\n".join(own)


def test_the_others_zones_are_only_counted() -> None:
    """A10。"""
    table = scene()
    cast = cast_of(table.table)
    for seat, hidden in ((0, ("火球", "斜斩", "调度")), (1, ("疾步", "直刺", "投矛", "横扫", "伪装"))):
        view = table.table.view(seat)
        text = words.hand(view, cast) + words.status(view, cast) + words.board(view, cast)
        assert not any(name in text for name in hidden)


def test_look_ups_answer_anybody_the_same() -> None:
    table = scene()
    view, cast = table.table.view(None), cast_of(table.table)

    def look_up(text: str) -> str:
        assert game.asks(fold(text))
        return game.look_up(fold(text), view, cast)

    assert look_up("弃牌堆") == "1号阿苹 弃牌堆 2 张：飞刀×2\n2号阿橙 弃牌堆 0 张：无"
    assert look_up("士兵堆").split("\n")[0] == "1号阿苹 士兵堆 民兵 弓手×2"
    assert look_up("阵地") == words.board(view, cast)
    assert not game.asks("卡牌直刺")
    assert not game.asks("卡组")


def test_a_card_is_explained_from_its_effect() -> None:
    """A9：说明由牌效生成；牌、士兵、英雄、技能都查得到。"""
    view = scene().table.view(None)
    cast = cast_of(scene().table)
    for index, row in enumerate(DATA.cards):
        text = game.look_up(f"卡牌 {row.name}", view, cast)
        assert f"移动力{row.move} 闪避力{row.dodge}" in text
        assert DATA.card_text(index) in text
        assert (f"{row.owner}专属" if row.owner else "通用") in text
    for index, row in enumerate(DATA.soldiers):
        text = game.look_up(f"卡牌 {row.name}", view, cast)
        assert f"LV{row.level}）攻{row.attack} 移{row.move} 命{row.health}" in text
        assert DATA.soldier_text(index) in text
    for place, hero in enumerate(DATA.heroes):
        text = game.look_up(f"卡牌 {hero.name}", view, cast)
        for index, skill in enumerate(hero.skills):
            assert f"【{skill.name}】蓄{skill.cost}：{DATA.skill_text(place, index)}" in text
            assert game.look_up(f"卡牌 {skill.name}", view, cast) == text
    assert game.look_up("卡牌 直次", view, cast) == "没有「直次」这张牌、士兵或英雄。是 直刺 吗？"
    assert game.look_up("卡牌", view, cast).startswith("「卡牌 <名>」看说明。")


def test_the_result_says_why_and_counts() -> None:
    """A1.2、A7.1。"""
    fallen = Scene(position(places="C3 C5", hands=("直刺", ""), health=(20, 3), turn=6))
    fallen.play("直刺", "up")
    assert words.result(fallen.table.view(None), cast_of(fallen.table)).split("\n") == [
        "🏆 1号阿苹 获胜：对方英雄倒下",
        "1号阿苹 赫利 生命20 伤害3 击破0 闪开0",
        "2号阿橙 洛克 生命0 伤害0 击破0 闪开0",
        "共 11 个回合",
    ]
    tied = Scene(position(turn=30, turns=60, active=1))
    tied.pass_turn()
    assert tied.match.over
    assert words.result(tied.table.view(None), cast_of(tied.table)).startswith(
        "🤝 平局：满回合数，英雄生命相同"
    )


def test_before_the_choice_there_is_no_hand_to_show() -> None:
    from tests.kit.play import Case

    case = Case(game, 2, 1)
    assert words.hand(case.match().table.view(0), case.cast()) == "还没有牌"
