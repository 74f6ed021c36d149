"""打一整局，把群里的话和一个人的私聊写成一篇：

    uv run python -m tests.e2e.transcript docs/transcripts/leafrun-4p.md

机器人是真的进程，四个人照着题面打字（见 `people`）；每次的牌与骰不同。
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks.bot_process import QUICK, BotProcess
from plugins.room.harness import Room, open_room

from .people import Party

HEAD = """# 落叶长跑，四人，整局

真的机器人，四个模拟的群成员照着题面打字，从开桌打到战果，三条跑道。由这条命令写出，每次的牌与骰不同：

    uv run python -m tests.e2e.transcript docs/transcripts/leafrun-4p.md

「▸」是人打的一句，「◂」起是机器人的一条消息。
"""


def written(room: Room, messages: list[str]) -> list[str]:
    """一处的对话，一句一段。"""
    bot = room.world.people[room.world.self_id].nickname
    lines: list[str] = []
    for message in messages:
        name, _, text = message.partition(": ")
        if name == bot:
            lines.append("◂ " + text.replace("\n", "\n  "))
        else:
            lines.append(f"▸ {name}: {text}")
    return lines


async def played(folder: Path) -> str:
    """打一局，返回全文。"""
    process = BotProcess(folder, environment=QUICK)
    await process.start()
    try:
        async with open_room(process.url) as room:
            group = room.group()
            party = Party(room, group.group_id, list(room.world.groups[group.group_id].members)[:4])
            await party.sit_down()
            await party.play()
            me = party.people[0]
            parts = [
                HEAD,
                "## 群里",
                "",
                "```text",
                *written(room, room.transcript(group)),
                "```",
                "",
                f"## {me.name}的私聊",
                "",
                "他在群里打的话见上面；这里是机器人私下给他的，和他私下打的。",
                "",
                "```text",
                *written(room, room.transcript(room.private(me.user))),
                "```",
            ]
            return "\n".join(parts) + "\n"
    finally:
        await process.kill()


def main() -> None:
    """命令行入口。"""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.transcript", description="打一整局，写成一篇")
    parser.add_argument("file", type=Path, help="写到哪个文件")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = asyncio.run(played(Path(folder)))
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text(text, "utf-8")
    print(f"写好了：{options.file}，{text.count(chr(10))} 行")


if __name__ == "__main__":
    main()
