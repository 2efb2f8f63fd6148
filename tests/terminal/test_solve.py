"""Duels solved from the command line."""

import json
import os
import signal
import subprocess
import sys
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from niten.samurai import Samurai, load_duel
from niten.solver import PlainSolver, certify
from niten.solver.solution import Interval, Solution
from niten.terminal import solving
from niten.terminal.app import run
from niten.texts import LANGUAGES, percent, say
from testkit.duel_files import tiny_duel
from testkit.screens import Screen


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    return tiny_duel(tmp_path)


def solved(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert run(["solve", *map(str, arguments)]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert bool(captured.err) == (code == 2), "quiet in a pipe, but for errors"
    return captured.err if code == 2 else captured.out


def as_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    return json.loads(solved(capsys, *arguments, "--json"))


def bounded(monkeypatch: pytest.MonkeyPatch, lower: float, upper: float) -> None:
    """The solver finds these bounds, whatever it is asked."""
    real = certify.solve

    def found(*arguments: Any, **options: Any) -> Solution:
        solution = real(*arguments, **options)
        return replace(solution, start=Interval(lower, upper), upper=copy(solution.lower))

    monkeypatch.setattr(certify, "solve", found)


def test_as_json_and_from_the_cache(duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = as_json(capsys, duel)
    assert list(first) == ["duel", "rules", "goal", "win_probability", "states", "seconds", "cached"]
    assert (first["duel"], first["rules"]["reroll"], first["goal"], first["cached"]) == ("tiny", "all", "win", False)
    assert first["states"] > 0
    assert first["seconds"] > 0
    game = Samurai(load_duel(duel))
    value = PlainSolver(game).value(game.start())
    assert first["win_probability"] == pytest.approx({"lower": value, "upper": value})
    assert list((tmp_path / "cache").iterdir()), "kept below NITEN_HOME"
    again = as_json(capsys, duel)
    assert again["cached"]
    assert again["win_probability"] == first["win_probability"]
    assert not as_json(capsys, duel, "--no-cache")["cached"]


def test_without_the_cache_nothing_is_kept(duel: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_json(capsys, duel, "--no-cache")
    assert not (tmp_path / "cache").exists()


def test_editions_and_goals(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert as_json(capsys, duel, "--rules", "de")["rules"]["reroll"] == "either"
    found = as_json(capsys, duel, "--goal", "survive")
    assert found["goal"] == "survive"
    win = as_json(capsys, duel)["win_probability"]
    assert found["survival_probability"]["lower"] >= win["upper"], "who wins has survived"


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(language: str, duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = as_json(capsys, duel)["win_probability"]["lower"]
    head, chance, states = solved(capsys, duel, "--lang", language).splitlines()
    assert head.startswith("Little Oda ★☆☆☆ · ")
    assert say(language, "switch.edition-en") in head
    assert head.endswith(say(language, "solve.goal-win"))
    exact = say(language, "solve.exact", value=percent(language, value, 4))
    assert chance == say(language, "solve.win", chance=exact)
    assert ("," in percent(language, value, 4)) == (language != "en")
    assert states == say(
        language, "solve.cached", count=456, states="456", seconds="0.0" if language == "en" else "0,0"
    )
    *_, survive, states = solved(capsys, duel, "--lang", language, "--goal", "survive", "--no-cache").splitlines()
    assert survive.startswith(say(language, "solve.survive", chance=""))
    assert states.startswith(say(language, "solve.solved", count=456, states="456", seconds="…").partition("…")[0])


@pytest.mark.parametrize(
    ("lower", "upper", "shown"),
    [
        (0.98735153, 0.98917448, "98.73% to 98.92%"),
        (0.1, 0.5, "10.00% to 50.00%"),
        (0.98765001234, 0.98765009876, "98.7650012% to 98.7650099%"),
    ],
)
def test_bounds_are_rounded_outwards_and_told_apart(
    lower: float,
    upper: float,
    shown: str,
    duel: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bounded(monkeypatch, lower, upper)
    assert f"Best achievable win probability: {shown}\n" in solved(capsys, duel, "--gap", 0.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_gap_that_cannot_be_reached(
    language: str, duel: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bounded(monkeypatch, 0.25, 0.275)
    gap, wanted = ("0.025", "0.0010") if language == "en" else ("0,025", "0,0010")
    text = solved(capsys, duel, "--gap", 0.001, "--lang", language, code=1)
    assert say(language, "solve.too-wide", gap=gap, wanted=wanted) in text
    assert json.loads(solved(capsys, duel, "--gap", 0.001, "--json", code=1))["win_probability"]["upper"] == 0.275


@pytest.mark.parametrize("gap", ["0", "1", "-0.1", "nan", "inf"])
def test_a_gap_that_makes_no_sense(gap: str, duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = solved(capsys, duel, f"--gap={gap}", code=2)
    assert "does not fit --gap. Expected: a number above 0 and below 1" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", "DUEL is missing"),
        ("nobody", "duels, among them"),
        ("nowhere.toml", "no such file"),
        ("oda-nobunaga --gap wide", "“wide” does not fit --gap"),
        ("oda-nobunaga --goal glory", "Expected: win, survive"),
        ("oda-nobunaga --rules it", "one of en, fr, es, de"),
    ],
)
def test_wrong_use(arguments: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in solved(capsys, *arguments.split(), code=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_large(
    language: str, duel: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(game: Samurai, **_: Any) -> Solution:
        raise certify.TooLarge(duel=game.duel.name, gigabytes="12")

    monkeypatch.setattr(certify, "solve", refuse)
    text = solved(capsys, duel, "--lang", language, code=2)
    assert "Little Oda" in text
    assert " 12 G" in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_without_the_extra_it_says_what_to_install(language: str, package: str, duel: Path) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; from niten.__main__ import main; main()"
    command = [sys.executable, "-c", code, "solve", str(duel), "--lang", language]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "80"})
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "niten[solver]"' in done.stderr
    assert say(language, "error.no-solver", reason="…").partition("…")[0] in done.stderr
    assert "Traceback" not in done.stderr


def test_the_solver_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, niten.terminal.app; print({'numba', 'numpy', 'niten.solver'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_the_default_gap_is_the_solvers() -> None:
    assert solving.GAP == certify.DEFAULT_GAP


def test_a_bar_on_the_terminal_and_a_clean_end(tmp_path: Path) -> None:
    """The demo duel takes long enough to be stopped."""
    with Screen("solve oda-nobunaga", tmp_path) as screen:
        screen.wait_for("Solving Oda Nobunaga", 120)
        screen.wait_for("━", 120)
        screen.process.kill(signal.SIGINT)
        assert screen.wait_for_end() == 130
        assert not screen.text.replace("^C", "").strip(), "nothing is left of it"
    assert not [file for file in tmp_path.rglob("*") if file.is_file()], "nothing half written"


def test_the_answer_on_a_terminal(duel: Path, tmp_path: Path) -> None:
    with Screen(f"solve {duel}", tmp_path) as screen:
        screen.wait_for("(exact)", 120)
        assert screen.wait_for_end() == 0
        assert len(screen.text.splitlines()) == 3, "the bar has gone"
