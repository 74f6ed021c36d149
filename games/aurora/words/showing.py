"""把局面写给人看：状态、棋盘、手牌、终局，以及随时可查的士兵堆、弃牌堆、卡牌。"""

from __future__ import annotations

import difflib

from games.aurora.board import NOWHERE
from games.aurora.view import Standing, View
from games.kernel import Cast

from . import cards, coordinates
from .grid import grid

PHASES = {"preparing": "准备", "main": "主要", "discarding": "弃牌"}
QUERIES = {
    "阵地": "场面",
    "士兵堆": "两人的士兵堆与场上的士兵",
    "弃牌堆": "两人的弃牌堆",
    "卡牌": "一张牌、一种士兵、一个英雄的说明：「卡牌 直刺」",
}
"""随时可查的公开的事。"""
MOST_CELLS = 6
"""攻击的格再多就只写几格。"""
CARD = "卡牌"
REASONS = {
    "hero": "对方英雄倒下",
    "both": "双方英雄同时倒下",
    "cap": "满回合数，英雄生命高",
    "cap_tie": "满回合数，英雄生命相同",
    "timeout": "对方连续超时",
}


def heading(view: View, cast: Cast) -> str:
    """第几回合、谁的、哪个阶段。"""
    if view.turns == 0 or view.active is None:
        return "开局布阵"
    phase = PHASES.get(view.phase, "")
    own = view.players[view.active].turns
    return (
        f"第 {view.turns}/{view.setup.rules.turn_cap} 回合 {cast.label(view.active)} 第 {own} 个"
        f"{f' {phase}阶段' if phase else ''}"
    )


def player_line(view: View, player: Standing, cast: Cast) -> str:
    """一个人的公开情况：`🔴阿苹 赫利 B1 生命18/20 手4 闪2 备1 蓄3 库20`。"""
    text = f"{cast.label(player.seat)} {cards.hero(view.setup, player.hero)}"
    if player.cell != NOWHERE:
        text += f" {coordinates.name(view, player.cell)}"
    if player.hero >= 0:
        text += f" 生命{player.health}/{view.setup.rules.health}"
    text += f" 手{player.hand} 闪{player.dodges} 备{player.reserve} 蓄{player.charge} 库{player.deck}"
    notes = cards.conditions(player.guard, player.guard_once, player.poison)
    if player.boost:
        notes.append(f"士兵攻+{player.boost}")
    return text + "".join(f" {note}" for note in notes)


def status(view: View, cast: Cast) -> str:
    """公开的局面：标题、每人一行、士兵、正在进行的攻击。"""
    lines = [heading(view, cast)]
    for player in view.players:
        lines.append(player_line(view, player, cast))
        own = [cards.stack(view, stack) for stack in view.stacks if stack.seat == player.seat]
        lines += packed(own, 48, 4)
    if view.walls:
        lines.append("冰墙 " + coordinates.names(view, [cell for cell, _ in view.walls]))
    pending = view.attack
    if pending is not None:
        many = len(pending.cells)
        where = coordinates.names(view, pending.cells) if many <= MOST_CELLS else f"附近 {many} 格"
        lines.append(
            f"⚔{cards.source(view, pending.source)} 打 {where}，等 {cast.label(pending.defender)} 响应"
        )
    return "\n".join(lines)


def packed(groups: list[str], width: int, most: int) -> list[str]:
    """几组字排成行：放得下就与前一组同行；超过几行的不写。"""
    lines: list[str] = []
    for text in groups:
        if lines and len(lines[-1]) + len(text) < width:
            lines[-1] += f"；{text}"
        elif len(lines) == most:
            lines[-1] += " …"
            break
        else:
            lines.append(text)
    return lines


def board(view: View, cast: Cast) -> str:
    """场面：一张字符棋盘，末行是两人的生命与闪避区、蓄能的张数。"""
    aimed = view.attack.cells if view.attack is not None else ()
    lines = grid(view, aimed)
    parts: list[str] = []
    for player in view.players:
        if player.hero >= 0:
            health = player.health if player.cell != NOWHERE else "待进场"
            name = cards.hero(view.setup, player.hero)
            parts.append(
                f"{cards.mark(view, player.seat, cast)}{name}{health} 手{player.hand}闪{player.dodges}蓄{player.charge}"
            )
    return "\n".join([*lines, *([" ".join(parts)] if parts else [])])


# ------------------------------------------------------------------ 手牌
def hand(view: View, cast: Cast) -> str:
    """自己的秘密：手牌逐种写明，闪避区、备用区、蓄能；再写英雄技能。"""
    if view.seat is None:
        return ""
    setup = view.setup
    me = view.players[view.seat]
    if not (view.hand or view.dodge_zone or view.reserve_zone or view.charge_zone or me.hero >= 0):
        return "还没有牌"
    lines = [f"手牌 {len(view.hand)} 张", *cards.rows(setup, view.hand)[:12]]
    if len(set(view.hand)) > 12:
        lines.append(f"还有 {len(set(view.hand)) - 12} 种")
    lines.append(f"闪避区 {numbered(view, view.dodge_zone)}")
    lines.append(f"备用区 {numbered(view, view.reserve_zone)}")
    lines.append(f"蓄能 {cards.counted(setup, view.charge_zone)}")
    if me.hero >= 0:
        for index, row in enumerate(setup.data.heroes[me.hero].skills):
            used = (
                "（这回合用过了）"
                if view.phase == "main" and view.active == view.seat and index in view.skills_used
                else ""
            )
            lines.append(f"【{row.name}】蓄{row.cost}：{setup.data.skill_text(me.hero, index)}{used}")
    return "\n".join(lines)


