"""Small races solved exactly: two players, a few open paths, every position they can get into.

A path on which both pieces stand on numbers is closed: only the Great Dragon changes anything on it. So a race with few
open paths is the end of a real one, and follows the same rules. Passing and swapping lead back to positions that were
there before; the values are found by iteration, once from nothing and once from certain victory, until both agree.
"""

# ruff: noqa: PLR0917 — compiled functions take their arguments by position

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from niten.bots.race.ends import final_shares, is_finished, list_ends
from niten.bots.race.induction import induct
from niten.bots.race.search import likelihood
from niten.bots.race.tables import (
    KEEPS,
    PATHS,
    ROWS,
    SEATS,
    STAGES,
    Floats,
    Numbers,
    Position,
    Race,
    Turn,
    compiled,
    new_turn,
    position_of,
    race_of,
)
from niten.bots.race.turn import RowJudge, row_position
from niten.dragon import Dragon, State

PLAYERS = 2
CLOSE = 1e-12
"""Both iterations agree, and so does every further one."""


class Places(NamedTuple):
    """Where the two pieces of each path can stand, numbered; positions are numbered by all five paths together."""

    counts: Numbers  # [path]
    spaces: Numbers  # [path, number, seat]
    number: Numbers  # [path, first seat's space, second seat's space]
    step: Numbers  # [path]: what its number counts


def places_of(race: Race, position: Position) -> Places:
    """Every placement that can follow: closed paths can only be swapped, the others are open."""
    size = int(race.plain.max()) + 6
    found: list[list[tuple[int, int]]] = []
    for path in range(PATHS):
        here = int(position.spaces[path, 0]), int(position.spaces[path, 1])
        last = int(race.plain[path]) + 5
        if min(here) > race.plain[path]:
            both = race.swappable[path, :PLAYERS].all()
            found.append([here, (here[1], here[0])] if both else [here])
        else:
            free = [space for space in range(last + 1) if not race.stones[path, space]]
            pairs = (pair for pair in product(free, free) if pair[0] != pair[1] or pair == (0, 0))
            found.append(sorted(pairs, key=sum))
    most = max(map(len, found))
    spaces, number = np.zeros((PATHS, most, PLAYERS), dtype=np.int64), np.full((PATHS, size, size), -1)
    for path, pairs in enumerate(found):
        spaces[path, : len(pairs)] = pairs
        for n, (one, other) in enumerate(pairs):
            number[path, one, other] = n
    counts = np.array([len(pairs) for pairs in found])
    return Places(counts, spaces, number, np.append(1, np.cumprod(counts[:-1])))


@compiled
def stand(places: Places, number: int, spaces: Numbers) -> None:
    """Put the pieces where a numbered position has them."""
    for path in range(PATHS):
        n = number // places.step[path] % places.counts[path]
        for seat in range(PLAYERS):
            spaces[path, seat] = places.spaces[path, n, seat]


@compiled
def number_of(places: Places, spaces: Numbers) -> int:
    """The number of a position."""
    number = 0
    for path in range(PATHS):
        number += places.number[path, spaces[path, 0], spaces[path, 1]] * places.step[path]
    return number


@compiled
def look_up(race: Race, places: Places, counters: int, seat: int, turn: Turn, values: Floats) -> None:
    """The shares of every row of a turn, from the values of the positions it can end in."""
    for row in range(turn.sizes[1]):
        spaces, shares = turn.spaces[turn.body[row]], turn.shares[row]
        if turn.roller[row] < 0:
            final_shares(race, spaces, shares)
            continue
        left = counters & ~(1 << seat) if turn.spent[row] else counters
        shares[0] = values[left, number_of(places, spaces), turn.roller[row]]
        shares[1] = 1 - shares[0]


@compiled
def improve(race: Race, places: Places, values: Floats, turn: Turn, spaces: Numbers, unspent: Numbers) -> float:
    """Solve every turn once, the last positions first; returns the greatest change."""
    change = 0.0
    for counters in range(values.shape[0]):
        for seat in range(PLAYERS):
            unspent[seat] = counters >> seat & 1
        for number in range(values.shape[1] - 1, -1, -1):
            stand(places, number, spaces)
            if is_finished(race, spaces):
                continue
            for seat in range(PLAYERS):
                list_ends(race, spaces, unspent, seat, turn)
                look_up(race, places, counters, seat, turn, values)
                induct(race, race.kinds[seat] * unspent[seat], seat, turn)
                value = turn.value[0, 0, 0]
                change = max(change, abs(value - values[counters, number, seat]))
                values[counters, number, seat] = value
    return change


