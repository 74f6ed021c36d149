"""引擎与照条文另写的参照模型对答案：同时移动、名次与分、顺序、负重、昏厥的时间。"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.leafrun.rules.finish import rank
from games.leafrun.setup import MARK_KINDS, RECEIVED
from games.leafrun.table import FRIENDSHIP, KEEP, NOBODY, NOTHING, Barrier, LeafrunTable
from tests.leafrun.lawyer import reference
from tests.leafrun.position import DATA, position, run

CATEGORIES = ("action", "event", "weapon", "armour", "effect", "recovery", "element")
SPECIALS = {
    "come_here": "pull",
    "rainboom": "rainboom",
    "bear": "bear",
    "roadblock": "roadblock",
    "forced_rest": "rest",
}
SAMPLES = ["心理攻击", "事件触发", "乐器", "帽子", "乐谱", "苹果", "给我过来", "路障", "自由的强制休息"]
"""每种至少两张的牌。"""

quick = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def scenes(draw: st.DrawFn) -> tuple[LeafrunTable, list[dict[str, Any]]]:
    """移动之前的任意局面，与路障。"""
    cells = "S" + draw(st.text("LFVGGF", min_size=2, max_size=12)) + "E"
    seats = draw(st.integers(2, 4))
    end = len(cells) - 1

    def each(values: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(values, min_size=seats, max_size=seats))

    dealt = draw(st.permutations(SAMPLES * 2))
    sizes = each(st.integers(0, 4))
    hands = [" ".join(dealt[4 * seat : 4 * seat + size]) for seat, size in enumerate(sizes)]
    arrived = each(st.sampled_from([False, False, False, False, True]))
    places = [0] * seats
    for seat in range(seats - 1):
        if arrived[seat]:
            places[seat] = 1 + sum(1 for place in places if place)
    table = position(
        *hands,
        at=each(st.integers(0, min(end - 1, 5))),
        characters=each(st.sampled_from(["大麦", "苹果杰克"])),
        health=each(st.integers(1, 6)),
        armour=draw(st.permutations(["", "", "面具", "眼镜"]))[:seats],
        places=places,
        order=draw(st.permutations(range(seats))),
        phase="movement",
        tracks=cells,
        last_place_automatic=draw(st.booleans()),
    )
    table.added = each(st.integers(0, 6))
    table.halted = each(st.sampled_from([False, False, False, True]))
    table.resin = each(st.sampled_from([False, False, False, True]))
    table.rainboom = each(st.sampled_from([False, False, True]))
    table.armour_mode = each(st.sampled_from(["auto", KEEP]))
    table.magic = draw(st.sampled_from([1, 1, 2, 4]))
    faint = each(st.sampled_from([-1, -1, -1, 0, 1]))
    blocks: list[dict[str, Any]] = []
    for seat in range(seats):
        if places[seat]:
            table.rainboom[seat] = False
        elif faint[seat] >= 0:
            table.fainted[seat] = faint[seat]
            table.health[seat] = 0
            table.rainboom[seat] = False
    for cell in draw(st.lists(st.integers(0, end - 1), max_size=4)):
        free = draw(st.sets(st.integers(0, seats - 1), max_size=seats))
        table.roadblocks.append(Barrier(cell, sorted(free)))
        blocks.append({"at": cell, "free": free})
    table.order = [seat for seat in table.order if table.fainted[seat] < 0 and not places[seat]]
    return table, blocks


def kinds(table: LeafrunTable, seat: int) -> list[str]:
    """手牌换成参照模型的类别名。"""
    return [
        SPECIALS[MARK_KINDS[table.mark[card]]]
        if table.mark[card] > RECEIVED
        else CATEGORIES[table.setup.category[card]]
        for card in table.hands[seat]
    ]


@quick
@given(scenes())
def test_movement_agrees_with_the_clauses(scene: tuple[LeafrunTable, list[dict[str, Any]]]) -> None:
    """L5.1–L5.10、L7.1、L7.3、L3.3、L8.6：走到哪、剩几血、摸几张、第几名、得几分。"""
    table, blocks = scene
    spells = {1: 0, 2: 1, 4: 2}[table.magic]
    seats = range(table.seats)
    before = [len(hand) for hand in table.hands]
    runners: dict[int, reference.Runner] = {}
    for seat in seats:
        overload = max(0, reference.load(kinds(table, seat), spells) - table.limit(seat))
        runners[seat] = {
            "at": table.position[seat],
            "steps": reference.steps(table.move_value(seat), table.added[seat], overload),
            "health": table.health[seat],
            "armour": table.armour[seat] != NOTHING,
            "keep": table.armour_mode[seat] == KEEP,
            "rainboom": table.rainboom[seat],
            "fainted": table.fainted[seat] >= 0,
            "arrived": table.places[-1][seat] > 0,
            "held": table.halted[seat] or table.resin[seat],
        }
    expected = reference.move("".join(table.terrain), blocks, runners)
    earlier = sum(1 for place in table.places[-1] if place)
    fresh = {
        seat: (each["overshoot"], each["health"])
        for seat, each in expected["runners"].items()
        if each["arrived"] and not runners[seat]["arrived"]
    }
    places = list(table.places[-1])
    places = [reference.places(earlier, fresh).get(seat, place) for seat, place in enumerate(places)]
    automatic = table.setup.options.last_place_automatic and places.count(0) == 1
    if automatic:
        places[places.index(0)] = len(places)
    points = [
        reference.points(place, kinds(table, seat).count("rest")) if seat in fresh or automatic else 0
        for seat, place in enumerate(places)
    ]
    ranked_before = [place > 0 for place in table.places[-1]]

    run(table)

    assert "".join(table.terrain) == expected["track"]
    assert [(each.cell, set(each.exempt)) for each in table.roadblocks] == [
        (each["at"], each["free"]) for each in expected["blocks"]
    ]
    for seat in seats:
        want = expected["runners"][seat]
        boomed = runners[seat]["rainboom"] and not runners[seat]["fainted"]
        assert table.position[seat] == want["at"], seat
        assert table.health[seat] == (0 if boomed else want["health"]), seat
        assert (table.armour[seat] != NOTHING) == want["armour"], seat
        assert len(table.hands[seat]) - before[seat] == want["walked"], seat
        assert (table.fainted[seat] >= 0) == (want["fainted"] or boomed), seat
        if not ranked_before[seat]:
            assert table.places[-1][seat] == places[seat], seat
            assert table.points[-1][seat] == points[seat], seat


@quick
@given(
    st.lists(st.sampled_from([*SAMPLES, "彩虹音爆", "bear", "收到的机器", "善良"]), max_size=9).filter(
        lambda hand: (
            hand.count("善良") < 2
            and all(hand.count(name) < 3 for name in ("乐器", "帽子", "乐谱", "苹果", "收到的机器"))
        )
    ),
    st.integers(0, 3),
    st.sets(st.integers(1, 3)),
    st.sets(st.integers(1, 3)),
    st.booleans(),
    st.integers(0, 19),
)
def test_load_and_limits_agree_with_the_clauses(
    hand: list[str], spells: int, boons: set[int], given_free: set[int], bound: bool, character: int
) -> None:
    """L1.5、L4.8、L4.10、L8.4、L8.20：负重、上限、移动值。"""
    name = DATA.roster.name[character]
    table = position(" ".join(hand), "", characters=[name], buffs=[sorted(boons)])
    for boon in given_free - boons:
        table.buffs[0][boon - 1] = FRIENDSHIP
    table.bound = bound
    table.magic = 2**spells
    want = reference.limits(
        DATA.characters[character].health, DATA.characters[character].move, boons | given_free, bound
    )
    assert table.load(0) == reference.load(kinds(table, 0), spells)
    assert table.load(0) == sum(table.card_load(card) for card in table.hands[0])
    assert (table.max_health(0), table.limit(0), table.move_value(0)) == (
        want["health"],
        want["load"],
        want["speed"],
    )


@quick
@given(
    st.integers(2, 8).flatmap(
        lambda seats: st.tuples(
            st.lists(st.integers(0, 6), min_size=seats, max_size=seats),
            st.lists(st.sampled_from([-1, -1, -1, 0, 1, 2]), min_size=seats, max_size=seats),
            st.lists(st.sampled_from(["half", "wait"]), min_size=seats, max_size=seats),
            st.integers(0, 2**32),
        )
    )
)
def test_order_agrees_with_the_clauses(scene: tuple[list[int], list[int], list[str], int]) -> None:
    """L3.1、L6.1：近者先、苏醒者最后；问谁苏醒，醒来几点体力。"""
    cells, fainted, wishes, seed = scene
    seats = len(cells)
    table = position(*[""] * seats, at=cells, phase="round", round=4, seed=seed)
    for seat, since in enumerate(fainted):
        table.fainted[seat] = since
        if since >= 0:
            table.health[seat] = 0
    asked = [seat for seat in range(seats) if fainted[seat] == 1]
    run(table, *([{seat: wishes[seat] for seat in asked}] if asked else []))
    woken = {seat for seat in asked if wishes[seat] == "half"} | {
        seat for seat in range(seats) if fainted[seat] == 2
    }
    distance = {
        seat: len(table.terrain) - 1 - cells[seat]
        for seat in range(seats)
        if fainted[seat] == -1 or seat in woken
    }
    assert reference.in_order(distance, woken, table.order)
    for seat in woken:
        assert table.health[seat] == (15 if fainted[seat] == 2 else 8)


@quick
@given(st.integers(1, 30), st.booleans(), st.sampled_from(DATA.roster.name))
def test_faint_timing_agrees_with_the_clauses(fainted_in: int, wait: bool, name: str) -> None:
    """L6.1：第 R 轮昏厥，R+1 轮跳过，R+2 轮问，等则 R+3 轮满血。"""
    table = position("", "", "", at=[3, 2, 1], characters=[name], health=[2], round=fainted_in)
    table.terrain[4] = "F"
    table.phase = "movement"
    run(table)
    assert table.fainted[0] == 0
    limit = table.max_health(0)
    want = reference.faint_plan(fainted_in, wait, limit)
    while table.fainted[0] >= 0:
        assert table.phase == "round"
        asks = table.round + 1 == want["asked"]
        run(table, *([{0: "wait" if wait else "half"}] if asks else []))
        assert (0 in table.order) == (table.fainted[0] < 0)
        if table.fainted[0] < 0:
            break
        before = (table.position[0], table.hands[0][:])
        table.halted = [True] * 3  # 别人原地不动，免得中途有人到终点
        table.phase = "movement"
        table.active = NOBODY
        run(table)
        assert (table.position[0], table.hands[0]) == before
    assert table.round == want["wakes"]
    assert table.health[0] == want["health"]
    assert table.order[-1] == 0


@quick
@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 3), st.integers(0, 3)), min_size=1, max_size=4),
    st.integers(0, 3),
    st.data(),
)
def test_ranking_agrees_with_the_clauses(
    arrivals: list[tuple[int, int, int]], earlier: int, data: st.DataObject
) -> None:
    """L7.1、L7.3：超出、体力、并列、占位、休息牌扣分；每项 `(超出步数, 体力, 休息牌张数)`。"""
    seats = earlier + len(arrivals)
    hands = [""] * earlier + [" ".join(["自由的强制休息"] * min(rests, 2)) for _, _, rests in arrivals]
    table = position(*hands, "", places=[*range(1, earlier + 1)])
    fresh = {earlier + index: (over, health) for index, (over, health, _) in enumerate(arrivals)}
    for seat, (_, health) in fresh.items():
        table.health[seat] = health
    rank(table, data.draw(st.permutations([(seat, over) for seat, (over, _) in fresh.items()])))
    want = reference.places(earlier, fresh)
    for seat in range(earlier, seats):
        assert table.places[-1][seat] == want[seat]
        assert table.points[-1][seat] == reference.points(want[seat], len(table.hands[seat]))
