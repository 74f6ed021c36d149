"""实验室的命令行：报告、种子、毛病、重看。"""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner, Result

from games.lab.__main__ import app
from games.lab.parallel import play_many
from games.lab.replay import readable
from games.lab.selfplay import Bench, Played, Setting, game_seed
from tests.lab import quirky

TOY = "tests.kit.riposte"
QUIRKY = "tests.lab.quirky"


def lab(*words: str) -> Result:
    return CliRunner().invoke(app, list(words), env={"COLUMNS": "100"})


def report(result: Result) -> str:
    """报告里与快慢无关的部分。"""
    return re.sub(r"^(games|decisions)_per_s = .*$", "", result.stdout, flags=re.MULTILINE)


def test_report_ends_with_plain_lines() -> None:
    result = lab("run", TOY, "--games", "30", "--players", "3", "--bots", "普通,随机,随机", "--seed", "1")
    assert result.exit_code == 0, result.output
    games, decisions, games_rate, decisions_rate, stuck = result.stdout.splitlines()[-5:]
    assert games == "games = 30" and stuck == "stuck = 0"
    assert re.fullmatch(r"decisions = \d{3,}", decisions)
    assert re.fullmatch(r"games_per_s = \d+\.\d", games_rate)
    assert re.fullmatch(r"decisions_per_s = \d+", decisions_rate)
    assert "1号（普通）" in result.stdout and "95% 区间" in result.stdout


def test_same_seed_same_report_whatever_the_workers() -> None:
    words = ("run", TOY, "--games", "40", "--players", "2", "--bots", "普通,随机", "--seed", "9", "--workers")
    alone, pair = lab(*words, "1"), lab(*words, "2")
    assert alone.exit_code == pair.exit_code == 0, pair.output
    assert report(alone) == report(pair)
    other = lab(
        "run", TOY, "--games", "40", "--players", "2", "--bots", "普通,随机", "--seed", "10", "--workers", "1"
    )
    assert report(other) != report(alone)


def test_reported_wins_are_those_of_the_games_played() -> None:
    setting = Setting(TOY, 2, ("普通", "随机"))
    games = [played for chunk in play_many(setting, 3, 25, 1) for played in chunk]
    assert [played.index for played in games] == list(range(25))
    wins = sum(0 in played.summary["winners"] for played in games)
    result = lab(
        "run", TOY, "--games", "25", "--players", "2", "--bots", "普通,随机", "--seed", "3", "--workers", "1"
    )
    row = next(line for line in result.stdout.splitlines() if "1号（普通）" in line)
    assert [cell.strip() for cell in row.split("│")][2:5] == ["25", str(wins), f"{wins / 25:.1%}"]
    assert f"decisions = {sum(played.decisions for played in games)}" in result.stdout


def test_options_and_players_reach_the_table() -> None:
    result = lab("run", TOY, "--games", "3", "--option", "体力=1", "--option", "盾=关", "--workers", "1")
    assert result.exit_code == 0 and "桌规 体力=1" in result.stdout and "2 人，3 局" in result.stdout
    setting = Setting(TOY, 4, ("随机",) * 4, (("体力", "1"), ("盾", "关")))
    table = Bench(setting).deal(5)
    assert table.seats == 4 and table.view(None).life == [1] * 4 and not any(table.view(None).shields)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("run", "没有的游戏"), "没有「没有的游戏」这个游戏"),
        (("run", TOY, "--players", "9"), "2 到 4 人"),
        (("run", TOY, "--bots", "高手"), "没有「高手」这种电脑，有：随机、普通"),
        (("run", TOY, "--players", "3", "--bots", "普通,随机"), "3 个座位，却给了 2 个电脑"),
        (("run", TOY, "--option", "体力"), "名=值"),
        (("run", TOY, "--option", "体力=九"), "1 到 5"),
        (("run", TOY, "--option", "魔力=1"), "没有「魔力」"),
        (("replay", TOY, "--seed", "1", "--players", "9"), "2 到 4 人"),
    ],
)
def test_wrong_words_say_what_is_allowed(words: tuple[str, ...], message: str) -> None:
    result = lab(*words)
    assert result.exit_code == 2 and message in result.output


def test_a_mistake_in_the_data_is_one_sentence() -> None:
    result = lab("run", "tests.lab.misprinted")
    assert result.exit_code == 2 and isinstance(result.exception, SystemExit)
    assert result.output.startswith("cards.csv 第 2 行「张数」") and len(result.output.splitlines()) == 1


