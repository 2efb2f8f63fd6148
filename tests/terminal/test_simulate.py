"""Simulations from the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from niten.terminal.app import run
from niten.texts import LANGUAGES, say
from testkit.screens import Screen


def told(capsys: pytest.CaptureFixture[str], arguments: str, code: int = 0) -> str:
    assert run(["simulate", *arguments.split()]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert bool(captured.err) == (code == 2), "quiet in a pipe, but for errors"
    return captured.err if code == 2 else captured.out


def as_json(capsys: pytest.CaptureFixture[str], arguments: str) -> dict[str, Any]:
    return json.loads(told(capsys, f"{arguments} --json"))


def test_a_duel(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, "samurai --games 3000 --seed 7 --policy careful --rules es")
    assert "Oda Nobunaga" in page
    assert "3,000 games of careful · Seed: 7" in page
    assert "won: 8" in page
    assert "victory by the blade: 8" in page


def test_a_race(capsys: pytest.CaptureFixture[str]) -> None:
    page = told(capsys, "dragon --players 3 --games 300 --seed 7 --policy greedy,random,random --powers any --stones 3")
    assert "3 players · board standard · powers any · 3 dead stones" in page
    assert "Black (greedy): 9" in page
    assert "Red (random): " in page


def test_as_json_with_a_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    found = as_json(capsys, f"dragon --games 200 --seed 3 --max-turns 5 --plot {tmp_path}/race.svg")
    assert found["endings"] == {"unfinished max-turns": 200}
    assert found["seed"] == 3
    assert (tmp_path / "race.svg").read_text().startswith("<svg")
    assert (
        as_json(capsys, "samurai --games 200 --seed 3")["endings"]
        == as_json(capsys, "samurai --games 200 --seed 3 --threads 1")["endings"]
    )


def test_a_seed_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    seeds = {as_json(capsys, "samurai --games 10")["seed"] for _ in range(4)}
    assert len(seeds) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(capsys: pytest.CaptureFixture[str], language: str) -> None:
    page = told(capsys, f"samurai --games 500 --seed 1 --lang {language}")
    assert say(language, "simulate.ended") in page
    assert say(language, "simulate.rounds") in page
    for game in ("samurai", "dragon"):
        assert say(language, f"command.simulate-{game}.plot")[:20] in told(capsys, f"{game} --help --lang {language}")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ("", "samurai | dragon"),
        ("samurai --policy nobody", "careful"),
        ("samurai --games 0", "--games"),
        ("samurai --threads 65", "--threads"),
        ("samurai --threads 2 --cluster tcp://127.0.0.1:1", "--cluster"),
        ("samurai --seed -1", "--seed"),
        ("samurai --duel nobody", "nobody"),
        ("dragon --players 6", "--players"),
        ("dragon --players 3 --policy random,random", "--policy"),
        ("dragon --players 5 --stones 1", "--stones"),
        ("dragon --policy careful", "greedy"),
        ("samurai --games 10 --plot /nowhere/at/all.svg", "/nowhere/at/all.svg"),
    ],
)
def test_wrong_use(capsys: pytest.CaptureFixture[str], arguments: str, named: str) -> None:
    assert named in told(capsys, arguments, code=2)


def test_bars_on_a_screen(tmp_path: Path) -> None:
    with Screen("simulate samurai --games 3000 --seed 7", tmp_path, columns=100, lines=50) as screen:
        screen.wait_for("a second")
        shown = screen.text
    assert "█" in shown
    assert "defeat, killed" in shown
