"""Dice for many games at once: each game has two streams of its own, one for the table and one for its players' lots.

A stream is SplitMix64. It follows from the seed and the number of the game alone, so that a game is the same in a batch
of any size and on any number of threads. The two are apart: another policy does not change how the dice fall.

Dice can also be given: then a game reads its row of numbers from 0 up, one for each die in the order in which the dice
of a throw fall; a lot among n takes one number, modulo n.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from niten.solver.playing import GOLDEN, mixed

Rows: TypeAlias = Any
Numbers: TypeAlias = Any
"""Arrays of 32-bit and of 64-bit numbers, as compiled code sees them: an element is a number like any other, which the
types of NumPy do not know."""
Masks = npt.NDArray[np.uint8]

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}
_NO_DOORS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: F) -> F:
    """Compile with numba; the result is kept on disk. Without numba's own memory no references are counted."""
    return cast("F", numba.njit(**_OPTIONS)(function))


def inner(function: F) -> F:
    """The same for what compiled code alone calls: without a door for Python it compiles faster."""
    return cast("F", numba.njit(**_OPTIONS | _NO_DOORS)(function))


class Streams(NamedTuple):
    """The streams of some games."""

    table: npt.NDArray[np.uint64]  # [game]: the state of its generator
    lots: npt.NDArray[np.uint64]  # [game]: the same for what players leave to chance
    given: Masks  # [game, n]: numbers to be read in place of the table's stream, if any
    used: Numbers  # [game]: how many of them were


def new_streams(games: int, seed: int, first: int = 0, given: Masks | None = None) -> Streams:
    """The streams of the games numbered from `first` on."""
    found = Streams(
        np.empty(games, np.uint64),
        np.empty(games, np.uint64),
        np.empty((games, 0), np.uint8) if given is None else np.ascontiguousarray(given, np.uint8),
        np.zeros(games, np.int64),
    )
    numbers = np.arange(first, first + games, dtype=np.uint64)
    sow_all(found, np.uint64(seed), numbers)
    return found


LATER = np.uint64(1 << 32)
"""What the number of a game is more than that of the one before it in its place."""
_LOTS = np.uint64(0xD1B54A32D192ED03)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_POWERS = np.array([1, 6, 36, 216, 1296, 7776])


@compiled
def sow(streams: Streams, i: int, seed: Any, number: Any) -> None:
    """Begin the streams of a game."""
    streams.table[i] = mixed(mixed(seed) + number)
    streams.lots[i] = mixed(streams.table[i] ^ _LOTS)


@compiled
def sow_all(streams: Streams, seed: Any, numbers: npt.NDArray[np.uint64]) -> None:
    """Begin the streams of the games with these numbers."""
    for i in range(numbers.size):
        sow(streams, i, seed, numbers[i])


@compiled
def drawn(states: npt.NDArray[np.uint64], i: int, limit: int) -> int:
    """The next number from 0 to limit - 1 of a stream, each exactly as likely (Lemire's method)."""
    wide = np.uint64(limit)
    while True:
        states[i] += GOLDEN
        scaled = (mixed(states[i]) >> _HALF) * wide
        if scaled & _LOW >= wide or scaled & _LOW >= (_LOW + np.uint64(1)) % wide:
            return np.int64(scaled >> _HALF)  # type: ignore[return-value]


@compiled
def lot(streams: Streams, i: int, limit: int) -> int:
    """One of so many, by the table. Given numbers that have run out are followed by the stream; `used` tells."""
    if streams.given.shape[1]:
        at = streams.used[i]
        streams.used[i] = at + 1
        if at < streams.given.shape[1]:
            return streams.given[i, at] % limit
    return drawn(streams.table, i, limit)


@compiled
def throw(streams: Streams, i: int, dice: int) -> int:
    """A throw as one number: the faces from 0 to 5 are its digits in base 6, the first die the lowest."""
    if streams.given.shape[1] == 0:
        return drawn(streams.table, i, _POWERS[dice])
    number = 0
    for die in range(dice):
        number += lot(streams, i, 6) * _POWERS[die]
    return number
