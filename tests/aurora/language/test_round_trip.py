"""牌效语言（A9）：步 → 规范的一行 → 同样的步，怎么随手写都一样，说明总写得出。"""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.aurora.data import FOLDER, load
from games.aurora.language import (
    LanguageError,
    attacks_text,
    effect_text,
    read_attacks,
    read_effect,
    steps,
    write_attacks,
    write_effect,
)
from games.aurora.language.reading import Attack, Parts

from .strategies import attacks, effects, farewells, loose

DATA = load(FOLDER)


@given(effects() | farewells(), st.data())
def test_what_is_written_reads_back_the_same(parts: Parts, drawn: st.DataObject) -> None:
    line = write_effect(parts)
    assert read_effect(line) == parts
    assert write_effect(read_effect(drawn.draw(loose(line)))) == line


@given(attacks(), st.data())
def test_attacks_read_back_the_same(each: tuple[Attack, ...], drawn: st.DataObject) -> None:
    line = write_attacks(each)
    assert read_attacks(line) == each
    assert write_attacks(read_attacks(drawn.draw(loose(line)))) == line


@given(effects(), effects())
def test_different_effects_read_differently(one: Parts, other: Parts) -> None:
    """说明由步生成，效果不同的牌说明也不同：玩家不会读错。"""
    assert (
        (one == other)
        == (effect_text(one) == effect_text(other))
        == (write_effect(one) == write_effect(other))
    )


@given(st.text("直斜远近选全伤推毒定身回抽移；;/ 12０或英雄", max_size=12) | st.text(max_size=20))
def test_any_text_reads_or_is_explained(text: str) -> None:
    for read in (read_effect, read_attacks):
        try:
            read(text)
        except LanguageError as error:
            assert error.column >= 1
            assert error.found or error.allowed
            assert error.allowed or error.reason
            assert str(error)


def test_an_empty_cell_is_no_effect() -> None:
    assert read_effect("") == read_effect(" 　") == ()
    assert read_attacks("") == ()
    assert effect_text(()) == attacks_text(()) == ""


def test_steps_cannot_change() -> None:
    step = read_effect("抽2")[0][0]
    assert isinstance(step, steps.Draw)
    with pytest.raises(dataclasses.FrozenInstanceError):
        step.count = 3  # type: ignore[misc]
    assert not hasattr(step, "__dict__")


@pytest.mark.parametrize("card", DATA.cards, ids=lambda card: card.name)
def test_every_card_is_written_in_its_one_form(card) -> None:  # type: ignore[no-untyped-def]
    """A9 的牌在表里就是规范写法，说明一行放得进手机。"""
    assert write_effect(card.parts) == card.effect
    assert card.text == effect_text(card.parts) and len(card.text) <= 40
