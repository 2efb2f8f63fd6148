"""A learner gets better at a small duel: the bench behind docs/research.md, for a moment."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from testkit import ROOT


def test_maskable_ppo_learns_a_small_duel(tmp_path: Path) -> None:
    curve = tmp_path / "curve.json"
    command = [sys.executable, "-m", "bench.learning_curve", "small"]
    command += ["--steps", "60000", "--every", "60000", "--games", "400", "--json", str(curve)]
    subprocess.run(command, cwd=ROOT, check=True)
    found = json.loads(curve.read_text())
    untrained, *_, trained = [row["won"] for row in found["rows"]]
    low, high = found["best"]
    assert low == pytest.approx(high)
    assert untrained < 0.1
    assert 0.2 < trained < high + 0.07
