"""桌游内核：牌桌、问题、对局、随机数、选项空间。没有输入输出、时钟与 asyncio。"""

from .errors import Illegal, SnapshotError, Stuck
from .events import Event, Secret
from .game import DATA, Game, OptionError, OptionLine, Player, Prompt, Purse, Token
from .match import Match, Move, Outcome, simulate
from .questions import Anyone, Ask, Flow, Question, Seat, Together
from .random import Stream
from .reading import Cast, Misread, fold, number
from .spaces import Choice, Either, Listed, Order, Path, Record, Space, Split, Subset, same
from .standard import StandardGame
from .table import Table
from .workshop import Belongings, Shelf, Worked, Workshop

__all__ = [
    "DATA",
    "Anyone",
    "Ask",
    "Belongings",
    "Cast",
    "Choice",
    "Either",
    "Event",
    "Flow",
    "Game",
    "Illegal",
    "Listed",
    "Match",
    "Misread",
    "Move",
    "OptionError",
    "OptionLine",
    "Order",
    "Outcome",
    "Path",
    "Player",
    "Prompt",
    "Purse",
    "Question",
    "Record",
    "Seat",
    "Secret",
    "Shelf",
    "SnapshotError",
    "Space",
    "Split",
    "StandardGame",
    "Stream",
    "Stuck",
    "Subset",
    "Table",
    "Together",
    "Token",
    "Worked",
    "Workshop",
    "fold",
    "number",
    "same",
    "simulate",
]
