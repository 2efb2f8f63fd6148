"""The same seed gives the same game, on every machine and in every process."""

import os
import subprocess
import sys
from pathlib import Path

from niten.core import Record
from niten.core.record import read, replay
from niten.dragon import Dragon
from testkit.races import fingerprint, seeded_record


def test_record_replays_with_its_seed() -> None:
    record = seeded_record(3)
    again = read(str(record))
    assert again == record
    assert str(Record.of(replay(again, Dragon).match, seed=3)) == str(record)


def test_same_record_under_another_hash_seed() -> None:
    prints = {fingerprint()}
    for hash_seed in ("1", "2"):
        finished = subprocess.run(
            [sys.executable, "-c", "from testkit.races import fingerprint; print(fingerprint())"],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(finished.stdout.strip())
    assert len(prints) == 1
