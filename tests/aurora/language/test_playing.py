"""随机写的牌、技能、士兵都打得完：规则照步做，说明照步写，没有哪个合法的写法会卡住或出错。"""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import aurora
from games.aurora.data import FOLDER, AuroraData, load
from games.aurora.options import Options
from games.kernel import Match
from games.kernel.random import Stream
from tests.kit.play import walk

from .strategies import attack_lines, effect_lines, farewell_lines

PUBLISHED = load(FOLDER).dump()
STEPS = 250
"""每局至多走几步：够打出许多张随机的牌。"""


@st.composite
def tables(draw: st.DrawFn) -> AuroraData:
    """随项目的牌表，效果、攻击、离场都换成随机的；名字、数字与预组照旧。"""
    raw: dict[str, Any] = json.loads(PUBLISHED)
    lines = draw(st.lists(effect_lines(), min_size=6, max_size=12))
    for index, row in enumerate((*raw["cards"], *raw["skills"])):
        row["effect"] = lines[index % len(lines)]
    for row in raw["soldiers"]:
        row["reach"] = draw(st.just("") | attack_lines())
        row["farewell"] = draw(st.just("") | farewell_lines())
    return aurora.game.restore_data(json.dumps(raw))


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)
@given(tables(), st.integers(0, 2**32), st.booleans())
def test_any_legal_card_can_be_played(data: AuroraData, seed: int, friendly_fire: bool) -> None:
    """A4、A5、A9"""
    options = Options.model_validate({"误伤": friendly_fire})
    match: Match[Any] = Match(aurora.game.opening(seed, ["甲", "乙"], options, data))
    for _ in walk(match, Stream(seed), STEPS):
        assert all(0 <= health <= data.rules.health for health in match.table.health)
    assert match.waiting or match.table.over
