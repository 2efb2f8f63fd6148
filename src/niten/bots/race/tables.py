"""What the kernels read: dice as numbered multisets, a set-up as arrays, the positions a turn can end in."""

from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement
from typing import Any, NamedTuple, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

from niten.dragon import PATH_OF, Dragon, Face, Power, State
from niten.dragon.elements import PATH_NUMBER, Faces, powers_of

Numbers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Bits = npt.NDArray[np.uint64]

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile with numba; the result is kept on disk. No fast-math: the same choice on every machine.

    Without numba's own memory no references are counted, which would cost more than the arithmetic.
    """
    options: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
    return cast("F", numba.njit(**options)(function))


@compiled
def copy(target: Any, source: Any) -> None:
    """target[:] = source, for rows that do not overlap: numba would make a copy of its own first."""
    for x in range(target.size):
        target[x] = source[x]


# Dice: multisets of 0 to 5 of the six faces, the smaller first. Number 0 is no dice, the hands of five are the last.

PATHS = SEATS = 5
FACES = 6
DRAGON_FACE = 5
MULTISETS = [chosen for size in range(6) for chosen in combinations_with_replacement(range(FACES), size)]
KEEPS = len(MULTISETS)
FIRST_HAND = next(number for number, chosen in enumerate(MULTISETS) if len(chosen) == 5)
_NUMBER = {chosen: number for number, chosen in enumerate(MULTISETS)}
_FACE_NUMBER = {face: number for number, face in enumerate(Face)}


def multiset(dice: Faces) -> int:
    """The number of some dice."""
    return _NUMBER[tuple(sorted(_FACE_NUMBER[face] for face in dice))]


def _with_face() -> Numbers:
    table = np.full((KEEPS, FACES), -1)
    for chosen, number in _NUMBER.items():
        if len(chosen) < 5:
            for face in range(FACES):
                table[number, face] = _NUMBER[tuple(sorted((*chosen, face)))]
    return table


def _parts() -> Numbers:
    table = np.full((KEEPS, FACES), -1)
    for number, chosen in enumerate(MULTISETS):
        for n, face in enumerate(sorted(set(chosen))):
            less = list(chosen)
            less.remove(face)
            table[number, n] = _NUMBER[tuple(less)]
    return table


WITH = _with_face()
"""[dice, face]: one die more."""
PARTS = _parts()
"""[dice, n]: the same without one die; -1 where there are no more different ones."""
KINDS = (PARTS >= 0).sum(axis=1)
"""[dice]: how many different faces they show."""
COUNTS = np.array([[chosen.count(face) for face in range(FACES)] for chosen in MULTISETS])
"""[dice, face]: how many show it."""
SIZES = COUNTS.sum(axis=1)

# The set-up.

LONGEST = 72  # spaces of a path, with room for a throw of five beyond
FEAR, REBIRTH, EYE, ANXIETY, DRAGON = (1 << number for number in range(5))
_KIND = dict(zip(Power, (FEAR, REBIRTH, EYE, ANXIETY, DRAGON), strict=True))


GREEDY = 2


class Race(NamedTuple):
    """A set-up, and the stones as they lie."""

    seats: int
    plain: Numbers  # [path]
    points: Floats  # [path, number - 1]
    worth: Floats  # the same in units of which the shipped boards have 1 to 5
    stones: Numbers  # [path, space]: 1 where a dead stone lies
    kinds: Numbers  # [seat]: what its counter can be handed in for, as bits
    swappable: Numbers  # [path, seat]: 0 where it is immune (D17)
    flags: Numbers  # [any stones, immunity]
    plays: Numbers  # [seat]: GREEDY for those who are known, or taken, to play as the greedy bot does


class Races(NamedTuple):
    """Many set-ups, each field with one more axis in front."""

    seats: Numbers
    plain: Numbers
    points: Floats
    worth: Floats
    stones: Numbers
    kinds: Numbers
    swappable: Numbers
    flags: Numbers
    plays: Numbers


def among_greedy(race: Race, seat: int) -> Race:
    """The same set-up with everybody but one playing as the greedy bot does."""
    plays = np.zeros_like(race.plays)
    plays[: race.seats] = GREEDY
    plays[seat] = 0
    return race._replace(plays=plays)


def stack(races: Iterable[Race]) -> Races:
    """Set-ups side by side."""
    return Races(*(np.array(field) for field in zip(*races, strict=True)))


@compiled
def pick(races: Races, number: int) -> Race:
    """One of them."""
    return Race(
        races.seats[number],
        races.plain[number],
        races.points[number],
        races.worth[number],
        races.stones[number],
        races.kinds[number],
        races.swappable[number],
        races.flags[number],
        races.plays[number],
    )


class Position(NamedTuple):
    """A position in which a turn begins."""

    spaces: Numbers  # [path, seat]
    unspent: Numbers  # [seat]
    seat: int  # who rolls


def race_of(game: Dragon, state: State) -> Race:
    """The set-up of a game; the stones are those of a state."""
    options = game.options
    board = options.board.paths
    worth = np.array([path.values for path in board], dtype=np.float64)
    stones = np.zeros((PATHS, LONGEST), dtype=np.int64)
    for path, spaces in enumerate(state.stones):
        stones[path, list(spaces)] = 1
    kinds, swappable = np.zeros(SEATS, dtype=np.int64), np.ones((PATHS, SEATS), dtype=np.int64)
    for seat, colour in enumerate(options.players):
        kinds[seat] = sum(_KIND[power] for power in powers_of(options.powers, colour))
        if options.immunity:
            swappable[PATH_NUMBER[PATH_OF[colour]], seat] = 0
    return Race(
        game.seats,
        np.array([path.plain for path in board]),
        worth,
        worth * 3 / (worth.mean() or 3.0),
        stones,
        kinds,
        swappable,
        np.array([int(stones.any()), int(options.immunity)]),
        np.zeros(SEATS, dtype=np.int64),
    )


def position_of(state: State) -> Position:
    """Pieces and counters of a state, and whose turn it is."""
    seats = len(state.unspent)
    spaces, unspent = np.zeros((PATHS, SEATS), dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    spaces[:, :seats] = state.spaces
    unspent[:seats] = state.unspent
    return Position(spaces, unspent, state.seat)


# What a turn can end in. A body is where the pieces stand in the end; a slot is an action that leads to one.

STAY, BALANCE, LEAP_BALANCE, MOVES, LEAPS, SWAPS = 0, 1, 2, 3, 28, 53
SLOTS = 103  # moves and leaps: 5 · path + dice - 1; swaps: 10 · path + pair of seats
END, AGAIN, REBORN = range(3)
ROWS = 2 * SLOTS * 3
STAGES = 4  # after the first, second and third roll, and after the fourth (D15)
PAIR = np.full((SEATS, SEATS), -1)
for _number, (_one, _other) in enumerate(combinations(range(SEATS), 2)):
    PAIR[_one, _other] = PAIR[_other, _one] = _number


class Turn(NamedTuple):
    """A turn: what it can end in, what that is worth, and what follows for every hand."""

    sizes: Numbers  # [bodies, rows]
    spaces: Numbers  # [body, path, seat]
    over: Numbers  # [body]: the game ends there
    bodies: Numbers  # [slot]: its body, or -1
    body: Numbers  # [row]
    spent: Numbers  # [row]: the counter was handed in during the turn
    roller: Numbers  # [row]: who rolls next; -1: nobody, the game is over
    rows: Numbers  # [counter handed in, slot, end / again / reborn]: its row, or -1
    shares: Floats  # [row, seat]
    chosen: Numbers  # [counter handed in, slot, after Perfection]: the best of these rows
    gains: Floats  # its share for the seat whose turn it is; -1 where there is none
    swaps: Numbers  # [path or all]: the slot of the best swap
    leaf: Numbers  # [fourth roll, dice]: the row of the best action of a hand
    keep: Numbers  # [stage, dice]: the best dice to keep of a hand; -1: act. Of less dice: the best to keep of those
    value: Floats  # [stage, dice, seat]: of a hand after a roll, of less than five dice before it


def new_turn() -> Turn:
    """Work space for one turn."""

    def whole(*shape: int) -> Numbers:
        return np.zeros(shape, dtype=np.int64)

    return Turn(
        whole(2),
        whole(SLOTS, PATHS, SEATS),
        whole(SLOTS),
        whole(SLOTS),
        whole(ROWS),
        whole(ROWS),
        whole(ROWS),
        whole(2, SLOTS, 3),
        np.zeros((ROWS, SEATS)),
        whole(2, SLOTS, 2),
        np.zeros((2, SLOTS, 2)),
        whole(PATHS + 1),
        whole(2, KEEPS),
        whole(STAGES, KEEPS),
        np.zeros((STAGES, KEEPS, SEATS)),
    )
