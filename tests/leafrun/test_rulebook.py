"""data/leafrun/rulebook.md：每条都在，数值与数据一致，选项照实写着，群里查得到。"""

import re

import pytest

from games.kernel.options import Setting
from games.kernel.rulebook import parse
from games.kernel.tables import read_text
from games.leafrun.data import CATEGORY_NAMES, FOLDER, load
from games.leafrun.options import SETTINGS, Options

DATA = load()
MARKDOWN = read_text(FOLDER / "rulebook.md")
BOOK = parse(MARKDOWN)

# 裁定的规则书每章有几条；第 9 章不分条。
CLAUSES_PER_CHAPTER = {1: 6, 2: 5, 3: 3, 4: 13, 5: 12, 6: 4, 7: 5, 8: 20, 9: 0, 10: 6}


def text_of(number: str) -> str:
    clause = BOOK.clause(number)
    assert clause is not None
    return clause.text


def test_every_binding_clause_is_there_and_no_other() -> None:
    wanted = [
        f"L{chapter}.{number}"
        for chapter, count in CLAUSES_PER_CHAPTER.items()
        for number in range(1, count + 1)
    ]
    assert [clause.number for clause in BOOK.clauses()] == wanted
    assert [chapter.number for chapter in BOOK.chapters()] == [
        f"L{chapter}" for chapter in CLAUSES_PER_CHAPTER
    ]


def test_chapter_without_clauses_says_what_is_public() -> None:
    preface = BOOK.chapters()[8].preface
    assert preface is not None
    for word in ("手牌内容", "弃牌堆", "候选", "牌堆顺序", "手牌张数"):
        assert word in preface.text


def test_card_table_agrees_with_the_sheet() -> None:
    """L1.3"""
    text = text_of("1.3")
    assert f"一共 {DATA.deck.size} 张" in text
    rows = dict(line.split("：") for line in text.splitlines()[1:])
    assert tuple(rows) == CATEGORY_NAMES
    for category, row in rows.items():
        cards = [(card.name, card.count) for card in DATA.cards if card.category == category]
        assert [(name, int(count)) for name, count in re.findall(r"(\S+)×(\d+)", row)] == cards
        assert row.endswith(f"共 {sum(count for _, count in cards)} 张")


def test_character_table_agrees_with_the_sheet() -> None:
    """L1.4"""
    written = []
    for move, row in re.findall(r"移动 (\d+)：(.*)", text_of("1.4")):
        written += [(name, int(health), int(move)) for name, health in re.findall(r"(\D+?)(\d+)(?: |$)", row)]
    assert written == [(character.name, character.health, character.move) for character in DATA.characters]
    assert f"{len(DATA.characters)} 名" in text_of("1.4")


def test_load_example_agrees_with_the_sheet() -> None:
    """L1.5"""
    index = DATA.roster.name.index("大麦")
    expected = f"大麦体力上限 {DATA.roster.health[index]}，负重上限 {DATA.roster.load[index]}"
    assert expected in text_of("1.5")


def test_tracks_agree_with_the_sheet() -> None:
    """L2.5"""
    written = re.findall(r"^(\S+)：([SLFVGE]+)$", text_of("2.5"), re.MULTILINE)
    assert written == [(track.name, track.cells) for track in DATA.tracks]
    for terrain in DATA.terrains:
        assert f"{terrain.letter} {terrain.name}" in text_of("2.5")


def test_pieces_agree_with_the_sheet() -> None:
    """L1.1"""
    assert "".join(piece.symbol for piece in DATA.pieces) in text_of("1.1")


def test_events_agree_with_the_sheet() -> None:
    """L8"""
    titles = [clause.title for clause in BOOK.chapters()[7].clauses]
    assert titles == list(DATA.faces.name[1:])
    for face, kind in enumerate(DATA.faces.kind[1:], start=1):
        if kind in DATA.special_name:
            load = DATA.special_load[kind]
            written = f"占 {load} " if load else "不占负重"
            assert f"「{DATA.special_name[kind]}」" in text_of("4.10")
            assert written in text_of(f"8.{face}")


def default_of(setting: Setting) -> object:
    return Options.model_fields[setting.field].default


RULES = DATA.rules


