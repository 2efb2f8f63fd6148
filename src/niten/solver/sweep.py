"""One round of a duel, computed for every state at once: the kernels with their tables and work space."""

import os
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

import numpy as np

from niten.core.dice import Faces, throws
from niten.samurai import Effect, Harm, Samurai
from niten.samurai.duel import ROUND_DICE
from niten.solver.kernels import play_round, strike_first
from niten.solver.model import Model
from niten.solver.tables import SPENT, VECTOR, Floats, Numbers, Plan, Space

BLOCK = 10  # healths computed together: enough for long loops
MOST_SPACE = 256 * 1024**2  # bytes of work space that are worth long loops
MOST_HANDS = len(throws(3)) + len(throws(2)) + len(throws(1)) + 1
T = TypeVar("T")
R = TypeVar("R")


class Sweep:
    """Tables are [his health, ki, concentration, health - 1]; `ki` is the highest there is.

    `ahead`: Ki may be bought before it is needed. Without it Ki is only bought when it is about to be spent.
    `endless`: the highest Ki is not used up by spending.
    `few_rolls`: the player rolls one die or all he may, nothing between.
    """

    def __init__(
        self,
        game: Samurai,
        precision: type[np.floating[Any]],
        ki: int,
        *,
        ahead: bool,
        endless: bool = False,
        few_rolls: bool = False,
    ) -> None:
        self.game = game
        self.precision = precision
        self.model = Model(game, precision)
        page = game.duel.player
        self.health, self.opponent, self.ki = page.health, game.duel.health, ki
        self.points = self.model.most_concentration(page.rounds)
        self.shape = (self.opponent + 1, ki + 1, self.points + 1, self.health)
        self.layers = 1 if game.most_purchases is None else game.most_purchases + 1
        self.ahead, self.endless, self.few_rolls = ahead, endless, few_rolls
        self.replies = cache(self.model.replies)
        self.hands = cache(self.model.hands)
        self.block = max(1, min(BLOCK, self.health, MOST_SPACE // self._space_needed(1)))
        self._free: dict[int, list[tuple[Plan, Space, Floats]]] = {}

    def round(self, number: int, events: Floats, discarded: Faces, *, one_die: bool) -> Floats:
        """The values before a round, from those of what his lines do: events[event, his health, ki, ...]."""
        result = np.empty(self.shape, self.precision)
        for low in range(0, self.health, self.block):
            part = slice(low, low + self.block)
            result[..., part] = self._block(number, events[..., part], discarded, one_die)
        return result

    def _block(self, number: int, events: Floats, discarded: Faces, one_die: bool) -> Floats:
        """A round for some healths only: they are independent of each other."""
        size = events.shape[-1]
        lanes = events.shape[-2] * size
        most = self.model.most_concentration(number - 1)
        after = self.model.most_concentration(number)
        sixth = self.precision(1 / 6)
        with self._space(size) as (plan, space, flat):
            flat[..., :lanes] = events.reshape(*events.shape[:3], lanes)
            flat[:, 0] = 1.0  # he is dead
            value = np.zeros((self.layers, *flat.shape[1:]), self.precision)
            for health in range(1, self.opponent + 1):
                value[:, health, :, self.model.sure[health] * size :] = 1.0
            for rolled in self._rolls(1 if one_die else self.game.duel.player.dice[number - 1]):
                replies, hands = self.replies(rolled), self.hands(rolled, discarded)
                play_round(value, plan, space, flat, replies, hands, 1, most, after, sixth)
            strike_first(value, plan, most, space.mean, sixth)
        return value[0, ..., :lanes].reshape(events.shape[1:])

    def _rolls(self, most: int) -> Iterable[int]:
        """The numbers of dice that are tried."""
        return sorted({1, most}) if self.few_rolls else range(1, most + 1)

    def _chains(self) -> tuple[Numbers, Numbers]:
        """(Ki left in each chain after s were spent, the chain of each s and Ki)."""
        top = self.ki
        ki_at = np.full((top + SPENT + self.endless, SPENT), -1)
        chain_of = np.zeros((SPENT, top + 1), dtype=np.int64)
        for s in range(SPENT):
            for ki in range(top + 1):
                chain_of[s, ki] = ki + s
                ki_at[ki + s, s] = ki
        if not self.ahead:  # then nothing leads to more than the highest Ki
            ki_at = ki_at[: top + 1]
        if self.endless:
            ki_at[-1] = top
            chain_of[:, top] = len(ki_at) - 1
            for s in range(SPENT):
                ki_at[top + s, s] = -1
        return ki_at, chain_of

    @contextmanager
    def _space(self, size: int) -> Generator[tuple[Plan, Space, Floats]]:
        """Work space no other thread uses; lanes beyond the sure price are 1 and stay so."""
        free = self._free.setdefault(size, [])
        try:
            space = free.pop()
        except IndexError:
            space = self.new_space(size)
        try:
            yield space
        finally:
            free.append(space)

    @property
    def form(self) -> tuple[int, bool, bool]:
        """Sweeps of the same form have the same tables."""
        return self.ki, self.ahead, self.endless

    @property
    def rounding(self) -> float:
        """What one round may add to the error of a value, which is at most 1."""
        return self.model.again.rounding * float(np.finfo(self.precision).eps) / 2

    @property
    def itemsize(self) -> int:
        """Bytes of a number."""
        return np.dtype(self.precision).itemsize

    def space_needed(self) -> int:
        """Bytes of work space that one thread needs."""
        return self._space_needed(self.block)

    def _space_needed(self, size: int) -> int:
        raised, held = self._space_shapes(size)
        return int(np.prod(raised) + np.prod(held)) * self.itemsize

    def _space_shapes(self, size: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Of `raised` and `held`."""
        chains = self.ki + SPENT + self.endless
        front = (chains if self.ahead else SPENT, self.layers, self.opponent + 1, SPENT)
        rolls = range(1, max(self.game.duel.player.dice) + 1)
        pairs = max(attack * defense for attack, defense in map(self.model.levels, rolls))
        hands = len(throws(max(rolls)))  # once a face is discarded there are smaller hands, but no more of them
        return (*front, pairs, self._row(size)), (*front, hands, self._row(size))

    def _row(self, size: int) -> int:
        """The lanes of a row: with room for what is placed, and for whole vectors."""
        return (self.points + 1 + 6 * (ROUND_DICE - 1)) * size + 2 * VECTOR

    def new_space(self, size: int) -> tuple[Plan, Space, Floats]:
        """Work space for so many lanes per point of concentration."""
        model, lanes = self.model, self._row(size)
        ki_at, chain_of = self._chains()
        useful = np.zeros_like(model.damage_prices) if self.ahead else model.damage_prices
        nothing = np.zeros((len(ki_at), self.opponent + 1), dtype=np.int64)
        plan = Plan(size, model.sure, nothing, nothing, useful, ki_at, chain_of, self.ahead, model.prices)
        rolls = range(1, max(self.game.duel.player.dice) + 1)
        raised, held = self._space_shapes(size)
        space = Space(
            self.stage(*raised),
            self.stage(*held),
            self._ones(SPENT, max(len(self.replies(rolled).outcomes) for rolled in rolls), lanes),
            self._ones(SPENT, max(len(self.replies(rolled).rest) for rolled in rolls), lanes),
            self._ones(MOST_HANDS, lanes),
            self._ones(MOST_HANDS, lanes),
            self._ones(lanes),
        )
        return plan, space, self.new_events(size)

    def new_events(self, size: int) -> Floats:
        """Room for what his lines do: [event, his health, ki, lane]."""
        return self._ones(len(self.model.events), self.opponent + 1, self.ki + 1, self._row(size))

    def stage(self, *shape: int) -> Floats:
        """An empty `raised` or `held`: 1 beyond the sure price, and where he is dead.

        Where no price is sure, it takes no memory until it is written.
        """
        if self.layers == 1:
            return np.ones(shape, self.precision)
        rows = np.zeros(shape, self.precision)
        rows[:, :, 0] = 1
        return rows

    def _ones(self, *shape: int) -> Floats:
        return np.ones(shape, self.precision)


def in_threads(function: Callable[[T], R], tasks: Iterable[T], threads: int | None = None) -> list[R]:
    """The results of independent tasks, in their order: the same bits for any number of threads."""
    if threads == 1:
        return [function(task) for task in tasks]
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(function, tasks))


def lost(table: Floats, loss: Effect) -> Floats:
    """The table as seen before a loss (S17): dead is worth 0."""
    if not loss.amount:
        return table
    result = np.zeros_like(table)
    if loss.harm is Harm.HEALTH:
        put_lower(result, table, loss.amount)
        return result
    result[:, loss.amount :] = table[:, : max(0, table.shape[1] - loss.amount)]
    for ki in range(min(table.shape[1], loss.amount)):
        put_lower(result[:, ki], table[:, 0], loss.amount - ki)
    return result


def put_lower(target: Floats, source: Floats, health: int) -> None:
    """Better the target by the source with so much less health, where that is not death."""
    alive = min(target.shape[-1], source.shape[-1] - health)
    if alive > 0:
        end = source.shape[-1] - health
        np.maximum(target[..., -alive:], source[..., end - alive : end], out=target[..., -alive:])


def bled(table: Floats) -> Floats:
    """The round begins with a loss of 1 health (S20)."""
    return lost(table, Effect(Harm.HEALTH, 1))
