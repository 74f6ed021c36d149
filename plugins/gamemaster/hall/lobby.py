"""等人的桌：谁坐下了、桌规、桌主；以及等人时的指令。"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.kernel import DATA, Game, Misread, OptionError, OptionLine, fold, number

from .house import House, default_house, house_lines, restore_house, set_house
from .seats import Seat, cast_of
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk
    from .settings import HallSettings

log = logging.getLogger(__name__)

PAIR = re.compile(r"([^\s=]+)\s*=\s*([^\s=]+)(?=\s|$)")
COMPUTER_NAMES = "甲乙丙丁戊己庚辛壬癸"


@dataclass(slots=True)
class Lobby:
    """等人的桌。"""

    game: Game
    host: str
    """桌主的 QQ 号。"""
    seats: list[Seat]
    options: Any
    house: House
    data: Any
    reached: dict[str, bool]
    """私聊是否送得到，`{QQ号: 是否}`。"""

    def dump(self) -> str:
        """写成存进库里的 JSON（数据不存，开局时用最新的）。"""
        return json.dumps(
            {
                "game": self.game.key,
                "host": self.host,
                "seats": [seat.row() for seat in self.seats],
                "options": self.game.dump_options(self.options),
                "hall": self.house.dump(),
                "reached": self.reached,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    @staticmethod
    def load(text: str, games: dict[str, Game], settings: HallSettings) -> Lobby:
        """从 `dump` 的结果读回来；读不了抛 `ValueError`、`KeyError` 或 `TypeError`。"""
        values = json.loads(text)
        game = games[values["game"]]
        return Lobby(
            game,
            str(values["host"]),
            [Seat.from_row(row) for row in values["seats"]],
            game.restore_options(values["options"]),
            restore_house(values["hall"], default_house(settings, game.timeouts)),
            game.load(DATA / game.key),
            {str(user): bool(reached) for user, reached in values["reached"].items()},
        )

    # ------------------------------------------------------------ 读
    def seat_of(self, user: str) -> int | None:
        """`user` 坐的位置。"""
        for index, seat in enumerate(self.seats):
            if seat.user == user:
                return index
        return None

    def limits(self) -> tuple[int, int]:
        """最少、最多几人。"""
        return self.game.seats(self.options, self.data)

    def free_marks(self) -> list[str]:
        """没人挑的棋子。"""
        taken = {seat.mark for seat in self.seats}
        return [token.mark for token in self.game.tokens if token.mark not in taken]

    def find_mark(self, word: str) -> str | None:
        """`word` 指的棋子；不认得为 `None`。"""
        word = fold(word)
        for token in self.game.tokens:
            if word in (token.mark, fold(token.mark)) or word in token.names:
                return token.mark
        return None

    def changed_options(self) -> list[str]:
        """与默认不同的桌规，`名=值`。"""
        plain = self.game.option_lines(self.game.default_options())
        usual = {line.name: line.value for line in plain}
        return [
            f"{line.name}={line.value}"
            for line in self.game.option_lines(self.options)
            if usual.get(line.name) != line.value
        ]

    def card(self, settings: HallSettings) -> list[str]:
        """座位卡。"""
        low, high = self.limits()
        lines = [f"{self.game.title} · 等人开局（{len(self.seats)} 人，{low}–{high} 人可开）"]
        for index, seat in enumerate(self.seats):
            notes: list[str] = []
            if seat.computer:
                notes.append(f"电脑·{seat.computer}")
            if seat.user == self.host:
                notes.append("桌主")
            if seat.user is not None and not self.reached.get(seat.user, False):
                notes.append("私聊未通")
            note = f"（{'，'.join(notes)}）" if notes else ""
            lines.append(f"{index + 1}. {seat.mark}{seat.name}{note}")
        changed = self.changed_options()
        usual = default_house(settings, self.game.timeouts)
        before = {line.name: line.value for line in house_lines(usual)}
        changed += [
            f"{line.name}={line.value}" for line in house_lines(self.house) if before[line.name] != line.value
        ]
        if changed:
            lines.append(f"桌规：{'、'.join(changed)}")
        if any(seat.user and not self.reached.get(seat.user, False) for seat in self.seats):
            lines.append(f"私聊未通的人：{how_to_reach()}")
        lines.append(self.next_step())
        return lines

    def next_step(self) -> str:
        """接下来打什么。"""
        low, high = self.limits()
        missing = low - len(self.seats)
        if missing > 0:
            return f"还差 {missing} 人：打「加入」入座，或桌主打「补位 {missing}」用电脑补齐。"
        if len(self.seats) > high:
            return f"多了 {len(self.seats) - high} 人：打「退出」，或桌主打「踢 N号」「补位 0」。"
        join = "打「加入」入座；" if len(self.seats) < high else ""
        return f"{join}桌主打「开始」。「选项」看桌规。"

    def add_computers(self, count: int, level: str) -> None:
        """电脑座位改成 `count` 个；新加的难度为 `level`。"""
        computers = [seat for seat in self.seats if seat.computer]
        for seat in computers[count:]:
            self.seats.remove(seat)
        for _ in range(count - len(computers)):
            names = {seat.name for seat in self.seats}
            name = next(
                (f"电脑{letter}" for letter in COMPUTER_NAMES if f"电脑{letter}" not in names), "电脑"
            )
            self.seats.append(Seat(None, name, "", level))


# ---------------------------------------------------------------- 共用
async def keep(desk: Desk) -> None:
    """存下这桌的样子（先落盘，再说话），并重新计闲置的时间。"""
    hall = desk.hall
    lobby = desk.lobby
    try:
        await hall.log.save_lobby(desk.bot, desk.group, None if lobby is None else lobby.dump())
    except Exception:
        # 等人的桌丢了可以重开，不值得因此停下；只是重启后会没有。
        log.exception("群 %s 的等人桌没存上", desk.group)
    desk.reseated()
    wind(desk)


def wind(desk: Desk) -> None:
    """重新计等人桌的闲置时间。"""
    if desk.expiry is not None:
        desk.expiry.cancel()
        desk.expiry = None
    lobby, seconds = desk.lobby, desk.hall.settings.lobby_seconds
    if lobby is None or seconds <= 0:
        return

    async def expire() -> bool:
        if desk.lobby is lobby:
            desk.lobby = None
            await keep(desk)
            desk.say([f"{lobby.game.title}等得太久没有动静，这桌收了。打「新游戏」重开。"])
        return True

    desk.expiry = desk.hall.alarms.set(seconds, lambda: desk.submit(expire))


def governs(desk: Desk, speech: Speech) -> bool:
    """能管这张等人桌：桌主或有管理权的人。"""
    return desk.lobby is not None and (speech.powers or desk.lobby.host == speech.user)


def only_host(desk: Desk, speech: Speech) -> None:
    """回一句「要桌主来」。"""
    assert desk.lobby is not None
    desk.reply(speech, f"这要桌主 {desk.named(desk.lobby.host)} 或管理员来打。")


def show_card(desk: Desk, first: Sequence[str] = ()) -> None:
    """在群里发座位卡。"""
    assert desk.lobby is not None
    desk.say([*first, *desk.lobby.card(desk.hall.settings)])


async def load_data(game: Game) -> Any:
    """读最新的数据文件；有错抛中文 `ValueError`。"""
    return await asyncio.to_thread(game.load, DATA / game.key)


async def greet(desk: Desk, user: str, text: str) -> bool:
    """试一次私聊，等到有结果或等够了为止；返回是否送到。"""
    hall = desk.hall
    future = desk.whisper(user, text)
    if not future.done():
        sleeping = asyncio.ensure_future(hall.clock.sleep(hall.settings.greeting_seconds))
        await asyncio.wait({future, sleeping}, return_when=asyncio.FIRST_COMPLETED)
        sleeping.cancel()
    if not future.done():
        # 晚到的结果也要记下来。
        future.add_done_callback(lambda done: _greeted_late(desk, user, done))
        return False
    return not future.cancelled() and future.exception() is None and future.result()


async def tried(desk: Desk, user: str, text: str) -> None:
    """再试一次私聊，不等；送到了就在群里说通了。"""
    future = desk.whisper(user, text)
    if not future.done():
        future.add_done_callback(lambda done: _greeted_late(desk, user, done))
    elif not future.cancelled() and future.exception() is None and future.result():
        await reached(desk, user)


def _greeted_late(desk: Desk, user: str, done: asyncio.Future[bool]) -> None:
    if done.cancelled() or done.exception() is not None or not done.result():
        return
    desk.submit(lambda: reached(desk, user))


async def reached(desk: Desk, user: str) -> bool:
    """`user` 的私聊通了。"""
    lobby = desk.lobby
    if lobby is None or lobby.seat_of(user) is None or lobby.reached.get(user):
        return True
    lobby.reached[user] = True
    await keep(desk)
    waiting = [seat for seat in lobby.seats if seat.user and not lobby.reached.get(seat.user)]
    rest = f"还有 {len(waiting)} 人没通。" if waiting else lobby.next_step()
    desk.say([f"{desk.named(user)} 的私聊通了。{rest}"])
    return True


def welcome(lobby: Lobby, group: str) -> str:
    """试私聊的那句话。"""
    text = f"{lobby.game.title}：你坐下了（群 {group}）。手牌会从这里发给你，出牌在群里、这里都行。"
    shop = lobby.game.workshop
    if shop is not None:
        text += f"\n开局前可以在这里打「{shop.showing}」看自己存着的，打「{shop.building}」做新的。"
    return text


# ---------------------------------------------------------------- 桌规的写法
def apply_options(lobby: Lobby, words: str) -> list[str]:
    """按 `名=值 名=值`（或 `名 值`）改桌规，要么全改要么全不改；返回改过的名字。

    Raises:
        OptionError: 读不懂，或值不对。
    """
    words = words.replace("，", " ").replace(",", " ").replace("、", " ").strip()
    if not words:
        return []
    pairs = [(found[1], found[2]) for found in PAIR.finditer(words)]
    leftover = PAIR.sub("", words).strip()
    parts = words.split()
    if not pairs and len(parts) == 2:
        pairs, leftover = [(parts[0], parts[1])], ""
    if leftover or not pairs:
        raise OptionError(f"「{leftover or words}」读不懂，要写成「选项 名=值」")
    options, house = lobby.options, lobby.house
    for name, value in pairs:
        changed = set_house(house, name, value)
        if changed is not None:
            house = changed
        else:
            options = lobby.game.set_option(options, name, value, lobby.data)
    lobby.options, lobby.house = options, house
    return [name for name, _ in pairs]


# ---------------------------------------------------------------- 入座与离座
async def join(desk: Desk, speech: Speech, rest: str) -> bool:
    """「加入 [棋子]」。"""
    lobby = desk.lobby
    if lobby is None:
        desk.reply(speech, "这个群还没有桌。打「新游戏」开一桌。")
        return True
    mark = ""
    if rest:
        found = lobby.find_mark(rest)
        marks = " ".join(lobby.free_marks())
        if found is None:
            desk.reply(
                speech, f"没有「{rest}」这个棋子。可挑：{marks}，如「加入 {marks[:1]}」，或只打「加入」。"
            )
            return True
        holder = next((seat for seat in lobby.seats if seat.mark == found), None)
        if holder is not None and holder.user != speech.user:
            desk.reply(speech, f"{found} 已经给了{holder.name}。还有：{marks}。")
            return True
        mark = found
    index = lobby.seat_of(speech.user)
    if index is not None:
        if not mark or lobby.seats[index].mark == mark:
            desk.reply(speech, f"你已经坐在 {index + 1} 号。{lobby.next_step()}")
            return True
        lobby.seats[index].mark = mark
        await keep(desk)
        show_card(desk, [f"{speech.name} 换成 {mark}。"])
        return True
    _, high = lobby.limits()
    if len(lobby.seats) >= high:
        if not any(seat.computer for seat in lobby.seats):
            desk.reply(speech, f"坐满了（最多 {high} 人）。等下一局吧。")
            return True
        # 真人来了就换下一个电脑。
        lobby.seats.remove(next(seat for seat in reversed(lobby.seats) if seat.computer))
    lobby.seats.append(Seat(speech.user, speech.name, mark))
    desk.reseated()
    lobby.reached[speech.user] = await greet(desk, speech.user, welcome(lobby, desk.group))
    await keep(desk)
    lines = []
    if not lobby.reached[speech.user]:
        lines.append(f"{speech.name} 坐下了，但私聊送不到。")
    show_card(desk, lines)
    return True


def how_to_reach() -> str:
    """私聊不通的人该做什么。"""
    return "请先加我好友，再私聊我「在」。"


async def leave(desk: Desk, speech: Speech, rest: str) -> bool:
    """「退出」。"""
    lobby = desk.lobby
    if lobby is None:
        desk.reply(speech, "已经开局。离开一会儿打「托管」；不玩了打「认输」，由电脑接手；想散伙打「中断」。")
        return True
    await remove(desk, speech.user, f"{speech.name} 退出了。")
    return True


async def remove(desk: Desk, user: str, line: str) -> None:
    """`user` 离开等人的桌；桌主走了就交给下一个真人，没人了就散。"""
    lobby = desk.lobby
    if lobby is None:
        return
    index = lobby.seat_of(user)
    if index is None:
        return
    del lobby.seats[index]
    lobby.reached.pop(user, None)
    humans = [seat for seat in lobby.seats if seat.user is not None]
    if not humans:
        desk.lobby = None
        await keep(desk)
        desk.say([f"{line}没有人了，这桌散了。打「新游戏」重开。"])
        return
    lines = [line]
    if lobby.host == user:
        lobby.host = humans[0].user or ""
        lines.append(f"桌主交给 {desk.named(lobby.host)}。")
    await keep(desk)
    show_card(desk, lines)


async def transfer(desk: Desk, speech: Speech, rest: str) -> bool:
    """「移交 @人」。"""
    lobby = desk.lobby
    if lobby is None:
        return False
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    try:
        index = cast_of(lobby.game, lobby.seats).find(rest)
    except Misread as error:
        desk.reply(speech, f"{error}。{error.advice}。")
        return True
    if index is None or lobby.seats[index].user is None:
        desk.reply(speech, "要移交给坐下的真人，如「移交 2号」或「移交 @他」。")
        return True
    lobby.host = lobby.seats[index].user or ""
    await keep(desk)
    desk.say([f"桌主现在是 {desk.named(lobby.host)}。{lobby.next_step()}"])
    return True


async def kick(desk: Desk, speech: Speech, rest: str) -> bool:
    """等人时的「踢 N号」。"""
    lobby = desk.lobby
    assert lobby is not None
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    try:
        index = cast_of(lobby.game, lobby.seats).find(rest)
    except Misread as error:
        desk.reply(speech, f"{error}。{error.advice}。")
        return True
    if index is None:
        desk.reply(speech, f"没有「{rest}」这个座位。打「状态」看座位，如「踢 2号」。")
        return True
    seat = lobby.seats[index]
    if seat.user is None:
        del lobby.seats[index]
        await keep(desk)
        show_card(desk, [f"{seat.name} 撤下了。"])
    else:
        await remove(desk, seat.user, f"{seat.name} 被请下了桌。")
    return True


# ---------------------------------------------------------------- 桌规与电脑
async def options(desk: Desk, speech: Speech, rest: str) -> bool:
    """「选项」列出；「选项 名」说能写什么；「选项 名=值」修改。"""
    asked = option_named(desk, rest)
    if asked is not None:
        allowed = f"能写：{asked.allowed}。" if asked.allowed else ""
        change = f"桌主打「选项 {asked.name}=值」来改。" if desk.lobby else "已经开局，不能再改。"
        _answer(desk, speech, [_shown(asked), allowed + change])
        return True
    lobby = desk.lobby
    if lobby is None:
        play = desk.play
        if play is None:
            return False
        lines = _option_lines(play.game, play.options, play.house)
        note = "已经开局，桌规不能再改。" if rest else "已经开局，不能再改。"
        _answer(desk, speech, [*lines, note])
        return True
    if not rest:
        lines = _option_lines(lobby.game, lobby.options, lobby.house)
        name, value = lines[0].split("=", 1)[0].split("・")[-1], "值"
        note = f"打「选项 {name}」看能写什么；桌主打「选项 {name}={value}」来改，可以一次改几条。"
        _answer(desk, speech, [*lines, note])
        return True
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    before = [line.split("：", 1)[0] for line in _option_lines(lobby.game, lobby.options, lobby.house)]
    try:
        names = apply_options(lobby, rest)
    except OptionError as error:
        desk.reply(speech, f"{error}。打「选项」看全部。")
        return True
    await keep(desk)
    changed = [line.split("：", 1)[0] for line in _option_lines(lobby.game, lobby.options, lobby.house)]
    shown = [line for line in changed if any(line.startswith(name) for name in names)]
    known = [line.split("=", 1)[0] for line in before]
    shown += [
        line
        for line in changed
        if line not in before and line not in shown and line.split("=", 1)[0] in known
    ]
    # 别的世代的桌规不列出来，也能先改好。
    shown = shown or [f"{name}（现在用不上，或没有变）" for name in names]
    desk.say([f"桌规改好：{'、'.join(shown)}。{lobby.next_step()}"])
    return True


def option_named(desk: Desk, name: str) -> OptionLine | None:
    """名字正好是 `name` 的桌规；没有为 `None`。"""
    current = desk.lobby or desk.play
    if current is None or not name:
        return None
    lines = [*current.game.option_lines(current.options), *house_lines(current.house)]
    return next((line for line in lines if fold(line.name) == fold(name)), None)


def _shown(line: OptionLine) -> str:
    return f"{line.name}={line.value}：{line.meaning}" + (f"（{line.clause}）" if line.clause else "")


def _option_lines(game: Game, values: Any, house: House) -> list[str]:
    return [_shown(line) for line in [*game.option_lines(values), *house_lines(house)]]


def _answer(desk: Desk, speech: Speech, lines: list[str]) -> None:
    if speech.private:
        desk.whisper(speech.user, "\n".join(lines), answering=True)
    else:
        desk.say(lines)


async def fill(desk: Desk, speech: Speech, rest: str) -> bool:
    """「补位 n [随机|普通]」：电脑座位改成 n 个；不写 n 则补到够开局。"""
    lobby = desk.lobby
    if lobby is None:
        return False
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    levels = list(lobby.game.players)
    level = next((each for each in levels if each in rest), None)
    if level is None:
        preferred = desk.hall.settings.autopilot_level
        level = preferred if preferred in levels else levels[0] if levels else ""
        words = rest
    else:
        words = rest.replace(level, "", 1)
    words = words.strip().removesuffix("个").removesuffix("位").strip()
    humans = sum(seat.user is not None for seat in lobby.seats)
    low, high = lobby.limits()
    count = max(low - humans, 1) if not words else number(words)
    if count is None or not levels:
        desk.reply(
            speech,
            f"要写几个电脑，如「补位 2」「补位 1 {levels[0] if levels else ''}」；难度有：{'、'.join(levels) or '无'}。",
        )
        return True
    if humans + count > high:
        desk.reply(speech, f"最多 {high} 人，现在 {humans} 个真人，电脑最多补 {high - humans} 个。")
        return True
    lobby.add_computers(count, level)
    await keep(desk)
    show_card(desk)
    return True


async def thin(desk: Desk, speech: Speech, rest: str) -> bool:
    """「减位」：撤下一个电脑。"""
    lobby = desk.lobby
    if lobby is None:
        return False
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    computers = sum(bool(seat.computer) for seat in lobby.seats)
    if not computers:
        desk.reply(speech, "没有电脑座位可减。要请人下桌打「踢 N号」。")
        return True
    lobby.add_computers(computers - 1, "")
    await keep(desk)
    show_card(desk)
    return True


async def disband(desk: Desk, speech: Speech, rest: str) -> bool:
    """「解散」等人的桌。"""
    lobby = desk.lobby
    if lobby is None:
        desk.reply(speech, "已经开局。要散伙打「中断」，过半数同意就散。")
        return True
    if not governs(desk, speech):
        only_host(desk, speech)
        return True
    desk.lobby = None
    await keep(desk)
    desk.say(["这桌散了。打「新游戏」重开。"])
    return True
