"""一个游戏的桌规要过的套件：每种写法都设得上、显示得回来，写错了说出能写什么。"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from games.kernel import OptionError, StandardGame
from games.kernel.options import Setting, TableOptions, allowed_words

from .play import loaded


class OptionWords:
    """子类给出 `game` 与下面几样，名字以 `Test` 开头。"""

    game: ClassVar[StandardGame[Any, Any]]
    changed: ClassVar[Mapping[str, str]]
    """几条改了的桌规，存了再读要一样；自由书写的都要有。"""
    written: ClassVar[Sequence[str]] = ()
    """另拿这些桌规名试任意的值。"""

    @classmethod
    def pytest_generate_tests(cls, metafunc: pytest.Metafunc) -> None:
        if "setting" in metafunc.fixturenames:
            options = cls.game.options_model
            metafunc.parametrize("setting", options.SETTINGS, ids=options.name_of)

    def test_every_field_is_a_setting_with_its_default_among_the_choices(self) -> None:
        model = self.game.options_model
        assert [setting.field for setting in model.SETTINGS] == list(model.model_fields)
        for setting in model.SETTINGS:
            words = [word for choice in setting.choices for word in choice.words]
            assert len(words) == len(set(words)), f"{model.name_of(setting)} 的写法有歧义"
            default = model.model_fields[setting.field].default
            assert not setting.choices or default in [choice.value for choice in setting.choices]

    def test_every_word_sets_its_value_and_is_shown_back(self, setting: Setting) -> None:
        model = self.game.options_model
        name = model.name_of(setting)
        for choice in setting.choices:
            for word in choice.words:
                options: TableOptions = model().with_value(name, word, loaded(self.game))
                value = getattr(options, setting.field)
                assert value == choice.value and type(value) is type(choice.value)
                line = options.line(setting)
                assert (line.name, line.value, line.meaning) == (name, choice.words[0], choice.meaning)
                assert model.model_validate({name: word}) == options
                assert options.with_value(name, line.value) == options

    def test_options_survive_json_with_either_names(self) -> None:
        model = self.game.options_model
        options: TableOptions = model()
        for name, value in self.changed.items():
            options = options.with_value(name, value)
        assert options != model()
        assert model.model_validate_json(options.model_dump_json()) == options
        assert model.model_validate_json(options.model_dump_json(by_alias=True)) == options

    def test_a_wrong_name_is_told_the_names_there_are(self) -> None:
        model = self.game.options_model
        with pytest.raises(OptionError) as caught:
            model().with_value("没有这一项", "开")
        names = "、".join(model.name_of(setting) for setting in model.SETTINGS)
        assert str(caught.value) == f"没有「没有这一项」这个选项。能设的是：{names}"
        with pytest.raises(ValidationError):
            model.model_validate({"没有这一项": "开"})

    def test_a_wrong_value_is_told_what_is_allowed(self, setting: Setting) -> None:
        model = self.game.options_model
        with pytest.raises(OptionError) as caught:
            model().with_value(model.name_of(setting), "乱写")
        assert allowed_words(setting) in str(caught.value) and setting.clause in str(caught.value)

    # 各游戏的子类共用这一个方法，不是写错。
    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(name=st.text(max_size=8), value=st.text(max_size=12))
    def test_any_option_text_is_set_or_explained(self, name: str, value: str) -> None:
        model = self.game.options_model
        for wanted in (name, *self.written):
            try:
                options = model().with_value(wanted, value, loaded(self.game))
            except OptionError as error:
                assert str(error)
            else:
                assert model.model_validate_json(options.model_dump_json()) == options
