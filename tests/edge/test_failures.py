"""各家的错误文字与错误码归到哪一类。"""

from __future__ import annotations

from typing import Any

import pytest

from plugins.gamemaster.failures import Failure, classify_reply
from plugins.room.dialect import FLAVOURS, Dialect
from plugins.room.trouble import RoomError, Trouble

EXPECTED: dict[Trouble, Failure] = {
    Trouble.MUTED: Failure.MUTED,
    Trouble.NOT_IN_GROUP: Failure.GONE,
    Trouble.NOT_FRIEND: Failure.REFUSED,
    Trouble.TEMP_SESSION_REFUSED: Failure.REFUSED,
    Trouble.TIMEOUT: Failure.TIMEOUT,
    Trouble.RISK_CONTROL: Failure.RISK,
    Trouble.OFFLINE: Failure.OFFLINE,
    Trouble.BAD_PARAMETER: Failure.INVALID,
    Trouble.UNKNOWN_ACTION: Failure.INVALID,
    Trouble.EMPTY_MESSAGE: Failure.INVALID,
}
SILENT = {"lagrange": {Trouble.TIMEOUT, Trouble.OFFLINE, Trouble.BAD_PARAMETER, Trouble.EMPTY_MESSAGE}}
"""回包里看不出原因的。"""
SILENT["go-cqhttp"] = {
    Trouble.MUTED,
    Trouble.NOT_FRIEND,
    Trouble.TEMP_SESSION_REFUSED,
    Trouble.TIMEOUT,
    Trouble.RISK_CONTROL,
    Trouble.OFFLINE,
}


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("trouble", EXPECTED)
def test_every_implementation_is_understood(flavour: Any, trouble: Trouble) -> None:
    reply = Dialect(flavour).failed(RoomError(trouble, "user_id"))
    expected = Failure.UNKNOWN if trouble in SILENT.get(flavour, ()) else EXPECTED[trouble]
    assert classify_reply(reply) is expected


@pytest.mark.parametrize(
    "reply",
    [{}, {"retcode": None}, {"retcode": "abc", "wording": None}, {"message": 5}, {"retcode": 12345}],
)
def test_a_strange_reply_is_unknown(reply: dict[str, Any]) -> None:
    assert classify_reply(reply) is Failure.UNKNOWN
