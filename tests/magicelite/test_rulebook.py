"""data/magicelite/rulebook.md：每条都在，数值与数据一致，选项照实写着，群里查得到。"""

import re

import pytest

from games.kernel.options import Setting
from games.kernel.rulebook import parse
from games.kernel.tables import read_text
from games.magicelite.data import FOLDER, load
from games.magicelite.options import SETTINGS, Options

DATA = load()
RULES = DATA.rules
MARKDOWN = read_text(FOLDER / "rulebook.md")
BOOK = parse(MARKDOWN)

# 裁定的规则书每章有几条；第 10 章不分条。
COMMON = (4, 2, 7, 4, 2, 6, 2, 2, 3, 0, 6)
GENERATIONS = (5, 10, 17)


def text_of(part: str, number: str) -> str:
    """条文；部分与号分开写，免得算作测过那一条。"""
    clause = BOOK.clause(part + number)
    assert clause is not None
    return clause.text


def test_every_binding_clause_is_there_and_no_other() -> None:
    wanted = [
        f"{part}{chapter}.{number}"
        for part, counts in (("E", COMMON), ("G", GENERATIONS))
        for chapter, count in enumerate(counts, start=1)
        for number in range(1, count + 1)
    ]
    assert [clause.number for clause in BOOK.clauses()] == wanted
    assert len(BOOK.chapters()) == len(COMMON) + len(GENERATIONS)


def test_chapter_without_clauses_says_what_is_public() -> None:
    preface = BOOK.chapters()[9].preface
    assert preface is not None
    for word in ("手牌内容", "弃牌堆", "武将", "真身", "地雷", "牌叠", "钻石", "剩余回合"):
        assert word in preface.text


@pytest.mark.parametrize(
    ("part", "number", "phrase"),
    [
        ("E", "1.1", f"{RULES.seats_min} 到 {RULES.seats_max} 人玩"),
        ("E", "1.1", f"超过 {RULES.seats_best} 人"),
        ("E", "1.2", f"每副剩 {DATA.deck_of(1).size} 张"),
        ("E", "1.2", f"用 {RULES.decks} 副（{DATA.deck_of(RULES.decks).size} 张）"),
        (
            "E",
            "1.2",
            f"{RULES.crowded_from} 人以上用 {RULES.decks_crowded} 副（{DATA.deck_of(RULES.decks_crowded).size} 张）",
        ),
        ("E", "1.3", f"每副 {DATA.identities_of(1).size} 张"),
        ("E", "3.1", f"每人 {RULES.opening_hand} 张"),
        ("E", "3.5", f"立即摸 {RULES.refill} 张"),
        ("E", "3.5", f"每有一张 {RULES.draw_rank}，另摸 {RULES.draw_each} 张"),
        (
            "E",
            "3.5",
            f"摸 {RULES.refill} + {RULES.draw_each} = {RULES.refill + RULES.draw_each} 张",
        ),
        ("E", "5.1", f"有 {RULES.shield_rank}，对方的伤害当作 0"),
        ("E", "5.2", f"每打出一张 {RULES.draw_rank}，另摸 {RULES.draw_each} 张"),
        ("E", "6.6", f"满 {RULES.exchange_limit} 次回应，从第 {RULES.exchange_limit + 1} 次起"),
        ("E", "9.2", f"满 {RULES.turn_cap} 个主动回合"),
        ("E", "11.4", f"武将 {RULES.generals} 张"),
        ("E", "11.5", f"{RULES.gluttony_limit} 以内的伤害忽略"),
        ("E", "11.6", f"连续 {RULES.timeouts_before_autopilot} 次"),
        ("G", "1.3", f"一共 {DATA.skill_of['revival'].uses} 次复活"),
        ("G", "1.3", f"后 {(DATA.skill_of['revival'].uses or 0) - RULES.free_revivals} 次"),
        ("G", "1.3", f"含 {DATA.skill_of['revival'].trigger} 的一套"),
        ("G", "1.4", f"含 {DATA.skill_of['framing'].trigger}"),
        ("G", "1.5", f"×{DATA.skill_of['double'].factor}"),
        ("G", "2.1", f"暗抽 {RULES.generals} 张"),
        ("G", "2.2", f"{RULES.team_seats} 人时"),
        ("G", "2.5", f"×{DATA.skill_of['hundredfold'].factor}"),
        ("G", "2.6", f"真身 {RULES.real_bodies} 张、假身 {RULES.false_bodies} 张"),
        ("G", "2.6", f"补回 {RULES.false_bodies} 个"),
        ("G", "2.7", f"一共 {DATA.skill_of['aegis'].uses} 次"),
        ("G", "2.7", f"后 {(DATA.skill_of['aegis'].uses or 0) - RULES.free_aegis} 次"),
        ("G", "2.7", f"{DATA.skill_of['aegis'].rounds} 回合免伤"),
        ("G", "2.7", f"内斗 {DATA.skill_of['control'].rounds} 回合"),
        ("G", "2.7", f"至少要有 {RULES.control_enemies} 名"),
        ("G", "2.9", f"含 {DATA.skill_of['judgment'].trigger} 的一套"),
        ("G", "2.9", f"上限与血各 −{RULES.judgment_damage}"),
        ("G", "2.10", f"打出过一次 {DATA.skill_of['fusion'].trigger}"),
        ("G", "2.10", f"×100 只 {RULES.borrowed_hundredfold} 次"),
        ("G", "2.10", f"护盾或控制只 {RULES.borrowed_aegis} 次"),
        ("G", "3.2", f"风暴神、锦囊各 {RULES.storm_gods} 次"),
        ("G", "3.5", f"翻满 {RULES.adventure_flips} 次"),
        ("G", "3.6", f"胜者得 {RULES.adventure_prize} 颗"),
        ("G", "3.6", f"败者失 {RULES.adventure_penalty} 颗"),
        ("G", "3.9", f"一次摸 {RULES.gift_cards} 张以上"),
        ("G", "3.9", f"得 {RULES.gift_diamonds} 颗"),
        ("G", "3.10", f"新玩家 {RULES.starting_diamonds} 颗，不跨局时每人 {RULES.local_diamonds} 颗"),
        ("G", "3.11", f"不超过 {RULES.gluttony_limit}"),
        ("G", "3.11", f"最多 {RULES.gluttony_cards} 张"),
        ("G", "3.11", f"被审判 {RULES.gluttony_judgments} 次即死"),
        ("G", "3.11", f"可以埋 {RULES.mines_per_turn} 颗"),
        ("G", "3.11", f"得数字 ×{RULES.mine_diamonds} 颗"),
        ("G", "3.11", f"对方伤害 ×{DATA.skill_of['reflection'].factor}"),
        ("G", "3.12", f"嗜血 {DATA.skill_of['bloodlust'].uses} 次"),
        ("G", "3.12", f"含 {DATA.skill_of['bloodlust'].trigger} 的一套"),
        ("G", "3.12", f"{DATA.skill_of['bloodlust'].rounds} 回合里"),
        ("G", "3.12", f"血与上限各 −{RULES.bloodlust_damage}"),
        ("G", "3.13", f"×{(DATA.skill_of['rampage'].factor or 0) // 10**8}亿"),
        ("G", "3.14", f"伤害 ×{DATA.skill_of['tenfold'].factor}"),
    ],
)
def test_numbers_agree_with_the_data(part: str, number: str, phrase: str) -> None:
    assert phrase in text_of(part, number)


