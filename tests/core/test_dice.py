"""Dice: exact weights, and streams that are the same everywhere."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import product

import pytest

from niten.core.dice import SeededDice, throws


@pytest.mark.parametrize("count", range(6))
def test_weights_are_those_of_counting_every_throw(count: int) -> None:
    counted = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    assert dict(throws(count)) == counted


def test_five_dice_have_252_results() -> None:
    assert len(throws(5)) == 252


def test_the_stream_of_a_seed_is_fixed_for_ever() -> None:
    """Records keep seeds: if this changes, old records no longer replay."""
    digest = sha256(b"niten/1/dice/7/0").digest()
    assert SeededDice(7).roll(12) == tuple(byte % 6 + 1 for byte in digest if byte < 252)[:12]
    assert SeededDice(7).roll(12) == (5, 1, 4, 1, 6, 3, 3, 4, 5, 2, 3, 1)
    dice = SeededDice(0, "bot")
    assert [dice.below(n) for n in (2, 6, 52, 1000, 10**6)] == [0, 0, 49, 373, 496860]


def test_streams_with_other_seeds_or_labels_differ() -> None:
    streams = {SeededDice(seed, label).roll(30) for seed in range(20) for label in ("dice", "bot")}
    assert len(streams) == 40


def test_every_face_is_as_likely() -> None:
    """Chi-square with 5 degrees of freedom: 30.9 is passed by chance once in 100,000 times; the seed is fixed."""
    total = 120_000
    found = Counter(SeededDice(1).roll(total))
    expected = total / 6
    assert sum((found[face] - expected) ** 2 / expected for face in range(1, 7)) < 30.9


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 255, 256, 257, 7776, 2**32])
def test_numbers_stay_below_their_limit(limit: int) -> None:
    dice = SeededDice(3)
    numbers = [dice.below(limit) for _ in range(300)]
    assert all(0 <= number < limit for number in numbers)
    assert len(set(numbers)) >= min(limit, 100) // 2


_GAME = """
from niten.core import *
from niten.core.record import Record
from niten.booklet import find_duel
from niten.samurai import Samurai, EDITIONS
for seed in range(8):
    game = Samurai(find_duel("oda-nobunaga"), EDITIONS[("en", "fr", "es", "de")[seed % 4]])
    match, dice, choices = Match(game), SeededDice(seed), SeededDice(seed, "player")
    while match.actor != NOBODY:
        moves = game.legal_moves(match.state)
        chance = match.actor == CHANCE
        match.play(game.chance(match.state).draw(dice) if chance else moves[choices.below(len(moves))])
    print(Record.of(match, seed=seed))
"""


def test_the_same_seed_gives_the_same_record_in_another_process() -> None:
    """Whatever the hash seed: no set order reaches a result."""
    records = {
        subprocess.run(
            [sys.executable, "-c", _GAME],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(records) == 1
    assert "niten record 1" in records.pop()
