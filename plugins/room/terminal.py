"""一个人扮演所有人：`uv run python -m plugins.room.terminal`。

群里的话与私聊分开显示；输入的写法见 `orders`（或敲 `:帮助`）。输入不是终端时（管道），逐行执行，每行等机器人说完
再下一行，读完后退出：

    printf '%s\\n' '新游戏 落叶长跑' '@2 加入' | uv run python -m plugins.room.terminal
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import binascii
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from .orders import parse_line

DEFAULT_URL = "ws://127.0.0.1:8080/room/ws"

_BOT_STYLE = "bold cyan"
_PERSON_STYLES = ("red", "blue", "yellow", "green", "magenta", "white")


class Screen:
    """把台面上的东西画到终端。

    参数:
        console: rich 的控制台。
        pictures: 机器人发的图片存到哪个目录；`None` 不存，只写「[图片]」。
    """

    def __init__(self, console: Console, pictures: Path | None = None) -> None:
        self.console = console
        self.pictures = pictures
        self._picture_count = 0
        self._line_width = None if console.is_terminal else 10_000

    def show(self, show: dict[str, Any]) -> None:
        """画一样东西；不认识的跳过。"""
        draw = getattr(self, f"_show_{show.get('show')}", None)
        if draw is not None:
            draw(show)

    def _show_message(self, show: dict[str, Any]) -> None:
        private = show["where"] == "private"
        head = Text()
        if private:
            head.append("【私聊】" if not show["temporary"] else "【临时会话】", "bold magenta")
        else:
            head.append(f"【群】{show['place']} ", "bold green")
        self._append_person(head, show["number"], show["speaker"], show["from_bot"])
        if private:
            head.append(" → ")
            if show["from_bot"]:
                self._append_person(head, show["peer_number"], show["peer"] or "", False)
            else:
                head.append("机器人", _BOT_STYLE)
        if show["leaked"]:
            head.append(f"  ⚠ 这是给 {show['peer']} 的私聊，却发到了群里", "bold red")
        if show.get("recent"):
            head.append("  （先前）", "dim")
        parts: list[RenderableType] = [head]
        if self.console.is_terminal:
            parts.append(Padding(Text(show["text"], "magenta" if private else ""), (0, 0, 0, 2)))
        else:
            parts.append(_indented(show["text"]))
        for file in show["images"]:
            path = self._save_picture(file)
            if path is not None:
                parts.append(Text(f"  图片已存：{path}", "dim"))
        # 一次画完：分几次会被正在输入的那一行隔开。
        self._print(Group(*parts))

    def _show_notice(self, show: dict[str, Any]) -> None:
        self._print(Text(f"—— {show['text']} ——", "dim"))

    def _show_error(self, show: dict[str, Any]) -> None:
        self._print(Text(f"✗ {show['text']}", "bold red"))

    def _show_link(self, show: dict[str, Any]) -> None:
        words = "机器人已连上" if show["connected"] else "机器人没连着，稍等"
        self._print(Text(f"—— {words} ——", "dim"))

    def _show_switch(self, show: dict[str, Any]) -> None:
        self._print(Text(f"—— 以后由 {show['name']} 说 ——", "dim"))

    def _show_members(self, show: dict[str, Any]) -> None:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
        for heading in ("编号", "名字", "身份", "机器人好友", "状态"):
            table.add_column(heading)
        for row in show["members"]:
            state = "不在群里" if not row["here"] else "被禁言" if row["muted"] else ""
            table.add_row(
                f"@{row['number']}",
                Text(row["name"], _style_of(row["number"])),
                row["role"],
                "是" if row["friend"] else "否",
                state,
            )
        self._print(table)

    def _show_help(self, show: dict[str, Any]) -> None:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for usage, meaning in show["rows"]:
            table.add_row(Text(usage, "bold"), Text(meaning))
        self._print(table)

    def _append_person(self, line: Text, number: int | None, name: str, is_bot: bool) -> None:
        if is_bot:
            line.append(name, _BOT_STYLE)
        else:
            line.append(f"@{number} " if number else "", "dim")
            line.append(name, f"bold {_style_of(number)}")

    def _save_picture(self, file: str) -> Path | None:
        if self.pictures is None or not file.startswith("base64://"):
            return None
        with suppress(binascii.Error, OSError):
            content = base64.b64decode(file.removeprefix("base64://"), validate=True)
            self.pictures.mkdir(parents=True, exist_ok=True)
            self._picture_count += 1
            path = self.pictures / f"{os.getpid()}-{self._picture_count:04}.png"
            path.write_bytes(content)
            return path
        return None

    def _print(self, thing: RenderableType) -> None:
        # 不是终端时不折行：管道另一头要的是原样的行。
        self.console.print(thing, width=self._line_width, soft_wrap=not self.console.is_terminal)


def _indented(content: str) -> Text:
    return Text("\n".join(f"  {line}" for line in content.split("\n")))


def _style_of(number: int | None) -> str:
    return _PERSON_STYLES[((number or 1) - 1) % len(_PERSON_STYLES)]


class Terminal:
    """一个终端会话。

    参数:
        url: 房间的地址。
        speaker: 一开始由谁说：编号或名字。
        screen: 画面。
        pace: 输入来自管道时，每行之后等这么久（秒）没有新话再下一行。
    """

    def __init__(self, url: str, speaker: str, screen: Screen, pace: float = 0.5) -> None:
        self.url = url
        self.speaker = speaker
        self.speaker_name = speaker
        self.screen = screen
        self.pace = pace
        self._heard_at = 0.0

    async def run(self) -> int:
        """连上、收发，直到退出。返回进程退出码。"""
        try:
            socket = await connect(self.url, compression=None, proxy=None, max_size=None, open_timeout=5)
        except (OSError, InvalidHandshake, TimeoutError) as error:
            self.screen.show(
                {
                    "show": "error",
                    "text": f"连不上 {self.url}（{error}）。先在另一个终端运行 uv run bot.py，端口不同就加 --url。",
                }
            )
            return 1
        async with socket:
            listener = asyncio.create_task(self._listen(socket))
            try:
                await self._send(socket, f"@{self.speaker}")
                if sys.stdin.isatty():
                    await self._converse(socket, listener)
                else:
                    await self._recite(socket, listener)
            finally:
                listener.cancel()
                await asyncio.gather(listener, return_exceptions=True)
        return 0

    async def _send(self, socket: ClientConnection, line: str) -> None:
        await socket.send(msgspec.json.encode({"line": line, "speaker": self.speaker}), text=True)

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                show = msgspec.json.decode(await socket.recv(decode=False))
                self._heard_at = time.monotonic()
                if show["show"] == "switch":
                    self.speaker, self.speaker_name = show["speaker"], show["name"]
                self.screen.show(show)
        self.screen.show({"show": "error", "text": "房间关了。"})

    async def _converse(self, socket: ClientConnection, listener: asyncio.Task[None]) -> None:
        """有人在键盘前：一边显示一边输入。"""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.patch_stdout import patch_stdout

        session: PromptSession[str] = PromptSession()
        with patch_stdout(raw=True):
            while not listener.done():
                try:
                    line = await session.prompt_async(lambda: f"{self.speaker_name}> ")
                except (EOFError, KeyboardInterrupt):
                    return
                if _is_quit(line):
                    return
                with suppress(ConnectionClosed):
                    await self._send(socket, line)

    async def _recite(self, socket: ClientConnection, listener: asyncio.Task[None]) -> None:
        """输入来自管道：逐行执行，每行等到安静。"""
        await self._quiet(self.pace)
        async for line in _lines_of_stdin():
            if listener.done() or _is_quit(line):
                return
            self.screen.console.print(Text(f"> {line}", "dim"), soft_wrap=True)
            with suppress(ConnectionClosed):
                await self._send(socket, line)
            await self._quiet(self.pace)

    async def _quiet(self, seconds: float) -> None:
        """等到这么久没有新东西。"""
        begun = time.monotonic()
        while True:
            idle = time.monotonic() - max(begun, self._heard_at)
            if idle >= seconds:
                return
            await asyncio.sleep(seconds - idle)


def _is_quit(line: str) -> bool:
    order = parse_line(line)
    return order.kind == "command" and order.text == "退出"


async def _lines_of_stdin() -> AsyncIterator[str]:
    while True:
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line:
            return
        yield line.rstrip("\n")


def main(arguments: list[str] | None = None) -> int:
    """命令行入口。返回退出码：0 正常，1 连不上。"""
    parser = argparse.ArgumentParser(
        prog="python -m plugins.room.terminal", description="一个人扮演试玩群里的所有人"
    )
    parser.add_argument("--url", default=DEFAULT_URL, help=f"房间的地址，默认 {DEFAULT_URL}")
    parser.add_argument("--as", dest="speaker", default="1", help="一开始由谁说：编号或名字，默认 1")
    parser.add_argument("--pictures", type=Path, default=None, help="把机器人发的图片存到这个目录")
    parser.add_argument(
        "--pace", type=float, default=0.5, help="输入来自管道时，每行之后等多久（秒）没有新话再下一行"
    )
    options = parser.parse_args(arguments)
    screen = Screen(Console(highlight=False), options.pictures)
    try:
        return asyncio.run(Terminal(options.url, options.speaker, screen, options.pace).run())
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
