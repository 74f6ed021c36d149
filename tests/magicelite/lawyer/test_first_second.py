"""初代与二代：整局由另写的裁判逐件核对；再摆出条文没人走到的局面，照规则书手算。"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Match, Stream
from games.magicelite.data import MagicEliteData
from games.magicelite.events import Offset, Slain, Wounded
from games.magicelite.outlook import weigh
from games.magicelite.questions import RespondNote, SetSpace
from games.magicelite.rules import deal
from games.magicelite.table import END_VOTE, MagicEliteTable
from tests.magicelite.lawyer.referee import Referee
from tests.magicelite.position import DATA, every, only, options_of
from tests.magicelite.rules.test_properties import next_answer

LONGEST = 1500
"""一局最多看几步。"""
SEEDS = st.integers(0, 2**64 - 1)


def random_options(stream: Stream, generation: int) -> dict[str, Any]:
    """每一项 ⚙ 都两边抽。"""

    def pick(*values: Any) -> Any:
        return values[stream.below(len(values))]

    return {
        "generation": generation,
        "decks": pick(0, 0, 3, 4),
        "straight_min": pick(2, 3, 5),
        "six_to_jack": pick(False, True),
        "king_to_ace": pick(False, True),
        "passing": pick(False, True),
        "returning": pick("respond", "direct"),
        "response_heals": pick(False, True),
        "final_tie": pick("share", "order"),
        "generals": pick(1, 2, 3, 4, 5),
        "teams": pick(False, False, True),
        "seven_factor": pick(1, 100, 100_000_000),
        "real_body": pick("dies", "hurt"),
    }


def offered(space: SetSpace, table: MagicEliteTable) -> set[tuple[Any, ...]]:
    """引擎列出来的每一套，写成裁判的样子。"""
    name = table.setup.deck.name
    return {
        (tuple(sorted(name[card] for card in choice[1])), choice[2], tuple(tuple(use) for use in choice[3]))
        for choice in space
        if choice[0] == "set"
    }


def hasty(limit: int, turns: int) -> MagicEliteData:
    """同样的数据，只是一次交锋满 `limit` 次回应、满 `turns` 个主动回合就到头（E6.6、E9.2）。"""
    rules = DATA.rules.model_copy(update={"exchange_limit": limit, "turn_cap": turns})
    return DATA.model_copy(update={"rules": rules})


def counting(match: Match[MagicEliteTable], stream: Stream) -> tuple[int, Any]:
    """多半挑能返还的回应，交锋打得长。"""
    ask = match.clocked()[0]
    space = ask.options
    exchange = match.table.exchange
    if ask.what != "respond" or not isinstance(space, SetSpace) or exchange is None or stream.below(8) == 0:
        return next_answer(match, stream)
    number = match.table.setup.number
    shields = [
        choice
        for choice in space
        if choice[0] == "set" and not choice[3] and any(number[card] == 4 for card in choice[1])
    ]
    return (ask.seat, shields[0]) if shields else next_answer(match, stream)


def umpired(
    seed: int,
    seats: int,
    generation: int,
    votes: bool = False,
    limits: tuple[int, int] = (40, 500),
    spare: int | None = None,
    choose: Callable[[Match[MagicEliteTable], Stream], tuple[int, Any]] = next_answer,
) -> Referee:
    """走一局，裁判件件核对；返回裁判。`spare` 是开局摸完以后库里只剩几张（缺省不缺牌）。"""
    stream = Stream(seed)
    options = options_of(**random_options(stream, generation))
    least, top = options.seat_limits(DATA)
    data = DATA if limits == (40, 500) else hasty(*limits)
    table = deal(seed, [""] * max(least, min(seats, top)), options, data)
    if spare is not None:
        del table.deck[5 * table.seats + spare :]
    referee = Referee(table, *limits)
    match = Match(table)
    referee.watch(match.events)
    for step in range(LONGEST):
        if match.over:
            break
        ask = match.clocked()[0]
        referee.pause(match.table, ask.what, ask.seat)
        if step % 4 == 0 and len(match.table.hands[ask.seat]) <= 12:
            referee.check_default(match.table, ask.seat, ask.what, ask.default)
            if isinstance(ask.options, SetSpace):
                assert offered(ask.options, match.table) == referee.legal(match.table, ask.seat, ask.what)
        if votes and stream.below(12) == 0:
            voter = stream.below(match.table.seats)
            said = list(match.table.declaration(voter, END_VOTE))
            if said:
                referee.watch(match.declare(voter, END_VOTE, said[stream.below(len(said))]).events)
        seat, choice = choose(match, stream)
        referee.watch(match.answer(seat, choice).events)
    if match.over:
        assert referee.over
        referee.compare(match.table)
    return referee


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 8))
def test_a_whole_game_of_the_first_generation_is_umpired(seed: int, seats: int):
    """E2.1 E2.2 E3 E4 E5 E6 E8.2 E9 G1：初代的整局，裁判件件先算出来。"""
    umpired(seed, seats, 1, False)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(2, 8), st.booleans())
def test_a_whole_game_of_the_second_generation_is_umpired(seed: int, seats: int, votes: bool):
    """E2 E3 E4 E5 E6 E7.1 E8.1 E9.2 G2：二代的整局，裁判件件先算出来。"""
    umpired(seed, seats, 2, votes)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(2, 8), st.sampled_from([1, 2]), st.integers(0, 6))
def test_games_short_of_cards_are_umpired(seed: int, seats: int, generation: int, spare: int):
    """E3.4 E3.5 E3.6 E3.7 G2.7：牌少得常常摸不到：承受全部、跳过、能摸几张摸几张，也走得完。"""
    umpired(seed, seats, generation, limits=(40, 120), spare=spare)


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(2, 8), st.sampled_from([1, 2]), st.integers(1, 4), st.integers(1, 30))
def test_long_exchanges_and_last_turns_are_umpired(
    seed: int, seats: int, generation: int, limit: int, turns: int
):
    """E6.6 E9.2：满了次数不再返还、不能再转；满了回合比血、比手牌。"""
    umpired(seed, seats, generation, limits=(limit, turns), choose=counting)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(2, 4), st.sampled_from([1, 2]))
def test_what_an_answer_is_said_to_do_is_what_it_does(seed: int, seats: int, generation: int):
    """E6.1 E6.3 E6.5 G2.6 G2.7：私聊里说的 OD、扣几血、会不会被击杀，就是打出去以后的样子。"""
    stream = Stream(seed)
    options = options_of(**random_options(stream, generation))
    least, most = options.seat_limits(DATA)
    match = Match(deal(seed, [""] * max(least, min(seats, most)), options, DATA))
    for _ in range(150):
        if match.over:
            break
        ask = match.clocked()[0]
        space, note = ask.options, ask.note
        if ask.what == "respond" and isinstance(space, SetSpace) and isinstance(note, RespondNote):
            choice = space.sample(stream)
            if choice[0] == "set" and not {use[0] for use in choice[3]} & {"framing", "control", "judgment"}:
                view = match.table.view(ask.seat)
                said = weigh(view, ask.seat, note, choice[1], choice[3])
                told = match.fork().answer(ask.seat, choice).events
                assert said.od == only(told, Offset).od
                assert said.fatal == any(event.seat == ask.seat for event in every(told, Slain))
                lost = sum(event.lost for event in every(told, Wounded) if event.seat == ask.seat)
                if not said.fatal:
                    assert said.loss == lost
        seat, chosen = next_answer(match, stream)
        match.answer(seat, chosen)
