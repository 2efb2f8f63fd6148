"""Who decides.

A policy is one of

- a name: any bot of either game. `random`, the race's `greedy` and the duel's `beginner`, `reckless` and `careful` play
  in arrays, `optimal` by the tables of the solved duel, the others in the engine;
- a compiled function `policy(row, mask, random) -> action`, made with `numba.njit`: it sees one row, the legal actions,
  and a stream of its own from which `draw(random, n)` takes a number from 0 to n - 1;
- any other callable `policy(observations, masks) -> actions`, which decides for many games at once.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numba
import numpy as np
import numpy.typing as npt
from numba.core.dispatcher import Dispatcher

from niten.bots.registry import SAMURAI_BOTS
from niten.bots.samurai_players import Beginner, RoundPlayer
from niten.simulate import duel_players, race_greedy
from niten.simulate.batch import Batch
from niten.simulate.kernels import AnyRows, DuelKernel, Kernel, RaceKernel
from niten.simulate.streams import Masks, Numbers, Streams, compiled, drawn
from niten.spaces import Floats

RANDOM, GREEDY = "random", "greedy"

Batched = Callable[[Floats, Masks], npt.ArrayLike]
Player = Callable[[AnyRows, Streams], int]
"""Plays whole games in some rows; returns the number of decisions."""


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


def from_compiled(policy: Callable[..., int]) -> Decider:
    """A compiled policy, game by game. The loop around it is compiled anew in each process."""

    @numba.njit(nogil=True)
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


def greedily(kernel: RaceKernel) -> Decider:
    """What the greedy bot does."""
    greed = race_greedy.greed_of(kernel.game)

    def decide(batch: Batch, which: Numbers, actions: Numbers) -> None:
        race_greedy.decide_all(kernel.tables, greed, batch.rows, batch.streams, which, actions)

    return decide


def is_compiled(policy: object) -> bool:
    """Whether a policy was made with `numba.njit`."""
    return isinstance(policy, Dispatcher)


def decider_of(policy: Any, kernel: Kernel) -> Decider | None:
    """Who decides in arrays, decision by decision; None for a name that cannot."""
    if isinstance(policy, str):
        if policy == GREEDY and isinstance(kernel, RaceKernel):
            return greedily(kernel)
        return at_random if policy == RANDOM else None
    return from_compiled(policy) if is_compiled(policy) else from_batched(policy)


# --- whole games, one after the other: several times as fast ---


def player_of(names: Sequence[Any], kernel: Kernel) -> Player | None:
    """Who plays whole games in arrays; None where one of the seats cannot."""
    if all(name == RANDOM for name in names):
        return kernel.play_randomly
    if isinstance(kernel, DuelKernel):
        return _duelist(names[0], kernel)
    assert isinstance(kernel, RaceKernel)
    game, tables = kernel.game, kernel.tables
    if not all(name in (RANDOM, GREEDY) for name in names):
        return None
    greedy = np.array([name == GREEDY for name in names], np.int64)

    def play(rows: AnyRows, streams: Streams) -> int:
        return race_greedy.play_seats(tables, race_greedy.greed_of(game), greedy, rows, streams)

    return play


def _duelist(name: Any, kernel: DuelKernel) -> Player | None:
    bot = SAMURAI_BOTS.get(name) if isinstance(name, str) else None
    tables = kernel.tables
    if isinstance(bot, Beginner):
        feel = duel_players.feeling()
        return lambda rows, streams: duel_players.play_beginner(tables, feel, rows, streams)
    if isinstance(bot, RoundPlayer):
        worths = duel_players.worths_of(kernel.game, bot)
        return lambda rows, streams: duel_players.play_rounds(tables, worths, rows, streams)
    return None
