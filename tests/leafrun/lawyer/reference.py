"""照条文另写一遍的参照模型，与引擎互不引用。

写这份文件时只看了裁定版规则，没有看 `games.leafrun`。全部是普通函数、普通字典，
故意写得直白，好与条文逐句对照；`test_reference.py` 拿随机局面让它与引擎对答案。
"""

from __future__ import annotations

from typing import Any

Runner = dict[str, Any]
"""一名参赛者：

`at` 格号；`steps` 本次移动的步数（L5.1 已算好）；`health` 体力；`armour` 有没有防具；`keep` 防具是否「保留」；
`rainboom` 本轮打过彩虹音爆；`fainted` 已昏厥；`arrived` 已到终点；`held` 不参加本次移动。
"""


def steps(speed: int, actions: int, overload: int) -> int:
    """L5.1：步数。"""
    return max(0, speed + actions - overload)


def move(track: str, blocks: list[dict[str, Any]], runners: dict[int, Runner]) -> dict[str, Any]:
    """L5.2–L5.9：把一次同时移动走完。

    `blocks` 每项 `{"at": 格号, "free": 不必付的人的集合}`。返回
    `{"track", "blocks", "runners": {号: {at, health, armour, walked, fainted, arrived, overshoot}}}`。
    """
    ground = list(track)
    stones = [{"at": b["at"], "free": set(b["free"])} for b in blocks]
    state: dict[int, dict[str, Any]] = {}
    for who, runner in runners.items():
        takes_part = not (runner["fainted"] or runner["arrived"] or runner["held"])
        state[who] = {
            "at": runner["at"],
            "health": runner["health"],
            "armour": runner["armour"],
            "walked": 0,
            "fainted": runner["fainted"],
            "arrived": runner["arrived"],
            "overshoot": 0,
            "left": runner["steps"] if takes_part else 0,
            "slide": False,
        }

    while True:
        # 还有步数的人先付清脚下的路障（L5.7「下次离开时付」），付完还有步数才走得动。
        leaving = [who for who, s in state.items() if s["left"] > 0]
        sliding = [who for who, s in state.items() if s["slide"]]
        if not leaving and not sliding:
            break
        _pay(stones, state, leaving)
        # 付路障不占一拍：在滑沙上把步数全付给了脚下的路障，也是「步数用尽而停在滑沙」（L5.6），这一拍就滑。
        sliding += [
            who
            for who in leaving
            if state[who]["left"] == 0 and ground[state[who]["at"]] == "G" and not _owed(stones, state, who)
        ]
        entering = [who for who in leaving if state[who]["left"] > 0] + sliding
        for who in sliding:
            state[who]["slide"] = False
        for who in entering:
            s = state[who]
            s["at"] += 1
            s["walked"] += 1
            if who not in sliding:
                s["left"] -= 1
        touched: set[int] = set()
        for who in entering:
            s, runner = state[who], runners[who]
            kind = ground[s["at"]]
            if kind == "F":
                touched.add(s["at"])
                if not runner["rainboom"]:
                    lethal = s["health"] <= 2
                    if s["armour"] and (lethal or not runner["keep"]):
                        s["armour"] = False
                    else:
                        s["health"] = max(0, s["health"] - 2)
                if s["health"] == 0:
                    s["fainted"] = True
                    s["left"] = 0
            elif kind == "V":
                touched.add(s["at"])
                s["left"] = 0
            elif kind == "E":
                s["arrived"] = True
                s["overshoot"] = s["left"]
                s["left"] = 0
        _pay(stones, state, entering)
        for who in entering:
            s = state[who]
            stopped = s["left"] == 0 and not s["fainted"] and not s["arrived"]
            if stopped and ground[s["at"]] == "G" and not _owed(stones, state, who):
                s["slide"] = True
        for cell in touched:
            ground[cell] = "L"
    return {
        "track": "".join(ground),
        "blocks": stones,
        "runners": {
            who: {k: v for k, v in s.items() if k not in ("left", "slide")} for who, s in state.items()
        },
    }


def _owed(stones: list[dict[str, Any]], state: dict[int, dict[str, Any]], who: int) -> int:
    """某人脚下还要付几枚路障。"""
    return sum(1 for b in stones if b["at"] == state[who]["at"] and who not in b["free"])


def _pay(stones: list[dict[str, Any]], state: dict[int, dict[str, Any]], people: list[int]) -> None:
    """L5.7：同拍的人逐枚各付 1，都付完才拆。"""
    gone: list[int] = []
    for index, block in enumerate(stones):
        payers = [
            who
            for who in people
            if state[who]["at"] == block["at"] and who not in block["free"] and state[who]["left"] > 0
        ]
        for who in payers:
            state[who]["left"] -= 1
        if payers:
            gone.append(index)
    for index in reversed(gone):
        del stones[index]


def places(
    earlier: int, arrivals: dict[int, tuple[int, int]], order: list[int] | None = None
) -> dict[int, int]:
    """L7.1：同一轮移动到达者的名次。

    `earlier` 是此前已占名次的人数；`arrivals` 为 `{号: (超出步数, 体力)}`。并列者同名次并占位。
    """
    return {
        who: 1 + earlier + sum(1 for other in arrivals.values() if other > mine)
        for who, mine in arrivals.items()
    }


def points(place: int, rests: int) -> int:
    """L7.1、L7.3：名次分 3/2/1/0，每张「自由的强制休息」−1，最小 0。"""
    return max(0, {1: 3, 2: 2, 3: 1}.get(place, 0) - rests)


def in_order(distance: dict[int, int], woken: set[int], order: list[int]) -> bool:
    """L3.1：`order` 是不是一个合法的下一轮顺序（同格者之间由骰子定，任意先后都合法）。"""
    keys = [(who in woken, distance[who]) for who in order]
    return sorted(order) == sorted(distance) and keys == sorted(keys)


DOUBLED = {"weapon", "armour", "effect", "recovery"}
"""L8.20 点名的四类。"""


def load(hand: list[str], spells: int) -> int:
    """L4.10、L8.20：手牌负重。

    `hand` 每项是类别：action event weapon armour effect recovery element，
    或特殊牌 pull rainboom bear（不占） roadblock（1） rest（2）。`spells` 是本轮魔法束缚的次数。
    """
    total = 0
    for kind in hand:
        if kind in ("pull", "rainboom", "bear"):
            continue
        if kind == "rest":
            total += 2
        elif kind in DOUBLED:
            total += 2**spells
        else:
            total += 1
    return total


def limits(base_health: int, base_speed: int, boons: set[int], bound: bool) -> dict[str, int]:
    """L1.5、L4.8、L8.4：体力上限、负重上限、移动值。`boons` 取 1、2、3。"""
    working = set() if bound else boons
    return {
        "health": base_health + (1 if 1 in working else 0),
        "load": base_health // 2 + (1 if 1 in working else 0),
        "speed": base_speed + (1 if 2 in working else 0),
    }


def faint_plan(fainted_in: int, wait: bool, health_limit: int) -> dict[str, int]:
    """L6.1：第 R 轮昏厥，在哪一轮醒、醒来几点体力。"""
    if wait:
        return {"asked": fainted_in + 2, "wakes": fainted_in + 3, "health": health_limit}
    return {"asked": fainted_in + 2, "wakes": fainted_in + 2, "health": -(-health_limit // 2)}
