"""局面写出来的样子：逐字比对，行数不超，藏的不露。"""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Ask, Cast, Stream, simulate
from games.leafrun import game, words
from games.leafrun.data import load
from games.leafrun.options import Options
from games.leafrun.rules import deal
from games.leafrun.view import Barrier, Held
from games.leafrun.words import cards, showing
from tests.leafrun.position import PIECES, Scene, position
from tests.leafrun.words.stage import NAMES, ask_of, cast_of, prompted, turn

LINES = 12
"""一条消息至多几行为宜。"""


def busy() -> Scene:
    """什么都有一点的局面。"""
    scene = turn(
        "心理攻击 偷牌 事件触发 路障 自由的强制休息 苹果 帽子 花束 收到的绳索 善良 乐谱",
        "物理攻击 偷牌", "法术攻击", "",
        at=(5, 5, 9, 0), armour=("眼镜",), buffs=((2,),), health=(9,),
        tracks="SLFFGLFVLFFLGFLVFLFLE",
    )  # fmt: skip
    table = scene.table
    table.fainted[2] = 0
    table.bound = True
    table.magic = 2
    table.added[0] = 2
    table.roadblocks = [Barrier(9, [0]), Barrier(12, [])]
    table.last_event = 12
    return scene


def test_status() -> None:
    table = busy().table
    assert words.status(table.view(None), cast_of(table)).split("\n") == [
        "第 1/1 道 第 1 轮，轮到 🟥阿苹",
        "🟨小绿 9格 体15/15 步1 重1/7 牌1 昏厥💫 0分",
        "🟥阿苹 5格 体9/15 步1+2−10 重17/7 牌11 眼镜 ② 「路障」「自由的强制休息」 0分",
        "🟧糖糖 5格 体15/15 步1 重2/7 牌2 0分",
        "🟩蓝蓝 0格 体15/15 步1 重0/7 牌0 0分",
        "🚩🍂🌲🌲⏳🍂🌲🌿🍂🌲🌲 0–10",
        "🍂⏳🌲🍂🌿🌲🍂🌲🍂🏁 11–20",
        "牌堆 132 顺序 🟥🟧🟨🟩 物理束缚（增益失效） 魔法束缚（负重×2） 🚧在第 9、12 格 上个事件「皇家恩赐」",
    ]


def test_board() -> None:
    """棋子与路障写在地形上面一行；一格有几样写几。"""
    table = busy().table
    assert words.board(table.view(None), cast_of(table)).split("\n") == [
        "第 1/1 道 第 1 轮",
        "🟩⬜⬜⬜⬜2️⃣⬜⬜⬜2️⃣",
        "🚩🍂🌲🌲⏳🍂🌲🌿🍂🌲🌲 0–10",
        "⬜🚧",
        "🍂⏳🌲🍂🌿🌲🍂🌲🍂🏁 11–20",
        "🟨💫9格 🟥🟧5格 🟩0格",
        "🍂落叶 🌲林间−2 🌿藤蔓沼泽 ⏳滑沙 🏁终点 🚧路障 2️⃣同格数",
    ]


def test_board_after_arrivals() -> None:
    table = turn("", "", "", at=(2, 0, 0), places=(0, 1, 2), tracks="SLLE").table
    assert words.board(table.view(None), cast_of(table)).split("\n") == [
        "第 1/1 道 第 1 轮",
        "⬜⬜🟥2️⃣",
        "🚩🍂🍂🏁 0–3",
        "🟧🏁1 🟨🏁2 🟥2格",
        "🍂落叶 🏁终点 2️⃣同格数",
    ]


@pytest.mark.parametrize("track", [*load().track_cells, "S" + "L" * 58 + "E", "SLE"])
def test_board_rows_are_even_and_short(track: str) -> None:
    table = turn("", "", tracks=track).table
    view = table.view(None)
    rows = showing.rows(view)
    assert [cell for row in rows for cell in row] == list(range(len(track)))
    assert max(map(len, rows)) <= showing.PER_LINE
    assert max(map(len, rows)) - len(rows[-1]) < len(rows)
    for row, line in zip(rows, [showing.terrain_line(view, row) for row in rows], strict=True):
        assert len(line.split(" ")[0]) == len(row)


def test_hand() -> None:
    table = busy().table
    assert words.hand(table.view(0), cast_of(table)).split("\n") == [
        "手牌 11 张 负重 17/7，超重 10：少走 10 格",
        "行动 1.心理攻击 2.偷牌",
        "事件·必打 3.事件触发",
        "特殊 4.路障（在自己这格放路障） 5.自由的强制休息（结束出牌，本轮不移动）[占2]",
        "恢复·回血 6.苹果[占2]",
        "防具·装备 7.帽子[占2]",
        "武器·给人 8.花束[占2]",
        "收到·不能再给 9.绳索[占2]",
        "元素·增益 10.善良",
        "效果·只作代价 11.乐谱[占2]",
        "身上 眼镜（防具 自动） ②移动+1 （物理束缚，增益失效）",
    ]


