"""被杀也不丢：20 个群在玩，随机的时刻 SIGKILL，重启，接着玩。

`uv run python -m benchmarks.crash [--rounds 50] [--groups 20] [--quick]`

每一轮：

1. 启动真的 `bot.py`（同一个库、同一个端口），房间自己重连；
2. 把被杀时没有得到答复的那些话原样再送一遍（消息号不变），再送一些已经得到答复的；
3. 每桌至少再走成一步棋，走不成的算 `wedged`；
4. 继续走，随机的时刻 SIGKILL。三成的轮次在刚启动、还在恢复时就杀；
5. 机器人死着时翻日志：**每一步在群里得到过答复的棋**，日志里恰有一行是那条消息引起的；
   没有算 `lost`，不止一行算 `doubled`。

重启后一桌宣布了两次，也会在最后报告（`announced_twice`）。三个数都须是 0，否则退出码为 1。
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import suppress
from pathlib import Path

from benchmarks.bot_process import QUICK, BotProcess, disk_folder
from benchmarks.table_player import Line, TablePlayer
from plugins.room.harness import Room, open_room
from plugins.room.world import Message

STUCK_SECONDS = 30.0
"""重启后这么久还走不成一步，就是卡死了。"""
ANSWER_SECONDS = 3.0
"""一句话这么久没有答复就换一句。"""
REMEMBERED = 12
"""每群记住最近几条办成了的话，重启后从中挑几条重送：再办一次就是重复，所以不该有任何答复。"""
RESUMED = "我重启了"
SKIP = "跳过"
"""管理员的一步，也在日志里。"""


class Table:
    """一个群里的一桌，与它的账：哪句话在等答复，哪些步得到了答复。"""

    def __init__(self, room: Room, group_id: int) -> None:
        self.room = room
        self.group_id = group_id
        self.player = TablePlayer(room, group_id)
        self.outstanding: tuple[Message, Line] | None = None
        """说出去了、还没有答复的。"""
        self.acknowledged: list[int] = []
        """得到答复的步的消息号。"""
        self.recent: deque[Message] = deque(maxlen=REMEMBERED)
        self.announcements = 0
        """这次启动以后宣布了几次。"""
        self.progressed = asyncio.Event()
        """这次启动以后走成过一步。"""
        self._answered = asyncio.Event()

    def heard(self, message: Message) -> None:
        """机器人说了一句。"""
        self.player.heard(message)
        if message.group_id is None:
            return
        if RESUMED in message.text:
            # 宣布不是答复；与答复并成一条的也不当答复，宁可少算一步。
            self.announcements += 1
            self.player.stuck = False
            return
        if self.outstanding is None:
            return
        said, line = self.outstanding
        self.outstanding = None
        logged = line.move if line.text != SKIP else message.text.startswith(SKIP)
        if logged and not self.player.stuck:
            self.acknowledged.append(said.message_id)
            self.recent.append(said)
            self.progressed.set()
        self._answered.set()

    async def play(self) -> None:
        """一直走下去，直到被取消。"""
        while True:
            if self.outstanding is None:
                line = self.player.next_line()
                said = self.room.world.say(self.group_id, line.user, line.text)
                self._answered.clear()
                self.outstanding = said, line
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await self._answered.wait()
            except TimeoutError:
                # 重送的那句可能早已办过，不会再有答复；看一眼局面再走。
                # 连「状态」都没有人理：这一局在被杀前刚好下完，另开一局。
                assert self.outstanding is not None
                if self.outstanding[1].text == "状态":
                    self.player.playing = False
                self.outstanding = None
                self.player.awaited = []

    def redeliver(self, chance: random.Random) -> None:
        """没有答复的再送一遍；有答复的挑几条也再送。"""
        for said in chance.sample(list(self.recent), min(3, len(self.recent))):
            self.room.connection.redeliver(said)
        if self.outstanding is not None:
            self.room.connection.redeliver(self.outstanding[0])


class Ledger:
    """对账：得到过答复的步与日志里的行。"""

    def __init__(self, database: Path, bot: int) -> None:
        self._database = database
        self._bot = bot
        self.lost: set[int] = set()
        self.doubled: set[int] = set()

    def check(self, tables: list[Table]) -> None:
        """机器人死着时对一次。"""
        connection = sqlite3.connect(self._database)
        try:
            rows = connection.execute(
                # 一条消息引起的几行里，只有第一行记着它。
                "SELECT message FROM action WHERE message <> ''"
            ).fetchall()
        finally:
            connection.close()
        counts = Counter(row[0] for row in rows)
        self.doubled |= {int(key.partition(":")[2]) for key, count in counts.items() if count > 1}
        for table in tables:
            self.lost |= {
                number for number in table.acknowledged if counts.get(f"{self._bot}:{number}", 0) == 0
            }


def _around(room: Room, number: int) -> str:
    """一条消息前后的群里对话，供查看丢的是哪一步。"""
    said = room.world.message(number)
    lines = [message for message in room.messages if message.group_id == said.group_id]
    place = next(index for index, message in enumerate(lines) if message.message_id == number)
    return f"群 {said.group_id} 丢了消息 {number}：\n" + "\n".join(
        f"  {message.sender_name}: {message.shown}" for message in lines[max(0, place - 3) : place + 4]
    )


async def run(rounds: int, groups: int, seed: int) -> int:
    """跑完全部轮次，打印结果；没有差错返回 0。"""
    chance = random.Random(seed)
    wedged = 0
    announced_twice = 0
    acknowledged = 0
    restarts: list[float] = []
    with tempfile.TemporaryDirectory(prefix="crash-", dir=disk_folder()) as folder:
        process = BotProcess(Path(folder), environment=QUICK)
        async with open_room(process.url, groups=groups, seats=2, wait=False, keep_outcomes=False) as room:
            tables = [Table(room, group_id) for group_id in room.world.groups]
            by_group = {table.group_id: table for table in tables}
            by_user = {user: table for table in tables for user in table.player.users}

            def on_message(message: Message) -> None:
                if message.sender_id != room.world.self_id:
                    return
                table = by_group[message.group_id] if message.group_id else by_user.get(message.peer_id or 0)
                if table is not None:
                    table.heard(message)

            room.world.on_message(on_message)
            ledger = Ledger(process.database, room.world.self_id)
            for number in range(rounds + 1):
                last = number == rounds
                for table in tables:
                    table.announcements = 0
                    table.progressed.clear()
                begun = time.perf_counter()
                await process.start()
                early = not last and number > 0 and chance.random() < 0.3
                if early:
                    await asyncio.sleep(chance.uniform(0, 0.6))
                else:
                    await room.connection.wait_connected()
                    await room.settled(0.2)
                    restarts.append(time.perf_counter() - begun)
                    for table in tables:
                        table.redeliver(chance)
                    await room.settled(0.2)
                    playing = [asyncio.create_task(table.play()) for table in tables]
                    with suppress(TimeoutError):
                        async with asyncio.timeout(STUCK_SECONDS):
                            await asyncio.gather(*(table.progressed.wait() for table in tables))
                    stuck = [table for table in tables if not table.progressed.is_set()]
                    wedged += len(stuck)
                    for table in stuck:
                        print(
                            f"群 {table.group_id} 卡住了：\n"
                            + "\n".join(room.transcript(table.group_id)[-6:])
                        )
                    if not last:
                        await asyncio.sleep(chance.uniform(0.05, 1.2))
                    announced_twice += sum(table.announcements > 1 for table in tables)
                    for task in playing:
                        task.cancel()
                    if last:
                        await asyncio.gather(*playing, return_exceptions=True)
                await process.kill()
                known = set(ledger.lost)
                ledger.check(tables)
                for missing in sorted(ledger.lost - known):
                    print(_around(room, missing))
                acknowledged = sum(len(table.acknowledged) for table in tables)
                print(
                    f"第 {min(number + 1, rounds)}/{rounds} 轮{'（恢复中被杀）' if early else ''}："
                    f"得到答复 {acknowledged} 步，丢 {len(ledger.lost)}，重 {len(ledger.doubled)}，卡 {wedged}",
                    flush=True,
                )
            problems = [line for line in process.printed().splitlines() if "ERROR" in line]
            for line in problems[:20]:
                print(line)
    print(f"acknowledged = {acknowledged}")
    print(f"restart_s = {sum(restarts) / len(restarts):.2f}")
    print(f"errors_logged = {len(problems)}")
    print(f"announced_twice = {announced_twice}")
    print(f"lost = {len(ledger.lost)}")
    print(f"doubled = {len(ledger.doubled)}")
    print(f"wedged = {wedged}")
    return 1 if ledger.lost or ledger.doubled or wedged or announced_twice else 0


def main() -> None:
    """读命令行。"""
    parser = argparse.ArgumentParser(description="随机 SIGKILL，核对每一步得到答复的棋")
    parser.add_argument("--rounds", type=int, default=50, help="杀几次")
    parser.add_argument("--groups", type=int, default=20, help="几个群")
    parser.add_argument("--seed", type=int, default=1, help="何时杀、重送哪些，由它决定")
    parser.add_argument("--quick", action="store_true", help="只杀 5 次")
    arguments = parser.parse_args()
    sys.exit(asyncio.run(run(5 if arguments.quick else arguments.rounds, arguments.groups, arguments.seed)))


if __name__ == "__main__":
    main()
