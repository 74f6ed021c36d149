"""把局面写给人看：状态、棋盘、手牌、终局，以及随时可查的身份、弃牌堆、商店。"""

from __future__ import annotations

from games.kernel import Cast
from games.magicelite.third import ThirdView
from games.magicelite.view import Standing, View

from . import cards, skills
from .numbers import product, spoken

GENERATIONS = {1: "初代", 2: "二代", 3: "三代"}
HAND_WIDTH = 30
"""手牌一行至多几个字（多是半角）。"""
QUERIES = {
    "身份": "各人的身份与技能",
    "弃牌堆": "弃牌堆与桌面的牌",
    "商店": "能买什么、各人有什么",
}
"""随时可查的公开的事。"""


def status(view: View, cast: Cast) -> str:
    """公开的局面：标题、每人一行、正在进行的攻击。"""
    lines = [heading(view)]
    order = [*view.order, *(each.seat for each in view.players if each.seat not in view.order)]
    lines += [player_line(view, view.players[seat], cast) for seat in order]
    pending = view.exchange
    if pending is not None:
        lines.append(
            f"⚔{cast.label(pending.attacker)}→{cast.label(pending.defender)}"
            f" {spoken(pending.damage)} 伤害（{cards.set_name(view.setup, pending.cards)}）"
        )
    lines += fights(view)
    return "\n".join(lines)


def heading(view: View) -> str:
    """第几回合、库与弃牌堆。"""
    return (
        f"{GENERATIONS[view.generation]} 第 {view.turns} 回合"
        f" 库 {view.deck_count} 弃 {len(view.discard)} 桌面 {len(view.laid)}"
    )


def player_line(view: View, player: Standing, cast: Cast) -> str:
    """一个人的公开情况：`1号阿苹 ♠10王者 血8/10 牌5`。"""
    who = cast.label(player.seat)
    identity = cards.identity(view.setup, player.identity) if player.identity >= 0 else ""
    if not player.alive:
        return f"{who} {identity} 出局{extras(view, player)}"
    return f"{who} {identity} 血{player.health}/{player.cap} 牌{player.hand_count}{extras(view, player)}"


def extras(view: View, player: Standing) -> str:
    """各代多出来的：武将、得分、护盾、钻石、物品、生效中的技能（E7.2）。"""
    parts: list[str] = []
    seat = player.seat
    if view.generation != 2 and player.side != seat:
        parts.append(f"{player.side + 1}号的小僵尸")
    revival = view.setup.data.skill_of["revival"].uses or 0
    if "revival" in player.skills and player.alive:
        parts.append(f"复活{revival - player.revivals}")
    second = view.second
    if second is not None:
        if view.generation == 2:
            parts.append(f"将{second.generals_left[seat]} 分{second.scores[seat]}")
        if second.numbers[seat]:
            parts.append(f"分身{len(second.numbers[seat]) - 1}")
        if second.shields[seat]:
            parts.append(f"护盾{second.shields[seat]}回合")
        if second.fused[seat]:
            parts.append("已合体")
    third = view.third
    if third is not None:
        parts.append(f"💎{third.diamonds[seat]}")
        saves = f"{'风' * third.storms[seat]}{'囊' * third.bags[seat]}"
        if saves:
            parts.append(saves)
        parts += [f"嗜血{each.left}回合" for each in third.bloodlusts if each.victim == seat][:2]
        frozen = third.frozen_skill[seat] + third.frozen_shield[seat]
        if frozen:
            parts.append(f"冰封{frozen}层")
        parts += [f"爆爆龙{left}回合" for left in third.dragons[seat][:1]]
    return "".join(f" {part}" for part in parts)


def fights(view: View) -> list[str]:
    """内斗、大冒险、地雷，各一行。"""
    lines: list[str] = []
    if view.second is not None:
        lines += [
            f"内斗 {feud.source + 1}号↔{feud.target + 1}号 还剩 {feud.left} 回合（{feud.controller + 1}号控制）"
            for feud in view.second.feuds[:2]
        ]
    if view.third is not None:
        if view.third.mines:
            buried = " ".join(cards.name(view.setup, mine.card) for mine in view.third.mines)
            lines.append(f"库里埋着地雷 {buried}")
        fight = view.third.adventure
        if fight is not None:
            lines.append(f"大冒险 {fight.challenger + 1}号 对 {fight.champion + 1}号，已翻 {fight.flips} 张")
    return lines[:3]


def board(view: View, cast: Cast) -> str:
    """各人的血与手牌，一行一个；比「状态」短。"""
    lines = [heading(view)]
    for seat in view.order:
        player = view.players[seat]
        lines.append(f"{cast.label(seat)} 血{player.health}/{player.cap} 牌{player.hand_count}")
    return "\n".join(lines)


