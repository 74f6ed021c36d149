"""房间测试的公共夹具：空闲端口、对面的应用端。"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from hypercorn.asyncio import serve
from hypercorn.config import Config

from tests.room.application import ROOT, Application


@pytest.fixture
def free_port() -> int:
    """本机一个空闲端口。"""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def _listening(port: int) -> None:
    """等到本机这个端口应声。"""
    async with asyncio.timeout(10):
        while True:
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                return
            await asyncio.sleep(0.01)


@pytest.fixture
async def start_application(
    free_port: int,
) -> AsyncIterator[Callable[..., Awaitable[Application]]]:
    """起一个 aiocqhttp 应用端（hypercorn，回环地址），测试结束时关掉。"""
    shutdown = asyncio.Event()
    tasks: list[asyncio.Task[None]] = []

    async def start(token: str | None = None) -> Application:
        application = Application(free_port, token)
        config = Config()
        config.bind = [f"127.0.0.1:{free_port}"]
        config.loglevel = "CRITICAL"
        config.graceful_timeout = 0.2
        tasks.append(
            asyncio.create_task(
                serve(application.bot.asgi, config, shutdown_trigger=shutdown.wait)  # type: ignore[arg-type]
            )
        )
        await _listening(free_port)
        return application

    yield start
    shutdown.set()
    await asyncio.gather(*tasks)


@pytest.fixture
async def start_echo_bot(
    free_port: int, tmp_path: Path
) -> AsyncIterator[Callable[..., Awaitable[asyncio.subprocess.Process]]]:
    """另起进程跑 `echo_bot.py`（只有 NoneBot 与它的 OneBot v11 适配器），测试结束时关掉。"""
    started: list[asyncio.subprocess.Process] = []

    async def start(*arguments: str, **settings: str) -> asyncio.subprocess.Process:
        # 插件的设置 NoneBot 只从 .env 里认，光有环境变量不算。
        lines = [f"{name}={value}" for name, value in {"PORT": str(free_port), **settings}.items()]
        (tmp_path / ".env").write_text("\n".join(lines), encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(Path(__file__).with_name("echo_bot.py")),
            *arguments,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
        )
        started.append(process)
        assert process.stdout is not None
        async with asyncio.timeout(20):
            while True:
                line = await process.stdout.readline()
                assert line, "学舌机器人没起来"
                if line.strip() == b"ready":
                    break
        await _listening(free_port)
        return process

    yield start
    for process in started:
        if process.returncode is None:
            process.terminate()
        await process.communicate()
