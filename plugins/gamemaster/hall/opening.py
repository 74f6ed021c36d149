"""开桌、开局、再来一局。"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

from games.kernel import Match, OptionError, Table
from plugins.gamemaster.store.errors import StoreOverdrawn
from plugins.gamemaster.store.records import MatchRecord

from .house import default_house, restore_house
from .lobby import (
    Lobby,
    apply_options,
    governs,
    greet,
    how_to_reach,
    keep,
    load_data,
    only_host,
    show_card,
    welcome,
    wind,
)
from .play import Play, dump_rules
from .playing import began, dissolve
from .purses import fill_purses
from .registry import find_game
from .seats import Seat
from .speech import Speech
from .workshops import belongings_of, fill_belongings

if TYPE_CHECKING:
    from .desk import Desk

log = logging.getLogger(__name__)

BRINGING = 5
"""几个群同时开局抢着带同一个人的钱时，最多重看几次余额。"""


async def open_table(desk: Desk, speech: Speech, rest: str) -> bool:
    """「新游戏 落叶长跑 选项=值…」。"""
    hall = desk.hall
    if desk.play is not None and not desk.play.users():
        # 真人都离席的旧局不该占着群。
        await dissolve(desk, "system", "", "真人都离席了，上一局到此为止。")
    if desk.play is not None or desk.wreck is not None:
        desk.reply(speech, "这个群正有一局。打「状态」看局面；要换新的，先打「中断」（过半数同意）。")
        return True
    if desk.lobby is not None:
        if not rest or find_game(hall.games, rest) is None:
            show_card(desk, ["已经有一桌在等人："])
        else:
            desk.reply(speech, "已经有一桌在等人，打「加入」；桌主打「解散」才能换。")
        return True
    if not hall.games:
        desk.reply(speech, "还没有装任何游戏。")
        return True
    found = find_game(hall.games, rest)
    if found is None:
        titles = [game.title for game in hall.games.values()]
        if rest and "=" not in rest:
            desk.reply(speech, f"没有「{rest}」这个游戏。有：{'、'.join(titles)}。打「新游戏 {titles[0]}」。")
            return True
        if len(titles) > 1:
            desk.reply(speech, f"要玩哪个？有：{'、'.join(titles)}。打「新游戏 {titles[0]}」。")
            return True
        found = next(iter(hall.games.values())), rest
    game, words = found
    try:
        data = await load_data(game)
    except ValueError as error:
        desk.reply(speech, f"{game.title}的数据有错，开不了：{error}")
        return True
    lobby = Lobby(
        game,
        speech.user,
        [Seat(speech.user, speech.name)],
        game.default_options(),
        default_house(hall.settings, game.timeouts),
        data,
        {},
    )
    try:
        apply_options(lobby, words)
    except OptionError as error:
        desk.reply(speech, f"{error}。打「新游戏 {game.title}」先开桌，再打「选项」慢慢改。")
        return True
    desk.lobby = lobby
    desk.reseated()
    lobby.reached[speech.user] = await greet(desk, speech.user, welcome(lobby, desk.group))
    await keep(desk)
    show_card(desk)
    return True


async def start(desk: Desk, speech: Speech, rest: str) -> bool:
    """「开始」：人够、私聊都通才开，否则说缺什么。"""
    lobby = desk.lobby
    if lobby is None:
        return False
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    low, high = lobby.limits()
    if not low <= len(lobby.seats) <= high:
        desk.reply(speech, lobby.next_step())
        return True
    unreached = [seat for seat in lobby.seats if seat.user and not lobby.reached.get(seat.user)]
    for seat in unreached:
        assert seat.user is not None
        lobby.reached[seat.user] = await greet(desk, seat.user, welcome(lobby, desk.group))
    unreached = [seat for seat in unreached if seat.user and not lobby.reached.get(seat.user)]
    if unreached:
        await keep(desk)
        names = "、".join(f"{seat.mark}{seat.name}" for seat in unreached)
        desk.say(
            [f"还不能开：{names} 的私聊送不到，手牌发不出去。{how_to_reach()}通了再打「开始」。"],
            [seat.user for seat in unreached if seat.user],
        )
        return True
    hall, game = desk.hall, lobby.game
    try:
        data = await load_data(game)
        lobby.data = data
        low, high = lobby.limits()
    except ValueError as error:
        desk.reply(speech, f"{game.title}的数据有错，开不了：{error}")
        return True
    if not low <= len(lobby.seats) <= high:
        desk.reply(speech, lobby.next_step())
        return True
    free = lobby.free_marks()
    seats = [Seat.from_row(seat.row()) for seat in lobby.seats]
    for seat in seats:
        if game.tokens and not seat.mark:
            seat.mark = free.pop(0) if free else ""
    try:
        record, match = await _create(desk, lobby, data, seats)
    except OptionError as error:
        # 开桌以后数据改了，当时选的没有了。
        desk.reply(speech, f"{error}。打「选项」看全部，改好再打「开始」。")
        return True
    except Exception:
        log.exception("群 %s 的新对局没存上", desk.group)
        desk.reply(speech, "没能存盘，没有开成。请再打「开始」；总是这样就请管理员看看磁盘。")
        return True
    try:
        # 重启后，协议端可能把上一局里的话再送一遍；那些话不算这一局的。
        desk.handled = await hall.log.messages(record.id)
    except Exception:
        log.exception("群 %s 上一局处理过的消息读不出来", desk.group)
    play = Play(
        hall.log,
        hall.clock,
        game,
        record,
        lobby.options,
        lobby.house,
        data,
        seats,
        match,
        snapshot_moves=hall.settings.snapshot_moves,
        autopilot_level=hall.settings.autopilot_level,
    )
    desk.lobby = None
    desk.play = play
    wind(desk)
    desk.reseated()
    desk.forget_prompts()
    await began(desk, speech)
    return True


async def _create(desk: Desk, lobby: Lobby, data: Any, seats: list[Seat]) -> tuple[MatchRecord, Match[Table]]:
    """发牌、存盘；用钱的局先看各人能带多少。

    Raises:
        StoreError: 没有存成。
    """
    hall, game = desk.hall, lobby.game
    allowance = game.allowance(lobby.options, data)
    record = MatchRecord(
        0,
        desk.bot,
        desk.group,
        game.key,
        hall.seed(),
        dump_rules(game, lobby.options, lobby.house),
        game.dump_data(data),
        [seat.record() for seat in seats],
        hall.settings.version,
        "playing",
        hall.clock.now(),
        "" if allowance is None else game.currency,
    )
    if game.workshop is not None:
        await fill_belongings(hall.log, record)
    marks = [seat.mark for seat in seats]
    for attempt in range(BRINGING):
        if allowance is not None:
            await fill_purses(hall.log, record, allowance)
        table = game.opening(record.seed, marks, lobby.options, data, record.amounts(), belongings_of(record))
        try:
            record.id = await hall.log.create_match(record, allowance or 0)
        except StoreOverdrawn:
            # 同一时刻他在另一个群也开了局，先到的带走了；照剩下的重新发。
            if attempt + 1 == BRINGING:
                raise
            continue
        return record, Match(table)
    raise AssertionError("上面不是返回就是抛出")


async def again(desk: Desk, speech: Speech, rest: str) -> bool:
    """「再来」：照上一局的座位与桌规再开一桌。上一局没有他就不理。"""
    hall = desk.hall
    if desk.lobby is not None or desk.play is not None or desk.wreck is not None:
        return False
    records = await hall.log.finished(desk.group, 1)
    if not records:
        if speech.explicit:
            desk.reply(speech, "这个群还没有玩过。打「新游戏」开一桌。")
        return speech.explicit
    record = records[0]
    if not speech.explicit and all(seat.user != speech.user for seat in record.seats):
        return False
    game = hall.games.get(record.game)
    if game is None:
        desk.reply(speech, f"没有装着上次的游戏「{record.game}」。打「新游戏」开别的。")
        return True
    try:
        data = await load_data(game)
    except ValueError as error:
        desk.reply(speech, f"{game.title}的数据有错，开不了：{error}")
        return True
    usual = default_house(hall.settings, game.timeouts)
    try:
        values = json.loads(record.options)
        options, house = game.restore_options(values["game"]), restore_house(values.get("hall", {}), usual)
    except Exception:
        log.exception("对局 %s 的桌规读不回来", record.id)
        options, house = game.default_options(), usual
    seats = [Seat.from_record(seat) for seat in record.seats]
    for seat in seats:
        seat.autopilot = False
    if all(seat.user != speech.user for seat in seats):
        seats.insert(0, Seat(speech.user, speech.name))
    lobby = Lobby(game, speech.user, seats, options, house, data, {})
    for seat in seats:
        if seat.user is not None:
            lobby.reached[seat.user] = hall.reachable(desk.bot, seat.user)
    desk.lobby = lobby
    desk.reseated()
    if not lobby.reached[speech.user]:
        lobby.reached[speech.user] = await greet(desk, speech.user, welcome(lobby, desk.group))
    await keep(desk)
    show_card(desk, ["照上一局的座位与桌规："])
    return True