@pytest.mark.parametrize(
    ("bot", "reason"), [("出错", "ZeroDivisionError: 算错了"), ("作弊", "不合法的 '也许'")]
)
def test_failing_games_are_counted_and_can_be_replayed(bot: str, reason: str) -> None:
    result = lab(
        "run", QUIRKY, "--games", "12", "--players", "3", "--bots", bot, "--seed", "2", "--workers", "2"
    )
    assert result.exit_code == 1
    stuck = int(result.stdout.splitlines()[-1].removeprefix("stuck = "))
    assert stuck > 0 and f"games = {12 - stuck}" in result.stdout and reason in result.stdout
    command = next(line for line in result.stdout.splitlines() if line.startswith("重看："))
    words = command.split("games.lab ")[1].split()
    again = lab(*words)
    assert again.exit_code == 1 and reason.split(": ")[-1] in str(again.exception)


def test_interrupt_reports_what_was_played() -> None:
    quirky.asked[0] = 0
    result = lab(
        "run", QUIRKY, "--games", "400", "--players", "2", "--bots", "打断", "--seed", "1", "--workers", "1"
    )
    assert result.exit_code == 130
    played = int(re.search(r"^games = (\d+)$", result.stdout, re.MULTILINE).group(1))  # type: ignore[union-attr]
    assert 0 < played < 400 and f"已经下完的 {played} 局" in result.stdout
    assert result.stdout.splitlines()[-1] == "stuck = 0"


def test_replay_plays_the_very_same_game() -> None:
    setting = Setting(TOY, 3, ("普通", "随机", "随机"))
    bench = Bench(setting)
    for index in range(6):
        seed = game_seed(4, index)
        played = bench.play(index, seed)
        lines = list(readable(bench, seed))
        answers = [line for line in lines if re.match(r"\d+\. ", line)]
        assert len(answers) == played.decisions
        winners = played.summary["winners"]
        assert (
            lines[-2]
            == "、".join(f"{bench.game.tokens[seat].mark}{setting.bots[seat]}电脑" for seat in winners)
            + "获胜"
        )


def test_replay_prints_public_and_private_lines() -> None:
    result = lab("replay", TOY, "--seed", "5", "--players", "2", "--bots", "随机")
    assert result.exit_code == 0
    assert "1. 🔴随机电脑 risk" in result.stdout and "（1号看到）你摸到" in result.stdout
    assert result.stdout == lab("replay", TOY, "--seed", "5", "--players", "2", "--bots", "随机").stdout


def test_games_of_a_batch_differ() -> None:
    seeds = [game_seed(seed, index) for seed in range(20) for index in range(50)]
    assert len(set(seeds)) == 1000 and all(0 <= seed < 2**64 for seed in seeds)


def test_a_game_that_never_ends_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lab.selfplay.DECISIONS_AT_MOST", 5)
    played = Bench(Setting(TOY, 2, ("随机", "随机"))).play(0, 1)
    assert isinstance(played, Played) and played.failure.startswith("Stuck") and not played.summary


def test_leafrun_reports_characters_tracks_and_faints() -> None:
    result = lab(
        "run", "落叶长跑", "--games", "6", "--players", "4", "--bots", "普通,普通,随机,随机", "--seed", "1"
    )
    assert result.exit_code == 0, result.output
    for word in ("角色", "各道轮数 1", "各道轮数 3", "昏厥 4", "1号（普通）", "4号（随机）"):
        assert word in result.stdout
    assert result.stdout.splitlines()[-1] == "stuck = 0"


def test_generation_is_an_option_of_the_table() -> None:
    words = ("run", "magicelite", "--players", "3", "--games", "6", "--workers", "1")
    sugar = lab(*words, "--generation", "2")
    plain = lab(*words, "--option", "世代=2")
    assert sugar.exit_code == plain.exit_code == 0, sugar.output
    assert report(sugar) == report(plain)
    assert "身份" in sugar.stdout and "最长交锋" in sugar.stdout and "每百回合交锋" in sugar.stdout
    assert report(lab(*words, "--generation", "1")) != report(plain)


def test_a_game_without_generations_says_so() -> None:
    result = lab("run", "leafrun", "--games", "1", "--generation", "2")
    assert result.exit_code == 2
    assert "世代" in result.output
