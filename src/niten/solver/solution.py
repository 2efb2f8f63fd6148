"""A duel solved: the certified interval for its start, and the tables that answer for every other state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from niten.samurai import Samurai, State
from niten.samurai.switches import switches_data
from niten.solver.bodies import Body
from niten.solver.bounds import Bound
from niten.solver.classes import Class
from niten.solver.exact import ExactFollowing
from niten.solver.following import FollowingHealth
from niten.solver.losses import unpack
from niten.solver.sweep import Sweep
from niten.solver.tables import Floats, Kept

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


def plane(table: Kept, health: int, shape: tuple[int, int, int]) -> Floats:
    """One health of a kept table as numbers, as far as is asked for: [his health, ki, concentration]."""
    is_packed = table.dtype == np.uint16
    values = np.empty(shape, np.float32 if is_packed else table.dtype)
    unpack(table, health - 1, values, values.dtype.type(1 / STEPS if is_packed else 1))
    return values


def unpacked(table: Kept, opponent: int, points: int, health: int) -> Floats:
    """A kept table as numbers, up to some healths and concentration; each health of the player in one piece."""
    shape = opponent + 1, table.shape[1], points + 1
    return np.moveaxis(np.stack([plane(table, one, shape) for one in range(1, health + 1)]), 0, 3)


class Unpacked(Mapping[Body, Floats]):
    """Kept tables as numbers, each made when it is looked at: few of them are."""

    def __init__(self, tables: Mapping[Body, Kept], state: State, points: int) -> None:
        self._tables, self._state, self._points = tables, state, points
        self._made: dict[Body, Floats] = {}

    def __getitem__(self, body: Body) -> Floats:
        if body not in self._made:
            state = self._state
            self._made[body] = unpacked(self._tables[body], state.opponent, self._points, state.health)
        return self._made[body]

    def __iter__(self) -> Iterator[Body]:
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
        """What each line of his does to a state: [event, his health, ki, concentration up to a limit]."""
        ...


class BoundSide:
    """The lower or upper bound, by classes of bodies."""

    def __init__(self, bound: Bound, rounds: list[dict[Class, Kept]]) -> None:
        self.bound = bound
        self.rounds = rounds
        self.sweep = bound.sweep

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

    def _number(self, table: Kept, opponent: int, ki: int, points: int, health: int) -> float:
        if points >= self.sweep.model.sure[opponent]:
            return 1.0
        return float(table[opponent, ki, min(points, table.shape[2] - 1), health - 1]) / STEPS

    def events(self, state: State, points: int) -> Floats:
        def kept(table: Kept, lost: int, kis: int) -> Floats:
            shape = state.opponent + 1, kis, points + 1
            return plane(table, state.health - lost, shape) if lost < state.health else np.zeros(shape, np.float32)

        def end(lost: int, kis: int) -> Floats:
            worth = self.bound.alive if lost < state.health else 0
            return np.full((state.opponent + 1, kis, points + 1), worth, np.float32)

        is_last = state.round == len(self.rounds)
        tables = {} if is_last else {one: partial(kept, table) for one, table in self.rounds[state.round].items()}
        following = FollowingHealth(self.bound, tables, state.health, end if is_last else None)
        return following.events(Class.of(state.struck, state.limb_lost, state.wounds))


class ExactSide:
    """The value itself, body by body."""

    def __init__(self, game: Samurai, sweep: Sweep, alive: float, rounds: list[dict[Body, Kept]]) -> None:
        self.game = game
        self.sweep = sweep
        self.alive = alive
        self.rounds = rounds

    def at_start_of_round(self, state: State) -> float:
        table = self.rounds[state.round - 1][Body.of(self.game, state)]
        return float(table[state.opponent, state.ki, min(state.concentration, table.shape[2] - 1), state.health - 1])

    def events(self, state: State, points: int) -> Floats:
        rounds = self.rounds[state.round :]
        if rounds:
            following = ExactFollowing(self.game, Unpacked(rounds[0], state, points))
        else:
            end = np.full((state.opponent + 1, self.sweep.ki + 1, points + 1, state.health), self.alive)
            following = ExactFollowing(self.game, {}, end)
        return following.events(Body.of(self.game, state), self.sweep.model.events)[..., -1]


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
            "rules": switches_data(self.game.switches),
            "goal": self.goal,
            "win_probability" if self.goal == "win" else "survival_probability": interval,
            "states": self.states,
            "seconds": round(self.seconds, 3),
            "cached": self.cached,
        }
