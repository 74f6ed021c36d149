"""读字：折叠、数字、座位。"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Cast, Misread, fold, number

CAST = Cast(
    ("阿苹", "小蝶", "小呆 II", "3", "Ａnn"),
    ("🟥", "🟧", "❤️", "", "🟦"),
    (("红", "红色"), ("橙",), ("心",), (), ("蓝",)),
)


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("　移动　２ ", "移动 2"),
        ("／移动\t\n2", "/移动 2"),
        ("２号", "2号"),
        ("阿\u200b苹\ufeff", "阿苹"),
        ("❤️", "❤"),
        ("！？", "!?"),
        ("", ""),
        ("\u200b \u2060", ""),
        ("e\u200b\u0301", "é"),
    ],
)
def test_fold(raw: str, plain: str) -> None:
    assert fold(raw) == plain


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text)
    assert fold(once) == once
    assert once == once.strip() and "  " not in once


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("0", 0), ("7", 7), ("007", 7), ("123456789", 123456789), ("1234567890", None), ("-1", None), ("1.5", None),
        ("", None), ("零", 0), ("两", 2), ("九", 9), ("十", 10), ("十二", 12), ("二十", 20), ("九十九", 99),
        ("十十", None), ("零十", None), ("十零", None), ("一二", None), ("百", None), ("二十三四", None), ("²", None), ("٣", None),
    ],
)  # fmt: skip
def test_number(word: str, value: int | None) -> None:
    assert number(word) == value


@given(st.integers(0, 99))
def test_every_chinese_number_below_a_hundred(value: int) -> None:
    digits = "零一二三四五六七八九"
    tens, ones = divmod(value, 10)
    written = (
        digits[ones]
        if not tens
        else ("" if tens == 1 else digits[tens]) + "十" + (digits[ones] if ones else "")
    )
    assert number(written) == number(str(value)) == value


@given(st.text(max_size=12))
def test_number_never_fails(word: str) -> None:
    value = number(word)
    assert value is None or value >= 0


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("2号", 1), ("2", 1), ("２号", 1), ("二号", 1), ("2号位", 1), ("@2号", 1), ("5", 4), ("6", None), ("0", None), ("0号", None),
        ("🟥", 0), ("❤️", 2), ("❤", 2), ("红", 0), ("红色", 0), ("橙", 1), ("阿苹", 0), ("阿", 0), ("小蝶", 1), ("小呆", 2),
        ("ann", 4), ("ANN", 4), ("3", 2), ("🟥阿苹", 0), ("4号3", 3), ("没有的人", None), ("", None), ("@", None), ("号", None),
    ],
)  # fmt: skip
def test_find(word: str, seat: int | None) -> None:
    assert CAST.find(word) == seat


def test_prefix_that_fits_two_is_asked_back() -> None:
    with pytest.raises(Misread, match="🟧小蝶、❤️小呆 II") as misread:
        CAST.find("小")
    assert "2号" in misread.value.advice


def test_labels() -> None:
    assert CAST.label(0) == "🟥阿苹" and CAST.label(3) == "4号3"
    assert Cast(("甲", "乙")).listed([1, 0]) == "2号乙、1号甲"
    assert Cast(("甲",)).find("甲") == 0


@given(st.text(max_size=20))
def test_find_never_fails_otherwise(word: str) -> None:
    try:
        seat = CAST.find(word)
    except Misread:
        return
    assert seat is None or 0 <= seat < 5
