"""桌规：一项一个字段的 pydantic 模型，玩家用中文名与中文值设置。

一个游戏的桌规继承 `TableOptions`，把 `SETTINGS` 填好：每个字段一个 `Setting`，字段的别名就是玩家打的选项名。
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar, cast

from pydantic import BaseModel, ConfigDict, model_validator

from .game import OptionError, OptionLine

Value = bool | int | str
"""桌规存的值。"""

O = TypeVar("O", bound="TableOptions")  # noqa: E741


@dataclass(frozen=True, slots=True)
class OptionValue:
    """一个选项能取的一个值。

    Attributes:
        value: 存在桌规里的值。
        words: 玩家可以打的写法，第一个用于显示。
        meaning: 取这个值时的意思，一句话。
    """

    value: Value
    words: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Setting:
    """一个选项：字段名、条号、能取的值。

    `choices` 为空表示自由书写，这时由 `parse` 把玩家打的字读成值（读不懂为 `None`），`form` 写明能怎么写。
    """

    field: str
    clause: str
    choices: tuple[OptionValue, ...]
    form: str = ""
    parse: Callable[[str], Value | None] | None = None


def switch(on: str, off: str) -> tuple[OptionValue, ...]:
    """开与关；`on`、`off` 是各自的意思。"""
    return (
        OptionValue(True, ("开", "是", "要", "打开", "允许", "on", "yes", "true", "1"), on),
        OptionValue(False, ("关", "否", "不", "不要", "关闭", "不允许", "off", "no", "false", "0"), off),
    )


def counts(low: int, high: int, meaning: Callable[[int], str], unit: str = "") -> tuple[OptionValue, ...]:
    """`low` 到 `high`（含）的整数；`unit` 是可以带的量词，如「张」。"""
    return tuple(
        OptionValue(each, (str(each), f"{each}{unit}") if unit else (str(each),), meaning(each))
        for each in range(low, high + 1)
    )


class TableOptions(BaseModel):
    """一桌的桌规。默认值就是规则书正文；字段既认英文名，也认玩家打的中文名与中文值。"""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    SETTINGS: ClassVar[tuple[Setting, ...]]
    """全部选项，按条号排；与字段一一对应。"""

    @model_validator(mode="before")
    @classmethod
    def _from_words(cls, values: Any) -> Any:
        """把中文值换成存的值；已经是存的值的不动。"""
        if not isinstance(values, Mapping):
            return values
        by_key = {key: setting for setting in cls.SETTINGS for key in (setting.field, cls.name_of(setting))}
        return {
            key: cls.value_of(by_key[key], value) if key in by_key and isinstance(value, str) else value
            for key, value in cast("Mapping[str, Any]", values).items()
        }

    @classmethod
    def name_of(cls, setting: Setting) -> str:
        """选项的中文名，就是玩家打的那个。"""
        return cls.model_fields[setting.field].alias or setting.field

    @classmethod
    def find(cls, name: str) -> Setting:
        """按玩家打的名字找选项。

        Args:
            name: 全半角与大小写不拘；也认独一无二的前几个字、字段名，或只管着一个选项的条号。

        Raises:
            OptionError: 没有，或对得上的不止一个。
        """
        wanted = folded(name)
        for setting in cls.SETTINGS:
            if wanted in (folded(cls.name_of(setting)), setting.field):
                return setting
        near = [setting for setting in cls.SETTINGS if wanted == setting.clause.lower()]
        near = near or [
            setting for setting in cls.SETTINGS if wanted and folded(cls.name_of(setting)).startswith(wanted)
        ]
        if len(near) == 1:
            return near[0]
        names = "、".join(cls.name_of(setting) for setting in near or cls.SETTINGS)
        raise OptionError(f"没有「{name.strip()}」这个选项。{'你要的是' if near else '能设的是'}：{names}")

    @classmethod
    def value_of(cls, setting: Setting, text: str) -> Value:
        """把玩家打的值读成存的值。

        Raises:
            OptionError: 不能这样写；说明列出能写的。
        """
        wanted = folded(text)
        if setting.parse is not None:
            parsed = setting.parse(wanted)
            if parsed is not None:
                return parsed
        for choice in setting.choices:
            if any(wanted == folded(word) for word in choice.words) or text == choice.value:
                return choice.value
        raise OptionError(
            f"「{cls.name_of(setting)}」不能是「{text.strip()}」（{setting.clause}）。"
            f"能写：{allowed_words(setting)}"
        )

    def with_value(self: O, name: str, value: str, data: Any = None) -> O:
        """改一项，返回新的桌规。

        Args:
            name: 玩家打的选项名，见 `find`。
            value: 玩家打的值。
            data: 给了就连牵涉数据的一起检查（`check`）。

        Raises:
            OptionError: 没有这个选项，或值不能这样写；说明列出能写的。
        """
        setting = self.find(name)
        changed = self.model_copy(update={setting.field: self.value_of(setting, value)})
        if data is not None:
            changed.check(data)
        return changed

    def check(self, data: Any) -> None:
        """与数据对不对得上；对不上抛 `OptionError`。"""

    def lines(self, data: Any = None) -> tuple[OptionLine, ...]:
        """开桌页上显示的选项，按条号排。"""
        return tuple(self.line(setting, data) for setting in self.SETTINGS)

    def line(self, setting: Setting, data: Any = None) -> OptionLine:
        """一项现在的样子；显示的值可以原样再设回去。"""
        return OptionLine(
            self.name_of(setting),
            self.shown(setting, data),
            self.meaning(setting),
            setting.clause,
            allowed_words(setting),
        )

    def shown(self, setting: Setting, data: Any = None) -> str:
        """一项现在的值，给人看。"""
        value: Value = getattr(self, setting.field)
        return chosen(setting, value).words[0] if setting.choices else str(value)

    def meaning(self, setting: Setting) -> str:
        """一项现在的值是什么意思。"""
        return chosen(setting, getattr(self, setting.field)).meaning if setting.choices else setting.form


def allowed_words(setting: Setting) -> str:
    """能写的值，给玩家看。"""
    return setting.form or " 或 ".join(choice.words[0] for choice in setting.choices)


def chosen(setting: Setting, value: Value) -> OptionValue:
    """存的值对应的那一项。1 与 True 相等，但一个选项的值只有一种类型，不会混淆。"""
    return next(choice for choice in setting.choices if choice.value == value)


def folded(text: str) -> str:
    """比较用的写法：半角、小写、去空白，各种横线同一。"""
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).lower()
    return plain.replace("—", "-").replace("–", "-")