def test_health_and_numbers_agree_with_the_sheet() -> None:
    listed = "、".join(str(number) for number in DATA.identity_numbers)
    assert listed in text_of("E", "1.3")
    for rank in DATA.ranks:
        if rank.use == "手牌" and not rank.label.isdigit():
            assert f"{rank.label} 是 {rank.number}" in text_of("E", "1.4")


def test_suits_are_ordered_as_in_the_sheet() -> None:
    order = sorted(DATA.suits, key=lambda suit: -suit.height)
    assert "、".join(suit.symbol for suit in order) in text_of("E", "2.1")


def test_runs_are_those_of_the_sheet() -> None:
    for run in (1, 2):
        labels = [rank.label for rank in sorted(DATA.ranks, key=lambda each: each.number) if rank.run == run]
        assert "-".join(labels) in text_of("E", "3.2")


def cards_of(shown: str) -> list[int]:
    """例子里的一套，如 `♦4-5-6`，变成牌号。"""
    deck = DATA.deck_of(1)
    return [deck.name.index(shown[0] + label) for label in shown[1:].split("-")]


@pytest.mark.parametrize(
    ("number", "shown", "damage", "healing"),
    [
        ("4.1", "♠3-4-5", 3, 0),
        ("4.1", "♣A-2-3", 8, 0),
        ("4.2", "♦4-5-6", 15, 0),
        ("4.2", "♦A-2-3", 11, 0),
        ("4.2", "♦J-Q-K", 36, 0),
        ("4.3", "♥2-3", 0, 5),
        ("4.3", "♥A-2", 5, 3),
    ],
)
def test_examples_are_worked_out_from_the_sheet(number: str, shown: str, damage: int, healing: int) -> None:
    """书里的例子、手算的数、数据三处一致。"""
    deck, cards = DATA.deck_of(1), cards_of(shown)
    assert sum(deck.damage[card] for card in cards) == damage
    assert sum(deck.healing[card] for card in cards) == healing
    found = re.search(rf"{shown} ([^；。]+)", text_of("E", number))
    assert found is not None
    said = found[1]
    if damage:
        told = re.search(r"伤害 ([^、；。]+)", said)
        assert told is not None and int(told[1].split("=")[-1]) == damage
    if healing:
        told = re.search(r"回复 ([^、；。]+)", said)
        assert told is not None and int(told[1].split("=")[-1]) == healing


