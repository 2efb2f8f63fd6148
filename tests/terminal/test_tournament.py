"""Tournaments from the command line."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from niten.terminal.app import run
from niten.texts import LANGUAGES, say
from testkit.screens import Screen
from testkit.waiting import PATIENCE

LONG = "tournament --bots random,greedy --games 100000 --board short --seed 7"


def held(capsys: pytest.CaptureFixture[str], arguments: str, code: int = 0) -> str:
    assert run(["tournament", *arguments.split()]) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert bool(captured.err) == (code == 2), "quiet in a pipe, but for errors"
    return captured.err if code == 2 else captured.out


def as_json(capsys: pytest.CaptureFixture[str], arguments: str) -> dict[str, Any]:
    return json.loads(held(capsys, f"{arguments} --json"))


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(
        capsys, "--bots random,greedy --games 20 --players 3 --board short --powers any --seed 7 --workers 1"
    )
    assert list(found)[:2] == ["bots", "seed"]
    assert found["seed"] == 7
    assert [list(bot) for bot in found["bots"]] == [["name", "games", "win_share", "interval", "rating"]] * 2
    random, greedy = found["bots"]
    assert (random["name"], random["games"]) == ("random", 12)
    assert (greedy["name"], greedy["rating"]) == ("greedy", 1000)
    assert random["rating"] < 800
    for bot in found["bots"]:
        low, high = bot["interval"]
        assert 0 <= low <= bot["win_share"] <= high <= 1
    assert {"players": 3, "board": "short", "powers": "any", "games": 24, "deals": 4, "complete": True}.items() <= (
        found.items()
    )


def test_the_same_seed_gives_the_same_answer_everywhere(tmp_path: Path) -> None:
    def answer(workers: int, hash_seed: str) -> bytes:
        arguments = "--bots greedy,random --games 30 --players 3 --board short --stones 3 --immunity --seed 7 --json"
        command = [sys.executable, "-m", "niten", "tournament", *arguments.split(), "--workers", str(workers)]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, capture_output=True, check=True, env=environment)
        assert done.stderr == b""
        return done.stdout

    assert answer(1, "1") == answer(2, "2") == answer(3, "3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = "--games 9 --players 4 --board short --powers own --immunity --stones 1 --max-turns 60 --seed 3"
    text = held(capsys, f"--bots random,greedy {options} --workers 1 --lang {language}")
    for part in (
        say(language, "tournament.games", count=2, games="16", deals="2", size=8),
        say(language, "tournament.rounded", asked="9", games="16"),
        say(language, "tournament.stones", count=1),
        say(language, "tournament.immunity"),
        say(language, "terminal.seed", seed=3),
        say(language, "tournament.fixed"),
        say(language, "tournament.equal", share="25.0%" if language == "en" else "25,0\N{NARROW NO-BREAK SPACE}%"),
    ):
        assert part in text
    assert text.index("greedy") < text.index("random"), "the best one first"
    assert not set(text) & set("━│\x1b"), "nothing but words"
    unfinished = say(language, "tournament.unfinished", count=2, games="…", turns="60").split("…")[1]
    assert unfinished in text


def test_a_whole_number_of_deals_is_not_rounded(capsys: pytest.CaptureFixture[str]) -> None:
    assert "rounded" not in held(capsys, "--bots random,greedy --games 4 --board short --workers 1")


def test_the_seed_is_printed_when_none_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "--bots random,greedy --games 4 --board short --workers 1"
    first = held(capsys, arguments)
    seed = re.search(r"Seed: (\d+)", first)
    assert seed
    assert held(capsys, f"{arguments} --seed {seed[1]}") == first


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("", "--bots is missing. See: niten tournament --help"),
        ("--bots greedy", "Expected: two or more different bots, for example random,greedy"),
        ("--bots greedy,greedy", "Expected: two or more different bots"),
        ("--bots greedy,deep", "There is no bot “deep”. Known are: "),
        ("--bots greedy,human", "There is no bot “human”"),
        ("--bots greedy,", "There is no bot “”"),
        ("--bots random,greedy --players 1", "“1” does not fit --players. Expected: a whole number from 2 to 5"),
        ("--bots random,greedy --players 6", "“6” does not fit --players"),
        ("--bots random,greedy --games 0", "“0” does not fit --games. Expected: a whole number from 1"),
        ("--bots random,greedy --games 9999999999", "does not fit --games"),
        ("--bots random,greedy --games some", "“some” does not fit --games"),
        ("--bots random,greedy --workers 0", "“0” does not fit --workers"),
        ("--bots random,greedy --seed -1", "does not fit --seed"),
        ("--bots random,greedy --board round --powers all", "niten tournament: 2 problems\n  --board = 'round'"),
        ("--bots random,greedy --stones 16", "--stones = 16: expected at most 15 stones"),
        ("--bots random,greedy --max-turns 0", "--max-turns = 0"),
        ("--bots random,greedy --keep nowhere/kept.jsonl", "Cannot write: nowhere/kept.jsonl"),
    ],
)
def test_wrong_use(arguments: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert says in held(capsys, arguments, code=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = held(capsys, f"--help --lang {language}")
    assert "niten tournament --bots random,greedy --games 500 --players 3" in " ".join(text.split())
    assert say(language, "command.tournament.help")[:30] in text


# --- kept, stopped and resumed ---


def test_it_goes_on_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.jsonl"
    arguments = f"--bots random,greedy --board short --keep {file} --workers 1"
    first = held(capsys, f"{arguments} --games 6")
    seed = re.search(r"Seed: (\d+)", first)
    assert seed
    before = file.read_text()
    longer = held(capsys, f"{arguments} --games 10")
    assert f"Seed: {seed[1]}" in longer, "the file knows it"
    assert f"6 games were in {file} already." in longer
    assert file.read_text().startswith(before)
    assert len(file.read_text().splitlines()) == 6, "a head and five deals"
    whole = as_json(capsys, f"--bots random,greedy --board short --workers 1 --games 10 --seed {seed[1]}")
    assert as_json(capsys, f"{arguments} --games 10") == whole
    part = held(capsys, f"{arguments} --games 6")
    assert part.splitlines()[-4:] == first.splitlines()[-4:], "as if there were no more in it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_that_are_refused(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.jsonl"
    arguments = f"--bots random,greedy --board short --games 4 --workers 1 --lang {language}"
    held(capsys, f"{arguments} --keep {file} --seed 7")
    text = held(capsys, f"{arguments} --keep {file} --seed 8 --powers any", code=2)
    assert say(language, "error.bad-tournament.other", file=file, keys="seed, powers") in text
    file.write_text(file.read_text().replace('"deal": 1', '"deal": 2'))
    text = held(capsys, f"{arguments} --keep {file}", code=2)
    assert say(language, "error.bad-tournament.damaged", file=file, line=3) in text
    file.write_text("groceries\n")
    text = held(capsys, f"{arguments} --keep {file}", code=2)
    assert say(language, "error.bad-tournament.none", file=file) in text
    assert file.read_text() == "groceries\n"


def start(arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "niten", *arguments.split()]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_for_lines(file: Path, count: int) -> None:
    end = time.monotonic() + 60
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert time.monotonic() < end, "nothing is played"
        time.sleep(0.01)


def test_after_a_kill_nothing_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.jsonl"
    process = start(f"{LONG} --keep {file} --workers 2")
    wait_for_lines(file, 8)
    process.kill()
    process.communicate()
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # as if it had died in the middle of a line
    arguments = LONG.removeprefix("tournament ").replace("100000", "60")
    found = as_json(capsys, f"{arguments} --keep {file} --workers 2")
    assert found == as_json(capsys, f"{arguments} --workers 1")


def test_interrupted_in_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    process = start(f"{LONG} --keep {file} --workers 2 --json")
    wait_for_lines(file, 4)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, "")
    found = json.loads(output)
    assert not found["complete"]
    assert found["games"] == 2 * (file.read_text().count("\n") - 1)
    assert {bot["games"] for bot in found["bots"]} == {found["games"]}


def children(pid: int) -> list[int]:
    """The workers of a process: not the tracker that multiprocessing starts beside them."""
    found = map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    return [child for child in found if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]


def test_a_worker_that_is_killed_is_told(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    process = start(f"{LONG} --keep {file} --workers 2")
    wait_for_lines(file, 4)
    victim, other = children(process.pid)
    os.kill(victim, signal.SIGKILL)
    output, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, output) == (2, "")
    assert "A worker process ended before its work was done (exit code -9)" in errors
    assert "Traceback" not in errors
    assert not Path(f"/proc/{other}").exists(), "the other one has gone too"


# --- on a terminal ---


def test_a_bar_and_a_clean_interruption(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    with Screen(f"{LONG} --keep {file} --workers 2", tmp_path) as screen:
        screen.wait_for("Playing 100,000 games")
        screen.wait_for("━")
        wait_for_lines(file, 6)
        screen.process.sendintr()  # the terminal sends it to the workers as well
        assert screen.wait_for_end() == 130
        text = screen.text
    played = re.search(r"Interrupted: (\d+) of 100,000 games played\.", text)
    assert played
    assert f"{played[1]} games in {int(played[1]) // 2} deals of 2 · Seed: 7" in text
    assert "The same command goes on from here." in text
    assert "Playing" not in text, "the bar has gone"
    assert "Traceback" not in text


def test_interrupted_before_anything_was_played(tmp_path: Path) -> None:
    with Screen(f"{LONG} --board long --players 5 --workers 1".replace("--board short", ""), tmp_path) as screen:
        screen.wait_for("Playing 100,000 games")
        screen.process.sendintr()
        assert screen.wait_for_end() == 130
        assert "Traceback" not in screen.text


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", r"Bot +Games +Wins +95% interval +Rating +95% interval"),
        ("de", r"Bot +Partien +Siege +95-%-Intervall +Wertung +95-%-Intervall"),
        ("es", r"Bot +Partidas +Victorias +Intervalo 95\s% +Puntuación +Intervalo 95\s%"),
        ("fr", r"Bot +Parties +Victoires +Intervalle à 95\s% +Cote +Intervalle à 95\s%"),
    ],
)
def test_the_table(language: str, head: str, tmp_path: Path) -> None:
    command = "tournament --bots random,greedy --games 20 --board short --seed 7"
    with Screen(command, tmp_path, language=language) as screen:
        assert screen.wait_for_end() == 0
        lines = screen.text.splitlines()
    at = next(number for number, line in enumerate(lines) if re.fullmatch(head, line))
    assert lines[at + 1].startswith("greedy ")
    assert lines[at + 2].startswith("random ")
    assert len({len(line) for line in lines[at : at + 3]}) == 1, "in columns"
    assert len(lines) == 8, "the bar has gone"


def test_a_narrow_terminal_gets_sentences(tmp_path: Path) -> None:
    command = "tournament --bots random,greedy --games 4 --board short --seed 7"
    with Screen(command, tmp_path, columns=60) as screen:
        assert screen.wait_for_end() == 0
        assert "of the wins in 4 games" in " ".join(screen.text.split())
