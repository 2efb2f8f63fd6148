"""What the race's kernel reads: the columns of a row, hands, and the set-up."""

from itertools import product
from typing import NamedTuple

import numpy as np

from niten.bots.race import tables as race
from niten.bots.race.tables import FIRST_HAND, KEEPS, MULTISETS
from niten.dragon import PATH_OF, Dragon, Element, Face, Phase, Power
from niten.dragon.elements import PATH_NUMBER, powers_of
from niten.dragon.setup import MOST_PLAYERS
from niten.simulate.streams import Numbers
from niten.spaces.race import CHOICES, PAIRS, choosing

PATHS, SEATS = len(Element), MOST_PLAYERS
_GROUPS = dict.fromkeys(("phase", "seat", "dice", "rolls", "unspent", "turns"), 1) | {
    "arrived": SEATS,
    "stones": PATHS,
    "spaces": PATHS * SEATS,
}
COLUMNS = tuple(f"{name} {n}" if size > 1 else name for name, size in _GROUPS.items() for n in range(size))
"""As in the engine's state, of which stones to be drawn and the roll-off are never seen. `dice` is a multiset,
`unspent` and the stones of a path are bits, spaces are by path, then by seat. `turns` are counted in every game;
`arrived` is how many pieces of a seat are on numbers."""

PHASE, SEAT, DICE, ROLLS, UNSPENT, TURNS, ARRIVED = range(7)
STONES = ARRIVED + SEATS
SPACES = STONES + PATHS
ROLLING, MOVING, PERFECTION, ENDING, OVER = range(2, len(Phase))
"""The phases by their place in the engine's order."""

# Powers as bits.
POWER_BITS = {power: 1 << number for number, power in enumerate(Power)}
HAS_FEAR, HAS_REBIRTH, HAS_EYE, HAS_ANXIETY, HAS_DRAGON = POWER_BITS.values()

# Dice: multisets of 0 to 5 faces by number, as in `niten.bots.race.tables`; the hands of five are the last.

_NUMBER = {chosen: number for number, chosen in enumerate(MULTISETS)}


def _fallen() -> tuple[Numbers, Numbers]:
    """Where the throws that complete some kept dice begin, and the hands they make."""
    starts, hands = np.zeros(KEEPS, np.int64), list[int]()
    for number, kept in enumerate(MULTISETS):
        starts[number] = len(hands)
        if len(kept) < 5:
            # The first die is the lowest digit, so the last one of the product.
            hands += [_NUMBER[tuple(sorted((*kept, *more)))] for more in product(range(6), repeat=5 - len(kept))]
    return starts, np.array(hands)


def _choices() -> tuple[Numbers, Numbers]:
    """[hand, n]: the n-th choice of dice to roll again, how many in the last column; [hand, choice]: what is kept."""
    faces = tuple(Face)
    listed, kept = np.zeros((KEEPS, CHOICES + 1), np.int64), np.full((KEEPS, CHOICES), -1)
    for number in range(FIRST_HAND, KEEPS):
        dice = MULTISETS[number]
        found = sorted(choosing(tuple(faces[face] for face in dice)).values())
        listed[number, : len(found)], listed[number, -1] = found, len(found)
        for choice in found:
            kept[number, choice] = _NUMBER[tuple(face for n, face in enumerate(dice) if not choice + 1 >> n & 1)]
    return listed, kept


# Narrow numbers: the tables should stay in the nearest cache.
FALLEN_AT, FALLEN = (table.astype(np.int16) for table in _fallen())
REROLLS, KEPT = (table.astype(np.int16) for table in _choices())
COUNTS = race.COUNTS.astype(np.int8)
SIZES = COUNTS.sum(axis=1, dtype=np.int8)
DRAGONS = COUNTS[:, PATHS].copy()
IS_PERFECTION = COUNTS[:, :PATHS].max(axis=1) == 5  # D12
IS_BALANCE = (COUNTS[:, :PATHS] == 1).all(axis=1)  # D13


class Track(NamedTuple):
    """A set-up."""

    seats: int
    starts: int  # who begins; -1: a roll-off decides (D6)
    most_turns: int  # 0: no limit
    drawn: int  # stones to be drawn by lot (D5)
    stones: Numbers  # [path]: those agreed on, as bits
    plain: Numbers  # [path]
    values: Numbers  # [path, number - 1]
    powers: Numbers  # [seat]: what its counter can be handed in for, as bits
    swappable: Numbers  # [path, pair of colours, (seat, seat)]; -1: not playing, or immune (D17)


def track_of(game: Dragon) -> Track:
    """The set-up of a game as numbers."""
    options, board = game.options, game.options.board.paths
    stones, powers = np.zeros(PATHS, np.int64), np.zeros(SEATS, np.int64)
    for element, space in options.stones:
        stones[PATH_NUMBER[element]] |= 1 << space
    for seat, colour in enumerate(options.players):
        powers[seat] = sum(POWER_BITS[power] for power in powers_of(options.powers, colour))
    swappable = np.full((PATHS, len(PAIRS), 2), -1)
    for path, (number, both) in product(range(PATHS), enumerate(PAIRS)):
        immune = options.immunity and any(PATH_NUMBER[PATH_OF[colour]] == path for colour in both)
        if not immune and all(colour in game.seat_of for colour in both):
            swappable[path, number] = [game.seat_of[colour] for colour in both]
    return Track(
        game.seats,
        -1 if options.starts is None else options.starts,
        options.max_turns or 0,
        options.random_stones,
        stones,
        np.array([path.plain for path in board]),
        np.array([path.values for path in board]),
        powers,
        swappable,
    )