class Truth:
    """Every position that can follow one of a two-player game, and the first seat's share of the win in it."""

    def __init__(self, game: Dragon, state: State) -> None:
        if game.seats != PLAYERS:
            raise ValueError("only races of two are small enough")
        self.game = game
        self.race = race_of(game, state)
        self.places = places_of(self.race, position_of(state))
        self.counters = 2**PLAYERS if self.race.kinds.any() else 1
        self.positions = int(np.prod(self.places.counts))
        self.sweeps = 0
        self.values, self.error = self._solve()

    def _solve(self) -> tuple[Floats, float]:
        low, high = (np.full((self.counters, self.positions, PLAYERS), end) for end in (0.0, 1.0))
        work = new_turn(), np.zeros((PATHS, SEATS), dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
        changes = [1.0, 1.0]
        while max(changes) > CLOSE:
            changes = [improve(self.race, self.places, values, *work) for values in (low, high)]
            self.sweeps += 1
        still_open = [number for number in range(self.positions) if self._is_open(number)]
        return (low + high) / 2, float((high - low)[:, still_open].max()) / 2

    def _is_open(self, number: int) -> bool:
        """Whether somebody rolls in a position."""
        spaces = np.zeros((PATHS, SEATS), dtype=np.int64)
        stand(self.places, number, spaces)
        return not is_finished(self.race, spaces)

    def value(self, state: State) -> float:
        """The first seat's share of the win where a turn begins."""
        position = position_of(state)
        return float(self.values[self._counters(position), number_of(self.places, position.spaces), position.seat])

    def judge(self, race: Race, position: Position, turn: Turn) -> None:
        """The truth as a judge of rows: who plays by it plays perfectly."""
        look_up(race, self.places, self._counters(position), position.seat, turn, self.values)

    def _counters(self, position: Position) -> int:
        return sum(1 << seat for seat in range(PLAYERS) if position.unspent[seat]) if self.counters > 1 else 0


Key = tuple[int, ...]
"""A position in which a turn begins: its number, the counters, whose turn."""


class End(NamedTuple):
    """How a turn can end: how likely, and in which position, or with which share of the first seat."""

    chance: float
    after: Position | None
    share: float = 0.0


class Follow:
    """What happens when both seats play by judges: where every turn ends, and how often."""

    def __init__(self, truth: Truth, judges: tuple[RowJudge, RowJudge], start: State) -> None:
        self.truth = truth
        self.judges = judges
        self._turn = new_turn()
        self._chances = np.zeros((STAGES, KEEPS))
        self._reached = np.zeros(ROWS)
        first = position_of(start)
        self.start = self._key(first)
        self.ends = self._explore(first)

    def value(self) -> float:
        """The first seat's share of the win from the start, when both go on like this."""
        keyed = {
            key: [(end.chance, self._key(end.after) if end.after else (), end.share) for end in ends]
            for key, ends in self.ends.items()
        }
        values: dict[Key, float] = dict.fromkeys(self.ends, 0.5)
        change = 1.0
        while change > CLOSE:
            change = 0.0
            for key in reversed(keyed):
                mean = sum(chance * (values[after] if after else share) for chance, after, share in keyed[key])
                change = max(change, abs(mean - values[key]))
                values[key] = mean
        return values[self.start]

    def _explore(self, first: Position) -> dict[Key, list[End]]:
        found: dict[Key, list[End]] = {}
        waiting = [first]
        while waiting:
            position = waiting.pop()
            key = self._key(position)
            if key not in found:
                found[key] = list(self._ends(position))
                waiting += [end.after for end in found[key] if end.after]
        return found

    def _ends(self, position: Position) -> Iterator[End]:
        race, turn, seat = self.truth.race, self._turn, position.seat
        list_ends(race, position.spaces, position.unspent, seat, turn)
        self.judges[seat](race, position, turn)
        induct(race, race.kinds[seat] * position.unspent[seat], seat, turn)
        likelihood(turn, self._chances, self._reached)
        for row in map(int, np.flatnonzero(self._reached[: turn.sizes[1]])):
            chance = float(self._reached[row])
            if turn.roller[row] < 0:
                shares = np.zeros(SEATS)
                final_shares(race, turn.spaces[turn.body[row]], shares)
                yield End(chance, None, float(shares[0]))
            else:
                after = row_position(position, turn, row)
                yield End(chance, after._replace(spaces=after.spaces.copy()))

    def _key(self, position: Position) -> Key:
        number = number_of(self.truth.places, position.spaces)
        return int(number), int(position.unspent[0]), int(position.unspent[1]), position.seat
