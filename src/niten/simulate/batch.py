"""Many games side by side, for policies that decide for all of them at once."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from niten.core import Game, NitenError
from niten.simulate.kernels import AnyRows, kernel_of
from niten.simulate.streams import LATER, Masks, Numbers, new_streams, sow_all
from niten.spaces import Floats

_LEAST = 2048  # rows that are worth a thread


class DiceRanOut(NitenError):
    """A game needed more dice than it was given."""

    code = "dice-ran-out"


class Batch:
    """Games numbered from `first` on, each with its own dice from the seed and its number.

    >>> from niten.booklet import find_duel
    >>> from niten.samurai import Samurai
    >>> batch = Batch(Samurai(find_duel("oda-nobunaga")), 3, seed=1)
    >>> batch.step(batch.masks().argmax(axis=1))
    >>> batch.over.tolist()
    [False, False, False]
    """

    def __init__(
        self,
        game: Game[Any, Any],
        size: int,
        *,
        seed: int,
        first: int = 0,
        given: Masks | None = None,
        threads: int = 1,
    ) -> None:
        self.kernel = kernel_of(game)
        self.seed = seed
        self.numbers = np.arange(first, first + size, dtype=np.uint64)
        self.rows: AnyRows = self.kernel.new_rows(size)
        self.streams = new_streams(size, seed, first, given)
        self._masks = np.zeros((size, self.kernel.actions), np.uint8)
        self._threads = threads
        self._begin(np.arange(size))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        return self.kernel.is_over(self.rows)

    @property
    def actors(self) -> Numbers:
        """The seat that decides in each game; -1 in those that are over."""
        return np.where(self.over, -1, self.kernel.actors(self.rows))

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """[game, seat]: the share of the win; 0 for everybody while a game goes on."""
        return np.where(self.over[:, None], self.kernel.shares(self.rows), 0.0)

    def observations(self) -> Floats:
        """What the seat that decides sees of each game."""
        return self.kernel.observe(self.rows)

    def masks(self) -> Masks:
        """[game, action]: 1 where it is legal; none in games that are over."""
        return self._masks

    def step(self, actions: npt.ArrayLike) -> None:
        """An action in each game that is not over, and everything random up to the next decision."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (len(self),):
            raise ValueError(f"{len(self)} actions expected, found an array of the shape {chosen.shape}")
        running = ~self.over
        inside = (chosen >= 0) & (chosen < self.kernel.actions)
        legal = inside & (self._masks[np.arange(len(self)), np.where(inside, chosen, 0)] > 0)
        wrong = np.flatnonzero(running & ~legal)
        if len(wrong):
            at = int(wrong[0])
            self.kernel.refuse(self.rows[at], int(chosen[at]), int(self.numbers[at]))
        self._spread(lambda low, high: self.kernel.apply(self.rows, self.streams, chosen, low, high))
        self._renew()

    def restart(self, which: npt.ArrayLike | None = None) -> None:
        """New games in place of some, or of those that are over; their numbers are `LATER`, whatever the others do."""
        places = np.flatnonzero(self.over) if which is None else np.asarray(which, np.int64)
        if self.streams.given.shape[1]:
            raise ValueError("games with given dice cannot be begun anew")
        self.numbers[places] += LATER
        fresh = new_streams(len(places), self.seed)
        sow_all(fresh, np.uint64(self.seed), self.numbers[places])
        self.streams.table[places], self.streams.lots[places] = fresh.table, fresh.lots
        self._begin(places)

    def _begin(self, places: Numbers) -> None:
        self.kernel.begin(self.rows, self.streams, places)
        self._renew()

    def _renew(self) -> None:
        width = self.streams.given.shape[1]
        short = np.flatnonzero(self.streams.used > width)
        if width and len(short):
            raise DiceRanOut(game=int(self.numbers[short[0]]), given=width)
        self._spread(lambda low, high: self.kernel.fill_masks(self.rows, self._masks, low, high))

    def _spread(self, work: Callable[[int, int], None]) -> None:
        """The rows in parts, for the threads there are."""
        parts = min(self._threads, len(self) // _LEAST)
        if parts < 2:
            work(0, len(self))
            return
        ends = [len(self) * n // parts for n in range(parts + 1)]
        with ThreadPoolExecutor(parts) as pool:
            list(pool.map(work, ends[:-1], ends[1:]))


def cores() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