@pytest.mark.parametrize(
    ("number", "phrase"),
    [
        ("1.1", f"{RULES.seats_min} 到 {RULES.seats_max} 人"),
        ("1.1", f"最多 {RULES.seats_max_extended} 人"),
        ("2.2", f"暗抽 {RULES.character_candidates} 张"),
        (
            "2.2",
            f"{RULES.crowded_from} 到 {RULES.seats_max_extended} 人时抽 {RULES.character_candidates_crowded} 张",
        ),
        ("2.3", f"摸 {RULES.opening_hand} 张"),
        ("2.5", f"最多 {RULES.tracks_max} 条，自写的每条最多 {RULES.track_cells_max} 格"),
        ("3.3", f"跑满 {RULES.round_cap} 轮"),
        ("4.1", f"移动加 {RULES.action_steps}"),
        ("4.2", f"摸 {RULES.two_for_three_draw} 张"),
        ("4.3", f"弃 {RULES.two_for_one_cost} 张非行动牌，摸 {RULES.two_for_one_draw} 张"),
        ("4.4", f"距离 {RULES.weapon_range} 格以内"),
        ("4.5", f"扣的 {RULES.forest_damage} 点"),
        ("4.6", f"体力加 {RULES.recovery_health}"),
        ("4.7", f"最多结算 {RULES.events_per_turn} 张"),
        ("4.8", f"负重上限加 {RULES.element_load}，体力上限加 {RULES.element_health}"),
        ("4.8", f"基础移动加 {RULES.element_steps}"),
        ("4.8", f"回 {RULES.element_recovery} 点体力"),
        ("4.10", f"手牌每张占 {RULES.card_load} 负重"),
        ("5.4", f"体力减 {RULES.forest_damage}"),
        ("5.7", f"付 {RULES.roadblock_cost} 步"),
        ("7.1", "第一名 {} 分，第二名 {} 分，第三名 {} 分，之后 {} 分".format(*RULES.rank_points)),
        ("7.3", f"减 {RULES.forced_rest_penalty}，最少 0 分"),
        ("7.4", f"弃到或摸到 {RULES.next_track_hand} 张"),
        ("8.1", f"正好 {RULES.come_here_distance} 格"),
        ("8.2", f"前进 {RULES.light_dash_steps} 格"),
        ("8.7", f"每张行动牌加 {RULES.bear_action_steps} 步"),
        ("10.4", f"抽 {RULES.forced_trade_default} 张"),
        ("10.6", f"连续 {RULES.timeouts_before_autopilot} 次"),
    ],
)
def test_numbers_agree_with_the_data(number: str, phrase: str) -> None:
    assert phrase in text_of(number)


def test_revival_example_agrees_with_the_data() -> None:
    health = DATA.roster.health[DATA.roster.name.index("大麦")]
    half = -(-health // RULES.revival_divisor)
    skipped = 3 + RULES.faint_rounds
    awake = skipped + 1
    assert f"第 3 轮昏厥，第 {skipped} 轮跳过，第 {awake} 轮可以带 {half} 点" in text_of("6.1")
    assert f"等到第 {awake + RULES.full_revival_rounds} 轮带 {health} 点" in text_of("6.1")


@pytest.mark.parametrize("setting", SETTINGS, ids=Options.name_of)
def test_every_option_is_described_at_its_clause(setting: Setting) -> None:
    """选项名、默认值、其余的值都写在它的条里。"""
    text = text_of(setting.clause)
    found = re.search(rf"选项「{Options.name_of(setting)}」：(\S+?)（默认）／(.+?)。", text)
    assert found is not None
    if setting.choices:
        value = default_of(setting)
        default = next(choice.words[0] for choice in setting.choices if choice.value == value)
        others = {choice.words[0] for choice in setting.choices} - {default}
        assert found[1] == default
        assert set(found[2].split("／")) == others
    else:
        assert found[1] == default_of(setting)


def test_no_option_is_described_that_does_not_exist() -> None:
    written = re.findall(r"选项「(.+?)」", MARKDOWN)
    assert sorted(written) == sorted(Options.name_of(setting) for setting in SETTINGS)


def test_cross_references_lead_somewhere() -> None:
    for reference in re.findall(r"L\d+(?:\.\d+)?", MARKDOWN):
        assert BOOK.clause(reference) or BOOK.chapter(reference), reference


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("沼泽", "5.5"),
        ("昏厥", "6.1"),
        ("晕了怎么办", "6.1"),
        ("武器", "4.4"),
        ("防具", "4.5"),
        ("2换3", "4.2"),
        ("负重", "4.10"),
        ("路障", "5.7"),
        ("bear", "8.7"),
        ("事件13", "8.13"),
        ("友谊", "8.17"),
        ("怎么算分", "7.1"),
        ("换牌", "2.4"),
        ("林间", "5.4"),
        ("滑沙", "5.6"),
        ("马芬", "4.6"),
        ("乐器", "4.4"),
        ("苹果杰克", "1.4"),
        ("托管", "10.6"),
        ("骰子", "1.6"),
        ("超时", "10"),
    ],
)
def test_players_words_find_the_clause(word: str, number: str) -> None:
    assert BOOK.find(word)[0].number == f"L{number}"


def test_every_event_terrain_and_card_can_be_looked_up() -> None:
    for face, name in enumerate(DATA.faces.name[1:], start=1):
        assert BOOK.find(name)[0].number == f"L8.{face}"
        assert BOOK.find(f"事件{face}")[0].number == f"L8.{face}"
    for terrain in DATA.terrains:
        for word in (terrain.name, *terrain.aliases):
            assert BOOK.find(word)
    for card in DATA.cards:
        assert BOOK.find(card.name)


def test_answers_fit_a_chat_message() -> None:
    """一条消息约 12 行。"""
    queries = ["", *(chapter.number for chapter in BOOK.chapters())]
    queries += [clause.number for clause in BOOK.clauses()]
    queries += [clause.title for clause in BOOK.clauses()]
    for query in queries:
        answer = BOOK.answer(query)
        assert answer.count("\n") < 13, query
        assert len(answer) < 700, query
        assert not re.search(r"[|`*#]|<!--", answer), query
