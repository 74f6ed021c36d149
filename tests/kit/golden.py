"""范本棋谱：一局写成文字，存在 `tests/golden/`，规则一变就在差异里看得出来。

每一步：步号、谁、什么问题、几种选项、选了什么；随后缩进的是群里的话与各座位私下的话。
重写范本：`QUNZHUO_GOLDEN=write uv run pytest …`。
"""

from __future__ import annotations

import difflib
import json
import os
from pathlib import Path
from typing import Any

from games.kernel import Anyone, Ask, Choice, Match, Outcome, Seat, Stream

from .play import Case

FOLDER = Path(__file__).resolve().parents[1] / "golden"


def shown(choice: Choice) -> str:
    """回答写成 JSON，中文原样。"""
    return json.dumps(choice, ensure_ascii=False)


def question(ask: Ask) -> str:
    """问题与选项数。"""
    return f"{ask.seat + 1}号 {ask.what} 〔{ask.options.count()} 种〕"


def told(case: Case, match: Match[Any], outcome: Outcome) -> list[str]:
    """这一步之后群里与各座位看到的话。"""
    lines: list[str] = []
    for seat in (None, *range(case.seats)):
        events = [event.seen_by(seat) for event in outcome.events]
        head = "  群 " if seat is None else f"  {seat + 1}私 "
        for text in case.game.tell(events, match.table.view(seat), case.cast()):
            lines += [head + line for line in text.splitlines()]
    return lines


def chosen(case: Case, match: Match[Any], player: str, stream: Stream) -> tuple[Seat, Choice]:
    """由电脑玩家 `player` 走：插话者依次先说，然后是第一个还没答的。"""
    play = case.game.players[player]
    if isinstance(match.question, Anyone):
        for ask in match.question.others:
            choice = play(match.table.view(ask.seat), ask, stream, True)
            if choice is not None:
                return ask.seat, choice
    ask = match.clocked()[0]
    return ask.seat, play(match.table.view(ask.seat), ask, stream, False)


def playthrough(case: Case, player: str, steps: int = 10_000) -> str:
    """一局的文字；`steps` 步为止，或到终局。"""
    match = case.match()
    stream = Stream(case.seed)
    lines = [f"{case.game.title} {case.seats} 人 种子 {case.seed} 电脑「{player}」"]
    lines += [f"桌规 {name}={value}" for name, value in case.settings.items()]
    lines += ["", "开局", *told(case, match, Outcome(match.events, False))]
    for index in range(steps):
        if not match.waiting:
            break
        seat, choice = chosen(case, match, player, stream)
        lines.append(f"{index + 1}. {question(match.waiting[seat])} {shown(choice)}")
        lines += told(case, match, match.answer(seat, choice))
    view = match.table.view(None)
    cast = case.cast()
    lines += ["", "终局" if match.over else "此刻"]
    ending = case.game.result(view, cast) if match.over else case.game.status(view, cast)
    lines += ["  " + line for line in ending.splitlines()]
    lines.append(f"校验 {match.table.digest():08x}")
    return "\n".join(lines) + "\n"


def perft(case: Case, depth: int) -> list[int]:
    """沿着固定的随机走法，头 `depth` 步各有几种选项（同问几人时相乘）。"""
    match = case.match()
    stream = Stream(case.seed)
    counts: list[int] = []
    while match.waiting and len(counts) < depth:
        total = 1
        for ask in match.clocked():
            total *= ask.options.count()
        counts.append(total)
        ask = match.clocked()[0]
        match.answer(ask.seat, ask.sample(stream))
    return counts


def check_golden(name: str, text: str) -> None:
    """与 `tests/golden/<name>.txt` 一字不差；环境变量 `QUNZHUO_GOLDEN=write` 时重写它。"""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("QUNZHUO_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")
        return
    if not path.exists():
        raise AssertionError(f"没有范本 {path.name}，用 QUNZHUO_GOLDEN=write 写一份并审阅")
    expected = path.read_text("utf-8")
    if text != expected:
        changes = difflib.unified_diff(
            expected.splitlines(), text.splitlines(), "范本", "现在", lineterm="", n=2
        )
        raise AssertionError(f"{path.name} 变了：\n" + "\n".join(list(changes)[:60]))