@pytest.mark.parametrize("sum_shown", re.findall(r"((?:\d+ ?[+−×] ?)+\d+) = ([+−]?\d+)", MARKDOWN))
def test_written_sums_are_right(sum_shown: tuple[str, str]) -> None:
    """书里每个「a + b = c」都算得对。"""
    left, right = (part.replace("−", "-").replace("×", "*").replace(" ", "") for part in sum_shown)
    terms = re.split(r"(?=[+-])", left)
    total = 0
    for term in terms:
        product = 1
        for factor in term.lstrip("+-").split("*"):
            product *= int(factor)
        total += -product if term.startswith("-") else product
    assert total == int(right)


def test_factor_examples_agree_with_the_data() -> None:
    six = DATA.deck_of(1).damage[cards_of("♦6")[0]]
    for part, number, key in (("1", "5", "double"), ("2", "5", "hundredfold"), ("3", "14", "tenfold")):
        factor = DATA.skill_of[key].factor
        assert factor is not None
        assert re.search(rf"♦6 打出(?:去是)? ?{six * factor}\D", text_of("G", f"{part}.{number}"))
    bodies = RULES.real_bodies + 2
    assert f"♦6 打出 6 × {bodies} = {six * bodies}" in text_of("G", "2.6")


def test_shop_agrees_with_the_sheet() -> None:
    text = text_of("G", "3.10")
    written = re.findall(r"^(\S+)：(\d+) 颗", text, re.MULTILINE)
    assert written == [(item.name, str(item.price)) for item in DATA.shop]
    dragon, bird = DATA.item_of["dragon"], DATA.item_of["bird_female"]
    assert f"{dragon.rounds} 个自己主动回合及其间的回应，伤害 ×{dragon.factor}" in text
    assert f"得 {bird.income} 颗，{bird.rounds} 次后作废" in text


def test_characters_have_their_clause() -> None:
    """初代、三代各角色的条以「点数 名字」为题；技能的条号指到讲它的那一条。"""
    titles = {clause.number: clause.title for clause in BOOK.clauses()}
    for character in DATA.characters:
        if character.generation != 2:
            names = [title for title in titles.values() if title.startswith(f"{character.number} ")]
            assert any(character.name in name for name in names)
        if character.shield is not None:
            assert f"{character.number} {character.shield}" in text_of("G", "3.1")
    for skill in DATA.skills:
        assert titles[skill.clause].startswith(str(skill.number))
    for item in DATA.shop:
        assert item.name in text_of(item.clause[0], item.clause[1:])


@pytest.mark.parametrize("setting", SETTINGS, ids=Options.name_of)
def test_every_option_is_described_at_its_clause(setting: Setting) -> None:
    """选项名、默认值、其余的值都写在它的条里。"""
    text = text_of(setting.clause[0], setting.clause[1:])
    found = re.search(rf"选项「{Options.name_of(setting)}」：(\S+?)（默认）／(.+?)。", text)
    assert found is not None
    value = Options.model_fields[setting.field].default
    if setting.choices:
        default = next(choice.words[0] for choice in setting.choices if choice.value == value)
        others = {choice.words[0] for choice in setting.choices} - {default}
        assert found[1] == default
        assert set(found[2].split("／")) == others
    else:
        assert found[1] == str(value)
        assert setting.form.startswith(found[2])


def test_no_option_is_described_that_does_not_exist() -> None:
    written = re.findall(r"选项「(.+?)」", MARKDOWN)
    assert sorted(written) == sorted(Options.name_of(setting) for setting in SETTINGS)


def test_cross_references_lead_somewhere() -> None:
    for reference in re.findall(r"[EG]\d+(?:\.\d+)?", MARKDOWN):
        assert BOOK.clause(reference) or BOOK.chapter(reference), reference


@pytest.mark.parametrize(
    ("word", "part", "number"),
    [
        ("地王盾", "E", "5.1"),
        ("同花顺", "E", "3.2"),
        ("补牌", "E", "3.5"),
        ("悔牌", "E", "8.2"),
        ("另出", "E", "8.1"),
        ("OD", "E", "6.1"),
        ("公式", "E", "6.1"),
        ("返还", "E", "6.2"),
        ("♥", "E", "4.3"),
        ("方片", "E", "4.2"),
        ("恶贼", "G", "1.3"),
        ("嫁祸", "G", "1.4"),
        ("分身", "G", "2.6"),
        ("控制", "G", "2.7"),
        ("审判", "G", "2.9"),
        ("合体", "G", "2.10"),
        ("风暴神", "G", "3.3"),
        ("大冒险", "G", "3.5"),
        ("联合进攻", "G", "3.6"),
        ("商店", "G", "3.10"),
        ("爆爆龙", "G", "3.10"),
        ("地雷", "G", "3.11"),
        ("嗜血", "G", "3.12"),
        ("小僵尸", "G", "3.14"),
        ("托管", "E", "11.6"),
        ("武将", "G", "2.1"),
    ],
)
def test_players_words_find_the_clause(word: str, part: str, number: str) -> None:
    assert BOOK.find(word)[0].number == f"{part}{number}"


def test_every_character_skill_and_item_can_be_looked_up() -> None:
    for row in (*DATA.skills, *DATA.shop):
        assert BOOK.find(row.name), row.name
    for character in DATA.characters:
        if character.generation != 2:
            assert BOOK.find(character.name)


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
