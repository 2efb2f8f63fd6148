"""Positions of every kind for the tests of the race's brain."""

import random
from collections.abc import Iterator
from dataclasses import replace

from niten.bots.race.plain import Shares
from niten.bots.race.tables import Position
from niten.core import CHANCE
from niten.dragon import Board, Colour, Dragon, Path, Phase, Powers, Setup, State
from testkit.races import many_setups, walk

ODD = Board("odd", (Path(1, (5, 4, 3, 2, 1)), Path(2), Path(3, (0, 0, 9, 0, 0)), Path(9), Path(14, (7, 1, 1, 2, 30))))
SETUPS = [replace(setup, max_turns=None) for setup in many_setups()] + [
    Setup(tuple(Colour)[: 2 + number % 4], ODD, powers, number % 2 == 0)
    for number, powers in enumerate((*Powers, *Powers))
]


def states(seed: int, *, decisions: bool) -> Iterator[tuple[Dragon, State]]:
    """One state of a random game for every set-up: a decision, or a turn that begins."""
    stream = random.Random(seed)
    for setup in SETUPS:
        game = Dragon(setup)
        found = [
            before
            for before, _, _ in walk(game, stream.randrange(10**9))
            if before.phase not in {Phase.STONES, Phase.ROLL_OFF}
            and (game.actor(before) != CHANCE if decisions else before.phase == Phase.ROLL and not before.rolls)
        ]
        yield game, stream.choice(found)


def any_shares(key: object, seats: int) -> Shares:
    """Random shares of a position, the same each time it is asked for."""
    stream = random.Random(repr(key))
    numbers = [stream.random() for _ in range(seats)]
    return tuple(number / sum(numbers) for number in numbers)


def key_of_state(state: State) -> object:
    return state.spaces, tuple(map(int, state.unspent)), state.seat


def key_of_position(position: Position, seats: int) -> object:
    spaces = tuple(tuple(row[:seats]) for row in position.spaces.tolist())
    return spaces, tuple(position.unspent.tolist()[:seats]), position.seat