def test_empty_hand_and_armour_mode() -> None:
    scene = turn("", "", armour=("帽子",))
    scene.match.declare(0, "armour_mode", "keep")
    assert words.hand(scene.table.view(0), cast_of(scene.table)).split("\n") == [
        "手里没有牌 负重 0/7",
        "身上 帽子（防具 保留）",
    ]


def test_turn_prompt() -> None:
    scene = busy()
    asked = prompted(scene, 0)
    assert asked.title == "轮到你出牌"
    assert asked.secret
    assert asked.lines == ("体力9/15 步数0＝移动1＋行动2−超重10 负重17/7",)
    assert [text for _, text in asked.numbered] == [
        "触发事件（1 张，必须打）",
        "移动 2（行动牌全打，+2 步）",
        "苹果：体力+3",
        "装备帽子，换下眼镜",
        "花束给🟧糖糖",
        "善良：得①负重+1体力上限+1",
        "路障：在自己这格放路障",
    ]


def test_turn_prompt_when_nothing_is_held() -> None:
    asked = prompted(turn("", ""), 0)
    assert [text for _, text in asked.numbered] == ["结束出牌"]
    assert asked.lines == ("体力15/15 步数1＝移动1＋行动0 负重0/7",)


def test_turn_prompt_when_halted() -> None:
    scene = turn("", "")
    scene.table.halted[0] = True
    assert prompted(scene, 0).lines == ("体力15/15 本轮不移动 负重0/7",)


def test_waiting() -> None:
    scene = turn("", "", "")
    view, cast = scene.table.view(None), cast_of(scene.table)
    assert words.waiting({0: "turn"}, view, cast) == "轮到 🟥阿苹 出牌"
    assert words.waiting({2: "exchange", 0: "exchange"}, view, cast) == "等 🟥阿苹、🟨小绿 换牌"
    assert words.waiting({1: "trim", 0: "keep_buff"}, view, cast) == (
        "等 🟥阿苹 选留下哪个元素增益；🟧糖糖 选换道弃哪些牌"
    )
    assert words.waiting({}, view, cast) == ""


def test_result() -> None:
    table = position("", "", "", characters=("大麦", "糖糖", "萍琪"))
    table.places = [[1, 2, 3], [2, 1, 0]]
    table.points = [[3, 2, 1], [2, 3, 0]]
    table.winners = [0, 1]
    table.over = True
    assert words.result(table.view(None), cast_of(table)).split("\n") == [
        "🏆 🟥阿苹、🟧糖糖 获胜，5 分",
        "🟥阿苹 大麦 3+2＝5 分（第1 第2）",
        "🟧糖糖 糖糖 2+3＝5 分（第2 第1）",
        "🟨小绿 萍琪 1+0＝1 分（第3 没到）",
    ]


# ------------------------------------------------------------------ 替人作的回答
def test_describe_choice_names_what_becomes_public() -> None:
    scene = busy()
    table = scene.table
    ask, view, cast = ask_of(scene, 0), table.view(None), cast_of(table)

    def said(*choice: Any) -> str:
        return words.describe_choice(ask, list(choice), view, cast)

    def card(name: str) -> int:
        return scene.card(0, name)

    assert said("end") == "结束出牌"
    assert said("move", [card("偷牌"), card("心理攻击")]) == "移动 2"
    assert said("event", card("事件触发")) == "触发事件"
    assert said("weapon", card("花束"), 1) == "把花束给 🟧糖糖"
    assert said("armour", card("帽子")) == "装备帽子"
    assert said("heal", card("苹果")) == "使用苹果"
    assert said("element", card("善良"), 1) == "打出善良，选①负重+1体力上限+1"
    assert said("special", card("路障")) == "打出「路障」"
    assert said("rest", card("自由的强制休息")) == "打出「自由的强制休息」"
    assert said("two_for_three", card("偷牌"), card("乐谱")) == "二换三 偷牌、乐谱"
    assert said("two_for_one", [card("乐谱"), card("善良")]) == "二弃一 乐谱、善良"


def test_describe_choice_keeps_simultaneous_and_given_cards_secret() -> None:
    """L9：换牌、换道与释放弃给哪些、选了谁、走几步都不说；选了什么，说的话都一样。"""
    scene = busy()
    table = scene.table
    view, cast = table.view(None), cast_of(table)
    some, other = table.hands[0][:1], table.hands[0][1:4]
    for what, choices in {
        "exchange": ([], some, other),
        "trim": (some, other),
        "salvage_cards": (some, other),
        "character": (0, 5),
        "walk": (0, 3),
    }.items():
        said = {words.describe_choice(asked(what), choice, view, cast) for choice in choices}
        assert len(said) == 1
        text = said.pop()
        assert not any(name in text for name in table.setup.data.deck.name)
        assert not any(sign.isdigit() for sign in text)


def asked(what: str) -> Ask:
    return Ask(0, what, [None])


