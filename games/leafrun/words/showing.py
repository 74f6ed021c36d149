"""局面写给人看：状态、棋盘、手牌、终局战报。"""

from __future__ import annotations

from games.kernel import Cast
from games.leafrun.setup import PLAIN
from games.leafrun.table import AUTO
from games.leafrun.view import Standing, View

from . import cards, symbols

PER_LINE = 11
"""棋盘一行至多几格：手机上一行放得下。各行尽量一样长，免得末行只剩一格。"""
BUFF_MARKS = {1: "①", 2: "②", 3: "③"}


def heading(view: View) -> str:
    """第几道第几轮。"""
    if view.over:
        return "终局"
    if view.track < 0:
        return "开局"
    track = f"第 {view.track + 1}/{len(view.setup.tracks)} 道"
    return f"{track} 第 {view.round} 轮" if view.round else track


def rows(view: View) -> list[range]:
    """跑道分成几行，各行的格号。"""
    length = len(view.terrain)
    count = -(-length // PER_LINE)
    width = -(-length // count) if count else 1
    return [range(start, min(start + width, length)) for start in range(0, length, width)]


# ------------------------------------------------------------------ 状态
def status(view: View, cast: Cast) -> str:
    """公开的局面：每人一行，末尾是牌堆与整桌的效果。"""
    lines = [heading(view)]
    if view.active is not None:
        lines[0] += f"，轮到 {cast.label(view.active)}"
    for player in ranking(view):
        lines.append(standing_text(player, view, cast))
    lines += [terrain_line(view, row) for row in rows(view)]
    effects = [f"牌堆 {view.deck_count}"]
    if view.order:
        order = "".join(view.players[seat].mark or f"{seat + 1}号 " for seat in view.order)
        effects.append(f"顺序 {order.strip()}")
    if view.bound:
        effects.append("物理束缚（增益失效）")
    if view.magic > 1:
        effects.append(f"魔法束缚（负重×{view.magic}）")
    if view.roadblocks:
        where = "、".join(str(barrier.cell) for barrier in view.roadblocks)
        effects.append(f"{symbols.ROADBLOCK}在第 {where} 格")
    if view.last_event:
        effects.append(f"上个事件「{view.setup.data.faces.name[view.last_event]}」")
    lines.append(" ".join(effects))
    return "\n".join(lines)


def ranking(view: View) -> list[Standing]:
    """由前到后：先到终点的按名次，再按所在格，同格按座位。"""
    return sorted(
        view.players,
        key=lambda each: (each.place or len(view.players) + 1, -each.position, each.seat),
    )


def standing_text(player: Standing, view: View, cast: Cast) -> str:
    """一个座位的公开情况，一行。"""
    label = cast.label(player.seat)
    if player.character < 0:
        return f"{label} 还没选角色"
    parts = [label]
    if player.place:
        parts.append(f"{symbols.FLAG}第 {player.place} 名")
    else:
        parts.append(f"{player.position}格")
    parts.append(f"体{player.health}/{player.max_health}")
    walk = f"步{player.move}"
    if player.added:
        walk += f"+{player.added}"
    if cards.overload(player):
        walk += f"−{cards.overload(player)}"
    parts += [walk, f"重{player.load}/{player.limit}", f"牌{player.hand_count}"]
    if player.armour is not None:
        parts.append(view.setup.card_name(player.armour))
    if player.buffs:
        parts.append("".join(BUFF_MARKS[buff] for buff in player.buffs))
    specials = "".join(f"「{view.setup.card_name(card, mark)}」" for card, mark in player.specials)
    if specials:
        parts.append(specials)
    parts += conditions(player)
    parts.append(f"{player.total}分")
    return " ".join(parts)


def conditions(player: Standing) -> list[str]:
    """这一轮身上的状态。"""
    found: list[str] = []
    if player.fainted >= 0:
        found.append(f"昏厥{symbols.FAINTED}")
    if player.resin:
        found.append("树脂球")
    elif player.bear_pending:
        found.append("等bear")
    elif player.halted:
        found.append("不移动")
    if player.rainboom:
        found.append("彩虹音爆")
    if player.bear_active:
        found.append("bear")
    if player.skips_next:
        found.append("下轮跳过")
    if player.skipping:
        found.append("本轮跳过")
    return found


# ------------------------------------------------------------------ 棋盘
def board(view: View, cast: Cast) -> str:
    """跑道：几格一行，上面一行是棋子与路障（一格有几样就写几），下面一行是地形；再写谁在哪，
    每道头一轮附图例。"""
    if not view.terrain:
        return heading(view)
    lines = [heading(view)]
    on_cell: dict[int, list[str]] = {}
    for player in view.players:
        on_cell.setdefault(player.position, []).append(player.mark or f"{player.seat + 1}")
    for barrier in view.roadblocks:
        on_cell.setdefault(barrier.cell, []).append(symbols.ROADBLOCK)
    for row in rows(view):
        if any(cell in on_cell for cell in row):
            lines.append("".join(_object(on_cell.get(cell, [])) for cell in row).rstrip(symbols.EMPTY))
        lines.append(terrain_line(view, row))
    lines.append(places(view))
    if view.round <= 1:
        # 图例看过一次就够，不必每轮都占一行。
        lines.append(legend(view, max(map(len, on_cell.values()))))
    return "\n".join(lines)


def terrain_line(view: View, row: range) -> str:
    """一行地形，末尾写格号。"""
    return f"{symbols.cells(view.terrain[row.start : row.stop])} {row.start}–{row.stop - 1}"


def _object(things: list[str]) -> str:
    if not things:
        return symbols.EMPTY
    if len(things) == 1 and not things[0].isdigit():
        return things[0]
    if len(things) == 1:
        return symbols.SEVERAL[int(things[0])]
    return symbols.SEVERAL[min(len(things), len(symbols.SEVERAL) - 1)]


def places(view: View) -> str:
    """谁在哪，由前到后，同一格的写在一起：`🟨🏁1 🟥🟩16格 🟧15格`。"""
    parts: list[str] = []
    cells: dict[int, str] = {}
    for player in ranking(view):
        mark = player.mark or f"{player.seat + 1}号"
        if player.place:
            parts.append(f"{mark}{symbols.FLAG}{player.place}")
        else:
            faint = symbols.FAINTED if player.fainted >= 0 else ""
            cells[player.position] = f"{cells.get(player.position, '')}{mark}{faint}"
    return " ".join([*parts, *(f"{marks}{cell}格" for cell, marks in cells.items())])


def legend(view: View, most: int) -> str:
    """图例，只列这条道现在有的地形与路障；一格最多有 `most` 样东西。"""
    parts: list[str] = []
    for terrain in view.setup.data.terrains:
        if terrain.letter in view.terrain and terrain.letter != "S":
            damage = f"−{view.setup.rules.forest_damage}" if terrain.letter == "F" else ""
            parts.append(f"{symbols.TERRAIN[terrain.letter]}{terrain.name}{damage}")
    if view.roadblocks:
        parts.append(f"{symbols.ROADBLOCK}路障")
    if most > 1:
        parts.append(f"{symbols.SEVERAL[min(most, len(symbols.SEVERAL) - 1)]}同格数")
    return " ".join(parts)


# ------------------------------------------------------------------ 手牌
def hand(view: View, cast: Cast) -> str:
    """自己的手牌，按 `cards.numbered` 编号、分组写；末尾是身上的。"""
    if view.seat is None:
        return ""
    me = view.players[view.seat]
    if me.character < 0:
        return "手里还没有牌"
    setup = view.setup
    heavy = cards.overload(me)
    over = f"，超重 {heavy}：少走 {heavy} 格" if heavy else ""
    count = f"手牌 {len(view.hand)} 张" if view.hand else "手里没有牌"
    lines = [f"{count} 负重 {me.load}/{me.limit}{over}"]
    groups: dict[int, list[str]] = {}
    for number, held in enumerate(cards.numbered(view), 1):
        text = f"{number}.{cards.name(setup, held)}"
        if held.mark > PLAIN + 1:
            text += f"（{cards.special_meaning(view, held.mark)}）"
        if held.load != setup.rules.card_load:
            text += f"[占{held.load}]"
        groups.setdefault(cards.group(setup, held), []).append(text)
    for index, texts in sorted(groups.items()):
        lines.append(f"{cards.GROUPS[index]}{_USES[index]} {' '.join(texts)}")
    worn: list[str] = []
    if me.armour is not None:
        mode = "自动" if view.armour_mode == AUTO else "保留"
        worn.append(f"{setup.card_name(me.armour)}（防具 {mode}）")
    worn += [cards.buff_name(setup, buff) for buff in me.buffs]
    if me.buffs and view.bound:
        worn.append("（物理束缚，增益失效）")
    if worn:
        lines.append(f"身上 {' '.join(worn)}")
    return "\n".join(lines)


_USES = ("", "·必打", "", "·回血", "·装备", "·给人", "·不能再给", "·增益", "·只作代价")
"""各组的用处，与 `cards.GROUPS` 对应。"""


# ------------------------------------------------------------------ 终局
def result(view: View, cast: Cast) -> str:
    """终局战报：胜者、各人各道的名次与得分。"""
    title = view.setup.data.roster
    best = view.players[view.winners[0]].total
    lines = [f"{symbols.WINNER} {cast.listed(view.winners)} 获胜，{best} 分"]
    order = sorted(view.players, key=lambda each: (each.seat not in view.winners, -each.total, each.seat))
    for player in order:
        character = title.name[player.character] if player.character >= 0 else "没选角色"
        points = "+".join(str(row[player.seat]) for row in view.points)
        total = f"{points}＝{player.total}" if len(view.points) > 1 else points
        placed = " ".join(_placed(row[player.seat]) for row in view.places)
        lines.append(f"{cast.label(player.seat)} {character} {total} 分（{placed}）")
    return "\n".join(lines)


def _placed(place: int) -> str:
    return f"第{place}" if place else "没到"
