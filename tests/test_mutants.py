"""The list of slips that tests have to find does not go stale unnoticed: tools/mutants.py, which makes them."""

import re
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from testkit import ROOT


def loaded() -> Any:
    spec = spec_from_file_location("mutants", ROOT / "tools/mutants.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool = loaded()
MUTANTS: list[Any] = list(tool.MUTANTS)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_the_slip_can_still_be_made(mutant: Any) -> None:
    assert mutant.text != mutant.becomes
    assert tool.mutated(mutant, ROOT)  # says so where its text is not there, or more than once


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_who_finds_it_is_still_there(mutant: Any) -> None:
    paths = [ROOT / path for path in mutant.catch.paths]
    assert all(path.is_file() for path in paths)
    written = "".join(path.read_text(encoding="utf-8") for path in paths)
    words = set(re.findall(r"\w+", mutant.catch.words)) - {"and", "or", "not"}
    tests = re.findall(r"def test_\w+", written)
    assert not words or any(word in test for word in words for test in tests), f"no test is named like {words}"


def test_what_quick_is_said_to_find_it_runs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    (paths,) = re.findall(r"^QUICK := (.*)$", makefile, re.MULTILINE)
    for mutant in MUTANTS:
        if mutant.quick and mutant.catch.by == "tests":
            for path in mutant.catch.paths:
                assert any(tool.is_within(path, part) for part in paths.split()), f"{mutant.name}: {path}"


def test_there_are_slips_in_every_layer() -> None:
    layers = Counter(mutant.layer for mutant in MUTANTS)
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert layers.keys() >= {"duel", "race", "core", "spaces", "booklet", "texts", "architecture", "types"}
    assert layers.keys() >= {"simulator", "solver", "review", "bots", "server", "access", "limits"}
    assert layers.keys() >= {"pages", "layout", "accessibility", "printing", "terminal", "research"}
    assert sum(mutant.quick for mutant in MUTANTS) >= 8


def test_a_slip_that_cannot_be_made_is_told() -> None:
    gone = MUTANTS[0]._replace(text="no such text")
    with pytest.raises(SystemExit, match=f"{gone.name} is stale: its text occurs 0 times"):
        tool.mutated(gone, ROOT)


@pytest.mark.parametrize("has_git", [True, False])
def test_a_tree_that_git_does_not_know_is_copied_too(
    has_git: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ("web/node_modules/x/x.js", "web/build/x.json", "src/niten/server/pages/index.html", "docs/_build/x.html")
    for name in ("Makefile", "src/niten/games.py", "src/niten/__pycache__/games.pyc", ".venv/bin/python", *made):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    if not has_git:
        monkeypatch.setenv("PATH", str(tmp_path))
    assert tool.files_of(tmp_path) == ["Makefile", "src/niten/games.py"]


@pytest.mark.parametrize(
    ("told", "first"),
    [
        (
            "FAILED tests/core/test_dice.py::test_dice[a b] - assert 1\n1 failed",
            "tests/core/test_dice.py::test_dice[a b]",
        ),
        ("FAILED tests/core/test_dice.py::test_dice\n1 failed", "tests/core/test_dice.py::test_dice"),
        ("ERROR tests/core - ImportError", "tests/core"),
        ("  /tmp/x/src/niten/games.py:12:5 - error: no\n1 error", "src/niten/games.py:12"),
        (" FAIL  tests/fair.test.ts > a die\nAssertionError", "tests/fair.test.ts > a die"),
        ("no tests ran", ""),
    ],
)
def test_who_complained_first(told: str, first: str) -> None:
    assert tool.first_of(told) == first
