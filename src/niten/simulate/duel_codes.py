"""The duel's rows as the engine's states."""

import numpy as np

from niten.samurai import State
from niten.simulate.duel_tables import (
    COLUMNS,
    DICE,
    ENDING,
    ENDINGS,
    HAND_NUMBER,
    HANDS,
    HIS,
    LIMB,
    PHASE,
    PHASES,
    STRUCK,
    WOUNDS,
)
from niten.simulate.streams import Rows

_PHASES, _ENDINGS = tuple(PHASES), (None, *ENDINGS)


def _bits(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def row_of(state: State) -> Rows:
    """A state as a row."""
    row = np.zeros(len(COLUMNS), np.int32)
    for column, (name, value) in enumerate(state._asdict().items()):
        if isinstance(value, int):
            row[column] = value
        assert name == COLUMNS[column]
    row[[PHASE, ENDING]] = _PHASES.index(state.phase), _ENDINGS.index(state.ending)
    row[[STRUCK, WOUNDS]] = _bits(state.struck), _bits(state.wounds)
    row[[DICE, HIS]] = HAND_NUMBER[state.dice], HAND_NUMBER[state.his]
    return row


def state_of(row: Rows) -> State:
    """A row as a state."""
    fields = dict(zip(COLUMNS, row.tolist(), strict=True))
    fields |= {"phase": _PHASES[row[PHASE]], "ending": _ENDINGS[row[ENDING]], "limb_lost": bool(row[LIMB])}
    fields |= {"struck": _numbers(int(row[STRUCK])), "wounds": _numbers(int(row[WOUNDS]))}
    fields |= {"dice": HANDS[row[DICE]], "his": HANDS[row[HIS]]}
    return State(**fields)
