"""Finished duels reviewed from the command line."""

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
from niten.games import find_game
from niten.review.analysis import Review, review_duel
from niten.review.marks import Mark
from niten.samurai import EDITIONS, Samurai, State, load_duel
from niten.samurai.switches import switches_data
from niten.solver.certify import solve
from niten.solver.coach import Coach
from niten.terminal.app import run
from niten.terminal.samurai_words import Words
from niten.texts import LANGUAGES, decimal, percent, say
from testkit.duel_files import tiny_duel
from testkit.duel_reviews import played, played_best, reviewed, small_coach
from testkit.matches import random_match
from testkit.screens import Screen

KEYS = [
    "file",
    "duel",
    "rules",
    "initial",
    "final",
    "luck",
    "skill",
    "loss",
    "accuracy",
    "error",
    "decisions",
    "marks",
    "luckiest",
    "unluckiest",
    "steps",
]
COMMON = {"kind", "step", "round", "value", "error", "luck"}
DECIDED = COMMON | {"best", "loss", "forced", "mark", "reasons"}


def kept(match: Match[Any, Any], file: Path, seed: int | None = None) -> Path:
    file.write_text(str(Record.of(match, seed=seed)), encoding="utf-8")
    return file


@pytest.fixture
def match(tmp_path: Path) -> Match[State, Step]:
    """One round at random, with blunders."""
    return random_match(Samurai(load_duel(tiny_duel(tmp_path))), 3)


@pytest.fixture
def record(match: Match[State, Step], tmp_path: Path) -> Path:
    return kept(match, tmp_path / "duel.niten", seed=3)


@pytest.fixture
def review(match: Match[State, Step]) -> Review:
    """What it has to say."""
    game = match.game
    assert isinstance(game, Samurai)
    review = review_duel(Coach(solve(game)), match.states[0], match.steps)
    assert len(review.marked(Mark.BLUNDER)) == 2
    assert review.unluckiest
    return review


