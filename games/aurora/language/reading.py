"""把效果列的一行读成步，把步写回规范的一行。

写法宽松：全角半角、空格多少、大小写、`；` 与 `;` 都认。读不懂就说：读懂了哪些、从第几个字起不懂、那里能写什么。
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any, Final

from lark import Lark, ParseTree, Token, Transformer, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from games.aurora.language import steps
from games.aurora.language.words import WORDS

__all__ = ["LanguageError", "Parts", "read_attacks", "read_effect", "write_attacks", "write_effect"]

Parts = tuple[tuple[steps.Step, ...], ...]
"""一个效果：几步（`；` 分开），各几个动作，依次做（A4.7）。"""
Attack = steps.Range | steps.AidRange
"""士兵的一种攻击：射程（打 ATK），或改为帮己方（A5.4）。"""

LARGEST: Final = 99
"""一个数至多多大；再大一定是写错了。"""
RULES: Final = """
effect: part (THEN part)*
part: step+
?step: strike | aid_range | hero | soldiers | one | boost | walk | dash | shadow | swap | wall
     | draw | charge | store | stow | recall | round | deploy | upgrade | avenge
strike: range blow+ reap?
?range: line | diagonal | far | near | pick | around
line: LINE NUMBER
diagonal: DIAGONAL NUMBER
far: FAR NUMBER SLASH NUMBER
near: NEAR NUMBER
pick: NEAR NUMBER PICK NUMBER
around: AROUND NUMBER
?blow: damage | bare | push | blocked | venom | root | strip
damage: DAMAGE NUMBER
bare: DAMAGE NUMBER BARE NUMBER
push: PUSH NUMBER
blocked: PUSH NUMBER BLOCKED NUMBER
venom: VENOM NUMBER
root: ROOT
strip: STRIP NUMBER
reap: REAP NUMBER
aid_range: (far | pick) (ALLY | ITSELF) boon+
hero: HERO boon+
soldiers: SOLDIERS boon+
one: ONE boon+
?boon: heal | ward | once
heal: HEAL NUMBER
ward: WARD NUMBER
once: ONCE NUMBER
boost: BOOST NUMBER
walk: WALK NUMBER
dash: DASH NUMBER
shadow: SHADOW NUMBER
swap: SWAP
wall: WALL NUMBER
draw: DRAW NUMBER
charge: CHARGE NUMBER
store: STORE NUMBER
stow: STOW NUMBER
recall: RECALL NUMBER
round: ROUND
deploy: DEPLOY LEVEL NUMBER
upgrade: UPGRADE LEVEL NUMBER
avenge: AVENGE NUMBER
attacks: attack (OR attack)*
?attack: range | aid_range
LEVEL: "LV"
SLASH: "/"
NUMBER: /[0-9]+/
SPACE: /[ ]+/
%ignore SPACE
"""
SHOWN: Final = {
    **{word.terminal: word.form for word in WORDS},
    "PICK": "选Y",
    "BARE": "空闪m",
    "BLOCKED": "阻m",
    "ALLY": "己方",
    "ITSELF": "己方含己",
    "OR": "或",
    "LEVEL": "LV",
    "SLASH": "/Y",
    "NUMBER": "一个数",
    "$END": "到此为止",
}
"""语法里的名字 → 报错时写给人看的。"""


class LanguageError(ValueError):
    """一行效果读不懂。`str(error)` 是写给设计者的一句中文。"""

    def __init__(
        self, understood: str, column: int, found: str, allowed: tuple[str, ...], reason: str = ""
    ) -> None:
        """`understood` 读懂了的前一截；`column` 从第几个字起不懂（从 1 起）；`found` 那里写的；`allowed` 那里能写的。"""
        self.understood = understood
        self.column = column
        self.found = found
        self.allowed = allowed
        self.reason = reason
        head = f"读懂了「{understood}」，" if understood else ""
        where = f"第 {column} 个字起的「{found}」" if found else "后面"
        told = reason or ("还缺东西" if not found else "不认识")
        able = f"；这里能写：{'、'.join(allowed)}" if allowed else ""
        super().__init__(f"{head}{where}{told}{able}")


class _Compiler(Transformer[Token, Any]):
    """语法树 → 步。"""

    def NUMBER(self, token: Token) -> int:
        return int(token)

    def effect(self, items: list[Any]) -> Parts:
        return tuple(item for item in items if not isinstance(item, Token))

    def part(self, items: list[Any]) -> tuple[steps.Step, ...]:
        return tuple(items)

    def attacks(self, items: list[Any]) -> tuple[Attack, ...]:
        return tuple(item for item in items if not isinstance(item, Token))

    def strike(self, items: list[Any]) -> steps.Strike:
        reap = items.pop() if isinstance(items[-1], int) else 0
        return steps.Strike(items[0], tuple(items[1:]), reap)

    def line(self, items: list[Any]) -> steps.Line:
        return steps.Line(items[1])

    def diagonal(self, items: list[Any]) -> steps.Diagonal:
        return steps.Diagonal(items[1])

    def far(self, items: list[Any]) -> steps.Far:
        return steps.Far(items[1], items[3])

    def near(self, items: list[Any]) -> steps.Near:
        return steps.Near(items[1])

    def pick(self, items: list[Any]) -> steps.NearPick:
        return steps.NearPick(items[1], items[3])

    def around(self, items: list[Any]) -> steps.Around:
        return steps.Around(items[1])

    def damage(self, items: list[Any]) -> steps.Damage:
        return steps.Damage(items[1])

    def bare(self, items: list[Any]) -> steps.Damage:
        return steps.Damage(items[1], items[3])

    def push(self, items: list[Any]) -> steps.Push:
        return steps.Push(items[1])

    def blocked(self, items: list[Any]) -> steps.Push:
        return steps.Push(items[1], items[3])

    def venom(self, items: list[Any]) -> steps.Venom:
        return steps.Venom(items[1])

    def root(self, items: list[Any]) -> steps.Root:
        return steps.Root()

    def strip(self, items: list[Any]) -> steps.Strip:
        return steps.Strip(items[1])

    def reap(self, items: list[Any]) -> int:
        return items[1]

    def aid_range(self, items: list[Any]) -> steps.AidRange:
        return steps.AidRange(items[0], tuple(items[2:]), items[1].type == "ITSELF")

    def hero(self, items: list[Any]) -> steps.AidHero:
        return steps.AidHero(tuple(items[1:]))

    def soldiers(self, items: list[Any]) -> steps.AidSoldiers:
        return steps.AidSoldiers(tuple(items[1:]))

    def one(self, items: list[Any]) -> steps.AidOneSoldier:
        return steps.AidOneSoldier(tuple(items[1:]))

    def heal(self, items: list[Any]) -> steps.Heal:
        return steps.Heal(items[1])

    def ward(self, items: list[Any]) -> steps.Ward:
        return steps.Ward(items[1])

    def once(self, items: list[Any]) -> steps.Ward:
        return steps.Ward(items[1], once=True)

    def boost(self, items: list[Any]) -> steps.Boost:
        return steps.Boost(items[1])

    def walk(self, items: list[Any]) -> steps.Walk:
        return steps.Walk(items[1])

    def dash(self, items: list[Any]) -> steps.Dash:
        return steps.Dash(items[1])

    def shadow(self, items: list[Any]) -> steps.Shadow:
        return steps.Shadow(items[1])

    def swap(self, items: list[Any]) -> steps.Swap:
        return steps.Swap()

    def wall(self, items: list[Any]) -> steps.Wall:
        return steps.Wall(items[1])

    def draw(self, items: list[Any]) -> steps.Draw:
        return steps.Draw(items[1])

    def charge(self, items: list[Any]) -> steps.Charge:
        return steps.Charge(items[1])

    def store(self, items: list[Any]) -> steps.Store:
        return steps.Store(items[1])

    def stow(self, items: list[Any]) -> steps.Stow:
        return steps.Stow(items[1])

    def recall(self, items: list[Any]) -> steps.Recall:
        return steps.Recall(items[1])

    def round(self, items: list[Any]) -> steps.ExtraRound:
        return steps.ExtraRound()

    def deploy(self, items: list[Any]) -> steps.ExtraDeploy:
        return steps.ExtraDeploy(items[2])

    def upgrade(self, items: list[Any]) -> steps.ExtraUpgrade:
        return steps.ExtraUpgrade(items[2])

    def avenge(self, items: list[Any]) -> steps.Avenge:
        return steps.Avenge(items[1])


@lru_cache(maxsize=2)
def _parser(start: str) -> Lark:
    """一列一台：两列合用一台，报错时会列出另一列才能写的词。"""
    terminals = "\n".join(f'{word.terminal}: "{word.text}"' for word in WORDS)
    return Lark(
        f"{RULES}\n{terminals}\n",
        parser="lalr",
        start=start,
        keep_all_tokens=True,
        propagate_positions=True,
    )


def folded(text: str) -> str:
    """折成规范写法：全角变半角，字母大写，空白并成一个空格；字数与原文能对上的尽量对上。"""
    return " ".join(unicodedata.normalize("NFKC", text).upper().split())


def read_effect(text: str) -> Parts:
    """读一个效果；空的是没有效果。

    Raises:
        LanguageError: 读不懂，或写了不合用的数。
    """
    found: Parts = _read(text, "effect") if text.strip() else ()
    return found


def read_attacks(text: str) -> tuple[Attack, ...]:
    """读士兵的攻击；空的是缺省的「近1选1」（A5.4）。

    Raises:
        LanguageError: 读不懂，或写了不合用的数。
    """
    found: tuple[Attack, ...] = _read(text, "attacks") if text.strip() else ()
    return found


def _read(text: str, start: str) -> Any:
    line = folded(text)
    try:
        tree = _parser(start).parse(line)
        for token in tree.scan_values(lambda value: isinstance(value, Token)):
            _check_number(line, token)
        _check_use(line, tree)
        made = _Compiler().transform(tree)
    except UnexpectedInput as error:
        raise _explained(line, error) from None
    return made


def _explained(line: str, error: UnexpectedInput) -> LanguageError:
    """lark 的错误写成中文。"""
    names: set[str]
    if isinstance(error, UnexpectedToken):
        names = set(error.accepts or error.expected)
    elif isinstance(error, UnexpectedCharacters):
        names = set(error.allowed or ())
    else:
        names = set()
    order = [*(word.terminal for word in WORDS), "LEVEL", "SLASH", "NUMBER", "$END"]
    allowed = tuple(
        SHOWN[name]
        for name in sorted(names, key=lambda name: order.index(name) if name in order else 99)
        if name in SHOWN
    )
    place = getattr(error, "pos_in_stream", None)
    ended = isinstance(error, UnexpectedToken) and error.token.type == "$END"
    at = len(line) if ended or place is None else int(place)
    rest = line[at:].split(" ")[0] if at < len(line) else ""
    return LanguageError(line[:at].rstrip(), at + 1, rest, allowed)


def _check_number(line: str, token: Token) -> None:
    """数在 1 到 `LARGEST` 之间。"""
    if token.type != "NUMBER" or 1 <= int(token) <= LARGEST:
        return
    at = token.start_pos or 0
    raise LanguageError(line[:at].rstrip(), at + 1, str(token), (), f"太大或太小，能写 1 到 {LARGEST}")


def _check_use(line: str, tree: ParseTree) -> None:
    """合语法、却不合规则的：推要紧挨着、只推一次（A4.9），等级只有 1 到 3（A5.1）。"""
    for strike in tree.find_data("strike"):
        reach, *blows = strike.children
        pushes = [blow for blow in blows if isinstance(blow, Tree) and blow.data in ("push", "blocked")]
        if not pushes or not isinstance(reach, Tree):
            continue
        if reach.data not in ("near", "pick") or int(str(reach.children[1])) != 1:
            raise _misused(line, pushes[0], "只能接在近1、近1选1 后面（A4.9）")
        if len(pushes) > 1:
            raise _misused(line, pushes[1], "多了：一次攻击只能写一个推（A4.9）")
    for low, word, reason in (
        (1, "deploy", "只能布置 LV1、LV2、LV3（A5.1）"),
        (2, "upgrade", "只能升到 LV2、LV3（A5.1）"),
    ):
        for step in tree.find_data(word):
            if not low <= int(str(step.children[2])) <= 3:
                raise _misused(line, step, reason)


def _misused(line: str, place: ParseTree, reason: str) -> LanguageError:
    at = place.meta.start_pos
    found = line[at : place.meta.end_pos]
    return LanguageError(line[:at].rstrip(), at + 1, found, (), reason)


# ------------------------------------------------------------------ 写回去
def write_effect(parts: Parts) -> str:
    """步写成规范的一行；`read_effect` 读回来是一样的步。"""
    return "；".join(" ".join(write_step(step) for step in part) for part in parts)


def write_attacks(attacks: tuple[Attack, ...]) -> str:
    """攻击写成规范的一行。"""
    return " 或 ".join(
        write_step(attack) if isinstance(attack, steps.AidRange) else write_range(attack)
        for attack in attacks
    )


def write_range(reach: steps.Range) -> str:
    """一种范围。"""
    match reach:
        case steps.Line():
            return f"直{reach.reach}"
        case steps.Diagonal():
            return f"斜{reach.reach}"
        case steps.Far():
            return f"远{reach.reach}/{reach.most}"
        case steps.Near():
            return f"近{reach.reach}"
        case steps.NearPick():
            return f"近{reach.reach}选{reach.most}"
        case steps.Around():
            return f"全{reach.reach}"


def write_step(step: steps.Step) -> str:
    """一步。"""
    match step:
        case steps.Strike():
            reap = [f"破回{step.heal_per_kill}"] if step.heal_per_kill else []
            return " ".join([write_range(step.range), *map(write_blow, step.blows), *reap])
        case steps.AidHero():
            return " ".join(["英雄", *map(write_boon, step.boons)])
        case steps.AidSoldiers():
            return " ".join(["士兵", *map(write_boon, step.boons)])
        case steps.AidOneSoldier():
            return " ".join(["一兵", *map(write_boon, step.boons)])
        case steps.AidRange():
            who = "己方含己" if step.itself else "己方"
            return " ".join([write_range(step.range), who, *map(write_boon, step.boons)])
        case steps.Boost():
            return f"号令{step.amount}"
        case steps.Walk():
            return f"移{step.distance}"
        case steps.Dash():
            return f"直移{step.distance}"
        case steps.Shadow():
            return f"穿移{step.distance}"
        case steps.Swap():
            return "换位"
        case steps.Wall():
            return f"冰墙{step.reach}"
        case steps.Draw():
            return f"抽{step.count}"
        case steps.Charge():
            return f"蓄能{step.count}"
        case steps.Store():
            return f"手蓄{step.count}"
        case steps.Stow():
            return f"入闪{step.count}"
        case steps.Recall():
            return f"拾闪{step.count}"
        case steps.ExtraRound():
            return "士兵行动"
        case steps.ExtraDeploy():
            return f"布置LV{step.level}"
        case steps.ExtraUpgrade():
            return f"升阶LV{step.level}"
        case steps.Avenge():
            return f"报{step.amount}"


def write_blow(blow: steps.Blow) -> str:
    """打在目标上的一下。"""
    match blow:
        case steps.Damage():
            return f"伤{blow.amount}" + (f" 空闪{blow.when_bare}" if blow.when_bare else "")
        case steps.Push():
            return f"推{blow.distance}" + (f" 阻{blow.blocked}" if blow.blocked else "")
        case steps.Venom():
            return f"毒{blow.amount}"
        case steps.Root():
            return "定身"
        case steps.Strip():
            return f"弃闪{blow.count}"


def write_boon(boon: steps.Heal | steps.Ward) -> str:
    """一样好处。"""
    if isinstance(boon, steps.Heal):
        return f"回{boon.amount}"
    return f"首护{boon.amount}" if boon.once else f"护{boon.amount}"
