"""Fair dice: fixed for ever, equally likely, and whatever was done to them is found, by Niten and by a stranger."""

import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from niten.core import BadRecord, FairDice, Game, Pledge, Record
from niten.core.record import read, replay
from niten.dragon import Colour, Dragon, Powers, Setup
from niten.games import find_game
from niten.samurai import EDITIONS, Samurai
from testkit import fair_verifier
from testkit.duels import ODA
from testkit.matches import random_match

SECRET = bytes(32)


def played(number: int) -> Record:
    """A whole game, of one kind after the other, with fair dice."""
    chosen = Random(number)
    seats = number % 6
    game: Game[Any, Any]
    if seats < 2:
        game = Samurai(ODA, tuple(EDITIONS.values())[number // 6 % len(EDITIONS)])
    else:
        stones = chosen.choice((0, 3)) if seats < 5 else 0
        powers, immunity = chosen.choice(tuple(Powers)), chosen.random() < 0.3
        game = Dragon(Setup(tuple(Colour)[:seats], powers=powers, immunity=immunity, random_stones=stones))
    entropy = tuple(chosen.choice(("", "lucky", "a_b-7")) for _ in range(game.seats))
    pledge = Pledge.make(f"table-{number}", entropy, chosen.randbytes(32))
    return Record.of(random_match(game, number, dice=pledge.dice()), pledge=pledge)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [played(number) for number in range(48)]


def refusal(record: Record) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(record, find_game(record.game))
    return caught.value


def test_the_stream_is_fixed_for_ever() -> None:
    """Records keep secrets: if this changes, old ones no longer verify. The numbers are those of docs/fair-dice.md."""
    dice = FairDice(SECRET, "k3Jt0a", ("lucky", "", "7_seven"))
    block = hmac.new(SECRET, b"niten/fair/1/k3Jt0a/lucky,,7_seven/0", sha256).digest()
    assert dice.block(0) == block
    assert block.hex() == "0b633c03d184445542f2194f08ba1e0c9d4e2f0bc0b2867b18d5598bee61611c"
    assert dice.roll(12) == (6, 4, 1, 4, 6, 1, 3, 2, 1, 3, 2, 2)
    assert FairDice(SECRET, "k3Jt0a", ("", "")).roll(50) == FairDice(SECRET, "k3Jt0a").roll(50)


def test_secret_table_and_every_entropy_change_the_dice() -> None:
    streams = {
        FairDice(secret, table, entropy).roll(40)
        for secret in (SECRET, b"1" * 32)
        for table in ("a", "b")
        for entropy in ((), ("x", ""), ("", "x"), ("x", "x"))
    }
    assert len(streams) == 16


def test_a_million_dice_are_equally_likely() -> None:
    """Chi-square with 5 and with 35 degrees of freedom: passed by chance once in 100,000 times; the secret is fixed."""
    dice = FairDice(SECRET, "million").roll(1_000_000)
    assert sum((n - 1e6 / 6) ** 2 / (1e6 / 6) for n in Counter(dice).values()) < 30.9
    pairs = Counter(zip(dice[::2], dice[1::2], strict=True))
    assert len(pairs) == 36
    assert sum((n - 5e5 / 36) ** 2 / (5e5 / 36) for n in pairs.values()) < 84


def test_a_new_pledge_is_kept_and_tells_nothing_before() -> None:
    one, other = Pledge.make("a", ("x",)), Pledge.make("a", ("x",))
    assert one.is_kept
    assert one.commitment != other.commitment
    assert one.secret
    assert one.commitment == sha256(bytes.fromhex(one.secret)).hexdigest()
    assert one.public() == Pledge("a", one.commitment, ("x",), None)
    assert not one.public().is_kept


def test_games_with_fair_dice_are_read_back_and_hold(records: list[Record]) -> None:
    for record in records:
        again = read(str(record))
        assert (again.dice, str(again)) == ("fair", str(record))
        replayed = replay(again, find_game(again.game))
        assert replayed.dice
        assert fair_verifier.check(str(record)) == "fine"


def test_before_the_end_the_rolls_are_not_checked(records: list[Record]) -> None:
    record = records[0]
    assert record.pledge
    hidden = read(str(replace(record, pledge=record.pledge.public())))
    assert "secret" not in str(hidden)
    assert replay(hidden, find_game(hidden.game)).dice is None


def test_another_secret_is_not_the_one_committed_to(records: list[Record]) -> None:
    for record in records[:12]:
        assert record.pledge
        false = replace(record, pledge=record.pledge._replace(secret="0" * 64))
        assert (refusal(false).reason, refusal(false).step) == ("not-the-commitment", 0)
        assert fair_verifier.check(str(false)) == "commitment"


def test_a_changed_roll_is_found_where_it_stands(records: list[Record]) -> None:
    """Whatever roll is exchanged for another possible one: Niten and the stranger name the same step."""
    found = 0
    for record in records:
        for at, steps in _with_another_roll(record):
            false = replace(record, steps=steps)
            error = refusal(false)
            assert (error.reason, error.step) == ("not-the-secret", at)
            assert fair_verifier.check(str(false)) == f"step {at}"
            found += 1
    assert found >= 48


def _with_another_roll(record: Record) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The record cut off after a roll that shows something else."""
    rolls = [n for n, step in enumerate(record.steps) if step.startswith("roll ")]
    at = rolls[len(rolls) // 2]
    verb, *faces = record.steps[at].split()
    words = {face for n in rolls for face in record.steps[n].split()[1:]}
    other = next(word for word in sorted(words) if word != faces[-1])
    shown = sorted([*faces[:-1], other], key=_ORDER.index)
    yield at + 1, (*record.steps[:at], " ".join((verb, *shown)))


_ORDER: list[str] = [*"123456", "water", "fire", "metal", "earth", "wood", "dragon"]


def test_every_seat_adds_once(records: list[Record]) -> None:
    for record in records[:6]:
        assert record.pledge
        false = replace(record, pledge=record.pledge._replace(entropy=("a",) * (len(record.pledge.entropy) + 1)))
        assert refusal(false).reason == "field-wrong"


def test_what_is_said_about_the_dice_must_fit() -> None:
    head = "niten record 1\ngame: samurai\nrules: 1\nsetup: {}\n"
    committed = f"table: a\ncommitment: {'0' * 64}\n"
    for wrong in (
        "dice: fair\n",
        f"dice: own\n{committed}",
        f"dice: seeded\nseed: 1\n{committed}",
        f"dice: fair\nseed: 1\n{committed}",
        "dice: fair\ntable: a\n",
        f"dice: fair\n{committed}secret: 00\n",
        f"dice: fair\n{committed}entropy: a/b\n",
        f"dice: fair\n{committed}entropy: {'a' * 65}\n",
        f"dice: fair\ntable: a/b\ncommitment: {'0' * 64}\n",
        f"dice: fair\ntable: a\ncommitment: {'g' * 64}\n",
    ):
        with pytest.raises(BadRecord) as caught:
            read(f"{head}{wrong}---\n--- unfinished\n")
        assert caught.value.reason == "field-wrong", wrong