def asked(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0, shown: bool = False) -> str:
    assert run(["review", *map(str, arguments)]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert bool(captured.err) == (code == 2), "quiet in a pipe, but for errors"
    assert bool(captured.out) == (shown or not code)
    return captured.err if code == 2 else captured.out


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "pipe"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_in_words(
    language: str,
    plain: bool,
    record: Path,
    match: Match[State, Step],
    review: Review,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = asked(capsys, record, "--lang", language, *(["--plain"] if plain else []))
    rows = text.splitlines()
    game = match.game
    assert isinstance(game, Samurai)
    words = Words(language, game)

    def row(key: str) -> str:
        """What stands behind a name."""
        name = say(language, f"review.{key}")
        (found,) = [line for line in rows if line.startswith(f"{name} ")]
        return found.removeprefix(name).strip()

    def points(value: float) -> str:
        sign = "−" if value < 0 else "+"
        return say(language, "review.points", number=sign + decimal(language, 100 * abs(value), 1))

    assert rows[0] == say(language, "review.title", duel="Little Oda", edition=say(language, "switch.edition-en"))
    assert match.state.ending
    assert rows[1] == words.ending(match.state.ending)
    assert row("start") == percent(language, review.initial)
    assert row("end") == percent(language, review.final)
    assert row("luck") == points(review.luck)
    assert row("skill") == points(review.skill)
    assert row("accuracy") == say(language, "review.accuracy-text", share=percent(language, review.accuracy, 0))
    decided = say(language, "review.decisions", count=len(review.decisions))
    assert f"{decided}, {say(language, 'review.count.blunder', count=2)}\n" in text
    assert say(language, "review.after-round", round=1, share=percent(language, review.final)) in rows
    for blunder in review.marked(Mark.BLUNDER):
        mark = say(language, "review.mark.blunder")
        details = {"step": blunder.index + 1, "round": 1, "mark": mark, "points": points(-blunder.loss)}
        at = rows.index(say(language, "review.mistake", **details))
        assert blunder.best
        assert rows[at + 1] == "  " + say(language, "review.played", move=words.move(blunder.step))
        assert rows[at + 2] == "  " + say(language, "review.better", move=words.move(blunder.best))
        assert rows[at + 3].startswith("  ")
        assert rows[at + 3].endswith(".")
    assert review.unluckiest
    assert rows[-1].endswith(f"({points(review.unluckiest.luck)})")
    assert "█" not in text, "no picture in a pipe"
    assert "\x1b" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_faultless_duel(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played_best(small_coach("three rounds"), 1)
    text = asked(capsys, kept(match, tmp_path / "best.niten"), "--lang", language)
    assert say(language, "review.no-mistakes") in text
    assert say(language, "review.accuracy-text", share=percent(language, 1.0, 0)) in text
    assert (
        text.count(say(language, "review.after-round", round="…", share="…").partition("…")[0])
        == match.states[-1].round
    )


def test_every_decision_has_its_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Mistakes of all sorts, in all editions: the eight dearest are told in order, the others counted."""
    coach = small_coach("three rounds")
    most = 0
    for seed in range(12):
        match = played(coach.game, "random", seed)
        review = reviewed(coach, match)
        text = asked(capsys, kept(match, tmp_path / "duel.niten"))
        told = [int(number) for number in re.findall(r"^Step (\d+), round", text, re.MULTILINE)]
        bad = review.marked(Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
        assert told == sorted(decision.index + 1 for decision in bad[:8])
        more = re.search(r"^and (\d+) more$", text, re.MULTILINE)
        assert (int(more[1]) if more else 0) == max(0, len(bad) - 8)
        most = max(most, len(bad))
    assert most > 3


def test_as_json(record: Path, match: Match[State, Step], review: Review, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(asked(capsys, record, "--json"))
    assert list(data) == KEYS
    assert (data["file"], data["duel"], data["rules"]["reroll"]) == (str(record), "tiny", "all")
    assert {key: data[key] for key in KEYS[3:]} == json.loads(json.dumps(review.as_json()))
    assert data["final"] - data["initial"] == pytest.approx(data["luck"] + data["skill"], abs=1e-9)
    assert list(data["marks"]) == ["best", "good", "inaccuracy", "mistake", "blunder"]
    assert data["marks"]["blunder"] == 2
    assert [step["step"] for step in data["steps"]] == list(map(str, match.steps))
    for step in data["steps"]:
        assert set(step) == (DECIDED if step["kind"] == "decision" else COMMON)
    assert any(reason["kind"] == "dice" for step in data["steps"] for reason in step.get("reasons", []))
    assert json.loads(asked(capsys, record, "--json", "--lang", "de")) == data


@pytest.mark.parametrize("edition", ["en", "fr", "es", "de"])
def test_editions(edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = find_game("samurai").from_setup(
        Samurai(load_duel(tiny_duel(tmp_path))).setup() | {"rules": edition},
    )
    record = kept(random_match(found, 5), tmp_path / "duel.niten")
    assert json.loads(asked(capsys, record, "--json"))["rules"] == switches_data(EDITIONS[edition])
    assert say("en", f"switch.edition-{edition}") in asked(capsys, record)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture(
    language: str, record: Path, review: Review, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "curve.svg"
    text = asked(capsys, record, "--plot", picture, "--lang", language)
    assert text.endswith(say(language, "review.plot-written", file=picture) + "\n")
    root = ET.parse(picture).getroot()
    assert root.get("lang") == language
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == say(
        language, "review.title", duel="Little Oda", edition=say(language, "switch.edition-en")
    )
    curve = root.find(f"{space}polyline")
    assert curve is not None
    assert len(curve.get("points", "").split()) == len(review.moments) + 1
    picture.unlink()
    json.loads(asked(capsys, record, "--plot", picture, "--json"))
    ET.parse(picture)


def test_a_name_that_looks_like_markup(
    match: Match[State, Step], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = '<b>&" [bold]'
    record = tmp_path / "duel.niten"
    setup = match.game.setup()
    setup["duel"] |= {"name": name}
    game = Samurai.from_setup(setup)
    picture = tmp_path / "curve.svg"
    text = asked(capsys, kept(random_match(game, 3), record), "--plot", picture)
    assert text.startswith(f"Review: {name} · English edition\n")
    title = ET.parse(picture).getroot().findtext("{http://www.w3.org/2000/svg}title")
    assert title == f"Review: {name} · English edition"


def test_the_solution_is_kept_unless_it_shall_not_be(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = asked(capsys, record, "--no-cache")
    assert not (tmp_path / "cache").exists()
    assert asked(capsys, record) == first
    (solved,) = (tmp_path / "cache").iterdir()
    before = solved.stat().st_mtime_ns
    assert asked(capsys, record) == first
    assert solved.stat().st_mtime_ns == before
    assert record.read_text().startswith("niten record 1\n")


def test_a_duel_that_began_in_the_middle(
    match: Match[State, Step], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, middle = match.game, match.states[2]
    file = tmp_path / "middle.niten"
    rest = random_match(game, 4, start=middle)
    file.write_text(str(Record.of(rest, start=game.position(middle))), encoding="utf-8")
    data = json.loads(asked(capsys, file, "--json"))
    whole = json.loads(asked(capsys, kept(match, tmp_path / "whole.niten"), "--json"))
    assert data["initial"] == pytest.approx(whole["steps"][1]["value"], abs=1e-12)
    assert len(data["steps"]) == len(rest.steps)


# --- what cannot be reviewed ---


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unfinished_duel(
    language: str, match: Match[State, Step], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    half = random_match(match.game, 3, steps=3)
    file = kept(half, tmp_path / "half.niten")
    text = asked(capsys, file, "--lang", language, code=2)
    assert text == say(language, "error.review-unfinished", file=file) + "\n"
    assert not (tmp_path / "cache").exists(), "not solved for nothing"


def test_seats_are_for_races(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--seat" in asked(capsys, record, "--seat", "red", code=2)
    assert not (tmp_path / "cache").exists(), "not solved for nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_damaged_record(language: str, record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = record.read_text()
    refused = say(language, "error.bad-record.head", reason="…").partition("…")[0].split()[0]
    changed = re.sub(r"^2\. roll \d", "2. roll 6", whole, flags=re.MULTILINE)
    assert changed != whole
    for damaged in (changed, whole[: len(whole) // 2], whole.replace('"health": 2', '"health": 3', 1), "", "hello\n"):
        record.write_text(damaged)
        text = asked(capsys, record, "--lang", language, code=2)
        assert text.startswith(refused)
        assert text.count("\n") == 1
    record.write_bytes(b"\xff\xfe\x00")
    assert asked(capsys, record, "--lang", language, code=2).startswith(refused)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_such_file(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, reason in ((tmp_path / "nowhere.niten", "No such file or directory"), (tmp_path, "Is a directory")):
        text = asked(capsys, file, "--lang", language, code=2)
        assert text == say(language, "error.no-file", file=file, reason=reason) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_file_given(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    detail = say(language, "error.use.missing", word="FILE")
    expected = say(language, "error.wrong-use", detail=detail, command="niten review")
    assert asked(capsys, "--lang", language, code=2) == expected + "\n"


@pytest.mark.parametrize("more", [(), ("--json",)], ids=["text", "json"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_that_cannot_be_written(
    language: str, more: tuple[str, ...], record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is about writing, so it does not say that something cannot be read; the review itself is there."""
    for plot, reason in ((tmp_path / "no" / "x.svg", "No such file or directory"), (tmp_path, "Is a directory")):
        text = asked(capsys, record, "--plot", plot, "--lang", language, *more, code=2, shown=True)
        assert text == say(language, "error.no-output", reason=f"{plot}: {reason}") + "\n"
    assert not (tmp_path / "no").exists()


def test_two_files_or_an_unknown_option(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "niten review --help" in asked(capsys, record, "--pilot", "x", code=2)
    assert "niten review --help" in asked(capsys, record, record, code=2)


def test_without_the_extra_it_says_what_to_install(record: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from niten.__main__ import main; main()"
    command = [sys.executable, "-c", code, "review", str(record)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"COLUMNS": "80"})
    assert (done.returncode, done.stdout) == (2, "")
    assert 'pip install "niten[solver]"' in done.stderr
    assert "Traceback" not in done.stderr


# --- on a terminal ---


def test_a_curve_on_the_terminal(tmp_path: Path) -> None:
    coach = small_coach("three rounds")
    match = played(coach.game, "beginner", 2)
    review = reviewed(coach, match)
    file = kept(match, tmp_path / "duel.niten")
    with Screen(f"review {file}", tmp_path, lines=80) as screen:
        assert screen.wait_for_end() == 0
        rows = screen.text.splitlines()
    assert rows[0] == "Review: Oda Nobunaga · English edition"
    top = rows.index("Chance of winning after each step") + 1
    curve, axis = rows[top : top + 8], rows[top + 8]
    assert curve[0].startswith("  100% ")
    assert curve[4].startswith("   50% ")
    wide = 72 // len(review.moments)
    for n, moment in enumerate(review.moments):
        column = [row.ljust(80)[7 + n * wide] for row in curve]
        full = column.count("█") + sum(" ▁▂▃▄▅▆▇".index(cell) for cell in column if cell != "█") / 8
        assert full == pytest.approx(8 * moment.value, abs=0.07)
    first = [moment.round for moment in review.moments].index(2) if match.state.round > 1 else None
    assert axis[7] == "1"
    assert first is None or axis[7 + first * wide] == "2"


def test_a_long_name_and_a_narrow_terminal(record: Path, tmp_path: Path) -> None:
    with Screen(f"review {record} --lang de", tmp_path, columns=40, lines=80) as screen:
        assert screen.wait_for_end() == 0
        text = screen.text
    assert "▁" in text or "█" in text or "▇" in text
    lines = text.splitlines()
    starts = [line for line in lines if line.startswith("  ") and line[2:3].islower()]
    assert all(len(line) <= 40 for line in lines)
    assert starts, "what is too long goes on in the next line, indented"


def test_plain_on_a_terminal(record: Path, tmp_path: Path) -> None:
    with Screen(f"review {record} --plain", tmp_path) as screen:
        assert screen.wait_for_end() == 0
        assert "after round 1: 0.0%" in screen.text
        assert "█" not in screen.text
