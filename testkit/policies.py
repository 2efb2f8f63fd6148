"""Policies of our own for the simulator."""

from typing import Any

import numba
import numpy as np

from niten.simulate import draw


@numba.njit
def last(row: Any, mask: Any, random: Any) -> int:
    """Mostly the last legal action."""
    for action in range(mask.size - 1, -1, -1):
        if mask[action] and draw(random, 8):
            return action
    return int(np.argmax(mask))


def first(observations: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)
