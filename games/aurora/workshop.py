"""构筑卡组（A8.2）：群里、私聊的「卡组」，私聊的「构筑 …」。

一个人有至多 `CAPACITY` 副存着的，和一副正在改的（草稿）。不合 A8.1 的也存得下，只是对局里不能用。
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.aurora.decks import (
    PRESET,
    Counts,
    Deck,
    DeckMisread,
    Pool,
    check,
    faults_of,
    pool_of,
    read_counts,
    read_line,
    tidy,
    write_counts,
    write_line,
)
from games.aurora.options import STANDARD
from games.kernel import Shelf, Worked, Workshop, number

CAPACITY = 20
"""至多存几副。"""
LONGEST_NAME = 12
"""卡组的名字至多几个字。"""
SHOWING = "卡组"
BUILDING = "构筑"

KINDS = ("通用", "专属", "士兵", "技能")
"""「构筑 可选」后面能写的类。"""

VERBS = (
    "新建", "加", "减", "士兵", "列表", "看", "可选", "保存", "编辑", "打开", "改名", "删除", "导出", "导入", "复制预组", "预组",
    "卡池", "放弃",
)  # fmt: skip


def guide_of(pool: Pool) -> list[str]:
    """怎么构筑；举的例子都是表里现有的。"""
    hero, card = _first(pool.heroes), _first(pool.cards)
    return [
        "构筑卡组，全在私聊里打：",
        f"「构筑 新建 {hero}」开一副，「构筑 复制预组 {hero}」从预组改起。",
        f"「构筑 可选」看能放什么，「构筑 看 {card}」看写的什么。",
        f"「构筑 加 {card} 2」「构筑 减 {card}」，一次可写几种；士兵也一样。",
        "「构筑 看」看还差什么；「构筑 保存 名字」存下，随时可存。",
        "「卡组」看存着的；「构筑 编辑 名字」「构筑 改名 旧 新」「构筑 删除 名字」。",
        "「构筑 导出」给一行文字，发给别人；「构筑 导入 那行文字」照着建。「构筑 放弃」丢掉没存的。",
    ]


def _guide(pool: Pool, data: Any) -> list[str]:
    other = next(iter(data.pools), "")
    more = [f"「构筑 卡池 {other}」照另一套牌表构筑。"] if other else []
    return [*guide_of(pool), *more]


def _first(names: Iterable[str]) -> str:
    return next(iter(names), "名字")


class Refusal(ValueError):
    """没有照办；`lines` 说为什么、该打什么。"""

    def __init__(self, *lines: str) -> None:
        super().__init__(*lines)
        self.lines = lines


@dataclass(frozen=True, slots=True)
class Draft:
    """正在改的一副。"""

    deck: Deck
    name: str = ""
    """从存着的哪一副改起、或上次存成了什么；还没有名字为空。"""
    pool: str = ""
    """照哪个卡池构筑；随项目发布的那套为空。"""

    def written(self) -> str:
        """写进 `Shelf.draft` 的样子。"""
        return f"{self.name}\t{self.pool}\n{write_line(self.deck)}"


def draft_of(shelf: Shelf) -> Draft | None:
    """读回正在改的；没有、读不懂为 `None`。"""
    head, _, line = shelf.draft.partition("\n")
    name, _, pool = head.partition("\t")
    try:
        return Draft(read_line(line), name, pool) if line else None
    except DeckMisread:
        return None


def saved(draft: Draft, shelf: Shelf) -> bool:
    """正在改的与存着的一样，丢掉也不可惜。"""
    return shelf.things.get(draft.name) == write_line(draft.deck)


def pools_of(data: Any) -> dict[str, Pool]:
    """各个卡池，随项目发布的那套在前、名字为空。"""
    return {
        "": pool_of(data),
        **{name: replace(pool_of(each), title=name) for name, each in data.pools.items()},
    }


def home_of(text: str, pools: dict[str, Pool]) -> Pool:
    """一行文字照哪个卡池看：头一个它合 A8.1 的；都不合就是随项目发布的那套。"""
    return next((pool for pool in pools.values() if not faults_of(text, pool)), pools[""])


class AuroraWorkshop(Workshop):
    """极光战棋的卡组。"""

    showing = SHOWING
    building = BUILDING
    verbs = frozenset(VERBS)

    # ------------------------------------------------------------ 看
    def guide(self, data: Any) -> Sequence[str]:
        return _guide(pool_of(data), data)

    def glance(self, shelf: Shelf, data: Any) -> Sequence[str]:
        if not shelf.things:
            return ["你还没有存过卡组，可以用预组；私聊我「构筑」做自己的。"]
        pool = pool_of(data)
        names = [_titled(name, text, pool) for name, text in shelf.things.items()]
        return [f"你存着 {len(names)} 副：{'、'.join(names)}。里面是什么，私聊我「卡组」看。"]

    def show(self, rest: str, shelf: Shelf, data: Any) -> Sequence[str]:
        pools = pools_of(data)
        pool = pools[""]
        try:
            if rest:
                if rest in pool.presets:
                    return _contents(rest, pool.presets[rest], pool)
                name = _named(rest, shelf)
                return _saved_contents(name, shelf.things[name], home_of(shelf.things[name], pools))
        except Refusal as refusal:
            return refusal.lines
        lines: list[str] = []
        for place, (name, text) in enumerate(shelf.things.items(), start=1):
            used = "，上次用的" if name == shelf.last else ""
            home = home_of(text, pools)
            faults = faults_of(text, home)
            state = (
                f"：不能用，{faults[0]}（A8.1）"
                if faults
                else f"：用在卡池 {home.title}"
                if home.title
                else ""
            )
            lines.append(f"{place}. {_titled(name, text, pool)}{used}{state}")
        draft = draft_of(shelf)
        if not lines and draft is None:
            return ["你还没有存过卡组，可以用预组。", *_guide(pool, data)]
        if lines:
            lines = [f"存着 {len(shelf.things)} 副（至多 {CAPACITY} 副）：", *lines]
            lines.append("打「卡组 1」看里面，「构筑 编辑 1」接着改；写号、写名字都行。")
        if draft is not None and not saved(draft, shelf):
            lines.append(
                f"还有一副没存的：{_summary(draft.deck, pools.get(draft.pool, pool))}。打「构筑 看」。"
            )
        return lines

    # ------------------------------------------------------------ 做
    def work(self, rest: str, shelf: Shelf, data: Any) -> Worked:
        pools = pools_of(data)
        draft = draft_of(shelf)
        # 正在改的照哪个卡池，新开的也照它；那个卡池没有了就照随项目发布的。
        pool = pools.get(draft.pool, pools[""]) if draft is not None else pools[""]
        faces = pool_data(data, pool.title)
        if not rest:
            now = [] if draft is None else [f"正在改：{_summary(draft.deck, pool)}。"]
            return Worked([*_guide(pool, data), *now], shelf)
        verb = _verb_of(rest)
        words = rest[len(verb) :].strip()
        steps: dict[str, Callable[[str, Shelf, Pool], Worked]] = {
            "新建": _start,
            "加": _add,
            "减": _take,
            "士兵": _soldiers,
            "列表": _look,
            "看": _look,
            "可选": _choices,
            "保存": _save,
            "改名": _rename,
            "删除": _delete,
            "导出": _export,
            "导入": _import,
            "复制预组": _copy_preset,
            "预组": _presets,
            "放弃": _abandon,
        }
        try:
            if verb in ("可选", "看") and words:
                return Worked(_faces(words, shelf, pool, faces), shelf)
            if verb == "卡池":
                return _switch(words, shelf, pools)
            if verb == "编辑" or verb == "打开":
                return _edit(words, shelf, pools)
            if verb not in steps:
                known = "、".join(VERBS)
                raise Refusal(f"没读懂「{_short(rest)}」。「构筑」后面能打：{known}。")
            return steps[verb](words, shelf, pool)
        except DeckMisread as error:
            return Worked([f"没读懂：{error}。"], shelf)
        except Refusal as refusal:
            return Worked(refusal.lines, shelf)


WORKSHOP = AuroraWorkshop()
"""交给大厅的那一个。"""


# ---------------------------------------------------------------- 各个动词
def _start(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「新建 英雄」。"""
    hero = _resolved(words, pool.heroes, "英雄", "构筑 新建")
    lines = [
        f"开了一副{hero}的（{pool.heroes[hero]}）。打「构筑 可选」看能放什么，「构筑 加 名字 张数」放进去。",
        f"要卡组 {pool.limits.deck} 张、士兵堆 {pool.limits.pile} 张（A8.1）。",
    ]
    return _opened(Draft(Deck(hero), pool=pool.title), shelf, lines)


