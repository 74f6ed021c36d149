"""跨局的钱：开局带进来，终局入账，平时查余额。规则只知道桌上的一个数，账在库里。"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import TYPE_CHECKING

from plugins.gamemaster.store.api import Log
from plugins.gamemaster.store.records import Entry, LedgerRecord, MatchRecord

from .clock import BEIJING
from .messages import Text
from .play import Play
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk
    from .hall import Hall

log = logging.getLogger(__name__)

SHOWN = 3
"""查余额时附最近几笔。"""
HISTORY = ("记录", "历史", "明细")
"""跟在钱名后面，看更多笔。"""
HISTORY_SHOWN = 10


async def fill_purses(store: Log, record: MatchRecord, allowance: int) -> None:
    """把各人现在能用的全部填进 `record` 的座位；电脑座位为 0。"""
    for seat in record.seats:
        seat.purse = 0
        if seat.user is not None:
            account = await store.account(seat.user, record.currency)
            seat.purse = max(0, account.available(allowance))


def entries(play: Play) -> list[Entry]:
    """终局时各人要入的账：桌上的减带进来的。钱归开局时坐这个座位的人，不论后来谁替他打。

    Raises:
        ValueError: 桌上的钱是负数，或座位数不对。
    """
    record = play.record
    if not record.currency:
        return []
    purses = play.game.purses(play.match.table)
    due: list[Entry] = []
    for seat, purse in zip(record.seats, purses, strict=True):
        if purse.amount < 0:
            raise ValueError(f"{seat.name} 的{record.currency}是 {purse.amount}")
        delta = purse.amount - seat.purse
        if seat.user is not None and (delta or purse.note):
            due.append(Entry(seat.user, delta, purse.note or play.game.title))
    return due


async def settle(play: Play) -> str:
    """对局结束：记下状态，钱入账；返回给群里的一行，没有账为空。没存上就抛出。"""
    failed = ""
    try:
        due = entries(play)
    except Exception:
        # 宁可各人带进来的原样退回，也不照算错的数入账。
        log.exception("对局 %s 的钱算不出来，原样退回", play.record.id)
        due, failed = [], f"{play.record.currency}没算出来，各人带进来的原样退回。"
    rows = await play.log.finish(play.record.id, due, play.clock.now())
    if not rows:
        return failed
    names = {seat.user: f"{seat.mark}{seat.name}" for seat in play.record.seats}
    shown = "、".join(
        f"{names.get(row.user, row.user)} {signed(row.delta)}（余 {row.balance}）" for row in rows
    )
    return f"{play.record.currency}入账：{shown}。"


def signed(delta: int) -> str:
    """带号的数：`+28`、`−10`、`±0`。"""
    return f"+{delta}" if delta > 0 else f"−{-delta}" if delta < 0 else "±0"


def asked(hall: Hall, text: str) -> tuple[str, bool] | None:
    """`text` 是不是在查钱：`(钱名, 要看更多笔)`；不是为 `None`。"""
    for currency in hall.currencies:
        if text.startswith(currency):
            rest = text[len(currency) :].strip()
            if not rest or rest in HISTORY:
                return currency, bool(rest)
    return None


async def account_lines(hall: Hall, user: str, currency: str, more: bool) -> list[str]:
    """一个人的余额与最近几笔。"""
    account = await hall.log.account(user, currency)
    rows = await hall.log.ledger(user, currency, HISTORY_SHOWN if more else SHOWN)
    first = f"{currency}：{account.balance}"
    if account.held:
        first += f"，其中 {account.held} 带在没下完的局里"
    lines = [f"{first}。", *(_row_line(row) for row in rows)]
    if not rows:
        lines.append("还没有进出。")
    elif not more and len(rows) == SHOWN:
        lines.append(f"打「{currency} {HISTORY[0]}」看更早的。")
    return lines


def _row_line(row: LedgerRecord) -> str:
    day = datetime.fromtimestamp(row.at, BEIJING).strftime("%m-%d")
    return f"{day} {signed(row.delta)}，余 {row.balance}：{row.reason}"


async def show(desk: Desk, speech: Speech, currency: str, more: bool) -> bool:
    """「钻石」「钻石 记录」：自己的余额；在用这种钱的局里还说桌上现在有多少。"""
    lines = await account_lines(desk.hall, speech.user, currency, more)
    play = desk.play
    seat = play.seat_of(speech.user) if play is not None else None
    if play is not None and seat is not None and play.record.currency == currency and play.breach is None:
        owner = play.record.seats[seat].user
        if owner == speech.user:
            amount = play.game.purses(play.match.table)[seat].amount
            lines.insert(1, f"这局带来 {play.record.seats[seat].purse}，现在 {amount}，终局时入账。")
        else:
            lines.insert(1, "这局你是替人打的，输赢记在原来坐这里的人账上。")
    elif play is not None and seat is not None and play.game.currency == currency:
        lines.insert(1, f"这局不动这里的{currency}；桌上有没有、有多少，打「状态」看。")
    desk.reply(speech, "\n".join(lines))
    return True


async def show_privately(hall: Hall, speech: Speech, currency: str, more: bool) -> bool:
    """私聊查钱，而又不是正好坐在一局里：余额与哪一桌无关，不必说是哪一桌。"""
    lines = await account_lines(hall, speech.user, currency, more)
    hall.outlet.whisper(speech.incoming.bot, speech.user, Text("\n".join(lines)))
    return True
