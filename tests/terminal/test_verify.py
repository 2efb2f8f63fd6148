"""niten verify: says whether the dice are those that were promised, and which step is not."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from niten.core import Pledge, Record
from niten.samurai import Samurai
from niten.terminal.app import run
from niten.texts import LANGUAGES
from testkit.duels import ODA
from testkit.matches import random_match

PLEDGE = Pledge.make("t", ("luck",), b"7" * 32)
MATCH = random_match(Samurai(ODA), 7, dice=PLEDGE.dice())
FAIR = Record.of(MATCH, pledge=PLEDGE)
ROLL = next(n for n, step in enumerate(FAIR.steps, 1) if step.startswith("roll"))
CHANGED = tuple("roll 1 1 1" if n == ROLL else step for n, step in enumerate(FAIR.steps, 1))


def checked(record: Record | str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    file = folder / "game.niten"
    file.write_text(str(record))
    code = run(["verify", str(file), "--json"])
    return code, json.loads(capsys.readouterr().out or "{}")


def test_fair_seeded_and_own_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seeded = random_match(Samurai(ODA), 3)
    for record, dice in ((FAIR, "fair"), (Record.of(seeded, seed=3), "seeded"), (Record.of(seeded), "own")):
        code, data = checked(record, tmp_path, capsys)
        assert code == 0
        assert (data["fine"], data["dice"], data["checked"], data["error"]) == (True, dice, dice != "own", None)
        assert data["steps"] == len(record.steps)
        assert 0 < data["rolls"] < len(record.steps)


def test_the_wrong_step_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data = checked(replace(FAIR, steps=CHANGED), tmp_path, capsys)
    assert code == 1
    assert (data["error"]["reason"], data["error"]["step"]) == ("not-the-secret", ROLL)
    assert not data["fine"]
    code, data = checked(replace(FAIR, pledge=PLEDGE._replace(secret="0" * 64)), tmp_path, capsys)
    assert (code, data["error"]["reason"]) == (1, "not-the-commitment")
    code, data = checked(str(FAIR).replace(". roll", ". roil", 1), tmp_path, capsys)
    assert (code, data["error"]["reason"], data["steps"]) == (1, "changed", None)


def test_a_secret_that_is_not_revealed_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, data = checked(replace(FAIR, pledge=PLEDGE.public()), tmp_path, capsys)
    assert (code, data["fine"], data["checked"], data["error"]) == (1, False, False, None)


@pytest.mark.parametrize("content", ["", "niten record 9", "{}"])
def test_what_is_no_record(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert checked(content, tmp_path, capsys)[0] == 2
    assert run(["verify", str(tmp_path / "nothing.niten")]) == 2
    assert run(["verify"]) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.niten"
    for record, code in ((FAIR, 0), (replace(FAIR, pledge=PLEDGE.public()), 1), (replace(FAIR, steps=CHANGED), 1)):
        file.write_text(str(record))
        assert run(["verify", str(file), "--lang", language]) == code
        said = capsys.readouterr()
        assert said.out
        assert not said.err
        if code == 0:
            assert PLEDGE.commitment in "".join(said.out.split())


def test_it_does_not_go_on_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    half = random_match(Samurai(ODA), 7, steps=20, dice=PLEDGE.dice())
    file = tmp_path / "half.niten"
    file.write_text(str(Record.of(half, pledge=PLEDGE.public())))
    assert run(["play", "--resume", "--save", str(file)]) == 2
    assert "server" in capsys.readouterr().err
