"""另起进程的机器人：真的 `bot.py`，自己的端口与数据库。"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

QUICK = {
    "QUNZHUO_SEND_INTERVAL": "0",
    "QUNZHUO_SEND_RATE": "0",
    "ROOM": "off",
    "LOG_LEVEL": "WARNING",
}
"""量的是机器人有多快，不是为了不惹风控而放慢的发送：不限速，不开房间，日志只留警告。"""


def free_port() -> int:
    """本机一个空闲端口。"""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def disk_folder() -> Path:
    """放临时数据库的地方：项目的 `var/`。系统的临时文件夹可能在内存里，落盘就量不出来。"""
    folder = ROOT / "var"
    folder.mkdir(exist_ok=True)
    return folder


class BotProcess:
    """一个子进程。`arguments` 跟在解释器后面，默认是 `bot.py`。"""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        port: int | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        """`folder` 是工作文件夹（`.env` 从那里读），数据库是其中的 `qunzhuo.db`，输出在 `log.txt`。"""
        self.folder = folder
        self.arguments = arguments or (str(ROOT / "bot.py"),)
        self.port = port or free_port()
        self.environment = environment or {}
        self.log = folder / "log.txt"
        self.process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """反向 WebSocket 的地址。"""
        return f"ws://127.0.0.1:{self.port}/onebot/v11/ws"

    @property
    def database(self) -> Path:
        """数据库文件。"""
        return self.folder / "qunzhuo.db"

    async def start(self) -> None:
        """启动，等到端口应声；启动不了抛 `RuntimeError`，带着它的输出。"""
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.upper().startswith(("QUNZHUO_", "ROOM", "ONEBOT_", "LOG_LEVEL"))
        }
        environment = {
            **kept,
            "PYTHONPATH": str(ROOT),
            "PORT": str(self.port),
            "QUNZHUO_DATABASE": str(self.database),
            **self.environment,
        }
        with self.log.open("ab") as output:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                *self.arguments,
                cwd=self.folder,
                env=environment,
                stdout=output,
                stderr=asyncio.subprocess.STDOUT,
            )
        async with asyncio.timeout(60):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                    writer.close()
                    return
                except OSError:
                    if self.process.returncode is not None:
                        raise RuntimeError(f"机器人没有起来：\n{self.printed()}") from None
                    await asyncio.sleep(0.02)

    def printed(self) -> str:
        """到现在为止的输出。"""
        return self.log.read_text("utf-8", "replace")

    def cpu_seconds(self) -> float:
        """用掉的处理器时间（用户态加内核态）；读不到（不是 Linux）为 0。"""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/stat")
        if not path.exists():
            return 0.0
        numbers = path.read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) / os.sysconf("SC_CLK_TCK")

    async def kill(self) -> None:
        """SIGKILL，等它消失。"""
        if self.process is not None:
            if self.process.returncode is None:
                self.process.kill()
            await self.process.wait()

    async def stop(self) -> int:
        """好好停下，返回退出码。"""
        assert self.process is not None
        if self.process.returncode is None:
            self.process.terminate()
        return await self.process.wait()
