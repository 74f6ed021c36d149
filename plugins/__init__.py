"""NoneBot 插件。"""
