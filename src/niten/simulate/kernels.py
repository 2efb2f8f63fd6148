"""The two kernels behind one face: whoever runs games, or wraps them, need not know which game it is.

A row is a position (docs/simulator.md), an action a number (`niten.spaces`). Rows rest at decisions and at the end.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from niten.core import Game
from niten.dragon import Dragon
from niten.samurai import Ending, Samurai
from niten.simulate import (
    duel_codes,
    duel_loops,
    duel_sight,
    duel_tables,
    race_codes,
    race_loops,
    race_sight,
    race_tables,
)
from niten.simulate.streams import Masks, Numbers, Streams
from niten.spaces import DuelSpace, Floats, IllegalAction, RaceSpace, Space

AnyRows = npt.NDArray[Any]


class Kernel(ABC):
    """The compiled rules of one game bound to one set-up."""

    columns: tuple[str, ...]  # of a row
    space: Space[Any]  # what actions and observations mean
    ending_names: Sequence[str]  # as the engine's outcomes say it
    phase: ClassVar[int]
    over: ClassVar[int]
    tables: Any  # what compiled functions read

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.space.actions

    @property
    @abstractmethod
    def game(self) -> Game[Any, Any]:
        """The rules, plain."""

    @abstractmethod
    def new_rows(self, games: int) -> AnyRows:
        """Room for some games."""

    @abstractmethod
    def begin(self, rows: AnyRows, streams: Streams, which: Numbers) -> None:
        """New games in some rows, up to their first decisions."""

    @abstractmethod
    def fill_masks(self, rows: AnyRows, masks: Masks, low: int, high: int) -> None:
        """1 for each legal action of the rows from `low` up to `high`."""

    @abstractmethod
    def apply(self, rows: AnyRows, streams: Streams, actions: Numbers, low: int, high: int) -> None:
        """A legal action in each of these rows that is not over, and all chance that follows. Nothing is checked."""

    @abstractmethod
    def play_randomly(self, rows: AnyRows, streams: Streams) -> int:
        """Whole games of random actions; returns the number of decisions."""

    @abstractmethod
    def fill_observations(self, rows: AnyRows, seats: Numbers, seen: Floats) -> None:
        """What a seat sees of each row."""

    def observe(self, rows: AnyRows) -> Floats:
        """What the seat that acts sees of each row."""
        seen = np.empty((len(rows), self.space.size), np.float32)
        self.fill_observations(rows, self.actors(rows), seen)
        return seen

    def is_over(self, rows: AnyRows) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        return rows[:, self.phase] == self.over

    @abstractmethod
    def actors(self, rows: AnyRows) -> Numbers:
        """The seat that decides in each row; of no meaning in those that are over."""

    @abstractmethod
    def shares(self, rows: AnyRows) -> npt.NDArray[np.float64]:
        """[game, seat]: the share of the win, of games that are over."""

    @abstractmethod
    def ending_numbers(self, rows: AnyRows) -> Numbers:
        """How each game ended, as a place in `ending_names`."""

    @abstractmethod
    def lengths(self, rows: AnyRows) -> Numbers:
        """How long each game lasted: rounds, or turns."""

    @abstractmethod
    def row_of(self, state: Any) -> AnyRows:
        """A state of the engine, at a decision or at the end, as a row."""

    @abstractmethod
    def state_of(self, row: AnyRows) -> Any:
        """A row as a state of the engine."""

    def refuse(self, row: AnyRows, action: int, game: int) -> None:
        """Raise what the plain space says of an illegal action."""
        try:
            self.space.step(self.state_of(row), action)
        except IllegalAction as refused:
            refused.add_note(f"in game {game}")
            raise


class DuelKernel(Kernel):
    """Way of the Samurai."""

    phase, over = duel_tables.PHASE, duel_tables.OVER
    columns = duel_tables.COLUMNS
    ending_names = ("", *map(str, Ending))

    def __init__(self, game: Samurai) -> None:
        self._game = game
        self.tables = duel_tables.page_of(game)
        self.space = DuelSpace(game)

    @property
    def game(self) -> Samurai:
        return self._game

    def new_rows(self, games: int) -> AnyRows:
        return np.zeros((games, len(self.columns)), np.int32)

    def begin(self, rows: AnyRows, streams: Streams, which: Numbers) -> None:
        duel_loops.begin_all(self.tables, rows, streams, which)

    def fill_masks(self, rows: AnyRows, masks: Masks, low: int, high: int) -> None:
        duel_loops.fill_masks(self.tables, rows, masks, low, high)

    def apply(self, rows: AnyRows, streams: Streams, actions: Numbers, low: int, high: int) -> None:
        duel_loops.apply_all(self.tables, rows, streams, actions, low, high)

    def play_randomly(self, rows: AnyRows, streams: Streams) -> int:
        return duel_loops.play_randomly(self.tables, rows, streams)

    def fill_observations(self, rows: AnyRows, seats: Numbers, seen: Floats) -> None:  # noqa: ARG002 — there is one
        duel_sight.see_all(self.tables, self.space.scales, rows, seen)

    def actors(self, rows: AnyRows) -> Numbers:
        return np.zeros(len(rows), np.int64)

    def shares(self, rows: AnyRows) -> npt.NDArray[np.float64]:
        won = np.array([name.startswith("victory") for name in self.ending_names])
        return won[rows[:, duel_tables.ENDING]].astype(np.float64)[:, None]

    def ending_numbers(self, rows: AnyRows) -> Numbers:
        return rows[:, duel_tables.ENDING].astype(np.int64)

    def lengths(self, rows: AnyRows) -> Numbers:
        return rows[:, duel_tables.ROUND].astype(np.int64)

    def row_of(self, state: Any) -> AnyRows:
        return duel_codes.row_of(state)

    def state_of(self, row: AnyRows) -> Any:
        return duel_codes.state_of(row)


class RaceKernel(Kernel):
    """Way of the Dragon."""

    phase, over = race_tables.PHASE, race_tables.OVER
    columns = race_tables.COLUMNS

    def __init__(self, game: Dragon) -> None:
        self._game = game
        self.tables = race_tables.track_of(game)
        self.space = RaceSpace(game)
        self.sight = race_sight.sight_of(self.space)
        sets = [[seat for seat in range(game.seats) if bits >> seat & 1] for bits in range(1 << game.seats)]
        self._shares = np.array([[(seat in each) / max(1, len(each)) for seat in range(game.seats)] for each in sets])
        names = ["+".join(game.options.players[seat] for seat in each) for each in sets]
        self.ending_names = ["unfinished max-turns", *(f"finished {name}" for name in names[1:])]

    @property
    def game(self) -> Dragon:
        return self._game

    def new_rows(self, games: int) -> AnyRows:
        return np.zeros((games, len(self.columns)), np.int64)

    def begin(self, rows: AnyRows, streams: Streams, which: Numbers) -> None:
        race_loops.begin_all(self.tables, rows, streams, which)

    def fill_masks(self, rows: AnyRows, masks: Masks, low: int, high: int) -> None:
        race_loops.fill_masks(self.tables, rows, masks, self._room(), low, high)

    def apply(self, rows: AnyRows, streams: Streams, actions: Numbers, low: int, high: int) -> None:
        race_loops.apply_all(self.tables, rows, streams, actions, low, high)

    def play_randomly(self, rows: AnyRows, streams: Streams) -> int:
        return race_loops.play_randomly(self.tables, rows, streams, self._room())

    def _room(self) -> Numbers:
        return np.empty(self.actions, np.int64)

    def fill_observations(self, rows: AnyRows, seats: Numbers, seen: Floats) -> None:
        race_sight.see_all(self.tables, self.sight, rows, seats, seen)

    def actors(self, rows: AnyRows) -> Numbers:
        return rows[:, race_tables.SEAT]

    def ending_numbers(self, rows: AnyRows) -> Numbers:
        """The winners as bits."""
        found = np.empty(len(rows), np.int64)
        race_loops.find_winners(self.tables, rows, found)
        return found

    def shares(self, rows: AnyRows) -> npt.NDArray[np.float64]:
        return self._shares[self.ending_numbers(rows)]

    def lengths(self, rows: AnyRows) -> Numbers:
        """The last turn counts where the race was finished in it."""
        return rows[:, race_tables.TURNS] + (self.ending_numbers(rows) > 0)

    def row_of(self, state: Any) -> AnyRows:
        return race_codes.row_of(self.game, state)

    def state_of(self, row: AnyRows) -> Any:
        return race_codes.state_of(self.game, row)


def kernel_of(game: Game[Any, Any]) -> Kernel:
    """The kernel of a game."""
    match game:
        case Samurai():
            return DuelKernel(game)
        case Dragon():
            return RaceKernel(game)
        case _:
            raise TypeError(f"no kernel for {type(game).__name__}")
