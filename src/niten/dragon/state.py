"""A position of the race: only what can still change, and only what matters for what follows."""

from enum import StrEnum
from typing import NamedTuple

from niten.dragon.elements import Element, Faces, Powers
from niten.dragon.setup import Setup
from niten.dragon.stones import Stones, by_path


class Phase(StrEnum):
    """What is due."""

    STONES = "stones"
    """A dead stone is drawn (D5)."""
    ROLL_OFF = "roll-off"
    """Somebody throws for the start (D6)."""
    ROLL = "roll"
    """Dice are rolled: those that were not kept (D7)."""
    MOVE = "move"
    """The dice lie on the table: roll again or move (D7, D8)."""
    PERFECTION = "perfection"
    """The move is made; another roll-and-move may be taken (D12)."""
    END = "end"
    """The move is made; Rebirth may be announced (D15)."""
    OVER = "over"


TO_THROW, OUT = -1, -2
"""In place of the dragons thrown in a roll-off: still to throw, and beaten in an earlier round."""


Spaces = tuple[tuple[int, ...], ...]
"""`spaces[path][seat]` is where a piece stands: 0 is outside, 1 the first plain space."""


class State(NamedTuple):
    """A position. Equal states have equal futures.

    `seat` is whose turn it is, or who throws; 0 where nobody's turn matters. `stones` are all dead stones, path by
    path. `dice` are the five on the table, or before a roll those kept; none after the move. `rolls` counts this turn's
    rolls up to three; a fourth one leaves it at three. `unspent` tells who still has a power (nobody in the basic
    game). `throws` are the dragons thrown in the roll-off, empty outside it. `turns` counts completed turns, only where
    the set-up limits them.
    """

    phase: Phase
    seat: int
    spaces: Spaces
    stones: Stones
    dice: Faces
    rolls: int
    unspent: tuple[bool, ...]
    throws: tuple[int, ...]
    turns: int


def first_state(setup: Setup) -> State:
    """The position before the first step: everybody outside."""
    seats = len(setup.players)
    before = State(
        phase=Phase.STONES,
        seat=0,
        spaces=((0,) * seats,) * len(Element),
        stones=by_path(setup.stones),
        dice=(),
        rolls=0,
        unspent=(setup.powers != Powers.NONE,) * seats,
        throws=(),
        turns=0,
    )
    return before if setup.random_stones else first_turn(setup, before)


def first_turn(setup: Setup, state: State) -> State:
    """The stones lie: now the player given begins, or the roll-off (D6)."""
    if setup.starts is None:
        return state._replace(phase=Phase.ROLL_OFF, seat=0, throws=(TO_THROW,) * len(setup.players))
    return state._replace(phase=Phase.ROLL, seat=setup.starts)


def stones_left(setup: Setup, stones: Stones) -> int:
    """How many stones are still to be drawn."""
    return len(setup.stones) + setup.random_stones - sum(map(len, stones))