# ------------------------------------------------------------------ 手牌
def hand(view: View, cast: Cast) -> str:
    """自己的手牌，带号；短的几种花色排在一行。"""
    if view.seat is None:
        return ""
    setup = view.setup
    me = view.players[view.seat]
    if view.third is not None and view.third.adventure is not None and me.hand_count and not view.hand:
        lines = [f"大冒险中：牌叠 {me.hand_count} 张，背面朝上"]
    else:
        lines = [f"手牌 {len(view.hand)} 张"]
    marked = set() if view.third is None else set(view.third.marked)
    groups: dict[int, list[str]] = {}
    for number, card in enumerate(cards.numbered(view), 1):
        text = f"{number}.{cards.name(setup, card)}" + ("★" if card in marked else "")
        groups.setdefault(setup.suit[card], []).append(text)
    lines += packed([" ".join(texts) for _, texts in sorted(groups.items())])
    if marked:
        lines.append(f"★ 伤害 ×{spoken(setup.data.skill_of['rampage'].factor or 1)}（暴走）")
    if view.second is not None and view.second.generals:
        names = " ".join(setup.identities.name[card] for card in view.second.generals)
        lines.append(f"未上场的武将 {names}（上场次序不知道）")
    return "\n".join(lines)


def packed(groups: list[str]) -> list[str]:
    """几组字排成行：放得下就与前一组同行，一组不拆开。"""
    lines: list[str] = []
    for text in groups:
        if lines and len(lines[-1]) + len(text) < HAND_WIDTH:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
    return lines


# ------------------------------------------------------------------ 随时可查
def look_up(word: str, view: View, cast: Cast) -> str:
    """`QUERIES` 里的一样，用旁观者的 `view`。"""
    return {"身份": identities, "弃牌堆": discard, "商店": shop}[word](view, cast)


def identities(view: View, cast: Cast) -> str:
    """各人的身份、技能与倍率。"""
    lines: list[str] = []
    for player in view.players:
        if player.identity < 0:
            continue
        names = "、".join(skills.title(view, key) for key in player.skills) or "没有技能"
        if view.generation != 2 and player.side != player.seat:
            names = f"{player.side + 1}号的小僵尸，{names}"
        factor = product(view.setup.data, 1, player.factors).removeprefix("1") if player.factors else ""
        state = "" if player.alive else "（出局）"
        generation = ""
        if player.generation != view.generation:
            generation = f"（{GENERATIONS[player.generation]}技能）"
        lines.append(
            f"{cast.label(player.seat)} {cards.identity(view.setup, player.identity)}{generation}{state}："
            f"{names}{f' 伤害{factor}' if factor else ''}"
        )
    return "\n".join([*lines, f"「规则 G{view.generation}」「规则 E6」看条文"]) if lines else "身份还没发"


def discard(view: View, cast: Cast) -> str:
    """弃牌堆：各花色一行，同样的合并。"""
    setup = view.setup
    lines = [f"弃牌堆 {len(view.discard)} 张，库里还有 {view.deck_count} 张"]
    for suit in range(len(setup.data.suits)):
        counts: dict[int, int] = {}
        for card in view.discard:
            if setup.suit[card] == suit:
                counts[setup.number[card]] = counts.get(setup.number[card], 0) + 1
        if counts:
            symbol = setup.data.suit_rows[suit].symbol
            lines.append(
                symbol
                + " ".join(
                    setup.data.rank_of[value].label + (f"×{count}" if count > 1 else "")
                    for value, count in sorted(counts.items())
                )
            )
    if view.laid:
        lines.append(f"桌面 {cards.listed(setup, view.laid)}")
    return "\n".join(lines)


def shop(view: View, cast: Cast) -> str:
    """商店与各人的物品（G3.10）。"""
    third = view.third
    if third is None:
        return "只有三代有商店（G3.10）"
    lines = [f"{item.name} {item.price}：{item.text}" for item in view.setup.data.shop]
    for player in view.players:
        things = owned(third, player.seat)
        if things and len(lines) < 11:
            lines.append(f"{player.seat + 1}号 有 {things}")
    return "\n".join([*lines, "自己回合出牌前打 买 <物品>"])


# ------------------------------------------------------------------ 终局
REASONS = {
    "last": "最后还在场",
    "nobody": "全部出局，最后同死的并列",
    "cap": "满回合数，比血量与手牌（E9.2）",
    "vote": "表决终止，比得分（G2.3）",
    "generals": "只剩一方有武将，比得分（G2.3）",
}


def result(view: View, cast: Cast) -> str:
    """终局战报。"""
    lines = [f"🏆 {cast.listed(view.winners)} 获胜：{REASONS.get(view.reason, view.reason)}"]
    ranked = sorted(view.players, key=lambda each: (each.seat not in view.winners, not each.alive, each.seat))
    lines += [player_line(view, player, cast) for player in ranked]
    longest, answered, exchanges = view.chains
    lines.append(
        f"{view.turns} 个主动回合，{exchanges} 次交锋，共 {answered} 次回应，最长一次 {longest} 回应"
    )
    return "\n".join(lines)


def owned(third: ThirdView, seat: int) -> str:
    """一个人这一局买下而没用完的东西，一句话；没有为空。"""
    counts = {
        "小药箱": third.medicine[seat],
        "闪电豹": third.leopards[seat],
        "雌鸟": third.females[seat],
        "雄鸟": third.males[seat],
        "爆爆龙": len(third.dragons[seat]),
        "升降梯": third.elevators[seat],
    }
    return " ".join(f"{name}{count}" for name, count in counts.items() if count)
