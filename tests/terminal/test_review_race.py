"""Finished races reviewed from the command line."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from niten.core import Match, Record, Step
from niten.dragon import Colour, Dragon, Powers, Setup, State
from niten.review.marks import RACE_THRESHOLDS
from niten.review.race import RaceReview
from niten.terminal.app import run
from niten.terminal.dragon_words import Words
from niten.texts import LANGUAGES, decimal, percent, say
from testkit.matches import random_match
from testkit.race_reviews import raced, reviewed
from testkit.screens import Screen

KEYS = ["file", "players", "result", "error", "seats", "steps"]
COLOURS = (Colour.WHITE, Colour.RED, Colour.BLUE)
CHANCE_KEYS = {"kind", "step", "turn", "colour", "values", "luck"}
DECISION_KEYS = CHANCE_KEYS - {"luck"} | {"change", "residual", "best", "loss", "forced", "mark", "reasons"}


def kept(match: Match[Any, Any], file: Path, seats: tuple[str, ...] = (), seed: int | None = None) -> Path:
    file.write_text(str(Record.of(match, seed=seed, seats=seats)), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def match() -> Match[State, Step]:
    """Two who play at random, and one who does not."""
    return raced(Setup(COLOURS, powers=Powers.ANY, random_stones=3), ["random", "random", "greedy"], 5)


@pytest.fixture(scope="module")
def review(match: Match[State, Step]) -> RaceReview:
    return reviewed(match)


@pytest.fixture
def record(match: Match[State, Step], tmp_path: Path) -> Path:
    return kept(match, tmp_path / "race.niten", ("human", "human", "strong"), seed=5)


def asked(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    assert run(["review", *map(str, arguments)]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert bool(captured.err) == (code == 2), "quiet in a pipe, but for errors"
    assert bool(captured.out) == (not code)
    return captured.err if code == 2 else captured.out


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "pipe"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_in_words(
    language: str,
    plain: bool,
    record: Path,
    match: Match[State, Step],
    review: RaceReview,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = asked(capsys, record, "--lang", language, *(["--plain"] if plain else []))
    rows = text.splitlines()
    words = Words(language, review.game)

    def change(value: float) -> str:
        sign = "" if abs(value) < 0.0005 else "−" if value < 0 else "+"
        return sign + decimal(language, 100 * abs(value), 1)

    assert rows[0] == say(language, "review.race.title", colours=words.colours(COLOURS))
    outcome = match.game.outcome(match.state)
    assert outcome
    assert rows[1] == words.outcome(outcome)
    for seat in review.seats[:2]:
        colon = " :" if language == "fr" else ":"
        at = rows.index(f"{words.seat(seat.seat)}{colon}")
        expected = {
            "review.start": percent(language, seat.initial),
            "review.race.own-luck": change(seat.own_luck),
            "review.race.rivals-luck": change(seat.rivals_luck),
            "review.race.skill": change(seat.skill),
            "review.race.rivals": change(seat.rivals),
            "review.race.residual": change(seat.residual),
            "review.end": percent(language, seat.final),
            "review.accuracy": percent(language, seat.accuracy, 0),
            "review.race.decisions": str(len(seat.decisions)),
        }
        for number, (key, value) in enumerate(expected.items(), 1):
            assert rows[at + number] == f"  {say(language, key)}{colon} {value}"
    assert f"{words.seat(2)}:" not in rows, "a bot, where people play"
    error = say(language, "review.points", number=decimal(language, 100 * review.error, 1))
    assert say(language, "review.race.estimate", points=error) in rows
    assert say(language, "review.race.stopped") not in rows
    assert "█" not in text, "no picture in a pipe"
    assert "\x1b" not in text
    told = say(language, "review.race.after-turn", turn="…", shares="…").partition("…")[0]
    assert sum(row.startswith(told) for row in rows) == -(-review.moments[-1].turn // 3)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dearest_mistakes_in_the_order_of_play(
    language: str, record: Path, review: RaceReview, capsys: pytest.CaptureFixture[str]
) -> None:
    text = asked(capsys, record, "--lang", language)
    rows = text.splitlines()
    words = Words(language, review.game)
    bad = [each for seat in review.seats[:2] for each in seat.marked(*RACE_THRESHOLDS)]
    bad.sort(key=lambda each: -each.loss)
    assert len(bad) > 8
    last = 0
    for decision in sorted(bad[:8], key=lambda each: each.index):
        points = say(language, "review.points", number="−" + decimal(language, 100 * decision.loss, 1))
        details = {"step": decision.index + 1, "turn": decision.turn, "colour": words.seat(decision.seat)}
        mark = say(language, f"review.mark.{decision.mark}")
        at = rows.index(say(language, "review.race.mistake", **details, mark=mark, points=points))
        assert at > last
        last = at
        inside = [row for row in rows[at + 1 : at + 5] if row.startswith("  ")]
        assert any(row.startswith("  " + say(language, "review.played", move="")) for row in inside)
        assert any(row.startswith("  " + say(language, "review.better", move="")) for row in inside)
        assert inside[-1].endswith("."), "the reasons"
        assert "{" not in "".join(inside)
    assert say(language, "review.more", count=len(bad) - 8) in rows
    assert text.count(words.colour(Colour.WHITE)) > 5


def test_whose_decisions(match: Match[State, Step], record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All people; all bots if nobody else played; everybody in a record that names no seats; or the one asked for."""

    def seats(file: Path, *more: str) -> list[str]:
        return [seat["colour"] for seat in json.loads(asked(capsys, file, "--json", *more))["seats"]]

    assert seats(record) == ["white", "red"]
    assert seats(record, "--seat", "blue") == ["blue"]
    assert seats(kept(match, record, ("random", "human", "strong"))) == ["red"]
    assert seats(kept(match, record, ("random", "greedy", "strong"))) == ["white", "red", "blue"]
    assert seats(kept(match, record)) == ["white", "red", "blue"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("colour", ["black", "green", "RED", ""])
def test_a_colour_that_does_not_play(
    language: str, colour: str, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = asked(capsys, record, f"--seat={colour}", "--lang", language, code=2)
    detail = say(language, "error.use.value", value=colour, word="--seat", expected="white, red, blue")
    assert text == say(language, "error.wrong-use", detail=detail, command="niten review") + "\n"


def test_as_json(
    record: Path, match: Match[State, Step], review: RaceReview, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(asked(capsys, record, "--json"))
    assert list(data) == KEYS
    assert (data["players"], data["result"]) == (["white", "red", "blue"], str(match.game.outcome(match.state)))
    assert {key: data[key] for key in KEYS[3:]} == json.loads(json.dumps(review.as_json((0, 1))))
    for step in data["steps"]:
        assert set(step) == (DECISION_KEYS if step["kind"] == "decision" else CHANCE_KEYS)
    assert [step["step"] for step in data["steps"]] == list(map(str, match.steps))
    assert json.loads(asked(capsys, record, "--json", "--lang", "de")) == data


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture(
    language: str, record: Path, review: RaceReview, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "curve.svg"
    text = asked(capsys, record, "--plot", picture, "--lang", language)
    assert text.endswith(say(language, "review.plot-written", file=picture) + "\n")
    root = ET.parse(picture).getroot()
    assert root.get("lang") == language
    curves = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert {len(curve.get("points", "").split()) for curve in curves} == {2, len(review.moments) + 1}
    picture.unlink()
    json.loads(asked(capsys, record, "--plot", picture, "--json"))
    ET.parse(picture)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_race_without_mistakes_that_was_stopped(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = raced(Setup((Colour.RED, Colour.BLUE), max_turns=6), ["strong", "strong"], 2)
    rows = asked(capsys, kept(match, tmp_path / "race.niten"), "--lang", language).splitlines()
    least = say(language, "review.points", number=decimal(language, 2.0, 1))
    assert say(language, "review.race.no-mistakes", points=least) in rows
    assert say(language, "review.race.stopped") in rows
    assert say(language, "dragon.ending.max-turns") in rows


# --- what cannot be reviewed ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unfinished_race(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(random_match(Dragon(Setup((Colour.BLACK, Colour.RED))), 1, steps=30), tmp_path / "half.niten")
    text = asked(capsys, file, "--lang", language, code=2)
    assert text == say(language, "error.review-unfinished", file=file) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_record(language: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = record.read_text()
    refused = say(language, "error.bad-record.head", reason="…").partition("…")[0].split()[0]
    changed = whole.replace("\n9. ", "\n9. roll ", 1)
    for damaged in (changed, whole[: len(whole) // 2], whole.replace("human human", "human bot"), ""):
        record.write_text(damaged)
        text = asked(capsys, record, "--lang", language, code=2)
        assert text.startswith(refused)
        assert text.count("\n") == 1


def test_seats_that_nobody_could_sit_on(
    match: Match[State, Step], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked(capsys, kept(match, tmp_path / "race.niten", ("human", "human")), code=2)
    asked(capsys, kept(match, tmp_path / "race.niten", ("human", "human", "nobody")), code=2)


def test_without_the_extra_it_says_what_to_install(record: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from niten.__main__ import main; main()"
    command = [sys.executable, "-c", code, "review", str(record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "80"})
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "niten[solver]"' in done.stderr
    assert "Traceback" not in done.stderr


# --- on a terminal ---


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_it_on_the_terminal(language: str, tmp_path: Path) -> None:
    match = raced(Setup(tuple(Colour)), ["greedy"] * 5, 3)
    review, words = reviewed(match), Words(language, Dragon(Setup(tuple(Colour))))
    file = kept(match, tmp_path / "race.niten")
    with Screen(f"review {file} --lang {language}", tmp_path, lines=140) as screen:
        assert screen.wait_for_end() == 0
        rows = screen.text.splitlines()
    head = next(n for n, row in enumerate(rows) if row.split() == [words.colour(colour) for colour in Colour])
    start = rows[head + 1].removeprefix(say(language, "review.start")).replace("\N{NARROW NO-BREAK SPACE}%", "%")
    shown = [percent(language, share).replace("\N{NARROW NO-BREAK SPACE}%", "%") for share in review.initial]
    assert start.split() == shown
    assert all(len(row) <= 80 for row in rows)
    top = rows.index(say(language, "review.curve"))
    for colour in Colour:
        name = f" {words.mark(colour)}  {words.colour(colour)}"
        (band,) = [row for row in rows[top:] if row.startswith(name)]
        seat = review.seats[match.game.seats and list(Colour).index(colour)]
        assert "█" in band or max(moment.values[seat.seat] for moment in review.moments) < 1 / 8
    axis = next(row for row in rows[top:] if re.fullmatch(r" +\d+( +\d+)+", row))
    numbers = list(map(int, axis.split()))
    assert numbers == sorted(numbers)
    assert len(numbers) > 3


def test_a_narrow_terminal(record: Path, tmp_path: Path) -> None:
    with Screen(f"review {record} --lang de", tmp_path, columns=40, lines=300) as screen:
        assert screen.wait_for_end() == 0
        lines = screen.text.splitlines()
    assert all(len(line) <= 40 for line in lines)
    assert "Weiß:" in lines
    assert any("█" in line for line in lines)
