"""大厅：谁坐在哪，等人、开局、限时、托管、管理。不认识 NoneBot。"""

from .clock import Clock, SystemClock
from .hall import Hall
from .messages import Incoming, Outlet, Role, Text
from .settings import HallSettings

__all__ = ["Clock", "Hall", "HallSettings", "Incoming", "Outlet", "Role", "SystemClock", "Text"]
