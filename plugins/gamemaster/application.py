"""群桌的整机：存储、大厅、出口、入口接在一起。"""

from __future__ import annotations

from collections.abc import Collection

from .config import Settings
from .edge import Edge
from .hall import Hall
from .outbox import Call, Outbox
from .store import Store


class Application:
    """接好线的一台；`start` 之前入口不收任何东西。"""

    def __init__(self, settings: Settings, call: Call, superusers: Collection[str] = ()) -> None:
        """`call(账号, 动作, 参数)` 叫一个 OneBot 动作；`superusers` 是 NoneBot 的 `SUPERUSERS`。"""
        self.settings = settings
        self.store = Store(settings.database_path(), settings.synchronous)
        self.outbox = Outbox(settings, call, self._send_refused)
        self.hall = Hall(self.store, self.outbox, settings.hall())
        self.edge = Edge(settings, self.hall, self.outbox, self._holder, superusers)

    async def start(self) -> None:
        """打开库，恢复对局。

        Raises:
            StoreError: 库打不开；文字是给运营者看的一句话。
        """
        await self.store.open()
        try:
            await self.hall.start()
        except BaseException:
            await self.store.close()
            raise

    async def stop(self) -> None:
        """办完手上的，发完排队的，关上库。"""
        await self.hall.stop()
        await self.edge.close()
        await self.outbox.close()
        await self.store.close()

    def _holder(self, group: str) -> str | None:
        desk = self.hall.desks.get(group)
        return None if desk is None or desk.empty else desk.bot

    def _send_refused(self, bot: str, group: str) -> None:
        self.edge.send_refused(bot, group)