def _copy_preset(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「复制预组 赫利」：按预组的名字或英雄。"""
    by_hero = {deck.hero: name for name, deck in pool.presets.items()}
    name = words if words in pool.presets else None
    if name is None:
        hero = _resolved(words, by_hero, "预组", "构筑 复制预组")
        name = by_hero[hero]
    deck = pool.presets[name]
    lines = [f"照「{name}」开了一副。打「构筑 看」看里面，「构筑 加」「构筑 减」来改。"]
    return _opened(Draft(deck, pool=pool.title), shelf, lines)


def _presets(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「预组 [名字]」。"""
    if words:
        by_hero = {deck.hero: name for name, deck in pool.presets.items()}
        name = words if words in pool.presets else by_hero[_resolved(words, by_hero, "预组", "构筑 预组")]
        return Worked(_contents(name, pool.presets[name], pool), shelf)
    names = "、".join(f"{name}（{deck.hero}）" for name, deck in pool.presets.items())
    first = next(iter(pool.presets.values())).hero
    return Worked(
        [f"预组：{names}。", f"打「构筑 预组 {first}」看里面，「构筑 复制预组 {first}」照着改。"], shelf
    )


def _import(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「导入 一行文字」。"""
    if not words:
        raise Refusal(
            f"把那行文字接在后面，如「构筑 导入 {write_line(next(iter(pool.presets.values())))}」。"
        )
    deck = tidy(read_line(words), pool)
    lines = [f"照着建好了：{_summary(deck, pool)}。", *_faults(deck, pool)]
    lines.append("打「构筑 看」看里面，「构筑 保存 名字」存下。")
    return _opened(Draft(deck, pool=pool.title), shelf, lines)


def _switch(words: str, shelf: Shelf, pools: dict[str, Pool]) -> Worked:
    """「卡池 [名字]」：照哪套牌表构筑；桌上打「选项 卡池=…」选用同一套。"""
    titles = {title or STANDARD: title for title in pools}
    draft = draft_of(shelf)
    now = draft.pool if draft is not None and draft.pool in pools else ""
    if not words:
        lines = [f"有这些卡池：{'、'.join(titles)}。现在照「{now or STANDARD}」构筑。"]
        if len(titles) > 1:
            lines.append(
                f"打「构筑 卡池 {list(titles)[-1]}」换；桌主打「选项 卡池={list(titles)[-1]}」，那桌就用它。"
            )
        return Worked(lines, shelf)
    draft = _current(shelf, pools[now])
    title = titles[_resolved(words, titles, "卡池", "构筑 卡池")]
    pool = pools[title]
    deck = tidy(draft.deck, pool)
    lines = [f"改照卡池「{title or STANDARD}」构筑：{_summary(deck, pool)}。", *_faults(deck, pool)]
    return Worked(lines, Shelf(shelf.things, Draft(deck, draft.name, title).written(), shelf.last))


def _edit(words: str, shelf: Shelf, pools: dict[str, Pool]) -> Worked:
    """「编辑 名字」：把存着的拿出来改。"""
    name = _named(words, shelf)
    pool = home_of(shelf.things[name], pools)
    try:
        deck = tidy(read_line(shelf.things[name]), pool)
    except DeckMisread as error:
        raise Refusal(f"「{name}」读不懂：{error}。") from None
    lines = [f"在改「{name}」：{_summary(deck, pool)}。改好打「构筑 保存」。"]
    return _opened(Draft(deck, name, pool.title), shelf, lines)


def _opened(draft: Draft, shelf: Shelf, lines: Iterable[str]) -> Worked:
    """换一副来改；原来那副没有存过，就把它的文字交还。"""
    return Worked([*_left_behind(shelf), *lines], Shelf(shelf.things, draft.written(), shelf.last))


def _left_behind(shelf: Shelf) -> list[str]:
    draft = draft_of(shelf)
    if draft is None or saved(draft, shelf) or not (draft.deck.cards or draft.deck.soldiers):
        return []
    return ["刚才那副没有存，要找回就打：", f"构筑 导入 {write_line(draft.deck)}"]


def _add(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「加 直刺 2 投矛」：牌与士兵都行。"""
    draft = _current(shelf, pool)
    counts = _items(words, [*pool.cards, *pool.soldiers], "加")
    deck = draft.deck
    for name, count in counts.items():
        deck = _with(deck, name, _count_of(deck, name) + count, pool)
        _allowed(deck, name, pool)
    shown = "、".join(f"{name}×{count}" for name, count in counts.items())
    return _changed(Draft(deck, draft.name, pool.title), shelf, pool, f"加了 {shown}。")


def _take(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「减 直刺 2」。表里已经没有的牌，写全名也减得掉。"""
    draft = _current(shelf, pool)
    deck = draft.deck
    inside = [name for name, _ in (*deck.cards, *deck.soldiers)]
    if not inside:
        raise Refusal("这副还是空的，没有可减的。打「构筑 可选」看能放什么。")
    counts = _items(words, inside, "减")
    for name, count in counts.items():
        has = _count_of(deck, name)
        if count > has:
            raise Refusal(f"「{name}」只有 {has} 张，减不了 {count} 张。")
        deck = _with(deck, name, has - count, pool)
    shown = "、".join(f"{name}×{count}" for name, count in counts.items())
    return _changed(Draft(deck, draft.name, pool.title), shelf, pool, f"减了 {shown}。")


def _soldiers(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「士兵 加 民兵 2」「士兵 减 民兵」。"""
    if words[:1] in ("加", "减"):
        return (_add if words[0] == "加" else _take)(words[1:].strip(), shelf, pool)
    if words:
        name = _first(pool.soldiers)
        raise Refusal(f"打「构筑 士兵 加 {name} 2」「构筑 士兵 减 {name}」。")
    return _choices("士兵", shelf, pool)


def _changed(draft: Draft, shelf: Shelf, pool: Pool, line: str) -> Worked:
    lines = [line, f"{_summary(draft.deck, pool)}。"]
    faults = check(draft.deck, pool)
    if not faults:
        lines.append(f"合 A8.1，可以用了。打「构筑 保存{'' if draft.name else ' 名字'}」存下。")
    return Worked(lines, Shelf(shelf.things, draft.written(), shelf.last))


def _look(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「看」「列表」：正在改的。"""
    draft = _current(shelf, pool)
    title = draft.name or "没有名字的一副"
    state = "" if saved(draft, shelf) else "（没存）"
    return Worked(_contents(f"{title}{state}", draft.deck, pool), shelf)


def _choices(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「可选」：这个英雄能放的，各还能放几张。"""
    deck = _current(shelf, pool).deck
    faction = pool.heroes.get(deck.hero)
    if faction is None:
        raise Refusal(f"没有「{deck.hero}」这个英雄了（改名或删掉了），打「构筑 新建 英雄」另开一副。")
    limits = pool.limits

    def left(names: Iterable[str], most: int) -> str:
        return " ".join(f"{name}{max(0, most - _count_of(deck, name))}" for name in names)

    general = [name for name, owner in pool.cards.items() if not owner]
    own = [name for name, owner in pool.cards.items() if owner == deck.hero]
    lines = [
        f"{deck.hero}还能放（名字后面是还能放几张）：",
        f"通用（各至多 {limits.general}）：{left(general, limits.general)}",
        f"专属（各至多 {limits.own}）：{left(own, limits.own)}",
    ]
    levels = sorted({level for side, level in pool.soldiers.values() if side == faction})
    for level in levels:
        names = [name for name, known in pool.soldiers.items() if known == (faction, level)]
        bound = {1: f"至少 {limits.first}", 3: f"至多 {limits.third}"}.get(level, "")
        note = f"（共{bound}）" if bound else ""
        lines.append(f"士兵 LV{level}{note}：{left(names, limits.soldier)}")
    lines.append(f"现在：{_summary(deck, pool)}。")
    lines.append(f"写的什么：「构筑 可选 {'」「'.join(KINDS)}」，或「构筑 看 {general[0]}」。")
    return Worked(lines, shelf)


def _faces(words: str, shelf: Shelf, pool: Pool, data: Any) -> list[str]:
    """「可选 通用」「看 直刺」：牌、士兵、英雄技能写的什么。"""
    faces = faces_of(data)
    if words not in KINDS:
        found: list[str] = []
        for word in words.replace("、", " ").replace(",", " ").split():
            found += faces[_resolved(word, faces, "牌、士兵或英雄", "构筑 看")]
        return found
    deck = _current(shelf, pool).deck
    faction = pool.heroes.get(deck.hero)
    names = {
        "通用": [name for name, owner in pool.cards.items() if not owner],
        "专属": [name for name, owner in pool.cards.items() if owner == deck.hero],
        "士兵": [name for name, (side, _) in pool.soldiers.items() if side == faction],
        "技能": [deck.hero] if deck.hero in pool.heroes else [],
    }[words]
    lines = [line for name in names for line in faces[name]]
    return lines or [f"{deck.hero}没有这一类。"]


def pool_data(data: Any, title: str) -> Any:
    """卡池 `title` 的那一套数据。"""
    return data.pools[title] if title else data


def faces_of(data: Any) -> dict[str, list[str]]:
    """牌、士兵、英雄 → 写的什么，由牌效生成。名字相同的写在一起。"""
    faces: dict[str, list[str]] = {}
    for index, row in enumerate(data.cards):
        line = f"{row.name}（移动力 {row.move}，闪避力 {row.dodge}）：{data.card_text(index)}"
        faces.setdefault(row.name, []).append(line)
    for index, row in enumerate(data.soldiers):
        text = data.soldier_text(index)
        line = f"{row.name}（LV{row.level}，攻 {row.attack} 移 {row.move} 命 {row.health}）"
        faces.setdefault(row.name, []).append(f"{line}：{text}" if text else line)
    for index, row in enumerate(data.heroes):
        for place, skill in enumerate(row.skills):
            line = f"{row.name}【{skill.name}】（蓄能 {skill.cost}）：{data.skill_text(index, place)}"
            faces.setdefault(row.name, []).append(line)
    return faces


def _save(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「保存 [名字]」。不合 A8.1 的也存，说清不能用在哪里。"""
    draft = _current(shelf, pool)
    name = words or draft.name
    if not name:
        raise Refusal("给它起个名字，如「构筑 保存 快攻」。")
    if name != draft.name or name not in shelf.things:
        _proper(name, shelf, pool, replacing=name in shelf.things)
    lines = [f"存下了「{name}」：{_summary(draft.deck, pool)}。"]
    before = shelf.things.get(name)
    if before is not None and name != draft.name and before != write_line(draft.deck):
        lines += ["原来叫这个名字的换掉了，要找回就打：", f"构筑 导入 {before}"]
    lines += _faults(draft.deck, pool) or [
        f"卡池是「{pool.title}」的桌，开局选卡组时就有它。" if pool.title else "开局选卡组时就有它。"
    ]
    things = {**shelf.things, name: write_line(draft.deck)}
    return Worked(lines, Shelf(things, Draft(draft.deck, name, draft.pool).written(), shelf.last))


def _rename(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「改名 旧 新」。"""
    parts = words.split()
    if len(parts) != 2:
        raise Refusal("打「构筑 改名 旧名字 新名字」。")
    old, new = _named(parts[0], shelf), parts[1]
    if old == new:
        raise Refusal(f"它就叫「{new}」。")
    if new in shelf.things:
        raise Refusal(f"已经有一副叫「{new}」了，换个名字，或先「构筑 删除 {new}」。")
    _proper(new, shelf, pool, replacing=True)
    things = {new if name == old else name: text for name, text in shelf.things.items()}
    draft = draft_of(shelf)
    kept = shelf.draft
    if draft is not None and draft.name == old:
        kept = Draft(draft.deck, new, draft.pool).written()
    last = new if shelf.last == old else shelf.last
    return Worked([f"「{old}」改叫「{new}」了。"], Shelf(things, kept, last))


def _delete(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「删除 名字」；把它的文字交还，删错了找得回来。"""
    name = _named(words, shelf)
    things = {each: text for each, text in shelf.things.items() if each != name}
    lines = [f"删掉了「{name}」，要找回就打：", f"构筑 导入 {shelf.things[name]}"]
    return Worked(lines, Shelf(things, shelf.draft, shelf.last))


def _export(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「导出 [名字]」：一行文字，单独成行，长按就能抄走。"""
    if words and words in pool.presets:
        return Worked([write_line(pool.presets[words])], shelf)
    text = shelf.things[_named(words, shelf)] if words else write_line(_current(shelf, pool).deck)
    return Worked([text], shelf)


def _abandon(words: str, shelf: Shelf, pool: Pool) -> Worked:
    """「放弃」：丢掉正在改的，存着的不动。"""
    draft = _current(shelf, pool)
    kept = "，存着的没有动" if draft.name in shelf.things else ""
    lines = [f"正在改的丢掉了{kept}。", *_left_behind(shelf)]
    return Worked(lines, Shelf(shelf.things, "", shelf.last))


# ---------------------------------------------------------------- 认字
def _verb_of(rest: str) -> str:
    """`rest` 开头的动词，取最长的；没有为空。"""
    return max((verb for verb in VERBS if rest.startswith(verb)), key=len, default="")


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:20]}…"


def _resolved(word: str, known: Iterable[str], what: str, typed: str) -> str:
    """`word` 指的名字：写全的，或唯一的开头。

    Raises:
        Refusal: 不认得，或指向几个。
    """
    names = list(known)
    if word in names:
        return word
    found = [name for name in names if word and name.startswith(word)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refusal(f"「{word}」可以是{'、'.join(found)}，写全一点。")
    close = difflib.get_close_matches(word, names, 1, 0.5) if word else []
    if close:
        raise Refusal(f"没有「{_short(word)}」这个{what}。是不是「{typed} {close[0]}」？")
    shown = "、".join(names[:12])
    if not word:
        raise Refusal(f"要写哪个，如「{typed} {names[0]}」。有：{shown}。" if names else "现在是空的。")
    raise Refusal(f"没有「{_short(word)}」这个{what}。有：{shown}{'……' if len(names) > 12 else ''}。")


def _named(word: str, shelf: Shelf) -> str:
    """`word` 指的存着的一副：名字、唯一的开头，或在「卡组」里的号。"""
    if not shelf.things:
        raise Refusal("你还没有存过卡组。打「构筑 新建 英雄」或「构筑 复制预组 英雄」。")
    place = number(word)
    if place is not None:
        if not 1 <= place <= len(shelf.things):
            raise Refusal(f"没有 {word} 号，你存着 {len(shelf.things)} 副。打「卡组」看。")
        return list(shelf.things)[place - 1]
    return _resolved(word, shelf.things, "卡组", SHOWING)


def _items(words: str, known: Sequence[str], verb: str) -> dict[str, int]:
    """「直刺 2 投矛」里的各种牌与士兵，都在 `known` 里；名字写开头也行。"""
    counts: dict[str, int] = {}
    for word, count in read_counts(words).items():
        name = _resolved(word, known, "牌或士兵", f"构筑 {verb}")
        counts[name] = counts.get(name, 0) + count
    if not counts:
        raise Refusal(f"要写{verb}哪张，如「构筑 {verb} {known[0]} 2」。")
    return counts


def _current(shelf: Shelf, pool: Pool) -> Draft:
    """正在改的那副；没有就说怎么开一副。"""
    draft = draft_of(shelf)
    if draft is None:
        hero = _first(pool.heroes)
        raise Refusal(
            f"现在没有在改的卡组。打「构筑 新建 {hero}」开一副，「构筑 复制预组 {hero}」从预组改起，"
            "或「构筑 编辑 名字」改存着的。"
        )
    return draft


def _proper(name: str, shelf: Shelf, pool: Pool, *, replacing: bool) -> None:
    """卡组能不能叫 `name`。"""
    if len(name) > LONGEST_NAME:
        raise Refusal(f"名字至多 {LONGEST_NAME} 个字，「{_short(name)}」有 {len(name)} 个。")
    if not name.isprintable() or " " in name:
        raise Refusal("名字里不能有空格与看不见的字符，如「构筑 保存 快攻」。")
    if name.isdigit():
        raise Refusal("名字不能只是数字，会与选项的号混起来；如「构筑 保存 快攻」。")
    if name.startswith(PRESET) or name in pool.presets:
        raise Refusal(f"「{PRESET}」开头的名字留给预组，换一个。")
    if not replacing and len(shelf.things) >= CAPACITY:
        raise Refusal(f"已经存了 {CAPACITY} 副，先「构筑 删除 名字」腾一副。")


# ---------------------------------------------------------------- 卡组
def _count_of(deck: Deck, name: str) -> int:
    return dict((*deck.cards, *deck.soldiers)).get(name, 0)


def _with(deck: Deck, name: str, count: int, pool: Pool) -> Deck:
    """把 `name` 改成 `count` 张。"""

    def changed(counts: Counts) -> Counts:
        rest = {**dict(counts), name: count}
        return tuple((each, many) for each, many in rest.items() if many)

    if name in pool.soldiers or (name not in pool.cards and name in dict(deck.soldiers)):
        return tidy(Deck(deck.hero, deck.cards, changed(deck.soldiers)), pool)
    return tidy(Deck(deck.hero, changed(deck.cards), deck.soldiers), pool)


def _allowed(deck: Deck, name: str, pool: Pool) -> None:
    """怎么也不会合的不让加（A8.1）：别的英雄的、别的势力的、同名太多。张数多了可以再减，不拦。"""
    marked = f"「{name}」"
    for fault in check(deck, pool):
        if fault.startswith(marked):
            raise Refusal(f"没有加：{fault}（A8.1）。打「构筑 可选」看能放什么。")


def _titled(name: str, text: str, pool: Pool) -> str:
    """名字与英雄，大家都可以看。"""
    try:
        return f"{name}（{read_line(text).hero}）"
    except DeckMisread:
        return name


def _summary(deck: Deck, pool: Pool) -> str:
    title = f"〔{pool.title}〕" if pool.title else ""
    return f"{deck.hero}{title}，卡组 {_progress(deck.size(), pool.limits.deck)}；士兵 {_progress(deck.pile(), pool.limits.pile)}"


def _progress(count: int, wanted: int) -> str:
    if count == wanted:
        return f"{count}/{wanted}"
    return f"{count}/{wanted}，{f'还差 {wanted - count}' if count < wanted else f'多 {count - wanted}'}"


def _faults(deck: Deck, pool: Pool) -> list[str]:
    """不能用的原因，一条一行；合的为空。"""
    faults = check(deck, pool)
    if not faults:
        return []
    return ["现在不能用（A8.1）：", *(f"· {fault}" for fault in faults)]


def _contents(title: str, deck: Deck, pool: Pool) -> list[str]:
    """里面有什么，只给本人看。"""
    general = [item for item in deck.cards if not pool.cards.get(item[0])]
    own = [item for item in deck.cards if pool.cards.get(item[0])]
    limits = pool.limits
    lines = [f"{title}：{deck.hero}，卡组 {deck.size()}/{limits.deck}，士兵 {deck.pile()}/{limits.pile}"]
    lines.append(f"通用 {sum(count for _, count in general)}：{write_counts(general) or '无'}")
    lines.append(f"专属 {sum(count for _, count in own)}：{write_counts(own) or '无'}")
    levels: dict[int, list[tuple[str, int]]] = {}
    for name, count in deck.soldiers:
        levels.setdefault(pool.soldiers[name][1] if name in pool.soldiers else 0, []).append((name, count))
    shown = "；".join(
        f"{f'LV{level}' if level else '不认得'} {write_counts(counts)}"
        for level, counts in sorted(levels.items())
    )
    lines.append(f"士兵 {deck.pile()}：{shown or '无'}")
    return [*lines, *_faults(deck, pool)]


def _saved_contents(name: str, text: str, pool: Pool) -> list[str]:
    try:
        deck = tidy(read_line(text), pool)
    except DeckMisread as error:
        return [f"「{name}」读不懂：{error}。", text]
    return [*_contents(name, deck, pool), f"改它打「构筑 编辑 {name}」，抄给别人打「构筑 导出 {name}」。"]
