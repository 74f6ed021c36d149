"""对局之外做的东西（如自己构筑的卡组）：看、做、存，开局时带上桌。

做的时候不碰任何一桌：坐没坐着、轮没轮到都一样；一个人的话排着队一句句办，办完存盘才回话。
里面是什么只私聊给本人；群里至多说有哪几件。
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.kernel import DATA, Belongings, Game, Shelf
from plugins.gamemaster.store.api import Log
from plugins.gamemaster.store.errors import StoreError
from plugins.gamemaster.store.records import MatchRecord, ShelfRecord

from .actor import Actor
from .lobby import load_data
from .messages import Text
from .paragraphs import split_lines
from .play import Play
from .registry import find_game
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk
    from .hall import Hall

log = logging.getLogger(__name__)

HANDLED = 16
"""记住最近几条改过东西的消息，重启后再送来不会改两遍。"""
ECHOES = 1024
"""最多记住多少人最近一句没有改动什么的话。"""


@dataclass(frozen=True, slots=True)
class Craft:
    """一句话用的是哪个词，说给哪些游戏（词相同的可能有几个）。"""

    word: str
    building: bool
    rest: str
    """词后面的字。"""
    glued: bool
    """与词之间没有空格。"""
    games: tuple[Game, ...]


class Workbenches:
    """大厅里的全部工作台：认词，一人一个队列。"""

    def __init__(self, hall: Hall, games: Sequence[Game]) -> None:
        self.hall = hall
        words: dict[tuple[str, bool], list[Game]] = {}
        for game in games:
            if game.workshop is not None:
                words.setdefault((game.workshop.showing, False), []).append(game)
                words.setdefault((game.workshop.building, True), []).append(game)
        self._words = {key: tuple(users) for key, users in sorted(words.items())}
        self.openers = tuple(word for word, _ in self._words)
        """说给工作台的话以这些词开头；没有桌的群里也听。"""
        self._queues: dict[str, Actor] = {}
        self._data: dict[str, tuple[Any, Any]] = {}
        self._echoes: dict[str, tuple[str, float]] = {}

    def asked(self, text: str) -> Craft | None:
        """`text` 是不是说给工作台的；不是为 `None`。"""
        for (word, building), games in self._words.items():
            if text.startswith(word):
                rest = text[len(word) :]
                return Craft(word, building, rest.strip(), bool(rest) and rest[0] != " ", games)
        return None

    def topic(self, word: str) -> Game | None:
        """「帮助 构筑」里的词是哪个游戏的；不是为 `None`。"""
        return next((games[0] for (known, _), games in self._words.items() if known == word), None)

    async def guide(self, game: Game) -> list[str]:
        """怎么用。"""
        assert game.workshop is not None
        try:
            return list(game.workshop.guide(await self.data(game)))
        except ValueError as error:
            return [f"数据有错，暂时用不了：{error}"]

    async def settled(self) -> None:
        """等到各人的队列都空了。"""
        while self._queues:
            for actor in list(self._queues.values()):
                await actor.settled()

    # ------------------------------------------------------------ 私聊
    async def hear(self, speech: Speech, craft: Craft) -> bool:
        """办一句私聊。"""
        user = speech.user
        actor = self._queues.get(user)
        if actor is None:
            actor = self._queues[user] = Actor(_unexpected, lambda: self._queues.pop(user, None))
        if len(actor) >= self.hall.settings.queue_length:
            return True
        return await actor.submit(lambda: self._hear(speech, craft))

    async def _hear(self, speech: Speech, craft: Craft) -> bool:
        settings = self.hall.settings
        now = self.hall.clock.elapsed()
        said, at = self._echoes.get(speech.user, ("", 0.0))
        if said == speech.text and now - at < settings.repeat_seconds:
            return True
        try:
            lines, changed = await self._work(speech, craft)
        except ValueError as error:
            lines, changed = [f"数据有错，暂时用不了：{error}"], False
        except StoreError as error:
            log.error("%s 的「%s」没有存下：%s", speech.user, craft.word, error)
            lines, changed = ["没能存盘，刚才这句没有生效，请再打一次。"], False
        except Exception:
            log.exception("%s 的「%s」出错", speech.user, craft.word)
            lines, changed = ["出了点问题，刚才这句没有生效。"], False
        if changed:
            self._echoes.pop(speech.user, None)
        else:
            if len(self._echoes) >= ECHOES:
                self._echoes.clear()
            self._echoes[speech.user] = (speech.text, now)
        self._answer(speech, lines)
        return True

    async def _work(self, speech: Speech, craft: Craft) -> tuple[Sequence[str], bool]:
        """办一句：`(回话, 有没有改动)`。"""
        game, rest = self._chosen(speech, craft)
        if game is None or game.workshop is None:
            return [_which(craft)], False
        store = self.hall.log
        data = await self.data(game)
        record = await store.shelf(speech.user, game.key)
        if speech.key and speech.key in record.handled:
            return [], True
        shelf = Shelf(record.things, record.draft, record.last)
        # 落单的代理字符存不进库，也发不出去。
        rest = rest.encode("utf-8", "ignore").decode("utf-8")
        if not craft.building:
            return game.workshop.show(rest, shelf, data), False
        lines, worked = game.workshop.work(rest, shelf, data)
        if worked == shelf:
            return lines, False
        handled = [*record.handled, *([speech.key] if speech.key else [])][-HANDLED:]
        saved = ShelfRecord(worked.things, worked.draft, worked.last, handled)
        await store.save_shelf(speech.user, game.key, saved, last=worked.last != shelf.last)
        return lines, True

    def _answer(self, speech: Speech, lines: Sequence[str]) -> None:
        settings = self.hall.settings
        for part in split_lines(lines, settings.message_lines * 2, settings.message_letters):
            self.hall.outlet.whisper(speech.incoming.bot, speech.user, Text(part))

    # ------------------------------------------------------------ 群里
    async def overheard(self, desk: Desk, speech: Speech, craft: Craft) -> bool:
        """群里的一句：看有哪几件，或请他到私聊里做；像闲话的不理。"""
        if craft.building:
            first = craft.rest.split(" ")[0]
            verbs = [verb for game in craft.games if game.workshop for verb in game.workshop.verbs]
            if craft.rest and not speech.explicit and (craft.glued or first not in verbs):
                return False
            # 不照办，也不复述：他写的是要保密的。
            desk.reply(speech, f"「{craft.word}」在私聊里打，别人看不到。私聊我「{craft.word}」。")
            return True
        game, rest = self._chosen(speech, craft)
        if (craft.glued or len(rest) > 12) and not speech.explicit:
            return False
        if game is None or game.workshop is None:
            if not rest or speech.explicit:
                desk.reply(speech, _which(craft))
            return not rest or speech.explicit
        record = await self.hall.log.shelf(speech.user, game.key)
        if rest and rest not in record.things and not speech.explicit:
            return False
        shelf = Shelf(record.things, record.draft, record.last)
        try:
            lines = list(game.workshop.glance(shelf, await self.data(game)))
        except ValueError as error:
            lines = [f"数据有错，暂时用不了：{error}"]
        desk.reply(speech, "\n".join(lines))
        return True

    # ------------------------------------------------------------ 哪个游戏、用哪份数据
    def _chosen(self, speech: Speech, craft: Craft) -> tuple[Game | None, str]:
        """说给哪个游戏、其余的字：写明的，只有一个的，他正坐着的；说不准为 `None`。"""
        found = find_game({game.key: game for game in craft.games}, craft.rest) if craft.rest else None
        # 紧接着别的字的不是游戏名：卡组可以叫「极光速攻」。
        if found is not None and (not found[1] or craft.rest.removesuffix(found[1]).endswith(" ")):
            return found
        if len(craft.games) == 1:
            return craft.games[0], craft.rest
        seated = {
            game.key: game
            for desk in self.hall.desks_of(speech.user)
            if (game := desk.play.game if desk.play else desk.lobby.game if desk.lobby else None)
            in craft.games
            and game is not None
        }
        return (next(iter(seated.values())) if len(seated) == 1 else None), craft.rest

    async def data(self, game: Game) -> Any:
        """最新的数据；文件没有变就不重读。有错抛中文 `ValueError`。"""
        stamp = _stamp(DATA / game.key)
        kept = self._data.get(game.key)
        if kept is None or kept[0] != stamp:
            kept = self._data[game.key] = (stamp, await load_data(game))
        return kept[1]


async def _unexpected(error: Exception) -> None:
    log.error("工作台出错", exc_info=error)


def _stamp(folder: Path) -> tuple[tuple[str, int], ...]:
    """文件夹里各个文件的修改时刻。"""
    return tuple(sorted((str(path), path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()))


def _which(craft: Craft) -> str:
    titles = [game.title for game in craft.games]
    return f"哪个游戏的？打「{craft.word} {titles[0]}」，能写：{'、'.join(titles)}。"


# ---------------------------------------------------------------- 开局与用过
async def fill_belongings(store: Log, record: MatchRecord) -> None:
    """把各人存着的填进 `record` 的座位，与对局一起存；电脑座位是空的。"""
    for seat in record.seats:
        if seat.user is not None:
            shelf = await store.shelf(seat.user, record.game)
            seat.things, seat.last = shelf.things, shelf.last


def belongings_of(record: MatchRecord) -> list[Belongings]:
    """开局时各座位带上桌的。"""
    return [Belongings(dict(seat.things), seat.last) for seat in record.seats]


def used_in(play: Play) -> list[str]:
    """各座位这一局用的是哪一件；没有这回事、说不出来为空列表。"""
    if play.game.workshop is None:
        return []
    try:
        return list(play.game.used(play.match.table))
    except Exception:
        log.exception("对局 %s 用了哪一件说不出来", play.record.id)
        return []


async def remember(play: Play) -> None:
    """这一局刚选了用哪一件：记在开局时坐这个座位的人名下，下一局的默认看它。没记下不影响对局。"""
    before, used = play.used, used_in(play)
    play.used = used
    for number, name in enumerate(used):
        user = play.record.seats[number].user
        if user is None or not name or (number < len(before) and before[number] == name):
            continue
        try:
            await play.log.save_last(user, play.record.game, name)
        except Exception:
            log.exception("对局 %s 用了哪一件没记下", play.record.id)
