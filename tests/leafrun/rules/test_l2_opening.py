"""L2 开局。"""

from games.kernel import Ask, Match, Together
from games.leafrun.events import CharactersChosen, CharactersOffered, Drew, Exchanged, Rolled, RollTied
from games.leafrun.rules import deal
from tests.leafrun.position import DATA, PIECES, every, only, rules_of


def opened(seats: int, seed: int = 3, **options: object) -> Match:
    options.setdefault("dice_automatic", True)
    return Match(deal(seed, PIECES[:seats], rules_of(up_to_eight=seats > 6, **options), DATA))


def choose_defaults(match: Match) -> list:
    """正在问的人都用默认回答；返回发生的事。"""
    events: list = []
    for seat, ask in list(match.waiting.items()):
        events += match.answer(seat, ask.default).events
    return events


def test_higher_roll_goes_first_and_only_ties_roll_again():
    """L2.1"""
    tied_games = 0
    for seed in range(60):
        match = opened(4, seed)
        rolls = every(match.events, Rolled)
        history: dict[int, list[int]] = {seat: [] for seat in range(4)}
        for roll in rolls:
            history[roll.seat].append(roll.value)
        # 名次 = 先比第一次，平者再比第二次……
        assert match.table.order == sorted(range(4), key=lambda seat: history[seat], reverse=True)
        assert len({tuple(values) for values in history.values()}) == 4
        firsts = [values[0] for values in history.values()]
        for values in history.values():
            assert (len(values) > 1) == (firsts.count(values[0]) > 1)
        for tie in every(match.events, RollTied):
            tied_games += 1
            assert len(tie.seats) > 1
    assert tied_games > 5


def test_everyone_throws_their_own_order_die():
    """L2.1：没开自动掷骰时，每人的骰子由自己掷，凑齐才一起掷出。"""
    match = opened(3, dice_automatic=False)
    assert isinstance(match.question, Together)
    assert {seat: ask.what for seat, ask in match.waiting.items()} == {0: "roll", 1: "roll", 2: "roll"}
    assert match.waiting[1].note.purpose == "order"
    assert match.answer(2, "掷骰").events == []
    assert match.answer(0, "掷骰").events == []
    events = match.answer(1, "掷骰").events
    assert [roll.seat for roll in every(events, Rolled)][:3] == [0, 1, 2]


def test_three_secret_candidates_one_chosen_then_all_revealed():
    """L2.2"""
    match = opened(4)
    offered = only(match.events, CharactersOffered)
    assert offered.count == 3
    candidates = [offered.seen_by(seat).candidates.seen for seat in range(4)]
    assert all(len(each) == 3 for each in candidates)
    assert len({card for each in candidates for card in each}) == 12
    assert match.table.view(1).candidates == candidates[1]
    for seat in (3, 0, 2):
        assert not every(match.answer(seat, candidates[seat][1]).events, CharactersChosen)
        # 别人选了什么，在全部选定之前谁也看不到。
        assert match.table.view(None).players[seat].character == -1
    events = match.answer(1, candidates[1][2]).events
    chosen = [candidates[0][1], candidates[1][2], candidates[2][1], candidates[3][1]]
    assert only(events, CharactersChosen).characters == chosen
    assert [each.character for each in match.table.view(None).players] == chosen
    assert match.table.health == [DATA.roster.health[each] for each in chosen]


def test_seven_or_eight_players_get_two_candidates():
    """L2.2：7–8 人时每人 2 张。"""
    for seats, count in ((6, 3), (7, 2), (8, 2)):
        match = opened(seats)
        assert only(match.events, CharactersOffered).count == count
        assert [len(each) for each in match.table.candidates] == [count] * seats


def test_a_candidate_of_someone_else_cannot_be_chosen():
    """L2.2"""
    match = opened(2)
    other = match.table.candidates[1][0]
    assert other not in match.waiting[0].options


def test_everyone_draws_five():
    """L2.3"""
    match = opened(4)
    events = choose_defaults(match)
    draws = [event for event in every(events, Drew) if event.reason == "opening"]
    assert [draw.seat for draw in draws] == match.table.order
    assert [draw.count for draw in draws] == [5, 5, 5, 5]
    assert [len(hand) for hand in match.table.hands] == [5, 5, 5, 5]
    assert len(match.table.deck) == 128


def test_one_exchange_discard_first_then_draw_as_many():
    """L2.4"""
    match = opened(3)
    choose_defaults(match)
    assert {ask.what for ask in match.waiting.values()} == {"exchange"}
    before = [hand[:] for hand in match.table.hands]
    top = match.table.deck[::-1]
    order = match.table.order[:]
    match.answer(2, before[2][:2])
    match.answer(0, [])
    assert match.table.hands == before  # 全部答完才动
    events = match.answer(1, before[1][:])
    table = match.table
    assert table.discard == sorted(before[2][:2] + before[1])
    counts = {0: 0, 1: 5, 2: 2}
    expected = {seat: before[seat][counts[seat] :] for seat in range(3)}
    for seat in order:  # 按出牌顺序摸
        expected[seat] += top[: counts[seat]]
        top = top[counts[seat] :]
    assert table.hands == [expected[seat] for seat in range(3)]
    told = {event.seat: event for event in every(events.events, Exchanged)}
    assert {seat: event.count for seat, event in told.items()} == counts
    assert told[2].seen_by(2).cards.seen == before[2][:2]
    assert told[2].seen_by(0).cards.seen is None
    # 只有一次机会：接着就轮到第一个人出牌。
    assert match.waiting[order[0]].what == "turn"


def test_exchange_takes_only_own_cards():
    """L2.4"""
    match = opened(2)
    choose_defaults(match)
    ask: Ask = match.waiting[0]
    hands = match.table.hands
    assert [hands[1][0]] not in ask.options
    assert [hands[0][0], hands[0][0]] not in ask.options
    assert ask.options.count() == 2**5


def test_three_tracks_in_order_unless_the_option_says_otherwise():
    """L2.5"""
    match = opened(2)
    assert match.table.setup.tracks == (
        "SLFFGLFVLFFLGFLVFLFLE",
        "SLFFFGFLVFFGFLFFVLFGFLFLE",
        "SLFFGFFVFFLFFGFVFFLFFGFVFFLLE",
    )
    choose_defaults(match)
    choose_defaults(match)
    view = match.table.view(None)
    assert (view.track, view.round, view.terrain) == (0, 1, "SLFFGLFVLFFLGFLVFLFLE")
    assert [each.position for each in view.players] == [0, 0]
    assert opened(2, tracks="2-SLVGE").table.setup.tracks == ("SLFFFGFLVFFGFLFFVLFGFLFLE", "SLVGE")
