"""逐句对照条文时摆出来的局面。"""

from games.magicelite.second import Feud
from tests.magicelite.position import Scene
from tests.magicelite.rules.second_stage import stage, state


def test_fortieth_response_may_still_control():
    """E6.6 G2.7：满 40 次才不能转；第 40 次回应列出的控制要真的成立。"""
    scene = stage("♦6 ♥2", "♠2 ♥3", "♥4", identities="♠9 ♥8 ♣9")
    scene.play(0, "♦6", 1)
    assert scene.table.exchange is not None
    scene.table.exchange.responses = 39
    scene = Scene(scene.table.copy())
    scene.play(1, "♠2", None, ["control", 2])
    assert state(scene).feuds == [Feud(1, 0, 2, 5)]
    assert scene.main() == (2, "respond")
