"""What the Makefile calls: the tests of a change are found, and a soak goes on where it stopped."""

import re
import subprocess
from pathlib import Path

import pytest

from testkit import ROOT
from tools import changed, soak

# --- the tests of what was changed ---


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("src/niten/solver/coach.py", "tests/solver"),
        ("src/niten/solver/coach.py", "tests/review/test_analysis.py"),
        ("src/niten/bots/race/search.py", "tests/bots"),
        ("src/niten/texts/de.toml", "tests/test_texts.py"),
        ("testkit/machines.py", "tests/cluster/test_cluster.py"),
        ("testkit/servers.py", "tests/web/test_access.py"),
        ("tests/core/test_dice.py", "tests/core/test_dice.py"),
        ("web/src/App.svelte", "tests/web"),
        ("constraints.txt", "tests/test_installing.py"),
    ],
)
def test_the_tests_of_a_change_are_found(file: str, expected: str) -> None:
    assert (ROOT / file).exists()
    found = changed.tests_of([file])
    assert any(expected == one or expected.startswith(f"{one}/") for one in found), found


def test_what_nobody_looks_at_needs_no_test() -> None:
    assert changed.tests_of(["LICENSE"]) == []


# --- soaking ---


def test_pieces_come_in_turn_and_new_sources_begin_anew(tmp_path: Path) -> None:
    record = soak.Record(tmp_path / "kept" / "done.jsonl")
    names: list[str] = []
    for _ in range(2 * len(soak.PIECES)):
        piece, number = record.next("these")
        names.append(piece.name)
        record.add(sources="these", piece=piece.name, round=number + 1, result="passed", seconds=1.0)
    first = [piece.name for piece in soak.PIECES]
    assert names == first + first
    assert record.next("others") == (soak.PIECES[0], 0)


def test_a_soak_that_was_killed_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "done.jsonl"
    soak.Record(file).add(sources="these", piece=soak.PIECES[0].name, round=1, result="passed", seconds=1.0)
    with file.open("a", encoding="utf-8") as half:
        half.write('{"sources": "these", "piece": "cut o')
    again = soak.Record(file)
    assert len(again.rows) == 1
    assert again.next("these")[0] == soak.PIECES[1]


@pytest.mark.parametrize(
    ("code", "seconds", "result"),
    [("pass", 60, "passed"), ("raise SystemExit(1)", 60, "failed"), ("import time; time.sleep(600)", 0.5, "cut off")],
)
def test_how_a_piece_ends(
    code: str, seconds: float, result: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "KEPT", tmp_path)
    script = tmp_path / "piece.py"
    script.write_text(code, encoding="utf-8")
    assert soak.done(soak.Piece("made up", str(script), busy=True), 1, seconds)[0] == result


def test_every_piece_names_what_there_is() -> None:
    for piece in soak.PIECES:
        for word in piece.command.split():
            if re.match(r"(tests|tools)/", word):
                assert (ROOT / word).exists(), piece.name
            if word.startswith("bench."):
                assert (ROOT / f"{word.replace('.', '/')}.py").exists(), piece.name


def test_the_report_fails_if_something_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = soak.Record(tmp_path / "done.jsonl")
    record.add(sources="these", piece=soak.PIECES[0].name, round=1, result="passed", seconds=60.0)
    assert soak.report(record, "these") == 0
    record.add(sources="these", piece=soak.PIECES[1].name, round=1, result="failed", seconds=60.0)
    assert soak.report(record, "these") == 1
    assert "1 failed" in capsys.readouterr().out


# --- the machine ---


def test_what_the_machine_lacks_is_named_in_a_sentence(tmp_path: Path) -> None:
    """Nothing on the path, and nobody who may install: one sentence, before anything else runs."""
    for name in ("grep", "id", "uname"):
        (tmp_path / name).symlink_to(f"/usr/bin/{name}")
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "tools/system")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "sudo apt-get install" in done.stderr
    assert "chromium-headless-shell" in done.stderr
