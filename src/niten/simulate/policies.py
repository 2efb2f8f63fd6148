"""Who decides. A policy is one of

- a name: `random` and what else is compiled here, `optimal` for a solved duel, or any bot of `niten bots`;
- a compiled function `policy(row, mask, random) -> action`, made with `numba.njit`: it sees one row, the legal actions,
  and a stream of its own from which `draw(random, n)` takes a number from 0 to n - 1;
- any other callable `policy(observations, masks) -> actions`, which decides for many games at once.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba.core.dispatcher import Dispatcher

from niten.simulate.batch import Batch
from niten.simulate.kernels import AnyRows
from niten.simulate.streams import Masks, Numbers, Streams, compiled, drawn

Batched = Callable[[AnyRows, Masks], npt.ArrayLike]


class Decider(Protocol):
    """Writes the actions of some games of a batch."""

    def __call__(self, batch: Batch, which: Numbers, actions: Numbers) -> None:
        """For the games in `which`."""
        ...


@compiled
def draw(random: npt.NDArray[np.uint64], limit: int) -> int:
    """A number from 0 to limit - 1 from a policy's own stream; for compiled policies."""
    return drawn(random, 0, limit)


@compiled
def _draw_actions(masks: Masks, streams: Streams, which: Numbers, actions: Numbers) -> None:
    for i in which:
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[i, action]
        left = drawn(streams.lots, i, legal)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    actions[i] = action
                    break
                left -= 1


def at_random(batch: Batch, which: Numbers, actions: Numbers) -> None:
    """Each legal action is as likely."""
    _draw_actions(batch.masks(), batch.streams, which, actions)


def from_compiled(policy: Dispatcher) -> Decider:
    """A compiled policy, game by game. The loop around it is compiled anew in each process."""

    @numba.njit(nogil=True)  # pyright: ignore[reportUntypedFunctionDecorator]
    def decide_all(rows: AnyRows, masks: Masks, lots: npt.NDArray[np.uint64], which: Numbers, actions: Numbers) -> None:
        for i in which:
            actions[i] = policy(rows[i], masks[i], lots[i : i + 1])

    def decide(batch: Batch, which: Numbers, actions: Numbers) -> None:
        decide_all(batch.rows, batch.masks(), batch.streams.lots, which, actions)

    return decide


def from_batched(policy: Batched) -> Decider:
    """A callable that sees observations and masks."""

    def decide(batch: Batch, which: Numbers, actions: Numbers) -> None:
        rows = batch.rows[which]
        actions[which] = np.asarray(policy(batch.kernel.observe(rows), batch.masks()[which]), np.int64)

    return decide


BUILT_IN: Mapping[str, Decider] = {"random": at_random}


def decider_of(policy: Any) -> Decider | None:
    """Who decides in arrays; None for a name that is not compiled."""
    if isinstance(policy, str):
        return BUILT_IN.get(policy)
    return from_compiled(policy) if isinstance(policy, Dispatcher) else from_batched(policy)
