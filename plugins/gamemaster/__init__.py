"""群桌：QQ 群里的桌游主持人（NoneBot2 插件，OneBot v11）。

作为插件加载时接上 NoneBot；只是被导入（测试、实验室、`python -m plugins.gamemaster.config`）时什么也不做。
"""

# NoneBot 在执行插件模块之前放好 __plugin__。
if "__plugin__" in globals():
    from nonebot.plugin import PluginMetadata

    from .config import Settings
    from .plugging import plug_in

    __plugin_meta__ = PluginMetadata(
        name="群桌",
        description="QQ 群里的桌游主持人：发牌、私聊手牌、计时、断线重启接着玩",
        usage="在群里打「新游戏」看有哪些游戏，打「帮助」看怎么玩",
        type="application",
        config=Settings,
        supported_adapters={"~onebot.v11"},
    )

    plug_in()
