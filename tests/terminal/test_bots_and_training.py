"""Who can be played against, and how their evaluation is made, from the command line."""

import json
import signal
import subprocess
import sys
import time
from importlib import util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from niten.bots import DRAGON_BOTS, RATINGS
from niten.bots.race.net import load_net
from niten.bots.race.training import load
from niten.terminal.app import run
from niten.texts import LANGUAGES, say
from testkit.waiting import PATIENCE

LEVELS = ("beginner", "casual", "solid", "strong", "master")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_says_what_it_is_like(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bots", "--lang", language]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for name in DRAGON_BOTS:
        assert say(language, f"dragon.level.{name}") in shown
    assert run(["bots", "--lang", language, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [bot["name"] for bot in found] == list(DRAGON_BOTS)
    assert {bot["name"]: bot["rating"] for bot in found} == RATINGS


def test_ratings_tell_the_levels_apart() -> None:
    assert RATINGS["greedy"] == 1000
    levels = [RATINGS[name] for name in LEVELS]
    assert levels == sorted(set(levels))
    assert RATINGS["random"] < levels[0]
    assert [*DRAGON_BOTS] == sorted(DRAGON_BOTS, key=lambda name: RATINGS[name])


def test_training_goes_on_from_its_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint, net = tmp_path / "run.npz", tmp_path / "net.npz"
    train = ["train", "dragon", "--checkpoint", str(checkpoint), "--workers", "1"]
    assert run([*train, "--games", "1", "--seed", "7", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["games"] == 256
    assert run([*train, "--games", "257", "--net", str(net)]) == 0  # the seed is the checkpoint's
    assert str(net) in capsys.readouterr().out
    assert load(checkpoint).games == 512
    assert load_net(net)[1]["games"] == 512
    assert run([*train, "--games", "600", "--seed", "8"]) == 2
    assert str(checkpoint) in capsys.readouterr().err


def test_training_can_be_interrupted(tmp_path: Path) -> None:
    checkpoint = tmp_path / "run.npz"
    command = [sys.executable, "-m", "niten", "train", "dragon", "--checkpoint", str(checkpoint), "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            while not checkpoint.exists():  # as long as that takes: the program is at work
                assert process.poll() is None, process.communicate()
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors == ""
    assert say("en", "train.interrupted") in " ".join(output.split())
    assert load(checkpoint).games >= 256


@pytest.mark.parametrize(
    ("arguments", "word"),
    [("--games 0", "--games"), ("--minutes 0", "--minutes"), ("--workers 0", "--workers"), ("--seed -1", "--seed")],
)
def test_what_cannot_be_trained(arguments: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["train", "dragon", *arguments.split()]) == 2
    assert word in capsys.readouterr().err


def test_a_file_that_is_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint = tmp_path / "notes.npz"
    checkpoint.write_text("nothing of the kind")
    assert run(["train", "dragon", "--checkpoint", str(checkpoint)]) == 2
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    assert str(checkpoint) in captured.err.replace("\n", "")
    assert checkpoint.read_text() == "nothing of the kind"


def test_a_level_without_its_packages_is_refused_before_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def find_spec(name: str) -> ModuleSpec | None:
        return None if name == "numba" else util.find_spec(name)

    monkeypatch.setattr("niten.bots.dragon_levels.find_spec", find_spec)
    assert run(["play", "dragon", "--players", "strong,greedy"]) == 2
    assert "niten[solver]" in capsys.readouterr().err
    assert run(["tournament", "--bots", "strong,greedy"]) == 2
    assert "niten[solver]" in capsys.readouterr().err


def test_levels_play_a_whole_race(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "dragon", "--players", "strong,solid", "--board", "short", "--seed", "3", "--plain"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    assert say("en", "dragon.seat.strong") in captured.out
