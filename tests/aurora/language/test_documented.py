"""docs/aurora-cards.md：每个词一行，例子与玩家读到的都与语言一致，报错也照实写着。"""

import re
from pathlib import Path

import pytest

from games.aurora.data import FOLDER, AuroraData, CardData, SoldierData, load
from games.aurora.language import LanguageError, attacks_text, effect_text, read_attacks, read_effect
from games.aurora.language.words import WORDS, Word

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "aurora-cards.md").read_text("utf-8")


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word.terminal)
def test_every_word_has_its_line(word: Word) -> None:
    if word.terminal == "OR":
        text = attacks_text(read_attacks(word.sample))
    else:
        text = effect_text(read_effect(word.sample))
    assert PAGE.count(f"\n| `{word.form}` | {word.meaning} | `{word.sample}` | {text} |\n") == 1


def test_no_word_is_told_that_does_not_exist() -> None:
    forms = re.findall(r"^\| `(.+?)` \| .+? \| `.+?` \| .+ \|$", PAGE, re.MULTILINE)
    assert forms == [word.form for word in WORDS]


def test_the_mistakes_are_told_as_they_are() -> None:
    section = PAGE.partition("## 写错了会怎样")[2]
    told = re.findall(r"^\| `(.+?)` \| ([^|]+) \|$", section, re.MULTILINE)
    assert len(told) >= 5
    for wrong, message in told:
        with pytest.raises(LanguageError) as caught:
            read_effect(wrong)
        assert str(caught.value) == message


def test_the_rows_shown_are_in_the_table() -> None:
    rows = (FOLDER / "cards.csv").read_text("utf-8").splitlines()
    block = re.search(r"```\n(名称,.*?)```", PAGE, re.DOTALL)
    assert block is not None
    assert [row for row in block[1].splitlines() if row not in rows] == []


def test_columns_and_files_are_named() -> None:
    for name, (_, _listed) in AuroraData.tables().items():
        assert f"`{AuroraData.file_of(name)}`" in PAGE
    for column in ("attack", "reach", "shield", "hero_bonus", "farewell"):
        assert f"{SoldierData.model_fields[column].alias}" in PAGE
    for field in CardData.model_fields.values():
        assert str(field.alias) in PAGE
    assert load(FOLDER).cards
