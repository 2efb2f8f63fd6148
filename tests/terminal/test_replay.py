"""Stepping through a record in a pseudo-terminal."""

from pathlib import Path

from niten.core import Record
from niten.samurai import Samurai
from testkit.duels import ODA
from testkit.matches import random_match
from testkit.screens import Screen, assert_screen


def test_forward_back_and_to_a_step(tmp_path: Path) -> None:
    match = random_match(Samurai(ODA), 7)
    count = len(match.steps)
    file = tmp_path / "duel.niten"
    file.write_text(str(Record.of(match, seed=7)))
    with Screen(f"replay {file}", tmp_path) as screen:
        screen.wait_for("Before the first step")
        screen.type("", f"Step 1 of {count}: {match.steps[0]}")
        screen.type("", f"Step 2 of {count}: {match.steps[1]}")
        screen.type("b", f"Step 1 of {count}: {match.steps[0]}")
        screen.type("g 5", f"Step 5 of {count}: {match.steps[4]}")
        screen.wait_for("q quit")
        assert_screen("replay-step-5", screen.text)
        screen.type("e", f"Step {count} of {count}: {match.steps[-1]}")
        screen.type("", f"Step {count} of {count}")
        screen.type("g 9999", f"from 0 to {count}")
        screen.process.send("q\r")
        assert screen.wait_for_end() == 0