def numbered(view: View, pile: list[int]) -> str:
    """闪避区、备用区：带号与闪避力，如 `1.伪装闪3 2.疾步闪2×2`。"""
    setup = view.setup
    return (
        " ".join(
            f"{number}.{cards.name(setup, card)}闪{setup.data.cards[card].dodge}"
            + (f"×{pile.count(card)}" if pile.count(card) > 1 else "")
            for number, card in enumerate(cards.kinds(pile), 1)
        )
        or "无"
    )


# ------------------------------------------------------------------ 随时可查
def asks(text: str) -> bool:
    """是不是在查：整句是一个查询词，或「卡牌 <名>」。"""
    return text in QUERIES or text.startswith(f"{CARD} ")


def look_up(text: str, view: View, cast: Cast) -> str:
    """回答一句查询，用旁观者的 `view`。"""
    if text.startswith(CARD):
        return card(text.removeprefix(CARD).strip(), view)
    if text == "阵地":
        return board(view, cast)
    return {"士兵堆": piles, "弃牌堆": discards}[text](view, cast)


def piles(view: View, cast: Cast) -> str:
    """两人的士兵堆、士兵弃牌区，场上的士兵。"""
    setup = view.setup
    lines: list[str] = []
    for player in view.players:
        fallen = f"，士兵弃牌区 {cards.soldiers(setup, player.fallen)}" if player.fallen else ""
        lines.append(f"{cast.label(player.seat)} 士兵堆 {cards.soldiers(setup, player.pile)}{fallen}")
        lines += packed(
            [cards.stack(view, stack) for stack in view.stacks if stack.seat == player.seat], 48, 4
        )
    shown = next((index for player in view.players for index in player.pile), None)
    example = "民兵" if shown is None else cards.soldier(setup, shown)
    return "\n".join([*lines, f"打「卡牌 {example}」看说明"])


def discards(view: View, cast: Cast) -> str:
    """两人的弃牌堆。"""
    lines = [
        f"{cast.label(player.seat)} 弃牌堆 {len(player.discard)} 张：{cards.counted(view.setup, player.discard)}"
        for player in view.players
    ]
    return "\n".join(lines)


def card(word: str, view: View) -> str:
    """一张牌、一种士兵、一个英雄或技能的说明；都由牌效生成。"""
    setup = view.setup
    data = setup.data
    if not word:
        general = "、".join(row.name for row in data.cards if not row.owner)
        heroes = "、".join(row.name for row in data.heroes)
        return f"「卡牌 <名>」看说明。\n通用：{general}\n英雄：{heroes}"
    for index, row in enumerate(data.cards):
        if row.name == word:
            owner = f"{row.owner}专属" if row.owner else "通用"
            return f"{row.name}（{owner}）移动力{row.move} 闪避力{row.dodge}\n{data.card_text(index)}"
    for index, row in enumerate(data.soldiers):
        if row.name == word:
            head = f"{row.name}（{row.faction} LV{row.level}）攻{row.attack} 移{row.move} 命{row.health}"
            return "\n".join([head, *([data.soldier_text(index)] if data.soldier_text(index) else [])])
    for index, row in enumerate(data.heroes):
        if word in (row.name, *(skill.name for skill in row.skills)):
            skills = [
                f"【{skill.name}】蓄{skill.cost}：{data.skill_text(index, place)}"
                for place, skill in enumerate(row.skills)
            ]
            own = "、".join(each.name for each in data.cards if each.owner == row.name)
            return "\n".join([f"{row.name}（{row.faction}）", *skills, f"专属：{own}"])
    every = [row.name for rows in (data.cards, data.soldiers, data.heroes) for row in rows]
    close = (
        difflib.get_close_matches(word[:8], every, 3, 0.3)
        or [each for each in every if each[:1] == word[:1]][:3]
    )
    hint = f"。是 {'、'.join(close)} 吗？" if close else "。打「卡牌」看有哪些"
    return f"没有「{word[:12]}」这张牌、士兵或英雄{hint}"


# ------------------------------------------------------------------ 终局
def result(view: View, cast: Cast) -> str:
    """终局战报。"""
    reason = REASONS.get(view.reason, view.reason)
    if len(view.winners) > 1:
        lines = [f"🤝 平局：{reason}"]
    else:
        lines = [f"🏆 {cast.listed(view.winners)} 获胜：{reason}"]
    for player in sorted(view.players, key=lambda each: (each.seat not in view.winners, each.seat)):
        damage, kills, dodged = view.totals[player.seat]
        lines.append(
            f"{cast.label(player.seat)} {cards.hero(view.setup, player.hero)} 生命{player.health}"
            f" 伤害{damage} 击破{kills} 闪开{dodged}"
        )
    lines.append(f"共 {view.turns} 个回合")
    return "\n".join(lines)
