"""开局（A1.3–A1.6）：定先手，选英雄与卡组，放障碍，英雄进场，分闪避区与备用区。"""

from __future__ import annotations

from games.aurora.board import cells_in
from games.aurora.decks import Candidate, candidates, preferred, refused
from games.aurora.events import FirstRolled, HeroChosen, HeroPlaced, ObstaclePlaced, ZonesSet
from games.aurora.questions import ROLL, DeckNote, PickNote, Picks
from games.aurora.rules.cards import draw, highest
from games.aurora.table import AuroraTable
from games.kernel import Ask, Flow, Seat, Secret, Together

__all__ = ["choosing", "dividing", "entering", "legal_obstacles", "obstacles"]


def choosing(table: AuroraTable) -> Flow[None]:
    """最先掷骰定先手，再选英雄与卡组（A1.6）；同时密选，都选好才公布。"""
    roll_for_first(table)
    pool = table.setup.pool
    asks: list[Ask] = []
    usable: list[dict[str, Candidate]] = []
    for seat in range(table.seats):
        brought = table.belongings[seat]
        each = {candidate.name: candidate for candidate in candidates(brought, pool)}
        usable.append(each)
        note = DeckNote(tuple(each.values()), refused(brought, pool))
        asks.append(Ask(seat, "deck", list(each), preferred(brought, pool).name, note))  # A11.1
    answers: dict[Seat, str] = yield Together(asks)
    for seat in turn_order(table):
        take_deck(table, seat, usable[seat][answers[seat]])
    table.belongings = []
    table.phase = "obstacles"


def roll_for_first(table: AuroraTable) -> None:
    """掷骰，点大的先手；一样就再掷（A1.6）。"""
    rolls: list[list[int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        rolls.append([1 + table.below(table.setup.rules.die) for _ in range(table.seats)])
    table.first = 0 if rolls[-1][0] > rolls[-1][1] else 1
    if table.out is not None:
        table.out.append(FirstRolled([each[:] for each in rolls], table.first))


def turn_order(table: AuroraTable) -> tuple[Seat, Seat]:
    """先手，后手。"""
    return table.first, 1 - table.first


def take_deck(table: AuroraTable, seat: Seat, candidate: Candidate) -> None:
    """`seat` 用这副卡组：洗牌，摆好士兵堆，英雄满血。"""
    setup = table.setup
    cards, pile = setup.piles_of(candidate.deck)
    table.chosen[seat] = candidate.name
    table.heroes[seat] = setup.hero_index[candidate.deck.hero]
    table.health[seat] = setup.rules.health
    table.decks[seat] = list(cards)
    table.shuffle(table.decks[seat])
    table.piles[seat] = [soldier * 2 + seat for soldier in pile]
    if table.out is not None:
        deck = Secret({seat: candidate.name})
        table.out.append(HeroChosen(seat, table.heroes[seat], table.health[seat], deck))


def obstacles(table: AuroraTable) -> Flow[None]:
    """各放一格障碍，先手先放，公开（A1.3）。"""
    for seat in turn_order(table):
        cells = legal_obstacles(table, seat)
        back = [cell for cell in cells if not table.home(seat, 1) >> cell & 1] or cells
        cell: int = yield Ask(seat, "obstacle", cells, back[table.below(len(back))])  # A11.1
        table.obstacles |= 1 << cell
        if table.out is not None:
            table.out.append(ObstaclePlaced(seat, cell))
    table.phase = "entering"


def legal_obstacles(table: AuroraTable, seat: Seat) -> list[int]:
    """`seat` 能放障碍的格：自己 1、2 排的空格，且放了之后自己第 1 排还有格可站（A1.3）。"""
    front = table.home(seat, 1)
    free = table.home(seat, table.setup.rules.obstacle_rows) & ~table.obstacles
    return [cell for cell in cells_in(free) if front & ~table.obstacles & ~(1 << cell)]


def entering(table: AuroraTable) -> Flow[None]:
    """英雄在自己第 1 排选一格，或掷骰；先手先放（A1.4）。"""
    for seat in turn_order(table):
        cells = list(cells_in(table.home(seat, 1) & ~table.blocked))
        choice: int | str = yield Ask(seat, "hero", [*cells, ROLL], ROLL)
        rolls: list[int] = []
        cell = choice if isinstance(choice, int) else roll_place(table, seat, cells, rolls)
        table.places[seat] = cell
        table.units |= 1 << cell
        if table.out is not None:
            table.out.append(HeroPlaced(seat, cell, rolls))
    table.phase = "dividing"


def roll_place(table: AuroraTable, seat: Seat, cells: list[int], rolls: list[int]) -> int:
    """掷出第几列就站第几列，被占则重掷（A1.4）。骰子的面数是列数。"""
    board = table.setup.board
    row = board.row(cells[0])
    while True:
        rolls.append(1 + table.below(board.width))
        cell = board.cell(rolls[-1] - 1, row)
        if cell in cells:
            return cell


def dividing(table: AuroraTable) -> Flow[None]:
    """各抽 5 张，最多三张放闪避区，其余入备用区（可超上限）；再抽 4 张（A1.5）。"""
    rules = table.setup.rules
    asks: list[Ask] = []
    for seat in turn_order(table):
        draw(table, seat, rules.opening_draw, "opening")
        hand = table.hands[seat]
        most = min(rules.opening_dodges, len(hand))
        asks.append(
            Ask(
                seat, "dodges", Picks(hand[:], 0, most), highest(table, hand, most), PickNote(0, most)
            )  # A11.1
        )
    answers: dict[Seat, list[int]] = yield Together(asks)
    for seat in turn_order(table):
        rest = table.hands[seat]
        for card in answers[seat]:
            rest.remove(card)
        table.dodges[seat] = answers[seat]
        table.reserves[seat] = rest
        table.hands[seat] = []
        if table.out is not None:
            zones = [answers[seat][:], rest[:]]
            table.out.append(ZonesSet(seat, len(zones[0]), len(zones[1]), Secret({seat: zones})))
    for seat in turn_order(table):
        draw(table, seat, rules.opening_hand, "opening")
    table.active = 1 - table.first
    table.phase = "turn"
