"""大厅的设置：每项的默认值、单位与范围。`config.py` 从环境变量填它。"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HallSettings:
    """大厅的全部设置；时间一律是秒，0 表示不限或不要。"""

    turn_seconds: int = 180
    """「出牌限时」的默认值：轮到谁出牌时，每个动作最多想多久；0 不限。"""
    choice_seconds: int = 90
    """「选择限时」的默认值：其余问题最多想多久；0 不限。"""
    reminder_seconds: int = 30
    """「提醒」的默认值：时间剩这么多时在群里 @ 他一次；0 不提醒。"""
    lobby_seconds: int = 1800
    """等人的桌这么久没有动静就收掉；0 不收。"""
    vote_seconds: int = 120
    """表决（悔棋、中断、投票重置…）的时限；至少 10。"""
    nudge_seconds: int = 60
    """两次「催」之间至少隔多久。"""
    repeat_seconds: int = 3
    """同一个人这么久之内重复同一句话、桌上又没有变化时，不再回一次。"""
    confirm_seconds: int = 60
    """「认输」要在这么久之内再打一次才算。"""
    greeting_seconds: int = 4
    """加入时试私聊，最多等这么久就先发座位卡。"""
    reconnect_quiet_seconds: int = 60
    """掉线不超过这么久又回来时不在群里作声。"""
    snapshot_moves: int = 30
    """每走这么多步，在下一个段界存档一次；至少 1。"""
    batch_moves: int = 32
    """电脑一口气最多走几步再让出；至少 1。"""
    message_lines: int = 12
    """一条消息最多几行；至少 4。"""
    message_letters: int = 900
    """一条消息最多几个字；至少 100。"""
    recent_messages: int = 4096
    """每个机器人记住多少条处理过的消息编号，用来去重。"""
    queue_length: int = 200
    """一桌最多积压几句话，再多的丢掉；至少 10。"""
    autopilot_level: str = "普通"
    """托管、认输、离席后由哪种难度的电脑玩家代打。"""
    history_shown: int = 5
    """「战绩」列出最近几场。"""
    version: str = "0"
    """程序版本，写进对局记录，也给「版本」看。"""
