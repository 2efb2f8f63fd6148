"""Dice: what n dice can show, and streams that throw them.

A stream is an object handed in by whoever runs the table. Nothing in Niten draws from a global generator.
"""

from abc import ABC, abstractmethod
from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Protocol, Self

FACES = (1, 2, 3, 4, 5, 6)
Faces = tuple[int, ...]


@cache
def throws(count: int) -> tuple[tuple[Faces, int], ...]:
    """Every result of `count` dice as a sorted tuple, with the number of ways it can fall.

    >>> throws(2)[:3]
    (((1, 1), 1), ((1, 2), 2), ((1, 3), 2))
    >>> len(throws(5)), sum(ways for _, ways in throws(5)) == 6**5
    (252, True)
    """
    return tuple(
        (faces, factorial(count) // prod(factorial(n) for n in Counter(faces).values()))
        for faces in combinations_with_replacement(FACES, count)
    )


class Dice(Protocol):
    """A source of random numbers for a table or for one bot."""

    def roll(self, count: int) -> Faces:
        """The next `count` dice, in the order they fell."""
        ...

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely."""
        ...


class BlockDice(ABC):
    """Dice from blocks of 32 bytes, one after the other.

    A number below n takes as many bytes as n - 1 needs, big end first; values in the last, incomplete run of n are
    thrown away.
    """

    def __init__(self) -> None:
        self._block = 0
        self._bytes: bytes = b""
        self._next = 0

    def __copy__(self) -> Self:
        """Dice that will fall as these will."""
        same = type(self).__new__(type(self))
        vars(same).update(vars(self))
        return same

    @abstractmethod
    def block(self, number: int) -> bytes:
        """Bytes 32 · number to 32 · number + 31 of the stream."""

    @property
    def place(self) -> tuple[int, bytes, int]:
        """How far the stream is used up; setting it goes there."""
        return self._block, self._bytes, self._next

    @place.setter
    def place(self, place: tuple[int, bytes, int]) -> None:
        self._block, self._bytes, self._next = place

    def roll(self, count: int) -> Faces:
        return tuple([self.below(6) + 1 for _ in range(count)])

    def below(self, limit: int) -> int:
        size = ((limit - 1).bit_length() + 7) // 8 or 1
        span = 256**size
        fair = span - span % limit
        while True:
            value = 0
            for _ in range(size):
                if self._next == len(self._bytes):
                    self._bytes = self.block(self._block)
                    self._block += 1
                    self._next = 0
                value = value * 256 + self._bytes[self._next]
                self._next += 1
            if value < fair:
                return value % limit


class SeededDice(BlockDice):
    """Dice from a seed: the same seed and label give the same dice on every machine, for ever.

    Block n is SHA-256("niten/1/<label>/<seed>/<n>").

    >>> SeededDice(7).roll(5) == SeededDice(7).roll(5)
    True
    """

    def __init__(self, seed: int, label: str = "dice") -> None:
        super().__init__()
        self.seed = seed
        self._prefix = f"niten/1/{label}/{seed}/"

    def block(self, number: int) -> bytes:
        return sha256(f"{self._prefix}{number}".encode()).digest()
