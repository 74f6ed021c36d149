"""聊天吞吐：一个什么也不做的回声机器人，与真的在主持游戏的群桌，同一次运行里轮流量。

`uv run python -m benchmarks.chat [--quick] [--tuned-echo]`

两边各是一个进程，都经真的 WebSocket 连着房间（OneBot v11 协议端），都是闭环：每个群有且只有一句话在等答复，
答复到了才说下一句。

- 回声（`benchmarks.echo`）：普通的 `on_message`，一句进、一句出，不存任何东西；NoneBot 的日志设为 WARNING。
  `--tuned-echo` 让它也用 `bot.py` 的日志与服务器设置，好看出快在哪里。
- 群桌（`bot.py`）：每个群一桌两人的落叶长跑，不计时；数据库在磁盘上，`synchronous=FULL`。数的是
  **在群里得到答复的一步棋**（掷骰、选角色、换牌、移动、触发、结束…）：读懂、判合法、走规则、写进日志并落盘之后，
  群里才有那一句；同时还要私聊手牌与题面。开桌、加入、请群主「跳过」难选的题都要花时间，但不计数。
  跑完核对日志：数出来的步数不得多于落盘的步数。

两边都不限速（群桌默认对真实账号限速，那是怕风控，不是跑不动）。各轮交替进行，机器忙闲对两边一样；
两边的数都取各轮合计。延迟从那句话说出口算到群里的答复到达。
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from benchmarks.bot_process import QUICK, BotProcess, disk_folder, free_port
from benchmarks.table_player import Line, TablePlayer
from plugins.room.harness import Room, open_room
from plugins.room.world import Message

SIZES = (50, 500)
ANSWER_SECONDS = 10.0
"""这么久没有答复就换一句说；连着两句没有答复就算机器人坏了。"""


class Load:
    """对一个机器人的闭环负载：每个群一句在途。"""

    def __init__(self, name: str, process: BotProcess, room: Room) -> None:
        self.name = name
        self.process = process
        self.room = room
        self.latencies: list[float] = []
        self.counted = 0
        self.seconds = 0.0
        self.cpu = 0.0
        self.rates: list[float] = []
        self._answers: dict[int, asyncio.Future[float]] = {}
        room.world.on_message(self._on_message)

    def hear(self, message: Message) -> None:
        """机器人说了一句；子类从中读局面。"""

    def next_line(self, group_id: int) -> Line:
        """这个群接下来说什么。"""
        raise NotImplementedError

    def unanswered(self, group_id: int) -> bool:
        """没有人理；换一句说为真，当作机器人坏了为假。"""
        return False

    def accepted(self, group_id: int) -> bool:
        """刚才那句照办了，不是被驳回。"""
        return True

    def _on_message(self, message: Message) -> None:
        if message.sender_id != self.room.world.self_id:
            return
        self.hear(message)
        if message.group_id is not None:
            answer = self._answers.get(message.group_id)
            if answer is not None and not answer.done():
                answer.set_result(time.perf_counter())

    async def exchange(self, group_id: int) -> tuple[Line, float]:
        """说一句，等到群里的答复；返回说了什么与等了多久。"""
        line = self.next_line(group_id)
        answer: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._answers[group_id] = answer
        begun = time.perf_counter()
        self.room.world.say(group_id, line.user, line.text)
        try:
            return line, await asyncio.wait_for(answer, ANSWER_SECONDS) - begun
        except TimeoutError:
            if self.unanswered(group_id):
                return Line(line.user, line.text, False), ANSWER_SECONDS
            raise RuntimeError(
                f"{self.name}：群 {group_id} 里「{line.text}」没有答复\n{self.process.printed()[-2000:]}"
            ) from None

    async def round(self, seconds: float) -> None:
        """跑一轮，计数。"""
        begun = time.perf_counter()
        until = begun + seconds
        cpu = self.process.cpu_seconds()
        counted = self.counted

        async def keep_talking(group_id: int) -> None:
            while time.perf_counter() < until:
                line, latency = await self.exchange(group_id)
                if line.move and self.accepted(group_id):
                    self.latencies.append(latency)
                    self.counted += 1

        await asyncio.gather(*(keep_talking(group_id) for group_id in list(self.room.world.groups)))
        elapsed = time.perf_counter() - begun
        self.seconds += elapsed
        self.cpu += self.process.cpu_seconds() - cpu
        self.rates.append((self.counted - counted) / elapsed)

    @property
    def per_second(self) -> float:
        """每秒答复几句。"""
        return self.counted / self.seconds

    def percentile(self, share: float) -> float:
        """延迟的分位数，毫秒。"""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


class EchoLoad(Load):
    """回声机器人：每个群的第一个人反复说同一句。"""

    def next_line(self, group_id: int) -> Line:
        user = next(user for user in self.room.world.groups[group_id].members)
        return Line(user, "掷骰", True)


class GameLoad(Load):
    """群桌：每个群一桌两人。"""

    def __init__(self, name: str, process: BotProcess, room: Room) -> None:
        super().__init__(name, process, room)
        self.players = {group_id: TablePlayer(room, group_id) for group_id in room.world.groups}
        self._by_user = {user: player for player in self.players.values() for user in player.users}

    def hear(self, message: Message) -> None:
        if message.group_id is not None:
            self.players[message.group_id].heard(message)
        elif message.peer_id in self._by_user:
            self._by_user[message.peer_id].heard(message)

    def next_line(self, group_id: int) -> Line:
        return self.players[group_id].next_line()

    def unanswered(self, group_id: int) -> bool:
        player = self.players[group_id]
        if player.stuck:
            return False
        player.unanswered()
        return True

    def accepted(self, group_id: int) -> bool:
        return not self.players[group_id].stuck

    async def open_tables(self) -> None:
        """各群开局，走到第一个出牌回合；不计数。"""

        async def begin(group_id: int) -> None:
            player = self.players[group_id]
            while not any(what == "出牌" for _, what in player.awaited):
                await self.exchange(group_id)

        await asyncio.gather(*(begin(group_id) for group_id in self.players))

    @property
    def refusals(self) -> int:
        """机器人没有照办的句数。"""
        return sum(len(player.refusals) for player in self.players.values())


def moves_in_log(database: Path) -> int:
    """日志里玩家走的步数。"""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return connection.execute(
            "SELECT count(*) FROM action WHERE kind = 'answer' AND by = 'player'"
        ).fetchone()[0]
    finally:
        connection.close()


async def measure(
    groups: int, rounds: int, seconds: float, tuned: bool, say: Callable[[str], None]
) -> dict[str, float]:
    """一种规模：两边轮流各跑 `rounds` 轮、每轮 `seconds` 秒；返回各项数字。"""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chat-", dir=disk_folder())))

        async def connect(name: str, process: BotProcess) -> Room:
            await process.start()
            stack.push_async_callback(process.kill)
            return await stack.enter_async_context(
                open_room(process.url, groups=groups, seats=2, keep_outcomes=False)
            )

        (folder / "echo").mkdir()
        (folder / "bot").mkdir()
        port = free_port()
        bare = BotProcess(
            folder / "echo",
            *("-m", "benchmarks.echo", str(port), "matcher", "quiet" if tuned else "default"),
            port=port,
        )
        ours = BotProcess(folder / "bot", environment=QUICK)
        echo = EchoLoad("回声", bare, await connect("回声", bare))
        game = GameLoad("群桌", ours, await connect("群桌", ours))
        say(f"{groups} 个群：开局…")
        await game.open_tables()
        await echo.round(seconds / 4)
        for load in (echo, game):
            load.latencies.clear()
            load.counted = 0
            load.seconds = load.cpu = 0.0
            load.rates.clear()
        before = moves_in_log(ours.database)
        for number in range(rounds):
            for load in (echo, game) if number % 2 == 0 else (game, echo):
                await load.round(seconds)
            say(
                f"{groups} 个群 第 {number + 1}/{rounds} 轮："
                f"回声 {echo.rates[-1]:.0f}/秒，群桌 {game.rates[-1]:.0f} 步/秒"
            )
        stored = moves_in_log(ours.database) - before
        if stored < game.counted:
            raise RuntimeError(f"数出 {game.counted} 步，日志里只有 {stored} 步")
        return {
            f"echo_per_s_{groups}": echo.per_second,
            f"echo_p50_ms_{groups}": echo.percentile(0.5),
            f"echo_p99_ms_{groups}": echo.percentile(0.99),
            f"echo_cpu_us_{groups}": echo.cpu / echo.counted * 1e6,
            f"moves_per_s_{groups}": game.per_second,
            f"moves_p50_ms_{groups}": game.percentile(0.5),
            f"moves_p99_ms_{groups}": game.percentile(0.99),
            f"moves_cpu_us_{groups}": game.cpu / game.counted * 1e6,
            f"moves_{groups}": game.counted,
            f"moves_in_log_{groups}": stored,
            f"refusals_{groups}": game.refusals,
            f"throughput_spread_{groups}": statistics.pstdev(
                [ours / bare for ours, bare in zip(game.rates, echo.rates, strict=True)]
            ),
            f"throughput_ratio_{groups}": game.per_second / echo.per_second,
            f"p99_ratio_{groups}": game.percentile(0.99) / echo.percentile(0.99),
        }


async def run(quick: bool, tuned: bool) -> None:
    """两种规模各量一遍，最后打印 `键 = 值`。"""
    rounds, seconds = (2, 1.5) if quick else (6, 4.0)
    numbers: dict[str, float] = {}
    for groups in SIZES:
        numbers |= await measure(groups, rounds, seconds, tuned, lambda line: print(line, flush=True))
    last = ("throughput_ratio_50", "throughput_ratio_500", "p99_ratio_50")
    for name in [name for name in numbers if name not in last] + list(last):
        value = numbers[name]
        print(f"{name} = {value:.3f}" if isinstance(value, float) else f"{name} = {value}")


def main() -> None:
    """读命令行。"""
    parser = argparse.ArgumentParser(description="群桌与回声机器人的吞吐，同一次运行里轮流量")
    parser.add_argument("--quick", action="store_true", help="每种规模只量两轮，一分钟以内")
    parser.add_argument(
        "--tuned-echo", action="store_true", help="回声也用 bot.py 的日志与服务器设置，比默认的快"
    )
    arguments = parser.parse_args()
    asyncio.run(run(arguments.quick, arguments.tuned_echo))


if __name__ == "__main__":
    main()
