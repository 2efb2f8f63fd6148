"""A duel solved: the certified interval for its start, and the tables that answer for every other state."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from niten.samurai import Samurai, State
from niten.samurai.duel import ROUND_DICE
from niten.solver.bodies import Body
from niten.solver.bounds import Bound, Following
from niten.solver.classes import Class
from niten.solver.exact import ExactFollowing
from niten.solver.losses import unpack
from niten.solver.sweep import Sweep
from niten.solver.tables import Floats, Kept

B = TypeVar("B", Body, Class)

STEPS = 65535
"""Bounds are kept as 16-bit numbers, the lower ones rounded down, the upper ones up: certified all the same."""


class Interval(NamedTuple):
    """lower ≤ truth ≤ upper."""

    lower: float
    upper: float

    @property
    def middle(self) -> float:
        """The best guess."""
        return (self.lower + self.upper) / 2

    @property
    def gap(self) -> float:
        """How much is not known."""
        return self.upper - self.lower


def packed(table: Floats, points: int, margin: float, *, upper: bool) -> Kept:
    """A bound as it is kept, up to some concentration; the margin is for what rounding may have done to it."""
    scaled = np.asarray(table[:, :, : points + 1], np.float64) * STEPS
    scaled = np.ceil(scaled + margin * STEPS) if upper else np.floor(scaled - margin * STEPS)
    return scaled.clip(0, STEPS).astype(np.uint16)


def unpacked(table: Kept, opponent: int, points: int, healths: slice, room: Floats | None = None) -> Floats:
    """A kept table as numbers, up to some health of his and concentration; each health of the player in one piece.

    `room` is written in if it is given: new memory for every table would take longer than filling it.
    """
    first, end, _ = healths.indices(table.shape[3])
    shape = (end - first, opponent + 1, table.shape[1], points + 1)
    is_packed = table.dtype == np.uint16
    if room is None:
        room = np.empty(int(np.prod(shape)), np.float32 if is_packed else table.dtype)
    values = room[: int(np.prod(shape))].reshape(shape)
    unpack(table, first, values, values.dtype.type(1 / STEPS if is_packed else 1))
    return np.moveaxis(values, 0, 3)


class Unpacked(Mapping[B, Floats]):
    """Kept tables as numbers, each made when it is looked at: few of them are."""

    def __init__(
        self,
        tables: Mapping[B, Kept],
        points: int,
        state: State,
        *,
        most_lost: int | None = None,
        room: Callable[[B], Floats] | None = None,
    ) -> None:
        self._tables, self._points, self._state, self._room = tables, points, state, room
        lowest = 0 if most_lost is None else max(0, state.health - 1 - most_lost)
        self._healths = slice(lowest, state.health)
        self._made: dict[B, Floats] = {}

    def __getitem__(self, body: B) -> Floats:
        if body not in self._made:
            room = self._room(body) if self._room else None
            self._made[body] = unpacked(self._tables[body], self._state.opponent, self._points, self._healths, room)
        return self._made[body]

    def __contains__(self, body: object) -> bool:
        return body in self._tables

    def __iter__(self) -> Iterator[B]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)


class Side(Protocol):
    """One bound for a whole duel."""

    sweep: Sweep

    def at_start_of_round(self, state: State) -> float:
        """The bound for a state in which a round begins."""
        ...

    def events(self, state: State, points: int) -> Floats:
        """What each line of his does to a state: [event, his health, ki, concentration up to a limit, …]."""
        ...


class BoundSide:
    """The lower or upper bound, by classes of bodies."""

    def __init__(self, bound: Bound, rounds: list[dict[Class, Kept]]) -> None:
        self.bound = bound
        self.rounds = rounds
        self.sweep = bound.sweep
        self._room = cache(self._make_room)

    def prepare(self) -> None:
        """Have memory for every class, and touch it: the first to need it would wait for it."""
        for one in {one for row in self.rounds for one in row}:
            self._room(one).fill(0)

    def _make_room(self, _: Class) -> Floats:
        """For the table of a class, whatever the state; used again for the next one."""
        opponents, kis, points, healths = self.sweep.shape
        return np.empty(opponents * kis * (points + 6 * ROUND_DICE) * min(healths, self._most_lost + 1), np.float32)

    def at_start_of_round(self, state: State) -> float:
        tables = self.rounds[state.round - 1]
        body = Class.of(state.struck, state.limb_lost, state.wounds)
        fit = self.bound.nearest(tables, body, 0)
        ki, points = state.ki, state.concentration
        top = self.sweep.ki
        if ki > top:  # Ki beyond the table: given up for nothing, or for all it cost
            points += (ki - top) * self.bound.ki_price if self.bound.upper and not self.sweep.endless else 0
            ki = top
        values = [self._number(tables[one], state.opponent, ki, points, state.health) for one in fit]
        if self.bound.upper:
            return min(values)
        return max(values, default=0.0)

    @cached_property
    def _most_lost(self) -> int:
        """The health a round can cost: by a line of his, an injury or Ki that is not there, and by bleeding (S20)."""
        duel = self.sweep.game.duel
        effects = [*(line.effect for line in duel.lines.values()), *duel.player.injuries.values()]
        return 1 + max(6, *(effect.amount for effect in effects if effect))

    def _number(self, table: Kept, opponent: int, ki: int, points: int, health: int) -> float:
        if points >= self.sweep.model.sure[opponent]:
            return 1.0
        return float(table[opponent, ki, min(points, table.shape[2] - 1), health - 1]) / STEPS

    def events(self, state: State, points: int) -> Floats:
        rounds = self.rounds[state.round :]
        if rounds:
            tables = Unpacked(rounds[0], points, state, most_lost=self._most_lost, room=self._room)
            following = Following(self.bound, tables, last=True)
        else:
            shape = (state.opponent + 1, self.sweep.ki + 1, points + 1, state.health)
            following = self.bound.last_round(shape, last=True)
        return following.events(Class.of(state.struck, state.limb_lost, state.wounds))


class ExactSide:
    """The value itself, body by body."""

    def __init__(self, game: Samurai, sweep: Sweep, alive: float, rounds: list[dict[Body, Kept]]) -> None:
        self.game = game
        self.sweep = sweep
        self.alive = alive
        self.rounds = rounds

    def at_start_of_round(self, state: State) -> float:
        table = self.rounds[state.round - 1][Body.of(state)]
        return float(table[state.opponent, state.ki, min(state.concentration, table.shape[2] - 1), state.health - 1])

    def events(self, state: State, points: int) -> Floats:
        rounds = self.rounds[state.round :]
        if rounds:
            tables = Unpacked(rounds[0], points, state)
            return ExactFollowing(self.game, tables).events(Body.of(state), self.sweep.model.events)
        end = np.full((state.opponent + 1, self.sweep.ki + 1, points + 1, state.health), self.alive)
        return ExactFollowing(self.game, {}, end).events(Body.of(state), self.sweep.model.events)


@dataclass(frozen=True)
class Solution:
    """The answer for the start of the duel, and what answers for all other states."""

    game: Samurai
    goal: str
    start: Interval
    states: int
    seconds: float
    cached: bool
    lower: Side
    upper: Side

    @property
    def is_exact(self) -> bool:
        """Nothing is unknown but what rounding does."""
        return self.lower is self.upper

    def as_json(self) -> dict[str, object]:
        """For machines."""
        interval = {"lower": self.start.lower, "upper": self.start.upper}
        return {
            "duel": self.game.duel.id,
            "edition": self.game.edition.name,
            "goal": self.goal,
            "win_probability" if self.goal == "win" else "survival_probability": interval,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "cached": self.cached,
        }
