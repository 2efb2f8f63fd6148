"""The same seed gives the same game, on every machine and in every process."""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from niten.core import CHANCE, NOBODY, Match, Record, SeededDice
from niten.core.record import read, replay
from niten.dragon import Dragon, Powers, Setup
from tests.dragon.helpers import COLOURS


def seeded_record(seed: int) -> Record:
    """A game with seeded dice and seeded choices."""
    match = Match(Dragon(Setup(COLOURS[1:4], powers=Powers.ANY, random_stones=4, max_turns=60)))
    dice, choices = SeededDice(seed), SeededDice(seed, "choices")
    while match.actor != NOBODY:
        if match.actor == CHANCE:
            match.play(match.game.chance(match.state).draw(dice))
        else:
            moves = match.game.legal_moves(match.state)
            match.play(moves[choices.below(len(moves))])
    return Record.of(match, seed=seed)


def fingerprint() -> str:
    return sha256(str(seeded_record(7)).encode()).hexdigest()


def test_record_replays_with_its_seed() -> None:
    record = seeded_record(3)
    again = read(str(record))
    assert again == record
    assert str(Record.of(replay(again, Dragon).match, seed=3)) == str(record)


def test_same_record_under_another_hash_seed() -> None:
    prints = {fingerprint()}
    for hash_seed in ("1", "2"):
        finished = subprocess.run(
            [sys.executable, "-c", "from tests.dragon.test_seeds import fingerprint; print(fingerprint())"],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        prints.add(finished.stdout.strip())
    assert len(prints) == 1
