"""What is kept of each game of an environment besides its row."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from niten.simulate.streams import Masks, Numbers, compiled
from niten.spaces import Floats

ILLEGAL = -1
"""The ending of a game in which something illegal was chosen."""


class Table(NamedTuple):
    """Arrays that compiled loops read and write."""

    seeds: npt.NDArray[np.uint64]  # [game]: with its number, what its dice follow from
    numbers: npt.NDArray[np.uint64]
    seats: Numbers  # [game]: who is asked
    waiting: npt.NDArray[np.bool_]  # [game]: over, so that a new one takes its place next
    endings: Numbers  # [game]: how the last one ended, as the kernel numbers it, or ILLEGAL
    masks: Masks  # [game, action]
    last: Floats  # [game, number]: what was seen at the end; empty where games wait for the next step


@compiled
def is_legal(table: Table, i: int, action: int) -> bool:
    """Whether an action is legal in a game."""
    return 0 <= action < table.masks.shape[1] and table.masks[i, action] > 0


@compiled
def first_illegal(table: Table, actions: Numbers) -> int:
    """The first game that awaits another action; -1 if there is none."""
    for i in range(actions.size):
        if not table.waiting[i] and not is_legal(table, i, actions[i]):
            return i
    return -1
