"""房间：一个 OneBot v11 协议端，扮演一小群 QQ 用户，供试玩、测试与演示。

作为 NoneBot 插件加载时，按设置在本进程里开一个房间，连到机器人自己的反向 WebSocket；它与机器人之间只有
OneBot v11。不经 NoneBot 也能用：测试与基准用 `plugins.room.harness.open_room`，一个人试玩用
`python -m plugins.room.terminal`。
"""

from nonebot.plugin import PluginMetadata

from .config import Config

__plugin_meta__ = PluginMetadata(
    name="房间",
    description="没有 QQ 账号也能玩：本机里的一小群模拟 QQ 用户",
    usage="uv run python -m plugins.room.terminal",
    type="application",
    config=Config,
    supported_adapters={"~onebot.v11"},
)

# NoneBot 在执行插件模块之前放好 __plugin__；测试与终端直接导入本包时没有它，也就不该碰驱动器。
if "__plugin__" in globals():
    from .opening import open_on_startup

    open_on_startup()
