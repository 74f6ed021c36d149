"""规则、帮助、版本：查书，不碰对局。"""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from games.kernel import DATA, Game
from games.kernel.rulebook import Rulebook, parse

from .playing import answer
from .registry import find_game
from .speech import Speech

if TYPE_CHECKING:
    from .desk import Desk

log = logging.getLogger(__name__)

NUMBER = re.compile(r"[A-Za-z]{0,3}\d{1,3}(?:[.。·]\d{1,3})?")

TOPICS: dict[str, tuple[str, ...]] = {
    "开桌": (
        "「新游戏 {title}」开桌，后面可跟「选项=值」。",
        "「加入」入座，「加入 红」挑棋子，「退出」离座。",
        "桌主：「选项 名=值」「补位 2」「减位」「踢 N号」「移交 N号」「开始」「解散」。",
    ),
    "对局": (
        "轮到你时照私聊里的题面打字，打号也行；在群里、私聊里都可以。",
        "「状态」「棋盘」看局面，「手牌」把手牌私聊给你。",
        "「托管」离开一会儿，「催」催人，「悔棋」退自己一步，「认输」交给电脑，「中断」表决散伙。",
    ),
    "管理": (
        "管理员直接办，本桌的人打了就是提议，过半数同意就办：",
        "「重置」从日志重建，「重置 3」退 3 步，「重置 轮」退一段，「重置 解散」散掉。",
        "「跳过」「代打 2号 结束」「换人 2号 @新人」「踢 2号」「暂停」「继续」「延时 5」「诊断」。",
    ),
    "私聊": (
        "手牌只从私聊给。先加我好友，再私聊我「在」。",
        "坐着几桌时，私聊打「群 1 手牌」说明是哪一桌。",
    ),
    "选项": (
        "「选项」看桌规，「选项 名=值」改，一次可改几条，如「选项 出牌限时=5分 提醒=1分」。",
        "限时写 90、90秒、3分，0 为不限。",
    ),
}


def rulebook(desk: Desk, game: Game) -> Rulebook | None:
    """一个游戏的规则书；没有或写法有错为 `None`（写进日志）。"""
    path = DATA / game.key / "rulebook.md"
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        stamp = 0
    kept = desk.hall.rulebooks.get(game.key)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    try:
        book = parse(game.rulebook(), path.name)
    except (OSError, ValueError):
        log.exception("%s的规则书读不了", game.title)
        return None
    desk.hall.rulebooks[game.key] = (stamp, book)
    return book


def current_game(desk: Desk) -> Game | None:
    """这桌正在玩或要玩的；没有桌而只装了一个游戏就是它。"""
    if desk.play is not None:
        return desk.play.game
    if desk.lobby is not None:
        return desk.lobby.game
    games = list(desk.hall.games.values())
    return games[0] if len(games) == 1 else None


async def rules(desk: Desk, speech: Speech, rest: str) -> bool:
    """「规则」「规则 落叶长跑」「规则 L4.4」「规则 沼泽」。"""
    games = desk.hall.games
    found = find_game(games, rest) if rest else None
    if found is not None:
        game, query = found
    else:
        game, query = current_game(desk), rest
        if game is None:
            # 条号的字母说明是哪本书。
            for each in games.values():
                book = rulebook(desk, each)
                if book is not None and query and book.clause(query) is not None:
                    game = each
                    break
    if game is None:
        titles = list(games.values())
        if not titles:
            answer(desk, speech, ["还没有装任何游戏。"])
            return True
        answer(
            desk,
            speech,
            [f"看哪个游戏的？如「规则 {titles[0].title}」。有：{'、'.join(each.title for each in titles)}。"],
        )
        return True
    book = rulebook(desk, game)
    if book is None:
        answer(desk, speech, [f"{game.title}的规则书暂时看不了。"])
        return True
    answer(desk, speech, [book.answer(query)])
    return True


async def guide(desk: Desk, speech: Speech, rest: str) -> bool:
    """「帮助 [主题]」：短，看现在用得上的。"""
    known = current_game(desk) or next(iter(desk.hall.games.values()), None)
    title = known.title if known is not None else "游戏名"
    usage = known.usage if known is not None else ()
    if rest in TOPICS:
        lines = (*TOPICS[rest], *(usage if rest == "对局" else ()))
        answer(desk, speech, [line.replace("{title}", title) for line in lines])
        return True
    crafting = desk.hall.workbenches.topic(rest) if rest else None
    if crafting is not None:
        answer(desk, speech, await desk.hall.workbenches.guide(crafting))
        return True
    if desk.play is not None:
        lines = (*TOPICS["对局"], *usage)
    elif desk.lobby is not None:
        lines = TOPICS["开桌"]
    else:
        titles = "、".join(game.title for game in desk.hall.games.values()) or "还没有装游戏"
        lines = (f"能玩：{titles}。", *TOPICS["开桌"][:2])
    if known is not None and known.queries:
        lines = (*lines, "".join(f"「{word}」" for word in known.queries) + "随时可查。")
    if known is not None and known.workshop is not None:
        shop = known.workshop
        lines = (
            *lines,
            f"「{shop.showing}」看自己存着的，私聊「{shop.building}」做新的：「帮助 {shop.building}」。",
        )
    if known is not None and known.currency:
        lines = (*lines, f"「{known.currency}」看自己的余额，「{known.currency} 记录」看进出。")
    more = "".join(f"「帮助 {topic}」" for topic in TOPICS)
    answer(desk, speech, [*(line.replace("{title}", title) for line in lines), f"还有{more}「规则」。"])
    return True


async def version(desk: Desk, speech: Speech, rest: str) -> bool:
    """「版本」。"""
    titles = "、".join(game.title for game in desk.hall.games.values()) or "无"
    answer(desk, speech, [f"群桌 {desk.hall.settings.version}，装着：{titles}。"])
    return True


def fits_topic(rest: str) -> bool:
    """`rest` 是条号的样子。"""
    return NUMBER.fullmatch(rest) is not None