def test_describe_every_default() -> None:
    """超时代为作的每一种回答都说得出来。"""
    said: set[str] = set()

    def choose(table: Any, ask: Any) -> Any:
        cast = cast_of(table)
        text = game.describe_choice(ask, ask.default, table.view(None), cast)
        assert text
        assert "\n" not in text
        said.add(ask.what)
        return None if ask.what == "interject" else ask.default

    for seed in range(3):
        simulate(
            deal(seed, PIECES[:4], Options.model_validate({"must_walk_all": False, "tracks": "1-1"}), load()),
            choose,
        )
    assert {"roll", "character", "exchange", "turn", "walk", "trim"} <= said


# ------------------------------------------------------------------ 长短、怪名字、只看得见公开的
ODD_NAMES = (
    "👩‍👩‍👧‍👦🏳️‍🌈", "محمد عبد", "ㅤ", "a" * 24, "给我过来", "2号", "🟥", "\u0301\u0301苹",
)  # fmt: skip


@pytest.mark.parametrize("seats", [2, 6, 8])
@pytest.mark.parametrize("names", [NAMES, ODD_NAMES], ids=["plain", "odd"])
def test_whole_games_keep_within_length(seats: int, names: tuple[str, ...]) -> None:
    """整局里每份文字都写得出、不超行、不空行；怪昵称也一样。"""
    options = Options.model_validate({"up_to_eight": seats > 6, "dice_automatic": True})
    table = deal(seats, PIECES[:seats], options, load())
    cast = cast_of(table, names)
    stream = Stream(seats)
    longest = {"status": 0, "board": 0, "hand": 0, "prompt": 0}
    room = max(0, seats - 6)

    def note(kind: str, text: str) -> None:
        lines = text.split("\n")
        assert all(lines)
        longest[kind] = max(longest[kind], len(lines))

    def choose(table: Any, ask: Any) -> Any:
        view = table.view(ask.seat)
        note("status", words.status(table.view(None), cast))
        note("board", words.board(table.view(None), cast))
        note("hand", words.hand(view, cast))
        shown = words.prompt(ask, view, cast)
        note(
            "prompt",
            "\n".join([shown.title, *shown.lines, *(text for _, text in shown.numbered), shown.advice]),
        )
        for choice, _ in shown.numbered:
            assert choice in ask.options
        assert len({str(choice) for choice, _ in shown.numbered}) == len(shown.numbered)
        optional = ask.what == "interject"
        return game.players["随机"](view, ask, stream, optional)

    simulate(table, choose)
    assert longest["status"] <= LINES + room
    assert longest["board"] <= LINES
    assert longest["hand"] <= LINES
    assert longest["prompt"] <= LINES
    assert len(words.result(table.view(None), cast).split("\n")) == 1 + seats


def test_odd_nicknames_are_found() -> None:
    cast = Cast(ODD_NAMES, tuple(PIECES))
    for seat, name in enumerate(ODD_NAMES):
        if name not in ("2号", "🟥", "ㅤ"):
            assert cast.find(name) == seat


def test_public_text_does_not_depend_on_secrets() -> None:
    """L9：换掉别人看不到的牌，群里的状态、棋盘、在等谁一字不变。"""
    one = busy().table
    other = busy().table
    for seat in range(other.seats):
        plain = [card for card in other.hands[seat] if other.mark[card] == 0]
        for card in plain:
            # 同样负重的另一张换上来。
            fresh = next(
                spare
                for spare in other.deck
                if other.setup.category[spare] != other.setup.category[card]
                and other.setup.doubling[spare] == other.setup.doubling[card]
            )
            other.hands[seat][other.hands[seat].index(card)] = fresh
            other.deck[other.deck.index(fresh)] = card
    assert [one.hands[seat] for seat in range(4)] != [other.hands[seat] for seat in range(4)]
    cast = cast_of(one)
    whats = {0: "turn", 1: "exchange"}
    for write in (words.status, words.board):
        assert write(one.view(None), cast) == write(other.view(None), cast)
    assert words.waiting(whats, one.view(None), cast) == words.waiting(whats, other.view(None), cast)


def test_secret_prompts_are_marked() -> None:
    """内容看得出手里有什么的题面都是秘密的；其余的换一手牌也不变。"""
    first = turn("事件触发 偷牌 帽子", "乐谱 偷牌 帽子", "", at=(3, 6, 6))
    second = turn("事件触发 乐谱 苹果", "镜子 乐器 偷牌", "", at=(3, 6, 6))
    for kind in ("forced_trade", "salvage", "swap_places", "friendship", "resin"):
        one, two = Scene(first.table.copy()), Scene(second.table.copy())
        one.trigger(0, kind)
        two.trigger(0, kind)
        shown, again = prompted(one, 0), prompted(two, 0)
        if shown.secret:
            assert kind == "resin"
        else:
            assert shown == again


def test_groups_cover_every_card() -> None:
    """每张牌、每种特殊牌都归进一组，没有漏的。"""
    setup = turn("", "").table.setup
    for card in range(setup.data.deck.size):
        assert 0 <= cards.group(setup, Held(card, 0, 1)) < len(cards.GROUPS)
    for mark in range(2, 7):
        assert cards.GROUPS[cards.group(setup, Held(60, mark, 1))] == "特殊"
